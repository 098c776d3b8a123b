//! Whole undertakings for computer players: a group marches to a goal, an attack is made with all who may, recruits go where
//! they are wanted. Every legal action begins one.

use super::Distances;
use super::worth::{self, Post, Posts, decay};
use crate::Context;
use crate::action::{Action, Landing};
use crate::data::Arm;
use crate::decide::{Frame, March, is_settled};
use crate::ids::{SideId, UnitId, Units};
use crate::impulses::{are_together, check_mover, needs_leader};
use crate::movement::{Group, Spent, Theatre, reach};
use crate::state::State;
use crate::{AustrianSuccession, belligerents, combat, staging};
use engine::game::{Plan, Play, Recorder};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Hexes tried for each group.
const HEXES: usize = 3;
/// Landings tried for each lot of recruits.
const LANDINGS: usize = 2;
/// A hex is tried if it promises so much more than the one the group is in.
const BETTER: f64 = 1.02;
/// Stronger than that an enemy may come so near before a place is in need.
const IN_NEED: u16 = 3;

pub fn plans(cx: &Context, s: &State, mut legal: Vec<Action>, out: &mut Vec<Plan<Action>>) {
    match s.frames.top() {
        Some(Frame::Movement(_)) => marches(cx, s, &legal, out),
        Some(Frame::BattlePhase(_) | Frame::SiegePhase(_)) => attacks(cx, s, &legal, out),
        Some(Frame::Recruit(_)) => recruits(cx, s, &legal, out),
        _ => {}
    }
    legal.retain(|a| !out.iter().any(|p| p.actions.first() == Some(a)));
    let is_moving = matches!(s.frames.top(), Some(Frame::Movement(_)));
    out.extend(legal.into_iter().map(|a| match a {
        // Who goes nowhere of his own is passed over.
        Action::Lead { .. } if is_moving => Plan { actions: vec![a, Action::Halt] },
        other => Plan::single(other),
    }));
}

/// An attack, and that it is made with all who may.
fn attacks(cx: &Context, s: &State, legal: &[Action], out: &mut Vec<Plan<Action>>) {
    for action in legal {
        let force = match action {
            Action::Attack { from, to } => combat::check_attack(cx, s, None, *from, *to).ok().zip(Some(*to)),
            Action::Storm { from, place } => {
                let at = cx.setup.places[place.index()].hex;
                combat::check_storm(cx, s, None, *from, at).ok().zip(Some(at))
            }
            _ => None,
        };
        let Some((force, at)) = force else { continue };
        let mut actions = vec![action.clone()];
        if !is_settled(cx, s, &force, at) {
            actions.push(Action::Fight);
        }
        out.push(Plan { actions });
    }
}

/// A goal of marches: how much it draws a group, by where it is.
struct Goal {
    /// The place, whose distances are known.
    place: usize,
    value: f64,
}

struct Goals<'a> {
    cx: &'a Context,
    distances: &'a Distances,
    list: SmallVec<[Goal; 64]>,
}

impl<'a> Goals<'a> {
    fn new(cx: &'a Context, s: &State, side: SideId, posts: &Posts) -> Self {
        let setup = &cx.setup;
        let distances = setup.distances.get_or_init(|| Distances::new(setup));
        let mut list: SmallVec<[Goal; 64]> = SmallVec::new();
        for (i, place) in setup.places.iter().enumerate() {
            if belligerents::is_shut(setup, s, place.hex) {
                continue;
            }
            let price = worth::price(s, i, place, side);
            let post = posts.iter().find(|p| p.hex == place.hex);
            let value = match post {
                Some(post) if post.side == side => price * 0.6 * need(cx, posts, post),
                Some(_) => price * 0.8,
                None => price,
            };
            if value > 0.0 {
                list.push(Goal { place: i, value });
            }
        }
        Self { cx, distances, list }
    }

    /// How much all goals together draw a group of this strength to a hex: the one that draws most.
    fn draw(&self, hex: HexId, posts: &Posts, group: &Strength, side: SideId) -> f64 {
        let mut best = 0.0f64;
        for goal in &self.list {
            let cost = self.distances.to_place(goal.place)[hex.index()];
            best = best.max(goal.value * decay(cost));
        }
        for enemy in posts.iter().filter(|p| p.side != side && !p.is_fortress) {
            let far = self.cx.setup.map.distance(hex, enemy.hex).min(20) as u8;
            if far <= 8 {
                let value = group.against(self.cx, enemy);
                best = best.max(value * decay(far.saturating_sub(1) * 4));
            }
        }
        best
    }
}

/// What a group brings into a battle.
struct Strength {
    attack: f64,
    brigades: f64,
    lead: f64,
}

impl Strength {
    fn of(cx: &Context, s: &State, units: &[UnitId]) -> Self {
        let mut out = Self { attack: 0.0, brigades: 0.0, lead: 0.0 };
        for u in units {
            let card = cx.setup.unit(*u);
            let face = card.face(s.unit(*u).is_elite());
            if !face.parenthesized {
                out.attack += f64::from(face.strength);
            }
            out.brigades += f64::from(card.brigades());
            out.lead = out.lead.max(f64::from(s.leader_value(&cx.setup, *u)));
        }
        out
    }

    fn against(&self, cx: &Context, enemy: &Post) -> f64 {
        let shift = self.lead - enemy.lead - f64::from(cx.setup.ground(enemy.hex).shift);
        worth::battle(cx, (self.attack, self.brigades), (enemy.defence, enemy.brigades), shift)
    }
}

/// How much a place of one's own is in need: enemies near it, stronger than who holds it.
fn need(cx: &Context, posts: &Posts, own: &Post) -> f64 {
    let near = posts.iter().filter(|p| p.side != own.side);
    let near = near.filter(|p| cx.setup.map.distance(p.hex, own.hex) <= IN_NEED);
    let enemy: f64 = near.map(|p| p.attack).sum();
    if enemy <= 0.0 { 0.0 } else { (enemy / (own.defence * 2.0 + 1.0)).min(1.0) }
}

/// Units of a place that may go, who leads them, and who they are without those that hold the place.
struct Source {
    at: Option<HexId>,
    lead: UnitId,
    movers: Units,
}

fn sources(cx: &Context, s: &State, legal: &[Action]) -> Vec<Source> {
    let mut out: Vec<Source> = Vec::new();
    for action in legal {
        let Action::Lead { unit } = *action else { continue };
        // In later impulses every activated leader may be the one.
        if out.iter().any(|o| are_together(cx, s, o.lead, unit)) {
            continue;
        }
        let movers = cx.setup.unit_ids().filter(|u| are_together(cx, s, unit, *u));
        let movers: Units = movers.filter(|u| check_mover(cx, s, *u).is_ok()).collect();
        out.push(Source { at: s.unit(unit).hex(), lead: unit, movers });
    }
    out
}

/// Groups of a source that are worth trying.
fn groups(cx: &Context, s: &State, source: &Source) -> SmallVec<[Units; 3]> {
    let setup = &cx.setup;
    let must = needs_leader(s).then_some(source.lead);
    let strength = |u: &UnitId| setup.unit(*u).face(s.unit(*u).is_elite()).strength;
    let fights = |u: &UnitId| matches!(setup.unit(*u).arm, Arm::Infantry | Arm::Cavalry | Arm::Light);
    let mut field: Units = source.movers.clone();
    let is_place =
        source.at.is_some_and(|hex| setup.place_at(hex).is_some_and(|p| p.points > 0 || p.is_fortress));
    if let Some(hex) = source.at.filter(|_| is_place) {
        field.retain(|u| setup.unit(*u).arm != Arm::Garrison);
        let stays = s.units_in(hex).any(|u| !field.contains(&u) && strength(&u) > 0);
        let weakest = field.iter().copied().filter(|u| fights(u)).min_by_key(|u| (strength(u), *u));
        if let Some(weakest) = weakest.filter(|_| !stays) {
            field.retain(|u| *u != weakest);
        }
    }
    let mut out: SmallVec<[Units; 3]> = SmallVec::new();
    let mut add = |mut units: Units| {
        if let Some(leader) = must
            && !units.contains(&leader)
        {
            units.push(leader);
        }
        units.sort_unstable();
        if !units.is_empty() && !out.contains(&units) {
            out.push(units);
        }
    };
    add(field.clone());
    if must.is_none() && field.len() > 2 {
        let one = field.iter().copied().filter(|u| fights(u)).min_by_key(|u| (strength(u), *u));
        one.into_iter().for_each(|u| add(std::iter::once(u).collect()));
    }
    if is_place {
        add(source.movers.clone());
    }
    out
}

/// The actions that form a group and lead it along a path.
fn march_plan(cx: &Context, s: &State, source: &Source, units: &Units) -> Vec<Action> {
    let first = if units.contains(&source.lead) { source.lead } else { units[0] };
    let mut actions = vec![Action::Lead { unit: first }];
    let others = source.movers.len() - 1;
    if others > 1 && units.len() == source.movers.len() {
        actions.push(Action::JoinAll);
    } else {
        actions.extend(units.iter().filter(|u| **u != first).map(|u| Action::Join { unit: *u }));
    }
    debug_assert!(check_mover(cx, s, first).is_ok());
    actions
}

fn marches(cx: &Context, s: &State, legal: &[Action], out: &mut Vec<Plan<Action>>) {
    let side = s.active;
    let posts = worth::posts(cx, s);
    let goals = Goals::new(cx, s, side, &posts);
    let theatre = Theatre::new(cx, s, side);
    for source in sources(cx, s, legal) {
        for units in groups(cx, s, &source) {
            let strength = Strength::of(cx, s, &units);
            match source.at {
                None => {
                    let mut entries: SmallVec<[(f64, HexId); 16]> =
                        staging::entries(&theatre, side, source.lead)
                            .map(|hex| (goals.draw(hex, &posts, &strength, side), hex))
                            .collect();
                    entries.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                    for (_, to) in entries.into_iter().take(HEXES) {
                        let mut actions = march_plan(cx, s, &source, &units);
                        actions.push(Action::Enter { to });
                        out.push(Plan { actions });
                    }
                }
                Some(at) => to_goals(&theatre, s, &source, (&units, at), &strength, &goals, &posts, out),
            }
        }
    }
}

/// Marches of one group to the hexes that promise most.
#[allow(clippy::too_many_arguments)]
fn to_goals(
    theatre: &Theatre<'_>,
    s: &State,
    source: &Source,
    (units, at): (&Units, HexId),
    strength: &Strength,
    goals: &Goals<'_>,
    posts: &Posts,
    out: &mut Vec<Plan<Action>>,
) {
    let (cx, side) = (theatre.cx, s.active);
    let left_zone = theatre.is_in_enemy_zone(side, at);
    let group = Group::of(cx, s, side, units, left_zone);
    let found = reach(theatre, &group, Spent::NOTHING, at);
    let here = goals.draw(at, posts, strength, side);
    let mut hexes: Vec<(f64, HexId)> = found
        .hexes(at)
        .into_iter()
        .map(|hex| (goals.draw(hex, posts, strength, side), hex))
        .filter(|(draw, _)| *draw > here * BETTER)
        .collect();
    hexes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut to: SmallVec<[HexId; 6]> = hexes.iter().take(HEXES).map(|h| h.1).collect();
    // Into places nobody holds: they count for who stands in them.
    let free = cx.setup.places.iter().filter(|p| p.points > 0 && found.cost_of(p.hex).is_some());
    let free = free.map(|p| p.hex).filter(|hex| posts.iter().all(|p| p.hex != *hex));
    let free: SmallVec<[HexId; 4]> = free.filter(|hex| !to.contains(hex)).take(HEXES).collect();
    to.extend(free);
    // To the strongest stack of its own side in reach.
    let friends = posts.iter().filter(|p| p.side == side && p.hex != at && found.cost_of(p.hex).is_some());
    let friend = friends.max_by(|a, b| a.defence.total_cmp(&b.defence).then(b.hex.cmp(&a.hex)));
    to.extend(friend.map(|p| p.hex));
    for to in to {
        let Some((by_river, path)) = found.path_to(to) else { continue };
        let mut actions = march_plan(cx, s, source, units);
        if walk(theatre, s, &group, (units, at), by_river, &path, &mut actions) {
            out.push(Plan { actions });
        }
    }
}

/// Adds the steps of a path; false where it cannot be gone. A group that may ride down enemies on its way goes as far as that is
/// not asked.
fn walk(
    theatre: &Theatre<'_>,
    s: &State,
    group: &Group,
    (units, from): (&Units, HexId),
    by_river: bool,
    path: &[HexId],
    actions: &mut Vec<Action>,
) -> bool {
    let cx = theatre.cx;
    let Some(Action::Lead { unit: first }) = actions.first().cloned() else { return false };
    let (mut at, mut spent) = (from, Spent::NOTHING);
    let may_ride = crate::advance_guard::is_fit(cx, units);
    for (i, to) in path.iter().copied().enumerate() {
        let Ok(step) = theatre.step(group, spent, at, to, by_river) else { return i > 0 };
        actions.push(if by_river { Action::GoByRiver { to } } else { Action::Go { to } });
        (at, spent) = (to, step.spent);
        if step.stops || (may_ride && !crate::advance_guard::targets(cx, s, s.active, at).is_empty()) {
            return true;
        }
    }
    // It halts if it is asked whether it goes on.
    let march = March { units: units.clone(), at: Some(at), spent, ..March::of(cx, s, first) };
    if march.can_go_on(cx, s, at) {
        actions.push(Action::Halt);
    }
    !path.is_empty()
}

/// Lots of recruits, all in the places that are nearest to where they are wanted.
fn recruits(cx: &Context, s: &State, legal: &[Action], out: &mut Vec<Plan<Action>>) {
    let Some(Frame::Recruit(frame)) = s.frames.top() else { return };
    let side = frame.side;
    let posts = worth::posts(cx, s);
    let goals = Goals::new(cx, s, side, &posts);
    let some = Strength { attack: 4.0, brigades: 2.0, lead: 0.0 };
    for buy in legal.iter().filter(|a| matches!(a, Action::Buy { .. } | Action::BuyWithPurse { .. })) {
        let mut bought = s.clone();
        AustrianSuccession::apply(cx, &mut bought, buy, &mut Recorder::off());
        let Some(Frame::TakeLot(_)) = bought.frames.top() else { continue };
        let mut answers = Vec::new();
        engine::game::decision::list_answers::<AustrianSuccession>(cx, &bought, &mut answers);
        let mut landings: Vec<(f64, Landing)> = Vec::new();
        for answer in &answers {
            let Action::Place { at, .. } = answer else { continue };
            if landings.iter().any(|l| l.1 == *at) {
                continue;
            }
            let draw = match at {
                Landing::Hex(hex) => goals.draw(*hex, &posts, &some, side),
                Landing::Staging => 0.0,
            };
            landings.push((draw, *at));
        }
        landings.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, landing) in landings.into_iter().take(LANDINGS) {
            out.push(Plan { actions: placed(cx, &bought, buy, landing) });
        }
    }
}

/// A lot, counter by counter, in one landing as long as that is possible.
fn placed(cx: &Context, bought: &State, buy: &Action, landing: Landing) -> Vec<Action> {
    let mut s = bought.clone();
    let mut actions = vec![buy.clone()];
    let mut answers = Vec::new();
    while let Some(Frame::TakeLot(_)) = s.frames.top() {
        answers.clear();
        engine::game::decision::list_answers::<AustrianSuccession>(cx, &s, &mut answers);
        let there = |a: &&Action| matches!(a, Action::Place { at, .. } if *at == landing);
        let places = |a: &&Action| matches!(a, Action::Place { .. });
        let next = answers.iter().find(there).or_else(|| answers.iter().find(places)).cloned();
        let next = next.unwrap_or(Action::Done);
        AustrianSuccession::apply(cx, &mut s, &next, &mut Recorder::off());
        actions.push(next);
    }
    actions
}
