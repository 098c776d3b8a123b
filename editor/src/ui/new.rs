//! The dialog for a new scenario.

use super::fields;
use super::host::Host;
use super::look;
use crate::core::pieces;
use crate::words;
use egui::{Id, Key, Modal};
use engine::hex::{Grid, Numbering, Orientation, Shove};
use engine::scenario::{MapDoc, Nation, ScenarioDoc, Schema, Side};

/// What has been filled in so far.
#[derive(Clone, Debug)]
pub struct NewDialog {
    ruleset: String,
    title: String,
    cols: u16,
    rows: u16,
    orientation: Orientation,
    letters: bool,
    turns: u32,
    focused: bool,
}

impl Default for NewDialog {
    fn default() -> Self {
        Self {
            ruleset: String::new(),
            title: String::new(),
            cols: 13,
            rows: 9,
            orientation: Orientation::PointyTop,
            letters: true,
            turns: 20,
            focused: false,
        }
    }
}

pub enum Answer {
    Open,
    Cancelled,
    Made(Box<ScenarioDoc>),
}

impl NewDialog {
    pub fn show(&mut self, ctx: &egui::Context, host: &dyn Host) -> Answer {
        let rulesets = host.rulesets();
        if self.ruleset.is_empty()
            && let Some(first) = rulesets.first()
        {
            self.ruleset.clone_from(&first.0);
        }
        let mut answer = Answer::Open;
        let modal = Modal::new(Id::unique("editor new scenario")).show(ctx, |ui| {
            ui.set_width(380.0);
            look::title(ui, "New scenario");
            ui.add_space(8.0);
            if let Some(r) = fields::choice(ui, "Rules", "", &self.ruleset, &rulesets) {
                self.ruleset = r;
            }
            let title = fields::row(ui, "Title", "", |ui| {
                ui.add(egui::TextEdit::singleline(&mut self.title).desired_width(f32::INFINITY))
            });
            if !std::mem::replace(&mut self.focused, true) {
                title.request_focus();
            }
            let side = (1, 2000);
            if let Some(n) = fields::number(ui, "Columns", "", self.cols.into(), side) {
                self.cols = n.clamp(1, 2000) as u16;
            }
            if let Some(n) = fields::number(ui, "Rows", "", self.rows.into(), side) {
                self.rows = n.clamp(1, 2000) as u16;
            }
            ui.horizontal(|ui| {
                ui.radio_value(&mut self.orientation, Orientation::PointyTop, "Corners up")
                    .on_hover_text("Hexes in straight rows");
                ui.radio_value(&mut self.orientation, Orientation::FlatTop, "Sides up")
                    .on_hover_text("Hexes in straight columns");
            });
            ui.horizontal(|ui| {
                ui.radio_value(&mut self.letters, true, "A1, B2").on_hover_text("Letters for columns");
                ui.radio_value(&mut self.letters, false, "0101, 0202")
                    .on_hover_text("Column and row in figures");
            });
            if let Some(n) = fields::number(ui, "Turns", "", self.turns.into(), (1, 999)) {
                self.turns = n.clamp(1, 999) as u32;
            }
            ui.add_space(10.0);
            let schema = host.schema(&self.ruleset);
            let large = usize::from(self.cols) * usize::from(self.rows) > Grid::MOST;
            if large {
                ui.colored_label(look::c(look::theme(ui).danger), words::TOO_LARGE);
            }
            ui.horizontal(|ui| {
                let ready = schema.is_some() && !large;
                let make = ui.add_enabled_ui(ready, |ui| look::primary(ui, "Create scenario", "Enter")).inner;
                let enter = ui.input(|i| i.key_pressed(Key::Enter)) && ready;
                if (make.clicked() || enter)
                    && let Some(s) = schema
                {
                    answer = Answer::Made(Box::new(self.make(s)));
                }
                if ui.button("Cancel").clicked() {
                    answer = Answer::Cancelled;
                }
            });
        });
        if modal.should_close() && matches!(answer, Answer::Open) {
            answer = Answer::Cancelled;
        }
        answer
    }

    /// A blank sheet with the rule system's first two nations facing each other.
    fn make(&self, schema: &Schema) -> ScenarioDoc {
        let grid = Grid {
            orientation: self.orientation,
            shove: Shove::Odd,
            cols: self.cols,
            rows: self.rows,
            numbering: if self.letters { Numbering::letters() } else { wide(self.cols, self.rows) },
        };
        let ground = schema.terrains.first().map_or("", |t| t.id.as_str());
        let mut doc = ScenarioDoc::blank(&self.ruleset, MapDoc::blank(grid, ground));
        doc.title =
            if self.title.trim().is_empty() { words::UNTITLED.into() } else { self.title.trim().into() };
        doc.id = pieces::slug(&doc.title);
        doc.turns.count = self.turns;
        for n in schema.nations.iter().take(2) {
            doc.nations.push(Nation {
                id: n.id.clone(),
                name: n.name.clone(),
                adjective: n.adjective.clone(),
                army: n.army.clone(),
            });
            doc.sides.push(Side {
                id: pieces::slug(&n.name),
                name: n.name.clone(),
                nations: vec![n.id.clone()],
                props: schema.side_fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect(),
            });
        }
        doc
    }
}

/// Figures wide enough for the sheet, so that every number can be read back.
fn wide(cols: u16, rows: u16) -> Numbering {
    let digits = |n: u16| n.to_string().len().max(2) as u8;
    let mut n = Numbering::ccrr();
    n.col.width = digits(cols);
    n.row.width = digits(rows);
    n
}
