//! The dock at the right: its tabs, and the list of problems.

use super::commands::EditorAction;
use super::tab::{Dock, PanelRequests, Tab};
use super::{forces, look, problems, scenario, schedule, victory};
use egui::{Rect, ScrollArea, Ui, UiBuilder, vec2};
use engine::scenario::Severity;

const TABS: [(Dock, &str); 6] = [
    (Dock::Forces, "Forces"),
    (Dock::Schedule, "Schedule"),
    (Dock::Victory, "Victory"),
    (Dock::Rules, "Rules"),
    (Dock::Scenario, "Scenario"),
    (Dock::Problems, "Problems"),
];

/// The strip of pages: in one line where they fit.
fn page_strip(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let t = look::theme(ui);
    let worst = tab.problems.issues.list.iter().map(|i| i.severity).max();
    let n = tab.problems.issues.list.iter().filter(|i| i.severity != Severity::Advice).count();
    let ink = if worst == Some(Severity::Error) { t.danger } else { t.warn };
    // The names need this much; the rest is shared among them.
    let names = 284.0 + if n > 0 { 22.0 } else { 0.0 };
    let gap = ((ui.available_width() - names) / (TABS.len() - 1) as f32).clamp(5.0, 16.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(gap, 2.0);
        for (i, (dock, name)) in TABS.into_iter().enumerate() {
            let badge = (dock == Dock::Problems && n > 0).then_some((n, ink));
            let said = if badge.is_some() { format!("{name} {n}") } else { name.to_owned() };
            let r = look::page_tab(ui, name, &said, tab.dock == dock, badge);
            let tip =
                format!("{} (Ctrl+{})", super::command_text::action_text(EditorAction::Page(dock)).1, i + 1);
            // Dragging over a page's tab opens that page.
            let carried = r.dnd_hover_payload::<forces::Carried>().is_some() && r.contains_pointer();
            if carried && dock != tab.dock && matches!(dock, Dock::Forces | Dock::Schedule) {
                requests.dock = Some(dock);
            }
            if r.on_hover_text(tip).clicked() {
                requests.dock = Some(dock);
            }
        }
    });
}

/// A part of the page with its own width: what does not fit does not widen the rest.
fn page_part(ui: &mut Ui, rect: Rect, salt: &str, add: impl FnOnce(&mut Ui)) {
    let mut inner = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect));
    inner.shrink_clip_rect(rect.expand(4.0));
    add(&mut inner);
}

/// From this height the problems are a list below the forces, else one line.
const TALL: f32 = 720.0;

/// Forces above, problems below.
fn forces_page(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
    let low = match (tab.problems.issues.is_empty(), rect.height() > TALL) {
        (true, _) => 0.0,
        // No more than the list needs.
        (false, true) => (44.0 + 62.0 * tab.problems.issues.list.len() as f32).min(196.0),
        (false, false) => 30.0,
    };
    let at = rect.bottom() - low;
    let (mut top, mut below) = (rect, rect);
    (top.max.y, below.min.y) = (at - if low > 0.0 { 8.0 } else { 0.0 }, at);
    page_part(ui, top, "forces", |ui| forces::forces_page(ui, tab, requests));
    if low > 0.0 {
        ui.painter().hline(rect.x_range(), at - 4.0, ui.visuals().widgets.noninteractive.bg_stroke);
        page_part(ui, below, "problems", |ui| match low > 100.0 {
            true => problems::problems_page(ui, tab, requests),
            false => problems::worst_problem_line(ui, tab, requests),
        });
    }
}

pub fn show_dock(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    page_strip(ui, tab, requests);
    ui.separator();
    if tab.dock == Dock::Forces {
        forces_page(ui, tab, requests);
        return;
    }
    if tab.dock == Dock::Problems {
        problems::problems_page(ui, tab, requests);
        return;
    }
    let dock = tab.dock;
    ui.add_enabled_ui(tab.is_editable(), |ui| {
        ScrollArea::vertical().id_salt(("dock", dock as u8)).auto_shrink([false, false]).show(ui, |ui| {
            // Leave room for the scroll bar.
            ui.set_max_width(ui.available_width() - 10.0);
            match dock {
                Dock::Schedule => schedule::schedule_page(ui, tab, requests),
                Dock::Victory => victory::victory_page(ui, tab, requests),
                Dock::Rules => scenario::rules_page(ui, tab, requests),
                _ => scenario::scenario_page(ui, tab, requests),
            }
        });
    });
}
