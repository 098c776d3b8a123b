//! The charts: figures from `assets/frederick-the-great`, read and checked once.

use engine::AssetSource;
use engine::scenario::{At, Issues};
use engine::table::{self, Grid2};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Chart files in reading order.
pub const FILES: &[&str] = &[
    "frederick-the-great/nations.ron",
    "frederick-the-great/leaders.ron",
    "frederick-the-great/movement.ron",
    "frederick-the-great/combat.ron",
    "frederick-the-great/losses.ron",
    "frederick-the-great/siege.ron",
    "frederick-the-great/victory.ron",
];

/// Charts of earlier versions, for games saved with them.
pub const OLDER: &[(&str, &str)] =
    &[("frederick-the-great/combat.ron", "frederick-the-great/older/combat-1.ron")];

/// An army of the game.
#[derive(Clone, Debug, Deserialize)]
pub struct NationRow {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
    /// Its combat units have a zone of control (6.0).
    #[serde(default)]
    pub zone: bool,
    /// Free of the supreme commander rule (5.37).
    #[serde(default)]
    pub free_command: bool,
}

/// A leader's ratings.
#[derive(Clone, Debug, Deserialize)]
pub struct LeaderRow {
    pub nation: String,
    pub name: String,
    pub initiative: u8,
    pub attack: u8,
    pub defence: u8,
    /// May never be exchanged; his loss may end the game (14.15).
    #[serde(default)]
    pub king: bool,
}

/// Movement, supply, morale and attrition.
#[derive(Clone, Debug, Deserialize)]
pub struct Movement {
    pub hex: u8,
    pub river: u8,
    pub pass: u8,
    pub enemy: u8,
    pub most: u8,
    pub winter: u8,
    pub forced_from: u8,
    pub forced_loss: u8,
    pub depot: u8,
    pub supply: u8,
    pub recovery: u8,
    pub unsupplied: u8,
    pub in_the_open: u8,
    pub bound_below: u8,
    pub seeks_below: u8,
}

/// One half of a combat result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loss {
    pub percent: u8,
    /// The lowest-ranked leader falls (9.44).
    pub leader: bool,
    /// All are captured (9.43).
    pub captured: bool,
}

#[derive(Deserialize)]
struct CombatFile {
    results: Grid2<String>,
    least: u16,
    overwhelming: u16,
    mountain: i8,
}

#[derive(Clone, Debug)]
pub struct Combat {
    pub results: Grid2<(Loss, Loss)>,
    pub least: u16,
    pub overwhelming: u16,
    pub mountain: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Rounding {
    HalfUp,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Losses {
    pub columns: Vec<u8>,
    pub rows: Vec<Vec<u8>>,
    pub beyond: Rounding,
}

impl Losses {
    /// Points lost by a force of `sp` at `percent` (9.32).
    pub fn points_lost(&self, sp: u16, percent: u8) -> u16 {
        if percent == 0 || sp == 0 {
            return 0;
        }
        let column = self.columns.iter().position(|c| *c == percent);
        let row = self.rows.get(sp as usize - 1);
        match (column, row) {
            (Some(c), Some(r)) => r.get(c).copied().unwrap_or(0).into(),
            _ => match self.beyond {
                Rounding::HalfUp => (sp * u16::from(percent) + 50) / 100,
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum SiegeResult {
    AttackerLoss,
    NoEffect,
    Breach,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SiegeRow {
    pub from: i8,
    pub result: SiegeResult,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Siege {
    pub results: Vec<SiegeRow>,
    pub sortie: u8,
    pub camp: i8,
}

impl Siege {
    pub fn siege_result(&self, die: i8) -> SiegeResult {
        let row = self.results.iter().rev().find(|r| r.from <= die);
        row.map_or(SiegeResult::NoEffect, |r| r.result)
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Level {
    pub from: i32,
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct VictoryChart {
    pub levels: Vec<Level>,
    pub loss: i32,
    pub double: i32,
}

/// All charts.
#[derive(Clone, Debug)]
pub struct Data {
    pub nations: Vec<NationRow>,
    pub leaders: Vec<LeaderRow>,
    pub movement: Movement,
    pub combat: Combat,
    pub losses: Losses,
    pub siege: Siege,
    pub victory: VictoryChart,
}

impl Data {
    pub fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Self> {
        let before = issues.errors();
        let nations = load_chart::<Vec<NationRow>>(src, FILES[0], issues);
        let leaders = load_chart::<Vec<LeaderRow>>(src, FILES[1], issues);
        let movement = load_chart::<Movement>(src, FILES[2], issues);
        let combat = load_chart::<CombatFile>(src, FILES[3], issues).map(|c| read_combat_table(c, issues));
        let losses = load_chart::<Losses>(src, FILES[4], issues);
        let siege = load_chart::<Siege>(src, FILES[5], issues);
        let victory = load_chart::<VictoryChart>(src, FILES[6], issues);
        let data = Self {
            nations: nations?,
            leaders: leaders?,
            movement: movement?,
            combat: combat?,
            losses: losses?,
            siege: siege?,
            victory: victory?,
        };
        data.check_charts(issues);
        (issues.errors() == before).then_some(data)
    }

    fn check_charts(&self, issues: &mut Issues) {
        self.combat.results.check(FILES[3], issues);
        for (i, row) in self.losses.rows.iter().enumerate() {
            if row.len() != self.losses.columns.len() {
                issues.error(At::Whole, FILES[4], format!("the row of {} points is incomplete", i + 1));
            }
        }
        let ascending = |l: &[i32]| !l.is_empty() && l.windows(2).all(|w| w[0] < w[1]);
        let sieges: Vec<i32> = self.siege.results.iter().map(|r| r.from.into()).collect();
        if !ascending(&sieges) {
            issues.error(At::Whole, FILES[5], "the results must ascend and not be empty");
        }
        let levels: Vec<i32> = self.victory.levels.iter().map(|l| l.from).collect();
        if !ascending(&levels) || levels.len() < 2 {
            issues.error(At::Whole, FILES[6], "at least two levels are needed, ascending");
        }
        if self.nations.len() > super::state::MOST_NATIONS {
            issues.error(At::Whole, FILES[0], "there are too many nations");
        }
        self.check_bounds(issues);
        if self.movement.hex == 0 || self.movement.most == 0 {
            issues.error(At::Whole, FILES[2], "a hex must cost something and a force must be able to move");
        }
        for l in &self.leaders {
            if !self.nations.iter().any(|n| n.id == l.nation) {
                issues.error(
                    At::Whole,
                    FILES[1],
                    format!("{}: the nation '{}' is unknown", l.name, l.nation),
                );
            }
        }
    }

    /// Figures beyond these make no sense and could not be counted.
    fn check_bounds(&self, issues: &mut Issues) {
        const MOST: u8 = 20;
        let m = &self.movement;
        let small = [
            m.hex,
            m.river,
            m.pass,
            m.enemy,
            m.most,
            m.winter,
            m.forced_from,
            m.forced_loss,
            m.depot,
            m.supply,
            m.recovery,
            m.unsupplied,
            m.in_the_open,
            m.bound_below,
            m.seeks_below,
            self.siege.sortie,
            self.siege.camp.unsigned_abs(),
            self.combat.mountain.unsigned_abs(),
        ];
        let ratings = self.leaders.iter().flat_map(|l| [l.initiative, l.attack, l.defence]);
        if small.into_iter().chain(ratings).any(|n| n > MOST) {
            issues.error(
                At::Whole,
                FILES[2],
                format!("a figure of movement, siege or a leader is above {MOST}"),
            );
        }
        let percent = |l: &Loss| l.percent > 100;
        if self.combat.results.cells.iter().flatten().any(|(a, d)| percent(a) || percent(d)) {
            issues.error(At::Whole, FILES[3], "nobody loses more than all he has");
        }
        let v = &self.victory;
        if [v.loss, v.double].iter().any(|n| !(0..=100).contains(n)) {
            issues.error(At::Whole, FILES[6], "a point of strength counts from 0 to 100");
        }
    }

    pub fn leader_row(&self, nation: &str, name: &str) -> Option<&LeaderRow> {
        self.leaders.iter().find(|l| l.nation == nation && l.name == name)
    }
}

fn load_chart<T: DeserializeOwned>(src: &dyn AssetSource, path: &str, issues: &mut Issues) -> Option<T> {
    table::load::<T>(src, path, issues).map(|c| c.chart)
}

fn read_combat_table(file: CombatFile, issues: &mut Issues) -> Combat {
    let mut cell = |text: &String| match text.split_once('/').map(|(a, d)| (parse_loss(a), parse_loss(d))) {
        Some((Some(a), Some(d))) => (a, d),
        _ => {
            issues.error(At::Whole, FILES[3], format!("'{text}' is no result"));
            Default::default()
        }
    };
    let cells = file.results.cells.iter().map(|row| row.iter().map(&mut cell).collect()).collect();
    let results = Grid2 { columns: file.results.columns, rows: file.results.rows, cells };
    Combat { results, least: file.least, overwhelming: file.overwhelming, mountain: file.mountain }
}

fn parse_loss(text: &str) -> Option<Loss> {
    if text == "P" {
        return Some(Loss { captured: true, ..Loss::default() });
    }
    let (number, leader) = match text.strip_suffix('L') {
        Some(n) => (n, true),
        None => (text, false),
    };
    number.parse().ok().map(|percent| Loss { percent, leader, captured: false })
}
