//! The numbers printed in the hexes: how they are chosen for a new sheet, and the dialog that
//! changes those of a sheet in use.

use super::look;
use super::new::corner_of;
use crate::core::sheet;
use crate::words;
use egui::{DragValue, Key, Response, Role, Sense, Ui, WidgetInfo, vec2};
use engine::hex::{Axis, Grid, Numbering, Order};

/// The usual ways, and any other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Letters,
    ColRow,
    RowCol,
    /// Row first, counted from the bottom, as on maps of whole countries.
    South,
    Own(Numbering),
}

impl Way {
    /// The numbering of a sheet of this size, with enough digits.
    pub fn numbering(self, cols: u16, rows: u16) -> Numbering {
        match self {
            Self::Letters => Numbering::letters(),
            Self::ColRow => wide_figures(cols, rows),
            Self::RowCol => Numbering { order: Order::RowCol, ..wide_figures(cols, rows) },
            Self::South => {
                let mut n = Self::RowCol.numbering(cols, rows);
                n.row.descending = true;
                n
            }
            Self::Own(n) => {
                let fit = |a: Axis, size: u16| {
                    let needed = (u32::from(size) + u32::from(a.first)).saturating_sub(1).to_string().len();
                    // One digit stands for 'no zeros in front'.
                    Axis { width: if a.width > 1 { a.width.max(needed as u8) } else { a.width }, ..a }
                };
                Numbering { order: n.order, col: fit(n.col, cols), row: fit(n.row, rows) }
            }
        }
    }

    /// How a sheet is numbered.
    pub fn of(grid: &Grid) -> Self {
        let usual = [Self::Letters, Self::ColRow, Self::RowCol, Self::South];
        let same = |w: &Self| w.numbering(grid.cols, grid.rows) == grid.numbering;
        usual.into_iter().find(same).unwrap_or(Self::Own(grid.numbering))
    }
}

/// Numbers wide enough for the sheet, so that each can be parsed again.
fn wide_figures(cols: u16, rows: u16) -> Numbering {
    let digits = |n: u16| n.to_string().len().max(2) as u8;
    let mut n = Numbering::ccrr();
    n.col.width = digits(cols);
    n.row.width = digits(rows);
    n
}

/// The usual numberings for a sheet of this size; for any other, all its settings below.
pub fn numbering_choice(ui: &mut Ui, way: &mut Way, cols: u16, rows: u16) {
    ui.horizontal_wrapped(|ui| {
        for (usual, name, help) in [
            (Way::Letters, words::LETTERS_WAY, words::NUMBERS_LETTERS),
            (Way::ColRow, words::COLUMN_WAY, words::NUMBERS_COLUMNS),
            (Way::RowCol, words::ROW_WAY, words::NUMBERS_ROWS),
            (Way::South, words::SOUTH_WAY, words::NUMBERS_SOUTH),
        ] {
            ui.radio_value(way, usual, name).on_hover_text(help);
        }
        let own = matches!(way, Way::Own(_));
        if ui.radio(own, words::NUMBERS_OTHER).on_hover_text(words::NUMBERS_OTHER_HELP).clicked() && !own {
            *way = Way::Own(way.numbering(cols, rows));
        }
    });
    if let Way::Own(n) = way {
        own_numbering(ui, n);
    }
}

fn own_numbering(ui: &mut Ui, n: &mut Numbering) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.radio_value(&mut n.order, Order::ColRow, words::COLUMN_FIRST);
        ui.radio_value(&mut n.order, Order::RowCol, words::ROW_FIRST);
    });
    axis_settings(ui, &mut n.col, words::COLUMNS, [words::FROM_LEFT, words::FROM_RIGHT]);
    axis_settings(ui, &mut n.row, words::ROWS, [words::FROM_TOP, words::FROM_BOTTOM]);
}

/// How columns or rows are counted.
fn axis_settings(ui: &mut Ui, a: &mut Axis, name: &str, ends: [&str; 2]) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new(name).strong());
    let named = |r: Response, what: &str| {
        let said = format!("{name}: {what}");
        r.ctx.accesskit_node_builder(r.id, |b| b.set_label(said));
    };
    ui.horizontal_wrapped(|ui| {
        named(ui.radio_value(&mut a.descending, false, ends[0]), ends[0]);
        named(ui.radio_value(&mut a.descending, true, ends[1]), ends[1]);
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(words::FIRST_NUMBER);
        named(ui.add(DragValue::new(&mut a.first).range(0..=9999).speed(0.1)), words::FIRST_NUMBER);
        named(ui.checkbox(&mut a.letters, words::LETTERS), words::LETTERS);
        if !a.letters {
            ui.label(words::DIGITS);
            named(ui.add(DragValue::new(&mut a.width).range(1..=4).speed(0.05)), words::DIGITS);
        }
    });
    // Letters begin with A.
    if a.letters {
        a.first = a.first.max(1);
    }
}

/// The dialog that renumbers the hexes.
#[derive(Clone, Copy, Debug)]
pub struct Renumber {
    way: Way,
    focused: bool,
}

pub enum NumberingOutcome {
    Open,
    Cancelled,
    Made(Numbering),
}

impl Renumber {
    pub fn of(grid: &Grid) -> Self {
        Self { way: Way::of(grid), focused: false }
    }

    pub fn show(&mut self, ctx: &egui::Context, grid: &Grid) -> NumberingOutcome {
        let mut answer = NumberingOutcome::Open;
        let modal = look::modal_dialog(ctx, "editor numbering").show(ctx, |ui| {
            ui.set_width(380.0_f32.min(ctx.content_rect().width() - 60.0));
            look::title_label(ui, words::RENUMBER_HEXES);
            look::muted_label(ui, words::RENUMBER_HELP);
            ui.add_space(6.0);
            let new = Grid { numbering: self.way.numbering(grid.cols, grid.rows), ..*grid };
            let most = (ctx.content_rect().height() - 200.0).max(100.0);
            egui::ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show(ui, |ui| {
                numbering_choice(ui, &mut self.way, grid.cols, grid.rows);
                ui.add_space(8.0);
                let (rect, r) = ui.allocate_exact_size(vec2(230.0, 180.0), Sense::hover());
                r.widget_info(|| WidgetInfo::labeled(Role::Image, true, words::NEW_SAMPLE));
                ui.painter().rect_filled(rect, 6.0, look::colour(look::theme(ui).desk));
                corner_of(ui, rect.shrink(6.0), new);
            });
            ui.add_space(4.0);
            let told = sheet::has_distinct_numbers(&new);
            if told {
                look::muted_label(ui, words::new_sheet(&new));
            } else {
                ui.colored_label(look::colour(look::theme(ui).danger), words::NUMBERS_ALIKE);
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let ready = told && new != *grid;
                let make = ui
                    .add_enabled_ui(ready, |ui| look::primary_button(ui, words::RENUMBER_NOW, "Enter"))
                    .inner;
                if !std::mem::replace(&mut self.focused, true) {
                    make.request_focus();
                }
                let enter = ready && ui.input(|i| i.key_pressed(Key::Enter)) && !ui.ctx().text_edit_focused();
                if make.clicked() || enter {
                    answer = NumberingOutcome::Made(new.numbering);
                }
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    answer = NumberingOutcome::Cancelled;
                }
            });
        });
        if modal.should_close() && matches!(answer, NumberingOutcome::Open) {
            answer = NumberingOutcome::Cancelled;
        }
        answer
    }
}
