//! Chapter 5, the sequence of play: whose word is next, and running on until somebody is asked.

use super::board::Board;
use super::combat::{self, Asks};
use super::event::{Event, Loss};
use super::setup::Comes;
use super::special;
use super::state::{
    Back, Combat, Fight, Frame, March, SideId, SideState, Stage, State, Then, Unit, UnitId, flag,
};
use super::units::{lose_unit, unit_kind};
use super::{C, Rec, apply, fire, leaders, options, retreat, victory, walk};
use engine::dice::Roll;
use engine::game::{Frames, Outcome, ToAct};
use engine::hex::HexId;
use engine::present::Seat;
use std::borrow::Cow;

/// The position before anything happened.
pub fn start_state(cx: &C) -> State {
    let setup = &cx.setup;
    let side = |i: SideId| SideState {
        fresh: 0,
        kept: 0,
        stored: setup.sides[i.index()].kept,
        idle: false,
        commander: UnitId::NONE,
        leaders_lost: setup.sides[i.index()].fallen,
        corps: 0,
        comes_on: 0,
        called: setup.sides[i.index()].corps.is_empty(),
    };
    let unit = |d: &super::setup::Def| {
        let due = if d.hex.is_none() { flag::DUE } else { 0 };
        let sleeps = setup.sides[d.side.index()].asleep.is_some() && d.is_combat_unit() && !d.awake;
        let asleep = if sleeps { flag::ASLEEP } else { 0 };
        Unit { hex: d.hex, mp: d.now, facing: d.facing, flags: due | asleep }
    };
    let mut s = State {
        turn: 0,
        active: setup.turns.opening_side,
        second: false,
        over: None,
        sides: SideId::BOTH.map(side),
        units: setup.defs.iter().map(unit).collect(),
        frames: Frames::new(Frame::Setup(0)),
        held: setup.objectives.iter().map(|_| SideId::NOBODY).collect(),
        attacks: Default::default(),
    };
    for side in SideId::BOTH {
        s.sides[side.index()].commander = leaders::succeeding_commander(cx, &s, side).unwrap_or(UnitId::NONE);
        reset_die(cx, &mut s, side);
    }
    open_step(cx, &mut s, 0);
    run_until_asked(cx, &mut s, &mut Rec::off());
    s
}

/// The next corps of `side` comes on its own first number.
pub fn reset_die(cx: &C, s: &mut State, side: SideId) {
    s.sides[side.index()].comes_on = special::next_corps(cx, s, side).map_or(0, |c| c.4);
}

fn open_step(cx: &C, s: &mut State, step: usize) {
    for u in cx.setup.steps.get(step).map_or(&[][..], |x| &x.units) {
        let unit = s.unit_mut(*u);
        unit.clear_flag(flag::DUE);
        unit.set_flag(flag::WAITING);
    }
}

/// All have set up: those who start next to the enemy are awake, objectives belong to who is there.
fn open_battle(cx: &C, s: &mut State, rec: &mut Rec) {
    if cx.setup.steps.iter().any(|x| x.secret) {
        rec.reveal();
    }
    for u in s.unit_ids() {
        let (hex, def) = (s.unit(u).hex, cx.setup.unit_def(u));
        if hex.is_none() || !def.is_combat_unit() {
            continue;
        }
        special::wake_around(cx, s, hex, def.side, rec);
        let objective = cx.setup.ground_at(hex).objective;
        if objective > 0 {
            s.held[objective as usize - 1] = def.side;
        }
    }
    s.turn = cx.setup.turns.first;
    s.active = cx.setup.turns.to_move;
    s.second = cx.setup.turns.to_move != cx.setup.turns.opening_side;
    begin_turn(cx, s, rec);
}

fn begin_turn(cx: &C, s: &mut State, rec: &mut Rec) {
    let side = s.active;
    if s.active_side().commander.is_none()
        && let Some(next) = leaders::succeeding_commander(cx, s, side)
    {
        s.side_mut().commander = next;
        rec.emit(|| Event::TookCommand { side, leader: next });
    }
    s.side_mut().called = false;
    s.frames = Frames::new(Frame::Points);
}

/// 5.sequence: ends the player turn, checks victory, and hands over.
pub fn end_turn(cx: &C, s: &mut State, store: u8, rec: &mut Rec) {
    let side = s.active;
    let commander = s.active_side().commander;
    let idle = commander.some().is_some_and(|c| s.unit(c).on_map() && !s.unit(c).has_flag(flag::ACTED));
    let st = s.side_mut();
    (st.stored, st.idle, st.fresh, st.kept, st.called) = (store, idle, 0, 0, true);
    for u in s.unit_ids() {
        let own = cx.setup.unit_def(u).side == side;
        s.unit_mut(u).clear_flag(flag::OF_TURN | if own { flag::SHOT } else { 0 });
    }
    s.attacks.clear();
    let points = victory::victory_points(cx, s);
    rec.emit(|| Event::Ended { side, stored: store, idle, points });
    if let Some(winner) = victory::winner(cx, s, side) {
        s.over = Some(winner);
        rec.emit(|| Event::Won { side: Some(winner), points, by_time: false });
        return;
    }
    if s.second && s.turn >= cx.setup.turns.last {
        let winner = victory::by_time(cx);
        s.over = Some(winner.unwrap_or(SideId::NOBODY));
        rec.emit(|| Event::Won { side: winner, points, by_time: true });
        return;
    }
    s.turn += u16::from(s.second);
    s.second = !s.second;
    s.active = side.enemy();
    begin_turn(cx, s, rec);
}

/// After the die for action points: those who come by the calendar may be placed.
pub fn open_actions(cx: &C, s: &mut State) {
    s.frames = Frames::new(Frame::Act);
    let side = s.active.index();
    for c in &cx.setup.sides[side].corps {
        if matches!(c.comes, Comes::Turn(t) if s.turn >= t) {
            special::bring_corps(s, c);
        }
    }
    s.frames.push(Frame::Arrive);
}

/// Who is asked, and what.
pub fn to_act(cx: &C, s: &State) -> ToAct {
    if let Some(winner) = s.over {
        let winner = winner.is_a_side().then(|| cx.setup.seat_for(winner));
        return ToAct::Over(Outcome { winner, grade: 0 });
    }
    let seat = |side: SideId| ToAct::Seat(cx.setup.seat_for(side));
    let of = |u: UnitId| seat(cx.setup.unit_def(u).side);
    let chance = |purpose, rule| ToAct::Chance(Roll::dice(purpose, rule, 1, 6));
    match s.frames.top() {
        None | Some(Frame::Act | Frame::Arrive) => seat(s.active),
        Some(Frame::Setup(i)) => seat(cx.setup.steps.get(*i as usize).map_or(s.active, |x| x.side)),
        Some(Frame::Points) => chance("action points", "6.ap-roll"),
        Some(Frame::Call) => chance("arrival", "11.liegnitz"),
        Some(Frame::March(_)) => chance("discipline", "opt.facing"),
        Some(Frame::Walk(w)) if !w.pending.is_none() => chance("discipline", "opt.facing"),
        Some(Frame::Walk(w)) => of(w.unit),
        Some(Frame::LastStand { .. }) => chance("last stand", "3.elite-last"),
        Some(Frame::Steady { .. }) => chance("steady", "opt.withdrawal"),
        Some(Frame::Skirmish(u) | Frame::Face(u)) => of(*u),
        Some(Frame::Fall { unit, .. } | Frame::Displace { unit, .. }) => of(*unit),
        Some(Frame::Home { leader, .. }) => of(*leader),
        Some(Frame::Share { main, .. }) => of(*main),
        Some(Frame::Bereft { side, .. }) => seat(*side),
        Some(Frame::Combat(c)) => match combat::stage_question(cx, s, c) {
            Asks::Seat(side) => seat(side),
            Asks::Chance(roll) => ToAct::Chance(roll),
        },
    }
}

/// Runs on until a seat has a real choice, chance is asked, or the battle is over.
pub fn run_until_asked(cx: &C, s: &mut State, rec: &mut Rec) {
    while s.over.is_none() && run_step(cx, s, rec) {}
}

/// One step of what is going on; false when somebody must say something.
fn run_step(cx: &C, s: &mut State, rec: &mut Rec) -> bool {
    let Some(top) = s.frames.top().copied() else { return false };
    match top {
        Frame::Act | Frame::Points | Frame::Call | Frame::Steady { .. } => false,
        Frame::LastStand { unit } => {
            let gone = s.unit(unit).has_flag(flag::LOST);
            if gone {
                s.frames.pop();
            }
            gone
        }
        Frame::Setup(i) => {
            if anyone_to_place(cx, s, setup_side(cx, s, i)) {
                return false;
            }
            if cx.setup.steps.len() > i as usize + 1 {
                s.frames.replace(Frame::Setup(i + 1));
                open_step(cx, s, i as usize + 1);
            } else {
                open_battle(cx, s, rec);
            }
            true
        }
        Frame::Arrive => {
            if anyone_to_place(cx, s, s.active) {
                return false;
            }
            s.frames.pop();
            true
        }
        Frame::March(m) => run_march(cx, s, m, rec),
        Frame::Walk(w) => walk::run_walk(cx, s, w),
        Frame::Skirmish(u) => {
            let board = Board::new(&cx.setup, s);
            let able = s.active_side().points() >= cx.data.ap.fire_cost
                && combat::targets_of(cx, s, &board, u).next().is_some();
            if !able {
                s.frames.pop();
            }
            !able
        }
        Frame::Combat(c) => combat::run_combat(cx, s, c, rec),
        Frame::Fall { unit, from, back } => run_retreat(cx, s, unit, from, back, rec),
        Frame::Displace { .. } => {
            let board = Board::new(&cx.setup, s);
            let ways = displaced_ways(cx, s, &board);
            match ways.as_slice() {
                [only] => {
                    let only = *only;
                    apply::displace_leader(cx, s, only, rec);
                    true
                }
                _ => false,
            }
        }
        Frame::Home { leader, from, main, guns, driven } => {
            let board = Board::new(&cx.setup, s);
            match leaders::hexes_to_go_to(cx, s, &board, leader, from, [main, guns]).as_slice() {
                [] => {
                    s.frames.pop();
                    lose_unit(cx, s, leader, Loss::NoFriends { driven }, rec);
                    true
                }
                [only] => {
                    let only = *only;
                    apply::go_home(s, only, rec);
                    true
                }
                _ => false,
            }
        }
        Frame::Bereft { hex, side, from } => {
            s.frames.pop();
            let board = Board::new(&cx.setup, s);
            if let Some(leader) = board.cell(hex).lead[side.index()].some()
                && !board.cell(hex).has_unit()
            {
                s.frames.push(Frame::Home {
                    leader,
                    from,
                    main: HexId::NONE,
                    guns: HexId::NONE,
                    driven: false,
                });
            }
            true
        }
        Frame::Share { .. } | Frame::Face(_) => false,
    }
}

pub fn setup_side(cx: &C, s: &State, step: u8) -> SideId {
    cx.setup.steps.get(step as usize).map_or(s.active, |x| x.side)
}

pub(crate) fn anyone_to_place(cx: &C, s: &State, side: SideId) -> bool {
    let waits = |u: &UnitId| s.unit(*u).has_flag(flag::WAITING) && cx.setup.unit_def(*u).side == side;
    if !s.unit_ids().any(|u| waits(&u)) {
        return false;
    }
    let board = Board::new(&cx.setup, s);
    let area = |u: UnitId| cx.setup.unit_def(u).area.and_then(|a| cx.setup.areas.get(a as usize));
    s.unit_ids().filter(waits).any(|u| {
        area(u)
            .is_some_and(|hexes| hexes.iter().any(|h| special::can_place(cx, s, &board, side, u, *h).is_ok()))
    })
}

/// Where the unit on top of the stack may be displaced to.
pub fn displaced_ways(cx: &C, s: &State, board: &Board) -> retreat::Ways {
    match s.frames.top() {
        Some(Frame::Displace { unit, whom, from, .. }) => {
            retreat::in_the_way(cx, s, board, *whom, s.unit(*unit).hex, *from)
                .map(|(_, ways)| ways)
                .unwrap_or_default()
        }
        _ => retreat::Ways::new(),
    }
}

fn run_march(cx: &C, s: &mut State, mut m: March, rec: &mut Rec) -> bool {
    if m.check {
        return false;
    }
    if m.at < m.len {
        let to = m.path[m.at as usize];
        m.at += 1;
        s.frames.replace(Frame::March(m));
        apply::enter_hex(cx, s, m.unit, m.lead, to, rec);
        return true;
    }
    s.frames.pop();
    match m.then {
        Then::Rest => after_move(cx, s, m.unit),
        Then::Charge(target) => {
            let rider = if m.lead { leader_of(cx, s, m.unit) } else { UnitId::NONE };
            begin_charge(cx, s, m.unit, rider, target);
        }
    }
    true
}

/// What a unit may still do when its move is done: turn, and Grenzers fire.
pub fn after_move(cx: &C, s: &mut State, unit: UnitId) {
    let u = s.unit(unit);
    if !u.on_map() {
        return;
    }
    if unit_kind(cx, unit).skirmish && !u.has_flag(flag::HURRIED) && fire::fit_to_fire(cx, s, unit).is_ok() {
        s.frames.push(Frame::Skirmish(unit));
    }
    ask_facing(cx, s, unit);
}

/// Asks for a facing, if the unit has one.
pub fn ask_facing(cx: &C, s: &mut State, unit: UnitId) {
    if options::has_front(cx, unit) && s.unit(unit).on_map() {
        s.frames.push(Frame::Face(unit));
    }
}

/// The leader in the hex of `unit`.
fn leader_of(cx: &C, s: &State, unit: UnitId) -> UnitId {
    super::units::leader_with(cx, s, unit).map_or(UnitId::NONE, |l| l.0)
}

pub fn begin_charge(cx: &C, s: &mut State, unit: UnitId, rider: UnitId, target: HexId) {
    let from = s.unit(unit).hex;
    let c = Combat::new(Fight::Charge, unit, from, target, Stage::Answer);
    combat::open_combat(cx, s, Combat { rider, ..c });
}

fn run_retreat(cx: &C, s: &mut State, unit: UnitId, from: HexId, back: Back, rec: &mut Rec) -> bool {
    let board = Board::new(&cx.setup, s);
    let ways = fall_ways(cx, s, &board, unit, from, back);
    match ways.as_slice() {
        [] => {
            s.frames.pop();
            if back == Back::Retreat {
                lose_unit(cx, s, unit, Loss::NoRetreat, rec);
            }
            true
        }
        [only] => {
            let only = *only;
            apply::fall_to(cx, s, only, rec);
            true
        }
        _ => false,
    }
}

/// Where a unit that goes back may go.
pub fn fall_ways(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId, back: Back) -> retreat::Ways {
    match back {
        Back::Retreat => retreat::retreat_hexes(cx, s, board, unit, from),
        Back::Flee | Back::Withdraw | Back::Slip => retreat::open_ways(cx, s, board, unit, from),
    }
}

/// What a seat may know: everything, but for the secret set-up of the other side.
pub fn redact<'a>(cx: &C, s: &'a State, seat: Seat) -> Cow<'a, State> {
    if !s.setting_up() || seat == Seat::OPEN || s.over.is_some() {
        return Cow::Borrowed(s);
    }
    let hidden = |u: &UnitId| {
        let d = cx.setup.unit_def(*u);
        d.secret && cx.setup.seat_for(d.side) != seat && s.unit(*u).on_map()
    };
    if !s.unit_ids().any(|u| hidden(&u)) {
        return Cow::Borrowed(s);
    }
    let mut own = s.clone();
    for u in s.unit_ids().filter(hidden) {
        let unit = own.unit_mut(u);
        unit.hex = HexId::NONE;
        unit.facing = cx.setup.unit_def(u).facing;
        unit.set_flag(flag::DUE);
    }
    // Nor whom the other side is turning just now.
    if matches!(own.frames.top(), Some(Frame::Face(u)) if hidden(u)) {
        own.frames.pop();
    }
    Cow::Owned(own)
}

/// Whether a seat is told of an event.
pub fn is_visible_to(cx: &C, e: &Event, seat: Seat) -> bool {
    match e {
        Event::Placed { unit, secret: true, .. } | Event::Faced { unit, secret: true, .. } => {
            cx.setup.seat_for(cx.setup.unit_def(*unit).side) == seat
        }
        _ => true,
    }
}
