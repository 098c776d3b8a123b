//! Counters on the map and in the boxes, markers, objectives.

use crate::Context;
use crate::action::Action;
use crate::data::Arm;
use crate::data::Face;
use crate::events::halts;
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, Spot, State};
use crate::words::{SHEET, counter, hex_name, side_name, unit_name};
use engine::game::decision::question;
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, Badge, BoardView, CounterPlace, CounterStrength, CounterView, InStack, MarkView,
    Seat, Target,
};
use smallvec::smallvec;

pub fn board(cx: &Context, s: &State, seat: Seat) -> BoardView {
    let able = able(cx, s);
    let known = cx.setup.unit_ids().filter(|u| s.unit(*u).spot != Spot::Covered);
    let counters = known.map(|u| unit_view(cx, s, seat, u, able.contains(&u))).collect();
    BoardView { counters, marks: marks(cx, s), areas: objectives(cx) }
}

/// Units that may do something now.
fn able(cx: &Context, s: &State) -> Vec<UnitId> {
    let mut actions = Vec::new();
    if let Some(asked) = question::<crate::AustrianSuccession>(s) {
        asked.list(cx, s, &mut actions);
    }
    let mut units: Vec<UnitId> = actions.iter().flat_map(|a| actors(cx, s, a)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// Who acts in an action: the unit it names, or those of the hex it starts from.
fn actors(cx: &Context, s: &State, action: &Action) -> Vec<UnitId> {
    match *action {
        Action::Place { unit, .. }
        | Action::Choose { unit }
        | Action::Lead { unit }
        | Action::Join { unit }
        | Action::Pillage { unit }
        | Action::Scout { unit }
        | Action::Lose { unit }
        | Action::Pursue { unit, .. } => vec![unit],
        Action::Train { leader } | Action::Activate { leader } => vec![leader],
        Action::Divide { wing } => vec![wing],
        Action::Fortify { train } | Action::Expend { train } => vec![train],
        Action::Attack { from, .. } | Action::Besiege { from, .. } | Action::Storm { from, .. } => {
            s.units_in(from).filter(|u| s.owner(&cx.setup, *u) == Some(s.active)).collect()
        }
        _ => Vec::new(),
    }
}

/// The figures of a counter as printed: `3E4`, `(1)S3`, `2-6`.
pub fn face_text(cx: &Context, s: &State, u: UnitId) -> String {
    let card = cx.setup.unit(u);
    print(card.arm, card.face(s.unit(u).is_elite()), s.unit(u).is_elite())
}

pub fn print(arm: Arm, face: Face, elite: bool) -> String {
    let strength = strength_text(face);
    let mark = match arm {
        Arm::SiegeTrain => "S",
        _ if elite => "E",
        _ => "-",
    };
    format!("{strength}{mark}{}", face.movement)
}

fn strength_text(face: Face) -> String {
    if face.parenthesized { format!("({})", face.strength) } else { face.strength.to_string() }
}

/// Where a counter off the map lies on the sheet of boxes.
fn slot(cx: &Context, s: &State, u: UnitId) -> &'static str {
    let party = cx.setup.unit(u).party;
    let side = party.map(|p| cx.setup.parties[p.index()].side).or_else(|| s.owner(&cx.setup, u));
    match (s.unit(u).spot, side) {
        (Spot::Dead, _) => "dead",
        (Spot::Box, None) => "mercenaries",
        (Spot::Prisoner, Some(SideId::COALITION)) => "prisoners-habsburg",
        (Spot::Prisoner, _) => "prisoners-coalition",
        (_, Some(SideId::HABSBURG)) => "recruits-habsburg",
        (_, _) => "recruits-coalition",
    }
}

fn place(cx: &Context, s: &State, u: UnitId) -> CounterPlace {
    let slot = match s.unit(u).spot {
        Spot::Hex(hex) => return CounterPlace::Hexes(smallvec![hex]),
        Spot::Staging => {
            let area = cx.setup.staging_area_of(cx.setup.unit(u).nation);
            area.map_or_else(|| slot(cx, s, u).to_owned(), |a| crate::words::staging_slot(cx, a))
        }
        _ => slot(cx, s, u).to_owned(),
    };
    CounterPlace::Box { sheet: SHEET.to_owned(), slot }
}

/// Whether a counter off the map lies in this slot of the sheet.
pub fn lies_in_slot(cx: &Context, s: &State, u: UnitId, wanted: &str) -> bool {
    matches!(place(cx, s, u), CounterPlace::Box { slot, .. } if slot == wanted)
}

fn badges(cx: &Context, s: &State, u: UnitId) -> Vec<Badge> {
    let unit = s.unit(u);
    let is_on_map = unit.hex().is_some();
    [
        (unit.has(Flag::Drilled), Badge::Drilled),
        (unit.has(Flag::Activated), Badge::Activated),
        (is_on_map && halts(cx, s, u).is_some(), Badge::Halted),
        (unit.has(Flag::Moved) || unit.has(Flag::Fought), Badge::Acted),
        (unit.spot == Spot::Prisoner, Badge::Captured),
    ]
    .into_iter()
    .filter_map(|(is_so, badge)| is_so.then_some(badge))
    .collect()
}

pub fn unit_view(cx: &Context, s: &State, seat: Seat, u: UnitId, can_act: bool) -> CounterView {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    let nation = &cx.data.nations[card.nation.index()];
    let face = card.face(unit.is_elite());
    let mut values = vec![strength_text(face), face.movement.to_string()];
    if card.is_leader() {
        values = vec![s.leader_value(&cx.setup, u).to_string(), print(card.arm, face, false)];
    }
    let own = s.owner(&cx.setup, u);
    CounterView {
        id: counter(u),
        place: place(cx, s, u),
        stack: InStack {
            order: if unit.has(Flag::Top) { 0 } else { usual_rank(card.arm) },
            ..InStack::default()
        },
        army: nation.army.clone(),
        figure: cx.data.units[usize::from(card.kind)].art_in(&nation.id).to_owned(),
        name: if card.is_leader() { card.name.clone() } else { String::new() },
        strength: CounterStrength { values, ..CounterStrength::default() },
        tag: tag(card, unit.is_elite()).to_owned(),
        badges: badges(cx, s, u),
        star: card.is_leader() && s.leader_value(&cx.setup, u) > 1,
        own: seat == Seat::OPEN || own.is_some_and(|side| side.seat() == seat),
        can_act,
        line: unit_line(cx, s, u),
        ..CounterView::default()
    }
}

fn tag(card: &crate::setup::UnitCard, elite: bool) -> &'static str {
    match (card.arm, card.is_wing, elite) {
        (Arm::SiegeTrain, ..) => "S",
        (Arm::Leader, ..) => "",
        (_, true, true) => "WING E",
        (_, true, false) => "WING",
        (_, false, true) => "E",
        (_, false, false) => "",
    }
}

/// The owner's order below the top: 1 to 7 (24).
fn usual_rank(arm: Arm) -> u8 {
    match arm {
        Arm::Leader => 1,
        Arm::Infantry => 2,
        Arm::Cavalry => 3,
        Arm::Light => 4,
        Arm::Garrison => 5,
        Arm::SiegeTrain => 6,
        Arm::SupplyTrain => 7,
    }
}

/// `Prussian infantry 3, 3E4, Breslau 4316`.
fn unit_line(cx: &Context, s: &State, u: UnitId) -> String {
    format!("{}, {}, {}", unit_name(cx, u), face_text(cx, s, u), where_is(cx, s, u))
}

pub fn where_is(cx: &Context, s: &State, u: UnitId) -> String {
    match s.unit(u).spot {
        Spot::Hex(hex) => hex_name(cx, hex),
        Spot::Staging => crate::words::staging_name(cx, u).to_owned(),
        Spot::Box => "in the Recruit box".into(),
        Spot::Waiting => "to be set up".into(),
        Spot::Due => "a reinforcement that waits".into(),
        Spot::Dead => "dead".into(),
        Spot::Prisoner => "a prisoner".into(),
        Spot::Covered => "somewhere on the map".into(),
    }
}

fn marks(cx: &Context, s: &State) -> Vec<MarkView> {
    let works = s.works.iter().map(|w| {
        let text = format!("Field Works of {}: one more column to the left", side_name(cx, w.side));
        let army = &cx.setup.sides[w.side.index()].army;
        MarkView::new(Target::Hex(w.hex), "entrenchment", text, "36.2").army(army)
    });
    let pillaged = s.pillaged.iter().map(|hex| {
        MarkView::new(Target::Hex(*hex), "fire", "Pillaged: one movement point more, no supply", "35.2")
    });
    works.chain(pillaged).chain(place_marks(cx, s)).collect()
}

/// Victory points of places, in the colours of who holds them.
fn place_marks<'a>(cx: &'a Context, s: &'a State) -> impl Iterator<Item = MarkView> + 'a {
    let worth = cx.setup.places.iter().filter(|p| p.points > 0 || p.is_objective);
    worth.map(|p| {
        let holder = s.holder(&cx.setup, p.hex);
        let who = holder.map_or("nobody", |side| side_name(cx, side));
        let flag = if p.is_objective { ", an objective" } else { "" };
        let text = format!("{}: {} VP{flag}, held by {who}", p.name, p.points);
        let army = holder.map_or("", |side| cx.setup.sides[side.index()].army.as_str());
        MarkView::new(Target::Hex(p.hex), "objective", text, "27.1").value(p.points).army(army)
    })
}

fn objectives(cx: &Context) -> Vec<AreaView> {
    let hexes: Vec<HexId> = cx.setup.places.iter().filter(|p| p.is_objective).map(|p| p.hex).collect();
    if hexes.is_empty() {
        return Vec::new();
    }
    vec![AreaView { name: "Objectives".into(), hexes, kind: AreaKind::Objective }]
}
