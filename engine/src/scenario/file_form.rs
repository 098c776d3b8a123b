//! The scenario file as serde reads and writes it: names and hex numbers as text.

use super::Props;
use super::doc::{
    LabelStyle, Nation, OptionSet, Pool, Provenance, ScheduleEntry, Seating, SetupEntry, Side, Special,
    TurnTrack, Victory,
};
use crate::hex::Grid;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file as written: names and hex numbers as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScenarioFile {
    pub format: u32,
    pub ruleset: String,
    #[serde(default)]
    pub id: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subtitle: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date_key: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub history: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub credits: String,
    #[serde(default)]
    pub provenance: Provenance,
    pub grid: Grid,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scale_m: u32,
    /// What the letters of `terrain` mean.
    pub legend: BTreeMap<char, String>,
    /// One string a row, one letter a hex.
    pub terrain: Vec<String>,
    /// One string a row; `0` to `9`, then `a` (10) and on; `-` is one below zero. Empty: all flat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// Sixths clockwise, 1 to 5 → hexes whose ground is drawn turned, parted by blanks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rotation: BTreeMap<u8, String>,
    /// Kind of hexside → sides as `E7/NE`; a directed one points out of the hex named.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub edges: BTreeMap<String, Vec<String>>,
    /// Class → roads as hex numbers in order, parted by blanks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub roads: BTreeMap<u8, Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionFile>,
    #[serde(default)]
    pub turns: Turns,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nations: Vec<Nation>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seating>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<SetupEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<ScheduleEntry>,
    #[serde(default, skip_serializing_if = "OptionSet::is_empty")]
    pub options: OptionSet,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specials: Vec<Special>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victory: Vec<Victory>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<Pool>,
    #[serde(default, skip_serializing_if = "Props::is_empty")]
    pub props: Props,
    #[serde(default, skip_serializing_if = "Props::is_empty")]
    pub editor: Props,
}

/// A track, or in format 1 just its length.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Turns {
    Count(u32),
    Track(TurnTrack),
}

impl<'de> Deserialize<'de> for Turns {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> serde::de::Visitor<'de> for Read {
            type Value = Turns;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a turn track, as (count: 24)")
            }

            fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<Turns, E> {
                u32::try_from(count).map(Turns::Count).map_err(|_| E::custom("too many turns"))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Turns, A::Error> {
                TurnTrack::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Turns::Track)
            }
        }
        from.deserialize_any(Read)
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self::Track(TurnTrack::default())
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LabelFile {
    pub text: String,
    pub at: String,
    #[serde(default, skip_serializing_if = "is_zero_i")]
    pub dx: i16,
    #[serde(default, skip_serializing_if = "is_zero_i")]
    pub dy: i16,
    #[serde(default, skip_serializing_if = "is_zero_i")]
    pub turn: i16,
    #[serde(default = "hundred", skip_serializing_if = "is_hundred")]
    pub size: u16,
    #[serde(default)]
    pub style: LabelStyle,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RegionFile {
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Hex numbers parted by blanks.
    pub hexes: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PieceFile {
    pub id: String,
    pub kind: String,
    pub side: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub nation: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A hex number, several for a long piece, `sheet:box`, `on piece 2`, or empty for off the map.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub at: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub facing: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parent: String,
    #[serde(skip_serializing_if = "Props::is_empty")]
    pub props: Props,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
fn is_zero_i(n: &i16) -> bool {
    *n == 0
}
fn hundred() -> u16 {
    100
}
fn is_hundred(n: &u16) -> bool {
    *n == 100
}
