//! The checklist from a blank document to a playable battle: each step says whether it is done, and links to
//! where it is done.

use super::commands::EditorAction;
use super::look;
use super::tab::{Dock, PanelRequests, Tab};
use crate::core::pieces;
use crate::tools::ToolKind;
use crate::words::checklist as say;
use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use engine::scenario::{ScenarioDoc, Schema};

/// A step of the checklist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChecklistStep {
    pub name: &'static str,
    pub help: &'static str,
    pub act: EditorAction,
    pub done: bool,
}

/// What is known of a document beside what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DocumentState {
    pub has_errors: bool,
    pub was_played: bool,
}

/// The steps these rules need, in the usual order.
pub fn checklist_steps(doc: &ScenarioDoc, schema: &Schema, state: DocumentState) -> Vec<ChecklistStep> {
    let step = |(name, help), act, done| ChecklistStep { name, help, act, done };
    let first = doc.map.terrain.get(0);
    let painted = doc.map.grid.ids().any(|id| doc.map.terrain.get(id.index()) != first);
    let stands = |side: &str| {
        doc.pieces.iter().any(|p| p.side == side && !pieces::hexes_of(&p.place).is_empty())
            || doc.setup.iter().any(|e| e.side == side && !e.pieces.is_empty())
    };
    let armies = doc.sides.len() > 1 && doc.sides.iter().all(|s| stands(&s.id));
    let mut out = vec![step(say::GROUND, EditorAction::Tool(ToolKind::Brush), painted)];
    if schema.levels.is_some() {
        let raised = doc.map.grid.ids().any(|id| doc.map.levels.get(id.index()).is_some_and(|n| n != 0));
        out.push(step(say::LEVELS, EditorAction::Tool(ToolKind::Level), raised));
    }
    if !schema.edges.is_empty() {
        out.push(step(say::SIDES, EditorAction::Tool(ToolKind::Hexside), !doc.map.edges.is_empty()));
    }
    if !schema.roads.is_empty() {
        out.push(step(say::ROADS, EditorAction::Tool(ToolKind::Road), !doc.map.roads.is_empty()));
    }
    out.push(step(say::FORCES, EditorAction::Tool(ToolKind::Unit), armies));
    if !schema.schedule.is_empty() {
        out.push(step(say::SCHEDULE, EditorAction::Page(Dock::Schedule), !doc.schedule.is_empty()));
    }
    if !schema.victory.is_empty() {
        out.push(step(say::VICTORY, EditorAction::Page(Dock::Victory), !doc.victory.is_empty()));
    }
    out.push(step(say::MEND, EditorAction::Page(Dock::Problems), !state.has_errors));
    out.push(step(say::PLAY, EditorAction::Play, state.was_played));
    out
}

pub fn show_checklist(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    ui.add_space(10.0);
    ui.separator();
    look::section_caption(ui, say::HEAD);
    ui.add_space(2.0);
    let list = checklist_steps(
        tab.doc(),
        &tab.schema(),
        DocumentState { has_errors: tab.problems.issues.has_errors(), was_played: tab.was_played },
    );
    for (i, s) in list.iter().enumerate() {
        step_row(ui, i + 1, s, requests);
    }
    if !tab.problems.issues.has_errors() {
        look::muted_label(ui, say::READY);
    }
}

fn step_row(ui: &mut Ui, n: usize, step: &ChecklistStep, requests: &mut PanelRequests) {
    let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::click());
    let said = format!("{}{}", step.name, if step.done { ", done" } else { "" });
    r.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), said.clone()));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        let painter = ui.painter_at(rect);
        if r.hovered() || r.has_focus() {
            painter.rect_filled(rect, 5.0, look::colour(t.sunk));
        }
        let centre = pos2(rect.left() + 14.0, rect.center().y);
        if step.done {
            painter.circle_filled(centre, 9.0, look::colour(t.accent));
            let tick = [vec2(-4.0, 0.0), vec2(-1.0, 3.0), vec2(4.5, -3.5)].map(|v| centre + v);
            painter.line(tick.to_vec(), Stroke::new(1.8, look::colour(t.accent_t)));
        } else {
            painter.circle_stroke(centre, 9.0, Stroke::new(1.2, look::colour(t.line2)));
            let font = FontId::proportional(11.0);
            painter.text(centre, Align2::CENTER_CENTER, n.to_string(), font, look::colour(t.muted));
        }
        let ink = look::colour(if step.done { t.muted } else { t.text });
        let at = pos2(rect.left() + 32.0, rect.center().y);
        let clip = Rect::from_min_max(rect.min, rect.max - vec2(2.0, 0.0));
        let font = FontId::proportional(13.0);
        ui.painter_at(clip).text(at, Align2::LEFT_CENTER, step.name, font, ink);
    }
    let key = super::commands::key_of(ui.ctx(), step.act);
    if r.on_hover_text(format!("{} {}{key}", step.help, say::TIP)).clicked() {
        requests.acts.push(step.act);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, Numbering, Orientation, Shove};
    use engine::scenario::{EdgeKind, MapDoc, Piece, Place, Side, VictoryKind};
    use std::sync::Arc;

    const BROKEN: DocumentState = DocumentState { has_errors: true, was_played: false };

    fn blank() -> ScenarioDoc {
        let numbering = Numbering::letters();
        let grid =
            Grid { orientation: Orientation::PointyTop, shove: Shove::Odd, cols: 4, rows: 4, numbering };
        let mut doc = ScenarioDoc::blank("x", MapDoc::blank(grid, "clear"));
        doc.sides = ["a", "b"].map(|id| Side { id: id.into(), name: id.into(), ..Side::default() }).to_vec();
        doc
    }

    fn done(doc: &ScenarioDoc, schema: &Schema, act: EditorAction) -> Option<bool> {
        checklist_steps(doc, schema, BROKEN).into_iter().find(|s| s.act == act).map(|s| s.done)
    }

    #[test]
    fn only_what_the_rules_know_is_asked_for() {
        let doc = blank();
        let plain = Schema::default();
        assert_eq!(done(&doc, &plain, EditorAction::Tool(ToolKind::Hexside)), None);
        assert_eq!(done(&doc, &plain, EditorAction::Page(Dock::Victory)), None);
        let rich = Schema {
            edges: vec![EdgeKind::default()],
            victory: vec![VictoryKind::default()],
            ..Schema::default()
        };
        assert_eq!(done(&doc, &rich, EditorAction::Tool(ToolKind::Hexside)), Some(false));
        assert_eq!(done(&doc, &rich, EditorAction::Page(Dock::Victory)), Some(false));
    }

    #[test]
    fn playing_ticks_the_last_step() {
        let state = DocumentState { was_played: true, ..DocumentState::default() };
        let last = checklist_steps(&blank(), &Schema::default(), state).pop().unwrap();
        assert!(last.act == EditorAction::Play && last.done);
    }

    #[test]
    fn a_step_is_done_when_the_document_says_so() {
        let mut doc = blank();
        let schema = Schema::default();
        let brush = EditorAction::Tool(ToolKind::Brush);
        let unit = EditorAction::Tool(ToolKind::Unit);
        assert_eq!((done(&doc, &schema, brush), done(&doc, &schema, unit)), (Some(false), Some(false)));
        let id = doc.map.grid.ids().nth(5).unwrap();
        doc.map.set_terrain(id, "wood");
        assert_eq!(done(&doc, &schema, brush), Some(true));
        for side in ["a", "b"] {
            let place = Place::Hex(doc.map.grid.hex(id));
            Arc::make_mut(&mut doc.pieces).push(Piece {
                id: side.into(),
                side: side.into(),
                place,
                ..Piece::default()
            });
            assert_eq!(done(&doc, &schema, unit), Some(side == "b"), "both sides are wanted");
        }
        assert!(
            !checklist_steps(&doc, &schema, BROKEN)
                .iter()
                .any(|s| s.act == EditorAction::Page(Dock::Problems) && s.done)
        );
        assert!(
            checklist_steps(&doc, &schema, DocumentState::default())
                .iter()
                .any(|s| s.act == EditorAction::Page(Dock::Problems) && s.done)
        );
    }
}
