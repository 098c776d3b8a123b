//! People at one screen: what a seat may not see is nowhere on it, and nothing is lost when
//! somebody or something fails.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use app::ui::play::session::Player;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use engine::game::{AnyMatch, AnyPlayer, Budget, NewMatch, PlayerRequest, SaveFile};
use engine::hex::HexId;
use engine::present::{CounterPlace, Explanation, Seat, Target, Verb};
use std::path::Path;
use std::sync::Arc;
use tests::{Numbers, Shipped, root, shipped};

fn renderer() -> Option<WgpuTestRenderer> {
    match std::panic::catch_unwind(WgpuTestRenderer::new) {
        Ok(r) => Some(r),
        Err(_) => {
            assert!(std::env::var_os("CI").is_none(), "no graphics adapter");
            println!("no pictures are compared: no graphics adapter was found");
            None
        }
    }
}

fn open(folder: &Path, renderer: Option<WgpuTestRenderer>) -> Harness<'static, App> {
    let places = Places::below_root(folder);
    let mut settings = Settings::default();
    settings.switches.insert("own-file-dialog".into(), true);
    let mut build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(200);
    if let Some(r) = renderer {
        build = build.renderer(r);
    }
    let mut harness =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    harness.run();
    harness
}

/// Everything said on the screen, also to those who do not see it.
fn texts(h: &Harness<'_, App>) -> Vec<String> {
    let said = |n: egui_kittest::Node<'_>| {
        let node = n.accesskit_node();
        format!("{:?} {:?} {:?} {:?}", node.role(), node.label(), node.value(), node.raw_bounds())
    };
    h.root().children_recursive().map(said).collect()
}

fn sees(h: &Harness<'_, App>, words: &str) -> bool {
    h.query_all_by_label_contains(words).next().is_some()
}

/// Clicks the button with this label; some steps for what follows.
fn click(h: &mut Harness<'_, App>, label: &str) {
    let button = egui::accesskit::Role::Button;
    h.query_all_by_role_and_label(button, label).next().unwrap_or_else(|| panic!("no '{label}'")).click();
    h.run_steps(4);
}

fn key(h: &mut Harness<'_, App>, key: Key) {
    h.key_press_modifiers(Modifiers::NONE, key);
    h.run_steps(3);
}

/// Scenarios in which something is hidden.
fn hiding() -> Vec<Shipped> {
    // Twins are made of strengths that a snapshot writes as stacks; where whole counters are hidden instead, the rule system's own
    // tests and the contract exchange them.
    let has_stacks = |s: &Shipped| {
        let game = s.rules.new_match(Arc::clone(&s.doc), &NewMatch::default()).map_err(|i| i.list).unwrap();
        game.save().snapshot.contains("stacks:[")
    };
    let found: Vec<Shipped> = shipped()
        .into_iter()
        .filter(|s| s.rules.has_hidden_information(&s.doc, &Default::default()) && has_stacks(s))
        .collect();
    assert!(!found.is_empty(), "no shipped scenario hides anything");
    found
}

fn as_shared(mut file: SaveFile, mode: &str, seats: usize) -> SaveFile {
    file.players = vec!["person".into(); seats];
    file.seating.mode = mode.into();
    file
}

/// A stack in the text of a state: where its figures stand.
struct Stack {
    hex: u16,
    nation: String,
    fresh: u32,
    at: std::ops::Range<usize>,
}

/// Stacks of strength points as a snapshot writes them. This is the one place that knows how a
/// hidden thing looks: states that differ in nothing else have to be made somehow.
fn stacks(snapshot: &str) -> Vec<Stack> {
    let mut out = Vec::new();
    let from = snapshot.find("stacks:[").map_or(snapshot.len(), |i| i + 8);
    let end = snapshot[from..].find(']').map_or(snapshot.len(), |i| from + i);
    let mut at = from;
    while let Some(i) = snapshot[at..end].find("hex:") {
        let start = at + i;
        let stop = snapshot[start..end].find(')').map_or(end, |i| start + i);
        // A hex number stands in brackets of its own.
        let stop = snapshot[stop + 1..end].find(')').map_or(end, |i| stop + 1 + i);
        let one = &snapshot[start..stop];
        let field = |name: &str| {
            let i = one.find(name)? + name.len();
            let digits: String =
                one[i..].chars().skip_while(|c| *c == '(').take_while(char::is_ascii_alphanumeric).collect();
            let skip = one[i..].chars().take_while(|c| *c == '(').count();
            Some((digits.clone(), start + i + skip..start + i + skip + digits.len()))
        };
        if let (Some(hex), Some(nation), Some(fresh)) = (field("hex:"), field("nation:"), field("fresh:")) {
            out.push(Stack {
                hex: hex.0.parse().unwrap(),
                nation: nation.0,
                fresh: fresh.0.parse().unwrap(),
                at: fresh.1,
            });
        }
        at = stop;
    }
    out
}

/// Two matches that differ only in what the seat to act may not see: two enemy stacks have other
/// strengths. And where they stand.
fn twins(s: &Shipped, seed: u64) -> Option<(SaveFile, SaveFile, [HexId; 2])> {
    let how = NewMatch { seed, ..Default::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    let mut numbers = Numbers(seed);
    for _ in 0..400 {
        tests::play_on(game.as_mut(), &mut numbers, 7);
        let seat = game.to_act()?;
        if game.legal_count() < 3 {
            continue;
        }
        let mut file = game.save();
        let snapshot = file.snapshot.clone();
        let board = game.view(seat).board();
        let theirs = |hex: u16| {
            let here = board
                .counters
                .iter()
                .filter(|c| matches!(&c.place, CounterPlace::Hexes(h) if h.contains(&HexId(hex))));
            let mut none = true;
            here.inspect(|_| none = false).all(|c| !c.own) && !none
        };
        let all: Vec<Stack> = stacks(&snapshot).into_iter().filter(|k| theirs(k.hex)).collect();
        for a in all.iter().filter(|a| a.fresh >= 3) {
            let Some(b) = all.iter().find(|b| b.nation == a.nation && b.hex != a.hex && b.fresh > 0) else {
                continue;
            };
            let (mut edits, mut other) = (vec![(a, a.fresh - 1), (b, b.fresh + 1)], snapshot.clone());
            edits.sort_by_key(|e| std::cmp::Reverse(e.0.at.start));
            for (k, n) in edits {
                other.replace_range(k.at.clone(), &n.to_string());
            }
            // Both go on from a snapshot, with an empty journal.
            (file.journal, file.hashes) = (Vec::new(), Vec::new());
            let with = |text: &str| SaveFile {
                base: Some(text.to_owned()),
                snapshot: text.to_owned(),
                ..as_shared(file.clone(), "curtain", game.seats().len())
            };
            let (one, two) = (with(&snapshot), with(&other));
            let restored = (s.rules.restore(&one).ok()?, s.rules.restore(&two));
            let (first, Ok(second)) = restored else { continue };
            assert_ne!(first.game.hash(), second.game.hash(), "the twins differ");
            assert_eq!(first.game.to_act(), Some(seat));
            return Some((one, two, [HexId(a.hex), HexId(b.hex)]));
        }
    }
    None
}

/// Everything that can be asked of a match for one seat, as text.
fn everything(g: &dyn AnyMatch, seat: Seat) -> Vec<(String, String)> {
    let mut out = vec![
        ("board".to_owned(), format!("{:?}", g.view(seat).board())),
        ("prompt".to_owned(), format!("{:?}", g.view(seat).prompt())),
        ("sheets".to_owned(), format!("{:?}", g.view(seat).sheets())),
        ("tracks".to_owned(), format!("{:?}", g.view(seat).tracks())),
        ("sequence".to_owned(), format!("{:?}", g.view(seat).sequence())),
        ("score".to_owned(), format!("{:?}", g.view(seat).score())),
        ("log".to_owned(), format!("{:?}", g.view(seat).log(0))),
        ("told".to_owned(), format!("{:?}", g.view(seat).log_with_motions(0))),
        ("actions".to_owned(), format!("{:?}", g.view(seat).affordances())),
    ];
    for hex in g.doc().map.grid.ids() {
        let t = Target::Hex(hex);
        out.push((format!("inspect {hex:?}"), format!("{:?}", g.view(seat).inspect(&t))));
    }
    for c in &g.view(seat).board().counters {
        let t = Target::Counter(c.id);
        out.push((format!("inspect {t:?}"), format!("{:?}", g.view(seat).inspect(&t))));
        for kind in g.overlays() {
            out.push((
                format!("{} of {t:?}", kind.id),
                format!("{:?}", g.view(seat).overlay(kind.id, Some(&t))),
            ));
        }
    }
    for kind in g.overlays() {
        out.push((kind.id.to_owned(), format!("{:?}", g.view(seat).overlay(kind.id, None))));
    }
    for a in g.view(seat).affordances().iter().filter(|a| a.chancy) {
        out.push((format!("odds of {}", a.label), format!("{:?}", g.view(seat).odds(a.id))));
    }
    let own: Vec<Target> =
        g.view(seat).board().counters.iter().filter(|c| c.own).map(|c| Target::Counter(c.id)).collect();
    for (i, hex) in g.doc().map.grid.ids().enumerate() {
        let Some(subject) = own.get(i % own.len().max(1)) else { break };
        if let Explanation::Refused(r) = g.view(seat).explain(subject, &Target::Hex(hex)) {
            out.push((format!("why not {subject:?} {hex:?}"), r.to_string()));
        }
    }
    out
}

fn assert_alike(one: &[(String, String)], two: &[(String, String)], what: &str) {
    for (a, b) in one.iter().zip(two) {
        assert_eq!(a, b, "{what}");
    }
    assert_eq!(one.len(), two.len(), "{what}");
}

#[test]
fn views_do_not_know_what_is_hidden() {
    for (n, s) in hiding().iter().enumerate() {
        let Some((one, two, _)) = twins(s, n as u64 + 3) else { panic!("{}: no twins", s.entry.key) };
        let (one, two) = (s.rules.restore(&one).unwrap().game, s.rules.restore(&two).unwrap().game);
        let seat = one.to_act().unwrap();
        assert_alike(&everything(one.as_ref(), seat), &everything(two.as_ref(), seat), &s.entry.key);
        // The comparison can fail: whoever may see everything sees the difference.
        assert_ne!(one.view(Seat::OPEN).board(), two.view(Seat::OPEN).board());
    }
}

#[test]
fn log_and_film_do_not_tell_what_another_side_did_in_secret() {
    let s = &hiding()[0];
    let how = NewMatch { seed: 5, ..Default::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    let mut numbers = Numbers(5);
    let mut compared = 0;
    for _ in 0..4_000 {
        let Some(seat) = game.to_act() else { break };
        let list = game.view(seat).affordances();
        // So many or so many of the same thing: nobody else's business.
        let amounts: Vec<_> = list.iter().filter(|a| matches!(&a.target, Target::Amount { .. })).collect();
        // All of them would be seen by what is left: nothing.
        let of = |t: &Target| match t {
            Target::Amount { of, count } => (of.clone(), *count),
            _ => (String::new(), 0),
        };
        let most = |a: &engine::present::Affordance| {
            let same =
                amounts.iter().filter(|b| b.subject == a.subject && of(&b.target).0 == of(&a.target).0);
            same.map(|b| of(&b.target).1).max()
        };
        let pair = amounts.iter().find_map(|a| {
            let (name, count) = of(&a.target);
            let other = amounts.iter().find(|b| {
                let (n, c) = of(&b.target);
                b.subject == a.subject && n == name && c > count && Some(c) != most(b)
            })?;
            a.subject.is_some().then_some((a.id, other.id))
        });
        if let Some((a, b)) = pair.filter(|_| {
            compared < 40 && game.view(seat).prompt().rules.iter().all(|r| !r.0.starts_with("14."))
        }) {
            let (mut one, mut two) = (game.fork(), game.fork());
            one.submit(a).unwrap();
            two.submit(b).unwrap();
            let other = Seat(1 - seat.0);
            // What goes on must be the same, or it is not the amount alone that differs.
            if one.to_act() == Some(seat) && two.to_act() == Some(seat) && one.hash() != two.hash() {
                compared += 1;
                for (x, y) in [
                    (format!("{:?}", one.view(other).log(0)), format!("{:?}", two.view(other).log(0))),
                    (
                        format!("{:?}", one.view(other).log_with_motions(0)),
                        format!("{:?}", two.view(other).log_with_motions(0)),
                    ),
                    (format!("{:?}", one.view(other).board()), format!("{:?}", two.view(other).board())),
                ] {
                    assert_eq!(x, y, "{}", game.view(seat).prompt().text);
                }
                let own = |g: &dyn AnyMatch| {
                    format!(
                        "{:?} {:?} {:?}",
                        g.view(seat).board(),
                        g.view(seat).log(0),
                        g.view(seat).affordances()
                    )
                };
                assert_ne!(own(one.as_ref()), own(two.as_ref()), "its owner sees it");
            }
        }
        game.submit(list[numbers.below(list.len())].id).unwrap();
    }
    assert!(compared >= 10, "only {compared} secret amounts were compared");
}

/// Brings a twin onto a screen and says what is seen at every step.
fn tour(file: &SaveFile, at: [HexId; 2]) -> Vec<(String, Vec<String>, Option<image::RgbaImage>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twin.oblique");
    std::fs::write(&path, file.to_text()).unwrap();
    let mut h = open(folder.path(), renderer());
    let pictures = renderer().is_some();
    let mut out = Vec::new();
    let mut note = |h: &mut Harness<'static, App>, name: &str| {
        // A software adapter on a busy machine may need more than one try.
        let picture = if pictures { (0..8).find_map(|_| h.render().ok()) } else { None };
        assert_eq!(picture.is_some(), pictures, "{name}: no picture");
        out.push((name.to_owned(), texts(h), picture));
    };
    h.state_mut().open(&path);
    h.run_steps(6);
    assert!(sees(&h, "Everybody else looks away"), "the curtain is down");
    note(&mut h, "curtain");
    key(&mut h, Key::Enter);
    h.run_steps(12);
    note(&mut h, "field");
    key(&mut h, Key::M);
    note(&mut h, "small map");
    for hex in at {
        let pos = h.state().play().unwrap().widget.screen_of(hex).unwrap();
        h.hover_at(pos);
        h.run_steps(8);
        note(&mut h, "pointer rests on it");
    }
    for page in ["Log", "Score", "Rules"] {
        click(&mut h, page);
        note(&mut h, page);
    }
    let subject = h.state().play().unwrap().session.views.actions.iter().find_map(|a| a.subject.clone());
    if let Some(subject) = subject {
        h.state_mut().select(subject);
        h.run_steps(4);
        note(&mut h, "picked up");
        let pos = h.state().play().unwrap().widget.screen_of(at[0]).unwrap();
        h.hover_at(pos);
        h.run_steps(2);
        key(&mut h, Key::W);
        note(&mut h, "why not");
        key(&mut h, Key::Escape);
    }
    click(&mut h, "Saved games");
    // Pictures of saves come from a thread.
    for _ in 0..40 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        h.step();
    }
    note(&mut h, "saved games");
    out
}

#[test]
fn pictures_and_words_do_not_know_what_is_hidden() {
    let s = hiding().into_iter().next().unwrap();
    let (one, two, at) = twins(&s, 11).expect("twins");
    let (one, two) = (tour(&one, at), tour(&two, at));
    assert_eq!(one.len(), two.len());
    for (a, b) in one.iter().zip(&two) {
        assert_eq!(a.0, b.0);
        // How long ago a file was written is no secret, and differs between two runs.
        let timeless = |t: &str| !(t.contains(" ago") || t.contains("just now"));
        let lists = a.0 == "saved games";
        for (x, y) in a.1.iter().zip(&b.1) {
            if lists && x.contains("Open ") {
                assert_eq!(x.split(" · ").next(), y.split(" · ").next(), "{}", a.0);
            } else {
                assert!(x == y || (lists && !timeless(x)), "{}: {x} and {y}", a.0);
            }
        }
        assert_eq!(a.1.len(), b.1.len(), "{}", a.0);
        if let (Some(x), Some(y)) = (&a.2, &b.2) {
            // Of the list the pictures themselves count: beside them stands the time.
            let part = |at: u32| !lists || (303..399).contains(&at);
            let both = x.enumerate_pixels().zip(y.enumerate_pixels());
            let off = both.filter(|(p, q)| p.2 != q.2 && part(p.0)).count();
            assert_eq!(off, 0, "{}: {off} pixels differ", a.0);
        }
    }
}

#[test]
fn only_the_session_decides_whose_eyes_the_screen_has() {
    let ui = root().join("app/src/ui");
    let mut stack = vec![ui.clone()];
    let (mut files, mut found) = (0, Vec::new());
    while let Some(folder) = stack.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                stack.push(path);
                continue;
            }
            files += 1;
            let name = path.strip_prefix(&ui).unwrap().display().to_string();
            // Who may see everything is said there, and the pictures of the gallery show set-ups only.
            let may = ["play/session.rs", "play/sharing.rs", "home/catalog.rs"].contains(&name.as_str());
            let text = std::fs::read_to_string(&path).unwrap();
            for (n, line) in (1..).zip(text.lines()) {
                if !may && (line.contains("Seat::OPEN") || line.contains("Seat(u8::MAX")) {
                    found.push(format!("{name}:{n}: {line}"));
                }
            }
        }
    }
    assert!(files > 20, "the screens are where they were");
    assert!(found.is_empty(), "the open view is asked for outside the session:\n{}", found.join("\n"));
}

/// A scenario shared behind a curtain, from a fresh match.
fn curtained(h: &mut Harness<'static, App>, folder: &Path, s: &Shipped, seed: u64) {
    let how = NewMatch { seed, ..Default::default() };
    let game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    let file = as_shared(game.save(), "curtain", game.seats().len());
    let path = folder.join("shared.oblique");
    std::fs::write(&path, file.to_text()).unwrap();
    h.state_mut().open(&path);
    h.run_steps(6);
}

/// Ends what can be ended, or else does anything.
fn hurry(h: &mut Harness<'static, App>, numbers: &mut Numbers) {
    let actions = h.state().play().unwrap().session.views.actions.clone();
    let ends = actions.iter().find(|a| a.verb == Verb::End);
    let id = ends.map_or_else(|| actions[numbers.below(actions.len())].id, |a| a.id);
    h.state_mut().perform(id);
    h.run_steps(3);
}

/// Zoom and place of the map tell where somebody was looking.
#[test]
fn each_seat_finds_the_map_as_it_left_it() {
    let s = hiding().into_iter().next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut h = open(folder.path(), None);
    curtained(&mut h, folder.path(), &s, 21);
    let mut seen: std::collections::BTreeMap<u8, f32> = Default::default();
    let mut numbers = Numbers(3);
    for _ in 0..600 {
        if h.state().play().unwrap().session.covered() {
            key(&mut h, Key::Enter);
            h.run_steps(3);
            let play = h.state().play().unwrap();
            let (seat, zoom) = (play.session.viewer().0, play.zoom());
            if let Some(before) = seen.get(&seat) {
                assert!((zoom - before).abs() < 1e-3, "seat {seat}: {before} became {zoom}");
                return;
            }
            for other in seen.values() {
                assert!((zoom - other).abs() > 1e-3, "the zoom of the other seat is kept");
            }
            if sees(&h, "What your side saw") {
                key(&mut h, Key::Enter);
            }
        }
        let play = h.state().play().unwrap();
        if play.session.handing().is_some() {
            let seat = play.session.viewer().0;
            // The first comes close, the second stays where he is.
            if seen.is_empty() {
                key(&mut h, Key::Plus);
                key(&mut h, Key::Plus);
            }
            seen.insert(seat, h.state().play().unwrap().zoom());
            key(&mut h, Key::Enter);
            continue;
        }
        hurry(&mut h, &mut numbers);
    }
    panic!("the screen did not come back: {seen:?}");
}

#[test]
fn the_curtain_covers_everything_and_the_next_is_told_what_his_side_saw() {
    for s in [hiding().into_iter().next(), shipped().into_iter().find(|s| s.doc.title == "Mollwitz")] {
        let s = s.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut h = open(folder.path(), None);
        curtained(&mut h, folder.path(), &s, 21);
        let mut numbers = Numbers(3);
        let (mut changes, mut recaps) = (0, 0);
        for _ in 0..900 {
            if h.state().play().unwrap().session.covered() {
                let said = texts(&h).join("\n");
                let game = &h.state().play().unwrap().session.game;
                let next = game.to_act().unwrap();
                for c in game.view(next).board().counters.iter().filter(|c| c.line.len() > 6) {
                    assert!(!said.contains(&c.line), "the curtain lets through: {}", c.line);
                }
                assert!(!said.contains("Prompt: ") && !said.contains("Log"), "{said}");
                let views = &h.state().play().unwrap().session.views;
                assert!(views.board.counters.is_empty() && views.log.is_empty() && views.actions.is_empty());
                key(&mut h, Key::Enter);
                assert_eq!(h.state().play().unwrap().session.viewer(), next);
                changes += 1;
                if sees(&h, "What your side saw") {
                    recaps += 1;
                    key(&mut h, Key::Enter);
                    assert!(!sees(&h, "What your side saw"), "the recap closes");
                }
                if changes >= 4 && recaps >= 2 {
                    break;
                }
            }
            let play = h.state().play().unwrap();
            if play.session.handing().is_some() {
                let had = play.session.viewer();
                assert!(sees(&h, "Hand over to"), "it is said that the screen changes hands");
                assert_eq!(play.session.viewer(), had, "until then it keeps its eyes");
                key(&mut h, Key::Enter);
                continue;
            }
            hurry(&mut h, &mut numbers);
        }
        assert!(changes >= 4, "{}: the screen changed hands only {changes} times", s.entry.key);
        assert!(recaps >= 2, "{}: only {recaps} recaps in {changes} changes", s.entry.key);
        // The mode and what each has been told are in the save; one that does not say still loads.
        // It is written beside the play: a busy machine needs a moment.
        let saved = || {
            let text = std::fs::read_to_string(Places::below_root(folder.path()).autosave()).ok()?;
            let file = SaveFile::parse(&text).ok()?;
            file.seating.told.iter().any(|n| *n > 0).then_some((text, file))
        };
        let patience = std::time::Instant::now();
        while saved().is_none() && patience.elapsed().as_secs() < 20 {
            h.run_steps(2);
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let (text, file) = saved().unwrap();
        assert_eq!(file.seating.mode, "curtain");
        let from = text.find("seating:").unwrap();
        let to = from + text[from..].find("scenario:").unwrap();
        let old = SaveFile::parse(&format!("{}{}", &text[..from], &text[to..])).unwrap();
        assert_eq!(s.rules.restore(&old).unwrap().seating, Default::default());
    }
}

#[test]
fn fog_has_no_curtain_and_shows_the_side_to_act_alone() {
    let s = hiding().into_iter().next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut h = open(folder.path(), None);
    let how = NewMatch { seed: 4, ..Default::default() };
    let game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    let path = folder.path().join("fog.oblique");
    std::fs::write(&path, as_shared(game.save(), "fog", game.seats().len()).to_text()).unwrap();
    h.state_mut().open(&path);
    h.run_steps(6);
    let mut numbers = Numbers(9);
    let mut seats = std::collections::BTreeSet::new();
    for _ in 0..120 {
        let session = &h.state().play().unwrap().session;
        let Some(seat) = session.game.to_act() else { break };
        assert!(!session.covered() && session.solo());
        assert_eq!(session.viewer(), seat);
        assert_eq!(session.views.board, session.game.view(seat).board());
        seats.insert(seat);
        let actions = session.views.actions.clone();
        let end = actions.iter().find(|a| a.verb == Verb::End);
        let id = end.map_or_else(|| actions[numbers.below(actions.len())].id, |a| a.id);
        h.state_mut().perform(id);
        h.run_steps(2);
    }
    assert!(seats.len() > 1, "both sides acted");
}

/// A computer player that fails in some way.
struct Broken(&'static str);

impl AnyPlayer for Broken {
    fn id(&self) -> &str {
        "random"
    }

    fn choose(&mut self, _: &dyn PlayerRequest, _: &Budget) -> Option<usize> {
        match self.0 {
            "nothing" => None,
            "wrong" => Some(usize::MAX),
            "slow" => {
                std::thread::sleep(std::time::Duration::from_millis(1500));
                Some(0)
            }
            why => panic!("{why}"),
        }
    }
}

#[test]
fn a_computer_player_that_fails_leaves_the_match_as_it_was() {
    for how in ["nothing", "a fault of its own"] {
        let folder = tempfile::tempdir().unwrap();
        let mut h = open(folder.path(), None);
        let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
        h.state_mut().begin(Arc::clone(&s.doc), 7);
        h.run_steps(6);
        let play = h.state_mut().play_mut().unwrap();
        let seat = play.session.game.to_act().unwrap();
        let hash = play.session.game.hash();
        play.session.seat_bot(seat, Box::new(Broken(how)));
        for _ in 0..60 {
            std::thread::sleep(std::time::Duration::from_millis(10));
            h.step();
        }
        assert!(sees(&h, "The computer gave no answer"), "{how}");
        assert_eq!(h.state().play().unwrap().session.game.hash(), hash, "nothing has changed");
        click(&mut h, "Play this side myself");
        let session = &h.state().play().unwrap().session;
        assert_eq!(*session.player(seat), Player::Person);
        assert!(!session.views.actions.is_empty(), "a person goes on");
        assert_eq!(session.game.hash(), hash);
    }
}

#[test]
fn a_computer_player_that_thinks_too_long_is_stopped_and_its_late_answer_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = open(folder.path(), None);
    let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    h.state_mut().begin(Arc::clone(&s.doc), 7);
    h.run_steps(6);
    let play = h.state_mut().play_mut().unwrap();
    assert_eq!(play.session.longest_thought, app::ui::play::session::LONGEST_THOUGHT);
    play.session.longest_thought = std::time::Duration::from_millis(200);
    let seat = play.session.game.to_act().unwrap();
    let hash = play.session.game.hash();
    play.session.seat_bot(seat, Box::new(Broken("slow")));
    for _ in 0..60 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        h.step();
    }
    assert!(sees(&h, "The computer gave no answer"));
    assert!(sees(&h, "it has thought for more than 0.2 s"), "and why");
    assert_eq!(h.state().play().unwrap().session.game.hash(), hash, "nothing has changed");
    click(&mut h, "Play this side myself");
    // Its answer comes after all, and nobody listens.
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(80));
        h.step();
    }
    let session = &h.state().play().unwrap().session;
    assert_eq!(session.game.hash(), hash);
    assert!(!session.views.actions.is_empty(), "a person goes on");
}

#[test]
fn closing_in_the_middle_is_asked_once_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = open(folder.path(), None);
    let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    h.state_mut().begin(Arc::clone(&s.doc), 7);
    h.run_steps(6);
    let id = h.state().play().unwrap().session.views.actions[0].id;
    h.state_mut().perform(id);
    h.run_steps(4);
    let hash = h.state().play().unwrap().session.game.hash();
    let close = |h: &mut Harness<'static, App>| {
        let viewport = h.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        h.step();
        let said = h.output().viewport_output.values().flat_map(|v| v.commands.clone()).collect::<Vec<_>>();
        h.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
        h.run_steps(3);
        said
    };
    let said = close(&mut h);
    assert!(said.contains(&egui::ViewportCommand::CancelClose), "{said:?}");
    assert!(sees(&h, "Close in the middle of the game?"));
    click(&mut h, "Stay");
    assert!(!sees(&h, "Close in the middle of the game?"));
    close(&mut h);
    let again = close(&mut h);
    assert!(!again.contains(&egui::ViewportCommand::CancelClose), "who closes again means it: {again:?}");
    // Kept when it was asked, whatever the answer.
    let text = std::fs::read_to_string(Places::below_root(folder.path()).autosave()).unwrap();
    let file = SaveFile::parse(&text).unwrap();
    assert_eq!(s.rules.restore(&file).unwrap().game.hash(), hash);
}

#[test]
fn a_corrupt_save_offers_the_last_good_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = open(folder.path(), None);
    let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    h.state_mut().begin(Arc::clone(&s.doc), 7);
    h.run_steps(6);
    for _ in 0..2 {
        let id = h.state().play().unwrap().session.views.actions[0].id;
        h.state_mut().perform(id);
        h.run_steps(4);
        // Written on a thread of its own, the latest only: each must come to the disk.
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    click(&mut h, "Home");
    drop(h);
    let auto = Places::below_root(folder.path()).autosave();
    let text = std::fs::read_to_string(&auto).unwrap();
    std::fs::write(&auto, &text[..text.len() / 2]).unwrap();
    let mut h = open(folder.path(), None);
    h.state_mut().open(&auto);
    h.run_steps(4);
    assert!(sees(&h, "The game cannot be loaded"));
    let older: Vec<String> =
        h.query_all_by_label_contains("Load Mollwitz").filter_map(|n| n.accesskit_node().label()).collect();
    assert!(!older.is_empty(), "the version before is offered");
    h.query_all_by_label_contains("Load Mollwitz").next().unwrap().click();
    h.run_steps(6);
    assert_eq!(h.state().play().unwrap().session.doc().title, "Mollwitz");
}

/// The child of the next test: plays a few actions, says where it stands, and waits to be killed.
#[test]
fn child_that_is_killed() {
    let Ok(folder) = std::env::var("OBLIQUE_TEST_CHILD") else { return };
    let mut h = open(Path::new(&folder), None);
    let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    h.state_mut().begin(Arc::clone(&s.doc), 7);
    h.run_steps(6);
    for _ in 0..3 {
        let id = h.state().play().unwrap().session.views.actions[0].id;
        h.state_mut().perform(id);
        h.run_steps(3);
    }
    let hash = h.state().play().unwrap().session.game.hash();
    std::fs::write(Path::new(&folder).join("stands"), format!("{hash:016x}")).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(60));
}

#[test]
fn killed_in_mid_turn_it_goes_on_from_the_last_action() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "play_seats::child_that_is_killed", "--nocapture"])
        .env("OBLIQUE_TEST_CHILD", folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let stands = folder.path().join("stands");
    for _ in 0..600 {
        if std::fs::read_to_string(&stands).is_ok_and(|t| t.len() == 16) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let hash = std::fs::read_to_string(&stands).expect("the child played");
    // The last action is on the disk within a moment of being done.
    std::thread::sleep(std::time::Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    let mut h = open(folder.path(), None);
    assert!(sees(&h, "The last game was interrupted"), "it is offered");
    click(&mut h, "Continue");
    h.run_steps(4);
    let now = h.state().play().unwrap().session.game.hash();
    assert_eq!(format!("{now:016x}"), hash, "resumed at the last action");
}
