//! What is known of a hex, a leader or a stack.

use super::board::{leader_id, leader_of, stack_id, stack_of};
use super::labels::{adjective, leader, place, side_name};
use super::words::{self, points};
use super::{hex_of, side_of};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::state::{Phase, Place, State, UNKNOWN};
use crate::{Ctx, FrederickTheGreat, combat, movement, supply};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::{InspectLine, Inspector, Rule, Target};

struct Lines(Vec<InspectLine>);

impl Lines {
    fn add(&mut self, name: &str, value: impl Into<String>, rule: &'static str) {
        self.0.push(InspectLine { name: name.into(), value: value.into(), rule: Some(Rule(rule)) });
    }
}

pub fn inspect(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, t: &Target) -> Inspector {
    let s = seen.state();
    let Some(hex) = hex_of(s, t).filter(|h| h.index() < cx.setup.map.len()) else {
        return Inspector::default();
    };
    if let Target::Counter(id) = t {
        if let Some(l) = leader_of(*id).filter(|l| (l.index()) < cx.setup.leaders.len()) {
            return of_leader(cx, seen, l, hex);
        }
        if let Some((_, nation, inside)) = stack_of(*id) {
            return of_stack(cx, seen, hex, nation, inside);
        }
    }
    of_hex(cx, seen, hex)
}

fn supply_of(cx: &Ctx, s: &State, side: SideId, hex: HexId) -> String {
    let field = supply::supply_field(cx, s, side, true);
    match field.distance_from_source(hex) {
        Some(n) => words::supplied_from(
            &field.path_from_source(hex).first().map_or(String::new(), |h| place(cx, *h)),
            n.into(),
        ),
        None => words::OUT_OF_SUPPLY.into(),
    }
}

fn of_hex(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, hex: HexId) -> Inspector {
    let s = seen.state();
    let me = side_of(cx, seen);
    let mut out = Lines(Vec::new());
    let ground = if !cx.setup.ground.land[hex.index()] {
        words::GROUND_WATER
    } else if cx.setup.is_mountain(hex) {
        words::GROUND_MOUNTAIN
    } else {
        words::GROUND_OPEN
    };
    out.add("Ground", ground, "5.6");
    fortress(cx, s, hex, &mut out);
    if let Some(d) = s.depot_at(hex) {
        let state = if d.done { "" } else { ", being built" };
        out.add("Depot", format!("{}{state}", side_name(cx, d.side)), "10.12");
    }
    if cx.setup.ground.land[hex.index()] {
        out.add("Supply of your side", supply_of(cx, s, me, hex), "10.2");
    }
    for side in SideId::BOTH {
        if s.is_demoralised(hex, side) {
            out.add("Demoralised", side_name(cx, side), "11.11");
        }
    }
    for k in s.stacks_at(hex) {
        let what = if k.sp() == UNKNOWN { words::UNKNOWN_STRENGTH.into() } else { points(k.sp().into()) };
        let inside = if k.inside == Walls::Inside { ", inside" } else { "" };
        out.add(adjective(cx, k.nation), format!("{what}{inside}"), "3.2");
    }
    let here: Vec<LeaderId> =
        s.leader_ids().filter(|l| s.leaders[l.index()].on_map() && s.leaders[l.index()].hex == hex).collect();
    for l in &here {
        let inside = if s.leaders[l.index()].place == Place::Inside { ", inside" } else { "" };
        let nation = cx.setup.leaders[l.index()].nation;
        out.add(adjective(cx, nation), format!("{}{inside}", leader(cx, *l)), "8.2");
    }
    let mut counters: Vec<_> = here.into_iter().map(leader_id).collect();
    counters.extend(s.stacks_at(hex).iter().map(|k| stack_id(k.hex, k.nation, k.inside)));
    let subtitle = ground.split(':').next().unwrap_or(ground).to_owned();
    Inspector { title: place(cx, hex), subtitle, lines: out.0, counters }
}

fn fortress(cx: &Ctx, s: &State, hex: HexId, out: &mut Lines) {
    let Some(f) = cx.setup.fort(hex) else { return };
    out.add("Fortress", format!("{} VP", f.vp), "17.0");
    let holder = SideId::BOTH.into_iter().find(|side| s.is_present(&cx.setup, hex, *side, Walls::Inside));
    out.add("Garrison", holder.map_or("none", |side| side_name(cx, side)), "12.11");
    if s.is_besieged(hex) {
        let told = s.sieges.announced.iter().find(|a| a.0 == hex);
        out.add("Siege", told.map_or("besieged".into(), |a| words::besieged_by(a.1)), "13.12");
    }
    if s.camp.is_some_and(|c| c.hex == hex && c.done) {
        out.add("Fortified camp", words::CAMP_EFFECT, "1761.4C");
    }
}

fn of_stack(
    cx: &Ctx,
    seen: &Seen<'_, FrederickTheGreat>,
    hex: HexId,
    nation: NationId,
    inside: Walls,
) -> Inspector {
    let s = seen.state();
    let side = cx.setup.side_of(nation);
    let Some(k) = s.stack_at(hex, nation, inside) else { return of_hex(cx, seen, hex) };
    let mut out = Lines(Vec::new());
    if k.sp() == UNKNOWN {
        out.add("Strength", words::UNKNOWN_STRENGTH, "5.0");
    } else {
        out.add("Strength", points(k.sp().into()), "3.2");
        if k.moved > 0 {
            out.add("May still move", points(k.fresh.into()), "5.36");
        }
    }
    out.add(
        "Where",
        if inside == Walls::Inside { format!("inside {}", place(cx, hex)) } else { place(cx, hex) },
        "12.11",
    );
    let commander = combat::commander_at(cx, s, hex, side, inside);
    out.add("Commander", commander.map_or(words::NO_LEADER.into(), |l| leader(cx, l)), "8.21");
    common(cx, seen, hex, side, &mut out);
    let title = format!("{} troops", adjective(cx, nation));
    let subtitle = side_name(cx, side).to_owned();
    Inspector { title, subtitle, lines: out.0, counters: vec![stack_id(hex, nation, inside)] }
}

/// Morale, siege and supply, as far as the seat may know.
fn common(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, hex: HexId, side: SideId, out: &mut Lines) {
    let s = seen.state();
    if s.is_demoralised(hex, side) {
        out.add("Morale", words::DEMORALISED, "11.13");
    }
    if s.is_besieged(hex) {
        out.add("Siege", "besieged", "13.12");
    }
    // Garrisons and depots are not told apart before all is set up, and on the march nothing is decided yet.
    let under_way = s.moving_force().is_some_and(|m| m.0 == hex);
    if side == side_of(cx, seen) && s.phase != Phase::Setup && !under_way {
        out.add("Supply", supply_of(cx, s, side, hex), "10.2");
    }
}

fn of_leader(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, l: LeaderId, hex: HexId) -> Inspector {
    let s = seen.state();
    let info = &cx.setup.leaders[l.index()];
    let mut out = Lines(Vec::new());
    out.add("Rank", info.rank.to_string(), "8.11");
    out.add("Initiative", info.initiative.to_string(), "3.22");
    out.add("Attack bonus", info.attack.to_string(), "9.23");
    out.add("Defence bonus", info.defence.to_string(), "9.23");
    out.add("Where", place(cx, hex), "8.2");
    if let Some(m) = movement::current_march(s).filter(|m| m.side == info.side && m.die > 0) {
        let mp = movement::movement_points(cx, s, m.die, movement::leader_initiative(cx, s, l));
        out.add("This march", format!("{mp} MP"), "5.1");
    }
    if s.leaders[l.index()].moved && s.leaders[l.index()].place != Place::Moving {
        out.add("Has moved", "in this phase", "5.36");
    }
    common(cx, seen, hex, info.side, &mut out);
    Inspector {
        title: leader(cx, l),
        subtitle: adjective(cx, info.nation).into(),
        lines: out.0,
        counters: vec![leader_id(l)],
    }
}
