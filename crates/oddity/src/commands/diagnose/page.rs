//! The diagnosis as a page.

use report::{Diagnosed, DiagnosedBug, DiagnosedRun, DiagnosedTool};

use super::bugs::Bugs;
use super::rows::Row;
use crate::input;

pub(super) fn of<'a>(bugs: &'a Bugs, rows: &'a [Row<'a>]) -> Diagnosed<'a> {
    let bug = |(place, named): (usize, &'a super::bugs::Named)| DiagnosedBug {
        name: &named.name,
        bug: &named.bug,
        tools: rows.iter().filter(|row| row.bug == Some(place)).map(tool).collect(),
    };
    Diagnosed {
        bugs: bugs.all.iter().enumerate().map(bug).collect(),
        made_by: format!("oddity {}", env!("CARGO_PKG_VERSION")),
    }
}

fn tool<'a>(row: &'a Row<'a>) -> DiagnosedTool<'a> {
    let nearest = row.best.as_ref().and_then(|best| row.read.get(best.nearest));
    DiagnosedTool {
        name: row.tool,
        best: row.best.as_ref(),
        failed: row.failed,
        change: row.change,
        nearest: nearest.map(|read| DiagnosedRun {
            name: input::shown(&read.source.log),
            unit: if read.source.is_run { "step" } else { "line" },
            figures: &read.figures,
            walk: &read.diagnosis.walk,
            clues: read.clues.as_ref().map(|(clues, picture)| (clues, picture.as_deref())),
        }),
    }
}
