//! The ground under a line of sight, from the side.

use crate::ui::theme::{Face, colours, font};
use egui::{Align2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use engine::present::SightView;

const HEIGHT: f32 = 92.0;

/// Draws what rises between the two ends, what of it is in the way, and the line itself.
pub fn show(ui: &mut Ui, v: &SightView, width: f32) {
    let c = colours(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    let n = v.steps.len().max(2);
    let top = v.steps.iter().map(|s| s.ground + s.height).max().unwrap_or(1).max(1) as f32 + 0.6;
    let floor = v.steps.iter().map(|s| s.ground).min().unwrap_or(0).min(0) as f32;
    let base = rect.bottom() - 18.0;
    let level = (base - rect.top() - 4.0) / (top - floor + 0.5);
    let y = |height: f32| base - (height - floor + 0.35) * level;
    let step = rect.width() / n as f32;
    let p = ui.painter_at(rect);
    for (i, s) in v.steps.iter().enumerate() {
        let x = rect.left() + step * i as f32;
        let ground = Rect::from_min_max(pos2(x, y(f32::from(s.ground))), pos2(x + step, base));
        p.rect_filled(ground, 0, c.sunk);
        p.line_segment([ground.left_top(), ground.right_top()], Stroke::new(1.5, c.line2));
        if s.height > 0 {
            let block = Rect::from_min_max(
                pos2(x + step * 0.18, y(f32::from(s.ground + s.height))),
                pos2(x + step * 0.82, ground.top()),
            );
            let (fill, edge) = if s.blocks { (c.danger_weak, c.danger) } else { (c.card, c.muted) };
            p.rect(block, 2, fill, Stroke::new(1.2, edge), egui::StrokeKind::Inside);
            if s.blocks {
                crate::ui::widgets::hatch(ui, block, c.danger);
            }
        }
        let named = s.blocks || i == 0 || i + 1 == v.steps.len() || step > 62.0;
        if named {
            let ink = if s.blocks { c.danger } else { c.muted };
            let name = crate::ui::widgets::one_line(ui, &s.name, Face::Ui, 10.5, ink, (step * 1.6).max(52.0));
            let half = name.size().x / 2.0;
            let at = (x + step / 2.0 - half).clamp(rect.left(), (rect.right() - half * 2.0).max(rect.left()));
            p.galley(pos2(at, base + 3.0), name, ink);
        }
    }
    let eye = |i: usize| {
        let s = &v.steps[i.min(v.steps.len().saturating_sub(1))];
        pos2(rect.left() + step * (i as f32 + 0.5), y(f32::from(s.ground) + 0.55))
    };
    if v.steps.len() > 1 {
        let (a, b) = (eye(0), eye(v.steps.len() - 1));
        let stop = v.steps.iter().position(|s| s.blocks);
        let t = stop.map_or(1.0, |i| (i as f32 / (v.steps.len() - 1) as f32).clamp(0.0, 1.0));
        let end = a + (b - a) * t;
        p.line_segment([a, end], Stroke::new(2.0, c.accent));
        if stop.is_some() {
            p.extend(Shape::dashed_line(&[end, b], Stroke::new(1.5, c.danger), 5.0, 4.0));
            p.text(end, Align2::CENTER_CENTER, "×", font(Face::Bold, 18.0), c.danger);
        }
        p.circle_filled(a, 3.5, c.accent);
        p.circle_filled(b, 3.5, if stop.is_some() { c.danger } else { c.accent });
    }
    let names: Vec<String> = v
        .steps
        .iter()
        .map(|s| if s.blocks { format!("{} blocks", s.name) } else { s.name.clone() })
        .collect();
    let told = format!("Profile: {}", names.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
    response.on_hover_text(told);
}
