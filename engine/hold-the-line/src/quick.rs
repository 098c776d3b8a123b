//! Listing moves and attacks on a map that fits into one word: the same answers as `plain`, many
//! hexes at a time. A test compares the two.

use super::C;
use super::action::Action;
use super::board::{Board, Eyes};
use super::data::{Class, LONGEST_RANGE};
use super::legal::{can_walk, quiet_actions};
use super::movement::{Legs, movement_legs};
use super::setup::Small;
use super::state::{SideId, State, UnitId, flag};
use super::{charge, close_combat, fire, options, sight, walk};
use engine::hex::HexId;
use smallvec::SmallVec;

/// The hexes of a set in ascending order.
fn hexes_in(mut set: u128) -> impl Iterator<Item = HexId> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (at < 128).then_some(HexId(at as u16))
    })
}

fn hex_bit(h: HexId) -> u128 {
    1 << h.0
}

/// The position as the active side sees it.
struct Sets {
    main: u128,
    guns: u128,
    lead: u128,
    enemy: u128,
    /// Next to the enemy.
    near: u128,
    /// Leaders of the enemy alone in their hex.
    lone: u128,
    leaders: SmallVec<[(HexId, UnitId); 8]>,
    /// Units of the active side that have not acted.
    own: SmallVec<[UnitId; 32]>,
}

impl Eyes for Sets {
    fn near_enemy(&self, hex: HexId, _side: SideId) -> bool {
        self.near & hex_bit(hex) != 0
    }

    fn has_unit(&self, hex: HexId) -> bool {
        (self.main | self.guns | self.enemy) & hex_bit(hex) != 0
    }

    fn leader_at(&self, hex: HexId, _side: SideId) -> Option<UnitId> {
        if self.lead & hex_bit(hex) == 0 {
            return None;
        }
        self.leaders.iter().find(|l| l.0 == hex).map(|l| l.1)
    }
}

impl Sets {
    fn new(cx: &C, s: &State, small: &Small) -> Self {
        let mut out = Self {
            main: 0,
            guns: 0,
            lead: 0,
            enemy: 0,
            near: 0,
            lone: 0,
            leaders: SmallVec::new(),
            own: SmallVec::new(),
        };
        for (i, (unit, def)) in s.units.iter().zip(&cx.setup.defs).enumerate() {
            if !unit.on_map() {
                continue;
            }
            let (id, here) = (UnitId(i as u8), hex_bit(unit.hex));
            if def.side != s.active {
                if def.is_leader() {
                    out.lone |= here;
                } else {
                    out.enemy |= here;
                    out.near |= small.within[unit.hex.index()][0];
                }
                continue;
            }
            match def.class {
                Class::Leader => {
                    out.lead |= here;
                    out.leaders.push((unit.hex, id));
                }
                Class::Guns => out.guns |= here,
                Class::Foot | Class::Horse => out.main |= here,
            }
            if !unit.has_flag(flag::ACTED) {
                out.own.push(id);
            }
        }
        out.lone &= !out.enemy;
        out
    }

    /// Hexes the mover may come into, and those of them where it may not stay.
    fn open_hexes(&self, cx: &C, s: &State, small: &Small, legs: &Legs) -> (u128, u128) {
        let def = cx.setup.unit_def(legs.unit);
        let mut shut = small.shut | self.enemy;
        let mut pass = 0;
        match def.class {
            // Leaders pass each other, but two may not end together.
            Class::Leader => pass |= self.lead,
            Class::Guns => shut |= self.guns,
            Class::Foot | Class::Horse => shut |= self.main,
        }
        if !legs.lead.is_none() {
            shut |= self.lead;
        }
        if cx.setup.sides[def.side.index()].mixed {
            let leader = if def.is_leader() { Some(legs.unit) } else { legs.lead.some() };
            for (unit, other) in s.units.iter().zip(&cx.setup.defs) {
                if other.side != def.side || !unit.on_map() {
                    continue;
                }
                let strange = match (other.is_leader(), leader) {
                    // Foreign troops keep a leader out, a foreign leader keeps troops out.
                    (false, Some(l)) => other.nation != cx.setup.unit_def(l).nation,
                    (true, _) => !def.is_leader() && other.nation != def.nation,
                    (false, None) => false,
                };
                if strange {
                    pass |= hex_bit(unit.hex);
                }
            }
        }
        (!(shut | (pass & small.stop)), pass)
    }
}

/// All hexes within `steps` of `start` through `open`, ending in stops.
fn flood_reach(small: &Small, start: HexId, open: u128, steps: u8) -> u128 {
    let not_back = open & !hex_bit(start);
    let (mut reached, mut edge) = (0, hex_bit(start));
    for _ in 0..steps {
        let mut next = 0;
        for h in hexes_in(edge) {
            next |= small.within[h.index()][0];
        }
        next &= not_back & !reached;
        if next == 0 {
            break;
        }
        reached |= next;
        edge = next & !small.stop;
    }
    reached
}

/// Everything the active side may do between actions, sorted.
pub fn list_between_actions(cx: &C, s: &State, small: &Small, out: &mut Vec<Action>) {
    let sets = Sets::new(cx, s, small);
    // Needed only where the way of a move may matter.
    let mut board = None;
    let mut walks: SmallVec<[Action; 8]> = SmallVec::new();
    let mut charges: SmallVec<[Action; 64]> = SmallVec::new();
    for unit in &sets.own {
        list_moves(cx, s, small, &sets, &mut board, *unit, out, &mut walks, &mut charges);
    }
    out.extend_from_slice(&walks);
    out.extend_from_slice(&charges);
    list_attacks(cx, s, small, &sets, out);
    quiet_actions(cx, s, &sets, &sets.own, out);
}

/// (lead, column) in the order of the list.
const WAYS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

#[allow(clippy::too_many_arguments)]
fn list_moves(
    cx: &C,
    s: &State,
    small: &Small,
    sets: &Sets,
    board: &mut Option<Board>,
    unit: UnitId,
    out: &mut Vec<Action>,
    walks: &mut SmallVec<[Action; 8]>,
    charges: &mut SmallVec<[Action; 64]>,
) {
    let start = s.unit(unit).hex;
    let mut goals = [0u128; 4];
    let mut starts = [0u128; 2];
    for (i, (lead, column)) in WAYS.into_iter().enumerate() {
        if (column && !cx.setup.options.facing) || (lead && sets.lead & hex_bit(start) == 0) {
            continue;
        }
        let Ok(legs) = movement_legs(cx, s, sets, unit, lead, column) else {
            if i == 0 {
                return;
            }
            continue;
        };
        let (open, pass) = sets.open_hexes(cx, s, small, &legs);
        let near = flood_reach(small, start, open, legs.base) & !pass;
        let far = legs.clear.max(legs.hurried);
        goals[i] = near;
        if far > legs.base {
            goals[i] |= flood_reach(small, start, open & !sets.near, far) & !pass;
        }
        if !column {
            starts[usize::from(lead)] = near;
        }
        if cx.setup.moves_have_side_effects() || goals[i] & sets.lone != 0 {
            let board = &*board.get_or_insert_with(|| Board::new(&cx.setup, s));
            let reach: SmallVec<[HexId; 64]> = hexes_in(goals[i]).collect();
            if walk::path_matters(cx, s, board, &legs, &reach) && can_walk(cx, s, board, &legs).is_ok() {
                walks.push(Action::Walk { unit, lead, column });
            }
        }
    }
    if goals[1] | goals[2] | goals[3] == 0 {
        out.extend(hexes_in(goals[0]).map(|to| Action::Move { unit, to, lead: false, column: false }));
    } else {
        for to in hexes_in(goals[0] | goals[1] | goals[2] | goals[3]) {
            for (set, (lead, column)) in goals.into_iter().zip(WAYS) {
                if set & hex_bit(to) != 0 {
                    out.push(Action::Move { unit, to, lead, column });
                }
            }
        }
    }
    if charge::may_charge(cx, s, sets, unit).is_ok() {
        list_charges(small, sets, unit, starts, charges);
    }
}

fn list_charges(
    small: &Small,
    sets: &Sets,
    unit: UnitId,
    starts: [u128; 2],
    charges: &mut SmallVec<[Action; 64]>,
) {
    let prey = sets.enemy & small.charge;
    for from in hexes_in((starts[0] | starts[1]) & sets.near) {
        for target in hexes_in(small.within[from.index()][0] & prey) {
            for lead in [false, true] {
                if starts[usize::from(lead)] & hex_bit(from) != 0 {
                    charges.push(Action::Charge { unit, from, target, lead });
                }
            }
        }
    }
}

/// Fire and close combat, in the order of the list.
fn list_attacks(cx: &C, s: &State, small: &Small, sets: &Sets, out: &mut Vec<Action>) {
    for unit in &sets.own {
        if fire::may_fire(cx, s, *unit).is_err() {
            continue;
        }
        let at = s.unit(*unit).hex;
        let range = fire::fire_range(cx, s, *unit) as usize;
        let within = &small.within[at.index()];
        for target in hexes_in(within[range.clamp(1, LONGEST_RANGE) - 1] & sets.enemy) {
            let close = within[0] & hex_bit(target) != 0;
            if options::in_front(cx, s, *unit, target)
                && (close || sight::sight_blocked_at(cx, sets, at, target).is_none())
            {
                out.push(Action::Fire { unit: *unit, target });
            }
        }
    }
    for unit in &sets.own {
        let at = s.unit(*unit).hex;
        let targets = small.within[at.index()][0] & sets.enemy;
        if targets == 0 || close_combat::may_close(cx, s, *unit).is_err() {
            continue;
        }
        let ahead = |t: &HexId| options::in_front(cx, s, *unit, *t);
        out.extend(hexes_in(targets).filter(ahead).map(|target| Action::Close { unit: *unit, target }));
    }
}
