//! The fill tool: changes all connected hexes of one terrain, or all of them on the map.

use super::brush::{rotation_choice, terrain_laid, terrain_rows, terrain_status};
use super::gestures::unless_empty;
use super::{IconLine, Picked, Pointer, Tool, ToolText, Toolbox, eyedropper};
use crate::core::edit::Edit;
use crate::core::hexes;
use crate::ui::tab::{PanelRequests, Tab};
use egui::Ui;
use engine::scenario::{ScenarioDoc, Schema};

pub struct Fill;

impl Tool for Fill {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Fill",
            key: "G",
            help: "click to fill all joined hexes of one terrain.",
            synonyms: "bucket flood paint replace",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(10.5, 4.0), (3.8, 12.0), (11.0, 18.8), (18.0, 11.2), (10.5, 4.0)],
            &[(3.8, 12.0), (18.0, 11.2)],
            &[(20.2, 14.0), (18.7, 17.4), (20.2, 19.4), (21.6, 17.4), (20.2, 14.0)],
        ]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let (at, (kind, turn)) = (ev.hex?, terrain_laid(tools, schema, ev));
        let map = &doc.map;
        let id = hexes::on_sheet(&map.grid, at)?;
        let from = map.terrain_at(id);
        if from == kind {
            return None;
        }
        if tools.ground.everywhere && turn == 0 {
            return Some(Edit::ReplaceTerrain { from: from.to_owned(), to: kind.to_owned() });
        }
        let same = |id: engine::hex::HexId| map.terrain_at(id) == from;
        let hexes = if tools.ground.everywhere {
            map.grid.ids().filter(|id| same(*id)).map(|id| map.grid.hex(id)).collect()
        } else {
            hexes::flood(&map.grid, at, same)
        };
        unless_empty(hexes).map(|hexes| Edit::Terrain { hexes, kind: kind.to_owned(), turn })
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, _: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        eyedropper::ground_under(doc, ev)
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, schema: &Schema, _: bool) -> String {
        let everywhere = tools.ground.everywhere;
        let does = if everywhere {
            "click: every hex of that terrain changes"
        } else {
            "click to fill joined hexes"
        };
        terrain_status(tools, schema, does)
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, _: &mut PanelRequests) {
        let schema = tab.schema();
        terrain_rows(ui, tab, &schema);
        let tools = &mut tab.tools;
        ui.radio_value(&mut tools.ground.everywhere, false, "Connected hexes");
        ui.radio_value(&mut tools.ground.everywhere, true, "Whole map");
        rotation_choice(ui, tools, &schema);
    }
}
