//! Chapter 4: the sequence of play, run from decision to decision; reinforcements (15.0), morale
//! recovery (11.2), attrition (10.6, 16.3) and the end of the game (16.23).

use super::event::What;
use super::movement::Judge;
use super::setup::Item;
use super::state::{
    BattleStage, Depot, DoorKind, Frame, Lead, LossKind, Mode, Phase, Place, State, leaders_in,
};
use super::{Ctx, Rec, combat, depots, for_everybody, fortress, march, movement, prisoners, siege, supply};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;
use std::cmp::Reverse;

/// Runs until a seat or chance is asked.
pub fn run_until_asked(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    loop {
        supply::update_supply(cx, s, rec);
        if s.phase == Phase::Over {
            return;
        }
        ask_king(cx, s);
        if early_end(cx, s) {
            rec.emit(|| for_everybody(What::WinterEnd));
            close_game(cx, s);
            continue;
        }
        if !run_step(cx, s, rec) {
            return;
        }
    }
}

/// Does what nobody is asked about; false when somebody is.
fn run_step(cx: &Ctx, s: &mut State, rec: &mut Rec) -> bool {
    let top = match s.frames.top() {
        None => {
            s.phase = Phase::Over;
            return true;
        }
        // Asked most often, and nothing comes by itself.
        Some(Frame::Force(f)) if f.mode != Mode::Retreat => return false,
        Some(top) => top.clone(),
    };
    match top {
        Frame::Sequence => next_phase(cx, s, rec),
        Frame::Setup { left, .. } | Frame::Place { left, .. } if left.is_empty() => drop_top(s),
        Frame::Depots if has_nothing_to_do(cx, s) => drop_top(s),
        Frame::March { .. } if is_movement_idle(cx, s) => drop_top(s),
        Frame::Garrisons { side } if !fortress::any_door(cx, s, side, DoorKind::Combat) => drop_top(s),
        Frame::Door { hex, side, kind } if !fortress::can_open(cx, s, hex, side, kind) => {
            fortress::close_gate(cx, s, rec);
        }
        Frame::Combats { begun: false, .. } => {
            let left = combat::contested_hexes(cx, s).into_iter().collect();
            s.frames.replace(Frame::Combats { begun: true, left });
        }
        Frame::Combats { left, .. } if left.is_empty() => {
            drop_top(s);
            s.duty.clear();
            s.named.clear();
            for hex in s.sieges.sallies.iter().map(|y| y.hex).collect::<Vec<_>>() {
                fortress::back_inside(cx, s, hex, rec);
            }
        }
        Frame::Combats { left, .. } => {
            // A hex where one side has gone meanwhile is no longer contested.
            let now = combat::contested_hexes(cx, s);
            let still: smallvec::SmallVec<[HexId; 8]> =
                left.iter().copied().filter(|h| now.contains(h)).collect();
            if still.len() == left.len() {
                return false;
            }
            s.frames.replace(Frame::Combats { begun: true, left: still });
        }
        Frame::TakeUp { hex } => {
            drop_top(s);
            combat::take_up(cx, s, hex, rec);
        }
        Frame::Battle { stage, .. } if stage != BattleStage::Die => combat::go_on(cx, s, rec),
        Frame::Lose { .. } => return combat::lose_plainly(cx, s, rec),
        Frame::Force(f) if f.mode == Mode::Retreat => {
            let mut list = Vec::new();
            super::retreat::list_steps(&Judge::new(cx, s), &f, &mut list);
            if !list.is_empty() {
                return false;
            }
            march::end_march(s, Walls::Outside, rec);
        }
        Frame::Sieges { left } => {
            let still: smallvec::SmallVec<[HexId; 4]> =
                left.iter().copied().filter(|h| s.is_besieged(*h)).collect();
            if still.is_empty() {
                drop_top(s);
            } else if still.len() < left.len() {
                s.frames.replace(Frame::Sieges { left: still });
            } else {
                return false;
            }
        }
        Frame::Refuge { .. } => return siege::refuge_plainly(cx, s, rec),
        Frame::Possess { .. } => siege::offer_garrison(cx, s),
        Frame::Exchange { .. } => prisoners::carry_out_exchange(cx, s, rec),
        Frame::Release { .. } => return prisoners::release_plainly(cx, s),
        Frame::PutBack { .. } => return prisoners::put_back_plainly(cx, s, rec),
        _ => return false,
    }
    true
}

fn drop_top(s: &mut State) {
    s.frames.pop();
}

/// Whether the only thing to do is to say so.
fn has_nothing_to_do(cx: &Ctx, s: &State) -> bool {
    let mut out = Vec::new();
    super::legal::list_actions(&Judge::new(cx, s), &mut out);
    out == [super::action::Action::Done]
}

/// Nobody can move, nothing can be destroyed, no gate can be used.
fn is_movement_idle(cx: &Ctx, s: &State) -> bool {
    let Some(m) = movement::current_march(s) else { return true };
    !movement::anybody_may_begin(cx, s, &m)
        && !s.depots.iter().any(|d| depots::can_destroy(cx, s, m.side, d.hex).is_ok())
        && !fortress::any_door(cx, s, m.side, DoorKind::Move)
}

fn ask_king(cx: &Ctx, s: &mut State) {
    if s.asked {
        return;
    }
    let taken = |l: &LeaderId| s.leaders[l.index()].place == Place::Prisoner;
    if let Some(king) = leaders_in(cx.setup.lookup.kings).find(taken) {
        s.asked = true;
        s.frames.push(Frame::KingTaken { side: cx.setup.leaders[king.index()].side });
    }
}

/// All combat units are in winter quarters (16.23).
fn early_end(cx: &Ctx, s: &State) -> bool {
    let busy = |f: &Frame| {
        !matches!(
            f,
            Frame::Sequence
                | Frame::March { .. }
                | Frame::Depots
                | Frame::Garrisons { .. }
                | Frame::Combats { .. }
                | Frame::Sieges { .. }
        )
    };
    cx.setup.is_winter(s.turn)
        && !s.ending
        && !matches!(s.phase, Phase::Setup | Phase::TurnStart | Phase::Exchange)
        && s.stacks.iter().all(|k| k.inside == Walls::Inside)
        && !s.frames.iter().any(busy)
}

fn close_game(cx: &Ctx, s: &mut State) {
    s.ending = true;
    s.phase = Phase::TurnEnd;
    s.sieges.announced.clear();
    s.frames = engine::game::Frames::new(Frame::Sequence);
    s.reset_moved();
    for (i, e) in cx.setup.special.exchanges.iter().enumerate().rev() {
        if e.at_end {
            s.frames.push(Frame::Exchange { entry: i as u8 });
        }
    }
}

/// The next phase (4.2).
fn next_phase(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let next = match s.phase {
        Phase::Setup => {
            set_up(cx, s, rec);
            s.turn = cx.setup.calendar.first_turn;
            match cx.setup.start.midway.phase {
                Some(phase) => return take_up(cx, s, phase, rec),
                None => Phase::TurnStart,
            }
        }
        Phase::TurnStart => {
            s.phasing =
                if s.turn == cx.setup.calendar.first_turn { cx.setup.calendar.opens } else { SideId::FIRST };
            Phase::Reinforcement
        }
        Phase::Reinforcement => Phase::Recovery,
        Phase::Recovery => Phase::Depots,
        Phase::Depots => Phase::March,
        Phase::March => Phase::ForceMarch,
        Phase::ForceMarch => Phase::Combat,
        Phase::Combat => Phase::Siege,
        Phase::Siege => Phase::Attrition,
        Phase::Attrition if s.phasing == SideId::FIRST => {
            s.phasing = SideId::SECOND;
            Phase::Reinforcement
        }
        Phase::Attrition => Phase::Exchange,
        Phase::Exchange => Phase::TurnEnd,
        Phase::TurnEnd if s.ending => Phase::Over,
        Phase::TurnEnd => {
            s.turn += 1;
            Phase::TurnStart
        }
        Phase::Over => Phase::Over,
    };
    s.phase = next;
    enter_phase(cx, s, rec);
}

/// A campaign taken up midway goes on with its phase; what came before it in the turn is done.
fn take_up(cx: &Ctx, s: &mut State, phase: Phase, rec: &mut Rec) {
    let (turn, side) = (s.turn, cx.setup.calendar.opens);
    (s.phase, s.phasing) = (phase, side);
    rec.emit(|| for_everybody(What::Turn { turn, winter: cx.setup.is_winter(turn) }));
    rec.emit(|| for_everybody(What::PlayerTurn { side }));
    if phase == Phase::Depots {
        // Those begun in this very phase are not finished in it.
        s.frames.push(Frame::Depots);
    } else {
        enter_phase(cx, s, rec);
    }
}

fn enter_phase(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let (side, other) = (s.phasing, s.phasing.enemy());
    s.reset_moved();
    s.sieges.announced.clear();
    s.shut.clear();
    match s.phase {
        Phase::TurnStart => turn_start(cx, s, rec),
        Phase::Reinforcement => {
            rec.emit(|| for_everybody(What::PlayerTurn { side }));
            place_reinforcements(cx, s, rec);
        }
        Phase::Recovery => queue_rallies(cx, s),
        Phase::Depots => {
            depots::finish_depots(cx, s, rec);
            s.frames.push(Frame::Depots);
        }
        Phase::March => s.frames.push(Frame::MarchDie),
        Phase::ForceMarch => {
            s.frames.push(Frame::March { side: other, die: 0, nation: NationId::NONE, done: 0, next: 0 });
        }
        Phase::Combat => {
            for hex in s.sieges.besieged.clone() {
                let besieger = s.depot_at(hex).map_or(SideId::NONE, |d| d.side);
                let sp = s.strength_at(&cx.setup, hex, besieger, Walls::Outside);
                s.sieges.announced.push((hex, sp));
                rec.emit(|| for_everybody(What::Besieger { hex, side: besieger, sp }));
            }
            // Where opposing forces share no hex there is no Combat Phase (4.2), and no gate opens in it.
            if s.hexes_of(&cx.setup, side).into_iter().any(|h| s.is_occupied(&cx.setup, h, other)) {
                s.frames.push(Frame::Combats { begun: false, left: smallvec::SmallVec::new() });
                s.frames.push(Frame::Garrisons { side });
                s.frames.push(Frame::Garrisons { side: other });
            } else {
                s.duty.clear();
            }
        }
        Phase::Siege => {
            let left = siege::fortresses_besieged_by(s, side).collect();
            s.frames.push(Frame::Sieges { left });
        }
        Phase::Attrition => queue_attrition(cx, s, other),
        Phase::Exchange => {
            for (i, e) in cx.setup.special.exchanges.iter().enumerate().rev() {
                if e.turns.contains(&s.turn) {
                    s.frames.push(Frame::Exchange { entry: i as u8 });
                }
            }
        }
        Phase::TurnEnd if s.turn >= cx.setup.calendar.last_turn => close_game(cx, s),
        Phase::Over => rec.emit(|| for_everybody(What::Over)),
        Phase::TurnEnd | Phase::Setup => {}
    }
}

/// The secret choices of both sides are laid open (18.0).
fn set_up(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    super::placing::lay(cx, s);
    for (item, inside) in std::mem::take(&mut s.set_up.plan) {
        match cx.setup.start.items.get(item as usize) {
            Some(Item::Points { hex, nation, .. }) => {
                let n = s.remove_points(*hex, *nation, Walls::Outside, inside);
                s.add_points(*hex, *nation, Walls::Inside, n, true);
            }
            Some(Item::Leader { leader, .. }) if inside > 0 => {
                s.leaders[leader.index()].place = Place::Inside;
            }
            _ => {}
        }
    }
    rec.reveal();
    for side in SideId::BOTH {
        rec.emit(|| for_everybody(What::SetUp { side }));
    }
}

fn turn_start(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let turn = s.turn;
    rec.emit(|| for_everybody(What::Turn { turn, winter: cx.setup.is_winter(turn) }));
    for (i, w) in cx.setup.special.withdrawals.iter().enumerate() {
        if s.schedule.withdrawn & (1 << i) != 0 || w.from > turn {
            continue;
        }
        if w.on == 0 {
            withdraw_nation(cx, s, i, 0, rec);
        } else {
            s.frames.push(Frame::WithdrawDie { entry: i as u8 });
        }
    }
    // Who has not left a closed region by the end of the turn after is interned there.
    for c in cx.setup.special.closed.iter().filter(|c| turn >= c.from.saturating_add(2)) {
        for side in SideId::BOTH {
            for hex in s.hexes_of(&cx.setup, side).into_iter().filter(|h| c.hexes[h.index()]) {
                intern_force(cx, s, hex, side, rec);
            }
        }
    }
}

fn intern_force(cx: &Ctx, s: &mut State, hex: HexId, side: SideId, rec: &mut Rec) {
    let mut sp = 0u8;
    for n in cx.setup.nation_ids().filter(|n| cx.setup.side_of(*n) == side) {
        for inside in Walls::BOTH {
            let k = s.remove_points(hex, n, inside, u8::MAX);
            s.off_map.removed[n.index()] = s.off_map.removed[n.index()].saturating_add(k);
            sp = sp.saturating_add(k);
        }
    }
    for inside in Walls::BOTH {
        for l in leaders_in(s.leaders_at(&cx.setup, hex, side, inside)) {
            s.leaders[l.index()] = Lead { place: Place::Removed, hex: HexId::NONE, moved: false };
        }
    }
    rec.emit(|| for_everybody(What::Interned { hex, side, sp }));
}

/// A whole nation leaves the game without loss.
fn withdraw_nation(cx: &Ctx, s: &mut State, entry: usize, die: u8, rec: &mut Rec) {
    s.schedule.withdrawn |= 1 << entry;
    let nation = cx.setup.special.withdrawals[entry].nation;
    let mut sp = 0u8;
    s.stacks.retain(|k| {
        if k.nation == nation {
            sp = sp.saturating_add(k.sp());
        }
        k.nation != nation
    });
    s.off_map.removed[nation.index()] = s.off_map.removed[nation.index()].saturating_add(sp);
    for (i, l) in s.leaders.iter_mut().enumerate() {
        if cx.setup.leaders[i].nation == nation && l.on_map() {
            *l = Lead { place: Place::Removed, hex: HexId::NONE, moved: false };
        }
    }
    rec.emit(|| for_everybody(What::Withdrawn { nation, die }));
}

pub fn withdraw_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::WithdrawDie { entry }) = s.frames.pop() else { return };
    let Some(w) = cx.setup.special.withdrawals.get(entry as usize) else { return };
    if die == w.on {
        withdraw_nation(cx, s, entry as usize, die, rec);
    } else {
        rec.emit(|| for_everybody(What::Stays { nation: w.nation, die }));
    }
}

fn has_left_game(cx: &Ctx, s: &State, nation: NationId) -> bool {
    cx.setup
        .special
        .withdrawals
        .iter()
        .enumerate()
        .any(|(i, w)| w.nation == nation && s.schedule.withdrawn & (1 << i) != 0)
}

/// Reinforcements are placed; they cannot be delayed (15.1).
fn place_reinforcements(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    for (i, a) in cx.setup.special.arrivals.iter().enumerate() {
        if a.side != s.phasing || a.turn != s.turn || s.schedule.arrived & (1 << i) != 0 {
            continue;
        }
        s.schedule.arrived |= 1 << i;
        for (n, sp) in a.sp.iter().enumerate() {
            if has_left_game(cx, s, NationId(n as u8)) {
                s.off_map.removed[n] = s.off_map.removed[n].saturating_add(*sp);
            } else {
                s.add_points(a.hex, NationId(n as u8), Walls::Outside, *sp, true);
            }
        }
        for l in leaders_in(a.leaders) {
            let place = if has_left_game(cx, s, cx.setup.leaders[l.index()].nation) {
                Place::Removed
            } else {
                Place::Outside
            };
            let hex = if place == Place::Removed { HexId::NONE } else { a.hex };
            s.leaders[l.index()] = Lead { place, hex, moved: false };
        }
        if let Some(offmap) = a.depot
            && s.depot_at(a.hex).is_none()
        {
            s.depots.push(Depot { hex: a.hex, side: a.side, done: true, offmap, used: false });
            s.depots.sort_unstable();
        }
        rec.emit(|| for_everybody(What::Arrived { entry: i as u8 }));
        let lone = s.leaders_at(&cx.setup, a.hex, a.side.enemy(), Walls::Outside);
        if s.strength_at(&cx.setup, a.hex, a.side.enemy(), Walls::Outside) == 0 && a.sp.iter().any(|n| *n > 0)
        {
            prisoners::capture_leaders(cx, s, lone, rec);
        }
    }
}

/// Who rolls for a demoralised force: its commander. Inside and outside of a fortress hex are one (11.15, 11.2).
pub fn rallying_leader(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> Option<LeaderId> {
    let sp = |n: NationId| {
        Walls::BOTH.into_iter().filter_map(|walls| s.stack_at(hex, n, walls)).map(|k| u16::from(k.sp())).sum()
    };
    let key = |l: &LeaderId| {
        let i = &cx.setup.leaders[l.index()];
        (Reverse::<u16>(sp(i.nation)), i.rank, Reverse(i.initiative), *l)
    };
    let here = s.leaders_at(&cx.setup, hex, side, Walls::Outside)
        | s.leaders_at(&cx.setup, hex, side, Walls::Inside);
    leaders_in(here).min_by_key(key)
}

fn queue_rallies(cx: &Ctx, s: &mut State) {
    let side = s.phasing;
    let hopeful = |h: &HexId| {
        let best = rallying_leader(cx, s, *h, side).map_or(0, |l| cx.setup.leaders[l.index()].initiative);
        best + 6 >= cx.data.movement.recovery
    };
    let list: Vec<HexId> =
        s.demoralised.iter().filter(|d| d.1 == side).map(|d| d.0).filter(hopeful).collect();
    for hex in list.into_iter().rev() {
        s.frames.push(Frame::RecoverDie { hex });
    }
}

pub fn recover_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::RecoverDie { hex }) = s.frames.pop() else { return };
    let side = s.phasing;
    let initiative = rallying_leader(cx, s, hex, side).map_or(0, |l| cx.setup.leaders[l.index()].initiative);
    let back = die + initiative >= cx.data.movement.recovery;
    if back {
        s.rally_force(hex, side);
    }
    rec.emit(|| for_everybody(What::Recovery { hex, side, die, initiative, back }));
}

pub fn march_die(s: &mut State, die: u8, rec: &mut Rec) {
    let side = s.phasing;
    rec.emit(|| for_everybody(What::MarchDie { side, die }));
    s.frames.replace(Frame::March { side, die, nation: NationId::NONE, done: 0, next: 0 });
}

/// Points lost by hexes without supply and by forces in the open in winter (10.61, 16.31).
fn queue_attrition(cx: &Ctx, s: &mut State, side: SideId) {
    let field = supply::supply_field(cx, s, side, false);
    let m = &cx.data.movement;
    let winter = cx.setup.is_winter(s.turn);
    for hex in s.hexes_of(&cx.setup, side).into_iter().rev() {
        let open = s.strength_at(&cx.setup, hex, side, Walls::Outside) > 0;
        if open && winter {
            let left = m.in_the_open;
            s.frames.push(Frame::Lose { side, hex, left, kind: LossKind::Winter, inside: Walls::Outside });
        }
        if open && !field.is_supplied(hex) {
            let left = m.unsupplied;
            s.frames.push(Frame::Lose { side, hex, left, kind: LossKind::Attrition, inside: Walls::Outside });
        }
    }
}
