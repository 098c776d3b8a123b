//! Branches in a save: each is stored from the entry where it leaves the main journal.

use super::{SaveFile, SavedEntry};
use serde::{Deserialize, Serialize};

/// Another branch of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedBranch {
    pub name: String,
    /// How many journal entries it shares with the save's own journal.
    pub from: usize,
    pub seed: u64,
    pub drawn: u64,
    /// The entries after those.
    pub journal: Vec<SavedEntry>,
    pub hashes: Vec<(usize, u64)>,
    pub snapshot: String,
}

impl SaveFile {
    /// Adds another branch of the same match to this save.
    pub fn add_branch(&mut self, name: &str, other: &Self) {
        let same = self.journal.iter().zip(&other.journal).take_while(|(a, b)| a == b).count();
        self.branches.push(SavedBranch {
            name: name.to_owned(),
            from: same,
            seed: other.seed,
            drawn: other.drawn,
            journal: other.journal[same..].to_vec(),
            hashes: other.hashes.clone(),
            snapshot: other.snapshot.clone(),
        });
    }

    /// Each branch with its name, as a save of its own.
    pub fn branch_files(&self) -> impl Iterator<Item = (String, Self)> + '_ {
        self.branches.iter().map(|b| {
            let shared = self.journal.iter().take(b.from).cloned();
            let file = Self {
                journal: shared.chain(b.journal.iter().cloned()).collect(),
                hashes: b.hashes.clone(),
                snapshot: b.snapshot.clone(),
                seed: b.seed,
                drawn: b.drawn,
                branch: b.name.clone(),
                branches: Vec::new(),
                ..self.clone()
            };
            (b.name.clone(), file)
        })
    }
}
