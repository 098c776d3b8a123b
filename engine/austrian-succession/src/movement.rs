//! 13: movement, with the zones of 15, the light units of 34, Large Armies of 37.2 and the points a move costs in half points.
//! The questions are in `decide::movement` and `decide::march`; who may move is said by `impulses`.

mod reach;

pub use reach::reach;

use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId};
use crate::setup::UnitCard;
use crate::state::{Flag, Spot, State};
use crate::zones::Field;
use crate::{Context, works};
use engine::hex::HexId;
use engine::present::Refusal;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The three ways to reckon a move: step by step at full prices, wholly by road (13.11), wholly along a river (13.14).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    Full,
    Road,
    River,
}

impl Way {
    pub const ALL: [Self; 3] = [Self::Full, Self::Road, Self::River];
}

/// What a move has cost so far in half points, in each of the three ways; none where it can no longer be reckoned so. The move
/// is allowed as long as one of them fits the allowance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Spent {
    pub full: Option<u8>,
    pub road: Option<u8>,
    pub river: Option<u8>,
}

impl Spent {
    pub const NOTHING: Self = Self { full: Some(0), road: Some(0), river: Some(0) };

    pub const fn in_way(self, way: Way) -> Option<u8> {
        match way {
            Way::Full => self.full,
            Way::Road => self.road,
            Way::River => self.river,
        }
    }

    /// The cheapest reckoning.
    pub fn least(self) -> u8 {
        Way::ALL.iter().filter_map(|way| self.in_way(*way)).min().unwrap_or(u8::MAX)
    }
}

/// Why a group may not enter a hex, or a unit not move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    NotNext,
    Enemy,
    Neutral,
    Closed,
    Mountain,
    ZoneToZone,
    TooFar,
    NoRiver,
    OffRiver,
    NotByRiver,
    Works,
    NotYours,
    NotThere,
    HasMoved,
    Drilled,
    Event,
    NotActivated,
    LeaderLeads,
    NoEntry,
    OnTheMap,
    NoWay,
    Busy,
}

impl Bar {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::NotNext => "13.2",
            Self::Enemy => "13.5",
            Self::Neutral | Self::Closed => "25.3",
            Self::Mountain => "13.9",
            Self::ZoneToZone => "15.7",
            Self::TooFar | Self::NoWay => "13.3",
            Self::NoRiver | Self::OffRiver | Self::NotByRiver => "13.14",
            Self::Works => "36.2",
            Self::NotYours => "13.1",
            Self::NotThere | Self::Busy => "13.2",
            Self::HasMoved => "13.6",
            Self::Drilled => "11.5",
            Self::Event => "41",
            Self::NotActivated | Self::LeaderLeads => "18.4",
            Self::NoEntry | Self::OnTheMap => "26.2",
        }
    }

    pub const fn text(self) -> &'static str {
        match self {
            Self::NotNext => "A move goes from hex to neighbouring hex.",
            Self::Enemy => "Enemy units stand there.",
            Self::Neutral => "Neutral units stand there.",
            Self::Closed => "Nobody may enter that land now.",
            Self::Mountain => "Mountains are entered by road only.",
            Self::ZoneToZone => "Units that leave an enemy zone enter no other in this phase.",
            Self::TooFar => "The movement allowance of the slowest unit does not reach so far.",
            Self::NoRiver => "These two hexes do not touch the same river.",
            Self::OffRiver => "A move along a river goes along it for the whole phase.",
            Self::NotByRiver => "Only leaders, siege trains and supply trains move along rivers.",
            Self::Works => "Enemy Field Works next to the fortress bar the way.",
            Self::NotYours => "That unit is not yours to move.",
            Self::NotThere => "That unit is not with the group.",
            Self::HasMoved => "That unit has moved in this phase, or was left behind.",
            Self::Drilled => "Units that trained this turn neither move nor attack.",
            Self::Event => "An event in force holds that unit.",
            Self::NotActivated => "In this impulse units move only with an activated leader of their hex.",
            Self::LeaderLeads => "The activated leader of the group goes on, or all of it stops.",
            Self::NoEntry => "The staging area has no open hex there.",
            Self::NoWay => "That unit can go nowhere by itself.",
            Self::Busy => "A group is moving.",
            Self::OnTheMap => "Only units of a staging area come onto the map.",
        }
    }

    pub fn refusal(self) -> Refusal {
        Refusal::new(self.rule(), self.text())
    }
}

/// Movement allowance in half points.
pub fn allowance(cx: &Context, s: &State, u: UnitId) -> u8 {
    cx.setup.unit(u).face(s.unit(u).is_elite()).movement.saturating_mul(2)
}

/// Leaders, siege trains and supply trains may move along rivers (13.14).
pub const fn uses_rivers(card: &UnitCard) -> bool {
    matches!(card.arm, Arm::Leader | Arm::SiegeTrain | Arm::SupplyTrain)
}

/// Brigade equivalents that make an army large (37.1).
pub const fn army_brigades(card: &UnitCard) -> u8 {
    match card.arm {
        Arm::Infantry | Arm::Cavalry | Arm::Light | Arm::SiegeTrain => {
            if card.is_wing {
                3
            } else {
                1
            }
        }
        Arm::Garrison | Arm::SupplyTrain | Arm::Leader => 0,
    }
}

/// Hexes of a side's Large Armies, where the option is in force (37.1).
pub fn large_armies(cx: &Context, s: &State, side: SideId) -> Hexes {
    let mut large = Hexes::new();
    if !cx.setup.options.large_armies {
        return large;
    }
    let mut sums: SmallVec<[(HexId, u8); 32]> = SmallVec::new();
    for u in cx.setup.unit_ids() {
        let Spot::Hex(hex) = s.unit(u).spot else { continue };
        let brigades = army_brigades(cx.setup.unit(u));
        if brigades == 0 || s.owner(&cx.setup, u) != Some(side) {
            continue;
        }
        match sums.iter_mut().find(|sum| sum.0 == hex) {
            Some(sum) => sum.1 = sum.1.saturating_add(brigades),
            None => sums.push((hex, brigades)),
        }
    }
    large.extend(sums.iter().filter(|sum| sum.1 >= cx.data.terrain.large_army).map(|sum| sum.0));
    large
}

/// Who moves together, and what of them matters to their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    pub side: SideId,
    /// Of the slowest, in half points (13.2).
    pub allowance: u8,
    /// All are light units, and they have their own rules (34.1, 34.2).
    pub is_light: bool,
    /// All of them may go along rivers.
    pub uses_rivers: bool,
    /// The move began in an enemy zone (15.7).
    pub left_zone: bool,
}

impl Group {
    pub fn of(cx: &Context, s: &State, side: SideId, units: &[UnitId], left_zone: bool) -> Self {
        let card = |u: &UnitId| cx.setup.unit(*u);
        Self {
            side,
            allowance: units.iter().map(|u| allowance(cx, s, *u)).min().unwrap_or(0),
            is_light: cx.setup.options.light_units && units.iter().all(|u| card(u).arm == Arm::Light),
            uses_rivers: units.iter().all(|u| uses_rivers(card(u))),
            left_zone,
        }
    }
}

/// What a step comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub spent: Spent,
    /// The move ends there: an enemy zone (13.16), a Large Army (37.2).
    pub stops: bool,
}

/// The map as a mover meets it, worked out once for many steps.
pub struct Theatre<'a> {
    pub cx: &'a Context,
    pub s: &'a State,
    pub field: Field,
    /// Large Armies of the side that moves.
    large: Hexes,
    /// What light units pay for a mountain: the price of rough ground (34.2).
    rough: Option<u8>,
}

impl<'a> Theatre<'a> {
    pub fn new(cx: &'a Context, s: &'a State, side: SideId) -> Self {
        let rough = cx.data.terrain.hexes.iter().find(|t| t.rough).and_then(|t| t.cost);
        Self { cx, s, field: Field::of(&cx.setup, s), large: large_armies(cx, s, side), rough }
    }

    pub fn is_in_enemy_zone(&self, side: SideId, hex: HexId) -> bool {
        self.field.is_in_zone_of(side.enemy(), hex)
    }

    /// Whether a group may stand in a hex at all: no enemies, no neutrals, no closed land.
    pub fn check_open(&self, side: SideId, hex: HexId) -> Result<(), Bar> {
        if self.field.holds(side.enemy(), hex) {
            return Err(Bar::Enemy);
        }
        if self.field.is_neutral(hex) {
            return Err(Bar::Neutral);
        }
        if crate::belligerents::is_shut(&self.cx.setup, self.s, hex) {
            return Err(Bar::Closed);
        }
        Ok(())
    }

    /// Whether a group may go from one hex to the next whatever it costs, and whether it must stop there.
    fn check_entry(&self, group: &Group, from: HexId, to: HexId) -> Result<bool, Bar> {
        self.check_open(group.side, to)?;
        let is_shut = |hex: HexId| works::shut(&self.cx.setup, self.s, group.side, hex);
        if is_shut(from) || is_shut(to) {
            return Err(Bar::Works);
        }
        let is_zone = self.is_in_enemy_zone(group.side, to);
        let may_enter_zone = !group.left_zone || (group.is_light && !self.is_in_enemy_zone(group.side, from));
        if is_zone && !may_enter_zone {
            return Err(Bar::ZoneToZone);
        }
        Ok(is_zone || self.large.contains(&to))
    }

    /// What a step costs in half points in one way to reckon it; none: not in this way.
    fn price(&self, group: &Group, from: HexId, to: HexId, way: Way) -> Option<u8> {
        let setup = &self.cx.setup;
        let chart = &self.cx.data.terrain;
        let (crossing, ground) = (setup.crossing(from, to), setup.ground(to));
        let cost = match way {
            Way::Road if crossing.road => ground.road_cost,
            Way::River if crossing.along_river && group.uses_rivers => chart.river_step,
            Way::Full if crossing.road => chart.road_step,
            Way::Full => {
                let own = ground.cost.or(if group.is_light { self.rough } else { None })?;
                own + if crossing.river { chart.river_cost } else { 0 }
            }
            Way::Road | Way::River => return None,
        };
        let is_pillaged = !self.s.pillaged.is_empty() && self.s.pillaged.contains(&to);
        Some(cost + if is_pillaged { chart.pillaged_cost } else { 0 })
    }

    /// One step of a group. The first of a phase may cost whatever it does (13.4).
    pub fn step(
        &self,
        group: &Group,
        spent: Spent,
        from: HexId,
        to: HexId,
        by_river: bool,
    ) -> Result<Step, Bar> {
        if !self.cx.setup.map.is_adjacent(from, to) {
            return Err(Bar::NotNext);
        }
        let stops = self.check_entry(group, from, to)?;
        let add = |way: Way| {
            let before = spent.in_way(way)?;
            Some(before.saturating_add(self.price(group, from, to, way)?))
        };
        let after = if by_river {
            Spent { full: None, road: None, river: add(Way::River) }
        } else {
            Spent { full: add(Way::Full), road: add(Way::Road), river: None }
        };
        if after.least() == u8::MAX {
            return Err(self.why_no_way(group, spent, by_river));
        }
        if after.least() > group.allowance && spent != Spent::NOTHING {
            return Err(Bar::TooFar);
        }
        Ok(Step { spent: after, stops })
    }

    fn why_no_way(&self, group: &Group, spent: Spent, by_river: bool) -> Bar {
        match (by_river, spent.river) {
            (true, _) if !group.uses_rivers => Bar::NotByRiver,
            (true, Some(_)) => Bar::NoRiver,
            (true, None) => Bar::OffRiver,
            (false, _) if spent.full.is_none() && spent.road.is_none() => Bar::OffRiver,
            (false, _) => Bar::Mountain,
        }
    }

    /// Every step a group may make from where it is: where to, and whether along a river.
    pub fn steps<'b>(
        &'b self,
        group: &'b Group,
        spent: Spent,
        from: HexId,
    ) -> impl Iterator<Item = (HexId, bool)> + 'b {
        let next = self.cx.setup.map.neighbours(from);
        let ways: &[bool] = if group.uses_rivers { &[false, true] } else { &[false] };
        next.iter()
            .filter(|hex| !hex.is_none())
            .flat_map(move |hex| ways.iter().map(move |by_river| (*hex, *by_river)))
            .filter(move |(hex, by_river)| self.step(group, spent, from, *hex, *by_river).is_ok())
    }

    pub fn can_go(&self, group: &Group, spent: Spent, from: HexId) -> bool {
        self.steps(group, spent, from).next().is_some()
    }

    /// Whether a unit by itself could begin a move on the map.
    pub fn can_unit_go(&self, side: SideId, u: UnitId) -> bool {
        let Some(hex) = self.s.unit(u).hex() else { return false };
        let group = Group::of(self.cx, self.s, side, &[u], self.is_in_enemy_zone(side, hex));
        self.can_go(&group, Spent::NOTHING, hex)
    }
}

/// Whether a path is gone along a river: it leads further so than by land (13.14). It begins with a neighbour of `from`.
pub fn is_by_river(theatre: &Theatre<'_>, group: &Group, spent: Spent, from: HexId, path: &[HexId]) -> bool {
    let length = |by_river: bool| {
        let (mut at, mut so_far) = (from, spent);
        let goes = |to: &&HexId| match theatre.step(group, so_far, at, **to, by_river) {
            Ok(step) => {
                (at, so_far) = (**to, step.spent);
                true
            }
            Err(_) => false,
        };
        path.iter().take_while(goes).count()
    };
    group.uses_rivers && length(true) > length(false)
}

/// Marks units as having moved in this phase, and so as marching this turn (23).
pub fn mark_marched(s: &mut State, units: &[UnitId]) {
    for u in units {
        let flags = &mut s.unit_mut(*u).flags;
        flags.set(Flag::Moved);
        flags.set(Flag::Marched);
    }
}
