//! The command line as a shell sees it: help, and the commands that draw.

use tests::oblique::{Oblique, words};
use tests::shipped;

/// The program with a data folder of its own.
fn oblique() -> Oblique {
    Oblique::new(env!("CARGO_BIN_EXE_oblique-under-test"))
}

#[test]
fn help_names_every_command_and_a_wrong_one_is_an_error() {
    let o = oblique();
    let help = o.run(&["--help"]);
    assert_eq!(help.code, 0);
    for command in ["check", "script", "sim", "image", "replay", "list", "charts"] {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command} is not in the help");
        assert_eq!(o.run(&[command, "--help"]).code, 0);
    }
    assert!(o.run(&["script", "--help"]).out.contains("dice [PURPOSE] 5 5 6"));
    assert_eq!(o.run(&["chekc", "x", "y"]).code, 2);
}

#[test]
fn without_a_display_there_is_one_sentence_and_the_help() {
    let o = oblique();
    let ran = o.run(&[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("oblique: The window cannot be opened: there is no display"), "{}", ran.err);
    assert!(ran.err.contains("Usage: oblique"), "{}", ran.err);
    assert!(!ran.err.contains("panicked"));
    // A name that is no file is said before the display is looked for.
    let ran = o.run(&["no-such-file.ron"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("oblique: There is no file no-such-file.ron"), "{}", ran.err);
}

#[test]
fn pictures_are_written() {
    let o = oblique();
    let key = &shipped()[0].entry.key;
    let (png, svg) = (o.path("a.png"), o.path("a.svg"));
    for path in [&png, &svg] {
        let ran = o.run(&["image", key, "-o", words(path), "--scale", "20"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let picture = image::open(&png).unwrap();
    assert!(picture.width() > 200 && picture.height() > 100);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default()).is_ok());
    for args in [["-o", "a.bmp"], ["-o", "a.png"]] {
        let scale = if args[1] == "a.png" { "1e9" } else { "20" };
        assert_eq!(o.run(&["image", key, args[0], args[1], "--scale", scale]).code, 1);
    }
}

#[test]
fn a_match_is_told_as_html_and_as_markdown() {
    let o = oblique();
    let s =
        shipped().into_iter().find(|s| s.rules.has_hidden_information(&s.doc, &Default::default())).unwrap();
    let how = engine::game::NewMatch { seed: 3, ..Default::default() };
    let mut game = s.rules.new_match(std::sync::Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    tests::play_on(game.as_mut(), &mut tests::Numbers(6), 120);
    let save = o.write("told.oblique", &game.save().to_text());
    let html = o.path("told.html");
    let ran = o.run(&["report", words(&save), "-o", words(&html)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(&s.doc.title), "{}", ran.out);
    let text = std::fs::read_to_string(&html).unwrap();
    for part in
        ["<h2>Graphs</h2>", "<h2>Dice</h2>", "<h2>Losses</h2>", "<h2>Turn by turn</h2>", "<th>Formation</th>"]
    {
        assert!(text.contains(part), "no {part}");
    }
    assert!(text.contains(&format!("<h1>{}</h1>", s.doc.title)) && text.trim_end().ends_with("</html>"));
    assert!(text.contains("data:image/png;base64,"), "a map for each turn");
    // Markdown has its pictures in a folder beside it, and every one it names is there.
    let md = o.path("told.md");
    let ran = o.run(&["report", words(&save), "-o", words(&md), "--seat", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(&md).unwrap();
    assert!(text.contains("## Dice") && text.contains("## Losses") && text.contains("## Turn by turn"));
    let named: Vec<&str> = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|p| p.contains('/'))
        .collect();
    assert!(named.len() > 2, "{named:?}");
    for picture in named {
        let path = md.parent().unwrap().join(picture);
        assert!(std::fs::metadata(&path).is_ok_and(|m| m.len() > 100), "{} is not there", path.display());
    }
    // What is wrong is said.
    assert!(o.run(&["report", words(&save), "-o", words(&o.path("told.pdf"))]).err.contains(".html or .md"));
    let ran = o.run(&["report", words(&save), "-o", words(&html), "--seat", "9"]);
    assert!(ran.code != 0 && ran.err.contains("--seat 9"), "{}", ran.err);
    let bad = o.write("bad.oblique", "(((");
    assert_ne!(o.run(&["report", words(&bad), "-o", words(&html)]).code, 0);
}
