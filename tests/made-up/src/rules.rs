//! The rules themselves: each predicate says whether, or why not.

use crate::setup::{BRIDGE, HIGHWAY, LOSSES, MARKERS, RAMPART, RIVER, Setup, Start, TRACK, WOOD};
use crate::state::{Action, Counter, Event, Frame, GREEN, Group, Hexes, Nothing, Spot, State};
use crate::{MadeUp, Recorder};
use engine::dice::{Bag, RollResult};
use engine::hex::{Dir, Edge, Hex, HexId};
use engine::los::{above_line, ground_heights};
use engine::present::{Refusal, Seat};
use engine::scenario::Value;
use engine::search::{Dense, Step};

pub const ALLOWANCE: u32 = 6;
const MOST_IN_GROUP: usize = 3;
const MOST_CHANGES: u8 = 12;

type Verdict = Result<(), Refusal>;

fn no(rule: &'static str, text: &str) -> Verdict {
    Err(Refusal::new(rule, text))
}

/// M.3: what a step costs. A burning bridge is as good as none.
pub fn step_cost(setup: &Setup, s: &State, from: HexId, dir: Dir) -> Option<(HexId, u8)> {
    let to = setup.map.neighbour(from, dir)?;
    let edges = setup.map.edge_kinds(from, dir);
    if edges.has(RIVER) && (s.burning || !edges.has(BRIDGE)) {
        return None;
    }
    let base = match setup.map.road_class(from, dir) {
        HIGHWAY => 1,
        TRACK => 2,
        _ => 3,
    };
    let climb = setup.map.rise(from, dir).max(0) as u8;
    // A rampart points out of the hex it protects.
    let rampart = u8::from(setup.map.edge_kinds(to, dir.opposite()).has(RAMPART));
    Some((to, base + climb + rampart))
}

/// Whether a hex is closed to `side`: somebody stands there who is not its own.
fn is_held_against(s: &State, side: u8, hex: HexId) -> bool {
    s.stack(hex).iter().any(|c| s.owner(&s.counters[*c as usize]) != Some(side))
}

/// M.3: where counters of `side` can get to from a hex.
pub fn find_reach(setup: &Setup, s: &State, side: u8, from: HexId) -> Dense {
    let mut search = Dense::default();
    search.find_reach(setup.map.len(), u32::from(from.0), ALLOWANCE, |at, _, emit| {
        for dir in Dir::ALL {
            if let Some((to, cost)) = step_cost(setup, s, HexId(at as u16), dir)
                && !is_held_against(s, side, to)
            {
                emit.enter_node(u32::from(to.0), Step::Go(u32::from(cost)));
            }
        }
    });
    search
}

/// The hex where a group stands, if it may move as one.
fn can_group(s: &State, group: &[u8]) -> Result<HexId, Refusal> {
    let mut at = None;
    for counter in group {
        let c = own_counter(s, *counter)?;
        let Spot::Hex(hex) = c.spot else { return Err(Refusal::new("M.3", "it is not on the map")) };
        if c.moved {
            return Err(Refusal::new("M.3", "it has moved"));
        }
        if *at.get_or_insert(hex) != hex {
            return Err(Refusal::new("M.3", "a group starts in one hex"));
        }
    }
    let is_sorted = group.windows(2).all(|w| w[0] < w[1]);
    at.filter(|_| is_sorted && group.len() <= MOST_IN_GROUP)
        .ok_or_else(|| Refusal::new("M.3", "up to three counters move as one"))
}

/// All groups that may move from `hex`.
fn list_groups(s: &State, hex: HexId) -> Vec<Group> {
    let mut ready: Vec<u8> = s.stack(hex).to_vec();
    ready.retain(|c| can_group(s, &[*c]).is_ok());
    ready.sort_unstable();
    let mut out: Vec<Group> = vec![Group::new()];
    for counter in ready {
        let longer = out.iter().filter(|g| g.len() < MOST_IN_GROUP).cloned().map(|mut g| {
            g.push(counter);
            g
        });
        let longer: Vec<Group> = longer.collect();
        out.extend(longer);
    }
    out.retain(|g| !g.is_empty());
    out
}

/// M.5: sight from hex to hex over slopes; woods and smoke of the burning bridge hide what lies behind.
pub fn can_see(setup: &Setup, s: &State, from: HexId, to: HexId) -> bool {
    let (a, b) = (setup.map.grid.hex(from), setup.map.grid.hex(to));
    if a.distance(b) > u16::from(setup.sight) {
        return false;
    }
    setup.lines.any_path(a, b, |path| first_block(setup, s, path).is_none())
}

/// The first hex of a sight path that hides what lies behind: a wood, high ground, or what is seen across smoke.
pub fn first_block(setup: &Setup, s: &State, path: &[Hex]) -> Option<usize> {
    let is_smoke =
        |w: &[Hex]| s.burning && Edge::between(w[0], w[1]).is_some_and(|e| setup.bridges.contains(&e));
    let is_wood = |h: &Hex| setup.map.grid.id(*h).is_none_or(|id| setup.map.terrain[id.index()].0 == WOOD);
    let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
    let smoke = path.windows(2).position(is_smoke).map(|i| i + 1);
    let wood = inner.iter().position(is_wood).map(|i| i + 1);
    let high = ground_heights(&setup.map, path).map_or(Some(0), |heights| above_line(&heights));
    [smoke, wood, high].into_iter().flatten().min()
}

/// What an attack still lacks (M.5): every attacking hex must see every hex attacked.
pub fn missing(setup: &Setup, s: &State, from: &Hexes, at: &Hexes) -> Option<Refusal> {
    if from.is_empty() {
        return no("M.5", "choose a hex to attack from").err();
    }
    if at.is_empty() {
        return no("M.5", "choose a hex to attack").err();
    }
    for (a, b) in from.iter().flat_map(|a| at.iter().map(move |b| (*a, *b))) {
        if !can_see(setup, s, a, b) {
            let text = format!("{} does not see {}", setup.map.label(a), setup.map.label(b));
            return no("M.5", &text).err();
        }
    }
    None
}

fn is_own(s: &State, hex: HexId) -> bool {
    s.stack(hex).first().is_some_and(|c| s.owner(&s.counters[*c as usize]) == Some(s.active))
}

fn own_counter(s: &State, counter: u8) -> Result<Counter, Refusal> {
    let counter = s.counters.get(usize::from(counter)).copied().filter(|c| s.owner(c) == Some(s.active));
    counter.ok_or_else(|| Refusal::new("M.2", "it is not yours"))
}

pub fn check(setup: &Setup, s: &State, a: &Action) -> Verdict {
    match (s.frames.top(), a) {
        (Some(Frame::Place { entry }), Action::Place { counter, hex }) => {
            let e = &setup.entries[*entry as usize];
            let piece = own_counter(s, *counter)?.piece;
            let place_of = |p: &u8| s.counters.iter().find(|c| c.piece == *p).and_then(placed_at);
            if s.counters[*counter as usize].spot != Spot::Off || !e.pieces.contains(&piece) {
                no("M.2", "it is not its turn to be set up")
            } else if !e.admits(&setup.map, *hex, place_of) || is_held_against(s, s.active, *hex) {
                no("M.2", "it may not be set up there")
            } else {
                Ok(())
            }
        }
        (Some(Frame::Place { .. }), Action::PlaceRest) => Ok(()),
        (Some(Frame::Phase), Action::Move { group, to }) => {
            let from = can_group(s, group)?;
            if from == *to || find_reach(setup, s, s.active, from).cost_of(u32::from(to.0)).is_none() {
                return no("M.3", "it cannot get there");
            }
            Ok(())
        }
        (Some(Frame::Phase), Action::Withdraw { counter }) => {
            let c = own_counter(s, *counter)?;
            let camp = setup.camps.get(s.active as usize);
            match c.spot {
                Spot::Hex(hex) if !c.moved && camp.is_some_and(|h| h.contains(&hex)) => Ok(()),
                _ => no("M.4", "only from its camp, before it moves"),
            }
        }
        (Some(Frame::Phase), Action::Lift { counter, position }) => {
            let c = own_counter(s, *counter)?;
            let Spot::Hex(hex) = c.spot else { return no("M.4", "it is not on the map") };
            if c.lifted || c.rank == *position || usize::from(*position) >= s.stack(hex).len() {
                return no("M.4", "its place in the stack stays");
            }
            Ok(())
        }
        (Some(Frame::Phase), Action::Deploy { counter, hex }) => {
            let c = own_counter(s, *counter)?;
            let camp = setup.camps.get(s.active as usize).is_some_and(|h| h.contains(hex));
            if c.spot != Spot::Box || c.moved || !camp || is_held_against(s, s.active, *hex) {
                return no("M.4", "a counter of the box goes to its camp");
            }
            Ok(())
        }
        (Some(Frame::Phase), Action::Attack) if !s.attacked => Ok(()),
        (Some(Frame::Phase), Action::End) => Ok(()),
        (Some(Frame::Attack { changes, .. }), Action::Toggle { hex }) => {
            let stack = s.stack(*hex);
            let enemy = |c: &u8| s.owner(&s.counters[*c as usize]) == Some(1 - s.active);
            if *changes >= MOST_CHANGES {
                no("M.5", "there have been enough changes")
            } else if stack.is_empty() || !(is_own(s, *hex) || stack.iter().any(enemy)) {
                no("M.5", "nobody fights there")
            } else {
                Ok(())
            }
        }
        (Some(Frame::Attack { from, at, .. }), Action::Fire) => {
            missing(setup, s, from, at).map_or(Ok(()), Err)
        }
        (Some(Frame::Attack { .. }), Action::Cancel) => Ok(()),
        _ => no("M.2", "not now"),
    }
}

fn placed_at(c: &Counter) -> Option<HexId> {
    match c.spot {
        Spot::Hex(h) | Spot::Secret(h) => Some(h),
        _ => None,
    }
}

/// Everything `check` allows, in order.
pub fn list(setup: &Setup, s: &State, out: &mut Vec<Action>) {
    let counters = 0..s.counters.len() as u8;
    let hexes = || setup.map.grid.ids();
    let mut all: Vec<Action> = vec![Action::PlaceRest, Action::Attack, Action::Fire];
    all.extend([Action::Cancel, Action::End]);
    all.extend(hexes().map(|hex| Action::Toggle { hex }));
    for counter in counters.filter(|c| s.owner(&s.counters[*c as usize]) == Some(s.active)) {
        all.push(Action::Withdraw { counter });
        all.extend((0..8).map(|position| Action::Lift { counter, position }));
        match s.counters[counter as usize].spot {
            Spot::Off => all.extend(hexes().map(|hex| Action::Place { counter, hex })),
            Spot::Box => all.extend(hexes().map(|hex| Action::Deploy { counter, hex })),
            _ => {}
        }
    }
    out.extend(all.into_iter().filter(|a| check(setup, s, a).is_ok()));
    if matches!(s.frames.top(), Some(Frame::Phase)) {
        list_moves(setup, s, out);
    }
    out.sort();
}

/// The same moves as [`check`] allows, with one search for each hex.
fn list_moves(setup: &Setup, s: &State, out: &mut Vec<Action>) {
    for hex in setup.map.grid.ids().filter(|hex| is_own(s, *hex)) {
        let groups = list_groups(s, hex);
        if groups.is_empty() {
            continue;
        }
        let search = find_reach(setup, s, s.active, hex);
        for to in search.reached().iter().map(|node| HexId(*node as u16)).filter(|to| *to != hex) {
            out.extend(groups.iter().map(|group| Action::Move { group: group.clone(), to }));
        }
    }
}

pub fn apply(setup: &Setup, s: &mut State, a: &Action, rec: &mut Recorder<MadeUp>) {
    match a {
        Action::Place { counter, hex } => place(setup, s, *counter, *hex, rec),
        Action::PlaceRest => {
            place_rest(setup, s, rec);
            next_entry(setup, s);
        }
        Action::Move { group, to } => move_group(setup, s, group, *to, rec),
        Action::Withdraw { counter } => {
            let Spot::Hex(hex) = s.counters[*counter as usize].spot else { return };
            s.counters[*counter as usize].spot = Spot::Box;
            s.counters[*counter as usize].moved = true;
            let rest = s.stack(hex);
            s.number(&rest);
            rec.emit(|| Event::Withdrawn { counter: *counter });
        }
        Action::Lift { counter, position } => {
            let Spot::Hex(hex) = s.counters[*counter as usize].spot else { return };
            let mut stack = s.stack(hex);
            stack.retain(|c| c != counter);
            stack.insert(usize::from(*position).min(stack.len()), *counter);
            s.number(&stack);
            s.counters[*counter as usize].lifted = true;
            rec.emit(|| Event::Reordered { hex });
        }
        Action::Deploy { counter, hex } => {
            s.put(*counter, *hex);
            rec.emit(|| Event::Deployed { counter: *counter, hex: *hex });
        }
        Action::Attack => {
            s.attacked = true;
            s.frames.push(Frame::Attack { from: Hexes::new(), at: Hexes::new(), changes: 0 });
        }
        Action::Toggle { hex } => {
            let own = is_own(s, *hex);
            if let Some(Frame::Attack { from, at, changes }) = s.frames.top_mut() {
                let list = if own { from } else { at };
                match list.iter().position(|h| h == hex) {
                    Some(i) => drop(list.remove(i)),
                    None => list.push(*hex),
                }
                list.sort_unstable();
                *changes += 1;
            }
        }
        Action::Fire => {
            if let Some(Frame::Attack { from, at, .. }) = s.frames.top().cloned() {
                s.frames.replace(Frame::Fire { from, at });
            }
        }
        Action::Cancel => drop(s.frames.pop()),
        Action::End => end_phase(setup, s, rec),
    }
}

fn place(setup: &Setup, s: &mut State, counter: u8, hex: HexId, rec: &mut Recorder<MadeUp>) {
    let Some(Frame::Place { entry }) = s.frames.top() else { return };
    let e = &setup.entries[*entry as usize];
    let (side, secret) = (e.side as u8, e.secret);
    if secret {
        s.counters[counter as usize].spot = Spot::Secret(hex);
    } else {
        s.put(counter, hex);
    }
    rec.emit(|| Event::Placed { counter, side, hex, secret });
    if !s.counters.iter().any(|c| c.spot == Spot::Off && e.pieces.contains(&c.piece)) {
        next_entry(setup, s);
    }
}

/// Places the rest of an entry, each in the first hex it may go to.
fn place_rest(setup: &Setup, s: &mut State, rec: &mut Recorder<MadeUp>) {
    let Some(Frame::Place { entry }) = s.frames.top().cloned() else { return };
    let e = &setup.entries[entry as usize];
    for counter in 0..s.counters.len() as u8 {
        let fits = |hex| check(setup, s, &Action::Place { counter, hex }).is_ok();
        if let Some(hex) = e.first_hex(fits) {
            s.counters[counter as usize].spot = Spot::Secret(hex);
            rec.emit(|| Event::Placed { counter, side: e.side as u8, hex, secret: e.secret });
        }
    }
}

/// The next set-up entry; after the last all counters are laid down and the first turn begins.
fn next_entry(setup: &Setup, s: &mut State) {
    let next = match s.frames.top() {
        Some(Frame::Place { entry }) => usize::from(*entry) + 1,
        _ => 0,
    };
    match setup.entries.get(next) {
        Some(e) => {
            s.active = e.side as u8;
            s.frames.replace(Frame::Place { entry: next as u8 });
        }
        None => {
            for c in 0..s.counters.len() as u8 {
                if let Spot::Secret(hex) = s.counters[c as usize].spot {
                    s.put(c, hex);
                }
            }
            begin_turn(setup, s);
        }
    }
}

fn begin_turn(setup: &Setup, s: &mut State) {
    s.turn += 1;
    s.active = 0;
    let over = s.turn > setup.turns;
    s.frames.replace(if over {
        Frame::Over
    } else if s.bag.total_left() > 0 {
        Frame::Event
    } else {
        Frame::Phase
    });
}

fn end_phase(setup: &Setup, s: &mut State, rec: &mut Recorder<MadeUp>) {
    let side = s.active;
    rec.emit(|| Event::Ended { side });
    s.attacked = false;
    for c in &mut s.counters {
        (c.moved, c.lifted) = (false, false);
    }
    arrive(setup, s, None, rec);
    if side == 0 {
        s.active = 1;
    } else {
        begin_turn(setup, s);
    }
}

/// M.7: pieces arrive on a turn, by an event, or when somebody has lost enough.
fn arrive(setup: &Setup, s: &mut State, marker: Option<usize>, rec: &mut Recorder<MadeUp>) {
    for (i, arrival) in setup.arrivals.iter().enumerate() {
        let event = marker.map(|m| MARKERS[m]);
        let due = arrival.when.is_due(s.turn, event, |kind, props| {
            let lost = props.get("side").and_then(Value::as_text).and_then(|id| setup.side_index(id));
            let count = props.get("count").and_then(Value::as_int).unwrap_or(1);
            kind == LOSSES && lost.is_some_and(|side| i64::from(s.losses(side)) >= count)
        });
        if !due || s.arrived & (1 << i) != 0 {
            continue;
        }
        s.arrived |= 1 << i;
        for piece in &arrival.pieces {
            let Some(c) = s.counters.iter().position(|c| c.piece == *piece && c.spot == Spot::Off) else {
                continue;
            };
            let side = s.owner(&s.counters[c]).unwrap_or(GREEN);
            if let Some(hex) = arrival.hexes.iter().copied().find(|h| !is_held_against(s, side, *h)) {
                s.put(c as u8, hex);
                rec.emit(|| Event::Arrived { counter: c as u8, hex });
            }
        }
    }
}

fn move_group(setup: &Setup, s: &mut State, group: &[u8], to: HexId, rec: &mut Recorder<MadeUp>) {
    let Ok(from) = can_group(s, group) else { return };
    let path = find_reach(setup, s, s.active, from).path_to(u32::from(to.0));
    // The lowest first, so that the stack keeps its order.
    let mut group = Group::from_slice(group);
    group.sort_by_key(|c| std::cmp::Reverse(s.counters[*c as usize].rank));
    for c in &group {
        s.put(*c, to);
        s.counters[*c as usize].moved = true;
    }
    let rest = s.stack(from);
    s.number(&rest);
    let path = path.iter().skip(1).map(|node| HexId(*node as u16)).collect();
    rec.emit(|| Event::Moved { counters: group.to_vec(), path });
}

pub fn resolve(setup: &Setup, s: &mut State, r: &RollResult, rec: &mut Recorder<MadeUp>) {
    match s.frames.top().cloned() {
        Some(Frame::Shuffle { mut left }) => {
            let Some(piece) = left.take_drawn(r) else { return };
            let p = &setup.pieces[piece];
            let (spot, shown) = match p.place {
                Start::Off => (Spot::Off, false),
                Start::Box => (Spot::Box, true),
                Start::Hex(h) => (Spot::Hex(h), false),
            };
            let rank = match spot {
                Spot::Hex(h) => s.stack(h).len() as u8,
                _ => 0,
            };
            let piece = piece as u8;
            let side = p.side;
            s.counters.push(Counter { piece, side, spot, rank, shown, moved: false, lifted: false });
            let done = left.total_left() == 0;
            s.frames.replace(Frame::Shuffle { left });
            if done {
                next_entry(setup, s);
            }
        }
        Some(Frame::Event) => {
            let Some(marker) = s.bag.take_drawn(r) else { return };
            rec.emit(|| Event::Drawn { marker: marker as u8 });
            match marker {
                0 => s.control.join(GREEN.into(), Seat(0)),
                2 => s.burning = true,
                // Nothing has happened: the marker may be drawn again.
                3 => s.bag.put_back(3),
                _ => {}
            }
            arrive(setup, s, Some(marker), rec);
            s.frames.replace(Frame::Phase);
        }
        Some(Frame::Fire { from, at }) => fire(s, r, &from, &at, rec),
        _ => {}
    }
}

fn fire(s: &mut State, r: &RollResult, from: &Hexes, at: &Hexes, rec: &mut Recorder<MadeUp>) {
    s.frames.pop();
    rec.reveal();
    for hex in from.iter().chain(at) {
        for c in s.stack(*hex) {
            s.counters[c as usize].shown = true;
        }
    }
    let hits = r.faces.iter().filter(|f| **f >= 5).count();
    rec.emit(|| Event::Fired { dice: r.faces.iter().map(|f| *f as u8).collect(), at: at.to_vec() });
    for hex in at.iter().cycle().take(hits) {
        let Some(top) = s.stack(*hex).first().copied() else { continue };
        s.counters[top as usize].spot = Spot::Lost;
        let rest = s.stack(*hex);
        s.number(&rest);
        rec.emit(|| Event::Destroyed { counter: top, hex: *hex });
    }
}

/// What a seat may not know: the pieces behind enemy counters that were never shown, and secret set-up.
pub fn redact(s: &State, side: u8) -> State {
    let mut known = s.clone();
    for c in &mut known.counters {
        if s.owner(c) == Some(side) || c.shown || c.spot == Spot::Lost {
            continue;
        }
        c.piece = Nothing::PIECE;
        if matches!(c.spot, Spot::Secret(_)) {
            c.spot = Spot::Off;
        }
    }
    if let Some(Frame::Shuffle { left }) = known.frames.top_mut() {
        *left = Bag::new([left.total_left() as u8]);
    }
    known
}
