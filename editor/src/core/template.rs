//! Templates: pieces ready to be placed, by rule system and nation.

use engine::scenario::{Piece, Props, ScenarioDoc, Schema};
use serde::{Deserialize, Serialize};

/// A piece with its usual values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Template {
    pub name: String,
    /// A nation of the rule system; empty for all.
    pub nation: String,
    pub kind: String,
    /// What is printed on the piece; empty for nothing.
    pub title: String,
    pub props: Props,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Templates {
    pub templates: Vec<Template>,
}

impl Templates {
    /// Reads a list; the message names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        ron::from_str(text).map_err(|e| {
            let at = e.span.start;
            format!("line {}, column {}: {}", at.line, at.col, e.code)
        })
    }

    /// Those a nation may use.
    pub fn of<'a>(&'a self, nation: &'a str) -> impl Iterator<Item = &'a Template> {
        self.templates.iter().filter(move |t| t.nation.is_empty() || t.nation == nation)
    }

    /// What they use that the rule system does not have.
    pub fn problems(&self, schema: &Schema) -> Vec<String> {
        let mut out = Vec::new();
        for t in &self.templates {
            let Some(kind) = schema.unit(&t.kind) else {
                out.push(format!("{}: no kind '{}'", t.name, t.kind));
                continue;
            };
            if !t.nation.is_empty() && !schema.nations.iter().any(|n| n.id == t.nation) {
                out.push(format!("{}: no nation '{}'", t.name, t.nation));
            }
            for id in t.props.keys().filter(|id| kind.fields.iter().all(|f| f.id != **id)) {
                out.push(format!("{}: {} has no '{id}'", t.name, kind.name));
            }
        }
        out
    }
}

impl Template {
    /// Makes a piece for a side; it gets its id when it is added.
    pub fn make_piece(&self, doc: &ScenarioDoc, side: &str, nation: &str) -> Piece {
        let own = doc.side(side).and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        Piece {
            kind: self.kind.clone(),
            side: side.to_owned(),
            nation: if nation.is_empty() { own } else { nation.to_owned() },
            name: self.title.clone(),
            props: self.props.clone(),
            ..Piece::default()
        }
    }
}
