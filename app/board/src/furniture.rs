//! What surrounds a map: compass, scale bar, title, and a legend of what this map shows.
//!
//! Everything is shapes, so that the screen, SVG, PNG and paper use the same furniture.

use crate::art::{COUNTRY_M, MapArt, MapStyle};
use crate::fonts::Fonts;
use crate::layout::{Layout, Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Affine, Anchor, Face, Scene, Shape, Stroke, Text};
use crate::strings;
use egui::{pos2, vec2};
use engine::hex::{Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{EdgeFeature, LabelStyle, MapDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a row of the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LegendKind {
    Ground,
    Edge,
    Road,
    Place,
}

/// One entry of the legend. Its picture is centred on the origin and at most one unit large.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendRow {
    pub kind: LegendKind,
    pub name: String,
    /// Its effect as the rule system words it; may be empty.
    pub help: String,
    pub rule: String,
    pub picture: Vec<Shape>,
}

/// The terrains, hexsides and roads that occur on this map, in the order of the rule system.
pub fn legend_rows(doc: &MapDoc, schema: &Schema, style: &MapStyle) -> Vec<LegendRow> {
    let style = MapStyle { numbers: false, labels: false, frame: false, grid: false, ..*style };
    let style = MapStyle { px: style.px.max(50.0), ..style };
    let mut out = Vec::new();
    let ground: BTreeSet<&str> = doc.grid.ids().map(|id| doc.terrain_at(id)).collect();
    for t in schema.terrains.iter().filter(|t| ground.contains(t.id.as_str())) {
        out.push(LegendRow {
            kind: LegendKind::Ground,
            name: t.name.clone(),
            help: t.help.clone(),
            rule: t.rule.clone(),
            picture: ground_picture(doc, schema, &t.id, &style),
        });
    }
    let edges: BTreeSet<&str> = doc.edges.values().flatten().map(|f| f.kind.as_str()).collect();
    for e in schema.edges.iter().filter(|e| edges.contains(e.id.as_str())) {
        out.push(LegendRow {
            kind: LegendKind::Edge,
            name: e.name.clone(),
            help: e.help.clone(),
            rule: e.rule.clone(),
            picture: edge_picture(schema, &e.id, &style),
        });
    }
    let classes: BTreeSet<u8> = doc.roads.values().copied().collect();
    for class in classes {
        let Some(r) = (class as usize).checked_sub(1).and_then(|i| schema.roads.get(i)) else { continue };
        out.push(LegendRow {
            kind: LegendKind::Road,
            name: r.name.clone(),
            help: String::new(),
            rule: String::new(),
            picture: road_picture(schema, class, &style),
        });
    }
    if doc.scale_m >= COUNTRY_M && doc.labels.iter().any(|l| l.style == LabelStyle::Village) {
        out.push(LegendRow {
            kind: LegendKind::Place,
            name: strings::TOWN.to_owned(),
            help: String::new(),
            rule: String::new(),
            picture: vec![
                Shape::Circle {
                    center: Pos::ZERO,
                    radius: 0.16,
                    fill: Some(palette::PAPER),
                    stroke: Some(Stroke::new(0.045, palette::INK)),
                },
                Shape::disc(Pos::ZERO, 0.06, palette::INK),
            ],
        });
    }
    for row in &mut out {
        style.finish_shapes(&mut row.picture);
    }
    out
}

fn sample_map(orientation: Orientation, cols: u16, rows: u16, terrain: &str) -> MapDoc {
    let grid = Grid { orientation, shove: Shove::Odd, cols, rows, numbering: Numbering::ccrr() };
    MapDoc::blank(grid, terrain)
}

/// Shapes of a small sheet without its paper, centred on the origin; `k` is the hex radius.
fn without_paper(doc: &MapDoc, schema: &Schema, style: &MapStyle, k: f32) -> Vec<Shape> {
    let art = MapArt::new(doc, schema);
    let bounds = art.bounds(style);
    let m = Affine::new(-bounds.center().to_vec2() * k, k, 0.0);
    art.shapes_in(bounds, style).iter().skip(1).map(|s| s.transformed(&m)).collect()
}

/// The middle hex of a small open map: at the edge of a map water would run off the sheet.
fn ground_picture(doc: &MapDoc, schema: &Schema, id: &str, style: &MapStyle) -> Vec<Shape> {
    const K: f32 = 0.46;
    const MIDDLE: HexId = HexId(4);
    let plain = schema.terrains.first().map_or("clear", |t| t.id.as_str());
    let mut small = sample_map(doc.grid.orientation, 3, 3, plain);
    small.set_terrain(MIDDLE, id);
    let layout = Layout::new(small.grid);
    let art = MapArt::new(&small, schema);
    let m = Affine::new(-layout.center(MIDDLE).to_vec2() * K, K, 0.0);
    let corners: Vec<Pos> = layout.hex_corners(MIDDLE).iter().map(|p| m.apply(*p)).collect();
    let paper = if style.mono { palette::WHITE } else { palette::PAPER };
    let mut out = vec![Shape::polygon(corners.clone(), paper)];
    // The first shape is the paper of the sheet.
    out.extend(art.shapes_in(art.bounds(style), style).iter().skip(1).map(|s| s.transformed(&m)));
    out.push(Shape::outline(corners, Stroke::new(0.02, palette::INK3)));
    out
}

fn edge_picture(schema: &Schema, id: &str, style: &MapStyle) -> Vec<Shape> {
    let plain = schema.terrains.first().map_or("clear", |t| t.id.as_str());
    let mut doc = sample_map(Orientation::FlatTop, 1, 2, plain);
    let (top, low) = (doc.grid.hex(HexId(0)), doc.grid.hex(HexId(1)));
    let kind = schema.edge(id);
    if let Some(e) = Edge::between(top, low) {
        let from = kind.is_some_and(|k| k.directed).then_some(top);
        let mut features = vec![EdgeFeature { kind: id.to_owned(), from }];
        // Show a bridge with its river and a pass with its mountains.
        let under: &[&str] = match kind.map_or("", |k| k.art.as_str()) {
            "bridge" | "ford" => &["river", "stream"],
            "pass" => &["ridge"],
            _ => &[],
        };
        if let Some(k) = schema.edges.iter().find(|k| under.contains(&k.art.as_str())) {
            features.push(EdgeFeature { kind: k.id.clone(), from: None });
        }
        doc.edges = Arc::new(BTreeMap::from([(e, features)]));
    }
    without_paper(&doc, schema, style, 0.9)
}

fn road_picture(schema: &Schema, class: u8, style: &MapStyle) -> Vec<Shape> {
    let plain = schema.terrains.first().map_or("clear", |t| t.id.as_str());
    let mut doc = sample_map(Orientation::PointyTop, 2, 1, plain);
    if let Some(e) = Edge::between(doc.grid.hex(HexId(0)), doc.grid.hex(HexId(1))) {
        doc.roads = Arc::new(BTreeMap::from([(e, class)]));
    }
    without_paper(&doc, schema, style, 0.5)
}

/// The legend as a scene: a row is one unit high, the whole is `width` units wide, in as many columns
/// as fit. Print scales it to its page.
pub fn legend_scene(doc: &MapDoc, schema: &Schema, style: &MapStyle, width: f32) -> Scene {
    const COLUMN: f32 = 6.4;
    let rows = legend_rows(doc, schema, style);
    let columns = ((width / COLUMN) as usize).max(1);
    let column = width / columns as f32;
    let mut out = Vec::new();
    let mut y = 0.0;
    for kind in [LegendKind::Ground, LegendKind::Edge, LegendKind::Road, LegendKind::Place] {
        let of_kind: Vec<&LegendRow> = rows.iter().filter(|r| r.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let head =
            Text::new(pos2(0.0, y + 0.5), strings::legend_heading(kind), 0.34, Face::UiBold, palette::INK);
        out.push(Shape::Text(head.anchored(Anchor::Start).spaced(0.05)));
        let rule = Stroke::new(0.03, palette::INK2);
        out.push(Shape::line(pos2(0.0, y + 0.7), pos2(width - 0.2, y + 0.7), rule));
        y += 0.9;
        for (i, row) in of_kind.iter().enumerate() {
            let at = pos2((i % columns) as f32 * column, y + (i / columns) as f32 * ROW);
            row_shapes(&mut out, row, at, column);
        }
        y += of_kind.len().div_ceil(columns) as f32 * ROW + 0.35;
    }
    let mut scene = Scene { shapes: out, bounds: Rect::from_min_size(Pos::ZERO, vec2(width, y)) };
    style.finish_shapes(&mut scene.shapes);
    scene
}

fn row_shapes(out: &mut Vec<Shape>, row: &LegendRow, at: Pos, column: f32) {
    let m = Affine::new(at.to_vec2() + vec2(0.55, 0.5), 0.92, 0.0);
    out.extend(row.picture.iter().map(|s| s.transformed(&m)));
    let room = column - 1.5;
    let line = |text: &str, y: f32, face: Face, size: f32, ink: Rgba| {
        Shape::Text(Text::new(at + vec2(1.3, y), text, size, face, ink).anchored(Anchor::Start))
    };
    let lines = wrap_two_lines(&row.help, Face::SmallItalic, HELP, room);
    let top = [0.62, 0.46, 0.34][lines.len().min(2)];
    out.push(line(&row.name, top, Face::Title, 0.42, palette::INK));
    if !row.rule.is_empty() {
        // The rule after the name, where nothing cuts it off.
        let after = Fonts::shipped().text_width(Face::Title, &row.name, 0.42, 0.0) + 0.2;
        let chip = Text::new(at + vec2(1.3 + after, top), &row.rule, 0.24, Face::UiMedium, RULE);
        out.push(Shape::Text(chip.anchored(Anchor::Start)));
    }
    for (i, words) in lines.iter().enumerate() {
        let y = top + 0.33 + 0.28 * i as f32;
        out.push(line(words, y, Face::SmallItalic, HELP, palette::INK2));
    }
}

/// Ink of rule numbers.
const RULE: Rgba = Rgba::hex(0x6B3A12);
/// Distance between the rows of the legend.
const ROW: f32 = 1.14;
/// Size of the small print of the legend.
const HELP: f32 = 0.27;

/// At most two lines no wider than `room`; longer text is cut with an ellipsis.
fn wrap_two_lines(text: &str, face: Face, size: f32, room: f32) -> Vec<String> {
    let wide = |t: &str| Fonts::shipped().text_width(face, t, size, 0.0);
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = out.last().map(|l| format!("{l} {word}")).filter(|l| wide(l) <= room);
        match (longer, out.len()) {
            (Some(l), n) => out[n - 1] = l,
            (None, 0 | 1) => out.push(word.to_owned()),
            (None, n) => {
                out[n - 1].push_str(" …");
                break;
            }
        }
    }
    out
}

/// A compass rose of that radius, north up.
pub fn compass_rose(center: Pos, r: f32) -> Vec<Shape> {
    let mut out = vec![
        Shape::Circle {
            center,
            radius: r * 0.62,
            fill: None,
            stroke: Some(Stroke::new(r * 0.02, palette::INK)),
        },
        Shape::Circle {
            center,
            radius: r * 0.56,
            fill: None,
            stroke: Some(Stroke::new(r * 0.02, palette::INK)),
        },
    ];
    for (i, far) in (0..8).map(|i| (i, if i % 2 == 0 { 0.95 } else { 0.6 })).rev() {
        let turn = |a: f32| {
            let a = (a * 45.0 - 90.0).to_radians();
            vec2(a.cos(), a.sin()) * r
        };
        let tip = center + turn(i as f32) * far;
        let waist = if i % 2 == 0 { 0.2 } else { 0.14 };
        for (side, fill) in [(-0.5, palette::PAPER), (0.5, palette::INK)] {
            out.push(Shape::Polygon {
                points: vec![center, center + turn(i as f32 + side) * waist, tip],
                fill: Some(fill),
                stroke: Some(Stroke::new(r * 0.018, palette::INK).mitred()),
            });
        }
    }
    out.push(Shape::Text(Text::new(
        center - vec2(0.0, r * 1.08),
        "N",
        r * 0.36,
        Face::TitleBold,
        palette::INK,
    )));
    out
}

/// The largest of 1, 2 or 5 times a power of ten that is not longer than `want` metres.
fn round_metres(want: f32) -> f32 {
    let ten = 10f32.powf(want.max(1.0).log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|k| k * ten).find(|v| *v <= want).unwrap_or(ten)
}

/// A scale bar with its left end at a point, no longer than `most` hex units, and its length; empty where the map
/// has no scale.
pub fn scale_bar(doc: &MapDoc, at: Pos, most: f32, style: &MapStyle) -> (Vec<Shape>, f32) {
    if doc.scale_m == 0 {
        return (Vec::new(), 0.0);
    }
    let per_unit = doc.scale_m as f32 / 3f32.sqrt();
    let half = round_metres(per_unit * most / 2.0);
    let step = half / per_unit;
    let (high, ink) = (most * 0.02, palette::INK);
    let mut out = Vec::new();
    for i in 0..4 {
        let x = at.x + step * 0.5 * i as f32;
        let r = Rect::from_min_size(pos2(x, at.y), vec2(step * 0.5, high));
        let fill = if i % 2 == 0 { ink } else { palette::PAPER };
        out.push(Shape::Polygon {
            points: crate::scene::rect_points(r),
            fill: Some(fill),
            stroke: Some(Stroke::new(style.line_width(0.018), ink).mitred()),
        });
    }
    let size = (most * 0.08).max(style.least_text()).max(10.0 / style.px);
    for i in 0..3 {
        let words = strings::scale_distance(half * i as f32, half);
        let p = pos2(at.x + step * i as f32, at.y - size * 0.45);
        out.push(Shape::Text(Text::new(p, words, size, Face::Title, ink)));
    }
    let unit = strings::scale_unit(half, doc.scale_m);
    let p = pos2(at.x + step, at.y + high + size * 1.05);
    out.push(Shape::Text(Text::new(p, unit, size * 0.92, Face::TitleItalic, palette::INK2)));
    (out, step * 2.0)
}

/// A map with a margin as on a printed sheet: title above, legend, scale and compass at the right.
/// `map` is the scene of the map in hex units; the result is in the same units.
pub fn sheet_with_margin(
    map: Scene,
    doc: &MapDoc,
    schema: &Schema,
    style: &MapStyle,
    title: &str,
    subtitle: &str,
) -> Scene {
    // Large sheets have large letters.
    let unit = (map.bounds.height() / 45.0).clamp(0.62, 1.6).max(13.0 / style.px);
    let list = legend_scene(doc, schema, style, 6.2);
    let side = list.bounds.width() * unit;
    let (head, gap) = (unit * 3.0, unit * 1.0);
    let b = map.bounds;
    let whole = Rect::from_min_max(
        b.min - vec2(gap, head),
        pos2(b.max.x + side + gap * 2.0, b.max.y.max(b.min.y + list.bounds.height() * unit) + gap),
    );
    let (mat, white) = (palette::PAPER2, palette::WHITE);
    let mut out = vec![Shape::rect(whole, if style.mono { white } else { mat })];
    // The frame of the map is wider than its bounds; the margins below cover the rest of it.
    out.extend(map.shapes);
    for r in [
        whole.with_max_y(b.min.y),
        whole.with_min_y(b.max.y),
        whole.with_max_x(b.min.x),
        whole.with_min_x(b.max.x),
    ] {
        out.push(Shape::rect(r, if style.mono { white } else { mat }));
    }
    let words = Text::new(pos2(b.min.x, b.min.y - unit * 1.35), title, unit * 1.3, Face::Title, palette::INK);
    out.push(Shape::Text(words.anchored(Anchor::Start)));
    let under = Text::new(
        pos2(b.min.x, b.min.y - unit * 0.45),
        subtitle,
        unit * 0.6,
        Face::TitleItalic,
        palette::INK2,
    );
    out.push(Shape::Text(under.anchored(Anchor::Start)));
    let left = b.max.x + gap;
    out.extend(scale_bar(doc, pos2(left + unit * 0.3, b.min.y - unit * 1.2), unit * 3.4, style).0);
    out.extend(compass_rose(pos2(left + side - unit * 1.0, b.min.y - unit * 1.15), unit * 1.1));
    let m = Affine::new(vec2(left, b.min.y + unit * 1.4), unit, 0.0);
    out.extend(list.shapes.iter().map(|s| s.transformed(&m)));
    style.finish_shapes(&mut out);
    Scene { shapes: out, bounds: whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scenario::{EdgeKind, TerrainKind};

    fn schema() -> Schema {
        let t = |id: &str, name: &str| TerrainKind {
            id: id.into(),
            name: name.into(),
            art: id.into(),
            help: "two off the die".into(),
            rule: "9.22".into(),
            ..TerrainKind::default()
        };
        let e = |id: &str, art: &str| EdgeKind {
            id: id.into(),
            name: id.into(),
            art: art.into(),
            ..EdgeKind::default()
        };
        Schema {
            terrains: vec![t("clear", "Open"), t("mountain", "Mountain"), t("sea", "Sea")],
            edges: vec![e("river", "river"), e("mountain", "ridge"), e("pass", "pass")],
            ..Schema::default()
        }
    }

    #[test]
    fn the_legend_lists_what_the_map_has_and_no_more() {
        let s = schema();
        let mut doc = sample_map(Orientation::PointyTop, 4, 4, "clear");
        doc.set_terrain(HexId(5), "mountain");
        let hex = doc.grid.hex(HexId(5));
        let f = EdgeFeature { kind: "pass".into(), from: None };
        doc.edges = Arc::new(BTreeMap::from([(Edge::new(hex, engine::hex::Dir(0)), vec![f])]));
        let style = MapStyle::default();
        let names: Vec<String> = legend_rows(&doc, &s, &style).into_iter().map(|r| r.name).collect();
        assert_eq!(names, ["Open", "Mountain", "pass"]);
        let scene = legend_scene(&doc, &s, &style, 6.4);
        let texts: Vec<&str> = scene
            .shapes
            .iter()
            .filter_map(|s| if let Shape::Text(t) = s { Some(t.text.as_str()) } else { None })
            .collect();
        assert!(texts.contains(&"Mountain") && texts.contains(&"9.22"), "{texts:?}");
        let drawn = scene.shapes.iter().filter(|s| !matches!(s, Shape::Text(_)));
        for s in drawn {
            assert!(scene.bounds.expand(0.3).contains_rect(s.bounding_box()), "{s:?}");
        }
    }

    #[test]
    fn the_bar_is_as_long_as_it_says() {
        let mut doc = sample_map(Orientation::PointyTop, 4, 4, "clear");
        assert!(scale_bar(&doc, Pos::ZERO, 5.2, &MapStyle::default()).0.is_empty());
        doc.scale_m = 22_500;
        let (shapes, long) = scale_bar(&doc, Pos::ZERO, 5.2, &MapStyle::default());
        // Two steps of 20 km; a hex of 22.5 km is root three units wide.
        assert!((long - 2.0 * 20_000.0 / 22_500.0 * 3f32.sqrt()).abs() < 1e-3, "{long}");
        let says = |w: &str| shapes.iter().any(|s| matches!(s, Shape::Text(t) if t.text == w));
        assert!(says("40") && says("20") && says("0"));
        assert_eq!(
            [round_metres(33_000.0), round_metres(999.0), round_metres(260.0)],
            [20_000.0, 500.0, 200.0]
        );
    }
}
