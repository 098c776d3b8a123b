//! Slopes that the map overrides, and how to return to those derived from levels.

use super::edit::Edit;
use crate::words;
use engine::hex::Edge;
use engine::scenario::{Origin, ScenarioDoc, Schema, SlopeSide};
use std::collections::BTreeMap;

/// How many hexsides have a slope, by origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub derived: usize,
    pub drawn: usize,
    pub suppressed: usize,
}

/// Counts the hexsides with slopes.
pub fn count_slopes(doc: &ScenarioDoc, schema: &Schema) -> Tally {
    let mut out = Tally::default();
    for (_, side) in doc.map.slopes(schema) {
        match side.origin {
            Origin::Derived => out.derived += 1,
            Origin::Drawn => out.drawn += 1,
            Origin::Suppressed => out.suppressed += 1,
        }
    }
    out
}

/// Hexsides whose slope differs from what the levels say.
pub fn overruled_edges<'a>(
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
) -> impl Iterator<Item = (Edge, SlopeSide)> + 'a {
    let says = |e: &Edge| doc.map.slope_at(schema, *e).filter(|s| s.origin != Origin::Derived);
    doc.map.edges.keys().filter_map(move |e| Some((*e, says(e)?)))
}

/// Resets all of them to what the levels say, in one step. None if they already agree.
pub fn as_derived(doc: &ScenarioDoc, schema: &Schema) -> Option<Edit> {
    let edits = erase_other_slopes(doc, schema, |_| true, "");
    (!edits.is_empty()).then(|| Edit::Together { name: words::SLOPES_BACK.to_owned(), edits })
}

/// A hexside has one kind of slope: drawing one removes the others.
pub fn replacing_slopes(doc: &ScenarioDoc, schema: &Schema, draw: Edit) -> Edit {
    let Edit::DrawEdges { sides, kind } = &draw else { return draw };
    if schema.slope(kind).is_none() {
        return draw;
    }
    let here: std::collections::BTreeSet<Edge> = sides.iter().map(|s| s.0).collect();
    let mut edits = erase_other_slopes(doc, schema, |e| here.contains(e), kind);
    if edits.is_empty() {
        return draw;
    }
    let name = draw.description();
    edits.push(draw);
    Edit::Together { name, edits }
}

/// The edit that removes slope kinds other than `but` from these hexsides.
fn erase_other_slopes(
    doc: &ScenarioDoc,
    schema: &Schema,
    here: impl Fn(&Edge) -> bool,
    but: &str,
) -> Vec<Edit> {
    let mut kinds: BTreeMap<&str, Vec<Edge>> = BTreeMap::new();
    for (e, features) in doc.map.edges.iter().filter(|(e, _)| here(e)) {
        for f in features.iter().filter(|f| f.kind != but && schema.slope(&f.kind).is_some()) {
            kinds.entry(&f.kind).or_default().push(*e);
        }
    }
    kinds.into_iter().map(|(k, sides)| Edit::EraseEdges { sides, kind: Some(k.to_owned()) }).collect()
}
