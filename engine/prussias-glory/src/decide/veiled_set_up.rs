//! Secret set-up (17.1.1, 17.1.2): numbers are drawn for the counters, guns and commanders are laid up with wings, then
//! leaders' and Dis counters go on the map.

use super::{Ask, Decision, Piece, Question, Why};
use crate::action::Action;
use crate::approach::{first_range, has_berth, is_gun, laid_up};
use crate::board::is_fighter;
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::piles::{is_pile_unit, is_set_aside, keep_apart, may_mask, piles, set_aside};
use crate::setup::{Post, WingCard};
use crate::state::{Behind, Cover, Flag, State};
use crate::words::{about_unit, answer, cover_name, cover_target, leader_name, leader_target, said};
use crate::{Context, Record};
use engine::dice::{Bag, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Wings of a side that are set up unseen, in the order of the file.
pub fn veiled_wings(cx: &Context, side: SideId) -> Vec<WingId> {
    let is_set_up = |w: &WingId| {
        let card = cx.setup.wing(*w);
        card.side == side && cx.setup.leader(card.leader).set_up
    };
    cx.setup.wing_ids().filter(is_set_up).collect()
}

/// The counters of a side get their numbers by a draw, so that a number tells nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shuffle {
    pub side: SideId,
    /// Wings in order, then infantry and cavalry dummies, then false leaders if there are any.
    pub left: Bag,
}

impl Shuffle {
    pub fn new(cx: &Context, side: SideId) -> Self {
        let wings = veiled_wings(cx, side).into_iter().map(|_| 1);
        let card = &cx.setup.sides[side.index()];
        let false_leaders = Some(card.false_leaders).filter(|n| *n > 0);
        Self { side, left: Bag::new(wings.chain(card.dummies).chain(false_leaders)) }
    }

    /// As another seat sees it.
    pub fn redacted(&self) -> Self {
        Self { side: self.side, left: Bag::new([self.left.total_left() as u8]) }
    }

    pub fn names(&self, cx: &Context) -> Vec<String> {
        let wings = veiled_wings(cx, self.side);
        let name = |kind: usize| match wings.get(kind) {
            Some(w) => cx.setup.leader(cx.setup.wing(*w).leader).name.as_str(),
            None if kind == wings.len() => "infantry dummy",
            None if kind == wings.len() + 1 => "cavalry dummy",
            None => "false leader",
        };
        self.left.face_names(name)
    }
}

impl Decision for Shuffle {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        if self.left.total_left() == 0 {
            Ask::Nobody
        } else {
            Ask::Chance(self.left.draw_roll("counters", "17.1"))
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, _: &mut Record) {
        let mut next = self.clone();
        let Some(kind) = next.left.take_drawn(roll) else { return };
        let wings = veiled_wings(cx, self.side);
        let (what, cavalry) = match wings.get(kind) {
            Some(w) if cx.setup.wing(*w).is_pile => (Behind::Wing(*w), false),
            Some(w) => (Behind::Wing(*w), cx.setup.wing(*w).is_cavalry),
            None if kind < wings.len() + 2 => (Behind::Dummy, kind > wings.len()),
            None => (Behind::FalseLeader, false),
        };
        s.covers.push(Cover {
            side: self.side,
            cavalry,
            what,
            at: HexId::NONE,
            dis: [HexId::NONE; 2],
            trail: SmallVec::new(),
            column: false,
            moved: false,
            marched: false,
            slowed: false,
            rash: false,
            shown: false,
            gone: false,
        });
        s.push(next);
    }
}

/// One side lays up its units and puts its counters on the map, unseen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct VeiledSetUp {
    pub side: SideId,
}

/// Whether the area of a wing is open to a dummy: of its arm, or of a Detachment without a leader; for a false leader that of any
/// wing among such Detachments, else that of a Detachment (17.6).
fn is_like(wing: &WingCard, is_false_leader: bool, cavalry: bool, has_piles: bool) -> bool {
    if is_false_leader {
        has_piles || wing.detachment.is_some()
    } else {
        wing.is_pile || wing.is_cavalry == cavalry
    }
}

/// Units and leaders of wings that are set up unseen are in play, but in no hex.
pub fn veil(cx: &Context, s: &mut State, side: SideId) {
    let wings = veiled_wings(cx, side);
    for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == side && cx.setup.unit(*u).set_up) {
        if is_gun(cx, u) || cx.setup.unit(u).wing.is_some_and(|w| wings.contains(&w)) {
            s.set(u, Flag::Veiled);
        }
    }
    for l in cx.setup.leader_ids().filter(|l| cx.setup.leader(*l).side == side && cx.setup.leader(*l).set_up)
    {
        s.leader_mut(l).veiled = true;
    }
}

impl VeiledSetUp {
    /// Guns, and units of Detachments without leaders.
    fn waiting_units(&self, cx: &Context, s: &State) -> Vec<UnitId> {
        let berths = &s.berths[self.side.index()];
        let waits = |u: &UnitId| {
            cx.setup.unit(*u).side == self.side
                && (is_gun(cx, *u) || is_pile_unit(cx, *u))
                && s.has(*u, Flag::Veiled)
                && !berths.guns.iter().any(|g| g.0 == *u)
                && !berths.detached.contains(u)
        };
        cx.setup.unit_ids().filter(waits).collect()
    }

    fn waiting_leaders(&self, cx: &Context, s: &State) -> Vec<LeaderId> {
        let berths = &s.berths[self.side.index()];
        let waits = |l: &LeaderId| {
            cx.setup.leader(*l).side == self.side
                && s.leader(*l).veiled
                && !matches!(cx.setup.leader(*l).post, Post::Wing(_))
                && !berths.leaders.iter().any(|b| b.0 == *l)
        };
        cx.setup.leader_ids().filter(waits).collect()
    }

    /// Counters that wait for their hex, or for one of their Dis counters.
    fn waiting_covers(&self, cx: &Context, s: &State) -> Vec<u8> {
        let waits = |(_, c): &(usize, &Cover)| c.side == self.side && !c.gone && c.dis[1].is_none();
        let own = s.covers.iter().enumerate().filter(waits).map(|(i, _)| i as u8);
        own.filter(|c| !is_set_aside(cx, s, *c)).collect()
    }

    fn is_any_cover_down(&self, s: &State) -> bool {
        s.covers.iter().any(|c| c.side == self.side && !c.at.is_none())
    }

    /// Whether a unit may be detached to the Army Commander (17.1.1).
    fn check_detach(&self, cx: &Context, s: &State, u: UnitId) -> Result<(), Why> {
        let berths = &s.berths[self.side.index()];
        let commander = cx.setup.sides[self.side.index()].commander;
        let o = &cx.data.options;
        let Some(wing) = berths.commanders_wing(commander) else {
            return Err(("17.1.1", "the Army Commander is laid up with a wing first"));
        };
        if cx.setup.unit(u).side != self.side || !s.has(u, Flag::Veiled) || berths.detached.contains(&u) {
            return Err(("17.1.1", "it cannot be detached"));
        }
        if is_pile_unit(cx, u) {
            return Err(("17.6.4.2", "it belongs to a Detachment"));
        }
        if cx.setup.unit(u).wing == Some(wing) || berths.guns.iter().any(|g| g.0 == u) {
            return Err(("17.1.1", "it is laid up with a wing"));
        }
        let same = |x: &&UnitId| is_fighter(cx, **x) == is_fighter(cx, u);
        let most = if is_fighter(cx, u) { o.detached_units } else { o.detached_guns };
        if berths.detached.iter().filter(same).count() >= usize::from(most) || self.is_any_cover_down(s) {
            return Err(("17.1.1", "no more units are detached to the Army Commander"));
        }
        Ok(())
    }

    /// Ground that all who are laid up there may stand on; for a dummy any of its arm.
    fn is_ground(&self, cx: &Context, s: &State, cover: &Cover, hex: HexId) -> bool {
        let cost = cx.setup.terrain(&cx.data, hex).cost;
        let of_arm = |arm: Arm| match arm {
            Arm::Foot => cost.foot,
            Arm::Horse => cost.horse,
            Arm::Guns => cost.guns,
            Arm::Leader => cost.leader,
        };
        let arms: SmallVec<[Arm; 12]> = match cover.what {
            Behind::Wing(w) => laid_up(cx, s, w).iter().map(|u| cx.setup.unit(*u).arm).collect(),
            Behind::Dummy | Behind::FalseLeader | Behind::Unknown => {
                SmallVec::from_slice(&[if cover.cavalry { Arm::Horse } else { Arm::Foot }])
            }
        };
        arms.into_iter().chain([Arm::Leader]).all(|a| of_arm(a).is_some())
    }

    /// Hexes of the areas a leader's counter may go to (17.6).
    fn area(&self, cx: &Context, cover: &Cover) -> Vec<HexId> {
        let has_piles = piles(cx, self.side).next().is_some();
        let is_meant = |p: &Piece| match (p, cover.what) {
            (Piece::Leader(l), Behind::Wing(w)) => cx.setup.wing(w).leader == *l,
            (Piece::Leader(l), what) => match cx.setup.leader(*l).post {
                Post::Wing(w) => {
                    is_like(cx.setup.wing(w), what == Behind::FalseLeader, cover.cavalry, has_piles)
                }
                Post::Commander | Post::Extra => false,
            },
            (Piece::Unit(_), _) => false,
        };
        let entries = cx.setup.set_up.iter().filter(|e| e.side == self.side && e.pieces.iter().any(is_meant));
        let mut hexes: Vec<HexId> = entries.flat_map(|e| e.hexes.iter().copied()).collect();
        if hexes.is_empty() {
            // No wing of this arm: any area of the side.
            let own = cx.setup.set_up.iter().filter(|e| e.side == self.side);
            hexes = own.flat_map(|e| e.hexes.iter().copied()).collect();
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Where the next counter of a cover may go: the leader first, then the Dis counters near him.
    fn hexes(&self, cx: &Context, s: &State, cover: u8, masked: bool) -> Vec<HexId> {
        let c = &s.covers[usize::from(cover)];
        let map = &cx.setup.map;
        if c.at.is_none() {
            let shown = Cover { cavalry: c.cavalry || masked, ..c.clone() };
            let area = self.area(cx, &shown);
            let open = area.iter().copied().filter(|h| self.is_ground(cx, s, &shown, *h));
            let mut open: Vec<HexId> = open.collect();
            if open.is_empty() {
                open = area;
            }
            keep_apart(cx, s, cover, &mut open);
            return open;
        }
        let range = first_range(cx, s, c);
        let near = |h: &HexId| (1..=range).contains(&map.distance(*h, c.at)) && self.is_ground(cx, s, c, *h);
        let mut open: Vec<HexId> = map.grid.ids().filter(near).collect();
        keep_apart(cx, s, cover, &mut open);
        if open.is_empty() { vec![c.at] } else { open }
    }

    fn is_lying_up(&self, cx: &Context, s: &State) -> bool {
        !self.waiting_units(cx, s).is_empty() || !self.waiting_leaders(cx, s).is_empty()
    }

    /// The wing that usually stands nearest to a piece.
    fn usual_wing(&self, cx: &Context, s: &State, usual: Option<HexId>, with_room: bool) -> Option<WingId> {
        let far = |w: &WingId| {
            let at = cx.setup.leader(cx.setup.wing(*w).leader).start;
            at.zip(usual).map_or(u16::MAX, |(a, b)| cx.setup.map.distance(a, b))
        };
        let wings = veiled_wings(cx, self.side).into_iter();
        wings.filter(|w| !with_room || has_berth(cx, s, *w)).min_by_key(far)
    }

    fn put_rest(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        for unit in self.waiting_units(cx, s) {
            let own = cx.setup.unit(unit).wing;
            if let Some(wing) = own.or_else(|| self.usual_wing(cx, s, cx.setup.unit(unit).start, true)) {
                self.apply_one(cx, s, &Action::Berth { unit, wing }, rec);
            }
        }
        for leader in self.waiting_leaders(cx, s) {
            if let Some(wing) = self.usual_wing(cx, s, cx.setup.leader(leader).start, false) {
                self.apply_one(cx, s, &Action::BerthLeader { leader, wing }, rec);
            }
        }
        for cover in self.waiting_covers(cx, s) {
            for _ in 0..3 {
                let c = &s.covers[usize::from(cover)];
                if !c.dis[1].is_none() {
                    break;
                }
                let usual = match c.what {
                    Behind::Wing(w) => cx.setup.leader(cx.setup.wing(w).leader).start,
                    _ => None,
                };
                let at = if c.at.is_none() { usual } else { Some(c.at) };
                let hexes = self.hexes(cx, s, cover, false);
                // Dummies are spread over the areas by their number; Dis counters lie apart from each other.
                let turn = usize::from(cover) * 7 % hexes.len().max(1);
                let apart = c.dis[0];
                let far = |h: &&HexId| {
                    let own = at.map_or(0, |a| cx.setup.map.distance(a, **h));
                    let near_other = !apart.is_none() && cx.setup.map.distance(apart, **h) < 2;
                    (near_other, own)
                };
                let hex = match at {
                    Some(_) => hexes.iter().min_by_key(far).copied(),
                    None => hexes.get(turn).copied(),
                };
                let Some(hex) = hex else { break };
                self.apply_one(cx, s, &Action::PlaceCover { cover, hex }, rec);
            }
        }
    }

    fn apply_one(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let side = self.side;
        let berths = &mut s.berths[side.index()];
        match *action {
            Action::Berth { unit, wing } => {
                berths.guns.push((unit, wing));
                rec.emit(|| Event::LaidUp { unit, wing });
            }
            Action::BerthLeader { leader, wing } => {
                berths.leaders.push((leader, wing));
                rec.emit(|| Event::LeaderLaidUp { leader, wing });
            }
            Action::Detach { unit } => {
                berths.detached.push(unit);
                rec.emit(|| Event::Detached { unit });
            }
            Action::PlaceCover { cover, hex } | Action::PlaceMasked { cover, hex } => {
                let c = &mut s.covers[usize::from(cover)];
                c.cavalry |= matches!(action, Action::PlaceMasked { .. });
                if c.at.is_none() {
                    c.at = hex;
                } else if c.dis[0].is_none() {
                    c.dis[0] = hex;
                } else {
                    c.dis[1] = hex;
                }
                rec.emit(|| Event::CoverPlaced { cover, side, hex });
            }
            _ => self.put_rest(cx, s, rec),
        }
    }
}

impl Decision for VeiledSetUp {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Side(self.side)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let wings = veiled_wings(cx, self.side);
        for unit in self.waiting_units(cx, s) {
            let is_open = |w: &&WingId| {
                if is_pile_unit(cx, unit) { cx.setup.wing(**w).is_pile } else { has_berth(cx, s, **w) }
            };
            let open = wings.iter().filter(is_open);
            out.extend(open.map(|wing| Action::Berth { unit, wing: *wing }));
        }
        for leader in self.waiting_leaders(cx, s) {
            out.extend(wings.iter().map(|wing| Action::BerthLeader { leader, wing: *wing }));
        }
        let own = cx.setup.unit_ids().filter(|u| self.check_detach(cx, s, *u).is_ok());
        out.extend(own.map(|unit| Action::Detach { unit }));
        let covers = self.waiting_covers(cx, s);
        if !self.is_lying_up(cx, s) {
            for cover in &covers {
                let cover = *cover;
                let hexes = self.hexes(cx, s, cover, false).into_iter();
                out.extend(hexes.map(|hex| Action::PlaceCover { cover, hex }));
                let c = &s.covers[usize::from(cover)];
                if c.at.is_none() && may_mask(cx, c) {
                    let hexes = self.hexes(cx, s, cover, true).into_iter();
                    out.extend(hexes.map(|hex| Action::PlaceMasked { cover, hex }));
                }
            }
            if covers.is_empty() {
                return out.push(Action::Done);
            }
        }
        out.push(Action::PlaceRest);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        match *action {
            Action::Detach { unit } => {
                self.check_detach(cx, s, unit).err().unwrap_or(("17.1.1", "it cannot be detached"))
            }
            Action::Berth { unit, .. } if is_pile_unit(cx, unit) => {
                ("17.6.4.2", "units of Detachments without leaders are laid up with their counters")
            }
            Action::Berth { .. } => ("17.1.1", "up to three batteries are laid up with a wing"),
            Action::PlaceMasked { .. } => {
                ("17.6.4.3", "only counters of Detachments and false leaders show the arm their owner likes")
            }
            Action::BerthLeader { .. } => ("17.1.1", "he is laid up with a wing"),
            Action::PlaceCover { .. } => {
                ("17.1.2", "leaders go to their area, Dis counters within two hexes of them")
            }
            _ => ("17.1", "the set-up goes on"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if *action == Action::Done {
            let side = self.side;
            set_aside(cx, s, side);
            return rec.emit(|| Event::SetUpDone { side });
        }
        self.apply_one(cx, s, action, rec);
        s.push(self.clone());
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        if self.is_lying_up(cx, s) {
            return ("Lay up guns and commanders with the wings".into(), "17.1.1");
        }
        match self.waiting_covers(cx, s).len() {
            0 => ("End the set-up".into(), "17.1.2"),
            n => (format!("Put leaders' and Dis counters on the map: {n} left"), "17.1.2"),
        }
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let wing_name = |w: WingId| leader_name(cx, cx.setup.wing(w).leader);
        match action {
            Action::Berth { unit, wing } => {
                let label = format!("Lay up {} with {}", super::set_up::called(cx, *unit), wing_name(*wing));
                about_unit(label, Verb::Place, *unit, "17.1.1")
            }
            Action::BerthLeader { leader, wing } => {
                let label = format!("Lay up {} with {}", leader_name(cx, *leader), wing_name(*wing));
                answer(label, Verb::Place, leader_target(cx, *leader), "17.1.1")
            }
            Action::Detach { unit } => {
                let label = format!("Detach {} to the Army Commander", super::set_up::called(cx, *unit));
                about_unit(label, Verb::Place, *unit, "17.1.1")
            }
            Action::PlaceMasked { cover, hex } => {
                let (name, at) = (cover_name(cx, s, *cover), cx.setup.label(*hex));
                let label = format!("Put the leader's counter of {name} in {at}, cavalry side up");
                answer(label, Verb::Place, Target::Hex(*hex), "17.6.4.3").by(cover_target(cx, *cover, 0))
            }
            Action::PlaceCover { cover, hex } => {
                let c = &s.covers[usize::from(*cover)];
                let (which, part) = match (c.at.is_none(), c.dis[0].is_none()) {
                    (true, _) => (0, "the leader's counter"),
                    (_, true) => (1, "the first Dis counter"),
                    _ => (2, "the second Dis counter"),
                };
                let label =
                    format!("Put {part} of {} in {}", cover_name(cx, s, *cover), cx.setup.label(*hex));
                answer(label, Verb::Place, Target::Hex(*hex), "17.1.2").by(cover_target(cx, *cover, which))
            }
            Action::PlaceRest => said("Set up the rest", Verb::Place, "17.1.2"),
            _ => said("End the set-up", Verb::End, "17.1.2").confirmed(),
        }
    }
}

/// Units detached to the Army Commander go back to their wings, if the owner wishes (17.1.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Detached;

fn on_map(cx: &Context, s: &State) -> Vec<UnitId> {
    let berths = &s.berths[s.active.index()];
    let is_there = |u: &UnitId| s.unit(*u).is_on_map() && crate::activation::is_unit_awake(cx, s, *u);
    berths.detached.iter().copied().filter(is_there).collect()
}

impl Decision for Detached {
    /// Always the owner: whether anybody is detached is nothing the enemy may learn (17).
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(on_map(cx, s).into_iter().map(|unit| Action::Choose { unit }));
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("17.1.1", "only units detached to the Army Commander go back to their wings")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        let side = s.active;
        s.berths[side.index()].detached.retain(|u| *u != unit);
        rec.emit(|| Event::Rejoined { unit });
        s.push(Self);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Detached units may go back to their wings".into(), "17.1.1")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Choose { unit } => {
                let label = format!("{} goes back to its wing", super::set_up::called(cx, *unit));
                about_unit(label, Verb::Choose, *unit, "17.1.1")
            }
            _ => said("Done", Verb::Pass, "17.1.1"),
        }
    }
}
