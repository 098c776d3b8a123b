//! `oblique list`

use super::{Exit, Failure, values_of};
use engine::game::AnyRuleset;
use engine::scenario::{Field, ScenarioDoc, ScheduleKind, SpecialKind, WhenKind};
use library::Library;
use std::io::Write;

pub fn run(library: &Library, only: Option<&str>, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(id) = only {
        let rules = rules_named(library, id)?;
        list_ruleset(library, rules, out)?;
        return list_everything(rules, out);
    }
    for rules in library.registry.all() {
        list_ruleset(library, rules, out)?;
        list_options(rules, out)?;
        list_specials("Special rules", &rules.schema().specials, out)?;
    }
    let known = library.registry.ids();
    let strays =
        library.scenarios.iter().filter(|e| !known.iter().any(|id| e.key.starts_with(&format!("{id}/"))));
    for entry in strays {
        writeln!(out, "{}: no rule system of this name", entry.key)?;
    }
    Ok(Exit::Good)
}

/// A rule system by its id, or by the beginning of it where only one begins so.
fn rules_named<'a>(library: &'a Library, id: &str) -> Result<&'a dyn AnyRuleset, Failure> {
    let known = library.registry.ids();
    let begins: Vec<&&str> = known.iter().filter(|k| k.starts_with(id)).collect();
    match begins.as_slice() {
        [one] if !known.contains(&id) => Ok(library.rules(one)?),
        _ => Ok(library.rules(id)?),
    }
}

/// Names alone, for other programs.
pub fn list_scenarios(library: &Library, only: Option<&str>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let prefix = match only {
        Some(id) => format!("{}/", rules_named(library, id)?.id()),
        None => String::new(),
    };
    for e in library.scenarios.iter().filter(|e| e.key.starts_with(&prefix)) {
        writeln!(out, "{}", e.key)?;
    }
    Ok(Exit::Good)
}

fn list_ruleset(library: &Library, rules: &dyn AnyRuleset, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}  {}", rules.id(), rules.name())?;
    writeln!(out, "  Scenarios:")?;
    let prefix = format!("{}/", rules.id());
    for e in library.scenarios.iter().filter(|e| e.key.starts_with(&prefix)) {
        let own = if e.own { "  (own)" } else { "" };
        match &e.doc {
            Ok(doc) => writeln!(out, "    {:<34} {}{own}", e.key, print_heading(doc))?,
            Err(why) => writeln!(out, "    {:<34} cannot be read: {why}{own}", e.key)?,
        }
    }
    let bots: Vec<String> = rules.bots().iter().map(|b| format!("{} ({})", b.id, b.name)).collect();
    writeln!(out, "  Computer players: {}", bots.join(", "))
}

fn print_heading(doc: &ScenarioDoc) -> String {
    let sides: Vec<&str> = doc.sides.iter().map(|s| s.name.as_str()).collect();
    format!("{}, {}, {}, {} turns", doc.title, doc.date, sides.join(" against "), doc.turns.count)
}

fn list_options(rules: &dyn AnyRuleset, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "  Options:")?;
    for o in &rules.schema().options {
        let values = values_of(&o.kind);
        writeln!(out, "    {:<26} {} [{}]: {values}; usually {}", o.id, o.name, o.rule, o.default)?;
    }
    Ok(())
}

fn list_specials(title: &str, list: &[SpecialKind], out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "  {title}:")?;
    for s in list {
        writeln!(out, "    {:<26} {} [{}]", s.id, s.name, s.rule)?;
        list_fields(&s.fields, out)?;
    }
    Ok(())
}

/// The ways an entry of the schedule may come.
fn schedule_ways(kind: &ScheduleKind) -> String {
    let word = |w: &WhenKind| match w {
        WhenKind::Turn => "on a turn",
        WhenKind::Die(_) => "by a die",
        WhenKind::Event(_) => "by an event",
        WhenKind::Condition(_) => "on a condition",
    };
    kind.when.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn list_fields(list: &[Field], out: &mut dyn Write) -> std::io::Result<()> {
    for f in list {
        writeln!(out, "      {:<24} {}: {}; usually {}", f.id, f.name, values_of(&f.kind), f.default)?;
    }
    Ok(())
}

fn list_everything(rules: &dyn AnyRuleset, out: &mut dyn Write) -> Result<Exit, Failure> {
    let schema = rules.schema();
    writeln!(out, "  Options:")?;
    for o in &schema.options {
        let values = values_of(&o.kind);
        writeln!(out, "    {:<26} {} [{}]: {values}; usually {}", o.id, o.name, o.rule, o.default)?;
        if !o.help.is_empty() {
            writeln!(out, "      {}", o.help)?;
        }
    }
    list_specials("Special rules", &schema.specials, out)?;
    writeln!(out, "  Schedule:")?;
    for k in &schema.schedule {
        writeln!(out, "    {:<26} {} [{}]: {}", k.id, k.name, k.rule, schedule_ways(k))?;
        list_fields(&k.fields, out)?;
        for w in &k.when {
            if let WhenKind::Die(how) = w {
                list_fields(how, out)?;
            }
        }
    }
    writeln!(out, "  Victory:")?;
    for v in &schema.victory {
        writeln!(out, "    {:<26} {} [{}]", v.id, v.name, v.rule)?;
        list_fields(&v.fields, out)?;
    }
    writeln!(out, "  Terrain:")?;
    for t in &schema.terrains {
        writeln!(out, "    {:<26} {} '{}' [{}]", t.id, t.name, t.key, t.rule)?;
    }
    writeln!(out, "  Units:")?;
    for u in &schema.units {
        writeln!(out, "    {:<26} {} [{}]", u.id, u.name, u.rule)?;
        list_fields(&u.fields, out)?;
    }
    writeln!(out, "  Charts:")?;
    for c in rules.charts() {
        let own = if c.own { "  (own)" } else { "" };
        let head = c.head().map_or_else(String::new, |(name, _)| name);
        writeln!(out, "    {:<34} {head}{own}", c.path)?;
    }
    Ok(Exit::Good)
}
