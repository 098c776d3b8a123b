//! What may be behind what a seat sees: hidden strengths, leaders and set-up choices drawn at random
//! from all that agree with it. The reverse of `redact.rs`.

use super::Ctx;
use super::placing::Thing;
use super::redact::battle_hex;
use super::setup::Item;
use super::state::{Frame, Lead, MOST_NATIONS, Mode, Phase, Place, State, UNKNOWN, leader_bit};
use super::{supply, valid};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::game::RandomSource;
use engine::hex::HexId;

/// The most points of one nation in one place.
const MOST_POINTS: u16 = 250;
/// Draws of strength before depots and garrisons are given priority, so that sieges stay as seen.
const ATTEMPTS: usize = 12;
/// How uneven the shares of armies and of garrisons are.
const SPREAD: [usize; 2] = [9, 3];

/// A whole position that agrees with what the players of `side` see.
pub fn sample(cx: &Ctx, seen: &State, side: SideId, random: &mut RandomSource) -> State {
    let mut s = seen.clone();
    place_hidden_leaders(cx, &mut s, side.enemy(), random);
    if s.phase == Phase::Setup {
        choose_set_up(cx, &mut s, side.enemy(), random);
    }
    let mut drawn = s.clone();
    for attempt in 0..ATTEMPTS {
        drawn = s.clone();
        share_strength(cx, &mut drawn, side.enemy(), attempt + 2 >= ATTEMPTS, random);
        if supply::besieged_fortresses(cx, &drawn) == seen.sieges.besieged {
            break;
        }
    }
    drawn
}

/// A leader who is not seen stands below a visible one of his nation.
fn place_hidden_leaders(cx: &Ctx, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    let battle = battle_hex(s);
    let is_retreating = matches!(s.frames.top(), Some(Frame::Force(f)) if f.mode == Mode::Retreat);
    // Where all have been examined nobody is hidden.
    let is_examined = |l: &Lead| match l.place {
        Place::Outside => battle == Some(l.hex),
        Place::Moving => is_retreating || l.hex.is_none(),
        _ => false,
    };
    let tops: Vec<Lead> = s.leaders.to_vec();
    let mut riders = 0;
    for i in 0..tops.len() {
        let info = &cx.setup.leaders[i];
        if info.side != enemy || tops[i].place != Place::Hidden {
            continue;
        }
        let is_above = |(j, l): &(usize, &Lead)| {
            cx.setup.leaders[*j].nation == info.nation
                && matches!(l.place, Place::Outside | Place::Inside | Place::Moving)
                && !is_examined(l)
        };
        let above: Vec<Lead> = tops.iter().enumerate().take(i).filter(is_above).map(|(_, l)| *l).collect();
        let Some(top) = above.get(random.index(above.len())) else { continue };
        s.leaders[i] = Lead { place: top.place, hex: top.hex, moved: false };
        if top.place == Place::Moving {
            riders |= leader_bit(LeaderId(i as u8));
        }
    }
    match s.frames.top_mut() {
        Some(Frame::Force(f)) => f.riders |= riders,
        Some(Frame::Muster { riders: with, .. } | Frame::ForceDie { riders: with, .. }) => *with |= riders,
        _ => {}
    }
}

/// Secret choices the enemy has already made in setting up.
fn choose_set_up(cx: &Ctx, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    let setup = &*cx.setup;
    let mut open_items: Vec<u16> = Vec::new();
    let mut open_pieces: Vec<u16> = Vec::new();
    for f in s.frames.iter() {
        match f {
            Frame::Setup { left, .. } => open_items.extend(left.iter()),
            Frame::Place { left, .. } => open_pieces.extend(left.iter()),
            _ => {}
        }
    }
    for (i, item) in (0u16..).zip(&setup.start.items) {
        let (nation, most) = match item {
            Item::Points { nation, sp, .. } => (*nation, *sp),
            Item::Leader { leader, .. } => (setup.leaders[leader.index()].nation, 1),
        };
        if setup.side_of(nation) == enemy && !open_items.contains(&i) {
            let at = s.set_up.plan.partition_point(|p| p.0 < i);
            s.set_up.plan.insert(at, (i, random.index(usize::from(most) + 1) as u8));
        }
    }
    for (i, piece) in (0u16..).zip(&setup.start.loose) {
        let Some(entry) = setup.start.entries.get(piece.entry as usize) else { continue };
        if entry.side != enemy || !entry.secret || open_pieces.contains(&i) {
            continue;
        }
        let is_depot = matches!(piece.what, Thing::Depot { .. });
        let is_free = |h: &&HexId| {
            let laid = |p: &(u16, HexId, Walls)| {
                p.1 == **h && matches!(setup.start.loose[p.0 as usize].what, Thing::Depot { .. })
            };
            !is_depot || (s.depot_at(**h).is_none() && !s.set_up.placed.iter().any(laid))
        };
        let hexes: Vec<HexId> = entry.hexes.iter().filter(is_free).copied().collect();
        let Some(hex) = hexes.get(random.index(hexes.len())).copied() else { continue };
        let can_be_inside =
            !is_depot && setup.is_fort(hex) && !s.is_present(setup, hex, enemy.enemy(), Walls::Inside);
        let inside = can_be_inside && random.index(2) == 0;
        let at = s.set_up.placed.partition_point(|p| p.0 < i);
        s.set_up.placed.insert(at, (i, hex, Walls::from(inside)));
    }
}

/// Where points nobody has counted may be.
enum Slot {
    Stack(usize),
    Carried,
}

/// Shares out what each enemy nation has left among the places where it may be. With `everywhere` no
/// such place stays empty while points last.
fn share_strength(cx: &Ctx, s: &mut State, enemy: SideId, everywhere: bool, random: &mut RandomSource) {
    let setup = &*cx.setup;
    let unknown: Vec<bool> = s.stacks.iter().map(|k| k.fresh == UNKNOWN).collect();
    for k in s.stacks.iter_mut().filter(|k| k.fresh == UNKNOWN) {
        k.fresh = 0;
    }
    let mut carries = [false; MOST_NATIONS];
    if let Some(carried) = carried_by_enemy(cx, s, enemy) {
        for (n, sp) in carried.iter_mut().enumerate().filter(|(_, sp)| **sp == UNKNOWN) {
            (*sp, carries[n]) = (0, true);
        }
    }
    let counted = valid::count_points(cx, s);
    for n in 0..setup.nations.len().min(MOST_NATIONS) {
        let nation = NationId(n as u8);
        if setup.side_of(nation) != enemy {
            continue;
        }
        let left = setup.totals[n].saturating_sub(counted[n]);
        let mut slots: Vec<(Slot, u16, usize)> = Vec::new();
        for (i, k) in s.stacks.iter().enumerate().filter(|(i, k)| unknown[*i] && k.nation == nation) {
            let place = if k.inside == Walls::Inside { Place::Inside } else { Place::Outside };
            let is_led = (0..).zip(s.leaders.iter()).any(|(l, at): (usize, _)| {
                at.hex == k.hex && at.place == place && setup.leaders[l].nation == nation
            });
            let least = u16::from(everywhere || !is_led);
            slots.push((
                Slot::Stack(i),
                least,
                1 + random.index(SPREAD[usize::from(k.inside == Walls::Inside)]),
            ));
        }
        if carries[n] || (slots.is_empty() && left > 0) {
            slots.push((Slot::Carried, 0, 1 + random.index(SPREAD[0])));
        }
        let amounts = share_among(&slots, left, random);
        for ((slot, _, _), amount) in slots.iter().zip(&amounts) {
            match slot {
                Slot::Stack(i) => s.stacks[*i].fresh = *amount as u8,
                Slot::Carried => {
                    if let Some(carried) = carried_by_enemy(cx, s, enemy) {
                        carried[n] = *amount as u8;
                    }
                }
            }
        }
    }
    s.stacks.retain(|k| k.sp() > 0);
    draw_sallies(cx, s, enemy, random);
}

/// How many of these points go to each place: what it must hold, then by weight, then what is left over by chance.
fn share_among(slots: &[(Slot, u16, usize)], mut left: u16, random: &mut RandomSource) -> Vec<u16> {
    let mut amounts: Vec<u16> = slots.iter().map(|x| x.1.min(left)).collect();
    left = left.saturating_sub(amounts.iter().sum());
    let all: usize = slots.iter().map(|x| x.2).sum::<usize>().max(1);
    let pool = usize::from(left);
    for (amount, (_, _, weight)) in amounts.iter_mut().zip(slots) {
        let share = ((pool * weight / all) as u16).min(MOST_POINTS - *amount).min(left);
        *amount += share;
        left -= share;
    }
    while left > 0 {
        let free: Vec<usize> = (0..amounts.len()).filter(|i| amounts[*i] < MOST_POINTS).collect();
        let Some(i) = free.get(random.index(free.len())) else { break };
        amounts[*i] += 1;
        left -= 1;
    }
    amounts
}

/// How much of each stack came out in a sally, where nobody has counted it.
fn draw_sallies(cx: &Ctx, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    for i in 0..s.sieges.sallies.len() {
        let y = s.sieges.sallies[i];
        if cx.setup.side_of(y.nation) == enemy && y.sp == UNKNOWN {
            let most = s.stack_at(y.hex, y.nation, Walls::Outside).map_or(0, |k| k.sp());
            s.sieges.sallies[i].sp = random.index(usize::from(most) + 1) as u8;
        }
    }
}

/// What the enemy's force on the move carries, unless it was examined.
fn carried_by_enemy<'a>(cx: &Ctx, s: &'a mut State, enemy: SideId) -> Option<&'a mut super::state::Amounts> {
    match s.frames.top_mut()? {
        Frame::Force(f) if f.side == enemy && f.mode != Mode::Retreat => Some(&mut f.carried),
        Frame::Muster { leader, carried, .. } | Frame::ForceDie { leader, carried, .. }
            if cx.setup.leaders[leader.index()].side == enemy =>
        {
            Some(carried)
        }
        _ => None,
    }
}
