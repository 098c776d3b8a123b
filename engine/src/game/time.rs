//! A match as a timeline: any moment can be viewed, branched from, or extracted as a save.

use super::Seen;
use super::{Entry, Match, Present, ToAct};
use crate::dice::DiceStream;
use crate::present::{Moment, Seat};
use std::sync::Arc;

/// A seed for the dice of a branch, from which the dice of the original cannot be learned.
pub(super) fn other_seed(seed: u64, salt: u64) -> u64 {
    let mut z = seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Versions of past moments start here, so that they never equal a version of the match itself.
const PAST: u64 = 1 << 40;

impl<R: Present> Match<R> {
    /// The same match before the first entry of its journal.
    pub(super) fn at_start(&self) -> Self {
        let start = self.base.clone().unwrap_or_else(|| R::start(&self.cx));
        let mut again = Self::from_state(self.cx.clone(), Arc::clone(&self.doc), start, self.dice.seed());
        again.base.clone_from(&self.base);
        again
    }

    /// The match after `entries` journal entries, for looking back.
    pub fn at(&self, entries: usize) -> Self {
        let mut again = self.at_start();
        let mut cut = false;
        for e in self.journal.iter().take(entries) {
            again.perform(e.clone(), &mut cut);
        }
        again.dice = self.dice.clone();
        again.refresh();
        again.version = PAST + entries as u64;
        again
    }

    /// The match after `entries` journal entries as a branch with dice of its own. The log notes it.
    pub fn branch(&self, entries: usize, note: String, salt: u64) -> Self {
        let mut again = self.at_start();
        for e in self.journal.iter().take(entries) {
            // These entries were played in this match, so they are valid.
            if again.replay(e.clone()).is_err() {
                break;
            }
        }
        let mut cut = false;
        again.perform(Entry::Note(note), &mut cut);
        again.dice = DiceStream::new(other_seed(self.dice.seed(), salt));
        again.refresh();
        again
    }

    /// Entries `from..to` as a match of its own that starts at the position of `from`.
    pub(super) fn extract(&self, from: usize, to: usize) -> Self {
        let first = self.at(from);
        let mut part = Self::from_state(
            self.cx.clone(),
            Arc::clone(&self.doc),
            first.state.clone(),
            other_seed(self.dice.seed(), from as u64 + 1),
        );
        part.base = Some(first.state);
        let mut cut = false;
        for e in self.journal.get(from..to.min(self.journal.len())).unwrap_or_default() {
            part.perform(e.clone(), &mut cut);
        }
        part.refresh();
        part
    }

    /// Every moment at which a seat was to act, beginning with the start, as far as `seat` could tell it from the
    /// one before.
    pub fn timeline(&self, seat: Seat) -> Vec<Moment> {
        let mut again = self.at_start();
        let mut out: Vec<Moment> = Vec::new();
        let mut seen: Option<R::State> = None;
        let mut told = 0;
        let mut cut = false;
        for i in 0..=self.journal.len() {
            let due = !matches!(again.to_act(), ToAct::Chance(_));
            // Notes belong to the moment before them.
            let note = matches!(self.journal.get(i), Some(Entry::Note(_)));
            if due && !note {
                let view = Seen::by(&self.cx, &again.state, seat);
                let text = again.first_told(seat, told);
                let changed = seat == Seat::OPEN || seen.as_ref() != Some(view.state());
                if out.is_empty() || changed || !text.is_empty() {
                    out.push(again.moment(i, seat, text));
                    told = again.log.len();
                    seen = (seat != Seat::OPEN).then(|| view.state().clone());
                } else if let (true, Some(last)) = (i == self.journal.len(), out.last_mut()) {
                    // The present is always the last moment.
                    last.entries = i;
                }
            }
            if let Some(e) = self.journal.get(i) {
                again.perform(e.clone(), &mut cut);
            }
        }
        out
    }

    fn moment(&self, entries: usize, seat: Seat, text: String) -> Moment {
        let s = R::sequence(&self.cx, &self.seen(seat));
        let current = s.groups.iter().find_map(|g| {
            let phase = g.phases.iter().find(|p| p.current)?;
            Some(if g.name.is_empty() { phase.name.clone() } else { format!("{}: {}", g.name, phase.name) })
        });
        let seat = match self.to_act() {
            ToAct::Seat(s) => Some(s),
            _ => None,
        };
        Moment {
            entries,
            turn: s.turn,
            turn_name: s.turn_name,
            phase: current.unwrap_or_default(),
            seat,
            text,
        }
    }

    /// The first log line `seat` may read from entry `from` on.
    fn first_told(&self, seat: Seat, from: usize) -> String {
        let line = self.log(seat, from).into_iter().find(|l| !l.text.is_empty());
        line.map_or_else(String::new, |l| format!("{} {}", l.head, l.text).trim().to_owned())
    }
}
