//! Lines of a match: where it branched, each with a name, all kept in the save.

use engine::game::{AnyMatch, AnyRuleset, Restored, SaveFile};
use std::sync::Arc;

/// What the first line is called until somebody names it.
pub const FIRST: &str = "First line";

/// Another line, as it was left.
pub struct Line {
    pub name: String,
    /// Where it stands, for the list.
    pub standing: String,
    game: Box<dyn AnyMatch>,
    /// Written once: a line that is not played does not change.
    file: Arc<SaveFile>,
}

/// All lines as they go into a save, on whatever thread it is made.
pub struct SavedLines {
    name: String,
    others: Vec<(String, Arc<SaveFile>)>,
}

impl SavedLines {
    pub fn write(self, file: &mut SaveFile) {
        file.branch = self.name;
        for (name, other) in &self.others {
            file.add_branch(name, other);
        }
    }
}

/// The lines that are not being played, and the name of the one that is.
#[derive(Default)]
pub struct Lines {
    pub name: String,
    pub others: Vec<Line>,
    /// Lines ever made, so that each has dice of its own.
    made: u64,
}

impl Lines {
    pub fn name(&self) -> &str {
        if self.name.is_empty() { FIRST } else { &self.name }
    }

    /// A number no branch of this match has had.
    pub fn next_salt(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// A name not taken by any line.
    pub fn free_name(&self) -> String {
        let taken = |n: &String| self.name == *n || self.others.iter().any(|l| l.name == *n);
        (2..).map(|n| format!("Line {n}")).find(|n| !taken(n)).unwrap_or_default()
    }

    /// Puts the line that was played away under its name.
    pub fn park(&mut self, game: Box<dyn AnyMatch>) {
        let file = Arc::new(game.save());
        let standing = file.standing.clone();
        self.others.push(Line { name: self.name().to_owned(), standing, game, file });
    }

    /// Takes a line up; it is no longer among the others.
    pub fn take(&mut self, index: usize) -> Option<Box<dyn AnyMatch>> {
        if index >= self.others.len() {
            return None;
        }
        let line = self.others.remove(index);
        self.name = line.name;
        Some(line.game)
    }

    /// What a save says of the lines.
    pub fn saved(&self) -> SavedLines {
        let other = |l: &Line| (l.name.clone(), Arc::clone(&l.file));
        SavedLines { name: self.name.clone(), others: self.others.iter().map(other).collect() }
    }

    /// Reads them back. A line that no longer plays goes on from its snapshot; what cannot be read
    /// at all is said.
    pub fn read(rules: &dyn AnyRuleset, from: &Restored) -> (Self, Vec<String>) {
        let made = from.branches.len() as u64 + 1;
        let mut lines = Self { name: from.branch.clone(), others: Vec::new(), made };
        let mut lost = Vec::new();
        for (name, one) in from.branches.clone() {
            match rules.restore(&one) {
                Ok(r) => {
                    let file = Arc::new(r.game.save());
                    let standing = file.standing.clone();
                    lines.others.push(Line { name, standing, game: r.game, file });
                }
                Err(e) => lost.push(format!("{name}: {e}")),
            }
        }
        (lines, lost)
    }
}
