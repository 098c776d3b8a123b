//! Ground that lies turned; slopes that follow from levels or do not.

use super::*;
use crate::core::edit::LevelChange;
use crate::core::ground::turn_ground;
use crate::core::pattern::{Pattern, What};
use crate::core::sheet::{Margins, resized};
use crate::core::slopes::{self, Tally};
use crate::tools::EdgeMode;
use engine::scenario::{Issues, Origin, Slope, parse, to_text};

fn press(t: &mut Toolbox, d: &mut Document, ev: &Pointer) {
    for phase in [Phase::Down, Phase::Up] {
        let reply = t.respond(d.doc(), &schema(), &Pointer { phase, ..ev.clone() });
        if let Some(e) = reply.commit {
            d.apply(&e);
        }
    }
    d.end_stroke();
}

fn hand(kind: ToolKind) -> (Document, Toolbox) {
    let d = Document::new(scenario(), None, "New");
    let mut t = Toolbox::for_document(d.doc(), &schema());
    t.switch_to(kind);
    (d, t)
}

fn paint(kind: &str, turn: u8, labels: &[&str]) -> Edit {
    Edit::Terrain { hexes: labels.iter().map(|l| at(l)).collect(), kind: kind.into(), turn }
}

#[test]
fn the_brush_lays_ground_with_a_direction_as_it_is_told() {
    let (mut d, mut t) = hand(ToolKind::Brush);
    t.ground.turn = 2;
    let here = Pointer { hex: Some(at("0404")), ..Pointer::default() };
    press(&mut t, &mut d, &here);
    assert_eq!(d.doc().map.turned_at(at("0404")), 0, "a wood has no direction");
    t.ground.terrain = "trench".into();
    press(&mut t, &mut d, &here);
    assert_eq!(d.doc().map.turned_at(at("0404")), 2);
    assert!(t.plan(d.doc(), &schema(), &here).is_none(), "it lies so already");
    t.ground.turn = 3;
    press(&mut t, &mut d, &here);
    assert_eq!((d.doc().map.turned_at(at("0404")), d.at()), (3, 3), "another direction is a change");
    d.undo();
    assert_eq!(d.doc().map.turned_at(at("0404")), 2);
    t.ground.terrain = "wood".into();
    press(&mut t, &mut d, &here);
    assert!(d.doc().map.turned.is_empty(), "what is painted over leaves nothing behind");
    d.undo();
    t.switch_to(ToolKind::Eyedropper);
    press(&mut t, &mut d, &here);
    assert_eq!((t.ground.terrain.as_str(), t.ground.turn), ("trench", 2), "picked up as it lies");
}

#[test]
fn a_fill_lays_the_same_way_joined_or_everywhere() {
    for everywhere in [false, true] {
        let (mut d, mut t) = hand(ToolKind::Fill);
        d.apply(&paint("wood", 0, &["0404", "0504", "0910"]));
        (t.ground.terrain, t.ground.turn, t.ground.everywhere) = ("village".into(), 4, everywhere);
        press(&mut t, &mut d, &Pointer { hex: Some(at("0404")), ..Pointer::default() });
        let turned = d.doc().map.turned.values().filter(|n| **n == 4).count();
        assert_eq!(turned, if everywhere { 3 } else { 2 });
    }
}

#[test]
fn turning_takes_only_ground_with_a_direction_and_six_turns_are_none() {
    let mut d = Document::new(scenario(), None, "New");
    d.apply(&paint("trench", 0, &["0404"]));
    d.apply(&paint("village", 5, &["0505"]));
    let start = d.doc().clone();
    let hexes = [at("0404"), at("0505"), at("0606")];
    for i in 1..=6u8 {
        let edit = turn_ground(d.doc(), &schema(), &hexes, true).unwrap();
        assert_eq!(edit.hexes().len(), 2, "open ground has none");
        assert!(d.apply(&edit));
        assert_eq!(d.doc().map.turned_at(at("0404")), i % 6);
    }
    assert_eq!(d.doc(), &start);
    assert_eq!(d.at(), 8, "each turn is a step");
    let back = turn_ground(d.doc(), &schema(), &hexes[..1], false).unwrap();
    d.apply(&back);
    assert_eq!(d.doc().map.turned_at(at("0404")), 5);
    assert!(turn_ground(d.doc(), &schema(), &[at("0606"), Hex::new(900, 900)], true).is_none());
}

#[test]
fn the_file_says_only_what_does_not_lie_as_usual() {
    let mut doc = scenario();
    apply(&mut doc, &paint("trench", 0, &["0404"]));
    assert!(!to_text(&doc).contains("rotation"), "old files stay as they are");
    apply(&mut doc, &paint("trench", 2, &["0303", "0302"]));
    apply(&mut doc, &paint("village", 5, &["0505"]));
    let text = to_text(&doc);
    assert!(text.contains("2: \"0302 0303\"") && text.contains("5: \"0505\""), "{text}");
    let mut issues = Issues::default();
    let back = parse(&text, &mut issues).unwrap();
    assert_eq!((&back.map.turned, issues.list.len()), (&doc.map.turned, 0));
    let odd = text.replace("5: \"0505\"", "9: \"0505\"").replace("0302 0303", "0302 9903");
    let back = parse(&odd, &mut issues).unwrap();
    assert_eq!((back.map.turned.len(), issues.list.len()), (1, 2), "what makes no sense is said");
    assert!(!issues.has_errors());
}

#[test]
fn a_part_turned_or_mirrored_takes_directions_with_it() {
    let mut doc = scenario();
    apply(&mut doc, &paint("trench", 1, &["0505"]));
    apply(&mut doc, &paint("village", 1, &["0605", "0606"]));
    let road = Edge::between(at("0605"), at("0604")).unwrap();
    apply(&mut doc, &Edit::Roads { sides: vec![road], class: 1 });
    let area = [at("0505"), at("0605"), at("0606")];
    let put = |p: &Pattern| {
        let mut new = scenario();
        apply(&mut new, &p.paste_at(&doc, &schema(), at("0610")).unwrap());
        let map = new.map;
        let of = |kind: &str| -> Vec<u8> {
            let mut all: Vec<u8> = map
                .grid
                .ids()
                .filter(|id| map.terrain_at(*id) == kind)
                .map(|id| map.turned_at(map.grid.hex(id)))
                .collect();
            all.sort_unstable();
            all
        };
        (of("trench"), of("village"))
    };
    let mut p = Pattern::copy(&doc, &area, What::default()).unwrap();
    p.turn(true);
    assert_eq!(put(&p), (vec![2], vec![1, 2]), "a village on a road turns with its road");
    p.turn(false);
    p.mirror(grid().orientation);
    assert_eq!(put(&p), (vec![5], vec![5, 5]), "left and right change places, up stays up");
}

#[test]
fn a_sheet_of_another_size_keeps_directions() {
    let mut doc = scenario();
    apply(&mut doc, &paint("trench", 1, &["0505"]));
    apply(&mut doc, &paint("trench", 2, &["0101"]));
    let new = resized(&doc, &schema(), Margins { left: 3, top: 1, ..Margins::default() }).unwrap();
    let at = |l: &str| new.map.grid.hex(new.map.grid.parse(l).unwrap());
    assert_eq!((new.map.turned_at(at("0806")), new.map.turned_at(at("0402"))), (1, 2));
    let cut = resized(&doc, &schema(), Margins { left: -2, ..Margins::default() }).unwrap();
    assert_eq!(cut.map.turned.len(), 1, "what is cut off is gone");
}

fn side(label: &str, dir: u8) -> Pointer {
    Pointer { hex: Some(at(label)), edge: Some(side_of(label, dir)), ..Pointer::default() }
}

#[test]
fn a_slope_is_suppressed_drawn_otherwise_and_left_to_the_levels_again() {
    let (mut d, mut t) = hand(ToolKind::Hexside);
    let hill = Edit::Levels { hexes: vec![at("0505")], change: LevelChange::Set(2), limits: (0, 4) };
    d.apply(&hill);
    let here = |d: &Document| d.doc().map.slope_at(&schema(), side_of("0505", 0));
    let origin = |d: &Document| here(d).map(|s| (s.slope, s.origin));
    assert_eq!(origin(&d), Some((Slope::Steep, Origin::Derived)));
    let start = d.doc().clone();
    (t.edges.kind, t.edges.mode) = ("none".into(), EdgeMode::Click);
    press(&mut t, &mut d, &side("0505", 0));
    assert_eq!(origin(&d), Some((Slope::None, Origin::Suppressed)));
    assert_eq!(slopes::count_slopes(d.doc(), &schema()), Tally { derived: 5, drawn: 0, suppressed: 1 });
    t.edges.kind = "slope".into();
    press(&mut t, &mut d, &side("0505", 0));
    assert_eq!(origin(&d), Some((Slope::Gentle, Origin::Drawn)), "one kind takes the place of another");
    assert_eq!(d.doc().map.edges[&side_of("0505", 0)].len(), 1);
    d.undo();
    assert_eq!(origin(&d), Some((Slope::None, Origin::Suppressed)), "in one step, there and back");
    d.redo();
    t.erase = true;
    press(&mut t, &mut d, &side("0505", 0));
    assert_eq!(origin(&d), Some((Slope::Steep, Origin::Derived)), "erased, the levels speak again");
    assert_eq!(d.doc(), &start);
}

#[test]
fn a_drag_suppresses_a_whole_flank_and_one_step_restores_all() {
    let (mut d, mut t) = hand(ToolKind::Hexside);
    d.apply(&Edit::Levels { hexes: vec![at("0505")], change: LevelChange::Set(1), limits: (0, 4) });
    let before = d.doc().clone();
    t.edges.kind = "none".into();
    t.edges.mode = EdgeMode::Corners;
    let [from, _] = side_of("0505", 0).end_corners();
    let far = side_of("0505", 3).end_corners();
    for corner in [from, far[0]] {
        press(&mut t, &mut d, &Pointer { hex: Some(at("0505")), corner: Some(corner), ..Pointer::default() });
    }
    let n = slopes::overruled_edges(d.doc(), &schema()).count();
    assert!(n >= 2, "along the way from corner to corner");
    assert_eq!(slopes::count_slopes(d.doc(), &schema()).suppressed, n);
    let back = slopes::as_derived(d.doc(), &schema()).unwrap();
    d.apply(&back);
    assert_eq!(d.doc(), &before);
    assert!(slopes::as_derived(d.doc(), &schema()).is_none());
    d.undo();
    assert_eq!(slopes::overruled_edges(d.doc(), &schema()).count(), n);
    let text = to_text(d.doc());
    let read = parse(&text, &mut Issues::default()).unwrap();
    assert_eq!(slopes::overruled_edges(&read, &schema()).count(), n, "the file keeps it");
}
