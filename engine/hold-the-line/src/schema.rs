//! What the editor may place and set.

use super::data::{Data, Enter, Kind, Terrain};
use super::fields;
use super::setup::Options;
use engine::scenario::{
    FacingUse, Field, FieldKind, NationKind, OptionKind, ScheduleKind, Schema, SpecialKind, TerrainKind,
    UnitKind, Value, VictoryKind, WhenKind,
};

/// Id, name, adjective, palette army.
pub const NATIONS: &[(&str, &str, &str, &str)] = &[
    ("prussian", "Prussia", "Prussian", "prussian"),
    ("austrian", "Austria", "Austrian", "austrian"),
    ("saxon", "Saxony", "Saxon", "saxon"),
    ("wurttemberg", "Württemberg", "Württemberg", "reich"),
    ("russian", "Russia", "Russian", "russian"),
    ("french", "France", "French", "french"),
    ("hanoverian", "Hanover", "Hanoverian", "hanoverian"),
    ("british", "Britain", "British", "hanoverian"),
    ("hessian", "Hesse", "Hessian", "hessian"),
    ("brunswick", "Brunswick", "Brunswick", "hessian"),
    ("bavarian", "Bavaria", "Bavarian", "bavarian"),
    ("reich", "The Empire", "Imperial", "reich"),
    ("hungarian", "Hungary", "Hungarian", "hungarian"),
    ("swedish", "Sweden", "Swedish", "swedish"),
];

/// Battles of the rulebook and where it gives their forces and totals.
pub const BATTLES: &[(&str, &str)] = &[
    ("mollwitz", "11.mollwitz"),
    ("chotusitz", "11.chotusitz"),
    ("hohenfriedberg", "11.hohenfriedberg"),
    ("kesselsdorf", "11.kesselsdorf"),
    ("kolin", "11.kolin"),
    ("leuthen", "11.leuthen"),
    ("hochkirch", "11.hochkirch"),
    ("liegnitz", "11.liegnitz"),
];

/// An option of the rules, declared once: what the schema says of it, and what it switches.
pub struct OptionRow {
    pub id: &'static str,
    pub name: &'static str,
    pub rule: &'static str,
    pub help: &'static str,
    pub switch: fn(&mut Options) -> &mut bool,
}

pub const OPTIONS: &[OptionRow] = &[
    OptionRow {
        id: "rapid",
        name: "Rapid movement",
        rule: "opt.rapid",
        help: "One hex more for a unit that stays away from the enemy all the way.",
        switch: |o| &mut o.rapid,
    },
    OptionRow {
        id: "attacker-morale",
        name: "Attacker morale checks",
        rule: "opt.attacker-morale",
        help: "A unit must pass a check before it closes; if it fails it may only fire.",
        switch: |o| &mut o.attacker_morale,
    },
    OptionRow {
        id: "nation-austrian-cavalry",
        name: "Austrian cavalry bonus",
        rule: "opt.nation",
        help: "Austrian cavalry has 1 off its dice when it withdraws.",
        switch: |o| &mut o.austrian_cavalry,
    },
    OptionRow {
        id: "nation-prussian-infantry",
        name: "Prussian infantry bonus",
        rule: "opt.nation",
        help: "Doubles of Prussian foot at ranges 1 and 2 bring one more hit.",
        switch: |o| &mut o.prussian_infantry,
    },
    OptionRow {
        id: "unit-rally",
        name: "Unit rally",
        rule: "opt.unit-rally",
        help: "Only units that were not fired on may be rallied.",
        switch: |o| &mut o.unit_rally,
    },
    OptionRow {
        id: "elite",
        name: "Elite bonus",
        rule: "opt.elite",
        help: "Elite units of 3 or 4 MP roll four dice where others roll three.",
        switch: |o| &mut o.elite,
    },
    OptionRow {
        id: "artillery-range",
        name: "Artillery range",
        rule: "opt.artillery-range",
        help: "Guns on a hill fire one hex further, one die, on a 6.",
        switch: |o| &mut o.artillery_range,
    },
    OptionRow {
        id: "advance",
        name: "Attacker advance",
        rule: "opt.advance",
        help: "A unit whose fire empties an adjacent hex may take it.",
        switch: |o| &mut o.advance,
    },
    OptionRow {
        id: "flank",
        name: "Flank and rear attacks",
        rule: "opt.flank",
        help: "Attacks from exactly opposite sides are better, and shake the defender in close combat.",
        switch: |o| &mut o.flank,
    },
    OptionRow {
        id: "withdrawal",
        name: "Withdrawal",
        rule: "opt.withdrawal",
        help: "Whoever goes back checks once more and loses a point if he fails.",
        switch: |o| &mut o.withdrawal,
    },
    OptionRow {
        id: "linear",
        name: "Linear discipline",
        rule: "opt.linear",
        help: "Line infantry beside line infantry fires with one die more.",
        switch: |o| &mut o.linear,
    },
    OptionRow {
        id: "momentum",
        name: "Cavalry momentum",
        rule: "opt.momentum",
        help: "Cavalry that takes the hex it charged may fire at once for 1 AP.",
        switch: |o| &mut o.momentum,
    },
    OptionRow {
        id: "facing",
        name: "Unit facing",
        rule: "opt.facing",
        help: "Foot and guns have a front, flanks and a rear, and may form column.",
        switch: |o| &mut o.facing,
    },
];

fn terrain(t: &Terrain) -> TerrainKind {
    let signed = |n: i8| format!("{n:+}");
    let mut help = vec![
        match t.enter {
            Enter::Free => "No effect on movement",
            Enter::Stop => "Units stop when they enter",
            Enter::Never => "Cannot be entered",
        }
        .to_owned(),
    ];
    if t.attack != 0 {
        help.push(format!("{} on attack dice against it", signed(t.attack)));
    }
    if t.morale != 0 {
        help.push(format!("{} on the defender's morale die", signed(t.morale)));
    }
    if t.blocks {
        help.push("blocks sight".into());
    }
    if t.charge {
        help.push("may be charged".into());
    }
    TerrainKind {
        id: t.id.clone(),
        name: t.name.clone(),
        art: t.art.clone(),
        letter: if t.key == '.' { String::new() } else { t.key.to_uppercase().to_string() },
        key: t.key,
        closed: t.enter == Enter::Never,
        rule: "table.terrain".into(),
        help: help.join("; ") + ".",
    }
}

fn figure(id: &str) -> &'static str {
    match id {
        "elite" => "grenadier",
        "grenzer" => "light infantry",
        "light-cavalry" => "hussar",
        "heavy-cavalry" => "heavy cavalry",
        "artillery" => "light artillery",
        "leader" => "leader",
        _ => "infantry",
    }
}

/// The silhouette of a kind; army commanders have their own.
pub fn figure_of(kind: &Kind, commands: bool) -> &'static str {
    if kind.is_leader() && commands { "commander" } else { figure(&kind.id) }
}

fn rule_of(id: &str) -> &'static str {
    match id {
        "elite" => "3.elite",
        "grenzer" => "3.grenzer",
        "light-cavalry" => "3.light-cavalry",
        "heavy-cavalry" => "3.heavy-cavalry",
        "artillery" => "3.artillery",
        "leader" => "3.leader",
        _ => "3.regular",
    }
}

fn unit(k: &Kind) -> UnitKind {
    let fields = if k.is_leader() {
        vec![fields::RATING.field(), fields::COMMANDER.field()]
    } else {
        vec![fields::MP.with_default(k.mp).field(), fields::MP_LEFT.field(), fields::AWAKE.field()]
    };
    UnitKind {
        id: k.id.clone(),
        name: k.name.clone(),
        figure: figure(&k.id).into(),
        fields,
        level: 1,
        leader: k.is_leader(),
        footprint: (1, 1),
        rule: rule_of(&k.id).into(),
        help: help_of(k),
    }
}

/// One line on what a kind does.
pub fn help_of(k: &Kind) -> String {
    let mut parts = vec![format!("Moves {}", k.rate)];
    for (i, f) in k.fire.iter().enumerate() {
        parts.push(format!("fires {} at range {}", shot(f.hit, f.dice), i + 1));
    }
    if let Some(c) = k.close {
        parts.push(format!("closes {}", shot(c.hit, c.dice)));
    }
    if let Some(c) = k.charge {
        parts.push(format!("charges {}", shot(c.hit, c.dice)));
    }
    parts.join("; ") + "."
}

fn shot(hit: i8, dice: u8) -> String {
    let die = if dice == 1 { "die" } else { "dice" };
    if hit >= 6 { format!("{dice} {die} on 6") } else { format!("{dice} {die} on {hit}-6") }
}

/// What a designer decides about winning.
const VICTORY: &str = "Points come from enemy units and leaders lost and from objectives. \
    Whoever has the points set here at the end of a player turn wins; after the last turn the side \
    that avoids defeat does, else it is a draw.";

pub fn schema(data: &Data) -> Schema {
    Schema {
        ruleset: "hold-the-line".into(),
        name: "Hold the Line: Frederick's War".into(),
        terrains: data.terrains.iter().map(terrain).collect(),
        facing: FacingUse::Corners,
        units: data.kinds.iter().map(unit).collect(),
        nations: NATIONS
            .iter()
            .map(|(id, name, adjective, army)| NationKind {
                id: (*id).into(),
                name: (*name).into(),
                adjective: (*adjective).into(),
                army: (*army).into(),
            })
            .collect(),
        side_fields: vec![
            fields::COMMAND.field(),
            fields::SCORED.field(),
            fields::LEADERS_FALLEN.field(),
            fields::POINTS_KEPT.field(),
        ],
        scenario_fields: vec![
            fields::FIRST_PLAYER.field(),
            fields::TO_MOVE.field(),
            fields::FIRST_TURN.field(),
        ],
        organisation: vec!["Wing".into(), "Unit".into()],
        stacking: 1,
        specials: specials(data),
        schedule: vec![arrival(data)],
        own_nations: true,
        setup: true,
        victory_rules: vec!["10.victory".into()],
        victory_help: VICTORY.into(),
        options: OPTIONS
            .iter()
            .map(|option| OptionKind {
                id: option.id.into(),
                name: option.name.into(),
                kind: FieldKind::Bool,
                default: Value::Bool(false),
                rule: option.rule.into(),
                help: option.help.into(),
            })
            .collect(),
        victory: vec![
            VictoryKind {
                id: "points".into(),
                name: "Victory points".into(),
                fields: vec![fields::POINTS_TO_WIN.field()],
                rule: "10.victory".into(),
                help: "This side wins on reaching this many points.".into(),
            },
            VictoryKind {
                id: "avoid".into(),
                name: "Avoid defeat".into(),
                fields: Vec::new(),
                rule: "10.victory".into(),
                help: "The side wins if nobody has won after the last turn.".into(),
            },
        ],
        ..Schema::default()
    }
}

fn specials(data: &Data) -> Vec<SpecialKind> {
    vec![
        SpecialKind {
            id: "bridges-only".into(),
            name: "Crossed at bridges only".into(),
            fields: vec![fields::WATER_REGION.field()],
            rule: "11.mollwitz".into(),
            help: "Nobody enters a waterway hex, not even in retreat.".into(),
        },
        SpecialKind {
            id: "asleep".into(),
            name: "Sleeping side".into(),
            fields: vec![
                fields::SLEEPING_SIDE.field(),
                fields::WAKING_COST.with_default(data.ap.wake_cost).field(),
            ],
            rule: "11.kesselsdorf".into(),
            help: "Units must be awakened; an enemy next to them or fire wakes them at once.".into(),
        },
        SpecialKind {
            id: "objective".into(),
            name: "Objective".into(),
            fields: vec![
                fields::OBJECTIVE_NAME.field(),
                fields::OBJECTIVE_HEX.field(),
                fields::OBJECTIVE_REGION.field(),
                fields::OBJECTIVE_SIDE.field(),
                fields::OBJECTIVE_POINTS.field(),
            ],
            rule: "10.victory".into(),
            help: "A place worth victory points to the side whose combat unit was last in it.".into(),
        },
    ]
}

fn arrival(data: &Data) -> ScheduleKind {
    ScheduleKind {
        id: "arrival".into(),
        name: "Arrival".into(),
        fields: vec![fields::FURTHER_AREAS.field()],
        when: vec![WhenKind::Turn, WhenKind::Die(die(data))],
        pieces: true,
        area: true,
        rule: "11.liegnitz".into(),
        help: "Units arrive on a fixed turn, or by a die roll each turn, in an area.".into(),
    }
}

/// How an arrival is rolled for.
fn die(data: &Data) -> Vec<Field> {
    vec![fields::ROLL_COST.with_default(data.ap.call_cost).field(), fields::SUCCEEDS_ON.field()]
}
