//! The map: what is drawn on it, and the pointer over it.

use super::look;
use super::picture;
use super::tab::{Tab, Wishes};
use crate::core::tool::{Reply, Stroke};
use crate::core::{Edit, Phase, Pointer, ToolKind};
use crate::words;
use board::overlay::Highlights;
use board::view::{BoardInput, BoardOutput, ViewOptions};
use egui::{Key, PointerButton, Ui};
use engine::hex::HexId;
use engine::present::{CounterPlace, Target};
use engine::scenario::{ScenarioDoc, Schema};

/// Sides farther from the pointer than this (in R) are not meant.
const NEAR: f32 = 0.45;
/// A corner is meant from anywhere in its hexes.
const CORNER: f32 = 1.0;

/// Draws the map and lets the tool answer the pointer.
pub fn show(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let schema = tab.schema();
    let view = tab.view();
    let lights = highlights(tab, &schema);
    let options = ViewOptions {
        grid: tab.shown.grid,
        numbers: tab.shown.numbers,
        animate: false,
        left_pan: !tab.editable(),
        fan: tab.tools.kind == ToolKind::Select,
        ..ViewOptions::default()
    };
    let doc = tab.document.doc();
    let lines = |id: HexId| hex_line(doc, &schema, id);
    let input = BoardInput {
        doc: &doc.map,
        doc_key: tab.document.map_version(),
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: look::c(look::theme(ui).desk),
        options,
        lines_for_hex: Some(&lines),
    };
    let out = tab.widget.show(ui, &input);
    super::trace::paint(ui, tab, out.response.rect);
    super::slopes::paint(ui, tab, out.response.rect);
    if tab.hovered != out.hovered {
        tab.hovered = out.hovered;
        ui.ctx().request_repaint();
    }
    if !tab.editable() {
        return;
    }
    if super::trace::click(ui, tab, &out.response) {
        return;
    }
    if super::pick::on_map(ui, &tab.document.doc().map, out.hovered, &out.response) {
        tab.preview = None;
        return;
    }
    if let Some(carried) = out.response.dnd_release_payload::<super::forces::Carried>()
        && let Some(at) = under_pointer(ui, tab, &out)
        && let Some(edit) = super::roster::drop_on_map(tab, &carried.0, at)
    {
        wishes.edit(edit);
        wishes.select = Some(carried.0.clone());
    }
    if carried_over(ui, tab, &out) {
        return;
    }
    let before = (tab.document.version(), tab.preview.clone(), tab.marquee.clone());
    for event in events(ui, tab, &out) {
        let reply = tab.tools.respond(tab.document.doc(), &schema, &event);
        let shows = event.phase != Phase::Up;
        answer(tab, &reply, wishes);
        if shows && let (Some(edit), Some(at)) = (&reply.preview, out.response.hover_pos()) {
            look::tag(ui, at, &said(edit, &schema, &tab.tools.hexside), out.response.rect);
        }
    }
    // The map was drawn before the tool answered: show the answer at once, and only then rest.
    if !out.response.contains_pointer() && !tab.pressing {
        tab.preview = None;
    }
    if before != (tab.document.version(), tab.preview.clone(), tab.marquee.clone()) {
        ui.ctx().request_repaint();
    }
}

/// What is carried over the map shows where it would stand.
fn carried_over(ui: &Ui, tab: &mut Tab, out: &BoardOutput) -> bool {
    let Some(carried) = out.response.dnd_hover_payload::<super::forces::Carried>() else { return false };
    let at = under_pointer(ui, tab, out);
    tab.preview = at.and_then(|at| super::roster::drop_on_map(tab, &carried.0, at));
    ui.ctx().request_repaint();
    true
}

/// The preview's words: the step's name, with the kind's own name.
fn said(edit: &Edit, schema: &Schema, hexside: &str) -> String {
    match edit {
        Edit::DrawSides { sides, .. } => {
            let name = schema.edge(hexside).map_or(hexside, |k| k.name.as_str());
            format!("{name}, {}", words::count(sides.len(), "hexside", "hexsides"))
        }
        Edit::Terrain { hexes, kind, .. } => {
            let name = schema.terrain(kind).map_or(kind.as_str(), |k| k.name.as_str());
            format!("{name}, {}", words::count(hexes.len(), "hex", "hexes"))
        }
        other => other.description(),
    }
}

/// What the pointer did this frame, in the tools' terms. The last one shows the preview.
fn events(ui: &Ui, tab: &mut Tab, out: &BoardOutput) -> Vec<Pointer> {
    let grid = tab.doc().map.grid;
    let (down, up, held, space, m) = ui.input(|i| {
        (
            i.pointer.button_pressed(PointerButton::Primary),
            i.pointer.button_released(PointerButton::Primary),
            i.pointer.button_down(PointerButton::Primary),
            i.key_down(Key::Space),
            i.modifiers,
        )
    });
    let at = Pointer {
        phase: Phase::Hover,
        hex: out.hovered.map(|id| grid.hex(id)),
        edge: out.hovered_edge.filter(|e| e.1 <= NEAR).map(|e| e.0),
        corner: out.hovered_corner.filter(|c| c.1 <= CORNER).map(|c| c.0),
        offset: offset(ui, tab, out),
        // Anywhere in a hex means the piece on top of it.
        piece: out
            .hovered_counter
            .and_then(|c| picture::piece_of(tab.doc(), c).map(|p| p.id.clone()))
            .or_else(|| out.hovered.filter(|_| tab.shown.counters).and_then(|h| top_piece(tab, h))),
        shift: m.shift,
        ctrl: m.command,
        alt: m.alt,
    };
    let over = out.response.contains_pointer();
    let mut list = Vec::new();
    let with = |phase| Pointer { phase, ..at.clone() };
    if down && over && !space {
        tab.pressing = true;
        out.response.request_focus();
        list.push(pressed_at(ui, tab, out, with(Phase::Down)));
    }
    if tab.pressing {
        // Several events may share one frame: the last stretch counts before the release.
        list.push(with(Phase::Move));
    }
    if tab.pressing && (up || !held) {
        tab.pressing = false;
        list.push(with(Phase::Up));
    }
    // Enter on the keyboard's hex is a press there.
    if list.is_empty()
        && let Some(click) = out.clicked.filter(|c| c.button == PointerButton::Primary && !over_pointer(out))
    {
        let key = Pointer {
            hex: click.hex.map(|id| grid.hex(id)),
            edge: click.edge.map(|e| e.0),
            corner: click.corner.map(|c| c.0),
            piece: click.hex.and_then(|h| top_piece(tab, h)),
            ..Pointer::default()
        };
        list.extend([Phase::Down, Phase::Up].map(|phase| Pointer { phase, ..key.clone() }));
    }
    if list.is_empty() && over {
        list.push(at);
    }
    list
}

/// How far the pointer is from the middle of its hex, in hundredths of the hex radius.
fn offset(ui: &Ui, tab: &Tab, out: &BoardOutput) -> (i16, i16) {
    let layout = board::layout::Layout::new(tab.doc().map.grid);
    let Some((at, id)) = ui.input(|i| i.pointer.latest_pos()).zip(out.hovered) else { return (0, 0) };
    let camera = &tab.widget.camera;
    let sheet = camera.center + (at - out.response.rect.center()) / camera.zoom;
    let from = sheet - layout.center(id);
    ((from.x * 100.0) as i16, (from.y * 100.0) as i16)
}

/// The press where the button went down, if the pointer has moved on since within the frame.
fn pressed_at(ui: &Ui, tab: &Tab, out: &BoardOutput, now: Pointer) -> Pointer {
    let pressed = |e: &egui::Event| match e {
        egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => Some(*pos),
        _ => None,
    };
    let (origin, latest) = ui.input(|i| (i.events.iter().find_map(pressed), i.pointer.latest_pos()));
    let Some(from) = origin.filter(|o| Some(*o) != latest) else { return now };
    let layout = board::layout::Layout::new(tab.doc().map.grid);
    let camera = &tab.widget.camera;
    let at = camera.center + (from - out.response.rect.center()) / camera.zoom;
    let hex = layout.hex_at(at);
    Pointer {
        hex: hex.map(|id| layout.grid.hex(id)),
        edge: layout.nearest_edge(at).filter(|e| e.1 <= NEAR).map(|e| e.0),
        corner: layout.nearest_corner(at).filter(|c| c.1 <= CORNER).map(|c| c.0),
        piece: hex.and_then(|h| top_piece(tab, h)),
        ..now
    }
}

/// The hex under the pointer, also while something else is being dragged.
fn under_pointer(ui: &Ui, tab: &Tab, out: &BoardOutput) -> Option<engine::hex::Hex> {
    let at = ui.input(|i| i.pointer.latest_pos())?;
    let layout = board::layout::Layout::new(tab.doc().map.grid);
    let camera = &tab.widget.camera;
    let on = camera.center + (at - out.response.rect.center()) / camera.zoom;
    layout.hex_at(on).map(|id| layout.grid.hex(id))
}

fn over_pointer(out: &BoardOutput) -> bool {
    out.response.clicked_by(PointerButton::Primary)
}

fn top_piece(tab: &Tab, hex: HexId) -> Option<String> {
    let at = tab.doc().map.grid.hex(hex);
    let here = |p: &&engine::scenario::Piece| crate::core::pieces::hexes_of(&p.place).contains(&at);
    tab.doc().pieces.iter().find(here).map(|p| p.id.clone())
}

fn answer(tab: &mut Tab, reply: &Reply, wishes: &mut Wishes) {
    if reply.stroke == Stroke::Begin {
        tab.document.begin_stroke();
    }
    if let Some(e) = &reply.commit {
        tab.document.apply(e);
        // What was just placed is what the panel shows.
        if let Edit::AddPieces(new) = e {
            let fresh = tab.doc().pieces.iter().rev().take(new.len()).map(|p| p.id.clone()).collect();
            wishes.select = Some(fresh);
        }
    }
    if reply.stroke == Stroke::End {
        tab.document.end_stroke();
    }
    if let Some(s) = &reply.select {
        wishes.select = Some(s.clone());
    }
    if reply.label.is_some() {
        tab.label = reply.label;
    }
    tab.preview = reply.preview.clone();
    tab.marquee = reply.marquee.clone();
}

fn highlights(tab: &Tab, schema: &Schema) -> Highlights {
    let doc = tab.doc();
    let grid = &doc.map.grid;
    let mut lights = Highlights::default();
    if let Some(overlay) = tab.checks.answer() {
        lights.add(overlay);
    }
    let ids = tab.tools.selection.iter().filter_map(|id| picture::counter_id(doc, id));
    lights.selected = ids.map(Target::Counter).collect();
    if let Some(edit) = &tab.preview {
        lights.preview = edit.hexes().iter().filter_map(|h| grid.id(*h)).collect();
        lights.preview_sides = edit.sides();
        if let Edit::AddPieces(new) = edit
            && let [piece] = new.as_slice()
            && let Some(at) = lights.preview.first()
        {
            let place = CounterPlace::Hexes(lights.preview.iter().copied().collect());
            let id = engine::present::CounterId(u32::MAX);
            lights.ghost = Some((*at, Box::new(picture::counter(doc, schema, piece, id, place))));
        }
    }
    let frame = if tab.marquee.is_empty() { &tab.tools.area } else { &tab.marquee };
    lights.preview.extend(frame.iter().filter_map(|h| grid.id(*h)));
    lights.target_corners.extend(tab.tools.path_start());
    if let Some(h) = tab.tools.road_start().and_then(|h| grid.id(h)) {
        lights.selected.push(Target::Hex(h));
    }
    if tab.tools.kind == ToolKind::Label
        && let Some(l) = tab.label.and_then(|i| doc.map.labels.get(i))
        && let Some(h) = grid.id(l.at)
    {
        lights.selected.push(Target::Hex(h));
    }
    if tab.shown.problems {
        lights.problems = tab.issues.list.iter().filter_map(|i| tab.place(i)).collect();
        lights.problems.sort();
        lights.problems.dedup();
    }
    lights
}

/// One readable line about a hex: number, terrain, level, sides, pieces.
pub fn hex_line(doc: &ScenarioDoc, schema: &Schema, id: HexId) -> String {
    let map = &doc.map;
    let terrain = map.terrain_at(id);
    let name = schema.terrain(terrain).map_or(terrain, |t| t.name.as_str());
    let mut parts = vec![map.grid.label(id), name.to_lowercase()];
    if schema.levels.is_some() {
        parts.push(format!("level {}", map.level_at(id)));
    }
    let hex = map.grid.hex(id);
    let turned = map.turned_at(hex);
    if turned > 0 {
        parts.push(format!("turned by {} degrees", u16::from(turned) * 60));
    }
    for dir in engine::hex::Dir::ALL {
        let edge = engine::hex::Edge::new(hex, dir);
        let slope = super::slopes::said(doc, schema, edge);
        parts.extend(slope.map(|s| format!("{s} on {} side", dir.name(map.grid.orientation))));
        let said =
            |f: &&engine::scenario::EdgeFeature| !schema.derives_slopes() || schema.slope(&f.kind).is_none();
        for f in map.edges.get(&edge).into_iter().flatten().filter(said) {
            let kind = schema.edge(&f.kind).map_or(f.kind.as_str(), |k| k.name.as_str());
            parts.push(format!("{} on {} side", kind.to_lowercase(), dir.name(map.grid.orientation)));
        }
    }
    for r in map.regions.iter().filter(|r| r.hexes.binary_search(&hex).is_ok()) {
        parts.push(format!("in {}", if r.name.is_empty() { &r.id } else { &r.name }));
    }
    let here = |p: &&engine::scenario::Piece| crate::core::pieces::hexes_of(&p.place).contains(&hex);
    parts.extend(doc.pieces.iter().filter(here).map(|p| crate::core::pieces::title(p, schema)));
    parts.join(", ")
}
