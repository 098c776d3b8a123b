//! The mapping table: property values to terrains, levels, hexsides, roads, regions and names.

use super::read::{Feature, Shape};
use engine::scenario::{LabelStyle, Schema};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ShapeKind {
    Point,
    Line,
    Area,
}

impl ShapeKind {
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Points(_) => Self::Point,
            Shape::Lines(_) => Self::Line,
            Shape::Areas(_) => Self::Area,
        }
    }
}

/// What a feature becomes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Make {
    /// Recognised and skipped.
    #[default]
    Nothing,
    /// The name alone, in the rule's label style.
    Name,
    /// Areas fill hexes, lines run from hex to hex, a point is one hex.
    Terrain(String),
    Level(i8),
    /// The level stands in this property.
    LevelFrom(String),
    /// A region named by this property.
    Region(String),
    /// The outline of an area as hexsides.
    Outline(String),
    /// Lines along hexsides; a point is the nearest side that carries water or a road.
    Side(String),
    /// Class from 1.
    Road(u8),
}

/// One line of the table. Rules are taken in order: later ones paint over earlier ones.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// Property to values separated by `|`; `*` is any value. All must match.
    pub when: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeKind>,
    pub make: Make,
    /// Per cent of a hex an area must cover; 0 stands for 50.
    #[serde(skip_serializing_if = "is_zero")]
    pub share: u8,
    /// A settlement: at least one hex however small, and it stays on its bank.
    #[serde(skip_serializing_if = "is_false")]
    pub settlement: bool,
    /// Points go to the nearest hex of this terrain.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub onto: String,
    /// The feature's name is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<LabelStyle>,
    /// Directed hexsides point out of the hex on the left of the line as drawn, not the right.
    #[serde(skip_serializing_if = "is_false")]
    pub left: bool,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}

impl Rule {
    pub fn matches(&self, feature: &Feature) -> bool {
        let fits = |(key, values): (&String, &String)| {
            feature.props.get(key).is_some_and(|v| values.split('|').any(|w| w == "*" || w == v))
        };
        self.shape.is_none_or(|s| s == ShapeKind::of(&feature.shape)) && self.when.iter().all(fits)
    }

    /// `kind = wood|forest`.
    pub fn condition_text(&self) -> String {
        let parts: Vec<String> = self.when.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        parts.join(", ")
    }
}

/// A mapping as stored in RON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mapping {
    pub name: String,
    /// What it is for.
    pub note: String,
    /// Terrain where no feature is; the rule system's first if empty.
    pub ground: String,
    /// Metres from hex to hex it was made for; 0 for any.
    pub hex_m: u32,
    /// Hexside put where a road crosses water; empty for none.
    pub bridge: String,
    pub rules: Vec<Rule>,
}

impl Mapping {
    /// Reads a table; the message names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        ron::from_str(text).map_err(|e| {
            let at = e.span.start;
            format!("line {}, column {}: {}", at.line, at.col, e.code)
        })
    }

    pub fn to_text(&self) -> String {
        let config = ron::ser::PrettyConfig::new().depth_limit(2).struct_names(false);
        ron::ser::to_string_pretty(self, config).unwrap_or_default() + "\n"
    }

    /// What the table uses that the rule system does not have.
    pub fn problems(&self, schema: &Schema) -> Vec<String> {
        let mut out = Vec::new();
        let terrain = |id: &str| id.is_empty() || schema.terrain(id).is_some();
        if !terrain(&self.ground) {
            out.push(format!("the ground: {} knows no terrain '{}'", schema.name, self.ground));
        }
        if !self.bridge.is_empty() && schema.edge(&self.bridge).is_none() {
            out.push(format!("bridges: {} knows no hexside '{}'", schema.name, self.bridge));
        }
        for (i, rule) in self.rules.iter().enumerate() {
            let what = match &rule.make {
                Make::Terrain(id) if !terrain(id) => format!("no terrain '{id}'"),
                Make::Side(id) | Make::Outline(id) if schema.edge(id).is_none() => {
                    format!("no hexside '{id}'")
                }
                Make::Road(n) if *n == 0 || usize::from(*n) > schema.roads.len() => {
                    format!("no road of class {n}")
                }
                Make::Level(_) | Make::LevelFrom(_) if schema.levels.is_none() => "no levels".to_owned(),
                _ if !terrain(&rule.onto) => format!("no terrain '{}'", rule.onto),
                _ => continue,
            };
            out.push(format!("rule {} ({}): {} knows {what}", i + 1, rule.condition_text(), schema.name));
        }
        out
    }
}

/// Features that no rule covers, grouped as a person would map them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmapped {
    pub property: String,
    pub value: String,
    pub shape: ShapeKind,
    pub count: usize,
}

/// Properties that tables usually match, best first.
const TELLING: [&str; 6] = ["kind", "class", "type", "natural", "highway", "waterway"];

/// How many features each rule takes, and what is left over.
pub fn survey_features(features: &[Feature], mapping: &Mapping) -> (Vec<usize>, Vec<Unmapped>) {
    let counts = mapping.rules.iter().map(|r| features.iter().filter(|f| r.matches(f)).count()).collect();
    let mut rest: BTreeMap<(String, String, ShapeKind), usize> = BTreeMap::new();
    for f in features.iter().filter(|f| !mapping.rules.iter().any(|r| r.matches(f))) {
        let key = TELLING.iter().find(|k| f.props.contains_key(**k)).copied().unwrap_or("file");
        let value = f.props.get(key).cloned().unwrap_or_default();
        *rest.entry((key.to_owned(), value, ShapeKind::of(&f.shape))).or_default() += 1;
    }
    let one = |((property, value, shape), count)| Unmapped { property, value, shape, count };
    (counts, rest.into_iter().map(one).collect())
}
