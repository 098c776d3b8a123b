//! Slopes derived from levels, and those the map overrides.

use super::look;
use super::tab::{PanelRequests, Tab};
use crate::core::slopes::{self, Tally};
use crate::tools::ToolKind;
use crate::words;
use board::layout::Layout;
use egui::{Rect, Stroke, Ui, vec2};
use engine::scenario::{Origin, Schema};

/// The count of slopes, cached for each version of the map.
#[derive(Default)]
pub struct Counted(Option<(u64, Tally)>);

/// Whether the current tool deals with slopes.
fn at_work(tab: &Tab, schema: &Schema) -> bool {
    let side = tab.tools.kind == ToolKind::Hexside && schema.slope(&tab.tools.edges.kind).is_some();
    schema.derives_slopes() && (side || tab.tools.kind == ToolKind::Level)
}

/// The count of slopes by origin, and a button to reset them to the levels.
pub fn slopes_section(ui: &mut Ui, tab: &mut Tab, schema: &Schema, requests: &mut PanelRequests) {
    if !at_work(tab, schema) {
        return;
    }
    let version = tab.document.map_version();
    if tab.slopes.0.is_none_or(|c| c.0 != version) {
        tab.slopes.0 = Some((version, slopes::count_slopes(tab.doc(), schema)));
    }
    let n = tab.slopes.0.map(|c| c.1).unwrap_or_default();
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, words::SLOPE_SIDES);
    look::muted_label(ui, words::slope_tally(n));
    if tab.tools.kind == ToolKind::Level {
        for k in schema.edges.iter().filter(|k| schema.slope(&k.id).is_some()) {
            let r = ui.button(words::draw_slope(&k.name)).on_hover_text(words::SLOPE_DRAW);
            if r.clicked() {
                tab.tools.edges.kind.clone_from(&k.id);
                requests.tool = Some(ToolKind::Hexside);
            }
        }
    }
    let any = n.drawn + n.suppressed > 0;
    let back = ui.add_enabled(any, egui::Button::new(words::SLOPES_BACK));
    if back.on_hover_text(words::SLOPES_BACK_HELP).clicked() {
        requests.extend_edits(slopes::as_derived(tab.doc(), schema));
    }
}

/// Marks slopes that differ from the levels: a dot where drawn, a cross where suppressed.
pub fn paint_overruled(ui: &Ui, tab: &Tab, rect: Rect) {
    let schema = tab.schema();
    if !at_work(tab, &schema) {
        return;
    }
    let layout = Layout::new(tab.doc().map.grid);
    let camera = &tab.widget.camera;
    let (ink, paper) = (look::colour(look::theme(ui).accent), look::colour(look::theme(ui).panel));
    let painter = ui.painter_at(rect);
    for (edge, side) in slopes::overruled_edges(tab.doc(), &schema) {
        let at = rect.center() + (layout.edge_mid(edge) - camera.center) * camera.zoom;
        if !rect.contains(at) {
            continue;
        }
        let r = (0.12 * camera.zoom).clamp(3.0, 9.0);
        painter.circle(at, r, paper, Stroke::new(1.5, ink));
        if side.origin == Origin::Suppressed {
            let d = r * 0.55;
            for (a, b) in [(vec2(-d, -d), vec2(d, d)), (vec2(-d, d), vec2(d, -d))] {
                painter.line_segment([at + a, at + b], Stroke::new(1.8, ink));
            }
        } else {
            painter.circle_filled(at, r * 0.5, ink);
        }
    }
}

/// The slope of a hexside, for the description of a hex.
pub fn slope_text(
    doc: &engine::scenario::ScenarioDoc,
    schema: &Schema,
    edge: engine::hex::Edge,
) -> Option<String> {
    let side = doc.map.slope_at(schema, edge).filter(|_| schema.derives_slopes())?;
    Some(words::slope_text(side.slope, side.origin).to_owned())
}
