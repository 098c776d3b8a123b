//! Joint Army Morale Adjustment (12, 13).

use super::{Ask, BreakUp, Checks, Decision};
use crate::army_morale::{fill_box, raise, rest, routed_units};
use crate::board::enemy_distance;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::morale::{set_state, suffer};
use crate::state::{BoxKind, Check, MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use serde::{Deserialize, Serialize};

/// The step in which armies are Broken.
pub const BREAK_UP: u8 = 4;

/// Fatigue, success and routed units; then demoralization and broken armies, side by side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Joint {
    pub step: u8,
    /// Armies that were steady when the phase began.
    pub steady: [bool; 2],
}

impl Joint {
    pub fn new(s: &State) -> Self {
        Self { step: 0, steady: [0, 1].map(|i| s.armies[i].spirit == Spirit::Steady) }
    }

    /// What is left once the armies have been tested for demoralization.
    pub fn break_up(s: &State) -> Self {
        Self { step: BREAK_UP, ..Self::new(s) }
    }
}

impl Decision for Joint {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.step < 5 {
            s.push(Self { step: self.step + 1, ..self.clone() });
        }
        match self.step {
            0 => {
                for side in SideId::BOTH {
                    tire(cx, s, side, rec);
                    encourage(cx, s, side, rec);
                    mark(cx, s, side, rec);
                }
            }
            1 | 2 => test(cx, s, SideId(self.step - 1), rec),
            3 => {
                let is_new =
                    |side: &SideId| self.steady[side.index()] && s.army(*side).spirit == Spirit::Demoralized;
                match SideId::BOTH.into_iter().filter(is_new).collect::<Vec<_>>().as_slice() {
                    [] => {}
                    [side] => check_near(cx, s, *side),
                    _ => check_together(cx, s, false, Vec::new()),
                }
            }
            BREAK_UP => break_armies(cx, s, rec),
            _ => s.armies.iter_mut().for_each(|a| a.tired = false),
        }
    }
}

/// 12.3: movement or combat tires, a turn of rest gives back.
fn tire(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let points = cx.setup.fatigue;
    if points == 0 {
        return;
    }
    if !s.army(side).active {
        return;
    }
    if s.army(side).tired {
        for _ in 0..points {
            fill_box(s, side, BoxKind::Fatigue);
        }
        rec.emit(|| Event::Fatigued { side, points });
    } else {
        let points = rest(s.army_mut(side), cx.data.army_morale.rest);
        if points > 0 {
            rec.emit(|| Event::Rested { side, points });
        }
    }
}

/// 13, step one: three points of Combat Success raise the lowest box.
fn encourage(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let top = cx.setup.sides[side.index()].track_top;
    let army = s.army_mut(side);
    let points = army.success / cx.data.army_morale.success;
    army.success = 0;
    for _ in 0..points {
        raise(army, top);
    }
    if points > 0 {
        rec.emit(|| Event::Encouraged { side, points });
    }
}

/// 13, step two: the marker goes down by one for each Routed unit.
fn mark(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let routed = routed_units(cx, s, side);
    let army = s.army_mut(side);
    let level = army.lowest().saturating_sub(routed as i8);
    army.marker = level;
    rec.emit(|| Event::MoraleMarked { side, level, routed });
}

/// 12.4: the highest die that demoralizes at this level.
fn range(cx: &Context, level: i8) -> u8 {
    let lines = &cx.data.army_morale.demoralization;
    lines.iter().find(|l| l.level == level).map_or(0, |l| l.die)
}

fn test(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let level = s.army(side).marker;
    if s.army(side).spirit != Spirit::Steady {
        return;
    }
    if level <= cx.data.army_morale.automatic {
        demoralize(s, side, rec);
    } else if range(cx, level) > 0 {
        s.push(DemoralizationRoll { side });
    }
}

fn demoralize(s: &mut State, side: SideId, rec: &mut Record) {
    s.army_mut(side).spirit = Spirit::Demoralized;
    rec.emit(|| Event::ArmyDemoralized { side });
}

/// Units within three hexes of the enemy, hex by hex.
fn units_near(cx: &Context, s: &State, side: SideId, formed_only: bool) -> Vec<UnitId> {
    let reach = cx.data.army_morale.check_range;
    let is_meant = |u: &UnitId| {
        let unit = s.unit(*u);
        cx.setup.unit(*u).side == side
            && unit.is_on_map()
            && (!formed_only || unit.is_formed())
            && enemy_distance(cx, s, unit.hex, side) <= reach
    };
    let mut out: Vec<UnitId> = cx.setup.unit_ids().filter(is_meant).collect();
    out.sort_by_key(|u| (s.unit(*u).hex, s.unit(*u).order));
    out
}

/// One army checks: each unit that fails retreats before the next checks.
fn check_near(cx: &Context, s: &mut State, side: SideId) {
    queue_checks(s, units_near(cx, s, side, false));
}

fn queue_checks(s: &mut State, units: Vec<UnitId>) {
    for unit in units {
        let hex = s.unit(unit).hex;
        s.checks.push(Check { unit, hex, mixed: false });
    }
    s.push(Checks);
}

/// Both armies check, and only then retreat by turns.
fn check_together(cx: &Context, s: &mut State, formed_only: bool, due: Vec<UnitId>) {
    let checks = SideId::BOTH.into_iter().flat_map(|side| units_near(cx, s, side, formed_only)).collect();
    s.push(BreakUp { checks, due: due.into_iter().collect(), next: None });
}

/// 12.5: Disordered units rout, Formed ones near the enemy check.
fn break_armies(cx: &Context, s: &mut State, rec: &mut Record) {
    let level = cx.data.army_morale.broken;
    let breaks = |side: &SideId| s.army(*side).marker <= level && s.army(*side).spirit != Spirit::Broken;
    let sides: Vec<SideId> = SideId::BOTH.into_iter().filter(breaks).collect();
    for side in sides.iter().copied() {
        s.army_mut(side).spirit = Spirit::Broken;
        rec.emit(|| Event::ArmyBroken { side });
    }
    let is_disordered = |u: &UnitId| {
        sides.contains(&cx.setup.unit(*u).side)
            && s.unit(*u).is_on_map()
            && s.unit(*u).morale == MoraleState::Disordered
    };
    let routed: Vec<UnitId> = cx.setup.unit_ids().filter(is_disordered).collect();
    match sides.as_slice() {
        [] => {}
        [side] => {
            queue_checks(s, units_near(cx, s, *side, true));
            for u in routed {
                suffer(cx, s, u, MoraleState::Routed, false, rec);
            }
        }
        _ => {
            let due = routed.clone();
            for u in routed {
                set_state(cx, s, u, MoraleState::Routed, rec);
            }
            check_together(cx, s, true, due);
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DemoralizationRoll {
    pub side: SideId,
}

impl Decision for DemoralizationRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("demoralization", "12.4", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (side, die) = (self.side, roll.one() as u8);
        let range = range(cx, s.army(side).marker);
        let demoralized = die <= range;
        rec.emit(|| Event::DemoralizationRolled { side, die, range, demoralized });
        if demoralized {
            demoralize(s, side, rec);
        }
    }
}
