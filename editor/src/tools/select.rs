//! The select tool: selects pieces, and carries or copies them across the map.

use super::{Gesture, IconLine, Phase, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::edit::Edit;
use crate::core::{hexes, pieces};
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{checklist, look};
use egui::{CursorIcon, Ui};
use engine::hex::Hex;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};

pub struct Select;

impl Tool for Select {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Select",
            key: "V",
            help: "click a piece to select it, drag to move it, Ctrl drags a copy, drag on open ground selects, Delete removes.",
            synonyms: "move pieces pointer arrow",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[&[
            (6.0, 3.5),
            (6.0, 18.5),
            (10.0, 14.8),
            (12.6, 20.5),
            (15.2, 19.3),
            (12.6, 13.8),
            (18.0, 13.4),
            (6.0, 3.5),
        ]]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, _: &Schema, ev: &Pointer) -> Option<Edit> {
        let (a, b) = tools.gesture.start.zip(tools.gesture.last)?;
        if !tools.gesture.carrying || a == b {
            return None;
        }
        let shift = |h: Hex| Hex::new(h.q + b.q - a.q, h.r + b.r - a.r);
        let on_map = |id: &String| doc.piece(id).filter(|p| !pieces::hexes_of(&p.place).is_empty());
        let chosen: Vec<&Piece> = tools.selection.iter().filter_map(on_map).collect();
        let place = |p: &Piece| pieces::moved_place(&p.place, shift(pieces::hexes_of(&p.place)[0]));
        let fits = |place: &Place| {
            pieces::hexes_of(place).iter().all(|h| hexes::on_sheet(&doc.map.grid, *h).is_some())
        };
        // All or none: the edge of the sheet never splits a formation.
        if chosen.is_empty() || !chosen.iter().all(|p| fits(&place(p))) {
            return None;
        }
        if ev.ctrl {
            let copy = |p: &&Piece| Piece { place: place(p), ..(*p).clone() };
            return Some(Edit::AddPieces(chosen.iter().map(copy).collect()));
        }
        Some(Edit::PlacePieces(chosen.iter().map(|p| (p.id.clone(), place(p), None)).collect()))
    }

    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply::default(),
            Phase::Down => {
                tools.gesture = Gesture { down: true, start: ev.hex, last: ev.hex, ..Gesture::default() };
                let Some(id) = &ev.piece else { return Reply::default() };
                tools.gesture.carrying = true;
                let mut chosen = tools.selection.clone();
                match (chosen.contains(id), ev.shift) {
                    (true, true) => chosen.retain(|s| s != id),
                    (false, true) => chosen.push(id.clone()),
                    (true, false) => {}
                    (false, false) => chosen = vec![id.clone()],
                }
                tools.selection.clone_from(&chosen);
                Reply { select: Some(chosen), ..Reply::default() }
            }
            Phase::Move | Phase::Up => {
                tools.gesture.last = ev.hex.or(tools.gesture.last);
                let preview = tools.plan(doc, schema, ev);
                let marquee = if tools.gesture.carrying { Vec::new() } else { tools.dragged_rectangle(doc) };
                if ev.phase == Phase::Move {
                    return Reply { preview, marquee, ..Reply::default() };
                }
                let carried = tools.gesture.carrying;
                tools.gesture = Gesture::default();
                if carried {
                    return Reply { commit: preview, ..Reply::default() };
                }
                let inside = |p: &&Piece| pieces::hexes_of(&p.place).iter().any(|h| marquee.contains(h));
                let mut chosen: Vec<String> = if ev.shift { tools.selection.clone() } else { Vec::new() };
                if marquee.len() > 1 {
                    for p in doc.pieces.iter().filter(inside) {
                        if !chosen.contains(&p.id) {
                            chosen.push(p.id.clone());
                        }
                    }
                }
                tools.selection.clone_from(&chosen);
                Reply { select: Some(chosen), ..Reply::default() }
            }
        }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
        look::muted_label(ui, engine::capitalised(self.text().help));
        if tab.is_editable() {
            checklist::show_checklist(ui, tab, requests);
        }
    }

    fn cursor(&self, _: &Pointer, _: bool) -> Option<CursorIcon> {
        None
    }
}
