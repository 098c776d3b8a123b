//! Advice of somebody who knows the game.

use super::data::{Data, Enter};
use crate::hex::HexId;
use crate::scenario::{At, Issues, Piece, Place, ScenarioDoc, Value};

/// What a careful designer would look at again. Nothing here stops a battle.
pub fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
    let grid = &doc.map.grid;
    let hex = |p: &Piece| match &p.place {
        Place::Hex(h) if grid.contains(*h) => Some(*h),
        _ => None,
    };
    let leads = |p: &Piece| data.kind(&p.kind).is_some_and(|k| data.kinds[k as usize].is_leader());
    for (i, a) in doc.pieces.iter().enumerate() {
        let Some(at) = hex(a) else { continue };
        let label = doc.map.hex_label(at);
        for b in &doc.pieces[i + 1..] {
            if a.side != b.side && !leads(a) && !leads(b) && hex(b).is_some_and(|h| h.distance(at) == 1) {
                let text = format!("{} and {} start next to each other", a.id, b.id);
                issues
                    .advice(At::Hex(at), label.clone(), text)
                    .rule("8.charge")
                    .remedy("a charge may not begin next to the enemy");
            }
        }
        if leads(a) && !doc.pieces.iter().any(|p| !leads(p) && p.side == a.side && hex(p) == Some(at)) {
            issues.advice(At::Hex(at), label, format!("{} starts alone", a.id)).rule("7.leader-displace");
        }
    }
    for side in &doc.sides {
        let own = |p: &&Piece| p.side == side.id;
        let at = || At::Side(side.id.clone());
        let place = format!("side {}", side.id);
        if doc.pieces.iter().filter(own).any(|p| !leads(p))
            && !doc.pieces.iter().filter(own).any(|p| p.kind == "artillery")
        {
            issues.advice(at(), place.clone(), "it has no artillery").rule("3.artillery");
        }
        let losses = doc.pieces.iter().filter(|p| p.side != side.id).count() as i64;
        let worth = |s: &crate::scenario::Special| {
            if s.rule == "objective" { s.props.get("points").and_then(Value::as_int).unwrap_or(1) } else { 0 }
        };
        let places: i64 = doc.specials.iter().map(worth).sum();
        for (i, v) in doc.victory.iter().enumerate().filter(|(_, v)| v.side == side.id && v.kind == "points")
        {
            let goal = v.props.get("points").and_then(Value::as_int).unwrap_or(0);
            if goal > losses + places {
                let text = format!(
                    "it needs {goal} points, but the enemy can lose only {losses} and places bring {places}"
                );
                issues.advice(At::Victory(i), place.clone(), text).rule("10.victory");
            }
        }
    }
    let reached = reachable(data, doc);
    for (i, s) in doc.specials.iter().enumerate().filter(|(_, s)| s.rule == "objective") {
        let Some(text) = s.props.get("hex").and_then(Value::as_text) else { continue };
        let Some(id) = grid.parse(text) else { continue };
        if !reached.get(id.index()).copied().unwrap_or(false) {
            issues.advice(At::Special(i), text, "nobody can reach this objective").rule("2.movement");
        }
    }
    let bridges = grid.ids().any(|id| doc.map.terrain_at(id) == "bridge" || doc.map.terrain_at(id) == "ford");
    for (i, s) in doc.specials.iter().enumerate() {
        if s.rule == "bridges-only" && !bridges {
            issues
                .advice(At::Special(i), "bridges-only", "there is no bridge or ford to cross at")
                .rule("11.mollwitz");
        }
    }
}

/// Hexes that somebody who starts on the map or comes to an area can walk to.
fn reachable(data: &Data, doc: &ScenarioDoc) -> Vec<bool> {
    let grid = &doc.map.grid;
    let bridges_only =
        doc.specials.iter().any(|s| s.rule == "bridges-only" && !s.props.contains_key("region"));
    let open = |id: HexId| {
        let t = data.terrains.iter().find(|t| t.id == doc.map.terrain_at(id));
        t.is_some_and(|t| t.enter != Enter::Never && !(bridges_only && t.water))
    };
    let placed = doc.pieces.iter().filter_map(|p| match &p.place {
        Place::Hex(h) => grid.id(*h),
        _ => None,
    });
    let areas = doc.map.regions.iter().flat_map(|r| r.hexes.iter().filter_map(|h| grid.id(*h)));
    let mut queue: Vec<HexId> = placed.chain(areas).collect();
    let mut seen = vec![false; grid.len()];
    let near = grid.neighbours();
    while let Some(at) = queue.pop() {
        if !open(at) || std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        queue.extend(near[at.index()].iter().filter_map(|h| h.some()));
    }
    seen
}
