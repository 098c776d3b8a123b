//! The scenario document: everything a scenario says, in memory, editable, always saveable.

use super::{Layer, Props, Severity, Value};
use crate::hex::{Corner, Dir, Edge, Facing, Grid, Hex, HexId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where figures come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum ProvenanceKind {
    /// Printed in the rulebook.
    Rulebook,
    /// From other published sources.
    Found,
    /// Reconstructed from geography and history where the original is not available.
    Reconstructed,
    /// Made by the designer.
    #[default]
    Own,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    pub kind: ProvenanceKind,
    #[serde(default)]
    pub note: String,
}

/// A nation, whose colours its pieces have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Nation {
    pub id: String,
    pub name: String,
    pub adjective: String,
    /// The palette's name for its colours.
    pub army: String,
}

/// A side: its nations win or lose together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Side {
    pub id: String,
    pub name: String,
    pub nations: Vec<String>,
    /// Fields of the rule system (command points, …).
    pub props: Props,
}

/// A seat and the sides it decides for. Without seats every side has its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Seating {
    pub name: String,
    pub sides: Vec<String>,
}

/// Where a piece starts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Place {
    /// Not on the map, now or any more.
    #[default]
    Off,
    Hex(Hex),
    /// Head first; bent ones allowed.
    Hexes(Vec<Hex>),
    /// A box of an off-map sheet.
    Box {
        sheet: String,
        slot: String,
    },
    /// On part `part` of another piece.
    On {
        piece: String,
        part: u8,
    },
    /// A hex number that is not on this map, kept as written.
    Unknown(String),
}

/// A piece in the document; the rule system gives it meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Piece {
    pub id: String,
    pub kind: String,
    pub side: String,
    pub nation: String,
    pub name: String,
    pub place: Place,
    pub facing: Option<Facing>,
    /// The formation it belongs to (a piece or a group id).
    pub parent: String,
    pub props: Props,
}

/// Pieces left to the player to set up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SetupEntry {
    pub side: String,
    pub pieces: Vec<String>,
    /// A region; may be empty where `near` is given.
    pub area: String,
    /// Entries are played in this order; equal numbers together.
    pub order: i32,
    pub secret: bool,
    /// A piece to set up near, and how many hexes from it at most.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub near: String,
    #[serde(skip_serializing_if = "is_zero")]
    pub within: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// When something in the schedule happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum When {
    Turn(u32),
    /// Rolled for from this turn on, as the rule system defines.
    Die {
        from: u32,
        props: Props,
    },
    Event(String),
    Condition {
        kind: String,
        props: Props,
    },
}

impl When {
    /// Whether it happens now: the turn is reached, the event has just happened, or `holds` is true of the condition.
    /// For entries that are rolled for: whether the roll is due.
    pub fn is_due(&self, turn: u32, event: Option<&str>, holds: impl Fn(&str, &Props) -> bool) -> bool {
        match self {
            Self::Turn(n) | Self::Die { from: n, .. } => turn >= *n,
            Self::Event(name) => event == Some(name.as_str()),
            Self::Condition { kind, props } => holds(kind, props),
        }
    }
}

impl Default for When {
    fn default() -> Self {
        Self::Turn(1)
    }
}

/// Reinforcements, withdrawals, weather: what, when, where.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheduleEntry {
    /// As the rule system names it: `arrival`, `withdrawal`, `weather`, ….
    pub kind: String,
    pub name: String,
    pub side: String,
    pub pieces: Vec<String>,
    pub when: When,
    /// A region.
    pub area: String,
    pub props: Props,
}

/// A special rule with its parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Special {
    pub rule: String,
    pub props: Props,
}

/// A victory condition of the rule system.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Victory {
    pub kind: String,
    pub side: String,
    pub props: Props,
}

/// A finite set of counters or events to draw from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pool {
    pub id: String,
    pub name: String,
    pub items: Vec<(String, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnTrack {
    pub count: u32,
    /// Text of the boxes, where it is not just the number.
    pub names: Vec<String>,
    /// Marks by turn: `winter`, `night`, `rain`, ….
    pub marks: BTreeMap<u32, Vec<String>>,
}

/// Options chosen for a match, by the rule system's names.
pub type OptionSet = BTreeMap<String, Value>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum LabelStyle {
    Town,
    #[default]
    Village,
    Hill,
    Wood,
    Water,
    Province,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    pub text: String,
    pub at: Hex,
    /// Offset from the hex centre in hundredths of the hex radius.
    #[serde(default)]
    pub dx: i16,
    #[serde(default)]
    pub dy: i16,
    /// Degrees, clockwise.
    #[serde(default)]
    pub turn: i16,
    /// Per cent of the style's size.
    #[serde(default = "hundred")]
    pub size: u16,
    #[serde(default)]
    pub style: LabelStyle,
}

fn hundred() -> u16 {
    100
}

/// A named area: for set-up, a province, entry hexes, objectives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    pub id: String,
    pub name: String,
    /// Sorted.
    pub hexes: Vec<Hex>,
}

/// A feature of a hexside. With `from`, it points out of that hex (a slope falls away from it, an
/// entrenchment protects it).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EdgeFeature {
    pub kind: String,
    pub from: Option<Hex>,
}

/// The sheet itself. Layers are shared between snapshots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapDoc {
    pub grid: Grid,
    /// Metres from hex to hex, 0 if not said.
    pub scale_m: u32,
    /// Names of terrains; the layer holds indices into it.
    pub palette: Arc<Vec<String>>,
    pub terrain: Layer<u8>,
    pub levels: Layer<i8>,
    /// Terrain drawn rotated, in sixths of a turn clockwise, 1 to 5.
    pub turned: Arc<BTreeMap<Hex, u8>>,
    pub edges: Arc<BTreeMap<Edge, Vec<EdgeFeature>>>,
    /// Class of road across a hexside: index into the rule system's road kinds, from 1.
    pub roads: Arc<BTreeMap<Edge, u8>>,
    pub labels: Arc<Vec<Label>>,
    pub regions: Arc<Vec<Region>>,
}

impl MapDoc {
    /// A blank sheet of one terrain.
    pub fn blank(grid: Grid, terrain: &str) -> Self {
        Self {
            grid,
            scale_m: 0,
            palette: Arc::new(vec![terrain.to_owned()]),
            terrain: Layer::new(grid.cols, grid.rows, 0),
            levels: Layer::new(grid.cols, grid.rows, 0),
            turned: Arc::default(),
            edges: Arc::default(),
            roads: Arc::default(),
            labels: Arc::default(),
            regions: Arc::default(),
        }
    }

    /// The terrain's name; empty beyond the sheet.
    pub fn terrain_at(&self, id: HexId) -> &str {
        let index = self.terrain.get(id.index());
        index.and_then(|i| self.palette.get(i as usize)).map_or("", String::as_str)
    }

    /// Sets the terrain of one hex, adding the name to the list if necessary. True if anything changed.
    pub fn set_terrain(&mut self, id: HexId, name: &str) -> bool {
        let known = self.palette.iter().position(|n| n == name);
        let index = known.or_else(|| {
            let next = self.palette.len();
            (next < 255).then(|| {
                Arc::make_mut(&mut self.palette).push(name.to_owned());
                next
            })
        });
        index.is_some_and(|i| self.terrain.set(id.index(), i as u8))
    }

    pub fn level_at(&self, id: HexId) -> i8 {
        self.levels.get(id.index()).unwrap_or(0)
    }

    pub fn region(&self, id: &str) -> Option<&Region> {
        self.regions.iter().find(|r| r.id == id)
    }

    /// Hexsides with a feature of this kind.
    pub fn edges_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = Edge> + 'a {
        self.edges.iter().filter(move |(_, f)| f.iter().any(|f| f.kind == kind)).map(|(e, _)| *e)
    }

    /// The shortest path along hexsides from corner to corner, within the sheet.
    pub fn corner_path(&self, from: Corner, to: Corner) -> Vec<Edge> {
        let on_sheet = |e: &Edge| e.hexes().iter().any(|h| self.grid.contains_hex(*h));
        let mut came: BTreeMap<Corner, Option<Edge>> = BTreeMap::from([(from, None)]);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                break;
            }
            for e in at.edges_meeting().into_iter().filter(on_sheet) {
                if let Some(next) = at.other_end(e)
                    && let std::collections::btree_map::Entry::Vacant(slot) = came.entry(next)
                {
                    slot.insert(Some(e));
                    queue.push_back(next);
                }
            }
        }
        let mut out = Vec::new();
        let mut at = to;
        while let Some(Some(e)) = came.get(&at) {
            out.push(*e);
            match at.other_end(*e) {
                Some(next) => at = next,
                None => break,
            }
        }
        out.reverse();
        out
    }

    /// The hexside as seen from its first hex, in the numbering of this sheet: `E7/NE`.
    pub fn edge_label(&self, edge: Edge) -> String {
        let (hex, dir) = edge.stored_key();
        let o = self.grid.orientation;
        match self.grid.id(hex) {
            Some(id) => format!("{}/{}", self.grid.label(id), dir.compass_name(o)),
            None => match self.grid.id(hex.step(dir)) {
                Some(id) => format!("{}/{}", self.grid.label(id), dir.opposite().compass_name(o)),
                None => String::new(),
            },
        }
    }

    pub fn parse_edge(&self, text: &str) -> Option<Edge> {
        let (hex, dir) = text.split_once('/')?;
        let hex = self.grid.hex(self.grid.parse(hex)?);
        Some(Edge::new(hex, Dir::parse_compass(dir.trim(), self.grid.orientation)?))
    }

    /// The printed number, or coordinates for a hex beyond the sheet.
    pub fn hex_label(&self, hex: Hex) -> String {
        let id = self.grid.id(hex);
        id.map_or_else(|| format!("({}, {})", hex.q, hex.r), |id| self.grid.label(id))
    }
}

/// A whole scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioDoc {
    /// The format it was written in. Unknown names are errors only in the present one.
    pub format: u32,
    pub ruleset: String,
    pub id: String,
    pub title: String,
    pub subtitle: String,
    /// As printed: `10 April 1741`.
    pub date: String,
    /// For sorting: `1741-04-10`.
    pub date_key: String,
    pub summary: String,
    pub history: String,
    pub notes: String,
    pub credits: String,
    pub provenance: Provenance,
    pub map: MapDoc,
    pub turns: TurnTrack,
    pub nations: Vec<Nation>,
    pub sides: Vec<Side>,
    pub seats: Vec<Seating>,
    pub pieces: Arc<Vec<Piece>>,
    pub setup: Vec<SetupEntry>,
    pub schedule: Vec<ScheduleEntry>,
    pub options: OptionSet,
    pub specials: Vec<Special>,
    pub victory: Vec<Victory>,
    pub pools: Vec<Pool>,
    pub props: Props,
    /// For the editor only (the background image, …); no rule system reads it.
    pub editor: Props,
}

impl ScenarioDoc {
    pub fn blank(ruleset: &str, map: MapDoc) -> Self {
        Self {
            format: super::FORMAT,
            ruleset: ruleset.to_owned(),
            id: String::new(),
            title: String::new(),
            subtitle: String::new(),
            date: String::new(),
            date_key: String::new(),
            summary: String::new(),
            history: String::new(),
            notes: String::new(),
            credits: String::new(),
            provenance: Provenance::default(),
            map,
            turns: TurnTrack::default(),
            nations: Vec::new(),
            sides: Vec::new(),
            seats: Vec::new(),
            pieces: Arc::default(),
            setup: Vec::new(),
            schedule: Vec::new(),
            options: OptionSet::new(),
            specials: Vec::new(),
            victory: Vec::new(),
            pools: Vec::new(),
            props: Props::new(),
            editor: Props::new(),
        }
    }

    /// The severity of an unknown name: files of older formats were allowed to have them.
    pub fn unknown_name_severity(&self) -> Severity {
        if self.format < super::FORMAT { Severity::Warning } else { Severity::Error }
    }

    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|s| s.id == id)
    }

    pub fn nation(&self, id: &str) -> Option<&Nation> {
        self.nations.iter().find(|n| n.id == id)
    }

    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.id == id)
    }

    /// The formation a piece belongs to, by name: what it stands under, what it leads, or the corps it
    /// arrives with.
    pub fn formation(&self, id: &str) -> Option<&str> {
        let piece = self.piece(id)?;
        fn name(p: &Piece) -> Option<&str> {
            (!p.name.is_empty()).then_some(p.name.as_str())
        }
        if !piece.parent.is_empty() {
            return self.piece(&piece.parent).and_then(name).or(Some(&piece.parent));
        }
        if self.pieces.iter().any(|p| p.parent == id) {
            return name(piece).or(Some(&piece.id));
        }
        let comes = |e: &&ScheduleEntry| !e.name.is_empty() && e.pieces.iter().any(|p| p == id);
        self.schedule.iter().find(comes).map(|e| e.name.as_str())
    }
}
