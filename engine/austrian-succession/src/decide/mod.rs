//! Questions: one file for each kind. A frame is taken off the stack before it is answered and puts itself back if it
//! goes on. The rules they ask about are in the files of their chapters.

mod activation;
mod advance_guard;
mod battle_phase;
mod before_battle;
mod choose_reinforcement;
mod commit;
mod draw_marker;
mod escape;
mod event_dice;
mod exchange;
mod fight;
mod fortify;
mod hide;
mod honors;
mod initiative;
mod logistics;
mod losses;
mod march;
mod movement;
mod pillage;
mod play_marker;
mod pursuit;
mod rally;
mod recruit;
mod reinforce;
mod retreat;
mod scouting;
mod sequence;
mod set_up;
mod siege_phase;

pub use activation::Activation;
pub use advance_guard::{AdvanceGuard, offer as offer_advance_guard};
pub use battle_phase::BattlePhase;
pub use before_battle::{CombatSupply, Command, Delay};
pub use choose_reinforcement::ChooseReinforcement;
pub use commit::{Commit, is_settled};
pub use draw_marker::{DrawMarker, KeepOrReturn, begin as draw_if_any};
pub use escape::{Escape, EscapeDraw};
pub use event_dice::{EventDice, LeaderRolls, LightRolls, LoseLight};
pub use exchange::{Answer, Exchange, Homecoming};
pub use fight::{CombatDie, Fight, SiegeDie};
pub use fortify::Fortify;
pub use hide::hide;
pub use honors::Honors;
pub use initiative::InitiativeRoll;
pub use logistics::{Attrition, Check, Logistics};
pub use losses::Losses;
pub use march::March;
pub use movement::Movement;
pub use pillage::{PillageEnds, PillageRoll};
pub use play_marker::PlayMarker;
pub use pursuit::{Desertion, Pursuit, TakeTrain};
pub use rally::Rally;
pub use recruit::{Drill, Recruit, TakeLot};
pub use reinforce::PlaceReinforcements;
pub use retreat::{Perils, Retreat, Rout, RoutDie};
pub use scouting::Scouting;
pub use sequence::{IMPULSES, Over, Sequence};
pub use set_up::SetUp;
pub use siege_phase::SiegePhase;

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
    SiegePhase,
    BattlePhase,
    Commit,
    Fight,
    Delay,
    Command,
    CombatSupply,
    CombatDie,
    SiegeDie,
    Losses,
    Escape,
    EscapeDraw,
    Retreat,
    Perils,
    Rout,
    RoutDie,
    Pursuit,
    Desertion,
    TakeTrain,
    Honors,
    AdvanceGuard,
    Fortify,
    Exchange,
    Answer,
    Homecoming,
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
        crate::works::remove_deserted(cx, s, rec);
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
