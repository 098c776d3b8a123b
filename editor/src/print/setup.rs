//! The setup sheet: what both sides may read first, then sealed pages where something is hidden.

use super::flow::{Block, paragraph_blocks, total_height};
use super::maps::{self, Shown};
use super::page::Item;
use super::press::{MARGIN, Press, caption_block, picture_item, quiet_lines};
use super::text::{BODY, NOTE, RULE};
use super::tracks::field_lines;
use super::{Source, forces, words as say};
use board::layout::Rect;
use egui::{Vec2, pos2, vec2};
use engine::scenario::Value;

/// A map on the first page leaves this much beside it for the text.
const BESIDE: f32 = 45.0;
const GAP: f32 = 5.0;

/// The common part.
pub fn print(press: &mut Press<'_>) {
    let src = press.src;
    press.begin_sheet(say::part_name(super::Part::Setup), &about_line(src));
    print_problems(press);
    let shown = if src.kit.secret { Shown::Nobodys } else { Shown::All };
    let wide = press.text_width() - BESIDE - GAP;
    if let Some(high) = map_height_beside(press) {
        press.need_height(high);
        let top = press.y;
        let scene = maps::whole_map(src, press.opt.mono, vec2(wide, high), shown);
        press.put_items([picture_item(&scene, Rect::from_min_size(pos2(MARGIN, top), vec2(wide, high)))]);
        let facts = fact_blocks(src, BESIDE);
        // What does not fit beside the map goes below it.
        let mut used = 0.0;
        let cut = facts.iter().position(|b: &Vec<Block>| {
            used += total_height(b);
            // White space after the last may hang over.
            used > high + 5.0
        });
        let (right, below) = facts.split_at(cut.unwrap_or(facts.len()));
        press.flow_columns(&[(wide + GAP, right.concat())]);
        press.y = top + high + 5.0;
        if !below.is_empty() {
            // Broken anew for the whole width.
            let skip = right.len();
            let again: Vec<Vec<Block>> =
                self::fact_blocks(src, press.column_width(2, 6.0)).into_iter().skip(skip).collect();
            press.spread_groups(2, 6.0, again);
            press.y += 2.0;
        }
    } else {
        let column = press.column_width(2, 6.0);
        press.spread_groups(2, 6.0, fact_blocks(src, column));
        press.y += 3.0;
    }
    if !src.kit.secret {
        print_tables(press);
    } else {
        common_pieces(press);
    }
}

/// How high the battlefield is on the first page; none where it is too fine for that page and lies
/// on one of its own.
fn map_height_beside(press: &Press<'_>) -> Option<f32> {
    let size = maps::sheet_size(press.src);
    let k = (press.text_width() - BESIDE - GAP) / size.x;
    (maps::numbers_fit(press.src, k) && size.y * k < press.page_size().y * 0.45).then_some(size.y * k)
}

/// The battlefield that found no room on the first page.
pub fn print_field(press: &mut Press<'_>) {
    if map_height_beside(press).is_none() {
        let shown = if press.src.kit.secret { Shown::Nobodys } else { Shown::All };
        whole_page(press, shown, "Battlefield");
    }
}

/// `Hold the Line, 20 turns, Prussia moves first`.
fn about_line(src: &Source) -> String {
    let mut out = vec![src.schema.name.clone(), say::turn_count(src.doc.turns.count)];
    for f in &src.schema.scenario_fields {
        if let Some(v) = src.doc.props.get(&f.id) {
            let said = match v {
                Value::Text(t) => src.doc.side(t).map_or_else(|| t.clone(), |s| s.name.clone()),
                other => other.to_string(),
            };
            out.push(format!("{}: {said}", f.name.to_lowercase()));
        }
    }
    out.join(", ")
}

fn print_problems(press: &mut Press<'_>) {
    let errors = press.src.errors();
    if errors.is_empty() {
        return;
    }
    let wide = press.text_width();
    let mut blocks =
        vec![caption_block(&format!("{} ({})", say::PROBLEMS, say::draft_note(errors.len())), wide)];
    for e in errors {
        blocks.extend(paragraph_blocks(&format!("\u{2022} {e}"), BODY, wide));
    }
    blocks.push(Block::gap(3.0));
    press.flow_blocks(blocks);
}

/// Victory, order of setup, sides, options: a list of blocks for each.
fn fact_blocks(src: &Source, wide: f32) -> Vec<Vec<Block>> {
    let mut out = Vec::new();
    let mut section = |title: &str, lines: Vec<String>| {
        if lines.is_empty() {
            return;
        }
        let mut blocks = vec![caption_block(title, wide)];
        for l in lines {
            blocks.extend(paragraph_blocks(&l, BODY, wide));
        }
        blocks.push(Block::gap(3.0));
        out.push(blocks);
    };
    section(say::VICTORY, victory_lines(src));
    section(say::OBJECTIVES, src.objective_texts.clone());
    section(say::ORDER, setup_order(src));
    section(say::SIDES, side_lines(src));
    section(say::SEATS, seat_lines(src));
    section(say::POOLS, pool_lines(src));
    section(say::OPTIONS, option_lines(src));
    // In the rule system's own sentences where it has them.
    let told = &src.kit.special_rules;
    section(say::SPECIALS, if told.is_empty() { special_lines(src) } else { told.clone() });
    out
}

fn victory_lines(src: &Source) -> Vec<String> {
    if !src.score.conditions.is_empty() {
        let one = |l: &engine::present::InspectLine| {
            let rule = l.rule.map_or_else(String::new, |r| format!(" [{r}]"));
            format!("{}: {}{rule}", l.name, l.value)
        };
        return src.score.conditions.iter().map(one).collect();
    }
    let one = |v: &engine::scenario::Victory| {
        let kind = src.schema.victory.iter().find(|k| k.id == v.kind);
        let name = kind.map_or(v.kind.as_str(), |k| k.name.as_str());
        let all = field_lines(src, kind.map_or(&[], |k| k.fields.as_slice()), &v.props);
        format!("{}: {name} {}", src.side_name(&v.side), all.join(", "))
    };
    src.doc.victory.iter().map(one).collect()
}

fn setup_order(src: &Source) -> Vec<String> {
    if src.doc.setup.is_empty() {
        let names: Vec<&str> = src.doc.sides.iter().map(|s| s.name.as_str()).collect();
        let mut out = vec![format!("All pieces stand where the tables say: {}.", names.join(", then "))];
        if src.kit.secret {
            out.push("Each side keeps its sealed page to itself.".into());
        }
        return out;
    }
    let mut entries: Vec<_> = src.doc.setup.iter().collect();
    entries.sort_by_key(|e| e.order);
    let one = |(i, e): (usize, &&engine::scenario::SetupEntry)| {
        let secret = if e.secret { " in secret" } else { "" };
        let n = crate::words::count(e.pieces.len(), "piece", "pieces");
        let inside = if e.area.is_empty() && !e.near.is_empty() { "" } else { "in " };
        format!("{} {}{secret}: {n} {inside}{}", i + 1, src.side_name(&e.side), src.setup_text(e))
    };
    entries.iter().enumerate().map(one).collect()
}

fn side_lines(src: &Source) -> Vec<String> {
    let one = |s: &engine::scenario::Side| {
        let nations: Vec<&str> =
            s.nations.iter().filter_map(|n| src.doc.nation(n)).map(|n| n.name.as_str()).collect();
        let mut text = s.name.clone();
        if nations.len() > 1 || nations.first().is_some_and(|n| *n != s.name) {
            text += &format!(" ({})", nations.join(", "));
        }
        let props = field_lines(src, &src.schema.side_fields, &s.props);
        if !props.is_empty() {
            text += &format!(": {}", props.join(", "));
        }
        text
    };
    src.doc.sides.iter().map(one).collect()
}

/// Which seat plays which sides, unless each plays its own.
fn seat_lines(src: &Source) -> Vec<String> {
    let one = |s: &engine::scenario::Seating| {
        let sides: Vec<&str> = s.sides.iter().map(|id| src.side_name(id)).collect();
        format!("{}: {}", s.name, sides.join(", "))
    };
    src.doc.seats.iter().map(one).collect()
}

/// Pools to draw from, with their contents.
fn pool_lines(src: &Source) -> Vec<String> {
    let one = |p: &engine::scenario::Pool| {
        let items: Vec<String> = p.items.iter().map(|(name, n)| format!("{n} {name}")).collect();
        format!("{}: {}", if p.name.is_empty() { &p.id } else { &p.name }, items.join(", "))
    };
    src.doc.pools.iter().map(one).collect()
}

fn option_lines(src: &Source) -> Vec<String> {
    let mut out = Vec::new();
    for (id, v) in &src.options {
        let kind = src.schema.option(id);
        if *v == Value::Bool(false) || kind.is_some_and(|k| k.default == *v) {
            continue;
        }
        let name = kind.map_or(id.as_str(), |k| k.name.as_str());
        let value = if *v == Value::Bool(true) { String::new() } else { format!(" {v}") };
        let help = kind.map_or("", |k| k.help.as_str());
        let rule = kind.map_or_else(String::new, |k| format!(" [{}]", k.rule));
        out.push(format!("{name}{value}: {help}{rule}"));
    }
    if out.is_empty() && !src.schema.options.is_empty() {
        out.push(say::NONE.into());
    }
    out
}

fn special_lines(src: &Source) -> Vec<String> {
    let one = |s: &engine::scenario::Special| {
        let kind = src.schema.specials.iter().find(|k| k.id == s.rule);
        let name = kind.map_or(s.rule.as_str(), |k| k.name.as_str());
        let help = kind.map_or("", |k| k.help.as_str());
        let all = field_lines(src, kind.map_or(&[], |k| k.fields.as_slice()), &s.props);
        let props = if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) };
        let rule = kind.map_or_else(String::new, |k| format!(" [{}]", k.rule));
        format!("{name}{props}. {help}{rule}")
    };
    src.doc.specials.iter().map(one).collect()
}

/// The setup tables, two sides beside each other.
fn print_tables(press: &mut Press<'_>) {
    let src = press.src;
    let gap = 5.0;
    let wide = press.column_width(2, gap);
    let mono = press.opt.mono;
    press.need_height(30.0);
    for pair in src.doc.sides.chunks(2) {
        let list: Vec<(f32, Vec<Block>)> = pair
            .iter()
            .enumerate()
            .map(|(i, s)| (i as f32 * (wide + gap), forces::setup_table(src, &s.id, wide, mono)))
            .collect();
        press.flow_columns(&list);
    }
    common_pieces(press);
}

/// Pieces without a side: fortresses, neutral pieces.
fn common_pieces(press: &mut Press<'_>) {
    // What the map says itself (a fortress with its name and points) needs no counter and no row.
    let src = press.src;
    let is_counter = |p: &engine::scenario::Piece| p.side.is_empty() && src.has_counter(p);
    if !src.doc.pieces.iter().any(is_counter) {
        return;
    }
    let gap = 5.0;
    let wide = press.column_width(2, gap);
    let mut rows = forces::setup_table(press.src, "", wide, press.opt.mono);
    if rows.is_empty() {
        return;
    }
    press.need_height(30.0);
    // Head and band stand over both columns of a long list.
    let head: Vec<Block> = rows.drain(..2.min(rows.len())).collect();
    let half = rows.len().div_ceil(2).max(1);
    let step = wide + gap;
    press.flow_columns(&[(0.0, head.clone()), (step, head)]);
    press.spread_in_order(2, gap, rows, half);
    press.y += 2.0;
}

/// Lines that go with the provenance where it begins a new page: one line alone is no page.
const COMPANY: usize = 4;

/// Notes, history and provenance, after the tracks.
pub fn print_texts(press: &mut Press<'_>) {
    press.y += 3.0;
    let blocks = text_blocks(press.src, press.text_width());
    press.flow_blocks(blocks);
}

/// Notes, history and provenance.
pub fn text_blocks(src: &Source, wide: f32) -> Vec<Block> {
    let doc = &src.doc;
    let mut blocks = Vec::new();
    if !doc.subtitle.is_empty() || !doc.summary.is_empty() {
        let text = [doc.subtitle.as_str(), doc.summary.as_str()]
            .into_iter()
            .filter(|t| !t.is_empty())
            .collect::<Vec<_>>()
            .join(". ");
        blocks.extend(paragraph_blocks(&text, NOTE.at_size(9.5), wide));
        blocks.push(Block::gap(2.0));
    }
    for (title, text) in [(say::NOTES, &doc.notes), (say::HISTORY, &doc.history)] {
        if !text.is_empty() {
            blocks.push(caption_block(title, wide));
            blocks.extend(paragraph_blocks(text, BODY, wide));
            blocks.push(Block::gap(2.5));
        }
    }
    let p = &doc.provenance;
    let kind = say::provenance_name(p.kind);
    let note = if p.note.is_empty() { kind.to_owned() } else { format!("{kind}: {}", p.note) };
    let mut origin = quiet_lines(&note, wide);
    if !doc.credits.is_empty() {
        origin.extend(paragraph_blocks(&doc.credits, RULE, wide));
    }
    let last = origin.len().saturating_sub(1);
    origin.iter_mut().take(last).for_each(|b| b.keep = true);
    blocks.iter_mut().rev().take(COMPANY).for_each(|b| b.keep = true);
    blocks.extend(origin);
    blocks
}

/// The battlefield on a page of its own, lying if it is wider than high.
fn whole_page(press: &mut Press<'_>, shown: Shown<'_>, name: &str) {
    let src = press.src;
    let size = maps::sheet_size(src);
    let upright = press.page_size();
    let lying = Vec2::new(upright.y, upright.x);
    let paper = if size.x > size.y { lying } else { upright };
    press.bare_page(paper, name);
    press.add_bookmark(name, 1);
    let room = paper - vec2(20.0, 30.0);
    let scene = maps::whole_map(src, press.opt.mono, room, shown);
    let items: Vec<Item> = vec![picture_item(&scene, Rect::from_min_size(pos2(10.0, 11.0), room))];
    press.put_items(items);
    press.y = f32::MAX;
}

/// A sealed page for each side, where set-up or strength is hidden.
pub fn print_sealed(press: &mut Press<'_>) {
    let src = press.src;
    if !src.kit.secret {
        return;
    }
    for s in src.doc.sides.clone() {
        press.only.clone_from(&s.name);
        press.begin_sheet(&format!("{}: {}", say::SEALED, s.name), &say::for_only(&s.name));
        let gap = 5.0;
        let wide = press.column_width(2, gap);
        let mono = press.opt.mono;
        if press.opt.has(super::Part::Setup) {
            let mut rows = forces::setup_table(src, &s.id, wide, mono);
            if rows.len() > 2 {
                let head: Vec<Block> = rows.drain(..2).collect();
                press.flow_columns(&[(0.0, head.clone()), (wide + gap, head)]);
                let half = rows.len().div_ceil(2).max(1);
                press.spread_in_order(2, gap, rows, half);
            }
            press.y += 3.0;
        }
        let full = press.text_width();
        let arrivals = super::tracks::schedule_table(src, Some(&s.id), full);
        press.flow_blocks(arrivals);
        if press.opt.has(super::Part::Setup) {
            whole_page(press, Shown::Side(&s.id), &format!("Battlefield: {}", s.name));
        }
    }
    press.only.clear();
    // Nothing for both sides is printed on a sealed page.
    press.y = f32::MAX;
}
