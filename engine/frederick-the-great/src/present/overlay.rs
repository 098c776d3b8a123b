//! Things to see on the map on request: supply, paths, reach, zones.

use super::labels::{leader, place, side_name};
use super::views::rules;
use super::{checks, hex_of, reach, side_of, words};
use crate::ids::{LeaderId, SideId, Walls};
use crate::movement;
use crate::state::State;
use crate::supply::{self, Field};
use crate::{Ctx, FrederickTheGreat};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::{AreaKind, AreaView, OverlayLine, OverlayView, Target};

fn area(name: &str, hexes: Vec<HexId>, kind: AreaKind) -> AreaView {
    AreaView { name: name.into(), hexes, kind }
}

fn line(w: &[HexId]) -> OverlayLine {
    OverlayLine::supply(w[0], w[1], "")
}

pub fn overlay(
    cx: &Ctx,
    seen: &Seen<'_, FrederickTheGreat>,
    kind: &str,
    subject: Option<&Target>,
) -> OverlayView {
    let s = seen.state();
    let side = side_of(cx, seen);
    let mut out = OverlayView::default();
    match kind {
        "supply" => network(cx, s, side, &mut out),
        "path" => path(cx, s, side, subject.and_then(|t| hex_of(s, t)), &mut out),
        "reach" => {
            match checks::who(cx, s, subject) {
                Some(l) => distances(cx, s, l, &mut out),
                None => out.text = words::PICK_A_LEADER.into(),
            }
            out.rules = rules(&["5.1", "5.41"]);
        }
        "turns" => return checks::turns(cx, s, subject),
        "going" => return checks::going(cx),
        "command" => return checks::command(cx, seen),
        "zones" => zones(cx, s, &mut out),
        _ => {}
    }
    out
}

/// All that is supplied, the sources, and the paths that link the depots (10.12).
fn network(cx: &Ctx, s: &State, side: SideId, out: &mut OverlayView) {
    let f = supply::supply_field(cx, s, side, true);
    let hexes = cx.setup.map.grid.ids().filter(|h| f.is_supplied(*h)).collect();
    out.areas.push(area(words::IN_SUPPLY, hexes, AreaKind::Supply));
    out.areas.push(area(words::SOURCES, f.sources.to_vec(), AreaKind::Objective));
    let mut idle = Vec::new();
    for d in s.depots.iter().filter(|d| d.side == side && d.done) {
        if f.is_operative(d.hex) {
            links(cx, &f, d.hex, out);
        } else {
            idle.push(place(cx, d.hex));
        }
    }
    let hungry: Vec<HexId> = s.hexes_of(&cx.setup, side).into_iter().filter(|h| !f.is_supplied(*h)).collect();
    out.text = words::network(side_name(cx, side), f.longest_path(), f.sources.len(), hungry.len(), &idle);
    if !hungry.is_empty() {
        out.areas.push(area(words::OUT_OF_SUPPLY, hungry, AreaKind::Target));
    }
    out.rules = rules(&["10.2", "10.12", "10.22"]);
}

/// The path by which a depot hangs on another source.
fn links(cx: &Ctx, f: &Field<'_>, hex: HexId, out: &mut OverlayView) {
    let best =
        cx.setup.beside(hex).iter().map(|n| f.path_from_source(*n)).filter(|p| !p.is_empty() && p[0] != hex);
    let Some(mut p) = best.min_by_key(Vec::len) else { return };
    p.push(hex);
    if p.len() <= usize::from(f.longest_path()) + 1 {
        out.lines.extend(p.windows(2).map(line));
    }
}

/// How a hex is supplied, or where its path is stopped.
fn path(cx: &Ctx, s: &State, side: SideId, hex: Option<HexId>, out: &mut OverlayView) {
    out.rules = rules(&["10.21", "10.22"]);
    let Some(hex) = hex.filter(|h| h.index() < cx.setup.map.len()) else { return };
    let f = supply::supply_field(cx, s, side, true);
    let p = f.path_from_source(hex);
    if let Some(from) = p.first() {
        out.lines.extend(p.windows(2).zip(1..).map(|(w, d)| OverlayLine::supply(w[0], w[1], d)));
        out.text = words::supplied_from(&place(cx, *from), p.len() as u16 - 1);
        return;
    }
    let (p, stopped) = f.path_if_unblocked(hex);
    let far = p.len().saturating_sub(1) as u16;
    match p.first() {
        None => out.text = words::NO_SOURCE.into(),
        Some(from) if far > u16::from(f.longest_path()) => {
            out.text = words::source_too_far(&place(cx, *from), far, f.longest_path());
        }
        Some(from) => {
            out.lines = p.windows(2).map(|w| OverlayLine { blocked_at: stopped, ..line(w) }).collect();
            let at = stopped.map_or(String::new(), |h| place(cx, h));
            out.text = words::path_stopped(&place(cx, *from), &at);
            out.rules = rules(&["10.31", "10.32"]);
        }
    }
}

fn zones(cx: &Ctx, s: &State, out: &mut OverlayView) {
    let setup = &*cx.setup;
    let mut hexes: Vec<HexId> = Vec::new();
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Outside && setup.nations[k.nation.index()].zone) {
        let enemy = setup.side_of(k.nation).enemy();
        if !s.is_occupied(setup, k.hex, enemy) {
            hexes.extend(setup.ways(k.hex).map(|w| w.1).filter(|h| !s.is_occupied(setup, *h, enemy)));
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    out.text = words::ZONES.into();
    out.areas.push(area(words::ZONE_AREA, hexes, AreaKind::Zone));
    out.rules = rules(&["6.0", "6.12"]);
}

/// How far a leader could go with the die of this phase, or with the best one.
fn distances(cx: &Ctx, s: &State, l: LeaderId, out: &mut OverlayView) {
    let info = &cx.setup.leaders[l.index()];
    let from = s.leaders[l.index()].hex;
    let moving = match s.frames.top() {
        Some(crate::state::Frame::Force(f)) if f.leader == l => Some(f.left),
        _ => None,
    };
    let die = movement::current_march(s).map_or(6, |m| if m.die == 0 { 6 } else { m.die });
    let mp = moving
        .unwrap_or_else(|| movement::movement_points(cx, s, die, movement::leader_initiative(cx, s, l)));
    let costs = reach::costs(cx, s, info.side, info.nation.bit(), from);
    let within = |h: &HexId| costs[h.index()] <= u16::from(mp);
    let hexes: Vec<HexId> = cx.setup.map.grid.ids().filter(within).collect();
    out.text = match moving {
        Some(left) => words::reach_left(&leader(cx, l), left),
        None => words::reach_die(&leader(cx, l), mp, die),
    };
    out.tags = hexes.iter().map(|h| (*h, costs[h.index()].to_string())).collect();
    out.areas.push(area(words::REACH, hexes, AreaKind::Reach));
}
