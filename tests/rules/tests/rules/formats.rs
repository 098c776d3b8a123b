//! Files: what is written is read back, older ones are brought up to date, newer ones say so, and
//! nothing anybody could put into a file makes the program panic.

use command_line::script::{How, Script};
use engine::game::{NewMatch, SAVE_FORMAT, SaveError, SaveFile};
use engine::scenario::{FORMAT, FileError, Issues, OptionSet, parse, to_text};
use rayon::prelude::*;
use rule_tests::{Numbers, library, mutate, play_on, shipped};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Mutations of each text.
fn rounds() -> u64 {
    std::env::var("FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

#[test]
fn scenarios_survive_reading_and_writing() {
    for s in shipped() {
        let text = to_text(&s.doc);
        let mut issues = Issues::default();
        let back = parse(&text, &mut issues).unwrap();
        assert!(issues.is_empty(), "{}: {issues:?}", s.entry.key);
        assert_eq!(back.pieces, s.doc.pieces, "{}", s.entry.key);
        assert_eq!(to_text(&back), text, "{}: written twice, written differently", s.entry.key);
    }
}

#[test]
fn a_file_of_format_1_is_brought_up_to_date() {
    for s in shipped() {
        let count = s.doc.turns.count;
        let text = to_text(&s.doc);
        let start = text.find("turns: (").unwrap();
        let end = start + text[start..].find("\n    nations").or(text[start..].find("\n    sides")).unwrap();
        let mut old = text.clone();
        old.replace_range(start..end, &format!("turns: {count},"));
        let old = old.replacen(&format!("format: {FORMAT}"), "format: 1", 1);
        let doc =
            parse(&old, &mut Issues::default()).unwrap_or_else(|e| panic!("{}: {e}\n{old}", s.entry.key));
        assert_eq!(doc.turns.count, count);
        assert_eq!(doc.pieces, s.doc.pieces);
    }
}

#[test]
fn newer_files_say_so() {
    let s = &shipped()[0];
    let newer = to_text(&s.doc).replacen(&format!("format: {FORMAT}"), "format: 4000", 1);
    let wrong = parse(&newer, &mut Issues::default()).unwrap_err();
    assert_eq!(wrong, FileError::Newer { found: 4000, known: FORMAT });
    assert!(wrong.to_string().contains("update the program"));
    let newer = save_text(1).replacen(&format!("format: {SAVE_FORMAT}"), "format: 4000", 1);
    assert_eq!(SaveFile::parse(&newer).unwrap_err(), SaveError::Newer { found: 4000, known: SAVE_FORMAT });
}

fn save_text(actions: usize) -> String {
    let s = &shipped()[0];
    let mut game =
        s.rules.new_match(Arc::clone(&s.doc), &NewMatch { seed: 11, ..NewMatch::default() }).unwrap();
    play_on(game.as_mut(), &mut Numbers(11), actions);
    game.save().to_text()
}

#[test]
fn saves_play_again_and_go_on_alike() {
    for s in shipped() {
        let mut game =
            s.rules.new_match(Arc::clone(&s.doc), &NewMatch { seed: 5, ..NewMatch::default() }).unwrap();
        play_on(game.as_mut(), &mut Numbers(5), 70);
        let file = SaveFile::parse(&game.save().to_text()).unwrap();
        let mut again = s.rules.restore(&file).unwrap();
        assert_eq!(again.diverged, None);
        assert_eq!(again.game.hash(), game.hash(), "{}", s.entry.key);
        // The dice go on where they stood.
        play_on(game.as_mut(), &mut Numbers(6), 40);
        play_on(again.game.as_mut(), &mut Numbers(6), 40);
        assert_eq!(again.game.hash(), game.hash(), "{}", s.entry.key);
    }
}

#[test]
fn a_save_that_does_not_replay_says_where_and_offers_the_snapshot() {
    let s = &shipped()[0];
    let mut file = SaveFile::parse(&save_text(60)).unwrap();
    let (at, hash) = *file.hashes.last().unwrap();
    let last = file.hashes.len() - 1;
    file.hashes[last] = (at, hash ^ 1);
    let restored = s.rules.restore(&file).unwrap();
    assert!(matches!(restored.diverged, Some(SaveError::Diverged { at: said, .. }) if said == at));
    assert_eq!(restored.game.hash(), hash, "the snapshot is the position saved");
}

/// Runs `try_it` on many mutations of a text; says which panicked.
fn never_panics(name: &str, text: &str, try_it: impl Fn(&str, &mut Numbers) + Sync) {
    let bad: Vec<u64> = (0..rounds())
        .into_par_iter()
        .filter(|seed| {
            let mut numbers = Numbers(seed.wrapping_mul(0x51_7cc1).wrapping_add(name.len() as u64));
            let text = mutate(text, &mut numbers);
            catch_unwind(AssertUnwindSafe(|| try_it(&text, &mut numbers))).is_err()
        })
        .collect();
    assert!(bad.is_empty(), "{name}: mutations {bad:?} make it panic");
}

#[test]
fn no_scenario_makes_the_program_panic() {
    for s in shipped() {
        never_panics(&s.entry.key, &s.entry.text, |text, numbers| {
            let mut issues = Issues::default();
            let Ok(doc) = parse(text, &mut issues) else { return };
            let _ = to_text(&doc);
            let doc = Arc::new(doc);
            let Ok(rules) = library().rules(&doc.ruleset) else { return };
            let _ = rules.check(&doc, &OptionSet::new());
            if let Ok(mut game) =
                rules.new_match(doc, &NewMatch { seed: numbers.word(), ..NewMatch::default() })
            {
                play_on(game.as_mut(), numbers, 25);
            }
        });
    }
}

#[test]
fn no_save_makes_the_program_panic() {
    let rules = shipped()[0].rules;
    never_panics("save", &save_text(50), |text, numbers| {
        let Ok(file) = SaveFile::parse(text) else { return };
        if let Ok(mut r) = rules.restore(&file) {
            play_on(r.game.as_mut(), numbers, 20);
            let _ = r.game.save().to_text();
        }
    });
}

#[test]
fn no_script_makes_the_program_panic() {
    let key = &shipped()[0].entry.key;
    let script = format!(
        "scenario {key}\nseed 3\n# a comment\nlist\nshow\ndice 4 4\nwhy A1 B2 => 1.1\nodds a => b 3\ncount 3 x\n\
         do end turn\nexpect turn\nstate turn 1\nseat open\nhash\nundo lift\nredo\n"
    );
    never_panics("script", &script, |text, _| {
        // Files are of no concern here.
        let text = text.replace("save", "show");
        if let Ok(script) = Script::parse(&text, Path::new(".")) {
            let _ = script.run(library(), &How::default());
        }
    });
}
