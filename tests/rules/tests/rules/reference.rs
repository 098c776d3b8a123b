//! What the program and its documents say of scenario files holds: every example is read, checked and played.

use command_line::{check_scenario_text, reference};
use engine::scenario::{Issues, Severity, parse};
use rule_tests::oblique::{Oblique, words};
use rule_tests::{library, root};

/// What is wrong with a text, suggestions apart.
fn problems(text: &str) -> Vec<String> {
    let found = check_scenario_text(library(), "example.ron".as_ref(), text).list;
    found.iter().filter(|i| i.severity > Severity::Advice).map(ToString::to_string).collect()
}

/// A shell, with 20 games of the file by random players behind it.
fn expect_playable(name: &str, text: &str) {
    assert_eq!(problems(text), Vec::<String>::new(), "{name}");
    let o = Oblique::new(env!("CARGO_BIN_EXE_oblique-headless"));
    let path = o.write("file.ron", text);
    let ran = o.run(&["sim", words(&path), "--games", "20", "--seed", "3"]);
    assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
}

#[test]
fn every_rule_system_has_an_example_that_plays() {
    for rules in library().registry.all() {
        let text = reference::example(library(), rules).unwrap();
        assert!(text.lines().filter(|l| l.contains("//")).count() >= 15, "{} says too little", rules.id());
        expect_playable(rules.id(), &text);
    }
}

/// Files written from the reference alone, two for each rule system: `<id>.ron` and `<id>-2.ron`.
#[test]
fn files_written_from_the_reference_play() {
    let folder = root().join("tests/rules/tests/rules/written");
    for rules in library().registry.all() {
        for name in [format!("{}.ron", rules.id()), format!("{}-2.ron", rules.id())] {
            let path = folder.join(&name);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            expect_playable(&name, &text);
        }
    }
}

/// `BLESS=1` writes them anew.
#[test]
fn the_printed_references_are_those_of_the_rule_systems() {
    for rules in library().registry.all() {
        let text = reference::of_ruleset(library(), rules).unwrap();
        let path = root().join(format!("docs/reference/{}.md", rules.id()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let printed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(printed == text, "{} is out of date: BLESS=1 writes it anew", path.display());
        // Nothing the schema knows is left out, and every option says what it changes.
        let schema = rules.schema();
        let silent: Vec<&str> =
            schema.options.iter().filter(|o| o.help.is_empty()).map(|o| o.name.as_str()).collect();
        assert!(silent.is_empty(), "{}: {silent:?}", rules.id());
        let fields = schema
            .units
            .iter()
            .flat_map(|u| &u.fields)
            .chain(&schema.side_fields)
            .chain(&schema.scenario_fields);
        let ids = fields.map(|f| &f.id).chain(schema.terrains.iter().map(|t| &t.id));
        let ids = ids.chain(schema.edges.iter().map(|e| &e.id)).chain(schema.options.iter().map(|o| &o.id));
        for id in ids.chain(schema.specials.iter().map(|s| &s.id)).chain(schema.victory.iter().map(|v| &v.id))
        {
            assert!(text.contains(&format!("`{id}`")), "{} does not say {id}", path.display());
        }
    }
}

/// The blocks of a document that are marked as files or parts of them.
fn blocks(text: &str) -> Vec<String> {
    text.split("```ron\n").skip(1).filter_map(|b| b.split("```").next()).map(str::to_owned).collect()
}

/// A part of a file with what every file needs around it.
fn completed(part: &str) -> String {
    let needed = [
        ("format", "format: 3,"),
        ("ruleset", "ruleset: \"hold-the-line\","),
        ("title", "title: \"A part\","),
        (
            "grid",
            "grid: (orientation: PointyTop, shove: Odd, cols: 4, rows: 3, numbering: (order: ColRow, col: (letters: true, first: 1, descending: false, width: 1), row: (letters: false, first: 1, descending: false, width: 1))),",
        ),
        ("legend", "legend: {'.': \"clear\"},"),
        ("terrain", "terrain: [\"....\", \"....\", \"....\"],"),
    ];
    let has = |field: &str| part.lines().any(|l| l.starts_with(&format!("{field}:")));
    let missing: Vec<&str> = needed.iter().filter(|(f, _)| !has(f)).map(|(_, t)| *t).collect();
    format!("({}\n{part})", missing.join("\n"))
}

#[test]
fn examples_in_documents_are_right() {
    let mut seen = 0;
    for file in
        ["docs/scenario-file.md", "docs/designing.md", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
    {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        for block in blocks(&text) {
            seen += 1;
            let whole = if block.trim_start().starts_with(['(', '/']) { block } else { completed(&block) };
            let mut issues = Issues::default();
            let doc = parse(&whole, &mut issues).unwrap_or_else(|e| panic!("{file}: {e}\n{whole}"));
            let rules = library().registry.get(&doc.ruleset).unwrap();
            engine::scenario::front_end::check(&doc, rules.schema(), &doc.options, &mut issues);
            let wrong: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
            assert!(wrong.is_empty(), "{file}: {wrong:?}\n{whole}");
        }
    }
    assert!(seen >= 5, "{seen} examples");
}

#[test]
fn a_new_file_is_written_once_and_checks() {
    let o = Oblique::new(env!("CARGO_BIN_EXE_oblique-headless"));
    let path = o.path("mine.ron");
    for id in library().registry.ids() {
        let ran = o.run(&["new", id, "-o", words(&path)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let checked = o.run(&["check", words(&path)]);
        assert_eq!(checked.code, 0, "{}", checked.out);
        let again = o.run(&["new", id, "-o", words(&path)]);
        assert!(again.code == 1 && again.err.contains("there is a file of this name"), "{}", again.err);
        std::fs::remove_file(&path).unwrap();
        let printed = o.run(&["reference", id]);
        assert!(
            printed.out.contains("# The scenario file") && printed.out.contains("# Reference: "),
            "{}",
            printed.out
        );
    }
}
