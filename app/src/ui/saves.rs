//! The list of saved games: picture, turn and time of each, older versions below.

use super::App;
use super::commands::Command;
use super::open_file::{age, seen_by_all, standing, told};
use super::pictures::{Thumbnails, Wanted};
use super::words;
use crate::files;
use crate::library::Library;
use egui::{CursorIcon, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use engine::game::SaveFile;
use engine::present::BoardView;
use engine::scenario::{ScenarioDoc, Schema};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ui_kit::icons::Icon;
use ui_kit::theme::{CARD, Face, colours, text};
use ui_kit::widgets::{Action, caption, dialog_frame, icon_link, one_line};

/// What a row shows of the field.
struct Picture {
    doc: Arc<ScenarioDoc>,
    schema: Arc<Schema>,
    view: BoardView,
    key: String,
}

struct Row {
    path: PathBuf,
    title: String,
    /// Turn, who is to act, who plays.
    standing: String,
    seconds: u64,
    /// Why it cannot be opened; empty if it can.
    problem: String,
    older: bool,
    file: Option<SaveFile>,
    picture: Option<Picture>,
}

pub struct Saves {
    rows: Vec<Row>,
    thumbnails: Thumbnails,
    /// The row that is to be deleted if it is said again.
    asking: Option<PathBuf>,
}

/// Files in a folder, none if it cannot be read.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten().flatten();
    read.map(|e| e.path()).filter(|p| p.is_file()).collect()
}

fn row(path: PathBuf, autosave: &Path) -> Row {
    let older = path.parent().is_some_and(|p| p.ends_with(".generations"));
    let seconds = age(&path);
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let read = files::read_text(&path).map_err(|e| e.text);
    match read.and_then(|t| SaveFile::parse(&t).map_err(|e| words::damaged(&told(&e)))) {
        Ok(file) => {
            let kept = if path == autosave { words::KEPT } else { name.as_str() };
            let standing = format!("{} · {kept}", standing(&file));
            let title = file.title.clone();
            Row {
                path,
                title,
                standing,
                seconds,
                problem: String::new(),
                older,
                file: Some(file),
                picture: None,
            }
        }
        Err(problem) => Row {
            path,
            title: name,
            standing: String::new(),
            seconds,
            problem,
            older,
            file: None,
            picture: None,
        },
    }
}

impl Saves {
    /// Reads the folder. Pictures follow one by one.
    pub fn list(folder: &Path, autosave: &Path) -> Self {
        let is_save = |p: &PathBuf| {
            let name = p.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            name.contains(".oblique") && !name.ends_with(".part")
        };
        let all = files_in(folder).into_iter().chain(files_in(&folder.join(".generations")));
        let mut rows: Vec<Row> = all.filter(is_save).map(|p| row(p, autosave)).collect();
        rows.sort_by(|a, b| (a.older, a.seconds, &a.path).cmp(&(b.older, b.seconds, &b.path)));
        Self { rows, thumbnails: Thumbnails::default(), asking: None }
    }

    /// Looks into the next save that has no picture yet.
    fn look(&mut self, library: &Library, ctx: &egui::Context) {
        let Some(row) = self.rows.iter_mut().find(|r| r.file.is_some()) else { return };
        let Some(file) = row.file.take() else { return };
        ctx.request_repaint();
        let restored = library.rules(&file.ruleset).and_then(|rules| {
            let schema = Arc::new(rules.schema().clone());
            rules.restore(&file).map(|r| (r, schema)).map_err(|e| told(&e))
        });
        match restored {
            Ok((r, schema)) => {
                let key = format!("save {:016x} {}", r.game.hash(), row.path.display());
                let view = seen_by_all(&r);
                row.picture = Some(Picture { doc: Arc::clone(r.game.doc()), schema, view, key });
            }
            Err(why) => row.problem = why,
        }
    }

    /// False when it is to be closed.
    pub fn show(&mut self, ui: &mut Ui, library: &Library, out: &mut Vec<Command>) -> bool {
        self.look(library, ui.ctx());
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let mut open = true;
        let modal = egui::Modal::new(egui::Id::unique("saves")).frame(dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 90.0).min(680.0));
            ui.horizontal(|ui| {
                ui.label(text(words::SAVES, Face::Title, 24.0, c.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_link(ui, Icon::Cross, "Close", 26.0).clicked() {
                        open = false;
                    }
                });
            });
            let most = (room.y - 190.0).max(90.0);
            ScrollArea::vertical().id_salt("saves").max_height(most).min_scrolled_height(most).show(
                ui,
                |ui| {
                    self.list_rows(ui, &mut open, out);
                },
            );
            ui.add_space(6.0);
            if Action::new(words::OTHER_FILE).icon(Icon::Folder).key("Ctrl O").height(36.0).show(ui).clicked()
            {
                out.push(Command::OpenDialog);
                open = false;
            }
        });
        open && !shown.should_close()
    }

    fn list_rows(&mut self, ui: &mut Ui, open: &mut bool, out: &mut Vec<Command>) {
        let c = colours(ui);
        if self.rows.is_empty() {
            ui.label(text(words::NO_SAVES, Face::Ui, 13.0, c.muted));
        }
        let mut older = false;
        let mut delete = None;
        for i in 0..self.rows.len() {
            if self.rows[i].older && !older {
                older = true;
                ui.add_space(6.0);
                caption(ui, words::OLDER);
            }
            ui.horizontal(|ui| {
                let width = ui.available_width() - 92.0;
                if self.save_row(ui, i, width) {
                    out.push(Command::Open(self.rows[i].path.clone()));
                    *open = false;
                }
                let path = self.rows[i].path.clone();
                let sure = self.asking.as_ref() == Some(&path);
                let word = if sure { words::DELETE_SURE } else { words::DELETE };
                let name = format!("{word} {} {}", self.rows[i].title, self.rows[i].standing);
                if Action::new(word).name(&name).width(84.0).show(ui).clicked() {
                    if sure {
                        delete = Some(path);
                    } else {
                        self.asking = Some(path);
                    }
                }
            });
        }
        if let Some(path) = delete {
            self.asking = None;
            match std::fs::remove_file(&path) {
                Ok(()) => self.rows.retain(|r| r.path != path),
                Err(e) => {
                    let words = format!("{}: {e}", path.display());
                    out.push(Command::Toast(ui_kit::widgets::Tone::Bad, words));
                }
            }
        }
    }

    fn save_row(&mut self, ui: &mut Ui, i: usize, width: f32) -> bool {
        let c = colours(ui);
        let row = &self.rows[i];
        let good = row.problem.is_empty();
        let (rect, response) = ui.allocate_exact_size(vec2(width, 66.0), Sense::click());
        let lit = response.hovered() || response.has_focus();
        let edge = if lit { Stroke::new(2.0, c.accent) } else { Stroke::new(1.0, c.line) };
        ui.painter().rect(rect, CARD, c.card, edge, StrokeKind::Inside);
        let at = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(96.0, 60.0));
        ui.painter().rect_filled(at, 4, c.sunk);
        if let Some(p) = &row.picture {
            let scale = ui.ctx().pixels_per_point();
            let size = ((at.width() * scale) as u32, (at.height() * scale) as u32);
            let wanted = || Wanted {
                key: p.key.clone(),
                doc: Arc::clone(&p.doc),
                schema: Arc::clone(&p.schema),
                view: p.view.clone(),
                size,
            };
            if let Some(t) = self.thumbnails.get(ui.ctx(), &p.key, wanted) {
                let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(t.id(), at, uv, egui::Color32::WHITE);
            }
        }
        let (x, room) = (at.right() + 12.0, width - at.width() - 26.0);
        let when = words::ago(row.seconds);
        let lines = [
            (row.title.as_str(), Face::Title, 17.0, c.text),
            (
                if good { row.standing.as_str() } else { row.problem.as_str() },
                Face::Ui,
                12.0,
                if good { c.text } else { c.danger },
            ),
            (when.as_str(), Face::Ui, 12.0, c.muted),
        ];
        let mut y = rect.top() + 5.0;
        for (words, face, size, ink) in lines {
            let g = one_line(ui, words, face, size, ink, room);
            ui.painter().galley(pos2(x, y), g, ink);
            y += if size > 14.0 { 22.0 } else { 17.0 };
        }
        let name = format!("Open {}, {}, {when}", row.title, if good { &row.standing } else { &row.problem });
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let response = response.on_hover_text(row.path.display().to_string());
        // A damaged one is opened too: that offers what is left of it.
        response.on_hover_cursor(CursorIcon::PointingHand).clicked()
    }
}

impl App {
    /// Opens the list of saved games.
    pub fn list_saves(&mut self) {
        match &self.places {
            Some(p) => self.open_dialogs.saves = Some(Saves::list(&p.saves(), &p.autosave())),
            None => self.toast(words::NO_SAVES),
        }
    }
}
