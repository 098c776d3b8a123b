//! Rule numbers, as everything that is said carries them.

use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A rule of the rulebook by its number, as the rule system cites it. Numbers that come from a file
/// are interned with [`Rule::named`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Rule(pub &'static str);

impl Rule {
    /// A rule cited by a scenario or an event. Each number is kept once, for the length of the program.
    pub fn named(number: &str) -> Self {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = known.get(number) {
            return Self(old);
        }
        let kept: &'static str = String::leak(number.to_owned());
        known.insert(kept);
        Self(kept)
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Rule numbers behind one statement.
pub type Rules = smallvec::SmallVec<[Rule; 2]>;
