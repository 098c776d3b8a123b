//! Sides and nations of the scenario, and their colours.

use super::fields::{self, Scope};
use super::look;
use super::scenario::{entry_unless, put_property};
use super::tab::PanelRequests;
use crate::core::edit::ListEdit;
use crate::core::{Edit, pieces};
use crate::words::forces as say;
use egui::Ui;
use engine::scenario::{Nation, NationKind, ScenarioDoc, Schema, Side};

/// Width of a flag.
const FLAG: f32 = 16.0;

pub fn sides_section(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, requests: &mut PanelRequests) {
    let scope = Scope { doc, schema };
    for (i, old) in doc.sides.iter().enumerate() {
        let mut s = old.clone();
        let name = if s.name.is_empty() { s.id.clone() } else { s.name.clone() };
        ui.push_id(("side", i), |ui| {
            let gone = entry_unless(ui, &name, side_uses(doc, old), |ui| {
                if let Some(t) = fields::text_line(ui, "Name", "", &s.name) {
                    s.name = t;
                }
                ui.horizontal_wrapped(|ui| {
                    for n in &doc.nations {
                        // Flag and name stay together where the line breaks: allocate both first.
                        let font = egui::TextStyle::Body.resolve(ui.style());
                        let name = ui.painter().layout_no_wrap(n.name.clone(), font, egui::Color32::BLACK);
                        let gaps = ui.spacing().item_spacing.x + ui.spacing().icon_spacing;
                        let wide = name.size().x + FLAG + ui.spacing().icon_width + gaps + 4.0;
                        let line = egui::Layout::left_to_right(egui::Align::Center);
                        ui.allocate_ui_with_layout(
                            egui::vec2(wide, ui.spacing().interact_size.y),
                            line,
                            |ui| {
                                let mut on = s.nations.contains(&n.id);
                                look::army_flag(ui, &n.army, &format!("Colours of {}", n.name));
                                if ui.checkbox(&mut on, &n.name).on_hover_text(say::SIDE_NATIONS).changed() {
                                    s.nations.retain(|x| *x != n.id);
                                    if on {
                                        s.nations.push(n.id.clone());
                                    }
                                }
                            },
                        );
                    }
                });
                let change =
                    fields::property_fields(ui, scope, &schema.side_fields, |id| old.props.get(id).cloned());
                put_property(&mut s.props, change);
                // Sides are listed, printed and, by default, played in this order.
                if i > 0 && ui.small_button(say::SIDE_UP).on_hover_text(say::SIDE_ORDER).clicked() {
                    requests.edit(Edit::Sides(ListEdit::Move { from: i, to: i - 1 }));
                }
            });
            if gone {
                requests.edit(Edit::Sides(ListEdit::Remove(i)));
            } else if s != *old {
                requests.edit(Edit::Sides(ListEdit::Set(i, s)));
            }
        });
    }
    if ui.button("Add side").clicked() {
        requests.edit(Edit::Sides(ListEdit::Add(new_side(doc, schema))));
    }
}

/// What refers to the side, and would dangle if it were deleted.
fn side_uses(doc: &ScenarioDoc, s: &Side) -> Option<String> {
    let n =
        |test: &dyn Fn(&str) -> bool, list: &mut dyn Iterator<Item = &str>| list.filter(|x| test(x)).count();
    let own = |id: &str| id == s.id;
    say::in_use(&[
        (n(&own, &mut doc.pieces.iter().map(|p| p.side.as_str())), "piece", "pieces"),
        (n(&own, &mut doc.schedule.iter().map(|e| e.side.as_str())), "schedule entry", "schedule entries"),
        (n(&own, &mut doc.setup.iter().map(|e| e.side.as_str())), "set-up entry", "set-up entries"),
        (
            n(&own, &mut doc.victory.iter().map(|v| v.side.as_str())),
            "victory condition",
            "victory conditions",
        ),
        (n(&own, &mut doc.seats.iter().flat_map(|t| t.sides.iter().map(String::as_str))), "seat", "seats"),
    ])
}

/// A new side, for the first nation without one.
fn new_side(doc: &ScenarioDoc, schema: &Schema) -> Side {
    let taken = |id: &str| doc.sides.iter().any(|s| s.nations.iter().any(|n| n == id));
    let nation = doc.nations.iter().find(|n| !taken(&n.id));
    let (name, nations) = match nation {
        Some(n) => (n.name.clone(), vec![n.id.clone()]),
        None => (format!("Side {}", doc.sides.len() + 1), Vec::new()),
    };
    let mut id = pieces::slug(&name);
    while doc.side(&id).is_some() {
        id.push('x');
    }
    let props = schema.side_fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
    Side { id, name, nations, props }
}

pub fn nations_section(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, requests: &mut PanelRequests) {
    if !schema.own_nations {
        look::muted_label(ui, say::ONLY_NATIONS);
    }
    for (i, old) in doc.nations.iter().enumerate() {
        let mut n = old.clone();
        ui.push_id(("nation", i), |ui| {
            let gone = entry_unless(ui, &old.name, nation_uses(doc, old), |ui| {
                look::muted_label(ui, old.id.clone());
                if let Some(t) = fields::text_line(ui, "Name", "", &n.name) {
                    n.name = t;
                }
                if let Some(t) = fields::text_line(ui, "Adjective", "", &n.adjective) {
                    n.adjective = t;
                }
                if let Some(t) = army_picker(ui, &n.army) {
                    n.army = t;
                }
            });
            if gone {
                requests.edit(Edit::Nations(ListEdit::Remove(i)));
            } else if n != *old {
                requests.edit(Edit::Nations(ListEdit::Set(i, n)));
            }
        });
    }
    add_nation(ui, doc, schema, requests);
}

fn nation_uses(doc: &ScenarioDoc, n: &Nation) -> Option<String> {
    let own = |id: &String| *id == n.id;
    say::in_use(&[
        (doc.pieces.iter().filter(|p| own(&p.nation)).count(), "piece", "pieces"),
        (doc.sides.iter().filter(|s| s.nations.iter().any(own)).count(), "side", "sides"),
    ])
}

/// The palette's armies with their flags.
fn army_picker(ui: &mut Ui, army: &str) -> Option<String> {
    let mut picked = None;
    let now = board::palette::army(army);
    fields::field_row(ui, "Colours", say::COLOURS, |ui| {
        look::army_flag(ui, army, say::COLOURS);
        let shown = if now.name.is_empty() || army.is_empty() { crate::words::NONE } else { army };
        let combo = egui::ComboBox::from_id_salt((ui.scope_id(), "colours"))
            .selected_text(engine::capitalised(shown))
            .width(ui.available_width().max(60.0));
        combo
            .show_ui(ui, |ui| {
                for a in &board::palette::ARMIES {
                    ui.horizontal(|ui| {
                        look::army_flag(ui, a.name, &format!("Colours {}", a.name));
                        let on = a.name == army;
                        if ui.selectable_label(on, engine::capitalised(a.name)).clicked() && !on {
                            picked = Some(a.name.to_owned());
                        }
                    });
                }
            })
            .response
    });
    picked
}

fn add_nation(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, requests: &mut PanelRequests) {
    let missing: Vec<_> = schema.nations.iter().filter(|k| doc.nation(&k.id).is_none()).collect();
    if missing.is_empty() && !schema.own_nations {
        look::muted_label(ui, say::NO_MORE_NATIONS);
        return;
    }
    let add = |n: Nation, requests: &mut PanelRequests| requests.edit(Edit::Nations(ListEdit::Add(n)));
    ui.menu_button("Add nation", |ui| {
        egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            if schema.own_nations && ui.button(say::OWN_NATION).on_hover_text(say::OWN_NATION_HELP).clicked()
            {
                add(own_nation(doc, schema), requests);
            }
            for k in missing {
                ui.horizontal(|ui| {
                    look::army_flag(ui, &k.army, &format!("Colours of {}", k.name));
                    if ui.button(&k.name).clicked() {
                        add(of_kind(k), requests);
                    }
                });
            }
        });
    });
}

/// Nations that may join a side: those of the rules, and the scenario's own that fight for nobody. Returns the one selected.
pub fn side_nation_menu(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, side: &str) -> Option<Nation> {
    doc.side(side)?;
    let taken = |id: &str| doc.side_of_nation(id).is_some();
    let own = doc.nations.iter().filter(|n| !taken(&n.id)).cloned();
    let known = schema.nations.iter().filter(|k| doc.nation(&k.id).is_none()).map(of_kind);
    let list: Vec<Nation> = own.chain(known).collect();
    let mut picked = None;
    let menu = ui.menu_button(say::ADD_NATION, |ui| {
        egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            for n in &list {
                ui.horizontal(|ui| {
                    look::army_flag(ui, &n.army, &format!("Colours of {}", n.name));
                    if ui.button(&n.name).clicked() {
                        picked = Some(n.clone());
                        ui.close();
                    }
                });
            }
            if schema.own_nations && ui.button(say::OWN_NATION).on_hover_text(say::OWN_NATION_HELP).clicked()
            {
                picked = Some(own_nation(doc, schema));
                ui.close();
            }
        });
    });
    menu.response.on_hover_text(say::ADD_NATION_HELP);
    picked
}

/// A nation joins a side, as one step.
pub fn join_side(doc: &ScenarioDoc, nation: &Nation, side: &str) -> Option<Edit> {
    let i = doc.sides.iter().position(|s| s.id == side)?;
    let mut joined = doc.sides[i].clone();
    joined.nations.push(nation.id.clone());
    let mut edits = Vec::new();
    if doc.nation(&nation.id).is_none() {
        edits.push(Edit::Nations(ListEdit::Add(nation.clone())));
    }
    edits.push(Edit::Sides(ListEdit::Set(i, joined)));
    Some(Edit::Together { name: say::nation_joins(&nation.name), edits })
}

fn of_kind(k: &NationKind) -> Nation {
    Nation { id: k.id.clone(), name: k.name.clone(), adjective: k.adjective.clone(), army: k.army.clone() }
}

/// A nation with an id and colours that are still free.
fn own_nation(doc: &ScenarioDoc, schema: &Schema) -> Nation {
    let taken = |id: &str| doc.nation(id).is_some() || schema.nations.iter().any(|k| k.id == id);
    let n = (1u32..).find(|n| !taken(&format!("nation-{n}"))).unwrap_or(1);
    let worn = |army: &str| doc.nations.iter().any(|n| n.army == army);
    let free = board::palette::ARMIES.iter().find(|a| !worn(a.name)).or(board::palette::ARMIES.first());
    let name = format!("{} {n}", say::NEW_NATION);
    Nation {
        id: format!("nation-{n}"),
        adjective: name.clone(),
        name,
        army: free.map(|a| a.name.to_owned()).unwrap_or_default(),
    }
}
