//! Things to see on the map on request.

use super::{hex_of, rules, unit_of};
use crate::board::{Board, Eyes};
use crate::data::{Enter, LONGEST_RANGE};
use crate::movement::{Search, movement_legs};
use crate::state::{State, UnitId};
use crate::{C, fire, sight};
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, OverlayKind, OverlayLine, OverlayView, OverlayWants, Rule, Target,
};
use engine::search::{UNREACHED, distances_from};

pub const KINDS: &[OverlayKind] = &[
    OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("7.step") },
    OverlayKind {
        id: "turns",
        name: "Turns to reach",
        wants: OverlayWants::Counter,
        rule: Rule("2.movement"),
    },
    OverlayKind {
        id: "going",
        name: "Movement cost",
        wants: OverlayWants::Nothing,
        rule: Rule("table.terrain"),
    },
    OverlayKind { id: "fire", name: "Targets", wants: OverlayWants::Counter, rule: Rule("8.fire") },
    OverlayKind { id: "sight", name: "Line of sight", wants: OverlayWants::Hex, rule: Rule("8.los") },
    OverlayKind { id: "command", name: "Command", wants: OverlayWants::Counter, rule: Rule("9.morale") },
    OverlayKind {
        id: "adjacent",
        name: "Adjacent to enemy",
        wants: OverlayWants::Nothing,
        rule: Rule("8.charge"),
    },
];

pub fn overlay(cx: &C, s: &State, kind: &str, subject: Option<&Target>) -> OverlayView {
    let board = Board::new(&cx.setup, s);
    let unit = subject.and_then(|t| unit_of(cx, t)).filter(|u| s.unit(*u).on_map());
    match kind {
        "reach" => unit.map_or_else(OverlayView::default, |u| reach(cx, s, &board, u)),
        "turns" => unit.map_or_else(OverlayView::default, |u| turns(cx, s, u)),
        "going" => going(cx),
        "fire" => unit.map_or_else(OverlayView::default, |u| targets(cx, s, &board, u)),
        "sight" => subject
            .and_then(|t| hex_of(cx, s, t))
            .map_or_else(OverlayView::default, |h| look(cx, s, &board, h)),
        "command" => unit.map_or_else(OverlayView::default, |u| command(cx, s, &board, u)),
        "adjacent" => adjacent(cx, s, &board),
        _ => OverlayView::default(),
    }
}

fn area(name: &str, kind: AreaKind, mut hexes: Vec<HexId>) -> AreaView {
    hexes.sort_unstable();
    hexes.dedup();
    AreaView { name: name.into(), hexes, kind }
}

fn reach(cx: &C, s: &State, board: &Board, unit: UnitId) -> OverlayView {
    let mut best: std::collections::BTreeMap<HexId, u8> = std::collections::BTreeMap::new();
    let mut why = None;
    for (lead, column) in [(false, false), (true, false), (false, true), (true, true)] {
        match movement_legs(cx, s, board, unit, lead, column) {
            Ok(legs) => {
                let mut search = Search::new(board);
                search.find_reach(cx, s, board, &legs);
                let list: Vec<HexId> = search.reached_hexes(&legs).collect();
                for h in list {
                    let cost = search.cost_to(&legs, h).unwrap_or(0);
                    best.entry(h).and_modify(|c| *c = cost.min(*c)).or_insert(cost);
                }
            }
            Err(w) => why = why.or(Some(w)),
        }
    }
    let text = match (best.is_empty(), why) {
        (true, Some(w)) => w.refusal().text,
        _ => format!("{} hexes in reach.", best.len()),
    };
    let tags = best.iter().filter(|(_, c)| **c > 0).map(|(h, c)| (*h, c.to_string())).collect();
    let areas = vec![area("Reach", AreaKind::Reach, best.keys().copied().collect())];
    OverlayView { areas, tags, lines: Vec::new(), text, rules: rules(&["7.step", "2.movement"]) }
}

/// Turns of marching tagged; farther hexes are left out.
const FAR: u32 = 9;

/// Hexes of marching to each hex, nobody in the way; a hex that stops a unit uses up its turn.
fn steps(cx: &C, s: &State, unit: UnitId) -> std::collections::BTreeMap<HexId, u32> {
    let from = s.unit(unit).hex;
    let rate = u32::from(cx.setup.unit_def(unit).rate.max(1));
    let map = &cx.setup.map;
    let steps = distances_from(map.len(), [(u32::from(from.0), 0)], |node, at, go| {
        if at >= FAR * rate {
            return;
        }
        for n in map.neighbours(HexId(node as u16)).iter().filter_map(|n| n.to_option()) {
            let ground = cx.setup.ground_at(n);
            if ground.is_passable() {
                go(u32::from(n.0), if ground.enter == Enter::Stop { (at / rate + 1) * rate } else { at + 1 });
            }
        }
    });
    let reached = steps.into_iter().enumerate().filter(|(_, n)| *n != UNREACHED);
    reached.map(|(i, n)| (HexId(i as u16), n)).collect()
}

/// The turn on which the unit can be in each hex by movement alone, nobody in its way.
fn turns(cx: &C, s: &State, unit: UnitId) -> OverlayView {
    let rate = u32::from(cx.setup.unit_def(unit).rate.max(1));
    let steps = steps(cx, s, unit);
    let mut out = OverlayView { rules: rules(&["2.movement", "7.step"]), ..OverlayView::default() };
    let first = steps.iter().filter(|(_, n)| **n <= rate).map(|(h, _)| *h).collect();
    out.areas.push(area("In one turn", AreaKind::Reach, first));
    out.tags =
        steps.iter().filter(|(_, n)| **n > 0).map(|(h, n)| (*h, n.div_ceil(rate).to_string())).collect();
    out.text = format!("Turns of marching, nobody in the way; up to {FAR} turns.");
    out
}

/// Where units stop, and where nobody goes.
fn going(cx: &C) -> OverlayView {
    let all = || (0..cx.setup.ground.len() as u16).map(HexId);
    let stops: Vec<HexId> = all()
        .filter(|h| cx.setup.ground_at(*h).is_passable() && cx.setup.ground_at(*h).enter == Enter::Stop)
        .collect();
    let closed: Vec<HexId> = all().filter(|h| !cx.setup.ground_at(*h).is_passable()).collect();
    let tags = |list: &[HexId], word: &str| list.iter().map(|h| (*h, word.to_owned())).collect::<Vec<_>>();
    OverlayView {
        text: format!("Units stop in {} hexes; {} are closed; all others cost 1.", stops.len(), closed.len()),
        tags: [tags(&stops, "stop"), tags(&closed, "no")].concat(),
        areas: vec![
            area("Units stop", AreaKind::Zone, stops),
            area("Closed", AreaKind::SightBlocked, closed),
        ],
        lines: Vec::new(),
        rules: rules(&["table.terrain", "2.movement"]),
    }
}

fn targets(cx: &C, s: &State, board: &Board, unit: UnitId) -> OverlayView {
    let side = cx.setup.unit_def(unit).side;
    let mut out = OverlayView { rules: rules(&["8.fire", "8.los"]), ..OverlayView::default() };
    let mut seen = Vec::new();
    for h in (0..cx.setup.ground.len() as u16).map(HexId).filter(|h| board.cell(*h).held_by(side.enemy())) {
        if let Ok(range) = fire::can_reach(cx, s, board, unit, h) {
            seen.push(h);
            out.tags.push((h, range.to_string()));
        }
    }
    out.text = format!("{} targets, range up to {}.", seen.len(), fire::fire_range(cx, s, unit));
    out.areas.push(area("Targets", AreaKind::Target, seen));
    out
}

fn look(cx: &C, s: &State, board: &Board, from: HexId) -> OverlayView {
    let here = s.unit_ids().filter(|u| s.unit(*u).hex == from && cx.setup.unit_def(*u).is_combat_unit());
    let range =
        here.map(|u| fire::fire_range(cx, s, u)).max().filter(|r| *r > 0).unwrap_or(LONGEST_RANGE as u8 - 1);
    let (mut clear, mut shut, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for h in (0..cx.setup.ground.len() as u16).map(HexId) {
        let d = cx.setup.hex_distance(from, h);
        if d == 0 || d > u16::from(range) {
            continue;
        }
        let blocked_at = if d == 1 { None } else { sight::sight_blocked_at(cx, board, from, h) };
        if blocked_at.is_some() {
            shut.push(h);
            lines.push(OverlayLine::sight(from, h, blocked_at));
        } else {
            clear.push(h);
        }
    }
    OverlayView {
        text: format!("{} hexes in sight within {range}, {} blocked.", clear.len(), shut.len()),
        areas: vec![
            area("In sight", AreaKind::SightClear, clear),
            area("Blocked", AreaKind::SightBlocked, shut),
        ],
        tags: Vec::new(),
        lines,
        rules: rules(&["8.los", "2.los"]),
    }
}

/// A leader helps whoever shares his hex, and nobody else: his range is none, and what counts is whom
/// he can join by his free move. A unit is told which leaders of its nation could come to it.
fn command(cx: &C, s: &State, board: &Board, unit: UnitId) -> OverlayView {
    let def = cx.setup.unit_def(unit);
    let mut out =
        OverlayView { rules: rules(&["9.morale", "9.rally", "3.leader"]), ..OverlayView::default() };
    let here = s.unit(unit).hex;
    let within = |leader: UnitId| {
        let rate = u32::from(cx.setup.unit_def(leader).rate);
        steps(cx, s, leader).into_iter().filter(move |(_, n)| *n <= rate)
    };
    if !def.is_leader() {
        let comes = |l: &UnitId| {
            let d = cx.setup.unit_def(*l);
            d.is_leader() && d.side == def.side && d.nation == def.nation && s.unit(*l).on_map()
        };
        let near: Vec<HexId> = s
            .unit_ids()
            .filter(comes)
            .filter(|l| within(*l).any(|(h, _)| h == here))
            .map(|l| s.unit(l).hex)
            .collect();
        out.text =
            format!("Units are led by a leader in their own hex; {} can be here in one move.", near.len());
        out.areas.push(area("Leaders in reach", AreaKind::Reach, near));
        return out;
    }
    let own = |h: HexId| {
        let cell = board.cell(h);
        cell.held_by(def.side) && cell.units().all(|u| cx.setup.unit_def(u).nation == def.nation)
    };
    let free = |h: HexId| board.leader_at(h, def.side).is_none_or(|l| l == unit);
    let near: Vec<(HexId, u32)> = within(unit).filter(|(h, _)| *h != here && own(*h) && free(*h)).collect();
    let led = if own(here) { vec![here] } else { Vec::new() };
    out.text = format!(
        "{} only in his own hex; {} more he can join by his free move of {}.",
        if led.is_empty() { "He would help" } else { "He helps the units" },
        near.len(),
        def.rate
    );
    out.tags = near.iter().map(|(h, n)| (*h, n.to_string())).collect();
    out.areas.push(area("With him", AreaKind::Objective, led));
    out.areas.push(area("Can be joined", AreaKind::Reach, near.into_iter().map(|n| n.0).collect()));
    out
}

fn adjacent(cx: &C, s: &State, board: &Board) -> OverlayView {
    let near = |h: &HexId| board.near_enemy(*h, s.active);
    let hexes: Vec<HexId> = (0..cx.setup.ground.len() as u16).map(HexId).filter(near).collect();
    OverlayView {
        text: format!("{} hexes next to the enemy.", hexes.len()),
        areas: vec![area("Adjacent to enemy", AreaKind::Zone, hexes)],
        tags: Vec::new(),
        lines: Vec::new(),
        rules: rules(&["8.charge", "6.leader-bonus"]),
    }
}
