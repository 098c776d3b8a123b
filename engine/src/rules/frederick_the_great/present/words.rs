//! Words for people, in one place.

use crate::present::Rule;

pub const ATTACK_BONUS: &str = "attack bonus of the commander";
pub const DEFENCE_BONUS: &str = "defence bonus of the enemy commander";
pub const MOUNTAIN: &str = "mountain hex";
pub const GARRISON_COMMANDER: &str = "initiative of the garrison commander";
pub const CAMP: &str = "fortified camp";
pub const BREACH: &str = "breach";
pub const NOTHING_LOST: &str = "nothing lost";

pub fn against(sp: u8) -> String {
    format!("against {}", points(sp.into()))
}

/// `1 point`, `5 points`.
pub fn points(n: u16) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}

pub const PHASES: [(&str, Rule); 8] = [
    ("Reinforcements", Rule("15.11")),
    ("Morale recovery", Rule("11.2")),
    ("Depots", Rule("10.41")),
    ("March", Rule("5.1")),
    ("Enemy force march", Rule("5.2")),
    ("Combat", Rule("9.0")),
    ("Sieges", Rule("13.0")),
    ("Enemy attrition", Rule("10.6")),
];
