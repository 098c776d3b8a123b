//! What may be done now: the list, and the same question for one action.

use super::C;
use super::action::Action;
use super::board::{Board, Eyes};
use super::flow::{displaced_ways, fall_ways, setup_side};
use super::movement::{Search, movement_legs};
use super::state::{Combat, Frame, NO_FACING, SideId, Stage, State, UnitId, Walk, flag};
use super::why::Why;
use super::{charge, close_combat, combat, fire, leaders, movement, options, plain, quick, special, walk};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Everything the seat to act may do, sorted.
pub fn list_actions(cx: &C, s: &State, out: &mut Vec<Action>) {
    if s.over.is_some() {
        return;
    }
    let Some(top) = s.frames.top() else { return };
    match top {
        Frame::Act => list_between_actions(cx, s, out),
        Frame::Setup(_) | Frame::Arrive => {
            list_placements(cx, s, out);
            if !out.is_empty() {
                out.push(Action::AutoPlace);
            }
        }
        Frame::Walk(w) => list_steps(cx, s, w, out),
        Frame::Skirmish(unit) => {
            let board = Board::new(&cx.setup, s);
            out.extend(
                combat::targets_of(cx, s, &board, *unit).map(|target| Action::Fire { unit: *unit, target }),
            );
            out.push(Action::HoldFire);
        }
        Frame::Combat(c) => in_combat(cx, s, c, out),
        Frame::Fall { unit, from, back } => {
            let board = Board::new(&cx.setup, s);
            let ways = fall_ways(cx, s, &board, *unit, *from, *back);
            out.extend(ways.iter().map(|to| Action::Go { to: *to }));
        }
        Frame::Displace { .. } => {
            let board = Board::new(&cx.setup, s);
            out.extend(displaced_ways(cx, s, &board).iter().map(|to| Action::Go { to: *to }));
        }
        Frame::Home { leader, from, main, guns, .. } => {
            let board = Board::new(&cx.setup, s);
            let homes = leaders::hexes_to_go_to(cx, s, &board, *leader, *from, [*main, *guns]);
            out.extend(homes.iter().map(|to| Action::Go { to: *to }));
        }
        Frame::Share { main, guns } => {
            out.extend([*main, *guns].map(|unit| Action::Take { unit }));
            out.sort_unstable();
        }
        Frame::Face(_) => out.extend((0..6).map(|facing| Action::Face { facing })),
        Frame::Points
        | Frame::Call
        | Frame::March(_)
        | Frame::LastStand { .. }
        | Frame::Steady { .. }
        | Frame::Bereft { .. } => {}
    }
}

fn in_combat(cx: &C, s: &State, c: &Combat, out: &mut Vec<Action>) {
    match c.stage {
        Stage::Flee => out.extend([Action::Flee, Action::Stay]),
        Stage::Answer => out.extend([Action::Withdraw, Action::Stand]),
        Stage::Aim => {
            let board = Board::new(&cx.setup, s);
            out.extend(combat::aim_targets(cx, s, &board, c).map(|target| Action::Aim { target }));
            out.push(Action::HoldFire);
        }
        Stage::Advance => {
            let Some(a) = combat::advance_choices(cx, s, c) else { return };
            let ways = [(a.alone, Action::Advance { lead: false }), (a.led, Action::Advance { lead: true })];
            out.extend(ways.into_iter().filter(|w| w.0).map(|w| w.1));
            if a.may_halt {
                out.push(Action::Halt);
            }
        }
        _ => {}
    }
}

/// All placements of the side that sets up or receives reinforcements.
pub fn list_placements(cx: &C, s: &State, out: &mut Vec<Action>) {
    let Some(side) = placing_side(cx, s) else { return };
    let board = Board::new(&cx.setup, s);
    for unit in s.unit_ids().filter(|u| s.unit(*u).has_flag(flag::WAITING)) {
        let Some(area) = cx.setup.unit_def(unit).area.and_then(|a| cx.setup.areas.get(a as usize)) else {
            continue;
        };
        let fits = |to: &&HexId| special::can_place(cx, s, &board, side, unit, **to).is_ok();
        out.extend(area.iter().filter(fits).map(|to| Action::Place { unit, to: *to }));
    }
}

fn placing_side(cx: &C, s: &State) -> Option<SideId> {
    match s.frames.top() {
        Some(Frame::Setup(i)) => Some(setup_side(cx, s, *i)),
        Some(Frame::Arrive) => Some(s.active),
        _ => None,
    }
}

fn list_steps(cx: &C, s: &State, w: &Walk, out: &mut Vec<Action>) {
    let board = Board::new(&cx.setup, s);
    let ring = cx.setup.ring[s.unit(w.unit).hex.index()];
    let around = || ring.iter().copied().take_while(|h| !h.is_none());
    out.extend(
        around().filter(|h| walk::can_step(cx, s, &board, w, *h).is_ok()).map(|to| Action::Step { to }),
    );
    out.extend(
        around()
            .filter(|h| walk::can_strike(cx, s, &board, w, *h).is_ok())
            .map(|target| Action::Strike { target }),
    );
    if walk::can_stop(cx, s, &board, w).is_ok() {
        out.push(Action::Stop);
    }
}

/// Everything the active side may do between actions.
fn list_between_actions(cx: &C, s: &State, out: &mut Vec<Action>) {
    if let Some(small) = &cx.setup.small {
        quick::list_between_actions(cx, s, small, out);
    } else {
        plain::list_between_actions(cx, s, out);
    }
}

/// All but moves and attacks, in the order of the list.
pub fn quiet_actions(cx: &C, s: &State, board: &impl Eyes, own: &[UnitId], out: &mut Vec<Action>) {
    for unit in own {
        if leaders::can_rally(cx, s, board, *unit).is_ok() {
            out.push(Action::Rally { unit: *unit });
        }
    }
    if cx.setup.sides[s.active.index()].asleep.is_some() {
        for unit in own {
            if special::can_wake(cx, s, *unit).is_ok() {
                out.push(Action::Wake { unit: *unit });
            }
        }
    }
    if cx.setup.options.facing {
        for unit in own {
            let turns = (0..6).filter(|f| can_turn(cx, s, *unit, *f).is_ok());
            out.extend(turns.map(|facing| Action::Turn { unit: *unit, facing }));
        }
        for unit in own {
            for column in [false, true] {
                let form = |facing| Action::Form { unit: *unit, column, facing };
                out.extend(facings_after_change(cx, s, *unit, column).into_iter().map(form));
            }
        }
    }
    if special::can_call(cx, s).is_ok() {
        out.push(Action::Call);
    }
    out.extend((0..=leaders::most_stored(cx, s, s.active)).map(|store| Action::EndTurn { store }));
}

/// The walk must have a first step.
pub fn can_walk(cx: &C, s: &State, board: &Board, legs: &movement::Legs) -> Result<(), Why> {
    let w = walk::begin_walk(cx, s, board, legs);
    let ring = cx.setup.ring[w.start.index()];
    let mut around = ring.iter().copied().take_while(|h| !h.is_none());
    if around.any(|h| walk::can_step(cx, s, board, &w, h).is_ok()) { Ok(()) } else { Err(Why::NoWay) }
}

/// opt.facing: turning on the spot.
fn can_turn(cx: &C, s: &State, unit: UnitId, facing: u8) -> Result<(), Why> {
    movement::check_ready(cx, s, unit)?;
    let u = s.unit(unit);
    if !options::has_front(cx, unit) || facing > 5 {
        return Err(Why::NoFacing);
    }
    if u.has_flag(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    if u.facing == facing {
        return Err(Why::SameHex);
    }
    if s.active_side().points() < cx.data.ap.turn_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// opt.facing: facings with which the unit may change into (or out of) column where it stands.
fn facings_after_change(cx: &C, s: &State, unit: UnitId, column: bool) -> SmallVec<[u8; 6]> {
    if can_form(cx, s, unit, column).is_err() {
        SmallVec::new()
    } else if options::has_front(cx, unit) {
        (0..6).collect()
    } else {
        smallvec::smallvec![NO_FACING]
    }
}

fn can_form(cx: &C, s: &State, unit: UnitId, column: bool) -> Result<(), Why> {
    movement::check_ready(cx, s, unit)?;
    let u = s.unit(unit);
    if !options::may_column(cx, unit) || u.has_flag(flag::COLUMN) == column {
        return Err(Why::NoColumn);
    }
    if u.has_flag(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    if s.active_side().points() < cx.data.ap.turn_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// Whether ids and hexes of an action exist at all; files may say anything.
fn check_ids_exist(cx: &C, s: &State, a: &Action) -> Result<(), Why> {
    let hex = |h: HexId| if h.index() < cx.setup.ground.len() { Ok(()) } else { Err(Why::NoHex) };
    let unit = |u: UnitId| if u.index() < s.units.len() { Ok(()) } else { Err(Why::NoUnit) };
    match *a {
        Action::Move { unit: u, to, .. } | Action::Place { unit: u, to } => unit(u).and(hex(to)),
        Action::Charge { unit: u, from, target, .. } => unit(u).and(hex(from)).and(hex(target)),
        Action::Fire { unit: u, target } | Action::Close { unit: u, target } => unit(u).and(hex(target)),
        Action::Walk { unit: u, .. }
        | Action::Rally { unit: u }
        | Action::Wake { unit: u }
        | Action::Turn { unit: u, .. }
        | Action::Form { unit: u, .. }
        | Action::Take { unit: u } => unit(u),
        Action::Step { to } | Action::Go { to } => hex(to),
        Action::Strike { target } | Action::Aim { target } => hex(target),
        _ => Ok(()),
    }
}

/// Whether this one action may be done now, or why not.
pub fn check_action(cx: &C, s: &State, a: &Action) -> Result<(), Why> {
    if s.over.is_some() {
        return Err(Why::Over);
    }
    check_ids_exist(cx, s, a)?;
    let top = s.frames.top().ok_or(Why::NotAsked)?;
    if *top == Frame::Act {
        return check_act(cx, s, a);
    }
    let asked = |ok: bool| if ok { Ok(()) } else { Err(Why::NotAsked) };
    let board = || Board::new(&cx.setup, s);
    match (top, *a) {
        (Frame::Setup(_) | Frame::Arrive, Action::Place { unit, to }) => {
            let side = placing_side(cx, s).ok_or(Why::NotAsked)?;
            special::can_place(cx, s, &board(), side, unit, to)
        }
        (Frame::Setup(_) | Frame::Arrive, Action::AutoPlace) => Ok(()),
        (Frame::Walk(w), Action::Step { to }) => walk::can_step(cx, s, &board(), w, to).map(drop),
        (Frame::Walk(w), Action::Strike { target }) => walk::can_strike(cx, s, &board(), w, target),
        (Frame::Walk(w), Action::Stop) => walk::can_stop(cx, s, &board(), w),
        (Frame::Skirmish(u), Action::Fire { unit, target }) if *u == unit => {
            fire::can_reach(cx, s, &board(), unit, target).map(drop)
        }
        (Frame::Skirmish(_), Action::HoldFire) => Ok(()),
        (Frame::Combat(c), _) => {
            let mut list = Vec::new();
            in_combat(cx, s, c, &mut list);
            asked(list.contains(a))
        }
        (Frame::Fall { .. } | Frame::Displace { .. } | Frame::Home { .. }, Action::Go { .. })
        | (Frame::Share { .. }, Action::Take { .. })
        | (Frame::Face(_), Action::Face { .. }) => {
            let mut few = Vec::new();
            list_actions(cx, s, &mut few);
            asked(few.contains(a))
        }
        _ => Err(Why::NotAsked),
    }
}

fn check_act(cx: &C, s: &State, a: &Action) -> Result<(), Why> {
    let board = Board::new(&cx.setup, s);
    match *a {
        Action::Move { unit, to, lead, column } => {
            movement::can_move(cx, s, &board, unit, to, lead, column).map(drop)
        }
        Action::Walk { unit, lead, column } => {
            let legs = movement_legs(cx, s, &board, unit, lead, column)?;
            let mut search = Search::new(&board);
            search.find_reach(cx, s, &board, &legs);
            let reach: Vec<HexId> = search.reached_hexes(&legs).collect();
            if !walk::path_matters(cx, s, &board, &legs, &reach) {
                return Err(Why::WayDoesNotMatter);
            }
            can_walk(cx, s, &board, &legs)
        }
        Action::Charge { unit, from, target, lead } => {
            charge::can_charge(cx, s, &board, unit, from, target, lead).map(drop)
        }
        Action::Fire { unit, target } => fire::can_fire(cx, s, &board, unit, target).map(drop),
        Action::Close { unit, target } => close_combat::can_close(cx, s, &board, unit, target),
        Action::Rally { unit } => leaders::can_rally(cx, s, &board, unit).map(drop),
        Action::Wake { unit } => special::can_wake(cx, s, unit).map(drop),
        Action::Turn { unit, facing } => can_turn(cx, s, unit, facing),
        Action::Form { unit, column, facing } => {
            can_form(cx, s, unit, column)?;
            if facings_after_change(cx, s, unit, column).contains(&facing) {
                Ok(())
            } else {
                Err(Why::NoFacing)
            }
        }
        Action::Call => special::can_call(cx, s).map(drop),
        Action::EndTurn { store } if store <= leaders::most_stored(cx, s, s.active) => Ok(()),
        Action::EndTurn { .. } => Err(Why::TooManyStored),
        _ => Err(Why::NotAsked),
    }
}

impl Action {
    /// Where a move goes.
    pub fn move_destination(&self) -> Option<HexId> {
        match self {
            Self::Move { to, .. } => Some(*to),
            _ => None,
        }
    }
}
