//! Fortresses, leaders, strength points and depots of a scenario.

use super::data::{Data, LeaderRow};
use super::fields;
use super::setup::{Fort, Item, LeaderInfo, NationInfo, Setup, StartStack, piece};
use super::special;
use super::state::MOST_LEADERS;
use crate::ids::{LeaderId, NationId, Walls};
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::declared::NumberField;
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, Piece, Repair, ScenarioDoc};

/// What a leader is rated in.
const RATINGS: [NumberField<u8>; 3] = [fields::INITIATIVE, fields::ATTACK, fields::DEFENCE];

/// A document being read.
pub struct Build<'a> {
    pub data: &'a Data,
    pub doc: &'a ScenarioDoc,
    pub resolver: Resolver<'a>,
    pub map: Map,
    pub land: Vec<bool>,
    pub nations: Vec<NationInfo>,
}

impl Build<'_> {
    fn nation(&self, p: &Piece, issues: &mut Issues) -> Option<NationId> {
        let found = self.nations.iter().position(|n| n.id == p.nation);
        match found {
            Some(i) => {
                let side = &self.doc.sides[self.nations[i].side.index()].id;
                if !p.side.is_empty() && p.side != *side {
                    let text = format!("its nation belongs to the side '{side}', not '{}'", p.side);
                    issues.error(At::Piece(p.id.clone()), piece(p), text);
                }
                Some(NationId(i as u8))
            }
            None => {
                let text = format!("the nation '{}' belongs to neither side", p.nation);
                issues.error(At::Piece(p.id.clone()), piece(p), text);
                None
            }
        }
    }

    fn hex(&self, p: &Piece, issues: &mut Issues) -> Option<HexId> {
        let id = self.resolver.start_hex(p, "18.0", issues)?;
        if !self.land[id.index()] {
            let text = format!("hex {} is water", self.map.label(id));
            let issue = issues.error(At::Piece(p.id.clone()), piece(p), text).rule("5.45");
            let land = self.map.grid.ids().filter(|h| self.land[h.index()]);
            let near = land.min_by_key(|n| (self.map.grid.hex(*n).distance(self.map.grid.hex(id)), *n));
            if let Some(to) = near {
                let repair = Repair::MovePiece { id: p.id.clone(), to: Some(self.map.grid.hex(to)) };
                issue.fix(format!("To {}", self.map.label(to)), vec![repair]);
            }
            return None;
        }
        Some(id)
    }

    pub fn forts(&self, issues: &mut Issues) -> Vec<Fort> {
        let mut out: Vec<Fort> = Vec::new();
        for p in self.doc.pieces.iter().filter(|p| p.kind == "fortress") {
            let at = At::Piece(p.id.clone());
            let vp = fields::FORTRESS_POINTS.read_or_default(&p.props);
            let Some(hex) = self.hex(p, issues) else {
                issues.error(at, piece(p), "a fortress must stand in a land hex").rule("12.0");
                continue;
            };
            if out.iter().any(|f| f.hex == hex) {
                issues.error(at, piece(p), "there is another fortress in this hex").rule("12.0");
                continue;
            }
            let name = if p.name.is_empty() { self.map.label(hex) } else { p.name.clone() };
            out.push(Fort { hex, name, vp });
        }
        if out.len() > 250 {
            issues.error(At::Whole, "fortresses", "more than 250 fortresses");
            out.truncate(250);
        }
        special::keep_forts(self.doc, &self.map, &mut out);
        out
    }

    pub fn leaders(&self, issues: &mut Issues) -> Vec<LeaderInfo> {
        let mut out: Vec<LeaderInfo> = Vec::new();
        for p in self.doc.pieces.iter().filter(|p| p.kind == "leader") {
            let Some(nation) = self.nation(p, issues) else { continue };
            let at = At::Piece(p.id.clone());
            let row = self.data.leader_row(&p.nation, &p.name);
            let missing: Vec<NumberField<u8>> =
                RATINGS.into_iter().filter(|f| row.is_none() && !f.is_given(&p.props)).collect();
            if !missing.is_empty() {
                let names: Vec<&str> = missing.iter().map(|f| f.id).collect();
                issues
                    .error(
                        at.clone(),
                        piece(p),
                        format!("the chart has no leader of this name, and he has no {}", names.join(", ")),
                    )
                    .rule("3.22")
                    .remedy("name him as in the chart (Templates list its leaders), or set his ratings")
                    .fix("Rate him 1", missing.iter().map(|f| f.repair(&p.id, 1)).collect());
            }
            let rating = |field: NumberField<u8>, chart: fn(&LeaderRow) -> u8| {
                field.with_default(row.map_or(0, chart)).read_or_default(&p.props)
            };
            let initiative = rating(fields::INITIATIVE, |r| r.initiative);
            let attack = rating(fields::ATTACK, |r| r.attack);
            let defence = rating(fields::DEFENCE, |r| r.defence);
            let rank = fields::RANK.read(&p.props).unwrap_or(0);
            if !fields::RANK.is_given(&p.props) {
                issues.error(at.clone(), piece(p), "a leader needs a rank").rule("8.11");
            }
            let king = fields::KING.read(&p.props).unwrap_or(row.is_some_and(|r| r.king));
            let side = self.nations[nation.index()].side;
            let name = if p.name.is_empty() { p.id.clone() } else { p.name.clone() };
            out.push(LeaderInfo {
                id: p.id.clone(),
                name,
                nation,
                side,
                rank,
                initiative,
                attack,
                defence,
                king,
            });
        }
        out.sort_by_key(|l| (l.nation, l.rank));
        for w in out.windows(2).filter(|w| (w[0].nation, w[0].rank) == (w[1].nation, w[1].rank)) {
            let text = format!("{} and {} have the same rank", w[0].name, w[1].name);
            issues.error(At::Piece(w[1].id.clone()), &w[1].name, text).rule("8.11");
        }
        let mut names: Vec<(&str, NationId)> = out.iter().map(|l| (l.name.as_str(), l.nation)).collect();
        names.sort_unstable();
        for w in names.windows(2).filter(|w| w[0] == w[1]) {
            issues.error(At::Whole, w[0].0, "two leaders of one nation have this name");
        }
        if out.len() > MOST_LEADERS {
            issues.error(At::Whole, "leaders", format!("more than {MOST_LEADERS} leaders"));
            out.truncate(MOST_LEADERS);
        }
        out
    }

    /// Reads `place`: inside, outside, or the player's choice.
    fn inside(&self, p: &Piece, fort: bool, issues: &mut Issues) -> Option<bool> {
        match fields::PLACE.read(&p.props).flatten() {
            None => (!fort).then_some(false),
            Some(Walls::Outside) => Some(false),
            Some(Walls::Inside) if fort => Some(true),
            Some(Walls::Inside) => {
                issues
                    .error(At::Piece(p.id.clone()), piece(p), "there is no fortress here to be inside of")
                    .rule("12.11");
                Some(false)
            }
        }
    }

    pub fn place_all(&self, setup: &mut Setup, issues: &mut Issues) {
        let is_placed = |p: &&Piece| matches!(p.kind.as_str(), "strength" | "leader" | "depot");
        for p in self.doc.pieces.iter().filter(is_placed) {
            self.place(p, setup, issues);
        }
        merge(&mut setup.start.stacks);
        let mut items: Vec<Item> = Vec::new();
        for item in std::mem::take(&mut setup.start.items) {
            match (item, items.last_mut()) {
                (Item::Points { hex, nation, sp }, _) => {
                    let same = items.iter_mut().find_map(|i| match i {
                        Item::Points { hex: h, nation: n, sp } if (*h, *n) == (hex, nation) => Some(sp),
                        _ => None,
                    });
                    match same {
                        Some(more) => *more = more.saturating_add(sp),
                        None => items.push(Item::Points { hex, nation, sp }),
                    }
                }
                (other, _) => items.push(other),
            }
        }
        setup.start.items = items;
    }

    fn place(&self, p: &Piece, setup: &mut Setup, issues: &mut Issues) {
        let at = At::Piece(p.id.clone());
        let Some(nation) = self.nation(p, issues) else { return };
        let side = self.nations[nation.index()].side;
        let sp = fields::STRENGTH.read(&p.props).unwrap_or(0);
        if p.kind == "strength" && !fields::STRENGTH.is_given(&p.props) {
            issues.error(at.clone(), piece(p), "'sp' is missing: how many strength points?").rule("3.2");
        }
        let Some(hex) = self.hex(p, issues) else { return };
        let fort = setup.is_fort(hex);
        match p.kind.as_str() {
            "depot" => {
                if setup.start.depots.iter().any(|d| d.0 == hex) {
                    issues.error(at, piece(p), "there is another depot in this hex").rule("7.0");
                    return;
                }
                let offmap = fields::SUPPLIED_OFF_MAP.is_on(&p.props);
                setup.start.depots.push((hex, side, offmap));
                setup.start.depots.sort_unstable();
            }
            "strength" => {
                let inside = self.inside(p, fort, issues);
                if inside.is_none() {
                    setup.start.items.push(Item::Points { hex, nation, sp });
                }
                setup.start.stacks.push((hex, nation, Walls::from(inside.unwrap_or(false)), sp));
            }
            _ => {
                let inside = self.inside(p, fort, issues);
                let Some(i) = setup.leaders.iter().position(|l| l.id == p.id) else { return };
                if inside.is_none() {
                    setup.start.items.push(Item::Leader { leader: LeaderId(i as u8), hex });
                }
                setup.start.leader_at[i] = Some((hex, Walls::from(inside.unwrap_or(false))));
            }
        }
    }
}

fn merge(stacks: &mut Vec<StartStack>) {
    stacks.sort_unstable();
    stacks.dedup_by(|b, a| {
        let same = (a.0, a.1, a.2) == (b.0, b.1, b.2);
        if same {
            a.3 = a.3.saturating_add(b.3);
        }
        same
    });
}
