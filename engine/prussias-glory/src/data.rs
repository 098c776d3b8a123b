//! The charts: figures from `assets/prussias-glory`, read and checked once.

mod check;
mod combat;

pub use combat::Combat;

use engine::AssetSource;
use engine::scenario::Issues;
use engine::table::{self, Grid2};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Chart files in reading order.
pub const FILES: &[&str] = &[
    "prussias-glory/terrain.ron",
    "prussias-glory/units.ron",
    "prussias-glory/nations.ron",
    "prussias-glory/command.ron",
    "prussias-glory/movement.ron",
    "prussias-glory/bombardment.ron",
    "prussias-glory/combat.ron",
    "prussias-glory/morale.ron",
    "prussias-glory/capture.ron",
    "prussias-glory/army_morale.ron",
    "prussias-glory/leaders.ron",
    "prussias-glory/options.ron",
    "prussias-glory/victory.ron",
];

/// What moves: columns of the terrain chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Arm {
    Foot,
    Horse,
    Guns,
    Leader,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct ArmCosts {
    pub foot: Option<u8>,
    pub fast_foot: Option<u8>,
    pub horse: Option<u8>,
    pub guns: Option<u8>,
    pub leader: Option<u8>,
}

impl ArmCosts {
    pub fn of(&self, arm: Arm) -> Option<u8> {
        match arm {
            Arm::Foot => self.foot,
            Arm::Horse => self.horse,
            Arm::Guns => self.guns,
            Arm::Leader => self.leader,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct HexCombat {
    pub foot: i8,
    pub horse: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct SideCombat {
    pub foot: Option<i8>,
    pub horse: Option<i8>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct HexLine {
    pub id: String,
    pub name: String,
    pub key: char,
    pub art: String,
    pub letter: String,
    pub cost: ArmCosts,
    pub combat: HexCombat,
    pub bombard: i8,
    #[serde(default)]
    pub blocks: bool,
    #[serde(default)]
    pub woods: bool,
    #[serde(default)]
    pub town: bool,
    #[serde(default)]
    pub marsh: bool,
    pub column: u8,
    pub status: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum SideSlope {
    Gentle,
    Steep,
    Flat,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Crossing {
    pub over: Vec<String>,
    pub combat: Option<i8>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SideLine {
    pub id: String,
    pub name: String,
    pub art: String,
    #[serde(default)]
    pub directed: bool,
    #[serde(default)]
    pub slope: Option<SideSlope>,
    pub cost: ArmCosts,
    pub combat: SideCombat,
    pub bombard: i8,
    #[serde(default)]
    pub closed: bool,
    #[serde(default)]
    pub crossing: Option<Crossing>,
    #[serde(default)]
    pub trench: bool,
    pub status: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct RoadLine {
    pub id: String,
    pub name: String,
    pub art: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Terrain {
    pub hexes: Vec<HexLine>,
    pub sides: Vec<SideLine>,
    pub roads: Vec<RoadLine>,
    pub road_column: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct UnitLine {
    pub id: String,
    pub name: String,
    pub arm: Arm,
    pub figure: String,
    #[serde(default)]
    pub faces: Vec<String>,
    #[serde(default)]
    pub movement: u8,
    #[serde(default)]
    pub croat: bool,
    #[serde(default)]
    pub double: bool,
    pub help: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct NationLine {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
    #[serde(default)]
    pub quick_cavalry: bool,
    #[serde(default)]
    pub steady_guns: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct DegradedColumn {
    pub foot: u8,
    pub horse: u8,
    pub guns: u8,
}

/// What the fortunes of war bring (18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fortune {
    Nothing,
    DraggingGuns,
    ConfusedLeader,
    MarchDebacle,
    RashAttack,
}

/// A line of the Fortunes of War table (18).
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct FortuneLine {
    pub roll: i8,
    pub prussian: Fortune,
    pub coalition: Fortune,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct FortuneLow {
    pub most: u8,
    pub modifier: i8,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct FortuneHigh {
    pub least: u8,
    pub modifier: i8,
}

/// The Fortunes of War (18).
#[derive(Clone, Debug, Default)]
pub struct Fortunes {
    /// The natural die of a group that calls the table.
    pub on: u8,
    pub low: FortuneLow,
    pub high: FortuneHigh,
    pub lines: Vec<FortuneLine>,
    /// Movement left to a unit slowed down, and to one in column.
    pub movement: u8,
    pub column: u8,
    pub debacle_wings: u8,
}

/// Figures of chapters 4, 7.6 and 18.
#[derive(Clone, Debug, Default)]
pub struct Command {
    pub activation: u8,
    pub coup_d_oeil: u8,
    pub contact_range: u16,
    pub sighting_range: u16,
    pub command_range: u16,
    pub column_guns_range: u16,
    pub forced_deployment_range: u16,
    pub traced_units: u8,
    pub column_guns: u8,
    pub demoralized: i8,
    pub broken: i8,
    pub column_bonus: u8,
    pub degraded_column: DegradedColumn,
    pub quick_cavalry: i8,
    pub fortunes: Fortunes,
}

engine::read_flat_record!(Command {
    activation,
    coup_d_oeil,
    contact_range,
    sighting_range,
    command_range,
    column_guns_range,
    forced_deployment_range,
    traced_units,
    column_guns,
    demoralized,
    broken,
    column_bonus,
    degraded_column,
    quick_cavalry,
    fortunes.on as fortunes_on,
    fortunes.low as fortunes_low,
    fortunes.high as fortunes_high,
    fortunes.lines as fortunes,
    fortunes.movement as fortunes_movement,
    fortunes.column as fortunes_column,
    fortunes.debacle_wings,
});

#[derive(Clone, Debug, Deserialize)]
pub struct Movement {
    pub steps: u8,
    pub gun_steps: u8,
    pub guns_alone: u8,
    pub column_steps: u8,
    pub engaged_steps: u8,
    pub supporting_steps: u8,
    pub double: u8,
    pub fast: u8,
    pub leave_supporting: u8,
    pub leave_guns: u8,
    pub leave_fast: u8,
    pub leave_quick_cavalry: u8,
    pub rout_foot: u8,
    pub rout_horse: u8,
    pub disorder: u8,
    pub leave_map: u8,
}

/// One half of a combat result, or a bombardment result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    pub points: u8,
    /// Points follow from the enemy's steps (10.8.2).
    pub exchange: bool,
    /// One less with a Supporting Unit (10.8.3.4).
    pub bracket: bool,
    pub gun_step: bool,
    pub rout: bool,
    pub retreat: bool,
    pub surrender: bool,
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::parse(&text).ok_or_else(|| unreadable(&text))
    }
}

/// The attacker's and the defender's half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellPair(pub Cell, pub Cell);

impl<'de> Deserialize<'de> for CellPair {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let halves = text.split_once('/').and_then(|(a, b)| Some(Self(Cell::parse(a)?, Cell::parse(b)?)));
        halves.ok_or_else(|| unreadable(&text))
    }
}

/// A text without its closing quotation mark goes on over many lines.
const LONGEST_SHOWN: usize = 12;

fn unreadable<E: serde::de::Error>(text: &str) -> E {
    let shown: String = text.chars().take_while(|c| *c != '\n').take(LONGEST_SHOWN).collect();
    E::custom(format!(
        "the result '{shown}' cannot be read (write loss points, Ex or Ex+1, then R, r, S, *; - for nothing)"
    ))
}

impl Cell {
    /// Reads `4RS*`, `Ex+1`, `(1)`, `-`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut cell = Self::default();
        let mut rest = text.trim();
        if rest == "-" {
            return Some(cell);
        }
        if let Some(inner) = rest.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            cell.bracket = true;
            rest = inner;
        }
        if let Some(after) = rest.strip_prefix("Ex") {
            cell.exchange = true;
            rest = after.strip_prefix('+').unwrap_or(after);
        }
        for c in rest.chars() {
            match c {
                '0'..='9' => cell.points = c as u8 - b'0',
                'R' => cell.rout = true,
                'r' => cell.retreat = true,
                'S' => cell.surrender = true,
                '*' => cell.gun_step = true,
                _ => return None,
            }
        }
        (!rest.is_empty() || cell.exchange).then_some(cell)
    }

    /// As printed.
    pub fn text(self) -> String {
        if self == Self::default() {
            return "-".into();
        }
        let mut text = String::new();
        match (self.exchange, self.points) {
            (true, 0) => text.push_str("Ex"),
            (true, n) => text = format!("Ex+{n}"),
            (false, n) => text = n.to_string(),
        }
        for (is_set, mark) in
            [(self.rout, 'R'), (self.retreat, 'r'), (self.surrender, 'S'), (self.gun_step, '*')]
        {
            if is_set {
                text.push(mark);
            }
        }
        if self.bracket { format!("({text})") } else { text }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Bombardment {
    pub results: Grid2<Cell>,
    pub range: u16,
    pub defensive_range: u16,
    pub routed_target: i8,
    pub disordered_firer: i8,
    pub demoralized: i8,
    pub broken: i8,
    pub momentum: i8,
    pub adjacent: i8,
    pub canister_steps: u8,
    pub fatigue_strength: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Shock {
    pub movement: u8,
    pub value: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Morale {
    pub disorders_by: i8,
    pub routs_by: i8,
    pub demoralized: i8,
    pub broken: i8,
    pub mixed_die: i8,
    pub rally_routed: i8,
    pub rally_zone: i8,
    pub rally_out_of_command: i8,
    pub rally_town: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CaptureResult {
    Escapes,
    Counter,
    Unit,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CaptureLine {
    pub least: i8,
    pub result: CaptureResult,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Capture {
    pub results: Vec<CaptureLine>,
    pub horse: i8,
    pub disordered: i8,
    pub demoralized: i8,
    pub broken: i8,
    pub steady_guns: i8,
    pub friends_near: i8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct DemoralizationLine {
    #[serde(rename = "box")]
    pub level: i8,
    pub die: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ArmyMorale {
    pub demoralization: Vec<DemoralizationLine>,
    pub automatic: i8,
    pub broken: i8,
    pub check_range: u16,
    pub success: u8,
    pub top_above_start: i8,
    pub rest: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Leaders {
    pub hit: u8,
    pub flesh_wound: u8,
    pub killed: u8,
    pub caught: u8,
    pub replacement_morale: u8,
    pub replacement_initiative: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WoodsLine {
    pub morale: u8,
    pub die: u8,
}

/// Figures of chapters 16 and 17.
#[derive(Clone, Debug, Deserialize)]
pub struct Options {
    pub cavalry_losses_from: u8,
    pub cavalry_losses: i8,
    pub cossack_refuses: u8,
    pub extended_range: u16,
    pub woods: Vec<WoodsLine>,
    pub spotting_range: u16,
    pub counters: u8,
    pub counter_range: u16,
    pub small_counter_range: u16,
    pub small_wing: u8,
    pub wing_guns: u8,
    pub detached_units: u8,
    pub detached_guns: u8,
    pub most_adjustment: u8,
    pub placing_range: u16,
    pub column_length: u8,
}

#[derive(Clone, Debug, Deserialize)]
pub struct VictoryPoints {
    pub counter: i16,
    pub captured_counter: i16,
    pub captured_gun_step: i16,
    pub other_commander: u8,
}

/// All charts.
#[derive(Clone, Debug)]
pub struct Data {
    pub terrain: Terrain,
    pub units: Vec<UnitLine>,
    pub nations: Vec<NationLine>,
    pub command: Command,
    pub movement: Movement,
    pub bombardment: Bombardment,
    pub combat: Combat,
    pub morale: Morale,
    pub capture: Capture,
    pub army_morale: ArmyMorale,
    pub leaders: Leaders,
    pub options: Options,
    pub victory: VictoryPoints,
}

fn read<T: DeserializeOwned>(src: &dyn AssetSource, name: &str, issues: &mut Issues) -> Option<T> {
    table::load::<T>(src, &format!("prussias-glory/{name}.ron"), issues).map(|c| c.chart)
}

/// Reads all charts; a chart with a hole is refused whole.
pub fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Data> {
    let before = issues.errors();
    check::figures(src, issues);
    let terrain: Option<Terrain> = read(src, "terrain", issues);
    let units: Option<Vec<UnitLine>> = read(src, "units", issues);
    let nations = read(src, "nations", issues);
    let command = read(src, "command", issues);
    let movement = read(src, "movement", issues);
    let bombardment: Option<Bombardment> = read(src, "bombardment", issues);
    let combat: Option<Combat> = read(src, "combat", issues);
    let morale = read(src, "morale", issues);
    let capture: Option<Capture> = read(src, "capture", issues);
    let army_morale: Option<ArmyMorale> = read(src, "army_morale", issues);
    let leaders = read(src, "leaders", issues);
    let options = read(src, "options", issues);
    let victory = read(src, "victory", issues);
    if let (Some(bombardment), Some(combat)) = (&bombardment, &combat) {
        bombardment.results.check("bombardment.ron", issues);
        combat.results.check("combat.ron", issues);
    }
    let data = Data {
        terrain: terrain?,
        units: units?,
        nations: nations?,
        command: command?,
        movement: movement?,
        bombardment: bombardment?,
        combat: combat?,
        morale: morale?,
        capture: capture?,
        army_morale: army_morale?,
        leaders: leaders?,
        options: options?,
        victory: victory?,
    };
    check::check(&data, issues);
    (issues.errors() == before).then_some(data)
}
