//! The formation tool: draws up the selected pieces along a line.

use super::{IconLine, Pointer, Reply, Tool, ToolText, Toolbox, gestures};
use crate::core::edit::Edit;
use crate::core::line;
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{look, templates};
use crate::words;
use egui::Ui;
use engine::scenario::{ScenarioDoc, Schema};

pub struct Formation;

impl Tool for Formation {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Formation",
            key: "F",
            help: "select pieces, then drag a line: they are spread along it facing the enemy.",
            synonyms: "deploy line of battle wing",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(3.0, 14.0), (8.0, 14.0), (8.0, 18.0), (3.0, 18.0), (3.0, 14.0)],
            &[(9.5, 11.0), (14.5, 11.0), (14.5, 15.0), (9.5, 15.0), (9.5, 11.0)],
            &[(16.0, 8.0), (21.0, 8.0), (21.0, 12.0), (16.0, 12.0), (16.0, 8.0)],
            &[(4.0, 10.0), (14.0, 4.5)],
        ]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, _: &Pointer) -> Option<Edit> {
        let (a, b) = tools.gesture.start.zip(tools.gesture.last)?;
        line::draw_up(doc, schema, &tools.selection, (a, b), tools.lines)
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        gestures::drag_gesture(tools, doc, schema, ev)
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, _: &mut PanelRequests) {
        look::muted_label(ui, engine::capitalised(self.text().help));
        let n = tab.tools.selection.len();
        ui.add_space(8.0);
        ui.label(format!("{} selected", words::count(n, "piece", "pieces")));
        templates::formation_settings(ui, tab);
    }
}
