//! Chapter 13: sieges, honours of war, surrender and storm.

use super::data::SiegeResult;
use super::event::What;
use super::state::{DoorKind, Frame, LossKind, Place, State, leaders_in};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

/// Fortresses this side besieges (13.12).
pub fn fortresses_besieged_by(s: &State, side: SideId) -> impl Iterator<Item = HexId> + '_ {
    s.sieges.besieged.iter().copied().filter(move |h| s.depot_at(*h).is_some_and(|d| d.side == side))
}

/// The initiative of whoever commands the garrison (13.0).
fn garrison_power(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> u8 {
    let best = leaders_in(s.leaders_at(&cx.setup, hex, side, Walls::Inside))
        .min_by_key(|l| (cx.setup.leaders[l.index()].rank, *l));
    best.map_or(0, |l| super::movement::leader_initiative(cx, s, l))
}

/// What is taken off the siege die: garrison commander and camp.
pub fn siege_modifiers(cx: &Ctx, s: &State, hex: HexId) -> (u8, i8) {
    let besieger = s.depot_at(hex).map_or(SideId::NONE, |d| d.side);
    let camp = s.camp.is_some_and(|c| c.hex == hex && c.done);
    (garrison_power(cx, s, hex, besieger.enemy()), if camp { cx.data.siege.camp } else { 0 })
}

/// A siege is pressed: its die comes next.
pub fn press_siege(s: &mut State, hex: HexId) {
    if let Some(Frame::Sieges { left }) = s.frames.top_mut() {
        left.retain(|h| *h != hex);
    }
    s.frames.push(Frame::SiegeDie { hex });
}

pub fn resolve_siege_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::SiegeDie { hex }) = s.frames.pop() else { return };
    let side = s.phasing;
    let (initiative, camp) = siege_modifiers(cx, s, hex);
    let total = die as i8 - initiative as i8 + camp;
    let result = cx.data.siege.siege_result(total);
    rec.emit(|| for_everybody(What::Siege { hex, die, initiative, camp, total, result: result as u8 }));
    match result {
        SiegeResult::NoEffect => {}
        SiegeResult::AttackerLoss => {
            let left = cx.data.siege.sortie;
            s.frames.push(Frame::Lose { side, hex, left, kind: LossKind::Sortie, inside: Walls::Outside });
        }
        SiegeResult::Breach => s.frames.push(Frame::Honours { hex }),
    }
}

/// Nations of the garrison with what they have.
fn garrison_nations(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> Vec<NationId> {
    let mut out: Vec<NationId> = cx.setup.nation_ids().filter(|n| cx.setup.side_of(*n) == side).collect();
    let leader = |n: NationId| {
        leaders_in(s.leaders_at(&cx.setup, hex, side, Walls::Inside))
            .any(|l| cx.setup.leaders[l.index()].nation == n)
    };
    out.retain(|n| s.stack_at(hex, *n, Walls::Inside).is_some() || leader(*n));
    out
}

/// Where a garrison granted honours may go: the nearest ones of its nation (13.33).
pub fn refuge_hexes(cx: &Ctx, s: &State, hex: HexId, nation: NationId) -> Vec<HexId> {
    let side = cx.setup.side_of(nation);
    let holds = |h: HexId| {
        let leader = leaders_in(s.leaders_at(&cx.setup, h, side, Walls::Inside))
            .any(|l| cx.setup.leaders[l.index()].nation == nation);
        s.stack_at(h, nation, Walls::Inside).is_some() || leader
    };
    let open = |h: &HexId| {
        *h != hex
            && !s.is_besieged(*h)
            && holds(*h)
            && super::movement::may_be(cx, s, nation.bit(), hex, *h).is_ok()
    };
    let all: Vec<HexId> = cx.setup.forts.iter().map(|f| f.hex).filter(open).collect();
    let least = all.iter().map(|h| cx.setup.map.distance(hex, *h)).min();
    let mut out: Vec<HexId> =
        all.into_iter().filter(|h| Some(cx.setup.map.distance(hex, *h)) == least).collect();
    out.sort_unstable();
    out
}

pub fn grant_honours(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Honours { hex }) = s.frames.pop() else { return };
    rec.emit(|| for_everybody(What::Honours { hex, granted: true }));
    s.frames.push(Frame::Possess { hex, seize: false });
    for nation in garrison_nations(cx, s, hex, s.phasing.enemy()).into_iter().rev() {
        s.frames.push(Frame::Refuge { hex, nation });
    }
}

/// A garrison marches off where there is no choice; false if its owner must choose.
pub fn refuge_plainly(cx: &Ctx, s: &mut State, rec: &mut Rec) -> bool {
    let Some(Frame::Refuge { hex, nation }) = s.frames.top().cloned() else { return true };
    let to = refuge_hexes(cx, s, hex, nation);
    if to.len() > 1 {
        return false;
    }
    march_off(cx, s, to.first().copied(), rec);
    true
}

pub fn march_off(cx: &Ctx, s: &mut State, to: Option<HexId>, rec: &mut Rec) {
    let Some(Frame::Refuge { hex, nation }) = s.frames.pop() else { return };
    let side = cx.setup.side_of(nation);
    let sp = s.remove_points(hex, nation, Walls::Inside, u8::MAX);
    let leaders: Vec<LeaderId> = leaders_in(s.leaders_at(&cx.setup, hex, side, Walls::Inside))
        .filter(|l| cx.setup.leaders[l.index()].nation == nation)
        .collect();
    let shaken = s.is_demoralised(hex, side);
    match to {
        Some(h) => {
            s.add_points(h, nation, Walls::Inside, sp, false);
            if shaken {
                s.demoralise_force(h, side);
            }
        }
        None => s.off_map.removed[nation.index()] = s.off_map.removed[nation.index()].saturating_add(sp),
    }
    for l in leaders {
        s.leaders[l.index()] = match to {
            Some(h) => super::state::Lead { place: Place::Inside, hex: h, moved: false },
            None => super::state::Lead { place: Place::Removed, hex: HexId::NONE, moved: false },
        };
    }
    rec.emit(|| for_everybody(What::MarchedOff { hex, nation, to }));
}

pub fn deny_honours(s: &mut State, rec: &mut Rec) {
    let Some(Frame::Honours { hex }) = s.frames.pop() else { return };
    rec.emit(|| for_everybody(What::Honours { hex, granted: false }));
    s.frames.push(Frame::Terms { hex });
}

/// Some garrisons may not refuse (1756.4A).
pub fn can_refuse(cx: &Ctx, s: &State) -> Result<(), Why> {
    let Some(Frame::Terms { hex }) = s.frames.top() else { return Err(why::NOT_NOW) };
    let bound = garrison_nations(cx, s, *hex, s.phasing.enemy())
        .iter()
        .any(|n| cx.setup.special.must_surrender & n.bit() != 0);
    if bound { Err(why::MUST_SURRENDER) } else { Ok(()) }
}

fn capture_garrison(cx: &Ctx, s: &mut State, hex: HexId, side: SideId, killed: bool, rec: &mut Rec) {
    let mut sp = [0; super::state::MOST_NATIONS];
    for nation in garrison_nations(cx, s, hex, side) {
        let n = s.remove_points(hex, nation, Walls::Inside, u8::MAX);
        sp[nation.index()] = n;
        let heap = if killed { &mut s.off_map.dead } else { &mut s.off_map.prisoners };
        heap[nation.index()] = heap[nation.index()].saturating_add(n);
        if killed && n > 0 {
            rec.emit(|| for_everybody(What::Lost { side, hex, nation, sp: n, kind: LossKind::Storm }));
        }
    }
    if !killed {
        rec.emit(|| for_everybody(What::Captured { side, hex, sp }));
    }
}

pub fn surrender_fortress(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Terms { hex }) = s.frames.pop() else { return };
    let side = s.phasing.enemy();
    rec.emit(|| for_everybody(What::Terms { hex, surrendered: true }));
    capture_garrison(cx, s, hex, side, false, rec);
    let leaders = s.leaders_at(&cx.setup, hex, side, Walls::Inside);
    super::prisoners::capture_leaders(cx, s, leaders, rec);
    s.frames.push(Frame::Possess { hex, seize: true });
}

/// The fortress is stormed (13.33, 2 B). With equal points all of both go and nobody is captured.
pub fn storm_fortress(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Terms { hex }) = s.frames.pop() else { return };
    let (side, other) = (s.phasing, s.phasing.enemy());
    let (own, enemy) = (
        s.strength_at(&cx.setup, hex, side, Walls::Outside),
        s.strength_at(&cx.setup, hex, other, Walls::Inside),
    );
    rec.reveal();
    rec.emit(|| for_everybody(What::Terms { hex, surrendered: false }));
    rec.emit(|| for_everybody(What::Storm { hex, besieger: own, garrison: enemy }));
    let least = own.min(enemy).min(u16::from(u8::MAX)) as u8;
    s.frames.push(Frame::Possess { hex, seize: false });
    if enemy <= own {
        capture_garrison(cx, s, hex, other, true, rec);
        let leaders = s.leaders_at(&cx.setup, hex, other, Walls::Inside);
        if enemy < own {
            super::prisoners::capture_leaders(cx, s, leaders, rec);
        } else {
            // Free, but the fortress stands empty.
            leaders_in(leaders).for_each(|l| s.leaders[l.index()].place = Place::Outside);
        }
        if least > 0 {
            s.frames.push(Frame::Lose {
                side,
                hex,
                left: least,
                kind: LossKind::Storm,
                inside: Walls::Outside,
            });
        }
    } else {
        for (nation, n) in super::combat::nations_outside(cx, s, hex, side) {
            super::combat::remove_losses(cx, s, (hex, Walls::Outside), nation, n, LossKind::Storm, rec);
        }
        let leaders = s.leaders_at(&cx.setup, hex, side, Walls::Outside);
        super::prisoners::capture_leaders(cx, s, leaders, rec);
        if least > 0 {
            s.frames.push(Frame::Lose {
                side: other,
                hex,
                left: least,
                kind: LossKind::Storm,
                inside: Walls::Inside,
            });
        }
    }
}

/// The conqueror may garrison what stands empty now.
pub fn offer_garrison(cx: &Ctx, s: &mut State) {
    let Some(Frame::Possess { hex, seize }) = s.frames.pop() else { return };
    let side = s.phasing;
    let kind = if seize { DoorKind::Seize } else { DoorKind::Possess };
    if !s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside)
        && let Some(d) = s.depots.iter_mut().find(|d| d.hex == hex && d.side == side)
    {
        d.used = true;
    }
    if super::fortress::can_open(cx, s, hex, side, kind) {
        s.frames.push(Frame::Door { hex, side, kind });
    }
}
