//! Player aids: sequence of play, key to the map, and the charts this scenario uses.
use super::flow::{Block, paragraph_blocks, rect};
use super::page::{Item, line_item, text_item};
use super::press::{Press, caption_block, picture_item};
use super::text::{BODY, CELL, HAIR, INK, QUIET, RULE};
use super::{Source, tables, words as say};
use board::art::{MapStyle, map_scene};
use board::palette;
use board::scene::{Anchor, Scene, Shape, Stroke};
use egui::{pos2, vec2};
use engine::hex::{Dir, Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{EdgeFeature, MapDoc, Schema};
use std::collections::BTreeSet;
use std::sync::Arc;

pub fn print(press: &mut Press<'_>) {
    let src = press.src;
    press.begin_or_continue(say::part_name(super::Part::Aids), "only what this scenario uses");
    let (n, gap) = (2, 6.0);
    let wide = press.column_width(n, gap);
    let mono = press.opt.mono;
    let mut narrow: Vec<Vec<Block>> = vec![sequence_blocks(src, wide, mono), terrain_key(src, wide, mono)];
    let mut broad = Vec::new();
    for c in &src.charts {
        if tables::fits_width(c, wide) {
            narrow.push(tables::chart_blocks(c, wide, mono));
        } else {
            broad.push(tables::chart_blocks(c, press.text_width(), mono));
        }
    }
    narrow.retain(|b| !b.is_empty());
    press.spread_groups(n, gap, narrow);
    press.y += 2.0;
    for blocks in broad {
        press.need_height(40.0);
        press.flow_blocks(blocks);
    }
    if src.charts.is_empty() {
        let full = press.text_width();
        press.flow_blocks(paragraph_blocks("Charts are known once the scenario can be played.", BODY, full));
    }
}

/// Who does what in a turn, with the rules.
fn sequence_blocks(src: &Source, wide: f32, mono: bool) -> Vec<Block> {
    if src.sequence.groups.is_empty() {
        return Vec::new();
    }
    let mut out = vec![caption_block(say::SEQUENCE, wide)];
    for g in &src.sequence.groups {
        let army = palette::army(&g.army);
        let mut items: Vec<Item> = Vec::new();
        if !g.army.is_empty() {
            let fill = if mono { palette::WHITE } else { army.fill };
            let at = rect(0.0, 0.8, 3.4, 3.4);
            items.push(Shape::round_rect(at, 0.3, Some(fill), Some(Stroke::new(0.25, INK))).into());
        }
        items.push(text_item(pos2(5.0, 3.7), g.name.as_str(), 10.5, BODY.face, INK, Anchor::Start));
        out.push(Block::new(5.2, items).keep_with_next());
        for (i, p) in g.phases.iter().enumerate() {
            let items = vec![
                text_item(
                    pos2(5.0, 3.4),
                    format!("{}. {}", i + 1, p.name),
                    CELL.size,
                    CELL.face,
                    INK,
                    Anchor::Start,
                ),
                text_item(pos2(wide, 3.4), p.rule.to_string(), RULE.size, RULE.face, QUIET, Anchor::End),
                line_item(pos2(5.0, 4.6), pos2(wide, 4.6), 0.12, HAIR),
            ];
            out.push(Block { keep: i + 1 < g.phases.len(), ..Block::new(4.8, items) });
        }
        out.push(Block::gap(1.5));
    }
    out.push(Block::gap(2.0));
    out
}

/// A picture, name, letter and effect of every ground and side feature on this map.
fn terrain_key(src: &Source, wide: f32, mono: bool) -> Vec<Block> {
    let map = &src.doc.map;
    let used: BTreeSet<u8> = map.terrain.iter().collect();
    let mut out = vec![caption_block(say::TERRAIN_KEY, wide)];
    let names = used.iter().filter_map(|i| map.palette.get(*i as usize));
    for id in names {
        let kind = src.schema.terrain(id);
        let name = kind.map_or(id.as_str(), |k| k.name.as_str());
        let letter = kind.map_or("", |k| k.letter.as_str());
        let title =
            if letter.is_empty() || letter == "." { name.to_owned() } else { format!("{name} ({letter})") };
        let (help, rule) = kind.map_or(("", ""), |k| (k.help.as_str(), k.rule.as_str()));
        out.push(key_row(&legend_swatch(id, None, &src.schema, mono), &title, help, rule, wide));
    }
    let sides: BTreeSet<&str> = map.edges.values().flatten().map(|f| f.kind.as_str()).collect();
    for id in sides {
        let kind = src.schema.edge(id);
        let name = kind.map_or(id, |k| k.name.as_str());
        let (help, rule) = kind.map_or(("", ""), |k| (k.help.as_str(), k.rule.as_str()));
        let ground = map.palette.first().map_or("", String::as_str);
        out.push(key_row(&legend_swatch(ground, Some(id), &src.schema, mono), name, help, rule, wide));
    }
    let roads: BTreeSet<u8> = map.roads.values().copied().collect();
    for class in roads {
        let kind = (class as usize).checked_sub(1).and_then(|i| src.schema.roads.get(i));
        let name = kind.map_or("Road", |k| k.name.as_str());
        let ground = map.palette.first().map_or("", String::as_str);
        let scene = road_swatch(ground, class, &src.schema, mono);
        out.push(key_row(&scene, name, "", "", wide));
    }
    out.push(Block::gap(4.0));
    out
}

fn key_row(scene: &Arc<Scene>, name: &str, help: &str, rule: &str, wide: f32) -> Block {
    let text = if help.is_empty() { name.to_owned() } else { format!("{name}: {help}") };
    let hand = CELL.at_size(9.0);
    let lines = hand.wrap(&text, wide - 11.0 - 18.0);
    let tall = (hand.line_height() * lines.len() as f32).max(7.6);
    let mut items = vec![picture_item(scene, rect(0.0, 0.4, 9.0, 7.4))];
    let down = (tall - hand.line_height() * lines.len() as f32) / 2.0;
    for (i, l) in lines.into_iter().enumerate() {
        let at = pos2(11.0, down + hand.line_height() * (i as f32 + 0.78) + 0.3);
        items.push(text_item(at, l, hand.size, hand.face, INK, Anchor::Start));
    }
    let at = pos2(wide, down + hand.line_height() * 0.78 + 0.3);
    items.push(text_item(at, rule, RULE.size, RULE.face, QUIET, Anchor::End));
    Block::new(tall + 0.9, items)
}

fn small_grid(cols: u16) -> Grid {
    Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols,
        rows: 1,
        numbering: Numbering::letters(),
    }
}

fn small_scene(doc: &MapDoc, schema: &Schema, mono: bool) -> Arc<Scene> {
    let style = MapStyle { numbers: false, labels: false, frame: false, mono, ..MapStyle::at_scale(50.0) };
    let mut scene = map_scene(doc, schema, &style);
    scene.bounds = scene.bounds.expand2(vec2(0.03, 0.03));
    Arc::new(scene)
}

/// A single hex of a ground, or two with a feature on the side between them.
fn legend_swatch(terrain: &str, side: Option<&str>, schema: &Schema, mono: bool) -> Arc<Scene> {
    let mut doc = MapDoc::blank(small_grid(if side.is_some() { 2 } else { 1 }), terrain);
    if let Some(kind) = side {
        let from = doc.grid.hex(HexId(0));
        let edge = Edge::new(from, Dir(0));
        let mut edges = std::collections::BTreeMap::new();
        let directed = schema.edge(kind).is_some_and(|e| e.directed);
        edges.insert(edge, vec![EdgeFeature { kind: kind.to_owned(), from: directed.then_some(from) }]);
        doc.edges = Arc::new(edges);
    }
    small_scene(&doc, schema, mono)
}

fn road_swatch(terrain: &str, class: u8, schema: &Schema, mono: bool) -> Arc<Scene> {
    let mut doc = MapDoc::blank(small_grid(2), terrain);
    let edge = Edge::new(doc.grid.hex(HexId(0)), Dir(0));
    doc.roads = Arc::new(std::collections::BTreeMap::from([(edge, class)]));
    small_scene(&doc, schema, mono)
}
