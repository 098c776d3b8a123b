//! Whether everything on the screen has room: nothing outside the window or cut off where nothing
//! scrolls, and no two things that can be clicked over one another.

#![allow(dead_code)]

use app::settings::Theme;
use egui::{Id, LayerId, Order, Rect, Sense, WidgetRect};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;
use std::collections::BTreeMap;

/// Width and height of the window, theme, scale in per cent.
pub type Look = (f32, f32, Theme, u16);

/// Two sizes, two themes, 100 and 200 %, and the ends of the scale once. Where no pictures are wanted every
/// size and scale once but the smallest scale, which is as a larger window.
pub fn looks(pictures: bool) -> Vec<Look> {
    let mut out = Vec::new();
    for (w, h) in [(1280.0, 800.0), (1920.0, 1080.0)] {
        for scale in [100, 200] {
            let dark = scale == 100;
            for theme in [Theme::Light, Theme::Dark] {
                if pictures || (theme == Theme::Dark) == dark {
                    out.push((w, h, theme, scale));
                }
            }
        }
    }
    if pictures {
        out.push((1280.0, 800.0, Theme::Light, 75));
    }
    out.push((1280.0, 800.0, Theme::Light, 250));
    // `LOOKS=1280x800-Light-200` for one of them alone.
    let wanted = std::env::var("LOOKS").unwrap_or_default();
    out.retain(|l| name(*l).contains(&wanted));
    out
}

/// What a look is called.
pub fn name((w, h, theme, scale): Look) -> String {
    format!("{w}x{h}-{theme:?}-{scale}")
}

/// Points that do not matter.
const SLACK: f32 = 2.0;

/// Where a name is known, what it is.
struct Thing {
    w: WidgetRect,
    name: String,
    role: egui::Role,
    /// At which place in its layer it was added.
    order: usize,
}

/// A bar of a scroll area: thin, to be drawn along, without a name.
fn is_bar(w: &WidgetRect) -> Option<bool> {
    let drags = w.sense.senses_drag();
    let (wide, high) = (w.rect.width(), w.rect.height());
    match () {
        () if drags && wide <= 16.0 && high > 20.0 => Some(true),
        () if drags && high <= 16.0 && wide > 20.0 => Some(false),
        () => None,
    }
}

/// Names and kinds as readers of the screen are told them, by the widget's number.
type Told = BTreeMap<u64, (String, egui::Role)>;

fn told<S>(h: &Harness<'_, S>) -> Told {
    let mut out = Told::new();
    let mut left = vec![h.root()];
    while let Some(node) = left.pop() {
        let n = node.accesskit_node();
        let name = n.label().or_else(|| n.value()).unwrap_or_default();
        out.insert(n.locate().0.0, (name, n.role()));
        left.extend(node.children());
    }
    out
}

/// What has no room, in words.
pub fn crowded<S>(h: &Harness<'_, S>) -> Vec<String> {
    let (screen, told) = (h.ctx.content_rect(), told(h));
    let (things, all, bars) = h.ctx.viewport(|v| {
        let mut things = Vec::new();
        let mut all: BTreeMap<u64, WidgetRect> = BTreeMap::new();
        let mut bars: Vec<(Id, bool)> = Vec::new();
        for (_, list) in v.prev_pass.widgets.layers() {
            for (order, w) in list.iter().enumerate() {
                all.insert(w.id.value(), *w);
                let known = told.get(&w.id.value()).filter(|(name, role)| !name.is_empty() || asks(*role));
                if let Some((name, role)) = known
                    && w.visible
                    // What lies under a dialog waits until it is closed.
                    && w.enabled
                    && w.rect.is_positive()
                {
                    let name = if name.is_empty() { format!("{role:?}") } else { name.clone() };
                    // The grip of a panel lies over its edge on purpose.
                    if *role == egui::Role::Splitter {
                        continue;
                    }
                    things.push(Thing { w: *w, name, role: *role, order });
                } else if known.is_none() {
                    bars.extend(is_bar(w).map(|upright| (w.parent_id, upright)));
                }
            }
        }
        (things, all, bars)
    });
    let mut out = Vec::new();
    for t in &things {
        out.extend(cut_off(t, screen, &all, &bars));
    }
    overlaps(&things, &all, &mut out);
    out.sort();
    out.dedup();
    out
}

/// Kinds that are worked with and must have room even without a name.
fn asks(role: egui::Role) -> bool {
    use egui::Role;
    matches!(
        role,
        Role::Button | Role::CheckBox | Role::RadioButton | Role::Slider | Role::TextInput | Role::ComboBox
    )
}

/// Whether a scroll area around this can bring it into view: one of the things it lies in stands beside a bar.
fn scrolls(w: &WidgetRect, upright: bool, all: &BTreeMap<u64, WidgetRect>, bars: &[(Id, bool)]) -> bool {
    let mut at = *w;
    for _ in 0..64 {
        if bars.iter().any(|(host, up)| *host == at.parent_id && *up == upright) {
            return true;
        }
        match all.get(&at.parent_id.value()) {
            Some(next) if next.id != at.id => at = *next,
            _ => return false,
        }
    }
    false
}

fn cut_off(t: &Thing, screen: Rect, all: &BTreeMap<u64, WidgetRect>, bars: &[(Id, bool)]) -> Option<String> {
    let (whole, seen) = (t.w.rect, t.w.interact_rect.intersect(screen));
    let hidden = !seen.is_positive();
    let across = hidden && (whole.right() < screen.left() || whole.left() > screen.right())
        || seen.left() > whole.left() + SLACK
        || seen.right() < whole.right() - SLACK;
    let down = hidden && (whole.bottom() < screen.top() || whole.top() > screen.bottom())
        || seen.top() > whole.top() + SLACK
        || seen.bottom() < whole.bottom() - SLACK;
    if !across && !down && !hidden {
        return None;
    }
    let up = scrolls(&t.w, true, all, bars);
    let along = scrolls(&t.w, false, all, bars);
    let fine = if hidden { up || along } else { (!down || up) && (!across || along) };
    (!fine).then(|| format!("'{}' is cut off: {whole:?}, seen {seen:?}", t.name))
}

fn is_inside(inner: &WidgetRect, outer: &WidgetRect) -> bool {
    outer.rect.expand(SLACK).contains_rect(inner.interact_rect)
}

/// Layers in which nothing may lie over anything else; tips may.
fn on_the_screen(layer: LayerId) -> bool {
    matches!(layer.order, Order::Background | Order::Middle | Order::Foreground)
}

fn overlaps(things: &[Thing], all: &BTreeMap<u64, WidgetRect>, out: &mut Vec<String>) {
    let seen: Vec<&Thing> = things.iter().filter(|t| t.w.interact_rect.is_positive()).collect();
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[i + 1..] {
            if a.w.layer_id != b.w.layer_id || !on_the_screen(a.w.layer_id) || !(clicks(a) || clicks(b)) {
                continue;
            }
            let cut = a.w.interact_rect.intersect(b.w.interact_rect);
            if !cut.is_positive() || cut.width() <= SLACK || cut.height() <= SLACK {
                continue;
            }
            let (under, over) = if a.order < b.order { (a, b) } else { (b, a) };
            // A rule number lies in its row, words on their button; the map has everything on it.
            let inside = is_inside(&over.w, &under.w);
            let part = inside && (over.role == egui::Role::Link || !clicks(over) || is_ground(under));
            let within = holds(&under.w, &over.w, all) || holds(&over.w, &under.w, all);
            if !part && !within && !is_small_map(over) {
                out.push(format!("'{}' lies over '{}': {cut:?}", over.name, under.name));
            }
        }
    }
}

fn clicks(t: &Thing) -> bool {
    t.w.sense.contains(Sense::CLICK)
}

/// One is made inside the other.
fn holds(outer: &WidgetRect, inner: &WidgetRect, all: &BTreeMap<u64, WidgetRect>) -> bool {
    let mut at = *inner;
    for _ in 0..64 {
        if at.parent_id == outer.id {
            return true;
        }
        match all.get(&at.parent_id.value()) {
            Some(next) if next.id != at.id => at = *next,
            _ => return false,
        }
    }
    false
}

/// The map, plots and windows are there to have things on them.
fn is_ground(t: &Thing) -> bool {
    use egui::Role;
    t.name == "Map" || matches!(t.role, Role::Image | Role::Window | Role::Dialog)
}

/// The small map lies over the large one on purpose, and can be put away.
fn is_small_map(t: &Thing) -> bool {
    t.name == "Overview of the map"
}
