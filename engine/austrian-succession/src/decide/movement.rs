//! The Movement Phase between two moves (13.1): who goes next, who lies on top (24), who pillages (35).

use super::{Ask, Decision, March, PillageRoll, Question, Scouting};
use crate::action::Action;
use crate::event::Event;
use crate::ids::UnitId;
use crate::movement::{Bar, Theatre};
use crate::state::{Spot, State};
use crate::words::{about_unit, said, unit_name};
use crate::{AustrianSuccession, Context, Record, fog, impulses, pillage, staging};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

/// The Movement Phase of the active side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Movement;

pub fn begin(s: &mut State) {
    s.push(Movement);
}

/// Whether a group may begin with a unit: it must be able to go somewhere by itself.
fn check_lead(theatre: &Theatre<'_>, u: UnitId) -> Result<(), Bar> {
    let (cx, s) = (theatre.cx, theatre.s);
    impulses::check_lead(cx, s, u)?;
    let can_go = match s.unit(u).spot {
        Spot::Staging => staging::entries(theatre, s.active, u).next().is_some(),
        _ => theatre.can_unit_go(s.active, u),
    };
    if can_go { Ok(()) } else { Err(Bar::NoWay) }
}

impl Decision<AustrianSuccession> for Movement {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let theatre = Theatre::new(cx, s, s.active);
        let leads = cx.setup.unit_ids().filter(|u| check_lead(&theatre, *u).is_ok());
        out.extend(leads.map(|unit| Action::Lead { unit }));
        fog::list_tops(cx, s, s.active, out);
        if cx.setup.options.pillage {
            let raiders = cx.setup.unit_ids().filter(|u| pillage::check(cx, s, *u).is_ok());
            out.extend(raiders.map(|unit| Action::Pillage { unit }));
        }
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let is_unit = |u: UnitId| u.index() < cx.setup.units.len();
        match *action {
            Action::Lead { unit } if is_unit(unit) => {
                check_lead(&Theatre::new(cx, s, s.active), unit).err().map(Bar::refusal)
            }
            Action::ShowOnTop { unit } if is_unit(unit) => fog::check_show(cx, s, s.active, unit).err(),
            Action::Pillage { unit } if is_unit(unit) => pillage::check(cx, s, unit).err(),
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("13.1", "First a unit is picked that is to move."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Lead { unit } => {
                s.push(*self);
                let march = March::of(cx, s, unit);
                s.push(march);
            }
            Action::ShowOnTop { unit } => {
                fog::show_on_top(cx, s, unit, rec);
                s.push(*self);
            }
            Action::Pillage { unit } => {
                s.push(*self);
                if let Some(hex) = pillage::begin(s, unit) {
                    s.push(PillageRoll { hex });
                }
            }
            _ => {
                let side = s.active;
                rec.emit(|| Event::MovementEnded { side });
                s.push(Scouting);
            }
        }
    }

    fn prompt(&self, _: &Context, s: &State) -> Question {
        if impulses::needs_leader(s) {
            return ("Move activated leaders, and units with them".into(), "18.4");
        }
        ("Move any units, in any order".into(), "13.1")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Lead { unit } => {
                about_unit(format!("Move {}", unit_name(cx, *unit)), Verb::Move, *unit, "13.2")
            }
            Action::ShowOnTop { unit } => fog::label_show(cx, s, *unit),
            Action::Pillage { unit } => {
                let label = format!("Pillage with {}", unit_name(cx, *unit));
                about_unit(label, Verb::Other, *unit, "35.1")
            }
            _ => said("End movement", Verb::End, "13.1"),
        }
    }

    /// There is more than one answer while somebody has not moved: it need not be worked out.
    fn is_always_asked(&self, cx: &Context, s: &State) -> bool {
        cx.setup.unit_ids().any(|u| s.unit(u).hex().is_some() && impulses::check_lead(cx, s, u).is_ok())
    }

    fn is_rest(&self) -> bool {
        true
    }
}
