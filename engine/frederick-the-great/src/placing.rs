//! Pieces left to the players to set up: any hex of an area, openly or in secret (18.0).

use super::action::Action;
use super::event::What;
use super::fields;
use super::setup::Setup;
use super::state::{Depot, Frame, Lead, Place as Spot, State};
use super::why::{self, Why};
use super::{Ctx, Rec, for_side};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::game::{PlacementEntry, read_placement};
use engine::hex::HexId;
use engine::scenario::{At, Issues, Place, ScenarioDoc};

/// One set-up entry; its pieces are indices into [`Setup::loose`].
pub type Entry = PlacementEntry<u16, SideId>;

/// What is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    Points { nation: NationId, sp: u8 },
    Leader { leader: LeaderId },
    Depot { offmap: bool },
}

#[derive(Clone, Copy, Debug)]
pub struct Loose {
    pub entry: u8,
    pub what: Thing,
}

/// Reads the set-up entries, in playing order.
pub fn read(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let sides: Vec<&str> = setup.sides.iter().map(|s| s.id.as_str()).collect();
    for mut e in read_placement(doc, &setup.map, &sides, false, issues) {
        let name = format!("set-up in {}", e.area);
        let (side, entry) = (SideId(e.side as u8), setup.start.entries.len() as u8);
        e.hexes.retain(|h| setup.ground.land[h.index()]);
        let e = e.resolve(side, |id| {
            let what = loose(doc, setup, &id, side, &name, issues)?;
            setup.start.loose.push(Loose { entry, what });
            Some(setup.start.loose.len() as u16 - 1)
        });
        let depots = |n: &&u16| matches!(setup.start.loose[**n as usize].what, Thing::Depot { .. });
        if e.hexes.len() < e.pieces.iter().filter(depots).count().max(1) {
            issues.error(At::Field("setup".into()), name, "the area has too few land hexes").rule("7.0");
        }
        setup.start.entries.push(e);
    }
    if setup.start.entries.len() > 200 || setup.start.loose.len() > 2000 {
        issues.error(At::Field("setup".into()), "set-up", "there is too much to set up");
    }
}

fn loose(
    doc: &ScenarioDoc,
    setup: &Setup,
    id: &str,
    side: SideId,
    place: &str,
    issues: &mut Issues,
) -> Option<Thing> {
    let at = At::Field("setup".into());
    let p = doc.piece(id)?;
    // The front end has said so.
    if p.place != Place::Off {
        return None;
    }
    let nation = setup.nations.iter().position(|n| n.id == p.nation && n.side == side);
    let Some(nation) = nation.map(|n| NationId(n as u8)) else {
        issues.error(at, place, format!("the piece '{id}' does not belong to this side"));
        return None;
    };
    match p.kind.as_str() {
        "strength" => Some(Thing::Points { nation, sp: fields::STRENGTH.read_or_default(&p.props) }),
        "leader" => setup
            .leaders
            .iter()
            .position(|l| l.id == *id)
            .map(|i| Thing::Leader { leader: LeaderId(i as u8) }),
        "depot" => Some(Thing::Depot { offmap: fields::SUPPLIED_OFF_MAP.is_on(&p.props) }),
        other => {
            issues.error(at, place, format!("a piece of kind '{other}' cannot be set up by a player"));
            None
        }
    }
}

/// The frames of setting up, last entry first.
pub fn frames(setup: &Setup) -> Vec<Frame> {
    let frame =
        |(i, e): (usize, &Entry)| Frame::Place { entry: i as u8, left: e.pieces.iter().copied().collect() };
    setup.start.entries.iter().enumerate().rev().map(frame).collect()
}

/// Where the next piece may go. What the enemy laid in secret is asked by nobody.
pub fn can_place(cx: &Ctx, s: &State, p: u16, hex: HexId, inside: Walls) -> Result<(), Why> {
    let Some(Frame::Place { entry, left }) = s.frames.top() else { return Err(why::NOT_NOW) };
    let (Some(e), Some(l)) =
        (cx.setup.start.entries.get(*entry as usize), cx.setup.start.loose.get(p as usize))
    else {
        return Err(why::NOT_NOW);
    };
    if left.first() != Some(&p) {
        return Err(why::SETTLED);
    }
    if !e.admits(&cx.setup.map, hex, |_| None) {
        return Err(why::OUT_OF_AREA);
    }
    let own_depot = |(q, h, _): &(u16, HexId, Walls)| {
        let o = &cx.setup.start.loose[*q as usize];
        *h == hex
            && matches!(o.what, Thing::Depot { .. })
            && cx.setup.start.entries[o.entry as usize].side == e.side
    };
    match l.what {
        Thing::Depot { .. } if inside == Walls::Inside => Err(why::NO_FORT),
        Thing::Depot { .. } if s.depot_at(hex).is_some() || s.set_up.placed.iter().any(own_depot) => {
            Err(why::DEPOT_THERE)
        }
        _ if (inside == Walls::Inside) && !cx.setup.is_fort(hex) => Err(why::NO_FORT),
        _ if (inside == Walls::Inside) && s.is_present(&cx.setup, hex, e.side.enemy(), Walls::Inside) => {
            Err(why::ENEMY_FORT)
        }
        _ => Ok(()),
    }
}

pub fn list(cx: &Ctx, s: &State, out: &mut Vec<Action>) {
    let Some(Frame::Place { entry, left }) = s.frames.top() else { return };
    let (Some(e), Some(p)) = (cx.setup.start.entries.get(*entry as usize), left.first()) else { return };
    for hex in &e.hexes {
        for inside in Walls::BOTH {
            if can_place(cx, s, *p, *hex, inside).is_ok() {
                out.push(Action::Place { piece: *p, hex: *hex, inside });
            }
        }
    }
    out.push(Action::PlaceRest);
}

pub fn place(cx: &Ctx, s: &mut State, p: u16, hex: HexId, inside: Walls, rec: &mut Rec) {
    let Some(Frame::Place { entry, left }) = s.frames.top_mut() else { return };
    let entry = *entry;
    left.retain(|q| *q != p);
    let at = s.set_up.placed.partition_point(|q| q.0 < p);
    s.set_up.placed.insert(at, (p, hex, inside));
    if let Some(e) = cx.setup.start.entries.get(entry as usize) {
        let what = What::Placed { piece: p, hex, inside };
        rec.emit(|| if e.secret { for_side(e.side, what) } else { super::for_everybody(what) });
    }
}

/// Places the rest, each in the first hex it may go to.
pub fn place_rest(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    loop {
        let mut all = Vec::new();
        list(cx, s, &mut all);
        let Some(Action::Place { piece, hex, inside }) = all.first().copied() else { break };
        place(cx, s, piece, hex, inside, rec);
    }
    // What found no room is left out of the frame; the document was checked for that.
    if let Some(Frame::Place { left, .. }) = s.frames.top_mut() {
        left.clear();
    }
}

/// Everything is laid on the map at once.
pub fn lay(cx: &Ctx, s: &mut State) {
    for (p, hex, inside) in std::mem::take(&mut s.set_up.placed) {
        let Some(l) = cx.setup.start.loose.get(p as usize) else { continue };
        let side = cx.setup.start.entries[l.entry as usize].side;
        let taken = s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside);
        let inside = if taken { Walls::Outside } else { inside };
        match l.what {
            Thing::Points { nation, sp } => s.add_points(hex, nation, inside, sp, true),
            Thing::Leader { leader } => {
                let place = Spot::at(inside);
                s.leaders[leader.index()] = Lead { place, hex, moved: false };
            }
            Thing::Depot { offmap } => {
                if !s.depots.iter().any(|d| d.hex == hex) {
                    s.depots.push(Depot { hex, side, done: true, offmap, used: false });
                    s.depots.sort_unstable();
                }
            }
        }
    }
}
