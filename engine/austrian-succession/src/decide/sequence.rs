//! 4: the Sequence of Play.

use super::{
    Ask, Decision, Question, activation, battle_phase, draw_marker, exchange, fortify, initiative, logistics,
    movement, rally, recruit, siege_phase, unlisted,
};
use crate::action::Action;
use crate::event::Event;
use crate::ids::SideId;
use crate::state::{Flag, Phase, State};
use crate::{AustrianSuccession, Context, Record, victory};
use engine::present::Affordance;
use serde::{Deserialize, Serialize};

/// Impulses of a turn (4.2).
pub const IMPULSES: u8 = 3;

/// What comes next: a phase of the turn, or half of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sequence {
    pub next: Phase,
    /// 1 to 3 in a Campaign Impulse.
    pub impulse: u8,
    /// The half of the Second Player (6.3).
    pub second: bool,
}

/// The game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Over;

impl Sequence {
    pub const FIRST: Self = Self { next: Phase::Initiative, impulse: 0, second: false };

    fn at(next: Phase, impulse: u8) -> Self {
        Self { next, impulse, second: false }
    }

    /// Whether the phase has a half for each player.
    fn has_halves(self) -> bool {
        !matches!(self.next, Phase::SetUp | Phase::Initiative | Phase::EndOfTurn)
    }

    /// The order of 4.2. In an impulse the First Player's three phases come before the Second's; activations of both before
    /// either (18.2).
    pub fn after(self) -> Self {
        let second = Self { second: true, ..self };
        match self.next {
            Phase::SetUp => Self::at(Phase::Initiative, 0),
            Phase::Initiative => Self::at(Phase::Events, 0),
            Phase::Siege => Self { next: Phase::Movement, ..self },
            Phase::Movement => Self { next: Phase::Battle, ..self },
            Phase::Battle if !self.second => Self { next: Phase::Siege, ..second },
            Phase::Battle if self.impulse < IMPULSES => Self::at(Phase::Activation, self.impulse + 1),
            Phase::Battle => Self::at(Phase::Logistics, 0),
            _ if self.has_halves() && !self.second => second,
            Phase::Events => Self::at(Phase::Recruiting, 0),
            Phase::Recruiting => Self::at(Phase::Siege, 1),
            Phase::Activation => Self::at(Phase::Siege, self.impulse),
            Phase::Logistics => Self::at(Phase::Rally, 0),
            Phase::Rally => Self::at(Phase::EndOfTurn, 0),
            Phase::EndOfTurn => Self::at(Phase::Initiative, 0),
        }
    }

    fn side(self, s: &State) -> SideId {
        if self.second { s.first.enemy() } else { s.first }
    }

    /// Whether nothing happens in this half: no events on the first turn (40.8), nobody activated (18).
    fn is_skipped(self, cx: &Context, s: &State, side: SideId) -> bool {
        let turn = &cx.setup.turns[usize::from(s.turn) - 1];
        match self.next {
            Phase::Events => turn.no_events,
            Phase::Siege | Phase::Movement | Phase::Battle if self.impulse > 1 => !cx
                .setup
                .unit_ids()
                .any(|u| s.unit(u).has(Flag::Activated) && s.owner(&cx.setup, u) == Some(side)),
            _ => false,
        }
    }
}

/// Takes off every unit what lasts no longer than the phase that ends.
fn close(cx: &Context, s: &mut State, phase: Phase, side: SideId) {
    let flags: &[Flag] = match phase {
        Phase::Recruiting => &[Flag::Reorganized, Flag::Shown],
        Phase::Siege => &[Flag::Fought, Flag::Advanced],
        Phase::Movement => &[Flag::Moved, Flag::Shown, Flag::Pillaged],
        Phase::Battle => &[Flag::Fought, Flag::Advanced, Flag::Scouted],
        Phase::EndOfTurn => &[Flag::Drilled, Flag::Marched, Flag::Activated],
        _ => &[],
    };
    for u in cx.setup.unit_ids() {
        for flag in flags {
            s.unit_mut(u).flags.clear(*flag);
        }
    }
    match phase {
        Phase::Siege => {
            s.attacked.clear();
            s.barred.clear();
        }
        Phase::Battle => s.barred.clear(),
        Phase::Recruiting => {
            s.side_mut(side).purse = 0;
            s.side_mut(side).capped_spent = 0;
        }
        _ => {}
    }
}

impl Decision<AustrianSuccession> for Sequence {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let (phase, side) = (s.phase, s.active);
        close(cx, s, phase, side);
        if self.next == Phase::Activation && !self.second {
            for u in cx.setup.unit_ids() {
                s.unit_mut(u).flags.clear(Flag::Activated);
            }
        }
        s.phase = self.next;
        s.impulse = self.impulse;
        s.active = self.side(s);
        if self.next == Phase::EndOfTurn {
            return self.end_turn(cx, s, rec);
        }
        s.push(self.after());
        if self.is_skipped(cx, s, s.active) {
            return;
        }
        let side = self.has_halves().then_some(s.active);
        let (phase, impulse, turn) = (s.phase, s.impulse, s.turn);
        rec.emit(|| Event::PhaseBegan { phase, impulse, side, turn });
        match self.next {
            Phase::Initiative => initiative::begin(s, rec),
            Phase::Events => draw_marker::begin(s, s.active),
            Phase::Recruiting => recruit::begin(s, s.active),
            Phase::Activation => activation::begin(s),
            Phase::Siege => siege_phase::begin(cx, s, s.active),
            Phase::Movement => {
                movement::begin(s);
                fortify::begin(cx, s);
            }
            Phase::Battle => battle_phase::begin(cx, s, s.active),
            Phase::Logistics => logistics::begin(s),
            Phase::Rally => {
                if self.second {
                    exchange::begin(cx, s);
                }
                rally::begin(s);
            }
            Phase::SetUp | Phase::EndOfTurn => {}
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("The game goes on".into(), "4.2")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

impl Sequence {
    /// The End of Turn Phase: the last turn ends the game.
    fn end_turn(self, cx: &Context, s: &mut State, rec: &mut Record) {
        close(cx, s, Phase::EndOfTurn, s.first);
        if usize::from(s.turn) >= cx.setup.turns.len() {
            s.push(Over);
            rec.emit(|| Event::Ended { end: None });
            return;
        }
        s.turn += 1;
        crate::events::end_turn(cx, s);
        for side in &mut s.sides {
            side.has_activated = false;
            side.offered = false;
        }
        s.push(Self::FIRST);
    }
}

impl Decision<AustrianSuccession> for Over {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        Ask::Over(victory::outcome(cx, s))
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("The war is over".into(), "27.1")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }

    fn is_rest(&self) -> bool {
        true
    }
}
