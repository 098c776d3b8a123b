//! Setup tables by formation, orders of battle, loss roster.
use super::flow::{Block, Cell, rect, table_cells};
use super::page::{Item, line_item, text_item};
use super::press::{Press, caption_block, picture_item, tick_box};
use super::source::hexes_of;
use super::text::{BODY, CELL, COLUMN, FIGURE, GROUP, HAIR, INK, QUIET, RULE, SHEET};
use super::{Source, words as say};
use crate::core::{off_map, pieces, tree};
use board::counter::{CounterStyle, counter_shapes};
use board::palette::{self, Rgba};
use board::scene::{Anchor, Scene, Shape, Stroke};
use egui::{Pos2, Vec2, pos2, vec2};
use engine::present::CounterView;
use engine::scenario::{Field, FieldKind, Piece, Place, UnitKind, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Pixels a millimetre of a counter counts for in its level of detail.
const DETAIL: f32 = 5.5;

/// A counter as a scene of its own, one unit wide.
pub fn counter_scene(c: &CounterView, mm: f32, mono: bool) -> Arc<Scene> {
    let style = CounterStyle { mono, shadow: false, ..CounterStyle::default() };
    let shapes = counter_shapes(c, mm * DETAIL, &style);
    Arc::new(Scene { shapes, bounds: board::layout::Rect::from_center_size(Pos2::ZERO, Vec2::splat(1.04)) })
}

/// Pieces under one heading.
pub struct Group<'a> {
    pub title: String,
    pub pieces: Vec<&'a Piece>,
    /// What stands in the column of hexes for pieces that have none yet.
    pub place: String,
}

/// The field that tells how strong a piece is: its faces, or the first number of its kind.
pub fn main_field(kind: &UnitKind) -> Option<&Field> {
    let is_strength = |f: &&Field| match &f.kind {
        FieldKind::Int { .. } | FieldKind::Figures(_) => true,
        FieldKind::List(inner) => matches!(**inner, FieldKind::Figures(_)),
        _ => false,
    };
    kind.fields.iter().find(is_strength)
}

/// `Frederick II, Prussian leader`, `Infantry`: name, nation where the side has several, kind.
pub fn unit_text(src: &Source, p: &Piece) -> String {
    let kind = src.schema.unit(&p.kind).map_or(p.kind.as_str(), |k| k.name.as_str());
    let several = src.doc.side(&p.side).is_some_and(|s| s.nations.len() > 1);
    let nation = src.doc.nation(&p.nation).filter(|_| several).map_or("", |n| n.adjective.as_str());
    let what = match (nation.is_empty(), p.name.is_empty()) {
        (true, true) => kind.to_owned(),
        (true, false) => kind.to_lowercase(),
        (false, _) => format!("{nation} {}", kind.to_lowercase()),
    };
    if p.name.is_empty() { what } else { format!("{}, {what}", p.name) }
}

/// The strength as a figure, of several faces the first; empty for leaders and things, whose figures are told by name.
pub fn strength_figure(src: &Source, p: &Piece) -> String {
    let field = src.schema.unit(&p.kind).filter(|k| has_strength(k, p)).and_then(main_field);
    match field.map(|f| pieces::field_value(p, f)) {
        Some(Value::List(faces)) => faces.first().map_or_else(String::new, Value::to_string),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

/// Whether the first figure of a piece is its strength.
fn has_strength(kind: &UnitKind, p: &Piece) -> bool {
    !kind.leader && !p.side.is_empty()
}

/// What else the scenario says of a piece: fields by name, and its state.
pub fn piece_details(src: &Source, p: &Piece) -> Vec<String> {
    let Some(kind) = src.schema.unit(&p.kind) else { return Vec::new() };
    let main = main_field(kind).map(|f| f.id.as_str());
    let mut out = Vec::new();
    for f in &kind.fields {
        let first = Some(f.id.as_str()) == main;
        if first && has_strength(kind, p) {
            continue;
        }
        let said = if first { Some(pieces::field_value(p, f)) } else { p.props.get(&f.id) };
        let Some(v) = said.filter(|v| first || **v != f.default) else { continue };
        out.push(match (v, &f.kind) {
            (Value::Bool(true), _) => f.name.to_lowercase(),
            (Value::Text(t), FieldKind::Choice(list)) => {
                let said = list.iter().find(|c| c.0 == *t).map_or(t.as_str(), |c| c.1.as_str());
                format!("{} {said}", f.name.to_lowercase())
            }
            _ => format!("{} {v}", f.name.to_lowercase()),
        });
    }
    out.extend(src.counter_face(p).badges.iter().map(|b| say::badge_name(*b).to_owned()));
    out
}

/// Where a piece starts, in the words of the sheet.
pub fn starting_place(src: &Source, p: &Piece) -> String {
    match &p.place {
        Place::Off => String::new(),
        Place::Hex(_) | Place::Hexes(_) => {
            let labels: Vec<String> =
                hexes_of(&src.doc, p).iter().map(|h| src.doc.map.grid.label(*h)).collect();
            labels.join(" ")
        }
        Place::Box { sheet, slot } => src.box_name(sheet, slot).to_owned(),
        Place::On { piece, .. } => {
            let other = src.doc.piece(piece).map_or(piece.clone(), |q| unit_text(src, q));
            format!("with {other}")
        }
        Place::Unknown(label) => format!("{label}?"),
    }
}

/// Pieces of a side at the start, by formation, else by nation; then those its player places, then
/// those in no schedule entry. The empty side has pieces without a side.
pub fn side_groups<'a>(src: &'a Source, side: &str) -> Vec<Group<'a>> {
    let own = |p: &&Piece| p.side == side || (side.is_empty() && src.doc.side(&p.side).is_none()); // As the editor's list has them.
    let rows = tree::tree_rows(&src.doc, &src.schema, None, &BTreeSet::new(), "");
    let listed =
        rows.into_iter().filter_map(|r| if let tree::What::Piece(p) = r.what { Some(p) } else { None });
    let mine: Vec<&Piece> = listed.filter(own).collect();
    let formed = mine.iter().any(|p| !p.parent.is_empty());
    let several = src.doc.side(side).is_some_and(|s| s.nations.len() > 1);
    let heading = |p: &Piece| {
        if formed {
            let of = src.doc.piece(&p.parent).map(|q| q.name.as_str()).filter(|n| !n.is_empty());
            of.unwrap_or(&p.parent).to_owned()
        } else if several {
            src.doc.nation(&p.nation).map_or_else(String::new, |n| n.name.clone())
        } else {
            String::new()
        }
    };
    let mut out: Vec<Group<'a>> = Vec::new();
    let (boxed, on_map): (Vec<&Piece>, Vec<&Piece>) =
        mine.iter().filter(|p| p.place != Place::Off).partition(|p| matches!(p.place, Place::Box { .. }));
    for p in on_map {
        join_group(&mut out, heading(p), "", p);
    }
    // The name of a box is too long for the column of hexes: it is a heading.
    for p in boxed {
        join_group(&mut out, say::in_box(&starting_place(src, p)), say::BOX, p);
    }
    let placed = |id: &str| src.doc.setup.iter().any(|e| e.pieces.iter().any(|p| p == id));
    let mut entries: Vec<_> = src.doc.setup.iter().filter(|e| e.side == side).collect();
    entries.sort_by_key(|e| e.order);
    for e in entries {
        let pieces: Vec<&Piece> = e.pieces.iter().filter_map(|id| src.doc.piece(id)).collect();
        let secret = if e.secret { ", in secret" } else { "" };
        let title = format!("Placed by the player{secret}: {}", src.setup_text(e));
        if !pieces.is_empty() {
            out.push(Group { title, pieces, place: "area".into() });
        }
    }
    let idle = |p: &&&Piece| p.place == Place::Off && !placed(&p.id) && !src.is_scheduled(&p.id);
    for p in mine.iter().filter(idle) {
        let title =
            off_map::box_of(&src.schema, p).map_or(say::NOT_YET.to_owned(), |f| engine::capitalised(&f.1));
        join_group(&mut out, title, "off", p);
    }
    out
}

/// Adds a piece to the group with that title, which is begun where there is none.
fn join_group<'a>(groups: &mut Vec<Group<'a>>, title: String, place: &str, piece: &'a Piece) {
    match groups.iter_mut().find(|g| g.title == title) {
        Some(g) => g.pieces.push(piece),
        None => groups.push(Group { title, pieces: vec![piece], place: place.to_owned() }),
    }
}

/// The coloured band with the name of a side.
pub fn side_band(src: &Source, side: &str, width: f32, mono: bool) -> Block {
    let army = palette::army(src.side_army(side));
    let (fill, ink, edge) = if mono { (palette::WHITE, INK, INK) } else { (army.fill, army.text, army.edge) };
    let at = rect(0.0, 0.0, width, 6.2);
    let mut items: Vec<Item> =
        vec![Shape::round_rect(at, 0.8, Some(fill), Some(Stroke::new(0.3, edge))).into()];
    let name = if side.is_empty() { say::NOBODYS } else { src.side_name(side) };
    let letter = format!("letter {} in black and white", army.letter);
    let small = BODY.at_size(8.0);
    let room = if side.is_empty() { width - 4.0 } else { width - 6.0 - small.width(&letter) };
    let (h, name) = SHEET.at_size(12.0).fit_line(name, room);
    items.push(text_item(pos2(2.2, 4.3), name, h.size, h.face, ink, Anchor::Start));
    if !side.is_empty() {
        items.push(text_item(pos2(width - 2.0, 4.2), letter, small.size, small.face, ink, Anchor::End));
    }
    Block::new(7.6, items).keep_with_next()
}

/// Columns of a setup table of that width: picture, unit, hex, facing, strength, box.
struct Columns {
    xs: [f32; 7],
    facing: bool,
}

impl Columns {
    fn for_side(src: &Source, side: &str, width: f32) -> Self {
        let facing = src.doc.pieces.iter().any(|p| p.side == side && p.facing.is_some());
        let face = if facing { 12.0 } else { 0.0 };
        // Faces of guns are long.
        let own = src.doc.pieces.iter().filter(|p| p.side == side);
        let letters = own.map(|p| strength_figure(src, p).chars().count()).max().unwrap_or(0);
        let strong = if letters > 6 { 20.0 } else { 15.0 };
        let (placed, hex) = (12.0, 14.0);
        let r = width;
        let xs = [
            0.0,
            8.4,
            r - placed - strong - face - hex,
            r - placed - strong - face,
            r - placed - strong,
            r - placed,
            r,
        ];
        Self { xs, facing }
    }

    fn head_row(&self) -> Block {
        let names =
            ["", say::UNIT, say::HEX, if self.facing { say::FACING } else { "" }, say::STRENGTH, say::PLACED];
        let anchors =
            [Anchor::Start, Anchor::Start, Anchor::Middle, Anchor::Middle, Anchor::Middle, Anchor::End];
        let list: Vec<Cell> = names.into_iter().zip(anchors).map(|(n, a)| Cell::new(n, COLUMN, a)).collect();
        let (mut items, tall) = table_cells(&list, &self.xs, 0.6);
        let y = tall + 0.6;
        items.push(line_item(pos2(0.0, y), pos2(self.xs[6], y), 0.25, INK));
        Block::new(y + 0.4, items).keep_with_next()
    }
}

/// The setup table of a side.
pub fn setup_table(src: &Source, side: &str, width: f32, mono: bool) -> Vec<Block> {
    let all = side_groups(src, side);
    if all.is_empty() {
        return Vec::new();
    }
    let columns = Columns::for_side(src, side, width);
    let mut out = vec![side_band(src, side, width, mono)];
    let head = Arc::new(columns.head_row());
    out.push((*head).clone());
    for g in &all {
        if !g.title.is_empty() {
            out.push(Block { head: Some(Arc::clone(&head)), ..group_line(&g.title, width, mono) });
        }
        for p in &g.pieces {
            out.push(Block { head: Some(Arc::clone(&head)), ..piece_row(src, p, g, &columns, mono) });
        }
    }
    out.push(Block::gap(4.0));
    out
}

fn group_line(title: &str, width: f32, mono: bool) -> Block {
    let lines = GROUP.wrap(title, width - 3.0);
    let tall = GROUP.line_height() * lines.len() as f32 + 1.2;
    let wash = if mono { Rgba::hex(0xE6E6E6) } else { palette::LIGHT.sunk };
    let mut items: Vec<Item> = vec![Shape::rect(rect(0.0, 0.1, width, tall - 0.2), wash).into()];
    for (i, l) in lines.into_iter().enumerate() {
        let at = pos2(1.8, GROUP.line_height() * (i as f32 + 0.78) + 0.5);
        items.push(text_item(at, l, GROUP.size, GROUP.face, INK, Anchor::Start));
    }
    Block::new(tall, items).keep_with_next()
}

fn piece_row(src: &Source, p: &Piece, g: &Group<'_>, c: &Columns, mono: bool) -> Block {
    let has_hex = !matches!(p.place, Place::Off | Place::Box { .. });
    let spot = if has_hex { starting_place(src, p) } else { g.place.clone() };
    let facing = p.facing.map_or("", |f| f.compass_name(src.doc.map.grid.orientation));
    let more = piece_details(src, p);
    let name = unit_text(src, p);
    let text = if more.is_empty() { name } else { format!("{name} ({})", more.join(", ")) };
    let list = [
        Cell::new("", CELL, Anchor::Start),
        Cell::new(text, CELL, Anchor::Start),
        Cell::new(spot, FIGURE, Anchor::Middle),
        Cell::new(facing, FIGURE, Anchor::Middle),
        Cell::new(strength_figure(src, p), FIGURE, Anchor::Middle),
    ];
    let (inner, tall) = table_cells(&list, &c.xs, 0.6);
    let high = (tall + 1.6).max(6.6);
    let down = (high - tall) / 2.0;
    let mut items: Vec<Item> = inner.iter().map(|i| i.moved_by(vec2(0.0, down))).collect();
    if !p.side.is_empty() || src.has_counter(p) {
        let scene = counter_scene(&src.counter_face(p), 6.0, mono);
        items.push(picture_item(&scene, rect(1.0, (high - 6.0) / 2.0, 6.0, 6.0)));
    }
    items.push(tick_box(vec2(c.xs[6] - 5.0, (high - 3.6) / 2.0), 3.6));
    items.push(line_item(pos2(0.0, high), pos2(c.xs[6], high), 0.15, HAIR));
    Block::new(high, items)
}

/// Orders of battle: every formation with its counters, larger, and what the pieces are.
pub fn print_oob(press: &mut Press<'_>) {
    let src = press.src;
    let mut fresh = true;
    for side in src.doc.sides.iter().map(|s| s.id.clone()).chain([String::new()]) {
        // What lies on the map for both is in the setup sheet.
        if side.is_empty() && !src.doc.pieces.iter().any(|p| p.side.is_empty() && src.has_counter(p)) {
            continue;
        }
        if chart_groups(src, &side).is_empty() {
            continue;
        }
        begin_part(press, super::Part::Oob, &side, &mut fresh, "every counter of the battle by formation");
        let wide = press.text_width();
        let mut blocks = vec![side_band(src, &side, wide, press.opt.mono)];
        for (title, pieces) in chart_groups(src, &side) {
            blocks.extend(pieces_chart(src, &title, &pieces, wide, press.opt.mono));
        }
        blocks.push(Block::gap(5.0));
        press.flow_blocks(blocks);
    }
    end_part(press);
}

/// Nothing for both sides is printed on a page of one of them.
fn end_part(press: &mut Press<'_>) {
    press.only.clear();
    if press.src.kit.secret {
        press.y = f32::MAX;
    }
}

/// Begins a part for a side: on pages of its own where the sides must not read each other's.
fn begin_part(press: &mut Press<'_>, part: super::Part, side: &str, fresh: &mut bool, note: &str) {
    let name = if side.is_empty() { "everybody" } else { press.src.side_name(side) }.to_owned();
    if press.src.kit.secret {
        press.only = if side.is_empty() { String::new() } else { name.clone() };
        let who = if side.is_empty() { note.to_owned() } else { say::for_only(&name) };
        press.begin_sheet(&format!("{}: {name}", say::part_name(part)), &who);
    } else if *fresh {
        press.begin_or_continue(say::part_name(part), note);
        press.add_bookmark(name, 1);
    } else {
        press.need_height(40.0);
        press.add_bookmark(name, 1);
    }
    *fresh = false;
}

/// Groups of the setup table, then each arrival of the schedule.
fn chart_groups<'a>(src: &'a Source, side: &str) -> Vec<(String, Vec<&'a Piece>)> {
    let start = side_groups(src, side).into_iter().map(|g| {
        let title = if g.title.is_empty() { "At start".to_owned() } else { g.title };
        (title, g.pieces)
    });
    let later = src.doc.schedule.iter().filter(|e| e.side == side && !side.is_empty()).map(|e| {
        let pieces = e.pieces.iter().filter_map(|id| src.doc.piece(id)).collect();
        (format!("{}: {}", super::tracks::entry_name(src, e), super::tracks::when_text(src, e)), pieces)
    });
    start.chain(later).filter(|g: &(String, Vec<&Piece>)| !g.1.is_empty()).collect()
}

fn pieces_chart(src: &Source, title: &str, pieces: &[&Piece], wide: f32, mono: bool) -> Vec<Block> {
    let head = group_line(title, wide, mono);
    let per_row = (wide / 30.0).floor().max(1.0) as usize;
    let each = wide / per_row as f32;
    let side = 12.7;
    let mut out = vec![head];
    for chunk in pieces.chunks(per_row) {
        let mut items = Vec::new();
        let mut tall: f32 = 0.0;
        for (i, p) in chunk.iter().enumerate() {
            let x = each * i as f32;
            let scene = counter_scene(&src.counter_face(p), side, mono);
            items.push(picture_item(&scene, rect(x + (each - side) / 2.0, 1.5, side, side)));
            let spot = starting_place(src, p);
            let more = piece_details(src, p).join(", ");
            let mut y = side + 2.0;
            for (text, hand) in
                [(unit_text(src, p), BODY.at_size(8.2)), (spot, FIGURE.at_size(7.6)), (more, RULE)]
            {
                for l in hand.wrap(&text, each - 1.5).iter().filter(|l| !l.is_empty()) {
                    let at = pos2(x + each / 2.0, y + hand.line_height() * 0.8);
                    items.push(text_item(at, l.as_str(), hand.size, hand.face, hand.color, Anchor::Middle));
                    y += hand.line_height();
                }
            }
            tall = tall.max(y);
        }
        out.push(Block::new(tall + 2.0, items));
    }
    out
}

/// Blank boxes for every step of every unit.
pub fn print_roster(press: &mut Press<'_>) {
    let src = press.src;
    let mut fresh = true;
    for side in src.doc.sides.iter().map(|s| s.id.clone()) {
        let lines: Vec<_> = src.kit.roster.iter().filter(|r| r.side == side).collect();
        if lines.is_empty() {
            continue;
        }
        begin_part(press, super::Part::Roster, &side, &mut fresh, "cross out a box for every step lost");
        let (n, gap) = (2, 6.0);
        let wide = press.column_width(n, gap);
        press.flow_blocks(vec![side_band(src, &side, press.text_width(), press.opt.mono)]);
        let blocks: Vec<Block> = lines.iter().map(|r| roster_row(src, r, wide, press.opt.mono)).collect();
        let half = blocks.len().div_ceil(n).max(1);
        press.spread_in_order(n, gap, blocks, half);
        press.y += 4.0;
    }
    end_part(press);
    if src.kit.roster.is_empty() && !src.doc.pieces.is_empty() {
        press.begin_or_continue(say::part_name(super::Part::Roster), "");
        let wide = press.text_width();
        let mut blocks = vec![caption_block(say::PROBLEMS, wide)];
        blocks.extend(super::flow::paragraph_blocks(
            "Steps are known once the scenario can be played.",
            BODY,
            wide,
        ));
        press.flow_blocks(blocks);
    }
}

fn roster_row(src: &Source, r: &engine::present::RosterView, wide: f32, mono: bool) -> Block {
    let piece = src.doc.piece(&r.piece);
    let mut items = Vec::new();
    if let Some(p) = piece {
        let scene = counter_scene(&src.counter_face(p), 6.0, mono);
        items.push(picture_item(&scene, rect(0.5, 0.5, 6.0, 6.0)));
    }
    let spot = piece.map_or_else(String::new, |p| starting_place(src, p));
    let (box_side, pitch) = (3.6, 4.5);
    let many = r.boxes > 6;
    let room = if many { wide - 10.0 } else { wide - 10.0 - 6.0 * pitch };
    let (h, name) = CELL.fit_line(&r.name, room * 0.72);
    items.push(text_item(pos2(8.2, 4.3), name.as_str(), h.size, h.face, h.color, Anchor::Start));
    let said = [spot, r.note.clone()].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join(", ");
    let (h2, said) = RULE.fit_line(&said, (room - h.width(&name) - 2.0).max(4.0));
    items.push(text_item(pos2(9.8 + h.width(&name), 4.3), said, h2.size, h2.face, QUIET, Anchor::Start));
    let mut high = 7.0;
    if many {
        let per_row = ((wide - 10.0) / pitch).floor().max(5.0) as u16 / 5 * 5;
        for i in 0..r.boxes {
            let (c, row) = (i % per_row, i / per_row);
            let at = vec2(8.2 + pitch * f32::from(c), 6.4 + pitch * f32::from(row));
            items.push(tick_box(at, box_side));
            high = at.y + pitch + 0.6;
        }
    } else {
        let x0 = wide - pitch * f32::from(r.boxes);
        items.extend((0..r.boxes).map(|i| tick_box(vec2(x0 + pitch * f32::from(i), 1.7), box_side)));
    }
    items.push(line_item(pos2(0.0, high), pos2(wide, high), 0.15, HAIR));
    Block::new(high, items)
}
