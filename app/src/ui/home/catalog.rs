//! The scenarios there are, checked and ready to be shown.

use crate::library::Library;
use engine::game::{AnyRuleset, Compiled};
use engine::present::BoardView;
use engine::scenario::{OptionSet, ScenarioDoc, Schema, Severity};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// One scenario of the gallery.
pub struct Entry {
    pub key: String,
    pub doc: Arc<ScenarioDoc>,
    /// The user's own, with its file.
    pub own: Option<PathBuf>,
    pub ruleset: String,
    pub errors: usize,
    pub warnings: usize,
    /// Name and armies of each side.
    pub sides: Vec<(String, Vec<String>)>,
    /// Pieces by side name.
    pub strength: Vec<(String, usize)>,
    /// How it stands at the start; empty if it cannot be played.
    pub view: BoardView,
    /// With the options the scenario has itself.
    pub compiled: Option<Compiled>,
    /// Of the text and the charts it was compiled from.
    fingerprint: u64,
}

#[derive(Default)]
pub struct Catalog {
    pub entries: Vec<Entry>,
    /// What could not be read.
    pub problems: Vec<String>,
    pub schemas: BTreeMap<String, Arc<Schema>>,
    /// Rule systems by id, with their names.
    pub rulesets: Vec<(String, String)>,
    /// Guided battles: rule system, its name, and what is taught.
    pub lessons: Vec<(String, String, String)>,
}

impl Catalog {
    /// Lists what the library has. Scenarios that `last` holds, made of the same text and charts, are not compiled again.
    pub fn build(library: &Library, mut last: Self) -> Self {
        let mut out = Self::default();
        for r in library.registry.all() {
            out.schemas.insert(r.id().to_owned(), Arc::new(r.schema().clone()));
            out.rulesets.push((r.id().to_owned(), r.name().to_owned()));
            if let Some(l) = r.lesson() {
                out.lessons.push((r.id().to_owned(), r.name().to_owned(), l.summary.clone()));
            }
        }
        out.problems.extend(library.issues().list.iter().map(ToString::to_string));
        for e in &library.scenarios {
            let own = if e.own { library.assets.own_folder().map(|f| f.join(&e.path)) } else { None };
            match &e.doc {
                Ok(doc) => {
                    let fingerprint = fingerprint(library, e);
                    let known = |k: &Entry| k.key == e.key && k.own == own && k.fingerprint == fingerprint;
                    let kept = last.entries.iter().position(known).map(|i| last.entries.swap_remove(i));
                    let made = || entry(library, e, Arc::clone(doc), own.clone(), fingerprint);
                    out.entries.push(kept.unwrap_or_else(made));
                }
                Err(why) => out.problems.push(format!("{}: {why}", e.path)),
            }
        }
        out.entries.sort_by(|a, b| (&a.doc.date_key, &a.doc.title).cmp(&(&b.doc.date_key, &b.doc.title)));
        out
    }

    /// What was compiled of a document of the gallery, as long as it is the same.
    pub fn compiled(&self, doc: &Arc<ScenarioDoc>) -> Option<&Compiled> {
        self.entries.iter().filter_map(|e| e.compiled.as_ref()).find(|c| Arc::ptr_eq(c.doc(), doc))
    }

    pub fn schema(&self, ruleset: &str) -> Option<Arc<Schema>> {
        self.schemas.get(ruleset).cloned()
    }
}

/// A number that changes with the text of a scenario and the charts of its rules.
fn fingerprint(library: &Library, e: &crate::library::Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    e.text.hash(&mut hasher);
    let rules = e.doc.as_ref().ok().and_then(|doc| library.registry.get(&doc.ruleset));
    rules.map_or(&[][..], |r| r.charts()).iter().for_each(|c| c.text.hash(&mut hasher));
    hasher.finish()
}

fn entry(
    library: &Library,
    e: &crate::library::Entry,
    doc: Arc<ScenarioDoc>,
    own: Option<PathBuf>,
    fingerprint: u64,
) -> Entry {
    let rules: Option<&dyn AnyRuleset> = library.registry.get(&doc.ruleset);
    let compiled = rules.map(|r| r.compile(Arc::clone(&doc), &OptionSet::new()));
    let mut issues = e.issues.clone();
    match &compiled {
        Some(compiled) => issues.extend(compiled.issues().clone()),
        // Says that the rule system is unknown.
        None => issues.extend(library.check_document(&doc, &OptionSet::new())),
    }
    let army = |nation: &String| doc.nation(nation).map_or_else(|| nation.clone(), |n| n.army.clone());
    let sides = doc.sides.iter().map(|s| (s.name.clone(), s.nations.iter().map(army).collect())).collect();
    let pieces_of = |id: &str| doc.pieces.iter().filter(|p| p.side == id).count();
    let strength = doc.sides.iter().map(|s| (s.name.clone(), pieces_of(&s.id))).collect();
    let playable = compiled.as_ref().filter(|_| !issues.has_errors());
    let view = playable.map_or_else(BoardView::default, opening);
    Entry {
        key: e.key.clone(),
        own,
        ruleset: rules.map_or_else(|| doc.ruleset.clone(), |r| r.name().to_owned()),
        errors: issues.errors(),
        warnings: issues.list.iter().filter(|i| i.severity == Severity::Warning).count(),
        sides,
        strength,
        view,
        doc,
        compiled,
        fingerprint,
    }
}

/// The position at the start, as a fixed seed deals it.
fn opening(compiled: &Compiled) -> BoardView {
    let game = compiled.start_match(1, None);
    let mut view =
        game.map_or_else(|_| BoardView::default(), |g| g.view(engine::present::Seat::OPEN).board());
    // A picture of the field, not of somebody's turn.
    view.counters.iter_mut().for_each(|c| c.can_act = false);
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;

    fn compiled(library: &Library) -> u64 {
        library.registry.all().map(|r| r.times_compiled()).sum()
    }

    #[test]
    fn scenarios_are_compiled_once_and_again_only_when_they_change() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Library::from_assets(Assets::with_own(Some(folder.path().to_owned())));
        let first = open();
        let catalog = Catalog::build(&first, Catalog::default());
        assert_eq!(compiled(&first), first.scenarios.len() as u64);
        // Another visit reads the files anew and compiles none.
        let second = open();
        let catalog = Catalog::build(&second, catalog);
        assert_eq!(compiled(&second), 0);
        assert_eq!(catalog.entries.len(), first.scenarios.len());
        let entry = &catalog.entries[0];
        assert!(catalog.compiled(&entry.doc).is_some_and(Compiled::is_playable));
        // A scenario written in the meantime is compiled, and no other.
        let source = &second.scenarios[0];
        let path = folder.path().join(&source.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let (changed, title) = (entry_title(source), "title: \"Another title\"");
        std::fs::write(&path, source.text.replacen(&changed, title, 1)).unwrap();
        let third = open();
        let catalog = Catalog::build(&third, catalog);
        assert_eq!(compiled(&third), 1);
        assert!(catalog.entries.iter().any(|e| e.doc.title == "Another title"));
    }

    fn entry_title(source: &crate::library::Entry) -> String {
        format!("title: \"{}\"", source.doc.as_ref().unwrap().title)
    }
}
