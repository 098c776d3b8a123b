//! What is wrong with a file, a chart or a scenario: values with a place and a severity.

use crate::hex::{Edge, Hex};
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Severity {
    /// Worth knowing; changes nothing.
    Advice,
    /// Plays, but probably not as meant.
    Warning,
    /// Cannot be played.
    Error,
}

/// Where an issue is, so that it can be jumped to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum At {
    Whole,
    Hex(Hex),
    Edge(Edge),
    /// By id.
    Piece(String),
    Side(String),
    Region(String),
    /// Index in the schedule.
    Schedule(usize),
    /// Index among the special rules.
    Special(usize),
    Option(String),
    /// Index among the victory conditions.
    Victory(usize),
    /// A field of the document, by name.
    Field(String),
    /// A place in a text.
    Text {
        path: String,
        line: usize,
        column: usize,
    },
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Issue {
    pub severity: Severity,
    pub at: At,
    /// The place in the reader's words, for example `E7` or `piece prussian-foot-3`.
    pub place: String,
    pub text: String,
    /// The rule it follows from, empty if none.
    pub rule: String,
    /// What to do about it, empty if it goes without saying.
    pub remedy: String,
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "advice",
        };
        write!(f, "{word}: ")?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.text)?;
        if !self.rule.is_empty() {
            write!(f, " [{}]", self.rule)?;
        }
        if !self.remedy.is_empty() {
            write!(f, " ({})", self.remedy)?;
        }
        Ok(())
    }
}

/// Everything found, in the order found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Issues {
    pub list: Vec<Issue>,
}

impl Issues {
    pub fn push(
        &mut self,
        severity: Severity,
        at: At,
        place: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut Issue {
        let (rule, remedy) = (String::new(), String::new());
        self.list.push(Issue { severity, at, place: place.into(), text: text.into(), rule, remedy });
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    pub fn error(&mut self, at: At, place: impl Into<String>, text: impl Into<String>) -> &mut Issue {
        self.push(Severity::Error, at, place, text)
    }

    pub fn warning(&mut self, at: At, place: impl Into<String>, text: impl Into<String>) -> &mut Issue {
        self.push(Severity::Warning, at, place, text)
    }

    pub fn advice(&mut self, at: At, place: impl Into<String>, text: impl Into<String>) -> &mut Issue {
        self.push(Severity::Advice, at, place, text)
    }

    pub fn errors(&self) -> usize {
        self.list.iter().filter(|i| i.severity == Severity::Error).count()
    }

    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }
}

impl Issue {
    /// Adds the rule it follows from.
    pub fn rule(&mut self, rule: impl Into<String>) -> &mut Self {
        self.rule = rule.into();
        self
    }

    /// Adds what to do about it.
    pub fn remedy(&mut self, remedy: impl Into<String>) -> &mut Self {
        self.remedy = remedy.into();
        self
    }
}
