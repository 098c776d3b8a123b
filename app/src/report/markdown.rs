//! The report as Markdown, with its pictures in a folder beside it.

use super::{Report, plain, plot, words};
use engine::present::LogKind;
use std::fmt::Write;

/// Names and bytes of the pictures.
pub fn pictures(r: &Report) -> Vec<(String, Vec<u8>)> {
    let mut out = vec![
        ("points.svg".to_owned(), plot::svg(&r.course, |s| &s.points).into_bytes()),
        ("strength.svg".to_owned(), plot::svg(&r.course, |s| &s.strength).into_bytes()),
    ];
    let maps = (1..).zip(&r.turns).filter(|(_, t)| !t.map.is_empty());
    out.extend(maps.map(|(i, t)| (map_name(i), t.map.clone())));
    out
}

fn map_name(i: usize) -> String {
    format!("map-{i:02}.png")
}

fn side<'a>(r: &'a Report, army: &'a str) -> &'a str {
    r.course.sides.iter().find(|s| s.1 == army).map_or(army, |s| &s.0)
}

pub fn dice_rows(r: &Report) -> Vec<Vec<String>> {
    let row = |l: &engine::present::LedgerLine| {
        vec![
            side(r, &l.army).to_owned(),
            format!("{} ({})", l.kind, l.rule),
            format!("{} / {}", l.rolls, l.dice),
            l.counted.to_string(),
            format!("{:.1}", l.expected),
            words::luck(l),
            words::average(l),
        ]
    };
    r.course.ledger.iter().map(row).collect()
}

pub fn loss_rows(r: &Report) -> Vec<Vec<String>> {
    let row = |l: &engine::present::LossLine| {
        vec![
            side(r, &l.army).to_owned(),
            l.name.clone(),
            words::of(l.steps_lost, l.steps),
            words::of(l.pieces_lost, l.pieces),
        ]
    };
    r.course.losses.iter().map(row).collect()
}

pub fn turning(r: &Report) -> Vec<String> {
    let mut list: Vec<_> = r.course.turning.iter().collect();
    list.sort_by_key(|t| t.entries);
    let line = |t: &&engine::present::TurningPoint| {
        let name = r.course.sides.get(t.side).map_or("", |s| &s.0);
        format!("{}, for {name}: {} ({})", words::turn(t.turn), t.text, words::gain(t.points, t.strength))
    };
    list.iter().map(line).collect()
}

/// How the match came about, small at the end.
pub fn colophon(r: &Report) -> String {
    let options: Vec<String> = r.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(" Options: {}.", options.join(", ")) };
    let seats = r.seats.join(" against ");
    format!("{seats}. Dice seed {}.{options} {}", r.seed, r.provenance.note)
}

fn table(out: &mut String, heads: &[&str], rows: &[Vec<String>]) {
    let cell = |c: &str| c.replace('|', "\\|");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(heads.iter().map(|h| cell(h)).collect()));
    out.push_str(&line(heads.iter().map(|_| "---".to_owned()).collect()));
    for row in rows {
        out.push_str(&line(row.iter().map(|c| cell(c)).collect()));
    }
    out.push('\n');
}

pub fn text(r: &Report, folder: &str) -> String {
    let mut out = format!("# {}\n\n{}\n\n{}\n\n", r.title, r.subtitle, r.ruleset);
    match &r.outcome {
        Some(o) => {
            let _ = write!(out, "## {}\n\n{} ({})\n\n", o.title, o.text, o.rule);
        }
        None => {
            let _ = write!(out, "## {}\n\n{}\n\n", r.standing, words::UNFINISHED);
        }
    }
    let _ = write!(out, "## {}\n\n", words::SCORE);
    for s in &r.score.sides {
        let goal = s.goal.map_or_else(String::new, |g| format!(" of {g}"));
        let _ = write!(out, "### {}: {}{goal}\n\n", s.name, s.points);
        for l in &s.lines {
            let _ = writeln!(out, "- {}: {}", l.name, l.value);
        }
        out.push('\n');
    }
    let _ = write!(
        out,
        "## {}\n\n![{}]({folder}/points.svg)\n\n![{}]({folder}/strength.svg)\n\n",
        words::COURSE,
        words::POINTS,
        words::STRENGTH
    );
    let list = turning(r);
    if !list.is_empty() {
        let _ = write!(out, "### {}\n\n", words::TURNING);
        list.iter().for_each(|l| {
            let _ = writeln!(out, "- {l}");
        });
        out.push('\n');
    }
    let _ = write!(out, "## {}\n\n", words::DICE);
    table(&mut out, &words::DICE_HEADS, &dice_rows(r));
    let _ = write!(out, "## {}\n\n", words::LOSSES);
    table(&mut out, &words::LOSS_HEADS, &loss_rows(r));
    turns(&mut out, r, folder);
    let _ = write!(out, "---\n\n{}\n", colophon(r));
    out
}

fn turns(out: &mut String, r: &Report, folder: &str) {
    let _ = write!(out, "## {}\n\n", words::TURNS);
    for (i, t) in (1..).zip(&r.turns) {
        let _ = write!(out, "### {}\n\n", t.name);
        if !t.map.is_empty() {
            let _ = write!(out, "![{}]({folder}/{})\n\n", t.name, map_name(i));
        }
        if t.log.is_empty() {
            let _ = writeln!(out, "{}", words::NOTHING);
        }
        for l in &t.log {
            if l.kind == LogKind::Heading {
                let _ = write!(out, "\n**{}**\n\n", plain(l));
            } else {
                let _ = writeln!(out, "- {}", plain(l));
            }
        }
        out.push('\n');
    }
}
