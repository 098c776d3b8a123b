use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// A list of plain records. Up to `N` of them lie within the state itself, so that cloning is one block copy;
/// more go to the heap. Serialised like any list.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent, bound = "T: Serialize + serde::de::DeserializeOwned")]
pub struct InlineVec<T: Copy, const N: usize>(SmallVec<[T; N]>);

impl<T: Copy, const N: usize> InlineVec<T, N> {
    pub fn new() -> Self {
        Self(SmallVec::new())
    }

    pub fn from_items(items: &[T]) -> Self {
        Self(SmallVec::from_slice(items))
    }
}

impl<T: Copy, const N: usize> Default for InlineVec<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy, const N: usize> Clone for InlineVec<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self::from_items(&self.0)
    }
}

impl<T: Copy, const N: usize> Deref for InlineVec<T, N> {
    type Target = SmallVec<[T; N]>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Copy, const N: usize> DerefMut for InlineVec<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a InlineVec<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a mut InlineVec<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for InlineVec<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_down_like_any_list() {
        for n in [0u16, 3, 4, 5, 40] {
            let plain: Vec<u16> = (0..n).collect();
            let short: InlineVec<u16, 4> = plain.iter().copied().collect();
            assert_eq!(short.as_slice(), plain.as_slice());
            assert_eq!(short.clone(), short);
            assert_eq!(crate::game::state_hash(&short), crate::game::state_hash(&plain));
            let text = ron::to_string(&short).unwrap_or_default();
            assert_eq!(Some(&text), ron::to_string(&plain).ok().as_ref());
            assert_eq!(ron::from_str::<InlineVec<u16, 4>>(&text).ok(), Some(short));
        }
    }
}
