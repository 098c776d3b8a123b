//! Which seat plays which sides, and finite pools of counters or events.
use super::fields;
use super::look;
use super::scenario::entry_frame;
use super::tab::PanelRequests;
use crate::core::Edit;
use crate::core::edit::ListEdit;
use crate::words;
use egui::{Role, Ui, WidgetInfo};
use engine::scenario::{Pool, ScenarioDoc, Schema, Seating};

/// Seats: by default, one for each side.
pub fn seats_section(ui: &mut Ui, doc: &ScenarioDoc, requests: &mut PanelRequests) {
    if doc.seats.is_empty() {
        look::muted_label(ui, words::NO_SEATS);
    }
    for (i, old) in doc.seats.iter().enumerate() {
        let mut s = old.clone();
        let title = if s.name.is_empty() { format!("Seat {}", i + 1) } else { s.name.clone() };
        ui.push_id(("seat", i), |ui| {
            let gone = entry_frame(ui, &title, "", "", |ui| {
                if let Some(t) = fields::text_line(ui, "Name", "", &s.name) {
                    s.name = t;
                }
                ui.horizontal_wrapped(|ui| {
                    for side in &doc.sides {
                        let mut on = s.sides.contains(&side.id);
                        if ui.checkbox(&mut on, &side.name).changed() {
                            s.sides.retain(|x| *x != side.id);
                            if on {
                                s.sides.push(side.id.clone());
                            }
                        }
                    }
                });
            });
            if gone {
                requests.edit(Edit::Seats(ListEdit::Remove(i)));
            } else if s != *old {
                requests.edit(Edit::Seats(ListEdit::Set(i, s)));
            }
        });
    }
    if ui.button("Add seat").on_hover_text(words::ADD_SEAT).clicked() {
        let taken = |id: &str| doc.seats.iter().any(|s| s.sides.iter().any(|x| x == id));
        let free = doc.sides.iter().find(|s| !taken(&s.id));
        let name = free.map_or_else(|| format!("Seat {}", doc.seats.len() + 1), |s| s.name.clone());
        let sides = free.map(|s| s.id.clone()).into_iter().collect();
        requests.edit(Edit::Seats(ListEdit::Add(Seating { name, sides })));
    }
}

/// Pools with their counters.
pub fn pools_section(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, requests: &mut PanelRequests) {
    look::section_caption(ui, "Counter pools");
    if schema.pools.is_empty() {
        look::muted_label(ui, words::forces::NO_POOLS_HERE);
    } else if doc.pools.is_empty() {
        look::muted_label(ui, words::NO_POOLS);
    }
    for (i, old) in doc.pools.iter().enumerate() {
        let mut p = old.clone();
        let title = if p.name.is_empty() { p.id.clone() } else { p.name.clone() };
        ui.push_id(("pool", i), |ui| {
            let gone = entry_frame(ui, &title, "", "", |ui| {
                if schema.pools.iter().all(|k| k.id != p.id) {
                    look::muted_label(ui, words::forces::POOL_UNKNOWN);
                }
                if let Some(t) = fields::text_line(ui, "Name", "", &p.name) {
                    p.name = t;
                }
                let kind = schema.pools.iter().find(|k| k.id == p.id);
                let markers = kind.map_or(&[][..], |k| &k.markers);
                let mut out = None;
                for (k, (name, n)) in p.items.iter_mut().enumerate() {
                    ui.push_id(k, |ui| {
                        ui.horizontal(|ui| {
                            if fields::icon_cross(ui, &format!("Remove {name}")).clicked() {
                                out = Some(k);
                            }
                            marker(ui, name, markers, k + 1);
                            let many = ui.add(egui::DragValue::new(n).range(0..=999));
                            let said = words::forces::how_many(name);
                            many.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &said));
                        });
                    });
                }
                if let Some(k) = out {
                    p.items.remove(k);
                }
                if ui.button("Add counter").clicked() {
                    let unused = markers.iter().find(|m| p.items.iter().all(|i| i.0 != **m));
                    let new = unused.or(markers.first()).cloned();
                    p.items.push((new.unwrap_or_else(|| format!("counter {}", p.items.len() + 1)), 1));
                }
                let total: u32 = p.items.iter().map(|x| x.1).sum();
                look::muted_label(ui, words::count(total as usize, "counter in all", "counters in all"));
            });
            if gone {
                requests.edit(Edit::Pools(ListEdit::Remove(i)));
            } else if p != *old {
                requests.edit(Edit::Pools(ListEdit::Set(i, p)));
            }
        });
    }
    let missing: Vec<_> = schema.pools.iter().filter(|k| doc.pools.iter().all(|p| p.id != k.id)).collect();
    if missing.is_empty() {
        return;
    }
    let menu = ui.menu_button("Add pool", |ui| {
        for kind in missing {
            if ui.button(&kind.name).clicked() {
                let items = kind.markers.iter().map(|m| (m.clone(), 1)).collect();
                let pool = Pool { id: kind.id.clone(), name: kind.name.clone(), items };
                requests.edit(Edit::Pools(ListEdit::Add(pool)));
            }
        }
    });
    menu.response.on_hover_text(words::ADD_POOL);
}

/// The name of a counter in a pool: one of the markers the rules know, or free text.
fn marker(ui: &mut Ui, name: &mut String, markers: &[String], number: usize) {
    let said = words::forces::pool_counter(number);
    if markers.is_empty() {
        let r = ui.add(egui::TextEdit::singleline(name).desired_width(150.0));
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &said));
        return;
    }
    let list = egui::ComboBox::from_id_salt("marker").width(150.0).selected_text(name.as_str());
    let r = list.show_ui(ui, |ui| {
        for m in markers {
            ui.selectable_value(name, m.clone(), m);
        }
    });
    r.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &said));
}
