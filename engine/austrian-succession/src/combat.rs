//! 16: battle; what is fought out now. The questions of a battle are in `decide`.

mod attack;
mod loss;
mod plan;
mod reckon;
mod report;
mod supply;

pub use attack::{
    check_attack, check_fortress, check_storm, may_attack_together, ready_hexes, why_not_fight,
};
pub use loss::{Cause, annihilate, break_wing, discard, eliminate, note_leader, refuges, settle};
pub use plan::{Share, Step, Steps, delayed, opening, outcome, plan, pursuit_of};
pub use reckon::{Line, Reckoning, Shift, cell, may_delay, percentage, reckon, strength};
pub use report::{CombatEvent, Fought, Peril};
pub use supply::{trains_for_shift, trains_in_reach};

use crate::data::CombatResult;
use crate::ids::{SideId, UnitId, Units};
use crate::setup::Setup;
use crate::state::{Flag, State};
use crate::{Context, Record};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What kind of combat it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// In a Battle Phase, out of a fortress too (16, 21.8).
    Battle,
    /// In a Siege Phase (21.7).
    Storm,
    /// The storm after a breach, without a shift for the fortress (21.6).
    Breach,
    /// A formal siege, from its declaration to what its result does (21.3 to 21.6).
    FormalSiege,
    /// A stack ridden down by a moving force (29).
    AdvanceGuard,
}

/// What has been lost so far and counts for morale (16.27). Pairs are by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct MoraleLosses {
    /// Brigade equivalents eliminated, prisoners among them.
    pub brigades: [u8; 2],
    /// Leaders lost who did not escape, prisoners among them.
    pub leaders: [u8; 2],
    /// Of the brigade equivalents and leaders, those taken prisoner, who count half (38.3).
    pub captured_brigades: [u8; 2],
    pub captured_leaders: [u8; 2],
}

/// A battle from the moment it is declared (16.2). Pairs are by side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub kind: Kind,
    pub attacker: SideId,
    pub from: HexId,
    pub at: HexId,
    /// Units involved on each side that have survived so far (16.24), in order.
    pub forces: [Units; 2],
    /// The army commanders (16.15).
    pub commanders: [Option<UnitId>; 2],
    /// A supply train was expended for a shift (31).
    pub supplied: [bool; 2],
    /// A Delaying Action was declared (30).
    pub delaying: bool,
    /// Who attacks in this round; it changes with every counterattack (39.CA).
    pub striker: SideId,
    /// 0 in the first round.
    pub round: u8,
    pub result: Option<CombatResult>,
    /// Brigade equivalents involved when the die of this round fell (16.25).
    pub totals: [u8; 2],
    /// Brigade equivalents eliminated since that die.
    pub round_lost: [u8; 2],
    pub losses: MoraleLosses,
    /// Brigade equivalents eliminated, whether they count for morale or not (22.6).
    pub gone: [u8; 2],
    /// Supply trains eliminated in the battle hex (38.6).
    pub trains: [u8; 2],
    /// A rout was carried out (5.11.1).
    pub routed: [bool; 2],
    /// Frederick was there at the start (22.6).
    pub frederick: bool,
    pub winner: Option<SideId>,
}

impl Battle {
    pub fn new(kind: Kind, attacker: SideId, from: HexId, at: HexId, force: Units) -> Self {
        let mut forces = [Units::new(), Units::new()];
        forces[attacker.index()] = force;
        Self {
            kind,
            attacker,
            from,
            at,
            forces,
            commanders: [None; 2],
            supplied: [false; 2],
            delaying: false,
            striker: attacker,
            round: 0,
            result: None,
            totals: [0; 2],
            round_lost: [0; 2],
            losses: MoraleLosses::default(),
            gone: [0; 2],
            trains: [0; 2],
            routed: [false; 2],
            frederick: false,
            winner: None,
        }
    }

    pub fn defender(&self) -> SideId {
        self.attacker.enemy()
    }

    /// The hex from which a side fights.
    pub fn hex_of(&self, side: SideId) -> HexId {
        if side == self.attacker { self.from } else { self.at }
    }

    pub fn force(&self, side: SideId) -> &Units {
        &self.forces[side.index()]
    }

    /// Whether a side fights from inside a fortress and ignores retreats (17.9, 21.7, 21.8).
    pub fn is_inside(&self, setup: &Setup, side: SideId) -> bool {
        setup.ground(self.hex_of(side)).is_fortress
    }
}

/// Why a hex is not attacked any more in this phase. Everybody knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Why {
    /// Nobody stands there but units that advanced after combat (17.17).
    Sheltered,
    /// An attempt turned out to be forbidden by an event (41.C6).
    Forbidden,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Barred {
    pub hex: HexId,
    pub why: Why,
}

/// Why a hex may not be attacked any more in this phase, if so.
pub fn barred(s: &State, hex: HexId) -> Option<Why> {
    s.barred.iter().find(|b| b.hex == hex).map(|b| b.why)
}

pub fn bar(s: &mut State, hex: HexId, why: Why) {
    let entry = Barred { hex, why };
    if let Err(at) = s.barred.binary_search(&entry) {
        s.barred.insert(at, entry);
    }
}

/// A hex into which units have come that did not advance shelters nobody (17.17).
pub fn unshelter(s: &mut State, hex: HexId) {
    s.barred.retain(|b| b.hex != hex || b.why != Why::Sheltered);
}

/// Brigade equivalents of units (16.25).
pub fn brigades(setup: &Setup, units: &[UnitId]) -> u8 {
    units.iter().map(|u| setup.unit(*u).brigades()).sum()
}

/// All units of a side in a hex.
pub fn units_of(setup: &Setup, s: &State, side: SideId, hex: HexId) -> Units {
    s.units_in(hex).filter(|u| s.owner(setup, *u) == Some(side)).collect()
}

/// Opens stacks to the enemy for as long as the combat lasts (16.2, 21.3).
pub fn reveal(cx: &Context, s: &mut State, hexes: &[HexId], rec: &mut Record) {
    let mut shown = SmallVec::new();
    for u in cx.setup.unit_ids() {
        if s.unit(u).hex().is_some_and(|h| hexes.contains(&h)) {
            s.unit_mut(u).flags.set(Flag::Revealed);
            shown.push(u);
        }
    }
    rec.reveal();
    rec.emit(|| CombatEvent::Shown { units: shown }.into());
}

/// Stacks close again.
pub fn cover(s: &mut State) {
    for unit in &mut s.units {
        unit.flags.clear(Flag::Revealed);
    }
}

/// Fortresses in which units of a side stand, in order.
pub fn held_fortresses(cx: &Context, s: &State, side: SideId) -> SmallVec<[HexId; 8]> {
    let setup = &cx.setup;
    let mut out: SmallVec<[HexId; 8]> = SmallVec::new();
    for u in setup.unit_ids() {
        if let Some(hex) = s.unit(u).hex()
            && setup.ground(hex).is_fortress
            && s.owner(setup, u) == Some(side)
            && let Err(at) = out.binary_search(&hex)
        {
            out.insert(at, hex);
        }
    }
    out
}
