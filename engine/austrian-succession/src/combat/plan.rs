//! 39: what each result does, step by step in its order (16.23).

use crate::data::CombatResult;
use crate::ids::SideId;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// Why a side gives up brigade equivalents, which says how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Share {
    Defeat,
    Rout,
    Counterattack,
    Winner,
    /// One brigade equivalent of the besiegers (21.6).
    Sortie,
}

/// One step of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// The defender may declare a Delaying Action (30.2).
    Delay,
    /// A side names its commander (16.15).
    Lead(SideId),
    /// A side may expend a train (31).
    Supply(SideId),
    Die,
    SiegeDie,
    /// Trains of a routed side (17.4.1).
    Trains(SideId),
    /// Wings are broken (17.4.2).
    Break(SideId),
    Lose(SideId, Share),
    Annihilate(SideId),
    Withdraw(SideId),
    Rout(SideId),
    /// Who is left after a counterattack (39.CA.2, 39.CA.3).
    Survivors,
    Pursue(SideId),
    /// Captured trains (38.6).
    Take(SideId),
    /// The garrison marches to the nearest fortress of its side (21.6).
    Honors,
    /// The besiegers must storm at once (21.6).
    Breach,
    End,
}

pub type Steps = SmallVec<[Step; 8]>;

/// What is asked before the die of a battle, storm or breach.
pub fn opening(attacker: SideId, first: SideId) -> Steps {
    let lead = [Step::Lead(attacker), Step::Lead(attacker.enemy())];
    let supply = [Step::Supply(first), Step::Supply(first.enemy())];
    smallvec![Step::Delay, lead[0], lead[1], supply[0], supply[1], Step::Die]
}

/// The winner goes after the loser, and the combat ends.
pub fn pursuit_of(winner: SideId) -> Steps {
    smallvec![Step::Pursue(winner), Step::Take(winner), Step::End]
}

/// Who wins by a result, seen from who attacks in the round (16.27).
pub fn outcome(result: CombatResult, striker: SideId) -> Option<SideId> {
    use CombatResult as R;
    match result {
        R::AttackerAnnihilated | R::AttackerRouted | R::AttackerDefeated => Some(striker.enemy()),
        R::DefenderAnnihilated | R::DefenderRouted | R::DefenderDefeated => Some(striker),
        R::Counterattack | R::AttackerWithdraws | R::DefenderWithdraws => None,
    }
}

/// The steps of a result.
pub fn plan(result: CombatResult, striker: SideId) -> Steps {
    use CombatResult as R;
    let other = striker.enemy();
    let (loser, mut steps): (SideId, Steps) = match result {
        R::AttackerAnnihilated => (striker, smallvec![Step::Annihilate(striker)]),
        R::DefenderAnnihilated => (other, smallvec![Step::Annihilate(other)]),
        R::AttackerRouted => (striker, rout(striker)),
        R::DefenderRouted => (other, rout(other)),
        R::AttackerDefeated => (striker, defeat(striker)),
        R::DefenderDefeated => (other, defeat(other)),
        R::AttackerWithdraws => (striker, smallvec![Step::Withdraw(striker)]),
        R::DefenderWithdraws => (other, smallvec![Step::Withdraw(other)]),
        R::Counterattack => {
            let lose = |side| Step::Lose(side, Share::Counterattack);
            return smallvec![lose(striker), lose(other), Step::Survivors];
        }
    };
    steps.extend(pursuit_of(loser.enemy()));
    steps
}

/// Trains, wings, losses, retreat (17.4, 39.AR, 39.DR).
fn rout(loser: SideId) -> Steps {
    smallvec![Step::Trains(loser), Step::Break(loser), Step::Lose(loser, Share::Rout), Step::Rout(loser)]
}

/// The loser's losses, his wings, the winner's losses, retreat (39.AD, 39.DD).
fn defeat(loser: SideId) -> Steps {
    smallvec![
        Step::Lose(loser, Share::Defeat),
        Step::Break(loser),
        Step::Lose(loser.enemy(), Share::Winner),
        Step::Withdraw(loser),
    ]
}

/// The result of a battle with a Delaying Action (30.2).
pub fn delayed(result: CombatResult) -> CombatResult {
    use CombatResult as R;
    match result {
        R::AttackerDefeated => R::AttackerWithdraws,
        R::AttackerRouted => R::AttackerDefeated,
        R::AttackerAnnihilated => R::AttackerRouted,
        R::DefenderDefeated | R::Counterattack => R::DefenderWithdraws,
        R::DefenderRouted => R::DefenderDefeated,
        R::DefenderAnnihilated => R::DefenderRouted,
        R::AttackerWithdraws | R::DefenderWithdraws => result,
    }
}
