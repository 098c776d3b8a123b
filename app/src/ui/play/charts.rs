//! The charts in force as tables: the row that was used last is marked, and every table says where its
//! figures come from.

use super::session::Session;
use crate::ui::words;
use egui::{Frame, Margin, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use engine::present::{ChartUse, ChartView};
use ui_kit::theme::{Face, colours, font, text};
use ui_kit::widgets::{Tone, filter_chip, one_line, rule_chip, tone_chip};

/// A panel lower than this has the charts in a list to pull down.
const LOW: f32 = 320.0;

/// The charts in force; `chosen` is the title of the one picked by hand.
pub(super) fn show_charts(session: &Session, chosen: &mut Option<String>, ui: &mut Ui) {
    let c = colours(ui);
    let game = session.shown();
    let charts = game.charts();
    let used = game.view(session.viewer()).charts_used();
    if charts.is_empty() {
        ui.label(text(words::NO_CHARTS, Face::Ui, 12.5, c.muted));
        return;
    }
    // The chart used last is the one most wanted, unless another was chosen.
    let first = || used.first().map_or(charts[0].title.clone(), |u| u.chart.clone());
    let shown = chosen.clone().filter(|t| charts.iter().any(|c| c.title == *t)).unwrap_or_else(first);
    let low = ui.available_height() < LOW;
    let mut wanted = None;
    if low {
        // One line where chips would leave no room for the chart.
        let list = egui::ComboBox::from_id_salt("charts").selected_text(&shown);
        let list = list.width(ui.available_width() - 12.0).show_ui(ui, |ui| {
            for chart in &charts {
                if ui.selectable_label(chart.title == shown, &chart.title).clicked() {
                    wanted = Some(chart.title.clone());
                }
            }
        });
        list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Chart: {shown}")));
    } else {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            for chart in &charts {
                if filter_chip(ui, &chart.title, chart.title == shown).clicked() {
                    wanted = Some(chart.title.clone());
                }
            }
        });
    }
    if wanted.is_some() {
        *chosen = wanted;
    }
    ui.add_space(4.0);
    let Some(chart) = charts.iter().find(|c| c.title == shown) else { return };
    ScrollArea::vertical().id_salt(("chart", &chart.title)).auto_shrink([false, false]).show(ui, |ui| {
        heading(ui, chart, !low);
        table(ui, chart, &used);
        for note in &chart.notes {
            noted(ui, note);
        }
        if used.iter().any(|u| u.chart == chart.title) {
            ui.label(text(words::ROW_USED, Face::TitleItalic, 13.0, c.muted));
        }
    });
}

fn heading(ui: &mut Ui, chart: &ChartView, titled: bool) {
    let c = colours(ui);
    ui.horizontal_wrapped(|ui| {
        if titled {
            ui.label(text(&chart.title, Face::Title, 19.0, c.text));
        }
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

/// How wide each column is: as wide as its words where all have room; else broken into lines, the longer
/// ones first, none narrower than its longest word. Nothing where that cannot be.
fn widths(natural: &[f32], least: &[f32], room: f32) -> Option<Vec<f32>> {
    let (held, wanted) = (least.iter().sum::<f32>(), natural.iter().sum::<f32>());
    if wanted <= room {
        return Some(natural.to_vec());
    }
    if held > room {
        return None;
    }
    let share = (room - held) / (wanted - held).max(1.0);
    Some(natural.iter().zip(least).map(|(n, l)| l + (n - l) * share).collect())
}

/// How a table lies in its room: size of the letters, gap between columns, width of each.
struct Fit {
    size: f32,
    gap: f32,
    widths: Vec<f32>,
}

/// The largest letters with which no word is broken; none where the smallest are too large.
fn fitting(ui: &Ui, chart: &ChartView, room: f32) -> Option<Fit> {
    let columns = chart.rows.iter().map(Vec::len).chain([chart.columns.len()]).max().unwrap_or(0);
    for (size, gap) in [(12.5, 12.0), (11.5, 8.0), (10.5, 5.0), (10.0, 4.0)] {
        let ink = egui::Color32::BLACK;
        let wide = |words: &str| one_line(ui, words, Face::Semi, size, ink, f32::INFINITY).size().x;
        let mut natural = vec![12.0_f32; columns];
        let mut least = vec![12.0_f32; columns];
        for cells in std::iter::once(&chart.columns).chain(&chart.rows) {
            for (i, cell) in cells.iter().enumerate() {
                natural[i] = natural[i].max(wide(cell) + 5.0);
                let word = cell.split_whitespace().map(wide).fold(0.0, f32::max);
                least[i] = least[i].max(word + 5.0);
            }
        }
        let room = room - gap * columns.saturating_sub(1) as f32 - 4.0;
        if let Some(widths) = widths(&natural, &least, room) {
            return Some(Fit { size, gap, widths });
        }
    }
    None
}

/// The table in the width there is: no column lies out of sight. Where columns have no room each row is a
/// paragraph.
fn table(ui: &mut Ui, chart: &ChartView, used: &[ChartUse]) {
    let c = colours(ui);
    let in_use = |row: usize| used.iter().find(|u| u.chart == chart.title && u.row == row);
    let ink = |i: usize| in_use(i).map_or(Ink::Plain(i % 2 == 1), Ink::Used);
    ui.spacing_mut().item_spacing.y = 0.0;
    match fitting(ui, chart, ui.available_width()) {
        Some(fit) => {
            row(ui, &chart.columns, &fit, Ink::Head);
            for (i, cells) in chart.rows.iter().enumerate() {
                row(ui, cells, &fit, ink(i));
            }
        }
        None => {
            for (i, cells) in chart.rows.iter().enumerate() {
                paragraph(ui, &chart.columns, cells, ink(i));
            }
        }
    }
    ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top(), Stroke::new(1.0, c.line));
    ui.add_space(8.0);
}

/// A row as a paragraph: its name, then every figure after its heading.
fn paragraph(ui: &mut Ui, heads: &[String], cells: &[String], ink: Ink<'_>) {
    let c = colours(ui);
    let ground = match ink {
        Ink::Used(_) => c.accent_weak,
        Ink::Plain(true) => c.sunk,
        _ => egui::Color32::TRANSPARENT,
    };
    let frame = Frame::new().fill(ground).inner_margin(Margin::symmetric(3, 3));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let last = if matches!(ink, Ink::Used(_)) { ", used last" } else { "" };
        let name = cells.first().map_or("", String::as_str);
        let label = ui.label(text(name, Face::Semi, 12.0, c.text));
        label.widget_info(|| WidgetInfo::labeled(Role::Row, true, format!("{}{last}", cells.join("; "))));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
            for (i, cell) in cells.iter().enumerate().skip(1).filter(|(_, cell)| !cell.is_empty()) {
                let head = heads.get(i).map_or("", String::as_str);
                let hit = matches!(ink, Ink::Used(u) if u.column == Some(i));
                ui.label(text(head, Face::Ui, 11.0, c.muted));
                let ink = if hit { c.accent } else { c.text };
                ui.label(text(cell, Face::Semi, 11.5, ink));
                ui.add_space(6.0);
            }
        });
    });
}

/// What a row is.
enum Ink<'a> {
    Head,
    /// Shaded or not, to lead the eye.
    Plain(bool),
    Used(&'a ChartUse),
}

fn row(ui: &mut Ui, cells: &[String], fit: &Fit, ink: Ink<'_>) {
    let c = colours(ui);
    let size = if matches!(ink, Ink::Head) { (fit.size - 1.0).max(10.0) } else { fit.size };
    let colour = |hit: bool| match ink {
        Ink::Head => c.muted,
        _ if hit => c.accent_t,
        _ => c.text,
    };
    let hit = |i: usize| matches!(ink, Ink::Used(u) if u.column == Some(i));
    let galley = |(i, cell): (usize, &String)| {
        let strong = i == 0 || !matches!(ink, Ink::Plain(_));
        let face = if strong { Face::Semi } else { Face::Ui };
        let width = fit.widths.get(i).copied().unwrap_or(24.0);
        ui.painter().layout(cell.clone(), font(face, size), colour(hit(i)), width - 2.0)
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
        x += fit.widths.get(i).copied().unwrap_or(24.0) + fit.gap;
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
    use super::widths;

    #[test]
    fn every_column_lies_in_the_width_there_is() {
        let (natural, least) = ([40.0, 200.0, 30.0], [40.0, 60.0, 30.0]);
        assert_eq!(widths(&natural, &least, 400.0), Some(natural.to_vec()), "as wide as the words");
        let narrow = widths(&natural, &least, 200.0).unwrap();
        assert!((narrow.iter().sum::<f32>() - 200.0).abs() < 0.1, "{narrow:?}");
        assert!(narrow.iter().zip(&least).all(|(w, l)| w >= l), "no word is broken: {narrow:?}");
        assert_eq!(widths(&natural, &least, 100.0), None, "then each row is a paragraph");
    }
}
