//! Plain views in the player's words: what screens, print, scripts and reports read.
//!
//! Everything here was made for one seat and holds only what that seat may see. Every prompt,
//! modifier, refusal and log line carries its rule number; the words are ours.

mod aids;
mod build;
mod course;
mod lesson;
mod odds;
mod path;
mod procedure;
mod rulebook;

pub use aids::{ChartView, KitView, MarkerView, PieceView, RosterView};
pub use build::rules;
pub use course::{ChartUse, Course, CoursePoint, LedgerLine, LossLine, Moment, TurningPoint};
pub use lesson::{Lesson, Point, Step, StepDice, Until, dictated, lesson_path, place_among_cards};
pub use odds::{Headline, Odds, OddsBranch, OddsFact, OddsOutcome, Quality};
pub use path::{PathPreview, PathStep, SightStep, SightView, Told};
pub use procedure::{ProcedureStep, ProcedureView, StepState};
pub use rulebook::{RuleText, Rulebook, rules_path};

pub use crate::rule::{Rule, Rules};
pub use crate::seat::Seat;

use crate::hex::{Edge, Facing, HexId};
use serde::Serialize;

/// The id of a counter for the length of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct CounterId(pub u32);

/// Anything that can be selected or clicked, and named in a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Target {
    Hex(HexId),
    /// A hexside.
    Edge(Edge),
    Counter(CounterId),
    /// Several counters selected as one, in order: who marches where a path is drawn for all of them.
    Group(Vec<CounterId>),
    /// A place in the order of a stack, 0 on top.
    StackPosition {
        hex: HexId,
        position: u8,
    },
    /// A box of an off-map sheet.
    Box {
        sheet: String,
        slot: String,
    },
    /// An amount, such as strength points.
    Amount {
        of: String,
        count: i32,
    },
    Path(Vec<HexId>),
    /// A facing.
    Facing(HexId, Facing),
    /// A button with this text.
    Button(String),
}

/// One legal action as a player meets it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Affordance {
    /// Its place in the sorted list of legal actions; valid until the state changes.
    pub id: usize,
    /// The counter that acts; selecting it highlights the targets.
    pub subject: Option<Target>,
    /// Counters that act as one with the subject: exactly these and the subject must be selected.
    pub with: Vec<CounterId>,
    /// What it is done to.
    pub target: Target,
    /// Other things to click for the same target (the counter in the target hex, …).
    pub also: Vec<Target>,
    /// Unique among the legal actions; hex numbers and names are whole words.
    pub label: String,
    /// The verb, for grouping and for the shape of the highlight.
    pub verb: Verb,
    /// What it costs, as shown (`1 AP`); empty if nothing.
    pub cost: String,
    /// A figure to write into the hex (movement cost); empty if none.
    pub tag: String,
    pub rules: Rules,
    /// Ask for confirmation: it ends a phase or cannot be undone.
    pub confirm: bool,
    /// Whether odds are worth asking for.
    pub chancy: bool,
}

/// The kind of an action, for icons and grouping only; no rule depends on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Verb {
    Move,
    Attack,
    Place,
    Choose,
    Turn,
    Rally,
    Other,
    /// Declines or stops a frame.
    Pass,
    /// Ends a phase or a turn.
    End,
}

/// The decision that is due, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Prompt {
    pub who: String,
    pub text: String,
    pub rules: Rules,
    /// What there is to spend, as shown (`4 AP`).
    pub points: String,
    /// What has not been done yet, for the end-phase button.
    pub undone: Vec<UndoneView>,
    /// Why the phase cannot be ended yet, where a player would expect to end it.
    pub held: Option<Refusal>,
    /// The action that ends what is under way when something else is picked up, by its place in the list.
    pub lets_go: Option<usize>,
    /// What is answered to: from where it comes and where it strikes, drawn as an arrow.
    pub threat: Option<(HexId, HexId)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UndoneView {
    pub counter: CounterId,
    pub hex: Option<HexId>,
    pub text: String,
}

/// Where a counter is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum CounterPlace {
    /// Head first.
    Hexes(smallvec::SmallVec<[HexId; 3]>),
    Box {
        sheet: String,
        slot: String,
    },
    /// On part `part` of another counter.
    On {
        counter: CounterId,
        part: u8,
    },
}

/// A mark for a state, told apart by shape and letter first and by colour last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Badge {
    Disordered,
    Shaken,
    Panicked,
    Routed,
    Demoralised,
    OutOfCommand,
    InSupply,
    OutOfSupply,
    Locked,
    Acted,
    Asleep,
    Column,
    /// In winter quarters.
    Quartered,
    /// In the enemy's hands.
    Captured,
    /// Commanded badly in this turn.
    Degraded,
    /// The enemy has the upper hand here.
    Momentum,
    /// Guns that moved and cannot fire.
    GunsMoved,
    /// Busy with drill: it stays where it is.
    Drilled,
    /// A leader who may act once more.
    Activated,
    /// Held where it is by an event.
    Halted,
}

impl Default for CounterPlace {
    fn default() -> Self {
        Self::Hexes(smallvec::SmallVec::new())
    }
}

/// How a counter lies among those of its hex.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct InStack {
    /// Place in its stack, 0 on top.
    pub order: u8,
    /// The part of its stack it stands in (`Engaged`, `Supporting`): a line is drawn where the part changes.
    pub rank: String,
    /// Drawn on the corner of the counter below, as a leader with troops.
    pub rider: bool,
    /// In garrison: drawn small beside the fortress or town, so that it stays visible.
    pub inside: bool,
}

/// The figures on a counter and what is left of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CounterStrength {
    /// Values as printed: one for a single big number, several for `8-6-3`. First one changes most.
    pub values: Vec<String>,
    /// The first value is lower than at the start.
    pub reduced: bool,
    /// Steps left and steps in all.
    pub pips: Option<(u8, u8)>,
    /// Parts of a long counter: steps left and steps in all of each.
    pub parts: Vec<(u8, u8)>,
    /// On the leader of a force: its total strength as far as known (`14`, `?`); empty on others.
    pub force: String,
}

/// A counter as drawn; no rule depends on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct CounterView {
    pub id: CounterId,
    pub place: CounterPlace,
    pub stack: InStack,
    pub facing: Option<Facing>,
    /// Lies turned by so many quarters to the right: a column by one, a captured counter by two.
    pub quarter_turns: u8,
    /// The palette's army name (`prussian`, `austrian`, …).
    pub army: String,
    /// The silhouette (`infantry`, `grenadier`, `hussar`, …); empty on a hidden back.
    pub figure: String,
    /// Name on the counter; empty if none.
    pub name: String,
    pub strength: CounterStrength,
    /// A small word in capitals (`ELITE`).
    pub tag: String,
    pub badges: Vec<Badge>,
    /// A commander's star.
    pub star: bool,
    /// Back side: the army's letter and nothing else.
    pub hidden: bool,
    /// Wing colour band, an index into the palette of bands.
    pub band: Option<u8>,
    /// Belongs to the seat looking.
    pub own: bool,
    /// May still act now.
    pub can_act: bool,
    /// One readable line: `Prussian infantry 3 of 4, E7`.
    pub line: String,
}

/// Something on the ground that changes: a broken bridge, a burning village, a field work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MarkView {
    pub at: Target,
    /// How it is drawn: `bridge`, `fire`, `entrenchment`, `fortress`, `siege`, `camp`, `depot`, `depot begun`
    /// (being built), `depot idle` (not linked), …
    pub art: String,
    /// A figure on it (points of a fortress, reach of a depot); empty if none.
    pub value: String,
    /// The owner's army in the palette; empty if it has no owner.
    pub army: String,
    pub text: String,
    pub rule: Option<Rule>,
}

impl MarkView {
    pub fn new(at: Target, art: &str, text: impl Into<String>, rule: &'static str) -> Self {
        let text = text.into();
        Self {
            at,
            art: art.to_owned(),
            value: String::new(),
            army: String::new(),
            text,
            rule: Some(Rule(rule)),
        }
    }

    #[must_use]
    pub fn value(mut self, value: impl ToString) -> Self {
        self.value = value.to_string();
        self
    }

    #[must_use]
    pub fn army(mut self, army: &str) -> Self {
        army.clone_into(&mut self.army);
        self
    }
}

/// A named set of hexes to outline (arrival areas, objectives).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AreaView {
    pub name: String,
    pub hexes: Vec<HexId>,
    pub kind: AreaKind,
}

/// How an area or overlay is outlined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum AreaKind {
    Reach,
    Target,
    Zone,
    Command,
    Supply,
    Setup,
    Objective,
    SightClear,
    SightBlocked,
}

/// What lies on the map, for one seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct BoardView {
    pub counters: Vec<CounterView>,
    pub marks: Vec<MarkView>,
    pub areas: Vec<AreaView>,
}

/// A hex a counter could go to in several steps, by the way it would usually take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReachView {
    pub hex: HexId,
    /// As written into the hex (`3`).
    pub cost: String,
    /// Hex by hex, without the one it starts from.
    pub way: Vec<HexId>,
}

/// An off-map sheet: boxes in rows, clickable like hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SheetView {
    pub id: String,
    pub name: String,
    pub boxes: Vec<BoxView>,
    pub rule: Option<Rule>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoxView {
    pub id: String,
    pub name: String,
    /// Column and row on the sheet.
    pub col: u8,
    pub row: u8,
    pub counters: Vec<CounterId>,
    pub text: String,
    /// Box it hangs under, for trees.
    pub parent: Option<String>,
}

/// A track: turns, action points, victory points, morale.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TrackView {
    pub id: String,
    pub name: String,
    pub kind: TrackKind,
    /// Palette army or empty, for its colour.
    pub army: String,
    pub at: i32,
    pub min: i32,
    pub max: i32,
    /// A value to reach; the track shows it.
    pub goal: Option<i32>,
    /// Of `at`, so many are of a second kind (stored points, …).
    pub second: i32,
    pub text: String,
    pub note: String,
    pub rules: Rules,
    /// Texts by step where the number is not enough.
    pub names: Vec<(i32, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum TrackKind {
    Turns,
    /// Points to spend now.
    Points,
    /// Points counted towards victory.
    Score,
    Other,
}

/// The sequence of play: groups (one for each side, usually) of phases.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SequenceView {
    pub turn: u32,
    pub turns: u32,
    pub turn_name: String,
    pub groups: Vec<PhaseGroup>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PhaseGroup {
    pub name: String,
    pub army: String,
    pub phases: Vec<PhaseView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PhaseView {
    pub name: String,
    pub current: bool,
    pub rule: Rule,
}

/// What a seat knows about the thing under the pointer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Inspector {
    pub title: String,
    pub subtitle: String,
    pub lines: Vec<InspectLine>,
    /// Counters there, top first.
    pub counters: Vec<CounterId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InspectLine {
    pub name: String,
    pub value: String,
    pub rule: Option<Rule>,
}

/// A named modifier with its rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModLine {
    pub text: String,
    /// As shown: `+1`, `3 dice`, `±0`.
    pub value: String,
    pub rule: Rule,
}

/// Why something may not be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    pub text: String,
    pub rule: Rule,
}

impl Refusal {
    pub fn new(rule: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: Rule(rule) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}

/// The answer to 'why not?'.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Explanation {
    /// It is legal: these actions do it.
    Legal(Vec<usize>),
    Refused(Refusal),
}

/// The score of each side, item by item.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ScoreView {
    pub sides: Vec<SideScore>,
    /// How the scenario is won, in words.
    pub conditions: Vec<InspectLine>,
    pub outcome: Option<OutcomeView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideScore {
    pub name: String,
    pub army: String,
    pub points: i32,
    pub goal: Option<i32>,
    pub lines: Vec<InspectLine>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeView {
    /// The seat that won; none for a draw.
    pub winner: Option<Seat>,
    pub title: String,
    pub text: String,
    pub rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DieView {
    pub value: u8,
    pub sides: u8,
    /// It counted (a hit, a failed check).
    pub counted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub enum LogKind {
    /// A new turn or player turn.
    Heading,
    Move,
    Combat,
    Check,
    Loss,
    Points,
    #[default]
    Other,
    /// Written by the program, not the game (an undo across dice, …).
    Note,
}

/// A line of the log as one seat may read it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LogLine {
    pub kind: LogKind,
    /// The army in the palette of the side that acted; empty for none.
    pub army: String,
    /// Who or where, in bold: a hex number or a word.
    pub head: String,
    pub text: String,
    /// A second, quieter line.
    pub detail: String,
    /// Where a click jumps to.
    pub at: Option<HexId>,
    pub dice: Vec<DieView>,
    pub mods: Vec<ModLine>,
    pub rules: Rules,
    /// Tells more of what the line before began (its dice, its losses): both are one entry of the log.
    pub follows: bool,
}

/// Something to see on the map on request: reach, sight, zones, command, supply.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct OverlayView {
    pub areas: Vec<AreaView>,
    /// Figures in hexes.
    pub tags: Vec<(HexId, String)>,
    pub lines: Vec<OverlayLine>,
    /// In words, with the rule.
    pub text: String,
    pub rules: Rules,
}

/// A line from hex to hex; where it is a path, one for each step.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OverlayLine {
    pub from: HexId,
    pub to: HexId,
    pub blocked_at: Option<HexId>,
    pub kind: LineKind,
    /// A figure in a ring at its end; empty if none.
    pub tag: String,
}

/// What a line of an overlay says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum LineKind {
    /// Seen straight across the map.
    Sight,
    /// What is carried from hex to hex.
    Supply,
}

impl OverlayLine {
    pub fn sight(from: HexId, to: HexId, blocked_at: Option<HexId>) -> Self {
        Self { from, to, blocked_at, kind: LineKind::Sight, tag: String::new() }
    }

    /// One step of a supply path, away from its source.
    pub fn supply(from: HexId, to: HexId, tag: impl ToString) -> Self {
        Self { from, to, blocked_at: None, kind: LineKind::Supply, tag: tag.to_string() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OverlayKind {
    pub id: &'static str,
    pub name: &'static str,
    /// Takes a counter or hex as its subject; else it is of the whole map.
    pub wants: OverlayWants,
    pub rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum OverlayWants {
    Nothing,
    Counter,
    Hex,
}

/// What moved, for animation over the already final state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum Motion {
    Moved { counter: CounterId, path: Vec<HexId> },
    Lost { counter: CounterId, steps: u8 },
    Gone { counter: CounterId },
    Dice(Vec<DieView>),
}
