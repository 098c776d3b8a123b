//! Retreat after combat (9.5).

use super::action::Action;
use super::event::What;
use super::movement::{self, Judge, StepPlan};
use super::state::{Force, Frame, Lead, Mode, Place, State, leaders_in};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody};
use crate::ids::{LeaderId, SideId, Walls};
use engine::game::InlineVec;
use engine::hex::HexId;

/// How good an end is: points spent, then the class of its supply.
type Value = (u8, u16);

fn is_better(a: Value, b: Option<Value>) -> bool {
    b.is_none_or(|b| a.0 > b.0 || (a.0 == b.0 && a.1 < b.1))
}

/// May the beaten force go into the fortress of its hex (12.23)?
pub fn can_retire(cx: &Ctx, s: &State, hex: HexId, side: SideId) -> bool {
    let own = s.is_present(&cx.setup, hex, side, Walls::Inside)
        || s.sieges.sallies.iter().any(|y| y.hex == hex && cx.setup.side_of(y.nation) == side);
    cx.setup.is_fort(hex) && own && !s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside)
}

pub fn start_retreat(cx: &Ctx, s: &mut State, hex: HexId, side: SideId) {
    let beaten = true;
    if can_retire(cx, s, hex, side) {
        s.frames.push(Frame::Retire { hex, side, beaten });
    } else {
        s.frames.push(Frame::RetreatDie { hex, side, beaten });
    }
}

/// After a draw with the besiegers the garrison and its friends may leave the hex (12.23).
pub fn offer_departure(cx: &Ctx, s: &mut State, hex: HexId) {
    let side = SideId::BOTH.into_iter().find(|side| can_retire(cx, s, hex, *side));
    if let Some(side) = side.filter(|side| s.is_present(&cx.setup, hex, *side, Walls::Outside)) {
        s.frames.push(Frame::Retire { hex, side, beaten: false });
    }
}

pub fn retire_into_fortress(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Retire { hex, side, beaten }) = s.frames.pop() else { return };
    for (nation, _) in super::combat::nations_outside(cx, s, hex, side) {
        let sp = s.remove_points(hex, nation, Walls::Outside, u8::MAX);
        s.add_points(hex, nation, Walls::Inside, sp, false);
    }
    for l in leaders_in(s.leaders_at(&cx.setup, hex, side, Walls::Outside)) {
        s.leaders[l.index()].place = Place::Inside;
    }
    rec.emit(|| for_everybody(What::Retired { hex, side }));
    if beaten {
        s.demoralise_force(hex, side);
        rec.emit(|| for_everybody(What::Demoralised { hex, side }));
    }
}

/// Out of the hex rather than into the fortress.
pub fn leave_hex(s: &mut State) {
    if let Some(Frame::Retire { hex, side, beaten }) = s.frames.pop() {
        s.frames.push(Frame::RetreatDie { hex, side, beaten });
    }
}

/// The retreat gets its die; without a way out the force is captured (9.51, 9.52).
pub fn resolve_retreat_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::RetreatDie { hex, side, beaten }) = s.frames.pop() else { return };
    let leader = super::combat::commander_at(cx, s, hex, side, Walls::Outside);
    let power = leader.map_or(0, |l| movement::leader_initiative(cx, s, l));
    let left = movement::movement_points(cx, s, die, power);
    rec.emit(|| for_everybody(What::RetreatDie { hex, side, die, initiative: power, allowance: left }));
    let riders = s.leaders_at(&cx.setup, hex, side, Walls::Outside);
    let mut carried = [0; super::state::MOST_NATIONS];
    for (nation, _) in super::combat::nations_outside(cx, s, hex, side) {
        carried[nation.index()] = s.remove_points(hex, nation, Walls::Outside, u8::MAX);
    }
    for r in leaders_in(riders) {
        s.leaders[r.index()] = Lead { place: Place::Moving, hex, moved: true };
    }
    let mut f = Force {
        mode: Mode::Retreat,
        side,
        leader: leader.unwrap_or(LeaderId::NONE),
        at: hex,
        left,
        spent: 0,
        carried,
        riders,
        whole: beaten || s.is_demoralised(hex, side),
        attempt: false,
        held: false,
        before: super::command::Commands::new(),
        seeks: false,
        visited: InlineVec::from_items(&[hex]),
        tried: InlineVec::new(),
    };
    let mut lost = best_end(&Judge::new(cx, s), &f).is_none();
    if lost && f.carried.iter().any(|n| *n > 0) {
        // Leaders alone are captured as he comes, and the hex is then free to end in (8.31).
        f.tried = lone_enemy_leaders(cx, s, side, hex, left).into_iter().take(4).collect();
        lost = best_end(&Judge::new(cx, s), &f).is_none();
    }
    s.frames.push(Frame::Force(f));
    match (lost, beaten) {
        (true, true) => capture_all(cx, s, rec),
        // Nobody is driven out after a draw: without a way he stays.
        (true, false) => super::march::end_march(s, Walls::Outside, rec),
        (false, _) => {}
    }
}

/// Hexes in reach that hold enemy leaders outside and nothing else of the enemy.
fn lone_enemy_leaders(cx: &Ctx, s: &State, side: SideId, from: HexId, left: u8) -> Vec<HexId> {
    let mut out = s.hexes_of(&cx.setup, side.enemy());
    out.retain(|h| cx.setup.map.distance(from, *h) <= u16::from(left));
    out.retain(|h| {
        s.sp_all(&cx.setup, *h, side.enemy()) == 0
            && !s.is_present(&cx.setup, *h, side.enemy(), Walls::Inside)
    });
    out
}

/// No way out: everything is captured.
fn capture_all(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.pop() else { return };
    for (n, sp) in f.carried.iter().enumerate() {
        s.off_map.prisoners[n] = s.off_map.prisoners[n].saturating_add(*sp);
    }
    rec.emit(|| for_everybody(What::Captured { side: f.side, hex: f.at, sp: f.carried }));
    super::prisoners::capture_leaders(cx, s, f.riders, rec);
}

struct Walk<'a, 'b> {
    j: &'a Judge<'b>,
    side: SideId,
    nations: u8,
    most: u8,
    /// Enemies here are leaders alone, known to fall.
    alone: &'a [HexId],
    best: Option<Value>,
}

impl Walk<'_, '_> {
    fn plan_entry(&self, from: HexId, dir: u8, to: HexId) -> Option<StepPlan> {
        let (cx, s) = (self.j.cx, self.j.s);
        movement::may_be(cx, s, self.nations, from, to).ok()?;
        let price = cx.setup.ground.price[from.index()][dir as usize];
        let enemy = self.j.is_occupied(to, self.side.enemy());
        let cost = price + if enemy { cx.data.movement.enemy } else { 0 };
        (price > 0).then_some(StepPlan { cost, enemy, held: false })
    }

    fn search_from(&mut self, at: HexId, left: u8, spent: u8, seen: &mut InlineVec<HexId, 8>) {
        let cx = self.j.cx;
        let held = self.j.is_occupied(at, self.side.enemy()) && !self.alone.contains(&at);
        if spent > 0 && !held && self.best.is_none_or(|b| spent >= b.0) {
            let value = (spent, self.j.supply_class(self.side, at));
            if is_better(value, self.best) {
                self.best = Some(value);
            }
        }
        for (dir, to, _) in cx.setup.ways(at) {
            if self.best == Some((self.most, 0)) {
                return;
            }
            if seen.contains(&to) {
                continue;
            }
            let Some(p) = self.plan_entry(at, dir, to).filter(|p| p.cost <= left) else { continue };
            seen.push(to);
            self.search_from(to, left - p.cost, spent + p.cost, seen);
            seen.pop();
        }
    }
}

fn best_after(
    j: &Judge,
    f: &Force,
    at: HexId,
    left: u8,
    spent: u8,
    seen: &mut InlineVec<HexId, 8>,
) -> Option<Value> {
    let most = f.left + f.spent;
    let (side, nations) = (f.side, movement::force_nations(j.cx, f));
    let mut w = Walk { j, side, nations, most, alone: &f.tried, best: None };
    w.search_from(at, left, spent, seen);
    w.best
}

/// The best end of the retreat from where the force is.
fn best_end(j: &Judge, f: &Force) -> Option<Value> {
    best_after(j, f, f.at, f.left, f.spent, &mut f.visited.clone())
}

/// A step of a retreat with its price, wherever it leads.
pub fn plan_step(j: &Judge, f: &Force, to: HexId) -> Result<StepPlan, Why> {
    let Some(dir) = j.cx.setup.map.direction_to(f.at, to) else { return Err(why::NOT_ADJACENT) };
    if f.visited.contains(&to) {
        return Err(why::TWICE);
    }
    let (side, nations) = (f.side, movement::force_nations(j.cx, f));
    let w = Walk { j, side, nations, most: 0, alone: &f.tried, best: None };
    let p = w.plan_entry(f.at, dir.0, to).ok_or(why::NO_WAY)?;
    if p.cost > f.left { Err(why::TOO_DEAR) } else { Ok(p) }
}

fn plan_valued_step(j: &Judge, f: &Force, to: HexId) -> Result<(StepPlan, Option<Value>), Why> {
    let p = plan_step(j, f, to)?;
    let mut seen = f.visited.clone();
    seen.push(to);
    Ok((p, best_after(j, f, to, f.left - p.cost, f.spent + p.cost, &mut seen)))
}

/// A step of a retreat: one that leads to the best end there is.
pub fn can_step(j: &Judge, f: &Force, to: HexId) -> Result<StepPlan, Why> {
    let (p, value) = plan_valued_step(j, f, to)?;
    let top = best_end(j, f);
    if value.is_some() && value == top { Ok(p) } else { Err(why::RETREAT_WAY) }
}

/// The steps of a retreat; empty when it has come to its end.
pub fn list_steps(j: &Judge, f: &Force, out: &mut Vec<Action>) {
    let Some(top) = best_end(j, f) else { return };
    for (_, to, _) in j.cx.setup.ways(f.at) {
        if plan_valued_step(j, f, to).is_ok_and(|p| p.1 == Some(top)) {
            out.push(Action::Step { to });
        }
    }
}
