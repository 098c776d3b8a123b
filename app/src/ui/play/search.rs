//! The action search: everything that can be done now, by a few letters of its name.

use super::PlayScreen;
use super::panel::PlayCommand;
use super::session::Session;
use crate::ui::commands::{Command, Export};
use crate::ui::words;
use egui::{Id, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, WidgetInfo};
use engine::present::Target;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets;

/// Rows shown at most.
const MOST: usize = 12;

/// What is being searched for, and which of the rows found Enter does.
#[derive(Debug, Default)]
pub(super) struct ActionSearch {
    open: bool,
    typed: String,
    at: usize,
}

/// One thing that can be done.
struct Found {
    name: String,
    key: &'static str,
    does: Does,
}

#[derive(Clone)]
enum Does {
    Action { id: usize, subject: Option<Target>, asks: bool },
    Program(Command),
}

impl ActionSearch {
    pub fn open(&mut self) {
        *self = Self { open: true, ..Self::default() };
    }

    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The list over the screen; what was chosen in it.
    pub fn show(&mut self, session: &Session, ui: &mut Ui) -> Vec<PlayCommand> {
        if !self.open {
            return Vec::new();
        }
        let found = matching(all(session), &self.typed);
        self.at = self.at.min(found.len().saturating_sub(1));
        let hit = |k: Key| ui.ctx().input_mut(|i| i.consume_key(Modifiers::NONE, k));
        if hit(Key::ArrowDown) {
            self.at = (self.at + 1).min(found.len().saturating_sub(1));
        }
        if hit(Key::ArrowUp) {
            self.at = self.at.saturating_sub(1);
        }
        let mut chosen = hit(Key::Enter).then_some(self.at);
        let modal = Modal::new(Id::unique("action-search")).frame(widgets::dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((ui.ctx().content_rect().width() - 90.0).min(460.0));
            let field = TextEdit::singleline(&mut self.typed).hint_text(words::SEARCH_ACTIONS);
            let field = ui.add(field.desired_width(f32::INFINITY));
            field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH_ACTIONS));
            field.request_focus();
            let area = ScrollArea::vertical().id_salt("found").max_height(380.0);
            area.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for (i, f) in found.iter().enumerate() {
                    if super::dock::row(ui, &f.name, &f.name, f.key, "", i == self.at).clicked() {
                        chosen = Some(i);
                    }
                }
                if found.is_empty() {
                    ui.label(text(words::NOTHING_FOUND, Face::Ui, 12.5, colours(ui).muted));
                }
            });
        });
        let chosen = chosen.and_then(|i| found.get(i)).map(|f| f.does.clone());
        if chosen.is_some() || shown.should_close() {
            self.open = false;
        }
        match chosen {
            // What is decided by dice is shown first, like a click on the map.
            Some(Does::Action { id, subject, asks: true }) => {
                vec![PlayCommand::Preview { action: id, subject }]
            }
            Some(Does::Action { id, .. }) => vec![PlayCommand::Program(Command::Do(id))],
            Some(Does::Program(command)) => vec![PlayCommand::Program(command)],
            None => Vec::new(),
        }
    }
}

/// Actions of the rules first, then what the program can do.
fn all(session: &Session) -> Vec<Found> {
    let actions = session.views.actions.iter().map(|a| Found {
        name: engine::capitalised(&a.label),
        key: "",
        does: Does::Action { id: a.id, subject: a.subject.clone(), asks: a.chancy || a.confirm },
    });
    let commands: [(&str, &'static str, Command); 10] = [
        ("Undo", "Ctrl Z", Command::Undo { lift: false }),
        ("Redo", "Ctrl Y", Command::Redo),
        ("Save", "Ctrl S", Command::Save),
        ("Save as", "Ctrl Shift S", Command::SaveAs),
        (words::SAVES, "", Command::Saves),
        ("Report", "", Command::Export(Export::Report)),
        (words::EDIT_POSITION, "", Command::TakePosition(None)),
        ("Settings", "Ctrl ,", Command::Settings),
        ("Shortcuts", "F1", Command::Shortcuts),
        ("Home", "", Command::GoHome),
    ];
    let commands = commands.into_iter().map(|(name, key, c)| Found {
        name: name.to_owned(),
        key,
        does: Does::Program(c),
    });
    actions.chain(commands).collect()
}

/// Those whose name has all the words typed, in their order.
fn matching(all: Vec<Found>, typed: &str) -> Vec<Found> {
    let wanted: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let fits = |f: &Found| {
        let name = f.name.to_lowercase();
        wanted.iter().all(|w| name.contains(w.as_str()))
    };
    all.into_iter().filter(fits).take(MOST).collect()
}

impl PlayScreen {
    pub(super) fn open_action_search(&mut self) {
        self.choice = None;
        self.search.open();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_the_words_typed_must_be_in_the_name() {
        let named = |n: &str| Found { name: n.into(), key: "", does: Does::Program(Command::Save) };
        let names = ["Infantry G5: fire at G4", "Infantry G5: move to G6", "Save"];
        let found = matching(names.map(named).into(), "g5 FIRE");
        assert_eq!(found.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["Infantry G5: fire at G4"]);
        assert_eq!(matching(names.map(named).into(), "").len(), 3);
    }
}
