//! The print dialog: choices on the left, the pages on the right. Layout, pictures and the file are
//! made on threads of their own; the window stays free.

use super::App;
use super::file_dialog::Purpose;
use super::{carry, words};
use crate::files::{self, Keep};
use editor::print::{COUNTERS, HexSize, Kit, Options, Paper, Part, Source, compose, pdf, png};
use egui::{
    Color32, ColorImage, Id, Image, Key, Modal, Modifiers, ProgressBar, Rect, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, vec2,
};
use engine::scenario::{OptionSet, ScenarioDoc};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, Tone, caption, filter_chip, icon_link, tone_chip};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// Pixels a millimetre of the small pictures and of the large one.
const SMALL: f32 = 0.62;
const LARGE: f32 = 4.0;

/// What the threads tell.
enum News {
    Share(f32),
    Laid(Arc<Kit>),
    Small(usize, ColorImage),
    Large(usize, ColorImage),
    Written(Result<PathBuf, String>),
}

/// What the dialog wants of the program.
pub enum Wish {
    Stay,
    Close,
    /// Ask where to write.
    AskFile,
    /// Written, or not: said in passing.
    Say(Tone, String),
}

/// A kit being looked at.
pub struct PrintDialog {
    source: Arc<Source>,
    options: Options,
    kit: Option<Arc<Kit>>,
    small: Vec<Option<TextureHandle>>,
    large: Option<(usize, TextureHandle)>,
    /// The large picture asked for last.
    asked: Option<usize>,
    page: usize,
    since: Instant,
    share: Option<f32>,
    writing: bool,
    /// Tells the running threads that nobody waits for them any more.
    stop: Arc<AtomicBool>,
    tell: Sender<News>,
    hear: Receiver<News>,
    ctx: egui::Context,
}

impl Drop for PrintDialog {
    fn drop(&mut self) {
        if !self.writing {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl PrintDialog {
    pub fn new(ctx: &egui::Context, source: Source, options: Options) -> Self {
        let (tell, hear) = channel();
        let mut dialog = Self {
            source: Arc::new(source),
            options,
            kit: None,
            small: Vec::new(),
            large: None,
            asked: None,
            page: 0,
            since: Instant::now(),
            share: None,
            writing: false,
            stop: Arc::default(),
            tell,
            hear,
            ctx: ctx.clone(),
        };
        dialog.lay_out();
        dialog
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The pages, once they are laid out.
    pub fn kit(&self) -> Option<&Kit> {
        self.kit.as_deref()
    }

    /// The name the file gets if nobody says otherwise.
    pub fn file_name(&self) -> String {
        let doc = &self.source.doc;
        let stem = dispatch::slug(if doc.id.is_empty() { &doc.title } else { &doc.id });
        format!("{stem}-{}.pdf", self.options.paper.name().to_lowercase())
    }

    fn work(&self, name: &str, work: impl FnOnce(&dyn Fn(News), &AtomicBool) + Send + 'static) {
        let (tell, ctx, stop) = (self.tell.clone(), self.ctx.clone(), Arc::clone(&self.stop));
        let run = move || {
            let say = |news: News| {
                let _ = tell.send(news);
                ctx.request_repaint();
            };
            work(&say, &stop);
        };
        let _ = std::thread::Builder::new().name(name.into()).spawn(run);
    }

    /// Lays the pages out anew and draws their small pictures.
    fn lay_out(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        (self.tell, self.hear) = channel();
        (self.large, self.asked, self.share) = (None, None, Some(0.0));
        self.since = Instant::now();
        let (source, options) = (Arc::clone(&self.source), self.options.clone());
        self.work("print", move |say, stop| {
            let mut go = |share: f32| {
                say(News::Share(share));
                !stop.load(Ordering::Relaxed)
            };
            let Some(kit) = compose(&source, &options, &mut go) else { return };
            let kit = Arc::new(kit);
            say(News::Laid(Arc::clone(&kit)));
            for (i, page) in kit.pages.iter().enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                say(News::Small(i, image(&png::rasterise(page, SMALL))));
            }
        });
    }

    fn ask_large(&mut self) {
        let Some(kit) = self.kit.clone().filter(|k| self.page < k.pages.len()) else { return };
        if self.asked == Some(self.page) {
            return;
        }
        self.asked = Some(self.page);
        let at = self.page;
        self.work("preview", move |say, _| {
            say(News::Large(at, image(&png::rasterise(&kit.pages[at], LARGE))))
        });
    }

    /// Writes the PDF.
    pub fn write(&mut self, path: &Path) {
        let Some(kit) = self.kit.clone() else { return };
        let path = path.to_owned();
        (self.writing, self.share, self.since) = (true, Some(0.0), Instant::now());
        self.work("write kit", move |say, _| {
            let bytes = pdf::write(&kit, &mut |share| {
                say(News::Share(share));
                true
            });
            let done = match bytes {
                Some(Ok(bytes)) => files::write(&path, &bytes, Keep::Generations).map_err(|e| e.to_string()),
                Some(Err(e)) => Err(e.to_string()),
                None => return,
            };
            say(News::Written(done.map(|_| path)));
        });
    }

    fn listen(&mut self) -> Option<Wish> {
        let mut wish = None;
        while let Ok(news) = self.hear.try_recv() {
            match news {
                News::Share(s) => self.share = Some(s),
                News::Laid(kit) => {
                    self.page = self.page.min(kit.pages.len().saturating_sub(1));
                    self.small = vec![None; kit.pages.len()];
                    self.kit = Some(kit);
                    self.share = None;
                }
                News::Small(i, picture) => {
                    let texture = self.ctx.load_texture(format!("page {i}"), picture, TextureOptions::LINEAR);
                    if let Some(slot) = self.small.get_mut(i) {
                        *slot = Some(texture);
                    }
                }
                News::Large(i, picture) => {
                    let texture = self.ctx.load_texture("page", picture, TextureOptions::LINEAR);
                    self.large = Some((i, texture));
                }
                News::Written(done) => {
                    (self.writing, self.share) = (false, None);
                    wish = Some(match done {
                        Ok(path) => Wish::Say(Tone::Good, format!("Written: {}", path.display())),
                        Err(why) => Wish::Say(Tone::Bad, format!("Not written. {why}")),
                    });
                }
            }
        }
        wish
    }

    pub fn show(&mut self, ui: &mut Ui) -> Wish {
        let heard = self.listen();
        self.ask_large();
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let modal = Modal::new(Id::unique("print")).frame(widgets::dialog_frame(ui));
        let mut wish = Wish::Stay;
        let before = self.options.clone();
        let shown = modal.show(ui.ctx(), |ui| {
            let size = vec2((room.x - 90.0).min(1180.0), room.y - 100.0);
            ui.set_width(size.x);
            ui.horizontal(|ui| {
                let title = format!("Print {}", self.source.doc.title);
                ui.label(text(title, Face::Title, 24.0, c.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_link(ui, Icon::Cross, "Close (Esc)", 26.0).clicked() {
                        wish = Wish::Close;
                    }
                });
            });
            let high = (size.y - 50.0).max(200.0);
            ui.horizontal_top(|ui| {
                ui.allocate_ui(vec2(250.0, high), |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(250.0);
                        if self.choices(ui, high) {
                            wish = Wish::AskFile;
                        }
                    });
                });
                ui.add_space(8.0);
                self.pages(ui, high);
            });
        });
        if self.options != before {
            self.lay_out();
        }
        if shown.should_close() && matches!(wish, Wish::Stay) {
            wish = Wish::Close;
        }
        heard.unwrap_or(wish)
    }

    /// Paper, parts and style; says whether the file is wanted.
    fn choices(&mut self, ui: &mut Ui, high: f32) -> bool {
        let o = &mut self.options;
        let area = ScrollArea::vertical().id_salt("choices").max_height(high - 92.0);
        area.min_scrolled_height((high - 92.0).max(80.0)).show(ui, |ui| {
            caption(ui, "Paper");
            ui.horizontal_wrapped(|ui| {
                for paper in Paper::ALL {
                    if filter_chip(ui, paper.name(), o.paper == paper).clicked() {
                        o.paper = paper;
                    }
                }
            });
            caption(ui, "Style");
            ui.horizontal_wrapped(|ui| {
                for (mono, name) in [(false, "Colour"), (true, "Black and white")] {
                    if filter_chip(ui, name, o.mono == mono).clicked() {
                        o.mono = mono;
                    }
                }
            });
            caption(ui, "Parts");
            for part in Part::ALL {
                let mut on = o.has(part);
                if ui.checkbox(&mut on, part.name()).changed() {
                    o.parts.retain(|p| *p != part);
                    if on {
                        o.parts.push(part);
                    }
                }
            }
            caption(ui, "Hexes of the map");
            ui.horizontal_wrapped(|ui| {
                let sizes =
                    [(HexSize::Auto, "As it suits".to_owned()), (HexSize::Fit, "One page".to_owned())];
                let mm = [13.0, 16.0, 19.0, 25.0].map(|mm| (HexSize::Mm(mm), format!("{mm} mm")));
                for (size, name) in sizes.into_iter().chain(mm) {
                    if filter_chip(ui, &name, o.hex == size).clicked() {
                        o.hex = size;
                    }
                }
            });
            caption(ui, "Size of the counters");
            ui.horizontal_wrapped(|ui| {
                if filter_chip(ui, "Suiting the hexes", o.counter.is_none()).clicked() {
                    o.counter = None;
                }
                for mm in COUNTERS {
                    if filter_chip(ui, &format!("Counters of {mm} mm"), o.counter == Some(mm)).clicked() {
                        o.counter = Some(mm);
                    }
                }
            });
            ui.checkbox(&mut o.one_sided, "One side only, without backs");
        });
        ui.add_space(4.0);
        self.standing(ui);
        let ready = self.kit.as_ref().is_some_and(|k| !k.pages.is_empty()) && !self.writing;
        let ready = ready && self.share.is_none();
        let save = Action::primary("Write PDF").icon(Icon::Save).key("Ctrl S").width(244.0).enabled(ready);
        let clicked = save.show(ui).on_hover_text("Write the pages as a PDF (Ctrl S)").clicked();
        let keyed = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::S));
        ready && (clicked || keyed)
    }

    /// How many pages, how far the work is, whether it is a draft.
    fn standing(&self, ui: &mut Ui) {
        let c = colours(ui);
        match (self.share, &self.kit) {
            (Some(share), _) if self.since.elapsed() > PATIENCE => {
                let what = if self.writing { "Writing" } else { "Laying out" };
                ui.add(ProgressBar::new(share).desired_width(244.0).text(what));
            }
            (Some(_), _) => {
                ui.ctx().request_repaint_after(PATIENCE);
                ui.add_space(20.0);
            }
            (None, Some(kit)) => {
                ui.horizontal(|ui| {
                    let n = words::count(kit.pages.len(), "page", "pages");
                    ui.label(text(format!("{n}, {}", self.source.hash), Face::Ui, 12.5, c.muted));
                    let errors = self.source.errors().len();
                    if errors > 0 {
                        let said = format!("draft: {}", words::count(errors, "problem", "problems"));
                        tone_chip(ui, &said, Tone::Bad).on_hover_text("Every page is marked as a draft.");
                    }
                });
            }
            (None, None) => {
                ui.add_space(20.0);
            }
        }
    }

    /// The page in large, and all of them beside it.
    fn pages(&mut self, ui: &mut Ui, high: f32) {
        let Some(kit) = self.kit.clone() else { return };
        self.page_keys(ui, kit.pages.len());
        let strip = 150.0;
        let wide = (ui.available_width() - strip - 16.0).max(100.0);
        let c = colours(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(wide, high), Sense::hover());
        ui.painter().rect_filled(rect, 6, c.desk);
        if let Some(page) = kit.pages.get(self.page) {
            let room = rect.shrink(14.0);
            let k = (room.width() / page.size.x).min(room.height() / page.size.y);
            let at = Rect::from_center_size(room.center(), page.size * k);
            ui.painter().rect_filled(at, 0, Color32::WHITE);
            let large = self.large.as_ref().filter(|l| l.0 == self.page).map(|l| &l.1);
            let small = self.small.get(self.page).and_then(Option::as_ref);
            if let Some(t) = large.or(small) {
                Image::from_texture(t).paint_at(ui, at);
            }
            ui.painter().rect_stroke(at, 0, Stroke::new(1.0, c.line2), StrokeKind::Outside);
            let said = format!("Page {} of {}: {}", self.page + 1, kit.pages.len(), page.name);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
            response.on_hover_text(said);
        }
        ui.add_space(4.0);
        let area = ScrollArea::vertical().id_salt("thumbnails").max_height(high).auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.vertical(|ui| {
                for (i, page) in kit.pages.iter().enumerate() {
                    let most = Vec2::splat(strip - 26.0);
                    let k = (most.x / page.size.x).min(most.y / page.size.y);
                    if self.thumbnail(ui, i, page.size * k, &page.name) {
                        self.page = i;
                    }
                }
            });
        });
    }

    fn page_keys(&mut self, ui: &Ui, n: usize) {
        let hit = |k: Key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, k));
        if hit(Key::PageDown) {
            self.page = (self.page + 1).min(n.saturating_sub(1));
        }
        if hit(Key::PageUp) {
            self.page = self.page.saturating_sub(1);
        }
    }

    fn thumbnail(&self, ui: &mut Ui, i: usize, size: Vec2, name: &str) -> bool {
        let c = colours(ui);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        ui.painter().rect_filled(rect, 0, Color32::WHITE);
        if let Some(Some(t)) = self.small.get(i) {
            Image::from_texture(t).paint_at(ui, rect);
        }
        let on = i == self.page;
        let lit = on || response.hovered() || response.has_focus();
        let edge = if lit { Stroke::new(2.0, c.accent) } else { Stroke::new(1.0, c.line2) };
        ui.painter().rect_stroke(rect, 0, edge, StrokeKind::Outside);
        ui.label(text(format!("{}  {name}", i + 1), Face::Ui, 11.0, if on { c.accent } else { c.muted }));
        let said = format!("Page {}: {name}", i + 1);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &said));
        response.on_hover_text(format!("{said} (Page Up, Page Down)")).clicked()
    }
}

fn image(map: &board::raster::Pixmap) -> ColorImage {
    let size = [map.width() as usize, map.height() as usize];
    ColorImage::from_rgba_premultiplied(size, map.data())
}

impl App {
    /// Opens the print dialog for a scenario with options on top of its own.
    pub(super) fn open_print(&mut self, ctx: &egui::Context, doc: Arc<ScenarioDoc>, options: &OptionSet) {
        match self.library.rules(&doc.ruleset) {
            Ok(rules) => {
                let source = Source::gather(doc, rules, options);
                let last = self.exports.print_options.clone();
                self.open_dialogs.print = Some(PrintDialog::new(ctx, source, last));
            }
            Err(why) => self.problem("It cannot be printed", vec![why]),
        }
    }

    /// The print dialog, while it is open.
    pub fn printing(&self) -> Option<&PrintDialog> {
        self.open_dialogs.print.as_ref()
    }

    pub(super) fn show_print(&mut self, ui: &mut Ui) {
        let Some(dialog) = &mut self.open_dialogs.print else { return };
        match dialog.show(ui) {
            Wish::Stay => {}
            Wish::Close if self.files.is_open() => {}
            Wish::Close => {
                self.exports.print_options = dialog.options().clone();
                self.open_dialogs.print = None;
            }
            Wish::AskFile => {
                let name = dialog.file_name();
                let ctx = ui.ctx().clone();
                self.ask_file(&ctx, Purpose::SaveKit, name);
            }
            Wish::Say(tone, words) => self.toasts.push(tone, words),
        }
    }

    pub(super) fn write_kit(&mut self, path: &Path) {
        if let Some(dialog) = &mut self.open_dialogs.print {
            dialog.write(path);
        }
    }
}
