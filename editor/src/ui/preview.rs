//! The overlay of the current tool: its preview, the selection, and the text beside the pointer.
use super::tab::Tab;
use crate::core::Edit;
use crate::core::counters;
use crate::core::edit::ListEdit;
use crate::core::pieces::hexes_of;
use crate::tools::Picked;
use crate::tools::ToolKind;
use crate::words;
use board::overlay::Highlights;
use board::preview::Preview;
use engine::hex::{Corner, Edge, Facing, Grid, Hex, HexId};
use engine::present::{CounterId, CounterPlace, CounterView, Target};
use engine::scenario::{Piece, Place, ScenarioDoc, Schema, Severity};

/// Where a press would start something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Starts {
    pub corner: Option<Corner>,
    pub hex: Option<Hex>,
    pub pick: Option<Picked>,
    /// Where the part would be pasted.
    pub put: Option<Hex>,
}

pub fn highlights(tab: &mut Tab, schema: &Schema) -> Highlights {
    let mut lights = Highlights { named_areas: super::regions::area_marks(tab), ..Highlights::default() };
    let doc = tab.doc();
    let grid = &doc.map.grid;
    for overlay in tab.rules.checks.answers() {
        lights.add_overlay(overlay);
    }
    let ids = tab.tools.selection.iter().filter_map(|id| counters::counter_id(doc, id));
    lights.selected = ids.map(Target::Counter).collect();
    if let Some(edit) = &tab.pointer.preview {
        lights.preview = preview_of(edit, grid);
        lights.ghosts = ghost_counters(edit, doc, schema);
    } // Where a part was copied from does not matter while it is in the hand.
    if tab.tools.kind != ToolKind::Stamp {
        let frame = if tab.pointer.marquee.is_empty() { &tab.tools.area } else { &tab.pointer.marquee };
        lights.selected_hexes = frame.iter().filter_map(|h| grid.id(*h)).collect();
    }
    lights.preview.corners.extend(tab.tools.path_start().or(tab.pointer.starts.corner));
    let begin = tab.tools.road_start().or(tab.pointer.starts.hex);
    lights.preview.middles.extend(begin.and_then(|h| grid.id(h)));
    if tab.display.shown.problems {
        // Suggestions are not marked on the map.
        let wrong = tab.problems.issues.list.iter().filter(|i| i.severity > Severity::Advice);
        lights.problems = wrong.filter_map(|i| tab.place_of_issue(i)).collect();
        lights.problems.sort();
        lights.problems.dedup();
    }
    if let Some(at) = tab.pointer.starts.put {
        show_stamp(tab, schema, at, &mut lights);
    }
    lights
}

/// Parts larger than this are not framed while being pasted: they are visible anyway.
const FRAMED: usize = 3000;

/// The part being pasted, at its position.
fn show_stamp(tab: &mut Tab, schema: &Schema, at: Hex, lights: &mut Highlights) {
    let Some(pattern) = tab.tools.stamp.clone() else { return };
    let picture = super::stamp_preview::stamp_picture(tab, &pattern);
    lights.preview.framed = picture.is_some();
    lights.stamp = picture.map(|p| (p, at));
    let doc = tab.doc();
    if pattern.len() <= FRAMED {
        lights.preview.hexes = pattern.covered_hexes(at).iter().filter_map(|h| doc.map.grid.id(*h)).collect();
    }
    if lights.stamp.is_none()
        && pattern.len() <= FRAMED
        && let Some(edit) = pattern.paste_at(doc, schema, at)
    {
        add_lines(&edit, false, &mut lights.preview);
    }
}

/// The most counters that are previewed.
const GHOSTS: usize = 120;

/// Counters where an edit would put them.
fn ghost_counters(edit: &Edit, doc: &ScenarioDoc, schema: &Schema) -> Vec<(HexId, CounterView)> {
    let one = |piece: &Piece, place: &Place, facing: Option<Facing>| {
        let hexes: Vec<HexId> = hexes_of(place).iter().filter_map(|h| doc.map.grid.id(*h)).collect();
        let at = *hexes.first()?;
        let place = CounterPlace::Hexes(hexes.into_iter().collect());
        let mut c = counters::counter_view(doc, schema, piece, CounterId(u32::MAX), place);
        c.facing = facing.or(c.facing);
        Some((at, c))
    };
    match edit {
        Edit::AddPieces(new) => new.iter().take(GHOSTS).filter_map(|p| one(p, &p.place, None)).collect(),
        Edit::PlacePieces(list) => {
            let of = |(id, place, facing): &(String, Place, Option<Facing>)| {
                doc.piece(id).and_then(|p| one(p, place, *facing))
            };
            list.iter().take(GHOSTS).filter_map(of).collect()
        }
        Edit::Together { edits, .. } => edits.iter().flat_map(|e| ghost_counters(e, doc, schema)).collect(),
        _ => Vec::new(),
    }
}

/// A preview of an edit.
fn preview_of(edit: &Edit, grid: &Grid) -> Preview {
    let mut out = Preview { erases: is_erasing(edit), ..Preview::default() }; // A name is seen where it is written, not as a hex.
    if !matches!(edit, Edit::Labels(_)) {
        out.hexes = edit.hexes().iter().filter_map(|h| grid.id(*h)).collect();
    }
    add_lines(edit, out.erases, &mut out);
    out
}

fn add_lines(edit: &Edit, erases: bool, out: &mut Preview) {
    let plain = |sides: &[Edge]| -> Vec<(Edge, Option<Hex>)> { sides.iter().map(|e| (*e, None)).collect() };
    match edit {
        Edit::DrawEdges { sides, .. } => out.edges.extend(sides.iter().copied()), // What gives way to something drawn in its place is not shown.
        Edit::EraseEdges { sides, .. } if erases => out.edges.extend(plain(sides)),
        Edit::FlipEdges { sides, .. } => out.edges.extend(plain(sides)),
        Edit::Roads { sides, .. } => out.roads.extend(sides.iter().copied()),
        Edit::Together { edits, .. } => edits.iter().for_each(|e| add_lines(e, erases, out)),
        _ => {}
    }
}

/// Whether the edit only removes things.
fn is_erasing(edit: &Edit) -> bool {
    match edit {
        Edit::EraseEdges { .. }
        | Edit::Roads { class: 0, .. }
        | Edit::RegionHexes { inside: false, .. }
        | Edit::RemovePieces(_) => true,
        Edit::Together { edits, .. } => !edits.is_empty() && edits.iter().all(is_erasing),
        _ => false,
    }
}

/// The text beside the pointer: what a click would do, or what the stroke has done so far.
pub fn pointer_text(tab: &Tab, schema: &Schema) -> Option<String> {
    if let Some(found) = &tab.pointer.starts.pick {
        return Some(words::pick_up(&picked_text(found, tab.doc(), schema)));
    }
    if let (Some(p), Some(at)) = (&tab.tools.stamp, tab.pointer.starts.put) {
        // For very large parts, hexes beyond the sheet are not counted.
        let on = |h: &Hex| tab.doc().map.grid.contains_hex(*h);
        let hexes =
            if p.len() > FRAMED { p.len() } else { p.covered_hexes(at).iter().filter(|h| on(h)).count() };
        return Some(words::paste_step(hexes, p.piece_count()));
    }
    let edit = tab.pointer.preview.as_ref()?;
    let stroke = tab.document.stroke();
    let line = matches!(tab.tools.kind, ToolKind::Hexside | ToolKind::Road);
    if !stroke.is_empty() {
        return Some(joined_text(stroke, tab.doc(), schema));
    }
    match edit {
        Edit::Together { edits, .. } if line => Some(joined_text(edits, tab.doc(), schema)),
        other => Some(edit_text(other, tab.doc(), schema)),
    }
}

/// Several edits in one line, with those of the same kind summed.
fn joined_text(edits: &[Edit], doc: &ScenarioDoc, schema: &Schema) -> String {
    let mut parts: Vec<Edit> = Vec::new();
    let mut flat: Vec<&Edit> = Vec::new();
    for e in edits {
        match e {
            Edit::Together { edits, .. } => flat.extend(edits),
            one => flat.push(one),
        }
    }
    let draws = flat.iter().any(|e| !is_erasing(e));
    for e in flat.into_iter().filter(|e| !draws || !is_erasing(e)) {
        if !parts.iter_mut().any(|p| p.absorb(e)) {
            parts.push(e.clone());
        }
    }
    parts.iter().map(|e| edit_text(e, doc, schema)).collect::<Vec<_>>().join("; ")
}

fn terrain_name<'a>(schema: &'a Schema, id: &'a str) -> &'a str {
    schema.terrain(id).map_or(id, |k| k.name.as_str())
}

fn edge_name<'a>(schema: &'a Schema, id: &'a str) -> &'a str {
    schema.edge(id).map_or(id, |k| k.name.as_str())
}

/// Describes an edit in the terms of the rules, not of the file.
fn edit_text(edit: &Edit, doc: &ScenarioDoc, schema: &Schema) -> String {
    match edit {
        Edit::DrawEdges { sides, kind } => words::so_many_sides(edge_name(schema, kind), sides.len()),
        Edit::EraseEdges { sides, kind: Some(kind) } => {
            words::erase_text(&words::so_many_sides(edge_name(schema, kind), sides.len()))
        }
        Edit::Roads { sides, class: 0 } => words::erase_text(&words::so_many_sides(words::ROAD, sides.len())),
        Edit::Roads { sides, class } => words::so_many_sides(words::road_name(schema, *class), sides.len()),
        Edit::Terrain { hexes, kind, .. } => words::so_many_hexes(terrain_name(schema, kind), hexes.len()),
        Edit::ReplaceTerrain { from, to } => {
            words::replace_text(terrain_name(schema, from), terrain_name(schema, to))
        }
        Edit::RegionHexes { id, hexes, inside } => {
            let name = doc.map.region(id).map_or(id.as_str(), super::regions::area_title);
            words::area_hexes(name, hexes.len(), *inside)
        }
        Edit::Labels(ListEdit::Add(l)) => words::write_text(&l.text),
        Edit::Labels(ListEdit::Set(i, new)) => match doc.map.labels.get(*i) {
            Some(old) if old.turn != new.turn => words::turned_text(new.turn),
            Some(old) if old.size != new.size => words::sized_text(new.size),
            _ => words::move_name(&new.text),
        },
        other => words::history::edit_name(other, words::history::Names { schema, before: doc, after: doc }),
    }
}

fn picked_text(found: &Picked, doc: &ScenarioDoc, schema: &Schema) -> String {
    match found {
        Picked::Terrain(id, _) => terrain_name(schema, id).to_owned(),
        Picked::Level(n) => words::level_text(*n),
        Picked::Side(id) => edge_name(schema, id).to_owned(),
        Picked::Road(class) => words::road_name(schema, *class).to_owned(),
        Picked::Piece(id) => {
            doc.piece(id).map_or_else(|| id.clone(), |p| crate::core::pieces::piece_title(p, schema))
        }
        Picked::Area(id) => doc.map.region(id).map_or(id.as_str(), super::regions::area_title).to_owned(),
    }
}
