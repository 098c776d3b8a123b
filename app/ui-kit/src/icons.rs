//! Icons of the program, read from `assets/art/icons`: strokes and filled shapes in one ink on a canvas of 24 units.

use board::scene::{self, Shape};
use board::svg_reader::read_svg;
use egui::{Color32, Painter, Pos2, Rect, Stroke, pos2, vec2};
use std::sync::LazyLock;

/// Width of the canvas of a file.
const CANVAS: f32 = 24.0;
/// The thinnest line in points, for small icons.
const THINNEST: f32 = 1.2;
/// Straight pieces for each curve of a file.
const CURVE_STEPS: usize = 8;

/// Names each icon with its file.
macro_rules! icons {
    ($($icon:ident $file:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Icon {
            $($icon,)*
        }

        /// The text of each icon's file, in the order of [`Icon`].
        const FILES: &[&str] = &[$(include_str!(concat!("../../../assets/art/icons/", $file, ".svg")),)*];
    };
}

icons! {
    Home "home",
    Undo "undo",
    Redo "redo",
    Save "save",
    Log "log",
    Rules "rules",
    Score "score",
    Layers "layers",
    Gear "gear",
    Plus "plus",
    Minus "minus",
    Fit "fit",
    Folder "folder",
    Search "search",
    Play "play",
    Pause "pause",
    Warning "warning",
    Cross "cross",
    Tick "tick",
    Help "help",
    Minimap "minimap",
    Dice "dice",
    Sort "sort",
    Clock "clock",
    Learn "learn",
    First "first",
    TurnBack "turn-back",
    PhaseBack "phase-back",
    StepBack "step-back",
    StepOn "step-on",
    PhaseOn "phase-on",
    TurnOn "turn-on",
    Last "last",
    Print "print",
    Actions "actions",
    PopOut "pop-out",
    Branch "branch",
    Export "export",
    Sheets "sheets",
    Pencil "pencil",
}

/// The shapes of an icon about its middle; none if its file cannot be read, which a test would notice.
fn icon_shapes(icon: Icon) -> &'static [Shape] {
    static ALL: LazyLock<Vec<Vec<Shape>>> =
        LazyLock::new(|| FILES.iter().map(|f| read_svg(f, CANVAS).unwrap_or_default()).collect());
    ALL.get(icon as usize).map_or(&[], Vec::as_slice)
}

/// Paints an icon into `rect` (square, centred).
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, colour: Color32) {
    let scale = rect.width().min(rect.height()) / CANVAS;
    let at = |p: &Pos2| -> Pos2 { rect.center() + p.to_vec2() * scale };
    let stroke = |s: &scene::Stroke| Stroke::new((s.width * scale).max(THINNEST), colour);
    for shape in icon_shapes(icon) {
        match shape {
            Shape::Path { path, fill, stroke: outline } => {
                for (points, is_closed) in scene::flatten_path(path, CURVE_STEPS) {
                    let mut points: Vec<Pos2> = points.iter().map(at).collect();
                    if fill.is_some() {
                        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
                    } else if let Some(s) = outline {
                        if is_closed && let Some(first) = points.first().copied() {
                            points.push(first);
                        }
                        painter.add(egui::Shape::line(points, stroke(s)));
                    }
                }
            }
            Shape::Circle { center, radius, fill, stroke: outline } => {
                if fill.is_some() {
                    painter.circle_filled(at(center), radius * scale, colour);
                }
                if let Some(s) = outline {
                    painter.circle_stroke(at(center), radius * scale, stroke(s));
                }
            }
            // Files of icons hold paths and circles only.
            Shape::Polygon { .. } | Shape::Polyline { .. } | Shape::Text(_) => {}
        }
    }
}

/// The sign of the program: a line of blocks falling obliquely on another.
pub fn logo(painter: &Painter, rect: Rect, own: Color32, foe: Color32) {
    let w = rect.width() / 7.0;
    let block = |x: f32, y: f32| {
        Rect::from_min_size(
            pos2(rect.left() + x * w, rect.top() + y * rect.height()),
            vec2(w * 0.84, w * 0.5),
        )
    };
    for i in 0..7 {
        let step = i as f32;
        painter.rect_stroke(block(step, 0.0), 0.0, Stroke::new(1.2, foe), egui::StrokeKind::Inside);
        painter.rect_filled(block(step, 0.86 - step * 0.108), 0.0, own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_has_a_readable_file() {
        for file in FILES {
            let shapes = read_svg(file, CANVAS).unwrap_or_else(|e| panic!("{e}: {file}"));
            assert!(!shapes.is_empty(), "nothing is drawn: {file}");
            assert!(shapes.iter().all(|s| matches!(s, Shape::Path { .. } | Shape::Circle { .. })), "{file}");
        }
    }
}
