//! What must always hold of a position; it may have come from a file.

use super::board::Board;
use super::data::Class;
use super::state::{Combat, Frame, NO_FACING, SideId, State, UnitId, flag};
use super::{C, flow, options};
use engine::game::ToAct;
use engine::hex::HexId;

/// Says what is wrong with the position.
pub fn check_state(cx: &C, s: &State) -> Result<(), String> {
    check_bounds(cx, s)?;
    check_units(cx, s)?;
    check_stacks(cx, s)?;
    if s.over.is_none() {
        let mut copy = s.clone();
        flow::run_until_asked(cx, &mut copy, &mut super::Rec::off());
        if copy != *s {
            return Err("the position has not run on to its next question".into());
        }
        if let ToAct::Chance(roll) = flow::to_act(cx, s)
            && !(1..=8).contains(&roll.dice_count())
        {
            return Err(format!("{} dice are asked for", roll.dice_count()));
        }
    }
    Ok(())
}

fn check_bounds(cx: &C, s: &State) -> Result<(), String> {
    let n = cx.setup.ground.len();
    if s.units.len() != cx.setup.defs.len() {
        return Err(format!("{} units, the scenario has {}", s.units.len(), cx.setup.defs.len()));
    }
    if !s.active.is_a_side() || s.over.is_some_and(|o| o > SideId::NOBODY) {
        return Err("there are two sides".into());
    }
    if s.turn > cx.setup.turns.last {
        return Err(format!("turn {} of {}", s.turn, cx.setup.turns.last));
    }
    if s.held.len() != cx.setup.objectives.len() || s.held.iter().any(|h| *h > SideId::NOBODY) {
        return Err("objectives do not fit the scenario".into());
    }
    let hex = |h: HexId| h.is_none() || h.index() < n;
    let unit = |u: UnitId| u.is_none() || u.index() < s.units.len();
    let real = |u: UnitId| u.index() < s.units.len();
    if !s.units.iter().all(|u| hex(u.hex) && (u.facing == NO_FACING || u.facing < 6)) {
        return Err("a unit is beyond the map or looks nowhere".into());
    }
    if !s.attacks.iter().all(|(a, d)| real(*a) && real(*d)) {
        return Err("an unknown unit has attacked".into());
    }
    for (i, side) in s.sides.iter().enumerate() {
        let c = side.commander;
        let own = |c: UnitId| cx.setup.unit_def(c).side.index() == i && cx.setup.unit_def(c).is_leader();
        if !unit(c) || (!c.is_none() && !own(c)) {
            return Err("an unknown commander".into());
        }
    }
    if s.frames.depth() == 0 || s.frames.depth() > 24 {
        return Err("nothing is going on, or too much".into());
    }
    for f in s.frames.iter() {
        check_frame(cx, f, &real, &unit, &hex)?;
    }
    Ok(())
}

fn check_frame(
    cx: &C,
    f: &Frame,
    real: &dyn Fn(UnitId) -> bool,
    unit: &dyn Fn(UnitId) -> bool,
    hex: &dyn Fn(HexId) -> bool,
) -> Result<(), String> {
    let known = |h: HexId| !h.is_none() && hex(h);
    let ok = match f {
        Frame::Setup(i) => (*i as usize) < cx.setup.steps.len().max(1),
        Frame::Points | Frame::Act | Frame::Arrive | Frame::Call => true,
        Frame::March(m) => {
            real(m.unit)
                && m.at <= m.len
                && m.path.get(..m.len as usize).is_some_and(|p| p.iter().all(|h| known(*h)))
        }
        Frame::Walk(w) => real(w.unit) && known(w.start) && hex(w.pending),
        Frame::Skirmish(u) | Frame::Face(u) => real(*u),
        Frame::LastStand { unit } => real(*unit),
        Frame::Combat(c) => in_bounds(c, real, unit, hex),
        Frame::Fall { unit, from, .. } | Frame::Steady { unit, from } => real(*unit) && known(*from),
        Frame::Displace { unit, whom, from, .. } => real(*unit) && real(*whom) && known(*from),
        Frame::Home { leader, from, main, guns, .. } => {
            real(*leader) && known(*from) && hex(*main) && hex(*guns)
        }
        Frame::Bereft { hex: h, side, from } => known(*h) && side.is_a_side() && known(*from),
        Frame::Share { main, guns } => real(*main) && real(*guns),
    };
    if ok { Ok(()) } else { Err(format!("out of bounds: {f:?}")) }
}

fn in_bounds(
    c: &Combat,
    real: &dyn Fn(UnitId) -> bool,
    unit: &dyn Fn(UnitId) -> bool,
    hex: &dyn Fn(HexId) -> bool,
) -> bool {
    use super::state::Stage;
    let aiming = matches!(c.stage, Stage::Aim | Stage::End);
    let whole = real(c.unit)
        && !c.from.is_none()
        && hex(c.from)
        && hex(c.target)
        && unit(c.main)
        && unit(c.guns)
        && unit(c.rider)
        && hex(c.main_to)
        && hex(c.guns_to);
    whole && (aiming || (!c.target.is_none() && (real(c.main) || real(c.guns)) && c.hits <= 16))
}

fn check_units(cx: &C, s: &State) -> Result<(), String> {
    for (i, (u, d)) in s.units.iter().zip(&cx.setup.defs).enumerate() {
        let who = &cx.setup.names[i].unique;
        let lost = u.has_flag(flag::LOST);
        let off = u.has_flag(flag::LOST | flag::DUE | flag::WAITING);
        if lost != (u.mp == 0) || u.mp > d.mp {
            return Err(format!("{who} has {} of {} MP", u.mp, d.mp));
        }
        if u.on_map() == off {
            return Err(format!("{who} is both on and off the map"));
        }
        if u.on_map() && !cx.setup.ground_at(u.hex).is_passable() && d.hex != u.hex {
            return Err(format!("{who} stands where nobody can"));
        }
        if u.has_flag(flag::COLUMN) && !options::may_column(cx, UnitId(i as u8)) {
            return Err(format!("{who} cannot be in column"));
        }
        if u.facing != NO_FACING && !options::has_front(cx, UnitId(i as u8)) {
            return Err(format!("{who} cannot have a front"));
        }
    }
    Ok(())
}

fn check_stacks(cx: &C, s: &State) -> Result<(), String> {
    let moving = s.frames.iter().any(|f| matches!(f, Frame::Walk(_) | Frame::March(_) | Frame::Combat(_)));
    let fleeing =
        |u: UnitId| s.frames.iter().any(|f| matches!(f, Frame::Home { leader, .. } if *leader == u));
    let board = Board::new(&cx.setup, s);
    for u in s.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let (d, cell, hex) = (cx.setup.unit_def(u), board.cell(s.unit(u).hex), s.unit(u).hex);
        let listed = match d.class {
            Class::Leader => cell.lead[d.side.index()],
            Class::Guns => cell.guns,
            _ => cell.main,
        };
        let label = cx.setup.hex_label(hex);
        if listed != u {
            return Err(format!("{label} is overstacked [4.stack]"));
        }
        if d.is_combat_unit() && cell.side != d.side {
            return Err(format!("both sides are in {label}"));
        }
        let strange = |o: UnitId| !o.is_none() && cx.setup.unit_def(o).nation != d.nation;
        if d.is_leader() && !fleeing(u) {
            if cell.has_unit() && cell.side != d.side {
                return Err(format!("a leader is among the enemy in {label}"));
            }
            if !moving && (strange(cell.main) || strange(cell.guns)) {
                return Err(format!("a foreign leader in {label} [9.foreign]"));
            }
        }
    }
    Ok(())
}
