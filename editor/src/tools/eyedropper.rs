//! The eyedropper, and Alt with the drawing tools: picks up what is under the pointer.

use super::level::LevelMode;
use super::{IconLine, Phase, Pointer, Reply, Tool, ToolKind, ToolText, Toolbox};
use crate::core::hexes;
use crate::ui::look;
use crate::ui::tab::{PanelRequests, Tab};
use egui::Ui;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};

/// What was found under the pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// With its rotation.
    Terrain(String, u8),
    Level(i8),
    Side(String),
    Road(u8),
    Area(String),
    /// A piece by its id, to place more like it.
    Piece(String),
}

pub struct Eyedropper;

impl Tool for Eyedropper {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Eyedropper",
            key: "I",
            help: "click anything to draw more of it: ground, hexside, road or piece; Shift takes the ground under a piece.",
            synonyms: "colour sample pipette",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(13.0, 8.0), (5.0, 16.0), (4.0, 20.0), (8.0, 19.0), (16.0, 11.0)],
            &[(11.5, 6.5), (17.5, 12.5)],
            &[(14.0, 9.0), (17.5, 4.0), (20.0, 6.5), (15.5, 10.5)],
        ]
    }

    fn begins_group(&self) -> bool {
        true
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, _: &Schema, ev: &Pointer) -> Reply {
        pick_gesture(tools, doc, ev)
    }

    fn pick_up(&self, _: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let ground = ground_under(doc, ev)?;
        if ev.shift { Some(ground) } else { topmost(doc, ev).or(Some(ground)) }
    }

    fn show_palette(&self, ui: &mut Ui, _: &mut Tab, _: &mut PanelRequests) {
        look::muted_label(ui, engine::capitalised(self.text().help));
    }
}

/// The terrain under the pointer, with its rotation.
pub(super) fn ground_under(doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
    let hex = ev.hex?;
    let id = hexes::on_sheet(&doc.map.grid, hex)?;
    Some(Picked::Terrain(doc.map.terrain_at(id).to_owned(), doc.map.turned_at(hex)))
}

/// What is on top of the ground: a feature of the hexside or road under the pointer, else a piece.
fn topmost(doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
    let map = &doc.map;
    let on = ev.edge.filter(|_| ev.on_edge);
    let side = on.and_then(|e| map.edges.get(&e)).and_then(|fs| fs.last());
    let road = || on.and_then(|e| map.roads.get(&e)).map(|c| Picked::Road(*c));
    let piece = || ev.piece.clone().map(Picked::Piece);
    side.map(|f| Picked::Side(f.kind.clone())).or_else(road).or_else(piece)
}

/// A press picks up what the current tool finds under the pointer; hovering only shows it.
pub(super) fn pick_gesture(tools: &mut Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Reply {
    let found = tools.kind.tool().pick_up(tools, doc, ev);
    if ev.phase != Phase::Down {
        return Reply { pick: found, ..Reply::default() };
    }
    let draws = match found {
        Some(Picked::Terrain(terrain, turn)) => {
            (tools.ground.terrain, tools.ground.turn) = (terrain, turn);
            ToolKind::Brush
        }
        Some(Picked::Level(n)) => {
            (tools.levels.level, tools.levels.mode) = (n, LevelMode::Set);
            ToolKind::Level
        }
        Some(Picked::Side(kind)) => {
            tools.edges.kind = kind;
            ToolKind::Hexside
        }
        Some(Picked::Road(class)) => {
            tools.roads.class = class;
            ToolKind::Road
        }
        Some(Picked::Area(id)) => {
            tools.region = id;
            ToolKind::Area
        }
        Some(Picked::Piece(id)) => {
            let Some(p) = doc.piece(&id) else { return Reply::default() };
            // More of its kind, without its name and place.
            let (id, name, place) = (String::new(), String::new(), Place::Off);
            tools.template = Piece { id, name, place, ..p.clone() };
            ToolKind::Unit
        }
        None => return Reply::default(),
    };
    if tools.kind == ToolKind::Eyedropper {
        tools.switch_to(draws);
    }
    Reply::default()
}
