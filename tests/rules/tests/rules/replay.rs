//! Looking back: any moment can be shown, played on from, cut out or made a scenario, and the match
//! itself is the same afterwards.

use engine::game::{AnyMatch, NewMatch, SaveFile, SavedEntry};
use engine::present::{BoardView, CounterPlace, Seat};
use engine::scenario::{Place, ScenarioDoc, Schema, Value};
use rule_tests::{Numbers, Shipped, play_on, shipped};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Two scenarios of each rule system, with a match some way on.
fn matches() -> Vec<(Shipped, Box<dyn AnyMatch>)> {
    let mut out = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for s in shipped() {
        if seen.iter().filter(|id| **id == s.rules.id()).count() >= 2 {
            continue;
        }
        seen.push(s.rules.id());
        let how = NewMatch { seed: 11, ..NewMatch::default() };
        let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
        play_on(game.as_mut(), &mut Numbers(11), 220);
        out.push((s, game));
    }
    out
}

#[test]
fn to_the_start_and_back_is_the_same_position() {
    for (s, game) in matches() {
        let (hash, version) = (game.hash(), game.version());
        let moments = game.view(Seat::OPEN).timeline();
        assert!(moments.len() > 40, "{}: {} moments", s.entry.key, moments.len());
        let fresh = s.rules.new_match(Arc::clone(&s.doc), &NewMatch { seed: 11, ..NewMatch::default() });
        assert_eq!(game.at(moments[0].entries).hash(), fresh.map_err(|i| i.list).unwrap().hash());
        let there: Vec<u64> = moments.iter().rev().map(|m| game.at(m.entries).hash()).collect();
        let mut back: Vec<u64> = moments.iter().map(|m| game.at(m.entries).hash()).collect();
        assert_eq!(back.last(), Some(&hash), "{}: now is the last moment", s.entry.key);
        back.reverse();
        assert_eq!(there, back);
        assert!(there.iter().collect::<BTreeSet<_>>().len() > 30, "the positions differ");
        assert_eq!((game.hash(), game.version()), (hash, version), "looking changes nothing");
        // The log of a moment is the beginning of the whole log.
        let middle = game.at(moments[moments.len() / 2].entries).view(Seat::OPEN).log(0);
        assert_eq!(middle, game.view(Seat::OPEN).log(0)[..middle.len()]);
        assert!(moments.windows(2).all(|w| w[0].entries < w[1].entries));
        assert!(moments.windows(2).all(|w| w[0].turn <= w[1].turn));
    }
}

#[test]
fn a_branch_is_played_and_the_first_line_stays_as_it_was() {
    for (s, game) in matches() {
        let hash = game.hash();
        let moments = game.view(Seat::OPEN).timeline();
        let at = moments[moments.len() / 2].entries;
        let mut branch = game.branch(at, "Line 2 leaves here.", 1);
        assert_eq!(branch.hash(), game.at(at).hash());
        assert!(branch.view(Seat::OPEN).log(0).iter().any(|l| l.text == "Line 2 leaves here."));
        assert!(branch.can_undo(true).is_ok(), "what came before can be taken back");
        play_on(branch.as_mut(), &mut Numbers(5), 80);
        assert_ne!(branch.hash(), hash);
        assert_eq!(game.hash(), hash);
        // Other dice: two branches from one point differ, the same branch does not.
        let mut again = game.branch(at, "Line 2 leaves here.", 1);
        play_on(again.as_mut(), &mut Numbers(5), 80);
        assert_eq!(again.hash(), branch.hash());

        // Both lines live in one save.
        let mut file = game.save();
        file.branch = "First".into();
        file.add_branch("Line 2", &branch.save());
        let text = file.to_text();
        assert!(text.len() < game.save().to_text().len() * 2, "what is shared is written once");
        let read = SaveFile::parse(&text).unwrap();
        let restored = s.rules.restore(&read).unwrap();
        assert!(restored.diverged.is_none(), "{:?}", restored.diverged);
        assert_eq!((restored.game.hash(), restored.branch.as_str()), (hash, "First"));
        let [(name, other)] = restored.branches.as_slice() else { panic!("one branch") };
        let other = s.rules.restore(other).unwrap();
        assert!(other.diverged.is_none(), "{:?}", other.diverged);
        assert_eq!((name.as_str(), other.game.hash()), ("Line 2", branch.hash()));
    }
}

#[test]
fn saves_from_before_there_were_branches_are_read() {
    for (s, game) in matches() {
        let text = game.save().to_text();
        assert!(!text.contains("branch"), "a match without branches is written as before");
        let restored = s.rules.restore(&SaveFile::parse(&text).unwrap()).unwrap();
        assert!(restored.branches.is_empty() && restored.branch.is_empty());
    }
}

#[test]
fn an_extract_is_a_replay_of_its_own() {
    for (s, game) in matches() {
        let moments = game.view(Seat::OPEN).timeline();
        let (from, to) = (moments[moments.len() / 4].entries, moments[moments.len() * 3 / 4].entries);
        let file = game.extract(from, to);
        assert_eq!(file.journal.len(), to - from);
        let restored = s.rules.restore(&SaveFile::parse(&file.to_text()).unwrap()).unwrap();
        assert!(restored.diverged.is_none(), "{}: {:?}", s.entry.key, restored.diverged);
        assert_eq!(restored.game.hash(), game.at(to).hash());
        let part = restored.game.view(Seat::OPEN).timeline();
        assert_eq!(restored.game.at(part[0].entries).hash(), game.at(from).hash());
        // And it can be played on.
        let mut on = restored.game;
        play_on(on.as_mut(), &mut Numbers(2), 20);
    }
}

/// Where everything stands, in words.
fn placement(board: &BoardView) -> BTreeSet<(String, String)> {
    let place = |c: &engine::present::CounterView| match &c.place {
        CounterPlace::Hexes(h) => format!("{h:?}"),
        other => format!("{other:?}"),
    };
    let on_map = board.counters.iter().filter(|c| matches!(c.place, CounterPlace::Hexes(_)));
    on_map
        .map(|c| (place(c), format!("{} {} {:?} {:?}", c.army, c.name, c.strength.values, c.strength.pips)))
        .collect()
}

#[test]
fn a_position_becomes_a_scenario_that_begins_with_it() {
    for (s, game) in matches() {
        let moments = game.view(Seat::OPEN).timeline();
        // Where a player turn has just begun nothing is left out.
        let mut tried = 0;
        for w in moments.windows(2).filter(|w| w[0].other_phase(&w[1])) {
            let then = game.at(w[1].entries);
            let doc = then.view(Seat::OPEN).position();
            let text = engine::scenario::to_text(&doc);
            let mut issues = engine::scenario::Issues::default();
            let read = engine::scenario::parse(&text, &mut issues).unwrap();
            assert!(issues.is_empty(), "{issues:?}");
            let begun = s.rules.new_match(Arc::new(read), &NewMatch::default());
            let begun = begun.unwrap_or_else(|i| panic!("{} at {w:?}: {:?}", s.entry.key, i.list));
            assert_eq!(
                placement(&begun.view(Seat::OPEN).board()),
                placement(&then.view(Seat::OPEN).board()),
                "{}: {:?}",
                s.entry.key,
                w[1]
            );
            assert_eq!(begun.view(Seat::OPEN).sequence().turn, w[1].turn);
            tried += 1;
            if tried > 12 {
                break;
            }
        }
        assert!(tried > 1, "{}: {tried} positions", s.entry.key);
    }
}

/// Counters, marks and areas as a seat sees them, but for who may act: a player turn is begun anew.
fn seen(board: &BoardView) -> BoardView {
    let mut out = board.clone();
    for c in &mut out.counters {
        // Numbers of counters are the match's own.
        (c.can_act, c.id) = (false, engine::present::CounterId(0));
    }
    out.counters.sort_by_cached_key(|c| format!("{c:?}"));
    out
}

/// The scenario in worse straits, where its rules know such: leaders beaten, troops taken and dead.
fn harder(doc: &ScenarioDoc, schema: &Schema) -> ScenarioDoc {
    let mut out = doc.clone();
    let has =
        |kind: &str, field: &str| schema.unit(kind).is_some_and(|k| k.fields.iter().any(|f| f.id == field));
    let leads = |kind: &str| schema.unit(kind).is_some_and(|k| k.leader);
    let pieces = Arc::make_mut(&mut out.pieces);
    let on_map = |p: &&mut engine::scenario::Piece| matches!(p.place, Place::Hex(_));
    for p in pieces.iter_mut().filter(on_map).filter(|p| leads(&p.kind) && has(&p.kind, "demoralised")) {
        p.props.insert("demoralised".into(), Value::Bool(true));
    }
    let troops = pieces.iter_mut().filter(on_map).filter(|p| !leads(&p.kind) && has(&p.kind, "fate"));
    for (p, fate) in troops.skip(1).step_by(3).zip(["prisoner", "dead", "removed", "prisoner"]) {
        p.place = Place::Off;
        p.props.remove("place");
        p.props.insert("fate".into(), Value::from(fate));
    }
    out
}

#[test]
fn a_position_keeps_the_beaten_the_prisoners_and_what_is_being_built() {
    let mut told: BTreeSet<String> = BTreeSet::new();
    for s in shipped().into_iter().filter(|s| !s.entry.key.contains("tutorial")) {
        let how = NewMatch { seed: 3, ..NewMatch::default() };
        let doc = Arc::new(harder(&s.doc, s.rules.schema()));
        let mut game = s.rules.new_match(doc, &how).map_err(|i| i.list).unwrap();
        play_on(game.as_mut(), &mut Numbers(3), 900);
        let moments = game.view(Seat::OPEN).timeline();
        let begins = |i: &usize| moments[*i].seat.is_some() && moments[i - 1].other_phase(&moments[*i]);
        let starts: Vec<usize> = (1..moments.len()).filter(begins).collect();
        // Early on, and where something is being built.
        let building = |i: &&usize| {
            let board = game.at(moments[**i].entries).view(Seat::OPEN).board();
            board.marks.iter().any(|m| m.art == "depot begun")
        };
        let mut chosen: Vec<usize> = starts.iter().take(3).chain(starts.last()).copied().collect();
        chosen.extend(starts.iter().rev().take(30).filter(building).take(2));
        for i in chosen {
            let then = game.at(moments[i].entries);
            let text = engine::scenario::to_text(&then.view(Seat::OPEN).position());
            let doc = engine::scenario::parse(&text, &mut engine::scenario::Issues::default()).unwrap();
            let begun = s.rules.new_match(Arc::new(doc), &NewMatch::default());
            let begun = begun.unwrap_or_else(|e| panic!("{}: {:?}", s.entry.key, e.list));
            for seat in (0..game.seats().len() as u8).map(Seat) {
                let (now, was) = (seen(&begun.view(seat).board()), seen(&then.view(seat).board()));
                let other = now.counters.iter().zip(&was.counters).find(|(a, b)| a != b);
                assert_eq!(other, None, "{}: {:?}", s.entry.key, moments[i]);
                assert_eq!(now.counters.len(), was.counters.len(), "{}: {:?}", s.entry.key, moments[i]);
                assert_eq!(now.marks, was.marks, "{}: {:?}", s.entry.key, moments[i]);
                told.extend(now.counters.iter().flat_map(|c| c.badges.iter().map(|b| format!("{b:?}"))));
                told.extend(now.marks.iter().map(|m| m.art.clone()));
            }
            // What came is no longer on the schedule; all other sheets are as they were.
            let sheets = |game: &dyn AnyMatch| {
                let mut all = game.view(Seat::OPEN).sheets();
                all.retain(|x| x.id != "reinforcements");
                all
            };
            assert_eq!(sheets(begun.as_ref()), sheets(then.as_ref()), "{}", s.entry.key);
        }
    }
    for wanted in ["Demoralised", "depot begun"] {
        assert!(told.contains(wanted), "no position had {wanted}: {told:?}");
    }
}

#[test]
fn the_side_to_move_is_kept_in_a_position() {
    for (s, game) in matches() {
        let moments = game.view(Seat::OPEN).timeline();
        let player_turn = |i: usize| moments[i].phase.split(':').next().unwrap_or_default().to_owned();
        let starts = (1..moments.len()).filter(|i| player_turn(*i) != player_turn(i - 1));
        let mut tried = 0;
        for i in starts.take(6) {
            let then = game.at(moments[i].entries);
            let doc = Arc::new(then.view(Seat::OPEN).position());
            let begun = s.rules.new_match(doc, &NewMatch::default()).map_err(|i| i.list).unwrap();
            let now = begun.view(Seat::OPEN).timeline();
            let first = now[0].phase.split(':').next().unwrap_or_default().to_owned();
            assert_eq!(first, player_turn(i), "{}: {:?}", s.entry.key, moments[i]);
            tried += 1;
        }
        assert!(tried > 0, "{}", s.entry.key);
    }
}

#[test]
fn a_seat_looks_back_only_on_what_it_could_see() {
    for (s, game) in matches() {
        let open = game.view(Seat::OPEN).timeline();
        for seat in (0..game.seats().len() as u8).map(Seat) {
            let own = game.view(seat).timeline();
            assert!(own.len() <= open.len(), "{}", s.entry.key);
            assert_eq!(own.last().map(|m| m.entries), open.last().map(|m| m.entries));
            let told: BTreeSet<String> = game
                .view(seat)
                .log(0)
                .iter()
                .map(|l| format!("{} {}", l.head, l.text).trim().to_owned())
                .collect();
            for m in own.iter().filter(|m| !m.text.is_empty()) {
                assert!(told.contains(&m.text), "{}: {seat:?} was not told: {}", s.entry.key, m.text);
            }
        }
    }
}

#[test]
fn the_ledger_has_every_die_and_what_was_to_be_expected() {
    let (mut with_dice, mut looked) = (0, 0);
    for (s, game) in matches() {
        let course = game.view(Seat::OPEN).course();
        let rolled: usize = game
            .save()
            .journal
            .iter()
            .map(|e| if let SavedEntry::Roll(r) = e { r.faces.len() } else { 0 })
            .sum();
        let entered: u32 = course.ledger.iter().map(|l| l.dice).sum();
        // A long set-up has no dice.
        with_dice += usize::from(entered > 0);
        looked += 1;
        // What is drawn from a pool is a roll of the journal and no die: there the log says how many dice fell.
        let shown: usize = game.view(Seat::OPEN).log(0).iter().map(|l| l.dice.len()).sum();
        let fell = if s.doc.pools.is_empty() { rolled } else { shown };
        assert!(fell <= rolled, "{}: {fell} dice of {rolled} rolls", s.entry.key);
        assert_eq!(entered as usize, fell, "{}: every die is told of", s.entry.key);
        for l in &course.ledger {
            assert!((0.0..=f64::from(l.dice)).contains(&l.expected), "{l:?}");
            assert!(l.counted <= l.dice && l.variance >= 0.0, "{l:?}");
            assert!(l.expected_sum > f64::from(l.dice), "{l:?}");
        }
        // Samples run with the match, and the last one says what the score says.
        for w in course.samples.windows(2) {
            let runs = w[0].entries < w[1].entries && w[0].time <= w[1].time;
            assert!(runs, "{}: {:?} then {:?}", s.entry.key, w[0], w[1]);
        }
        let last: Vec<i32> = game.view(Seat::OPEN).score().sides.iter().map(|x| x.points).collect();
        assert_eq!(course.samples.last().map(|x| x.points.clone()), Some(last));
        for l in &course.losses {
            assert!(l.steps_lost <= l.steps && l.pieces_lost <= l.pieces, "{l:?}");
        }
    }
    assert!(with_dice * 3 > looked * 2, "dice in {with_dice} of {looked} matches");
}
