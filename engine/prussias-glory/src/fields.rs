//! Fields of a scenario file, each declared once: the schema lists them, the compiler reads them, an exported position
//! writes them.

mod at_start;

pub use at_start::*;

use crate::decide::Phase;
use crate::ids::SideId;
use crate::state::{Flag, MoraleState, Spirit};
use engine::scenario::declared::{
    Choice, ChoiceField, Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number,
    NumberField, Switch, SwitchField,
};

/// Fields of units of a battle taken up in the middle. Guns alone have `column` and `degraded`: others go with their wing.
pub const STATE: ChoiceField<MoraleState> = Declared::new(
    "state",
    "Morale state",
    Choice::of(&[
        ("formed", "Formed", MoraleState::Formed),
        ("disordered", "Disordered", MoraleState::Disordered),
        ("routed", "Routed", MoraleState::Routed),
    ]),
    "9",
    "At the start.",
);
pub const LOST: NumberField<u8> = Declared::new(
    "lost",
    "Steps lost",
    Number::between(0, 4, 0),
    "10.8",
    "Before the start; counters lost with them lie on the army morale track.",
);
pub const ALL_MARKS: &[(&str, &str, Flag)] = &[
    ("moved", "has moved in this phase", Flag::Moved),
    ("guns-moved", "guns that moved in this Player Turn", Flag::GunMoved),
    ("fired", "has fired in this phase", Flag::Fired),
    ("fought", "has fought in this phase", Flag::Fought),
    ("swept", "has tried a Sweeping Charge in this Player Turn", Flag::Swept),
    ("out-of-command", "Out of Command in this Player Turn", Flag::OutOfCommand),
    ("traced", "traced to the Army Commander in this Player Turn", Flag::Traced),
    ("lifted", "put into another place of its stack", Flag::Lifted),
    ("tried", "chosen once in this phase", Flag::Tried),
    ("refused", "Cossacks that refused a zone in this phase", Flag::Refused),
    ("slowed", "slowed by a fortune of war", Flag::Slowed),
];
pub const MARKS: ListField<Choice<Flag>> = Declared::new(
    "marks",
    "Marks",
    List(Choice::of(ALL_MARKS)),
    "3",
    "What it has done or suffers when a battle is taken up in the middle.",
);
/// Leaders have it too.
pub const SPENT: NumberField<u8> = Declared::new(
    "spent",
    "Movement spent",
    Number::between(0, 60, 0),
    "7.3",
    "Of the counter that is moving when a battle is taken up in the middle.",
);
pub const COLUMN: SwitchField =
    Declared::new("column", "In Column", Switch, "7.6", "At the start; a Wing Leader with his whole wing.");
pub const DEGRADED: SwitchField = Declared::new(
    "degraded",
    "Degraded",
    Switch,
    "4.2.3",
    "At the start, where the command rolls are past: a Wing Leader's wing, or guns.",
);

/// What is to be remembered of a leader and his wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderMark {
    Moved,
    Rolled,
    Replaced,
    DeployTried,
    WingMoved,
    Struck,
    Rash,
}

/// Fields of leaders.
pub const ALL_LEADER_MARKS: &[(&str, &str, LeaderMark)] = &[
    ("moved", "has moved in this phase", LeaderMark::Moved),
    ("rolled", "Special Leader who has rolled", LeaderMark::Rolled),
    ("replaced", "fell, or commands the army now: a replacement leads", LeaderMark::Replaced),
    ("deploy-tried", "his wing has tried to Deploy under the enemy's eyes", LeaderMark::DeployTried),
    ("wing-moved", "his wing has begun to move", LeaderMark::WingMoved),
    ("struck", "his wing is struck by a fortune of war", LeaderMark::Struck),
    ("rash", "his wing is bound to attack", LeaderMark::Rash),
];
pub const LEADER_MARKS: ListField<Choice<LeaderMark>> = Declared::new(
    "marks",
    "Marks",
    List(Choice::of(ALL_LEADER_MARKS)),
    "3",
    "What he and his wing have done or suffer when a battle is taken up in the middle.",
);
pub const GUNS_IN_COLUMN: NumberField<u8> = Declared::new(
    "guns_in_column",
    "Batteries in column with it",
    Number::between(0, 9, 0),
    "7.6",
    "0: his wing has not formed column in this phase; else one more than the batteries that went with it.",
);
/// Of a wing leader's piece that is no leader (17.6.4.1).
pub const DETACHMENT_COUNTER: SwitchField = Declared::new(
    "detachment_counter",
    "Counter of a Detachment",
    Switch,
    "17.6.4.1",
    "No leader: with limited intelligence the units of all such counters are divided among them at set-up.",
);

/// Fields of sides.
pub const FALSE_LEADERS: NumberField<u8> = Declared::new(
    "false_leaders",
    "False leaders",
    Number::between(0, 9, 0),
    "17.6.4.3",
    "Dummies of either arm; with counters of Detachments one for each that is used beyond the first.",
);
pub const PILE_SPACING: NumberField<u8> = Declared::new(
    "detachment_spacing",
    "Hexes between Detachments",
    Number::between(0, 9, 3),
    "17.6.4.4",
    "At set-up, between Detachments without leaders and dummies among them.",
);
pub const MORALE: NumberField<u8> =
    Declared::new("morale", "Army morale", Number::between(1, 99, 30), "12.1", "At the start.");
pub const TRACK_TOP: NumberField<u8> = Declared::new(
    "track_top",
    "Top of the track",
    Number::between(0, 99, 0),
    "12.1",
    "0: the start and five more.",
);
pub const ACTIVATED: SwitchField =
    Declared::new("activated", "Activated", Switch, "4.1", "Main scenarios: active from the start.");
pub const FILLED: NumberField<u8> = Declared::new(
    "filled",
    "Boxes filled",
    Number::between(0, 99, 0),
    "12.2",
    "Below the level at the start, by spare markers.",
);
pub const MARKER_ABOVE: NumberField<i8> = Declared::new(
    "marker_above",
    "Marker above the lowest box",
    Number::between(-99, 99, 0),
    "13",
    "Where the marker lies from the lowest box filled; below it: less than 0.",
);
pub const SUCCESS: NumberField<u8> = Declared::new(
    "success",
    "Combat Success",
    Number::between(0, 99, 0),
    "10.12",
    "Points earned before the start.",
);
pub const SPIRIT: ChoiceField<Spirit> = Declared::new(
    "spirit",
    "Spirit",
    Choice::of(&[
        ("steady", "steady", Spirit::Steady),
        ("demoralized", "Demoralized", Spirit::Demoralized),
        ("broken", "Broken", Spirit::Broken),
    ]),
    "12.4",
    "At the start.",
);
pub const FALLEN: NumberField<u8> = Declared::new(
    "fallen",
    "Points for its commanders",
    Number::between(0, 200, 0),
    "19.1",
    "What the enemy has for those who fell before the start.",
);
pub const TRIES: NumberField<u8> = Declared::new(
    "tries",
    "Tries to Activate",
    Number::between(0, 99, 0),
    "4.1.1",
    "Those that were paid for before the start.",
);
pub const STAYS_UNTIL: NumberField<u8> = Declared::new(
    "stays_until",
    "Stays until turn",
    Number::between(0, 61, 0),
    "4.1.1",
    "Not asked before this turn whether it tries to Activate, unless something comes into sight.",
);
pub const LEASH: NameField = Declared::new(
    "leash",
    "Wing Leader on the leash",
    NameOf::Piece,
    "18",
    "Safe from fortunes of war in this turn.",
);

/// What is to be remembered of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideMark {
    Tired,
    Alarmed,
    CoupUsed,
    Second,
}

pub const ALL_SIDE_MARKS: &[(&str, &str, SideMark)] = &[
    ("tired", "has moved or fought in this turn", SideMark::Tired),
    ("alarmed", "will be Activated in its next Player Turn", SideMark::Alarmed),
    ("coup-used", "has had its coup d'oeil", SideMark::CoupUsed),
    ("second", "the second in command commands", SideMark::Second),
];
pub const SIDE_MARKS: ListField<Choice<SideMark>> = Declared::new(
    "marks",
    "Marks",
    List(Choice::of(ALL_SIDE_MARKS)),
    "4.1",
    "What the army has done when a battle is taken up in the middle.",
);

/// Fields of the scenario as a whole.
pub const BEGIN: ChoiceField<Phase> = Declared::new(
    "begin",
    "Begins with",
    Choice::of(&[
        ("turn", "the first turn", Phase::Turn),
        ("activation", "the Army Activation Phase", Phase::Activation),
        ("command", "the Command Phase", Phase::Command),
        ("deploy", "deploying from column", Phase::Deploy),
        ("group-rolls", "the command rolls", Phase::GroupRolls),
        ("special-leaders", "Special Leaders", Phase::SpecialLeaders),
        ("routed-movement", "routed movement", Phase::RoutedMovement),
        ("movement", "normal movement", Phase::Movement),
        ("bombardment", "offensive bombardment", Phase::OffensiveFire),
        ("rally", "the Rally Phase", Phase::Rally),
        ("defence", "defensive bombardment", Phase::DefensiveFire),
        ("close-combat", "the Close Combat Phase", Phase::CloseCombat),
        ("army-morale", "the Joint Army Morale Phase", Phase::Joint),
        ("break-up", "the tests of Broken armies", Phase::BreakUp),
    ]),
    "3",
    "A battle taken up in the middle.",
);
pub const ACTIVE: ChoiceField<SideId> = Declared::new(
    "active",
    "Begins with the turn of",
    Choice::of(&[
        ("prussian", "the Prussian player", SideId::PRUSSIAN),
        ("coalition", "the Coalition player", SideId::COALITION),
    ]),
    "3",
    "Where it is taken up in the middle.",
);
pub const FIRST_TURN: NumberField<u8> =
    Declared::new("first_turn", "First turn", Number::between(1, 61, 1), "14", "The turn it begins in.");
pub const RESUMED: SwitchField = Declared::new(
    "resumed",
    "Taken from a battle",
    Switch,
    "3",
    "Locked markers, marks and holders of objectives are as given; nothing of this is worked out anew.",
);
pub const BOMBARDED: ListField<HexNumber> = Declared::new(
    "bombarded",
    "Hexes bombarded",
    List(HexNumber),
    "8",
    "Those that have been bombarded in the phase it begins with.",
);

/// Fields of markers, of boxes of the track, of Detachments and objectives.
pub const OWNER: NameField = Declared::new("side", "Side", NameOf::Side, "3", "Whose it is.");
pub const HEXES: ListField<HexNumber> =
    Declared::new("hexes", "Hexes", List(HexNumber), "3", "Where it lies.");
pub const HEX: HexField = Declared::new("hex", "Hex", HexNumber, "6.3", "Where it lies.");
pub const PENALTY: SwitchField = Declared::new(
    "penalty",
    "Penalty side up",
    Switch,
    "6.3",
    "Others than those it was placed for are Engaged.",
);
pub const ENGAGED: ListField<NameOf> = Declared::new(
    "engaged",
    "Engaged",
    List(NameOf::Piece),
    "6.3",
    "Units that were Engaged when it was placed.",
);
pub const LIFE: NumberField<u8> = Declared::new(
    "life",
    "Player Turns left",
    Number::between(1, 2, 2),
    "10.11",
    "It goes at the end of the last of them.",
);

/// What fills a box of the track, before its unit is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    Lost,
    Captured,
    Fatigue,
    Cost,
}

pub const LEVEL: NumberField<i8> =
    Declared::new("level", "Level", Number::between(-99, 99, 0), "12.2", "Of its box.");
pub const FILLING: ChoiceField<Filling> = Declared::new(
    "what",
    "What fills it",
    Choice::of(&[
        ("lost", "a counter lost", Filling::Lost),
        ("captured", "a counter captured", Filling::Captured),
        ("fatigue", "fatigue", Filling::Fatigue),
        ("cost", "cost of Activation", Filling::Cost),
    ]),
    "12.2",
    "A counter of the army, or a marker.",
);
pub const UNIT: NameField =
    Declared::new("unit", "Unit", NameOf::Piece, "12.2", "Whose counter it is; empty for markers.");
pub const STEPS: NumberField<u8> =
    Declared::new("steps", "Steps on it", Number::between(0, 4, 0), "12.2", "On a captured counter.");
pub const AWAKE: SwitchField =
    Declared::new("awake", "Activated", Switch, "4.3", "It has been Activated apart from the army.");
pub const COUP_USED: SwitchField =
    Declared::new("coup_used", "Coup d'oeil used", Switch, "4.1.3", "It has had its coup d'oeil.");

/// Who holds an objective at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    ByTheNearest,
    By(SideId),
    ByNobody,
}

pub const HELD: ChoiceField<Held> = Declared::new(
    "held",
    "Held at the start by",
    Choice::of(&[
        ("", "who stands nearest", Held::ByTheNearest),
        ("prussian", "the Prussian player", Held::By(SideId::PRUSSIAN)),
        ("coalition", "the Coalition player", Held::By(SideId::COALITION)),
        ("nobody", "nobody", Held::ByNobody),
    ]),
    "19.2",
    "Until somebody passes through it.",
);

/// Kinds of special rules that a position writes.
pub const LOCKED: &str = "locked";
pub const LOCKED_PENALTY: &str = "locked-penalty";
pub const MOMENTUM: &str = "momentum";
pub const TRACK_BOX: &str = "track-box";
pub const DETACHMENT: &str = "detachment";
