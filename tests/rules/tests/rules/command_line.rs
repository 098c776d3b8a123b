//! The command line as a shell sees it: the commands that need no picture.

use engine::scenario::FORMAT;
use rule_tests::oblique::{Oblique, words};
use rule_tests::{library, root, shipped};

/// The program with a data folder of its own.
fn oblique() -> Oblique {
    Oblique::new(env!("CARGO_BIN_EXE_oblique-headless"))
}

#[test]
fn list_names_everything() {
    let o = oblique();
    let ran = o.run(&["list"]);
    assert_eq!(ran.code, 0);
    for rules in library().registry.all() {
        assert!(ran.out.contains(rules.name()));
        for name in
            rules.bots().iter().map(|b| b.id).chain(rules.schema().options.iter().map(|o| o.id.as_str()))
        {
            assert!(ran.out.contains(name), "{name} is not listed");
        }
        let full = o.run(&["list", rules.id()]);
        for s in &rules.schema().specials {
            assert!(ran.out.contains(&s.id) && full.out.contains(&s.id), "{} is not listed", s.id);
        }
    }
    let names = o.run(&["list", "--scenarios"]);
    let keys: Vec<&str> = names.out.lines().collect();
    assert_eq!(keys, library().scenarios.iter().map(|e| e.key.as_str()).collect::<Vec<_>>());
    assert!(keys.iter().all(|k| ran.out.contains(k)));
    let wrong = o.run(&["list", "no-such-rules"]);
    assert!(wrong.code == 1 && wrong.err.contains("no-such-rules"), "{}", wrong.err);
}

#[test]
fn check_passes_what_is_shipped() {
    let o = oblique();
    for s in shipped() {
        let path = root().join(&s.entry.path);
        for name in [words(&path), s.entry.key.as_str()] {
            let ran = o.run(&["check", name]);
            assert_eq!(ran.code, 0, "{}", ran.out);
            assert!(ran.out.contains("0 errors"), "{}", ran.out);
        }
    }
}

#[test]
fn check_says_where_a_file_is_wrong_and_leaves_it_alone() {
    let o = oblique();
    let text = &shipped()[0].entry.text;
    let cut = &text[..text.len() / 2];
    let lines = cut.lines().count();
    let wrong = [
        ("cut.ron", cut.to_owned(), "line "),
        ("garbled.ron", text.replacen("title:", "title::", 1), "line "),
        ("newer.ron", text.replacen(&format!("format: {FORMAT}"), "format: 77", 1), "update the program"),
        ("rules.ron", text.replacen("ruleset: \"", "ruleset: \"no-", 1), "is unknown"),
        ("empty.ron", String::new(), "line 1, column 1"),
        ("letter.ron", "Dear Sir,".to_owned(), "line 1"),
    ];
    for (name, text, said) in wrong {
        let path = o.write(name, &text);
        let ran = o.run(&["check", words(&path)]);
        assert_eq!(ran.code, 1, "{name}: {}", ran.out);
        assert!(ran.out.contains(said) && ran.out.contains("error"), "{name}: {}", ran.out);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name} was touched");
    }
    assert!(lines > 1);
    let ran = o.run(&["check", words(&o.path("nowhere.ron"))]);
    assert!(ran.code == 1 && ran.out.contains("check the name"), "{}", ran.out);
    // One bad file among good ones is enough, and all are looked at.
    let (good, bad) = (o.write("good.ron", text), o.write("bad.ron", cut));
    let ran = o.run(&["check", words(&bad), words(&good)]);
    assert!(ran.code == 1 && ran.out.contains("good.ron: scenario: 0 errors"), "{}", ran.out);
}

#[test]
fn check_names_hexes_and_pieces() {
    let o = oblique();
    let s = &shipped()[0];
    let mut doc = (*s.doc).clone();
    let pieces = std::sync::Arc::make_mut(&mut doc.pieces);
    pieces[0].place = engine::scenario::Place::Unknown("ZZ99".into());
    pieces[1].kind = "elephant".into();
    let (first, second) = (pieces[0].id.clone(), pieces[1].id.clone());
    let path = o.write("wrong.ron", &engine::scenario::to_text(&doc));
    let ran = o.run(&["check", words(&path)]);
    assert_eq!(ran.code, 1);
    for word in ["ZZ99", "elephant", &first, &second] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    // Play refuses with the same list.
    let refused = o.script(words(&path), "list\n", &[]);
    assert!(refused.code == 1 && refused.err.contains("elephant"), "{}", refused.err);
}

#[test]
fn scripts_play_list_and_fail_with_reasons() {
    let o = oblique();
    for s in shipped() {
        let key = &s.entry.key;
        let listed = o.script(key, "list\nhash\n", &["--seed", "4"]);
        assert_eq!(listed.code, 0, "{}", listed.err);
        let lines: Vec<&str> = listed.out.lines().filter(|l| l.starts_with("  ")).collect();
        assert!(lines.len() > 2, "{}", listed.out);
        let again = o.script(key, "list\nhash\n", &["--seed", "4"]);
        assert_eq!(again.out, listed.out, "the same seed gives the same game");
        let none = o.script(key, "show\ndo fly to the moon\n", &[]);
        assert!(
            none.code == 1 && none.err.contains("line 2: do fly to the moon: no legal action"),
            "{}",
            none.err
        );
        let unused = o.script(key, "dice 6\n", &[]);
        assert!(unused.code == 1 && unused.err.contains("never rolled"), "{}", unused.err);
        let unknown = o.script(key, "dance\n", &["--option", "no-such=on"]);
        assert_eq!(unknown.code, 1);
    }
    let wrong = o.script("no-such-scenario", "list\n", &[]);
    assert!(wrong.code == 1 && wrong.err.contains("no-such-scenario"), "{}", wrong.err);
}

#[test]
fn a_transcript_can_be_had_as_json() {
    let o = oblique();
    let key = &shipped()[0].entry.key;
    let ran = o.script(key, "list\nexpect something that never happened\n", &["--json"]);
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["error"]["line"], 2);
    assert!(json["transcript"]["steps"][0]["output"].as_array().is_some_and(|a| a.len() > 1));
}

#[test]
fn simulations_do_not_depend_on_threads() {
    // More than threads, so that each has several.
    const GAMES: &str = "12";
    let o = oblique();
    for s in shipped() {
        let key = s.entry.key.as_str();
        let run = |threads: &str| {
            let ran = o.run(&["sim", key, "--games", GAMES, "--seed", "9", "--threads", threads, "--json"]);
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
            let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            json["result"].clone()
        };
        let one = run("1");
        assert_eq!(one, run("3"), "{key}");
        assert_eq!(one["unfinished"], 0);
        let outcomes = one["outcomes"].as_object().unwrap();
        assert_eq!(outcomes.values().filter_map(serde_json::Value::as_u64).sum::<u64>().to_string(), GAMES);
    }
    let ran = o.run(&["sim", &shipped()[0].entry.key, "--games", "3", "--bots", "napoleon,random"]);
    assert!(ran.code == 1 && ran.err.contains("napoleon"), "{}", ran.err);
}

/// The same games, with what the tracks stood at in between.
#[test]
fn simulations_tell_how_a_war_went_turn_by_turn() {
    let o = oblique();
    for id in rule_tests::library().registry.ids() {
        let all = shipped();
        let s = all.iter().find(|s| s.rules.id() == id && s.entry.key.ends_with("tutorial")).unwrap();
        let run = |more: &[&str]| {
            let plain = [
                "sim",
                s.entry.key.as_str(),
                "--games",
                "1",
                "--seed",
                "4",
                "--json",
                "--bots",
                "greedy,random",
            ];
            let ran = o.run(&[&plain[..], more].concat());
            assert_eq!(ran.code, 0, "{id}: {}{}", ran.out, ran.err);
            let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            json["result"].clone()
        };
        let (plain, watched) = (run(&[]), run(&["--by-turn"]));
        assert_eq!(plain["actions"], watched["actions"], "{id}: other games");
        assert_eq!(plain["digest"], watched["digest"], "{id}: other games");
        assert!(plain["by_turn"].is_null());
        let turns = watched["by_turn"].as_array().unwrap();
        let last = turns.last().unwrap();
        assert!(turns.len() > 1 && last["turn"].is_null() && last["games"] == 1, "{id}: {turns:?}");
        assert_eq!(turns[0]["games"], 1, "{id}");
        let begun = turns[0]["tracks"].as_object().unwrap();
        assert!(begun.values().all(|t| t["least"].is_i64() && t["mean"].is_f64()), "{id}: {begun:?}");
    }
}

#[test]
fn saves_replay_and_say_where_they_do_not() {
    let o = oblique();
    let s = &shipped()[0];
    let mut game =
        s.rules.new_match(s.doc.clone(), &engine::game::NewMatch { seed: 2, ..Default::default() }).unwrap();
    rule_tests::play_on(game.as_mut(), &mut rule_tests::Numbers(2), 60);
    let mut file = game.save();
    let good = o.write("good.oblique", &file.to_text());
    let ran = o.run(&["replay", words(&good)]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(&format!("{:016x}", game.hash())), "{}", ran.out);
    assert_eq!(o.run(&["check", words(&good)]).code, 0);
    let (at, hash) = file.hashes[1];
    file.hashes[1] = (at, hash ^ 7);
    let bad = o.write("bad.oblique", &file.to_text());
    let ran = o.run(&["replay", words(&bad)]);
    assert!(ran.code == 1 && ran.out.contains(&format!("entry {at} does not fit")), "{}", ran.out);
    assert_eq!(o.run(&["check", words(&bad)]).code, 1);
    let newer = o.write("newer.oblique", &game.save().to_text().replacen("format: 1", "format: 50", 1));
    assert!(o.run(&["replay", words(&newer)]).err.contains("update the program"));
    // Saving from a script writes the same kind of file.
    let path = o.path("scripted.oblique");
    let ran = o.script(&s.entry.key, &format!("save {}\n", words(&path)), &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(o.run(&["replay", words(&path)]).code, 0);
}

#[test]
fn charts_are_written_checked_and_overridden() {
    let o = oblique();
    for rules in library().registry.all() {
        let folder = o.path(&format!("charts-{}", rules.id()));
        let ran = o.run(&["charts", rules.id(), "-o", words(&folder)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let own = o.path("own").join(rules.id());
        assert!(ran.out.contains(words(&own)), "the folder for own files is not named: {}", ran.out);
        assert_eq!(o.run(&["check", words(&folder)]).code, 0);
        for c in rules.charts() {
            assert_eq!(std::fs::read_to_string(folder.join(&c.path)).unwrap(), c.text);
        }
        let first = &rules.charts()[0];
        let broken = first.text.replacen("provenance:", "provenance::", 1);
        std::fs::write(folder.join(&first.path), &broken).unwrap();
        let ran = o.run(&["check", words(&folder)]);
        assert!(ran.code == 1 && ran.out.contains("line "), "{}", ran.out);
        let one = o.run(&["check", words(&folder.join(&first.path))]);
        assert!(one.code == 1 && one.out.contains("line "), "{}", one.out);
        // In the user's own folder the bad one is said and the shipped one serves.
        let mine = o.write(&format!("own/{}", first.path), &broken);
        let ran = o.run(&["sim", &shipped()[0].entry.key, "--games", "2"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.err.contains("the shipped file serves") && ran.err.contains(words(&mine)), "{}", ran.err);
        std::fs::remove_file(&mine).unwrap();
    }
    assert!(o.run(&["charts", "no-such-rules"]).err.contains("no-such-rules"));
    assert_eq!(o.run(&["check", words(o.home.path())]).code, 1, "a folder without charts");
}

#[test]
fn own_scenarios_join_the_library() {
    let o = oblique();
    let s = &shipped()[0];
    let name = s.entry.path.trim_end_matches(".ron");
    o.write(&format!("own/{name}-again.ron"), &s.entry.text);
    o.write(&format!("own/{}", s.entry.path), "(((");
    let ran = o.run(&["list"]);
    assert!(ran.out.contains(&format!("{}-again", s.entry.key)) && ran.out.contains("(own)"), "{}", ran.out);
    assert!(ran.err.contains("the shipped file serves"), "{}", ran.err);
    assert_eq!(o.run(&["check", &s.entry.key]).code, 0, "the shipped one is found");
}

#[test]
fn absurd_numbers_of_games_and_threads_are_refused_in_words() {
    let o = oblique();
    for args in [
        ["--games", "18446744073709551615"],
        ["--games", "1000000000000"],
        ["--games", "0"],
        ["--threads", "100000"],
    ] {
        let ran = o.run(&["sim", "tutorial", args[0], args[1]]);
        let said = ran.err.contains(args[0]) && ran.err.contains("it must be a number from");
        assert!(ran.code == 2 && said, "{args:?}: {} {}", ran.code, ran.err);
    }
}

#[cfg(unix)]
#[test]
fn devices_are_not_read_to_their_end() {
    let o = oblique();
    for device in ["/dev/zero", "/dev/null"] {
        let ran = o.run(&["check", device]);
        assert!(ran.code == 1 && ran.out.contains("not a file (name an ordinary file)"), "{}", ran.out);
    }
}

#[test]
fn impossible_maps_are_refused_with_field_and_remedy() {
    let o = oblique();
    let text = o.run(&["new", "hold-the-line"]).out;
    for (size, said) in [
        ("cols: 100000, rows: 7", "'cols'"),
        ("cols: 5000, rows: 6", "no side may be longer than 2000 hexes"),
        ("cols: 1000, rows: 1000", "make it 1000 x 60 at most"),
        ("cols: nine, rows: 7", "'cols' must be a number"),
    ] {
        let path = o.write("size.ron", &text.replacen("cols: 9, rows: 7", size, 1));
        let ran = o.run(&["check", words(&path)]);
        assert!(ran.code == 1 && ran.out.contains("line ") && ran.out.contains(said), "{size}: {}", ran.out);
    }
}
