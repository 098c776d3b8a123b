//! Special rules, objectives, reinforcements, set-up and victory.

use super::{Build, MOST_TURNS};
use crate::data::Class;
use crate::fields;
use crate::setup::{Comes, Corps, Def, Objective, SetupStep, SideDef};
use crate::state::{SideId, UnitId};
use engine::game::read_placement;
use engine::hex::HexId;
use engine::scenario::{At, When};

impl Build<'_> {
    pub(super) fn specials(&mut self, sides: &mut [SideDef; 2]) {
        for (i, special) in self.doc.specials.iter().enumerate() {
            let place = format!("special rule {}", special.rule);
            match special.rule.as_str() {
                "bridges-only" => {
                    let only = fields::WATER_REGION.read(&special.props).and_then(|id| self.region(id));
                    for (h, g) in self.fields.ground.iter_mut().enumerate() {
                        let here = only.as_ref().is_none_or(|o| o.binary_search(&HexId(h as u16)).is_ok());
                        g.closed |= here && self.data.terrains[g.terrain as usize].water;
                    }
                    let standing = self.defs.iter().zip(&self.source).filter(|(d, _)| !d.hex.is_none());
                    for (d, p) in standing.filter(|(d, _)| self.fields.ground[d.hex.index()].closed) {
                        let at = At::Piece(self.doc.pieces[*p].id.clone());
                        let label = self.map.label(d.hex);
                        let text = "it starts in water that nobody may enter";
                        self.issues.error(at, label, text).rule("11.mollwitz");
                    }
                }
                "asleep" => {
                    let cost = fields::WAKING_COST.with_default(self.data.ap.wake_cost);
                    let side = fields::SLEEPING_SIDE.read(&special.props);
                    if let Some(s) = side.and_then(|id| self.side(id)) {
                        sides[s.index()].asleep = Some(cost.read_or_default(&special.props));
                    } else if side.is_none() {
                        self.issues
                            .error(At::Special(i), place, "it does not say whose units sleep")
                            .rule("11.kesselsdorf")
                            .remedy("set `side`");
                    }
                }
                // Objectives are read by themselves; others do not exist.
                _ => {}
            }
        }
    }

    pub(super) fn objectives(&mut self) -> Vec<Objective> {
        let mut out = Vec::new();
        for (i, special) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == "objective") {
            let (props, at) = (&special.props, At::Special(i));
            let region = fields::OBJECTIVE_REGION.read(props);
            let place = "special rule objective".to_owned();
            let is_placed = fields::OBJECTIVE_HEX.read(props).is_some() || region.is_some();
            let hex = fields::OBJECTIVE_HEX.find_hex(props, &self.map.grid);
            let hexes = hex.map(|h| vec![h]).or_else(|| self.region(region?));
            if !is_placed {
                self.issues
                    .error(at.clone(), place.clone(), "it has no place on the map")
                    .rule("10.victory")
                    .remedy("set `hex` or `region`");
            }
            let side = fields::OBJECTIVE_SIDE.read(props).and_then(|id| self.side(id));
            let points = fields::OBJECTIVE_POINTS.read_or_default(props);
            let Some(hexes) = hexes else { continue };
            if out.len() >= 200 {
                self.issues.error(at, place, "more than 200 objectives");
                break;
            }
            for h in &hexes {
                let g = &mut self.fields.ground[h.index()];
                if g.objective > 0 {
                    let label = self.map.label(*h);
                    self.issues
                        .error(at.clone(), label, "the hex belongs to two objectives")
                        .rule("10.victory");
                }
                g.objective = out.len() as u8 + 1;
            }
            let label = || hexes.first().map_or_else(String::new, |h| self.map.label(*h));
            let region_name = |id| {
                let region = self.doc.map.region(id);
                region.map_or_else(label, |r| if r.name.is_empty() { r.id.clone() } else { r.name.clone() })
            };
            let given = fields::OBJECTIVE_NAME.read(props).map(str::to_owned);
            let name = given.or_else(|| region.map(region_name)).unwrap_or_else(label);
            out.push(Objective { name, hexes, side, points });
        }
        out
    }

    /// Gives a unit the area it is placed in, unless it has a place already.
    pub(super) fn assign(&mut self, id: &str, side: SideId, area: u8) -> Option<UnitId> {
        let u = self.by_id.get(id).copied()?;
        let d = &mut self.defs[u.index()];
        let is_free = d.side == side && d.hex.is_none() && d.area.is_none();
        is_free.then(|| {
            d.area = Some(area);
            u
        })
    }

    pub(super) fn schedule(&mut self, sides: &mut [SideDef; 2]) {
        for (i, entry) in self.doc.schedule.iter().enumerate() {
            let place =
                if entry.name.is_empty() { format!("schedule {}", i + 1) } else { entry.name.clone() };
            let at = At::Schedule(i);
            if entry.kind != "arrival" {
                continue;
            }
            let Some(side) = self.side(&entry.side) else { continue };
            let comes = self.arrival(&entry.when, at.clone(), &place);
            let mut ids = fields::FURTHER_AREAS.read_all(&entry.props);
            if !entry.area.is_empty() {
                ids.push(&entry.area);
            }
            if ids.is_empty() {
                self.issues.error(at.clone(), place.clone(), "it has no area to come to").rule("11.liegnitz");
            }
            let mut hexes: Vec<HexId> = Vec::new();
            for id in ids {
                hexes.extend(self.region(id).unwrap_or_default());
            }
            hexes.sort_unstable();
            hexes.dedup();
            let area = self.areas.len() as u8;
            self.areas.push(hexes);
            let found = entry.pieces.iter().map(|p| self.assign(p, side, area)).collect::<Vec<_>>();
            let units: Vec<UnitId> = found.into_iter().flatten().collect();
            if units.is_empty() {
                self.issues.warning(at, place.clone(), "no units arrive").rule("11.liegnitz");
            }
            let Some(comes) = comes else { continue };
            let name =
                if entry.name.is_empty() { format!("Reinforcement {}", i + 1) } else { entry.name.clone() };
            sides[side.index()].corps.push(Corps { name, comes, units });
        }
        if self.doc.schedule.len() + self.doc.setup.len() > 200 {
            self.issues.error(At::Field("schedule".into()), "schedule", "more than 200 entries");
        }
    }

    pub(super) fn arrival(&mut self, when: &When, at: At, place: &str) -> Option<Comes> {
        match when {
            When::Turn(t) if (1..=MOST_TURNS).contains(t) => Some(Comes::Turn(*t as u16)),
            When::Die { from, props } => {
                let cost = fields::ROLL_COST.with_default(self.data.ap.call_cost).read_or_default(props);
                let on = fields::SUCCEEDS_ON.read_or_default(props);
                if *from > MOST_TURNS {
                    let text = format!("turn {from}: 1 to {MOST_TURNS}");
                    self.issues.error(at, place, text).rule("11.liegnitz");
                    return None;
                }
                Some(Comes::Die { from: *from as u16, cost, on })
            }
            When::Turn(t) => {
                self.issues.error(at, place, format!("turn {t}: 1 to {MOST_TURNS}")).rule("11.liegnitz");
                None
            }
            // The front end has refused these.
            When::Event(_) | When::Condition { .. } => None,
        }
    }

    pub(super) fn steps(&mut self) -> Vec<SetupStep> {
        let sides: Vec<&str> = self.doc.sides.iter().map(|s| s.id.as_str()).collect();
        let entries = read_placement(self.doc, &self.map, &sides, false, self.issues);
        let mut out: Vec<SetupStep> = Vec::new();
        let mut taken: Vec<(SideId, Vec<HexId>, bool)> = Vec::new();
        for entry in entries.into_iter().take(200) {
            let (at, place) = (At::Field("setup".into()), format!("set-up in {}", entry.area));
            let Some(side) = self.side(sides[entry.side]) else { continue };
            let hexes = entry.hexes;
            // What is hidden must not change what the other side may do.
            let enemies = self.defs.iter().filter(|d| d.side != side && !d.hex.is_none());
            let met = enemies.map(|d| d.hex).chain(
                taken
                    .iter()
                    .filter(|t| t.0 != side && (t.2 || entry.secret))
                    .flat_map(|t| t.1.iter().copied()),
            );
            if let Some(h) = met.into_iter().find(|h| hexes.binary_search(h).is_ok()) {
                let label = self.map.label(h);
                self.issues
                    .error(
                        at.clone(),
                        place.clone(),
                        format!("the area has {label} in common with the enemy"),
                    )
                    .rule("4.stack");
            }
            taken.push((side, hexes.clone(), entry.secret));
            let area = self.areas.len() as u8;
            self.areas.push(hexes);
            let mut units = Vec::new();
            for p in &entry.pieces {
                if let Some(u) = self.assign(p, side, area) {
                    self.defs[u.index()].secret = entry.secret;
                    units.push(u);
                }
            }
            self.room(&units, area, at, &place);
            out.push(SetupStep { side, units, secret: entry.secret });
        }
        out
    }

    pub(super) fn room(&mut self, units: &[UnitId], area: u8, at: At, place: &str) {
        let open =
            self.areas[area as usize].iter().filter(|h| self.fields.ground[h.index()].is_passable()).count();
        let count = |f: &dyn Fn(&Def) -> bool| units.iter().filter(|u| f(&self.defs[u.index()])).count();
        let most = count(&|d| matches!(d.class, Class::Foot | Class::Horse))
            .max(count(&|d| d.class == Class::Guns))
            .max(count(&|d| d.is_leader()));
        if most > open {
            let text = format!("{most} units of one kind in {open} hexes: some will have to wait");
            self.issues.warning(at, place, text).rule("4.stack");
        }
    }

    pub(super) fn victory(&mut self, sides: &mut [SideDef; 2]) {
        for (i, v) in self.doc.victory.iter().enumerate() {
            let place = format!("victory condition {}", i + 1);
            let Some(side) = self.side(&v.side) else {
                if v.side.is_empty() {
                    self.issues
                        .error(At::Victory(i), place, "it is nobody's")
                        .rule("10.victory")
                        .remedy("set `side`");
                }
                continue;
            };
            let side = &mut sides[side.index()];
            match v.kind.as_str() {
                "points" if fields::POINTS_TO_WIN.is_given(&v.props) => {
                    side.goal = fields::POINTS_TO_WIN.read(&v.props);
                }
                "points" => {
                    self.issues
                        .error(At::Victory(i), place, "it does not say how many points")
                        .rule("10.victory")
                        .remedy("set `points`");
                }
                "avoid" => side.avoids = true,
                _ => {}
            }
        }
        if sides.iter().all(|s| s.avoids) {
            self.issues
                .error(At::Field("victory".into()), "victory", "both sides win by avoiding defeat")
                .rule("10.victory");
        }
        if sides.iter().all(|s| s.goal.is_none()) {
            let at = At::Field("victory".into());
            self.issues
                .error(at, "victory", "no side has a victory-point target")
                .rule("10.victory")
                .remedy("add a victory condition `points`");
        }
        for s in sides.iter().filter(|s| s.goal.is_none() && !s.avoids) {
            let at = At::Field("victory".into());
            let text = format!("{} cannot win", s.name);
            self.issues.warning(at, format!("side {}", s.id), text).rule("10.victory");
        }
    }
}
