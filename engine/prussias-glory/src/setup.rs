//! What never changes during a battle: the ground with its prices, the pieces and the scenario's figures.

use crate::data::{Arm, Data};
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use engine::hex::{Dir, HexId};
use engine::los::LineTable;
use engine::map::Map;
use smallvec::SmallVec;

/// A column of the terrain chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Column {
    Foot,
    FastFoot,
    Horse,
    Guns,
    Leader,
}

impl Column {
    pub const ALL: [Self; 5] = [Self::Foot, Self::FastFoot, Self::Horse, Self::Guns, Self::Leader];
}

/// One face of a counter (2.1, 2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// Strength points; of guns, bombardment at one hex.
    pub strength: u8,
    pub morale: u8,
    pub movement: u8,
    /// Strength in brackets (7.5.5).
    pub bracket: bool,
    /// Bombardment at one, two and three hexes; nothing for others.
    pub fire: [u8; 3],
}

impl Face {
    /// Reads `8-6-3`, `(2)-2-3`, or for guns `6-4-2 5-2`.
    pub fn parse(text: &str, arm: Arm) -> Option<Self> {
        let number = |t: &str| t.parse::<u8>().ok().filter(|n| *n <= 30);
        if arm == Arm::Guns {
            let (fire, rest) = text.split_once(' ')?;
            let fire: SmallVec<[u8; 3]> = fire.split('-').map(number).collect::<Option<_>>()?;
            let (morale, movement) = rest.trim().split_once('-')?;
            let fire: [u8; 3] = fire.as_slice().try_into().ok()?;
            let (morale, movement) = (number(morale)?, number(movement)?);
            return Some(Self { strength: fire[0], morale, movement, bracket: false, fire });
        }
        let mut parts = text.split('-');
        let strength = parts.next()?;
        let inner = strength.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let face = Self {
            strength: number(inner.unwrap_or(strength))?,
            morale: number(parts.next()?)?,
            movement: number(parts.next()?)?,
            bracket: inner.is_some(),
            fire: [0; 3],
        };
        parts.next().is_none().then_some(face)
    }

    /// As printed.
    pub fn text(&self, arm: Arm) -> String {
        let Self { strength, morale, movement, .. } = self;
        match (arm, self.bracket) {
            (Arm::Guns, _) => {
                format!("{}-{}-{} {morale}-{movement}", self.fire[0], self.fire[1], self.fire[2])
            }
            (_, true) => format!("({strength})-{morale}-{movement}"),
            (_, false) => format!("{strength}-{morale}-{movement}"),
        }
    }
}

/// What sets a unit apart from others of its arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnitTraits {
    pub howitzer: bool,
    pub croat: bool,
    pub double: bool,
    pub reliable: bool,
    pub cossack: bool,
    pub quick_cavalry: bool,
    pub steady_guns: bool,
}

pub struct UnitCard {
    pub id: String,
    pub name: String,
    /// Index into the chart of units.
    pub kind: u8,
    pub arm: Arm,
    pub side: SideId,
    pub nation: u8,
    /// None for artillery (2.2).
    pub wing: Option<WingId>,
    /// The group of a gun (4.2.1).
    pub group: u8,
    /// Full strength first.
    pub faces: SmallVec<[Face; 4]>,
    /// Steps on each counter, the first counter first (2.1).
    pub counters: SmallVec<[u8; 4]>,
    pub traits: UnitTraits,
    /// Where it stands at the start, or its usual hex where the owner sets it up.
    pub start: Option<HexId>,
    /// Set up by its owner.
    pub set_up: bool,
    /// Order in its stack at the start.
    pub order: u8,
    /// Steps lost before the start.
    pub lost: u8,
    /// Artillery of a Detachment (4.3).
    pub detachment: Option<u8>,
}

impl UnitCard {
    pub fn steps(&self) -> u8 {
        self.faces.len() as u8
    }

    /// Steps at the start.
    pub fn steps_left(&self) -> u8 {
        self.steps().saturating_sub(self.lost)
    }

    /// The face with so many steps left.
    pub fn face(&self, steps: u8) -> Face {
        let lost = self.faces.len().saturating_sub(usize::from(steps));
        self.faces.get(lost).copied().unwrap_or_default()
    }

    /// Steps that were on the counters already removed, when so many steps are left: the places where the counter changes.
    pub fn counter_edges(&self) -> SmallVec<[u8; 4]> {
        let mut left = self.steps();
        self.counters
            .iter()
            .map(|n| {
                left = left.saturating_sub(*n);
                left
            })
            .collect()
    }

    /// Counters that go off the map when steps fall from `before` to `after`.
    pub fn counters_lost(&self, before: u8, after: u8) -> u8 {
        self.counter_edges().iter().filter(|edge| **edge < before && **edge >= after).count() as u8
    }
}

/// Whom a Special Leader may help (4.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Star {
    None,
    Any,
    Infantry,
    Cavalry,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    Commander,
    Wing(WingId),
    Extra,
}

pub struct LeaderCard {
    pub id: String,
    pub name: String,
    pub side: SideId,
    pub nation: u8,
    pub post: Post,
    pub initiative: u8,
    pub morale: u8,
    pub movement: u8,
    pub star: Star,
    pub wounded_points: u8,
    pub killed_points: u8,
    pub start: Option<HexId>,
    pub set_up: bool,
}

impl LeaderCard {
    /// On the map from the start, or set up.
    pub fn takes_part(&self) -> bool {
        self.start.is_some() || self.set_up
    }
}

pub struct WingCard {
    pub name: String,
    pub side: SideId,
    pub leader: LeaderId,
    pub units: SmallVec<[UnitId; 8]>,
    /// Without infantry (4.2.1).
    pub is_cavalry: bool,
    pub group: u8,
    pub detachment: Option<u8>,
    /// No leader's, but the counter of a Detachment without one: its units are laid up with any such counter (17.6.4.1).
    pub is_pile: bool,
}

pub struct GroupCard {
    pub name: String,
    pub side: SideId,
    pub rating: u8,
}

/// A Detachment with a group of its own while it lasts (4.3).
pub struct DetachmentCard {
    pub name: String,
    pub side: SideId,
    pub group: u8,
}

/// One entry of the set-up.
pub type SetUpEntry = engine::game::PlacementEntry<crate::decide::Piece, SideId>;

pub struct SideCard {
    pub id: String,
    pub name: String,
    pub army: String,
    pub morale: i8,
    pub track_top: i8,
    pub commander: Option<LeaderId>,
    pub second: Option<LeaderId>,
    /// Activated from the start (4.1).
    pub active: bool,
    /// Infantry and cavalry dummies (17.6).
    pub dummies: [u8; 2],
    /// With the second and third Detachment without a leader (17.6.4.3).
    pub false_leaders: u8,
    /// Hexes between such Detachments at set-up (17.6.4.4).
    pub pile_spacing: u16,
    /// Of each try to Activate; the last repeats (4.1.1).
    pub activation_cost: Vec<u8>,
    /// Hexes of friendly map edges.
    pub edge: Vec<bool>,
    /// Hexes to the nearest hex of a friendly edge.
    pub edge_distance: Vec<u16>,
}

pub struct Objective {
    pub name: String,
    pub hexes: Vec<HexId>,
    pub points: i16,
    /// Who scores it; none for whoever holds it.
    pub side: Option<SideId>,
    /// Units wanted in or near it at the end; 0: last to pass through.
    pub units: u8,
    pub radius: u16,
    /// Who holds it at the start.
    pub holder: Option<SideId>,
    /// The scenario says so: who stands nearest does not matter.
    pub is_held: bool,
    /// Its place among the victory rules of the document.
    pub index: usize,
}

/// Least differences for the Prussian player, greatest for the Coalition (19.2).
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    pub prussian: [i16; 3],
    pub coalition: [i16; 3],
}

/// Options of chapter 16 and the readings that may be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OptionFlags {
    pub cavalry_withdrawal: bool,
    pub croat_sniping: bool,
    pub cavalry_losses: bool,
    pub cossacks: bool,
    pub extended_range: bool,
    pub howitzers: bool,
    pub woods_disorder: bool,
    pub column_roads: bool,
    /// 8.3e: from two hexes on a unit loses a step before it retreats from fire.
    pub step_before_retreat: bool,
    /// 10.13.2: a leader helps in his own hex alone.
    pub sweep_leader_in_hex: bool,
    pub limited_intelligence: bool,
    pub fortunes_of_war: bool,
}

/// What crossing a hexside means, going one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideEffect {
    /// For an attack by foot and by horse; none where it cannot be made.
    pub combat: [Option<i8>; 2],
    /// For fire across it, and what of that howitzers ignore (16.3.2).
    pub bombard: i8,
    pub trench: bool,
    pub slope_up: bool,
}

/// How many turns the battle has, and what they are called.
pub struct Turns {
    pub count: u8,
    pub names: Vec<String>,
}

pub struct Setup {
    pub map: Map,
    pub lines: LineTable,
    /// Points to enter the next hex by direction and column; [`CLOSED`] where prohibited.
    pub costs: Vec<[[u8; 5]; 6]>,
    /// Whether the side itself may be crossed, by column: for columns on roads (7.3).
    pub sides_open: Vec<[[bool; 5]; 6]>,
    pub effects: Vec<[SideEffect; 6]>,
    /// Directions of each hex by the numbers of the hexes they lead to: what is listed along them comes out in order.
    pub in_order: Vec<[Dir; 6]>,
    pub units: Vec<UnitCard>,
    /// The side of each unit once more, close together: hexes are searched for units all the time.
    pub unit_sides: Vec<SideId>,
    pub leaders: Vec<LeaderCard>,
    pub wings: Vec<WingCard>,
    pub groups: Vec<GroupCard>,
    pub detachments: Vec<DetachmentCard>,
    /// In the order of play.
    pub set_up: Vec<SetUpEntry>,
    /// In the order of player turns: the Prussian player first.
    pub sides: [SideCard; 2],
    pub objectives: Vec<Objective>,
    pub levels: Levels,
    pub turns: Turns,
    pub fatigue: u8,
    pub options: OptionFlags,
    pub opening: crate::opening::Opening,
}

pub const CLOSED: u8 = u8::MAX;

impl Setup {
    /// Wings are set up and move unseen (17).
    pub fn is_hidden(&self) -> bool {
        self.options.limited_intelligence && !self.set_up.is_empty()
    }

    pub fn unit(&self, u: UnitId) -> &UnitCard {
        &self.units[u.index()]
    }

    pub fn leader(&self, l: LeaderId) -> &LeaderCard {
        &self.leaders[l.index()]
    }

    pub fn wing(&self, w: WingId) -> &WingCard {
        &self.wings[w.index()]
    }

    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    pub fn wing_ids(&self) -> impl Iterator<Item = WingId> + use<> {
        (0..self.wings.len() as u8).map(WingId)
    }

    /// Points to go from `from` over `dir`; none where it is prohibited or off the map.
    pub fn enter_cost(&self, column: Column, from: HexId, dir: Dir) -> Option<u8> {
        Some(self.costs[from.index()][dir.0 as usize][column as usize]).filter(|c| *c != CLOSED)
    }

    /// The hexes around one, in the order of their numbers.
    pub fn ways(&self, from: HexId) -> impl Iterator<Item = (Dir, HexId)> + '_ {
        let row = self.map.neighbours(from);
        self.in_order[from.index()].iter().map(|d| (*d, row[d.0 as usize])).filter(|w| !w.1.is_none())
    }

    pub fn terrain<'a>(&self, data: &'a Data, hex: HexId) -> &'a crate::data::HexLine {
        &data.terrain.hexes[self.map.terrain[hex.index()].0 as usize]
    }

    pub fn label(&self, hex: HexId) -> String {
        self.map.label(hex)
    }
}
