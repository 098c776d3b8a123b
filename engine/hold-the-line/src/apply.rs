//! Doing: what an action or a die changes. Everything here is legal already.

use super::action::Action;
use super::board::{Board, Eyes};
use super::event::{CheckWhy, Event, Said, WakeWhy};
use super::movement::{self, Legs, Path};
use super::state::{Back, Combat, Fight, Frame, March, SideId, Stage, State, Then, UnitId, Walk, flag};
use super::units::{hit_unit, lose_unit, morale_check};
use super::{
    C, Rec, action_points, charge, combat, event::Loss, flow, leaders, legal, options, retreat, special, walk,
};
use engine::dice::RollResult;
use engine::hex::HexId;

/// Brings `unit` (and its leader) into `to`: a lone enemy leader makes way, sleepers awake,
/// objectives change hands.
pub fn enter_hex(cx: &C, s: &mut State, unit: UnitId, lead: bool, to: HexId, rec: &mut Rec) {
    let (from, def) = (s.unit(unit).hex, cx.setup.unit_def(unit));
    let leader = if lead { leader_in(cx, s, from, def.side) } else { None };
    for u in [Some(unit), leader].into_iter().flatten() {
        let moved = s.unit_mut(u);
        moved.hex = to;
        moved.set_flag(flag::SHIFTED);
    }
    let enemy = s.unit_ids().find(|u| {
        let d = cx.setup.unit_def(*u);
        d.is_leader() && d.side != def.side && s.unit(*u).hex == to
    });
    if let Some(leader) = enemy {
        drive_off_leader(s, leader, to);
    }
    if !def.is_combat_unit() {
        return;
    }
    let objective = cx.setup.ground_at(to).objective;
    if objective > 0 && s.held[objective as usize - 1] != def.side {
        s.held[objective as usize - 1] = def.side;
        rec.emit(|| Event::Held { objective: objective - 1, side: def.side });
    }
    special::wake_around(cx, s, to, def.side, rec);
}

/// Somebody came into the hex of `leader`: he goes to his friends, away from the enemy in `from`.
fn drive_off_leader(s: &mut State, leader: UnitId, from: HexId) {
    s.frames.push(Frame::Home { leader, from, main: HexId::NONE, guns: HexId::NONE, driven: true });
}

fn leader_in(cx: &C, s: &State, hex: HexId, side: SideId) -> Option<UnitId> {
    s.unit_ids().find(|u| {
        let d = cx.setup.unit_def(*u);
        d.is_leader() && d.side == side && s.unit(*u).hex == hex
    })
}

/// Does a legal action.
pub fn apply_action(cx: &C, s: &mut State, a: &Action, rec: &mut Rec) {
    match *a {
        Action::Move { unit, to, lead, column } => {
            let board = Board::new(&cx.setup, s);
            if let Ok((legs, path)) = movement::can_move(cx, s, &board, unit, to, lead, column) {
                start_march(s, &legs, &path, path.cost, Then::Rest, rec);
            }
        }
        Action::Charge { unit, from, target, lead } => {
            let board = Board::new(&cx.setup, s);
            if let Ok((legs, path)) = charge::can_charge(cx, s, &board, unit, from, target, lead) {
                start_march(s, &legs, &path, cx.data.ap.charge_cost, Then::Charge(target), rec);
            }
        }
        Action::Walk { unit, lead, column } => {
            let board = Board::new(&cx.setup, s);
            if let Ok(legs) = movement::movement_legs(cx, s, &board, unit, lead, column) {
                let w = walk::begin_walk(cx, s, &board, &legs);
                s.frames.push(Frame::Walk(w));
            }
        }
        Action::Fire { unit, target } => {
            if matches!(s.frames.top(), Some(Frame::Skirmish(_))) {
                s.frames.pop();
            }
            start_attack(cx, s, unit, target, Fight::Fire, cx.data.ap.fire_cost, rec);
        }
        Action::Close { unit, target } => {
            start_attack(cx, s, unit, target, Fight::Close, cx.data.ap.close_cost, rec);
        }
        Action::Rally { unit } => rally_unit(cx, s, unit, rec),
        Action::Wake { unit } => {
            if let Ok(cost) = special::can_wake(cx, s, unit) {
                s.side_mut().spend_points(cost);
                special::wake_unit(s, unit, WakeWhy::Called, cost, rec);
            }
        }
        Action::Turn { unit, facing } => {
            let cost = cx.data.ap.turn_cost;
            s.side_mut().spend_points(cost);
            s.unit_mut(unit).set_flag(flag::ACTED);
            turn_unit(cx, s, unit, facing, cost, rec);
        }
        Action::Form { unit, column, facing } => change_formation(cx, s, unit, column, facing, rec),
        Action::Call => {
            if let Ok(cost) = special::can_call(cx, s) {
                s.side_mut().spend_points(cost);
                s.side_mut().called = true;
                s.frames.push(Frame::Call);
            }
        }
        Action::EndTurn { store } => flow::end_turn(cx, s, store, rec),
        _ => apply_answer(cx, s, a, rec),
    }
}

/// Does a legal answer to what is being asked.
fn apply_answer(cx: &C, s: &mut State, a: &Action, rec: &mut Rec) {
    let Some(top) = s.frames.top().copied() else { return };
    match (*a, top) {
        (Action::Step { to }, Frame::Walk(w)) => step_walk(cx, s, w, to, rec),
        (Action::Stop, Frame::Walk(w)) => walk::end_walk(cx, s, &w),
        (Action::Strike { target }, Frame::Walk(w)) => {
            let ap = &cx.data.ap;
            s.side_mut().spend_points(ap.charge_cost.saturating_sub(ap.move_cost));
            let rider = walk::walking_leader(cx, s, &w);
            s.frames.pop();
            flow::begin_charge(cx, s, w.unit, rider, target);
        }
        (Action::HoldFire, Frame::Skirmish(_)) => {
            s.frames.pop();
        }
        (Action::Flee | Action::Withdraw, Frame::Combat(c)) => combat::answer_stage(cx, s, c, true, rec),
        (Action::Stay | Action::Stand, Frame::Combat(c)) => combat::answer_stage(cx, s, c, false, rec),
        (Action::Aim { target }, Frame::Combat(c)) => aim_combat(cx, s, c, target, rec),
        (Action::HoldFire, Frame::Combat(c)) => {
            let hex = s.unit(c.unit).hex;
            rec.emit(|| Event::Said {
                unit: c.unit,
                hex,
                what: Said::HoldFire,
                fight: combat::cause_of_aiming(&c),
            });
            s.frames.replace(Frame::Combat(Combat { stage: Stage::End, ..c }));
        }
        (Action::Take { unit }, Frame::Share { .. }) => {
            s.frames.pop();
            combat::take_hit(cx, s, unit, rec);
        }
        (Action::Go { to }, Frame::Fall { .. }) => fall_to(cx, s, to, rec),
        (Action::Go { to }, Frame::Displace { .. }) => displace_leader(cx, s, to, rec),
        (Action::Go { to }, Frame::Home { .. }) => go_home(s, to, rec),
        (Action::Advance { lead }, Frame::Combat(_)) => advance_attacker(cx, s, lead, rec),
        (Action::Halt, Frame::Combat(c)) => {
            let hex = s.unit(c.unit).hex;
            rec.emit(|| Event::Said { unit: c.unit, hex, what: Said::Halt, fight: c.fight });
            s.frames.replace(Frame::Combat(Combat { stage: Stage::End, ..c }));
        }
        (Action::Face { facing }, Frame::Face(unit)) => {
            s.frames.pop();
            turn_unit(cx, s, unit, facing, 0, rec);
        }
        (Action::Place { unit, to }, _) => {
            place_unit(cx, s, unit, to, rec);
            flow::ask_facing(cx, s, unit);
        }
        (Action::AutoPlace, _) => {
            let mut list = Vec::new();
            loop {
                list.clear();
                legal::list_placements(cx, s, &mut list);
                let Some(Action::Place { unit, to }) = list.first().copied() else { break };
                place_unit(cx, s, unit, to, rec);
            }
        }
        _ => {}
    }
}

fn start_march(s: &mut State, legs: &Legs, path: &Path, cost: u8, then: Then, rec: &mut Rec) {
    s.side_mut().spend_points(cost);
    start_moving(s, legs.unit, legs.column, path.cost > legs.cost);
    let m = March {
        unit: legs.unit,
        lead: !legs.lead.is_none(),
        path: path.hexes,
        len: path.len,
        at: 0,
        then,
        check: path.check,
        cost,
        column: legs.column,
    };
    s.frames.push(Frame::March(m));
    if !path.check {
        set_out(s, &m, legs.lead, rec);
    }
}

fn start_moving(s: &mut State, unit: UnitId, column: bool, hurried: bool) {
    let u = s.unit_mut(unit);
    u.set_flag(flag::ACTED);
    if column {
        u.set_flag(flag::COLUMN);
    }
    if hurried {
        u.set_flag(flag::HURRIED);
    }
}

/// The march really begins, and only now the leader has moved.
fn set_out(s: &mut State, m: &March, lead: UnitId, rec: &mut Rec) {
    if let Some(l) = lead.some() {
        s.unit_mut(l).set_flag(flag::ACTED);
    }
    let fight = match m.then {
        Then::Charge(target) => Some(target),
        Then::Rest => None,
    };
    let from = s.unit(m.unit).hex;
    rec.emit(|| Event::Moved {
        unit: m.unit,
        path: std::iter::once(from).chain(m.path[..m.len as usize].iter().copied()).collect(),
        lead,
        cost: m.cost,
        column: m.column,
        fight,
    });
}

fn step_walk(cx: &C, s: &mut State, mut w: Walk, to: HexId, rec: &mut Rec) {
    let board = Board::new(&cx.setup, s);
    let Ok(cost) = walk::can_step(cx, s, &board, &w, to) else { return };
    let ap = &cx.data.ap;
    let lead = walk::walking_leader(cx, s, &w);
    if w.steps == 0 {
        let first = if cx.setup.unit_def(w.unit).is_leader() { 0 } else { ap.move_cost };
        s.side_mut().spend_points(first);
        start_moving(s, w.unit, w.column, false);
    }
    let hurried = cost > ap.move_cost;
    if hurried && !s.unit(w.unit).has_flag(flag::HURRIED) {
        s.side_mut().spend_points(ap.leader_hex_cost);
        s.unit_mut(w.unit).set_flag(flag::HURRIED);
    }
    let at = s.unit(w.unit).hex;
    if !w.checked && options::leaves_front(cx, s, w.unit, at, to) {
        w.pending = to;
        s.frames.replace(Frame::Walk(w));
        return;
    }
    do_step(cx, s, w, to, lead, step_cost(&w, cost, ap.move_cost), rec);
}

/// What the next step of a walk adds to its price; `cost` is what the walk has cost then.
fn step_cost(w: &Walk, cost: u8, paid: u8) -> u8 {
    if w.steps == 0 { cost } else { cost.saturating_sub(paid) }
}

fn do_step(cx: &C, s: &mut State, mut w: Walk, to: HexId, lead: UnitId, cost: u8, rec: &mut Rec) {
    let (def, from) = (cx.setup.unit_def(w.unit), s.unit(w.unit).hex);
    let board = Board::new(&cx.setup, s);
    w.clear &= !board.near_enemy(to, def.side);
    w.stopped = cx.setup.ground_at(to).enter == super::data::Enter::Stop;
    w.steps += 1;
    w.pending = HexId::NONE;
    s.frames.replace(Frame::Walk(w));
    if let Some(l) = lead.some() {
        s.unit_mut(l).set_flag(flag::ACTED);
    }
    rec.emit(|| Event::Moved {
        unit: w.unit,
        path: [from, to].into_iter().collect(),
        lead,
        cost,
        column: w.column,
        fight: None,
    });
    enter_hex(cx, s, w.unit, w.lead, to, rec);
}

fn start_attack(cx: &C, s: &mut State, unit: UnitId, target: HexId, fight: Fight, cost: u8, rec: &mut Rec) {
    s.side_mut().spend_points(cost);
    s.unit_mut(unit).set_flag(flag::ACTED);
    let from = s.unit(unit).hex;
    rec.emit(|| Event::Declared { unit, from, target, fight, cost });
    let stage = match fight {
        Fight::Fire => Stage::Flee,
        _ if cx.setup.options.attacker_morale => Stage::Nerve,
        _ => Stage::Answer,
    };
    combat::open_combat(cx, s, Combat::new(fight, unit, from, target, stage));
}

fn aim_combat(cx: &C, s: &mut State, c: Combat, target: HexId, rec: &mut Rec) {
    let cost = if c.momentum { cx.data.options.momentum_cost } else { 0 };
    s.side_mut().spend_points(cost);
    s.frames.pop();
    let from = s.unit(c.unit).hex;
    rec.emit(|| Event::Declared { unit: c.unit, from, target, fight: Fight::Fire, cost });
    combat::open_combat(cx, s, Combat::new(Fight::Fire, c.unit, from, target, Stage::Flee));
}

fn rally_unit(cx: &C, s: &mut State, unit: UnitId, rec: &mut Rec) {
    let board = Board::new(&cx.setup, s);
    let Ok(leader) = leaders::can_rally(cx, s, &board, unit) else { return };
    let cost = cx.data.ap.rally_cost;
    s.side_mut().spend_points(cost);
    s.unit_mut(leader).set_flag(flag::ACTED);
    let u = s.unit_mut(unit);
    u.set_flag(flag::ACTED);
    u.mp = u.mp.saturating_add(cx.data.combat.rally).min(cx.setup.unit_def(unit).mp);
    let (hex, mp) = (u.hex, u.mp);
    rec.emit(|| Event::Rallied { unit, leader, hex, mp, cost });
}

fn turn_unit(cx: &C, s: &mut State, unit: UnitId, facing: u8, cost: u8, rec: &mut Rec) {
    let secret = cx.setup.unit_def(unit).secret && s.setting_up();
    let u = s.unit_mut(unit);
    u.facing = facing;
    let hex = u.hex;
    rec.emit(|| Event::Faced { unit, hex, facing, cost, secret });
}

fn change_formation(cx: &C, s: &mut State, unit: UnitId, column: bool, facing: u8, rec: &mut Rec) {
    let cost = cx.data.ap.turn_cost;
    s.side_mut().spend_points(cost);
    let u = s.unit_mut(unit);
    u.set_flag(flag::ACTED);
    if column {
        u.set_flag(flag::COLUMN);
    } else {
        u.clear_flag(flag::COLUMN);
    }
    u.facing = facing;
    let hex = u.hex;
    rec.emit(|| Event::Formed { unit, hex, column, facing, cost });
}

/// The unit on top of the stack goes back to `to`, or first asks a friend there to make room.
pub fn fall_to(cx: &C, s: &mut State, to: HexId, rec: &mut Rec) {
    let Some(Frame::Fall { unit, from, back }) = s.frames.top().copied() else { return };
    let board = Board::new(&cx.setup, s);
    if let Some((blocker, _)) = retreat::in_the_way(cx, s, &board, unit, to, from) {
        s.frames.replace(Frame::Displace { unit: blocker, whom: unit, from, back });
        return;
    }
    s.frames.pop();
    go_back(cx, s, unit, to, from, back, rec);
}

/// The friend makes room, with his leader if nobody else is in the hex, and the one he made room
/// for comes in.
pub fn displace_leader(cx: &C, s: &mut State, to: HexId, rec: &mut Rec) {
    let Some(Frame::Displace { unit, whom, from: enemy, back }) = s.frames.top().copied() else { return };
    s.frames.pop();
    let from = s.unit(unit).hex;
    rec.emit(|| Event::Displaced { unit, from, to });
    if let Some(leader) = retreat::goes_along(cx, s, &Board::new(&cx.setup, s), unit, to) {
        let l = s.unit_mut(leader);
        l.hex = to;
        l.set_flag(flag::SHIFTED);
        rec.emit(|| Event::LeaderWent { leader, from, to, followed: true, driven: false });
    }
    go_back(cx, s, whom, from, enemy, back, rec);
    enter_hex(cx, s, unit, false, to, rec);
    send_off(cx, s, unit, enemy);
    flow::ask_facing(cx, s, unit);
}

/// 8.retreat-blocked, 9.foreign: a leader of another nation leaves the hex a beaten unit comes to.
fn send_off(cx: &C, s: &mut State, unit: UnitId, enemy: HexId) {
    let def = cx.setup.unit_def(unit);
    if let Some(leader) = leader_in(cx, s, s.unit(unit).hex, def.side)
        && cx.setup.unit_def(leader).nation != def.nation
    {
        drive_off_leader(s, leader, enemy);
    }
}

fn go_back(cx: &C, s: &mut State, unit: UnitId, to: HexId, enemy: HexId, back: Back, rec: &mut Rec) {
    let from = s.unit(unit).hex;
    rec.emit(|| Event::WentBack { unit, from, to, back });
    if let Some(Frame::Combat(c)) = s.frames.top_mut() {
        if c.main == unit {
            c.main_to = to;
        } else if c.guns == unit {
            c.guns_to = to;
        }
    }
    enter_hex(cx, s, unit, false, to, rec);
    send_off(cx, s, unit, enemy);
    flow::ask_facing(cx, s, unit);
}

/// The leader on top of the stack goes to `to`.
pub fn go_home(s: &mut State, to: HexId, rec: &mut Rec) {
    let Some(Frame::Home { leader, main, guns, driven, .. }) = s.frames.top().copied() else { return };
    s.frames.pop();
    let u = s.unit_mut(leader);
    let from = std::mem::replace(&mut u.hex, to);
    u.set_flag(flag::SHIFTED);
    let followed = to == main || to == guns;
    rec.emit(|| Event::LeaderWent { leader, from, to, followed, driven });
}

/// The attacker takes the hex; cavalry in full career may go on.
pub fn advance_attacker(cx: &C, s: &mut State, lead: bool, rec: &mut Rec) {
    let Some(Frame::Combat(c)) = s.frames.top().copied() else { return };
    let from = s.unit(c.unit).hex;
    let leader = if lead { combat::leader_who_may_advance(cx, s, &c) } else { None };
    if let Some(l) = leader {
        s.unit_mut(l).set_flag(flag::ACTED);
    }
    let lead = leader.unwrap_or(UnitId::NONE);
    rec.emit(|| Event::Advanced { unit: c.unit, from, to: c.target, lead, fight: c.fight });
    let rides_on = c.fight == Fight::Charge && cx.setup.options.momentum && !combat::left_to_it(&c);
    let next = if rides_on {
        let fire = Combat::new(Fight::Fire, c.unit, c.target, HexId::NONE, Stage::Aim);
        Combat { momentum: true, ..fire }
    } else {
        Combat { stage: Stage::End, ..c }
    };
    s.frames.replace(Frame::Combat(next));
    enter_hex(cx, s, c.unit, leader.is_some(), c.target, rec);
    flow::ask_facing(cx, s, c.unit);
}

fn place_unit(cx: &C, s: &mut State, unit: UnitId, to: HexId, rec: &mut Rec) {
    let arrival = matches!(s.frames.top(), Some(Frame::Arrive));
    let u = s.unit_mut(unit);
    u.clear_flag(flag::WAITING);
    let secret = cx.setup.unit_def(unit).secret && !arrival;
    rec.emit(|| Event::Placed { unit, hex: to, arrival, secret });
    if arrival {
        s.unit_mut(unit).set_flag(flag::ARRIVED);
        enter_hex(cx, s, unit, false, to, rec);
    } else {
        s.unit_mut(unit).hex = to;
    }
    if options::has_front(cx, unit)
        && !cx.setup.unit_def(unit).drawn
        && let Some(facing) = options::towards_enemy(cx, s, unit)
    {
        s.unit_mut(unit).facing = facing;
    }
}

/// Guns failed to leave their front; the points are gone all the same.
fn tell_guns_stayed(s: &State, unit: UnitId, cost: u8, rec: &mut Rec) {
    let hex = s.unit(unit).hex;
    rec.emit(|| Event::Stayed { unit, hex, cost });
}

/// Takes chance's answer to what is on top of the stack.
pub fn resolve_roll(cx: &C, s: &mut State, r: &RollResult, rec: &mut Rec) {
    let die = r.one();
    let Some(top) = s.frames.top().copied() else { return };
    match top {
        Frame::Points => resolve_point_die(cx, s, die, rec),
        Frame::Call => resolve_arrival_die(cx, s, die, rec),
        Frame::March(mut m) => {
            let passed =
                morale_check(cx, s, m.unit, CheckWhy::Discipline, HexId::NONE).take_die(cx, die, rec);
            if passed {
                m.check = false;
                s.frames.replace(Frame::March(m));
                let lead = if m.lead {
                    leader_in(cx, s, s.unit(m.unit).hex, cx.setup.unit_def(m.unit).side)
                } else {
                    None
                };
                set_out(s, &m, lead.unwrap_or(UnitId::NONE), rec);
            } else {
                s.frames.pop();
                tell_guns_stayed(s, m.unit, m.cost, rec);
            }
        }
        Frame::Walk(w) => {
            let total = walk::can_step(cx, s, &Board::new(&cx.setup, s), &w, w.pending).unwrap_or(0);
            let cost = step_cost(&w, total, cx.data.ap.move_cost);
            if morale_check(cx, s, w.unit, CheckWhy::Discipline, HexId::NONE).take_die(cx, die, rec) {
                let lead = walk::walking_leader(cx, s, &w);
                do_step(cx, s, Walk { checked: true, ..w }, w.pending, lead, cost, rec);
            } else {
                tell_guns_stayed(s, w.unit, cost, rec);
                walk::end_walk(cx, s, &w);
            }
        }
        Frame::LastStand { unit } => {
            s.frames.pop();
            let hex = s.unit(unit).hex;
            let held = die <= cx.data.combat.last_stand;
            rec.emit(|| Event::LastStand { unit, hex, die: die as u8, held });
            if !held {
                lose_unit(cx, s, unit, Loss::Hits, rec);
            }
        }
        Frame::Steady { unit, from } => {
            s.frames.pop();
            if !morale_check(cx, s, unit, CheckWhy::Steady, from).take_die(cx, die, rec) {
                let (hex, side) = (s.unit(unit).hex, cx.setup.unit_def(unit).side);
                s.frames.push(Frame::Bereft { hex, side, from });
                for _ in 0..cx.data.options.withdrawal_hits {
                    if s.unit(unit).on_map() {
                        hit_unit(cx, s, unit, rec);
                    }
                }
            }
        }
        Frame::Combat(c) => combat::resolve_stage(cx, s, c, &r.faces, rec),
        _ => {}
    }
}

fn resolve_point_die(cx: &C, s: &mut State, die: u16, rec: &mut Rec) {
    let (side, turn) = (s.active, s.turn);
    let income = action_points::points_income(cx, s, side, die);
    let st = s.side_mut();
    (st.fresh, st.kept, st.stored, st.idle) = (income.new_points(), income.kept, 0, false);
    let total = st.points();
    rec.emit(|| Event::Points {
        side,
        turn,
        die: die as u8,
        random: income.random,
        command: income.command,
        lost: income.lost,
        bonus: income.bonus,
        kept: income.kept,
        total,
    });
    flow::open_actions(cx, s);
}

fn resolve_arrival_die(cx: &C, s: &mut State, die: u16, rec: &mut Rec) {
    s.frames.pop();
    let side = s.active;
    let Some((index, corps, _, cost, _)) = special::next_corps(cx, s, side) else { return };
    let on = s.active_side().comes_on;
    let came = die <= u16::from(on);
    rec.emit(|| Event::Called { side, corps: index, die: die as u8, on, cost, came });
    if came {
        special::bring_corps(s, corps);
        s.side_mut().corps = index + 1;
        flow::reset_die(cx, s, side);
        s.frames.push(Frame::Arrive);
    } else {
        s.side_mut().comes_on = (on + 1).min(6);
    }
}
