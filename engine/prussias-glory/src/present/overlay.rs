//! Things to see on the map on request.

use super::paths::{piece_of, reach};
use crate::Context;
use crate::board::{engaged, is_zoned, zoning_hexes};
use crate::command::{is_effective, is_out_of_reach};
use crate::data::Arm;
use crate::decide::Piece;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::setup::Post;
use crate::sight::{blocker, can_see};
use crate::state::State;
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, OverlayKind, OverlayLine, OverlayView, OverlayWants, Rule, Target, rules,
};

pub const KINDS: &[OverlayKind] = &[
    OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("7.3") },
    OverlayKind { id: "zones", name: "Zones of control", wants: OverlayWants::Nothing, rule: Rule("6.1") },
    OverlayKind { id: "engaged", name: "Engaged stacks", wants: OverlayWants::Nothing, rule: Rule("6.2") },
    OverlayKind { id: "wings", name: "Command states", wants: OverlayWants::Nothing, rule: Rule("4.2.3") },
    OverlayKind { id: "command", name: "Command range", wants: OverlayWants::Counter, rule: Rule("4.2.5") },
    OverlayKind { id: "fire", name: "Targets", wants: OverlayWants::Counter, rule: Rule("8.1") },
    OverlayKind { id: "sight", name: "Line of sight", wants: OverlayWants::Hex, rule: Rule("8.2") },
];

pub fn overlay(cx: &Context, s: &State, seat: u8, kind: &str, subject: Option<&Target>) -> OverlayView {
    let piece = subject.and_then(|t| piece_of(cx, t));
    match (kind, piece) {
        ("reach", Some(_)) => subject.map_or_else(OverlayView::default, |t| reach_view(cx, s, t)),
        ("zones", _) => zones(cx, s, seat),
        ("engaged", _) => engaged_stacks(cx, s),
        ("wings", _) => wings(cx, s, seat),
        ("command", Some(piece)) => command(cx, s, piece),
        ("fire", Some(Piece::Unit(u))) if cx.setup.unit(u).arm == Arm::Guns => targets(cx, s, u),
        ("fire", Some(_)) => said("Only guns bombard.", &["8"]),
        ("sight", _) => hex_of(cx, s, subject).map_or_else(OverlayView::default, |h| look(cx, s, h)),
        _ => OverlayView::default(),
    }
}

fn said(text: &str, cited: &[&'static str]) -> OverlayView {
    OverlayView { text: text.into(), rules: rules(cited), ..OverlayView::default() }
}

fn area(name: impl Into<String>, kind: AreaKind, mut hexes: Vec<HexId>) -> AreaView {
    hexes.sort_unstable();
    hexes.dedup();
    AreaView { name: name.into(), hexes, kind }
}

fn all_hexes(cx: &Context) -> impl Iterator<Item = HexId> + use<> {
    (0..cx.setup.map.len() as u16).map(HexId)
}

fn hex_of(cx: &Context, s: &State, subject: Option<&Target>) -> Option<HexId> {
    let hex = match (subject?, piece_of(cx, subject?)) {
        (Target::Hex(h), _) => *h,
        (_, Some(Piece::Unit(u))) => s.unit(u).hex,
        (_, Some(Piece::Leader(l))) => s.leader(l).hex,
        _ => return None,
    };
    hex.to_option()
}

fn reach_view(cx: &Context, s: &State, subject: &Target) -> OverlayView {
    let found = reach(cx, s, subject);
    OverlayView {
        text: format!("{} hexes in reach, with the movement points to each.", found.len()),
        tags: found.iter().map(|r| (r.hex, r.cost.clone())).collect(),
        areas: vec![area("Reach", AreaKind::Reach, found.iter().map(|r| r.hex).collect())],
        lines: Vec::new(),
        rules: rules(&["7.3", "7.5"]),
    }
}

/// Zones of both sides: the enemy's as such, one's own as command ground.
fn zones(cx: &Context, s: &State, seat: u8) -> OverlayView {
    let own = if seat < 2 { SideId(seat) } else { s.active };
    let zone = |side: SideId, kind: AreaKind| {
        let name = format!("Zones of {}", cx.setup.sides[side.index()].name);
        area(name, kind, all_hexes(cx).filter(|h| is_zoned(cx, s, *h, side)).collect())
    };
    let areas = vec![zone(own, AreaKind::Command), zone(own.enemy(), AreaKind::Zone)];
    let text =
        format!("{} hexes in enemy zones, {} in own ones.", areas[1].hexes.len(), areas[0].hexes.len());
    OverlayView { text, areas, rules: rules(&["6.1", "7.5"]), ..OverlayView::default() }
}

/// Stacks that touch the enemy, with the steps that are Engaged.
fn engaged_stacks(cx: &Context, s: &State) -> OverlayView {
    let mut out = OverlayView { rules: rules(&["6.2", "6.3"]), ..OverlayView::default() };
    let mut hexes = Vec::new();
    for hex in all_hexes(cx) {
        for side in SideId::BOTH.into_iter().filter(|side| is_zoned(cx, s, hex, side.enemy())) {
            let units = engaged(cx, s, hex, side);
            let steps: u8 = units.iter().map(|u| crate::board::counted_steps(cx, s, *u)).sum();
            if !units.is_empty() {
                hexes.push(hex);
                out.tags.push((hex, steps.to_string()));
            }
        }
    }
    out.text = format!("{} stacks touch the enemy; the figure is their Engaged steps.", hexes.len());
    out.areas.push(area("Engaged", AreaKind::Target, hexes));
    out
}

/// Wings of one side by their command state, and who is Out of Command.
fn wings(cx: &Context, s: &State, seat: u8) -> OverlayView {
    let side = if seat < 2 { SideId(seat) } else { s.active };
    let mut out = OverlayView { rules: rules(&["4.2.3", "4.2.5"]), ..OverlayView::default() };
    let units = cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == side && s.unit(*u).is_on_map());
    let (mut good, mut bad, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for u in units {
        let list = match (is_out_of_reach(cx, s, u), is_effective(cx, s, u)) {
            (true, _) => &mut lost,
            (_, true) => &mut good,
            (_, false) => &mut bad,
        };
        list.push(s.unit(u).hex);
    }
    for w in cx.setup.wing_ids().filter(|w| cx.setup.wing(*w).side == side) {
        let at = s.leader(cx.setup.wing(w).leader).hex;
        if !at.is_none() {
            out.tags.push((at, if s.wing(w).effective { "E" } else { "D" }.into()));
        }
    }
    out.text = format!(
        "{}: {} hexes Effective, {} Degraded, {} Out of Command.",
        cx.setup.sides[side.index()].name,
        good.len(),
        bad.len(),
        lost.len()
    );
    out.areas = vec![
        area("Effective", AreaKind::Command, good),
        area("Degraded", AreaKind::Zone, bad),
        area("Out of Command", AreaKind::SightBlocked, lost),
    ];
    out
}

/// The command range of a leader with his units, or the leaders of a unit with lines to them.
fn command(cx: &Context, s: &State, piece: Piece) -> OverlayView {
    match piece {
        Piece::Leader(l) => leader_range(cx, s, l),
        Piece::Unit(u) => match cx.setup.unit(u).wing {
            Some(w) => wing_range(cx, s, w, Some(u)),
            None => gun_range(cx, s, u),
        },
    }
}

fn within(cx: &Context, at: HexId) -> Vec<HexId> {
    all_hexes(cx).filter(|h| cx.setup.map.distance(at, *h) <= cx.data.command.command_range).collect()
}

fn leader_range(cx: &Context, s: &State, l: LeaderId) -> OverlayView {
    if let Post::Wing(w) = cx.setup.leader(l).post {
        return wing_range(cx, s, w, None);
    }
    let at = s.leader(l).hex;
    if at.is_none() {
        return OverlayView::default();
    }
    let name = crate::leaders::name_of(cx, s, l);
    OverlayView {
        areas: vec![area("Command range", AreaKind::Command, within(cx, at))],
        ..said(&format!("{name}: guns within five hexes are in command."), &["4.2.5"])
    }
}

fn wing_range(cx: &Context, s: &State, w: WingId, only: Option<UnitId>) -> OverlayView {
    let card = cx.setup.wing(w);
    let at = s.leader(card.leader).hex;
    if at.is_none() {
        return said("The wing has no leader on the map.", &["4.2.5"]);
    }
    let state = if s.wing(w).effective { "Effective" } else { "Degraded" };
    let units: Vec<UnitId> = card.units.iter().copied().filter(|u| s.unit(*u).is_on_map()).collect();
    let out_of_it = units.iter().filter(|u| is_out_of_reach(cx, s, **u)).count();
    let leader = crate::leaders::name_of(cx, s, card.leader);
    let text =
        format!("{} under {leader}: {state}, {} units, {out_of_it} too far off.", card.name, units.len());
    let line = |u: &UnitId| {
        let to = s.unit(*u).hex;
        OverlayLine::sight(at, to, is_out_of_reach(cx, s, *u).then_some(to))
    };
    let shown = units.iter().filter(|u| only.is_none_or(|o| o == **u));
    OverlayView {
        areas: vec![area("Command range", AreaKind::Command, within(cx, at))],
        lines: shown.filter(|u| s.unit(**u).hex != at).map(line).collect(),
        ..said(&text, &["4.2.5", "4.2.3"])
    }
}

fn gun_range(cx: &Context, s: &State, u: UnitId) -> OverlayView {
    let hex = s.unit(u).hex;
    let side = cx.setup.unit(u).side;
    let own = |l: &LeaderId| cx.setup.leader(*l).side == side && s.leader(*l).is_on_map();
    let near = |l: &LeaderId| cx.setup.map.distance(s.leader(*l).hex, hex) <= cx.data.command.command_range;
    let leaders: Vec<HexId> =
        cx.setup.leader_ids().filter(own).filter(near).map(|l| s.leader(l).hex).collect();
    let text = format!("Guns count from any leader within five hexes: {} are.", leaders.len());
    OverlayView {
        lines: leaders.iter().filter(|h| **h != hex).map(|h| OverlayLine::sight(*h, hex, None)).collect(),
        areas: vec![area("Leaders in range", AreaKind::Command, leaders)],
        ..said(&text, &["4.2.5"])
    }
}

fn targets(cx: &Context, s: &State, u: UnitId) -> OverlayView {
    let side = cx.setup.unit(u).side;
    let defensive = side != s.active;
    let mut out = OverlayView { rules: rules(&["8.1", "8.2"]), ..OverlayView::default() };
    let mut hexes = Vec::new();
    for hex in all_hexes(cx).filter(|h| crate::board::has_unit(cx, s, *h, side.enemy())) {
        if crate::fire::check_target(cx, s, u, hex, defensive).is_ok() {
            hexes.push(hex);
            out.tags.push((hex, crate::fire::strength(cx, s, u, hex).to_string()));
        }
    }
    out.text = match crate::fire::check_battery(cx, s, u, defensive) {
        Err(why) => format!("It cannot fire: {}.", why.1),
        Ok(()) => format!("{} targets; the figure is the bombardment strength at that range.", hexes.len()),
    };
    out.areas.push(area("Targets", AreaKind::Target, hexes));
    out
}

/// Farthest hexes of the sight overlay: what spotting asks for (4.1.3, 17.1.6).
const FAR: u16 = 7;

fn look(cx: &Context, s: &State, from: HexId) -> OverlayView {
    let (mut clear, mut shut, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let near = all_hexes(cx).filter(|h| (1..=FAR).contains(&cx.setup.map.distance(from, *h)));
    for hex in near {
        if can_see(cx, s, from, hex) {
            clear.push(hex);
        } else {
            shut.push(hex);
            if cx.setup.map.distance(from, hex) <= 3 {
                lines.push(OverlayLine::sight(from, hex, blocker(cx, s, from, hex)));
            }
        }
    }
    OverlayView {
        text: format!("{} hexes in sight within {FAR}, {} hidden.", clear.len(), shut.len()),
        areas: vec![
            area("In sight", AreaKind::SightClear, clear),
            area("Hidden", AreaKind::SightBlocked, shut),
        ],
        tags: Vec::new(),
        lines,
        rules: rules(&["8.2"]),
    }
}

/// Enemy hexes that zone a hex, in words for the inspector.
pub fn zoned_from(cx: &Context, s: &State, hex: HexId, side: SideId) -> String {
    let list: Vec<String> =
        zoning_hexes(cx, s, hex, side.enemy()).iter().map(|h| cx.setup.label(*h)).collect();
    list.join(", ")
}
