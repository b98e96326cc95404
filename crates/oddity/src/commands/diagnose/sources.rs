//! What tools left behind, and where it lies.

use std::fs;
use std::path::{Path, PathBuf};

use automata::Window;

use crate::cli::{DiagnoseArgs, Written};
use crate::failure::Failure;
use crate::input;

/// How deep results may lie in a folder, and how many of them there may be.
const MAX_DEPTH: usize = 6;
const MAX_SOURCES: usize = 100_000;
/// The most bytes of a time record.
const MAX_RECORD: usize = 4096;

/// One run of one tool on one bug.
#[derive(Debug)]
pub(super) struct Source {
    /// Its log, or its run's folder.
    pub(super) log: PathBuf,
    /// Whether it is a run's folder.
    pub(super) is_run: bool,
    /// The tool; the log's own path where nothing else is known.
    pub(super) tool: String,
    /// The app and the number of the bug, where a folder of results says so.
    pub(super) bug: Option<(String, String)>,
    /// When the tool ran, where that is known.
    pub(super) window: Option<Window>,
    /// What is odd about that.
    pub(super) remarks: Vec<String>,
    /// Why it is of no use, where a folder of results lacks something.
    pub(super) failed: Option<String>,
}

/// All that lies where the user points.
pub(super) fn all(paths: &[PathBuf], args: &DiagnoseArgs) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path.join("run.json").is_file() {
            sources.push(Source::of_run(path));
        } else if path.is_dir() {
            let before = sources.len();
            collect(path, MAX_DEPTH, args, &mut sources)?;
            if sources.len() == before {
                let message = format!(
                    "{} has no results: no folder in it is called instrumented-APP-#BUG.apk.TOOL.result…",
                    input::shown(path)
                );
                return Err(
                    Failure::bad_input(message).hint("name a log, a run's folder, or a folder of results")
                );
            }
        } else {
            sources.push(Source::of_log(path, args));
        }
    }
    Ok(sources)
}

fn collect(folder: &Path, depth: usize, args: &DiagnoseArgs, into: &mut Vec<Source>) -> Result<(), Failure> {
    let name =
        folder.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    if let Some(result) = name.as_deref().and_then(ResultName::parse) {
        into.push(Source::of_result(folder, result, args));
        return Ok(());
    }
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::bad_input(format!("cannot read {}: {error}", input::shown(folder))))?;
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    for inner in folders {
        if depth > 0 && into.len() < MAX_SOURCES {
            collect(&inner, depth - 1, args, into)?;
        }
    }
    Ok(())
}

impl Source {
    fn of_run(folder: &Path) -> Source {
        Source {
            log: folder.to_owned(),
            is_run: true,
            tool: input::shown(folder),
            bug: None,
            window: None,
            remarks: Vec::new(),
            failed: None,
        }
    }

    fn of_log(path: &Path, args: &DiagnoseArgs) -> Source {
        let record = path.parent().and_then(|folder| only_record(folder, None));
        let source = Source {
            log: path.to_owned(),
            is_run: false,
            tool: input::shown(path),
            bug: None,
            window: None,
            remarks: Vec::new(),
            failed: None,
        };
        source.with_window(record.as_deref(), args)
    }

    fn of_result(folder: &Path, name: ResultName, args: &DiagnoseArgs) -> Source {
        let log = ["logcat.log", "logcat.log.gz"]
            .map(|name| folder.join(name))
            .into_iter()
            .find(|log| log.is_file());
        let record = only_record(folder, Some(&name.tool));
        let source = Source {
            failed: log.is_none().then(|| "there is no logcat.log".to_owned()),
            log: log.unwrap_or_else(|| folder.join("logcat.log")),
            is_run: false,
            tool: name.tool,
            bug: Some((name.app, name.bug)),
            window: None,
            remarks: Vec::new(),
        };
        source.with_window(record.as_deref(), args)
    }

    /// When the tool ran: as the user says, else as the record beside the log does.
    fn with_window(mut self, record: Option<&Path>, args: &DiagnoseArgs) -> Source {
        let (from, to) = match (args.from, record) {
            (Some(from), _) => (Some(from), args.to),
            (None, Some(record)) => match read_record(record) {
                Ok(times) => times,
                Err(why) => {
                    self.remarks.push(why);
                    return self;
                }
            },
            (None, None) => return self,
        };
        if from.into_iter().chain(to).any(|written| written.dashed) {
            self.remarks.push(
                "the time of the run has dashes between hours, minutes and seconds; taken as it is meant"
                    .to_owned(),
            );
        }
        self.window =
            Some(Window { from: from.map(|written| written.time), to: to.map(|written| written.time) });
        self
    }
}

type Times = (Option<Written>, Option<Written>);

/// The start on the first line, the end on the second, which may be absent.
fn read_record(path: &Path) -> Result<Times, String> {
    let bytes = input::read(path, MAX_RECORD).map_err(|failure| failure.message().to_owned())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().map(|line| line.parse::<Written>());
    let wrong = || format!("{}: line 1: it is no time such as 2022-06-01-10:00:00", input::shown(path));
    let from = lines.next().and_then(Result::ok).ok_or_else(wrong)?;
    Ok((Some(from), lines.next().and_then(Result::ok)))
}

/// The time record in a folder: that of the tool, or else the only one.
fn only_record(folder: &Path, tool: Option<&str>) -> Option<PathBuf> {
    const END: &str = "_testing_time_on_emulator.txt";
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let own = tool.map(|tool| folder.join(format!("{tool}{END}"))).filter(|path| path.is_file());
    let named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(END));
    own.or_else(|| {
        let mut records = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(named);
        records.next().filter(|_| records.next().is_none())
    })
}

/// What the name of a folder of results says.
#[derive(Debug, PartialEq, Eq)]
struct ResultName {
    app: String,
    bug: String,
    tool: String,
}

impl ResultName {
    /// `instrumented-<app>-#<bug>.apk.<tool>.result…`, with DDroid's short names for two of the tools.
    fn parse(name: &str) -> Option<ResultName> {
        let (app_and_bug, rest) = name.strip_prefix("instrumented-")?.split_once(".apk.")?;
        let (app, bug) = app_and_bug.rsplit_once("-#")?;
        let tool = rest.split_once(".result")?.0.to_lowercase();
        let tool = match tool.as_str() {
            "combodroid" => "combo",
            "droidbot.dfs.greedy" => "droidbot",
            other => other,
        };
        Some(ResultName { app: app.to_owned(), bug: bug.to_owned(), tool: tool.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Option<[&str; 3]>) {
        let found = ResultName::parse(name).map(|name| [name.app, name.bug, name.tool]);
        assert_eq!(found, expected.map(|parts| parts.map(str::to_owned)), "{name}");
    }

    #[test]
    fn folders_of_results_name_app_bug_and_tool() {
        check(
            "instrumented-and-bible-#480.apk.Monkey.result.emulator-5554",
            Some(["and-bible", "480", "monkey"]),
        );
        check("instrumented-A-#1.apk.ComboDroid.result", Some(["A", "1", "combo"]));
        check("instrumented-A-#1.apk.droidbot.dfs.greedy.result.1", Some(["A", "1", "droidbot"]));
        check("instrumented-A-1.apk.ape.result", None);
        check("A-#1.apk.ape.result", None);
        check("instrumented-A-#1.apk.ape", None);
    }
}
