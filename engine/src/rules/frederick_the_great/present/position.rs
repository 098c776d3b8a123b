//! The position as a scenario that begins with it, and what each nation has lost.
//!
//! A scenario says who stands where, inside or outside, the finished depots, the turn and whose player
//! turn it is. It cannot say who is demoralised, held prisoner or dead: its notes do.

use super::super::setup::Setup;
use super::super::state::{Force, Frame, Phase, Place as Spot, State, UNKNOWN};
use super::super::{Ctx, FrederickTheGreat};
use crate::game::Seen;
use crate::hex::HexId;
use crate::present::LossLine;
use crate::scenario::{Piece, Place, ProvenanceKind, ScenarioDoc, ScheduleEntry, Value, When};
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
    let mut pieces: Vec<Piece> =
        doc.pieces.iter().filter(|p| p.kind == "fortress" || coming(p)).cloned().collect();
    pieces.extend(strength(setup, s, moving(s)));
    pieces.extend(doc.pieces.iter().filter(|p| p.kind == "leader").filter_map(|p| leader(setup, s, p)));
    pieces.extend(s.depots.iter().filter(|d| d.done).map(|d| depot(setup, d.hex, d.side, d.offmap)));
    unique(&mut pieces);
    out.pieces = Arc::new(pieces);
    out.setup.clear();
    out.schedule = scheduled;
    out.props.insert("first_turn".into(), Value::Int(s.turn.into()));
    let side = &setup.sides[s.phasing as usize & 1].id;
    out.props.insert("to_move".into(), Value::Text(side.clone()));
    out.id = format!("{}-turn-{}", doc.id, s.turn);
    out.title = format!("{}, turn {}", doc.title, s.turn);
    out.provenance.kind = ProvenanceKind::Own;
    out.provenance.note = format!("A position of {}, taken in play on turn {}.", doc.title, s.turn);
    out.notes = notes(setup, s, &doc.notes);
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
    let mut all: Vec<(HexId, u8, bool, u16)> =
        known.map(|k| (k.hex, k.nation, k.inside, k.sp().into())).collect();
    if let Some((at, carried, _)) = moving {
        for (nation, sp) in carried.iter().enumerate().filter(|c| *c.1 > 0) {
            match all.iter_mut().find(|a| (a.0, a.1, a.2) == (at, nation as u8, false)) {
                Some(a) => a.3 += u16::from(*sp),
                None => all.push((at, nation as u8, false, u16::from(*sp))),
            }
        }
    }
    let one = |(hex, nation, inside, sp): (HexId, u8, bool, u16)| {
        let info = setup.nations.get(nation as usize)?;
        let mut p = blank(setup, "strength", &info.id, info.side, hex);
        p.id = format!("{}-{}{}", info.id, setup.label(hex), if inside { "-inside" } else { "" });
        p.props.insert("sp".into(), Value::Int(sp.into()));
        put(setup, &mut p, hex, inside);
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
        _ => return None,
    };
    let mut out = p.clone();
    out.place = Place::Hex(setup.map.grid.hex(hex));
    put(setup, &mut out, hex, lead.place == Spot::Inside);
    Some(out)
}

fn depot(setup: &Setup, hex: HexId, side: u8, offmap: bool) -> Piece {
    let nation = setup.nations.iter().find(|n| n.side == side).map_or("", |n| n.id.as_str());
    let mut p = blank(setup, "depot", nation, side, hex);
    p.id = format!("depot-{}", setup.label(hex));
    if offmap {
        p.props.insert("offmap".into(), Value::Bool(true));
    }
    p
}

fn blank(setup: &Setup, kind: &str, nation: &str, side: u8, hex: HexId) -> Piece {
    Piece {
        kind: kind.into(),
        nation: nation.into(),
        side: setup.sides[side as usize & 1].id.clone(),
        place: Place::Hex(setup.map.grid.hex(hex)),
        ..Piece::default()
    }
}

/// Says inside or outside where there is a fortress.
fn put(setup: &Setup, p: &mut Piece, hex: HexId, inside: bool) {
    p.props.remove("place");
    if setup.is_fort(hex) {
        let word = if inside { "inside" } else { "outside" };
        p.props.insert("place".into(), Value::from(word));
    }
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
    let side_of = |e: &ScheduleEntry| cx.setup.sides.iter().position(|x| x.id == e.side).unwrap_or(0) as u8;
    // The player turn is begun anew: what came in it is on the map already.
    let past = |e: &ScheduleEntry| {
        let had = s.phasing > side_of(e) || (s.phasing == side_of(e) && s.phase != Phase::Reinforcement);
        match e.when {
            When::Turn(t) if e.kind == "arrival" => {
                t < turn || (t == turn && had && s.phase != Phase::TurnStart)
            }
            When::Turn(t) => t <= turn,
            _ => false,
        }
    };
    doc.schedule.iter().filter(|e| !past(e)).cloned().collect()
}

fn notes(setup: &Setup, s: &State, before: &str) -> String {
    let mut lines: Vec<String> = if before.is_empty() { Vec::new() } else { vec![before.to_owned()] };
    let spoiled: Vec<String> = s.demoralised.iter().map(|d| setup.label(d.0)).collect();
    if !spoiled.is_empty() {
        lines.push(format!("Demoralised in play: {}.", spoiled.join(", ")));
    }
    let building: Vec<String> = s.depots.iter().filter(|d| !d.done).map(|d| setup.label(d.hex)).collect();
    if !building.is_empty() {
        lines.push(format!("Depots were being built in {}.", building.join(", ")));
    }
    for (n, info) in setup.nations.iter().enumerate() {
        let (dead, held) = (s.dead[n], s.prisoners[n]);
        if dead > 0 || held > 0 {
            lines.push(format!("{}: {dead} points lost and {held} held prisoner before.", info.name));
        }
    }
    lines.join("\n")
}

/// By nation: strength points dead or held, and leaders gone.
pub fn losses(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>) -> Vec<LossLine> {
    let s = seen.state();
    let one = |(n, info): (usize, &super::super::setup::NationInfo)| {
        let gone =
            |i: usize| s.leaders.get(i).is_some_and(|l| matches!(l.place, Spot::Dead | Spot::Prisoner));
        let own: Vec<usize> =
            (0..cx.setup.leaders.len()).filter(|i| cx.setup.leaders[*i].nation as usize == n).collect();
        LossLine {
            army: info.army.clone(),
            name: info.name.clone(),
            pieces: own.len() as u32,
            pieces_lost: own.iter().filter(|i| gone(**i)).count() as u32,
            steps: cx.setup.totals[n].into(),
            steps_lost: u32::from(s.dead[n]) + u32::from(s.prisoners[n]),
        }
    };
    cx.setup.nations.iter().enumerate().map(one).filter(|l| l.steps > 0 || l.pieces > 0).collect()
}
