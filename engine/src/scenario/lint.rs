//! What a careful designer would look at again on any map, whatever the rules. Kinds of hexsides are
//! told apart by how they are drawn: that is all that is known of them here.

use super::{At, Issues, Repair, ScenarioDoc, ScheduleEntry, Schema, When};
use crate::hex::{Dir, Edge, Hex};
use std::collections::BTreeMap;

/// Adds advice that needs no rule system.
pub fn lint(doc: &ScenarioDoc, schema: &Schema, issues: &mut Issues) {
    sides(doc, schema, issues);
    roads(doc, schema, issues);
    schedule(doc, schema, issues);
    unplayed(doc, schema, issues);
    regions(doc, issues);
}

struct Arts<'a>(&'a Schema);

impl Arts<'_> {
    fn of(&self, kind: &str) -> &str {
        self.0.edge(kind).map_or("", |k| k.art.as_str())
    }

    fn runs(&self, kind: &str) -> bool {
        matches!(self.of(kind), "river" | "stream")
    }

    fn crosses(&self, kind: &str) -> bool {
        matches!(self.of(kind), "bridge" | "ford")
    }

    fn name<'a>(&'a self, kind: &'a str) -> String {
        self.0.edge(kind).map_or(kind, |k| k.name.as_str()).to_lowercase()
    }

    /// Water here without anything to cross it by.
    fn bars(&self, doc: &ScenarioDoc, edge: Edge) -> bool {
        let list = doc.map.edges.get(&edge).map_or(&[][..], Vec::as_slice);
        list.iter().any(|f| self.runs(&f.kind)) && !list.iter().any(|f| self.crosses(&f.kind))
    }
}

fn sides(doc: &ScenarioDoc, schema: &Schema, issues: &mut Issues) {
    let arts = Arts(schema);
    for (edge, list) in doc.map.edges.iter() {
        let place = || doc.map.edge_label(*edge);
        let mut twice = |text: String, repairs: Vec<Repair>| {
            issues.warning(At::Edge(*edge), place(), text).fix("Erase one", repairs);
        };
        let erase = |kind: &str| Repair::RemoveSide { edge: *edge, kind: kind.to_owned() };
        for (i, f) in list.iter().enumerate() {
            if list[..i].iter().any(|o| o.kind == f.kind) {
                // Erasing takes both: one is drawn anew.
                let draw = Repair::AddSide { edge: *edge, kind: f.kind.clone() };
                twice(
                    format!("{} is drawn twice on this side", arts.name(&f.kind)),
                    vec![erase(&f.kind), draw],
                );
            }
        }
        for water in [true, false] {
            let of: Vec<&str> = list
                .iter()
                .map(|f| f.kind.as_str())
                .filter(|k| if water { arts.runs(k) } else { arts.crosses(k) })
                .collect();
            if let Some(a) = of.first()
                && let Some(b) = of.iter().find(|b| *b != a)
            {
                let text = format!("{} and {} are drawn on the same side", arts.name(a), arts.name(b));
                twice(text, vec![erase(b)]);
            }
        }
        let dry =
            list.iter().find(|f| arts.crosses(&f.kind)).filter(|_| !list.iter().any(|f| arts.runs(&f.kind)));
        // Rules whose water is not drawn along sides may mean something else by it.
        if let Some(f) =
            dry.filter(|_| schema.edges.iter().any(|k| matches!(k.art.as_str(), "river" | "stream")))
        {
            let fix = vec![Repair::RemoveSide { edge: *edge, kind: f.kind.clone() }];
            let text = format!("{} where there is no water", arts.name(&f.kind));
            issues.warning(At::Edge(*edge), place(), text).fix("Erase", fix);
        }
    }
}

fn roads(doc: &ScenarioDoc, schema: &Schema, issues: &mut Issues) {
    let arts = Arts(schema);
    let bridge = schema
        .edges
        .iter()
        .find(|k| k.art == "bridge")
        .or_else(|| schema.edges.iter().find(|k| k.art == "ford"));
    // Rules that draw neither bridges nor fords let a road cross water by itself.
    let Some(bridge) = bridge else { return };
    let mut ends: BTreeMap<Hex, u32> = BTreeMap::new();
    for (edge, class) in doc.map.roads.iter() {
        edge.hexes().into_iter().for_each(|h| *ends.entry(h).or_default() += 1);
        if arts.bars(doc, *edge) {
            let road =
                schema.roads.get(usize::from(class.saturating_sub(1))).map_or("road", |r| r.name.as_str());
            let text = format!("the {} meets water without a bridge or ford", road.to_lowercase());
            let issue = issues.warning(At::Edge(*edge), doc.map.edge_label(*edge), text);
            let name = format!("Add {}", bridge.name.to_lowercase());
            issue.fix(name, vec![Repair::AddSide { edge: *edge, kind: bridge.id.clone() }]);
        }
    }
    let mut said: Vec<Edge> = Vec::new();
    for hex in ends.iter().filter(|(_, n)| **n == 1).map(|(h, _)| *h) {
        let Some((from, class)) =
            Dir::ALL.into_iter().find_map(|d| doc.map.roads.get(&Edge::new(hex, d)).map(|class| (d, *class)))
        else {
            continue;
        };
        let barred = |d: &Dir| {
            let edge = Edge::new(hex, *d);
            arts.bars(doc, edge) && !doc.map.roads.contains_key(&edge)
        };
        // It goes on beyond the water, or it would if it went straight on. In a named place a road may end.
        let joins = Dir::ALL.into_iter().filter(barred).filter(|d| ends.contains_key(&hex.step(*d)));
        let joins: Vec<Dir> = joins.collect();
        let on = Some(from.opposite()).filter(barred).filter(|d| doc.map.grid.contains_hex(hex.step(*d)));
        let on = on.filter(|_| joins.is_empty() && !doc.map.labels.iter().any(|l| l.at == hex));
        for d in joins.iter().copied().chain(on) {
            let (edge, beyond) = (Edge::new(hex, d), hex.step(d));
            if said.contains(&edge) {
                continue;
            }
            said.push(edge);
            let (text, name) = match joins.is_empty() {
                true => (
                    "the road ends at water that has neither bridge nor ford here".to_owned(),
                    "Lead it over",
                ),
                false => {
                    let to = doc.map.hex_label(beyond);
                    (format!("the road ends at the water; it goes on in {to}"), "Join them")
                }
            };
            let issue = issues.advice(At::Edge(edge), doc.map.edge_label(edge), text);
            let join = Repair::Road { edge, class };
            issue.fix(name, vec![join, Repair::AddSide { edge, kind: bridge.id.clone() }]);
        }
    }
}

fn schedule(doc: &ScenarioDoc, schema: &Schema, issues: &mut Issues) {
    let last = doc.turns.count;
    for (i, e) in doc.schedule.iter().enumerate() {
        let (When::Turn(turn) | When::Die { from: turn, .. }) = &e.when else { continue };
        if *turn > last && last > 0 {
            let name = entry_name(i, e);
            let rule = schema.schedule.iter().find(|k| k.id == e.kind).map_or("", |k| k.rule.as_str());
            let text = format!("turn {turn} comes after the last turn ({last})");
            let fix = vec![Repair::ScheduleTurn { entry: i, turn: last }];
            issues.warning(At::Schedule(i), name, text).rule(rule).fix(format!("Turn {last}"), fix);
        }
    }
    for turn in doc.turns.marks.keys().filter(|t| **t > last || **t == 0) {
        issues.advice(
            At::Field("turns".into()),
            "turns",
            format!("turn {turn} is marked, but there are {last} turns"),
        );
    }
}

/// What an entry of the schedule is called.
fn entry_name(i: usize, e: &ScheduleEntry) -> String {
    if e.name.is_empty() { format!("schedule entry {}", i + 1) } else { e.name.clone() }
}

/// What the scenario says and these rules do not play.
fn unplayed(doc: &ScenarioDoc, schema: &Schema, issues: &mut Issues) {
    for (i, e) in doc.schedule.iter().enumerate() {
        let Some(kind) = schema.schedule_kind(&e.kind) else { continue };
        let mut say = |text: String| {
            issues.advice(At::Schedule(i), entry_name(i, e), text).rule(kind.rule.clone());
        };
        if !kind.area && !e.area.is_empty() {
            say("its area is not used by these rules".into());
        }
        if !kind.pieces && !e.pieces.is_empty() {
            say("its pieces are not used by these rules".into());
        }
    }
    for (i, s) in doc.seats.iter().enumerate().filter(|(_, s)| s.sides.is_empty()) {
        let name = if s.name.is_empty() { format!("seat {}", i + 1) } else { format!("seat {}", s.name) };
        issues.warning(At::Field("seats".into()), name, "its player has no side to lead");
    }
}

fn regions(doc: &ScenarioDoc, issues: &mut Issues) {
    for r in doc.map.regions.iter().filter(|r| r.hexes.is_empty()) {
        let place = format!("area {}", if r.name.is_empty() { &r.id } else { &r.name });
        issues
            .advice(At::Region(r.id.clone()), place, "it has no hexes")
            .remedy("paint it on the map, or delete it");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EdgeFeature, EdgeKind, MapDoc, Region, RoadKind, ScheduleEntry, Severity};
    use super::*;
    use crate::hex::{Grid, HexId, Numbering, Orientation, Shove};
    use std::sync::Arc;

    fn schema() -> Schema {
        let edge =
            |id: &str| EdgeKind { id: id.into(), name: id.into(), art: id.into(), ..EdgeKind::default() };
        Schema {
            edges: ["river", "stream", "bridge", "ford", "slope"].map(edge).to_vec(),
            roads: vec![RoadKind { name: "Road".into(), ..RoadKind::default() }],
            ..Schema::default()
        }
    }

    fn blank() -> ScenarioDoc {
        let numbering = Numbering::ccrr();
        let grid =
            Grid { orientation: Orientation::PointyTop, shove: Shove::Odd, cols: 8, rows: 8, numbering };
        let mut doc = ScenarioDoc::blank("x", MapDoc::blank(grid, "clear"));
        doc.turns.count = 5;
        doc
    }

    fn found(doc: &ScenarioDoc) -> Vec<super::super::Issue> {
        let mut issues = Issues::default();
        lint(doc, &schema(), &mut issues);
        issues.list
    }

    fn draw(doc: &mut ScenarioDoc, edge: Edge, kinds: &[&str]) {
        let list = kinds.iter().map(|k| EdgeFeature { kind: (*k).to_owned(), from: None }).collect();
        Arc::make_mut(&mut doc.map.edges).insert(edge, list);
    }

    #[test]
    fn a_clean_map_has_nothing_to_say() {
        let mut doc = blank();
        let h = doc.map.grid.hex(HexId(20));
        draw(&mut doc, Edge::new(h, Dir(0)), &["river", "bridge"]);
        Arc::make_mut(&mut doc.map.roads).insert(Edge::new(h, Dir(0)), 1);
        assert_eq!(found(&doc), []);
    }

    #[test]
    fn sides_drawn_twice_are_found() {
        let mut doc = blank();
        let h = doc.map.grid.hex(HexId(20));
        draw(&mut doc, Edge::new(h, Dir(0)), &["river", "stream"]);
        draw(&mut doc, Edge::new(h, Dir(1)), &["slope", "slope"]);
        draw(&mut doc, Edge::new(h, Dir(2)), &["bridge"]);
        draw(&mut doc, Edge::new(h, Dir(3)), &["bridge", "ford", "river"]);
        let list = found(&doc);
        let texts: Vec<&str> = list.iter().map(|i| i.text.as_str()).collect();
        assert_eq!(list.len(), 4, "{texts:?}");
        assert!(texts.iter().any(|t| t.contains("river and stream")));
        assert!(texts.iter().any(|t| t.contains("slope is drawn twice")));
        assert!(texts.iter().any(|t| t.contains("no water")));
        assert!(texts.iter().any(|t| t.contains("bridge and ford")));
        assert!(list.iter().all(|i| i.fix.is_some()));
    }

    #[test]
    fn roads_want_bridges() {
        let mut doc = blank();
        let h = doc.map.grid.hex(HexId(20));
        let e = Edge::new(h, Dir(0));
        draw(&mut doc, e, &["river"]);
        Arc::make_mut(&mut doc.map.roads).insert(e, 1);
        let list = found(&doc);
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].severity, Severity::Warning);
        let fix = list[0].fix.clone().unwrap();
        assert_eq!(fix.repairs, [Repair::AddSide { edge: e, kind: "bridge".into() }]);
        // Two roads that end at both banks.
        let mut doc = blank();
        draw(&mut doc, e, &["river"]);
        let roads = Arc::make_mut(&mut doc.map.roads);
        roads.insert(Edge::new(h, Dir(3)), 1);
        roads.insert(Edge::new(h.step(Dir(0)), Dir(0)), 1);
        let list = found(&doc);
        assert_eq!(list.len(), 1, "{list:?}");
        assert_eq!(list[0].fix.clone().unwrap().repairs.len(), 2);
        // A road that runs up to the bank and ends there, unless it has come where it is called something.
        let mut doc = blank();
        draw(&mut doc, e, &["river"]);
        Arc::make_mut(&mut doc.map.roads).insert(Edge::new(h, Dir(3)), 1);
        let list = found(&doc);
        assert_eq!(list.len(), 1, "{list:?}");
        assert!(list[0].text.contains("neither bridge nor ford") && list[0].at == At::Edge(e));
        let fix = list[0].fix.clone().unwrap();
        let over = Repair::AddSide { edge: e, kind: "bridge".into() };
        assert_eq!(fix.repairs, [Repair::Road { edge: e, class: 1 }, over]);
        let (text, style) = ("Ferry".into(), super::super::LabelStyle::default());
        let label = super::super::Label { text, at: h, dx: 0, dy: 0, turn: 0, size: 100, style };
        doc.map.labels = Arc::new(vec![label]);
        assert_eq!(found(&doc), []);
        // Along the bank it may end anywhere.
        let mut doc = blank();
        draw(&mut doc, e, &["river"]);
        Arc::make_mut(&mut doc.map.roads).insert(Edge::new(h, Dir(2)), 1);
        assert_eq!(found(&doc), []);
    }

    #[test]
    fn late_entries_and_empty_regions_are_found() {
        let mut doc = blank();
        doc.schedule.push(ScheduleEntry { when: When::Turn(6), ..ScheduleEntry::default() });
        doc.schedule.push(ScheduleEntry { when: When::Turn(5), ..ScheduleEntry::default() });
        doc.turns.marks.insert(9, vec!["winter".into()]);
        doc.map.regions = Arc::new(vec![Region { id: "camp".into(), ..Region::default() }]);
        let list = found(&doc);
        assert_eq!(list.len(), 3, "{list:?}");
        assert_eq!(list[0].at, At::Schedule(0));
        assert_eq!(list[0].fix.clone().unwrap().repairs, [Repair::ScheduleTurn { entry: 0, turn: 5 }]);
    }

    #[test]
    fn what_these_rules_do_not_play_is_said() {
        use super::super::{ScheduleKind, Seating, WhenKind};
        let mut doc = blank();
        let entry = |kind: &str| ScheduleEntry {
            kind: kind.into(),
            pieces: vec!["x".into()],
            area: "west".into(),
            when: When::Die { from: 1, props: super::super::Props::new() },
            ..ScheduleEntry::default()
        };
        doc.schedule = vec![entry("news"), entry("unknown")];
        doc.seats = vec![Seating { name: "Nobody".into(), sides: Vec::new() }];
        let when = vec![WhenKind::Die(Vec::new())];
        let kind = ScheduleKind { id: "news".into(), when, ..ScheduleKind::default() };
        let rules = Schema { schedule: vec![kind.clone()], ..schema() };
        let told = |rules: &Schema| {
            let mut issues = Issues::default();
            lint(&doc, rules, &mut issues);
            issues.list.into_iter().map(|i| format!("{}: {}", i.place, i.text)).collect::<Vec<_>>()
        };
        let list = told(&rules);
        for part in ["its area", "its pieces", "no side to lead"] {
            assert_eq!(list.iter().filter(|t| t.contains(part)).count(), 1, "{part}: {list:?}");
        }
        // Rules that play all this have nothing to say of it.
        let kind = ScheduleKind { area: true, pieces: true, ..kind };
        let list = told(&Schema { schedule: vec![kind], ..schema() });
        assert!(!list.iter().any(|t| t.contains("its area") || t.contains("its pieces")));
    }
}
