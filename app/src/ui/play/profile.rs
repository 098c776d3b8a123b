//! The ground under a line of sight, from the side.

use board::palette;
use board::profile::{self, Sample};
use egui::{Ui, vec2};
use engine::present::SightView;

const HEIGHT: f32 = 112.0;

/// Draws what rises between the two ends, what of it is in the way, and the line itself.
pub fn show(ui: &mut Ui, v: &SightView, width: f32) {
    let sample = |(i, s): (usize, &engine::present::SightStep)| Sample {
        at: i as f32,
        ground: f32::from(s.ground),
        height: f32::from(s.height),
        what: s.name.clone(),
        label: s.name.clone(),
        blocks: s.blocks,
    };
    let line: Vec<Sample> = v.steps.iter().enumerate().map(sample).collect();
    let theme = palette::theme_of(ui.visuals());
    profile::show(ui, &line, vec2(width, HEIGHT), theme).on_hover_text(board::words::profile(&line));
}
