//! What a table game of the battle needs: both counters of each unit, leaders, markers, a roster.

use super::board::{Able, leader_view, unit_view};
use crate::ids::{SideId, UnitId};
use crate::setup::Post;
use crate::{Context, PrussiasGlory};
use engine::game::Play;
use engine::present::{
    CounterPlace, CounterStrength, CounterView, InStack, KitView, MarkerView, PieceView, RosterView, Rule,
    Seat,
};

pub fn kit(cx: &Context) -> KitView {
    let start = PrussiasGlory::start(cx);
    let mut pieces: Vec<PieceView> = cx.setup.unit_ids().flat_map(|u| unit_counters(cx, &start, u)).collect();
    pieces.extend(cx.setup.leader_ids().map(|l| {
        let mut front = leader_view(cx, &start, Seat::OPEN.0, l, &Able::nobody());
        front.place = off_map();
        front.badges.clear();
        front.quarter_turns = 0;
        let back = CounterView { tag: "+4".into(), quarter_turns: 1, ..front.clone() };
        let card = cx.setup.leader(l);
        PieceView { piece: card.id.clone(), side: side(cx, card.side), front, back, copies: 1 }
    }));
    KitView {
        // Wings that approach unseen are set up unseen (17).
        secret: cx.setup.is_hidden(),
        pieces,
        markers: markers(cx),
        roster: cx.setup.unit_ids().map(|u| roster(cx, u)).collect(),
        special_rules: Vec::new(),
    }
}

fn off_map() -> CounterPlace {
    CounterPlace::Box { sheet: String::new(), slot: String::new() }
}

fn side(cx: &Context, s: SideId) -> String {
    cx.setup.sides[s.index()].id.clone()
}

/// The counters of a unit, each with its two faces (2.1).
fn unit_counters(cx: &Context, start: &crate::State, u: UnitId) -> Vec<PieceView> {
    let card = cx.setup.unit(u);
    let mut left = card.steps();
    let mut out = Vec::new();
    for on_it in &card.counters {
        let face = |steps: u8| {
            let mut s = start.clone();
            s.unit_mut(u).steps = steps;
            let view = unit_view(cx, &s, Seat::OPEN.0, u, &Able::nobody());
            CounterView {
                place: off_map(),
                badges: Vec::new(),
                quarter_turns: 0,
                stack: InStack { rank: String::new(), ..view.stack },
                strength: CounterStrength { reduced: steps < left, ..view.strength },
                ..view
            }
        };
        let front = face(left);
        let back = if *on_it > 1 { face(left - 1) } else { CounterView { hidden: true, ..front.clone() } };
        out.push(PieceView { piece: card.id.clone(), side: side(cx, card.side), front, back, copies: 1 });
        left = left.saturating_sub(*on_it);
    }
    out
}

fn roster(cx: &Context, u: UnitId) -> RosterView {
    let card = cx.setup.unit(u);
    let faces: Vec<String> = card.faces.iter().map(|f| f.text(card.arm)).collect();
    RosterView {
        piece: card.id.clone(),
        side: side(cx, card.side),
        name: card.name.clone(),
        boxes: card.steps().into(),
        note: faces.join(", "),
        rule: Rule(if card.wing.is_none() { "2.2" } else { "2.1" }),
    }
}

fn markers(cx: &Context) -> Vec<MarkerView> {
    let setup = &cx.setup;
    let mut out = Vec::new();
    let mut add = |name: &str, back: &str, army: &str, count: usize, rule: &'static str| {
        out.push(MarkerView::worded(name, back, army, count, rule));
    };
    add("Turn", "Turn", "", 1, "14");
    let stacks = setup.units.len().div_ceil(3);
    add("Locked", "-2", "", stacks, "6.3");
    add("Momentum +2", "Momentum +2", "", 6, "10.11");
    add("Guns moved", "Guns moved", "", setup.units.iter().filter(|u| u.wing.is_none()).count(), "7.3");
    add("Out of Command", "Out of Command", "", 8, "4.2.5");
    for (i, s) in setup.sides.iter().enumerate() {
        let own = setup.units.iter().filter(|u| u.side.index() == i).count();
        add("Disordered", "Routed", &s.army, own, "9");
        add("Army morale", "Demoralized", &s.army, 1, "12.1");
        for points in ["1 CS", "2 CS"] {
            add(points, points, &s.army, 4, "10.12");
        }
        if setup.fatigue > 0 {
            let most = usize::from(setup.fatigue) * usize::from(setup.turns.count);
            add("Fatigue", "Fatigue", &s.army, most, "12.3");
        }
        for g in setup.groups.iter().filter(|g| g.side.index() == i) {
            add(&format!("{}: Effective {}", g.name, g.rating), "Degraded", &s.army, 1, "4.5");
        }
        let wing = |l: &&crate::setup::LeaderCard| l.side.index() == i && matches!(l.post, Post::Wing(_));
        add("New leader", "MM 0", &s.army, setup.leaders.iter().filter(wing).count(), "15.1");
    }
    for o in &setup.objectives {
        add(&o.name, &o.name, "", 1, "19.2");
    }
    out
}
