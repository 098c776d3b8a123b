//! Hex numbers, names, and letters for black and white.

use super::{Brush, Ground, Lod, MapArt, MapStyle};
use crate::fonts::Fonts;
use crate::layout::{Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Face, Shape, Text};
use egui::{Vec2, vec2};
use engine::hex::HexId;
use engine::scenario::{Label, LabelStyle};
use std::collections::BTreeSet;

/// How a kind of name is set; size and letter spacing in pixels at R = 62.
struct TextStyle {
    size: f32,
    spacing: f32,
    capitals: bool,
    italic: bool,
}

fn text_style(style: LabelStyle) -> TextStyle {
    let (size, spacing, capitals, italic) = match style {
        LabelStyle::Town => (18.5, 2.0, true, false),
        LabelStyle::Village => (17.0, 0.0, false, false),
        LabelStyle::Hill => (17.0, 1.5, false, false),
        LabelStyle::Wood => (17.5, 1.0, false, true),
        LabelStyle::Water => (17.0, 1.5, false, true),
        LabelStyle::Province => (26.0, 11.0, true, false),
    };
    TextStyle { size, spacing, capitals, italic }
}

impl Brush<'_> {
    pub(super) fn draw_numbers(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        let names = self.names_near();
        for id in self.ids {
            let wash = if self.style.mono { palette::WHITE } else { self.art.wash_of(*id, self.style) };
            let halo = if self.ground_of(*id).is_water() { wash.mix(palette::WHITE, 0.35) } else { wash };
            let size = self.style.number_size();
            let words = l.grid.label(*id);
            let at = l.center(*id) + self.number_offset(*id, &words, size, &names);
            let t = Text::new(at, words, size, Face::UiMedium, palette::NUMBER);
            out.push(Shape::Text(t.halo(halo, 0.068)));
        }
    }

    /// Boxes of the names that may lie on hexes of the part.
    fn names_near(&self) -> Vec<NameBox> {
        if !self.draws_names() {
            return Vec::new();
        }
        let near = self.part.expand(8.0);
        let labels = self.art.labels.iter().filter(|l| is_label_shown(l.style, self.style));
        let labels = labels.filter(|l| near.contains(self.art.layout.center_of(l.at)));
        labels.map(|l| self.art.name_box(l, self.style)).collect()
    }

    /// At the top of the hex; lower or aside where a name lies there.
    fn number_offset(&self, id: HexId, words: &str, size: f32, names: &[NameBox]) -> Vec2 {
        let l = &self.art.layout;
        let usual = vec2(0.0, if l.is_flat_top() { -0.68 } else { -0.62 });
        let middle = l.center(id);
        let close = |n: &&NameBox| (n.middle - middle).length() < n.half.length() + 1.5;
        let names: Vec<&NameBox> = names.iter().filter(close).collect();
        if names.is_empty() {
            return usual;
        }
        let half = vec2(Fonts::shipped().text_width(Face::UiMedium, words, size, 0.0) / 2.0, size * 0.4);
        let aside = 0.42_f32.min((0.8 - half.x).max(0.0));
        let sides = [(-aside, 0.2), (aside, 0.2), (0.0, 0.26), (-aside, 0.4), (aside, 0.4)];
        // Under a long name there is room in the middle of the hex alone.
        let places = [(0.0, 0.0)].into_iter().chain(sides).chain([(0.0, 0.4), (0.0, 0.5)]);
        let is_free = |at: &Vec2| {
            let letters = middle + *at - vec2(0.0, size * 0.35);
            names.iter().all(|n| !n.touches(letters, half))
        };
        let mut places = places.map(|(x, y)| usual + vec2(x, y));
        places.find(is_free).unwrap_or(usual)
    }

    pub(super) fn draws_names(&self) -> bool {
        self.style.labels && (self.style.lod() > Lod::Flat || self.style.all_names)
    }

    /// Terrain initials and levels, for black and white.
    pub(super) fn draw_letters(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        let size = 0.17_f32.max(self.style.least_text());
        for id in self.ids {
            let words = self.terrain_initials(*id);
            if words.is_empty() {
                continue;
            }
            let at = l.center(*id) + if l.is_flat_top() { vec2(0.0, 0.8) } else { vec2(0.0, 0.84) };
            let t = Text::new(at, words, size, Face::UiBold, palette::INK);
            out.push(Shape::Text(t.halo(palette::WHITE, 0.07)));
        }
    }

    /// Terrain letter and level, such as `W`, `2` or `W 2`.
    fn terrain_initials(&self, id: HexId) -> String {
        let kind = self.art.kind.get(id.index()).copied().unwrap_or(0);
        let letter = match self.ground_of(id) {
            // A hill is shown by its level.
            Ground::Clear | Ground::Hill => "",
            _ => self.art.letters.get(kind as usize).map_or("", String::as_str),
        };
        match (letter, self.art.level.get(id.index()).copied().unwrap_or(0)) {
            (l, 0) => l.to_owned(),
            ("", n) => n.to_string(),
            (l, n) => format!("{l} {n}"),
        }
    }

    pub(super) fn draw_names(&self, out: &mut Vec<Shape>) {
        let near = self.part.expand(8.0);
        let hidden = self.names_in_the_way();
        for (i, label) in self.art.labels.iter().enumerate() {
            if is_label_shown(label.style, self.style)
                && near.contains(self.art.layout.center_of(label.at))
                && !hidden.contains(&i)
            {
                let t = self.art.name_text(label, self.style);
                if self.is_in_part(Shape::Text(t.clone()).bounding_box()) {
                    out.push(Shape::Text(t));
                }
            }
        }
    }

    /// Names that would lie on greater ones, on paper where hexes are too small for the least letters.
    fn names_in_the_way(&self) -> BTreeSet<usize> {
        const SMALL_MM: f32 = 5.0;
        let mut out = BTreeSet::new();
        if self.style.paper.is_none_or(|mm| mm >= SMALL_MM) {
            return out;
        }
        let rank = |l: &Label| match l.style {
            LabelStyle::Town => 0,
            LabelStyle::Province => 1,
            LabelStyle::Village => 2,
            LabelStyle::Hill => 3,
            LabelStyle::Water => 4,
            LabelStyle::Wood => 5,
        };
        let mut order: Vec<(usize, &Label)> = self.art.labels.iter().enumerate().collect();
        order.sort_by_key(|(_, l)| rank(l));
        let mut written: Vec<NameBox> = Vec::new();
        for (i, l) in order.into_iter().filter(|(_, l)| is_label_shown(l.style, self.style)) {
            let own = self.art.name_box(l, self.style);
            let lies_on = |n: &NameBox| n.overlaps(&own) || own.overlaps(n);
            // Every town is named: only lesser names give way.
            if rank(l) > 0 && written.iter().any(lies_on) {
                out.insert(i);
            } else {
                written.push(own);
            }
        }
        out
    }
}

/// The box of a name on the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NameBox {
    /// Centre of the letters.
    pub middle: Pos,
    pub half: Vec2,
    /// Clockwise, in radians.
    pub turn: f32,
    /// Offset from the centre of its hex in hundredths of R, as the document's label stores it.
    pub offset: (i16, i16),
}

impl NameBox {
    /// Whether a point is on the letters or at most `slack` away.
    pub fn contains(&self, at: Pos, slack: f32) -> bool {
        let p = super::rotate_vector(at - self.middle, -self.turn);
        p.x.abs() <= self.half.x + slack && p.y.abs() <= self.half.y + slack
    }

    /// Whether letters of the other lie on these.
    fn overlaps(&self, other: &Self) -> bool {
        let along = |x: f32| other.middle + super::rotate_vector(vec2(x * other.half.x, 0.0), other.turn);
        let middle_line = (-4..=4).map(|i| along(i as f32 / 4.0));
        middle_line.chain(other.corners(0.0)).any(|p| self.contains(p, 0.0))
    }

    /// Whether an upright box reaches onto the letters.
    fn touches(&self, middle: Pos, half: Vec2) -> bool {
        let shares = [-1.0, -0.5, 0.0, 0.5, 1.0_f32];
        let points = shares.iter().flat_map(|x| [-1.0, 0.0, 1.0_f32].map(|y| vec2(x * half.x, y * half.y)));
        let mut points = points.map(|p| middle + p);
        let own = Rect::from_center_size(middle, half * 2.0);
        points.any(|p| self.contains(p, 0.02)) || self.corners(0.0).iter().any(|p| own.contains(*p))
    }

    /// Corners of the box enlarged by `more`, clockwise from the upper left.
    pub fn corners(&self, more: f32) -> [Pos; 4] {
        let h = self.half + Vec2::splat(more);
        [(-h.x, -h.y), (h.x, -h.y), (h.x, h.y), (-h.x, h.y)]
            .map(|(x, y)| self.middle + super::rotate_vector(vec2(x, y), self.turn))
    }
}

impl MapArt {
    /// The topmost name at most `slack` from a point of the sheet, as drawn in this style.
    pub fn name_at(&self, at: Pos, style: &MapStyle, slack: f32) -> Option<usize> {
        if !style.labels {
            return None;
        }
        let near = |l: &Label| {
            // Letters are hardly wider than high, so names too far away need not be measured.
            let far = 4.0 + l.text.chars().count() as f32 * 0.6 * f32::from(l.size.max(100)) / 100.0;
            (self.layout.center_of(l.at) - at).length() < far * (62.0 / style.px.max(1.0)).max(1.0)
        };
        let hit = |(_, l): &(usize, &Label)| {
            is_label_shown(l.style, style) && near(l) && self.name_box(l, style).contains(at, slack)
        };
        self.labels.iter().enumerate().rev().find(hit).map(|(i, _)| i)
    }

    /// The box of a name drawn in this style.
    pub fn name_box(&self, label: &Label, style: &MapStyle) -> NameBox {
        let t = self.name_text(label, style);
        let wide = Fonts::shipped().text_width(t.face, &t.text, t.size, t.spacing);
        let middle = t.at + super::rotate_vector(vec2(0.0, -0.3 * t.size), t.turn);
        let off = (middle - self.layout.center_of(label.at)) * 100.0;
        let round = |v: f32| v.round().clamp(-30_000.0, 30_000.0) as i16;
        let half = vec2(wide.max(t.size) / 2.0, t.size * 0.5);
        NameBox { middle, half, turn: t.turn, offset: (round(off.x), round(off.y)) }
    }

    /// A name as it would be drawn.
    pub fn name_shape(&self, label: &Label, style: &MapStyle) -> Shape {
        Shape::Text(self.name_text(label, style))
    }

    fn name_text(&self, label: &Label, style: &MapStyle) -> Text {
        let h = text_style(label.style);
        let px = style.px;
        let share = f32::from(label.size.clamp(20, 500)) / 100.0;
        // Names stop growing at 1.5 times their size and stay readable.
        let shown = (h.size * (px / 62.0).min(1.5) * share).max(11.0);
        let size = (shown / px).max(style.least_text());
        // Where letters cannot shrink any more, the spacing does.
        let room = h.size * (px / 62.0).min(1.5) * share / shown;
        let spacing = h.spacing / h.size * size * room.clamp(0.35, 1.0);
        let face = match (h.italic, shown < 13.0) {
            (true, true) => Face::SmallItalic,
            (true, false) => Face::TitleItalic,
            (false, true) => Face::Small,
            (false, false) => Face::Title,
        };
        let words = if h.capitals { label.text.to_uppercase() } else { label.text.clone() };
        // Rotated about the centre of the letters, so that the name keeps its place.
        let turn = upright_angle(f32::from(label.turn)).to_radians();
        let middle = self.layout.center_of(label.at) + self.name_offset(label, size) - vec2(0.0, 0.3 * size);
        let at = middle + super::rotate_vector(vec2(0.0, 0.3 * size), turn);
        let ground = self.ground_at(label.at);
        // A river's name may be on the river or beside it, which changes its halo.
        let under = self.layout.place_at(middle);
        let afloat = (middle - self.layout.center_of(under)).length() < 0.3;
        let halo = match self.ground_at(under) {
            _ if style.mono || style.contrast => palette::WHITE,
            Some(g) if g.is_waterway() && label.style == LabelStyle::Water && afloat => palette::WATER,
            Some(g) if g.is_water() && label.style == LabelStyle::Water => g.wash_on_level(0),
            _ => palette::PAPER,
        };
        let mut t = Text::new(at, words, size, face, label_ink(label, ground));
        // On paper no line passes between the letters.
        let printed = if style.paper.is_some() { size * 0.5 } else { 0.0 };
        t = t.spaced(spacing).halo(halo, (3.4 / 62.0_f32).max(2.4 / px).max(printed));
        t.turn = turn;
        t
    }

    /// Where the map says, else below the place and clear of a counter.
    fn name_offset(&self, label: &Label, size: f32) -> Vec2 {
        let middle = size * 0.3;
        if label.dx != 0 || label.dy != 0 {
            return vec2(f32::from(label.dx), f32::from(label.dy)) / 100.0 + vec2(0.0, middle);
        }
        let town = self.ground_at(label.at) == Some(Ground::Town);
        match label.style {
            LabelStyle::Town if town && self.layout.is_flat_top() => vec2(0.0, 1.22 + size * 0.75),
            LabelStyle::Town if town => vec2(0.0, 0.76 + size * 0.62),
            LabelStyle::Town | LabelStyle::Village => vec2(0.0, 0.56 + size * 0.72),
            _ => vec2(0.0, middle),
        }
    }
}

fn is_label_shown(kind: LabelStyle, style: &MapStyle) -> bool {
    match style.lod() {
        _ if style.all_names => true,
        Lod::Flat => false,
        Lod::Plan => matches!(kind, LabelStyle::Town | LabelStyle::Province),
        Lod::Wash => !matches!(kind, LabelStyle::Wood | LabelStyle::Hill),
        _ => true,
    }
}

fn label_ink(label: &Label, ground: Option<Ground>) -> Rgba {
    match (label.style, ground) {
        (LabelStyle::Water, _) => palette::WINK,
        (LabelStyle::Province, _) => palette::BORDER,
        (LabelStyle::Wood, Some(Ground::Marsh)) => palette::MARSHNAME,
        (LabelStyle::Wood, Some(Ground::Heath)) => palette::HEATHNAME,
        (LabelStyle::Wood, Some(Ground::LightWood | Ground::HeavyWood)) => palette::WOODNAME,
        _ => palette::INK,
    }
}

/// The same rotation, turned by 180 degrees where the text would be upside down.
fn upright_angle(degrees: f32) -> f32 {
    let d = (degrees + 90.0).rem_euclid(180.0) - 90.0;
    if d <= -89.0 { d + 180.0 } else { d }
}
