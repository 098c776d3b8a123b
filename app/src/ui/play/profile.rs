//! The ground under a line of sight, from the side.

use board::profile::Sample;
use egui::{Ui, Vec2};
use engine::hex::Grid;
use engine::present::SightView;

/// Draws what rises between the two ends, and where sight ends.
pub fn show(ui: &mut Ui, v: &SightView, grid: &Grid, size: Vec2) {
    // Who looks and what is looked at do not hide the line.
    let end = |i: u16| i == 0 || usize::from(i) + 1 == v.steps.len();
    let last = v.steps.len().saturating_sub(1).max(1) as f32;
    let far = f32::from(grid.hex(v.from).distance(grid.hex(v.to)));
    let samples: Vec<Sample> = (0u16..)
        .zip(&v.steps)
        .map(|(i, s)| Sample {
            at: f32::from(i) / last * far,
            ground: f32::from(s.ground),
            height: if end(i) { 0.0 } else { f32::from(s.height) },
            what: if !end(i) && (s.height > 0 || s.blocks) { s.name.clone() } else { String::new() },
            label: s.hexes.iter().map(|h| grid.label(*h)).collect::<Vec<_>>().join("/"),
            blocks: s.blocks,
        })
        .collect();
    let theme = board::palette::theme_of_visuals(ui.visuals());
    let response = board::profile::show_profile(ui, &samples, size, theme);
    response.on_hover_text(crate::ui::words::PROFILE);
}
