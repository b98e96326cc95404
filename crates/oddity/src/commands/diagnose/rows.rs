//! Runs of one tool on one bug, taken together.

use automata::{Best, Change, Figures};

use super::bugs::Bugs;
use super::cases::{Case, Outcome, Read};

/// What one tool did with one bug.
pub(super) struct Row<'a> {
    /// The bug; `None` where there is no automaton for it.
    pub(super) bug: Option<usize>,
    /// The app and the number of the bug, where a folder of results says so.
    pub(super) about: Option<&'a (String, String)>,
    pub(super) tool: &'a str,
    /// The runs that could be read.
    pub(super) read: Vec<&'a Read<'a>>,
    /// The best of them.
    pub(super) best: Option<Best>,
    /// How many runs left nothing of use.
    pub(super) failed: usize,
    /// What became of it since the baseline.
    pub(super) change: Option<Change>,
}

/// One row for each tool and bug, bugs in their order, tools as they were named.
pub(super) fn of<'a>(bugs: &Bugs, cases: &'a [Case<'a>]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for bug in (0..bugs.all.len()).map(Some).chain([None]) {
        for case in cases.iter().filter(|case| case.outcome.bug() == bug) {
            let tool = case.source.tool.as_str();
            let about = case.source.bug.as_ref();
            let is_same =
                |row: &Row<'_>| row.bug == bug && row.tool == tool && (bug.is_some() || row.about == about);
            let at = rows.iter().position(is_same).unwrap_or_else(|| {
                rows.push(Row { bug, about, tool, read: Vec::new(), best: None, failed: 0, change: None });
                rows.len() - 1
            });
            match &case.outcome {
                Outcome::Read(read) => rows[at].read.push(read),
                Outcome::Failed { .. } => rows[at].failed += 1,
                Outcome::NotApplicable => {}
            }
        }
    }
    for row in &mut rows {
        row.best = Best::of(&row.read.iter().map(|read| &read.figures).collect::<Vec<_>>());
    }
    rows
}

/// Says of each row what became of it. Where each side has one tool for a bug, those are compared, whatever they are called: so two
/// logs can be.
pub(super) fn compare(rows: &mut [Row<'_>], old: &[Row<'_>]) {
    let alone: Vec<bool> =
        rows.iter().map(|row| rows.iter().filter(|other| other.bug == row.bug).count() == 1).collect();
    for (row, alone) in rows.iter_mut().zip(alone) {
        let candidates: Vec<&Row<'_>> = old.iter().filter(|old| old.bug == row.bug).collect();
        let before = match candidates[..] {
            [only] if alone => Some(only),
            _ => candidates.into_iter().find(|old| old.tool == row.tool),
        };
        let both = before.and_then(|before| before.best.as_ref()).zip(row.best.as_ref());
        row.change = both.map(|(old, new)| old.change_to(new));
    }
}

impl Row<'_> {
    /// The run that came nearest.
    pub(super) fn nearest(&self) -> Option<&Figures> {
        let best = self.best.as_ref()?;
        self.read.get(best.nearest).map(|read| &read.figures)
    }
}

impl Outcome<'_> {
    fn bug(&self) -> Option<usize> {
        match self {
            Outcome::Read(read) => Some(read.bug),
            Outcome::Failed { bug, .. } => Some(*bug),
            Outcome::NotApplicable => None,
        }
    }
}
