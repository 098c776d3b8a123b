//! Why somebody does not march there: the force under way, those who wait, troops without a leader.

use super::explain::Who;
use super::labels::{adjective, leader, place};
use super::{reach, words};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::movement::{self, Judge, Marching};
use crate::state::{Force, Mode, State, leaders_in};
use crate::why::{self, Why};
use crate::{Ctx, retreat};
use engine::hex::HexId;
use engine::present::Refusal;

/// Somebody else than the force under way.
pub fn not_with(cx: &Ctx, j: &Judge, f: &Force, who: Who, to: Option<HexId>) -> Refusal {
    let s = j.s;
    let here = who.hex(s) == Some(f.at);
    let reason = match who {
        Who::Leader(l) if here => movement::can_take_leader(j, f, l).err(),
        Who::Points { hex, nation, inside } if here => {
            let own = cx.setup.leaders.get(f.leader.index()).map(|l| l.nation);
            if own != Some(nation) {
                Some(why::OTHER_NATION)
            } else if s.stack_at(hex, nation, inside).is_some_and(|k| k.fresh == 0) {
                Some(why::HAS_MOVED)
            } else {
                movement::can_take(j, f, inside, 1).err()
            }
        }
        _ => None,
    };
    if let Some(w) = reason {
        return refusal_about(cx, s, who, w);
    }
    let waiting = Refusal::new("5.0", words::one_at_a_time(&who.piece(cx, s).name, &leader(cx, f.leader)));
    waits(cx, j, who, to, waiting)
}

/// Who is not being moved now: what will keep him where he is anyway, or that he must wait.
pub fn waits(cx: &Ctx, j: &Judge, who: Who, to: Option<HexId>, waiting: Refusal) -> Refusal {
    let Some(m) = movement::under_way(j.s) else { return waiting };
    let lasting = match who {
        Who::Leader(l) => match movement::may_begin(cx, j.s, &m, l) {
            Err(w) => Some(refusal_about(cx, j.s, who, w)),
            Ok(()) => to.and_then(|to| why_leader_cannot_reach(cx, j, m.die, l, to)),
        },
        Who::Points { hex, nation, inside } => troops(cx, j.s, &m, hex, nation, inside),
        _ => None,
    };
    lasting.unwrap_or(waiting)
}

/// A reason with the names of those it is about.
pub fn refusal_about(cx: &Ctx, s: &State, who: Who, w: Why) -> Refusal {
    let piece = who.piece(cx, s);
    let there = who.hex(s).map_or_else(String::new, |h| place(cx, h));
    let text = match w {
        why::HAS_MOVED => words::has_moved(&piece),
        why::NATION_DONE => words::nation_done(&piece, who.nation(cx).map_or("", |n| adjective(cx, n))),
        why::BYPASSED => words::bypassed(&piece),
        why::SHUT_IN => words::shut_in(&piece),
        why::QUARTERS => words::quarters(&piece),
        why::NO_FORCED => words::no_forced(&piece),
        why::COMMANDER_MOVES => words::commander_moves(&piece, &there),
        _ => return w.into(),
    };
    Refusal::new(w.0, text)
}

/// In a movement phase, between two forces.
pub fn march(cx: &Ctx, j: &Judge, m: &Marching, who: Who, to: Option<HexId>) -> Refusal {
    match who {
        Who::Leader(l) => {
            match movement::can_begin(j, m, l) {
                Err(why::MUST_SEEK) => return seeker(cx, j, m, l),
                Err(w) => return refusal_about(cx, j.s, who, w),
                Ok(()) => {}
            }
            let Some(to) = to else { return why::BEGIN_FIRST.into() };
            let begin = || Refusal::new("5.35", words::begin_first(&leader(cx, l), &place(cx, to)));
            why_leader_cannot_reach(cx, j, m.die, l, to).unwrap_or_else(begin)
        }
        Who::Points { hex, nation, inside } => {
            let name = who.piece(cx, j.s).name;
            troops(cx, j.s, m, hex, nation, inside)
                .unwrap_or_else(|| Refusal::new("5.35", words::picked_up(&name)))
        }
        _ => why::NOT_NOW.into(),
    }
}

/// Which leader has to seek supply before this one moves (10.52 binds the slow, 10.53 the others).
fn seeker(cx: &Ctx, j: &Judge, m: &Marching, l: LeaderId) -> Refusal {
    let nation = |l: LeaderId| cx.setup.leaders[l.index()].nation;
    let before = |d: &LeaderId| (*d < l && nation(*d) == nation(l)) || nation(*d) == m.nation;
    match leaders_in(j.leaders_bound_to_supply(m)).find(before) {
        Some(d) => Refusal::new(supply_rule(cx, j.s, d), words::must_seek(&leader(cx, d))),
        None => why::MUST_SEEK.into(),
    }
}

fn supply_rule(cx: &Ctx, s: &State, leader: LeaderId) -> &'static str {
    let slow = movement::leader_initiative(cx, s, leader) < cx.data.movement.bound_below;
    if slow { "10.52" } else { "10.53" }
}

/// Why points cannot move; none if a leader who is there could still pick them up.
fn troops(cx: &Ctx, s: &State, m: &Marching, hex: HexId, nation: NationId, inside: Walls) -> Option<Refusal> {
    let who = Who::Points { hex, nation, inside };
    let Some(k) = s.stack_at(hex, nation, inside) else { return Some(why::NOT_HERE.into()) };
    if s.is_demoralised(hex, m.side) {
        let w = if m.die == 0 { why::NO_FORCED } else { why::COMMANDER_MOVES };
        return Some(refusal_about(cx, s, who, w));
    }
    if (inside == Walls::Inside)
        && let Err(w) = movement::can_come_out(cx, s, hex)
    {
        return Some(refusal_about(cx, s, who, w));
    }
    if k.fresh == 0 {
        return Some(refusal_about(cx, s, who, why::HAS_MOVED));
    }
    let name = who.piece(cx, s).name;
    let of_side = |l: &LeaderId| {
        let lead = &s.leaders[l.index()];
        lead.on_map() && lead.hex == hex && cx.setup.leaders[l.index()].side == m.side
    };
    let there: Vec<LeaderId> = s.leader_ids().filter(of_side).collect();
    let own = |l: &&LeaderId| cx.setup.leaders[l.index()].nation == nation;
    let Some(first) = there.iter().find(own) else {
        return Some(match there.first() {
            Some(l) => Refusal::new("8.22", words::other_nation(&name, &leader(cx, *l))),
            None => Refusal::new("5.0", words::need_a_leader(&name, adjective(cx, nation))),
        });
    };
    let able = |l: &LeaderId| movement::may_begin(cx, s, m, *l).is_ok();
    if there.iter().filter(own).any(able) {
        return None;
    }
    // Only the leaders there could move them, and the first of them tells why none can.
    let w = movement::may_begin(cx, s, m, *first).err()?;
    let reason = refusal_about(cx, s, Who::Leader(*first), w);
    Some(Refusal::new(reason.rule.0, words::led_by(&name, &reason.text)))
}

/// Why a leader does not get to a hex in this phase; none if he can.
fn why_leader_cannot_reach(cx: &Ctx, j: &Judge, die: u8, l: LeaderId, to: HexId) -> Option<Refusal> {
    let (s, most) = (j.s, cx.data.movement.most);
    let info = &cx.setup.leaders[l.index()];
    let from = s.leaders[l.index()].hex;
    let (name, there) = (leader(cx, l), place(cx, to));
    let n = reach::costs(cx, s, info.side, info.nation.bit(), from)[to.index()];
    if n == reach::NEVER {
        return Some(Refusal::new("5.45", words::no_way(&there)));
    }
    if n > most.into() {
        return Some(Refusal::new("5.36", words::beyond_most(&name, &there, n, most)));
    }
    let power = movement::leader_initiative(cx, s, l);
    // A force march has its die still to come: it may be the best.
    let die_best = if die == 0 { most } else { die };
    let mp = movement::movement_points(cx, s, die_best, power);
    if n <= mp.into() {
        let shaken = s.is_demoralised(from, info.side) && j.is_occupied(to, info.side.enemy());
        return shaken.then(|| why::NO_ENEMY_HEX.into());
    }
    if n <= (die_best + power).min(most).into() {
        return Some(Refusal::new("16.11", words::in_winter(&name, &there, n, mp)));
    }
    if let Some(rule) =
        surcharge(cx, s, info.side, to).filter(|_| n <= u16::from(mp + cx.data.movement.enemy))
    {
        return Some(Refusal::new(rule, words::for_the_enemy(&name, &there, n, mp)));
    }
    Some(Refusal::new("5.1", words::allowed(&name, &there, n, mp, die, power)))
}

/// The rule by which an enemy makes a hex dearer: before a fortress, or shut up in it.
fn surcharge(cx: &Ctx, s: &State, side: SideId, to: HexId) -> Option<&'static str> {
    if s.is_present(&cx.setup, to, side.enemy(), Walls::Outside) {
        Some("5.43")
    } else {
        s.is_present(&cx.setup, to, side.enemy(), Walls::Inside).then_some("12.24")
    }
}

/// A force march being made up: what no die will bring it, or that the die comes first.
pub fn muster(cx: &Ctx, j: &Judge, f: &Force, to: Option<HexId>) -> Refusal {
    let beyond = to.and_then(|to| why_leader_cannot_reach(cx, j, 0, f.leader, to));
    beyond.unwrap_or_else(|| Refusal::new("5.2", words::roll_first(&leader(cx, f.leader))))
}

/// The force under way.
pub fn force(cx: &Ctx, j: &Judge, f: &Force, who: Who, to: Option<HexId>) -> Refusal {
    let Some(to) = to else { return why::NOT_NOW.into() };
    let (name, there) = (leader(cx, f.leader), place(cx, to));
    let retreat = f.mode == Mode::Retreat;
    if to == f.at {
        return match movement::can_stop(j, f, Walls::Outside) {
            _ if retreat => why::RETREAT_WAY.into(),
            Err(w) => under(cx, j.s, f, w, &there),
            Ok(()) => goes_with_leader(cx, j.s, f, who),
        };
    }
    let step = match f.mode {
        Mode::Retreat => retreat::can_step(j, f, to).err(),
        _ => movement::can_step(j, f, to).err(),
    };
    // Dear ground is told by what it adds up to, easy ground by the enemy on it.
    let dear = cx
        .setup
        .map
        .direction_to(f.at, to)
        .is_some_and(|d| cx.setup.ground.price[f.at.index()][d.0 as usize] > cx.data.movement.hex);
    let short = |n: u16| {
        let more = surcharge(cx, j.s, f.side, to)
            .filter(|_| n <= u16::from(f.left + cx.data.movement.enemy) && !retreat && !dear);
        match more {
            Some(rule) => Refusal::new(rule, words::for_the_enemy(&name, &there, n, f.left)),
            None => {
                let rule = if retreat { "9.54" } else { "5.41" };
                Refusal::new(rule, words::costs(&name, &there, n, f.left))
            }
        }
    };
    match step {
        Some(why::NOT_ADJACENT) => {}
        Some(why::TOO_DEAR) => return short(movement::step_cost(cx, j.s, f, to).into()),
        Some(w) => return under(cx, j.s, f, w, &there),
        None => return goes_with_leader(cx, j.s, f, who),
    }
    if f.held {
        return why::HELD.into();
    }
    if retreat && f.visited.contains(&to) {
        return why::TWICE.into();
    }
    match reach::costs(cx, j.s, f.side, movement::force_nations(cx, f), f.at)[to.index()] {
        reach::NEVER => Refusal::new("5.45", words::no_way(&there)),
        n if n > u16::from(f.left) => short(n),
        _ => Refusal::new("5.32", words::hex_by_hex(&name, &there)),
    }
}

/// It may be done, but by the one who leads.
fn goes_with_leader(cx: &Ctx, s: &State, f: &Force, who: Who) -> Refusal {
    Refusal::new("5.35", words::goes_with(&who.piece(cx, s).name, &leader(cx, f.leader)))
}

/// Duties of the force under way, with names.
fn under(cx: &Ctx, s: &State, f: &Force, w: Why, there: &str) -> Refusal {
    let name = leader(cx, f.leader);
    match w {
        why::SUPPLY => Refusal::new(supply_rule(cx, s, f.leader), words::must_end_supplied(&name, there)),
        why::SUPREME => {
            let nation = cx.setup.leaders.get(f.leader.index()).map_or(NationId::NONE, |l| l.nation);
            Refusal::new("5.37", words::supreme(&name, adjective(cx, nation)))
        }
        _ => w.into(),
    }
}
