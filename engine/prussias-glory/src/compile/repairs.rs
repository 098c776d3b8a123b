//! Problems whose remedy is plain get a button: a piece goes to the nearest hex that has room for it.

use crate::data::{Arm, Data};
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::{At, Issues, Piece, Place, Repair, ScenarioDoc};

struct Ground<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    map: &'a Map,
    taken: Vec<bool>,
}

pub fn repair(data: &Data, doc: &ScenarioDoc, map: &Map, issues: &mut Issues) {
    let mut ground = Ground { data, doc, map, taken: vec![false; map.grid.len()] };
    let stood_on: Vec<HexId> = doc.pieces.iter().filter_map(|p| ground.standing(p)).collect();
    for hex in stood_on {
        ground.taken[hex.index()] = true;
    }
    for issue in issues.list.iter_mut().filter(|i| i.fix.is_none()) {
        let found = match (issue.rule.as_str(), &issue.at) {
            ("7.4.3", At::Piece(id)) => ground.off_closed_ground(id),
            ("5.1", At::Hex(hex)) => map.grid.id(*hex).and_then(|h| ground.out_of_the_stack(h)),
            ("4.2.5", At::Piece(id)) => ground.within_command(id),
            _ => None,
        };
        if let Some((piece, to)) = found {
            let repair = Repair::MovePiece { id: piece.id.clone(), to: Some(map.grid.hex(to)) };
            issue.fix(format!("To {}", map.label(to)), vec![repair]);
        }
    }
}

impl<'a> Ground<'a> {
    fn standing(&self, piece: &Piece) -> Option<HexId> {
        match &piece.place {
            Place::Hex(h) => self.map.grid.id(*h),
            _ => None,
        }
    }

    fn arm(&self, piece: &Piece) -> Option<Arm> {
        self.data.units.iter().find(|u| u.id == piece.kind).map(|u| u.arm)
    }

    fn is_open(&self, hex: HexId, arm: Arm) -> bool {
        self.data.terrain.hexes[self.map.terrain[hex.index()].0 as usize].cost.of(arm).is_some()
    }

    /// The nearest hex that the piece may enter, in which nobody stands and that suits otherwise.
    fn free_near(&self, from: HexId, arm: Arm, suits: impl Fn(HexId) -> bool) -> Option<HexId> {
        let free = |h: &HexId| !self.taken[h.index()] && self.is_open(*h, arm) && suits(*h);
        self.map.grid.ids().filter(free).min_by_key(|h| (self.map.distance(*h, from), *h))
    }

    fn off_closed_ground(&self, id: &str) -> Option<(&'a Piece, HexId)> {
        let piece = self.doc.piece(id)?;
        let (at, arm) = (self.standing(piece)?, self.arm(piece)?);
        if self.is_open(at, arm) {
            return None;
        }
        Some((piece, self.free_near(at, arm, |_| true)?))
    }

    fn out_of_the_stack(&self, hex: HexId) -> Option<(&'a Piece, HexId)> {
        let stands = |p: &&Piece| self.standing(p) == Some(hex) && self.arm(p) != Some(Arm::Leader);
        let piece = self.doc.pieces.iter().rev().find(stands)?;
        Some((piece, self.free_near(hex, self.arm(piece)?, |_| true)?))
    }

    /// A unit within the command range of its Wing Leader, guns within that of any leader of their side.
    fn within_command(&self, id: &str) -> Option<(&'a Piece, HexId)> {
        let piece = self.doc.piece(id)?;
        let (at, arm) = (self.standing(piece)?, self.arm(piece)?);
        let leads = |p: &&Piece| match arm {
            Arm::Guns => p.side == piece.side && self.arm(p) == Some(Arm::Leader),
            _ => p.id == piece.parent,
        };
        let leaders: Vec<HexId> =
            self.doc.pieces.iter().filter(leads).filter_map(|p| self.standing(p)).collect();
        let range = self.data.command.command_range;
        let is_near = |h: HexId| leaders.iter().any(|l| self.map.distance(h, *l) <= range);
        Some((piece, self.free_near(at, arm, is_near)?))
    }
}
