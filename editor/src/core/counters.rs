//! The document as the board draws it: counters from pieces.

use super::pieces::{self, piece_name};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, CounterView};
use engine::scenario::{Field, Piece, Place, ScenarioDoc, Schema, UnitKind, Value};
use std::collections::BTreeMap;

/// The id of a counter is the index of its piece.
pub fn counter_id(doc: &ScenarioDoc, piece: &str) -> Option<CounterId> {
    doc.pieces.iter().position(|p| p.id == piece).map(|i| CounterId(i as u32))
}

pub fn piece_of(doc: &ScenarioDoc, counter: CounterId) -> Option<&Piece> {
    doc.pieces.get(counter.0 as usize)
}

pub fn board_view(doc: &ScenarioDoc, schema: &Schema, counters: bool) -> BoardView {
    let mut view = BoardView::default();
    if counters {
        view.counters = all_counters(doc, schema);
    }
    view
}

fn all_counters(doc: &ScenarioDoc, schema: &Schema) -> Vec<CounterView> {
    let index: BTreeMap<&str, u32> =
        doc.pieces.iter().enumerate().map(|(i, p)| (p.id.as_str(), i as u32)).collect();
    let leads = |p: &Piece| schema.unit(&p.kind).is_some_and(|u| u.leader);
    // Pieces per hex, leaders apart: a leader is drawn as a rider where there are others.
    let mut carried: BTreeMap<HexId, u8> = BTreeMap::new();
    let mut out = Vec::new();
    for (i, p) in doc.pieces.iter().enumerate() {
        let hexes: Vec<HexId> =
            pieces::hexes_of(&p.place).into_iter().filter_map(|h| doc.map.grid.id(h)).collect();
        let place = match &p.place {
            Place::On { piece, part } => match index.get(piece.as_str()) {
                Some(of) if *of != i as u32 => CounterPlace::On { counter: CounterId(*of), part: *part },
                _ => continue,
            },
            _ if hexes.is_empty() => continue,
            _ => CounterPlace::Hexes(hexes.iter().copied().collect()),
        };
        let mut c = counter_view(doc, schema, p, CounterId(i as u32), place);
        if let Some(h) = hexes.first().filter(|_| !leads(p)) {
            let n = carried.entry(*h).or_default();
            c.order = *n;
            *n = n.saturating_add(1);
        }
        out.push(c);
    }
    for c in &mut out {
        if let CounterPlace::Hexes(hexes) = &c.place
            && let Some(p) = doc.pieces.get(c.id.0 as usize)
            && leads(p)
        {
            c.rider = hexes.first().is_some_and(|h| carried.contains_key(h));
        }
    }
    out
}

/// One counter, as far as the schema says how it looks.
pub fn counter_view(
    doc: &ScenarioDoc,
    schema: &Schema,
    p: &Piece,
    id: CounterId,
    place: CounterPlace,
) -> CounterView {
    let kind = schema.unit(&p.kind);
    let where_ = match pieces::hexes_of(&p.place).first() {
        Some(h) => doc.map.hex_label(*h),
        None => String::new(),
    };
    let side = doc.side(&p.side).map_or(p.side.as_str(), |s| s.name.as_str());
    CounterView {
        id,
        place,
        order: 0,
        facing: p.facing,
        army: army_of(doc, p),
        figure: kind.map(|k| k.figure.clone()).unwrap_or_default(),
        name: p.name.clone(),
        values: kind.map(|k| printed_values(k, p)).unwrap_or_default(),
        reduced: false,
        pips: None,
        tag: String::new(),
        badges: Vec::new(),
        star: false,
        rider: false,
        force: String::new(),
        inside: false,
        hidden: false,
        band: None,
        parts: Vec::new(),
        own: true,
        can_act: false,
        line: format!("{side}: {}, {where_}", piece_name(p, schema)),
    }
}

/// The palette army of a piece: its nation's, or that of its side's first nation.
pub fn army_of(doc: &ScenarioDoc, p: &Piece) -> String {
    let own = doc.nation(&p.nation);
    let of_side = || doc.side(&p.side).and_then(|s| s.nations.first()).and_then(|n| doc.nation(n));
    own.or_else(of_side).map(|n| n.army.clone()).unwrap_or_default()
}

/// The numbers printed on it, as far as the document has them.
pub fn printed_values(kind: &UnitKind, p: &Piece) -> Vec<String> {
    let known = |f: &&Field| f.printed && (p.props.contains_key(&f.id) || f.default != Value::Int(0));
    let numbers = kind.fields.iter().filter(known);
    numbers.take(3).map(|f| pieces::field_value(p, f).to_string()).collect()
}
