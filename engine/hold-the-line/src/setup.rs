//! One scenario ready to play: what never changes during a match. See `compile.rs` for how a
//! document becomes one.

use super::data::{Class, Data, Enter, LONGEST_RANGE};
use super::state::{SideId, UnitId};
use engine::hex::{Hex, HexId};
use engine::los::{LineTable, Stretch};
use engine::map::Map;
use engine::present::Seat;

/// The figures of a unit that rules ask for most; names are in [`Names`].
#[derive(Clone, Copy, Debug)]
pub struct Def {
    pub side: SideId,
    pub kind: u8,
    pub class: Class,
    pub nation: u8,
    pub mp: u8,
    /// What it begins with; less than `mp` where the battle has already begun.
    pub now: u8,
    /// Awake from the start, whatever the others of its side do.
    pub awake: bool,
    pub rate: u8,
    pub range: u8,
    /// Leaders: 1 to 3.
    pub rating: u8,
    /// 1 for the army commander, 2 for his successor, 0 for everybody else.
    pub rank: u8,
    pub hex: HexId,
    /// Corner faced at the start when facing is played.
    pub facing: u8,
    /// The scenario gives that facing.
    pub drawn: bool,
    /// Where it is placed when it does not start on the map: an index into [`Setup::areas`].
    pub area: Option<u8>,
    /// Placed in secret.
    pub secret: bool,
}

impl Def {
    pub fn is_leader(&self) -> bool {
        self.class == Class::Leader
    }

    pub fn is_combat_unit(&self) -> bool {
        self.class != Class::Leader
    }
}

#[derive(Clone, Debug)]
pub struct Names {
    pub id: String,
    /// As the designer named it; empty if he did not.
    pub name: String,
    /// Name or kind, as read in labels before the hex.
    pub short: String,
    /// Unlike any other of its side, for pieces off the map.
    pub unique: String,
}

/// What a hex does to whoever is in it or comes to it.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    pub terrain: u8,
    pub enter: Enter,
    /// Water that may be crossed at bridges only.
    pub closed: bool,
    pub blocks: bool,
    pub charge: bool,
    pub hill: bool,
    pub attack: i8,
    pub morale: i8,
    /// One more than the index of its objective; 0 for none.
    pub objective: u8,
}

impl Ground {
    pub fn is_passable(&self) -> bool {
        self.enter != Enter::Never && !self.closed
    }
}

#[derive(Clone, Debug)]
pub struct SideDef {
    pub id: String,
    pub name: String,
    /// The palette's army.
    pub army: String,
    pub command: u8,
    /// Victory points, lost leaders and kept action points of a battle taken up in its middle.
    pub scored: i32,
    pub fallen: u8,
    pub kept: u8,
    pub goal: Option<i32>,
    /// Wins if nobody has won when time runs out.
    pub avoids: bool,
    /// What it costs to wake one of its sleeping units; none if it does not sleep.
    pub asleep: Option<u8>,
    pub corps: Vec<Corps>,
    /// Its pieces are of more than one nation.
    pub mixed: bool,
}

/// When a corps comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comes {
    Turn(u16),
    Die { from: u16, cost: u8, on: u8 },
}

/// Reinforcements that come together.
#[derive(Clone, Debug)]
pub struct Corps {
    pub name: String,
    pub comes: Comes,
    pub units: Vec<UnitId>,
}

/// One entry of the set-up, in the order played.
#[derive(Clone, Debug)]
pub struct SetupStep {
    pub side: SideId,
    pub units: Vec<UnitId>,
    pub secret: bool,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub name: String,
    pub hexes: Vec<HexId>,
    /// Only this side scores it.
    pub side: Option<SideId>,
    pub points: i32,
}

#[derive(Clone, Debug)]
pub struct SeatDef {
    pub name: String,
    pub army: String,
}

/// Optional rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub rapid: bool,
    pub attacker_morale: bool,
    pub austrian_cavalry: bool,
    pub prussian_infantry: bool,
    pub unit_rally: bool,
    pub elite: bool,
    pub artillery_range: bool,
    pub advance: bool,
    pub flank: bool,
    pub withdrawal: bool,
    pub linear: bool,
    pub momentum: bool,
    pub facing: bool,
}

/// Sets of hexes in one word, for maps of at most 128 hexes: the printed board has 117.
pub struct Small {
    /// For each hex, all within 1, 2, 3 and 4 hexes of it, without itself.
    pub within: Vec<[u128; LONGEST_RANGE]>,
    /// Hexes nobody may enter.
    pub shut: u128,
    /// Hexes that end a move.
    pub stop: u128,
    /// Hexes that may be charged.
    pub charge: u128,
}

impl Small {
    /// None for maps that do not fit.
    pub fn for_small_map(hexes: &[Hex], ground: &[Ground]) -> Option<Self> {
        if hexes.len() > 128 {
            return None;
        }
        let set = |f: &dyn Fn(&Ground) -> bool| {
            ground.iter().enumerate().filter(|(_, g)| f(g)).fold(0u128, |s, (i, _)| s | 1 << i)
        };
        let around = |h: &Hex| {
            std::array::from_fn(|r| {
                let near = |o: &&(usize, &Hex)| (1..=r as u16 + 1).contains(&h.distance(*o.1));
                hexes
                    .iter()
                    .enumerate()
                    .collect::<Vec<_>>()
                    .iter()
                    .filter(near)
                    .fold(0, |s, (i, _)| s | 1 << i)
            })
        };
        Some(Self {
            within: hexes.iter().map(around).collect(),
            shut: set(&|g| !g.is_passable()),
            stop: set(&|g| g.enter == Enter::Stop),
            charge: set(&|g| g.charge),
        })
    }
}

/// Who begins, and how long the battle lasts.
#[derive(Clone, Debug)]
pub struct TurnOrder {
    /// The side whose player turn opens every turn.
    pub opening_side: SideId,
    /// Who moves when play begins, and in which turn.
    pub to_move: SideId,
    pub first: u16,
    pub last: u16,
    pub names: Vec<String>,
}

pub struct Setup {
    /// The row of the rule index the scenario comes from, for citing its totals.
    pub rule: &'static str,
    pub map: Map,
    /// Axial coordinates by hex number.
    pub hexes: Vec<Hex>,
    pub ground: Vec<Ground>,
    /// Neighbours in ascending order, [`HexId::NONE`] last.
    pub ring: Vec<[HexId; 6]>,
    /// Sight lines by offset; see [`Setup::line`].
    lines: LineTable,
    pub defs: Vec<Def>,
    pub names: Vec<Names>,
    pub nations: Vec<NationDef>,
    pub sides: [SideDef; 2],
    pub turns: TurnOrder,
    pub seats: Vec<SeatDef>,
    pub seat_of: [Seat; 2],
    pub areas: Vec<Vec<HexId>>,
    pub steps: Vec<SetupStep>,
    pub objectives: Vec<Objective>,
    pub options: Options,
    /// None for large maps.
    pub small: Option<Small>,
}

#[derive(Clone, Debug)]
pub struct NationDef {
    pub id: String,
    pub adjective: String,
    pub army: String,
}

impl Setup {
    pub fn unit_def(&self, u: UnitId) -> &Def {
        &self.defs[u.index()]
    }

    pub fn unit_names(&self, u: UnitId) -> &Names {
        &self.names[u.index()]
    }

    pub fn ground_at(&self, h: HexId) -> &Ground {
        &self.ground[h.index()]
    }

    pub fn hex_distance(&self, a: HexId, b: HexId) -> u16 {
        self.hexes[a.index()].distance(self.hexes[b.index()])
    }

    pub fn are_adjacent(&self, a: HexId, b: HexId) -> bool {
        self.hex_distance(a, b) == 1
    }

    pub fn hex_label(&self, h: HexId) -> String {
        self.map.label(h)
    }

    /// What lies strictly between two hexes no further apart than the longest range.
    pub fn sight_line(&self, a: HexId, b: HexId) -> Option<&[Stretch]> {
        self.lines.between(self.hexes[b.index()] - self.hexes[a.index()])
    }

    /// Whether moves may wake sleepers or take objectives.
    pub fn moves_have_side_effects(&self) -> bool {
        !self.objectives.is_empty() || self.sides.iter().any(|s| s.asleep.is_some())
    }

    /// Where somebody who sits at `seat` decides for `side`.
    pub fn seat_for(&self, side: SideId) -> Seat {
        self.seat_of[side.index()]
    }
}

/// Everything that follows from the map and the charts alone.
pub struct Fields {
    pub hexes: Vec<Hex>,
    pub ground: Vec<Ground>,
    pub ring: Vec<[HexId; 6]>,
    pub lines: LineTable,
}

pub fn fields(data: &Data, map: &Map) -> Fields {
    let hexes = map.grid.ids().map(|id| map.grid.hex(id)).collect();
    let ground = map
        .terrain
        .iter()
        .map(|t| {
            let k = &data.terrains[t.0 as usize];
            Ground {
                terrain: t.0,
                enter: k.enter,
                closed: false,
                blocks: k.blocks,
                charge: k.charge,
                hill: k.hill,
                attack: k.attack,
                morale: k.morale,
                objective: 0,
            }
        })
        .collect();
    let sorted = |row: &[HexId; 6]| {
        let mut row = *row;
        row.sort_unstable();
        row
    };
    Fields {
        hexes,
        ground,
        ring: map.neighbour_table().iter().map(sorted).collect(),
        lines: LineTable::new(LONGEST_RANGE as u8),
    }
}

impl Setup {
    /// A map without anybody on it.
    pub fn new(map: Map, fields: Fields) -> Self {
        let side = || SideDef {
            id: String::new(),
            name: String::new(),
            army: String::new(),
            command: 0,
            scored: 0,
            fallen: 0,
            kept: 0,
            goal: None,
            avoids: false,
            asleep: None,
            corps: Vec::new(),
            mixed: false,
        };
        let small = Small::for_small_map(&fields.hexes, &fields.ground);
        Self {
            small,
            rule: "10.victory",
            map,
            hexes: fields.hexes,
            ground: fields.ground,
            ring: fields.ring,
            lines: fields.lines,
            defs: Vec::new(),
            names: Vec::new(),
            nations: Vec::new(),
            sides: [side(), side()],
            turns: TurnOrder {
                opening_side: SideId::FIRST,
                to_move: SideId::FIRST,
                first: 1,
                last: 0,
                names: Vec::new(),
            },
            seats: Vec::new(),
            seat_of: [Seat(0), Seat(1)],
            areas: Vec::new(),
            steps: Vec::new(),
            objectives: Vec::new(),
            options: Options::default(),
        }
    }
}
