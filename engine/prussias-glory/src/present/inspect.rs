//! What is known of a thing pointed at.

use super::board::{box_counter, star_letter, unit_in_box, units_in};
use super::overlay::zoned_from;
use super::paths::piece_of;
use crate::Context;
use crate::board::{engaged, face, is_zoned, steps_in};
use crate::command::is_effective;
use crate::data::Arm;
use crate::decide::Piece;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::setup::{Column, Post};
use crate::state::{Flag, MoraleState, Spirit, State};
use crate::words::unit_counter;
use engine::hex::{Dir, HexId};
use engine::present::{InspectLine, Inspector, Rule, Target};

pub fn line(name: &str, value: impl ToString, rule: &'static str) -> InspectLine {
    InspectLine { name: name.into(), value: value.to_string(), rule: Some(Rule(rule)) }
}

pub fn inspect(cx: &Context, s: &State, target: &Target) -> Inspector {
    match (target, piece_of(cx, target)) {
        (Target::Hex(h), _) => hex(cx, s, *h),
        (_, Some(Piece::Unit(u))) => unit(cx, s, u),
        (_, Some(Piece::Leader(l))) => leader(cx, s, l),
        (Target::Counter(c), None) => match unit_in_box(cx, s, *c) {
            Some(u) => Inspector { subtitle: "on the army morale track".into(), ..unit(cx, s, u) },
            None => super::unspotted::inspect(cx, s, *c),
        },
        (Target::Box { sheet, slot }, _) => track_box(cx, s, sheet, slot),
        _ => Inspector::default(),
    }
}

fn track_box(cx: &Context, s: &State, sheet: &str, slot: &str) -> Inspector {
    let Some(side) = SideId::BOTH.into_iter().find(|side| super::board::sheet_id(cx, *side) == sheet) else {
        return Inspector::default();
    };
    let pieces = s.army(side).boxes.iter().enumerate().filter(|(_, b)| b.level.to_string() == slot);
    Inspector {
        title: format!("{}: box {slot}", cx.setup.sides[side.index()].name),
        subtitle: "army morale track".into(),
        lines: vec![line("Current morale", s.army(side).marker, "12.1")],
        counters: pieces.map(|(i, _)| box_counter(cx, side, i)).collect(),
    }
}

/// `2 foot, 3 horse, - guns`: points to enter by column.
fn costs(cx: &Context, at: HexId) -> String {
    let terrain = cx.setup.terrain(&cx.data, at);
    let c = &terrain.cost;
    let word = |n: Option<u8>| n.map_or("closed".to_owned(), |n| n.to_string());
    format!(
        "foot {}, fast foot {}, horse {}, guns {}",
        word(c.foot),
        word(c.fast_foot),
        word(c.horse),
        word(c.guns)
    )
}

fn hex(cx: &Context, s: &State, at: HexId) -> Inspector {
    let terrain = cx.setup.terrain(&cx.data, at);
    let mut lines = vec![
        line("Level", cx.setup.map.level[at.index()], "8.2.1"),
        line("Movement points", costs(cx, at), "7.3"),
        line(
            "Close combat",
            format!("foot {:+}, horse {:+}", terrain.combat.foot, terrain.combat.horse),
            "10.5.1",
        ),
        line("Bombardment", format!("{:+}", terrain.bombard), "8.3"),
    ];
    if terrain.blocks {
        lines.push(line("Sight", "blocked through it", "8.2"));
    }
    let climbs: Vec<String> = Dir::ALL
        .into_iter()
        .filter(|d| cx.setup.map.rise(at, *d) > 0)
        .filter_map(|d| cx.setup.map.neighbour(at, d))
        .map(|n| cx.setup.label(n))
        .collect();
    if !climbs.is_empty() {
        lines.push(line("Slope up to", climbs.join(", "), "8.2.1"));
    }
    for side in SideId::BOTH {
        let (fighters, column, guns) = steps_in(cx, s, at, side);
        if fighters + guns == 0 {
            continue;
        }
        let m = &cx.data.movement;
        let most = if fighters == 0 { m.guns_alone } else { m.gun_steps };
        let name = &cx.setup.sides[side.index()].name;
        let mut text = format!("{fighters} of {} steps, guns {guns} of {most}", m.steps);
        if column > 0 {
            text.push_str(&format!(", {column} of {} in column", m.column_steps));
        }
        lines.push(line(name, text, "5.1"));
        if is_zoned(cx, s, at, side.enemy()) {
            lines.push(line("In zones from", zoned_from(cx, s, at, side), "6.1"));
            let names: Vec<&str> =
                engaged(cx, s, at, side).iter().map(|u| cx.setup.unit(*u).name.as_str()).collect();
            lines.push(line(
                "Engaged",
                if names.is_empty() { "nobody".into() } else { names.join("; ") },
                "6.2",
            ));
        }
    }
    hex_markers(cx, s, at, &mut lines);
    Inspector {
        title: cx.setup.label(at),
        subtitle: terrain.name.clone(),
        lines,
        counters: units_in(cx, s, at).into_iter().map(unit_counter).collect(),
    }
}

fn hex_markers(cx: &Context, s: &State, at: HexId, lines: &mut Vec<InspectLine>) {
    if let Some(l) = s.locked.iter().find(|l| l.hex == at) {
        let text = if l.penalty { "-2: others are Engaged now" } else { "yes" };
        lines.push(line("Locked", text, "6.3"));
    }
    let momentum = s.momentum.iter().filter(|m| m.hex == at).count();
    if momentum > 0 {
        lines.push(line("Momentum markers", momentum, "10.11"));
    }
    if s.bombarded.contains(&at) {
        lines.push(line("Bombarded", "in this phase: not again", "8"));
    }
    for (i, o) in cx.setup.objectives.iter().enumerate().filter(|(_, o)| o.hexes.contains(&at)) {
        let holder = crate::victory::holder(cx, s, i);
        let who = holder.map_or("nobody", |side| cx.setup.sides[side.index()].name.as_str());
        lines.push(line(&o.name, format!("{} VP, held by {who}", o.points), "19.2"));
    }
}

fn state_words(s: &State, u: UnitId) -> &'static str {
    match s.unit(u).morale {
        MoraleState::Formed => "Formed",
        MoraleState::Disordered => "Disordered: half movement",
        MoraleState::Routed => "Routed: no zone, runs in its own turn",
    }
}

fn unit(cx: &Context, s: &State, u: UnitId) -> Inspector {
    let card = cx.setup.unit(u);
    let state = s.unit(u);
    let now = face(cx, s, u);
    let printed = if card.arm == Arm::Guns { "2.2" } else { "2.1" };
    let figures = match card.arm {
        Arm::Guns => format!(
            "{} (bombardment at 1, 2, 3 hexes; morale {}, movement {})",
            now.text(card.arm),
            now.morale,
            now.movement
        ),
        _ => format!("{} (strength, morale, movement)", now.text(card.arm)),
    };
    let mut lines = vec![line("Now", figures, printed)];
    let faces: Vec<String> = card.faces.iter().map(|f| f.text(card.arm)).collect();
    lines.push(line("Steps", format!("{} of {}", state.steps, card.steps()), printed));
    lines.push(line("Faces", faces.join(", "), printed));
    if state.is_on_map() {
        lines.push(line("State", state_words(s, u), "9"));
        lines.push(line("Movement", movement_words(cx, s, u), "7.4.1"));
        let rank = super::board::rank(cx, s, u);
        if !rank.is_empty() {
            lines.push(line("In its stack", rank, "6.2"));
        }
        command_lines(cx, s, u, &mut lines);
        if !state.is_formed() {
            let rating = crate::morale::rally_rating(cx, s, u);
            lines.push(line("Rallies on", format!("{rating} or less"), "9.4"));
        }
    }
    for (is_so, text, rule) in [
        (now.bracket, "may not enter an enemy zone", "7.5.5"),
        (card.traits.croat, "Croats", "16.2"),
        (card.traits.double, "counts double in its stack", "5.3"),
        (card.traits.howitzer, "has howitzers", "16.3.2"),
        (card.traits.reliable, "never refuses to close", "16.1c"),
        (crate::board::column_of(cx, s, u) == Column::FastFoot, "Fast Unit", "7.5.3"),
    ] {
        if is_so {
            lines.push(line("Mark", text, rule));
        }
    }
    let nation = &cx.data.nations[card.nation as usize].adjective;
    let kind = cx.data.units[card.kind as usize].name.to_lowercase();
    Inspector { title: card.name.clone(), subtitle: format!("{nation} {kind}"), lines, counters: Vec::new() }
}

fn movement_words(cx: &Context, s: &State, u: UnitId) -> String {
    let points = crate::movement::allowance(cx, s, u);
    let mut why = Vec::new();
    if s.has(u, Flag::Column) {
        why.push("in column");
    }
    if !is_effective(cx, s, u) {
        why.push("Degraded");
    }
    if s.has(u, Flag::OutOfCommand) && !s.has(u, Flag::Traced) {
        why.push("Out of Command");
    }
    if s.unit(u).morale == MoraleState::Disordered {
        why.push("Disordered");
    }
    if why.is_empty() { points.to_string() } else { format!("{points} ({})", why.join(", ")) }
}

fn command_lines(cx: &Context, s: &State, u: UnitId, lines: &mut Vec<InspectLine>) {
    let card = cx.setup.unit(u);
    let group = match card.wing {
        Some(w) => {
            let wing = cx.setup.wing(w);
            let leader = crate::leaders::name_of(cx, s, wing.leader);
            lines.push(line("Wing", format!("{}, under {leader}", wing.name), "4.2.1"));
            wing.group
        }
        None => card.group,
    };
    let group = &cx.setup.groups[group as usize];
    let state = if is_effective(cx, s, u) { "Effective" } else { "Degraded" };
    lines.push(line("Group", format!("{} (rating {}): {state}", group.name, group.rating), "4.2.2"));
}

fn leader(cx: &Context, s: &State, l: LeaderId) -> Inspector {
    let card = cx.setup.leader(l);
    let army = s.army(card.side);
    let is_commander = army.commander == Some(l);
    let mut lines = vec![line("Morale Modifier", crate::leaders::morale_of(cx, s, l), "15")];
    let initiative = crate::leaders::initiative_of(cx, s, l);
    if initiative > 0 {
        lines.push(line("Initiative", initiative, "2.3"));
    }
    let helped = match (crate::leaders::star_of(cx, s, l), star_letter(crate::leaders::star_of(cx, s, l))) {
        (crate::setup::Star::None, _) => None,
        (_, "I") => Some("may recover a wing with infantry"),
        (_, "C") => Some("may recover a Cavalry Wing"),
        _ => Some("may recover any wing"),
    };
    if let Some(text) = helped {
        lines.push(line("Special Leader", text, "4.2.4"));
    }
    lines.push(line("Movement", crate::leaders::allowance(cx, s, l), "7.4.2"));
    if let Post::Wing(w) = card.post {
        let wing = cx.setup.wing(w);
        let left = wing.units.iter().filter(|u| s.unit(**u).is_on_map()).count();
        let kind = if wing.is_cavalry { "Cavalry Wing" } else { "Infantry Wing" };
        lines.push(line("Wing", format!("{}, {kind}, {left} units", wing.name), "4.2.1"));
        let state = if s.wing(w).effective { "Effective" } else { "Degraded" };
        let column = if s.wing(w).column { ", in column" } else { "" };
        let group = &cx.setup.groups[wing.group as usize];
        lines.push(line(
            "Command",
            format!("{state}{column}: {} (rating {})", group.name, group.rating),
            "4.2.3",
        ));
    }
    if is_commander {
        let spirit = match army.spirit {
            Spirit::Steady => "steady",
            Spirit::Demoralized => "Demoralized",
            Spirit::Broken => "Broken",
        };
        lines.push(line("Army", format!("{spirit}, morale {}", army.marker), "12"));
    }
    if card.wounded_points + card.killed_points > 0 {
        let text = format!("wounded {}, killed {}", card.wounded_points, card.killed_points);
        lines.push(line("Points for the enemy", text, "19.1"));
    }
    let subtitle = match card.post {
        _ if is_commander => "Army Commander",
        Post::Wing(_) => "Wing Leader",
        Post::Commander | Post::Extra => "Leader",
    };
    Inspector {
        title: crate::leaders::name_of(cx, s, l),
        subtitle: subtitle.into(),
        lines,
        counters: Vec::new(),
    }
}
