//! Set-up of main scenarios, open to both: leaders in their areas, units near them, guns near a leader, commanders with a unit.

use super::{Ask, Decision, Piece, Question, Shuffle, VeiledSetUp, Why, veiled_set_up};
use crate::action::Action;
use crate::board::{Layer, fits, has_counter, has_unit, put, reorder, side_of, stack};
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::setup::{Post, SetUpEntry};
use crate::state::{Flag, State};
use crate::words::{answer, leader_name, leader_target, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// One side sets up all its pieces.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SetUp {
    pub side: SideId,
}

/// Sides set up one after the other, in the order of their entries.
pub fn begin_set_up(cx: &Context, s: &mut State) {
    let mut sides: Vec<SideId> = Vec::new();
    for entry in &cx.setup.set_up {
        if !sides.contains(&entry.side) {
            sides.push(entry.side);
        }
    }
    let is_hidden = cx.setup.is_hidden();
    for side in sides.iter().rev() {
        s.push(SetUp { side: *side });
        if is_hidden && !veiled_set_up::veiled_wings(cx, *side).is_empty() {
            s.push(VeiledSetUp { side: *side });
        }
    }
    for side in sides.into_iter().rev().filter(|_| is_hidden) {
        veiled_set_up::veil(cx, s, side);
        s.push(Shuffle::new(cx, side));
    }
}

/// Where a piece stands, if it does.
fn place_of(s: &State, piece: Piece) -> Option<HexId> {
    let hex = match piece {
        Piece::Unit(u) => s.unit(u).hex,
        Piece::Leader(l) => s.leader(l).hex,
    };
    Some(hex).filter(|h| !h.is_none())
}

/// Ground it may stand on, within the stacking limits, away from enemies (5.1, 7.4.3).
pub fn is_open_to(cx: &Context, s: &State, piece: Piece, hex: HexId) -> Result<(), Why> {
    let cost = cx.setup.terrain(&cx.data, hex).cost;
    let (side, open) = match piece {
        Piece::Leader(l) => (cx.setup.leader(l).side, cost.leader),
        Piece::Unit(u) => {
            let open = match cx.setup.unit(u).arm {
                Arm::Foot => cost.foot,
                Arm::Horse => cost.horse,
                Arm::Guns => cost.guns,
                Arm::Leader => cost.leader,
            };
            (side_of(cx, u), open)
        }
    };
    if open.is_none() {
        return Err(("7.4.3", "that ground is closed to it"));
    }
    if has_counter(cx, s, hex, side.enemy()) {
        return Err(("7.4.3", "the enemy stands there"));
    }
    match piece {
        Piece::Unit(u) if !fits(cx, s, u, hex) => Err(("5.1", "too many steps would stand there")),
        _ => Ok(()),
    }
}

/// Whether it may be set up there by its entry, stacking and ground apart.
fn check_entry(cx: &Context, s: &State, entry: &SetUpEntry, piece: Piece, hex: HexId) -> Result<(), Why> {
    if let Some((near, _)) = entry.near
        && place_of(s, near).is_none()
    {
        return Err(("19", "its leader is set up first"));
    }
    if !entry.admits(&cx.setup.map, hex, |p| place_of(s, *p)) {
        return Err(("19", "it is set up in its area, near its leader"));
    }
    let near_leader = |l: LeaderId| {
        let at = s.leader(l).hex;
        cx.setup.leader(l).side == entry.side
            && matches!(cx.setup.leader(l).post, Post::Wing(_))
            && !at.is_none()
            && cx.setup.map.distance(at, hex) <= cx.data.command.command_range
    };
    match piece {
        Piece::Unit(u) if cx.setup.unit(u).arm == Arm::Guns && !cx.setup.leader_ids().any(near_leader) => {
            Err(("19", "guns are set up within 5 hexes of a wing leader"))
        }
        Piece::Leader(l)
            if !matches!(cx.setup.leader(l).post, Post::Wing(_)) && !has_unit(cx, s, hex, entry.side) =>
        {
            Err(("19", "he is set up with a unit of his army"))
        }
        _ => Ok(()),
    }
}

fn entry_of(cx: &Context, piece: Piece) -> Option<&SetUpEntry> {
    cx.setup.set_up.iter().find(|e| e.pieces.contains(&piece))
}

fn usual_hex(cx: &Context, piece: Piece) -> Option<HexId> {
    match piece {
        Piece::Unit(u) => cx.setup.unit(u).start,
        Piece::Leader(l) => cx.setup.leader(l).start,
    }
}

/// Pieces of a side that wait to be set up.
fn waiting(cx: &Context, s: &State, side: SideId) -> Vec<Piece> {
    let own = cx.setup.set_up.iter().filter(|e| e.side == side);
    own.flat_map(|e| e.pieces.iter().copied())
        .filter(|p| place_of(s, *p).is_none() && !is_veiled(s, *p))
        .collect()
}

fn is_veiled(s: &State, piece: Piece) -> bool {
    match piece {
        Piece::Unit(u) => s.has(u, Flag::Veiled),
        Piece::Leader(l) => s.leader(l).veiled,
    }
}

/// Hexes where a piece may be set up now. Where its rules leave none, the nearest that ground and stacking allow.
fn hexes_for(cx: &Context, s: &State, piece: Piece) -> Vec<HexId> {
    let Some(entry) = entry_of(cx, piece) else { return Vec::new() };
    if entry.near.is_some_and(|(near, _)| place_of(s, near).is_none()) {
        return Vec::new();
    }
    let is_fine =
        |h: &HexId| check_entry(cx, s, entry, piece, *h).is_ok() && is_open_to(cx, s, piece, *h).is_ok();
    let hexes: Vec<HexId> = entry.hexes.iter().copied().filter(is_fine).collect();
    let is_wing_leader =
        |p: Piece| matches!(p, Piece::Leader(l) if matches!(cx.setup.leader(l).post, Post::Wing(_)));
    let left = waiting(cx, s, entry.side);
    // Guns wait for the wing leaders, commanders for units: only then is it known that nothing is left for them.
    let waits_for_leaders = !is_wing_leader(piece) && left.iter().any(|p| is_wing_leader(*p));
    let waits_for_units = matches!(piece, Piece::Leader(_))
        && !is_wing_leader(piece)
        && left.iter().any(|p| matches!(p, Piece::Unit(_)));
    if !hexes.is_empty() || waits_for_leaders || waits_for_units {
        return hexes;
    }
    let from = entry.near.and_then(|(near, _)| place_of(s, near)).or_else(|| usual_hex(cx, piece));
    let from = from.or_else(|| entry.hexes.first().copied());
    let Some(from) = from else { return hexes };
    nearest(cx, s, piece, from)
}

/// The hexes nearest to one that ground and stacking allow.
pub fn nearest(cx: &Context, s: &State, piece: Piece, from: HexId) -> Vec<HexId> {
    let map = &cx.setup.map;
    let mut open: Vec<HexId> = map.grid.ids().filter(|h| is_open_to(cx, s, piece, *h).is_ok()).collect();
    let least = open.iter().map(|h| map.distance(from, *h)).min().unwrap_or(0);
    open.retain(|h| map.distance(from, *h) == least);
    open
}

fn set_down(cx: &Context, s: &mut State, piece: Piece, hex: HexId, rec: &mut Record) {
    match piece {
        Piece::Unit(unit) => {
            // Guns stand in battery, on top (5.5).
            let layer = if cx.setup.unit(unit).arm == Arm::Guns { Layer::Top } else { Layer::Bottom };
            put(cx, s, unit, hex, layer);
            rec.emit(|| Event::UnitPlaced { unit, hex });
        }
        Piece::Leader(leader) => {
            s.leader_mut(leader).hex = hex;
            rec.emit(|| Event::LeaderPlaced { leader, hex });
        }
    }
}

/// All that waits goes where it usually stands, or as near as it may.
fn set_down_rest(cx: &Context, s: &mut State, side: SideId, rec: &mut Record) {
    let rank = |p: &Piece| match p {
        Piece::Leader(l) if matches!(cx.setup.leader(*l).post, Post::Wing(_)) => (0, 0),
        Piece::Unit(u) if cx.setup.unit(*u).arm != Arm::Guns => (1, cx.setup.unit(*u).order),
        Piece::Unit(u) => (2, u8::MAX - cx.setup.unit(*u).order),
        Piece::Leader(_) => (3, 0),
    };
    let mut pieces = waiting(cx, s, side);
    pieces.sort_by_key(rank);
    for piece in pieces {
        let hexes = hexes_for(cx, s, piece);
        let usual = usual_hex(cx, piece);
        let far = |h: &HexId| usual.map_or(0, |u| cx.setup.map.distance(u, *h));
        if let Some(hex) = hexes.into_iter().min_by_key(far) {
            set_down(cx, s, piece, hex, rec);
        }
    }
}

impl SetUp {
    /// Whether pieces of this side have been set up in the open.
    fn has_begun(&self, cx: &Context, s: &State) -> bool {
        let own = cx.setup.set_up.iter().filter(|e| e.side == self.side);
        own.flat_map(|e| e.pieces.iter()).any(|p| place_of(s, *p).is_some())
    }

    fn check(&self, cx: &Context, s: &State, piece: Piece, hex: HexId) -> Result<(), Why> {
        let Some(entry) = entry_of(cx, piece).filter(|e| e.side == self.side) else {
            return Err(("19", "it is not yours to set up now"));
        };
        if place_of(s, piece).is_some() {
            return Err(("19", "it is set up"));
        }
        if hexes_for(cx, s, piece).contains(&hex) {
            return Ok(());
        }
        check_entry(cx, s, entry, piece, hex)?;
        is_open_to(cx, s, piece, hex)?;
        Err(("19", "it may not be set up there"))
    }
}

impl Decision for SetUp {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_any = self.has_begun(cx, s) || !waiting(cx, s, self.side).is_empty();
        if is_any { Ask::Side(self.side) } else { Ask::Nobody }
    }

    /// Everything of this side has been set up unseen.
    fn go_on(&self, _: &Context, _: &mut State, _: &mut Record) {}

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let pieces = waiting(cx, s, self.side);
        for piece in &pieces {
            let place = |hex| match *piece {
                Piece::Unit(unit) => Action::Place { unit, hex },
                Piece::Leader(leader) => Action::PlaceLeader { leader, hex },
            };
            out.extend(hexes_for(cx, s, *piece).into_iter().map(place));
        }
        if !pieces.is_empty() {
            return out.push(Action::PlaceRest);
        }
        for unit in cx.setup.unit_ids().filter(|u| side_of(cx, *u) == self.side) {
            let here = s.unit(unit);
            if here.is_on_map() && cx.setup.unit(unit).set_up && !here.has(Flag::Lifted) {
                let size = stack(cx, s, here.hex, self.side).len() as u8;
                out.extend(
                    (0..size).filter(|p| *p != here.order).map(|position| Action::Lift { unit, position }),
                );
            }
        }
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        let check = |piece, hex| self.check(cx, s, piece, hex).err().unwrap_or(("19", "not there"));
        match *action {
            Action::Place { unit, hex } => check(Piece::Unit(unit), hex),
            Action::PlaceLeader { leader, hex } => check(Piece::Leader(leader), hex),
            Action::Lift { .. } => ("5.5", "stacks are put in order once all is set up"),
            _ => ("19", "all pieces are set up first"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Place { unit, hex } => set_down(cx, s, Piece::Unit(unit), hex, rec),
            Action::PlaceLeader { leader, hex } => set_down(cx, s, Piece::Leader(leader), hex, rec),
            Action::PlaceRest => set_down_rest(cx, s, self.side, rec),
            Action::Lift { unit, position } => {
                reorder(cx, s, unit, position);
                s.set(unit, Flag::Lifted);
                let hex = s.unit(unit).hex;
                rec.emit(|| Event::Reordered { unit, hex, position });
            }
            _ => {
                let side = self.side;
                rec.emit(|| Event::SetUpDone { side });
                let is_last = !s.frames.iter().any(|f| matches!(f, super::Frame::SetUp(_)));
                if is_last && !cx.setup.is_hidden() {
                    crate::victory::take_objectives(cx, s);
                }
                return;
            }
        }
        s.push(self.clone());
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let left = waiting(cx, s, self.side).len();
        if left == 0 {
            return ("Put stacks in order, then end the set-up".into(), "5.5");
        }
        (format!("Set up: {left} pieces left"), "19")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let hex = |h: &HexId| cx.setup.label(*h);
        match action {
            Action::Place { unit, hex: at } => {
                let label = format!("Set up {} in {}", called(cx, *unit), hex(at));
                answer(label, Verb::Place, Target::Hex(*at), "19").by(unit_target(*unit))
            }
            Action::PlaceLeader { leader, hex: at } => {
                let label = format!("Set up {} in {}", leader_name(cx, *leader), hex(at));
                answer(label, Verb::Place, Target::Hex(*at), "19").by(leader_target(cx, *leader))
            }
            Action::Lift { unit, position } => {
                let at = s.unit(*unit).hex;
                let label = format!("Put {} at place {} in {}", called(cx, *unit), position + 1, hex(&at));
                let target = Target::StackPosition { hex: at, position: *position };
                answer(label, Verb::Other, target, "5.5").by(unit_target(*unit))
            }
            Action::PlaceRest => said("Set up the rest where it usually stands", Verb::Place, "19"),
            _ => said("End the set-up", Verb::End, "19").confirmed(),
        }
    }
}

/// The name of a unit, unlike that of any other of its side.
pub(super) fn called(cx: &Context, u: UnitId) -> String {
    let card = cx.setup.unit(u);
    let is_like = |o: UnitId| o != u && cx.setup.unit(o).name == card.name;
    if cx.setup.unit_ids().any(is_like) {
        format!("{} ({})", unit_name(cx, u), card.id)
    } else {
        card.name.clone()
    }
}
