//! Depots (10.4) and the fortified camp (1761.4C).

use super::event::What;
use super::movement::Judge;
use super::state::{Camp, Depot, Force, State};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody, supply};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

/// A depot may be begun here (10.42 to 10.44).
pub fn can_build(j: &Judge, hex: HexId) -> Result<(), Why> {
    let (cx, s) = (j.cx, j.s);
    let side = s.phasing;
    if hex.index() >= cx.setup.map.len() || s.sp_all(&cx.setup, hex, side) < u16::from(cx.data.movement.depot)
    {
        Err(why::FEW_FOR_DEPOT)
    } else if s.depot_at(hex).is_some() {
        Err(why::DEPOT_THERE)
    } else if cx.setup.is_fort(hex) && s.is_present(&cx.setup, hex, side, Walls::Inside) {
        Err(why::FORT_DEPOT)
    } else if !j.supply_field(side).is_supplied(hex) {
        Err(why::UNSUPPLIED)
    } else {
        Ok(())
    }
}

pub fn start_depot(s: &mut State, hex: HexId, rec: &mut Rec) {
    let side = s.phasing;
    s.depots.push(Depot { hex, side, done: false, offmap: false, used: false });
    s.depots.sort_unstable();
    rec.emit(|| for_everybody(What::DepotBegun { hex, side }));
}

/// What was begun a turn ago is finished, if a supply path still leads there (10.41, 10.43).
pub fn finish_depots(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let side = s.phasing;
    if s.depots.iter().any(|d| d.side == side && !d.done) {
        let field = supply::supply_field(cx, s, side, false);
        // Beside an own garrison nothing is finished either (10.44).
        let beside = |h: HexId| cx.setup.is_fort(h) && s.is_present(&cx.setup, h, side, Walls::Inside);
        let ready = |d: &&Depot| d.side == side && !d.done && field.is_supplied(d.hex) && !beside(d.hex);
        let ready: Vec<HexId> = s.depots.iter().filter(ready).map(|d| d.hex).collect();
        for d in s.depots.iter_mut().filter(|d| ready.contains(&d.hex)) {
            d.done = true;
            let hex = d.hex;
            rec.emit(|| for_everybody(What::DepotDone { hex, side }));
        }
    }
    let due = cx.setup.special.camp.as_ref().is_some_and(|c| cx.setup.side_of(c.nation) == side);
    if let Some(c) = s.camp.as_mut().filter(|c| due && !c.done) {
        c.done = true;
        let hex = c.hex;
        rec.emit(|| for_everybody(What::CampDone { hex }));
    }
}

/// The highest-ranking leader of the camp's nation still in the game.
fn camp_leader(cx: &Ctx, s: &State, nation: NationId) -> Option<LeaderId> {
    let here = |i: &usize| {
        cx.setup.leaders[*i].nation == nation
            && (s.leaders[*i].on_map() || s.leaders[*i].place == super::state::Place::Moving)
    };
    (0..cx.setup.leaders.len()).find(here).map(|i| LeaderId(i as u8))
}

fn camp_stands(cx: &Ctx, s: &State, hex: HexId) -> bool {
    let Some(rule) = &cx.setup.special.camp else { return false };
    let side = cx.setup.side_of(rule.nation);
    let chief = camp_leader(cx, s, rule.nation).map(|l| s.leaders[l.index()].hex);
    s.sp_all(&cx.setup, hex, side) >= u16::from(cx.data.movement.depot) && chief == Some(hex)
}

pub fn can_camp(cx: &Ctx, s: &State, hex: HexId) -> Result<(), Why> {
    let ok = cx.setup.special.camp.as_ref().is_some_and(|c| {
        let side = cx.setup.side_of(c.nation);
        hex.index() < cx.setup.map.len()
            && side == s.phasing
            && s.turn > c.after
            && s.camps == 0
            && s.camp.is_none()
            && c.hexes[hex.index()]
            && cx.setup.is_fort(hex)
            && s.strength_at(&cx.setup, hex, side, Walls::Inside) > 0
            && camp_stands(cx, s, hex)
    });
    if ok { Ok(()) } else { Err(why::NO_CAMP) }
}

pub fn begin_camp(s: &mut State, hex: HexId, rec: &mut Rec) {
    s.camp = Some(Camp { hex, done: false });
    s.camps += 1;
    rec.emit(|| for_everybody(What::CampBegun { hex }));
}

/// A camp falls with its fortress, and is not finished without its ten points and its leader.
pub fn settle_camp(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let (Some(camp), Some(rule)) = (s.camp, &cx.setup.special.camp) else { return };
    let side = cx.setup.side_of(rule.nation);
    let lost = s.is_present(&cx.setup, camp.hex, side.enemy(), Walls::Inside);
    if lost || (!camp.done && !camp_stands(cx, s, camp.hex)) {
        s.camp = None;
        // One that was never finished may be tried again.
        if !camp.done {
            s.camps -= 1;
        }
        rec.emit(|| for_everybody(What::CampGone { hex: camp.hex }));
    }
}

/// Only whoever stands on it controls a depot (10.13, 10.47).
pub fn can_destroy(cx: &Ctx, s: &State, side: SideId, hex: HexId) -> Result<(), Why> {
    let own = s.depot_at(hex).is_some_and(|d| d.side == side);
    if own && s.is_occupied(&cx.setup, hex, side) { Ok(()) } else { Err(why::NO_DEPOT) }
}

/// A force destroys a depot where it stands, one it has just taken too (10.46, 10.47).
pub fn can_destroy_on_the_way(s: &State, f: &Force, hex: HexId) -> Result<(), Why> {
    let own = hex == f.at && s.depot_at(hex).is_some_and(|d| d.side == f.side);
    if own { Ok(()) } else { Err(why::NO_DEPOT) }
}

pub fn destroy_depot(s: &mut State, hex: HexId, rec: &mut Rec) {
    let side = s.depot_at(hex).map_or(SideId::NONE, |d| d.side);
    s.depots.retain(|d| d.hex != hex);
    rec.emit(|| for_everybody(What::DepotGone { hex, side }));
}
