//! Words of the report.

use engine::present::LedgerLine;

pub const COURSE: &str = "Graphs";
pub const POINTS: &str = "Victory points";
pub const STRENGTH: &str = "Strength";
pub const TURNING: &str = "Turning points";
pub const DICE: &str = "Dice";
pub const LOSSES: &str = "Losses";
pub const TURNS: &str = "Turn by turn";
pub const SCORE: &str = "Reckoning";
pub const UNFINISHED: &str = "The match is not over.";
pub const NOTHING: &str = "Nothing was told in this turn.";
pub const DICE_HEADS: [&str; 7] =
    ["Side", "Thrown for", "Rolls", "Counted", "Expected", "Luck", "Average face"];
pub const LOSS_HEADS: [&str; 4] = ["Side", "Formation", "Strength lost", "Pieces lost"];

pub fn standing(turn: u32, turns: u32) -> String {
    format!("Turn {turn} of {turns}")
}

pub fn turn(n: u32) -> String {
    format!("Turn {n}")
}

/// Luck in standard deviations, told with its sign.
pub fn luck(l: &LedgerLine) -> String {
    if l.variance < 1e-9 { "–".into() } else { format!("{:+.1} σ", l.luck()) }
}

pub fn of(lost: u32, all: u32) -> String {
    if all == 0 { "–".into() } else { format!("{lost} of {all}") }
}

pub fn average(l: &LedgerLine) -> String {
    let n = f64::from(l.dice.max(1));
    format!("{:.2} ({:.2})", f64::from(l.sum) / n, l.expected_sum / n)
}

pub fn gain(points: i32, strength: i32) -> String {
    match (points, strength) {
        (0, s) => format!("{s} strength"),
        (p, 0) => format!("{p} VP"),
        (p, s) => format!("{p} VP, {s} strength"),
    }
}
