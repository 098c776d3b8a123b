//! The fields a scenario of these rules may set, each declared once: the schema lists them, the compiler reads them, an
//! exported position writes them.

use engine::scenario::declared::{
    Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number, NumberField, Switch,
    SwitchField, Text, TextField,
};

/// Fields of combat units.
pub const MP: NumberField<u8> =
    Declared::new("mp", "Morale points", Number::between(1, 4, 1), "3.mp", "Full strength.").printed();
pub const MP_LEFT: NumberField<u8> = Declared::new(
    "now",
    "Starting strength",
    Number::between(0, 4, 0),
    "3.mp",
    "What it begins with; 0 for full strength.",
);
pub const AWAKE: SwitchField =
    Declared::new("awake", "Awake at start", Switch, "11.kesselsdorf", "It does not sleep with its side.");

/// Fields of leaders.
pub const RATING: NumberField<u8> = Declared::new(
    "rating",
    "Rating",
    Number::between(1, 3, 1),
    "9.morale",
    "Added to the morale of units with him.",
)
.printed();
pub const COMMANDER: NumberField<u8> = Declared::new(
    "commander",
    "Command",
    Number::between(0, 9, 0),
    "9.store",
    "1 commands the army, 2 takes over after him; 0 for others.",
);

/// Fields of sides.
pub const COMMAND: NumberField<u8> = Declared::new(
    "command",
    "Command action points",
    Number::between(0, 20, 2),
    "6.ap-roll",
    "Added to the die each turn.",
);
pub const SCORED: NumberField<i32> = Declared::new(
    "scored",
    "Victory points so far",
    Number::between(0, 999, 0),
    "10.victory",
    "Has them from the start.",
);
pub const LEADERS_FALLEN: NumberField<u8> = Declared::new(
    "fallen",
    "Leaders lost so far",
    Number::between(0, 20, 0),
    "9.leader-loss",
    "Each costs a command point.",
);
pub const POINTS_KEPT: NumberField<u8> =
    Declared::new("kept", "Action points kept", Number::between(0, 20, 0), "9.store", "For its first turn.");

/// Fields of the scenario as a whole.
pub const FIRST_PLAYER: NameField = Declared::new(
    "first",
    "First player",
    NameOf::Side,
    "5.sequence",
    "The side whose player turn comes first.",
);
pub const TO_MOVE: NameField = Declared::new(
    "to_move",
    "Begins",
    NameOf::Side,
    "5.sequence",
    "Who moves when play begins; empty for the first player.",
);
pub const FIRST_TURN: NumberField<u16> = Declared::new(
    "first_turn",
    "First turn",
    Number::between(1, 999, 1),
    "5.sequence",
    "The turn play begins with.",
);

/// Fields of special rules.
pub const WATER_REGION: NameField = Declared::new(
    "region",
    "Area",
    NameOf::Region,
    "11.mollwitz",
    "Only the water in this area; empty for all.",
);
pub const SLEEPING_SIDE: NameField =
    Declared::new("side", "Side", NameOf::Side, "11.kesselsdorf", "Whose units sleep.");
pub const WAKING_COST: NumberField<u8> = Declared::new(
    "cost",
    "Cost",
    Number::between(0, 20, 0),
    "11.kesselsdorf",
    "Action points to wake one unit.",
);
pub const OBJECTIVE_NAME: TextField = Declared::new("name", "Name", Text(""), "10.victory", "As shown.");
pub const OBJECTIVE_HEX: HexField = Declared::new("hex", "Hex", HexNumber, "10.victory", "A single hex.");
pub const OBJECTIVE_REGION: NameField =
    Declared::new("region", "Area", NameOf::Region, "10.victory", "Or an area.");
pub const OBJECTIVE_SIDE: NameField =
    Declared::new("side", "Side", NameOf::Side, "10.victory", "Who may score it; empty for both.");
pub const OBJECTIVE_POINTS: NumberField<i32> = Declared::new(
    "points",
    "Points",
    Number::between(1, 99, 1),
    "10.victory",
    "Held by whoever's unit was last in it.",
);

/// Fields of arrivals, and of the die they come by.
pub const FURTHER_AREAS: ListField<NameOf> = Declared::new(
    "areas",
    "Further areas",
    List(NameOf::Region),
    "11.liegnitz",
    "Further areas it may come to.",
);
pub const ROLL_COST: NumberField<u8> = Declared::new(
    "cost",
    "Cost of a roll",
    Number::between(0, 20, 0),
    "11.liegnitz",
    "Action points for each roll.",
);
pub const SUCCEEDS_ON: NumberField<u8> = Declared::new(
    "succeeds_on",
    "Succeeds up to",
    Number::between(1, 6, 1),
    "11.liegnitz",
    "At the first roll; one more after each failure.",
);

/// Of the victory condition.
pub const POINTS_TO_WIN: NumberField<i32> = Declared::new(
    "points",
    "Points",
    Number::between(1, 999, 5),
    "10.victory",
    "Wins with so many at the end of a player turn.",
);
