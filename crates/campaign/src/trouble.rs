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
    /// What the app wanted and the phone does not have, as often as that was told.
    pub(crate) lacking: Vec<String>,
    /// The same for people, line by line.
    pub(crate) log: Vec<String>,
}

/// What an app can make a phone say it lacks has an end.
const MAX_LACKS: usize = 1_000;

/// More lines than anybody reads of one experiment.
const MAX_LOG_LINES: usize = 1_000;

impl Trouble {
    pub(crate) fn lacks(&mut self, what: String) {
        if self.lacking.len() < MAX_LACKS {
            self.lacking.push(what);
        }
    }

    pub(crate) fn note(&mut self, line: String) {
        if self.log.len() < MAX_LOG_LINES {
            self.log.push(line);
        }
    }
}
