//! One value for each hex, in bands of rows that snapshots share.

use std::sync::Arc;

const BAND: usize = 16;

/// A dense layer. Cloning copies a few pointers; writing copies only the band written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer<T> {
    cols: usize,
    rows: usize,
    bands: Vec<Arc<Vec<T>>>,
}

impl<T: Copy + PartialEq> Layer<T> {
    pub fn new(cols: u16, rows: u16, fill: T) -> Self {
        Self::from_fn(cols, rows, |_| fill)
    }

    /// `value` is asked row by row, by dense index.
    pub fn from_fn(cols: u16, rows: u16, mut value: impl FnMut(usize) -> T) -> Self {
        let (cols, rows) = (cols as usize, rows as usize);
        let total = cols * rows;
        let size = (BAND * cols).max(1);
        let band = |from: usize, value: &mut dyn FnMut(usize) -> T| {
            Arc::new((from..(from + size).min(total)).map(value).collect())
        };
        let bands = (0..total).step_by(size).map(|from| band(from, &mut value)).collect();
        Self { cols, rows, bands }
    }

    pub fn len(&self) -> usize {
        self.cols * self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn size(&self) -> usize {
        (BAND * self.cols).max(1)
    }

    /// The value at a dense index; `None` beyond the layer.
    pub fn get(&self, index: usize) -> Option<T> {
        self.bands.get(index / self.size())?.get(index % self.size()).copied()
    }

    /// Writes one value; out of range does nothing. Says whether anything changed.
    pub fn set(&mut self, index: usize, value: T) -> bool {
        let size = self.size();
        let Some(band) = self.bands.get_mut(index / size) else { return false };
        if band.get(index % size).is_none_or(|old| *old == value) {
            return false;
        }
        Arc::make_mut(band)[index % size] = value;
        true
    }

    /// Bytes of the bands that the two do not share.
    pub fn unshared(&self, other: &Self) -> usize {
        let own = |b: &&Arc<Vec<T>>| !other.bands.iter().any(|o| Arc::ptr_eq(o, b));
        self.bands.iter().filter(own).map(|b| b.len() * size_of::<T>()).sum()
    }

    /// Where the two differ, by dense index; shared bands are passed over unread. Layers of another size
    /// differ everywhere.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let alike = self.cols == other.cols && self.rows == other.rows;
        let size = self.size();
        let changed = move |i: usize, b: &Arc<Vec<T>>| match other.bands.get(i).filter(|_| alike) {
            Some(o) if Arc::ptr_eq(o, b) => Vec::new(),
            Some(o) => (0..b.len()).filter(|k| b[*k] != o[*k]).collect(),
            None => (0..b.len()).collect(),
        };
        let bands = self.bands.iter().enumerate();
        bands.flat_map(move |(i, b)| changed(i, b).into_iter().map(move |k| i * size + k))
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.bands.iter().flat_map(|b| b.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::Layer;

    #[test]
    fn snapshots_share_what_did_not_change() {
        let mut a = Layer::new(10, 40, 0u8);
        let before = a.clone();
        assert!(a.set(399, 7));
        assert!(!a.set(399, 7));
        assert!(!a.set(400, 1));
        assert_eq!(before.get(399), Some(0));
        assert_eq!(a.get(399), Some(7));
        assert!(std::sync::Arc::ptr_eq(&a.bands[0], &before.bands[0]));
        assert!(!std::sync::Arc::ptr_eq(&a.bands[2], &before.bands[2]));
        assert_eq!(a.iter().count(), 400);
        assert_eq!(a.differences(&before).collect::<Vec<_>>(), [399]);
        assert_eq!(a.differences(&a.clone()).count(), 0);
        assert_eq!(a.differences(&Layer::new(40, 10, 0u8)).count(), 400);
    }
}
