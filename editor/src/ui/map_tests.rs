//! Names, previews, areas and the words of tools, by pointer and keys.
use super::preview;
use super::tests::Stage;
use crate::core::Edit;
use crate::core::edit::{LevelChange, ListEdit};
use crate::core::tests::{at, scenario, side_of};
use crate::tools::{EdgeMode, ToolKind};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use engine::scenario::{Label, LabelStyle, Region};

fn move_to(s: &mut Stage, pos: Pos2, held: Modifiers) {
    s.frame_with(vec![Event::PointerMoved(pos)], held);
    s.frame_with(vec![], held);
}

fn button(s: &mut Stage, pos: Pos2, pressed: bool, modifiers: Modifiers) {
    s.frame_with(
        vec![Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers }],
        modifiers,
    );
}

fn drag(s: &mut Stage, from: Pos2, to: Pos2) {
    move_to(s, from, Modifiers::NONE);
    button(s, from, true, Modifiers::NONE);
    move_to(s, to, Modifiers::NONE);
    button(s, to, false, Modifiers::NONE);
    s.frame(vec![]);
}

/// What stands beside the pointer.
fn tag(s: &mut Stage) -> String {
    let schema = s.tab().schema();
    preview::pointer_text(s.tab(), &schema).unwrap_or_default()
}

fn status(s: &mut Stage) -> String {
    let schema = s.tab().schema();
    let tab = s.tab();
    tab.tools.kind.tool().status(&tab.tools, tab.doc(), &schema, tab.names.selected.is_some())
}

/// Middle, right end and lower right corner of a name on the screen.
fn spots(s: &mut Stage, index: usize) -> [Pos2; 3] {
    let tab = s.tab();
    let label = tab.doc().map.labels[index].clone();
    let b = tab.widget.name_box(&label).unwrap();
    let zoom = tab.widget.camera.zoom;
    let hex = tab.doc().map.grid.id(label.at).unwrap();
    let home = tab.widget.screen_of(hex).unwrap();
    let centre = board::layout::Layout::new(tab.doc().map.grid).center(hex);
    let on = |p: Pos2| home + (p - centre) * zoom;
    let along = vec2(b.turn.cos(), b.turn.sin());
    [on(b.middle), on(b.middle + along * (b.half.x + 21.0 / zoom)), on(b.corners(5.0 / zoom)[2])]
}

#[test]
fn a_name_is_taken_up_by_its_letters_and_its_grips() {
    let mut s = Stage::new(scenario());
    s.key(Key::T, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Label);
    s.tab().tools.label.text = "Hohenfriedeberg".into();
    let here = s.place("0505");
    move_to(&mut s, here, Modifiers::NONE);
    assert_eq!(tag(&mut s), "Write Hohenfriedeberg");
    button(&mut s, here, true, Modifiers::NONE);
    button(&mut s, here, false, Modifiers::NONE);
    assert_eq!((s.tab().names.selected, s.tab().tools.label.text.as_str()), (Some(0), ""), "written once");
    assert_eq!(s.tab().names.hex, None, "and no second name is asked for");
    s.tab().tools.label.text = "Pilgramshain".into();
    let twice = here - vec2(0.0, 3.0);
    move_to(&mut s, twice, Modifiers::NONE);
    button(&mut s, twice, true, Modifiers::NONE);
    button(&mut s, twice, false, Modifiers::NONE);
    assert_eq!(s.tab().doc().map.labels.len(), 2, "two names in one hex");
    let above = Label { dy: -60, ..s.tab().doc().map.labels[1].clone() };
    s.tab().document.apply(&Edit::Labels(ListEdit::Set(1, above)));
    s.frame(vec![]); // By its letters, which stand below the hex; the one above stays.
    let begun = s.tab().document.steps().len();
    let [letters, ..] = spots(&mut s, 0);
    assert!(letters.y > here.y + 5.0);
    drag(&mut s, letters, letters + vec2(14.0, 9.0));
    let first = s.tab().doc().map.labels[0].clone();
    assert_eq!((s.tab().names.selected, first.at), (Some(0), at("0505")));
    assert!(first.dx > 20 && first.dy > 80, "{first:?}");
    assert_eq!(s.tab().doc().map.labels[1].dy, -60);
    let [_, turn, _] = spots(&mut s, 0);
    let [middle, ..] = spots(&mut s, 0);
    let long = (turn - middle).length();
    drag(&mut s, turn, middle + vec2(0.0, long));
    assert_eq!(s.tab().doc().map.labels[0].turn, 90, "the round grip turns");
    drag(&mut s, middle + vec2(0.0, long), middle + vec2(long, 0.0));
    assert_eq!(s.tab().doc().map.labels[0].turn, 0, "and back, from where it is now");
    let [middle, _, size] = spots(&mut s, 0);
    drag(&mut s, size, middle + (size - middle) * 2.0);
    assert_eq!(s.tab().doc().map.labels[0].size, 200, "the square grip sizes");
    let steps = s.tab().document.steps().len();
    assert_eq!(steps - begun, 4, "each drag is a step of its own");
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!((s.tab().doc().map.labels[0].size, s.tab().names.selected), (100, Some(0)));
    s.key(Key::Y, Modifiers::COMMAND); // Open ground lets go and asks for a name; Escape leaves that.
    let open = s.place("0909");
    drag(&mut s, open, open);
    assert_eq!((s.tab().names.selected, s.tab().document.steps().len()), (None, steps));
    assert_eq!(s.tab().names.hex, Some(at("0909")));
    (0..3).for_each(|_| s.frame(vec![]));
    s.key(Key::Escape, Modifiers::NONE);
    assert_eq!((s.tab().names.hex, s.tab().tools.kind), (None, ToolKind::Label));
    let hex = s.tab().doc().map.grid.id(at("0505")); // The keyboard goes through the names of a hex.
    s.tab().widget.cursor = hex;
    for wanted in [0, 1, 0] {
        s.key(Key::Enter, Modifiers::NONE);
        assert_eq!(s.tab().names.selected, Some(wanted));
    }
}

#[test]
fn undo_never_leaves_another_name_selected() {
    let mut s = Stage::new(scenario());
    let name = |text: &str, hex: &str| {
        let (text, at) = (text.to_owned(), at(hex));
        Label { text, at, dx: 0, dy: 68, turn: 0, size: 100, style: LabelStyle::Village }
    };
    for (text, hex) in [("Kolin", "0404"), ("Planian", "0606")] {
        s.tab().document.apply(&Edit::Labels(ListEdit::Add(name(text, hex))));
    }
    s.tab().document.apply(&Edit::Labels(ListEdit::Remove(0)));
    s.key(Key::T, Modifiers::NONE);
    s.tab().names.selected = Some(0);
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.tab().doc().map.labels.len(), 2);
    assert_eq!(s.tab().names.selected, None, "number 0 is another name now");
}

#[test]
fn what_is_drawn_and_what_is_erased_look_and_read_differently() {
    let mut s = Stage::new(scenario());
    let schema = s.tab().schema();
    s.key(Key::H, Modifiers::NONE);
    s.tab().tools.edges.mode = EdgeMode::Click;
    let (a, b) = (s.place("0505"), s.place("0605"));
    let mid = a + (b - a) * 0.45;
    move_to(&mut s, mid, Modifiers::NONE);
    assert_eq!(tag(&mut s), "river, 1 hexside");
    let lights = preview::highlights(s.tab(), &schema).preview;
    assert_eq!((lights.edges.len(), lights.erases), (1, false));
    button(&mut s, mid, true, Modifiers::NONE);
    button(&mut s, mid, false, Modifiers::NONE);
    move_to(&mut s, mid, Modifiers::COMMAND);
    assert_eq!(tag(&mut s), "Erase river, 1 hexside");
    let lights = preview::highlights(s.tab(), &schema).preview;
    assert_eq!((lights.edges.len(), lights.erases), (1, true)); // A directed side says which way it points, before the click; X turns it.
    s.tab().tools.edges.kind = "slope".into();
    let from = |s: &mut Stage| {
        move_to(s, mid, Modifiers::NONE);
        let schema = s.tab().schema();
        preview::highlights(s.tab(), &schema).preview.edges[0].1
    };
    assert_eq!(from(&mut s), Some(at("0505")));
    s.key(Key::X, Modifiers::NONE);
    assert_eq!(from(&mut s), Some(at("0605"))); // Alt says what would be picked up.
    move_to(&mut s, mid, Modifiers::ALT);
    assert_eq!(tag(&mut s), "Pick river");
    button(&mut s, mid, true, Modifiers::ALT);
    button(&mut s, mid, false, Modifiers::ALT);
    assert_eq!(s.tab().tools.edges.kind, "river");
}

#[test]
fn a_stroke_says_how_long_it_has_become() {
    let mut s = Stage::new(scenario());
    s.key(Key::R, Modifiers::NONE);
    s.tab().tools.roads.class = 2;
    let places = ["0404", "0504", "0604", "0704"].map(|l| s.place(l));
    move_to(&mut s, places[0], Modifiers::NONE);
    let schema = s.tab().schema();
    assert_eq!(preview::highlights(s.tab(), &schema).preview.middles.len(), 1, "where it would begin");
    button(&mut s, places[0], true, Modifiers::NONE);
    for p in &places[1..] {
        s.frame(vec![Event::PointerMoved(*p)]);
    }
    assert_eq!(tag(&mut s), "Track, 3 hexsides");
    let preview = preview::highlights(s.tab(), &schema).preview;
    assert!(preview.edges.is_empty() && preview.roads.len() == 1, "a road, no hexsides");
    button(&mut s, places[3], false, Modifiers::NONE);
}

#[test]
fn the_status_line_follows_what_is_being_done() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    assert_eq!(
        status(&mut s),
        "wood: drag to paint, [ and ] size; Ctrl erases to clear, Alt picks a terrain."
    );
    s.tab().tools.ground.terrain = "trench".into();
    assert!(status(&mut s).contains("Shift+R rotates"));
    s.key(Key::H, Modifiers::NONE);
    s.tab().tools.edges.mode = EdgeMode::Corners;
    assert_eq!(status(&mut s), "river: click the corner where it begins; Ctrl erases, Alt picks a kind.");
    let here = s.place("0505") + vec2(0.0, 8.0);
    drag(&mut s, here, here);
    assert_eq!(status(&mut s), "river: click the next corner; the same again or Esc ends it.");
    s.tab().tools.edges.kind = "slope".into();
    assert!(status(&mut s).contains("X turns it round"));
    s.key(Key::R, Modifiers::NONE);
    assert!(status(&mut s).starts_with("Highway: drag, or click where it begins; Ctrl erases"));
    s.drag(&["0606"]);
    assert_eq!(status(&mut s), "Highway: click where it goes on; Esc ends it.");
    s.key(Key::A, Modifiers::NONE);
    assert!(status(&mut s).starts_with("Camp: drag to add hexes; Ctrl removes them, Alt"));
    s.key(Key::L, Modifiers::NONE);
    assert!(status(&mut s).contains("Ctrl lowers, Alt picks a level"));
}

#[test]
fn areas_are_shown_by_name_and_look_and_the_one_in_hand_stands_out() {
    let mut s = Stage::new(scenario());
    let schema = s.tab().schema();
    for i in 0..7 {
        let hexes = vec![at(&format!("0{}08", i + 2))];
        let region = Region { id: format!("r{i}"), name: String::new(), hexes };
        s.tab().document.apply(&Edit::Regions(ListEdit::Add(region)));
    }
    assert!(
        preview::highlights(s.tab(), &schema).named_areas.is_empty(),
        "not while something else is drawn"
    );
    s.key(Key::A, Modifiers::NONE);
    s.tab().tools.region = "r3".into();
    let marks = preview::highlights(s.tab(), &schema).named_areas;
    assert_eq!((marks.len(), marks[0].name.as_str(), marks[4].name.as_str()), (8, "Camp", "r3"));
    assert_eq!(marks.iter().filter(|m| m.current && m.hatched).count(), 1);
    assert_eq!(marks.iter().filter(|m| m.hatched).count(), 1, "many: only the one in hand is hatched");
    assert!((1..7).all(|i| marks[i].look != marks[i + 1].look), "neighbours differ");
    let look = marks[4].look; // Painted on, it keeps its look; Ctrl shows what would be taken out.
    s.drag(&["0508", "0808"]);
    let marks = preview::highlights(s.tab(), &schema).named_areas;
    assert_eq!((marks[4].look, marks[4].hexes.len()), (look, 4));
    let here = s.place("0508");
    move_to(&mut s, here, Modifiers::COMMAND);
    assert_eq!(tag(&mut s), "Remove 1 hex from r3");
    assert!(preview::highlights(s.tab(), &schema).preview.erases);
    move_to(&mut s, here, Modifiers::ALT);
    assert!(tag(&mut s).starts_with("Pick r"));
}

#[test]
fn names_of_the_rules_stand_beside_the_pointer() {
    let mut s = Stage::new(scenario());
    s.tab().document.apply(&Edit::Levels {
        hexes: vec![at("0505")],
        change: LevelChange::Set(2),
        limits: (0, 4),
    });
    s.tab()
        .document
        .apply(&Edit::DrawEdges { sides: vec![(side_of("0505", 0), None)], kind: "river".into() });
    s.key(Key::R, Modifiers::NONE);
    let (a, b) = (s.place("0505"), s.place("0605"));
    drag(&mut s, a, a);
    move_to(&mut s, b, Modifiers::NONE);
    assert_eq!(tag(&mut s), "Highway, 1 hexside; bridge, 1 hexside");
    s.tab().tools.roads.crossing = "ford".into();
    move_to(&mut s, b + vec2(1.0, 0.0), Modifiers::NONE);
    assert_eq!(tag(&mut s), "Highway, 1 hexside; ford, 1 hexside");
    s.key(Key::L, Modifiers::NONE);
    move_to(&mut s, a, Modifiers::ALT);
    assert_eq!(tag(&mut s), "Pick level 2");
}

#[test]
fn a_hex_is_clicked_and_its_name_typed() {
    let mut s = Stage::new(scenario());
    let before = s.tab().doc().map.labels.len();
    s.key(Key::T, Modifiers::NONE);
    s.drag(&["0505"]);
    (0..3).for_each(|_| s.frame(vec![]));
    s.frame(vec![egui::Event::Text("Furt".into())]);
    s.frame(vec![]);
    assert_eq!(s.tab().tools.kind, ToolKind::Label, "letters are letters, not tools");
    s.key(Key::Enter, Modifiers::NONE);
    s.frame(vec![]);
    let labels = s.tab().doc().map.labels.clone();
    assert_eq!(labels.len(), before + 1);
    assert_eq!((labels[before].text.as_str(), labels[before].at), ("Furt", at("0505"))); // A press elsewhere writes what was being typed where it was begun; Escape writes nothing. The first
    // click each time lets go of the name just written.
    (0..2).for_each(|_| s.drag(&["0707"]));
    (0..3).for_each(|_| s.frame(vec![]));
    s.frame(vec![egui::Event::Text("Berg".into())]);
    s.frame(vec![]);
    s.drag(&["0202"]);
    (0..3).for_each(|_| s.frame(vec![]));
    let last = s.tab().doc().map.labels.last().unwrap().clone();
    assert_eq!((last.text.as_str(), last.at), ("Berg", at("0707")));
    (0..2).for_each(|_| s.drag(&["0303"]));
    (0..3).for_each(|_| s.frame(vec![]));
    s.frame(vec![egui::Event::Text("No".into())]);
    s.frame(vec![]);
    s.key(Key::Escape, Modifiers::NONE);
    s.frame(vec![]);
    assert_eq!(s.tab().doc().map.labels.len(), before + 2);
    assert!(s.tab().names.hex.is_none());
}
