//! Sides and nations of a scenario.

use super::data::Data;
use super::fields;
use super::setup::{NationInfo, SideInfo};
use super::state::MOST_NATIONS;
use crate::ids::SideId;
use engine::scenario::front_end::Resolver;
use engine::scenario::{Issues, ScenarioDoc};

pub fn read_sides(data: &Data, resolver: &Resolver, issues: &mut Issues) -> Option<[SideInfo; 2]> {
    let sides = resolver.two_sides("2.0", issues)?;
    let seats = resolver.seats("2.0", issues);
    let read = |i: usize| {
        let side = sides[i];
        let seat = seats.of_side[i];
        SideInfo {
            id: side.id.clone(),
            name: side.name.clone(),
            army: resolver.army(side),
            player: seats.seats.get(usize::from(seat.0)).map(|s| s.0.clone()).filter(|n| !n.is_empty()),
            seat,
            supply: fields::SUPPLY.with_default(data.movement.supply).read_or_default(&side.props),
            double_after: fields::DOUBLE_LOSS_AFTER.read(&side.props),
        }
    };
    Some([read(0), read(1)])
}

/// The nations of both sides that the rules know, in the order of the sides.
pub fn read_nations(data: &Data, doc: &ScenarioDoc, resolver: &Resolver) -> Vec<NationInfo> {
    let mut out: Vec<NationInfo> = Vec::new();
    for (side, s) in doc.sides.iter().take(2).enumerate() {
        for id in &s.nations {
            let Some(row) = data.nations.iter().find(|n| n.id == *id) else { continue };
            if out.iter().any(|n| n.id == *id) {
                continue;
            }
            let nation = resolver.nation(id);
            out.push(NationInfo {
                id: nation.id,
                name: nation.name,
                adjective: nation.adjective,
                army: nation.army,
                side: SideId(side as u8),
                zone: row.zone,
                free_command: row.free_command,
            });
        }
    }
    out.truncate(MOST_NATIONS);
    out
}
