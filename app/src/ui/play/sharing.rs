//! How the people at one screen share it: whose eyes it has, when it is covered, what each seat
//! has been told. Everything here is made of views of one seat.

use super::session::Player;
use engine::game::{AnyMatch, Seating};
use engine::present::{BoardView, Seat};
use std::collections::BTreeMap;

/// How several seats played by people share the screen. With one person or none it means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// One person plays all sides and sees everything.
    #[default]
    Open,
    /// One person plays all sides, each with what it may see.
    Fog,
    /// Several people, nothing hidden: no curtain, but dice are not taken back.
    Table,
    /// Several people with a curtain at every change.
    Curtain,
}

impl Mode {
    pub const ALL: [Self; 4] = [Self::Open, Self::Fog, Self::Table, Self::Curtain];

    /// Its word in saves and settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Fog => "fog",
            Self::Table => "table",
            Self::Curtain => "curtain",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.word() == word)
    }

    /// The modes worth offering: a scenario that hides nothing needs no fog, one that hides
    /// something no open table.
    pub fn offered(hides: bool) -> [Self; 3] {
        if hides { [Self::Open, Self::Fog, Self::Curtain] } else { [Self::Open, Self::Table, Self::Curtain] }
    }

    /// The nearest mode that such a scenario can be played in: never one that shows more.
    pub fn fitting(self, hides: bool) -> Self {
        match (self, hides) {
            (Self::Table, true) => Self::Curtain,
            (Self::Fog, false) => Self::Open,
            (mode, _) => mode,
        }
    }
}

/// Who has the screen, and what everybody knew when he left it.
#[derive(Default)]
pub struct Sharing {
    pub mode: Mode,
    /// The person at the screen, where that matters.
    at: Option<Seat>,
    covered: bool,
    /// By seat: log entries told when it last left the screen.
    told: Vec<usize>,
    /// By seat: the field as it last saw it.
    boards: BTreeMap<u8, BoardView>,
}

impl Sharing {
    pub fn new(mode: Mode, saved: &Seating, covered: bool) -> Self {
        Self { mode, at: None, covered, told: saved.told.clone(), boards: BTreeMap::new() }
    }

    pub fn saved(&self) -> Seating {
        Seating { mode: self.mode.word().to_owned(), told: self.told.clone() }
    }

    pub fn at(&self) -> Option<Seat> {
        self.at
    }

    pub fn covered(&self) -> bool {
        self.covered
    }

    /// The one at the screen leaves it; the curtain falls.
    pub fn leave(&mut self, told: usize, board: BoardView) {
        if let Some(seat) = self.at.take() {
            let i = seat.0 as usize;
            if self.told.len() <= i {
                self.told.resize(i + 1, 0);
            }
            self.told[i] = told;
            self.boards.insert(seat.0, board);
        }
        self.covered = true;
    }

    /// `seat` sits down; the curtain rises.
    pub fn sit(&mut self, seat: Seat) {
        self.at = Some(seat);
        self.covered = false;
    }

    /// Log entries `seat` had been told when it last left, and the field as it was then.
    pub fn since(&self, seat: Seat, log: usize) -> (usize, Option<&BoardView>) {
        let told = self.told.get(seat.0 as usize).copied().unwrap_or(0);
        (told.min(log), self.boards.get(&seat.0))
    }
}

/// The field for a picture that lies about (a list of saves): what whoever may find it may see.
pub fn picture(game: &dyn AnyMatch, players: &[Player], mode: Option<Mode>) -> BoardView {
    let hides = game.info().hides;
    let persons: Vec<u8> =
        (0u8..).zip(players).filter(|(_, p)| **p == Player::Person).map(|(i, _)| i).collect();
    let acting = game.to_act().filter(|s| persons.contains(&s.0));
    let mut view = match (persons.as_slice(), mode.map(|m| m.fitting(hides))) {
        _ if !hides || game.outcome().is_some() => game.view(Seat::OPEN).board(),
        // One person against the computer sees his own side only, whatever the mode says.
        ([one], _) => game.view(Seat(*one)).board(),
        ([], _) | (_, Some(Mode::Open)) => game.view(Seat::OPEN).board(),
        ([first, ..], Some(Mode::Fog)) => game.view(acting.unwrap_or(Seat(*first))).board(),
        _ => neutral(game),
    };
    view.counters.iter_mut().for_each(|c| c.can_act = false);
    view
}

/// The field without anything that one side may hide from another: every counter as its enemies
/// see it, and only the marks all agree on. For pictures that anybody may look at.
pub fn neutral(game: &dyn AnyMatch) -> BoardView {
    let seats = game.seats().len() as u8;
    let views: Vec<BoardView> = (0..seats).map(|s| game.view(Seat(s)).board()).collect();
    let Some((first, rest)) = views.split_first() else { return BoardView::default() };
    let mut out = BoardView::default();
    for view in &views {
        for c in view.counters.iter().filter(|c| !c.own) {
            if !out.counters.iter().any(|o| o.id == c.id) {
                out.counters.push(c.clone());
            }
        }
    }
    out.counters.iter_mut().for_each(|c| c.can_act = false);
    out.marks = first.marks.iter().filter(|m| rest.iter().all(|v| v.marks.contains(m))).cloned().collect();
    out.areas = first.areas.iter().filter(|a| rest.iter().all(|v| v.areas.contains(a))).cloned().collect();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mode_shows_more_than_the_one_asked_for() {
        for mode in Mode::ALL {
            assert_eq!(Mode::from_word(mode.word()), Some(mode));
            for hides in [false, true] {
                assert!(Mode::offered(hides).contains(&mode.fitting(hides)));
            }
        }
        assert_eq!(Mode::Table.fitting(true), Mode::Curtain);
    }

    #[test]
    fn pictures_of_a_hidden_game_against_the_computer_are_of_ones_own_side() {
        let library = crate::library::Library::shipped();
        let docs = library.scenarios.iter().filter_map(|e| e.doc.clone().ok());
        let mut tried = 0;
        for doc in docs {
            let rules = library.rules(&doc.ruleset).unwrap();
            let game = rules.new_match(doc, &Default::default()).map_err(|i| i.list).unwrap();
            if !game.info().hides {
                continue;
            }
            tried += 1;
            let players = [Player::Computer("random".into()), Player::Person];
            for mode in [None, Some(Mode::Open), Some(Mode::Fog), Some(Mode::Curtain)] {
                let mut own = game.view(Seat(1)).board();
                own.counters.iter_mut().for_each(|c| c.can_act = false);
                assert_eq!(picture(game.as_ref(), &players, mode), own, "{mode:?}");
            }
            assert_ne!(game.view(Seat(1)).board(), game.view(Seat::OPEN).board(), "something is hidden");
        }
        assert!(tried > 0);
    }

    #[test]
    fn what_a_seat_was_told_is_counted_from_when_it_left() {
        let mut s = Sharing::new(Mode::Curtain, &Seating::default(), true);
        s.sit(Seat(1));
        s.leave(7, BoardView::default());
        assert!(s.covered());
        assert_eq!(s.since(Seat(1), 9).0, 7);
        assert_eq!(s.since(Seat(1), 4).0, 4, "taken back meanwhile");
        assert_eq!(s.since(Seat(0), 9).0, 0);
        let again = Sharing::new(Mode::Curtain, &s.saved(), true);
        assert_eq!(again.since(Seat(1), 9).0, 7, "kept in saves");
    }
}
