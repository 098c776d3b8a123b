//! The properties of the selected pieces: shared values are shown, a change applies to all of them.

use super::counter_faces::Both;
use super::fields::{self, Scope, Shared};
use super::tab::{PanelRequests, Tab};
use super::{forces, look, swatch};
use crate::core::counters;
use crate::core::edit::PieceChange;
use crate::core::{Edit, enlist, pieces, tree};
use crate::words;
use egui::{Role, Sense, Ui, WidgetInfo, vec2};
use engine::hex::{Facing, HexId};
use engine::present::{CounterId, CounterPlace, CounterView};
use engine::scenario::{FacingUse, Field, Piece, Place, ScenarioDoc, Schema};

/// What is edited: all selected pieces, and the first for what only one can have.
struct Chosen<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
    list: Vec<&'a Piece>,
    ids: Vec<String>,
}

impl<'a> Chosen<'a> {
    fn shared_value<T: PartialEq>(&self, get: impl Fn(&'a Piece) -> T) -> Shared<T> {
        Shared::common_to(self.list.iter().map(|p| get(p)))
            .unwrap_or_else(|| Shared::single(get(self.list[0])))
    }

    fn change_edit(&self, change: PieceChange) -> Edit {
        Edit::ChangePieces { ids: self.ids.clone(), change }
    }
}

pub fn piece_properties(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let doc = tab.document.doc().clone();
    let schema = tab.schema();
    let list: Vec<&Piece> = tab.tools.selection.iter().filter_map(|id| doc.piece(id)).collect();
    let ids: Vec<String> = list.iter().map(|p| p.id.clone()).collect();
    let Some(first) = list.first().copied() else {
        look::muted_label(ui, words::NOTHING_SELECTED);
        return;
    };
    let all = Chosen { doc: &doc, schema: &schema, list, ids };
    piece_head(ui, &all, first, tab.rules.faces.faces_of(first), requests);
    ui.add_enabled_ui(tab.is_editable(), |ui| {
        ui.push_id(&first.id, |ui| {
            common_fields(ui, &all, requests);
            body_name(ui, tab, &all, requests);
            if schema.facing != FacingUse::None {
                facing_field(ui, &all, requests);
            }
            place_fields(ui, &all, first, requests);
            own_fields(ui, &all, requests);
            if all.ids.len() == 1 {
                rename_field(ui, tab, first, requests);
            }
        });
    });
}

/// The counter, its title, and actions on the whole piece.
fn piece_head(
    ui: &mut Ui,
    all: &Chosen<'_>,
    first: &Piece,
    faces: Option<&Both>,
    requests: &mut PanelRequests,
) {
    let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
    let plain = counters::counter_view(all.doc, all.schema, first, CounterId(0), place);
    let name = crate::core::pieces::piece_name(first, all.schema);
    ui.horizontal(|ui| {
        let front = faces.map_or(&plain, |b| &b.front);
        counter_face(ui, &CounterView { facing: first.facing, ..front.clone() }, &name, words::forces::FRONT);
        if let Some(b) = faces {
            let back = if b.back.strength.reduced { words::forces::REDUCED } else { words::forces::BACK };
            counter_face(ui, &b.back, &name, back);
        }
        ui.vertical(|ui| {
            look::title_cut(ui, &pieces::piece_title(first, all.schema));
            let n = all.ids.len();
            look::muted_label(ui, if n > 1 { words::forces::several_selected(n) } else { first.id.clone() });
            ui.horizontal_wrapped(|ui| {
                if ui.button("Duplicate").on_hover_text(words::forces::DUPLICATE).clicked() {
                    forces::duplicate_selected(all.doc, all.schema, &all.ids, requests);
                }
                if ui.button("Delete").on_hover_text("Delete key").clicked() {
                    requests.edit(Edit::RemovePieces(all.ids.clone()));
                }
            });
        });
    });
}

/// One face of the counter with its caption.
fn counter_face(ui: &mut Ui, view: &CounterView, name: &str, which: &str) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.set_width(64.0);
        let (rect, r) = ui.allocate_exact_size(vec2(64.0, 64.0), Sense::hover());
        let said = words::forces::face_name(name, which);
        r.widget_info(|| WidgetInfo::labeled(Role::Image, true, said.clone()));
        swatch::paint_counter(ui, rect, view);
        ui.vertical_centered(|ui| look::muted_label(ui, which));
    });
}

fn common_fields(ui: &mut Ui, all: &Chosen<'_>, requests: &mut PanelRequests) {
    let (doc, schema) = (all.doc, all.schema);
    if let Some(t) = fields::shared_line(ui, "Name", "", all.shared_value(|p| p.name.as_str())) {
        requests.edit(all.change_edit(PieceChange::Name(t)));
    }
    let kind = all.shared_value(|p| p.kind.as_str());
    if let Some(t) = fields::shared_choice(ui, "Kind", "", kind, &fields::unit_choices(schema)) {
        requests.edit(all.change_edit(PieceChange::Kind(t)));
    }
    let side = all.shared_value(|p| p.side.as_str());
    if let Some(t) = fields::shared_choice(ui, "Side", "", side, &fields::side_choices(doc)) {
        requests.edit(enlist::change_side(doc, &all.ids, &t));
    }
    let nation = all.shared_value(|p| p.nation.as_str());
    if let Some(t) = fields::shared_choice(ui, "Nation", "", nation, &fields::nation_choices(doc)) {
        requests.edit(all.change_edit(PieceChange::Nation(t)));
    }
    let parent = all.shared_value(|p| p.parent.as_str());
    if let Some(t) =
        fields::shared_choice(ui, "Formation", words::forces::FORMATION, parent, &formation_choices(all))
    {
        requests.edit(all.change_edit(PieceChange::Parent(t)));
    }
}

/// Wings by name, then pieces that may lead the selected ones.
fn formation_choices(all: &Chosen<'_>) -> Vec<(String, String)> {
    let side = all.shared_value(|p| p.side.as_str());
    let mut out = vec![(String::new(), String::new())];
    if side.differs {
        return out;
    }
    out.extend(tree::wing_names(all.doc, side.value).into_iter().map(|n| (n.clone(), n)));
    let may = |o: &&Piece| {
        o.side == side.value && all.ids.iter().all(|id| crate::core::forces::may_join(all.doc, id, &o.id))
    };
    let others = all.doc.pieces.iter().filter(may);
    out.extend(others.map(|o| (o.id.clone(), crate::core::pieces::piece_name(o, all.schema))));
    out
}

fn facing_field(ui: &mut Ui, all: &Chosen<'_>, requests: &mut PanelRequests) {
    let o = all.doc.map.grid.orientation;
    let mut items = vec![(String::new(), String::new())];
    let allowed = (0..12).map(Facing).filter(|f| match all.schema.facing {
        FacingUse::Sides => !f.is_corner(),
        FacingUse::Corners => f.is_corner(),
        _ => true,
    });
    items.extend(allowed.map(|f| (f.compass_name(o).to_owned(), f.compass_name(o).to_owned())));
    let now = all.shared_value(|p| p.facing.map_or("", |f| f.compass_name(o)));
    if let Some(t) = fields::shared_choice(ui, "Facing", "", now, &items) {
        requests.edit(all.change_edit(PieceChange::Facing(Facing::parse_compass(&t, o))));
    }
}

/// The name of the wing they share; applied when the field loses focus, so that a half-typed name has no effect.
fn body_name(ui: &mut Ui, tab: &mut Tab, all: &Chosen<'_>, requests: &mut PanelRequests) {
    let of = all.shared_value(|p| (p.side.as_str(), p.parent.as_str()));
    let (side, name) = of.value;
    if of.differs || name.is_empty() || all.doc.piece(name).is_some() {
        return;
    }
    let key = format!("body {side} {name}");
    let typed = tab.forces.rename.as_ref().filter(|r| r.0 == key).map(|r| r.1.clone());
    let mut text = typed.unwrap_or_else(|| name.to_owned());
    let r = fields::field_row(ui, words::forces::FORMATION_NAME, words::forces::FORMATION_NAME_HELP, |ui| {
        ui.add(egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY))
    });
    if r.changed() {
        tab.forces.rename = Some((key, text.clone()));
    }
    if r.lost_focus() {
        tab.forces.rename = None;
        let to = text.trim();
        if to != name && tree::may_be_named(all.doc, side, to) {
            let ids = tree::in_body(all.doc, side, name);
            requests.edit(Edit::ChangePieces { ids, change: PieceChange::Parent(to.to_owned()) });
        }
    }
}

fn place_fields(ui: &mut Ui, all: &Chosen<'_>, first: &Piece, requests: &mut PanelRequests) {
    let mut change = |c| requests.edit(all.change_edit(c));
    if all.list.len() == 1 {
        place_field(ui, all, first, &mut change);
    } else {
        let now = all.shared_value(|p| forces::where_is(all.doc, all.schema, p));
        let off = all.list.iter().all(|p| p.place == Place::Off);
        fields::field_row(ui, "Place", "", |ui| {
            let text = if now.differs { words::forces::DIFFERS } else { now.value.as_str() };
            look::muted_label(ui, text);
            let r = ui.add_enabled(!off, egui::Button::new(words::forces::TAKE_OFF));
            if r.clicked() {
                change(PieceChange::Place(Place::Off));
            }
            r.on_hover_text(words::forces::OFF_MAP_NOW)
        });
    }
    box_field(ui, all, &mut change);
}

fn place_field(ui: &mut Ui, all: &Chosen<'_>, p: &Piece, change: &mut impl FnMut(PieceChange)) {
    let doc = all.doc;
    let now = forces::where_is(doc, all.schema, p);
    let is_on = p.place != Place::Off;
    // The button goes below where the page is narrow.
    let mut is_below = false;
    let r = fields::field_row(
        ui,
        "Place",
        "A hex number is typed; off the map it waits for set-up or arrival",
        |ui| {
            let mut text = if p.place == Place::Off { String::new() } else { now.clone() };
            let room = ui.available_width() - TYPED;
            let beside = look::button_width(ui, words::forces::TAKE_OFF) + ui.spacing().item_spacing.x;
            is_below = is_on && room - beside < LEAST_PLACE;
            let wide = if is_on && !is_below { room - beside } else { room };
            let field = egui::TextEdit::singleline(&mut text).hint_text(words::OFF_MAP);
            let r = ui.add(field.desired_width(wide.min(90.0)));
            if r.changed() {
                let text = text.trim();
                if text.is_empty() {
                    change(PieceChange::Place(Place::Off));
                } else if let Some(id) = doc.map.grid.parse(text) {
                    change(PieceChange::Place(pieces::moved_place(&p.place, doc.map.grid.hex(id))));
                } else {
                    change(PieceChange::Place(Place::Unknown(text.to_owned())));
                }
            }
            if is_on && !is_below && take_off(ui) {
                change(PieceChange::Place(Place::Off));
            }
            r
        },
    );
    if is_below && take_off(ui) {
        change(PieceChange::Place(Place::Off));
    }
    r.on_hover_text(now);
}

/// Width of a field for a hex number at least, and of the margins of a field.
const LEAST_PLACE: f32 = 44.0;
const TYPED: f32 = 10.0;

fn take_off(ui: &mut Ui) -> bool {
    ui.button(words::forces::TAKE_OFF).on_hover_text(words::forces::OFF_MAP_NOW).clicked()
}

/// The box of an off-map sheet, where the rules have sheets.
fn box_field(ui: &mut Ui, all: &Chosen<'_>, change: &mut impl FnMut(PieceChange)) {
    let of = all.shared_value(|p| match &p.place {
        Place::Box { sheet, slot } => (sheet.as_str(), slot.as_str()),
        _ => ("", ""),
    });
    let (sheet, slot) = of.value;
    if all.schema.sheets.is_empty() && sheet.is_empty() {
        return;
    }
    let mut items = vec![(String::new(), String::new())];
    items.extend(all.schema.sheets.iter().map(|s| (s.clone(), s.clone())));
    let shown = Shared { value: sheet, differs: of.differs };
    if let Some(sheet) = fields::shared_choice(ui, "Sheet", "An off-map sheet it starts on", shown, &items) {
        let off = sheet.is_empty();
        change(PieceChange::Place(if off {
            Place::Off
        } else {
            Place::Box { sheet, slot: slot.to_owned() }
        }));
    }
    if !sheet.is_empty()
        && !of.differs
        && let Some(slot) = fields::text_line(ui, "Box", "Which box of the sheet", slot)
    {
        change(PieceChange::Place(Place::Box { sheet: sheet.to_owned(), slot }));
    }
}

/// Fields of the selected kinds, each once, with the pieces that have it.
fn fields_of<'a>(all: &Chosen<'a>) -> Vec<(&'a Field, Vec<&'a Piece>)> {
    let mut out: Vec<(&Field, Vec<&Piece>)> = Vec::new();
    for p in &all.list {
        for f in all.schema.unit(&p.kind).map_or(&[][..], |k| &k.fields) {
            match out.iter_mut().find(|(o, _)| o.id == f.id && o.kind == f.kind) {
                Some((_, list)) => list.push(p),
                None => out.push((f, vec![p])),
            }
        }
    }
    out
}

fn own_fields(ui: &mut Ui, all: &Chosen<'_>, requests: &mut PanelRequests) {
    let scope = Scope { doc: all.doc, schema: all.schema };
    for p in all.list.iter().filter(|p| all.schema.unit(&p.kind).is_none()) {
        look::muted_label(ui, format!("The kind '{}' is unknown to these rules.", p.kind));
    }
    for (f, of) in fields_of(all) {
        let help = if f.rule.is_empty() { f.help.clone() } else { format!("{} [{}]", f.help, f.rule) };
        let help = match of.len() == all.list.len() {
            true => help,
            false => words::forces::of_some(of.len(), all.list.len(), &help),
        };
        let Some(now) = Shared::common_to(of.iter().map(|p| pieces::field_value(p, f))) else { continue };
        ui.push_id(&f.id, |ui| {
            if let Some(v) = fields::shared_value(ui, scope, &f.name, &help, &f.kind, now) {
                let ids = of.iter().map(|p| p.id.clone()).collect();
                requests.edit(Edit::ChangePieces { ids, change: PieceChange::Prop(f.id.clone(), Some(v)) });
            }
        });
    }
    unknown_fields(ui, all, requests);
}

/// Values outside the schema are shown and can be removed.
fn unknown_fields(ui: &mut Ui, all: &Chosen<'_>, requests: &mut PanelRequests) {
    let mut said: Vec<(&String, String, Vec<String>)> = Vec::new();
    for p in &all.list {
        let Some(kind) = all.schema.unit(&p.kind) else { continue };
        for (id, v) in p.props.iter().filter(|(id, _)| kind.fields.iter().all(|f| f.id != **id)) {
            match said.iter_mut().find(|s| s.0 == id) {
                Some(s) => s.2.push(p.id.clone()),
                None => said.push((id, v.to_string(), vec![p.id.clone()])),
            }
        }
    }
    for (id, v, ids) in said {
        ui.horizontal(|ui| {
            look::muted_label(ui, words::forces::unused_property(id, &v));
            if fields::icon_cross(ui, &format!("Remove {id}")).clicked() {
                requests.edit(Edit::ChangePieces { ids, change: PieceChange::Prop(id.clone(), None) });
            }
        });
    }
}

fn rename_field(ui: &mut Ui, tab: &mut Tab, p: &Piece, requests: &mut PanelRequests) {
    let typed = tab.forces.rename.as_ref().filter(|r| r.0 == p.id).map(|r| r.1.clone());
    let mut text = typed.unwrap_or_else(|| p.id.clone());
    let r = fields::field_row(ui, "Identifier", words::IDENTIFIER, |ui| {
        ui.add(egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY))
    });
    if r.changed() {
        tab.forces.rename = Some((p.id.clone(), text.clone()));
    }
    if r.lost_focus() {
        tab.forces.rename = None;
        let to = pieces::slug(&text);
        if to != p.id && !to.is_empty() && tab.doc().piece(&to).is_none() {
            requests.edit(Edit::RenamePiece { from: p.id.clone(), to: to.clone() });
            requests.select = Some(vec![to]);
        }
    }
}
