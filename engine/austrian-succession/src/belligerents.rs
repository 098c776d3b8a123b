//! 25: belligerents and neutrals, and land nobody may enter.

use crate::event::Event;
use crate::ids::PartyId;
use crate::setup::Setup;
use crate::state::State;
use crate::{Context, Record};
use engine::hex::HexId;

/// Why a hex is shut to both sides, if it is: closed land, or a country that has not joined (25.3).
pub fn is_shut(setup: &Setup, s: &State, hex: HexId) -> bool {
    setup.ground(hex).land.is_some_and(|land| {
        let card = &setup.lands[land.index()];
        card.closed || card.joins_with.is_some_and(|party| !s.has_joined(party))
    })
}

/// A country's forces join a side: units, land and recruits from this moment on (25.2).
pub fn join(cx: &Context, s: &mut State, party: PartyId, rec: &mut Record) {
    if s.has_joined(party) {
        return;
    }
    let side = cx.setup.parties[party.index()].side;
    s.control.join(party.index(), side.seat());
    rec.emit(|| Event::Joined { party, side });
}
