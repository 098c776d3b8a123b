//! Chapter 8, combat step by step: each stage asks a seat, asks chance, or runs on to the next.

use super::board::Board;
use super::data::{Class, Withdraws};
use super::event::{CheckWhy, Event, Loss, Said, WakeWhy, sorted_faces};
use super::movement::{entry_door, escorting_leader};
use super::state::{Back, Combat, Fight, Frame, SideId, Stage, State, UnitId, flag};
use super::units::{self, Attack, hit_unit, lose_unit, morale_check, unit_kind};
use super::{C, Rec, apply, charge, close_combat, fire, retreat, special};
use engine::dice::Roll;
use engine::hex::HexId;

/// Who is asked by a stage that waits.
pub enum Asks {
    Seat(SideId),
    Chance(Roll),
}

/// Begins a combat with the defenders as they stand.
pub fn open_combat(cx: &C, s: &mut State, mut c: Combat) {
    if !c.target.is_none() {
        let cell = *Board::new(&cx.setup, s).cell(c.target);
        (c.main, c.guns) = (cell.main, cell.guns);
        // Horse that rode off to these guns is out of this fire.
        if c.main.some().is_some_and(|u| s.unit(u).has_flag(flag::FLED)) {
            c.main = UnitId::NONE;
        }
    }
    s.frames.push(Frame::Combat(c));
}

fn is_present(s: &State, c: &Combat, u: UnitId) -> bool {
    !u.is_none() && s.unit(u).hex == c.target
}

fn is_gone(s: &State, u: UnitId) -> bool {
    !u.is_none() && s.unit(u).has_flag(flag::LOST)
}

/// The dice the attacker throws.
pub fn attack_dice(cx: &C, s: &State, c: &Combat) -> Attack {
    let board = Board::new(&cx.setup, s);
    attack_of(cx, s, &board, c.fight, c.unit, c.target)
}

pub fn attack_of(cx: &C, s: &State, board: &Board, fight: Fight, unit: UnitId, target: HexId) -> Attack {
    match fight {
        Fight::Fire => fire::fire_dice(cx, s, board, unit, target),
        Fight::Close => close_combat::close_combat_dice(cx, s, board, unit, target),
        Fight::Charge => charge::charge_dice(cx, s, board, unit, target, false),
    }
}

fn counter_attack(cx: &C, s: &State, c: &Combat) -> Attack {
    charge::charge_dice(cx, s, &Board::new(&cx.setup, s), c.main, c.from, true)
}

pub const fn dice_rule(fight: Fight) -> (&'static str, &'static str) {
    match fight {
        Fight::Fire => ("fire", "8.fire"),
        Fight::Close => ("close combat", "8.close"),
        Fight::Charge => ("charge", "8.charge"),
    }
}

/// What a waiting stage asks.
pub fn stage_question(cx: &C, s: &State, c: &Combat) -> Asks {
    let attacker = cx.setup.unit_def(c.unit).side;
    let one = |purpose, rule| Asks::Chance(Roll::dice(purpose, rule, 1, 6));
    let leader_rule = if c.fight == Fight::Fire { "9.casualty-fire" } else { "9.casualty-close" };
    match c.stage {
        Stage::Flee | Stage::Answer => Asks::Seat(attacker.enemy()),
        Stage::FleeRoll => one("flee", "3.light-flee"),
        Stage::Nerve => one("nerve", "opt.attacker-morale"),
        Stage::WithdrawRoll if c.fight == Fight::Close => one("withdraw", "8.charge-heavy"),
        Stage::WithdrawRoll => one("withdraw", "8.charge-cavalry"),
        Stage::StandRoll => one("stand", "8.charge-cavalry"),
        Stage::MoraleMain if c.fight == Fight::Charge => one("morale", "8.charge-foot"),
        Stage::MoraleMain => one("morale", "8.close"),
        Stage::MoraleGuns => one("morale", "8.stack-morale"),
        Stage::Dice => {
            let (purpose, rule) = dice_rule(c.fight);
            Asks::Chance(Roll::dice(purpose, rule, attack_dice(cx, s, c).dice, 6))
        }
        Stage::CounterDice => {
            let dice = counter_attack(cx, s, c).dice;
            Asks::Chance(Roll::dice("countercharge", "8.charge-cavalry", dice, 6))
        }
        Stage::LeaderRoll => Asks::Chance(Roll::dice("leader", leader_rule, c.dangers, 6)),
        Stage::LeaderRollBack => Asks::Chance(Roll::dice("leader", leader_rule, c.dangers_back, 6)),
        _ => Asks::Seat(attacker),
    }
}

/// Targets the unit may fire at from where it stands, in ascending order. Whoever has just ridden
/// off from this fire is left alone.
pub fn targets_of<'a>(
    cx: &'a C,
    s: &'a State,
    board: &'a Board,
    unit: UnitId,
) -> impl Iterator<Item = HexId> + 'a {
    let mut hexes: smallvec::SmallVec<[HexId; 32]> = smallvec::SmallVec::new();
    let side = cx.setup.unit_def(unit).side;
    for u in s.unit_ids() {
        let (h, d) = (s.unit(u).hex, cx.setup.unit_def(u));
        if !h.is_none() && d.side != side && d.is_combat_unit() && !hexes.contains(&h) {
            hexes.push(h);
        }
    }
    hexes.sort_unstable();
    hexes.into_iter().filter(move |h| can_aim(cx, s, board, unit, *h))
}

pub fn can_aim(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> bool {
    fire::fit_to_fire(cx, s, unit).is_ok()
        && fire::can_reach(cx, s, board, unit, target).is_ok()
        && board.cell(target).units().any(|u| !s.unit(u).has_flag(flag::FLED))
}

/// Targets in the stage of aiming: cavalry momentum reaches neighbours only.
pub fn aim_targets<'a>(
    cx: &'a C,
    s: &'a State,
    board: &'a Board,
    c: &Combat,
) -> impl Iterator<Item = HexId> + 'a {
    let (momentum, from) = (c.momentum, s.unit(c.unit).hex);
    let able = !momentum || s.active_side().points() >= cx.data.options.momentum_cost;
    targets_of(cx, s, board, c.unit).filter(move |h| able && (!momentum || cx.setup.are_adjacent(from, *h)))
}

/// Which fight made a unit look for a target: a flight from fire, a failed nerve, a charge.
pub const fn cause_of_aiming(c: &Combat) -> Fight {
    if c.momentum {
        Fight::Charge
    } else if c.shaken {
        Fight::Close
    } else {
        Fight::Fire
    }
}

/// Whether the defending horse may ride off before the dice.
pub fn may_withdraw(cx: &C, s: &State, c: &Combat) -> bool {
    if !is_present(s, c, c.main) || s.unit(c.main).has_flag(flag::ASLEEP) {
        return false;
    }
    let k = unit_kind(cx, c.main);
    let able = match c.fight {
        Fight::Fire => k.flees && !s.unit(c.main).has_flag(flag::FLED),
        Fight::Close => k.withdraws != Withdraws::Never,
        Fight::Charge => k.class == Class::Horse,
    };
    able && !retreat::open_ways(cx, s, &Board::new(&cx.setup, s), c.main, c.from).is_empty()
}

/// How the attacker may take the hex: alone, with his leader; and whether he may stay.
pub struct Advance {
    pub alone: bool,
    pub led: bool,
    pub may_halt: bool,
}

/// The horse rode off before the charge and left nobody: the charger must take the hex, and nothing
/// was lost or driven off by him.
pub const fn left_to_it(c: &Combat) -> bool {
    matches!(c.fight, Fight::Charge) && c.withdrawn && c.guns.is_none()
}

/// The leader who may advance with the attacker: one who may still move, or who rode in the charge.
pub fn leader_who_may_advance(cx: &C, s: &State, c: &Combat) -> Option<UnitId> {
    let rode = c.rider.some().filter(|l| s.unit(*l).hex == s.unit(c.unit).hex);
    rode.or_else(|| escorting_leader(cx, s, &Board::new(&cx.setup, s), c.unit))
}

pub fn advance_choices(cx: &C, s: &State, c: &Combat) -> Option<Advance> {
    let u = s.unit(c.unit);
    // Whoever arrived this turn does not move.
    if !u.on_map() || u.has_flag(flag::ARRIVED) {
        return None;
    }
    let earned = match c.fight {
        Fight::Fire => {
            cx.setup.options.advance
                && (is_gone(s, c.main) || is_gone(s, c.guns))
                && cx.setup.are_adjacent(u.hex, c.target)
        }
        Fight::Close | Fight::Charge => true,
    };
    let board = Board::new(&cx.setup, s);
    if !earned || board.cell(c.target).has_unit() {
        return None;
    }
    let def = cx.setup.unit_def(c.unit);
    let alone = entry_door(cx, &board, def, UnitId::NONE, c.target).may_stay();
    let led =
        leader_who_may_advance(cx, s, c).is_some_and(|l| entry_door(cx, &board, def, l, c.target).may_stay());
    let may_halt = !left_to_it(c);
    (alone || led).then_some(Advance { alone, led, may_halt })
}

fn put_stage(s: &mut State, c: Combat, stage: Stage) -> bool {
    s.frames.replace(Frame::Combat(Combat { stage, ..c }));
    true
}

/// Goes on to `next` unless the stage really has something to ask.
fn ask_or(s: &mut State, c: Combat, asks: bool, next: Stage) -> bool {
    if asks {
        return false;
    }
    put_stage(s, c, next)
}

/// One step of a combat; false when somebody must say something.
pub fn run_combat(cx: &C, s: &mut State, c: Combat, rec: &mut Rec) -> bool {
    match c.stage {
        Stage::FleeRoll
        | Stage::Nerve
        | Stage::WithdrawRoll
        | Stage::StandRoll
        | Stage::Dice
        | Stage::CounterDice => false,
        Stage::Aim => {
            let board = Board::new(&cx.setup, s);
            let any = aim_targets(cx, s, &board, &c).next().is_some();
            if !any && !c.momentum {
                let hex = s.unit(c.unit).hex;
                rec.emit(|| Event::Said {
                    unit: c.unit,
                    hex,
                    what: Said::NoTarget,
                    fight: cause_of_aiming(&c),
                });
            }
            ask_or(s, c, any, Stage::End)
        }
        Stage::Flee => {
            let asks = may_withdraw(cx, s, &c);
            ask_or(s, c, asks, Stage::Dice)
        }
        Stage::Answer => {
            let asks = may_withdraw(cx, s, &c);
            let next = if must_withdraw_or_stand(cx, s, &c) { Stage::StandRoll } else { Stage::MoraleMain };
            ask_or(s, c, asks, next)
        }
        Stage::Vacated => handle_vacated_hex(cx, s, c),
        Stage::MoraleMain => ask_or(s, c, is_present(s, &c, c.main), Stage::MoraleGuns),
        Stage::MoraleGuns => {
            // 8.stack-morale: foot that stands covers its guns.
            let covered =
                is_present(s, &c, c.main) && unit_kind(cx, c.main).class == Class::Foot && !c.main_failed;
            ask_or(s, c, is_present(s, &c, c.guns) && !covered, Stage::Dice)
        }
        Stage::Allot | Stage::AllotBack => allot_hits(cx, s, c, rec),
        Stage::LeaderRoll => {
            let asks = c.dangers > 0 && leader_at(cx, s, &c, false).is_some();
            ask_or(s, c, asks, Stage::LeaderRollBack)
        }
        Stage::LeaderRollBack => {
            let asks = c.dangers_back > 0 && leader_at(cx, s, &c, true).is_some();
            ask_or(s, c, asks, Stage::FallMain)
        }
        Stage::FallMain => {
            put_stage(s, c, Stage::FallGuns);
            fall_back(s, &c, c.main, c.main_failed)
        }
        Stage::FallGuns => {
            put_stage(s, c, Stage::Follow);
            fall_back(s, &c, c.guns, c.guns_failed)
        }
        Stage::Follow => leaders_follow(cx, s, c),
        Stage::Settle => settle_withdrawals(cx, s, c),
        Stage::Advance => match advance_choices(cx, s, &c) {
            None => put_stage(s, c, Stage::End),
            Some(a) if !a.may_halt && a.alone != a.led => {
                apply::advance_attacker(cx, s, a.led, rec);
                true
            }
            Some(_) => false,
        },
        Stage::End => {
            for u in s.unit_ids() {
                s.unit_mut(u).clear_flag(flag::FLED);
            }
            s.frames.pop();
            true
        }
    }
}

/// Charged horse that is awake withdraws or stands; it makes no other check.
fn must_withdraw_or_stand(cx: &C, s: &State, c: &Combat) -> bool {
    c.fight == Fight::Charge
        && is_present(s, c, c.main)
        && unit_kind(cx, c.main).class == Class::Horse
        && !s.unit(c.main).has_flag(flag::ASLEEP)
}

/// The horse has ridden off: its leader goes along if nobody is left, it may have to check, and
/// the attacker goes on with whoever is still there.
fn handle_vacated_hex(cx: &C, s: &mut State, mut c: Combat) -> bool {
    if let Some(leader) = lone_leader(cx, s, c.target, c.main) {
        s.frames.push(Frame::Home {
            leader,
            from: c.from,
            main: c.main_to,
            guns: HexId::NONE,
            driven: false,
        });
        return true;
    }
    let to = std::mem::replace(&mut c.main_to, HexId::NONE);
    if !to.is_none() && cx.setup.options.withdrawal {
        put_stage(s, c, Stage::Vacated);
        s.frames.push(Frame::Steady { unit: c.main, from: c.from });
        return true;
    }
    let next = match c.fight {
        Fight::Fire => Stage::Aim,
        _ if is_present(s, &c, c.guns) => Stage::MoraleGuns,
        _ => Stage::Advance,
    };
    put_stage(s, c, next)
}

/// The leader of `unit`'s side left alone in `hex`.
fn lone_leader(cx: &C, s: &State, hex: HexId, unit: UnitId) -> Option<UnitId> {
    if unit.is_none() {
        return None;
    }
    let board = Board::new(&cx.setup, s);
    let cell = board.cell(hex);
    let leader = cell.lead[cx.setup.unit_def(unit).side.index()].some();
    leader.filter(|_| !cell.has_unit())
}

/// 8.hit-highest: hit by hit, to the strongest at that moment; the owner chooses between equals.
/// A countercharge strikes the hex the charger has come to.
fn allot_hits(cx: &C, s: &mut State, mut c: Combat, rec: &mut Rec) -> bool {
    let back = c.stage == Stage::AllotBack;
    let (hex, main, guns) = if back {
        (c.from, c.unit, Board::new(&cx.setup, s).cell(c.from).guns)
    } else {
        (c.target, c.main, c.guns)
    };
    let there = |u: UnitId| !u.is_none() && s.unit(u).hex == hex;
    let stronger = match (there(main), there(guns)) {
        (true, true) => s.unit(main).mp.cmp(&s.unit(guns).mp),
        (true, false) => std::cmp::Ordering::Greater,
        (false, true) => std::cmp::Ordering::Less,
        (false, false) => {
            *hits_left(&mut c) = 0;
            std::cmp::Ordering::Equal
        }
    };
    if *hits_left(&mut c) == 0 {
        return put_stage(s, c, if c.countered && !back { Stage::AllotBack } else { Stage::LeaderRoll });
    }
    if stronger.is_eq() {
        s.frames.push(Frame::Share { main, guns });
        return true;
    }
    *hits_left(&mut c) -= 1;
    put_stage(s, c, c.stage);
    hit_unit(cx, s, if stronger.is_gt() { main } else { guns }, rec);
    true
}

/// Hits still to be taken at this stage.
fn hits_left(c: &mut Combat) -> &mut u8 {
    if c.stage == Stage::AllotBack { &mut c.hits_back } else { &mut c.hits }
}

/// The leader in danger: in the target's hex, or with the charger whose charge was met.
fn leader_at(cx: &C, s: &State, c: &Combat, back: bool) -> Option<UnitId> {
    let attacker = cx.setup.unit_def(c.unit).side;
    let (hex, side) = if back { (c.from, attacker) } else { (c.target, attacker.enemy()) };
    s.unit_ids().find(|u| {
        let d = cx.setup.unit_def(*u);
        d.is_leader() && d.side == side && s.unit(*u).hex == hex
    })
}

fn fall_back(s: &mut State, c: &Combat, unit: UnitId, failed: bool) -> bool {
    if failed && is_present(s, c, unit) {
        s.frames.push(Frame::Fall { unit, from: c.from, back: Back::Retreat });
    }
    true
}

/// 8.leader-follow: leaders whose units are all gone go with them, or to their nearest friends.
fn leaders_follow(cx: &C, s: &mut State, c: Combat) -> bool {
    let defender = if c.main.is_none() { c.guns } else { c.main };
    if let Some(leader) = lone_leader(cx, s, c.target, defender) {
        s.frames.push(Frame::Home { leader, from: c.from, main: c.main_to, guns: c.guns_to, driven: false });
        return true;
    }
    if is_gone(s, c.unit)
        && let Some(leader) = lone_leader(cx, s, c.from, c.unit)
    {
        s.frames.push(Frame::Home {
            leader,
            from: c.target,
            main: HexId::NONE,
            guns: HexId::NONE,
            driven: false,
        });
        return true;
    }
    put_stage(s, c, Stage::Settle)
}

/// opt.withdrawal: those who retreated check once more.
fn settle_withdrawals(cx: &C, s: &mut State, mut c: Combat) -> bool {
    for main in [true, false] {
        let (u, to) = if main { (c.main, &mut c.main_to) } else { (c.guns, &mut c.guns_to) };
        let to = std::mem::replace(to, HexId::NONE);
        if cx.setup.options.withdrawal && !to.is_none() && s.unit(u).on_map() {
            put_stage(s, c, Stage::Settle);
            s.frames.push(Frame::Steady { unit: u, from: c.from });
            return true;
        }
    }
    put_stage(s, c, Stage::Advance)
}

/// The seat's answer at a stage that asks one.
pub fn answer_stage(cx: &C, s: &mut State, mut c: Combat, rides_off: bool, rec: &mut Rec) {
    let what = match (c.stage, rides_off) {
        (Stage::Flee, true) => Said::Flee,
        (Stage::Flee, false) => Said::Stay,
        (_, true) => Said::Withdraw,
        (_, false) => Said::Stand,
    };
    rec.emit(|| Event::Said { unit: c.main, hex: c.target, what, fight: c.fight });
    let next = match (c.fight, rides_off) {
        (Fight::Fire, true) => Stage::FleeRoll,
        (Fight::Fire, false) => Stage::Dice,
        (Fight::Close, true) if unit_kind(cx, c.main).withdraws == Withdraws::Always => {
            return ride_off(s, &mut c, Back::Slip);
        }
        (_, true) => Stage::WithdrawRoll,
        (Fight::Close, false) => Stage::MoraleMain,
        (Fight::Charge, false) => Stage::StandRoll,
    };
    put_stage(s, c, next);
}

fn ride_off(s: &mut State, c: &mut Combat, back: Back) {
    c.withdrawn = true;
    put_stage(s, *c, Stage::Vacated);
    s.frames.push(Frame::Fall { unit: c.main, from: c.from, back });
}

/// Chance has answered a stage of the combat.
pub fn resolve_stage(cx: &C, s: &mut State, mut c: Combat, faces: &[u16], rec: &mut Rec) {
    let die = faces.first().copied().unwrap_or(6);
    let passed = |s: &State, u: UnitId, why: CheckWhy, rec: &mut Rec| {
        morale_check(cx, s, u, why, c.from).take_die(cx, die, rec)
    };
    match c.stage {
        Stage::FleeRoll => {
            if passed(s, c.main, CheckWhy::Flee, rec) {
                s.unit_mut(c.main).set_flag(flag::FLED);
                ride_off(s, &mut c, Back::Flee);
            } else {
                put_stage(s, c, Stage::Dice);
            }
        }
        Stage::Nerve => {
            if passed(s, c.unit, CheckWhy::Nerve, rec) {
                put_stage(s, c, Stage::Answer);
            } else {
                let fire = Combat::new(Fight::Fire, c.unit, c.from, HexId::NONE, Stage::Aim);
                s.frames.replace(Frame::Combat(Combat { shaken: true, ..fire }));
            }
        }
        Stage::WithdrawRoll => {
            let why =
                if c.fight == Fight::Close { CheckWhy::WithdrawClose } else { CheckWhy::WithdrawCharge };
            let back = if c.fight == Fight::Close { Back::Slip } else { Back::Withdraw };
            if passed(s, c.main, why, rec) {
                ride_off(s, &mut c, back);
            } else {
                c.main_failed = true;
                put_stage(s, c, Stage::MoraleGuns);
            }
        }
        Stage::StandRoll => {
            let stands = passed(s, c.main, CheckWhy::Countercharge, rec);
            (c.countered, c.main_failed) = (stands, !stands);
            put_stage(s, c, Stage::MoraleGuns);
        }
        Stage::MoraleMain => {
            c.main_failed = !passed(s, c.main, CheckWhy::Retreat(c.fight), rec);
            put_stage(s, c, Stage::MoraleGuns);
        }
        Stage::MoraleGuns => {
            c.guns_failed = !passed(s, c.guns, CheckWhy::Retreat(c.fight), rec);
            put_stage(s, c, Stage::Dice);
        }
        Stage::Dice => resolve_attack_dice(cx, s, c, faces, rec),
        Stage::CounterDice => {
            let attack = counter_attack(cx, s, &c);
            let (hits, bonus) = attack.count_hits(faces);
            tell_attack(c.main, c.target, c.from, &attack, true, faces, (hits, bonus), rec);
            c.hits_back = hits + bonus;
            c.dangers_back = leader_checks_due(cx, s, &c, faces, true);
            put_stage(s, c, Stage::Allot);
        }
        Stage::LeaderRoll | Stage::LeaderRollBack => leader_roll(cx, s, c, faces, rec),
        _ => {}
    }
}

#[allow(clippy::too_many_arguments)]
fn tell_attack(
    unit: UnitId,
    from: HexId,
    target: HexId,
    attack: &Attack,
    back: bool,
    faces: &[u16],
    (hits, bonus): (u8, u8),
    rec: &mut Rec,
) {
    rec.emit(|| Event::Dice {
        unit,
        from,
        target,
        fight: attack.fight,
        back,
        range: attack.range,
        need: attack.need,
        faces: sorted_faces(faces),
        mods: attack.mods.clone(),
        hits,
        bonus,
    });
}

/// 9.casualty-fire, 9.casualty-close: how often a leader must roll for these dice.
fn leader_checks_due(cx: &C, s: &State, c: &Combat, faces: &[u16], back: bool) -> u8 {
    let ones = faces.iter().filter(|f| **f == cx.data.combat.leader_danger).count() as u8;
    match leader_at(cx, s, c, back) {
        None => 0,
        Some(_) if c.fight == Fight::Fire => ones.min(1),
        Some(_) => ones,
    }
}

fn resolve_attack_dice(cx: &C, s: &mut State, mut c: Combat, faces: &[u16], rec: &mut Rec) {
    let attack = attack_dice(cx, s, &c);
    let (hits, bonus) = attack.count_hits(faces);
    tell_attack(c.unit, c.from, c.target, &attack, false, faces, (hits, bonus), rec);
    c.hits = hits + bonus;
    c.dangers = leader_checks_due(cx, s, &c, faces, false);
    put_stage(s, c, if c.countered { Stage::CounterDice } else { Stage::Allot });
    for u in [c.main, c.guns] {
        if !is_present(s, &c, u) {
            continue;
        }
        if c.fight == Fight::Fire {
            s.unit_mut(u).set_flag(flag::SHOT);
            special::wake_unit(s, u, WakeWhy::FiredOn, 0, rec);
        }
        if cx.setup.options.flank {
            s.attacks.push((c.unit, u));
        }
    }
}

fn leader_roll(cx: &C, s: &mut State, mut c: Combat, faces: &[u16], rec: &mut Rec) {
    let back = c.stage == Stage::LeaderRollBack;
    *(if back { &mut c.dangers_back } else { &mut c.dangers }) = 0;
    put_stage(s, c, if back { Stage::FallMain } else { Stage::LeaderRollBack });
    let Some(leader) = leader_at(cx, s, &c, back) else { return };
    let killed = faces.contains(&cx.data.combat.leader_danger);
    let hex = s.unit(leader).hex;
    rec.emit(|| Event::LeaderRoll { leader, hex, fight: c.fight, faces: sorted_faces(faces), killed });
    if killed {
        lose_unit(cx, s, leader, Loss::LeaderShot(c.fight), rec);
    }
}

/// Takes one hit of the combat on top of the stack for `unit`.
pub fn take_hit(cx: &C, s: &mut State, unit: UnitId, rec: &mut Rec) {
    if let Some(Frame::Combat(c)) = s.frames.top_mut() {
        let left = hits_left(c);
        *left = left.saturating_sub(1);
    }
    units::hit_unit(cx, s, unit, rec);
}
