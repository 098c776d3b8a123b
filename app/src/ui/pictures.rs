//! Single counters and thumbnails of maps for use in panels.

use board::counter::{CounterStyle, counter_shapes};
use board::layout::Layout;
use board::scene::Affine;
use egui::{ColorImage, Rect, TextureHandle, TextureOptions, Ui, vec2};
use engine::present::{BoardView, CounterView};
use engine::scenario::{ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Paints a counter into a square.
pub fn counter(ui: &Ui, rect: Rect, c: &CounterView) {
    let side = rect.width().min(rect.height());
    let shapes = counter_shapes(c, side * ui.ctx().pixels_per_point(), &CounterStyle::default());
    let to_screen = Affine::new(rect.center().to_vec2(), side * 0.94, 0.0);
    let mut out = Vec::new();
    board::paint::append_shapes(ui.ctx(), &shapes, &to_screen, &mut out);
    ui.painter().extend(out);
}

/// What a thumbnail shows.
pub struct Wanted {
    pub key: String,
    pub doc: Arc<ScenarioDoc>,
    pub schema: Arc<Schema>,
    pub view: BoardView,
    /// Pixels wide and high.
    pub size: (u32, u32),
}

enum State {
    Waiting,
    Ready(TextureHandle),
    /// Nothing could be drawn.
    Empty,
}

/// Thumbnails drawn one after another on a thread of their own.
pub struct Thumbnails {
    all: BTreeMap<String, State>,
    ask: Option<Sender<(Wanted, egui::Context)>>,
    hear: Receiver<(String, Option<ColorImage>)>,
}

impl Default for Thumbnails {
    fn default() -> Self {
        let (ask, asked) = channel::<(Wanted, egui::Context)>();
        let (tell, hear) = channel();
        let work = move || {
            for (w, ctx) in asked {
                let image = draw(&w);
                if tell.send((w.key, image)).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        let spawned = std::thread::Builder::new().name("thumbnails".into()).spawn(work);
        Self { all: BTreeMap::new(), ask: spawned.is_ok().then_some(ask), hear }
    }
}

impl Thumbnails {
    /// The picture, if it is ready; asked for otherwise.
    pub fn get(
        &mut self,
        ctx: &egui::Context,
        key: &str,
        wanted: impl FnOnce() -> Wanted,
    ) -> Option<&TextureHandle> {
        while let Ok((key, image)) = self.hear.try_recv() {
            let state = match image {
                Some(image) => State::Ready(ctx.load_texture(&key, image, TextureOptions::LINEAR)),
                None => State::Empty,
            };
            self.all.insert(key, state);
        }
        if !self.all.contains_key(key) {
            let sent = self.ask.as_ref().is_some_and(|a| a.send((wanted(), ctx.clone())).is_ok());
            self.all.insert(key.to_owned(), if sent { State::Waiting } else { State::Empty });
        }
        match self.all.get(key) {
            Some(State::Ready(t)) => Some(t),
            _ => None,
        }
    }

    /// Forgets a picture whose subject has changed.
    pub fn forget(&mut self, key: &str) {
        self.all.remove(key);
    }
}

/// How much larger thumbnails are drawn than shown.
const FINER: f32 = 2.0;

/// R in pixels below which a picture of a whole map tells nothing.
const TINY: f32 = 9.0;

/// The part of a large map where the armies stand; none without counters.
fn armies(layout: &Layout, view: &BoardView, part: Rect, sheet: Rect) -> Option<Rect> {
    let placed = board::board::place_counters(layout, view);
    let at: Vec<egui::Pos2> = placed.iter().map(|p| p.center).collect();
    let around = (!at.is_empty()).then(|| Rect::from_points(&at).expand(2.5))?;
    let share = (around.width() / part.width()).max(around.height() / part.height()).min(1.0);
    let size = part.size() * share;
    let room = sheet.shrink2(size / 2.0);
    Some(Rect::from_center_size(around.center().clamp(room.min, room.max.max(room.min)), size))
}

/// The middle of the map in the shape of the picture, cut at the longer side; of a large map the part where the
/// armies stand.
fn draw(w: &Wanted) -> Option<ColorImage> {
    let layout = Layout::new(w.doc.map.grid);
    let size = layout.sheet_size();
    if size.x <= 0.0 || size.y <= 0.0 {
        return None;
    }
    let (width, height) = (w.size.0 as f32, w.size.1 as f32);
    let sheet = layout.sheet_rect();
    let shape = width / height;
    let part =
        if size.x / size.y > shape { vec2(size.y * shape, size.y) } else { vec2(size.x, size.x / shape) };
    let whole = Rect::from_center_size(sheet.center(), part);
    let near = || armies(&layout, &w.view, whole, sheet).unwrap_or(whole);
    let region = if width / whole.width() < TINY { near() } else { whole };
    // Drawn larger and shown smaller: finer than the detail of its own size.
    let px = width / region.width();
    let px = if px < 30.0 { px * FINER } else { px };
    let mut style = board::board::BoardStyle::at_scale(px);
    style.map.numbers = false;
    style.map.frame = false;
    let scene = board::board::board_scene(
        &w.doc.map,
        &w.schema,
        &w.view,
        &board::overlay::Highlights::default(),
        &style,
    );
    let map = board::raster::rasterise_scene(&scene, region, px);
    let size = [map.width() as usize, map.height() as usize];
    Some(ColorImage::from_rgba_premultiplied(size, map.data()))
}
