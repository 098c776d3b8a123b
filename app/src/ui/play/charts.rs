//! The charts in force as tables: the row that was used last is marked, and every table says where its
//! figures come from.

use super::PlayScreen;
use crate::ui::theme::{Face, colours, text};
use crate::ui::widgets::{Tone, filter_chip, rule_chip, tone_chip};
use crate::ui::words;
use egui::{Frame, Margin, Role, ScrollArea, Ui, WidgetInfo};
use engine::present::{ChartUse, ChartView};

impl PlayScreen {
    pub(super) fn charts_tab(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        let game = self.session.shown();
        let charts = game.charts();
        let used = game.charts_used(self.session.viewer());
        if charts.is_empty() {
            ui.label(text(words::NO_CHARTS, Face::Ui, 12.5, c.muted));
            return;
        }
        let chosen = self.rules.chart.clone();
        // The chart used last is the one most wanted, unless another was chosen.
        let first = || used.first().map_or(charts[0].title.clone(), |u| u.chart.clone());
        let shown = chosen.filter(|t| charts.iter().any(|c| c.title == *t)).unwrap_or_else(first);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            for chart in &charts {
                if filter_chip(ui, &chart.title, chart.title == shown).clicked() {
                    self.rules.chart = Some(chart.title.clone());
                }
            }
        });
        ui.add_space(4.0);
        let Some(chart) = charts.iter().find(|c| c.title == shown) else { return };
        ScrollArea::vertical().id_salt(("chart", &chart.title)).auto_shrink([false, false]).show(ui, |ui| {
            heading(ui, chart);
            table(ui, chart, &used);
            for note in &chart.notes {
                noted(ui, note);
            }
            if used.iter().any(|u| u.chart == chart.title) {
                ui.label(text(words::ROW_USED, Face::TitleItalic, 13.0, c.muted));
            }
        });
    }
}

fn heading(ui: &mut Ui, chart: &ChartView) {
    let c = colours(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(text(&chart.title, Face::Title, 19.0, c.text));
        rule_chip(ui, chart.rule.0);
        tone_chip(ui, words::figures(chart.provenance.kind), Tone::Plain)
            .on_hover_text(&chart.provenance.note);
        if chart.own {
            tone_chip(ui, words::OWN_CHART, Tone::Warn).on_hover_text(words::OWN_CHART_TIP);
        }
    });
    if !chart.provenance.note.is_empty() {
        ui.add(egui::Label::new(text(&chart.provenance.note, Face::Ui, 11.5, c.muted)).wrap());
    }
    ui.add_space(4.0);
}

fn table(ui: &mut Ui, chart: &ChartView, used: &[ChartUse]) {
    let c = colours(ui);
    let in_use = |row: usize| used.iter().find(|u| u.chart == chart.title && u.row == row);
    let marked: Vec<usize> = (0..chart.rows.len()).filter(|r| in_use(*r).is_some()).collect();
    ScrollArea::horizontal().id_salt(("table", &chart.title)).auto_shrink([false, true]).show(ui, |ui| {
        egui::Grid::new(("chart-grid", &chart.title))
            .striped(true)
            .spacing([12.0, 5.0])
            .min_col_width(30.0)
            .with_row_color(move |row, _| {
                // The first row holds the headings.
                row.checked_sub(1).filter(|r| marked.contains(r)).map(|_| c.accent_weak)
            })
            .show(ui, |ui| {
                for head in &chart.columns {
                    ui.label(text(head, Face::Semi, 11.5, c.muted));
                }
                ui.end_row();
                for (i, cells) in chart.rows.iter().enumerate() {
                    row(ui, cells, in_use(i));
                    ui.end_row();
                }
            });
    });
}

fn row(ui: &mut Ui, cells: &[String], used: Option<&ChartUse>) {
    let c = colours(ui);
    for (i, cell) in cells.iter().enumerate() {
        let hit = used.is_some_and(|u| u.column == Some(i));
        let face = if i == 0 || used.is_some() { Face::Semi } else { Face::Ui };
        let ink = if hit { c.accent_t } else { c.text };
        let frame = Frame::new().inner_margin(Margin::symmetric(3, 0)).corner_radius(3);
        let frame = if hit { frame.fill(c.accent) } else { frame };
        frame.show(ui, |ui| {
            let label = ui.label(text(cell, face, 12.5, ink));
            if i == 0 && used.is_some() {
                label.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{cell}, used last")));
            }
        });
    }
}

/// A note; the number in brackets at its end becomes a chip.
fn noted(ui: &mut Ui, note: &str) {
    let c = colours(ui);
    let (words, rule) = match note.rsplit_once(" [") {
        Some((words, rest)) if rest.ends_with(']') => (words, rest.trim_end_matches(']')),
        _ => (note, ""),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(text(words, Face::Ui, 12.0, c.text));
        for number in rule.split(", ").filter(|n| !n.is_empty()) {
            rule_chip(ui, number);
        }
    });
}
