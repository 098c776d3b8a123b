//! Detachments without leaders (17.6.4.1 to 17.6.4.4): their units are divided into piles off the map, each under a counter of a
//! Detachment; false leaders come with the second and the third pile; masks show any arm; stacks lie apart.

use crate::Context;
use crate::approach::{counters, laid_up};
use crate::ids::{SideId, UnitId, WingId};
use crate::setup::Post;
use crate::state::{Behind, Cover, State};
use engine::hex::HexId;

/// Counters of Detachments without leaders of a side, in the order of the file.
pub fn piles(cx: &Context, side: SideId) -> impl Iterator<Item = WingId> + '_ {
    cx.setup.wing_ids().filter(move |w| cx.setup.wing(*w).side == side && cx.setup.wing(*w).is_pile)
}

/// Whether a unit is laid up with any of the piles of its side (17.6.4.2).
pub fn is_pile_unit(cx: &Context, u: UnitId) -> bool {
    cx.setup.unit(u).wing.is_some_and(|w| cx.setup.wing(w).is_pile)
}

/// The wing of the file, or the pile a unit has been laid up with.
pub fn home_wing(cx: &Context, s: &State, u: UnitId) -> Option<WingId> {
    let card = cx.setup.unit(u);
    let wing = card.wing?;
    if !cx.setup.wing(wing).is_pile {
        return Some(wing);
    }
    let berths = &s.berths[card.side.index()];
    Some(berths.guns.iter().find(|g| g.0 == u).map_or(wing, |g| g.1))
}

/// False leaders a side may use: all of them, or one for each pile beyond the first (17.6.4.3).
fn false_leaders(cx: &Context, s: &State, side: SideId) -> usize {
    let most = usize::from(cx.setup.sides[side.index()].false_leaders);
    if piles(cx, side).next().is_none() {
        return most;
    }
    let used = piles(cx, side).filter(|w| !laid_up(cx, s, *w).is_empty()).count();
    most.min(used.saturating_sub(1))
}

/// Whether a counter is not used at set-up: of an empty pile, or a false leader too many.
pub fn is_set_aside(cx: &Context, s: &State, cover: u8) -> bool {
    let c = &s.covers[usize::from(cover)];
    match c.what {
        Behind::Wing(w) => cx.setup.wing(w).is_pile && laid_up(cx, s, w).is_empty(),
        Behind::FalseLeader => {
            let is_before = |o: &&Cover| o.side == c.side && o.what == Behind::FalseLeader;
            let rank = s.covers[..usize::from(cover)].iter().filter(is_before).count();
            rank >= false_leaders(cx, s, c.side)
        }
        Behind::Dummy | Behind::Unknown => false,
    }
}

/// Counters that are not used leave the set-up; what they would have stood for never comes into play.
pub fn set_aside(cx: &Context, s: &mut State, side: SideId) {
    let unused: Vec<u8> = (0..s.covers.len() as u8)
        .filter(|c| s.covers[usize::from(*c)].side == side && is_set_aside(cx, s, *c))
        .collect();
    for cover in unused {
        s.covers[usize::from(cover)].gone = true;
    }
}

/// Whether a wing is laid up unseen, and not a pile that was set aside.
pub fn is_unseen(cx: &Context, s: &State, w: WingId) -> bool {
    let is_aside = s.covers.iter().any(|c| c.what == Behind::Wing(w) && c.gone);
    s.leader(cx.setup.wing(w).leader).veiled && !is_aside
}

/// A mask shows what arm its owner likes (17.6.4.3).
pub fn may_mask(cx: &Context, cover: &Cover) -> bool {
    match cover.what {
        Behind::Wing(w) => cx.setup.wing(w).is_pile,
        Behind::FalseLeader => true,
        Behind::Dummy | Behind::Unknown => false,
    }
}

/// Whether the set-up area of a side's piles holds the hex.
fn is_in_their_area(cx: &Context, side: SideId, hex: HexId) -> bool {
    use crate::decide::Piece;
    let is_pile = |p: &Piece| match p {
        Piece::Leader(l) => matches!(cx.setup.leader(*l).post, Post::Wing(w) if cx.setup.wing(w).is_pile),
        Piece::Unit(_) => false,
    };
    let mut entries = cx.setup.set_up.iter().filter(|e| e.side == side && e.pieces.iter().any(is_pile));
    entries.any(|e| e.hexes.contains(&hex))
}

/// Whether a counter whose leader's part lies in a hex is the stack of a Detachment, or a dummy among them (17.6.4.4).
fn is_stack_of_detachment(cx: &Context, cover: &Cover, at: HexId) -> bool {
    match cover.what {
        Behind::Wing(w) => cx.setup.wing(w).is_pile,
        Behind::Dummy | Behind::FalseLeader => is_in_their_area(cx, cover.side, at),
        Behind::Unknown => false,
    }
}

/// Hexes from a place to the nearest counter of another stack it has to keep away from; none without such a stack.
fn nearest_stack(cx: &Context, s: &State, cover: u8, hex: HexId) -> Option<u16> {
    let c = &s.covers[usize::from(cover)];
    let at = if c.at.is_none() { hex } else { c.at };
    if !is_stack_of_detachment(cx, c, at) {
        return None;
    }
    let is_other = |(i, o): &(usize, &Cover)| {
        *i != usize::from(cover) && o.side == c.side && o.is_on_map() && is_stack_of_detachment(cx, o, o.at)
    };
    let others = s.covers.iter().enumerate().filter(is_other).flat_map(|(_, o)| counters(o));
    others.map(|h| cx.setup.map.distance(h, hex)).min()
}

/// Hexes that keep the stacks of Detachments and the dummies among them apart; the farthest where none does (17.6.4.4).
pub fn keep_apart(cx: &Context, s: &State, cover: u8, hexes: &mut Vec<HexId>) {
    let side = s.covers[usize::from(cover)].side;
    if piles(cx, side).next().is_none() {
        return;
    }
    let spacing = cx.setup.sides[side.index()].pile_spacing;
    let far = |h: &HexId| nearest_stack(cx, s, cover, *h).unwrap_or(u16::MAX);
    if hexes.iter().any(|h| far(h) > spacing) {
        hexes.retain(|h| far(h) > spacing);
    } else if let Some(most) = hexes.iter().map(far).max() {
        hexes.retain(|h| far(h) == most);
    }
}
