//! Rule systems behind an object-safe trait: charts, documents, new matches and saves.

use super::any_match::{AnyMatch, ChartOrigin, Played};
use super::compiled::{Compiled, Playable, Ready};
use super::player::{BotInfo, Roster};
use super::save::{ChartDigests, chart_digests};
use super::{Cx, Match, Present, SaveError, SaveFile, Seating, SimResult, contract, perft, playout};
use crate::dice::Dictated;
use crate::present::{Lesson, Rulebook, Seat};
use crate::scenario::{Issues, OptionSet, Provenance, ScenarioDoc, Schema};
use crate::{AssetSource, MemoryAssets};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A chart in force.
#[derive(Clone, Debug, Serialize)]
pub struct ChartFile {
    pub path: String,
    pub text: String,
    /// The user's own in place of the shipped one.
    pub own: bool,
}

/// How a match is started.
#[derive(Clone, Debug, Default)]
pub struct NewMatch {
    /// These override the scenario's own.
    pub options: OptionSet,
    pub seed: u64,
    pub dice: Option<Dictated>,
}

/// A save that was loaded.
pub struct Restored {
    pub game: Box<dyn AnyMatch>,
    pub players: Vec<String>,
    /// How the players shared the screen.
    pub seating: Seating,
    /// Why the match continues from the snapshot instead of the journal.
    pub diverged: Option<SaveError>,
    /// Charts that have changed since; a save that contains its own charts is played with those.
    pub changed_charts: Vec<String>,
    /// The name of the branch that was being played, and the other branches, each as a save of its own.
    pub branch: String,
    pub branches: Vec<(String, SaveFile)>,
}

/// A position for benches: copied without knowing its type.
pub trait Probe {
    /// Copies the state once, dropping the last copy.
    fn copy(&mut self);
    /// Size of the state in bytes, without what it has on the heap.
    fn size(&self) -> usize;
}

struct StateProbe<S> {
    state: S,
    copy: Option<S>,
}

impl<S: Clone> Probe for StateProbe<S> {
    fn copy(&mut self) {
        self.copy = Some(self.state.clone());
    }

    fn size(&self) -> usize {
        std::mem::size_of::<S>()
    }
}

/// A rule system with its charts loaded, behind an object-safe trait.
pub trait AnyRuleset: Send + Sync {
    fn id(&self) -> &'static str;
    fn name(&self) -> &'static str;
    fn schema(&self) -> &Schema;
    /// Charts in force, with where they come from.
    fn charts(&self) -> &[ChartFile];
    fn bots(&self) -> &'static [BotInfo];
    /// Computer players that others are measured against, not offered as opponents.
    fn yardsticks(&self) -> &'static [BotInfo];
    /// The same rules with the charts as an earlier version shipped them; none where none has changed.
    fn with_older_charts(&self) -> Option<Box<dyn AnyRuleset>>;
    /// The rules in words, by number.
    fn rulebook(&self) -> &Arc<Rulebook>;
    /// The guided battle, if there is one.
    fn lesson(&self) -> Option<&Arc<Lesson>>;
    /// Whether the scenario has hidden information.
    fn has_hidden_information(&self, doc: &ScenarioDoc, options: &OptionSet) -> bool;
    /// All errors, warnings and suggestions for a document.
    fn check(&self, doc: &ScenarioDoc, options: &OptionSet) -> Issues;
    /// Compiles a document once for several questions.
    fn compile(&self, doc: Arc<ScenarioDoc>, options: &OptionSet) -> Compiled;
    /// How many documents were compiled since the charts were loaded, for tests.
    fn times_compiled(&self) -> u64;
    /// Starts a match, or returns every reason why it cannot start.
    fn new_match(&self, doc: Arc<ScenarioDoc>, how: &NewMatch) -> Result<Box<dyn AnyMatch>, Issues>;
    /// Loads a save: replays the journal, or else continues from the snapshot and says why.
    fn restore(&self, file: &SaveFile) -> Result<Restored, SaveError>;
    /// Plays one game at random.
    fn sim(&self, doc: &ScenarioDoc, options: &OptionSet, seed: u64) -> Result<SimResult, Issues>;
    /// Plays games `first..first + count` with the seeds of `seed`; compiled once.
    fn sims(&self, doc: &ScenarioDoc, options: &OptionSet, seeds: &[u64]) -> Result<Vec<SimResult>, Issues>;
    /// Counts legal sequences of actions to this depth.
    fn perft(&self, doc: &ScenarioDoc, options: &OptionSet, depth: u32) -> Result<u64, Issues>;
    /// A position after so many random actions.
    fn probe(
        &self,
        doc: &ScenarioDoc,
        options: &OptionSet,
        seed: u64,
        actions: u64,
    ) -> Result<Box<dyn Probe>, Issues>;
    /// Plays one game at random and checks every law at every state.
    fn contract(
        &self,
        doc: &Arc<ScenarioDoc>,
        options: &OptionSet,
        seed: u64,
    ) -> Result<contract::Report, String>;
}

/// A rule system with its charts.
pub struct Loaded<R: Present> {
    data: Arc<R::Data>,
    schema: Schema,
    charts: Vec<ChartFile>,
    digests: Arc<ChartDigests>,
    /// Charts of earlier versions: path, digest, text.
    older: Vec<(String, String, String)>,
    book: Arc<Rulebook>,
    lesson: Option<Arc<Lesson>>,
    heads: Arc<Vec<ChartOrigin>>,
    roster: Roster<R>,
    compilations: AtomicU64,
}

impl<R: Present> Loaded<R> {
    /// Reads the charts; `None` if they cannot be used, with the reasons in `issues`.
    pub fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Self> {
        let data = R::load(src, issues)?;
        let chart = |path: &&str| {
            let own = src.is_override(path);
            src.read(path).ok().map(|text| ChartFile { path: (*path).to_owned(), text, own })
        };
        let charts: Vec<ChartFile> = R::chart_files().iter().filter_map(chart).collect();
        let head = |c: &ChartFile| {
            let (_, provenance) = c.head()?;
            Some(ChartOrigin { path: c.path.clone(), provenance, own: c.own })
        };
        let heads = Arc::new(charts.iter().filter_map(head).collect());
        let schema = R::schema(&data);
        let book = Arc::new(Rulebook::load(src, R::ID, issues));
        let lesson = Lesson::load(src, R::ID, issues).map(Arc::new);
        let digests = Arc::new(chart_digests::<R>(src));
        let older = |(path, kept): &(&str, &str)| {
            let text = src.read(kept).ok()?;
            Some(((*path).to_owned(), format!("{:016x}", super::digest(text.as_bytes())), text))
        };
        let older = R::older_charts().iter().filter_map(older).collect();
        Some(Self {
            older,
            data: Arc::new(data),
            schema,
            charts,
            digests,
            heads,
            book,
            lesson,
            roster: Roster::empty(),
            compilations: AtomicU64::new(0),
        })
    }

    /// The same with computer players.
    pub fn with_players(mut self, roster: Roster<R>) -> Self {
        self.roster = roster;
        self
    }

    fn options(doc: &ScenarioDoc, chosen: &OptionSet) -> OptionSet {
        let mut all = doc.options.clone();
        all.extend(chosen.iter().map(|(k, v)| (k.clone(), v.clone())));
        all
    }

    fn cx(&self, doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Cx<R>> {
        self.compilations.fetch_add(1, Ordering::Relaxed);
        let options = Self::options(doc, options);
        crate::scenario::front_end::check(doc, &self.schema, &options, issues);
        let setup = R::compile(&self.data, doc, &options, issues)?;
        if issues.has_errors() {
            return None;
        }
        Some(Cx { data: Arc::clone(&self.data), setup: Arc::new(setup) })
    }

    /// The setup, if it can be played, with everything wrong and all advice.
    fn compile_and_lint(&self, doc: &ScenarioDoc, options: &OptionSet) -> (Issues, Option<Cx<R>>) {
        let mut issues = Issues::default();
        let cx = self.cx(doc, options, &mut issues);
        R::lint(&self.data, doc, &mut issues);
        crate::scenario::lint(doc, &self.schema, &mut issues);
        (issues, cx)
    }

    fn ready(&self, cx: Cx<R>, options: OptionSet) -> Ready<R> {
        let (charts, heads) = (Arc::clone(&self.digests), Arc::clone(&self.heads));
        Ready { cx, options, charts, heads, roster: self.roster }
    }

    fn compiled(&self, doc: &ScenarioDoc, options: &OptionSet) -> Result<Cx<R>, Issues> {
        let mut issues = Issues::default();
        self.cx(doc, options, &mut issues).ok_or(issues)
    }
}

impl<R: Present> AnyRuleset for Loaded<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn charts(&self) -> &[ChartFile] {
        &self.charts
    }

    fn bots(&self) -> &'static [BotInfo] {
        self.roster.players
    }

    fn yardsticks(&self) -> &'static [BotInfo] {
        self.roster.yardsticks
    }

    fn with_older_charts(&self) -> Option<Box<dyn AnyRuleset>> {
        let charts = self.older.iter().map(|(path, _, text)| (path.clone(), text.clone())).collect();
        if self.older.is_empty() {
            return None;
        }
        self.with(&charts).map(|r| Box::new(r) as Box<dyn AnyRuleset>)
    }

    fn rulebook(&self) -> &Arc<Rulebook> {
        &self.book
    }

    fn lesson(&self) -> Option<&Arc<Lesson>> {
        self.lesson.as_ref()
    }

    fn has_hidden_information(&self, doc: &ScenarioDoc, options: &OptionSet) -> bool {
        self.compiled(doc, options).is_ok_and(|cx| R::has_hidden_information(&cx))
    }

    fn check(&self, doc: &ScenarioDoc, options: &OptionSet) -> Issues {
        self.compile_and_lint(doc, options).0
    }

    fn compile(&self, doc: Arc<ScenarioDoc>, options: &OptionSet) -> Compiled {
        let (issues, cx) = self.compile_and_lint(&doc, options);
        let all = Self::options(&doc, options);
        let playable = cx.map(|cx| Arc::new(self.ready(cx, all)) as Arc<dyn Playable>);
        Compiled::new(doc, issues, playable)
    }

    fn times_compiled(&self) -> u64 {
        self.compilations.load(Ordering::Relaxed)
    }

    fn new_match(&self, doc: Arc<ScenarioDoc>, how: &NewMatch) -> Result<Box<dyn AnyMatch>, Issues> {
        let cx = self.compiled(&doc, &how.options)?;
        let options = Self::options(&doc, &how.options);
        self.ready(cx, options).start_match(doc, how.seed, how.dice.clone())
    }

    fn restore(&self, file: &SaveFile) -> Result<Restored, SaveError> {
        // Whatever a damaged file makes of the checks, it does not end the program.
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let restored = self.restore_checked(file)?;
            look_once(restored.game.as_ref());
            Ok(restored)
        }));
        tried.unwrap_or_else(|why| {
            let text = why.downcast_ref::<String>().cloned();
            let text = text.or_else(|| why.downcast_ref::<&str>().map(ToString::to_string));
            Err(SaveError::Broken(text.unwrap_or_default()))
        })
    }

    fn sim(&self, doc: &ScenarioDoc, options: &OptionSet, seed: u64) -> Result<SimResult, Issues> {
        self.compiled(doc, options).map(|cx| playout(&cx, seed))
    }

    fn sims(&self, doc: &ScenarioDoc, options: &OptionSet, seeds: &[u64]) -> Result<Vec<SimResult>, Issues> {
        let cx = self.compiled(doc, options)?;
        Ok(seeds.iter().map(|s| playout(&cx, *s)).collect())
    }

    fn perft(&self, doc: &ScenarioDoc, options: &OptionSet, depth: u32) -> Result<u64, Issues> {
        let cx = self.compiled(doc, options)?;
        Ok(perft(&cx, &R::start(&cx), depth))
    }

    fn probe(
        &self,
        doc: &ScenarioDoc,
        options: &OptionSet,
        seed: u64,
        actions: u64,
    ) -> Result<Box<dyn Probe>, Issues> {
        let cx = self.compiled(doc, options)?;
        let state = super::sim::position(&cx, seed, actions);
        Ok(Box::new(StateProbe { state, copy: None }))
    }

    fn contract(
        &self,
        doc: &Arc<ScenarioDoc>,
        options: &OptionSet,
        seed: u64,
    ) -> Result<contract::Report, String> {
        let cx = self.compiled(doc, options).map_err(|i| format!("{:?}", i.list))?;
        contract::check(&cx, doc, &Self::options(doc, options), seed)
    }
}

/// What every screen asks of a match that is opened.
fn look_once(game: &dyn AnyMatch) {
    let seats = (0..game.seats().len()).map(|i| Seat(i as u8));
    for seat in seats.chain(std::iter::once(Seat::OPEN)) {
        let view = game.view(seat);
        drop((view.board(), view.prompt(), view.affordances(), view.sequence(), view.score(), view.tracks()));
    }
}

impl<R: Present> Loaded<R> {
    fn restore_checked(&self, file: &SaveFile) -> Result<Restored, SaveError> {
        let mut issues = Issues::default();
        let doc = crate::scenario::parse(&file.scenario, &mut issues)
            .map_err(|e| SaveError::Scenario(e.to_string()))?;
        let doc = Arc::new(doc);
        let changed: Vec<String> = file
            .charts
            .iter()
            .filter(|(p, d)| self.digests.0.get(*p) != Some(d))
            .map(|(p, _)| p.clone())
            .collect();
        let (own, changed) = self.charts_of(file, changed);
        let rules = own.as_ref().unwrap_or(self);
        let first = |issues: Issues| {
            let text = issues.list.first().map_or_else(String::new, ToString::to_string);
            SaveError::Scenario(text)
        };
        let cx = rules.compiled(&doc, &file.options).map_err(first)?;
        let (game, diverged) = match Match::restore(cx.clone(), Arc::clone(&doc), file) {
            Ok(game) => (game, None),
            Err(why @ SaveError::Diverged { .. }) => (Match::from_snapshot(cx, doc, file)?, Some(why)),
            Err(other) => return Err(other),
        };
        let (charts, heads) = (Arc::clone(&rules.digests), Arc::clone(&rules.heads));
        let played = Played::new(game, file.options.clone(), charts, heads, self.roster);
        Ok(Restored {
            game: Box::new(played),
            players: file.players.clone(),
            seating: file.seating.clone(),
            diverged,
            changed_charts: changed,
            branch: file.branch.clone(),
            branches: file.branch_files().collect(),
        })
    }

    /// The rules with the charts a save was made with, as far as it brings them or an earlier version shipped
    /// them, and what has changed since all the same.
    fn charts_of(&self, file: &SaveFile, mut changed: Vec<String>) -> (Option<Self>, Vec<String>) {
        let mut own = (*file.own_charts).clone();
        let brings = changed.iter().any(|p| own.contains_key(p));
        let shipped = |p: &String| {
            let said = file.charts.get(p)?;
            let older = self.older.iter().find(|(path, digest, _)| path == p && digest == said)?;
            Some((p.clone(), older.2.clone()))
        };
        let older: Vec<(String, String)> =
            changed.iter().filter(|p| !own.contains_key(*p)).filter_map(shipped).collect();
        changed.retain(|p| older.iter().all(|o| o.0 != *p));
        if !brings && older.is_empty() {
            return (None, changed);
        }
        own.extend(older);
        (self.with(&own), changed)
    }

    /// The same rules with some charts replaced.
    fn with(&self, own: &std::collections::BTreeMap<String, String>) -> Option<Self> {
        let mut src = MemoryAssets::default();
        for c in &self.charts {
            src.insert(&c.path, &c.text);
        }
        for (path, text) in own {
            src.insert(path, text);
        }
        let mut other = Self::load(&src, &mut Issues::default())?;
        (other.book, other.lesson) = (Arc::clone(&self.book), self.lesson.clone());
        other.roster = self.roster;
        Some(other)
    }
}

/// What a chart says of its origin, without knowing the rest of it.
#[derive(serde::Deserialize)]
#[serde(rename = "Chart")]
struct ChartHead {
    name: String,
    provenance: Provenance,
}

impl ChartFile {
    /// Title and provenance, if the file states them.
    pub fn head(&self) -> Option<(String, Provenance)> {
        ron::from_str::<ChartHead>(&self.text).ok().map(|h| (h.name, h.provenance))
    }
}
