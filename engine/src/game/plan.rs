/// A whole undertaking: a march, an attack. Its actions are meant one after another; where one is no
/// longer legal, or somebody else is to decide, the plan is cut there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<A> {
    pub actions: Vec<A>,
}

impl<A> Plan<A> {
    pub fn single(action: A) -> Self {
        Self { actions: vec![action] }
    }
}
