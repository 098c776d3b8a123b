//! Army Activation Phase and coup d'oeil (4.1).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::activation::{activate, activation_cost, commander_initiative, pay};
use crate::event::Event;
use crate::ids::SideId;
use crate::state::State;
use crate::words::said;
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

/// The active player whose army is inactive tries, or stays (4.1.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activate;

fn turn_name(cx: &Context, turn: u8) -> String {
    let name = cx.setup.turns.names.get(usize::from(turn).saturating_sub(1));
    name.map_or_else(|| format!("turn {turn}"), |n| format!("turn {turn}, {n}"))
}

impl Decision for Activate {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        if s.army(s.active).stays_until > s.turn { Ask::Nobody } else { Ask::Side(s.active) }
    }

    /// The player has said that nothing is to be decided until contact.
    fn go_on(&self, _: &Context, s: &mut State, rec: &mut Record) {
        let side = s.active;
        rec.emit(|| Event::StaysInactive { side });
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
        out.extend((s.turn + 2..=cx.setup.turns.count + 1).map(|until| Action::Stay { until }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("4.1.1", "an inactive army tries to Activate, or stays")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let side = s.active;
        match *action {
            Action::Yes => {
                pay(cx, s, side, rec);
                s.push(ActivationRoll { side });
            }
            Action::Stay { until } => {
                s.army_mut(side).stays_until = until;
                rec.emit(|| Event::StaysInactive { side });
            }
            _ => rec.emit(|| Event::StaysInactive { side }),
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let cost = activation_cost(cx, s, s.active);
        (format!("Pay {cost} army morale and try to Activate, or stay"), "4.1.1")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => {
                let initiative = commander_initiative(cx, s, s.active);
                let need = cx.data.command.activation.saturating_sub(initiative).max(1);
                said(&format!("Try to Activate the army ({need} or more)"), Verb::Choose, "4.1.1").chancy()
            }
            Action::Stay { until } if *until > cx.setup.turns.count => {
                said("Stay until contact", Verb::Other, "4.1.1")
            }
            Action::Stay { until } => {
                said(&format!("Stay until contact or {}", turn_name(cx, *until)), Verb::Other, "4.1.1")
            }
            _ => said("Stay this turn", Verb::Pass, "4.1.1"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ActivationRoll {
    pub side: SideId,
}

impl Decision for ActivationRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("activation", "4.1.1", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (side, die) = (self.side, roll.one() as u8);
        let initiative = commander_initiative(cx, s, side);
        let activates = die + initiative >= cx.data.command.activation;
        rec.emit(|| Event::ActivationRolled { side, die, initiative, activates });
        if activates {
            activate(cx, s, side, rec);
        }
    }
}

/// The enemy has come into sight for the first time: try, then pay or not (4.1.3, 4.3.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CoupDOeil {
    pub side: SideId,
    /// The try of a Detachment.
    pub detachment: Option<u8>,
    /// The die was good: the cost may be paid.
    pub seen: bool,
}

impl Decision for CoupDOeil {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        // Another try has succeeded meanwhile.
        if s.army(self.side).due || s.army(self.side).active { Ask::Nobody } else { Ask::Side(self.side) }
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("4.1.3", "coup d'oeil is tried, or let pass")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if *action != Action::Yes {
            let side = self.side;
            return rec.emit(|| Event::CoupDeclined { side });
        }
        if self.seen {
            pay(cx, s, self.side, rec);
            s.army_mut(self.side).due = true;
        } else {
            s.push(CoupRoll { side: self.side, detachment: self.detachment });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let who = self.detachment.map(|d| cx.setup.detachments[usize::from(d)].name.clone());
        let who = who.map_or_else(String::new, |name| format!(" by the Detachment {name}"));
        if self.seen {
            let cost = activation_cost(cx, s, self.side);
            return (format!("Coup d'oeil{who}: pay {cost} army morale and Activate?"), "4.1.3");
        }
        (format!("The enemy is in sight: try a coup d'oeil{who}?"), "4.1.3")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match (action, self.seen) {
            (Action::Yes, true) => said("Pay and Activate", Verb::Choose, "4.1.3"),
            (Action::Yes, false) => {
                let initiative = commander_initiative(cx, s, self.side);
                let need = cx.data.command.coup_d_oeil.saturating_sub(initiative).max(1);
                said(&format!("Try a coup d'oeil ({need} or more)"), Verb::Choose, "4.1.3").chancy()
            }
            _ => said("Let it pass", Verb::Pass, "4.1.3"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CoupRoll {
    pub side: SideId,
    pub detachment: Option<u8>,
}

impl Decision for CoupRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("coup d'oeil", "4.1.3", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (side, die) = (self.side, roll.one() as u8);
        let initiative = commander_initiative(cx, s, side);
        let succeeds = die + initiative >= cx.data.command.coup_d_oeil;
        rec.emit(|| Event::CoupRolled { side, die, initiative, succeeds });
        if succeeds {
            s.push(CoupDOeil { side, detachment: self.detachment, seen: true });
        }
    }
}
