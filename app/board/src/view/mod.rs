//! The board on the screen: camera, tiles, counters, highlights, pointer and keyboard.

mod atlas;
mod camera;
mod counters;
mod fan;
mod input;
mod motion;
mod names;
mod pictures;
mod stamp_preview;
mod tiles;
mod tracing;

pub use camera::Camera;
pub use motion::die_shapes;
pub use pictures::{CounterPictures, board_thumbnail};
pub use stamp_preview::StampPreview;
pub use tracing::Tracing;

use crate::art::{Changed, MapArt, MapStyle};
use crate::board::{self, PlacedCounter};
use crate::layout::{Layout, Pos, Rect};
use crate::marks;
use crate::overlay::{self, Highlights};
use crate::paint;
use crate::palette;
use crate::scene::{Affine, Shape};
use crate::strings;
use atlas::Atlas;
use egui::{Color32, Modifiers, Painter, PointerButton, Response, Sense, Ui, Vec2, vec2};
use engine::hex::{Corner, Edge, HexId};
use engine::present::{BoardView, CounterId};
use engine::scenario::{MapDoc, Schema};
use std::time::Duration;
use tiles::{TileFrame, Tiles};

/// View settings of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ViewOptions {
    pub grid: bool,
    pub numbers: bool,
    pub labels: bool,
    /// Names are drawn at every zoom, whatever their kind.
    pub all_names: bool,
    /// How many times larger hexes seem when deciding what is drawn; 1 but where small things must be seen.
    pub detail: f32,
    pub winter: bool,
    /// Moves are animated; else the end state appears at once.
    pub animate: bool,
    /// Darkens the map by 12 %, for dark rooms.
    pub dim: bool,
    /// The left button pans the map where there is no counter.
    pub left_pan: bool,
    /// Stacks fan out under the pointer.
    pub fan: bool,
    /// Tab does not leave the map while it has the focus, because the caller uses the key.
    pub keep_tab: bool,
    /// The cursor is framed only after a key moved it, so that it never covers what the pointer draws.
    pub shy_cursor: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            grid: true,
            numbers: true,
            labels: true,
            all_names: false,
            detail: 1.0,
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

/// What the board shows.
pub struct BoardInput<'a> {
    pub doc: &'a MapDoc,
    /// Changes when the map changes.
    pub doc_key: u64,
    pub schema: &'a Schema,
    pub view: &'a BoardView,
    pub highlights: &'a Highlights,
    pub desk: Color32,
    pub options: ViewOptions,
    /// A description of a hex for screen readers.
    pub lines_for_hex: Option<&'a dyn Fn(HexId) -> String>,
}

/// A click on the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Click {
    pub hex: Option<HexId>,
    pub counter: Option<CounterId>,
    /// The nearest hexside and its distance in R.
    pub edge: Option<(Edge, f32)>,
    pub corner: Option<(Corner, f32)>,
    pub button: PointerButton,
    pub double: bool,
    pub modifiers: Modifiers,
    /// On the sheet, in R.
    pub at: Pos,
}

/// A drag over the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Drag {
    pub from: HexId,
    pub to: Option<HexId>,
    /// The counter the drag started on.
    pub counter: Option<CounterId>,
    /// All hexes passed since the last frame.
    pub hexes_along: Vec<HexId>,
    /// This is the first frame of the drag.
    pub began: bool,
    pub ended: bool,
    pub button: PointerButton,
    pub modifiers: Modifiers,
    /// On the sheet, in R.
    pub at: Pos,
}

/// What the user did with the board in this frame.
pub struct BoardOutput {
    pub hovered: Option<HexId>,
    pub hovered_counter: Option<CounterId>,
    pub hovered_edge: Option<(Edge, f32)>,
    pub hovered_corner: Option<(Corner, f32)>,
    pub clicked: Option<Click>,
    pub dragged: Option<Drag>,
    pub response: Response,
}

/// Whether the whole map is to be brought into view.
#[derive(Default)]
struct FitState {
    wanted: bool,
    /// Where the camera stood when the whole map was last brought into view. While it still stands there, a resized
    /// widget shows the whole map again.
    camera: Option<Camera>,
}

/// Tells a zoom that goes on from one that has come to rest.
#[derive(Default)]
struct ZoomRest {
    /// Zoom of the last frame.
    zoom: f32,
    /// Time at which it took that value.
    since: f64,
    /// The zoom counters were last rasterised for; 0 before the first frame.
    settled: f32,
}

/// Keyboard state of the map.
struct KeyboardState {
    has_focus: bool,
    /// The keyboard was used on the map after the pointer.
    was_used_last: bool,
}

/// The board widget; keep one for each map on screen.
pub struct BoardWidget {
    pub camera: Camera,
    /// The hex selected with the keyboard.
    pub cursor: Option<HexId>,
    /// Points at the right and lower edge that other panels cover. The widget centres on the rest.
    pub covered: Vec2,
    /// A background image over the ground, under marks and counters.
    pub tracing: Option<Tracing>,
    fit: FitState,
    screen: Rect,
    art: Option<(u64, MapArt)>,
    tiles: Tiles,
    atlas: Atlas,
    motion: motion::Motions,
    /// High contrast, as the current egui style says.
    high_contrast: bool,
    fan: fan::FanState,
    stroke: Option<input::Stroke>,
    zoom_rest: ZoomRest,
    keyboard: KeyboardState,
    /// The style names were last drawn in, for hit tests.
    label_style: MapStyle,
    /// The part of a map about to be pasted, as last drawn.
    stamp: Option<stamp_preview::StampCache>,
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
            tracing: None,
            fit: FitState { wanted: true, camera: None },
            screen: Rect::from_min_size(Pos::ZERO, vec2(800.0, 600.0)),
            art: None,
            tiles: Tiles::default(),
            atlas: Atlas::default(),
            motion: motion::Motions::default(),
            high_contrast: false,
            fan: fan::FanState::default(),
            stroke: None,
            zoom_rest: ZoomRest::default(),
            keyboard: KeyboardState { has_focus: false, was_used_last: true },
            label_style: MapStyle::default(),
            stamp: None,
        }
    }

    /// Brings the whole map into view in the next frame.
    pub fn fit_map(&mut self) {
        self.fit.wanted = true;
    }

    /// Zooms in (over 1) or out about the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.fit.wanted = false;
        self.camera.zoom_at(factor, self.screen.center(), self.screen);
    }

    /// 100 is R = 50 points.
    pub fn zoom_percent(&self) -> f32 {
        self.camera.zoom / camera::HUNDRED * 100.0
    }

    pub fn set_zoom_percent(&mut self, percent: f32) {
        self.zoom_by(percent / self.zoom_percent().max(0.01));
    }

    /// Brings a hex to the middle.
    pub fn center_on(&mut self, id: HexId) {
        if let Some((_, art)) = &self.art {
            self.fit.wanted = false;
            self.camera.center = art.layout.center(id);
            self.shift_clear();
        }
    }

    /// The part of the screen that no panel covers.
    fn uncovered_rect(&self, screen: Rect) -> Rect {
        Rect::from_min_max(screen.min, (screen.max - self.covered).max(screen.min + Vec2::splat(40.0)))
    }

    /// Moves the camera so that the middle of the screen appears in the middle of the uncovered part.
    fn shift_clear(&mut self) {
        let off = self.screen.center() - self.uncovered_rect(self.screen).center();
        self.camera.center += off / self.camera.zoom.max(0.01);
    }

    /// Brings a point of the sheet to the middle.
    pub fn look_at(&mut self, at: Pos) {
        self.fit.wanted = false;
        self.camera.center = at;
    }

    /// Brings a hex into view unless it is visible.
    pub fn reveal_hex(&mut self, id: HexId) {
        let Some((_, art)) = &self.art else { return };
        let at = art.layout.center(id);
        let clear = self.uncovered_rect(self.screen);
        let p = self.camera.to_screen(self.screen, 1.0).apply(at);
        if !clear.shrink(1.2 * self.camera.zoom).contains(p) {
            self.camera.center = at;
            self.shift_clear();
        }
    }

    /// Whether a hex lies on the part of the screen that no panel covers.
    pub fn is_in_view(&self, id: HexId) -> bool {
        let clear = self.uncovered_rect(self.screen).shrink(0.6 * self.camera.zoom);
        self.screen_of(id).is_some_and(|p| clear.contains(p))
    }

    /// Where a hex lies on the screen, as of the last frame.
    pub fn screen_of(&self, id: HexId) -> Option<Pos> {
        let (_, art) = self.art.as_ref()?;
        Some(self.camera.to_screen(self.screen, 1.0).apply(art.layout.center(id)))
    }

    /// The part of the sheet in view, in R.
    pub fn visible_sheet(&self) -> Rect {
        self.camera.visible_rect(self.screen)
    }

    /// Forgets motions and the open stack, because another player looks at the board now.
    pub fn forget_motions(&mut self) {
        self.motion = motion::Motions::default();
        self.fan = fan::FanState::default();
    }

    /// Draws the board into all available space.
    pub fn show(&mut self, ui: &mut Ui, input: &BoardInput<'_>) -> BoardOutput {
        let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        // A map that was shown whole is still shown whole after a resize.
        self.fit.wanted |= self.screen.size() != screen.size() && self.fit.camera == Some(self.camera);
        self.screen = screen;
        self.update_art(input);
        // Taken out for this frame, so that `self` can be borrowed mutably.
        let Some((key, art)) = self.art.take() else { return input::empty_output(response) };
        self.high_contrast = palette::is_high_contrast(ui.visuals());
        let style = map_style(input, self.camera.zoom, self.high_contrast);
        let bounds = art.bounds(&style);
        if self.fit.wanted && bounds.is_positive() {
            self.camera.fit_bounds(bounds, self.uncovered_rect(screen));
            self.shift_clear();
            self.fit.wanted = false;
            self.fit.camera = Some(self.camera);
        }
        let placed = board::place_counters(&art.layout, input.view);
        let out = self.handle_input(ui, response, input, &art.layout, &placed);
        self.keyboard.has_focus = out.response.has_focus();
        self.camera.clamp_to(bounds);
        self.label_style = map_style(input, self.camera.zoom, self.high_contrast);
        self.paint_board(ui, input, &art, placed);
        self.describe_for_accessibility(ui, input, &art.layout, &out);
        self.art = Some((key, art));
        out
    }

    /// Updates the art when the map has changed, and invalidates only the tiles that show the change.
    fn update_art(&mut self, input: &BoardInput<'_>) {
        if self.art.as_ref().is_some_and(|(key, _)| *key == input.doc_key) {
            return;
        }
        let Some((key, art)) = &mut self.art else {
            self.art = Some((input.doc_key, MapArt::new(input.doc, input.schema)));
            return;
        };
        *key = input.doc_key;
        match art.update_from(input.doc, input.schema) {
            Changed::Parts(parts) => self.tiles.mark_stale(&parts),
            Changed::All => self.tiles.mark_stale(&[Rect::EVERYTHING]),
            Changed::Sheet => {
                self.tiles = Tiles::default();
                self.fit.wanted = true;
                self.cursor = None;
            }
        }
    }

    fn paint_board(&mut self, ui: &Ui, input: &BoardInput<'_>, art: &MapArt, placed: Vec<PlacedCounter>) {
        // Under a dialog the picture is dimmed as a whole: counters drawn thin would show what lies below them.
        let mut painter = ui.painter_at(self.screen);
        painter.set_opacity(1.0);
        let ppp = ui.ctx().pixels_per_point();
        let now = ui.input(|i| i.time);
        painter.rect_filled(self.screen, 0.0, input.desk);
        let to_screen = self.camera.to_screen(self.screen, ppp);
        let settled = self.settle_zoom(ui, now);
        let frame = TileFrame {
            art,
            style: map_style(input, self.camera.zoom, self.high_contrast),
            to_screen,
            screen: self.screen,
            ppp,
            settled,
            budget: Duration::from_millis(8),
            tint: Color32::WHITE,
        };
        let mut again = self.tiles.paint_tiles(&painter, &frame) && settled;
        if let Some(t) = &self.tracing {
            t.paint_onto(&painter, &to_screen);
        }
        if input.options.dim {
            let b = art.bounds(&frame.style);
            let r = Rect::from_min_max(to_screen.apply(b.min), to_screen.apply(b.max));
            painter.rect_filled(r, 0.0, Color32::from_black_alpha(31));
        }
        let px = self.camera.zoom;
        again |= self.paint_stamp_ground(&painter, input.highlights, &frame) && settled;
        let under_counters = marks::marks_under_counters(&art.layout, &input.view.marks, px);
        self.paint_shapes(&painter, &under_counters, &to_screen);
        let mut lights = std::borrow::Cow::Borrowed(input.highlights);
        if lights.cursor.is_none()
            && self.keyboard.has_focus
            && (self.keyboard.was_used_last || !input.options.shy_cursor)
        {
            lights.to_mut().cursor = self.cursor;
        }
        let ground = overlay::OverlayCanvas { layout: &art.layout, px, placed: &placed };
        let under = overlay::shapes_under_counters(&ground, &lights, input.view);
        let over = overlay::shapes_over_counters(&ground, &lights, &input.view.counters);
        self.paint_shapes(&painter, &under, &to_screen);
        // A style without animation time asks for no animation.
        let animate = input.options.animate && ui.style().animation_time > 0.0;
        self.motion.start_pending(&art.layout, animate, now);
        again |= self.paint_counters(&painter, input, &art.layout, &placed, &to_screen, now);
        again |= self.paint_stamp_counters(&painter, input.highlights, &art.layout, &to_screen);
        self.motion.remember_board(&placed, input.view);
        for (hex, c) in &lights.ghosts {
            self.paint_shapes(&painter, &board::ghost_shapes(&art.layout, *hex, c, px), &to_screen);
        }
        self.paint_shapes(
            &painter,
            &marks::marks_over_counters(&art.layout, &input.view.marks, px, false),
            &to_screen,
        );
        self.paint_shapes(&painter, &over, &to_screen);
        again |= self.paint_fan(&painter, input, &art.layout, &placed, &to_screen);
        let mut dice = Vec::new();
        let still = Affine::new(Vec2::ZERO, 1.0, 0.0);
        paint::append_shapes(ui.ctx(), &self.motion.dice_shapes(self.screen, now), &still, &mut dice);
        painter.extend(dice);
        if !ui.is_enabled() {
            painter.rect_filled(self.screen, 0.0, input.desk.gamma_multiply(0.45));
        }
        if again || self.is_moving() {
            ui.ctx().request_repaint();
        }
    }

    /// Whether the zoom has been still long enough to make rasterising worthwhile.
    fn settle_zoom(&mut self, ui: &Ui, now: f64) -> bool {
        const REST: f64 = 0.09;
        let first = self.zoom_rest.settled == 0.0;
        if self.zoom_rest.zoom != self.camera.zoom {
            (self.zoom_rest.zoom, self.zoom_rest.since) = (self.camera.zoom, now);
        }
        let settled =
            first || now - self.zoom_rest.since >= REST || self.zoom_rest.settled == self.camera.zoom;
        if settled {
            self.zoom_rest.settled = self.camera.zoom;
        } else {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(REST));
        }
        settled
    }

    fn paint_shapes(&self, painter: &Painter, shapes: &[Shape], to_screen: &Affine) {
        let seen = self.camera.visible_rect(self.screen).expand(0.5);
        let mut out = Vec::new();
        for s in shapes.iter().filter(|s| s.bounding_box().intersects(seen)) {
            paint::append_shapes(painter.ctx(), std::slice::from_ref(s), to_screen, &mut out);
        }
        painter.extend(out);
    }

    /// Describes the cursor hex and the visible counters for screen readers.
    fn describe_for_accessibility(
        &self,
        ui: &Ui,
        input: &BoardInput<'_>,
        layout: &Layout,
        out: &BoardOutput,
    ) {
        let r = &out.response;
        let hex = self.cursor.or(out.hovered);
        let line = hex.and_then(|h| input.lines_for_hex.map(|f| f(h))).unwrap_or_default();
        r.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, strings::MAP);
            info.current_text_value = Some(strings::cursor_value(&line));
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

    /// The whole map as a texture, for the minimap.
    pub(crate) fn overview_texture(
        &mut self,
        ctx: &egui::Context,
        input: &BoardInput<'_>,
    ) -> Option<(egui::TextureId, Rect)> {
        self.update_art(input);
        let (_, art) = self.art.as_ref()?;
        let style = map_style(input, self.camera.zoom, self.high_contrast);
        let bounds = art.bounds(&style);
        let t = self.tiles.overview_texture(ctx, art, &style)?;
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
        all_names: o.all_names,
        detail: o.detail,
        winter: o.winter,
        contrast,
        frame: true,
        ..MapStyle::default()
    }
}
