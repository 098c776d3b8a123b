//! What is wrong with a file, a chart or a scenario: values with a place and a severity.

use super::{ScenarioDoc, TextIndex, TextPosition, Value};
use crate::hex::{Edge, Hex};
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Severity {
    /// A suggestion; the scenario plays as intended.
    Advice,
    /// Plays, but probably not as intended.
    Warning,
    /// Cannot be played.
    Error,
}

/// Where an issue is, so that the editor can go there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum At {
    Whole,
    Hex(Hex),
    Edge(Edge),
    /// By id.
    Piece(String),
    Side(String),
    /// The pieces of a side: what it has or lacks.
    Forces(String),
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

impl At {
    /// Where this stands in the text of `doc`; the part of the file it belongs to where nothing more exact is known.
    fn text_position(&self, doc: &ScenarioDoc, index: &TextIndex) -> Option<TextPosition> {
        let entry =
            |list: &str, found: Option<usize>| found.map_or(list.to_owned(), |i| format!("{list}/{i}"));
        let path = match self {
            Self::Whole => return None,
            Self::Text { line, column, .. } => return Some(TextPosition { line: *line, column: *column }),
            Self::Hex(hex) => {
                let id = doc.map.grid.id(*hex)?;
                let (cols, row) = (
                    usize::from(doc.map.grid.cols.max(1)),
                    id.index() / usize::from(doc.map.grid.cols.max(1)),
                );
                let start = index.position(&format!("terrain/{row}"));
                // The letter of the hex, after the quotation mark.
                return Some(TextPosition { column: start.column + 1 + id.index() % cols, ..start });
            }
            Self::Edge(_) => "edges".to_owned(),
            Self::Piece(id) => entry("pieces", doc.pieces.iter().position(|p| p.id == *id)),
            Self::Side(id) | Self::Forces(id) => entry("sides", doc.sides.iter().position(|s| s.id == *id)),
            Self::Region(id) => entry("regions", doc.map.regions.iter().position(|r| r.id == *id)),
            Self::Schedule(i) => format!("schedule/{i}"),
            Self::Special(i) => format!("specials/{i}"),
            Self::Victory(i) => format!("victory/{i}"),
            Self::Option(id) => format!("options/{id}"),
            Self::Field(name) if index.root.child(name).is_none() => format!("props/{name}"),
            Self::Field(name) => name.clone(),
        };
        Some(index.position(&path))
    }
}

/// One change that repairs a problem; the editor makes it a step of its history.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Repair {
    /// A feature on a hexside.
    AddSide {
        edge: Edge,
        kind: String,
    },
    RemoveSide {
        edge: Edge,
        kind: String,
    },
    /// Class 0 takes the road away.
    Road {
        edge: Edge,
        class: u8,
    },
    /// To a hex, or off the map.
    MovePiece {
        id: String,
        to: Option<Hex>,
    },
    PieceProp {
        id: String,
        field: String,
        value: Value,
    },
    /// A piece of no side, with nothing but a name.
    AddPiece {
        id: String,
        kind: String,
        name: String,
        at: Hex,
    },
    /// The entry of the schedule comes on this turn.
    ScheduleTurn {
        entry: usize,
        turn: u32,
    },
    RemoveSchedule(usize),
    Turns(u32),
}

/// A repair with the label of its button.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Fix {
    pub name: String,
    pub repairs: Vec<Repair>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Issue {
    pub severity: Severity,
    pub at: At,
    /// The place in the reader's words, for example `E7` or `piece prussian-foot-3`.
    pub place: String,
    pub text: String,
    /// The rule that is broken; empty if none.
    pub rule: String,
    /// What to do about it; empty if it is obvious.
    pub remedy: String,
    /// A repair, where one is obvious.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// Its path in the file, such as `pieces/3/props/mp`; empty where `at` is enough.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Its position in the text, if the document was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<TextPosition>,
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "advice",
        };
        write!(f, "{word}: ")?;
        if let Some(p) = self.position {
            write!(f, "line {}, column {}: ", p.line, p.column)?;
        }
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
        let (place, text) = (place.into(), text.into());
        let path = String::new();
        self.list.push(Issue { severity, at, place, text, rule, remedy, fix: None, path, position: None });
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

    /// Sets the position of every issue in the text the document was read from.
    pub fn locate(&mut self, doc: &ScenarioDoc, index: &TextIndex) {
        for issue in self.list.iter_mut().filter(|i| i.position.is_none()) {
            issue.position = match issue.path.as_str() {
                "" => issue.at.text_position(doc, index),
                path => Some(index.position(path)),
            };
        }
    }

    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }
}

impl Issue {
    /// Adds the rule that is broken.
    pub fn rule(&mut self, rule: impl Into<String>) -> &mut Self {
        self.rule = rule.into();
        self
    }

    /// Adds a repair under a short name.
    pub fn fix(&mut self, name: impl Into<String>, repairs: Vec<Repair>) -> &mut Self {
        self.fix = Some(Fix { name: name.into(), repairs });
        self
    }

    /// Adds its path in the file.
    pub fn path(&mut self, path: impl Into<String>) -> &mut Self {
        self.path = path.into();
        self
    }

    /// Adds its position in the text.
    pub fn position(&mut self, position: TextPosition) -> &mut Self {
        self.position = Some(position);
        self
    }

    /// Adds what to do about it.
    pub fn remedy(&mut self, remedy: impl Into<String>) -> &mut Self {
        self.remedy = remedy.into();
        self
    }
}
