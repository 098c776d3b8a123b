//! 12: three brigades for a wing of the same kind, and back.

use crate::ids::{SideId, UnitId};
use crate::recruiting::return_to_box;
use crate::setup::Setup;
use crate::state::{Flag, Spot, State};
use crate::words::unit_name;
use crate::{Context, fog};
use engine::present::Refusal;
use smallvec::SmallVec;

/// Brigades in a wing (2.6, 12.1).
pub const BRIGADES: usize = 3;

type Three = SmallVec<[UnitId; BRIGADES]>;

/// Counters of the same nation and arm in the Recruit box: wings or brigades.
fn spare(setup: &Setup, s: &State, like: UnitId, wing: bool) -> impl Iterator<Item = UnitId> {
    let card = setup.unit(like);
    let (nation, arm) = (card.nation, card.arm);
    let fits = |u: &UnitId| {
        let other = setup.unit(*u);
        other.nation == nation
            && other.arm == arm
            && other.is_wing == wing
            && !other.is_mercenary
            && s.unit(*u).spot == Spot::Box
    };
    setup.unit_ids().filter(fits).collect::<SmallVec<[UnitId; 16]>>().into_iter()
}

/// Brigades in the Recruit box a wing can break into.
pub fn spare_brigades(setup: &Setup, s: &State, wing: UnitId) -> SmallVec<[UnitId; BRIGADES]> {
    spare(setup, s, wing, false).take(BRIGADES).collect()
}

fn is_here(s: &State, unit: UnitId) -> bool {
    matches!(s.unit(unit).spot, Spot::Hex(_) | Spot::Staging)
}

/// Brigades of one nation, arm and grade in one place that have not been exchanged in this phase, this one first.
fn alike(setup: &Setup, s: &State, first: UnitId) -> Three {
    let card = setup.unit(first);
    let is_like = |u: &UnitId| {
        let other = setup.unit(*u);
        *u >= first
            && other.is_brigade()
            && !other.is_mercenary
            && other.nation == card.nation
            && other.arm == card.arm
            && s.unit(*u).spot == s.unit(first).spot
            && s.unit(*u).is_elite() == s.unit(first).is_elite()
            && !s.unit(*u).has(Flag::Reorganized)
    };
    setup.unit_ids().filter(is_like).take(BRIGADES).collect()
}

/// Three brigades, of which this is the first by number, and the wing they become (12.3).
pub fn check_combine(
    cx: &Context,
    s: &State,
    side: SideId,
    first: UnitId,
) -> Result<(Three, UnitId), Refusal> {
    let setup = &cx.setup;
    let name = unit_name(cx, first);
    if s.owner(setup, first) != Some(side) || !setup.unit(first).is_brigade() || !is_here(s, first) {
        return Err(Refusal::new("12.3", format!("{name} is no brigade of this side in play.")));
    }
    let three = alike(setup, s, first);
    if three.len() < BRIGADES || !three.contains(&first) {
        return Err(Refusal::new("12.3", format!("There are not three brigades like {name} in its hex.")));
    }
    match spare(setup, s, first, true).next() {
        Some(wing) => Ok((three, wing)),
        None => Err(Refusal::new("12.5", format!("No wing for brigades like {name} is left."))),
    }
}

/// A wing and the three brigades it breaks into (12.4, 12.5).
pub fn check_divide(cx: &Context, s: &State, side: SideId, wing: UnitId) -> Result<Three, Refusal> {
    let setup = &cx.setup;
    let name = unit_name(cx, wing);
    if s.owner(setup, wing) != Some(side) || !setup.unit(wing).is_wing || !is_here(s, wing) {
        return Err(Refusal::new("12.4", format!("{name} is no wing of this side in play.")));
    }
    if s.unit(wing).has(Flag::Reorganized) {
        return Err(Refusal::new("12.2", format!("{name} was combined in this phase.")));
    }
    let three: Three = spare_brigades(setup, s, wing);
    if three.len() < BRIGADES {
        return Err(Refusal::new("12.5", format!("Too few brigade counters are left to divide {name}.")));
    }
    Ok(three)
}

/// Exchanges some counters for others in the same place; drill and grade go over, what goes back is regular (10.6, 12.1).
pub fn exchange(cx: &Context, s: &mut State, out: &[UnitId], into: &[UnitId]) {
    let Some(first) = out.first().copied() else { return };
    let spot = s.unit(first).spot;
    let elite = s.unit(first).is_elite();
    let was_top = out.iter().any(|u| s.unit(*u).has(Flag::Top));
    let carried: SmallVec<[Flag; 4]> = [Flag::Drilled, Flag::Marched, Flag::Moved, Flag::Revealed]
        .into_iter()
        .filter(|f| out.iter().any(|u| s.unit(*u).has(*f)))
        .collect();
    for u in into {
        fog::leave(&cx.setup, s, *u, spot);
        let flags = &mut s.unit_mut(*u).flags;
        if elite {
            flags.set(Flag::Elite);
        }
        carried.iter().for_each(|f| flags.set(*f));
    }
    for u in out {
        return_to_box(cx, s, *u);
    }
    if let (true, Spot::Hex(hex), Some(new)) = (was_top, spot, into.first()) {
        fog::show(&cx.setup, s, *new, hex);
    }
}
