//! Rivers and streams, and the hexsides that carry a road across them. The editor only knows how a hexside
//! is drawn.

use engine::scenario::{EdgeFeature, EdgeKind, Schema};

const WATER: [&str; 2] = ["river", "stream"];
const CROSSINGS: [&str; 2] = ["bridge", "ford"];

fn is_drawn_as(schema: &Schema, kind: &str, arts: &[&str]) -> bool {
    schema.edge(kind).is_some_and(|k| arts.contains(&k.art.as_str()))
}

pub fn is_water(schema: &Schema, kind: &str) -> bool {
    is_drawn_as(schema, kind, &WATER)
}

pub fn has_water(schema: &Schema, features: &[EdgeFeature]) -> bool {
    features.iter().any(|f| is_water(schema, &f.kind))
}

pub fn has_crossing(schema: &Schema, features: &[EdgeFeature]) -> bool {
    features.iter().any(|f| is_drawn_as(schema, &f.kind, &CROSSINGS))
}

/// The hexsides that carry a road across water: bridges first, then fords.
pub fn crossings(schema: &Schema) -> impl Iterator<Item = &EdgeKind> {
    CROSSINGS.iter().flat_map(move |art| schema.edges.iter().filter(move |k| k.art == *art))
}
