//! Places names where they can be read: clear of each other, of settlements and water, and on the sheet.

use board::art::{MapArt, MapStyle, NameBox};
use board::layout::{Pos, Rect};
use engine::hex::{Corner, Edge, Hex};
use engine::scenario::{Label, LabelStyle, MapDoc, Schema};
use std::collections::BTreeSet;

/// A name to place, with the alternatives along its course.
pub(super) struct Wanted {
    pub label: Label,
    /// Hex, position on the sheet, rotation in degrees.
    pub along: Vec<(Hex, Pos, i16)>,
}

/// Names are laid out for hexes of this radius in pixels: the scale at which letters are smallest.
const PX: f32 = 36.0;
/// How many rounds of improvement each name gets.
const ROUNDS: usize = 3;
/// The largest offset of a label, in hundredths of the hex radius.
const FAR: f32 = 300.0;
/// How much more an obstacle counts than another name.
const OFF_SHEET: f32 = 20.0;
const SIGN: f32 = 3.0;
const WATER: f32 = 0.25;
const OTHER_GROUND: f32 = 0.12;
/// Half the width of streams along hexsides and through hexes, in R.
const SIDE: f32 = 0.08;
const CHANNEL: f32 = 0.2;

/// A candidate position: its label, and the boxes its letters fill.
struct Spot {
    label: Label,
    boxes: Vec<Rect>,
    all: Rect,
    /// Its cost regardless of other names.
    cost: f32,
}

/// Finds the best position for each name.
pub(super) fn place_names(map: &MapDoc, schema: &Schema, wanted: Vec<Wanted>) -> Vec<Label> {
    let art = MapArt::new(map, schema);
    let style = MapStyle::at_scale(PX);
    let ground = Ground::new(&art, map, schema, &wanted);
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|i| (style_rank(wanted[*i].label.style), *i));
    let spots: Vec<Vec<Spot>> = wanted.iter().map(|w| ground.candidate_spots(&art, &style, w)).collect();
    let mut taken: Vec<Option<usize>> = vec![None; wanted.len()];
    for _ in 0..ROUNDS {
        for &i in &order {
            let cost = |s: &Spot| {
                let other = |(j, k): (usize, &Option<usize>)| match k {
                    Some(k) if j != i => overlap_area(s, &spots[j][*k]),
                    _ => 0.0,
                };
                s.cost + taken.iter().enumerate().map(other).sum::<f32>()
            };
            let all = spots[i].iter().map(cost).enumerate();
            taken[i] = all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(k, _)| k);
        }
    }
    let mut out: Vec<Label> = Vec::new();
    for (list, k) in spots.into_iter().zip(taken) {
        out.extend(k.and_then(|k| list.into_iter().nth(k)).map(|s| s.label));
    }
    out.sort_by(|a, b| (a.at, &a.text).cmp(&(b.at, &b.text)));
    out
}

/// Priority: the order in which names are placed.
fn style_rank(style: LabelStyle) -> u8 {
    match style {
        LabelStyle::Town => 0,
        LabelStyle::Village => 1,
        LabelStyle::Hill | LabelStyle::Wood => 2,
        LabelStyle::Province => 3,
        LabelStyle::Water => 4,
    }
}

fn rect_area(r: Rect) -> f32 {
    if r.is_positive() { r.area() } else { 0.0 }
}

/// How much two names overlap.
fn overlap_area(a: &Spot, b: &Spot) -> f32 {
    if !a.all.intersects(b.all) {
        return 0.0;
    }
    let pairs = a.boxes.iter().flat_map(|x| b.boxes.iter().map(move |y| rect_area(x.intersect(*y))));
    pairs.sum()
}

/// Obstacles for names.
struct Ground {
    sheet: Rect,
    signs: Vec<(Hex, Pos)>,
    /// Points along rivers, and how wide they are there.
    water: Vec<(Pos, f32)>,
}

impl Ground {
    fn new(art: &MapArt, map: &MapDoc, schema: &Schema, wanted: &[Wanted]) -> Self {
        let settled: BTreeSet<Hex> =
            wanted.iter().filter(|w| is_settled(w.label.style)).map(|w| w.label.at).collect();
        let signs = settled.into_iter().map(|h| (h, art.layout.center_of(h))).collect();
        let flooded = super::import::flooded_hexes(map, schema);
        let runs = |kind: &str| schema.edge(kind).is_some_and(|k| k.art == "river" || k.art == "stream");
        let sides = || map.edges.iter().filter(|(_, fs)| fs.iter().any(|f| runs(&f.kind))).map(|(e, _)| *e);
        let mut water: Vec<(Pos, f32)> = sides().map(|e| (art.layout.edge_mid(e), SIDE)).collect();
        let corners: BTreeSet<Corner> = sides().flat_map(|e| e.end_corners()).collect();
        water.extend(corners.into_iter().map(|c| (art.layout.corner_pos(c), SIDE)));
        // A stream runs through the centres of its hexes; open water is no obstacle to its own name.
        let narrow = |h: &Hex| h.ring_around(1).iter().filter(|n| flooded.contains(n)).count() < 4;
        for h in flooded.iter().filter(|h| narrow(h)) {
            water.push((art.layout.center_of(*h), CHANNEL));
            let on = h.ring_around(1).into_iter().filter(|n| n > h && flooded.contains(n));
            water.extend(on.filter_map(|n| Edge::between(*h, n)).map(|e| (art.layout.edge_mid(e), CHANNEL)));
        }
        Self { sheet: art.layout.sheet_rect(), signs, water }
    }

    /// All candidate positions of a name, the usual one first.
    fn candidate_spots(&self, art: &MapArt, style: &MapStyle, w: &Wanted) -> Vec<Spot> {
        let l = &w.label;
        let b = art.name_box(&Label { dx: 0, dy: 1, ..l.clone() }, style);
        let mut out: Vec<Spot> = Vec::new();
        let mut add = |dx: f32, dy: f32, dear: f32, at: Hex, turn: i16| {
            if dx.abs() > FAR || dy.abs() > FAR {
                return;
            }
            let (dx, dy) = (dx.round() as i16, dy.round() as i16);
            let dy = if (dx, dy) == (0, 0) { 1 } else { dy };
            let label = Label { at, dx, dy, turn, ..l.clone() };
            out.push(self.make_spot(art, &b, label, dear));
        };
        if w.along.is_empty() {
            for (dx, dy, dear) in offsets_around(l.style, &b) {
                add(dx, dy, dear, l.at, l.turn);
            }
        }
        for (n, (at, p, turn)) in w.along.iter().enumerate() {
            let off = (*p - art.layout.center_of(*at)) * 100.0;
            let angle = f32::from(*turn).to_radians();
            // Beside the water, on either side.
            for (far, dear) in
                [(48.0, 0.0), (-48.0, 0.0), (70.0, 0.05), (-70.0, 0.05), (95.0, 0.1), (-95.0, 0.1)]
            {
                let (x, y) = (off.x - angle.sin() * far, off.y + angle.cos() * far);
                add(x, y, dear + n as f32 * 0.02, *at, *turn);
            }
        }
        if out.is_empty() {
            out.push(self.make_spot(art, &b, l.clone(), 0.0));
        }
        out
    }

    fn make_spot(&self, art: &MapArt, b: &NameBox, label: Label, dear: f32) -> Spot {
        let middle = art.layout.center_of(label.at)
            + (Pos::new(f32::from(label.dx), f32::from(label.dy)) - Pos::ZERO) / 100.0;
        let boxes = letter_boxes(middle, b, f32::from(label.turn).to_radians());
        let all = boxes.iter().fold(Rect::NOTHING, |r, x| r.union(*x));
        let outside: f32 = boxes.iter().map(|r| rect_area(*r) - rect_area(r.intersect(self.sheet))).sum();
        let own = is_settled(label.style).then_some(label.at);
        let sign = |(h, p): &(Hex, Pos)| {
            let half = if Some(*h) == own { 0.3 } else { 0.42 };
            let r = Rect::from_center_size(*p, (Pos::new(half, half) - Pos::ZERO) * 2.0);
            if all.intersects(r) { boxes.iter().map(|x| rect_area(x.intersect(r))).sum() } else { 0.0 }
        };
        let signs: f32 = self.signs.iter().map(sign).sum();
        let met = |(p, r): &&(Pos, f32)| {
            all.expand(*r).contains(*p) && boxes.iter().any(|x| x.expand(*r).contains(*p))
        };
        let wet = self.water.iter().filter(met).count() as f32;
        let strange = if own.is_some() { 0.0 } else { boxes_on_foreign_ground(art, &boxes, &label) };
        let cost = dear + outside * OFF_SHEET + signs * SIGN + wet * WATER + strange * OTHER_GROUND;
        Spot { label, boxes, all, cost }
    }
}

/// How many boxes of a wood's or hill's name are on foreign ground.
fn boxes_on_foreign_ground(art: &MapArt, boxes: &[Rect], label: &Label) -> f32 {
    if !matches!(label.style, LabelStyle::Wood | LabelStyle::Hill) {
        return 0.0;
    }
    let home = art.ground_at(label.at);
    let there = |r: &&Rect| art.ground_at(art.layout.place_at(r.center())) != home;
    boxes.iter().filter(there).count() as f32
}

fn is_settled(style: LabelStyle) -> bool {
    matches!(style, LabelStyle::Town | LabelStyle::Village)
}

/// Offsets beside a settlement, or around the centre of a wood or hill: right, down, and a penalty.
fn offsets_around(style: LabelStyle, b: &NameBox) -> Vec<(f32, f32, f32)> {
    let side = b.half.x * 100.0 + 48.0;
    if is_settled(style) {
        let slant = b.half.x * 100.0 + 20.0;
        return vec![
            (0.0, 68.0, 0.0),
            (0.0, -72.0, 0.03),
            (side, 4.0, 0.02),
            (-side, 4.0, 0.03),
            (slant, 52.0, 0.04),
            (-slant, 52.0, 0.05),
            (slant, -50.0, 0.05),
            (-slant, -50.0, 0.06),
            (0.0, 100.0, 0.08),
            (0.0, -104.0, 0.1),
        ];
    }
    let mut out = vec![(0.0, 0.0, 0.0)];
    for ring in [60.0, 120.0, 190.0f32] {
        for n in 0..8 {
            let a = n as f32 * std::f32::consts::FRAC_PI_4;
            out.push((a.sin() * ring * 1.3, a.cos() * ring, ring * 0.0006));
        }
    }
    out
}

/// The letters as a row of small boxes, so that rotated names do not become large squares.
fn letter_boxes(middle: Pos, b: &NameBox, turn: f32) -> Vec<Rect> {
    let (s, c) = turn.sin_cos();
    let n = ((b.half.x / b.half.y.max(0.01)).ceil() as usize).clamp(1, 40);
    let step = b.half.x * 2.0 / n as f32;
    let half = Pos::new(
        (step * c.abs() + b.half.y * 2.0 * s.abs()) / 2.0,
        (step * s.abs() + b.half.y * 2.0 * c.abs()) / 2.0,
    );
    let piece = |i: usize| {
        let along = -b.half.x + step * (i as f32 + 0.5);
        let at = Pos::new(middle.x + along * c, middle.y + along * s);
        Rect::from_center_size(at, (half - Pos::ZERO) * 2.0)
    };
    (0..n).map(piece).collect()
}

/// Names of which a fifth or more is hidden by another name or cut off, at the size they are laid out for.
pub(super) fn crowded_names(map: &MapDoc, schema: &Schema) -> Vec<String> {
    let art = MapArt::new(map, schema);
    let style = MapStyle::at_scale(PX);
    let sheet = art.layout.sheet_rect();
    let spot = |l: &Label| {
        let b = art.name_box(l, &style);
        let boxes = letter_boxes(b.middle, &b, b.turn);
        let all = boxes.iter().fold(Rect::NOTHING, |r, x| r.union(*x));
        let cost = boxes.iter().map(|r| rect_area(*r) - rect_area(r.intersect(sheet))).sum();
        Spot { label: l.clone(), boxes, all, cost }
    };
    let laid: Vec<Spot> = map.labels.iter().map(spot).collect();
    let lost = |(i, s): &(usize, &Spot)| {
        let others = laid.iter().enumerate().filter(|(j, _)| j != i);
        let gone = s.cost + others.map(|(_, o)| overlap_area(s, o)).sum::<f32>();
        gone / s.boxes.iter().map(|r| rect_area(*r)).sum::<f32>().max(0.01) > 0.2
    };
    laid.iter().enumerate().filter(lost).map(|(_, s)| s.label.text.clone()).collect()
}
