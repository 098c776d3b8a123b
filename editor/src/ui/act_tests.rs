//! Every command of the list does what it says, asked for by its key where it has one; and a table says
//! which test looks after which command, so that none is without.
use super::commands::{self, EditorAction, Layer, PanelKind};
use super::imports::ImportExport;
use super::tab::Dock;
use super::tests::Stage;
use crate::core::edit::ListEdit;
use crate::core::tests::{at, scenario, side_of};
use crate::core::{Edit, hexes};
use crate::tools::EdgeMode;
use crate::tools::ToolKind;
use egui::{Event, Key, Modifiers};
use engine::scenario::{Label, LabelStyle};
use std::path::Path;

fn act(s: &mut Stage, act: EditorAction) {
    s.perform(act);
    s.frame(vec![]);
}

#[test]
fn files_are_asked_for_and_documents_changed_about() {
    let mut s = Stage::new(scenario());
    act(&mut s, EditorAction::Open);
    act(&mut s, EditorAction::Print);
    act(&mut s, EditorAction::Home);
    assert_eq!(s.host.done, ["open", "print Test", "home"]);
    s.key(Key::O, Modifiers::COMMAND);
    s.key(Key::P, Modifiers::COMMAND);
    assert_eq!(s.host.done[3..], ["open", "print Test"]);
    s.screen.open(scenario(), None);
    s.frame(vec![]);
    assert_eq!(s.screen.current, 1);
    act(&mut s, EditorAction::NextDocument);
    assert_eq!(s.screen.current, 0, "round and round");
    s.key(Key::Tab, Modifiers::CTRL);
    assert_eq!(s.screen.current, 1);
}

#[test]
fn imports_and_exports_ask_for_their_files() {
    let mut s = Stage::new(scenario());
    act(&mut s, EditorAction::Other(ImportExport::Geography));
    assert!(s.screen.dialogs.geo.is_some());
    s.key(Key::Escape, Modifiers::NONE);
    act(&mut s, EditorAction::Other(ImportExport::TableIn));
    act(&mut s, EditorAction::Other(ImportExport::Picture));
    assert_eq!(s.host.asked, [super::FileRequest::Table, super::FileRequest::Picture]);
    act(&mut s, EditorAction::Other(ImportExport::TableOut));
    let (wish, name, bytes) = &s.host.written[0];
    assert_eq!(
        (*wish, Path::new(name).extension().unwrap().to_str()),
        (super::FileRequest::SaveTable, Some("csv"))
    );
    assert_eq!(String::from_utf8_lossy(bytes).lines().count(), scenario().pieces.len() + 1);
    act(&mut s, EditorAction::Other(ImportExport::PngOut));
    act(&mut s, EditorAction::Other(ImportExport::SvgOut));
    let picture = image::load_from_memory(&s.host.written[1].2).unwrap();
    assert!(s.host.written[1].1.ends_with(".png") && picture.width() > 300 && picture.height() > 300);
    let drawing = String::from_utf8_lossy(&s.host.written[2].2);
    assert!(s.host.written[2].1.ends_with(".svg") && drawing.contains("<svg"));
}

#[test]
fn everything_is_chosen_doubled_and_cleared() {
    let mut s = Stage::new(scenario());
    s.key(Key::A, Modifiers { shift: true, ..Modifiers::COMMAND });
    assert_eq!(
        (s.tab().tools.kind, s.tab().tools.area.len()),
        (ToolKind::Choose, 240),
        "EditorAction::ChooseAll"
    );
    s.key(Key::Escape, Modifiers::NONE);
    assert!(s.tab().tools.area.is_empty(), "EditorAction::Drop lets go");
    s.key(Key::A, Modifiers::COMMAND);
    let all = scenario().pieces.len();
    assert_eq!(s.tab().tools.selection.len(), all, "EditorAction::SelectAll");
    s.key(Key::D, Modifiers::COMMAND);
    assert_eq!(s.tab().doc().pieces.len(), 2 * all, "EditorAction::Duplicate");
    s.key(Key::Z, Modifiers::COMMAND);
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0909", "0910"]);
    s.tab().tools.area = vec![at("0202"), at("0909")];
    s.key(Key::Delete, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 1, "EditorAction::ClearHexes");
    assert!(s.tab().doc().piece("one").is_none(), "and who stood there");
    assert!(s.tab().doc().piece("foe").is_some());
}

#[test]
fn chosen_hexes_are_painted_and_made_an_area_and_the_area_is_chosen_again() {
    let mut s = Stage::new(scenario());
    s.key(Key::M, Modifiers::NONE);
    s.drag(&["0404", "0605"]);
    let chosen = s.tab().tools.area.clone();
    assert_eq!(chosen.len(), 6);
    s.tab().tools.ground.terrain = "village".into();
    s.tab().tools.ground.turn = 2;
    act(&mut s, EditorAction::PaintHexes);
    assert_eq!((s.painted("village"), s.tab().doc().map.turned_at(at("0404"))), (6, 2));
    act(&mut s, EditorAction::AreaOfHexes);
    let made = s.tab().doc().map.region("area-1").cloned().unwrap();
    assert_eq!((made.name.as_str(), &made.hexes), ("Area 1", &chosen));
    assert_eq!(s.tab().document.steps().len(), 3, "one step each");
    assert_eq!((s.tab().tools.kind, s.tab().tools.region.as_str()), (ToolKind::Area, "area-1"));
    assert!(s.tab().tools.area.is_empty());
    act(&mut s, EditorAction::HexesOfArea);
    assert_eq!((s.tab().tools.kind, &s.tab().tools.area), (ToolKind::Choose, &chosen)); // A name typed for it counts, and one that is taken is numbered.
    for id in ["camp-1", "camp-2"] {
        s.tab().areas.new_name = "Camp".into();
        act(&mut s, EditorAction::AreaOfHexes);
        assert!(s.tab().doc().map.region(id).is_some(), "{id}");
        act(&mut s, EditorAction::HexesOfArea);
    }
}

#[test]
fn escape_drops_the_path_then_the_choice_then_the_tool() {
    let mut s = Stage::new(scenario());
    s.key(Key::R, Modifiers::NONE);
    s.drag(&["0505"]);
    assert!(s.tab().tools.road_start().is_some());
    s.tab().tools.selection = vec!["one".into()];
    act(&mut s, EditorAction::Drop);
    assert!(s.tab().tools.road_start().is_none());
    assert_eq!(s.tab().tools.selection, ["one"]);
    act(&mut s, EditorAction::Drop);
    assert_eq!((s.tab().tools.kind, s.tab().tools.selection.len()), (ToolKind::Road, 0));
    act(&mut s, EditorAction::Drop);
    assert_eq!(s.tab().tools.kind, ToolKind::Select);
}

#[test]
fn a_directed_side_is_flipped_with_a_key() {
    let mut s = Stage::new(scenario());
    s.key(Key::H, Modifiers::NONE);
    s.tab().tools.edges.kind = "slope".into();
    s.tab().tools.edges.mode = EdgeMode::Click;
    let (a, b) = (s.place("0505"), s.place("0605"));
    let from = |s: &mut Stage| s.tab().doc().map.edges.get(&side_of("0505", 0)).and_then(|f| f[0].from);
    let press = |s: &mut Stage| {
        let at = a + (b - a) * 0.45;
        s.frame(vec![Event::PointerMoved(at)]);
        s.frame(vec![]);
        s.button(at, true);
        s.button(at, false);
        s.frame(vec![]);
    };
    press(&mut s);
    assert_eq!(from(&mut s), Some(at("0505")));
    s.key(Key::X, Modifiers::NONE);
    assert!(s.tab().tools.edges.flip, "EditorAction::Flip");
    press(&mut s);
    assert_eq!(from(&mut s), Some(at("0605")));
}

#[test]
fn brushes_and_names_grow_shrink_and_turn() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    (0..7).for_each(|_| s.key(Key::CloseBracket, Modifiers::NONE));
    assert_eq!(s.tab().tools.radius, 5, "EditorAction::LargerBrush");
    s.key(Key::OpenBracket, Modifiers::NONE);
    assert_eq!(s.tab().tools.radius, 4, "EditorAction::SmallerBrush");
    let style = LabelStyle::Hill;
    let name = Label { text: "Kahlenberg".into(), at: at("0505"), dx: 0, dy: 0, turn: 0, size: 100, style };
    s.tab().document.apply(&Edit::Labels(ListEdit::Add(name)));
    s.key(Key::T, Modifiers::NONE);
    s.tab().names.selected = Some(0);
    s.key(Key::CloseBracket, Modifiers::NONE);
    s.key(Key::CloseBracket, Modifiers::NONE);
    s.key(Key::OpenBracket, Modifiers::NONE);
    s.key(Key::Period, Modifiers::NONE);
    s.key(Key::Period, Modifiers::NONE);
    s.key(Key::Comma, Modifiers::NONE);
    let l = s.tab().doc().map.labels[0].clone();
    assert_eq!((l.size, l.turn), (110, 15), "EditorAction::TurnName both ways");
}

#[test]
fn what_is_in_the_hand_is_turned_back_and_mirrored() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0505", "0605"]);
    s.tab().tools.area = hexes::line(&s.tab().doc().map.grid, at("0505"), at("0605"));
    s.frame(vec![Event::Copy]);
    s.frame(vec![Event::Paste("anything".into())]);
    s.frame(vec![]);
    let start = s.tab().tools.stamp.clone();
    assert!(start.is_some());
    act(&mut s, EditorAction::TurnLeft);
    assert_ne!(s.tab().tools.stamp, start);
    act(&mut s, EditorAction::TurnRight);
    assert_eq!(s.tab().tools.stamp, start);
    s.key(Key::R, Modifiers::SHIFT);
    s.key(Key::R, Modifiers::NONE);
    assert_eq!(s.tab().tools.stamp, start, "by keys as well");
    act(&mut s, EditorAction::Mirror);
    assert_ne!(s.tab().tools.stamp, start);
    s.key(Key::M, Modifiers::NONE);
    assert_eq!((s.tab().tools.stamp.clone(), s.tab().tools.kind), (start, ToolKind::Stamp));
}

#[test]
fn parts_copied_before_are_taken_up_again() {
    let mut s = Stage::new(scenario());
    let copy = |s: &mut Stage, hexes: &[&str]| {
        s.tab().tools.area = hexes.iter().map(|h| at(h)).collect();
        act(s, EditorAction::Copy);
    };
    copy(&mut s, &["0505"]);
    copy(&mut s, &["0505", "0605", "0705"]);
    copy(&mut s, &["0101"]);
    copy(&mut s, &["0505", "0605", "0705"]);
    assert_eq!(s.screen.clipboard.len(), 3, "the same part again is not a fourth");
    act(&mut s, EditorAction::Paste);
    let held = |s: &mut Stage| s.tab().tools.stamp.as_ref().map(|p| p.len());
    assert_eq!(held(&mut s), Some(3), "the latest");
    s.key(Key::Num3, Modifiers::NONE);
    assert_eq!((held(&mut s), s.tab().tools.kind), (Some(1), ToolKind::Stamp));
    act(&mut s, EditorAction::Part(0));
    assert_eq!(held(&mut s), Some(3));
    s.key(Key::Num9, Modifiers::NONE);
    assert_eq!(held(&mut s), Some(3), "there is no ninth");
    for n in 1..=12 {
        let row: Vec<String> = (1..=n).map(|c| format!("{c:02}15")).collect();
        copy(&mut s, &row.iter().map(String::as_str).collect::<Vec<_>>());
    }
    assert_eq!(s.screen.clipboard.len(), super::stamp_preview::PARTS);
}

#[test]
fn what_is_in_the_hand_is_seen_before_it_is_put_down() {
    let mut s = Stage::new(scenario());
    s.tab().tools.area = vec![at("0202"), at("0302")];
    act(&mut s, EditorAction::Copy);
    act(&mut s, EditorAction::Paste);
    let lights = |s: &mut Stage, hex: &str| {
        let pos = s.place(hex);
        s.frame(vec![Event::PointerMoved(pos)]);
        s.frame(vec![]);
        let schema = s.tab().schema();
        super::preview::highlights(s.tab(), &schema)
    };
    let there = lights(&mut s, "0808");
    let (first, origin) = there.stamp.expect("a picture of it");
    assert_eq!((first.ground.len(), first.view.counters.len()), (2, 2), "its ground, and who stands on it");
    assert_eq!(origin, at("0808"));
    assert!(there.preview.framed && there.preview.hexes.len() == 2); // Elsewhere it is the same picture; turned it is another.
    let (same, origin) = lights(&mut s, "0909").stamp.unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &same) && origin == at("0909"));
    act(&mut s, EditorAction::TurnRight);
    let (turned, _) = lights(&mut s, "0909").stamp.unwrap();
    assert_ne!(turned.ground, first.ground);
    let tag = {
        let schema = s.tab().schema();
        super::preview::pointer_text(s.tab(), &schema)
    };
    assert_eq!(tag.as_deref(), Some("Paste 2 hexes, 2 pieces"));
    let before = s.tab().doc().pieces.len();
    let pos = s.place("0909");
    s.button(pos, true);
    s.button(pos, false);
    assert_eq!(s.tab().doc().pieces.len(), before + 2);
    assert!(lights(&mut s, "0708").stamp.is_some(), "it stays in the hand");
    act(&mut s, EditorAction::Drop);
    assert!(lights(&mut s, "0708").stamp.is_none());
}

#[test]
fn pieces_show_where_they_would_stand() {
    let mut s = Stage::new(scenario());
    s.tab().tools.selection = vec!["one".into(), "foe".into()];
    let (from, to) = (s.place("0202"), s.place("0404"));
    s.frame(vec![Event::PointerMoved(from)]);
    s.frame(vec![]);
    s.button(from, true);
    s.frame(vec![Event::PointerMoved(to)]);
    let schema = s.tab().schema();
    let grid = s.tab().doc().map.grid;
    let ghosts = super::preview::highlights(s.tab(), &schema).ghosts;
    let hexes: Vec<_> = ghosts.iter().map(|g| grid.hex(g.0)).collect();
    assert_eq!(hexes, [at("0404"), at("0712")], "both move as the pointer did");
    s.button(to, false);
}

#[test]
fn layers_pages_and_panels_are_switched() {
    let mut s = Stage::new(scenario());
    for layer in [Layer::Grid, Layer::Numbers, Layer::Counters, Layer::Areas, Layer::Problems] {
        let before = *s.tab().display.shown.layer_ref(layer);
        act(&mut s, EditorAction::Layer(layer));
        assert_ne!(*s.tab().display.shown.layer_ref(layer), before, "{layer:?}");
    }
    let pages = [Dock::Forces, Dock::Schedule, Dock::Victory, Dock::Rules, Dock::Scenario, Dock::Problems];
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    for (page, key) in pages.into_iter().zip(keys).rev() {
        s.key(key, Modifiers::COMMAND);
        assert_eq!(s.tab().dock, page, "EditorAction::Page({page:?})");
    }
    for (side, key) in
        [(PanelKind::Palette, Key::F6), (PanelKind::Dock, Key::F7), (PanelKind::History, Key::F8)]
    {
        let before = s.screen.panels.is_shown(side);
        s.key(key, Modifiers::NONE);
        assert_ne!(s.screen.panels.is_shown(side), before, "EditorAction::Panel({side:?})");
    }
    act(&mut s, EditorAction::SwapPanels);
    assert!(s.screen.panels.swapped);
}

#[test]
fn the_view_is_brought_nearer_farther_and_whole() {
    let mut s = Stage::new(scenario());
    let zoom = |s: &mut Stage| {
        (0..30).for_each(|_| s.frame(vec![]));
        s.tab().widget.camera.zoom
    };
    s.key(Key::Home, Modifiers::NONE);
    let whole = zoom(&mut s);
    s.key(Key::Plus, Modifiers::NONE);
    let near = zoom(&mut s);
    assert!(near > whole * 1.1, "EditorAction::ZoomIn: {whole} to {near}");
    s.key(Key::Minus, Modifiers::NONE);
    s.key(Key::Minus, Modifiers::NONE);
    let far = zoom(&mut s);
    assert!(far < near, "EditorAction::ZoomOut: {near} to {far}");
    act(&mut s, EditorAction::ZoomIn);
    act(&mut s, EditorAction::ZoomIn);
    s.key(Key::Home, Modifiers::NONE);
    let again = zoom(&mut s);
    assert!((again - whole).abs() < 0.01 * whole, "EditorAction::WholeMap: {whole}, {again}");
}

#[test]
fn the_interface_is_sized_and_shaded_by_the_program() {
    let mut s = Stage::new(scenario());
    for a in [
        EditorAction::LargerInterface,
        EditorAction::SmallerInterface,
        EditorAction::UsualInterface,
        EditorAction::Theme,
        EditorAction::Settings,
    ] {
        act(&mut s, a);
    }
    assert_eq!(
        (s.host.scaled.clone(), s.host.done.clone()),
        (vec![1, -1, 0], vec!["theme".into(), "settings".into()])
    );
}

/// Which test looks after which command.
const LOOKED_AFTER: &[(&str, &[EditorAction])] = &[
    ("a_new_scenario_is_made_with_the_enter_key", &[EditorAction::New]),
    (
        "files_are_asked_for_and_documents_changed_about",
        &[EditorAction::Open, EditorAction::Print, EditorAction::Home, EditorAction::NextDocument],
    ),
    (
        "a_stroke_of_the_brush_is_painted_undone_and_saved",
        &[EditorAction::Save, EditorAction::Undo, EditorAction::Redo],
    ),
    ("a_save_that_is_answered_later_marks_what_was_written", &[EditorAction::SaveAs]),
    ("a_changed_document_is_not_closed_unasked", &[EditorAction::Close]),
    ("playing_needs_a_document_without_errors", &[EditorAction::Play]),
    (
        "imports_and_exports_ask_for_their_files",
        &[
            EditorAction::Other(ImportExport::Geography),
            EditorAction::Other(ImportExport::TableIn),
            EditorAction::Other(ImportExport::TableOut),
            EditorAction::Other(ImportExport::Picture),
            EditorAction::Other(ImportExport::PngOut),
            EditorAction::Other(ImportExport::SvgOut),
        ],
    ),
    ("cut_and_delete_are_told_apart_from_typing", &[EditorAction::Cut]),
    ("what_is_copied_in_one_document_is_pasted_in_another", &[EditorAction::Copy, EditorAction::Paste]),
    (
        "what_is_in_the_hand_is_turned_back_and_mirrored",
        &[EditorAction::TurnRight, EditorAction::TurnLeft, EditorAction::Mirror],
    ),
    (
        "everything_is_chosen_doubled_and_cleared",
        &[
            EditorAction::SelectAll,
            EditorAction::ChooseAll,
            EditorAction::Duplicate,
            EditorAction::ClearHexes,
        ],
    ),
    (
        "chosen_hexes_are_painted_and_made_an_area_and_the_area_is_chosen_again",
        &[EditorAction::PaintHexes, EditorAction::AreaOfHexes, EditorAction::HexesOfArea],
    ),
    ("pieces_are_dragged_and_deleted_on_the_map", &[EditorAction::Delete]),
    ("the_sheet_is_resized_cropped_and_brought_back", &[EditorAction::Resize, EditorAction::CropToHexes]),
    ("hexes_are_numbered_anew_and_the_old_numbers_come_back", &[EditorAction::Renumber]),
    ("escape_drops_the_path_then_the_choice_then_the_tool", &[EditorAction::Drop]),
    ("a_directed_side_is_flipped_with_a_key", &[EditorAction::Flip]),
    ("shift_r_turns_the_hex_pointed_at_the_chosen_ones_or_the_brush", &[EditorAction::TurnGround]),
    (
        "brushes_and_names_grow_shrink_and_turn",
        &[
            EditorAction::SmallerBrush,
            EditorAction::LargerBrush,
            EditorAction::TurnName(-15),
            EditorAction::TurnName(15),
        ],
    ),
    (
        "layers_pages_and_panels_are_switched",
        &[
            EditorAction::Layer(Layer::Grid),
            EditorAction::Layer(Layer::Numbers),
            EditorAction::Layer(Layer::Counters),
            EditorAction::Layer(Layer::Areas),
            EditorAction::Layer(Layer::Problems),
            EditorAction::Page(Dock::Forces),
            EditorAction::Page(Dock::Schedule),
            EditorAction::Page(Dock::Victory),
            EditorAction::Page(Dock::Rules),
            EditorAction::Page(Dock::Scenario),
            EditorAction::Page(Dock::Problems),
            EditorAction::Panel(PanelKind::Palette),
            EditorAction::Panel(PanelKind::Dock),
            EditorAction::Panel(PanelKind::History),
            EditorAction::SwapPanels,
        ],
    ),
    (
        "the_view_is_brought_nearer_farther_and_whole",
        &[EditorAction::WholeMap, EditorAction::ZoomIn, EditorAction::ZoomOut],
    ),
    (
        "the_interface_is_sized_and_shaded_by_the_program",
        &[
            EditorAction::LargerInterface,
            EditorAction::SmallerInterface,
            EditorAction::UsualInterface,
            EditorAction::Theme,
            EditorAction::Settings,
        ],
    ),
    ("a_search_finds_and_does_anything", &[EditorAction::Search]),
    ("the_sheet_of_keys_opens_and_closes", &[EditorAction::Shortcuts]),
    ("the_guide_is_read_and_closed", &[EditorAction::Guide]),
    ("a_document_is_played_against_the_computer", &[EditorAction::PlayComputer]),
    ("a_frame_selects_and_a_click_on_nothing_lets_go", &[EditorAction::Tool(ToolKind::Select)]),
    ("a_lasso_chooses_what_it_goes_round", &[EditorAction::Tool(ToolKind::Choose)]),
    ("the_brush_sweeps_between_events_and_makes_one_step", &[EditorAction::Tool(ToolKind::Brush)]),
    ("fill_stops_at_other_terrain_or_goes_everywhere", &[EditorAction::Tool(ToolKind::Fill)]),
    ("levels_change_once_a_stroke_and_keep_their_limits", &[EditorAction::Tool(ToolKind::Level)]),
    ("dragging_along_sides_joins_corners_in_one_step", &[EditorAction::Tool(ToolKind::Hexside)]),
    ("roads_bring_bridges_over_water", &[EditorAction::Tool(ToolKind::Road)]),
    ("a_name_is_taken_up_by_its_letters_and_its_grips", &[EditorAction::Tool(ToolKind::Label)]),
    ("older_versions_are_asked_for_and_the_list_closes", &[EditorAction::Older]),
    ("what_a_sudden_end_left_is_asked_for_with_and_without_a_document", &[EditorAction::LeftOver]),
    ("areas_grow_and_shrink", &[EditorAction::Tool(ToolKind::Area)]),
    (
        "pieces_are_placed_moved_copied_and_deployed",
        &[EditorAction::Tool(ToolKind::Unit), EditorAction::Tool(ToolKind::Formation)],
    ),
    ("the_eyedropper_goes_back_to_the_brush", &[EditorAction::Tool(ToolKind::Eyedropper)]),
    ("a_part_is_put_down_elsewhere_with_all_that_is_on_it", &[EditorAction::Tool(ToolKind::Stamp)]),
];

/// Every test of the crate with its text.
fn tests_of(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            tests_of(&entry, out);
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&entry) else { continue };
        for part in text.replace("\r\n", "\n").split("#[test]\nfn ").skip(1) {
            let name = part.split('(').next().unwrap_or_default().to_owned();
            let body = part.split("\n}\n").next().unwrap_or_default().to_owned();
            out.push((name, body));
        }
    }
}

/// The words by one of which a test's text shows that it has to do with a command.
fn traces(c: &commands::Command) -> Vec<String> {
    let whole = format!("{:?}", c.act);
    let plain = whole.split('(').next().unwrap_or_default().to_owned();
    let mut out = vec![format!("EditorAction::{plain}"), c.name().to_lowercase()];
    match c.act {
        EditorAction::Tool(kind) => return vec![format!("ToolKind::{kind:?}")],
        EditorAction::Copy | EditorAction::Cut | EditorAction::Paste => out.push(format!("Event::{plain}")),
        _ => {}
    }
    out.extend(c.keys.iter().map(|k| format!("Key::{:?}", k.logical_key)));
    out
}

#[test]
fn every_command_and_tool_has_a_test_that_looks_after_it() {
    let mut tests = Vec::new();
    tests_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut tests);
    assert!(tests.len() > 60, "the tests are found: {}", tests.len());
    for c in commands::all_commands() {
        let keeper = LOOKED_AFTER.iter().find(|(_, acts)| acts.contains(&c.act));
        let Some((name, _)) = keeper else {
            panic!("no test looks after {:?}: write one, name it here", c.act)
        };
        let Some((_, body)) = tests.iter().find(|t| t.0 == *name) else { panic!("there is no test {name}") };
        let traces = traces(&c);
        assert!(
            traces.iter().any(|t| body.contains(t.as_str())),
            "{name} has nothing of {:?}: {traces:?}",
            c.act
        );
    }
    let known: Vec<EditorAction> = commands::all_commands().into_iter().map(|c| c.act).collect();
    let gone: Vec<&EditorAction> =
        LOOKED_AFTER.iter().flat_map(|l| l.1).filter(|a| !known.contains(a)).collect();
    assert!(gone.is_empty(), "no longer in the list: {gone:?}");
}
