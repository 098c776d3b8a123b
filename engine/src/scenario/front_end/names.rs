//! The names a document may use: its own, and those the rule system brings.

use super::super::{ScenarioDoc, Schema};

/// What names can be given where.
pub struct Names<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
}

impl<'a> Names<'a> {
    pub fn new(doc: &'a ScenarioDoc, schema: &'a Schema) -> Self {
        Self { doc, schema }
    }

    pub fn sides(&self) -> Vec<&'a str> {
        self.doc.sides.iter().map(|s| s.id.as_str()).collect()
    }

    /// The scenario's own nations, and those of the rule system.
    pub fn nations(&self) -> Vec<&'a str> {
        let own = self.doc.nations.iter().map(|n| n.id.as_str());
        own.chain(self.schema.nations.iter().map(|n| n.id.as_str())).collect()
    }

    pub fn regions(&self) -> Vec<&'a str> {
        self.doc.map.regions.iter().map(|r| r.id.as_str()).collect()
    }

    pub fn pieces(&self) -> Vec<&'a str> {
        self.doc.pieces.iter().map(|p| p.id.as_str()).collect()
    }

    pub fn unit_kinds(&self) -> Vec<&'a str> {
        self.schema.units.iter().map(|u| u.id.as_str()).collect()
    }

    pub fn is_hex(&self, text: &str) -> bool {
        self.doc.map.grid.parse(text).is_some()
    }
}
