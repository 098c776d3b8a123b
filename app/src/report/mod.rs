//! The report of a match: how it ended, its course, luck and losses, and a map and the log of every
//! turn; as one HTML file, or as Markdown with its pictures in a folder beside it.

mod html;
mod markdown;
mod plot;
mod words;

use crate::files::{self, FileProblem, Keep};
use board::board::{BoardStyle, board_scene};
use board::overlay::Highlights;
use engine::game::AnyMatch;
use engine::present::{Course, LogKind, LogLine, OutcomeView, ScoreView, Seat};
use engine::scenario::{OptionSet, Provenance, Schema};
use std::path::{Path, PathBuf};

/// The widest map of a turn, in pixels.
const MAP_WIDTH: f32 = 940.0;
/// Pixels from centre to corner of a hex, least and greatest.
const SCALE: (f32, f32) = (7.0, 34.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Markdown,
}

impl Format {
    /// By the ending of the file's name.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// One turn: where everybody stood at its end, and what happened in it.
struct Turn {
    name: String,
    map: Vec<u8>,
    log: Vec<LogLine>,
}

/// Everything told; nothing in it is more than the seat may know.
struct Report {
    title: String,
    subtitle: String,
    ruleset: String,
    seats: Vec<String>,
    seed: u64,
    options: OptionSet,
    provenance: Provenance,
    outcome: Option<OutcomeView>,
    standing: String,
    score: ScoreView,
    course: Course,
    turns: Vec<Turn>,
}

/// Gathers the report of a match as `seat` may know it.
fn gather(game: &dyn AnyMatch, schema: &Schema, seat: Seat) -> Report {
    let (info, doc) = (game.info(), game.doc());
    let view = game.view(seat);
    let now = view.sequence();
    Report {
        title: doc.title.clone(),
        subtitle: [doc.subtitle.as_str(), doc.date.as_str()]
            .iter()
            .filter(|s| !s.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(", "),
        ruleset: info.ruleset_name.to_owned(),
        seats: game.seats().into_iter().map(|s| s.name).collect(),
        seed: info.seed,
        options: info.options,
        provenance: doc.provenance.clone(),
        outcome: game.outcome(),
        standing: words::standing(now.turn, now.turns),
        score: view.score(),
        course: view.course(),
        turns: turns(game, schema, seat),
    }
}

fn turns(game: &dyn AnyMatch, schema: &Schema, seat: Seat) -> Vec<Turn> {
    let moments = game.view(seat).timeline();
    let log = game.view(seat).log(0);
    let mut out = Vec::new();
    let mut told = 0;
    for (i, m) in moments.iter().enumerate() {
        if moments.get(i + 1).is_some_and(|next| !next.other_turn(m)) {
            continue;
        }
        let last = i + 1 == moments.len();
        let then = game.at(m.entries);
        // What ends a player turn is told before the next heading, though the turn has changed by then.
        let heading = |from: usize| {
            log[from..].iter().position(|l| l.kind == LogKind::Heading).map_or(log.len(), |n| from + n)
        };
        let upto =
            if last { log.len() } else { heading(then.view(seat).log(0).len().min(log.len())).max(told) };
        let name = if m.turn_name.is_empty() { words::turn(m.turn) } else { m.turn_name.clone() };
        out.push(Turn { name, map: map(then.as_ref(), schema, seat), log: log[told..upto].to_vec() });
        told = upto;
    }
    out
}

fn map(game: &dyn AnyMatch, schema: &Schema, seat: Seat) -> Vec<u8> {
    let doc = game.doc();
    let across = f32::from(doc.map.grid.cols).max(1.0) * 1.74;
    let scale = (MAP_WIDTH / across).clamp(SCALE.0, SCALE.1);
    let mut view = game.view(seat).board();
    view.counters.iter_mut().for_each(|c| c.can_act = false);
    let style = BoardStyle::at_scale(scale);
    let scene = board_scene(&doc.map, schema, &view, &Highlights::default(), &style);
    board::raster::to_png(&scene, scale)
}

/// Writes the report; the pictures of a Markdown report go into a folder beside it.
pub fn write(
    game: &dyn AnyMatch,
    schema: &Schema,
    seat: Seat,
    path: &Path,
    format: Format,
) -> Result<(), FileProblem> {
    let report = gather(game, schema, seat);
    match format {
        Format::Html => {
            files::write(path, html::text(&report).as_bytes(), Keep::Nothing)?;
        }
        Format::Markdown => {
            let folder = pictures_of(path);
            std::fs::create_dir_all(&folder).map_err(|e| {
                FileProblem::new(&folder, format!("cannot be made: {e}"), "choose another folder")
            })?;
            for (name, bytes) in markdown::pictures(&report) {
                files::write(&folder.join(name), &bytes, Keep::Nothing)?;
            }
            let name = folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            files::write(path, markdown::text(&report, &name).as_bytes(), Keep::Nothing)?;
        }
    }
    Ok(())
}

/// `battle-report.md` has its pictures in `battle-report-pictures`.
fn pictures_of(path: &Path) -> PathBuf {
    let stem = path.file_stem().map_or_else(|| "report".into(), |s| s.to_string_lossy().into_owned());
    path.with_file_name(format!("{stem}-pictures"))
}

/// One log line as plain words with its dice and rules.
fn plain(l: &LogLine) -> String {
    let mut out = format!("{} {}", l.head, l.text).trim().to_owned();
    if !l.dice.is_empty() {
        let dice: Vec<String> = l
            .dice
            .iter()
            .map(|d| if d.counted { format!("{}!", d.value) } else { d.value.to_string() })
            .collect();
        out.push_str(&format!(" [{}]", dice.join(" ")));
    }
    if !l.detail.is_empty() {
        out.push_str(&format!(" {}", l.detail));
    }
    if !l.rules.is_empty() {
        let rules: Vec<&str> = l.rules.iter().map(|r| r.0).collect();
        out.push_str(&format!(" ({})", rules.join(", ")));
    }
    out
}

/// Bytes as text that HTML can carry.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b""), "");
    }

    #[test]
    fn the_ending_says_the_format() {
        assert_eq!(Format::of(Path::new("a.HTML")), Some(Format::Html));
        assert_eq!(Format::of(Path::new("a.md")), Some(Format::Markdown));
        assert_eq!(Format::of(Path::new("a.txt")), None);
        assert_eq!(pictures_of(Path::new("x/b.md")), Path::new("x/b-pictures"));
    }
}
