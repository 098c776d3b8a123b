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
            Self::Terrain => ("terrain", "8.3"),
            Self::RoutedTarget => ("target only Routed", "8.3"),
            Self::DisorderedFirer => ("a firer Disordered", "8.3"),
            Self::FirerDemoralized => ("firer's army Demoralized", "8.3"),
            Self::FirerBroken => ("firer's army Broken", "8.3"),
            Self::FirerMomentum => ("a firer under a momentum marker", "10.11"),
            Self::AllAdjacent => ("all guns next to the target", "8.3"),
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
