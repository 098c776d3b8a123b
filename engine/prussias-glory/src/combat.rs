//! Close combat (10): who takes part, odds and modifiers.

use crate::Context;
use crate::board::{
    arm_of, counted_steps, engaged_passing, face, fighters, has_fighter, has_unit, is_fighter, morale, supporting,
};
use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::modifier::{Modifiers, Reason};
use crate::state::{Combat, Flag, MoraleState, Spirit, State};
use engine::hex::{Dir, HexId};

/// Whether this unit could attack from one hex into the next (6.1, 10.1).
pub fn can_attack(cx: &Context, s: &State, u: UnitId, from: HexId, to: HexId) -> bool {
    cx.setup.map.dir(from, to).is_some_and(|d| crate::board::can_step(cx, s, u, from, d))
}

/// Attackers of one hex who lend strength: Engaged, not fought, able to enter every hex attacked.
pub fn attackers_in(cx: &Context, s: &State, c: &Combat, hex: HexId) -> Units {
    let mut out = if c.sweepers.is_empty() {
        engaged_passing(cx, s, hex, s.active, true)
    } else {
        let mut here = fighters(cx, s, hex, s.active);
        here.retain(|u| c.sweepers.contains(u));
        here
    };
    out.retain(|u| c.at.iter().any(|t| can_attack(cx, s, *u, hex, *t)));
    out
}

/// Defenders of one hex who lend strength. A sweep meets those who have fought too (10.13.2).
pub fn defenders_in(cx: &Context, s: &State, c: &Combat, hex: HexId) -> Units {
    engaged_passing(cx, s, hex, s.active.enemy(), c.sweepers.is_empty())
}

/// Supporting Units that join a supported defence: up to four steps from the top (10.3.3).
pub fn support_in(cx: &Context, s: &State, c: &Combat, hex: HexId) -> Units {
    let mut left = cx.data.movement.supporting_steps;
    let mut out = Units::new();
    for u in supporting(cx, s, hex, s.active.enemy(), c.sweepers.is_empty()) {
        let steps = counted_steps(cx, s, u);
        if steps > left {
            break;
        }
        left -= steps;
        out.push(u);
    }
    out
}

pub fn attackers(cx: &Context, s: &State, c: &Combat) -> Units {
    c.from.iter().flat_map(|h| attackers_in(cx, s, c, *h)).collect()
}

pub fn defenders(cx: &Context, s: &State, c: &Combat) -> Units {
    c.at.iter().flat_map(|h| defenders_in(cx, s, c, *h)).collect()
}

/// Strength that counts from one hex: at most 8, at most 6 of it horse (10.3.2).
fn hex_strength(cx: &Context, s: &State, units: &[UnitId]) -> u8 {
    let sum = |arm: Arm| -> u8 {
        units.iter().filter(|u| arm_of(cx, **u) == arm).map(|u| face(cx, s, *u).strength).sum()
    };
    let horse = sum(Arm::Horse).min(cx.data.combat.horse_strength);
    (sum(Arm::Foot) + horse).min(cx.data.combat.strength)
}

/// What both sides bring: strength and steps that lent it (10.3, 10.8.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forces {
    pub strength: (u8, u8),
    pub steps: (u8, u8),
}

pub fn forces(cx: &Context, s: &State, c: &Combat) -> Forces {
    let mut out = Forces { strength: (0, 0), steps: (0, 0) };
    let steps = |units: &[UnitId]| -> u8 { units.iter().map(|u| s.unit(*u).steps).sum() };
    for hex in &c.from {
        let units = attackers_in(cx, s, c, *hex);
        out.strength.0 += hex_strength(cx, s, &units);
        out.steps.0 += steps(&units);
    }
    for hex in &c.at {
        let units = defenders_in(cx, s, c, *hex);
        out.strength.1 += hex_strength(cx, s, &units);
        out.steps.1 += steps(&units);
        if c.supported {
            let more = support_in(cx, s, c, *hex);
            out.strength.1 += hex_strength(cx, s, &more);
            out.steps.1 += steps(&more);
        }
    }
    out
}

/// Odds in per cent, to be rounded down to a column (10.3.4).
pub fn odds(forces: &Forces) -> i32 {
    i32::from(forces.strength.0) * 100 / i32::from(forces.strength.1.max(1))
}

/// The column of the table in words: `3-2`.
pub fn odds_name(cx: &Context, percent: i32) -> String {
    let columns = &cx.data.combat.results.columns;
    let column = columns.iter().rev().find(|c| **c <= percent).or(columns.first()).copied().unwrap_or(100);
    match column {
        c if c >= 100 && c % 100 == 0 => format!("{}-1", c / 100),
        150 => "3-2".into(),
        c if c > 0 => format!("1-{}", (100 + c / 2) / c),
        c => format!("{c} per cent"),
    }
}

/// Whether one defending hex is surrounded by these attackers and their zones (10.1.1).
pub fn is_surrounded(cx: &Context, s: &State, c: &Combat) -> bool {
    let [at] = c.at.as_slice() else { return false };
    let all = attackers(cx, s, c);
    let is_covered = |hex: HexId| {
        c.from.contains(&hex)
            || all.iter().any(|u| {
                let from = s.unit(*u).hex;
                let zones = cx.setup.map.dir(from, hex).is_some_and(|d| crate::board::can_step(cx, s, *u, from, d));
                zones && !s.unit(*u).is_routed()
            })
    };
    cx.setup.map.neighbours(*at).iter().all(|n| !n.is_none() && is_covered(*n))
}

/// Terrain of a pair of hexes for the attacker (10.5.1), and whether an entrenchment was counted.
pub fn pair_terrain(cx: &Context, s: &State, c: &Combat, from: HexId, to: HexId) -> (i8, bool) {
    let units = attackers_in(cx, s, c, from);
    let Some(dir) = cx.setup.map.dir(from, to) else { return (0, false) };
    let effect = &cx.setup.effects[from.index()][dir.0 as usize];
    let of = |arm: Arm| {
        let hex = |h: HexId| {
            let combat = cx.setup.terrain(&cx.data, h).combat;
            if arm == Arm::Horse { combat.horse } else { combat.foot }
        };
        let side = effect.combat[usize::from(arm == Arm::Horse)].unwrap_or(0);
        hex(from).min(hex(to)) + side
    };
    let worst = units.iter().map(|u| of(arm_of(cx, *u))).min();
    (worst.unwrap_or_else(|| of(Arm::Foot)), effect.trench)
}

/// Pairs of touching hexes the attacker may choose from.
pub fn pairs(cx: &Context, c: &Combat) -> Vec<(HexId, HexId)> {
    let all = c.from.iter().flat_map(|f| c.at.iter().map(move |a| (*f, *a)));
    all.filter(|(f, a)| cx.setup.map.touches(*f, *a)).collect()
}

/// Shock of one side: the average, halves rounded up (10.5.2).
fn shock(cx: &Context, s: &State, units: &[UnitId]) -> i8 {
    let value = |u: &UnitId| -> u32 {
        if arm_of(cx, *u) != Arm::Horse || !s.unit(*u).is_formed() {
            return 0;
        }
        let movement = face(cx, s, *u).movement;
        let table = &cx.data.combat.shock;
        table.iter().find(|l| l.movement >= movement).or(table.last()).map_or(0, |l| l.value.into())
    };
    let n = units.len() as u32;
    if n == 0 {
        return 0;
    }
    let sum: u32 = units.iter().map(value).sum();
    ((2 * sum + n) / (2 * n)) as i8
}

/// The shock modifier, where cavalry shock occurs (10.5.2).
fn shock_modifier(cx: &Context, s: &State, c: &Combat, attack: &[UnitId], defence: &[UnitId]) -> i8 {
    let is_shaken_foot =
        |u: &UnitId| s.has(*u, Flag::Column) || s.unit(*u).morale != MoraleState::Formed;
    let all_horse = attack.iter().all(|u| arm_of(cx, *u) == Arm::Horse);
    let may = defence.iter().all(|u| arm_of(cx, *u) == Arm::Horse || is_shaken_foot(u));
    let Some((from, to)) = c.pair else { return 0 };
    let (source, target) = (cx.setup.terrain(&cx.data, from), cx.setup.terrain(&cx.data, to));
    let is_barred = target.woods || target.town || is_marshy(cx, to) || source.woods;
    if !all_horse || !may || is_barred || pair_terrain(cx, s, c, from, to).1 {
        return 0;
    }
    shock(cx, s, attack) - shock(cx, s, defence)
}

/// Marsh, pond and marsh with pond (reading of 10.5.2d).
pub fn is_marshy(cx: &Context, hex: HexId) -> bool {
    let line = cx.setup.terrain(&cx.data, hex);
    line.marsh || line.id == "pond"
}

/// All modifiers of the combat with its lead units and pair of hexes (10.5).
pub fn modifiers(cx: &Context, s: &State, c: &Combat) -> Modifiers {
    let f = &cx.data.combat;
    let (attacker, defender) = (s.active, s.active.enemy());
    let attack = attackers(cx, s, c);
    let mut defence = defenders(cx, s, c);
    if c.supported {
        defence.extend(c.at.iter().flat_map(|h| support_in(cx, s, c, *h)));
    }
    let mut out = Modifiers::default();
    if let [Some(a), Some(d)] = c.lead {
        let lead = morale(cx, s, a) as i8 - morale(cx, s, d) as i8;
        out.add(Reason::Morale, lead.clamp(-f.morale_limit, f.morale_limit));
    }
    if let Some((from, to)) = c.pair {
        out.add(Reason::Terrain, pair_terrain(cx, s, c, from, to).0);
    }
    out.add(Reason::Shock, shock_modifier(cx, s, c, &attack, &defence));
    let is_town = c.at.first().is_some_and(|h| cx.setup.terrain(&cx.data, *h).town);
    out.add_if(!c.supported && !is_town && is_surrounded(cx, s, c), Reason::Flank, f.flank);
    let is_penalized = s.locked.iter().any(|l| l.penalty && c.from.contains(&l.hex));
    out.add_if(is_penalized, Reason::Locked, f.locked);
    let marked = |hexes: &Hexes, side: SideId| {
        s.momentum.iter().filter(|m| m.side == side && hexes.contains(&m.hex)).count() as i8
    };
    out.add(Reason::MomentumOnDefender, f.momentum_defender * marked(&c.at, defender));
    out.add(Reason::MomentumOnAttacker, f.momentum_attacker * marked(&c.from, attacker));
    match s.army(attacker).spirit {
        Spirit::Steady => {}
        Spirit::Demoralized => out.add(Reason::AttackerDemoralized, f.attacker_demoralized),
        Spirit::Broken => out.add(Reason::AttackerBroken, f.attacker_broken),
    }
    let horse_leads = c.lead[0].is_some_and(|u| arm_of(cx, u) == Arm::Horse);
    match s.army(defender).spirit {
        Spirit::Steady => {}
        Spirit::Demoralized if horse_leads => out.add(Reason::DefenderDemoralized, f.defender_demoralized_horse),
        Spirit::Demoralized => out.add(Reason::DefenderDemoralized, f.defender_demoralized_foot),
        Spirit::Broken => out.add(Reason::DefenderBroken, f.defender_broken),
    }
    let is_disordered = |u: &UnitId| s.unit(*u).morale == MoraleState::Disordered;
    let is_column = |u: &UnitId| s.has(*u, Flag::Column);
    out.add_if(attack.iter().any(is_disordered), Reason::AttackerDisordered, f.attacker_disordered);
    out.add_if(defence.iter().any(is_disordered), Reason::DefenderDisordered, f.defender_disordered);
    out.add_if(attack.iter().any(is_column), Reason::AttackerColumn, f.attacker_column);
    out.add_if(defence.iter().any(is_column), Reason::DefenderColumn, f.defender_column);
    out.add_if(is_only_routed(cx, s, c), Reason::OnlyRouted, f.only_routed);
    out
}

/// Every infantry and cavalry unit of the defending hexes is Routed (9.2).
pub fn is_only_routed(cx: &Context, s: &State, c: &Combat) -> bool {
    let mut all = c.at.iter().flat_map(|h| fighters(cx, s, *h, s.active.enemy())).peekable();
    all.peek().is_some() && all.all(|u| s.unit(u).is_routed())
}

/// Hexes with Engaged units that must still fight, and whom each may fight (10).
#[derive(Clone, Debug, Default)]
pub struct Duty {
    pub attackers: Vec<HexId>,
    pub defenders: Vec<HexId>,
    /// Hexes with enemy guns alone next to attackers (6.2c): they may be taken.
    pub guns: Vec<HexId>,
    links: Vec<(HexId, HexId)>,
}

impl Duty {
    pub fn new(cx: &Context, s: &State) -> Self {
        let (own, enemy) = (s.active, s.active.enemy());
        let mut out = Self::default();
        let mut hexes: Vec<HexId> = s
            .units
            .iter()
            .enumerate()
            .filter(|(i, u)| u.is_on_map() && cx.setup.units[*i].side == own && is_fighter(cx, UnitId(*i as u8)))
            .map(|(_, u)| u.hex)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        for from in hexes {
            let ready = engaged_passing(cx, s, from, own, true);
            for dir in Dir::ALL {
                let Some(to) = cx.setup.map.neighbour(from, dir) else { continue };
                let can = |u: &UnitId| !s.unit(*u).is_routed() && can_attack(cx, s, *u, from, to);
                if !has_unit(cx, s, to, enemy) || !ready.iter().any(can) {
                    continue;
                }
                if !engaged_passing(cx, s, to, enemy, true).is_empty() {
                    out.links.push((from, to));
                    out.attackers.push(from);
                    out.defenders.push(to);
                } else if !has_fighter(cx, s, to, enemy) {
                    out.links.push((from, to));
                    out.guns.push(to);
                }
            }
        }
        for list in [&mut out.attackers, &mut out.defenders, &mut out.guns] {
            list.sort_unstable();
            list.dedup();
        }
        out
    }

    pub fn touches(&self, from: HexId, to: HexId) -> bool {
        self.links.contains(&(from, to))
    }

    /// Nobody left over has lost all opponents (10.1).
    fn leaves_nobody_alone(&self, from: &[HexId], at: &[HexId]) -> bool {
        let a_left = |h: &HexId| !from.contains(h);
        let d_left = |h: &HexId| !at.contains(h);
        let attacker_ok = |a: &HexId| self.defenders.iter().any(|d| d_left(d) && self.touches(*a, *d));
        let defender_ok = |d: &HexId| self.attackers.iter().any(|a| a_left(a) && self.touches(*a, *d));
        self.attackers.iter().filter(|h| a_left(h)).all(attacker_ok)
            && self.defenders.iter().filter(|h| d_left(h)).all(defender_ok)
    }

    /// Every combat that may be designated now.
    pub fn combats(&self) -> Vec<(Hexes, Hexes)> {
        let mut out = Vec::new();
        let mut first: Vec<HexId> = self.links.iter().map(|l| l.0).collect();
        first.sort_unstable();
        first.dedup();
        for a in &first {
            let targets: Hexes = self.defenders.iter().copied().filter(|d| self.touches(*a, *d)).collect();
            for at in subsets(&targets) {
                self.with_attackers(*a, &at, &mut out);
            }
            for gun in self.guns.iter().filter(|g| self.touches(*a, **g)) {
                self.with_attackers(*a, &smallvec::smallvec![*gun], &mut out);
            }
        }
        out
    }

    /// Combats in which `a` is the first of the attacking hexes.
    fn with_attackers(&self, a: HexId, at: &Hexes, out: &mut Vec<(Hexes, Hexes)>) {
        let mut others: Hexes = self.links.iter().map(|l| l.0).filter(|o| *o > a).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|o| at.iter().all(|d| self.touches(*o, *d)));
        let mut groups = subsets(&others);
        groups.push(Hexes::new());
        for mut from in groups {
            from.push(a);
            from.sort_unstable();
            if self.leaves_nobody_alone(&from, at) {
                out.push((from, at.clone()));
            }
        }
    }
}

/// All non-empty parts of a short list, in order.
fn subsets(list: &[HexId]) -> Vec<Hexes> {
    let n = list.len().min(6);
    (1u32..1 << n).map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).map(|i| list[i]).collect()).collect()
}
