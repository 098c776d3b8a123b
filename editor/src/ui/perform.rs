//! Does what was asked for by name, to the document in front.

use super::commands::{Act, Layer};
use super::tab::{Shown, Tab, Wishes};
use crate::core::edit::ListEdit;
use crate::core::pattern::{self, Pattern};
use crate::core::sheet::{self, Margins};
use crate::core::{Edit, ToolKind, forces, tool};
use crate::words;
use engine::scenario::Label;
use std::sync::Arc;

impl Shown {
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
    /// Does it, as far as the document alone is concerned.
    pub fn perform(&mut self, act: Act) {
        let mut wishes = Wishes::default();
        match act {
            Act::Undo => wishes.undo = true,
            Act::Redo => wishes.redo = true,
            Act::SelectAll => wishes.select = Some(self.doc().pieces.iter().map(|p| p.id.clone()).collect()),
            Act::ChooseAll => {
                let grid = self.doc().map.grid;
                self.tools.take(ToolKind::Choose);
                self.tools.area = grid.ids().map(|id| grid.hex(id)).collect();
                self.tools.area.sort_unstable();
            }
            Act::Duplicate => {
                let schema = self.schema();
                super::forces::duplicate(self.doc(), &schema, &self.tools.selection, &mut wishes);
            }
            Act::Delete => self.delete(&mut wishes),
            Act::ClearHexes => self.clear_area(&mut wishes),
            Act::CropToHexes => {
                if let Some(m) = Margins::crop_to(&self.doc().map.grid, &self.tools.area) {
                    self.resize(m);
                }
            }
            Act::PaintHexes => {
                let (hexes, kind) = (self.tools.area.clone(), self.tools.terrain.clone());
                let turn = if tool::turns(&kind, &self.schema()) { self.tools.turn % 6 } else { 0 };
                wishes.edit(Edit::Terrain { hexes, kind, turn });
            }
            Act::AreaOfHexes => self.area_of_hexes(&mut wishes),
            Act::HexesOfArea => {
                let hexes = self.doc().map.region(&self.tools.region).map(|r| r.hexes.clone());
                self.tools.take(ToolKind::Choose);
                self.tools.area = hexes.unwrap_or_default();
                wishes.select = Some(pattern::pieces_on(self.doc(), &self.tools.area));
            }
            Act::Drop => self.escape(&mut wishes),
            Act::Flip => self.tools.flip = !self.tools.flip,
            Act::TurnGround => self.turn_ground(&mut wishes),
            Act::SmallerBrush | Act::LargerBrush if self.tools.kind == ToolKind::Label => {
                let step = if act == Act::LargerBrush { 10 } else { -10 };
                self.change_name(&mut wishes, |l| {
                    l.size = (i32::from(l.size) + step).clamp(25, 400) as u16;
                });
            }
            Act::TurnName(by) => self.turn(by, &mut wishes),
            Act::SmallerBrush => self.tools.radius = self.tools.radius.saturating_sub(1).max(1),
            Act::LargerBrush => self.tools.radius = (self.tools.radius + 1).min(5),
            Act::Tool(kind) => wishes.tool = Some(kind),
            Act::Layer(l) => {
                let shown = self.shown.layer(l);
                *shown = !*shown;
            }
            Act::Page(d) => wishes.dock = Some(d),
            Act::WholeMap => self.widget.fit_map(),
            Act::ZoomIn => self.widget.zoom_by(1.25),
            Act::ZoomOut => self.widget.zoom_by(0.8),
            Act::TurnRight => self.in_hand(|p| p.turn(true)),
            Act::TurnLeft => self.in_hand(|p| p.turn(false)),
            Act::Mirror => {
                let orientation = self.doc().map.grid.orientation;
                self.in_hand(|p| p.mirror(orientation));
            }
            _ => {}
        }
        self.fulfil(wishes);
    }

    /// The selected name by so many degrees, or else the selected pieces by a facing.
    fn turn(&self, by: i8, wishes: &mut Wishes) {
        if self.label.is_some() {
            return self.change_name(wishes, |l| l.turn = (l.turn + i16::from(by)).clamp(-90, 90));
        }
        let turn = forces::turned(self.doc(), &self.schema(), &self.tools.selection, by > 0);
        wishes.edits.extend(turn);
    }

    /// Makes an area of the chosen hexes and takes it into the hand, to be named and painted on.
    fn area_of_hexes(&mut self, wishes: &mut Wishes) {
        let new = super::regions::made_of(self, &self.tools.area);
        if new.hexes.is_empty() {
            return;
        }
        self.tools.region.clone_from(&new.id);
        self.new_region.clear();
        self.tools.area.clear();
        wishes.edit(Edit::Regions(ListEdit::Add(new)));
        wishes.tool = Some(ToolKind::Area);
        wishes.select = Some(Vec::new());
    }

    fn change_name(&self, wishes: &mut Wishes, change: impl FnOnce(&mut Label)) {
        if let Some((i, old)) = self.label.and_then(|i| self.doc().map.labels.get(i).map(|l| (i, l))) {
            let mut new = old.clone();
            change(&mut new);
            wishes.edit(Edit::Labels(ListEdit::Set(i, new)));
        }
    }

    /// Chosen hexes before the one pointed at, and that before the brush.
    fn turn_ground(&mut self, wishes: &mut Wishes) {
        let schema = self.schema();
        let grid = self.doc().map.grid;
        let at: Vec<_> = self.hovered.or(self.widget.cursor).map(|id| grid.hex(id)).into_iter().collect();
        let hexes = if self.tools.area.is_empty() { &at } else { &self.tools.area };
        match tool::turn_ground(self.doc(), &schema, hexes, true) {
            Some(edit) => wishes.edit(edit),
            None if tool::turns(&self.tools.terrain, &schema) => self.tools.turn = (self.tools.turn + 1) % 6,
            None => {}
        }
    }

    fn in_hand(&mut self, change: impl FnOnce(&mut Pattern)) {
        if let Some(p) = &mut self.tools.stamp {
            change(Arc::make_mut(p));
        }
    }

    /// What copying would take: the chosen hexes, or else the selected pieces.
    pub fn copied(&self) -> Option<Pattern> {
        if self.tools.area.is_empty() {
            Pattern::of_pieces(self.doc(), &self.tools.selection)
        } else {
            Pattern::copy(self.doc(), &self.tools.area, self.tools.what)
        }
    }

    /// Takes away what was copied.
    pub fn cut(&mut self) {
        let mut wishes = Wishes::default();
        if self.tools.area.is_empty() {
            wishes.edit(Edit::RemovePieces(self.tools.selection.clone()));
        } else {
            self.clear_area(&mut wishes);
        }
        self.fulfil(wishes);
    }

    fn clear_area(&self, wishes: &mut Wishes) {
        let schema = self.schema();
        let edit = pattern::clear(self.doc(), &schema, &self.tools.area, self.tools.what);
        wishes.edits.extend(edit);
    }

    /// Takes a copied part into the hand; says how many things these rules do not know.
    pub fn take_up(&mut self, pattern: &Arc<Pattern>) -> usize {
        self.hand.source = Some(pattern.clone());
        let (known, gone) = pattern.known_to(&self.schema());
        self.tools.take(ToolKind::Stamp);
        self.tools.stamp = Some(Arc::new(known));
        gone
    }

    /// Another size for the sheet, as one step.
    pub fn resize(&mut self, margins: Margins) {
        let schema = self.schema();
        if margins == Margins::default() {
            return;
        }
        let Some(doc) = sheet::resized(self.doc(), &schema, margins) else { return };
        let name = words::resized(self.doc(), &doc);
        self.tools.cancel();
        self.tools.area.clear();
        self.document.apply(&Edit::Replace { name, doc: Arc::new(doc) });
        self.widget.fit_map();
        self.fulfil(Wishes::default());
    }

    /// Other numbers for the hexes, as one step.
    pub fn renumber(&mut self, numbers: engine::hex::Numbering) {
        let Some(doc) = sheet::renumbered(self.doc(), &self.schema(), numbers) else { return };
        let name = words::RENUMBER_HEXES.to_owned();
        self.document.apply(&Edit::Replace { name, doc: Arc::new(doc) });
        self.fulfil(Wishes::default());
    }

    /// First drops what has been begun, then what is chosen, then the tool.
    fn escape(&mut self, wishes: &mut Wishes) {
        self.document.cancel_stroke();
        if !self.tools.cancel() {
            let held =
                !self.tools.area.is_empty() || !self.tools.selection.is_empty() || self.label.is_some();
            if self.tools.kind == ToolKind::Stamp || !held {
                wishes.tool = Some(ToolKind::Select);
            }
            wishes.select = Some(Vec::new());
            self.tools.area.clear();
            self.label = None;
        }
        self.preview = None;
        self.marquee.clear();
        self.pressing = false;
    }
}
