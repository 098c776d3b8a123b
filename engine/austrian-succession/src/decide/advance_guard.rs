//! 29: does a moving stack ride down an enemy next to it?

use super::{Ask, Decision, Fight, Frame, Question, unlisted};
use crate::action::Action;
use crate::advance_guard::{compare, is_fit, is_screened, targets};
use crate::combat::{self, Battle, CombatEvent, Kind, Step};
use crate::data::CombatResult;
use crate::ids::{Hexes, UnitId, Units};
use crate::state::State;
use crate::words::{answer, hex_name, said};
use crate::{AustrianSuccession, Context, Record, events, leaders};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// An attempt is always offered: it tells nothing of what lies in the enemy's stacks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AdvanceGuard {
    pub units: Units,
    pub at: HexId,
    /// It was declared: the stacks are open, and one of them is picked.
    declared: bool,
}

/// The group has come next to enemies (29.1.2). It stops there if it declares the action, and in a zone anyway.
pub fn offer(cx: &Context, s: &mut State, units: &[UnitId], at: HexId) {
    if is_fit(cx, units) && !targets(cx, s, s.active, at).is_empty() {
        s.push(AdvanceGuard { units: Units::from_slice(units), at, declared: false });
    }
}

impl AdvanceGuard {
    fn declare(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if matches!(s.frames.top(), Some(Frame::March(_))) {
            s.frames.pop();
        }
        let open: Hexes =
            targets(cx, s, s.active, self.at).into_iter().filter(|h| !is_screened(cx, s, *h)).collect();
        if !open.is_empty() {
            combat::reveal(cx, s, &open, rec);
        }
        s.push(Self { declared: true, ..self.clone() });
    }

    /// It succeeds with enough strength; a truce makes it void (41.C6).
    fn ride(&self, cx: &Context, s: &mut State, at: HexId, rec: &mut Record) {
        let side = s.active;
        if events::forbids_attack(cx, s, side, at).is_some() {
            combat::cover(s);
            return rec.emit(|| CombatEvent::Void { side, at }.into());
        }
        let stack = combat::units_of(&cx.setup, s, side.enemy(), at);
        let (strength, against, succeeds) = compare(cx, s, &self.units, &stack);
        rec.reveal();
        rec.emit(|| CombatEvent::AdvanceGuard { side, at, strength, against, succeeds }.into());
        if !succeeds {
            return combat::cover(s);
        }
        let mut b = Battle::new(Kind::AdvanceGuard, side, self.at, at, self.units.clone());
        b.frederick = self.units.iter().chain(&stack).any(|u| leaders::is_frederick(cx, *u));
        b.forces[side.enemy().index()] = stack;
        b.result = Some(CombatResult::DefenderAnnihilated);
        b.winner = Some(side);
        s.battle = Some(Box::new(b));
        let mut steps = combat::pursuit_of(side);
        steps.insert(0, Step::Annihilate(side.enemy()));
        s.push(Fight { steps });
    }
}

impl Decision<AustrianSuccession> for AdvanceGuard {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        if self.declared {
            out.extend(targets(cx, s, s.active, self.at).into_iter().map(|hex| Action::ChooseHex { hex }));
        } else {
            out.extend([Action::Charge, Action::No]);
        }
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("29.1", "An enemy stack next to the advance guard, outside a fortress, is ridden down.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Charge => self.declare(cx, s, rec),
            Action::ChooseHex { hex } => self.ride(cx, s, hex, rec),
            _ => {}
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        if self.declared {
            ("Which stack does the advance guard ride down?".into(), "29.1")
        } else {
            ("Declare an Advance Guard Action?".into(), "29.1")
        }
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Charge => said("Declare an Advance Guard Action", Verb::Attack, "29.1"),
            Action::ChooseHex { hex } => {
                answer(format!("Ride down {}", hex_name(cx, *hex)), Verb::Attack, Target::Hex(*hex), "29.1")
            }
            Action::No => said("Declare no action", Verb::Pass, "29.1"),
            _ => unlisted(action),
        }
    }
}
