//! Close Combat Phase (10) and Attack Designation (10.1).

use super::{Ask, Decision, Fight, Question, Snipe, Why};
use crate::action::Action;
use crate::combat::{Combat, Stage};
use crate::contact::{Contacts, Missing, guns_to_enter};
use crate::event::Event;
use crate::ids::{Hexes, Units};
use crate::state::State;
use crate::words::{answer, said, unit_target};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// Hexes that may be taken out of a designation again before it is fought; undo goes back farther.
const CHANGES: u8 = 12;

/// The active player names the hexes of the next combat, on both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CloseCombat {
    pub chosen: Hexes,
    changes: u8,
}

impl CloseCombat {
    pub fn new() -> Self {
        Self { chosen: Hexes::new(), changes: CHANGES }
    }

    /// Nothing is chosen yet.
    pub fn is_new(&self) -> bool {
        self.chosen.is_empty()
    }

    fn check_done(&self, contacts: &Contacts) -> Result<(), Missing> {
        if self.chosen.is_empty() && contacts.is_empty() { Ok(()) } else { contacts.check(&self.chosen) }
    }

    fn is_guns(&self, cx: &Context, s: &State, hex: HexId) -> bool {
        guns_to_enter(cx, s, &Contacts::now(cx, s)).iter().any(|g| g.0 == hex)
    }

    /// The combat that would be fought with the hexes chosen so far.
    pub fn preview(&self, cx: &Context, s: &State, contacts: &Contacts) -> Option<Combat> {
        contacts.check(&self.chosen).ok()?;
        let (attackers, defenders) = self.chosen.iter().copied().partition(|h| contacts.is_attacker(*h));
        Some(Combat::new(cx, s, attackers, defenders, Units::new()))
    }

    fn missing(cx: &Context, missing: Missing) -> (String, &'static str) {
        match missing {
            Missing::Attacker => ("Choose the hexes that attack".into(), "10.1"),
            Missing::Defender => ("Choose the hexes that are attacked".into(), "10.1"),
            Missing::Apart => ("All attacking hexes must touch all defending hexes".into(), "10.1"),
            Missing::Opponent(hex) => {
                (format!("{} would be left without an opponent", cx.setup.label(hex)), "10")
            }
        }
    }

    fn begin(s: &mut State, combat: Combat, rec: &mut Record) {
        let (attackers, defenders) = (combat.attackers.to_vec(), combat.defenders.to_vec());
        rec.emit(|| Event::CombatDesignated { attackers, defenders, sweep: combat.is_sweep() });
        for army in &mut s.armies {
            army.tired = true;
        }
        s.combat = Some(Box::new(combat));
    }
}

/// Opens a combat with these hexes (10.1), or a Sweeping Charge of these units (10.13).
pub fn begin(
    cx: &Context,
    s: &mut State,
    attackers: Hexes,
    defenders: Hexes,
    sweepers: Units,
    rec: &mut Record,
) {
    let combat = Combat::new(cx, s, attackers, defenders, sweepers);
    CloseCombat::begin(s, combat, rec);
}

impl Decision for CloseCombat {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let contacts = Contacts::now(cx, s);
        if contacts.is_empty() && guns_to_enter(cx, s, &contacts).is_empty() {
            Ask::Nobody
        } else {
            Ask::Side(s.active)
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let contacts = Contacts::now(cx, s);
        out.extend(contacts.additions(&self.chosen).into_iter().map(|hex| Action::ChooseHex { hex }));
        if self.changes > 0 {
            out.extend(self.chosen.iter().map(|hex| Action::ChooseHex { hex: *hex }));
        }
        if self.chosen.is_empty() {
            let guns = guns_to_enter(cx, s, &contacts);
            out.extend(guns.into_iter().map(|(hex, _)| Action::ChooseHex { hex }));
            super::snipe::list(cx, s, out);
        }
        if self.check_done(&contacts).is_ok() {
            out.push(Action::Done);
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        let contacts = Contacts::now(cx, s);
        match action {
            Action::ChooseHex { hex } if self.chosen.contains(hex) => {
                ("10.1", "it stays in this combat: undo instead")
            }
            Action::ChooseHex { hex } if !contacts.has(*hex) => {
                ("10.1", "nobody there who has not fought touches an opponent he could attack")
            }
            Action::ChooseHex { .. } => (
                "10.1",
                "all attacking hexes must touch all defending hexes, and nobody may be left without an opponent",
            ),
            Action::Done => match self.check_done(&contacts) {
                Err(Missing::Attacker) => ("10.1", "no attacking hex is chosen"),
                Err(Missing::Defender) => ("10.1", "no defending hex is chosen"),
                Err(Missing::Apart) => ("10.1", "all attacking hexes must touch all defending hexes"),
                Err(Missing::Opponent(_)) => ("10", "somebody would be left without an opponent"),
                Ok(()) => ("10", "the phase goes on"),
            },
            Action::Aim { .. } => ("16.2", "hexes of Croats alone, Engaged with no cavalry, may snipe"),
            _ => ("3", "attacks are being designated"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::ChooseHex { hex } => {
                if self.chosen.is_empty() && self.is_guns(cx, s, hex) {
                    s.push(Self::new());
                    return enter_guns(cx, s, hex);
                }
                let mut next = self.clone();
                if next.chosen.contains(&hex) {
                    next.chosen.retain(|h| *h != hex);
                    next.changes -= 1;
                } else {
                    next.chosen.push(hex);
                }
                s.push(next);
            }
            Action::Aim { unit, hex } => {
                s.push(Self::new());
                s.push(Snipe::new(s, unit, hex));
            }
            Action::Done if !self.chosen.is_empty() => {
                let contacts = Contacts::now(cx, s);
                let (attackers, defenders) =
                    self.chosen.iter().copied().partition(|h| contacts.is_attacker(*h));
                s.push(Self::new());
                s.push(Fight);
                begin(cx, s, attackers, defenders, Units::new(), rec);
            }
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let contacts = Contacts::now(cx, s);
        if self.chosen.is_empty() {
            return if contacts.is_empty() {
                ("Enter hexes with guns alone, or end close combat".into(), "10.10.3")
            } else {
                ("Designate the next attack: hexes that attack and hexes attacked".into(), "10.1")
            };
        }
        let names = |is_own: bool| {
            let hexes = self.chosen.iter().filter(|h| contacts.is_attacker(**h) == is_own);
            let list: Vec<String> = hexes.map(|h| cx.setup.label(*h)).collect();
            if list.is_empty() { "…".to_owned() } else { list.join(" and ") }
        };
        (format!("{} attack {}", names(true), names(false)), "10.1")
    }

    fn what_is_missing(&self, cx: &Context, s: &State) -> Option<Refusal> {
        let missing = self.check_done(&Contacts::now(cx, s)).err()?;
        let (text, rule) = Self::missing(cx, missing);
        Some(Refusal::new(rule, text))
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseHex { hex } => {
                let name = cx.setup.label(*hex);
                let label = if self.chosen.contains(hex) {
                    format!("Leave {name} out")
                } else if self.chosen.is_empty() && self.is_guns(cx, s, *hex) {
                    format!("Ride into {name}, where guns stand alone")
                } else if crate::board::has_fighter(cx, s, *hex, s.active) {
                    format!("Attack from {name}")
                } else {
                    format!("Attack {name}")
                };
                answer(label, Verb::Attack, Target::Hex(*hex), "10.1")
            }
            Action::Aim { unit, hex } => {
                let label = format!(
                    "Croats in {} snipe at {}",
                    cx.setup.label(s.unit(*unit).hex),
                    cx.setup.label(*hex)
                );
                answer(label, Verb::Attack, Target::Hex(*hex), "16.2").by(unit_target(*unit))
            }
            _ if self.chosen.is_empty() => said("End close combat", Verb::End, "10"),
            _ => said("Attack", Verb::Attack, "10.1").chancy(),
        }
    }
}

/// Infantry and cavalry next to guns that stand alone go in and take them (10.10.3).
fn enter_guns(cx: &Context, s: &mut State, hex: HexId) {
    let found = guns_to_enter(cx, s, &Contacts::now(cx, s)).into_iter().find(|g| g.0 == hex);
    let Some((_, from)) = found else { return };
    let mut combat = Combat::new(cx, s, from, Hexes::new(), Units::new());
    combat.targets.push(hex);
    combat.stage = Stage::Guns;
    combat.guns_only = true;
    s.combat = Some(Box::new(combat));
    s.push(Fight);
}
