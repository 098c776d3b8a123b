//! The play screen, the same for every rule system: it reads plain views and emits commands.

mod amounts;
mod battle;
mod bottom;
mod canvas;
mod charts;
pub mod computer;
mod curtain;
mod dock;
mod end_of_game;
mod framing;
mod group;
mod hand;
mod layout;
mod legend;
pub mod lines;
mod log;
mod menu;
mod odds;
mod panel;
mod procedure;
mod profile;
mod recap;
mod reckon;
mod rules;
mod search;
pub mod selection;
pub mod session;
pub mod sharing;
mod sheets;
mod stack_order;
mod stack_window;
pub mod time;
mod top;
mod tracks;
pub mod tutorial;
mod windows;

use super::commands::Command;
use super::words;
use crate::settings::Settings;
use board::view::BoardWidget;
use egui::{Key, Modifiers, Pos2, Ui};
use engine::hex::HexId;
use engine::present::{CounterId, Explanation, Motion, Refusal, Target, Verb};
use selection::{Answer, Selection};
use session::{Decision, Session};
use ui_kit::widgets::Tone;

/// What the dock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    Play,
    Log,
    Rules,
    Score,
    Sheets,
}

impl Page {
    pub fn name(self) -> &'static str {
        match self {
            Self::Play => "Actions",
            Self::Log => "Log",
            Self::Rules => "Rules",
            Self::Score => "Score",
            Self::Sheets => "Sheets",
        }
    }
}

/// Why something could not be done, shown over the map.
struct Why {
    heading: String,
    refusal: Result<Refusal, String>,
}

/// The play screen: the match, what is selected, and its panels. Each panel has a state of its own.
pub struct PlayScreen {
    pub session: Session,
    pub selection: Selection,
    pub widget: BoardWidget,
    pub time: time::TimeStrip,
    map: canvas::MapPanel,
    dock: dock::DockPanel,
    log: log::LogPanel,
    rules: rules::RulesPanel,
    score: reckon::ScorePanel,
    windows: windows::Windows,
    room: layout::Room,
    guide: Option<tutorial::Guide>,
    choice: Option<menu::Choice>,
    why: Option<Why>,
    computer: computer::ComputerMoves,
    end_phase: bottom::EndPhase,
    end_of_game: end_of_game::EndOfGame,
    hand: hand::Hand,
    search: search::ActionSearch,
    recap: Option<recap::Recap>,
}

impl PlayScreen {
    pub fn new(session: Session, settings: &Settings, map_version: u64) -> Self {
        let filter = settings.words.get("log").map_or("", String::as_str);
        let selection = selection::starting(&session.views.actions);
        let nothing_done = matches!(session.game.can_undo(true), Err(engine::game::UndoError::Nothing));
        let first = session.computer_acts() && nothing_done;
        let computer = computer::ComputerMoves::new(settings, first);
        Self {
            session,
            selection,
            widget: BoardWidget::default(),
            time: time::TimeStrip::default(),
            map: canvas::MapPanel::new(settings, map_version),
            dock: dock::DockPanel::default(),
            log: log::LogPanel { filter: log::Filter::from_word(filter) },
            rules: rules::RulesPanel::default(),
            score: reckon::ScorePanel::default(),
            windows: windows::Windows::remembered(settings),
            room: layout::Room::remembered(settings),
            guide: None,
            choice: None,
            why: None,
            computer,
            end_phase: bottom::EndPhase::default(),
            end_of_game: end_of_game::EndOfGame::default(),
            hand: hand::Hand::default(),
            search: search::ActionSearch::default(),
            recap: None,
        }
    }

    /// Writes into the settings what is worth remembering.
    pub fn remember(&self, settings: &mut Settings) {
        let mut set = |name: &str, on: bool| settings.switches.insert(name.to_owned(), on);
        set("grid", self.map.look.grid);
        set("numbers", self.map.look.numbers);
        set("dim", self.map.look.dim);
        set("animate", self.map.look.animate);
        set("minimap", self.map.minimap);
        set("follow", self.map.follow);
        set("legend", self.windows.legend.open);
        set("tracks", self.room.tracks);
        settings.words.insert("log".into(), self.log.filter.word().into());
        if let Some(w) = self.room.dock_width {
            settings.panels.insert("dock".into(), w);
        }
    }

    /// Takes over what was changed in the settings.
    pub fn take_settings(&mut self, settings: &Settings) {
        self.computer.take_settings(settings);
        self.map.follow = settings.switches.get("follow").copied().unwrap_or(true);
    }

    pub fn show(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if self.session.covered() {
            self.curtain(ui, out);
            return;
        }
        ui_kit::widgets::set_chip_rulebook(ui.ctx(), &self.session.book);
        self.run_film(ui);
        self.run_computer(ui, out);
        self.keys(ui, out);
        self.dock.pointed_in_list = None;
        if std::mem::take(&mut self.dock.reckoned_this_frame) {
            ui.ctx().request_repaint();
        }
        self.panels(ui, out);
        self.time_strip(ui, out);
        self.canvas(ui, out);
        self.choice_popup(ui, out);
        let asked = self.end_phase.show_dialog(&self.session, ui);
        self.carry_out(asked, ui, out);
        let asked = self.search.show(&self.session, ui);
        self.carry_out(asked, ui, out);
        let asked = self.end_of_game.show(&self.session, &mut self.score, ui);
        self.carry_out(asked, ui, out);
    }

    /// Opens a page of the dock by its name.
    pub fn show_page(&mut self, name: &str) {
        let all = [Page::Play, Page::Log, Page::Rules, Page::Score, Page::Sheets];
        if let Some(page) = all.into_iter().find(|p| p.name().eq_ignore_ascii_case(name)) {
            self.open_page(page);
        }
    }

    /// Picks a thing up and shows where it is.
    pub fn select(&mut self, subject: Target) {
        if let Some(hex) = selection::hexes_of(&subject, &self.session.views.board).first() {
            self.widget.reveal_hex(*hex);
            self.widget.cursor = Some(*hex);
        }
        self.dock.inspected = Some(subject.clone());
        self.selection = Selection::of_one(subject);
        self.room.page = Page::Play;
        self.why = None;
    }

    /// How large the map is drawn.
    pub fn zoom(&self) -> f32 {
        self.widget.camera.zoom
    }

    /// A dialog of its own lies over the screen.
    pub fn covered(&self) -> bool {
        self.end_phase.asking.is_some()
            || self.search.is_open()
            || (self.session.views.outcome.is_some() && !self.end_of_game.seen)
    }

    /// Escape would drop nothing.
    pub fn at_rest(&self) -> bool {
        !self.sighting()
            && self.choice.is_none()
            && self.why.is_none()
            && self.end_phase.asking.is_none()
            && self.selection.pending.is_none()
            && self.selection.subject.is_none()
            && !self.drawer_open()
    }

    fn drop_selection(&mut self) {
        self.selection = Selection::default();
        self.choice = None;
        self.why = None;
        self.forget_rested();
    }

    /// Brings a hex into view and looks at it.
    fn look_at(&mut self, hex: HexId) {
        self.widget.center_on(hex);
        self.dock.inspected = Some(Target::Hex(hex));
    }

    fn next_undone(&mut self, back: bool) {
        let able = selection::subjects(&self.session.views.actions);
        let undone: Vec<Target> =
            self.session.views.prompt.undone.iter().map(|u| Target::Counter(u.counter)).collect();
        let round = if undone.is_empty() { able } else { undone };
        let at = round.iter().position(|t| Some(t) == self.selection.subject.as_ref());
        let n = round.len().max(1);
        let next = match (at, back) {
            (None, false) => 0,
            (None, true) => n - 1,
            (Some(i), false) => (i + 1) % n,
            (Some(i), true) => (i + n - 1) % n,
        };
        if let Some(t) = round.get(next) {
            self.select(t.clone());
        }
    }

    /// Carries out what a click meant.
    fn answer(&mut self, answer: Answer, at: Pos2, out: &mut Vec<Command>) {
        self.why = None;
        self.choice = None;
        match answer {
            Answer::Select(t) => {
                self.dock.inspected = Some(t.clone());
                self.room.page = Page::Play;
                self.selection = Selection::of_one(t);
            }
            Answer::Drop => self.drop_selection(),
            Answer::Preview(id) => {
                self.room.page = Page::Play;
                self.selection.pending = Some(id);
            }
            Answer::Do(id) => out.push(Command::Do(id)),
            Answer::Choose { select, actions } => {
                self.choice = Some(menu::Choice { at, select, actions, march: None, fresh: true });
            }
            Answer::WhyNot { .. } if self.is_idle_group() => {
                let heading = self.group_words();
                self.why = Some(Why { heading, refusal: Err(words::NOT_AS_ONE.to_owned()) });
            }
            Answer::WhyNot { subject, target } => self.ask_why(&subject, &target),
            Answer::Look(t) => self.dock.inspected = Some(t),
        }
    }

    /// Why nothing can be done there: by what is picked up, or else by what stands there itself.
    fn ask_why_here(&mut self, counter: Option<CounterId>, hex: HexId) {
        let top = || selection::counters_on(hex, &self.session.views.board).first().copied();
        let subject = self.selection.subject.clone().or_else(|| counter.or_else(top).map(Target::Counter));
        match subject {
            Some(subject) => self.ask_why(&subject, &Target::Hex(hex)),
            None => {
                let heading = self.line_of(&Target::Hex(hex));
                self.why = Some(Why { heading, refusal: Err(words::WHY_WHO.to_owned()) });
            }
        }
    }

    fn ask_why(&mut self, subject: &Target, target: &Target) {
        let heading = format!("{} and {}", self.line_of(subject), self.line_of(target));
        let refusal = match self.session.shown().view(self.session.viewer()).explain(subject, target) {
            Explanation::Refused(r) => Ok(r),
            Explanation::Legal(ids) => {
                let labels = self.session.views.actions.iter().filter(|a| ids.contains(&a.id));
                let labels: Vec<&str> = labels.map(|a| a.label.as_str()).collect();
                Err(format!("It may be done: {}", labels.join("; ")))
            }
        };
        self.why = Some(Why { heading, refusal });
    }

    /// After anything has changed: what is picked up may be gone.
    pub fn changed(&mut self) {
        self.session.refresh();
        self.choice = None;
        self.why = None;
        self.end_phase.asking = None;
        self.selection = self.selection.still_able(&self.session.views.actions);
        if self.selection.subject.is_none() {
            self.selection = selection::starting(&self.session.views.actions);
        }
        // The sheet below is of what is picked up.
        if let Some(subject) = &self.selection.subject {
            self.dock.inspected = Some(subject.clone());
        }
        self.map.overlay_key = None;
        self.map.hex_line.0 = None;
        self.follow_question();
    }

    /// After taking back or doing again: the computer waits until told to go on.
    pub fn after_undo(&mut self) {
        if self.session.looks_back() {
            self.session.look(None);
        }
        self.changed();
        self.guide_back();
        self.computer.pause(self.session.computer_acts());
        self.computer.forget_turn();
        self.recap = None;
        self.end_of_game.seen = false;
    }

    /// Does an action, and what usually goes with it: who sets out takes troops along.
    pub fn perform(&mut self, id: usize, out: &mut Vec<Command>) {
        let sets_out = self.session.views.actions.iter().find(|a| a.id == id).and_then(|a| {
            let subject = a.subject.clone().filter(|_| a.verb == Verb::Move && !a.chancy)?;
            let here = selection::hexes_of(&subject, &self.session.views.board);
            selection::hexes_of(&a.target, &self.session.views.board)
                .iter()
                .all(|h| here.contains(h))
                .then_some(subject)
        });
        self.perform_one(id, out);
        let next = sets_out.and_then(|s| self.session.game.view(self.session.viewer()).next_on_path(&s, &[]));
        // The guide speaks of setting out, not of what goes with it.
        if let Some(next) = next
            && self.session.submit(next).is_ok()
        {
            self.changed();
            out.push(Command::Autosave);
        }
    }

    /// Does one action. The only way a player changes the game.
    fn perform_one(&mut self, id: usize, out: &mut Vec<Command>) -> computer::Seen {
        if self.session.looks_back() {
            out.push(Command::Toast(Tone::Warn, words::LOOKING_BACK.into()));
            return computer::Seen::default();
        }
        if let Err(why) = self.guide_allows(id) {
            out.push(Command::Toast(Tone::Plain, why));
            return computer::Seen::default();
        }
        match self.session.submit(id) {
            Ok(told) => {
                self.changed();
                self.guide_did(out);
                let hex_of = |m: &Motion| match m {
                    Motion::Moved { path, .. } => path.last().copied(),
                    _ => None,
                };
                let at = told.iter().rev().find_map(|t| {
                    t.line.as_ref().and_then(|l| l.at).or_else(|| t.motion.as_ref().and_then(hex_of))
                });
                let seen = computer::Seen { told: told.iter().any(|t| t.line.is_some()), at };
                let motions: Vec<Motion> = told.into_iter().filter_map(|t| t.motion).collect();
                if self.computer.speed != computer::Speed::Instant || !self.session.computer_acts() {
                    self.widget.play_motions(&motions);
                }
                out.push(Command::Autosave);
                seen
            }
            Err(e) => {
                out.push(Command::Toast(Tone::Bad, e.to_string()));
                computer::Seen::default()
            }
        }
    }

    fn keys(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        let ctx = ui.ctx();
        // The memory is asked: what this frame has shown so far says nothing yet.
        let menu = egui::Popup::is_any_open(ctx);
        if ui.is_enabled() && menu && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            egui::Popup::close_all(ctx);
        }
        if !ui.is_enabled()
            || ctx.text_edit_focused()
            || self.end_phase.asking.is_some()
            || self.recap.is_some()
            || self.search.is_open()
            || menu
        {
            return;
        }
        let hit = |m: Modifiers, k: Key| ctx.input_mut(|i| i.consume_key(m, k));
        let (ctrl, plain) = (Modifiers::COMMAND, Modifiers::NONE);
        if hit(ctrl | Modifiers::SHIFT, Key::Z) || hit(ctrl, Key::Y) {
            out.push(Command::Redo);
        }
        if hit(ctrl, Key::Z) {
            out.push(Command::Undo { lift: false });
        }
        if hit(ctrl | Modifiers::SHIFT, Key::S) {
            out.push(Command::SaveAs);
        }
        if hit(ctrl | Modifiers::SHIFT, Key::P) {
            self.open_action_search();
        }
        if hit(ctrl, Key::P) {
            out.push(self.print_kit());
        }
        if hit(ctrl, Key::S) {
            out.push(Command::Save);
        }
        if hit(plain, Key::Escape) {
            self.escape(out);
        }
        if self.session.handing().is_some() && hit(plain, Key::Enter) {
            self.leave(out);
            return;
        }
        if let Some(id) = self.selection.pending
            && ctx.memory(|m| m.focused().is_none() || m.focused() == self.map.focus_id)
            && hit(plain, Key::Enter)
        {
            out.push(Command::Do(id));
        }
        if hit(plain, Key::F10) {
            match self.endings().as_slice() {
                [] => {
                    self.room.page = Page::Play;
                    if let Some(held) = self.session.views.prompt.held.clone() {
                        self.why = Some(Why { heading: words::NOT_YET.to_owned(), refusal: Ok(held) });
                    }
                }
                [one] => self.ask_end(one.id, out),
                many => self.choose_end(many, self.end_phase.button_at),
            }
        }
        self.more_keys(ctx, &hit, out);
        if self.session.computer_acts() && hit(plain, Key::Space) {
            self.computer.toggle_pause();
        }
        if hit(plain, Key::R) {
            self.open_rules_tab(rules::Tab::Rules);
        }
        if hit(plain, Key::C) {
            self.open_rules_tab(rules::Tab::Charts);
        }
        self.time_keys(&hit);
        self.map_keys(&hit);
    }

    /// Puts away what was opened or selected last.
    fn escape(&mut self, out: &mut Vec<Command>) {
        if self.sighting() {
            self.toggle_sight(out);
        } else if self.choice.is_some() || self.why.is_some() {
            self.choice = None;
            self.why = None;
        } else if self.selection.pending.is_some() {
            self.selection.pending = None;
        } else if self.drawer_open() {
            self.close_drawer();
        } else if self.selection.subject.is_some() {
            self.drop_selection();
        } else {
            self.dock.inspected = None;
            self.room.page = Page::Play;
        }
    }

    fn more_keys(
        &mut self,
        ctx: &egui::Context,
        hit: &dyn Fn(Modifiers, Key) -> bool,
        out: &mut Vec<Command>,
    ) {
        let (plain, shift) = (Modifiers::NONE, Modifiers::SHIFT);
        // Tab goes through the units only while the map has the focus, else through the controls.
        let on_map = self.map.focus_id.is_some() && ctx.memory(|m| m.focused() == self.map.focus_id);
        if hit(shift, Key::N) || (on_map && hit(shift, Key::Tab)) {
            self.next_undone(true);
        }
        if hit(plain, Key::N) || (on_map && hit(plain, Key::Tab)) {
            self.next_undone(false);
        }
        if hit(plain, Key::L) {
            self.toggle_sight(out);
        }
        if hit(plain, Key::K) {
            self.windows.stack.hex = if self.windows.stack.hex.is_some() { None } else { self.map.hovered };
        }
        if hit(plain, Key::W)
            && let Some(hex) = self.map.hovered
        {
            self.ask_why_here(None, hex);
        }
    }

    fn map_keys(&mut self, hit: &dyn Fn(Modifiers, Key) -> bool) {
        let plain = Modifiers::NONE;
        if hit(plain, Key::F) {
            self.widget.fit_map();
        }
        if hit(plain, Key::Plus) || hit(plain, Key::Equals) {
            self.widget.zoom_by(1.25);
        }
        if hit(plain, Key::Minus) {
            self.widget.zoom_by(0.8);
        }
        if hit(plain, Key::M) {
            self.map.minimap = !self.map.minimap;
        }
        if hit(plain, Key::G) {
            self.map.look.grid = !self.map.look.grid;
        }
        if hit(plain, Key::E) {
            self.windows.legend.open = !self.windows.legend.open;
        }
        if hit(plain, Key::B) {
            self.room.tracks = !self.room.tracks;
        }
        if hit(plain, Key::H) {
            self.map.look.numbers = !self.map.look.numbers;
        }
    }
}
