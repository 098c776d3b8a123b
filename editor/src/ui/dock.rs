//! The dock at the right: its tabs, and the list of problems.

use super::tab::{Dock, Tab, Wishes};
use super::{forces, problems, scenario};
use egui::{ScrollArea, Ui, vec2};
use engine::scenario::Severity;

const TABS: [(Dock, &str); 6] = [
    (Dock::Forces, "Forces"),
    (Dock::Schedule, "Schedule"),
    (Dock::Victory, "Victory"),
    (Dock::Rules, "Rules"),
    (Dock::Scenario, "Scenario"),
    (Dock::Problems, "Problems"),
];

pub fn show(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (dock, name) in TABS {
            let n = tab.issues.list.iter().filter(|i| i.severity != Severity::Advice).count();
            let text = if dock == Dock::Problems && n > 0 { format!("{name} {n}") } else { name.to_owned() };
            let text = egui::RichText::new(text).size(12.5);
            if ui.selectable_label(tab.dock == dock, text).clicked() {
                wishes.dock = Some(dock);
            }
        }
    });
    ui.separator();
    if tab.dock == Dock::Forces {
        // Lists scroll by themselves; problems stay in sight below.
        let room = ui.available_height();
        let low = if tab.issues.is_empty() { 0.0 } else { (room * 0.24).clamp(90.0, 200.0) };
        ui.allocate_ui(vec2(ui.available_width(), room - low), |ui| forces::show(ui, tab, wishes));
        if low > 0.0 {
            ui.separator();
            problems::show(ui, tab, wishes);
        }
        return;
    }
    if tab.dock == Dock::Problems {
        problems::show(ui, tab, wishes);
        return;
    }
    let dock = tab.dock;
    ui.add_enabled_ui(tab.editable(), |ui| {
        ScrollArea::vertical().id_salt(("dock", dock as u8)).auto_shrink([false, false]).show(ui, |ui| {
            match dock {
                Dock::Schedule => scenario::schedule(ui, tab, wishes),
                Dock::Victory => scenario::victory(ui, tab, wishes),
                Dock::Rules => scenario::rules(ui, tab, wishes),
                _ => scenario::general(ui, tab, wishes),
            }
        });
    });
}
