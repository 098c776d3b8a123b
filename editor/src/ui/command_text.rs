//! Names and help of commands.

use super::commands::{EditorAction, Layer, Menu, PanelKind};
use super::imports::ImportExport;
use super::tab::Dock;

pub fn menu_name(menu: Menu) -> &'static str {
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
pub fn action_text(act: EditorAction) -> (&'static str, &'static str) {
    match act {
        EditorAction::New => {
            ("New scenario\u{2026}", "From a blank sheet, from an existing map or from geography")
        }
        EditorAction::Open => ("Open\u{2026}", "A scenario from a file"),
        EditorAction::Save => ("Save", "To its file; older versions are kept"),
        EditorAction::SaveAs => ("Save as\u{2026}", "To another file"),
        EditorAction::Older => {
            ("Older versions\u{2026}", "What the file held before: to look at, or to restore")
        }
        EditorAction::LeftOver => (
            "Unsaved work\u{2026}",
            "Recover what was in no file when the program or the machine ended suddenly",
        ),
        EditorAction::Close => ("Close document", "Asks first if it has changed"),
        EditorAction::NextDocument => ("Next document", "The next of the open scenarios"),
        EditorAction::Home => ("Back to the gallery", "Open documents stay open"),
        EditorAction::PlayComputer => {
            ("Playtest against the computer", "You lead the first side; Esc comes back here")
        }
        EditorAction::Guide => ("Guide for designers\u{2026}", "From a blank sheet to a battle in ten steps"),
        EditorAction::Play => ("Playtest", "Play this document now; Esc comes back here"),
        EditorAction::Other(ImportExport::Geography) => {
            ("Import geography\u{2026}", "A map from GeoJSON: rivers, woods, heights, towns, provinces")
        }
        EditorAction::Other(ImportExport::TableIn) => {
            ("Import order of battle\u{2026}", "Pieces from a table (CSV)")
        }
        EditorAction::Other(ImportExport::TableOut) => {
            ("Export order of battle\u{2026}", "All pieces as a table (CSV)")
        }
        EditorAction::Other(ImportExport::PngOut) => {
            ("Export map as PNG\u{2026}", "The sheet with its counters and legend, as a picture of dots")
        }
        EditorAction::Other(ImportExport::SvgOut) => {
            ("Export map as SVG\u{2026}", "The same as a drawing of lines, for any size")
        }
        EditorAction::Other(ImportExport::Picture) => {
            ("Add background image\u{2026}", "A scanned map, shown through while you paint")
        }
        EditorAction::Print => ("Print setup kit\u{2026}", "Map, counters, cards and charts on paper"),
        EditorAction::Undo => ("Undo", "Undo the last step"),
        EditorAction::Redo => ("Redo", "Redo what was undone"),
        EditorAction::Cut => ("Cut", "Copy the selected hexes or pieces and take them away"),
        EditorAction::Copy => ("Copy", "The selected hexes with all that is on them, or the selected pieces"),
        EditorAction::Paste => ("Paste", "Paste what was copied: click where it goes"),
        EditorAction::Part(_) => ("Paste another part", "One that was copied before; 1 to 9 while pasting"),
        EditorAction::TurnRight => ("Rotate right 60\u{00B0}", "What is being pasted; R while pasting"),
        EditorAction::TurnLeft => ("Rotate left 60\u{00B0}", "What is being pasted; Shift+R while pasting"),
        EditorAction::Mirror => ("Mirror", "What is being pasted, left and right; M while pasting"),
        EditorAction::SelectAll => ("Select all pieces", "On the map and off it"),
        EditorAction::ChooseAll => ("Select all hexes", "The whole sheet"),
        EditorAction::Duplicate => ("Duplicate pieces", "Copies next to them, numbered on"),
        EditorAction::Delete => ("Delete", "The selected pieces or the selected name"),
        EditorAction::ClearHexes => ("Clear selected hexes", "Open ground, no sides, roads, names or pieces"),
        EditorAction::CropToHexes => ("Crop to selected hexes", "The sheet becomes as small as they allow"),
        EditorAction::PaintHexes => ("Paint selected hexes", "All of them with the terrain of the brush"),
        EditorAction::AreaOfHexes => ("Make area from selection", "Makes a named area of them, in one step"),
        EditorAction::HexesOfArea => ("Select the area's hexes", "Of the one picked with the Areas tool"),
        EditorAction::Renumber => ("Renumber hexes\u{2026}", "From any corner, in figures or letters"),
        EditorAction::Resize => {
            ("Resize and shift\u{2026}", "Columns and rows added or cut off at each edge")
        }
        EditorAction::Drop => ("Cancel", "What is begun, then the selection"),
        EditorAction::Flip => ("Flip direction", "Slopes fall and works face the other way"),
        EditorAction::TurnGround => (
            "Rotate terrain",
            "The selected hexes, the hex pointed at, or else the brush; by 60 degrees where its picture has a direction",
        ),
        EditorAction::SmallerBrush => ("Smaller brush", "Or the selected name smaller"),
        EditorAction::LargerBrush => ("Larger brush", "Or the selected name larger"),
        EditorAction::TurnName(n) if n < 0 => {
            ("Rotate left", "The selected name by 15 degrees, or the selected pieces by a facing")
        }
        EditorAction::TurnName(_) => {
            ("Rotate right", "The selected name by 15 degrees, or the selected pieces by a facing")
        }
        EditorAction::Tool(kind) => {
            let crate::tools::ToolText { name, help, .. } = kind.text();
            (name, help)
        }
        EditorAction::Layer(l) => layer_text(l),
        EditorAction::Page(d) => page_text(d),
        EditorAction::Panel(PanelKind::Palette) => ("Palette", "The panel beside the tools"),
        EditorAction::Panel(PanelKind::Dock) => ("Dock", "The panel of forces, schedule and the rest"),
        EditorAction::Panel(PanelKind::History) => ("History", "The strip of steps below the map"),
        EditorAction::SwapPanels => ("Swap panels", "The dock at the left, tools and palette at the right"),
        EditorAction::WholeMap => ("Whole map", "Fits the sheet into the window"),
        EditorAction::ZoomIn => ("Zoom in", ""),
        EditorAction::ZoomOut => ("Zoom out", ""),
        EditorAction::LargerInterface => ("Larger interface", "By ten per cent (Ctrl +)"),
        EditorAction::SmallerInterface => ("Smaller interface", "By ten per cent (Ctrl -)"),
        EditorAction::UsualInterface => ("Interface at 100 %", "100 % (Ctrl 0)"),
        EditorAction::Theme => ("Light or dark", "Changes the theme"),
        EditorAction::Settings => ("Settings\u{2026}", "Theme, size, files (Ctrl ,)"),
        EditorAction::Shortcuts => ("Keys and gestures", "This sheet"),
        EditorAction::Search => ("Search actions\u{2026}", "Everything by name"),
    }
}

fn layer_text(l: Layer) -> (&'static str, &'static str) {
    match l {
        Layer::Grid => ("Show grid", "Show or hide the lines between hexes"),
        Layer::Numbers => ("Show numbers", "Show or hide the numbers of hexes"),
        Layer::Counters => ("Show counters", "Show or hide the pieces"),
        Layer::Areas => ("Show areas", "Show or hide named areas"),
        Layer::Problems => ("Show problem signs", "Show or hide signs where something is wrong"),
    }
}

fn page_text(d: Dock) -> (&'static str, &'static str) {
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
    ("Ctrl while drawing", "erase, draw open ground, lower, remove"),
    ("Alt and click while drawing", "pick what is there: terrain, level, hexside, road, area"),
    ("Drag a name, its round grip, its square grip", "move, rotate, scale it (Shift: by 15 degrees)"),
    ("Click the same corner again", "end a path along hexsides"),
    ("Shift or Ctrl with Select hexes", "add, remove"),
    ("Ctrl and drag a piece", "drag a copy of it"),
    ("Drag a row of the forces", "onto the map, under another, between two others, onto a page's name"),
    ("Alt+Up, Alt+Down in the forces", "move the rows among their like"),
    ("Shift and click a turn of the track", "all turns up to it, to mark them"),
    ("Arrows and Enter on the map", "the keyboard's hex"),
    ("R, Shift+R, M while pasting", "rotate right, rotate left, mirror"),
];

/// A key as printed on the keyboard.
pub fn key_name(name: &str) -> String {
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
