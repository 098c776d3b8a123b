//! What computer players go by: how well off a side is, and whole undertakings.

use crate::action::Action;
use crate::board::{engaged, face, is_fighter, morale};
use crate::contact::Contacts;
use crate::decide::{Decision, Frame, Phase};
use crate::ids::{SideId, UnitId};
use crate::odds;
use crate::state::{MoraleState, Spirit, State};
use crate::{Context, PrussiasGlory, victory};
use engine::game::{Advice, Cx, Plan, Play, RandomSource, Recorder, Seen};
use engine::hex::HexId;
use smallvec::SmallVec;

/// What a step is worth, where 100 is a counter.
const STEP: f64 = 30.0;
/// What it is worth that an army may move (4.1).
const ACTIVE: f64 = 80.0;
/// What a box of army morale is worth.
const BOX: f64 = 12.0;

/// Of an objective's points, for a hex nearer to it: of the nearest stack, and of all in the mean.
const OBJECTIVE_NEAREST: f64 = 0.01;
const OBJECTIVE_ALL: f64 = 0.015;
/// For a point of the enemy's strength, as much again of one's own about; more than enough counts for nothing.
const MASS: f64 = 1.0;
const ENOUGH: f64 = 2.5;
/// Of those about, so many are thought to join an attack.
const JOIN: f64 = 0.5;
/// So near is about: a move away.
const GATHERING: u16 = 3;

impl Advice for PrussiasGlory {
    fn evaluate(cx: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        worth(cx, s.state(), SideId(s.seat().0.min(1)))
    }

    fn sample(cx: &Cx<Self>, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        crate::sample::sample(cx, s.state(), s.seat(), random)
    }

    fn plans(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Plan<Action>>) {
        let mut legal = Vec::new();
        Self::legal_actions(cx, s, &mut legal);
        match s.state().frames.top() {
            Some(Frame::CloseCombat(frame)) if frame.is_new() => attacks(cx, s.state(), &legal, out),
            Some(Frame::Bombard(frame)) if frame.target.is_none() => volleys(&legal, out),
            _ => {}
        }
        legal.retain(|a| !out.iter().any(|p| p.actions.first() == Some(a)));
        out.extend(legal.into_iter().map(Plan::single));
    }
}

/// Every hex that may fight begins a designation that may be fought.
fn attacks(cx: &Context, s: &State, legal: &[Action], out: &mut Vec<Plan<Action>>) {
    let contacts = Contacts::now(cx, s);
    for action in legal {
        let Action::ChooseHex { hex } = *action else { continue };
        if !contacts.has(hex) {
            continue;
        }
        for chosen in contacts.designations(hex) {
            let mut actions: Vec<Action> = chosen.into_iter().map(|hex| Action::ChooseHex { hex }).collect();
            actions.push(Action::Done);
            out.push(Plan { actions: asked_for(cx, s, actions) });
        }
    }
}

/// What of a designation is really asked: a question with one answer is not, and then the combat may begin sooner.
fn asked_for(cx: &Context, s: &State, actions: Vec<Action>) -> Vec<Action> {
    let mut after = s.clone();
    let mut legal = Vec::new();
    let mut asked = Vec::new();
    for action in actions {
        legal.clear();
        match after.frames.top() {
            Some(Frame::CloseCombat(frame)) => frame.list(cx, &after, &mut legal),
            _ => break,
        }
        if legal.contains(&action) {
            after.apply_action(cx, &action, &mut Recorder::off());
            asked.push(action);
        }
    }
    asked
}

/// All guns that can fire at a hex fire together.
fn volleys(legal: &[Action], out: &mut Vec<Plan<Action>>) {
    for first in legal {
        let Action::Aim { unit, hex } = first else { continue };
        let others =
            legal.iter().filter(|a| matches!(a, Action::Aim { unit: u, hex: h } if h == hex && u != unit));
        let actions = std::iter::once(first).chain(others).cloned().chain([Action::Roll]).collect();
        out.push(Plan { actions });
    }
}

/// Points, boxes, units still standing, ground gained, and the close combats that are due.
pub fn worth(cx: &Context, s: &State, side: SideId) -> f64 {
    let points = |of: SideId| f64::from(victory::points(cx, s, of).total());
    let mut sum = (points(side) - points(side.enemy())) * 100.0;
    let mut distances = Distances::new(cx, s);
    for (i, unit) in s.units.iter().enumerate() {
        let u = UnitId(i as u8);
        if s.is_present(u) {
            let own = cx.setup.unit_sides[i];
            // Who is with an unspotted wing stands as well as anybody (17).
            let value = if unit.is_on_map() {
                standing(s, u, distances.find_enemy(cx, unit.hex, own))
            } else {
                f64::from(unit.steps) * STEP
            };
            sum += if own == side { value } else { -value };
        }
    }
    sum += spirit(s, side) - spirit(s, side.enemy());
    sum += approach(cx, s, side, &distances) - approach(cx, s, side.enemy(), &distances);
    let due = combats_due(cx, s, &distances);
    sum + if s.active == side { due } else { -due }
}

fn standing(s: &State, u: UnitId, enemy_distance: u16) -> f64 {
    let unit = s.unit(u);
    let share = match unit.morale {
        MoraleState::Formed => 1.0,
        MoraleState::Disordered => 0.85,
        MoraleState::Routed => 0.45,
    };
    let near = 1.0 - f64::from(enemy_distance.min(20)) * 0.004;
    f64::from(unit.steps) * STEP * share * near
}

/// Hexes to the nearest enemy, each hex worked out once.
struct Distances {
    /// Where each side stands.
    hexes: [SmallVec<[HexId; 40]>; 2],
    known: [SmallVec<[(HexId, u16); 40]>; 2],
    /// Hexes of each side with the strength of its infantry and cavalry that is fit to fight.
    fighters: [SmallVec<[(HexId, f64); 40]>; 2],
}

impl Distances {
    fn new(cx: &Context, s: &State) -> Self {
        let mut hexes: [SmallVec<[HexId; 40]>; 2] = Default::default();
        for (unit, side) in s.units.iter().zip(&cx.setup.unit_sides) {
            let list = &mut hexes[side.index()];
            if unit.is_on_map() && !list.contains(&unit.hex) {
                list.push(unit.hex);
            }
        }
        let mut fighters: [SmallVec<[(HexId, f64); 40]>; 2] = Default::default();
        for (i, unit) in s.units.iter().enumerate() {
            let u = UnitId(i as u8);
            if !unit.is_on_map() || unit.is_routed() || !is_fighter(cx, u) {
                continue;
            }
            let list = &mut fighters[cx.setup.unit_sides[i].index()];
            let strength = f64::from(face(cx, s, u).strength);
            match list.iter_mut().find(|f| f.0 == unit.hex) {
                Some(f) => f.1 += strength,
                None => list.push((unit.hex, strength)),
            }
        }
        Self { hexes, known: Default::default(), fighters }
    }

    fn find_enemy(&mut self, cx: &Context, hex: HexId, side: SideId) -> u16 {
        let known = &mut self.known[side.index()];
        if let Some(k) = known.iter().find(|k| k.0 == hex) {
            return k.1;
        }
        let grid = &cx.setup.map.grid;
        let at = grid.hex(hex);
        let enemies = self.hexes[side.enemy().index()].iter();
        let far = enemies.map(|h| grid.hex(*h).distance(at)).min().unwrap_or(u16::MAX);
        known.push((hex, far));
        far
    }
}

/// Objectives still to be taken, and enemy stacks with superior numbers about: who means to fight gathers first.
fn approach(cx: &Context, s: &State, side: SideId, distances: &Distances) -> f64 {
    let map = &cx.setup.map;
    let own = &distances.fighters[side.index()];
    let mut sum = 0.0;
    for (i, o) in cx.setup.objectives.iter().enumerate() {
        if o.side.is_some_and(|wants| wants != side) || victory::holder(cx, s, i) == Some(side) {
            continue;
        }
        let far = |hex: HexId| o.hexes.iter().map(|h| map.distance(*h, hex)).min().unwrap_or(0).min(20);
        let all: f64 = own.iter().map(|(hex, _)| f64::from(far(*hex))).sum();
        let nearest = own.iter().map(|(hex, _)| far(*hex)).min().unwrap_or(20);
        let points = f64::from(o.points) * 100.0;
        sum -=
            points * (OBJECTIVE_NEAREST * f64::from(nearest) + OBJECTIVE_ALL * all / own.len().max(1) as f64);
    }
    for (hex, strength) in &distances.fighters[side.enemy().index()] {
        let about = own.iter().filter(|(h, _)| map.distance(*h, *hex) <= GATHERING);
        let ratio = about.map(|(_, n)| *n).sum::<f64>() / strength.max(1.0);
        sum += MASS * strength * ratio.min(ENOUGH);
    }
    sum
}

/// An army near the end of its morale is in danger of breaking.
fn spirit(s: &State, side: SideId) -> f64 {
    let army = s.army(side);
    let state = match army.spirit {
        Spirit::Steady => 0.0,
        Spirit::Demoralized => -400.0,
        Spirit::Broken => -900.0,
    };
    let awake = if army.active || army.due { ACTIVE } else { 0.0 };
    awake + state + f64::from(army.lowest()) * BOX + f64::from(army.success) * BOX / 3.0
}

/// Whether the Close Combat Phase of this Player Turn is still to come or going on.
fn is_before_combat(s: &State) -> bool {
    let next = s.frames.iter().find_map(|f| if let Frame::Sequence(q) = f { Some(q.next) } else { None });
    matches!(
        next,
        Some(
            Phase::OffensiveFire
                | Phase::Rally
                | Phase::DefensiveFire
                | Phase::CloseCombat
                | Phase::EndOfPlayerTurn
        )
    )
}

/// What the close combats that must be fought will bring the active player, roughly: each attacker shares his strength among those
/// he touches, and the mean of the six results counts.
fn combats_due(cx: &Context, s: &State, distances: &Distances) -> f64 {
    if !is_before_combat(s) {
        return 0.0;
    }
    // While counters move, those about may still come up.
    let may_join = s.is_movement_phase();
    let contacts = Contacts::now(cx, s);
    let mut sum = 0.0;
    for (hex, attackers) in contacts.by_defender() {
        let defence = engaged(cx, s, hex, s.active.enemy());
        let strength = |units: &[UnitId]| -> f64 {
            let all: u32 = units.iter().map(|u| u32::from(face(cx, s, *u).strength)).sum();
            f64::from(all.min(u32::from(cx.data.combat.strength)))
        };
        let best = |units: &[UnitId]| units.iter().map(|u| morale(cx, s, *u)).max().unwrap_or(0) as i8;
        let (mut attack, mut lead, mut ground, mut steps) = (0.0, 0, i8::MIN, 0.0);
        for (from, shares) in attackers {
            let front = engaged(cx, s, from, s.active);
            attack += strength(&front) / f64::from(shares);
            lead = lead.max(best(&front));
            steps += front.iter().map(|u| f64::from(s.unit(*u).steps)).sum::<f64>() / f64::from(shares);
            ground = ground.max(rough_terrain(cx, from, hex, &front));
        }
        if may_join {
            let about = distances.fighters[s.active.index()].iter();
            let all: f64 =
                about.filter(|(h, _)| cx.setup.map.distance(*h, hex) <= GATHERING).map(|f| f.1).sum();
            attack = attack.max(JOIN * all);
        }
        let limit = cx.data.combat.morale_limit;
        let modifier = (lead - best(&defence)).clamp(-limit, limit) + ground;
        let percent = (attack * 100.0 / strength(&defence).max(0.5)) as i32;
        let own_steps: f64 = defence.iter().map(|u| f64::from(s.unit(*u).steps)).sum();
        sum += mean_result(cx, percent, modifier, steps, own_steps);
    }
    sum
}

fn rough_terrain(cx: &Context, from: HexId, to: HexId, front: &[UnitId]) -> i8 {
    let Some(dir) = cx.setup.map.direction_to(from, to) else { return 0 };
    let is_horse = front.iter().any(|u| cx.setup.unit(*u).arm == crate::data::Arm::Horse);
    let of = |h: HexId| {
        let line = cx.setup.terrain(&cx.data, h).combat;
        if is_horse { line.horse } else { line.foot }
    };
    let side = cx.setup.effects[from.index()][dir.0 as usize].combat[usize::from(is_horse)];
    of(from).min(of(to)) + side.unwrap_or(-4)
}

/// Mean of the six results: steps of the enemy less own ones, a little more for driving him off.
fn mean_result(cx: &Context, percent: i32, modifier: i8, attacking: f64, defending: f64) -> f64 {
    let mut sum = 0.0;
    for die in 1..=6 {
        let pair = odds::result(cx, percent, die + i32::from(modifier));
        let points = |cell: crate::data::Cell, by: f64| {
            let exchange = if cell.exchange { (by / 4.0).round() } else { 0.0 };
            (f64::from(cell.points) + exchange).min(by) + if cell.surrender { 1.0 } else { 0.0 }
        };
        sum += points(pair.1, attacking) * 1.3 - points(pair.0, defending);
    }
    sum / 6.0 * STEP
}
