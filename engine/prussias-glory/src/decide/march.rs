//! An unspotted wing or dummy moves: its leader's counter, then the Dis counters, or all of them in column (17.1.4, 17.4).

use super::{Ask, Decision, PlaceWing, Question, Spotting, Why};
use crate::action::Action;
use crate::approach::{
    check_form_cover, check_march, cover_allowance, covers_of, deploying_allowance, dis_hexes, dis_reach,
    is_together,
};
use crate::event::Event;
use crate::state::{Behind, Cover, State};
use crate::words::{answer, cover_name, cover_target, said};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// The counters of one wing that are moving, and what each has spent: nobody else may know it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct March {
    pub cover: u8,
    pub spent: u8,
    pub dis_spent: [u8; 2],
    /// The leader's counter stays where it is.
    pub leader_done: bool,
    pub dis_done: [bool; 2],
}

impl March {
    pub fn new(cover: u8) -> Self {
        Self { cover, spent: 0, dis_spent: [0; 2], leader_done: false, dis_done: [false; 2] }
    }

    /// As another seat sees it.
    pub fn redacted(&self) -> Self {
        Self { spent: 0, dis_spent: [0; 2], ..self.clone() }
    }

    fn cover<'a>(&self, s: &'a State) -> &'a Cover {
        &s.covers[usize::from(self.cover)]
    }

    fn trails(&self, cx: &Context, s: &State, which: u8) -> Vec<HexId> {
        let c = self.cover(s);
        let i = usize::from(which);
        if c.column || self.dis_done[i] || c.dis[i].is_none() {
            return Vec::new();
        }
        let mut hexes = dis_hexes(cx, s, c, i, self.dis_spent[i]);
        hexes.retain(|h| *h != c.dis[i]);
        hexes
    }
}

/// What may be begun with unspotted counters between moves.
pub fn list_starts(cx: &Context, s: &State, out: &mut Vec<Action>) {
    if s.covers.is_empty() {
        return;
    }
    let is_held = crate::fortunes::is_anybody_rash(cx, s);
    for cover in covers_of(s, s.active) {
        if crate::approach::can_march(s, cover).is_err() {
            continue;
        }
        let c = &s.covers[usize::from(cover)];
        list_steps(cx, s, cover, 0, out);
        if is_held {
            continue;
        }
        if !c.column {
            out.push(Action::Rearrange { cover });
        }
        if check_form_cover(cx, s, cover).is_ok() {
            out.push(Action::FormCover { cover });
        }
        if matches!(c.what, Behind::Wing(_)) {
            out.push(Action::DeployHere { cover });
        }
    }
}

fn list_steps(cx: &Context, s: &State, cover: u8, spent: u8, out: &mut Vec<Action>) {
    let at = s.covers[usize::from(cover)].at;
    for to in cx.setup.map.neighbours(at).iter().filter(|h| !h.is_none()) {
        if check_march(cx, s, cover, spent, *to).is_ok() {
            out.push(Action::March { cover, to: *to });
        }
    }
}

/// Begins with one of the actions of [`list_starts`].
pub fn start(cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
    match *action {
        Action::March { cover, .. } => March::new(cover).apply(cx, s, action, rec),
        Action::Rearrange { cover } => s.push(March { leader_done: true, ..March::new(cover) }),
        Action::FormCover { cover } => {
            form(cx, s, cover, true);
            rec.emit(|| Event::CoverFormed { cover });
        }
        Action::DeployHere { cover } => deploy_here(s, cover, rec),
        _ => {}
    }
}

/// The counter shows its side in column or deployed; whoever is behind it does the same (7.6).
pub fn form(cx: &Context, s: &mut State, cover: u8, column: bool) {
    let c = &mut s.covers[usize::from(cover)];
    c.column = column;
    c.trail.clear();
    if let Behind::Wing(w) = c.what {
        s.wing_mut(w).column = column;
        crate::approach::set_column(cx, s, w, column);
    }
}

/// A wing shows itself and is placed where it is (17.4).
fn deploy_here(s: &mut State, cover: u8, rec: &mut Record) {
    let Behind::Wing(wing) = s.covers[usize::from(cover)].what else { return };
    s.covers[usize::from(cover)].shown = true;
    rec.reveal();
    rec.emit(|| Event::CoverShown { cover, wing });
    s.push(PlaceWing::new(cover, Some(false), true));
}

/// Why none of the starting actions is allowed.
pub fn refuse_start(cx: &Context, s: &State, action: &Action) -> Why {
    if crate::fortunes::is_anybody_rash(cx, s) && !matches!(action, Action::March { .. }) {
        return ("18", "the rash wing moves first");
    }
    let or = |r: Result<(), Why>| r.err().unwrap_or(("17.1.4", "that cannot be done now"));
    match *action {
        Action::March { cover, to } => or(check_march(cx, s, cover, 0, to).map(|_| ())),
        Action::FormCover { cover } => or(check_form_cover(cx, s, cover)),
        Action::Rearrange { cover } | Action::DeployHere { cover } => {
            or(crate::approach::can_march(s, cover))
        }
        _ => ("17.1.4", "that cannot be done now"),
    }
}

fn set_marched(s: &mut State, cover: u8) {
    let c = &mut s.covers[usize::from(cover)];
    c.marched = true;
    let side = c.side;
    s.army_mut(side).tired = true;
}

/// Tests whether the counters have come into sight of the enemy (17.1.6).
fn look_out(cx: &Context, s: &mut State, cover: u8) -> bool {
    let spotting = Spotting::of_cover(cover);
    let is_seen = spotting.meets_anybody(cx, s);
    if is_seen {
        s.push(spotting);
    }
    is_seen
}

impl March {
    fn step(&self, cx: &Context, s: &mut State, to: HexId, rec: &mut Record) {
        let cover = self.cover;
        let Ok(cost) = check_march(cx, s, cover, self.spent, to) else { return s.push(self.clone()) };
        set_marched(s, cover);
        let c = &mut s.covers[usize::from(cover)];
        let from = c.at;
        c.at = to;
        if c.column {
            // Dis counters trail behind the arrow (17.1.4).
            let last = c.trail.first().copied().unwrap_or(from);
            c.dis = [from, last];
            c.trail.insert(0, from);
            c.trail.truncate(usize::from(cx.data.options.column_length));
        }
        rec.emit(|| Event::CoverMoved { cover, from, to });
        let mut next = self.clone();
        next.spent = next.spent.saturating_add(cost);
        s.push(next);
        look_out(cx, s, cover);
    }

    fn trail(&self, cx: &Context, s: &mut State, which: u8, to: HexId, rec: &mut Record) {
        let i = usize::from(which);
        let search = dis_reach(cx, s, self.cover(s), i, self.dis_spent[i]);
        let path = search.path_to(u32::from(to.0));
        let mut next = self.clone();
        next.leader_done = true;
        next.dis_done[i] = true;
        set_marched(s, self.cover);
        let cover = self.cover;
        for node in path.iter().skip(1) {
            let from = s.covers[usize::from(cover)].dis[i];
            let hex = HexId(*node as u16);
            s.covers[usize::from(cover)].dis[i] = hex;
            rec.emit(|| Event::DisMoved { cover, which, from, to: hex });
            if Spotting::of_cover(cover).meets_anybody(cx, s) {
                next.dis_done[i] = hex == to;
                let cost = search.cost_of(*node).unwrap_or(0);
                next.dis_spent[i] = self.dis_spent[i].saturating_add(cost as u8);
                break;
            }
        }
        s.push(next);
        look_out(cx, s, cover);
    }
}

impl Decision for March {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        if self.cover(s).is_on_map() { Ask::Side(self.cover(s).side) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let cover = self.cover;
        if !self.leader_done {
            list_steps(cx, s, cover, self.spent, out);
        }
        for which in 0..2 {
            out.extend(self.trails(cx, s, which).into_iter().map(|to| Action::Trail { cover, which, to }));
        }
        if let Behind::Wing(w) = self.cover(s).what
            && !self.leader_done
            && !self.cover(s).rash
            && self.spent <= deploying_allowance(cx, s, w)
        {
            out.push(Action::DeployHere { cover });
        }
        let must_go = !self.leader_done && crate::fortunes::must_march(cx, s, cover, self.spent);
        if out.is_empty() || (is_together(cx, self.cover(s)) && !must_go) {
            out.push(Action::Halt);
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        match *action {
            Action::March { cover, .. } | Action::Trail { cover, .. } | Action::DeployHere { cover }
                if cover != self.cover =>
            {
                ("7.3", "another counter is moving")
            }
            Action::March { .. } if self.leader_done => ("17.1.4", "Dis counters move last"),
            Action::March { cover, to } => {
                let or = ("17.1.4", "that cannot be done now");
                check_march(cx, s, cover, self.spent, to).err().unwrap_or(or)
            }
            Action::Trail { .. } => {
                ("17.1.4", "Dis counters end within 2 hexes of their leader, each moves once")
            }
            Action::DeployHere { .. } => ("17.4", "it deploys after half its column movement at most"),
            Action::Halt => ("17.1.4", "Dis counters end within 2 hexes of their leader"),
            _ => ("7.3", "a counter is moving"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::March { to, .. } => self.step(cx, s, to, rec),
            Action::Trail { which, to, .. } => self.trail(cx, s, which, to, rec),
            Action::DeployHere { cover } => deploy_here(s, cover, rec),
            _ => {
                let range = cx.data.options.counter_range;
                let c = &mut s.covers[usize::from(self.cover)];
                c.moved = true;
                for i in 0..2 {
                    if cx.setup.map.distance(c.dis[i], c.at) > range {
                        c.dis[i] = c.at;
                    }
                }
            }
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let c = self.cover(s);
        let name = cover_name(cx, s, self.cover);
        if self.leader_done || c.column {
            return (format!("{name} moves"), "17.1.4");
        }
        let left = cover_allowance(cx, s, c).saturating_sub(self.spent);
        (format!("{name} moves: {left} points left, then its Dis counters"), "17.1.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        label(cx, s, action)
    }
}

/// The same words between moves and in the middle of one.
pub fn label(cx: &Context, s: &State, action: &Action) -> Affordance {
    let hex = |h: &HexId| cx.setup.label(*h);
    match action {
        Action::March { cover, to } => {
            let label = format!("Move {} to {}", cover_name(cx, s, *cover), hex(to));
            answer(label, Verb::Move, Target::Hex(*to), "17.1.4").by(cover_target(cx, *cover, 0))
        }
        Action::Trail { cover, which, to } => {
            let letter = if *which == 0 { "first" } else { "second" };
            let label =
                format!("Move the {letter} Dis counter of {} to {}", cover_name(cx, s, *cover), hex(to));
            answer(label, Verb::Move, Target::Hex(*to), "17.1.4").by(cover_target(cx, *cover, which + 1))
        }
        Action::Rearrange { cover } => {
            let label = format!("Move only the Dis counters of {}", cover_name(cx, s, *cover));
            answer(label, Verb::Other, cover_target(cx, *cover, 0), "17.1.4")
        }
        Action::FormCover { cover } => {
            let label = format!("{} forms column", cover_name(cx, s, *cover));
            answer(label, Verb::Turn, cover_target(cx, *cover, 0), "7.6")
        }
        Action::DeployHere { cover } => {
            let at = s.covers[usize::from(*cover)].at;
            let label = format!("{} shows itself and deploys in {}", cover_name(cx, s, *cover), hex(&at));
            answer(label, Verb::Turn, cover_target(cx, *cover, 0), "17.4")
        }
        _ => said("Halt", Verb::Pass, "17.1.4"),
    }
}

/// Every counter of a side is free to move again.
pub fn begin_turn(s: &mut State, side: crate::ids::SideId) {
    for c in s.covers.iter_mut().filter(|c| c.side == side) {
        c.moved = false;
        c.marched = false;
        c.slowed = false;
    }
}
