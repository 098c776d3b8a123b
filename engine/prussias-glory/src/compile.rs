//! A document made into a battle, or everything that is wrong with it.

mod ground;
mod lint;
mod pieces;
mod repairs;

use crate::data::Data;
use crate::decide::Piece;
use crate::fields::{self, Compass, Held};
use crate::ids::{LeaderId, SideId, UnitId};
use crate::opening::Opening;
use crate::setup::{Levels, Objective, OptionFlags, SetUpEntry, Setup, SideCard, Turns};
use engine::game::{PlacementEntry, read_placement};
use engine::hex::{Grid, HexId};
use engine::los::LineTable;
use engine::map::Map;
use engine::scenario::declared::{NameField, NumberField};
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, OptionSet, Props, ScenarioDoc, Side, Value};
pub use lint::lint;
pub use pieces::Pieces;

/// Longest sight the rules ask for (4.1.3).
pub const LONGEST_SIGHT: u8 = 7;

pub fn compile(data: &Data, doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
    let before = issues.errors();
    let schema = crate::schema::schema(data);
    let map = Map::compile(&doc.map, &schema, issues);
    if map.is_empty() || doc.sides.len() != 2 {
        issues
            .error(At::Field("sides".into()), "sides", "a map and two sides are needed")
            .rule("3")
            .remedy("give a Prussian and a Coalition side");
        return None;
    }
    let chosen = read_options(doc, options);
    let order = side_order(doc, issues);
    let names = Resolver::new(doc, &schema);
    let pieces = Pieces::read(data, doc, &map, (&names, &order), issues);
    let sides = order.map(|i| side_card(data, &doc.sides[i], (doc, &names), &map, &pieces, issues));
    let objectives = objectives(doc, &map, &order, &pieces, issues);
    let levels = levels(doc, issues);
    let set_up = read_set_up(doc, &map, &order, &pieces, issues);
    if chosen.extended_range && is_flat(&map) {
        issues
            .warning(At::Field("options".into()), "extended-range", "no hex lies lower than another")
            .rule("16.3.1")
            .remedy("give the map levels or slopes, or switch the option off");
    }
    let turns = doc.turns.count;
    if !(1..=60).contains(&turns) {
        issues
            .error(At::Field("turns".into()), "turns", format!("{turns} turns cannot be played"))
            .rule("3")
            .remedy("give 1 to 60 turns");
    }
    let opening = Opening::read(doc, &map, &pieces, &order, issues);
    let (costs, sides_open, effects) = ground::tables(data, &map);
    (issues.errors() == before).then(|| Setup {
        lines: LineTable::new(LONGEST_SIGHT),
        in_order: ground::in_order(&map),
        costs,
        sides_open,
        effects,
        unit_sides: pieces.units.iter().map(|u| u.side).collect(),
        units: pieces.units,
        leaders: pieces.leaders,
        wings: pieces.wings,
        groups: pieces.groups,
        detachments: pieces.detachments,
        set_up,
        sides,
        objectives,
        levels,
        turns: Turns { count: turns as u8, names: doc.turns.names.clone() },
        fatigue: fields::FATIGUE.read_or_default(&doc.props),
        options: chosen,
        opening,
        map,
    })
}

/// Whether there is no slope anywhere on the map.
fn is_flat(map: &Map) -> bool {
    let rises = |id: HexId| engine::hex::Dir::ALL.iter().any(|d| map.rise(id, *d) != 0);
    !map.grid.ids().any(rises)
}

fn read_options(doc: &ScenarioDoc, options: &OptionSet) -> OptionFlags {
    let is_on = |id: &str| {
        let usual = crate::schema::OPTIONS.iter().find(|o| o.0 == id).is_some_and(|o| o.3);
        options.get(id).and_then(Value::as_bool).unwrap_or(usual)
    };
    let is_main = fields::FORM.read(&doc.props).unwrap_or_default();
    OptionFlags {
        cavalry_withdrawal: is_on("cavalry-withdrawal"),
        croat_sniping: is_on("croat-sniping"),
        cavalry_losses: is_on("cavalry-losses"),
        cossacks: is_on("cossacks"),
        extended_range: is_on("extended-range"),
        howitzers: is_on("howitzers"),
        woods_disorder: is_on("woods-disorder"),
        column_roads: is_on("column-roads"),
        step_before_retreat: is_on("step-before-retreat"),
        sweep_leader_in_hex: is_on("sweep-leader-in-hex"),
        // Main scenarios only (17).
        limited_intelligence: is_on("limited-intelligence") && is_main,
        fortunes_of_war: is_on("fortunes-of-war"),
    }
}

/// Set-up entries with our own handles, in the order of play.
fn read_set_up(
    doc: &ScenarioDoc,
    map: &Map,
    order: &[usize; 2],
    pieces: &Pieces,
    issues: &mut Issues,
) -> Vec<SetUpEntry> {
    let sides = order.map(|i| doc.sides[i].id.as_str());
    let handle = |id: String| {
        let leader = pieces.leaders.iter().position(|l| l.id == id).map(|i| Piece::Leader(LeaderId(i as u8)));
        let unit = || pieces.units.iter().position(|u| u.id == id).map(|i| Piece::Unit(UnitId(i as u8)));
        leader.or_else(unit)
    };
    let entries = read_placement(doc, map, &sides, true, issues);
    let resolve = |e: PlacementEntry<String>| {
        let side = SideId(e.side as u8);
        e.resolve(side, handle)
    };
    entries.into_iter().map(resolve).collect()
}

/// Places of the Prussian and the Coalition side in the document.
fn side_order(doc: &ScenarioDoc, issues: &mut Issues) -> [usize; 2] {
    let player =
        |i: usize| fields::PLAYER.read(&doc.sides[i].props).unwrap_or(SideId::BOTH[i]) == SideId::PRUSSIAN;
    match (player(0), player(1)) {
        (true, false) => [0, 1],
        (false, true) => [1, 0],
        _ => {
            issues
                .error(At::Field("sides".into()), "sides", "both sides play the same part")
                .rule("3")
                .remedy("give one side the player 'prussian' and the other 'coalition'");
            [0, 1]
        }
    }
}

fn side_card(
    data: &Data,
    side: &Side,
    (doc, names): (&ScenarioDoc, &Resolver),
    map: &Map,
    pieces: &Pieces,
    issues: &mut Issues,
) -> SideCard {
    let edges = fields::EDGES.read_all(&side.props);
    let edge: Vec<bool> =
        map.grid.ids().map(|id| edges.iter().any(|e| is_on_edge(&map.grid, id, *e))).collect();
    let near = |id: HexId| {
        let far = |e: HexId| edge[e.index()].then(|| map.distance(id, e));
        map.grid.ids().filter_map(far).min().unwrap_or(0)
    };
    let edge_distance = map.grid.ids().map(near).collect();
    if edges.is_empty() {
        issues
            .error(At::Side(side.id.clone()), &side.id, "it has no friendly map edge")
            .rule("10.9")
            .remedy("name at least one of N, E, S, W in 'edges'");
    }
    let leader = |field: NameField| {
        let id = field.read(&side.props)?;
        pieces.leaders.iter().position(|l| l.id == id).map(|i| crate::ids::LeaderId(i as u8))
    };
    let (commander, second) = (leader(fields::COMMANDER), leader(fields::SECOND));
    check_second(side, commander, second, pieces, issues);
    let morale = fields::MORALE.read_or_default(&side.props) as i8;
    let top = fields::TRACK_TOP.read_or_default(&side.props) as i8;
    if commander.is_none() {
        issues
            .warning(At::Side(side.id.clone()), &side.id, "it has no army commander")
            .rule("4.1")
            .remedy("name a piece of kind 'commander'");
    }
    let is_main = fields::FORM.read(&doc.props).unwrap_or_default();
    let costs = fields::ACTIVATION_COST.read_all(&side.props);
    SideCard {
        id: side.id.clone(),
        name: side.name.clone(),
        army: names.army(side),
        morale,
        track_top: if top == 0 { morale + data.army_morale.top_above_start } else { top.max(morale) },
        commander,
        second,
        active: !is_main || fields::ACTIVATED.is_on(&side.props),
        dummies: [fields::INFANTRY_DUMMIES, fields::CAVALRY_DUMMIES].map(|f| f.read_or_default(&side.props)),
        false_leaders: fields::FALSE_LEADERS.read_or_default(&side.props),
        pile_spacing: fields::PILE_SPACING.read_or_default(&side.props).into(),
        activation_cost: if costs.is_empty() { vec![1] } else { costs },
        edge,
        edge_distance,
    }
}

/// The second in command is another leader of the same side (15.1).
fn check_second(
    side: &Side,
    commander: Option<crate::ids::LeaderId>,
    second: Option<crate::ids::LeaderId>,
    pieces: &Pieces,
    issues: &mut Issues,
) {
    let named = fields::SECOND.read(&side.props);
    let mut wrong = |text: &str| {
        issues
            .error(At::Side(side.id.clone()), &side.id, text)
            .rule("15.1")
            .remedy("name another leader of this side as second in command, or nobody");
    };
    match (named, second) {
        (None, _) => {}
        (Some(_), None) => wrong("its second in command is no leader"),
        (Some(_), s) if s == commander => wrong("the commander would be followed by himself"),
        (Some(_), Some(s)) => {
            let of = |l: crate::ids::LeaderId| pieces.leaders[l.index()].side;
            if commander.is_some_and(|c| of(c) != of(s)) {
                wrong("its second in command is of the other side");
            }
        }
    }
}

fn is_on_edge(grid: &Grid, id: HexId, edge: Compass) -> bool {
    let (col, row) = grid.column_and_row(grid.hex(id));
    match edge {
        Compass::North => row == 0,
        Compass::South => row == grid.rows as i16 - 1,
        Compass::West => col == 0,
        Compass::East => col == grid.cols as i16 - 1,
    }
}

fn objectives(
    doc: &ScenarioDoc,
    map: &Map,
    order: &[usize; 2],
    pieces: &Pieces,
    issues: &mut Issues,
) -> Vec<Objective> {
    let mut out = Vec::new();
    for (i, v) in doc.victory.iter().enumerate().filter(|(_, v)| v.kind == fields::OBJECTIVE) {
        let hexes = fields::OBJECTIVE_HEXES.read_all(&v.props);
        let hexes: Vec<HexId> = hexes.iter().filter_map(|number| map.grid.parse(number)).collect();
        let name = fields::OBJECTIVE_NAME.read(&v.props).unwrap_or("objective").to_owned();
        if hexes.is_empty() {
            issues
                .error(At::Victory(i), &name, "it has no hex on the map")
                .rule("19.2")
                .remedy("give it a hex");
            continue;
        }
        let side = order.iter().position(|s| doc.sides[*s].id == v.side).map(|s| SideId(s as u8));
        let nearest = |side: SideId| {
            let units = pieces.units.iter().filter(|u| u.side == side && u.arm != crate::data::Arm::Guns);
            let starts = units.filter_map(|u| u.start);
            starts.flat_map(|s| hexes.iter().map(move |h| map.distance(s, *h))).min()
        };
        let held = fields::HELD.read(&v.props).unwrap_or(Held::ByTheNearest);
        let by_the_nearest = match (nearest(SideId::PRUSSIAN), nearest(SideId::COALITION)) {
            (Some(a), Some(b)) if a == b => None,
            (Some(a), Some(b)) => Some(if a < b { SideId::PRUSSIAN } else { SideId::COALITION }),
            (Some(_), None) => Some(SideId::PRUSSIAN),
            (None, Some(_)) => Some(SideId::COALITION),
            (None, None) => None,
        };
        out.push(Objective {
            points: fields::POINTS.read_or_default(&v.props).into(),
            units: fields::UNITS_WANTED.read_or_default(&v.props),
            radius: fields::RADIUS.read_or_default(&v.props).into(),
            name,
            hexes,
            side,
            holder: match held {
                Held::ByTheNearest => by_the_nearest,
                Held::By(side) => Some(side),
                Held::ByNobody => None,
            },
            is_held: held != Held::ByTheNearest,
            index: i,
        });
    }
    if out.len() > 32 {
        issues
            .error(At::Field("victory".into()), "objectives", "there are more than 32 objectives")
            .rule("19.2")
            .remedy("leave some out");
    }
    out
}

fn levels(doc: &ScenarioDoc, issues: &mut Issues) -> Levels {
    let none = Props::new();
    let props = doc.victory.iter().find(|v| v.kind == fields::LEVELS).map_or(&none, |v| &v.props);
    let read = |field: NumberField<i16>| field.read_or_default(props);
    let levels = Levels {
        prussian: [fields::PRUSSIAN_MARGINAL, fields::PRUSSIAN_SUBSTANTIVE, fields::PRUSSIAN_DECISIVE]
            .map(read),
        coalition: [fields::COALITION_MARGINAL, fields::COALITION_SUBSTANTIVE, fields::COALITION_DECISIVE]
            .map(read),
    };
    let falls = levels.coalition.windows(2).all(|w| w[0] > w[1]);
    if !levels.prussian.is_sorted_by(|a, b| a < b) || !falls || levels.coalition[0] >= levels.prussian[0] {
        issues
            .error(At::Field("victory".into()), "levels", "the levels of victory overlap")
            .rule("19.2")
            .remedy("let them fall from Prussian decisive to Coalition decisive");
    }
    levels
}
