//! How much a comparison may use.

/// How much a comparison may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells of a table, about the product of the node counts that the reductions leave.
    ///
    /// Over all tables a cell takes about 6 bytes under unit costs (10 where both trees have more than 8,000 nodes)
    /// and 16 under costs of your own. This bounds the memory; the time grows with the depth of the trees as well.
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cells: 400_000_000 }
    }
}

impl Limits {
    /// Whether tables for so many nodes on either side are allowed.
    pub(crate) fn check(self, rows: usize, columns: usize) -> Result<(), TooLarge> {
        let cells = (rows + 1).saturating_mul(columns + 1);
        if cells > self.cells { Err(TooLarge { cells, limit: self.cells }) } else { Ok(()) }
    }
}

/// The trees are too large and too different for the [`Limits`]: raise them, or do without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("comparing these trees takes a table of {cells} cells, more than the limit of {limit}")]
pub struct TooLarge {
    /// Cells it would take.
    pub cells: usize,
    /// Cells allowed.
    pub limit: usize,
}
