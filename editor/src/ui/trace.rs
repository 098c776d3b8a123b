//! The background image: drawn under the counters, pinned to the map by clicks.

use super::host::{EditorCommand, FileRequest, Host};
use super::tab::{PanelRequests, Tab};
use super::{fields, look};
use crate::core::underlay::{Pin, Underlay};
use crate::words;
use board::view::Tracing;
use egui::{Color32, ColorImage, Pos2, Rect, Stroke, TextureHandle, TextureOptions, Ui, pos2};
use std::path::{Path, PathBuf};

/// The state of the picture.
#[derive(Default)]
pub struct Trace {
    /// The path it was loaded from, and the picture or why there is none.
    loaded: Option<(String, Result<TextureHandle, String>)>,
    /// The file asked for, and what was read of it.
    asked: Option<String>,
    read: Option<(String, Result<Vec<u8>, String>)>,
    /// Its own size; textures may be smaller.
    size: [f32; 2],
    pub pinning: Pinning,
    /// A button of this page that needs the host was pressed.
    pub ask: bool,
    /// The page should be opened and scrolled into view.
    pub reveal: bool,
}

/// A pin takes two clicks: the spot on the picture, then where it belongs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Pinning {
    #[default]
    Idle,
    Spot,
    Place([f32; 2]),
    /// A pin is being moved: which, and to where on the sheet.
    Drag(usize, [f32; 2]),
}

impl Pinning {
    /// What the next click is for.
    pub fn prompt_text(self) -> Option<&'static str> {
        match self {
            Self::Idle | Self::Drag(..) => None,
            Self::Spot => Some(words::PIN_SPOT),
            Self::Place(_) => Some(words::PIN_PLACE),
        }
    }
}

/// Larger pictures are scaled down.
const LARGEST: u32 = 4096;

/// Reads a picture, or says what is wrong with it.
pub fn decode_picture(bytes: &[u8]) -> Result<(ColorImage, [f32; 2]), String> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|e| e.to_string())?;
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(20_000), Some(20_000));
    reader.limits(limits);
    let picture = reader.decode().map_err(|e| e.to_string())?;
    let size = [picture.width() as f32, picture.height() as f32];
    let picture = if picture.width().max(picture.height()) > LARGEST {
        picture.thumbnail(LARGEST, LARGEST)
    } else {
        picture
    };
    let rgba = picture.to_rgba8();
    let pixels = [rgba.width() as usize, rgba.height() as usize];
    Ok((ColorImage::from_rgba_unmultiplied(pixels, rgba.as_raw()), size))
}

/// A picture was chosen. One that cannot be read changes nothing.
pub fn take_picture(tab: &mut Tab, path: &Path, bytes: &[u8], host: &mut Host<'_>) {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if let Err(why) = decode_picture(bytes) {
        return host.show_error(words::picture_refused(&name, &why));
    }
    // Next to the scenario only the file name is stored, so that both can be moved together.
    let folder = tab.document.path().and_then(Path::parent).map(Path::to_owned);
    let kept = match folder {
        Some(f) if path.parent() == Some(f.as_path()) => PathBuf::from(&name),
        _ => path.to_owned(),
    };
    let new = Underlay::new(kept.display().to_string());
    tab.apply_edit(Underlay::edit(Some(&new)));
    tab.trace.loaded = None;
    reveal_section(tab);
}

/// The file the document names has been read.
pub fn take_bytes(tab: &mut Tab, name: String, bytes: Result<Vec<u8>, String>) {
    tab.trace.read = Some((name, bytes));
}

/// Brings the page with pins, opacity and lock into view.
pub fn reveal_section(tab: &mut Tab) {
    tab.dock = super::tab::Dock::Scenario;
    tab.trace.reveal = true;
}

/// The page under its heading.
pub fn underlay_section(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let reveal = std::mem::take(&mut tab.trace.reveal);
    let head = egui::CollapsingHeader::new(words::PICTURE_TO_TRACE).default_open(false);
    let shown = head.open(reveal.then_some(true)).show(ui, |ui| underlay_settings(ui, tab, requests));
    if reveal {
        shown.header_response.scroll_to_me(Some(egui::Align::Min));
    }
}

/// Loads what the document names. Call once a frame.
pub fn refresh_picture(ctx: &egui::Context, tab: &mut Tab, host: &mut Host<'_>) {
    if std::mem::take(&mut tab.trace.ask) {
        host.ask(EditorCommand::AskFile(FileRequest::Picture));
    }
    let Some(u) = Underlay::of(tab.doc()) else {
        tab.trace.loaded = None;
        tab.trace.pinning = Pinning::Idle;
        return;
    };
    if tab.trace.loaded.as_ref().is_some_and(|l| l.0 == u.path) {
        return;
    }
    let Some((_, bytes)) = tab.trace.read.take_if(|r| r.0 == u.path) else {
        if tab.trace.asked.as_ref() != Some(&u.path) {
            tab.trace.asked = Some(u.path.clone());
            let beside = tab.document.path().map(Path::to_owned);
            host.ask(EditorCommand::ReadPicture { document: tab.key, name: u.path, beside });
        }
        return;
    };
    tab.trace.asked = None;
    let read = bytes.and_then(|b| decode_picture(&b));
    let picture = read.map(|(image, size)| {
        tab.trace.size = size;
        ctx.load_texture("underlay", image, TextureOptions::LINEAR)
    });
    tab.trace.loaded = Some((u.path, picture));
}

/// The page: picture, opacity and pins.
pub fn underlay_settings(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let Some(old) = Underlay::of(tab.doc()) else {
        look::muted_label(ui, words::NO_UNDERLAY);
        tab.trace.ask |= ui.button("Open picture\u{2026}").on_hover_text("PNG or JPEG").clicked();
        return;
    };
    let mut u = old.clone();
    look::muted_label(ui, u.path.clone());
    if let Some((_, Err(why))) = &tab.trace.loaded {
        ui.add(egui::Label::new(egui::RichText::new(why).color(look::colour(look::theme(ui).danger))).wrap());
    }
    if let Some(n) = fields::number_field(ui, "Opacity", "Per cent; 0 hides it", u.opacity.into(), (0, 100)) {
        u.opacity = n.clamp(0, 100) as u8;
    }
    ui.checkbox(&mut u.locked, "Locked").on_hover_text(words::UNDERLAY_LOCK);
    ui.add_enabled_ui(!u.locked, |ui| {
        ui.horizontal_wrapped(|ui| {
            let text = match tab.trace.pinning {
                Pinning::Idle if u.pins.len() >= 3 => words::PIN_AGAIN.to_owned(),
                Pinning::Idle => format!("Pin {} of 3", u.pins.len() + 1),
                _ => "Stop pinning".to_owned(),
            };
            if ui.button(text).on_hover_text(words::PIN).clicked() {
                let idle = tab.trace.pinning == Pinning::Idle;
                tab.trace.pinning = if idle { Pinning::Spot } else { Pinning::Idle };
            }
            let some = !u.pins.is_empty();
            if ui.add_enabled(some, egui::Button::new("Remove pins")).clicked() {
                u.pins.clear();
            }
        });
    });
    let loose = !u.pins.is_empty() && !u.locked;
    if let Some(text) = tab.trace.pinning.prompt_text().or(loose.then_some(words::PIN_DRAG)) {
        look::muted_label(ui, text);
    }
    ui.horizontal(|ui| {
        tab.trace.ask |= ui.button("Other picture\u{2026}").clicked();
        if ui.button("Remove picture").clicked() {
            requests.edit(Underlay::edit(None));
        }
    });
    if u != old {
        requests.edit(old.change_edit(&u));
    }
}

fn sheet_size(tab: &Tab) -> [f32; 2] {
    let size = board::layout::Layout::new(tab.doc().map.grid).sheet_size();
    [size.x, size.y]
}

/// The picture as shown: a dragged pin is at the pointer.
fn displayed_underlay(tab: &Tab) -> Option<Underlay> {
    let mut u = Underlay::of(tab.doc()).filter(|u| u.opacity > 0)?;
    if let Pinning::Drag(i, to) = tab.trace.pinning
        && let Some(p) = u.pins.get_mut(i)
    {
        p.sheet = to;
    }
    matches!(&tab.trace.loaded, Some((_, Ok(_)))).then_some(u)
}

/// Lays the picture on the ground of the map that is drawn next.
pub fn lay_picture(tab: &mut Tab) {
    tab.widget.tracing = None;
    let Some(u) = displayed_underlay(tab) else { return };
    let Some((_, Ok(texture))) = &tab.trace.loaded else { return };
    let fit = u.fit(tab.trace.size, sheet_size(tab));
    let [w, h] = tab.trace.size;
    let corner = |x: f32, y: f32| {
        let [x, y] = fit.apply([x * w, y * h]);
        pos2(x, y)
    };
    tab.widget.tracing = Some(Tracing {
        texture: texture.id(),
        corners: [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        tint: Color32::from_white_alpha((f32::from(u.opacity) * 2.55) as u8),
    });
}

/// Draws the pins over everything.
pub fn paint_pins(ui: &Ui, tab: &Tab, area: Rect) {
    let Some(u) = displayed_underlay(tab) else { return };
    let fit = u.fit(tab.trace.size, sheet_size(tab));
    let camera = &tab.widget.camera;
    let screen = |p: [f32; 2]| area.center() + (pos2(p[0], p[1]) - camera.center) * camera.zoom;
    let painter = ui.painter_at(area);
    if u.locked {
        return;
    }
    let (ink, gold) = (look::colour(board::palette::MARKINK), look::colour(board::palette::SELECTED));
    for (i, p) in u.pins.iter().enumerate() {
        let at = screen(p.sheet);
        painter.circle_filled(at, 8.0, ink);
        painter.circle_stroke(at, 9.0, Stroke::new(2.0, gold));
        let font = egui::FontId::proportional(11.0);
        painter.text(at, egui::Align2::CENTER_CENTER, (i + 1).to_string(), font, Color32::WHITE);
    }
    // From the spot chosen on the picture to where it will belong.
    if let Pinning::Place(pixel) = tab.trace.pinning {
        let from = screen(fit.apply(pixel));
        if let Some(to) = ui.input(|i| i.pointer.latest_pos()) {
            painter.line_segment([from, to], Stroke::new(4.0, Color32::WHITE));
            painter.line_segment([from, to], Stroke::new(2.0, ink));
        }
        painter.circle(from, 6.0, gold, Stroke::new(2.0, ink));
    }
}

/// How near a pin must be to be grabbed, in points.
const REACH: f32 = 11.0;

/// A pin that is dragged. True if the pointer is on one or drags one.
fn drag_pin(ui: &Ui, tab: &mut Tab, response: &egui::Response, u: &Underlay, on: Pos2) -> bool {
    let (down, held) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.primary_down()));
    let before = tab.trace.pinning;
    match tab.trace.pinning {
        Pinning::Drag(i, _) if held => tab.trace.pinning = Pinning::Drag(i, [on.x, on.y]),
        Pinning::Drag(i, to) => {
            let mut new = u.clone();
            if let Some(p) = new.pins.get_mut(i) {
                p.sheet = to;
            }
            tab.apply_edit(u.change_edit(&new));
            tab.trace.pinning = Pinning::Idle;
        }
        _ => {
            let far = REACH / tab.widget.camera.zoom;
            let near = |p: &Pin| (pos2(p.sheet[0], p.sheet[1]) - on).length() < far;
            let Some(i) = u.pins.iter().position(near).filter(|_| response.contains_pointer()) else {
                return false;
            };
            if down {
                tab.trace.pinning = Pinning::Drag(i, u.pins[i].sheet);
            }
        }
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
    if before != tab.trace.pinning {
        // The picture was drawn before.
        ui.ctx().request_repaint();
    }
    true
}

/// Handles a click while pinning. True if it was used.
pub fn pin_click(ui: &Ui, tab: &mut Tab, response: &egui::Response) -> bool {
    let Some(mut u) = Underlay::of(tab.doc()).filter(|u| !u.locked) else {
        tab.trace.pinning = Pinning::Idle;
        return false;
    };
    if tab.trace.pinning != Pinning::Idle && ui.input(|i| i.key_pressed(egui::Key::Escape)) {
        tab.trace.pinning = Pinning::Idle;
        return true;
    }
    let camera = &tab.widget.camera;
    let on = |at: Pos2| camera.center + (at - response.rect.center()) / camera.zoom;
    if matches!(tab.trace.pinning, Pinning::Idle | Pinning::Drag(..)) {
        let shown = u.opacity > 0 && !tab.pointer.pressing;
        let at = ui.input(|i| i.pointer.latest_pos()).filter(|_| shown).map(on);
        return at.is_some_and(|at| drag_pin(ui, tab, response, &u, at));
    }
    let pressed = ui.input(|i| i.pointer.primary_clicked());
    let Some(at) = response.hover_pos().filter(|_| pressed) else { return true };
    let on = on(at);
    let fit = u.fit(tab.trace.size, sheet_size(tab));
    tab.trace.pinning = match tab.trace.pinning {
        Pinning::Place(pixel) => {
            let old = u.clone();
            u.pin(Pin { pixel, sheet: [on.x, on.y] });
            tab.apply_edit(old.change_edit(&u));
            // Continue until there are three pins.
            if u.pins.len() < 3 { Pinning::Spot } else { Pinning::Idle }
        }
        _ => fit.invert([on.x, on.y]).map_or(Pinning::Idle, Pinning::Place),
    };
    true
}
