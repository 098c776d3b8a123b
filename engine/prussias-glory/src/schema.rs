//! What the editor may place and set. The words are explained in `SCHEMA.md`.

use crate::data::{Arm, Data, SideSlope};
use crate::fields;
use engine::scenario::{
    EdgeKind, Field, FieldKind, FigureForm, NationKind, OptionKind, RoadKind, Schema, Slope, SpecialKind,
    TerrainKind, UnitKind, Value,
};

fn unit_fields(data: &Data, id: &str, arm: Arm) -> Vec<Field> {
    let kind = data.units.iter().find(|u| u.id == id);
    let faces = kind.map(|k| k.faces.iter().map(|f| Value::from(f.as_str())).collect()).unwrap_or_default();
    let face = match arm {
        Arm::Guns => FigureForm::new(
            &["bombardment at 1 hex", "at 2 hexes", "at 3 hexes", "morale", "movement"],
            &[3, 2],
            30,
            "",
        ),
        _ => FigureForm::new(&["strength", "morale", "movement"], &[3], 30, "may not enter an enemy zone"),
    };
    let rule = if arm == Arm::Guns { "2.2" } else { "2.1" };
    let mut out = vec![
        Field {
            id: fields::FACES.into(),
            name: "Face".into(),
            kind: FieldKind::List(Box::new(FieldKind::Figures(face))),
            default: Value::List(faces),
            rule: rule.into(),
            help: "Full strength first, one for each step.".into(),
            printed: true,
        },
        fields::COUNTERS.field(),
        fields::ORDER.field(),
        fields::USUAL.field(),
        fields::STATE.field(),
        fields::LOST.field(),
        fields::MARKS.field(),
        fields::SPENT.field(),
    ];
    match arm {
        Arm::Guns => {
            out.push(fields::HOWITZER.field());
            out.extend([fields::COLUMN.field(), fields::DEGRADED.field()]);
        }
        Arm::Foot => out.push(fields::CROAT.field()),
        Arm::Horse => out.push(fields::RELIABLE.field()),
        Arm::Leader => {}
    }
    if arm != Arm::Guns {
        out.push(fields::DOUBLE.field());
    }
    out
}

fn leader_fields(id: &str, movement: u8) -> Vec<Field> {
    let mut out = vec![
        fields::INITIATIVE.field(),
        fields::MORALE_MODIFIER.field(),
        fields::MOVEMENT.with_default(movement.max(1)).field(),
        fields::STAR.field(),
        fields::WOUNDED_POINTS.field(),
        fields::KILLED_POINTS.field(),
        fields::LEADERS_USUAL.field(),
    ];
    out.extend([fields::COLUMN.field(), fields::LEADER_MARKS.field(), fields::SPENT.field()]);
    if id == "wing-leader" {
        out.push(fields::WING_NAME.field());
        out.extend([fields::DEGRADED.field(), fields::GUNS_IN_COLUMN.field()]);
        out.push(fields::DETACHMENT_COUNTER.field());
    }
    out
}

fn side_fields() -> Vec<Field> {
    vec![
        fields::PLAYER.field(),
        fields::MORALE.field(),
        fields::TRACK_TOP.field(),
        Field { default: Value::List(vec![Value::Int(1)]), ..fields::ACTIVATION_COST.field() },
        fields::INFANTRY_RATING.field(),
        fields::CAVALRY_RATING.field(),
        fields::EDGES.field(),
        fields::COMMANDER.field(),
        fields::ACTIVATED.field(),
        fields::SECOND.field(),
        fields::INFANTRY_DUMMIES.field(),
        fields::FILLED.field(),
        fields::MARKER_ABOVE.field(),
        fields::SUCCESS.field(),
        fields::SPIRIT.field(),
        fields::FALLEN.field(),
        fields::TRIES.field(),
        fields::STAYS_UNTIL.field(),
        fields::LEASH.field(),
        fields::SIDE_MARKS.field(),
        fields::CAVALRY_DUMMIES.field(),
        fields::FALSE_LEADERS.field(),
        fields::PILE_SPACING.field(),
    ]
}

fn group_kind(id: &str, name: &str, rule: &'static str, help: &str) -> SpecialKind {
    SpecialKind {
        id: id.into(),
        name: name.into(),
        fields: vec![
            fields::GROUP_NAME.under(rule).field(),
            fields::OWNER.under(rule).field(),
            fields::RATING.field(),
            fields::WINGS.under(rule).field(),
            fields::GUNS.under(rule).field(),
        ],
        rule: rule.into(),
        help: help.into(),
    }
}

/// Something that lies on the map or on a track at the start.
fn marker_kind(id: &str, name: &str, rule: &str, help: &str, fields: Vec<Field>) -> SpecialKind {
    let fields = fields.into_iter().map(|f| Field { rule: rule.into(), ..f }).collect();
    SpecialKind { id: id.into(), name: name.into(), fields, rule: rule.into(), help: help.into() }
}

/// Special rules; most are for a battle taken up in the middle.
fn special_kinds() -> Vec<SpecialKind> {
    let mut detachment =
        group_kind(fields::DETACHMENT, "Detachment", "4.3", "Main scenarios: activated apart.");
    detachment.fields.extend([fields::AWAKE.field(), fields::COUP_USED.field()]);
    vec![
        group_kind(
            fields::SPECIFIC_GROUP,
            "Specific Group",
            "4.2.1",
            "Wings and guns with a rating of their own.",
        ),
        marker_kind(
            fields::LOCKED_PENALTY,
            "Locked, penalty side up",
            "6.3",
            "A battle taken up in the middle: of the markers laid at the start.",
            vec![fields::OWNER.field(), fields::HEXES.field()],
        ),
        marker_kind(
            fields::LOCKED,
            "Locked marker",
            "6.3",
            "A battle taken up in the middle, where it is 'resumed'.",
            vec![fields::HEX.field(), fields::PENALTY.field(), fields::ENGAGED.field()],
        ),
        marker_kind(
            fields::MOMENTUM,
            "Momentum Attack marker",
            "10.11",
            "A battle taken up in the middle.",
            vec![fields::OWNER.field(), fields::HEXES.field(), fields::LIFE.field()],
        ),
        marker_kind(
            fields::TRACK_BOX,
            "Box of the army morale track",
            "12.2",
            "A battle taken up in the middle: a box that is filled.",
            vec![
                fields::OWNER.field(),
                fields::LEVEL.field(),
                fields::FILLING.field(),
                fields::UNIT.field(),
                fields::STEPS.field(),
            ],
        ),
        detachment,
    ]
}

fn victory_kinds() -> Vec<SpecialKind> {
    vec![
        SpecialKind {
            id: fields::OBJECTIVE.into(),
            name: "Objective".into(),
            fields: vec![
                fields::OBJECTIVE_NAME.field(),
                fields::OBJECTIVE_HEXES.field(),
                fields::POINTS.field(),
                fields::UNITS_WANTED.field(),
                fields::RADIUS.field(),
                fields::HELD.field(),
            ],
            rule: "19.2".into(),
            help: "Ground worth points to the side named, or to whoever holds it.".into(),
        },
        SpecialKind {
            id: fields::LEVELS.into(),
            name: "Victory levels".into(),
            fields: vec![
                fields::PRUSSIAN_DECISIVE.field(),
                fields::PRUSSIAN_SUBSTANTIVE.field(),
                fields::PRUSSIAN_MARGINAL.field(),
                fields::COALITION_MARGINAL.field(),
                fields::COALITION_SUBSTANTIVE.field(),
                fields::COALITION_DECISIVE.field(),
            ],
            rule: "19.2".into(),
            help: "Differences that win; between the marginal ones it is a draw.".into(),
        },
    ]
}

/// Options with their rule, name and whether they are on unless said otherwise.
pub const OPTIONS: [(&str, &str, &str, bool); 12] = [
    ("cavalry-withdrawal", "Cavalry withdraws before bombardment", "16.1a", false),
    ("cavalry-losses", "Reduced cavalry losses", "16.1b", false),
    ("cossacks", "Cossack reliability and withdrawal", "16.1c", false),
    ("croat-sniping", "Croat sniping", "16.2", false),
    ("extended-range", "Extended artillery range", "16.3.1", false),
    ("howitzers", "Howitzer fire", "16.3.2", false),
    ("woods-disorder", "Woods disorder", "16.4", false),
    ("limited-intelligence", "Limited intelligence", "17", false),
    ("fortunes-of-war", "Fortunes of war", "18", false),
    ("column-roads", "Columns on roads through closed ground", "7.3", true),
    ("step-before-retreat", "A step is lost before a retreat from fire at 2 or 3 hexes", "8.3", false),
    ("sweep-leader-in-hex", "A leader helps a Sweeping Charge in his own hex only", "10.13.2", false),
];

/// What an option changes, in a sentence.
fn option_help(id: &str) -> &'static str {
    match id {
        "cavalry-withdrawal" => "Cavalry may go one hex before a shot falls on its hex.",
        "cavalry-losses" => "Losses of 3 points and more are one less where no foot stands.",
        "cossacks" => "Cossacks refuse to close on a 6, and may withdraw before anybody.",
        "croat-sniping" => {
            "Engaged Croats may snipe before a combat and Disorder an enemy unit that is no cavalry."
        }
        "extended-range" => "Guns reach lower ground four hexes away.",
        "howitzers" => {
            "Slopes, entrenchments and walls do not count against guns with a howitzer at 2 or 3 hexes."
        }
        "woods-disorder" => "Units roll to keep their order in every woods hex; Croats and columns do not.",
        "limited-intelligence" => {
            "Wings march hidden, among dummies, until they are spotted; main scenarios only."
        }
        "fortunes-of-war" => "A natural 6 on a group's command roll brings a mishap.",
        "column-roads" => "Columns follow a road through ground that is closed to them.",
        "step-before-retreat" => "Fire at 2 or 3 hexes takes a step before its target retreats.",
        "sweep-leader-in-hex" => "Only a leader in the charging unit's own hex helps it.",
        _ => "",
    }
}

pub fn schema(data: &Data) -> Schema {
    let option = |(id, name, rule, on): (&str, &str, &str, bool)| OptionKind {
        id: id.into(),
        name: name.into(),
        kind: FieldKind::Bool,
        default: Value::Bool(on),
        rule: rule.into(),
        help: option_help(id).into(),
    };
    Schema {
        ruleset: "prussias-glory".into(),
        name: "Prussia's Glory II".into(),
        terrains: terrains(data),
        edges: edges(data),
        roads: data
            .terrain
            .roads
            .iter()
            .map(|r| RoadKind { id: r.id.clone(), name: r.name.clone(), art: r.art.clone() })
            .collect(),
        levels: Some((0, 9)),
        units: units(data),
        nations: data
            .nations
            .iter()
            .map(|n| NationKind {
                id: n.id.clone(),
                name: n.name.clone(),
                adjective: n.adjective.clone(),
                army: n.army.clone(),
            })
            .collect(),
        side_fields: side_fields(),
        scenario_fields: vec![
            fields::FORM.field(),
            fields::FATIGUE.field(),
            fields::FIRST_TURN.field(),
            fields::BEGIN.field(),
            fields::ACTIVE.field(),
            fields::RESUMED.field(),
            fields::BOMBARDED.field(),
        ],
        organisation: vec!["wing".into(), "unit".into()],
        specials: special_kinds(),
        options: OPTIONS.map(option).to_vec(),
        victory: victory_kinds(),
        setup: true,
        setup_near: true,
        victory_rules: vec!["19.1".into(), "19.2".into()],
        victory_help: "Points for counters lost, commanders and objectives; the difference gives the level."
            .into(),
        ..Schema::default()
    }
}

fn terrains(data: &Data) -> Vec<TerrainKind> {
    let kind = |h: &crate::data::HexLine| TerrainKind {
        id: h.id.clone(),
        name: h.name.clone(),
        art: h.art.clone(),
        letter: h.letter.clone(),
        key: h.key,
        closed: h.cost.foot.is_none() && h.cost.horse.is_none(),
        rule: "7.3".into(),
        help: h.status.clone(),
    };
    data.terrain.hexes.iter().map(kind).collect()
}

fn edges(data: &Data) -> Vec<EdgeKind> {
    let kind = |s: &crate::data::SideLine| EdgeKind {
        id: s.id.clone(),
        name: s.name.clone(),
        art: s.art.clone(),
        directed: s.directed,
        slope: s.slope.map(|slope| match slope {
            SideSlope::Gentle => Slope::Gentle,
            SideSlope::Steep => Slope::Steep,
            SideSlope::Flat => Slope::None,
        }),
        rule: "7.3".into(),
        help: s.status.clone(),
    };
    data.terrain.sides.iter().map(kind).collect()
}

fn units(data: &Data) -> Vec<UnitKind> {
    let kind = |u: &crate::data::UnitLine| UnitKind {
        id: u.id.clone(),
        name: u.name.clone(),
        figure: u.figure.clone(),
        fields: match u.arm {
            Arm::Leader => leader_fields(&u.id, u.movement),
            arm => unit_fields(data, &u.id, arm),
        },
        level: u8::from(u.arm != Arm::Leader),
        leader: u.arm == Arm::Leader,
        footprint: (1, 1),
        rule: if u.arm == Arm::Leader { "2.3" } else { "2.1" }.into(),
        help: u.help.clone(),
    };
    data.units.iter().map(kind).collect()
}
