//! What is printed, gathered as plain data before layout begins.

use crate::core::counters;
use engine::game::{AnyRuleset, NewMatch, digest};
use engine::hex::HexId;
use engine::present::{
    AreaKind, AreaView, ChartView, CounterId, CounterPlace, CounterView, KitView, MarkView, ScoreView, Seat,
    SequenceView, SheetView, TrackView,
};
use engine::scenario::{
    Issue, Issues, OptionSet, Piece, Place, ScenarioDoc, Schema, SetupEntry, Severity, to_text,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scenario with everything the rule system says of it at its start.
#[derive(Clone, Debug)]
pub struct Source {
    pub doc: Arc<ScenarioDoc>,
    pub schema: Schema,
    /// Options in force: the scenario's, with the player's on top.
    pub options: OptionSet,
    pub issues: Issues,
    /// First eight digits of the digest of the scenario's text, in two groups.
    pub hash: String,
    pub version: String,
    pub kit: KitView,
    pub charts: Vec<ChartView>,
    pub sequence: SequenceView,
    pub score: ScoreView,
    pub tracks: Vec<TrackView>,
    /// Boxes off the map.
    pub sheets: Vec<SheetView>,
    /// Hexes worth something, with what is said of them.
    pub objectives: Vec<AreaView>,
    pub objective_texts: Vec<String>,
    /// What the map itself must tell: fortresses with their victory points.
    pub marks: Vec<MarkView>,
    faces: BTreeMap<String, CounterView>,
}

impl Source {
    /// Asks the rule system for all that is printed. A document that cannot be played is printed
    /// all the same, from the schema alone.
    pub fn gather(doc: Arc<ScenarioDoc>, rules: &dyn AnyRuleset, chosen: &OptionSet) -> Self {
        let text = to_text(&doc);
        let hash = format!("{:016x}", digest(text.as_bytes()));
        let mut options = doc.options.clone();
        options.extend(chosen.iter().map(|(k, v)| (k.clone(), v.clone())));
        let mut out = Self {
            schema: rules.schema().clone(),
            options,
            issues: rules.check(&doc, chosen),
            hash: format!("{} {}", &hash[..4], &hash[4..8]),
            version: doc.props.get("version").map_or_else(|| "1".to_owned(), ToString::to_string),
            kit: KitView::default(),
            charts: Vec::new(),
            sequence: SequenceView::default(),
            score: ScoreView::default(),
            tracks: Vec::new(),
            sheets: Vec::new(),
            objectives: Vec::new(),
            objective_texts: Vec::new(),
            marks: Vec::new(),
            faces: BTreeMap::new(),
            doc: Arc::clone(&doc),
        };
        let how = NewMatch { options: chosen.clone(), seed: 1, dice: None };
        if let Ok(game) = rules.new_match(doc, &how) {
            out.kit = game.kit();
            out.charts = game.charts();
            let view = game.view(Seat::OPEN);
            out.sequence = view.sequence();
            out.score = view.score();
            out.tracks = view.tracks();
            out.sheets = view.sheets();
            let board = view.board();
            out.take_objectives(&board);
            out.marks = board.marks.into_iter().filter(|m| m.art == "fortress").collect();
        } else {
            out.kit.secret = out.doc.setup.iter().any(|e| e.secret);
        }
        for p in out.kit.pieces.iter().filter(|p| !p.piece.is_empty()) {
            // The first counter of a piece is the one it begins with.
            out.faces.entry(p.piece.clone()).or_insert_with(|| p.front.clone());
        }
        out
    }

    fn take_objectives(&mut self, board: &engine::present::BoardView) {
        self.objectives = board.areas.iter().filter(|a| a.kind == AreaKind::Objective).cloned().collect();
        for a in &self.objectives {
            let here = |m: &&engine::present::MarkView| match &m.at {
                engine::present::Target::Hex(h) => a.hexes.contains(h),
                _ => false,
            };
            let said = board.marks.iter().find(here).map_or_else(|| a.name.clone(), |m| m.text.clone());
            let rule = board.marks.iter().find(here).and_then(|m| m.rule);
            let rule = rule.map_or_else(String::new, |r| format!(" [{r}]"));
            self.objective_texts.push(format!("{said}: {}{rule}", self.hex_list(&a.hexes)));
        }
    }

    pub fn errors(&self) -> Vec<&Issue> {
        self.issues.list.iter().filter(|i| i.severity == Severity::Error).collect()
    }

    /// A list of hex numbers, rows and columns in a row shortened: `A9-M9`.
    pub fn hex_list(&self, hexes: &[HexId]) -> String {
        let grid = &self.doc.map.grid;
        let mut ids = hexes.to_vec();
        ids.sort_unstable();
        if let Some(text) = self.block_corners(&ids) {
            return text;
        }
        let mut out: Vec<String> = Vec::new();
        let mut i = 0;
        while i < ids.len() {
            let mut end = i;
            // Neighbours in a row of the sheet have numbers that follow each other.
            while end + 1 < ids.len()
                && ids[end + 1].0 == ids[end].0 + 1
                && !ids[end + 1].0.is_multiple_of(grid.cols.max(1))
            {
                end += 1;
            }
            out.push(if end >= i + 2 {
                format!("{}-{}", grid.label(ids[i]), grid.label(ids[end]))
            } else {
                ids[i..=end].iter().map(|h| grid.label(*h)).collect::<Vec<_>>().join(" ")
            });
            i = end + 1;
        }
        out.join(" ")
    }

    /// The corners of a set of hexes that fills several whole rows of a rectangle.
    fn block_corners(&self, ids: &[HexId]) -> Option<String> {
        let grid = &self.doc.map.grid;
        let cols = grid.cols.max(1);
        let (first, last) = (ids.first()?.0, ids.last()?.0);
        let (wide, high) = ((last % cols).checked_sub(first % cols)? + 1, last / cols - first / cols + 1);
        let filled = ids.iter().all(|h| (first % cols..=last % cols).contains(&(h.0 % cols)));
        let whole = filled && ids.len() == usize::from(wide) * usize::from(high) && wide > 1 && high > 1;
        whole.then(|| format!("{} to {}", grid.label(HexId(first)), grid.label(HexId(last))))
    }

    /// Where a player places the pieces of a set-up entry: in an area, near a piece, or both.
    pub fn setup_text(&self, e: &SetupEntry) -> String {
        let area = self.region_text(&e.area);
        if e.near.is_empty() {
            return area;
        }
        let piece = self.doc.piece(&e.near);
        let name = piece.map_or(e.near.clone(), |p| crate::core::pieces::piece_name(p, &self.schema));
        let far = crate::words::count(e.within.into(), "hex", "hexes");
        if area.is_empty() {
            format!("within {far} of {name}")
        } else {
            format!("{area}, within {far} of {name}")
        }
    }

    /// A region by its id: its name and hexes, or the id itself where there is no such region.
    pub fn region_text(&self, id: &str) -> String {
        let Some(r) = self.doc.map.region(id) else { return id.to_owned() };
        let ids: Vec<HexId> = r.hexes.iter().filter_map(|h| self.doc.map.grid.id(*h)).collect();
        let hexes = self.hex_list(&ids);
        let name = if r.name.is_empty() { &r.id } else { &r.name };
        // A province is known by its name; a row of hexes by its numbers.
        if hexes.len() > 90 { name.clone() } else { format!("{name}: {hexes}") }
    }

    /// The counter of a piece as it is printed, standing where the piece starts.
    pub fn counter_face(&self, p: &Piece) -> CounterView {
        let at = self.doc.pieces.iter().position(|q| q.id == p.id).unwrap_or(0);
        let ids = hexes_of(&self.doc, p);
        let place = CounterPlace::Hexes(ids.iter().copied().collect());
        let plain = counters::counter_view(&self.doc, &self.schema, p, CounterId(at as u32), place);
        match self.faces.get(&p.id) {
            Some(face) => CounterView { place: plain.place, id: plain.id, facing: p.facing, ..face.clone() },
            None => plain,
        }
    }

    /// A box of an off-map sheet as the rules name it, or its id.
    pub fn box_name<'a>(&'a self, sheet: &str, slot: &'a str) -> &'a str {
        let boxes = self.sheets.iter().filter(|s| s.id == sheet).flat_map(|s| &s.boxes);
        boxes.filter(|b| b.id == slot).map(|b| b.name.as_str()).next().unwrap_or(slot)
    }

    /// Whether the piece is a counter on the table; all are where the rules do not say.
    pub fn has_counter(&self, p: &Piece) -> bool {
        self.kit.pieces.is_empty() || self.faces.contains_key(&p.id)
    }

    /// The side's name, or the id where there is no such side.
    pub fn side_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.doc.side(id).map_or(id, |s| s.name.as_str())
    }

    /// The palette army of a side: that of its first nation.
    pub fn side_army(&self, id: &str) -> &str {
        let nation = self.doc.side(id).and_then(|s| s.nations.first()).and_then(|n| self.doc.nation(n));
        nation.map_or("", |n| n.army.as_str())
    }

    /// Whether a piece comes by the schedule.
    pub fn is_scheduled(&self, id: &str) -> bool {
        self.doc.schedule.iter().any(|e| e.pieces.iter().any(|p| p == id))
    }

    /// The name of a turn as printed in its box.
    pub fn turn_name(&self, n: u32) -> Option<&str> {
        let named = self.doc.turns.names.get(n.checked_sub(1)? as usize);
        named.map(String::as_str).filter(|t| !t.is_empty())
    }
}

/// Hexes a piece starts on that lie on the sheet.
pub fn hexes_of(doc: &ScenarioDoc, p: &Piece) -> Vec<HexId> {
    let all = match &p.place {
        Place::Hex(h) => vec![*h],
        Place::Hexes(hs) => hs.clone(),
        _ => Vec::new(),
    };
    all.into_iter().filter_map(|h| doc.map.grid.id(h)).collect()
}
