//! `oblique image`: the board at the start of a scenario, as a picture.

use super::{Exit, Failure};
use crate::files::{self, Keep};
use crate::library::Library;
use board::board::{BoardStyle, board_scene};
use board::furniture::sheet_with_margin;
use board::overlay::Highlights;
use engine::game::NewMatch;
use engine::present::{BoardView, Seat};
use std::io::Write;
use std::path::Path;

/// Pixels from centre to corner, least and greatest.
const SCALE: (f32, f32) = (4.0, 400.0);

/// How the picture is drawn.
#[derive(Clone, Copy)]
pub struct How {
    /// Pixels from centre to corner.
    pub scale: f32,
    /// With a margin as on a printed sheet.
    pub legend: bool,
    /// Black on white.
    pub mono: bool,
}

pub fn run(
    library: &Library,
    scenario: &str,
    to: &Path,
    How { scale, legend, mono }: How,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if !(SCALE.0..=SCALE.1).contains(&scale) {
        return Err(format!("--scale {scale}: from {} to {} pixels", SCALE.0, SCALE.1).into());
    }
    let (doc, _) = library.scenario(scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let started = rules.new_match(doc.clone(), &NewMatch { seed: 1, ..NewMatch::default() });
    let (view, exit) = match started {
        Ok(game) => (game.board(Seat::OPEN), Exit::Good),
        Err(issues) => {
            for issue in &issues.list {
                writeln!(out, "{scenario}: {issue}")?;
            }
            writeln!(out, "{scenario}: cannot be played; the map is drawn without counters")?;
            (BoardView::default(), Exit::Bad)
        }
    };
    let mut style = BoardStyle::at(scale);
    (style.map.mono, style.counters.mono) = (mono, mono);
    let mut scene = board_scene(&doc.map, rules.schema(), &view, &Highlights::default(), &style);
    if legend {
        let note = doc.subtitle.as_str();
        scene = sheet_with_margin(scene, &doc.map, rules.schema(), &style.map, &doc.title, note);
    }
    let kind = to.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
    let bytes = match kind.as_str() {
        "svg" => board::svg::to_svg(&scene, scale).into_bytes(),
        "png" => board::raster::to_png(&scene, scale),
        _ => return Err(format!("{}: name a .png or .svg file", to.display()).into()),
    };
    if bytes.is_empty() {
        return Err(format!("{}: the picture is too large; choose a smaller --scale", to.display()).into());
    }
    files::write(to, &bytes, Keep::Nothing)?;
    writeln!(out, "{}: {} KB", to.display(), bytes.len().div_ceil(1024))?;
    Ok(exit)
}
