//! How well off a side looks to a computer player. Judgement,
//! not rule: victory points (17.0) first, then sieges, supply, and armies near what is worth taking and not beside
//! stronger ones. Who holds which fortress is worked out in one pass over all pieces.

use super::Ctx;
use super::state::{Frame, State};
use super::victory;
use crate::ids::{SideId, Walls};
use engine::hex::HexId;
use engine::present::Seat;
use smallvec::SmallVec;

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
/// For each point of strength more than the enemy in the same hex, and for each point fewer.
const CONTACT: [f64; 2] = [0.6, 1.5];
/// For a point taken along: who moves shall not go alone.
const CARRIED: f64 = 0.01;
/// A force announced for an attack that failed.
const ANNOUNCED: f64 = 15.0;
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
    let holders = victory::fort_holders(cx, s);
    let [own, foe] = [side, side.enemy()].map(|side| victory::total_points(cx, s, &holders, side));
    let mut worth = POINT * f64::from(own - foe);
    worth += standing(cx, s, &holders, side);
    worth += sieges(cx, s, &holders, side);
    worth += contacts(cx, s, side);
    worth - announced_in_vain(cx, s, side)
}

/// Strength where it stands: near what can be taken, and fed.
fn standing(cx: &Ctx, s: &State, holders: &victory::Holders, side: SideId) -> f64 {
    let targets: SmallVec<[u8; 64]> = (0..cx.setup.forts.len())
        .filter(|i| cx.setup.forts[*i].vp > 0 && !holders[*i][side.index()])
        .map(|i| i as u8)
        .collect();
    let sources: SmallVec<[u8; 64]> =
        (0..cx.setup.forts.len()).filter(|i| holders[*i][side.index()]).map(|i| i as u8).collect();
    let depots: SmallVec<[HexId; 16]> =
        s.depots.iter().filter(|d| d.side == side && d.done).map(|d| d.hex).collect();
    let reach = cx.setup.sides[side.index()].supply;
    let mut known = (HexId::NONE, 0.0);
    // Worth of a point in a hex; stacks come in the order of hexes.
    let mut point_in = |hex: HexId| {
        if known.0 != hex {
            let away = AWAY * f64::from(nearest(cx, hex, &targets).min(FAR));
            // How far supply must come as the crow marches; blocked ways are not looked for.
            let fed = depots.iter().any(|d| cx.setup.map.distance(*d, hex) <= u16::from(reach))
                || nearest(cx, hex, &sources) <= reach;
            known = (hex, STRENGTH - away - if fed { 0.0 } else { HUNGRY });
        }
        known.1
    };
    let mut worth = 0.0;
    for k in s.stacks.iter().filter(|k| cx.setup.side_of(k.nation) == side) {
        let sp = f64::from(k.sp());
        worth += if k.inside == Walls::Inside {
            // A garrison is worth what it holds; more than that serves better outside.
            let held = sp.min(f64::from(GARRISON));
            (held + (sp - held) * 0.9) * point_in(k.hex)
        } else {
            sp * point_in(k.hex)
        };
    }
    if let Some((hex, carried)) = s.moving_force()
        && s.sp_moving(hex, side) > 0
    {
        let sp: f64 = carried.iter().map(|n| f64::from(*n)).sum();
        worth += sp * (point_in(hex) + CARRIED);
    }
    worth
}

fn nearest(cx: &Ctx, hex: HexId, forts: &[u8]) -> u8 {
    let row = cx.setup.fort_distances(hex);
    forts.iter().map(|i| row[usize::from(*i)]).min().unwrap_or(u8::MAX)
}

/// Depots before fortresses: sieges to come, and sieges that are on (13.12).
fn sieges(cx: &Ctx, s: &State, holders: &victory::Holders, side: SideId) -> f64 {
    let mut worth = 0.0;
    for d in s.depots.iter() {
        let Some(i) = cx.setup.fort_index(d.hex).map(usize::from) else { continue };
        if holders[i][d.side.enemy().index()] {
            let v = SIEGE[usize::from(d.done)] * f64::from(cx.setup.forts[i].vp);
            worth += if d.side == side { v } else { -v };
        }
    }
    worth
}

/// Forces in one hex: better to be the stronger, and much worse to be the weaker.
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
            let foe = s.strength_at(&cx.setup, k.hex, side.enemy(), Walls::Outside);
            worth += CONTACT[usize::from(own < foe)] * (f64::from(own) - f64::from(foe));
        }
    }
    worth
}

/// Nobody shows his strength for an attack that cannot succeed (5.5).
fn announced_in_vain(cx: &Ctx, s: &State, side: SideId) -> f64 {
    match s.frames.top() {
        Some(Frame::Force(f))
            if f.side == side
                && f.tried.contains(&f.at)
                && s.is_present(&cx.setup, f.at, side.enemy(), Walls::Outside) =>
        {
            ANNOUNCED
        }
        _ => 0.0,
    }
}
