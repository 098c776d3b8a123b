//! Chapter 5: who may move what, where and at what price. What is done is in `march.rs`.

mod phase;

pub use phase::{Marching, anybody_may_begin, can_begin, can_end, current_march, may_begin, under_way};

use super::action::Action;
use super::duties::{self, Ending, Look};
use super::flood::Paper;
use super::state::{Force, Frame, Mode, Place, State, leader_bit, leaders_in};
use super::supply::{self, Field};
use super::why::{self, Why};
use super::{Ctx, command};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::game::InlineVec;
use engine::hex::{HexId, HexSet};
use std::cell::{OnceCell, RefCell};

/// One listing: what is worked out once for all its questions.
pub struct Judge<'a> {
    pub cx: &'a Ctx,
    pub s: &'a State,
    field: OnceCell<Field<'a>>,
    best: OnceCell<Ending>,
    held: OnceCell<[HexSet; 2]>,
    duty: OnceCell<u64>,
    away: OnceCell<Field<'a>>,
    pub paper: RefCell<Paper>,
}

impl<'a> Judge<'a> {
    pub fn new(cx: &'a Ctx, s: &'a State) -> Self {
        Self {
            cx,
            s,
            field: OnceCell::new(),
            best: OnceCell::new(),
            held: OnceCell::new(),
            duty: OnceCell::new(),
            away: OnceCell::new(),
            paper: RefCell::default(),
        }
    }

    /// Whether this side has anything in a hex but a bare depot.
    pub fn is_occupied(&self, hex: HexId, side: SideId) -> bool {
        let all = self.held.get_or_init(|| {
            let setup = &*self.cx.setup;
            let mut out = [HexSet::new(setup.map.len()), HexSet::new(setup.map.len())];
            for k in &self.s.stacks {
                out[setup.side_of(k.nation).index()].insert(k.hex);
            }
            for (side, set) in out.iter_mut().enumerate() {
                let own = leaders_in(setup.lookup.side_leaders[side]).map(|l| &self.s.leaders[l.index()]);
                own.filter(|l| l.on_map()).for_each(|l| {
                    set.insert(l.hex);
                });
            }
            out
        });
        all[side.index()].contains(hex)
    }

    /// Leaders who may still move and have to seek supply.
    pub fn leaders_bound_to_supply(&self, m: &Marching) -> u64 {
        *self.duty.get_or_init(|| {
            let own = self.cx.setup.lookup.side_leaders[m.side.index()];
            leaders_in(own).filter(|l| phase::must_seek(self, m, *l)).fold(0, |mask, l| mask | leader_bit(l))
        })
    }

    /// Supply as the moving side's player can see it.
    pub fn supply_field(&self, side: SideId) -> &Field<'a> {
        self.field.get_or_init(|| supply::supply_field(self.cx, self.s, side, true))
    }

    /// 0 in supply, else hexes to the nearest source and one more.
    pub fn supply_class(&self, side: SideId, hex: HexId) -> u16 {
        let field = self.supply_field(side);
        if field.is_supplied(hex) { 0 } else { 1 + u16::from(field.distance_to_nearest_source(hex)) }
    }

    /// The same once a force has gone from where it is: a depot that only it manned feeds nobody (10.12).
    pub fn class_without(&self, f: &Force, hex: HexId) -> u16 {
        let only = || {
            let own = |d: &super::state::Depot| d.side == f.side && d.done;
            let manned = |k: &super::state::Stack| self.cx.setup.side_of(k.nation) == f.side;
            self.s.depot_at(f.at).is_some_and(own) && !self.s.stacks_at(f.at).iter().any(manned)
        };
        if hex == f.at || !only() {
            return self.supply_class(f.side, hex);
        }
        let field = self.away.get_or_init(|| {
            let mut t = self.s.clone();
            if let Some(Frame::Force(g)) = t.frames.top_mut() {
                g.carried = [0; super::state::MOST_NATIONS];
            }
            supply::supply_field(self.cx, &t, f.side, true)
        });
        if field.is_supplied(hex) { 0 } else { 1 + u16::from(field.distance_to_nearest_source(hex)) }
    }

    /// The best end a force can have from where it is, with what it carries or with all it could take up here.
    pub fn best_ending(&self, f: &Force) -> Ending {
        *self.best.get_or_init(|| {
            let ahead = duties::points_ahead(self, f);
            let best = Look::new(self, f, None).best_from(f.at, ahead, f.held);
            // A subordinate may not take up what he likes: for him it counts only once he has it.
            let free = best != duties::KEPT && command::takes_freely(self.cx, self.s, f);
            let more = if free { may_take(self, f, Walls::Outside).ok() } else { None };
            let Some((nation, fresh)) = more else { return best };
            let mut g = f.clone();
            g.carried[nation.index()] = g.carried[nation.index()].saturating_add(fresh);
            let taken = Some((f.at, Walls::Outside, -i16::from(fresh)));
            best.min(Look::new(self, &g, taken).best_from(f.at, ahead, f.held))
        })
    }
}

/// What a leader counts for in movement, combat and supply (11.13).
pub fn leader_initiative(cx: &Ctx, s: &State, leader: LeaderId) -> u8 {
    let Some(info) = cx.setup.leaders.get(leader.index()) else { return 0 };
    let l = &s.leaders[leader.index()];
    let shaken = match s.frames.top() {
        Some(Frame::Force(f)) if f.riders & leader_bit(leader) != 0 => f.whole,
        _ => s.is_demoralised(l.hex, info.side),
    };
    if shaken { 0 } else { info.initiative }
}

/// Movement points for a die and an initiative (5.1, 16.11).
pub fn movement_points(cx: &Ctx, s: &State, die: u8, initiative: u8) -> u8 {
    let m = &cx.data.movement;
    let winter = if cx.setup.is_winter(s.turn) { m.winter } else { 0 };
    (die + initiative).min(m.most).saturating_sub(winter)
}

/// Whether units of these nations may be in a hex (18.0).
pub fn may_be(cx: &Ctx, s: &State, nations: u8, from: HexId, to: HexId) -> Result<(), Why> {
    for (i, l) in cx.setup.special.limits.iter().enumerate() {
        let bound = nations & (l.nation.bit()) != 0 && s.schedule.lifted & (1 << i) == 0;
        if bound && l.forbidden[to.index()] && !l.forbidden[from.index()] {
            return Err(Why(l.rule, why::FORBIDDEN));
        }
    }
    let shut = |c: &super::special::Closed| c.from <= s.turn && c.hexes[to.index()] && !c.hexes[from.index()];
    match cx.setup.special.closed.iter().find(|c| shut(c)) {
        Some(c) => Err(Why(c.rule, why::CLOSED)),
        None => Ok(()),
    }
}

/// Whether the scenario keeps this nation out of a hex altogether.
pub fn is_barred(cx: &Ctx, s: &State, nation: NationId, hex: HexId) -> bool {
    let limit = |(i, l): (usize, &super::special::Limit)| {
        l.nation == nation && s.schedule.lifted & (1 << i) == 0 && l.forbidden[hex.index()]
    };
    cx.setup.special.limits.iter().enumerate().any(limit)
        || cx.setup.special.closed.iter().any(|c| c.from <= s.turn && c.hexes[hex.index()])
}

/// Nations of a force, as bits.
pub fn force_nations(cx: &Ctx, f: &Force) -> u8 {
    let mut mask = 0;
    for (n, sp) in f.carried.iter().enumerate() {
        if *sp > 0 {
            mask |= 1 << n;
        }
    }
    leaders_in(f.riders).for_each(|l| mask |= cx.setup.leaders[l.index()].nation.bit());
    mask
}

/// What entering a hex costs and means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepPlan {
    pub cost: u8,
    pub enemy: bool,
    pub held: bool,
}

/// Entering `to` by side `dir`, apart from points and duties.
fn plan_entry(j: &Judge, f: &Force, mask: u8, from: HexId, dir: u8, to: HexId) -> Result<StepPlan, Why> {
    let (cx, s) = (j.cx, j.s);
    let price = cx.setup.ground.price[from.index()][dir as usize];
    if price == 0 {
        return Err(why::NO_WAY);
    }
    may_be(cx, s, mask, from, to)?;
    let enemy = j.is_occupied(to, f.side.enemy());
    if enemy && f.whole && f.mode != Mode::Retreat {
        return Err(why::NO_ENEMY_HEX);
    }
    let cost = price + if enemy { cx.data.movement.enemy } else { 0 };
    Ok(StepPlan { cost, enemy, held: enemy && cx.setup.is_pass(from, dir) })
}

/// What a step costs, whether it may be taken or not; for labels.
pub fn step_cost(cx: &Ctx, s: &State, f: &Force, to: HexId) -> u8 {
    let base =
        cx.setup.map.direction_to(f.at, to).map_or(0, |d| cx.setup.ground.price[f.at.index()][d.0 as usize]);
    base + if s.is_occupied(&cx.setup, to, f.side.enemy()) { cx.data.movement.enemy } else { 0 }
}

/// A step with its price (5.4), whatever the duties of the force.
pub fn plan_step(j: &Judge, f: &Force, to: HexId) -> Result<StepPlan, Why> {
    let map = &j.cx.setup.map;
    if to.is_none() {
        return Err(why::OFF_MAP);
    }
    let Some(dir) = map.direction_to(f.at, to) else { return Err(why::NOT_ADJACENT) };
    if f.held {
        return Err(why::HELD);
    }
    let p = plan_entry(j, f, force_nations(j.cx, f), f.at, dir.0, to)?;
    if p.cost > f.left { Err(why::TOO_DEAR) } else { Ok(p) }
}

/// A step of a march or force march that its duties allow.
pub fn can_step(j: &Judge, f: &Force, to: HexId) -> Result<StepPlan, Why> {
    can_step_ahead(j, f, &Look::new(j, f, None), to)
}

/// The same with a look ahead that serves several questions.
fn can_step_ahead(j: &Judge, f: &Force, look: &Look<'_, '_>, to: HexId) -> Result<StepPlan, Why> {
    let p = plan_step(j, f, to)?;
    let (want, then) = (j.best_ending(f), (to, f.left - p.cost, p.held));
    if look.can_reach(then, want) {
        return Ok(p);
    }
    let fed = Ending { outweighed: true, ..want };
    Err(if look.can_reach(then, fed) { why::SUPREME } else { why::SUPPLY })
}

/// Whether a fortress here may be entered by this side in movement (12.13, 12.22).
pub fn can_go_in(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> Result<(), Why> {
    if !cx.setup.is_fort(hex) {
        Err(why::NO_FORT)
    } else if s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside) {
        Err(why::ENEMY_FORT)
    } else if s.is_besieged(hex) {
        Err(why::BESIEGED_FORT)
    } else {
        Ok(())
    }
}

/// Whether those inside may come out in movement (12.22, 16.22).
pub fn can_come_out(cx: &Ctx, s: &State, hex: HexId) -> Result<(), Why> {
    if cx.setup.is_winter(s.turn) {
        Err(why::QUARTERS)
    } else if s.is_besieged(hex) {
        Err(why::SHUT_IN)
    } else {
        Ok(())
    }
}

/// Ending the move here.
pub fn can_stop(j: &Judge, f: &Force, inside: Walls) -> Result<(), Why> {
    can_stop_ahead(j, f, &Look::new(j, f, None), inside)
}

fn can_stop_ahead(j: &Judge, f: &Force, look: &Look<'_, '_>, inside: Walls) -> Result<(), Why> {
    if inside == Walls::Inside {
        can_go_in(j.cx, j.s, f.at, f.side)?;
    }
    not_bound(j, f, inside)?;
    let (here, best) = (look.ending_at(f.at, inside), j.best_ending(f));
    // Nobody is left without a choice, whatever his duties.
    let stuck = || {
        inside == Walls::Outside
            && !j.cx.setup.ways(f.at).any(|w| can_step_ahead(j, f, look, w.1).is_ok())
            && !may_take_any(j, f)
            && can_stop_ahead(j, f, look, Walls::Inside).is_err()
    };
    if here <= best || stuck() {
        Ok(())
    } else if here.class > best.class {
        Err(why::SUPPLY)
    } else {
        Err(why::SUPREME)
    }
}

/// Who must attack in the next Combat Phase does not hide in the fortress (5.54).
pub fn not_bound(j: &Judge, f: &Force, inside: Walls) -> Result<(), Why> {
    if (inside == Walls::Inside) && f.held && j.s.duty.contains(&(f.at, f.side)) {
        Err(why::DUTY)
    } else {
        Ok(())
    }
}

/// A force march is made up before its die (5.2).
fn not_late(f: &Force) -> Result<(), Why> {
    let late = f.mode == Mode::Forced && f.visited.first() == Some(&f.at);
    if late { Err(why::MADE_UP) } else { Ok(()) }
}

/// What has been put back before any step is not taken up again by the same force: nobody takes and leaves for ever.
fn not_put_back(j: &Judge, f: &Force) -> Result<(), Why> {
    let back = f.visited.len() <= 1 && j.s.shut.contains(&(f.at, f.side));
    if back { Err(why::PUT_BACK) } else { Ok(()) }
}

/// How many points may be picked up here, apart from the duties of their number.
fn may_take(j: &Judge, f: &Force, inside: Walls) -> Result<(NationId, u8), Why> {
    let (cx, s) = (j.cx, j.s);
    let Some(info) = cx.setup.leaders.get(f.leader.index()) else { return Err(why::NOT_NOW) };
    if f.whole || s.is_demoralised(f.at, f.side) {
        return Err(why::UNDIVIDED);
    }
    not_late(f)?;
    not_put_back(j, f)?;
    if inside == Walls::Inside {
        can_come_out(cx, s, f.at)?;
    }
    let fresh = s.stack_at(f.at, info.nation, inside).map_or(0, |k| k.fresh);
    if fresh == 0 { Err(why::NOT_HERE) } else { Ok((info.nation, fresh)) }
}

/// What speaks against this many: the supreme commander (5.37), or that they are his source (10.52).
fn check_amount_taken(j: &Judge, f: &Force, nation: NationId, inside: Walls, sp: u8) -> Result<(), Why> {
    let (cx, s) = (j.cx, j.s);
    if !command::may_take(j, f, inside, sp) {
        return Err(why::SUPREME);
    }
    if f.seeks
        && inside == Walls::Inside
        && s.strength_at(&cx.setup, f.at, f.side, Walls::Inside) == u16::from(sp)
    {
        let mut t = s.clone();
        t.take_fresh(f.at, nation, Walls::Inside, sp);
        let k = Judge::new(cx, &t);
        let want = Ending { outweighed: true, ..j.best_ending(f) };
        if !Look::new(&k, f, None).can_reach((f.at, f.left, f.held), want) {
            return Err(why::SUPPLY);
        }
    }
    Ok(())
}

/// How many points there are to pick up, whatever speaks against their number.
pub fn points_at_hand(j: &Judge, f: &Force, inside: Walls) -> u8 {
    may_take(j, f, inside).map_or(0, |(_, fresh)| fresh)
}

/// Picking up points (5.35).
pub fn can_take(j: &Judge, f: &Force, inside: Walls, sp: u8) -> Result<(), Why> {
    let (nation, fresh) = may_take(j, f, inside)?;
    if sp == 0 || fresh < sp {
        return Err(why::NOT_HERE);
    }
    check_amount_taken(j, f, nation, inside, sp)
}

/// Whether any number of those outside may be picked up here.
fn may_take_any(j: &Judge, f: &Force) -> bool {
    may_take(j, f, Walls::Outside).is_ok_and(|(nation, most)| {
        (1..=most).any(|sp| check_amount_taken(j, f, nation, Walls::Outside, sp).is_ok())
    })
}

pub fn can_take_leader(j: &Judge, f: &Force, leader: LeaderId) -> Result<(), Why> {
    let (cx, s) = (j.cx, j.s);
    let (Some(info), Some(own)) =
        (cx.setup.leaders.get(leader.index()), cx.setup.leaders.get(f.leader.index()))
    else {
        return Err(why::NOT_HERE);
    };
    let l = &s.leaders[leader.index()];
    if f.whole || s.is_demoralised(f.at, f.side) {
        return Err(why::UNDIVIDED);
    }
    not_late(f)?;
    not_put_back(j, f)?;
    if !l.on_map() || l.hex != f.at || info.side != f.side {
        return Err(why::NOT_HERE);
    }
    if info.nation != own.nation {
        return Err(why::OTHER_NATION);
    }
    if leader <= f.leader {
        return Err(why::HIGHER_RANK);
    }
    if l.moved {
        return Err(why::HAS_MOVED);
    }
    if l.place == Place::Inside { can_come_out(cx, s, f.at) } else { Ok(()) }
}

fn may_leave(j: &Judge, f: &Force, inside: Walls) -> Result<u8, Why> {
    let Some(info) = j.cx.setup.leaders.get(f.leader.index()) else { return Err(why::NOT_NOW) };
    if f.whole {
        return Err(why::UNDIVIDED);
    }
    if inside == Walls::Inside {
        can_go_in(j.cx, j.s, f.at, f.side)?;
    }
    not_bound(j, f, inside)?;
    Ok(f.carried[info.nation.index()])
}

/// What speaks against leaving this many: the supreme commander (5.37), or that with them he would have
/// ended in supply (10.52).
fn check_amount_left(j: &Judge, f: &Force, inside: Walls, sp: u8) -> Result<(), Why> {
    if !command::may_leave(j, f, sp, inside) {
        return Err(why::SUPREME);
    }
    let all: u16 = f.carried.iter().map(|n| u16::from(*n)).sum();
    let Some(info) = j.cx.setup.leaders.get(f.leader.index()).filter(|_| all == u16::from(sp)) else {
        return Ok(());
    };
    if f.seeks {
        let mut g = f.clone();
        g.carried = [0; super::state::MOST_NATIONS];
        let mut t = j.s.clone();
        t.add_points(f.at, info.nation, inside, sp, false);
        t.frames.replace(Frame::Force(g.clone()));
        let after = Judge::new(j.cx, &t);
        if !Look::new(&after, &g, None).can_reach((f.at, f.left, f.held), j.best_ending(f)) {
            return Err(why::SUPPLY);
        }
    }
    Ok(())
}

/// Leaving points behind (5.35).
pub fn can_leave(j: &Judge, f: &Force, inside: Walls, sp: u8) -> Result<(), Why> {
    if sp == 0 || may_leave(j, f, inside)? < sp {
        return Err(why::NOT_CARRIED);
    }
    check_amount_left(j, f, inside, sp)
}

pub fn can_leave_leader(j: &Judge, f: &Force, leader: LeaderId, inside: Walls) -> Result<(), Why> {
    if f.whole {
        return Err(why::UNDIVIDED);
    }
    if inside == Walls::Inside {
        can_go_in(j.cx, j.s, f.at, f.side)?;
    }
    not_bound(j, f, inside)?;
    if leader == f.leader || f.riders & leader_bit(leader) == 0 {
        return Err(why::NOT_CARRIED);
    }
    // Only with a bolder leader may one who must stay in supply be out of it (10.52, 10.53).
    let [own, his] = [f.leader, leader].map(|l| leader_initiative(j.cx, j.s, l));
    if f.seeks && his <= own && left_class(j, f, inside) > j.best_ending(f).class {
        return Err(why::SUPPLY);
    }
    if command::may_drop(j, f, leader, inside) { Ok(()) } else { Err(why::SUPREME) }
}

/// The class of who is left here when the force goes on.
fn left_class(j: &Judge, f: &Force, inside: Walls) -> u16 {
    let (cx, s) = (j.cx, j.s);
    if (inside == Walls::Inside) && s.strength_at(&cx.setup, f.at, f.side, Walls::Inside) > 0 {
        return 0;
    }
    let mut t = s.clone();
    if let Some(Frame::Force(g)) = t.frames.top_mut() {
        g.carried = [0; super::state::MOST_NATIONS];
    }
    Judge::new(cx, &t).supply_class(f.side, f.at)
}

pub fn can_overwhelm(j: &Judge, f: &Force) -> Result<(), Why> {
    if !f.attempt {
        Err(why::LATE)
    } else if f.carried.iter().all(|n| *n == 0) {
        Err(why::NO_POINTS)
    } else if !j.s.is_present(&j.cx.setup, f.at, f.side.enemy(), Walls::Outside) {
        Err(why::NO_TARGET)
    } else {
        Ok(())
    }
}

/// Lists a force's choices.
pub fn list_force(j: &Judge, f: &Force, out: &mut Vec<Action>) {
    let cx = j.cx;
    if f.mode == Mode::Retreat {
        super::retreat::list_steps(j, f, out);
        return;
    }
    // In the order of actions, which leaves little to sort.
    if super::depots::can_destroy_on_the_way(j.s, f, f.at).is_ok() {
        out.push(Action::Destroy { hex: f.at });
    }
    list_taking(j, f, out);
    let look = Look::new(j, f, None);
    for (_, to, _) in cx.setup.ways(f.at) {
        if can_step_ahead(j, f, &look, to).is_ok() {
            out.push(Action::Step { to });
        }
    }
    if can_overwhelm(j, f).is_ok() {
        out.push(Action::Overwhelm);
    }
    for inside in Walls::BOTH {
        let all = 1..=may_leave(j, f, inside).unwrap_or(0);
        let may = |sp: &u8| check_amount_left(j, f, inside, *sp).is_ok();
        out.extend(all.filter(may).map(|sp| Action::Leave { inside, sp }));
    }
    for leader in leaders_in(f.riders) {
        for inside in Walls::BOTH {
            if can_leave_leader(j, f, leader, inside).is_ok() {
                out.push(Action::LeaveLeader { leader, inside });
            }
        }
    }
    for inside in Walls::BOTH {
        if can_stop_ahead(j, f, &look, inside).is_ok() {
            out.push(Action::Stop { inside });
        }
    }
}

/// Lists what may be picked up here.
pub fn list_taking(j: &Judge, f: &Force, out: &mut Vec<Action>) {
    for inside in Walls::BOTH {
        let Ok((nation, most)) = may_take(j, f, inside) else { continue };
        let may = |sp: &u8| check_amount_taken(j, f, nation, inside, *sp).is_ok();
        out.extend((1..=most).filter(may).map(|sp| Action::Take { inside, sp }));
    }
    for leader in leaders_in(j.s.leaders_at(&j.cx.setup, f.at, f.side, Walls::Outside))
        .chain(leaders_in(j.s.leaders_at(&j.cx.setup, f.at, f.side, Walls::Inside)))
    {
        if can_take_leader(j, f, leader).is_ok() {
            out.push(Action::TakeLeader { leader });
        }
    }
}

/// The muster of a force march as a force, for the same questions.
pub fn mustered_force(cx: &Ctx, s: &State) -> Option<Force> {
    let Some(Frame::Muster { leader, at, carried, riders, before, .. }) = s.frames.top() else { return None };
    let side = cx.setup.leaders.get(leader.index())?.side;
    Some(Force {
        mode: Mode::Forced,
        side,
        leader: *leader,
        at: *at,
        left: 0,
        spent: 0,
        carried: *carried,
        riders: *riders,
        whole: false,
        attempt: false,
        held: false,
        before: before.clone(),
        seeks: false,
        visited: InlineVec::new(),
        tried: InlineVec::new(),
    })
}
