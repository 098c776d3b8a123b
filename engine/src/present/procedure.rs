//! What is being done step by step, as a rulebook numbers its steps: a close combat, a siege, …

use super::{InspectLine, ModLine, Rule};
use crate::hex::HexId;
use serde::Serialize;

/// Something that goes through numbered steps, and how far it has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProcedureView {
    /// `1909 and 2009 attack 2010`.
    pub title: String,
    pub rule: Rule,
    /// Hexes of those who attack, and of those who are attacked: arrows lead from the ones to the others.
    pub attackers: Vec<HexId>,
    pub defenders: Vec<HexId>,
    pub steps: Vec<ProcedureStep>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProcedureStep {
    pub name: String,
    pub rule: Rule,
    pub state: StepState,
    /// What came of it, or what is known of it already.
    pub lines: Vec<InspectLine>,
    pub mods: Vec<ModLine>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum StepState {
    Done,
    Now,
    Ahead,
}
