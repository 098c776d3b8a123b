//! What must always hold: bounds first, then that no strength point is lost or made.

use super::Ctx;
use super::state::{Frame, MOST_NATIONS, Phase, Place, State};
use crate::ids::{SideId, Walls};

pub fn check_state(cx: &Ctx, s: &State) -> Result<(), String> {
    let setup = &*cx.setup;
    let size = setup.map.len();
    super::bounds::check_bounds(cx, s)?;
    for w in s.stacks.windows(2) {
        if (w[0].hex, w[0].nation, w[0].inside) >= (w[1].hex, w[1].nation, w[1].inside) {
            return Err("the stacks are not in order".into());
        }
    }
    for k in &s.stacks {
        if k.hex.index() >= size || k.nation.index() >= setup.nations.len() || k.sp() == 0 {
            return Err(format!("a stack that cannot be: {k:?}"));
        }
        if !setup.ground.land[k.hex.index()] || ((k.inside == Walls::Inside) && !setup.is_fort(k.hex)) {
            return Err(format!("a stack stands where it cannot: {k:?}"));
        }
    }
    for (i, l) in s.leaders.iter().enumerate() {
        let on = matches!(l.place, Place::Outside | Place::Inside);
        if on && (l.hex.index() >= size || !setup.ground.land[l.hex.index()]) {
            return Err(format!("{} stands nowhere", setup.leaders[i].name));
        }
        if l.place == Place::Inside && !setup.is_fort(l.hex) {
            return Err(format!("{} is inside no fortress", setup.leaders[i].name));
        }
    }
    for f in &setup.forts {
        if s.is_present(setup, f.hex, SideId::FIRST, Walls::Inside)
            && s.is_present(setup, f.hex, SideId::SECOND, Walls::Inside)
        {
            return Err(format!("both sides are inside {}", f.name));
        }
    }
    if s.depots.iter().any(|d| d.hex.index() >= size) || s.depots.windows(2).any(|w| w[0].hex >= w[1].hex) {
        return Err("the depots are not in order".into());
    }
    if s.demoralised.windows(2).any(|w| w[0] >= w[1]) {
        return Err("the demoralised are not in order".into());
    }
    if s.sieges.besieged != super::supply::besieged_fortresses(cx, s) {
        return Err("the sieges are not up to date".into());
    }
    check_strength_conserved(cx, s)
}

/// The same for a position from a file, which must have run on to its next question too.
pub fn check_read(cx: &Ctx, s: &State) -> Result<(), String> {
    check_state(cx, s)?;
    let mut copy = s.clone();
    super::flow::run_until_asked(cx, &mut copy, &mut super::Rec::off());
    if copy == *s { Ok(()) } else { Err("the position has not run on to its next question".into()) }
}

/// On the map, on the move, captive, dead, removed and to come add up to the scenario's total.
fn check_strength_conserved(cx: &Ctx, s: &State) -> Result<(), String> {
    let sum = count_points(cx, s);
    for (n, info) in cx.setup.nations.iter().enumerate() {
        if sum[n] != cx.setup.totals[n] {
            return Err(format!("{} has {} points of {}", info.name, sum[n], cx.setup.totals[n]));
        }
    }
    Ok(())
}

/// The points of each nation, wherever they are.
pub fn count_points(cx: &Ctx, s: &State) -> [u16; MOST_NATIONS] {
    let setup = &*cx.setup;
    let mut sum = [0u16; MOST_NATIONS];
    for k in &s.stacks {
        sum[k.nation.index()] += u16::from(k.sp());
    }
    for (n, all) in sum.iter_mut().enumerate() {
        *all += u16::from(s.off_map.prisoners[n])
            + u16::from(s.off_map.dead[n])
            + u16::from(s.off_map.removed[n]);
    }
    for (i, a) in setup.special.arrivals.iter().enumerate() {
        if s.schedule.arrived & (1 << i) == 0 {
            (0..MOST_NATIONS).for_each(|n| sum[n] += u16::from(a.sp[n]));
        }
    }
    if s.phase == Phase::Setup {
        for l in &setup.start.loose {
            if let super::placing::Thing::Points { nation, sp } = l.what {
                sum[nation.index() % MOST_NATIONS] += u16::from(sp);
            }
        }
    }
    for f in s.frames.iter() {
        let carried = match f {
            Frame::Force(f) => &f.carried,
            Frame::Muster { carried, .. } | Frame::ForceDie { carried, .. } => carried,
            Frame::PutBack { nation, sp, .. } => {
                sum[nation.index() % MOST_NATIONS] += u16::from(*sp);
                continue;
            }
            _ => continue,
        };
        (0..MOST_NATIONS).for_each(|n| sum[n] += u16::from(carried[n]));
    }
    sum
}
