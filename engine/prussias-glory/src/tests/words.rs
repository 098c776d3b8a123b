//! The reader finds the scale and every word of the rulebook's glossary, and the words on screen are those words.

use super::{Shipped, root};
use crate::PrussiasGlory;
use engine::game::Ruleset;
use engine::present::Rulebook;
use engine::scenario::Issues;
use std::path::Path;

/// Each term of the glossary (20), and how prompts, labels and help say it; the last are named in the rulebook only.
const TERMS: [(&str, &str); 70] = [
    ("Active Player", "Player Turn"),
    ("Activate", "Activate"),
    ("Advance", "Advance"),
    ("Army", "army"),
    ("Army Commander", "Army Commander"),
    ("Army Morale", "Army morale"),
    ("Automatic Activation", "Activated"),
    ("Basic Group", "Group"),
    ("Battle Scenario", "Battle scenarios"),
    ("Bombardment", "bombardment"),
    ("Bombardment Strength", "bombardment strength"),
    ("Broken", "Broken"),
    ("Capture", "captured"),
    ("Close Combat", "Close Combat"),
    ("Combat Results Table", "Close combat"),
    ("Combat Success", "Combat Success"),
    ("Command Rating", "Command rating"),
    ("Command State", "command rolls"),
    ("Coup d'Oeil Activation", "coup d'oeil"),
    ("Degraded", "Degraded"),
    ("Demoralized", "Demoralized"),
    ("Deploy", "Deploy"),
    ("Detachment", "Detachment"),
    ("Die Roll Modifier", "Modifier"),
    ("Disorder", "Disordered"),
    ("Effective", "Effective"),
    ("EZOC", "enemy zone"),
    ("Engaged", "Engaged"),
    ("Fast Units", "Fast Units"),
    ("Flank Attack", "Flank attack"),
    ("Formed", "Formed"),
    ("Friendly Map Edge", "Friendly edges"),
    ("Game Turn", "Turn"),
    ("Group", "Group"),
    ("In Column", "In Column"),
    ("Inactive Player", "inactive"),
    ("Initiative", "Initiative"),
    ("Leader", "Leader"),
    ("Locked", "Locked"),
    ("Loss Points", "loss points"),
    ("Main Scenario", "Main scenarios"),
    ("Marker", "marker"),
    ("Morale Check", "Morale checks"),
    ("Morale Modifier", "Morale Modifier"),
    ("Morale Rating", "morale"),
    ("Morale State", "Morale state"),
    ("Movement Allowance", "Movement"),
    ("Movement Points", "points"),
    ("Normal Activation", "try to Activate"),
    ("Out of Command", "Out of Command"),
    ("Player Turn", "Player Turn"),
    ("Rally", "Rally"),
    ("Retreat", "Retreat"),
    ("Special Leader", "Special Leader"),
    ("Specific Group", "Specific Group"),
    ("Stack", "stack"),
    ("Step", "Step"),
    ("Step Loss", "Steps lost"),
    ("Strength Points", "strength points"),
    ("Supported Defence", "Supported defence"),
    ("Surrender", "captured"),
    ("Sweeping Charge", "Sweeping Charge"),
    ("Terrain Effects Chart", "Terrain"),
    ("Turn", "Turn"),
    ("Unit", "Unit"),
    ("Wing", "Wing"),
    ("Zone of Control", "zone"),
    ("Player Aid Card", ""),
    ("Sequence of Play", ""),
    ("Routed", "Routed"),
];

/// What stands between quotes in the code that is no test, one word after the other.
fn words_in_code(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_test = path.file_stem().is_some_and(|n| n == "tests");
        if is_test {
            continue;
        }
        if path.is_dir() {
            words_in_code(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            for words in text.split('"').skip(1).step_by(2) {
                out.push_str(words);
                out.push('\n');
            }
        }
    }
}

fn book() -> Rulebook {
    let mut issues = Issues::default();
    let book = Rulebook::load(&Shipped(root().join("assets")), PrussiasGlory::ID, &mut issues);
    assert!(issues.list.is_empty(), "{:?}", issues.list);
    book
}

#[test]
fn the_scale_can_be_read() {
    let book = book();
    let text = &book.exact("1.3").unwrap().text;
    for figure in ["500 yards", "one hour", "400 foot", "200 horse"] {
        assert!(text.contains(figure), "1.3 does not say {figure}: {text}");
    }
    for name in ["prague", "kolin", "krefeld", "kunersdorf"] {
        for form in ["battle", "main"] {
            let doc = super::scenario(&format!("{name}-{form}"));
            assert_eq!(doc.map.scale_m, 457, "{name}-{form}: 500 yards are 457 metres");
        }
    }
}

#[test]
fn every_word_of_the_glossary_is_told_and_used() {
    let card = book().exact("20").unwrap().text.to_lowercase();
    let mut said = String::new();
    words_in_code(&root().join("engine/prussias-glory/src"), &mut said);
    for (term, word) in TERMS {
        assert!(card.contains(&term.to_lowercase()), "20 does not tell what {term} is");
        assert!(said.contains(word), "{term}: nothing on screen says '{word}'");
    }
}
