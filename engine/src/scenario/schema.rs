//! What a rule system tells the editor: the vocabulary a scenario may use, with its own words,
//! rule numbers and help. The editor knows no rule system; it knows this.

use super::Value;
use serde::Serialize;

/// Everything a rule system allows in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Schema {
    pub ruleset: String,
    pub name: String,
    pub terrains: Vec<TerrainKind>,
    pub edges: Vec<EdgeKind>,
    /// Class 1 is the first.
    pub roads: Vec<RoadKind>,
    pub levels: Option<(i8, i8)>,
    pub facing: FacingUse,
    pub units: Vec<UnitKind>,
    pub nations: Vec<NationKind>,
    pub side_fields: Vec<Field>,
    /// Of the scenario as a whole (who moves first, …).
    pub scenario_fields: Vec<Field>,
    /// From the largest body to the smallest.
    pub organisation: Vec<String>,
    pub specials: Vec<SpecialKind>,
    pub schedule: Vec<SpecialKind>,
    pub options: Vec<OptionKind>,
    pub victory: Vec<VictoryKind>,
    /// Off-map sheets a piece may start on.
    pub sheets: Vec<String>,
    /// Pieces of one side (leaders apart) that share a hex without further thought; 0 for any number.
    pub stacking: u8,
    /// What a turn of the track may be marked with: id and name (`winter`, `night`, …).
    pub turn_marks: Vec<(String, String)>,
}

impl Schema {
    pub fn terrain(&self, id: &str) -> Option<&TerrainKind> {
        self.terrains.iter().find(|t| t.id == id)
    }

    pub fn edge(&self, id: &str) -> Option<&EdgeKind> {
        self.edges.iter().find(|t| t.id == id)
    }

    pub fn unit(&self, id: &str) -> Option<&UnitKind> {
        self.units.iter().find(|t| t.id == id)
    }

    pub fn option(&self, id: &str) -> Option<&OptionKind> {
        self.options.iter().find(|t| t.id == id)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum FacingUse {
    #[default]
    None,
    Sides,
    Corners,
    Both,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TerrainKind {
    pub id: String,
    pub name: String,
    /// How it is drawn: a name of the palette (`heavy wood`, `hill`, `waterway`, …).
    pub art: String,
    /// For black and white, and for readers.
    pub letter: String,
    /// Its letter in row strings.
    pub key: char,
    /// Nobody may stand there.
    pub closed: bool,
    pub rule: String,
    pub help: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EdgeKind {
    pub id: String,
    pub name: String,
    pub art: String,
    pub directed: bool,
    pub rule: String,
    pub help: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoadKind {
    pub id: String,
    pub name: String,
    pub art: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UnitKind {
    pub id: String,
    pub name: String,
    /// The silhouette: `infantry`, `grenadier`, `light infantry`, `heavy cavalry`, `hussar`, ….
    pub figure: String,
    pub fields: Vec<Field>,
    /// Index into [`Schema::organisation`].
    pub level: u8,
    pub leader: bool,
    /// Hexes it may be long.
    pub footprint: (u8, u8),
    pub rule: String,
    pub help: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NationKind {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    pub id: String,
    pub name: String,
    pub kind: FieldKind,
    pub default: Value,
    pub rule: String,
    pub help: String,
    /// Stands on the counter.
    pub printed: bool,
}

impl Field {
    /// The same, as one of the figures on the counter.
    pub fn printed(mut self) -> Self {
        self.printed = true;
        self
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum FieldKind {
    Bool,
    Int { min: i64, max: i64 },
    Text,
    Choice(Vec<(String, String)>),
    Hex,
    Region,
    Side,
    Nation,
    Piece,
    UnitKind,
    List(Box<Self>),
}

/// A special rule, or a kind of schedule entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpecialKind {
    pub id: String,
    pub name: String,
    pub fields: Vec<Field>,
    pub rule: String,
    pub help: String,
}

/// An option of the rule system, switched for a match or by a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionKind {
    pub id: String,
    pub name: String,
    pub kind: FieldKind,
    pub default: Value,
    pub rule: String,
    pub help: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VictoryKind {
    pub id: String,
    pub name: String,
    pub fields: Vec<Field>,
    pub rule: String,
    pub help: String,
}
