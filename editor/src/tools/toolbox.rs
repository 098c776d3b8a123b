//! The tools with their settings, and the gesture in progress.

use super::brush::GroundSettings;
use super::choose_hexes::SelectionShape;
use super::hexside::EdgeSettings;
use super::level::{LevelMode, LevelSettings};
use super::road::RoadSettings;
use super::{Gesture, Pointer, Reply, ToolKind, eyedropper};
use crate::core::edit::Edit;
use crate::core::pattern::{Pattern, What};
use crate::core::{hexes, water};
use engine::hex::{Corner, Hex};
use engine::scenario::{Label, LabelStyle, Piece, ScenarioDoc, Schema};
use std::sync::Arc;

/// The tools with their settings, and the gesture in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Toolbox {
    pub kind: ToolKind,
    pub ground: GroundSettings,
    /// Brush size of the tools that paint hexes; 1 is a single hex.
    pub radius: u8,
    pub levels: LevelSettings,
    pub edges: EdgeSettings,
    pub roads: RoadSettings,
    pub region: String,
    /// What the piece tool places.
    pub template: Piece,
    /// What the name tool places.
    pub label: Label,
    /// How the formation tool deploys pieces.
    pub lines: crate::core::line::Lines,
    /// Erase instead of drawing.
    pub erase: bool,
    /// Selected pieces, in the order selected.
    pub selection: Vec<String>,
    /// Selected hexes, sorted.
    pub area: Vec<Hex>,
    pub choosing: SelectionShape,
    /// What is copied.
    pub what: What,
    pub stamp: Option<Arc<Pattern>>,
    pub(super) gesture: Gesture,
    /// The end of the last road or path along hexsides, to continue from.
    pub(super) anchor: Option<Hex>,
    pub(super) corner_anchor: Option<Corner>,
}

impl Default for Toolbox {
    fn default() -> Self {
        let at = Hex::default();
        let style = LabelStyle::Village;
        Self {
            kind: ToolKind::default(),
            ground: GroundSettings::default(),
            radius: 1,
            levels: LevelSettings { mode: LevelMode::default(), level: 1 },
            edges: EdgeSettings::default(),
            roads: RoadSettings { class: 1, crossing: String::new() },
            region: String::new(),
            template: Piece::default(),
            label: Label { text: String::new(), at, dx: 0, dy: 68, turn: 0, size: 100, style },
            lines: crate::core::line::Lines::default(),
            erase: false,
            selection: Vec::new(),
            area: Vec::new(),
            choosing: SelectionShape::default(),
            what: What::default(),
            stamp: None,
            gesture: Gesture::default(),
            anchor: None,
            corner_anchor: None,
        }
    }
}

impl Toolbox {
    /// Starts with the first entries of the lists of the rule system and the document.
    pub fn for_document(doc: &ScenarioDoc, schema: &Schema) -> Self {
        let first = |ids: Vec<&String>| ids.first().map(|s| (*s).clone()).unwrap_or_default();
        let region = first(doc.map.regions.iter().map(|r| &r.id).collect());
        let mut tools = Self { region, ..Self::default() };
        tools.ground.terrain = first(schema.terrains.iter().map(|t| &t.id).skip(1).collect());
        tools.edges.kind = first(schema.edges.iter().map(|t| &t.id).collect());
        tools.roads.crossing = first(water::crossings(schema).map(|k| &k.id).collect());
        tools.template.kind = first(schema.units.iter().map(|u| &u.id).collect());
        tools.template.side = first(doc.sides.iter().map(|s| &s.id).collect());
        tools.template.nation =
            doc.sides.first().and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        tools
    }

    /// Switches to another tool; what the old one had begun is dropped.
    pub fn switch_to(&mut self, kind: ToolKind) {
        self.cancel();
        self.kind = kind;
    }

    /// Drops what has been started. True if there was anything.
    pub fn cancel(&mut self) -> bool {
        let had = self.anchor.is_some() || self.corner_anchor.is_some() || self.gesture.down;
        self.anchor = None;
        self.corner_anchor = None;
        self.gesture = Gesture::default();
        had
    }

    /// The corner a path continues from, for the preview.
    pub fn path_start(&self) -> Option<Corner> {
        self.corner_anchor
    }

    /// The hex a road continues from.
    pub fn road_start(&self) -> Option<Hex> {
        self.anchor
    }

    pub(super) fn is_erasing(&self, ev: &Pointer) -> bool {
        self.erase || ev.ctrl || self.gesture.erase
    }

    /// Answers a pointer event.
    pub fn respond(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        let hex = ev.hex.filter(|h| hexes::on_sheet(&doc.map.grid, *h).is_some());
        let ev = &Pointer { hex, ..ev.clone() };
        let tool = self.kind.tool();
        if ev.alt && tool.alt_picks_up() && !self.gesture.down {
            return eyedropper::pick_gesture(self, doc, ev);
        }
        tool.respond(self, doc, schema, ev)
    }

    /// The edit a press (or the drag so far) would make; none if it would change nothing.
    pub fn plan(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        self.kind.tool().plan(self, doc, schema, ev)
    }

    /// The hexes under the brush, from where it was last if it is held down.
    pub(super) fn swept_hexes(&self, doc: &ScenarioDoc, ev: &Pointer) -> Vec<Hex> {
        let grid = &doc.map.grid;
        let Some(at) = ev.hex else { return Vec::new() };
        let way = match (self.gesture.down, self.gesture.last) {
            (true, Some(last)) => hexes::line(grid, last, at),
            _ => vec![at],
        };
        hexes::without_repeats(way.into_iter().flat_map(|h| hexes::disc(grid, h, self.radius)))
    }

    /// The hexes of the rectangle from the press to the pointer.
    pub(super) fn dragged_rectangle(&self, doc: &ScenarioDoc) -> Vec<Hex> {
        match (self.gesture.start, self.gesture.last) {
            (Some(a), Some(b)) => hexes::rectangle(&doc.map.grid, a, b),
            _ => Vec::new(),
        }
    }
}
