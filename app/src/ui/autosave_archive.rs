//! Archives the autosave among the saved games before a new match overwrites it, unless it is saved already.

use super::dispatch::slug;
use crate::files::{self, FileProblem, Keep, Places};
use engine::game::{SaveFile, SavedEntry};
use std::path::PathBuf;

/// Whether `a` is the same match as `b`, played at least as far.
fn contains_match(a: &SaveFile, b: &SaveFile) -> bool {
    let same = a.seed == b.seed && a.scenario == b.scenario && a.options == b.options && a.base == b.base;
    same && a.journal.starts_with(&b.journal)
}

/// Archives the autosave before `new` overwrites it and returns the path of its new file. None if there is nothing worth
/// archiving: no decision was made yet, or `new` or a saved game goes at least as far.
pub fn archive_autosave(places: &Places, new: &str) -> Result<Option<PathBuf>, FileProblem> {
    let Ok(text) = files::read_text(&places.autosave()) else { return Ok(None) };
    let (Ok(old), Ok(new)) = (SaveFile::parse(&text), SaveFile::parse(new)) else { return Ok(None) };
    let decided = old.journal.iter().any(|e| matches!(e, SavedEntry::Do(_)));
    if !decided || contains_match(&new, &old) || is_saved(places, &old) {
        return Ok(None);
    }
    let stem = slug(&format!("{} {}", old.title, old.standing));
    let path = (1..)
        .map(|n| if n == 1 { format!("{stem}.oblique") } else { format!("{stem}-{n}.oblique") })
        .map(|name| places.saves().join(name))
        .find(|p| !p.exists());
    let Some(path) = path else { return Ok(None) };
    files::write(&path, text.as_bytes(), Keep::Nothing)?;
    Ok(Some(path))
}

/// Whether a saved game contains the match at least as far.
fn is_saved(places: &Places, old: &SaveFile) -> bool {
    let all = std::fs::read_dir(places.saves()).into_iter().flatten().flatten().map(|e| e.path());
    let own = all.filter(|p| p.extension().is_some_and(|e| e == "oblique") && *p != places.autosave());
    own.filter_map(|p| files::read_text(&p).ok())
        .filter_map(|t| SaveFile::parse(&t).ok())
        .any(|s| contains_match(&s, old))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;
    use engine::game::NewMatch;

    /// A match of the first scenario after so many decisions.
    fn text(seed: u64, decisions: usize) -> String {
        let library = Library::shipped();
        let entry = library.scenarios.first().unwrap();
        let doc = entry.doc.clone().unwrap();
        let rules = library.rules(&doc.ruleset).unwrap();
        let how = NewMatch { seed, ..NewMatch::default() };
        let mut game = rules.new_match(doc, &how).map_err(|i| i.list).unwrap();
        (0..decisions).for_each(|_| game.submit(0).unwrap());
        game.save().to_text()
    }

    #[test]
    fn an_unsaved_match_is_archived_once() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let keep = |t: &str| files::write(&places.autosave(), t.as_bytes(), Keep::Nothing).unwrap();
        let (a, further, b) = (text(1, 3), text(1, 6), text(2, 0));
        assert_eq!(archive_autosave(&places, &a).unwrap(), None, "nothing was kept yet");
        keep(&b);
        assert_eq!(archive_autosave(&places, &a).unwrap(), None, "nothing had been decided");
        keep(&a);
        assert_eq!(archive_autosave(&places, &further).unwrap(), None, "the new one goes on from it");
        let archived = archive_autosave(&places, &b).unwrap().unwrap();
        assert_eq!(std::fs::read_to_string(&archived).unwrap(), a);
        assert_eq!(archive_autosave(&places, &b).unwrap(), None, "it is there already");
        // An earlier point of the same match would lose what came after it.
        keep(&further);
        let second = archive_autosave(&places, &a).unwrap().unwrap();
        assert_ne!(archived, second);
        assert_eq!(std::fs::read_to_string(second).unwrap(), further);
    }
}
