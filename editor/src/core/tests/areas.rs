//! Choosing hexes, carrying parts of the map, another size for the sheet.

use super::*;
use crate::core::edit::{LevelChange, ListEdit};
use crate::core::pattern::{self, Pattern, What};
use crate::core::sheet::{Lost, Margins, renumbered, resized};
use crate::tools::SelectionShape;
use engine::hex::{Facing, Numbering, Order};
use engine::scenario::{Field, FieldKind, Label, LabelStyle, Special, SpecialKind, Value};

fn on(phase: Phase, label: &str) -> Pointer {
    Pointer { phase, hex: Some(at(label)), ..Pointer::default() }
}

fn toolbox(kind: ToolKind) -> (ScenarioDoc, Toolbox) {
    let doc = scenario();
    let mut t = Toolbox::for_document(&doc, &schema());
    t.switch_to(kind);
    (doc, t)
}

fn labels(doc: &ScenarioDoc, hexes: &[Hex]) -> Vec<String> {
    let mut out: Vec<String> = hexes.iter().map(|h| doc.map.hex_label(*h)).collect();
    out.sort();
    out
}

fn strokes(t: &mut Toolbox, doc: &ScenarioDoc, way: &[&str], change: impl Fn(&mut Pointer)) {
    let phases = std::iter::once(Phase::Down).chain(way.iter().skip(1).map(|_| Phase::Move));
    for (phase, label) in phases.zip(way) {
        t.respond(doc, &schema(), &on(phase, label));
    }
    let mut up = on(Phase::Up, way[way.len() - 1]);
    change(&mut up);
    t.respond(doc, &schema(), &up);
}

#[test]
fn a_frame_chooses_hexes_and_the_pieces_on_them() {
    let (doc, mut t) = toolbox(ToolKind::Choose);
    strokes(&mut t, &doc, &["0202", "0303"], |_| {});
    assert_eq!(labels(&doc, &t.area), ["0202", "0203", "0302", "0303"]);
    assert_eq!(t.selection, ["one", "rider"], "who rides comes along; who reaches beyond does not");
    strokes(&mut t, &doc, &["0505"], |p| p.shift = true);
    assert_eq!(t.area.len(), 5, "Shift adds");
    strokes(&mut t, &doc, &["0202", "0203"], |p| p.ctrl = true);
    assert_eq!(labels(&doc, &t.area), ["0302", "0303", "0505"], "Ctrl takes away");
}

#[test]
fn a_lasso_chooses_what_it_goes_round() {
    let (doc, mut t) = toolbox(ToolKind::Choose);
    t.choosing = SelectionShape::Lasso;
    strokes(&mut t, &doc, &["0403", "0703", "0707", "0407", "0403"], |_| {});
    assert_eq!(labels(&doc, &t.area).len(), 20, "four columns of five");
    assert!(t.area.contains(&at("0505")), "inside the line, not on it");
    assert!(!t.area.contains(&at("0305")) && !t.area.contains(&at("0805")));
}

#[test]
fn the_wand_takes_what_is_joined_and_alike() {
    let (mut doc, mut t) = toolbox(ToolKind::Choose);
    t.choosing = SelectionShape::Wand;
    let wood = |labels: &[&str]| Edit::Terrain {
        hexes: labels.iter().map(|l| at(l)).collect(),
        kind: "wood".into(),
        turn: 0,
    };
    apply(&mut doc, &wood(&["0404", "0504", "0505", "0910"]));
    let change = LevelChange::Set(2);
    apply(&mut doc, &Edit::Levels { hexes: vec![at("0505")], change, limits: (0, 4) });
    strokes(&mut t, &doc, &["0404"], |_| {});
    assert_eq!(labels(&doc, &t.area), ["0404", "0504"], "another level is not alike");
    t.ground.everywhere = true;
    strokes(&mut t, &doc, &["0404"], |_| {});
    assert_eq!(labels(&doc, &t.area), ["0404", "0504", "0910"]);
}

/// A corner of everything: terrain, level, river, slope, road, area, name, pieces.
fn rich() -> ScenarioDoc {
    let mut doc = scenario();
    let edits = [
        Edit::Terrain { hexes: vec![at("0202"), at("0302")], kind: "wood".into(), turn: 0 },
        Edit::Levels { hexes: vec![at("0303")], change: LevelChange::Set(2), limits: (0, 4) },
        Edit::DrawEdges { sides: vec![(side_of("0202", 0), None)], kind: "river".into() },
        Edit::DrawEdges { sides: vec![(side_of("0303", 1), Some(at("0303")))], kind: "slope".into() },
        Edit::Roads { sides: vec![side_of("0202", 1)], class: 2 },
        Edit::RegionHexes { id: "camp".into(), hexes: vec![at("0303")], inside: true },
        Edit::Labels(ListEdit::Add(Label {
            text: "Teich".into(),
            at: at("0302"),
            dx: 0,
            dy: 0,
            turn: 30,
            size: 100,
            style: LabelStyle::Water,
        })),
        Edit::PlacePieces(vec![("one".into(), Place::Hex(at("0202")), Some(Facing(2)))]),
    ];
    edits.iter().for_each(|e| apply(&mut doc, e));
    doc
}

const CORNER: [&str; 4] = ["0202", "0302", "0203", "0303"];

fn corner() -> Vec<Hex> {
    CORNER.iter().map(|l| at(l)).collect()
}

#[test]
fn a_part_is_put_down_elsewhere_with_all_that_is_on_it() {
    let doc = rich();
    let part = Pattern::copy(&doc, &corner(), What::default()).unwrap();
    let mut t = Toolbox::default();
    t.switch_to(ToolKind::Stamp);
    t.stamp = Some(Arc::new(part.clone()));
    let to = at("0812");
    let hover = t.respond(&doc, &schema(), &on(Phase::Hover, "0812"));
    let down = t.respond(&doc, &schema(), &on(Phase::Down, "0812"));
    assert_eq!(hover.put, Some(to), "where it would lie");
    assert_eq!(hover.commit, None);
    let mut after = doc.clone();
    apply(&mut after, &down.commit.unwrap());
    let by = part.covered_hexes(to)[0] - part.covered_hexes(Hex::default())[0];
    assert_eq!(by, to);
    // Everything again, as far from the old place as the hexes are.
    let shift = part.covered_hexes(to).into_iter().min().unwrap() - corner().into_iter().min().unwrap();
    let there = |l: &str| at(l) + shift;
    let map = &after.map;
    let terrain = |h: Hex| map.terrain_at(map.grid.id(h).unwrap()).to_owned();
    assert_eq!(terrain(there("0302")), "wood");
    assert_eq!(map.level_at(map.grid.id(there("0303")).unwrap()), 2);
    let moved = |label: &str, d: u8| Edge::new(there(label), Dir(d));
    assert_eq!(map.edges[&moved("0202", 0)][0].kind, "river");
    assert_eq!(map.edges[&moved("0303", 1)][0].from, Some(there("0303")));
    assert_eq!(map.roads.get(&moved("0202", 1)), Some(&2));
    assert!(map.region("camp").unwrap().hexes.contains(&there("0303")));
    assert_eq!(map.labels.len(), 2);
    let copy = after.piece("one-1").expect("a piece with an id of its own");
    assert_eq!((copy.place.clone(), copy.facing), (Place::Hex(there("0202")), Some(Facing(2))));
    assert_eq!(after.piece("rider-1").unwrap().place, Place::On { piece: "one-1".into(), part: 0 });
    assert_eq!(after.pieces.len(), doc.pieces.len() + 2);
}

#[test]
fn the_picture_in_the_hand_is_what_is_put_down() {
    let doc = rich();
    let mut part = Pattern::copy(&doc, &corner(), What::default()).unwrap();
    for turn in 0..12 {
        part.turn(true);
        if turn == 6 {
            part.mirror(doc.map.grid.orientation);
        }
        let (sheet, ground, origin) = part.on_own_sheet(&doc, &schema()).unwrap();
        assert_eq!(ground.len(), 4);
        let to = at("0812");
        let mut after = ScenarioDoc { pieces: Arc::default(), ..doc.clone() };
        Arc::make_mut(&mut after.map.labels).clear();
        let put = part.paste_at(&after, &schema(), to).unwrap();
        apply(&mut after, &put);
        let by = to - origin;
        for h in ground {
            let (there, here) = (after.map.grid.id(h + by).unwrap(), sheet.map.grid.id(h).unwrap());
            assert_eq!(after.map.terrain_at(there), sheet.map.terrain_at(here));
            assert_eq!(after.map.level_at(there), sheet.map.level_at(here));
        }
        let moved = |e: &Edge| Edge::between(e.hexes()[0] + by, e.hexes()[1] + by).unwrap();
        for (e, features) in sheet.map.edges.iter() {
            let there: Vec<&str> = after.map.edges[&moved(e)].iter().map(|f| f.kind.as_str()).collect();
            let here: Vec<&str> = features.iter().map(|f| f.kind.as_str()).collect();
            assert_eq!(there, here, "turned {turn}");
        }
        assert!(!sheet.map.edges.is_empty() && sheet.map.roads.len() == 1);
        let places = |d: &ScenarioDoc, by: Hex| -> Vec<(Vec<Hex>, Option<Facing>)> {
            let hexes = |p: &Piece| pieces::hexes_of(&p.place).iter().map(|h| *h + by).collect();
            d.pieces.iter().map(|p| (hexes(p), p.facing)).collect()
        };
        assert_eq!(places(&sheet, by), places(&after, Hex::default()));
        assert_eq!(sheet.map.labels[0].turn, after.map.labels[0].turn);
    }
}

#[test]
fn what_would_lie_beyond_the_sheet_is_left_out() {
    let doc = rich();
    let mut part = Pattern::copy(&doc, &corner(), What::default()).unwrap();
    // Half of it over the left edge, then wholly beyond.
    let mut after = doc.clone();
    apply(&mut after, &part.paste_at(&doc, &schema(), at("0110")).unwrap());
    let on = |h: &Hex| after.map.grid.contains_hex(*h);
    assert!(after.map.labels.iter().all(|l| on(&l.at)));
    assert!(after.map.regions.iter().flat_map(|r| &r.hexes).all(on));
    assert!(after.pieces.iter().flat_map(|p| pieces::hexes_of(&p.place)).all(|h| on(&h)));
    assert!(after != doc);
    part.turn(true);
    assert_eq!(part.paste_at(&doc, &schema(), Hex::new(-20, -20)), None);
}

#[test]
fn a_smaller_sheet_says_what_would_be_lost() {
    let doc = rich();
    let cut = |m: Margins| Lost::between(&doc, &resized(&doc, &schema(), m).unwrap());
    assert_eq!(cut(Margins { right: 3, bottom: 2, ..Margins::default() }), Lost::default());
    let lost = cut(Margins { top: -4, ..Margins::default() });
    assert!(lost.pieces >= 2 && lost.names == 1 && lost.sides >= 2 && lost.roads == 1, "{lost:?}");
    let said = crate::words::lost_by_resize(&lost).unwrap();
    assert!(said.contains("move off the map") && said.contains("1 name"), "{said}");
    assert_eq!(crate::words::lost_by_resize(&Lost::default()), None);
}

#[test]
fn turning_takes_facings_and_directions_along() {
    let doc = rich();
    let mut part = Pattern::copy(&doc, &[at("0202")], What::default()).unwrap();
    part.turn(true);
    let mut after = doc.clone();
    apply(&mut after, &part.paste_at(&doc, &schema(), at("0810")).unwrap());
    let new = after.piece("one-1").unwrap();
    assert_eq!(new.facing, Some(Facing(4)), "a sixth is two of twelve");
    assert!(after.map.edges.contains_key(&Edge::new(at("0810"), Dir(1))), "the river went from E to SE");
    assert_eq!(after.map.roads.get(&Edge::new(at("0810"), Dir(2))), Some(&2));
    let mut mirrored = Pattern::copy(&doc, &[at("0202")], What::default()).unwrap();
    mirrored.mirror(grid().orientation);
    let mut after = doc.clone();
    apply(&mut after, &mirrored.paste_at(&doc, &schema(), at("0810")).unwrap());
    assert_eq!(after.piece("one-1").unwrap().facing, Some(Facing(4)), "from SE to SW");
    assert!(after.map.edges.contains_key(&Edge::new(at("0810"), Dir(3))), "the river went from E to W");
}

#[test]
fn cutting_leaves_open_ground_and_one_step() {
    let doc = rich();
    let mut d = Document::new(doc.clone(), None, "New");
    let edit = pattern::clear_hexes(&doc, &schema(), &corner(), What::default()).unwrap();
    assert!(d.apply(&edit));
    assert_eq!(d.steps().len(), 2);
    let now = d.doc();
    assert!(now.map.edges.keys().all(|e| !e.hexes().iter().all(|h| corner().contains(h))));
    assert!(now.map.roads.is_empty() && now.map.labels.is_empty());
    assert!(now.piece("one").is_none() && now.piece("foe").is_some());
    assert_eq!(now.map.region("camp").unwrap().hexes, [at("0101")]);
    d.undo();
    assert_eq!(d.doc(), &doc);
}

#[test]
fn another_rule_system_gets_what_it_knows() {
    let doc = rich();
    let part = Pattern::copy(&doc, &corner(), What::default()).unwrap();
    let mut other = schema();
    other.terrains.retain(|t| t.id != "wood");
    other.edges.retain(|e| e.id != "river");
    other.units.clear();
    let (known, gone) = part.known_to(&other);
    assert_eq!(gone, 2 + 1 + 2, "two woods, a river, two pieces");
    let mut blank = ScenarioDoc::blank("other", MapDoc::blank(grid(), "clear"));
    let edit = known.paste_at(&blank, &other, at("0610")).unwrap();
    apply(&mut blank, &edit);
    assert!(blank.pieces.is_empty());
    assert!(blank.map.grid.ids().all(|id| blank.map.terrain_at(id) == "clear"));
    assert!(blank.map.edges.values().flatten().any(|f| f.kind == "slope"));
}

#[test]
fn open_ground_of_other_rules_leaves_what_lies_here() {
    let mut doc = rich();
    doc.ruleset = "elsewhere".into();
    let sides = doc.map.edges.keys().copied().collect();
    apply(&mut doc, &Edit::EraseEdges { sides, kind: None });
    let part = Pattern::copy(&doc, &corner(), What { pieces: false, ..What::default() }).unwrap();
    let mut here = schema();
    here.ruleset = "here".into();
    let mut target = ScenarioDoc::blank("here", MapDoc::blank(grid(), "lake"));
    let side = Edge::new(at("0610"), Dir(0));
    apply(&mut target, &Edit::DrawEdges { sides: vec![(side, None)], kind: "river".into() });
    let put = |here: &Schema| {
        let mut d = target.clone();
        apply(&mut d, &part.known_to(here).0.paste_at(&target, here, at("0610")).unwrap());
        let is = |kind: &str| d.map.grid.ids().filter(|id| d.map.terrain_at(*id) == kind).count();
        (is("wood"), is("clear"), d.map.edges.contains_key(&side))
    };
    let (wood, clear, river) = put(&here);
    assert!(wood > 0, "what both know comes");
    assert_eq!((clear, river), (0, true), "nothing else is touched");
    // Within the same rules a part is put down as it was.
    here.ruleset = "elsewhere".into();
    let (_, clear, river) = put(&here);
    assert!(clear > 0 && !river);
}

/// A document whose special rules name hexes by number, and a schema that says so.
fn numbered() -> (ScenarioDoc, Schema) {
    let mut doc = rich();
    let mut schema = schema();
    let hex_field = |kind| Field {
        id: "hex".into(),
        name: "Hex".into(),
        kind,
        default: Value::Text(String::new()),
        rule: String::new(),
        help: String::new(),
        printed: true,
    };
    let list = FieldKind::List(Box::new(FieldKind::Hex));
    schema.specials = vec![
        SpecialKind { id: "place".into(), fields: vec![hex_field(FieldKind::Hex)], ..SpecialKind::default() },
        SpecialKind { id: "places".into(), fields: vec![hex_field(list)], ..SpecialKind::default() },
    ];
    let text = |t: &str| Value::Text(t.into());
    let special = |rule: &str, v| Special { rule: rule.into(), props: [("hex".to_owned(), v)].into() };
    doc.specials = vec![
        special("place", text("0303")),
        special("places", Value::List(vec![text("0510"), text("nowhere")])),
        special("place", Value::Int(303)),
    ];
    (doc, schema)
}

#[test]
fn other_numbers_move_nothing_and_are_written_wherever_hexes_are_named() {
    let (doc, schema) = numbered();
    let old = doc.map.grid.numbering;
    let letters = renumbered(&doc, &schema, Numbering::letters()).unwrap();
    assert_eq!(letters.pieces, doc.pieces, "nothing moves");
    assert_eq!((&letters.map.terrain, &letters.map.edges), (&doc.map.terrain, &doc.map.edges));
    let text = |t: &str| Value::Text(t.into());
    assert_eq!(letters.specials[0].props["hex"], text("C3"));
    assert_eq!(letters.specials[1].props["hex"], Value::List(vec![text("E10"), text("nowhere")]));
    assert_eq!(letters.specials[2].props["hex"], text("C3"), "a figure becomes a word");
    // Rows from the south, row first, as on the maps of whole countries.
    let mut south = Numbering { order: Order::RowCol, ..old };
    south.row.descending = true;
    let there = renumbered(&letters, &schema, south).unwrap();
    let row = doc.map.grid.rows - 2;
    assert_eq!(there.specials[0].props["hex"], text(&format!("{row:02}03")));
    assert_eq!(renumbered(&there, &schema, old).unwrap().specials[0], doc.specials[0], "and back");
    // One digit for twelve columns, after one for the rows: 111 would be two hexes.
    let mut alike = old;
    (alike.col.width, alike.row.width) = (1, 1);
    assert_eq!(renumbered(&doc, &schema, alike), None);
    alike.row.letters = true;
    assert!(renumbered(&doc, &schema, alike).is_some());
    alike.col.letters = true;
    assert_eq!(renumbered(&doc, &schema, alike), None, "letters twice cannot be read");
}

#[test]
fn a_sheet_with_rows_added_moves_everything_and_its_numbers() {
    let (doc, schema) = numbered();
    let text = |t: &str| Value::Text(t.into());
    for (top, left) in [(1, 0), (3, 2), (0, 1)] {
        let m = Margins { left, top, right: 0, bottom: 0 };
        let new = resized(&doc, &schema, m).unwrap();
        let label = |l: &str| {
            let (c, r) = doc.map.grid.column_and_row(at(l));
            let id = new.map.grid.id(new.map.grid.hex_at((c + left) as u16, (r + top) as u16)).unwrap();
            (new.map.grid.hex(id), new.map.grid.label(id))
        };
        assert_eq!(new.piece("one").unwrap().place, Place::Hex(label("0202").0));
        assert_eq!(new.specials[0].props["hex"], text(&label("0303").1), "top {top}, left {left}");
        assert_eq!(new.specials[1].props["hex"], Value::List(vec![text(&label("0510").1), text("nowhere")]));
        assert_eq!(new.specials[2].props["hex"].to_string(), label("0303").1.trim_start_matches('0'));
        assert_eq!(new.map.edges.len(), doc.map.edges.len());
        assert_eq!(new.map.labels[0].at, label("0302").0);
        let wood = |d: &ScenarioDoc| d.map.grid.ids().filter(|id| d.map.terrain_at(*id) == "wood").count();
        assert_eq!(wood(&new), wood(&doc));
    }
}

#[test]
fn what_a_crop_cuts_off_waits_off_the_map() {
    let doc = rich();
    let m = Margins::crop_to(&doc.map.grid, &corner()).unwrap();
    let new = resized(&doc, &schema(), m).unwrap();
    assert_eq!((new.map.grid.cols, new.map.grid.rows), (2, 2));
    assert_eq!(new.piece("foe").unwrap().place, Place::Off);
    assert!(matches!(new.piece("one").unwrap().place, Place::Hex(_)));
    assert_eq!(new.map.region("camp").unwrap().hexes.len(), 1, "0101 is gone, 0303 stays");
    assert!(resized(&doc, &schema(), Margins { left: -12, ..Margins::default() }).is_none());
}

#[test]
fn the_picture_to_trace_moves_with_the_sheet() {
    use crate::core::underlay::{Pin, Underlay};
    let mut doc = rich();
    let mut u = Underlay::new("map.png".into());
    u.pin(Pin { pixel: [10.0, 20.0], sheet: [3.0, 4.0] });
    apply(&mut doc, &Underlay::edit(Some(&u)));
    let moved = resized(&doc, &schema(), Margins { left: 2, top: 1, right: 0, bottom: 0 }).unwrap();
    let pin = Underlay::of(&moved).unwrap().pins[0];
    let layout = |d: &ScenarioDoc| board::layout::Layout::new(d.map.grid);
    let old = layout(&doc).center_of(at("0202"));
    let Place::Hex(h) = moved.piece("one").unwrap().place else { panic!("it stands on the map") };
    let new = layout(&moved).center_of(h);
    assert!((pin.sheet[0] - 3.0 - (new.x - old.x)).abs() < 0.01);
    assert!((pin.sheet[1] - 4.0 - (new.y - old.y)).abs() < 0.01);
    let back = resized(&moved, &schema(), Margins { left: -2, top: -1, right: 0, bottom: 0 }).unwrap();
    assert_eq!(back, doc);
}
