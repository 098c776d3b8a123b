//! What is asked of whom.

use super::{counter, points_word, rules, side_name, unit_now};
use crate::legal;
use crate::state::{Back, Combat, Fight, Frame, Stage, State, UnitId};
use crate::{C, HoldTheLine};
use engine::game::{Play, ToAct};
use engine::hex::HexId;
use engine::present::{Prompt, UndoneView};

pub fn prompt(cx: &C, s: &State) -> Prompt {
    let side = s.active;
    let points = match s.frames.top() {
        _ if s.setting_up() => String::new(),
        _ => points_word(i64::from(s.active_side().points())),
    };
    if s.over.is_some() {
        let text = "The battle is over.".to_owned();
        return Prompt {
            who: String::new(),
            text,
            rules: rules(&["10.victory"]),
            points,
            undone: Vec::new(),
            held: None,
            lets_go: None,
            threat: None,
        };
    }
    let (text, cited) = question(cx, s);
    let who = match HoldTheLine::to_act(cx, s) {
        ToAct::Seat(seat) => deciding(cx, s).map_or_else(
            || cx.setup.seats.get(seat.0 as usize).map_or_else(String::new, |x| x.name.clone()),
            |u| side_name(cx, cx.setup.unit_def(u).side).to_owned(),
        ),
        _ => side_name(cx, side).to_owned(),
    };
    let undone = if matches!(s.frames.top(), Some(Frame::Act)) { undone(cx, s) } else { Vec::new() };
    let threat = threat(s);
    Prompt { who, text, rules: rules(cited), points, undone, held: None, lets_go: None, threat }
}

/// The unit whose owner is asked.
fn deciding(cx: &C, s: &State) -> Option<UnitId> {
    match s.frames.top()? {
        Frame::Fall { unit, .. } | Frame::Displace { unit, .. } => Some(*unit),
        Frame::Home { leader, .. } => Some(*leader),
        Frame::Share { main, .. } => Some(*main),
        Frame::Face(u) | Frame::Skirmish(u) => Some(*u),
        Frame::Walk(w) => Some(w.unit),
        Frame::Combat(c) if matches!(c.stage, Stage::Flee | Stage::Answer) => Some(c.main),
        Frame::Combat(c) => Some(c.unit),
        Frame::Setup(i) => cx.setup.steps.get(*i as usize)?.units.first().copied(),
        _ => s.unit_ids().find(|u| cx.setup.unit_def(*u).side == s.active),
    }
}

fn question(cx: &C, s: &State) -> (String, &'static [&'static str]) {
    let name = |u: UnitId| unit_now(cx, s, u);
    let of_side = side_name(cx, s.active);
    let Some(top) = s.frames.top() else { return ("Nothing is asked.".into(), &["5.sequence"]) };
    match top {
        Frame::Setup(i) => {
            let secret = cx.setup.steps.get(*i as usize).is_some_and(|x| x.secret);
            let how =
                if secret { "Set up in secret: place your units." } else { "Set up: place your units." };
            (how.into(), &["4.stack"])
        }
        Frame::Arrive => ("Reinforcements: place the units that arrive.".into(), &["11.liegnitz", "4.stack"]),
        Frame::Points => (format!("{of_side}: roll for action points."), &["6.ap-roll"]),
        Frame::Act => (
            format!(
                "{of_side}: move, fire, close, charge or rally with one unit after the other, or end the turn."
            ),
            &["5.sequence", "6.once"],
        ),
        Frame::Walk(w) => (format!("{}: next hex?", name(w.unit)), &["7.step"]),
        Frame::March(m) => (format!("{}: check to leave its front.", name(m.unit)), &["opt.facing"]),
        Frame::Skirmish(u) => (format!("{} has moved and may fire.", name(*u)), &["6.grenzer"]),
        Frame::Combat(c) => in_combat(cx, s, c),
        Frame::Fall { unit, back, .. } => {
            let what = match back {
                Back::Flee => "flees",
                Back::Withdraw | Back::Slip => "withdraws",
                Back::Retreat => "must retreat",
            };
            (format!("{} {what}: where to?", name(*unit)), &["8.retreat", "8.displace"])
        }
        Frame::Displace { unit, whom, .. } => {
            (format!("{} makes room for {}: where to?", name(*unit), name(*whom)), &["8.displace"])
        }
        Frame::Home { leader, driven, .. } => {
            let text = format!("{} must join his nearest friends: where?", name(*leader));
            (text, if *driven { &["7.leader-displace"] } else { &["8.leader-follow"] })
        }
        Frame::Bereft { .. } => ("A leader looks for his friends.".into(), &["8.leader-follow"]),
        Frame::Share { .. } => {
            ("Both units are equally strong: which one takes the hit?".into(), &["8.hit-highest"])
        }
        Frame::LastStand { unit } => {
            (format!("{}: roll for its last stand.", name(*unit)), &["3.elite-last"])
        }
        Frame::Steady { unit, .. } => {
            (format!("{}: check after going back.", name(*unit)), &["opt.withdrawal"])
        }
        Frame::Face(u) => (format!("{}: which way does it face?", name(*u)), &["opt.facing"]),
        Frame::Call => (format!("{of_side}: roll for reinforcements."), &["11.liegnitz"]),
    }
}

/// Who attacks whom, while the attacked one is asked for an answer.
fn threat(s: &State) -> Option<(HexId, HexId)> {
    let Some(Frame::Combat(c)) = s.frames.top() else { return None };
    let attacker = (!c.unit.is_none()).then(|| s.unit(c.unit).hex)?;
    matches!(c.stage, Stage::Flee | Stage::Answer).then_some((attacker, c.target))
}

fn in_combat(cx: &C, s: &State, c: &Combat) -> (String, &'static [&'static str]) {
    let name = |u: UnitId| if u.is_none() { String::new() } else { unit_now(cx, s, u) };
    let target = || cx.setup.hex_label(c.target);
    match c.stage {
        Stage::Flee => {
            let text = format!("{} fires at {}: flee or stay?", name(c.unit), name(c.main));
            (text, &["3.light-flee"])
        }
        Stage::Answer if c.fight == Fight::Charge => {
            let text =
                format!("{} charges {}: withdraw, or stand and countercharge?", name(c.unit), name(c.main));
            (text, &["8.charge-cavalry"])
        }
        Stage::Answer => {
            let text =
                format!("{} attacks {} in close combat: withdraw or stand?", name(c.unit), name(c.main));
            (text, &["3.light-withdraw", "8.charge-heavy"])
        }
        Stage::Aim if c.momentum => {
            (format!("{} rides on: fire at a neighbour?", name(c.unit)), &["opt.momentum"])
        }
        Stage::Aim if c.shaken => {
            (format!("{} will not close: it may only fire.", name(c.unit)), &["opt.attacker-morale"])
        }
        Stage::Aim => (format!("{} may choose another target.", name(c.unit)), &["3.light-flee"]),
        Stage::Advance => {
            let cited: &[&str] = if c.fight == Fight::Fire { &["opt.advance"] } else { &["8.close-advance"] };
            (format!("{} may advance into {}.", name(c.unit), target()), cited)
        }
        _ => (format!("{} attacks {}.", name(c.unit), target()), &["8.fire", "8.close", "8.charge"]),
    }
}

/// Units that can still do something, for the button that ends the turn.
pub fn undone(cx: &C, s: &State) -> Vec<UndoneView> {
    let able = able(cx, s);
    let fights = |u: &&UnitId| cx.setup.unit_def(**u).is_combat_unit();
    able.iter()
        .filter(fights)
        .map(|u| UndoneView {
            counter: counter(*u),
            hex: s.unit(*u).hex.to_option(),
            text: unit_now(cx, s, *u),
        })
        .collect()
}

/// Units of the active side with a legal action of their own.
pub fn able(cx: &C, s: &State) -> Vec<UnitId> {
    use crate::action::Action;
    let mut list = Vec::new();
    legal::list_actions(cx, s, &mut list);
    let mut out: Vec<UnitId> = list
        .iter()
        .filter_map(|a| match *a {
            Action::Move { unit, .. }
            | Action::Walk { unit, .. }
            | Action::Charge { unit, .. }
            | Action::Fire { unit, .. }
            | Action::Close { unit, .. }
            | Action::Rally { unit }
            | Action::Wake { unit }
            | Action::Turn { unit, .. }
            | Action::Form { unit, .. }
            | Action::Place { unit, .. }
            | Action::Take { unit } => Some(unit),
            _ => None,
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}
