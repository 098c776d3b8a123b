//! The program's own file dialog, for where no desktop dialog answers: places, whole rows, newest or by name, double click
//! opens, several files at once where that makes sense. Only Cancel and Escape close it.

use super::file_dialog::{Ask, with_ending};
use super::words;
use egui::{
    Align2, FontId, Id, Rect, Response, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action};

/// At most this many rows are drawn; in a larger folder the user types a name.
const MOST_ROWS: usize = 1000;

/// How the rows are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Order {
    #[default]
    Name,
    Newest,
}

/// A folder or file of the listing.
struct Entry {
    path: PathBuf,
    name: String,
    is_folder: bool,
    changed: Option<SystemTime>,
    size: u64,
}

pub struct OwnFileDialog {
    pub ask: Ask,
    folder: PathBuf,
    /// The name or path typed.
    name: String,
    /// Files selected, where several may be.
    selected: Vec<PathBuf>,
    problem: String,
    is_over: bool,
    is_fresh: bool,
    order: Order,
    /// The folder as last read, or why it could not be.
    listed: Option<(PathBuf, Result<Vec<Entry>, String>)>,
}

impl OwnFileDialog {
    pub fn new(ask: Ask) -> Self {
        let folder = nearest_folder(&ask.folder);
        Self {
            name: ask.name.clone(),
            ask,
            folder,
            selected: Vec::new(),
            problem: String::new(),
            is_over: false,
            is_fresh: true,
            order: Order::default(),
            listed: None,
        }
    }

    /// `Some` with no path when cancelled.
    pub fn show(&mut self, ui: &Ui) -> Option<Vec<PathBuf>> {
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let mut done = None;
        let modal = egui::Modal::new(Id::unique("own-file-dialog")).frame(widgets::dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 90.0).min(680.0));
            ui.label(text(self.ask.purpose.title(), Face::Title, 22.0, c.text));
            self.places(ui);
            let high = (room.y - 290.0).clamp(90.0, 380.0);
            let mut opened = None;
            ScrollArea::vertical()
                .id_salt(("files", &self.folder))
                .max_height(high)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    opened = self.listing(ui);
                });
            ui.add_space(4.0);
            self.name_field(ui);
            if !self.problem.is_empty() {
                ui.label(text(&self.problem, Face::Medium, 12.5, c.danger));
            } else if self.ask.purpose.is_saved_game() {
                ui.label(text(words::SAVES_ARE_OPEN, Face::Ui, 12.0, c.muted));
            }
            ui.add_space(6.0);
            let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
            ui.horizontal(|ui| {
                let label = match (self.ask.purpose.opens(), self.is_over) {
                    (true, _) => "Open",
                    (_, true) => "Write over it",
                    (_, false) => "Save",
                };
                let pressed = Action::primary(label).key("Enter").show(ui).clicked() || enter;
                if pressed || opened.is_some() {
                    done = self.accept(opened);
                }
                if Action::new("Cancel").key("Esc").height(36.0).show(ui).clicked() {
                    done = Some(Vec::new());
                }
            });
        });
        // A click outside would throw away what was typed.
        let escaped = ui.ctx().input(|i| i.key_pressed(egui::Key::Escape));
        if done.is_none() && shown.is_top_modal && escaped {
            done = Some(Vec::new());
        }
        done
    }

    /// Places to begin from, the way up, and the order of the rows.
    fn places(&mut self, ui: &mut Ui) {
        let mut go = None;
        ui.horizontal_wrapped(|ui| {
            for (name, path) in places(&self.ask.folder) {
                let on = self.folder == path;
                if ui.selectable_label(on, name).on_hover_text(path.display().to_string()).clicked() {
                    go = Some(path);
                }
            }
            ui.separator();
            for (order, name) in [(Order::Name, "By name"), (Order::Newest, "Newest first")] {
                ui.selectable_value(&mut self.order, order, name);
            }
        });
        ui.horizontal(|ui| {
            let up = self.folder.parent().filter(|p| !p.as_os_str().is_empty()).map(Path::to_owned);
            let button = ui.add_enabled(up.is_some(), egui::Button::new("Parent folder"));
            if button.clicked() {
                go = up;
            }
            let shown = self.folder.display().to_string();
            ui.add(egui::Label::new(text(&shown, Face::Mono, 11.5, colours(ui).muted)).truncate())
                .on_hover_text(shown);
        });
        if let Some(path) = go {
            self.enter(path);
        }
    }

    fn enter(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.selected.clear();
        if self.ask.purpose.opens() {
            self.name.clear();
        }
        self.forget_problem();
    }

    fn forget_problem(&mut self) {
        self.problem.clear();
        self.is_over = false;
    }

    fn name_field(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        let label = ui.label(text(words::FILE_NAME, Face::Ui, 12.0, c.muted));
        let edit = TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY);
        let r = ui.add(edit).labelled_by(label.id);
        if std::mem::take(&mut self.is_fresh) {
            r.request_focus();
        }
        if r.changed() {
            self.selected.clear();
            self.forget_problem();
        }
    }

    fn entries(&mut self) -> Result<&mut Vec<Entry>, String> {
        if self.listed.as_ref().is_none_or(|l| l.0 != self.folder) {
            self.listed = Some((self.folder.clone(), read_folder(&self.folder, self.ask.purpose.endings())));
        }
        match &mut self.listed {
            Some((_, Ok(list))) => Ok(list),
            Some((_, Err(why))) => Err(why.clone()),
            None => Err(String::new()),
        }
    }

    /// The rows. Returns what a double click opens.
    fn listing(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let c = colours(ui);
        let order = self.order;
        let list = match self.entries() {
            Ok(list) => list,
            Err(why) => {
                ui.label(text(words::folder_unread(&why), Face::Ui, 12.5, c.danger));
                return None;
            }
        };
        match order {
            Order::Name => list.sort_by(|a, b| {
                (!a.is_folder, a.name.to_lowercase()).cmp(&(!b.is_folder, b.name.to_lowercase()))
            }),
            Order::Newest => list.sort_by_key(|e| (!e.is_folder, std::cmp::Reverse(e.changed))),
        }
        if list.is_empty() {
            ui.label(text("No matching files.", Face::Ui, 12.5, c.muted));
        }
        let rows: Vec<(PathBuf, String, bool, String)> = list
            .iter()
            .take(MOST_ROWS)
            .map(|e| (e.path.clone(), e.name.clone(), e.is_folder, details(e)))
            .collect();
        let mut opened = None;
        for (path, name, is_folder, details) in rows {
            let on = self.selected.contains(&path);
            let r = row(ui, &name, is_folder, &details, on);
            if r.double_clicked() {
                match is_folder {
                    true => self.enter(path),
                    false => opened = Some(path),
                }
            } else if r.clicked() {
                self.pick(ui, path, name);
            }
        }
        opened
    }

    /// A click selects a file or folder; with Ctrl or Shift it adds a file.
    fn pick(&mut self, ui: &Ui, path: PathBuf, name: String) {
        self.forget_problem();
        if path.is_dir() {
            self.selected = vec![path];
            if self.ask.purpose.opens() {
                self.name = name;
            }
            return;
        }
        self.selected.retain(|p| !p.is_dir());
        let adds = self.ask.purpose.takes_several() && ui.input(|i| i.modifiers.command || i.modifiers.shift);
        if !adds {
            self.selected.clear();
        }
        match self.selected.iter().position(|p| *p == path) {
            Some(i) => drop(self.selected.remove(i)),
            None => self.selected.push(path),
        }
        self.name = match self.selected.len() {
            0 | 1 => name,
            n => words::files_selected(n),
        };
    }

    fn accept(&mut self, opened: Option<PathBuf>) -> Option<Vec<PathBuf>> {
        if let [folder] = self.selected.as_slice()
            && folder.is_dir()
        {
            self.enter(folder.clone());
            return None;
        }
        if self.ask.purpose.opens() {
            return self.accept_to_open(opened);
        }
        let typed = opened.unwrap_or_else(|| self.folder.join(self.name.trim()));
        if typed.is_dir() {
            let named = self.name.trim().is_empty();
            self.enter(typed);
            self.problem = if named { "Give the file a name.".into() } else { String::new() };
            return None;
        }
        let path = with_ending(&self.ask.purpose, typed);
        if path.exists() && !self.is_over {
            self.name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            self.is_over = true;
            self.problem = "The file exists. Its older version is kept if you write over it.".into();
            return None;
        }
        Some(vec![path])
    }

    fn accept_to_open(&mut self, opened: Option<PathBuf>) -> Option<Vec<PathBuf>> {
        if let Some(path) = opened {
            return Some(vec![path]);
        }
        if !self.selected.is_empty() {
            return Some(self.selected.clone());
        }
        let typed = self.folder.join(self.name.trim());
        if typed.is_file() {
            return Some(vec![typed]);
        }
        match typed.is_dir() {
            true if self.name.trim().is_empty() => self.problem = "Select a file.".into(),
            true => self.enter(typed),
            false => self.problem = "There is no such file: check the name and the folder.".into(),
        }
        None
    }
}

/// The folder itself, or the nearest above it that is there.
fn nearest_folder(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.ancestors().find(|p| p.is_dir()).unwrap_or(Path::new("/")).to_owned()
}

/// Where a person keeps files.
fn places(asked: &Path) -> Vec<(&'static str, PathBuf)> {
    let mut out = Vec::new();
    if let Some(dirs) = directories::UserDirs::new() {
        out.push(("Home", dirs.home_dir().to_owned()));
        out.extend(dirs.document_dir().map(|p| ("Documents", p.to_owned())));
        out.extend(dirs.download_dir().map(|p| ("Downloads", p.to_owned())));
        out.extend(dirs.desktop_dir().map(|p| ("Desktop", p.to_owned())));
    }
    let asked = nearest_folder(asked);
    if out.iter().all(|p| p.1 != asked) {
        out.push(("Last folder", asked));
    }
    out.retain(|p| p.1.is_dir());
    out
}

fn read_folder(folder: &Path, endings: &[&str]) -> Result<Vec<Entry>, String> {
    let read = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let entry = |e: std::fs::DirEntry| {
        let path = e.path();
        let name = e.file_name().to_string_lossy().into_owned();
        // Links are followed.
        let meta = std::fs::metadata(&path).ok();
        let is_folder = meta.as_ref().is_some_and(std::fs::Metadata::is_dir);
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
        let wanted = !name.starts_with('.') && (is_folder || endings.contains(&ending.as_str()));
        let (changed, size) = meta.map_or((None, 0), |m| (m.modified().ok(), m.len()));
        wanted.then_some(Entry { path, name, is_folder, changed, size })
    };
    Ok(read.filter_map(Result::ok).filter_map(entry).collect())
}

fn details(e: &Entry) -> String {
    let age = e.changed.and_then(|t| t.elapsed().ok()).map(|a| words::ago(a.as_secs()));
    let age = age.unwrap_or_default();
    match (e.is_folder, e.size) {
        (true, _) => age,
        (false, n) if n < 10_000 => format!("{n} bytes, {age}"),
        (false, n) => format!("{} kB, {age}", n / 1000),
    }
}

/// One row, the whole width of it.
fn row(ui: &mut Ui, name: &str, is_folder: bool, details: &str, on: bool) -> Response {
    let c = colours(ui);
    let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::click());
    let said = if is_folder { format!("{name}/") } else { name.to_owned() };
    r.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, said.as_str()));
    if ui.is_rect_visible(rect) {
        if on || r.hovered() || r.has_focus() {
            ui.painter().rect_filled(rect, 4, if on { c.accent_weak } else { c.sunk });
        }
        let painter = ui.painter_at(rect);
        let right = pos2(rect.right() - 8.0, rect.center().y);
        let told = painter.text(right, Align2::RIGHT_CENTER, details, FontId::proportional(11.5), c.muted);
        let clip = Rect::from_min_max(rect.min, pos2(told.left() - 8.0, rect.bottom()));
        let at = pos2(rect.left() + 8.0, rect.center().y);
        ui.painter_at(clip).text(at, Align2::LEFT_CENTER, &said, FontId::proportional(13.0), c.text);
    }
    r
}
