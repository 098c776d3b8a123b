//! The menu of the map: a click with the right button on a counter or a hex. Dragging with that button moves the map.

use super::commands::EditorAction;
use super::look;
use super::tab::{PanelRequests, Tab};
use crate::core::Edit;
use crate::core::edit::PieceChange;
use crate::core::pieces;
use crate::tools::ToolKind;
use crate::words;
use egui::{Response, Ui};
use engine::hex::{Hex, HexId};
use engine::scenario::{Place, Schema};

/// What was clicked, as long as the menu is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapMenu {
    at: Option<HexId>,
}

/// Opens the menu on a click with the right button, and shows it.
pub fn show(tab: &mut Tab, map: &Response, hovered: Option<HexId>, requests: &mut PanelRequests) {
    if map.secondary_clicked() {
        tab.pointer.menu.at = hovered;
    }
    let Some(id) = tab.pointer.menu.at else { return };
    let schema = tab.schema();
    map.context_menu(|ui| {
        let hex = tab.doc().map.grid.hex(id);
        look::muted_label(ui, super::canvas::hex_line(tab.doc(), &schema, id));
        piece_items(ui, tab, &schema, hex, requests);
        hex_items(ui, tab, &schema, id, requests);
    });
}

/// For each piece of the hex: select it, take it off the map, delete it.
fn piece_items(ui: &mut Ui, tab: &Tab, schema: &Schema, hex: Hex, requests: &mut PanelRequests) {
    let here = tab.doc().pieces.iter().filter(|p| pieces::hexes_of(&p.place).contains(&hex));
    for p in here.take(MOST_PIECES) {
        ui.separator();
        let name = pieces::piece_title(p, schema);
        if ui.button(words::menu_select(&name)).clicked() {
            requests.select = Some(vec![p.id.clone()]);
            requests.tool = Some(ToolKind::Select);
            requests.dock = Some(super::tab::Dock::Forces);
            requests.row = Some(p.id.clone());
            ui.close();
        }
        if ui.button(words::menu_off_map(&name)).clicked() {
            let change = PieceChange::Place(Place::Off);
            requests.edit(Edit::ChangePieces { ids: vec![p.id.clone()], change });
            ui.close();
        }
        if ui.button(words::menu_delete(&name)).clicked() {
            requests.edit(Edit::RemovePieces(vec![p.id.clone()]));
            ui.close();
        }
    }
}

/// More than so many counters in a hex are found in the list.
const MOST_PIECES: usize = 6;

fn hex_items(ui: &mut Ui, tab: &mut Tab, schema: &Schema, id: HexId, requests: &mut PanelRequests) {
    let (hex, ground) = (tab.doc().map.grid.hex(id), tab.doc().map.terrain_at(id).to_owned());
    ui.separator();
    if ui.button(words::MENU_NAME).clicked() {
        tab.tools.switch_to(ToolKind::Label);
        tab.tools.label.text.clear();
        (tab.names.hex, tab.names.selected) = (Some(hex), None);
        ui.close();
    }
    if let Some(kind) = schema.terrain(&ground)
        && ui.button(words::menu_paint_with(&kind.name)).clicked()
    {
        tab.tools.ground.terrain = ground;
        requests.tool = Some(ToolKind::Brush);
        ui.close();
    }
    if ui.button(words::MENU_PLACE).clicked() {
        requests.tool = Some(ToolKind::Unit);
        ui.close();
    }
    if !tab.clipboard.parts.is_empty() && ui.button(words::MENU_PASTE).clicked() {
        requests.acts.push(EditorAction::Paste);
        ui.close();
    }
}
