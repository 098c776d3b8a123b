//! Why something may not be done: the same predicates the rules ask, and the ways of the map.

use super::board::{leader_of, stack_of};
use super::labels::{adjective, leader, place, side_name};
use super::words::{self, points};
use super::{hex_of, reach, side_of};
use crate::game::Seen;
use crate::hex::HexId;
use crate::present::{Refusal, Target};
use crate::rules::frederick_the_great::action::Action;
use crate::rules::frederick_the_great::movement::{self, Judge, Marching};
use crate::rules::frederick_the_great::state::{DoorKind, Force, Frame, Mode, Phase, Place, State, bit};
use crate::rules::frederick_the_great::why::{self, Why};
use crate::rules::frederick_the_great::{Ctx, FrederickTheGreat, combat, legal, placing, retreat};

/// What was pointed at first.
#[derive(Clone, Copy)]
enum Who {
    Leader(u8),
    Points {
        hex: HexId,
        nation: u8,
        inside: bool,
    },
    /// With the force on the march.
    Marching(u8),
    Depot(HexId),
    Nobody,
}

fn who(s: &State, subject: &Target) -> Who {
    let depot = |h: HexId| if s.depot(h).is_some() { Who::Depot(h) } else { Who::Nobody };
    match subject {
        Target::Counter(id) => {
            if let Some(nation) = super::board::marching_of(*id) {
                Who::Marching(nation)
            } else if let Some(l) = leader_of(*id) {
                if (l as usize) < s.leaders.len() { Who::Leader(l) } else { Who::Nobody }
            } else {
                stack_of(*id).map_or(Who::Nobody, |(hex, nation, inside)| Who::Points { hex, nation, inside })
            }
        }
        Target::Hex(h) => depot(*h),
        _ => Who::Nobody,
    }
}

impl Who {
    fn side(self, cx: &Ctx, s: &State) -> Option<u8> {
        Some(match self {
            Self::Leader(l) => cx.setup.leaders[l as usize].side,
            Self::Points { nation, .. } | Self::Marching(nation) => cx.setup.side_of(nation),
            Self::Depot(h) => s.depot(h)?.side,
            Self::Nobody => return None,
        })
    }

    fn hex(self, s: &State) -> Option<HexId> {
        match self {
            Self::Leader(l) => {
                let l = &s.leaders[l as usize];
                (l.on_map() || l.place == Place::Moving).then_some(l.hex)
            }
            Self::Points { hex, .. } | Self::Depot(hex) => Some(hex),
            Self::Marching(_) => s.moving().map(|m| m.0),
            Self::Nobody => None,
        }
    }

    fn inside(self, s: &State) -> bool {
        match self {
            Self::Leader(l) => s.leaders[l as usize].place == Place::Inside,
            Self::Points { inside, .. } => inside,
            _ => false,
        }
    }
}

/// Why `subject` may do nothing to `target`.
pub fn explain(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, subject: &Target, target: &Target) -> Refusal {
    let s = seen.state();
    let j = Judge::new(cx, s);
    let to = hex_of(s, target).filter(|h| h.index() < cx.setup.map.len());
    if s.phase == Phase::Over {
        return why::GAME_OVER.into();
    }
    let me = side_of(cx, seen);
    let acting = legal::decider(cx, s);
    if let Some(side) = acting.filter(|a| *a != me && cx.setup.seat(*a) != seen.seat()) {
        return Refusal::new("4.2", words::his_decision(side_name(cx, side)));
    }
    let me = acting.unwrap_or(me);
    let who = who(s, subject);
    let moving = matches!(s.frames.top(), Some(Frame::March { .. } | Frame::Muster { .. } | Frame::Force(_)));
    match who.side(cx, s) {
        None => return nothing(cx, &j, to),
        Some(side) if side != me && moving => return why::NOT_YOURS.into(),
        Some(side) if side != me => return why::NOT_HIS.into(),
        Some(_) => {}
    }
    if let Who::Depot(_) = who
        && !matches!(s.frames.top(), Some(Frame::Depots | Frame::Place { .. }))
    {
        return why::DEPOT_STAYS.into();
    }
    answer(cx, &j, who, to)
}

fn answer(cx: &Ctx, j: &Judge, who: Who, to: Option<HexId>) -> Refusal {
    let s = j.s;
    let err = |r: Result<(), Why>, or: Why| Refusal::from(r.err().unwrap_or(or));
    match s.frames.top() {
        Some(Frame::March { .. }) => match movement::marching(s) {
            Some(m) => march(cx, j, &m, who, to),
            None => why::NOT_NOW.into(),
        },
        Some(Frame::Muster { .. }) => match movement::mustered(cx, s) {
            Some(f) if belongs(&f, who) => why::ROLL_FIRST.into(),
            Some(f) => not_with(cx, j, &f, who),
            None => why::NOT_NOW.into(),
        },
        Some(Frame::Force(f)) if !belongs(f, who) => not_with(cx, j, f, who),
        Some(Frame::Force(f)) => force(cx, j, f, to),
        Some(Frame::Setup { .. }) => why::STANDS_THERE.into(),
        Some(Frame::Place { left, .. }) => match (left.first(), to) {
            (Some(p), Some(h)) => err(placing::can_place(cx, s, *p, h, false), why::SETTLED),
            _ => why::SETTLED.into(),
        },
        Some(Frame::Depots) => depots(cx, j, who, to),
        Some(Frame::Garrisons { side }) => gates(cx, s, *side, who, to),
        Some(Frame::Door { hex, kind, .. }) => door(cx, s, *hex, *kind, who, to),
        Some(Frame::Combats { .. }) => fights(cx, s, who, to),
        Some(Frame::AttackOption { hex, .. }) => match to {
            Some(h) if h != *hex => why::NOT_CONTESTED.into(),
            _ if who.inside(s) => why::INSIDE_NO_ATTACK.into(),
            _ => err(combat::can_attack(cx, s), why::OPTION),
        },
        Some(Frame::Nominate { .. }) => why::NO_NOMINEE.into(),
        Some(Frame::Lose { .. }) => why::NOT_LOST.into(),
        Some(Frame::Retire { beaten: true, .. }) => why::MUST_RETREAT.into(),
        Some(Frame::Retire { .. }) => why::SHUT_IN.into(),
        Some(Frame::Sieges { .. }) => sieges(cx, s, to),
        Some(Frame::Honours { .. } | Frame::Terms { .. }) => why::TERMS.into(),
        Some(Frame::Refuge { .. }) => why::NO_REFUGE.into(),
        Some(Frame::Release { .. }) => why::NOT_CAPTIVE.into(),
        Some(Frame::PutBack { .. }) => why::NO_RETURN.into(),
        Some(Frame::KingTaken { .. }) => why::KING.into(),
        _ => why::NOT_NOW.into(),
    }
}

/// Nothing that acts was chosen; the ground itself may have an answer.
fn nothing(cx: &Ctx, j: &Judge, to: Option<HexId>) -> Refusal {
    match (j.s.frames.top(), to) {
        (Some(Frame::Depots), Some(h)) => depots(cx, j, Who::Nobody, Some(h)),
        (Some(Frame::Combats { .. }), Some(h)) => fights(cx, j.s, Who::Nobody, Some(h)),
        (Some(Frame::Sieges { .. }), Some(h)) => sieges(cx, j.s, Some(h)),
        _ => why::NOBODY_CHOSEN.into(),
    }
}

fn belongs(f: &Force, who: Who) -> bool {
    match who {
        Who::Leader(l) => f.riders & bit(l) != 0,
        Who::Marching(_) => true,
        _ => false,
    }
}

/// Somebody else than the force under way.
fn not_with(cx: &Ctx, j: &Judge, f: &Force, who: Who) -> Refusal {
    let here = who.hex(j.s) == Some(f.at);
    let reason = match who {
        Who::Leader(l) if here => movement::can_take_leader(j, f, l).err(),
        Who::Points { nation, .. } if here => {
            let own = cx.setup.leaders.get(f.leader as usize).map(|l| l.nation);
            if own == Some(nation) {
                movement::can_take(j, f, who.inside(j.s), 1).err()
            } else {
                Some(why::OTHER_NATION)
            }
        }
        _ => None,
    };
    let text = words::one_at_a_time(&leader(cx, f.leader));
    reason.map_or_else(|| Refusal::new("5.0", text), Refusal::from)
}

/// In a movement phase, between two forces.
fn march(cx: &Ctx, j: &Judge, m: &Marching, who: Who, to: Option<HexId>) -> Refusal {
    match who {
        Who::Leader(l) => {
            if let Err(w) = movement::can_begin(j, m, l) {
                return w.into();
            }
            let Some(to) = to else { return why::BEGIN_FIRST.into() };
            let power = movement::initiative(cx, j.s, l);
            let mp = match m.die {
                0 => cx.data.movement.most,
                die => movement::allowance(cx, j.s, die, power),
            };
            way(cx, j, l, mp, to).unwrap_or_else(|| why::BEGIN_FIRST.into())
        }
        Who::Points { hex, nation, inside } => troops(cx, j.s, m, hex, nation, inside),
        _ => why::NOT_NOW.into(),
    }
}

/// Why points cannot move by themselves.
fn troops(cx: &Ctx, s: &State, m: &Marching, hex: HexId, nation: u8, inside: bool) -> Refusal {
    let Some(k) = s.stack(hex, nation, inside) else { return why::NOT_HERE.into() };
    if s.is_demoralised(hex, m.side) {
        return if m.die == 0 { why::NO_FORCED } else { why::COMMANDER_MOVES }.into();
    }
    if inside && let Err(w) = movement::can_come_out(cx, s, hex) {
        return w.into();
    }
    if k.fresh == 0 {
        return why::HAS_MOVED.into();
    }
    let led = s
        .leaders
        .iter()
        .enumerate()
        .any(|(i, l)| l.on_map() && l.hex == hex && cx.setup.leaders[i].nation == nation);
    if led {
        Refusal::new("5.35", words::picked_up())
    } else {
        Refusal::new("5.0", words::need_a_leader(adjective(cx, nation)))
    }
}

/// Why a leader with so many movement points does not get to a hex; none if he can.
fn way(cx: &Ctx, j: &Judge, l: u8, mp: u8, to: HexId) -> Option<Refusal> {
    let s = j.s;
    let info = &cx.setup.leaders[l as usize];
    let from = s.leaders[l as usize].hex;
    if !cx.setup.land[to.index()] {
        return Some(why::WATER.into());
    }
    if let Err(w) = movement::may_be(cx, s, 1 << info.nation, from, to) {
        return Some(w.into());
    }
    let costs = reach::costs(cx, s, info.side, 1 << info.nation, from);
    match costs[to.index()] {
        reach::NEVER => Some(Refusal::new("5.45", words::no_way(&place(cx, to)))),
        n if n > u16::from(mp) => {
            Some(Refusal::new("5.41", words::too_far(&leader(cx, l), &place(cx, to), n, mp)))
        }
        _ if s.is_demoralised(from, info.side) && j.occupied(to, 1 - info.side) => {
            Some(why::NO_ENEMY_HEX.into())
        }
        _ => None,
    }
}

/// The force under way.
fn force(cx: &Ctx, j: &Judge, f: &Force, to: Option<HexId>) -> Refusal {
    let Some(to) = to else { return why::NOT_NOW.into() };
    if to == f.at {
        let stop = movement::can_stop(j, f, false).err();
        return if f.mode == Mode::Retreat { why::RETREAT_WAY } else { stop.unwrap_or(why::NOT_HERE) }.into();
    }
    if !cx.setup.land[to.index()] {
        return why::WATER.into();
    }
    let step = match f.mode {
        Mode::Retreat => retreat::can_step(j, f, to).err(),
        _ => movement::can_step(j, f, to).err(),
    };
    match step {
        Some(why::NOT_ADJACENT) => {}
        Some(why::TOO_DEAR) => {
            let n = movement::price(cx, j.s, f, to);
            return Refusal::new("5.41", words::costs(&place(cx, to), n.into(), f.left));
        }
        Some(w) => return w.into(),
        None => return why::NOT_NOW.into(),
    }
    if f.held {
        return why::HELD.into();
    }
    if f.mode == Mode::Retreat && f.visited.contains(&to) {
        return why::TWICE.into();
    }
    if let Err(w) = movement::may_be(cx, j.s, movement::nations(cx, f), f.at, to) {
        return w.into();
    }
    match reach::costs(cx, j.s, f.side, movement::nations(cx, f), f.at)[to.index()] {
        reach::NEVER => Refusal::new("5.45", words::no_way(&place(cx, to))),
        n if n > u16::from(f.left) => Refusal::new("5.41", words::costs(&place(cx, to), n, f.left)),
        _ => why::NOT_ADJACENT.into(),
    }
}

fn depots(cx: &Ctx, j: &Judge, who: Who, to: Option<HexId>) -> Refusal {
    let Some(hex) = to.or_else(|| who.hex(j.s)) else { return why::NOT_NOW.into() };
    if who.hex(j.s).is_some_and(|h| h != hex) {
        return match who {
            Who::Depot(_) => why::DEPOT_STAYS,
            _ => why::NOT_MARCHING,
        }
        .into();
    }
    match legal::permit(j, &Action::Build { hex }) {
        Err(why::FEW_FOR_DEPOT) => {
            let here = j.s.sp_all(&cx.setup, hex, j.s.phasing);
            Refusal::new("10.42", words::few_for_depot(cx.data.movement.depot, &points(here)))
        }
        Err(w) => w.into(),
        Ok(()) => why::NOT_NOW.into(),
    }
}

/// At the start of a combat phase, before the gates.
fn gates(cx: &Ctx, s: &State, side: u8, who: Who, to: Option<HexId>) -> Refusal {
    let at = who.hex(s);
    if to.is_some_and(|t| at.is_some_and(|h| h != t)) {
        return why::NOT_MARCHING.into();
    }
    let Some(hex) = at.or(to) else { return why::NOT_NOW.into() };
    if !cx.setup.is_fort(hex) {
        return why::NO_FORT.into();
    }
    if who.inside(s) {
        return if cx.setup.is_winter(s.turn) { why::QUARTERS } else { why::NOT_NOW }.into();
    }
    movement::can_go_in(cx, s, hex, side).err().unwrap_or(why::NOT_NOW).into()
}

fn door(cx: &Ctx, s: &State, hex: HexId, kind: DoorKind, who: Who, to: Option<HexId>) -> Refusal {
    if who.hex(s) != Some(hex) {
        return Refusal::new("12.21", words::at_the_gate(&place(cx, hex)));
    }
    if to.is_some_and(|t| t != hex) {
        return Refusal::new("12.21", words::only_the_gate());
    }
    let late = matches!(kind, DoorKind::Relief | DoorKind::Possess | DoorKind::Seize);
    if who.inside(s) && late {
        return why::ONLY_IN.into();
    }
    if who.inside(s) && cx.setup.is_winter(s.turn) {
        return why::QUARTERS.into();
    }
    let side = who.side(cx, s).unwrap_or(0);
    movement::can_go_in(cx, s, hex, side).err().unwrap_or(why::HAS_MOVED).into()
}

fn fights(cx: &Ctx, s: &State, who: Who, to: Option<HexId>) -> Refusal {
    let side = who.side(cx, s);
    if who.inside(s) {
        return why::INSIDE_NO_ATTACK.into();
    }
    if let (Some(h), Some(side)) = (who.hex(s), side)
        && s.is_demoralised(h, side)
    {
        return why::DEMORALISED_DEFENDS.into();
    }
    match (who.hex(s), to) {
        (Some(from), Some(to)) if from != to && s.occupied(&cx.setup, to, 1 - side.unwrap_or(0)) => {
            why::NOT_CONTESTED.into()
        }
        (Some(from), Some(to)) if from != to => why::NOT_MARCHING.into(),
        (_, Some(to)) if (0..2).any(|side| s.present(&cx.setup, to, side, true)) => why::INSIDE_SAFE.into(),
        _ => why::NOT_CONTESTED.into(),
    }
}

fn sieges(cx: &Ctx, s: &State, to: Option<HexId>) -> Refusal {
    let Some(hex) = to else { return why::NOT_BESIEGED.into() };
    if !cx.setup.is_fort(hex) {
        return why::NO_FORT.into();
    }
    if !s.present(&cx.setup, hex, 1 - s.phasing, true) {
        return why::NOT_GARRISONED.into();
    }
    why::NOT_BESIEGED.into()
}
