//! Named die roll modifiers with their rules.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reason {
    Terrain,
    RoutedTarget,
    DisorderedFirer,
    FirerDemoralized,
    FirerBroken,
    FirerMomentum,
    AllAdjacent,
    Morale,
    Shock,
    Flank,
    Locked,
    MomentumOnDefender,
    MomentumOnAttacker,
    AttackerDemoralized,
    AttackerBroken,
    DefenderDemoralized,
    DefenderBroken,
    AttackerDisordered,
    DefenderDisordered,
    AttackerColumn,
    DefenderColumn,
    OnlyRouted,
    CapturedByHorse,
    GunsDisordered,
    GunsDemoralized,
    GunsBroken,
    SteadyGuns,
    FriendsNear,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Modifier {
    pub reason: Reason,
    pub value: i8,
}

impl Reason {
    /// In words, with the rule.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Terrain => ("terrain", "10.5.1"),
            Self::RoutedTarget => ("target only Routed", "8.3"),
            Self::DisorderedFirer => ("a firer Disordered", "8.3"),
            Self::FirerDemoralized => ("firer's army Demoralized", "8.3"),
            Self::FirerBroken => ("firer's army Broken", "8.3"),
            Self::FirerMomentum => ("a firer under a momentum marker", "10.11"),
            Self::AllAdjacent => ("all guns next to the target", "8.3"),
            Self::Morale => ("morale of the lead units", "10.4"),
            Self::Shock => ("cavalry shock", "10.5.2"),
            Self::Flank => ("flank attack", "10.1.1"),
            Self::Locked => ("Engaged units changed under a Locked marker", "6.3"),
            Self::MomentumOnDefender => ("momentum against the defender", "10.11"),
            Self::MomentumOnAttacker => ("momentum against the attacker", "10.11"),
            Self::AttackerDemoralized => ("attacker Demoralized", "12.4"),
            Self::AttackerBroken => ("attacker Broken", "12.5"),
            Self::DefenderDemoralized => ("defender Demoralized", "12.4"),
            Self::DefenderBroken => ("defender Broken", "12.5"),
            Self::AttackerDisordered => ("an attacker Disordered", "9.1"),
            Self::DefenderDisordered => ("a defender Disordered", "9.1"),
            Self::AttackerColumn => ("an attacker In Column", "7.6.1"),
            Self::DefenderColumn => ("a defender In Column", "7.6.1"),
            Self::OnlyRouted => ("only Routed units defend", "9.2"),
            Self::CapturedByHorse => ("cavalry among the captors", "10.10.4"),
            Self::GunsDisordered => ("guns Disordered", "10.10.4"),
            Self::GunsDemoralized => ("guns of a Demoralized army", "10.10.4"),
            Self::GunsBroken => ("guns of a Broken army", "10.10.4"),
            Self::SteadyGuns => ("steady gunners", "10.10.4"),
            Self::FriendsNear => ("friends next to the guns", "10.10.4"),
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
