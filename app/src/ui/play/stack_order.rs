//! The order of a stack, changed by hand: rows of the stack window are dragged, or moved with Page up and Page down.

use egui::{Key, Modifiers, Response, Ui};
use engine::hex::HexId;
use engine::present::{Affordance, CounterId, Target};

/// Where a row was asked to go: the counter, and its new place from the top.
pub fn asked(ui: &Ui, rows: &[(CounterId, Response)]) -> Option<(CounterId, u8)> {
    for (i, (counter, row)) in rows.iter().enumerate() {
        if row.drag_stopped()
            && let Some(at) = ui.ctx().pointer_interact_pos()
        {
            let place = rows.iter().position(|(_, r)| at.y < r.rect.bottom()).unwrap_or(rows.len() - 1);
            return (place != i).then_some((*counter, place as u8));
        }
        if !row.has_focus() {
            continue;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::PageUp) && i > 0 {
            return Some((*counter, i as u8 - 1));
        }
        if pressed(Key::PageDown) && i + 1 < rows.len() {
            return Some((*counter, i as u8 + 1));
        }
    }
    None
}

/// The legal action that puts a counter at this place of its stack.
pub fn action(actions: &[Affordance], counter: CounterId, hex: HexId, position: u8) -> Option<usize> {
    let (subject, target) = (Some(Target::Counter(counter)), Target::StackPosition { hex, position });
    actions.iter().find(|a| a.subject == subject && a.target == target).map(|a| a.id)
}
