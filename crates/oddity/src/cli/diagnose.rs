//! The command that says why a tool missed a bug.

use std::path::PathBuf;

use automata::{NoTime, Time};
use clap::Args;

use super::TableFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
LOG is what `adb logcat -v threadtime` printed while a tool was testing an app that logs the bug's events, packed with gzip or not; or a \
folder with the results of the Themis+ benchmark, `instrumented-APP-#BUG.apk.TOOL.result…`, alone or many of them. The start and the end \
of a tool's run are found beside its log, in `TOOL_testing_time_on_emulator.txt`.

Exit codes: 0 there is a result, 1 with --baseline: something became worse, 2 wrong usage or input.

Examples:
  oddity diagnose 480-NFA.jff --config 'configuration-#480.json' monkey.log.gz ape.log.gz
  oddity diagnose 480-NFA.jff --from 2022-06-01-10:00:00 logcat.log --format json
  oddity diagnose lost.oddity-bug.toml run-1/ run-2/ --html diagnosis.html
  oddity diagnose themis/ results/ --html diagnosis.html
  oddity diagnose themis/ --baseline results-before/ results-after/")]
pub(crate) struct DiagnoseArgs {
    /// The bug's automaton, a `.jff` file of JFLAP; or a folder of them, `APP/BUG-NFA.jff`, for results of several bugs; or a
    /// `.oddity-bug.toml`, which names the bug's events by widget and screen, for recorded runs.
    pub(crate) automaton: PathBuf,

    /// What tools left behind: logs, folders of results, or folders of runs.
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<PathBuf>,

    /// What the automaton's events are called. Left out: `configuration-#BUG.json` beside `BUG-NFA.jff`.
    #[arg(long = "config", value_name = "FILE")]
    pub(crate) configuration: Option<PathBuf>,

    /// When the tool began: 2022-06-01-10:00:00.
    #[arg(long, value_name = "TIME")]
    pub(crate) from: Option<Written>,

    /// When it ended. Left out: with the log.
    #[arg(long, value_name = "TIME", requires = "from")]
    pub(crate) to: Option<Written>,

    /// Refuse a log with a line that cannot be read, instead of skipping the line.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Also count which sequences of so many events were seen, 1 to 8.
    #[arg(long, value_name = "LENGTH")]
    pub(crate) sequences: Option<usize>,

    /// What the tool left behind before it was changed: says what is found, improved, or worse now.
    #[arg(long, value_name = "OLD")]
    pub(crate) baseline: Vec<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,

    /// Also write a page with all figures and the automata drawn.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// A time as somebody wrote it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    pub(crate) time: Time,
    /// With dashes between hours, minutes and seconds, as the runner for `ComboDroid` writes it and DDroid does not read it.
    pub(crate) dashed: bool,
}

impl std::str::FromStr for Written {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Written, NoTime> {
        let text = text.trim();
        Ok(Written { time: text.parse()?, dashed: !text.contains(':') })
    }
}
