use super::*;
use crate::tools::{EdgeMode, LevelMode, Picked, Shape, Stroke};
use engine::hex::{Corner, Dir, Facing, Hex};
use engine::scenario::Place;

/// Plays events as the screen does.
fn play(d: &mut Document, t: &mut Toolbox, events: &[Pointer]) {
    for ev in events {
        let reply = t.respond(d.doc(), &schema(), ev);
        if reply.stroke == Stroke::Begin {
            d.begin_stroke();
        }
        if let Some(e) = &reply.commit {
            d.apply(e);
        }
        if reply.stroke == Stroke::End {
            d.end_stroke();
        }
    }
}

fn on(phase: Phase, label: &str) -> Pointer {
    Pointer { phase, hex: Some(at(label)), ..Pointer::default() }
}

fn drag(labels: &[&str]) -> Vec<Pointer> {
    let mut out = vec![on(Phase::Down, labels[0])];
    out.extend(labels.iter().map(|l| on(Phase::Move, l)));
    out.push(on(Phase::Up, labels[labels.len() - 1]));
    out
}

fn start(kind: ToolKind) -> (Document, Toolbox) {
    let d = Document::new(scenario(), None, "New");
    let mut t = Toolbox::for_document(d.doc(), &schema());
    t.switch_to(kind);
    (d, t)
}

fn painted(d: &Document, terrain: &str) -> usize {
    let map = &d.doc().map;
    map.grid.ids().filter(|id| map.terrain_at(*id) == terrain).count()
}

#[test]
fn the_brush_sweeps_between_events_and_makes_one_step() {
    let (mut d, mut t) = start(ToolKind::Brush);
    assert_eq!(t.ground.terrain, "wood");
    play(&mut d, &mut t, &drag(&["0303", "0903"]));
    assert_eq!(painted(&d, "wood"), 7);
    assert_eq!(d.steps().len(), 2);
    assert_eq!(d.undo_name(), Some("Paint wood, 7 hexes"));
    t.radius = 3;
    t.ground.terrain = "lake".into();
    play(&mut d, &mut t, &drag(&["0610"]));
    assert_eq!(painted(&d, "lake"), 19);
}

#[test]
fn the_preview_is_what_the_click_does() {
    for kind in ToolKind::ALL {
        let (mut d, mut t) = start(kind);
        t.label.text = "Kolin".into();
        t.ground.everywhere = false;
        t.selection = vec!["one".into()];
        let mut ev = on(Phase::Hover, "0606");
        ev.edge = Some(side_of("0606", 0));
        let seen = t.respond(d.doc(), &schema(), &ev).preview;
        ev.phase = Phase::Down;
        let down = t.respond(d.doc(), &schema(), &ev);
        ev.phase = Phase::Up;
        let up = t.respond(d.doc(), &schema(), &ev);
        let done = down.commit.or(up.commit);
        if kind != ToolKind::Formation {
            assert_eq!(seen, done, "{kind:?}");
        }
        if let Some(e) = done {
            assert!(d.apply(&e), "{kind:?}");
        }
    }
}

#[test]
fn lines_and_rectangles_are_made_on_release() {
    let (mut d, mut t) = start(ToolKind::Brush);
    t.ground.shape = Shape::Line;
    play(&mut d, &mut t, &drag(&["0202", "0205", "0208"]));
    assert_eq!(painted(&d, "wood"), 7);
    t.ground.shape = Shape::Rectangle;
    t.ground.terrain = "lake".into();
    play(&mut d, &mut t, &drag(&["0512", "0814"]));
    assert_eq!(painted(&d, "lake"), 12);
    assert_eq!(d.steps().len(), 3);
}

#[test]
fn fill_stops_at_other_terrain_or_goes_everywhere() {
    let (mut d, mut t) = start(ToolKind::Brush);
    t.ground.shape = Shape::Rectangle;
    play(&mut d, &mut t, &drag(&["0110", "1210"]));
    t.switch_to(ToolKind::Fill);
    t.ground.terrain = "lake".into();
    play(&mut d, &mut t, &[on(Phase::Down, "0101"), on(Phase::Up, "0101")]);
    assert_eq!(painted(&d, "lake"), 9 * 12);
    t.ground.everywhere = true;
    t.ground.terrain = "wood".into();
    play(&mut d, &mut t, &[on(Phase::Down, "0101"), on(Phase::Up, "0101")]);
    assert_eq!(painted(&d, "wood"), 10 * 12);
    assert_eq!(painted(&d, "clear"), 10 * 12);
}

#[test]
fn levels_change_once_a_stroke_and_keep_their_limits() {
    let (mut d, mut t) = start(ToolKind::Level);
    let level = |d: &Document| d.doc().map.level_at(grid().parse("0505").unwrap());
    play(&mut d, &mut t, &drag(&["0505", "0506", "0505", "0505"]));
    assert_eq!(level(&d), 1);
    for _ in 0..9 {
        play(&mut d, &mut t, &drag(&["0505"]));
    }
    assert_eq!(level(&d), 4);
    t.levels.mode = LevelMode::Set;
    t.levels.level = 2;
    play(&mut d, &mut t, &drag(&["0505"]));
    assert_eq!(level(&d), 2);
    t.levels.mode = LevelMode::Lower;
    play(&mut d, &mut t, &drag(&["0505"]));
    assert_eq!(level(&d), 1);
}

#[test]
fn sides_toggle_on_a_click_and_flip() {
    let (mut d, mut t) = start(ToolKind::Hexside);
    t.edges.mode = EdgeMode::Click;
    let press = Pointer { edge: Some(side_of("0505", 1)), ..on(Phase::Down, "0505") };
    play(&mut d, &mut t, std::slice::from_ref(&press));
    assert_eq!(d.doc().map.edges_of("river").count(), 1);
    play(&mut d, &mut t, std::slice::from_ref(&press));
    assert_eq!(d.doc().map.edges_of("river").count(), 0);
    t.edges.kind = "slope".into();
    play(&mut d, &mut t, std::slice::from_ref(&press));
    let from = |d: &Document| d.doc().map.edges[&side_of("0505", 1)][0].from;
    assert_eq!(from(&d), Some(at("0505")));
    t.edges.flip = true;
    play(&mut d, &mut t, std::slice::from_ref(&press));
    assert_eq!(from(&d), Some(at("0505").step(Dir(1))));
    play(&mut d, &mut t, &[Pointer { ctrl: true, ..press }]);
    assert!(d.doc().map.edges.is_empty());
}

#[test]
fn a_corner_path_is_joined_and_its_slopes_all_face_one_way() {
    let (mut d, mut t) = start(ToolKind::Hexside);
    t.edges.mode = EdgeMode::Corners;
    t.edges.kind = "slope".into();
    let press = |c| Pointer { phase: Phase::Down, corner: Some(c), ..Pointer::default() };
    // Round one hex: all its sides, seen from outside or inside alike.
    let c = at("0606");
    for i in [0, 2, 4, 0] {
        play(&mut d, &mut t, &[press(Corner::new(c, i))]);
    }
    let edges = &d.doc().map.edges;
    assert_eq!(edges.len(), 6);
    assert!(edges.values().all(|f| f[0].from != Some(c)), "clockwise, the left is outside");
    assert_eq!(d.steps().len(), 4, "each click after the first is a step");
    assert!(t.cancel());
    assert!(t.path_start().is_none());
}

#[test]
fn dragging_along_sides_joins_corners_in_one_step() {
    let (mut d, mut t) = start(ToolKind::Hexside);
    let ev = |phase, c| Pointer { phase, corner: Some(c), ..Pointer::default() };
    let (a, b) = (Corner::new(at("0505"), 0), Corner::new(at("0805"), 0));
    play(&mut d, &mut t, &[ev(Phase::Down, a), ev(Phase::Move, b), ev(Phase::Up, b)]);
    assert_eq!(d.doc().map.edges_of("river").count(), 6);
    assert_eq!(d.steps().len(), 2);
}

#[test]
fn roads_bring_bridges_over_water() {
    let (mut d, mut t) = start(ToolKind::Road);
    d.apply(&Edit::DrawEdges { sides: vec![(side_of("0505", 0), None)], kind: "river".into() });
    play(&mut d, &mut t, &drag(&["0405", "0705"]));
    assert_eq!(d.doc().map.roads.len(), 3);
    assert_eq!(d.doc().map.edges_of("bridge").collect::<Vec<_>>(), [side_of("0505", 0)]);
    assert_eq!(d.steps().len(), 3);
    // Click, click: straight on.
    t.roads.class = 2;
    let press = |l| [on(Phase::Down, l), on(Phase::Up, l)];
    play(&mut d, &mut t, &press("0410"));
    play(&mut d, &mut t, &press("0810"));
    assert_eq!(d.doc().map.roads.values().filter(|c| **c == 2).count(), 4);
    t.cancel();
    t.erase = true;
    play(&mut d, &mut t, &drag(&["0410", "0610"]));
    assert_eq!(d.doc().map.roads.values().filter(|c| **c == 2).count(), 2);
}

#[test]
fn a_ford_or_nothing_comes_instead_of_a_bridge_and_new_water_minds_old_roads() {
    let (mut d, mut t) = start(ToolKind::Road);
    assert_eq!(t.roads.crossing, "bridge", "bridges are offered first");
    d.apply(&Edit::DrawEdges { sides: vec![(side_of("0505", 0), None)], kind: "river".into() });
    t.roads.crossing = "ford".into();
    t.roads.class = 2;
    play(&mut d, &mut t, &drag(&["0505", "0605"]));
    let sides = |d: &Document, kind: &str| d.doc().map.edges_of(kind).collect::<Vec<_>>();
    assert_eq!(sides(&d, "ford"), [side_of("0505", 0)]);
    assert_eq!((sides(&d, "bridge").len(), d.undo_name()), (0, Some("Road, 1 hexside, 1 ford")));
    // There is a way over already: no second one.
    t.roads.crossing = "bridge".into();
    t.roads.class = 1;
    play(&mut d, &mut t, &drag(&["0505", "0605"]));
    assert_eq!((sides(&d, "bridge").len(), d.doc().map.roads[&side_of("0505", 0)]), (0, 1));
    t.roads.crossing.clear();
    d.apply(&Edit::DrawEdges { sides: vec![(side_of("0509", 0), None)], kind: "river".into() });
    play(&mut d, &mut t, &drag(&["0509", "0609"]));
    assert!(!d.doc().map.edges[&side_of("0509", 0)].iter().any(|f| f.kind != "river"), "nothing asked for");
    // A river drawn across a road brings its bridge, in one step that goes back whole.
    play(&mut d, &mut t, &drag(&["0512", "0612"]));
    t.switch_to(ToolKind::Hexside);
    (t.edges.kind, t.edges.mode, t.roads.crossing) = ("river".into(), EdgeMode::Click, "bridge".into());
    let before = d.doc().clone();
    let press = Pointer { edge: Some(side_of("0512", 0)), ..on(Phase::Down, "0512") };
    play(&mut d, &mut t, std::slice::from_ref(&press));
    assert_eq!(sides(&d, "bridge"), [side_of("0512", 0)]);
    assert!(sides(&d, "river").contains(&side_of("0512", 0)));
    d.undo();
    assert_eq!(d.doc(), &before);
}

#[test]
fn alt_picks_up_what_the_tool_draws_and_paints_nothing() {
    use crate::tools::Picked;
    let (mut d, mut t) = start(ToolKind::Fill);
    d.apply(&Edit::Terrain { hexes: vec![at("0404")], kind: "trench".into(), turn: 2 });
    d.apply(&Edit::Levels {
        hexes: vec![at("0404")],
        change: crate::core::edit::LevelChange::Set(3),
        limits: (0, 4),
    });
    let side = side_of("0404", 1);
    d.apply(&Edit::DrawEdges { sides: vec![(side, None)], kind: "river".into() });
    d.apply(&Edit::DrawEdges { sides: vec![(side, Some(at("0404")))], kind: "slope".into() });
    d.apply(&Edit::Roads { sides: vec![side], class: 2 });
    d.apply(&Edit::RegionHexes { id: "camp".into(), hexes: vec![at("0404")], inside: true });
    let before = d.doc().clone();
    let alt = |phase| Pointer { alt: true, edge: Some(side), ..on(phase, "0404") };
    let mut pick = |t: &mut Toolbox, kind: ToolKind| {
        t.switch_to(kind);
        let seen = t.respond(d.doc(), &schema(), &alt(Phase::Hover));
        assert!(seen.preview.is_none(), "{kind:?} would draw");
        play(&mut d, t, &[alt(Phase::Down), alt(Phase::Up)]);
        assert_eq!((t.kind, d.doc()), (kind, &before));
        seen.pick
    };
    assert_eq!(pick(&mut t, ToolKind::Fill), Some(Picked::Terrain("trench".into(), 2)));
    assert_eq!((t.ground.terrain.as_str(), t.ground.turn), ("trench", 2));
    assert_eq!(pick(&mut t, ToolKind::Level), Some(Picked::Level(3)));
    assert_eq!((t.levels.level, t.levels.mode), (3, LevelMode::Set));
    t.edges.kind = "bridge".into();
    pick(&mut t, ToolKind::Hexside);
    assert_eq!(t.edges.kind, "river");
    pick(&mut t, ToolKind::Hexside);
    assert_eq!(t.edges.kind, "slope", "the next one on the same side");
    pick(&mut t, ToolKind::Road);
    assert_eq!(t.roads.class, 2);
    t.region.clear();
    assert_eq!(pick(&mut t, ToolKind::Area), Some(Picked::Area("camp".into())));
    assert_eq!(t.region, "camp");
}

#[test]
fn ctrl_lays_open_ground_with_brush_line_and_fill() {
    for (kind, shape) in [
        (ToolKind::Brush, Shape::Freehand),
        (ToolKind::Brush, Shape::Line),
        (ToolKind::Brush, Shape::Rectangle),
        (ToolKind::Fill, Shape::Freehand),
    ] {
        let (mut d, mut t) = start(ToolKind::Brush);
        play(&mut d, &mut t, &drag(&["0303", "0903"]));
        t.switch_to(kind);
        t.ground.shape = shape;
        let held: Vec<Pointer> =
            drag(&["0303", "0903"]).into_iter().map(|p| Pointer { ctrl: true, ..p }).collect();
        play(&mut d, &mut t, &held);
        assert_eq!(painted(&d, "wood"), 0, "{kind:?} {shape:?}");
        assert_eq!(t.ground.terrain, "wood", "what is in the hand stays there");
    }
}

#[test]
fn a_second_click_on_the_same_corner_ends_the_path() {
    let (mut d, mut t) = start(ToolKind::Hexside);
    t.edges.mode = EdgeMode::Corners;
    let (a, b) = (Corner::new(at("0505"), 0), Corner::new(at("0805"), 0));
    let press = |c| Pointer { phase: Phase::Down, corner: Some(c), ..Pointer::default() };
    let hover = t.respond(d.doc(), &schema(), &Pointer { phase: Phase::Hover, ..press(a) });
    assert_eq!(hover.corner, Some(a), "where it would begin is seen before the click");
    play(&mut d, &mut t, &[press(a), press(b), press(b)]);
    assert_eq!((d.doc().map.edges_of("river").count(), t.path_start()), (6, None));
}

#[test]
fn areas_grow_and_shrink() {
    let (mut d, mut t) = start(ToolKind::Area);
    assert_eq!(t.region, "camp");
    play(&mut d, &mut t, &drag(&["0201", "0401"]));
    assert_eq!(d.doc().map.region("camp").unwrap().hexes.len(), 4);
    t.erase = true;
    play(&mut d, &mut t, &drag(&["0101", "0201"]));
    assert_eq!(d.doc().map.region("camp").unwrap().hexes.len(), 2);
}

#[test]
fn pieces_are_placed_moved_copied_and_deployed() {
    let (mut d, mut t) = start(ToolKind::Unit);
    play(&mut d, &mut t, &[on(Phase::Down, "0705"), on(Phase::Up, "0705")]);
    let new = d.doc().pieces.last().unwrap().clone();
    assert_eq!((new.id.as_str(), new.side.as_str()), ("red-foot-1", "a"));
    assert_eq!(new.facing, Some(Facing(4)), "towards the enemy in the south-west");
    t.template.kind = "brigade".into();
    play(&mut d, &mut t, &[on(Phase::Down, "1205")]);
    assert_eq!(d.doc().pieces.len(), 6, "three hexes do not fit at the rim");
    t.switch_to(ToolKind::Select);
    let take = Pointer { piece: Some("long".into()), ..on(Phase::Down, "0303") };
    play(&mut d, &mut t, &[take.clone(), on(Phase::Move, "0503"), on(Phase::Up, "0503")]);
    let long = |d: &Document| d.doc().piece("long").unwrap().place.clone();
    assert_eq!(long(&d), Place::Hexes(vec![at("0503"), at("0603")]));
    let copy = Pointer { ctrl: true, ..on(Phase::Up, "0703") };
    let again = Pointer { hex: Some(at("0503")), ..take };
    play(&mut d, &mut t, &[again.clone(), on(Phase::Move, "0703"), copy]);
    assert_eq!(d.doc().pieces.len(), 7);
    assert_eq!(d.doc().piece("long-1").unwrap().place, Place::Hexes(vec![at("0703"), at("0803")]));
    // Over the rim: nothing.
    play(&mut d, &mut t, &[again, on(Phase::Move, "1203"), on(Phase::Up, "1203")]);
    assert_eq!(long(&d), Place::Hexes(vec![at("0503"), at("0603")]));
    t.selection = vec!["one".into(), "foe".into(), "idle".into()];
    t.switch_to(ToolKind::Formation);
    play(&mut d, &mut t, &drag(&["0215", "0815"]));
    let place = |id: &str| d.doc().piece(id).unwrap().place.clone();
    assert_eq!(place("one"), Place::Hex(at("0215")));
    assert_eq!(place("foe"), Place::Hex(at("0515")));
    assert_eq!(place("idle"), Place::Hex(at("0815")));
}

#[test]
fn a_frame_selects_and_a_click_on_nothing_lets_go() {
    let (mut d, mut t) = start(ToolKind::Select);
    play(&mut d, &mut t, &drag(&["0101", "0505"]));
    assert_eq!(t.selection, ["one", "long"]);
    play(&mut d, &mut t, &[on(Phase::Down, "1212"), on(Phase::Up, "1212")]);
    assert!(t.selection.is_empty());
    assert_eq!(d.steps().len(), 1);
}

#[test]
fn the_eyedropper_goes_back_to_the_brush() {
    let (mut d, mut t) = start(ToolKind::Eyedropper);
    d.apply(&Edit::Terrain { hexes: vec![at("0404")], kind: "lake".into(), turn: 0 });
    play(&mut d, &mut t, &[on(Phase::Down, "0404"), on(Phase::Up, "0404")]);
    assert_eq!((t.kind, t.ground.terrain.as_str()), (ToolKind::Brush, "lake"));
}

#[test]
fn the_eyedropper_takes_up_whatever_lies_there() {
    let (mut d, mut t) = start(ToolKind::Eyedropper);
    let river = side_of("0404", 0);
    d.apply(&Edit::DrawEdges { sides: vec![(river, None)], kind: "river".into() });
    let road = side_of("0404", 3);
    d.apply(&Edit::Roads { sides: vec![road], class: 2 });
    let pick = |t: &mut Toolbox, d: &Document, ev: Pointer| {
        t.switch_to(ToolKind::Eyedropper);
        let shown = t.respond(d.doc(), &schema(), &Pointer { phase: Phase::Hover, ..ev.clone() }).pick;
        t.respond(d.doc(), &schema(), &Pointer { phase: Phase::Down, ..ev });
        shown.expect("it is told before the press")
    };
    let near = |edge, on_edge| Pointer { edge: Some(edge), on_edge, ..on(Phase::Hover, "0404") };
    assert_eq!(pick(&mut t, &d, near(river, true)), Picked::Side("river".into()));
    assert_eq!((t.kind, t.edges.kind.as_str()), (ToolKind::Hexside, "river"));
    pick(&mut t, &d, near(road, true));
    assert_eq!((t.kind, t.roads.class), (ToolKind::Road, 2));
    // Beside a side the ground is meant.
    assert_eq!(pick(&mut t, &d, near(river, false)), Picked::Terrain("clear".into(), 0));
    assert_eq!(t.kind, ToolKind::Brush);
    // A piece: more of its kind, without its name; with Shift the ground it stands on.
    let piece = Pointer { piece: Some("foe".into()), ..on(Phase::Hover, "0510") };
    assert_eq!(pick(&mut t, &d, piece.clone()), Picked::Piece("foe".into()));
    assert_eq!((t.kind, t.template.side.as_str(), t.template.name.as_str()), (ToolKind::Unit, "b", ""));
    pick(&mut t, &d, Pointer { shift: true, ..piece.clone() });
    assert_eq!(t.kind, ToolKind::Brush);
    // And with Alt from the tool that places pieces.
    t.switch_to(ToolKind::Unit);
    t.template.side = "a".into();
    t.respond(d.doc(), &schema(), &Pointer { alt: true, phase: Phase::Down, ..piece });
    assert_eq!((t.kind, t.template.side.as_str()), (ToolKind::Unit, "b"));
    assert_eq!(d.steps().len(), 3, "nothing was changed");
}

#[test]
fn no_event_makes_a_tool_panic() {
    let odd = [Hex::new(i16::MIN, i16::MAX), Hex::new(-5, -5), Hex::new(30_000, 30_000)];
    for kind in ToolKind::ALL {
        for mode in [EdgeMode::Click, EdgeMode::Drag, EdgeMode::Corners] {
            let (mut d, mut t) = start(kind);
            (t.edges.mode, t.radius) = (mode, 255);
            let before = d.doc().clone();
            for phase in [Phase::Up, Phase::Move, Phase::Hover, Phase::Down, Phase::Move, Phase::Up] {
                play(&mut d, &mut t, &[Pointer { phase, ..Pointer::default() }]);
                for hex in odd {
                    play(&mut d, &mut t, &[Pointer { phase, hex: Some(hex), ..Pointer::default() }]);
                }
            }
            assert_eq!(d.doc(), &before, "{kind:?}");
        }
    }
}
