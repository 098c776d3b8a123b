//! The terrain brush: paints hexes freehand, along a line or in a rectangle.

use super::gestures::{self, unless_empty};
use super::{IconLine, Picked, Pointer, Reply, Tool, ToolText, Toolbox, eyedropper};
use crate::core::edit::Edit;
use crate::core::{ground, hexes};
use crate::ui::commands::{self, EditorAction};
use crate::ui::look;
use crate::ui::palette::{hover_with_rule, picture_row, radius_choice};
use crate::ui::tab::{Display, PanelRequests, Tab};
use crate::words;
use egui::{Rect, Role, Ui, WidgetInfo, vec2};
use engine::scenario::{ScenarioDoc, Schema};

/// How the terrain brush paints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    #[default]
    Freehand,
    Line,
    Rectangle,
}

/// Settings of brush and fill.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroundSettings {
    pub terrain: String,
    /// Rotation in sixths clockwise, where the terrain's picture has a direction.
    pub turn: u8,
    pub shape: Shape,
    /// Fill and wand take every matching hex of the sheet, not only connected ones.
    pub everywhere: bool,
}

pub struct Brush;

impl Tool for Brush {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Terrain brush",
            key: "B",
            help: "drag to paint, [ and ] change the size, Shift+R rotates, Ctrl erases, Alt picks a terrain.",
            synonyms: "paint ground draw",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(19.5, 4.0), (11.0, 12.5), (13.2, 14.6), (20.5, 5.0), (19.5, 4.0)],
            &[
                (10.2, 13.4),
                (7.0, 15.0),
                (6.2, 18.4),
                (3.8, 20.0),
                (9.0, 20.2),
                (12.2, 18.0),
                (12.4, 15.5),
                (10.2, 13.4),
            ],
        ]
    }

    fn begins_group(&self) -> bool {
        true
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let (grid, (kind, turn)) = (&doc.map.grid, terrain_laid(tools, schema, ev));
        let ends = tools.gesture.start.zip(tools.gesture.last);
        let mut hexes = match (tools.ground.shape, ends) {
            (Shape::Line, Some((a, b))) => {
                let way = hexes::line(grid, a, b);
                hexes::without_repeats(way.into_iter().flat_map(|h| hexes::disc(grid, h, tools.radius)))
            }
            (Shape::Rectangle, Some((a, b))) => hexes::rectangle(grid, a, b),
            (Shape::Rectangle, None) => ev.hex.into_iter().collect(),
            _ => tools.swept_hexes(doc, ev),
        };
        hexes.retain(|h| {
            let other = |id| doc.map.terrain_at(id) != kind || doc.map.turned_at(*h) != turn;
            hexes::on_sheet(grid, *h).is_some_and(other)
        });
        unless_empty(hexes).map(|hexes| Edit::Terrain { hexes, kind: kind.to_owned(), turn })
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match tools.ground.shape {
            Shape::Freehand => gestures::stroke_gesture(tools, doc, schema, ev),
            Shape::Line | Shape::Rectangle => gestures::drag_gesture(tools, doc, schema, ev),
        }
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, _: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        eyedropper::ground_under(doc, ev)
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, schema: &Schema, _: bool) -> String {
        let does = match tools.ground.shape {
            Shape::Freehand => "drag to paint, [ and ] size",
            Shape::Line => "drag a line, [ and ] size",
            Shape::Rectangle => "drag a rectangle",
        };
        terrain_status(tools, schema, does)
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, _: &mut PanelRequests) {
        let schema = tab.schema();
        terrain_rows(ui, tab, &schema);
        let tools = &mut tab.tools;
        for (shape, name) in
            [(Shape::Freehand, "Freehand"), (Shape::Line, "Line"), (Shape::Rectangle, "Rectangle")]
        {
            ui.radio_value(&mut tools.ground.shape, shape, name);
        }
        radius_choice(ui, &mut tools.radius, tools.ground.shape != Shape::Rectangle);
        rotation_choice(ui, tools, &schema);
    }
}

/// The terrain painted and its rotation, if its picture has a direction. Erasing paints the rules' first terrain.
pub(super) fn terrain_laid<'a>(tools: &'a Toolbox, schema: &'a Schema, ev: &Pointer) -> (&'a str, u8) {
    match schema.terrains.first() {
        Some(open) if ev.ctrl || tools.gesture.erase => (&open.id, 0),
        _ => (
            &tools.ground.terrain,
            if ground::has_direction(&tools.ground.terrain, schema) { tools.ground.turn % 6 } else { 0 },
        ),
    }
}

/// The status line: the terrain painted, what a press does, and what modifier keys change.
pub(super) fn terrain_status(tools: &Toolbox, schema: &Schema, does: &str) -> String {
    let id = &tools.ground.terrain;
    let what = words::name_or_id(schema.terrain(id).map(|t| t.name.as_str()), id);
    let open = schema.terrains.first().map_or("", |t| t.name.as_str());
    let turn = if ground::has_direction(id, schema) { ", Shift+R rotates" } else { "" };
    format!("{what}: {does}{turn}; Ctrl erases to {}, Alt picks a terrain.", open.to_lowercase())
}

/// The list of terrains, and the caption of the settings below.
pub(super) fn terrain_rows(ui: &mut Ui, tab: &mut Tab, schema: &Schema) {
    let Tab { tools, display: Display { swatches, .. }, .. } = tab;
    for t in &schema.terrains {
        let on = tools.ground.terrain == t.id;
        let r = picture_row(ui, &t.name, on, |ui, rect| {
            let hex = Rect::from_center_size(rect.center(), vec2(28.0, 25.0));
            let turn = if ground::has_direction(&t.id, schema) { tools.ground.turn } else { 0 };
            swatches.terrain(ui, hex, schema, &t.id, turn);
        });
        if hover_with_rule(r, &t.help, &t.rule).clicked() {
            tools.ground.terrain.clone_from(&t.id);
        }
    }
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, "How to paint");
}

/// The rotation of the terrain, where its picture has a direction.
pub(super) fn rotation_choice(ui: &mut Ui, tools: &mut Toolbox, schema: &Schema) {
    if !ground::has_direction(&tools.ground.terrain, schema) {
        return;
    }
    ui.add_space(4.0);
    let key = commands::key_of(ui.ctx(), EditorAction::TurnGround);
    let label = ui.label("Rotation");
    ui.horizontal_wrapped(|ui| {
        for n in 0..6u8 {
            let degrees = u16::from(n) * 60;
            let r = ui.selectable_label(tools.ground.turn == n, format!("{degrees}\u{00B0}"));
            let said = format!("Turned by {degrees} degrees");
            let on = tools.ground.turn == n;
            r.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, said.clone()));
            if r.labelled_by(label.id).on_hover_text(words::turn_help(&key)).clicked() {
                tools.ground.turn = n;
            }
        }
    });
}
