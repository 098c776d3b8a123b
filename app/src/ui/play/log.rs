//! The log: what was done, the dice that decided it, and the rule.

use super::panel::PlayCommand;
use crate::ui::words;
use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui, vec2};
use engine::hex::HexId;
use engine::present::{LogKind, LogLine};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{caption, die, flag, link, one_line, rule_chip, rule_chip_width, word_tab};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    All,
    Dice,
    Losses,
}

impl Filter {
    const ALL: [Self; 3] = [Self::All, Self::Dice, Self::Losses];

    pub fn word(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Dice => "Dice",
            Self::Losses => "Losses",
        }
    }

    pub fn from_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|f| f.word() == word).unwrap_or_default()
    }

    fn lets(self, l: &LogLine) -> bool {
        match self {
            Self::All => true,
            Self::Dice => l.kind == LogKind::Heading || !l.dice.is_empty(),
            Self::Losses => matches!(l.kind, LogKind::Heading | LogKind::Loss),
        }
    }
}

/// The log of the match, and which of its lines are shown.
#[derive(Debug, Default)]
pub(super) struct LogPanel {
    pub filter: Filter,
}

impl LogPanel {
    pub fn show(&mut self, log: &[LogLine], ui: &mut Ui) -> Vec<PlayCommand> {
        ui.horizontal(|ui| {
            caption(ui, "Log");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for f in Filter::ALL.into_iter().rev() {
                    let name = format!("Log: {}", f.word());
                    if word_tab(ui, f.word(), &name, self.filter == f).clicked() {
                        self.filter = f;
                    }
                }
            });
        });
        let mut jump = None;
        let filter = self.filter;
        let area = ScrollArea::vertical().id_salt("log").auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.spacing_mut().interact_size.y = 18.0;
            let lines = order(log, filter);
            if lines.is_empty() {
                let c = colours(ui);
                ui.label(text(words::NO_LOG, Face::Ui, 12.0, c.muted));
            }
            for l in lines.iter().take(400) {
                line(ui, l, &mut jump);
            }
        });
        jump.map(PlayCommand::CenterOn).into_iter().collect()
    }
}

/// Newest player turn first, and in it the newest line first, each turn under its heading.
fn order(log: &[LogLine], filter: Filter) -> Vec<&LogLine> {
    let mut out = Vec::with_capacity(log.len());
    let mut end = log.len();
    while end > 0 {
        let start = log[..end].iter().rposition(|l| l.kind == LogKind::Heading).unwrap_or(0);
        let headed = log[start].kind == LogKind::Heading;
        let body = if headed { start + 1 } else { start };
        let kept: Vec<&LogLine> = log[body..end].iter().rev().filter(|l| filter.lets(l)).collect();
        if headed && (filter == Filter::All || !kept.is_empty()) {
            out.push(&log[start]);
        }
        out.extend(kept);
        end = start;
    }
    out
}

pub(super) fn line(ui: &mut Ui, l: &LogLine, jump: &mut Option<HexId>) {
    let c = colours(ui);
    if l.kind == LogKind::Heading {
        let bar = Frame::new().fill(c.sunk).inner_margin(Margin::symmetric(8, 3));
        bar.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            let words = if l.head.is_empty() { l.text.clone() } else { format!("{} {}", l.head, l.text) };
            ui.spacing_mut().item_spacing.y = 2.0;
            let width = ui.available_width();
            let room = width - rules_width(ui, l) - 10.0;
            let whole = one_line(ui, words.trim(), Face::Semi, 12.0, c.text, room.max(60.0));
            if whole.elided {
                // The rules stand below where the words need the line.
                ui.label(text(words.trim(), Face::Semi, 12.0, c.text));
                ui.horizontal_wrapped(|ui| l.rules.iter().for_each(|r| drop(rule_chip(ui, r.0))));
            } else {
                ui.horizontal(|ui| {
                    ui.spacing_mut().interact_size.y = 18.0;
                    ui.label(whole);
                    chips_right(ui, l);
                });
            }
            dice_and_detail(ui, l, width);
        });
        return;
    }
    let width = ui.available_width();
    let head_w = one_line(ui, &l.head, Face::Bold, 12.0, c.accent, width).size().x + FLAG + 4.0;
    if head_w > HEAD {
        // A long name has a line of its own, with the rules at its end.
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            head(ui, l, jump);
            if rules_width(ui, l) + head_w + 12.0 < width {
                chips_right(ui, l);
            }
        });
        let chips_done = rules_width(ui, l) + head_w + 12.0 < width;
        let inset = Frame::new().inner_margin(Margin { left: 10, right: 0, top: 0, bottom: 0 });
        inset.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            words_and_chips(ui, l, width - 12.0, !chips_done);
            dice_and_detail(ui, l, width - 12.0);
        });
    } else {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
            ui.allocate_ui_with_layout(vec2(HEAD, 16.0), Layout::left_to_right(Align::Min), |ui| {
                ui.set_min_width(HEAD);
                head(ui, l, jump);
            });
            ui.vertical(|ui| {
                let inner = (width - HEAD - 8.0).max(80.0);
                ui.set_max_width(inner);
                words_and_chips(ui, l, inner, true);
                dice_and_detail(ui, l, inner);
            });
        });
    }
    ui.add_space(3.0);
}

/// Whose it is, before the line.
const FLAG: f32 = 12.0;
/// Room for that and a hex number.
const HEAD: f32 = 34.0 + FLAG + 4.0;

fn head(ui: &mut Ui, l: &LogLine, jump: &mut Option<HexId>) {
    let c = colours(ui);
    if !l.army.is_empty() && !l.head.is_empty() {
        ui.spacing_mut().item_spacing.x = 4.0;
        flag(ui, &l.army, &l.army, FLAG);
    }
    match l.at {
        Some(hex) if !l.head.is_empty() => {
            let name = format!("Go to {}", l.head);
            if link(ui, &l.head, &name, Face::Bold, 12.0).clicked() {
                *jump = Some(hex);
            }
        }
        _ => {
            ui.label(text(&l.head, Face::Bold, 12.0, c.accent));
        }
    }
}

fn rules_width(ui: &Ui, l: &LogLine) -> f32 {
    l.rules.iter().map(|r| rule_chip_width(ui, r.0) + 4.0).sum()
}

fn words_and_chips(ui: &mut Ui, l: &LogLine, inner: f32, with_chips: bool) {
    let c = colours(ui);
    ui.spacing_mut().interact_size.y = 18.0;
    let chips = if with_chips { rules_width(ui, l) } else { 0.0 };
    let ink = if matches!(l.kind, LogKind::Loss) { c.danger } else { c.text };
    let face = if l.kind == LogKind::Note { Face::TitleItalic } else { Face::Medium };
    let whole = one_line(ui, &l.text, face, 12.0, ink, f32::INFINITY);
    if whole.size().x + chips + 6.0 <= inner {
        ui.horizontal(|ui| {
            ui.label(text(&l.text, face, 12.0, ink));
            if with_chips {
                chips_right(ui, l);
            }
        });
    } else {
        ui.label(text(&l.text, face, 12.0, ink));
        if with_chips && !l.rules.is_empty() {
            ui.horizontal_wrapped(|ui| {
                for r in &l.rules {
                    rule_chip(ui, r.0);
                }
            });
        }
    }
}

fn chips_right(ui: &mut Ui, l: &LogLine) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for r in l.rules.iter().rev() {
            rule_chip(ui, r.0);
        }
    });
}

fn dice_and_detail(ui: &mut Ui, l: &LogLine, inner: f32) {
    let c = colours(ui);
    ui.spacing_mut().interact_size.y = 18.0;
    if !l.dice.is_empty() || !l.detail.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(inner);
            ui.spacing_mut().item_spacing.x = 3.0;
            for d in &l.dice {
                die(ui, d, 17.0);
            }
            ui.label(text(&l.detail, Face::Ui, 12.0, c.muted));
        });
    }
    for m in &l.mods {
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(inner);
            ui.label(text(&m.text, Face::Ui, 11.5, c.muted));
            ui.label(text(&m.value, Face::Semi, 11.5, c.text));
            rule_chip(ui, m.rule.0);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn l(kind: LogKind, head: &str) -> LogLine {
        LogLine { kind, head: head.into(), ..LogLine::default() }
    }

    #[test]
    fn newest_first_under_its_heading() {
        let log = [
            l(LogKind::Other, "a"),
            l(LogKind::Heading, "t1"),
            l(LogKind::Move, "b"),
            l(LogKind::Loss, "c"),
            l(LogKind::Heading, "t2"),
            l(LogKind::Move, "d"),
        ];
        let heads = |f| order(&log, f).iter().map(|l| l.head.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(heads(Filter::All), "t2 d t1 c b a");
        assert_eq!(heads(Filter::Losses), "t1 c", "turns without losses are not headed");
    }
}
