//! Taking up what lies under the pointer: the eyedropper, and Alt with the tools that draw.

use super::{LevelMode, Phase, Pointer, Reply, ToolKind, Toolbox};
use crate::core::hexes;
use engine::scenario::{Piece, Place, ScenarioDoc};

/// What was found under the pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// With the way it lies.
    Terrain(String, u8),
    Level(i8),
    Side(String),
    Road(u8),
    Area(String),
    /// A piece by its id, to place more like it.
    Piece(String),
}

impl Toolbox {
    /// The tool draws something that can be picked up from the map.
    pub(super) fn picks(&self) -> bool {
        matches!(
            self.kind,
            ToolKind::Brush
                | ToolKind::Fill
                | ToolKind::Level
                | ToolKind::Hexside
                | ToolKind::Road
                | ToolKind::Area
                | ToolKind::Unit
        )
    }

    /// What the tool in hand would take up here.
    fn under(&self, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let map = &doc.map;
        let hex = ev.hex?;
        let id = hexes::on_sheet(&map.grid, hex)?;
        let ground = || Some(Picked::Terrain(map.terrain_at(id).to_owned(), map.turned_at(hex)));
        match self.kind {
            ToolKind::Level => Some(Picked::Level(map.level_at(id))),
            ToolKind::Hexside => {
                // Where several lie on one side, again and again goes through them.
                let here = map.edges.get(&ev.edge?)?;
                let now = here.iter().position(|f| f.kind == self.edges.kind);
                here.get(now.map_or(0, |i| (i + 1) % here.len())).map(|f| Picked::Side(f.kind.clone()))
            }
            ToolKind::Road => {
                let near = ev.edge.and_then(|e| map.roads.get(&e));
                let any = || map.roads.iter().find(|(e, _)| e.hexes().contains(&hex)).map(|r| r.1);
                near.or_else(any).map(|c| Picked::Road(*c))
            }
            ToolKind::Area => {
                let here: Vec<&String> = map
                    .regions
                    .iter()
                    .filter(|r| r.hexes.binary_search(&hex).is_ok())
                    .map(|r| &r.id)
                    .collect();
                let now = here.iter().position(|id| **id == self.region);
                here.get(now.map_or(0, |i| (i + 1) % here.len())).map(|id| Picked::Area((*id).clone()))
            }
            ToolKind::Unit => ev.piece.clone().map(Picked::Piece),
            ToolKind::Eyedropper if !ev.shift => self.topmost(doc, ev).or_else(ground),
            _ => ground(),
        }
    }

    /// What lies on top of the ground: what runs along or over a side where the pointer is on it, else a piece.
    fn topmost(&self, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let map = &doc.map;
        let on = ev.edge.filter(|_| ev.on_edge);
        let side = on.and_then(|e| map.edges.get(&e)).and_then(|fs| fs.last());
        let road = || on.and_then(|e| map.roads.get(&e)).map(|c| Picked::Road(*c));
        let piece = || ev.piece.clone().map(Picked::Piece);
        side.map(|f| Picked::Side(f.kind.clone())).or_else(road).or_else(piece)
    }

    pub(super) fn pick_tool(&mut self, doc: &ScenarioDoc, ev: &Pointer) -> Reply {
        let found = self.under(doc, ev);
        if ev.phase != Phase::Down {
            return Reply { pick: found, ..Reply::default() };
        }
        let draws = match found {
            Some(Picked::Terrain(terrain, turn)) => {
                (self.ground.terrain, self.ground.turn) = (terrain, turn);
                ToolKind::Brush
            }
            Some(Picked::Level(n)) => {
                (self.levels.level, self.levels.mode) = (n, LevelMode::Set);
                ToolKind::Level
            }
            Some(Picked::Side(kind)) => {
                self.edges.kind = kind;
                ToolKind::Hexside
            }
            Some(Picked::Road(class)) => {
                self.roads.class = class;
                ToolKind::Road
            }
            Some(Picked::Area(id)) => {
                self.region = id;
                ToolKind::Area
            }
            Some(Picked::Piece(id)) => {
                let Some(p) = doc.piece(&id) else { return Reply::default() };
                // More of its kind; its name and place are its own.
                let (id, name, place) = (String::new(), String::new(), Place::Off);
                self.template = Piece { id, name, place, ..p.clone() };
                ToolKind::Unit
            }
            None => return Reply::default(),
        };
        if self.kind == ToolKind::Eyedropper {
            self.take(draws);
        }
        Reply::default()
    }
}
