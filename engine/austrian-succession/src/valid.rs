//! What must always hold of a position, and what a position read from a file must be.

use crate::Context;
use crate::state::State;

pub fn check(cx: &Context, s: &State) -> Result<(), String> {
    let setup = &cx.setup;
    if s.units.len() != setup.units.len() {
        return Err("a unit is missing or there twice".into());
    }
    if s.frames.depth() == 0 || s.frames.depth() > 64 {
        return Err("the sequence of play is lost".into());
    }
    if s.turn == 0 || usize::from(s.turn) > setup.turns.len() {
        return Err(format!("there is no turn {}", s.turn));
    }
    Ok(())
}

pub fn check_read(cx: &Context, s: &State) -> Result<(), String> {
    check(cx, s)
}
