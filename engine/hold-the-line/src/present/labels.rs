//! Legal actions as a player meets them.

use super::{counter, facing_name, points_word, rules, unit_at, unit_now};
use crate::action::Action;
use crate::board::Board;
use crate::state::{Back, Combat, Fight, Frame, Stage, State, UnitId, flag};
use crate::{C, leaders, movement, walk};
use engine::hex::{Facing, HexId};
use engine::present::{Affordance, Target, Verb};

/// What is being built: everything but the id.
struct Draft {
    subject: Option<UnitId>,
    target: Target,
    hex: Option<HexId>,
    label: String,
    verb: Verb,
    cost: Option<u8>,
    rules: &'static [&'static str],
    chancy: bool,
    confirm: bool,
}

fn draft(
    subject: Option<UnitId>,
    target: Target,
    label: String,
    verb: Verb,
    rules: &'static [&'static str],
) -> Draft {
    Draft { subject, target, hex: None, label, verb, cost: None, rules, chancy: false, confirm: false }
}

fn at_hex(unit: UnitId, hex: HexId, label: String, verb: Verb, rules: &'static [&'static str]) -> Draft {
    Draft { hex: Some(hex), ..draft(Some(unit), Target::Hex(hex), label, verb, rules) }
}

pub fn affordance(cx: &C, s: &State, a: &Action, id: usize) -> Affordance {
    let d = match a {
        Action::Move { .. }
        | Action::Walk { .. }
        | Action::Step { .. }
        | Action::Stop
        | Action::Strike { .. } => moving(cx, s, a),
        Action::Charge { .. } | Action::Fire { .. } | Action::Close { .. } | Action::Aim { .. } => {
            attacking(cx, s, a)
        }
        _ => other(cx, s, a),
    };
    let mut also: Vec<Target> = Vec::new();
    if let Some(hex) = d.hex {
        let here = s.unit_ids().filter(|u| s.unit(*u).hex == hex && Some(*u) != d.subject);
        also.extend(here.map(|u| Target::Counter(counter(u))));
    }
    let cost = d.cost.filter(|c| *c > 0).map(|c| points_word(i64::from(c))).unwrap_or_default();
    let label = if cost.is_empty() { d.label } else { format!("{} ({cost})", d.label) };
    let tag = match (d.verb, d.cost) {
        (Verb::Move, Some(c)) => c.to_string(),
        _ => String::new(),
    };
    Affordance {
        id,
        subject: d.subject.map(|u| Target::Counter(counter(u))),
        target: d.target,
        also,
        label,
        verb: d.verb,
        cost,
        tag,
        rules: rules(d.rules),
        confirm: d.confirm,
        chancy: d.chancy,
    }
}

fn with_leader(cx: &C, s: &State, unit: UnitId, lead: bool, text: String) -> String {
    let leader = if lead { movement::escorting_leader(cx, s, &Board::new(&cx.setup, s), unit) } else { None };
    match leader {
        Some(l) => format!("{text} with {}", cx.setup.unit_names(l).short),
        None if lead => format!("{text} with his leader"),
        None => text,
    }
}

fn moving(cx: &C, s: &State, a: &Action) -> Draft {
    let label = |h: HexId| cx.setup.hex_label(h);
    match *a {
        Action::Move { unit, to, lead, column } => {
            let board = Board::new(&cx.setup, s);
            let cost = movement::can_move(cx, s, &board, unit, to, lead, column).map_or(0, |(_, p)| p.cost);
            let how = if column { " in column" } else { "" };
            let text = format!("{}: move{how} to {}", unit_now(cx, s, unit), label(to));
            let cited: &[&str] = match (cx.setup.unit_def(unit).is_leader(), lead, column) {
                (true, _, _) => &["3.leader", "7.step"],
                (_, _, true) => &["7.step", "opt.facing"],
                (_, true, _) => &["7.step", "3.leader-move", "6.leader-bonus"],
                _ => &["7.step", "6.move-or-fire"],
            };
            let d = at_hex(unit, to, with_leader(cx, s, unit, lead, text), Verb::Move, cited);
            Draft { cost: Some(cost), ..d }
        }
        Action::Walk { unit, lead, column } => {
            let how = if column { " in column" } else { "" };
            let text = format!("{}: move{how} hex by hex", unit_now(cx, s, unit));
            let text = with_leader(cx, s, unit, lead, text);
            draft(
                Some(unit),
                Target::Button(text.clone()),
                text,
                Verb::Other,
                &["7.step", "7.leader-displace"],
            )
        }
        _ => {
            let Some(w) = s.frames.top().and_then(Frame::current_walk) else {
                return draft(None, Target::Button("Stop".into()), "Stop".into(), Verb::Pass, &["7.step"]);
            };
            let board = Board::new(&cx.setup, s);
            match *a {
                Action::Step { to } => {
                    let cost = walk::can_step(cx, s, &board, &w, to).unwrap_or(0);
                    let d = at_hex(w.unit, to, format!("Step to {}", label(to)), Verb::Move, &["7.step"]);
                    // What this step adds to what the walk has cost so far.
                    let paid = match (w.steps, s.unit(w.unit).has_flag(flag::HURRIED)) {
                        (0, _) => 0,
                        (_, false) => cx.data.ap.move_cost,
                        (_, true) => cost,
                    };
                    Draft { cost: Some(cost.saturating_sub(paid)), ..d }
                }
                Action::Strike { target } => {
                    let text = format!("Charge {}", label(target));
                    let d = at_hex(w.unit, target, text, Verb::Attack, &["8.charge"]);
                    let more = cx.data.ap.charge_cost.saturating_sub(cx.data.ap.move_cost);
                    Draft { cost: Some(more), chancy: true, ..d }
                }
                _ => {
                    let hex = s.unit(w.unit).hex;
                    at_hex(w.unit, hex, format!("Stop in {}", label(hex)), Verb::Pass, &["7.step"])
                }
            }
        }
    }
}

fn attacking(cx: &C, s: &State, a: &Action) -> Draft {
    let label = |h: HexId| cx.setup.hex_label(h);
    let ap = &cx.data.ap;
    let (d, cost) = match *a {
        Action::Fire { unit, target } => {
            let range = cx.setup.hex_distance(s.unit(unit).hex, target);
            let text = format!("{}: fire at {}, range {range}", unit_now(cx, s, unit), label(target));
            let cited: &[&str] = match cx.data.kinds[cx.setup.unit_def(unit).kind as usize].id.as_str() {
                "grenzer" => &["8.fire", "6.grenzer"],
                "light-cavalry" => &["8.fire", "3.light-cavalry"],
                "heavy-cavalry" => &["8.fire", "3.heavy-cavalry"],
                _ => &["8.fire", "6.move-or-fire"],
            };
            (at_hex(unit, target, text, Verb::Attack, cited), Some(ap.fire_cost))
        }
        Action::Close { unit, target } => {
            let text = format!("{}: close combat with {}", unit_now(cx, s, unit), label(target));
            (at_hex(unit, target, text, Verb::Attack, &["8.close", "6.close"]), Some(ap.close_cost))
        }
        Action::Charge { unit, from, target, lead } => {
            let text = format!("{}: charge {} from {}", unit_now(cx, s, unit), label(target), label(from));
            let text = with_leader(cx, s, unit, lead, text);
            (at_hex(unit, target, text, Verb::Attack, &["8.charge", "6.charge"]), Some(ap.charge_cost))
        }
        Action::Aim { target } => {
            let (unit, momentum, shaken) = match s.frames.top() {
                Some(Frame::Combat(c)) => (c.unit, c.momentum, c.shaken),
                _ => (UnitId(0), false, false),
            };
            let text = format!("Fire at {}", label(target));
            let cited: &[&str] = match (momentum, shaken) {
                (true, _) => &["opt.momentum", "8.fire"],
                (_, true) => &["opt.attacker-morale", "8.fire"],
                _ => &["3.light-flee", "8.fire"],
            };
            let cost = momentum.then_some(cx.data.options.momentum_cost);
            (at_hex(unit, target, text, Verb::Attack, cited), cost)
        }
        _ => (draft(None, Target::Button(String::new()), String::new(), Verb::Other, &["8.fire"]), None),
    };
    Draft { cost, chancy: true, ..d }
}

fn button(unit: UnitId, text: &str, verb: Verb, cited: &'static [&'static str]) -> Draft {
    draft(Some(unit), Target::Button(text.to_owned()), text.to_owned(), verb, cited)
}

fn other(cx: &C, s: &State, a: &Action) -> Draft {
    let label = |h: HexId| cx.setup.hex_label(h);
    let here = |u: UnitId| s.unit(u).hex;
    match *a {
        Action::Rally { unit } => {
            let board = Board::new(&cx.setup, s);
            let by = leaders::can_rally(cx, s, &board, unit);
            let by = by.map_or(String::new(), |l| format!(" by {}", cx.setup.unit_names(l).short));
            let text = format!("{}: rally{by}", unit_now(cx, s, unit));
            let d = at_hex(unit, here(unit), text, Verb::Rally, &["9.rally"]);
            Draft { cost: Some(cx.data.ap.rally_cost), ..d }
        }
        Action::Wake { unit } => {
            let cost = cx.setup.sides[cx.setup.unit_def(unit).side as usize].asleep;
            let text = format!("{}: wake", unit_now(cx, s, unit));
            Draft { cost, ..at_hex(unit, here(unit), text, Verb::Rally, &["11.kesselsdorf"]) }
        }
        Action::Turn { unit, facing } => {
            let text = format!("{}: face {}", unit_now(cx, s, unit), facing_name(cx, facing));
            let target = Target::Facing(here(unit), Facing::corner(facing));
            Draft {
                cost: Some(cx.data.ap.turn_cost),
                ..draft(Some(unit), target, text, Verb::Turn, &["opt.facing"])
            }
        }
        Action::Form { unit, column, facing } => {
            let what = if column { "form column" } else { "form line" };
            let text = format!("{}: {what}", unit_now(cx, s, unit));
            let (text, target) = if facing < 6 {
                let text = format!("{text} facing {}", facing_name(cx, facing));
                (text, Target::Facing(here(unit), Facing::corner(facing)))
            } else {
                (text, Target::Hex(here(unit)))
            };
            Draft {
                cost: Some(cx.data.ap.turn_cost),
                ..draft(Some(unit), target, text, Verb::Turn, &["opt.facing"])
            }
        }
        Action::Call => call(cx, s),
        Action::EndTurn { store } => {
            let text = match (store, leaders::most_stored(cx, s, s.active)) {
                (0, 0) => "End turn".to_owned(),
                (0, _) => "End turn, keep no AP".to_owned(),
                (n, _) => format!("End turn, keep {n} AP"),
            };
            let d = draft(None, Target::Button(text.clone()), text, Verb::End, &["5.sequence", "9.store"]);
            Draft { confirm: true, ..d }
        }
        Action::Place { unit, to } => {
            let text = format!("Place {} in {}", cx.setup.unit_names(unit).unique, label(to));
            at_hex(unit, to, text, Verb::Place, &["4.stack"])
        }
        Action::AutoPlace => {
            draft(None, Target::Button("Place all".into()), "Place all".into(), Verb::Place, &["4.stack"])
        }
        _ => answers(cx, s, a),
    }
}

fn call(cx: &C, s: &State) -> Draft {
    let next = crate::special::next_corps(cx, s, s.active);
    let (name, cost) = next.map_or(("reinforcements", 0), |c| (c.1.name.as_str(), c.3));
    let on = s.active_side().comes_on;
    let on = if on > 1 { format!("1-{on}") } else { on.to_string() };
    let text = format!("Call for {name}, comes on {on}");
    let d = draft(None, Target::Button(text.clone()), text, Verb::Other, &["11.liegnitz"]);
    Draft { cost: Some(cost), chancy: true, ..d }
}

fn answers(cx: &C, s: &State, a: &Action) -> Draft {
    match (*a, s.frames.top()) {
        (Action::Go { to }, Some(frame)) => go(cx, s, frame, to),
        (Action::Take { unit }, _) => {
            let text = format!("{} takes the hit", unit_now(cx, s, unit));
            let d = draft(Some(unit), Target::Counter(counter(unit)), text, Verb::Choose, &["8.hit-highest"]);
            Draft { hex: None, ..d }
        }
        (Action::Face { facing }, Some(Frame::Face(unit))) => {
            let target = Target::Facing(s.unit(*unit).hex, Facing::corner(facing));
            let text = format!("Face {}", facing_name(cx, facing));
            draft(Some(*unit), target, text, Verb::Turn, &["opt.facing"])
        }
        (Action::HoldFire, Some(Frame::Skirmish(unit))) => {
            button(*unit, "Hold fire", Verb::Pass, &["6.grenzer"])
        }
        (_, Some(Frame::Combat(c))) => in_combat(cx, s, c, a),
        _ => draft(None, Target::Button("Pass".into()), "Pass".into(), Verb::Pass, &["5.sequence"]),
    }
}

fn go(cx: &C, s: &State, frame: &Frame, to: HexId) -> Draft {
    let label = cx.setup.hex_label(to);
    let (unit, text, cited): (UnitId, String, &[&str]) = match frame {
        Frame::Fall { unit, back: Back::Flee, .. } => {
            (*unit, format!("Flee to {label}"), &["3.light-flee", "8.retreat"])
        }
        Frame::Fall { unit, back: Back::Withdraw | Back::Slip, .. } => {
            (*unit, format!("Withdraw to {label}"), &["8.retreat"])
        }
        Frame::Fall { unit, .. } => {
            let blocked = Board::new(&cx.setup, s).cell(to).has_unit();
            let room =
                if blocked && room_wanted(cx, s, *unit, to) { ", displacing the unit there" } else { "" };
            (*unit, format!("Retreat to {label}{room}"), &["8.retreat", "8.displace"])
        }
        Frame::Displace { unit, .. } => (*unit, format!("Make room in {label}"), &["8.displace"]),
        Frame::Home { leader, driven, .. } => (
            *leader,
            format!("{} goes to {label}", cx.setup.unit_names(*leader).short),
            if *driven { &["7.leader-displace"] } else { &["8.leader-follow"] },
        ),
        _ => (UnitId(0), format!("Go to {label}"), &["8.retreat"]),
    };
    at_hex(unit, to, text, Verb::Choose, cited)
}

fn room_wanted(cx: &C, s: &State, unit: UnitId, to: HexId) -> bool {
    let board = Board::new(&cx.setup, s);
    matches!(
        movement::stacking_door(cx, board.cell(to), cx.setup.unit_def(unit), UnitId::NONE),
        movement::Door::Shut(_)
    )
}

/// Light cavalry has its own rules for withdrawing and for taking a hex.
pub fn light(cx: &C, u: UnitId) -> bool {
    !u.is_none() && cx.data.kinds[cx.setup.unit_def(u).kind as usize].charge_morale.is_some()
}

/// The rule a combat stands at: what its next choice is about.
pub fn combat_rule(cx: &C, c: &Combat) -> &'static str {
    match (c.fight, c.stage) {
        _ if c.momentum => "opt.momentum",
        _ if c.shaken => "opt.attacker-morale",
        (_, Stage::Flee) => "3.light-flee",
        (Fight::Charge, Stage::Answer) => "8.charge-cavalry",
        (_, Stage::Answer) => "3.light-withdraw",
        (Fight::Fire, Stage::Advance) => "opt.advance",
        (_, Stage::Advance) => "8.close-advance",
        (Fight::Fire, _) => "8.fire",
        (Fight::Close, _) => "8.close",
        (Fight::Charge, _) if light(cx, c.unit) => "8.charge-light",
        (Fight::Charge, _) => "8.charge-heavy",
    }
}

fn in_combat(cx: &C, s: &State, c: &Combat, a: &Action) -> Draft {
    match *a {
        Action::Flee => Draft { chancy: true, ..button(c.main, "Flee", Verb::Choose, &["3.light-flee"]) },
        Action::Stay => Draft { chancy: true, ..button(c.main, "Stay", Verb::Pass, &["3.light-flee"]) },
        Action::Withdraw | Action::Stand => {
            let cited: &[&str] =
                match (c.fight, cx.data.kinds[cx.setup.unit_def(c.main).kind as usize].charge_morale) {
                    (Fight::Charge, _) => &["8.charge-cavalry"],
                    (_, Some(_)) => &["3.light-withdraw"],
                    _ => &["8.charge-heavy"],
                };
            let (text, verb) =
                if *a == Action::Withdraw { ("Withdraw", Verb::Choose) } else { ("Stand", Verb::Pass) };
            Draft { chancy: true, ..button(c.main, text, verb, cited) }
        }
        Action::Advance { lead } => {
            let text = format!("Advance into {}", cx.setup.hex_label(c.target));
            let leader = if lead { crate::combat::leader_who_may_advance(cx, s, c) } else { None };
            let text = match leader {
                Some(l) => format!("{text} with {}", cx.setup.unit_names(l).short),
                None => text,
            };
            let cited: &[&str] = match c.fight {
                Fight::Fire => &["opt.advance"],
                Fight::Close => &["8.close-advance"],
                Fight::Charge if light(cx, c.unit) => &["8.charge-light", "8.close-advance"],
                Fight::Charge => &["8.charge-heavy", "8.close-advance"],
            };
            at_hex(c.unit, c.target, text, Verb::Choose, cited)
        }
        Action::Halt => {
            let hex = s.unit(c.unit).hex;
            let cited: &[&str] = if c.fight == Fight::Fire { &["opt.advance"] } else { &["8.close-advance"] };
            at_hex(c.unit, hex, format!("Stay in {}", cx.setup.hex_label(hex)), Verb::Pass, cited)
        }
        _ => {
            let cited: &[&str] = match (c.momentum, c.shaken) {
                (true, _) => &["opt.momentum"],
                (_, true) => &["opt.attacker-morale"],
                _ => &["3.light-flee"],
            };
            button(c.unit, "Hold fire", Verb::Pass, cited)
        }
    }
}

/// A unit's name as it stood in `hex`, with a word on its state.
pub fn described(cx: &C, s: &State, u: UnitId) -> String {
    let unit = s.unit(u);
    let d = cx.setup.unit_def(u);
    let nation = &cx.setup.nations[d.nation as usize].adjective;
    let asleep = if unit.has_flag(flag::ASLEEP) { ", asleep" } else { "" };
    let name = unit_at(cx, u, unit.hex);
    if d.is_leader() {
        format!("{nation} leader {name}, rating {}", d.rating)
    } else {
        format!("{nation} {name}, {} of {} MP{asleep}", unit.mp, d.mp)
    }
}
