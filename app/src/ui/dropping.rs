//! Files let go over the window: opened as if they had been chosen.

use super::commands::Command;
use super::{App, Screen, words};
use editor::ui::FileRequest;
use egui::{Align2, Frame, Id, Margin, Order, Stroke, Ui};
use std::path::{Path, PathBuf};
use ui_kit::theme::{CARD, Face, colours, text};
use ui_kit::widgets::Tone;

/// What a file is, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scenario,
    Save,
    /// Geography, a table or a picture, for the document in front.
    Editor(FileRequest),
}

fn kind_of(path: &Path) -> Option<Kind> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    let brings = |wish: &FileRequest| wish.endings().contains(&ending.as_str());
    match ending.as_str() {
        "ron" => Some(Kind::Scenario),
        "oblique" => Some(Kind::Save),
        _ => [FileRequest::Geography, FileRequest::Table, FileRequest::Picture]
            .into_iter()
            .find(brings)
            .map(Kind::Editor),
    }
}

impl App {
    /// Takes what was dropped on the window in this frame, and says over the window that it may be.
    pub(super) fn take_dropped(&mut self, ui: &Ui, covered: bool) {
        let (held, dropped) = ui.input(|i| {
            let paths = i.raw.dropped_files.iter().map(|f| f.path().to_owned());
            (!i.raw.hovered_files.is_empty(), paths.collect::<Vec<PathBuf>>())
        });
        if held && !covered {
            invite(ui);
        }
        for path in dropped {
            if covered {
                self.toasts.push(Tone::Warn, words::DROP_COVERED.into());
            } else {
                self.dropped(&path);
            }
        }
    }

    fn dropped(&mut self, path: &Path) {
        let editing = self.screen == Screen::Editor;
        match kind_of(path) {
            Some(Kind::Scenario) if editing => self.commands.push(Command::EditFile(path.to_owned())),
            Some(Kind::Scenario | Kind::Save) => self.commands.push(Command::Open(path.to_owned())),
            Some(Kind::Editor(FileRequest::Geography)) => {
                if !editing {
                    self.autosave_now();
                    self.screen = Screen::Editor;
                }
                self.editor.expect_geography();
                self.editor_file(FileRequest::Geography, path);
            }
            Some(Kind::Editor(wish)) if editing && self.editor.document().is_some() => {
                self.editor_file(wish, path);
            }
            Some(Kind::Editor(_)) => self.toasts.push(Tone::Warn, words::DROP_NO_DOCUMENT.into()),
            None => self.toasts.push(Tone::Warn, words::not_droppable(path)),
        }
    }
}

/// Shows that the file dragged over the window can be dropped.
fn invite(ui: &Ui) {
    let c = colours(ui);
    let area = egui::Area::new(Id::unique("drop")).order(Order::Tooltip).interactable(false);
    area.anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ui.ctx(), |ui| {
        let frame = Frame::new()
            .fill(c.card)
            .stroke(Stroke::new(2.0, c.accent))
            .corner_radius(CARD)
            .inner_margin(Margin::symmetric(28, 18));
        frame.show(ui, |ui| ui.label(text(words::DROP_HERE, Face::Title, 20.0, c.text)));
    });
}
