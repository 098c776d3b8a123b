//! The dock's Victory page: conditions, and everything else that decides the winner.

use super::fields::{self, Scope};
use super::scenario::{add_special, entry_frame, put_property, special_rules};
use super::tab::{PanelRequests, Tab};
use super::{forces, look, swatch};
use crate::core::counters;
use crate::core::edit::{ListEdit, PieceChange};
use crate::core::{Edit, pieces};
use crate::words;
use crate::words::forces as say;
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{Field, FieldKind, Piece, Schema, Value, Victory};

pub fn victory_page(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    victory_conditions(ui, tab, requests);
    let schema = tab.schema();
    let counts = |rule: &str| !rule.is_empty() && schema.victory_rules.iter().any(|r| r == rule);
    let special = |id: &str| schema.specials.iter().any(|k| k.id == id && counts(&k.rule));
    if schema.specials.iter().any(|k| counts(&k.rule)) {
        ui.add_space(8.0);
        look::section_caption(ui, say::VICTORY_RULES);
        special_rules(ui, tab, special, requests);
        ui.push_id("victory rules", |ui| add_special(ui, &schema, special, requests));
    }
    let of_sides: Vec<Field> = schema.side_fields.iter().filter(|f| counts(&f.rule)).cloned().collect();
    side_fields(ui, tab, &schema, &of_sides, requests);
    piece_values(ui, tab, &schema, &counts, requests);
}

/// The fields of each side that count for victory.
fn side_fields(ui: &mut Ui, tab: &Tab, schema: &Schema, list: &[Field], requests: &mut PanelRequests) {
    if list.is_empty() {
        return;
    }
    let doc = tab.doc();
    ui.add_space(8.0);
    look::section_caption(ui, "Sides");
    for (i, old) in doc.sides.iter().enumerate() {
        ui.push_id(("victory side", i), |ui| {
            ui.strong(if old.name.is_empty() { &old.id } else { &old.name });
            let mut side = old.clone();
            let change =
                fields::property_fields(ui, Scope { doc, schema }, list, |id| old.props.get(id).cloned());
            put_property(&mut side.props, change);
            if side != *old {
                requests.edit(Edit::Sides(ListEdit::Set(i, side)));
            }
        });
    }
}

/// Pieces that are worth points, with their values.
fn piece_values(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    counts: &dyn Fn(&str) -> bool,
    requests: &mut PanelRequests,
) {
    let field = |p: &Piece| {
        let int = |f: &&Field| counts(&f.rule) && matches!(f.kind, FieldKind::Int { .. });
        schema.unit(&p.kind)?.fields.iter().find(int)
    };
    let doc = tab.doc();
    let list: Vec<(&Piece, &Field)> = doc.pieces.iter().filter_map(|p| Some((p, field(p)?))).collect();
    if list.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let total: i64 = list.iter().filter_map(|(p, f)| pieces::field_value(p, f).as_int()).sum();
    look::section_caption(ui, &say::worth_text(list.len(), total));
    for (p, f) in list {
        ui.push_id(&p.id, |ui| worth_row(ui, tab, schema, (p, f), requests));
    }
}

fn worth_row(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    (p, f): (&Piece, &Field),
    requests: &mut PanelRequests,
) {
    let doc = tab.doc();
    let FieldKind::Int { min, max } = f.kind else { return };
    ui.horizontal(|ui| {
        let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width() - 64.0, 24.0), Sense::click());
        let name = pieces::piece_title(p, schema);
        let at = forces::where_is(doc, schema, p);
        let said = format!("{name}, {at}");
        let on = tab.tools.selection.contains(&p.id);
        r.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, said.clone()));
        if ui.is_rect_visible(rect) {
            let t = look::theme(ui);
            if on || r.hovered() || r.has_focus() {
                ui.painter().rect_filled(rect, 4.0, look::colour(if on { t.accent_weak } else { t.sunk }));
            }
            let square = Rect::from_min_size(rect.min + vec2(2.0, 1.0), vec2(22.0, 22.0));
            let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
            swatch::paint_counter(ui, square, &counters::counter_view(doc, schema, p, CounterId(0), place));
            let font = egui::FontId::proportional(12.5);
            let galley = look::truncated_text(ui, &said, font, look::colour(t.text), rect.width() - 34.0);
            let corner = pos2(square.right() + 8.0, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(corner, galley, look::colour(t.text));
        }
        if r.clicked() {
            requests.select = Some(vec![p.id.clone()]);
            requests.jump = forces::first_hex(doc, p);
        }
        let mut n = pieces::field_value(p, f).as_int().unwrap_or(min);
        let drag = ui.add(egui::DragValue::new(&mut n).range(min..=max).speed(0.1)).labelled_by(r.id);
        if look::hover_help(drag, &format!("{} [{}]", f.name, f.rule)).changed() {
            let change = PieceChange::Prop(f.id.clone(), Some(Value::Int(n)));
            requests.edit(Edit::ChangePieces { ids: vec![p.id.clone()], change });
        }
        look::hover_help(r, &said);
    });
}

fn victory_conditions(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    let scope = Scope { doc, schema: &schema };
    if schema.victory_help.is_empty() && schema.victory.is_empty() {
        look::muted_label(ui, words::VICTORY_BY_RULES);
    } else if !schema.victory_help.is_empty() {
        look::muted_label(ui, &schema.victory_help);
        ui.add_space(4.0);
    }
    if doc.victory.is_empty() && !schema.victory.is_empty() {
        look::muted_label(ui, words::NO_VICTORY);
    }
    for (i, old) in doc.victory.iter().enumerate() {
        let kind = schema.victory.iter().find(|k| k.id == old.kind);
        let (name, help, rule) =
            kind.map_or((old.kind.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
        let mut v = old.clone();
        ui.push_id(("victory", i), |ui| {
            let gone = entry_frame(ui, name, help, rule, |ui| {
                look::muted_label(ui, help);
                let mut items = vec![(String::new(), String::new())];
                items.extend(fields::side_choices(doc));
                if let Some(side) = fields::choice_field(ui, "Side", "", &v.side, &items) {
                    v.side = side;
                }
                let list = kind.map_or(&[][..], |k| &k.fields);
                let change = fields::property_fields(ui, scope, list, |id| old.props.get(id).cloned());
                put_property(&mut v.props, change);
            });
            if gone {
                requests.edit(Edit::Victory(ListEdit::Remove(i)));
            } else if v != *old {
                requests.edit(Edit::Victory(ListEdit::Set(i, v)));
            }
        });
    }
    if !schema.victory.is_empty() {
        ui.menu_button("Add victory condition", |ui| {
            for k in &schema.victory {
                if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                    let props = k.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
                    // The first side that has none of this kind yet.
                    let has = |id: &str| doc.victory.iter().any(|v| v.kind == k.id && v.side == id);
                    let free = doc.sides.iter().find(|s| !has(&s.id)).or(doc.sides.first());
                    let side = free.map(|s| s.id.clone()).unwrap_or_default();
                    requests.edit(Edit::Victory(ListEdit::Add(Victory { kind: k.id.clone(), side, props })));
                }
            }
        });
    }
}
