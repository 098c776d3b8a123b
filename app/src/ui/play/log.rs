//! The log: what was done, the dice that decided it, and the rule.

use super::panel::PlayCommand;
use crate::ui::words;
use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui};
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
        // Oldest to newest, with the newest in sight.
        let area = ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(true);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.spacing_mut().interact_size.y = 18.0;
            let found = filtered(&entries(log), filter);
            if found.is_empty() {
                let c = colours(ui);
                ui.label(text(words::NO_LOG, Face::Ui, 12.0, c.muted));
            }
            for e in &found[found.len().saturating_sub(MOST)..] {
                entry(ui, e, &mut jump);
            }
        });
        jump.map(PlayCommand::CenterOn).into_iter().collect()
    }
}

/// Entries shown at most.
const MOST: usize = 250;

/// One event with its dice, the answers to it and the losses.
pub(super) type Entry<'a> = Vec<&'a LogLine>;

/// Lines put together to entries, oldest first.
pub(super) fn entries(log: &[LogLine]) -> Vec<Entry<'_>> {
    let mut out: Vec<Entry<'_>> = Vec::new();
    for l in log {
        match out.last_mut().filter(|e| l.follows && e[0].kind != LogKind::Heading) {
            Some(e) => e.push(l),
            None => out.push(vec![l]),
        }
    }
    out
}

/// The entries a filter lets through; turns of which nothing is left are not headed.
fn filtered<'a>(all: &[Entry<'a>], filter: Filter) -> Vec<Entry<'a>> {
    let mut out: Vec<Entry<'a>> = Vec::new();
    let is_heading = |e: &Entry<'_>| e[0].kind == LogKind::Heading;
    for e in all.iter().filter(|e| is_heading(e) || e.iter().any(|l| filter.lets(l))) {
        if filter != Filter::All && is_heading(e) && out.last().is_some_and(is_heading) {
            out.pop();
        }
        out.push(e.clone());
    }
    if filter != Filter::All && out.last().is_some_and(is_heading) {
        out.pop();
    }
    out
}

/// Whether a line only goes on from the one before: the same unit, and its text begins with the same words.
fn continues(first: &LogLine, next: &LogLine) -> bool {
    let words = first.text.trim_end_matches('.');
    first.head == next.head && !words.is_empty() && next.text.starts_with(words)
}

/// An entry: what was done, its dice and result in one, then the losses and answers line by line.
pub(super) fn entry(ui: &mut Ui, lines: &[&LogLine], jump: &mut Option<HexId>) {
    let Some((first, rest)) = lines.split_first() else { return };
    let mut head = (*first).clone();
    let mut rest = rest;
    if let Some((next, others)) = rest.split_first()
        && continues(first, next)
    {
        let detail = [first.detail.as_str(), next.detail.as_str()];
        let detail: Vec<&str> = detail.into_iter().filter(|d| !d.is_empty()).collect();
        head = LogLine { detail: detail.join(" · "), at: first.at.or(next.at), ..(*next).clone() };
        rest = others;
    }
    line(ui, &head, jump);
    if rest.is_empty() {
        return;
    }
    let inset = Frame::new().inner_margin(Margin { left: 14, right: 0, top: 0, bottom: 2 });
    inset.show(ui, |ui| rest.iter().for_each(|l| line(ui, l, jump)));
}

pub(super) fn line(ui: &mut Ui, l: &LogLine, jump: &mut Option<HexId>) {
    if l.kind == LogKind::Heading {
        heading(ui, l);
        return;
    }
    let c = colours(ui);
    let ink = if matches!(l.kind, LogKind::Loss) { c.danger } else { c.text };
    let face = if l.kind == LogKind::Note { Face::TitleItalic } else { Face::Medium };
    let width = ui.available_width();
    // Who or where, then what, then the rules, running on as one text: the same for every rule system.
    ui.horizontal_wrapped(|ui| {
        ui.set_max_width(width);
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().interact_size.y = 18.0;
        head(ui, l, jump);
        ui.label(text(&l.text, face, 12.0, ink));
        if l.mods.is_empty() {
            dice_and_total(ui, l);
        }
        for r in &l.rules {
            rule_chip(ui, r.0);
        }
    });
    if !l.mods.is_empty() {
        dice_and_detail(ui, l, width);
    }
    ui.add_space(2.0);
}

fn heading(ui: &mut Ui, l: &LogLine) {
    let c = colours(ui);
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
}

/// Whose it is, before the line.
const FLAG: f32 = 12.0;

fn head(ui: &mut Ui, l: &LogLine, jump: &mut Option<HexId>) {
    let c = colours(ui);
    if !l.army.is_empty() {
        flag(ui, &l.army, &l.army, FLAG);
    }
    match l.at {
        Some(hex) if !l.head.is_empty() => {
            let name = format!("Go to {}", l.head);
            if link(ui, &l.head, &name, Face::Bold, 12.0).clicked() {
                *jump = Some(hex);
            }
        }
        _ if l.head.is_empty() => {}
        _ => {
            ui.label(text(&l.head, Face::Bold, 12.0, c.accent));
        }
    }
}

fn rules_width(ui: &Ui, l: &LogLine) -> f32 {
    l.rules.iter().map(|r| rule_chip_width(ui, r.0) + 4.0).sum()
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
    if l.dice.is_empty() && l.detail.is_empty() && l.mods.is_empty() {
        return;
    }
    // Dice, what they came to and what changed them run on in one line.
    ui.horizontal_wrapped(|ui| {
        ui.set_max_width(inner);
        ui.spacing_mut().item_spacing.x = 3.0;
        dice_and_total(ui, l);
        for m in &l.mods {
            ui.add_space(3.0);
            ui.label(text(&m.text, Face::Ui, 11.5, c.muted));
            ui.label(text(&m.value, Face::Semi, 11.5, c.text));
            rule_chip(ui, m.rule.0);
        }
    });
}

/// The dice as pictures, then what they came to or what it cost.
fn dice_and_total(ui: &mut Ui, l: &LogLine) {
    for d in &l.dice {
        die(ui, d, 17.0);
    }
    if !l.detail.is_empty() {
        ui.label(text(&l.detail, Face::Ui, 12.0, colours(ui).muted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn l(kind: LogKind, head: &str) -> LogLine {
        LogLine { kind, head: head.into(), ..LogLine::default() }
    }

    fn shown(log: &[LogLine], filter: Filter) -> String {
        let all = filtered(&entries(log), filter);
        let heads = |e: &Entry<'_>| e.iter().map(|l| l.head.as_str()).collect::<Vec<_>>().join("+");
        all.iter().map(heads).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn one_event_is_one_entry_oldest_first_under_its_heading() {
        let more = |kind, head| LogLine { follows: true, ..l(kind, head) };
        let log = [
            l(LogKind::Other, "a"),
            l(LogKind::Heading, "t1"),
            l(LogKind::Combat, "fires"),
            more(LogKind::Combat, "dice"),
            more(LogKind::Loss, "hit"),
            l(LogKind::Heading, "t2"),
            l(LogKind::Move, "d"),
            l(LogKind::Heading, "t3"),
        ];
        assert_eq!(shown(&log, Filter::All), "a t1 fires+dice+hit t2 d t3");
        assert_eq!(shown(&log, Filter::Losses), "t1 fires+dice+hit", "turns without losses are not headed");
        let lone = [more(LogKind::Loss, "hit")];
        assert_eq!(shown(&lone, Filter::All), "hit", "nothing is lost where the beginning is not told");
    }

    #[test]
    fn dice_of_a_shot_go_on_from_its_declaration() {
        let fires = LogLine { text: "fires at D3.".into(), ..l(LogKind::Combat, "Artillery F7") };
        let dice = LogLine { text: "fires at D3, range 2: 2 hits.".into(), ..fires.clone() };
        assert!(continues(&fires, &dice));
        assert!(!continues(&fires, &LogLine { head: "Infantry D3".into(), ..dice }));
    }
}
