//! Army Activation and Detachments (4.1, 4.3): who may act, and what wakes him.

use crate::army_morale::fill_box;
use crate::command::wing_of;
use crate::decide::CoupDOeil;
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::leaders::initiative_of;
use crate::setup::Post;
use crate::sight::can_see;
use crate::state::{BoxKind, State};
use crate::{Context, Record};
use engine::hex::HexId;
use smallvec::SmallVec;

/// The Detachment a unit belongs to, unless it has been dissolved (4.3).
pub fn detachment_of(cx: &Context, s: &State, u: UnitId) -> Option<u8> {
    let det = match wing_of(cx, s, u) {
        Some(w) => cx.setup.wing(w).detachment,
        None => cx.setup.unit(u).detachment,
    };
    det.filter(|d| !s.detachment(*d).dissolved)
}

/// The same for a leader: Army Commanders and extra leaders belong to the main army.
pub fn detachment_of_leader(cx: &Context, s: &State, l: LeaderId) -> Option<u8> {
    let Post::Wing(w) = cx.setup.leader(l).post else { return None };
    cx.setup.wing(w).detachment.filter(|d| !s.detachment(*d).dissolved)
}

fn is_awake(s: &State, side: SideId, det: impl FnOnce() -> Option<u8>) -> bool {
    s.army(side).active || det().is_some_and(|d| s.detachment(d).active)
}

/// Whether a unit may move, fire and fight of its own will (4.1).
pub fn is_unit_awake(cx: &Context, s: &State, u: UnitId) -> bool {
    is_awake(s, cx.setup.unit(u).side, || detachment_of(cx, s, u))
}

pub fn is_leader_awake(cx: &Context, s: &State, l: LeaderId) -> bool {
    is_awake(s, cx.setup.leader(l).side, || detachment_of_leader(cx, s, l))
}

/// Whether anybody of a side may act: its army, or a Detachment.
pub fn is_anybody_awake(cx: &Context, s: &State, side: SideId) -> bool {
    let is_active = |(i, d): (usize, &crate::setup::DetachmentCard)| {
        d.side == side && s.detachments[i].active && !s.detachments[i].dissolved
    };
    s.army(side).active || cx.setup.detachments.iter().enumerate().any(is_active)
}

/// Initiative of the Army Commander, 0 without one (4.1.1).
pub fn commander_initiative(cx: &Context, s: &State, side: SideId) -> u8 {
    s.army(side).commander.map_or(0, |l| initiative_of(cx, s, l))
}

/// What the next try costs (4.1.1).
pub fn activation_cost(cx: &Context, s: &State, side: SideId) -> u8 {
    let costs = &cx.setup.sides[side.index()].activation_cost;
    let next = usize::from(s.army(side).tries).min(costs.len().saturating_sub(1));
    costs.get(next).copied().unwrap_or(0)
}

/// Pays the cost of a try with boxes of the track (4.1.1, 12.2).
pub fn pay(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let points = activation_cost(cx, s, side);
    for _ in 0..points {
        fill_box(s, side, BoxKind::Cost);
    }
    let army = s.army_mut(side);
    army.tries = army.tries.saturating_add(1);
    rec.emit(|| Event::ActivationPaid { side, points });
}

/// The army is Activated and its Detachments are dissolved (4.1, 4.3.1).
pub fn activate(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let army = s.army_mut(side);
    army.active = true;
    army.due = false;
    rec.emit(|| Event::ArmyActivated { side });
    for (i, card) in cx.setup.detachments.iter().enumerate() {
        if card.side == side && !s.detachments[i].dissolved {
            s.detachments[i].dissolved = true;
            rec.emit(|| Event::DetachmentDissolved { detachment: i as u8 });
        }
    }
}

/// Where counters stand that see and are seen, for one side: hexes of the main army and of its Detachments.
#[derive(Default)]
struct Watch {
    /// Units and leaders of the main army.
    main: Hexes,
    /// Units of the main army alone.
    main_units: Hexes,
    /// Units and leaders of each Detachment.
    detached: SmallVec<[(u8, HexId); 8]>,
}

type Hexes = SmallVec<[HexId; 48]>;

fn watch(cx: &Context, s: &State, side: SideId) -> Watch {
    let mut out = Watch::default();
    let own_units = cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == side && s.unit(*u).is_on_map());
    for u in own_units {
        let hex = s.unit(u).hex;
        match detachment_of(cx, s, u) {
            Some(d) => out.detached.push((d, hex)),
            None => out.main_units.push(hex),
        }
    }
    out.main = out.main_units.clone();
    let is_own = |l: &LeaderId| cx.setup.leader(*l).side == side && s.leader(*l).is_on_map();
    for l in cx.setup.leader_ids().filter(is_own) {
        match detachment_of_leader(cx, s, l) {
            Some(d) => out.detached.push((d, s.leader(l).hex)),
            None => out.main.push(s.leader(l).hex),
        }
    }
    for list in [&mut out.main, &mut out.main_units] {
        list.sort_unstable();
        list.dedup();
    }
    out.detached.sort_unstable();
    out.detached.dedup();
    out
}

/// Whether any hex of one list sees one of the other within so many hexes.
fn meets(cx: &Context, s: &State, a: &[HexId], b: &[HexId], range: u16) -> bool {
    let near = |x: &HexId, y: &HexId| cx.setup.map.distance(*x, *y) <= range && can_see(cx, s, *x, *y);
    a.iter().any(|x| b.iter().any(|y| near(x, y)))
}

/// What has come near or into sight since: Detachments wake, armies are alarmed, coups d'oeil are offered (4.1.2, 4.1.3, 4.3).
pub fn notice(cx: &Context, s: &mut State, rec: &mut Record) {
    if s.turn == 0 || s.is_setting_up() || SideId::BOTH.iter().all(|side| s.army(*side).active) {
        return;
    }
    let watches = SideId::BOTH.map(|side| watch(cx, s, side));
    wake_detachments(cx, s, &watches, rec);
    for side in SideId::BOTH {
        let (own, enemy) = (&watches[side.index()], &watches[side.enemy().index()]);
        let army = s.army(side);
        // The main army of an inactive enemy has not moved.
        if army.active || !s.army(side.enemy()).active {
            continue;
        }
        let range = cx.data.command.contact_range;
        if !army.due && meets(cx, s, &own.main, &enemy.main, range) {
            let army = s.army_mut(side);
            army.due = true;
            army.stays_until = 0;
            rec.emit(|| Event::ArmyAlarmed { side });
        }
        offer_coup(cx, s, side, own, enemy);
    }
}

fn wake_detachments(cx: &Context, s: &mut State, watches: &[Watch; 2], rec: &mut Record) {
    let range = cx.data.command.contact_range;
    let mut changed = true;
    while changed {
        changed = false;
        for (i, card) in cx.setup.detachments.iter().enumerate() {
            let state = &s.detachments[i];
            if state.active || state.dissolved {
                continue;
            }
            let (own, enemy) = (&watches[card.side.index()], &watches[card.side.enemy().index()]);
            let mine: Hexes = own.detached.iter().filter(|d| d.0 == i as u8).map(|d| d.1).collect();
            let theirs: Hexes =
                enemy.main.iter().copied().chain(enemy.detached.iter().map(|d| d.1)).collect();
            let is_up = |d: &&(u8, HexId)| d.0 != i as u8 && s.detachment(d.0).active;
            let friends: Hexes = own.detached.iter().filter(is_up).map(|d| d.1).collect();
            if meets(cx, s, &mine, &theirs, range) || meets(cx, s, &mine, &friends, range) {
                s.detachments[i].active = true;
                s.army_mut(card.side).stays_until = 0;
                rec.emit(|| Event::DetachmentActivated { detachment: i as u8 });
                changed = true;
            }
        }
    }
}

/// In the enemy Movement Phase the first sight of an enemy unit lets the army, and each Detachment, try once (4.1.3, 4.3.2).
fn offer_coup(cx: &Context, s: &mut State, side: SideId, own: &Watch, enemy: &Watch) {
    if s.active == side || s.army(side).due || !s.is_movement_phase() {
        return;
    }
    let range = cx.data.command.sighting_range;
    for (i, card) in cx.setup.detachments.iter().enumerate() {
        let state = &s.detachments[i];
        if card.side != side || state.active || state.dissolved || state.coup_used {
            continue;
        }
        let mine: Hexes = own.detached.iter().filter(|d| d.0 == i as u8).map(|d| d.1).collect();
        if meets(cx, s, &mine, &enemy.main_units, range) {
            s.detachments[i].coup_used = true;
            s.army_mut(side).stays_until = 0;
            s.push(CoupDOeil { side, detachment: Some(i as u8), seen: false });
        }
    }
    if !s.army(side).coup_used && meets(cx, s, &own.main, &enemy.main_units, range) {
        let army = s.army_mut(side);
        army.coup_used = true;
        army.stays_until = 0;
        s.push(CoupDOeil { side, detachment: None, seen: false });
    }
}
