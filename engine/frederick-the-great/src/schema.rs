//! What the editor may place and set.

use super::data::Data;
use super::fields;
use engine::scenario::{
    EdgeKind, Field, NationKind, ScheduleKind, Schema, SpecialKind, TerrainKind, UnitKind, WhenKind,
};

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
    vec![
        unit(
            "strength",
            "Strength points",
            "infantry",
            vec![
                fields::STRENGTH.field(),
                fields::PLACE.field(),
                fields::DEMORALISED.field(),
                fields::FATE.field(),
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
                fields::RANK.field(),
                fields::INITIATIVE.field(),
                fields::ATTACK.field(),
                fields::DEFENCE.field(),
                fields::KING.field(),
                fields::PLACE.field(),
                fields::DEMORALISED.field(),
                fields::FATE.field(),
            ],
            true,
            "8.0",
            "Moves troops of his nation and gives them his talents in battle.",
        ),
        unit(
            "depot",
            "Depot",
            "depot",
            vec![fields::SUPPLIED_OFF_MAP.field(), fields::BEING_BUILT.field()],
            false,
            "10.4",
            "A depot of its side.",
        ),
        unit(
            "fortress",
            "Fortress",
            "fortress",
            vec![fields::FORTRESS_POINTS.field()],
            false,
            "12.0",
            "Belongs to whoever garrisons it.",
        ),
    ]
}

fn special(id: &str, name: &str, fields: Vec<Field>, rule: &str, help: &str) -> SpecialKind {
    SpecialKind { id: id.into(), name: name.into(), fields, rule: rule.into(), help: help.into() }
}

fn specials() -> Vec<SpecialKind> {
    let [first, second] = fields::EXCHANGED;
    vec![
        special(
            "confined",
            "Nation confined",
            vec![
                fields::NATION.field(),
                fields::REGION.field(),
                fields::STAYS_IN.field(),
                fields::UNTIL_CAPTURED.field(),
                fields::LIFTED.field(),
                fields::PARAGRAPH.field(),
            ],
            "1757.5A",
            "A nation may never leave, or never enter, an area.",
        ),
        special(
            "must-surrender",
            "Must surrender",
            vec![fields::NATION.field()],
            "1756.4A",
            "Denied honours, it may not refuse.",
        ),
        special("no-exchange", "No exchange", Vec::new(), "1756.4C", "No prisoners are exchanged."),
        special(
            "exchange",
            "Prisoner exchange",
            vec![
                first.field(),
                second.field(),
                fields::EXCHANGE_TURNS.field(),
                fields::EXCHANGE_AT_END.field(),
            ],
            "14.11",
            "Which prisoners are exchanged for which, and when.",
        ),
        special(
            "closed-region",
            "Closed area",
            vec![fields::REGION.field(), fields::CLOSED_FROM.field(), fields::PARAGRAPH.field()],
            "1762.5B",
            "An area that nobody may enter; its fortresses count for nobody.",
        ),
        special(
            "fortified-camp",
            "Fortified camp",
            vec![
                fields::NATION.field(),
                fields::REGION.field(),
                fields::CAMP_AFTER.field(),
                fields::CAMP_HEX.field(),
                fields::CAMP_BUILT.field(),
                fields::CAMP_SPENT.field(),
            ],
            "1761.4C",
            "One fortified camp may be built at a fortress of the area.",
        ),
        special(
            "only-fortresses",
            "Which fortresses count",
            vec![fields::COUNTED_REGIONS.field(), fields::COUNTED_HEXES.field()],
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
    vec![
        ScheduleKind {
            id: "arrival".into(),
            name: "Reinforcements".into(),
            fields: vec![fields::ARRIVAL_HEX.field()],
            rule: "15.1".into(),
            help: "Pieces off the map that appear on a turn.".into(),
            when: vec![WhenKind::Turn],
            pieces: true,
            area: false,
        },
        ScheduleKind {
            id: "withdrawal".into(),
            name: "Withdrawal".into(),
            fields: vec![fields::LEAVING_NATION.field(), fields::PARAGRAPH.field(), fields::HAS_LEFT.field()],
            rule: "1760.5C".into(),
            help: "A nation leaves the game on a turn, or on a die rolled every turn.".into(),
            when: vec![WhenKind::Turn, WhenKind::Die(vec![fields::REMOVES_ON.field()])],
            pieces: false,
            area: false,
        },
    ]
}

/// What a designer decides about winning.
const VICTORY: &str = "Victory is assessed after the last turn (17.0): the points of the fortresses a side holds, \
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
            fields::FIRST_TURN.field(),
            fields::WINTER_FROM.field(),
            fields::TO_MOVE.field(),
            fields::PHASE.field(),
        ],
        side_fields: vec![
            fields::SUPPLY.with_default(data.movement.supply).field(),
            fields::DOUBLE_LOSS_AFTER.field(),
        ],
        organisation: vec!["Army".into(), "Force".into()],
        off_map: fields::FATE.id.into(),
        turn_marks: vec![("winter".into(), "Winter".into())],
        specials: specials(),
        schedule: schedule(),
        setup: true,
        victory_rules: vec!["17.0".into(), "1756.4D".into()],
        victory_help: VICTORY.into(),
        ..Schema::default()
    }
}
