//! Commands that make and measure bug automata.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::TableFormat;

#[derive(Debug, Args)]
pub(crate) struct AutomatonArgs {
    #[command(subcommand)]
    pub(crate) command: AutomatonCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AutomatonCommand {
    /// Propose the automaton of a bug that was found, by trying its steps in every state that they lead to.
    Draft(DraftArgs),
    /// Measure how precise and how complete an automaton is, by carrying out random words that it accepts or rejects.
    Check(CheckArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Writes NAME.jff, which JFLAP opens, and NAME.oddity-bug.toml, which names its events by widget and screen. Several findings of one bug are \
joined at start and end.

Examples:
  oddity automaton draft my-run/crash-1
  oddity automaton draft run-1/crash-1 run-2/crash-3 -o gone-folder")]
pub(crate) struct DraftArgs {
    /// The findings, `RUN/NAME` as the report names them; all of one bug.
    #[arg(value_name = "FINDING", required = true)]
    pub(crate) findings: Vec<PathBuf>,

    /// What to call the files. Left out: as the first finding is called.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) output: Option<PathBuf>,

    /// The most states.
    #[arg(long, value_name = "NUMBER", default_value_t = draft::Limits::default().states)]
    pub(crate) states: usize,

    /// The most other events to try in each state.
    #[arg(long, value_name = "NUMBER", default_value_t = draft::Limits::default().others)]
    pub(crate) others: usize,

    /// The connected phone to use instead of the run's, by its serial.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,

    /// Give it what it asks for, where it was not made on this computer: an app's file, the network, files, variables of the environment.
    #[arg(long)]
    pub(crate) trust: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 automaton and app agree, 1 they do not, 2 wrong usage or input, 3 nothing could be carried out.

Examples:
  oddity automaton check crash-1.oddity-bug.toml my-run/crash-1 --words 500")]
pub(crate) struct CheckArgs {
    /// The bug, a `.oddity-bug.toml`.
    pub(crate) bug: PathBuf,

    /// The finding that it was made from, `RUN/NAME`: it knows the app and the phone.
    pub(crate) finding: PathBuf,

    /// How many words of each kind.
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) words: u64,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,

    /// The connected phone to use instead of the run's, by its serial.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,

    /// Give it what it asks for, where it was not made on this computer: an app's file, the network, files, variables of the environment.
    #[arg(long)]
    pub(crate) trust: bool,
}
