//! What is being done step by step: the steps of a combat with what came of each, above the list of actions.

use egui::{RichText, Role, Ui, WidgetInfo};
use engine::present::{ProcedureStep, ProcedureView, StepState};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{caption, card, one_line, rule_chip};

/// All steps; the present one is kept in view.
pub fn show(ui: &mut Ui, view: &ProcedureView) {
    caption(ui, &view.title);
    card(ui).inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        for (i, step) in view.steps.iter().enumerate() {
            let row = step_row(ui, i + 1, step);
            let words = format!("Step {}: {}, {}", i + 1, step.name, state_word(step.state));
            row.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            if step.state == StepState::Now {
                row.scroll_to_me(None);
            }
        }
    });
}

fn state_word(state: StepState) -> &'static str {
    match state {
        StepState::Done => "done",
        StepState::Now => "now",
        StepState::Ahead => "still to come",
    }
}

fn step_row(ui: &mut Ui, number: usize, step: &ProcedureStep) -> egui::Response {
    let c = colours(ui);
    let (face, ink, sign) = match step.state {
        StepState::Done => (Face::Ui, c.muted, "✓"),
        StepState::Now => (Face::Semi, c.accent, "▸"),
        StepState::Ahead => (Face::Ui, c.muted, ""),
    };
    let inner = ui.vertical(|ui| {
        ui.horizontal(|ui| {
            ui.label(text(format!("{number}."), face, 12.5, ink));
            let room = ui.available_width() - 74.0;
            ui.label(one_line(ui, &step.name, face, 12.5, ink, room));
            if !sign.is_empty() {
                ui.label(RichText::new(sign).size(11.0).color(ink));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| rule_chip(ui, step.rule.0));
        });
        for line in &step.lines {
            fact(ui, &line.name, &line.value, "");
        }
        for m in &step.mods {
            fact(ui, &m.text, &m.value, m.rule.0);
        }
    });
    inner.response
}

/// A name, its value, and the rule where it is not the step's own.
fn fact(ui: &mut Ui, name: &str, value: &str, rule: &'static str) {
    let c = colours(ui);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(16.0);
        ui.spacing_mut().item_spacing.x = 5.0;
        if !name.is_empty() {
            ui.label(text(name, Face::Ui, 12.0, c.muted));
        }
        ui.label(text(value, Face::Semi, 12.0, c.text));
        if !rule.is_empty() {
            rule_chip(ui, rule);
        }
    });
}
