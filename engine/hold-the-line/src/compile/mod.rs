//! From a document to a setup, with everything that is wrong with it.

mod forces;
mod plans;

use super::data::Data;
use super::fields as scenario_fields;
use super::schema::{BATTLES, OPTIONS};
use super::setup::{Def, Fields, Names, NationDef, Options, SeatDef, Setup, SideDef, TurnOrder, fields};
use super::state::{SideId, UnitId};
use engine::hex::HexId;
use engine::map::Map;
use engine::present::Seat;
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, OptionSet, ScenarioDoc, Value};
use std::collections::BTreeMap;

/// Units are numbered in a byte, and one number means nobody.
const MOST_UNITS: usize = 200;
const MOST_TURNS: u32 = 999;

/// What is being built, and the document it is built from.
struct Build<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    resolver: Resolver<'a>,
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
    if doc.map.grid.is_empty() {
        issues.error(At::Field("grid".into()), "grid", "the map has no hexes");
        return None;
    }
    let schema = crate::schema::schema(data);
    let map = Map::compile(&doc.map, &schema, issues);
    let fields = fields(data, &map);
    let mut b = Build {
        data,
        doc,
        resolver: Resolver::new(doc, &schema),
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
    let options = Build::options(chosen);
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
    for (i, side) in sides.iter_mut().enumerate() {
        let mut nations = b.defs.iter().filter(|d| d.side.index() == i).map(|d| d.nation);
        let first = nations.next();
        side.mixed = nations.any(|n| Some(n) != first);
    }
    b.facings(options.facing);
    b.off_map();
    let first = b.first_player();
    let (to_move, first_turn) = b.begins(first);
    let (seats, seat_of) = b.seats(&sides);
    if !(1..=MOST_TURNS).contains(&doc.turns.count) {
        let text = format!("the battle lasts {} turns: 1 to {MOST_TURNS}", doc.turns.count);
        b.issues.error(At::Field("turns".into()), "turns", text).rule("10.victory");
    }
    if b.issues.has_errors() {
        return None;
    }
    let mut setup = Setup::new(b.map, b.fields);
    setup.rule = BATTLES.iter().find(|b| b.0 == doc.id).map_or(setup.rule, |b| b.1);
    (setup.defs, setup.names, setup.nations, setup.areas) = (b.defs, b.names, b.nations, b.areas);
    setup.turns = TurnOrder {
        opening_side: first,
        to_move,
        first: first_turn,
        last: doc.turns.count as u16,
        names: doc.turns.names.clone(),
    };
    setup.sides = sides;
    (setup.seats, setup.seat_of, setup.steps) = (seats, seat_of, steps);
    (setup.objectives, setup.options) = (objectives, options);
    Some(setup)
}

impl<'a> Build<'a> {
    fn options(chosen: &OptionSet) -> Options {
        let mut on = Options::default();
        for option in OPTIONS {
            if let Some(value) = chosen.get(option.id).and_then(Value::as_bool) {
                *(option.switch)(&mut on) = value;
            }
        }
        on
    }

    fn sides(&mut self) -> Option<[SideDef; 2]> {
        let [a, b] = self.resolver.two_sides("5.sequence", self.issues)?;
        let mut one = |s: &engine::scenario::Side| {
            let at = At::Side(s.id.clone());
            if !scenario_fields::COMMAND.is_given(&s.props) {
                self.issues
                    .error(at, format!("side {}", s.id), "no command action points are given")
                    .rule("6.ap-roll")
                    .remedy("set `command`");
            }
            let army = self.resolver.army(s);
            SideDef {
                id: s.id.clone(),
                name: if s.name.is_empty() { s.id.clone() } else { s.name.clone() },
                army,
                command: scenario_fields::COMMAND.read_or_default(&s.props),
                scored: scenario_fields::SCORED.read_or_default(&s.props),
                fallen: scenario_fields::LEADERS_FALLEN.read_or_default(&s.props),
                kept: scenario_fields::POINTS_KEPT.read_or_default(&s.props),
                goal: None,
                avoids: false,
                asleep: None,
                corps: Vec::new(),
                mixed: false,
            }
        };
        Some([one(a), one(b)])
    }

    fn side(&self, id: &str) -> Option<SideId> {
        self.resolver.side(id).map(|i| SideId(i as u8))
    }

    fn nations(&mut self) {
        let nations = self.resolver.nations().into_iter();
        self.nations.extend(nations.map(|n| NationDef { id: n.id, adjective: n.adjective, army: n.army }));
    }

    fn first_player(&mut self) -> SideId {
        let given = scenario_fields::FIRST_PLAYER.read(&self.doc.props);
        if given.is_none() {
            let text = "nobody is named to move first: the first side does";
            self.issues
                .warning(At::Field("first".into()), "first", text)
                .rule(scenario_fields::FIRST_PLAYER.rule)
                .remedy("set `first` in `props`");
        }
        given.and_then(|id| self.side(id)).unwrap_or(SideId::FIRST)
    }

    /// Who moves first and in which turn, where the battle is taken up in its middle.
    fn begins(&mut self, first: SideId) -> (SideId, u16) {
        let side = scenario_fields::TO_MOVE.read(&self.doc.props).and_then(|id| self.side(id));
        let turn = scenario_fields::FIRST_TURN.read_or_default(&self.doc.props);
        if u32::from(turn) > self.doc.turns.count {
            let text = format!("it begins on turn {turn}: 1 to {}", self.doc.turns.count);
            self.issues
                .error(At::Field("first_turn".into()), "first_turn", text)
                .rule(scenario_fields::FIRST_TURN.rule);
        }
        (side.unwrap_or(first), turn)
    }

    fn seats(&mut self, sides: &[SideDef; 2]) -> (Vec<SeatDef>, [Seat; 2]) {
        let resolved = self.resolver.seats("5.sequence", self.issues);
        let named = |(name, of): (String, Vec<usize>)| {
            let first = of.first().and_then(|s| sides.get(*s));
            let army = first.map_or_else(String::new, |s| s.army.clone());
            let side_name = || first.map_or_else(String::new, |s| s.name.clone());
            let name = if self.doc.seats.is_empty() { side_name() } else { name };
            SeatDef { name, army }
        };
        let of = |side: usize| resolved.of_side.get(side).copied().unwrap_or(Seat(0));
        let seat_of = [of(0), of(1)];
        (resolved.seats.into_iter().map(named).collect(), seat_of)
    }

    fn region(&self, id: &str) -> Option<Vec<HexId>> {
        self.map.sorted_region(id)
    }
}
