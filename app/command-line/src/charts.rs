//! `oblique charts`

use super::{Exit, Failure};
use engine::game::ChartFile;
use library::Library;
use library::files::{self, Keep};
use std::io::Write;
use std::path::Path;

pub fn run(library: &Library, id: &str, to: Option<&Path>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let rules = library.rules(id)?;
    for chart in rules.charts() {
        match to {
            Some(folder) => {
                let path = folder.join(&chart.path);
                files::write(&path, chart.text.as_bytes(), Keep::Generations)?;
                writeln!(out, "{}: {}", path.display(), chart_origin(chart))?;
            }
            None => {
                writeln!(out, "// {}: {}", chart.path, chart_origin(chart))?;
                writeln!(out, "{}", chart.text)?;
            }
        }
    }
    if let Some(folder) = library.assets.own_folder() {
        let folder = folder.join(id);
        let lead = if to.is_some() { "" } else { "// " };
        writeln!(
            out,
            "{lead}A file of the same name in {} takes the place of the shipped one;",
            folder.display()
        )?;
        writeln!(out, "{lead}'oblique check DIR' checks a changed set first.")?;
    }
    Ok(Exit::Good)
}

/// Title and provenance of a chart.
fn chart_origin(chart: &ChartFile) -> String {
    let own = if chart.own { "; own file" } else { "" };
    match chart.head() {
        Some((name, p)) if p.note.is_empty() => format!("{name} ({:?}{own})", p.kind),
        Some((name, p)) => format!("{name} ({:?}: {}{own})", p.kind, p.note),
        None => format!("no provenance stated{own}"),
    }
}
