//! Blocks that flow down columns and over pages: a table breaks between rows, its head is repeated,
//! a heading stays with what follows.

use super::page::{Item, text_item};
use super::text::TextStyle;
use board::layout::Rect;
use board::scene::Anchor;
use egui::{pos2, vec2};
use std::sync::Arc;

/// Something with a height that is not broken; its items are relative to its top left.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub height: f32,
    pub items: Vec<Item>,
    /// Stays on the page of the next block.
    pub keep: bool,
    /// Put at the top again where the column goes on with this block.
    pub head: Option<Arc<Self>>,
}

impl Block {
    pub fn gap(height: f32) -> Self {
        Self { height, ..Self::default() }
    }

    pub fn new(height: f32, items: Vec<Item>) -> Self {
        Self { height, items, ..Self::default() }
    }

    #[must_use]
    pub fn keep_with_next(mut self) -> Self {
        self.keep = true;
        self
    }

    fn is_gap(&self) -> bool {
        self.items.is_empty()
    }
}

/// Text as one block for each line, the first two and the last two together.
pub fn paragraph_blocks(text: &str, hand: TextStyle, width: f32) -> Vec<Block> {
    let lines = hand.wrap(text, width);
    let n = lines.len();
    let one = |(i, l): (usize, String)| {
        let at = pos2(0.0, hand.line_height() * 0.78);
        let run = text_item(at, l, hand.size, hand.face, hand.color, Anchor::Start);
        Block { keep: n > 1 && (i == 0 || i + 2 == n), ..Block::new(hand.line_height(), vec![run]) }
    };
    lines.into_iter().enumerate().map(one).collect()
}

/// Total height.
pub fn total_height(blocks: &[Block]) -> f32 {
    blocks.iter().map(|b| b.height).sum()
}

/// Where columns stand on the pages they fill.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Pages after the one begun on.
    pub page: usize,
    pub items: Vec<Item>,
}

/// Fills columns side by side, page after page. `first` is the room left on the page begun on,
/// `next` that of every further one; both as (top, bottom). Gives the items, the last page and how
/// far down it is filled.
pub fn fill_columns(
    columns: &[(f32, Vec<Block>)],
    first: (f32, f32),
    next: (f32, f32),
) -> (Vec<Placed>, usize, f32) {
    let mut out: Vec<Placed> = Vec::new();
    let (mut last, mut low) = (0, first.0);
    for (x, blocks) in columns {
        let (page, y) = fill_column(*x, blocks, first, next, &mut out);
        if page > last {
            (last, low) = (page, y);
        } else if page == last {
            low = low.max(y);
        }
    }
    (out, last, low)
}

fn fill_column(
    x: f32,
    blocks: &[Block],
    first: (f32, f32),
    next: (f32, f32),
    out: &mut Vec<Placed>,
) -> (usize, f32) {
    let (mut page, mut y, mut bottom) = (0, first.0, first.1);
    let mut i = 0;
    while i < blocks.len() {
        // A run of kept blocks goes with the one that ends it.
        let mut end = i;
        while end + 1 < blocks.len() && blocks[end].keep {
            end += 1;
        }
        let run = &blocks[i..=end];
        let tall = total_height(run);
        let fresh = y <= if page == 0 { first.0 } else { next.0 } + 0.01;
        if y + tall > bottom + 0.01 && !(fresh && page > 0) {
            (page, y, bottom) = (page + 1, next.0, next.1);
            if let Some(head) = &run[0].head {
                place_block(out, page, x, y, head);
                y += head.height;
            }
        }
        for b in run {
            // White space is not carried over to the next page.
            if b.is_gap() && page > 0 && y <= next.0 + 0.01 {
                continue;
            }
            place_block(out, page, x, y, b);
            y += b.height;
        }
        i = end + 1;
    }
    (page, y)
}

fn place_block(out: &mut Vec<Placed>, page: usize, x: f32, y: f32, b: &Block) {
    if b.items.is_empty() {
        return;
    }
    let items = b.items.iter().map(|i| i.moved_by(vec2(x, y))).collect();
    out.push(Placed { page, items });
}

/// One cell of a table.
#[derive(Clone, Debug)]
pub struct Cell {
    pub text: String,
    pub hand: TextStyle,
    pub anchor: Anchor,
}

impl Cell {
    pub fn new(text: impl Into<String>, hand: TextStyle, anchor: Anchor) -> Self {
        Self { text: text.into(), hand, anchor }
    }
}

/// The words of cells in columns that begin at `xs` (in mm, the last one being the right edge), each
/// broken to its width; and the height they need.
pub fn table_cells(list: &[Cell], xs: &[f32], pad: f32) -> (Vec<Item>, f32) {
    let mut items = Vec::new();
    let mut tall: f32 = 0.0;
    for (i, c) in list.iter().enumerate() {
        let (Some(left), Some(right)) = (xs.get(i), xs.get(i + 1)) else { continue };
        let (left, right) = (left + pad, right - pad);
        let lines = c.hand.wrap(&c.text, (right - left).max(1.0));
        let x = match c.anchor {
            Anchor::Start => left,
            Anchor::Middle => (left + right) / 2.0,
            Anchor::End => right,
        };
        for (k, l) in lines.iter().enumerate().filter(|l| !l.1.is_empty()) {
            let y = c.hand.line_height() * (k as f32 + 0.78);
            items.push(text_item(pos2(x, y), l.as_str(), c.hand.size, c.hand.face, c.hand.color, c.anchor));
        }
        tall = tall.max(c.hand.line_height() * lines.len() as f32);
    }
    (items, tall)
}

/// A rectangle by its corners.
pub fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), vec2(w, h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::text::BODY;

    fn row(n: usize) -> Block {
        let head = Block::new(
            5.0,
            vec![text_item(pos2(0.0, 4.0), "head", 9.0, BODY.face, BODY.color, Anchor::Start)],
        );
        let text = text_item(pos2(0.0, 8.0), n.to_string(), 9.0, BODY.face, BODY.color, Anchor::Start);
        Block { head: Some(Arc::new(head)), ..Block::new(10.0, vec![text]) }
    }

    #[test]
    fn rows_go_on_under_their_head_and_nothing_is_lost() {
        let blocks: Vec<Block> = (0..50).map(row).collect();
        let (out, last, low) = fill_columns(&[(10.0, blocks)], (20.0, 100.0), (20.0, 200.0));
        assert_eq!(last, 3, "8 rows, then 17, 17 and 8 under a head each");
        assert_eq!(out.len(), 50 + 3);
        assert!((low - 105.0).abs() < 1e-3, "{low}");
    }

    #[test]
    fn a_heading_stays_with_its_first_row() {
        let mut blocks: Vec<Block> = (0..7).map(row).collect();
        blocks.push(row(7).keep_with_next());
        blocks.push(row(8));
        let (out, last, _) = fill_columns(&[(0.0, blocks)], (0.0, 80.0), (0.0, 80.0));
        assert_eq!(last, 1);
        assert_eq!(out.iter().filter(|p| p.page == 1).count(), 3, "head, heading and row");
    }
}
