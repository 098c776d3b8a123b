//! 19: supply by forage, fortresses and expended trains; 23: winter; 37.2: Large Armies. The questions are in `decide::logistics`.

use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId};
use crate::movement::large_armies;
use crate::recruiting::return_to_box;
use crate::state::{Flag, Spot, State};
use crate::zones::{Field, HexSet};
use crate::{Context, belligerents, reorganization};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A Line of Communications by its kind (19.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Line {
    Road,
    River,
    Country,
}

impl Line {
    pub const ALL: [Self; 3] = [Self::Road, Self::River, Self::Country];

    /// The most hexes of it, the source counted and the unit's own not (19.3.1).
    pub fn length(self, cx: &Context) -> u8 {
        let chart = &cx.data.terrain;
        match self {
            Self::Road => chart.supply_by_road,
            Self::River => chart.supply_by_river,
            Self::Country => chart.supply_otherwise,
        }
    }
}

/// The land as supply meets it for one side, worked out once for many questions.
pub struct Depots<'a> {
    cx: &'a Context,
    s: &'a State,
    side: SideId,
    field: Field,
}

impl<'a> Depots<'a> {
    pub fn new(cx: &'a Context, s: &'a State, side: SideId) -> Self {
        Self { cx, s, side, field: Field::of(&cx.setup, s) }
    }

    /// Whether a line may lead through a hex; only the unit's own may be another (19.3.2).
    fn is_passable(&self, hex: HexId) -> bool {
        let setup = &self.cx.setup;
        let enemy = self.side.enemy();
        !setup.ground(hex).is_mountain
            && !self.field.holds(enemy, hex)
            && !self.field.is_in_zone_of(enemy, hex)
            && !self.field.is_neutral(hex)
            && !belligerents::is_shut(setup, self.s, hex)
    }

    fn leads(&self, line: Line, from: HexId, to: HexId) -> bool {
        let crossing = self.cx.setup.crossing(from, to);
        match line {
            Line::Road => crossing.road,
            Line::River => crossing.along_river,
            Line::Country => true,
        }
    }

    /// Every hex from which a line of this kind leads to one of the sources, told to `found`. The source's own hex needs no line.
    pub fn flood(&self, sources: &[HexId], line: Line, found: &mut HexSet) {
        let map = &self.cx.setup.map;
        let mut seen = HexSet::new(map.len());
        let mut edge: SmallVec<[HexId; 64]> = SmallVec::new();
        for source in sources {
            found.insert(*source);
            if seen.insert(*source) && self.is_passable(*source) {
                edge.push(*source);
            }
        }
        for _ in 0..line.length(self.cx) {
            let mut next: SmallVec<[HexId; 64]> = SmallVec::new();
            for at in &edge {
                for to in map.neighbours(*at).iter().filter(|hex| !hex.is_none()) {
                    if self.leads(line, *at, *to) && seen.insert(*to) {
                        found.insert(*to);
                        if self.is_passable(*to) {
                            next.push(*to);
                        }
                    }
                }
            }
            edge = next;
        }
    }

    /// Hexes with a line of any kind to one of the sources.
    pub fn fed_by(&self, sources: &[HexId]) -> HexSet {
        let mut found = HexSet::new(self.cx.setup.map.len());
        for line in Line::ALL {
            self.flood(sources, line, &mut found);
        }
        found
    }

    /// Fortresses that supply this side: held by it, and not pillaged (19.2.3, 35.2).
    pub fn fortresses(&self) -> Hexes {
        let places = self.cx.setup.places.iter().filter(|p| p.is_fortress).map(|p| p.hex);
        places.filter(|hex| self.field.holds(self.side, *hex) && !self.s.pillaged.contains(hex)).collect()
    }

    /// Hexes whose units cannot forage freely and are in no fortress, sorted (19.2.1, 19.2.2).
    fn needy(&self) -> Hexes {
        let mut counts: SmallVec<[(HexId, u8); 32]> = SmallVec::new();
        for u in self.cx.setup.unit_ids() {
            let (Spot::Hex(hex), card) = (self.s.unit(u).spot, self.cx.setup.unit(u)) else { continue };
            if is_always_supplied(card.arm) || self.s.owner(&self.cx.setup, u) != Some(self.side) {
                continue;
            }
            // A wing alone is more than any number of brigades that forage freely.
            let weight = if card.is_wing { u8::MAX } else { 1 };
            match counts.iter_mut().find(|c| c.0 == hex) {
                Some(count) => count.1 = count.1.saturating_add(weight),
                None => counts.push((hex, weight)),
            }
        }
        let free = self.cx.data.terrain.free_forage;
        let is_fed_inside = |hex| self.cx.setup.ground(hex).is_fortress && !self.s.pillaged.contains(&hex);
        let mut needy: Hexes =
            counts.iter().filter(|c| c.1 > free && !is_fed_inside(c.0)).map(|c| c.0).collect();
        needy.sort_unstable();
        needy
    }

    /// Hexes whose units are out of supply, after these trains were expended where they stood (19.2).
    pub fn hungry(&self, expended: &[HexId]) -> Hexes {
        let mut hungry = self.needy();
        if hungry.is_empty() {
            return hungry;
        }
        let fed = self.fed_by(&self.fortresses());
        hungry.retain(|hex| !fed.contains(*hex));
        if hungry.is_empty() || expended.is_empty() {
            return hungry;
        }
        let fed: SmallVec<[HexSet; 4]> = expended.iter().map(|hex| self.fed_by(&[*hex])).collect();
        let large = large_armies(self.cx, self.s, self.side);
        hungry.retain(|hex| {
            let trains = fed.iter().filter(|f| f.contains(*hex)).count();
            trains < trains_needed(large.contains(hex))
        });
        hungry
    }

    /// Whether an expended train here would help a hungry hex.
    pub fn helps(&self, train: HexId, hungry: &[HexId]) -> bool {
        if hungry.is_empty() {
            return false;
        }
        let fed = self.fed_by(&[train]);
        hungry.iter().any(|hex| fed.contains(*hex))
    }
}

/// A Large Army needs two trains (37.2).
pub const fn trains_needed(is_large: bool) -> usize {
    if is_large { 2 } else { 1 }
}

/// Leaders and supply trains need nothing (19.2.5).
pub const fn is_always_supplied(arm: Arm) -> bool {
    matches!(arm, Arm::Leader | Arm::SupplyTrain)
}

/// Columns of the Attrition Table (19.5, 23).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Column {
    OutOfSupply,
    WinterMarch,
    WinterOutOfSupply,
    WinterOutOfSupplyMarch,
}

impl Column {
    pub fn of(is_winter: bool, is_hungry: bool, has_marched: bool) -> Option<Self> {
        match (is_winter, is_hungry, has_marched) {
            (true, true, true) => Some(Self::WinterOutOfSupplyMarch),
            (true, true, false) => Some(Self::WinterOutOfSupply),
            (true, false, true) => Some(Self::WinterMarch),
            (false, true, _) => Some(Self::OutOfSupply),
            (_, false, _) => None,
        }
    }

    fn dice(self, cx: &Context) -> &[bool; 6] {
        let table = &cx.data.attrition;
        match self {
            Self::OutOfSupply => &table.out_of_supply,
            Self::WinterMarch => &table.winter_march,
            Self::WinterOutOfSupply => &table.winter_out_of_supply,
            Self::WinterOutOfSupplyMarch => &table.winter_out_of_supply_march,
        }
    }

    /// Whether a unit is lost on this die; Elites add to it.
    pub fn is_lost(self, cx: &Context, die: u8, elite: bool) -> bool {
        let bonus = if elite { cx.data.attrition.elite } else { 0 };
        let row = (i16::from(die) + i16::from(bonus)).clamp(1, 6) as usize - 1;
        self.dice(cx)[row]
    }
}

/// Every unit of a side that rolls for attrition, with its column, in order.
pub fn attrition(
    cx: &Context,
    s: &State,
    side: SideId,
    expended: &[HexId],
) -> SmallVec<[(UnitId, Column); 16]> {
    let winter = cx.setup.turns[usize::from(s.turn) - 1].winter;
    let hungry = Depots::new(cx, s, side).hungry(expended);
    let column = |u: UnitId| {
        let hex = s.unit(u).hex()?;
        if is_always_supplied(cx.setup.unit(u).arm) || s.owner(&cx.setup, u) != Some(side) {
            return None;
        }
        Column::of(winter, hungry.contains(&hex), s.unit(u).has(Flag::Marched))
    };
    cx.setup.unit_ids().filter_map(|u| Some((u, column(u)?))).collect()
}

/// A unit is lost to attrition; a wing loses one brigade and breaks into the others (19.5, 16.26).
pub fn lose(cx: &Context, s: &mut State, u: UnitId) {
    if !cx.setup.unit(u).is_wing {
        return return_to_box(cx, s, u);
    }
    let mut rest = reorganization::spare_brigades(&cx.setup, s, u);
    rest.truncate(reorganization::BRIGADES - 1);
    if rest.is_empty() {
        return return_to_box(cx, s, u);
    }
    reorganization::exchange(cx, s, &[u], &rest);
}

/// A train is used up and lies in the Recruit box (19.4).
pub fn expend(cx: &Context, s: &mut State, train: UnitId, rec: &mut crate::Record) {
    let Some(side) = s.owner(&cx.setup, train) else { return };
    return_to_box(cx, s, train);
    rec.emit(|| crate::event::Event::Expended { side, train });
}

/// Supply trains of a side on the map.
pub fn trains<'a>(cx: &'a Context, s: &'a State, side: SideId) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
    let is_train =
        move |u: &UnitId| cx.setup.unit(*u).arm == Arm::SupplyTrain && s.owner(&cx.setup, *u) == Some(side);
    cx.setup.unit_ids().filter(is_train).filter_map(|u| Some((u, s.unit(u).hex()?)))
}
