//! Charts: typed look-ups read from RON, with explicit clamping and totality checks, and the
//! provenance that every chart must state.

use crate::AssetSource;
use crate::scenario::{At, Issues, Provenance, syntax};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A chart file: where it comes from, and its content.
#[derive(Clone, Debug, Deserialize)]
pub struct Chart<T> {
    pub name: String,
    pub provenance: Provenance,
    pub chart: T,
}

/// Reads `path`; syntax errors become issues with line and column.
pub fn load<T: DeserializeOwned>(src: &dyn AssetSource, path: &str, issues: &mut Issues) -> Option<Chart<T>> {
    let text = match src.read(path) {
        Ok(text) => text,
        Err(e) => {
            issues.error(At::Whole, path, e.to_string());
            return None;
        }
    };
    match ron::from_str(&text) {
        Ok(chart) => Some(chart),
        Err(e) => {
            let found = syntax::explain(&text, &e);
            let at = found.position;
            let place = format!("{path}, line {}, column {}", at.line, at.column);
            issues.error(At::Text { path: path.into(), line: at.line, column: at.column }, place, found.text);
            None
        }
    }
}

/// A table of rows by columns where both are ranges of numbers, with an explicit rule for what
/// lies beyond the ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Grid2<T> {
    /// Least value of each column, ascending.
    pub columns: Vec<i32>,
    /// Least value of each row, ascending.
    pub rows: Vec<i32>,
    pub cells: Vec<Vec<T>>,
}

impl<T: Clone> Grid2<T> {
    /// The cell for these values; beyond the ends the outermost row or column serves.
    pub fn get(&self, column: i32, row: i32) -> Option<&T> {
        let last_at_most = |list: &[i32], v: i32| list.iter().rposition(|x| *x <= v).unwrap_or(0);
        self.cells.get(last_at_most(&self.rows, row))?.get(last_at_most(&self.columns, column))
    }

    /// Says what is missing: every row must have a cell for every column, both ascending.
    pub fn check(&self, name: &str, issues: &mut Issues) {
        let ascending = |list: &[i32]| list.windows(2).all(|w| w[0] < w[1]);
        if self.columns.is_empty() || self.rows.is_empty() {
            issues.error(At::Whole, name, "the table is empty").remedy("give it rows and columns");
        }
        if !ascending(&self.columns) || !ascending(&self.rows) {
            let remedy = "write them from the smallest to the largest, each once";
            issues.error(At::Whole, name, "rows and columns must ascend").remedy(remedy);
        }
        if self.cells.len() != self.rows.len() {
            let text = format!("{} rows of cells for {} rows", self.cells.len(), self.rows.len());
            let remedy = "write one row of cells for each row";
            issues.error(At::Whole, name, text).remedy(remedy);
        }
        for (i, row) in self.cells.iter().enumerate() {
            if row.len() != self.columns.len() {
                let text =
                    format!("row {} has {} cells for {} columns", i + 1, row.len(), self.columns.len());
                let remedy = "write one cell for each column";
                issues.error(At::Whole, name, text).remedy(remedy);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_clamp_and_complain() {
        let t = Grid2 { columns: vec![1, 3], rows: vec![1, 2], cells: vec![vec!['a', 'b'], vec!['c', 'd']] };
        assert_eq!(t.get(2, 9), Some(&'c'));
        assert_eq!(t.get(-5, 0), Some(&'a'));
        let mut issues = Issues::default();
        t.check("t", &mut issues);
        assert!(issues.is_empty());
        let holed = Grid2 { columns: vec![1, 3], rows: vec![1, 2], cells: vec![vec!['a'], vec!['c', 'd']] };
        holed.check("t", &mut issues);
        assert_eq!(issues.errors(), 1);
    }
}
