//! From a document to a setup, with everything that is wrong with it.

use super::data::{Class, Data};
use super::schema::{NATIONS, OPTIONS};
use super::setup::{
    Comes, Corps, Def, Fields, Names, NationDef, Objective, Options, SeatDef, Setup, SetupStep, SideDef,
    fields,
};
use super::state::{NO_FACING, SideId, UnitId};
use crate::hex::{Dir, HexId};
use crate::map::Map;
use crate::present::Seat;
use crate::scenario::{At, Issues, OptionSet, Piece, Place, Props, ScenarioDoc, Value, When};
use std::collections::BTreeMap;

/// Units are numbered in a byte, and one number means nobody.
const MOST_UNITS: usize = 200;
const MOST_TURNS: u32 = 999;

/// What is being built, and the document it is built from.
struct Build<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    issues: &'a mut Issues,
    map: Map,
    fields: Fields,
    nations: Vec<NationDef>,
    defs: Vec<Def>,
    names: Vec<Names>,
    by_id: BTreeMap<&'a str, UnitId>,
    /// The pieces behind `defs`, by their place in the document.
    source: Vec<usize>,
    areas: Vec<Vec<HexId>>,
}

/// Turns a document into a setup, or says all that stands in the way.
pub fn compile(data: &Data, doc: &ScenarioDoc, chosen: &OptionSet, issues: &mut Issues) -> Option<Setup> {
    let terrains: Vec<&str> = data.terrains.iter().map(|t| t.id.as_str()).collect();
    if doc.map.grid.is_empty() {
        issues.error(At::Field("grid".into()), "grid", "the map has no hexes");
        return None;
    }
    let map = Map::compile(&doc.map, &terrains, &[], issues);
    let fields = fields(data, &map);
    let mut b = Build {
        data,
        doc,
        issues,
        map,
        fields,
        nations: Vec::new(),
        defs: Vec::new(),
        names: Vec::new(),
        by_id: BTreeMap::new(),
        source: Vec::new(),
        areas: Vec::new(),
    };
    let options = b.options(chosen);
    let mut sides = b.sides()?;
    b.nations();
    b.pieces();
    b.specials(&mut sides);
    b.schedule(&mut sides);
    let steps = b.steps();
    let objectives = b.objectives();
    b.stacking();
    b.commanders(&sides);
    b.victory(&mut sides);
    b.facings(options.facing);
    b.off_map();
    let first = b.first();
    let (seats, seat_of) = b.seats(&sides);
    if !(1..=MOST_TURNS).contains(&doc.turns.count) {
        let text = format!("the battle lasts {} turns: 1 to {MOST_TURNS}", doc.turns.count);
        b.issues.error(At::Field("turns".into()), "turns", text).rule("10.victory");
    }
    if b.issues.has_errors() {
        return None;
    }
    let mut setup = Setup::new(b.map, b.fields);
    setup.title.clone_from(&doc.title);
    (setup.defs, setup.names, setup.nations, setup.areas) = (b.defs, b.names, b.nations, b.areas);
    (setup.sides, setup.first, setup.turns) = (sides, first, doc.turns.count as u16);
    (setup.seats, setup.seat_of, setup.steps) = (seats, seat_of, steps);
    (setup.objectives, setup.options) = (objectives, options);
    setup.turn_names.clone_from(&doc.turns.names);
    Some(setup)
}

fn int(props: &Props, id: &str) -> Option<i64> {
    props.get(id).and_then(Value::as_int)
}

fn text<'p>(props: &'p Props, id: &str) -> &'p str {
    props.get(id).and_then(Value::as_text).unwrap_or("")
}

impl<'a> Build<'a> {
    fn options(&mut self, chosen: &OptionSet) -> Options {
        let mut on = Options::default();
        for (id, value) in chosen {
            let at = || At::Option(id.clone());
            if !OPTIONS.iter().any(|o| o.0 == id) {
                self.issues.error(at(), format!("option {id}"), "this rule system has no such option");
                continue;
            }
            let Some(value) = value.as_bool() else {
                self.issues.error(at(), format!("option {id}"), "it is either on or off");
                continue;
            };
            let slot = match id.as_str() {
                "rapid" => &mut on.rapid,
                "attacker-morale" => &mut on.attacker_morale,
                "nation-austrian-cavalry" => &mut on.austrian_cavalry,
                "nation-prussian-infantry" => &mut on.prussian_infantry,
                "unit-rally" => &mut on.unit_rally,
                "elite" => &mut on.elite,
                "artillery-range" => &mut on.artillery_range,
                "advance" => &mut on.advance,
                "flank" => &mut on.flank,
                "withdrawal" => &mut on.withdrawal,
                "linear" => &mut on.linear,
                "momentum" => &mut on.momentum,
                _ => &mut on.facing,
            };
            *slot = value;
        }
        on
    }

    fn sides(&mut self) -> Option<[SideDef; 2]> {
        let doc = self.doc;
        for (i, s) in doc.sides.iter().enumerate() {
            if s.id.is_empty() || doc.sides[..i].iter().any(|o| o.id == s.id) {
                self.issues.error(
                    At::Side(s.id.clone()),
                    format!("side {}", s.id),
                    "two sides share an id, or it is empty",
                );
            }
        }
        let [a, b] = doc.sides.as_slice() else {
            let text = format!("{} sides; this game is for exactly two", doc.sides.len());
            self.issues.error(At::Field("sides".into()), "sides", text).rule("5.sequence");
            return None;
        };
        let mut one = |s: &crate::scenario::Side| {
            let at = At::Side(s.id.clone());
            let command = int(&s.props, "command");
            match command {
                None => {
                    self.issues
                        .error(at, format!("side {}", s.id), "no command action points are given")
                        .rule("6.ap-roll")
                        .remedy("set `command`");
                }
                Some(n) if !(0..=20).contains(&n) => {
                    self.issues
                        .error(at, format!("side {}", s.id), format!("{n} command action points: 0 to 20"))
                        .rule("6.ap-roll");
                }
                _ => {}
            }
            let army = s.nations.first().map_or_else(String::new, |n| army_of(doc, n));
            SideDef {
                id: s.id.clone(),
                name: if s.name.is_empty() { s.id.clone() } else { s.name.clone() },
                army,
                command: command.unwrap_or(0).clamp(0, 20) as u8,
                goal: None,
                avoids: false,
                asleep: None,
                corps: Vec::new(),
            }
        };
        Some([one(a), one(b)])
    }

    fn side(&self, id: &str) -> Option<SideId> {
        self.doc.sides.iter().take(2).position(|s| s.id == id).map(|i| i as SideId)
    }

    fn nations(&mut self) {
        for n in &self.doc.nations {
            let adjective = if n.adjective.is_empty() { n.id.clone() } else { n.adjective.clone() };
            self.nations.push(NationDef { id: n.id.clone(), adjective, army: army_of(self.doc, &n.id) });
        }
        for (id, _, adjective, army) in NATIONS {
            if self.nations.iter().all(|n| n.id != *id) {
                let (id, adjective, army) = ((*id).to_owned(), (*adjective).to_owned(), (*army).to_owned());
                self.nations.push(NationDef { id, adjective, army });
            }
        }
    }

    fn pieces(&mut self) {
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

    fn piece(&mut self, index: usize, p: &'a Piece) {
        let place = format!("piece {}", p.id);
        let at = || At::Piece(p.id.clone());
        if p.id.is_empty() || self.by_id.contains_key(p.id.as_str()) {
            self.issues.error(at(), place.clone(), "two pieces share an id, or it is empty");
        }
        let kind = self.data.kind(&p.kind);
        if kind.is_none() {
            let all: Vec<&str> = self.data.kinds.iter().map(|k| k.id.as_str()).collect();
            self.issues
                .error(at(), place.clone(), format!("'{}' is no unit kind of this rule system", p.kind))
                .remedy(format!("use one of: {}", all.join(", ")));
        }
        let side = self.side(&p.side);
        if side.is_none() {
            self.issues.error(at(), place.clone(), format!("the side '{}' does not exist", p.side));
        }
        let first = side.and_then(|s| self.doc.sides.get(s as usize)).and_then(|s| s.nations.first());
        let wanted = if p.nation.is_empty() { first.map_or("", String::as_str) } else { &p.nation };
        let nation = self.nations.iter().position(|n| n.id == wanted);
        if nation.is_none() {
            self.issues
                .error(at(), place.clone(), format!("the nation '{wanted}' is unknown"))
                .rule("9.foreign")
                .remedy("add it to the nations of the scenario");
        }
        let hex = self.hex_of(p, &place);
        let (Some(kind), Some(side), Some(nation)) = (kind, side, nation) else { return };
        let k = &self.data.kinds[kind as usize];
        let leader = k.is_leader();
        let mut number = |id: &str, range: (i64, i64), default: i64, rule: &str| {
            let n = match p.props.get(id) {
                None => default,
                Some(v) => match v.as_int() {
                    Some(n) if (range.0..=range.1).contains(&n) => n,
                    _ => {
                        let text = format!("`{id}` is {v}: a number from {} to {}", range.0, range.1);
                        self.issues
                            .error(At::Piece(p.id.clone()), format!("piece {}", p.id), text)
                            .rule(rule);
                        default
                    }
                },
            };
            n as u8
        };
        let mp = if leader { 1 } else { number("mp", (1, 4), i64::from(k.mp), "3.mp") };
        let rating = if leader { number("rating", (1, 3), 1, "9.morale") } else { 0 };
        let rank = if leader { number("commander", (0, 9), 0, "9.store") } else { 0 };
        if !hex.is_none() && !self.fields.ground[hex.index()].passable() {
            let (id, label) = (self.map.grid.hex(hex), self.map.label(hex));
            self.issues
                .error(At::Hex(id), label, format!("{} stands on impassable ground", p.id))
                .rule("2.movement");
        }
        self.by_id.insert(&p.id, UnitId(self.defs.len() as u8));
        self.source.push(index);
        self.defs.push(Def {
            side,
            kind,
            class: k.class,
            nation: nation as u8,
            mp,
            rate: k.rate,
            range: k.fire.len() as u8,
            rating,
            rank,
            hex,
            facing: NO_FACING,
            area: None,
            secret: false,
        });
        let short = if p.name.is_empty() { k.name.clone() } else { p.name.clone() };
        self.names.push(Names { id: p.id.clone(), name: p.name.clone(), unique: short.clone(), short });
    }

    fn hex_of(&mut self, p: &Piece, place: &str) -> HexId {
        let mut wrong = |text: String| {
            self.issues.error(At::Piece(p.id.clone()), place, text).rule("4.stack");
            HexId::NONE
        };
        match &p.place {
            Place::Off => HexId::NONE,
            Place::Hex(h) => match self.map.grid.id(*h) {
                Some(id) => id,
                None => wrong("its hex is not on the map".into()),
            },
            Place::Hexes(list) => match list.as_slice() {
                [h] if self.map.grid.contains(*h) => self.map.grid.id(*h).unwrap_or(HexId::NONE),
                _ => wrong("a unit stands in one hex".into()),
            },
            Place::Unknown(text) => wrong(format!("hex {text} is not on the map")),
            Place::Box { .. } | Place::On { .. } => {
                wrong("this rule system has no boxes and no carriers".into())
            }
        }
    }

    /// Numbers pieces of the same name and side, for as long as they are off the map.
    fn unique_names(&mut self) {
        let mut count: BTreeMap<(SideId, String), u32> = BTreeMap::new();
        for (d, n) in self.defs.iter().zip(&self.names) {
            *count.entry((d.side, n.short.clone())).or_default() += 1;
        }
        let mut seen: BTreeMap<(SideId, String), u32> = BTreeMap::new();
        for (d, n) in self.defs.iter().zip(&mut self.names) {
            let key = (d.side, n.short.clone());
            let total = count.get(&key).copied().unwrap_or(1);
            let number = seen.entry(key).or_default();
            *number += 1;
            if total > 1 {
                n.unique = format!("{} no. {number}", n.short);
            }
        }
    }

    fn stacking(&mut self) {
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

    fn commanders(&mut self, sides: &[SideDef; 2]) {
        for (i, side) in sides.iter().enumerate() {
            let leaders: Vec<&Def> =
                self.defs.iter().filter(|d| d.side as usize == i && d.is_leader()).collect();
            let place = format!("side {}", side.id);
            let at = At::Side(side.id.clone());
            if !self.defs.iter().any(|d| d.side as usize == i && d.fights()) {
                self.issues.error(at.clone(), place.clone(), "it has no units").rule("4.stack");
            }
            if leaders.is_empty() {
                self.issues.warning(at, place, "it has no leader").rule("9.store");
                continue;
            }
            if leaders.iter().all(|d| d.rank != 1) {
                self.issues
                    .error(at.clone(), place.clone(), "nobody commands the army")
                    .rule("9.store")
                    .remedy("give one leader `commander: 1`");
            }
            for rank in 1..=9 {
                if leaders.iter().filter(|d| d.rank == rank).count() > 1 {
                    let text = format!("two leaders have command rank {rank}");
                    self.issues.error(at.clone(), place.clone(), text).rule("9.idle-commander");
                }
            }
        }
    }

    fn first(&mut self) -> SideId {
        let id = text(&self.doc.props, "first");
        match self.side(id) {
            Some(side) => side,
            None => {
                let at = At::Field("first".into());
                if id.is_empty() {
                    self.issues
                        .warning(at, "first", "nobody is named to move first: the first side does")
                        .rule("5.sequence");
                } else {
                    self.issues
                        .error(at, "first", format!("the side '{id}' does not exist"))
                        .rule("5.sequence");
                }
                0
            }
        }
    }

    fn seats(&mut self, sides: &[SideDef; 2]) -> (Vec<SeatDef>, [Seat; 2]) {
        if self.doc.seats.is_empty() {
            let seat = |s: &SideDef| SeatDef { name: s.name.clone(), army: s.army.clone() };
            return (sides.iter().map(seat).collect(), [Seat(0), Seat(1)]);
        }
        let mut of: [Option<Seat>; 2] = [None; 2];
        let mut seats = Vec::new();
        for (i, seat) in self.doc.seats.iter().enumerate() {
            let mut army = String::new();
            for id in &seat.sides {
                let at = At::Field("seats".into());
                match self.side(id) {
                    None => {
                        self.issues.error(at, "seats", format!("the side '{id}' does not exist"));
                    }
                    Some(s) if of[s as usize].is_some() => {
                        self.issues.error(at, "seats", format!("the side '{id}' has two seats"));
                    }
                    Some(s) => {
                        of[s as usize] = Some(Seat(i as u8));
                        if army.is_empty() {
                            army.clone_from(&sides[s as usize].army);
                        }
                    }
                }
            }
            seats.push(SeatDef { name: seat.name.clone(), army });
        }
        for (s, seat) in sides.iter().zip(of) {
            if seat.is_none() {
                self.issues.error(At::Side(s.id.clone()), format!("side {}", s.id), "nobody sits for it");
            }
        }
        (seats, [of[0].unwrap_or(Seat(0)), of[1].unwrap_or(Seat(0))])
    }

    fn victory(&mut self, sides: &mut [SideDef; 2]) {
        for (i, v) in self.doc.victory.iter().enumerate() {
            let place = format!("victory condition {}", i + 1);
            let Some(side) = self.side(&v.side) else {
                let text = format!("the side '{}' does not exist", v.side);
                self.issues.error(At::Victory(i), place, text).rule("10.victory");
                continue;
            };
            let side = &mut sides[side as usize];
            match (v.kind.as_str(), int(&v.props, "points")) {
                ("points", Some(n)) if (1..=999).contains(&n) => side.goal = Some(n as i32),
                ("points", _) => {
                    self.issues
                        .error(At::Victory(i), place, "`points` must be a number from 1 to 999")
                        .rule("10.victory");
                }
                ("avoid", _) => side.avoids = true,
                (other, _) => {
                    let text = format!("'{other}' is no victory condition of this rule system");
                    self.issues.error(At::Victory(i), place, text).remedy("use points or avoid");
                }
            }
        }
        if sides.iter().all(|s| s.avoids) {
            self.issues
                .error(At::Field("victory".into()), "victory", "both sides win by avoiding defeat")
                .rule("10.victory");
        }
        if sides.iter().all(|s| s.goal.is_none()) {
            let at = At::Field("victory".into());
            self.issues.error(at, "victory", "no side has a total of points to reach").rule("10.victory");
        }
        for s in sides.iter().filter(|s| s.goal.is_none() && !s.avoids) {
            let at = At::Side(s.id.clone());
            self.issues.warning(at, format!("side {}", s.id), "it has no way to win").rule("10.victory");
        }
    }

    fn region(&mut self, id: &str, at: At, place: &str) -> Option<Vec<HexId>> {
        let found = self.map.region(id).map(<[HexId]>::to_vec);
        match found {
            Some(mut hexes) if !hexes.is_empty() => {
                hexes.sort_unstable();
                hexes.dedup();
                Some(hexes)
            }
            Some(_) => {
                self.issues.error(at, place, format!("the region '{id}' has no hexes"));
                None
            }
            None => {
                self.issues.error(at, place, format!("the region '{id}' does not exist"));
                None
            }
        }
    }

    fn specials(&mut self, sides: &mut [SideDef; 2]) {
        for (i, special) in self.doc.specials.iter().enumerate() {
            let place = format!("special rule {}", special.rule);
            match special.rule.as_str() {
                "bridges-only" => {
                    let id = text(&special.props, "region");
                    let only = if id.is_empty() { None } else { self.region(id, At::Special(i), &place) };
                    for (h, g) in self.fields.ground.iter_mut().enumerate() {
                        let here = only.as_ref().is_none_or(|o| o.binary_search(&HexId(h as u16)).is_ok());
                        g.closed |= here && self.data.terrains[g.terrain as usize].water;
                    }
                    let drowned = self.defs.iter().filter(|d| !d.hex.is_none());
                    for d in drowned.filter(|d| self.fields.ground[d.hex.index()].closed) {
                        let at = At::Hex(self.map.grid.hex(d.hex));
                        let label = self.map.label(d.hex);
                        self.issues
                            .error(at, label, "a unit stands in water nobody may enter")
                            .rule("11.mollwitz");
                    }
                }
                "asleep" => {
                    let id = text(&special.props, "side");
                    let cost = int(&special.props, "cost").unwrap_or(i64::from(self.data.ap.wake_cost));
                    match self.side(id) {
                        Some(s) if (0..=20).contains(&cost) => sides[s as usize].asleep = Some(cost as u8),
                        Some(_) => {
                            let text = format!("waking costs {cost}: 0 to 20");
                            self.issues.error(At::Special(i), place, text).rule("11.kesselsdorf");
                        }
                        None => {
                            let text = format!("the side '{id}' does not exist");
                            self.issues.error(At::Special(i), place, text).rule("11.kesselsdorf");
                        }
                    }
                }
                "objective" => {}
                other => {
                    let text = format!("'{other}' is no special rule of this rule system");
                    self.issues
                        .error(At::Special(i), place, text)
                        .remedy("use bridges-only, asleep or objective");
                }
            }
        }
    }

    fn objectives(&mut self) -> Vec<Objective> {
        let mut out = Vec::new();
        for (i, special) in self.doc.specials.iter().enumerate().filter(|(_, s)| s.rule == "objective") {
            let (props, at) = (&special.props, At::Special(i));
            let (hex, region) = (text(props, "hex"), text(props, "region"));
            let place = "special rule objective".to_owned();
            let hexes = if hex.is_empty() {
                self.region(region, at.clone(), &place)
            } else if let Some(h) = self.map.grid.parse(hex) {
                Some(vec![h])
            } else {
                self.issues.error(at.clone(), place.clone(), format!("hex {hex} is not on the map"));
                None
            };
            let id = text(props, "side");
            let side = self.side(id);
            if side.is_none() && !id.is_empty() {
                self.issues.error(at.clone(), place.clone(), format!("the side '{id}' does not exist"));
            }
            let points = int(props, "points").unwrap_or(1);
            if !(1..=99).contains(&points) {
                self.issues
                    .error(at.clone(), place.clone(), format!("{points} points: 1 to 99"))
                    .rule("10.victory");
            }
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
            let given = text(props, "name");
            let label = || hexes.first().map_or_else(String::new, |h| self.map.label(*h));
            let name =
                match (given, region) {
                    ("", "") => label(),
                    ("", region) => self.doc.map.region(region).map_or_else(label, |r| {
                        if r.name.is_empty() { r.id.clone() } else { r.name.clone() }
                    }),
                    (given, _) => given.to_owned(),
                };
            out.push(Objective { name, hexes, side, points: points as i32 });
        }
        out
    }

    /// Gives a unit the area it is placed in; says so if it has a place already.
    fn assign(&mut self, id: &str, side: SideId, area: u8, at: At, place: &str) -> Option<UnitId> {
        let Some(u) = self.by_id.get(id).copied() else {
            self.issues.error(at, place, format!("the piece '{id}' does not exist or is not in order"));
            return None;
        };
        let d = &mut self.defs[u.index()];
        let wrong = if d.side != side {
            "belongs to the other side"
        } else if !d.hex.is_none() {
            "is already on the map"
        } else if d.area.is_some() {
            "is placed twice"
        } else {
            d.area = Some(area);
            return Some(u);
        };
        self.issues.error(at, place, format!("the piece '{id}' {wrong}")).rule("4.stack");
        None
    }

    fn schedule(&mut self, sides: &mut [SideDef; 2]) {
        for (i, entry) in self.doc.schedule.iter().enumerate() {
            let place =
                if entry.name.is_empty() { format!("schedule {}", i + 1) } else { entry.name.clone() };
            let at = At::Schedule(i);
            if entry.kind != "arrival" {
                let text = format!("'{}' is nothing this rule system schedules", entry.kind);
                self.issues.error(at, place, text).remedy("use arrival");
                continue;
            }
            let Some(side) = self.side(&entry.side) else {
                self.issues.error(at, place, format!("the side '{}' does not exist", entry.side));
                continue;
            };
            let comes = self.comes(&entry.when, at.clone(), &place);
            let mut ids: Vec<&str> = entry
                .props
                .get("areas")
                .and_then(Value::as_list)
                .into_iter()
                .flatten()
                .filter_map(Value::as_text)
                .collect();
            if !entry.area.is_empty() {
                ids.push(&entry.area);
            }
            if ids.is_empty() {
                self.issues.error(at.clone(), place.clone(), "it has no area to come to").rule("11.liegnitz");
            }
            let mut hexes: Vec<HexId> = Vec::new();
            for id in ids {
                hexes.extend(self.region(id, at.clone(), &place).unwrap_or_default());
            }
            hexes.sort_unstable();
            hexes.dedup();
            let area = self.areas.len() as u8;
            self.areas.push(hexes);
            let found = entry
                .pieces
                .iter()
                .map(|p| self.assign(p, side, area, at.clone(), &place))
                .collect::<Vec<_>>();
            let units: Vec<UnitId> = found.into_iter().flatten().collect();
            if units.is_empty() {
                self.issues.warning(at, place.clone(), "nobody comes").rule("11.liegnitz");
            }
            let Some(comes) = comes else { continue };
            let name =
                if entry.name.is_empty() { format!("Reinforcement {}", i + 1) } else { entry.name.clone() };
            sides[side as usize].corps.push(Corps { name, comes, units });
        }
        if self.doc.schedule.len() + self.doc.setup.len() > 200 {
            self.issues.error(At::Field("schedule".into()), "schedule", "more than 200 entries");
        }
    }

    fn comes(&mut self, when: &When, at: At, place: &str) -> Option<Comes> {
        match when {
            When::Turn(t) if (1..=MOST_TURNS).contains(t) => Some(Comes::Turn(*t as u16)),
            When::Die { from, props } => {
                let cost = int(props, "cost").unwrap_or(i64::from(self.data.ap.call_cost));
                let on = int(props, "succeeds_on").unwrap_or(1);
                if (0..=20).contains(&cost) && (1..=6).contains(&on) && *from <= MOST_TURNS {
                    return Some(Comes::Die { from: *from as u16, cost: cost as u8, on: on as u8 });
                }
                let text = "`cost` runs from 0 to 20, `succeeds_on` from 1 to 6";
                self.issues.error(at, place, text).rule("11.liegnitz");
                None
            }
            When::Turn(t) => {
                self.issues.error(at, place, format!("turn {t}: 1 to {MOST_TURNS}")).rule("11.liegnitz");
                None
            }
            When::Event(_) | When::Condition { .. } => {
                let text = "this rule system knows arrivals by turn and by die";
                self.issues.error(at, place, text).rule("11.liegnitz");
                None
            }
        }
    }

    fn steps(&mut self) -> Vec<SetupStep> {
        let mut order: Vec<usize> = (0..self.doc.setup.len().min(200)).collect();
        order.sort_by_key(|i| (self.doc.setup[*i].order, *i));
        let mut out: Vec<SetupStep> = Vec::new();
        let mut taken: Vec<(SideId, Vec<HexId>, bool)> = Vec::new();
        for i in order {
            let entry = &self.doc.setup[i];
            let (at, place) = (At::Field("setup".into()), format!("set-up {}", i + 1));
            let Some(side) = self.side(&entry.side) else {
                self.issues.error(at, place, format!("the side '{}' does not exist", entry.side));
                continue;
            };
            let Some(hexes) = self.region(&entry.area, at.clone(), &place) else { continue };
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
                if let Some(u) = self.assign(p, side, area, at.clone(), &place) {
                    self.defs[u.index()].secret = entry.secret;
                    units.push(u);
                }
            }
            self.room(&units, area, at, &place);
            out.push(SetupStep { side, units, secret: entry.secret });
        }
        out
    }

    fn room(&mut self, units: &[UnitId], area: u8, at: At, place: &str) {
        let open =
            self.areas[area as usize].iter().filter(|h| self.fields.ground[h.index()].passable()).count();
        let count = |f: &dyn Fn(&Def) -> bool| units.iter().filter(|u| f(&self.defs[u.index()])).count();
        let most = count(&|d| matches!(d.class, Class::Foot | Class::Horse))
            .max(count(&|d| d.class == Class::Guns))
            .max(count(&|d| d.is_leader()));
        if most > open {
            let text = format!("{most} units of one kind in {open} hexes: some will have to wait");
            self.issues.warning(at, place, text).rule("4.stack");
        }
    }

    fn off_map(&mut self) {
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

    /// opt.facing: as drawn, else towards the enemy.
    fn facings(&mut self, on: bool) {
        let middle = |defs: &[Def], side: SideId| {
            let hexes: Vec<_> = defs
                .iter()
                .filter(|d| d.side == side && !d.hex.is_none())
                .map(|d| self.fields.hexes[d.hex.index()])
                .collect();
            let n = hexes.len().max(1) as i32;
            let sum =
                |f: &dyn Fn(&crate::hex::Hex) -> i16| hexes.iter().map(|h| i32::from(f(h))).sum::<i32>();
            (sum(&|h| h.q), sum(&|h| h.r), n)
        };
        let (a, b) = (middle(&self.defs, 0), middle(&self.defs, 1));
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
                self.defs[i].facing = drawn.unwrap_or(towards[self.defs[i].side as usize]);
            }
        }
    }
}

/// The corner that looks most nearly along this axial vector.
fn corner_towards(q: i32, r: i32) -> u8 {
    let score = |corner: u8| {
        let step = |d: Dir| {
            let h = crate::hex::Hex::default().step(d);
            (i32::from(h.q), i32::from(h.r))
        };
        let (a, b) = (step(Dir(corner)), step(Dir((corner + 1) % 6)));
        let (cq, cr) = (a.0 + b.0, a.1 + b.1);
        // Inner product of two axial vectors, doubled.
        i64::from(2 * cq) * i64::from(q)
            + i64::from(2 * cr) * i64::from(r)
            + i64::from(cq) * i64::from(r)
            + i64::from(cr) * i64::from(q)
    };
    (0..6).max_by_key(|c| (score(*c), 6 - c)).unwrap_or(0)
}

fn army_of(doc: &ScenarioDoc, nation: &str) -> String {
    let own = doc.nation(nation).map(|n| n.army.clone()).filter(|a| !a.is_empty());
    let known = || NATIONS.iter().find(|n| n.0 == nation).map(|n| n.3.to_owned());
    own.or_else(known).unwrap_or_else(|| nation.to_owned())
}
