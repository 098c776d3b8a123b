//! Line of sight (8.2).

use crate::Context;
use crate::board::has_any_unit;
use crate::state::State;
use engine::hex::{Hex, HexId};
use engine::los::{Heights, ground_heights};

/// Levels with low ground filled up: a hex counts as high as the lower of the highest before and after it.
fn filled(levels: &[i16]) -> Heights {
    let highest = |part: &[i16]| part.iter().copied().max().unwrap_or(i16::MIN);
    (0..levels.len()).map(|i| levels[i].max(highest(&levels[..=i]).min(highest(&levels[i..])))).collect()
}

/// Whether the ground lets the line through (8.2.1). Read from the higher end it must fall at the very first side, then at every
/// side until it has reached the lower end, and never again.
fn is_ground_clear(fill: &[i16]) -> bool {
    let (Some(first), Some(last)) = (fill.first(), fill.last()) else { return false };
    let mut line: Heights = fill.iter().copied().collect();
    if last > first {
        line.reverse();
    }
    let (high, low) = (line[0], line[line.len() - 1]);
    if line.iter().any(|h| *h > high) {
        return false;
    }
    let mut i = 0;
    while line[i] > low {
        if i + 1 >= line.len() || line[i + 1] >= line[i] {
            return false;
        }
        i += 1;
    }
    line[i..].iter().all(|h| *h == low)
}

/// What is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Woods or a town.
    Terrain,
    Slope,
    Unit,
    /// Farther than anybody looks, or off the map.
    Range,
}

impl Cause {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Terrain | Self::Range => "8.2",
            Self::Slope => "8.2.1",
            Self::Unit => "8.2.2",
        }
    }
}

/// The place on the path that blocks, and by what; none if it is clear.
fn blocks_at(cx: &Context, s: &State, path: &[Hex], ids: &[HexId]) -> Option<(usize, Cause)> {
    let Some(levels) = ground_heights(&cx.setup.map, path) else { return Some((0, Cause::Range)) };
    let n = ids.len() - 1;
    let fill = filled(&levels);
    if let Some(i) = (1..n).find(|i| cx.setup.terrain(&cx.data, ids[*i]).blocks) {
        return Some((i, Cause::Terrain));
    }
    if !is_ground_clear(&fill) {
        return Some(((1..n).max_by_key(|i| fill[*i]).unwrap_or(n), Cause::Slope));
    }
    let unit_in_the_way = |i: &usize| {
        let i = *i;
        let is_low = levels[i] < fill[i];
        let is_below_first = i == 1 && levels[0] > levels[n] && levels[1] < levels[0];
        let is_below_last = i == n - 1 && levels[n] > levels[0] && levels[n - 1] < levels[n];
        has_any_unit(s, ids[i]) && !is_low && !is_below_first && !is_below_last
    };
    (1..n).find(unit_in_the_way).map(|i| (i, Cause::Unit))
}

/// A line of sight hex by hex: the path that is clear, or the last one tried.
pub struct Trace {
    pub path: Vec<HexId>,
    /// The other hex, where the line runs along a hexside.
    pub others: Vec<Option<HexId>>,
    pub levels: Vec<i16>,
    /// The place on the path that blocks.
    pub blocked: Option<(usize, Cause)>,
}

/// The line between two hexes for somebody who looks at it; the answer is that of [`can_see`].
pub fn trace(cx: &Context, s: &State, from: HexId, to: HexId) -> Trace {
    let grid = &cx.setup.map.grid;
    let (a, b) = (grid.hex(from), grid.hex(to));
    let level = |h: HexId| i16::from(cx.setup.map.level[h.index()]);
    let ends = if from == to { vec![from] } else { vec![from, to] };
    let mut out = Trace {
        levels: ends.iter().map(|h| level(*h)).collect(),
        others: vec![None; ends.len()],
        path: ends,
        blocked: None,
    };
    if a.distance(b) <= 1 {
        return out;
    }
    out.blocked = Some((1, Cause::Range));
    let stretches = cx.setup.lines.between(b - a).unwrap_or_default();
    cx.setup.lines.any_path(a, b, |path| {
        let ids: Option<Vec<HexId>> = path.iter().map(|h| grid.id(*h)).collect();
        let Some(ids) = ids else { return false };
        let Some(levels) = ground_heights(&cx.setup.map, path) else { return false };
        let blocked = blocks_at(cx, s, path, &ids);
        let other = |(i, id): (usize, &HexId)| {
            let stretch = i.checked_sub(1).and_then(|i| stretches.get(i))?;
            let both = [Some(stretch.hex), stretch.other].into_iter().flatten();
            both.filter(|_| stretch.other.is_some()).filter_map(|h| grid.id(a + h)).find(|h| h != id)
        };
        out = Trace {
            others: ids.iter().enumerate().map(other).collect(),
            levels: levels.to_vec(),
            path: ids,
            blocked,
        };
        blocked.is_none()
    });
    out
}

/// Whether two hexes see each other (8.2). The same both ways.
pub fn can_see(cx: &Context, s: &State, from: HexId, to: HexId) -> bool {
    blocker(cx, s, from, to).is_none()
}

/// What is in the way on the last path tried; none where the line is clear.
pub fn blocker(cx: &Context, s: &State, from: HexId, to: HexId) -> Option<HexId> {
    let grid = &cx.setup.map.grid;
    let (a, b) = (grid.hex(from), grid.hex(to));
    if a.distance(b) <= 1 {
        return None;
    }
    let mut in_the_way = Some(to);
    let is_clear = cx.setup.lines.any_path(a, b, |path| {
        let ids: Option<smallvec::SmallVec<[HexId; 16]>> = path.iter().map(|h| grid.id(*h)).collect();
        let Some(ids) = ids else { return false };
        match blocks_at(cx, s, path, &ids) {
            Some((i, _)) => {
                in_the_way = ids.get(i).copied();
                false
            }
            None => true,
        }
    });
    if is_clear { None } else { in_the_way }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_clear(levels: &[i16]) -> bool {
        is_ground_clear(&filled(levels))
    }

    #[test]
    fn slopes_are_seen_over_as_the_rules_say() {
        assert!(is_clear(&[1, 0, 0]), "8.2.1: the high hex touches the slope");
        assert!(!is_clear(&[1, 1, 0]), "8.2.1: hidden behind the crest");
        assert!(is_clear(&[1, 0, 1]), "8.2.1.1: low ground");
        assert!(is_clear(&[2, 1, 0]), "8.2.1.1: a long slope");
        assert!(!is_clear(&[2, 1, 1, 0]), "8.2.1.1: two slopes not of one hex");
        assert!(!is_clear(&[0, 1, 0]), "8.2.1.1: a rise between");
        assert!(is_clear(&[3, 2, 1, 0, 0]), "8.2.1.2: successive sides");
        assert!(is_clear(&[2, 0, 1, 0, 0]) == is_clear(&[0, 0, 1, 0, 2]), "the same both ways");
    }
}
