//! Pieces: what they are, where they stand, and who commands.

use super::{Build, MOST_UNITS};
use crate::data::Class;
use crate::fields;
use crate::options::corner_towards;
use crate::setup::{Def, Names, SideDef};
use crate::state::{NO_FACING, SideId, UnitId};
use engine::hex::HexId;
use engine::scenario::{At, Piece};
use std::collections::BTreeMap;

impl<'a> Build<'a> {
    pub(super) fn pieces(&mut self) {
        if self.doc.pieces.len() > MOST_UNITS {
            let text = format!("{} pieces; at most {MOST_UNITS} can be played", self.doc.pieces.len());
            self.issues.error(At::Field("pieces".into()), "pieces", text);
        }
        let doc = self.doc;
        for (i, p) in doc.pieces.iter().take(MOST_UNITS).enumerate() {
            self.piece(i, p);
        }
        self.unique_names();
    }

    pub(super) fn piece(&mut self, index: usize, p: &'a Piece) {
        let place = format!("piece {}", p.id);
        let at = || At::Piece(p.id.clone());
        let kind = self.resolver.unit_kind(p).map(|k| k as u8);
        let side = self.side(&p.side);
        if p.side.is_empty() {
            self.issues.error(at(), place.clone(), "it belongs to no side").remedy("give it one");
        }
        let first = side.and_then(|s| self.doc.sides.get(s.index())).and_then(|s| s.nations.first());
        let wanted = if p.nation.is_empty() { first.map_or("", String::as_str) } else { &p.nation };
        let nation = self.nations.iter().position(|n| n.id == wanted);
        if wanted.is_empty() {
            self.issues.error(at(), place.clone(), "it belongs to no nation").rule("9.foreign");
        }
        let hex = self.resolver.start_hex(p, "4.stack", self.issues).unwrap_or(HexId::NONE);
        let (Some(kind), Some(side), Some(nation)) = (kind, side, nation) else { return };
        let k = &self.data.kinds[kind as usize];
        let leader = k.is_leader();
        let (mut mp, mut now, mut rating, mut rank) = (1, 1, 0, 0);
        if leader {
            rating = fields::RATING.read_or_default(&p.props);
            rank = fields::COMMANDER.read_or_default(&p.props);
        } else {
            mp = fields::MP.with_default(k.mp).read_or_default(&p.props);
            now = Some(fields::MP_LEFT.read_or_default(&p.props)).filter(|n| *n > 0).unwrap_or(mp);
        }
        if now > mp {
            let text = format!("`now` is {now}: a number from 0 to {mp}");
            self.issues.error(at(), place.clone(), text).rule(fields::MP_LEFT.rule);
            now = mp;
        }
        if !hex.is_none() && !self.fields.ground[hex.index()].is_passable() {
            let text = "it starts on ground that nobody can enter";
            self.issues.error(At::Piece(p.id.clone()), self.map.label(hex), text).rule("2.movement");
        }
        self.by_id.insert(&p.id, UnitId(self.defs.len() as u8));
        self.source.push(index);
        self.defs.push(Def {
            side,
            kind,
            class: k.class,
            nation: nation as u8,
            mp,
            now,
            awake: fields::AWAKE.is_on(&p.props),
            rate: k.rate,
            range: k.fire.len() as u8,
            rating,
            rank,
            hex,
            facing: NO_FACING,
            drawn: false,
            area: None,
            secret: false,
        });
        let short = if p.name.is_empty() { k.name.clone() } else { p.name.clone() };
        self.names.push(Names { id: p.id.clone(), name: p.name.clone(), unique: short.clone(), short });
    }

    /// Numbers pieces of the same name and side: kinds while they are off the map, names given by the
    /// designer always, since two such pieces may share a hex.
    pub(super) fn unique_names(&mut self) {
        let key = |d: &Def, n: &Names| (d.side, n.short.to_lowercase());
        let mut count: BTreeMap<(SideId, String), u32> = BTreeMap::new();
        for (d, n) in self.defs.iter().zip(&self.names) {
            *count.entry(key(d, n)).or_default() += 1;
        }
        let mut seen: BTreeMap<(SideId, String), u32> = BTreeMap::new();
        for (d, n) in self.defs.iter().zip(&mut self.names) {
            let key = key(d, n);
            let total = count.get(&key).copied().unwrap_or(1);
            let number = seen.entry(key).or_default();
            *number += 1;
            if total > 1 {
                n.unique = format!("{} no. {number}", n.short);
                if !n.name.is_empty() {
                    n.short.clone_from(&n.unique);
                }
            }
        }
    }

    pub(super) fn stacking(&mut self) {
        let mut cells: BTreeMap<HexId, Vec<usize>> = BTreeMap::new();
        for (i, d) in self.defs.iter().enumerate().filter(|(_, d)| !d.hex.is_none()) {
            cells.entry(d.hex).or_default().push(i);
        }
        for (hex, list) in cells {
            let count = |f: &dyn Fn(&Def) -> bool| list.iter().filter(|i| f(&self.defs[**i])).count();
            let label = self.map.label(hex);
            let at = At::Hex(self.map.grid.hex(hex));
            let main = count(&|d| matches!(d.class, Class::Foot | Class::Horse));
            let mut wrong = |rule: &str, text: &str| {
                self.issues.error(at.clone(), label.clone(), text).rule(rule);
            };
            if main > 1 {
                wrong("4.stack", "more than one infantry or cavalry unit in the hex");
            }
            if count(&|d| d.class == Class::Guns) > 1 {
                wrong("4.stack", "more than one artillery unit in the hex");
            }
            if count(&|d| d.is_leader()) > 1 {
                wrong("4.stack", "more than one leader in the hex");
            }
            if list.iter().any(|i| self.defs[*i].side != self.defs[list[0]].side) {
                wrong("4.stack", "both sides are in the hex");
            }
            let leader = list.iter().find(|i| self.defs[**i].is_leader());
            if leader.is_some_and(|l| list.iter().any(|i| self.defs[*i].nation != self.defs[*l].nation)) {
                wrong("9.foreign", "a leader stands with troops of another nation");
            }
        }
    }

    pub(super) fn commanders(&mut self, sides: &[SideDef; 2]) {
        for (i, side) in sides.iter().enumerate() {
            let leaders: Vec<&Def> =
                self.defs.iter().filter(|d| d.side.index() == i && d.is_leader()).collect();
            let place = format!("side {}", side.id);
            let at = At::Forces(side.id.clone());
            if !self.defs.iter().any(|d| d.side.index() == i && d.is_combat_unit()) {
                self.issues.error(at.clone(), place.clone(), "it has no units").rule("4.stack");
            }
            if leaders.is_empty() && side.fallen > 0 {
                continue;
            }
            if leaders.is_empty() {
                self.issues.warning(at, place, "it has no leader").rule("9.store");
                continue;
            }
            // A commander who has fallen before the start is not missed.
            if leaders.iter().all(|d| d.rank != 1) && side.fallen == 0 {
                let best = self.doc.pieces.iter().filter(|p| p.side == side.id).filter_map(|p| {
                    let leads = self
                        .data
                        .kind_index(&p.kind)
                        .is_some_and(|k| self.data.kinds[k as usize].is_leader());
                    leads.then(|| (fields::RATING.read_or_default(&p.props), p))
                });
                let best = best.max_by_key(|b| b.0).map(|b| b.1);
                let issue = self
                    .issues
                    .error(at.clone(), place.clone(), "nobody commands the army")
                    .rule("9.store")
                    .remedy("give one leader the command 1");
                if let Some(leader) = best {
                    let name = if leader.name.is_empty() { &leader.id } else { &leader.name };
                    issue.fix(format!("Appoint {name}"), vec![fields::COMMANDER.repair(&leader.id, 1)]);
                }
            }
            for rank in 1..=9 {
                if leaders.iter().filter(|d| d.rank == rank).count() > 1 {
                    let text = format!("two leaders have command rank {rank}");
                    self.issues.error(at.clone(), place.clone(), text).rule("9.idle-commander");
                }
            }
        }
    }

    /// opt.facing: as drawn, else towards the enemy.
    pub(super) fn facings(&mut self, on: bool) {
        let middle = |defs: &[Def], side: SideId| {
            let own = || defs.iter().filter(|d| d.side == side);
            let mut at: Vec<HexId> = own().filter_map(|d| d.hex.to_option()).collect();
            if at.is_empty() {
                // Nobody is on the map yet: the middle of where they may be placed.
                let area = |d: &Def| d.area.and_then(|a| self.areas.get(a as usize));
                at = own().filter_map(area).flatten().copied().collect();
            }
            let hexes: Vec<_> = at.iter().map(|h| self.fields.hexes[h.index()]).collect();
            let n = hexes.len().max(1) as i32;
            let sum =
                |f: &dyn Fn(&engine::hex::Hex) -> i16| hexes.iter().map(|h| i32::from(f(h))).sum::<i32>();
            (sum(&|h| h.q), sum(&|h| h.r), n)
        };
        let (a, b) = (middle(&self.defs, SideId::FIRST), middle(&self.defs, SideId::SECOND));
        // From the middle of side 0 to the middle of side 1, times both counts.
        let (q, r) = (b.0 * a.2 - a.0 * b.2, b.1 * a.2 - a.1 * b.2);
        let towards = [corner_towards(q, r), corner_towards(-q, -r)];
        for (i, source) in self.source.clone().into_iter().enumerate() {
            let p = &self.doc.pieces[source];
            let k = &self.data.kinds[self.defs[i].kind as usize];
            if let Some(f) = p.facing
                && (f.0 > 11 || !f.is_corner())
            {
                let text = "units face a corner of their hex";
                self.issues
                    .warning(At::Piece(p.id.clone()), format!("piece {}", p.id), text)
                    .rule("opt.facing");
            }
            if on && k.linear && !k.all_round {
                let drawn = p.facing.filter(|f| f.0 < 12).map(|f| f.0 / 2);
                self.defs[i].drawn = drawn.is_some();
                self.defs[i].facing = drawn.unwrap_or(towards[self.defs[i].side.index()]);
            }
        }
    }

    pub(super) fn off_map(&mut self) {
        for (d, n) in self.defs.iter().zip(&self.names) {
            if d.hex.is_none() && d.area.is_none() {
                self.issues
                    .error(
                        At::Piece(n.id.clone()),
                        format!("piece {}", n.id),
                        "it is neither on the map nor expected",
                    )
                    .remedy("place it, schedule its arrival, or leave it to the set-up");
            }
        }
    }
}
