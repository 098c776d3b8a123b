//! Ground that lies turned: a village across the road, a trench that looks south. The picture
//! alone cares; no rule system reads it.

use super::doc::MapDoc;
use super::file_form::ScenarioFile;
use super::{At, Issues};
use crate::hex::Hex;
use std::collections::BTreeMap;
use std::sync::Arc;

impl MapDoc {
    /// By how many sixths, clockwise, the ground of a hex is turned from how it would lie.
    pub fn turned_at(&self, hex: Hex) -> u8 {
        self.turned.get(&hex).copied().unwrap_or(0)
    }

    /// Turns the ground of a hex; six sixths are none. Says whether anything changed.
    pub fn set_turned(&mut self, hex: Hex, sixths: u8) -> bool {
        let sixths = sixths % 6;
        if self.turned_at(hex) == sixths {
            return false;
        }
        let turned = Arc::make_mut(&mut self.turned);
        if sixths == 0 {
            turned.remove(&hex);
        } else {
            turned.insert(hex, sixths);
        }
        true
    }
}

pub(super) fn read(file: &ScenarioFile, map: &mut MapDoc, issues: &mut Issues) {
    for (sixths, hexes) in &file.rotation {
        if !(1..=5).contains(sixths) {
            let text = format!("{sixths} is no number of sixths from 1 to 5");
            issues.warning(At::Field("rotation".into()), "rotation", text).remedy("left as usual");
            continue;
        }
        for word in hexes.split_whitespace() {
            match file.grid.parse(word) {
                Some(id) => {
                    map.set_turned(file.grid.hex(id), *sixths);
                }
                None => {
                    let text = format!("hex {word} is not on the map");
                    issues.warning(At::Field("rotation".into()), "rotation", text).remedy("left out");
                }
            }
        }
    }
}

pub(super) fn written(map: &MapDoc) -> BTreeMap<u8, String> {
    let mut out: BTreeMap<u8, String> = BTreeMap::new();
    if map.turned.is_empty() {
        return out;
    }
    for id in map.grid.ids() {
        let sixths = map.turned_at(map.grid.hex(id));
        if sixths > 0 {
            let line = out.entry(sixths).or_default();
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&map.grid.label(id));
        }
    }
    out
}
