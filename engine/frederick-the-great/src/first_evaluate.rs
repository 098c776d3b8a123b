//! How well off a side looked to the first greedy player: the yardstick for `evaluate`, and not to be improved.

use super::Ctx;
use super::state::{Stack, State};
use super::victory;
use crate::ids::{SideId, Walls};
use engine::hex::HexId;
use engine::present::Seat;

const WON: f64 = 100_000.0;
const POINT: f64 = 10.0;
/// A point of strength, beyond what its loss costs in the reckoning.
const STRENGTH: f64 = 4.0;
/// For a point of strength, each hex further from the nearest fortress to be taken.
const AWAY: f64 = 0.3;
/// Beyond this it makes no difference.
const FAR: u8 = 25;
/// For a point of strength without supply.
const HUNGRY: f64 = 3.0;
/// A siege prepared and a siege on, for each point of the fortress.
const SIEGE: [f64; 2] = [1.5, 4.0];
/// For each point of strength more, or fewer, than the enemy in the same hex.
const CONTACT: f64 = 0.6;
/// For a point taken along: who moves shall not go alone.
const CARRIED: f64 = 0.01;
/// What a garrison needs to hold a fortress.
const GARRISON: u8 = 2;

fn side_of(cx: &Ctx, seat: Seat) -> SideId {
    SideId::second_if(cx.setup.seat(SideId::SECOND) == seat && cx.setup.seat(SideId::FIRST) != seat)
}

pub fn evaluate(cx: &Ctx, s: &State, seat: Seat) -> f64 {
    let side = side_of(cx, seat);
    if s.forfeited != SideId::NONE {
        return if s.forfeited == side { -WON } else { WON };
    }
    let [own, foe] = [side, side.enemy()].map(|side| victory::count_points(cx, s, side).total);
    let mut worth = POINT * f64::from(own - foe);
    let targets = targets(cx, s, side);
    let sources = sources(cx, s, side);
    let reach = cx.setup.sides[side.index()].supply;
    let mut place = |hex: HexId, sp: f64| {
        let mut v = STRENGTH * sp;
        v -= AWAY * sp * f64::from(nearest(cx, hex, &targets).min(FAR));
        // How far supply must come as the crow marches; blocked ways are not looked for.
        let fed = sources.1.iter().any(|d| cx.setup.map.distance(*d, hex) <= u16::from(reach));
        if !fed && nearest(cx, hex, &sources.0) > reach {
            v -= HUNGRY * sp;
        }
        worth += v;
    };
    for k in s.stacks.iter().filter(|k| cx.setup.side_of(k.nation) == side) {
        if k.inside == Walls::Inside {
            worth_inside(&mut place, k.hex, f64::from(k.sp()));
        } else {
            place(k.hex, f64::from(k.sp()));
        }
    }
    if let Some((hex, carried)) = s.moving_force()
        && s.sp_moving(hex, side) > 0
    {
        let sp: f64 = carried.iter().map(|n| f64::from(*n)).sum();
        place(hex, sp);
        worth += CARRIED * sp;
    }
    worth + sieges(cx, s, side) + contacts(cx, s, side)
}

/// A garrison is worth what it holds; more than that serves better outside.
fn worth_inside(place: &mut impl FnMut(HexId, f64), hex: HexId, sp: f64) {
    place(hex, sp.min(f64::from(GARRISON)));
    place(hex, (sp - f64::from(GARRISON)).max(0.0) * 0.9);
}

/// Fortresses with points that this side does not hold.
fn targets(cx: &Ctx, s: &State, side: SideId) -> Vec<usize> {
    let forts = cx.setup.forts.iter().enumerate();
    forts
        .filter(|(_, f)| f.vp > 0 && !s.is_present(&cx.setup, f.hex, side, Walls::Inside))
        .map(|(i, _)| i)
        .collect()
}

/// Fortresses held and depots finished: what supply may come from.
fn sources(cx: &Ctx, s: &State, side: SideId) -> (Vec<usize>, Vec<HexId>) {
    let own = |k: &&Stack| k.inside == Walls::Inside && cx.setup.side_of(k.nation) == side;
    let forts = s.stacks.iter().filter(own).filter_map(|k| cx.setup.fort_index(k.hex)).map(usize::from);
    let depots = s.depots.iter().filter(|d| d.side == side && d.done).map(|d| d.hex);
    (forts.collect(), depots.collect())
}

fn nearest(cx: &Ctx, hex: HexId, forts: &[usize]) -> u8 {
    let row = cx.setup.fort_distances(hex);
    forts.iter().map(|i| row[*i]).min().unwrap_or(u8::MAX)
}

/// Depots before fortresses: sieges to come, and sieges that are on (13.12).
fn sieges(cx: &Ctx, s: &State, side: SideId) -> f64 {
    let mut worth = 0.0;
    for d in s.depots.iter() {
        let Some(fort) = cx.setup.fort(d.hex) else { continue };
        if s.is_present(&cx.setup, d.hex, d.side.enemy(), Walls::Inside) {
            let v = SIEGE[usize::from(d.done)] * f64::from(fort.vp);
            worth += if d.side == side { v } else { -v };
        }
    }
    worth
}

/// Forces in one hex: better to be the stronger.
fn contacts(cx: &Ctx, s: &State, side: SideId) -> f64 {
    let mut worth = 0.0;
    let mut last = HexId::NONE;
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Outside && cx.setup.side_of(k.nation) != side) {
        if k.hex == last {
            continue;
        }
        last = k.hex;
        let own = s.strength_at(&cx.setup, k.hex, side, Walls::Outside) + s.sp_moving(k.hex, side);
        if own > 0 {
            worth += CONTACT
                * (f64::from(own) - f64::from(s.strength_at(&cx.setup, k.hex, side.enemy(), Walls::Outside)));
        }
    }
    worth
}
