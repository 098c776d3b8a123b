//! The difference between two states of a document, both ways. History keeps these instead of
//! whole documents: the size of a step depends on what it changed, not on the map.

use engine::hex::{Edge, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{EdgeFeature, Label, Layer, MapDoc, Piece, Region, ScenarioDoc};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Entries of a map that differ: before and after.
type Entries<K, V> = Vec<(K, Option<V>, Option<V>)>;

/// What differs in a list.
#[derive(Clone, Debug)]
enum ListDelta<T> {
    /// Same length: places with both values.
    Places(Vec<(usize, T, T)>),
    /// From `at` on, `old` was replaced by `new`.
    Splice { at: usize, old: Vec<T>, new: Vec<T> },
}

/// Hexes that left and entered an area.
#[derive(Clone, Debug)]
struct AreaDelta {
    index: usize,
    out: Vec<Hex>,
    into: Vec<Hex>,
}

#[derive(Clone, Debug)]
enum Change {
    /// Another sheet altogether: another size or numbering.
    Sheet(Box<(MapDoc, MapDoc)>),
    Scale(u32, u32),
    Palette(Arc<Vec<String>>, Arc<Vec<String>>),
    /// Layers share unchanged bands with the steps before and after.
    Terrain(Layer<u8>, Layer<u8>),
    Levels(Layer<i8>, Layer<i8>),
    Turned(Entries<Hex, u8>),
    Edges(Entries<Edge, Vec<EdgeFeature>>),
    Roads(Entries<Edge, u8>),
    Labels(ListDelta<Label>),
    AreaHexes(Vec<AreaDelta>),
    Regions(ListDelta<Region>),
    Pieces(ListDelta<Piece>),
    /// Texts, sides, schedule and the like; they do not grow with the map.
    Rest(Box<(ScenarioDoc, ScenarioDoc)>),
}

/// Everything that differs between two documents.
#[derive(Clone, Debug, Default)]
pub struct Delta(Vec<Change>);

impl Delta {
    /// The difference between `a` and `b`.
    pub fn between(a: &ScenarioDoc, b: &ScenarioDoc) -> Self {
        let mut out = Vec::new();
        if a.map.grid == b.map.grid {
            map_changes(&a.map, &b.map, &mut out);
        } else {
            out.push(Change::Sheet(Box::new((a.map.clone(), b.map.clone()))));
        }
        if a.pieces != b.pieces {
            out.push(Change::Pieces(list_delta(&a.pieces, &b.pieces)));
        }
        let (ra, rb) = (without_map_and_pieces(a), without_map_and_pieces(b));
        if ra != rb {
            out.push(Change::Rest(Box::new((ra, rb))));
        }
        Self(out)
    }

    /// From the earlier state to the later one, or back.
    pub fn apply(&self, doc: &mut ScenarioDoc, forward: bool) {
        for c in &self.0 {
            c.apply(doc, forward);
        }
    }

    /// Roughly how many bytes it holds that no other step shares.
    pub fn weight(&self) -> usize {
        size_of::<Self>() + self.0.iter().map(Change::weight).sum::<usize>()
    }
}

fn old_or_new<T>(forward: bool, old: T, new: T) -> T {
    if forward { new } else { old }
}

fn map_changes(a: &MapDoc, b: &MapDoc, out: &mut Vec<Change>) {
    if a.scale_m != b.scale_m {
        out.push(Change::Scale(a.scale_m, b.scale_m));
    }
    if a.palette != b.palette {
        out.push(Change::Palette(a.palette.clone(), b.palette.clone()));
    }
    if a.terrain != b.terrain {
        out.push(Change::Terrain(a.terrain.clone(), b.terrain.clone()));
    }
    if a.levels != b.levels {
        out.push(Change::Levels(a.levels.clone(), b.levels.clone()));
    }
    if a.turned != b.turned {
        out.push(Change::Turned(changed_entries(&a.turned, &b.turned)));
    }
    if a.edges != b.edges {
        out.push(Change::Edges(changed_entries(&a.edges, &b.edges)));
    }
    if a.roads != b.roads {
        out.push(Change::Roads(changed_entries(&a.roads, &b.roads)));
    }
    if a.labels != b.labels {
        out.push(Change::Labels(list_delta(&a.labels, &b.labels)));
    }
    if a.regions != b.regions {
        out.push(region_change(&a.regions, &b.regions));
    }
}

/// Painting an area stores the painted hexes, not the area.
fn region_change(a: &[Region], b: &[Region]) -> Change {
    let same = |x: &Region, y: &Region| x.id == y.id && x.name == y.name && is_sorted(x) && is_sorted(y);
    if a.len() != b.len() || !a.iter().zip(b).all(|(x, y)| x == y || same(x, y)) {
        return Change::Regions(list_delta(a, b));
    }
    let missing = |x: &[Hex], y: &[Hex]| -> Vec<Hex> {
        x.iter().filter(|h| y.binary_search(h).is_err()).copied().collect()
    };
    let one = |(index, (x, y)): (usize, (&Region, &Region))| {
        (x != y).then(|| AreaDelta {
            index,
            out: missing(&x.hexes, &y.hexes),
            into: missing(&y.hexes, &x.hexes),
        })
    };
    Change::AreaHexes(a.iter().zip(b).enumerate().filter_map(one).collect())
}

fn is_sorted(r: &Region) -> bool {
    r.hexes.windows(2).all(|w| w[0] < w[1])
}

/// Both maps are walked side by side.
fn changed_entries<K: Ord + Copy, V: Clone + PartialEq>(
    a: &BTreeMap<K, V>,
    b: &BTreeMap<K, V>,
) -> Entries<K, V> {
    let mut out = Vec::new();
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return out,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((k, _)), Some((o, _))) => k.cmp(o),
        };
        let old = if order.is_le() { left.next() } else { None };
        let new = if order.is_ge() { right.next() } else { None };
        if let Some((k, _)) = old.or(new)
            && old.map(|o| o.1) != new.map(|n| n.1)
        {
            out.push((*k, old.map(|o| o.1.clone()), new.map(|n| n.1.clone())));
        }
    }
}

fn put_entries<K: Ord + Copy, V: Clone>(map: &mut BTreeMap<K, V>, list: &Entries<K, V>, forward: bool) {
    for (k, old, new) in list {
        match old_or_new(forward, old, new) {
            Some(v) => {
                map.insert(*k, v.clone());
            }
            None => {
                map.remove(k);
            }
        }
    }
}

fn list_delta<T: Clone + PartialEq>(a: &[T], b: &[T]) -> ListDelta<T> {
    if a.len() == b.len() {
        let differs = |(i, (x, y)): (usize, (&T, &T))| (x != y).then(|| (i, x.clone(), y.clone()));
        return ListDelta::Places(a.iter().zip(b).enumerate().filter_map(differs).collect());
    }
    let at = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a[at..].iter().rev().zip(b[at..].iter().rev()).take_while(|(x, y)| x == y).count();
    ListDelta::Splice { at, old: a[at..a.len() - tail].to_vec(), new: b[at..b.len() - tail].to_vec() }
}

impl<T: Clone> ListDelta<T> {
    fn apply(&self, list: &mut Vec<T>, forward: bool) {
        match self {
            Self::Places(places) => {
                for (i, old, new) in places {
                    if let Some(slot) = list.get_mut(*i) {
                        slot.clone_from(old_or_new(forward, old, new));
                    }
                }
            }
            Self::Splice { at, old, new } => {
                let (from, to) = if forward { (old, new) } else { (new, old) };
                let end = (at + from.len()).min(list.len());
                list.splice((*at).min(end)..end, to.iter().cloned());
            }
        }
    }

    fn weight(&self, one: impl Fn(&T) -> usize) -> usize {
        match self {
            Self::Places(p) => p.iter().map(|(_, a, b)| one(a) + one(b)).sum(),
            Self::Splice { old, new, .. } => old.iter().chain(new).map(one).sum(),
        }
    }
}

/// The document without its map and pieces.
fn without_map_and_pieces(doc: &ScenarioDoc) -> ScenarioDoc {
    let grid = Grid { cols: 0, rows: 0, numbering: Numbering::default(), ..doc.map.grid };
    let grid = Grid { shove: Shove::Odd, orientation: Orientation::PointyTop, ..grid };
    ScenarioDoc { map: MapDoc::blank(grid, ""), pieces: Arc::default(), ..doc.clone() }
}

impl Change {
    fn apply(&self, doc: &mut ScenarioDoc, forward: bool) {
        let map = &mut doc.map;
        match self {
            Self::Sheet(both) => map.clone_from(old_or_new(forward, &both.0, &both.1)),
            Self::Scale(a, b) => map.scale_m = old_or_new(forward, *a, *b),
            Self::Palette(a, b) => map.palette.clone_from(old_or_new(forward, a, b)),
            Self::Terrain(a, b) => map.terrain.clone_from(old_or_new(forward, a, b)),
            Self::Levels(a, b) => map.levels.clone_from(old_or_new(forward, a, b)),
            Self::Turned(list) => put_entries(Arc::make_mut(&mut map.turned), list, forward),
            Self::Edges(list) => put_entries(Arc::make_mut(&mut map.edges), list, forward),
            Self::Roads(list) => put_entries(Arc::make_mut(&mut map.roads), list, forward),
            Self::Labels(d) => d.apply(Arc::make_mut(&mut map.labels), forward),
            Self::Regions(d) => d.apply(Arc::make_mut(&mut map.regions), forward),
            Self::AreaHexes(list) => {
                let regions = Arc::make_mut(&mut map.regions);
                for a in list {
                    let Some(r) = regions.get_mut(a.index) else { continue };
                    let (gone, come) = if forward { (&a.out, &a.into) } else { (&a.into, &a.out) };
                    r.hexes.retain(|h| gone.binary_search(h).is_err());
                    r.hexes.extend(come);
                    r.hexes.sort_unstable();
                }
            }
            Self::Pieces(d) => d.apply(Arc::make_mut(&mut doc.pieces), forward),
            Self::Rest(both) => {
                let mut new = old_or_new(forward, &both.0, &both.1).clone();
                std::mem::swap(&mut new.map, &mut doc.map);
                std::mem::swap(&mut new.pieces, &mut doc.pieces);
                *doc = new;
            }
        }
    }

    fn weight(&self) -> usize {
        let features = |f: &Option<Vec<EdgeFeature>>| {
            f.as_ref().map_or(0, |f| f.iter().map(|f| size_of::<EdgeFeature>() + f.kind.len()).sum())
        };
        match self {
            Self::Sheet(both) => [&both.0, &both.1].iter().map(|m| sheet_weight(m)).sum(),
            Self::Palette(a, b) => a.iter().chain(b.iter()).map(|s| s.len() + size_of::<String>()).sum(),
            Self::Terrain(a, b) => a.unshared(b),
            Self::Levels(a, b) => a.unshared(b),
            Self::Edges(l) => l.iter().map(|(_, a, b)| 56 + features(a) + features(b)).sum(),
            Self::Roads(l) => l.len() * 16,
            Self::Turned(l) => l.len() * 8,
            Self::Labels(d) => d.weight(|l| size_of::<Label>() + l.text.len()),
            Self::Regions(d) => d.weight(|r| size_of::<Region>() + r.hexes.len() * size_of::<Hex>()),
            Self::AreaHexes(l) => {
                l.iter().map(|a| (a.out.len() + a.into.len()) * size_of::<Hex>() + 56).sum()
            }
            Self::Pieces(d) => {
                d.weight(|p| size_of::<Piece>() + p.id.len() + p.name.len() + 64 * p.props.len())
            }
            Self::Rest(_) => 2 * size_of::<ScenarioDoc>(),
            Self::Scale(..) => 8,
        }
    }
}

fn sheet_weight(m: &MapDoc) -> usize {
    m.terrain.len() + m.levels.len() + m.turned.len() * 8 + m.edges.len() * 80 + m.roads.len() * 16
}
