//! Ways hex by hex, and lines of sight: the questions the rules ask, told step by step.

use crate::Context;
use crate::action::Action;
use crate::board::{Layer, put, units_in_hex};
use crate::decide::{Frame, Move, Mover, Piece, Why, refusal};
use crate::ids::{LeaderId, UnitId};
use crate::movement::{check_ride, check_step, layers, must_stop};
use crate::sight::{Cause, trace};
use crate::state::State;
use engine::hex::HexId;
use engine::present::{
    CounterId, PathPreview, PathStep, ReachView, Refusal, SightStep, SightView, Target, rules,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The unit or leader behind a counter.
pub fn piece_of(cx: &Context, target: &Target) -> Option<Piece> {
    let Target::Counter(CounterId(n)) = target else { return None };
    let n = *n as usize;
    let units = cx.setup.units.len();
    if n < units {
        Some(Piece::Unit(UnitId(n as u8)))
    } else {
        (n < units + cx.setup.leaders.len()).then(|| Piece::Leader(LeaderId((n - units) as u8)))
    }
}

/// A move being thought through.
struct Walk {
    state: State,
    piece: Piece,
    spent: u8,
    stopped: bool,
}

impl Walk {
    /// The move under way, or one that would begin.
    fn begin(cx: &Context, s: &State, piece: Piece) -> Result<Self, Why> {
        let spent = match s.frames.top() {
            Some(Frame::Move(Move { mover: None })) => 0,
            Some(Frame::Move(Move { mover: Some(m) })) if m.piece == piece => m.spent,
            // Picking up another counter ends the move under way.
            Some(Frame::Move(Move { mover: Some(_) })) if may_begin(cx, s, piece) => 0,
            Some(Frame::Move(_)) => return Err(("7.3", "another counter is moving")),
            _ => return Err(("3", "nothing moves now")),
        };
        Ok(Self { state: s.clone(), piece, spent, stopped: false })
    }

    fn hex(&self) -> HexId {
        match self.piece {
            Piece::Unit(u) => self.state.unit(u).hex,
            Piece::Leader(l) => self.state.leader(l).hex,
        }
    }

    fn allowance(&self, cx: &Context) -> u8 {
        match self.piece {
            Piece::Unit(u) => crate::movement::allowance(cx, &self.state, u),
            Piece::Leader(l) => crate::leaders::allowance(cx, &self.state, l),
        }
    }

    fn step(&mut self, cx: &Context, to: HexId) -> Result<(), Why> {
        if self.stopped {
            return Err(("7.5", "it must stop where it is Engaged"));
        }
        match self.piece {
            Piece::Unit(u) => {
                self.spent += check_step(cx, &self.state, u, self.spent, to)?;
                let layer = usual_layer(cx, &self.state, u, to);
                put(cx, &mut self.state, u, to, layer);
                self.stopped = must_stop(cx, &self.state, u);
            }
            Piece::Leader(l) => {
                self.spent += check_ride(cx, &self.state, l, self.spent, to)?;
                self.state.leader_mut(l).hex = to;
            }
        }
        Ok(())
    }
}

fn may_begin(cx: &Context, s: &State, piece: Piece) -> bool {
    match piece {
        Piece::Unit(u) => cx.setup.unit(u).side == s.active && !s.has(u, crate::state::Flag::Moved),
        Piece::Leader(l) => cx.setup.leader(l).side == s.active && !s.leader(l).moved,
    }
}

/// Where a unit goes in a stack if nobody says otherwise: guns above, all others below.
fn usual_layer(cx: &Context, s: &State, u: UnitId, to: HexId) -> Layer {
    let allowed = layers(&crate::survey::Survey::new(cx, s), u, to);
    let wanted = if crate::board::is_fighter(cx, u) { Layer::Bottom } else { Layer::Top };
    if allowed.contains(&wanted) { wanted } else { allowed[0] }
}

pub fn path_of_action(action: &Action) -> Vec<HexId> {
    match action {
        Action::Go { to, .. } | Action::Ride { to, .. } => vec![*to],
        _ => Vec::new(),
    }
}

pub fn path_preview(cx: &Context, s: &State, subject: &Target, hexes: &[HexId]) -> PathPreview {
    let mut out = PathPreview::default();
    let Some(piece) = piece_of(cx, subject) else { return out };
    let mut walk = match Walk::begin(cx, s, piece) {
        Ok(walk) => walk,
        Err(why) => {
            out.refused = hexes.first().map(|h| (*h, refusal(why)));
            return out;
        }
    };
    for hex in hexes {
        if let Err(why) = walk.step(cx, *hex) {
            out.refused = Some((*hex, refusal(why)));
            break;
        }
        out.steps.push(PathStep { hex: *hex, cost: walk.spent.to_string() });
    }
    out.text = format!("{} of {} movement points", walk.spent, walk.allowance(cx));
    out
}

pub fn next_on_path(cx: &Context, s: &State, subject: &Target, hexes: &[HexId]) -> Option<Action> {
    let piece = piece_of(cx, subject)?;
    let Some(Frame::Move(Move { mover })) = s.frames.top() else { return None };
    if mover.is_some_and(|m: Mover| m.piece != piece) {
        return may_begin(cx, s, piece).then_some(Action::Halt);
    }
    let at = Walk::begin(cx, s, piece).ok()?.hex();
    let next = match hexes.iter().position(|h| *h == at) {
        Some(i) if mover.is_some() => *hexes.get(i + 1)?,
        _ => *hexes.first()?,
    };
    match piece {
        Piece::Unit(unit) => {
            let spent = mover.map_or(0, |m| m.spent);
            check_step(cx, s, unit, spent, next).ok()?;
            Some(Action::Go { unit, to: next, layer: usual_layer(cx, s, unit, next) })
        }
        Piece::Leader(leader) => {
            let spent = mover.map_or(0, |m| m.spent);
            check_ride(cx, s, leader, spent, next).ok()?;
            Some(Action::Ride { leader, to: next })
        }
    }
}

/// Every hex in reach by its cheapest way (7.3).
pub fn reach(cx: &Context, s: &State, subject: &Target) -> Vec<ReachView> {
    let Some(walk) = piece_of(cx, subject).and_then(|p| Walk::begin(cx, s, p).ok()) else {
        return Vec::new();
    };
    let start = walk.hex();
    if start.is_none() {
        return Vec::new();
    }
    let mut found: BTreeMap<HexId, (u8, Vec<HexId>)> = BTreeMap::new();
    let mut open: BTreeMap<(u8, HexId), (Walk, Vec<HexId>)> =
        BTreeMap::from([((walk.spent, start), (walk, vec![]))]);
    while let Some(((spent, at), (walk, way))) = open.pop_first() {
        if found.get(&at).is_some_and(|(cost, _)| *cost <= spent) && at != start {
            continue;
        }
        if at != start {
            found.insert(at, (spent, way.clone()));
        }
        for to in cx.setup.map.neighbours(at).iter().copied().filter(|h| !h.is_none() && *h != start) {
            let mut next = Walk { state: walk.state.clone(), ..walk };
            if next.step(cx, to).is_err() || found.get(&to).is_some_and(|(cost, _)| *cost <= next.spent) {
                continue;
            }
            let way = way.iter().copied().chain([to]).collect();
            open.entry((next.spent, to)).or_insert((next, way));
        }
    }
    found.into_iter().map(|(hex, (cost, way))| ReachView { hex, cost: cost.to_string(), way }).collect()
}

/// Why a counter that could move cannot come to a hex beyond its neighbours; none where something else is asked.
pub fn why_out_of_reach(cx: &Context, s: &State, subject: &Target, hex: HexId) -> Option<Refusal> {
    let piece = piece_of(cx, subject).filter(|p| may_begin(cx, s, *p))?;
    let walk = Walk::begin(cx, s, piece).ok()?;
    let far = cx.setup.map.distance(walk.hex(), hex);
    if far <= 1 || reach(cx, s, subject).iter().any(|r| r.hex == hex) {
        return None;
    }
    let left = walk.allowance(cx).saturating_sub(walk.spent);
    if let Piece::Unit(u) = piece
        && let Err(why) = crate::movement::leave_price(cx, s, u)
    {
        return Some(refusal(why));
    }
    let text = format!("it is {far} hexes away, and no way there costs {left} movement points or less");
    Some(Refusal::new("7.3", text))
}

pub fn sight(cx: &Context, s: &State, from: HexId, to: HexId) -> SightView {
    let line = trace(cx, s, from, to);
    let blocked = line.blocked.map(|(i, cause)| (line.path[i], cause));
    let step = |i: usize| {
        let hex = line.path[i];
        let mut hexes: SmallVec<[HexId; 2]> = SmallVec::new();
        hexes.push(hex);
        hexes.extend(line.others[i]);
        let is_end = i == 0 || i + 1 == line.path.len();
        let terrain = cx.setup.terrain(&cx.data, hex);
        let unit = units_in_hex(s, hex).next();
        let (name, height) = match unit {
            _ if terrain.blocks => (terrain.name.clone(), 1),
            Some(u) if !is_end => (cx.setup.unit(u).name.clone(), 1),
            _ => (terrain.name.clone(), 0),
        };
        let blocks = line.blocked.is_some_and(|(at, _)| at == i);
        SightStep { hexes, name, ground: line.levels[i], height, blocks }
    };
    let (a, b) = (cx.setup.label(from), cx.setup.label(to));
    let far = cx.setup.map.distance(from, to);
    let text = match blocked {
        None => format!("{a} sees {b}, {far} away"),
        Some((_, Cause::Range)) => format!("{b} is {far} hexes away: nobody sees that far"),
        Some((at, cause)) => {
            let at_label = cx.setup.label(at);
            let what = match cause {
                Cause::Terrain => {
                    format!("{} in {at_label}", cx.setup.terrain(&cx.data, at).name.to_lowercase())
                }
                Cause::Unit => {
                    let names = units_in_hex(s, at).map(|u| cx.setup.unit(u).name.clone());
                    format!("{} in {at_label}", names.take(1).collect::<String>())
                }
                _ => format!("the ground at {at_label}"),
            };
            format!("{a} does not see {b}, {far} away: {what} is in the way")
        }
    };
    let rule = blocked.map_or("8.2", |(_, cause)| cause.rule());
    let cited = if rule == "8.2" { rules(&["8.2"]) } else { rules(&[rule, "8.2"]) };
    SightView {
        from,
        to,
        blocked_at: blocked.map(|b| b.0),
        steps: (0..line.path.len()).map(step).collect(),
        text,
        rules: cited,
    }
}
