//! Named die roll modifiers with their rules.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    Terrain,
    RoutedTarget,
    DisorderedFirer,
    FirerDemoralized,
    FirerBroken,
    FirerMomentum,
    AllAdjacent,
    Ground,
    LeadMorale,
    Shock,
    Flank,
    LockedPenalty,
    MomentumAttack,
    MomentumAgainst,
    AttackerDemoralized,
    AttackerBroken,
    DefenderDemoralized,
    DefenderBroken,
    AttackerDisordered,
    DefenderDisordered,
    AttackerColumn,
    DefenderColumn,
    OnlyRouted,
    GunsRidden,
    GunsDisordered,
    GunsBeaten,
    GunsSteady,
    GunsCovered,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Modifier {
    pub reason: Reason,
    pub value: i8,
}

impl Reason {
    /// In words, with the rule.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Terrain => ("terrain", "8.3"),
            Self::RoutedTarget => ("target only Routed", "8.3"),
            Self::DisorderedFirer => ("a firer Disordered", "8.3"),
            Self::FirerDemoralized => ("firer's army Demoralized", "8.3"),
            Self::FirerBroken => ("firer's army Broken", "8.3"),
            Self::FirerMomentum => ("a firer under a momentum marker", "10.11"),
            Self::AllAdjacent => ("all guns next to the target", "8.3"),
            Self::Ground => ("terrain", "10.5.1"),
            Self::LeadMorale => ("morale of the Lead Units", "10.4"),
            Self::Shock => ("cavalry shock", "10.5.2"),
            Self::Flank => ("flank attack", "10.1.1"),
            Self::LockedPenalty => ("other units Engaged under a Locked marker", "6.3"),
            Self::MomentumAttack => ("Momentum Attack", "10.11"),
            Self::MomentumAgainst => ("attacker under a momentum marker", "10.11"),
            Self::AttackerDemoralized => ("attacker's army Demoralized", "12.4"),
            Self::AttackerBroken => ("attacker's army Broken", "12.5"),
            Self::DefenderDemoralized => ("defender's army Demoralized", "12.4"),
            Self::DefenderBroken => ("defender's army Broken", "12.5"),
            Self::AttackerDisordered => ("an attacker Disordered", "9.1"),
            Self::DefenderDisordered => ("a defender Disordered", "9.1"),
            Self::AttackerColumn => ("an attacker In Column", "7.6.1"),
            Self::DefenderColumn => ("a defender In Column", "7.6.1"),
            Self::OnlyRouted => ("defenders only Routed", "9.2"),
            Self::GunsRidden => ("cavalry among those who took them", "10.10.4"),
            Self::GunsDisordered => ("the guns Disordered", "10.10.4"),
            Self::GunsBeaten => ("their army Demoralized or Broken", "10.10.4"),
            Self::GunsSteady => ("steady gunners", "10.10.4"),
            Self::GunsCovered => ("friends next to the guns", "10.10.4"),
        }
    }
}

/// Modifiers that are not nothing.
#[derive(Clone, Debug, Default)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    pub fn add(&mut self, reason: Reason, value: i8) {
        if value != 0 {
            self.0.push(Modifier { reason, value });
        }
    }

    pub fn add_if(&mut self, is_so: bool, reason: Reason, value: i8) {
        if is_so {
            self.add(reason, value);
        }
    }

    pub fn total(&self) -> i8 {
        self.0.iter().map(|m| m.value).sum()
    }
}
