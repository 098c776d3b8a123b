//! Synonyms for commands, as people might type them into the search.

use super::commands::{EditorAction, PanelKind};
use super::imports::ImportExport;
use super::tab::Dock;

pub fn search_synonyms(act: EditorAction) -> &'static str {
    match act {
        EditorAction::New => "create make start begin wizard",
        EditorAction::Open => "load",
        EditorAction::Save => "write store disk",
        EditorAction::SaveAs => "copy rename another file",
        EditorAction::Older => "backup generations previous revert restore history",
        EditorAction::LeftOver => "recover recovery crash autosave lost journal",
        EditorAction::Close => "tab",
        EditorAction::Play => "test run try start game",
        EditorAction::Print => "pdf paper counters sheet export",
        EditorAction::Other(ImportExport::Geography) => "geojson gis real map",
        EditorAction::Other(ImportExport::TableIn | ImportExport::TableOut) => {
            "csv spreadsheet units oob army"
        }
        EditorAction::Other(ImportExport::Picture) => "underlay image scan background png jpeg",
        EditorAction::Undo => "back revert",
        EditorAction::Redo => "again forward",
        EditorAction::Delete | EditorAction::ClearHexes => "remove erase",
        EditorAction::Resize | EditorAction::CropToHexes => {
            "size larger smaller grow shrink columns rows move map"
        }
        EditorAction::TurnRight | EditorAction::TurnLeft => "rotate",
        EditorAction::Mirror => "flip reflect",
        EditorAction::Layer(_) => "hide display view layer",
        EditorAction::Panel(PanelKind::Palette | PanelKind::Dock | PanelKind::History) => {
            "hide show sidebar panel"
        }
        EditorAction::SwapPanels => "left right move dock",
        EditorAction::WholeMap => "fit zoom all reset",
        EditorAction::LargerInterface | EditorAction::SmallerInterface | EditorAction::UsualInterface => {
            "text font scale bigger zoom size"
        }
        EditorAction::Theme => "dark mode night colours",
        EditorAction::Settings => "preferences options",
        EditorAction::Shortcuts => "keyboard hotkeys help",
        EditorAction::Page(page) => of_page(page),
        EditorAction::Tool(tool) => tool.text().synonyms,
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
