//! 41: dice of events: points, leaders sent home, light troops out of hand.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::data::{Arm, Effect};
use crate::event::{Event, Reason};
use crate::events::{line, places_with_lights, rule_of, side_of};
use crate::ids::{MarkerId, SideId, UnitId, Units};
use crate::morale::{self, Change};
use crate::recruiting::return_to_box;
use crate::state::State;
use crate::words::{about_unit, hex_name, unit_name};
use crate::{AustrianSuccession, Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Dice that an effect counts together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EventDice {
    pub side: SideId,
    pub marker: MarkerId,
    pub effect: u8,
    pub count: u8,
}

fn effect_of(cx: &Context, marker: MarkerId, effect: u8) -> Option<&Effect> {
    line(cx, marker).effects.get(usize::from(effect))
}

impl Decision<AustrianSuccession> for EventDice {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("event", rule_of(cx, self.marker), self.count.max(1), 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let marker = self.marker;
        let dice: SmallVec<[u8; 2]> = roll.faces.iter().map(|f| *f as u8).collect();
        let total: u8 = dice.iter().sum();
        rec.emit(|| Event::EventDice { marker, dice });
        let why = Reason::Marker(marker);
        match effect_of(cx, marker, self.effect) {
            Some(Effect::Gain { side, .. }) => {
                if let Some(side) = side_of(s, *side) {
                    morale::change(
                        cx,
                        s,
                        Change::gain(side, total).with_floor(cx.data.morale.floor),
                        why,
                        rec,
                    );
                }
            }
            Some(Effect::Lose { side, .. }) => {
                if let Some(side) = side_of(s, *side) {
                    morale::change(
                        cx,
                        s,
                        Change::loss(side, total).with_floor(cx.data.morale.floor),
                        why,
                        rec,
                    );
                }
            }
            Some(Effect::Swing { even }) => {
                let Some(even) = side_of(s, *even) else { return };
                let gainer = if total.is_multiple_of(2) { even } else { even.enemy() };
                let mut change = Change::gain(gainer, total).with_floor(cx.data.morale.floor);
                change.add_loss(gainer.enemy(), total);
                morale::change(cx, s, change, why, rec);
            }
            Some(Effect::Purse { .. }) => {
                let side = self.side;
                s.side_mut(side).purse = total;
                rec.emit(|| Event::Purse { side, points: total });
            }
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("The dice of '{}' are thrown", line(cx, self.marker).name), rule_of(cx, self.marker))
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// A die for each leader of some nations (41.C4).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LeaderRolls {
    pub marker: MarkerId,
    pub effect: u8,
    /// Leaders who have not rolled yet.
    pub leaders: SmallVec<[UnitId; 8]>,
}

impl Decision<AustrianSuccession> for LeaderRolls {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        if self.leaders.is_empty() {
            return Ask::Nobody;
        }
        Ask::Chance(Roll::dice("leader", rule_of(cx, self.marker), 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let mut left = self.clone();
        let leader = left.leaders.remove(0);
        let (marker, die) = (self.marker, roll.one() as u8);
        let most = match effect_of(cx, marker, self.effect) {
            Some(Effect::RollLeaders { box_up_to, .. }) => *box_up_to,
            _ => 0,
        };
        let goes = die <= most;
        rec.emit(|| Event::LeaderRolled { marker, leader, die, goes });
        if goes {
            return_to_box(cx, s, leader);
        }
        s.push(left);
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let who = self.leaders.first().map_or("A leader", |l| unit_name(cx, *l));
        (format!("{who} rolls whether he goes home"), rule_of(cx, self.marker))
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// A die for each place with light units: the First Player's by number, then the Second's (41.C8).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LightRolls {
    pub first: SideId,
    pub marker: MarkerId,
    pub effect: u8,
    /// Both sides have been listed once there are no hexes left.
    pub second: bool,
    pub begun: bool,
    pub hexes: SmallVec<[HexId; 8]>,
}

impl LightRolls {
    pub fn new(first: SideId, marker: MarkerId, effect: u8) -> Self {
        Self { first, marker, effect, second: false, begun: false, hexes: SmallVec::new() }
    }

    fn side(&self) -> SideId {
        if self.second { self.first.enemy() } else { self.first }
    }
}

impl Decision<AustrianSuccession> for LightRolls {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        if self.hexes.is_empty() {
            return Ask::Nobody;
        }
        Ask::Chance(Roll::dice("light troops", rule_of(cx, self.marker), 1, 6))
    }

    /// The places of the next side.
    fn go_on(&self, cx: &Context, s: &mut State, _: &mut Record) {
        let next = match (self.begun, self.second) {
            (false, _) => Self { begun: true, ..self.clone() },
            (true, false) => Self { second: true, ..self.clone() },
            (true, true) => return,
        };
        let hexes = places_with_lights(cx, s, next.side());
        s.push(Self { hexes, ..next });
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let mut left = self.clone();
        let hex = left.hexes.remove(0);
        let (marker, side, die) = (self.marker, self.side(), roll.one() as u8);
        rec.emit(|| Event::LightsRolled { marker, side, hex, die });
        s.push(left);
        let Some(Effect::RollLights { lose_up_to, light_lost }) = effect_of(cx, marker, self.effect) else {
            return;
        };
        if die <= *lose_up_to {
            let loss = Change::loss(side, 1).with_floor(cx.data.morale.floor);
            morale::change(cx, s, loss, Reason::Marker(marker), rec);
        } else if die == *light_lost {
            s.push(LoseLight { side, marker, hex });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let at = self.hexes.first().map_or_else(String::new, |h| hex_name(cx, *h));
        (format!("The die for the light troops in {at}"), rule_of(cx, self.marker))
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// The owner gives up one of the light units of a place (41.C8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LoseLight {
    pub side: SideId,
    pub marker: MarkerId,
    pub hex: HexId,
}

impl LoseLight {
    fn lights(&self, cx: &Context, s: &State) -> Units {
        let setup = &cx.setup;
        let is_light = |u: &UnitId| setup.unit(*u).arm == Arm::Light && s.owner(setup, *u) == Some(self.side);
        s.units_in(self.hex).filter(is_light).collect()
    }
}

impl Decision<AustrianSuccession> for LoseLight {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.lights(cx, s).into_iter().map(|unit| Action::Lose { unit }));
    }

    fn refuse(&self, cx: &Context, _: &State, _: &Action) -> Refusal {
        let text = format!("One light unit in {} is lost.", hex_name(cx, self.hex));
        Refusal::new(rule_of(cx, self.marker), text)
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if let Action::Lose { unit } = *action {
            let marker = self.marker;
            return_to_box(cx, s, unit);
            rec.emit(|| Event::Boxed { unit, marker });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("Which light unit in {} is lost?", hex_name(cx, self.hex)), rule_of(cx, self.marker))
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match *action {
            Action::Lose { unit } => {
                let label = format!("Lose {}", unit_name(cx, unit));
                about_unit(label, Verb::Choose, unit, rule_of(cx, self.marker))
            }
            _ => unlisted(action),
        }
    }
}
