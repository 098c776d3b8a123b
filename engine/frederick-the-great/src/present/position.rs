//! The position as a scenario that begins with it, and what each nation has lost.
//!
//! A scenario says who stands where, inside or outside, the turn and whose player turn it is, and
//! through `midway` who is demoralised, held prisoner or dead, which depots are being built and which
//! special rules have run their course, and in which phase it is. That phase is begun anew: whoever had
//! moved in it may move again.

use super::super::setup::Setup;
use super::super::state::{Depot, Force, Frame, Phase, Place as Spot, State, UNKNOWN};
use super::super::{Ctx, FrederickTheGreat, fields};
use crate::ids::{NationId, SideId, Walls};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::LossLine;
use engine::scenario::{Piece, Place, ProvenanceKind, ScenarioDoc, ScheduleEntry, When};
use std::sync::Arc;

pub fn position(cx: &Ctx, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    // While they set up there is nothing to add to the scenario itself.
    if matches!(s.phase, Phase::Setup) {
        return out;
    }
    let setup = &cx.setup;
    let scheduled = schedule(cx, s, doc);
    let coming = |p: &Piece| scheduled.iter().any(|e| e.pieces.contains(&p.id));
    // A leader who never comes stays too: the others keep their places in the list.
    let idle = |p: &Piece| {
        let at = setup.leaders.iter().position(|l| l.id == p.id);
        at.is_some_and(|at| s.leaders.get(at).is_some_and(|l| l.place == Spot::Off))
    };
    let kept = |p: &&Piece| p.kind == "fortress" || coming(p) || idle(p);
    let mut pieces: Vec<Piece> = doc.pieces.iter().filter(kept).cloned().collect();
    pieces.extend(strength(setup, s, moving(s)));
    pieces.extend(lost_pieces(setup, s));
    pieces.extend(doc.pieces.iter().filter(|p| p.kind == "leader").filter_map(|p| leader(setup, s, p)));
    pieces.extend(s.depots.iter().map(|d| depot(setup, d)));
    unique(&mut pieces);
    out.pieces = Arc::new(pieces);
    out.setup.clear();
    out.schedule = scheduled;
    specials(setup, s, &mut out);
    fields::FIRST_TURN.write(&mut out.props, s.turn);
    fields::TO_MOVE.write(&mut out.props, &setup.sides[s.phasing.index()].id);
    let phase = Some(Some(s.phase)).filter(|p| fields::PHASE.allows(p));
    fields::PHASE.write_if(&mut out.props, phase);
    out.id = format!("{}-turn-{}", doc.id, s.turn);
    out.title = format!("{}, turn {}", doc.title, s.turn);
    out.provenance.kind = ProvenanceKind::Own;
    out.provenance.note = format!("A position of {}, taken in play on turn {}.", doc.title, s.turn);
    out
}

/// The force on its way, if there is one: it is put down where it is.
fn moving(s: &State) -> Option<(HexId, [u8; super::super::state::MOST_NATIONS], u64)> {
    s.frames.iter().rev().find_map(|f| match f {
        Frame::Force(Force { at, carried, riders, .. })
        | Frame::Muster { at, carried, riders, .. }
        | Frame::ForceDie { at, carried, riders, .. } => Some((*at, *carried, *riders)),
        _ => None,
    })
}

type Moving = Option<(HexId, [u8; super::super::state::MOST_NATIONS], u64)>;

fn strength(setup: &Setup, s: &State, moving: Moving) -> Vec<Piece> {
    let known = s.stacks.iter().filter(|k| k.sp() > 0 && k.fresh != UNKNOWN && k.moved != UNKNOWN);
    let mut all: Vec<(HexId, NationId, Walls, u16)> =
        known.map(|k| (k.hex, k.nation, k.inside, k.sp().into())).collect();
    if let Some((at, carried, _)) = moving {
        for (nation, sp) in carried.iter().enumerate().filter(|c| *c.1 > 0) {
            match all.iter_mut().find(|a| (a.0, a.1, a.2) == (at, NationId(nation as u8), Walls::Outside)) {
                Some(a) => a.3 += u16::from(*sp),
                None => all.push((at, NationId(nation as u8), Walls::Outside, u16::from(*sp))),
            }
        }
    }
    let one = |(hex, nation, inside, sp): (HexId, NationId, Walls, u16)| {
        let info = setup.nations.get(nation.index())?;
        let mut p = blank(setup, "strength", &info.id, info.side, hex);
        p.id = format!(
            "{}-{}{}",
            info.id,
            setup.label(hex),
            if inside == Walls::Inside { "-inside" } else { "" }
        );
        fields::STRENGTH.write(&mut p.props, u8::try_from(sp).unwrap_or(u8::MAX));
        write_walls(setup, &mut p, hex, inside);
        shaken(s, &mut p, hex, info.side);
        Some(p)
    };
    all.into_iter().filter_map(one).collect()
}

fn leader(setup: &Setup, s: &State, p: &Piece) -> Option<Piece> {
    let at = setup.leaders.iter().position(|l| l.id == p.id)?;
    let lead = s.leaders.get(at)?;
    let hex = match lead.place {
        Spot::Outside | Spot::Inside => lead.hex,
        Spot::Moving => moving(s).map_or(lead.hex, |m| m.0),
        place => {
            // Whoever is yet to come is kept with his entry of the schedule.
            let mut out = Piece { place: Place::Off, ..p.clone() };
            fields::PLACE.write_if(&mut out.props, None);
            fields::FATE.write(&mut out.props, Some(Some(place)).filter(|f| fields::FATE.allows(f))?);
            return Some(out);
        }
    };
    let mut out = p.clone();
    fields::FATE.write_if(&mut out.props, None);
    out.place = Place::Hex(setup.map.grid.hex(hex));
    write_walls(setup, &mut out, hex, Walls::from(lead.place == Spot::Inside));
    shaken(s, &mut out, hex, setup.leaders[at].side);
    Some(out)
}

/// Says whether the force of the hex is demoralised (11.0).
fn shaken(s: &State, p: &mut Piece, hex: HexId, side: SideId) {
    fields::DEMORALISED.write_if_on(&mut p.props, s.is_demoralised(hex, side));
}

/// The dead, the prisoners and those out of the game, a heap for each nation.
fn lost_pieces(setup: &Setup, s: &State) -> Vec<Piece> {
    let mut out = Vec::new();
    for (n, info) in setup.nations.iter().enumerate() {
        for (place, word, sp) in [
            (Spot::Prisoner, "prisoner", s.off_map.prisoners[n]),
            (Spot::Dead, "dead", s.off_map.dead[n]),
            (Spot::Removed, "removed", s.off_map.removed[n]),
        ] {
            if sp == 0 || sp == UNKNOWN {
                continue;
            }
            let mut p = blank(setup, "strength", &info.id, info.side, HexId(0));
            (p.id, p.place) = (format!("{}-{word}", info.id), Place::Off);
            fields::STRENGTH.write(&mut p.props, sp);
            fields::FATE.write(&mut p.props, Some(place));
            out.push(p);
        }
    }
    out
}

/// What has become of special rules and withdrawals.
fn specials(setup: &Setup, s: &State, out: &mut ScenarioDoc) {
    for (i, c) in out.specials.iter_mut().filter(|c| c.rule == "confined").enumerate() {
        fields::LIFTED.write_if_on(&mut c.props, i < 64 && s.schedule.lifted & (1 << i) != 0);
    }
    for c in out.specials.iter_mut().filter(|c| c.rule == "fortified-camp") {
        fields::CAMP_HEX.write_if(&mut c.props, s.camp.map(|camp| setup.label(camp.hex).into()));
        fields::CAMP_BUILT.write_if_on(&mut c.props, s.camp.is_some_and(|c| c.done));
        fields::CAMP_SPENT.write_if_on(&mut c.props, s.camp.is_none() && s.camps > 0);
    }
    for (i, e) in out.schedule.iter_mut().filter(|e| e.kind == "withdrawal").enumerate() {
        fields::HAS_LEFT.write_if_on(&mut e.props, i < 64 && s.schedule.withdrawn & (1 << i) != 0);
    }
}

fn depot(setup: &Setup, d: &Depot) -> Piece {
    let nation = setup.nations.iter().find(|n| n.side == d.side).map_or("", |n| n.id.as_str());
    let mut p = blank(setup, "depot", nation, d.side, d.hex);
    p.id = format!("depot-{}", setup.label(d.hex));
    fields::SUPPLIED_OFF_MAP.write_if_on(&mut p.props, d.offmap);
    fields::BEING_BUILT.write_if_on(&mut p.props, !d.done);
    p
}

fn blank(setup: &Setup, kind: &str, nation: &str, side: SideId, hex: HexId) -> Piece {
    Piece {
        kind: kind.into(),
        nation: nation.into(),
        side: setup.sides[side.index()].id.clone(),
        place: Place::Hex(setup.map.grid.hex(hex)),
        ..Piece::default()
    }
}

/// Says inside or outside where there is a fortress.
fn write_walls(setup: &Setup, p: &mut Piece, hex: HexId, inside: Walls) {
    fields::PLACE.write_if(&mut p.props, setup.is_fort(hex).then_some(Some(inside)));
}

/// Pieces whose names meet by chance are numbered.
fn unique(pieces: &mut [Piece]) {
    for i in 1..pieces.len() {
        let (before, rest) = pieces.split_at_mut(i);
        let base = rest[0].id.clone();
        let mut n = 2;
        while before.iter().any(|p| p.id == rest[0].id) {
            rest[0].id = format!("{base}-{n}");
            n += 1;
        }
    }
}

/// What is still to come (15.1) or to go.
fn schedule(cx: &Ctx, s: &State, doc: &ScenarioDoc) -> Vec<ScheduleEntry> {
    let turn = u32::from(s.turn);
    let side_of = |e: &ScheduleEntry| cx.setup.sides.iter().position(|x| x.id == e.side);
    let side_of = |e: &ScheduleEntry| side_of(e).map_or(SideId::FIRST, |i| SideId(i as u8));
    // What came in this player turn is on the map already.
    let past = |e: &ScheduleEntry| {
        let had = s.phasing > side_of(e) || (s.phasing == side_of(e) && s.phase != Phase::Reinforcement);
        match e.when {
            When::Turn(t) if e.kind == "arrival" => {
                t < turn || (t == turn && had && s.phase != Phase::TurnStart)
            }
            // Withdrawals stay: one that is done keeps the nation's reinforcements away.
            _ => false,
        }
    };
    doc.schedule.iter().filter(|e| !past(e)).cloned().collect()
}

/// By nation: strength points dead or held, and leaders gone.
pub fn losses(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>) -> Vec<LossLine> {
    let s = seen.state();
    let one = |(n, info): (usize, &super::super::setup::NationInfo)| {
        let gone =
            |i: usize| s.leaders.get(i).is_some_and(|l| matches!(l.place, Spot::Dead | Spot::Prisoner));
        let own: Vec<usize> =
            (0..cx.setup.leaders.len()).filter(|i| cx.setup.leaders[*i].nation.index() == n).collect();
        LossLine {
            army: info.army.clone(),
            name: info.name.clone(),
            pieces: own.len() as u32,
            pieces_lost: own.iter().filter(|i| gone(**i)).count() as u32,
            steps: cx.setup.totals[n].into(),
            steps_lost: u32::from(s.off_map.dead[n]) + u32::from(s.off_map.prisoners[n]),
        }
    };
    cx.setup.nations.iter().enumerate().map(one).filter(|l| l.steps > 0 || l.pieces > 0).collect()
}
