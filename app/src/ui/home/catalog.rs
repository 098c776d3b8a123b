//! The scenarios there are: read, checked and ready to be shown.

use engine::game::AnyRuleset;
use engine::present::BoardView;
use engine::rules::Registry;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema, parse};
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
    /// Name and army of each side.
    pub sides: Vec<(String, Vec<String>)>,
    /// Pieces by side name.
    pub strength: Vec<(String, usize)>,
    /// How it stands at the start; empty if it cannot be played.
    pub view: BoardView,
}

/// A text that may be a scenario.
pub struct Source {
    pub key: String,
    pub text: String,
    pub own: Option<PathBuf>,
}

#[derive(Default)]
pub struct Catalog {
    pub entries: Vec<Entry>,
    /// What could not be read.
    pub problems: Vec<String>,
    pub schemas: BTreeMap<String, Arc<Schema>>,
    /// Rule systems by id, with their names.
    pub rulesets: Vec<(String, String)>,
}

impl Catalog {
    pub fn build(registry: &Registry, sources: Vec<Source>) -> Self {
        let mut out = Self::default();
        for r in registry.all() {
            out.schemas.insert(r.id().to_owned(), Arc::new(r.schema().clone()));
            out.rulesets.push((r.id().to_owned(), r.name().to_owned()));
        }
        for s in sources {
            let mut issues = Issues::default();
            match parse(&s.text, &mut issues) {
                Ok(doc) => out.entries.push(entry(registry, s.key, Arc::new(doc), s.own, issues)),
                Err(e) => out.problems.push(format!("{}: {e}", s.key)),
            }
        }
        out.entries.sort_by(|a, b| (&a.doc.date_key, &a.doc.title).cmp(&(&b.doc.date_key, &b.doc.title)));
        out
    }

    pub fn schema(&self, ruleset: &str) -> Option<Arc<Schema>> {
        self.schemas.get(ruleset).cloned()
    }

    pub fn ruleset_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.rulesets.iter().find(|(i, _)| i == id).map_or(id, |(_, n)| n)
    }
}

fn entry(registry: &Registry, key: String, doc: Arc<ScenarioDoc>, own: Option<PathBuf>, mut issues: Issues) -> Entry {
    use engine::scenario::Severity;
    let rules: Option<&dyn AnyRuleset> = registry.get(&doc.ruleset);
    match rules {
        Some(r) => issues.extend(r.check(&doc, &OptionSet::new())),
        None => {
            let at = engine::scenario::At::Field("ruleset".into());
            issues.error(at, "ruleset", format!("the rule system '{}' is unknown", doc.ruleset));
        }
    }
    let army = |nation: &String| doc.nation(nation).map_or_else(|| nation.clone(), |n| n.army.clone());
    let sides = doc.sides.iter().map(|s| (s.name.clone(), s.nations.iter().map(army).collect())).collect();
    let strength = doc
        .sides
        .iter()
        .map(|s| (s.name.clone(), doc.pieces.iter().filter(|p| p.side == s.id).count()))
        .collect();
    let view = if issues.has_errors() { BoardView::default() } else { opening(rules, &doc) };
    Entry {
        key,
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
pub fn opening(rules: Option<&dyn AnyRuleset>, doc: &Arc<ScenarioDoc>) -> BoardView {
    let how = engine::game::NewMatch { seed: 1, ..Default::default() };
    let game = rules.and_then(|r| r.new_match(Arc::clone(doc), &how).ok());
    game.map_or_else(BoardView::default, |g| g.board(engine::present::Seat::OPEN))
}
