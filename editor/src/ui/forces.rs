//! The dock's Forces page: the order of battle, and the properties of the selection.

use super::tab::{PanelRequests, Tab};
use super::{look, piece, roster, tree};
use crate::core::counters;
use crate::core::{enlist, off_map, pieces};
use crate::words;
use egui::{Role, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};

/// How the order of battle is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    #[default]
    Tree,
    Table,
    /// Pieces that do not start on the map, by place.
    OffMap,
}

/// Pieces dragged from the list to the map or to another formation.
pub struct Carried(pub Vec<String>);

/// The forces page: how pieces are listed, filtered and sorted.
#[derive(Default)]
pub struct ForcesState {
    pub view: View,
    pub filter: String,
    /// Column the table is sorted by, and whether in descending order.
    pub sort: (usize, bool),
    pub rows: super::list_navigation::State,
    /// The id being typed for a piece.
    pub rename: Option<(String, String)>,
    /// The cell of the table being written.
    pub cell: Option<super::cell_edit::CellEdit>,
    /// The list's share of the page above the properties, once dragged.
    pub share: Option<f32>,
}

pub fn forces_page(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let hint = egui::TextEdit::singleline(&mut tab.forces.filter).hint_text(words::forces::FIND);
    // The kinds of lists go below the search where the page is narrow.
    ui.horizontal_wrapped(|ui| {
        let wide = ui.available_width();
        let r = ui.add(hint.desired_width(if wide < FIND + VIEWS { wide - 12.0 } else { wide - VIEWS }));
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words::forces::FIND));
        ui.spacing_mut().item_spacing.x = 3.0;
        for (view, name, help) in [
            (View::Tree, "Tree", words::VIEW_TREE),
            (View::Table, "Table", words::VIEW_TABLE),
            (View::OffMap, "Off map", words::VIEW_OFF_MAP),
        ] {
            ui.selectable_value(&mut tab.forces.view, view, name).on_hover_text(help);
        }
    });
    ui.add_space(4.0);
    if ui.available_height() < LOW {
        // No room for two scrolling lists: use one.
        egui::ScrollArea::vertical().id_salt("forces whole").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            piece_list(ui, tab, requests, Some(180.0));
            ui.add_enabled_ui(tab.is_editable(), |ui| roster::list_buttons(ui, tab, requests));
            ui.separator();
            piece::piece_properties(ui, tab, requests);
        });
        return;
    }
    // With nothing selected the lower part needs little room.
    let usual = if tab.tools.selection.is_empty() { 0.85 } else { 0.42 };
    let share = tab.forces.share.filter(|_| !tab.tools.selection.is_empty()).unwrap_or(usual);
    let whole = ui.available_height();
    let height = (whole * share).clamp(90.0, (whole - 110.0).max(90.0));
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| piece_list(ui, tab, requests, None));
    ui.add_enabled_ui(tab.is_editable(), |ui| roster::list_buttons(ui, tab, requests));
    let moved = look::divider(ui, words::DIVIDER);
    if moved != 0.0 {
        tab.forces.share = Some(((height + moved) / whole.max(1.0)).clamp(0.1, 0.9));
    }
    egui::ScrollArea::vertical().id_salt("piece").auto_shrink([false, false]).show(ui, |ui| {
        piece::piece_properties(ui, tab, requests);
    });
}

/// Width of the search of the list at least, and of the kinds of lists beside it.
const FIND: f32 = 80.0;
const VIEWS: f32 = 200.0;

/// Below this height list and properties scroll together.
const LOW: f32 = 360.0;

/// The pieces in the current view, with their own scroll area unless `flat` gives a table's height.
fn piece_list(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests, flat: Option<f32>) {
    let view = tab.forces.view;
    let rows = |ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests| {
        if view == View::OffMap {
            super::off_map::off_map_page(ui, tab, requests);
        } else {
            tree::forces_tree(ui, tab, requests);
        }
    };
    match (tab.doc().pieces.is_empty(), view, flat) {
        (true, ..) => {
            look::muted_label(ui, words::NO_PIECES);
        }
        (_, View::Table, Some(high)) => {
            ui.allocate_ui(vec2(ui.available_width(), high), |ui| {
                ui.set_max_height(high);
                roster::pieces_table(ui, tab, requests);
            });
        }
        (_, View::Table, None) => roster::pieces_table(ui, tab, requests),
        (_, _, Some(_)) => rows(ui, tab, requests),
        (_, _, None) => {
            let area = egui::ScrollArea::vertical().id_salt("forces").auto_shrink([false, false]);
            area.show(ui, |ui| rows(ui, tab, requests));
        }
    }
}

/// Where a piece is, in words.
pub fn where_is(doc: &ScenarioDoc, schema: &Schema, p: &Piece) -> String {
    match &p.place {
        Place::Off => off_map::box_of(schema, p).map_or(words::OFF_MAP, |f| f.1.as_str()).to_owned(),
        Place::Hex(h) => doc.map.hex_label(*h),
        Place::Hexes(hs) => hs.first().map(|h| doc.map.hex_label(*h)).unwrap_or_default(),
        Place::Box { sheet, slot } => format!("{sheet}: {slot}"),
        Place::On { piece, .. } => format!("on {piece}"),
        Place::Unknown(text) => text.clone(),
    }
}

/// Whether a piece matches the filter: by name, kind, nation, place, wing or leader.
pub fn matches_filter(doc: &ScenarioDoc, schema: &Schema, p: &Piece, filter: &str) -> bool {
    if filter.trim().is_empty() {
        return true;
    }
    let kind = schema.unit(&p.kind).map_or(p.kind.as_str(), |k| k.name.as_str());
    let nation = doc.nation(&p.nation).map_or("", |n| n.name.as_str());
    let head = doc.piece(&p.parent).map_or_else(|| p.parent.clone(), |h| pieces::piece_title(h, schema));
    let line = [
        crate::core::pieces::piece_name(p, schema).as_str(),
        p.id.as_str(),
        kind,
        p.kind.as_str(),
        nation,
        where_is(doc, schema, p).as_str(),
        head.as_str(),
    ]
    .join(" ")
    .to_lowercase();
    filter.split_whitespace().all(|w| line.contains(&w.to_lowercase()))
}

/// The numbers on its counter, as the rules print them if known.
pub fn counter_values(tab: &Tab, schema: &Schema, p: &Piece) -> String {
    if let Some(both) = tab.rules.faces.faces_of(p) {
        return both.front.strength.values.join("-");
    }
    schema.unit(&p.kind).map(|k| counters::printed_values(k, p).join("-")).unwrap_or_default()
}

pub fn first_hex(doc: &ScenarioDoc, p: &Piece) -> Option<HexId> {
    pieces::hexes_of(&p.place).first().and_then(|h| crate::core::hexes::on_sheet(&doc.map.grid, *h))
}

/// Duplicates pieces and selects the copies.
pub fn duplicate_selected(doc: &ScenarioDoc, schema: &Schema, ids: &[String], requests: &mut PanelRequests) {
    if let Some((edit, fresh)) = enlist::duplicate_pieces(doc, schema, ids) {
        requests.edit(edit);
        requests.select = Some(fresh);
    }
}
