//! The front end of every rule system's compiler. It holds a document against the schema: every name, field and
//! value in it is known and of its type, or an issue with place and remedy. What a rule system reads afterwards it may trust.

mod names;
mod resolver;
mod values;

pub use names::Names;
pub use resolver::{ResolvedNation, ResolvedSeats, Resolver};

use super::{
    At, Issues, OptionSet, Place, Props, Repair, ScenarioDoc, Schema, Severity, SpecialKind, When, suggestion,
};
use std::collections::{BTreeMap, BTreeSet};

/// Holds everything the document says against the schema, and the options chosen on top of its own.
pub fn check(doc: &ScenarioDoc, schema: &Schema, options: &OptionSet, issues: &mut Issues) {
    let mut checker =
        Checker { doc, names: Names::new(doc, schema), schema, expected: BTreeSet::new(), issues };
    checker.check_nations();
    checker.check_sides();
    checker.check_map();
    checker.check_pieces();
    checker.check_setup();
    checker.check_schedule();
    checker.check_options(options);
    checker.check_rules();
    checker.check_pools();
}

/// The entry of this path no longer names the piece.
fn leave_entry(path: &str, id: &str) -> Vec<Repair> {
    let (list, entry) = path.split_once('/').unwrap_or_default();
    let leave = |entry| Repair::LeaveEntry { is_setup: list == "setup", entry, id: id.to_owned() };
    entry.parse().ok().map(leave).into_iter().collect()
}

/// What is being looked at: for jumping to, for reading, and the way to it in the file.
struct Spot {
    at: At,
    place: String,
    path: String,
}

impl Spot {
    fn new(at: At, place: impl Into<String>, path: impl Into<String>) -> Self {
        Self { at, place: place.into(), path: path.into() }
    }
}

struct Checker<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
    names: Names<'a>,
    /// Pieces that are set up or come later, as far as they have been met.
    expected: BTreeSet<&'a str>,
    issues: &'a mut Issues,
}

impl<'a> Checker<'a> {
    fn report(&mut self, severity: Severity, spot: &Spot, step: &str, text: String, remedy: String) {
        let path = if step.is_empty() { spot.path.clone() } else { format!("{}/{step}", spot.path) };
        self.issues.push(severity, spot.at.clone(), spot.place.clone(), text).remedy(remedy).path(path);
    }

    /// A name that stops play wherever it stands. An empty one names nothing.
    fn expect_name(&mut self, spot: &Spot, step: &str, what: &str, written: &str, known: &[&str]) -> bool {
        if known.contains(&written) {
            return true;
        }
        let text = match written {
            "" => format!("no {what} is given"),
            _ => format!("the {what} '{written}' does not exist"),
        };
        self.report(Severity::Error, spot, step, text, suggestion(written, known.iter().copied()));
        false
    }

    fn expect_unique<'b>(
        &mut self,
        what: &str,
        list: &str,
        ids: impl Iterator<Item = &'b str>,
        at: fn(String) -> At,
    ) {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (i, id) in ids.enumerate() {
            let spot = Spot::new(at(id.to_owned()), format!("{what} {id}"), format!("{list}/{i}"));
            if id.is_empty() {
                self.report(
                    Severity::Error,
                    &spot,
                    "",
                    format!("this {what} has no id"),
                    "give it one".into(),
                );
            } else if let Some(other) = first.insert(id, i) {
                let text = format!("two {what}s share this id: numbers {} and {}", other + 1, i + 1);
                self.report(Severity::Error, &spot, "", text, "give one of them another id".into());
            }
        }
    }

    /// Compares the fields given with those declared.
    fn check_fields(&mut self, spot: &Spot, props: &Props, fields: &[super::Field]) {
        self.check_fields_or(spot, props, fields, &[]);
    }

    /// The same; the fields of `elsewhere` belong to the way a schedule entry comes.
    fn check_fields_or(
        &mut self,
        spot: &Spot,
        props: &Props,
        fields: &[super::Field],
        elsewhere: &[super::Field],
    ) {
        for (id, value) in props {
            match fields.iter().find(|f| f.id == *id) {
                Some(field) => {
                    if let Err(wrong) = values::check(value, &field.kind, &self.names) {
                        let text = format!("'{id}' {}", wrong.text);
                        let path = format!("{}/props/{id}", spot.path);
                        self.issues
                            .error(spot.at.clone(), spot.place.clone(), text)
                            .rule(field.rule.clone())
                            .remedy(wrong.remedy)
                            .path(path);
                    }
                }
                None => {
                    let text = format!("there is no field '{id}' here");
                    let remedy = match elsewhere.iter().any(|f| f.id == *id) {
                        true => "move it into the `props` of `when`".to_owned(),
                        false => suggestion(id, fields.iter().map(|f| f.id.as_str())),
                    };
                    self.report(self.doc.unknown_name_severity(), spot, &format!("props/{id}"), text, remedy);
                }
            }
        }
    }

    fn check_nations(&mut self) {
        let doc = self.doc;
        self.expect_unique("nation", "nations", doc.nations.iter().map(|n| n.id.as_str()), |_| {
            At::Field("nations".into())
        });
        if self.schema.own_nations || self.schema.nations.is_empty() {
            return;
        }
        let known: Vec<&str> = self.schema.nations.iter().map(|n| n.id.as_str()).collect();
        for (i, n) in doc.nations.iter().enumerate().filter(|(_, n)| !n.id.is_empty()) {
            let spot =
                Spot::new(At::Field("nations".into()), format!("nation {}", n.id), format!("nations/{i}"));
            self.expect_name(&spot, "id", "nation", &n.id, &known);
        }
    }

    fn check_sides(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        self.expect_unique("side", "sides", doc.sides.iter().map(|s| s.id.as_str()), At::Side);
        let nations = self.names.nations();
        for (i, side) in doc.sides.iter().enumerate() {
            let spot =
                Spot::new(At::Side(side.id.clone()), format!("side {}", side.id), format!("sides/{i}"));
            for (n, nation) in side.nations.iter().enumerate() {
                let step = format!("nations/{n}");
                self.expect_name(&spot, &step, "nation", nation, &nations);
                if side.nations[..n].contains(nation) {
                    let text = format!("the nation '{nation}' is listed twice");
                    self.report(Severity::Error, &spot, &step, text, "name it once".into());
                }
                if let Some(other) = doc.sides[..i].iter().find(|o| o.nations.contains(nation)) {
                    let text = format!("the nation '{nation}' belongs to the side '{}' too", other.id);
                    let severity = doc.unknown_name_severity();
                    self.report(severity, &spot, &step, text, "take it from one of them".into());
                }
            }
            self.check_fields(&spot, &side.props, &schema.side_fields);
        }
        let sides = self.names.sides();
        for (i, seat) in doc.seats.iter().enumerate() {
            let spot =
                Spot::new(At::Field("seats".into()), format!("seat {}", seat.name), format!("seats/{i}"));
            for (n, side) in seat.sides.iter().enumerate() {
                self.expect_name(&spot, &format!("sides/{n}"), "side", side, &sides);
            }
        }
    }

    fn check_map(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        self.expect_unique("area", "regions", doc.map.regions.iter().map(|r| r.id.as_str()), At::Region);
        let marks: Vec<&str> = schema.turn_marks.iter().map(|m| m.0.as_str()).collect();
        for (turn, list) in &doc.turns.marks {
            for (i, mark) in list.iter().enumerate().filter(|(_, m)| !marks.contains(&m.as_str())) {
                let path = format!("turns/marks/{turn}");
                let spot = Spot::new(At::Field("turns".into()), format!("turn {turn}"), path);
                let text = format!("the mark '{mark}' means nothing in these rules");
                let remedy = suggestion(mark, marks.iter().copied());
                self.report(doc.unknown_name_severity(), &spot, &i.to_string(), text, remedy);
            }
        }
    }

    fn check_pieces(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        self.expect_unique("piece", "pieces", doc.pieces.iter().map(|p| p.id.as_str()), At::Piece);
        let kinds: Vec<&str> = schema.units.iter().map(|u| u.id.as_str()).collect();
        let (sides, nations) = (self.names.sides(), self.names.nations());
        for (i, piece) in doc.pieces.iter().enumerate() {
            let spot =
                Spot::new(At::Piece(piece.id.clone()), format!("piece {}", piece.id), format!("pieces/{i}"));
            if self.expect_name(&spot, "kind", "unit kind", &piece.kind, &kinds)
                && let Some(kind) = schema.unit(&piece.kind)
            {
                self.check_fields(&spot, &piece.props, &kind.fields);
            }
            // Places such as fortresses may belong to nobody.
            if !piece.side.is_empty() {
                self.expect_name(&spot, "side", "side", &piece.side, &sides);
            }
            if !piece.nation.is_empty()
                && self.expect_name(&spot, "nation", "nation", &piece.nation, &nations)
                && let Some(side) = doc.sides.iter().find(|s| s.id == piece.side)
                && !side.nations.is_empty()
                && !side.nations.contains(&piece.nation)
            {
                let text = format!("its nation '{}' is not one of the side '{}'", piece.nation, side.id);
                let remedy = format!("one of: {}; or list it in the side's nations", side.nations.join(", "));
                self.report(Severity::Warning, &spot, "nation", text, remedy);
            }
        }
    }

    /// Gives what has been said since then the rule it follows from, where it has none.
    fn cite(&mut self, since: usize, rule: &str) {
        for issue in self.issues.list.iter_mut().skip(since).filter(|i| i.rule.is_empty()) {
            issue.rule(rule);
        }
    }

    fn check_setup(&mut self) {
        let doc = self.doc;
        let before = self.issues.list.len();
        let sides = self.names.sides();
        for (i, entry) in doc.setup.iter().enumerate() {
            let spot =
                Spot::new(At::Field("setup".into()), format!("set-up {}", i + 1), format!("setup/{i}"));
            self.expect_name(&spot, "side", "side", &entry.side, &sides);
            if entry.near.is_empty() || !entry.area.is_empty() {
                self.expect_region(&spot, "area", &entry.area);
            }
            if !entry.near.is_empty() {
                let pieces = self.names.pieces();
                self.expect_name(&spot, "near", "piece", &entry.near, &pieces);
            }
            self.expect_pieces(&spot, &entry.side, &entry.pieces);
        }
        self.cite(before, &self.schema.setup_rule);
    }

    fn expect_region(&mut self, spot: &Spot, step: &str, id: &str) {
        let known = self.names.regions();
        if self.expect_name(spot, step, "area", id, &known)
            && self.doc.map.region(id).is_some_and(|r| r.hexes.is_empty())
        {
            let text = format!("the area '{id}' has no hexes");
            self.report(Severity::Error, spot, step, text, "paint some, or choose another".into());
        }
    }

    /// Pieces that are set up or come later: off the map, of the side that has them, and named once.
    fn expect_pieces(&mut self, spot: &Spot, side: &str, ids: &[String]) {
        let known = self.names.pieces();
        for (n, id) in ids.iter().enumerate() {
            let step = format!("pieces/{n}");
            if !self.expect_name(spot, &step, "piece", id, &known) {
                continue;
            }
            let Some(piece) = self.doc.piece(id) else { continue };
            let is_twice = !self.expected.insert(piece.id.as_str());
            if !piece.side.is_empty() && !side.is_empty() && piece.side != side {
                let text = format!("the piece '{id}' belongs to the side '{}'", piece.side);
                self.report(Severity::Error, spot, &step, text, "name one of this side".into());
            } else if matches!(piece.place, Place::Hex(_) | Place::Hexes(_)) {
                let repair = Repair::MovePiece { id: id.clone(), to: None };
                self.issues
                    .error(
                        spot.at.clone(),
                        &spot.place,
                        format!("the piece '{id}' already stands on the map"),
                    )
                    .path(format!("{}/{step}", spot.path))
                    .fix("Take off map", vec![repair])
                    .or_fix("Start on the map", leave_entry(&spot.path, id));
            } else if is_twice {
                let text = format!("the piece '{id}' is set up or expected twice");
                self.report(Severity::Error, spot, &step, text, "name it once".into());
            }
        }
    }

    fn check_schedule(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        let kinds: Vec<&str> = schema.schedule.iter().map(|k| k.id.as_str()).collect();
        let sides = self.names.sides();
        for (i, entry) in doc.schedule.iter().enumerate() {
            let place =
                if entry.name.is_empty() { format!("schedule {}", i + 1) } else { entry.name.clone() };
            let spot = Spot::new(At::Schedule(i), place, format!("schedule/{i}"));
            if !self.expect_name(&spot, "kind", "schedule kind", &entry.kind, &kinds) {
                continue;
            }
            let Some(kind) = schema.schedule_kind(&entry.kind) else { continue };
            if !entry.side.is_empty() || kind.pieces {
                self.expect_name(&spot, "side", "side", &entry.side, &sides);
            }
            if !entry.area.is_empty() {
                self.expect_region(&spot, "area", &entry.area);
            }
            self.expect_pieces(&spot, &entry.side, &entry.pieces);
            self.check_fields_or(&spot, &entry.props, &kind.fields, kind.die_fields());
            self.check_when(&spot, kind, &entry.when);
        }
    }

    fn check_when(&mut self, spot: &Spot, kind: &super::ScheduleKind, when: &When) {
        if !kind.when.iter().any(|w| w.is(when)) {
            let (known, written): (Vec<&str>, &str) = match when {
                When::Event(id) => (kind.events().collect(), id),
                When::Condition { kind: id, .. } => (kind.conditions().map(|c| c.id.as_str()).collect(), id),
                When::Turn(_) | When::Die { .. } => (Vec::new(), ""),
            };
            let text = match written {
                "" => "these rules do not let it come this way".to_owned(),
                _ => format!("these rules do not let it come by '{written}'"),
            };
            let ways = || format!("let it come {}", kind.ways().join(" or "));
            let remedy = if known.is_empty() { ways() } else { suggestion(written, known) };
            self.report(Severity::Error, spot, "when", text, remedy);
            return;
        }
        if let When::Die { props, .. } | When::Condition { props, .. } = when {
            let inner = Spot::new(spot.at.clone(), spot.place.clone(), format!("{}/when", spot.path));
            self.check_fields(&inner, props, kind.when_fields(when));
        }
    }

    fn check_options(&mut self, chosen: &OptionSet) {
        let schema = self.schema;
        for (id, value) in chosen {
            let spot = Spot::new(At::Option(id.clone()), format!("option {id}"), format!("options/{id}"));
            let Some(option) = schema.option(id) else {
                let text = "this rule system has no such option".to_owned();
                let remedy = suggestion(id, schema.options.iter().map(|o| o.id.as_str()));
                self.report(Severity::Error, &spot, "", text, remedy);
                continue;
            };
            if let Err(wrong) = values::check(value, &option.kind, &self.names) {
                self.issues
                    .error(spot.at, spot.place, format!("it {}", wrong.text))
                    .rule(option.rule.clone())
                    .remedy(wrong.remedy)
                    .path(spot.path);
            }
        }
    }

    /// Pools the rules draw from, and their markers.
    fn check_pools(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        let kinds: Vec<&str> = schema.pools.iter().map(|k| k.id.as_str()).collect();
        for (i, pool) in doc.pools.iter().enumerate() {
            let place = format!("pool {}", if pool.name.is_empty() { &pool.id } else { &pool.name });
            let spot = Spot::new(At::Field("pools".into()), place, format!("pools/{i}"));
            let Some(kind) = schema.pools.iter().find(|k| k.id == pool.id) else {
                let text = format!("these rules draw nothing from a pool '{}'", pool.id);
                let remedy = suggestion(&pool.id, kinds.iter().copied());
                self.report(doc.unknown_name_severity(), &spot, "id", text, remedy);
                continue;
            };
            let markers: Vec<&str> = kind.markers.iter().map(String::as_str).collect();
            let before = self.issues.list.len();
            for (n, (item, _)) in pool.items.iter().enumerate().filter(|_| !markers.is_empty()) {
                self.expect_name(&spot, &format!("items/{n}"), "marker", item, &markers);
            }
            self.cite(before, &kind.rule);
        }
    }

    /// Special rules, victory conditions and the scenario's own fields.
    fn check_rules(&mut self) {
        let (doc, schema) = (self.doc, self.schema);
        for (i, special) in doc.specials.iter().enumerate() {
            let spot =
                Spot::new(At::Special(i), format!("special rule {}", special.rule), format!("specials/{i}"));
            self.check_kind(&spot, "rule", "special rule", &special.rule, &special.props, &schema.specials);
        }
        let sides = self.names.sides();
        for (i, victory) in doc.victory.iter().enumerate() {
            let place = format!("victory condition {}", i + 1);
            let spot = Spot::new(At::Victory(i), place, format!("victory/{i}"));
            self.check_kind(
                &spot,
                "kind",
                "victory condition",
                &victory.kind,
                &victory.props,
                &schema.victory,
            );
            if !victory.side.is_empty() {
                self.expect_name(&spot, "side", "side", &victory.side, &sides);
            }
        }
        let spot = Spot::new(At::Field("props".into()), "scenario", "");
        for (id, value) in &doc.props {
            let one = Props::from([(id.clone(), value.clone())]);
            let own = Spot::new(At::Field(id.clone()), id.clone(), spot.path.clone());
            self.check_fields(&own, &one, &schema.scenario_fields);
        }
    }

    fn check_kind(
        &mut self,
        spot: &Spot,
        step: &str,
        what: &str,
        written: &str,
        props: &Props,
        known: &[SpecialKind],
    ) {
        let ids: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
        if self.expect_name(spot, step, what, written, &ids)
            && let Some(kind) = known.iter().find(|k| k.id == written)
        {
            self.check_fields(spot, props, &kind.fields);
        }
    }
}
