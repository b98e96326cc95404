//! `oddity diagnose`: why a tool missed a known bug.

mod sources;
mod bugs;
mod recorded;
mod cases;
mod rows;
mod tell;
mod json;
mod page;

use automata::Change;

use crate::cli::{DiagnoseArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;
use bugs::Bugs;
pub(crate) use bugs::load_bug_file;
use cases::Case;
use rows::Row;
use sources::Source;

pub(crate) fn run(args: &DiagnoseArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (new, old) = (sources::all(&args.logs, args)?, sources::all(&args.baseline, args)?);
    let bugs = Bugs::load(args, new.iter().chain(&old))?;
    let (new, old) = (read(&new, &bugs, args, output)?, read(&old, &bugs, args, output)?);
    let mut rows = rows::of(&bugs, &new);
    if !args.baseline.is_empty() {
        rows::compare(&mut rows, &rows::of(&bugs, &old));
    }
    if let Some(file) = &args.html {
        let page = report::diagnosis_html(&page::of(&bugs, &rows));
        input::write(file, page.as_bytes())?;
    }
    match args.format {
        TableFormat::Text => tell::tell(&bugs, &rows, output)?,
        TableFormat::Json => output.json(&json::Document::of(&bugs, &new, &rows))?,
    }
    let is_worse = |row: &Row<'_>| row.change == Some(Change::Worse);
    Ok(if rows.iter().any(is_worse) { Exit::Findings } else { Exit::Clean })
}

fn read<'a>(
    sources: &'a [Source],
    bugs: &'a Bugs,
    args: &DiagnoseArgs,
    output: &mut Output,
) -> Result<Vec<Case<'a>>, Failure> {
    sources.iter().map(|source| Case::read(source, bugs, args, output)).collect()
}
