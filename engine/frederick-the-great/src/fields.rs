//! The fields a scenario of these rules may set, each declared once: the schema lists them, the compiler reads them, an
//! exported position writes them.

use crate::ids::Walls;
use crate::state::{Phase, Place as Spot};
use engine::scenario::declared::{
    Choice, ChoiceField, Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number,
    NumberField, Switch, SwitchField, Text, TextField,
};

/// Fields of troops, and of leaders too.
pub const STRENGTH: NumberField<u8> =
    Declared::new("sp", "Points", Number::between(1, 250, 1), "3.2", "How many points.").printed();
/// None leaves it to the player.
pub const PLACE: ChoiceField<Option<Walls>> = Declared::new(
    "place",
    "At a fortress",
    Choice::of(&[
        ("choice", "the player's choice", None),
        ("inside", "inside", Some(Walls::Inside)),
        ("outside", "outside", Some(Walls::Outside)),
    ]),
    "18.0",
    "Inside or outside the fortress of its hex.",
);
pub const DEMORALISED: SwitchField =
    Declared::new("demoralised", "Demoralised", Switch, "11.0", "The force in its hex begins demoralised.");
pub const FATE: ChoiceField<Option<Spot>> = Declared::new(
    "fate",
    "Fate",
    Choice::of(&[
        ("", "in play or to come", None),
        ("prisoner", "prisoner of the enemy", Some(Spot::Prisoner)),
        ("dead", "dead", Some(Spot::Dead)),
        ("removed", "out of the game", Some(Spot::Removed)),
    ]),
    "14.0",
    "What became of a piece off the map before the start.",
);

/// Fields of leaders.
pub const RANK: NumberField<u8> =
    Declared::new("rank", "Rank", Number::between(1, 99, 1), "8.11", "1 is the highest.");
const fn rating(id: &'static str, name: &'static str, rule: &'static str) -> NumberField<u8> {
    Declared::new(id, name, Number::between(0, 9, 0), rule, "From the chart if left out.")
}
pub const INITIATIVE: NumberField<u8> = rating("initiative", "Initiative", "3.22").printed();
pub const ATTACK: NumberField<u8> = rating("attack", "Attack bonus", "9.23").printed();
pub const DEFENCE: NumberField<u8> = rating("defence", "Defence bonus", "9.23").printed();
pub const KING: SwitchField = Declared::new("king", "King", Switch, "14.15", "May never be exchanged.");

/// Fields of depots and fortresses.
pub const SUPPLIED_OFF_MAP: SwitchField = Declared::new(
    "offmap",
    "Supplied from beyond the map",
    Switch,
    "10.12",
    "Linked to a source beyond the map.",
);
pub const BEING_BUILT: SwitchField =
    Declared::new("building", "Being built", Switch, "10.41", "It is not finished yet.");
pub const FORTRESS_POINTS: NumberField<i32> =
    Declared::new("vp", "Victory points", Number::between(0, 99, 1), "17.0", "Printed on the fortress.")
        .printed();

/// Fields of sides.
pub const SUPPLY: NumberField<u8> =
    Declared::new("supply", "Length of supply paths", Number::between(1, 20, 1), "10.22", "In hexes.");
pub const DOUBLE_LOSS_AFTER: NumberField<u16> = Declared::new(
    "double_loss_after",
    "Losses count double after",
    Number::between(0, 1000, 20),
    "17.0",
    "In strength points; more than it has for never.",
);

/// Fields of the scenario as a whole.
pub const FIRST_TURN: NumberField<u8> = Declared::new(
    "first_turn",
    "First turn",
    Number::between(1, 200, 1),
    "18.0",
    "The turn the game begins with.",
);
pub const WINTER_FROM: NumberField<u8> = Declared::new(
    "winter_from",
    "Winter from turn",
    Number::between(0, 200, 0),
    "16.0",
    "0: only turns marked as winter.",
);
pub const TO_MOVE: NameField = Declared::new(
    "to_move",
    "Begins",
    NameOf::Side,
    "4.2",
    "Whose player turn opens play; empty for the first side.",
);
pub const PHASE: ChoiceField<Option<Phase>> = Declared::new(
    "phase",
    "Begins with",
    Choice::of(&[
        ("", "the beginning", None),
        ("recovery", "morale recovery", Some(Phase::Recovery)),
        ("depots", "depots", Some(Phase::Depots)),
        ("march", "march", Some(Phase::March)),
        ("force-march", "force march of the enemy", Some(Phase::ForceMarch)),
        ("combat", "combat", Some(Phase::Combat)),
        ("siege", "sieges", Some(Phase::Siege)),
        ("attrition", "attrition", Some(Phase::Attrition)),
    ]),
    "4.2",
    "The phase of the first player turn that play begins with.",
);

/// Fields of special rules.
pub const NATION: NameField = Declared::new("nation", "Nation", NameOf::Nation, "18.0", "Whom it binds.");
pub const REGION: NameField = Declared::new("region", "Area", NameOf::Region, "18.0", "An area of the map.");
/// 18.0 where nothing is said.
pub const PARAGRAPH: TextField = Declared::new(
    "paragraph",
    "Paragraph",
    Text("18.0"),
    "18.0",
    "The paragraph cited when it takes effect; 18.0 for a rule of your own.",
);
/// Whether the nation may not leave the region; else it may not enter.
pub const STAYS_IN: ChoiceField<bool> = Declared::new(
    "stay",
    "Must stay",
    Choice::of(&[("inside", "inside", true), ("outside", "outside", false)]),
    "18.0",
    "Inside or outside the area.",
);
pub const UNTIL_CAPTURED: HexField = Declared::new(
    "until_captured",
    "Until captured",
    HexNumber,
    "18.0",
    "Lifted when the enemy garrisons this fortress.",
);
pub const LIFTED: SwitchField =
    Declared::new("lifted", "Lifted already", Switch, "18.0", "It no longer binds when play begins.");
const fn exchanged(id: &'static str, name: &'static str) -> ListField<NameOf> {
    Declared::new(id, name, List(NameOf::Nation), "14.11", "Exchanged for the others.")
}
/// Nations exchanged for each other, by side.
pub const EXCHANGED: [ListField<NameOf>; 2] =
    [exchanged("first", "Nations of the first side"), exchanged("second", "Nations of the second side")];
pub const EXCHANGE_TURNS: ListField<Number<u8>> =
    Declared::new("turns", "Turns", List(Number::between(1, 200, 1)), "14.11", "When.");
pub const EXCHANGE_AT_END: SwitchField =
    Declared::new("at_end", "At the end", Switch, "1757.5B", "Only before the reckoning.");
pub const CLOSED_FROM: NumberField<u8> =
    Declared::new("from", "From turn", Number::between(1, 200, 1), "1762.5B", "Nobody enters any more.");
pub const CAMP_AFTER: NumberField<u8> =
    Declared::new("after", "After turn", Number::between(0, 200, 0), "1761.4C", "From the next turn on.");
pub const CAMP_HEX: HexField =
    Declared::new("hex", "Camp at", HexNumber, "1761.4C", "Where it stands already.");
pub const CAMP_BUILT: SwitchField =
    Declared::new("built", "Camp finished", Switch, "1761.4C", "The camp that stands already is finished.");
pub const CAMP_SPENT: SwitchField =
    Declared::new("spent", "Camp used up", Switch, "1761.4C", "It was built and lost: there is no other.");
pub const COUNTED_REGIONS: ListField<NameOf> =
    Declared::new("regions", "Areas", List(NameOf::Region), "1756.4D", "Fortresses in these count.");
pub const COUNTED_HEXES: ListField<HexNumber> =
    Declared::new("hexes", "Hexes", List(HexNumber), "1756.4D", "And these.");

/// Fields of the schedule.
pub const ARRIVAL_HEX: HexField = Declared::new("hex", "Hex", HexNumber, "15.12", "Where they appear.");
pub const LEAVING_NATION: NameField =
    Declared::new("nation", "Nation", NameOf::Nation, "1760.5C", "Who leaves.");
pub const REMOVES_ON: NumberField<u8> = Declared::new(
    "removes_on",
    "Leaves on a die of",
    Number::between(1, 6, 1),
    "1760.5C",
    "Rolled every turn from then on.",
);
pub const HAS_LEFT: SwitchField =
    Declared::new("done", "Has left already", Switch, "1760.5C", "The nation is gone when play begins.");
