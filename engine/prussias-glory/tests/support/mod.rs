//! What the tests of this crate share: its charts, its scenarios, small documents, random numbers.

#![allow(dead_code, reason = "each test file uses a part of it")]

use engine::AssetSource;
use engine::game::{AnyMatch, AnyRuleset, Loaded, NewMatch};
use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{
    Issues, MapDoc, Nation, OptionSet, Piece, Place, Props, ScenarioDoc, Side, Value, parse,
};
use prussias_glory::PrussiasGlory;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub const SCENARIOS: [&str; 8] = [
    "prague-battle",
    "prague-main",
    "kolin-battle",
    "kolin-main",
    "krefeld-battle",
    "krefeld-main",
    "kunersdorf-battle",
    "kunersdorf-main",
];

/// The shipped charts, with one file replaced where a test wants that.
pub struct Charts(pub Option<(String, String)>);

impl AssetSource for Charts {
    fn read(&self, path: &str) -> Result<String, engine::AssetError> {
        match &self.0 {
            Some((name, text)) if name == path => Ok(text.clone()),
            _ => std::fs::read_to_string(root().join("assets").join(path))
                .map_err(|_| engine::AssetError::Missing(path.into())),
        }
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn rules() -> Loaded<PrussiasGlory> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&Charts(None), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    loaded.unwrap()
}

/// The text of a shipped scenario.
pub fn scenario_text(name: &str) -> String {
    let places = ["scenarios/prussias-glory", "engine/prussias-glory/scenarios"];
    let read = |folder: &&str| std::fs::read_to_string(root().join(folder).join(format!("{name}.ron"))).ok();
    places.iter().find_map(read).unwrap_or_else(|| panic!("{name} is not there"))
}

pub fn scenario(name: &str) -> ScenarioDoc {
    let mut issues = Issues::default();
    let doc = parse(&scenario_text(name), &mut issues).unwrap();
    assert!(!issues.has_errors(), "{name}: {:?}", issues.list);
    doc
}

/// How many rounds a long test makes: the variable, or the sample for every day.
pub fn rounds(variable: &str, sample: usize) -> usize {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(sample)
}

/// A small generator (splitmix64): the same numbers on every machine.
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

/// Open ground with a leader of a wing on either side, in the corners.
pub fn field(cols: u16, rows: u16) -> ScenarioDoc {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols,
        rows,
        numbering: Numbering::ccrr(),
    };
    let mut doc = ScenarioDoc::blank("prussias-glory", MapDoc::blank(grid, "clear"));
    doc.id = "field".into();
    doc.title = "Field".into();
    doc.turns.count = 3;
    for (id, nation, army, edge) in
        [("prussia", "prussian", "prussian", "N"), ("austria", "austrian", "austrian", "S")]
    {
        doc.nations.push(Nation {
            id: nation.into(),
            name: nation.into(),
            adjective: nation.into(),
            army: army.into(),
        });
        let props = Props::from([("edges".to_owned(), Value::List(vec![Value::from(edge)]))]);
        doc.sides.push(Side { id: id.into(), name: id.into(), nations: vec![nation.into()], props });
    }
    let last = HexId(cols * rows - 1);
    add(&mut doc, "schwerin", "wing-leader", "prussia", "", HexId(0));
    add(&mut doc, "browne", "wing-leader", "austria", "", last);
    doc
}

/// One piece more.
pub fn add(doc: &mut ScenarioDoc, id: &str, kind: &str, side: &str, parent: &str, hex: HexId) {
    let nation = if side == "prussia" { "prussian" } else { "austrian" };
    let piece = Piece {
        id: id.into(),
        kind: kind.into(),
        side: side.into(),
        nation: nation.into(),
        parent: parent.into(),
        place: Place::Hex(doc.map.grid.hex(hex)),
        ..Piece::default()
    };
    Arc::make_mut(&mut doc.pieces).push(piece);
}

/// A match of the document, or what is wrong with it.
pub fn try_match(
    rules: &Loaded<PrussiasGlory>,
    doc: ScenarioDoc,
    options: OptionSet,
    seed: u64,
) -> Result<Box<dyn AnyMatch>, Issues> {
    rules.new_match(Arc::new(doc), &NewMatch { options, seed, dice: None })
}

/// Options of chapters that are not written yet, off.
pub fn playable() -> OptionSet {
    ["cavalry-withdrawal", "croat-sniping", "limited-intelligence", "fortunes-of-war"]
        .map(|id| (id.to_owned(), Value::Bool(false)))
        .into()
}
