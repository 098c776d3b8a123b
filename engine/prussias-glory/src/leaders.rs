//! Leaders: their values, their loss and who follows them (15).

use crate::board::{has_unit, is_zoned};
use crate::decide::Caught;
use crate::event::Event;
use crate::ids::{LeaderId, SideId};
use crate::setup::{LeaderCard, Post, Star};
use crate::state::State;
use crate::{Context, Record};
use engine::hex::{HexId, HexSet};
use serde::{Deserialize, Serialize};

/// Who is behind a leader's counter when something happens, so that the log names him and nobody who came before (15.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Man {
    Named(LeaderId),
    Replacement(LeaderId),
}

pub fn man_of(cx: &Context, s: &State, l: LeaderId) -> Man {
    if s.leader(l).replaced { Man::Replacement(l) } else { Man::Named(who(cx, s, l)) }
}

pub fn man_name(cx: &Context, man: Man) -> String {
    match man {
        Man::Named(l) => cx.setup.leader(l).name.clone(),
        Man::Replacement(l) => format!("replacement of {}", cx.setup.leader(l).name),
    }
}

/// A commander's counter may show the second-in-command (15.1).
fn who(cx: &Context, s: &State, l: LeaderId) -> LeaderId {
    let side = cx.setup.leader(l).side;
    let army = s.army(side);
    let is_seconds = army.second && army.commander == Some(l);
    cx.setup.sides[side.index()].second.filter(|_| is_seconds).unwrap_or(l)
}

/// The card of the man behind the counter.
fn card<'a>(cx: &'a Context, s: &State, l: LeaderId) -> &'a LeaderCard {
    cx.setup.leader(who(cx, s, l))
}

/// Morale Modifier.
pub fn morale_of(cx: &Context, s: &State, l: LeaderId) -> u8 {
    if s.leader(l).replaced { cx.data.leaders.replacement_morale } else { card(cx, s, l).morale }
}

/// 0 for none.
pub fn initiative_of(cx: &Context, s: &State, l: LeaderId) -> u8 {
    if s.leader(l).replaced { cx.data.leaders.replacement_initiative } else { card(cx, s, l).initiative }
}

pub fn star_of(cx: &Context, s: &State, l: LeaderId) -> Star {
    if s.leader(l).replaced { Star::None } else { card(cx, s, l).star }
}

pub fn name_of(cx: &Context, s: &State, l: LeaderId) -> String {
    man_name(cx, man_of(cx, s, l))
}

/// Full movement, four more in column (4.2.3, 7.6).
pub fn allowance(cx: &Context, s: &State, l: LeaderId) -> u8 {
    let bonus = if s.leader(l).column { cx.data.command.column_bonus } else { 0 };
    cx.setup.leader(l).movement + bonus
}

/// Whether he is in an enemy zone without a friendly unit (15.2).
pub fn is_caught(cx: &Context, s: &State, l: LeaderId) -> bool {
    let (hex, side) = (s.leader(l).hex, cx.setup.leader(l).side);
    let is_reached = |enemy: SideId| has_unit(cx, s, hex, enemy) || is_zoned(cx, s, hex, enemy);
    !hex.is_none() && !has_unit(cx, s, hex, side) && is_reached(side.enemy())
}

/// Asks for the die of a leader who has been caught alone.
pub fn notice_caught(cx: &Context, s: &mut State) {
    // Asked after every step: one pass over the units tells who is alone with an enemy at hand.
    let mut hexes = [HexSet::new(cx.setup.map.len()), HexSet::new(cx.setup.map.len())];
    for (unit, side) in s.units.iter().zip(&cx.setup.unit_sides) {
        if unit.is_on_map() {
            hexes[side.index()].insert(unit.hex);
        }
    }
    let may_be = |l: &LeaderId| {
        let (hex, side) = (s.leader(*l).hex, cx.setup.leader(*l).side);
        if hex.is_none() || hexes[side.index()].contains(hex) {
            return false;
        }
        let enemies = &hexes[side.enemy().index()];
        enemies.contains(hex) || cx.setup.map.neighbours(hex).iter().any(|n| enemies.contains(*n))
    };
    if let Some(leader) = cx.setup.leader_ids().filter(may_be).find(|l| is_caught(cx, s, *l)) {
        s.push(Caught { leader });
    }
}

/// Asks for the dice of all leaders who have been caught alone, in the middle of a combat.
pub fn notice_all_caught(cx: &Context, s: &mut State) {
    for leader in cx.setup.leader_ids().filter(|l| is_caught(cx, s, *l)).collect::<Vec<_>>() {
        s.push(Caught { leader });
    }
}

/// Units of his side nearest to a leader.
pub fn nearest_hexes(cx: &Context, s: &State, l: LeaderId) -> Vec<HexId> {
    let (from, side) = (s.leader(l).hex, cx.setup.leader(l).side);
    let map = &cx.setup.map;
    let is_own = |(i, u): &(usize, &crate::state::Unit)| u.is_on_map() && cx.setup.units[*i].side == side;
    let mut hexes: Vec<HexId> = s.units.iter().enumerate().filter(is_own).map(|(_, u)| u.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let least = hexes.iter().map(|h| map.distance(from, *h)).min().unwrap_or(0);
    hexes.retain(|h| map.distance(from, *h) == least);
    hexes
}

/// He is wounded or killed: a replacement or the second-in-command follows (15.1).
pub fn fall(cx: &Context, s: &mut State, l: LeaderId, killed: bool, rec: &mut Record) {
    let side = cx.setup.leader(l).side;
    match cx.setup.leader(l).post {
        Post::Wing(_) => {
            let man = man_of(cx, s, l);
            s.leader_mut(l).replaced = true;
            rec.emit(|| Event::LeaderReplaced { man, promoted: None });
        }
        Post::Extra => s.leader_mut(l).hex = HexId::NONE,
        Post::Commander => commander_falls(cx, s, l, side, killed, rec),
    }
}

fn commander_falls(cx: &Context, s: &mut State, l: LeaderId, side: SideId, killed: bool, rec: &mut Record) {
    let man = card(cx, s, l);
    let named = if killed { man.killed_points } else { man.wounded_points };
    let other = if side == SideId::COALITION { cx.data.victory.other_commander } else { 0 };
    let points = if named == 0 { other } else { named };
    let was_second = s.army(side).second;
    let army = s.army_mut(side);
    army.fallen = army.fallen.saturating_add(points);
    let second = cx.setup.sides[side.index()].second.filter(|_| !was_second);
    let can_follow = |x: &LeaderId| {
        let has_fallen = !s.is_leader_present(*x) && cx.setup.leader(*x).takes_part();
        !s.leader(*x).replaced && !has_fallen
    };
    let Some(second) = second.filter(can_follow) else {
        s.leader_mut(l).hex = HexId::NONE;
        s.army_mut(side).commander = None;
        return;
    };
    let at = s.leader(second).hex;
    if !at.is_none() {
        s.leader_mut(l).hex = at;
        match cx.setup.leader(second).post {
            Post::Wing(_) => s.leader_mut(second).replaced = true,
            Post::Commander | Post::Extra => s.leader_mut(second).hex = HexId::NONE,
        }
    }
    let fallen = man_of(cx, s, l);
    s.army_mut(side).second = true;
    s.army_mut(side).commander = Some(l);
    rec.emit(|| Event::LeaderReplaced { man: fallen, promoted: Some(second) });
}
