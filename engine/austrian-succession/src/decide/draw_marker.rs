//! 7.3 and 28: a marker is drawn from the pool; with Grand Diplomacy it may go back once, for points.

use super::{Ask, Decision, PlayMarker, Question, unlisted};
use crate::action::Action;
use crate::event::{Event, Reason};
use crate::events::line;
use crate::ids::{MarkerId, SideId};
use crate::state::State;
use crate::words::said;
use crate::{AustrianSuccession, Context, Record, morale};
use engine::dice::RollResult;
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

/// A side draws one marker at the moment it is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DrawMarker {
    pub side: SideId,
    /// A marker has gone back in this phase (28).
    pub again: bool,
}

/// Whether the marker drawn is played or put back (28).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct KeepOrReturn {
    pub side: SideId,
    pub marker: MarkerId,
}

/// The half of the Events Phase of one side; an empty pool has nothing to draw from (7.7).
pub fn begin(s: &mut State, side: SideId) {
    if s.side(side).pool.total_left() > 0 {
        s.push(DrawMarker { side, again: false });
    }
}

impl Decision<AustrianSuccession> for DrawMarker {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Chance(s.side(self.side).pool.draw_roll("event", "7.3"))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let side = self.side;
        let Some(kind) = s.side_mut(side).pool.take_drawn(roll) else { return };
        let marker = MarkerId(kind as u8);
        rec.emit(|| Event::Drawn { side, marker });
        let may_return = cx.setup.options.grand_diplomacy
            && !self.again
            && morale::can_pay(cx, s, side, cx.data.morale.marker_back);
        if may_return {
            s.push(KeepOrReturn { side, marker });
        } else {
            s.push(PlayMarker::new(side, marker));
        }
    }

    /// The phase begins with it: what went before is over.
    fn is_rest(&self) -> bool {
        true
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("An event marker is drawn".into(), "7.3")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }

    fn draw_names(&self, cx: &Context, s: &State) -> Vec<String> {
        s.side(self.side).pool.face_names(|m| &cx.data.events[m].name)
    }
}

impl Decision<AustrianSuccession> for KeepOrReturn {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.push(Action::ReturnMarker);
        out.push(Action::PlayMarker { marker: self.marker });
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("28.0", "The marker drawn is played or put back first.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let (side, marker) = (self.side, self.marker);
        if *action == Action::ReturnMarker {
            s.side_mut(side).pool.put_back(marker.index());
            rec.emit(|| Event::PutBack { side, marker });
            morale::pay(cx, s, side, cx.data.morale.marker_back, Reason::MarkerBack, rec);
            s.push(DrawMarker { side, again: true });
        } else {
            s.push(PlayMarker::new(side, marker));
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("'{}' is drawn: play it, or put it back?", line(cx, self.marker).name), "28.0")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let name = &line(cx, self.marker).name;
        if *action == Action::ReturnMarker {
            let cost = cx.data.morale.marker_back;
            said(format!("Put '{name}' back and draw again"), Verb::Other, "28.0")
                .costing(format!("{cost} MP"))
        } else {
            said(format!("Play '{name}'"), Verb::Choose, "28.0")
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
