//! A close combat while it is fought (10): whose hexes, who is Engaged in them, who supports.

use crate::Context;
use crate::board::{can_step, counted_steps, fighters};
use crate::ids::{Hexes, LeaderId, SideId, UnitId, Units};
use crate::modifier::Modifier;
use crate::state::{Flag, State};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The steps of a close combat, in order (10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    Withdrawal,
    EmptiedHexes,
    Lead,
    DefendersLead,
    Pair,
    Roll,
    LeaderLosses,
    DefendersLosses,
    AttackersLosses,
    Advance,
    Guns,
    DefendersAdvance,
    Momentum,
    Sweep,
    End,
}

/// One close combat from its designation to its end.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Combat {
    pub stage: Stage,
    pub attackers: Hexes,
    pub defenders: Hexes,
    /// The defending hexes as designated: they may be entered once they are vacated (10.10).
    pub targets: Hexes,
    /// Infantry and cavalry that belong to it, and where each stood when it began.
    pub present: SmallVec<[(UnitId, HexId); 8]>,
    /// The cavalry of a Sweeping Charge (10.13); nobody in other combats.
    pub sweepers: Units,
    /// Lead Units of attacker and defender (10.4).
    pub lead: [Option<UnitId>; 2],
    /// The attacking and the defending hex whose terrain counts (10.5.1).
    pub pair: Option<(HexId, HexId)>,
    /// Results of attacker and defender, once the die is cast.
    pub due: [Due; 2],
    /// Loss points of attacker and defender as the die imposed them; `due` has what is left.
    pub imposed: [u8; 2],
    /// What was rolled, for those who look on.
    pub rolled: Option<Rolled>,
    /// Units that have lost a step in it (10.8.1.2).
    pub has_lost: Units,
    /// All who were Engaged before the last loss point was met (10.13.3).
    pub engaged: Units,
    /// Attackers that have advanced (10.10).
    pub advanced: Units,
    /// Units that have made a momentum advance (10.11).
    pub carried_on: Units,
    /// Leaders still to be tested (10.7).
    pub leaders: SmallVec<[LeaderId; 4]>,
    /// The hex the attacker put a momentum marker on (10.11).
    pub marked: Option<HexId>,
    /// A die was cast: there was a fight.
    pub fought: bool,
    /// Nobody is attacked: a hex with guns alone is entered (10.10.3).
    pub guns_only: bool,
}

/// The die of a close combat with all that counted (10.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rolled {
    /// Strength points of attacker and defender.
    pub strength: (u8, u8),
    pub die: u8,
    pub modifiers: SmallVec<[Modifier; 4]>,
    /// As the table has it: `Ex/1r`.
    pub result: String,
}

/// What a side still has to suffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Due {
    pub points: u8,
    pub gun_step: bool,
    pub rout: bool,
    pub retreat: bool,
    pub surrender: bool,
}

impl Combat {
    /// A combat as it is designated; who belongs to it follows from who stands there.
    pub fn new(cx: &Context, s: &State, attackers: Hexes, defenders: Hexes, sweepers: Units) -> Self {
        let mut out = Self {
            stage: Stage::Withdrawal,
            targets: defenders.clone(),
            attackers,
            defenders,
            present: SmallVec::new(),
            sweepers,
            lead: [None; 2],
            pair: None,
            due: [Due::default(); 2],
            imposed: [0; 2],
            rolled: None,
            has_lost: Units::new(),
            engaged: Units::new(),
            advanced: Units::new(),
            carried_on: Units::new(),
            leaders: SmallVec::new(),
            marked: None,
            fought: false,
            guns_only: false,
        };
        out.muster(cx, s);
        out
    }

    pub fn is_sweep(&self) -> bool {
        !self.sweepers.is_empty()
    }

    /// Works out anew who belongs to it: all who have not fought; the attacker's Routed units stay out of it.
    pub fn muster(&mut self, cx: &Context, s: &State) {
        let joins = |u: UnitId, is_attacker: bool| match (self.is_sweep(), is_attacker) {
            (true, true) => self.sweepers.contains(&u),
            (true, false) => true,
            (false, true) => is_free_to_attack(s, u),
            (false, false) => !s.has(u, Flag::Fought),
        };
        let mut present = SmallVec::new();
        for (hexes, side) in [(&self.attackers, s.active), (&self.defenders, s.active.enemy())] {
            for hex in hexes {
                let all = fighters(cx, s, *hex, side).into_iter().filter(|u| joins(*u, side == s.active));
                present.extend(all.map(|u| (u, *hex)));
            }
        }
        self.present = present;
    }

    pub fn hexes(&self, s: &State, side: SideId) -> &Hexes {
        if side == s.active { &self.attackers } else { &self.defenders }
    }

    /// Units of it that still stand in this hex, top first.
    pub fn standing(&self, cx: &Context, s: &State, hex: HexId, side: SideId) -> Units {
        let mut out = fighters(cx, s, hex, side);
        out.retain(|u| self.present.iter().any(|(p, at)| p == u && *at == hex));
        out
    }

    /// Engaged units of one hex, and those behind them.
    pub fn lines(&self, cx: &Context, s: &State, hex: HexId, side: SideId) -> (Units, Units) {
        let all = self.standing(cx, s, hex, side);
        let mut front = top_steps(cx, s, &all, cx.data.movement.engaged_steps);
        let rest: Units = all.into_iter().filter(|u| !front.contains(u)).collect();
        if side == s.active {
            front.retain(|u| self.defenders.iter().any(|d| can_reach(cx, s, *u, *d)));
        }
        (front, rest)
    }

    /// Engaged units of a side in all its hexes.
    pub fn front(&self, cx: &Context, s: &State, side: SideId) -> Units {
        self.hexes(s, side).iter().flat_map(|h| self.lines(cx, s, *h, side).0).collect()
    }

    /// Units of a side that still stand where they fought.
    pub fn all_standing(&self, cx: &Context, s: &State, side: SideId) -> Units {
        self.hexes(s, side).iter().flat_map(|h| self.standing(cx, s, *h, side)).collect()
    }

    /// Notes who is Engaged while loss points are left (10.13.3).
    pub fn note_engaged(&mut self, units: &[UnitId]) {
        for u in units {
            if !self.engaged.contains(u) {
                self.engaged.push(*u);
            }
        }
    }
}

/// Attackers that have not fought and are not running away.
pub fn is_free_to_attack(s: &State, u: UnitId) -> bool {
    !s.has(u, Flag::Fought) && !s.unit(u).is_routed()
}

/// Units of at most so many steps counted from the top, never passing over one (6.2).
pub fn top_steps(cx: &Context, s: &State, units: &[UnitId], most: u8) -> Units {
    let mut left = most;
    let mut out = Units::new();
    for u in units {
        let steps = counted_steps(cx, s, *u);
        if steps > left {
            break;
        }
        left -= steps;
        out.push(*u);
    }
    out
}

/// Whether a unit stands next to a hex and could step into it: else it cannot attack it.
pub fn can_reach(cx: &Context, s: &State, u: UnitId, hex: HexId) -> bool {
    let from = s.unit(u).hex;
    cx.setup.map.direction_to(from, hex).is_some_and(|dir| can_step(cx, s, u, from, dir))
}
