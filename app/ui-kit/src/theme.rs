//! Colours, type and spacing of the interface, light and dark, plain and of high contrast.

use board::palette::{self, Rgba};
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, RichText, Shadow, Stroke, Style, TextStyle,
    Ui, Visuals, vec2,
};

/// Named colours of the interface as egui wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    pub window: Color32,
    pub panel: Color32,
    pub card: Color32,
    pub sunk: Color32,
    pub desk: Color32,
    pub line: Color32,
    pub line2: Color32,
    pub text: Color32,
    pub muted: Color32,
    pub accent: Color32,
    pub accent_t: Color32,
    pub accent_weak: Color32,
    pub danger: Color32,
    pub danger_weak: Color32,
    pub ok: Color32,
    pub ok_weak: Color32,
    pub warn: Color32,
    pub warn_weak: Color32,
    pub rule: Color32,
}

/// A palette colour for egui.
pub fn c32(c: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(c.r, c.g, c.b, c.a)
}

impl Colours {
    pub fn of(t: &palette::Theme) -> Self {
        Self {
            window: c32(t.window),
            panel: c32(t.panel),
            card: c32(t.card),
            sunk: c32(t.sunk),
            desk: c32(t.desk),
            line: c32(t.line),
            line2: c32(t.line2),
            text: c32(t.text),
            muted: c32(t.muted),
            accent: c32(t.accent),
            accent_t: c32(t.accent_t),
            accent_weak: c32(t.accent_weak),
            danger: c32(t.danger),
            danger_weak: c32(t.danger_weak),
            ok: c32(t.ok),
            ok_weak: c32(t.ok_weak),
            warn: c32(t.warn),
            warn_weak: c32(t.warn_weak),
            rule: c32(t.rule),
        }
    }
}

/// The colours in force.
pub fn colours(ui: &Ui) -> Colours {
    Colours::of(palette::theme_of_visuals(ui.visuals()))
}

/// Faces of the interface, by use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Ui,
    Medium,
    Semi,
    Bold,
    Title,
    TitleItalic,
    Mono,
}

/// Font of a face and size.
pub fn font(face: Face, size: f32) -> FontId {
    let name = match face {
        Face::Ui => "ui",
        Face::Medium => "ui-medium",
        Face::Semi => "ui-semi",
        Face::Bold => "ui-bold",
        Face::Title => "title",
        Face::TitleItalic => "title-italic",
        Face::Mono => "mono",
    };
    FontId::new(size, FontFamily::Name(name.into()))
}

/// Text in a face, size and colour.
pub fn text(s: impl Into<String>, face: Face, size: f32, colour: Color32) -> RichText {
    RichText::new(s).font(font(face, size)).color(colour)
}

/// Corner of controls and of cards.
pub const CONTROL: u8 = 5;
pub const CARD: u8 = 7;

fn visuals(c: &Colours, dark: bool, high: bool) -> Visuals {
    let mut v = if dark { Visuals::dark() } else { Visuals::light() };
    let corner = CornerRadius::same(CONTROL);
    // High contrast: every outline gains a pixel.
    let line = |colour| Stroke::new(if high { 2.0 } else { 1.0 }, colour);
    v.override_text_color = None;
    v.weak_text_color = Some(c.muted);
    v.hyperlink_color = c.accent;
    v.faint_bg_color = c.sunk;
    v.extreme_bg_color = c.card;
    v.text_edit_bg_color = Some(c.card);
    v.code_bg_color = c.sunk;
    v.warn_fg_color = c.warn;
    v.error_fg_color = c.danger;
    v.window_fill = c.panel;
    v.window_stroke = line(c.line2);
    v.window_corner_radius = CornerRadius::same(CARD + 1);
    v.menu_corner_radius = CornerRadius::same(CARD);
    v.panel_fill = c.panel;
    v.selection.bg_fill = c.accent_weak;
    v.selection.stroke = line(c.accent);
    v.popup_shadow = Shadow { offset: [0, 4], blur: 14, spread: 0, color: Color32::from_black_alpha(60) };
    v.window_shadow = Shadow { offset: [0, 8], blur: 28, spread: 0, color: Color32::from_black_alpha(80) };
    let w = &mut v.widgets;
    for s in [&mut w.noninteractive, &mut w.inactive, &mut w.hovered, &mut w.active, &mut w.open] {
        s.corner_radius = corner;
        s.expansion = 0.0;
        s.fg_stroke = line(c.text);
    }
    w.noninteractive.bg_stroke = line(c.line);
    w.noninteractive.bg_fill = c.panel;
    w.noninteractive.weak_bg_fill = c.panel;
    w.inactive.bg_fill = c.card;
    w.inactive.weak_bg_fill = c.card;
    w.inactive.bg_stroke = line(c.line2);
    w.hovered.bg_fill = c.accent_weak;
    w.hovered.weak_bg_fill = c.accent_weak;
    w.hovered.bg_stroke = line(c.line2);
    w.active.bg_fill = c.accent_weak;
    w.active.weak_bg_fill = c.accent_weak;
    w.active.bg_stroke = line(c.accent);
    w.open.bg_fill = c.sunk;
    w.open.weak_bg_fill = c.sunk;
    w.open.bg_stroke = line(c.line2);
    v
}

fn style(style: &mut Style, dark: bool, reach: Reach) {
    let c = Colours::of(palette::theme(dark, reach.contrast));
    style.visuals = visuals(&c, dark, reach.contrast);
    style.text_styles = [
        (TextStyle::Small, font(Face::Ui, 11.0)),
        (TextStyle::Body, font(Face::Ui, 13.0)),
        (TextStyle::Button, font(Face::Medium, 13.0)),
        (TextStyle::Heading, font(Face::Title, 20.0)),
        (TextStyle::Monospace, font(Face::Mono, 12.0)),
    ]
    .into();
    style.spacing.item_spacing = vec2(8.0, 6.0);
    style.spacing.button_padding = vec2(10.0, 5.0);
    style.spacing.interact_size = vec2(28.0, 28.0);
    style.spacing.window_margin = Margin::same(18);
    style.spacing.tooltip_width = 320.0;
    style.spacing.scroll.floating = true;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;
    // The board reads this too: nothing moves where it is nought.
    style.animation_time = if reach.still { 0.0 } else { 0.1 };
}

/// What makes the program easier to see for some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Black on white or white on black, thicker lines, army letters on counters.
    pub contrast: bool,
    /// Nothing moves.
    pub still: bool,
}

/// Styles anew, light and dark.
pub fn restyle(ctx: &Context, reach: Reach) {
    ctx.style_mut_of(egui::Theme::Dark, |s| style(s, true, reach));
    ctx.style_mut_of(egui::Theme::Light, |s| style(s, false, reach));
}

/// Gives egui the fonts and both styles. Once, at the start.
pub fn install(ctx: &Context) {
    ctx.set_fonts(board::fonts::font_definitions(&|_| None));
    restyle(ctx, Reach::default());
    // Scale is a setting of ours, remembered and bounded.
    ctx.options_mut(|o| {
        o.zoom_with_keyboard = false;
        // Frames are slow while the program starts or the machine is busy: a press and its release may lie seconds apart
        // by the frames' clock, and the first click of all was not taken for one.
        o.input_options.max_click_duration = 4.0;
    });
}
