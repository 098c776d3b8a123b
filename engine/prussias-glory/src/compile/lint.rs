//! Advice on a document that can be played as it is: what an author has probably overlooked.

use super::pieces::Pieces;
use super::side_order;
use crate::data::{Arm, Data};
use crate::ids::SideId;
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, Place, ScenarioDoc};

pub fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
    let schema = crate::schema::schema(data);
    let map = Map::compile(&doc.map, &schema, &mut Issues::default());
    for corner in map.broken_corners() {
        let hex = corner.hexes()[0];
        let text = "the slopes round a corner of this hex contradict each other";
        issues
            .warning(At::Hex(hex), doc.map.hex_label(hex), text)
            .rule("8.2")
            .remedy("let the rises round each corner add up to nothing");
    }
    if doc.sides.len() != 2 || map.is_empty() {
        return;
    }
    let names = Resolver::new(doc, &schema);
    // What is wrong with the pieces themselves `compile` reports.
    let mut told = Issues::default();
    let order = side_order(doc, &mut told);
    let pieces = Pieces::read(data, doc, &map, (&names, &order), &mut told);
    command(data, &map, &pieces, issues);
    wings(&pieces, issues);
    stacking(data, &map, &pieces, issues);
    areas(data, doc, &map, &pieces, issues);
    super::repairs::repair(data, doc, &map, issues);
}

/// Units and batteries that start out of command (4.2.5).
fn command(data: &Data, map: &Map, pieces: &Pieces, issues: &mut Issues) {
    let range = data.command.command_range;
    for unit in &pieces.units {
        let Some(at) = unit.start else { continue };
        let near = |l: &crate::setup::LeaderCard| l.start.is_some_and(|h| map.distance(at, h) <= range);
        let (is_led, text, remedy) = match unit.wing {
            Some(w) => {
                let leader = &pieces.leaders[pieces.wings[w.index()].leader.index()];
                if leader.start.is_none() {
                    continue;
                }
                (near(leader), "it starts out of command", "move it within 5 hexes of its leader")
            }
            None => {
                let own = pieces.leaders.iter().filter(|l| l.side == unit.side);
                let text = "no leader is within 5 hexes of these guns";
                (own.clone().any(near), text, "move them within 5 hexes of any leader of their side")
            }
        };
        if !is_led {
            issues.advice(At::Piece(unit.id.clone()), &unit.id, text).rule("4.2.5").remedy(remedy);
        }
    }
}

/// Wings without units, and wings on the map whose leader is not.
fn wings(pieces: &Pieces, issues: &mut Issues) {
    for wing in &pieces.wings {
        let leader = &pieces.leaders[wing.leader.index()];
        let at = At::Piece(leader.id.clone());
        let is_on_map = |u: &crate::ids::UnitId| pieces.units[u.index()].start.is_some();
        if wing.units.is_empty() && !wing.is_pile {
            issues
                .advice(at, &leader.id, "no unit belongs to his wing")
                .rule("4.2.1")
                .remedy("name him as the parent of units, or make him a leader without a wing");
        } else if leader.start.is_none() && wing.units.iter().any(is_on_map) {
            issues
                .warning(at, &leader.id, "his wing is on the map and he is not")
                .rule("4.2.5")
                .remedy("place him");
        }
    }
}

/// Steps of some units as they count for stacking: of infantry and cavalry, of guns (5.3).
fn steps_of<'a>(data: &Data, units: impl Iterator<Item = &'a crate::setup::UnitCard>) -> (u32, u32) {
    let (mut fighters, mut guns) = (0, 0);
    for unit in units {
        let double = if unit.traits.double { u32::from(data.movement.double) } else { 1 };
        let steps = u32::from(unit.steps()) * double;
        if unit.arm == Arm::Guns {
            guns += steps;
        } else {
            fighters += steps;
        }
    }
    (fighters, guns)
}

/// Hexes that are too full at the start (5.1).
fn stacking(data: &Data, map: &Map, pieces: &Pieces, issues: &mut Issues) {
    let m = &data.movement;
    let mut hexes: Vec<HexId> = pieces.units.iter().filter_map(|u| u.start).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        for side in SideId::BOTH {
            let here = pieces.units.iter().filter(|u| u.start == Some(hex) && u.side == side);
            let (fighters, guns) = steps_of(data, here);
            let most_guns = if fighters == 0 { m.guns_alone } else { m.gun_steps };
            if fighters > u32::from(m.steps) || guns > u32::from(most_guns) {
                let text =
                    format!("{fighters} steps of infantry and cavalry and {guns} of artillery start here");
                issues
                    .warning(At::Hex(map.grid.hex(hex)), map.label(hex), text)
                    .rule("5.1")
                    .remedy("at most 12 and 8, or 12 of artillery alone; spread them");
            }
        }
    }
}

/// Set-up areas in which their wings find no room (5.1, 7.4.3).
fn areas(data: &Data, doc: &ScenarioDoc, map: &Map, pieces: &Pieces, issues: &mut Issues) {
    for (i, entry) in doc.setup.iter().enumerate().filter(|(_, e)| !e.area.is_empty()) {
        let Some(region) = doc.map.regions.iter().find(|r| r.id == entry.area) else { continue };
        let hexes: Vec<HexId> = region.hexes.iter().filter_map(|h| map.grid.id(*h)).collect();
        let named = |id: &String| pieces.units.iter().find(|u| u.id == *id);
        let units: Vec<_> = entry.pieces.iter().filter_map(named).collect();
        let open = |arm: Arm| {
            let is_open =
                |h: &&HexId| data.terrain.hexes[map.terrain[h.index()].0 as usize].cost.of(arm).is_some();
            hexes.iter().filter(is_open).count() as u32
        };
        let (fighters, guns) = steps_of(data, units.iter().copied());
        let has = |arm: Arm| units.iter().any(|u| u.arm == arm);
        let barred = [Arm::Foot, Arm::Horse, Arm::Guns].into_iter().any(|a| has(a) && open(a) == 0);
        let is_leader = |id: &String| {
            doc.pieces.iter().any(|p| p.id == *id && matches!(p.place, Place::Off))
                && pieces.leaders.iter().any(|l| l.id == *id)
        };
        let no_leader = entry.pieces.iter().any(is_leader) && open(Arm::Leader) == 0;
        let most = open(Arm::Foot).max(open(Arm::Horse));
        let is_small = fighters > most * u32::from(data.movement.steps)
            || guns > open(Arm::Guns) * u32::from(data.movement.guns_alone);
        if barred || no_leader || is_small {
            let text = format!("the area '{}' has no room for all that are set up there", region.name);
            issues
                .warning(At::Field(format!("setup {}", i + 1)), &entry.area, text)
                .rule("5.1")
                .remedy("make the area larger, or give it ground they may enter");
        }
    }
}
