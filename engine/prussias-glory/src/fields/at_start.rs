//! Fields of a battle as it is laid out: figures on the counters, sides, groups, objectives and levels of victory.

use crate::ids::SideId;
use crate::setup::Star;
use engine::scenario::declared::{
    Choice, ChoiceField, Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number,
    NumberField, Switch, SwitchField, Text, TextField,
};

/// Fields of units. Their faces are figures of the schema's own kind, and stand in `schema.rs`.
pub const FACES: &str = "faces";
pub const COUNTERS: ListField<Number<u8>> = Declared::new(
    "counters",
    "Steps on each counter",
    List(Number::between(1, 4, 1)),
    "2.1",
    "First counter first; empty for the usual split.",
);
pub const ORDER: NumberField<u8> =
    Declared::new("order", "Place in its stack", Number::between(0, 40, 0), "5.5", "0 is on top.");
pub const USUAL: HexField = Declared::new(
    "usual",
    "Usual hex",
    HexNumber,
    "17.1.2",
    "Where it goes when its owner lets all be set up.",
);
pub const HOWITZER: SwitchField =
    Declared::new("howitzer", "Howitzers", Switch, "16.3.2", "Fires over works.");
pub const CROAT: SwitchField =
    Declared::new("croat", "Croats", Switch, "16.2", "May snipe; at home in woods.");
pub const RELIABLE: SwitchField =
    Declared::new("reliable", "Reliable", Switch, "16.1c", "Cossacks that never refuse.");
pub const DOUBLE: SwitchField =
    Declared::new("double", "Counts double", Switch, "5.3", "For stacking and Engaged.");

/// Fields of leaders.
pub const INITIATIVE: NumberField<u8> =
    Declared::new("initiative", "Initiative", Number::between(0, 5, 0), "2.3", "0 for none.").printed();
pub const MORALE_MODIFIER: NumberField<u8> = Declared::new(
    "morale",
    "Morale modifier",
    Number::between(0, 3, 0),
    "15",
    "Helps checks and rallies in his hex.",
)
.printed();
pub const MOVEMENT: NumberField<u8> =
    Declared::new("movement", "Movement", Number::between(1, 12, 1), "2.3", "Always in full (4.2.3).")
        .printed();
pub const STAR: ChoiceField<Star> = Declared::new(
    "star",
    "Special Leader",
    Choice::of(&[
        ("none", "none", Star::None),
        ("any", "any wing", Star::Any),
        ("I", "infantry wings", Star::Infantry),
        ("C", "cavalry wings", Star::Cavalry),
    ]),
    "4.2.4",
    "Whose command roll he may try again.",
);
pub const WOUNDED_POINTS: NumberField<u8> = Declared::new(
    "wounded_points",
    "Points, wounded",
    Number::between(0, 99, 0),
    "19.1",
    "For the enemy while he commands.",
);
pub const KILLED_POINTS: NumberField<u8> = Declared::new(
    "killed_points",
    "Points, killed",
    Number::between(0, 99, 0),
    "19.1",
    "For the enemy while he commands.",
);
pub const LEADERS_USUAL: HexField = Declared::new(
    "usual",
    "Usual hex",
    HexNumber,
    "17.1.2",
    "Where he goes when his owner lets all be set up.",
);
pub const WING_NAME: TextField = Declared::new("wing", "Wing", Text(""), "2.1", "Name of the wing.");

/// A side of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compass {
    North,
    East,
    South,
    West,
}

/// Fields of sides.
pub const PLAYER: ChoiceField<SideId> = Declared::new(
    "player",
    "Plays as",
    Choice::of(&[
        ("prussian", "Prussian player", SideId::PRUSSIAN),
        ("coalition", "Coalition player", SideId::COALITION),
    ]),
    "3",
    "The Prussian player has the first Player Turn.",
);
pub const ACTIVATION_COST: ListField<Number<u8>> = Declared::new(
    "activation_cost",
    "Activation cost",
    List(Number::between(0, 9, 0)),
    "4.1.1",
    "Of each try; the last repeats.",
);
pub const INFANTRY_RATING: NumberField<u8> = Declared::new(
    "infantry_rating",
    "Infantry rating",
    Number::between(1, 6, 4),
    "4.2.2",
    "Basic Infantry/Artillery Group.",
);
pub const CAVALRY_RATING: NumberField<u8> = Declared::new(
    "cavalry_rating",
    "Cavalry rating",
    Number::between(1, 6, 4),
    "4.2.2",
    "Basic Cavalry Group.",
);
pub const EDGES: ListField<Choice<Compass>> = Declared::new(
    "edges",
    "Friendly edges",
    List(Choice::of(&[
        ("N", "N", Compass::North),
        ("E", "E", Compass::East),
        ("S", "S", Compass::South),
        ("W", "W", Compass::West),
    ])),
    "10.9",
    "Where routed units run to.",
);
pub const COMMANDER: NameField =
    Declared::new("commander", "Army commander", NameOf::Piece, "4.1", "A piece of kind commander.");
pub const SECOND: NameField =
    Declared::new("second", "Second in command", NameOf::Piece, "15.1", "Follows him.");
pub const INFANTRY_DUMMIES: NumberField<u8> = Declared::new(
    "dummies_infantry",
    "Infantry dummies",
    Number::between(0, 9, 0),
    "17.6",
    "With limited intelligence.",
);
pub const CAVALRY_DUMMIES: NumberField<u8> = Declared::new(
    "dummies_cavalry",
    "Cavalry dummies",
    Number::between(0, 9, 0),
    "17.6",
    "With limited intelligence.",
);

/// Fields of Specific Groups and Detachments; the schema puts each under its own rule.
pub const GROUP_NAME: TextField = Declared::new("name", "Name", Text(""), "4.2.1", "As shown.");
pub const RATING: NumberField<u8> = Declared::new(
    "rating",
    "Command rating",
    Number::between(1, 6, 4),
    "4.2.2",
    "Die at or below: Effective.",
);
pub const WINGS: ListField<NameOf> =
    Declared::new("wings", "Wings", List(NameOf::Piece), "4.2.1", "By their leaders.");
pub const GUNS: ListField<NameOf> =
    Declared::new("guns", "Guns", List(NameOf::Piece), "4.2.1", "Batteries of the group.");
pub const SPECIFIC_GROUP: &str = "specific-group";

/// Fields of the scenario as a whole. Main scenarios begin with the approach.
pub const FORM: ChoiceField<bool> = Declared::new(
    "form",
    "Form",
    Choice::of(&[
        ("battle", "Battle: deployed and active", false),
        ("main", "Main: approach and set-up", true),
    ]),
    "4.1",
    "Battle scenarios start deployed and active.",
);
pub const FATIGUE: NumberField<u8> = Declared::new(
    "fatigue",
    "Fatigue",
    Number::between(0, 5, 0),
    "12.3",
    "Army morale lost in a turn of movement or combat.",
);

/// Fields of objectives.
pub const OBJECTIVE: &str = "objective";
pub const OBJECTIVE_NAME: TextField = Declared::new("name", "Name", Text(""), "19.2", "As shown.");
pub const OBJECTIVE_HEXES: ListField<HexNumber> =
    Declared::new("hexes", "Hexes", List(HexNumber), "19.2", "Held if any of them is.");
pub const POINTS: NumberField<u8> =
    Declared::new("points", "Points", Number::between(1, 99, 5), "19.2", "At the end.");
pub const UNITS_WANTED: NumberField<u8> = Declared::new(
    "units",
    "Units wanted",
    Number::between(0, 9, 0),
    "19.2",
    "0: held by the last to pass through.",
);
pub const RADIUS: NumberField<u8> =
    Declared::new("radius", "Within", Number::between(0, 3, 0), "19.2", "Hexes from it.");

/// Levels of victory: the difference of points, Prussian less Coalition, from which each holds.
pub const LEVELS: &str = "levels";

const fn level(id: &'static str, name: &'static str, default: i64) -> NumberField<i16> {
    Declared::new(id, name, Number::between(-200, 200, default), "19.2", "Prussian less Coalition.")
}

pub const PRUSSIAN_DECISIVE: NumberField<i16> = level("prussian_decisive", "Prussian decisive", 30);
pub const PRUSSIAN_SUBSTANTIVE: NumberField<i16> = level("prussian_substantive", "Prussian substantive", 20);
pub const PRUSSIAN_MARGINAL: NumberField<i16> = level("prussian_marginal", "Prussian marginal", 10);
pub const COALITION_MARGINAL: NumberField<i16> = level("coalition_marginal", "Coalition marginal", -1);
pub const COALITION_SUBSTANTIVE: NumberField<i16> =
    level("coalition_substantive", "Coalition substantive", -10);
pub const COALITION_DECISIVE: NumberField<i16> = level("coalition_decisive", "Coalition decisive", -20);
