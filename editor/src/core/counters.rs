//! The document as the board draws it: counters from pieces.

use super::pieces::{self, piece_name};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, CounterStrength, CounterView};
use engine::scenario::{Field, FieldKind, Piece, Place, ScenarioDoc, Schema, UnitKind, Value};
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
            c.stack.order = *n;
            *n = n.saturating_add(1);
        }
        out.push(c);
    }
    for c in &mut out {
        if let CounterPlace::Hexes(hexes) = &c.place
            && let Some(p) = doc.pieces.get(c.id.0 as usize)
            && leads(p)
        {
            c.stack.rider = hexes.first().is_some_and(|h| carried.contains_key(h));
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
        facing: p.facing,
        army: army_of(doc, p),
        figure: kind.map(|k| k.figure.clone()).unwrap_or_default(),
        name: p.name.clone(),
        strength: CounterStrength {
            values: kind.map(|k| printed_values(k, p)).unwrap_or_default(),
            pips: kind.and_then(|k| steps_of(k, p)),
            ..CounterStrength::default()
        },
        tag: String::new(),
        badges: Vec::new(),
        star: false,
        hidden: false,
        band: None,
        own: true,
        can_act: false,
        line: format!("{side}: {}, {where_}", piece_name(p, schema)),
        ..CounterView::default()
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
    numbers.flat_map(|f| printed_value(f, pieces::field_value(p, f))).take(3).collect()
}

/// Of several faces the first is printed: its figures, or its groups of figures.
fn printed_value(field: &Field, value: &Value) -> Vec<String> {
    match (&field.kind, value) {
        (FieldKind::List(of), Value::List(faces)) if matches!(**of, FieldKind::Figures(_)) => {
            let text = faces.first().map(ToString::to_string).unwrap_or_default();
            let between = if text.contains(' ') { ' ' } else { '-' };
            text.split(between).filter(|t| !t.is_empty()).map(str::to_owned).collect()
        }
        _ => vec![value.to_string()],
    }
}

/// Boxes for its steps, where each step has a face of its own.
fn steps_of(kind: &UnitKind, p: &Piece) -> Option<(u8, u8)> {
    let is_faces = |f: &&Field| {
        f.printed && matches!(&f.kind, FieldKind::List(of) if matches!(**of, FieldKind::Figures(_)))
    };
    let field = kind.fields.iter().find(is_faces)?;
    let value = pieces::field_value(p, field);
    let steps = u8::try_from(value.as_list()?.len()).ok()?;
    (steps > 0).then_some((steps, steps))
}
