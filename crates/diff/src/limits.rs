//! How much a comparison may use.

/// How much a comparison may use. Screens stay far below; what a stranger sends may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells of a table, about the product of the node counts that the reductions leave.
    ///
    /// Over all tables a cell takes about 6 bytes under unit costs (10 where both trees have more than 8,000 nodes)
    /// and 16 under costs of your own.
    pub cells: usize,
    /// How often a cell may be computed, which grows with the depth of the trees as well. A billion take about a
    /// second.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cells: 100_000_000, steps: 20_000_000_000 }
    }
}

impl Limits {
    /// Whether tables for so many nodes on either side are allowed.
    pub(crate) fn check_cells(self, rows: usize, columns: usize) -> Result<(), TooLarge> {
        let cells = (rows + 1).saturating_mul(columns + 1);
        if cells > self.cells { Err(TooLarge::Cells { cells, limit: self.cells }) } else { Ok(()) }
    }

    /// Whether filling the tables so often is allowed.
    pub(crate) fn check_steps(self, steps: u128) -> Result<(), TooLarge> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        if steps > self.steps { Err(TooLarge::Steps { steps, limit: self.steps }) } else { Ok(()) }
    }
}

/// The trees are too large and too different for the [`Limits`]: raise them, or do without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// They would take too much memory.
    #[error("comparing these trees takes a table of {cells} cells, more than the limit of {limit}")]
    Cells {
        /// Cells it would take.
        cells: usize,
        /// Cells allowed.
        limit: usize,
    },
    /// They would take too much time.
    #[error("comparing these trees takes {steps} steps, more than the limit of {limit}")]
    Steps {
        /// Steps it would take at most.
        steps: u64,
        /// Steps allowed.
        limit: u64,
    },
}
