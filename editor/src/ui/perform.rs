//! Performs commands on the current document.
use super::commands::{EditorAction, Layer};
use super::tab::{DocumentChange, LayerVisibility, PanelRequests, Tab};
use crate::core::edit::ListEdit;
use crate::core::pattern::{self, Pattern};
use crate::core::sheet::{self, Margins};
use crate::core::{Edit, forces, ground};
use crate::tools::ToolKind;
use crate::words;
use engine::scenario::Label;
use std::sync::Arc;

impl LayerVisibility {
    pub fn layer_ref(&self, layer: Layer) -> &bool {
        match layer {
            Layer::Grid => &self.grid,
            Layer::Numbers => &self.numbers,
            Layer::Counters => &self.counters,
            Layer::Areas => &self.areas,
            Layer::Problems => &self.problems,
        }
    }

    pub fn layer(&mut self, layer: Layer) -> &mut bool {
        match layer {
            Layer::Grid => &mut self.grid,
            Layer::Numbers => &mut self.numbers,
            Layer::Counters => &mut self.counters,
            Layer::Areas => &mut self.areas,
            Layer::Problems => &mut self.problems,
        }
    }
}

impl Tab {
    /// Performs a command that concerns only the document.
    pub fn perform(&mut self, act: EditorAction) {
        let mut requests = PanelRequests::default();
        match act {
            EditorAction::Undo => requests.changes.push(DocumentChange::Undo),
            EditorAction::Redo => requests.changes.push(DocumentChange::Redo),
            EditorAction::SelectAll => {
                requests.select = Some(self.doc().pieces.iter().map(|p| p.id.clone()).collect())
            }
            EditorAction::ChooseAll => {
                let grid = self.doc().map.grid;
                self.tools.switch_to(ToolKind::Choose);
                self.tools.area = grid.ids().map(|id| grid.hex(id)).collect();
                self.tools.area.sort_unstable();
            }
            EditorAction::Duplicate => {
                let schema = self.schema();
                super::forces::duplicate_selected(self.doc(), &schema, &self.tools.selection, &mut requests);
            }
            EditorAction::Delete => self.delete_selected(&mut requests),
            EditorAction::ClearHexes => self.clear_area(&mut requests),
            EditorAction::CropToHexes => {
                if let Some(m) = Margins::crop_to(&self.doc().map.grid, &self.tools.area) {
                    self.resize_sheet(m);
                }
            }
            EditorAction::PaintHexes => {
                let (hexes, kind) = (self.tools.area.clone(), self.tools.ground.terrain.clone());
                let turn =
                    if ground::has_direction(&kind, &self.schema()) { self.tools.ground.turn % 6 } else { 0 };
                requests.edit(Edit::Terrain { hexes, kind, turn });
            }
            EditorAction::AreaOfHexes => self.area_of_hexes(&mut requests),
            EditorAction::HexesOfArea => {
                let hexes = self.doc().map.region(&self.tools.region).map(|r| r.hexes.clone());
                self.tools.switch_to(ToolKind::Choose);
                self.tools.area = hexes.unwrap_or_default();
                requests.select = Some(pattern::pieces_on(self.doc(), &self.tools.area));
            }
            EditorAction::Drop => self.cancel_or_deselect(&mut requests),
            EditorAction::Flip => self.tools.edges.flip = !self.tools.edges.flip,
            EditorAction::TurnGround => self.turn_ground(&mut requests),
            EditorAction::SmallerBrush | EditorAction::LargerBrush if self.tools.kind == ToolKind::Label => {
                let step = if act == EditorAction::LargerBrush { 10 } else { -10 };
                self.change_name(&mut requests, |l| {
                    l.size = (i32::from(l.size) + step).clamp(25, 400) as u16;
                });
            }
            EditorAction::TurnName(by) => self.turn_selected(by, &mut requests),
            EditorAction::SmallerBrush => self.tools.radius = self.tools.radius.saturating_sub(1).max(1),
            EditorAction::LargerBrush => self.tools.radius = (self.tools.radius + 1).min(5),
            EditorAction::Tool(kind) => requests.tool = Some(kind),
            EditorAction::Layer(l) => {
                let shown = self.display.shown.layer(l);
                *shown = !*shown;
            }
            EditorAction::Page(d) => requests.dock = Some(d),
            EditorAction::WholeMap => self.widget.fit_map(),
            EditorAction::ZoomIn => self.widget.zoom_by(1.25),
            EditorAction::ZoomOut => self.widget.zoom_by(0.8),
            EditorAction::TurnRight => self.in_hand(|p| p.turn(true)),
            EditorAction::TurnLeft => self.in_hand(|p| p.turn(false)),
            EditorAction::Mirror => {
                let orientation = self.doc().map.grid.orientation;
                self.in_hand(|p| p.mirror(orientation));
            }
            _ => {}
        }
        self.fulfil(requests);
    }

    /// Rotates the selected name by so many degrees, or else the selected pieces by a facing.
    fn turn_selected(&self, by: i8, requests: &mut PanelRequests) {
        if self.names.selected.is_some() {
            return self.change_name(requests, |l| l.turn = (l.turn + i16::from(by)).clamp(-90, 90));
        }
        let turn = forces::turn_facings(self.doc(), &self.schema(), &self.tools.selection, by > 0);
        requests.extend_edits(turn);
    }

    /// Makes an area from the selected hexes and selects it, to be named and painted.
    fn area_of_hexes(&mut self, requests: &mut PanelRequests) {
        let new = super::regions::made_of(self, &self.tools.area);
        if new.hexes.is_empty() {
            return;
        }
        self.tools.region.clone_from(&new.id);
        self.areas.new_name.clear();
        self.tools.area.clear();
        requests.edit(Edit::Regions(ListEdit::Add(new)));
        requests.tool = Some(ToolKind::Area);
        requests.select = Some(Vec::new());
    }

    fn change_name(&self, requests: &mut PanelRequests, change: impl FnOnce(&mut Label)) {
        if let Some((i, old)) = self.names.selected.and_then(|i| self.doc().map.labels.get(i).map(|l| (i, l)))
        {
            let mut new = old.clone();
            change(&mut new);
            requests.edit(Edit::Labels(ListEdit::Set(i, new)));
        }
    }

    /// Selected hexes first, then the hex under the pointer, then the brush.
    fn turn_ground(&mut self, requests: &mut PanelRequests) {
        let schema = self.schema();
        let grid = self.doc().map.grid;
        let at: Vec<_> =
            self.pointer.hovered.or(self.widget.cursor).map(|id| grid.hex(id)).into_iter().collect();
        let hexes = if self.tools.area.is_empty() { &at } else { &self.tools.area };
        match ground::turn_ground(self.doc(), &schema, hexes, true) {
            Some(edit) => requests.edit(edit),
            None if ground::has_direction(&self.tools.ground.terrain, &schema) => {
                self.tools.ground.turn = (self.tools.ground.turn + 1) % 6
            }
            None => {}
        }
    }

    fn in_hand(&mut self, change: impl FnOnce(&mut Pattern)) {
        if let Some(p) = &mut self.tools.stamp {
            change(Arc::make_mut(p));
        }
    }

    /// What copying would copy: the selected hexes, or else the selected pieces.
    pub fn copy_selection(&self) -> Option<Pattern> {
        if self.tools.area.is_empty() {
            Pattern::of_pieces(self.doc(), &self.tools.selection)
        } else {
            Pattern::copy(self.doc(), &self.tools.area, self.tools.what)
        }
    }

    /// Removes what was copied.
    pub fn cut_selection(&mut self) {
        let mut requests = PanelRequests::default();
        if self.tools.area.is_empty() {
            requests.edit(Edit::RemovePieces(self.tools.selection.clone()));
        } else {
            self.clear_area(&mut requests);
        }
        self.fulfil(requests);
    }

    fn clear_area(&self, requests: &mut PanelRequests) {
        let schema = self.schema();
        let edit = pattern::clear_hexes(self.doc(), &schema, &self.tools.area, self.tools.what);
        requests.extend_edits(edit);
    }

    /// Starts pasting a copied part; returns how many things these rules do not have.
    pub fn take_up(&mut self, pattern: &Arc<Pattern>) -> usize {
        self.clipboard.hand.source = Some(pattern.clone());
        let (known, gone) = pattern.known_to(&self.schema());
        self.tools.switch_to(ToolKind::Stamp);
        self.tools.stamp = Some(Arc::new(known));
        gone
    }

    /// Resizes the sheet, as one step.
    pub fn resize_sheet(&mut self, margins: Margins) {
        let schema = self.schema();
        if margins == Margins::default() {
            return;
        }
        let Some(doc) = sheet::resized(self.doc(), &schema, margins) else { return };
        let name = words::resize_step(self.doc(), &doc);
        self.tools.cancel();
        self.tools.area.clear();
        self.apply_edit(Edit::Replace { name, doc: Arc::new(doc) });
        self.widget.fit_map();
        self.fulfil(PanelRequests::default());
    }

    /// Renumbers the hexes, as one step.
    pub fn renumber_hexes(&mut self, numbers: engine::hex::Numbering) {
        let Some(doc) = sheet::renumbered(self.doc(), &self.schema(), numbers) else { return };
        let name = words::RENUMBER_HEXES.to_owned();
        self.apply_edit(Edit::Replace { name, doc: Arc::new(doc) });
        self.fulfil(PanelRequests::default());
    }

    /// Escape: first drops the gesture, then the selection, then the tool.
    fn cancel_or_deselect(&mut self, requests: &mut PanelRequests) {
        self.document.cancel_stroke();
        if !self.tools.cancel() {
            let held = !self.tools.area.is_empty()
                || !self.tools.selection.is_empty()
                || self.names.selected.is_some();
            if self.tools.kind == ToolKind::Stamp || !held {
                requests.tool = Some(ToolKind::Select);
            }
            requests.select = Some(Vec::new());
            self.tools.area.clear();
            self.names.selected = None;
        }
        self.pointer.preview = None;
        self.pointer.marquee.clear();
        self.pointer.pressing = false;
    }
}
