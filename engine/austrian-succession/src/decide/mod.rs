//! Questions: one file for each kind. A frame is taken off the stack before it is answered and puts itself back if it
//! goes on. The rules they ask about are in the files of their chapters.

mod activation;
mod choose_reinforcement;
mod draw_marker;
mod event_dice;
mod hide;
mod initiative;
mod logistics;
mod march;
mod movement;
mod pillage;
mod play_marker;
mod rally;
mod recruit;
mod reinforce;
mod scouting;
mod sequence;
mod set_up;

pub use activation::Activation;
pub use choose_reinforcement::ChooseReinforcement;
pub use draw_marker::{DrawMarker, KeepOrReturn};
pub use event_dice::{EventDice, LeaderRolls, LightRolls, LoseLight};
pub use hide::hide;
pub use initiative::InitiativeRoll;
pub use logistics::{Attrition, Check, Logistics};
pub use march::March;
pub use movement::Movement;
pub use pillage::{PillageEnds, PillageRoll};
pub use play_marker::PlayMarker;
pub use rally::Rally;
pub use recruit::{Drill, Recruit, TakeLot};
pub use reinforce::PlaceReinforcements;
pub use scouting::Scouting;
pub use sequence::{IMPULSES, Over, Sequence};
pub use set_up::SetUp;

use crate::action::Action;
use crate::state::{Phase, State};
use crate::{AustrianSuccession, Context, Record};
pub use engine::game::{Ask, Decision, Question};
use engine::game::{Frames, Questions};
use engine::present::Affordance;

engine::questions!(
    /// What is being decided.
    Frame of AustrianSuccession:
    Sequence,
    Over,
    InitiativeRoll,
    SetUp,
    DrawMarker,
    KeepOrReturn,
    PlayMarker,
    EventDice,
    LeaderRolls,
    LightRolls,
    LoseLight,
    ChooseReinforcement,
    PlaceReinforcements,
    Recruit,
    TakeLot,
    Drill,
    Activation,
    Movement,
    March,
    Scouting,
    PillageRoll,
    PillageEnds,
    Logistics,
    Attrition,
    Rally,
);

impl Questions for AustrianSuccession {
    type Frame = Frame;

    fn frames(s: &State) -> &Frames<Frame> {
        &s.frames
    }

    fn frames_mut(s: &mut State) -> &mut Frames<Frame> {
        &mut s.frames
    }

    /// Cities entered for the first time and sudden ends, which count at any moment (5.11.2, 27.3, 27.5).
    fn notice(cx: &Context, s: &mut State, rec: &mut Record) {
        if matches!(s.frames.top(), Some(Frame::Over(_))) || s.phase == Phase::SetUp {
            return;
        }
        crate::victory::notice(cx, s, rec);
        if s.ended.is_some() {
            s.battle = None;
            s.frames = Frames::new(Over.into());
            let end = s.ended;
            rec.emit(|| crate::event::Event::Ended { end });
        }
    }
}

/// The label of an answer that a question does not know: never shown, because only listed answers are.
pub fn unlisted(action: &Action) -> Affordance {
    Affordance::button(format!("{action:?}"), engine::present::Verb::Other)
}
