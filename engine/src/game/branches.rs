//! Branches in a save: each is stored from the entry where it leaves the main journal.

use super::{SaveError, SaveFile, SavedEntry};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Lines of a match that are read.
const MOST_BRANCHES: usize = 200;
/// What they may take together.
const MOST_BYTES: usize = 256 << 20;
/// An entry beside its text.
const ENTRY: usize = 48;

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

    /// Each branch with its name, as a save of its own. What all of them need is shared or small: a file may
    /// say that it has any number of branches.
    pub fn branch_files(&self) -> impl Iterator<Item = (String, Self)> + '_ {
        let head = self.head();
        self.branches.iter().map(move |b| {
            let shared = self.journal.iter().take(b.from).cloned();
            let file = Self {
                journal: shared.chain(b.journal.iter().cloned()).collect(),
                hashes: b.hashes.clone(),
                snapshot: b.snapshot.clone(),
                seed: b.seed,
                drawn: b.drawn,
                branch: b.name.clone(),
                ..head.clone()
            };
            (b.name.clone(), file)
        })
    }

    /// What every line of the match has: all but journal, hashes, position and branches.
    fn head(&self) -> Self {
        Self {
            format: self.format,
            program: self.program.clone(),
            ruleset: self.ruleset.clone(),
            rules_version: self.rules_version,
            title: self.title.clone(),
            standing: self.standing.clone(),
            players: self.players.clone(),
            seating: self.seating.clone(),
            scenario: Arc::clone(&self.scenario),
            options: self.options.clone(),
            charts: self.charts.clone(),
            own_charts: Arc::clone(&self.own_charts),
            seed: 0,
            drawn: 0,
            base: self.base.clone(),
            journal: Vec::new(),
            hashes: Vec::new(),
            snapshot: String::new(),
            branch: String::new(),
            branches: Vec::new(),
        }
    }

    /// Whether the branches can be read without taking more memory than any real match.
    pub(super) fn check_size(&self) -> Result<(), SaveError> {
        let count = self.branches.len();
        if count > MOST_BRANCHES {
            return Err(SaveError::TooLarge(format!(
                "it has {count} lines; at most {MOST_BRANCHES} are read"
            )));
        }
        let texts = |t: &std::collections::BTreeMap<String, String>| -> usize {
            t.iter().map(|(k, v)| k.len() + v.len() + ENTRY).sum()
        };
        let head = self.title.len()
            + self.standing.len()
            + self.base.as_ref().map_or(0, String::len)
            + self.players.iter().map(|p| p.len() + ENTRY).sum::<usize>()
            + self.seating.told.len() * size_of::<usize>()
            + texts(&self.charts);
        // Bytes of the line up to each entry.
        let mut upto = vec![0usize];
        for e in &self.journal {
            upto.push(upto.last().copied().unwrap_or(0).saturating_add(entry_bytes(e)));
        }
        let shared = |b: &SavedBranch| upto.get(b.from).or(upto.last()).copied().unwrap_or(0);
        let sum = self.branches.iter().fold(0usize, |sum, b| sum.saturating_add(head + shared(b)));
        if sum > MOST_BYTES {
            let (mb, most) = (sum >> 20, MOST_BYTES >> 20);
            return Err(SaveError::TooLarge(format!("its lines fill {mb} MB; at most {most} are read")));
        }
        Ok(())
    }
}

fn entry_bytes(e: &SavedEntry) -> usize {
    ENTRY
        + match e {
            SavedEntry::Do(text) | SavedEntry::Note(text) => text.len(),
            SavedEntry::Roll(r) => r.faces.len() * 2,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(entries: usize, branches: usize, title: usize) -> SaveFile {
        let branch = SavedBranch {
            name: "Line".into(),
            from: entries,
            seed: 1,
            drawn: 0,
            journal: Vec::new(),
            hashes: Vec::new(),
            snapshot: String::new(),
        };
        let text = format!(
            "(format: 1, program: \"\", ruleset: \"x\", rules_version: 1, title: \"{}\", scenario: \"()\", \
             options: {{}}, charts: {{}}, seed: 1, drawn: 0, journal: [], hashes: [], snapshot: \"\")",
            "t".repeat(title)
        );
        let mut file: SaveFile = ron::from_str(&text).unwrap();
        file.journal = vec![SavedEntry::Note("a note".into()); entries];
        file.branches = vec![branch; branches];
        file
    }

    #[test]
    fn branches_share_what_they_can_and_are_limited() {
        assert_eq!(save(3_000, 150, 10).check_size(), Ok(()));
        assert!(matches!(save(10, 20_000, 10).check_size(), Err(SaveError::TooLarge(_))));
        assert!(matches!(save(1, 190, 3_000_000).check_size(), Err(SaveError::TooLarge(_))));
        assert!(matches!(save(60_000, 190, 10).check_size(), Err(SaveError::TooLarge(_))));
        let file = save(2, 2, 10);
        let (_, one) = file.branch_files().next().unwrap();
        assert!(Arc::ptr_eq(&one.scenario, &file.scenario) && one.branches.is_empty());
        assert_eq!(one.journal.len(), 2);
    }
}
