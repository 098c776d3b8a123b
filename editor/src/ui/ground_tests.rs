//! Turning the ground and overruling slopes, by keys and pointer.

use super::tests::Stage;
use crate::core::tests::{at, scenario, side_of};
use crate::tools::{EdgeMode, ToolKind};
use egui::{Event, Key, Modifiers};
use engine::scenario::Origin;

#[test]
fn shift_r_turns_the_hex_pointed_at_the_chosen_ones_or_the_brush() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.tab().tools.ground.terrain = "trench".into();
    s.drag(&["0404"]);
    s.key(Key::R, Modifiers::SHIFT);
    assert_eq!(s.tab().doc().map.turned_at(at("0404")), 1, "the pointer rests on it");
    assert_eq!(s.tab().tools.kind, ToolKind::Brush, "the road tool keeps its own key");
    assert_eq!(s.tab().document.steps().len(), 3);
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.tab().doc().map.turned_at(at("0404")), 0);
    let away = s.place("0808");
    s.frame(vec![Event::PointerMoved(away)]);
    s.frame(vec![]);
    s.key(Key::R, Modifiers::SHIFT);
    assert_eq!(s.tab().tools.ground.turn, 1, "over open ground the brush is turned");
    s.drag(&["0606"]);
    assert_eq!(s.tab().doc().map.turned_at(at("0606")), 1);
    s.tab().tools.area = vec![at("0404"), at("0606")];
    s.key(Key::R, Modifiers::SHIFT);
    let map = &s.tab().doc().map;
    assert_eq!((map.turned_at(at("0404")), map.turned_at(at("0606"))), (1, 2), "selected hexes together");
    s.key(Key::R, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Road);
}

#[test]
fn a_slope_is_suppressed_with_the_pointer_and_the_hex_says_so() {
    let mut s = Stage::new(scenario());
    s.key(Key::L, Modifiers::NONE);
    s.drag(&["0505"]);
    let line = |s: &mut Stage| {
        let (doc, schema) = (s.tab().doc().clone(), s.tab().schema());
        let id = doc.map.grid.id(at("0505")).unwrap();
        super::canvas::hex_line(&doc, &schema, id)
    };
    assert_eq!(line(&mut s).matches("slope (derived)").count(), 6);
    s.key(Key::H, Modifiers::NONE);
    s.tab().tools.edges.kind = "none".into();
    s.tab().tools.edges.mode = EdgeMode::Click;
    let (a, b) = (s.place("0505"), s.place("0605"));
    let mid = a + (b - a) * 0.45;
    s.frame(vec![Event::PointerMoved(mid)]);
    s.frame(vec![]);
    s.button(mid, true);
    s.button(mid, false);
    s.frame(vec![]);
    let schema = s.tab().schema();
    let side = s.tab().doc().map.slope_at(&schema, side_of("0505", 0)).unwrap();
    assert_eq!(side.origin, Origin::Suppressed);
    let said = line(&mut s);
    assert!(said.contains("no slope (suppressed) on E side"), "{said}");
    assert_eq!(said.matches("slope (derived)").count(), 5);
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(line(&mut s).matches("slope (derived)").count(), 6);
}
