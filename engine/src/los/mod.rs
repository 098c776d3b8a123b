//! Exact sight lines from hex centre to hex centre, in integers. What blocks is for rule systems.

mod profile;
mod table;

pub use profile::{Heights, above_line, ground_heights};
pub use table::{LineTable, SightPath, Stretch};

use crate::hex::Hex;

/// One stretch of a sight line, strictly between its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The line runs through the inside of this hex.
    Through(Hex),
    /// The line runs along the side between these two.
    Along(Hex, Hex),
}

/// A place on the line as a fraction.
#[derive(Clone, Copy)]
struct Frac {
    n: i64,
    d: i64,
}

impl Frac {
    fn compare_to(self, o: Self) -> std::cmp::Ordering {
        (self.n * o.d).cmp(&(o.n * self.d))
    }
}

/// For the open line from `a` to `b`: where it is inside (or on the edge of) the cell of `h`.
/// `None` where they meet in a point or not at all.
fn overlap_with_cell(a: Hex, b: Hex, h: Hex) -> Option<(Frac, Frac, bool)> {
    // A cell is |x-y| <= 1, |y-z| <= 1, |z-x| <= 1 in cube coordinates about its centre.
    let cube = |v: Hex| [i64::from(v.q), i64::from(v.third_axis()), i64::from(v.r)];
    let (from, to) = (cube(a - h), cube(b - h));
    let (mut lo, mut hi) = (Frac { n: 0, d: 1 }, Frac { n: 1, d: 1 });
    let mut on_side = false;
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let start = from[i] - from[j];
        let slope = (to[i] - to[j]) - start;
        if slope == 0 {
            match start.abs() {
                0 => {}
                1 => on_side = true,
                _ => return None,
            }
            continue;
        }
        // -1 <= start + slope t <= 1
        let (mut t0, mut t1) = (-1 - start, 1 - start);
        if slope < 0 {
            (t0, t1) = (-t1, -t0);
        }
        let (enter, leave) = (Frac { n: t0, d: slope.abs() }, Frac { n: t1, d: slope.abs() });
        if enter.compare_to(lo).is_gt() {
            lo = enter;
        }
        if leave.compare_to(hi).is_lt() {
            hi = leave;
        }
    }
    lo.compare_to(hi).is_lt().then_some((lo, hi, on_side))
}

/// Everything the straight line from `a` to `b` passes, in order, without the two ends. A line
/// that runs along a hexside names both hexes of it.
pub fn sight_line(a: Hex, b: Hex) -> Vec<Pass> {
    let n = a.distance(b);
    if n < 2 {
        return Vec::new();
    }
    let mut found: Vec<(Frac, Hex, bool)> = Vec::new();
    for i in 0..=n {
        let at = hex_near_line(a, b, i, n);
        for h in std::iter::once(at).chain(crate::hex::Dir::ALL.map(|d| at.step(d))) {
            if h == a || h == b || found.iter().any(|f| f.1 == h) {
                continue;
            }
            if let Some((lo, _, on_side)) = overlap_with_cell(a, b, h) {
                found.push((lo, h, on_side));
            }
        }
    }
    found.sort_by(|x, y| x.0.compare_to(y.0).then(x.1.cmp(&y.1)));
    let mut out = Vec::with_capacity(found.len());
    let mut i = 0;
    while let Some(&(_, h, on_side)) = found.get(i) {
        match found.get(i + 1) {
            Some(&(_, other, true)) if on_side => {
                out.push(Pass::Along(h, other));
                i += 2;
            }
            _ => {
                out.push(Pass::Through(h));
                i += 1;
            }
        }
    }
    out
}

/// A hex within one step of the point `i / n` along the way.
fn hex_near_line(a: Hex, b: Hex, i: u16, n: u16) -> Hex {
    let part = |x: i16, y: i16| {
        let (x, y, i, n) = (i32::from(x), i32::from(y), i32::from(i), i32::from(n));
        (x + ((y - x) * i * 2 + n).div_euclid(2 * n)) as i16
    };
    Hex::new(part(a.q, b.q), part(a.r, b.r))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_row_passes_its_hexes() {
        let line = sight_line(Hex::new(0, 0), Hex::new(4, 0));
        assert_eq!(line, (1..4).map(|q| Pass::Through(Hex::new(q, 0))).collect::<Vec<_>>());
    }

    #[test]
    fn a_line_along_a_side_names_both() {
        let line = sight_line(Hex::new(0, 0), Hex::new(1, 1));
        assert_eq!(line, vec![Pass::Along(Hex::new(0, 1), Hex::new(1, 0))]);
        let long = sight_line(Hex::new(0, 0), Hex::new(2, 2));
        assert_eq!(
            long,
            vec![
                Pass::Along(Hex::new(0, 1), Hex::new(1, 0)),
                Pass::Through(Hex::new(1, 1)),
                Pass::Along(Hex::new(1, 2), Hex::new(2, 1)),
            ]
        );
    }

    #[test]
    fn there_and_back_is_the_same() {
        let a = Hex::new(0, 0);
        for b in a.hexes_within(7) {
            let mut back = sight_line(b, a);
            back.reverse();
            let fix = |p: Pass| match p {
                Pass::Along(x, y) => Pass::Along(x.min(y), x.max(y)),
                through => through,
            };
            let there: Vec<Pass> = sight_line(a, b).into_iter().map(fix).collect();
            assert_eq!(there, back.into_iter().map(fix).collect::<Vec<_>>());
            assert!(
                there.len() + 1 >= a.distance(b) as usize
                    || there.iter().any(|p| matches!(p, Pass::Along(..)))
            );
        }
    }
}
