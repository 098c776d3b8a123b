mod duel;
mod games;
mod odds;
mod words;

use super::*;
use engine::game::{AnyRuleset, Loaded, NewMatch};
use engine::scenario::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Shipped(PathBuf);

impl AssetSource for Shipped {
    fn read(&self, path: &str) -> Result<String, engine::AssetError> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| engine::AssetError::Missing(path.into()))
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn loaded() -> Loaded<PrussiasGlory> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&Shipped(root().join("assets")), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    loaded.unwrap()
}

/// The options of chapters that are not written yet are off.
fn playable() -> OptionSet {
    ["limited-intelligence", "fortunes-of-war"].map(|id| (id.to_owned(), Value::Bool(false))).into()
}

pub(crate) fn scenario(name: &str) -> ScenarioDoc {
    let path = root().join("scenarios/prussias-glory").join(format!("{name}.ron"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut issues = Issues::default();
    let doc = engine::scenario::parse(&text, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    doc
}

/// The scenario compiled with its own options and these on top.
pub(crate) fn context(doc: &ScenarioDoc, options: &OptionSet) -> Context {
    let mut issues = Issues::default();
    let data = PrussiasGlory::load(&Shipped(root().join("assets")), &mut issues).unwrap();
    let mut all = doc.options.clone();
    all.extend(options.clone());
    let setup = PrussiasGlory::compile(&data, doc, &all, &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    Cx { data: Arc::new(data), setup: Arc::new(setup.unwrap()) }
}

/// Kolin, cut short.
fn short(turns: u32) -> Arc<ScenarioDoc> {
    let mut doc = scenario("kolin-battle");
    doc.turns.count = turns;
    Arc::new(doc)
}

#[test]
fn the_contract_holds() {
    for seed in 0..2 {
        loaded().contract(&short(1), &playable(), seed).unwrap();
    }
}

#[test]
fn the_contract_holds_through_set_up_and_approach() {
    for (name, seed) in [("kolin-main", 1), ("kunersdorf-main", 2)] {
        let mut doc = scenario(name);
        doc.turns.count = 1;
        // One of them is played by active armies: what is inactive for hours would show little.
        for side in &mut doc.sides {
            side.props.insert("activated".into(), Value::Bool(seed == 2));
        }
        loaded().contract(&Arc::new(doc), &playable(), seed).unwrap();
    }
}

#[test]
fn the_contract_holds_for_hidden_approach_and_fortunes_of_war() {
    for (name, seed) in [("kunersdorf-main", 3), ("krefeld-main", 4)] {
        let mut doc = scenario(name);
        doc.turns.count = 1;
        for side in &mut doc.sides {
            side.props.insert("activated".into(), Value::Bool(true));
        }
        let mut options = playable();
        for id in ["limited-intelligence", "fortunes-of-war"] {
            options.insert(id.to_owned(), Value::Bool(true));
        }
        loaded().contract(&Arc::new(doc), &options, seed).unwrap();
    }
}

/// 17.6.5 to 17.6.8.
#[test]
fn dummies_are_as_many_as_the_rules_say() {
    let main = |name: &str| context(&scenario(name), &OptionSet::new()).setup;
    for (name, prussian, coalition) in [
        ("prague-main", [2, 2], [0, 0]),
        ("kolin-main", [0, 0], [2, 2]),
        ("krefeld-main", [2, 2], [0, 0]),
        ("kunersdorf-main", [2, 2], [2, 2]),
    ] {
        let setup = main(name);
        assert_eq!((setup.sides[0].dummies, setup.sides[1].dummies), (prussian, coalition), "{name}");
    }
}

#[test]
fn every_option_in_force_stands_in_the_chart() {
    let set = |on: bool| -> OptionSet {
        schema::OPTIONS.iter().map(|o| (o.0.to_owned(), Value::Bool(on))).collect()
    };
    let rows = |options: &OptionSet| -> Vec<Vec<String>> {
        let options = options.clone();
        let new = NewMatch { options, ..NewMatch::default() };
        let game = loaded().new_match(Arc::new(scenario("kolin-main")), &new).unwrap();
        let chart = game.charts().into_iter().find(|c| c.title == "Optional rules in force");
        chart.map(|c| c.rows).unwrap_or_default()
    };
    assert!(rows(&set(false)).is_empty());
    for (id, _, rule, _) in schema::OPTIONS {
        let mut options = set(false);
        options.insert(id.to_owned(), Value::Bool(true));
        let rows = rows(&options);
        assert!(!rows.is_empty() && rows.iter().all(|r| r.last().unwrap() == rule), "{id}: {rows:?}");
    }
}

/// Every rule number between quotes in the code, as chips cite them.
fn numbers_in_code(folder: &Path, out: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            numbers_in_code(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let is_number = |t: &&str| {
                let mut figures = t.strip_prefix('+').map_or(*t, |_| "").split('.');
                let is_chapter =
                    figures.next().and_then(|c| c.parse::<u8>().ok()).is_some_and(|c| (1..=20).contains(&c));
                is_chapter && figures.all(|f| f.starts_with(|c: char| c.is_ascii_digit()) && f.len() <= 3)
            };
            let cited = text.split('"').skip(1).step_by(2).filter(is_number);
            out.extend(cited.map(str::to_owned));
        }
    }
}

#[test]
fn every_number_in_the_code_can_be_read() {
    let mut cited = std::collections::BTreeSet::new();
    numbers_in_code(&root().join("engine/prussias-glory/src"), &mut cited);
    assert!(cited.len() >= 60, "{} numbers", cited.len());
    let mut issues = Issues::default();
    let book =
        engine::present::Rulebook::load(&Shipped(root().join("assets")), PrussiasGlory::ID, &mut issues);
    assert!(issues.list.is_empty(), "{:?}", issues.list);
    let missing: Vec<&String> = cited.iter().filter(|n| book.exact(n).is_none()).collect();
    assert!(missing.is_empty(), "no text for {missing:?}");
    for rule in &book.rules {
        assert!(book.depth(&rule.number) <= 3, "{}", rule.number);
        for other in &rule.see {
            assert!(book.exact(other).is_some(), "{}: see {other}", rule.number);
        }
    }
}

/// A battle with the state it begins with.
fn begun(name: &str) -> (Context, State) {
    let mut issues = Issues::default();
    let data = PrussiasGlory::load(&Shipped(root().join("assets")), &mut issues).unwrap();
    let setup = PrussiasGlory::compile(&data, &scenario(name), &playable(), &mut issues);
    let setup = setup.unwrap_or_else(|| panic!("{:?}", issues.list));
    let cx = Cx { data: Arc::new(data), setup: Arc::new(setup) };
    let state = PrussiasGlory::start(&cx);
    (cx, state)
}

#[test]
fn the_sight_tool_says_what_the_predicate_says_and_names_what_blocks() {
    use engine::hex::HexId;
    use engine::present::SightStep;
    let (cx, s) = begun("kolin-battle");
    let all = || (0..cx.setup.map.len() as u16).map(HexId);
    let (mut clear, mut shut) = (0, 0);
    for from in all().step_by(23) {
        for to in all().filter(|to| (1..=7).contains(&cx.setup.map.distance(from, *to))) {
            let line = present::paths::sight(&cx, &s, from, to);
            let seen = sight::can_see(&cx, &s, from, to);
            assert_eq!(line.blocked_at.is_none(), seen, "{from:?} to {to:?}");
            let far = usize::from(cx.setup.map.distance(from, to));
            // A line may cut the corner of a hex more than the distance counts.
            assert!(line.steps.len() > far, "{} steps, {far} away", line.steps.len());
            let apart = |a: &SightStep, b: &SightStep| cx.setup.map.distance(a.hexes[0], b.hexes[0]);
            assert!(line.steps.windows(2).all(|w| apart(&w[0], &w[1]) == 1), "from hex to hex");
            assert_eq!(line.steps.iter().filter(|s| s.blocks).count(), usize::from(!seen));
            if let Some(at) = line.blocked_at {
                assert!(line.text.contains(&cx.setup.label(at)), "{}", line.text);
                shut += 1;
            } else {
                clear += 1;
            }
        }
    }
    assert!(clear > 300 && shut > 300, "{clear} clear, {shut} blocked");
}

#[test]
fn every_hex_in_reach_is_reached_by_the_way_that_is_shown() {
    use engine::present::Seat;
    let rules = loaded();
    let new = NewMatch { options: playable(), seed: 3, ..NewMatch::default() };
    let mut game = rules.new_match(short(1), &new).unwrap();
    for _ in 0..200 {
        let asked = game.view(Seat::OPEN).prompt().text;
        if asked.starts_with("Move") {
            break;
        }
        let last = game.legal_count() - 1;
        game.submit(last).unwrap();
    }
    let view = game.view(Seat::OPEN);
    let mut found = 0;
    for counter in view.board().counters.iter().filter(|c| c.can_act) {
        let subject = engine::present::Target::Counter(counter.id);
        for far in view.reach(&subject) {
            let way = view.path_preview(&subject, &far.way);
            assert!(way.refused.is_none(), "{}: {:?}", counter.line, way.refused);
            assert_eq!(way.steps.last().map(|s| &s.cost), Some(&far.cost), "{}", counter.line);
            assert!(view.next_on_path(&subject, &far.way).is_some(), "{}", counter.line);
            found += 1;
        }
    }
    assert!(found > 200, "{found} hexes in reach");
}
