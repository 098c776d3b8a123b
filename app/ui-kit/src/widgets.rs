//! Small parts of the interface. Everything that can be clicked carries an accessible name.

use crate::icons::{self, Icon};
use crate::panel_look::semibold_font;
use crate::rule_links::request_rule;
use crate::theme::{CARD, CONTROL, Face, c32, colours, font, text};
use board::palette::{self, Stripe};
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Frame, Margin, Rect, Response, Role, Sense, Shadow, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use engine::present::{DieView, Rulebook};
use std::sync::Arc;

/// Capitals over a group.
pub fn caption(ui: &mut Ui, words: &str) -> Response {
    let c = colours(ui);
    let r = ui.label(text(words.to_uppercase(), Face::Bold, 10.5, c.muted).extra_letter_spacing(1.1));
    r.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    r
}

/// A rule number, outlined; a click opens the rules at it, wherever it stands.
pub fn rule_chip(ui: &mut Ui, rule: &str) -> Response {
    let c = colours(ui);
    let galley = ui.painter().layout_no_wrap(chip_text(ui, rule), semibold_font(ui, 11.0), c.rule);
    let size = galley.size() + vec2(14.0, 5.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.shrink(0.5), CONTROL, c.rule.gamma_multiply(0.18));
    }
    ui.painter().rect_stroke(rect.shrink(0.5), CONTROL, Stroke::new(1.0, c.rule), StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, c.rule);
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("rule {rule}")));
    if response.clicked() {
        request_rule(ui.ctx(), rule);
    }
    let words = chip_text(ui, rule);
    response
        .on_hover_text(format!("Rule {words}: click to read it"))
        .on_hover_cursor(CursorIcon::PointingHand)
}

fn chip_book_id() -> egui::Id {
    egui::Id::unique("rulebook of chips")
}

/// Rule chips show the titles of this rulebook where its rules have no numbers of their own.
pub fn set_chip_rulebook(ctx: &egui::Context, book: &Arc<Rulebook>) {
    ctx.data_mut(|d| d.insert_temp(chip_book_id(), Arc::clone(book)));
}

/// A rule as a reader of the rulebook knows it: its number, or its chapter and title.
pub fn chip_text(ui: &Ui, rule: &str) -> String {
    let book: Option<Arc<Rulebook>> = ui.data(|d| d.get_temp(chip_book_id()));
    book.map_or_else(|| rule.to_owned(), |b| b.chip_text(rule))
}

/// Width a rule chip will take.
pub fn rule_chip_width(ui: &Ui, rule: &str) -> f32 {
    let c = colours(ui);
    ui.painter().layout_no_wrap(chip_text(ui, rule), font(Face::Semi, 11.0), c.rule).size().x + 14.0
}

/// Menus draw no borders: without this an empty box would not be seen in one.
pub fn show_box_borders(ui: &mut Ui) {
    let stroke = Stroke::new(1.2, colours(ui).muted);
    let widgets = &mut ui.visuals_mut().widgets;
    (widgets.inactive.bg_stroke, widgets.hovered.bg_stroke) = (stroke, stroke);
}

/// What a small filled chip says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Warn,
    Bad,
}

/// A filled chip (provenance, problems).
pub fn tone_chip(ui: &mut Ui, words: &str, tone: Tone) -> Response {
    let c = colours(ui);
    let (ground, ink) = match tone {
        Tone::Plain => (c.accent_weak, c.accent),
        Tone::Good => (c.ok_weak, c.ok),
        Tone::Warn => (c.warn_weak, c.warn),
        Tone::Bad => (c.danger_weak, c.danger),
    };
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font(Face::Semi, 11.0), ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(16.0, 5.0), Sense::hover());
    ui.painter().rect(rect, 10, ground, Stroke::new(1.0, ink.gamma_multiply(0.55)), StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    response
}

/// A chip that can be switched on.
pub fn filter_chip(ui: &mut Ui, words: &str, on: bool) -> Response {
    let c = colours(ui);
    let ink = if on { c.accent_t } else { c.text };
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font(Face::Medium, 12.5), ink);
    let tick = if on { 18.0 } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 28.0 + tick, 28.0), Sense::click());
    let fill = if on { c.accent } else { c.card };
    let edge = if response.hovered() || response.has_focus() { c.accent } else { c.line2 };
    ui.painter().rect(rect, 14, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if on {
        let at = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), Vec2::splat(14.0));
        icons::paint(ui.painter(), at, Icon::Tick, ink);
    }
    let left = pos2(rect.left() + 14.0 + tick, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(left, galley, ink);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, words));
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// How a button asks for attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// One on each screen.
    Primary,
    Plain,
}

/// A button with an optional icon and key hint.
pub struct Action<'a> {
    pub label: &'a str,
    /// The accessible name where it says more than the label.
    pub name: &'a str,
    pub icon: Option<Icon>,
    pub key: &'a str,
    pub weight: Weight,
    pub enabled: bool,
    /// Fills this width; 0 for as much as the words need.
    pub width: f32,
    pub height: f32,
}

impl<'a> Action<'a> {
    pub fn new(label: &'a str) -> Self {
        Self {
            label,
            name: label,
            icon: None,
            key: "",
            weight: Weight::Plain,
            enabled: true,
            width: 0.0,
            height: 32.0,
        }
    }

    pub fn primary(label: &'a str) -> Self {
        Self { weight: Weight::Primary, height: 36.0, ..Self::new(label) }
    }

    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    pub fn name(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    pub fn key(mut self, key: &'a str) -> Self {
        self.key = key;
        self
    }

    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    pub fn height(mut self, height: f32) -> Self {
        self.height = height;
        self
    }

    pub fn show(self, ui: &mut Ui) -> Response {
        let c = colours(ui);
        let (fill, ink, edge) = match (self.weight, self.enabled) {
            (_, false) => (c.sunk, c.muted, c.line),
            (Weight::Primary, _) => (c.accent, c.accent_t, c.accent),
            (Weight::Plain, _) => (c.card, c.text, c.line2),
        };
        let size = if self.weight == Weight::Primary { 14.0 } else { 13.0 };
        let face = if self.weight == Weight::Primary { Face::Semi } else { Face::Medium };
        // The key gives way where there is no room for the words.
        let words = ui.painter().layout_no_wrap(self.label.to_owned(), font(face, size), ink).size().x;
        let keyed = !self.key.is_empty() && (self.width <= 0.0 || words + 90.0 < self.width);
        let hint = keyed.then(|| {
            ui.painter().layout_no_wrap(self.key.to_owned(), font(Face::Ui, 11.0), ink.gamma_multiply(0.85))
        });
        let icon_w = if self.icon.is_some() { 24.0 } else { 0.0 };
        let hint_w = hint.as_ref().map_or(0.0, |h| h.size().x + 12.0);
        let spare = if self.width > 0.0 { self.width - 24.0 - icon_w - hint_w } else { f32::INFINITY };
        let label = one_line(ui, self.label, face, size, ink, spare.max(10.0));
        let needed = label.size().x + 24.0 + icon_w + hint_w;
        let width = if self.width > 0.0 { self.width } else { needed };
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(width, self.height), sense);
        let lit = self.enabled && (response.hovered() || response.has_focus());
        let fill = match (lit, self.weight) {
            (true, Weight::Plain) => c.accent_weak,
            (true, _) => mix(fill, c.text, 0.12),
            _ => fill,
        };
        let edge = if lit { c.accent } else { edge };
        let thick = if response.has_focus() { 2.0 } else { 1.0 };
        ui.painter().rect(rect, CONTROL, fill, Stroke::new(thick, edge), StrokeKind::Inside);
        let free = rect.width() - hint_w - icon_w;
        let left = if self.icon.is_some() && self.width > 0.0 && self.weight == Weight::Plain {
            rect.left() + 12.0 + icon_w
        } else {
            rect.left() + icon_w + (free - label.size().x) / 2.0
        };
        if let Some(icon) = self.icon {
            let at = Rect::from_center_size(pos2(left - 15.0, rect.center().y), Vec2::splat(16.0));
            icons::paint(ui.painter(), at, icon, ink);
        }
        ui.painter().galley(pos2(left, rect.center().y - label.size().y / 2.0), label, ink);
        if let Some(hint) = hint {
            let at = pos2(rect.right() - 10.0 - hint.size().x, rect.center().y - hint.size().y / 2.0);
            ui.painter().galley(at, hint, ink);
        }
        let (name, enabled) = (self.name.to_owned(), self.enabled);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &name));
        if self.enabled { response.on_hover_cursor(CursorIcon::PointingHand) } else { response }
    }
}

/// One line of text, cut with an ellipsis where it does not fit.
pub fn one_line(
    ui: &Ui,
    words: &str,
    face: Face,
    size: f32,
    colour: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font(face, size), colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}

/// A square button with an icon; the name is its tooltip and its accessible label.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool, on: bool) -> Response {
    let c = colours(ui);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(32.0), sense);
    let lit = enabled && (response.hovered() || response.has_focus());
    let fill = if on || lit { c.accent_weak } else { c.card };
    let edge = if on || lit { c.accent } else { c.line };
    ui.painter().rect(rect, CONTROL, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let ink = if enabled { c.text } else { c.line2 };
    icons::paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(18.0)), icon, ink);
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, on, name));
    if enabled {
        response.on_hover_text(name).on_hover_cursor(CursorIcon::PointingHand)
    } else {
        response.on_hover_text(name)
    }
}

/// A bare icon without a frame.
pub fn icon_link(ui: &mut Ui, icon: Icon, name: &str, side: f32) -> Response {
    let c = colours(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side.max(28.0)), Sense::click());
    let ink = if response.hovered() || response.has_focus() { c.accent } else { c.muted };
    icons::paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(side * 0.65)), icon, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(name).on_hover_cursor(CursorIcon::PointingHand)
}

/// Words that act like a link.
pub fn link(ui: &mut Ui, words: &str, name: &str, face: Face, size: f32) -> Response {
    let c = colours(ui);
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font(face, size), c.accent);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::click());
    ui.painter().galley(rect.min, galley, c.accent);
    if response.hovered() || response.has_focus() {
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, c.accent));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, name));
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// A tab-like word, underlined by weight when on.
pub fn word_tab(ui: &mut Ui, words: &str, name: &str, on: bool) -> Response {
    let c = colours(ui);
    let (face, ink) = if on { (Face::Bold, c.accent) } else { (Face::Ui, c.muted) };
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font(face, 12.0), ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(8.0, 6.0), Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CONTROL, c.accent_weak);
    }
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, on, name));
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// A key as printed on its cap.
pub fn key_hint(ui: &mut Ui, key: &str) -> Response {
    let c = colours(ui);
    let galley = ui.painter().layout_no_wrap(key.to_owned(), font(Face::Medium, 11.0), c.text);
    let size = vec2((galley.size().x + 12.0).max(24.0), 22.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect(rect, 4, c.card, Stroke::new(1.0, c.line2), StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, c.text);
    response
}

/// Paints an army's colours.
pub fn paint_flag(ui: &Ui, rect: Rect, army: &str) {
    let a = palette::army(army);
    let (w, h) = (rect.width(), rect.height());
    let p = ui.painter();
    p.rect_filled(rect, 2, c32(a.fill));
    let band = Rect::from_min_size(rect.min + vec2(w * 0.08, h * 0.1), vec2(w * 0.84, h * 0.26));
    p.rect_filled(band, 0, c32(a.stripe));
    let (x, y, bh) = (band.left(), band.top(), band.height());
    match a.pattern {
        Stripe::Solid => {}
        Stripe::Over(under) => {
            let low = Rect::from_min_size(pos2(x, y + bh * 0.55), vec2(band.width(), bh * 0.45));
            p.rect_filled(low, 0, c32(under));
        }
        Stripe::Triple(middle) => {
            let mid = Rect::from_min_size(pos2(x, y + bh / 3.0), vec2(band.width(), bh / 3.0));
            p.rect_filled(mid, 0, c32(middle));
        }
        Stripe::Lozenges(ink) => {
            let step = bh;
            let n = (band.width() / step).floor().max(1.0) as usize;
            for i in 0..n {
                let m = pos2(x + (i as f32 + 0.5) * band.width() / n as f32, y + bh / 2.0);
                let r = bh / 2.0;
                let points = vec![m - vec2(r, 0.0), m - vec2(0.0, r), m + vec2(r, 0.0), m + vec2(0.0, r)];
                p.add(egui::Shape::convex_polygon(points, c32(ink), Stroke::NONE));
            }
        }
    }
    p.rect_stroke(rect, 2, Stroke::new(1.0, c32(a.edge)), StrokeKind::Inside);
}

/// An army's colours; the name is told to readers.
pub fn flag(ui: &mut Ui, army: &str, name: &str, side: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    paint_flag(ui, rect, army);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    response.on_hover_text(name)
}

/// A die as it lies: dark if it counted, pale if not. More than six sides show the number.
pub fn die(ui: &mut Ui, die: &DieView, side: f32) -> Response {
    let c = colours(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let (fill, ink) = if die.counted { (c.text, c.card) } else { (c.card, c.text) };
    let p = ui.painter();
    p.rect(rect.shrink(0.5), side * 0.2, fill, Stroke::new(1.2, c.text), StrokeKind::Inside);
    let spots: &[(f32, f32)] = match die.value {
        1 if die.sides <= 6 => &[(0.5, 0.5)],
        2 if die.sides <= 6 => &[(0.3, 0.3), (0.7, 0.7)],
        3 if die.sides <= 6 => &[(0.28, 0.28), (0.5, 0.5), (0.72, 0.72)],
        4 if die.sides <= 6 => &[(0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)],
        5 if die.sides <= 6 => &[(0.28, 0.28), (0.72, 0.28), (0.5, 0.5), (0.28, 0.72), (0.72, 0.72)],
        6 if die.sides <= 6 => &[(0.3, 0.26), (0.7, 0.26), (0.3, 0.5), (0.7, 0.5), (0.3, 0.74), (0.7, 0.74)],
        _ => &[],
    };
    for (x, y) in spots {
        p.circle_filled(rect.min + vec2(*x, *y) * side, side * 0.095, ink);
    }
    if spots.is_empty() {
        p.text(rect.center(), Align2::CENTER_CENTER, die.value, font(Face::Bold, side * 0.62), ink);
    }
    let words = if die.counted { format!("{}, counts", die.value) } else { die.value.to_string() };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("die {words}")));
    response.on_hover_text(words)
}

/// A white card with a hairline.
pub fn card(ui: &Ui) -> Frame {
    let c = colours(ui);
    Frame::new()
        .fill(c.card)
        .stroke(Stroke::new(1.0, c.line))
        .corner_radius(CornerRadius::same(CARD))
        .inner_margin(Margin::symmetric(10, 8))
}

/// The frame of a dialog.
pub fn dialog_frame(ui: &Ui) -> Frame {
    let c = colours(ui);
    Frame::new()
        .fill(c.panel)
        .stroke(Stroke::new(1.0, c.line2))
        .corner_radius(CornerRadius::same(CARD + 1))
        .inner_margin(Margin::same(22))
        .shadow(Shadow { offset: [0, 10], blur: 32, spread: 0, color: Color32::from_black_alpha(90) })
}

/// Part of the way from one colour to another.
pub fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    let m = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * share).round() as u8;
    Color32::from_rgb(m(a.r(), b.r()), m(a.g(), b.g()), m(a.b(), b.b()))
}

/// Lines at 45 degrees clipped to a rectangle: the pattern of outcomes that remove a piece.
pub fn hatch(ui: &Ui, rect: Rect, colour: Color32) {
    let p = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        let line = [pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())];
        p.line_segment(line, Stroke::new(1.0, colour));
        x += 5.0;
    }
}

/// A horizontal hairline across what is left.
pub fn rule_line(ui: &mut Ui) {
    let c = colours(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.center().y, Stroke::new(1.0, c.line));
}
