//! Pointer and keyboard on the board.

use super::fan::Fan;
use super::{BoardInput, BoardOutput, BoardWidget, Click, Drag};
use crate::board::PlacedCounter;
use crate::layout::{Layout, Pos};
use egui::{EventFilter, Key, PointerButton, Response, Ui};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace, CounterView};

/// A button held down on the map.
#[derive(Clone, Debug)]
pub struct Stroke {
    from: Option<HexId>,
    counter: Option<CounterId>,
    last: Pos,
    pans: bool,
    button: PointerButton,
}

pub fn empty_output(response: Response) -> BoardOutput {
    BoardOutput {
        hovered: None,
        hovered_counter: None,
        hovered_edge: None,
        hovered_corner: None,
        clicked: None,
        dragged: None,
        response,
    }
}

/// Whether a counter occupies that hex and no other.
pub fn stands_on(c: &CounterView, hex: HexId) -> bool {
    matches!(&c.place, CounterPlace::Hexes(h) if h.as_slice() == [hex])
}

impl BoardWidget {
    pub(super) fn handle_input(
        &mut self,
        ui: &Ui,
        response: Response,
        input: &BoardInput<'_>,
        layout: &Layout,
        placed: &[PlacedCounter],
    ) -> BoardOutput {
        self.handle_zoom(ui, &response);
        let at = response.interact_pointer_pos().or_else(|| response.hover_pos());
        let on_sheet = at.map(|p| self.camera.center + (p - self.screen.center()) / self.camera.zoom);
        let card = at.and_then(|p| self.fan.cards.iter().find(|(r, _)| r.contains(p)).map(|(_, id)| *id));
        let counter = match card {
            Some(id) => id,
            None => on_sheet.and_then(|p| counter_at(p, input, placed)),
        };
        let hex = match card {
            Some(_) => self.fan.stack.as_ref().map(|f| f.hex),
            None => on_sheet.and_then(|p| layout.hex_at(p)),
        };
        let mut out = empty_output(response);
        if out.response.contains_pointer() {
            out.hovered = hex;
            out.hovered_counter = counter;
            out.hovered_edge = on_sheet.and_then(|p| layout.nearest_edge(p));
            out.hovered_corner = on_sheet.and_then(|p| layout.nearest_corner(p));
        }
        self.update_fan(ui, input, &out, placed, card.is_some());
        if let Some(p) = on_sheet {
            out.clicked = self.read_click(ui, &out, hex, counter, p, layout);
            out.dragged = self.read_drag(ui, &out.response, input, (hex, p), (layout, placed));
        }
        if let Some(click) = &out.clicked {
            // With a modifier several are taken, one after the other.
            if let Some(fan) = self.fan.stack.as_mut().filter(|_| click.modifiers.is_none()) {
                (fan.open, fan.picked) = (false, true);
            }
            self.keyboard.was_used_last = false;
            out.response.request_focus();
            self.cursor = hex;
            if self.is_moving() {
                self.skip_motion();
            }
        }
        self.handle_keys(ui, &mut out, layout, input.options.keep_tab);
        out
    }

    fn handle_zoom(&mut self, ui: &Ui, response: &Response) {
        if !response.contains_pointer() {
            return;
        }
        let Some(at) = response.hover_pos() else { return };
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
        let factor = pinch * (scroll.y * 0.0042).exp();
        if (factor - 1.0).abs() > 1e-4 {
            self.camera.zoom_at(factor, at, self.screen);
        }
        if scroll.x != 0.0 {
            self.camera.center.x -= scroll.x / self.camera.zoom;
        }
    }

    fn read_click(
        &self,
        ui: &Ui,
        out: &BoardOutput,
        hex: Option<HexId>,
        counter: Option<CounterId>,
        at: Pos,
        layout: &Layout,
    ) -> Option<Click> {
        let r = &out.response;
        let button = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle]
            .into_iter()
            // egui also reports clicks made with the keyboard; those are not at the pointer.
            .find(|b| r.clicked_by(*b) && ui.input(|i| i.pointer.button_clicked(*b)))?;
        Some(Click {
            hex,
            counter,
            edge: layout.nearest_edge(at),
            corner: layout.nearest_corner(at),
            button,
            double: r.double_clicked_by(button),
            modifiers: ui.input(|i| i.modifiers),
            at,
        })
    }

    fn read_drag(
        &mut self,
        ui: &Ui,
        r: &Response,
        input: &BoardInput<'_>,
        (hex, at): (Option<HexId>, Pos),
        (layout, placed): (&Layout, &[PlacedCounter]),
    ) -> Option<Drag> {
        if r.drag_started() {
            let button = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle]
                .into_iter()
                .find(|b| r.dragged_by(*b))
                .unwrap_or(PointerButton::Primary);
            // The drag started where the button went down, which may be a few points back.
            let from = ui.input(|i| i.pointer.press_origin()).unwrap_or_else(|| self.screen.center());
            let card = self.fan.cards.iter().find(|(r, _)| r.contains(from)).map(|(_, id)| *id);
            let from = self.camera.center + (from - self.screen.center()) / self.camera.zoom;
            let counter = card.unwrap_or_else(|| counter_at(from, input, placed));
            let space = ui.input(|i| i.key_down(Key::Space));
            // Shift draws a box over the map.
            let empty = counter.is_none() && input.options.left_pan && !ui.input(|i| i.modifiers.shift);
            let pans = button != PointerButton::Primary || space || empty;
            self.stroke = Some(Stroke { from: layout.hex_at(from), counter, last: from, pans, button });
        }
        let began = r.drag_started();
        let ended = r.drag_stopped();
        let mut stroke = self.stroke.take()?;
        if !r.dragged() && !ended {
            return None;
        }
        if stroke.pans {
            self.camera.center -= r.drag_delta() / self.camera.zoom;
            if !ended {
                self.stroke = Some(stroke);
            }
            return None;
        }
        let hexes_along = hexes_between(layout, stroke.last, at, began);
        stroke.last = at;
        let drag = stroke.from.map(|from| Drag {
            from,
            to: hex,
            counter: stroke.counter,
            hexes_along,
            began,
            ended,
            button: stroke.button,
            modifiers: ui.input(|i| i.modifiers),
            at,
        });
        if !ended {
            self.stroke = Some(stroke);
        }
        drag
    }

    /// Opens a stack when the pointer has rested on it, and closes it when the pointer leaves.
    fn update_fan(
        &mut self,
        ui: &Ui,
        input: &BoardInput<'_>,
        out: &BoardOutput,
        placed: &[PlacedCounter],
        on_cards: bool,
    ) {
        const DELAY: f64 = 0.32;
        let now = ui.input(|i| i.time);
        if on_cards {
            return;
        }
        let stacked = |hex: HexId| placed.iter().filter(|p| p.hex == hex && p.hexes.is_empty()).count() > 1;
        let resting = out.hovered.filter(|h| {
            let over = out
                .hovered_counter
                .is_some_and(|id| input.view.counters.iter().any(|c| c.id == id && stands_on(c, *h)));
            input.options.fan && over && stacked(*h) && !out.response.dragged()
        });
        let Some(hex) = resting else {
            self.fan.stack = None;
            return;
        };
        match &mut self.fan.stack {
            Some(f) if f.hex == hex => {
                if !f.open && !f.picked && now - f.since >= DELAY {
                    f.open = true;
                    f.at = ui.input(|i| i.pointer.hover_pos());
                    ui.ctx().request_repaint();
                }
            }
            _ => {
                self.fan.stack = Some(Fan {
                    hex,
                    on: out.hovered_counter,
                    since: now,
                    open: false,
                    picked: false,
                    at: None,
                });
                ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(DELAY + 0.02));
            }
        }
    }

    /// Arrows move the cursor from hex to hex, Enter clicks there.
    fn handle_keys(&mut self, ui: &Ui, out: &mut BoardOutput, layout: &Layout, tab: bool) {
        let r = &out.response;
        if !r.has_focus() {
            return;
        }
        let filter =
            EventFilter { tab, horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(r.id, filter));
        let grid = layout.grid;
        let steps =
            [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1)];
        for (key, dx, dy) in steps {
            if !ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key)) || grid.is_empty() {
                continue;
            }
            let next = match self.cursor {
                Some(id) => {
                    let (c, row) = grid.column_and_row(grid.hex(id));
                    let c = (c + dx).clamp(0, grid.cols as i16 - 1) as u16;
                    let row = (row + dy).clamp(0, grid.rows as i16 - 1) as u16;
                    HexId(row * grid.cols + c)
                }
                None => layout.hex_at(self.camera.center).unwrap_or(HexId(0)),
            };
            self.cursor = Some(next);
            self.keyboard.was_used_last = true;
            let at = layout.center(next);
            if !self.camera.visible_rect(self.screen).shrink(1.2).contains(at) {
                self.camera.center = at;
            }
            ui.ctx().request_repaint();
        }
        if let Some(hex) = self.cursor
            && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Enter))
        {
            let at = layout.center(hex);
            out.clicked = Some(Click {
                hex: Some(hex),
                counter: None,
                edge: layout.nearest_edge(at),
                corner: layout.nearest_corner(at),
                button: PointerButton::Primary,
                double: false,
                modifiers: ui.input(|i| i.modifiers),
                at,
            });
        }
    }
}

/// The topmost counter at a point of the sheet.
fn counter_at(at: Pos, input: &BoardInput<'_>, placed: &[PlacedCounter]) -> Option<CounterId> {
    let i = placed.iter().rposition(|p| p.contains(at))?;
    // What shows of a pile below its top means the pile; single counters of it are taken from the open stack.
    let hit = placed[i..].iter().find(|p| !p.buried).unwrap_or(&placed[i]);
    input.view.counters.get(hit.index).map(|c| c.id)
}

/// Hexes on a straight line, in order.
fn hexes_between(layout: &Layout, from: Pos, to: Pos, with_first: bool) -> Vec<HexId> {
    let steps = ((to - from).length() / 0.25).ceil().clamp(1.0, 4000.0) as usize;
    let mut out: Vec<HexId> = Vec::new();
    let first = layout.hex_at(from);
    for i in 0..=steps {
        let p = from + (to - from) * (i as f32 / steps as f32);
        if let Some(id) = layout.hex_at(p)
            && out.last() != Some(&id)
            && (with_first || Some(id) != first || !out.is_empty())
        {
            out.push(id);
        }
    }
    out
}
