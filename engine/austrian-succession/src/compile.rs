//! A document made into a game.

use crate::{Data, Setup};
use engine::scenario::{Issues, OptionSet, ScenarioDoc};

pub fn compile(_: &Data, _: &ScenarioDoc, _: &OptionSet, _: &mut Issues) -> Option<Setup> {
    None
}

pub fn lint(_: &Data, _: &ScenarioDoc, _: &mut Issues) {}
