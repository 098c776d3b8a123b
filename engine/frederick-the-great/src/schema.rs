//! What the editor may place and set.

use super::data::Data;
use engine::scenario::{
    EdgeKind, Field, FieldKind, NationKind, ScheduleKind, Schema, SpecialKind, TerrainKind, UnitKind, Value,
    WhenKind,
};

fn field(id: &str, name: &str, kind: FieldKind, default: Value, rule: &str, help: &str) -> Field {
    let (id, name, rule, help) = (id.into(), name.into(), rule.into(), help.into());
    Field { id, name, kind, default, rule, help, printed: false }
}

fn int(id: &str, name: &str, range: (i64, i64), default: i64, rule: &str, help: &str) -> Field {
    field(id, name, FieldKind::Int { min: range.0, max: range.1 }, Value::Int(default), rule, help)
}

fn terrain(id: &str, name: &str, key: char, rule: &str, help: &str) -> TerrainKind {
    TerrainKind {
        id: id.into(),
        name: name.into(),
        art: id.into(),
        letter: key.to_string(),
        key,
        closed: matches!(id, "sea" | "lake"),
        rule: rule.into(),
        help: help.into(),
    }
}

fn edge(id: &str, name: &str, art: &str, rule: &str, help: &str) -> EdgeKind {
    EdgeKind {
        id: id.into(),
        name: name.into(),
        art: art.into(),
        rule: rule.into(),
        help: help.into(),
        ..EdgeKind::default()
    }
}

fn place() -> Field {
    let choices = [("choice", "the player's choice"), ("inside", "inside"), ("outside", "outside")];
    let kind = FieldKind::Choice(choices.map(|(a, b)| (a.into(), b.into())).into());
    let help = "Inside or outside the fortress of its hex.";
    field("place", "At a fortress", kind, Value::from("choice"), "18.0", help)
}

fn demoralised() -> Field {
    let help = "The force in its hex begins demoralised.";
    field("demoralised", "Demoralised", FieldKind::Bool, Value::Bool(false), "11.0", help)
}

fn fate() -> Field {
    let words = ["in play or to come", "prisoner of the enemy", "dead", "out of the game"];
    let ids = [""].into_iter().chain(super::midway::FATES.map(|f| f.0));
    let kind = FieldKind::Choice(ids.map(String::from).zip(words.map(String::from)).collect());
    field(
        "fate",
        "Fate",
        kind,
        Value::from(""),
        "14.0",
        "What became of a piece off the map before the start.",
    )
}

/// The phase a campaign is taken up in.
fn phase() -> Field {
    let words = [
        "the beginning",
        "morale recovery",
        "depots",
        "march",
        "force march of the enemy",
        "combat",
        "sieges",
        "attrition",
    ];
    let ids = [""].into_iter().chain(super::midway::PHASES.map(|p| p.0));
    let kind = FieldKind::Choice(ids.map(String::from).zip(words.map(String::from)).collect());
    let help = "The phase of the first player turn that play begins with.";
    field("phase", "Begins with", kind, Value::from(""), "4.2", help)
}

fn flag(id: &str, name: &str, rule: &str, help: &str) -> Field {
    field(id, name, FieldKind::Bool, Value::Bool(false), rule, help)
}

fn unit(
    id: &str,
    name: &str,
    figure: &str,
    fields: Vec<Field>,
    leader: bool,
    rule: &str,
    help: &str,
) -> UnitKind {
    UnitKind {
        id: id.into(),
        name: name.into(),
        figure: figure.into(),
        fields,
        level: 1,
        leader,
        footprint: (1, 1),
        rule: rule.into(),
        help: help.into(),
    }
}

fn units() -> Vec<UnitKind> {
    let off = "Linked to a source beyond the map.";
    vec![
        unit(
            "strength",
            "Strength points",
            "infantry",
            vec![
                int("sp", "Points", (1, 250), 1, "3.2", "How many points.").printed(),
                place(),
                demoralised(),
                fate(),
            ],
            false,
            "3.2",
            "Troops of one nation, counted in points of some 2,500 men.",
        ),
        unit(
            "leader",
            "Leader",
            "leader",
            vec![
                int("rank", "Rank", (1, 99), 1, "8.11", "1 is the highest."),
                int("initiative", "Initiative", (0, 9), 0, "3.22", "From the chart if left out.").printed(),
                int("attack", "Attack bonus", (0, 9), 0, "9.23", "From the chart if left out.").printed(),
                int("defence", "Defence bonus", (0, 9), 0, "9.23", "From the chart if left out.").printed(),
                field(
                    "king",
                    "King",
                    FieldKind::Bool,
                    Value::Bool(false),
                    "14.15",
                    "May never be exchanged.",
                ),
                place(),
                demoralised(),
                fate(),
            ],
            true,
            "8.0",
            "Moves troops of his nation and gives them his talents in battle.",
        ),
        unit(
            "depot",
            "Depot",
            "depot",
            vec![
                flag("offmap", "Supplied from beyond the map", "10.12", off),
                flag("building", "Being built", "10.41", "It is not finished yet."),
            ],
            false,
            "10.4",
            "A depot of its side.",
        ),
        unit(
            "fortress",
            "Fortress",
            "fortress",
            vec![int("vp", "Victory points", (0, 99), 1, "17.0", "Printed on the fortress.").printed()],
            false,
            "12.0",
            "Belongs to whoever garrisons it.",
        ),
    ]
}

fn special(id: &str, name: &str, fields: Vec<Field>, rule: &str, help: &str) -> SpecialKind {
    SpecialKind { id: id.into(), name: name.into(), fields, rule: rule.into(), help: help.into() }
}

/// The paragraph of the scenario's rules that is cited.
fn paragraph() -> Field {
    let help = "The paragraph cited when it takes effect; 18.0 for a rule of your own.";
    field("paragraph", "Paragraph", FieldKind::Text, Value::from("18.0"), "18.0", help)
}

/// Special rules on nations.
fn specials() -> Vec<SpecialKind> {
    let nation = || field("nation", "Nation", FieldKind::Nation, Value::from(""), "18.0", "Whom it binds.");
    let region =
        || field("region", "Region", FieldKind::Region, Value::from(""), "18.0", "A region of the map.");
    let stay =
        FieldKind::Choice(vec![("inside".into(), "inside".into()), ("outside".into(), "outside".into())]);
    vec![
        special(
            "confined",
            "Nation confined",
            vec![
                nation(),
                region(),
                field(
                    "stay",
                    "Must stay",
                    stay,
                    Value::from("inside"),
                    "18.0",
                    "Inside or outside the region.",
                ),
                field(
                    "until_captured",
                    "Until captured",
                    FieldKind::Hex,
                    Value::from(""),
                    "18.0",
                    "Lifted when the enemy garrisons this fortress.",
                ),
                flag("lifted", "Lifted already", "18.0", "It no longer binds when play begins."),
                paragraph(),
            ],
            "1757.5A",
            "A nation may never leave, or never enter, a region.",
        ),
        special(
            "must-surrender",
            "Must surrender",
            vec![nation()],
            "1756.4A",
            "Denied honours, it may not refuse.",
        ),
    ]
}

/// Special rules on prisoners and on parts of the map.
fn more_specials() -> Vec<SpecialKind> {
    let nation = || field("nation", "Nation", FieldKind::Nation, Value::from(""), "18.0", "Whom it binds.");
    let region =
        || field("region", "Region", FieldKind::Region, Value::from(""), "18.0", "A region of the map.");
    let list = |kind| FieldKind::List(Box::new(kind));
    let none = || Value::List(Vec::new());
    vec![
        special("no-exchange", "No exchange", Vec::new(), "1756.4C", "No prisoners are exchanged."),
        special(
            "exchange",
            "Prisoner exchange",
            vec![
                field(
                    "first",
                    "Nations of the first side",
                    list(FieldKind::Nation),
                    none(),
                    "14.11",
                    "Exchanged for the others.",
                ),
                field(
                    "second",
                    "Nations of the second side",
                    list(FieldKind::Nation),
                    none(),
                    "14.11",
                    "Exchanged for the others.",
                ),
                field("turns", "Turns", list(FieldKind::Int { min: 1, max: 200 }), none(), "14.11", "When."),
                field(
                    "at_end",
                    "At the end",
                    FieldKind::Bool,
                    Value::Bool(false),
                    "1757.5B",
                    "Only before the reckoning.",
                ),
            ],
            "14.11",
            "Which prisoners are exchanged for which, and when.",
        ),
        special(
            "closed-region",
            "Closed region",
            vec![
                region(),
                int("from", "From turn", (1, 200), 1, "1762.5B", "Nobody enters any more."),
                paragraph(),
            ],
            "1762.5B",
            "A region that nobody may enter; its fortresses count for nobody.",
        ),
        special(
            "fortified-camp",
            "Fortified camp",
            vec![
                nation(),
                region(),
                int("after", "After turn", (0, 200), 0, "1761.4C", "From the next turn on."),
                field(
                    "hex",
                    "Camp at",
                    FieldKind::Hex,
                    Value::from(""),
                    "1761.4C",
                    "Where it stands already.",
                ),
                flag("built", "Camp finished", "1761.4C", "The camp that stands already is finished."),
                flag("spent", "Camp used up", "1761.4C", "It was built and lost: there is no other."),
            ],
            "1761.4C",
            "One fortified camp may be built at a fortress of the region.",
        ),
        special(
            "only-fortresses",
            "Which fortresses count",
            vec![
                field(
                    "regions",
                    "Regions",
                    list(FieldKind::Region),
                    none(),
                    "1756.4D",
                    "Fortresses in these count.",
                ),
                field("hexes", "Hexes", list(FieldKind::Hex), none(), "1756.4D", "And these."),
            ],
            "1756.4D",
            "All other fortresses are treated as open country.",
        ),
    ]
}

fn terrains() -> Vec<TerrainKind> {
    vec![
        terrain("clear", "Open country", '.', "5.6", "One movement point."),
        terrain(
            "fortress",
            "Fortress town",
            'F',
            "12.0",
            "Open country with a fortress; the fortress itself is a piece.",
        ),
        terrain("mountain", "Mountain", 'M', "9.22", "Two off the combat die."),
        terrain("sea", "Sea", 'S', "5.45", "Nobody enters."),
        terrain("lake", "Lake", 'L', "5.45", "Nobody enters."),
    ]
}

fn edges() -> Vec<EdgeKind> {
    vec![
        edge("river", "River", "river", "5.41", "One more movement point."),
        edge("mountain", "Mountains", "ridge", "5.45", "Not to be crossed but by a pass."),
        edge("pass", "Mountain pass", "pass", "5.45", "One more movement point."),
        edge("sea", "All-sea side", "sea", "5.45", "Not to be crossed."),
        edge("lake", "Lake side", "lake", "5.45", "Not to be crossed."),
    ]
}

/// What comes and who goes.
fn schedule() -> Vec<ScheduleKind> {
    let nation = field("nation", "Nation", FieldKind::Nation, Value::from(""), "1760.5C", "Who leaves.");
    let die =
        int("removes_on", "Leaves on a die of", (1, 6), 1, "1760.5C", "Rolled every turn from then on.");
    vec![
        ScheduleKind {
            id: "arrival".into(),
            name: "Reinforcements".into(),
            fields: vec![field("hex", "Hex", FieldKind::Hex, Value::from(""), "15.12", "Where they appear.")],
            rule: "15.1".into(),
            help: "Pieces off the map that appear on a turn.".into(),
            when: vec![WhenKind::Turn],
            pieces: true,
            area: false,
        },
        ScheduleKind {
            id: "withdrawal".into(),
            name: "Withdrawal".into(),
            fields: vec![
                nation,
                paragraph(),
                flag("done", "Has left already", "1760.5C", "The nation is gone when play begins."),
            ],
            rule: "1760.5C".into(),
            help: "A nation leaves the game on a turn, or on a die rolled every turn.".into(),
            when: vec![WhenKind::Turn, WhenKind::Die(vec![die])],
            pieces: false,
            area: false,
        },
    ]
}

/// What a designer decides about winning.
const VICTORY: &str = "Victory is reckoned after the last turn (17.0): the points of the fortresses a side holds, \
    less its strength points lost. You set the fortresses and their points, which of them count, from how \
    many on losses count double, and the number of turns (under Scenario).";

pub fn schema(data: &Data) -> Schema {
    let nation = |n: &super::data::NationRow| NationKind {
        id: n.id.clone(),
        name: n.name.clone(),
        adjective: n.adjective.clone(),
        army: n.army.clone(),
    };
    Schema {
        ruleset: "frederick-the-great".into(),
        name: "Frederick the Great".into(),
        terrains: terrains(),
        edges: edges(),
        units: units(),
        nations: data.nations.iter().map(nation).collect(),
        scenario_fields: vec![
            int("first_turn", "First turn", (1, 200), 1, "18.0", "The turn the game begins with."),
            int("winter_from", "Winter from turn", (0, 200), 0, "16.0", "0: only turns marked as winter."),
            field(
                "to_move",
                "Begins",
                FieldKind::Side,
                Value::from(""),
                "4.2",
                "Whose player turn opens play; empty for the first side.",
            ),
            phase(),
        ],
        side_fields: vec![
            int(
                "supply",
                "Length of supply paths",
                (1, 20),
                data.movement.supply.into(),
                "10.22",
                "In hexes.",
            ),
            int(
                "double_loss_after",
                "Losses count double after",
                (0, 1000),
                20,
                "17.0",
                "In strength points; more than it has for never.",
            ),
        ],
        organisation: vec!["Army".into(), "Force".into()],
        off_map: "fate".into(),
        turn_marks: vec![("winter".into(), "Winter".into())],
        specials: [specials(), more_specials()].concat(),
        schedule: schedule(),
        setup: true,
        victory_rules: vec!["17.0".into(), "1756.4D".into()],
        victory_help: VICTORY.into(),
        ..Schema::default()
    }
}
