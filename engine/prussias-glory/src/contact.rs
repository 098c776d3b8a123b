//! Who must fight whom, and which combats may be designated (10, 10.1).

use crate::Context;
use crate::board::{can_step, fighters};
use crate::combat::{is_free_to_attack, top_steps};
use crate::ids::{Hexes, SideId};
use crate::state::{Flag, State};
use engine::hex::{Dir, HexId, HexSet};

/// Most hexes in contact that are looked at.
const MOST: usize = 120;

/// Most combats listed that begin with one hex.
const MOST_DESIGNATIONS: usize = 12;

/// Hexes that have still to fight: those of the active player first, then the enemy's, with who touches whom.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    pub hexes: Vec<HexId>,
    attackers: usize,
    /// For each hex the opponents it touches, one bit each.
    touching: Vec<u128>,
}

/// A partly designated combat: the hexes in it, one bit each.
type Set = u128;

fn bit(i: usize) -> Set {
    1 << i
}

fn bits(set: Set) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            i
        })
    })
}

/// Hexes with infantry or cavalry of a side that has not fought.
fn opponents(cx: &Context, s: &State, side: SideId) -> HexSet {
    let mut out = HexSet::new(cx.setup.map.len());
    for (i, u) in s.units.iter().enumerate() {
        if u.is_on_map()
            && cx.setup.unit_sides[i] == side
            && cx.setup.units[i].arm != crate::data::Arm::Guns
            && !u.has(Flag::Fought)
        {
            out.insert(u.hex);
        }
    }
    out
}

impl Contacts {
    /// Everybody of the active player who is Engaged, and whom he touches. Worked out anew after each combat.
    pub fn now(cx: &Context, s: &State) -> Self {
        let enemies = opponents(cx, s, s.active.enemy());
        let is_beside = |hex: HexId| cx.setup.map.neighbours(hex).iter().any(|n| enemies.contains(*n));
        let mut own: Vec<HexId> = Vec::new();
        for (i, u) in s.units.iter().enumerate() {
            let card = &cx.setup.units[i];
            let is_candidate = u.is_on_map()
                && card.side == s.active
                && is_beside(u.hex)
                && card.arm != crate::data::Arm::Guns
                // 4.1: only who is Activated attacks.
                && crate::activation::is_unit_awake(cx, s, crate::ids::UnitId(i as u8));
            if is_candidate && !own.contains(&u.hex) {
                own.push(u.hex);
            }
        }
        own.sort_unstable();
        let mut edges: Vec<(HexId, HexId)> = Vec::new();
        for hex in own {
            let row = cx.setup.map.neighbours(hex);
            let near = (0..6u8).filter(|d| enemies.contains(row[*d as usize]));
            let mut free = fighters(cx, s, hex, s.active);
            free.retain(|u| is_free_to_attack(s, *u));
            let front = top_steps(cx, s, &free, cx.data.movement.engaged_steps);
            for d in near {
                if front.iter().any(|u| can_step(cx, s, *u, hex, Dir(d))) {
                    edges.push((hex, row[d as usize]));
                }
            }
        }
        Self::of_edges(&edges)
    }

    fn of_edges(edges: &[(HexId, HexId)]) -> Self {
        let mut own: Vec<HexId> = edges.iter().map(|e| e.0).collect();
        let mut enemy: Vec<HexId> = edges.iter().map(|e| e.1).collect();
        for list in [&mut own, &mut enemy] {
            list.sort_unstable();
            list.dedup();
        }
        let attackers = own.len().min(MOST / 2);
        let hexes: Vec<HexId> =
            own.into_iter().take(MOST / 2).chain(enemy.into_iter().take(MOST / 2)).collect();
        let mut touching = vec![0; hexes.len()];
        let place = |h: HexId, from: usize| hexes[from..].iter().position(|x| *x == h).map(|i| i + from);
        for (a, d) in edges {
            if let (Some(a), Some(d)) = (place(*a, 0), place(*d, attackers)) {
                touching[a] |= bit(d);
                touching[d] |= bit(a);
            }
        }
        Self { hexes, attackers, touching }
    }

    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    pub fn has(&self, hex: HexId) -> bool {
        self.hexes.contains(&hex)
    }

    pub fn is_attacker(&self, hex: HexId) -> bool {
        self.hexes[..self.attackers].contains(&hex)
    }

    /// The chosen hexes as a set; those no longer in contact are left out.
    fn set(&self, chosen: &[HexId]) -> Set {
        self.hexes.iter().enumerate().filter(|(_, h)| chosen.contains(h)).fold(0, |set, (i, _)| set | bit(i))
    }

    fn own(&self) -> Set {
        bit(self.attackers) - 1
    }

    /// Who would be left without an opponent although he has one now (10).
    fn stranded(&self, set: Set) -> Option<usize> {
        let near = bits(set).fold(0, |all, i| all | self.touching[i]) & !set;
        bits(near).find(|i| self.touching[*i] & !set == 0)
    }

    /// All of the set touch all opponents in it.
    fn is_joined(&self, set: Set) -> bool {
        let (own, enemy) = (set & self.own(), set & !self.own());
        bits(own).all(|a| self.touching[a] & enemy == enemy)
    }

    fn is_complete(&self, set: Set) -> bool {
        let has_both = set & self.own() != 0 && set & !self.own() != 0;
        has_both && self.is_joined(set) && self.stranded(set).is_none()
    }

    /// Every hex that is in some permitted combat with the chosen ones.
    fn reachable(&self, chosen: Set) -> Set {
        if chosen == 0 {
            return bit(self.hexes.len()).wrapping_sub(1);
        }
        let mut found = 0;
        self.extend(chosen, 0, &mut found);
        found
    }

    fn extend(&self, set: Set, from: usize, found: &mut Set) {
        if set & !*found != 0 && self.is_complete(set) {
            *found |= set;
        }
        for i in from..self.hexes.len() {
            if set & bit(i) == 0 && self.may_join(set, i) {
                self.extend(set | bit(i), i + 1, found);
            }
        }
    }

    /// Whether a hex may stand beside those of the set in one combat.
    fn may_join(&self, set: Set, i: usize) -> bool {
        let is_own = i < self.attackers;
        let (mates, others) = if is_own { (self.own(), !self.own()) } else { (!self.own(), self.own()) };
        let opponents = set & others;
        if self.touching[i] & opponents != opponents {
            return false;
        }
        // Where no opponent is chosen yet there must be one that all of them touch.
        let shared = bits(set & mates).fold(self.touching[i], |all, m| all & self.touching[m]);
        shared != 0
    }

    /// Hexes that may be added to those chosen.
    pub fn additions(&self, chosen: &[HexId]) -> Vec<HexId> {
        let set = self.set(chosen);
        let found = self.reachable(set) & !set;
        bits(found).filter_map(|i| self.hexes.get(i).copied()).collect()
    }

    /// Permitted combats that begin with this hex: alone against one, with a friend, and whatever else is needed.
    pub fn designations(&self, first: HexId) -> Vec<Vec<HexId>> {
        let start = self.set(&[first]);
        let mut found = Vec::new();
        self.collect(start, 0, &mut found);
        let names = |set: Set| {
            let others = bits(set & !start).map(|i| self.hexes[i]);
            std::iter::once(first).chain(others).collect()
        };
        found.into_iter().map(names).collect()
    }

    fn collect(&self, set: Set, from: usize, found: &mut Vec<Set>) {
        if found.len() < MOST_DESIGNATIONS && self.is_complete(set) {
            found.push(set);
        }
        for i in from..self.hexes.len() {
            if found.len() < MOST_DESIGNATIONS && set & bit(i) == 0 && self.may_join(set, i) {
                self.collect(set | bit(i), i + 1, found);
            }
        }
    }

    /// Hexes that are attacked, each with those who touch it and among how many each of these shares its strength.
    pub fn by_defender(&self) -> Vec<(HexId, Vec<(HexId, u32)>)> {
        let shares = |i: usize| self.touching[i].count_ones();
        let row = |d: usize| {
            let attackers = bits(self.touching[d]).map(|a| (self.hexes[a], shares(a))).collect();
            (self.hexes[d], attackers)
        };
        (self.attackers..self.hexes.len()).map(row).collect()
    }

    /// What is still missing before the chosen combat may be fought.
    pub fn check(&self, chosen: &[HexId]) -> Result<(), Missing> {
        let set = self.set(chosen);
        if set & self.own() == 0 {
            return Err(Missing::Attacker);
        }
        if set & !self.own() == 0 {
            return Err(Missing::Defender);
        }
        if !self.is_joined(set) {
            return Err(Missing::Apart);
        }
        self.stranded(set).map_or(Ok(()), |i| Err(Missing::Opponent(self.hexes[i])))
    }
}

/// Why a combat cannot be fought yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    Attacker,
    Defender,
    /// An attacking hex does not touch a defending one.
    Apart,
    /// This hex would be left without an opponent.
    Opponent(HexId),
}

/// Enemy hexes with guns alone that infantry or cavalry without a duty to fight may enter, and from where (10.10.3).
pub fn guns_to_enter(cx: &Context, s: &State, contacts: &Contacts) -> Vec<(HexId, Hexes)> {
    let enemy = s.active.enemy();
    let mut out: Vec<(HexId, Hexes)> = Vec::new();
    for (i, u) in s.units.iter().enumerate() {
        let card = &cx.setup.units[i];
        let is_known = |list: &[(HexId, Hexes)]| list.iter().any(|o| o.0 == u.hex);
        if !u.is_on_map()
            || card.side != enemy
            // Where guns stand alone each unit is a battery.
            || card.arm != crate::data::Arm::Guns
            || is_known(&out)
            || crate::board::has_fighter(cx, s, u.hex, enemy)
        {
            continue;
        }
        let has_taker = |h: &HexId| {
            !h.is_none()
                && !contacts.has(*h)
                && fighters(cx, s, *h, s.active)
                    .iter()
                    .any(|o| is_free_to_attack(s, *o) && crate::decide::may_advance(cx, s, *o, u.hex))
        };
        let from: Hexes = cx.setup.map.neighbours(u.hex).iter().copied().filter(has_taker).collect();
        if !from.is_empty() {
            out.push((u.hex, from));
        }
    }
    out.sort_unstable();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contacts(edges: &[(u16, u16)]) -> Contacts {
        Contacts::of_edges(&edges.iter().map(|(a, d)| (HexId(*a), HexId(*d))).collect::<Vec<_>>())
    }

    fn hexes(list: &[u16]) -> Vec<HexId> {
        list.iter().map(|h| HexId(*h)).collect()
    }

    #[test]
    fn one_attacker_among_three_defenders_attacks_them_all_unless_helped() {
        let alone = contacts(&[(1, 11), (1, 12), (1, 13)]);
        assert_eq!(alone.check(&hexes(&[1, 11])), Err(Missing::Opponent(HexId(12))));
        assert_eq!(alone.check(&hexes(&[1, 11, 12, 13])), Ok(()));
        let helped = contacts(&[(1, 11), (1, 12), (1, 13), (2, 12), (2, 13)]);
        assert_eq!(helped.check(&hexes(&[1, 11])), Ok(()));
        assert_eq!(helped.check(&hexes(&[2, 12, 13])), Ok(()));
    }

    #[test]
    fn all_attacking_hexes_touch_all_defending_hexes() {
        let row = contacts(&[(1, 11), (1, 12), (2, 12), (2, 13)]);
        assert_eq!(row.check(&hexes(&[1, 2, 12])), Err(Missing::Opponent(HexId(11))));
        assert_eq!(row.check(&hexes(&[1, 2, 11, 12])), Err(Missing::Apart));
        assert!(
            !row.additions(&hexes(&[1, 12])).contains(&HexId(2)),
            "2 does not touch 11, whom only 1 can fight"
        );
        assert_eq!(row.check(&hexes(&[1, 11])), Ok(()));
    }

    /// Whatever the contacts, something may be designated, and every first choice can be completed.
    #[test]
    fn designation_never_comes_to_a_dead_end() {
        let mut dice = engine::dice::DiceStream::new(7);
        for _ in 0..300 {
            let (own, enemy) = (1 + dice.random_index(5), 1 + dice.random_index(5));
            let mut edges = Vec::new();
            for a in 0..own {
                for d in 0..enemy {
                    if dice.random_index(3) == 0 {
                        edges.push((a as u16, 100 + d as u16));
                    }
                }
            }
            let mut left = edges;
            while !left.is_empty() {
                let c = contacts(&left);
                let mut chosen: Vec<HexId> = Vec::new();
                while c.check(&chosen).is_err() {
                    let more = c.additions(&chosen);
                    assert!(!more.is_empty(), "{left:?} with {chosen:?}");
                    chosen.push(more[dice.random_index(more.len())]);
                }
                let before: Vec<u16> = c.hexes.iter().map(|h| h.0).collect();
                left.retain(|(a, d)| !chosen.contains(&HexId(*a)) && !chosen.contains(&HexId(*d)));
                let is_free =
                    |h: &u16| chosen.contains(&HexId(*h)) || left.iter().any(|(a, d)| a == h || d == h);
                assert!(before.iter().all(is_free), "nobody is left without an opponent");
            }
        }
    }
}
