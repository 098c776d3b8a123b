//! What the reading of each chart by itself cannot see: holes, figures no rule can bear, names twice or nowhere.

use super::{Arm, Data, FILES};
use engine::AssetSource;
use engine::scenario::{At, Issues};
use std::collections::BTreeSet;

/// Largest figure of a chart; die and modifiers are added up in bytes.
const MOST: i64 = 20;
/// Largest head of a table's column: odds in per cent.
const MOST_COLUMN: i64 = 1000;

/// Figures that are too large, file by file.
pub fn figures(src: &dyn AssetSource, issues: &mut Issues) {
    for path in FILES {
        let Ok(text) = src.read(path) else { continue };
        let is_wild = |(n, is_column): &(i64, bool)| n.abs() > if *is_column { MOST_COLUMN } else { MOST };
        if let Some((n, _)) = numbers_in(&text).into_iter().find(is_wild) {
            issues
                .error(At::Whole, *path, format!("the figure {n} is out of all proportion"))
                .remedy(format!("figures are at most {MOST}, heads of columns {MOST_COLUMN}"));
        }
    }
}

/// Numbers of a text outside quotes and comments, and whether they are heads of columns.
fn numbers_in(text: &str) -> Vec<(i64, bool)> {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut plain = String::new();
        for (i, part) in line.split('"').enumerate() {
            if i % 2 == 0 {
                plain.push_str(part);
                plain.push(' ');
            }
        }
        let code = plain.split("//").next().unwrap_or_default();
        let is_column = code.trim_start().starts_with("columns:");
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        out.extend(code.split(|c| !is_part(c)).filter_map(|w| w.parse::<i64>().ok()).map(|n| (n, is_column)));
    }
    out
}

pub fn check(data: &Data, issues: &mut Issues) {
    names(data, issues);
    terrain(data, issues);
    units(data, issues);
    ranges(data, issues);
    armies(data, issues);
    for roll in 1..=13 {
        if !data.command.fortunes.lines.iter().any(|l| l.roll == roll) {
            missing(issues, "command.ron", &format!("fortune of war for {roll}"), "18");
        }
    }
}

/// Says that something is not there.
fn missing(issues: &mut Issues, file: &str, what: &str, rule: &str) {
    issues.error(At::Whole, file, format!("there is no {what}")).rule(rule).remedy(format!("add {what}"));
}

/// Says that a figure cannot be used.
fn wrong(issues: &mut Issues, file: &str, what: &str, rule: &str, remedy: &str) {
    issues.error(At::Whole, file, what).rule(rule).remedy(remedy);
}

fn names(data: &Data, issues: &mut Issues) {
    let lists: [(&str, &str, Vec<&str>); 4] = [
        ("terrain.ron", "7.3", data.terrain.hexes.iter().map(|h| h.id.as_str()).collect()),
        ("terrain.ron", "7.3", data.terrain.sides.iter().map(|s| s.id.as_str()).collect()),
        ("units.ron", "2.1", data.units.iter().map(|u| u.id.as_str()).collect()),
        ("nations.ron", "1.4", data.nations.iter().map(|n| n.id.as_str()).collect()),
    ];
    for (file, rule, ids) in lists {
        let mut seen = BTreeSet::new();
        if let Some(twice) = ids.iter().find(|id| !seen.insert(**id)) {
            wrong(
                issues,
                file,
                &format!("'{twice}' is there twice"),
                rule,
                "give each line a name of its own",
            );
        }
        if ids.is_empty() {
            missing(issues, file, "line", rule);
        }
    }
    let keys: BTreeSet<char> = data.terrain.hexes.iter().map(|h| h.key).collect();
    if keys.len() != data.terrain.hexes.len() {
        wrong(issues, "terrain.ron", "two terrains have one key", "7.3", "give each a letter of its own");
    }
}

fn terrain(data: &Data, issues: &mut Issues) {
    let has_side = |id: &str| data.terrain.sides.iter().any(|s| s.id == id);
    for id in ["slope", "steep-slope", "no-slope"] {
        if !has_side(id) {
            missing(issues, "terrain.ron", &format!("hexside '{id}'"), "8.2.1");
        }
    }
    for side in &data.terrain.sides {
        for over in side.crossing.iter().flat_map(|c| &c.over).filter(|o| !has_side(o)) {
            missing(issues, "terrain.ron", &format!("hexside '{over}' for '{}' to cross", side.id), "7.3");
        }
    }
    if data.terrain.roads.len() < 2 {
        missing(issues, "terrain.ron", "major and minor road", "7.3");
    }
}

fn units(data: &Data, issues: &mut Issues) {
    for id in ["commander", "wing-leader", "leader"] {
        if !data.units.iter().any(|u| u.id == id && u.arm == Arm::Leader) {
            missing(issues, "units.ron", &format!("leader '{id}'"), "2.3");
        }
    }
    for unit in data.units.iter().filter(|u| u.arm != Arm::Leader) {
        let is_read = |f: &String| crate::setup::Face::parse(f, unit.arm).is_some();
        if unit.faces.is_empty() || unit.faces.len() > 4 || !unit.faces.iter().all(is_read) {
            let what = format!("list of one to four readable faces of '{}'", unit.id);
            missing(issues, "units.ron", &what, "2.1");
        }
    }
}

/// Figures that divide, count or compare with a die.
fn ranges(data: &Data, issues: &mut Issues) {
    let (m, c, l, o) = (&data.movement, &data.combat, &data.leaders, &data.options);
    let counts = [
        ("movement.ron", "steps", m.steps, "5.1"),
        ("movement.ron", "gun_steps", m.gun_steps, "5.1"),
        ("movement.ron", "guns_alone", m.guns_alone, "5.1"),
        ("movement.ron", "column_steps", m.column_steps, "5.2"),
        ("movement.ron", "engaged_steps", m.engaged_steps, "6.2"),
        ("movement.ron", "double", m.double, "5.3"),
        ("movement.ron", "fast", m.fast, "7.5.3"),
        ("movement.ron", "rout_foot", m.rout_foot, "9.2"),
        ("movement.ron", "rout_horse", m.rout_horse, "9.2"),
        ("movement.ron", "disorder", m.disorder, "9.1"),
        ("combat.ron", "exchange_steps", c.losses.exchange_steps, "10.8.2"),
        ("combat.ron", "strength", c.strength, "10.3.2"),
        ("combat.ron", "horse_strength", c.horse_strength, "10.3.2"),
        ("army_morale.ron", "success", data.army_morale.success, "13"),
    ];
    for (file, name, n, rule) in counts {
        if n == 0 {
            wrong(issues, file, &format!("'{name}' is 0"), rule, "give it 1 or more");
        }
    }
    let dice = [
        ("leaders.ron", "hit", l.hit, "15.2"),
        ("leaders.ron", "flesh_wound", l.flesh_wound, "15.2"),
        ("leaders.ron", "killed", l.killed, "15.2"),
        ("leaders.ron", "caught", l.caught, "15.2"),
        ("options.ron", "cossack_refuses", o.cossack_refuses, "16.1c"),
    ];
    for (file, name, n, rule) in dice {
        if !(1..=6).contains(&n) {
            wrong(issues, file, &format!("'{name}' is {n}, no face of a die"), rule, "give it 1 to 6");
        }
    }
    if o.woods.last().is_none_or(|w| w.morale != 0) || !o.woods.is_sorted_by(|a, b| a.morale > b.morale) {
        let remedy = "let the morale of the lines fall to 0";
        wrong(issues, "options.ron", "some morale has no line in 'woods'", "16.4", remedy);
    }
    let sight = crate::compile::LONGEST_SIGHT.into();
    if data.bombardment.range > sight || o.extended_range > sight {
        let remedy = "7 hexes at most";
        wrong(issues, "bombardment.ron", "guns reach farther than anybody sees", "8.1", remedy);
    }
    let least = 1 + [data.capture.steady_guns, data.capture.friends_near].iter().sum::<i8>();
    let lines = &data.capture.results;
    if lines.first().is_none_or(|r| r.least > least) || !lines.is_sorted_by(|a, b| a.least < b.least) {
        let remedy = "let the lines rise from the least total";
        wrong(issues, "capture.ron", "some total has no result", "10.10.4", remedy);
    }
}

/// Every level at which an army may be Demoralized has its range.
fn armies(data: &Data, issues: &mut Issues) {
    let a = &data.army_morale;
    let top = a.demoralization.iter().map(|l| l.level).max().unwrap_or(a.automatic);
    for level in a.automatic + 1..=top {
        let lines: Vec<u8> = a.demoralization.iter().filter(|l| l.level == level).map(|l| l.die).collect();
        if !matches!(lines.as_slice(), [1..=6]) {
            let what = format!("one range of 1 to 6 for box {level}");
            missing(issues, "army_morale.ron", &what, "12.4");
        }
    }
    if top <= a.automatic || a.broken > a.automatic {
        let remedy = "let ranges begin above the box where no die is needed, and let Broken lie below it";
        wrong(issues, "army_morale.ron", "the track is out of order", "12.4", remedy);
    }
}
