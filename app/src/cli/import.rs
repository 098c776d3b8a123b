//! `oblique import`: geography and orders of battle into scenarios; `oblique export`: back out.

use super::args::{Export, GeoArgs, Import};
use crate::files::{self, Keep};
use crate::library::Library;
use command_line::{Exit, Failure};
use editor::core::geo::{self, Frame, Mapping};
use engine::AssetSource;
use engine::hex::{Grid, Numbering, Orientation, Shove};
use engine::scenario::{Provenance, ProvenanceKind, ScenarioDoc, to_text};
use std::io::Write;
use std::path::Path;

pub fn run(library: &Library, what: &Import, out: &mut dyn Write) -> Result<Exit, Failure> {
    match what {
        Import::Geo(args) => geography(library, args, out),
        Import::Csv { scenario, table, output } => order_of_battle(library, scenario, table, output, out),
    }
}

pub fn export(library: &Library, what: &Export, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Export::Csv { scenario, output } = what;
    let (doc, _) = library.scenario_named(scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let text = editor::core::csv::export(&doc, rules.schema());
    match output {
        Some(to) => {
            files::write(to, text.as_bytes(), Keep::Nothing)?;
            writeln!(out, "{}: {} pieces", to.display(), doc.pieces.len())?;
        }
        None => write!(out, "{text}")?,
    }
    Ok(Exit::Good)
}

fn order_of_battle(
    library: &Library,
    scenario: &str,
    table: &Path,
    output: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (doc, _) = library.scenario_named(scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let bytes = files::read_bytes(table)?;
    let Some(text) = editor::core::cells::decode(&bytes) else {
        return Err(format!("{}: this is no text; save it as CSV", table.display()).into());
    };
    match editor::core::csv::import(&doc, rules.schema(), &text) {
        Ok(edit) => {
            let mut new = (*doc).clone();
            editor::core::apply(&mut new, &edit);
            files::write(output, to_text(&new).as_bytes(), Keep::Generations)?;
            writeln!(out, "{}: {} pieces", output.display(), new.pieces.len())?;
            Ok(Exit::Good)
        }
        Err(problems) => {
            for p in problems {
                writeln!(out, "{}: {p}", table.display())?;
            }
            writeln!(out, "{}: nothing is written", table.display())?;
            Ok(Exit::Bad)
        }
    }
}

fn geography(library: &Library, args: &GeoArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let rules = library.rules(&args.ruleset)?;
    let schema = rules.schema();
    let mut features = Vec::new();
    for file in &args.files {
        let text = files::read_text(file)?;
        features.extend(geo::read(&file.display().to_string(), &text).map_err(|e| e.to_string())?);
    }
    let mapping = mapping(library, args)?;
    let frame = frame(args, &mapping, &features, usual_grid(library, &args.ruleset))?;
    let made = match geo::import(&features, &mapping, &frame, schema) {
        Ok(made) => made,
        Err(problems) => {
            for p in problems {
                writeln!(out, "{p}")?;
            }
            writeln!(out, "nothing is written")?;
            return Ok(Exit::Bad);
        }
    };
    for line in made.report.report_lines(&made.map) {
        writeln!(out, "{line}")?;
    }
    let stem =
        |p: &std::path::PathBuf| p.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let names: Vec<String> = args.files.iter().map(stem).collect();
    let mut doc = ScenarioDoc::blank(&args.ruleset, made.map);
    doc.title = args.title.clone().or_else(|| names.first().cloned()).unwrap_or_default();
    doc.id = editor::core::pieces::slug(&doc.title);
    doc.provenance = Provenance {
        kind: ProvenanceKind::Reconstructed,
        note: format!("map from geography: {}", names.join(", ")),
    };
    // Two sides to begin with, as the editor makes them.
    for nation in schema.nations.iter().take(2) {
        editor::core::pieces::add_side(&mut doc, schema, nation);
    }
    files::write(&args.output, to_text(&doc).as_bytes(), Keep::Generations)?;
    writeln!(out, "{}", args.output.display())?;
    Ok(Exit::Good)
}

/// The sheet of the rule system's first scenario: hexes and numbers as is usual there.
fn usual_grid(library: &Library, ruleset: &str) -> Option<Grid> {
    let prefix = format!("{ruleset}/");
    let first = library.scenarios.iter().find(|e| e.key.starts_with(&prefix) && !e.own)?;
    first.doc.as_ref().ok().map(|doc| doc.map.grid)
}

/// The table named: a file, or one that comes with the rule system; its first if none is.
fn mapping(library: &Library, args: &GeoArgs) -> Result<Mapping, Failure> {
    if let Some(file) = args.map.as_deref().filter(|m| m.contains('.') || Path::new(m).is_file()) {
        let text = files::read_text(Path::new(file))?;
        return Mapping::parse(&text).map_err(|e| Failure::Said(format!("{file}: {e}")));
    }
    let all = shipped_mappings(&library.assets, &args.ruleset);
    let wanted = |path: &&(String, String)| {
        args.map.as_ref().is_none_or(|m| path.0.ends_with(&format!("/geo-{m}.ron")))
    };
    match all.iter().find(wanted) {
        Some((path, text)) => Mapping::parse(text).map_err(|e| Failure::Said(format!("{path}: {e}"))),
        None => {
            let short = |p: &(String, String)| {
                let name = p.0.rsplit('/').next().unwrap_or_default();
                name.trim_start_matches("geo-").trim_end_matches(".ron").to_owned()
            };
            let names: Vec<String> = all.iter().map(short).collect();
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            Err(format!("--map: name a file, or a table of {} ({there})", args.ruleset).into())
        }
    }
}

/// Whether an asset says what becomes of geography.
pub fn is_geography_table(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|n| n.starts_with("geo-") && n.ends_with(".ron"))
}

/// Mapping tables of a rule system, shipped and own: path and text.
pub fn shipped_mappings(assets: &dyn AssetSource, ruleset: &str) -> Vec<(String, String)> {
    let paths = assets.list(&format!("{ruleset}/editor"));
    paths
        .into_iter()
        .filter(|p| is_geography_table(p))
        .filter_map(|p| assets.read(&p).ok().map(|t| (p, t)))
        .collect()
}

fn frame(
    args: &GeoArgs,
    mapping: &Mapping,
    features: &[geo::Feature],
    usual: Option<Grid>,
) -> Result<Frame, Failure> {
    let hex_m = match &args.hex {
        Some(text) => metres(text).ok_or_else(|| format!("--hex {text}: write 457m, 22.5km or 14mi"))?,
        None => Frame::stated_scale(features).unwrap_or(f64::from(mapping.hex_m.max(1))),
    };
    let middle = match &args.origin {
        Some(text) => lon_lat(text).ok_or_else(|| format!("--origin {text}: write LON,LAT in degrees"))?,
        None => Frame::middle_of(features).ok_or_else(|| "the files hold no position".to_owned())?,
    };
    let orientation = match (args.flat, args.pointy) {
        (true, _) => Orientation::FlatTop,
        (_, true) => Orientation::PointyTop,
        _ => usual.map_or(Orientation::PointyTop, |g| g.orientation),
    };
    let grid = Grid { orientation, shove: Shove::Odd, cols: 1, rows: 1, numbering: Numbering::default() };
    let mut frame = Frame { grid, hex_m, middle, rotate: args.rotate };
    let (cols, rows) = match args.grid.as_deref() {
        None | Some("fit") => frame.fit(features).unwrap_or((1, 1)),
        Some(text) => size(text).ok_or_else(|| format!("--grid {text}: write COLUMNSxROWS, or fit"))?,
    };
    if usize::from(cols) * usize::from(rows) > Grid::MOST {
        return Err(
            format!("{cols} x {rows} hexes: at most {} fit; choose a larger --hex", Grid::MOST).into()
        );
    }
    (frame.grid.cols, frame.grid.rows) = (cols, rows);
    let has_letters = args.letters || (!args.figures && usual.is_some_and(|g| g.numbering.col.letters));
    frame.grid.numbering = if has_letters { Numbering::letters() } else { digits(cols, rows) };
    Ok(frame)
}

/// Figures wide enough for every number to be read back.
fn digits(cols: u16, rows: u16) -> Numbering {
    let width = |n: u16| n.to_string().len().max(2) as u8;
    let mut n = Numbering::ccrr();
    n.col.width = width(cols);
    n.row.width = width(rows);
    n
}

fn metres(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let by = match unit.trim() {
        "" | "m" => 1.0,
        "km" => 1000.0,
        "mi" => 1609.344,
        "yd" => 0.9144,
        _ => return None,
    };
    number.trim().parse::<f64>().ok().map(|n| n * by).filter(|m| (1.0..=1e6).contains(m))
}

fn lon_lat(text: &str) -> Option<[f64; 2]> {
    let (lon, lat) = text.split_once(',')?;
    let (lon, lat): (f64, f64) = (lon.trim().parse().ok()?, lat.trim().parse().ok()?);
    (lon.abs() <= 180.0 && lat.abs() <= 90.0).then_some([lon, lat])
}

fn size(text: &str) -> Option<(u16, u16)> {
    let (cols, rows) = text.split_once(['x', 'X', '\u{00D7}'])?;
    let fits = |n: &u16| (1..=2000).contains(n);
    Some((cols.trim().parse().ok().filter(fits)?, rows.trim().parse().ok().filter(fits)?))
}

#[cfg(test)]
mod tests {
    use super::{lon_lat, metres, size};

    #[test]
    fn sizes_and_places_are_read_as_written() {
        assert_eq!(metres("457m"), Some(457.0));
        assert_eq!(metres("14mi").map(f64::round), Some(22531.0));
        assert_eq!(metres("22.5 km"), Some(22500.0));
        assert_eq!(metres("0m"), None);
        assert_eq!(metres("5 miles"), None);
        assert_eq!(lon_lat("15.1, 50.03"), Some([15.1, 50.03]));
        assert_eq!(lon_lat("15.1"), None);
        assert_eq!(size("20x15"), Some((20, 15)));
        assert_eq!(size("20"), None);
        assert_eq!(size("0x15"), None);
    }
}
