//! Chapter 9: the option to attack, the battle, losses and the victor; command (8.2).

use super::action::Action;
use super::event::What;
use super::state::{BattleStage, Frame, LossKind, Place, State, leader_bit, leaders_in};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody, movement};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

/// Leaders who might command all of a side's units in a hex (8.23): the highest-ranked one of the
/// nation with most points; of equally strong nations those of the highest rank.
pub fn command_candidates(cx: &Ctx, s: &State, hex: HexId, side: SideId, inside: Walls) -> u64 {
    let sp = |n: NationId| s.stack_at(hex, n, inside).map_or(0, |k| k.sp());
    let key = |l: LeaderId| {
        let i = &cx.setup.leaders[l.index()];
        (std::cmp::Reverse(sp(i.nation)), i.rank)
    };
    let here = s.leaders_at(&cx.setup, hex, side, inside);
    let best = leaders_in(here).map(key).min();
    leaders_in(here).filter(|l| Some(key(*l)) == best).fold(0, |mask, l| mask | leader_bit(l))
}

/// Who commands there; of several candidates the one his player has named.
pub fn commander_at(cx: &Ctx, s: &State, hex: HexId, side: SideId, inside: Walls) -> Option<LeaderId> {
    let mask = command_candidates(cx, s, hex, side, inside);
    let named = s.named.iter().find(|n| n.0 == hex && mask & leader_bit(n.1) != 0);
    named.map(|n| n.1).or_else(|| {
        leaders_in(mask).min_by_key(|l| (std::cmp::Reverse(cx.setup.leaders[l.index()].initiative), *l))
    })
}

/// A hex is taken up: where it is open who commands, the owner names him.
pub fn take_up_hex(cx: &Ctx, s: &mut State, hex: HexId) {
    if let Some(Frame::Combats { left, .. }) = s.frames.top_mut() {
        left.retain(|h| *h != hex);
    }
    s.frames.push(Frame::TakeUp { hex });
    for side in [SideId::SECOND, SideId::FIRST] {
        if command_candidates(cx, s, hex, side, Walls::Outside).count_ones() > 1 {
            s.frames.push(Frame::Nominate { hex, side });
        }
    }
}

pub fn can_nominate(cx: &Ctx, s: &State, leader: LeaderId) -> Result<(), Why> {
    match s.frames.top() {
        Some(Frame::Nominate { hex, side })
            if command_candidates(cx, s, *hex, *side, Walls::Outside) & leader_bit(leader) != 0 =>
        {
            Ok(())
        }
        Some(Frame::Nominate { .. }) => Err(why::NO_NOMINEE),
        _ => Err(why::NOT_NOW),
    }
}

pub fn name_commander(s: &mut State, leader: LeaderId) {
    if let Some(Frame::Nominate { hex, .. }) = s.frames.pop() {
        s.named.push((hex, leader));
        s.named.sort_unstable();
    }
}

/// A side's initiative in a hex; 0 without a leader or demoralised (9.24, 11.13).
fn initiative_at(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> u8 {
    commander_at(cx, s, hex, side, Walls::Outside).map_or(0, |l| movement::leader_initiative(cx, s, l))
}

/// Who commands a side to the end of a battle: losses do not change it, only his death does (9.44).
fn battle_commander(cx: &Ctx, s: &State, hex: HexId, side: SideId, leads: [LeaderId; 2]) -> Option<LeaderId> {
    let first = leads[side.index()];
    let there = s.leaders.get(first.index()).is_some_and(|l| l.hex == hex && l.place == Place::Outside);
    if there { Some(first) } else { commander_at(cx, s, hex, side, Walls::Outside) }
}

/// Hexes where both sides stand outside.
pub fn contested_hexes(cx: &Ctx, s: &State) -> Vec<HexId> {
    let both = |h: &HexId| {
        s.is_present(&cx.setup, *h, SideId::FIRST, Walls::Outside)
            && s.is_present(&cx.setup, *h, SideId::SECOND, Walls::Outside)
    };
    s.hexes_of(&cx.setup, SideId::FIRST).into_iter().filter(both).collect()
}

/// Whether the option to attack is granted at all: nobody learns from it who has leaders alone.
fn is_asked(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> bool {
    s.is_present(&cx.setup, hex, side, Walls::Outside) && !s.is_demoralised(hex, side)
}

/// Taking the option (9.14, 9.23).
pub fn can_attack(cx: &Ctx, s: &State) -> Result<(), Why> {
    match s.frames.top() {
        Some(Frame::AttackOption { hex, side, .. })
            if s.strength_at(&cx.setup, *hex, *side, Walls::Outside) == 0 =>
        {
            Err(why::LEADERS_ONLY)
        }
        Some(Frame::AttackOption { .. }) => Ok(()),
        _ => Err(why::NOT_NOW),
    }
}

/// The next hex is taken up: who has the first option (9.0)?
pub fn take_up(cx: &Ctx, s: &mut State, hex: HexId, rec: &mut Rec) {
    let able = SideId::BOTH.map(|side| is_asked(cx, s, hex, side));
    match able {
        [false, false] => back_inside(cx, s, hex, rec),
        [true, false] => s.frames.push(Frame::AttackOption { hex, side: SideId::FIRST, last: true }),
        [false, true] => s.frames.push(Frame::AttackOption { hex, side: SideId::SECOND, last: true }),
        [true, true] => {
            let (a, b) =
                (initiative_at(cx, s, hex, SideId::FIRST), initiative_at(cx, s, hex, SideId::SECOND));
            if a == b {
                s.frames.push(Frame::TieDie { hex, first: 0 });
            } else {
                s.frames.push(Frame::AttackOption { hex, side: SideId::second_if(b > a), last: false });
            }
        }
    }
}

pub fn tie_die(s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::TieDie { hex, first }) = s.frames.top().cloned() else { return };
    if first == 0 {
        s.frames.replace(Frame::TieDie { hex, first: die });
        return;
    }
    rec.emit(|| for_everybody(What::Tie { hex, dice: [first, die] }));
    if first == die {
        s.frames.replace(Frame::TieDie { hex, first: 0 });
    } else {
        s.frames.replace(Frame::AttackOption { hex, side: SideId::second_if(die > first), last: false });
    }
}

/// The duty of 5.54 binds only where the attack can be made.
pub fn can_decline(cx: &Ctx, s: &State) -> Result<(), Why> {
    match s.frames.top() {
        Some(Frame::AttackOption { hex, side, .. })
            if s.duty.contains(&(*hex, *side)) && can_attack(cx, s).is_ok() =>
        {
            Err(why::DUTY)
        }
        Some(Frame::AttackOption { .. }) => Ok(()),
        _ => Err(why::NOT_NOW),
    }
}

/// The option passes on, or the hex is done with.
fn pass_on(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::AttackOption { hex, side, last }) = s.frames.pop() else { return };
    if last {
        back_inside(cx, s, hex, rec);
    } else {
        s.frames.push(Frame::AttackOption { hex, side: side.enemy(), last: true });
    }
}

pub fn decline_battle(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    if let Some(Frame::AttackOption { hex, side, .. }) = s.frames.top().cloned() {
        rec.emit(|| for_everybody(What::Declined { hex, side }));
    }
    pass_on(cx, s, rec);
}

/// An attack is asked for; under the least percentage it is void and both learn only that (9.47).
pub fn declare_attack(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::AttackOption { hex, side, .. }) = s.frames.top().cloned() else { return };
    let (own, enemy) = (
        s.strength_at(&cx.setup, hex, side, Walls::Outside),
        s.strength_at(&cx.setup, hex, side.enemy(), Walls::Outside),
    );
    rec.reveal();
    s.duty.retain(|d| *d != (hex, side));
    if enemy == 0 {
        s.frames.pop();
        let lone = s.leaders_at(&cx.setup, hex, side.enemy(), Walls::Outside);
        super::prisoners::capture_leaders(cx, s, lone, rec);
        back_inside(cx, s, hex, rec);
        return;
    }
    if strength_percent(own, enemy) < cx.data.combat.least {
        rec.emit(|| for_everybody(What::Void { hex, side }));
        pass_on(cx, s, rec);
        return;
    }
    let leads =
        SideId::BOTH.map(|side| commander_at(cx, s, hex, side, Walls::Outside).unwrap_or(LeaderId::NONE));
    s.frames.replace(Frame::Battle {
        hex,
        attacker: side,
        stage: BattleStage::Die,
        lost: [0; 2],
        leads,
        siege: s.is_besieged(hex) || s.is_sallied(hex),
        falls: [false; 2],
        loser: SideId::NONE,
    });
}

pub fn strength_percent(own: u16, enemy: u16) -> u16 {
    (u32::from(own) * 100 / u32::from(enemy.max(1))).min(9999) as u16
}

/// Modifiers of the battle die: attack bonus, defence bonus, mountain (9.22, 9.23).
pub fn battle_modifiers(cx: &Ctx, s: &State, hex: HexId, attacker: SideId) -> (u8, u8, i8) {
    let info = |side| commander_at(cx, s, hex, side, Walls::Outside).map(|l| &cx.setup.leaders[l.index()]);
    let mountain = if cx.setup.is_mountain(hex) { cx.data.combat.mountain } else { 0 };
    (info(attacker).map_or(0, |l| l.attack), info(attacker.enemy()).map_or(0, |l| l.defence), mountain)
}

pub fn battle_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::Battle { hex, attacker, leads, siege, .. }) = s.frames.pop() else { return };
    let sp = SideId::BOTH.map(|side| s.strength_at(&cx.setup, hex, side, Walls::Outside));
    let (a, d) = (attacker.index(), 1 - (attacker.index()));
    let ratio = strength_percent(sp[a], sp[d]);
    let (attack, defence, mountain) = battle_modifiers(cx, s, hex, attacker);
    let total = die as i8 + attack as i8 - defence as i8 + mountain;
    let cell = cx.data.combat.results.get(ratio.into(), total.into()).copied().unwrap_or_default();
    let view = |l: &super::data::Loss| (l.percent, l.leader, l.captured);
    rec.emit(|| {
        let cells = [view(&cell.0), view(&cell.1)];
        let sp = [sp[a], sp[d]];
        for_everybody(What::Battle {
            hex,
            attacker,
            sp,
            percent: ratio,
            die,
            attack,
            defence,
            mountain,
            total,
            cells,
        })
    });
    let mut lost = [0u8; 2];
    let mut falls = [false; 2];
    let mut gone = false;
    for (side, loss) in [(a, cell.0), (d, cell.1)] {
        if loss.captured {
            gone = true;
            super::prisoners::capture_outside(cx, s, hex, SideId(side as u8), rec);
        } else {
            lost[side] =
                cx.data.losses.points_lost(sp[side], loss.percent).min(sp[side]).min(u16::from(u8::MAX))
                    as u8;
            falls[side] = loss.leader;
        }
    }
    // Where a whole force is captured no victor is worked out (9.43): only a fallen leader remains.
    let stage = BattleStage::Losses;
    let loser = if gone { attacker } else { SideId::NONE };
    s.frames.push(Frame::Battle { hex, attacker, stage, lost, leads, siege, falls, loser });
    for side in [d, a] {
        if lost[side] > 0 {
            s.frames.push(Frame::Lose {
                side: SideId(side as u8),
                hex,
                left: lost[side],
                kind: LossKind::Killed,
                inside: Walls::Outside,
            });
        }
    }
}

/// Goes on with a battle whose losses are taken.
pub fn go_on(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Battle { hex, attacker, stage, lost, leads, siege, falls, loser }) =
        s.frames.top().cloned()
    else {
        return;
    };
    let next = |stage, loser| Frame::Battle { hex, attacker, stage, lost, leads, siege, falls, loser };
    match stage {
        BattleStage::Die => {}
        BattleStage::Losses => {
            for side in SideId::BOTH {
                if falls[side.index()] {
                    kill_lowest_leader(cx, s, hex, side, rec);
                }
            }
            if loser != SideId::NONE {
                s.frames.replace(next(BattleStage::After, SideId::NONE));
                lone_leaders(cx, s, hex, rec);
            } else {
                decide_victor(cx, s, rec);
            }
        }
        BattleStage::Prisoners => {
            lone_leaders(cx, s, hex, rec);
            s.frames.replace(next(BattleStage::Retreat, loser));
        }
        BattleStage::Retreat => {
            s.frames.replace(next(BattleStage::After, loser));
            if s.is_present(&cx.setup, hex, loser, Walls::Outside) {
                super::retreat::start_retreat(cx, s, hex, loser);
            }
        }
        BattleStage::After => {
            s.frames.pop();
            super::fortress::offer_relief(cx, s, hex, siege);
        }
    }
}

/// The lowest-ranked leader of a force is killed (9.44).
fn kill_lowest_leader(cx: &Ctx, s: &mut State, hex: HexId, side: SideId, rec: &mut Rec) {
    let all_here = s.leaders_at(&cx.setup, hex, side, Walls::Outside);
    let lowest = leaders_in(all_here).max_by_key(|l| (cx.setup.leaders[l.index()].rank, *l));
    if let Some(l) = lowest {
        s.leaders[l.index()] = super::state::Lead { place: Place::Dead, hex: HexId::NONE, moved: false };
        rec.emit(|| for_everybody(What::LeaderKilled { leader: l, hex }));
    }
}

/// Leaders left without troops are captured if the enemy has any (9.46).
fn lone_leaders(cx: &Ctx, s: &mut State, hex: HexId, rec: &mut Rec) {
    for side in SideId::BOTH {
        let bare = s.strength_at(&cx.setup, hex, side, Walls::Outside) == 0;
        if bare && s.strength_at(&cx.setup, hex, side.enemy(), Walls::Outside) > 0 {
            let lone = s.leaders_at(&cx.setup, hex, side, Walls::Outside);
            super::prisoners::capture_leaders(cx, s, lone, rec);
        }
    }
}

/// Works out the victor and his prisoners (9.0).
fn decide_victor(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Battle { hex, attacker, lost, leads, siege, falls, .. }) = s.frames.top().cloned() else {
        return;
    };
    let power = |side: SideId| {
        battle_commander(cx, s, hex, side, leads).map_or(0, |l| movement::leader_initiative(cx, s, l))
    };
    let total = |side: SideId| u16::from(lost[1 - side.index()]) + u16::from(power(side));
    let totals = SideId::BOTH.map(total);
    let frame = |stage, loser| Frame::Battle { hex, attacker, stage, lost, leads, siege, falls, loser };
    if totals[0] == totals[1] {
        rec.emit(|| for_everybody(What::Drawn { hex, total: totals[0] }));
        s.frames.replace(frame(BattleStage::After, SideId::NONE));
        lone_leaders(cx, s, hex, rec);
        if siege {
            super::retreat::offer_departure(cx, s, hex);
        }
        return;
    }
    let winner = SideId::second_if(totals[1] > totals[0]);
    let loser = winner.enemy();
    let alive = s.strength_at(&cx.setup, hex, winner, Walls::Outside) > 0;
    let most = if alive { totals[0].abs_diff(totals[1]) } else { 0 };
    let prisoners =
        most.min(s.strength_at(&cx.setup, hex, loser, Walls::Outside)).min(u16::from(u8::MAX)) as u8;
    rec.emit(|| for_everybody(What::Victor { hex, side: winner, totals, prisoners }));
    s.frames.replace(frame(BattleStage::Prisoners, loser));
    if prisoners > 0 {
        s.frames.push(Frame::Lose {
            side: loser,
            hex,
            left: prisoners,
            kind: LossKind::Captured,
            inside: Walls::Outside,
        });
    }
}

/// Nations of a side with their points outside in a hex.
pub fn nations_outside(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> Vec<(NationId, u8)> {
    nations_with_points(cx, s, hex, side, Walls::Outside)
}

pub fn nations_with_points(
    cx: &Ctx,
    s: &State,
    hex: HexId,
    side: SideId,
    inside: Walls,
) -> Vec<(NationId, u8)> {
    let own = |k: &&super::state::Stack| k.inside == inside && cx.setup.side_of(k.nation) == side;
    s.stacks_at(hex).iter().filter(own).map(|k| (k.nation, k.sp())).collect()
}

/// Takes points off the map: dead or prisoners.
pub fn remove_losses(
    cx: &Ctx,
    s: &mut State,
    at: (HexId, Walls),
    nation: NationId,
    sp: u8,
    kind: LossKind,
    rec: &mut Rec,
) {
    let (hex, inside) = at;
    let n = s.remove_points(hex, nation, inside, sp);
    let heap = if kind == LossKind::Captured { &mut s.off_map.prisoners } else { &mut s.off_map.dead };
    heap[nation.index()] = heap[nation.index()].saturating_add(n);
    let side = cx.setup.side_of(nation);
    if n > 0 {
        rec.emit(|| for_everybody(What::Lost { side, hex, nation, sp: n, kind }));
    }
}

/// Settles a loss that leaves no choice; false if the owner must say which nation loses.
pub fn lose_plainly(cx: &Ctx, s: &mut State, rec: &mut Rec) -> bool {
    let Some(Frame::Lose { side, hex, left, kind, inside }) = s.frames.top().cloned() else { return true };
    let there = nations_with_points(cx, s, hex, side, inside);
    let total: u16 = there.iter().map(|n| u16::from(n.1)).sum();
    if left > 0 && there.len() > 1 && total > u16::from(left) {
        return false;
    }
    s.frames.pop();
    let mut left = left;
    for (nation, sp) in there {
        let n = sp.min(left);
        remove_losses(cx, s, (hex, inside), nation, n, kind, rec);
        left -= n;
    }
    true
}

/// The owner says which nation loses how many.
pub fn give_up(cx: &Ctx, s: &mut State, nation: NationId, sp: u8, rec: &mut Rec) {
    let Some(Frame::Lose { hex, kind, inside, .. }) = s.frames.top().cloned() else { return };
    remove_losses(cx, s, (hex, inside), nation, sp, kind, rec);
    if let Some(Frame::Lose { left, .. }) = s.frames.top_mut() {
        *left -= sp;
    }
}

pub fn list_lose(cx: &Ctx, s: &State, out: &mut Vec<Action>) {
    let Some(Frame::Lose { side, hex, left, inside, .. }) = s.frames.top() else { return };
    for (nation, sp) in nations_with_points(cx, s, *hex, *side, *inside) {
        out.extend((1..=sp.min(*left)).map(|sp| Action::Lose { nation, sp }));
    }
}

pub fn can_lose(cx: &Ctx, s: &State, nation: NationId, sp: u8) -> Result<(), Why> {
    let Some(Frame::Lose { side, hex, left, inside, .. }) = s.frames.top() else { return Err(why::NOT_NOW) };
    let fits = nations_with_points(cx, s, *hex, *side, *inside)
        .iter()
        .any(|n| n.0 == nation && (1..=n.1.min(*left)).contains(&sp));
    if fits { Ok(()) } else { Err(why::NOT_LOST) }
}

/// Who sallied without a combat goes back in (12.23).
fn back_inside(cx: &Ctx, s: &mut State, hex: HexId, rec: &mut Rec) {
    super::fortress::back_inside(cx, s, hex, rec);
}
