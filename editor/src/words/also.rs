//! Other words for commands, as people type them into the search who do not know what they are called here.

use crate::core::ToolKind;
use crate::ui::commands::{Act, Side};
use crate::ui::imports::Other;
use crate::ui::tab::Dock;

pub fn also(act: Act) -> &'static str {
    match act {
        Act::New => "create make start begin wizard",
        Act::Open => "load",
        Act::Save => "write store disk",
        Act::SaveAs => "copy rename another file",
        Act::Older => "backup generations previous revert restore history",
        Act::LeftOver => "recover recovery crash autosave lost journal",
        Act::Close => "tab",
        Act::Play => "test run try start game",
        Act::Print => "pdf paper counters sheet export",
        Act::Other(Other::Geography) => "geojson gis real map",
        Act::Other(Other::TableIn | Other::TableOut) => "csv spreadsheet units oob army",
        Act::Other(Other::Picture) => "underlay image scan background png jpeg",
        Act::Undo => "back revert",
        Act::Redo => "again forward",
        Act::Delete | Act::ClearHexes => "remove erase",
        Act::Resize | Act::CropToHexes => "size larger smaller grow shrink columns rows move map",
        Act::TurnRight | Act::TurnLeft => "rotate",
        Act::Mirror => "flip reflect",
        Act::Layer(_) => "hide display view layer",
        Act::Panel(Side::Palette | Side::Dock | Side::History) => "hide show sidebar panel",
        Act::SwapPanels => "left right move dock",
        Act::WholeMap => "fit zoom all reset",
        Act::LargerInterface | Act::SmallerInterface | Act::UsualInterface => {
            "text font scale bigger zoom size"
        }
        Act::Theme => "dark mode night colours",
        Act::Settings => "preferences options",
        Act::Shortcuts => "keyboard hotkeys help",
        Act::Page(page) => of_page(page),
        Act::Tool(tool) => of_tool(tool),
        _ => "",
    }
}

fn of_page(page: Dock) -> &'static str {
    match page {
        Dock::Forces => "units order of battle oob army armies leaders counters tree table",
        Dock::Schedule => {
            "reinforcements arrivals withdrawals turn track timeline weather night winter dates"
        }
        Dock::Victory => "win points conditions goals",
        Dock::Rules => "options optional special objectives",
        Dock::Scenario => "title notes history credits sides nations seats players dates",
        Dock::Problems => "errors warnings check validate lint",
    }
}

fn of_tool(tool: ToolKind) -> &'static str {
    match tool {
        ToolKind::Select => "move pieces pointer arrow",
        ToolKind::Choose => "lasso wand rectangle selection",
        ToolKind::Stamp => "paste",
        ToolKind::Brush => "paint ground draw",
        ToolKind::Fill => "bucket flood paint replace",
        ToolKind::Level => "height elevation hill raise lower slope",
        ToolKind::Hexside => "river stream wall bridge ford border entrenchment edge",
        ToolKind::Road => "path track way",
        ToolKind::Label => "text label town write",
        ToolKind::Area => "region zone setup entry objective",
        ToolKind::Unit => "units place counter army leader",
        ToolKind::Formation => "deploy line of battle wing",
        ToolKind::Eyedropper => "colour sample pipette",
    }
}
