//! Chapter 7, movement: where a unit may go, what it costs, and by which way.

use super::C;
use super::board::{Board, Cell, Eyes};
use super::data::{Class, Enter, LONGEST_MOVE};
use super::options;
use super::setup::Def;
use super::state::{State, UnitId, flag};
use super::why::Why;
use engine::hex::HexId;
use smallvec::SmallVec;

/// What a hex says to somebody who wants to come in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// May come in, stay and go on.
    Open,
    /// May come in and must stay: stop terrain.
    Stop,
    /// May pass but not stay: a foreign leader or, for a leader, foreign troops or a second leader.
    Pass(Why),
    Shut(Why),
}

impl Door {
    pub const fn may_stay(self) -> bool {
        matches!(self, Self::Open | Self::Stop)
    }
}

/// Whether the hex of `cell` takes in a piece like `def`, with its leader if `lead` is one.
pub fn stacking_door(cx: &C, cell: &Cell, def: &Def, lead: UnitId) -> Door {
    let side = def.side.index();
    let foreign = |u: UnitId, nation: u8| !u.is_none() && cx.setup.unit_def(u).nation != nation;
    if cell.has_unit() && cell.side != def.side {
        return Door::Shut(Why::EnemyHeld);
    }
    let other = cell.lead[side];
    if def.is_leader() {
        // 7.leader-pass: leaders block nobody, but two may not end together.
        if !other.is_none() {
            return Door::Pass(Why::TwoLeaders);
        }
        let strange = foreign(cell.main, def.nation) || foreign(cell.guns, def.nation);
        return if strange { Door::Pass(Why::Foreign) } else { Door::Open };
    }
    let taken = if def.class == Class::Guns { cell.guns } else { cell.main };
    if !taken.is_none() {
        return Door::Shut(if def.class == Class::Guns { Why::GunsThere } else { Why::UnitThere });
    }
    if !lead.is_none() {
        if !other.is_none() {
            return Door::Shut(Why::TwoLeaders);
        }
        let nation = cx.setup.unit_def(lead).nation;
        if foreign(cell.main, nation) || foreign(cell.guns, nation) {
            return Door::Pass(Why::Foreign);
        }
    }
    if foreign(other, def.nation) { Door::Pass(Why::Foreign) } else { Door::Open }
}

/// Stacking and ground together.
pub fn entry_door(cx: &C, board: &Board, def: &Def, lead: UnitId, hex: HexId) -> Door {
    let ground = cx.setup.ground_at(hex);
    if ground.closed {
        return Door::Shut(Why::BridgesOnly);
    }
    if ground.enter == Enter::Never {
        return Door::Shut(Why::Impassable);
    }
    match (stacking_door(cx, board.cell(hex), def, lead), ground.enter) {
        (Door::Open, Enter::Stop) => Door::Stop,
        // It would have to stay where it may not.
        (Door::Pass(why), Enter::Stop) => Door::Shut(why),
        (door, _) => door,
    }
}

/// How far a piece may go this time.
#[derive(Clone, Copy, Debug)]
pub struct Legs {
    pub unit: UnitId,
    /// The leader who goes along.
    pub lead: UnitId,
    pub column: bool,
    /// Hexes in any case, at `cost`.
    pub base: u8,
    /// Hexes if never next to the enemy, at `cost`.
    pub clear: u8,
    /// Hexes with the leader's extra one, never next to the enemy, at `cost_more`.
    pub hurried: u8,
    pub cost: u8,
    pub cost_more: u8,
}

impl Legs {
    pub const fn most_hexes(&self) -> u8 {
        let a = if self.base > self.clear { self.base } else { self.clear };
        if a > self.hurried { a } else { self.hurried }
    }
}

/// The leader in `unit`'s hex who may go along with it.
pub fn escorting_leader(cx: &C, s: &State, board: &impl Eyes, unit: UnitId) -> Option<UnitId> {
    let def = cx.setup.unit_def(unit);
    if def.is_leader() {
        return None;
    }
    let leader = board.leader_at(s.unit(unit).hex, def.side)?;
    let l = s.unit(leader);
    (!l.has_flag(flag::ACTED | flag::ARRIVED) && cx.setup.unit_def(leader).nation == def.nation)
        .then_some(leader)
}

/// Whether the piece may be used at all now.
pub fn check_ready(cx: &C, s: &State, unit: UnitId) -> Result<(), Why> {
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    if def.side != s.active {
        return Err(Why::NotYours);
    }
    if !u.on_map() {
        return Err(Why::OffMap);
    }
    if u.has_flag(flag::ASLEEP) {
        return Err(Why::Asleep);
    }
    if u.has_flag(flag::ACTED) {
        return Err(if def.is_leader() { Why::LeaderActed } else { Why::Acted });
    }
    Ok(())
}

/// Whether the piece may move, and how far.
pub fn movement_legs(
    cx: &C,
    s: &State,
    board: &impl Eyes,
    unit: UnitId,
    lead: bool,
    column: bool,
) -> Result<Legs, Why> {
    check_ready(cx, s, unit)?;
    let (def, u, ap) = (cx.setup.unit_def(unit), s.unit(unit), &cx.data.ap);
    if u.has_flag(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    let in_column = u.has_flag(flag::COLUMN);
    if column && (in_column || !options::may_column(cx, unit)) {
        return Err(Why::NoColumn);
    }
    let leader = if lead { escorting_leader(cx, s, board, unit).ok_or(Why::NoEscort)? } else { UnitId::NONE };
    let mut base = def.rate;
    if column || in_column {
        base += cx.data.options.column_hexes;
    }
    if def.is_leader() {
        return Ok(Legs { unit, lead: leader, column, base, clear: 0, hurried: 0, cost: 0, cost_more: 0 });
    }
    let (points, cost) = (s.active_side().points(), ap.move_cost);
    if points < cost {
        return Err(Why::NoPoints);
    }
    let (mut clear, mut hurried) = (0, 0);
    let cost_more = cost + ap.leader_hex_cost;
    if !board.near_enemy(u.hex, def.side) {
        let rapid = if cx.setup.options.rapid { cx.data.options.rapid_hexes } else { 0 };
        if rapid > 0 {
            clear = base + rapid;
        }
        let began =
            !u.has_flag(flag::SHIFTED) && !leader.is_none() && !s.unit(leader).has_flag(flag::SHIFTED);
        if began && points >= cost_more {
            hurried = base + rapid + ap.leader_hexes;
        }
    }
    Ok(Legs { unit, lead: leader, column, base, clear, hurried, cost, cost_more })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    any: u8,
    clear: u8,
    stay: bool,
}

const UNSEEN: Mark = Mark { any: u8::MAX, clear: u8::MAX, stay: false };

/// A search over the board, used again for unit after unit without taking new memory.
pub struct Search {
    marks: SmallVec<[Mark; 128]>,
    found: SmallVec<[HexId; 128]>,
    queue: SmallVec<[HexId; 128]>,
}

impl Search {
    pub fn new(board: &Board) -> Self {
        Self {
            marks: SmallVec::from_elem(UNSEEN, board.len()),
            found: SmallVec::new(),
            queue: SmallVec::new(),
        }
    }

    /// Finds all hexes within reach.
    pub fn find_reach(&mut self, cx: &C, s: &State, board: &Board, legs: &Legs) {
        for h in self.found.drain(..) {
            self.marks[h.index()] = UNSEEN;
        }
        let start = s.unit(legs.unit).hex;
        self.spread_from(cx, board, legs, start, legs.base, false);
        let far = legs.clear.max(legs.hurried);
        if far > legs.base {
            self.spread_from(cx, board, legs, start, far, true);
        }
    }

    fn spread_from(&mut self, cx: &C, board: &Board, legs: &Legs, start: HexId, limit: u8, clear_only: bool) {
        let def = cx.setup.unit_def(legs.unit);
        self.queue.clear();
        self.queue.push(start);
        let (mut head, mut steps, mut level_end) = (0, 0u8, 1);
        while head < self.queue.len() && steps < limit {
            let at = self.queue[head];
            head += 1;
            for n in cx.setup.ring[at.index()] {
                if n.is_none() {
                    break;
                }
                let mark = self.marks[n.index()];
                let seen = if clear_only { mark.clear } else { mark.any };
                if n == start || seen != u8::MAX {
                    continue;
                }
                if clear_only && board.near_enemy(n, def.side) {
                    continue;
                }
                let door = entry_door(cx, board, def, legs.lead, n);
                if let Door::Shut(_) = door {
                    continue;
                }
                if mark == UNSEEN {
                    self.found.push(n);
                }
                let mark = &mut self.marks[n.index()];
                mark.stay = door.may_stay();
                *(if clear_only { &mut mark.clear } else { &mut mark.any }) = steps + 1;
                if door != Door::Stop {
                    self.queue.push(n);
                }
            }
            if head == level_end {
                steps += 1;
                level_end = self.queue.len();
            }
        }
    }

    /// What it costs to go to `to` and stay there, if it can be reached.
    pub fn cost_to(&self, legs: &Legs, to: HexId) -> Option<u8> {
        let m = self.marks[to.index()];
        if !m.stay {
            None
        } else if m.any <= legs.base || (m.clear <= legs.clear) {
            Some(legs.cost)
        } else if m.clear <= legs.hurried {
            Some(legs.cost_more)
        } else {
            None
        }
    }

    /// Hexes that can be gone to, in ascending order.
    pub fn reached_hexes(&mut self, legs: &Legs) -> impl Iterator<Item = HexId> + '_ {
        self.found.sort_unstable();
        let (legs, search) = (*legs, &*self);
        search.found.iter().copied().filter(move |h| search.cost_to(&legs, *h).is_some())
    }

    /// Hexes within the normal rate, whatever is next to them: where a charge may start from.
    pub fn within_rate(&self, rate: u8) -> impl Iterator<Item = HexId> + '_ {
        self.found.iter().copied().filter(move |h| {
            let m = self.marks[h.index()];
            m.stay && m.any <= rate
        })
    }
}

/// What coming into `hex` would change for others: leaders put to flight, sleepers awakened,
/// objectives taken.
pub fn side_effects(cx: &C, s: &State, board: &Board, unit: UnitId, hex: HexId) -> u8 {
    let def = cx.setup.unit_def(unit);
    let mut n = u8::from(board.cell(hex).lone_enemy_of(def.side).is_some());
    if !def.is_combat_unit() {
        return n;
    }
    let objective = cx.setup.ground_at(hex).objective;
    if objective > 0 && s.held[objective as usize - 1] != def.side {
        n += 1;
    }
    if cx.setup.sides[def.side.enemy().index()].asleep.is_some() {
        for near in cx.setup.ring[hex.index()].iter().take_while(|h| !h.is_none()) {
            let cell = board.cell(*near);
            if cell.held_by(def.side.enemy()) {
                n += cell.units().filter(|u| s.unit(*u).has_flag(flag::ASLEEP)).count() as u8;
            }
        }
    }
    n
}

/// A way for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    pub hexes: [HexId; LONGEST_MOVE],
    pub len: u8,
    pub cost: u8,
    /// Some step leaves the front and wants a check first.
    pub check: bool,
}

/// A way that wants a check first weighs more than anything it could change.
const CHECK: u8 = 64;

#[derive(Clone, Copy)]
struct Node {
    hex: HexId,
    parent: u8,
    harm: u8,
    clear: bool,
}

/// The way to `to`: the cheapest, then the one that needs no check, changes least, is shortest,
/// and runs by the lowest hex numbers.
pub fn find_path(cx: &C, s: &State, board: &Board, legs: &Legs, to: HexId) -> Option<Path> {
    let start = s.unit(legs.unit).hex;
    let def = cx.setup.unit_def(legs.unit);
    let most = legs.most_hexes();
    let calm = !board.moves_have_side_effects(def.side);
    let start_clear = !board.near_enemy(start, def.side);
    let mut layers: [SmallVec<[Node; 24]>; LONGEST_MOVE + 1] = Default::default();
    layers[0].push(Node { hex: start, parent: 0, harm: 0, clear: start_clear });
    let mut best: Option<((u8, u8, u8), usize, usize)> = None;
    for step in 1..=(most as usize).min(LONGEST_MOVE) {
        let (before, after) = layers.split_at_mut(step);
        let (before, layer) = (&before[step - 1], &mut after[0]);
        for (parent, node) in before.iter().enumerate() {
            // A stop ends the way, and so does the goal.
            let stopped = step > 1 && cx.setup.ground_at(node.hex).enter == Enter::Stop;
            if stopped || (step > 1 && node.hex == to) {
                continue;
            }
            for n in cx.setup.ring[node.hex.index()].iter().copied().take_while(|h| !h.is_none()) {
                if n == start || cx.setup.hex_distance(n, to) as usize + step > most as usize {
                    continue;
                }
                let clear = node.clear && !board.near_enemy(n, def.side);
                if step > legs.base as usize && !clear {
                    continue;
                }
                let d = entry_door(cx, board, def, legs.lead, n);
                if matches!(d, Door::Shut(_)) || (n == to && !d.may_stay()) {
                    continue;
                }
                let check = node.harm < CHECK && options::leaves_front(cx, s, legs.unit, node.hex, n);
                let harm = node
                    .harm
                    .saturating_add(if calm { 0 } else { side_effects(cx, s, board, legs.unit, n).min(9) })
                    .saturating_add(if check { CHECK } else { 0 });
                let new = Node { hex: n, parent: parent as u8, harm, clear };
                // Two ways into a hex: the clear one may go further, the harmless one is nicer.
                match layer.iter_mut().find(|o| o.hex == n && o.clear == clear) {
                    Some(old) if new.harm < old.harm => *old = new,
                    Some(_) => {}
                    None => layer.push(new),
                }
            }
        }
        for (i, node) in layer.iter().enumerate().filter(|(_, n)| n.hex == to) {
            let k = step as u8;
            let cost = if k <= legs.base || (node.clear && k <= legs.clear) {
                legs.cost
            } else if node.clear && k <= legs.hurried {
                legs.cost_more
            } else {
                continue;
            };
            let key = (cost, node.harm, k);
            if best.is_none_or(|b| key < b.0) {
                best = Some((key, step, i));
            }
        }
    }
    let ((cost, harm, len), mut step, mut i) = best?;
    let mut hexes = [HexId::NONE; LONGEST_MOVE];
    while step > 0 {
        let node = layers[step][i];
        hexes[step - 1] = node.hex;
        (step, i) = (step - 1, node.parent as usize);
    }
    Some(Path { hexes, len, cost, check: harm >= CHECK })
}

/// Whether the piece may go to `to`, and the way; the reason if it may not.
pub fn can_move(
    cx: &C,
    s: &State,
    board: &Board,
    unit: UnitId,
    to: HexId,
    lead: bool,
    column: bool,
) -> Result<(Legs, Path), Why> {
    let legs = movement_legs(cx, s, board, unit, lead, column)?;
    let def = cx.setup.unit_def(unit);
    if to == s.unit(unit).hex {
        return Err(Why::SameHex);
    }
    match entry_door(cx, board, def, legs.lead, to) {
        Door::Shut(why) => return Err(why),
        Door::Pass(why) => return Err(why),
        Door::Open | Door::Stop => {}
    }
    match find_path(cx, s, board, &legs, to) {
        Some(path) => Ok((legs, path)),
        None if cx.setup.hex_distance(s.unit(unit).hex, to) > u16::from(legs.most_hexes().max(def.rate)) => {
            Err(Why::TooFar)
        }
        None => Err(reason_unreachable(cx, s, board, &legs, to)),
    }
}

/// What keeps a piece from a hex it is near enough to: its own side, the enemy, or the ground.
pub fn reason_unreachable(cx: &C, s: &State, board: &Board, legs: &Legs, to: HexId) -> Why {
    let def = cx.setup.unit_def(legs.unit);
    let reaches = |through: &dyn Fn(Why) -> bool| {
        let (mut edge, mut seen) = (vec![s.unit(legs.unit).hex], vec![s.unit(legs.unit).hex]);
        for step in 0..legs.most_hexes() {
            let mut next = Vec::new();
            for at in edge {
                if step > 0 && cx.setup.ground_at(at).enter == Enter::Stop {
                    continue;
                }
                for n in cx.setup.ring[at.index()].iter().copied().take_while(|h| !h.is_none()) {
                    let open = match entry_door(cx, board, def, legs.lead, n) {
                        Door::Shut(why) => through(why),
                        _ => true,
                    };
                    if open && !seen.contains(&n) {
                        seen.push(n);
                        next.push(n);
                    }
                }
            }
            edge = next;
        }
        seen.contains(&to)
    };
    let friends = |w: Why| matches!(w, Why::UnitThere | Why::GunsThere | Why::TwoLeaders);
    if reaches(&friends) {
        // Near enough only for a leader's extra hex or rapid movement: the enemy is too close for that.
        return if reaches(&|_| false) { Why::TooFar } else { Why::FriendsInWay };
    }
    if reaches(&|w| friends(w) || w == Why::EnemyHeld) { Why::EnemyInWay } else { Why::NoWay }
}
