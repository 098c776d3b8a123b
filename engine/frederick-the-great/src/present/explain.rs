//! Why something may not be done: the same predicates the rules ask, and the ways of the map.

use super::board::{leader_of, stack_of};
use super::labels::{adjective, leader, place, side_name};
use super::why_march::{force, march, muster, not_with, refusal_about, waits};
use super::words::{self, Piece, points};
use super::{hex_of, side_of};
use crate::action::Action;
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::movement::{self, Judge};
use crate::special::Limit;
use crate::state::{DoorKind, Force, Frame, LossKind, Phase, Place, State, leader_bit};
use crate::why::{self, Why};
use crate::{Ctx, FrederickTheGreat, combat, fortress, legal, placing};
use engine::game::Seen;
use engine::hex::HexId;
use engine::present::{Refusal, Target};

/// What was pointed at first.
#[derive(Clone, Copy)]
pub enum Who {
    Leader(LeaderId),
    Points {
        hex: HexId,
        nation: NationId,
        inside: Walls,
    },
    /// With the force on the march.
    Marching(NationId),
    Depot(HexId),
    Nobody,
}

fn who(s: &State, subject: &Target) -> Who {
    let depot = |h: HexId| if s.depot_at(h).is_some() { Who::Depot(h) } else { Who::Nobody };
    match subject {
        Target::Counter(id) => {
            if let Some(nation) = super::board::marching_of(*id) {
                Who::Marching(nation)
            } else if let Some(l) = leader_of(*id) {
                if (l.index()) < s.leaders.len() { Who::Leader(l) } else { Who::Nobody }
            } else {
                stack_of(*id).map_or(Who::Nobody, |(hex, nation, inside)| Who::Points { hex, nation, inside })
            }
        }
        Target::Hex(h) => depot(*h),
        _ => Who::Nobody,
    }
}

impl Who {
    pub fn side(self, cx: &Ctx, s: &State) -> Option<SideId> {
        Some(match self {
            Self::Leader(l) => cx.setup.leaders[l.index()].side,
            Self::Points { nation, .. } | Self::Marching(nation) => cx.setup.side_of(nation),
            Self::Depot(h) => s.depot_at(h)?.side,
            Self::Nobody => return None,
        })
    }

    pub fn hex(self, s: &State) -> Option<HexId> {
        match self {
            Self::Leader(l) => {
                let l = &s.leaders[l.index()];
                (l.on_map() || l.place == Place::Moving).then_some(l.hex)
            }
            Self::Points { hex, .. } | Self::Depot(hex) => Some(hex),
            Self::Marching(_) => s.moving_force().map(|m| m.0),
            Self::Nobody => None,
        }
    }

    pub fn nation(self, cx: &Ctx) -> Option<NationId> {
        match self {
            Self::Leader(l) => Some(cx.setup.leaders[l.index()].nation),
            Self::Points { nation, .. } | Self::Marching(nation) => Some(nation),
            Self::Depot(_) | Self::Nobody => None,
        }
    }

    /// As it is called in a sentence.
    pub fn piece(self, cx: &Ctx, s: &State) -> Piece {
        let there = self.hex(s).map_or_else(String::new, |h| place(cx, h));
        let (name, many) = match self {
            Self::Leader(l) => (leader(cx, l), false),
            Self::Points { nation, inside, .. } => {
                (words::troops_in(adjective(cx, nation), &there, inside), true)
            }
            Self::Marching(nation) => (words::troops_in(adjective(cx, nation), &there, Walls::Outside), true),
            Self::Depot(_) | Self::Nobody => (words::depot_in(&there), false),
        };
        Piece { name, many }
    }

    fn inside(self, s: &State) -> bool {
        match self {
            Self::Leader(l) => s.leaders[l.index()].place == Place::Inside,
            Self::Points { inside, .. } => inside == Walls::Inside,
            _ => false,
        }
    }
}

/// Why `subject` may do nothing to `target`. What never changes comes before what holds for this
/// phase, and that before what is only being done first.
pub fn explain(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, subject: &Target, target: &Target) -> Refusal {
    let r = reason(cx, seen, subject, target);
    Refusal::new(r.rule.0, engine::sentence(&r.text))
}

fn reason(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>, subject: &Target, target: &Target) -> Refusal {
    let s = seen.state();
    let j = Judge::new(cx, s);
    let to = hex_of(s, target).filter(|h| h.index() < cx.setup.map.len());
    if s.phase == Phase::Over {
        return why::GAME_OVER.into();
    }
    let me = side_of(cx, seen);
    let acting = legal::deciding_side(cx, s);
    if let Some(side) = acting.filter(|a| *a != me && cx.setup.seat(*a) != seen.seat()) {
        return Refusal::new("4.2", words::his_decision(side_name(cx, side)));
    }
    let me = acting.unwrap_or(me);
    let who = who(s, subject);
    match who.side(cx, s) {
        None => return nothing(cx, &j, to),
        Some(side) if side != me => {
            let (piece, owner, mover) = (who.piece(cx, s), side_name(cx, side), side_name(cx, me));
            return match s.phase {
                Phase::March | Phase::ForceMarch => {
                    Refusal::new("5.31", words::not_his_move(&piece, owner, mover))
                }
                _ => Refusal::new("4.2", words::not_his(&piece, owner, mover)),
            };
        }
        Some(_) => {}
    }
    if let Who::Depot(_) = who
        && !matches!(s.frames.top(), Some(Frame::Depots | Frame::Place { .. }))
    {
        return why::DEPOT_STAYS.into();
    }
    to.and_then(|to| never(cx, s, who, to)).unwrap_or_else(|| answer(cx, &j, who, to))
}

/// What holds in every phase: water, and country the scenario closes.
fn never(cx: &Ctx, s: &State, who: Who, to: HexId) -> Option<Refusal> {
    let from = who.hex(s).filter(|h| *h != to)?;
    let mut mask = who.nation(cx)?.bit();
    match s.frames.top()? {
        Frame::Force(f) if belongs(f, who) => mask = movement::force_nations(cx, f),
        Frame::March { .. } | Frame::Muster { .. } | Frame::Force(_) => {}
        Frame::Garrisons { .. } | Frame::Door { .. } | Frame::Depots | Frame::Combats { .. } => {}
        Frame::AttackOption { .. } | Frame::Sieges { .. } | Frame::Lose { .. } => {}
        // Elsewhere a hex is not a place to go to.
        _ => return None,
    }
    if !cx.setup.ground.land[to.index()] {
        return Some(Refusal::new("5.45", words::water(&place(cx, to))));
    }
    forbidden(cx, s, mask, from, to)
}

/// The rule of the scenario that keeps these nations out.
fn forbidden(cx: &Ctx, s: &State, nations: u8, from: HexId, to: HexId) -> Option<Refusal> {
    let Why(rule, text) = movement::may_be(cx, s, nations, from, to).err()?;
    let there = place(cx, to);
    if text == why::CLOSED {
        let c = cx.setup.special.closed.iter().find(|c| c.from <= s.turn && c.hexes[to.index()])?;
        return Some(Refusal::new(rule, words::shut(&there, &cx.setup.region_name(&c.region))));
    }
    let binds = |l: &&Limit| l.rule == rule && nations & (l.nation.bit()) != 0 && l.forbidden[to.index()];
    let l = cx.setup.special.limits.iter().find(binds)?;
    let until = l.until.map(|h| place(cx, h));
    let how = words::confined(&cx.setup.region_name(&l.region), l.stays_in, until.as_deref(), false);
    Some(Refusal::new(rule, words::barred(&there, adjective(cx, l.nation), &how)))
}

fn answer(cx: &Ctx, j: &Judge, who: Who, to: Option<HexId>) -> Refusal {
    let s = j.s;
    let err = |r: Result<(), Why>, or: Why| Refusal::from(r.err().unwrap_or(or));
    match s.frames.top() {
        Some(Frame::March { .. }) => match movement::current_march(s) {
            Some(m) => march(cx, j, &m, who, to),
            None => why::NOT_NOW.into(),
        },
        Some(Frame::Muster { .. }) => match movement::mustered_force(cx, s) {
            Some(f) if belongs(&f, who) => muster(cx, j, &f, to),
            Some(f) => not_with(cx, j, &f, who, to),
            None => why::NOT_NOW.into(),
        },
        Some(Frame::Force(f)) if !belongs(f, who) => not_with(cx, j, f, who, to),
        Some(Frame::Force(f)) => force(cx, j, f, who, to),
        Some(Frame::Setup { .. }) => Refusal::new("18.0", words::stands_there(&who.piece(cx, s))),
        Some(Frame::Place { left, .. }) => match (left.first(), to) {
            (Some(p), Some(h)) => err(placing::can_place(cx, s, *p, h, Walls::Outside), why::SETTLED),
            _ => why::SETTLED.into(),
        },
        Some(Frame::Depots) => depots(cx, j, who, to),
        Some(Frame::Garrisons { side }) => gates(cx, s, *side, who, to),
        Some(Frame::Door { hex, kind, .. }) => door(cx, j, *hex, *kind, who, to),
        Some(Frame::Combats { .. }) => fights(cx, s, who, to),
        Some(Frame::AttackOption { hex, .. }) => match (who.hex(s), to) {
            (Some(from), Some(to)) if from == *hex && to == *hex => {
                if who.inside(s) {
                    return why::INSIDE_NO_ATTACK.into();
                }
                err(combat::can_attack(cx, s), why::OPTION)
            }
            _ => elsewhere(cx, s, who, to)
                .unwrap_or_else(|| Refusal::new("9.0", words::option_first(&place(cx, *hex)))),
        },
        Some(Frame::Nominate { .. }) => why::NO_NOMINEE.into(),
        Some(Frame::Lose { hex, kind, .. }) => {
            Refusal::new(loss_rule(*kind), words::losses_first(&place(cx, *hex)))
        }
        Some(Frame::Retire { beaten: true, .. }) => why::MUST_RETREAT.into(),
        Some(Frame::Retire { .. }) => why::SHUT_IN.into(),
        Some(Frame::Sieges { .. }) => sieges(cx, s, who, to),
        Some(Frame::Honours { .. } | Frame::Terms { .. }) => why::TERMS.into(),
        Some(Frame::Refuge { .. }) => why::NO_REFUGE.into(),
        Some(Frame::Release { .. }) => why::NOT_CAPTIVE.into(),
        Some(Frame::PutBack { .. }) => why::NO_RETURN.into(),
        Some(Frame::KingTaken { .. }) => why::KING.into(),
        _ => why::NOT_NOW.into(),
    }
}

fn loss_rule(kind: LossKind) -> &'static str {
    match kind {
        LossKind::Killed | LossKind::Captured => "9.45",
        LossKind::Attrition => "10.61",
        LossKind::Winter => "16.31",
        LossKind::Sortie => "13.32",
        LossKind::Storm => "13.33",
    }
}

/// Pointed at another hex where nobody moves now: an enemy there cannot be fought from here either.
fn elsewhere(cx: &Ctx, s: &State, who: Who, to: Option<HexId>) -> Option<Refusal> {
    let (from, to, side) = (who.hex(s)?, to?, who.side(cx, s)?);
    if from == to {
        return None;
    }
    let piece = who.piece(cx, s);
    if s.phase == Phase::Combat && s.is_occupied(&cx.setup, to, side.enemy()) {
        return Some(Refusal::new("9.11", words::not_shared(&piece, &place(cx, to))));
    }
    Some(Refusal::new("4.2", words::not_marching(&piece, phase_name(s.phase))))
}

/// Nothing that acts was chosen; the ground itself may have an answer.
fn nothing(cx: &Ctx, j: &Judge, to: Option<HexId>) -> Refusal {
    match (j.s.frames.top(), to) {
        (Some(Frame::Depots), Some(h)) => depots(cx, j, Who::Nobody, Some(h)),
        (Some(Frame::Combats { .. }), Some(h)) => fights(cx, j.s, Who::Nobody, Some(h)),
        (Some(Frame::Sieges { .. }), Some(h)) => sieges(cx, j.s, Who::Nobody, Some(h)),
        _ => why::NOBODY_CHOSEN.into(),
    }
}

fn belongs(f: &Force, who: Who) -> bool {
    match who {
        Who::Leader(l) => f.riders & leader_bit(l) != 0,
        Who::Marching(_) => true,
        _ => false,
    }
}

fn depots(cx: &Ctx, j: &Judge, who: Who, to: Option<HexId>) -> Refusal {
    let Some(hex) = to.or_else(|| who.hex(j.s)) else { return why::NOT_NOW.into() };
    if let (Who::Depot(at), true) = (who, who.hex(j.s) != Some(hex)) {
        return Refusal::new("5.38", words::depot_stays(&place(cx, at)));
    }
    if let Some(r) = elsewhere(cx, j.s, who, to) {
        return r;
    }
    match legal::check_action(j, &Action::Build { hex }) {
        Err(why::FEW_FOR_DEPOT) => {
            let here = j.s.sp_all(&cx.setup, hex, j.s.phasing);
            let text = words::few_for_depot(&place(cx, hex), cx.data.movement.depot, &points(here));
            Refusal::new("10.42", text)
        }
        Err(w) => w.into(),
        Ok(()) => Refusal::new("10.42", words::build_here(&place(cx, hex))),
    }
}

/// At the start of a combat phase, before the gates.
fn gates(cx: &Ctx, s: &State, side: SideId, who: Who, to: Option<HexId>) -> Refusal {
    if let Some(r) = elsewhere(cx, s, who, to) {
        return r;
    }
    let Some(hex) = who.hex(s).or(to) else { return why::NOT_NOW.into() };
    if !cx.setup.is_fort(hex) {
        return why::NO_FORT.into();
    }
    if fortress::can_open(cx, s, hex, side, DoorKind::Combat) {
        return Refusal::new("12.21", words::open_first(&place(cx, hex)));
    }
    let passed = || Refusal::new("12.21", words::passed(&who.piece(cx, s), &place(cx, hex)));
    if who.inside(s) {
        return if cx.setup.is_winter(s.turn) { refusal_about(cx, s, who, why::QUARTERS) } else { passed() };
    }
    movement::can_go_in(cx, s, hex, side).err().map_or_else(passed, Refusal::from)
}

fn door(cx: &Ctx, j: &Judge, hex: HexId, kind: DoorKind, who: Who, to: Option<HexId>) -> Refusal {
    let s = j.s;
    let piece = who.piece(cx, s);
    if who.hex(s) != Some(hex) {
        let waiting = || Refusal::new("12.21", words::at_the_gate(&piece, &place(cx, hex)));
        return match kind {
            DoorKind::Move => waits(cx, j, who, to, waiting()),
            _ => elsewhere(cx, s, who, to).unwrap_or_else(waiting),
        };
    }
    if to.is_some_and(|t| t != hex) {
        return Refusal::new("12.21", words::only_the_gate(&piece, &place(cx, hex)));
    }
    let inside = who.inside(s);
    let pass = match who {
        Who::Leader(leader) if inside => Action::LeaderOut { leader },
        Who::Leader(leader) => Action::LeaderIn { leader },
        Who::Points { nation, .. } if inside => Action::Out { nation, sp: 1 },
        Who::Points { nation, .. } => Action::In { nation, sp: 1 },
        _ => return why::NOT_NOW.into(),
    };
    match fortress::can_pass(cx, s, &pass) {
        Ok(()) => Refusal::new("12.21", words::say_how_many(&piece, &place(cx, hex))),
        // Nothing of it may pass any more: it has moved.
        Err(why::NOT_HERE) => refusal_about(cx, s, who, why::HAS_MOVED),
        Err(w) => refusal_about(cx, s, who, w),
    }
}

fn fights(cx: &Ctx, s: &State, who: Who, to: Option<HexId>) -> Refusal {
    let side = who.side(cx, s).unwrap_or(SideId::FIRST);
    let moves = |t: HexId| who.hex(s).is_some_and(|h| h != t) && !s.is_occupied(&cx.setup, t, side.enemy());
    if let Some(r) = elsewhere(cx, s, who, to.filter(|t| moves(*t))) {
        return r;
    }
    if who.inside(s) {
        return why::INSIDE_NO_ATTACK.into();
    }
    if who.hex(s).is_some_and(|h| s.is_demoralised(h, side)) {
        return why::DEMORALISED_DEFENDS.into();
    }
    if let Some(r) = elsewhere(cx, s, who, to) {
        return r;
    }
    let open = |to: &HexId| matches!(s.frames.top(), Some(Frame::Combats { left, .. }) if left.contains(to));
    match to {
        Some(to) if open(&to) => Refusal::new("9.0", words::choose_hex(&place(cx, to))),
        Some(to) if SideId::BOTH.into_iter().any(|side| s.is_present(&cx.setup, to, side, Walls::Inside)) => {
            why::INSIDE_SAFE.into()
        }
        _ => why::NOT_CONTESTED.into(),
    }
}

fn sieges(cx: &Ctx, s: &State, who: Who, to: Option<HexId>) -> Refusal {
    let Some(hex) = to else { return why::NOT_BESIEGED.into() };
    if s.is_besieged(hex) && s.is_present(&cx.setup, hex, s.phasing.enemy(), Walls::Inside) {
        let left = matches!(s.frames.top(), Some(Frame::Sieges { left }) if left.contains(&hex));
        let text = if left { words::choose_hex(&place(cx, hex)) } else { words::pressed(&place(cx, hex)) };
        return Refusal::new("13.0", text);
    }
    if s.is_present(&cx.setup, hex, s.phasing.enemy(), Walls::Inside) {
        return why::NOT_BESIEGED.into();
    }
    elsewhere(cx, s, who, to).unwrap_or_else(|| why::NOT_GARRISONED.into())
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => words::SET_UP,
        Phase::Depots => words::DEPOT_PHASE,
        Phase::Combat => words::COMBAT_PHASE,
        Phase::Siege => words::SIEGE_PHASE,
        Phase::Attrition => words::ATTRITION_PHASE,
        Phase::Exchange => words::EXCHANGE_PHASE,
        _ => words::ANOTHER_PHASE,
    }
}
