//! The dock's Forces page: who is there, and the properties of what is selected.

use super::fields::{self, Scope};
use super::tab::{Tab, Wishes};
use super::{look, picture, roster, swatch};
use crate::core::edit::PieceChange;
use crate::core::{Edit, ToolKind, forces, pieces};
use crate::words;
use egui::{CollapsingHeader, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use engine::hex::{Facing, HexId};
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{FacingUse, Piece, Place, ScenarioDoc, Schema};

/// How the order of battle is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    #[default]
    Tree,
    Table,
    /// Pieces that do not start on the map, by where they wait.
    OffMap,
}

/// Pieces under way from the list to the map or to another formation.
pub struct Carried(pub Vec<String>);

pub fn show(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let hint = egui::TextEdit::singleline(&mut tab.filter).hint_text("Find a piece or hex");
    ui.horizontal(|ui| {
        let r = ui.add(hint.desired_width((ui.available_width() - 200.0).max(80.0)));
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a piece or hex"));
        ui.spacing_mut().item_spacing.x = 3.0;
        for (view, name, help) in [
            (View::Tree, "Tree", words::VIEW_TREE),
            (View::Table, "Table", words::VIEW_TABLE),
            (View::OffMap, "Off map", words::VIEW_OFF_MAP),
        ] {
            ui.selectable_value(&mut tab.forces_view, view, name).on_hover_text(help);
        }
    });
    ui.add_space(4.0);
    if ui.available_height() < LOW {
        // No room for two lists that scroll: one that holds it all.
        egui::ScrollArea::vertical().id_salt("forces whole").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            list(ui, tab, wishes, Some(180.0));
            ui.add_enabled_ui(tab.editable(), |ui| roster::buttons(ui, tab, wishes));
            ui.separator();
            properties(ui, tab, wishes);
        });
        return;
    }
    // With nothing selected there is little to say below.
    let share = if tab.tools.selection.is_empty() { 0.85 } else { 0.5 };
    let height = (ui.available_height() * share).max(120.0);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| list(ui, tab, wishes, None));
    ui.add_enabled_ui(tab.editable(), |ui| roster::buttons(ui, tab, wishes));
    ui.separator();
    egui::ScrollArea::vertical().id_salt("piece").auto_shrink([false, false]).show(ui, |ui| {
        properties(ui, tab, wishes);
    });
}

/// Below this height list and properties scroll together.
const LOW: f32 = 360.0;

/// The pieces in the view chosen, scrolling by themselves unless `flat` gives a table's height.
fn list(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes, flat: Option<f32>) {
    let view = tab.forces_view;
    let rows = |ui: &mut Ui, tab: &Tab, wishes: &mut Wishes| {
        if view == View::OffMap {
            roster::off_map(ui, tab, wishes);
        } else {
            heads(ui);
            tree(ui, tab, wishes);
        }
    };
    match (tab.doc().pieces.is_empty(), view, flat) {
        (true, ..) => {
            look::muted(ui, words::NO_PIECES);
        }
        (_, View::Table, Some(high)) => {
            ui.allocate_ui(vec2(ui.available_width(), high), |ui| {
                ui.set_max_height(high);
                roster::table(ui, tab, wishes);
            });
        }
        (_, View::Table, None) => roster::table(ui, tab, wishes),
        (_, _, Some(_)) => rows(ui, tab, wishes),
        (_, _, None) => {
            let area = egui::ScrollArea::vertical().id_salt("forces").auto_shrink([false, false]);
            area.show(ui, |ui| rows(ui, tab, wishes));
        }
    }
}

/// Where a piece is, in words.
pub fn where_is(doc: &ScenarioDoc, p: &Piece) -> String {
    match &p.place {
        Place::Off => words::OFF_MAP.to_owned(),
        Place::Hex(h) => doc.map.hex_label(*h),
        Place::Hexes(hs) => hs.first().map(|h| doc.map.hex_label(*h)).unwrap_or_default(),
        Place::Box { sheet, slot } => format!("{sheet}: {slot}"),
        Place::On { piece, .. } => format!("on {piece}"),
        Place::Unknown(text) => text.clone(),
    }
}

pub fn matches(doc: &ScenarioDoc, schema: &Schema, p: &Piece, filter: &str) -> bool {
    let line = format!("{} {} {} {}", fields::piece_name(p, schema), p.id, p.kind, where_is(doc, p));
    filter.split_whitespace().all(|w| line.to_lowercase().contains(&w.to_lowercase()))
}

pub fn values(schema: &Schema, p: &Piece) -> String {
    schema.unit(&p.kind).map(|k| picture::values(k, p).join("-")).unwrap_or_default()
}

pub fn first_hex(doc: &ScenarioDoc, p: &Piece) -> Option<HexId> {
    pieces::hexes_of(&p.place).first().and_then(|h| crate::core::hexes::on_sheet(&doc.map.grid, *h))
}

fn pick(ui: &Ui, tab: &Tab, p: &Piece, wishes: &mut Wishes) {
    let mut chosen = tab.tools.selection.clone();
    if ui.input(|i| i.modifiers.command || i.modifiers.shift) {
        if chosen.contains(&p.id) {
            chosen.retain(|s| *s != p.id);
        } else {
            chosen.push(p.id.clone());
        }
    } else {
        chosen = vec![p.id.clone()];
        wishes.jump = first_hex(tab.doc(), p);
    }
    wishes.select = Some(chosen);
    if !matches!(tab.tools.kind, ToolKind::Select | ToolKind::Formation) {
        wishes.tool = Some(ToolKind::Select);
    }
}

/// Sides, then formations, then pieces.
fn tree(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let doc = tab.doc();
    let schema = tab.schema();
    let mut groups: Vec<(String, String)> = fields::sides(doc);
    if doc.pieces.iter().any(|p| doc.side(&p.side).is_none()) {
        groups.push((String::new(), words::NO_SIDE.to_owned()));
    }
    for (id, name) in groups {
        let mine = |p: &&Piece| if id.is_empty() { doc.side(&p.side).is_none() } else { p.side == id };
        let list: Vec<&Piece> =
            doc.pieces.iter().filter(mine).filter(|p| matches(doc, &schema, p, &tab.filter)).collect();
        let total = words::totals(&forces::totals(&schema, list.iter().copied()));
        let n = words::count(list.len(), "piece", "pieces");
        let total = total.trim_start_matches(char::is_numeric).trim_start_matches(", ").to_owned();
        let head = RichText::new(format!("{name}  {n}")).strong();
        CollapsingHeader::new(head).id_salt(("side", &id)).default_open(true).show(ui, |ui| {
            ui.horizontal(|ui| {
                let all: Vec<String> = list.iter().map(|p| p.id.clone()).collect();
                let text = RichText::new("Select all").size(11.5).color(look::c(look::theme(ui).accent));
                let r = ui.add_enabled(!all.is_empty(), egui::Button::new(text).frame(false));
                if r.on_hover_text(format!("Select all of {name}")).clicked() {
                    wishes.select = Some(all);
                }
                let ink = look::c(look::theme(ui).muted);
                ui.add(egui::Label::new(RichText::new(&total).size(11.5).color(ink)).truncate());
                roster::drop_to_top(ui, tab, &id, wishes);
            });
            let known = |p: &Piece| list.iter().any(|o| o.id == p.parent && o.id != p.id);
            for p in list.iter().filter(|p| !known(p)) {
                branch(ui, tab, &schema, &list, p, 0, wishes);
            }
        });
    }
}

/// A piece and those that belong to it. `depth` also stops a ring of parents.
fn branch(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    list: &[&Piece],
    p: &Piece,
    depth: usize,
    wishes: &mut Wishes,
) {
    row(ui, tab, schema, p, depth, wishes);
    if depth < 6 {
        for child in list.iter().filter(|c| c.parent == p.id && c.id != p.id) {
            branch(ui, tab, schema, list, child, depth + 1, wishes);
        }
    }
}

pub fn row(ui: &mut Ui, tab: &Tab, schema: &Schema, p: &Piece, depth: usize, wishes: &mut Wishes) {
    let doc = tab.doc();
    let on = tab.tools.selection.contains(&p.id);
    let name = fields::piece_name(p, schema);
    let place = where_is(doc, p);
    let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click_and_drag());
    let said = format!("{name}, {place}");
    r.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, said.clone()));
    if r.clicked() {
        pick(ui, tab, p, wishes);
    }
    let over = tab.editable() && roster::carry(&r, tab, p, wishes);
    if !ui.is_rect_visible(rect) {
        return;
    }
    let t = look::theme(ui);
    if over {
        let stroke = egui::Stroke::new(2.0, look::c(t.accent));
        ui.painter().rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
    }
    if on || r.hovered() || r.has_focus() {
        let fill = if on { t.accent_weak } else { t.sunk };
        ui.painter().rect_filled(rect, 4.0, look::c(fill));
    }
    let left = rect.left() + 4.0 + depth as f32 * 14.0;
    let square = egui::Rect::from_min_size(egui::pos2(left, rect.top() + 3.0), vec2(22.0, 22.0));
    let place_of = CounterPlace::Hexes([HexId(0)].into_iter().collect());
    swatch::counter(ui, square, &picture::counter(doc, schema, p, CounterId(0), place_of));
    let painter = ui.painter_at(rect);
    let font = egui::FontId::proportional(12.5);
    let mid = rect.center().y;
    let text = |x: f32, align, s: &str, ink| {
        painter.text(egui::pos2(x, mid), align, s, font.clone(), look::c(ink));
    };
    text(rect.right() - 6.0, egui::Align2::RIGHT_CENTER, &place, t.accent);
    text(rect.right() - 74.0, egui::Align2::RIGHT_CENTER, &values(schema, p), t.text);
    let clip = egui::Rect::from_min_max(rect.min, egui::pos2(rect.right() - 110.0, rect.bottom()));
    let at = egui::pos2(square.right() + 8.0, mid);
    // The counter says the kind; room is short.
    let short = pieces::title(p, schema);
    let body = forces::body(doc, &p.id);
    let short = match body.len() {
        0 | 1 => short,
        _ => format!("{short}  {}", words::totals(&forces::totals(schema, body))),
    };
    ui.painter_at(clip).text(at, egui::Align2::LEFT_CENTER, short, font.clone(), look::c(t.text));
    r.on_hover_ui(|ui| {
        ui.label(explained(schema, p));
        look::muted(ui, words::DRAG_ROW);
    });
}

/// Kind and figures of a piece in words.
fn explained(schema: &Schema, p: &Piece) -> String {
    let Some(kind) = schema.unit(&p.kind) else { return p.kind.clone() };
    let figure = |f: &engine::scenario::Field| {
        let v = p.props.get(&f.id).unwrap_or(&f.default);
        v.as_int().map(|n| format!("{} {n}", f.name.to_lowercase()))
    };
    let figures: Vec<String> = kind.fields.iter().filter_map(figure).collect();
    if figures.is_empty() { kind.name.clone() } else { format!("{}: {}", kind.name, figures.join(", ")) }
}

/// What stands in the columns of the rows.
fn heads(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 14.0), Sense::hover());
    let (font, ink) = (egui::FontId::proportional(11.0), look::c(look::theme(ui).muted));
    for (x, text) in [(6.0, words::HEAD_HEX), (74.0, words::HEAD_VALUES)] {
        let at = egui::pos2(rect.right() - x, rect.center().y);
        ui.painter().text(at, egui::Align2::RIGHT_CENTER, text, font.clone(), ink);
    }
}

pub fn pick_from(ctx: &egui::Context, tab: &Tab, p: &Piece, wishes: &mut Wishes) {
    let add = ctx.input(|i| i.modifiers.command || i.modifiers.shift);
    let mut chosen = if add { tab.tools.selection.clone() } else { Vec::new() };
    if !chosen.contains(&p.id) {
        chosen.push(p.id.clone());
    }
    if !add {
        wishes.jump = first_hex(tab.doc(), p);
    }
    wishes.select = Some(chosen);
}

/// The properties of the selected pieces; a change is made to all of them.
fn properties(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let ids = tab.tools.selection.clone();
    let doc = tab.document.doc().clone();
    let schema = tab.schema();
    let Some(p) = ids.first().and_then(|id| doc.piece(id)) else {
        look::muted(ui, words::NOTHING_SELECTED);
        return;
    };
    let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
    ui.horizontal(|ui| {
        let (rect, r) = ui.allocate_exact_size(vec2(64.0, 64.0), Sense::hover());
        r.widget_info(|| WidgetInfo::labeled(Role::Image, true, fields::piece_name(p, &schema)));
        swatch::counter(ui, rect, &picture::counter(&doc, &schema, p, CounterId(0), place));
        ui.vertical(|ui| {
            look::title_cut(ui, &pieces::title(p, &schema));
            let n = ids.len();
            if n > 1 {
                look::muted(ui, format!("and {} more: changes apply to all", n - 1));
            } else {
                look::muted(ui, p.id.clone());
            }
            ui.horizontal(|ui| {
                if ui.button("Duplicate").on_hover_text("A copy in the same hex (Ctrl+D)").clicked() {
                    wishes.edit(duplicate(&doc, &ids));
                }
                if ui.button("Delete").on_hover_text("Delete key").clicked() {
                    wishes.edit(Edit::RemovePieces(ids.clone()));
                }
            });
        });
    });
    ui.add_enabled_ui(tab.editable(), |ui| {
        ui.push_id(&p.id, |ui| {
            common(ui, &doc, &schema, p, &ids, wishes);
            own_fields(ui, &doc, &schema, p, &ids, wishes);
            if ids.len() == 1 {
                rename(ui, tab, p, wishes);
            }
        });
    });
}

/// Copies of the selected pieces, where they stand.
pub fn duplicate(doc: &ScenarioDoc, ids: &[String]) -> Edit {
    Edit::AddPieces(ids.iter().filter_map(|id| doc.piece(id)).cloned().collect())
}

fn common(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, p: &Piece, ids: &[String], wishes: &mut Wishes) {
    let mut change = |c| wishes.edit(Edit::ChangePieces { ids: ids.to_vec(), change: c });
    if let Some(t) = fields::line(ui, "Name", "", &p.name) {
        change(PieceChange::Name(t));
    }
    if let Some(t) = fields::choice(ui, "Kind", "", &p.kind, &fields::units(schema)) {
        change(PieceChange::Kind(t));
    }
    if let Some(t) = fields::choice(ui, "Side", "", &p.side, &fields::sides(doc)) {
        change(PieceChange::Side(t));
    }
    if let Some(t) = fields::choice(ui, "Nation", "", &p.nation, &fields::nations(doc)) {
        change(PieceChange::Nation(t));
    }
    let mut parents = vec![(String::new(), String::new())];
    let others = doc.pieces.iter().filter(|o| o.side == p.side && !ids.contains(&o.id));
    parents.extend(others.map(|o| (o.id.clone(), fields::piece_name(o, schema))));
    if let Some(t) = fields::choice(ui, "Formation", "The body it belongs to", &p.parent, &parents) {
        change(PieceChange::Parent(t));
    }
    if schema.facing != FacingUse::None {
        let o = doc.map.grid.orientation;
        let mut items = vec![(String::new(), String::new())];
        let allowed = (0..12).map(Facing).filter(|f| match schema.facing {
            FacingUse::Sides => !f.is_corner(),
            FacingUse::Corners => f.is_corner(),
            _ => true,
        });
        items.extend(allowed.map(|f| (f.name(o).to_owned(), f.name(o).to_owned())));
        let now = p.facing.map_or("", |f| f.name(o));
        if let Some(t) = fields::choice(ui, "Facing", "", now, &items) {
            change(PieceChange::Facing(Facing::parse(&t, o)));
        }
    }
    place_field(ui, doc, p, &mut change);
    box_field(ui, schema, p, &mut change);
}

/// The box of an off-map sheet, where the rules have sheets.
fn box_field(ui: &mut Ui, schema: &Schema, p: &Piece, change: &mut impl FnMut(PieceChange)) {
    let here = match &p.place {
        Place::Box { sheet, slot } => Some((sheet.clone(), slot.clone())),
        _ => None,
    };
    if schema.sheets.is_empty() && here.is_none() {
        return;
    }
    let (sheet, slot) = here.unwrap_or_default();
    let mut items = vec![(String::new(), String::new())];
    items.extend(schema.sheets.iter().map(|s| (s.clone(), s.clone())));
    if let Some(sheet) = fields::choice(ui, "Sheet", "An off-map sheet it starts on", &sheet, &items) {
        let off = sheet.is_empty();
        change(PieceChange::Place(if off { Place::Off } else { Place::Box { sheet, slot: slot.clone() } }));
    }
    if !sheet.is_empty()
        && let Some(slot) = fields::line(ui, "Box", "Which box of the sheet", &slot)
    {
        change(PieceChange::Place(Place::Box { sheet, slot }));
    }
}

fn place_field(ui: &mut Ui, doc: &ScenarioDoc, p: &Piece, change: &mut impl FnMut(PieceChange)) {
    let now = where_is(doc, p);
    let r =
        fields::row(ui, "Place", "A hex number is typed; off the map it waits for set-up or arrival", |ui| {
            let mut text = if p.place == Place::Off { String::new() } else { now.clone() };
            let r =
                ui.add(egui::TextEdit::singleline(&mut text).hint_text(words::OFF_MAP).desired_width(90.0));
            if r.changed() {
                let text = text.trim();
                if text.is_empty() {
                    change(PieceChange::Place(Place::Off));
                } else if let Some(id) = doc.map.grid.parse(text) {
                    change(PieceChange::Place(pieces::moved(&p.place, doc.map.grid.hex(id))));
                } else {
                    change(PieceChange::Place(Place::Unknown(text.to_owned())));
                }
            }
            if p.place != Place::Off && ui.button("Take off map").clicked() {
                change(PieceChange::Place(Place::Off));
            }
            r
        });
    r.on_hover_text(now);
}

fn own_fields(
    ui: &mut Ui,
    doc: &ScenarioDoc,
    schema: &Schema,
    p: &Piece,
    ids: &[String],
    wishes: &mut Wishes,
) {
    let Some(kind) = schema.unit(&p.kind) else {
        look::muted(ui, format!("The kind '{}' is unknown to these rules.", p.kind));
        return;
    };
    let scope = Scope { doc, schema };
    if let Some((id, v)) = fields::props(ui, scope, &kind.fields, |id| p.props.get(id).cloned()) {
        wishes.edit(Edit::ChangePieces { ids: ids.to_vec(), change: PieceChange::Prop(id, Some(v)) });
    }
    // What the file says beyond the schema is shown and can be taken out.
    for (id, v) in p.props.iter().filter(|(id, _)| kind.fields.iter().all(|f| f.id != **id)) {
        ui.horizontal(|ui| {
            look::muted(ui, format!("{id}: {v} (unknown to these rules)"));
            if fields::icon_cross(ui, &format!("Remove {id}")).clicked() {
                let change = PieceChange::Prop(id.clone(), None);
                wishes.edit(Edit::ChangePieces { ids: ids.to_vec(), change });
            }
        });
    }
}

fn rename(ui: &mut Ui, tab: &mut Tab, p: &Piece, wishes: &mut Wishes) {
    let typed = tab.rename.as_ref().filter(|r| r.0 == p.id).map(|r| r.1.clone());
    let mut text = typed.unwrap_or_else(|| p.id.clone());
    let r = fields::row(ui, "Identifier", words::IDENTIFIER, |ui| {
        ui.add(egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY))
    });
    if r.changed() {
        tab.rename = Some((p.id.clone(), text.clone()));
    }
    if r.lost_focus() {
        tab.rename = None;
        let to = pieces::slug(&text);
        if to != p.id && !to.is_empty() && tab.doc().piece(&to).is_none() {
            wishes.edit(Edit::RenamePiece { from: p.id.clone(), to: to.clone() });
            wishes.select = Some(vec![to]);
        }
    }
}
