use crate::dice::RollResult;

/// One input of a match. Scenario, options, charts and journal determine everything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<A> {
    Action(A),
    Roll(RollResult),
    /// A note of the program, such as an undo past a die roll; it does not change the state.
    Note(String),
}
