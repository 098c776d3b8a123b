//! Army morale (12, 13): the track with its boxes.

use crate::Context;
use crate::ids::SideId;
use crate::state::{Army, BoxKind, BoxPiece, State};

impl Army {
    /// The lowest box filled, or the level before any is.
    pub fn lowest(&self) -> i8 {
        self.boxes.iter().map(|b| b.level).min().unwrap_or(self.base)
    }
}

/// Lays a piece in the next empty box (12.2).
pub fn fill_box(s: &mut State, side: SideId, kind: BoxKind) {
    let army = s.army_mut(side);
    let level = if army.boxes.is_empty() { army.base } else { army.lowest() - 1 };
    army.boxes.push(BoxPiece { level, kind });
}

pub fn earn_success(s: &mut State, side: SideId, points: u8) {
    let army = s.army_mut(side);
    army.success = army.success.saturating_add(points);
}

/// One point of army morale for Combat Success: all pieces of the lowest box go up by one (13).
pub fn raise(army: &mut Army, top: i8) {
    if army.boxes.is_empty() {
        army.base = (army.base + 1).min(top);
        return;
    }
    let lowest = army.lowest();
    for piece in army.boxes.iter_mut().filter(|b| b.level == lowest) {
        piece.level = (piece.level + 1).min(top);
    }
}

/// Takes up to so many fatigue markers away and closes the gaps (12.3).
pub fn rest(army: &mut Army, most: u8) -> u8 {
    let mut taken = 0;
    while taken < most {
        let Some(i) = army.boxes.iter().rposition(|b| b.kind == BoxKind::Fatigue) else { break };
        let level = army.boxes.remove(i).level;
        if army.boxes.is_empty() {
            army.base = level;
        } else if !army.boxes.iter().any(|b| b.level == level) {
            army.boxes.iter_mut().filter(|b| b.level < level).for_each(|b| b.level += 1);
        }
        taken += 1;
    }
    taken
}

/// Routed units of a side on the map.
pub fn routed_units(cx: &Context, s: &State, side: SideId) -> u8 {
    let is_one = |(i, u): &(usize, &crate::state::Unit)| {
        cx.setup.units[*i].side == side && u.is_on_map() && u.is_routed()
    };
    s.units.iter().enumerate().filter(is_one).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnitId;

    fn army(base: i8, filled: i8) -> Army {
        let mut army = Army { base, ..Army::default() };
        for i in 0..filled {
            army.boxes.push(BoxPiece { level: base - i, kind: BoxKind::Lost(UnitId(0)) });
        }
        army
    }

    #[test]
    fn six_points_of_success_raise_the_lowest_boxes_by_two() {
        // The example of 13: boxes down to 29 filled, six points: the lowest filled box is 31 again.
        let mut a = army(34, 6);
        assert_eq!(a.lowest(), 29);
        raise(&mut a, 39);
        raise(&mut a, 39);
        assert_eq!(a.lowest(), 31);
        assert_eq!(a.boxes.len(), 6);
    }

    #[test]
    fn the_first_piece_is_free_and_rest_gives_fatigue_back() {
        let mut a = army(31, 1);
        assert_eq!(a.lowest(), 31, "12.2: the first lies in the box of the marker");
        for level in [30, 29] {
            a.boxes.push(BoxPiece { level, kind: BoxKind::Fatigue });
        }
        assert_eq!(rest(&mut a, 2), 2);
        assert_eq!(a.lowest(), 31, "12.3: the example");
        assert_eq!(rest(&mut a, 2), 0, "no fatigue to regain");
    }
}
