//! The level brush: raises, lowers or sets the height of hexes.

use super::gestures::{self, unless_empty};
use super::{IconLine, Picked, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::edit::{Edit, LevelChange};
use crate::core::hexes;
use crate::ui::palette::radius_choice;
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{look, slopes};
use crate::words;
use egui::Ui;
use engine::hex::Hex;
use engine::scenario::{ScenarioDoc, Schema};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LevelMode {
    #[default]
    Raise,
    Lower,
    Set,
}

/// Settings of the level tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelSettings {
    pub mode: LevelMode,
    pub level: i8,
}

pub struct Level;

impl Tool for Level {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Level brush",
            key: "L",
            help: "drag to raise or lower, Ctrl does the opposite, Alt picks a level.",
            synonyms: "height elevation hill raise lower slope",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(2.5, 19.0), (8.8, 8.0), (12.2, 13.4), (14.6, 10.0), (21.5, 19.0), (2.5, 19.0)],
            &[(8.8, 8.0), (8.8, 4.0)],
            &[(7.0, 5.8), (8.8, 3.8), (10.6, 5.8)],
        ]
    }

    fn why_unused(&self, schema: &Schema) -> Option<&'static str> {
        schema.levels.is_none().then_some(words::NO_LEVELS)
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let limits = schema.levels?;
        let change = match (tools.levels.mode, ev.ctrl) {
            (LevelMode::Raise, false) | (LevelMode::Lower, true) => LevelChange::By(1),
            (LevelMode::Lower, false) | (LevelMode::Raise, true) => LevelChange::By(-1),
            (LevelMode::Set, _) => LevelChange::Set(tools.levels.level.clamp(limits.0, limits.1)),
        };
        let changes = |h: &Hex| {
            let Some(id) = hexes::on_sheet(&doc.map.grid, *h) else { return false };
            let old = doc.map.level_at(id);
            let new = match change {
                LevelChange::Set(n) => n,
                LevelChange::By(n) => old.saturating_add(n).clamp(limits.0, limits.1),
            };
            new != old && !tools.gesture.over.contains(h)
        };
        let hexes = tools.swept_hexes(doc, ev).into_iter().filter(changes).collect();
        unless_empty(hexes).map(|hexes| Edit::Levels { hexes, change, limits })
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        gestures::stroke_gesture(tools, doc, schema, ev)
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, _: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let id = hexes::on_sheet(&doc.map.grid, ev.hex?)?;
        Some(Picked::Level(doc.map.level_at(id)))
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, schema: &Schema, _: bool) -> String {
        if let Some(why) = self.why_unused(schema) {
            return why.to_owned();
        }
        match tools.levels.mode {
            LevelMode::Raise => "Raise: drag over hexes; Ctrl lowers, Alt picks a level.".to_owned(),
            LevelMode::Lower => "Lower: drag over hexes; Ctrl raises, Alt picks a level.".to_owned(),
            LevelMode::Set => format!("Level {}: drag over hexes; Alt picks a level.", tools.levels.level),
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        let schema = tab.schema();
        level_choice(ui, &mut tab.tools, &schema);
        slopes::slopes_section(ui, tab, &schema, requests);
    }
}

fn level_choice(ui: &mut Ui, tools: &mut Toolbox, schema: &Schema) {
    let Some((low, high)) = schema.levels else {
        look::muted_label(ui, words::NO_LEVELS);
        return;
    };
    for (mode, name) in
        [(LevelMode::Raise, "Raise by one"), (LevelMode::Lower, "Lower by one"), (LevelMode::Set, "Set to")]
    {
        ui.radio_value(&mut tools.levels.mode, mode, name);
    }
    ui.horizontal_wrapped(|ui| {
        for n in low..=high {
            let on = tools.levels.mode == LevelMode::Set && tools.levels.level == n;
            if ui.selectable_label(on, n.to_string()).on_hover_text(format!("Set level {n}")).clicked() {
                tools.levels.level = n;
                tools.levels.mode = LevelMode::Set;
            }
        }
    });
    radius_choice(ui, &mut tools.radius, true);
    ui.add_space(8.0);
    look::muted_label(ui, words::SLOPES);
}
