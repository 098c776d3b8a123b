//! The charts: figures from `assets/austrian-succession`, read and checked once.

use serde::{Deserialize, Serialize};

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
    /// Half points to enter away from roads; none: only along a road (13.9).
    pub cost: Option<u8>,
    /// Half points along a road on a move wholly by road (13.11, 13.13).
    pub road_cost: u8,
    /// Columns to the left for who defends in it (16.17); of a fortress, in a Storm (21.7).
    pub shift: i8,
    #[serde(default)]
    pub town: bool,
    #[serde(default)]
    pub fortress: bool,
    #[serde(default)]
    pub mountain: bool,
    /// The rough ground that light units treat mountains as (34.2).
    #[serde(default)]
    pub rough: bool,
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
#[derive(Clone, Debug, Deserialize)]
pub struct VictoryChart {
    pub marginal: i16,
    pub campaign: i16,
    pub decisive: i16,
}

/// Who an event speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    Coalition,
    Habsburg,
    /// The side with fewer Morale Points.
    Lower,
}

/// What must hold for the first case of an event (41).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Condition {
    /// One side has at least so many points more.
    Gap(u8),
    Lead {
        side: Who,
        by: u8,
    },
    /// Units of the side (of the nation, where one is named) stand there.
    Holds {
        side: Who,
        #[serde(default)]
        nation: Option<String>,
        place: String,
    },
    HoldsFortresses {
        side: Who,
        #[serde(default)]
        nation: Option<String>,
        lands: Vec<String>,
        least: u8,
    },
    /// A fortress or town of these lands.
    HoldsAnyPlace {
        side: Who,
        lands: Vec<String>,
    },
    InLand {
        side: Who,
        lands: Vec<String>,
    },
    InForce(String),
    Any(Vec<Condition>),
}

/// How many points an event moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Points {
    Fixed(u8),
    Dice(u8),
}

/// Where free units of an event may be placed (9.2).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Landing {
    /// Any hex of these lands without enemy units or zone that may be entered; `beside`: only lands of which
    /// the enemy holds a fortress or town.
    AnyHex {
        lands: Vec<String>,
        #[serde(default)]
        enemy_held: bool,
    },
    /// A fortress, town or free city of these lands, or a hex of the map's edge (`west`, `south`).
    PlaceOrEdge {
        lands: Vec<String>,
        edge: Option<String>,
    },
    /// A friendly-occupied fortress of these lands, or the staging area.
    FortressOrStaging {
        lands: Vec<String>,
    },
    Staging,
    /// Named places, where there is no staging area.
    Places(Vec<String>),
}

/// A choice of free units: so many of an arm.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Offer {
    pub arms: Vec<Arm>,
    pub number: u8,
}

/// What an event does (41).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Effect {
    Gain {
        side: Who,
        points: Points,
    },
    /// Never below 1.
    Lose {
        side: Who,
        points: Points,
    },
    /// One die: on an even result `even` gains it and the other loses it, on an odd one the reverse.
    Swing {
        even: Who,
    },
    Join(String),
    /// The owner takes one of the offers from the Recruit box.
    Reinforce {
        side: Who,
        nations: Vec<String>,
        choice: Vec<Offer>,
        landing: Landing,
    },
    /// Units of the nation neither move nor attack this turn.
    Halt(String),
    /// The side does not attack stacks that hold only this nation this turn.
    Truce {
        side: Who,
        nation: String,
    },
    /// At most so many points a turn for lots with this nation.
    CapRecruits {
        nation: String,
        points: u8,
    },
    NoRecruits(String),
    /// Dice of points for recruits of the nation this turn.
    Purse {
        nation: String,
        dice: u8,
    },
    /// A die for each leader of these nations in play: up to `box_up_to` he goes to the Recruit box.
    RollLeaders {
        nations: Vec<String>,
        box_up_to: u8,
    },
    /// A die for each place with light units: up to `lose_up_to` its owner loses a point, on `light_lost` a light unit goes.
    RollLights {
        lose_up_to: u8,
        light_lost: u8,
    },
    FirstImpulseOnly(String),
    /// The other marker has no effect, now or if it is drawn later.
    Cancel(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum After {
    Return,
    Discard,
    Keep,
}

/// An event marker.
#[derive(Clone, Debug, Deserialize)]
pub struct EventLine {
    pub id: String,
    pub name: String,
    /// The paragraph it is cited by (41.C1).
    pub rule: String,
    /// Whose pool it belongs to.
    pub side: Who,
    #[serde(default)]
    pub condition: Option<Condition>,
    pub effects: Vec<Effect>,
    pub after: After,
    /// Where it goes if the condition fails.
    #[serde(default)]
    pub otherwise: Option<After>,
    /// What the card says, in our own words.
    pub text: String,
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

/// Chart files in reading order.
pub const FILES: &[&str] = &[];

pub fn load(_: &dyn engine::AssetSource, _: &mut engine::scenario::Issues) -> Option<Data> {
    None
}
