//! What the editor may place and set.

use super::data::{Data, Enter, Kind, Terrain};
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

/// Id, name, rule, help.
pub const OPTIONS: &[(&str, &str, &str, &str)] = &[
    (
        "rapid",
        "Rapid movement",
        "opt.rapid",
        "One hex more for a unit that stays away from the enemy all the way.",
    ),
    (
        "attacker-morale",
        "Attacker morale checks",
        "opt.attacker-morale",
        "A unit must pass a check before it closes; if it fails it may only fire.",
    ),
    (
        "nation-austrian-cavalry",
        "Austrian cavalry bonus",
        "opt.nation",
        "Austrian cavalry has 1 off its dice when it withdraws.",
    ),
    (
        "nation-prussian-infantry",
        "Prussian infantry bonus",
        "opt.nation",
        "Doubles of Prussian foot at ranges 1 and 2 bring one more hit.",
    ),
    ("unit-rally", "Unit rally", "opt.unit-rally", "Only units that were not fired on may be rallied."),
    ("elite", "Elite bonus", "opt.elite", "Elite units of 3 or 4 MP roll four dice where others roll three."),
    (
        "artillery-range",
        "Artillery range",
        "opt.artillery-range",
        "Guns on a hill fire one hex further, one die, on a 6.",
    ),
    ("advance", "Attacker advance", "opt.advance", "A unit whose fire empties an adjacent hex may take it."),
    (
        "flank",
        "Flank and rear attacks",
        "opt.flank",
        "Attacks from exactly opposite sides are better, and shake the defender in close combat.",
    ),
    (
        "withdrawal",
        "Withdrawal",
        "opt.withdrawal",
        "Whoever goes back checks once more and loses a point if he fails.",
    ),
    (
        "linear",
        "Linear discipline",
        "opt.linear",
        "Line infantry beside line infantry fires with one die more.",
    ),
    (
        "momentum",
        "Cavalry momentum",
        "opt.momentum",
        "Cavalry that takes the hex it charged may fire at once for 1 AP.",
    ),
    (
        "facing",
        "Unit facing",
        "opt.facing",
        "Foot and guns have a front, flanks and a rear, and may form column.",
    ),
];

fn int(id: &str, name: &str, range: (i64, i64), default: i64, rule: &str, help: &str) -> Field {
    Field {
        id: id.into(),
        name: name.into(),
        kind: FieldKind::Int { min: range.0, max: range.1 },
        default: Value::Int(default),
        rule: rule.into(),
        help: help.into(),
        printed: false,
    }
}

fn switch(id: &str, name: &str, rule: &str, help: &str) -> Field {
    let (id, name, rule, help) = (id.into(), name.into(), rule.into(), help.into());
    Field { id, name, kind: FieldKind::Bool, default: Value::Bool(false), rule, help, printed: false }
}

fn field(id: &str, name: &str, kind: FieldKind, rule: &str, help: &str) -> Field {
    let default = match &kind {
        FieldKind::List(_) => Value::List(Vec::new()),
        _ => Value::Text(String::new()),
    };
    let (id, name, rule, help) = (id.into(), name.into(), rule.into(), help.into());
    Field { id, name, kind, default, rule, help, printed: false }
}

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
        vec![
            int("rating", "Rating", (1, 3), 1, "9.morale", "Added to the morale of units with him.")
                .printed(),
            int(
                "commander",
                "Command",
                (0, 9),
                0,
                "9.store",
                "1 commands the army, 2 takes over after him; 0 for others.",
            ),
        ]
    } else {
        vec![
            int("mp", "Morale points", (1, 4), i64::from(k.mp), "3.mp", "Full strength.").printed(),
            int("now", "Points left", (0, 4), 0, "3.mp", "What it begins with; 0 for full strength."),
            switch("awake", "Awake", "11.kesselsdorf", "It does not sleep with its side."),
        ]
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
            int("command", "Command action points", (0, 20), 2, "6.ap-roll", "Added to the die each turn."),
            int("scored", "Victory points so far", (0, 999), 0, "10.victory", "Has them from the start."),
            int("fallen", "Leaders lost so far", (0, 20), 0, "9.leader-loss", "Each costs a command point."),
            int("kept", "Action points kept", (0, 20), 0, "9.store", "For its first turn."),
        ],
        scenario_fields: vec![
            field(
                "first",
                "First player",
                FieldKind::Side,
                "5.sequence",
                "The side whose player turn comes first.",
            ),
            field(
                "to_move",
                "Begins",
                FieldKind::Side,
                "5.sequence",
                "Who moves when play begins; empty for the first player.",
            ),
            int("first_turn", "First turn", (1, 999), 1, "5.sequence", "The turn play begins with."),
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
            .map(|(id, name, rule, help)| OptionKind {
                id: (*id).into(),
                name: (*name).into(),
                kind: FieldKind::Bool,
                default: Value::Bool(false),
                rule: (*rule).into(),
                help: (*help).into(),
            })
            .collect(),
        victory: vec![
            VictoryKind {
                id: "points".into(),
                name: "Victory points".into(),
                fields: vec![int(
                    "points",
                    "Points",
                    (1, 99),
                    5,
                    "10.victory",
                    "Wins with so many at the end of a player turn.",
                )],
                rule: "10.victory".into(),
                help: "The side wins when it has so many points.".into(),
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
    let wake = i64::from(data.ap.wake_cost);
    vec![
        SpecialKind {
            id: "bridges-only".into(),
            name: "Crossed at bridges only".into(),
            fields: vec![field(
                "region",
                "Region",
                FieldKind::Region,
                "11.mollwitz",
                "Only the water in this region; empty for all.",
            )],
            rule: "11.mollwitz".into(),
            help: "Nobody enters a waterway hex, not even in retreat.".into(),
        },
        SpecialKind {
            id: "asleep".into(),
            name: "Sleeping side".into(),
            fields: vec![
                field("side", "Side", FieldKind::Side, "11.kesselsdorf", "Whose units sleep."),
                int("cost", "Cost", (0, 20), wake, "11.kesselsdorf", "Action points to wake one unit."),
            ],
            rule: "11.kesselsdorf".into(),
            help: "Units must be awakened; an enemy next to them or fire wakes them at once.".into(),
        },
        SpecialKind {
            id: "objective".into(),
            name: "Objective".into(),
            fields: vec![
                field("name", "Name", FieldKind::Text, "10.victory", "As shown."),
                field("hex", "Hex", FieldKind::Hex, "10.victory", "A single hex."),
                field("region", "Region", FieldKind::Region, "10.victory", "Or a region."),
                field("side", "Side", FieldKind::Side, "10.victory", "Who may score it; empty for both."),
                int("points", "Points", (1, 20), 1, "10.victory", "Held by whoever's unit was last in it."),
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
        fields: vec![field(
            "areas",
            "Areas",
            FieldKind::List(Box::new(FieldKind::Region)),
            "11.liegnitz",
            "Further regions it may come to.",
        )],
        when: vec![WhenKind::Turn, WhenKind::Die(die(data))],
        pieces: true,
        area: true,
        rule: "11.liegnitz".into(),
        help: "Units come by a die rolled for once a turn, or on a fixed turn, into a region.".into(),
    }
}

/// How an arrival is rolled for.
fn die(data: &Data) -> Vec<Field> {
    vec![
        int(
            "cost",
            "Cost of a roll",
            (0, 20),
            i64::from(data.ap.call_cost),
            "11.liegnitz",
            "Action points for each roll.",
        ),
        int(
            "succeeds_on",
            "Succeeds up to",
            (1, 6),
            1,
            "11.liegnitz",
            "At the first roll; one more after each failure.",
        ),
    ]
}
