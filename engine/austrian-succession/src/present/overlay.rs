//! Things to see on the map on request.

use super::inspect::unit_of;
use crate::Context;
use crate::belligerents::is_shut;
use crate::ids::{LotId, SideId};
use crate::logistics::{Depots, Line};
use crate::recruiting::{self, Purchase};
use crate::state::State;
use crate::zones::{Field, HexSet};
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, OverlayKind, OverlayView, OverlayWants, Rule, Seat, Target, rules,
};

pub const KINDS: &[OverlayKind] = &[
    OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("13.2") },
    OverlayKind { id: "supply", name: "Supply", wants: OverlayWants::Nothing, rule: Rule("19.2") },
    OverlayKind { id: "zones", name: "Zones of control", wants: OverlayWants::Nothing, rule: Rule("15.1") },
    OverlayKind { id: "recruits", name: "Recruit places", wants: OverlayWants::Nothing, rule: Rule("10.3") },
    OverlayKind { id: "shut", name: "Land that is shut", wants: OverlayWants::Nothing, rule: Rule("25.3") },
];

pub fn overlay(cx: &Context, s: &State, seat: Seat, kind: &str, subject: Option<&Target>) -> OverlayView {
    let side = SideId::of_seat(seat).unwrap_or(s.active);
    let owner = subject.and_then(|t| unit_of(cx, t)).and_then(|u| s.owner(&cx.setup, u));
    match kind {
        "reach" => subject.map_or_else(OverlayView::default, |t| reach(cx, s, t)),
        "supply" => supply(cx, s, owner.unwrap_or(side)),
        "zones" => zones(cx, s, owner.unwrap_or(side)),
        "recruits" => recruit_places(cx, s, side),
        "shut" => shut(cx, s),
        _ => OverlayView::default(),
    }
}

fn area(name: impl Into<String>, kind: AreaKind, hexes: Vec<HexId>) -> AreaView {
    AreaView { name: name.into(), hexes, kind }
}

fn reach(cx: &Context, s: &State, subject: &Target) -> OverlayView {
    let found = super::paths::reach_views(cx, s, subject);
    OverlayView {
        text: format!("{} hexes in reach, with the movement points to each.", found.len()),
        tags: found.iter().map(|r| (r.hex, r.cost.clone())).collect(),
        areas: vec![area("Reach", AreaKind::Reach, found.iter().map(|r| r.hex).collect())],
        rules: rules(&["13.2"]),
        ..OverlayView::default()
    }
}

/// Hexes with a line to a held fortress by its kind, and whose units are out of supply now.
fn supply(cx: &Context, s: &State, side: SideId) -> OverlayView {
    let depots = Depots::new(cx, s, side);
    let fortresses = depots.fortresses();
    let of = |line: Line| {
        let mut found = HexSet::new(cx.setup.map.len());
        depots.flood(&fortresses, line, &mut found);
        cx.setup.map.grid.ids().filter(|hex| found.contains(*hex)).collect::<Vec<HexId>>()
    };
    let hungry = depots.hungry(&[]);
    let text = match hungry.len() {
        0 => "Every stack is in supply.".to_owned(),
        n => format!("{n} stacks are out of supply without an expended train."),
    };
    OverlayView {
        areas: vec![
            area("Line by road", AreaKind::Supply, of(Line::Road)),
            area("Line along a river", AreaKind::Command, of(Line::River)),
            area("Line across country", AreaKind::Reach, of(Line::Country)),
            area("Out of supply", AreaKind::SightBlocked, hungry.to_vec()),
        ],
        text,
        rules: rules(&["19.2", "19.3"]),
        ..OverlayView::default()
    }
}

fn zones(cx: &Context, s: &State, own: SideId) -> OverlayView {
    let field = Field::of(&cx.setup, s);
    let of = |side: SideId| cx.setup.map.grid.ids().filter(|h| field.is_in_zone_of(side, *h)).collect();
    let name = |side: SideId| format!("Zones of {}", cx.setup.sides[side.index()].name);
    OverlayView {
        areas: vec![
            area(name(own.enemy()), AreaKind::Zone, of(own.enemy())),
            area(name(own), AreaKind::Command, of(own)),
        ],
        text: "Zones stop moves and bar lines; fortresses neither have nor suffer them.".into(),
        rules: rules(&["15.1", "15.8"]),
        ..OverlayView::default()
    }
}

fn recruit_places(cx: &Context, s: &State, side: SideId) -> OverlayView {
    let mut hexes = Vec::new();
    for (i, line) in cx.data.recruits.iter().enumerate() {
        let p = Purchase { side, lot: LotId(i as u8), left: line.number, with_purse: false, counted: false };
        for u in recruiting::counters(cx, s, &p) {
            hexes.extend(recruiting::places(cx, s, &p, u).into_iter().filter_map(|at| match at {
                crate::action::Landing::Hex(hex) => Some(hex),
                crate::action::Landing::Staging => None,
            }));
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    OverlayView {
        text: format!("{} places where something of the Recruit box could be raised.", hexes.len()),
        areas: vec![area("Recruit places", AreaKind::Supply, hexes)],
        rules: rules(&["10.3"]),
        ..OverlayView::default()
    }
}

fn shut(cx: &Context, s: &State) -> OverlayView {
    let hexes = cx.setup.map.grid.ids().filter(|h| is_shut(&cx.setup, s, *h)).collect();
    OverlayView {
        areas: vec![area("Shut to both sides", AreaKind::SightBlocked, hexes)],
        text: "Neutral countries open when they join.".into(),
        rules: rules(&["25.3"]),
        ..OverlayView::default()
    }
}
