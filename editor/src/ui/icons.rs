//! Icons as strokes on a 24-unit square: no symbol font is needed.

use crate::tools::{IconLine, ToolKind};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

/// Crosshairs: something is picked from the map.
pub fn aim_icon(painter: &Painter, rect: Rect, ink: Color32) {
    let (at, r) = (rect.center(), rect.width() * 0.32);
    let stroke = Stroke::new(1.4, ink);
    painter.circle_stroke(at, r, stroke);
    for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let way = egui::vec2(x, y);
        painter.line_segment([at + way * r * 0.5, at + way * rect.width() * 0.5], stroke);
    }
}

/// The triangle of a list that is open or folded.
pub fn fold_triangle(painter: &Painter, at: Pos2, open: bool, ink: Color32) {
    let corners = match open {
        true => [(-4.5, -2.5), (4.5, -2.5), (0.0, 3.5)],
        false => [(-2.5, -4.5), (3.5, 0.0), (-2.5, 4.5)],
    };
    let points = corners.map(|(x, y)| at + egui::vec2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
}

fn paint_lines(painter: &Painter, rect: Rect, lines: &[IconLine], ink: Color32) {
    let k = rect.width() / 24.0;
    let at = |p: &(f32, f32)| rect.min + egui::vec2(p.0, p.1) * k;
    for line in lines {
        let points: Vec<Pos2> = line.iter().map(at).collect();
        painter.add(Shape::line(points, Stroke::new(1.7 * k, ink)));
    }
}

pub fn tool_icon(painter: &Painter, rect: Rect, kind: ToolKind, ink: Color32) {
    paint_lines(painter, rect, kind.tool().icon(), ink);
}

pub fn undo_icon(painter: &Painter, rect: Rect, ink: Color32) {
    paint_lines(painter, rect, UNDO, ink);
}

pub fn redo_icon(painter: &Painter, rect: Rect, ink: Color32) {
    let mirrored: Vec<Vec<(f32, f32)>> =
        UNDO.iter().map(|l| l.iter().map(|(x, y)| (24.0 - x, *y)).collect()).collect();
    let k = rect.width() / 24.0;
    for line in mirrored {
        let points = line.iter().map(|p| rect.min + egui::vec2(p.0, p.1) * k).collect();
        painter.add(Shape::line(points, Stroke::new(1.7 * k, ink)));
    }
}

const UNDO: &[IconLine] = &[
    &[(8.5, 4.5), (4.5, 8.5), (8.5, 12.5)],
    &[(4.5, 8.5), (15.0, 8.5), (18.4, 10.3), (19.2, 13.5), (18.0, 16.8), (15.0, 18.5), (9.0, 18.5)],
];

/// Four corners of a frame: the whole sheet in view.
pub fn fit_icon(painter: &Painter, rect: Rect, ink: Color32) {
    paint_lines(
        painter,
        rect,
        &[
            &[(4.0, 9.0), (4.0, 4.0), (9.0, 4.0)],
            &[(15.0, 4.0), (20.0, 4.0), (20.0, 9.0)],
            &[(20.0, 15.0), (20.0, 20.0), (15.0, 20.0)],
            &[(9.0, 20.0), (4.0, 20.0), (4.0, 15.0)],
        ],
        ink,
    );
}

pub fn cross_icon(painter: &Painter, rect: Rect, ink: Color32) {
    paint_lines(painter, rect, &[&[(7.0, 7.0), (17.0, 17.0)], &[(17.0, 7.0), (7.0, 17.0)]], ink);
}

/// The icon of a problem: a ringed cross for errors, a triangle for warnings, a dot for suggestions.
pub fn severity_icon(painter: &Painter, rect: Rect, severity: engine::scenario::Severity, ink: Color32) {
    use engine::scenario::Severity;
    let r = rect.width() / 2.0;
    match severity {
        Severity::Error => {
            painter.circle_stroke(rect.center(), r * 0.9, Stroke::new(1.6, ink));
            cross_icon(painter, rect, ink);
        }
        Severity::Warning => {
            paint_lines(
                painter,
                rect,
                &[&[(12.0, 3.0), (22.0, 20.5), (2.0, 20.5), (12.0, 3.0)], &[(12.0, 9.0), (12.0, 15.0)]],
                ink,
            );
            painter.circle_filled(pos2(rect.center().x, rect.min.y + rect.height() * 0.75), r * 0.11, ink);
        }
        Severity::Advice => {
            painter.circle_stroke(rect.center(), r * 0.9, Stroke::new(1.6, ink));
            paint_lines(painter, rect, &[&[(12.0, 11.0), (12.0, 17.0)]], ink);
            painter.circle_filled(pos2(rect.center().x, rect.min.y + rect.height() * 0.32), r * 0.12, ink);
        }
    }
}
