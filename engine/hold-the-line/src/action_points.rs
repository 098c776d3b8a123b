//! Chapter 6, action points: what a player turn brings.

use super::C;
use super::state::{SideId, State};

/// What goes into the points of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Income {
    pub random: u8,
    /// Command points as printed.
    pub command: u8,
    /// Of these, lost with leaders.
    pub lost: u8,
    pub bonus: u8,
    pub kept: u8,
}

impl Income {
    pub fn new_points(&self) -> u8 {
        self.random.saturating_add(self.command - self.lost).saturating_add(self.bonus)
    }
}

/// 6.ap-roll, 9.leader-loss, 9.idle-commander, 9.store: the points of `side` for this die.
pub fn points_income(cx: &C, s: &State, side: SideId, die: u16) -> Income {
    let (st, ap) = (&s.sides[side.index()], &cx.data.ap);
    let random = ap.random.get(die as usize - usize::from(die > 0)).copied().unwrap_or(0);
    let command = cx.setup.sides[side.index()].command;
    let lost = st.leaders_lost.saturating_mul(ap.leader_loss).min(command);
    let bonus = if st.idle { ap.idle_bonus } else { 0 };
    Income { random, command, lost, bonus, kept: st.stored }
}
