//! Questions: one file for each kind. A frame is popped before it is answered and puts itself back if it goes on.

mod activate;
mod advance;
mod bombard;
mod break_up;
mod capture;
mod caught;
mod check;
mod close_combat;
mod column;
mod deploy;
mod fight;
mod fortune;
mod joint;
mod lead;
mod leader_loss;
mod losses;
mod march;
mod momentum;
mod move_unit;
mod place_wing;
mod rally;
mod retreat;
mod rout_move;
mod sequence;
mod set_up;
mod snipe;
mod special_leader;
mod spotting;
mod sweep;
mod trace;
mod unsteady;
mod veiled_set_up;
mod withdraw;

pub use activate::{Activate, ActivationRoll, CoupDOeil, CoupRoll};
pub use advance::{Advance, Passage, may_advance};
pub use bombard::{Bombard, FireRoll};
pub use break_up::BreakUp;
pub use capture::Capture;
pub use caught::{Caught, RideAway};
pub use check::{CheckRoll, Checks};
pub use close_combat::CloseCombat;
pub use column::{ForcedDeployment, ForcedRoll};
pub use deploy::DeployColumn;
pub use fight::{CombatRoll, Fight};
pub use fortune::{FortunePick, FortuneRoll, Leash, words as fortune_words};
pub use joint::{BREAK_UP, DemoralizationRoll, Joint};
pub use lead::{LeadUnit, PairOfHexes, candidates};
pub use leader_loss::{LeaderLoss, Wound};
pub use losses::Losses;
pub use march::March;
pub use momentum::Momentum;
pub use move_unit::{Move, Mover, Piece};
pub use place_wing::PlaceWing;
pub use rally::{Rally, RallyRoll};
pub use retreat::{LeaderAlong, Retreat};
pub use rout_move::RoutMove;
pub use sequence::{Over, Phase, Sequence, begin_player_turn, place_locked};
pub use set_up::{SetUp, begin_set_up, is_open_to};
pub use snipe::{Snipe, SnipeRoll};
pub use special_leader::{GroupRoll, SpecialLeaders, SpecialRoll};
pub use spotting::{Adjust, SpotRoll, Spotting};
pub use sweep::{Sweep, SweepRoll};
pub use trace::Trace;
pub use unsteady::{CossackRoll, WoodsRoll};
pub use veiled_set_up::{Detached, Shuffle, VeiledSetUp};
pub use withdraw::Withdraw;

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

    /// Every answer, or as many as are enough to see that there is a choice.
    fn list_some(&self, cx: &Context, s: &State, _enough: usize, out: &mut Vec<Action>) {
        self.list(cx, s, out);
    }

    /// Why an answer that is not listed is refused.
    fn refuse(&self, _cx: &Context, _s: &State, _action: &Action) -> Why {
        ("3", "that is not asked now")
    }

    fn apply(&self, _cx: &Context, _s: &mut State, _action: &Action, _rec: &mut Record) {}

    fn resolve(&self, _cx: &Context, _s: &mut State, _roll: &RollResult, _rec: &mut Record) {}

    fn go_on(&self, _cx: &Context, _s: &mut State, _rec: &mut Record) {}

    fn prompt(&self, _cx: &Context, _s: &State) -> Question {
        ("The dice are thrown".into(), "3")
    }

    /// What is still missing before the answer one would expect to give may be given.
    fn what_is_missing(&self, _cx: &Context, _s: &State) -> Option<Refusal> {
        None
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
    SetUp,
    Activate,
    ActivationRoll,
    CoupDOeil,
    CoupRoll,
    Shuffle,
    VeiledSetUp,
    Detached,
    March,
    Spotting,
    SpotRoll,
    Adjust,
    PlaceWing,
    Leash,
    FortuneRoll,
    FortunePick,
    CloseCombat,
    Fight,
    Withdraw,
    LeadUnit,
    PairOfHexes,
    CombatRoll,
    LeaderLoss,
    Advance,
    Capture,
    Momentum,
    Sweep,
    SweepRoll,
    Snipe,
    SnipeRoll,
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
            spotting::notice(cx, self);
            crate::activation::notice(cx, self, rec);
            if self.is_resting() {
                self.chain = 0;
                crate::leaders::notice_caught(cx, self);
            }
            let Some(frame) = self.frames.top() else { return };
            match frame.decision().ask(cx, self) {
                Ask::Chance(_) | Ask::Over => return,
                Ask::Nobody => {
                    if let Some(frame) = self.frames.pop() {
                        frame.decision().go_on(cx, self, rec);
                    }
                }
                Ask::Side(_) if is_always_asked(cx, frame) => return,
                Ask::Side(_) => {
                    only.clear();
                    frame.decision().list_some(cx, self, 2, &mut only);
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
                    | Frame::SetUp(_)
                    | Frame::Activate(_)
                    | Frame::VeiledSetUp(_)
                    | Frame::Detached(_)
                    | Frame::Leash(_)
                    | Frame::March(_)
                    | Frame::CloseCombat(_)
                    | Frame::Over(_)
            )
        )
    }
}

/// The end of a set-up is said. With hidden approach, whether there was a choice would tell what stands behind a counter (17).
fn is_always_asked(cx: &Context, frame: &Frame) -> bool {
    match frame {
        Frame::SetUp(_) | Frame::VeiledSetUp(_) => true,
        Frame::Move(_) | Frame::March(_) => cx.setup.is_hidden(),
        _ => false,
    }
}

/// A refusal in words. Reasons are written as they stand within a line.
pub fn refusal(why: Why) -> Refusal {
    Refusal::new(why.0, engine::sentence(why.1))
}
