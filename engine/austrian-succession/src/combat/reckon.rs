//! 16.2 to 16.20: strengths, percentage, shifts and column of a round, each shift with its rule. The die, the log, the
//! odds and the panel read the same lines.

use super::{Battle, Kind};
use crate::Context;
use crate::data::{Arm, CombatResult};
use crate::ids::{SideId, UnitId};
use crate::leaders;
use crate::state::State;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why a column or a siege factor changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Shift {
    Leader(UnitId),
    /// A terrain of the Terrain Effects Chart.
    Ground(u8),
    River,
    FieldWorks,
    Supply,
    /// Siege factors (21.5): trains, and the printed strengths compared.
    SiegeTrains(u8),
    Strength,
    Weaker,
}

/// One line of a reckoning: for the attacker plus, for the defender minus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Line {
    pub shift: Shift,
    pub side: SideId,
    pub value: i8,
}

impl Line {
    /// In words, with the rule.
    pub fn words(&self, cx: &Context) -> (String, &'static str) {
        match self.shift {
            Shift::Leader(u) => (crate::words::unit_name(cx, u).to_owned(), "16.15"),
            Shift::Ground(t) => (cx.data.terrain.hexes[usize::from(t)].name.clone(), "16.17"),
            Shift::River => ("across a river".into(), "16.17"),
            Shift::FieldWorks => ("field works".into(), "36.2"),
            Shift::Supply => ("a supply train expended".into(), "31.2"),
            Shift::SiegeTrains(1) => ("a siege train".into(), "21.5"),
            Shift::SiegeTrains(n) => (format!("{n} siege trains"), "21.5"),
            Shift::Strength => ("strength against the besieged".into(), "21.5"),
            Shift::Weaker => ("besiegers weaker than the besieged".into(), "21.5"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reckoning {
    /// Of the attacker and the defender of the round.
    pub strengths: [u16; 2],
    pub percentage: u16,
    /// The column of the percentage, and the one after all shifts.
    pub base: u8,
    pub column: u8,
    pub lines: SmallVec<[Line; 6]>,
}

/// Printed combat strength of units.
pub fn strength(cx: &Context, s: &State, units: &[UnitId]) -> u16 {
    units.iter().map(|u| u16::from(cx.setup.unit(*u).face(s.unit(*u).is_elite()).strength)).sum()
}

/// The attacker's strength in hundredths of the defender's, rounded down; nobody has no strength at all to attack, and
/// against none at all it is as good as the last column (16.2.5).
pub fn percentage(cx: &Context, attack: u16, defence: u16) -> u16 {
    let most = cx.data.combat.columns.last().copied().unwrap_or(0);
    (u32::from(attack) * 100)
        .checked_div(u32::from(defence))
        .map_or(most, |p| p.min(u32::from(u16::MAX)) as u16)
}

/// What the attacker of the round brings: parenthesized strengths add nothing (16.4, 21.7); in a counterattack cavalry
/// counts double, but neither into nor out of a fortress (39.CA, 21.7).
fn striking_strength(cx: &Context, s: &State, b: &Battle) -> u16 {
    let in_fortress = SideId::BOTH.iter().any(|side| b.is_inside(&cx.setup, *side));
    let is_doubled = b.round > 0 && !in_fortress;
    let of = |u: &UnitId| {
        let card = cx.setup.unit(*u);
        let face = card.face(s.unit(*u).is_elite());
        match (face.parenthesized, card.arm) {
            (true, _) => 0,
            (false, Arm::Cavalry) if is_doubled => u16::from(face.strength) * 2,
            (false, _) => u16::from(face.strength),
        }
    };
    b.force(b.striker).iter().map(of).sum()
}

/// The ground that helps the defender: the best of hex and hexside, and field works on top (16.16 to 16.18, 36.2). Ground
/// does not count in a counterattack (39.CA) nor after a breach (21.6).
fn add_ground(cx: &Context, s: &State, b: &Battle, lines: &mut SmallVec<[Line; 6]>) {
    if b.round > 0 || b.kind == Kind::Breach {
        return;
    }
    let side = b.defender();
    let ground = cx.setup.ground(b.at);
    let has_river = cx.setup.crossing(b.from, b.at).river;
    let river = if has_river { cx.data.terrain.river_shift } else { 0 };
    if ground.shift > 0 && ground.shift >= river {
        lines.push(Line { shift: Shift::Ground(ground.terrain), side, value: -ground.shift });
    } else if river > 0 {
        lines.push(Line { shift: Shift::River, side, value: -river });
    }
    if crate::works::stands(s, side, b.at) {
        lines.push(Line { shift: Shift::FieldWorks, side, value: -cx.data.terrain.works_shift });
    }
}

/// A round of combat as it stands: commanders and trains named so far are counted.
pub fn reckon(cx: &Context, s: &State, b: &Battle) -> Reckoning {
    let (striker, target) = (b.striker, b.striker.enemy());
    let strengths = [striking_strength(cx, s, b), strength(cx, s, b.force(target))];
    let percentage = percentage(cx, strengths[0], strengths[1]);
    let columns = &cx.data.combat.columns;
    let base = columns.iter().rposition(|least| *least <= percentage).unwrap_or(0);
    let mut lines = SmallVec::new();
    for (side, sign) in [(striker, 1), (target, -1)] {
        if let Some(leader) = b.commanders[side.index()] {
            let value = sign * leaders::value(cx, s, leader) as i8;
            lines.push(Line { shift: Shift::Leader(leader), side, value });
        }
        if b.supplied[side.index()] && b.round == 0 {
            lines.push(Line { shift: Shift::Supply, side, value: sign });
        }
    }
    add_ground(cx, s, b, &mut lines);
    let shift: i32 = lines.iter().map(|l| i32::from(l.value)).sum();
    let column = (base as i32 + shift).clamp(0, columns.len() as i32 - 1) as u8;
    Reckoning { strengths, percentage, base: base as u8, column, lines }
}

/// The cell of the Combat Results Table (16.2.8).
pub fn cell(cx: &Context, column: u8, die: u8) -> CombatResult {
    let rows = &cx.data.combat.results;
    let row = rows.get(usize::from(die.max(1)) - 1).or(rows.last());
    row.and_then(|r| r.get(usize::from(column))).copied().unwrap_or(CombatResult::Counterattack)
}

/// Printed strength of cavalry and light units, and the best leader's value instead of his strength (30.2); with the number
/// of such units.
fn mobile_strength(cx: &Context, s: &State, units: &[UnitId]) -> (u16, usize) {
    let is_mobile = |u: &UnitId| matches!(cx.setup.unit(*u).arm, Arm::Cavalry | Arm::Light);
    let mobile: crate::ids::Units = units.iter().copied().filter(is_mobile).collect();
    let value = leaders::best(cx, s, units).map_or(0, |l| leaders::value(cx, s, l));
    (strength(cx, s, &mobile) + u16::from(value), mobile.len())
}

/// Whether the defender may declare a Delaying Action: in a Battle Phase, with cavalry or light units, and so many times
/// the attacker's strength of that kind (30.2).
pub fn may_delay(cx: &Context, s: &State, b: &Battle) -> bool {
    if !cx.setup.options.delaying_actions || b.kind != Kind::Battle || b.round > 0 {
        return false;
    }
    let (ours, count) = mobile_strength(cx, s, b.force(b.defender()));
    let (theirs, _) = mobile_strength(cx, s, b.force(b.attacker));
    count > 0 && ours >= theirs * u16::from(cx.data.combat.delaying)
}
