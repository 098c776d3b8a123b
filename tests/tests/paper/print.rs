//! The setup kit: every shipped scenario printed, read again, measured.

mod reader;
mod window;

use board::scene::Shape;
use editor::print::{Item, Kit, Options, Page, Paper, Part, Source, compose, pdf, png};
use egui::Rect;
use engine::scenario::{FieldKind, OptionSet, Place, ScenarioDoc, Value};
use rayon::prelude::*;
use reader::{Row, rows, without_pictures, words_of, words_of_bbox};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tests::{Shipped, shipped};

fn source(s: &Shipped) -> Source {
    Source::gather(Arc::clone(&s.doc), s.rules, &OptionSet::new())
}

fn kit(src: &Source, options: &Options) -> Kit {
    compose(src, options, &mut |_| true).unwrap()
}

fn on(paper: Paper) -> Options {
    Options { paper, ..Options::default() }
}

/// Whether poppler's tools are here. On the build machine they must be.
fn poppler() -> bool {
    let there = Command::new("pdfinfo").arg("-v").output().is_ok();
    assert!(
        there || std::env::var_os("CI").is_none(),
        "poppler-utils must be installed on the build machine"
    );
    if !there {
        eprintln!("skipped: pdfinfo, pdftotext, pdffonts and pdftoppm (poppler-utils) are not installed");
    }
    there
}

fn run(tool: &str, args: &[&str]) -> String {
    let out = Command::new(tool).args(args).output().unwrap();
    assert!(out.status.success(), "{tool} {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn oblique(args: &[&str]) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_oblique-under-test"))
        .args(args)
        .env("OBLIQUE_DATA", home.path())
        .output()
        .unwrap();
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    (out.status.code().unwrap_or(-1), text(&out.stdout), text(&out.stderr))
}

/// One scenario of each rule system.
fn firsts() -> Vec<Shipped> {
    let mut out: Vec<Shipped> = Vec::new();
    for s in shipped() {
        if out.iter().all(|o| o.doc.ruleset != s.doc.ruleset) {
            out.push(s);
        }
    }
    out
}

/// What a setup table must say of a scenario, from the document alone.
fn expected(s: &Shipped, src: &Source) -> Vec<Row> {
    let (doc, schema) = (&s.doc, s.rules.schema());
    let mut out = Vec::new();
    // What the map tells itself, like fortresses, stands in no table.
    for p in doc.pieces.iter().filter(|p| !p.side.is_empty() || src.has_counter(p)) {
        let hex = match &p.place {
            Place::Hex(h) => doc.map.hex_label(*h),
            Place::Off if doc.setup.iter().any(|e| e.pieces.contains(&p.id)) => "area".to_owned(),
            // Its heading says where it waits.
            Place::Off if !src.is_scheduled(&p.id) => "off".to_owned(),
            Place::Box { .. } => "box".to_owned(),
            _ => continue,
        };
        let kind = schema.unit(&p.kind).unwrap();
        let side = doc.side(&p.side);
        let several = side.is_some_and(|s| s.nations.len() > 1);
        let nation = doc.nation(&p.nation).filter(|_| several).map(|n| n.adjective.clone());
        let mut unit = match (&nation, p.name.is_empty()) {
            (None, true) => kind.name.clone(),
            (None, false) => kind.name.to_lowercase(),
            (Some(n), _) => format!("{n} {}", kind.name.to_lowercase()),
        };
        if !p.name.is_empty() {
            unit = format!("{}, {unit}", p.name);
        }
        let tells_strength = |f: &&engine::scenario::Field| match &f.kind {
            FieldKind::Int { .. } | FieldKind::Figures(_) => true,
            FieldKind::List(inner) => matches!(**inner, FieldKind::Figures(_)),
            _ => false,
        };
        let first = kind.fields.iter().find(tells_strength);
        // Leaders and things that are nobody's have figures with names, others a strength.
        let main = first.filter(|_| !kind.leader && !p.side.is_empty());
        let value = |f: &engine::scenario::Field| match p.props.get(&f.id).unwrap_or(&f.default) {
            Value::List(faces) => faces[0].to_string(),
            v => v.to_string(),
        };
        let mut more = Vec::new();
        for f in kind.fields.iter().filter(|f| main.is_none_or(|m| m.id != f.id)) {
            let always = first.is_some_and(|m| m.id == f.id);
            let v = if always { Some(p.props.get(&f.id).unwrap_or(&f.default)) } else { p.props.get(&f.id) };
            if let Some(v) = v.filter(|v| always || **v != f.default) {
                let name = f.name.to_lowercase();
                let word =
                    |list: &[(String, String)]| list.iter().find(|c| Value::Text(c.0.clone()) == *v).cloned();
                let chosen = if let FieldKind::Choice(list) = &f.kind { word(list) } else { None };
                more.push(match (v, chosen) {
                    (Value::Bool(true), _) => name,
                    (_, Some((_, word))) => format!("{name} {word}"),
                    _ => format!("{name} {v}"),
                });
            }
        }
        if !more.is_empty() {
            unit += &format!(" ({})", more.join(", "));
        }
        out.push(Row {
            side: side.map_or_else(|| "On the map for both".to_owned(), |s| s.name.clone()),
            unit,
            hex,
            facing: p
                .facing
                .map_or_else(String::new, |f| f.compass_name(doc.map.grid.orientation).to_owned()),
            strength: main.map_or_else(String::new, value),
        });
    }
    out.sort();
    out
}

/// States in brackets are told besides the fields: they are left out before comparing.
fn plain(mut row: Row) -> Row {
    for state in [", asleep)", "(asleep)"] {
        if let Some(i) = row.unit.find(state) {
            let keep = if state.starts_with(',') { ")" } else { "" };
            row.unit = format!("{}{keep}", &row.unit[..i]).trim_end().to_owned();
        }
    }
    row
}

fn sides(doc: &ScenarioDoc) -> Vec<String> {
    let mut out: Vec<String> = doc.sides.iter().map(|s| s.name.clone()).collect();
    out.push("On the map for both".into());
    out
}

fn placements(pages: &[(Vec<reader::Spot>, &Page)], doc: &ScenarioDoc) -> Vec<Row> {
    let mut last = Vec::new();
    let mut out: Vec<Row> = Vec::new();
    for (words, page) in pages {
        if page.part == Part::Setup {
            out.extend(rows(words, &sides(doc), &mut last).into_iter().map(plain));
        }
    }
    out.sort();
    out
}

/// Must show 3, from the page model: a stranger who reads the tables places the same pieces.
#[test]
fn setup_tables_are_read_back_into_the_same_placements() {
    for s in shipped() {
        let src = source(&s);
        for paper in [Paper::A4, Paper::Letter] {
            let kit = kit(&src, &Options { parts: vec![Part::Setup], ..on(paper) });
            let pages: Vec<_> = kit.pages.iter().map(|p| (words_of(p), p)).collect();
            let (found, wanted) = (placements(&pages, &s.doc), expected(&s, &src));
            compare(&s.entry.key, &found, &wanted);
            let said: Vec<String> = kit.pages.iter().flat_map(|p| p.words(false)).map(|w| w.text).collect();
            let said = said.join(" ");
            for name in boxes(&s, &src) {
                assert!(said.contains(&format!("In the box: {name}")), "{}: {name}", s.entry.key);
            }
        }
    }
}

/// The boxes in which pieces begin, as the rules name them.
fn boxes<'a>(s: &Shipped, src: &'a Source) -> Vec<&'a str> {
    let used = |b: &&engine::present::BoxView| {
        s.doc.pieces.iter().any(|p| matches!(&p.place, Place::Box { slot, .. } if *slot == b.id))
    };
    src.sheets.iter().flat_map(|s| &s.boxes).filter(used).map(|b| b.name.as_str()).collect()
}

fn compare(name: &str, found: &[Row], wanted: &[Row]) {
    let missing: Vec<_> = wanted.iter().filter(|r| !found.contains(r)).collect();
    let extra: Vec<_> = found.iter().filter(|r| !wanted.contains(r)).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{name}: not found {missing:#?}, read instead {extra:#?}"
    );
    assert_eq!(found, wanted, "{name}: a piece stands twice");
}

/// Must show 1 and 3, from the file: sizes, fonts, title, and the tables read out of the PDF.
#[test]
fn every_scenario_is_written_and_the_file_says_the_same() {
    if !poppler() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    shipped().par_iter().for_each(|s| {
        for paper in [Paper::A4, Paper::Letter] {
            let file = dir.path().join(format!("{}-{}.pdf", s.entry.key.replace('/', "-"), paper.name()));
            let file = file.to_str().unwrap();
            let name = paper.name().to_lowercase();
            let (code, out, err) = oblique(&["print", &s.entry.key, "-o", file, "--paper", &name]);
            assert_eq!(code, 0, "{}: {out}{err}", s.entry.key);
            check_file(s, paper, file);
        }
    });
}

fn check_file(s: &Shipped, paper: Paper, file: &str) {
    let key = &s.entry.key;
    let info = run("pdfinfo", &["-f", "1", "-l", "999", file]);
    let (w, h) = (paper.size().x * 72.0 / 25.4, paper.size().y * 72.0 / 25.4);
    let sizes: Vec<&str> = info.lines().filter(|l| l.starts_with("Page ") && l.contains(" size:")).collect();
    assert!(sizes.len() > 4, "{key}: {info}");
    for l in sizes {
        let n: Vec<f32> =
            l.split("size:").nth(1).unwrap().split_whitespace().filter_map(|t| t.parse().ok()).collect();
        let fits = |a: f32, b: f32| (n[0] - a).abs() < 0.6 && (n[1] - b).abs() < 0.6;
        assert!(fits(w, h) || fits(h, w), "{key}: {l}");
    }
    assert!(info.contains(&format!("Title:           {}: setup kit", s.doc.title)), "{key}: {info}");
    for l in run("pdffonts", &[file]).lines().skip(2) {
        let yes = l.split_whitespace().filter(|t| *t == "yes").count();
        assert_eq!(yes, 3, "{key}: not embedded, cut down and readable: {l}");
    }
    let text = run("pdftotext", &["-layout", file, "-"]);
    for e in &s.doc.schedule {
        assert!(text.contains(&e.name), "{key}: the arrival {} is missing", e.name);
    }
    for sp in s.doc.specials.iter().filter_map(|sp| sp.props.get("name")) {
        assert!(text.contains(&sp.to_string()), "{key}: the objective {sp} is missing");
    }
    let src = source(s);
    assert!(text.matches(&src.hash).count() > 4, "{key}: the hash is not on the pages");
    let kit = kit(&src, &on(paper));
    let words = words_of_bbox(&run("pdftotext", &["-bbox", file, "-"]));
    assert_eq!(words.len(), kit.pages.len(), "{key}");
    let pages: Vec<_> = words.into_iter().zip(&kit.pages).map(|(w, p)| (without_pictures(w, p), p)).collect();
    // Whose table a row stands in is read from the pages themselves; in the file the bands over the columns are not always told apart.
    let of_nobody = |rows: Vec<Row>| {
        let mut out: Vec<Row> = rows.into_iter().map(|r| Row { side: String::new(), ..r }).collect();
        out.sort_by_cached_key(|r| format!("{r:?}"));
        out
    };
    compare(key, &of_nobody(placements(&pages, &s.doc)), &of_nobody(expected(s, &source(s))));
}

/// Must show 2: nothing leaves the paper, nothing lies over another text, all type is of 7 points.
#[test]
fn nothing_is_cut_off_and_no_text_lies_on_another() {
    let firsts = firsts();
    for s in shipped() {
        let src = source(&s);
        let first = firsts.iter().any(|f| f.entry.key == s.entry.key);
        for (paper, mono) in
            [(Paper::A4, false), (Paper::Letter, false), (Paper::A3, true), (Paper::A4, true)]
        {
            if mono && !first {
                continue;
            }
            // Drawing maps is slow without optimisation: they are looked at once for each rule system.
            let mut opt = Options { mono, ..on(paper) };
            opt.parts.retain(|p| *p != Part::Map || (first && !mono));
            for (i, page) in kit(&src, &opt).pages.iter().enumerate() {
                let place = format!("{} on {}, page {} ({})", s.entry.key, paper.name(), i + 1, page.name);
                check_page(page, &place);
            }
        }
    }
}

fn check_page(page: &Page, place: &str) {
    let words = page.words(false);
    let boxed = |w: &editor::print::Word| {
        Rect::from_min_max(
            egui::pos2(w.at.x, w.at.y - 0.62 * w.size),
            egui::pos2(w.at.x + w.width, w.at.y + 0.1 * w.size),
        )
    };
    let paper = Rect::from_min_size(egui::Pos2::ZERO, page.size).shrink(3.5);
    for (i, w) in words.iter().enumerate() {
        assert!(w.size > 6.99 * 25.4 / 72.0, "{place}: '{}' is too small: {}", w.text, w.size);
        let b = boxed(w);
        assert!(paper.contains_rect(b), "{place}: '{}' leaves the paper at {b:?}", w.text);
        for o in &words[..i] {
            let both = b.intersect(boxed(o));
            let over = both.width() > 0.4 && both.height() > 0.4;
            assert!(!over, "{place}: '{}' lies on '{}' at {b:?}", w.text, o.text);
        }
    }
    for item in &page.items {
        if let Item::Scene { clip, .. } = item {
            assert!(
                paper.expand(0.5).contains_rect(*clip),
                "{place}: a picture leaves the paper at {clip:?}"
            );
        }
    }
}

/// Cells of the counters on a page: the clips of their pictures.
fn cells(page: &Page) -> Vec<Rect> {
    page.items
        .iter()
        .filter_map(|i| match i {
            Item::Scene { clip, .. } => Some(*clip),
            Item::Shape(_) => None,
        })
        .collect()
}

/// Must show 2: backs land behind fronts, sizes are true, counts match the order of battle.
#[test]
fn backs_lie_behind_their_fronts_and_counts_match() {
    for s in shipped() {
        let src = source(&s);
        for (paper, mm) in [(Paper::A4, 12.7), (Paper::Letter, 15.9), (Paper::A4, 25.4)] {
            let opt = Options { parts: vec![Part::Counters], counter: Some(mm), ..on(paper) };
            let kit = kit(&src, &opt);
            let sheets: Vec<&Page> = kit.pages.iter().filter(|p| !cells(p).is_empty()).collect();
            assert_eq!(sheets.len() % 2, 0, "{}: every sheet has two sides", s.entry.key);
            let mut count = 0;
            for pair in sheets.chunks(2) {
                let (front, back) = (cells(pair[0]), cells(pair[1]));
                assert_eq!(front.len(), back.len());
                count += front.len();
                for (f, b) in front.iter().zip(&back) {
                    assert!((f.width() - mm).abs() < 1e-3 && (f.height() - mm).abs() < 1e-3);
                    // Turned over its long edge, the sheet has left and right changed.
                    let turned = pair[0].size.x - b.max.x;
                    assert!((turned - f.min.x).abs() < 1e-3 && (b.min.y - f.min.y).abs() < 1e-3);
                }
            }
            let wanted: u16 = src.kit.pieces.iter().map(|p| p.copies).sum::<u16>()
                + src.kit.markers.iter().map(|m| m.count).sum::<u16>();
            assert_eq!(count, usize::from(wanted), "{}", s.entry.key);
        }
        counts_match(&s, &src);
    }
}

/// Every piece of the document is on the sheets: by itself, or as its points in coin.
fn counts_match(s: &Shipped, src: &Source) {
    let fields = |p: &engine::scenario::Piece| s.rules.schema().unit(&p.kind).unwrap().fields.len();
    let own = |p: &&engine::scenario::Piece| src.kit.pieces.iter().any(|k| k.piece == p.id);
    let rest: Vec<_> = s.doc.pieces.iter().filter(|p| !own(p) && !p.side.is_empty()).collect();
    let points: i64 = rest
        .iter()
        .filter(|p| fields(p) > 0)
        .filter_map(|p| p.props.get("sp"))
        .filter_map(Value::as_int)
        .sum();
    let change = |p: &&engine::present::PieceView| p.piece.is_empty() && p.front.tag.is_empty();
    let coins: i64 = src
        .kit
        .pieces
        .iter()
        .filter(change)
        .map(|p| {
            let worth = p.front.strength.values.first().and_then(|v| v.parse::<i64>().ok()).unwrap_or(0);
            worth * i64::from(p.copies)
        })
        .sum();
    assert_eq!(coins, points, "{}: points in coin", s.entry.key);
}

/// A unit of two counters has both in the kit; what is set up unseen stands on a sealed page for each side.
#[test]
fn all_counters_of_a_unit_are_there_and_hidden_set_up_is_sealed() {
    let (mut several, mut sealed) = (0, 0);
    for s in shipped().into_iter().filter(|s| s.doc.ruleset == "prussias-glory") {
        let unseen: OptionSet =
            [("limited-intelligence".to_owned(), Value::Bool(true))].into_iter().collect();
        let src = Source::gather(Arc::clone(&s.doc), s.rules, &unseen);
        for p in s.doc.pieces.iter() {
            let Some(Value::List(counters)) = p.props.get("counters") else { continue };
            let there = src.kit.pieces.iter().filter(|k| k.piece == p.id).count();
            assert_eq!(there, counters.len(), "{}: counters of {}", s.entry.key, p.id);
            several += usize::from(there > 1);
        }
        assert_eq!(src.kit.secret, s.entry.key.ends_with("-main"), "{}", s.entry.key);
        let kit = kit(&src, &Options { parts: vec![Part::Setup], ..on(Paper::A4) });
        for side in s.doc.sides.iter().filter(|_| src.kit.secret) {
            let is_for = |p: &&Page| {
                let words: Vec<String> = words_of(p).into_iter().map(|w| w.text).collect();
                words.join(" ").contains(&format!("Sealed: {}", side.name))
            };
            assert!(kit.pages.iter().any(|p| is_for(&p)), "{}: no sealed page of {}", s.entry.key, side.name);
            sealed += 1;
        }
    }
    assert!(several > 100 && sealed == 8, "{several} units of several counters, {sealed} sealed pages");
}

/// Must show 2: marks of 12.7 mm on the printed page, measured in its pixels.
#[test]
fn counters_measure_true_on_the_page() {
    if !poppler() {
        return;
    }
    let all = shipped();
    let src = source(&all[0]);
    let opt = Options { parts: vec![Part::Counters], counter: Some(12.7), ..Options::default() };
    let kit = kit(&src, &opt);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("kit.pdf");
    std::fs::write(&file, pdf::write(&kit, &mut |_| true).unwrap().unwrap()).unwrap();
    let stem = dir.path().join("page");
    run(
        "pdftoppm",
        &[
            "-r",
            "600",
            "-f",
            "1",
            "-l",
            "1",
            "-png",
            "-singlefile",
            file.to_str().unwrap(),
            stem.to_str().unwrap(),
        ],
    );
    let image = image::open(stem.with_extension("png")).unwrap().to_luma8();
    let px = 600.0 / 25.4;
    // Just under the upper ends of the cut marks of the first row.
    let top = cells(&kit.pages[0])[0].min.y - 2.2;
    let y = (top * px) as u32;
    let dark: Vec<u32> = (0..image.width()).filter(|x| image.get_pixel(*x, y).0[0] < 128).collect();
    let mut marks: Vec<f32> = Vec::new();
    for x in dark {
        let x = x as f32 / px;
        if marks.last().is_none_or(|l| x - l > 2.0) {
            marks.push(x);
        }
    }
    assert!(marks.len() > 5, "{marks:?}");
    for pair in marks.windows(2) {
        assert!((pair[1] - pair[0] - 12.7).abs() < 0.2, "{marks:?}");
    }
}

/// Must show 2: neighbouring map pages show the same in what they share.
#[test]
fn map_pages_join() {
    let largest = shipped().into_iter().max_by_key(|s| s.doc.map.grid.len()).unwrap();
    let src = source(&largest);
    for paper in [Paper::A4, Paper::Letter] {
        let opt = Options { parts: vec![Part::Map], ..on(paper) };
        let kit = kit(&src, &opt);
        let place = |p: &Page| {
            p.items.iter().find_map(|i| match i {
                Item::Scene { place, clip, .. } => Some((*place, *clip)),
                Item::Shape(_) => None,
            })
        };
        let mut joined = 0;
        for pair in kit.pages.windows(2) {
            let ((a, ca), (b, cb)) = (place(&pair[0]).unwrap(), place(&pair[1]).unwrap());
            let shift = a.shift - b.shift;
            if shift.y.abs() > 0.01 {
                continue;
            }
            joined += 1;
            let shared = ca.intersect(cb.translate(shift));
            assert!((shared.width() - 8.0).abs() < 0.11, "{shared:?}");
            let px = 10.0;
            let (left, right) = (png::rasterise(&pair[0], px), png::rasterise(&pair[1], px));
            let at = |v: f32| (v * px).round() as u32;
            let (mut all, mut off) = (0u32, 0u32);
            for y in at(shared.min.y + 1.0)..at(shared.max.y - 1.0) {
                for x in at(shared.min.x + 0.5)..at(shared.max.x - 0.5) {
                    let one = left.pixel(x, y).unwrap();
                    let two = right.pixel(x - at(shift.x), y).unwrap();
                    all += 1;
                    off += u32::from(one.red().abs_diff(two.red()) > 40);
                }
            }
            // Rims of long lines are cut by the edge of the picture and come out a shade apart; a
            // shift by a tenth of a millimetre would change one pixel in twenty.
            assert!(off * 500 < all, "{off} of {all} pixels differ");
        }
        assert!(joined > 0, "the largest map takes several pages");
    }
}

/// Must show 4: what is filled is grey in black and white, and grounds carry letters.
#[test]
fn black_and_white_needs_no_colour() {
    for s in firsts() {
        let kit = kit(&source(&s), &Options { mono: true, ..Options::default() });
        for (i, page) in kit.pages.iter().enumerate() {
            for item in &page.items {
                let shapes: Vec<Shape> = match item {
                    Item::Shape(s) => vec![s.clone()],
                    Item::Scene { scene, .. } => scene.shapes.clone(),
                };
                for mut shape in shapes {
                    shape.recolour(&|c| {
                        let (lo, hi) = (c.r.min(c.g).min(c.b), c.r.max(c.g).max(c.b));
                        assert!(hi - lo <= 48 || c.a == 0, "{} page {}: {c:?}", s.entry.key, i + 1);
                        c
                    });
                }
            }
        }
    }
}

/// Bad input: a scenario with errors is a draft and says why.
#[test]
fn a_scenario_with_errors_is_printed_as_a_draft() {
    let all = shipped();
    let s = &all[0];
    let mut doc = (*s.doc).clone();
    let pieces = Arc::make_mut(&mut doc.pieces);
    pieces[0].kind = "elephant".into();
    pieces[1].side = "nobody-we-know".into();
    let src = Source::gather(Arc::new(doc), s.rules, &OptionSet::new());
    let errors = src.errors().len();
    assert!(errors >= 1);
    let kit = kit(&src, &Options::default());
    let mark = format!("draft: {errors} problem{}", if errors == 1 { "" } else { "s" });
    for page in &kit.pages {
        assert!(page.words(false).iter().any(|w| w.text == mark), "{} has no mark", page.name);
    }
    let first: Vec<String> = kit.pages[0].words(false).into_iter().map(|w| w.text).collect();
    assert!(first.join(" ").contains("elephant"), "{first:?}");
    assert!(pdf::write(&kit, &mut |_| true).unwrap().is_ok());
}

/// Bad input: a path that cannot be written gives a message and leaves nothing behind.
#[test]
fn nothing_is_half_written() {
    let all = shipped();
    let key = &all[0].entry.key;
    let dir = tempfile::tempdir().unwrap();
    let under_a_file = dir.path().join("file");
    std::fs::write(&under_a_file, "x").unwrap();
    for bad in [under_a_file.join("kit.pdf"), dir.path().to_owned()] {
        let (code, _, err) = oblique(&["print", key, "-o", bad.to_str().unwrap(), "--parts", "setup"]);
        assert_eq!(code, 1);
        assert!(err.contains(bad.file_name().unwrap().to_str().unwrap()) || err.contains("file"), "{err}");
    }
    let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let table = dir.path().join("forces.csv");
    assert_eq!(oblique(&["print", key, "-o", table.to_str().unwrap()]).0, 0);
    let table = std::fs::read_to_string(table).unwrap();
    assert!(all[0].doc.pieces.iter().all(|p| table.contains(&p.id)), "{table}");
    let (code, _, err) = oblique(&["print", key, "-o", "x.pdf", "--parts", "poster"]);
    assert!(code == 1 && err.contains("poster"), "{err}");
    assert!(!Path::new("x.pdf").exists());
}

/// Single counters and the map at a dpi.
#[test]
fn pictures_have_their_true_size() {
    let all = shipped();
    let key = &all[0].entry.key;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("counters");
    let to = folder.to_str().unwrap();
    let (code, out, err) =
        oblique(&["image", key, "-o", to, "--counters", "--dpi", "300", "--counter", "25.4"]);
    assert_eq!(code, 0, "{out}{err}");
    let pictures: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    let src = source(&all[0]);
    assert_eq!(pictures.len(), 2 * (src.kit.pieces.len() + src.kit.markers.len()));
    for p in &pictures {
        let (w, _) = image::image_dimensions(p).unwrap();
        assert!(w.abs_diff(300) <= 14, "{}: {w}", p.display());
    }
    let map = dir.path().join("map.png");
    let args = ["image", key, "-o", map.to_str().unwrap(), "--dpi", "150", "--hex", "19", "--map-only"];
    let (code, out, err) = oblique(&args);
    assert_eq!(code, 0, "{out}{err}");
    let (w, _) = image::image_dimensions(&map).unwrap();
    let cols = f32::from(all[0].doc.map.grid.cols);
    let wide = w as f32 / 150.0 * 25.4;
    assert!(wide > cols * 14.0 && wide < (cols + 2.0) * 19.5, "{wide} mm for {cols} columns");
}

/// No page is there for its head alone.
#[test]
fn no_page_is_empty() {
    for s in shipped() {
        let src = source(&s);
        for paper in Paper::ALL {
            let kit = kit(&src, &on(paper));
            for (i, page) in kit.pages.iter().enumerate() {
                // Head and foot are on every page: title, sheet, scenario, hash and number.
                let said = page.words(false).len() > 5;
                let shown = page.items.iter().any(|i| matches!(i, Item::Scene { .. }));
                assert!(said || shown, "{} on {}, page {} is empty", s.entry.key, paper.name(), i + 1);
            }
        }
    }
}
