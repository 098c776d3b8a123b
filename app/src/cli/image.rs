//! `oblique image`: the board at the start of a scenario as a picture, or its counters one by one.

use super::args::ImageArgs;
use crate::files::{self, Keep};
use crate::library::Library;
use board::board::{BoardStyle, board_scene};
use board::furniture::sheet_with_margin;
use board::overlay::Highlights;
use board::scene::Scene;
use command_line::{Exit, Failure};
use engine::game::NewMatch;
use engine::present::{BoardView, Seat};
use engine::scenario::OptionSet;
use std::io::Write;

/// Pixels from centre to corner, least and greatest.
const SCALE: (f32, f32) = (4.0, 400.0);
/// Dots an inch, least and greatest.
const DPI: (f32, f32) = (36.0, 1200.0);
const INCH: f32 = 25.4;

pub fn run(library: &Library, args: &ImageArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(dpi) = args.dpi.filter(|d| !(DPI.0..=DPI.1).contains(d)) {
        return Err(format!("--dpi {dpi}: from {} to {}", DPI.0, DPI.1).into());
    }
    if args.counters {
        return counters(library, args, out);
    }
    // From side to side is the square root of 3 times from centre to corner.
    let scale = args.dpi.map_or(args.scale, |dpi| args.hex / 3.0_f32.sqrt() / INCH * dpi);
    if !(SCALE.0..=SCALE.1).contains(&scale) {
        let what = if args.dpi.is_some() { "--dpi and --hex give" } else { "--scale" };
        return Err(format!("{what} {scale}: from {} to {} pixels", SCALE.0, SCALE.1).into());
    }
    let (doc, _) = library.scenario_named(&args.scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let started = rules.new_match(doc.clone(), &NewMatch { seed: 1, ..NewMatch::default() });
    let (mut view, exit) = match started {
        Ok(game) => (game.view(Seat::OPEN).board(), Exit::Good),
        Err(issues) => {
            for issue in &issues.list {
                writeln!(out, "{}: {issue}", args.scenario)?;
            }
            writeln!(out, "{}: cannot be played; the map is drawn without counters", args.scenario)?;
            (BoardView::default(), Exit::Bad)
        }
    };
    if args.map_only {
        view = BoardView::default();
    }
    let mut style = BoardStyle::at_scale(scale);
    (style.map.mono, style.counters.mono) = (args.mono, args.mono);
    let mut scene = board_scene(&doc.map, rules.schema(), &view, &Highlights::default(), &style);
    if args.legend {
        let note = doc.subtitle.as_str();
        scene = sheet_with_margin(scene, &doc.map, rules.schema(), &style.map, &doc.title, note);
    }
    let kind = args.output.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
    let to = &args.output;
    let bytes = match kind.as_str() {
        "svg" => board::svg::to_svg(&scene, scale).into_bytes(),
        "png" => png(&scene, scale, args.dpi),
        _ => return Err(format!("{}: name a .png or .svg file", to.display()).into()),
    };
    if bytes.is_empty() {
        return Err(format!("{}: the picture is too large; choose a smaller --scale", to.display()).into());
    }
    files::write(to, &bytes, Keep::Nothing)?;
    writeln!(out, "{}: {} KB", to.display(), bytes.len().div_ceil(1024))?;
    Ok(exit)
}

fn counters(library: &Library, args: &ImageArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if !(5.0..=100.0).contains(&args.counter) {
        return Err(format!("--counter {}: from 5 to 100 mm", args.counter).into());
    }
    let (doc, _) = library.scenario_named(&args.scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let source = editor::print::Source::gather(doc, rules, &OptionSet::new());
    let all = editor::print::single_counters(&source, args.counter, args.mono);
    if all.is_empty() {
        return Err(format!("{}: cannot be played; there are no counters to draw", args.scenario).into());
    }
    let dpi = args.dpi.unwrap_or(300.0);
    let px = args.counter / INCH * dpi;
    for (name, scene) in &all {
        let (bytes, ending) = if args.svg {
            (board::svg::to_svg(scene, px).into_bytes(), "svg")
        } else {
            (png(scene, px, Some(dpi)), "png")
        };
        files::write(&args.output.join(format!("{name}.{ending}")), &bytes, Keep::Nothing)?;
    }
    writeln!(out, "{}: {} pictures", args.output.display(), all.len())?;
    Ok(if source.errors().is_empty() { Exit::Good } else { Exit::Bad })
}

/// A PNG that knows its size on paper, if one is given.
fn png(scene: &Scene, px: f32, dpi: Option<f32>) -> Vec<u8> {
    let bytes = board::raster::to_png(scene, px);
    match dpi {
        Some(dpi) => with_dpi(&bytes, dpi),
        None => bytes,
    }
}

/// Adds the chunk with the dots a metre after the head, which is always 33 bytes long.
fn with_dpi(bytes: &[u8], dpi: f32) -> Vec<u8> {
    const HEAD: usize = 33;
    if bytes.len() < HEAD {
        return bytes.to_vec();
    }
    let per_metre = (dpi / INCH * 1000.0).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(per_metre.to_be_bytes());
    chunk.extend(per_metre.to_be_bytes());
    chunk.push(1);
    let mut out = bytes[..HEAD].to_vec();
    out.extend(9u32.to_be_bytes());
    out.extend(&chunk);
    out.extend(crc(&chunk).to_be_bytes());
    out.extend(&bytes[HEAD..]);
    out
}

/// The check sum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |c, b| {
        (0..8).fold(c ^ u32::from(*b), |c, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_dots_an_inch_is_still_a_picture() {
        let scene = Scene {
            shapes: Vec::new(),
            bounds: egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(1.0)),
        };
        let bytes = png(&scene, 20.0, Some(300.0));
        let read = image::load_from_memory(&bytes).unwrap();
        assert_eq!((read.width(), read.height()), (20, 20));
        let at = bytes.windows(4).position(|w| w == b"pHYs").unwrap();
        assert_eq!(u32::from_be_bytes(bytes[at + 4..at + 8].try_into().unwrap()), 11811);
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
    }
}
