use crate::dice::RollResult;

/// One thing that made a match what it is. Scenario, options, charts and journal are the truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<A> {
    Action(A),
    Roll(RollResult),
    /// Written by the program (an undo across dice); changes nothing.
    Note(String),
}
