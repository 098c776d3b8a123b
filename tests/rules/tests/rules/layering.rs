//! The house rules a machine can check: who may depend on whom, what the engine must not know, and
//! that a rule system is an island.

use rule_tests::{library, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Longer files are to be split.
const MOST_LINES: usize = 600;

fn cargo(args: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let run = |extra: &[&str]| {
        let mut c = Command::new(&cargo);
        c.current_dir(root()).args(args).args(extra).env_remove("RUSTFLAGS");
        c.output().unwrap_or_else(|e| panic!("cargo cannot be run: {e}"))
    };
    let mut out = run(&["--offline"]);
    if !out.status.success() {
        out = run(&[]);
    }
    assert!(out.status.success(), "cargo {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Crates of a tree that begin with one of these names.
fn forbidden<'a>(tree: &'a str, names: &[&str]) -> Vec<&'a str> {
    let first = |l: &'a str| l.split_whitespace().next().unwrap_or_default();
    let bad = |c: &&str| names.iter().any(|n| c == n || c.starts_with(&format!("{n}-")));
    let mut out: Vec<&str> = tree.lines().map(first).filter(bad).collect();
    out.dedup();
    out
}

const SCREEN: [&str; 8] = ["egui", "eframe", "emath", "epaint", "winit", "glow", "wgpu", "rfd"];

#[test]
fn the_engine_does_not_know_the_screen() {
    let tree = cargo(&["tree", "-e", "normal", "-p", "engine", "--prefix", "none"]);
    assert!(tree.starts_with("engine "));
    assert_eq!(forbidden(&tree, &SCREEN), Vec::<&str>::new());
    assert_eq!(forbidden(&format!("{tree}\negui v0.37.0\n"), &SCREEN), ["egui"], "the check itself");
}

#[test]
fn rule_cases_and_headless_commands_build_no_screen() {
    for name in ["command_line", "rule_tests"] {
        // Everything a test needs: what it depends on, on what that depends, and build scripts.
        let tree = cargo(&["tree", "-e", "normal,dev,build", "-p", name, "--prefix", "none"]);
        assert!(tree.contains("\nclap "), "the tree of {name} is read wrongly");
        assert_eq!(forbidden(&tree, &SCREEN), Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn the_program_draws_with_glow_and_not_with_wgpu() {
    let tree = cargo(&["tree", "-e", "normal", "-p", "app", "--prefix", "none"]);
    assert!(tree.contains("\neframe "), "the tree is read wrongly");
    assert_eq!(forbidden(&tree, &["wgpu", "naga"]), Vec::<&str>::new());
    assert_eq!(forbidden("wgpu-core v1\n", &["wgpu"]), ["wgpu-core"], "the check itself");
}

/// What each crate of the house may use of the house.
fn allowed(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "engine" => Some(&[]),
        // Rule systems are islands: they see the engine and never a sister.
        "austrian_succession" | "hold_the_line" | "frederick_the_great" | "prussias_glory" | "made_up" => {
            Some(&["engine"])
        }
        "players" => Some(&["engine"]),
        "registry" => Some(&[
            "engine",
            "austrian_succession",
            "hold_the_line",
            "frederick_the_great",
            "prussias_glory",
            "players",
        ]),
        "board" => Some(&["engine"]),
        "ui_kit" => Some(&["board", "engine"]),
        "editor" => Some(&["ui_kit", "board", "engine"]),
        "library" => Some(&["engine", "registry"]),
        "command_line" => Some(&["engine", "registry", "library"]),
        "app" => Some(&["ui_kit", "editor", "board", "command_line", "library", "engine", "registry"]),
        "rule_tests" => Some(&["command_line", "library", "engine", "made_up", "registry"]),
        "tests" => Some(&["rule_tests", "app", "ui_kit", "editor", "board", "engine", "registry"]),
        _ => None,
    }
}

fn wrong_ways(house: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut out = Vec::new();
    for (name, uses) in house {
        let Some(allowed) = allowed(name) else {
            out.push(format!("{name} has no place in the house"));
            continue;
        };
        for used in uses.iter().filter(|u| house.contains_key(*u)) {
            if !allowed.contains(&used.as_str()) {
                out.push(format!("{name} must not use {used}"));
            }
        }
    }
    out
}

#[test]
fn dependencies_point_one_way() {
    let text = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut house = BTreeMap::new();
    for p in json["packages"].as_array().unwrap() {
        let uses = p["dependencies"].as_array().unwrap().iter();
        let uses = uses.map(|d| d["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        house.insert(p["name"].as_str().unwrap().to_owned(), uses);
    }
    assert!(house.len() >= 5, "{house:?}");
    assert_eq!(wrong_ways(&house), Vec::<String>::new());
    house.get_mut("engine").unwrap().push("board".into());
    assert_eq!(wrong_ways(&house), ["engine must not use board"], "the check itself");
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(list) = std::fs::read_dir(folder) else { return };
    for path in list.flatten().map(|e| e.path()) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, out);
        } else if name.ends_with(".rs") {
            out.push(path);
        }
    }
}

/// All sources of the program itself, as path below the root and text.
fn program() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for id in library().registry.ids() {
        sources(&root().join("engine").join(id).join("src"), &mut files);
    }
    for folder in [
        "engine/src",
        "engine/players/src",
        "engine/registry/src",
        "app/src",
        "app/board/src",
        "app/ui-kit/src",
        "app/library/src",
        "app/command-line/src",
        "editor/src",
    ] {
        sources(&root().join(folder), &mut files);
    }
    files.sort();
    assert!(files.len() > 30, "the sources are looked for in the wrong place");
    let read = |p: PathBuf| {
        let text = std::fs::read_to_string(&p).unwrap();
        let name = p.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        (name, text)
    };
    files.into_iter().map(read).collect()
}

/// Code without comments and without tests, which stand at the end of a file or in one of their own.
fn bare(name: &str, text: &str) -> String {
    if name.ends_with("/tests.rs") || name.contains("/tests/") {
        return String::new();
    }
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let strip = |l: &str| match l.find("//") {
        // Not the `//` of an address.
        Some(i) if !l[..i].ends_with(':') => l[..i].to_owned(),
        _ => l.to_owned(),
    };
    code.lines().map(strip).collect::<Vec<_>>().join("\n")
}

/// Where code names a rule system that is not its own.
fn names_of_rules(name: &str, code: &str, ids: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for id in ids {
        let module = id.replace('-', "_");
        let own = name.starts_with(&format!("engine/{id}/")) || name.starts_with("engine/registry/");
        if own {
            continue;
        }
        for (n, line) in (1..).zip(code.lines()) {
            if line.contains(id) || line.contains(&module) {
                out.push(format!("{name}:{n} names {id}: {}", line.trim()));
            }
        }
    }
    out
}

#[test]
fn a_rule_system_is_an_island() {
    let ids = library().registry.ids();
    let mut bad = Vec::new();
    for (name, text) in program() {
        bad.extend(names_of_rules(&name, &bare(&name, &text), &ids));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let id = ids[0];
    let module = id.replace('-', "_");
    let code = format!("use {module}::State;");
    assert_eq!(names_of_rules("engine/another/src/lib.rs", &code, &ids).len(), 1, "the check itself");
    let own = format!("engine/{id}/src/lib.rs");
    assert!(names_of_rules(&own, &code, &ids).is_empty());
}

/// What each module of the engine may use of the engine; `game` uses everything.
const ENGINE_MODULES: [(&str, &[&str]); 14] = [
    ("words", &[]),
    ("rule", &[]),
    ("seat", &[]),
    ("assets", &[]),
    ("flat_record", &[]),
    ("hex", &[]),
    ("search", &[]),
    ("dice", &["rule"]),
    ("scenario", &["hex", "rule", "seat", "words"]),
    ("table", &["assets", "scenario"]),
    ("map", &["hex", "scenario"]),
    ("los", &["hex", "map"]),
    ("present", &["assets", "dice", "hex", "rule", "scenario", "seat", "words"]),
    (
        "game",
        &[
            "assets", "dice", "hex", "los", "map", "present", "rule", "scenario", "search", "seat", "table",
            "words",
        ],
    ),
];

/// The modules of the engine that code names as `crate::…`.
fn engine_modules_used(code: &str) -> Vec<&str> {
    // What the root itself offers, and where it comes from.
    let roots = [
        ("AssetSource", "assets"),
        ("AssetError", "assets"),
        ("MemoryAssets", "assets"),
        ("has_words", "words"),
        ("capitalised", "words"),
        ("read_flat_record", "flat_record"),
        ("name_in_record", "flat_record"),
    ];
    let mut out = Vec::new();
    for after in code.split("crate::").skip(1) {
        let (list, end) = match after.strip_prefix('{') {
            Some(list) => (true, list.find("};").unwrap_or(list.len()) + 1),
            None => (false, after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len())),
        };
        let named = &after[..end];
        if list {
            out.extend(ENGINE_MODULES.iter().map(|m| m.0).filter(|m| named.contains(&format!("{m}::"))));
            out.extend(roots.iter().filter(|r| named.contains(r.0)).map(|r| r.1));
        } else {
            out.push(roots.iter().find(|r| r.0 == named).map_or(named, |r| r.1));
        }
    }
    out
}

fn wrong_engine_modules(name: &str, code: &str) -> Vec<String> {
    let inside = name.strip_prefix("engine/src/").unwrap_or_default();
    let module = inside.split(['/', '.']).next().unwrap_or_default();
    if module == "lib" {
        return Vec::new();
    }
    let Some((_, allowed)) = ENGINE_MODULES.iter().find(|m| m.0 == module) else {
        return vec![format!("{name}: the module {module} has no place in the engine")];
    };
    let used = engine_modules_used(code);
    let bad = used.into_iter().filter(|u| *u != module && !allowed.contains(u));
    bad.map(|u| format!("{name} must not use {u}")).collect()
}

#[test]
fn modules_of_the_engine_point_one_way() {
    let mut bad = Vec::new();
    for (name, text) in program().iter().filter(|(n, _)| n.starts_with("engine/src/")) {
        bad.extend(wrong_engine_modules(name, &bare(name, text)));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    for wrong in
        ["use crate::game::Cx;", "use crate::{AssetSource, game::Cx};", "crate::game::digest(&bytes)"]
    {
        let found = wrong_engine_modules("engine/src/present/mod.rs", wrong);
        assert_eq!(found, ["engine/src/present/mod.rs must not use game"], "the check itself");
    }
    assert_eq!(wrong_engine_modules("engine/src/hex/mod.rs", "use crate::AssetSource;").len(), 1);
    assert_eq!(wrong_engine_modules("engine/src/stacks/mod.rs", "").len(), 1);
}

#[test]
fn the_engine_does_not_know_the_disk_or_the_clock() {
    let known = ["std::fs", "std::time", "std::net", "std::env", "Instant::now", "SystemTime", "println!"];
    let wrong = |code: &str| known.iter().filter(|k| code.contains(**k)).copied().collect::<Vec<_>>();
    let mut bad = Vec::new();
    for (name, text) in program().into_iter().filter(|(n, _)| n.starts_with("engine/")) {
        bad.extend(wrong(&bare(&name, &text)).into_iter().map(|w| format!("{name}: {w}")));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert_eq!(wrong("let now = std::time::Instant::now();").len(), 2, "the check itself");
}

#[test]
fn nothing_is_left_undone_and_files_fit_in_a_head() {
    let mut bad = Vec::new();
    for (name, text) in program() {
        let lines = text.lines().count();
        if lines > MOST_LINES {
            bad.push(format!("{name} has {lines} lines, more than {MOST_LINES}"));
        }
        let code = bare(&name, &text);
        for word in [concat!("to", "do!("), "unimplemented!(", "dbg!("] {
            if code.contains(word) {
                bad.push(format!("{name}: {word}"));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn no_test_is_ignored() {
    let mut files = Vec::new();
    for folder in ["engine", "app", "editor", "tests"] {
        sources(&root().join(folder), &mut files);
    }
    let mark = concat!("#[ig", "nore");
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains(mark), "{}: use a known_failure case instead", path.display());
    }
}
