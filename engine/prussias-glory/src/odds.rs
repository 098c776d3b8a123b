//! What a close combat is fought with: strength and odds (10.3), morale of the Lead Units (10.4), terrain and shock (10.5), and the
//! loss points that come of a result (10.8.1, 10.8.2).

use crate::Context;
use crate::board::{arm_of, can_step, face, fighters, morale};
use crate::combat::{Combat, Due, top_steps};
use crate::data::{Arm, Cell, CellPair};
use crate::ids::{SideId, UnitId, Units};
use crate::modifier::{Modifiers, Reason};
use crate::state::{Flag, MoraleState, Spirit, State};
use engine::hex::{Dir, HexId};

/// What a side fights with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Force {
    pub strength: u8,
    /// Units that lend strength, and their steps.
    pub units: Units,
    pub steps: u8,
}

impl Force {
    /// Adds units of one hex up to the limits (10.3.2): in all, and of cavalry. Who lends a part lends all its steps.
    fn add(&mut self, cx: &Context, s: &State, units: &[UnitId]) {
        let c = &cx.data.combat;
        let (mut all, mut horse) = (c.strength, c.horse_strength);
        for u in units {
            let is_horse = arm_of(cx, *u) == Arm::Horse;
            let own = face(cx, s, *u).strength;
            let lent = if is_horse { own.min(horse).min(all) } else { own.min(all) };
            if lent == 0 && own > 0 {
                continue;
            }
            all -= lent;
            if is_horse {
                horse -= lent;
            }
            self.strength += lent;
            self.steps += s.unit(*u).steps;
            self.units.push(*u);
        }
    }
}

/// How a single surrounded hex is fought (10.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surround {
    No,
    Flank,
    SupportedDefence,
}

/// All six neighbours hold attackers of this combat or lie in their zones (10.1.1).
pub fn surround(cx: &Context, s: &State, c: &Combat) -> Surround {
    let [hex] = c.defenders.as_slice() else { return Surround::No };
    let map = &cx.setup.map;
    let units = c.front(cx, s, s.active);
    let zones = |n: HexId| {
        units.iter().any(|u| {
            let from = s.unit(*u).hex;
            map.direction_to(from, n).is_some_and(|dir| can_step(cx, s, *u, from, dir))
        })
    };
    let is_covered = |n: &HexId| !n.is_none() && (c.attackers.contains(n) || zones(*n));
    if !map.neighbours(*hex).iter().all(is_covered) {
        Surround::No
    } else if c.lines(cx, s, *hex, s.active.enemy()).1.is_empty() {
        Surround::Flank
    } else {
        Surround::SupportedDefence
    }
}

/// Strength of a side, hex by hex (10.3).
pub fn force(cx: &Context, s: &State, c: &Combat, side: SideId) -> Force {
    let mut out = Force::default();
    let is_supported = side != s.active && surround(cx, s, c) == Surround::SupportedDefence;
    for hex in c.hexes(s, side) {
        let (front, rest) = c.lines(cx, s, *hex, side);
        out.add(cx, s, &front);
        if is_supported {
            // The limit holds for Engaged and Supporting Units apart (10.3.3).
            out.add(cx, s, &top_steps(cx, s, &rest, cx.data.movement.supporting_steps));
        }
    }
    out
}

/// Strength of the attacker for a hundred of the defender: the column is the next one not above it (10.3.4).
pub fn percent(attacker: u8, defender: u8) -> i32 {
    if defender == 0 { i32::MAX } else { i32::from(attacker) * 100 / i32::from(defender) }
}

/// The column of the table as it is printed.
pub fn column_name(cx: &Context, percent: i32) -> String {
    let columns = &cx.data.combat.results.columns;
    let column = columns.iter().rev().find(|c| **c <= percent).or(columns.first()).copied().unwrap_or(100);
    match column {
        150 => "3-2".into(),
        c if c >= 100 => format!("{}-1", c / 100),
        c => format!("1-{}", (100 + c / 2) / c.max(1)),
    }
}

/// The DRM of the ground between two hexes: the worse of the two hexes, and the side between (10.5.1).
pub fn terrain(cx: &Context, s: &State, c: &Combat, from: HexId, to: HexId) -> i8 {
    let (front, _) = c.lines(cx, s, from, s.active);
    let has = |arm: Arm| front.iter().any(|u| arm_of(cx, *u) == arm);
    let Some(dir) = cx.setup.map.direction_to(from, to) else { return 0 };
    let side = &cx.setup.effects[from.index()][dir.0 as usize];
    let of = |hex: HexId, arm: Arm| {
        let line = cx.setup.terrain(&cx.data, hex).combat;
        if arm == Arm::Horse { line.horse } else { line.foot }
    };
    let total = |arm: Arm| {
        let crossing = side.combat[usize::from(arm == Arm::Horse)];
        crossing.map(|x| of(from, arm).min(of(to, arm)) + x)
    };
    // With foot and horse the column worse for the attacker.
    [Arm::Foot, Arm::Horse].into_iter().filter(|a| has(*a)).filter_map(total).min().unwrap_or(0)
}

/// Pairs of hexes the attacker may choose from (10.5.1).
pub fn pairs(c: &Combat) -> Vec<(HexId, HexId)> {
    c.attackers.iter().flat_map(|a| c.defenders.iter().map(|d| (*a, *d))).collect()
}

/// The pair that serves the attacker best.
pub fn best_pair(cx: &Context, s: &State, c: &Combat) -> Option<(HexId, HexId)> {
    let value = |p: &(HexId, HexId)| {
        let mut one = c.clone();
        one.pair = Some(*p);
        modifiers(cx, s, &one).total()
    };
    pairs(c).into_iter().rev().max_by_key(value)
}

/// Shock value of one unit (10.5.2a).
fn shock_value(cx: &Context, s: &State, u: UnitId) -> u16 {
    if arm_of(cx, u) != Arm::Horse || !s.unit(u).is_formed() {
        return 0;
    }
    let movement = face(cx, s, u).movement;
    let lines = &cx.data.combat.shock;
    let line = lines.iter().rev().find(|l| l.movement <= movement).or(lines.first());
    line.map_or(0, |l| l.value.into())
}

/// Average of a side, halves up (10.5.2b).
fn average_shock(cx: &Context, s: &State, units: &[UnitId]) -> i8 {
    let n = units.len().max(1) as u16;
    let sum: u16 = units.iter().map(|u| shock_value(cx, s, *u)).sum();
    ((2 * sum + n) / (2 * n)) as i8
}

/// Cavalry shock (10.5.2), nothing where it is not used.
pub fn shock(cx: &Context, s: &State, c: &Combat, pair: (HexId, HexId)) -> i8 {
    let (own, enemy) = (force(cx, s, c, s.active).units, force(cx, s, c, s.active.enemy()).units);
    let is_horse = |u: &UnitId| arm_of(cx, *u) == Arm::Horse;
    let is_shaken = |u: &UnitId| is_horse(u) || s.has(*u, Flag::Column) || !s.unit(*u).is_formed();
    if own.is_empty() || !own.iter().all(is_horse) || !enemy.iter().all(is_shaken) {
        return 0;
    }
    let (from, to) = (cx.setup.terrain(&cx.data, pair.0), cx.setup.terrain(&cx.data, pair.1));
    if from.woods || is_broken_ground(to) || is_over_trench(cx, pair.0, pair.1) {
        return 0;
    }
    average_shock(cx, s, &own) - average_shock(cx, s, &enemy)
}

/// Woods, town or marsh (10.5.2d, 10.13.1).
pub fn is_broken_ground(line: &crate::data::HexLine) -> bool {
    line.woods || line.town || line.marsh
}

pub fn is_over_trench(cx: &Context, from: HexId, to: HexId) -> bool {
    let dir: Option<Dir> = cx.setup.map.direction_to(from, to);
    dir.is_some_and(|d| cx.setup.effects[from.index()][d.0 as usize].trench)
}

/// All infantry and cavalry of the defending hexes are Routed (9.2).
pub fn is_only_routed(cx: &Context, s: &State, c: &Combat) -> bool {
    let mut all = c.defenders.iter().flat_map(|h| fighters(cx, s, *h, s.active.enemy())).peekable();
    all.peek().is_some() && all.all(|u| s.unit(u).is_routed())
}

/// Morale of the attacker's Lead Unit less the defender's (10.4).
fn lead_difference(cx: &Context, s: &State, c: &Combat) -> i8 {
    let [Some(own), Some(enemy)] = c.lead else { return 0 };
    let limit = cx.data.combat.morale_limit;
    (morale(cx, s, own) as i8 - morale(cx, s, enemy) as i8).clamp(-limit, limit)
}

fn spirits(cx: &Context, s: &State, c: &Combat, out: &mut Modifiers) {
    let f = &cx.data.combat.modifiers;
    match s.army(s.active).spirit {
        Spirit::Steady => {}
        Spirit::Demoralized => out.add(Reason::AttackerDemoralized, f.attacker_demoralized),
        Spirit::Broken => out.add(Reason::AttackerBroken, f.attacker_broken),
    }
    let leads_horse = c.lead[0].is_some_and(|u| arm_of(cx, u) == Arm::Horse);
    match s.army(s.active.enemy()).spirit {
        Spirit::Steady => {}
        Spirit::Demoralized if leads_horse => {
            out.add(Reason::DefenderDemoralized, f.defender_demoralized_horse);
        }
        Spirit::Demoralized => out.add(Reason::DefenderDemoralized, f.defender_demoralized_foot),
        Spirit::Broken => out.add(Reason::DefenderBroken, f.defender_broken),
    }
}

/// All modifiers of a close combat, with the Lead Units and the pair of hexes that are chosen (10.5).
pub fn modifiers(cx: &Context, s: &State, c: &Combat) -> Modifiers {
    let f = &cx.data.combat.modifiers;
    let mut out = Modifiers::default();
    let pair = c.pair.or_else(|| pairs(c).first().copied());
    let enemy = s.active.enemy();
    if let Some((from, to)) = pair {
        out.add(Reason::Ground, terrain(cx, s, c, from, to));
    }
    out.add(Reason::LeadMorale, lead_difference(cx, s, c));
    if let Some(pair) = pair {
        out.add(Reason::Shock, shock(cx, s, c, pair));
    }
    let is_town = c.defenders.iter().any(|h| cx.setup.terrain(&cx.data, *h).town);
    out.add_if(surround(cx, s, c) == Surround::Flank && !is_town, Reason::Flank, f.flank);
    let is_turned = |h: &HexId| s.locked.iter().any(|l| l.hex == *h && l.penalty);
    out.add_if(c.attackers.iter().any(is_turned), Reason::LockedPenalty, f.locked);
    let markers = |hexes: &[HexId], side: SideId| {
        s.momentum.iter().filter(|m| m.side == side && hexes.contains(&m.hex)).count() as i8
    };
    out.add(Reason::MomentumAttack, f.momentum_defender * markers(&c.defenders, enemy));
    out.add(Reason::MomentumAgainst, f.momentum_attacker * markers(&c.attackers, s.active));
    spirits(cx, s, c, &mut out);
    let (own, other) = (force(cx, s, c, s.active).units, force(cx, s, c, enemy).units);
    let is_disordered = |u: &UnitId| s.unit(*u).morale == MoraleState::Disordered;
    let is_column = |u: &UnitId| s.has(*u, Flag::Column);
    out.add_if(own.iter().any(is_disordered), Reason::AttackerDisordered, f.attacker_disordered);
    out.add_if(other.iter().any(is_disordered), Reason::DefenderDisordered, f.defender_disordered);
    out.add_if(own.iter().any(is_column), Reason::AttackerColumn, f.attacker_column);
    out.add_if(other.iter().any(is_column), Reason::DefenderColumn, f.defender_column);
    out.add_if(is_only_routed(cx, s, c), Reason::OnlyRouted, f.only_routed);
    out
}

/// The result of a modified die at these odds (10.6).
pub fn result(cx: &Context, percent: i32, row: i32) -> CellPair {
    cx.data.combat.results.get(percent, row).copied().unwrap_or(CellPair(Cell::default(), Cell::default()))
}

/// What a side has to suffer of its half of the result (10.8.1, 10.8.2). `by` are the enemy's steps that lent strength.
pub fn due(cx: &Context, s: &State, c: &Combat, side: SideId, cell: Cell, by: u8) -> Due {
    let f = &cx.data.combat;
    let mut points = cell.points;
    if cell.exchange {
        points += (2 * by + f.losses.exchange_steps) / (2 * f.losses.exchange_steps);
    }
    if surround(cx, s, c) == Surround::SupportedDefence {
        points += f.losses.supported_defence;
    }
    let has_support = c.hexes(s, side).iter().any(|h| !c.lines(cx, s, *h, side).1.is_empty());
    if cell.bracket && has_support {
        points = points.saturating_sub(1);
    }
    let o = &cx.data.options;
    let all_horse = c
        .hexes(s, side)
        .iter()
        .all(|h| fighters(cx, s, *h, side).iter().all(|u| arm_of(cx, *u) == Arm::Horse));
    if cx.setup.options.cavalry_losses && all_horse && points >= o.cavalry_losses_from {
        points = points.saturating_add_signed(o.cavalry_losses);
    }
    Due {
        points: points.min(by),
        gun_step: cell.gun_step,
        rout: cell.rout,
        retreat: cell.retreat,
        surrender: cell.surrender,
    }
}
