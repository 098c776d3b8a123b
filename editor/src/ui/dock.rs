//! The dock at the right: its tabs, and the list of problems.

use super::tab::{Dock, Tab, Wishes};
use super::{forces, icons, look, scenario};
use crate::words;
use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
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
            problems(ui, tab, wishes);
        }
        return;
    }
    if tab.dock == Dock::Problems {
        problems(ui, tab, wishes);
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

fn problems(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let of = |s| tab.issues.list.iter().filter(|i| i.severity == s).count();
    ui.horizontal(|ui| {
        look::caption(ui, "Problems");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            look::muted(ui, words::tally(of(Severity::Error), of(Severity::Warning), of(Severity::Advice)));
        });
    });
    if tab.issues.is_empty() {
        look::muted(ui, words::NO_PROBLEMS);
        return;
    }
    let mut list: Vec<_> = tab.issues.list.iter().collect();
    list.sort_by_key(|i| std::cmp::Reverse(i.severity));
    ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
        for (n, issue) in list.into_iter().enumerate() {
            ui.push_id(n, |ui| {
                ui.horizontal(|ui| {
                    let t = look::theme(ui);
                    let (ink, word) = match issue.severity {
                        Severity::Error => (t.danger, "Error"),
                        Severity::Warning => (t.warn, "Warning"),
                        Severity::Advice => (t.muted, "Advice"),
                    };
                    let (rect, r) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                    r.widget_info(|| WidgetInfo::labeled(Role::Image, true, word));
                    icons::severity(&ui.painter_at(rect.expand(1.0)), rect, issue.severity, look::c(ink));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let name = format!("Show {}: {}", issue.place, issue.text);
                        let r = ui.button("Show").on_hover_text(&name);
                        r.widget_info(|| WidgetInfo::labeled(Role::Button, true, name.clone()));
                        if r.clicked() {
                            tab.show_issue(issue, wishes);
                        }
                        ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
                            ui.add(egui::Label::new(&issue.text).wrap());
                            let mut place = vec![issue.place.clone()];
                            if !issue.rule.is_empty() {
                                place.push(format!("rule {}", issue.rule));
                            }
                            place.push(issue.remedy.clone());
                            place.retain(|p| !p.is_empty());
                            look::muted(ui, place.join(", "));
                        });
                    });
                });
                ui.add_space(4.0);
            });
        }
    });
}
