//! Commands that work with a run's folder and what was found in it.

use std::path::PathBuf;

use clap::Args;

use super::MessageFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
The settings are those of the run. What was finished is not done again.

Examples:
  oddity resume my-run
  oddity resume my-run --device emulator-5554")]
pub(crate) struct ResumeArgs {
    /// The folder of a run that did not end by itself.
    pub(crate) run: PathBuf,

    /// Connected phones to use instead of those of the run, by serial.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Vec<String>,

    /// Go on with a run whose journal is damaged, from the last experiment that is whole. What is cut off is kept in `trace.jsonl.cut`.
    #[arg(long)]
    pub(crate) salvage: bool,

    /// Give it what it asks for, where it was not made on this computer: an app's file, the network, files, variables of the environment.
    #[arg(long)]
    pub(crate) trust: bool,

    /// How progress is printed.
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub(crate) message_format: MessageFormat,
}

/// A finding, and the phone to reproduce it on.
#[derive(Debug, Args)]
pub(crate) struct OnFindingArgs {
    /// `RUN/NAME`, as the report names it: `my-run/crash-1`.
    pub(crate) finding: PathBuf,

    /// The connected phone to use instead of the run's, by its serial.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,

    /// Another build of the app to try it on, an `.apk` or `sim:NAME[+FAULT...]`: is it mended there?
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,

    /// Another kind of phone to try it on, as `--on` of `oddity hunt`.
    #[arg(long, value_name = "KIND", conflicts_with = "device")]
    pub(crate) on: Option<String>,

    /// Give it what it asks for, where it was not made on this computer: an app's file, the network, files, variables of the environment.
    #[arg(long)]
    pub(crate) trust: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 1 reproduced, 0 not reproduced, 3 a step could not be done.

Examples:
  oddity replay my-run/crash-1
  oddity replay my-run/text-lost-1 --times 10 --device emulator-5554
  oddity replay my-run/crash-1 --app app-mended.apk")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) on: OnFindingArgs,

    /// How many times.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) times: u32,

    /// Stop after this step and leave the phone there, the first being 1.
    #[arg(long, value_name = "STEP", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) to_step: Option<usize>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity minimize my-run/crash-1")]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) on: OnFindingArgs,

    /// The most replays to spend.
    #[arg(long, value_name = "NUMBER", default_value_t = finding::ProofSettings::default().minimising_replays)]
    pub(crate) replays: u32,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Writes report.html, junit.xml and findings.json anew from the run's journal alone.

Examples:
  oddity report my-run
  oddity report my-run -o published")]
pub(crate) struct ReportArgs {
    /// The folder of a run.
    pub(crate) run: PathBuf,

    /// Where to write the report; left out: into the run.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// Give it what it asks for, where it was not made on this computer: to read its login, its set-up and its baseline.
    #[arg(long)]
    pub(crate) trust: bool,
}
