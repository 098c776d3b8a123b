//! Names of commands, and what is said of them.

use crate::ui::commands::{Act, Layer, Menu, Side};
use crate::ui::imports::Other;
use crate::ui::tab::Dock;

pub fn menu(menu: Menu) -> &'static str {
    match menu {
        Menu::File => "File",
        Menu::Edit => "Edit",
        Menu::Map => "Map",
        Menu::Tools => "Tools",
        Menu::View => "View",
        Menu::Help => "Help",
    }
}

/// Name and help of a command.
pub fn act(act: Act) -> (&'static str, &'static str) {
    match act {
        Act::New => ("New scenario\u{2026}", "From a blank sheet, from an existing map or from geography"),
        Act::Open => ("Open\u{2026}", "A scenario from a file"),
        Act::Save => ("Save", "To its file; older versions are kept"),
        Act::SaveAs => ("Save as\u{2026}", "To another file"),
        Act::Older => ("Older versions\u{2026}", "What the file held before: to look at, or to bring back"),
        Act::LeftOver => (
            "Unsaved work\u{2026}",
            "Recover what was in no file when the program or the machine ended suddenly",
        ),
        Act::Close => ("Close document", "Asks first if it has changed"),
        Act::NextDocument => ("Next document", "The next of the open scenarios"),
        Act::Home => ("Back to the gallery", "Open documents stay open"),
        Act::Play => ("Playtest", "Play this document now; Esc comes back here"),
        Act::Other(Other::Geography) => {
            ("Import geography\u{2026}", "A map from GeoJSON: rivers, woods, heights, towns, provinces")
        }
        Act::Other(Other::TableIn) => ("Import order of battle\u{2026}", "Pieces from a table (CSV)"),
        Act::Other(Other::TableOut) => ("Export order of battle\u{2026}", "All pieces as a table (CSV)"),
        Act::Other(Other::Picture) => {
            ("Trace a picture\u{2026}", "A scanned map, shown through while you paint")
        }
        Act::Print => ("Print setup kit\u{2026}", "Map, counters, cards and charts on paper"),
        Act::Undo => ("Undo", "Take back the last step"),
        Act::Redo => ("Redo", "Do again what was taken back"),
        Act::Cut => ("Cut", "Copy the chosen hexes or pieces and take them away"),
        Act::Copy => ("Copy", "The chosen hexes with all that is on them, or the selected pieces"),
        Act::Paste => ("Paste", "Takes what was copied into the hand: click where it goes"),
        Act::Part(_) => ("Paste another part", "One that was copied before; 1 to 9 while pasting"),
        Act::TurnRight => ("Turn what is pasted right", "By 60 degrees; R while pasting"),
        Act::TurnLeft => ("Turn what is pasted left", "By 60 degrees; Shift+R while pasting"),
        Act::Mirror => ("Mirror what is pasted", "Left and right change places; M while pasting"),
        Act::SelectAll => ("Select all pieces", "On the map and off it"),
        Act::ChooseAll => ("Choose all hexes", "The whole sheet"),
        Act::Duplicate => ("Duplicate pieces", "Copies where they stand"),
        Act::Delete => ("Delete", "The selected pieces or the selected name"),
        Act::ClearHexes => ("Clear chosen hexes", "Open ground, no sides, roads, names or pieces"),
        Act::CropToHexes => ("Crop to chosen hexes", "The sheet becomes as small as they allow"),
        Act::PaintHexes => ("Paint chosen hexes", "All of them with the terrain of the brush"),
        Act::AreaOfHexes => ("Area of chosen hexes", "Makes a named area of them, in one step"),
        Act::HexesOfArea => ("Choose the hexes of the area", "Of the one picked with the Areas tool"),
        Act::Resize => ("Resize and shift\u{2026}", "Columns and rows added or cut off at each edge"),
        Act::Drop => ("Drop", "What is begun, then what is selected"),
        Act::Flip => ("Flip direction", "Slopes fall and works face the other way"),
        Act::TurnGround => (
            "Turn the ground",
            "The chosen hexes, the hex pointed at, or else the brush; by 60 degrees where its picture has a direction",
        ),
        Act::SmallerBrush => ("Smaller brush", "Or the selected name smaller"),
        Act::LargerBrush => ("Larger brush", "Or the selected name larger"),
        Act::TurnName(n) if n < 0 => ("Turn name left", "The selected name, by 15 degrees"),
        Act::TurnName(_) => ("Turn name right", "The selected name, by 15 degrees"),
        Act::Tool(kind) => {
            let (name, _, help) = super::tool(kind);
            (name, help)
        }
        Act::Layer(l) => layer(l),
        Act::Page(d) => page(d),
        Act::Panel(Side::Palette) => ("Palette", "The panel beside the tools"),
        Act::Panel(Side::Dock) => ("Dock", "The panel of forces, schedule and the rest"),
        Act::Panel(Side::History) => ("History", "The strip of steps below the map"),
        Act::SwapPanels => {
            ("Panels on the other side", "The dock at the left, tools and palette at the right")
        }
        Act::WholeMap => ("Whole map", "Fits the sheet into the window"),
        Act::ZoomIn => ("Zoom in", ""),
        Act::ZoomOut => ("Zoom out", ""),
        Act::LargerInterface => ("Larger interface", "By ten per cent (Ctrl +)"),
        Act::SmallerInterface => ("Smaller interface", "By ten per cent (Ctrl -)"),
        Act::UsualInterface => ("Usual size of the interface", "100 % (Ctrl 0)"),
        Act::Theme => ("Light or dark", "Changes the theme"),
        Act::Settings => ("Settings\u{2026}", "Theme, size, files (Ctrl ,)"),
        Act::Shortcuts => ("Keys and gestures", "This sheet"),
        Act::Search => ("Search actions\u{2026}", "Everything by name"),
    }
}

fn layer(l: Layer) -> (&'static str, &'static str) {
    match l {
        Layer::Grid => ("Show grid", "Show or hide the lines between hexes"),
        Layer::Numbers => ("Show numbers", "Show or hide the numbers of hexes"),
        Layer::Counters => ("Show counters", "Show or hide the pieces"),
        Layer::Areas => ("Show areas", "Show or hide named areas"),
        Layer::Problems => ("Show problem signs", "Show or hide signs where something is wrong"),
    }
}

fn page(d: Dock) -> (&'static str, &'static str) {
    match d {
        Dock::Forces => ("Forces page", "Who is there"),
        Dock::Schedule => ("Schedule page", "What comes when, and what players set up"),
        Dock::Victory => ("Victory page", "How it is won"),
        Dock::Rules => ("Rules page", "Special rules and options"),
        Dock::Scenario => ("Scenario page", "Title, turns, sides, texts"),
        Dock::Problems => ("Problems page", "Everything wrong with the document"),
    }
}

/// Keys of the whole program, for the sheet of keys.
pub const EVERYWHERE: &[(&str, &str)] = &[
    ("Ctrl + and Ctrl \u{2212}", "larger, smaller interface"),
    ("Ctrl+0", "interface at 100 %"),
    ("Ctrl+,", "settings"),
    ("Ctrl+Q", "quit"),
    ("Tab", "next control"),
];

/// What the pointer does, for the sheet of keys.
pub const GESTURES: &[(&str, &str)] = &[
    ("Middle or right drag, Space drag", "move the map"),
    ("Wheel", "zoom where the pointer is"),
    ("Ctrl while drawing", "erase, lay open ground, lower, take out"),
    ("Alt and click while drawing", "pick up what lies there: terrain, level, hexside, road, area"),
    ("Drag a name, its round grip, its square grip", "move, turn, size it (Shift: by 15 degrees)"),
    ("Click the same corner again", "end a path along hexsides"),
    ("Shift or Ctrl with Choose hexes", "add, take away"),
    ("Ctrl and drag a piece", "drag a copy of it"),
    ("Arrows and Enter on the map", "the keyboard's hex"),
    ("R, Shift+R, M while pasting", "turn, turn back, mirror"),
];

/// A key as it is printed on it.
pub fn key(name: &str) -> String {
    let (held, last) = name.rsplit_once('+').map_or(("", name), |(h, l)| (h, l));
    let last = match last {
        "OpenBracket" => "[",
        "CloseBracket" => "]",
        "Comma" => ",",
        "Period" => ".",
        "Plus" => "+",
        "Equals" => "=",
        "Minus" => "\u{2212}",
        "Escape" => "Esc",
        "Delete" => "Del",
        other => other,
    };
    if held.is_empty() { last.to_owned() } else { format!("{held}+{last}") }
}
