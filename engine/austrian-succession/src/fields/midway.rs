//! Fields of a war that is taken up in the middle of a turn: where the turn is, and what its units, sides and hexes have done
//! and suffered in it. A scenario that begins with a turn needs none of them.

use crate::combat::Why;
use crate::ids::SideId;
use crate::state::Flag;
use engine::scenario::declared::{
    Choice, ChoiceField, Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number,
    NumberField, Switch, SwitchField,
};

/// What the war begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    Events,
    /// A marker has been drawn and may be put back (28).
    Drawn,
    /// A marker is being played (7.4).
    Event,
    Reinforcements,
    Recruiting,
    Activation,
    Siege,
    FieldWorks,
    Movement,
    Scouting,
    Battle,
    Logistics,
    Rally,
    Exchange,
}

pub const BEGIN: ChoiceField<Option<Begin>> = Declared::new(
    "begin",
    "Begins with",
    Choice::of(&[
        ("", "the first turn", None),
        ("events", "the Events Phase of the player whose phase it is", Some(Begin::Events)),
        ("drawn", "a marker drawn, to be played or put back", Some(Begin::Drawn)),
        ("event", "a marker that is being played", Some(Begin::Event)),
        ("reinforcements", "his reinforcements", Some(Begin::Reinforcements)),
        ("recruiting", "his Recruiting Phase", Some(Begin::Recruiting)),
        ("activation", "his activations", Some(Begin::Activation)),
        ("siege", "his Siege Phase", Some(Begin::Siege)),
        ("field-works", "his Field Works", Some(Begin::FieldWorks)),
        ("movement", "his Movement Phase", Some(Begin::Movement)),
        ("scouting", "his scouting", Some(Begin::Scouting)),
        ("battle", "his Battle Phase", Some(Begin::Battle)),
        ("logistics", "his Logistics Phase", Some(Begin::Logistics)),
        ("rally", "his Rally Phase", Some(Begin::Rally)),
        ("exchange", "the exchange of prisoners", Some(Begin::Exchange)),
    ]),
    "4.2",
    "The phase in which a war is taken up in the middle of a turn.",
);

const SIDES: Choice<SideId> = Choice::of(&[
    ("coalition", "the Coalition", SideId::COALITION),
    ("habsburg", "Habsburg", SideId::HABSBURG),
]);

pub const FIRST_TURN: NumberField<u8> = Declared::new(
    "first_turn",
    "First turn",
    Number::between(1, 60, 1),
    "4.2",
    "The turn with which the war is taken up; later than 1 in a position from play.",
);
pub const IMPULSE: NumberField<u8> = Declared::new(
    "impulse",
    "Impulse",
    Number::between(0, 3, 0),
    "4.2",
    "The Campaign Impulse in which a war is taken up; 0 outside of them.",
);
pub const FIRST_PLAYER: ChoiceField<SideId> =
    Declared::new("first_player", "First Player", SIDES, "6.3", "Of the turn that is taken up.");
pub const ACTIVE: ChoiceField<SideId> =
    Declared::new("active", "Whose phase it is", SIDES, "6.3", "As a war is taken up.");
pub const READY: ListField<HexNumber> = Declared::new(
    "ready",
    "Hexes that may fight",
    List(HexNumber),
    "18.5",
    "Those with an activated leader when the phase of a later impulse began.",
);
pub const EXPENDED: ListField<HexNumber> = Declared::new(
    "expended",
    "Trains expended",
    List(HexNumber),
    "19.4",
    "Hexes where supply trains were expended in the Logistics Phase that is taken up.",
);

/// Of units and leaders.
pub const ALL_MARKS: &[(&str, &str, Flag)] = &[
    ("top", "lies on top of its stack", Flag::Top),
    ("moved", "has moved in this phase, or was left behind", Flag::Moved),
    ("marched", "has moved in this turn", Flag::Marched),
    ("fought", "has attacked in this phase", Flag::Fought),
    ("advanced", "has advanced after combat in this phase", Flag::Advanced),
    ("drilled", "has drilled in this turn", Flag::Drilled),
    ("activated", "a leader paid for in this impulse", Flag::Activated),
    ("scouted", "shown until the Battle Phase ends", Flag::Scouted),
    ("reorganized", "combined or divided in this phase", Flag::Reorganized),
    ("shown", "put on top of its stack in this phase", Flag::Shown),
    ("pillaged", "has tried to pillage in this phase", Flag::Pillaged),
];
pub const MARKS: ListField<Choice<Flag>> = Declared::new(
    "marks",
    "Marks",
    List(Choice::of(ALL_MARKS)),
    "4.2",
    "What it has done when a war is taken up in the middle of a turn.",
);

/// Of sides.
pub const HAS_ACTIVATED: SwitchField = Declared::new(
    "has_activated",
    "Has activated leaders",
    Switch,
    "20.2",
    "In the turn that is taken up: its die of Rally is halved.",
);
pub const HAS_OFFERED: SwitchField = Declared::new(
    "has_offered",
    "Has offered an exchange",
    Switch,
    "38.4",
    "In the Rally Phase that is taken up.",
);
pub const PURSE: NumberField<u8> = Declared::new(
    "purse",
    "Points of an event",
    Number::between(0, 40, 0),
    "41.H4",
    "For recruits of one nation, in the turn that is taken up.",
);
pub const CAPPED_SPENT: NumberField<u8> = Declared::new(
    "capped_spent",
    "Points spent under a limit",
    Number::between(0, 40, 0),
    "41.H9",
    "On a nation whose recruiting an event limits, in the turn that is taken up.",
);

/// Special rules: markers on the map and what is due.
pub const FIELD_WORKS: &str = "field-works";
pub const WORKS_HEX: HexField = Declared::new("hex", "Hex", HexNumber, "36.2", "Where they stand.");
pub const WORKS_SIDE: NameField =
    Declared::new("side", "Whose they are", NameOf::Side, "36.2", "One of the two sides of the war.");
pub const PILLAGED: &str = "pillaged";
pub const PILLAGED_HEX: HexField = Declared::new("hex", "Hex", HexNumber, "35.2", "What is laid waste.");
pub const REINFORCEMENT: &str = "reinforcement";
pub const REINFORCEMENT_PIECE: NameField =
    Declared::new("piece", "Unit", NameOf::Piece, "9.5", "Who waits for a place to come to.");
pub const REINFORCEMENT_LANDS: ListField<NameOf> = Declared::new(
    "lands",
    "Bound to",
    List(NameOf::Region),
    "9.2",
    "Areas the event fixed when it was played; empty for those it names.",
);
pub const MARKER_DRAWN: &str = "marker-drawn";
pub const DONE: NumberField<u8> = Declared::new(
    "done",
    "Effects done",
    Number::between(0, 40, 0),
    "7.4",
    "How many effects of the marker have been begun.",
);
pub const OFFER: NumberField<u8> =
    Declared::new("offer", "Offer taken", Number::between(0, 40, 0), "9.2", "0 for none.");
pub const TAKEN: NumberField<u8> =
    Declared::new("taken", "Units taken", Number::between(0, 40, 0), "9.2", "Of the offer so far.");
pub const ATTACKED: &str = "attacked-fortress";
pub const ATTACKED_HEX: HexField =
    Declared::new("hex", "Fortress", HexNumber, "21.2", "Attacked in the Siege Phase that is taken up.");
pub const IS_STORMED: SwitchField =
    Declared::new("stormed", "Stormed", Switch, "21.2", "It was stormed; besieged otherwise.");
pub const BARRED: &str = "not-attacked";
pub const BARRED_HEX: HexField =
    Declared::new("hex", "Hex", HexNumber, "17.17", "Nobody attacks it any more in this phase.");
pub const BARRED_WHY: ChoiceField<Why> = Declared::new(
    "why",
    "Why",
    Choice::of(&[
        ("sheltered", "only units stand there that advanced after combat", Why::Sheltered),
        ("forbidden", "an event forbids it", Why::Forbidden),
    ]),
    "17.17",
    "Why it is not attacked.",
);
pub const IS_OF_TURN: SwitchField = Declared::new(
    "this_turn",
    "Drawn in this turn",
    Switch,
    "7.5",
    "The marker was drawn in the turn that is taken up.",
);
pub const IS_CANCELLED: SwitchField =
    Declared::new("cancelled", "Face down", Switch, "41.C11", "Another event has turned it over.");

/// Of places that are objectives.
pub const LAST_IN: ChoiceField<Option<SideId>> = Declared::new(
    "last_in",
    "Last in it",
    Choice::of(&[
        ("", "nobody yet", None),
        ("coalition", "the Coalition", Some(SideId::COALITION)),
        ("habsburg", "Habsburg", Some(SideId::HABSBURG)),
    ]),
    "27.5",
    "Whose units were the last to stand there.",
);
