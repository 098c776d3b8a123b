//! Overlays a designer checks a map with, and a player his army: prices of the ground, turns of
//! marching, who is under command.

use super::board::{leader_of, stack_of};
use super::labels::leader;
use super::views::rules;
use super::{reach, side_of, words};
use crate::ids::{LeaderId, NationId, Walls};
use crate::state::{Place, State};
use crate::{Ctx, FrederickTheGreat, movement};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::{AreaKind, AreaView, OverlayView, Seat, Target};
use std::collections::BTreeSet;

fn area(name: &str, hexes: impl IntoIterator<Item = HexId>, kind: AreaKind) -> AreaView {
    let hexes: BTreeSet<HexId> = hexes.into_iter().collect();
    AreaView { name: name.into(), hexes: hexes.into_iter().collect(), kind }
}

/// The leader a counter stands for: himself, or the commander of those troops (8.21).
pub fn who(cx: &Ctx, s: &State, subject: Option<&Target>) -> Option<LeaderId> {
    let Some(Target::Counter(id)) = subject else { return None };
    let there =
        |l: &LeaderId| s.leaders.get(l.index()).is_some_and(|l| l.on_map() || l.place == Place::Moving);
    if let Some(l) = leader_of(*id) {
        return Some(l).filter(there);
    }
    let (hex, nation, inside) = stack_of(*id)?;
    let here = |i: &usize| {
        let (l, want) = (&s.leaders[*i], Place::at(inside));
        cx.setup.leaders[*i].nation == nation && l.hex == hex && l.place == want
    };
    // Leaders are sorted by rank within their nation.
    (0..s.leaders.len()).find(here).map(|i| LeaderId(i as u8))
}

/// What every hex costs from each side it can be entered by (5.41, 5.43).
pub fn going(cx: &Ctx) -> OverlayView {
    let setup = &*cx.setup;
    let mut prices: Vec<(u8, u8)> = vec![(u8::MAX, 0); setup.map.len()];
    for from in setup.map.grid.ids() {
        for (_, to, price) in setup.ways(from) {
            let p = &mut prices[to.index()];
            *p = (p.0.min(price), p.1.max(price));
        }
    }
    let (mut closed, mut dear, mut tags) = (Vec::new(), Vec::new(), Vec::new());
    for h in setup.map.grid.ids() {
        match prices[h.index()] {
            (_, 0) => closed.push(h),
            (_, most) if most <= cx.data.movement.hex => {}
            (least, most) => {
                dear.push(h);
                let both = least != most;
                tags.push((h, if both { format!("{least}\u{2013}{most}") } else { most.to_string() }));
            }
        }
    }
    OverlayView {
        text: words::going(cx.data.movement.hex, dear.len(), closed.len()),
        areas: vec![
            area(words::DEAR, dear, AreaKind::Zone),
            area(words::CLOSED, closed, AreaKind::SightBlocked),
        ],
        tags,
        lines: Vec::new(),
        rules: rules(&["5.41", "5.43", "5.45"]),
    }
}

/// The roll a leader is reckoned with when nobody has rolled.
const MIDDLING: u8 = 4;
/// Farther hexes are left out.
const FAR: u16 = 9;

/// The turn on which a leader can be in each hex by his own marches.
pub fn turns(cx: &Ctx, s: &State, subject: Option<&Target>) -> OverlayView {
    let mut out = OverlayView { rules: rules(&["5.1", "5.41"]), ..OverlayView::default() };
    let Some(l) = who(cx, s, subject) else {
        out.text = words::PICK_A_LEADER.into();
        return out;
    };
    let info = &cx.setup.leaders[l.index()];
    let mp =
        u16::from(movement::movement_points(cx, s, MIDDLING, movement::leader_initiative(cx, s, l))).max(1);
    let costs = reach::costs(cx, s, info.side, info.nation.bit(), s.leaders[l.index()].hex);
    let within = |h: &HexId, n: u16| costs[h.index()] != reach::NEVER && costs[h.index()] <= n * mp;
    let all: Vec<HexId> = cx.setup.map.grid.ids().filter(|h| within(h, FAR)).collect();
    let tag = |h: &HexId| (*h, costs[h.index()].div_ceil(mp).to_string());
    out.tags = all.iter().filter(|h| costs[h.index()] > 0).map(tag).collect();
    out.areas.push(area(words::IN_ONE_TURN, all.into_iter().filter(|h| within(h, 1)), AreaKind::Reach));
    out.text = words::marching_turns(&leader(cx, l), mp, MIDDLING, FAR);
    out
}

/// Who is led: a leader commands his nation's troops in his own hex and nowhere else (8.21, 8.22); the
/// highest rank on the map is supreme commander (8.12). A seat is told of its own side alone.
pub fn command(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>) -> OverlayView {
    let (s, setup) = (seen.state(), &*cx.setup);
    let side = side_of(cx, seen);
    let told = |nation: NationId| seen.seat() == Seat::OPEN || setup.side_of(nation) == side;
    let (mut led, mut alone, mut supreme, mut tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for k in s.stacks.iter().filter(|k| told(k.nation)) {
        let want = if k.inside == Walls::Inside { Place::Inside } else { Place::Outside };
        let here = |(i, l): (usize, &crate::state::Lead)| {
            setup.leaders[i].nation == k.nation && l.hex == k.hex && l.place == want
        };
        match s.leaders.iter().enumerate().find(|l| here(*l)) {
            Some((i, _)) => {
                led.push(k.hex);
                tags.push((k.hex, setup.leaders[i].rank.to_string()));
            }
            None => alone.push(k.hex),
        }
    }
    for n in setup.nation_ids().filter(|n| told(*n)) {
        let first = |i: &usize| setup.leaders[*i].nation == n && s.leaders[*i].on_map();
        supreme.extend((0..s.leaders.len()).find(first).map(|i| s.leaders[i].hex));
    }
    tags.sort();
    tags.dedup_by_key(|t| t.0);
    OverlayView {
        text: words::command(led.len(), alone.len()),
        areas: vec![
            area(words::LED, led, AreaKind::Reach),
            area(words::UNLED, alone, AreaKind::Target),
            area(words::SUPREME, supreme, AreaKind::Objective),
        ],
        tags,
        lines: Vec::new(),
        rules: rules(&["8.21", "8.22", "8.12"]),
    }
}
