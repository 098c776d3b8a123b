//! The shipped charts are whole, and a chart with a hole is refused with its place.

use super::*;
use crate::ids::SideId;
use engine::MemoryAssets;
use std::path::Path;

/// The shipped charts, some of their texts changed.
pub(crate) fn charts(changes: &[(&str, &str, &str)]) -> MemoryAssets {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let mut out = MemoryAssets::default();
    for path in FILES {
        let mut text = std::fs::read_to_string(root.join(path)).unwrap();
        for (file, from, to) in changes {
            if path.ends_with(file) {
                assert!(text.contains(from), "{path} has no '{from}'");
                text = text.replacen(from, to, 1);
            }
        }
        out.insert(*path, text);
    }
    out
}

pub(crate) fn shipped() -> Data {
    let mut issues = Issues::default();
    let data = load(&charts(&[]), &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    data.unwrap()
}

fn refusal(changes: &[(&str, &str, &str)]) -> String {
    let mut issues = Issues::default();
    assert!(load(&charts(changes), &mut issues).is_none(), "{changes:?} is accepted");
    issues.list.iter().map(|i| format!("{} {}: {} ({})\n", i.place, i.rule, i.text, i.remedy)).collect()
}

#[test]
fn the_charts_are_whole() {
    let data = shipped();
    assert_eq!(data.events.len(), 24);
    for side in SideId::BOTH {
        assert_eq!(data.events.iter().filter(|e| e.owner() == side).count(), 12, "7.7");
    }
    assert_eq!(data.recruits.len(), 8);
}

/// One column further is one step of the die, and results never get worse for who is favoured (30.2).
#[test]
fn a_shift_of_a_column_is_a_step_of_the_combat_table() {
    let data = shipped();
    let rows = &data.combat.results;
    for (die, row) in rows.iter().enumerate() {
        assert!(row.is_sorted(), "die {}", die + 1);
        if die > 0 {
            for column in 1..row.len() {
                assert_eq!(row[column - 1], rows[die - 1][column], "die {}, column {column}", die + 1);
            }
        }
    }
    let siege = &data.siege.results;
    for die in 1..6 {
        for column in 1..siege[die].len() {
            let same = siege[die][column - 1] == siege[die - 1][column];
            assert!(same, "die {}, column {column}", die + 1);
        }
    }
}

#[test]
fn a_chart_with_a_hole_is_refused_with_its_place() {
    for (change, expected) in [
        (
            ("combat.ron", ", DefenderRouted],\n            // 2", "],\n            // 2"),
            "10 cells for 11 columns",
        ),
        (("siege.ron", "Sortie, Sortie, ", "Sortie, "), "7 cells for 6 columns"),
        (("attrition.ron", "(true, true, false,", "(false, true, false,"), "a higher die eliminates"),
        (("terrain.ron", "mountain: true, ", ""), "no mountain"),
        (("terrain.ron", "cost: Some(2)", "cost: Some(0)"), "not between 1 and"),
        (("units.ron", "wing: true, ", ""), "has 0 kinds of wings"),
        (("nations.ron", "\"siege-train\": 2", "\"siege\": 2"), "counters of the kind 'siege'"),
        (("recruits.ron", "arm: Leader", "arm: Light"), "one line for Leader"),
        (("morale.ron", "pillage_ends: 2", "pillage_ends: 7"), "no face of a die"),
        (("victory.ron", "campaign: 20", "campaign: 40"), "do not rise"),
    ] {
        let text = refusal(&[change]);
        assert!(text.contains(expected), "{change:?}: {text}");
    }
}

#[test]
fn a_marker_that_cannot_be_played_is_refused_with_its_place() {
    for (from, to, expected) in [
        ("Join(\"bavarian\")", "Join(\"bavaria\")", "events.ron, C2 41.C2: there is no nation 'bavaria'"),
        ("Cancel(\"H9\")", "Cancel(\"H99\")", "events.ron, C11 41.C11: there is no marker 'H99'"),
        ("Cancel(\"H9\")", "Cancel(\"C11\")", "it cancels itself"),
        ("Swing(even: Habsburg)", "Revolt(even: Habsburg)", "line "),
        ("otherwise: Some(Return)", "otherwise: None", "go together"),
        ("points: Dice(2)", "points: Dice(9)", "points are not"),
        ("id: \"C2\"", "id: \"C1\"", "'C1' is there twice"),
        ("name: \"Bavaria Joins\"", "name: \"Balance of Power\"", "two markers called"),
    ] {
        let text = refusal(&[("events.ron", from, to)]);
        assert!(text.contains(expected), "{to}: {text}");
    }
    let both = [("events.ron", "CapRecruits(nation: \"prussian\", points: 2)", "Cancel(\"C11\")")];
    assert_eq!(refusal(&both).matches("it cancels itself").count(), 2, "a cycle of two");
}

/// A new event is a line of the chart and nothing else.
#[test]
fn a_new_event_is_made_of_data_alone() {
    let line = r#"chart: [
        (
            id: "C13", name: "Turkey Arms", rule: "41.C13", side: Coalition,
            condition: Some(Any([Lead(side: Habsburg, by: 6), InForce("C11")])),
            effects: [NoRecruits("hungarian"), Lose(side: Habsburg, points: Fixed(2))],
            after: Keep, otherwise: Some(Return),
            text: "Invented.",
        ),"#;
    let mut issues = Issues::default();
    let data = load(&charts(&[("events.ron", "chart: [", line)]), &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    assert!(data.unwrap().marker_named(SideId::COALITION, "Turkey Arms").is_some());
}
