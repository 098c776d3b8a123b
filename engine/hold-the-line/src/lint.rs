//! Advice of somebody who knows the game.

use super::data::{Class, Data, Enter};
use super::fields;
use super::schema::NATIONS;
use engine::hex::HexId;
use engine::scenario::{At, Issues, Piece, Place, Repair, ScenarioDoc, ScheduleEntry, When};
use engine::search::{UNREACHED, distances_from};
use std::collections::BTreeMap;

/// What a careful designer would look at again. Nothing here stops a battle.
pub fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
    let grid = &doc.map.grid;
    let hex = |p: &Piece| match &p.place {
        Place::Hex(h) if grid.contains_hex(*h) => Some(*h),
        _ => None,
    };
    let name = |p: &Piece| called(data, doc, p);
    let leads = |p: &Piece| data.kind_index(&p.kind).is_some_and(|k| data.kinds[k as usize].is_leader());
    for (i, a) in doc.pieces.iter().enumerate() {
        let Some(at) = hex(a) else { continue };
        let label = doc.map.hex_label(at);
        for b in &doc.pieces[i + 1..] {
            if a.side != b.side && !leads(a) && !leads(b) && hex(b).is_some_and(|h| h.distance(at) == 1) {
                let other = hex(b).map(|h| doc.map.hex_label(h)).unwrap_or_default();
                let text = format!("{} and {} in {other} start next to each other", name(a), name(b));
                issues
                    .advice(At::Hex(at), label.clone(), text)
                    .rule("8.charge")
                    .remedy("a charge may not begin next to the enemy");
            }
        }
        if leads(a) && !doc.pieces.iter().any(|p| !leads(p) && p.side == a.side && hex(p) == Some(at)) {
            issues.advice(At::Hex(at), label, format!("{} starts alone", name(a))).rule("7.leader-displace");
        }
    }
    for side in &doc.sides {
        let own = |p: &&Piece| p.side == side.id;
        let at = || At::Forces(side.id.clone());
        let place = format!("side {}", side.id);
        if doc.pieces.iter().filter(own).any(|p| !leads(p))
            && !doc.pieces.iter().filter(own).any(|p| p.kind == "artillery")
        {
            issues.advice(at(), place.clone(), "it has no artillery").rule("3.artillery");
        }
        let losses = doc.pieces.iter().filter(|p| p.side != side.id).count() as i64;
        let worth = |s: &engine::scenario::Special| {
            if s.rule == "objective" {
                i64::from(fields::OBJECTIVE_POINTS.read_or_default(&s.props))
            } else {
                0
            }
        };
        let places: i64 = doc.specials.iter().map(worth).sum();
        for (i, v) in doc.victory.iter().enumerate().filter(|(_, v)| v.side == side.id && v.kind == "points")
        {
            let goal = fields::POINTS_TO_WIN.read(&v.props).map_or(0, i64::from);
            if goal > losses + places {
                let text = format!(
                    "it needs {goal} points, but the enemy can lose only {losses} and places bring {places}"
                );
                issues.advice(At::Victory(i), place.clone(), text).rule("10.victory");
            }
        }
    }
    let field = Field::new(data, doc);
    field.ground(issues);
    field.arrivals(issues);
    field.objectives(issues);
    field.regions(issues);
    field.unstack(issues);
    let bridges = grid.ids().any(|id| doc.map.terrain_at(id) == "bridge" || doc.map.terrain_at(id) == "ford");
    for (i, s) in doc.specials.iter().enumerate() {
        if s.rule == "bridges-only" && !bridges {
            issues
                .advice(At::Special(i), "bridges-only", "there is no bridge or ford to cross at")
                .rule("11.mollwitz");
        }
    }
}

/// A piece as a reader knows it: by its name, or as `Prussian infantry`.
fn called(data: &Data, doc: &ScenarioDoc, p: &Piece) -> String {
    if !p.name.is_empty() {
        return p.name.clone();
    }
    let kind = data.kind_index(&p.kind).map(|k| data.kinds[k as usize].name.to_lowercase());
    let kind = kind.unwrap_or_else(|| p.kind.clone());
    let known = || NATIONS.iter().find(|n| n.0 == p.nation).map(|n| n.2.to_owned());
    let own = doc.nation(&p.nation).map(|n| n.adjective.clone()).filter(|a| !a.is_empty());
    match own.or_else(known) {
        Some(nation) => format!("{nation} {kind}"),
        None => kind,
    }
}

/// Two of these do not share a hex: foot and horse count as one kind.
fn stacks_like(a: Option<Class>, b: Option<Class>) -> bool {
    let main = |c: Option<Class>| matches!(c, Some(Class::Foot | Class::Horse));
    a == b || (main(a) && main(b))
}

/// The map as somebody on foot sees it.
struct Field<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    near: Vec<[HexId; 6]>,
    enter: Vec<Enter>,
    /// Somebody stands there.
    taken: Vec<bool>,
    /// For each side the turn on which its fastest units can first be in a hex; 0 where they start.
    turns: Vec<Vec<Option<u32>>>,
}

impl<'a> Field<'a> {
    fn new(data: &'a Data, doc: &'a ScenarioDoc) -> Self {
        let terrain = |id: HexId| data.terrains.iter().find(|t| t.id == doc.map.terrain_at(id));
        let enter = |id: HexId| terrain(id).map_or(Enter::Never, |t| t.enter);
        let grid = &doc.map.grid;
        let mut field = Self {
            data,
            doc,
            near: grid.neighbour_table(),
            enter: grid.ids().map(enter).collect(),
            taken: vec![false; grid.len()],
            turns: Vec::new(),
        };
        for at in doc.pieces.iter().filter_map(|p| field.standing(p)).collect::<Vec<_>>() {
            field.taken[at.index()] = true;
        }
        for s in doc.specials.iter().filter(|s| s.rule == "bridges-only") {
            let region = fields::WATER_REGION.read(&s.props);
            let hexes = region.map_or_else(|| grid.ids().collect(), |id| field.region(id));
            for id in hexes.into_iter().filter(|id| terrain(*id).is_some_and(|t| t.water)) {
                field.enter[id.index()] = Enter::Never;
            }
        }
        field.turns = doc.sides.iter().map(|s| field.walk(&s.id)).collect();
        field
    }

    fn open(&self, id: HexId) -> bool {
        self.enter.get(id.index()).is_some_and(|e| *e != Enter::Never)
    }

    fn rate(&self, p: &Piece) -> Option<u32> {
        let kind = &self.data.kinds[self.data.kind_index(&p.kind)? as usize];
        (!kind.is_leader()).then_some(u32::from(kind.rate))
    }

    fn standing(&self, p: &Piece) -> Option<HexId> {
        match &p.place {
            Place::Hex(h) => self.doc.map.grid.id(*h),
            _ => None,
        }
    }

    fn region(&self, id: &str) -> Vec<HexId> {
        let hexes = self.doc.map.region(id).map_or(&[][..], |r| &r.hexes);
        hexes.iter().filter_map(|h| self.doc.map.grid.id(*h)).collect()
    }

    /// Regions an entry of the schedule may come to.
    fn areas(&self, e: &ScheduleEntry) -> Vec<HexId> {
        let names = fields::FURTHER_AREAS.read_all(&e.props).into_iter().chain([e.area.as_str()]);
        names.flat_map(|id| self.region(id)).collect()
    }

    /// Where a side's units come from: hexes, their rate, and the turn from which they march.
    fn sources(&self, side: &str) -> Vec<(Vec<HexId>, u32, u32)> {
        let mut out = Vec::new();
        // A battle may be taken up in its middle.
        let first = fields::FIRST_TURN.read_or_default(&self.doc.props).into();
        for p in self.doc.pieces.iter().filter(|p| p.side == side) {
            let Some(rate) = self.rate(p) else { continue };
            if let Some(at) = self.standing(p) {
                out.push((vec![at], rate, first));
                continue;
            }
            let setup = self.doc.setup.iter().filter(|e| e.pieces.contains(&p.id));
            out.extend(setup.map(|e| (self.region(&e.area), rate, first)));
            for e in self.doc.schedule.iter().filter(|e| e.pieces.contains(&p.id)) {
                if let When::Turn(from) | When::Die { from, .. } = &e.when {
                    out.push((self.areas(e), rate, (*from).max(first)));
                }
            }
        }
        out
    }

    /// The first turn on which each hex can be entered by movement alone, nobody in the way.
    fn walk(&self, side: &str) -> Vec<Option<u32>> {
        let mut best: Vec<Option<u32>> = vec![None; self.near.len()];
        // Alike units march alike: each rate and turn is walked once.
        let mut groups: BTreeMap<(u32, u32), Vec<HexId>> = BTreeMap::new();
        for (hexes, rate, from) in self.sources(side) {
            groups.entry((rate.max(1), from)).or_default().extend(hexes);
        }
        for ((rate, from), hexes) in groups {
            // Steps since the battle began; a hex that stops a unit uses up the turn.
            let starts = hexes.into_iter().filter(|h| self.open(*h));
            let starts = starts.map(|h| (u32::from(h.0), (from - 1) * rate));
            let steps = distances_from(self.near.len(), starts, |node, at, go| {
                for n in
                    self.near[node as usize].iter().filter_map(|n| n.to_option()).filter(|n| self.open(*n))
                {
                    let stops = self.enter[n.index()] == Enter::Stop;
                    go(u32::from(n.0), if stops { (at / rate + 1) * rate } else { at + 1 });
                }
            });
            for (slot, at) in best.iter_mut().zip(steps).filter(|(_, at)| *at != UNREACHED) {
                let turn = at.div_ceil(rate);
                *slot = Some(slot.map_or(turn, |old| old.min(turn)));
            }
        }
        best
    }

    /// Who starts on ground that nobody may enter may go next to it.
    fn ground(&self, issues: &mut Issues) {
        let grid = &self.doc.map.grid;
        let told = |i: &&mut engine::scenario::Issue| matches!(i.rule.as_str(), "2.movement" | "11.mollwitz");
        for issue in issues.list.iter_mut().filter(told).filter(|i| i.fix.is_none()) {
            let At::Piece(id) = &issue.at else { continue };
            let stands = self.doc.piece(id).and_then(|p| self.standing(p));
            let Some(at) = stands.filter(|at| !self.open(*at)) else { continue };
            if let Some(to) = self.free_near(at) {
                let repair = Repair::MovePiece { id: id.clone(), to: Some(grid.hex(to)) };
                issue.fix(format!("To {}", grid.label(to)), vec![repair]);
            }
        }
    }

    /// The nearest hex that can be entered and in which nobody stands.
    fn free_near(&self, at: HexId) -> Option<HexId> {
        let grid = &self.doc.map.grid;
        let free = |h: &HexId| self.open(*h) && !self.taken[h.index()];
        let here = grid.hex(at);
        grid.ids().filter(free).min_by_key(|h| (grid.hex(*h).distance(here), *h))
    }

    /// Where too many stand in one hex, the last one that came may go next to it.
    fn unstack(&self, issues: &mut Issues) {
        let grid = &self.doc.map.grid;
        for issue in issues.list.iter_mut().filter(|i| i.rule == "4.stack" && i.fix.is_none()) {
            let At::Hex(hex) = issue.at else { continue };
            let here: Vec<&Piece> = self.doc.pieces.iter().filter(|p| p.place == Place::Hex(hex)).collect();
            let rank = |p: &Piece| self.data.kind_index(&p.kind).map(|k| self.data.kinds[k as usize].class);
            let again = |(i, p): &(usize, &&Piece)| {
                here[..*i].iter().any(|o| o.side != p.side || stacks_like(rank(o), rank(p)))
            };
            let Some((_, p)) = here.iter().enumerate().rev().find(again) else { continue };
            if let Some(to) = grid.id(hex).and_then(|at| self.free_near(at)) {
                let repair = Repair::MovePiece { id: p.id.clone(), to: Some(grid.hex(to)) };
                issue.fix(format!("One to {}", grid.label(to)), vec![repair]);
            }
        }
    }

    /// Arrivals into closed ground or into the enemy's arms.
    fn arrivals(&self, issues: &mut Issues) {
        let grid = &self.doc.map.grid;
        for (i, e) in self.doc.schedule.iter().enumerate() {
            let area = self.areas(e);
            if area.is_empty() {
                continue;
            }
            let name = if e.name.is_empty() { format!("schedule entry {}", i + 1) } else { e.name.clone() };
            if !area.iter().any(|h| self.open(*h)) {
                let text = "every hex it may come to is blocked";
                issues.warning(At::Schedule(i), name, text).rule("11.liegnitz");
                continue;
            }
            let foes = self.doc.pieces.iter().filter(|p| p.side != e.side && self.rate(p).is_some());
            let foes: Vec<_> = foes.filter_map(|p| self.standing(p)).map(|h| grid.hex(h)).collect();
            let close = |h: &HexId| foes.iter().any(|f| f.distance(grid.hex(*h)) <= 1);
            let n = area.iter().filter(|h| close(h)).count();
            if n == area.len() {
                let text = "every hex it may come to is held by the enemy or next to him";
                issues.warning(At::Schedule(i), name, text).rule("11.liegnitz");
            } else if n > 0 {
                let text = format!("{n} of the {} hexes it may come to lie next to the enemy", area.len());
                issues.advice(At::Schedule(i), name, text).rule("11.liegnitz");
            }
        }
    }

    /// Objectives that nobody who wants them can reach in time.
    fn objectives(&self, issues: &mut Issues) {
        let grid = &self.doc.map.grid;
        let last = self.doc.turns.count;
        for (i, s) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == "objective") {
            let region = fields::OBJECTIVE_REGION.read(&s.props);
            let hexes = match fields::OBJECTIVE_HEX.find_hex(&s.props, grid) {
                Some(id) => vec![id],
                None => region.map_or_else(Vec::new, |id| self.region(id)),
            };
            if hexes.is_empty() {
                continue;
            }
            let name = fields::OBJECTIVE_NAME.read(&s.props).map(std::borrow::Cow::Borrowed);
            let hex = || fields::OBJECTIVE_HEX.read(&s.props);
            let place = name.or_else(hex).or(region.map(std::borrow::Cow::Borrowed));
            let scored_by = fields::OBJECTIVE_SIDE.read(&s.props);
            let wants = |n: &usize| scored_by.is_none_or(|id| self.doc.sides[*n].id == id);
            let of = |n: usize| (n, hexes.iter().filter_map(|h| self.turns[n][h.index()]).min());
            let first: Vec<(usize, Option<u32>)> = (0..self.turns.len()).filter(wants).map(of).collect();
            let place = place.unwrap_or_default().into_owned();
            match first.iter().filter_map(|f| f.1).min() {
                None => {
                    let text = "nobody who scores it can reach this objective";
                    issues.warning(At::Special(i), place, text).rule("2.movement");
                }
                Some(turn) if turn > last && last > 0 => {
                    let text = format!(
                        "by movement alone it is reached on turn {turn}, after the last turn ({last})"
                    );
                    issues
                        .warning(At::Special(i), place, text)
                        .rule("2.movement")
                        .fix(format!("{turn} turns"), vec![Repair::Turns(turn)]);
                }
                // Somebody can: who may score it too and cannot is told.
                Some(_) => {
                    let late = |f: &&(usize, Option<u32>)| f.1.is_none_or(|turn| turn > last && last > 0);
                    for (n, turn) in first.iter().filter(late) {
                        let name = &self.doc.sides[*n].name;
                        let text = match turn {
                            None => format!("{name} cannot reach this objective"),
                            Some(turn) => format!(
                                "by movement alone {name} is there on turn {turn}, after the last turn ({last})"
                            ),
                        };
                        issues.advice(At::Special(i), place.clone(), text).rule("2.movement");
                    }
                }
            }
        }
    }

    /// Regions cut off from everybody.
    fn regions(&self, issues: &mut Issues) {
        let marching = self.turns.iter().any(|t| t.iter().any(Option::is_some));
        for r in self.doc.map.regions.iter().filter(|r| marching && !r.hexes.is_empty()) {
            let hexes = self.region(&r.id);
            if !hexes.iter().any(|h| self.turns.iter().any(|t| t[h.index()].is_some())) {
                let place = format!("area {}", if r.name.is_empty() { &r.id } else { &r.name });
                issues.advice(At::Region(r.id.clone()), place, "nobody can reach it").rule("2.movement");
            }
        }
    }
}
