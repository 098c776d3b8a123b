//! 16.24 to 16.27: units eliminated, wings broken, and what a combat does to morale (5.11.1).

use super::{Battle, CombatEvent, Kind};
use crate::data::Arm;
use crate::decide::Escape;
use crate::event::Reason;
use crate::ids::{SideId, UnitId, Units};
use crate::morale::{self, Change};
use crate::recruiting::return_to_box;
use crate::reorganization::{exchange, spare_brigades};
use crate::state::{Flag, Flags, Spot, State};
use crate::{Context, Record, fog, leaders};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why a unit is eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// Given up by its owner (16.24).
    Loss,
    /// The whole force is annihilated (39.AE, 39.DE), or ridden down (29.1).
    Annihilated,
    /// A train of a routed side (17.4.1).
    Train,
    /// Died in an enemy zone or a river on the retreat (17.7).
    Zone,
    River,
    /// Could not go the distance (17.8); `CutOff` with enemies in the way.
    DeadEnd,
    CutOff,
    /// The fortress capitulated (21.6).
    Capitulation,
    /// No fortress to march to (21.6).
    NoRefuge,
    /// Lost in a long pursuit (32.1).
    Desertion,
}

impl Cause {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Loss => "16.24",
            Self::Annihilated => "39.0",
            Self::Train => "17.4",
            Self::Zone | Self::River => "17.7",
            Self::DeadEnd | Self::CutOff => "17.8",
            Self::Capitulation | Self::NoRefuge => "21.6",
            Self::Desertion => "32.1",
        }
    }

    /// Whether those lost this way become prisoners (38.1, 38.5); Elites do so in a capitulation only (38.2).
    fn captures(self, is_elite: bool) -> bool {
        match self {
            Self::Capitulation => true,
            Self::Zone | Self::CutOff => !is_elite,
            Self::Loss
            | Self::Annihilated
            | Self::Train
            | Self::River
            | Self::DeadEnd
            | Self::NoRefuge
            | Self::Desertion => false,
        }
    }
}

/// Puts a unit among those of its side that fight, in order.
pub fn add_force(b: &mut Battle, side: SideId, u: UnitId) {
    let force = &mut b.forces[side.index()];
    if let Err(at) = force.binary_search(&u) {
        force.insert(at, u);
    }
}

/// Takes a unit off the map without a loss: it was expended or exchanged.
pub fn discard(cx: &Context, s: &mut State, u: UnitId) {
    if let Some(b) = s.battle.as_deref_mut() {
        b.forces.iter_mut().for_each(|f| f.retain(|o| *o != u));
    }
    return_to_box(cx, s, u);
}

/// Eliminates a unit. A leader gets his chance to escape first (22.4).
pub fn eliminate(cx: &Context, s: &mut State, u: UnitId, cause: Cause, rec: &mut Record) {
    let (Some(hex), Some(side)) = (s.unit(u).hex(), s.owner(&cx.setup, u)) else { return };
    let card = cx.setup.unit(u);
    let i = side.index();
    let is_elite = s.unit(u).is_elite() && !card.is_leader();
    // Supply trains never become prisoners (38.6).
    let can_be_taken = cx.setup.options.prisoners && card.arm != Arm::SupplyTrain;
    let captured = can_be_taken && cause.captures(is_elite);
    if let Some(b) = s.battle.as_deref_mut() {
        b.forces[i].retain(|o| *o != u);
        b.round_lost[i] = b.round_lost[i].saturating_add(card.brigades());
        if b.commanders[i] == Some(u) {
            b.commanders[i] = None;
        }
        if card.arm == Arm::SupplyTrain && hex == b.hex_of(side) {
            b.trains[i] += 1;
        }
    }
    if card.is_leader() {
        fog::leave(&cx.setup, s, u, Spot::Dead);
        let kept = Flag::Reverse;
        let reverse = s.unit(u).has(kept);
        s.unit_mut(u).flags = Flags::default();
        if reverse {
            s.unit_mut(u).flags.set(kept);
        }
        return s.push(Escape { leader: u, hex, captured });
    }
    if let Some(b) = s.battle.as_deref_mut() {
        b.losses.brigades[i] = b.losses.brigades[i].saturating_add(card.brigades());
        b.gone[i] = b.gone[i].saturating_add(card.brigades());
        if captured {
            b.losses.captured_brigades[i] = b.losses.captured_brigades[i].saturating_add(card.brigades());
        }
    }
    let pay = s.unit(u).has(Flag::HabsburgPay);
    return_to_box(cx, s, u);
    if captured {
        s.unit_mut(u).spot = Spot::Prisoner;
        if pay {
            s.unit_mut(u).flags.set(Flag::HabsburgPay);
        }
    }
    rec.emit(|| CombatEvent::Eliminated { unit: u, hex, cause, captured }.into());
}

/// Every unit of a side that fights is eliminated.
pub fn annihilate(cx: &Context, s: &mut State, side: SideId, cause: Cause, rec: &mut Record) {
    let force = s.battle.as_deref().map(|b| b.force(side).clone()).unwrap_or_default();
    for u in force {
        eliminate(cx, s, u, cause, rec);
    }
}

/// Breaks a wing and gives up some of its brigades at once; what the box has no counters for is lost as well, but does not
/// count for morale (16.26). Returns the brigades that stand in its place.
pub fn break_wing(cx: &Context, s: &mut State, wing: UnitId, given: u8, rec: &mut Record) -> Units {
    let Some(side) = s.owner(&cx.setup, wing).filter(|_| s.unit(wing).hex().is_some()) else {
        return Units::new();
    };
    let keep = cx.setup.unit(wing).brigades().saturating_sub(given);
    let mut placed = spare_brigades(&cx.setup, s, wing);
    placed.truncate(usize::from(keep));
    let uncounted = keep - placed.len() as u8;
    let mut flags = s.unit(wing).flags;
    flags.clear(Flag::Top);
    if placed.is_empty() {
        return_to_box(cx, s, wing);
    } else {
        exchange(cx, s, &[wing], &placed);
    }
    for u in &placed {
        let own = &mut s.unit_mut(*u).flags;
        let is_top = own.has(Flag::Top);
        *own = flags;
        if is_top {
            own.set(Flag::Top);
        }
    }
    let i = side.index();
    if let Some(b) = s.battle.as_deref_mut()
        && b.forces[i].contains(&wing)
    {
        b.forces[i].retain(|o| *o != wing);
        placed.iter().for_each(|u| add_force(b, side, *u));
        b.losses.brigades[i] = b.losses.brigades[i].saturating_add(given);
        b.gone[i] = b.gone[i].saturating_add(given + uncounted);
        b.round_lost[i] = b.round_lost[i].saturating_add(given + uncounted);
    }
    let into = placed.clone();
    rec.emit(|| CombatEvent::WingBroken { wing, into, lost: given, uncounted }.into());
    placed.into_iter().collect()
}

/// What a combat does to the morale of both sides, as one change (5.3, 5.11.1, 16.27, 38.3, 22.6).
pub fn morale_of(cx: &Context, b: &Battle, frederick: Option<SideId>) -> Change {
    let chart = &cx.data.morale;
    let mut change = Change::default();
    let Some(winner) = b.winner else { return change };
    let (loser, i) = (winner.enemy(), winner.enemy().index());
    let full =
        b.losses.brigades[i].saturating_sub(b.losses.captured_brigades[i]).saturating_mul(chart.per_brigade);
    let half = b.losses.captured_brigades[i].saturating_mul(chart.per_brigade);
    let free = b.losses.leaders[i].saturating_sub(b.losses.captured_leaders[i]);
    let points = |per_leader: u8| {
        let halves = half.saturating_add(b.losses.captured_leaders[i].saturating_mul(per_leader));
        full.saturating_add(free.saturating_mul(per_leader)).saturating_add(halves.div_ceil(2))
    };
    let rout = if b.routed[i] { chart.rout } else { 0 };
    change.add_gain(winner, points(chart.leader_gain).saturating_add(rout));
    change.add_loss(loser, points(chart.leader_loss).saturating_add(rout));
    match frederick.filter(|_| b.frederick && b.kind != Kind::FormalSiege) {
        Some(side) if side == winner => change.add_gain(side, chart.frederick),
        Some(side) => change.add_loss(side, chart.frederick),
        None => {}
    }
    change
}

/// Frederick is turned if he led the side that won a battle and the enemy lost enough in it (22.6).
fn turn_frederick(cx: &Context, s: &mut State, b: &Battle, rec: &mut Record) {
    let Some(winner) = b.winner.filter(|_| b.kind == Kind::Battle) else { return };
    let Some(leader) = b.commanders[winner.index()].filter(|u| leaders::is_frederick(cx, *u)) else { return };
    let is_enough = b.gone[winner.enemy().index()] >= cx.data.combat.frederick_brigades;
    if is_enough && s.unit(leader).hex().is_some() && !s.unit(leader).has(Flag::Reverse) {
        s.unit_mut(leader).flags.set(Flag::Reverse);
        rec.emit(|| CombatEvent::FrederickTurned { leader }.into());
    }
}

/// The combat is over: morale as one change, stacks close again.
pub fn settle(cx: &Context, s: &mut State, rec: &mut Record) {
    let Some(b) = s.battle.take() else { return };
    super::cover(s);
    let winner = b.winner;
    rec.emit(|| CombatEvent::Ended { winner }.into());
    turn_frederick(cx, s, &b, rec);
    let change = morale_of(cx, &b, leaders::side_of_frederick(cx, s));
    if winner.is_some() {
        morale::change(cx, s, change, Reason::Combat, rec);
    }
}

/// Notes how a leader's escape ended (16.26, 22.4).
pub fn note_leader(s: &mut State, side: SideId, captured: bool) {
    if let Some(b) = s.battle.as_deref_mut() {
        let i = side.index();
        b.losses.leaders[i] += 1;
        b.gone[i] += 1;
        b.losses.captured_leaders[i] += u8::from(captured);
    }
}

/// Where a fallen leader may escape to: the nearest fortresses his side holds (22.4).
pub fn refuges(
    cx: &Context,
    s: &State,
    side: SideId,
    from: HexId,
    except: Option<HexId>,
) -> SmallVec<[HexId; 8]> {
    let setup = &cx.setup;
    let mut best = u16::MAX;
    let mut out: SmallVec<[HexId; 8]> = SmallVec::new();
    for hex in super::held_fortresses(cx, s, side) {
        let distance = setup.map.distance(from, hex);
        if Some(hex) == except || distance > best {
            continue;
        }
        if distance < best {
            best = distance;
            out.clear();
        }
        out.push(hex);
    }
    out
}
