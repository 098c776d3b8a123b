use super::{Cx, Entry, Match, Present, digest, state_hash};
use crate::AssetSource;
use crate::dice::{DiceStream, RollResult};
use crate::scenario::{OptionSet, ScenarioDoc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The format of saves written today.
pub const SAVE_FORMAT: u32 = 1;
/// Longer texts are not read: a whole campaign takes a quarter of a megabyte.
const MOST_BYTES: usize = 16 << 20;
/// A hash is stored after every so many journal entries.
pub(super) const EVERY: usize = 20;

#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum SaveError {
    #[error("line {line}, column {column}: {text}")]
    Syntax { line: usize, column: usize, text: String },
    #[error("the save has format {found}, this program reads up to {known}: update the program")]
    Newer { found: u32, known: u32 },
    #[error("the rule system '{0}' is unknown")]
    UnknownRuleset(String),
    #[error("its scenario cannot be played: {0}")]
    Scenario(String),
    #[error("entry {at} does not fit: {why}")]
    Diverged { at: usize, why: String },
    #[error("its snapshot cannot be read: {0}")]
    Snapshot(String),
    #[error("it is too large: {0}")]
    TooLarge(String),
    /// The rules stumbled over what it says: whatever the checks let through must not end the program.
    #[error("its position is damaged: {0}")]
    Broken(String),
}

/// One journal entry as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SavedEntry {
    /// An action as the rule system serialises it.
    Do(String),
    Roll(RollResult),
    Note(String),
}

/// How the players share one screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The name of the mode; empty in old saves.
    #[serde(default)]
    pub mode: String,
    /// For each seat, how many log entries it had read when it last left the screen.
    #[serde(default)]
    pub told: Vec<usize>,
}

/// A saved match: everything needed to replay it from the start and to verify that it is the same.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SaveFile {
    pub format: u32,
    pub program: String,
    pub ruleset: String,
    pub rules_version: u32,
    pub title: String,
    /// Turn or result, for lists of saves.
    #[serde(default)]
    pub standing: String,
    /// Who plays each seat: `person` or a computer player's name.
    #[serde(default)]
    pub players: Vec<String>,
    /// How the screen is shared.
    #[serde(default)]
    pub seating: Seating,
    /// The scenario, embedded.
    pub scenario: Arc<str>,
    pub options: OptionSet,
    /// A digest of every chart in force.
    pub charts: BTreeMap<String, String>,
    /// Charts that were not the shipped ones, in full.
    #[serde(default)]
    pub own_charts: Arc<BTreeMap<String, String>>,
    pub seed: u64,
    pub drawn: u64,
    /// The state where the journal starts, if not the start of the scenario.
    #[serde(default)]
    pub base: Option<String>,
    pub journal: Vec<SavedEntry>,
    /// Hash after so many entries.
    pub hashes: Vec<(usize, u64)>,
    /// The last position, in case the journal can no longer be replayed.
    pub snapshot: String,
    /// The name of this branch, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub branch: String,
    /// The other branches of the same match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<super::SavedBranch>,
}

impl SaveFile {
    pub fn parse(text: &str) -> Result<Self, SaveError> {
        if text.len() > MOST_BYTES {
            let (mb, most) = (text.len() >> 20, MOST_BYTES >> 20);
            return Err(SaveError::TooLarge(format!("{mb} MB; saves of at most {most} MB are read")));
        }
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        match ron::from_str::<Head>(text) {
            Ok(h) if h.format > SAVE_FORMAT => Err(SaveError::Newer { found: h.format, known: SAVE_FORMAT }),
            _ => {
                let file: Self = ron::from_str(text).map_err(|e| {
                    let found = crate::scenario::syntax::explain(text, &e);
                    let at = found.position;
                    SaveError::Syntax { line: at.line, column: at.column, text: found.text }
                })?;
                file.check_size()?;
                Ok(file)
            }
        }
    }

    pub fn to_text(&self) -> String {
        let config = ron::ser::PrettyConfig::new().depth_limit(2).struct_names(false);
        ron::ser::to_string_pretty(self, config).unwrap_or_default() + "\n"
    }
}

/// Digests of the charts in force, and the text of those that are not the shipped ones.
pub(super) type ChartDigests = (BTreeMap<String, String>, BTreeMap<String, String>);

pub(super) fn chart_digests<R: Present>(src: &dyn AssetSource) -> ChartDigests {
    let mut out = ChartDigests::default();
    for path in R::chart_files() {
        if let Ok(text) = src.read(path) {
            out.0.insert((*path).to_owned(), format!("{:016x}", digest(text.as_bytes())));
            if src.is_override(path) {
                out.1.insert((*path).to_owned(), text);
            }
        }
    }
    out
}

impl<R: Present> Match<R> {
    /// Everything needed to replay this match. `options` are those it was started with.
    pub(super) fn save(&self, options: &OptionSet, charts: ChartDigests) -> SaveFile {
        let entry = |e: &Entry<R::Action>| match e {
            Entry::Action(a) => SavedEntry::Do(ron::to_string(a).unwrap_or_default()),
            Entry::Roll(r) => SavedEntry::Roll(r.clone()),
            Entry::Note(n) => SavedEntry::Note(n.clone()),
        };
        let as_text = |s: &R::State| ron::to_string(s).unwrap_or_default();
        SaveFile {
            format: SAVE_FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            ruleset: R::ID.into(),
            rules_version: R::RULES_VERSION,
            title: self.doc.title.clone(),
            standing: String::new(),
            players: Vec::new(),
            seating: Seating::default(),
            scenario: crate::scenario::to_text(&self.doc).into(),
            options: options.clone(),
            charts: charts.0,
            own_charts: Arc::new(charts.1),
            seed: self.dice.seed(),
            drawn: self.dice.draws_made(),
            base: self.base.as_ref().map(as_text),
            journal: self.journal.iter().map(entry).collect(),
            hashes: self.hashes(),
            snapshot: as_text(&self.state),
            branch: String::new(),
            branches: Vec::new(),
        }
    }

    /// Hashes along the journal and at its end.
    fn hashes(&self) -> Vec<(usize, u64)> {
        let mut out = self.hashes.clone();
        let n = self.journal.len();
        if n > 0 && out.last().is_none_or(|h| h.0 != n) {
            out.push((n, state_hash(&self.state)));
        }
        out
    }

    /// Replays a saved journal, checking every entry and hash; the error says where the first mismatch is.
    pub(super) fn restore(cx: Cx<R>, doc: Arc<ScenarioDoc>, file: &SaveFile) -> Result<Self, SaveError> {
        let base = match &file.base {
            Some(text) => Some(Self::read_state(&cx, text)?),
            None => None,
        };
        let start = base.clone().unwrap_or_else(|| R::start(&cx));
        let mut game = Self::from_state(cx, doc, start, file.seed);
        game.base = base;
        let mut hashes = sorted_hashes(file)?.into_iter().peekable();
        for (i, entry) in file.journal.iter().enumerate() {
            let at = i + 1;
            let entry = match entry {
                SavedEntry::Do(text) => Entry::Action(
                    ron::from_str(text)
                        .map_err(|e| SaveError::Diverged { at, why: format!("'{text}': {e}") })?,
                ),
                SavedEntry::Roll(r) => Entry::Roll(r.clone()),
                SavedEntry::Note(n) => Entry::Note(n.clone()),
            };
            game.replay(entry).map_err(|why| SaveError::Diverged { at, why })?;
            while let Some((_, want)) = hashes.next_if(|h| h.0 <= at) {
                if game.hash() != want {
                    let why =
                        format!("the position has hash {:016x}, the save says {want:016x}", game.hash());
                    return Err(SaveError::Diverged { at, why });
                }
            }
        }
        if matches!(game.to_act(), super::ToAct::Chance(_)) {
            return Err(SaveError::Diverged {
                at: file.journal.len(),
                why: "the journal breaks off at a roll".into(),
            });
        }
        game.dice = DiceStream::resumed_at(file.seed, file.drawn);
        game.refresh();
        Ok(game)
    }

    /// Reads a state from a file and checks that it is valid.
    fn read_state(cx: &Cx<R>, text: &str) -> Result<R::State, SaveError> {
        let state = ron::from_str(text).map_err(|e| SaveError::Snapshot(e.to_string()))?;
        R::check_read(cx, &state).map_err(SaveError::Snapshot)?;
        Ok(state)
    }

    /// Continues from the snapshot of a save whose journal can no longer be replayed.
    pub(super) fn from_snapshot(
        cx: Cx<R>,
        doc: Arc<ScenarioDoc>,
        file: &SaveFile,
    ) -> Result<Self, SaveError> {
        let state = Self::read_state(&cx, &file.snapshot)?;
        let mut game = Self::from_state(cx, doc, state.clone(), file.seed);
        game.base = Some(state);
        game.dice = DiceStream::resumed_at(file.seed, file.drawn);
        game.refresh();
        Ok(game)
    }
}

/// The hashes of a save, each of an entry it has, in the order of the journal.
fn sorted_hashes(file: &SaveFile) -> Result<Vec<(usize, u64)>, SaveError> {
    let at = file.journal.len();
    if let Some((n, _)) = file.hashes.iter().find(|h| h.0 == 0 || h.0 > at) {
        let why = format!("a hash is given for entry {n} of {at}");
        return Err(SaveError::Diverged { at, why });
    }
    let mut hashes = file.hashes.clone();
    hashes.sort_by_key(|h| h.0);
    Ok(hashes)
}
