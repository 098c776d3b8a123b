//! Makes pages: headers, footers, and content that flows across them.

use super::flow::{self, Block, rect};
use super::page::{Bookmark, Item, Kit, PT, Page, line_item, text_item};
use super::text::{DATE, FOOT, HASH, INK, NOTE, QUIET, SHEET, TITLE};
use super::words as say;
use super::{Options, Part, Source};
use board::layout::Rect;
use board::scene::{Anchor, Face, Shape, Stroke};
use egui::{Vec2, pos2, vec2};

/// Margin of ordinary pages, in mm.
pub const MARGIN: f32 = 14.0;
/// Height of the footer above the margin.
pub const FOOT_HIGH: f32 = 7.5;

/// Makes one page after another.
pub struct Press<'a> {
    pub src: &'a Source,
    pub opt: &'a Options,
    pub part: Part,
    pages: Vec<Page>,
    outline: Vec<Bookmark>,
    /// How far down the last page is filled.
    pub y: f32,
    /// Header of the following pages: title and note.
    running: (String, String),
    /// Who may read the following pages; empty for everybody.
    pub only: String,
}

impl<'a> Press<'a> {
    pub fn new(src: &'a Source, opt: &'a Options) -> Self {
        Self {
            src,
            opt,
            part: Part::Setup,
            pages: Vec::new(),
            outline: Vec::new(),
            y: 0.0,
            running: Default::default(),
            only: String::new(),
        }
    }

    pub fn page_size(&self) -> Vec2 {
        self.opt.paper.size()
    }

    /// Width between the margins.
    pub fn text_width(&self) -> f32 {
        self.page_size().x - 2.0 * MARGIN
    }

    pub fn text_bottom(&self) -> f32 {
        self.page_size().y - MARGIN - FOOT_HIGH
    }

    /// Where the text begins on a page that goes on.
    fn text_top(&self) -> f32 {
        MARGIN + 9.5
    }

    pub fn room_left(&self) -> f32 {
        self.text_bottom() - self.y
    }

    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    pub fn add_bookmark(&mut self, title: impl Into<String>, level: u8) {
        let page = self.pages.len().saturating_sub(1);
        self.outline.push(Bookmark { title: title.into(), page, level });
    }

    /// A bare page of any size.
    pub fn bare_page(&mut self, size: Vec2, name: impl Into<String>) {
        self.pages.push(Page { size, items: Vec::new(), name: name.into(), part: self.part });
    }

    pub fn put_items(&mut self, items: impl IntoIterator<Item = Item>) {
        if let Some(page) = self.pages.last_mut() {
            page.items.extend(items);
        }
    }

    /// Begins a sheet on a new page, with the large head.
    pub fn begin_sheet(&mut self, title: &str, note: &str) {
        self.running = (title.to_owned(), note.to_owned());
        self.bare_page(self.page_size(), title);
        self.add_bookmark(title, 0);
        let doc = &self.src.doc;
        let (l, r) = (MARGIN, self.page_size().x - MARGIN);
        let base = MARGIN + 11.5;
        let mut items = self.double_rule();
        let right = SHEET.width(title).max(NOTE.at_size(9.5).width(note)).min(self.text_width() * 0.55);
        let date = DATE.width(&doc.date) + 8.0;
        let (hand, name) =
            TITLE.fit_line(self.kit_title(), (self.text_width() - right - date - 6.0).max(40.0));
        let wide = hand.width(&name);
        items.push(text_item(pos2(l, base), name, hand.size, hand.face, hand.color, Anchor::Start));
        let at = pos2(l + wide + 6.0, base);
        items.push(text_item(at, doc.date.as_str(), DATE.size, DATE.face, DATE.color, Anchor::Start));
        items.push(text_item(pos2(r, base - 5.2), title, SHEET.size, SHEET.face, INK, Anchor::End));
        let (n, note) = NOTE.at_size(9.5).fit_line(note, self.text_width() * 0.55);
        items.push(text_item(pos2(r, base + 0.2), note, n.size, n.face, n.color, Anchor::End));
        items.push(line_item(pos2(l, base + 4.0), pos2(r, base + 4.0), 0.2, INK));
        self.put_items(items);
        self.y = base + 8.0;
    }

    /// The same below what is on the page already, where enough of it is left: no page is begun for a few lines.
    pub fn begin_or_continue(&mut self, title: &str, note: &str) {
        const ENOUGH: f32 = 0.18;
        let fits = !self.is_empty() && self.only.is_empty() && self.y.is_finite();
        if !fits || self.room_left() < self.page_size().y * ENOUGH {
            self.begin_sheet(title, note);
            return;
        }
        self.running = (title.to_owned(), note.to_owned());
        self.add_bookmark(title, 0);
        let (l, r) = (MARGIN, self.page_size().x - MARGIN);
        let base = self.y + 8.0;
        let n = NOTE.at_size(9.5);
        let (n, note) = n.fit_line(note, self.text_width() * 0.55);
        self.put_items([
            line_item(pos2(l, base - 6.0), pos2(r, base - 6.0), 0.7, INK),
            text_item(pos2(l, base), title, SHEET.size, SHEET.face, INK, Anchor::Start),
            text_item(pos2(r, base), note, n.size, n.face, n.color, Anchor::End),
            line_item(pos2(l, base + 2.5), pos2(r, base + 2.5), 0.2, INK),
        ]);
        self.y = base + 6.0;
    }

    fn kit_title(&self) -> &'a str {
        let t = self.src.doc.title.as_str();
        if t.is_empty() { "Untitled scenario" } else { t }
    }

    fn double_rule(&self) -> Vec<Item> {
        let (l, r) = (MARGIN, self.page_size().x - MARGIN);
        vec![
            line_item(pos2(l, MARGIN - 1.0), pos2(r, MARGIN - 1.0), 0.7, INK),
            line_item(pos2(l, MARGIN + 0.3), pos2(r, MARGIN + 0.3), 0.2, INK),
        ]
    }

    /// Starts a new page of the same sheet.
    pub fn next_page(&mut self) {
        let (title, _) = self.running.clone();
        self.bare_page(self.page_size(), title.clone());
        let (l, r) = (MARGIN, self.page_size().x - MARGIN);
        let base = MARGIN + 5.0;
        let mut items = self.double_rule();
        let (hand, name) = SHEET.fit_line(self.kit_title(), self.text_width() * 0.5);
        items.push(text_item(pos2(l, base), name, hand.size, hand.face, INK, Anchor::Start));
        let text = format!("{title}, continued");
        let n = NOTE.at_size(9.5);
        items.push(text_item(pos2(r, base), text, n.size, n.face, n.color, Anchor::End));
        items.push(line_item(pos2(l, base + 2.0), pos2(r, base + 2.0), 0.2, INK));
        self.put_items(items);
        self.y = self.text_top();
    }

    /// Starts a new page unless this much room is left.
    pub fn need_height(&mut self, height: f32) {
        if self.room_left() < height {
            self.next_page();
        }
    }

    /// Flows blocks down columns; `x` from the left rim.
    pub fn flow_columns(&mut self, list: &[(f32, Vec<Block>)]) {
        let moved: Vec<(f32, Vec<Block>)> = list.iter().map(|(x, b)| (x + MARGIN, b.clone())).collect();
        let first = (self.y, self.text_bottom());
        let next = (self.text_top(), self.text_bottom());
        let (placed, end, low) = flow::fill_columns(&moved, first, next);
        // A gap at the end does not ask for a page of its own.
        let last = placed.iter().filter(|p| !p.items.is_empty()).map(|p| p.page).max().unwrap_or(0);
        let low = if last < end { self.text_bottom() } else { low };
        let start = self.pages.len().saturating_sub(1);
        for _ in 0..last {
            self.next_page();
        }
        for p in placed {
            if let Some(page) = self.pages.get_mut(start + p.page) {
                page.items.extend(p.items);
            }
        }
        self.y = low;
    }

    /// Flows blocks over the whole width.
    pub fn flow_blocks(&mut self, blocks: Vec<Block>) {
        self.flow_columns(&[(0.0, blocks)]);
    }

    /// Flows groups of blocks down `n` columns of equal width, each group into the shortest.
    pub fn spread_groups(&mut self, n: usize, gap: f32, groups: Vec<Vec<Block>>) {
        let wide = self.column_width(n, gap);
        let mut list: Vec<(f32, Vec<Block>)> =
            (0..n).map(|i| (i as f32 * (wide + gap), Vec::new())).collect();
        for g in groups {
            let shortest =
                list.iter_mut().min_by(|a, b| flow::total_height(&a.1).total_cmp(&flow::total_height(&b.1)));
            if let Some((_, blocks)) = shortest {
                blocks.extend(g);
            }
        }
        self.flow_columns(&list);
    }

    /// Width of one of `n` columns.
    pub fn column_width(&self, n: usize, gap: f32) -> f32 {
        (self.text_width() - gap * (n as f32 - 1.0)) / n as f32
    }

    /// Adds headers and footers, now that the number of pages is known.
    pub fn finish(mut self) -> Kit {
        let total = self.pages.len();
        let errors = self.src.errors().len();
        for i in 0..total {
            let size = self.pages[i].size;
            let foot = self.page_foot(size, i + 1, total, errors);
            self.pages[i].items.extend(foot);
        }
        let doc = &self.src.doc;
        Kit {
            title: format!("{}: setup kit", self.kit_title()),
            subject: format!("{}, {}", doc.date, self.src.schema.name),
            keywords: vec![self.src.schema.name.clone(), doc.id.clone(), self.src.hash.clone()],
            language: "en",
            pages: self.pages,
            outline: self.outline,
        }
    }

    fn page_foot(&self, size: Vec2, n: usize, total: usize, errors: usize) -> Vec<Item> {
        let (l, r, y) = (MARGIN, size.x - MARGIN, size.y - MARGIN + 2.0);
        let mut out = vec![line_item(pos2(l, y - 4.0), pos2(r, y - 4.0), 0.2, INK)];
        let left = format!("{}, {}, scenario {}", self.kit_title(), self.src.schema.name, self.src.version);
        let (h, left) = FOOT.fit_line(&left, (r - l) * 0.42);
        out.push(text_item(pos2(l, y), left, h.size, h.face, h.color, Anchor::Start));
        let middle = pos2(size.x / 2.0, y);
        out.push(text_item(middle, self.src.hash.as_str(), HASH.size, HASH.face, HASH.color, Anchor::Middle));
        let page = format!("page {n} of {total}");
        out.push(text_item(pos2(r, y), page, FOOT.size, FOOT.face, FOOT.color, Anchor::End));
        if errors > 0 {
            let text = say::draft_note(errors);
            let wide = super::text::text_width(Face::UiBold, &text, 9.0 * PT, 0.0) + 4.0;
            let at = rect(size.x / 2.0 - wide / 2.0, 4.5, wide, 5.2);
            out.push(Shape::round_rect(at, 1.0, None, Some(Stroke::new(0.4, INK))).into());
            let base = pos2(size.x / 2.0, at.max.y - 1.5);
            out.push(text_item(base, text, 9.0, Face::UiBold, INK, Anchor::Middle));
        }
        out
    }
}

/// A heading in small capitals over a rule, kept with what follows.
pub fn caption_block(text: &str, width: f32) -> Block {
    let hand = super::text::CAPTION;
    let mut run = hand.text_run(text.to_uppercase());
    run.at = pos2(0.0, 3.2);
    let mut items: Vec<Item> = vec![Shape::Text(run).into()];
    items.push(line_item(pos2(0.0, 4.6), pos2(width, 4.6), 0.2, INK));
    Block::new(6.0, items).keep_with_next()
}

/// A picture of the board laid into a rectangle of the page.
pub fn picture_item(scene: &std::sync::Arc<board::scene::Scene>, into: Rect) -> Item {
    let b = scene.bounds;
    let k = (into.width() / b.width()).min(into.height() / b.height());
    let size = b.size() * k;
    let min = into.min + (into.size() - size) * 0.5;
    let place = board::scene::Affine::new(min.to_vec2() - b.min.to_vec2() * k, k, 0.0);
    Item::Scene { scene: std::sync::Arc::clone(scene), place, clip: Rect::from_min_size(min, size) }
}

/// A caption under a table or picture.
pub fn quiet_lines(text: &str, width: f32) -> Vec<Block> {
    flow::paragraph_blocks(text, NOTE.with_colour(QUIET), width)
}

/// A small empty box to tick.
pub fn tick_box(at: Vec2, side: f32) -> Item {
    let r = Rect::from_min_size(at.to_pos2(), vec2(side, side));
    Shape::round_rect(r, side * 0.12, None, Some(Stroke::new(0.25, INK))).into()
}

impl Press<'_> {
    /// Flows rows down `n` columns in their order, `per` to a column or as many as fit the page.
    pub fn spread_in_order(&mut self, n: usize, gap: f32, rows: Vec<Block>, per: usize) {
        let wide = self.column_width(n, gap);
        let mut rest = rows.as_slice();
        let mut fresh = false;
        while !rest.is_empty() {
            let room = self.room_left();
            let before = rest.len();
            let mut list = Vec::new();
            for i in 0..n {
                // A table that goes on has its head again over every column.
                let head = rest.first().and_then(|b| b.head.clone()).filter(|_| fresh);
                let count = rows_that_fit(rest, per, room - head.as_ref().map_or(0.0, |h| h.height));
                // On an empty page a row is printed however tall it is.
                let count = if count == 0 && fresh && i == 0 { 1 } else { count };
                let mut column: Vec<Block> = head.iter().map(|h| (**h).clone()).collect();
                column.extend_from_slice(&rest[..count]);
                if count > 0 {
                    list.push((i as f32 * (wide + gap), column));
                }
                rest = &rest[count..];
            }
            if rest.len() < before {
                self.flow_columns(&list);
            }
            if !rest.is_empty() {
                self.next_page();
                fresh = true;
            }
        }
    }
}

/// How many of the rows, `most` at most, fit so much room; a heading is not left behind alone.
fn rows_that_fit(rows: &[Block], most: usize, room: f32) -> usize {
    let mut used = 0.0;
    let mut count = 0;
    while count < rows.len().min(most) && used + rows[count].height <= room {
        used += rows[count].height;
        count += 1;
    }
    while count > 0 && count < rows.len() && rows[count - 1].keep {
        count -= 1;
    }
    count
}
