//! The tools of the editor. A tool is one file of this folder and one line in the list below: its name and key, what
//! it does with the pointer, its preview, its line in the status bar and its palette.
//!
//! A tool never touches the document: [`Tool::plan`] says what would be done, the preview shows that plan, and the
//! click commits the same one.

mod area;
mod brush;
mod choose_hexes;
mod eyedropper;
mod fill;
mod formation;
mod gestures;
mod hexside;
mod level;
mod name;
mod piece;
mod pointer;
mod road;
mod select;
mod stamp;
mod toolbox;

pub use brush::{GroundSettings, Shape};
pub use choose_hexes::SelectionShape;
pub use eyedropper::Picked;
pub use hexside::{EdgeMode, EdgeSettings};
pub use level::{LevelMode, LevelSettings};
pub use name::{FAR, Grip, NameUnderPointer, SIZES, grip_text};
pub use pointer::{Phase, Pointer, Reply, Stroke};
pub use road::RoadSettings;
pub use toolbox::Toolbox;

use crate::core::edit::Edit;
use crate::ui::tab::{PanelRequests, Tab};
use egui::{CursorIcon, Ui};
use engine::scenario::{ScenarioDoc, Schema};
use pointer::Gesture;

/// What a tool is called and how it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToolText {
    pub name: &'static str,
    /// The key that selects it.
    pub key: &'static str,
    /// What it does, as the end of a sentence that begins with its name.
    pub help: &'static str,
    /// Other words under which the search finds it.
    pub synonyms: &'static str,
}

/// A stroke of an icon on a square of 24 units.
pub type IconLine = &'static [(f32, f32)];

pub trait Tool: Sync {
    fn text(&self) -> ToolText;

    fn icon(&self) -> &'static [IconLine];

    /// Why these rules give it nothing to draw; none if they do.
    fn why_unused(&self, _: &Schema) -> Option<&'static str> {
        None
    }

    /// A line stands above it on the tool rail.
    fn begins_group(&self) -> bool {
        false
    }

    /// The edit a press (or the drag so far) would make; none if it would change nothing.
    fn plan(&self, _: &Toolbox, _: &ScenarioDoc, _: &Schema, _: &Pointer) -> Option<Edit> {
        None
    }

    /// Answers press, drag and release: by default one press is one edit.
    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        gestures::click_gesture(tools, doc, schema, ev)
    }

    /// With Alt it picks up what is under the pointer instead of drawing.
    fn alt_picks_up(&self) -> bool {
        false
    }

    /// What it would pick up here.
    fn pick_up(&self, _: &Toolbox, _: &ScenarioDoc, _: &Pointer) -> Option<Picked> {
        None
    }

    /// The status bar: what it draws, what a press does next, and what modifier keys change.
    fn status(&self, _: &Toolbox, _: &ScenarioDoc, _: &Schema, _name_held: bool) -> String {
        let text = self.text();
        format!("{}: {}", text.name, text.help)
    }

    /// Its settings, in the palette beside the rail.
    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests);

    /// The pointer over the map; none leaves it to the board.
    fn cursor(&self, _: &Pointer, _pressing: bool) -> Option<CursorIcon> {
        Some(CursorIcon::Crosshair)
    }
}

macro_rules! tools {
    ($($(#[$attribute:meta])* $kind:ident => $tool:path,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
        pub enum ToolKind {
            $($(#[$attribute])* $kind,)*
        }

        impl ToolKind {
            /// All tools in the order of the rail.
            pub const ALL: [Self; [$(stringify!($kind)),*].len()] = [$(Self::$kind),*];

            pub fn tool(self) -> &'static dyn Tool {
                match self {
                    $(Self::$kind => &$tool,)*
                }
            }
        }
    };
}

tools! {
    #[default]
    Select => select::Select,
    Choose => choose_hexes::ChooseHexes,
    Brush => brush::Brush,
    Fill => fill::Fill,
    Level => level::Level,
    Hexside => hexside::Hexside,
    Road => road::Road,
    Label => name::Name,
    Area => area::Area,
    Unit => piece::PieceTool,
    Formation => formation::Formation,
    Eyedropper => eyedropper::Eyedropper,
    Stamp => stamp::Stamp,
}

impl ToolKind {
    pub fn text(self) -> ToolText {
        self.tool().text()
    }
}

#[cfg(test)]
mod tests;
