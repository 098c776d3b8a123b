//! A rectangular sheet of hexes: dense indices, and the numbers printed on it.

use super::{Dir, Hex};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Orientation {
    /// Corners up and down, straight rows.
    #[default]
    PointyTop,
    /// Sides up and down, straight columns.
    FlatTop,
}

/// Which rows (pointy-top) or columns (flat-top), counted from 0, are shoved half a hex right or down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Shove {
    #[default]
    Odd,
    Even,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Order {
    #[default]
    ColRow,
    RowCol,
}

/// How one of the two counts runs. Columns count from the left, rows from the top, unless `descending`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Axis {
    pub letters: bool,
    pub first: u16,
    pub descending: bool,
    /// Digits, with leading zeros; 1 for none.
    pub width: u8,
}

impl Default for Axis {
    fn default() -> Self {
        Self { letters: false, first: 1, descending: false, width: 2 }
    }
}

impl Axis {
    fn write_line(self, index: u16, size: u16) -> String {
        let i = if self.descending { size.saturating_sub(1).saturating_sub(index) } else { index };
        let n = u32::from(i) + u32::from(self.first);
        if !self.letters {
            return format!("{n:0width$}", width = self.width as usize);
        }
        let mut n = n.max(1);
        let mut out = Vec::new();
        while n > 0 {
            n -= 1;
            out.push(b'A' + (n % 26) as u8);
            n /= 26;
        }
        out.iter().rev().map(|b| *b as char).collect()
    }

    fn read_line(self, text: &str, size: u16) -> Option<u16> {
        let n: u32 = if self.letters {
            if text.is_empty() || text.len() > 4 {
                return None;
            }
            text.chars().try_fold(0u32, |n, c| {
                let c = c.to_ascii_uppercase();
                c.is_ascii_uppercase().then(|| n * 26 + (c as u32 - 'A' as u32) + 1)
            })?
        } else {
            if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            text.parse().ok()?
        };
        let i = u16::try_from(n.checked_sub(u32::from(self.first))?).ok()?;
        if i >= size {
            return None;
        }
        Some(if self.descending { size - 1 - i } else { i })
    }
}

/// The numbers printed in the hexes. Numbering is data, never geometry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Numbering {
    pub order: Order,
    pub col: Axis,
    pub row: Axis,
}

impl Numbering {
    /// A1 in the north-west corner, letters for columns.
    pub fn letters() -> Self {
        Self {
            order: Order::ColRow,
            col: Axis { letters: true, width: 1, ..Axis::default() },
            row: Axis { width: 1, ..Axis::default() },
        }
    }

    /// 0101 in the north-west corner, column first.
    pub fn ccrr() -> Self {
        Self::default()
    }
}

/// A hex of one map by its dense number: row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HexId(pub u16);

impl HexId {
    /// 'No hex', for tables and for pieces that stand nowhere.
    pub const NONE: Self = Self(u16::MAX);

    pub const fn is_none(self) -> bool {
        self.0 == u16::MAX
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn to_option(self) -> Option<Self> {
        if self.is_none() { None } else { Some(self) }
    }
}

/// Size, orientation and numbering of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grid {
    #[serde(default)]
    pub orientation: Orientation,
    #[serde(default)]
    pub shove: Shove,
    pub cols: u16,
    pub rows: u16,
    #[serde(default)]
    pub numbering: Numbering,
}

impl Grid {
    /// More hexes than this do not fit the dense numbers.
    pub const MOST: usize = 60_000;

    pub const fn len(&self) -> usize {
        self.cols as usize * self.rows as usize
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn shift_of_line(self, line: i16) -> i16 {
        match self.shove {
            Shove::Odd => (line - (line & 1)) / 2,
            Shove::Even => (line + (line & 1)) / 2,
        }
    }

    pub fn hex_at(&self, col: u16, row: u16) -> Hex {
        let (c, r) = (col as i16, row as i16);
        match self.orientation {
            Orientation::PointyTop => Hex::new(c - self.shift_of_line(r), r),
            Orientation::FlatTop => Hex::new(c, r - self.shift_of_line(c)),
        }
    }

    /// Column and row, also outside the sheet.
    pub fn column_and_row(&self, hex: Hex) -> (i16, i16) {
        match self.orientation {
            Orientation::PointyTop => (hex.q + self.shift_of_line(hex.r), hex.r),
            Orientation::FlatTop => (hex.q, hex.r + self.shift_of_line(hex.q)),
        }
    }

    pub fn contains_hex(&self, hex: Hex) -> bool {
        let (c, r) = self.column_and_row(hex);
        c >= 0 && r >= 0 && (c as u16) < self.cols && (r as u16) < self.rows
    }

    pub fn id(&self, hex: Hex) -> Option<HexId> {
        let (c, r) = self.column_and_row(hex);
        (c >= 0 && r >= 0 && (c as u16) < self.cols && (r as u16) < self.rows)
            .then(|| HexId(r as u16 * self.cols + c as u16))
    }

    pub fn hex(&self, id: HexId) -> Hex {
        let cols = self.cols.max(1);
        self.hex_at(id.0 % cols, id.0 / cols)
    }

    pub fn ids(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.len().min(Self::MOST) as u16).map(HexId)
    }

    /// The number printed in the hex.
    pub fn label(&self, id: HexId) -> String {
        let cols = self.cols.max(1);
        let col = self.numbering.col.write_line(id.0 % cols, self.cols);
        let row = self.numbering.row.write_line(id.0 / cols, self.rows);
        match self.numbering.order {
            Order::ColRow => col + &row,
            Order::RowCol => row + &col,
        }
    }

    /// What the number of a hex says of its column, counted from 0.
    pub fn col_label(&self, col: u16) -> String {
        self.numbering.col.write_line(col, self.cols)
    }

    /// What the number of a hex says of its row, counted from 0.
    pub fn row_label(&self, row: u16) -> String {
        self.numbering.row.write_line(row, self.rows)
    }

    /// The hex that carries this number.
    pub fn parse(&self, label: &str) -> Option<HexId> {
        let label = label.trim();
        if !label.is_ascii() {
            return None;
        }
        let n = &self.numbering;
        let (first, second) = match n.order {
            Order::ColRow => (n.col, n.row),
            Order::RowCol => (n.row, n.col),
        };
        let cut = match (first.letters, second.letters) {
            (true, false) => label.find(|c: char| c.is_ascii_digit())?,
            (false, true) => label.find(|c: char| c.is_ascii_alphabetic())?,
            (true, true) => return None,
            (false, false) if label.contains('.') => label.find('.')?,
            (false, false) => label.len().checked_sub(second.width.max(1) as usize)?,
        };
        let (a, b) = (label.get(..cut)?, label.get(cut..)?.trim_start_matches('.'));
        let (col, row) = match n.order {
            Order::ColRow => (n.col.read_line(a, self.cols)?, n.row.read_line(b, self.rows)?),
            Order::RowCol => (n.col.read_line(b, self.cols)?, n.row.read_line(a, self.rows)?),
        };
        Some(HexId(row * self.cols + col))
    }

    /// Who touches whom, for dense searches. [`HexId::NONE`] beyond the sheet.
    pub fn neighbour_table(&self) -> Vec<[HexId; 6]> {
        let around = |id: HexId| {
            let h = self.hex(id);
            Dir::ALL.map(|d| self.id(h.step(d)).unwrap_or(HexId::NONE))
        };
        self.ids().map(around).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_grids() -> Vec<Grid> {
        let mut out = Vec::new();
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            for shove in [Shove::Odd, Shove::Even] {
                for numbering in [
                    Numbering::letters(),
                    Numbering::ccrr(),
                    Numbering {
                        order: Order::RowCol,
                        row: Axis { descending: true, ..Axis::default() },
                        ..Numbering::default()
                    },
                ] {
                    out.push(Grid { orientation, shove, cols: 31, rows: 17, numbering });
                }
            }
        }
        out
    }

    #[test]
    fn labels_and_ids_round_trip() {
        for g in all_grids() {
            for id in g.ids() {
                assert_eq!(g.id(g.hex(id)), Some(id));
                assert_eq!(g.parse(&g.label(id)), Some(id), "{}", g.label(id));
            }
            for bad in ["", "ZZ99", "0", "é1", "A", "9999", "A1x"] {
                assert_eq!(g.parse(bad), None, "{bad}");
            }
        }
    }

    #[test]
    fn neighbours_are_mutual() {
        for g in all_grids() {
            let n = g.neighbour_table();
            for id in g.ids() {
                for d in Dir::ALL {
                    if let Some(o) = n[id.index()][d.0 as usize].to_option() {
                        assert_eq!(n[o.index()][d.opposite().0 as usize], id);
                    }
                }
            }
        }
    }

    #[test]
    fn hold_the_line_board_is_numbered_from_the_north_west() {
        let g = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 13,
            rows: 9,
            numbering: Numbering::letters(),
        };
        assert_eq!(g.label(HexId(0)), "A1");
        assert_eq!(g.label(HexId(116)), "M9");
        let (e7, e6) = (g.parse("E7").unwrap(), g.parse("E6").unwrap());
        assert_eq!(g.hex(e7).distance(g.hex(e6)), 1);
    }
}
