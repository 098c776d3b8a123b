//! The window: screens over the headless engine. Screens read plain views and push commands; the
//! commands are carried out after the frame.

mod autosave;
mod autosave_archive;
pub mod broken;
mod commands;
mod crash_recovery;
mod dialogs;
mod dispatch;
mod dropping;
mod editing;
mod editor_files;
mod exporting;
mod file_dialog;
pub mod home;
mod new_game;
mod open_file;
mod own_file_dialog;
mod pictures;
pub mod play;
mod playtest;
mod print;
mod recovery;
mod rulebook;
mod rules_card;
mod run_marker;
mod saves;
mod words;

use crate::files::Places;
use crate::library::Library;
use crate::settings::{SCALE, Settings, Theme};
use autosave::Autosave;
use commands::{Command, Start};
use dialogs::{Dialog, Wish};
use editor_files::EditorFiles;
use egui::{Key, Modifiers, Ui};
use file_dialog::FileDialogs;
use home::Home;
use new_game::NewGame;
use play::PlayScreen;
use std::path::PathBuf;
use ui_kit::theme;
use ui_kit::toasts::Toasts;
use ui_kit::widgets::Tone;

/// Points a window has at least: the scale is held where there would be fewer.
const LEAST: egui::Vec2 = egui::vec2(500.0, 312.0);

/// Seconds from a change of the panels to writing it down.
const PANELS_REST: f64 = 2.0;

/// What fills the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Home,
    Play,
    Editor,
}

/// What lies over the screens, if anything.
struct OpenDialogs {
    new_game: Option<NewGame>,
    saves: Option<saves::Saves>,
    dialog: Option<Dialog>,
    rules_card: Option<rules_card::RulesCard>,
    /// The setup kit being looked at.
    print: Option<print::PrintDialog>,
    /// Documents of a run that ended suddenly.
    recovery: recovery::Recovery,
}

impl OpenDialogs {
    fn new(recovery: recovery::Recovery) -> Self {
        Self { new_game: None, saves: None, dialog: None, rules_card: None, print: None, recovery }
    }

    /// Whether one of them has the keys to itself; a card of rules leaves them to the rest.
    fn is_any_open(&self) -> bool {
        self.dialog.is_some()
            || self.new_game.is_some()
            || self.saves.is_some()
            || self.print.is_some()
            || self.recovery.is_open()
    }
}

/// What is written for others to read.
#[derive(Default)]
struct Exports {
    /// What is to be written once a file is named.
    waiting: Option<(commands::Export, egui::Context)>,
    report: Option<exporting::Reporting>,
    /// How the setup kit was last printed.
    print_options: editor::print::Options,
}

/// Where the running match comes from.
#[derive(Default)]
struct MatchOrigin {
    /// How it was begun.
    begun: Option<Start>,
    /// Where it was saved last.
    saved_as: Option<PathBuf>,
}

/// How far the program has gone in ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Closing {
    #[default]
    No,
    /// Told to save every changed document first.
    SavingAll,
    /// The program ends; nothing is asked any more.
    Leaving,
}

/// The settings as last written.
struct SettingsOnDisk {
    settings: Settings,
    /// When the panels were first moved after that, in seconds of egui's clock.
    panels_changed_at: Option<f64>,
}

/// The program in its window. Needs no window itself: tests build it on a bare context.
pub struct App {
    library: Library,
    places: Option<Places>,
    pub settings: Settings,
    screen: Screen,
    home: Home,
    play: Option<PlayScreen>,
    editor: editor::ui::EditorScreen,
    open_dialogs: OpenDialogs,
    exports: Exports,
    files: FileDialogs,
    toasts: Toasts,
    autosave: Autosave,
    /// Held as long as the program runs: its match is its own among all windows.
    _window: Option<std::fs::File>,
    playtest: playtest::Playtest,
    match_origin: MatchOrigin,
    editor_files: EditorFiles,
    /// Grows with every map shown, so that its pictures are drawn anew.
    maps: u64,
    closing: Closing,
    on_disk: SettingsOnDisk,
    commands: Vec<Command>,
}

impl App {
    /// Sets up fonts and styles, reads the library and what was last played.
    pub fn new(ctx: &egui::Context, library: Library, settings: Settings, places: Option<Places>) -> Self {
        theme::install(ctx);
        let (places, window) = places.map(Places::claim_window).unzip();
        let home = Home::new(home::catalog::Catalog::build(&library, home::catalog::Catalog::default()));
        let mut journal = places.as_ref().map(|p| crash_recovery::Journal::new(p.journal(), ctx));
        let found = journal.as_mut().map(crash_recovery::Journal::take_left_copies).unwrap_or_default();
        let mut app = Self {
            library,
            places,
            on_disk: SettingsOnDisk { settings: settings.clone(), panels_changed_at: None },
            settings,
            screen: Screen::Home,
            home,
            play: None,
            editor: editor::ui::EditorScreen::default(),
            open_dialogs: OpenDialogs::new(recovery::Recovery::new(found)),
            exports: Exports::default(),
            files: FileDialogs::default(),
            toasts: Toasts::default(),
            autosave: Autosave::new(ctx.clone()),
            _window: window.flatten(),
            playtest: playtest::Playtest::default(),
            match_origin: MatchOrigin::default(),
            editor_files: EditorFiles { journal, scenario_text: None, bytes: None },
            maps: 0,
            closing: Closing::No,
            commands: Vec::new(),
        };
        app.apply_settings(ctx);
        app.refresh_home();
        app.offer_interrupted_match();
        app.tell_unread();
        app
    }

    /// Says something in passing.
    pub fn toast(&mut self, words: impl Into<String>) {
        self.toasts.push(Tone::Plain, words.into());
    }

    /// Reports that a file has been saved; earlier failures to save are no longer shown.
    fn toast_saved(&mut self, path: &std::path::Path) {
        self.toasts.push_success(words::NOT_SAVED, format!("Saved as {}", path.display()));
    }

    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// The running match, if there is one.
    pub fn play(&self) -> Option<&PlayScreen> {
        self.play.as_ref()
    }

    /// The editor with its documents.
    pub fn editor(&self) -> &editor::ui::EditorScreen {
        &self.editor
    }

    pub fn play_mut(&mut self) -> Option<&mut PlayScreen> {
        self.play.as_mut()
    }

    /// Opens a file as if it had been chosen.
    pub fn open(&mut self, path: &std::path::Path) {
        self.commands.push(Command::Open(path.to_owned()));
    }

    /// Opens a file in the editor as if it had been chosen there.
    pub fn edit_file(&mut self, path: &std::path::Path) {
        self.commands.push(Command::EditFile(path.to_owned()));
    }

    /// Starts a match that one person plays in the open.
    pub fn begin(&mut self, doc: std::sync::Arc<engine::scenario::ScenarioDoc>, seed: u64) {
        let seats = doc.seats.len().max(doc.sides.len());
        let players = vec![play::session::Player::Person; seats];
        let start = Start { doc, players, options: Default::default(), seed, mode: Default::default() };
        self.commands.push(Command::Start(Box::new(start)));
    }

    /// Does an action of the running match.
    pub fn perform(&mut self, id: usize) {
        self.commands.push(Command::Do(id));
    }

    /// Picks a thing up.
    pub fn select(&mut self, subject: engine::present::Target) {
        if let Some(play) = &mut self.play {
            play.select(subject);
        }
    }

    /// Opens the rules of the running match at a number.
    pub fn open_rule(&mut self, number: &str) {
        if let Some(play) = &mut self.play {
            play.open_rule(number);
        }
    }

    /// Opens a page of the dock by its name.
    pub fn show_page(&mut self, name: &str) {
        if let Some(play) = &mut self.play {
            play.show_page(name);
        }
    }

    /// Steps through the moments of the running match.
    pub fn step_time(&mut self, forward: bool, stride: play::time::Stride) {
        if let Some(play) = &mut self.play {
            play.step_time(forward, stride);
        }
    }

    fn apply_settings(&self, ctx: &egui::Context) {
        // Paper is the natural ground where the desktop has no wish.
        ctx.options_mut(|o| o.fallback_theme = egui::Theme::Light);
        ctx.set_theme(match self.settings.theme {
            Theme::Desktop => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark => egui::ThemePreference::Dark,
        });
        theme::restyle(ctx, theme::Reach { contrast: self.settings.contrast, still: self.settings.still });
        self.hold_scale(ctx);
    }

    /// The scale in force: as set, but never so large that the window could not hold its bars.
    fn hold_scale(&self, ctx: &egui::Context) {
        let (set, zoom) = (f32::from(self.settings.scale) / 100.0, ctx.zoom_factor());
        let window = ctx.content_rect().size() * zoom;
        let most = (window.x / LEAST.x).min(window.y / LEAST.y).max(1.0);
        let wanted = if window.x.is_finite() && window.x > 0.0 { set.min(most) } else { set };
        if (wanted - zoom).abs() > 0.005 {
            ctx.set_zoom_factor(wanted);
        }
    }

    fn global_keys(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let hit = |m: Modifiers, k: Key| ctx.input_mut(|i| i.consume_key(m, k));
        let ctrl = Modifiers::COMMAND;
        let out = &mut self.commands;
        // The editor has a sheet of its own.
        if self.screen != Screen::Editor && hit(Modifiers::NONE, Key::F1) {
            out.push(Command::Shortcuts);
        }
        if hit(ctrl, Key::Plus) || hit(ctrl, Key::Equals) {
            out.push(Command::Scale(1));
        }
        if hit(ctrl, Key::Minus) {
            out.push(Command::Scale(-1));
        }
        if hit(ctrl, Key::Num0) {
            out.push(Command::Scale(0));
        }
        if hit(ctrl, Key::Comma) {
            out.push(Command::Settings);
        }
        if hit(ctrl, Key::Q) {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        // The editor has keys of its own for its documents.
        if self.screen == Screen::Editor {
            return;
        }
        if hit(ctrl, Key::D) {
            out.push(Command::ToggleTheme);
        }
        if hit(ctrl, Key::O) {
            out.push(Command::OpenDialog);
        }
    }

    /// Draws a frame and then carries out what it asked for.
    pub fn frame(&mut self, ui: &mut Ui) {
        self.global_keys(ui);
        let mut out = std::mem::take(&mut self.commands);
        // A dialog has the keys to itself.
        let covered = self.open_dialogs.is_any_open() || self.files.is_open();
        ui.add_enabled_ui(!covered && self.open_dialogs.rules_card.is_none(), |ui| match self.screen {
            Screen::Home => self.home.show(ui, &mut out),
            Screen::Play => {
                self.test_strip(ui, &mut out);
                match &mut self.play {
                    Some(play) => play.show(ui, &mut out),
                    None => self.screen = Screen::Home,
                }
            }
            Screen::Editor => self.show_editor(ui, &mut out),
        });
        self.take_dropped(ui, covered || self.open_dialogs.rules_card.is_some());
        self.dialogs(ui, &mut out);
        self.open_asked_rule(ui, covered);
        self.hear_report();
        self.keep_documents(ui, &mut out);
        self.keep_panels(ui);
        if let Some(words) = self.autosave.problem() {
            self.toasts.push(Tone::Bad, format!("The game could not be saved: {words}"));
        }
        self.toasts.show(ui, covered);
        // What was done shows in the next frame; what it asked for is done then.
        if !out.is_empty() || !self.commands.is_empty() {
            ui.ctx().request_repaint();
        }
        for command in out {
            self.carry_out(ui.ctx(), command);
        }
    }

    fn dialogs(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if let Some(new) = &mut self.open_dialogs.new_game
            && !new.show(ui, out)
        {
            self.open_dialogs.new_game = None;
        }
        if let Some(saves) = &mut self.open_dialogs.saves
            && !saves.show(ui, &self.library, out)
        {
            self.open_dialogs.saves = None;
        }
        if let Some(dialog) = self.open_dialogs.dialog.take() {
            match dialog.show(ui, &mut self.settings, &self.home.catalog.problems, out) {
                Wish::Stay => self.open_dialogs.dialog = Some(dialog),
                Wish::Close => {}
                Wish::Adopt => self.adopt(dialog),
                Wish::Continue => self.continue_last(),
                Wish::SaveAll => self.closing = Closing::SavingAll,
                Wish::SaveGame => out.push(Command::SaveAs),
                Wish::Leave => {
                    self.closing = Closing::Leaving;
                    ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
                }
            }
        }
        self.show_print(ui);
        if let Some(answer) = self.files.show(ui) {
            self.file_chosen(answer);
        }
        self.show_recovery(ui);
        self.go_on_saving(ui.ctx());
    }

    fn in_battle(&self) -> bool {
        self.screen == Screen::Play
            && !self.playtest.is_running
            && self.play.as_ref().is_some_and(|p| p.session.game.to_act().is_some())
    }

    /// A running match is always kept; scenarios are written only when told to.
    fn ask_before_closing(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|i| i.viewport().close_requested());
        if !asked || self.closing == Closing::Leaving {
            return;
        }
        if self.editor.has_unsaved_changes() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            let changed = self.editor.documents().filter(|d| d.is_dirty());
            let titles = changed.map(|d| d.doc().title.clone()).collect();
            self.open_dialogs.dialog = Some(Dialog::Unsaved { titles });
        } else if self.in_battle()
            && !matches!(self.open_dialogs.dialog, Some(Dialog::Leaving { lost: None }))
        {
            // Asked once: who closes again means it. What cannot be written is never left behind unasked.
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            let lost = self.autosave_or_say().err();
            self.open_dialogs.dialog = Some(Dialog::Leaving { lost });
        }
    }

    /// Remembers where the window is; written when the program ends.
    fn remember_window(&mut self, ctx: &egui::Context) {
        let zoom = ctx.zoom_factor();
        ctx.input(|i| {
            let v = i.viewport();
            let w = &mut self.settings.window;
            w.maximised = v.maximized.unwrap_or(false);
            if w.maximised {
                return;
            }
            if let Some(r) = v.inner_rect {
                (w.width, w.height) = (r.width() * zoom, r.height() * zoom);
            }
            if let Some(r) = v.outer_rect {
                (w.x, w.y) = (Some(r.left() * zoom), Some(r.top() * zoom));
            }
        });
    }

    /// Panels stand as they were left even after a sudden end: written once they have rested for a while.
    fn keep_panels(&mut self, ui: &Ui) {
        if self.settings.panels == self.on_disk.settings.panels {
            self.on_disk.panels_changed_at = None;
            return;
        }
        let now = ui.input(|i| i.time);
        let left = PANELS_REST - (now - *self.on_disk.panels_changed_at.get_or_insert(now));
        if left <= 0.0 {
            self.on_disk.panels_changed_at = None;
            self.write_settings();
        } else {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
    }

    /// Writes the settings if they have changed.
    fn write_settings(&mut self) {
        if let Some(play) = &self.play {
            play.remember(&mut self.settings);
        }
        if self.settings == self.on_disk.settings {
            return;
        }
        let Some(places) = &self.places else { return };
        match self.settings.write(&places.settings()) {
            Ok(()) => self.on_disk.settings = self.settings.clone(),
            Err(e) => self.toasts.push(Tone::Warn, format!("The settings could not be saved: {e}")),
        }
    }

    fn scale(&mut self, ctx: &egui::Context, step: i32) {
        let now = i32::from(self.settings.scale);
        let next = if step == 0 { 100 } else { now + step * 10 };
        self.settings.scale = next.clamp(i32::from(SCALE.0), i32::from(SCALE.1)) as u16;
        self.apply_settings(ctx);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.remember_window(ui.ctx());
        self.hold_scale(ui.ctx());
        self.ask_before_closing(ui.ctx());
        self.guarded_frame(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.autosave_now();
        self.write_settings();
        if let Some(journal) = &mut self.editor_files.journal {
            journal.end();
        }
        self.remove_run_marker();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// Opens the window, with a scenario or save if one is given.
pub fn run(open: Option<PathBuf>) -> Result<(), String> {
    broken::install_hook();
    let places = Places::find();
    let (settings, said) = Settings::load();
    let w = settings.window;
    let mut viewport = egui::ViewportBuilder::default()
        .with_title(words::PROGRAM)
        .with_app_id("oblique-order")
        .with_inner_size([w.width, w.height])
        .with_min_inner_size([640.0, 400.0])
        .with_maximized(w.maximised);
    if let (Some(x), Some(y)) = (w.x, w.y) {
        viewport = viewport.with_position([x, y]);
    }
    let options = eframe::NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..Default::default() };
    let build = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, Box<dyn std::error::Error + Send + Sync>> {
        let mut library = Library::open();
        crate::own_geography::refuse_unreadable(&mut library);
        let mut app = App::new(&cc.egui_ctx, library, settings, places);
        if let Some(words) = said {
            app.toasts.push(Tone::Warn, words);
        }
        if let Some(path) = open {
            app.commands.push(Command::Open(path));
        }
        Ok(Box::new(app))
    };
    eframe::run_native(words::PROGRAM, options, Box::new(build))
        .map_err(|e| without_source_paths(&e.to_string()))
}

/// What the window system says, without the files and lines of its own code.
fn without_source_paths(text: &str) -> String {
    let is_place =
        |part: &str| part.contains(".rs:") || part.contains("EventLoopError") || part.starts_with("os error");
    let parts: Vec<&str> = text.split(": ").filter(|p| !is_place(p)).map(str::trim).collect();
    if parts.is_empty() { words::NO_WINDOW.to_owned() } else { parts.join(": ") }
}
