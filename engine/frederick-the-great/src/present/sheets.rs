//! Boxes beside the map and the reckoning: prisoners, losses, reinforcements, special rules, points.

use super::labels::{adjective, leader, place, side_name};
use super::words::{self, points};
use crate::ids::{LeaderId, NationId, SideId};
use crate::special::Arrival;
use crate::state::{Place, State, leaders_in};
use crate::{Ctx, victory};
use engine::present::{BoxView, InspectLine, Rule, ScoreView, SheetView, SideScore};

fn slot(id: String, name: String, at: (usize, usize), text: String) -> BoxView {
    let (col, row) = (at.0 as u8, at.1 as u8);
    BoxView { id, name, col, row, counters: Vec::new(), text, parent: None }
}

fn sheet(id: &str, name: &str, boxes: Vec<BoxView>, rule: &'static str) -> SheetView {
    SheetView { id: id.into(), name: name.into(), boxes, rule: Some(Rule(rule)) }
}

pub fn sheets(cx: &Ctx, s: &State) -> Vec<SheetView> {
    let mut out = vec![sheet("losses", words::LOSSES_SHEET, losses(cx, s), "14.0")];
    let more = [
        sheet("reinforcements", words::ARRIVALS_SHEET, arrivals(cx, s), "15.0"),
        sheet("special", words::SPECIAL_SHEET, specials(cx, s), "18.0"),
    ];
    out.extend(more.into_iter().filter(|s| !s.boxes.is_empty()));
    out
}

/// A box for each nation's prisoners, dead and points out of play, with the captive leaders.
fn losses(cx: &Ctx, s: &State) -> Vec<BoxView> {
    let mut boxes = Vec::new();
    for (i, n) in cx.setup.nations.iter().enumerate() {
        let who = |place: Place| {
            let own = |l: &usize| cx.setup.leaders[*l].nation.index() == i && s.leaders[*l].place == place;
            let names: Vec<String> =
                (0..s.leaders.len()).filter(own).map(|l| leader(cx, LeaderId(l as u8))).collect();
            if names.is_empty() { String::new() } else { format!(", {}", names.join(", ")) }
        };
        let rows = [
            ("prisoners", words::PRISONERS, s.off_map.prisoners[i], who(Place::Prisoner)),
            ("lost", words::LOST, s.off_map.dead[i], who(Place::Dead)),
            ("removed", words::OUT_OF_PLAY, s.off_map.removed[i], who(Place::Removed)),
        ];
        for (col, (id, name, sp, names)) in rows.into_iter().enumerate() {
            let id = format!("{}-{id}", n.id);
            boxes.push(slot(id, format!("{} {name}", n.adjective), (col, i), format!("{sp}{names}")));
        }
    }
    boxes
}

fn force(cx: &Ctx, a: &Arrival) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (n, sp) in a.sp.iter().enumerate().filter(|n| *n.1 > 0) {
        parts.push(format!("{} {}", adjective(cx, NationId(n as u8)), points((*sp).into())));
    }
    parts.extend(leaders_in(a.leaders).map(|l| leader(cx, l)));
    if a.depot.is_some() {
        parts.push(words::DEPOT.into());
    }
    parts.join(", ")
}

/// Who is still to come, and which nations will leave.
fn arrivals(cx: &Ctx, s: &State) -> Vec<BoxView> {
    let mut boxes = Vec::new();
    for (i, a) in cx.setup.special.arrivals.iter().enumerate() {
        let text = if s.schedule.arrived & (1 << i) != 0 {
            words::ARRIVED.into()
        } else {
            words::force_at_place(&force(cx, a), &place(cx, a.hex))
        };
        let name = words::on_turn(a.turn.into(), side_name(cx, a.side));
        boxes.push(slot(format!("arrival-{i}"), name, (a.side.index(), boxes.len()), text));
    }
    for (i, w) in cx.setup.special.withdrawals.iter().enumerate() {
        let text = match (s.schedule.withdrawn & (1 << i) != 0, w.on) {
            (true, _) => words::GONE.into(),
            (false, 0) => words::leaves_on(w.from),
            (false, die) => words::leaves_die(w.from, die),
        };
        let name = adjective(cx, w.nation).to_owned();
        let col = cx.setup.side_of(w.nation).index();
        boxes.push(slot(format!("withdrawal-{i}"), name, (col, boxes.len()), text));
    }
    boxes
}

/// The special rules of the scenario in words.
fn specials(cx: &Ctx, s: &State) -> Vec<BoxView> {
    let setup = &*cx.setup;
    let mut list: Vec<(String, String)> = Vec::new();
    for (i, l) in setup.special.limits.iter().enumerate() {
        let until = l.until.map(|h| place(cx, h));
        let lifted = s.schedule.lifted & (1 << i) != 0;
        list.push((
            adjective(cx, l.nation).to_owned(),
            words::confined(&setup.region_name(&l.region), l.stays_in, until.as_deref(), lifted),
        ));
    }
    for c in &setup.special.closed {
        list.push((setup.region_name(&c.region), words::closed_from(c.from)));
    }
    for n in setup.nation_ids().filter(|n| setup.special.must_surrender & n.bit() != 0) {
        list.push((adjective(cx, n).to_owned(), words::MUST_SURRENDER.into()));
    }
    if let Some(c) = &setup.special.camp {
        let text = words::camp(&setup.region_name(&c.region), c.after, s.camps > 0);
        list.push((adjective(cx, c.nation).to_owned(), text));
    }
    let names = |mask: u8| {
        let all: Vec<&str> =
            setup.nation_ids().filter(|n| mask & n.bit() != 0).map(|n| adjective(cx, n)).collect();
        all.join(", ")
    };
    if setup.special.exchanges.is_empty() {
        list.push((words::EXCHANGE.into(), words::NO_EXCHANGE.into()));
    }
    for e in &setup.special.exchanges {
        let when = if e.at_end { words::AT_THE_END.to_owned() } else { words::turns(&e.turns) };
        list.push((
            words::EXCHANGE.into(),
            words::exchange(&names(e.nations[0]), &names(e.nations[1]), &when),
        ));
    }
    list.into_iter()
        .enumerate()
        .map(|(i, (name, text))| slot(format!("special-{i}"), name, (0, i), text))
        .collect()
}

/// The special rules of the scenario as sentences for the setup sheet.
pub fn special_sentences(cx: &Ctx) -> Vec<String> {
    let setup = &*cx.setup;
    let mut out = Vec::new();
    for l in &setup.special.limits {
        let until = l.until.map(|h| place(cx, h));
        let bound = words::confined(&setup.region_name(&l.region), l.stays_in, until.as_deref(), false);
        out.push(words::troops_confined(adjective(cx, l.nation), &bound, l.rule));
    }
    for c in &setup.special.closed {
        out.push(words::region_closed(&setup.region_name(&c.region), c.from, c.rule));
    }
    for n in setup.nation_ids().filter(|n| setup.special.must_surrender & n.bit() != 0) {
        out.push(words::garrison_surrenders(adjective(cx, n)));
    }
    if let Some(c) = &setup.special.camp {
        let may = words::camp(&setup.region_name(&c.region), c.after, false);
        out.push(words::side_may(adjective(cx, c.nation), &may));
    }
    let names = |mask: u8| {
        let all: Vec<&str> =
            setup.nation_ids().filter(|n| mask & n.bit() != 0).map(|n| adjective(cx, n)).collect();
        engine::joined_with_and(&all)
    };
    if setup.special.exchanges.is_empty() {
        out.push(words::NO_EXCHANGE_SENTENCE.into());
    }
    for e in &setup.special.exchanges {
        let when = if e.at_end { words::AT_THE_END.to_owned() } else { words::turns(&e.turns) };
        out.push(words::prisoners_exchanged(&names(e.nations[0]), &names(e.nations[1]), &when));
    }
    out
}

pub fn score(cx: &Ctx, s: &State) -> ScoreView {
    let line =
        |name: String, value: String, rule: &'static str| InspectLine { name, value, rule: Some(Rule(rule)) };
    let side = |side: SideId| {
        let r = victory::count_points(cx, s, side);
        let v = &cx.data.victory;
        let mut lines: Vec<InspectLine> = r
            .forts
            .iter()
            .map(|(i, vp)| line(cx.setup.forts[*i].name.clone(), format!("+{vp}"), "17.0"))
            .collect();
        for (n, info) in cx.setup.nations.iter().enumerate().filter(|n| n.1.side == side) {
            for (count, word, rule) in [
                (s.off_map.dead[n], words::ELIMINATED, "17.0"),
                (s.off_map.prisoners[n], words::PRISONERS, "14.17"),
            ] {
                if count > 0 {
                    let name = format!("{} {word}: {}", info.adjective, points(count.into()));
                    lines.push(line(name, format!("-{}", i32::from(count) * v.loss), rule));
                }
            }
        }
        let extra = r.penalty - i32::from(r.lost) * v.loss;
        let info = &cx.setup.sides[side.index()];
        if let (Some(limit), true) = (info.double_after, extra > 0) {
            lines.push(line(
                words::losses_beyond_limit(r.lost - limit.min(r.lost), limit),
                format!("-{extra}"),
                "17.0",
            ));
        }
        SideScore { name: info.name.clone(), army: info.army.clone(), points: r.total, goal: None, lines }
    };
    let mut conditions: Vec<InspectLine> = cx
        .data
        .victory
        .levels
        .iter()
        .map(|l| line(words::difference(l.from), l.name.clone(), "17.1"))
        .collect();
    for info in &cx.setup.sides {
        if let Some(n) = info.double_after {
            conditions.push(line(words::lost_beyond(&info.name, n), words::DOUBLE.into(), "17.0"));
        }
    }
    conditions.push(line(words::NEGATIVE.into(), words::DEFEATED.into(), "17.0"));
    ScoreView { sides: SideId::BOTH.map(side).to_vec(), conditions, outcome: None }
}
