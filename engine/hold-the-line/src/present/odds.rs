//! What an action rolls with, and what came of it.

use super::{mod_line, side_name, unit_now};
use crate::action::Action;
use crate::board::Board;
use crate::combat::attack_of;
use crate::event::CheckWhy;
use crate::state::{Combat, Fight, Frame, Stage, State, UnitId, flag};
use crate::units::{Attack, morale_check};
use crate::{C, HoldTheLine};
use engine::game::{Play, ToAct};
use engine::hex::HexId;
use engine::present::{ModLine, OddsFact, OddsOutcome, Rule};

/// The attack an action leads to: how, by whom, on which hex.
fn combat_of(s: &State, a: &Action) -> Option<(Fight, UnitId, HexId)> {
    let top = match s.frames.top() {
        Some(Frame::Combat(c)) => Some(*c),
        _ => None,
    };
    match *a {
        Action::Fire { unit, target } => Some((Fight::Fire, unit, target)),
        Action::Close { unit, target } => Some((Fight::Close, unit, target)),
        Action::Charge { unit, target, .. } => Some((Fight::Charge, unit, target)),
        Action::Strike { target } => {
            s.frames.top().and_then(Frame::current_walk).map(|w| (Fight::Charge, w.unit, target))
        }
        Action::Aim { target } => top.map(|c| (Fight::Fire, c.unit, target)),
        _ => top.filter(|c: &Combat| !c.target.is_none()).map(|c| (c.fight, c.unit, c.target)),
    }
}

pub fn dice_modifiers(cx: &C, s: &State, a: &Action) -> Vec<ModLine> {
    let Some((fight, unit, target)) = combat_of(s, a) else { return Vec::new() };
    // A charge is reckoned from where it ends.
    let mut moved;
    let s = match *a {
        Action::Charge { from, lead, .. } => {
            let leader = if lead {
                crate::movement::escorting_leader(cx, s, &Board::new(&cx.setup, s), unit)
            } else {
                None
            };
            moved = s.clone();
            for u in [Some(unit), leader].into_iter().flatten() {
                moved.unit_mut(u).hex = from;
            }
            &moved
        }
        _ => s,
    };
    let board = Board::new(&cx.setup, s);
    let attack = attack_of(cx, s, &board, fight, unit, target);
    let mut out = vec![base_line(&attack)];
    out.extend(attack.mods.iter().map(|m| mod_line(cx, m)));
    if fight == Fight::Fire {
        return out;
    }
    for u in board.cell(target).units() {
        let c = morale_check(cx, s, u, CheckWhy::Retreat(fight), s.unit(unit).hex);
        let value = format!(
            "passes on {} or less",
            (c.highest_passing_die() - c.on_die()).clamp(0, cx.data.combat.always_fails - 1)
        );
        let text = format!("{} morale", unit_now(cx, s, u));
        out.push(ModLine { text, value, rule: Rule("8.close") });
        out.extend(c.mods.iter().map(|m| mod_line(cx, m)));
    }
    out
}

fn base_line(a: &Attack) -> ModLine {
    let (text, rule) = match a.fight {
        Fight::Fire => (format!("Fire, range {}", a.range), "8.fire"),
        Fight::Close => ("Close combat".to_owned(), "8.close"),
        Fight::Charge => ("Charge".to_owned(), "8.charge"),
    };
    let dice = if a.dice == 1 { "1 die".to_owned() } else { format!("{} dice", a.dice) };
    let on = if a.need >= 6 { "6".to_owned() } else { format!("{}-6", a.need) };
    ModLine { text, value: format!("{dice} on {on}"), rule: Rule(rule) }
}

/// From this rank on an outcome has at least one hit on the target, whatever the attacker has lost.
const HIT: i32 = 3;

/// What the figure of an attack says, and of an answer to one.
pub fn success_words(s: &State, a: &Action) -> &'static str {
    match a {
        Action::Flee | Action::Stay | Action::Withdraw | Action::Stand => "to be hit",
        Action::Call => "to come",
        _ if combat_of(s, a).is_some() => "to hit",
        _ => "",
    }
}

pub fn is_success(a: &Action, outcome: &OddsOutcome) -> bool {
    if *a == Action::Call { outcome.rank > 0 } else { outcome.rank >= HIT }
}

/// What became of the target, and of a charger that was met.
pub fn result(cx: &C, before: &State, a: &Action, after: &State) -> OddsOutcome {
    let Some((fight, unit, target)) = combat_of(before, a) else { return plain(cx, before, a, after) };
    let board = Board::new(&cx.setup, before);
    let mut parts = Vec::new();
    let (mut rank, mut removes) = (0, false);
    for u in board.cell(target).units() {
        let (was, is) = (before.unit(u), after.unit(u));
        let hits = was.mp.saturating_sub(is.mp);
        let names = board.cell(target).units().count() > 1;
        let name = if names { format!("{}: ", cx.setup.unit_names(u).short) } else { String::new() };
        let went = is.on_map() && is.hex != was.hex;
        let falling = falling(after, u);
        let text = if is.has_flag(flag::LOST) {
            removes = true;
            rank += 100;
            "eliminated".to_owned()
        } else if hits == 0 && !went && !falling {
            "no effect".to_owned()
        } else {
            rank += i32::from(hits) * 10 + i32::from(went || falling);
            let hits = match hits {
                0 => String::new(),
                1 => format!("1 hit, reduced to {}", is.mp),
                n => format!("{n} hits, reduced to {}", is.mp),
            };
            let back = match (went || falling, hits.is_empty()) {
                (true, true) => going(fight, was.mp == is.mp),
                (true, false) => ", retreats",
                (false, _) => "",
            };
            format!("{hits}{back}")
        };
        parts.push(format!("{name}{text}"));
    }
    let (was, is) = (before.unit(unit), after.unit(unit));
    if is.has_flag(flag::LOST) {
        parts.push("attacker eliminated".into());
        rank -= 5;
    } else if is.mp < was.mp {
        parts.push(format!("attacker reduced to {}", is.mp));
        rank -= 1;
    }
    let own = |u: &UnitId| *u != unit && cx.setup.unit_def(*u).side == cx.setup.unit_def(unit).side;
    for u in before.unit_ids().filter(own).filter(|u| after.unit(*u).mp < before.unit(*u).mp) {
        let name = &cx.setup.unit_names(u).short;
        let lost = after.unit(u).has_flag(flag::LOST);
        parts.push(if lost { format!("own {name} lost") } else { format!("own {name} hit") });
        rank -= 1;
    }
    if let Some(Frame::Combat(c)) = after.frames.top()
        && c.stage == Stage::Aim
        && !c.momentum
    {
        parts.push("must choose a new target".into());
    }
    OddsOutcome { text: parts.join("; "), p: 0.0, removes, rank }
}

/// It still has to go back when the preview ends.
fn falling(after: &State, u: UnitId) -> bool {
    after.frames.iter().any(|f| match f {
        Frame::Fall { unit, .. } => *unit == u,
        Frame::Displace { whom, .. } => *whom == u,
        _ => false,
    })
}

fn going(fight: Fight, unhurt: bool) -> &'static str {
    match (fight, unhurt) {
        (Fight::Fire, _) => "flees",
        _ => "no hit, target falls back",
    }
}

fn plain(cx: &C, before: &State, a: &Action, after: &State) -> OddsOutcome {
    let text = match a {
        Action::Call => {
            let came = after.sides[before.active.index()].corps > before.sides[before.active.index()].corps;
            let text = if came { "reinforcements come" } else { "no units arrive" };
            return OddsOutcome { text: text.into(), p: 0.0, removes: false, rank: i32::from(came) };
        }
        Action::EndTurn { .. } => match HoldTheLine::to_act(cx, after) {
            ToAct::Over(_) => "the battle ends".to_owned(),
            _ => format!("{}'s turn", side_name(cx, after.active)),
        },
        _ => "done".to_owned(),
    };
    OddsOutcome { text, p: 0.0, removes: false, rank: 0 }
}

/// Leaders who fall, units displaced.
pub fn side_effects(cx: &C, before: &State, _a: &Action, after: &State) -> Vec<OddsFact> {
    let mut out = Vec::new();
    for u in before.unit_ids() {
        let d = cx.setup.unit_def(u);
        if d.is_leader() && after.unit(u).has_flag(flag::LOST) && !before.unit(u).has_flag(flag::LOST) {
            out.push(OddsFact { text: format!("{} falls", cx.setup.unit_names(u).short), p: 0.0 });
        }
    }
    out
}
