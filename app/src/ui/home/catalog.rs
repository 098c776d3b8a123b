//! The scenarios there are, checked and ready to be shown.

use crate::library::Library;
use engine::game::AnyRuleset;
use engine::present::BoardView;
use engine::scenario::{OptionSet, ScenarioDoc, Schema, Severity};
use std::collections::BTreeMap;
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
    pub fn build(library: &Library) -> Self {
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
                Ok(doc) => out.entries.push(entry(library, e, Arc::clone(doc), own)),
                Err(why) => out.problems.push(format!("{}: {why}", e.path)),
            }
        }
        out.entries.sort_by(|a, b| (&a.doc.date_key, &a.doc.title).cmp(&(&b.doc.date_key, &b.doc.title)));
        out
    }

    pub fn schema(&self, ruleset: &str) -> Option<Arc<Schema>> {
        self.schemas.get(ruleset).cloned()
    }
}

fn entry(library: &Library, e: &crate::library::Entry, doc: Arc<ScenarioDoc>, own: Option<PathBuf>) -> Entry {
    let rules: Option<&dyn AnyRuleset> = library.registry.get(&doc.ruleset);
    let mut issues = e.issues.clone();
    issues.extend(library.check(&doc, &OptionSet::new()));
    let army = |nation: &String| doc.nation(nation).map_or_else(|| nation.clone(), |n| n.army.clone());
    let sides = doc.sides.iter().map(|s| (s.name.clone(), s.nations.iter().map(army).collect())).collect();
    let pieces_of = |id: &str| doc.pieces.iter().filter(|p| p.side == id).count();
    let strength = doc.sides.iter().map(|s| (s.name.clone(), pieces_of(&s.id))).collect();
    let view = if issues.has_errors() { BoardView::default() } else { opening(rules, &doc) };
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
    }
}

/// The position at the start, as a fixed seed deals it.
fn opening(rules: Option<&dyn AnyRuleset>, doc: &Arc<ScenarioDoc>) -> BoardView {
    let how = engine::game::NewMatch { seed: 1, ..Default::default() };
    let game = rules.and_then(|r| r.new_match(Arc::clone(doc), &how).ok());
    let mut view = game.map_or_else(BoardView::default, |g| g.view(engine::present::Seat::OPEN).board());
    // A picture of the field, not of somebody's turn.
    view.counters.iter_mut().for_each(|c| c.can_act = false);
    view
}
