//! A lower bound: the edit distance of the two label sequences, 64 cells at a time.

/// Compares two label sequences with the bit-parallel algorithm of Myers and Hyyrö; reused between comparisons.
///
/// A mapping of trees keeps the pre-order and the post-order of the nodes it pairs, so it is also an alignment of the
/// two label sequences in either order: the tree edit distance is never below the string edit distance.
///
/// After [`Strings::compare`] the steps between neighbouring cells of the whole table can be read back, two bits each.
#[derive(Default)]
pub(crate) struct Strings {
    rows: usize,
    columns: usize,
    words: usize,
    /// For each label, the rows that hold it.
    places: Vec<u64>,
    steps: Vec<Steps>,
}

/// Differences between neighbouring cells: 64 rows of one column.
#[derive(Clone, Copy)]
struct Steps {
    down_more: u64,
    down_less: u64,
    right_more: u64,
    right_less: u64,
}

const FIRST_COLUMN: Steps = Steps { down_more: !0, down_less: 0, right_more: !0, right_less: 0 };

impl Strings {
    /// The edit distance of `before` and `after`, whose labels are at most `absent`; see [`crate::dense`].
    ///
    /// The steps can be read back only if told to `keep` them, which takes half a byte a cell.
    pub(crate) fn compare<'a, I>(&mut self, before: I, after: I, absent: u32, keep: bool) -> u32
    where
        I: ExactSizeIterator<Item = &'a u32>,
    {
        (self.rows, self.columns) = (before.len(), after.len());
        self.words = self.rows.div_ceil(64);
        self.places.clear();
        self.places.resize((absent as usize + 1) * self.words, 0);
        for (row, &label) in before.enumerate() {
            self.places[label as usize * self.words + row / 64] |= 1 << (row % 64);
        }
        self.steps.clear();
        self.steps.resize(self.words, FIRST_COLUMN);
        let mut distance = self.rows as u32;
        for &label in after {
            distance = distance.wrapping_add_signed(self.advance(label, keep));
        }
        distance
    }

    /// Adds a column, or puts it in the place of the last one; says by how much the last cell grows.
    fn advance(&mut self, label: u32, keep: bool) -> i32 {
        let places = &self.places[label as usize * self.words..][..self.words];
        let column = self.steps.len() - self.words;
        // The step to the right in the row above the word; in row 0 each column costs one insertion more.
        let (mut more, mut less) = (1, 0);
        let mut last = FIRST_COLUMN;
        for (word, &here) in places.iter().enumerate() {
            let Steps { down_more, down_less, .. } = self.steps[column + word];
            let vertical = here | down_less;
            let equal = here | less;
            let horizontal = ((equal & down_more).wrapping_add(down_more) ^ down_more) | equal;
            let right_more = down_less | !(horizontal | down_more);
            let right_less = down_more & horizontal;
            let (above_more, above_less) = (right_more << 1 | more, right_less << 1 | less);
            (more, less) = (right_more >> 63, right_less >> 63);
            last = Steps {
                down_more: above_less | !(vertical | above_more),
                down_less: above_more & vertical,
                right_more,
                right_less,
            };
            if keep {
                self.steps.push(last);
            } else {
                self.steps[column + word] = last;
            }
        }
        let bit = (self.rows + 63) % 64;
        (last.right_more >> bit & 1) as i32 - (last.right_less >> bit & 1) as i32
    }

    /// Cell (`row` + 1, `column`) minus cell (`row`, `column`).
    pub(crate) fn step_down(&self, row: usize, column: usize) -> i32 {
        let steps = &self.steps[column * self.words + row / 64];
        (steps.down_more >> (row % 64) & 1) as i32 - (steps.down_less >> (row % 64) & 1) as i32
    }

    /// Cell (`row`, `column` + 1) minus cell (`row`, `column`).
    pub(crate) fn step_right(&self, row: usize, column: usize) -> i32 {
        if row == 0 {
            return 1;
        }
        let bit = (row - 1) % 64;
        let steps = &self.steps[(column + 1) * self.words + (row - 1) / 64];
        (steps.right_more >> bit & 1) as i32 - (steps.right_less >> bit & 1) as i32
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook table, cell by cell.
    fn table(before: &[u32], after: &[u32]) -> Vec<Vec<i32>> {
        let mut cells = vec![vec![0; after.len() + 1]; before.len() + 1];
        for i in 0..=before.len() {
            for j in 0..=after.len() {
                cells[i][j] = match (i, j) {
                    (0, j) => j as i32,
                    (i, 0) => i as i32,
                    (i, j) => (cells[i - 1][j] + 1)
                        .min(cells[i][j - 1] + 1)
                        .min(cells[i - 1][j - 1] + i32::from(before[i - 1] != after[j - 1])),
                };
            }
        }
        cells
    }

    #[test]
    fn distance_and_steps_equal_the_textbook_table() {
        let mut strings = Strings::default();
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for (rows, columns) in
            [(1, 1), (3, 9), (63, 64), (64, 63), (65, 70), (130, 40), (128, 128), (200, 190)]
        {
            let before: Vec<u32> = (0..rows).map(|_| random(3)).collect();
            let after: Vec<u32> = (0..columns).map(|_| random(4)).collect();
            let distance = strings.compare(before.iter(), after.iter(), 3, true);
            let cells = table(&before, &after);
            assert_eq!(distance as i32, cells[rows][columns]);
            assert_eq!(Strings::default().compare(before.iter(), after.iter(), 3, false), distance);
            for (i, two_rows) in cells.windows(2).enumerate() {
                for (j, (above, below)) in two_rows[0].iter().zip(&two_rows[1]).enumerate() {
                    assert_eq!(strings.step_down(i, j), below - above, "down from {i}, {j}");
                }
            }
            for (i, row) in cells.iter().enumerate() {
                for (j, two) in row.windows(2).enumerate() {
                    assert_eq!(strings.step_right(i, j), two[1] - two[0], "right from {i}, {j}");
                }
            }
        }
    }
}
