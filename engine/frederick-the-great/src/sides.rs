//! Sides and nations of a scenario.

use super::data::Data;
use super::fields;
use super::setup::{NationInfo, SideInfo};
use super::state::MOST_NATIONS;
use crate::ids::SideId;
use engine::present::Seat;
use engine::scenario::{At, Issues, ScenarioDoc};

pub fn read_sides(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Option<[SideInfo; 2]> {
    if doc.sides.len() != 2 {
        issues.error(At::Field("sides".into()), "sides", "this game is for exactly two sides").rule("2.0");
        return None;
    }
    let read = |i: usize| {
        let s = &doc.sides[i];
        let seat = doc.seats.iter().position(|t| t.sides.contains(&s.id));
        let first = s.nations.first().and_then(|n| doc.nation(n));
        SideInfo {
            id: s.id.clone(),
            name: s.name.clone(),
            army: first.map_or(String::new(), |n| n.army.clone()),
            player: seat.map(|t| doc.seats[t].name.clone()).filter(|n| !n.is_empty()),
            seat: Seat(seat.unwrap_or(i) as u8),
            supply: fields::SUPPLY.with_default(data.movement.supply).read_or_default(&s.props),
            double_after: fields::DOUBLE_LOSS_AFTER.read(&s.props),
        }
    };
    let pair = [read(0), read(1)];
    for s in doc.sides.iter().filter(|_| !doc.seats.is_empty()) {
        let wrong = match doc.seats.iter().filter(|t| t.sides.contains(&s.id)).count() {
            0 => "nobody sits for it",
            1 => continue,
            _ => "it has two seats",
        };
        issues.error(At::Field("seats".into()), format!("side {}", s.id), wrong).rule("2.0");
    }
    Some(pair)
}

pub fn read_nations(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Vec<NationInfo> {
    let mut out: Vec<NationInfo> = Vec::new();
    for (side, s) in doc.sides.iter().take(2).enumerate() {
        for id in &s.nations {
            if out.iter().any(|n| n.id == *id) {
                issues.error(At::Side(s.id.clone()), &s.id, format!("the nation '{id}' is listed twice"));
                continue;
            }
            let Some(row) = data.nations.iter().find(|n| n.id == *id) else {
                let known: Vec<&str> = data.nations.iter().map(|n| n.id.as_str()).collect();
                issues
                    .error(At::Side(s.id.clone()), &s.id, format!("the nation '{id}' is unknown"))
                    .remedy(format!("use one of: {}", known.join(", ")));
                continue;
            };
            let own = doc.nation(id);
            let pick = |f: fn(&engine::scenario::Nation) -> &String, d: &String| {
                own.map(f).filter(|t| !t.is_empty()).unwrap_or(d).clone()
            };
            out.push(NationInfo {
                id: id.clone(),
                name: pick(|n| &n.name, &row.name),
                adjective: pick(|n| &n.adjective, &row.adjective),
                army: pick(|n| &n.army, &row.army),
                side: SideId(side as u8),
                zone: row.zone,
                free_command: row.free_command,
            });
        }
    }
    out.truncate(MOST_NATIONS);
    out
}
