//! Tools: pointer events in, previews and edits out. A tool never touches the document.
//!
//! One function, [`Toolbox::plan`], says what would be done; the preview shows that plan and the
//! click commits the same one.

mod area;
mod names;
mod pick;
mod plan;

pub use area::SelectionShape;
pub use names::{FAR, Grip, NameUnderPointer, SIZES};
pub use pick::Picked;
pub use plan::{crossings, facing_along, facing_enemy, turn_ground, turns};

use super::edit::Edit;
use super::hexes;
use super::pattern::{Pattern, What};
use engine::hex::{Corner, Edge, Hex};
use engine::scenario::{Label, LabelStyle, Piece, ScenarioDoc, Schema};
use std::sync::Arc;

/// What the pointer does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    #[default]
    Hover,
    Down,
    /// Held down and moved.
    Move,
    Up,
}

/// One pointer event over the map, already in the map's terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    pub phase: Phase,
    pub hex: Option<Hex>,
    pub edge: Option<Edge>,
    /// It lies on that side, not only nearest to it.
    pub on_edge: bool,
    pub corner: Option<Corner>,
    /// Where on the sheet, in hundredths of the hex radius.
    pub spot: (i32, i32),
    /// The topmost name under it.
    pub name: Option<NameUnderPointer>,
    /// Id of the topmost piece under it.
    pub piece: Option<String>,
    pub shift: bool,
    /// Ctrl, or Command where that is usual.
    pub ctrl: bool,
    pub alt: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum ToolKind {
    #[default]
    Select,
    /// Hexes, with all that is on them.
    Choose,
    Brush,
    Fill,
    Level,
    Hexside,
    Road,
    Label,
    Area,
    Unit,
    Formation,
    Eyedropper,
    /// Puts down what was copied.
    Stamp,
}

impl ToolKind {
    pub const ALL: [Self; 13] = [
        Self::Select,
        Self::Choose,
        Self::Brush,
        Self::Fill,
        Self::Level,
        Self::Hexside,
        Self::Road,
        Self::Label,
        Self::Area,
        Self::Unit,
        Self::Formation,
        Self::Eyedropper,
        Self::Stamp,
    ];
}

/// How the terrain brush lays paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    #[default]
    Freehand,
    Line,
    Rectangle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LevelMode {
    #[default]
    Raise,
    Lower,
    Set,
}

/// How hexsides are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EdgeMode {
    Click,
    #[default]
    Drag,
    Corners,
}

/// What a press has begun.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Gesture {
    down: bool,
    start: Option<Hex>,
    last: Option<Hex>,
    corner: Option<Corner>,
    /// Hexes this stroke has been over: levels change once for each stroke.
    over: Vec<Hex>,
    erase: bool,
    moved: bool,
    /// A piece or label is being dragged.
    carrying: bool,
    name: Option<NameUnderPointer>,
    /// Where on the sheet the press was.
    spot: (i32, i32),
}

/// Whether a stroke begins or ends with this event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    #[default]
    None,
    Begin,
    End,
}

/// What a tool answers to an event. In order: begin the stroke, make the edit, end the stroke.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// What a click here and now would do.
    pub preview: Option<Edit>,
    pub commit: Option<Edit>,
    pub stroke: Stroke,
    /// The new selection of pieces.
    pub select: Option<Vec<String>>,
    /// The frame of a selection being drawn.
    pub marquee: Vec<Hex>,
    /// A name was pressed on, or none where there is none.
    pub label: Option<Option<usize>>,
    /// What a press would take into the hand instead of drawing.
    pub pick: Option<Picked>,
    /// The corner a path would begin at.
    pub corner: Option<Corner>,
    /// The hex a road would begin at.
    pub begin: Option<Hex>,
    /// The hex on which the origin of what is in the hand would come to lie.
    pub put: Option<Hex>,
}

/// Settings of brush and fill.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroundSettings {
    pub terrain: String,
    /// Rotation in sixths clockwise, where the terrain's picture has a direction.
    pub turn: u8,
    pub shape: Shape,
    /// Fill and wand take every such hex of the sheet, not only connected ones.
    pub everywhere: bool,
}

/// Settings of the level tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelSettings {
    pub mode: LevelMode,
    pub level: i8,
}

/// Settings of the hexside tool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EdgeSettings {
    pub kind: String,
    pub mode: EdgeMode,
    /// Directed hexsides point the other way.
    pub flip: bool,
}

/// Settings of the road tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadSettings {
    /// From 1.
    pub class: u8,
    /// The hexside added where a road meets water; empty for none.
    pub crossing: String,
}

/// The tools with their settings, and the gesture under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Toolbox {
    pub kind: ToolKind,
    pub ground: GroundSettings,
    /// Of the tools that paint hexes; 1 is a single hex.
    pub radius: u8,
    pub levels: LevelSettings,
    pub edges: EdgeSettings,
    pub roads: RoadSettings,
    pub region: String,
    /// What the unit tool places.
    pub template: Piece,
    /// What the label tool places.
    pub label: Label,
    /// How the formation tool deploys pieces.
    pub lines: super::line::Lines,
    /// Take away instead of drawing.
    pub erase: bool,
    /// Selected pieces, in the order selected.
    pub selection: Vec<String>,
    /// Selected hexes, sorted.
    pub area: Vec<Hex>,
    pub choosing: SelectionShape,
    /// What copying takes along.
    pub what: What,
    pub stamp: Option<Arc<Pattern>>,
    gesture: Gesture,
    /// The end of the road or path along hexsides drawn last, to continue from.
    anchor: Option<Hex>,
    corner_anchor: Option<Corner>,
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
            lines: super::line::Lines::default(),
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
    /// The first entries of a rule system's lists, and of the document's.
    pub fn for_document(doc: &ScenarioDoc, schema: &Schema) -> Self {
        let first = |ids: Vec<&String>| ids.first().map(|s| (*s).clone()).unwrap_or_default();
        let region = first(doc.map.regions.iter().map(|r| &r.id).collect());
        let mut tools = Self { region, ..Self::default() };
        tools.ground.terrain = first(schema.terrains.iter().map(|t| &t.id).skip(1).collect());
        tools.edges.kind = first(schema.edges.iter().map(|t| &t.id).collect());
        tools.roads.crossing = first(crossings(schema).map(|k| &k.id).collect());
        tools.template.kind = first(schema.units.iter().map(|u| &u.id).collect());
        tools.template.side = first(doc.sides.iter().map(|s| &s.id).collect());
        tools.template.nation =
            doc.sides.first().and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        tools
    }

    /// Takes up another tool; what the old one had begun is dropped.
    pub fn take(&mut self, kind: ToolKind) {
        self.cancel();
        self.kind = kind;
    }

    /// Drops what has been begun. True if there was something.
    pub fn cancel(&mut self) -> bool {
        let had = self.anchor.is_some() || self.corner_anchor.is_some() || self.gesture.down;
        self.anchor = None;
        self.corner_anchor = None;
        self.gesture = Gesture::default();
        had
    }

    /// The corner a path goes on from, for the preview.
    pub fn path_start(&self) -> Option<Corner> {
        self.corner_anchor
    }

    /// The hex a road goes on from.
    pub fn road_start(&self) -> Option<Hex> {
        self.anchor
    }

    fn erasing(&self, ev: &Pointer) -> bool {
        self.erase || ev.ctrl || self.gesture.erase
    }

    /// Answers a pointer event.
    pub fn respond(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        let hex = ev.hex.filter(|h| hexes::on_sheet(&doc.map.grid, *h).is_some());
        let ev = &Pointer { hex, ..ev.clone() };
        match self.kind {
            ToolKind::Select => self.select_tool(doc, schema, ev),
            ToolKind::Choose => self.choose_tool(doc, ev),
            ToolKind::Stamp => self.stamp_tool(doc, schema, ev),
            ToolKind::Label => self.label_tool(doc, schema, ev),
            ToolKind::Eyedropper => self.pick_tool(doc, ev),
            _ if ev.alt && self.picks() && !self.gesture.down => self.pick_tool(doc, ev),
            ToolKind::Brush if self.ground.shape != Shape::Freehand => self.drag_tool(doc, schema, ev),
            ToolKind::Formation => self.drag_tool(doc, schema, ev),
            ToolKind::Brush | ToolKind::Level | ToolKind::Area => self.stroke_tool(doc, schema, ev),
            ToolKind::Fill | ToolKind::Unit => self.click_tool(doc, schema, ev),
            ToolKind::Hexside => match self.edges.mode {
                EdgeMode::Click => self.click_tool(doc, schema, ev),
                EdgeMode::Drag => self.side_drag(doc, schema, ev),
                EdgeMode::Corners => self.side_path(doc, schema, ev),
            },
            ToolKind::Road => self.road_tool(doc, schema, ev),
        }
    }

    /// One press, one edit.
    fn click_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        let preview = self.plan(doc, schema, ev);
        let commit = if ev.phase == Phase::Down { preview.clone() } else { None };
        Reply { preview, commit, ..Reply::default() }
    }

    /// From press to release, shown while drawing, made at the end.
    fn drag_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        if ev.phase == Phase::Down {
            let (start, last) = (ev.hex, ev.hex);
            self.gesture = Gesture { down: true, start, last, erase: ev.ctrl, ..Gesture::default() };
        }
        self.gesture.last = ev.hex.or(self.gesture.last);
        let preview = self.plan(doc, schema, ev);
        if ev.phase == Phase::Up {
            self.gesture = Gesture::default();
            return Reply { commit: preview, ..Reply::default() };
        }
        Reply { preview, ..Reply::default() }
    }

    /// Paint while the button is held.
    fn stroke_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { preview: self.plan(doc, schema, ev), ..Reply::default() },
            Phase::Up => {
                self.gesture = Gesture::default();
                Reply { stroke: Stroke::End, ..Reply::default() }
            }
            Phase::Down | Phase::Move => {
                let begins = ev.phase == Phase::Down;
                if begins {
                    self.gesture = Gesture { down: true, erase: ev.ctrl, ..Gesture::default() };
                }
                let commit = self.plan(doc, schema, ev);
                if let Some(e) = &commit {
                    self.gesture.over.extend(e.hexes());
                }
                self.gesture.last = ev.hex.or(self.gesture.last);
                let stroke = if begins { Stroke::Begin } else { Stroke::None };
                Reply { preview: commit.clone(), commit, stroke, ..Reply::default() }
            }
        }
    }

    /// Along sides while the button is held, from corner to nearest corner.
    fn side_drag(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { preview: self.plan(doc, schema, ev), ..Reply::default() },
            Phase::Down => {
                self.gesture =
                    Gesture { down: true, corner: ev.corner, erase: ev.ctrl, ..Gesture::default() };
                Reply { stroke: Stroke::Begin, ..Reply::default() }
            }
            Phase::Move => {
                let commit = self.plan(doc, schema, ev);
                self.gesture.moved |= commit.is_some();
                self.gesture.corner = ev.corner.or(self.gesture.corner);
                Reply { preview: commit.clone(), commit, ..Reply::default() }
            }
            Phase::Up => {
                // A press that went nowhere means the one side under the pointer.
                let commit = (!self.gesture.moved).then(|| self.plan_side(doc, schema, ev)).flatten();
                self.gesture = Gesture::default();
                Reply { commit, stroke: Stroke::End, ..Reply::default() }
            }
        }
    }

    /// Corner to corner, each click going on from the last; a second click on the same corner ends the path.
    fn side_path(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        let preview = self.plan(doc, schema, ev);
        if ev.phase != Phase::Down {
            return Reply { preview, corner: ev.corner, ..Reply::default() };
        }
        let ends = ev.corner.is_some() && ev.corner == self.corner_anchor;
        self.corner_anchor = if ends { None } else { ev.corner.or(self.corner_anchor) };
        Reply { commit: preview, ..Reply::default() }
    }

    /// Held: hex to hex. Clicked: from the last click in a straight line.
    fn road_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { preview: self.plan(doc, schema, ev), begin: ev.hex, ..Reply::default() },
            Phase::Down => {
                let commit = self.plan(doc, schema, ev);
                self.gesture = Gesture { down: true, last: ev.hex, erase: ev.ctrl, ..Gesture::default() };
                Reply { commit, stroke: Stroke::Begin, ..Reply::default() }
            }
            Phase::Move => {
                let commit = self.plan(doc, schema, ev);
                self.gesture.moved |= commit.is_some();
                self.gesture.last = ev.hex.or(self.gesture.last);
                Reply { preview: commit.clone(), commit, ..Reply::default() }
            }
            Phase::Up => {
                self.anchor = if self.gesture.moved { None } else { self.gesture.last };
                self.gesture = Gesture::default();
                Reply { stroke: Stroke::End, ..Reply::default() }
            }
        }
    }

    fn select_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply::default(),
            Phase::Down => {
                self.gesture = Gesture { down: true, start: ev.hex, last: ev.hex, ..Gesture::default() };
                let Some(id) = &ev.piece else { return Reply::default() };
                self.gesture.carrying = true;
                let mut chosen = self.selection.clone();
                match (chosen.contains(id), ev.shift) {
                    (true, true) => chosen.retain(|s| s != id),
                    (false, true) => chosen.push(id.clone()),
                    (true, false) => {}
                    (false, false) => chosen = vec![id.clone()],
                }
                self.selection.clone_from(&chosen);
                Reply { select: Some(chosen), ..Reply::default() }
            }
            Phase::Move | Phase::Up => {
                self.gesture.last = ev.hex.or(self.gesture.last);
                let preview = self.plan(doc, schema, ev);
                let marquee = if self.gesture.carrying { Vec::new() } else { self.frame(doc) };
                if ev.phase == Phase::Move {
                    return Reply { preview, marquee, ..Reply::default() };
                }
                let carried = self.gesture.carrying;
                self.gesture = Gesture::default();
                if carried {
                    return Reply { commit: preview, ..Reply::default() };
                }
                let inside =
                    |p: &&Piece| super::pieces::hexes_of(&p.place).iter().any(|h| marquee.contains(h));
                let mut chosen: Vec<String> = if ev.shift { self.selection.clone() } else { Vec::new() };
                if marquee.len() > 1 {
                    for p in doc.pieces.iter().filter(inside) {
                        if !chosen.contains(&p.id) {
                            chosen.push(p.id.clone());
                        }
                    }
                }
                self.selection.clone_from(&chosen);
                Reply { select: Some(chosen), ..Reply::default() }
            }
        }
    }

    fn frame(&self, doc: &ScenarioDoc) -> Vec<Hex> {
        match (self.gesture.start, self.gesture.last) {
            (Some(a), Some(b)) => hexes::rectangle(&doc.map.grid, a, b),
            _ => Vec::new(),
        }
    }
}
