//! Lead Units (10.4) and the pair of hexes whose terrain counts (10.5.1).

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::board::{face, morale};
use crate::combat::Combat;
use crate::ids::{SideId, Units};
use crate::odds::{best_pair, modifiers, pairs, terrain};
use crate::state::State;
use crate::words::{about_unit, answer, said, unit_name};
use crate::{Context, Record};
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// A side names the unit that leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LeadUnit {
    pub side: SideId,
}

/// Engaged units; Routed ones only where there are no others (9.2).
pub fn candidates(cx: &Context, s: &State, c: &Combat, side: SideId) -> Units {
    let mut out = c.front(cx, s, side);
    if out.iter().any(|u| !s.unit(*u).is_routed()) {
        out.retain(|u| !s.unit(*u).is_routed());
    }
    out
}

impl Decision for LeadUnit {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        match s.combat.as_deref() {
            Some(c) if !candidates(cx, s, c, self.side).is_empty() => Ask::Side(self.side),
            _ => Ask::Nobody,
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        if let Some(c) = s.combat.as_deref() {
            out.extend(candidates(cx, s, c, self.side).into_iter().map(|unit| Action::Choose { unit }));
        }
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("10.4", "the Lead Unit is one of the Engaged, and not a Routed one if there is another")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        let place = usize::from(self.side != s.active);
        if let Some(c) = s.combat.as_deref_mut() {
            c.lead[place] = Some(unit);
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Name the Lead Unit: its morale counts, and it takes the first loss".into(), "10.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return said("Done", Verb::Pass, "10.4") };
        let text = face(cx, s, *unit).text(crate::board::arm_of(cx, *unit));
        let label = format!("{} ({text}, morale {}) leads", unit_name(cx, *unit), morale(cx, s, *unit));
        about_unit(label, Verb::Choose, *unit, "10.4")
    }
}

/// The attacker names one attacking and one defending hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PairOfHexes;

impl Decision for PairOfHexes {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, _: &Context, s: &State, out: &mut Vec<Action>) {
        let all = s.combat.as_deref().map(pairs).unwrap_or_default();
        out.extend(all.into_iter().map(|(from, to)| Action::Pair { from, to }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("10.5.1", "one attacking and one defending hex of this combat")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Pair { from, to } = *action else { return };
        if let Some(c) = s.combat.as_deref_mut() {
            c.pair = Some((from, to));
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Choose the two hexes whose terrain counts".into(), "10.5.1")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let (Action::Pair { from, to }, Some(c)) = (action, s.combat.as_deref()) else {
            return said("Done", Verb::Pass, "10.5.1");
        };
        let mut one = c.clone();
        one.pair = Some((*from, *to));
        let (ground, all) = (terrain(cx, s, c, *from, *to), modifiers(cx, s, &one).total());
        let best = if best_pair(cx, s, c) == Some((*from, *to)) { ", best" } else { "" };
        let label = format!(
            "From {} to {}: terrain {ground:+}, in all {all:+}{best}",
            cx.setup.label(*from),
            cx.setup.label(*to)
        );
        answer(label, Verb::Choose, Target::Hex(*to), "10.5.1").by(Target::Hex(*from))
    }
}
