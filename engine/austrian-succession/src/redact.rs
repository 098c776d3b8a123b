//! What a seat may know (24): of enemy stacks the top unit and nothing below it, of a moving group its path and its top.

use crate::Context;
use crate::decide::{Frame, hide};
use crate::ids::{SideId, UnitId};
use crate::setup::Setup;
use crate::state::{Flag, Flags, Spot, State};
use engine::present::Seat;
use std::borrow::Cow;

/// Facts about a counter that only its owner knows, even of one that is seen.
const PRIVATE: [Flag; 4] = [Flag::Moved, Flag::Marched, Flag::Reorganized, Flag::Shown];

/// Facts everybody knows, even of a counter that is not seen: in whose pay it is (33), and which side Frederick shows (22.6).
const PUBLIC: [Flag; 2] = [Flag::HabsburgPay, Flag::Reverse];

/// Whose player looks after a unit: neutrals are looked after by the side they would join (40.6).
pub fn keeper(setup: &Setup, s: &State, u: UnitId) -> Option<SideId> {
    match setup.unit(u).party {
        Some(party) => Some(setup.parties[party.index()].side),
        None => s.owner(setup, u),
    }
}

/// Whether a side sees a counter of the other that lies on the map.
pub fn is_seen(s: &State, u: UnitId) -> bool {
    let unit = s.unit(u);
    let marches_on_top = |f: &Frame| matches!(f, Frame::March(m) if m.top == Some(u));
    unit.has(Flag::Top)
        || unit.has(Flag::Scouted)
        || unit.has(Flag::Revealed)
        || s.frames.iter().any(marches_on_top)
}

/// The state as this seat may know it. [`Seat::OPEN`] sees everything.
pub fn redact<'a>(cx: &Context, s: &'a State, seat: Seat) -> Cow<'a, State> {
    let Some(side) = SideId::of_seat(seat) else { return Cow::Borrowed(s) };
    let setup = &cx.setup;
    let mut known = s.clone();
    for u in setup.unit_ids() {
        if keeper(setup, s, u) == Some(side) {
            continue;
        }
        let unit = known.unit_mut(u);
        for flag in PRIVATE {
            unit.flags.clear(flag);
        }
        if matches!(unit.spot, Spot::Hex(_)) && !is_seen(s, u) {
            let mut flags = Flags::default();
            for flag in PUBLIC.into_iter().filter(|f| unit.has(*f)) {
                flags.set(flag);
            }
            unit.spot = Spot::Covered;
            unit.flags = flags;
        }
    }
    hide_attack(&mut known, side);
    hide_frames(&mut known, side);
    Cow::Owned(known)
}

/// Which units attack is told when the attack is made (16.2).
fn hide_attack(known: &mut State, side: SideId) {
    let is_open = matches!(known.frames.top(), Some(Frame::Commit(_)));
    if let Some(b) = known.battle.as_deref_mut()
        && is_open
        && b.attacker != side
    {
        b.forces[b.attacker.index()].clear();
    }
}

/// Takes out of the questions what names units this side does not see.
fn hide_frames(known: &mut State, side: SideId) {
    let units = known.units.clone();
    let is_covered = |u: UnitId| units.get(u.index()).is_none_or(|unit| unit.spot == Spot::Covered);
    let mut frames: smallvec::SmallVec<[Frame; 8]> = smallvec::SmallVec::new();
    while let Some(mut frame) = known.frames.pop() {
        hide(&mut frame, known.active, side, &is_covered);
        frames.push(frame);
    }
    while let Some(frame) = frames.pop() {
        known.frames.push(frame);
    }
}
