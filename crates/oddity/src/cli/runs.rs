//! Commands that read recorded runs.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

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
