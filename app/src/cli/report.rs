//! `oblique report`: a saved game told as HTML or Markdown.

use crate::files;
use crate::library::Library;
use crate::report::{self, Format};
use command_line::{Exit, Failure};
use engine::present::Seat;
use std::io::Write;
use std::path::Path;

/// `seat` is a number from 1, or none for everything.
pub fn run(
    library: &Library,
    save: &Path,
    to: &Path,
    seat: Option<u8>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let name = save.display();
    let Some(format) = Format::of(to) else {
        return Err(format!("{}: name a .html or .md file", to.display()).into());
    };
    let text = files::read_text(save)?;
    let (file, rules) = library.read_save(&text).map_err(|e| format!("{name}: {e}"))?;
    let restored = rules.restore(&file).map_err(|e| format!("{name}: {e}"))?;
    if let Some(why) = &restored.diverged {
        writeln!(out, "{name}: warning: does not replay: {why}; the report is of the last position alone")?;
    }
    let seats = restored.game.seats().len();
    let seat = match seat {
        None => Seat::OPEN,
        Some(n) if (1..=seats).contains(&usize::from(n)) => Seat(n - 1),
        Some(n) => return Err(format!("--seat {n}: there are seats 1 to {seats}").into()),
    };
    report::write(restored.game.as_ref(), rules.schema(), seat, to, format)?;
    writeln!(out, "{}: {}, {}", to.display(), file.title, file.standing)?;
    Ok(Exit::Good)
}
