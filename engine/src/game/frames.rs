use serde::{Deserialize, Serialize};

/// The sequence of play as a stack: the top frame says who decides what. An interrupt pushes a frame; when a frame is
/// finished it is popped, and the one below continues.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound = "F: Serialize + serde::de::DeserializeOwned")]
pub struct Frames<F: Clone + Eq>(smallvec::SmallVec<[F; 4]>);

impl<F: Clone + Eq> Frames<F> {
    pub fn new(first: F) -> Self {
        Self(smallvec::smallvec![first])
    }

    pub fn top(&self) -> Option<&F> {
        self.0.last()
    }

    pub fn top_mut(&mut self) -> Option<&mut F> {
        self.0.last_mut()
    }

    pub fn push(&mut self, frame: F) {
        self.0.push(frame);
    }

    pub fn pop(&mut self) -> Option<F> {
        self.0.pop()
    }

    pub fn replace(&mut self, frame: F) {
        self.0.pop();
        self.0.push(frame);
    }

    pub fn depth(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &F> {
        self.0.iter()
    }
}
