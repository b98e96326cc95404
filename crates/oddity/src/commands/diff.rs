//! `oddity diff`: what changed between two screens.

use std::path::Path;

use ::diff::{Changes, Edit, OwnedWidget, changes_between};
use gui::{Layout, NodeId, Parsed, WindowInfo};
use serde::Serialize;

use super::layout::{read_layout, warn_of};
use super::pairs;
use crate::cli::{DiffArgs, DiffFormat};
use crate::failure::{Exit, Failure};
use crate::output::{GREEN, Output, RED, YELLOW};

pub(crate) fn run(args: &DiffArgs, output: &mut Output) -> Result<Exit, Failure> {
    match (&args.pairs, &args.before, &args.after) {
        (Some(pairs), ..) => pairs::run(pairs, output),
        (None, Some(before), Some(after)) => compare(before, after, args.format, output),
        _ => Err(Failure::bad_input("two screens to compare are needed")),
    }
}

fn compare(before: &Path, after: &Path, format: DiffFormat, output: &mut Output) -> Result<Exit, Failure> {
    if before == after && before == Path::new("-") {
        return Err(Failure::bad_input("only one of the two screens can come from standard input"));
    }
    let mut read = |path: &Path| -> Result<Layout, Failure> {
        let Parsed { layout, warnings } = read_layout(path, false)?;
        warn_of(&warnings, path, output);
        Ok(layout)
    };
    let (before, after) = (read(before)?, read(after)?);
    let changes = changes_between(&before, &after).map_err(|error| {
        let (from, to) = (before.len(), after.len());
        Failure::bad_input(format!(
            "screens of {from} and {to} widgets have too little in common to compare: {error}"
        ))
    })?;
    match format {
        DiffFormat::Text => tell(&changes, &before, &after, output)?,
        DiffFormat::Json => output.json(&ChangesJson::of(&changes))?,
    }
    Ok(Exit::Clean)
}

fn tell(changes: &Changes, before: &Layout, after: &Layout, output: &mut Output) -> Result<(), Failure> {
    if changes.is_empty() {
        return output.print("the screens are equal\n");
    }
    let (from, to) = (before.len(), after.len());
    output.print(format_args!("distance {} ({from} widgets, then {to})\n", changes.distance))?;
    let told =
        if output.is_verbose() { changes.tell_all(before, after) } else { changes.tell(before, after) };
    for line in told.lines() {
        match line.as_bytes().first() {
            Some(b'-') => output.line(RED, line)?,
            Some(b'+') => output.line(GREEN, line)?,
            Some(b'~') => output.line(YELLOW, line)?,
            _ => output.print(format_args!("{line}\n"))?,
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct ChangesJson<'a> {
    format: &'static str,
    version: u32,
    distance: u32,
    /// Places in the pre-orders of the two layouts.
    mapping: &'a [(NodeId, NodeId)],
    script: Vec<EditJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    windows: Option<Vec<WindowJson<'a>>>,
}

#[derive(Serialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
enum EditJson<'a> {
    Delete { node: NodeId, cost: u32 },
    Change { before: NodeId, after: NodeId, cost: u32, changes: Vec<ChangeJson<'a>> },
    Insert { node: NodeId, parent: Option<NodeId>, subtree_size: usize, cost: u32, widget: &'a OwnedWidget },
}

#[derive(Serialize)]
struct ChangeJson<'a> {
    attribute: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

#[derive(Serialize)]
struct WindowJson<'a> {
    #[serde(flatten)]
    info: &'a WindowInfo,
    roots: usize,
}

impl<'a> ChangesJson<'a> {
    fn of(changes: &'a Changes) -> ChangesJson<'a> {
        let windows = |windows: &'a Vec<(WindowInfo, usize)>| {
            windows.iter().map(|(info, roots)| WindowJson { info, roots: *roots }).collect()
        };
        ChangesJson {
            format: "oddity-diff",
            version: 1,
            distance: changes.distance,
            mapping: &changes.mapping,
            script: changes.edits.iter().map(EditJson::of).collect(),
            windows: changes.windows.as_ref().map(windows),
        }
    }
}

impl<'a> EditJson<'a> {
    fn of(edit: &'a Edit) -> EditJson<'a> {
        let cost = edit.cost();
        match edit {
            Edit::Delete { node } => EditJson::Delete { node: *node, cost },
            Edit::Change { before, after, changes } => {
                let changes = changes.iter().map(|change| ChangeJson {
                    attribute: change.attribute.name(),
                    before: change.before.as_deref(),
                    after: change.after.as_deref(),
                });
                EditJson::Change { before: *before, after: *after, cost, changes: changes.collect() }
            }
            Edit::Insert { node, parent, subtree_size, widget } => {
                EditJson::Insert { node: *node, parent: *parent, subtree_size: *subtree_size, cost, widget }
            }
        }
    }
}
