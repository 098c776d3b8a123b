//! Cells of the table of pieces that are written in place: a double click opens one, Enter takes it over, Escape leaves it.

use super::tab::{PanelRequests, Tab};
use crate::core::Edit;
use crate::core::edit::PieceChange;
use crate::core::{counters, pieces};
use egui::{Key, Role, TextEdit, Ui, WidgetInfo};
use engine::scenario::{FieldKind, Piece, Place, ScenarioDoc, Schema, Value};

/// A cell being written.
#[derive(Clone, Debug, Default)]
pub struct CellEdit {
    piece: String,
    column: usize,
    text: String,
    /// The text means nothing in this column.
    is_wrong: bool,
    has_begun: bool,
}

/// Columns of the table that can be written.
const NAME: usize = 0;
const KIND: usize = 1;
const SIDE: usize = 2;
const VALUES: usize = 3;
const HEX: usize = 4;
const NATION: usize = 7;

impl CellEdit {
    /// Begins writing a cell that shows this text; none where the column cannot be written.
    pub fn begin(doc: &ScenarioDoc, schema: &Schema, p: &Piece, column: usize, shown: &str) -> Option<Self> {
        let text = match column {
            NAME => p.name.clone(),
            HEX => pieces::hexes_of(&p.place).first().map(|h| doc.map.hex_label(*h)).unwrap_or_default(),
            VALUES => schema.unit(&p.kind).map(|k| counters::printed_values(k, p).join("-"))?,
            KIND | SIDE | NATION => shown.to_owned(),
            _ => return None,
        };
        Some(Self { piece: p.id.clone(), column, text, is_wrong: false, has_begun: false })
    }

    pub fn is_of(&self, piece: &str, column: usize) -> bool {
        self.piece == piece && self.column == column
    }

    /// Shows the field. False when it is done with.
    pub fn show(&mut self, ui: &mut Ui, tab: &Tab, p: &Piece, requests: &mut PanelRequests) -> bool {
        let mut field = TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY).id_salt("cell");
        if self.is_wrong {
            field = field.text_color(super::look::colour(super::look::theme(ui).danger));
        }
        let r = ui.add(field);
        r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, super::roster::COLUMNS[self.column]));
        if !std::mem::replace(&mut self.has_begun, true) {
            r.request_focus();
            return true;
        }
        if r.changed() {
            self.is_wrong = false;
        }
        if !r.lost_focus() {
            return true;
        }
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            return false;
        }
        match changes(tab.doc(), &tab.schema(), p, self.column, self.text.trim()) {
            Some(list) => {
                let edit = |change| Edit::ChangePieces { ids: vec![p.id.clone()], change };
                requests.extend_edits(list.into_iter().map(edit));
                false
            }
            // It stays open in red, unless the user has gone elsewhere.
            None => {
                self.is_wrong = true;
                let enter = ui.input(|i| i.key_pressed(Key::Enter));
                if enter {
                    r.request_focus();
                }
                enter
            }
        }
    }
}

/// The id of the entry with this id or name, in any case.
fn id_of<'a>(text: &str, mut list: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let same = |word: &str| word.to_lowercase() == text.to_lowercase();
    list.find(|(id, name)| same(id) || same(name)).map(|(id, _)| id.to_owned())
}

/// What writing this text into the cell changes; none if it means nothing there.
fn changes(
    doc: &ScenarioDoc,
    schema: &Schema,
    p: &Piece,
    column: usize,
    text: &str,
) -> Option<Vec<PieceChange>> {
    let one = |change| Some(vec![change]);
    match column {
        NAME => one(PieceChange::Name(text.to_owned())),
        KIND => one(PieceChange::Kind(id_of(
            text,
            schema.units.iter().map(|u| (u.id.as_str(), u.name.as_str())),
        )?)),
        SIDE => {
            one(PieceChange::Side(id_of(text, doc.sides.iter().map(|s| (s.id.as_str(), s.name.as_str())))?))
        }
        NATION => one(PieceChange::Nation(id_of(
            text,
            doc.nations.iter().map(|n| (n.id.as_str(), n.name.as_str())),
        )?)),
        HEX if text.is_empty() => one(PieceChange::Place(Place::Off)),
        HEX => {
            let grid = &doc.map.grid;
            one(PieceChange::Place(Place::Hex(grid.hex(grid.parse(text)?))))
        }
        VALUES => values(schema, p, text),
        _ => None,
    }
}

/// Figures as on the counter, parted by hyphens: `4-2`.
fn values(schema: &Schema, p: &Piece, text: &str) -> Option<Vec<PieceChange>> {
    let kind = schema.unit(&p.kind)?;
    let shown = counters::printed_values(kind, p).len();
    let known = kind
        .fields
        .iter()
        .filter(|f| f.printed && (p.props.contains_key(&f.id) || f.default != Value::Int(0)));
    let figures: Vec<&str> = text.split('-').map(str::trim).collect();
    if figures.len() != shown {
        return None;
    }
    known
        .take(3)
        .zip(figures)
        .map(|(f, figure)| match f.kind {
            FieldKind::Int { min, max } => {
                let n = figure.parse::<i64>().ok().filter(|n| (min..=max).contains(n))?;
                Some(PieceChange::Prop(f.id.clone(), Some(Value::Int(n))))
            }
            _ => None,
        })
        .collect()
}
