//! The order of battle as a tree: sides, formations, pieces.
//!
//! A formation is headed by a piece (a leader, a brigade) or is a wing without a counter of its own, identified by its
//! name alone: then the name is the parent of its pieces.

use super::forces::{self, Totals};
use engine::scenario::{Piece, ScenarioDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// What a row represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What<'a> {
    /// Id and name; the empty id holds pieces without a side.
    Side {
        id: &'a str,
        name: &'a str,
    },
    /// A formation without a counter, by side and name.
    Body {
        side: &'a str,
        name: &'a str,
    },
    Piece(&'a Piece),
}

/// A line of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    pub what: What<'a>,
    pub depth: usize,
    /// Identifies the row across frames and edits.
    pub key: String,
    /// Has rows under it, and whether they are shown.
    pub parent: bool,
    pub folded: bool,
    /// All its pieces, itself first.
    pub ids: Vec<&'a str>,
    pub totals: Totals,
}

/// The greatest depth; stops cycles of parents.
const DEPTH: usize = 8;

struct Grower<'a, 'b> {
    schema: &'a Schema,
    /// Pieces by parent, in the order of the document.
    under: BTreeMap<(&'a str, &'a str), Vec<&'a Piece>>,
    /// Parents, in the order in which the document first names them.
    heads: Vec<(&'a str, &'a str)>,
    /// Pieces that match the search or lead to a match; none without a search.
    wanted: Option<BTreeSet<&'a str>>,
    folded: &'b BTreeSet<String>,
    rows: Vec<Row<'a>>,
}

/// The side as the tree shows it: none for sides that do not exist.
fn side_of<'a>(doc: &'a ScenarioDoc, p: &'a Piece) -> &'a str {
    doc.side(&p.side).map_or("", |s| s.id.as_str())
}

/// Rows as shown. `find` is the search, if there is one.
pub fn tree_rows<'a>(
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
    find: Option<&dyn Fn(&Piece) -> bool>,
    folded: &BTreeSet<String>,
    nobody: &'a str,
) -> Vec<Row<'a>> {
    let by_id: BTreeMap<&str, &Piece> = doc.pieces.iter().map(|p| (p.id.as_str(), p)).collect();
    let mut under: BTreeMap<(&str, &str), Vec<&Piece>> = BTreeMap::new();
    let mut heads = Vec::new();
    for p in doc.pieces.iter() {
        let side = side_of(doc, p);
        // A piece under an enemy or in a cycle goes to the top level.
        let parent = match by_id.get(p.parent.as_str()) {
            Some(head) if side_of(doc, head) != side || is_in_ring(&by_id, p) => "",
            _ => p.parent.as_str(),
        };
        let list = under.entry((side, parent)).or_default();
        if list.is_empty() {
            heads.push((side, parent));
        }
        list.push(p);
    }
    let wanted = find.map(|f| looked_for(doc, &by_id, f));
    let mut g = Grower { schema, under, heads, wanted, folded, rows: Vec::new() };
    for s in &doc.sides {
        let name = if s.name.is_empty() { &s.id } else { &s.name };
        g.add_side(&s.id, name, &by_id);
    }
    if g.under.keys().any(|k| k.0.is_empty()) {
        g.add_side("", nobody, &by_id);
    }
    g.rows
}

/// The matches of a search, with all their parents.
fn looked_for<'a>(
    doc: &'a ScenarioDoc,
    by_id: &BTreeMap<&str, &'a Piece>,
    find: &dyn Fn(&Piece) -> bool,
) -> BTreeSet<&'a str> {
    let mut out = BTreeSet::new();
    for p in doc.pieces.iter().filter(|p| find(p)) {
        let mut at = Some(p);
        for _ in 0..DEPTH {
            let Some(p) = at else { break };
            out.insert(p.id.as_str());
            at = by_id.get(p.parent.as_str()).copied();
        }
    }
    out
}

fn is_in_ring(by_id: &BTreeMap<&str, &Piece>, p: &Piece) -> bool {
    let mut at = p;
    for _ in 0..=by_id.len() {
        match by_id.get(at.parent.as_str()) {
            Some(head) if head.id == p.id => return true,
            Some(head) => at = head,
            None => return false,
        }
    }
    true
}

impl<'a> Grower<'a, '_> {
    fn is_wanted(&self, p: &Piece) -> bool {
        self.wanted.as_ref().is_none_or(|w| w.contains(p.id.as_str()))
    }

    /// Adds a row; returns its index and whether its children are shown.
    fn open_row(&mut self, what: What<'a>, depth: usize, key: String, parent: bool) -> (usize, bool) {
        // During a search nothing is folded.
        let folded = parent && self.wanted.is_none() && self.folded.contains(&key);
        let row = Row { what, depth, key, parent, folded, ids: Vec::new(), totals: Totals::default() };
        self.rows.push(row);
        (self.rows.len() - 1, !folded)
    }

    fn close_row(&mut self, at: usize, all: &[&'a Piece]) {
        self.rows[at].ids = all.iter().map(|p| p.id.as_str()).collect();
        self.rows[at].totals = forces::totals(self.schema, all.iter().copied());
    }

    fn add_side(&mut self, id: &'a str, name: &'a str, by_id: &BTreeMap<&str, &Piece>) {
        let heads: Vec<&'a str> = self.heads.iter().filter(|k| k.0 == id).map(|k| k.1).collect();
        let any = heads.iter().any(|h| self.under[&(id, *h)].iter().any(|p| self.is_wanted(p)));
        if self.wanted.is_some() && !any {
            return;
        }
        let (at, shown) = self.open_row(What::Side { id, name }, 0, format!("side {id}"), any);
        let mut all = self.add_branch(id, "", 1, shown);
        // Wings after top-level pieces, each where the file first names it.
        let mut bodies: Vec<&'a str> = heads;
        bodies.retain(|h| !h.is_empty() && !by_id.contains_key(h));
        for body in bodies {
            let some = self.under[&(id, body)].iter().any(|p| self.is_wanted(p));
            if !some {
                continue;
            }
            let from = self.rows.len();
            let (row, open) = self.open_row(What::Body { side: id, name: body }, 1, body_key(id, body), true);
            let list = self.add_branch(id, body, 2, shown && open);
            self.close_row(row, &list);
            if !shown {
                self.rows.truncate(from);
            }
            all.extend(list);
        }
        self.close_row(at, &all);
    }

    /// All pieces under `parent`; rows only where they are shown.
    fn add_branch(&mut self, side: &'a str, parent: &'a str, depth: usize, shown: bool) -> Vec<&'a Piece> {
        let mut all = Vec::new();
        if depth > DEPTH {
            return all;
        }
        let mut list = self.under.get(&(side, parent)).cloned().unwrap_or_default();
        list.retain(|p| self.is_wanted(p));
        for p in list {
            let from = self.rows.len();
            let leads = self.under.contains_key(&(side, p.id.as_str()));
            let (at, open) = self.open_row(What::Piece(p), depth, format!("piece {}", p.id), leads);
            let mut body = vec![p];
            body.extend(self.add_branch(side, &p.id, depth + 1, shown && open));
            self.close_row(at, &body);
            if !shown {
                self.rows.truncate(from);
            }
            all.extend(body);
        }
        all
    }
}

/// The key of a wing's row.
pub fn body_key(side: &str, name: &str) -> String {
    format!("body {side} {name}")
}

/// Names of a side's wings.
pub fn wing_names(doc: &ScenarioDoc, side: &str) -> Vec<String> {
    let own = doc.pieces.iter().filter(|p| p.side == side && !p.parent.is_empty());
    let names: BTreeSet<&str> = own.map(|p| p.parent.as_str()).collect();
    names.into_iter().filter(|n| doc.piece(n).is_none()).map(str::to_owned).collect()
}

/// The same in the order of the document.
pub fn wings_in_order<'a>(doc: &'a ScenarioDoc, side: &str) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    for p in doc.pieces.iter().filter(|p| p.side == side && !p.parent.is_empty()) {
        if !out.contains(&p.parent.as_str()) && doc.piece(&p.parent).is_none() {
            out.push(&p.parent);
        }
    }
    out
}

/// The pieces directly in a wing.
pub fn in_body(doc: &ScenarioDoc, side: &str, name: &str) -> Vec<String> {
    doc.pieces.iter().filter(|p| p.side == side && p.parent == name).map(|p| p.id.clone()).collect()
}

/// A name no formation and no piece has: `Wing 1`, `Wing 2`, ….
pub fn free_name(doc: &ScenarioDoc, stem: &str) -> String {
    let taken = |name: &str| doc.pieces.iter().any(|p| p.parent == name || p.id == name);
    (1u32..).map(|n| format!("{stem} {n}")).find(|n| !taken(n)).unwrap_or_default()
}

/// Whether a wing may have this name.
pub fn may_be_named(doc: &ScenarioDoc, side: &str, name: &str) -> bool {
    !name.trim().is_empty() && doc.piece(name).is_none() && !wing_names(doc, side).iter().any(|b| b == name)
}
