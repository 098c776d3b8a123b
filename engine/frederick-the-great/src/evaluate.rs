//! How well off a side looks to a computer player. Judgement,
//! not rule: victory points (17.0) first, then strength and supply, then what battles would bring where armies
//! stand face to face or within reach of each other, then sieges and the way to what is worth taking.

use super::Ctx;
use super::combat::strength_percent;
use super::state::{Frame, Place, State};
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
const AWAY: f64 = 0.1;
/// Beyond this it makes no difference.
const FAR: u8 = 25;
/// For a point of strength without supply.
const HUNGRY: f64 = 3.0;
/// A siege prepared and a siege on, for each point of the fortress.
const SIEGE: [f64; 2] = [1.5, 4.0];
/// A battle the enemy can offer in a hex, and one that can be offered to him.
const BATTLE: [f64; 2] = [0.6, 0.5];
/// The same for armies that may come together next turn.
const NEAR: [f64; 2] = [0.25, 0.1];
/// Hexes an army comes in a turn, more or less.
const REACH: u8 = 4;
/// For each point of strength more, or fewer, than the enemy in the same hex.
const CONTACT: f64 = 0.2;
/// For a point taken along: who moves shall not go alone.
const CARRIED: f64 = 0.01;
/// A force announced for an attack that failed.
const ANNOUNCED: f64 = 15.0;
/// What a garrison needs to hold a fortress.
const GARRISON: u8 = 2;

fn side_of(cx: &Ctx, seat: Seat) -> SideId {
    SideId::second_if(cx.setup.seat(SideId::SECOND) == seat && cx.setup.seat(SideId::FIRST) != seat)
}

/// An army in the open: all of one side in one hex.
#[derive(Clone, Copy)]
struct Army {
    hex: HexId,
    sp: u16,
    initiative: u8,
    attack: u8,
    defence: u8,
}

type Armies = SmallVec<[Army; 24]>;

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
    let armies = SideId::BOTH.map(|side| armies(cx, s, side));
    worth += battles(cx, &armies, side);
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

/// The armies of a side outside its fortresses, with who commands them, and the force that moves.
fn armies(cx: &Ctx, s: &State, side: SideId) -> Armies {
    let mut out = Armies::new();
    let mut add = |hex: HexId, sp: u16| match out.last_mut() {
        Some(a) if a.hex == hex => a.sp += sp,
        _ => out.push(Army { hex, sp, initiative: 0, attack: 0, defence: 0 }),
    };
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Outside && cx.setup.side_of(k.nation) == side) {
        add(k.hex, u16::from(k.sp()));
    }
    if let Some((hex, _)) = s.moving_force() {
        let sp = s.sp_moving(hex, side);
        if sp > 0 {
            match out.iter_mut().find(|a| a.hex == hex) {
                Some(a) => a.sp += sp,
                None => out.push(Army { hex, sp, initiative: 0, attack: 0, defence: 0 }),
            }
        }
    }
    // The best of those present stands for whoever will command.
    for (l, info) in s.leaders.iter().zip(&cx.setup.leaders).filter(|(_, info)| info.side == side) {
        if matches!(l.place, Place::Outside | Place::Moving)
            && let Some(a) = out.iter_mut().find(|a| a.hex == l.hex)
            && info.attack + info.defence + info.initiative >= a.attack + a.defence + a.initiative
        {
            (a.initiative, a.attack, a.defence) = (info.initiative, info.attack, info.defence);
        }
    }
    out
}

/// What a battle is worth to the one who attacks: losses and prisoners, on the mean of the die (9.0).
fn battle(cx: &Ctx, a: &Army, d: &Army) -> f64 {
    let ratio = strength_percent(a.sp, d.sp);
    if ratio < cx.data.combat.least {
        return f64::NEG_INFINITY;
    }
    let mountain = if cx.setup.is_mountain(d.hex) { cx.data.combat.mountain } else { 0 };
    let mut sum = 0.0;
    for die in 1..=6 {
        let total = die + a.attack as i8 - d.defence as i8 + mountain;
        let Some((own, foe)) = cx.data.combat.results.get(ratio.into(), total.into()) else { continue };
        if foe.captured {
            sum += f64::from(d.sp);
            continue;
        }
        let [lost, killed] = [(a.sp, own.percent), (d.sp, foe.percent)]
            .map(|(sp, percent)| i32::from(cx.data.losses.points_lost(sp, percent).min(sp)));
        let margin = (killed + i32::from(a.initiative)) - (lost + i32::from(d.initiative));
        let caught = margin.clamp(lost - i32::from(a.sp), i32::from(d.sp) - killed);
        // Whoever loses goes back demoralised.
        sum += f64::from(killed - lost + caught) + f64::from(margin.signum());
    }
    (POINT + STRENGTH) * sum / 6.0
}

/// Forces in one hex, or so near that they may be next turn.
fn battles(cx: &Ctx, armies: &[Armies; 2], side: SideId) -> f64 {
    let (own, foe) = (&armies[side.index()], &armies[side.enemy().index()]);
    let mut worth = 0.0;
    for a in own {
        let (mut threat, mut promise) = (0.0f64, 0.0f64);
        for e in foe {
            let d = if a.hex == e.hex { 0 } else { cx.setup.map.distance(a.hex, e.hex) };
            if d > u16::from(REACH) {
                continue;
            }
            let [danger, hope] = [battle(cx, e, a), battle(cx, a, e)].map(|v| v.max(0.0));
            if d == 0 {
                worth += BATTLE[1] * hope - BATTLE[0] * danger;
                worth += CONTACT * (f64::from(a.sp) - f64::from(e.sp));
            } else {
                threat = threat.max(danger);
                promise = promise.max(hope);
            }
        }
        worth += NEAR[1] * promise - NEAR[0] * threat;
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
