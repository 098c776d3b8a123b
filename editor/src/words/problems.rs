//! Problems of a document as sentences.

use crate::core::pieces;
use engine::scenario::{At, Issue, Place, ScenarioDoc, Schema};

pub fn all_problems(n: usize) -> String {
    if n == 1 { "Show it".to_owned() } else { format!("All {n}") }
}

pub fn left_out(n: usize) -> String {
    format!("{} not listed: mend some of these first.", super::count(n, "more is", "more are"))
}

/// What is wrong as a sentence with its subject: `Prussia: it has no units`.
pub fn problem_text(doc: &ScenarioDoc, schema: &Schema, issue: &Issue) -> String {
    let whose = match &issue.at {
        At::Side(id) | At::Forces(id) => doc.side(id).map(|s| s.name.clone()),
        At::Piece(id) => doc.piece(id).map(|p| pieces::piece_title(p, schema)),
        At::Region(id) => doc.map.region(id).map(|r| r.name.clone()),
        At::Schedule(i) => {
            let named = doc.schedule.get(*i).map(|e| e.name.clone()).filter(|n| !n.is_empty());
            named.or_else(|| Some(format!("Schedule entry {}", i + 1)))
        }
        _ => None,
    };
    match whose.filter(|w| !w.is_empty()) {
        // The subject takes the place of the pronoun.
        Some(name) => match issue.text.strip_prefix("it ").or_else(|| issue.text.strip_prefix("he ")) {
            Some(rest) => format!("{name} {rest}"),
            None => format!("{name}: {}", issue.text),
        },
        None => engine::capitalised(&issue.text),
    }
}

/// Where it is, where the sentence does not say so already.
pub fn problem_place(doc: &ScenarioDoc, issue: &Issue) -> String {
    match &issue.at {
        At::Side(_) | At::Forces(_) | At::Region(_) | At::Schedule(_) | At::Field(_) => String::new(),
        At::Piece(id) => match doc.piece(id).map(|p| &p.place) {
            Some(Place::Hex(h)) => doc.map.hex_label(*h),
            _ => issue.place.clone(),
        },
        _ => issue.place.clone(),
    }
}
