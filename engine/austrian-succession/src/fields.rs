//! The fields a scenario of these rules may set, each declared once: the schema lists them, the compiler reads them.

pub mod midway;

use crate::ids::SideId;
use engine::scenario::declared::{
    Choice, ChoiceField, Declared, HexField, HexNumber, List, ListField, NameField, NameOf, Number,
    NumberField, Switch, SwitchField, Text, TextField,
};

/// Fields of units.
pub const ELITE: SwitchField =
    Declared::new("elite", "Elite", Switch, "2.6", "On its Elite side at the start.");
pub const USUAL: HexField = Declared::new(
    "usual",
    "Usual hex",
    HexNumber,
    "40.4",
    "Where it goes when its owner lets all be set up.",
);

/// Fields of leaders.
pub const VALUE: NumberField<u8> =
    Declared::new("value", "Leader Value", Number::between(0, 5, 1), "16.15", "Columns he shifts.").printed();
/// 0 for leaders with one value.
pub const REVERSE_VALUE: NumberField<u8> = Declared::new(
    "reverse_value",
    "Value on his reverse",
    Number::between(0, 5, 0),
    "22.6",
    "0 for leaders with one value only.",
);
pub const REVERSED: SwitchField =
    Declared::new("reversed", "On his reverse", Switch, "22.6", "He shows his second value at the start.");

/// Fields of sides.
pub const MORALE: NumberField<u8> =
    Declared::new("morale", "Morale Points", Number::between(1, 20, 12), "5.4", "At the start.");
/// None for the two sides of the war.
pub const JOINS: ChoiceField<Option<SideId>> = Declared::new(
    "joins",
    "Joins",
    Choice::of(&[
        ("", "nobody: it is one of the two sides of the war", None),
        ("coalition", "the Coalition", Some(SideId::COALITION)),
        ("habsburg", "Habsburg", Some(SideId::HABSBURG)),
    ]),
    "25.2",
    "Whose belligerent a neutral becomes. It sits with nobody until then, or with that side if it is at war from the start.",
);

/// Fields of the scenario as a whole.
pub const INSTEAD_OF_STAGING: HexField = Declared::new(
    "instead_of_staging",
    "Instead of staging areas",
    HexNumber,
    "26.3",
    "Where events place what would come to a staging area, if the sheet has none.",
);

/// Fields of countries and regions.
pub const REGION: NameField =
    Declared::new("region", "Area", NameOf::Region, "2.2", "The area of the map it is.");
pub const JOINER: NameField = Declared::new(
    "joiner",
    "Shut until this joins",
    NameOf::Side,
    "25.3",
    "A neutral side whose country it is.",
);
pub const IS_EMPIRE: SwitchField =
    Declared::new("empire", "Region of the Empire", Switch, "2.3", "One of the Austrian lands.");
pub const IS_NO_COUNTRY: SwitchField = Declared::new(
    "no_country",
    "Counts as no country",
    Switch,
    "2.5",
    "Its fortresses are not among those that decide the war at once.",
);
pub const HOME_OF: ListField<NameOf> = Declared::new(
    "home_of",
    "Home of",
    List(NameOf::Nation),
    "10.3",
    "Nations whose units are raised in its fortresses.",
);

/// Fields of city payments.
pub const HEX: HexField = Declared::new("hex", "Hex", HexNumber, "5.11.2", "The place.");
pub const GAINER: NameField =
    Declared::new("side", "Who gains", NameOf::Side, "5.11.2", "Once, when its first unit enters.");
pub const PAYMENT: NumberField<u8> =
    Declared::new("points", "Morale Points", Number::between(1, 20, 2), "5.11.2", "What it gains.");
pub const IS_PAID: SwitchField =
    Declared::new("paid", "Paid already", Switch, "5.11.2", "It has been occupied before the start.");

/// Where a staging area leads to.
pub const ENTRY: NameField =
    Declared::new("region", "Entry hexes", NameOf::Region, "26.2", "Where its units come onto the map.");

/// Fields of victory conditions.
pub const PLACE_HEX: HexField = HEX.under("27.1");
pub const POINTS: NumberField<i16> = Declared::new(
    "points",
    "Victory Points",
    Number::between(0, 99, 1),
    "27.1",
    "For who holds it at the end.",
);
pub const IS_OBJECTIVE: SwitchField =
    Declared::new("objective", "Objective", Switch, "27.5", "Holding all of them wins the war at once.");
pub const IS_FREE_CITY: SwitchField =
    Declared::new("free_city", "Free City", Switch, "10.3", "The Reichsarmee is raised here.");
pub const NAME: TextField = Declared::new("name", "Name", Text("Bonus"), "27.4", "As told in the reckoning.");
pub const NATION: NameField = Declared::new(
    "nation",
    "Nation",
    NameOf::Nation,
    "27.4",
    "Units of this very nation must stand in each of the places.",
);
pub const HEXES: ListField<HexNumber> =
    Declared::new("hexes", "Places", List(HexNumber), "27.4", "All must be held.");
pub const BONUS: NumberField<i16> =
    Declared::new("points", "Victory Points", Number::between(1, 99, 5), "27.4", "On top of all others.");
const fn level(id: &'static str, name: &'static str) -> NumberField<i16> {
    Declared::new(id, name, Number::between(1, 200, 10), "27.2", "Points ahead of the enemy.")
}
pub const MARGINAL: NumberField<i16> = level("marginal", "Marginal victory from");
pub const CAMPAIGN: NumberField<i16> = level("campaign", "Campaign victory from");
pub const DECISIVE: NumberField<i16> = level("decisive", "Decisive victory from");

/// Kinds of special rules and victory conditions.
pub const COUNTRY: &str = "country";
pub const CLOSED_REGION: &str = "closed-region";
pub const CITY_PAYMENT: &str = "city-payment";
pub const STAGING_AREA: &str = "staging-area";
pub const EVENT_IN_FORCE: &str = "event-in-force";
pub const PLACE: &str = "place";
pub const BONUS_LINE: &str = "bonus";
pub const LEVELS: &str = "levels";

/// Names of fields whose words come from the charts.
pub const FACE: &str = "face";
pub const ELITE_FACE: &str = "elite_face";
pub const AREA: &str = "area";
pub const MARKER: &str = "marker";

/// Marks of turns.
pub const WINTER: &str = "winter";
pub const NO_EVENTS: &str = "no-events";
pub const NO_RECRUITING: &str = "no-recruiting";

/// Pools of events, by side.
pub const POOLS: [&str; 2] = ["events-coalition", "events-habsburg"];

/// The sheet of boxes, and its boxes; those of staging areas are named after the areas of the chart.
pub const BOXES: &str = "boxes";
pub const RECRUITS: [&str; 2] = ["recruits-coalition", "recruits-habsburg"];
pub const MERCENARIES: &str = "mercenaries";
pub const STAGING: &str = "staging-";
pub const DEAD: &str = "dead";
/// Of prisoners that this side holds (38.1).
pub const PRISONERS: [&str; 2] = ["prisoners-coalition", "prisoners-habsburg"];
