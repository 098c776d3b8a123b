//! The rules in words: every number the program cites can be read, and every paragraph has its text.

use engine::game::{AnyMatch, NewMatch};
use engine::present::{Explanation, Rulebook, Seat, Target};
use rule_tests::{Numbers, library, random_options, root, shipped};
use std::collections::BTreeSet;
use std::sync::Arc;

type Cited = BTreeSet<String>;

fn views(game: &dyn AnyMatch, seat: Seat, out: &mut Cited) {
    let mut add = |n: &str| {
        out.insert(n.to_owned());
    };
    let prompt = game.view(seat).prompt();
    prompt.rules.iter().for_each(|r| add(r.0));
    for a in game.view(seat).affordances() {
        a.rules.iter().for_each(|r| add(r.0));
    }
    for t in game.view(seat).tracks() {
        t.rules.iter().for_each(|r| add(r.0));
    }
    for p in game.view(seat).sequence().groups.iter().flat_map(|g| &g.phases) {
        add(p.rule.0);
    }
    let score = game.view(seat).score();
    let lines = score.sides.iter().flat_map(|s| &s.lines).chain(&score.conditions);
    lines.filter_map(|l| l.rule).for_each(|r| add(r.0));
    game.view(seat).sheets().iter().filter_map(|s| s.rule).for_each(|r| add(r.0));
    game.view(seat).board().marks.iter().filter_map(|m| m.rule).for_each(|r| add(r.0));
}

/// Refusals, inspections and odds of a few things.
fn questions(game: &dyn AnyMatch, seat: Seat, numbers: &mut Numbers, out: &mut Cited) {
    let board = game.view(seat).board();
    let hexes: Vec<_> = game.doc().map.grid.ids().collect();
    for _ in 0..6 {
        let Some(c) = board.counters.get(numbers.below(board.counters.len())) else { return };
        let target = Target::Hex(hexes[numbers.below(hexes.len())]);
        if let Explanation::Refused(r) = game.view(seat).explain(&Target::Counter(c.id), &target) {
            out.insert(r.rule.0.to_owned());
        }
        for t in [&target, &Target::Counter(c.id)] {
            let lines = game.view(seat).inspect(t).lines;
            out.extend(lines.iter().filter_map(|l| l.rule).map(|r| r.0.to_owned()));
        }
    }
    let chancy: Vec<usize> =
        game.view(seat).affordances().iter().filter(|a| a.chancy).map(|a| a.id).collect();
    if let Some(id) = chancy.get(numbers.below(chancy.len()))
        && let Some(odds) = game.view(seat).odds(*id)
    {
        out.extend(odds.mods.iter().map(|m| m.rule.0.to_owned()));
    }
}

fn logged(game: &dyn AnyMatch, out: &mut Cited) {
    for l in game.view(Seat::OPEN).log(0) {
        out.extend(l.rules.iter().map(|r| r.0.to_owned()));
        out.extend(l.mods.iter().map(|m| m.rule.0.to_owned()));
    }
}

/// Numbers a rule system cites in its vocabulary and in random games.
fn cited(id: &str) -> Cited {
    let rules = library().rules(id).unwrap();
    let s = rules.schema();
    let mut out: Cited = s.terrains.iter().map(|t| t.rule.clone()).collect();
    out.extend(s.edges.iter().map(|t| t.rule.clone()));
    out.extend(s.units.iter().map(|t| t.rule.clone()));
    out.extend(s.options.iter().map(|t| t.rule.clone()));
    out.extend(s.specials.iter().map(|t| t.rule.clone()));
    out.extend(s.victory.iter().map(|t| t.rule.clone()));
    let fields = s.units.iter().flat_map(|u| &u.fields).chain(&s.side_fields).chain(&s.scenario_fields);
    out.extend(fields.map(|f| f.rule.clone()));
    let mut numbers = Numbers(5);
    for (n, shipped) in shipped().iter().filter(|x| x.rules.id() == id).enumerate() {
        let options = if n % 2 == 0 { Default::default() } else { random_options(s, &mut numbers) };
        let how = NewMatch { seed: n as u64 + 1, options, ..NewMatch::default() };
        let mut game = rules.new_match(Arc::clone(&shipped.doc), &how).map_err(|i| i.list).unwrap();
        for c in game.charts() {
            out.insert(c.rule.0.to_owned());
            for note in &c.notes {
                if let Some((_, rest)) = note.rsplit_once(" [") {
                    out.extend(rest.trim_end_matches(']').split(", ").map(str::to_owned));
                }
            }
        }
        out.extend(game.overlays().iter().map(|o| o.rule.0.to_owned()));
        for step in 0..260 {
            let Some(seat) = game.to_act() else { break };
            if step % 4 == 0 {
                views(game.as_ref(), seat, &mut out);
                questions(game.as_ref(), seat, &mut numbers, &mut out);
            }
            let pick = numbers.below(game.legal_count());
            game.submit(pick).unwrap();
        }
        logged(game.as_ref(), &mut out);
        out.extend(game.outcome().map(|o| o.rule.0.to_owned()));
    }
    out.remove("");
    out
}

#[test]
fn every_number_that_is_cited_can_be_read() {
    for rules in library().registry.all() {
        let cited = cited(rules.id());
        assert!(cited.len() >= 40, "{} cites only {} numbers", rules.id(), cited.len());
        let missing: Vec<&String> = cited.iter().filter(|n| rules.rulebook().exact(n).is_none()).collect();
        assert!(missing.is_empty(), "{}: no text for {missing:?}", rules.id());
    }
}

/// The numbers of a ruleset's own list of what it does.
fn listed(id: &str) -> Vec<String> {
    let path = root().join("engine").join(id).join("RULES.md");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let number = |l: &str| {
        let cell = l.strip_prefix("| ")?.split(" |").next()?.trim().to_owned();
        let first = cell.chars().next()?;
        let numbered = first.is_ascii_digit() || cell.starts_with("opt.") || cell.starts_with("table.");
        (numbered && !cell.contains(' ')).then_some(cell)
    };
    text.lines().filter_map(number).collect()
}

#[test]
fn every_paragraph_has_a_text() {
    for rules in library().registry.all() {
        let listed = listed(rules.id());
        assert!(listed.len() >= 70, "{}: {} rows", rules.id(), listed.len());
        let book = rules.rulebook();
        // Where the book goes by the paragraphs of the printed one, a row is a statement of its paragraph; results and markers
        // ('39.AD', '41.C1') are paragraphs too.
        let by_paragraph = book
            .rules
            .iter()
            .all(|r| !r.number.contains(char::is_lowercase) || r.number.ends_with(['a', 'b', 'c']));
        let paragraph = |n: &str| n.rsplit_once('.').map(|(above, _)| above.to_owned());
        let has_text = |n: &String| {
            book.exact(n).is_some()
                || by_paragraph && paragraph(n).is_some_and(|above| book.exact(&above).is_some())
        };
        let missing: Vec<&String> = listed.iter().filter(|n| !has_text(n)).collect();
        assert!(missing.is_empty(), "{}: no text for {missing:?}", rules.id());
    }
}

fn sentences(text: &str) -> usize {
    text.split(['.', '?', '!']).filter(|s| s.trim().len() > 1).count()
}

fn whole(book: &Rulebook, id: &str) {
    let mut seen = BTreeSet::new();
    assert!(!book.title.is_empty() && !book.note.is_empty(), "{id}");
    for r in &book.rules {
        assert!(seen.insert(&r.number), "{id}: {} twice", r.number);
        assert!(!r.title.is_empty() && r.title.len() < 60, "{id} {}: title", r.number);
        let n = sentences(&r.text);
        assert!((1..=8).contains(&n), "{id} {}: {n} sentences", r.number);
        for s in &r.see {
            assert!(book.exact(s).is_some(), "{id} {}: see {s}", r.number);
            assert_ne!(*s, r.number, "{id}");
        }
        assert!(book.depth(&r.number) <= 3, "{id} {}", r.number);
    }
}

#[test]
fn the_books_are_whole_and_can_be_searched() {
    for rules in library().registry.all() {
        let book = rules.rulebook();
        whole(book, rules.id());
        let r = &book.rules[book.rules.len() / 2];
        let found = book.search(&r.title);
        assert!(found.iter().any(|f| f.number == r.number), "{}: {}", rules.id(), r.title);
        assert_eq!(book.find(&format!("{}z", r.number)).map(|f| &f.number), Some(&r.number));
    }
}
