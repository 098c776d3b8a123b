//! Signs of the tools, as strokes on a 24-unit square: no symbol font is needed.

use crate::core::ToolKind;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

/// A ring with hairs: something is taken from the map.
pub fn aim_icon(painter: &Painter, rect: Rect, ink: Color32) {
    let (at, r) = (rect.center(), rect.width() * 0.32);
    let stroke = Stroke::new(1.4, ink);
    painter.circle_stroke(at, r, stroke);
    for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let way = egui::vec2(x, y);
        painter.line_segment([at + way * r * 0.5, at + way * rect.width() * 0.5], stroke);
    }
}

/// The sign of a list that is open or folded.
pub fn fold_triangle(painter: &Painter, at: Pos2, open: bool, ink: Color32) {
    let corners = match open {
        true => [(-4.5, -2.5), (4.5, -2.5), (0.0, 3.5)],
        false => [(-2.5, -4.5), (3.5, 0.0), (-2.5, 4.5)],
    };
    let points = corners.map(|(x, y)| at + egui::vec2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
}

type Line = &'static [(f32, f32)];

fn tool_strokes(kind: ToolKind) -> &'static [Line] {
    match kind {
        ToolKind::Select => &[&[
            (6.0, 3.5),
            (6.0, 18.5),
            (10.0, 14.8),
            (12.6, 20.5),
            (15.2, 19.3),
            (12.6, 13.8),
            (18.0, 13.4),
            (6.0, 3.5),
        ]],
        ToolKind::Choose => &[
            &[(4.0, 8.0), (4.0, 4.0), (8.0, 4.0)],
            &[(11.0, 4.0), (14.0, 4.0)],
            &[(17.0, 4.0), (20.0, 4.0), (20.0, 8.0)],
            &[(20.0, 11.0), (20.0, 14.0)],
            &[(20.0, 17.0), (20.0, 20.0), (16.0, 20.0)],
            &[(13.0, 20.0), (10.0, 20.0)],
            &[(7.0, 20.0), (4.0, 20.0), (4.0, 16.0)],
            &[(4.0, 13.0), (4.0, 11.0)],
        ],
        ToolKind::Stamp => &[
            &[(9.5, 4.0), (14.5, 4.0), (13.5, 10.5), (19.0, 13.0), (19.0, 16.5), (5.0, 16.5), (5.0, 13.0)],
            &[(5.0, 13.0), (10.5, 10.5), (9.5, 4.0)],
            &[(4.0, 20.0), (20.0, 20.0)],
        ],
        ToolKind::Brush => &[
            &[(19.5, 4.0), (11.0, 12.5), (13.2, 14.6), (20.5, 5.0), (19.5, 4.0)],
            &[
                (10.2, 13.4),
                (7.0, 15.0),
                (6.2, 18.4),
                (3.8, 20.0),
                (9.0, 20.2),
                (12.2, 18.0),
                (12.4, 15.5),
                (10.2, 13.4),
            ],
        ],
        ToolKind::Fill => &[
            &[(10.5, 4.0), (3.8, 12.0), (11.0, 18.8), (18.0, 11.2), (10.5, 4.0)],
            &[(3.8, 12.0), (18.0, 11.2)],
            &[(20.2, 14.0), (18.7, 17.4), (20.2, 19.4), (21.6, 17.4), (20.2, 14.0)],
        ],
        ToolKind::Level => &[
            &[(2.5, 19.0), (8.8, 8.0), (12.2, 13.4), (14.6, 10.0), (21.5, 19.0), (2.5, 19.0)],
            &[(8.8, 8.0), (8.8, 4.0)],
            &[(7.0, 5.8), (8.8, 3.8), (10.6, 5.8)],
        ],
        ToolKind::Hexside => &[
            &[(8.0, 5.0), (16.0, 5.0), (20.0, 12.0), (16.0, 19.0), (8.0, 19.0), (4.0, 12.0), (8.0, 5.0)],
            &[(16.0, 19.0), (8.0, 19.0), (4.0, 12.0)],
            &[(15.4, 17.8), (8.6, 17.8), (5.2, 12.0)],
        ],
        ToolKind::Road => &[
            &[(5.0, 20.5), (7.0, 14.5), (14.0, 10.5), (15.0, 3.5)],
            &[(9.5, 20.5), (11.0, 16.5), (18.0, 12.5), (19.5, 3.5)],
        ],
        ToolKind::Label => &[
            &[(5.0, 6.5), (5.0, 4.5), (19.0, 4.5), (19.0, 6.5)],
            &[(12.0, 4.5), (12.0, 19.5)],
            &[(9.0, 19.5), (15.0, 19.5)],
        ],
        ToolKind::Area => &[
            &[(4.0, 9.0), (4.0, 4.0), (9.0, 4.0)],
            &[(13.0, 4.0), (20.0, 4.0), (20.0, 9.0)],
            &[(20.0, 13.0), (20.0, 20.0), (15.0, 20.0)],
            &[(11.0, 20.0), (4.0, 20.0), (4.0, 13.0)],
            &[(7.5, 15.0), (15.0, 7.5)],
            &[(9.5, 17.0), (17.0, 9.5)],
        ],
        ToolKind::Unit => &[
            &[(4.0, 5.0), (20.0, 5.0), (20.0, 19.0), (4.0, 19.0), (4.0, 5.0)],
            &[(8.0, 9.0), (16.0, 15.0)],
            &[(16.0, 9.0), (8.0, 15.0)],
        ],
        ToolKind::Formation => &[
            &[(3.0, 14.0), (8.0, 14.0), (8.0, 18.0), (3.0, 18.0), (3.0, 14.0)],
            &[(9.5, 11.0), (14.5, 11.0), (14.5, 15.0), (9.5, 15.0), (9.5, 11.0)],
            &[(16.0, 8.0), (21.0, 8.0), (21.0, 12.0), (16.0, 12.0), (16.0, 8.0)],
            &[(4.0, 10.0), (14.0, 4.5)],
        ],
        ToolKind::Eyedropper => &[
            &[(13.0, 8.0), (5.0, 16.0), (4.0, 20.0), (8.0, 19.0), (16.0, 11.0)],
            &[(11.5, 6.5), (17.5, 12.5)],
            &[(14.0, 9.0), (17.5, 4.0), (20.0, 6.5), (15.5, 10.5)],
        ],
    }
}

fn paint_lines(painter: &Painter, rect: Rect, lines: &[Line], ink: Color32) {
    let k = rect.width() / 24.0;
    let at = |p: &(f32, f32)| rect.min + egui::vec2(p.0, p.1) * k;
    for line in lines {
        let points: Vec<Pos2> = line.iter().map(at).collect();
        painter.add(Shape::line(points, Stroke::new(1.7 * k, ink)));
    }
}

pub fn tool_icon(painter: &Painter, rect: Rect, kind: ToolKind, ink: Color32) {
    paint_lines(painter, rect, tool_strokes(kind), ink);
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

const UNDO: &[Line] = &[
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

/// The sign of a problem: a ringed cross for errors, a triangle for warnings, a dot for advice.
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
