//! How well off a side looks. Judgement, not rule: points first (27), then what its stacks may still take and the enemy's may take
//! from it, battles and sieges that are near, and what supply and winter will cost.

use super::distances::FAR;
use crate::data::{Arm, CombatResult, SiegeResult};
use crate::decide::Frame;
use crate::ids::{SideId, UnitId};
use crate::logistics::{Depots, is_always_supplied};
use crate::setup::PlaceCard;
use crate::state::{Flag, Phase, Spot, State, SuddenEnd};
use crate::{Context, belligerents};
use engine::hex::HexId;
use smallvec::SmallVec;
use std::sync::LazyLock;

const WON: f64 = 100_000.0;
/// A Victory Point, where 100 is a strong brigade; a Morale Point counts as one too.
const POINT: f64 = 60.0;
/// How much the last Morale Points are worth beyond that: their loss ends the war.
const NEAR_COLLAPSE: f64 = 500.0;
/// Besides its points.
const OBJECTIVE: f64 = 60.0;
const FORTRESS: f64 = 25.0;

/// A unit, for each point of its strength and as such.
const STRENGTH: f64 = 22.0;
const UNIT: f64 = 12.0;
const LEADER: f64 = 30.0;
const LEADER_VALUE: f64 = 25.0;
const SIEGE_TRAIN: f64 = 70.0;
const SUPPLY_TRAIN: f64 = 30.0;
/// Of its worth, for a unit that is not on the map yet.
const STAGED: f64 = 0.7;
const DRILLED: f64 = 6.0;
/// What may still be done counts in full until so many turns before the end.
const HORIZON: f64 = 1.5;
/// Of its worth, for who will hardly come to anything before the war ends; so many turns are time enough.
const TOO_LATE: f64 = 0.45;
const TIME_ENOUGH: f64 = 5.0;
/// An enemy stack that has been opened for the attack.
const OPENED: f64 = 2.0;

/// A brigade equivalent that is lost, as a counter, and what it does to the morale of both where its side is beaten.
const BRIGADE: f64 = 55.0;
const BEATEN: f64 = 120.0;

/// Of what a battle may bring, so much counts if it can be fought in this phase, and otherwise by the distance in hexes.
const DUE: f64 = 0.85;
const NEAR: [f64; 5] = [0.0, 0.4, 0.2, 0.13, 0.07];
/// The same for a place that may be taken: nobody in it; held.
const EMPTY: f64 = 0.5;
const HELD: f64 = 0.42;
const WITH_TRAIN: f64 = 0.28;
/// What a siege that can begin may bring.
const SIEGE: f64 = 0.55;
/// Strength wanted for each point of the garrison's.
const SUPERIOR: f64 = 2.0;
/// Who could march by a leader's activation (18), so much of what he may do.
const ACTIVE: f64 = 0.9;

/// All of one side in one hex.
pub struct Post {
    pub hex: HexId,
    pub side: SideId,
    /// Printed strength that may attack, and that defends.
    pub attack: f64,
    pub defence: f64,
    pub lead: f64,
    pub brigades: f64,
    /// Brigades that have to be fed.
    mouths: f64,
    marched: f64,
    pub siege_trains: f64,
    /// An activated leader is with it who has not moved.
    pub is_active: bool,
    pub is_fortress: bool,
}

pub type Posts = SmallVec<[Post; 48]>;

/// Where both sides stand.
pub fn posts(cx: &Context, s: &State) -> Posts {
    let setup = &cx.setup;
    let mut index: SmallVec<[u8; 2800]> = SmallVec::from_elem(u8::MAX, setup.map.len());
    let mut out = Posts::new();
    for u in setup.unit_ids() {
        let unit = s.unit(u);
        let Spot::Hex(hex) = unit.spot else { continue };
        let Some(side) = s.owner(setup, u) else { continue };
        let place = &mut index[hex.index()];
        if *place == u8::MAX {
            *place = out.len() as u8;
            let is_fortress = setup.ground(hex).is_fortress;
            out.push(Post {
                hex,
                side,
                attack: 0.0,
                defence: 0.0,
                lead: 0.0,
                brigades: 0.0,
                mouths: 0.0,
                marched: 0.0,
                siege_trains: 0.0,
                is_active: false,
                is_fortress,
            });
        }
        let card = setup.unit(u);
        let face = card.face(unit.is_elite());
        let post = &mut out[usize::from(*place)];
        let own = f64::from(face.strength);
        post.defence += own;
        post.brigades += f64::from(card.brigades());
        let is_fit = !unit.has(Flag::Fought) && !unit.has(Flag::Advanced) && !unit.has(Flag::Drilled);
        if !face.parenthesized && is_fit {
            post.attack += own;
        }
        if !is_always_supplied(card.arm) {
            post.mouths += f64::from(card.brigades());
            if unit.has(Flag::Marched) {
                post.marched += f64::from(card.brigades());
            }
        }
        match card.arm {
            Arm::Leader => {
                post.lead = post.lead.max(f64::from(s.leader_value(setup, u)));
                post.is_active |= unit.has(Flag::Activated) && !unit.has(Flag::Moved);
            }
            Arm::SiegeTrain if is_fit => post.siege_trains += 1.0,
            _ => {}
        }
    }
    out
}

/// What a unit is worth as such.
fn unit_worth(cx: &Context, s: &State, u: UnitId) -> f64 {
    let (unit, card) = (s.unit(u), cx.setup.unit(u));
    let on_map = match unit.spot {
        Spot::Hex(_) | Spot::Covered => 1.0,
        Spot::Staging | Spot::Due | Spot::Waiting => STAGED,
        Spot::Box | Spot::Dead | Spot::Prisoner => return 0.0,
    };
    let own = match card.arm {
        Arm::Leader => LEADER + LEADER_VALUE * f64::from(s.leader_value(&cx.setup, u)),
        Arm::SiegeTrain => SIEGE_TRAIN,
        Arm::SupplyTrain => SUPPLY_TRAIN,
        Arm::Infantry | Arm::Cavalry | Arm::Light | Arm::Garrison => {
            let strength = f64::from(card.face(unit.is_elite()).strength);
            UNIT * f64::from(card.brigades()) + STRENGTH * strength
        }
    };
    on_map * own - if unit.has(Flag::Drilled) { DRILLED } else { 0.0 }
}

/// Who holds each place.
fn holders(cx: &Context, posts: &Posts) -> SmallVec<[Option<SideId>; 64]> {
    let mut held: SmallVec<[Option<SideId>; 64]> = smallvec::smallvec![None; cx.setup.places.len()];
    for post in posts {
        if let Some(place) = cx.setup.ground(post.hex).place {
            held[place.index()] = Some(post.side);
        }
    }
    held
}

/// Points of places, of morale and of bonus lines (27.1, 27.4), the Coalition's less Habsburg's.
fn points(cx: &Context, s: &State, held: &[Option<SideId>]) -> f64 {
    let setup = &cx.setup;
    let sign = |side: SideId| if side == SideId::COALITION { 1 } else { -1 };
    let places = setup.places.iter().zip(held);
    let mut sum: i16 = places.filter_map(|(p, side)| Some(sign((*side)?) * p.points)).sum();
    sum += i16::from(s.sides[0].morale) - i16::from(s.sides[1].morale);
    for line in &setup.bonus {
        let stands = |p: &crate::ids::PlaceId| {
            held[p.index()] == Some(line.side)
                && s.nation_units(setup, line.nation)
                    .any(|u| s.unit(u).spot == Spot::Hex(setup.places[p.index()].hex))
        };
        if line.places.iter().all(stands) {
            sum += sign(line.side) * line.points;
        }
    }
    f64::from(sum)
}

/// What a place brings to who takes it from the other.
pub fn price(s: &State, i: usize, place: &PlaceCard, side: SideId) -> f64 {
    let mut sum = POINT * f64::from(place.points);
    if place.is_objective {
        sum += OBJECTIVE;
    }
    if place.is_fortress {
        sum += FORTRESS;
    }
    if let Some((gainer, gain)) = place.payment
        && gainer == side
        && s.paid & (1 << i) == 0
    {
        sum += POINT * f64::from(gain);
    }
    sum
}

/// What an attack may bring the attacker: the mean of the six results on the column of both strengths with these shifts.
pub fn battle(cx: &Context, attack: (f64, f64), defence: (f64, f64), shift: f64) -> f64 {
    let chart = &cx.data.combat;
    let percentage = attack.0 * 100.0 / defence.0.max(0.5);
    let base = chart.columns.iter().rposition(|least| f64::from(*least) <= percentage).unwrap_or(0);
    let last = chart.columns.len() - 1;
    let column = (base as f64 + shift).clamp(0.0, last as f64) as usize;
    let (own, enemy) = (attack.1, defence.1);
    let beaten = BRIGADE + BEATEN;
    let value = |result: CombatResult| match result {
        CombatResult::AttackerAnnihilated => -own * beaten,
        CombatResult::AttackerRouted => -(own * 0.6).ceil() * beaten - BEATEN,
        CombatResult::AttackerDefeated => -(own * 0.25).ceil() * beaten + enemy * 0.25 * BRIGADE,
        CombatResult::Counterattack => (enemy - own) * 0.3 * BRIGADE,
        CombatResult::AttackerWithdraws | CombatResult::DefenderWithdraws => 0.0,
        CombatResult::DefenderDefeated => (enemy * 0.25).ceil() * beaten - own * 0.25 * BRIGADE,
        CombatResult::DefenderRouted => (enemy * 0.6).ceil() * beaten + BEATEN,
        CombatResult::DefenderAnnihilated => enemy * beaten,
    };
    let cells = chart.results.iter().filter_map(|row| row.get(column)).map(|r| value(*r));
    cells.sum::<f64>() / chart.results.len().max(1) as f64
}

/// A battle between two posts, for the first.
fn battle_of(cx: &Context, own: &Post, enemy: &Post, is_next: bool) -> f64 {
    let setup = &cx.setup;
    let river =
        if is_next && setup.crossing(own.hex, enemy.hex).river { cx.data.terrain.river_shift } else { 0 };
    let ground = setup.ground(enemy.hex).shift.max(river);
    let shift = own.lead - enemy.lead - f64::from(ground);
    battle(cx, (own.attack, own.brigades), (enemy.defence, enemy.brigades), shift)
}

/// How likely a formal siege from this post takes the fortress at once (21.5).
fn siege_chance(cx: &Context, own: &Post, garrison: &Post) -> f64 {
    let chart = &cx.data.siege;
    let percentage = own.defence * 100.0 / garrison.defence.max(0.5);
    let gained = chart.strength.iter().rev().find(|(least, _)| percentage >= f64::from(*least));
    let mut factor = own.siege_trains * f64::from(chart.per_train) + own.lead - garrison.lead;
    factor += gained.map_or(0.0, |(_, f)| f64::from(*f));
    if own.defence < garrison.defence {
        factor -= f64::from(chart.weaker);
    }
    let columns = chart.results.first().map_or(1, Vec::len);
    let column = (factor - f64::from(chart.first_factor)).clamp(0.0, columns as f64 - 1.0) as usize;
    let value = |result: SiegeResult| match result {
        SiegeResult::Sortie => -0.1,
        SiegeResult::Stalemate => 0.0,
        SiegeResult::Breach => 0.3,
        SiegeResult::HonorsOfWar => 0.9,
        SiegeResult::Capitulation => 1.2,
    };
    let cells = chart.results.iter().filter_map(|row| row.get(column)).map(|r| value(*r));
    cells.sum::<f64>() / chart.results.len().max(1) as f64
}

/// How much of what may be done later can still be done before the war ends: all of it, except in the last turns.
fn time_left(cx: &Context, s: &State) -> f64 {
    let turns = cx.setup.turns.len() as f64 - f64::from(s.turn);
    let in_turn = match (s.phase, s.impulse) {
        (Phase::Logistics | Phase::Rally | Phase::EndOfTurn, _) => 0.0,
        (_, 0 | 1) => 0.75,
        (Phase::Activation, impulse) => 0.25 * (4.0 - f64::from(impulse)),
        (_, impulse) => 0.25 * (3.0 - f64::from(impulse)),
    };
    ((turns + in_turn) / HORIZON).min(1.0)
}

/// Whether a side may still fight in this impulse.
fn is_due(s: &State, side: SideId) -> bool {
    s.active == side && matches!(s.phase, Phase::Siege | Phase::Movement | Phase::Battle)
}

/// What battles and sieges in reach of its posts may bring a side.
fn contacts(cx: &Context, s: &State, side: SideId, posts: &Posts) -> f64 {
    let setup = &cx.setup;
    let (is_due, left) = (is_due(s, side), time_left(cx, s));
    let mut sum = 0.0;
    for own in posts.iter().filter(|p| p.side == side && p.attack > 0.0) {
        let mut best = 0.0f64;
        for enemy in posts.iter().filter(|p| p.side != side) {
            let far = usize::from(setup.map.distance(own.hex, enemy.hex));
            let Some(near) = NEAR.get(far) else { continue };
            // Who is slow to follow does not count as near in a fortress.
            let is_next = far == 1;
            if enemy.is_fortress && !is_next {
                continue;
            }
            let may_now = is_due && is_next && (s.impulse < 2 || own.is_active || s.phase == Phase::Battle);
            let weight = if may_now && !enemy.is_fortress { DUE } else { *near * left };
            let value = battle_of(cx, own, enemy, is_next);
            best = best.max(weight * value);
        }
        sum += best;
    }
    sum
}

/// What a goal so far away still draws: a tenth less for each Movement Point.
pub fn decay(cost: u8) -> f64 {
    static ROW: LazyLock<[f64; 256]> = LazyLock::new(|| {
        let of = |cost: usize| if cost >= usize::from(FAR) { 0.0 } else { 0.9f64.powf(cost as f64 / 4.0) };
        std::array::from_fn(of)
    });
    ROW[usize::from(cost)]
}

/// What a side's posts may still take.
fn prospects(cx: &Context, s: &State, side: SideId, posts: &Posts, held: &[Option<SideId>]) -> f64 {
    let setup = &cx.setup;
    let distances = setup.distances.get_or_init(|| super::Distances::new(setup));
    let mut sum = 0.0;
    for (i, place) in setup.places.iter().enumerate() {
        if held[i] == Some(side) || belligerents::is_shut(setup, s, place.hex) {
            continue;
        }
        let value = price(s, i, place, side);
        if value <= 0.0 {
            continue;
        }
        let row = distances.to_place(i);
        let garrison = posts.iter().find(|p| p.hex == place.hex);
        let Some(garrison) = garrison.filter(|p| p.side != side) else {
            let nearest = |of: SideId| {
                let own = posts.iter().filter(|p| p.side == of && p.defence > 0.0);
                own.map(|p| row[p.hex.index()]).min().unwrap_or(FAR)
            };
            let (own, enemy) = (nearest(side), nearest(side.enemy()));
            let rivalry = if enemy < own { 0.5 } else { 1.0 };
            sum += value * EMPTY * decay(own) * rivalry;
            continue;
        };
        let (mut mass, mut train, mut siege) = (0.0f64, 0.0f64, 0.0f64);
        for own in posts.iter().filter(|p| p.side == side) {
            let near = decay(row[own.hex.index()]);
            mass += own.attack * near;
            if own.siege_trains > 0.0 {
                train = train.max(near * (own.attack / (garrison.defence + 1.0)).min(1.0));
                if place.is_fortress && setup.map.is_adjacent(own.hex, place.hex) {
                    siege = siege.max(siege_chance(cx, own, garrison));
                }
            }
        }
        let need = garrison.defence * SUPERIOR + 2.0;
        let chance = HELD * (mass / need).min(1.0) + if place.is_fortress { WITH_TRAIN * train } else { 0.0 };
        sum += value * (chance + SIEGE * siege * (1.0 - chance));
    }
    sum
}

/// What supply and winter will take from a side (19, 23).
fn wear(cx: &Context, s: &State, side: SideId, posts: &Posts) -> f64 {
    let winter = cx.setup.turns.get(usize::from(s.turn) - 1).is_some_and(|t| t.winter);
    let hungry = Depots::new(cx, s, side).hungry(&[]);
    // In an early impulse there is time to come back into supply.
    let sure = match (s.phase, s.impulse) {
        (Phase::Logistics, _) | (_, 3) => 1.0,
        (Phase::Battle, 1) | (_, 2) => 0.7,
        (Phase::Rally | Phase::EndOfTurn | Phase::Initiative | Phase::Events | Phase::Recruiting, _) => 0.25,
        _ => 0.5,
    };
    let mut sum = 0.0;
    for post in posts.iter().filter(|p| p.side == side) {
        if hungry.contains(&post.hex) {
            let share = match (winter, post.marched > 0.0) {
                (true, true) => 0.67,
                (true, false) => 0.5,
                (false, _) => 0.33,
            };
            sum += sure * share * post.mouths * BRIGADE;
        } else if winter {
            sum += post.marched * BRIGADE / 6.0;
        }
    }
    sum
}

/// What leaders who have been paid for may do in the impulse that begins (18).
fn opportunities(cx: &Context, s: &State, side: SideId, posts: &Posts, held: &[Option<SideId>]) -> f64 {
    if s.phase != Phase::Activation {
        return 0.0;
    }
    let setup = &cx.setup;
    let distances = setup.distances.get_or_init(|| super::Distances::new(setup));
    let mut sum = 0.0;
    for own in posts.iter().filter(|p| p.side == side && p.is_active) {
        let mut best = 0.0f64;
        for enemy in posts.iter().filter(|p| p.side != side) {
            let far = setup.map.distance(own.hex, enemy.hex);
            if far <= 2 && !enemy.is_fortress {
                best = best.max(battle_of(cx, own, enemy, far == 1) * if far == 1 { 1.0 } else { 0.6 });
            }
        }
        for (i, place) in setup.places.iter().enumerate() {
            if held[i] == Some(side) || belligerents::is_shut(setup, s, place.hex) {
                continue;
            }
            let value = price(s, i, place, side);
            let garrison = posts.iter().find(|p| p.hex == place.hex && p.side != side);
            match garrison {
                None if distances.to_place(i)[own.hex.index()] <= 14 => best = best.max(value * 0.6),
                Some(garrison) if own.siege_trains > 0.0 && setup.map.is_adjacent(own.hex, place.hex) => {
                    best = best.max(value * siege_chance(cx, own, garrison));
                }
                _ => {}
            }
        }
        sum += ACTIVE * best;
    }
    sum
}

/// While the counters are set up, those on the map count: the usual set-up is as good as any.
fn set_up(cx: &Context, s: &State) -> f64 {
    let stands = |u: &UnitId| s.unit(*u).hex().is_some() && s.unit(*u).hex() == cx.setup.unit(*u).usual;
    cx.setup.unit_ids().filter(stands).count() as f64
}

pub fn worth(cx: &Context, s: &State, side: SideId) -> f64 {
    if s.phase == Phase::SetUp && matches!(s.frames.top(), Some(Frame::SetUp(_))) {
        return set_up(cx, s);
    }
    if let Some(end) = s.ended {
        return match end {
            SuddenEnd::Collapse(None) => 0.0,
            SuddenEnd::Collapse(Some(loser)) => {
                if loser == side {
                    -WON
                } else {
                    WON
                }
            }
            SuddenEnd::Fortresses(winner) | SuddenEnd::Objectives(winner) => {
                if winner == side {
                    WON
                } else {
                    -WON
                }
            }
        };
    }
    let posts = posts(cx, s);
    let held = holders(cx, &posts);
    let sign = if side == SideId::COALITION { 1.0 } else { -1.0 };
    let mut sum = sign * POINT * points(cx, s, &held);
    for of in SideId::BOTH {
        let sign = if of == side { 1.0 } else { -1.0 };
        sum -= sign * NEAR_COLLAPSE / (f64::from(s.side(of).morale) + 0.5);
        sum += sign * contacts(cx, s, of, &posts);
        let share = if of == side { 1.0 } else { 0.6 } * time_left(cx, s);
        sum += sign * share * prospects(cx, s, of, &posts, &held);
        sum += sign * opportunities(cx, s, of, &posts, &held);
    }
    let left = (cx.setup.turns.len() as f64 + 1.0 - f64::from(s.turn)) / TIME_ENOUGH;
    let share = TOO_LATE + (1.0 - TOO_LATE) * left.min(1.0);
    for u in cx.setup.unit_ids() {
        if let Some(of) = s.owner(&cx.setup, u) {
            let own = share * unit_worth(cx, s, u);
            sum += if of == side { own } else { -own };
            if of != side && s.unit(u).has(Flag::Scouted) && s.unit(u).has(Flag::Top) {
                sum += OPENED;
            }
        }
    }
    for (place, holder) in cx.setup.places.iter().zip(&held) {
        let own =
            if place.is_objective { OBJECTIVE } else { 0.0 } + if place.is_fortress { FORTRESS } else { 0.0 };
        match holder {
            Some(of) if *of == side => sum += own,
            Some(_) => sum -= own,
            None => {}
        }
    }
    sum - wear(cx, s, side, &posts)
}
