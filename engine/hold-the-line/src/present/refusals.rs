//! Reasons in sentences: which piece, which place, what forbids it.

use super::{ground_name, points_word, side_name, unit_now};
use crate::C;
use crate::board::Board;
use crate::data::Class;
use crate::state::{State, UnitId};
use crate::why::Why;
use engine::hex::HexId;
use engine::present::Refusal;

/// Who asks about what.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub cx: &'a C,
    pub s: &'a State,
    pub board: &'a Board,
    pub unit: UnitId,
    pub to: HexId,
}

impl Asked<'_> {
    pub fn name(&self) -> String {
        unit_now(self.cx, self.s, self.unit)
    }

    pub fn place(&self) -> String {
        self.cx.setup.hex_label(self.to)
    }

    pub fn own_hex(&self) -> HexId {
        self.s.unit(self.unit).hex
    }

    pub fn away(&self) -> u16 {
        self.cx.setup.hex_distance(self.own_hex(), self.to)
    }

    fn ground(&self) -> String {
        ground_name(self.cx, self.cx.setup.ground_at(self.to).terrain)
    }

    /// The reason with its own rule.
    pub fn say(&self, why: Why) -> Refusal {
        let (rule, short) = why.words();
        let text = self.moving(why).or_else(|| self.fighting(why)).or_else(|| self.rallying(why));
        Refusal::new(rule, text.unwrap_or_else(|| format!("{}: {}.", self.name(), low(short))))
    }

    fn moving(&self, why: Why) -> Option<String> {
        let (cx, s, name, place) = (self.cx, self.s, self.name(), self.place());
        let def = cx.setup.unit_def(self.unit);
        let there = |u: UnitId| if u.is_none() { "Another unit".to_owned() } else { unit_now(cx, s, u) };
        let cell = self.board.cell(self.to);
        Some(match why {
            Why::NotYours => {
                let (owner, acts) = (side_name(cx, def.side), side_name(cx, s.active));
                format!("{name} belongs to {owner}, and it is the turn of {acts}.")
            }
            Why::Asleep => {
                let cost = cx.setup.sides[def.side.index()].asleep.unwrap_or(cx.data.ap.wake_cost);
                format!("{name} is asleep: wake it first, for {}.", points_word(cost.into()))
            }
            Why::Acted => format!("{name} has already acted this turn."),
            Why::LeaderActed => format!("{name} has already moved or rallied this turn."),
            Why::JustArrived => format!("{name} arrived this turn: it may fire, and nothing else."),
            Why::NoPoints => {
                let need = points_word(cx.data.ap.move_cost.into());
                format!("{name} needs {need} to act, and none is left.")
            }
            Why::EnemyHeld => format!("The enemy holds {place}: {name} may not enter it."),
            Why::TwoLeaders => {
                let other = there(cell.lead[def.side.index()]);
                format!("{other} is there, and two leaders may not share a hex.")
            }
            Why::UnitThere => {
                format!("{} is there, and only one unit of foot or horse may be in a hex.", there(cell.main))
            }
            Why::GunsThere => {
                format!("{} is there, and only one artillery unit may be in a hex.", there(cell.guns))
            }
            Why::Foreign => {
                format!("{name} may not stand in {place} with leaders or troops of other nations.")
            }
            Why::Impassable => format!("{place} is {}: no unit may enter it.", low(&self.ground())),
            Why::BridgesOnly => format!("{place} is water that may be crossed at bridges only."),
            Why::SameHex => format!("{name} already stands there."),
            Why::NoWay => format!(
                "No way leads {name} to {place} in time: units stop on entering water, woods, hills and trenches."
            ),
            Why::FriendsInWay => format!("Units of its own side stand between {name} and {place}."),
            Why::EnemyInWay => format!("The enemy stands between {name} and {place}."),
            _ => return None,
        })
    }

    fn fighting(&self, why: Why) -> Option<String> {
        let (name, place) = (self.name(), self.place());
        Some(match why {
            Why::InColumn => format!("{name} is in column and may neither fire nor attack."),
            Why::NotInFront => format!("{place} is not in front of {name}."),
            Why::NoTarget => format!("There is no enemy unit in {place} to fire at."),
            Why::LoneLeader => format!("In {place} is only a leader, and he is no target."),
            Why::StartsNearEnemy => {
                format!("{name} stands next to the enemy, and no charge may begin there.")
            }
            Why::ChargeGround => format!(
                "Only units on clear ground or hills may be charged, and {place} is {}.",
                low(&self.ground())
            ),
            Why::OutOfRange => {
                let (far, most) = (self.away(), crate::fire::fire_range(self.cx, self.s, self.unit));
                format!("{place} is {far} hexes away; {name} fires up to {most}.")
            }
            _ => return None,
        })
    }

    fn rallying(&self, why: Why) -> Option<String> {
        let name = self.name();
        let def = self.cx.setup.unit_def(self.unit);
        Some(match why {
            Why::NeverRallies if def.class == Class::Leader => {
                format!("{name} already stands there, and leaders are not rallied.")
            }
            Why::NeverRallies => format!("{name} already stands there, and artillery is not rallied."),
            Why::FullStrength => {
                format!("{name} has all its {} MP: there is nothing to rally.", def.mp)
            }
            Why::NoLeaderHere => format!("No leader is with {name} to rally it."),
            Why::NotTogether => format!("{name} and its leader did not begin the turn together here."),
            Why::NearEnemy => format!("{name} is next to the enemy and may not rally."),
            Why::FiredOn => format!("{name} was fired on since its last turn and may not rally."),
            _ => return None,
        })
    }
}

/// As in the middle of a sentence; names of pieces keep their letter.
fn low(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}
