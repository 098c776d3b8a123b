//! Which panels are shown, where and how wide; remembered from one start of the program to the next.

use super::commands::PanelKind;
use super::host::{EditorCommand, Host};
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Panels {
    hidden: BTreeSet<PanelKind>,
    /// The dock at the left, tools and palette at the right.
    pub swapped: bool,
    pub palette: Option<f32>,
    pub dock: Option<f32>,
    loaded: bool,
    /// The window has no room for palette and dock at once; with `front` the dock is shown.
    narrow: bool,
    front: bool,
    /// The window has no room for the history either.
    low: bool,
    /// The window's width in the last frame.
    window: f32,
    /// The window has another width than before: the panels take their share of it.
    pub resized: bool,
}

/// Below this width palette and dock alternate, below this height the history is hidden.
const NARROW: f32 = 900.0;
const LOW: f32 = 560.0;

const SIDES: [(PanelKind, &str); 3] = [
    (PanelKind::Palette, "editor palette"),
    (PanelKind::Dock, "editor dock"),
    (PanelKind::History, "editor history"),
];

impl Panels {
    pub fn is_shown(&self, side: PanelKind) -> bool {
        match side {
            PanelKind::Dock if self.narrow => self.front,
            PanelKind::Palette if self.narrow && self.front => false,
            PanelKind::History if self.low => false,
            _ => !self.hidden.contains(&side),
        }
    }

    /// Takes the window's size: in a small one the panels alternate.
    pub fn fit(&mut self, size: egui::Vec2) {
        (self.narrow, self.low) = (size.x < NARROW, size.y < LOW);
        self.resized = self.window > 0.0 && (size.x - self.window).abs() > 1.0;
        if self.resized {
            let share = size.x / self.window;
            for width in [&mut self.palette, &mut self.dock].into_iter().flatten() {
                *width *= share;
            }
        }
        self.window = size.x;
    }

    /// Whether palette and dock alternate.
    pub fn is_narrow(&self) -> bool {
        self.narrow
    }

    pub fn toggle(&mut self, side: PanelKind) {
        match side {
            PanelKind::Dock if self.narrow => self.front = !self.front,
            PanelKind::Palette if self.narrow && self.front => self.front = false,
            _ if self.hidden.remove(&side) => {}
            _ => {
                self.hidden.insert(side);
            }
        }
    }

    /// Shows a panel that something asked for.
    pub fn reveal(&mut self, side: PanelKind) {
        self.hidden.remove(&side);
        self.front = side == PanelKind::Dock;
    }

    /// A tool was selected: show its palette, where there is room for only one panel.
    pub fn tool_taken(&mut self) {
        self.front = false;
    }

    /// Loads the remembered state once.
    pub fn load(&mut self, host: &Host<'_>) {
        if std::mem::replace(&mut self.loaded, true) {
            return;
        }
        let width =
            |name: &str| host.given.remembered.get(name).copied().filter(|w| (100.0..2000.0).contains(w));
        (self.palette, self.dock) = (width("editor palette width"), width("editor dock width"));
        self.swapped = host.given.remembered.get("editor swapped").is_some_and(|v| *v > 0.5);
        let gone =
            SIDES.iter().filter(|(_, name)| host.given.remembered.get(*name).is_some_and(|v| *v < 0.5));
        self.hidden = gone.map(|s| s.0).collect();
    }

    /// Has the state remembered where it has changed.
    pub fn remember(&self, host: &mut Host<'_>) {
        let mut keep = |name: &str, value: f32| {
            if host.given.remembered.get(name) != Some(&value) {
                host.ask(EditorCommand::Remember(name.to_owned(), value));
            }
        };
        for (side, name) in SIDES {
            keep(name, f32::from(u8::from(!self.hidden.contains(&side))));
        }
        keep("editor swapped", f32::from(u8::from(self.swapped)));
        for (name, width) in [("editor palette width", self.palette), ("editor dock width", self.dock)] {
            if let Some(w) = width {
                keep(name, w.round());
            }
        }
    }
}
