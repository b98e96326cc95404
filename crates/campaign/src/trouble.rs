//! What goes wrong with phones.

/// What went wrong with the phone itself, since last asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trouble {
    pub(crate) failed_calls: u64,
    pub(crate) failed_looks: u64,
    pub(crate) log_lines_missing: u64,
    pub(crate) reconnects: u64,
    pub(crate) begun_again: u64,
    pub(crate) blocked: u64,
    /// The same for people, line by line.
    pub(crate) log: Vec<String>,
}

/// More lines than anybody reads of one experiment.
const MAX_LOG_LINES: usize = 1_000;

impl Trouble {
    pub(crate) fn note(&mut self, line: String) {
        if self.log.len() < MAX_LOG_LINES {
            self.log.push(line);
        }
    }
}
