//! What a rule system tells the editor: the vocabulary a scenario may use, with its own words,
//! rule numbers and help. The editor knows no rule system; it knows this.

use super::{ScheduleEntry, Slope, Value, When};
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
    pub schedule: Vec<ScheduleKind>,
    pub options: Vec<OptionKind>,
    pub victory: Vec<VictoryKind>,
    /// The field, a choice, that says in which box a piece off the map lies (prisoners, the dead, …); empty where
    /// the rules have no such boxes.
    pub off_map: String,
    /// Off-map sheets a piece may start on.
    pub sheets: Vec<String>,
    /// Pieces of one side (leaders apart) that share a hex without further thought; 0 for any number.
    pub stacking: u8,
    /// What a turn of the track may be marked with: id and name (`winter`, `night`, …).
    pub turn_marks: Vec<(String, String)>,
    /// Pools the rules draw from. A scenario may fill these and no others.
    pub pools: Vec<PoolKind>,
    /// A scenario may bring nations of its own.
    pub own_nations: bool,
    /// Pieces may be left to the players to set up.
    pub setup: bool,
    /// The rule under which they are.
    pub setup_rule: String,
    /// They may have to be set up near another piece.
    pub setup_near: bool,
    /// Rules a winner is reckoned by: special rules and fields of sides and pieces under these numbers stand
    /// together with the victory conditions.
    pub victory_rules: Vec<String>,
    /// How the game is won, and what of it a scenario sets.
    pub victory_help: String,
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

    pub fn schedule_kind(&self, id: &str) -> Option<&ScheduleKind> {
        self.schedule.iter().find(|k| k.id == id)
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
    /// What it says of the slope across it; none for rivers, roads and the like.
    pub slope: Option<Slope>,
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
    Int {
        min: i64,
        max: i64,
    },
    Text,
    Choice(Vec<(String, String)>),
    Hex,
    Region,
    Side,
    Nation,
    Piece,
    UnitKind,
    /// Figures of a counter, written as they are printed.
    Figures(super::FigureForm),
    List(Box<Self>),
}

/// A special rule, or a condition.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpecialKind {
    pub id: String,
    pub name: String,
    pub fields: Vec<Field>,
    pub rule: String,
    pub help: String,
}

/// A kind of schedule entry: what it holds, and when it may come.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScheduleKind {
    pub id: String,
    pub name: String,
    pub fields: Vec<Field>,
    pub rule: String,
    pub help: String,
    /// The ways it may come; a new entry has the first.
    pub when: Vec<WhenKind>,
    /// Pieces off the map come with it.
    pub pieces: bool,
    /// It happens in a region of the map; else one of its fields says where, if anywhere.
    pub area: bool,
}

/// One way an entry of the schedule may come, with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum WhenKind {
    Turn,
    /// Rolled for from a turn on.
    Die(Vec<Field>),
    /// Events by id and name.
    Event(Vec<(String, String)>),
    Condition(Vec<SpecialKind>),
}

impl WhenKind {
    /// Whether this way is the one written.
    pub fn is(&self, when: &When) -> bool {
        match (self, when) {
            (Self::Turn, When::Turn(_)) | (Self::Die(_), When::Die { .. }) => true,
            (Self::Event(known), When::Event(id)) => known.iter().any(|e| e.0 == *id),
            (Self::Condition(known), When::Condition { kind, .. }) => known.iter().any(|c| c.id == *kind),
            _ => false,
        }
    }

    /// Something that comes this way: on a turn, or from it on.
    pub fn start(&self, turn: u32) -> When {
        let of = |fields: &[Field]| fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect();
        match self {
            Self::Turn => When::Turn(turn),
            Self::Die(fields) => When::Die { from: turn, props: of(fields) },
            Self::Event(known) => When::Event(known.first().map(|e| e.0.clone()).unwrap_or_default()),
            Self::Condition(known) => When::Condition {
                kind: known.first().map(|c| c.id.clone()).unwrap_or_default(),
                props: known.first().map(|c| of(&c.fields)).unwrap_or_default(),
            },
        }
    }
}

impl ScheduleKind {
    /// What is to be said of the way an entry comes, beside its turn.
    pub fn when_fields(&self, when: &When) -> &[Field] {
        match self.when.iter().find(|k| k.is(when)) {
            Some(WhenKind::Die(fields)) => fields,
            Some(WhenKind::Condition(known)) => match when {
                When::Condition { kind, .. } => {
                    known.iter().find(|c| c.id == *kind).map_or(&[][..], |c| &c.fields)
                }
                _ => &[],
            },
            _ => &[],
        }
    }

    /// What is to be said of the die it may come by; nothing where it never does.
    pub fn die_fields(&self) -> &[Field] {
        let die = self.when.iter().find_map(|w| if let WhenKind::Die(list) = w { Some(list) } else { None });
        die.map_or(&[], Vec::as_slice)
    }

    /// Events it may come by, by id.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        let lists =
            self.when.iter().filter_map(|w| if let WhenKind::Event(list) = w { Some(list) } else { None });
        lists.flatten().map(|e| e.0.as_str())
    }

    /// Conditions it may come by.
    pub fn conditions(&self) -> impl Iterator<Item = &SpecialKind> {
        let lists = self
            .when
            .iter()
            .filter_map(|w| if let WhenKind::Condition(list) = w { Some(list) } else { None });
        lists.flatten()
    }

    /// The ways it may come, in words.
    pub fn ways(&self) -> Vec<&'static str> {
        let word = |way: &WhenKind| match way {
            WhenKind::Turn => "on a turn",
            WhenKind::Die(_) => "by a die",
            WhenKind::Event(_) => "by an event",
            WhenKind::Condition(_) => "by a condition",
        };
        self.when.iter().map(word).collect()
    }

    /// The field that says where, in kinds that do not happen in a region.
    pub fn hex_field(&self) -> Option<&Field> {
        self.fields.iter().find(|f| f.kind == FieldKind::Hex)
    }

    /// An entry of this kind with everything at its usual value.
    pub fn entry(&self, turn: u32) -> ScheduleEntry {
        ScheduleEntry {
            kind: self.id.clone(),
            when: self.when.first().map_or(When::Turn(turn), |k| k.start(turn)),
            props: self.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect(),
            ..ScheduleEntry::default()
        }
    }
}

/// A pool the rules draw from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PoolKind {
    pub id: String,
    pub name: String,
    /// The markers it may hold; empty where any text will do.
    pub markers: Vec<String>,
    /// The rule by which it is drawn from.
    pub rule: String,
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

/// A victory condition has the parts of a special rule.
pub type VictoryKind = SpecialKind;
