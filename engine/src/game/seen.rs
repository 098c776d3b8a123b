use super::Ruleset;
use crate::present::Seat;
use std::borrow::Cow;

/// A state as one seat may know it. Legal actions, refusals, views, odds and computer players take
/// this and never the state; only [`Ruleset::redact`] makes one.
pub struct Seen<'a, R: Ruleset> {
    state: Cow<'a, R::State>,
    seat: Seat,
}

impl<'a, R: Ruleset> Seen<'a, R> {
    /// For a seat to which nothing is hidden.
    pub(crate) fn whole(state: &'a R::State, seat: Seat) -> Self {
        Self { state: Cow::Borrowed(state), seat }
    }

    /// For a seat to which `state` is what is left after taking away what it may not know.
    #[allow(dead_code)]
    pub(crate) fn redacted(state: R::State, seat: Seat) -> Self {
        Self { state: Cow::Owned(state), seat }
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }
}
