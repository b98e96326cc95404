//! Which cells of the tables can matter when a mapping must beat an upper bound.

use crate::kernel::Span;
use crate::strings::Strings;
use std::ops::RangeInclusive;

/// For each prefix of `before`, the prefixes of `after` worth comparing it with; both in the kernel's order.
///
/// First and last column of each row; neither falls from one row to the next.
#[derive(Default)]
pub(crate) struct Corridor {
    edges: Vec<(u32, u32)>,
}

impl Corridor {
    /// The first and last column for `row` within `after`; the first is larger if there are none.
    pub(crate) fn columns(&self, row: usize, after: Span) -> (usize, usize) {
        let (low, high) = self.edges[row];
        ((low as usize).max(after.first), (high as usize).min(after.end))
    }

    /// The first and last column for `row`.
    pub(crate) fn all_columns(&self, row: usize) -> RangeInclusive<u32> {
        self.edges[row].0..=self.edges[row].1
    }

    /// All cells of a table for `rows` and `columns` nodes.
    pub(crate) fn open(&mut self, rows: usize, columns: usize) {
        self.edges.clear();
        self.edges.resize(rows + 1, (0, columns as u32));
    }

    /// The cells through which a mapping that costs at most `budget` can pass.
    ///
    /// Such a mapping pairs the first `i` nodes with the first `j` and the rest with the rest, and each part costs at
    /// least its string edit distance: `forward` holds those of the prefixes, `backward`, made from both sequences
    /// reversed, those of the suffixes. The cells that stay within the budget lie on paths from the first cell to the
    /// last that never turn back, so both edges of the corridor can be walked without looking at the inside.
    /// `distance` is that of the whole sequences, which must be within the budget.
    pub(crate) fn narrow(&mut self, forward: &Strings, backward: &Strings, distance: u32, budget: u32) {
        let (rows, columns) = (forward.rows(), forward.columns());
        let slack = budget.saturating_sub(distance) as i32;
        self.open(rows, columns);
        let (mut over, mut column) = (0, 0);
        for row in 0..rows {
            over += forward.step_down(row, column) - backward.step_down(rows - row - 1, columns - column);
            while over > slack && column < columns {
                over += forward.step_right(row + 1, column)
                    - backward.step_right(rows - row - 1, columns - column - 1);
                column += 1;
            }
            self.edges[row + 1].0 = column as u32;
        }
        let (mut over, mut column) = (0, columns);
        for row in (0..rows).rev() {
            over += backward.step_down(rows - row - 1, columns - column) - forward.step_down(row, column);
            while over > slack && column > 0 {
                column -= 1;
                over +=
                    backward.step_right(rows - row, columns - column - 1) - forward.step_right(row, column);
            }
            self.edges[row].1 = column as u32;
        }
    }
}
