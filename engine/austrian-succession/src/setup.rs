//! What never changes during a game: the ground with its prices, the counters, the places and the scenario's figures.

use crate::advice::Distances;
use crate::data::{Arm, Face, VictoryChart};
use crate::ids::{LandId, MarkerId, NationId, PartyId, PlaceId, SideId, UnitId};
use crate::midway::Midway;
use engine::game::{Control, PlacementEntry};
use engine::hex::HexId;
use engine::map::Map;
use std::sync::OnceLock;

/// A country or region (2.2, 2.3, 2.5).
pub struct LandCard {
    pub id: String,
    pub name: String,
    /// Nobody enters it in this game.
    pub closed: bool,
    /// Shut until this country's forces join (25.3).
    pub joins_with: Option<PartyId>,
    /// A region of the Austrian Empire (2.3).
    pub is_empire: bool,
    /// Its fortresses count for 27.3.2; German States do not (2.5).
    pub is_country: bool,
    /// Nations at home here (10.3).
    pub home_of: Vec<NationId>,
}

/// What a hex is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Place in the Terrain Effects Chart.
    pub terrain: u8,
    /// Half points to enter away from roads; none: only along a road.
    pub cost: Option<u8>,
    pub road_cost: u8,
    pub shift: i8,
    pub is_mountain: bool,
    pub is_fortress: bool,
    /// None: beyond every land, which is open.
    pub land: Option<LandId>,
    pub place: Option<PlaceId>,
}

/// What lies between two neighbouring hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing {
    pub river: bool,
    pub road: bool,
    /// Both hexes touch one unbroken line of river sides (13.14).
    pub along_river: bool,
}

/// A fortress, town or free city (2.6, 27).
pub struct PlaceCard {
    pub name: String,
    pub hex: HexId,
    pub is_fortress: bool,
    pub is_free_city: bool,
    pub points: i16,
    pub is_objective: bool,
    /// What a side gains once for being first in it (5.11.2).
    pub payment: Option<(SideId, u8)>,
}

/// A leader's Values: Frederick has a second one on his reverse (22.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub front: u8,
    pub reverse: Option<u8>,
}

/// Where a counter is at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Hex(HexId),
    /// Its owner sets it up.
    SetUp,
    Staging,
    Box,
    Dead,
    Prisoner,
}

pub struct UnitCard {
    pub id: String,
    /// As told in log and prompts: 'Prussian infantry 3', 'von Schwerin'.
    pub name: String,
    /// Index into the chart of units.
    pub kind: u8,
    pub arm: Arm,
    pub is_wing: bool,
    pub is_mercenary: bool,
    pub nation: NationId,
    /// None for mercenaries, who belong to whoever hires them (33).
    pub party: Option<PartyId>,
    pub regular: Option<Face>,
    pub elite: Option<Face>,
    /// Of leaders.
    pub value: Option<Value>,
    pub start: Start,
    pub starts_elite: bool,
    /// A leader with two values, on his reverse (22.6).
    pub starts_reversed: bool,
    /// Of mercenaries: who pays them at the start, if they are on the map (33).
    pub hired_by: Option<SideId>,
    /// Where the usual set-up puts it, for 'auto'.
    pub usual: Option<HexId>,
}

impl UnitCard {
    pub fn is_leader(&self) -> bool {
        self.arm == Arm::Leader
    }

    pub fn is_brigade(&self) -> bool {
        !self.is_wing && matches!(self.arm, Arm::Infantry | Arm::Cavalry)
    }

    /// Brigade equivalents (16.25).
    pub fn brigades(&self) -> u8 {
        if self.is_wing { 3 } else { 1 }
    }

    pub fn face(&self, elite: bool) -> Face {
        let (first, second) = if elite { (self.elite, self.regular) } else { (self.regular, self.elite) };
        first.or(second).unwrap_or_default()
    }
}

/// A side of the document: Coalition and Habsburg, then those who may join (25.2).
pub struct PartyCard {
    pub id: String,
    pub name: String,
    /// Whose belligerent it becomes.
    pub side: SideId,
    pub nations: Vec<NationId>,
}

pub struct SideCard {
    pub id: String,
    pub name: String,
    pub army: String,
    /// Morale Points at the start (40).
    pub morale: u8,
    /// How many of each marker of the chart its pool holds at the start.
    pub pool: Vec<u8>,
}

/// A line of special victory points (27.4): units of this nation in each of these places.
pub struct BonusLine {
    pub name: String,
    pub side: SideId,
    pub nation: NationId,
    pub places: Vec<PlaceId>,
    pub points: i16,
}

/// A box of the turn track.
pub struct TurnCard {
    pub name: String,
    /// Winter (23).
    pub winter: bool,
    /// No Events Phase (40.8.1).
    pub no_events: bool,
    /// Neither recruiting nor training (40.8.2).
    pub no_recruiting: bool,
}

/// Optional rules in force (28 to 38).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OptionFlags {
    pub grand_diplomacy: bool,
    pub advance_guard: bool,
    pub delaying_actions: bool,
    pub combat_supply: bool,
    pub enhanced_pursuit: bool,
    pub mercenaries: bool,
    pub light_units: bool,
    /// Needs `light_units` (34.4).
    pub pillage: bool,
    pub field_works: bool,
    pub large_armies: bool,
    pub prisoners: bool,
}

/// A staging area (26): hexes where its units come onto the map.
pub struct StagingCard {
    pub id: String,
    pub name: String,
    pub nations: Vec<NationId>,
    pub entry: Vec<HexId>,
}

/// Every region of the Empire, in the chart of events (2.3).
pub const EMPIRE: &str = "empire";

pub type SetUpEntry = PlacementEntry<UnitId, PartyId>;

/// Where units wait off the map for the march to it.
pub struct StagingAreas {
    pub cards: Vec<StagingCard>,
    /// For each nation of the chart, the place of its area in `cards`, if it has one.
    pub of_nation: Vec<Option<u8>>,
    /// Where events land that name a staging area, if the sheet has none.
    pub instead: Option<HexId>,
}

pub struct Setup {
    pub map: Map,
    pub ground: Vec<Ground>,
    /// For each hex and direction.
    pub crossings: Vec<[Crossing; 6]>,
    pub lands: Vec<LandCard>,
    pub places: Vec<PlaceCard>,
    pub units: Vec<UnitCard>,
    pub parties: Vec<PartyCard>,
    pub sides: [SideCard; 2],
    pub staging: StagingAreas,
    /// In the order of play; who places is `PartyCard::side`.
    pub set_up: Vec<SetUpEntry>,
    /// What the area of each of these lines is called.
    pub set_up_areas: Vec<String>,
    pub bonus: Vec<BonusLine>,
    pub turns: Vec<TurnCard>,
    pub options: OptionFlags,
    /// Which seat decides for each party at the start.
    pub control: Control,
    /// Event markers kept in force at the start.
    pub in_force: Vec<MarkerId>,
    /// How the war stands if it is taken up in the middle of a turn.
    pub midway: Midway,
    /// Payments of 5.11.2 already made, by place.
    pub paid: Vec<PlaceId>,
    /// Points ahead for each level (27.2): those of the chart, or of the scenario.
    pub levels: VictoryChart,
    /// For computer players, worked out when they first ask.
    pub distances: OnceLock<Distances>,
}

impl Setup {
    pub fn unit(&self, u: UnitId) -> &UnitCard {
        &self.units[u.index()]
    }

    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    pub fn ground(&self, hex: HexId) -> &Ground {
        &self.ground[hex.index()]
    }

    pub fn place_at(&self, hex: HexId) -> Option<&PlaceCard> {
        self.ground(hex).place.map(|p| &self.places[p.index()])
    }

    /// The place the chart of events names.
    pub fn place_named(&self, name: &str) -> Option<PlaceId> {
        self.places.iter().position(|p| p.name == name).map(|i| PlaceId(i as u8))
    }

    /// The staging area of a nation, if it has one.
    pub fn staging_area_of(&self, nation: NationId) -> Option<u8> {
        self.staging.of_nation.get(nation.index()).copied().flatten()
    }

    /// Whose forces a nation's units are.
    pub fn party_of(&self, nation: NationId) -> Option<PartyId> {
        self.parties.iter().position(|p| p.nations.contains(&nation)).map(|i| PartyId(i as u8))
    }

    /// What lies between two neighbours.
    pub fn crossing(&self, from: HexId, to: HexId) -> Crossing {
        self.map
            .direction_to(from, to)
            .map_or_else(Crossing::default, |d| self.crossings[from.index()][d.0 as usize])
    }
}
