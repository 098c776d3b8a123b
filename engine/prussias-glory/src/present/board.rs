//! Counters, marks and areas: what lies on the map and in the boxes of the army morale tracks.

use crate::Context;
use crate::action::Action;
use crate::board::{engaged, face, is_fighter, is_zoned, stack};
use crate::command::is_effective;
use crate::data::Arm;
use crate::decide::{Frame, Move};
use crate::ids::{LeaderId, SideId, UnitId};
use crate::setup::{Face, Post, Star};
use crate::state::{BoxKind, Flag, Locked, Momentum, MoraleState, State};
use crate::words::{leader_counter, unit_counter};
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, Badge, BoardView, CounterId, CounterPlace, CounterStrength, CounterView, InStack,
    MarkView, Target,
};
use smallvec::smallvec;

pub fn board(cx: &Context, s: &State, seat: u8) -> BoardView {
    let able = Able::now(cx, s);
    let units = cx.setup.unit_ids().filter(|u| s.unit(*u).is_on_map());
    let leaders = cx.setup.leader_ids().filter(|l| s.leader(*l).is_on_map());
    let mut counters: Vec<CounterView> = units.map(|u| unit_view(cx, s, seat, u, &able)).collect();
    counters.extend(leaders.map(|l| leader_view(cx, s, seat, l, &able)));
    counters.extend(super::unspotted::views(cx, s, seat));
    counters.extend(SideId::BOTH.into_iter().flat_map(|side| box_views(cx, s, seat, side)));
    BoardView { counters, marks: marks(cx, s), areas: objectives(cx) }
}

/// Who may do something now.
pub struct Able {
    units: Vec<UnitId>,
    leaders: Vec<LeaderId>,
}

impl Able {
    pub fn nobody() -> Self {
        Self { units: Vec::new(), leaders: Vec::new() }
    }

    fn now(cx: &Context, s: &State) -> Self {
        let mut out = Self::nobody();
        if let Some(Frame::Move(Move { mover: Some(_) })) = s.frames.top() {
            out.take_up(cx, s);
            return out;
        }
        let mut actions = Vec::new();
        if let Some(question) = s.question() {
            question.list(cx, s, &mut actions);
        }
        for action in actions {
            match action {
                Action::Go { unit, .. } | Action::Choose { unit } | Action::Aim { unit, .. } => {
                    out.units.push(unit);
                }
                Action::Exit { unit } | Action::LoseStep { unit } | Action::GiveWay { unit } => {
                    out.units.push(unit);
                }
                Action::Ride { leader, .. } | Action::Inspire { leader, .. } => out.leaders.push(leader),
                _ => {}
            }
        }
        out
    }

    /// While one counter is moving: who could move after it.
    fn take_up(&mut self, cx: &Context, s: &State) {
        let own = |u: &UnitId| {
            let unit = s.unit(*u);
            cx.setup.unit(*u).side == s.active
                && unit.is_on_map()
                && !unit.is_routed()
                && !unit.has(Flag::Moved)
        };
        self.units.extend(cx.setup.unit_ids().filter(own));
        let may_ride = |l: &LeaderId| cx.setup.leader(*l).side == s.active && !s.leader(*l).moved;
        self.leaders.extend(cx.setup.leader_ids().filter(may_ride));
    }
}

/// The figures of a face as they are printed: `8`, `6`, `3`, or `6-4-2` and `5-2` of guns.
fn values(face: Face, arm: Arm) -> Vec<String> {
    let text = face.text(arm);
    match arm {
        Arm::Guns => text.split(' ').map(str::to_owned).collect(),
        _ => text.split('-').map(str::to_owned).collect(),
    }
}

fn unit_tag(cx: &Context, u: UnitId) -> &'static str {
    let card = cx.setup.unit(u);
    match (card.traits.howitzer, card.traits.croat, card.traits.double) {
        (true, ..) => "Hw",
        (_, true, _) => "Cr",
        (_, _, true) => "x2",
        _ => "",
    }
}

fn unit_badges(cx: &Context, s: &State, u: UnitId) -> Vec<Badge> {
    let unit = s.unit(u);
    let is_moving = s.frames.iter().any(|f| matches!(f, Frame::Move(_)));
    let is_firing = s.frames.iter().any(|f| matches!(f, Frame::Bombard(_)));
    let is_gun = cx.setup.unit(u).arm == Arm::Guns;
    [
        (unit.morale == MoraleState::Disordered, Badge::Disordered),
        (unit.is_routed(), Badge::Routed),
        (unit.has(Flag::Column), Badge::Column),
        (unit.has(Flag::OutOfCommand) && !unit.has(Flag::Traced), Badge::OutOfCommand),
        (is_gun && !is_effective(cx, s, u), Badge::Degraded),
        (is_gun && unit.has(Flag::GunMoved), Badge::GunsMoved),
        (is_moving && unit.has(Flag::Moved) || is_firing && unit.has(Flag::Fired), Badge::Acted),
    ]
    .into_iter()
    .filter_map(|(is_so, badge)| is_so.then_some(badge))
    .collect()
}

/// The part of its stack a unit stands in (6.2).
pub fn rank(cx: &Context, s: &State, u: UnitId) -> &'static str {
    let (hex, side) = (s.unit(u).hex, cx.setup.unit(u).side);
    if hex.is_none() || !is_zoned(cx, s, hex, side.enemy()) {
        ""
    } else if !is_fighter(cx, u) {
        "Guns"
    } else if engaged(cx, s, hex, side).contains(&u) {
        "Engaged"
    } else {
        "Supporting"
    }
}

pub fn unit_view(cx: &Context, s: &State, seat: u8, u: UnitId, able: &Able) -> CounterView {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    let face = face(cx, s, u);
    let badges = unit_badges(cx, s, u);
    CounterView {
        id: unit_counter(u),
        place: CounterPlace::Hexes(smallvec![unit.hex]),
        stack: InStack { order: unit.order, rank: rank(cx, s, u).to_owned(), ..InStack::default() },
        quarter_turns: unit.has(Flag::Column).into(),
        army: cx.data.nations[card.nation as usize].army.clone(),
        figure: cx.data.units[card.kind as usize].figure.clone(),
        name: card.name.clone(),
        strength: CounterStrength {
            values: values(face, card.arm),
            reduced: unit.steps < card.steps(),
            pips: Some((unit.steps, card.steps())),
            ..CounterStrength::default()
        },
        tag: unit_tag(cx, u).into(),
        badges,
        band: card.wing.map(|w| w.0),
        own: card.side.0 == seat || seat == engine::present::Seat::OPEN.0,
        can_act: able.units.contains(&u),
        line: unit_line(cx, s, u),
        ..CounterView::default()
    }
}

fn place(cx: &Context, hex: HexId) -> String {
    if hex.is_none() { "off the map".into() } else { cx.setup.label(hex) }
}

/// `Bevern (7) - Prinz Moritz (22), 8-6-3, Disordered, 2109`.
fn unit_line(cx: &Context, s: &State, u: UnitId) -> String {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    let mut line = format!("{}, {}", card.name, face(cx, s, u).text(card.arm));
    match unit.morale {
        MoraleState::Formed => {}
        MoraleState::Disordered => line.push_str(", Disordered"),
        MoraleState::Routed => line.push_str(", Routed"),
    }
    if unit.has(Flag::Column) {
        line.push_str(", in column");
    }
    format!("{line}, {}", place(cx, unit.hex))
}

/// The letter of a Special Leader, or nothing.
pub fn star_letter(star: Star) -> &'static str {
    match star {
        Star::None | Star::Any => "",
        Star::Infantry => "I",
        Star::Cavalry => "C",
    }
}

pub fn leader_view(cx: &Context, s: &State, seat: u8, l: LeaderId, able: &Able) -> CounterView {
    let card = cx.setup.leader(l);
    let leader = s.leader(l);
    let name = crate::leaders::name_of(cx, s, l);
    let star = crate::leaders::star_of(cx, s, l);
    let initiative = crate::leaders::initiative_of(cx, s, l);
    let modifier = crate::leaders::morale_of(cx, s, l);
    let mut badges = Vec::new();
    if leader.column {
        badges.push(Badge::Column);
    }
    if let Post::Wing(w) = card.post
        && !s.wing(w).effective
    {
        badges.push(Badge::Degraded);
    }
    let mut values = vec![modifier.to_string()];
    if initiative > 0 {
        values = vec![initiative.to_string(), format!("MM {modifier}")];
    }
    let is_commander = s.army(card.side).commander == Some(l);
    CounterView {
        id: leader_counter(cx, l),
        place: CounterPlace::Hexes(smallvec![leader.hex]),
        stack: InStack {
            // Leaders have no place in the order (5.5): they come after the units.
            order: u8::MAX,
            rider: true,
            ..InStack::default()
        },
        quarter_turns: leader.column.into(),
        army: cx.data.nations[card.nation as usize].army.clone(),
        figure: if is_commander { "commander" } else { "leader" }.into(),
        strength: CounterStrength { values, ..CounterStrength::default() },
        tag: star_letter(star).into(),
        badges,
        star: star != Star::None,
        band: if let Post::Wing(w) = card.post { Some(w.0) } else { None },
        own: card.side.0 == seat || seat == engine::present::Seat::OPEN.0,
        can_act: able.leaders.contains(&l),
        line: format!("{name}, {}, {}", leader_words(cx, s, l), place(cx, leader.hex)),
        name,
        ..CounterView::default()
    }
}

/// `Army Commander, MM 2, initiative 4`.
fn leader_words(cx: &Context, s: &State, l: LeaderId) -> String {
    let card = cx.setup.leader(l);
    let post = match card.post {
        _ if s.army(card.side).commander == Some(l) => "Army Commander".to_owned(),
        Post::Wing(w) => format!("leader of {}", cx.setup.wing(w).name),
        Post::Commander | Post::Extra => "leader".to_owned(),
    };
    let initiative = match crate::leaders::initiative_of(cx, s, l) {
        0 => String::new(),
        n => format!(", initiative {n}"),
    };
    format!("{post}, MM {}{initiative}", crate::leaders::morale_of(cx, s, l))
}

/// The counter of a piece on the track of a side.
pub fn box_counter(cx: &Context, side: SideId, index: usize) -> CounterId {
    // After units, leaders and the counters of unspotted wings.
    let first = cx.setup.units.len() + cx.setup.leaders.len();
    CounterId((first + (side.index() + 1) * 1000 + index) as u32)
}

/// The unit a counter on a track belongs to.
pub fn unit_in_box(cx: &Context, s: &State, counter: CounterId) -> Option<UnitId> {
    let piece = |side: SideId| {
        let boxes = &s.army(side).boxes;
        let i = (0..boxes.len()).find(|i| box_counter(cx, side, *i) == counter)?;
        match boxes[i].kind {
            BoxKind::Lost(u) | BoxKind::Captured(u, _) => Some(u),
            BoxKind::Fatigue | BoxKind::Cost => None,
        }
    };
    SideId::BOTH.into_iter().find_map(piece)
}

pub fn sheet_id(cx: &Context, side: SideId) -> String {
    format!("track-{}", cx.setup.sides[side.index()].id)
}

/// Counters lost, captured ones upside down (12.2).
fn box_views(cx: &Context, s: &State, seat: u8, side: SideId) -> Vec<CounterView> {
    let boxes = &s.army(side).boxes;
    let view = |(i, piece): (usize, &crate::state::BoxPiece)| {
        let (u, captured) = match piece.kind {
            BoxKind::Lost(u) => (u, None),
            BoxKind::Captured(u, steps) => (u, Some(steps)),
            BoxKind::Fatigue | BoxKind::Cost => return None,
        };
        let card = cx.setup.unit(u);
        let is_same = |k: &BoxKind| matches!(k, BoxKind::Lost(o) | BoxKind::Captured(o, _) if *o == u);
        let nth = boxes[..i].iter().filter(|b| is_same(&b.kind)).count();
        let gone: u8 = card.counters.iter().take(nth).sum();
        let on_it = card.counters.get(nth).copied().unwrap_or(1);
        let steps = captured.unwrap_or(on_it);
        let what = if captured.is_some() { "captured" } else { "lost" };
        let slot = piece.level.to_string();
        Some(CounterView {
            id: box_counter(cx, side, i),
            place: CounterPlace::Box { sheet: sheet_id(cx, side), slot },
            quarter_turns: if captured.is_some() { 2 } else { 0 },
            army: cx.data.nations[card.nation as usize].army.clone(),
            figure: cx.data.units[card.kind as usize].figure.clone(),
            name: card.name.clone(),
            strength: CounterStrength {
                values: values(card.face(card.steps().saturating_sub(gone)), card.arm),
                pips: Some((steps, on_it)),
                ..CounterStrength::default()
            },
            badges: captured.map(|_| Badge::Captured).into_iter().collect(),
            band: card.wing.map(|w| w.0),
            own: side.0 == seat,
            line: format!("{}, counter {what} with {steps} steps", card.name),
            ..CounterView::default()
        })
    };
    boxes.iter().enumerate().filter_map(view).collect()
}

fn marks(cx: &Context, s: &State) -> Vec<MarkView> {
    let locked = |l: &Locked| {
        let (value, text) = match l.penalty {
            true => ("-2", "Locked, -2 in close combat: other units are Engaged now"),
            false => ("", "Locked in combat"),
        };
        MarkView::new(Target::Hex(l.hex), "locked", text, "6.3").value(value)
    };
    let momentum = |m: &Momentum| {
        let text = "Momentum: +2 for whoever attacks here now, -2 if it attacks next";
        MarkView::new(Target::Hex(m.hex), "momentum", text, "10.11").value("+2")
    };
    let mut out: Vec<MarkView> = s.locked.iter().map(locked).chain(s.momentum.iter().map(momentum)).collect();
    for (i, o) in cx.setup.objectives.iter().enumerate() {
        let holder = crate::victory::holder(cx, s, i);
        let who = holder.map_or("nobody", |side| cx.setup.sides[side.index()].name.as_str());
        let text = format!("{}: {} VP, held by {who}", o.name, o.points);
        let army = holder.map_or("", |side| cx.setup.sides[side.index()].army.as_str());
        let mark = |h: &HexId| {
            MarkView::new(Target::Hex(*h), "objective", text.clone(), "19.2").value(o.points).army(army)
        };
        out.extend(o.hexes.iter().map(mark));
    }
    out
}

fn objectives(cx: &Context) -> Vec<AreaView> {
    let area = |o: &crate::setup::Objective| AreaView {
        name: o.name.clone(),
        hexes: o.hexes.clone(),
        kind: AreaKind::Objective,
    };
    cx.setup.objectives.iter().map(area).collect()
}

/// Units of a hex, those of the Prussian player first.
pub fn units_in(cx: &Context, s: &State, hex: HexId) -> Vec<UnitId> {
    SideId::BOTH.into_iter().flat_map(|side| stack(cx, s, hex, side)).collect()
}
