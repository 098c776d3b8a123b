//! The home screen: what was last played, what there is to play.

pub mod catalog;
mod gallery;
mod rail;

use super::commands::Command;
use super::pictures::Thumbnails;
use catalog::{Catalog, Entry};
use egui::{Frame, Key, Margin, Modifiers, Ui};
use engine::present::BoardView;
use engine::scenario::ScenarioDoc;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use ui_kit::theme::colours;

/// The match that was last played, as far as its file tells.
pub struct Continue {
    pub title: String,
    pub standing: String,
    pub when: String,
    pub doc: Arc<ScenarioDoc>,
    pub view: BoardView,
    /// Changes with the file, so that the picture is drawn anew.
    pub key: String,
}

/// A file in the list of recent ones.
pub struct Recent {
    pub path: PathBuf,
    pub title: String,
    pub note: String,
    /// `scenario`, `game`, `missing`.
    pub kind: &'static str,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Date,
    Title,
    Length,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Self::Date => "by date",
            Self::Title => "by title",
            Self::Length => "by length",
        }
    }
}

#[derive(Default)]
pub struct Home {
    pub catalog: Catalog,
    pub thumbnails: Thumbnails,
    pub last: Option<Continue>,
    pub recent: Vec<Recent>,
    search: String,
    /// Rule systems let through; empty for all.
    rulesets: BTreeSet<String>,
    mine: bool,
    sort: Sort,
    selected: Option<String>,
    columns: usize,
    scroll_to_selected: bool,
    focus_search: bool,
    /// The first card has been picked for a screen with room beside the cards.
    offered: bool,
}

impl Home {
    pub fn new(catalog: Catalog) -> Self {
        Self { catalog, ..Self::default() }
    }

    pub fn show(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        self.keys(ui, out);
        let screen = ui.ctx().content_rect().width();
        let rail = if screen < 800.0 {
            200.0
        } else if screen < 1100.0 {
            240.0
        } else {
            300.0
        };
        let frame = Frame::new()
            .fill(c.panel)
            .inner_margin(Margin::symmetric(if rail < 260.0 { 14 } else { 24 }, 18));
        egui::Panel::left("home-rail")
            .exact_size(rail)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| self.rail(ui, out));
        let frame =
            Frame::new().fill(c.window).inner_margin(Margin { left: 26, right: 20, top: 20, bottom: 0 });
        egui::CentralPanel::default().frame(frame).show(ui, |ui| self.gallery(ui, out));
    }

    /// Entries that pass search and filters, in order.
    fn shown(&self) -> Vec<&Entry> {
        let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
        let fits = |e: &&Entry| {
            let d = &e.doc;
            let leaders: Vec<&str> =
                d.pieces.iter().map(|p| p.name.as_str()).filter(|n| !n.is_empty()).collect();
            let hay = format!(
                "{} {} {} {} {} {}",
                d.title,
                d.subtitle,
                d.date,
                e.ruleset,
                d.summary,
                leaders.join(" ")
            );
            let hay = hay.to_lowercase();
            words.iter().all(|w| hay.contains(w))
                && (self.rulesets.is_empty() || self.rulesets.contains(&d.ruleset))
                && (!self.mine || e.own.is_some())
        };
        let mut list: Vec<&Entry> = self.catalog.entries.iter().filter(fits).collect();
        match self.sort {
            Sort::Date => {}
            Sort::Title => list.sort_by(|a, b| a.doc.title.cmp(&b.doc.title)),
            Sort::Length => list.sort_by_key(|e| e.doc.turns.count),
        }
        // Who types a name means that one before those that only mention it.
        let titled = |e: &&Entry| words.iter().all(|w| e.doc.title.to_lowercase().contains(w));
        list.sort_by_key(|e| !titled(e));
        list
    }

    fn selected_entry(&self) -> Option<&Entry> {
        let key = self.selected.as_ref()?;
        self.catalog.entries.iter().find(|e| e.key == *key)
    }

    fn keys(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        let ctx = ui.ctx();
        // A dialog over the screen has the keys to itself.
        if !ui.is_enabled() {
            return;
        }
        let hit = |m: Modifiers, k: Key| ctx.input_mut(|i| i.consume_key(m, k));
        if hit(Modifiers::COMMAND, Key::F) {
            self.focus_search = true;
        }
        if hit(Modifiers::COMMAND, Key::N) {
            out.push(Command::NewScenario);
        }
        if hit(Modifiers::COMMAND, Key::E)
            && let Some(e) = self.selected_entry()
        {
            out.push(edit_copy(e));
        }
        if hit(Modifiers::COMMAND, Key::P)
            && let Some(e) = self.selected_entry()
        {
            out.push(print(e));
        }
        let typing = ctx.text_edit_focused();
        // A focused control answers the keys itself.
        if egui::Popup::is_any_open(ctx) || (ctx.memory(|m| m.focused().is_some()) && !typing) {
            return;
        }
        let step = |k: Key| !typing && hit(Modifiers::NONE, k);
        let columns = self.columns.max(1) as i64;
        let moved = if step(Key::ArrowRight) {
            1
        } else if step(Key::ArrowLeft) {
            -1
        } else if hit(Modifiers::NONE, Key::ArrowDown) {
            columns
        } else if step(Key::ArrowUp) {
            -columns
        } else {
            0
        };
        if moved != 0 {
            let keys: Vec<String> = self.shown().iter().map(|e| e.key.clone()).collect();
            let at = self.selected.as_ref().and_then(|s| keys.iter().position(|k| k == s));
            let next = at.map_or(0, |i| (i as i64 + moved).clamp(0, keys.len() as i64 - 1) as usize);
            self.selected = keys.get(next).cloned();
            self.scroll_to_selected = true;
        }
        if hit(Modifiers::NONE, Key::Enter) {
            // From the search field: what is chosen among the found, or else the first of them.
            let shown = self.shown();
            let chosen = self.selected_entry().filter(|e| !typing || shown.iter().any(|s| s.key == e.key));
            if let Some(e) = chosen.or(if typing { shown.first().copied() } else { None }) {
                out.push(play(e));
            }
        }
        if !typing && hit(Modifiers::NONE, Key::Escape) {
            self.selected = None;
        }
    }
}

/// Plays it, or shows in the editor what stands in the way.
fn play(e: &Entry) -> Command {
    if e.errors > 0 {
        Command::Edit { doc: Arc::clone(&e.doc), path: e.own.clone() }
    } else {
        Command::NewGame { doc: Arc::clone(&e.doc), file: None }
    }
}

fn print(e: &Entry) -> Command {
    Command::Print(Arc::clone(&e.doc), Default::default())
}

/// One's own is edited in place, a shipped one as a copy.
fn edit_copy(e: &Entry) -> Command {
    let mut doc = (*e.doc).clone();
    if e.own.is_none() {
        doc.title = format!("{} (copy)", doc.title);
        doc.id = format!("{}-copy", doc.id);
    }
    Command::Edit { doc: Arc::new(doc), path: e.own.clone() }
}
