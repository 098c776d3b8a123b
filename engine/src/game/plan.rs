/// Several actions with one aim, such as a march or an attack, to be done in order. The plan ends early where an action
/// is no longer legal or another seat must decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<A> {
    pub actions: Vec<A>,
}

impl<A> Plan<A> {
    pub fn single(action: A) -> Self {
        Self { actions: vec![action] }
    }
}
