//! Fortunes of War (18): the short leash, the two dice, and the wings the enemy picks.

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::approach::covers_of;
use crate::data::Fortune;
use crate::event::Event;
use crate::fortunes::{drag_guns, fortune, modifier, slow_wing, wings_for_leash};
use crate::ids::{SideId, WingId};
use crate::state::{Behind, State};
use crate::words::{answer, cover_name, cover_target, leader_name, leader_target, said};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The owner may name a wing whose leader is with the Army Commander.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leash;

impl Decision for Leash {
    /// Always the owner: whether a wing could be named is nothing the enemy may learn (17).
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(wings_for_leash(cx, s, s.active).into_iter().map(|wing| Action::ChooseWing { wing }));
        out.push(Action::No);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("18", "only a wing whose leader is with the Army Commander is kept on a short leash")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::ChooseWing { wing } = *action else { return };
        let side = s.active;
        s.army_mut(side).leash = Some(wing);
        let secret = s.leader(cx.setup.wing(wing).leader).veiled;
        rec.emit(|| Event::LeashNamed { wing, secret });
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Keep a wing with the Army Commander on a short leash?".into(), "18")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseWing { wing } => {
                let leader = cx.setup.wing(*wing).leader;
                let label = format!("Keep {} on a short leash", leader_name(cx, leader));
                answer(label, Verb::Choose, leader_target(cx, leader), "18")
            }
            _ => said("Nobody", Verb::Pass, "18"),
        }
    }
}

/// Two dice after a natural six of a group.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FortuneRoll {
    pub side: SideId,
}

impl Decision for FortuneRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("fortunes of war", "18", 2, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let side = self.side;
        let mut dice: Vec<u8> = roll.faces.iter().map(|f| *f as u8).collect();
        dice.sort_unstable();
        let modifier = modifier(cx, s, side);
        let total = dice.iter().sum::<u8>() as i8 + modifier;
        let result = fortune(cx, side, total.clamp(1, 13));
        rec.emit(|| Event::FortuneRolled { side, dice, modifier, result });
        let pick = |count| FortunePick { side, result, left: count, taken: SmallVec::new() };
        match result {
            Fortune::Nothing => {}
            Fortune::DraggingGuns => drag_guns(cx, s, side),
            Fortune::ConfusedLeader | Fortune::RashAttack => s.push(pick(1)),
            Fortune::MarchDebacle => s.push(pick(cx.data.command.fortunes.debacle_wings)),
        }
    }
}

/// The enemy picks wings of a side that are struck.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FortunePick {
    /// Who is struck.
    pub side: SideId,
    pub result: Fortune,
    pub left: u8,
    /// Counters already picked; wings bear it in their state.
    pub taken: SmallVec<[u8; 2]>,
}

impl FortunePick {
    /// March Debacle takes wings in column, Rash Attack deployed ones.
    fn suits(&self, column: bool) -> bool {
        match self.result {
            Fortune::MarchDebacle => column,
            Fortune::RashAttack => !column,
            Fortune::ConfusedLeader | Fortune::Nothing | Fortune::DraggingGuns => true,
        }
    }

    fn wings(&self, cx: &Context, s: &State) -> Vec<WingId> {
        let is_open = |w: &WingId| {
            let card = cx.setup.wing(*w);
            let is_struck = s.wing(*w).struck;
            card.side == self.side
                && !is_struck
                && !s.leader(card.leader).veiled
                && crate::activation::is_leader_awake(cx, s, card.leader)
                && crate::command::units_of(cx, s, *w).iter().any(|u| s.unit(*u).is_on_map())
                && self.suits(s.wing(*w).column)
                && s.army(self.side).leash != Some(*w)
        };
        cx.setup.wing_ids().filter(is_open).collect()
    }

    fn covers(&self, s: &State) -> Vec<u8> {
        if !s.army(self.side).active {
            return Vec::new();
        }
        let is_open = |c: &u8| !self.taken.contains(c) && self.suits(s.covers[usize::from(*c)].column);
        covers_of(s, self.side).filter(is_open).collect()
    }

    fn strike_wing(&self, cx: &Context, s: &mut State, wing: WingId, rec: &mut Record) {
        let result = self.result;
        s.wing_mut(wing).struck = true;
        rec.emit(|| Event::WingStruck { wing, result });
        match result {
            Fortune::RashAttack => s.wing_mut(wing).rash = true,
            Fortune::MarchDebacle => slow_wing(cx, s, wing, true),
            _ => slow_wing(cx, s, wing, false),
        }
    }

    /// A wing on a short leash is spared: the owner says only that nothing comes of it.
    fn strike_cover(&self, s: &mut State, cover: u8, rec: &mut Record) {
        let result = self.result;
        let leash = s.army(self.side).leash;
        let c = &mut s.covers[usize::from(cover)];
        if let Behind::Wing(w) = c.what
            && leash == Some(w)
        {
            return rec.emit(|| Event::CoverSpared { cover });
        }
        match result {
            Fortune::RashAttack => c.rash = true,
            _ => c.slowed = true,
        }
        rec.emit(|| Event::CoverStruck { cover, result });
    }
}

impl Decision for FortunePick {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_any = self.left > 0 && (!self.wings(cx, s).is_empty() || !self.covers(s).is_empty());
        if is_any { Ask::Side(self.side.enemy()) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.wings(cx, s).into_iter().map(|wing| Action::ChooseWing { wing }));
        out.extend(self.covers(s).into_iter().map(|cover| Action::ChooseCover { cover }));
    }

    fn refuse(&self, _: &Context, s: &State, action: &Action) -> Why {
        match action {
            Action::ChooseWing { wing } if s.army(self.side).leash == Some(*wing) => {
                ("18", "the wing is on a short leash")
            }
            _ => ("18", "the fortune of war does not strike there"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let mut next = Self { left: self.left - 1, ..self.clone() };
        if let Action::ChooseCover { cover } = *action {
            next.taken.push(cover);
        }
        s.push(next);
        match *action {
            Action::ChooseWing { wing } => self.strike_wing(cx, s, wing, rec),
            Action::ChooseCover { cover } => self.strike_cover(s, cover, rec),
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let side = &cx.setup.sides[self.side.index()].name;
        (format!("{}: choose a wing of {side}", words(self.result)), "18")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseWing { wing } => {
                let leader = cx.setup.wing(*wing).leader;
                let label = format!("The wing of {}", leader_name(cx, leader));
                answer(label, Verb::Choose, leader_target(cx, leader), "18")
            }
            Action::ChooseCover { cover } => {
                answer(cover_name(cx, s, *cover), Verb::Choose, cover_target(cx, *cover, 0), "18")
            }
            _ => said("Done", Verb::Pass, "18"),
        }
    }
}

/// The result in the rulebook's words.
pub fn words(result: Fortune) -> &'static str {
    match result {
        Fortune::Nothing => "No effect",
        Fortune::DraggingGuns => "Dragging guns",
        Fortune::ConfusedLeader => "Confused wing leader",
        Fortune::MarchDebacle => "March debacle",
        Fortune::RashAttack => "Rash attack",
    }
}
