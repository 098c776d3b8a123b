//! Legal actions as a player meets them.

use super::{counter, facing_name, points_word, unit_at, unit_now};
use crate::action::Action;
use crate::board::Board;
use crate::state::{Back, Combat, Fight, Frame, Stage, State, UnitId, flag};
use crate::{C, leaders, movement, walk};
use engine::hex::{Facing, HexId};
use engine::present::{Affordance, Target, Verb};

/// What all labels of one list are made from.
struct Listing<'a> {
    cx: &'a C,
    s: &'a State,
    board: Board,
}

type Cited = &'static [&'static str];

impl Listing<'_> {
    /// An action of `unit` on a hex; the other counters there are pointed at as well.
    fn at_hex(&self, unit: UnitId, hex: HexId, label: String, verb: Verb, cited: Cited) -> Affordance {
        let mut out = by_unit(unit, Affordance::new(label, verb, Target::Hex(hex))).rules(cited);
        let here = self.s.unit_ids().filter(|u| *u != unit && self.s.unit(*u).hex == hex);
        out.also.extend(here.map(|u| Target::Counter(counter(u))));
        out
    }

    fn hex_label(&self, hex: HexId) -> String {
        self.cx.setup.hex_label(hex)
    }

    fn unit_name(&self, unit: UnitId) -> String {
        unit_now(self.cx, self.s, unit)
    }
}

fn by_unit(unit: UnitId, a: Affordance) -> Affordance {
    a.by(Target::Counter(counter(unit)))
}

fn button(unit: UnitId, text: &str, verb: Verb, cited: Cited) -> Affordance {
    by_unit(unit, Affordance::button(text, verb)).rules(cited)
}

/// Writes the price behind the label; moves show it in the hex as well.
fn priced(mut a: Affordance, cost: Option<u8>) -> Affordance {
    let Some(cost) = cost else { return a };
    if a.verb == Verb::Move {
        a.tag = cost.to_string();
    }
    if cost > 0 {
        a.cost = points_word(i64::from(cost));
        a.label = format!("{} ({})", a.label, a.cost);
    }
    a
}

pub fn affordances(cx: &C, s: &State, actions: &[Action]) -> Vec<Affordance> {
    let l = Listing { cx, s, board: Board::new(&cx.setup, s) };
    Affordance::number(actions.iter().map(|a| affordance(&l, a)))
}

fn affordance(l: &Listing, a: &Action) -> Affordance {
    match a {
        Action::Move { .. }
        | Action::Walk { .. }
        | Action::Step { .. }
        | Action::Stop
        | Action::Strike { .. } => moving(l, a),
        Action::Charge { .. } | Action::Fire { .. } | Action::Close { .. } | Action::Aim { .. } => {
            attacking(l, a)
        }
        _ => other(l, a),
    }
}

fn with_leader(l: &Listing, unit: UnitId, lead: bool, text: String) -> String {
    let leader = if lead { movement::escorting_leader(l.cx, l.s, &l.board, unit) } else { None };
    match leader {
        Some(who) => format!("{text} with {}", l.cx.setup.unit_names(who).short),
        None if lead => format!("{text} with his leader"),
        None => text,
    }
}

fn moving(l: &Listing, a: &Action) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    let label = |h: HexId| l.hex_label(h);
    match *a {
        Action::Move { unit, to, lead, column } => {
            let cost = movement::can_move(cx, s, &l.board, unit, to, lead, column).map_or(0, |(_, p)| p.cost);
            let how = if column { " in column" } else { "" };
            let text = format!("{}: move{how} to {}", l.unit_name(unit), label(to));
            let cited: &[&str] = match (cx.setup.unit_def(unit).is_leader(), lead, column) {
                (true, _, _) => &["3.leader", "7.step"],
                (_, _, true) => &["7.step", "opt.facing"],
                (_, true, _) => &["7.step", "3.leader-move", "6.leader-bonus"],
                _ => &["7.step", "6.move-or-fire"],
            };
            let d = l.at_hex(unit, to, with_leader(l, unit, lead, text), Verb::Move, cited);
            priced(d, Some(cost))
        }
        Action::Walk { unit, lead, column } => {
            let how = if column { " in column" } else { "" };
            let text = format!("{}: move{how} hex by hex", l.unit_name(unit));
            let text = with_leader(l, unit, lead, text);
            by_unit(unit, Affordance::button(text, Verb::Other)).rules(&["7.step", "7.leader-displace"])
        }
        _ => {
            let Some(w) = s.frames.top().and_then(Frame::current_walk) else {
                return Affordance::button("Stop", Verb::Pass).rules(&["7.step"]);
            };
            match *a {
                Action::Step { to } => {
                    let cost = walk::can_step(cx, s, &l.board, &w, to).unwrap_or(0);
                    let d = l.at_hex(w.unit, to, format!("Step to {}", label(to)), Verb::Move, &["7.step"]);
                    // What this step adds to what the walk has cost so far.
                    let paid = match (w.steps, s.unit(w.unit).has_flag(flag::HURRIED)) {
                        (0, _) => 0,
                        (_, false) => cx.data.ap.move_cost,
                        (_, true) => cost,
                    };
                    priced(d, Some(cost.saturating_sub(paid)))
                }
                Action::Strike { target } => {
                    let text = format!("Charge {}", label(target));
                    let d = l.at_hex(w.unit, target, text, Verb::Attack, &["8.charge"]);
                    let more = cx.data.ap.charge_cost.saturating_sub(cx.data.ap.move_cost);
                    priced(d, Some(more)).chancy()
                }
                _ => {
                    let hex = s.unit(w.unit).hex;
                    l.at_hex(w.unit, hex, format!("Stop in {}", label(hex)), Verb::Pass, &["7.step"])
                }
            }
        }
    }
}

fn attacking(l: &Listing, a: &Action) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    let label = |h: HexId| l.hex_label(h);
    let ap = &cx.data.ap;
    let (d, cost) = match *a {
        Action::Fire { unit, target } => {
            let range = cx.setup.hex_distance(s.unit(unit).hex, target);
            let text = format!("{}: fire at {}, range {range}", l.unit_name(unit), label(target));
            let cited: &[&str] = match cx.data.kinds[cx.setup.unit_def(unit).kind as usize].id.as_str() {
                "grenzer" => &["8.fire", "6.grenzer"],
                "light-cavalry" => &["8.fire", "3.light-cavalry"],
                "heavy-cavalry" => &["8.fire", "3.heavy-cavalry"],
                _ => &["8.fire", "6.move-or-fire"],
            };
            (l.at_hex(unit, target, text, Verb::Attack, cited), Some(ap.fire_cost))
        }
        Action::Close { unit, target } => {
            let text = format!("{}: close combat with {}", l.unit_name(unit), label(target));
            (l.at_hex(unit, target, text, Verb::Attack, &["8.close", "6.close"]), Some(ap.close_cost))
        }
        Action::Charge { unit, from, target, lead } => {
            let text = format!("{}: charge {} from {}", l.unit_name(unit), label(target), label(from));
            let text = with_leader(l, unit, lead, text);
            (l.at_hex(unit, target, text, Verb::Attack, &["8.charge", "6.charge"]), Some(ap.charge_cost))
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
            (l.at_hex(unit, target, text, Verb::Attack, cited), cost)
        }
        _ => (Affordance::button("", Verb::Other).rules(&["8.fire"]), None),
    };
    priced(d, cost).chancy()
}

fn other(l: &Listing, a: &Action) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    let label = |h: HexId| l.hex_label(h);
    let here = |u: UnitId| s.unit(u).hex;
    match *a {
        Action::Rally { unit } => {
            let by = leaders::can_rally(cx, s, &l.board, unit);
            let by = by.map_or(String::new(), |l| format!(" by {}", cx.setup.unit_names(l).short));
            let text = format!("{}: rally{by}", l.unit_name(unit));
            let d = l.at_hex(unit, here(unit), text, Verb::Rally, &["9.rally"]);
            priced(d, Some(cx.data.ap.rally_cost))
        }
        Action::Wake { unit } => {
            let cost = cx.setup.sides[cx.setup.unit_def(unit).side.index()].asleep;
            let text = format!("{}: wake", l.unit_name(unit));
            priced(l.at_hex(unit, here(unit), text, Verb::Rally, &["11.kesselsdorf"]), cost)
        }
        Action::Turn { unit, facing } => {
            let text = format!("{}: face {}", l.unit_name(unit), facing_name(cx, facing));
            let target = Target::Facing(here(unit), Facing::towards_corner(facing));
            let d = by_unit(unit, Affordance::new(text, Verb::Turn, target)).rules(&["opt.facing"]);
            priced(d, Some(cx.data.ap.turn_cost))
        }
        Action::Form { unit, column, facing } => {
            let what = if column { "form column" } else { "form line" };
            let text = format!("{}: {what}", l.unit_name(unit));
            let (text, target) = if facing < 6 {
                let text = format!("{text} facing {}", facing_name(cx, facing));
                (text, Target::Facing(here(unit), Facing::towards_corner(facing)))
            } else {
                (text, Target::Hex(here(unit)))
            };
            let d = by_unit(unit, Affordance::new(text, Verb::Turn, target)).rules(&["opt.facing"]);
            priced(d, Some(cx.data.ap.turn_cost))
        }
        Action::Call => call(l),
        Action::EndTurn { store } => {
            let text = match (store, leaders::most_stored(cx, s, s.active)) {
                (0, 0) => "End turn".to_owned(),
                (0, _) => "End turn, keep no AP".to_owned(),
                (n, _) => format!("End turn, keep {n} AP"),
            };
            // The points kept are an amount: a menu is numbered by them.
            let target = match leaders::most_stored(cx, s, s.active) {
                0 => Target::Button(text.clone()),
                _ => Target::Amount { of: "AP kept".into(), count: store.into() },
            };
            Affordance::new(text, Verb::End, target).rules(&["5.sequence", "9.store"]).confirmed()
        }
        Action::Place { unit, to } => {
            let text = format!("Place {} in {}", cx.setup.unit_names(unit).unique, label(to));
            l.at_hex(unit, to, text, Verb::Place, &["4.stack"])
        }
        Action::AutoPlace => Affordance::button("Place all", Verb::Place).rules(&["4.stack"]),
        _ => answers(l, a),
    }
}

fn call(l: &Listing) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    let next = crate::special::next_corps(cx, s, s.active);
    let (name, cost) = next.map_or(("reinforcements", 0), |c| (c.1.name.as_str(), c.3));
    let on = s.active_side().comes_on;
    let on = if on > 1 { format!("1-{on}") } else { on.to_string() };
    let text = format!("Call for {name}, comes on {on}");
    priced(Affordance::button(text, Verb::Other).rules(&["11.liegnitz"]), Some(cost)).chancy()
}

fn answers(l: &Listing, a: &Action) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    match (*a, s.frames.top()) {
        (Action::Go { to }, Some(frame)) => go(l, frame, to),
        (Action::Take { unit }, _) => {
            let text = format!("{} takes the hit", l.unit_name(unit));
            let target = Target::Counter(counter(unit));
            by_unit(unit, Affordance::new(text, Verb::Choose, target)).rules(&["8.hit-highest"])
        }
        (Action::Face { facing }, Some(Frame::Face(unit))) => {
            let target = Target::Facing(s.unit(*unit).hex, Facing::towards_corner(facing));
            let text = format!("Face {}", facing_name(cx, facing));
            by_unit(*unit, Affordance::new(text, Verb::Turn, target)).rules(&["opt.facing"])
        }
        (Action::HoldFire, Some(Frame::Skirmish(unit))) => {
            button(*unit, "Hold fire", Verb::Pass, &["6.grenzer"])
        }
        (_, Some(Frame::Combat(c))) => in_combat(l, c, a),
        _ => Affordance::button("Pass", Verb::Pass).rules(&["5.sequence"]),
    }
}

fn go(l: &Listing, frame: &Frame, to: HexId) -> Affordance {
    let label = l.hex_label(to);
    let (unit, text, cited): (UnitId, String, &[&str]) = match frame {
        Frame::Fall { unit, back: Back::Flee, .. } => {
            (*unit, format!("Flee to {label}"), &["3.light-flee", "8.retreat"])
        }
        Frame::Fall { unit, back: Back::Withdraw | Back::Slip, .. } => {
            (*unit, format!("Withdraw to {label}"), &["8.retreat"])
        }
        Frame::Fall { unit, .. } => {
            let room = if l.board.cell(to).has_unit() && is_room_wanted(l, *unit, to) {
                ", displacing the unit there"
            } else {
                ""
            };
            (*unit, format!("Retreat to {label}{room}"), &["8.retreat", "8.displace"])
        }
        Frame::Displace { unit, .. } => (*unit, format!("Make room in {label}"), &["8.displace"]),
        Frame::Home { leader, driven, .. } => (
            *leader,
            format!("{} goes to {label}", l.cx.setup.unit_names(*leader).short),
            if *driven { &["7.leader-displace"] } else { &["8.leader-follow"] },
        ),
        _ => (UnitId(0), format!("Go to {label}"), &["8.retreat"]),
    };
    l.at_hex(unit, to, text, Verb::Choose, cited)
}

fn is_room_wanted(l: &Listing, unit: UnitId, to: HexId) -> bool {
    let def = l.cx.setup.unit_def(unit);
    matches!(movement::stacking_door(l.cx, l.board.cell(to), def, UnitId::NONE), movement::Door::Shut(_))
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

fn in_combat(l: &Listing, c: &Combat, a: &Action) -> Affordance {
    let (cx, s) = (l.cx, l.s);
    match *a {
        Action::Flee => button(c.main, "Flee", Verb::Choose, &["3.light-flee"]).chancy(),
        Action::Stay => button(c.main, "Stay", Verb::Pass, &["3.light-flee"]).chancy(),
        Action::Withdraw | Action::Stand => {
            let cited: &[&str] =
                match (c.fight, cx.data.kinds[cx.setup.unit_def(c.main).kind as usize].charge_morale) {
                    (Fight::Charge, _) => &["8.charge-cavalry"],
                    (_, Some(_)) => &["3.light-withdraw"],
                    _ => &["8.charge-heavy"],
                };
            let (text, verb) =
                if *a == Action::Withdraw { ("Withdraw", Verb::Choose) } else { ("Stand", Verb::Pass) };
            button(c.main, text, verb, cited).chancy()
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
            l.at_hex(c.unit, c.target, text, Verb::Choose, cited)
        }
        Action::Halt => {
            let hex = s.unit(c.unit).hex;
            let cited: &[&str] = if c.fight == Fight::Fire { &["opt.advance"] } else { &["8.close-advance"] };
            l.at_hex(c.unit, hex, format!("Stay in {}", cx.setup.hex_label(hex)), Verb::Pass, cited)
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
