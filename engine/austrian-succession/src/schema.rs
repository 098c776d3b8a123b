//! What a scenario file may say.

use crate::data::{Arm, Data, Face, TerrainLine, UnitLine};
use crate::fields::{self, midway};
use crate::ids::SideId;
use engine::scenario::{
    EdgeKind, Field, FieldKind, FigureForm, Figures, NationKind, OptionKind, PoolKind, RoadKind, Schema,
    SpecialKind, TerrainKind, UnitKind, Value,
};

/// Optional rules (28 to 38): id, name, rule, what it does.
pub const OPTIONS: [(&str, &str, &str, &str); 11] = [
    (
        "grand-diplomacy",
        "Grand Diplomacy",
        "28.0",
        "A drawn marker may be put back for points, and another drawn.",
    ),
    ("advance-guard", "Advance Guard Actions", "29.0", "Weak enemies are swept aside during movement."),
    (
        "delaying-actions",
        "Delaying Actions",
        "30.0",
        "Cavalry and light units soften the result of an attack.",
    ),
    (
        "combat-supply",
        "Combat and Supply",
        "31.0",
        "Supply trains may be spent for a shift in battle or siege.",
    ),
    ("enhanced-pursuit", "Enhanced Pursuit", "32.0", "Winners may pursue two hexes, at a risk."),
    ("mercenaries", "Mercenary Elites", "33.0", "Swiss and Wild Geese may be hired."),
    ("light-units", "Light Units", "34.0", "They slip through zones, climb mountains and screen."),
    ("pillage", "Pillage", "35.0", "Light units lay a hex waste; needs the rules for light units."),
    ("field-works", "Field Fortifications", "36.0", "Supply trains may be spent on field works."),
    ("large-armies", "Supplying Large Armies", "37.0", "Ten brigades in a hex need two trains and bar it."),
    ("prisoners", "Prisoners of War", "38.0", "Units that surrender are kept and may be exchanged."),
];

/// How the figures of a counter are written.
pub fn face_form() -> FigureForm {
    FigureForm::new(&["strength", "movement"], &[2], 50, "may only defend")
}

/// A face as it is printed.
pub fn face_text(face: Face) -> String {
    let values = vec![face.strength.into(), face.movement.into()];
    face_form().write(&Figures { values, bracketed: face.parenthesized })
}

/// The boxes of the sheet off the map.
pub fn slots(data: &Data) -> Vec<String> {
    let mut areas: Vec<&str> = data.nations.iter().filter_map(|n| n.staging.as_deref()).collect();
    areas.sort_unstable();
    areas.dedup();
    let fixed = fields::RECRUITS.iter().chain([&fields::MERCENARIES]).map(|s| (*s).to_owned());
    let staging = areas.into_iter().map(|a| format!("{}{a}", fields::STAGING));
    let gone = [fields::DEAD].into_iter().chain(fields::PRISONERS).map(str::to_owned);
    fixed.chain(staging).chain(gone).collect()
}

fn plain(id: &str, name: &str, kind: FieldKind, default: Value, rule: &str, help: &str) -> Field {
    let (id, name, rule, help) = (id.into(), name.into(), rule.into(), help.into());
    Field { id, name, kind, default, rule, help, printed: false }
}

fn face_field(id: &str, name: &str, face: Face, help: &str) -> Field {
    let default = Value::from(face_text(face).as_str());
    plain(id, name, FieldKind::Figures(face_form()), default, "2.6", help).printed()
}

fn unit_fields(unit: &UnitLine) -> Vec<Field> {
    let mut out = Vec::new();
    if unit.arm == Arm::Leader {
        out.push(fields::VALUE.field());
    }
    if let Some(face) = unit.regular {
        out.push(face_field(
            fields::FACE,
            "Face",
            face,
            "Strength and movement; in brackets it may only defend.",
        ));
    }
    if let Some(face) = unit.elite {
        out.push(face_field(fields::ELITE_FACE, "Elite face", face, "Strength and movement as Elite."));
    }
    if unit.regular.is_some() && unit.elite.is_some() {
        out.push(fields::ELITE.field());
    }
    if unit.arm == Arm::Leader {
        out.extend([fields::REVERSE_VALUE.field(), fields::REVERSED.field()]);
    }
    out.extend([fields::USUAL.field(), midway::MARKS.field()]);
    out
}

fn units(data: &Data) -> Vec<UnitKind> {
    let kind = |u: &UnitLine| UnitKind {
        id: u.id.clone(),
        name: u.name.clone(),
        figure: u.art.clone(),
        fields: unit_fields(u),
        level: u8::from(!u.wing),
        leader: u.arm == Arm::Leader,
        footprint: (1, 1),
        rule: match u.arm {
            Arm::Leader => "22.0",
            Arm::SiegeTrain => "21.3",
            Arm::SupplyTrain => "19.4",
            Arm::Garrison => "16.4",
            Arm::Light => "24.1",
            Arm::Infantry | Arm::Cavalry if u.mercenary => "33.0",
            Arm::Infantry | Arm::Cavalry => "2.6",
        }
        .into(),
        help: u.help.clone(),
    };
    data.units.iter().map(kind).collect()
}

fn terrains(data: &Data) -> Vec<TerrainKind> {
    let kind = |h: &TerrainLine| TerrainKind {
        id: h.id.clone(),
        name: h.name.clone(),
        art: h.art.clone(),
        letter: h.letter.clone(),
        key: h.key,
        closed: false,
        rule: if h.mountain { "13.9" } else { "13.7" }.into(),
        help: h.help.clone(),
    };
    data.terrain.hexes.iter().map(kind).collect()
}

fn kind(id: &str, name: &str, fields: Vec<Field>, rule: &str, help: &str) -> SpecialKind {
    SpecialKind { id: id.into(), name: name.into(), fields, rule: rule.into(), help: help.into() }
}

fn specials(data: &Data) -> Vec<SpecialKind> {
    let mut areas: Vec<(String, String)> =
        data.nations.iter().filter_map(|n| n.staging.as_ref().map(|s| (s.clone(), s.clone()))).collect();
    areas.dedup();
    let area_help = "Which of the staging areas of the rules.";
    let area =
        plain(fields::AREA, "Staging area", FieldKind::Choice(areas), Value::from(""), "26.1", area_help);
    let markers = data.events.iter().map(|e| (e.id.clone(), format!("{} ({})", e.name, e.id))).collect();
    let marker_help = "Drawn before the start, and kept.";
    let marker =
        plain(fields::MARKER, "Marker", FieldKind::Choice(markers), Value::from(""), "7.4", marker_help);
    let mut out = midway_specials(&marker);
    out.extend([
        kind(
            fields::COUNTRY,
            "Country or region",
            vec![
                fields::REGION.field(),
                fields::JOINER.field(),
                fields::IS_EMPIRE.field(),
                fields::IS_NO_COUNTRY.field(),
                fields::HOME_OF.field(),
            ],
            "2.2",
            "An area of the map that is a country, or a region of one.",
        ),
        kind(
            fields::CLOSED_REGION,
            "Closed area",
            vec![fields::REGION.field()],
            "25.3",
            "An area that nobody enters in the whole game.",
        ),
        kind(
            fields::CITY_PAYMENT,
            "City that pays",
            vec![
                fields::HEX.field(),
                fields::GAINER.field(),
                fields::PAYMENT.field(),
                fields::IS_PAID.field(),
            ],
            "5.11.2",
            "Morale Points for the side that enters it first, once a game.",
        ),
        kind(
            fields::STAGING_AREA,
            "Staging area",
            vec![area, fields::ENTRY.field()],
            "26.1",
            "A larger area off the map from which its nations enter.",
        ),
        kind(
            fields::EVENT_IN_FORCE,
            "Event in force",
            vec![marker, midway::IS_OF_TURN.field(), midway::IS_CANCELLED.field()],
            "7.4",
            "A marker that was drawn before the start and is kept.",
        ),
    ]);
    out
}

/// Markers on the map, and what is due or under way as a war is taken up.
fn midway_specials(marker: &Field) -> Vec<SpecialKind> {
    vec![
        kind(
            midway::FIELD_WORKS,
            "Field Works",
            vec![midway::WORKS_HEX.field(), midway::WORKS_SIDE.field()],
            "36.2",
            "Field Works that stand at the start.",
        ),
        kind(
            midway::PILLAGED,
            "Pillaged hex",
            vec![midway::PILLAGED_HEX.field()],
            "35.2",
            "A hex with a Pillaged marker at the start.",
        ),
        kind(
            midway::REINFORCEMENT,
            "Reinforcement that waits",
            vec![midway::REINFORCEMENT_PIECE.field(), marker.clone(), midway::REINFORCEMENT_LANDS.field()],
            "9.5",
            "A unit in the Recruit box that an event has brought and that comes as soon as it can.",
        ),
        kind(
            midway::MARKER_DRAWN,
            "Marker drawn",
            vec![marker.clone(), midway::DONE.field(), midway::OFFER.field(), midway::TAKEN.field()],
            "7.4",
            "The marker that is being played as the war is taken up.",
        ),
        kind(
            midway::ATTACKED,
            "Fortress attacked",
            vec![midway::ATTACKED_HEX.field(), midway::IS_STORMED.field()],
            "21.2",
            "A fortress that has been attacked in the Siege Phase that is taken up.",
        ),
        kind(
            midway::BARRED,
            "Hex nobody attacks",
            vec![midway::BARRED_HEX.field(), midway::BARRED_WHY.field()],
            "17.17",
            "A hex that is not attacked any more in the phase that is taken up.",
        ),
    ]
}

fn victory() -> Vec<SpecialKind> {
    vec![
        kind(
            fields::PLACE,
            "Place",
            vec![
                fields::PLACE_HEX.field(),
                fields::POINTS.field(),
                fields::IS_OBJECTIVE.field(),
                fields::IS_FREE_CITY.field(),
                midway::LAST_IN.field(),
            ],
            "27.1",
            "What a fortress or town counts for who holds it.",
        ),
        kind(
            fields::BONUS_LINE,
            "Special Victory Points",
            vec![fields::NAME.field(), fields::NATION.field(), fields::HEXES.field(), fields::BONUS.field()],
            "27.4",
            "Points for holding all of some places with one nation.",
        ),
        kind(
            fields::LEVELS,
            "Levels of victory",
            vec![fields::MARGINAL.field(), fields::CAMPAIGN.field(), fields::DECISIVE.field()],
            "27.2",
            "How many points ahead make which victory; those of the chart if left out.",
        ),
    ]
}

/// Markers a pool may hold, by name: those of its side.
fn pool(data: &Data, side: SideId) -> PoolKind {
    let name = if side == SideId::COALITION { "Coalition events" } else { "Habsburg events" };
    let own = data.events.iter().filter(|e| e.owner() == side);
    PoolKind {
        id: fields::POOLS[side.index()].into(),
        name: name.into(),
        markers: own.map(|e| e.name.clone()).collect(),
        rule: "7.2".into(),
    }
}

fn option((id, name, rule, help): (&str, &str, &str, &str)) -> OptionKind {
    let (id, name, rule, help) = (id.into(), name.into(), rule.into(), help.into());
    OptionKind { id, name, kind: FieldKind::Bool, default: Value::Bool(false), rule, help }
}

/// What a designer decides about winning.
const VICTORY: &str = "After the last turn each side counts the Victory Points of the fortresses and towns it holds, its Morale \
    Points, and special points (27.1, 27.4); the difference gives the level. You set the places and their points, the \
    objectives, whose taking wins at once (27.5), the special lines, and the levels.";

pub fn schema(data: &Data) -> Schema {
    let mark = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    Schema {
        ruleset: "austrian-succession".into(),
        name: "War of the Austrian Succession".into(),
        terrains: terrains(data),
        edges: vec![EdgeKind {
            id: "river".into(),
            name: "River".into(),
            art: "river".into(),
            rule: "13.10".into(),
            help: "Two more Movement Points; a road across it is a bridge (13.12).".into(),
            ..EdgeKind::default()
        }],
        roads: vec![RoadKind { id: "road".into(), name: "Road".into(), art: "road".into() }],
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
        side_fields: vec![
            fields::MORALE.field(),
            fields::JOINS.field(),
            midway::HAS_ACTIVATED.field(),
            midway::HAS_OFFERED.field(),
            midway::PURSE.field(),
            midway::CAPPED_SPENT.field(),
        ],
        scenario_fields: vec![
            fields::INSTEAD_OF_STAGING.field(),
            midway::FIRST_TURN.field(),
            midway::BEGIN.field(),
            midway::IMPULSE.field(),
            midway::FIRST_PLAYER.field(),
            midway::ACTIVE.field(),
            midway::READY.field(),
            midway::EXPENDED.field(),
        ],
        organisation: vec!["wing".into(), "brigade".into()],
        specials: specials(data),
        options: OPTIONS.map(option).to_vec(),
        victory: victory(),
        sheets: vec![fields::BOXES.into()],
        turn_marks: vec![
            mark(fields::WINTER, "Winter"),
            mark(fields::NO_EVENTS, "No Events Phase"),
            mark(fields::NO_RECRUITING, "Neither recruiting nor training"),
        ],
        pools: SideId::BOTH.map(|side| pool(data, side)).to_vec(),
        setup: true,
        setup_rule: "40.4".into(),
        victory_rules: vec!["27.1".into(), "27.2".into(), "27.4".into(), "27.5".into()],
        victory_help: VICTORY.into(),
        ..Schema::default()
    }
}
