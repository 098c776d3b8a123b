//! What is known of a thing pointed at.

use super::board::{face_text, where_is};
use crate::Context;
use crate::belligerents::is_shut;
use crate::events::{halts, rule_of};
use crate::ids::UnitId;
use crate::state::{Flag, Spot, State};
use crate::words::{SHEET, counter, hex_name, side_name, unit_name};
use crate::zones::Field;
use engine::hex::{Dir, HexId};
use engine::present::{InspectLine, Inspector, Rule, Target};

pub fn line(name: &str, value: impl ToString, rule: &'static str) -> InspectLine {
    InspectLine { name: name.into(), value: value.to_string(), rule: Some(Rule(rule)) }
}

pub fn unit_of(cx: &Context, target: &Target) -> Option<UnitId> {
    let Target::Counter(c) = target else { return None };
    cx.setup.unit_ids().find(|u| counter(*u) == *c)
}

pub fn inspect(cx: &Context, s: &State, target: &Target) -> Inspector {
    match (target, unit_of(cx, target)) {
        (Target::Hex(hex), _) => describe_hex(cx, s, *hex),
        (_, Some(u)) => describe_unit(cx, s, u),
        (Target::Box { sheet, slot }, _) if sheet == SHEET => describe_box(cx, s, slot),
        _ => Inspector::default(),
    }
}

fn describe_box(cx: &Context, s: &State, slot: &str) -> Inspector {
    let all = super::tracks::sheets(cx, s);
    let found = all.iter().flat_map(|sheet| &sheet.boxes).find(|b| b.id == slot);
    found.map_or_else(Inspector::default, |b| Inspector {
        title: b.name.clone(),
        subtitle: b.text.clone(),
        lines: vec![line("Counters", b.counters.len(), "10.1")],
        counters: b.counters.clone(),
    })
}

fn points(half: u8) -> String {
    if half.is_multiple_of(2) { (half / 2).to_string() } else { format!("{}½", half / 2) }
}

fn describe_hex(cx: &Context, s: &State, hex: HexId) -> Inspector {
    let setup = &cx.setup;
    let ground = setup.ground(hex);
    let terrain = &cx.data.terrain.hexes[usize::from(ground.terrain)];
    let mut lines = Vec::new();
    match ground.cost {
        Some(cost) => lines.push(line("Movement points", points(cost), "13.7")),
        None => lines.push(line("Movement", "only along a road", "13.9")),
    }
    lines.push(line("Shift for the defender", ground.shift, "16.17"));
    if let Some(place) = setup.place_at(hex) {
        lines.push(line("Victory points", place.points, "27.1"));
        if place.is_objective {
            lines.push(line("Objective", "counts for Rally and for the end", "27.5"));
        }
        if place.is_free_city {
            lines.push(line("Free City", "the Reichsarmee is raised here", "10.3"));
        }
        if let Some((side, gain)) = place.payment {
            let is_paid = ground.place.is_some_and(|p| s.paid & (1 << p.0) != 0);
            let words = if is_paid { "already paid".to_owned() } else { format!("{gain} MP") };
            lines.push(line(&format!("{} first in it", side_name(cx, side)), words, "5.11"));
        }
    }
    if let Some(land) = ground.land {
        let card = &setup.lands[land.index()];
        let state = if is_shut(setup, s, hex) { "shut to both sides" } else { "open" };
        lines.push(line(&card.name, state, "25.3"));
    }
    let sides = Dir::ALL.iter().filter_map(|d| setup.map.neighbour(hex, *d));
    let rivers = sides.filter(|n| setup.crossing(hex, *n).river).count();
    if rivers > 0 {
        lines.push(line("River sides", rivers, "13.10"));
    }
    if s.pillaged.contains(&hex) {
        lines.push(line("Pillaged", "one movement point more, no supply", "35.2"));
    }
    zones(cx, s, hex, &mut lines);
    Inspector {
        title: hex_name(cx, hex),
        subtitle: terrain.name.clone(),
        lines,
        counters: s.units_in(hex).map(counter).collect(),
    }
}

fn zones(cx: &Context, s: &State, hex: HexId, lines: &mut Vec<InspectLine>) {
    let field = Field::of(&cx.setup, s);
    for side in crate::ids::SideId::BOTH {
        if field.is_in_zone_of(side, hex) {
            lines.push(line("Zone of control", side_name(cx, side), "15.1"));
        }
    }
}

fn describe_unit(cx: &Context, s: &State, u: UnitId) -> Inspector {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    if unit.spot == Spot::Covered {
        return Inspector::default();
    }
    let face = card.face(unit.is_elite());
    let strength = if face.parenthesized {
        format!("({}), only defends", face.strength)
    } else {
        face.strength.to_string()
    };
    let mut lines = vec![
        line("Combat strength", strength, "16.4"),
        line("Movement allowance", face.movement, "13.2"),
        line("Brigade equivalents", card.brigades(), "16.25"),
    ];
    if card.is_leader() {
        lines.push(line("Leader Value", s.leader_value(&cx.setup, u), "16.15"));
    } else if unit.is_elite() {
        lines.push(line("Grade", "Elite", "2.6"));
    } else if card.elite.is_some() {
        lines.push(line("Grade", "regular, may be trained", "11.1"));
    }
    if unit.has(Flag::Drilled) {
        lines.push(line("Drill", "neither moves nor attacks this turn", "11.5"));
    }
    if unit.has(Flag::Activated) {
        lines.push(line("Activated", "for this impulse", "18.2"));
    }
    if let Some(marker) = halts(cx, s, u) {
        lines.push(line("Halted", "by an event, for this turn", rule_of(cx, marker)));
    }
    let owner = s.owner(&cx.setup, u).map_or("neutral".to_owned(), |side| side_name(cx, side).to_owned());
    Inspector {
        title: unit_name(cx, u).to_owned(),
        subtitle: format!("{}, {}, {owner}", face_text(cx, s, u), where_is(cx, s, u)),
        lines,
        counters: vec![counter(u)],
    }
}
