//! Counters, marks and what is known of a hex or a counter.

use super::labels::{adjective, leader, place, side_name, thing};
use super::side_of;
use super::words::points;
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::movement::{self, Judge};
use crate::placing::Thing;
use crate::state::{Frame, Lead, Place, Stack, State, UNKNOWN};
use crate::{Ctx, FrederickTheGreat, supply};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, Badge, BoardView, CounterId, CounterPlace, CounterView, InStack, MarkView, Target,
};
use std::collections::{BTreeMap, BTreeSet};

const ON_MARCH: u32 = 990;
const STACKS: u32 = 1_000;
const LOOSE: u32 = 2_000_000;

pub fn leader_id(l: LeaderId) -> CounterId {
    CounterId(l.0.into())
}

pub fn leader_of(id: CounterId) -> Option<LeaderId> {
    u8::try_from(id.0).ok().filter(|_| id.0 < ON_MARCH).map(LeaderId)
}

/// Points of a nation with the force on the march.
pub fn marching_of(id: CounterId) -> Option<NationId> {
    (ON_MARCH..STACKS).contains(&id.0).then(|| NationId((id.0 - ON_MARCH) as u8))
}

pub fn stack_id(hex: HexId, nation: NationId, inside: Walls) -> CounterId {
    CounterId(STACKS + (u32::from(hex.0) * 8 + u32::from(nation.0 & 7)) * 2 + u32::from(bool::from(inside)))
}

/// Hex, nation, inside.
pub fn stack_of(id: CounterId) -> Option<(HexId, NationId, Walls)> {
    let n = id.0.checked_sub(STACKS).filter(|_| id.0 < LOOSE)?;
    Some((HexId((n / 16) as u16), NationId((n / 2 % 8) as u8), Walls::from(n % 2 == 1)))
}

fn amount(sp: u8) -> String {
    if sp == UNKNOWN { "?".into() } else { sp.to_string() }
}

pub fn blank(id: CounterId, hex: HexId, order: u8, army: &str) -> CounterView {
    CounterView {
        id,
        place: CounterPlace::Hexes(smallvec::smallvec![hex]),
        stack: InStack { order, ..InStack::default() },
        army: army.to_owned(),
        ..CounterView::default()
    }
}

pub fn board(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>) -> BoardView {
    let s = seen.state();
    let mut out = BoardView::default();
    let me = side_of(cx, seen);
    let field = supply::supply_field(cx, s, me, true);
    let mut order: BTreeMap<HexId, u8> = BTreeMap::new();
    leaders(cx, s, me, &field, &mut order, &mut out);
    stacks(cx, s, me, &mut order, &mut out);
    on_the_march(cx, s, me, &mut order, &mut out);
    placed(cx, s, me, &mut order, &mut out);
    marks(cx, s, &field, me, &mut out);
    out
}

fn leaders(
    cx: &Ctx,
    s: &State,
    me: SideId,
    field: &supply::Field<'_>,
    order: &mut BTreeMap<HexId, u8>,
    out: &mut BoardView,
) {
    let j = Judge::new(cx, s);
    let march = movement::current_march(s);
    let mut heads: BTreeSet<(HexId, SideId, bool)> = BTreeSet::new();
    for i in ranked(cx, s) {
        let (l, info) = (&s.leaders[i], &cx.setup.leaders[i]);
        let inside = Walls::from(l.place == Place::Inside);
        let first = heads.insert((l.hex, info.side, (inside == Walls::Inside)));
        let n = order.entry(l.hex).or_default();
        let mut c =
            blank(leader_id(LeaderId(i as u8)), l.hex, *n, &cx.setup.nations[info.nation.index()].army);
        *n = n.saturating_add(1);
        c.figure = if info.rank == 1 { "commander" } else { "leader" }.into();
        c.name = leader(cx, LeaderId(i as u8));
        c.strength.values =
            vec![info.initiative.to_string(), info.attack.to_string(), info.defence.to_string()];
        c.tag = roman(info.rank).into();
        c.star = info.rank == 1;
        c.stack.rider = true;
        if first {
            c.strength.force = strength(cx, s, l.hex, info.side, l.place);
        }
        c.own = info.side == me;
        c.can_act = march.is_some_and(|m| movement::can_begin(&j, &m, LeaderId(i as u8)).is_ok());
        badges(cx, s, l.hex, info.side, inside, &mut c);
        // Before the garrisons are chosen nobody has a source, and nobody is the worse for it.
        if first
            && c.own
            && inside == Walls::Outside
            && !field.sources.is_empty()
            && !field.is_supplied(l.hex)
        {
            c.badges.push(Badge::OutOfSupply);
        }
        c.line =
            format!("{} {}, rank {}, {}", adjective(cx, info.nation), c.name, info.rank, place(cx, l.hex));
        out.counters.push(c);
    }
}

fn stacks(cx: &Ctx, s: &State, me: SideId, order: &mut BTreeMap<HexId, u8>, out: &mut BoardView) {
    for k in &s.stacks {
        let n = order.entry(k.hex).or_default();
        let side = cx.setup.side_of(k.nation);
        let mut c =
            blank(stack_id(k.hex, k.nation, k.inside), k.hex, *n, &cx.setup.nations[k.nation.index()].army);
        *n = n.saturating_add(1);
        c.figure = "infantry".into();
        c.strength.values = vec![amount(k.sp())];
        c.own = side == me;
        c.hidden = k.sp() == UNKNOWN && k.inside == Walls::Inside;
        badges(cx, s, k.hex, side, k.inside, &mut c);
        c.line = stack_line(cx, k);
        out.counters.push(c);
    }
}

/// What the force on its move carries.
fn on_the_march(cx: &Ctx, s: &State, me: SideId, order: &mut BTreeMap<HexId, u8>, out: &mut BoardView) {
    if let Some(Frame::Force(f)) = s.frames.top() {
        for (nation, sp) in f.carried.iter().enumerate().filter(|c| *c.1 > 0) {
            let n = order.entry(f.at).or_default();
            let mut c = blank(CounterId(ON_MARCH + nation as u32), f.at, *n, &cx.setup.nations[nation].army);
            *n = n.saturating_add(1);
            c.figure = "infantry".into();
            c.strength.values = vec![amount(*sp)];
            c.tag = "ON THE MARCH".into();
            c.own = f.side == me;
            c.line = format!(
                "{} {} on the march, {}",
                adjective(cx, NationId(nation as u8)),
                amount(*sp),
                place(cx, f.at)
            );
            out.counters.push(c);
        }
    }
}

/// Leaders to be seen on the map, the highest rank of a hex first.
fn ranked(cx: &Ctx, s: &State) -> Vec<usize> {
    let there = |l: &Lead| (l.on_map() || l.place == Place::Moving) && !l.hex.is_none();
    let mut out: Vec<usize> = (0..s.leaders.len()).filter(|i| there(&s.leaders[*i])).collect();
    out.sort_by_key(|i| (s.leaders[*i].hex, cx.setup.leaders[*i].rank, *i));
    out
}

/// The points of a whole force as far as they are known (5.0).
fn strength(cx: &Ctx, s: &State, hex: HexId, side: SideId, place: Place) -> String {
    let mut all: Vec<u8> = s
        .stacks_at(hex)
        .iter()
        .filter(|k| cx.setup.side_of(k.nation) == side && k.inside == Walls::from(place == Place::Inside))
        .map(Stack::sp)
        .collect();
    if place == Place::Moving {
        all = match s.frames.top() {
            Some(Frame::Force(f)) if f.side == side => f.carried.to_vec(),
            _ => Vec::new(),
        };
    }
    if all.contains(&UNKNOWN) {
        return "?".into();
    }
    all.iter().map(|n| u16::from(*n)).sum::<u16>().to_string()
}

fn roman(rank: u8) -> &'static str {
    ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
        .get(rank as usize)
        .copied()
        .unwrap_or("")
}

/// Pieces set up but not yet laid on the map.
fn placed(cx: &Ctx, s: &State, me: SideId, order: &mut BTreeMap<HexId, u8>, out: &mut BoardView) {
    for (piece, hex, inside) in &s.set_up.placed {
        let Some(l) = cx.setup.start.loose.get(*piece as usize) else { continue };
        let side = cx.setup.start.entries[l.entry as usize].side;
        let n = order.entry(*hex).or_default();
        let (figure, value, army) = match l.what {
            Thing::Points { nation, sp } => ("infantry", sp.to_string(), nation),
            Thing::Leader { leader: l } => ("leader", String::new(), cx.setup.leaders[l.index()].nation),
            Thing::Depot { .. } => ("depot", String::new(), NationId::NONE),
        };
        let army = match l.what {
            Thing::Depot { .. } => cx.setup.sides[side.index()].army.as_str(),
            _ => cx.setup.nations[army.index()].army.as_str(),
        };
        let mut c = blank(CounterId(LOOSE + u32::from(*piece)), *hex, *n, army);
        *n = n.saturating_add(1);
        c.figure = figure.into();
        c.name = thing(cx, *piece);
        c.strength.values = if value.is_empty() { Vec::new() } else { vec![value] };
        c.own = side == me;
        c.tag = if *inside == Walls::Inside { "IN FORTRESS".into() } else { String::new() };
        c.line = format!("{}, {}", thing(cx, *piece), place(cx, *hex));
        out.counters.push(c);
    }
}

fn stack_line(cx: &Ctx, k: &Stack) -> String {
    let what = if k.sp() == UNKNOWN { "troops".into() } else { points(k.sp().into()) };
    let inside = if k.inside == Walls::Inside { " inside" } else { "" };
    format!("{} {what}{inside}, {}", adjective(cx, k.nation), place(cx, k.hex))
}

fn badges(cx: &Ctx, s: &State, hex: HexId, side: SideId, inside: Walls, c: &mut CounterView) {
    if s.is_demoralised(hex, side) {
        c.badges.push(Badge::Demoralised);
    }
    if inside == Walls::Inside {
        c.stack.inside = true;
        c.tag = "IN FORTRESS".into();
        if s.is_besieged(hex) {
            c.badges.push(Badge::Locked);
        }
        if cx.setup.is_winter(s.turn) {
            c.badges.push(Badge::Quartered);
        }
    }
}

fn marks(cx: &Ctx, s: &State, field: &supply::Field<'_>, me: SideId, out: &mut BoardView) {
    for f in &cx.setup.forts {
        let at = Target::Hex(f.hex);
        let besieged = s.is_besieged(f.hex);
        let text = format!("{}: {} VP{}", f.name, f.vp, if besieged { ", besieged" } else { "" });
        out.marks.push(MarkView::new(at.clone(), "fortress", text, "12.0").value(f.vp));
        if besieged {
            let text = format!("{} is besieged", f.name);
            out.marks.push(MarkView::new(at, "siege", text, "13.12"));
        }
    }
    for d in &s.depots {
        // Whether an enemy's depot is linked cannot be seen.
        let (art, state) = match (d.done, d.side == me) {
            (false, _) => ("depot begun", "being built"),
            (true, false) => ("depot", "finished"),
            (true, true) if field.is_operative(d.hex) => ("depot", "operative"),
            (true, true) => ("depot idle", "not operative"),
        };
        let side = &cx.setup.sides[d.side.index()];
        let text = format!("depot of {}, {state}", side_name(cx, d.side));
        out.marks
            .push(MarkView::new(Target::Hex(d.hex), art, text, "10.12").value(side.supply).army(&side.army));
    }
    if let Some(c) = s.camp {
        let text = if c.done { "fortified camp" } else { "fortified camp being built" };
        out.marks.push(MarkView::new(Target::Hex(c.hex), "camp", text, "1761.4C"));
    }
    for c in cx.setup.special.closed.iter().filter(|c| c.from <= s.turn) {
        let hexes = cx.setup.map.grid.ids().filter(|h| c.hexes[h.index()]).collect();
        out.areas.push(AreaView { name: format!("{}: closed", c.region), hexes, kind: AreaKind::Zone });
    }
}
