//! What the reading of each chart by itself cannot see: holes, figures no rule can bear, names twice or nowhere.

use super::{Arm, Condition, Data, Effect, EventLine, NationRecruits, Points};
use engine::scenario::{At, Issues, suggestion};
use std::collections::BTreeSet;

/// Most half points of a step, and most columns of a shift.
const MOST_COST: u8 = 40;
const MOST_SHIFT: i8 = 10;

pub fn check(data: &Data, issues: &mut Issues) {
    names(data, issues);
    terrain(data, issues);
    units(data, issues);
    nations(data, issues);
    combat(data, issues);
    siege(data, issues);
    attrition(data, issues);
    recruits(data, issues);
    morale(data, issues);
    let v = &data.victory;
    if !(0 < v.marginal && v.marginal < v.campaign && v.campaign < v.decisive) {
        wrong(
            issues,
            "victory.ron",
            "the levels of victory do not rise",
            "27.2",
            "let each level ask for more points",
        );
    }
    for event in &data.events {
        check_event(data, event, issues);
    }
    cancels(data, issues);
}

/// Says that something is not there.
fn missing(issues: &mut Issues, file: &str, what: &str, rule: &str) {
    issues.error(At::Whole, file, format!("there is no {what}")).rule(rule).remedy(format!("add {what}"));
}

/// Says that a figure cannot be used.
fn wrong(issues: &mut Issues, file: &str, what: &str, rule: &str, remedy: &str) {
    issues.error(At::Whole, file, what).rule(rule).remedy(remedy);
}

fn names(data: &Data, issues: &mut Issues) {
    let lists: [(&str, &str, Vec<&str>); 4] = [
        ("terrain.ron", "16.17", data.terrain.hexes.iter().map(|h| h.id.as_str()).collect()),
        ("units.ron", "2.6", data.units.iter().map(|u| u.id.as_str()).collect()),
        ("nations.ron", "2.6", data.nations.iter().map(|n| n.id.as_str()).collect()),
        ("events.ron", "41", data.events.iter().map(|e| e.id.as_str()).collect()),
    ];
    for (file, rule, ids) in lists {
        let mut seen = BTreeSet::new();
        if let Some(twice) = ids.iter().find(|id| !seen.insert(**id)) {
            wrong(
                issues,
                file,
                &format!("'{twice}' is there twice"),
                rule,
                "give each line an id of its own",
            );
        }
        if ids.is_empty() {
            missing(issues, file, "line", rule);
        }
        if ids.len() > 120 {
            wrong(issues, file, "there are more than 120 lines", rule, "leave some out");
        }
    }
    let keys: BTreeSet<char> = data.terrain.hexes.iter().map(|h| h.key).collect();
    if keys.len() != data.terrain.hexes.len() {
        wrong(issues, "terrain.ron", "two terrains have one key", "16.17", "give each a letter of its own");
    }
    let mut pooled = BTreeSet::new();
    for event in &data.events {
        if !pooled.insert((event.owner(), event.name.as_str())) {
            let text = format!("a side has two markers called '{}'", event.name);
            wrong(issues, "events.ron", &text, &event.rule, "give each a name of its own");
        }
    }
}

fn terrain(data: &Data, issues: &mut Issues) {
    let t = &data.terrain;
    for hex in &t.hexes {
        let costs = [hex.cost.unwrap_or(1), hex.road_cost];
        if costs.iter().any(|c| !(1..=MOST_COST).contains(c)) {
            let text = format!("a price of '{}' is not between 1 and {MOST_COST} half points", hex.id);
            wrong(issues, "terrain.ron", &text, "13.7", "give it a price a unit can pay");
        }
        if !(0..=MOST_SHIFT).contains(&hex.shift) {
            let text = format!("the shift of '{}' is not between 0 and {MOST_SHIFT}", hex.id);
            wrong(issues, "terrain.ron", &text, "16.17", "give columns to the left");
        }
    }
    let has = |f: fn(&super::TerrainLine) -> bool| t.hexes.iter().any(f);
    for (is_there, what, rule) in [
        (has(|h| h.fortress), "fortress", "21.1"),
        (has(|h| h.town && !h.free_city), "town", "13.7"),
        (has(|h| h.free_city), "free city", "10.3"),
        (has(|h| h.mountain), "mountain", "13.9"),
        (has(|h| h.rough && h.cost.is_some()), "rough ground with a price", "34.2"),
    ] {
        if !is_there {
            missing(issues, "terrain.ron", what, rule);
        }
    }
    let counts = [
        ("road_step", t.road_step, "13.11"),
        ("river_step", t.river_step, "13.14"),
        ("supply_by_road", t.supply_by_road, "19.3"),
        ("supply_by_river", t.supply_by_river, "19.3"),
        ("supply_otherwise", t.supply_otherwise, "19.3"),
        ("large_army", t.large_army, "37.1"),
    ];
    counted(issues, "terrain.ron", &counts);
}

/// Figures that may be neither 0 nor out of all proportion.
fn counted(issues: &mut Issues, file: &str, figures: &[(&str, u8, &str)]) {
    for (name, n, rule) in figures {
        if !(1..=100).contains(n) {
            wrong(issues, file, &format!("'{name}' is {n}"), rule, "give it 1 to 100");
        }
    }
}

/// Figures that are compared with a die.
fn dice(issues: &mut Issues, file: &str, figures: &[(&str, u8, &str)]) {
    for (name, n, rule) in figures {
        if !(1..=6).contains(n) {
            wrong(issues, file, &format!("'{name}' is {n}, no face of a die"), rule, "give it 1 to 6");
        }
    }
}

fn units(data: &Data, issues: &mut Issues) {
    for arm in [
        Arm::Infantry,
        Arm::Cavalry,
        Arm::Light,
        Arm::Garrison,
        Arm::SiegeTrain,
        Arm::SupplyTrain,
        Arm::Leader,
    ] {
        if !data.units.iter().any(|u| u.arm == arm && !u.wing && !u.mercenary) {
            missing(issues, "units.ron", &format!("{arm:?} of one counter"), "2.6");
        }
        let wings = data.units.iter().filter(|u| u.arm == arm && u.wing).count();
        if matches!(arm, Arm::Infantry | Arm::Cavalry) != (wings == 1) {
            let text = format!("{arm:?} has {wings} kinds of wings");
            wrong(issues, "units.ron", &text, "12.1", "infantry and cavalry have one each, others none");
        }
    }
    for unit in &data.units {
        let faces: Vec<_> = unit.regular.iter().chain(&unit.elite).collect();
        if faces.is_empty() || faces.iter().any(|f| f.movement == 0 || f.movement > 20 || f.strength > 50) {
            let text = format!("'{}' has no face, or one that cannot be played", unit.id);
            wrong(issues, "units.ron", &text, "2.6", "give strength up to 50 and movement 1 to 20");
        }
        if unit.regular.is_none() && !unit.mercenary {
            wrong(issues, "units.ron", &format!("'{}' has no regular side", unit.id), "11.4", "give it one");
        }
    }
}

fn nations(data: &Data, issues: &mut Issues) {
    for nation in &data.nations {
        for kind in nation.counters.keys() {
            let found = data.units.iter().find(|u| u.id == *kind);
            if found.is_none_or(|u| u.arm == Arm::Leader) {
                let text = format!("'{}' has counters of the kind '{kind}'", nation.id);
                let kinds = data.units.iter().filter(|u| u.arm != Arm::Leader).map(|u| u.id.as_str());
                wrong(issues, "nations.ron", &text, "10.4", &suggestion(kind, kinds));
            }
        }
        let in_staging = match nation.recruits {
            NationRecruits::Chart | NationRecruits::FreeCities => false,
            NationRecruits::ChartOrStaging | NationRecruits::Staging | NationRecruits::StagingOrHome => true,
        };
        if in_staging && nation.staging.is_none() {
            let text = format!("'{}' is raised in a staging area it does not have", nation.id);
            wrong(issues, "nations.ron", &text, "26.2", "name its staging area");
        }
    }
}

fn combat(data: &Data, issues: &mut Issues) {
    let c = &data.combat;
    if c.columns.first() != Some(&0) || !c.columns.is_sorted_by(|a, b| a < b) {
        wrong(issues, "combat.ron", "some percentage has no column", "16.2", "let the columns rise from 0");
    }
    rows(issues, "combat.ron", &c.results, c.columns.len(), "39.0");
    let percent = [
        ("defeat_loss", c.defeat_loss, "39.0"),
        ("rout_loss", c.rout_loss, "39.0"),
        ("counterattack_loss", c.counterattack_loss, "39.0"),
        ("winner_loss", c.winner_loss, "39.0"),
        ("withdrawal_hexes", c.withdrawal_hexes, "17.3"),
        ("frederick_brigades", c.frederick_brigades, "22.6"),
        ("delaying", c.delaying, "30.2"),
        ("long_pursuit", c.long_pursuit, "32.1"),
    ];
    counted(issues, "combat.ron", &percent);
    let faces = [
        ("zone_die", c.zone_die, "17.7"),
        ("river_die", c.river_die, "17.7"),
        ("steady_die", c.steady_die, "17.7"),
    ];
    dice(issues, "combat.ron", &faces);
}

/// A row for each die, a cell for each column.
fn rows<T>(issues: &mut Issues, file: &str, table: &[Vec<T>], columns: usize, rule: &str) {
    if table.len() != 6 || columns == 0 {
        let text = format!("the table has {} rows and {columns} columns", table.len());
        wrong(issues, file, &text, rule, "give a row for each die from 1 to 6");
    }
    for (i, row) in table.iter().enumerate().filter(|(_, row)| row.len() != columns) {
        let text = format!("the row of die {} has {} cells for {columns} columns", i + 1, row.len());
        wrong(issues, file, &text, rule, "give a result for each column");
    }
}

fn siege(data: &Data, issues: &mut Issues) {
    let s = &data.siege;
    rows(issues, "siege.ron", &s.results, s.results.first().map_or(0, Vec::len), "21.5");
    if !s.strength.is_sorted_by(|a, b| a.0 < b.0) {
        wrong(issues, "siege.ron", "the lines of strength do not rise", "21.5", "begin with the smallest");
    }
}

/// A higher die never eliminates where a lower one does not.
fn attrition(data: &Data, issues: &mut Issues) {
    let a = &data.attrition;
    for (name, column) in [
        ("out_of_supply", a.out_of_supply),
        ("winter_march", a.winter_march),
        ("winter_out_of_supply", a.winter_out_of_supply),
        ("winter_out_of_supply_march", a.winter_out_of_supply_march),
    ] {
        if column.windows(2).any(|w| w[1] && !w[0]) {
            let text = format!("a higher die eliminates where a lower one does not in '{name}'");
            wrong(issues, "attrition.ron", &text, "19.5", "let only the lowest dice eliminate");
        }
    }
}

fn recruits(data: &Data, issues: &mut Issues) {
    for line in &data.recruits {
        let kind = |u: &super::UnitLine| u.arm == line.arm && u.mercenary == line.mercenary && !u.wing;
        if line.number == 0 || !data.units.iter().any(kind) {
            let text = format!("'{}' buys nothing", line.name);
            wrong(issues, "recruits.ron", &text, "10.4", "name an arm that has brigades, and a number");
        }
    }
    for arm in [
        Arm::Infantry,
        Arm::Cavalry,
        Arm::Light,
        Arm::Garrison,
        Arm::SiegeTrain,
        Arm::SupplyTrain,
        Arm::Leader,
    ] {
        if data.recruits.iter().filter(|r| r.arm == arm && !r.mercenary).count() != 1 {
            missing(issues, "recruits.ron", &format!("one line for {arm:?}"), "10.4");
        }
    }
}

fn morale(data: &Data, issues: &mut Issues) {
    let m = &data.morale;
    let counts = [
        ("most", m.most, "5.4"),
        ("activation", m.activation, "5.7"),
        ("lot", m.lot, "5.8"),
        ("training", m.training, "5.9"),
        ("marker_back", m.marker_back, "28.0"),
    ];
    counted(issues, "morale.ron", &counts);
    dice(issues, "morale.ron", &[("pillage_ends", m.pillage_ends, "35.4")]);
    if m.floor >= m.most {
        wrong(issues, "morale.ron", "the floor lies above the track", "5.5", "let it lie below");
    }
}

/// Everything a marker names in the charts exists, and its figures are such as can be rolled.
fn check_event(data: &Data, event: &EventLine, issues: &mut Issues) {
    let known_markers = || data.events.iter().map(|e| e.id.as_str());
    let known_nations = || data.nations.iter().map(|n| n.id.as_str());
    let mut say = |text: String, remedy: String| {
        let place = format!("events.ron, {}", event.id);
        issues.error(At::Whole, place, text).rule(&event.rule).remedy(remedy);
    };
    if event.side == super::Who::Lower {
        say("the marker is in nobody's pool".into(), "write Coalition or Habsburg as its side".into());
    }
    if event.effects.is_empty() {
        say("it has no effect".into(), "give it one".into());
    }
    if event.condition.is_some() != event.otherwise.is_some() {
        say("a condition and what follows without it go together".into(), "give both or neither".into());
    }
    let all = event.effects.iter().map(Effect::names).chain(event.condition.iter().map(Condition::names));
    for names in all {
        for nation in names.nations.iter().filter(|n| data.nation(n).is_none()) {
            say(format!("there is no nation '{nation}'"), suggestion(nation, known_nations()));
        }
        for marker in names.markers.iter().filter(|m| data.marker(m).is_none()) {
            say(format!("there is no marker '{marker}'"), suggestion(marker, known_markers()));
        }
    }
    for effect in &event.effects {
        if let Some(text) = bad_figure(effect) {
            say(text.into(), "give it figures that can be played".into());
        }
    }
}

fn bad_figure(effect: &Effect) -> Option<&'static str> {
    let bad = |points: &Points| match points {
        Points::Fixed(n) => !(1..=20).contains(n),
        Points::Dice(n) => !(1..=3).contains(n),
    };
    match effect {
        Effect::Gain { points, .. } | Effect::Lose { points, .. } if bad(points) => {
            Some("its points are not 1 to 20, or 1 to 3 dice")
        }
        Effect::Purse { dice, .. } if !(1..=3).contains(dice) => Some("its purse is not of 1 to 3 dice"),
        Effect::Swing { even } if *even == super::Who::Lower => {
            Some("its even results are for no side in particular")
        }
        Effect::Truce { side, .. } if *side == super::Who::Lower => {
            Some("its truce binds no side in particular")
        }
        Effect::Reinforce { side, choice, .. }
            if *side == super::Who::Lower
                || choice.is_empty()
                || choice.iter().any(|o| o.number == 0 || o.number > 8 || o.arms.is_empty()) =>
        {
            Some("its units belong to no side, or there are none")
        }
        Effect::RollLeaders { nations, box_up_to } if nations.is_empty() || *box_up_to > 6 => {
            Some("its dice are rolled for nobody, or have no such face")
        }
        Effect::RollLights { lose_up_to, light_lost } if *lose_up_to > 6 || *light_lost > 6 => {
            Some("its dice have no such face")
        }
        _ => None,
    }
}

/// No marker cancels itself through others.
fn cancels(data: &Data, issues: &mut Issues) {
    let next = |id: &str| -> Vec<&str> {
        let found = data.events.iter().find(|e| e.id == id);
        let effects = found.map_or(&[][..], |e| e.effects.as_slice());
        effects
            .iter()
            .filter_map(|e| if let Effect::Cancel(m) = e { Some(m.as_str()) } else { None })
            .collect()
    };
    for event in &data.events {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut todo = next(&event.id);
        while let Some(id) = todo.pop() {
            if seen.insert(id) {
                todo.extend(next(id));
            }
        }
        if seen.contains(event.id.as_str()) {
            issues
                .error(
                    At::Whole,
                    format!("events.ron, {}", event.id),
                    "it cancels itself, through others or not",
                )
                .rule(&event.rule)
                .remedy("let one of two markers cancel the other, not both");
        }
    }
}
