//! The hexside tool: rivers, streams, walls, slopes and whatever else the rules put on hexsides; clicked,
//! dragged along hexsides, or drawn from corner to corner.

use super::gestures::{self, unless_empty};
use super::{Gesture, IconLine, Phase, Picked, Pointer, Reply, Stroke, Tool, ToolText, Toolbox, road};
use crate::core::edit::Edit;
use crate::core::{hexes, slopes, water};
use crate::ui::look;
use crate::ui::palette::{hover_with_rule, picture_row};
use crate::ui::tab::{Display, PanelRequests, Tab};
use crate::words;
use egui::Ui;
use engine::hex::{Corner, Edge, Hex};
use engine::scenario::{ScenarioDoc, Schema};

/// How hexsides are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EdgeMode {
    Click,
    #[default]
    Drag,
    Corners,
}

/// Settings of the hexside tool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EdgeSettings {
    pub kind: String,
    pub mode: EdgeMode,
    /// Directed hexsides point the other way.
    pub flip: bool,
}

pub struct Hexside;

impl Tool for Hexside {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Hexsides",
            key: "H",
            help: "draw along hexsides, Ctrl erases, Alt picks a kind, X flips the direction, Esc cancels.",
            synonyms: "river stream wall bridge ford border entrenchment edge",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(8.0, 5.0), (16.0, 5.0), (20.0, 12.0), (16.0, 19.0), (8.0, 19.0), (4.0, 12.0), (8.0, 5.0)],
            &[(16.0, 19.0), (8.0, 19.0), (4.0, 12.0)],
            &[(15.4, 17.8), (8.6, 17.8), (5.2, 12.0)],
        ]
    }

    fn why_unused(&self, schema: &Schema) -> Option<&'static str> {
        schema.edges.is_empty().then_some(words::NO_SIDES)
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        match tools.edges.mode {
            EdgeMode::Click => plan_side(tools, doc, schema, ev),
            EdgeMode::Drag if tools.gesture.down => {
                plan_path(tools, doc, schema, ev, tools.gesture.corner?, ev.corner?)
            }
            EdgeMode::Drag => plan_side(tools, doc, schema, ev),
            EdgeMode::Corners => plan_path(tools, doc, schema, ev, tools.corner_anchor?, ev.corner?),
        }
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match tools.edges.mode {
            EdgeMode::Click => gestures::click_gesture(tools, doc, schema, ev),
            EdgeMode::Drag => drag_along_sides(tools, doc, schema, ev),
            EdgeMode::Corners => corner_to_corner(tools, doc, schema, ev),
        }
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, tools: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        ev.hex?;
        // Where one hexside has several features, repeated clicks cycle through them.
        let here = doc.map.edges.get(&ev.edge?)?;
        let now = here.iter().position(|f| f.kind == tools.edges.kind);
        here.get(now.map_or(0, |i| (i + 1) % here.len())).map(|f| Picked::Side(f.kind.clone()))
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, schema: &Schema, _: bool) -> String {
        if let Some(why) = self.why_unused(schema) {
            return why.to_owned();
        }
        let kind = schema.edge(&tools.edges.kind);
        let what = words::name_or_id(kind.map(|k| k.name.as_str()), &tools.edges.kind);
        let turn = if kind.is_some_and(|k| k.directed) { ", X turns it round" } else { "" };
        let held = if tools.erase { "Alt picks a kind" } else { "Ctrl erases, Alt picks a kind" };
        let erase = if tools.erase { "Erase " } else { "" };
        let does = match (tools.edges.mode, tools.path_start().is_some()) {
            (EdgeMode::Click, _) => "click sides",
            (EdgeMode::Drag, _) => "drag along sides",
            (EdgeMode::Corners, false) => "click the corner where it begins",
            (EdgeMode::Corners, true) => {
                return format!("{erase}{what}: click the next corner{turn}; the same again or Esc ends it.");
            }
        };
        format!("{erase}{what}: {does}; {held}{turn}.")
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        let schema = tab.schema();
        edge_palette(ui, tab, &schema);
        crate::ui::slopes::slopes_section(ui, tab, &schema, requests);
    }
}

/// The hexside under the pointer: drawn, or erased if it is there already.
fn plan_side(tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
    let edge = ev.edge.filter(|e| hexes::side_on_sheet(&doc.map.grid, *e))?;
    let directed = schema.edge(&tools.edges.kind)?.directed;
    let [a, b] = edge.hexes();
    let near = ev.hex.filter(|h| edge.hexes().contains(h)).unwrap_or(a);
    let other = if near == a { b } else { a };
    let from = directed.then_some(if tools.edges.flip { other } else { near });
    let there = doc.map.edges.get(&edge).and_then(|fs| fs.iter().find(|f| f.kind == tools.edges.kind));
    let kind = tools.edges.kind.clone();
    match there {
        Some(f) if tools.is_erasing(ev) || f.from == from => {
            Some(Edit::EraseEdges { sides: vec![edge], kind: Some(kind) })
        }
        None if tools.is_erasing(ev) => None,
        _ => Some(with_what_follows(tools, doc, schema, Edit::DrawEdges { sides: vec![(edge, from)], kind })),
    }
}

fn plan_path(
    tools: &Toolbox,
    doc: &ScenarioDoc,
    schema: &Schema,
    ev: &Pointer,
    from: Corner,
    to: Corner,
) -> Option<Edit> {
    let directed = schema.edge(&tools.edges.kind)?.directed;
    let kind = tools.edges.kind.clone();
    let way = hexes::corner_way(&doc.map, from, to);
    if tools.is_erasing(ev) {
        let has = |e: &Edge| doc.map.edges.get(e).is_some_and(|fs| fs.iter().any(|f| f.kind == kind));
        let sides: Vec<Edge> = way.iter().map(|w| w.0).filter(has).collect();
        return unless_empty(sides).map(|sides| Edit::EraseEdges { sides, kind: Some(kind) });
    }
    let side = |(edge, left): &(Edge, Hex)| {
        let [a, b] = edge.hexes();
        let right = if *left == a { b } else { a };
        (*edge, directed.then_some(if tools.edges.flip { right } else { *left }))
    };
    let drawn = unless_empty(way.iter().map(side).collect()).map(|sides| Edit::DrawEdges { sides, kind });
    drawn.map(|e| with_what_follows(tools, doc, schema, e))
}

/// Adds what follows from drawing hexsides: slopes replace each other, roads get crossings over new water.
fn with_what_follows(tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, draw: Edit) -> Edit {
    let wet = matches!(&draw, Edit::DrawEdges { kind, .. } if water::is_water(schema, kind));
    let roads = |e: &Edge| doc.map.roads.contains_key(e);
    let met: Vec<Edge> = draw.edges().into_iter().filter(roads).collect();
    match if wet { road::crossings_added(tools, &doc.map, schema, &met, true) } else { None } {
        Some(over) => Edit::Together { name: String::new(), edits: vec![draw, over] },
        None => slopes::replacing_slopes(doc, schema, draw),
    }
}

/// Draws along hexsides while the button is held, from corner to nearest corner.
fn drag_along_sides(tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
    match ev.phase {
        Phase::Hover => Reply { preview: tools.plan(doc, schema, ev), ..Reply::default() },
        Phase::Down => {
            tools.gesture = Gesture { down: true, corner: ev.corner, erase: ev.ctrl, ..Gesture::default() };
            Reply { stroke: Stroke::Begin, ..Reply::default() }
        }
        Phase::Move => {
            let commit = tools.plan(doc, schema, ev);
            tools.gesture.moved |= commit.is_some();
            tools.gesture.corner = ev.corner.or(tools.gesture.corner);
            Reply { preview: commit.clone(), commit, ..Reply::default() }
        }
        Phase::Up => {
            // A press without a drag draws the one hexside under the pointer.
            let commit = (!tools.gesture.moved).then(|| plan_side(tools, doc, schema, ev)).flatten();
            tools.gesture = Gesture::default();
            Reply { commit, stroke: Stroke::End, ..Reply::default() }
        }
    }
}

/// Corner to corner, each click continuing from the last; a second click on the same corner ends the path.
fn corner_to_corner(tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
    let preview = tools.plan(doc, schema, ev);
    if ev.phase != Phase::Down {
        return Reply { preview, corner: ev.corner, ..Reply::default() };
    }
    let ends = ev.corner.is_some() && ev.corner == tools.corner_anchor;
    tools.corner_anchor = if ends { None } else { ev.corner.or(tools.corner_anchor) };
    Reply { commit: preview, ..Reply::default() }
}

fn edge_palette(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    if schema.edges.is_empty() {
        look::muted_label(ui, words::NO_SIDES);
        return;
    }
    let Tab { tools, display: Display { swatches, .. }, .. } = tab;
    for k in &schema.edges {
        let on = tools.edges.kind == k.id;
        let r = picture_row(ui, &k.name, on, |ui, rect| swatches.side(ui, rect, schema, &k.id));
        if hover_with_rule(r, &k.help, &k.rule).clicked() {
            tools.edges.kind.clone_from(&k.id);
        }
    }
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "How to draw");
    for (mode, name) in [
        (EdgeMode::Click, "Click sides"),
        (EdgeMode::Drag, "Drag along sides"),
        (EdgeMode::Corners, "Corner to corner"),
    ] {
        if ui.radio_value(&mut tools.edges.mode, mode, name).clicked() {
            tools.cancel();
        }
    }
    let directed = schema.edge(&tools.edges.kind).is_some_and(|k| k.directed);
    ui.add_enabled_ui(directed, |ui| {
        let flip = egui::Button::selectable(tools.edges.flip, "Flip direction").shortcut_text("X");
        if ui.add(flip).on_hover_text(words::FLIP).clicked() {
            tools.edges.flip = !tools.edges.flip;
        }
    });
    ui.checkbox(&mut tools.erase, "Erase").on_hover_text(words::ERASE);
    if water::is_water(schema, &tools.edges.kind) {
        road::crossing_choice(ui, tools, schema);
    }
}
