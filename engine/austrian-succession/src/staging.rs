//! 26: staging areas off the map. Leaving one is a unit's whole move.

use crate::Context;
use crate::ids::{SideId, UnitId};
use crate::movement::{Bar, Theatre};
use crate::setup::StagingCard;
use engine::hex::HexId;

/// The staging area of a unit's nation, if it has one (26.2).
pub fn area_of(cx: &Context, u: UnitId) -> Option<u8> {
    cx.setup.staging_area_of(cx.setup.unit(u).nation)
}

pub fn card(cx: &Context, u: UnitId) -> Option<&StagingCard> {
    cx.setup.staging.cards.get(usize::from(area_of(cx, u)?))
}

/// Whether units of a staging area may come onto the map here: enemy zones are no hindrance (26.5).
pub fn check_entry(theatre: &Theatre<'_>, side: SideId, u: UnitId, to: HexId) -> Result<(), Bar> {
    let setup = &theatre.cx.setup;
    let is_entry = card(theatre.cx, u).is_some_and(|area| area.entry.contains(&to));
    if !is_entry || setup.ground(to).cost.is_none() {
        return Err(Bar::NoEntry);
    }
    theatre.check_open(side, to)
}

/// Every hex where they may come on.
pub fn entries<'a>(
    theatre: &'a Theatre<'_>,
    side: SideId,
    u: UnitId,
) -> impl Iterator<Item = HexId> + use<'a> {
    let hexes = card(theatre.cx, u).map_or(&[][..], |area| area.entry.as_slice());
    hexes.iter().copied().filter(move |hex| check_entry(theatre, side, u, *hex).is_ok())
}
