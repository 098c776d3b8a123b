//! Charts as tables that break between rows and repeat their heads.

use super::flow::{Block, Cell, paragraph_blocks, rect, table_cells};
use super::page::{Item, line_item, text_item};
use super::text::{CELL, FIGURE, HAIR, INK, RULE, TextStyle};
use super::words as say;
use board::palette::{self, Rgba};
use board::scene::{Anchor, Face, Shape};
use egui::{pos2, vec2};
use engine::present::ChartView;
use std::sync::Arc;

/// Natural widths of the columns, without padding.
fn natural_widths(c: &ChartView) -> Vec<f32> {
    let column = |i: usize| {
        let head = HEAD.width(c.columns.get(i).map_or("", String::as_str));
        let cells = c.rows.iter().filter_map(|r| r.get(i)).map(|t| cell_hand(i).width(t));
        cells.fold(head, f32::max)
    };
    (0..c.columns.len()).map(column).collect()
}

const HEAD: TextStyle = TextStyle { face: Face::UiBold, ..RULE };

fn cell_hand(column: usize) -> TextStyle {
    if column == 0 { CELL.at_size(9.0) } else { FIGURE.at_size(7.8) }
}

const PAD: f32 = 1.0;

/// Whether a chart can stand in a column of that width without breaking its cells.
pub fn fits_width(c: &ChartView, width: f32) -> bool {
    let need: f32 = natural_widths(c).iter().map(|w| w.min(width * 0.6) + 2.0 * PAD).sum();
    need <= width
}

/// Column edges: natural widths, stretched or squeezed to fill the width.
fn column_edges(c: &ChartView, width: f32) -> Vec<f32> {
    let n = natural_widths(c);
    let padded: Vec<f32> = n.iter().map(|w| w + 2.0 * PAD).collect();
    let total: f32 = padded.iter().sum();
    let widths: Vec<f32> = if total <= width {
        let spare = (width - total) / padded.len().max(1) as f32;
        padded.iter().map(|w| w + spare).collect()
    } else {
        // Narrow columns keep what they need; the wide ones share the rest.
        let fair = width / padded.len().max(1) as f32;
        let small: f32 = padded.iter().filter(|w| **w <= fair).sum();
        let large: f32 = padded.iter().filter(|w| **w > fair).sum();
        let share = (width - small) / large.max(0.1);
        padded.iter().map(|w| if *w <= fair { *w } else { w * share }).collect()
    };
    let mut x = 0.0;
    let mut out = vec![0.0];
    for w in widths {
        x += w;
        out.push(x);
    }
    out
}

/// The chart with title, rule, rows, notes and provenance.
pub fn chart_blocks(c: &ChartView, width: f32, mono: bool) -> Vec<Block> {
    let mut out = vec![chart_title(c, width)];
    if !c.columns.is_empty() && !c.rows.is_empty() {
        let xs = column_edges(c, width);
        let head = Arc::new(chart_head(c, &xs, mono));
        out.push((*head).clone());
        for (i, row) in c.rows.iter().enumerate() {
            let list: Vec<Cell> = row
                .iter()
                .enumerate()
                .map(|(k, t)| Cell::new(t.as_str(), cell_hand(k), column_anchor(k)))
                .collect();
            let (items, tall) = table_cells(&list, &xs, PAD);
            let high = tall + 1.2;
            let mut all: Vec<Item> = Vec::new();
            if i % 2 == 1 && c.rows.len() > 3 {
                let wash = if mono { Rgba::hex(0xF0F0F0) } else { Rgba::hex(0xF8F3E7) };
                all.push(Shape::rect(rect(0.0, 0.0, width, high), wash).into());
            }
            all.extend(items.iter().map(|i| i.moved_by(vec2(0.0, 0.6))));
            all.push(line_item(pos2(0.0, high), pos2(width, high), 0.12, HAIR));
            out.push(Block { head: Some(Arc::clone(&head)), ..Block::new(high, all) });
        }
        out.push(Block::gap(1.0));
    }
    for n in &c.notes {
        out.extend(paragraph_blocks(n, CELL.at_size(8.6), width));
    }
    let own = if c.own { "; the user's own figures" } else { "" };
    let kind = say::provenance_name(c.provenance.kind);
    let note = if c.provenance.note.is_empty() { String::new() } else { format!(": {}", c.provenance.note) };
    out.extend(paragraph_blocks(&format!("{kind}{own}{note}"), RULE, width));
    out.push(Block::gap(4.5));
    out
}

fn column_anchor(column: usize) -> Anchor {
    if column == 0 { Anchor::Start } else { Anchor::Middle }
}

fn chart_title(c: &ChartView, width: f32) -> Block {
    let h = super::text::SHEET.at_size(12.0);
    let items = vec![
        text_item(pos2(0.0, 4.2), c.title.as_str(), h.size, h.face, INK, Anchor::Start),
        text_item(
            pos2(width, 4.2),
            format!("rule {}", c.rule),
            RULE.size,
            RULE.face,
            RULE.color,
            Anchor::End,
        ),
    ];
    Block::new(5.8, items).keep_with_next()
}

fn chart_head(c: &ChartView, xs: &[f32], mono: bool) -> Block {
    let list: Vec<Cell> =
        c.columns.iter().enumerate().map(|(i, t)| Cell::new(t.as_str(), HEAD, column_anchor(i))).collect();
    let (items, tall) = table_cells(&list, xs, PAD);
    let high = tall + 1.4;
    let right = xs.last().copied().unwrap_or(0.0);
    let wash = if mono { Rgba::hex(0xDDDDDD) } else { palette::LIGHT.sunk };
    let mut all: Vec<Item> = vec![Shape::rect(rect(0.0, 0.0, right, high), wash).into()];
    all.extend(items.iter().map(|i| i.moved_by(vec2(0.0, 0.7))));
    all.push(line_item(pos2(0.0, high), pos2(right, high), 0.25, INK));
    Block::new(high, all).keep_with_next()
}
