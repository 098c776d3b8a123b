//! The road tool: dragged from hex to hex, or clicked in straight lines; adds bridges and fords
//! where a road crosses water.

use super::gestures::unless_empty;
use super::{Gesture, IconLine, Phase, Picked, Pointer, Reply, Stroke, Tool, ToolText, Toolbox};
use crate::core::edit::Edit;
use crate::core::{hexes, water};
use crate::ui::look;
use crate::ui::palette::picture_row;
use crate::ui::tab::{Display, PanelRequests, Tab};
use crate::words;
use egui::Ui;
use engine::hex::Edge;
use engine::scenario::{MapDoc, ScenarioDoc, Schema};

/// Settings of the road tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadSettings {
    /// From 1.
    pub class: u8,
    /// The hexside added where a road crosses water; empty for none.
    pub crossing: String,
}

pub struct Road;

impl Tool for Road {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Road",
            key: "R",
            help: "drag from hex to hex, or click one end and then the next; Ctrl erases, Alt picks a road, Esc cancels.",
            synonyms: "path track way",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(5.0, 20.5), (7.0, 14.5), (14.0, 10.5), (15.0, 3.5)],
            &[(9.5, 20.5), (11.0, 16.5), (18.0, 12.5), (19.5, 3.5)],
        ]
    }

    fn why_unused(&self, schema: &Schema) -> Option<&'static str> {
        schema.roads.is_empty().then_some(words::NO_ROADS)
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let from = if tools.gesture.down { tools.gesture.last? } else { tools.anchor? };
        let sides = hexes::edges_crossed(&hexes::line(&doc.map.grid, from, ev.hex?));
        if tools.is_erasing(ev) {
            let sides = sides.into_iter().filter(|e| doc.map.roads.contains_key(e)).collect();
            return unless_empty(sides).map(|sides| Edit::Roads { sides, class: 0 });
        }
        let class = tools.roads.class.max(1);
        let wet = crossings_added(tools, &doc.map, schema, &sides, false);
        let sides: Vec<Edge> = sides.into_iter().filter(|e| doc.map.roads.get(e) != Some(&class)).collect();
        let road = unless_empty(sides).map(|sides| Edit::Roads { sides, class });
        match (road, wet) {
            (Some(road), Some(bridges)) => {
                Some(Edit::Together { name: String::new(), edits: vec![road, bridges] })
            }
            (road, _) => road,
        }
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { preview: tools.plan(doc, schema, ev), begin: ev.hex, ..Reply::default() },
            Phase::Down => {
                let commit = tools.plan(doc, schema, ev);
                tools.gesture = Gesture { down: true, last: ev.hex, erase: ev.ctrl, ..Gesture::default() };
                Reply { commit, stroke: Stroke::Begin, ..Reply::default() }
            }
            Phase::Move => {
                let commit = tools.plan(doc, schema, ev);
                tools.gesture.moved |= commit.is_some();
                tools.gesture.last = ev.hex.or(tools.gesture.last);
                Reply { preview: commit.clone(), commit, ..Reply::default() }
            }
            Phase::Up => {
                tools.anchor = if tools.gesture.moved { None } else { tools.gesture.last };
                tools.gesture = Gesture::default();
                Reply { stroke: Stroke::End, ..Reply::default() }
            }
        }
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, _: &Toolbox, doc: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        let (map, hex) = (&doc.map, ev.hex?);
        let near = ev.edge.and_then(|e| map.roads.get(&e));
        let any = || map.roads.iter().find(|(e, _)| e.hexes().contains(&hex)).map(|r| r.1);
        near.or_else(any).map(|c| Picked::Road(*c))
    }

    fn status(&self, tools: &Toolbox, _: &ScenarioDoc, schema: &Schema, _: bool) -> String {
        if let Some(why) = self.why_unused(schema) {
            return why.to_owned();
        }
        let road = usize::from(tools.roads.class).checked_sub(1).and_then(|i| schema.roads.get(i));
        let road = words::name_or_id(road.map(|r| r.name.as_str()), words::ROAD);
        match (tools.road_start().is_some(), tools.erase) {
            (true, _) => format!("{road}: click where it goes on; Esc ends it."),
            (_, true) => "Erase roads: drag along them, or click from hex to hex.".to_owned(),
            _ => format!("{road}: drag, or click where it begins; Ctrl erases, Alt picks a road."),
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, _: &mut PanelRequests) {
        let schema = &tab.schema();
        if schema.roads.is_empty() {
            look::muted_label(ui, words::NO_ROADS);
            return;
        }
        let Tab { tools, display: Display { swatches, .. }, .. } = tab;
        for i in 0..schema.roads.len() {
            let class = (i + 1).min(255) as u8;
            let on = tools.roads.class == class;
            let name = words::road_name(schema, class);
            if picture_row(ui, name, on, |ui, rect| swatches.road(ui, rect, schema, class)).clicked() {
                tools.roads.class = class;
            }
        }
        ui.add_space(8.0);
        ui.separator();
        crossing_choice(ui, tools, schema);
        ui.checkbox(&mut tools.erase, "Erase").on_hover_text(words::ERASE);
    }
}

/// The bridges or fords to add where a road crosses the water of these hexsides, if there are none yet.
pub(super) fn crossings_added(
    tools: &Toolbox,
    map: &MapDoc,
    schema: &Schema,
    sides: &[Edge],
    wet: bool,
) -> Option<Edit> {
    let kind = water::crossings(schema).find(|k| k.id == tools.roads.crossing)?;
    let missing = |e: &&Edge| {
        let here = map.edges.get(e).map_or(&[][..], |features| features);
        (wet || water::has_water(schema, here)) && !water::has_crossing(schema, here)
    };
    let sides = sides.iter().filter(missing).map(|e| (*e, None)).collect();
    unless_empty(sides).map(|sides| Edit::DrawEdges { sides, kind: kind.id.clone() })
}

/// The choice of what to add where a road crosses water.
pub(super) fn crossing_choice(ui: &mut Ui, tools: &mut Toolbox, schema: &Schema) {
    let kinds: Vec<_> = water::crossings(schema).map(|k| (k.id.clone(), k.name.as_str())).collect();
    if schema.roads.is_empty() || kinds.is_empty() {
        return;
    }
    look::section_caption(ui, words::ROAD_MEETS_WATER);
    for (id, name) in kinds.into_iter().chain([(String::new(), words::NO_CROSSING)]) {
        ui.radio_value(&mut tools.roads.crossing, id, name).on_hover_text(words::BRIDGES);
    }
    ui.add_space(4.0);
}
