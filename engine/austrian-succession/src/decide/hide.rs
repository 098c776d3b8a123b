//! What another seat may not know of a question: units that it does not see.

use super::Frame;
use crate::ids::{SideId, UnitId};

/// Takes out of a frame what `viewer` may not know. `active` is whose phase it is.
pub fn hide(frame: &mut Frame, active: SideId, viewer: SideId, is_covered: &dyn Fn(UnitId) -> bool) {
    match frame {
        Frame::March(march) if active != viewer => {
            march.units.retain(|u| !is_covered(*u));
            march.stay.clear();
            march.leader = march.leader.filter(|u| !is_covered(*u));
        }
        Frame::Logistics(logistics) if logistics.side != viewer => logistics.expended.clear(),
        Frame::Attrition(attrition) if attrition.side != viewer => {
            // It would tell that no train was at hand.
            attrition.unasked = false;
            for check in &mut attrition.queue {
                check.unit = check.unit.filter(|u| !is_covered(*u));
                // The column would tell what the unit lacks.
                check.column = crate::logistics::Column::OutOfSupply;
            }
        }
        Frame::SiegePhase(phase) if active != viewer => phase.ready = None,
        Frame::BattlePhase(phase) if active != viewer => phase.ready = None,
        Frame::AdvanceGuard(guard) if active != viewer => guard.units.retain(|u| !is_covered(*u)),
        Frame::March(_)
        | Frame::SiegePhase(_)
        | Frame::BattlePhase(_)
        | Frame::AdvanceGuard(_)
        | Frame::Commit(_)
        | Frame::Fight(_)
        | Frame::Delay(_)
        | Frame::Command(_)
        | Frame::CombatSupply(_)
        | Frame::CombatDie(_)
        | Frame::SiegeDie(_)
        | Frame::Losses(_)
        | Frame::Escape(_)
        | Frame::EscapeDraw(_)
        | Frame::Retreat(_)
        | Frame::Perils(_)
        | Frame::Rout(_)
        | Frame::RoutDie(_)
        | Frame::Pursuit(_)
        | Frame::Desertion(_)
        | Frame::TakeTrain(_)
        | Frame::Honors(_)
        | Frame::Fortify(_)
        | Frame::Exchange(_)
        | Frame::Answer(_)
        | Frame::Homecoming(_)
        | Frame::Logistics(_)
        | Frame::Attrition(_)
        | Frame::Sequence(_)
        | Frame::Over(_)
        | Frame::InitiativeRoll(_)
        | Frame::SetUp(_)
        | Frame::DrawMarker(_)
        | Frame::KeepOrReturn(_)
        | Frame::PlayMarker(_)
        | Frame::EventDice(_)
        | Frame::LeaderRolls(_)
        | Frame::LightRolls(_)
        | Frame::LoseLight(_)
        | Frame::ChooseReinforcement(_)
        | Frame::PlaceReinforcements(_)
        | Frame::Recruit(_)
        | Frame::TakeLot(_)
        | Frame::Drill(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Scouting(_)
        | Frame::PillageRoll(_)
        | Frame::PillageEnds(_)
        | Frame::Rally(_) => {}
    }
}
