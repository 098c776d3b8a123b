//! 16.2.1, 16.3: which units of the hex attack; from then on the attack is made.

use super::{Ask, Decision, Fight, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Battle, CombatEvent, Kind, Step, Why, may_attack_together};
use crate::ids::{SideId, Units};
use crate::state::{Attacked, Flag, State};
use crate::words::{about_unit, answer, hex_name, unit_name};
use crate::{AustrianSuccession, Context, Record, events, leaders};
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// The attacker leaves units out, or attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Commit;

/// An attack is declared with every unit that may make it.
pub fn begin(s: &mut State, battle: Battle, rec: &mut Record) {
    let (kind, side, from, at) = (battle.kind, battle.attacker, battle.from, battle.at);
    s.battle = Some(Box::new(battle));
    rec.emit(|| CombatEvent::Declared { kind, side, from, at }.into());
    s.push(Commit);
}

/// A formal siege is declared: nobody is left out of it, and both sides show themselves at once (21.3).
pub fn besiege(cx: &Context, s: &mut State, battle: Battle, rec: &mut Record) {
    let (kind, side, from, at) = (battle.kind, battle.attacker, battle.from, battle.at);
    s.battle = Some(Box::new(battle));
    rec.emit(|| CombatEvent::Declared { kind, side, from, at }.into());
    if open(cx, s, rec) {
        let first = s.first;
        let supply = [Step::Supply(first), Step::Supply(first.enemy())];
        s.push(Fight { steps: smallvec![supply[0], supply[1], Step::SiegeDie] });
    }
}

/// Both hexes are shown, those who attack have attacked, and the defenders are counted; false if an event forbids the attack
/// after all (41.C6).
fn open(cx: &Context, s: &mut State, rec: &mut Record) -> bool {
    let Some(b) = s.battle.as_deref() else { return false };
    let (kind, side, from, at) = (b.kind, b.attacker, b.from, b.at);
    combat::reveal(cx, s, &[from, at], rec);
    if events::forbids_attack(cx, s, side, at).is_some() {
        combat::cover(s);
        s.battle = None;
        combat::bar(s, at, Why::Forbidden);
        rec.emit(|| CombatEvent::Void { side, at }.into());
        return false;
    }
    let defenders = combat::units_of(&cx.setup, s, side.enemy(), at);
    let attackers: Units = s.battle.as_deref().map(|b| b.force(side).clone()).unwrap_or_default();
    for u in &attackers {
        s.unit_mut(*u).flags.set(Flag::Fought);
    }
    let is_there = attackers.iter().chain(&defenders).any(|u| leaders::is_frederick(cx, *u));
    if let Some(b) = s.battle.as_deref_mut() {
        b.forces[side.enemy().index()] = defenders;
        b.frederick = is_there;
    }
    if kind != Kind::Battle
        && let Some(place) = cx.setup.ground(at).place
    {
        let entry = Attacked { place, stormed: kind == Kind::Storm };
        if let Err(i) = s.attacked.binary_search(&entry) {
            s.attacked.insert(i, entry);
        }
    }
    true
}

/// Whether dice fall as soon as an attack with these units is declared: nobody can be left out of it.
pub fn is_settled(cx: &Context, s: &State, force: &[crate::ids::UnitId], at: engine::hex::HexId) -> bool {
    let rest = |unit: &crate::ids::UnitId| -> Units { force.iter().copied().filter(|u| u != unit).collect() };
    !force.iter().any(|u| may_attack_together(cx, s, &rest(u), at))
}

/// What the battle must still have if this unit is left out.
fn may_leave_out(cx: &Context, s: &State, b: &Battle, unit: crate::ids::UnitId) -> bool {
    let force = b.force(b.attacker);
    let rest: Units = force.iter().copied().filter(|u| *u != unit).collect();
    rest.len() < force.len() && may_attack_together(cx, s, &rest, b.at)
}

impl Commit {
    fn side(s: &State) -> SideId {
        s.battle.as_deref().map_or(s.active, |b| b.attacker)
    }
}

impl Decision<AustrianSuccession> for Commit {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(Self::side(s).seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let Some(b) = s.battle.as_deref() else { return };
        let force = b.force(b.attacker).iter().copied();
        out.extend(force.filter(|u| may_leave_out(cx, s, b, *u)).map(|unit| Action::LeaveOut { unit }));
        out.push(Action::Fight);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::LeaveOut { unit } if usize::from(unit.0) < cx.setup.units.len() => {
                let is_in = s.battle.as_deref().is_some_and(|b| b.force(b.attacker).contains(unit));
                let text = if is_in { "is needed for the attack" } else { "takes no part in the attack" };
                Refusal::new("16.2", format!("{} {text}.", unit_name(cx, *unit)))
            }
            _ => Refusal::new("16.3", "The attack is made, with all units or without some."),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Some(b) = s.battle.as_deref_mut() else { return };
        if let Action::LeaveOut { unit } = action {
            let i = b.attacker.index();
            b.forces[i].retain(|u| u != unit);
            return s.push(*self);
        }
        let (kind, attacker) = (b.kind, b.attacker);
        if kind == Kind::Breach || open(cx, s, rec) {
            s.push(Fight { steps: combat::opening(attacker, s.first) });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let Some(b) = s.battle.as_deref() else { return ("Who attacks?".into(), "16.2") };
        let verb = if b.kind == Kind::Battle { "attacks" } else { "storms" };
        (format!("Who {verb} {}?", hex_name(cx, b.at)), "16.2")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::LeaveOut { unit } => {
                about_unit(format!("Leave out {}", unit_name(cx, *unit)), Verb::Choose, *unit, "16.3")
            }
            Action::Fight => {
                let Some(b) = s.battle.as_deref() else { return unlisted(action) };
                let verb = if b.kind == Kind::Battle { "Attack" } else { "Storm" };
                let n = b.force(b.attacker).len();
                let units = if n == 1 { "1 unit".to_owned() } else { format!("{n} units") };
                let label = format!("{verb} {} with {units}", hex_name(cx, b.at));
                answer(label, Verb::Attack, Target::Hex(b.at), "16.3").chancy()
            }
            _ => unlisted(action),
        }
    }
}
