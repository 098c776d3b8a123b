//! Chapter 9, leaders: rally, where a leader without troops goes, and who commands.

use super::C;
use super::board::{Board, Eyes};
use super::movement;
use super::state::{SideId, State, UnitId, flag};
use super::units::unit_kind;
use super::why::Why;
use engine::hex::HexId;
use smallvec::SmallVec;

/// 9.rally: whether the leader in the hex of `unit` may rally it; the leader.
pub fn can_rally(cx: &C, s: &State, board: &impl Eyes, unit: UnitId) -> Result<UnitId, Why> {
    movement::check_ready(cx, s, unit)?;
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    if !unit_kind(cx, unit).rallies {
        return Err(Why::NeverRallies);
    }
    if u.mp >= def.mp {
        return Err(Why::FullStrength);
    }
    let leader = board.leader_at(u.hex, def.side).ok_or(Why::NoLeaderHere)?;
    let l = s.unit(leader);
    if cx.setup.unit_def(leader).nation != def.nation {
        return Err(Why::Foreign);
    }
    if l.has_flag(flag::ACTED) {
        return Err(Why::LeaderActed);
    }
    if u.has_flag(flag::SHIFTED) || l.has_flag(flag::SHIFTED) {
        return Err(Why::NotTogether);
    }
    if board.near_enemy(u.hex, def.side) {
        return Err(Why::NearEnemy);
    }
    if cx.setup.options.unit_rally && u.has_flag(flag::SHOT) {
        return Err(Why::FiredOn);
    }
    if s.active_side().points() < cx.data.ap.rally_cost { Err(Why::NoPoints) } else { Ok(leader) }
}

/// Whether a leader may stand in `hex` with the troops of his side there.
fn may_stand_in(cx: &C, board: &Board, leader: UnitId, hex: HexId) -> bool {
    let def = cx.setup.unit_def(leader);
    let cell = board.cell(hex);
    let other = cell.lead[def.side.index()];
    cell.held_by(def.side)
        && (other.is_none() || other == leader)
        && cell.units().all(|u| cx.setup.unit_def(u).nation == def.nation)
}

/// 7.leader-displace, 8.leader-follow: where a leader without troops goes. Where his units went, if
/// he may stand there; else to the nearest friends not next to the enemy in `from`, else to the
/// nearest at all. Empty: he is lost.
pub fn hexes_to_go_to(
    cx: &C,
    s: &State,
    board: &Board,
    leader: UnitId,
    from: HexId,
    went: [HexId; 2],
) -> SmallVec<[HexId; 6]> {
    let mut out: SmallVec<[HexId; 6]> =
        went.into_iter().filter(|h| !h.is_none() && may_stand_in(cx, board, leader, *h)).collect();
    out.sort_unstable();
    out.dedup();
    if !out.is_empty() {
        return out;
    }
    let (def, at) = (cx.setup.unit_def(leader), s.unit(leader).hex);
    let mut best = (true, u16::MAX);
    for u in s.unit_ids() {
        let hex = s.unit(u).hex;
        let d = cx.setup.unit_def(u);
        if d.side != def.side || !d.is_combat_unit() || hex.is_none() || !may_stand_in(cx, board, leader, hex)
        {
            continue;
        }
        let key = (cx.setup.are_adjacent(hex, from), cx.setup.hex_distance(at, hex));
        if key < best {
            best = key;
            out.clear();
        }
        if key == best && !out.contains(&hex) {
            out.push(hex);
        }
    }
    out.sort_unstable();
    out
}

/// 9.idle-commander: who takes command of `side` now that it has nobody.
pub fn succeeding_commander(cx: &C, s: &State, side: SideId) -> Option<UnitId> {
    let able = |u: &UnitId| {
        let d = cx.setup.unit_def(*u);
        d.side == side && d.is_leader() && d.rank > 0 && !s.unit(*u).has_flag(flag::LOST)
    };
    s.unit_ids().filter(able).min_by_key(|u| cx.setup.unit_def(*u).rank)
}

/// 9.store: the most points `side` may keep for its next turn.
pub fn most_stored(cx: &C, s: &State, side: SideId) -> u8 {
    let st = &s.sides[side.index()];
    let commander = st.commander.some().filter(|c| s.unit(*c).on_map());
    commander.map_or(0, |c| cx.setup.unit_def(c).rating.min(st.fresh))
}
