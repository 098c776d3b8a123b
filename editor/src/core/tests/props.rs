//! What must hold for any sequence of edits, whatever they are.

use super::*;
use crate::core::edit::{LevelChange, ListEdit, PieceChange, TextField};
use crate::core::pattern::{self, Pattern, What};
use crate::core::sheet::{Margins, resized};
use engine::hex::{Facing, HexId};
use engine::scenario::{Issues, Label, LabelStyle, Value, Victory, parse, to_text};
use proptest::prelude::*;

/// Numbers that an edit is made from; the document says what they may mean.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    what: u8,
    a: u16,
    b: u16,
    n: u8,
}

pub fn seeds() -> impl Strategy<Value = Vec<Seed>> {
    let seed = (0u8..32, any::<u16>(), any::<u16>(), any::<u8>());
    prop::collection::vec(seed.prop_map(|(what, a, b, n)| Seed { what, a, b, n }), 1..40)
}

fn hex(doc: &ScenarioDoc, n: u16) -> Hex {
    let g = doc.map.grid;
    g.hex(HexId(n % g.len().max(1) as u16))
}

fn disc(doc: &ScenarioDoc, s: Seed) -> Vec<Hex> {
    hexes::disc(&doc.map.grid, hex(doc, s.a), s.n % 4 + 1)
}

fn sides(doc: &ScenarioDoc, s: Seed) -> Vec<Edge> {
    disc(doc, s).into_iter().flat_map(|h| [Edge::new(h, Dir(s.n % 6)), Edge::new(h, Dir(s.n % 5))]).collect()
}

fn ids(doc: &ScenarioDoc, s: Seed) -> Vec<String> {
    doc.pieces
        .iter()
        .enumerate()
        .filter(|(i, _)| i % (s.n as usize % 3 + 1) == 0)
        .map(|p| p.1.id.clone())
        .collect()
}

fn some_piece(doc: &ScenarioDoc, s: Seed) -> Piece {
    let place = match s.n % 4 {
        0 => Place::Off,
        1 => Place::Hexes(vec![hex(doc, s.a), hex(doc, s.a).step(Dir(0))]),
        _ => Place::Hex(hex(doc, s.a)),
    };
    let mut p = piece(&format!("p{}", s.b % 20), if s.n.is_multiple_of(2) { "a" } else { "b" }, place);
    p.facing = Some(Facing(s.n % 6 * 2));
    p.props.insert("n".into(), Value::Int(s.b.into()));
    p
}

fn label(doc: &ScenarioDoc, s: Seed) -> Label {
    let (dx, turn) = ((s.b % 90) as i16, (s.n % 80) as i16);
    Label {
        text: format!("L{}", s.b),
        at: hex(doc, s.a),
        dx,
        dy: 12,
        turn,
        size: 100,
        style: LabelStyle::Hill,
    }
}

/// An edit of the map.
fn map_edit(doc: &ScenarioDoc, s: Seed) -> Edit {
    let kinds = ["clear", "wood", "lake", "village", "trench"];
    let kind = kinds[s.b as usize % 5].to_owned();
    let side = ["river", "bridge", "slope", "none"][s.b as usize % 4].to_owned();
    let at = s.b as usize % (doc.map.labels.len() + 1);
    match s.what % 15 {
        14 => Edit::TurnGround { hexes: disc(doc, s), by: s.n },
        0 | 1 => Edit::Terrain { hexes: disc(doc, s), kind, turn: s.n % 7 % 6 },
        2 => Edit::ReplaceTerrain { from: kinds[s.n as usize % 5].into(), to: kind },
        3 => Edit::Levels { hexes: disc(doc, s), change: LevelChange::By(s.n as i8 % 3), limits: (0, 4) },
        4 => Edit::Levels { hexes: disc(doc, s), change: LevelChange::Set(s.n as i8 % 5), limits: (0, 4) },
        5 | 6 => {
            let from = |e: Edge| (e, (side == "slope").then(|| e.hexes()[s.n as usize % 2]));
            Edit::DrawEdges { sides: sides(doc, s).into_iter().map(from).collect(), kind: side }
        }
        7 => Edit::EraseEdges { sides: sides(doc, s), kind: s.n.is_multiple_of(2).then_some(side) },
        8 => Edit::FlipEdges { sides: sides(doc, s), kind: "slope".into() },
        9 => Edit::Roads { sides: sides(doc, s), class: s.n % 3 },
        10 => Edit::RegionHexes { id: "camp".into(), hexes: disc(doc, s), inside: !s.n.is_multiple_of(3) },
        11 => {
            let id = format!("r{}", s.b % 5);
            Edit::Regions(ListEdit::Add(Region { name: id.clone(), id, hexes: Vec::new() }))
        }
        12 => Edit::Labels(ListEdit::Add(label(doc, s))),
        _ if s.n.is_multiple_of(2) => Edit::Labels(ListEdit::Remove(at)),
        _ => Edit::Labels(ListEdit::Set(at, label(doc, s))),
    }
}

/// An edit of the pieces and of the scenario, or of large parts of it.
fn other_edit(doc: &ScenarioDoc, s: Seed) -> Edit {
    let chosen = ids(doc, s);
    match s.what % 14 {
        0 | 1 => Edit::AddPieces(vec![some_piece(doc, s)]),
        2 => Edit::RemovePieces(chosen.into_iter().take(2).collect()),
        3 => Edit::PlacePieces(chosen.into_iter().map(|id| (id, Place::Hex(hex(doc, s.b)), None)).collect()),
        4 if s.n.is_multiple_of(2) => {
            let mark = doc.pieces.get(usize::from(s.b) % doc.pieces.len().max(1));
            let mark = mark.map(|p| p.id.clone()).unwrap_or_default();
            Edit::OrderPieces { ids: chosen, mark, after: s.a.is_multiple_of(2) }
        }
        4 => Edit::ChangePieces { ids: chosen, change: PieceChange::Name(format!("N{}", s.b % 3)) },
        5 => Edit::ChangePieces {
            ids: chosen,
            change: PieceChange::Prop("n".into(), Some(Value::Int(s.a.into()))),
        },
        6 => Edit::RenamePiece {
            from: chosen.first().cloned().unwrap_or_default(),
            to: format!("new{}", s.b % 4),
        },
        7 => Edit::Text(
            if s.n.is_multiple_of(2) { TextField::Title } else { TextField::Notes },
            format!("T{}", s.b),
        ),
        8 => Edit::Turns(u32::from(s.n)),
        9 => Edit::Victory(ListEdit::Add(Victory { kind: format!("v{}", s.n % 4), ..Victory::default() })),
        10 => Edit::Sides(ListEdit::Set(
            1,
            Side { id: "b".into(), name: format!("B{}", s.n), ..Side::default() },
        )),
        11 => {
            let m = Margins {
                left: i16::from(s.n % 5) - 2,
                right: (s.a % 5) as i16 - 2,
                top: (s.b % 5) as i16 - 2,
                bottom: 1,
            };
            let new = resized(doc, &schema(), m).unwrap_or_else(|| doc.clone());
            Edit::Replace { name: "resize".into(), doc: Arc::new(new) }
        }
        12 => {
            let mut p = Pattern::copy(doc, &disc(doc, s), What::default()).unwrap();
            (0..s.n % 6).for_each(|_| p.turn(true));
            p.paste_at(doc, &schema(), hex(doc, s.b)).unwrap_or(Edit::Turns(3))
        }
        _ => pattern::clear_hexes(doc, &schema(), &disc(doc, s), What::default()).unwrap_or(Edit::Turns(4)),
    }
}

pub fn edit_of(doc: &ScenarioDoc, s: Seed) -> Edit {
    if s.what < 18 { map_edit(doc, s) } else { other_edit(doc, s) }
}

/// Edits, strokes, and undo and redo in between.
fn work(d: &mut Document, seeds: &[Seed]) {
    for s in seeds {
        match s.n {
            0..=9 => {
                d.undo();
            }
            10..=14 => {
                d.redo();
            }
            15..=40 => d.begin_stroke(),
            41..=70 => d.end_stroke(),
            71..=74 => d.cancel_stroke(),
            _ => {}
        }
        let e = edit_of(d.doc(), *s);
        d.apply(&e);
    }
    d.end_stroke();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_to_the_start_and_redo_to_the_end_change_nothing(list in seeds()) {
        let start = scenario();
        let mut d = Document::new(start.clone(), None, "start");
        work(&mut d, &list);
        let end = d.doc().clone();
        let steps = d.at();
        // Whatever steps were kept, the first of them is where it began.
        while d.undo() {}
        prop_assert_eq!(d.doc(), &start);
        while d.at() < steps && d.redo() {}
        prop_assert_eq!(d.doc(), &end);
        for i in (0..=steps).rev().chain(0..=steps) {
            d.go_to(i);
        }
        prop_assert_eq!(d.doc(), &end);
    }

    #[test]
    fn what_is_saved_loads_and_saves_to_the_same_bytes(list in seeds()) {
        let mut d = Document::new(scenario(), None, "start");
        work(&mut d, &list);
        let text = d.to_text();
        let again = parse(&text, &mut Issues::default()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(to_text(&again), text);
    }

    #[test]
    fn a_part_turned_six_times_or_mirrored_twice_is_the_same(list in seeds(), at in any::<u16>(), r in 1u8..5) {
        let mut d = Document::new(scenario(), None, "start");
        work(&mut d, &list);
        let doc = d.doc().clone();
        let middle = hex(&doc, at);
        let area = hexes::disc(&doc.map.grid, middle, r);
        let part = Pattern::copy(&doc, &area, What::default()).unwrap();
        let mut turned = part.clone();
        (0..6).for_each(|_| turned.turn(true));
        prop_assert_eq!(&turned, &part);
        turned.mirror(grid().orientation);
        turned.mirror(grid().orientation);
        prop_assert_eq!(&turned, &part);
        // Put down where it came from, the map is as it was.
        let what = What { pieces: false, ..What::default() };
        let ground = Pattern::copy(&doc, &area, what).unwrap();
        let origin = area.iter().copied().find(|h| ground.covered_hexes(*h).iter().all(|x| area.contains(x))).unwrap();
        let mut same = doc.clone();
        apply(&mut same, &ground.paste_at(&doc, &schema(), origin).unwrap());
        prop_assert_eq!(&same, &doc);
    }

    /// In cube coordinates for real: turned, put down on a blank sheet, copied from there and turned
    /// on until the circle is full, it is what it was; and so mirrored twice.
    #[test]
    fn six_sheets_each_a_sixth_further_close_the_circle(list in seeds(), col in 3u16..8, row in 3u16..16) {
        let mut d = Document::new(scenario(), None, "start");
        let list: Vec<Seed> = list.into_iter().filter(|s| s.what % 14 != 11 || s.what < 18).collect();
        work(&mut d, &list);
        let mut doc = d.doc().clone();
        // Names keep upright and offsets are rounded: they are looked at elsewhere.
        Arc::make_mut(&mut doc.map.labels).clear();
        let centre = grid().hex_at(6, 10);
        let carried = |p: &Pattern| {
            let mut blank = ScenarioDoc::blank("made-up", MapDoc::blank(grid(), "clear"));
            blank.sides = doc.sides.clone();
            let edit = p.paste_at(&blank, &schema(), centre).unwrap();
            apply(&mut blank, &edit);
            Pattern::copy(&blank, &p.covered_hexes(centre), What::default()).unwrap()
        };
        let area = hexes::disc(&doc.map.grid, grid().hex_at(col, row), 3);
        let first = carried(&Pattern::copy(&doc, &area, What::default()).unwrap());
        let mut part = first.clone();
        for _ in 0..6 {
            part.turn(true);
            part = carried(&part);
        }
        prop_assert_eq!(&part, &first);
        for _ in 0..2 {
            part.mirror(grid().orientation);
            part = carried(&part);
        }
        prop_assert_eq!(&part, &first);
    }

    #[test]
    fn a_sheet_made_larger_and_smaller_again_or_shifted_back_is_the_same(
        list in seeds(), l in 0i16..7, r in 0i16..7, t in 0i16..7, b in 0i16..7, dc in -9i16..9, dr in -9i16..9,
    ) {
        let mut d = Document::new(scenario(), None, "start");
        work(&mut d, &list);
        let doc = d.doc().clone();
        let grown = resized(&doc, &schema(), Margins { left: l, right: r, top: t, bottom: b }).unwrap();
        let back = resized(&grown, &schema(), Margins { left: -l, right: -r, top: -t, bottom: -b }).unwrap();
        prop_assert_eq!(to_text(&back), to_text(&doc));
        // With room on all sides nothing is pushed off by a shift.
        let roomy = resized(&doc, &schema(), Margins { left: 10, right: 10, top: 10, bottom: 10 }).unwrap();
        let there = resized(&roomy, &schema(), Margins::shift(dc, dr)).unwrap();
        let again = resized(&there, &schema(), Margins::shift(-dc, -dr)).unwrap();
        prop_assert_eq!(again, roomy);
    }
}
