//! Short messages that go by themselves.

use crate::theme::{CARD, Face, colours, text};
use crate::widgets::Tone;
use egui::{Align2, Frame, Id, Margin, Order, Role, Stroke, Ui, WidgetInfo, vec2};

const SECONDS: f64 = 5.0;
const BAD_SECONDS: f64 = 12.0;
const MOST: usize = 4;

#[derive(Default)]
pub struct Toasts {
    all: Vec<(Tone, String, Option<f64>)>,
}

impl Toasts {
    pub fn push(&mut self, tone: Tone, words: String) {
        self.all.retain(|(_, w, _)| *w != words);
        self.all.push((tone, words, None));
        if self.all.len() > MOST {
            self.all.remove(0);
        }
    }

    /// What was said last, while it is shown.
    pub fn last(&self) -> Option<&str> {
        self.all.last().map(|t| t.1.as_str())
    }

    /// Reports a success and removes the messages of failures that begin with `failure`: they no longer hold.
    pub fn push_success(&mut self, failure: &str, words: String) {
        self.all.retain(|(tone, w, _)| !(*tone == Tone::Bad && w.starts_with(failure)));
        self.push(Tone::Good, words);
    }

    /// Below the map, or above a dialog, whose buttons stand where the messages would.
    pub fn show(&mut self, ui: &Ui, dialog: bool) {
        if self.all.is_empty() {
            return;
        }
        let c = colours(ui);
        let now = ui.input(|i| i.time);
        for (tone, _, until) in &mut self.all {
            until.get_or_insert(now + if *tone == Tone::Bad { BAD_SECONDS } else { SECONDS });
        }
        self.all.retain(|(_, _, until)| until.is_none_or(|u| u > now));
        let next = self.all.iter().filter_map(|t| t.2).fold(f64::INFINITY, f64::min);
        if next.is_finite() {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64((next - now).max(0.02)));
        }
        let anchor = if dialog { (Align2::CENTER_TOP, 12.0) } else { (Align2::CENTER_BOTTOM, -126.0) };
        let area =
            egui::Area::new(Id::unique("toasts")).order(Order::Tooltip).anchor(anchor.0, vec2(0.0, anchor.1));
        let mut closed = None;
        area.interactable(true).show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            for (i, (tone, words, _)) in self.all.iter().enumerate() {
                let (ground, ink) = match tone {
                    Tone::Plain => (c.card, c.text),
                    Tone::Good => (c.ok_weak, c.ok),
                    Tone::Warn => (c.warn_weak, c.warn),
                    Tone::Bad => (c.danger_weak, c.danger),
                };
                let frame = Frame::new()
                    .fill(ground)
                    .stroke(Stroke::new(1.0, ink))
                    .corner_radius(CARD)
                    .inner_margin(Margin::symmetric(14, 8));
                let shown = frame.show(ui, |ui| {
                    ui.set_max_width((ui.ctx().content_rect().width() - 80.0).min(520.0));
                    let r = ui.label(text(words, Face::Medium, 13.0, ink));
                    r.widget_info(|| WidgetInfo::labeled(Role::Alert, true, words));
                });
                if shown.response.interact(egui::Sense::click()).clicked() {
                    closed = Some(i);
                }
            }
        });
        if let Some(i) = closed {
            self.all.remove(i);
        }
    }
}
