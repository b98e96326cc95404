//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::output::Verbosity;

/// Finds the Android bugs that don't crash.
///
/// This version understands what phones print: it reads screens, tells what changed between two of them, and reads
/// recorded runs of other tools. Hunting for bugs is not there yet.
#[derive(Debug, Parser)]
#[command(name = "oddity", version, max_term_width = 100, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Say more: also what is usually left out as unimportant.
    #[arg(short, long, global = true)]
    verbose: bool,

    /// Say less: no warnings.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
}

impl Cli {
    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show a screen dump as a tree.
    Layout(LayoutArgs),
    /// Tell what changed between two screens.
    Diff(DiffArgs),
    /// Look at recorded runs, ours or other tools'.
    Trace(TraceArgs),
    /// Print a completion script for your shell.
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  adb exec-out uiautomator dump /dev/tty | oddity layout -
  oddity layout screen.xml --find 'row with \"milk\" of #list'
  oddity layout screen.xml --format json | jq '.nodes[] | select(.clickable)'")]
pub(crate) struct LayoutArgs {
    /// A uiautomator dump as the phone printed it; `-` for standard input.
    pub(crate) file: PathBuf,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = LayoutFormat::Tree)]
    pub(crate) format: LayoutFormat,

    /// Show only the widget that this selector means, and how sure that is; see docs/selectors.md.
    #[arg(long, value_name = "SELECTOR", conflicts_with = "format")]
    pub(crate) find: Option<gui::Selector>,

    /// Take what stands before the cut of a dump that is cut off.
    #[arg(long)]
    pub(crate) partial: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LayoutFormat {
    /// One line per widget, indented.
    Tree,
    /// All attributes of all widgets in pre-order.
    Json,
    /// What a person could do on this screen, one line each.
    Events,
    /// As uiautomator prints it, cleaned up.
    Xml,
}

#[derive(Debug, Args)]
#[command(
    override_usage = "oddity diff [OPTIONS] <BEFORE> <AFTER>\n       oddity diff --pairs <FILE>",
    after_help = "\
The distance counts widgets that came, went, or have another class, resource id, text or content description. \
Other differences are told and cost nothing. The exit code is 0 also when the screens differ.

Examples:
  oddity diff before.xml after.xml
  oddity diff --pairs pairs.json.gz"
)]
pub(crate) struct DiffArgs {
    /// The screen before.
    #[arg(required_unless_present = "pairs", requires = "after")]
    pub(crate) before: Option<PathBuf>,

    /// The screen after.
    pub(crate) after: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text, conflicts_with = "pairs")]
    pub(crate) format: DiffFormat,

    /// Print the distance of each pair of trees in this JSON file (it may be gzipped), one a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["before", "after"])]
    pub(crate) pairs: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum DiffFormat {
    /// What changed, for people.
    Text,
    /// Distance, mapping and script.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    #[command(subcommand)]
    pub(crate) command: TraceCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TraceCommand {
    /// Tell a run step by step, as a person would.
    Show {
        /// A run's folder.
        run: PathBuf,

        /// Only the trace with this number, the first being 1.
        #[arg(long, value_name = "NUMBER")]
        trace: Option<usize>,
    },
    /// Make a run of what another tool recorded.
    #[command(after_help = "\
Examples:
  oddity trace import droidbot-output/ --into my-run
  oddity trace import dumps/ --from dumps --into my-run")]
    Import {
        /// The other tool's output: a folder or a file.
        recording: PathBuf,

        /// The folder of the new run; it must be empty or not exist yet.
        #[arg(long, value_name = "RUN")]
        into: PathBuf,

        /// What recorded it; found out by looking when left out.
        #[arg(long, value_enum)]
        from: Option<Recorder>,
    },
}

/// Who recorded a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Recorder {
    /// DroidBot's output folder, with `states/` and `events/`.
    Droidbot,
    /// A recorded Genie run, `.jsonl` or `.jsonl.gz`.
    Genie,
    /// A folder of uiautomator dumps, taken in the order of their names.
    Dumps,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
