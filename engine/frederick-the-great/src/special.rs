//! Schedules and special rules: parameters any designer can use (15.0, 18.0).

use super::data::Data;
use super::fields;
use super::setup::{Fort, Setup};
use super::state::{Amounts, MOST_NATIONS, leader_bit};
use crate::ids::{LeaderId, NationId, SideId};
use engine::hex::HexId;
use engine::map::Map;
use engine::present::Rule;
use engine::scenario::{At, Issues, Place, Props, ScenarioDoc, ScheduleEntry, When};

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
    fields::PARAGRAPH.read(props).map_or("18.0", |said| Rule::named(said).0)
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

/// The campaign's own rules, and who comes and goes.
#[derive(Default)]
pub struct SpecialRules {
    pub arrivals: Vec<Arrival>,
    pub withdrawals: Vec<Withdrawal>,
    pub limits: Vec<Limit>,
    pub closed: Vec<Closed>,
    pub exchanges: Vec<Exchange>,
    /// Nations, as bits, that must surrender when denied honours.
    pub must_surrender: u8,
    pub camp: Option<CampRule>,
}

/// The hexes of a region as a mask; the front end has said what is wrong where there are none.
fn region_mask(map: &Map, id: &str) -> Vec<bool> {
    let mut out = vec![false; map.len()];
    map.region(id).unwrap_or_default().iter().for_each(|h| out[h.index()] = true);
    out
}

/// The region a rule names: its id and hexes.
fn named_region(map: &Map, props: &Props, at: &At, place: &str, issues: &mut Issues) -> (String, Vec<bool>) {
    let id = fields::REGION.read(props).unwrap_or_default();
    if id.is_empty() {
        issues.error(at.clone(), place, "it names no area").rule("18.0").remedy("set `region`");
    }
    (id.to_owned(), region_mask(map, id))
}

/// The nation a rule names, if it belongs to one of the sides.
fn nation(setup: &Setup, props: &Props, at: &At, place: &str, issues: &mut Issues) -> Option<NationId> {
    let id = fields::NATION.read(props).unwrap_or_default();
    let found = setup.nations.iter().position(|n| n.id == id);
    if id.is_empty() {
        issues.error(at.clone(), place, "it names no nation").rule("18.0").remedy("set `nation`");
    } else if found.is_none() {
        issues.error(at.clone(), place, format!("the nation '{id}' belongs to neither side"));
    }
    found.map(|n| NationId(n as u8))
}

/// Leaves only the fortresses that the scenario uses (1756.4D).
pub fn keep_forts(doc: &ScenarioDoc, map: &Map, forts: &mut Vec<Fort>) {
    for s in doc.specials.iter().filter(|s| s.rule == "only-fortresses") {
        let mut used = vec![false; map.len()];
        for id in fields::COUNTED_REGIONS.read_all(&s.props) {
            used.iter_mut().zip(region_mask(map, id)).for_each(|(u, m)| *u |= m);
        }
        let hexes = fields::COUNTED_HEXES.read_all(&s.props);
        hexes.iter().filter_map(|h| map.grid.parse(h)).for_each(|id| used[id.index()] = true);
        forts.retain(|f| used[f.hex.index()]);
    }
}

pub fn read(_data: &Data, doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    for (i, e) in doc.schedule.iter().enumerate() {
        let at = At::Schedule(i);
        match e.kind.as_str() {
            "arrival" => arrival(doc, e, &at, setup, issues),
            "withdrawal" => withdrawal(e, &at, setup, issues),
            // The front end has refused other kinds.
            _ => {}
        }
    }
    setup.special.arrivals.sort_by_key(|a| (a.turn, a.side));
    if setup.special.arrivals.len() > 60 || setup.special.withdrawals.len() > 60 {
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
                    setup.special.must_surrender |= n.bit();
                }
            }
            "no-exchange" => plain = false,
            "exchange" => {
                any = true;
                exchange(&s.props, &at, setup, issues);
            }
            "closed-region" => {
                let (id, hexes) = named_region(&setup.map, &s.props, &at, &s.rule, issues);
                let from = fields::CLOSED_FROM.read_or_default(&s.props);
                let rule = paragraph(&s.props);
                setup.special.closed.push(Closed { region: id, hexes, from, rule });
            }
            "fortified-camp" => {
                let (id, hexes) = named_region(&setup.map, &s.props, &at, &s.rule, issues);
                let after = fields::CAMP_AFTER.read_or_default(&s.props);
                if let Some(nation) = nation(setup, &s.props, &at, &s.rule, issues) {
                    setup.special.camp = Some(CampRule { nation, region: id, hexes, after });
                }
            }
            _ => {}
        }
    }
    if plain && !any {
        setup.special.exchanges.push(everybody(setup));
    }
    if setup.special.limits.len() > 60 || setup.special.exchanges.len() > 60 {
        issues.error(At::Field("specials".into()), "specials", "more than 60 of one kind");
    }
}

/// Without a special rule everybody is exchanged on even turns (14.11).
fn everybody(setup: &Setup) -> Exchange {
    let mut nations = [0u8; 2];
    for (i, n) in setup.nations.iter().enumerate() {
        nations[n.side.index()] |= 1 << i;
    }
    let turns = (setup.calendar.first_turn..=setup.calendar.last_turn).filter(|t| t % 2 == 0).collect();
    Exchange { nations, turns, at_end: false }
}

fn arrival(doc: &ScenarioDoc, e: &ScheduleEntry, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let When::Turn(turn) = e.when else { return };
    let hex = fields::ARRIVAL_HEX.find_hex(&e.props, &setup.map.grid);
    let Some(hex) = hex.filter(|h| setup.ground.land[h.index()]) else {
        issues
            .error(at.clone(), &e.name, "it arrives at no land hex of the map")
            .rule("15.12")
            .remedy("give the `hex` where they arrive");
        return;
    };
    let Some(side) = setup.sides.iter().position(|s| s.id == e.side) else { return };
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
        let Some(p) = doc.piece(id) else { continue };
        // The front end has said so.
        if p.place != Place::Off {
            continue;
        }
        let nation = setup.nations.iter().position(|n| n.id == p.nation).unwrap_or(0);
        match p.kind.as_str() {
            "strength" => {
                let points = fields::STRENGTH.read(&p.props).unwrap_or(0);
                a.sp[nation] = a.sp[nation].saturating_add(points);
            }
            "leader" => {
                if let Some(i) = setup.leaders.iter().position(|l| l.id == *id) {
                    a.leaders |= leader_bit(LeaderId(i as u8));
                }
            }
            "depot" => a.depot = Some(fields::SUPPLIED_OFF_MAP.is_on(&p.props)),
            _ => {
                issues.error(at.clone(), &e.name, format!("the piece '{id}' cannot arrive"));
            }
        }
    }
    let twice = setup.special.arrivals.iter().any(|o| o.leaders & a.leaders != 0);
    if twice {
        issues.error(at.clone(), &e.name, "a leader of this entry arrives twice");
    }
    setup.special.arrivals.push(a);
}

fn withdrawal(e: &ScheduleEntry, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let Some(nation) = nation(setup, &e.props, at, &e.name, issues) else { return };
    let (from, on) = match &e.when {
        // In older files the die stands with the entry itself.
        When::Turn(t) => (*t, fields::REMOVES_ON.read(&e.props).unwrap_or(0)),
        When::Die { from, props } => (*from, fields::REMOVES_ON.read_or_default(props)),
        When::Event(_) | When::Condition { .. } => return,
    };
    let rule = paragraph(&e.props);
    let from = from.min(255) as u8;
    setup.special.withdrawals.push(Withdrawal { name: e.name.clone(), nation, from, on, rule });
}

fn confined(props: &Props, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let (id, mut forbidden) = named_region(&setup.map, props, at, "confined", issues);
    let stays_in = fields::STAYS_IN.read(props);
    if !fields::STAYS_IN.is_given(props) {
        issues.error(at.clone(), "confined", "it does not say where they must stay").remedy("set `stay`");
    }
    let stays_in = stays_in.unwrap_or(false);
    if stays_in {
        forbidden.iter_mut().for_each(|f| *f = !*f);
    }
    let until = fields::UNTIL_CAPTURED.find_hex(props, &setup.map.grid);
    let said = fields::UNTIL_CAPTURED.read(props).is_some();
    if said && !until.is_some_and(|h| setup.is_fort(h)) {
        issues.error(at.clone(), "confined", "'until_captured' must name a fortress hex");
    }
    if let Some(nation) = nation(setup, props, at, "confined", issues) {
        let rule = paragraph(props);
        setup.special.limits.push(Limit { nation, region: id, stays_in, forbidden, until, rule });
    }
}

fn exchange(props: &Props, at: &At, setup: &mut Setup, issues: &mut Issues) {
    let mut nations = [0u8; 2];
    for (i, exchanged) in fields::EXCHANGED.iter().enumerate() {
        for id in exchanged.read_all(props) {
            match setup.nations.iter().position(|n| n.id == id) {
                Some(n) if setup.nations[n].side.index() == i => nations[i] |= 1 << n,
                Some(_) => {
                    issues.error(at.clone(), "exchange", format!("'{id}' does not belong to that side"));
                }
                None => {
                    issues.error(
                        at.clone(),
                        "exchange",
                        format!("the nation '{id}' belongs to neither side"),
                    );
                }
            }
        }
    }
    let turns = fields::EXCHANGE_TURNS.read_all(props);
    let at_end = fields::EXCHANGE_AT_END.is_on(props);
    if turns.is_empty() && !at_end {
        issues.error(at.clone(), "exchange", "'turns' or 'at_end' must say when").rule("14.11");
    }
    setup.special.exchanges.push(Exchange { nations, turns, at_end });
}
