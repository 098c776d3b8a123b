//! A click on a rule number asks for the rulebook. The request waits in the egui context until the end of the
//! frame, when the program opens the book.

use egui::{Context, Id};

fn request_id() -> Id {
    Id::unique("requested-rule")
}

/// Asks the program to open the rulebook at this number.
pub fn request_rule(ctx: &Context, rule: &str) {
    ctx.data_mut(|d| d.insert_temp(request_id(), rule.to_owned()));
    ctx.request_repaint();
}

/// Takes the rule number requested since the last call.
pub fn take_requested_rule(ctx: &Context) -> Option<String> {
    ctx.data_mut(|d| d.remove_temp::<String>(request_id()))
}
