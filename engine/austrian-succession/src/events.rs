//! 7 and 41: what event markers ask for and what they do as long as they are in force.

use crate::data::{After, Condition, Effect, EventLine, Landing as LandingRule, Who};
use crate::ids::{LandId, MarkerId, NationId, PartyId, SideId, UnitId};
use crate::setup::{EMPIRE, Setup};
use crate::state::{InForce, Spot, State};
use crate::{Context, zones};
use engine::hex::HexId;
use engine::present::Rule;
use smallvec::SmallVec;

pub fn line(cx: &Context, marker: MarkerId) -> &EventLine {
    &cx.data.events[marker.index()]
}

/// The number an event is cited by (41.C1).
pub fn rule_of(cx: &Context, marker: MarkerId) -> &'static str {
    Rule::named(&line(cx, marker).rule).0
}

pub fn marker_named(cx: &Context, id: &str) -> Option<MarkerId> {
    cx.data.events.iter().position(|e| e.id == id).map(|i| MarkerId(i as u8))
}

pub fn nation_named(cx: &Context, id: &str) -> Option<NationId> {
    cx.data.nations.iter().position(|n| n.id == id).map(|i| NationId(i as u8))
}

/// Lands by their ids.
pub fn lands_named(setup: &Setup, ids: &[String]) -> SmallVec<[LandId; 4]> {
    let is_meant = |(i, land): (usize, &crate::setup::LandCard)| {
        let named = ids.iter().any(|id| *id == land.id || (land.is_empire && id == EMPIRE));
        named.then_some(LandId(i as u8))
    };
    setup.lands.iter().enumerate().filter_map(is_meant).collect()
}

/// The party that a nation's units belong to.
pub fn party_of(cx: &Context, nation: &str) -> Option<PartyId> {
    cx.setup.party_of(nation_named(cx, nation)?)
}

/// The side an event speaks of; none for the lower one while both are equal.
pub fn side_of(s: &State, who: Who) -> Option<SideId> {
    match who {
        Who::Coalition => Some(SideId::COALITION),
        Who::Habsburg => Some(SideId::HABSBURG),
        Who::Lower => s.lower_side(),
    }
}

/// Units on the map of a side, or of one nation of it, with their hexes.
fn troops<'a>(
    cx: &'a Context,
    s: &'a State,
    side: Option<SideId>,
    nation: Option<NationId>,
) -> impl Iterator<Item = HexId> + 'a {
    let setup = &cx.setup;
    let ours = move |u: &UnitId| {
        side.is_some() && s.owner(setup, *u) == side && nation.is_none_or(|n| setup.unit(*u).nation == n)
    };
    setup.unit_ids().filter(ours).filter_map(|u| s.unit(u).hex())
}

/// Whether the first case of an event holds (41).
pub fn holds(cx: &Context, s: &State, condition: &Condition) -> bool {
    let setup = &cx.setup;
    let nation_of = |id: &Option<String>| id.as_deref().and_then(|id| nation_named(cx, id));
    match condition {
        Condition::Gap(least) => s.sides[0].morale.abs_diff(s.sides[1].morale) >= *least,
        Condition::Lead { side, by } => side_of(s, *side)
            .is_some_and(|side| s.side(side).morale >= s.side(side.enemy()).morale.saturating_add(*by)),
        Condition::Holds { side, nation, place } => {
            let at = setup.places.iter().find(|p| p.name == *place).map(|p| p.hex);
            at.is_some_and(|at| troops(cx, s, side_of(s, *side), nation_of(nation)).any(|h| h == at))
        }
        Condition::HoldsFortresses { side, nation, lands, least } => {
            let lands = lands_named(setup, lands);
            let mut held: SmallVec<[HexId; 8]> = troops(cx, s, side_of(s, *side), nation_of(nation))
                .filter(|h| setup.ground(*h).is_fortress && is_in(setup, *h, &lands))
                .collect();
            held.sort_unstable();
            held.dedup();
            held.len() >= usize::from(*least)
        }
        Condition::HoldsAnyPlace { side, lands } => {
            let lands = lands_named(setup, lands);
            troops(cx, s, side_of(s, *side), None)
                .any(|h| setup.ground(h).place.is_some() && is_in(setup, h, &lands))
        }
        Condition::InLand { side, lands } => {
            let lands = lands_named(setup, lands);
            troops(cx, s, side_of(s, *side), None).any(|h| is_in(setup, h, &lands))
        }
        Condition::InForce(id) => marker_named(cx, id).is_some_and(|m| s.is_in_force(m)),
        Condition::Any(list) => list.iter().any(|c| holds(cx, s, c)),
    }
}

pub fn is_in(setup: &Setup, hex: HexId, lands: &[LandId]) -> bool {
    setup.ground(hex).land.is_some_and(|l| lands.contains(&l))
}

/// Every effect in force now, with its marker.
fn effects<'a>(cx: &'a Context, s: &'a State) -> impl Iterator<Item = (MarkerId, &'a Effect)> + 'a {
    s.in_force
        .iter()
        .filter(|m| !m.cancelled)
        .flat_map(|m| line(cx, m.marker).effects.iter().map(move |e| (m.marker, e)))
}

fn is_of(cx: &Context, nation: NationId, id: &str) -> bool {
    cx.data.nations[nation.index()].id == id
}

/// The marker that keeps a unit from moving and attacking in this turn (41.C5, 41.C6).
pub fn halts(cx: &Context, s: &State, unit: UnitId) -> Option<MarkerId> {
    let nation = cx.setup.unit(unit).nation;
    effects(cx, s).find_map(|(m, e)| matches!(e, Effect::Halt(id) if is_of(cx, nation, id)).then_some(m))
}

/// The marker that keeps a unit out of the second and third impulse (41.C10).
pub fn bars_later_impulses(cx: &Context, s: &State, unit: UnitId) -> Option<MarkerId> {
    let nation = cx.setup.unit(unit).nation;
    let bars = |e: &Effect| matches!(e, Effect::FirstImpulseOnly(id) if is_of(cx, nation, id));
    effects(cx, s).find_map(|(m, e)| bars(e).then_some(m))
}

/// The marker that forbids a side to attack this hex, because nobody but units of one nation stands there (41.C6).
/// It looks below the top of the stack: an attack is an attempt.
pub fn forbids_attack(cx: &Context, s: &State, side: SideId, hex: HexId) -> Option<MarkerId> {
    let only = |id: &str| s.units_in(hex).all(|u| is_of(cx, cx.setup.unit(u).nation, id));
    effects(cx, s).find_map(|(m, e)| {
        let forbids = matches!(e, Effect::Truce { side: who, nation }
            if side_of(s, *who) == Some(side) && only(nation));
        forbids.then_some(m)
    })
}

/// How many points a turn may go into lots with this nation, and the marker that says so (41.H9).
pub fn recruit_cap(cx: &Context, s: &State, nation: NationId) -> Option<(MarkerId, u8)> {
    effects(cx, s).find_map(|(m, e)| match e {
        Effect::CapRecruits { nation: id, points } if is_of(cx, nation, id) => Some((m, *points)),
        _ => None,
    })
}

/// The marker that keeps a nation from recruiting in this turn (41.H11).
pub fn forbids_recruits(cx: &Context, s: &State, nation: NationId) -> Option<MarkerId> {
    effects(cx, s)
        .find_map(|(m, e)| matches!(e, Effect::NoRecruits(id) if is_of(cx, nation, id)).then_some(m))
}

/// The nation whose recruits the purse of a side pays for (41.H4).
pub fn purse_nation(cx: &Context, s: &State) -> Option<NationId> {
    effects(cx, s).find_map(|(_, e)| match e {
        Effect::Purse { nation, .. } => nation_named(cx, nation),
        _ => None,
    })
}

/// Whether an effect lasts, so that its marker has to be remembered.
fn lasts(effect: &Effect) -> bool {
    match effect {
        Effect::Halt(_)
        | Effect::Truce { .. }
        | Effect::CapRecruits { .. }
        | Effect::NoRecruits(_)
        | Effect::Purse { .. }
        | Effect::FirstImpulseOnly(_)
        | Effect::Cancel(_) => true,
        Effect::Gain { .. }
        | Effect::Lose { .. }
        | Effect::Swing { .. }
        | Effect::Join(_)
        | Effect::Reinforce { .. }
        | Effect::RollLeaders { .. }
        | Effect::RollLights { .. } => false,
    }
}

/// Whether a marker in force turns this one face down (41.C11).
pub fn is_cancelled(cx: &Context, s: &State, marker: MarkerId) -> bool {
    let id = &line(cx, marker).id;
    effects(cx, s).any(|(_, e)| matches!(e, Effect::Cancel(other) if other == id))
}

/// Puts a marker where it goes once it has been played (7.4): back, out of the game, or face up in front of the player.
/// What holds for this turn only is in force until the turn ends (7.5).
pub fn dispose(cx: &Context, s: &mut State, marker: MarkerId, side: SideId, took_effect: bool) {
    let event = line(cx, marker);
    let after = if took_effect { event.after } else { event.otherwise.unwrap_or(event.after) };
    if after == After::Return {
        s.side_mut(side).pool.put_back(marker.index());
    }
    let stays = after == After::Keep || (took_effect && event.effects.iter().any(lasts));
    if !stays {
        return;
    }
    for effect in &event.effects {
        if let Effect::Cancel(other) = effect
            && let Some(other) = marker_named(cx, other)
        {
            s.in_force.iter_mut().filter(|m| m.marker == other).for_each(|m| m.cancelled = true);
        }
    }
    let cancelled = is_cancelled(cx, s, marker);
    let turn = s.turn;
    s.in_force.push(InForce { marker, turn, cancelled });
}

/// At the end of a turn only markers that are kept stay in force (7.4, 7.5).
pub fn end_turn(cx: &Context, s: &mut State) {
    s.in_force.retain(|m| line(cx, m.marker).after == After::Keep);
}

/// Hexes with light units of a side in a fortress, town or free city, in the order of their numbers (41.C8).
pub fn places_with_lights(cx: &Context, s: &State, side: SideId) -> SmallVec<[HexId; 8]> {
    let setup = &cx.setup;
    let is_light = |u: &UnitId| setup.unit(*u).arm == crate::data::Arm::Light;
    let lights = setup.unit_ids().filter(is_light).filter(|u| s.owner(setup, *u) == Some(side));
    let mut hexes: SmallVec<[HexId; 8]> =
        lights.filter_map(|u| s.unit(u).hex()).filter(|h| setup.ground(*h).place.is_some()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Leaders of these nations on the map or in a staging area, once their country has joined (41.C4).
pub fn leaders_in_play(cx: &Context, s: &State, nations: &[String]) -> SmallVec<[UnitId; 8]> {
    let setup = &cx.setup;
    let is_meant = |u: &UnitId| {
        let card = setup.unit(*u);
        card.is_leader()
            && s.owner(setup, *u).is_some()
            && nations.iter().any(|id| is_of(cx, card.nation, id))
            && matches!(s.unit(*u).spot, Spot::Hex(_) | Spot::Staging)
    };
    setup.unit_ids().filter(is_meant).collect()
}

/// Lands an uprising happens in: of those named, where the enemy stands in a fortress or town (41.C12).
pub fn risen_lands(cx: &Context, s: &State, side: SideId, rule: &LandingRule) -> SmallVec<[LandId; 4]> {
    let setup = &cx.setup;
    let LandingRule::AnyHex { lands, enemy_held: true } = rule else { return SmallVec::new() };
    let mut named = lands_named(setup, lands);
    let held = |land: &LandId| {
        troops(cx, s, Some(side.enemy()), None)
            .any(|h| setup.ground(h).place.is_some() && setup.ground(h).land == Some(*land))
    };
    named.retain(|land| held(land));
    named
}

/// Whether enemies of a side, or their zone, are in a hex: what bars reinforcements and recruits (9.4, 10.3).
pub fn is_barred(setup: &Setup, s: &State, side: SideId, hex: HexId) -> bool {
    s.units_in(hex).any(|u| s.owner(setup, u) != Some(side)) || zones::is_in_enemy_zone(setup, s, side, hex)
}
