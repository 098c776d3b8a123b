//! `oblique reference` and `oblique new`: what a scenario file may say, made from the schema of the rule system, and a
//! commented file to begin with.

use super::{Exit, Failure};
use engine::AssetSource;
use engine::game::AnyRuleset;
use engine::scenario::{Field, FieldKind, Schema, SpecialKind, Value, WhenKind};
use library::{Library, files};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// What all rule systems share.
const SHARED: &str = include_str!("../../../docs/scenario-file.md");

/// Prints or writes the reference of a rule system, the shared part first.
pub fn run(library: &Library, id: &str, output: Option<&Path>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let rules = library.rules(id)?;
    let text = format!("{SHARED}\n{}", of_ruleset(library, rules)?);
    match output {
        Some(path) => write_new(path, &text, out),
        None => {
            out.write_all(text.as_bytes())?;
            Ok(Exit::Good)
        }
    }
}

/// Writes the commented example of a rule system, or prints it.
pub fn run_new(
    library: &Library,
    id: &str,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let rules = library.rules(id)?;
    let text = example(library, rules)?;
    match output {
        Some(path) => write_new(path, &text, out),
        None => {
            out.write_all(text.as_bytes())?;
            Ok(Exit::Good)
        }
    }
}

/// A file that is there already may hold work: it is left alone.
fn write_new(path: &Path, text: &str, out: &mut dyn Write) -> Result<Exit, Failure> {
    if path.exists() {
        let why =
            format!("{}: there is a file of this name (give another, or remove it first)", path.display());
        return Err(why.into());
    }
    files::write(path, text.as_bytes(), files::Keep::Nothing)?;
    writeln!(out, "{}", path.display())?;
    Ok(Exit::Good)
}

/// The commented example a rule system brings.
pub fn example(library: &Library, rules: &dyn AnyRuleset) -> Result<String, String> {
    let path = format!("{}/editor/example.ron", rules.id());
    library.assets.read(&path).map_err(|e| format!("{} has no example file: {e}", rules.name()))
}

/// What only this rule system knows, with its example.
pub fn of_ruleset(library: &Library, rules: &dyn AnyRuleset) -> Result<String, String> {
    let schema = rules.schema();
    let mut text = format!(
        "# Reference: {}\n\nFor `ruleset: \"{}\"`. Made from the rule system itself; numbers in square brackets are rules.\n\n",
        rules.name(),
        rules.id()
    );
    list_ground(schema, &mut text);
    list_units(schema, &mut text);
    list_sides(schema, &mut text);
    list_schedule(schema, &mut text);
    list_rules(schema, &mut text);
    let example = example(library, rules)?;
    put(&mut text, format_args!("## A whole file\n\n```ron\n{}\n```\n", example.trim_end()));
    Ok(text)
}

/// Writing to a text does not fail.
fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(words);
}

fn cited(rule: &str) -> String {
    if rule.is_empty() { String::new() } else { format!(" [{rule}]") }
}

/// Words for a cell of a table: one line, no bars.
fn cell(words: &str) -> String {
    words.replace('|', "/").replace('\n', " ")
}

fn list_ground(schema: &Schema, text: &mut String) {
    put(text, format_args!("## Ground\n\n| id in `legend` | name | usual letter | |\n|---|---|---|---|\n"));
    for t in &schema.terrains {
        let closed = if t.closed { "Nobody may stand there. " } else { "" };
        let words = cell(&format!("{closed}{}{}", t.help, cited(&t.rule)));
        put(text, format_args!("| `{}` | {} | `'{}'` | {words} |\n", t.id, t.name, t.key));
    }
    if schema.edges.is_empty() {
        put(text, format_args!("\nNo kinds of hexsides: leave `edges` out.\n"));
    } else {
        put(text, format_args!("\n| id in `edges` | name | |\n|---|---|---|\n"));
        for e in &schema.edges {
            let way = if e.directed { "Points out of the hex: `>`. " } else { "" };
            let words = cell(&format!("{way}{}{}", e.help, cited(&e.rule)));
            put(text, format_args!("| `{}` | {} | {words} |\n", e.id, e.name));
        }
    }
    let roads: Vec<String> =
        schema.roads.iter().enumerate().map(|(i, r)| format!("{} is {}", i + 1, r.name)).collect();
    match roads.is_empty() {
        true => put(text, format_args!("\nNo roads: leave `roads` out.\n")),
        false => put(text, format_args!("\nClasses of `roads`: {}.\n", roads.join(", "))),
    }
    match schema.levels {
        Some((least, most)) => put(text, format_args!("`levels` go from {least} to {most}.\n\n")),
        None => put(text, format_args!("No levels: leave `levels` out.\n\n")),
    }
}

fn list_units(schema: &Schema, text: &mut String) {
    put(text, format_args!("## Pieces\n\n| `kind` | name | |\n|---|---|---|\n"));
    for u in &schema.units {
        put(
            text,
            format_args!(
                "| `{}` | {} | {} |\n",
                u.id,
                u.name,
                cell(&format!("{}{}", u.help, cited(&u.rule)))
            ),
        );
    }
    // Kinds with the same fields share one table.
    let mut done: Vec<&str> = Vec::new();
    for u in schema.units.iter().filter(|u| !u.fields.is_empty()) {
        if done.contains(&u.id.as_str()) {
            continue;
        }
        let alike: Vec<&str> =
            schema.units.iter().filter(|o| o.fields == u.fields).map(|o| o.id.as_str()).collect();
        let names: Vec<String> = alike.iter().map(|id| format!("`{id}`")).collect();
        put(text, format_args!("\n`props` of {}:\n\n", names.join(", ")));
        list_fields(&u.fields, text);
        done.extend(alike);
    }
    text.push('\n');
}

fn list_sides(schema: &Schema, text: &mut String) {
    put(text, format_args!("## Sides, nations, turns and the scenario\n\n"));
    if !schema.nations.is_empty() {
        let own = if schema.own_nations {
            "A scenario may bring others of its own."
        } else {
            "There are no others."
        };
        put(text, format_args!("Nations: {}. {own}\n\n", ids(schema.nations.iter().map(|n| n.id.as_str()))));
    }
    if !schema.turn_marks.is_empty() {
        put(
            text,
            format_args!("Marks of turns: {}.\n\n", ids(schema.turn_marks.iter().map(|m| m.0.as_str()))),
        );
    }
    if !schema.sheets.is_empty() {
        put(text, format_args!("Sheets off the map: {}.\n\n", ids(schema.sheets.iter().map(String::as_str))));
    }
    if !schema.side_fields.is_empty() {
        put(text, format_args!("`props` of a side:\n\n"));
        list_fields(&schema.side_fields, text);
        text.push('\n');
    }
    if !schema.scenario_fields.is_empty() {
        put(text, format_args!("`props` of the scenario:\n\n"));
        list_fields(&schema.scenario_fields, text);
        text.push('\n');
    }
}

fn list_schedule(schema: &Schema, text: &mut String) {
    put(text, format_args!("## Set-up and schedule\n\n"));
    let near = if schema.setup_near {
        " `near` and `within` are known."
    } else {
        " `near` and `within` are not known."
    };
    let known = if schema.setup {
        "Players may set up pieces (`setup`)."
    } else {
        "No `setup`: every piece has its place."
    };
    put(text, format_args!("{known}{}\n\n", if schema.setup { near } else { "" }));
    if schema.schedule.is_empty() {
        put(text, format_args!("Nothing is scheduled: leave `schedule` out.\n\n"));
    }
    for k in &schema.schedule {
        let brings = if k.pieces { " It brings `pieces`." } else { "" };
        let area = if k.area { " It happens in an `area`." } else { "" };
        put(
            text,
            format_args!(
                "### `{}`: {}{}\n\n{}{brings}{area} It comes {}.\n\n",
                k.id,
                k.name,
                cited(&k.rule),
                k.help,
                k.ways().join(" or ")
            ),
        );
        list_fields(&k.fields, text);
        for way in &k.when {
            match way {
                WhenKind::Turn => {}
                WhenKind::Die(fields) => {
                    put(text, format_args!("\n`props` of `Die`:\n\n"));
                    list_fields(fields, text);
                }
                WhenKind::Event(known) => {
                    put(text, format_args!("\nEvents: {}.\n", ids(known.iter().map(|e| e.0.as_str()))));
                }
                WhenKind::Condition(known) => list_kinds("Conditions", known, text),
            }
        }
        text.push('\n');
    }
    for p in &schema.pools {
        let markers = ids(p.markers.iter().map(String::as_str));
        put(
            text,
            format_args!(
                "Pool `{}` ({}): {}.\n\n",
                p.id,
                p.name,
                if markers.is_empty() { "any text" } else { &markers }
            ),
        );
    }
}

fn list_rules(schema: &Schema, text: &mut String) {
    put(text, format_args!("## Options, special rules, victory\n\n"));
    if !schema.options.is_empty() {
        put(text, format_args!("| id in `options` | name | value | usual | |\n|---|---|---|---|---|\n"));
        for o in &schema.options {
            let words = cell(&format!("{}{}", o.help, cited(&o.rule)));
            put(
                text,
                format_args!(
                    "| `{}` | {} | {} | {} | {words} |\n",
                    o.id,
                    o.name,
                    written(&o.kind),
                    as_written(&o.default)
                ),
            );
        }
        text.push('\n');
    }
    list_kinds("Special rules (`specials`, by `rule`)", &schema.specials, text);
    list_kinds("Victory conditions (`victory`, by `kind`)", &schema.victory, text);
    if !schema.victory_help.is_empty() {
        put(text, format_args!("{}\n\n", schema.victory_help));
    }
}

fn list_kinds(title: &str, known: &[SpecialKind], text: &mut String) {
    if known.is_empty() {
        return;
    }
    put(text, format_args!("### {title}\n\n"));
    for s in known {
        put(text, format_args!("`{}`: {}{}. {}\n\n", s.id, s.name, cited(&s.rule), s.help));
        list_fields(&s.fields, text);
        text.push('\n');
    }
}

fn list_fields(fields: &[Field], text: &mut String) {
    if fields.is_empty() {
        return;
    }
    put(text, format_args!("| field | name | value | usual | |\n|---|---|---|---|---|\n"));
    for f in fields {
        let words = cell(&format!("{}{}", f.help, cited(&f.rule)));
        put(
            text,
            format_args!(
                "| `{}` | {} | {} | {} | {words} |\n",
                f.id,
                f.name,
                written(&f.kind),
                as_written(&f.default)
            ),
        );
    }
}

fn ids<'a>(list: impl Iterator<Item = &'a str>) -> String {
    list.map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

/// What may be written for a value.
fn written(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Bool => "`true` or `false`".into(),
        FieldKind::Int { min, max } => format!("{min} to {max}"),
        FieldKind::Text => "text".into(),
        FieldKind::Choice(list) => {
            let words: Vec<String> = list.iter().map(|c| format!("`\"{}\"`", c.0)).collect();
            words.join(", ")
        }
        FieldKind::Hex => "hex".into(),
        FieldKind::Region => "id of an area".into(),
        FieldKind::Side => "id of a side".into(),
        FieldKind::Nation => "id of a nation".into(),
        FieldKind::Piece => "id of a piece".into(),
        FieldKind::UnitKind => "kind of piece".into(),
        FieldKind::Figures(form) => format!("{}, like `\"{}\"`", form.names.join(", "), form.example()),
        FieldKind::List(inner) => format!("list of: {}", written(inner)),
    }
}

/// A value as a file has it.
fn as_written(value: &Value) -> String {
    match value {
        Value::Bool(b) => format!("`{b}`"),
        Value::Int(n) => format!("{n}"),
        Value::Text(t) if t.is_empty() => "empty".into(),
        Value::Text(t) => format!("`\"{t}\"`"),
        Value::List(l) if l.is_empty() => "empty".into(),
        Value::List(l) => l.iter().map(as_written).collect::<Vec<_>>().join(", "),
    }
}
