//! Schedules and special rules: parameters any designer can use (15.0, 18.0).

use super::data::Data;
use super::setup::{Fort, Setup, hex_prop, number, text};
use super::state::{Amounts, MOST_NATIONS, leader_bit};
use crate::ids::{LeaderId, NationId, SideId};
use engine::hex::HexId;
use engine::map::Map;
use engine::present::Rule;
use engine::scenario::{At, Issues, Place, Props, Repair, ScenarioDoc, ScheduleEntry, Value, When};

/// Reinforcements of one turn and hex.
pub struct Arrival {
    pub name: String,
    pub turn: u8,
    pub side: SideId,
    pub hex: HexId,
    pub sp: Amounts,
    pub leaders: u64,
    pub depot: Option<bool>,
}

/// A nation that leaves: on a turn, or on a die from a turn on.
pub struct Withdrawal {
    pub name: String,
    pub nation: NationId,
    pub from: u8,
    /// Removed when the die shows this; 0 without a die.
    pub on: u8,
    /// The paragraph that says so.
    pub rule: &'static str,
}

/// Where a nation may not go.
pub struct Limit {
    pub nation: NationId,
    pub region: String,
    /// It may not leave the region; else it may not enter it.
    pub stays_in: bool,
    pub forbidden: Vec<bool>,
    /// Lifted for good when the enemy garrisons this fortress.
    pub until: Option<HexId>,
    /// The paragraph that says so.
    pub rule: &'static str,
}

/// A region closed to everybody from a turn on; its fortresses then count for nobody.
pub struct Closed {
    pub region: String,
    pub hexes: Vec<bool>,
    pub from: u8,
    /// The paragraph that says so.
    pub rule: &'static str,
}

/// The paragraph a special rule stands in; 18.0 if it names none.
fn paragraph(props: &Props) -> &'static str {
    let said = text(props, "paragraph");
    if said.is_empty() { "18.0" } else { Rule::named(said).0 }
}

/// Which prisoners are exchanged for which, and when.
pub struct Exchange {
    /// Nations of side 0 and of side 1, as bits.
    pub nations: [u8; 2],
    /// Turns, as listed; empty for the end of the game.
    pub turns: Vec<u8>,
    pub at_end: bool,
}

/// A fortified camp may be built (1761.4C).
pub struct CampRule {
    pub nation: NationId,
    pub region: String,
    pub hexes: Vec<bool>,
    pub after: u8,
}

fn region(map: &Map, id: &str, at: &At, place: &str, issues: &mut Issues) -> Vec<bool> {
    let mut out = vec![false; map.len()];
    match map.region(id) {
        Some(hexes) => hexes.iter().for_each(|h| out[h.index()] = true),
        None => {
            issues.error(at.clone(), place, format!("the region '{id}' is not on the map"));
        }
    }
    out
}

fn nation(setup: &Setup, props: &Props, at: &At, place: &str, issues: &mut Issues) -> Option<NationId> {
    let id = text(props, "nation");
    let found = setup.nations.iter().position(|n| n.id == id);
    if found.is_none() {
        issues.error(at.clone(), place, format!("the nation '{id}' is unknown"));
    }
    found.map(|n| NationId(n as u8))
}

fn words(props: &Props, key: &str) -> Vec<String> {
    let word = |v: &Value| match v {
        Value::Text(t) => t.clone(),
        Value::Int(n) => format!("{n:04}"),
        other => other.to_string(),
    };
    props.get(key).and_then(Value::as_list).map_or_else(Vec::new, |l| l.iter().map(word).collect())
}

/// Leaves only the fortresses that the scenario uses (1756.4D).
pub fn keep_forts(doc: &ScenarioDoc, map: &Map, forts: &mut Vec<Fort>, issues: &mut Issues) {
    for (i, s) in doc.specials.iter().enumerate().filter(|s| s.1.rule == "only-fortresses") {
        let at = At::Special(i);
        let mut used = vec![false; map.len()];
        for id in words(&s.props, "regions") {
            let more = region(map, &id, &at, "only-fortresses", issues);
            used.iter_mut().zip(more).for_each(|(u, m)| *u |= m);
        }
        for h in words(&s.props, "hexes") {
            match map.grid.parse(&h) {
                Some(id) => used[id.index()] = true,
                None => {
                    issues.error(at.clone(), "only-fortresses", format!("hex {h} is not on the map"));
                }
            }
        }
        forts.retain(|f| used[f.hex.index()]);
    }
}

pub fn read(_data: &Data, doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    for (i, e) in doc.schedule.iter().enumerate() {
        let at = At::Schedule(i);
        match e.kind.as_str() {
            "arrival" => arrival(doc, e, &at, setup, issues),
            "withdrawal" => withdrawal(e, &at, setup, issues),
            other => {
                issues
                    .error(at, &e.name, format!("the schedule kind '{other}' is unknown"))
                    .remedy("use arrival or withdrawal");
            }
        }
    }
    setup.arrivals.sort_by_key(|a| (a.turn, a.side));
    if setup.arrivals.len() > 60 || setup.withdrawals.len() > 60 {
        issues.error(At::Field("schedule".into()), "schedule", "more than 60 entries of one kind");
    }
    let (mut plain, mut any) = (true, false);
    for (i, s) in doc.specials.iter().enumerate() {
        let at = At::Special(i);
        match s.rule.as_str() {
            "only-fortresses" => {}
            "confined" => confined(&s.props, &at, setup, issues),
            "must-surrender" => {
                if let Some(n) = nation(setup, &s.props, &at, &s.rule, issues) {
                    setup.must_surrender |= n.bit();
                }
            }
            "no-exchange" => plain = false,
            "exchange" => {
                any = true;
                exchange(&s.props, &at, setup, issues);
            }
            "closed-region" => {
                let id = text(&s.props, "region").to_owned();
                let hexes = region(&setup.map, &id, &at, &s.rule, issues);
                let from = number(&s.props, "from", 1, (1, 200), (&at, &s.rule), issues) as u8;
                let rule = paragraph(&s.props);
                setup.closed.push(Closed { region: id, hexes, from, rule });
            }
            "fortified-camp" => {
                let id = text(&s.props, "region").to_owned();
                let hexes = region(&setup.map, &id, &at, &s.rule, issues);
                let after = number(&s.props, "after", 0, (0, 200), (&at, &s.rule), issues) as u8;
                if let Some(nation) = nation(setup, &s.props, &at, &s.rule, issues) {
                    setup.camp = Some(CampRule { nation, region: id, hexes, after });
                }
            }
            other => {
                issues.error(at, other, format!("the special rule '{other}' is unknown"));
            }
        }
    }
    if plain && !any {
        setup.exchanges.push(everybody(setup));
    }
    if setup.limits.len() > 60 || setup.exchanges.len() > 60 {
        issues.error(At::Field("specials".into()), "specials", "more than 60 of one kind");
    }
}

/// Without a special rule everybody is exchanged on even turns (14.11).
fn everybody(setup: &Setup) -> Exchange {
    let mut nations = [0u8; 2];
    for (i, n) in setup.nations.iter().enumerate() {
        nations[n.side.index()] |= 1 << i;
    }
    let turns = (setup.first_turn..=setup.last_turn).filter(|t| t % 2 == 0).collect();
    Exchange { nations, turns, at_end: false }
}

fn arrival(doc: &ScenarioDoc, e: &ScheduleEntry, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let When::Turn(turn) = e.when else {
        issues.error(at.clone(), &e.name, "reinforcements come on a fixed turn").rule("15.12");
        return;
    };
    let Some(hex) = hex_prop(&setup.map, &e.props, "hex").filter(|h| setup.land[h.index()]) else {
        issues.error(at.clone(), &e.name, "its hex must be a land hex of the map").rule("15.12");
        return;
    };
    let Some(side) = setup.sides.iter().position(|s| s.id == e.side) else {
        issues.error(at.clone(), &e.name, format!("the side '{}' is unknown", e.side));
        return;
    };
    let mut a = Arrival {
        name: e.name.clone(),
        turn: turn.min(255) as u8,
        side: SideId(side as u8),
        hex,
        sp: [0; MOST_NATIONS],
        leaders: 0,
        depot: None,
    };
    for id in &e.pieces {
        let Some(p) = doc.piece(id) else {
            issues.error(at.clone(), &e.name, format!("there is no piece '{id}'"));
            continue;
        };
        if p.place != Place::Off {
            issues
                .error(at.clone(), &e.name, format!("the piece '{id}' already stands on the map"))
                .rule("15.12")
                .fix("Take off map", vec![Repair::MovePiece { id: id.clone(), to: None }]);
            continue;
        }
        let nation = setup.nations.iter().position(|n| n.id == p.nation).unwrap_or(0);
        match p.kind.as_str() {
            "strength" => {
                let n = number(&p.props, "sp", 0, (1, 250), (at, id), issues) as u8;
                a.sp[nation] = a.sp[nation].saturating_add(n);
            }
            "leader" => {
                if let Some(i) = setup.leaders.iter().position(|l| l.id == *id) {
                    a.leaders |= leader_bit(LeaderId(i as u8));
                }
            }
            "depot" => a.depot = Some(p.props.get("offmap").and_then(Value::as_bool).unwrap_or(false)),
            _ => {
                issues.error(at.clone(), &e.name, format!("the piece '{id}' cannot arrive"));
            }
        }
    }
    let twice = setup.arrivals.iter().any(|o| o.leaders & a.leaders != 0);
    if twice {
        issues.error(at.clone(), &e.name, "a leader of this entry arrives twice");
    }
    setup.arrivals.push(a);
}

fn withdrawal(e: &ScheduleEntry, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let Some(nation) = nation(setup, &e.props, at, &e.name, issues) else { return };
    let (from, on) = match &e.when {
        // In older files the die stands with the entry itself.
        When::Turn(t) => (*t, number(&e.props, "removes_on", 0, (0, 6), (at, &e.name), issues) as u8),
        When::Die { from, props } => {
            (*from, number(props, "removes_on", 1, (1, 6), (at, &e.name), issues) as u8)
        }
        _ => {
            issues.error(at.clone(), &e.name, "a withdrawal has a turn or a die");
            return;
        }
    };
    let rule = paragraph(&e.props);
    let from = from.min(255) as u8;
    setup.withdrawals.push(Withdrawal { name: e.name.clone(), nation, from, on, rule });
}

fn confined(props: &Props, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let id = text(props, "region").to_owned();
    let mut forbidden = region(&setup.map, &id, at, "confined", issues);
    match text(props, "stay") {
        "outside" => {}
        "inside" => forbidden.iter_mut().for_each(|f| *f = !*f),
        other => {
            issues.error(at.clone(), "confined", format!("'stay' is inside or outside, not '{other}'"));
        }
    }
    let until = hex_prop(&setup.map, props, "until_captured");
    let said = props.get("until_captured").is_some_and(|v| v.as_text() != Some(""));
    if said && !until.is_some_and(|h| setup.is_fort(h)) {
        issues.error(at.clone(), "confined", "'until_captured' must name a fortress hex");
    }
    if let Some(nation) = nation(setup, props, at, "confined", issues) {
        let stays_in = text(props, "stay") == "inside";
        let rule = paragraph(props);
        setup.limits.push(Limit { nation, region: id, stays_in, forbidden, until, rule });
    }
}

fn exchange(props: &Props, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let mut nations = [0u8; 2];
    for (i, key) in ["first", "second"].iter().enumerate() {
        for id in words(props, key) {
            match setup.nations.iter().position(|n| n.id == id) {
                Some(n) if setup.nations[n].side.index() == i => nations[i] |= 1 << n,
                Some(_) => {
                    issues.error(at.clone(), "exchange", format!("'{id}' does not belong to that side"));
                }
                None => {
                    issues.error(at.clone(), "exchange", format!("the nation '{id}' is unknown"));
                }
            }
        }
    }
    let turns: Vec<u8> = props.get("turns").and_then(Value::as_list).map_or_else(Vec::new, |l| {
        l.iter().filter_map(Value::as_int).map(|n| n.clamp(0, 255) as u8).collect()
    });
    let at_end = props.get("at_end").and_then(Value::as_bool).unwrap_or(false);
    if turns.is_empty() && !at_end {
        issues.error(at.clone(), "exchange", "'turns' or 'at_end' must say when").rule("14.11");
    }
    setup.exchanges.push(Exchange { nations, turns, at_end });
}
