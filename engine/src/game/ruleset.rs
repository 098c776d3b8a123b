//! What a rule system says of itself, one trait for each reader. What has a default is optional.

use super::{Cx, Outcome, Plan, RandomSource, Recorder, SeatInfo, Seen, ToAct, UsualAnswer};
use crate::AssetSource;
use crate::dice::RollResult;
use crate::hex::HexId;
use crate::present::{
    Affordance, BoardView, ChartUse, ChartView, CounterId, Inspector, KitView, LogLine, LossLine, ModLine,
    Motion, OddsFact, OddsOutcome, OutcomeView, OverlayKind, OverlayView, PathPreview, ProcedureView, Prompt,
    ReachView, Refusal, ScoreView, Seat, SequenceView, SheetView, SightView, Target, TrackView,
};
use crate::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

/// A rule system as the library and the editor read it: its types, charts and schema, and how a document becomes a
/// setup. It sees the engine and no other rule system.
pub trait Ruleset: Sized + Send + Sync + 'static {
    const ID: &'static str;

    const NAME: &'static str;

    /// Increased when the same journal would replay differently.
    const RULES_VERSION: u32;

    /// Charts; immutable.
    type Data: Send + Sync + 'static;

    /// One validated scenario with its options; immutable.
    type Setup: Send + Sync + 'static;

    /// No seed, no log, no caches; canonical order.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    type Action: Clone + Ord + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Chart files below the asset root, in reading order.
    fn chart_files() -> &'static [&'static str];

    /// Charts as earlier versions shipped them: the file of today, and the file that keeps an older one. Games
    /// saved with an older chart are played on with it.
    fn older_charts() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Reads and checks the charts.
    fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Self::Data>;

    /// What the editor may place and set.
    fn schema(data: &Self::Data) -> Schema;

    /// Turns a document into a playable setup, or reports everything wrong with it. `options` are the scenario's own
    /// choices, overridden by the player's.
    fn compile(
        data: &Self::Data,
        doc: &ScenarioDoc,
        options: &OptionSet,
        issues: &mut Issues,
    ) -> Option<Self::Setup>;

    /// Suggestions an experienced player would make.
    fn lint(data: &Self::Data, doc: &ScenarioDoc, issues: &mut Issues);
}

/// The game itself, as matches and tests read it.
///
/// Laws, kept by the contract test for every scenario:
/// - `legal_actions` is complete, sorted, without doubles, and never empty for the seat to act;
///   `check` agrees with it; it is the same from the redacted view as from the whole state.
/// - `apply` and `resolve` are the only ways to change a state; the same state and the same input
///   give the same result; the order of like dice does not matter.
/// - every game ends within [`Play::longest`] decisions.
pub trait Play: Ruleset {
    /// Kinds of events that have no log line on purpose, as [`Play::event_kind`] names them.
    const SILENT_EVENTS: &'static [&'static str] = &[];

    /// The position before anything happened; setting up may itself be play.
    fn start(cx: &Cx<Self>) -> Self::State;

    fn to_act(cx: &Cx<Self>, s: &Self::State) -> ToAct;

    /// Everything the seat to act may do, sorted.
    fn legal_actions(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Self::Action>);

    /// Whether it may be done, or why not and by which rule.
    fn check(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Self::Action) -> Result<(), Refusal>;

    /// Applies a legal action and runs on until a seat or chance must answer.
    fn apply(cx: &Cx<Self>, s: &mut Self::State, a: &Self::Action, rec: &mut Recorder<Self>);

    /// Names of what the pending draw may bring, by face, for scripts and messages. Equal names mean equal results.
    fn draw_names(_cx: &Cx<Self>, _s: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// Takes the result of a roll or draw and runs on.
    fn resolve(cx: &Cx<Self>, s: &mut Self::State, r: &RollResult, rec: &mut Recorder<Self>);

    /// The state without what this seat may not know; borrowed where nothing is hidden. [`Seat::OPEN`] sees
    /// everything. Only `game` can turn the result into a [`Seen`].
    fn redact<'a>(cx: &Cx<Self>, s: &'a Self::State, seat: Seat) -> Cow<'a, Self::State>;

    /// Whether this scenario has hidden information.
    fn has_hidden_information(_cx: &Cx<Self>) -> bool {
        false
    }

    /// Whether no combat, retreat or other sequence is unfinished: odds end here.
    fn at_rest(cx: &Cx<Self>, s: &Self::State) -> bool;

    /// Whether this action begins a new group of steps; undo, log and replay work on groups.
    fn opens_group(cx: &Cx<Self>, s: &Self::State, a: &Self::Action) -> bool;

    /// The name of an event's kind, for reports: by default the name of its variant.
    fn event_kind(e: &Self::Event) -> String {
        let text = format!("{e:?}");
        text.chars().take_while(|c| c.is_alphanumeric()).collect()
    }

    /// Whether this seat may know of the event.
    fn is_visible_to(cx: &Cx<Self>, e: &Self::Event, seat: Seat) -> bool;

    /// Whether the event only tells those who may not know all of it what another event has told.
    fn retells(_e: &Self::Event) -> bool {
        false
    }

    /// An upper bound on the decisions of a game.
    fn longest(cx: &Cx<Self>) -> usize;

    /// What must always hold: bounds of every number and of every frame first.
    fn assert_valid(cx: &Cx<Self>, s: &Self::State) -> Result<(), String>;

    /// Whether a position read from a file may be played on. The file may be damaged or forged: whatever passes
    /// here is shown and played on without a further question, and must never panic.
    fn check_read(cx: &Cx<Self>, s: &Self::State) -> Result<(), String> {
        Self::assert_valid(cx, s)
    }
}

/// What computer players need.
pub trait Advice: Play {
    /// The value of the position for the seat that sees it: higher is better, and a typical piece is worth about 100.
    fn evaluate(cx: &Cx<Self>, s: &Seen<'_, Self>) -> f64;

    /// The judgement of the first greedy player, which better ones are measured against. It stays as it was.
    fn evaluate_first(cx: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        Self::evaluate(cx, s)
    }

    /// A random position that agrees with what a seat has seen, for computer players to search: it is valid, and
    /// redacted for that seat it equals what was seen.
    fn sample(_cx: &Cx<Self>, s: &Seen<'_, Self>, _random: &mut RandomSource) -> Self::State {
        s.state().clone()
    }

    /// Takes out of a list of legal actions what is hardly worth trying, for computer players in a hurry: amounts
    /// between others, mostly. The order stays, and something must.
    fn thin_out(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _legal: &mut Vec<Self::Action>) {}

    /// Whether an action most likely gives something away for nothing, for computer players, as far as the seat
    /// knows: it is then not even tried.
    fn is_rash(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _a: &Self::Action, _random: &mut RandomSource) -> bool {
        false
    }

    /// Plans of several actions the seat to act may begin, for computer players; every legal action begins one.
    fn plans(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Plan<Self::Action>>) {
        let mut legal = Vec::new();
        Self::legal_actions(cx, s, &mut legal);
        out.extend(legal.into_iter().map(Plan::single));
    }
}

/// The game in the player's words: prompts, actions, tracks, log lines, reasons.
pub trait Describe: Play {
    /// Name and palette army of each seat, in order.
    fn seats(cx: &Cx<Self>) -> Vec<SeatInfo>;

    fn prompt(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Prompt;

    /// One affordance for each action, in the same order; `id` is its place in the list. The whole list is asked for
    /// at once, so that shared work is done once.
    fn affordances(cx: &Cx<Self>, s: &Seen<'_, Self>, actions: &[Self::Action]) -> Vec<Affordance>;

    fn tracks(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<TrackView>;

    /// What is being done step by step; none where nothing is.
    fn procedure(_cx: &Cx<Self>, _s: &Seen<'_, Self>) -> Option<ProcedureView> {
        None
    }

    fn sequence(cx: &Cx<Self>, s: &Seen<'_, Self>) -> SequenceView;

    fn inspect(cx: &Cx<Self>, s: &Seen<'_, Self>, t: &Target) -> Inspector;

    fn score(cx: &Cx<Self>, s: &Seen<'_, Self>) -> ScoreView;

    fn outcome(cx: &Cx<Self>, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView;

    /// None for events listed in [`Play::SILENT_EVENTS`].
    fn log_line(cx: &Cx<Self>, e: &Self::Event) -> Option<LogLine>;

    /// The actions that may have been meant by pointing from `subject` to `target`, the likeliest first.
    fn meant(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _subject: &Target, _target: &Target) -> Vec<Self::Action> {
        Vec::new()
    }

    /// The rank of a reason among several; the lowest is shown. Permanent reasons come before those of this turn, and
    /// those before 'something else must be decided first'.
    fn reason_rank(_refusal: &Refusal) -> u8 {
        0
    }

    /// Why `subject` can do nothing to `target` now; asked only if no legal action does. By default the actions
    /// that may have been meant are checked, so that no predicate is repeated.
    fn explain(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        let meant = Self::meant(cx, s, subject, target);
        let reasons = meant.iter().filter_map(|a| Self::check(cx, s, a).err());
        reasons.min_by_key(Self::reason_rank).unwrap_or_else(|| {
            let rule = Self::prompt(cx, s).rules.first().map_or("", |r| r.0);
            Refusal::new(rule, "Nothing can be done there now.")
        })
    }
}

/// What is drawn: counters, boxes, overlays, paths, lines of sight.
pub trait Picture: Play {
    fn board(cx: &Cx<Self>, s: &Seen<'_, Self>) -> BoardView;

    fn sheets(_cx: &Cx<Self>, _s: &Seen<'_, Self>) -> Vec<SheetView> {
        Vec::new()
    }

    fn motion(_cx: &Cx<Self>, _e: &Self::Event) -> Option<Motion> {
        None
    }

    /// The hexes an action leads through, without the one it starts from.
    fn path_of_action(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _a: &Self::Action) -> Vec<HexId> {
        Vec::new()
    }

    /// The hexes a counter could go to where it goes hex by hex, for the screen to light and to follow at a click;
    /// nothing where the actions themselves name all of them.
    fn reach(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _subject: &Target) -> Vec<ReachView> {
        Vec::new()
    }

    /// What a drawn path would cost, hex by hex, and where it ends. `hexes` begins with a neighbour of the
    /// subject's hex.
    fn path_preview(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _subject: &Target, _hexes: &[HexId]) -> PathPreview {
        PathPreview::default()
    }

    /// Where a subject may go in one undertaking of several actions, and what each place costs in all. Where
    /// one action goes to any place in reach there are none.
    fn destinations(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _subject: &Target) -> Vec<(HexId, String)> {
        Vec::new()
    }

    /// The path to one of its destinations, as [`Picture::next_on_path`] goes it.
    fn path_to(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _subject: &Target, _to: HexId) -> Vec<HexId> {
        Vec::new()
    }

    /// The next action along a drawn path; none at its end, or where something else must be decided first.
    fn next_on_path(
        _cx: &Cx<Self>,
        _s: &Seen<'_, Self>,
        _subject: &Target,
        _hexes: &[HexId],
    ) -> Option<Self::Action> {
        None
    }

    /// The line of sight between two hexes; none where the rules know none.
    fn sight(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _from: HexId, _to: HexId) -> Option<SightView> {
        None
    }

    fn overlays() -> &'static [OverlayKind];

    fn overlay(cx: &Cx<Self>, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView;
}

/// The possible results of an action, for the preview of odds.
pub trait Reckon: Play {
    /// The named modifiers an action would roll with.
    fn dice_modifiers(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _a: &Self::Action) -> Vec<ModLine> {
        Vec::new()
    }

    /// The result of an action in one line; the probabilities of equal lines are summed.
    fn result(cx: &Cx<Self>, before: &Seen<'_, Self>, a: &Self::Action, after: &Self::State) -> OddsOutcome;

    /// What the chance of a success is called after its figure ('to hit'); empty where no single figure
    /// tells it.
    fn success_words(_cx: &Cx<Self>, _s: &Seen<'_, Self>, _a: &Self::Action) -> &'static str {
        "effect"
    }

    /// Whether the action has then done what it was done for.
    fn is_success(_cx: &Cx<Self>, _a: &Self::Action, outcome: &OddsOutcome) -> bool {
        outcome.rank > 0
    }

    /// The usual answer to a choice that comes up while odds are calculated; none if the calculation ends there.
    /// The odds say what was assumed.
    fn usual_answer(
        _cx: &Cx<Self>,
        _s: &Seen<'_, Self>,
        _legal: &[Self::Action],
    ) -> Option<UsualAnswer<Self::Action>> {
        None
    }
    /// Side effects of the result ('leader falls'); their probabilities are shown beside it.
    fn side_effects(
        _cx: &Cx<Self>,
        _before: &Seen<'_, Self>,
        _a: &Self::Action,
        _after: &Self::State,
    ) -> Vec<OddsFact> {
        Vec::new()
    }

    /// States to calculate with where strength is hidden, each with its name; a single unnamed one where nothing is.
    fn assumptions(_cx: &Cx<Self>, s: &Seen<'_, Self>, _a: &Self::Action) -> Vec<(String, Self::State)> {
        vec![(String::new(), s.state().clone())]
    }
}

/// Aids for the table and for looking back: charts, counters to print, losses, positions as scenarios.
pub trait Aids: Play {
    /// The chart rows that decided an event.
    fn charts_used(_cx: &Cx<Self>, _e: &Self::Event) -> Vec<ChartUse> {
        Vec::new()
    }

    /// The losses of each formation, if they cannot be read from the counters.
    fn losses(_cx: &Cx<Self>, _s: &Seen<'_, Self>) -> Option<Vec<LossLine>> {
        None
    }

    /// The id of the scenario piece that a counter represents, if any.
    fn piece(_cx: &Cx<Self>, _counter: CounterId) -> Option<&str> {
        None
    }

    /// The position as a scenario that begins with it, as far as a scenario can express it.
    fn position(cx: &Cx<Self>, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc;

    /// The charts this scenario uses, with its options applied. Where a chart names its file, title
    /// and figures are the rule system's, provenance and owner are filled in from the file.
    fn charts(_cx: &Cx<Self>) -> Vec<ChartView> {
        Vec::new()
    }

    /// What playing on a table needs: counters, markers, roster.
    fn kit(_cx: &Cx<Self>) -> KitView {
        KitView::default()
    }
}

/// Everything a screen needs; implemented for every rule system that has the parts.
pub trait Present: Advice + Describe + Picture + Reckon + Aids {}

impl<R: Advice + Describe + Picture + Reckon + Aids> Present for R {}
