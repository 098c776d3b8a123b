//! The dock's pages for the scenario itself: texts, turns, sides and nations; options and special
//! rules; victory; schedule and set-up. All of it generic over the schema.

use super::fields::{self, Scope};
use super::tab::{Tab, Wishes};
use super::{control, look, timeline, trace};
use crate::core::edit::{ListEdit, MOST_TURNS, TextField, text};
use crate::core::{Edit, pieces};
use crate::words;
use egui::{CollapsingHeader, Ui};
use engine::scenario::{
    Nation, Props, ProvenanceKind, ScenarioDoc, ScheduleEntry, Schema, SetupEntry, Side, Special, Value,
    Victory, When,
};

/// Title, date, turns, sides, nations, texts.
pub fn general(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let doc = &tab.document.doc().clone();
    let schema = tab.schema();
    use TextField as T;
    for f in [T::Title, T::Subtitle, T::Date, T::DateKey] {
        let help = if f == T::DateKey { words::DATE_KEY } else { "" };
        if let Some(t) = fields::line(ui, words::field_name(f), help, text(doc, f)) {
            wishes.edit(Edit::Text(f, t));
        }
    }
    if let Some(n) = fields::number(ui, "Turns", "", doc.turns.count.into(), (0, MOST_TURNS.into())) {
        wishes.edit(Edit::Turns(n.clamp(0, MOST_TURNS.into()) as u32));
    }
    let scale =
        fields::number(ui, "Metres a hex", "0 if it does not matter", doc.map.scale_m.into(), (0, 100_000));
    if let Some(n) = scale {
        wishes.edit(Edit::Scale(n.clamp(0, 100_000) as u32));
    }
    let scope = Scope { doc, schema: &schema };
    let known = &schema.scenario_fields;
    if let Some((id, v)) = fields::props(ui, scope, known, |id| doc.props.get(id).cloned()) {
        wishes.edit(Edit::Prop { id, value: Some(v) });
    }
    // What the rule system does not know is edited as written.
    for (id, value) in doc.props.iter().filter(|(id, _)| known.iter().all(|f| f.id != **id)) {
        if let Some(t) = fields::line(ui, id, words::SCENARIO_PROP, &value.to_string()) {
            wishes.edit(Edit::Prop { id: id.clone(), value: Some(Value::from_words(&t)) });
        }
    }
    ui.add_space(8.0);
    CollapsingHeader::new("Sides").default_open(true).show(ui, |ui| sides(ui, doc, &schema, wishes));
    CollapsingHeader::new("Nations").default_open(false).show(ui, |ui| nations(ui, doc, &schema, wishes));
    trace::section(ui, tab, wishes);
    CollapsingHeader::new("Seats").default_open(false).show(ui, |ui| control::seats(ui, doc, wishes));
    CollapsingHeader::new("Texts").default_open(false).show(ui, |ui| texts(ui, doc, wishes));
}

fn texts(ui: &mut Ui, doc: &ScenarioDoc, wishes: &mut Wishes) {
    use TextField as T;
    for f in [T::Summary, T::History, T::Notes, T::Credits] {
        if let Some(t) = fields::paragraph(ui, words::field_name(f), text(doc, f)) {
            wishes.edit(Edit::Text(f, t));
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
    if let Some(new) = fields::choice(ui, "Provenance", "Where the figures come from", now, &items)
        && let Some(k) = kinds.iter().find(|k| k.1 == new)
    {
        wishes.edit(Edit::Provenance(k.0));
    }
    for f in [T::ProvenanceNote, T::Id] {
        if let Some(t) = fields::line(ui, words::field_name(f), "", text(doc, f)) {
            wishes.edit(Edit::Text(f, t));
        }
    }
}

/// A frame round one entry of a list, with its delete button; says whether it was pressed.
pub fn entry(ui: &mut Ui, name: &str, help: &str, rule: &str, add: impl FnOnce(&mut Ui)) -> bool {
    let mut gone = false;
    let t = look::theme(ui);
    egui::Frame::new().fill(look::c(t.card)).corner_radius(7).inner_margin(10).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let head = ui.strong(name);
            if !help.is_empty() {
                look::help(head, help);
            }
            look::rule(ui, rule);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                gone = fields::icon_cross(ui, &format!("Delete {name}")).clicked();
            });
        });
        add(ui);
    });
    ui.add_space(4.0);
    gone
}

/// Replaces a value by one that was edited.
fn put(props: &mut Props, change: Option<(String, Value)>) {
    if let Some((id, v)) = change {
        props.insert(id, v);
    }
}

fn sides(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, wishes: &mut Wishes) {
    let scope = Scope { doc, schema };
    for (i, old) in doc.sides.iter().enumerate() {
        let mut s = old.clone();
        let name = if s.name.is_empty() { s.id.clone() } else { s.name.clone() };
        ui.push_id(("side", i), |ui| {
            let gone = entry(ui, &name, "", "", |ui| {
                if let Some(t) = fields::line(ui, "Name", "", &s.name) {
                    s.name = t;
                }
                ui.horizontal_wrapped(|ui| {
                    for n in &doc.nations {
                        let mut on = s.nations.contains(&n.id);
                        if ui.checkbox(&mut on, &n.name).changed() {
                            s.nations.retain(|x| *x != n.id);
                            if on {
                                s.nations.push(n.id.clone());
                            }
                        }
                    }
                });
                let change = fields::props(ui, scope, &schema.side_fields, |id| old.props.get(id).cloned());
                put(&mut s.props, change);
            });
            if gone {
                wishes.edit(Edit::Sides(ListEdit::Remove(i)));
            } else if s != *old {
                wishes.edit(Edit::Sides(ListEdit::Set(i, s)));
            }
        });
    }
    if ui.button("Add side").clicked() {
        wishes.edit(Edit::Sides(ListEdit::Add(new_side(doc, schema))));
    }
}

/// A side that is not there yet, for the first nation nobody fights for.
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

fn nations(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, wishes: &mut Wishes) {
    for (i, old) in doc.nations.iter().enumerate() {
        let mut n = old.clone();
        ui.push_id(("nation", i), |ui| {
            let gone = entry(ui, &old.name, "", "", |ui| {
                ui.horizontal(|ui| {
                    look::flag(ui, &old.army, &format!("Colours of {}", old.name));
                    look::muted(ui, old.id.clone());
                });
                if let Some(t) = fields::line(ui, "Name", "", &n.name) {
                    n.name = t;
                }
                if let Some(t) = fields::line(ui, "Adjective", "", &n.adjective) {
                    n.adjective = t;
                }
                if let Some(t) = fields::line(ui, "Colours", "The palette's name of the army", &n.army) {
                    n.army = t;
                }
            });
            if gone {
                wishes.edit(Edit::Nations(ListEdit::Remove(i)));
            } else if n != *old {
                wishes.edit(Edit::Nations(ListEdit::Set(i, n)));
            }
        });
    }
    let missing: Vec<_> = schema.nations.iter().filter(|k| doc.nation(&k.id).is_none()).collect();
    if !missing.is_empty() {
        ui.menu_button("Add nation", |ui| {
            for k in missing {
                if ui.button(&k.name).clicked() {
                    let n = Nation {
                        id: k.id.clone(),
                        name: k.name.clone(),
                        adjective: k.adjective.clone(),
                        army: k.army.clone(),
                    };
                    wishes.edit(Edit::Nations(ListEdit::Add(n)));
                }
            }
        });
    }
}

/// Options of the rule system and special rules of the scenario.
pub fn rules(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    let scope = Scope { doc, schema: &schema };
    look::caption(ui, "Special rules");
    for (i, old) in doc.specials.iter().enumerate() {
        let kind = schema.specials.iter().find(|k| k.id == old.rule);
        let (name, help, rule) =
            kind.map_or((old.rule.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
        let mut props = old.props.clone();
        ui.push_id(("special", i), |ui| {
            let gone = entry(ui, name, help, rule, |ui| {
                look::muted(ui, help);
                let list = kind.map_or(&[][..], |k| &k.fields);
                let change = fields::props(ui, scope, list, |id| old.props.get(id).cloned());
                put(&mut props, change);
            });
            if gone {
                wishes.edit(Edit::Specials(ListEdit::Remove(i)));
            } else if props != old.props {
                wishes.edit(Edit::Specials(ListEdit::Set(i, Special { rule: old.rule.clone(), props })));
            }
        });
    }
    if !schema.specials.is_empty() {
        ui.menu_button("Add special rule", |ui| {
            for k in &schema.specials {
                if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                    let props = k.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
                    wishes.edit(Edit::Specials(ListEdit::Add(Special { rule: k.id.clone(), props })));
                }
            }
        });
    }
    ui.add_space(12.0);
    control::pools(ui, doc, wishes);
    ui.add_space(12.0);
    look::caption(ui, "Options");
    look::muted(ui, words::OPTIONS);
    for o in &schema.options {
        let set = doc.options.get(&o.id);
        ui.push_id(("option", &o.id), |ui| {
            let help = format!("{} [{}]", o.help, o.rule);
            let now = set.unwrap_or(&o.default);
            if let Some(v) = fields::value(ui, scope, &o.name, &help, &o.kind, now) {
                wishes.edit(Edit::Option { id: o.id.clone(), value: Some(v) });
            }
            if set.is_some() && ui.small_button("Back to the rulebook").on_hover_text(&o.name).clicked() {
                wishes.edit(Edit::Option { id: o.id.clone(), value: None });
            }
        });
    }
}

pub fn victory(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    let scope = Scope { doc, schema: &schema };
    if doc.victory.is_empty() {
        let by_rules = schema.victory.is_empty();
        look::muted(ui, if by_rules { words::VICTORY_BY_RULES } else { words::NO_VICTORY });
    }
    for (i, old) in doc.victory.iter().enumerate() {
        let kind = schema.victory.iter().find(|k| k.id == old.kind);
        let (name, help, rule) =
            kind.map_or((old.kind.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
        let mut v = old.clone();
        ui.push_id(("victory", i), |ui| {
            let gone = entry(ui, name, help, rule, |ui| {
                look::muted(ui, help);
                let mut items = vec![(String::new(), String::new())];
                items.extend(fields::sides(doc));
                if let Some(side) = fields::choice(ui, "Side", "", &v.side, &items) {
                    v.side = side;
                }
                let list = kind.map_or(&[][..], |k| &k.fields);
                let change = fields::props(ui, scope, list, |id| old.props.get(id).cloned());
                put(&mut v.props, change);
            });
            if gone {
                wishes.edit(Edit::Victory(ListEdit::Remove(i)));
            } else if v != *old {
                wishes.edit(Edit::Victory(ListEdit::Set(i, v)));
            }
        });
    }
    if !schema.victory.is_empty() {
        ui.menu_button("Add victory condition", |ui| {
            for k in &schema.victory {
                if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                    let props = k.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
                    let side = doc.sides.first().map(|s| s.id.clone()).unwrap_or_default();
                    wishes.edit(Edit::Victory(ListEdit::Add(Victory { kind: k.id.clone(), side, props })));
                }
            }
        });
    }
}

/// The turn track, reinforcements and the like, and pieces left to the players to set up.
pub fn schedule(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    look::caption(ui, "Turn track");
    timeline::track(ui, tab, wishes);
    timeline::turn_fields(ui, tab, wishes);
    timeline::date_fields(ui, tab, wishes);
    ui.add_space(8.0);
    look::caption(ui, "Schedule");
    let schema = tab.schema();
    if tab.doc().schedule.is_empty() {
        look::muted(
            ui,
            if schema.schedule.is_empty() { words::NO_SCHEDULE_KINDS } else { words::NO_SCHEDULE },
        );
    } else {
        timeline::table(ui, tab);
    }
    ui.add_space(6.0);
    if let Some(i) = tab.time.entry {
        schedule_entry(ui, tab, i, wishes);
    }
    if !schema.schedule.is_empty() {
        ui.menu_button("Add to schedule", |ui| {
            let doc = tab.doc();
            for k in &schema.schedule {
                if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                    let first =
                        tab.tools.selection.first().and_then(|id| doc.piece(id)).map(|p| p.side.clone());
                    let side = first.or_else(|| doc.sides.first().map(|s| s.id.clone())).unwrap_or_default();
                    let of_side = |id: &&String| doc.piece(id).is_some_and(|p| p.side == side);
                    let entry = ScheduleEntry {
                        kind: k.id.clone(),
                        pieces: tab.tools.selection.iter().filter(of_side).cloned().collect(),
                        when: When::Turn(tab.time.turn.unwrap_or(1)),
                        area: doc.map.regions.first().map(|r| r.id.clone()).unwrap_or_default(),
                        props: k.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect(),
                        side: side.clone(),
                        ..ScheduleEntry::default()
                    };
                    wishes.entry = Some(doc.schedule.len());
                    wishes.edit(Edit::Schedule(ListEdit::Add(entry)));
                }
            }
        });
    }
    ui.add_space(12.0);
    look::caption(ui, "Set-up by the players");
    setup(ui, tab, wishes);
}

/// One entry in full.
fn schedule_entry(ui: &mut Ui, tab: &Tab, i: usize, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    let Some(old) = doc.schedule.get(i) else { return };
    let kind = schema.schedule.iter().find(|k| k.id == old.kind);
    let (name, help, rule) =
        kind.map_or((old.kind.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
    let mut e = old.clone();
    ui.push_id(("schedule", i), |ui| {
        let gone = entry(ui, name, help, rule, |ui| {
            look::muted(ui, help);
            schedule_fields(ui, Scope { doc, schema: &schema }, &mut e);
            members(ui, tab, &old.side, &mut e.pieces);
        });
        if gone {
            wishes.edit(Edit::Schedule(ListEdit::Remove(i)));
        } else if e != *old {
            wishes.edit(Edit::Schedule(ListEdit::Set(i, e)));
        }
    });
}

fn schedule_fields(ui: &mut Ui, scope: Scope<'_>, e: &mut ScheduleEntry) {
    if let Some(t) = fields::line(ui, "Name", "", &e.name) {
        e.name = t;
    }
    if let Some(side) = fields::choice(ui, "Side", "", &e.side, &fields::sides(scope.doc)) {
        e.side = side;
    }
    let kinds = [
        ("turn", "On a turn"),
        ("die", "By a die, from a turn on"),
        ("event", "By an event"),
        ("condition", "On a condition"),
    ];
    let items: Vec<(String, String)> = kinds.iter().map(|k| (k.0.to_owned(), k.1.to_owned())).collect();
    let now = match &e.when {
        When::Turn(_) => "turn",
        When::Die { .. } => "die",
        When::Event(_) => "event",
        When::Condition { .. } => "condition",
    };
    if let Some(new) = fields::choice(ui, "When", "", now, &items) {
        e.when = match new.as_str() {
            "die" => When::Die { from: 1, props: Props::new() },
            "event" => When::Event(String::new()),
            "condition" => When::Condition { kind: String::new(), props: Props::new() },
            _ => When::Turn(1),
        };
    }
    let most = i64::from(scope.doc.turns.count.max(1));
    match &mut e.when {
        When::Turn(n) | When::Die { from: n, .. } => {
            if let Some(v) = fields::number(ui, "Turn", "", i64::from(*n), (1, most)) {
                *n = v.clamp(0, MOST_TURNS.into()) as u32;
            }
        }
        When::Event(t) => {
            if let Some(v) = fields::line(ui, "Event", "", t) {
                *t = v;
            }
        }
        When::Condition { kind, .. } => {
            if let Some(v) = fields::line(ui, "Condition", "As the rules know it", kind) {
                *kind = v;
            }
        }
    }
    let mut areas = vec![(String::new(), String::new())];
    areas.extend(fields::regions(scope.doc));
    if let Some(area) = fields::choice(ui, "Area", "", &e.area, &areas) {
        e.area = area;
    }
    let kind = scope.schema.schedule.iter().find(|k| k.id == e.kind);
    let props = e.props.clone();
    let change = fields::props(ui, scope, kind.map_or(&[][..], |k| &k.fields), |id| props.get(id).cloned());
    put(&mut e.props, change);
}

/// Pieces of an entry: listed, taken out one by one, or replaced by the selection.
fn members(ui: &mut Ui, tab: &Tab, side: &str, list: &mut Vec<String>) {
    let doc = tab.doc();
    let schema = tab.schema();
    let mut gone = None;
    ui.horizontal_wrapped(|ui| {
        for (i, id) in list.iter().enumerate() {
            let name = doc.piece(id).map_or_else(|| id.clone(), |p| fields::piece_name(p, &schema));
            ui.label(&name);
            if fields::icon_cross(ui, &format!("Take {name} out")).clicked() {
                gone = Some(i);
            }
        }
    });
    if let Some(i) = gone {
        list.remove(i);
    }
    let chosen: Vec<&String> = tab
        .tools
        .selection
        .iter()
        .filter(|id| !list.contains(id) && doc.piece(id).is_some_and(|p| side.is_empty() || p.side == side))
        .collect();
    let text = format!("Add selected ({})", chosen.len());
    if ui.add_enabled(!chosen.is_empty(), egui::Button::new(text)).clicked() {
        list.extend(chosen.into_iter().cloned());
    }
}

fn setup(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    if doc.setup.is_empty() {
        look::muted(ui, words::NO_SETUP);
    }
    for (i, old) in doc.setup.iter().enumerate() {
        let mut e = old.clone();
        ui.push_id(("setup", i), |ui| {
            let gone = entry(ui, &format!("Set-up {}", i + 1), "", "", |ui| {
                if let Some(side) = fields::choice(ui, "Side", "", &e.side, &fields::sides(doc)) {
                    e.side = side;
                }
                let mut areas = vec![(String::new(), String::new())];
                areas.extend(fields::regions(doc));
                if let Some(area) = fields::choice(ui, "Area", "", &e.area, &areas) {
                    e.area = area;
                }
                if let Some(n) = fields::number(ui, "Order", words::SETUP_ORDER, e.order.into(), (0, 99)) {
                    e.order = n.clamp(-999, 999) as i32;
                }
                ui.checkbox(&mut e.secret, "In secret");
                members(ui, tab, &old.side, &mut e.pieces);
            });
            if gone {
                wishes.edit(Edit::Setup(ListEdit::Remove(i)));
            } else if e != *old {
                wishes.edit(Edit::Setup(ListEdit::Set(i, e)));
            }
        });
    }
    if ui.button("Add set-up entry").on_hover_text(words::ADD_SETUP).clicked() {
        let entry = SetupEntry {
            side: doc.sides.first().map(|s| s.id.clone()).unwrap_or_default(),
            pieces: tab.tools.selection.clone(),
            area: doc.map.regions.first().map(|r| r.id.clone()).unwrap_or_default(),
            order: doc.setup.len() as i32 + 1,
            secret: false,
        };
        wishes.edit(Edit::Setup(ListEdit::Add(entry)));
    }
}
