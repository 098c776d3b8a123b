//! The map: what is drawn on it, and the pointer over it.

use super::tab::{DocumentChange, PanelRequests, Tab};
use super::{look, names, preview};
use crate::core::Edit;
use crate::core::counters;
use crate::tools::{Phase, Pointer, ToolKind};
use crate::tools::{Reply, Stroke};
use board::view::{BoardInput, BoardOutput, ViewOptions};
use egui::{CursorIcon, Key, PointerButton, Ui};
use engine::hex::{Hex, HexId};
use engine::scenario::{ScenarioDoc, Schema};

/// The editor draws names, villages and hex numbers on sheets so small that play leaves them out.
const EDITOR_DETAIL: f32 = 1.5;
/// Hexsides farther from the pointer than this (in R) are ignored.
const NEAR: f32 = 0.45;
/// Nearer than this the pointer is on the hexside.
const ON: f32 = 0.17;
/// A corner is picked from anywhere in its hexes.
const CORNER: f32 = 1.0;

/// The pointer over the map, and the last reply of the current tool.
#[derive(Default)]
pub struct PointerState {
    pub hovered: Option<HexId>,
    /// The current press started on the map.
    pub pressing: bool,
    /// What a click would do.
    pub preview: Option<Edit>,
    pub starts: preview::Starts,
    /// The frame of a selection.
    pub marquee: Vec<Hex>,
    pub menu: super::map_menu::MapMenu,
}

/// Draws the map and lets the tool answer the pointer.
pub fn show(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let schema = tab.schema();
    let view = tab.board_view();
    let lights = preview::highlights(tab, &schema);
    let options = ViewOptions {
        grid: tab.display.shown.grid,
        numbers: tab.display.shown.numbers,
        detail: EDITOR_DETAIL,
        all_names: tab.tools.kind == ToolKind::Label,
        animate: false,
        left_pan: !tab.is_editable(),
        fan: tab.tools.kind == ToolKind::Select,
        shy_cursor: true,
        ..ViewOptions::default()
    };
    super::trace::lay_picture(tab);
    let doc = tab.document.doc();
    let lines = |id: HexId| hex_line(doc, &schema, id);
    let input = BoardInput {
        doc: &doc.map,
        doc_key: tab.document.map_version(),
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: look::colour(look::theme(ui).desk),
        options,
        lines_for_hex: Some(&lines),
    };
    let out = tab.widget.show(ui, &input);
    super::trace::paint_pins(ui, tab, out.response.rect);
    super::slopes::paint_overruled(ui, tab, out.response.rect);
    names::paint_selected_name(ui, tab, out.response.rect);
    super::checks::overlay_text(ui, tab, out.response.rect);
    if tab.pointer.hovered != out.hovered {
        tab.pointer.hovered = out.hovered;
        ui.ctx().request_repaint();
    }
    if !tab.is_editable() {
        return;
    }
    if super::trace::pin_click(ui, tab, &out.response) {
        (tab.pointer.preview, tab.pointer.starts) = (None, preview::Starts::default());
        return;
    }
    if super::pick::on_map(ui, &tab.document.doc().map, out.hovered, &out.response) {
        tab.pointer.preview = None;
        return;
    }
    let_down(ui, tab, &out, requests);
    if carried_over(ui, tab, &out) {
        return;
    }
    answer_pointer(ui, tab, &schema, &out, requests);
}

/// Lets the tool answer what the pointer does, and shows what it would change.
fn answer_pointer(
    ui: &mut Ui,
    tab: &mut Tab,
    schema: &Schema,
    out: &BoardOutput,
    requests: &mut PanelRequests,
) {
    let state = |t: &Tab| {
        (
            t.document.version(),
            t.pointer.preview.clone(),
            t.pointer.marquee.clone(),
            t.pointer.starts.clone(),
            t.names.selected,
        )
    };
    let before = state(tab);
    let mut shows = true;
    for event in pointer_events(ui, tab, out) {
        if event.phase == Phase::Down {
            super::name_field::take_letters_before_press(ui, tab);
            names::finish_naming(tab, requests);
            names::note_press(tab, &event);
        }
        let reply = tab.tools.respond(tab.document.doc(), schema, &event);
        // Only on release: a press still moves the keyboard focus to the map.
        if event.phase == Phase::Up {
            names::begin_naming(tab, &event);
        }
        shows = event.phase != Phase::Up;
        take_reply(tab, &reply, requests);
        set_cursor(ui, tab, out, &event);
    }
    super::name_field::show(ui, tab, &out.response, requests);
    super::map_menu::show(tab, &out.response, out.hovered, requests);
    // The map was drawn before the tool replied: repaint to show the reply.
    if !out.response.contains_pointer() && !tab.pointer.pressing {
        (tab.pointer.preview, tab.pointer.starts) = (None, preview::Starts::default());
    }
    if shows && let (Some(text), Some(at)) = (preview::pointer_text(tab, schema), out.response.hover_pos()) {
        look::pointer_tag(ui, at, &text, out.response.rect);
    }
    if before != state(tab) || !requests.changes.is_empty() {
        ui.ctx().request_repaint();
    }
}

/// Drops pieces dragged from a list on the map.
fn let_down(ui: &Ui, tab: &Tab, out: &BoardOutput, requests: &mut PanelRequests) {
    if let Some(carried) = out.response.dnd_release_payload::<super::forces::Carried>()
        && let Some(at) = under_pointer(ui, tab, out)
        && let Some(edit) = super::roster::drop_on_map(tab, &carried.0, at)
    {
        requests.edit(edit);
        requests.select = Some(carried.0.clone());
    }
}

/// Previews where dragged pieces would be placed.
fn carried_over(ui: &Ui, tab: &mut Tab, out: &BoardOutput) -> bool {
    let Some(carried) = out.response.dnd_hover_payload::<super::forces::Carried>() else { return false };
    let at = under_pointer(ui, tab, out);
    tab.pointer.preview = at.and_then(|at| super::roster::drop_on_map(tab, &carried.0, at));
    ui.ctx().request_repaint();
    true
}

/// Sets the cursor for what a press would do.
fn set_cursor(ui: &Ui, tab: &Tab, out: &BoardOutput, ev: &Pointer) {
    let space = ui.input(|i| i.key_down(Key::Space));
    if !out.response.contains_pointer() || ev.hex.is_none() {
        return;
    }
    let of_tool = || tab.tools.kind.tool().cursor(ev, tab.pointer.pressing);
    if let Some(icon) = if space { Some(CursorIcon::Grab) } else { of_tool() } {
        ui.ctx().set_cursor_icon(icon);
    }
}

/// The pointer events of this frame, in the map's terms. The last one gives the preview.
fn pointer_events(ui: &Ui, tab: &mut Tab, out: &BoardOutput) -> Vec<Pointer> {
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
    let pos = ui.input(|i| i.pointer.latest_pos());
    let at = Pointer {
        phase: Phase::Hover,
        hex: out.hovered.map(|id| grid.hex(id)),
        edge: out.hovered_edge.filter(|e| e.1 <= NEAR).map(|e| e.0),
        on_edge: out.hovered_edge.is_some_and(|e| e.1 <= ON),
        corner: out.hovered_corner.filter(|c| c.1 <= CORNER).map(|c| c.0),
        spot: pos.map_or((0, 0), |p| names::sheet_spot(tab.widget.on_sheet(p))),
        name: pos.and_then(|p| names::name_under(tab, p)),
        // Anywhere in a hex picks its topmost piece.
        piece: out
            .hovered_counter
            .and_then(|c| counters::piece_of(tab.doc(), c).map(|p| p.id.clone()))
            .or_else(|| out.hovered.filter(|_| tab.display.shown.counters).and_then(|h| top_piece(tab, h))),
        shift: m.shift,
        ctrl: m.command,
        alt: m.alt,
    };
    let over = out.response.contains_pointer();
    let mut list = Vec::new();
    let with = |phase| Pointer { phase, ..at.clone() };
    if down && over && !space {
        tab.pointer.pressing = true;
        out.response.request_focus();
        list.push(pressed_at(ui, tab, with(Phase::Down)));
    }
    if tab.pointer.pressing {
        // One frame may hold several events: the last move counts before the release.
        list.push(with(Phase::Move));
    }
    if tab.pointer.pressing && (up || !held) {
        tab.pointer.pressing = false;
        list.push(with(Phase::Up));
    }
    // Enter presses the hex of the keyboard cursor.
    if list.is_empty()
        && let Some(click) = out.clicked.filter(|c| c.button == PointerButton::Primary && !over_pointer(out))
    {
        let key = Pointer {
            hex: click.hex.map(|id| grid.hex(id)),
            edge: click.edge.map(|e| e.0),
            corner: click.corner.map(|c| c.0),
            piece: click.hex.and_then(|h| top_piece(tab, h)),
            name: click.hex.and_then(|h| names::of_hex(tab, h)),
            ..Pointer::default()
        };
        list.extend([Phase::Down, Phase::Up].map(|phase| Pointer { phase, ..key.clone() }));
    }
    if list.is_empty() && over {
        list.push(at);
    }
    list
}

/// The press at the position where the button went down, if the pointer has moved since within the frame.
fn pressed_at(ui: &Ui, tab: &Tab, now: Pointer) -> Pointer {
    let pressed = |e: &egui::Event| match e {
        egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => Some(*pos),
        _ => None,
    };
    let (origin, latest) = ui.input(|i| (i.events.iter().find_map(pressed), i.pointer.latest_pos()));
    let Some(from) = origin.filter(|o| Some(*o) != latest) else { return now };
    let layout = board::layout::Layout::new(tab.doc().map.grid);
    let at = tab.widget.on_sheet(from);
    let hex = layout.hex_at(at);
    Pointer {
        spot: names::sheet_spot(at),
        name: names::name_under(tab, from),
        hex: hex.map(|id| layout.grid.hex(id)),
        edge: layout.nearest_edge(at).filter(|e| e.1 <= NEAR).map(|e| e.0),
        on_edge: layout.nearest_edge(at).is_some_and(|e| e.1 <= ON),
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

/// Applies the reply of the tool: previews at once, changes as requests.
fn take_reply(tab: &mut Tab, reply: &Reply, requests: &mut PanelRequests) {
    if reply.stroke == Stroke::Begin {
        requests.changes.push(DocumentChange::BeginStroke);
    }
    requests.changes.extend(reply.commit.clone().map(DocumentChange::Commit));
    if reply.stroke == Stroke::End {
        requests.changes.push(DocumentChange::EndStroke);
    }
    if let Some(s) = &reply.select {
        requests.select = Some(s.clone());
    }
    if let Some(label) = reply.label {
        tab.names.selected = label;
    }
    tab.pointer.preview = reply.preview.clone();
    tab.pointer.starts =
        preview::Starts { corner: reply.corner, hex: reply.begin, pick: reply.pick.clone(), put: reply.put };
    tab.pointer.marquee = reply.marquee.clone();
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
        let slope = super::slopes::slope_text(doc, schema, edge);
        parts.extend(slope.map(|s| format!("{s} on {} side", dir.compass_name(map.grid.orientation))));
        let said =
            |f: &&engine::scenario::EdgeFeature| !schema.derives_slopes() || schema.slope(&f.kind).is_none();
        for f in map.edges.get(&edge).into_iter().flatten().filter(said) {
            let kind = schema.edge(&f.kind).map_or(f.kind.as_str(), |k| k.name.as_str());
            parts.push(format!("{} on {} side", kind.to_lowercase(), dir.compass_name(map.grid.orientation)));
        }
    }
    for r in map.regions.iter().filter(|r| r.hexes.binary_search(&hex).is_ok()) {
        parts.push(format!("in {}", if r.name.is_empty() { &r.id } else { &r.name }));
    }
    let here = |p: &&engine::scenario::Piece| crate::core::pieces::hexes_of(&p.place).contains(&hex);
    parts.extend(doc.pieces.iter().filter(here).map(|p| crate::core::pieces::piece_title(p, schema)));
    parts.join(", ")
}
