//! The rules panel: the rulebook in words, the charts in force, the sequence of play, and what is
//! particular to this battle.

use super::session::Session;
use super::{PlayScreen, battle, charts};
use crate::ui::rulebook::BookView;
use egui::{Frame, Margin, ScrollArea, Ui};
use engine::present::{PhaseView, Rulebook};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, caption, rule_chip, word_tab};

/// Which part of the rules is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Rules,
    Charts,
    Sequence,
    Battle,
}

impl Tab {
    const ALL: [Self; 4] = [Self::Rules, Self::Charts, Self::Sequence, Self::Battle];

    fn word(self) -> &'static str {
        match self {
            Self::Rules => "Rules",
            Self::Charts => "Charts",
            Self::Sequence => "Turn",
            Self::Battle => "Battle",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Rules => "The rules in words",
            Self::Charts => "Charts in force",
            Self::Sequence => "Sequence of play",
            Self::Battle => "Terrain, pieces and options of this battle",
        }
    }
}

/// The rules page: which part is open, and where in it.
#[derive(Clone, Debug, Default)]
pub struct RulesPanel {
    pub tab: Tab,
    pub book: BookView,
    /// The chart chosen; else the one used last is shown.
    pub chart: Option<String>,
}

impl RulesPanel {
    pub fn show(&mut self, session: &Session, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for tab in Tab::ALL {
                if word_tab(ui, tab.word(), tab.name(), self.tab == tab).clicked() {
                    self.tab = tab;
                }
            }
        });
        widgets::rule_line(ui);
        let book = &session.book;
        match self.tab {
            Tab::Rules => self.book.show(ui, book),
            Tab::Charts => charts::show_charts(session, &mut self.chart, ui),
            Tab::Sequence => show_sequence(session, book, ui),
            Tab::Battle => battle::show_battle(session, ui),
        }
    }
}

impl PlayScreen {
    /// Opens the rules at a number.
    pub fn open_rule(&mut self, number: &str) {
        let book = std::sync::Arc::clone(&self.session.book);
        self.rules.book.open(&book, number);
        self.rules.tab = Tab::Rules;
        self.open_page(super::Page::Rules);
    }

    /// Opens a part of the rules page; closes it if it is open already.
    pub(super) fn open_rules_tab(&mut self, tab: Tab) {
        let shown = self.room.page == super::Page::Rules && self.rules.tab == tab;
        self.rules.tab = tab;
        if shown {
            self.turn_to(super::Page::Rules);
        } else {
            self.open_page(super::Page::Rules);
        }
    }
}

/// Every phase with what is done in it; the one that is on is marked.
fn show_sequence(session: &Session, book: &Rulebook, ui: &mut Ui) {
    let s = &session.views.sequence;
    let c = colours(ui);
    ScrollArea::vertical().id_salt("sequence").auto_shrink([false, false]).show(ui, |ui| {
        let turn = format!("Turn {}", s.turn);
        let name = if s.turn_name.is_empty() { &turn } else { &s.turn_name };
        let of = if *name == turn {
            format!("{turn} of {}", s.turns)
        } else {
            format!("{name}, {turn} of {}", s.turns)
        };
        ui.label(text(of, Face::Title, 18.0, c.text));
        for g in &s.groups {
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                if !g.army.is_empty() {
                    widgets::flag(ui, &g.army, &g.name, 16.0);
                }
                caption(ui, &g.name);
            });
            for p in &g.phases {
                phase(ui, p, book);
            }
        }
    });
}

fn phase(ui: &mut Ui, p: &PhaseView, book: &Rulebook) {
    let c = colours(ui);
    let fill = if p.current { c.accent_weak } else { egui::Color32::TRANSPARENT };
    let edge = if p.current { c.accent } else { egui::Color32::TRANSPARENT };
    let frame = Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(5)
        .inner_margin(Margin::symmetric(8, 4));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            let face = if p.current { Face::Bold } else { Face::Semi };
            let now = if p.current { " (now)" } else { "" };
            ui.label(text(format!("{}{now}", p.name), face, 13.0, c.text));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                rule_chip(ui, p.rule.0);
            });
        });
        if let Some(rule) = book.find(p.rule.0) {
            ui.add(egui::Label::new(text(first_sentence(&rule.text), Face::Ui, 12.5, c.muted)).wrap());
        }
    });
}

/// Up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |i| &text[..=i])
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_phase_is_told_in_one_sentence() {
        assert_eq!(first_sentence("One die. Then more."), "One die.");
        assert_eq!(first_sentence("All of it"), "All of it");
    }
}
