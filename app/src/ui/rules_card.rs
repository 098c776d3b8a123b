//! The rules over any screen but the play screen's own page: a card that a rule number opens.

use super::rulebook::BookView;
use super::{App, Screen};
use egui::{Id, Modal, Ui};
use engine::present::Rulebook;
use std::sync::Arc;
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours};
use ui_kit::widgets::{self, icon_link};

pub struct RulesCard {
    book: Arc<Rulebook>,
    view: BookView,
}

impl RulesCard {
    /// False when it is to be closed.
    fn show(&mut self, ui: &mut Ui) -> bool {
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let mut open = true;
        let modal = Modal::new(Id::unique("rules-card")).frame(widgets::dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 90.0).min(560.0));
            ui.set_height((room.y - 120.0).min(620.0));
            ui.horizontal(|ui| {
                let title = widgets::one_line(
                    ui,
                    &self.book.title,
                    Face::Title,
                    22.0,
                    c.text,
                    ui.available_width() - 40.0,
                );
                ui.label(title);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    open &= !icon_link(ui, Icon::Cross, "Close", 26.0).clicked();
                });
            });
            self.view.show(ui, &self.book);
        });
        open && !shown.should_close()
    }
}

impl App {
    /// Opens a rule that was clicked in this frame, where it can be read best.
    pub(super) fn open_asked_rule(&mut self, ui: &mut Ui, covered: bool) {
        if let Some(number) = ui_kit::rule_links::take_requested_rule(ui.ctx()) {
            self.show_rule(&number, covered);
        }
        if let Some(mut card) = self.open_dialogs.rules_card.take()
            && card.show(ui)
        {
            self.open_dialogs.rules_card = Some(card);
        }
    }

    fn show_rule(&mut self, number: &str, covered: bool) {
        if let Some(card) = &mut self.open_dialogs.rules_card {
            card.view.open(&card.book, number);
            return;
        }
        if self.screen == Screen::Play
            && !covered
            && let Some(play) = self.play.as_mut().filter(|p| !p.covered())
        {
            play.open_rule(number);
            return;
        }
        let ruleset = match (&self.open_dialogs.new_game, self.screen) {
            (Some(new), _) => Some(new.ruleset_id().to_owned()),
            (None, Screen::Editor) => self.editor.ruleset().map(str::to_owned),
            _ => self.play.as_ref().map(|p| p.session.doc().ruleset.clone()),
        };
        let book = ruleset.and_then(|id| self.library.rules(&id).ok().map(|r| Arc::clone(r.rulebook())));
        if let Some(book) = book {
            let mut view = BookView::default();
            view.open(&book, number);
            self.open_dialogs.rules_card = Some(RulesCard { book, view });
        }
    }
}
