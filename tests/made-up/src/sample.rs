//! What may be behind what a seat sees: covered counters and secret set-up, dealt at random.

use crate::rules;
use crate::setup::Setup;
use crate::state::{Action, Frame, Nothing, Spot, State};
use engine::dice::Bag;
use engine::game::RandomSource;

/// A whole position that agrees with what `seat` sees.
pub fn sample(setup: &Setup, seen: &State, seat: u8, random: &mut RandomSource) -> State {
    let mut s = seen.clone();
    deal_pieces(setup, &mut s, random);
    if let Some(Frame::Place { entry }) = seen.frames.top().cloned() {
        for done in 0..=entry {
            place_secretly(setup, &mut s, done, done < entry, seat, random);
        }
    }
    s
}

/// Covered counters are pieces of their side that are seen nowhere; the rest is still to be drawn.
fn deal_pieces(setup: &Setup, s: &mut State, random: &mut RandomSource) {
    let is_seen = |i: &u8| s.counters.iter().any(|c| c.piece == *i);
    let mut unseen: Vec<u8> = (0..setup.pieces.len() as u8).filter(|i| !is_seen(i)).collect();
    for c in s.counters.iter_mut().filter(|c| c.piece == Nothing::PIECE) {
        let is_of_side = |i: &u8| setup.pieces[*i as usize].side == c.side;
        let fitting: Vec<usize> = (0..unseen.len()).filter(|n| is_of_side(&unseen[*n])).collect();
        if let Some(n) = fitting.get(random.index(fitting.len())) {
            c.piece = unseen.remove(*n);
        }
    }
    if let Some(Frame::Shuffle { left }) = s.frames.top_mut() {
        *left = Bag::new((0..setup.pieces.len() as u8).map(|i| u8::from(unseen.contains(&i))));
    }
}

/// The other side has placed the counters of this entry in secret: all of them, or all but some when it is
/// still at it.
fn place_secretly(
    setup: &Setup,
    s: &mut State,
    entry: u8,
    is_done: bool,
    seat: u8,
    random: &mut RandomSource,
) {
    let Some(e) = setup.entries.get(entry as usize).filter(|e| e.secret && e.side as u8 != seat) else {
        return;
    };
    let mut trial = s.clone();
    trial.active = e.side as u8;
    trial.frames.replace(Frame::Place { entry });
    let waits = |c: &u8, s: &State| {
        let c = &s.counters[*c as usize];
        c.spot == Spot::Off && e.pieces.contains(&c.piece)
    };
    let waiting: Vec<u8> = (0..s.counters.len() as u8).filter(|c| waits(c, s)).collect();
    let count = if is_done { waiting.len() } else { random.index(waiting.len()) };
    for counter in waiting.into_iter().take(count) {
        let fits = |hex: &_| rules::check(setup, &trial, &Action::Place { counter, hex: *hex }).is_ok();
        let hexes: Vec<_> = setup.map.grid.ids().filter(fits).collect();
        if let Some(hex) = hexes.get(random.index(hexes.len())) {
            s.counters[counter as usize].spot = Spot::Secret(*hex);
            trial.counters[counter as usize].spot = Spot::Secret(*hex);
        }
    }
}
