//! The charts: figures from `assets/austrian-succession`, read and checked once.

mod check;
mod events;
#[cfg(test)]
pub(crate) mod tests;

pub use events::{After, Condition, Effect, EventLine, Landing, Offer, Points, Who};

use crate::ids::{MarkerId, NationId, SideId};
use engine::AssetSource;
use engine::scenario::Issues;
use engine::table;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Kinds of units (2.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Arm {
    Infantry,
    Cavalry,
    Light,
    Garrison,
    SiegeTrain,
    SupplyTrain,
    Leader,
}

/// One face of a counter: combat strength and movement allowance (2.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Face {
    pub strength: u8,
    /// In parentheses: it may only defend (16.4).
    #[serde(default)]
    pub parenthesized: bool,
    pub movement: u8,
}

/// A line of the chart of units: one kind of counter.
#[derive(Clone, Debug, Deserialize)]
pub struct UnitLine {
    pub id: String,
    pub name: String,
    pub arm: Arm,
    /// Three brigades in one counter (2.6, 16.25).
    #[serde(default)]
    pub wing: bool,
    /// Elite from the start and without a regular side (33).
    #[serde(default)]
    pub mercenary: bool,
    pub regular: Option<Face>,
    pub elite: Option<Face>,
    /// The silhouette the board knows.
    pub art: String,
    /// Silhouettes of single nations that differ.
    #[serde(default)]
    pub art_of: BTreeMap<String, String>,
    pub help: String,
}

impl UnitLine {
    /// The silhouette of this kind in a nation.
    pub fn art_in(&self, nation: &str) -> &str {
        self.art_of.get(nation).unwrap_or(&self.art)
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct NationLine {
    pub id: String,
    pub name: String,
    pub adjective: String,
    /// The palette's name for its colours.
    pub army: String,
    /// The staging area its units enter by, if it has one (26.2).
    #[serde(default)]
    pub staging: Option<String>,
    #[serde(default)]
    pub recruits: NationRecruits,
    /// Counters there are of each kind of unit (10.4); leaders are not counted.
    pub counters: BTreeMap<String, u8>,
}

/// Where a nation's recruits come, beside what the Recruit Chart says (10.3, 26.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum NationRecruits {
    /// As the chart says.
    #[default]
    Chart,
    /// As the chart says, or into its staging area.
    ChartOrStaging,
    /// Only into its staging area.
    Staging,
    /// Into its staging area or a friendly-occupied fortress at home.
    StagingOrHome,
    /// Any free city without enemies or their zone.
    FreeCities,
}

/// A terrain of the Terrain Effects Chart; costs in half points.
#[derive(Clone, Debug, Deserialize)]
pub struct TerrainLine {
    pub id: String,
    pub name: String,
    pub key: char,
    pub art: String,
    /// For black and white.
    pub letter: String,
    /// Half points to enter away from roads; none: only along a road (13.9).
    pub cost: Option<u8>,
    /// Half points along a road on a move wholly by road (13.11, 13.13).
    pub road_cost: u8,
    /// Columns to the left for who defends in it (16.17); of a fortress, in a Storm (21.7).
    pub shift: i8,
    #[serde(default)]
    pub town: bool,
    /// A town that bears the mark of a free city (2.6).
    #[serde(default)]
    pub free_city: bool,
    #[serde(default)]
    pub fortress: bool,
    #[serde(default)]
    pub mountain: bool,
    /// The rough ground that light units treat mountains as (34.2).
    #[serde(default)]
    pub rough: bool,
    pub help: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Terrain {
    pub hexes: Vec<TerrainLine>,
    /// Half points to cross a river side without a bridge (13.10).
    pub river_cost: u8,
    pub river_shift: i8,
    /// Half points of a step by road that is not wholly by road (13.11).
    pub road_step: u8,
    /// Half points of a step of River Movement (13.14).
    pub river_step: u8,
    /// What a pillaged hex costs more (35.2).
    pub pillaged_cost: u8,
    pub works_shift: i8,
    /// Hexes of a Line of Communications by road, by river, and otherwise (19.3).
    pub supply_by_road: u8,
    pub supply_by_river: u8,
    pub supply_otherwise: u8,
    /// Brigades of a hex that forage freely (19.2.1).
    pub free_forage: u8,
    /// Brigade equivalents of a Large Army (37.1).
    pub large_army: u8,
}

/// Results of the Combat Results Table (39).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CombatResult {
    AttackerAnnihilated,
    AttackerRouted,
    AttackerDefeated,
    Counterattack,
    DefenderDefeated,
    DefenderRouted,
    DefenderAnnihilated,
    /// Only after a Delaying Action (30).
    AttackerWithdraws,
    /// Only after a Delaying Action (30.3).
    DefenderWithdraws,
}

/// The Combat Results Table: columns by percentage, rows by die.
#[derive(Clone, Debug, Deserialize)]
pub struct CombatTable {
    /// The least percentage of each column, ascending; the first is 0.
    pub columns: Vec<u16>,
    /// For each die from 1 to 6, a result for each column.
    pub results: Vec<Vec<CombatResult>>,
    /// Per cent of a side's brigade equivalents lost when defeated, and when routed.
    pub defeat_loss: u8,
    pub rout_loss: u8,
    pub counterattack_loss: u8,
    /// What the winner of a defeat loses.
    pub winner_loss: u8,
    pub withdrawal_hexes: u8,
    /// Dice up to this eliminate in an enemy zone, across a river, and of Leaders and Elites (17.7).
    pub zone_die: u8,
    pub river_die: u8,
    pub steady_die: u8,
    /// Brigades the enemy must lose for Frederick to be turned (22.6).
    pub frederick_brigades: u8,
    /// The percentage an Advance Guard Action needs (29.1).
    pub advance_guard: u16,
    /// How many times the attacker's the Delaying Action needs (30.2).
    pub delaying: u8,
    /// Hexes of an Enhanced Pursuit (32).
    pub long_pursuit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum SiegeResult {
    Sortie,
    Stalemate,
    Breach,
    HonorsOfWar,
    Capitulation,
}

/// The Siege Table: columns by factor, rows by die.
#[derive(Clone, Debug, Deserialize)]
pub struct SiegeTable {
    /// The factor of the first column; smaller and larger ones use the outer columns.
    pub first_factor: i8,
    /// For each die from 1 to 6, a result for each column.
    pub results: Vec<Vec<SiegeResult>>,
    pub per_train: i8,
    /// Strength against the besieged, in hundredths, and the factor it gives; the last that fits counts.
    pub strength: Vec<(u16, i8)>,
    /// The defender's factor if the besiegers are weaker (21.5.2).
    pub weaker: i8,
    pub works: i8,
    pub supply: i8,
}

/// The Attrition Table: for each die from 1 to 6 whether the unit is lost.
#[derive(Clone, Debug, Deserialize)]
pub struct AttritionTable {
    pub out_of_supply: [bool; 6],
    pub winter_march: [bool; 6],
    pub winter_out_of_supply: [bool; 6],
    /// Out of supply in winter, and moved this turn.
    pub winter_out_of_supply_march: [bool; 6],
    pub elite: i8,
}

/// Where a lot may be placed (10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RecruitPlace {
    HomeFortress,
    AnyFortress,
    AnyFortressOrTown,
}

/// A line of the Recruit Chart: what one Morale Point buys.
#[derive(Clone, Debug, Deserialize)]
pub struct RecruitLine {
    pub name: String,
    pub arm: Arm,
    #[serde(default)]
    pub mercenary: bool,
    pub number: u8,
    pub place: RecruitPlace,
}

#[derive(Clone, Debug, Deserialize)]
pub struct MoraleChart {
    pub most: u8,
    /// No voluntary payment and no event takes a side below this (5.5, 10.4, 41).
    pub floor: u8,
    pub per_brigade: u8,
    pub rout: u8,
    /// The winner's gain and the loser's loss for a leader who does not escape.
    pub leader_gain: u8,
    pub leader_loss: u8,
    pub frederick: u8,
    pub activation: u8,
    pub lot: u8,
    pub training: u8,
    /// For putting an event marker back (28).
    pub marker_back: u8,
    pub objective: u8,
    /// Dice up to this remove a Pillaged marker (35.4).
    pub pillage_ends: u8,
}

/// Victory (27.2): points ahead for each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct VictoryChart {
    pub marginal: i16,
    pub campaign: i16,
    pub decisive: i16,
}

/// All charts.
#[derive(Clone, Debug)]
pub struct Data {
    pub terrain: Terrain,
    pub units: Vec<UnitLine>,
    pub nations: Vec<NationLine>,
    pub combat: CombatTable,
    pub siege: SiegeTable,
    pub attrition: AttritionTable,
    pub recruits: Vec<RecruitLine>,
    pub morale: MoraleChart,
    pub victory: VictoryChart,
    pub events: Vec<EventLine>,
}

/// Chart files, in the order they are shown.
pub const FILES: &[&str] = &[
    "austrian-succession/terrain.ron",
    "austrian-succession/units.ron",
    "austrian-succession/nations.ron",
    "austrian-succession/combat.ron",
    "austrian-succession/siege.ron",
    "austrian-succession/attrition.ron",
    "austrian-succession/recruits.ron",
    "austrian-succession/morale.ron",
    "austrian-succession/victory.ron",
    "austrian-succession/events.ron",
];

fn read<T: DeserializeOwned>(src: &dyn AssetSource, name: &str, issues: &mut Issues) -> Option<T> {
    table::load::<T>(src, &format!("austrian-succession/{name}.ron"), issues).map(|c| c.chart)
}

/// Reads all charts; a chart with a hole is refused whole.
pub fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Data> {
    let before = issues.errors();
    let terrain = read(src, "terrain", issues);
    let units = read(src, "units", issues);
    let nations = read(src, "nations", issues);
    let combat = read(src, "combat", issues);
    let siege = read(src, "siege", issues);
    let attrition = read(src, "attrition", issues);
    let recruits = read(src, "recruits", issues);
    let morale = read(src, "morale", issues);
    let victory = read(src, "victory", issues);
    let events = read(src, "events", issues);
    let data = Data {
        terrain: terrain?,
        units: units?,
        nations: nations?,
        combat: combat?,
        siege: siege?,
        attrition: attrition?,
        recruits: recruits?,
        morale: morale?,
        victory: victory?,
        events: events?,
    };
    check::check(&data, issues);
    (issues.errors() == before).then_some(data)
}

impl Data {
    pub fn unit_kind(&self, id: &str) -> Option<usize> {
        self.units.iter().position(|u| u.id == id)
    }

    pub fn nation(&self, id: &str) -> Option<NationId> {
        self.nations.iter().position(|n| n.id == id).map(|i| NationId(i as u8))
    }

    /// A marker by its side and name, as pools have it.
    pub fn marker_named(&self, side: SideId, name: &str) -> Option<MarkerId> {
        let is_it = |e: &EventLine| e.owner() == side && e.name == name;
        self.events.iter().position(is_it).map(|i| MarkerId(i as u8))
    }

    /// A marker by its id, as other markers name it.
    pub fn marker(&self, id: &str) -> Option<MarkerId> {
        self.events.iter().position(|e| e.id == id).map(|i| MarkerId(i as u8))
    }
}
