//! The dock's pages for the scenario itself: texts, turns, sides and nations; options and special
//! rules. All of it generic over the schema.

use super::fields::{self, Scope};
use super::tab::{PanelRequests, Tab};
use super::{look, nations, seats_and_pools, trace};
use crate::core::Edit;
use crate::core::edit::{ListEdit, MOST_TURNS, TextField, text_field};
use crate::words;
use egui::{CollapsingHeader, Ui};
use engine::scenario::{FieldKind, Props, ProvenanceKind, ScenarioDoc, Schema, Special, Value};

/// Title, date, turns, sides, nations, texts.
pub fn scenario_page(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let doc = &tab.document.doc().clone();
    let schema = tab.schema();
    use TextField as T;
    for f in [T::Title, T::Subtitle, T::Date, T::DateKey] {
        let help = if f == T::DateKey { words::DATE_KEY } else { "" };
        if let Some(t) = fields::text_line(ui, words::field_name(f), help, text_field(doc, f)) {
            requests.edit(Edit::Text(f, t));
        }
    }
    if let Some(n) = fields::number_field(ui, "Turns", "", doc.turns.count.into(), (0, MOST_TURNS.into())) {
        requests.edit(Edit::Turns(n.clamp(0, MOST_TURNS.into()) as u32));
    }
    let scale = fields::number_field(
        ui,
        "Hex size (m)",
        "0 if it does not matter",
        doc.map.scale_m.into(),
        (0, 100_000),
    );
    if let Some(n) = scale {
        requests.edit(Edit::Scale(n.clamp(0, 100_000) as u32));
    }
    let scope = Scope { doc, schema: &schema };
    let known = &schema.scenario_fields;
    if let Some((id, v)) = fields::property_fields(ui, scope, known, |id| doc.props.get(id).cloned()) {
        requests.edit(Edit::Prop { id, value: Some(v) });
    }
    // Values unknown to the rule system are edited as text.
    for (id, value) in doc.props.iter().filter(|(id, _)| known.iter().all(|f| f.id != **id)) {
        if let Some(t) = fields::text_line(ui, id, words::SCENARIO_PROP, &value.to_string()) {
            requests.edit(Edit::Prop { id: id.clone(), value: Some(Value::from_words(&t)) });
        }
    }
    ui.add_space(8.0);
    CollapsingHeader::new("Sides")
        .default_open(true)
        .show(ui, |ui| nations::sides_section(ui, doc, &schema, requests));
    CollapsingHeader::new("Nations")
        .default_open(false)
        .show(ui, |ui| nations::nations_section(ui, doc, &schema, requests));
    trace::underlay_section(ui, tab, requests);
    CollapsingHeader::new("Seats")
        .default_open(false)
        .show(ui, |ui| seats_and_pools::seats_section(ui, doc, requests));
    CollapsingHeader::new("Texts").default_open(false).show(ui, |ui| text_fields(ui, doc, requests));
}

fn text_fields(ui: &mut Ui, doc: &ScenarioDoc, requests: &mut PanelRequests) {
    use TextField as T;
    look::muted_label(ui, words::forces::TEXTS);
    for f in [T::Summary, T::History, T::Notes, T::Credits] {
        if let Some(t) = fields::text_area(ui, words::field_name(f), text_field(doc, f)) {
            requests.edit(Edit::Text(f, t));
        }
    }
    let kinds = [
        (ProvenanceKind::Own, "Own"),
        (ProvenanceKind::Rulebook, "Rulebook"),
        (ProvenanceKind::Found, "Found"),
        (ProvenanceKind::Reconstructed, "Reconstructed"),
    ];
    let items: Vec<(String, String)> =
        kinds.iter().map(|(_, n)| ((*n).to_owned(), (*n).to_owned())).collect();
    let now = kinds.iter().find(|k| k.0 == doc.provenance.kind).map_or("", |k| k.1);
    if let Some(new) = fields::choice_field(ui, "Provenance", "Where the figures come from", now, &items)
        && let Some(k) = kinds.iter().find(|k| k.1 == new)
    {
        requests.edit(Edit::Provenance(k.0));
    }
    for f in [T::ProvenanceNote, T::Id] {
        if let Some(t) = fields::text_line(ui, words::field_name(f), "", text_field(doc, f)) {
            requests.edit(Edit::Text(f, t));
        }
    }
}

/// A frame around one entry of a list, with its delete button; returns whether it was pressed.
pub fn entry_frame(ui: &mut Ui, name: &str, help: &str, rule: &str, add: impl FnOnce(&mut Ui)) -> bool {
    framed_entry(ui, name, help, rule, None, add)
}

/// The same for what cannot be deleted while it is in use; `why` says by what.
pub fn entry_unless(ui: &mut Ui, name: &str, why: Option<String>, add: impl FnOnce(&mut Ui)) -> bool {
    framed_entry(ui, name, "", "", why, add)
}

fn framed_entry(
    ui: &mut Ui,
    name: &str,
    help: &str,
    rule: &str,
    why: Option<String>,
    add: impl FnOnce(&mut Ui),
) -> bool {
    let mut gone = false;
    let t = look::theme(ui);
    egui::Frame::new().fill(look::colour(t.card)).corner_radius(7).inner_margin(10).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let head = ui.strong(name);
            if !help.is_empty() {
                look::hover_help(head, help);
            }
            look::rule_chip(ui, rule);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let delete = format!("Delete {name}");
                match why {
                    None => gone = fields::icon_cross(ui, &delete).clicked(),
                    Some(why) => {
                        ui.add_enabled_ui(false, |ui| fields::icon_cross(ui, &delete))
                            .inner
                            .on_disabled_hover_text(why);
                    }
                }
            });
        });
        add(ui);
    });
    ui.add_space(4.0);
    gone
}

/// Replaces a value by one that was edited.
pub fn put_property(props: &mut Props, change: Option<(String, Value)>) {
    if let Some((id, v)) = change {
        props.insert(id, v);
    }
}

/// Special rules of the scenario that pass the filter, each with its parameters.
pub fn special_rules(ui: &mut Ui, tab: &Tab, which: impl Fn(&str) -> bool, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    let scope = Scope { doc, schema: &schema };
    for (i, old) in doc.specials.iter().enumerate().filter(|(_, s)| which(&s.rule)) {
        let kind = schema.specials.iter().find(|k| k.id == old.rule);
        let (name, help, rule) =
            kind.map_or((old.rule.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
        let mut props = old.props.clone();
        ui.push_id(("special", i), |ui| {
            let gone = entry_frame(ui, name, help, rule, |ui| {
                look::muted_label(ui, help);
                let list = kind.map_or(&[][..], |k| &k.fields);
                let change = fields::property_fields(ui, scope, list, |id| old.props.get(id).cloned());
                put_property(&mut props, change);
            });
            if gone {
                requests.edit(Edit::Specials(ListEdit::Remove(i)));
            } else if props != old.props {
                requests.edit(Edit::Specials(ListEdit::Set(i, Special { rule: old.rule.clone(), props })));
            }
        });
    }
}

/// The menu that adds one of them.
pub fn add_special(ui: &mut Ui, schema: &Schema, which: impl Fn(&str) -> bool, requests: &mut PanelRequests) {
    let kinds: Vec<_> = schema.specials.iter().filter(|k| which(&k.id)).collect();
    if kinds.is_empty() {
        return;
    }
    ui.menu_button("Add special rule", |ui| {
        for k in kinds {
            if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                let props = k.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
                requests.edit(Edit::Specials(ListEdit::Add(Special { rule: k.id.clone(), props })));
            }
        }
    });
}

/// Options of the rule system and special rules of the scenario.
pub fn rules_page(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    let scope = Scope { doc, schema: &schema };
    look::section_caption(ui, "Special rules");
    special_rules(ui, tab, |_| true, requests);
    add_special(ui, &schema, |_| true, requests);
    ui.add_space(12.0);
    look::section_caption(ui, "Options");
    look::muted_label(ui, if schema.options.is_empty() { words::forces::NO_OPTIONS } else { words::OPTIONS });
    for o in &schema.options {
        let set = doc.options.get(&o.id);
        ui.push_id(("option", &o.id), |ui| {
            let help = format!("{} [{}]", o.help, o.rule);
            let now = set.unwrap_or(&o.default);
            ui.spacing_mut().item_spacing.y = 1.0;
            let mut change = |ui: &mut Ui| {
                if let Some(v) = fields::value_field(ui, scope, &o.name, &help, &o.kind, now) {
                    requests.edit(Edit::Option { id: o.id.clone(), value: Some(v) });
                }
            };
            // A switch leaves room for its rule beside it.
            if o.kind == FieldKind::Bool {
                ui.horizontal_wrapped(|ui| {
                    change(ui);
                    look::rule_chip(ui, &o.rule);
                });
            } else {
                change(ui);
                look::rule_chip(ui, &o.rule);
            }
            look::muted_label(ui, &o.help);
            if set.is_some() && ui.small_button("Back to the rulebook").on_hover_text(&o.name).clicked() {
                requests.edit(Edit::Option { id: o.id.clone(), value: None });
            }
            ui.add_space(8.0);
        });
    }
    ui.add_space(12.0);
    seats_and_pools::pools_section(ui, doc, &schema, requests);
}
