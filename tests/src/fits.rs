//! Whether everything that can be clicked can be seen: nothing beyond the window or cut by its panel unless it
//! scrolls into sight, and nothing over something else. For every screen that is drawn in a harness.

use egui::{Id, LayerId, Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

/// Something that can be clicked.
struct Thing {
    id: Id,
    layer: LayerId,
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

fn things<S>(harness: &Harness<'_, S>) -> Vec<Thing> {
    let window = harness.ctx.content_rect();
    harness.ctx.viewport(|v| {
        let widgets = &v.prev_pass.widgets;
        let mut out = Vec::new();
        for (layer, list) in widgets.layers() {
            for w in list.iter().filter(|w| w.enabled && w.sense.senses_click() && w.rect.area() > 4.0) {
                let Some(info) = widgets.info(w.id).filter(|i| clickable(i.role)) else { continue };
                let name = info.label.clone().unwrap_or_else(|| format!("{:?}", info.role));
                let seen = w.interact_rect.intersect(window);
                out.push(Thing { id: w.id, layer: *layer, name, rect: w.rect, seen });
            }
        }
        out
    })
}

/// At most so many are scrolled to: the first, the last and some between them.
const MOST: usize = 24;

/// What cannot be brought into sight, each in a line. Empty if all is well.
pub fn out_of_sight<S>(harness: &mut Harness<'_, S>) -> Vec<String> {
    let cut: Vec<Thing> = things(harness).into_iter().filter(Thing::cut).collect();
    let step = cut.len().div_ceil(MOST).max(1);
    let mut chosen: Vec<&Thing> = cut.iter().step_by(step).collect();
    chosen.extend(cut.last());
    let mut out = Vec::new();
    for t in chosen {
        let here = |n: &egui_kittest::Node<'_>| n.accesskit_node().locate().0 == t.id.accesskit_id();
        if let Some(node) = harness.root().children_recursive().find(here) {
            node.scroll_to_me();
        }
        harness.run_steps(4);
        match things(harness).into_iter().find(|n| n.id == t.id) {
            Some(now) if now.cut() => out.push(format!("{}: {:?} of {:?}", t.name, now.seen, now.rect)),
            // It may be drawn no more: lists leave out what is far away.
            _ => {}
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
            // What lies wholly in another belongs to it: rows of lists hold buttons.
            let within = a.rect.contains_rect(b.rect) || b.rect.contains_rect(a.rect);
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
