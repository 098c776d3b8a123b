//! Figures of close combat. `combat.ron` is one flat record.

use super::{CellPair, Shock};
use engine::table::Grid2;

/// What is added to the die of a close combat (10.5).
#[derive(Clone, Copy, Debug, Default)]
pub struct CombatModifiers {
    pub flank: i8,
    pub locked: i8,
    pub momentum_defender: i8,
    pub momentum_attacker: i8,
    pub attacker_demoralized: i8,
    pub attacker_broken: i8,
    pub defender_demoralized_foot: i8,
    pub defender_demoralized_horse: i8,
    pub defender_broken: i8,
    pub attacker_disordered: i8,
    pub defender_disordered: i8,
    pub attacker_column: i8,
    pub defender_column: i8,
    pub only_routed: i8,
}

/// What follows from the result of a close combat (10.8).
#[derive(Clone, Copy, Debug, Default)]
pub struct CombatLosses {
    pub supported_defence: u8,
    pub forced_retreat_below: u8,
    pub rout_up_to: u8,
    pub r_below: u8,
    pub surrender_up_to: u8,
    pub steps_before_retreat: u8,
    pub exchange_steps: u8,
}

/// Figures of chapter 10.
#[derive(Clone, Debug, Default)]
pub struct Combat {
    pub results: Grid2<CellPair>,
    /// Strength points that count from one hex: in all, and of horse (10.3.2).
    pub strength: u8,
    pub horse_strength: u8,
    pub morale_limit: i8,
    pub modifiers: CombatModifiers,
    pub shock: Vec<Shock>,
    pub losses: CombatLosses,
    /// Die, morale and modifier that let cavalry sweep (10.13.2).
    pub sweep: u8,
}

engine::read_flat_record!(Combat {
    results,
    strength,
    horse_strength,
    morale_limit,
    modifiers.flank,
    losses.supported_defence,
    modifiers.locked,
    modifiers.momentum_defender,
    modifiers.momentum_attacker,
    modifiers.attacker_demoralized,
    modifiers.attacker_broken,
    modifiers.defender_demoralized_foot,
    modifiers.defender_demoralized_horse,
    modifiers.defender_broken,
    modifiers.attacker_disordered,
    modifiers.defender_disordered,
    modifiers.attacker_column,
    modifiers.defender_column,
    modifiers.only_routed,
    shock,
    losses.forced_retreat_below,
    losses.rout_up_to,
    losses.r_below,
    losses.surrender_up_to,
    losses.steps_before_retreat,
    losses.exchange_steps,
    sweep,
});
