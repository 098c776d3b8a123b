//! Schedule, turn track and score sheet.

use super::flow::{Block, Cell, paragraph_blocks, rect, table_cells, total_height};
use super::page::{Item, line_item, text_item};
use super::press::{Press, caption_block, tick_box};
use super::text::{BODY, CELL, FIGURE, HAIR, INK, NOTE, QUIET, RULE, SMALL};
use super::{Part, Source, words as say};
use board::palette;
use board::scene::{Anchor, Face, Shape, Stroke};
use egui::{pos2, vec2};
use engine::present::{SideScore, TrackKind, TrackView};
use engine::scenario::{FieldKind, Props, ScheduleEntry, Value, When};

/// Lines to write on below the score.
const MOST_LINES: usize = 4;

/// Turns and score, after the setup sheet where there is room.
pub fn print(press: &mut Press<'_>) {
    if press.is_empty() || !press.opt.has(Part::Setup) {
        press.begin_sheet(say::part_name(Part::Schedule), &say::turn_count(press.src.doc.turns.count));
    } else {
        press.y += 3.0;
        press.need_height(55.0);
        press.add_bookmark(say::part_name(Part::Schedule), 0);
    }
    let src = press.src;
    let wide = press.text_width();
    if !src.kit.secret {
        let blocks = schedule_table(src, None, wide);
        press.flow_blocks(blocks);
    }
    let track = turn_track(src, wide, press.opt.mono);
    if !track.is_empty() {
        press.y += 2.0;
        press.flow_blocks(track);
    }
    press.y += 3.0;
    press.flow_blocks(score_blocks(src, wide, press.opt.mono, writing_lines(press, wide)));
}

/// Lines to write on: fewer where the texts that follow would begin a page for want of them.
fn writing_lines(press: &Press<'_>, wide: f32) -> usize {
    if !press.opt.has(Part::Setup) {
        return MOST_LINES;
    }
    let texts = total_height(&super::setup::text_blocks(press.src, wide));
    let needed = |n: usize| total_height(&score_blocks(press.src, wide, press.opt.mono, n)) + 3.0 + texts;
    let fits = (0..=MOST_LINES).rev().find(|n| needed(*n) <= press.room_left());
    fits.unwrap_or(MOST_LINES)
}

/// When an entry comes, in words.
pub fn when_text(src: &Source, e: &ScheduleEntry) -> String {
    let turn = |n: u32| match src.turn_name(n) {
        Some(name) => format!("turn {n} ({name})"),
        None => format!("turn {n}"),
    };
    let kind = src.schema.schedule.iter().find(|k| k.id == e.kind);
    match &e.when {
        When::Turn(n) => turn(*n),
        When::Die { from, props } => {
            let all = field_lines(src, kind.map_or(&[], |k| k.when_fields(&e.when)), props);
            format!("by die from {}: {}", turn(*from), all.join(", "))
        }
        When::Event(name) => format!("on {name}"),
        When::Condition { kind, props } => {
            let all: Vec<String> = props.iter().map(|(k, v)| format!("{k} {v}")).collect();
            format!("if {kind} {}", all.join(", "))
        }
    }
}

/// Values with the names of their fields, as far as they say something.
pub fn field_lines(src: &Source, fields: &[engine::scenario::Field], props: &Props) -> Vec<String> {
    let one = |(id, v): (&String, &Value)| {
        let field = fields.iter().find(|f| f.id == *id);
        let name = field.map_or(id.as_str(), |f| f.name.as_str()).to_lowercase();
        format!("{name} {}", value_text(src, field.map(|f| &f.kind), v))
    };
    let speaks = |(_, v): &(&String, &Value)| match v {
        Value::Text(t) => !t.is_empty(),
        Value::List(l) => !l.is_empty(),
        Value::Bool(on) => *on,
        Value::Int(_) => true,
    };
    props.iter().filter(speaks).map(one).collect()
}

fn value_text(src: &Source, kind: Option<&FieldKind>, v: &Value) -> String {
    match (kind, v) {
        (Some(FieldKind::Region), Value::Text(t)) => src.region_text(t),
        (Some(FieldKind::Side), Value::Text(t)) => src.side_name(t).to_owned(),
        (Some(FieldKind::Nation), Value::Text(t)) => {
            src.doc.nation(t).map_or_else(|| t.clone(), |n| n.name.clone())
        }
        (Some(FieldKind::Choice(list)), Value::Text(t)) => {
            list.iter().find(|c| c.0 == *t).map_or_else(|| t.clone(), |c| c.1.clone())
        }
        (Some(FieldKind::List(inner)), Value::List(l)) => {
            l.iter().map(|v| value_text(src, Some(inner), v)).collect::<Vec<_>>().join(", ")
        }
        (_, Value::Bool(true)) => "yes".into(),
        _ => v.to_string(),
    }
}

/// The table of arrivals and departures, of one side or of all.
pub fn schedule_table(src: &Source, side: Option<&str>, wide: f32) -> Vec<Block> {
    let mine = |e: &&ScheduleEntry| side.is_none_or(|s| s == e.side);
    let list: Vec<_> = src.doc.schedule.iter().filter(mine).collect();
    if list.is_empty() {
        return Vec::new();
    }
    let mut out = vec![caption_block(say::REINFORCEMENTS, wide)];
    let xs = [0.0, wide * 0.18, wide * 0.56, wide * 0.76, wide - 6.0, wide];
    for e in list {
        let kind = src.schema.schedule.iter().find(|k| k.id == e.kind);
        let who = if side.is_some() { String::new() } else { format!("{}: ", src.side_name(&e.side)) };
        let name = entry_name(src, e);
        let units: Vec<String> = e.pieces.iter().map(|id| unit_line(src, id)).collect();
        let mut place: Vec<String> = Vec::new();
        if !e.area.is_empty() {
            place.push(src.region_text(&e.area));
        }
        place.extend(field_lines(src, kind.map_or(&[], |k| k.fields.as_slice()), &e.props));
        let row = [
            Cell::new(format!("{who}{name}"), CELL, Anchor::Start),
            Cell::new(units.join("; "), CELL.at_size(9.0), Anchor::Start),
            Cell::new(place.join("; "), FIGURE.at_size(7.6), Anchor::Start),
            Cell::new(when_text(src, e), CELL.at_size(9.0), Anchor::Start),
        ];
        let (mut items, tall) = table_cells(&row, &xs, 0.8);
        items.push(tick_box(vec2(wide - 4.4, 0.6), 3.6));
        let y = tall.max(4.6) + 0.8;
        items.push(line_item(pos2(0.0, y), pos2(wide, y), 0.15, HAIR));
        out.push(Block::new(y + 0.6, items));
    }
    out.push(Block::gap(1.5));
    out
}

/// What an entry is called: its own name, or that of its kind.
pub fn entry_name(src: &Source, e: &ScheduleEntry) -> String {
    let kind = || src.schema.schedule_kind(&e.kind).map_or(e.kind.clone(), |k| k.name.clone());
    if e.name.is_empty() { kind() } else { e.name.clone() }
}

fn unit_line(src: &Source, id: &str) -> String {
    let Some(p) = src.doc.piece(id) else { return format!("{id}?") };
    let strong = super::forces::strength_figure(src, p);
    let name = super::forces::unit_text(src, p);
    let more = super::forces::piece_details(src, p);
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
    if strong.is_empty() { format!("{name}{more}") } else { format!("{name} {strong}{more}") }
}

/// A box for each turn: number, name, marks, arrivals, and a letter of each side to tick.
pub fn turn_track(src: &Source, wide: f32, mono: bool) -> Vec<Block> {
    let track = src.tracks.iter().find(|t| t.kind == TrackKind::Turns);
    let (first, last) =
        track.map_or((1, src.doc.turns.count), |t| (t.min.max(1) as u32, t.max.max(1) as u32));
    if src.doc.turns.count == 0 && track.is_none() {
        return Vec::new();
    }
    let turns: Vec<u32> = (first..=last.max(first)).collect();
    let noted = turns.iter().any(|n| src.turn_name(*n).is_some() || !turn_notes(src, *n).is_empty());
    let per_row = if noted { 6 } else { 10 };
    let gap = 1.2;
    let each = (wide - gap * (per_row as f32 - 1.0)) / per_row as f32;
    let mut out = vec![caption_block(say::TURN_TRACK, wide)];
    for chunk in turns.chunks(per_row) {
        let lines = chunk.iter().map(|n| text_lines(src, *n, each).len()).max().unwrap_or(0);
        let high = 7.4 + (lines.max(usize::from(!noted)) as f32) * SMALL.at_size(7.4).line_height() + 1.0;
        let mut items = Vec::new();
        for (i, n) in chunk.iter().enumerate() {
            let x = (each + gap) * i as f32;
            items.extend(turn_box(src, *n, (x, each, high), mono));
        }
        out.push(Block::new(high + gap, items));
    }
    let letters: Vec<String> = src
        .doc
        .sides
        .iter()
        .map(|s| format!("{} {}", palette::army(src.side_army(&s.id)).letter, s.name))
        .collect();
    let text = format!("Tick a letter when the side has done its turn: {}.", letters.join(", "));
    out.extend(paragraph_blocks(&text, NOTE, wide));
    out
}

/// Marks and arrivals of a turn.
fn turn_notes(src: &Source, n: u32) -> Vec<String> {
    let named = |id: &String| src.schema.turn_marks.iter().find(|m| m.0 == *id).map_or(id, |m| &m.1).clone();
    let mut out: Vec<String> = src.doc.turns.marks.get(&n).into_iter().flatten().map(named).collect();
    for e in src.doc.schedule.iter().filter(|e| matches!(e.when, When::Turn(t) if t == n)) {
        out.push(entry_name(src, e));
    }
    out
}

fn text_lines(src: &Source, n: u32, each: f32) -> Vec<String> {
    let hand = SMALL.at_size(7.4);
    let mut out = Vec::new();
    if let Some(name) = src.turn_name(n) {
        out.extend(hand.wrap(name, each - 2.4));
    }
    for note in turn_notes(src, n) {
        out.extend(hand.wrap(&note, each - 2.4));
    }
    out
}

fn turn_box(src: &Source, n: u32, (x, each, high): (f32, f32, f32), mono: bool) -> Vec<Item> {
    let marked = src.doc.turns.marks.contains_key(&n);
    let wash = match (marked, mono) {
        (false, _) => None,
        (true, true) => Some(palette::Rgba::hex(0xE6E6E6)),
        (true, false) => Some(palette::ICE),
    };
    let frame = rect(x, 0.0, each, high);
    let mut out: Vec<Item> = vec![Shape::round_rect(frame, 0.8, wash, Some(Stroke::new(0.3, INK))).into()];
    out.push(text_item(pos2(x + 1.4, 4.8), n.to_string(), 11.0, Face::Title, INK, Anchor::Start));
    let mut right = x + each - 1.2;
    // Who belongs to nobody yet moves no marker; his place would be that of the number.
    let has_seat =
        |id: &String| src.doc.seats.is_empty() || src.doc.seats.iter().any(|k| k.sides.contains(id));
    for s in src.doc.sides.iter().rev().filter(|s| has_seat(&s.id)) {
        let at = rect(right - 4.0, 1.2, 4.0, 4.0);
        out.push(Shape::round_rect(at, 0.6, Some(palette::WHITE), Some(Stroke::new(0.22, INK))).into());
        let letter = palette::army(src.side_army(&s.id)).letter.to_string();
        out.push(text_item(pos2(at.center().x, 4.15), letter, 7.4, Face::UiMedium, INK, Anchor::Middle));
        right -= 4.8;
    }
    let hand = SMALL.at_size(7.4);
    for (i, l) in text_lines(src, n, each).into_iter().enumerate() {
        let at = pos2(x + 1.4, 6.4 + hand.line_height() * (i as f32 + 0.75));
        out.push(text_item(at, l, hand.size, hand.face, INK, Anchor::Start));
    }
    out
}

/// Tracks to mark points on, or lines for sums where a track would be too long.
fn score_blocks(src: &Source, wide: f32, mono: bool, writing_lines: usize) -> Vec<Block> {
    let mut out = vec![caption_block(say::SCORE, wide)];
    for t in src.tracks.iter().filter(|t| t.kind == TrackKind::Score) {
        let most = t.goal.unwrap_or(t.max).max(5) + 3;
        if t.min >= 0 && most <= 30 {
            out.push(point_track(t, most, wide, mono));
        }
    }
    let long = src.tracks.iter().any(|t| t.kind == TrackKind::Score && t.min < 0);
    for s in src.score.sides.iter().filter(|_| long) {
        out.extend(score_lines(s, wide));
    }
    if writing_lines > 0 {
        out.extend(paragraph_blocks("Write here: turn, what was lost or taken, points.", RULE, wide));
    }
    for _ in 0..writing_lines {
        out.push(Block::new(7.0, vec![line_item(pos2(0.0, 6.2), pos2(wide, 6.2), 0.15, HAIR)]));
    }
    out
}

fn point_track(t: &TrackView, most: i32, wide: f32, mono: bool) -> Block {
    let army = palette::army(&t.army);
    let mut items = Vec::new();
    let fill = if mono { palette::WHITE } else { army.fill };
    let swatch = rect(0.0, 0.6, 4.2, 4.2);
    items.push(Shape::round_rect(swatch, 0.4, Some(fill), Some(Stroke::new(0.25, INK))).into());
    if mono {
        let at = pos2(swatch.center().x, 3.9);
        items.push(text_item(at, army.letter.to_string(), 8.0, Face::UiBold, INK, Anchor::Middle));
    } else {
        let band = rect(0.2, 0.8, 3.8, 0.9);
        items.push(Shape::rect(band, army.stripe).into());
    }
    let (h, name) = BODY.fit_line(&t.name, 42.0);
    items.push(text_item(pos2(6.0, 4.0), name, h.size, h.face, INK, Anchor::Start));
    let pitch = ((wide - 52.0) / most as f32).min(7.0);
    for n in 1..=most {
        let at = rect(52.0 + pitch * (n - 1) as f32, 0.2, pitch - 1.2, 5.0);
        let goal = t.goal == Some(n);
        let w = if goal { 0.7 } else { 0.22 };
        items.push(Shape::round_rect(at, 0.6, None, Some(Stroke::new(w, INK))).into());
        let face = if goal { Face::UiBlack } else { Face::Ui };
        items.push(text_item(pos2(at.center().x, 3.8), n.to_string(), 7.6, face, INK, Anchor::Middle));
    }
    Block::new(7.0, items)
}

/// What counts for a side at the start, with room for the end of the game.
fn score_lines(s: &SideScore, wide: f32) -> Vec<Block> {
    let mut out = Vec::new();
    let row = |name: &str, at_start: &str, bold: bool| {
        let face = if bold { Face::UiBold } else { Face::UiMedium };
        let items = vec![
            text_item(pos2(1.0, 4.0), name, BODY.size, BODY.face, INK, Anchor::Start),
            text_item(pos2(wide * 0.62, 4.0), at_start, 8.0, face, INK, Anchor::End),
            line_item(pos2(wide * 0.68, 4.6), pos2(wide, 4.6), 0.2, QUIET),
        ];
        Block::new(5.6, items)
    };
    out.push(
        row(&format!("{}: at the start, at the end", s.name), &s.points.to_string(), true).keep_with_next(),
    );
    for what in ["Places held", "Lost", "Total"] {
        out.push(row(what, "", false));
    }
    out.push(Block::gap(1.5));
    out
}
