//! Pictures for paper: true millimetres, no line too thin to print, and a style of pure black and white that survives
//! any laser printer or copier.

use crate::art::MapStyle;
use crate::board::BoardStyle;
use crate::counter::CounterStyle;
use crate::palette::{self, Rgba};
use crate::scene::{Shape, Stroke};

/// Colour, or black on white.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    #[default]
    Colour,
    /// White ground, black marks, terrain initials and levels, armies by pattern and letter.
    Mono,
}

/// Least line width on paper, in millimetres.
pub const LEAST_LINE_MM: f32 = 0.2;
/// Least letter size on paper: 7 points, in millimetres.
pub const LEAST_TEXT_MM: f32 = 7.0 * 25.4 / 72.0;
/// The level of detail on paper follows this many pixels to the millimetre.
const PX_PER_MM: f32 = 4.0;

impl BoardStyle {
    /// The board on paper, a hex being `radius_mm` from centre to corner. Pass the shapes through
    /// [`prepare_for_paper`] (as [`crate::board::board_scene`] does) for true least widths.
    pub fn on_paper(radius_mm: f32, style: Style) -> Self {
        let mono = style == Style::Mono;
        let r = radius_mm.max(1.0);
        // Hex numbers are always wanted on paper: use at least the scale at which they are drawn.
        let map = MapStyle { mono, paper: Some(r), ..MapStyle::at_scale((r * PX_PER_MM).max(34.0)) };
        Self { map, counters: CounterStyle { mono, shadow: false, ..CounterStyle::default() } }
    }
}

impl CounterStyle {
    /// A counter on paper, `side_mm` wide.
    pub fn on_paper(side_mm: f32, style: Style) -> Self {
        let least_text = LEAST_TEXT_MM / side_mm.max(1.0);
        Self { mono: style == Style::Mono, shadow: false, least_text, ..Self::default() }
    }
}

/// Makes shapes fit for paper: no line under [`LEAST_LINE_MM`] where a unit is `unit_mm` millimetres,
/// and in [`Style::Mono`] nothing but black and white.
pub fn prepare_for_paper(shapes: &mut Vec<Shape>, unit_mm: f32, style: Style) {
    if style == Style::Mono {
        black_and_white(shapes);
    }
    let least = LEAST_LINE_MM / unit_mm.max(0.01);
    shapes.iter_mut().for_each(|s| widen_strokes(s, least));
}

fn widen_strokes(shape: &mut Shape, least: f32) {
    let widen = |s: &mut Stroke| s.width = s.width.max(least);
    match shape {
        Shape::Polygon { stroke, .. } | Shape::Path { stroke, .. } | Shape::Circle { stroke, .. } => {
            stroke.iter_mut().for_each(widen);
        }
        Shape::Polyline { stroke, .. } => widen(stroke),
        Shape::Text(_) => {}
    }
}

/// Black or white, nothing between; tints and shadows are left out.
pub fn black_and_white(shapes: &mut Vec<Shape>) {
    for s in shapes.iter_mut() {
        match s {
            Shape::Polygon { fill, stroke, .. }
            | Shape::Path { fill, stroke, .. }
            | Shape::Circle { fill, stroke, .. } => {
                *fill = fill.and_then(fill_ink);
                *stroke = stroke.take().and_then(stroke_in_ink);
            }
            Shape::Polyline { stroke, .. } => {
                let ink = line_ink(stroke.color);
                stroke.color = ink.unwrap_or(Rgba { a: 0, ..palette::WHITE });
            }
            Shape::Text(t) => {
                let dark = t.halo.is_some() || over_white(t.color).luma() < 0.75;
                t.color = if dark { BLACK } else { palette::WHITE };
                t.halo = t.halo.map(|(_, w)| (palette::WHITE, w));
            }
        }
    }
    shapes.retain(is_visible);
}

const BLACK: Rgba = Rgba::hex(0x000000);

fn is_visible(s: &Shape) -> bool {
    match s {
        Shape::Polygon { fill, stroke, .. }
        | Shape::Path { fill, stroke, .. }
        | Shape::Circle { fill, stroke, .. } => fill.is_some() || stroke.is_some(),
        Shape::Polyline { stroke, .. } => stroke.color.a > 0,
        Shape::Text(_) => true,
    }
}

fn over_white(c: Rgba) -> Rgba {
    Rgba { a: 255, ..palette::WHITE.mix(Rgba { a: 255, ..c }, f32::from(c.a) / 255.0) }
}

/// Dark fills turn black, opaque pale ones white; translucent tints are left out.
fn fill_ink(c: Rgba) -> Option<Rgba> {
    match over_white(c).luma() {
        l if l < 0.5 => Some(BLACK),
        _ if c.a > 180 => Some(palette::WHITE),
        _ => None,
    }
}

/// Lines turn black; opaque pale ones separate things and stay white.
fn line_ink(c: Rgba) -> Option<Rgba> {
    let pale = Rgba { a: 255, ..c }.luma() > 0.72;
    match (pale, c.a) {
        (true, a) if a > 180 => Some(palette::WHITE),
        (true, _) => None,
        (false, a) if a < 60 => None,
        _ => Some(BLACK),
    }
}

fn stroke_in_ink(s: Stroke) -> Option<Stroke> {
    line_ink(s.color).map(|color| Stroke { color, ..s })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Pos;
    use egui::pos2;

    #[test]
    fn nothing_grey_and_nothing_hair_thin_is_left() {
        let line = |w: f32, c: Rgba| Shape::line(pos2(0.0, 0.0), pos2(1.0, 0.0), Stroke::new(w, c));
        let mut shapes = vec![
            line(0.001, palette::INK3.alpha(0.5)),
            line(0.1, palette::WATER),
            line(0.1, palette::BORDER.alpha(0.18)),
            Shape::disc(Pos::ZERO, 1.0, palette::TREEH),
            Shape::disc(Pos::ZERO, 1.0, palette::INK.alpha(0.3)),
        ];
        prepare_for_paper(&mut shapes, 10.0, Style::Mono);
        assert_eq!(shapes.len(), 3, "tint and shadow are gone");
        for s in &shapes {
            if let Shape::Polyline { stroke, .. } = s {
                assert!(stroke.width * 10.0 >= LEAST_LINE_MM - 1e-6);
                assert!([BLACK, palette::WHITE].contains(&stroke.color));
            }
        }
        assert!(matches!(shapes[0], Shape::Polyline { ref stroke, .. } if stroke.color == BLACK));
        assert!(matches!(shapes[1], Shape::Polyline { ref stroke, .. } if stroke.color == palette::WHITE));
    }
}
