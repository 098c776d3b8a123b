//! 16.22, 16.23 and 39: a combat step by step, and its dice.

use super::before_battle::{CombatSupply, Command, Delay};
use super::honors::Honors;
use super::losses::Losses;
use super::pursuit::{Pursuit, TakeTrain};
use super::retreat::{Retreat, Rout};
use super::{Ask, Commit, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Battle, Cause, CombatEvent, Fought, Kind, Share, Step, Steps};
use crate::data::{Arm, SiegeResult};
use crate::ids::{SideId, Units};
use crate::state::State;
use crate::words::hex_name;
use crate::{AustrianSuccession, Context, Record, leaders, siege};
use engine::dice::{Roll, RollResult};
use engine::present::Affordance;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// The steps of a combat that are still to come.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fight {
    pub steps: Steps,
}

impl Decision<AustrianSuccession> for Fight {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let mut steps = self.steps.clone();
        if steps.is_empty() {
            return;
        }
        let step = steps.remove(0);
        if !steps.is_empty() {
            s.push(Self { steps });
        }
        take(cx, s, step, rec);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("The combat goes on".into(), "16.23")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

fn take(cx: &Context, s: &mut State, step: Step, rec: &mut Record) {
    let Some(b) = s.battle.as_deref() else { return };
    match step {
        Step::Delay => {
            if combat::may_delay(cx, s, b) {
                s.push(Delay);
            }
        }
        Step::Lead(side) => name_commander(cx, s, side, rec),
        Step::Supply(side) => {
            if cx.setup.options.combat_supply && !b.delaying {
                s.push(CombatSupply { side, spent: 0 });
            }
        }
        Step::Die => s.push(CombatDie),
        Step::SiegeDie => s.push(SiegeDie),
        Step::Trains(side) => {
            let is_train =
                |u: &crate::ids::UnitId| matches!(cx.setup.unit(*u).arm, Arm::SiegeTrain | Arm::SupplyTrain);
            let trains: Units = b.force(side).iter().copied().filter(is_train).collect();
            for u in trains {
                combat::eliminate(cx, s, u, Cause::Train, rec);
            }
        }
        Step::Break(side) => {
            let wings: Units = b.force(side).iter().copied().filter(|u| cx.setup.unit(*u).is_wing).collect();
            for wing in wings {
                combat::break_wing(cx, s, wing, 0, rec);
            }
        }
        Step::Lose(side, share) => {
            let due = due(cx, b, side, share);
            s.push(Losses { side, due });
        }
        Step::Annihilate(side) => {
            let cause = if b.kind == Kind::FormalSiege { Cause::Capitulation } else { Cause::Annihilated };
            combat::annihilate(cx, s, side, cause, rec);
        }
        Step::Withdraw(side) => retreat(cx, s, side, false, rec),
        Step::Rout(side) => retreat(cx, s, side, true, rec),
        Step::Survivors => survivors(cx, s),
        Step::Pursue(side) => {
            let into = b.hex_of(side.enemy());
            s.push(Pursuit::new(side, into));
        }
        Step::Take(side) => take_trains(cx, s, side),
        Step::Honors => Honors::begin(cx, s, rec),
        Step::Breach => breach(cx, s),
        Step::End => combat::settle(cx, s, rec),
    }
}

/// The owner names a commander if there is more than one leader to name (16.15); who leads goes on leading (39.CA).
fn name_commander(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let Some(b) = s.battle.as_deref_mut() else { return };
    if b.commanders[side.index()].is_some() {
        return;
    }
    let leaders: Units = leaders::among(cx, b.force(side)).collect();
    match leaders.as_slice() {
        [] => {}
        [leader] => {
            let leader = *leader;
            b.commanders[side.index()] = Some(leader);
            rec.emit(|| CombatEvent::Commander { side, leader }.into());
        }
        _ => s.push(Command { side }),
    }
}

/// How many brigade equivalents a side still has to give up (16.24, 16.25).
fn due(cx: &Context, b: &Battle, side: SideId, share: Share) -> u8 {
    let chart = &cx.data.combat;
    let percent = match share {
        Share::Defeat => chart.defeat_loss,
        Share::Rout => chart.rout_loss,
        Share::Counterattack => chart.counterattack_loss,
        Share::Winner => chart.winner_loss,
        Share::Sortie => return 1,
    };
    let total = u16::from(b.totals[side.index()]) * u16::from(percent);
    (total.div_ceil(100) as u8).saturating_sub(b.round_lost[side.index()])
}

/// All survivors of a side go back, together or each for himself; inside a fortress nobody does (17.3, 17.4, 17.9).
fn retreat(cx: &Context, s: &mut State, side: SideId, is_rout: bool, rec: &mut Record) {
    let Some(b) = s.battle.as_deref_mut() else { return };
    let units = b.force(side).clone();
    if units.is_empty() {
        return;
    }
    if b.is_inside(&cx.setup, side) {
        return rec.emit(|| CombatEvent::RetreatIgnored { side }.into());
    }
    if is_rout {
        b.routed[side.index()] = true;
        return s.push(Rout { side, waiting: units });
    }
    let start = b.hex_of(side);
    s.push(Retreat::new(side, units, start, cx.data.combat.withdrawal_hexes));
}

/// After the losses of a counterattack: one side is left and has won, or the other one strikes back (39.CA).
fn survivors(cx: &Context, s: &mut State) {
    let first = s.first;
    let Some(b) = s.battle.as_deref() else { return };
    let alive = SideId::BOTH.map(|side| !b.force(side).is_empty());
    let next = b.striker.enemy();
    let can_strike = combat::may_attack_together(cx, s, b.force(next), b.hex_of(b.striker));
    let Some(b) = s.battle.as_deref_mut() else { return };
    let steps = match alive {
        [true, true] if can_strike => {
            b.striker = next;
            b.round = b.round.saturating_add(1);
            b.result = None;
            combat::opening(next, first).into_iter().filter(|step| !is_first_round_only(step)).collect()
        }
        [true, false] | [false, true] => {
            let winner = if alive[0] { SideId::COALITION } else { SideId::HABSBURG };
            b.winner = Some(winner);
            combat::pursuit_of(winner)
        }
        [true, true] | [false, false] => smallvec![Step::End],
    };
    s.push(Fight { steps });
}

/// Delaying actions and trains belong to the first round (30.2, 39.CA).
fn is_first_round_only(step: &Step) -> bool {
    matches!(step, Step::Delay | Step::Supply(_))
}

/// Captured trains, if anybody has advanced into their hex (38.6).
fn take_trains(cx: &Context, s: &mut State, side: SideId) {
    let Some(b) = s.battle.as_deref() else { return };
    let hex = b.hex_of(side.enemy());
    let left = b.trains[side.enemy().index()];
    let has_advanced = b.winner == Some(side) && b.force(side).iter().any(|u| s.unit(*u).hex() == Some(hex));
    if cx.setup.options.prisoners && left > 0 && has_advanced {
        s.push(TakeTrain { side, hex, left });
    }
}

/// The besiegers that may attack must storm; if none may, nothing happens (21.6).
fn breach(cx: &Context, s: &mut State) {
    let Some(b) = s.battle.as_deref() else { return };
    let side = b.attacker;
    let open = |u: &crate::ids::UnitId| combat::may_attack_together(cx, s, &[*u], b.at);
    let able: Units = b.force(side).iter().copied().filter(open).collect();
    let is_possible = !able.is_empty();
    if is_possible && let Some(b) = s.battle.as_deref_mut() {
        b.kind = Kind::Breach;
        b.supplied = [false; 2];
        b.forces[side.index()] = able;
        s.push(Commit);
    } else {
        s.push(Fight { steps: smallvec![Step::End] });
    }
}

/// The die of a round (16.2.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CombatDie;

impl Decision<AustrianSuccession> for CombatDie {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("battle", "16.2", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let Some(b) = s.battle.as_deref() else { return };
        let reckoned = combat::reckon(cx, s, b);
        let rolled = combat::cell(cx, reckoned.column, die);
        let result = if b.delaying && b.round == 0 { combat::delayed(rolled) } else { rolled };
        let totals = SideId::BOTH.map(|side| combat::brigades(&cx.setup, b.force(side)));
        let (striker, round) = (b.striker, b.round);
        if let Some(b) = s.battle.as_deref_mut() {
            b.result = Some(result);
            b.totals = totals;
            b.round_lost = [0; 2];
            b.winner = combat::outcome(result, striker);
        }
        s.push(Fight { steps: combat::plan(result, striker) });
        rec.emit(|| {
            let combat::Reckoning { strengths, percentage, base, column, lines } = reckoned;
            let f =
                Fought { striker, round, strengths, percentage, base, lines, column, die, rolled, result };
            CombatEvent::Rolled(Box::new(f)).into()
        });
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let at = s.battle.as_deref().map_or_else(String::new, |b| hex_name(cx, b.at));
        (format!("The die for the battle of {at}"), "16.2")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// The die of a formal siege (21.5.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SiegeDie;

/// What a result of the Siege Table does (21.6).
fn siege_plan(result: SiegeResult, besieger: SideId) -> Steps {
    match result {
        SiegeResult::Sortie => smallvec![Step::Lose(besieger, Share::Sortie), Step::End],
        SiegeResult::Stalemate => smallvec![Step::End],
        SiegeResult::Breach => smallvec![Step::Breach],
        SiegeResult::HonorsOfWar => {
            smallvec![Step::Honors, Step::Pursue(besieger), Step::Take(besieger), Step::End]
        }
        SiegeResult::Capitulation => {
            let mut steps: Steps = smallvec![Step::Annihilate(besieger.enemy())];
            steps.extend(combat::pursuit_of(besieger));
            steps
        }
    }
}

impl Decision<AustrianSuccession> for SiegeDie {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("siege", "21.5", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let Some(b) = s.battle.as_deref() else { return };
        let factors = siege::reckon(cx, s, b);
        let result = siege::result(cx, factors.column, die);
        let (side, at) = (b.attacker, b.at);
        if let Some(b) = s.battle.as_deref_mut()
            && result == SiegeResult::Capitulation
        {
            b.winner = Some(side);
        }
        s.push(Fight { steps: siege_plan(result, side) });
        if let Some(place) = cx.setup.ground(at).place {
            rec.emit(|| {
                let pair = [factors.attacker, factors.defender];
                CombatEvent::Besieged { place, factors: pair, lines: factors.lines, die, result }.into()
            });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let at = s.battle.as_deref().map_or_else(String::new, |b| hex_name(cx, b.at));
        (format!("The die for the siege of {at}"), "21.5")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
