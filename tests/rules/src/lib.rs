//! What the tests share, as far as it needs no screen. Nothing here names a rule system: whatever is registered is tested.

use engine::game::{AnyMatch, AnyRuleset};
use engine::scenario::{FieldKind, OptionSet, ScenarioDoc, Schema, Value};
use library::{Entry, Library};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub mod oblique;

/// The project's root.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// What the program ships; read once.
///
/// # Panics
/// If no rule system is registered: the tests would prove nothing.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::shipped);
    assert!(library.registry.all().count() > 0, "no rule system is registered");
    assert!(!library.scenarios.is_empty(), "no scenario is shipped");
    library
}

/// The made-up rule system and its scenario alone: what it carries is shipped by nobody.
///
/// # Panics
/// If the rule system does not load.
#[allow(clippy::expect_used)]
pub fn made_up() -> Library {
    use engine::game::Loaded;
    use engine::scenario::{Issues, parse, to_text};
    let mut issues = Issues::default();
    let rules = Loaded::<made_up::MadeUp>::load(&engine::MemoryAssets::default(), &mut issues);
    let rules: Box<dyn AnyRuleset> = Box::new(rules.expect("it has no charts to miss"));
    let text = to_text(&made_up::scenario());
    let doc = parse(&text, &mut issues).map(Arc::new);
    let key = "made-up/ridge".to_owned();
    let entry = Entry { path: format!("scenarios/{key}.ron"), key, text, own: false, doc, issues };
    let registry = Arc::new(registry::Registry::with(vec![rules]));
    Library { registry, scenarios: vec![entry], ..Library::shipped() }
}

/// A rule system that is being built: its cases run before it is in the registry.
///
/// # Panics
/// If its charts do not load.
#[allow(clippy::expect_used)]
pub fn being_built() -> &'static Library {
    use engine::game::Loaded;
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let shipped = Library::shipped();
        let mut issues = engine::scenario::Issues::default();
        let rules = Loaded::<prussias_glory::PrussiasGlory>::load(&shipped.assets, &mut issues);
        let rules: Box<dyn AnyRuleset> = Box::new(rules.expect("its charts are there"));
        let registry = Arc::new(registry::Registry::with(vec![rules]));
        Library { registry, scenarios: Vec::new(), ..shipped }
    })
}

/// A shipped scenario with its rule system.
pub struct Shipped {
    pub entry: &'static Entry,
    pub rules: &'static dyn AnyRuleset,
    pub doc: Arc<ScenarioDoc>,
}

/// Every shipped scenario.
///
/// # Panics
/// If one cannot be read or its rule system is unknown.
pub fn shipped() -> Vec<Shipped> {
    let library = library();
    let one = |entry: &'static Entry| {
        let doc = entry.doc.as_ref().unwrap_or_else(|e| panic!("{}: {e}", entry.key));
        let rules = library.rules(&doc.ruleset).unwrap_or_else(|e| panic!("{}: {e}", entry.key));
        Shipped { entry, rules, doc: Arc::clone(doc) }
    };
    library.scenarios.iter().map(one).collect()
}

/// A small generator for tests (splitmix64): the same numbers on every machine.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n.max(1) as u64) as usize
    }
}

/// Some values an option takes: both of a switch, all of a choice, the ends of a range.
pub fn values_of(kind: &FieldKind) -> Vec<Value> {
    match kind {
        FieldKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        FieldKind::Int { min, max } => vec![Value::Int(*min), Value::Int(*max)],
        FieldKind::Choice(list) => list.iter().map(|c| Value::from(c.0.as_str())).collect(),
        _ => Vec::new(),
    }
}

/// Any set of options the rule system knows.
pub fn random_options(schema: &Schema, numbers: &mut Numbers) -> OptionSet {
    let mut out = OptionSet::new();
    for o in &schema.options {
        let values = values_of(&o.kind);
        if let Some(value) = values.get(numbers.below(values.len())) {
            out.insert(o.id.clone(), value.clone());
        }
    }
    out
}

/// Plays up to `most` actions at random.
///
/// # Panics
/// If a listed action is refused.
pub fn play_on(game: &mut dyn AnyMatch, numbers: &mut Numbers, most: usize) {
    for _ in 0..most {
        let n = game.legal_count();
        if game.to_act().is_none() || n == 0 {
            return;
        }
        if let Err(e) = game.submit(numbers.below(n)) {
            panic!("a listed action is refused: {e}");
        }
    }
}

/// Compares a text with a file of the project; `BLESS=1` writes it instead.
pub fn compare(path: &Path, text: &str) -> Result<(), String> {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    if std::env::var_os("BLESS").is_some_and(|v| v == "1") {
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).map_err(|e| format!("{name}: {e}"))?;
        return std::fs::write(path, text).map_err(|e| format!("{name}: {e}"));
    }
    let old = std::fs::read_to_string(path)
        .map_err(|e| format!("{name}: {e}; BLESS=1 writes it, then read what it says"))?;
    let old = old.replace("\r\n", "\n");
    if old == text {
        return Ok(());
    }
    let what = difference(&old, text);
    Err(format!("{name} differs: {what}\nIf the change is meant: BLESS=1 cargo test -p rule_tests"))
}

/// Lines shown before and after the first line that differs.
const CONTEXT: usize = 4;

/// The first difference of two texts, with the lines around it.
pub fn difference(old: &str, new: &str) -> String {
    let (was, is): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    let mut out = format!("line {} of {} (now {})", same + 1, was.len(), is.len());
    let show = |out: &mut String, mark: &str, lines: &[&str]| {
        for line in lines {
            *out += &format!("\n  {mark} {line}");
        }
    };
    let after = |lines: &[&str]| (same + CONTEXT).min(lines.len());
    show(&mut out, " ", &was[same.saturating_sub(CONTEXT)..same]);
    show(&mut out, "-", &was[same..after(&was)]);
    show(&mut out, "+", &is[same..after(&is)]);
    out
}

/// A text with a few things wrong: bytes flipped, pieces cut out, doubled or moved, figures made huge.
pub fn mutate(text: &str, numbers: &mut Numbers) -> String {
    const ODD: [&str; 14] =
        ["-1", "0", "65535", "99999999999999999999", "\"", "(", ")", "]", "{", "é", "", " ", "\u{0}", "A99"];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(4) {
        let n = letters.len();
        let at = numbers.below(n);
        let len = numbers.below(12).min(n.saturating_sub(at));
        match numbers.below(6) {
            0 if n > 0 => letters[at] = char::from(numbers.below(96) as u8 + 32),
            1 => drop(letters.drain(at..at + len)),
            2 => {
                let piece: Vec<char> = letters[at..at + len].to_vec();
                let to = numbers.below(n);
                letters.splice(to..to, piece);
            }
            3 => letters.truncate(at.max(1)),
            4 => {
                // A figure, if there is one hereabouts, becomes another.
                if let Some(i) = (at..n).find(|i| letters[*i].is_ascii_digit()) {
                    let odd = ODD[numbers.below(ODD.len())];
                    letters.splice(i..=i, odd.chars());
                }
            }
            _ => {
                let odd = ODD[numbers.below(ODD.len())];
                letters.splice(at..at, odd.chars());
            }
        }
    }
    letters.into_iter().collect()
}
