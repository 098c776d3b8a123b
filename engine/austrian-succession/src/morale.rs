//! 5: Morale Points.

use crate::event::{Event, Reason};
use crate::ids::SideId;
use crate::state::{State, SuddenEnd};
use crate::{Context, Record};

/// Changes that come from one cause, in the order they add up: gains first, cut at the most there can be, then losses (5.3, 5.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    pub gains: [u8; 2],
    pub losses: [u8; 2],
    /// No loss goes below this: 0 for combat, 1 for events (41) and whatever a player pays of his own will (5.5).
    pub floor: u8,
}

impl Change {
    pub fn gain(side: SideId, points: u8) -> Self {
        let mut change = Self::default();
        change.gains[side.index()] = points;
        change
    }

    pub fn loss(side: SideId, points: u8) -> Self {
        let mut change = Self::default();
        change.losses[side.index()] = points;
        change
    }

    pub fn with_floor(mut self, floor: u8) -> Self {
        self.floor = floor;
        self
    }

    pub fn add_gain(&mut self, side: SideId, points: u8) {
        let gain = &mut self.gains[side.index()];
        *gain = gain.saturating_add(points);
    }

    pub fn add_loss(&mut self, side: SideId, points: u8) {
        let loss = &mut self.losses[side.index()];
        *loss = loss.saturating_add(points);
    }
}

/// Whether a side may pay so much of its own will: it keeps at least one point (5.5, 10.4).
pub fn can_pay(cx: &Context, s: &State, side: SideId, points: u8) -> bool {
    s.side(side).morale >= points.saturating_add(cx.data.morale.floor)
}

pub fn pay(cx: &Context, s: &mut State, side: SideId, points: u8, why: Reason, rec: &mut Record) {
    change(cx, s, Change::loss(side, points).with_floor(cx.data.morale.floor), why, rec);
}

/// Applies one change to both sides and notices a collapse (5.5).
pub fn change(cx: &Context, s: &mut State, change: Change, why: Reason, rec: &mut Record) {
    let most = cx.data.morale.most;
    for side in SideId::BOTH {
        let before = s.side(side).morale;
        let raised = before.saturating_add(change.gains[side.index()]).min(most);
        let floor = change.floor.min(raised);
        let after = raised.saturating_sub(change.losses[side.index()]).max(floor);
        s.side_mut(side).morale = after;
        if after != before {
            rec.emit(|| Event::Morale { side, before, after, why });
        }
    }
    let fallen = SideId::BOTH.map(|side| s.side(side).morale == 0);
    if s.ended.is_none() {
        s.ended = match fallen {
            [true, true] => Some(SuddenEnd::Collapse(None)),
            [true, false] => Some(SuddenEnd::Collapse(Some(SideId::COALITION))),
            [false, true] => Some(SuddenEnd::Collapse(Some(SideId::HABSBURG))),
            [false, false] => None,
        };
    }
}
