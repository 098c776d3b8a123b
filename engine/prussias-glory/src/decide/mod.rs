//! Questions: one file for each kind. A frame is popped before it is answered and puts itself back if it goes on.

mod bombard;
mod break_up;
mod caught;
mod check;
mod column;
mod deploy;
mod joint;
mod losses;
mod move_unit;
mod rally;
mod retreat;
mod rout_move;
mod sequence;
mod special_leader;
mod trace;
mod unsteady;

pub use bombard::{Bombard, FireRoll};
pub use break_up::BreakUp;
pub use caught::{Caught, RideAway};
pub use check::{CheckRoll, Checks};
pub use column::{ForcedDeployment, ForcedRoll};
pub use deploy::DeployColumn;
pub use joint::{DemoralizationRoll, Joint};
pub use losses::Losses;
pub use move_unit::{Move, Piece};
pub use rally::{Rally, RallyRoll};
pub use retreat::{LeaderAlong, Retreat};
pub use rout_move::RoutMove;
pub use sequence::{Over, Phase, Sequence, begin_player_turn, place_locked};
pub use special_leader::{GroupRoll, SpecialLeaders, SpecialRoll};
pub use trace::Trace;
pub use unsteady::{CossackRoll, WoodsRoll};

use crate::action::Action;
use crate::ids::SideId;
use crate::state::State;
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Refusal};
use serde::{Deserialize, Serialize};

/// Who answers a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Side(SideId),
    Chance(Roll),
    /// Nobody: it goes on by itself.
    Nobody,
    Over,
}

/// A rule and why it forbids.
pub type Why = (&'static str, &'static str);

/// A question in words, with its rule.
pub type Question = (String, &'static str);

pub trait Decision {
    fn ask(&self, cx: &Context, s: &State) -> Ask;

    /// Every answer, in any order.
    fn list(&self, _cx: &Context, _s: &State, _out: &mut Vec<Action>) {}

    /// Why an answer that is not listed is refused.
    fn refuse(&self, _cx: &Context, _s: &State, _action: &Action) -> Why {
        ("3", "that is not asked now")
    }

    fn apply(&self, _cx: &Context, _s: &mut State, _action: &Action, _rec: &mut Record) {}

    fn resolve(&self, _cx: &Context, _s: &mut State, _roll: &RollResult, _rec: &mut Record) {}

    fn go(&self, _cx: &Context, _s: &mut State, _rec: &mut Record) {}

    fn prompt(&self, _cx: &Context, _s: &State) -> Question {
        ("The dice are thrown".into(), "3")
    }

    fn label(&self, _cx: &Context, _s: &State, action: &Action) -> Affordance {
        Affordance::button(format!("{action:?}"), engine::present::Verb::Other)
    }
}

macro_rules! frames {
    ($($name:ident),* $(,)?) => {
        /// What is being decided.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Frame {
            $($name($name)),*
        }

        impl Frame {
            /// The question itself.
            pub fn decision(&self) -> &dyn Decision {
                match self {
                    $(Self::$name(inner) => inner),*
                }
            }
        }

        $(impl From<$name> for Frame {
            fn from(inner: $name) -> Self {
                Self::$name(inner)
            }
        })*
    };
}

frames!(
    Sequence,
    Over,
    Trace,
    DeployColumn,
    GroupRoll,
    SpecialLeaders,
    SpecialRoll,
    RoutMove,
    Move,
    ForcedDeployment,
    ForcedRoll,
    CossackRoll,
    WoodsRoll,
    Bombard,
    FireRoll,
    Rally,
    RallyRoll,
    Losses,
    Retreat,
    LeaderAlong,
    Checks,
    CheckRoll,
    Caught,
    RideAway,
    Joint,
    DemoralizationRoll,
    BreakUp,
);

impl State {
    pub fn push(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }

    /// What is being asked now.
    pub fn question(&self) -> Option<&dyn Decision> {
        self.frames.top().map(Frame::decision)
    }

    /// Goes on until a side or chance is asked. A question with one answer is not asked.
    pub fn run(&mut self, cx: &Context, rec: &mut Record) {
        let mut only = Vec::new();
        loop {
            if self.is_resting() {
                self.chain = 0;
                crate::leaders::notice_caught(cx, self);
            }
            let Some(frame) = self.frames.top() else { return };
            match frame.decision().ask(cx, self) {
                Ask::Chance(_) | Ask::Over => return,
                Ask::Nobody => {
                    if let Some(frame) = self.frames.pop() {
                        frame.decision().go(cx, self, rec);
                    }
                }
                Ask::Side(_) => {
                    only.clear();
                    frame.decision().list(cx, self, &mut only);
                    let [action] = only.as_slice() else { return };
                    let action = action.clone();
                    self.answer(cx, &action, rec);
                }
            }
        }
    }

    fn answer(&mut self, cx: &Context, action: &Action, rec: &mut Record) {
        if let Some(frame) = self.frames.pop() {
            frame.decision().apply(cx, self, action, rec);
        }
    }

    pub fn apply_action(&mut self, cx: &Context, action: &Action, rec: &mut Record) {
        self.answer(cx, action, rec);
        self.run(cx, rec);
    }

    pub fn apply_roll(&mut self, cx: &Context, roll: &RollResult, rec: &mut Record) {
        if let Some(frame) = self.frames.pop() {
            frame.decision().resolve(cx, self, roll, rec);
        }
        self.run(cx, rec);
    }

    /// Nothing begun is still going on.
    pub fn is_resting(&self) -> bool {
        matches!(
            self.frames.top(),
            Some(
                Frame::Move(_)
                    | Frame::Bombard(_)
                    | Frame::Rally(_)
                    | Frame::Trace(_)
                    | Frame::DeployColumn(_)
                    | Frame::SpecialLeaders(_)
                    | Frame::RoutMove(_)
                    | Frame::Over(_)
            )
        )
    }
}

/// A refusal in words.
pub fn refusal(why: Why) -> Refusal {
    Refusal::new(why.0, why.1)
}
