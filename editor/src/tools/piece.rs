//! The piece tool: places pieces of one kind, side and nation.

use super::{IconLine, Picked, Pointer, Tool, ToolText, Toolbox};
use crate::core::edit::Edit;
use crate::core::facing::facing_enemy;
use crate::core::{counters, hexes, pieces};
use crate::ui::palette::{hover_with_rule, picture_row};
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{fields, look, nations, swatch, templates};
use crate::words;
use egui::{Rect, Ui, vec2};
use engine::hex::{Dir, HexId, line_footprint};
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{FacingUse, Place, ScenarioDoc, Schema};

pub struct PieceTool;

impl Tool for PieceTool {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Pieces",
            key: "U",
            help: "select a kind, click hexes to place it; Alt picks a piece to place more like it.",
            synonyms: "units place counter army leader",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(4.0, 5.0), (20.0, 5.0), (20.0, 19.0), (4.0, 19.0), (4.0, 5.0)],
            &[(8.0, 9.0), (16.0, 15.0)],
            &[(16.0, 9.0), (8.0, 15.0)],
        ]
    }

    fn begins_group(&self) -> bool {
        true
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let at = ev.hex?;
        hexes::on_sheet(&doc.map.grid, at)?;
        let kind = schema.unit(&tools.template.kind)?;
        let mut piece = tools.template.clone();
        let length = kind.footprint.0.max(1);
        piece.place = if length > 1 {
            Place::Hexes(line_footprint(at, Dir(0), length).to_vec())
        } else {
            Place::Hex(at)
        };
        if !pieces::hexes_of(&piece.place).iter().all(|h| hexes::on_sheet(&doc.map.grid, *h).is_some()) {
            return None;
        }
        if schema.facing == FacingUse::None {
            piece.facing = None;
        } else if piece.facing.is_none() {
            piece.facing = facing_enemy(doc, schema, &piece.side, at);
        }
        // Default values are written out, so that the piece is complete without the chart.
        for f in kind.fields.iter().filter(|f| pieces::says_something(&f.default)) {
            piece.props.entry(f.id.clone()).or_insert_with(|| f.default.clone());
        }
        let nation = if piece.nation.is_empty() { &piece.side } else { &piece.nation };
        piece.id = pieces::free_id(doc, &pieces::slug(&format!("{nation} {}", kind.id)));
        Some(Edit::AddPieces(vec![piece]))
    }

    fn alt_picks_up(&self) -> bool {
        true
    }

    fn pick_up(&self, _: &Toolbox, _: &ScenarioDoc, ev: &Pointer) -> Option<Picked> {
        ev.hex?;
        ev.piece.clone().map(Picked::Piece)
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        let schema = &tab.schema();
        if schema.units.is_empty() {
            look::muted_label(ui, words::NO_UNITS);
            return;
        }
        let doc = tab.document.doc().clone();
        let template = &mut tab.tools.template;
        if let Some(side) = fields::choice_field(ui, "Side", "", &template.side, &fields::side_choices(&doc))
        {
            template.nation = doc.side(&side).and_then(|s| s.nations.first()).cloned().unwrap_or_default();
            template.side = side;
        }
        // The other side's nations are no choice for this one.
        let own = fields::side_nation_choices(&doc, &template.side);
        if let Some(n) = fields::choice_field(ui, "Nation", "", &template.nation, &own) {
            template.nation = n;
        }
        if let Some(kind) = nations::side_nation_menu(ui, &doc, schema, &template.side) {
            template.nation.clone_from(&kind.id);
            requests.extend_edits(nations::join_side(&doc, &kind, &template.side));
        }
        if doc.sides.is_empty() {
            look::muted_label(ui, words::NO_SIDES_YET);
        }
        ui.add_space(6.0);
        templates::template_menu(ui, &doc, schema, &tab.rules.templates, template);
        for u in &schema.units {
            let on = template.kind == u.id;
            let mut sample = template.clone();
            sample.kind.clone_from(&u.id);
            if !on {
                sample.props.clear();
            }
            let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
            let view = counters::counter_view(&doc, schema, &sample, CounterId(0), place);
            let r = picture_row(ui, &u.name, on, |ui, rect| {
                swatch::paint_counter(ui, Rect::from_center_size(rect.center(), vec2(26.0, 26.0)), &view);
            });
            if hover_with_rule(r, &u.help, &u.rule).clicked() && !on {
                template.kind.clone_from(&u.id);
                template.props.clear();
                template.name.clear();
            }
        }
        ui.add_space(8.0);
        ui.separator();
        look::section_caption(ui, words::NEW_PIECES);
        if let Some(name) = fields::text_line(ui, "Name", "", &template.name) {
            template.name = name;
        }
        let Some(kind) = schema.unit(&template.kind) else { return };
        let scope = fields::Scope { doc: &doc, schema };
        let props = template.props.clone();
        if let Some((id, v)) = fields::property_fields(ui, scope, &kind.fields, |id| props.get(id).cloned()) {
            template.props.insert(id, v);
        }
    }
}
