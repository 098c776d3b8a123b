//! The charts: figures from `assets/hold-the-line`, read and checked once.

use engine::AssetSource;
use engine::scenario::{At, Issues};
use engine::table::{self, Chart};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Chart files in reading order.
pub const FILES: &[&str] = &[
    "hold-the-line/units.ron",
    "hold-the-line/terrain.ron",
    "hold-the-line/action_points.ron",
    "hold-the-line/combat.ron",
    "hold-the-line/options.ron",
];

/// What a unit is, for stacking and for who may do what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Class {
    Foot,
    Horse,
    Guns,
    Leader,
}

/// How a unit withdraws from close combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum Withdraws {
    #[default]
    Never,
    OnCheck,
    Always,
}

/// So many dice, each hitting at or above `hit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Shot {
    pub hit: i8,
    pub dice: u8,
}

/// One line of the unit information chart.
#[derive(Clone, Debug, Deserialize)]
pub struct Kind {
    pub id: String,
    pub name: String,
    pub class: Class,
    pub mp: u8,
    pub rate: u8,
    /// By range, from 1 hex on.
    pub fire: Vec<Shot>,
    pub close: Option<Shot>,
    pub charge: Option<Shot>,
    #[serde(default)]
    pub line: bool,
    #[serde(default)]
    pub linear: bool,
    #[serde(default)]
    pub all_round: bool,
    #[serde(default)]
    pub elite: bool,
    #[serde(default)]
    pub skirmish: bool,
    #[serde(default)]
    pub flees: bool,
    #[serde(default)]
    pub withdraws: Withdraws,
    #[serde(default)]
    pub charge_morale: Option<i8>,
    #[serde(default = "default_true")]
    pub rallies: bool,
}

fn default_true() -> bool {
    true
}

impl Kind {
    pub fn is_leader(&self) -> bool {
        self.class == Class::Leader
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Enter {
    Free,
    Stop,
    Never,
}

/// One line of the terrain chart.
#[derive(Clone, Debug, Deserialize)]
pub struct Terrain {
    pub id: String,
    pub name: String,
    pub key: char,
    pub art: String,
    pub enter: Enter,
    #[serde(default)]
    pub attack: i8,
    #[serde(default)]
    pub morale: i8,
    #[serde(default)]
    pub blocks: bool,
    #[serde(default)]
    pub charge: bool,
    #[serde(default)]
    pub water: bool,
    #[serde(default)]
    pub hill: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ActionPoints {
    pub random: Vec<u8>,
    pub move_cost: u8,
    pub fire_cost: u8,
    pub close_cost: u8,
    pub charge_cost: u8,
    pub rally_cost: u8,
    pub leader_hexes: u8,
    pub leader_hex_cost: u8,
    pub idle_bonus: u8,
    pub leader_loss: u8,
    pub turn_cost: u8,
    pub call_cost: u8,
    pub wake_cost: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct CombatFigures {
    pub always_fails: i8,
    pub elite_morale: i8,
    pub last_stand: u16,
    pub leader_danger: u16,
    pub rally: u8,
    pub unit_points: i32,
    pub leader_points: i32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct OptionFigures {
    pub rapid_hexes: u8,
    pub cavalry_nation: String,
    pub cavalry_withdrawal: i8,
    pub doubles_nation: String,
    pub doubles_range: u8,
    pub doubles_hits: u8,
    pub elite_dice: u8,
    pub elite_from_dice: u8,
    pub elite_mp: u8,
    pub hill_gun: Shot,
    pub flank_attack: i8,
    pub flank_morale: i8,
    pub withdrawal_hits: u8,
    pub linear_dice: u8,
    pub momentum_cost: u8,
    pub side_attack: i8,
    pub side_morale: i8,
    pub rear_attack: i8,
    pub rear_morale: i8,
    pub column_hexes: u8,
}

/// All charts.
#[derive(Clone, Debug)]
pub struct Data {
    pub kinds: Vec<Kind>,
    pub terrains: Vec<Terrain>,
    pub ap: ActionPoints,
    pub combat: CombatFigures,
    pub options: OptionFigures,
}

impl Data {
    pub fn kind_index(&self, id: &str) -> Option<u8> {
        self.kinds.iter().position(|k| k.id == id).map(|i| i as u8)
    }
}

fn read_chart<T: DeserializeOwned>(src: &dyn AssetSource, at: usize, issues: &mut Issues) -> Option<T> {
    let chart: Option<Chart<T>> = table::load(src, FILES[at], issues);
    chart.map(|c| c.chart)
}

/// Reads all charts, and says everything that is wrong with them.
pub fn load_charts(src: &dyn AssetSource, issues: &mut Issues) -> Option<Data> {
    let kinds = read_chart::<Vec<Kind>>(src, 0, issues);
    let terrains = read_chart::<Vec<Terrain>>(src, 1, issues);
    let ap = read_chart::<ActionPoints>(src, 2, issues);
    let combat = read_chart::<CombatFigures>(src, 3, issues);
    let options = read_chart::<OptionFigures>(src, 4, issues);
    let data = Data { kinds: kinds?, terrains: terrains?, ap: ap?, combat: combat?, options: options? };
    let before = issues.errors();
    check_charts(&data, issues);
    (issues.errors() == before).then_some(data)
}

/// Steps a move may ever take; paths are kept in arrays of this length.
pub const LONGEST_MOVE: usize = 6;
/// The furthest any gun may ever shoot.
pub const LONGEST_RANGE: usize = 4;
/// The most dice one attack may throw.
const MOST_DICE: u8 = 8;

const KINDS: &[&str] =
    &["infantry", "elite", "grenzer", "light-cavalry", "heavy-cavalry", "artillery", "leader"];
const TERRAINS: &[&str] =
    &["clear", "swamp", "waterway", "bridge", "ford", "forest", "hill", "town", "trench"];

fn check_charts(data: &Data, issues: &mut Issues) {
    let mut wrong = |file: usize, text: String| {
        issues.error(At::Whole, FILES[file], text);
    };
    for id in KINDS.iter().filter(|id| data.kind_index(id).is_none()) {
        wrong(0, format!("the unit kind '{id}' has no line"));
    }
    for id in TERRAINS.iter().filter(|id| data.terrains.iter().all(|t| t.id != **id)) {
        wrong(1, format!("the terrain '{id}' has no line"));
    }
    let o = &data.options;
    for (i, k) in data.kinds.iter().enumerate() {
        if data.kinds[..i].iter().any(|other| other.id == k.id) {
            wrong(0, format!("'{}' has two lines", k.id));
        }
        let extra = o.rapid_hexes as usize + data.ap.leader_hexes as usize + o.column_hexes as usize;
        if k.rate == 0 || k.rate as usize + extra > LONGEST_MOVE {
            wrong(0, format!("'{}' may go {} hexes: 1 to {}", k.id, k.rate, LONGEST_MOVE - extra.min(5)));
        }
        if !(1..=9).contains(&k.mp) {
            wrong(0, format!("'{}' has {} MP: 1 to 9", k.id, k.mp));
        }
        if k.fire.len() + 1 > LONGEST_RANGE + usize::from(k.class != Class::Guns) {
            wrong(0, format!("'{}' fires too far: {LONGEST_RANGE} hexes at most", k.id));
        }
        for shot in k.fire.iter().chain(&k.close).chain(&k.charge).chain([&o.hill_gun]) {
            let most = MOST_DICE.saturating_sub(o.elite_dice).saturating_sub(o.linear_dice);
            if shot.dice == 0 || shot.dice > most || !(1..=7).contains(&shot.hit) {
                wrong(0, format!("'{}': {} dice hitting on {} cannot be", k.id, shot.dice, shot.hit));
            }
        }
        if k.is_leader() && (k.close.is_some() || k.charge.is_some() || !k.fire.is_empty()) {
            wrong(0, format!("'{}' is a leader and may not attack", k.id));
        }
    }
    for (i, t) in data.terrains.iter().enumerate() {
        if data.terrains[..i].iter().any(|other| other.id == t.id || other.key == t.key) {
            wrong(1, format!("'{}' has two lines or shares its letter", t.id));
        }
    }
    if data.ap.random.len() != 6 {
        wrong(2, format!("the die has 6 faces, the chart {}", data.ap.random.len()));
    }
    if data.ap.random.iter().chain([&data.ap.idle_bonus]).any(|n| *n > 20) {
        wrong(2, "more than 20 points from one die or bonus".to_owned());
    }
    if o.flank_attack.abs().max(o.side_attack.abs()).max(o.rear_attack.abs()) > 5 {
        wrong(4, "a modifier above 5 makes every die hit or miss".to_owned());
    }
}
