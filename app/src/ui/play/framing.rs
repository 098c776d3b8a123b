//! What the camera shows: where a large map opens, what it follows, and which counter of a stack lies on top.

use super::PlayScreen;
use super::selection::{self, Selection};
use egui::Ui;
use engine::hex::HexId;
use engine::present::{BoardView, CounterPlace, CounterView, Target, Verb};

impl PlayScreen {
    /// A map too large to be read as a whole opens where the armies meet.
    pub(super) fn open_map(&mut self, ui: &Ui) {
        if std::mem::replace(&mut self.map.opened, true) || self.widget.camera.zoom >= SMALL {
            return;
        }
        let grid = self.session.doc().map.grid;
        if let Some(hex) = front(&self.session.views.board, &grid) {
            self.widget.camera.zoom = READABLE;
            self.widget.center_on(hex);
            ui.ctx().request_repaint();
        }
    }

    /// Brings what is asked about into view.
    pub(super) fn follow_question(&mut self) {
        if !self.map.follow || self.session.computer_acts() {
            return;
        }
        let board = &self.session.views.board;
        let offered = self.session.views.actions.iter().filter(|a| a.verb != Verb::End);
        let hexes: Vec<HexId> = offered
            .flat_map(|a| {
                let subject = a.subject.iter().flat_map(|s| selection::hexes_of(s, board));
                selection::hexes_of(&a.target, board).into_iter().chain(subject).collect::<Vec<_>>()
            })
            .chain(self.session.views.prompt.threat.map(|t| t.1))
            .collect();
        if !hexes.is_empty() && !hexes.iter().any(|h| self.widget.is_in_view(*h)) {
            self.widget.reveal_hex(hexes[0]);
        }
    }
}

/// The board with the selected counter on top of its stack; none where it lies on top already.
pub(super) fn raised(sel: &Selection, board: &BoardView) -> Option<BoardView> {
    let Some(Target::Counter(id)) = sel.subject else { return None };
    let chosen = board.counters.iter().find(|c| c.id == id && !c.stack.rider && c.stack.order > 0)?;
    let covers =
        |c: &&CounterView| c.place == chosen.place && !c.stack.rider && c.stack.order < chosen.stack.order;
    board.counters.iter().find(covers)?;
    let mut out = board.clone();
    for c in out.counters.iter_mut().filter(|c| c.place == chosen.place && !c.stack.rider) {
        c.stack.order = if c.id == id { 0 } else { c.stack.order.saturating_add(1) };
    }
    Some(out)
}

/// A map shown whole at less than this many points for R has no names to read.
const SMALL: f32 = 20.0;
/// R in points at which towns, numbers and counters can be read.
const READABLE: f32 = 30.0;
/// Armies this near to each other face each other.
const FACING: u16 = 6;

/// Where the armies are nearest to each other: of the hexes of counters the one with most of both sides near.
fn front(board: &BoardView, grid: &engine::hex::Grid) -> Option<HexId> {
    let hex_of = |c: &CounterView| match &c.place {
        CounterPlace::Hexes(h) => h.first().copied(),
        _ => None,
    };
    let all: Vec<(HexId, bool)> = board.counters.iter().filter_map(|c| Some((hex_of(c)?, c.own))).collect();
    let near = |hex: HexId, own: bool| {
        let is_near = |(h, o): &&(HexId, bool)| *o == own && grid.hex(*h).distance(grid.hex(hex)) <= FACING;
        all.iter().filter(is_near).count()
    };
    let score = |hex: HexId| {
        let (own, enemy) = (near(hex, true), near(hex, false));
        (own.min(enemy), own + enemy)
    };
    all.iter().map(|(hex, _)| *hex).max_by_key(|hex| (score(*hex), std::cmp::Reverse(*hex)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, Numbering, Orientation, Shove};
    use engine::present::{CounterId, InStack};

    fn counter(id: u32, hex: u16, own: bool) -> CounterView {
        let place = CounterPlace::Hexes(std::iter::once(HexId(hex)).collect());
        CounterView {
            id: CounterId(id),
            place,
            own,
            stack: InStack { order: id as u8, ..InStack::default() },
            ..CounterView::default()
        }
    }

    #[test]
    fn a_large_map_opens_where_both_sides_are_near() {
        let (orientation, shove) = (Orientation::PointyTop, Shove::Odd);
        let grid = Grid { orientation, shove, cols: 40, rows: 40, numbering: Numbering::default() };
        let far = [counter(0, 0, true), counter(1, 1, true), counter(2, 2, true), counter(3, 1599, false)];
        let met = [counter(4, 820, true), counter(5, 821, false)];
        let board = BoardView { counters: [&far[..], &met[..]].concat(), ..BoardView::default() };
        assert!([HexId(820), HexId(821)].contains(&front(&board, &grid).unwrap()));
        assert_eq!(front(&BoardView::default(), &grid), None);
    }

    #[test]
    fn the_selected_counter_lies_on_top_of_its_stack() {
        let board =
            BoardView { counters: vec![counter(0, 5, true), counter(1, 5, true)], ..BoardView::default() };
        let select = |id| Selection::of_one(Target::Counter(CounterId(id)));
        assert!(raised(&select(0), &board).is_none(), "it is on top already");
        let shown = raised(&select(1), &board).unwrap();
        assert_eq!(shown.counters.iter().map(|c| c.stack.order).collect::<Vec<_>>(), [1, 0]);
    }
}
