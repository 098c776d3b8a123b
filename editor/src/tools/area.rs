//! The area tool: adds hexes to a named area, or removes them.

use super::gestures::{self, unless_empty};
use super::{IconLine, Picked, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::edit::Edit;
use crate::ui::regions;
use crate::ui::tab::{PanelRequests, Tab};
use crate::words;
use egui::Ui;
use engine::hex::Hex;
use engine::scenario::{ScenarioDoc, Schema};

pub struct Area;

impl Tool for Area {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Areas",
            key: "A",
            help: "drag to add hexes to the area, Ctrl removes them, Alt picks an area.",
            synonyms: "region zone setup entry objective",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(4.0, 9.0), (4.0, 4.0), (9.0, 4.0)],
            &[(13.0, 4.0), (20.0, 4.0), (20.0, 9.0)],
            &[(20.0, 13.0), (20.0, 20.0), (15.0, 20.0)],
            &[(11.0, 20.0), (4.0, 20.0), (4.0, 13.0)],
            &[(7.5, 15.0), (15.0, 7.5)],
            &[(9.5, 17.0), (17.0, 9.5)],
        ]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, _: &Schema, ev: &Pointer) -> Option<Edit> {
        let region = doc.map.region(&tools.region)?;
        let inside = !tools.is_erasing(ev);
        let hexes: Vec<Hex> = tools
            .swept_hexes(doc, ev)
            .into_iter()
            .filter(|h| region.hexes.binary_search(h).is_ok() != inside)
            .collect();
        unless_empty(hexes).map(|hexes| Edit::RegionHexes { id: tools.region.clone(), hexes, inside })
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        gestures::stroke_gesture(tools, doc, schema, ev)
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, tools: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let hex = ev.hex?;
        let has_hex = |r: &&engine::scenario::Region| r.hexes.binary_search(&hex).is_ok();
        let here: Vec<&String> = doc.map.regions.iter().filter(has_hex).map(|r| &r.id).collect();
        let now = here.iter().position(|id| **id == tools.region);
        here.get(now.map_or(0, |i| (i + 1) % here.len())).map(|id| Picked::Area((*id).clone()))
    }

    fn status(&self, tools: &Toolbox, doc: &ScenarioDoc, _: &Schema, _: bool) -> String {
        let Some(area) = doc.map.region(&tools.region) else {
            return "Areas: name one at the left, then drag over its hexes.".to_owned();
        };
        let name = words::name_or_id(Some(&area.name), &area.id);
        if tools.erase {
            format!("{name}: drag to remove hexes; Alt picks an area.")
        } else {
            format!("{name}: drag to add hexes; Ctrl removes them, Alt picks an area.")
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        regions::areas_palette(ui, tab, requests);
    }
}
