//! Positions, log and odds as lines of plain words, for people and for `state` and `expect`.

use engine::game::AnyMatch;
use engine::hex::{Grid, HexId};
use engine::present::{
    CounterPlace, CounterView, InspectLine, LogLine, Odds, OddsBranch, Quality, Rules, Seat, Target,
    TrackView,
};
use std::collections::BTreeMap;

/// The position as one seat sees it: who is to act, one line for each counter and each track.
pub fn position_lines(game: &dyn AnyMatch, seat: Seat) -> Vec<String> {
    let grid = &game.doc().map.grid;
    let mut out = vec![heading_line(game, seat)];
    let owners = owner_names(game);
    let board = game.view(seat).board();
    out.extend(board.counters.iter().map(|c| counter_line(c, &owners, grid)));
    for m in &board.marks {
        let rule = m.rule.map_or_else(String::new, |r| format!(" [{r}]"));
        let value = if m.value.is_empty() { String::new() } else { format!(" {}", m.value) };
        out.push(format!("mark {} {}: {}{value}{rule}", m.art, target_text(&m.at, grid), m.text));
    }
    for s in game.view(seat).sheets() {
        for b in s.boxes {
            out.push(format!("box {} of {}: {}", b.name, s.name, b.text));
        }
    }
    out.extend(game.view(seat).tracks().iter().map(track_line));
    out
}

/// What is known of a hex or a counter, one line for each thing.
pub fn inspect_lines(game: &dyn AnyMatch, seat: Seat, target: &Target) -> Vec<String> {
    let view = game.view(seat).inspect(target);
    let title = format!("{} {}", view.title, view.subtitle);
    [title].into_iter().chain(view.lines.iter().map(inspect_line)).collect()
}

/// The score, one line for each item and each total.
pub fn score_lines(game: &dyn AnyMatch, seat: Seat) -> Vec<String> {
    let view = game.view(seat).score();
    let mut out = Vec::new();
    for s in &view.sides {
        out.extend(s.lines.iter().map(|l| format!("{}: {}", s.name, inspect_line(l))));
        // A minus sign is not part of a word that `expect` can match, so negative totals say so in words.
        let below = if s.points < 0 { ", below zero" } else { "" };
        out.push(format!("{} total {}{below}", s.name, s.points));
    }
    out.extend(view.conditions.iter().map(inspect_line));
    out
}

fn inspect_line(l: &InspectLine) -> String {
    let rule = l.rule.map_or_else(String::new, |r| format!(" [{r}]"));
    format!("{}: {}{rule}", l.name, l.value)
}

fn heading_line(game: &dyn AnyMatch, seat: Seat) -> String {
    if let Some(o) = game.outcome() {
        return format!("over: {}: {} [{}]", o.title, o.text, o.rule);
    }
    let prompt = game.view(viewing_seat(game, seat)).prompt();
    let turn = game.view(seat).sequence().turn;
    format!(
        "turn {turn}: {} to act: {} {}{}",
        prompt.who,
        prompt.text,
        prompt.points,
        rule_numbers(&prompt.rules)
    )
}

/// The seat whose choices are listed: the viewing seat, or the seat to act in an open view.
pub fn viewing_seat(game: &dyn AnyMatch, seat: Seat) -> Seat {
    if seat == Seat::OPEN { game.to_act().unwrap_or(seat) } else { seat }
}

/// The names of the seats by army and by counter.
type Owners = (BTreeMap<String, Option<String>>, BTreeMap<u32, String>);

/// Whose a counter is: by its army, so that one that is only assumed is named like one that is there; by
/// the counter itself where both sides have that army.
fn owner_names(game: &dyn AnyMatch) -> Owners {
    let (mut armies, mut counters): Owners = Default::default();
    for (i, s) in (0u8..).zip(game.seats()) {
        for c in game.view(Seat(i)).board().counters.into_iter().filter(|c| c.own) {
            let known = armies.entry(c.army).or_insert_with(|| Some(s.name.clone()));
            known.take_if(|n| *n != s.name);
            counters.insert(c.id.0, s.name.clone());
        }
    }
    (armies, counters)
}

fn counter_line(c: &CounterView, owners: &Owners, grid: &Grid) -> String {
    let by_army = owners.0.get(&c.army).and_then(Option::as_ref);
    let side = by_army.or_else(|| owners.1.get(&c.id.0)).map_or(c.army.as_str(), String::as_str);
    let facing = match c.facing {
        Some(f) => format!("facing {}", f.compass_name(grid.orientation)),
        None => "no facing".into(),
    };
    let mut line = format!("{side}: {} {}, {facing}", counter_name(c), place_text(&c.place, grid));
    // The full strength is left out: `state infantry 4` must not match a unit of 3 out of 4.
    let is_leader = matches!(c.figure.as_str(), "leader" | "commander");
    if !c.strength.values.is_empty() {
        // What stands on a leader's counter is no strength.
        let what = if is_leader { "ratings" } else { "strength" };
        line += &format!(", {what} {}", c.strength.values.join(" "));
    } else if let Some((left, _)) = c.strength.pips {
        line += &format!(", strength {left}");
    }
    if c.strength.reduced {
        line += ", reduced";
    }
    if !c.tag.is_empty() {
        line += &format!(", {}", c.tag.to_lowercase());
    }
    for b in &c.badges {
        line += &format!(", {}", format!("{b:?}").to_lowercase());
    }
    if c.star {
        line += ", commander";
    }
    line
}

/// What a counter is called: its name, what it is in words, its figure. Figures of strength in the
/// readable line are left out, see above.
pub fn counter_name(c: &CounterView) -> String {
    if c.hidden {
        return "hidden".into();
    }
    let first = c.line.split(',').next().unwrap_or_default();
    let words: Vec<&str> = first.split(' ').filter(|w| !w.contains(|l: char| l.is_ascii_digit())).collect();
    let words = words.join(" ");
    let mut out = c.name.clone();
    for part in [words.as_str(), c.figure.as_str()] {
        // A line that only repeats the name adds nothing.
        let again = !c.name.is_empty() && part.contains(&c.name);
        if !part.is_empty() && !again && !engine::has_words(&out, &[part]) {
            out = if out.is_empty() { part.to_owned() } else { format!("{out} ({part})") };
        }
    }
    out
}

pub fn place_text(p: &CounterPlace, grid: &Grid) -> String {
    match p {
        CounterPlace::Hexes(list) => list.iter().map(|h| hex_label(grid, *h)).collect::<Vec<_>>().join(" "),
        CounterPlace::Box { sheet, slot } => format!("in {slot} of {sheet}"),
        CounterPlace::On { counter, part } => format!("on counter {} part {part}", counter.0),
    }
}

fn hex_label(grid: &Grid, hex: HexId) -> String {
    if hex.is_none() { "off the map".into() } else { grid.label(hex) }
}

fn target_text(t: &Target, grid: &Grid) -> String {
    match t {
        Target::Hex(h) => hex_label(grid, *h),
        Target::Edge(e) => {
            let (hex, dir) = e.stored_key();
            let hex = grid.id(hex).map_or_else(String::new, |h| hex_label(grid, h));
            format!("{hex}/{}", dir.compass_name(grid.orientation))
        }
        Target::Box { sheet, slot } => format!("{slot} of {sheet}"),
        other => format!("{other:?}"),
    }
}

fn track_line(t: &TrackView) -> String {
    let mut line = format!("track {} {}: at {}", t.name, t.army, t.at);
    if t.second != 0 {
        line += &format!(", second {}", t.second);
    }
    if let Some(goal) = t.goal {
        line += &format!(", goal {goal}");
    }
    for text in [&t.text, &t.note] {
        if !text.is_empty() {
            line += &format!(", {text}");
        }
    }
    line + &rule_numbers(&t.rules)
}

/// A log line in full: who, what, detail, dice, modifiers and rule numbers.
pub fn log_line(l: &LogLine) -> String {
    let mut line = String::new();
    if !l.head.is_empty() {
        line += &format!("{}: ", l.head);
    }
    line += &l.text;
    if !l.detail.is_empty() {
        line += &format!(" ({})", l.detail);
    }
    if !l.dice.is_empty() {
        let faces: Vec<String> = l.dice.iter().map(|d| d.value.to_string()).collect();
        line += &format!(" | dice {}", faces.join(" "));
    }
    for m in &l.mods {
        line += &format!(" | {} {} [{}]", m.text, m.value, m.rule);
    }
    line + &rule_numbers(&l.rules)
}

pub fn rule_numbers(list: &Rules) -> String {
    list.iter().map(|r| format!(" [{r}]")).collect()
}

/// The possible results of an action, one a line.
pub fn odds_lines(odds: &Odds) -> Vec<String> {
    let quality = match odds.quality {
        Quality::Exact => "exact".to_owned(),
        Quality::About { error } => format!("about, within {:.2} %", error * 100.0),
    };
    let mut out = vec![format!("{quality}, {} throws", odds.throws)];
    out.extend(odds.mods.iter().map(|m| format!("{} {} [{}]", m.text, m.value, m.rule)));
    for b in &odds.branches {
        out.extend(chance_lines(b).into_iter().map(|(text, p)| format!("{text}: {:.2} %", p * 100.0)));
    }
    out
}

/// Outcomes and side facts of a branch with their chances.
pub fn chance_lines(b: &OddsBranch) -> Vec<(String, f64)> {
    let named =
        |text: &str| if b.answer.is_empty() { text.to_owned() } else { format!("{}: {text}", b.answer) };
    let outcomes = b.outcomes.iter().map(|o| (named(&o.text), o.p));
    outcomes.chain(b.facts.iter().map(|f| (named(&f.text), f.p))).collect()
}
