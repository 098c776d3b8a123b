use super::Play;
use crate::present::Seat;
use std::borrow::Cow;

/// A state as one seat may know it. Legal actions, refusals, views, odds and computer players take this and never
/// the bare state. Only `game` can create one.
pub struct Seen<'a, R: Play> {
    state: Cow<'a, R::State>,
    seat: Seat,
}

impl<'a, R: Play> Seen<'a, R> {
    /// What `seat` may know of `state`.
    pub(super) fn by(cx: &super::Cx<R>, state: &'a R::State, seat: Seat) -> Self {
        Self { state: R::redact(cx, state, seat), seat }
    }

    /// For a seat from which nothing is hidden.
    pub(super) fn whole(state: &'a R::State, seat: Seat) -> Self {
        Self { state: Cow::Borrowed(state), seat }
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }
}

/// For tests of rule systems, which have a state but no match.
#[cfg(feature = "testing")]
pub mod testing {
    use super::{Play, Seat, Seen};
    use crate::game::Cx;

    /// What `seat` may know of `state`.
    pub fn seen_by<'a, R: Play>(cx: &Cx<R>, state: &'a R::State, seat: Seat) -> Seen<'a, R> {
        Seen::by(cx, state, seat)
    }
}
