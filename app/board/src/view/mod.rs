//! The board on the screen: camera, tiles, counters, highlights, pointer and keyboard.

mod atlas;
mod camera;
mod fan;
mod hands;
mod in_hand;
mod motion;
mod names;
mod pictures;
mod tiles;

pub use camera::Camera;
pub use in_hand::InHand;
pub use motion::die;
pub use pictures::{CounterPictures, thumbnail};

use crate::art::{Changed, MapArt, MapStyle};
use crate::board::{self, Placed};
use crate::counter::{self, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::marks;
use crate::overlay::{self, Highlights};
use crate::paint;
use crate::palette;
use crate::scene::{Affine, Shape};
use crate::words;
use atlas::Atlas;
use egui::epaint::Mesh;
use egui::{Color32, Modifiers, Painter, PointerButton, Response, Sense, Ui, Vec2, vec2};
use engine::hex::{Corner, Edge, HexId};
use engine::present::{BoardView, CounterId, CounterView};
use engine::scenario::{MapDoc, Schema};
use std::time::{Duration, Instant};
use tiles::{Frame, Tiles};

/// What the player may switch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ViewOptions {
    pub grid: bool,
    pub numbers: bool,
    pub labels: bool,
    pub winter: bool,
    /// Movement is shown; without it the end state appears at once.
    pub animate: bool,
    /// A veil of 12 % over the paper, for dark rooms.
    pub dim: bool,
    /// The left button drags the map where no counter lies under it.
    pub left_pan: bool,
    /// Stacks fan out under the pointer.
    pub fan: bool,
    /// Tab does not leave the map while it has the focus: it means something there.
    pub keep_tab: bool,
    /// The keyboard's hex is framed only while keys move it, so that it never lies over what the pointer draws.
    pub shy_cursor: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            grid: true,
            numbers: true,
            labels: true,
            winter: false,
            animate: true,
            dim: false,
            left_pan: true,
            fan: true,
            keep_tab: false,
            shy_cursor: false,
        }
    }
}

/// What is shown.
pub struct BoardInput<'a> {
    pub doc: &'a MapDoc,
    /// Changes when the map changes.
    pub doc_key: u64,
    pub schema: &'a Schema,
    pub view: &'a BoardView,
    pub highlights: &'a Highlights,
    pub desk: Color32,
    pub options: ViewOptions,
    /// One readable line about a hex, for those who do not see it.
    pub lines_for_hex: Option<&'a dyn Fn(HexId) -> String>,
}

/// A click on the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Click {
    pub hex: Option<HexId>,
    pub counter: Option<CounterId>,
    /// The nearest side and its distance in R.
    pub edge: Option<(Edge, f32)>,
    pub corner: Option<(Corner, f32)>,
    pub button: PointerButton,
    pub double: bool,
    pub modifiers: Modifiers,
    /// On the sheet, in R.
    pub at: Pos,
}

/// A stroke over the map with a button held.
#[derive(Clone, PartialEq, Debug)]
pub struct Drag {
    pub from: HexId,
    pub to: Option<HexId>,
    /// The counter the stroke began on.
    pub counter: Option<CounterId>,
    /// Hexes passed since the last frame, none left out.
    pub hexes_along: Vec<HexId>,
    /// The first frame of the stroke.
    pub began: bool,
    pub ended: bool,
    pub button: PointerButton,
    pub modifiers: Modifiers,
    /// On the sheet, in R.
    pub at: Pos,
}

/// What happened.
pub struct BoardOutput {
    pub hovered: Option<HexId>,
    pub hovered_counter: Option<CounterId>,
    pub hovered_edge: Option<(Edge, f32)>,
    pub hovered_corner: Option<(Corner, f32)>,
    pub clicked: Option<Click>,
    pub dragged: Option<Drag>,
    pub response: Response,
}

/// Where a counter is put this frame, and whether there is no time left to draw it anew.
struct Spot {
    middle: Pos,
    ppp: f32,
    late: bool,
}

/// A stack spread out under the pointer.
#[derive(Clone, Debug)]
struct Fan {
    hex: HexId,
    /// The counter the pointer came to rest on: its card stays below it.
    on: Option<CounterId>,
    since: f64,
    open: bool,
}

/// The board widget; keep one for each map on screen.
pub struct BoardWidget {
    pub camera: Camera,
    /// Where the keyboard stands.
    pub cursor: Option<HexId>,
    /// So many points at the right and lower edge lie under something else: what is shown is shown
    /// beside it.
    pub covered: Vec2,
    want_fit: bool,
    screen: Rect,
    art: Option<(u64, MapArt)>,
    tiles: Tiles,
    atlas: Atlas,
    motion: motion::Motions,
    /// High contrast, as the style in force says.
    high: bool,
    fan: Option<Fan>,
    stroke: Option<hands::Stroke>,
    /// Zoom of the last frame, and since when it has been so.
    rest: (f32, f64),
    /// Side of counters in pixels, as last rasterised.
    settled_zoom: f32,
    focused: bool,
    /// The keyboard was used on the map after the pointer.
    by_keys: bool,
    /// How names were last drawn.
    written: MapStyle,
    /// The part of a map in the hand, as it was last drawn.
    held: Option<in_hand::Held>,
    /// Cards of an open fan on the screen; the last is the ground they lie on.
    cards: Vec<(Rect, Option<CounterId>)>,
}

impl Default for BoardWidget {
    fn default() -> Self {
        Self::new()
    }
}

impl BoardWidget {
    pub fn new() -> Self {
        Self {
            camera: Camera { center: Pos::ZERO, zoom: camera::HUNDRED },
            cursor: None,
            covered: Vec2::ZERO,
            want_fit: true,
            screen: Rect::from_min_size(Pos::ZERO, vec2(800.0, 600.0)),
            art: None,
            tiles: Tiles::default(),
            atlas: Atlas::default(),
            motion: motion::Motions::default(),
            high: false,
            fan: None,
            stroke: None,
            rest: (0.0, 0.0),
            settled_zoom: 0.0,
            focused: false,
            by_keys: true,
            written: MapStyle::default(),
            held: None,
            cards: Vec::new(),
        }
    }

    /// The whole map in view, from the next frame on.
    pub fn fit(&mut self) {
        self.want_fit = true;
    }

    /// Larger (over 1) or smaller about the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.want_fit = false;
        self.camera.zoom_at(factor, self.screen.center(), self.screen);
    }

    /// 100 is R = 50 points.
    pub fn percent(&self) -> f32 {
        self.camera.zoom / camera::HUNDRED * 100.0
    }

    pub fn set_percent(&mut self, percent: f32) {
        self.zoom_by(percent / self.percent().max(0.01));
    }

    /// Brings a hex to the middle.
    pub fn center_on(&mut self, id: HexId) {
        if let Some((_, art)) = &self.art {
            self.want_fit = false;
            self.camera.center = art.layout.center(id);
            self.step_aside();
        }
    }

    /// The part of the screen that lies under nothing else.
    fn clear(&self, screen: Rect) -> Rect {
        Rect::from_min_max(screen.min, (screen.max - self.covered).max(screen.min + Vec2::splat(40.0)))
    }

    /// What is in the middle of the screen comes to the middle of what is clear of it.
    fn step_aside(&mut self) {
        let off = self.screen.center() - self.clear(self.screen).center();
        self.camera.center += off / self.camera.zoom.max(0.01);
    }

    /// Brings a point of the sheet to the middle.
    pub fn look_at(&mut self, at: Pos) {
        self.want_fit = false;
        self.camera.center = at;
    }

    /// Brings a hex into view, if it is not.
    pub fn reveal(&mut self, id: HexId) {
        let Some((_, art)) = &self.art else { return };
        let at = art.layout.center(id);
        let clear = self.clear(self.screen);
        let p = self.camera.to_screen(self.screen, 1.0).apply(at);
        if !clear.shrink(1.2 * self.camera.zoom).contains(p) {
            self.camera.center = at;
            self.step_aside();
        }
    }

    /// Where a hex lies on the screen, as of the last frame.
    pub fn screen_of(&self, id: HexId) -> Option<Pos> {
        let (_, art) = self.art.as_ref()?;
        Some(self.camera.to_screen(self.screen, 1.0).apply(art.layout.center(id)))
    }

    /// The part of the sheet in view, in R.
    pub fn seen(&self) -> Rect {
        self.camera.seen(self.screen)
    }

    /// Forgets what was last shown: somebody else looks at the board now.
    pub fn forget_shown(&mut self) {
        self.motion = motion::Motions::default();
        self.fan = None;
        self.cards.clear();
    }

    /// Draws the board into all the room there is.
    pub fn show(&mut self, ui: &mut Ui, input: &BoardInput<'_>) -> BoardOutput {
        let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        self.screen = screen;
        self.read(input);
        // Taken out for the length of the frame, so that the rest of the widget stays free.
        let Some((key, art)) = self.art.take() else { return hands::nothing(response) };
        self.high = palette::is_high(ui.visuals());
        let style = map_style(input, self.camera.zoom, self.high);
        let bounds = art.bounds(&style);
        if self.want_fit && bounds.is_positive() {
            self.camera.fit(bounds, self.clear(screen));
            self.step_aside();
            self.want_fit = false;
        }
        let placed = board::place_counters(&art.layout, input.view);
        let out = self.hands(ui, response, input, &art.layout, &placed);
        self.focused = out.response.has_focus();
        self.camera.keep(bounds);
        self.written = map_style(input, self.camera.zoom, self.high);
        self.paint(ui, input, &art, placed);
        self.describe(ui, input, &art.layout, &out);
        self.art = Some((key, art));
        out
    }

    /// Reads the map anew when it has changed, and forgets only the tiles that show the change.
    fn read(&mut self, input: &BoardInput<'_>) {
        if self.art.as_ref().is_some_and(|(key, _)| *key == input.doc_key) {
            return;
        }
        let Some((key, art)) = &mut self.art else {
            self.art = Some((input.doc_key, MapArt::new(input.doc, input.schema)));
            return;
        };
        *key = input.doc_key;
        match art.renew(input.doc, input.schema) {
            Changed::Parts(parts) => self.tiles.spoil(&parts),
            Changed::All => self.tiles.spoil(&[Rect::EVERYTHING]),
            Changed::Sheet => {
                self.tiles = Tiles::default();
                self.want_fit = true;
                self.cursor = None;
            }
        }
    }

    fn paint(&mut self, ui: &Ui, input: &BoardInput<'_>, art: &MapArt, placed: Vec<Placed>) {
        let painter = ui.painter_at(self.screen);
        let ppp = ui.ctx().pixels_per_point();
        let now = ui.input(|i| i.time);
        painter.rect_filled(self.screen, 0.0, input.desk);
        let to_screen = self.camera.to_screen(self.screen, ppp);
        let settled = self.settle(ui, now);
        let frame = Frame {
            art,
            style: map_style(input, self.camera.zoom, self.high),
            to_screen,
            screen: self.screen,
            ppp,
            settled,
            budget: Duration::from_millis(8),
            tint: Color32::WHITE,
        };
        let mut again = self.tiles.paint(&painter, &frame) && settled;
        if input.options.dim {
            let b = art.bounds(&frame.style);
            let r = Rect::from_min_max(to_screen.apply(b.min), to_screen.apply(b.max));
            painter.rect_filled(r, 0.0, Color32::from_black_alpha(31));
        }
        let px = self.camera.zoom;
        again |= self.hold(&painter, input.highlights, &frame) && settled;
        let under_counters = marks::mark_shapes(&art.layout, &input.view.marks, px);
        self.put(&painter, &under_counters, &to_screen);
        let mut lights = std::borrow::Cow::Borrowed(input.highlights);
        if lights.cursor.is_none() && self.focused && (self.by_keys || !input.options.shy_cursor) {
            lights.to_mut().cursor = self.cursor;
        }
        let ground = overlay::Ground { layout: &art.layout, px, placed: &placed };
        let under = overlay::under(&ground, &lights, input.view);
        let over = overlay::over(&ground, &lights, &input.view.counters);
        self.put(&painter, &under, &to_screen);
        // A style without animation time is the wish that nothing moves.
        let animate = input.options.animate && ui.style().animation_time > 0.0;
        self.motion.begin(&art.layout, animate, now);
        again |= self.counters(&painter, input, &art.layout, &placed, &to_screen, now);
        again |= self.held_counters(&painter, input.highlights, &art.layout, &to_screen);
        self.motion.remember(&placed, input.view);
        for (hex, c) in &lights.ghosts {
            self.put(&painter, &board::ghost_shapes(&art.layout, *hex, c, px), &to_screen);
        }
        self.put(&painter, &marks::over_shapes(&art.layout, &input.view.marks, px, false), &to_screen);
        self.put(&painter, &over, &to_screen);
        again |= self.fan(&painter, input, &art.layout, &placed, &to_screen);
        let mut dice = Vec::new();
        let still = Affine::new(Vec2::ZERO, 1.0, 0.0);
        paint::shapes(ui.ctx(), &self.motion.dice_shapes(self.screen, now), &still, &mut dice);
        painter.extend(dice);
        if again || self.moving() {
            ui.ctx().request_repaint();
        }
    }

    /// Whether the zoom has rested long enough to be worth drawing anew.
    fn settle(&mut self, ui: &Ui, now: f64) -> bool {
        const REST: f64 = 0.09;
        let first = self.settled_zoom == 0.0;
        if self.rest.0 != self.camera.zoom {
            self.rest = (self.camera.zoom, now);
        }
        let settled = first || now - self.rest.1 >= REST || self.settled_zoom == self.camera.zoom;
        if settled {
            self.settled_zoom = self.camera.zoom;
        } else {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(REST));
        }
        settled
    }

    fn put(&self, painter: &Painter, shapes: &[Shape], to_screen: &Affine) {
        let seen = self.camera.seen(self.screen).expand(0.5);
        let mut out = Vec::new();
        for s in shapes.iter().filter(|s| s.reach().intersects(seen)) {
            paint::shapes(painter.ctx(), std::slice::from_ref(s), to_screen, &mut out);
        }
        painter.extend(out);
    }

    /// Draws counters as quads of the atlas. Says whether some pictures are still missing.
    fn counters(
        &mut self,
        painter: &Painter,
        input: &BoardInput<'_>,
        layout: &Layout,
        placed: &[Placed],
        to: &Affine,
        now: f64,
    ) -> bool {
        let ppp = painter.ctx().pixels_per_point();
        let seen = self.camera.seen(self.screen).expand(1.0);
        let start = Instant::now();
        let mut missing = false;
        let mut meshes: Vec<(usize, Mesh)> = Vec::new();
        for p in placed {
            let Some(c) = input.view.counters.get(p.index) else { continue };
            let center = self.motion.where_now(c.id, p.center, now);
            if !seen.contains(center) {
                continue;
            }
            if !p.hexes.is_empty() {
                flush(painter, &mut meshes);
                let style = CounterStyle { letters: self.high, ..CounterStyle::default() };
                let shapes = counter::long_shapes(c, &p.hexes, layout, self.camera.zoom, &style);
                self.put(painter, &shapes, to);
                continue;
            }
            let late = start.elapsed() > Duration::from_millis(6);
            let place = Spot { middle: to.apply(center), ppp, late };
            missing |= !self.one(painter, &mut meshes, layout, (c, p), &place, 1.0);
            if let Some((old, left)) = self.motion.loss_of(c, now) {
                self.one(painter, &mut meshes, layout, (&old, p), &place, left);
            }
        }
        let leaving: Vec<_> = self.motion.leaving(now).map(|(p, c, a)| (p.clone(), c.clone(), a)).collect();
        for (p, c, left) in leaving.iter().filter(|(p, ..)| p.hexes.is_empty()) {
            let place = Spot { middle: to.apply(p.center), ppp, late: false };
            self.one(painter, &mut meshes, layout, (c, p), &place, *left);
        }
        flush(painter, &mut meshes);
        missing
    }

    /// One counter as a quad, so much of it seen. Says whether its picture is there.
    fn one(
        &mut self,
        painter: &Painter,
        meshes: &mut Vec<(usize, Mesh)>,
        layout: &Layout,
        (c, p): (&CounterView, &Placed),
        at: &Spot,
        seen: f32,
    ) -> bool {
        let look = atlas::look_of(c, p, self.high);
        let px = (p.side * self.settled_zoom * at.ppp).round().max(2.0) as u32;
        let found = match self.atlas.find(look, px) {
            None if !at.late => self.atlas.make(painter.ctx(), layout, (c, p, self.high), look, px),
            found => found,
        };
        let side = p.side * self.camera.zoom;
        match found.or_else(|| self.atlas.any(look)) {
            Some(s) => {
                let tint = Color32::WHITE.gamma_multiply(seen);
                self.atlas.quad(meshes, s, at.middle, side, at.ppp, tint);
            }
            None if seen >= 1.0 => {
                flush(painter, meshes);
                plain(painter, c, at.middle, side);
            }
            None => {}
        }
        found.is_some()
    }

    /// Names for those who do not see the picture: the cursor hex, and the counters in view.
    fn describe(&self, ui: &Ui, input: &BoardInput<'_>, layout: &Layout, out: &BoardOutput) {
        let r = &out.response;
        let hex = self.cursor.or(out.hovered);
        let line = hex.and_then(|h| input.lines_for_hex.map(|f| f(h))).unwrap_or_default();
        r.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, words::MAP);
            info.current_text_value = Some(words::cursor(&line));
            info
        });
        let on = ui.ctx().accesskit_node_builder(r.id, |_| ()).is_some();
        if !on {
            return;
        }
        let to = self.camera.to_screen(self.screen, ui.ctx().pixels_per_point());
        for p in board::place_counters(layout, input.view) {
            let Some(c) = input.view.counters.get(p.index) else { continue };
            let rect = Rect::from_center_size(to.apply(p.center), p.reach * self.camera.zoom);
            if self.screen.intersects(rect) && !c.line.is_empty() {
                let node =
                    ui.interact(rect.intersect(self.screen), r.id.with(("counter", c.id.0)), Sense::hover());
                node.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &c.line));
            }
        }
    }

    /// The overview of the map, for the minimap.
    pub(crate) fn overview(
        &mut self,
        ctx: &egui::Context,
        input: &BoardInput<'_>,
    ) -> Option<(egui::TextureId, Rect)> {
        self.read(input);
        let (_, art) = self.art.as_ref()?;
        let style = map_style(input, self.camera.zoom, self.high);
        let bounds = art.bounds(&style);
        let t = self.tiles.overview(ctx, art, &style)?;
        Some((t.id(), bounds))
    }

    pub(crate) fn layout(&self) -> Option<Layout> {
        self.art.as_ref().map(|(_, a)| a.layout)
    }
}

fn map_style(input: &BoardInput<'_>, px: f32, contrast: bool) -> MapStyle {
    let o = &input.options;
    MapStyle {
        px,
        grid: o.grid,
        numbers: o.numbers,
        labels: o.labels,
        winter: o.winter,
        contrast,
        frame: true,
        ..MapStyle::default()
    }
}

fn flush(painter: &Painter, meshes: &mut Vec<(usize, Mesh)>) {
    for (_, m) in meshes.drain(..) {
        painter.add(egui::Shape::mesh(m));
    }
}

/// A counter whose picture is not made yet: its plate and stripe.
fn plain(painter: &Painter, c: &CounterView, middle: Pos, side: f32) {
    let army = palette::army(&c.army);
    let r = Rect::from_center_size(middle, Vec2::splat(side));
    painter.rect_filled(r, side * 0.07, Color32::from(army.fill));
    let stripe = Rect::from_min_size(r.min + Vec2::splat(side * 0.055), vec2(side * 0.89, side * 0.13));
    painter.rect_filled(stripe, 0.0, Color32::from(army.stripe));
}
