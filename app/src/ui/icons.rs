//! Icons as strokes on a 24-unit square, so that no symbol font is needed.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Home,
    Undo,
    Redo,
    Save,
    Log,
    Rules,
    Score,
    Layers,
    Gear,
    Plus,
    Minus,
    Fit,
    Folder,
    Search,
    Play,
    Pause,
    Warning,
    Cross,
    Tick,
    Help,
    Minimap,
    Dice,
    Sort,
    Print,
}

type Line = &'static [(f32, f32)];

/// Open strokes of an icon; closed ones end where they begin.
fn strokes(icon: Icon) -> &'static [Line] {
    match icon {
        Icon::Print => &[
            &[(7.0, 9.0), (7.0, 4.0), (17.0, 4.0), (17.0, 9.0)],
            &[(7.0, 17.0), (4.0, 17.0), (4.0, 9.0), (20.0, 9.0), (20.0, 17.0), (17.0, 17.0)],
            &[(7.0, 14.0), (17.0, 14.0), (17.0, 20.0), (7.0, 20.0), (7.0, 14.0)],
        ],
        Icon::Home => &[
            &[(3.5, 11.5), (12.0, 4.0), (20.5, 11.5)],
            &[
                (6.0, 9.6),
                (6.0, 20.0),
                (10.0, 20.0),
                (10.0, 14.5),
                (14.0, 14.5),
                (14.0, 20.0),
                (18.0, 20.0),
                (18.0, 9.6),
            ],
        ],
        Icon::Undo => &[
            &[(8.5, 4.5), (4.5, 8.5), (8.5, 12.5)],
            &[
                (4.5, 8.5),
                (14.5, 8.5),
                (17.6, 9.7),
                (19.2, 12.5),
                (18.8, 15.6),
                (16.6, 17.8),
                (14.0, 18.5),
                (9.0, 18.5),
            ],
        ],
        Icon::Redo => &[
            &[(15.5, 4.5), (19.5, 8.5), (15.5, 12.5)],
            &[
                (19.5, 8.5),
                (9.5, 8.5),
                (6.4, 9.7),
                (4.8, 12.5),
                (5.2, 15.6),
                (7.4, 17.8),
                (10.0, 18.5),
                (15.0, 18.5),
            ],
        ],
        Icon::Save => &[
            &[(4.5, 4.5), (16.5, 4.5), (19.5, 7.5), (19.5, 19.5), (4.5, 19.5), (4.5, 4.5)],
            &[(8.0, 4.5), (8.0, 9.5), (15.0, 9.5), (15.0, 4.5)],
            &[(7.5, 19.5), (7.5, 13.5), (16.5, 13.5), (16.5, 19.5)],
        ],
        Icon::Log => &[
            &[(5.5, 3.5), (18.5, 3.5), (18.5, 20.5), (5.5, 20.5), (5.5, 3.5)],
            &[(8.5, 8.0), (15.5, 8.0)],
            &[(8.5, 12.0), (15.5, 12.0)],
            &[(8.5, 16.0), (13.0, 16.0)],
        ],
        Icon::Rules => &[
            &[
                (12.0, 6.5),
                (9.5, 5.2),
                (4.0, 4.8),
                (4.0, 18.2),
                (9.5, 18.6),
                (12.0, 20.0),
                (14.5, 18.6),
                (20.0, 18.2),
                (20.0, 4.8),
                (14.5, 5.2),
                (12.0, 6.5),
            ],
            &[(12.0, 6.5), (12.0, 20.0)],
        ],
        Icon::Score => &[
            &[(4.0, 20.0), (20.0, 20.0)],
            &[(6.5, 20.0), (6.5, 12.0), (9.0, 12.0), (9.0, 20.0)],
            &[(11.0, 20.0), (11.0, 5.0), (13.5, 5.0), (13.5, 20.0)],
            &[(15.5, 20.0), (15.5, 14.5), (18.0, 14.5), (18.0, 20.0)],
        ],
        Icon::Layers => &[
            &[(12.0, 4.0), (20.5, 8.5), (12.0, 13.0), (3.5, 8.5), (12.0, 4.0)],
            &[(3.5, 12.5), (12.0, 17.0), (20.5, 12.5)],
            &[(3.5, 16.0), (12.0, 20.5), (20.5, 16.0)],
        ],
        Icon::Plus => &[&[(12.0, 5.0), (12.0, 19.0)], &[(5.0, 12.0), (19.0, 12.0)]],
        Icon::Minus => &[&[(5.0, 12.0), (19.0, 12.0)]],
        Icon::Fit => &[
            &[(4.5, 9.0), (4.5, 4.5), (9.0, 4.5)],
            &[(15.0, 4.5), (19.5, 4.5), (19.5, 9.0)],
            &[(19.5, 15.0), (19.5, 19.5), (15.0, 19.5)],
            &[(9.0, 19.5), (4.5, 19.5), (4.5, 15.0)],
        ],
        Icon::Folder => {
            &[&[(3.5, 18.5), (3.5, 5.5), (9.5, 5.5), (11.5, 8.0), (20.5, 8.0), (20.5, 18.5), (3.5, 18.5)]]
        }
        Icon::Search => &[&[(15.2, 15.2), (20.5, 20.5)]],
        Icon::Warning => &[
            &[(12.0, 4.0), (21.0, 19.5), (3.0, 19.5), (12.0, 4.0)],
            &[(12.0, 9.5), (12.0, 14.0)],
            &[(12.0, 16.4), (12.0, 17.0)],
        ],
        Icon::Cross => &[&[(6.0, 6.0), (18.0, 18.0)], &[(18.0, 6.0), (6.0, 18.0)]],
        Icon::Tick => &[&[(5.0, 12.5), (10.0, 17.5), (19.0, 7.0)]],
        Icon::Help => &[
            &[
                (9.0, 9.2),
                (9.6, 7.2),
                (11.4, 6.2),
                (13.4, 6.5),
                (14.8, 8.0),
                (14.6, 10.0),
                (12.2, 12.2),
                (12.0, 14.0),
            ],
            &[(12.0, 16.6), (12.0, 17.2)],
        ],
        Icon::Minimap => &[
            &[(3.5, 5.0), (20.5, 5.0), (20.5, 19.0), (3.5, 19.0), (3.5, 5.0)],
            &[(12.5, 12.0), (18.0, 12.0), (18.0, 16.5), (12.5, 16.5), (12.5, 12.0)],
        ],
        Icon::Dice => &[&[(4.5, 4.5), (19.5, 4.5), (19.5, 19.5), (4.5, 19.5), (4.5, 4.5)]],
        Icon::Sort => {
            &[&[(4.0, 7.0), (20.0, 7.0)], &[(4.0, 12.0), (15.0, 12.0)], &[(4.0, 17.0), (10.0, 17.0)]]
        }
        Icon::Play | Icon::Pause | Icon::Gear => &[],
    }
}

/// Paints an icon into `rect` (square, centred).
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, colour: Color32) {
    let side = rect.width().min(rect.height());
    let origin = rect.center() - vec2(side, side) / 2.0;
    let k = side / 24.0;
    let at = |(x, y): (f32, f32)| -> Pos2 { origin + vec2(x, y) * k };
    let stroke = Stroke::new((1.9 * k).max(1.2), colour);
    for line in strokes(icon) {
        painter.add(Shape::line(line.iter().map(|p| at(*p)).collect(), stroke));
    }
    let disc = |c: (f32, f32), r: f32| painter.circle_filled(at(c), r * k, colour);
    let ring = |c: (f32, f32), r: f32| painter.circle_stroke(at(c), r * k, stroke);
    match icon {
        Icon::Search => {
            ring((10.5, 10.5), 6.0);
        }
        Icon::Help => {
            ring((12.0, 12.0), 9.0);
        }
        Icon::Dice => {
            for c in [(8.5, 8.5), (15.5, 8.5), (12.0, 12.0), (8.5, 15.5), (15.5, 15.5)] {
                disc(c, 1.5);
            }
        }
        Icon::Play => {
            let points = [(7.0, 4.5), (19.0, 12.0), (7.0, 19.5)].map(at).to_vec();
            painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
        }
        Icon::Pause => {
            for x in [7.0, 14.0] {
                painter.rect_filled(Rect::from_min_max(at((x, 5.0)), at((x + 3.5, 19.0))), 0.0, colour);
            }
        }
        Icon::Gear => {
            ring((12.0, 12.0), 3.0);
            let spoke = |i: usize| {
                let a = i as f32 * std::f32::consts::TAU / 8.0;
                let p = |r: f32| at((12.0 + r * a.cos(), 12.0 + r * a.sin()));
                painter.line_segment([p(6.4), p(9.6)], Stroke::new(stroke.width * 1.5, colour));
            };
            (0..8).for_each(spoke);
            ring((12.0, 12.0), 6.4);
        }
        _ => {}
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
