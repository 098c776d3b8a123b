//! The charts in force as tables: the row that was used last is marked, and every table says where its
//! figures come from.

use super::PlayScreen;
use crate::ui::theme::{Face, colours, font, text};
use crate::ui::widgets::{Tone, filter_chip, one_line, rule_chip, tone_chip};
use crate::ui::words;
use egui::{Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
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

/// Room between two columns.
const BETWEEN: f32 = 12.0;

/// How wide each column is: as wide as its words where all have room; else broken into lines, the longer
/// ones first, none narrower than its longest word if that can be.
fn widths(natural: &[f32], least: &[f32], room: f32) -> Vec<f32> {
    let room = room - BETWEEN * natural.len().saturating_sub(1) as f32;
    if natural.iter().sum::<f32>() <= room {
        return natural.to_vec();
    }
    let (held, wanted) = (least.iter().sum::<f32>(), natural.iter().sum::<f32>());
    if held >= room {
        let share = (room / held.max(1.0)).max(0.1);
        return least.iter().map(|w| w * share).collect();
    }
    let share = (room - held) / (wanted - held).max(1.0);
    natural.iter().zip(least).map(|(n, l)| l + (n - l) * share).collect()
}

/// Letters of the cells: smaller where the columns would else break words.
fn fitting(ui: &Ui, chart: &ChartView, room: f32) -> (f32, Vec<f32>) {
    let columns = chart.rows.iter().map(Vec::len).chain([chart.columns.len()]).max().unwrap_or(0);
    let mut best = (12.5, Vec::new());
    for size in [12.5, 11.5, 10.5] {
        let wide =
            |words: &str| one_line(ui, words, Face::Semi, size, egui::Color32::BLACK, f32::INFINITY).size().x;
        let mut natural = vec![24.0_f32; columns];
        let mut least = vec![24.0_f32; columns];
        for cells in std::iter::once(&chart.columns).chain(&chart.rows) {
            for (i, cell) in cells.iter().enumerate() {
                natural[i] = natural[i].max(wide(cell) + 6.0);
                let word = cell.split_whitespace().map(wide).fold(0.0, f32::max);
                least[i] = least[i].max(word + 6.0);
            }
        }
        let held: f32 = least.iter().sum::<f32>() + BETWEEN * columns.saturating_sub(1) as f32;
        best = (size, widths(&natural, &least, room));
        if held <= room {
            break;
        }
    }
    best
}

/// The table in the width there is: no column lies out of sight.
fn table(ui: &mut Ui, chart: &ChartView, used: &[ChartUse]) {
    let c = colours(ui);
    let (size, widths) = fitting(ui, chart, ui.available_width());
    let in_use = |row: usize| used.iter().find(|u| u.chart == chart.title && u.row == row);
    ui.spacing_mut().item_spacing.y = 0.0;
    row(ui, &chart.columns, &widths, (size - 1.0).max(10.0), Ink::Head);
    for (i, cells) in chart.rows.iter().enumerate() {
        let ink = in_use(i).map_or(Ink::Plain(i % 2 == 1), Ink::Used);
        row(ui, cells, &widths, size, ink);
    }
    ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top(), Stroke::new(1.0, c.line));
    ui.add_space(8.0);
}

/// What a row is.
enum Ink<'a> {
    Head,
    /// Shaded or not, to lead the eye.
    Plain(bool),
    Used(&'a ChartUse),
}

fn row(ui: &mut Ui, cells: &[String], widths: &[f32], size: f32, ink: Ink<'_>) {
    let c = colours(ui);
    let colour = |hit: bool| match ink {
        Ink::Head => c.muted,
        _ if hit => c.accent_t,
        _ => c.text,
    };
    let hit = |i: usize| matches!(ink, Ink::Used(u) if u.column == Some(i));
    let galley = |(i, cell): (usize, &String)| {
        let strong = i == 0 || !matches!(ink, Ink::Plain(_));
        let face = if strong { Face::Semi } else { Face::Ui };
        let width = widths.get(i).copied().unwrap_or(24.0);
        ui.painter().layout(cell.clone(), font(face, size), colour(hit(i)), width - 4.0)
    };
    let galleys: Vec<_> = cells.iter().enumerate().map(galley).collect();
    let high = galleys.iter().map(|g| g.size().y).fold(14.0, f32::max) + 6.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    let ground = match ink {
        Ink::Used(_) => Some(c.accent_weak),
        Ink::Plain(true) => Some(c.sunk),
        _ => None,
    };
    if let Some(ground) = ground {
        ui.painter().rect_filled(rect, 2, ground);
    }
    let mut x = rect.left();
    for (i, g) in galleys.into_iter().enumerate() {
        let at = pos2(x + 3.0, rect.top() + 3.0);
        if hit(i) {
            ui.painter().rect_filled(Rect::from_min_size(at, g.size()).expand(3.0), 3, c.accent);
        }
        ui.painter().galley(at, g, c.text);
        x += widths.get(i).copied().unwrap_or(24.0) + BETWEEN;
    }
    let last = if matches!(ink, Ink::Used(_)) { ", used last" } else { "" };
    let told = format!("{}{last}", cells.join("; "));
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &told));
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

#[cfg(test)]
mod tests {
    use super::{BETWEEN, widths};

    #[test]
    fn every_column_lies_in_the_width_there_is() {
        let (natural, least) = ([40.0, 200.0, 30.0], [40.0, 60.0, 30.0]);
        let sum = |w: &[f32]| w.iter().sum::<f32>() + BETWEEN * (w.len() - 1) as f32;
        assert_eq!(widths(&natural, &least, 400.0), natural, "as wide as the words");
        let narrow = widths(&natural, &least, 200.0);
        assert!((sum(&narrow) - 200.0).abs() < 0.1, "{narrow:?}");
        assert!(narrow.iter().zip(&least).all(|(w, l)| w >= l), "no word is broken: {narrow:?}");
        let tiny = widths(&natural, &least, 100.0);
        assert!(sum(&tiny) < 101.0, "{tiny:?}");
    }
}
