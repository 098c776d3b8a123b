//! `oblique replay`

use super::{Exit, Failure};
use engine::game::SavedEntry;
use library::Library;
use library::files;
use std::io::Write;
use std::path::Path;

pub fn run(library: &Library, path: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let text = files::read_text(path)?;
    let name = path.display();
    let (file, rules) = library.read_save(&text).map_err(|e| format!("{name}: {e}"))?;
    let restored = rules.restore(&file).map_err(|e| format!("{name}: {e}"))?;
    for chart in &restored.changed_charts {
        writeln!(out, "{name}: warning: the chart {chart} has changed since")?;
    }
    if let Some(why) = restored.diverged {
        writeln!(out, "{name}: error: does not replay: {why}")?;
        writeln!(out, "{name}: the window offers to go on from the last position saved")?;
        return Ok(Exit::Bad);
    }
    if file.hashes.last().is_none_or(|h| h.0 != file.journal.len()) && !file.journal.is_empty() {
        writeln!(out, "{name}: error: no hash is given for its last position")?;
        return Ok(Exit::Bad);
    }
    if restored.game.save().snapshot != file.snapshot {
        writeln!(out, "{name}: error: the position saved is not the one its journal leads to")?;
        return Ok(Exit::Bad);
    }
    let count = |wanted: fn(&SavedEntry) -> bool| file.journal.iter().filter(|e| wanted(e)).count();
    let actions = count(|e| matches!(e, SavedEntry::Do(_)));
    let rolls = count(|e| matches!(e, SavedEntry::Roll(_)));
    let (hashes, hash) = (file.hashes.len(), restored.game.hash());
    writeln!(out, "{name}: {}, {}", file.title, file.standing)?;
    writeln!(out, "{name}: {actions} actions, {rolls} rolls, {hashes} hashes the same; last {hash:016x}")?;
    Ok(Exit::Good)
}
