//! Updates map art from a changed document, only where it changed: the cost of a brush stroke does not grow with the
//! size of the map.

use super::{EdgeArt, Ground, MapArt, chains, drawn_level, kinds, places};
use crate::layout::{Pos, Rect};
use chains::Course;
use egui::{Vec2, vec2};
use engine::hex::{Edge, Hex, HexId};
use engine::scenario::{EdgeFeature, Label, MapDoc, Schema};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What looks different after an update.
#[derive(Clone, PartialEq, Debug)]
pub enum Changed {
    /// These parts of the sheet; empty if nothing visible changed.
    Parts(Vec<Rect>),
    /// Everything, or too many parts to list.
    All,
    /// The grid itself: it is another sheet.
    Sheet,
}

/// Most parts that are listed.
const MOST: usize = 400;

/// The area a change at a point may affect: its hex, the neighbours, and the bends of a river on either side.
fn area_near(p: Pos) -> Rect {
    Rect::from_center_size(p, Vec2::splat(4.4))
}

/// The art of a hexside's features.
pub(super) fn edge_features(list: &[EdgeFeature], schema: &Schema) -> Vec<(EdgeArt, Option<Hex>)> {
    list.iter().map(|f| (kinds::edge_art(&f.kind, schema), f.from)).collect()
}

/// Keys whose values differ; maps that share memory are not compared.
fn differing_keys<K: Copy + Ord, V: PartialEq>(a: &Arc<BTreeMap<K, V>>, b: &Arc<BTreeMap<K, V>>) -> Vec<K> {
    if Arc::ptr_eq(a, b) {
        return Vec::new();
    }
    let gone = b.keys().filter(|k| !a.contains_key(k));
    a.iter().filter(|(k, v)| b.get(k) != Some(v)).map(|(k, _)| k).chain(gone).copied().collect()
}

impl MapArt {
    /// Reads what has changed in the map. The result is the same as [`MapArt::new`].
    pub fn update_from(&mut self, doc: &MapDoc, schema: &Schema) -> Changed {
        if self.layout.grid != doc.grid || self.rules != schema.ruleset {
            let sheet = self.layout.grid != doc.grid;
            *self = Self::new(doc, schema);
            return if sheet { Changed::Sheet } else { Changed::All };
        }
        let old = std::mem::replace(&mut self.from, doc.clone());
        let mut parts = Parts::default();
        let ground = self.renew_ground(&old, schema);
        parts.extend(ground.iter().map(|(id, _)| area_near(self.layout.center(*id))));
        let was_or_is = |is: fn(Ground) -> bool| {
            ground.iter().any(|(id, before)| is(*before) || is(self.ground[id.index()]))
        };
        let (waterway, water) = (was_or_is(Ground::is_waterway), was_or_is(Ground::is_water));
        if waterway {
            let before = std::mem::take(&mut self.waterways);
            self.join_waterways();
            // One more hex of water can bend the course two hexes away, and a joint even further.
            let wide = 0.6;
            parts.extend(chains::moved_parts(&before, &self.waterways).into_iter().map(|r| r.expand(wide)));
        }
        for h in differing_keys(&self.from.turned, &old.turned) {
            parts.push(area_near(self.layout.center_of(h)));
        }
        self.turned.clone_from(&self.from.turned);
        self.renew_roads(&old, schema, &mut parts);
        let frontier = self.renew_edges(&old, schema, &mut parts);
        let named = self.renew_labels(&mut parts);
        let country = self.from.scale_m.max(old.scale_m) >= places::COUNTRY_M;
        let moved = country && (self.from.scale_m != old.scale_m || self.from.regions != old.regions);
        if frontier || moved || (country && water) {
            self.renew_borders(&mut parts);
        }
        if country && (named || !ground.is_empty() || self.from.scale_m != old.scale_m) {
            self.renew_towns(&mut parts);
        }
        parts.into_changed()
    }

    /// Updates terrain and levels. Returns the hexes that look different, with their former ground.
    fn renew_ground(&mut self, old: &MapDoc, schema: &Schema) -> Vec<(HexId, Ground)> {
        let doc = self.from.clone();
        let (arts, letters): (Vec<Ground>, Vec<String>) =
            doc.palette.iter().map(|name| kinds::terrain_ground(name, schema)).unzip();
        // Indices keep their meaning as long as names are only appended.
        let shared = doc.palette.len().min(old.palette.len());
        let ids: Vec<usize> = if doc.palette[..shared] == old.palette[..shared] {
            let mut ids: Vec<usize> = doc.terrain.differences(&old.terrain).collect();
            ids.extend(doc.levels.differences(&old.levels));
            ids
        } else {
            (0..self.ground.len()).collect()
        };
        self.letters = letters;
        let (mut out, total) = (Vec::new(), self.ground.len());
        for i in ids.into_iter().filter(|i| *i < total) {
            let kind = doc.terrain.get(i).unwrap_or(0);
            let ground = arts.get(kind as usize).copied().unwrap_or(Ground::Unknown);
            let level = drawn_level(doc.levels.get(i).unwrap_or(0), ground);
            let before = (self.kind[i], self.ground[i], self.level[i]);
            (self.kind[i], self.ground[i], self.level[i]) = (kind, ground, level);
            if before != (kind, ground, level) {
                out.push((HexId(i as u16), before.1));
            }
        }
        out
    }

    fn renew_roads(&mut self, old: &MapDoc, schema: &Schema, parts: &mut Parts) {
        for e in differing_keys(&self.from.roads, &old.roads) {
            parts.push(area_near(self.layout.edge_mid(e)));
            match self.from.roads.get(&e) {
                Some(class) => self.roads.insert(e, kinds::is_major_road(*class, schema)),
                None => self.roads.remove(&e),
            };
        }
    }

    /// True if a drawn border is among the changed hexsides.
    fn renew_edges(&mut self, old: &MapDoc, schema: &Schema, parts: &mut Parts) -> bool {
        let mut arts = Vec::new();
        for e in differing_keys(&self.from.edges, &old.edges) {
            parts.push(area_near(self.layout.edge_mid(e)));
            let now = self.from.edges.get(&e).map(|f| edge_features(f, schema));
            arts.extend(now.iter().flatten().map(|f| f.0));
            let before = match now {
                Some(f) => self.edges.insert(e, f),
                None => self.edges.remove(&e),
            };
            arts.extend(before.iter().flatten().map(|f| f.0));
        }
        for art in [EdgeArt::River, EdgeArt::Stream, EdgeArt::Water] {
            if arts.contains(&art) {
                self.join_courses(art);
            }
        }
        arts.contains(&EdgeArt::Border)
    }

    /// True if a name changed.
    fn renew_labels(&mut self, parts: &mut Parts) -> bool {
        let now = self.from.labels.clone();
        if self.labels == *now {
            return false;
        }
        let old = std::mem::replace(&mut self.labels, now.to_vec());
        let reach = |l: &Label| {
            let wide = 2.0 + l.text.chars().count() as f32 * 0.45 * f32::from(l.size.max(100)) / 100.0;
            let off = vec2(f32::from(l.dx), f32::from(l.dy)) / 100.0;
            Rect::from_center_size(self.layout.center_of(l.at) + off, Vec2::splat(wide * 2.0))
        };
        let written = now.iter().filter(|l| !old.contains(l));
        let gone = old.iter().filter(|l| !now.contains(l));
        parts.extend(written.chain(gone).map(reach));
        true
    }

    /// The dash pattern runs along a whole border, so a changed border is redrawn from end to end.
    fn renew_borders(&mut self, parts: &mut Parts) {
        let before = (std::mem::take(&mut self.borders), std::mem::take(&mut self.great_borders));
        self.join_borders();
        let mut differ = |old: &[Course], new: &[Course]| {
            let gone = old.iter().filter(|c| !new.contains(c));
            let come = new.iter().filter(|c| !old.contains(c));
            parts.extend(gone.chain(come).map(|c| c.reach.expand(0.5)));
        };
        differ(&before.0, &self.borders);
        differ(&before.1, &self.great_borders);
    }

    fn renew_towns(&mut self, parts: &mut Parts) {
        let now = Self::find_towns(&self.from, &self.layout, &self.ground);
        let old = std::mem::replace(&mut self.towns, now);
        let gone = old.iter().filter(|t| self.towns.binary_search(t).is_err());
        let come = self.towns.iter().filter(|t| old.binary_search(t).is_err());
        parts.extend(gone.chain(come).map(|id| area_near(self.layout.center(*id))));
    }

    /// Joins the hexsides of one kind of water into courses.
    pub(super) fn join_courses(&mut self, art: EdgeArt) {
        let edges = self.edges_drawn_as(art);
        match art {
            EdgeArt::River => self.rivers = chains::along_edges(&self.layout, &edges, 0.055),
            EdgeArt::Stream => self.streams = chains::along_edges(&self.layout, &edges, 0.07),
            _ => self.sounds = chains::along_edges(&self.layout, &edges, 0.0),
        }
    }

    pub(super) fn join_borders(&mut self) {
        let frontiers = places::find_frontiers(&self.from, &self.ground);
        let drawn = self.edges_drawn_as(EdgeArt::Border);
        let joined = |all: bool| {
            let met = frontiers.iter().filter(|f| all || f.1).map(|f| f.0);
            let edges: Vec<Edge> = drawn.iter().copied().chain(met).collect();
            chains::along_edges(&self.layout, &edges, 0.0)
        };
        (self.borders, self.great_borders) = (joined(true), joined(false));
    }

    pub(super) fn join_waterways(&mut self) {
        let is = |h: Hex| self.layout.grid.id(h).is_some_and(|id| self.ground[id.index()].is_waterway());
        self.waterways = chains::through_hexes(&self.layout, &is);
    }

    fn edges_drawn_as(&self, want: EdgeArt) -> Vec<Edge> {
        self.edges.iter().filter(|(_, f)| f.iter().any(|f| f.0 == want)).map(|(e, _)| *e).collect()
    }
}

/// Changed parts of the sheet, up to [`MOST`].
#[derive(Default)]
struct Parts {
    list: Vec<Rect>,
}

impl Parts {
    fn push(&mut self, r: Rect) {
        if self.list.len() <= MOST {
            self.list.push(r);
        }
    }

    fn extend(&mut self, all: impl IntoIterator<Item = Rect>) {
        all.into_iter().for_each(|r| self.push(r));
    }

    fn into_changed(self) -> Changed {
        if self.list.len() > MOST { Changed::All } else { Changed::Parts(self.list) }
    }
}
