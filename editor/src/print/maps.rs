//! The map: whole for the setup sheet, and at true size over as many pages as it takes.
use super::flow::rect;
use super::page::{Item, PT, line_item, text_item};
use super::press::{MARGIN, Press};
use super::source::hexes_of;
use super::text::{FIGURE, INK, NOTE, QUIET};
use super::{Options, Source};
use board::art::{MapArt, MapStyle};
use board::board::{BoardStyle, play_shapes};
use board::counter::CounterStyle;
use board::layout::{Layout, Pos, Rect};
use board::overlay::Highlights;
use board::palette;
use board::scene::{Affine, Anchor, Face, Scene, Shape, Stroke, Text};
use egui::{Vec2, pos2, vec2};
use engine::hex::HexId;
use engine::present::{AreaKind, AreaView, BoardView, CounterView};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Hex sizes that can be chosen, from side to opposite side in mm.
pub const SIZES: [f32; 4] = [13.0, 16.0, 19.0, 25.0];
/// Overlap of neighbouring pages, in mm.
pub const OVERLAP: f32 = 8.0;
/// Margin of map pages, in mm.
const RIM: f32 = 9.0;
/// Room for key and foot.
const FOOT: f32 = 26.0;
/// A map at true size should not take more pages than this, if a smaller hex helps.
const MOST_PAGES: usize = 4;
/// Hexes of this size on a single page are better than larger ones on several.
const ROOMY: f32 = 19.0;
/// The least and greatest hexes of a map that takes many pages, in mm.
const LARGE_MAP: (f32, f32) = (15.0, 19.0);
const SQRT3: f32 = 1.732_050_8;

/// How large the hexes of the map pages are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum HexSize {
    /// The largest that suits the map.
    #[default]
    Auto,
    /// Between opposite sides, in mm.
    Mm(f32),
    /// The whole map on one page.
    Fit,
}

/// How a map is drawn whose hexes are `r` mm from centre to corner.
fn print_style(mono: bool, r: f32, least_pt: f32) -> MapStyle {
    MapStyle {
        mono,
        paper: Some(r),
        least: least_pt * PT / r,
        ..MapStyle::at_scale((r * 8.0).clamp(36.0, 90.0))
    }
}

fn board_style(map: MapStyle) -> BoardStyle {
    BoardStyle { map, counters: CounterStyle { mono: map.mono, shadow: false, ..CounterStyle::default() } }
}

/// Areas of the set-up and the schedule, and objectives.
fn shown_areas(src: &Source, side: Option<&str>) -> Vec<AreaView> {
    let mine = |s: &str| side.is_none_or(|m| m == s);
    let mut named: BTreeMap<&str, String> = BTreeMap::new();
    for e in src.doc.setup.iter().filter(|e| mine(&e.side)) {
        named.entry(&e.area).or_insert_with(|| src.side_name(&e.side).to_owned());
    }
    for e in src.doc.schedule.iter().filter(|e| mine(&e.side)) {
        named.entry(&e.area).or_insert_with(|| e.name.clone());
    }
    let mut out = src.objectives.clone();
    for (id, name) in named {
        if let Some(r) = src.doc.map.region(id) {
            let hexes = r.hexes.iter().filter_map(|h| src.doc.map.grid.id(*h)).collect();
            out.push(AreaView { name, hexes, kind: AreaKind::Setup });
        }
    }
    out
}

/// Counters at their start: of one side, or of all; those without a side always.
fn starting_counters(src: &Source, side: Option<&str>) -> Vec<CounterView> {
    let shown = |p: &&engine::scenario::Piece| {
        let mine = if p.side.is_empty() { src.has_counter(p) } else { side.is_none_or(|s| s == p.side) };
        mine && !hexes_of(&src.doc, p).is_empty()
    };
    let leads = |p: &engine::scenario::Piece| src.schema.unit(&p.kind).is_some_and(|u| u.leader);
    let pieces: Vec<_> = src.doc.pieces.iter().filter(shown).collect();
    let carried: BTreeSet<HexId> =
        pieces.iter().filter(|p| !leads(p)).flat_map(|p| hexes_of(&src.doc, p)).collect();
    let one = |p: &&engine::scenario::Piece| {
        let mut c = src.counter_face(p);
        c.stack.rider = leads(p) && hexes_of(&src.doc, p).first().is_some_and(|h| carried.contains(h));
        c
    };
    pieces.iter().map(one).collect()
}

/// Which counters a whole map shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown<'a> {
    All,
    /// Of this side, and those without a side.
    Side(&'a str),
    Nobodys,
}

/// Size of the sheet with its frame, in hex units.
pub fn sheet_size(src: &Source) -> Vec2 {
    Layout::new(src.doc.map.grid).sheet_rect().expand(board::art::FRAME).size()
}

/// Whether hex numbers of 7 points fit the hexes of a map drawn `k` mm to R.
pub fn numbers_fit(src: &Source, k: f32) -> bool {
    let widest = src.doc.map.grid.ids().last().map(|h| src.doc.map.grid.label(h)).unwrap_or_default();
    let wide = super::text::text_width(Face::UiMedium, &widest, 7.0 * PT, 0.0);
    wide <= SQRT3 * k * 0.92
}

/// The whole battlefield for a picture of that size in mm.
pub fn whole_map(src: &Source, mono: bool, room: Vec2, shown: Shown<'_>) -> Arc<Scene> {
    let size = sheet_size(src);
    let k = (room.x / size.x).min(room.y / size.y).max(0.1);
    let inside = numbers_fit(src, k);
    let least = if inside { 6.0 } else { 5.0 };
    let map = MapStyle { numbers: inside, ..print_style(mono, k, least) };
    let art = MapArt::new(&src.doc.map, &src.schema);
    let bounds = art.bounds(&map);
    let mut shapes = art.shapes_in(bounds, &map);
    clear_names(&mut shapes);
    let side = match shown {
        Shown::Side(s) => Some(s),
        _ => None,
    };
    let all = match shown {
        Shown::Nobodys => starting_counters(src, Some("\u{0}")),
        _ => starting_counters(src, side),
    };
    let view = BoardView { counters: all, marks: src.marks.clone(), areas: shown_areas(src, side) };
    shapes.extend(play_shapes(&art.layout, &view, &Highlights::default(), &board_style(map)));
    if inside {
        return Arc::new(Scene { shapes, bounds });
    }
    let size = 7.0 * PT / k;
    let last = src.doc.map.grid.row_label(src.doc.map.grid.rows.saturating_sub(1));
    let rim = super::text::text_width(Face::UiMedium, &last, size, 0.0).max(size) + size * 0.4;
    rim_numbers(&mut shapes, &art.layout, bounds, size);
    Arc::new(Scene { shapes, bounds: bounds.expand(rim) })
}

/// Removes the hex numbers below place names: of two overlapping texts neither can be read, and
/// the pages of the map at its true size have all of them. Names of provinces are spaced so widely that
/// numbers can be read between their letters.
fn clear_names(shapes: &mut Vec<Shape>) {
    let number = |t: &Text| t.face == Face::UiMedium;
    let place = |t: &Text| !number(t) && t.turn == 0.0 && t.spacing < t.size * 0.12;
    let names: Vec<Rect> = shapes
        .iter()
        .filter_map(|s| match s {
            Shape::Text(t) if place(t) => Some(letters_of(t)),
            _ => None,
        })
        .collect();
    shapes.retain(|s| match s {
        Shape::Text(t) if number(t) => !names.iter().any(|n| n.intersects(letters_of(t))),
        _ => true,
    });
}

/// The ground the letters of a word stand on, apart from what hangs below the line.
fn letters_of(t: &Text) -> Rect {
    let wide = super::text::text_width(t.face, &t.text, t.size, t.spacing);
    Rect::from_min_max(t.at - vec2(wide * 0.5, t.size * 0.72), t.at + vec2(wide * 0.5, 0.0))
}

/// Numbers of columns and rows along the frame, where those in the hexes would be too small.
fn rim_numbers(out: &mut Vec<Shape>, l: &Layout, bounds: Rect, size: f32) {
    let g = &l.grid;
    let mut put = |at: Pos, text: String, anchor: Anchor| {
        out.push(Shape::Text(Text::new(at, text, size, Face::UiMedium, INK).anchored(anchor)));
    }; // Every second one where they would touch.
    let tight =
        |text: &str, room: f32| super::text::text_width(Face::UiMedium, text, size, 0.0) > room * 0.85;
    let step = usize::from(tight(&g.col_label(g.cols.saturating_sub(1)), SQRT3)) + 1;
    for c in (0..g.cols).step_by(step) {
        let top = l.center_of(g.hex_at(c, 0)).x;
        let low = l.center_of(g.hex_at(c, g.rows.saturating_sub(1))).x;
        put(pos2(top, bounds.min.y - size * 0.28), g.col_label(c), Anchor::Middle);
        put(pos2(low, bounds.max.y + size * 0.95), g.col_label(c), Anchor::Middle);
    }
    let step = usize::from(size > 1.4) + 1;
    for r in (0..g.rows).step_by(step) {
        let y = l.center_of(g.hex_at(0, r)).y + size * 0.35;
        put(pos2(bounds.min.x - size * 0.2, y), g.row_label(r), Anchor::End);
        put(pos2(bounds.max.x + size * 0.2, y), g.row_label(r), Anchor::Start);
    }
}

/// Millimetres to R for hexes of that size between sides.
fn hex_radius(mm: f32) -> f32 {
    mm / SQRT3
}

/// How a map is cut into pages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiles {
    /// Millimetres to R.
    pub k: f32,
    pub cols: usize,
    pub rows: usize,
    /// Size of the paper as it lies.
    pub paper: Vec2,
    /// Size of the picture on a page.
    pub room: Vec2,
}

impl Tiles {
    fn cut_sheet(sheet: Vec2, k: f32, paper: Vec2) -> Self {
        // Whole tenths of a millimetre, so that pages join on whole pixels as well.
        let tenths = |v: f32| (v * 10.0).floor() / 10.0;
        let room = vec2(tenths(paper.x - 2.0 * RIM), tenths(paper.y - RIM - FOOT));
        let count = |all: f32, one: f32| {
            if all <= one { 1 } else { ((all - OVERLAP) / (one - OVERLAP)).ceil().max(1.0) as usize }
        };
        let size = sheet * k;
        let (cols, rows) = (count(size.x, room.x), count(size.y, room.y));
        // Every page carries the same share: no last page with a strip of map.
        let share = |all: f32, pages: usize, most: f32| {
            if pages == 1 {
                return most;
            }
            ((all + OVERLAP * (pages as f32 - 1.0)) / pages as f32 * 10.0).ceil() / 10.0
        };
        let room = vec2(share(size.x, cols, room.x).min(room.x), share(size.y, rows, room.y).min(room.y));
        Self { k, cols, rows, paper, room }
    }

    pub fn page_count(&self) -> usize {
        self.cols * self.rows
    }

    /// The part of the map on a page, in mm of the map.
    fn page_part(&self, col: usize, row: usize) -> Rect {
        let step = self.room - Vec2::splat(OVERLAP);
        Rect::from_min_size(pos2(step.x * col as f32, step.y * row as f32), self.room)
    }
}

/// Upright or lying, whichever takes fewer pages.
fn best_tiling(sheet: Vec2, k: f32, paper: Vec2) -> Tiles {
    let upright = Tiles::cut_sheet(sheet, k, paper);
    let lying = Tiles::cut_sheet(sheet, k, vec2(paper.y, paper.x));
    if lying.page_count() < upright.page_count() { lying } else { upright }
}

/// Size of a hex between sides and how the map is cut, for these options.
pub fn map_tiles(src: &Source, opt: &Options) -> (f32, Tiles) {
    let (sheet, paper) = (sheet_size(src), opt.paper.size());
    let at = |mm: f32| (mm, best_tiling(sheet, hex_radius(mm), paper));
    match opt.hex {
        HexSize::Mm(mm) => at(mm),
        HexSize::Fit => {
            let k = |p: Vec2| {
                let room = Tiles::cut_sheet(sheet, 0.001, p).room;
                (room.x / sheet.x).min(room.y / sheet.y)
            };
            let lying = vec2(paper.y, paper.x);
            let p = if k(lying) > k(paper) { lying } else { paper };
            (k(p) * SQRT3, Tiles::cut_sheet(sheet, k(p) * 0.9999, p))
        }
        HexSize::Auto => {
            let of = |most: usize, least: f32| {
                let sizes = SIZES.iter().rev().filter(|mm| **mm >= least);
                sizes.map(|mm| at(*mm)).find(|(_, t)| t.page_count() <= most)
            };
            let large = || {
                // A large map: the fewest pages, and the largest hexes on so many.
                let sizes = (0..=8).map(|i| at(LARGE_MAP.0 + (LARGE_MAP.1 - LARGE_MAP.0) * i as f32 / 8.0));
                sizes.reduce(|a, b| if b.1.page_count() <= a.1.page_count() { b } else { a })
            };
            of(1, ROOMY).or_else(|| of(MOST_PAGES, 0.0)).or_else(large).unwrap_or_else(|| at(SIZES[1]))
        }
    }
}

/// A counter that suits hexes of that size.
pub fn counter_for(hex: f32) -> f32 {
    let fits = super::COUNTERS.iter().rev().copied().find(|c| *c <= hex * 0.86);
    fits.unwrap_or(super::COUNTERS[0])
}

/// The map pages.
pub fn print(press: &mut Press<'_>) {
    let (mm, t) = map_tiles(press.src, press.opt);
    let art = MapArt::new(&press.src.doc.map, &press.src.schema);
    let map = print_style(press.opt.mono, t.k, 7.0);
    let bounds = art.bounds(&map);
    let mut shapes = art.shapes_in(bounds, &map);
    let areas = press.src.objectives.clone();
    let view = BoardView { areas, marks: press.src.marks.clone(), counters: Vec::new() };
    shapes.extend(play_shapes(&art.layout, &view, &Highlights::default(), &board_style(map)));
    let scene = Arc::new(Scene { shapes, bounds });
    let doc = &press.src.doc;
    let title = if doc.date.is_empty() { doc.title.clone() } else { format!("{}, {}", doc.title, doc.date) };
    for row in 0..t.rows {
        for col in 0..t.cols {
            let name =
                if t.page_count() == 1 { "Map".to_owned() } else { format!("Map {}", tile_name(col, row)) };
            press.bare_page(t.paper, name.clone());
            if (col, row) == (0, 0) {
                press.add_bookmark(super::words::part_name(super::Part::Map), 0);
            }
            if t.page_count() > 1 {
                press.add_bookmark(name, 1);
            }
            let items = tile_page(&t, mm, (&scene, title.as_str()), (col, row));
            press.put_items(items);
        }
    }
}

/// Column letter and row number of a map page.
fn tile_name(col: usize, row: usize) -> String {
    let letter = char::from(b'A' + (col % 26) as u8);
    format!("{letter}{}", row + 1)
}

fn tile_page(
    t: &Tiles,
    mm: f32,
    (scene, title): (&Arc<Scene>, &str),
    (col, row): (usize, usize),
) -> Vec<Item> {
    let part = t.page_part(col, row);
    let whole = Rect::from_min_size(Pos::ZERO, scene.bounds.size() * t.k);
    let seen = part.intersect(whole);
    // A map on one page stands in its middle.
    let spare = if t.page_count() == 1 { (t.paper.x - 2.0 * RIM - seen.width()).max(0.0) / 2.0 } else { 0.0 };
    let corner = vec2(RIM + spare, RIM);
    let place = Affine::new(corner - part.min.to_vec2() - scene.bounds.min.to_vec2() * t.k, t.k, 0.0);
    let clip = seen.translate(corner - part.min.to_vec2());
    let mut out = vec![Item::Scene { scene: Arc::clone(scene), place, clip }];
    let foot = t.paper.y - MARGIN;
    let right = t.paper.x - RIM;
    let hand = super::text::SHEET;
    // Title and compass on every page, so that a page can be told from another battle's.
    out.push(text_item(pos2(right - 14.0, foot - 8.5), title, hand.size, hand.face, INK, Anchor::End));
    out.extend(
        board::furniture::compass_rose(pos2(right - 7.5, foot - 10.0), 7.0).into_iter().map(Item::from),
    );
    join_marks(&mut out, t, clip, (col, row));
    page_plan(&mut out, t, (col, row));
    let about = format!("hexes {mm:.1} mm from side to side");
    let more = if t.page_count() > 1 {
        format!("{about}; pages share {OVERLAP:.0} mm: cut one on the marks, lay it over the other")
    } else {
        about
    };
    let left = if t.page_count() > 1 { RIM + 14.0 } else { RIM };
    let base = pos2(left, t.paper.y - MARGIN - 5.0);
    let n = NOTE.at_size(8.5);
    out.push(text_item(base, more, n.size, n.face, QUIET, Anchor::Start));
    out
}

/// Marks at the ends of the line on which a page is cut, and the neighbour's name beside it.
fn join_marks(out: &mut Vec<Item>, t: &Tiles, clip: Rect, (col, row): (usize, usize)) {
    let tick = |a: Pos, b: Pos| line_item(a, b, 0.25, INK);
    let mid = OVERLAP / 2.0;
    let name = |at: Pos, text: String, anchor: Anchor| {
        text_item(at, text, FIGURE.size - 1.0, FIGURE.face, INK, anchor)
    };
    for (there, x, to) in
        [(col > 0, RIM + mid, col.wrapping_sub(1)), (col + 1 < t.cols, RIM + t.room.x - mid, col + 1)]
    {
        if there {
            out.push(tick(pos2(x, RIM - 5.0), pos2(x, RIM - 1.0)));
            out.push(tick(pos2(x, clip.max.y + 1.0), pos2(x, clip.max.y + 3.0)));
            let right = to > col;
            let at = pos2(if right { x + 1.0 } else { x - 1.0 }, RIM - 2.0);
            out.push(name(at, tile_name(to, row), if right { Anchor::Start } else { Anchor::End }));
        }
    }
    for (there, y, to) in
        [(row > 0, RIM + mid, row.wrapping_sub(1)), (row + 1 < t.rows, RIM + t.room.y - mid, row + 1)]
    {
        if there {
            out.push(tick(pos2(RIM - 5.0, y), pos2(RIM - 1.0, y)));
            out.push(tick(pos2(clip.max.x + 1.0, y), pos2(clip.max.x + 5.0, y)));
            let at = pos2(RIM - 4.6, if to > row { y + 3.4 } else { y - 1.2 });
            out.push(name(at, tile_name(col, to), Anchor::Start));
        }
    }
}

/// A plan of the pages with this one filled.
fn page_plan(out: &mut Vec<Item>, t: &Tiles, (col, row): (usize, usize)) {
    if t.page_count() == 1 {
        return;
    }
    let (w, h) = (11.0 / t.cols as f32, 7.5 / t.rows as f32);
    let y0 = t.paper.y - MARGIN - 11.0 + 1.0;
    for r in 0..t.rows {
        for c in 0..t.cols {
            let at = rect(RIM + w * c as f32, y0 + h * r as f32, w, h);
            let fill = ((c, r) == (col, row)).then_some(palette::INK2);
            let stroke = Some(Stroke::new(0.2, INK));
            out.push(Shape::Polygon { points: board::scene::rect_points(at), fill, stroke }.into());
        }
    }
    let n = FIGURE;
    let at = pos2(RIM + 14.0, t.paper.y - MARGIN - 9.0 + 0.5);
    out.push(text_item(at, format!("map page {}", tile_name(col, row)), n.size, n.face, INK, Anchor::Start));
}
