//! The tool that selects hexes with everything on them: by rectangle, lasso or wand.

use super::{Gesture, IconLine, Phase, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::pattern::What;
use crate::core::{hexes, pattern};
use crate::ui::commands::EditorAction;
use crate::ui::palette::action_button;
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{command_text, look, regions};
use crate::words;
use egui::Ui;
use engine::hex::Hex;
use engine::scenario::{ScenarioDoc, Schema};
use std::collections::BTreeSet;

/// How hexes are selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SelectionShape {
    #[default]
    Frame,
    /// Drawn freehand around them.
    Lasso,
    /// All connected hexes like the one clicked.
    Wand,
}

pub struct ChooseHexes;

impl Tool for ChooseHexes {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Select hexes",
            key: "M",
            help: "drag to choose hexes and all that is on them, Shift adds, Ctrl takes away; then copy, cut, clear or crop.",
            synonyms: "lasso wand rectangle selection",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(4.0, 8.0), (4.0, 4.0), (8.0, 4.0)],
            &[(11.0, 4.0), (14.0, 4.0)],
            &[(17.0, 4.0), (20.0, 4.0), (20.0, 8.0)],
            &[(20.0, 11.0), (20.0, 14.0)],
            &[(20.0, 17.0), (20.0, 20.0), (16.0, 20.0)],
            &[(13.0, 20.0), (10.0, 20.0)],
            &[(7.0, 20.0), (4.0, 20.0), (4.0, 16.0)],
            &[(4.0, 13.0), (4.0, 11.0)],
        ]
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, _: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { marquee: tools.area.clone(), ..Reply::default() },
            Phase::Down => {
                tools.gesture = Gesture { down: true, start: ev.hex, last: ev.hex, ..Gesture::default() };
                tools.gesture.over.extend(ev.hex);
                Reply { marquee: caught_hexes(tools, doc), ..Reply::default() }
            }
            Phase::Move | Phase::Up => {
                if let (Some(last), Some(now)) = (tools.gesture.last, ev.hex) {
                    let way = hexes::line(&doc.map.grid, last, now);
                    tools.gesture.over.extend(way.into_iter().skip(1));
                }
                tools.gesture.last = ev.hex.or(tools.gesture.last);
                let caught = caught_hexes(tools, doc);
                if ev.phase == Phase::Move {
                    return Reply { marquee: caught, ..Reply::default() };
                }
                tools.gesture = Gesture::default();
                choose(tools, doc, caught, ev)
            }
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        look::section_caption(ui, "How to choose");
        let tools = &mut tab.tools;
        for (mode, name, help) in [
            (SelectionShape::Frame, "Rectangle", "Drag from corner to corner"),
            (SelectionShape::Lasso, "Lasso", "Draw round the hexes"),
            (SelectionShape::Wand, "Magic wand", "Click: all joined hexes of that terrain and level"),
        ] {
            ui.radio_value(&mut tools.choosing, mode, name).on_hover_text(help);
        }
        ui.add_enabled_ui(tools.choosing == SelectionShape::Wand, |ui| {
            ui.checkbox(&mut tools.ground.everywhere, "Whole map").on_hover_text(words::WAND_EVERYWHERE);
        });
        ui.add_space(8.0);
        ui.separator();
        if tools.area.is_empty() {
            look::muted_label(ui, words::NOTHING_CHOSEN);
        } else {
            selection_actions(ui, tab, requests);
        }
        ui.add_space(8.0);
        ui.separator();
        what_is_copied(ui, &mut tab.tools.what);
    }
}

fn choose(tools: &mut Toolbox, doc: &ScenarioDoc, caught: Vec<Hex>, ev: &Pointer) -> Reply {
    let mut chosen: BTreeSet<Hex> =
        if ev.shift || ev.ctrl { tools.area.iter().copied().collect() } else { BTreeSet::new() };
    for h in caught {
        if ev.ctrl {
            chosen.remove(&h);
        } else {
            chosen.insert(h);
        }
    }
    tools.area = chosen.into_iter().collect();
    tools.selection = pattern::pieces_on(doc, &tools.area);
    let (select, marquee) = (Some(tools.selection.clone()), tools.area.clone());
    Reply { select, marquee, ..Reply::default() }
}

/// The hexes caught by the gesture so far.
fn caught_hexes(tools: &Toolbox, doc: &ScenarioDoc) -> Vec<Hex> {
    let grid = &doc.map.grid;
    match tools.choosing {
        SelectionShape::Frame => tools.dragged_rectangle(doc),
        SelectionShape::Lasso => enclosed(doc, &tools.gesture.over),
        SelectionShape::Wand => {
            let Some(at) = tools.gesture.start else { return Vec::new() };
            let Some(id) = hexes::on_sheet(grid, at) else { return Vec::new() };
            let map = &doc.map;
            let like = |o: engine::hex::HexId| {
                map.terrain_at(o) == map.terrain_at(id) && map.level_at(o) == map.level_at(id)
            };
            if tools.ground.everywhere {
                return grid.ids().filter(|o| like(*o)).map(|o| grid.hex(o)).collect();
            }
            hexes::flood(grid, at, like)
        }
    }
}

/// The hexes passed, and those whose centres are inside the closed path.
fn enclosed(doc: &ScenarioDoc, way: &[Hex]) -> Vec<Hex> {
    let grid = &doc.map.grid;
    let passed: BTreeSet<Hex> = way.iter().copied().collect();
    let (Some(low), Some(high)) = (way.iter().map(|h| h.r).min(), way.iter().map(|h| h.r).max()) else {
        return Vec::new();
    };
    // Axial coordinates are a skewed plane: inside stays inside.
    let inside = |h: Hex| {
        let mut within = false;
        for (i, a) in way.iter().enumerate() {
            let b = way[(i + 1) % way.len()];
            if (a.r > h.r) != (b.r > h.r) {
                let [aq, ar, bq, br, q, r] = [a.q, a.r, b.q, b.r, h.q, h.r].map(i64::from);
                // The path crosses this row to the right of the hex.
                let (cross, run) = ((bq - aq) * (r - ar) - (q - aq) * (br - ar), br - ar);
                within ^= if run > 0 { cross > 0 } else { cross < 0 };
            }
        }
        within
    };
    let all = grid.ids().map(|id| grid.hex(id)).filter(|h| (low..=high).contains(&h.r));
    all.filter(|h| passed.contains(h) || inside(*h)).collect()
}

/// Actions on the selected hexes.
fn selection_actions(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    ui.label(words::selection_summary(tab.tools.area.len(), tab.tools.selection.len()));
    ui.add_space(4.0);
    for act in [EditorAction::Copy, EditorAction::Cut, EditorAction::ClearHexes, EditorAction::CropToHexes] {
        action_button(ui, act, requests);
    }
    let schema = tab.schema();
    if let Some(t) = schema.terrain(&tab.tools.ground.terrain) {
        let (_, help) = command_text::action_text(EditorAction::PaintHexes);
        let wide = egui::vec2(ui.available_width(), 26.0);
        let paint = egui::Button::new(words::paint_chosen(&t.name)).min_size(wide);
        if ui.add(paint).on_hover_text(help).clicked() {
            requests.acts.push(EditorAction::PaintHexes);
        }
    }
    ui.add_space(6.0);
    look::section_caption(ui, words::AS_AREA);
    regions::new_area(ui, tab, requests);
}

fn what_is_copied(ui: &mut Ui, what: &mut What) {
    look::section_caption(ui, "What is copied");
    for (on, name) in [
        (&mut what.ground, "Terrain and levels"),
        (&mut what.sides, "Hexsides and roads"),
        (&mut what.areas, "Areas"),
        (&mut what.names, "Names"),
        (&mut what.pieces, "Pieces"),
    ] {
        ui.checkbox(on, name);
    }
}
