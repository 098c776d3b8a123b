//! The optional rules, each by itself in force or not.

use super::C;
use super::board::Board;
use super::data::Class;
use super::event::{CheckWhy, Mod, ModKind, Mods};
use super::state::{Fight, NO_FACING, State, UnitId};
use super::units::unit_kind;
use engine::hex::{Dir, Hex, HexId};

/// Where an attack comes from, seen by a unit with a front.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sector {
    Front,
    Side,
    Rear,
}

/// opt.facing: whether this unit has a front.
pub fn has_front(cx: &C, u: UnitId) -> bool {
    let k = unit_kind(cx, u);
    cx.setup.options.facing && k.linear && !k.all_round
}

/// opt.facing: whether this unit knows line and column.
pub fn may_column(cx: &C, u: UnitId) -> bool {
    cx.setup.options.facing && unit_kind(cx, u).linear
}

/// The ways out of a hex through which the line along `v` leaves it; two if it leaves by a corner.
fn ways_out(v: Hex) -> (Dir, Option<Dir>) {
    let (x, y, z) = (i32::from(v.q), i32::from(v.third_axis()), i32::from(v.r));
    let by_dir = [x - y, z - y, z - x, y - x, y - z, x - z];
    let most = by_dir.iter().copied().max().unwrap_or(0);
    let mut found = by_dir.iter().enumerate().filter(|(_, n)| **n == most).map(|(i, _)| Dir(i as u8));
    (found.next().unwrap_or(Dir(0)), found.next())
}

fn sector_of(corner: u8, dir: Dir) -> Sector {
    // The corner lies between direction `corner` and the next one.
    match (dir.0 + 6 - corner) % 6 {
        0 | 1 => Sector::Front,
        2 | 5 => Sector::Side,
        _ => Sector::Rear,
    }
}

/// The sector in which `other` lies for somebody in `at` who looks at `corner`; on a border the
/// better one.
pub fn facing_sector(cx: &C, at: HexId, corner: u8, other: HexId) -> Sector {
    let (one, two) = ways_out(cx.setup.hexes[other.index()] - cx.setup.hexes[at.index()]);
    let first = sector_of(corner, one);
    two.map_or(first, |d| first.min(sector_of(corner, d)))
}

/// Whether `target` lies before the front of `unit`; always for units without one.
pub fn in_front(cx: &C, s: &State, unit: UnitId, target: HexId) -> bool {
    let u = s.unit(unit);
    u.facing == NO_FACING || facing_sector(cx, u.hex, u.facing, target) == Sector::Front
}

/// Whether a step from `at` to `to` takes guns out of their front, which wants a check. Foot always
/// passes. A unit keeps its facing until its move is done.
pub fn leaves_front(cx: &C, s: &State, unit: UnitId, at: HexId, to: HexId) -> bool {
    let facing = s.unit(unit).facing;
    cx.setup.unit_def(unit).class == Class::Guns
        && facing != NO_FACING
        && facing_sector(cx, at, facing, to) != Sector::Front
}

/// The facing that counts for an attack on `hex`: of foot or horse there, else of the guns.
fn governing_facing(board: &Board, s: &State, hex: HexId) -> u8 {
    board.cell(hex).units().next().map_or(NO_FACING, |u| s.unit(u).facing)
}

/// The corner that looks most nearly along this axial vector.
pub fn corner_towards(q: i32, r: i32) -> u8 {
    let score = |corner: u8| {
        let step = |d: Dir| {
            let h = Hex::default().step(d);
            (i32::from(h.q), i32::from(h.r))
        };
        let (a, b) = (step(Dir(corner)), step(Dir((corner + 1) % 6)));
        let (cq, cr) = (a.0 + b.0, a.1 + b.1);
        // Inner product of two axial vectors, doubled.
        i64::from(2 * cq) * i64::from(q)
            + i64::from(2 * cr) * i64::from(r)
            + i64::from(cq) * i64::from(r)
            + i64::from(cr) * i64::from(q)
    };
    (0..6).max_by_key(|c| (score(*c), 6 - c)).unwrap_or(0)
}

/// opt.facing: the corner at which a unit that has just come looks unless it is told otherwise: towards
/// the nearest enemy its owner can see.
pub fn towards_enemy(cx: &C, s: &State, unit: UnitId) -> Option<u8> {
    let (at, side, hidden) = (s.unit(unit).hex, cx.setup.unit_def(unit).side, s.setting_up());
    let seen = |u: &UnitId| {
        let d = cx.setup.unit_def(*u);
        d.side != side && d.is_combat_unit() && s.unit(*u).on_map() && !(d.secret && hidden)
    };
    let hexes = s.unit_ids().filter(seen).map(|u| s.unit(u).hex);
    let nearest = hexes.min_by_key(|h| (cx.setup.hex_distance(at, *h), *h))?;
    let v = cx.setup.hexes[nearest.index()] - cx.setup.hexes[at.index()];
    Some(corner_towards(i32::from(v.q), i32::from(v.r)))
}

/// opt.flank: a unit that attacked one of these defenders this turn stands exactly opposite.
fn is_opposed_across(cx: &C, s: &State, defender: UnitId, attacker_hex: HexId) -> bool {
    let at = s.unit(defender).hex;
    let to_attacker = cx.setup.hexes[attacker_hex.index()] - cx.setup.hexes[at.index()];
    s.attacks.iter().any(|(a, d)| {
        let hex = s.unit(*a).hex;
        if *d != defender || hex.is_none() || hex == attacker_hex {
            return false;
        }
        are_opposite(to_attacker, cx.setup.hexes[hex.index()] - cx.setup.hexes[at.index()])
    })
}

/// On one line through the middle, on both sides of it.
fn are_opposite(a: Hex, b: Hex) -> bool {
    let cross = i32::from(a.q) * i32::from(b.r) - i32::from(a.r) * i32::from(b.q);
    let same_way = i32::from(a.q) * i32::from(b.q) > 0 || i32::from(a.r) * i32::from(b.r) > 0;
    cross == 0 && !same_way
}

/// opt.flank, opt.facing: on the attacker's dice.
pub fn attack_mods(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId, mods: &mut Mods) {
    let (o, figures, from) = (&cx.setup.options, &cx.data.options, s.unit(unit).hex);
    if o.flank && board.cell(target).units().any(|d| is_opposed_across(cx, s, d, from)) {
        mods.push(Mod { what: ModKind::Opposite, value: figures.flank_attack });
    }
    let facing = governing_facing(board, s, target);
    if o.facing && facing != NO_FACING {
        match facing_sector(cx, target, facing, from) {
            Sector::Front => {}
            Sector::Side => mods.push(Mod { what: ModKind::Side, value: figures.side_attack }),
            Sector::Rear => mods.push(Mod { what: ModKind::Rear, value: figures.rear_attack }),
        }
    }
}

/// opt.nation, opt.flank, opt.facing: on the die of a unit that checks.
pub fn check_mods(cx: &C, s: &State, unit: UnitId, why: CheckWhy, from: HexId, mods: &mut Mods) {
    let (o, figures, def) = (&cx.setup.options, &cx.data.options, cx.setup.unit_def(unit));
    let leaves = matches!(why, CheckWhy::Flee | CheckWhy::WithdrawCharge | CheckWhy::WithdrawClose);
    if o.austrian_cavalry
        && leaves
        && def.class == Class::Horse
        && cx.setup.nations[def.nation as usize].id == figures.cavalry_nation
    {
        mods.push(Mod { what: ModKind::Cavalry, value: figures.cavalry_withdrawal });
    }
    if why != CheckWhy::Retreat(Fight::Close) {
        return;
    }
    if o.flank && is_opposed_across(cx, s, unit, from) {
        mods.push(Mod { what: ModKind::Opposite, value: figures.flank_morale });
    }
    if o.facing {
        let hex = s.unit(unit).hex;
        let first = s.unit_ids().find(|u| {
            let d = cx.setup.unit_def(*u);
            s.unit(*u).hex == hex && matches!(d.class, Class::Foot | Class::Horse)
        });
        let facing = s.unit(first.unwrap_or(unit)).facing;
        if facing != NO_FACING {
            match facing_sector(cx, hex, facing, from) {
                Sector::Front => {}
                Sector::Side => mods.push(Mod { what: ModKind::Side, value: figures.side_morale }),
                Sector::Rear => mods.push(Mod { what: ModKind::Rear, value: figures.rear_morale }),
            }
        }
    }
}

/// opt.elite: more dice for a strong elite unit where the chart gives the full number.
pub fn elite_dice(cx: &C, s: &State, unit: UnitId, dice: u8, mods: &mut Mods) -> u8 {
    let figures = &cx.data.options;
    let earns = cx.setup.options.elite
        && unit_kind(cx, unit).elite
        && dice == figures.elite_from_dice
        && s.unit(unit).mp >= figures.elite_mp;
    if !earns {
        return 0;
    }
    mods.push(Mod { what: ModKind::EliteDice, value: figures.elite_dice as i8 });
    figures.elite_dice
}

/// opt.linear: another unit of the line stands next to this one.
pub fn beside_the_line(cx: &C, board: &Board, unit: UnitId, hex: HexId) -> bool {
    let side = cx.setup.unit_def(unit).side;
    cx.setup.ring[hex.index()].iter().take_while(|h| !h.is_none()).any(|h| {
        let cell = board.cell(*h);
        cell.held_by(side) && !cell.main.is_none() && unit_kind(cx, cell.main).line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_leave_by_the_side_they_point_at() {
        for d in Dir::ALL {
            let near = Hex::default().step(d);
            assert_eq!(ways_out(near), (d, None));
            let far = near.step(d).step(d);
            assert_eq!(ways_out(far), (d, None));
            let corner = near.step(d.turned_by(1));
            let (a, b) = ways_out(corner);
            assert!([a, b.unwrap()].contains(&d) && [a, b.unwrap()].contains(&d.turned_by(1)));
        }
    }

    #[test]
    fn a_corner_has_two_front_two_side_and_two_rear_hexes() {
        for corner in 0..6 {
            let count = |sector| Dir::ALL.iter().filter(|d| sector_of(corner, **d) == sector).count();
            assert_eq!((count(Sector::Front), count(Sector::Side), count(Sector::Rear)), (2, 2, 2));
        }
    }

    #[test]
    fn opposite_means_through_the_middle() {
        let d = |i: u8| Hex::default().step(Dir(i));
        assert!(are_opposite(d(0), d(3)) && are_opposite(d(1) + d(1), d(4)));
        assert!(!are_opposite(d(0), d(0)) && !are_opposite(d(0), d(2)) && !are_opposite(d(1), d(1) + d(1)));
    }
}
