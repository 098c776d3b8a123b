//! Colours and small shapes of panels. They also work where the program's fonts are not loaded.

use board::palette::{self, Rgba, Theme};
use egui::{
    Align2, Color32, CornerRadius, FontFamily, FontId, Rect, RectAlign, Response, RichText, Role, Sense,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

pub fn theme(ui: &Ui) -> &'static Theme {
    palette::theme_of_visuals(ui.visuals())
}

pub fn colour(colour: Rgba) -> Color32 {
    colour.into()
}

/// A face by its family name, or the style's own where the program has not loaded it.
fn font_family(ui: &Ui, name: &str) -> FontFamily {
    let named = FontFamily::Name(name.into());
    let known = ui.ctx().fonts(|f| f.definitions().families.contains_key(&named));
    if known { named } else { FontFamily::Proportional }
}

pub fn title_label(ui: &mut Ui, text: &str) -> Response {
    let font = FontId::new(19.0, font_family(ui, "title"));
    ui.label(RichText::new(text).font(font))
}

/// A title that may be longer than the room there is.
pub fn title_cut(ui: &mut Ui, text: &str) -> Response {
    let font = FontId::new(19.0, font_family(ui, "title"));
    ui.add(egui::Label::new(RichText::new(text).font(font)).truncate())
}

/// A dialog over everything else, with room round what it says.
pub fn modal_dialog(ctx: &egui::Context, name: &str) -> egui::Modal {
    let t = if ctx.theme() == egui::Theme::Dark { &palette::DARK } else { &palette::LIGHT };
    let frame = egui::Frame::new()
        .fill(colour(t.panel))
        .stroke(Stroke::new(1.0, colour(t.line2)))
        .corner_radius(CornerRadius::same(9))
        .inner_margin(egui::Margin::same(20));
    egui::Modal::new(egui::Id::unique(name)).frame(frame)
}

/// Buttons of this part without frames until the pointer is over them, as menus are.
pub fn flat_buttons(ui: &mut Ui) {
    let w = &mut ui.visuals_mut().widgets.inactive;
    (w.weak_bg_fill, w.bg_fill, w.bg_stroke) = (Color32::TRANSPARENT, Color32::TRANSPARENT, Stroke::NONE);
}

/// One of several pages: its name, underlined while it is shown. `badge` is a number in a disc.
pub fn page_tab(ui: &mut Ui, name: &str, said: &str, on: bool, badge: Option<(usize, Rgba)>) -> Response {
    let t = theme(ui);
    let font = FontId::new(12.0, font_family(ui, if on { "ui-semi" } else { "ui" }));
    let ink = colour(if on { t.text } else { t.muted });
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let extra = if badge.is_some() { 22.0 } else { 0.0 };
    let size = vec2(galley.size().x + extra, 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), on, said.to_owned()));
    if ui.is_rect_visible(rect) {
        let wide = galley.size().x;
        let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
        let ink = if response.hovered() { colour(t.text) } else { ink };
        let painter = ui.painter();
        painter.galley_with_override_text_color(at, galley, ink);
        if on || response.has_focus() {
            let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 3.0), rect.max);
            painter.rect_filled(line, 1.0, colour(t.accent));
        }
        if let Some((n, fill)) = badge {
            let centre = pos2(rect.left() + wide + 13.0, rect.center().y);
            painter.circle_filled(centre, 8.5, colour(fill));
            let font = FontId::new(10.5, font_family(ui, "ui-bold"));
            let text = if n > 99 { "99".to_owned() } else { n.to_string() };
            painter.text(centre, Align2::CENTER_CENTER, text, font, colour(t.accent_t));
        }
    }
    response
}

/// A section caption in capitals.
pub fn section_caption(ui: &mut Ui, text: &str) -> Response {
    let font = FontId::new(10.5, font_family(ui, "ui-bold"));
    let text = RichText::new(text.to_uppercase()).font(font).color(colour(theme(ui).muted));
    ui.label(text.extra_letter_spacing(1.1))
}

pub fn muted_label(ui: &mut Ui, text: impl Into<String>) -> Response {
    let colour = colour(theme(ui).muted);
    ui.add(egui::Label::new(RichText::new(text).size(12.0).color(colour)).wrap())
}

/// A rule number in its chip, which opens the rules; nothing for none.
pub fn rule_chip(ui: &mut Ui, number: &str) {
    if !number.is_empty() {
        crate::widgets::rule_chip(ui, number);
    }
}

/// Words and the numbers in brackets at their end.
fn split_rule_numbers(help: &str) -> (&str, Vec<&str>) {
    match help.rsplit_once('[') {
        Some((words, rest)) if rest.ends_with(']') => {
            (words.trim_end(), rest.trim_end_matches(']').split(", ").filter(|n| !n.is_empty()).collect())
        }
        _ => (help, Vec::new()),
    }
}

/// Help for a pointer that rests here; rule numbers in brackets at its end become chips.
pub fn hover_help(response: Response, help: &str) -> Response {
    let (words, rules) = split_rule_numbers(help);
    if words.is_empty() && rules.is_empty() {
        return response;
    }
    let mut tip = egui::Tooltip::for_enabled(&response);
    // Beside the field: below it, a card with chips to click would lie on the next one.
    tip.popup = tip.popup.align(RectAlign::RIGHT_START).align_alternatives(&[
        RectAlign::LEFT_START,
        RectAlign::RIGHT_END,
        RectAlign::LEFT_END,
        RectAlign::BOTTOM_START,
        RectAlign::TOP_START,
    ]);
    tip.show(|ui| {
        ui.set_max_width(340.0);
        if !words.is_empty() {
            ui.add(egui::Label::new(words).wrap());
        }
        if !rules.is_empty() {
            ui.horizontal_wrapped(|ui| rules.iter().for_each(|r| rule_chip(ui, r)));
        }
    });
    response
}

/// Width of a plain button with this text.
pub fn button_width(ui: &Ui, text: &str) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let words = ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::BLACK);
    words.size().x + 2.0 * ui.spacing().button_padding.x
}

/// The one primary button of the screen.
pub fn primary_button(ui: &mut Ui, text: &str, key: &str) -> Response {
    let t = theme(ui);
    let label = RichText::new(text).strong().color(colour(t.accent_t));
    let mut button = egui::Button::new(label).fill(colour(t.accent)).min_size(vec2(0.0, 28.0));
    if !key.is_empty() {
        button = button.shortcut_text(RichText::new(key).size(11.0).color(colour(t.accent_t)));
    }
    ui.add(button)
}

/// A square button with a painted face; `name` is what a screen reader says and the tooltip shows.
pub fn painted_button(
    ui: &mut Ui,
    size: Vec2,
    name: &str,
    on: bool,
    paint: impl FnOnce(&egui::Painter, Rect, Color32),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), on, name.to_owned()));
    if ui.is_rect_visible(rect) {
        let t = theme(ui);
        let (fill, ink) = match (on, response.hovered()) {
            (true, _) => (colour(t.accent), colour(t.accent_t)),
            (false, true) => (colour(t.sunk), colour(t.text)),
            (false, false) => (Color32::TRANSPARENT, colour(t.text)),
        };
        let ink = if ui.is_enabled() { ink } else { colour(t.line2) };
        let painter = ui.painter_at(rect.expand(1.0));
        painter.rect_filled(rect, CornerRadius::same(5), fill);
        if response.has_focus() {
            let stroke = Stroke::new(2.0, colour(t.accent));
            painter.rect_stroke(rect, CornerRadius::same(5), stroke, StrokeKind::Inside);
        }
        paint(&painter, rect, ink);
    }
    response.on_hover_text(name)
}

/// A dark tag beside the pointer: what a click would do.
pub fn pointer_tag(ui: &Ui, at: egui::Pos2, text: &str, clip: Rect) {
    let painter = ui.painter_at(clip);
    let font = FontId::new(12.0, font_family(ui, "ui-semi"));
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    let size = galley.size() + vec2(18.0, 10.0);
    let corner = at + vec2(16.0, 14.0);
    let shift = vec2((clip.right() - 6.0 - corner.x - size.x).min(0.0), 0.0);
    let rect = Rect::from_min_size(corner + shift, size);
    painter.rect_filled(rect, CornerRadius::same(3), colour(palette::MARKINK));
    painter.galley(rect.min + vec2(9.0, 5.0), galley, Color32::WHITE);
}

/// A flag of an army, for lists.
pub fn army_flag(ui: &mut Ui, army: &str, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name.to_owned()));
    paint_flag(ui, rect, army);
    response
}

/// The flag of an army in a square of 16.
pub fn paint_flag(ui: &Ui, rect: Rect, army: &str) {
    let a = palette::army(army);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(2), colour(a.fill));
    let stripe = Rect::from_min_size(rect.min, vec2(rect.width(), 4.0));
    painter.rect_filled(stripe, CornerRadius::same(1), colour(a.stripe));
    painter.rect_stroke(rect, CornerRadius::same(2), Stroke::new(1.0, colour(a.edge)), StrokeKind::Inside);
    let font = FontId::new(10.0, FontFamily::Proportional);
    let at = pos2(rect.center().x, rect.center().y + 2.0);
    painter.text(at, Align2::CENTER_CENTER, a.letter.to_string(), font, colour(a.text));
}

/// A line of text that ends with three dots where it is longer than its room.
pub fn truncated_text(
    ui: &Ui,
    text: &str,
    font: FontId,
    ink: Color32,
    wide: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(wide);
    ui.painter().layout_job(job)
}

/// The letters of headings in lists.
pub fn semibold_font(ui: &Ui, size: f32) -> FontId {
    FontId::new(size, font_family(ui, "ui-semi"))
}

/// The colour of a wing's bar: the same for the same name.
pub fn wing_colour(name: &str) -> Rgba {
    const BARS: [Rgba; 6] = [
        Rgba::hex(0xB5583F),
        Rgba::hex(0xD9A93A),
        Rgba::hex(0x4F7F5B),
        Rgba::hex(0x7A6244),
        Rgba::hex(0x5B7FA6),
        Rgba::hex(0x8E2F5C),
    ];
    let sum = name.bytes().fold(0usize, |n, b| n.wrapping_mul(31).wrapping_add(usize::from(b)));
    BARS[sum % BARS.len()]
}

/// What is being dragged, beside the pointer and above everything.
pub fn drag_tag(ctx: &egui::Context, text: &str) {
    let Some(at) = ctx.pointer_latest_pos() else { return };
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("carried"));
    let painter = ctx.layer_painter(layer);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), Color32::WHITE);
    let rect = Rect::from_min_size(at + vec2(14.0, 10.0), galley.size() + vec2(16.0, 8.0));
    painter.rect_filled(rect, CornerRadius::same(3), colour(palette::MARKINK));
    painter.galley(rect.min + vec2(8.0, 4.0), galley, Color32::WHITE);
}

/// A line across the panel that is dragged up and down: how far it was moved in this frame, in points.
pub fn divider(ui: &mut Ui, help: &str) -> f32 {
    let (rect, r) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 9.0), egui::Sense::drag());
    r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Splitter, true, help));
    let ink = if r.hovered() || r.dragged() { colour(theme(ui).accent) } else { colour(theme(ui).line2) };
    ui.painter().hline(rect.x_range(), rect.center().y, egui::Stroke::new(1.0, ink));
    let grip = egui::Rect::from_center_size(rect.center(), egui::vec2(28.0, 3.0));
    ui.painter().rect_filled(grip, 2.0, ink);
    let moved = if r.dragged() { r.drag_delta().y } else { 0.0 };
    r.on_hover_cursor(egui::CursorIcon::ResizeVertical).on_hover_text(help);
    moved
}

#[cfg(test)]
mod tests {
    use super::split_rule_numbers;

    #[test]
    fn rule_numbers_at_the_end_of_a_help_are_found() {
        assert_eq!(split_rule_numbers("Stops movement [7.5, 2.4]"), ("Stops movement", vec!["7.5", "2.4"]));
        assert_eq!(split_rule_numbers("[7.5]"), ("", vec!["7.5"]));
        assert_eq!(split_rule_numbers("As [written] here"), ("As [written] here", vec![]));
        assert_eq!(split_rule_numbers("Plain []"), ("Plain", vec![]));
    }
}
