//! Joint Army Morale Adjustment (12, 13).

use super::{Ask, Checks, Decision};
use crate::army_morale::{fill_box, raise, rest, routed_units};
use crate::board::enemy_distance;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::morale::suffer;
use crate::state::{BoxKind, Check, MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use serde::{Deserialize, Serialize};

/// Fatigue, success and routed units; then demoralization and broken armies, side by side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Joint {
    pub step: u8,
}

impl Decision for Joint {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.step < 4 {
            s.push(Self { step: self.step + 1 });
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
                for side in SideId::BOTH {
                    break_army(cx, s, side, rec);
                }
            }
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
        demoralize(cx, s, side, rec);
    } else if range(cx, level) > 0 {
        s.push(DemoralizationRoll { side });
    }
}

fn demoralize(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    s.army_mut(side).spirit = Spirit::Demoralized;
    rec.emit(|| Event::ArmyDemoralized { side });
    check_near(cx, s, side, false);
}

/// Units within three hexes of the enemy check their morale.
fn check_near(cx: &Context, s: &mut State, side: SideId, formed_only: bool) {
    let reach = cx.data.army_morale.check_range;
    for unit in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == side) {
        let hex = s.unit(unit).hex;
        let is_meant = !formed_only || s.unit(unit).is_formed();
        if !hex.is_none() && is_meant && enemy_distance(cx, s, hex, side) <= reach {
            s.checks.push(Check { unit, hex, mixed: false });
        }
    }
    s.push(Checks);
}

/// 12.5: Disordered units rout, Formed ones near the enemy check.
fn break_army(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    if s.army(side).marker > cx.data.army_morale.broken || s.army(side).spirit == Spirit::Broken {
        return;
    }
    s.army_mut(side).spirit = Spirit::Broken;
    rec.emit(|| Event::ArmyBroken { side });
    check_near(cx, s, side, true);
    let is_disordered = |u: &UnitId| {
        cx.setup.unit(*u).side == side
            && s.unit(*u).is_on_map()
            && s.unit(*u).morale == MoraleState::Disordered
    };
    for u in cx.setup.unit_ids().filter(is_disordered).collect::<Vec<_>>() {
        suffer(cx, s, u, MoraleState::Routed, false, rec);
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
            demoralize(cx, s, side, rec);
        }
    }
}
