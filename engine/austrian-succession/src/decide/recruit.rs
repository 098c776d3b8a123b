//! 8 to 12: recruiting, training and reorganizing in any order, until the player is done.

use super::{Ask, Decision, PlaceReinforcements, Question};
use crate::action::Action;
use crate::event::{Event, Reason};
use crate::ids::{LotId, SideId, UnitId};
use crate::recruiting::{
    Purchase, check_counter, check_lot, check_place, counters, lot, lot_name, places, raise,
};
use crate::reorganization::{check_combine, check_divide, exchange};
use crate::state::{Flag, State};
use crate::words::{
    about_unit, answer, hex_name, landing_name, landing_target, plural_of, said, unit_name, unit_target,
};
use crate::{AustrianSuccession, Context, Record, fog, morale, training};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The half of the phase of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Recruit {
    pub side: SideId,
}

/// Counters of a lot are taken from the box and placed, one by one (10.2, 10.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TakeLot {
    pub purchase: Purchase,
}

/// A leader makes units Elite, up to his Value (11.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Drill {
    pub leader: UnitId,
    pub left: u8,
}

/// Reinforcements first, then everything else (9.1).
pub fn begin(s: &mut State, side: SideId) {
    s.push(Recruit { side });
    s.push(PlaceReinforcements { side });
}

impl Recruit {
    fn purchase(&self, cx: &Context, id: LotId, with_purse: bool) -> Purchase {
        let left = lot(cx, id).map_or(0, |l| l.number);
        Purchase { side: self.side, lot: id, left, with_purse, counted: false }
    }

    fn check(&self, cx: &Context, s: &State, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Buy { lot } => check_lot(cx, s, &self.purchase(cx, lot, false)),
            Action::BuyWithPurse { lot } => check_lot(cx, s, &self.purchase(cx, lot, true)),
            Action::Train { leader } => training::check(cx, s, self.side, leader),
            Action::Combine { unit } => check_combine(cx, s, self.side, unit).map(|_| ()),
            Action::Divide { wing } => check_divide(cx, s, self.side, wing).map(|_| ()),
            Action::ShowOnTop { unit } => fog::check_show(cx, s, self.side, unit),
            Action::Done => Ok(()),
            _ => {
                Err(Refusal::new("8.0", "In this phase units are recruited, trained, combined and divided."))
            }
        }
    }

    /// Whether another brigade of lower number stands for the same three.
    fn is_first_of_its_kind(&self, cx: &Context, s: &State, unit: UnitId) -> bool {
        let setup = &cx.setup;
        let card = setup.unit(unit);
        !setup.unit_ids().take_while(|u| *u < unit).any(|u| {
            let other = setup.unit(u);
            other.is_brigade()
                && other.nation == card.nation
                && other.arm == card.arm
                && s.unit(u).spot == s.unit(unit).spot
                && s.unit(u).is_elite() == s.unit(unit).is_elite()
                && !s.unit(u).has(Flag::Reorganized)
        })
    }

    fn buy(&self, cx: &Context, s: &mut State, id: LotId, with_purse: bool, rec: &mut Record) {
        let (side, cost) = (self.side, cx.data.morale.lot);
        rec.emit(|| Event::Bought { side, lot: id, with_purse });
        if with_purse {
            s.side_mut(side).purse -= cost;
        } else {
            morale::pay(cx, s, side, cost, Reason::Recruiting, rec);
        }
        s.push(TakeLot { purchase: self.purchase(cx, id, with_purse) });
    }

    fn combine(&self, cx: &Context, s: &mut State, unit: UnitId, rec: &mut Record) {
        let side = self.side;
        let Ok((three, wing)) = check_combine(cx, s, side, unit) else { return };
        exchange(cx, s, &three, &[wing]);
        s.unit_mut(wing).flags.set(Flag::Reorganized);
        let brigades: SmallVec<[UnitId; 3]> = three;
        rec.emit(|| Event::Combined { side, wing, brigades });
    }

    fn divide(&self, cx: &Context, s: &mut State, wing: UnitId, rec: &mut Record) {
        let side = self.side;
        let Ok(three) = check_divide(cx, s, side, wing) else { return };
        exchange(cx, s, &[wing], &three);
        for u in &three {
            s.unit_mut(*u).flags.set(Flag::Reorganized);
        }
        let brigades: SmallVec<[UnitId; 3]> = three;
        rec.emit(|| Event::Divided { side, wing, brigades });
    }
}

impl Decision<AustrianSuccession> for Recruit {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let allowed = |a: &Action| self.check(cx, s, a).is_ok();
        let lots = || (0..cx.data.recruits.len() as u8).map(LotId);
        out.extend(lots().map(|lot| Action::Buy { lot }).filter(allowed));
        if s.side(self.side).purse > 0 {
            out.extend(lots().map(|lot| Action::BuyWithPurse { lot }).filter(allowed));
        }
        for u in cx.setup.unit_ids().filter(|u| s.owner(&cx.setup, *u) == Some(self.side)) {
            let card = cx.setup.unit(u);
            let action = if card.is_leader() {
                Action::Train { leader: u }
            } else if card.is_wing {
                Action::Divide { wing: u }
            } else if card.is_brigade() && self.is_first_of_its_kind(cx, s, u) {
                Action::Combine { unit: u }
            } else {
                continue;
            };
            out.extend(Some(action).filter(allowed));
        }
        fog::list_tops(cx, s, self.side, out);
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let why = self.check(cx, s, action).err();
        why.unwrap_or_else(|| Refusal::new("12.3", "Brigades alike are named by the first of them."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if *action == Action::Done {
            return;
        }
        s.push(*self);
        match *action {
            Action::Buy { lot } => self.buy(cx, s, lot, false, rec),
            Action::BuyWithPurse { lot } => self.buy(cx, s, lot, true, rec),
            Action::Train { leader } => {
                let left = s.leader_value(&cx.setup, leader);
                morale::pay(cx, s, self.side, cx.data.morale.training, Reason::Training, rec);
                s.unit_mut(leader).flags.set(Flag::Drilled);
                s.push(Drill { leader, left });
            }
            Action::Combine { unit } => self.combine(cx, s, unit, rec),
            Action::Divide { wing } => self.divide(cx, s, wing, rec),
            Action::ShowOnTop { unit } => fog::show_on_top(cx, s, unit, rec),
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let no_recruits = cx.setup.turns[usize::from(s.turn) - 1].no_recruiting;
        if no_recruits {
            return ("Combine brigades, divide wings, or go on".into(), "40.8");
        }
        ("Recruit, train, combine and divide, or go on".into(), "8.0")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let at =
            |u: UnitId| s.unit(u).hex().map_or_else(|| "its staging area".to_owned(), |h| hex_name(cx, h));
        let points = |n: u8| format!("{n} MP");
        match *action {
            Action::Buy { lot } => {
                let label = format!("Recruit {}", lot_name(cx, lot));
                said(label, Verb::Place, "10.2").costing(points(cx.data.morale.lot))
            }
            Action::BuyWithPurse { lot } => {
                let label = format!("Recruit {} with the event's points", lot_name(cx, lot));
                said(label, Verb::Place, "41.H4").costing(format!("{} event MP", cx.data.morale.lot))
            }
            Action::Train { leader } => {
                let label = format!("Train with {} in {}", unit_name(cx, leader), at(leader));
                about_unit(label, Verb::Choose, leader, "11.2").costing(points(cx.data.morale.training))
            }
            Action::Combine { unit } => {
                let label = format!("Combine three {} in {} into a wing", plural_of(cx, s, unit), at(unit));
                about_unit(label, Verb::Choose, unit, "12.3")
            }
            Action::Divide { wing } => {
                let label = format!("Divide {} in {} into brigades", unit_name(cx, wing), at(wing));
                about_unit(label, Verb::Choose, wing, "12.4")
            }
            Action::ShowOnTop { unit } => fog::label_show(cx, s, unit),
            _ => said("End recruiting", Verb::End, "8.0").confirmed(),
        }
    }

    fn is_always_asked(&self, _: &Context, _: &State) -> bool {
        true
    }

    fn is_rest(&self) -> bool {
        true
    }
}

impl Decision<AustrianSuccession> for TakeLot {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let p = &self.purchase;
        let any = p.left > 0 && counters(cx, s, p).into_iter().any(|u| !places(cx, s, p, u).is_empty());
        if any { Ask::Seat(p.side.seat()) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let p = &self.purchase;
        for unit in counters(cx, s, p) {
            out.extend(places(cx, s, p, unit).into_iter().map(|at| Action::Place { unit, at }));
        }
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let p = &self.purchase;
        let why = match *action {
            Action::Place { unit, at } => {
                check_counter(cx, s, p, unit).and_then(|()| check_place(cx, s, p, unit, at)).err()
            }
            _ => None,
        };
        why.unwrap_or_else(|| Refusal::new("10.4", "The lot that was bought is taken first."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Place { unit, at } = *action else { return };
        let mut purchase = self.purchase;
        raise(cx, s, &mut purchase, unit, at);
        let side = purchase.side;
        rec.emit(|| Event::Placed { side, unit, at, recruit: true });
        s.push(Self { purchase });
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let (name, left) = (lot_name(cx, self.purchase.lot), self.purchase.left);
        (format!("Place recruits: {left} left of {name}"), "10.3")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match *action {
            Action::Place { unit, at } => {
                let label = format!("Raise {} in {}", unit_name(cx, unit), landing_name(cx, unit, at));
                answer(label, Verb::Place, landing_target(cx, unit, at), "10.3").by(unit_target(unit))
            }
            _ => said("Leave the rest of the lot", Verb::Pass, "10.4"),
        }
    }

    fn is_always_asked(&self, _: &Context, _: &State) -> bool {
        true
    }
}

impl Decision<AustrianSuccession> for Drill {
    /// Whether anybody is left to train is not asked here: the enemy may not know it.
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        match s.owner(&cx.setup, self.leader) {
            Some(side) if self.left > 0 => Ask::Seat(side.seat()),
            _ => Ask::Nobody,
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(training::recruits_of(cx, s, self.leader).into_iter().map(|unit| Action::Choose { unit }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, _: &State, _: &Action) -> Refusal {
        let name = unit_name(cx, self.leader);
        Refusal::new("11.2", format!("{name} trains regular units in his hex that have an Elite side."))
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        let flags = &mut s.unit_mut(unit).flags;
        flags.set(Flag::Elite);
        flags.set(Flag::Drilled);
        let leader = self.leader;
        rec.emit(|| Event::Trained { leader, unit });
        s.push(Self { left: self.left - 1, ..*self });
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let units = if self.left == 1 { "unit" } else { "units" };
        (format!("{} makes {} more {units} Elite", unit_name(cx, self.leader), self.left), "11.2")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match *action {
            Action::Choose { unit } => {
                about_unit(format!("Make {} Elite", unit_name(cx, unit)), Verb::Choose, unit, "11.2")
            }
            _ => said("Train nobody else", Verb::Pass, "11.2"),
        }
    }
}
