//! Counter sheets in true millimetres: fronts, and backs that lie behind them.

use super::flow::rect;
use super::forces::counter_scene;
use super::page::{Item, line_item, text_item};
use super::press::{MARGIN, Press, quiet_lines};
use super::text::{BODY, INK, NOTE, QUIET};
use super::{Source, maps, words as say};
use board::layout::Rect;
use board::palette::{self, Rgba};
use board::scene::{Affine, Anchor, Face, Scene, Shape, Stroke, Text};
use egui::{Pos2, Vec2, pos2};
use engine::present::{CounterView, MarkerView};
use std::sync::Arc;

/// The army's colour runs so far beyond the outermost cuts, in mm.
pub const BLEED: f32 = 1.0;
/// The picture stays so far inside the cut, in mm.
pub const SLACK: f32 = 0.7;
/// Cut marks begin so far outside the art and are so long.
const MARK: (f32, f32) = (1.6, 3.0);
/// Between groups, with room for their names and marks.
const BETWEEN: f32 = 12.0;

/// One thing to cut out.
#[derive(Clone)]
struct Chit {
    front: Arc<Scene>,
    back: Arc<Scene>,
    /// Grounds of both sides, for the bleed.
    ground: (Rgba, Rgba),
}

/// Counters under one name.
struct Group {
    name: String,
    chits: Vec<Chit>,
}

fn counter_ground(c: &CounterView, mono: bool) -> Rgba {
    if mono { palette::WHITE } else { palette::army(&c.army).fill }
}

fn make_chit(front: &CounterView, back: &CounterView, mm: f32, mono: bool) -> Chit {
    let clean = |c: &CounterView| CounterView { badges: Vec::new(), facing: None, ..c.clone() };
    Chit {
        front: counter_scene(&clean(front), mm, mono),
        back: counter_scene(&clean(back), mm, mono),
        ground: (counter_ground(front, mono), counter_ground(back, mono)),
    }
}

/// All that is cut out: each side at the start, each arrival, markers.
fn counter_groups(src: &Source, mm: f32, mono: bool) -> Vec<Group> {
    let mut out = Vec::new();
    let copies = |p: &engine::present::PieceView| {
        std::iter::repeat_n(make_chit(&p.front, &p.back, mm, mono), p.copies.into())
    };
    for side in src.doc.sides.iter().map(|s| s.id.as_str()).chain([""]) {
        let mine = |p: &&engine::present::PieceView| {
            p.side == side && (p.piece.is_empty() || !src.is_scheduled(&p.piece))
        };
        let chits: Vec<Chit> = src.kit.pieces.iter().filter(mine).flat_map(copies).collect();
        let name = if side.is_empty() { "Nobody's".to_owned() } else { src.side_name(side).to_owned() };
        out.push(Group { name, chits });
    }
    for e in &src.doc.schedule {
        let comes = |p: &&engine::present::PieceView| e.pieces.contains(&p.piece);
        let chits: Vec<Chit> = src.kit.pieces.iter().filter(comes).flat_map(copies).collect();
        out.push(Group {
            name: format!("{}: {}", src.side_name(&e.side), super::tracks::entry_name(src, e)),
            chits,
        });
    }
    let made = |m: &MarkerView| {
        let one = Chit {
            front: marker_scene(m, &m.name, mono),
            back: marker_scene(m, &m.back, mono),
            ground: (paper_colour(mono), paper_colour(mono)),
        };
        std::iter::repeat_n(one, m.count.into())
    };
    out.push(Group { name: "Markers".into(), chits: src.kit.markers.iter().flat_map(made).collect() });
    out.retain(|g| !g.chits.is_empty());
    out
}

/// Without a playable scenario: the pieces as the schema draws them, with backs of their army.
fn unplayable_groups(src: &Source, mm: f32, mono: bool) -> Vec<Group> {
    let of = |side: &str| {
        let mine = src.doc.pieces.iter().filter(|p| p.side == side);
        let one = |p| {
            let front = src.counter_face(p);
            let back = CounterView { hidden: true, ..front.clone() };
            make_chit(&front, &back, mm, mono)
        };
        mine.map(one).collect::<Vec<Chit>>()
    };
    let sides = src.doc.sides.iter();
    let mut out: Vec<Group> = sides.map(|s| Group { name: s.name.clone(), chits: of(&s.id) }).collect();
    out.retain(|g| !g.chits.is_empty());
    out
}

fn paper_colour(mono: bool) -> Rgba {
    if mono { palette::WHITE } else { palette::PAPER }
}

/// A marker: a card with a word, and the colours of whose it is.
fn marker_scene(m: &MarkerView, name: &str, mono: bool) -> Arc<Scene> {
    let all = Rect::from_center_size(Pos2::ZERO, Vec2::splat(1.0));
    let mut shapes = vec![Shape::round_rect(
        all.shrink(0.02),
        0.09,
        Some(paper_colour(mono)),
        Some(Stroke::new(0.025, INK)),
    )];
    let most = 0.86;
    let size = 0.27;
    let wide = super::text::text_width(Face::Title, name, size, 0.0);
    let size = if wide > most { size * most / wide } else { size };
    let armed = !m.army.is_empty();
    let base = if armed { 0.33 } else { size * 0.32 };
    shapes.push(Shape::Text(Text::new(pos2(0.0, base), name, size, Face::Title, INK)));
    if armed {
        let army = palette::army(&m.army);
        let at = rect(-0.19, -0.36, 0.38, 0.38);
        if mono {
            shapes.push(Shape::round_rect(at, 0.04, Some(palette::WHITE), Some(Stroke::new(0.025, INK))));
            let letter = army.letter.to_string();
            shapes.push(Shape::Text(Text::new(pos2(0.0, -0.06), letter, 0.32, Face::UiBlack, INK)));
        } else {
            let edge = Some(Stroke::new(0.02, army.edge));
            shapes.push(Shape::round_rect(at, 0.04, Some(army.fill), edge));
            shapes.push(Shape::rect(rect(-0.16, -0.33, 0.32, 0.09), army.stripe));
        }
    }
    Arc::new(Scene { shapes, bounds: all })
}

/// A row of counters of a group on a page.
struct Row {
    y: f32,
    chits: Vec<Chit>,
}

/// A block of rows with its name above.
struct Placed {
    name: String,
    top: f32,
    rows: Vec<Row>,
}

/// Lays groups on pages: rows of `cols`, as many as fit between `top` and `bottom`.
fn lay_out_pages(groups: Vec<Group>, mm: f32, cols: usize, (top, bottom): (f32, f32)) -> Vec<Vec<Placed>> {
    let mut pages: Vec<Vec<Placed>> = vec![Vec::new()];
    let mut y = top;
    for g in groups {
        let mut first = true;
        let mut rest = g.chits.as_slice();
        while !rest.is_empty() {
            if y + BETWEEN + mm > bottom && y > top {
                pages.push(Vec::new());
                y = top;
            }
            let start = y + 7.0;
            let fit = (((bottom - start) / mm).floor() as usize).max(1);
            let here = rest.len().min(fit * cols);
            let rows: Vec<Row> = rest[..here]
                .chunks(cols)
                .enumerate()
                .map(|(i, c)| Row { y: start + mm * i as f32, chits: c.to_vec() })
                .collect();
            let name = if first { g.name.clone() } else { format!("{}, continued", g.name) };
            y = start + mm * rows.len() as f32 + BETWEEN - 7.0;
            if let Some(page) = pages.last_mut() {
                page.push(Placed { name, top: start, rows });
            }
            rest = &rest[here..];
            first = false;
        }
    }
    pages
}

/// The counter sheets.
pub fn print(press: &mut Press<'_>) {
    let (src, opt) = (press.src, press.opt);
    let mm = opt.counter.unwrap_or_else(|| maps::counter_for(maps::map_tiles(src, opt).0));
    let groups = if src.kit.pieces.is_empty() {
        unplayable_groups(src, mm, opt.mono)
    } else {
        counter_groups(src, mm, opt.mono)
    };
    if groups.is_empty() {
        return;
    }
    let counts: Vec<String> = groups.iter().map(|g| format!("{} {}", g.name, g.chits.len())).collect();
    let total: usize = groups.iter().map(|g| g.chits.len()).sum();
    let paper = press.page_size();
    let side_room = MARK.0 + MARK.1 + BLEED;
    let cols = (((paper.x - 2.0 * (MARGIN + side_room - 4.0)) / mm).floor() as usize).max(1);
    let left = (paper.x - mm * cols as f32) / 2.0;
    let top = MARGIN + 24.0;
    let pages = lay_out_pages(groups, mm, cols, (top, press.text_bottom() - 8.0));
    let last = pages.len();
    for (i, page) in pages.iter().enumerate() {
        let n = i + 1;
        let side = if opt.one_sided { String::new() } else { "a".to_owned() };
        let note = if opt.one_sided {
            format!("{mm} mm, one side only")
        } else {
            format!("{mm} mm, two-sided: print {n}b on the back, {}", say::FLIP)
        };
        press.begin_sheet(&format!("Counters {n}{side}"), &note);
        let fronts = sheet_face(page, mm, left, paper.x, false);
        press.put_items(fronts);
        press.put_items(scale_line(paper, press.text_bottom()));
        if n == last {
            press.y = page.iter().map(|p| p.top + mm * p.rows.len() as f32).fold(top, f32::max) + 8.0;
            let text = format!("Count: {}; {total} in all.", counts.join(", "));
            let wide = press.text_width();
            let mut blocks = super::flow::paragraph_blocks(&text, BODY, wide);
            blocks.extend(quiet_lines(say::CUT, wide));
            if !opt.one_sided {
                blocks.extend(quiet_lines(say::REDUCED, wide));
            }
            // On the sheet itself where there is room, else left to a page of its own.
            let fits = press.y + super::flow::total_height(&blocks) < press.text_bottom() - 8.0;
            if fits {
                press.flow_blocks(blocks);
            } else if opt.one_sided {
                press.next_page();
                press.flow_blocks(blocks);
            } else {
                print_backs(press, page, (n, mm, left));
                press.next_page();
                press.flow_blocks(blocks);
                return;
            }
        }
        if !opt.one_sided {
            print_backs(press, page, (n, mm, left));
        }
    }
}

fn print_backs(press: &mut Press<'_>, page: &[Placed], (n, mm, left): (usize, f32, f32)) {
    press.begin_sheet(&format!("Counters {n}b"), &format!("backs of {n}a: the columns run the other way"));
    let items = sheet_face(page, mm, left, press.page_size().x, true);
    press.put_items(items);
}

/// One side of a sheet; backs are mirrored about the middle of the paper.
fn sheet_face(page: &[Placed], mm: f32, left: f32, paper: f32, back: bool) -> Vec<Item> {
    let mut out = Vec::new();
    for p in page {
        let n = NOTE.at_size(11.0);
        let name = if back { format!("{} (backs)", p.name) } else { p.name.clone() };
        let longest = p.rows.iter().map(|r| r.chits.len()).max().unwrap_or(0);
        let x = |col: usize| {
            let x = left + mm * col as f32;
            if back { paper - x - mm } else { x }
        };
        out.push(text_item(pos2(left, p.top - 5.2), name, n.size, Face::Title, INK, Anchor::Start));
        // Grounds first, so that no bleed lies over a neighbour.
        for bleed in [true, false] {
            for (i, r) in p.rows.iter().enumerate() {
                for (c, chit) in r.chits.iter().enumerate() {
                    let cell = rect(x(c), r.y, mm, mm);
                    let color = if back { chit.ground.1 } else { chit.ground.0 };
                    let at = if bleed { cell.expand(BLEED) } else { cell };
                    let inner = i > 0 && i + 1 < p.rows.len() && c > 0 && c + 1 < r.chits.len();
                    if !(bleed && inner) {
                        out.push(Shape::rect(at, color).into());
                    }
                }
            }
        }
        for r in &p.rows {
            for (c, chit) in r.chits.iter().enumerate() {
                let scene = if back { &chit.back } else { &chit.front };
                out.push(counter_item(scene, rect(x(c), r.y, mm, mm)));
            }
        }
        cut_marks(&mut out, p, mm, longest, &x);
    }
    out
}

/// The picture of a counter inside its cuts.
fn counter_item(scene: &Arc<Scene>, cell: Rect) -> Item {
    let k = cell.width() - 2.0 * SLACK;
    let place = Affine::new(cell.center().to_vec2(), k, 0.0);
    Item::Scene { scene: Arc::clone(scene), place, clip: cell }
}

/// Ticks on every cut, outside the bleed.
fn cut_marks(out: &mut Vec<Item>, p: &Placed, mm: f32, longest: usize, x: &dyn Fn(usize) -> f32) {
    let bottom = p.top + mm * p.rows.len() as f32;
    let (near, long) = MARK;
    let ends = [x(0), x(longest.saturating_sub(1))];
    let (lo, hi) = (ends[0].min(ends[1]), ends[0].max(ends[1]) + mm);
    for i in 0..=longest {
        let at = lo + mm * i as f32;
        out.push(line_item(pos2(at, p.top - near - long + 1.2), pos2(at, p.top - near), 0.15, INK));
        out.push(line_item(pos2(at, bottom + near), pos2(at, bottom + near + long - 1.2), 0.15, INK));
    }
    for i in 0..=p.rows.len() {
        let y = p.top + mm * i as f32;
        out.push(line_item(pos2(lo - near - long, y), pos2(lo - near, y), 0.15, INK));
        out.push(line_item(pos2(hi + near, y), pos2(hi + near + long, y), 0.15, INK));
    }
}

/// A line of exactly 50 mm.
fn scale_line(paper: Vec2, bottom: f32) -> Vec<Item> {
    let (r, y) = (paper.x - MARGIN, bottom - 4.5);
    let tick = |x: f32| line_item(pos2(x, y - 1.2), pos2(x, y + 1.2), 0.25, INK);
    let n = NOTE.at_size(8.5);
    vec![
        line_item(pos2(r - 50.0, y), pos2(r, y), 0.25, INK),
        tick(r - 50.0),
        tick(r),
        text_item(pos2(r - 25.0, y + 3.6), say::MEASURE, n.size, n.face, QUIET, Anchor::Middle),
    ]
}

/// Single counters as scenes with their names, for export: fronts and backs.
pub fn single_counters(src: &Source, mm: f32, mono: bool) -> Vec<(String, Arc<Scene>)> {
    let mut out = Vec::new();
    for (i, p) in src.kit.pieces.iter().enumerate() {
        let before = src.kit.pieces[..i].iter().filter(|o| o.piece == p.piece).count();
        let stem = match before {
            _ if p.piece.is_empty() => format!("counter-{}", i + 1),
            0 => p.piece.clone(),
            n => format!("{}-{}", p.piece, n + 1),
        };
        let c = make_chit(&p.front, &p.back, mm, mono);
        out.push((format!("{stem}-front"), c.front));
        out.push((format!("{stem}-back"), c.back));
    }
    for (i, m) in src.kit.markers.iter().enumerate() {
        let stem = crate::core::pieces::slug(&format!("marker {} {} {}", i + 1, m.name, m.army));
        out.push((format!("{stem}-front"), marker_scene(m, &m.name, mono)));
        out.push((format!("{stem}-back"), marker_scene(m, &m.back, mono)));
    }
    out
}
