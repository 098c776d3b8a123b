//! Whether everything that can be clicked can be seen: nothing beyond the window or cut by its panel unless it
//! scrolls into sight, and nothing over something else. For every screen that is drawn in a harness.

use egui::{Event, Id, LayerId, MouseWheelUnit, Pos2, Rect, Role, TouchPhase, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;
use std::collections::BTreeMap;

/// Something that can be clicked.
struct Thing {
    id: Id,
    layer: LayerId,
    role: Role,
    name: String,
    /// Its own size, and what of it is in sight.
    rect: Rect,
    seen: Rect,
}

impl Thing {
    fn cut(&self) -> bool {
        self.seen.width() < self.rect.width() - 1.5 || self.seen.height() < self.rect.height() - 1.5
    }
}

fn clickable(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::TextInput
            | Role::ComboBox
            | Role::SpinButton
            | Role::Slider
            | Role::ListItem
            | Role::Tab
            | Role::Link
    )
}

/// Names and roles as readers of the screen are told them, by the widget's number.
fn told<S>(harness: &Harness<'_, S>) -> BTreeMap<u64, (String, Role)> {
    let nodes = harness.root().children_recursive();
    let one = |n: egui_kittest::Node<'_>| {
        let node = n.accesskit_node();
        let name = node.label().or_else(|| node.value()).unwrap_or_default();
        (node.locate().0.0, (name, node.role()))
    };
    nodes.map(one).collect()
}

fn things<S>(harness: &Harness<'_, S>) -> Vec<Thing> {
    let (window, told) = (harness.ctx.content_rect(), told(harness));
    harness.ctx.viewport(|v| {
        let widgets = &v.prev_pass.widgets;
        let mut out = Vec::new();
        for (layer, list) in widgets.layers() {
            for w in list.iter().filter(|w| w.enabled && w.sense.senses_click() && w.rect.area() > 4.0) {
                let Some((name, role)) = told.get(&w.id.value()).filter(|t| clickable(t.1)) else { continue };
                let name = if name.is_empty() { format!("{role:?}") } else { name.clone() };
                let seen = w.interact_rect.intersect(window);
                out.push(Thing { id: w.id, layer: *layer, role: *role, name, rect: w.rect, seen });
            }
        }
        out
    })
}

fn wheel<S>(harness: &mut Harness<'_, S>, at: Pos2, up: f32) {
    harness.event(Event::PointerMoved(at));
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, up),
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Default::default(),
    });
    harness.run_steps(12);
}

/// At most so many are scrolled to: the first, the last and some between them.
const MOST: usize = 24;

/// What cannot be brought into sight, each in a line. Empty if all is well.
pub fn out_of_sight<S>(harness: &mut Harness<'_, S>) -> Vec<String> {
    let cut: Vec<Thing> = things(harness).into_iter().filter(Thing::cut).collect();
    let step = cut.len().div_ceil(MOST).max(1);
    let mut chosen: Vec<&Thing> = cut.iter().step_by(step).collect();
    chosen.extend(cut.last().filter(|last| chosen.iter().all(|c| c.id != last.id)));
    let mut out = Vec::new();
    for t in chosen {
        let here = |n: &egui_kittest::Node<'_>| n.accesskit_node().locate().0 == t.id.accesskit_id();
        if let Some(node) = harness.root().children_recursive().find(here) {
            node.scroll_to_me();
        }
        harness.run_steps(4);
        let again = |h: &Harness<'_, S>| things(h).into_iter().find(|n| n.id == t.id);
        let Some(mut now) = again(harness) else {
            // It may be drawn no more: lists leave out what is far away.
            continue;
        };
        // Heads of tables are not scrolled to by request, but by the wheel.
        for up in [4_000.0, -4_000.0] {
            if now.cut() {
                wheel(harness, pos2(now.rect.center().x, now.seen.top() + 12.0), up);
                now = again(harness).unwrap_or(now);
            }
        }
        if now.cut() {
            out.push(format!("{}: {:?} of {:?}", t.name, now.seen, now.rect));
        }
    }
    out
}

/// Pairs of things of one layer that lie over each other.
pub fn overlaps<S>(harness: &Harness<'_, S>) -> Vec<String> {
    let all = things(harness);
    let mut out = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for b in all[i + 1..].iter().filter(|b| b.layer == a.layer) {
            let both = a.seen.intersect(b.seen);
            // A row of a list may hold buttons; a button holds nothing.
            let holds = |o: &Thing, i: &Thing| o.role == Role::ListItem && o.rect.contains_rect(i.rect);
            let within = holds(a, b) || holds(b, a);
            if both.is_positive() && both.width() > 2.0 && both.height() > 2.0 && !within {
                out.push(format!("{} {:?} and {} {:?}", a.name, a.seen, b.name, b.seen));
            }
        }
    }
    out
}

/// Things without a name for those who cannot see them.
pub fn nameless<S>(harness: &Harness<'_, S>) -> Vec<String> {
    let nodes = harness.root().children_recursive();
    nodes
        .filter(|n| clickable(n.accesskit_node().role()))
        .filter(|n| n.accesskit_node().label().is_none_or(|l| l.trim().is_empty()))
        .map(|n| format!("{:?} at {:?}", n.accesskit_node().role(), n.rect()))
        .collect()
}
