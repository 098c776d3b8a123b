//! `oblique print`: the setup kit of a scenario as a PDF.

use super::args::PrintArgs;
use crate::files::{self, Keep};
use crate::library::Library;
use command_line::{Exit, Failure, read_options};
use editor::print::{COUNTERS, HexSize, Options, Paper, Part, Source, compose, pdf};
use std::io::Write;

pub fn run(library: &Library, args: &PrintArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let options = read(args)?;
    let (doc, _) = library.scenario_named(&args.scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let chosen = read_options(rules, &args.options)?;
    if args.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv")) {
        let table = editor::core::csv::export(&doc, rules.schema());
        files::write(&args.output, table.as_bytes(), Keep::Nothing)?;
        writeln!(out, "{}: {} pieces", args.output.display(), doc.pieces.len())?;
        return Ok(Exit::Good);
    }
    let source = Source::gather(doc, rules, &chosen);
    let kit = compose(&source, &options, &mut |_| true);
    let bytes = kit.as_ref().and_then(|k| pdf::write(k, &mut |_| true));
    let (Some(kit), Some(bytes)) = (&kit, bytes) else { return Ok(Exit::Bad) };
    let bytes = bytes.map_err(|e| e.to_string())?;
    files::write(&args.output, &bytes, Keep::Nothing)?;
    let size = bytes.len().div_ceil(1024);
    writeln!(out, "{}: {} pages, {size} KB, {}", args.output.display(), kit.pages.len(), source.hash)?;
    let errors = source.errors();
    for e in &errors {
        writeln!(out, "{}: {e}", args.scenario)?;
    }
    if errors.is_empty() {
        return Ok(Exit::Good);
    }
    writeln!(out, "{}: cannot be played; the pages are marked as a draft", args.scenario)?;
    Ok(Exit::Bad)
}

fn read(args: &PrintArgs) -> Result<Options, String> {
    let paper =
        Paper::parse(&args.paper).ok_or_else(|| format!("--paper {}: a4, letter or a3", args.paper))?;
    let mut parts = Vec::new();
    for word in &args.parts {
        let part = Part::parse(word).ok_or_else(|| {
            let all: Vec<&str> = Part::ALL.iter().map(|p| p.word()).collect();
            format!("--parts {word}: it is none of {}", all.join(", "))
        })?;
        parts.push(part);
    }
    if parts.is_empty() {
        parts = Part::ALL.to_vec();
    }
    let counter = match args.counter {
        Some(mm) if COUNTERS.iter().any(|c| (c - mm).abs() < 0.05) => Some(mm),
        None => None,
        Some(mm) => return Err(format!("--counter {mm}: 12.7, 15.9, 19 or 25.4 mm")),
    };
    let hex = hex_size(&args.hex)?;
    Ok(Options { paper, parts, mono: args.mono, hex, counter, one_sided: args.one_sided })
}

/// `auto`, `fit`, or millimetres from side to side.
pub fn hex_size(word: &str) -> Result<HexSize, String> {
    match word {
        "auto" => Ok(HexSize::Auto),
        "fit" => Ok(HexSize::Fit),
        other => match other.parse::<f32>() {
            Ok(mm) if (5.0..=60.0).contains(&mm) => Ok(HexSize::Mm(mm)),
            _ => Err(format!("--hex {other}: auto, fit, or 5 to 60 mm (13, 16, 19 and 25 are usual)")),
        },
    }
}
