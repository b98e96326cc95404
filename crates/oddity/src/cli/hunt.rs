//! Commands that test an app.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use explore::SourceKind;

use super::values::{on_pocket, source};
use super::{
    App, Budget, Control, Explore, Findings, Fuzz, Looks, Mining, Report, Simulated, TableFormat, Techniques,
};

#[derive(Debug, Args)]
#[command(after_help = "\
Settings come from flags, else from the environment (`--max-depth` is `ODDITY_MAX_DEPTH`), else from `oddity.toml` (a flag is a \
key in the section that `oddity config` shows), else from the defaults. Ctrl-C ends a run with what it has; `oddity resume` goes on.

Exit codes: 0 clean, 1 findings, 2 wrong usage or input, 3 inconclusive: too little was tested, 4 environment error: no phone, no \
room on the disk, 130 stopped.

Examples:
  oddity hunt
  oddity hunt com.example.notes --time 10m --login login.oddity
  oddity hunt app-debug.apk --events 20000 --block '#delete_account' -o my-run
  oddity hunt app-debug.apk --on pocket:api=30 --on pocket:locale=de,dark
  oddity hunt sim:notes+all --events 5000 --phones 2")]
pub(crate) struct HuntArgs {
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) file: ConfigFile,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) control: Control,
    #[command(flatten)]
    pub(crate) explore: Explore,
    #[command(flatten)]
    pub(crate) techniques: Techniques,
    #[command(flatten)]
    pub(crate) fuzz: Fuzz,
    #[command(flatten)]
    pub(crate) mining: Mining,
    #[command(flatten)]
    pub(crate) looks: Looks,
    #[command(flatten)]
    pub(crate) findings: Findings,
    #[command(flatten)]
    pub(crate) report: Report,
    #[command(flatten)]
    pub(crate) simulated: Simulated,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity explore sim:diary --strategy time-travel --events 10000 --seed 3 --format json
  oddity explore com.example.notes --time 5m --seeds login.yaml")]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) app: App,

    /// How to print the result: the coverage over events, crashes with their first event, travels.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,

    #[command(flatten)]
    pub(crate) file: ConfigFile,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) control: Control,
    #[command(flatten)]
    pub(crate) explore: Explore,
    #[command(flatten)]
    pub(crate) report: Report,
    #[command(flatten)]
    pub(crate) simulated: Simulated,
}

/// Where settings are written down.
#[derive(Debug, Args)]
pub(crate) struct ConfigFile {
    /// The settings' file. Left out: `oddity.toml` where there is one.
    #[arg(long, value_name = "FILE", env = "ODDITY_CONFIG", hide_env_values = true)]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) command: BenchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Compare strategies: coverage and crashes on the simulated apps, with 95 % intervals.
    Explore(BenchedExploreArgs),
    /// Count the planted faults that hunts find, and false alarms on the mended apps.
    Hunt(BenchedArgs),
    /// Compare each mended app with each of its planted faults as a new version: what is found, and false reports.
    Versions(BenchedArgs),
    /// Compare apps over the 27 kinds of phones of `--matrix full`, with faults that only some phones show, and mended.
    Devices(BenchedDevicesArgs),
    /// Write pairs of pictures with the right answers, taken from mended twins, for `oddity compare --train`.
    Looks(BenchedLooksArgs),
    /// Count the planted faults that independent view fuzzing finds, one switched on at a time, by profile; and what is true.
    LostEffects(BenchedLostArgs),
    /// Say why strategies miss the deep faults: how far each gets in a fault's automaton, and what it misses first.
    Diagnose(BenchedArgs),
    /// Count the planted faults that show as deviant behaviour, one switched on at a time, and how much of what is said is true.
    DeviantBehaviour(BenchedDeviantArgs),
    /// Measure a pocket phone: starts, events, pictures, going back in time, memory, beside the goals.
    Pocket(BenchedPocketArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity bench explore --seeds 10 --events 20000
  oddity bench hunt diary notes --seeds 3 --format json")]
pub(crate) struct BenchedArgs {
    /// The simulated apps; all six when left out.
    #[arg(value_name = "NAME")]
    pub(crate) apps: Vec<String>,

    /// How many seeds, from 0 on.
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) seeds: u64,

    /// How many events each run has.
    #[arg(long, value_name = "NUMBER", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) events: u64,

    /// How many runs go on side by side.
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct BenchedDevicesArgs {
    #[command(flatten)]
    pub(crate) benched: BenchedArgs,

    /// Labelled pairs of pictures, as `oddity bench looks` writes them: each app is judged by a tree of the other apps. Left out:
    /// by the tree that comes with oddity.
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  oddity bench looks --events 400 --output pairs.jsonl")]
pub(crate) struct BenchedLooksArgs {
    #[command(flatten)]
    pub(crate) benched: BenchedArgs,

    /// What is measured of two pictures.
    #[arg(long, value_parser = super::compare::profile(), default_value = "oddity")]
    pub(crate) profile: vision::Profile,

    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct BenchedLostArgs {
    #[command(flatten)]
    pub(crate) benched: BenchedArgs,

    /// By whose rules; again for more, side by side. Left out: all three.
    #[arg(long, value_parser = super::fuzz::profile())]
    pub(crate) profile: Vec<effect::Profile>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchedDeviantArgs {
    #[command(flatten)]
    pub(crate) benched: BenchedArgs,

    /// By whose rules; again for more, side by side. Left out: all four.
    #[arg(long, value_parser = super::mine::profile())]
    pub(crate) profile: Vec<mining::Profile>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchedExploreArgs {
    #[command(flatten)]
    pub(crate) benched: BenchedArgs,

    /// Where events come from: what the layout offers, or any pixel and key.
    #[arg(long, default_value = "layout", value_parser = source())]
    pub(crate) source: SourceKind,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity bench pocket app-debug.apk --events 10000 --plot memory.svg")]
pub(crate) struct BenchedPocketArgs {
    /// The app.
    #[arg(value_name = "APK")]
    pub(crate) apk: PathBuf,

    /// The kind of phone, as `--on` of `oddity hunt`.
    #[arg(long, value_name = "KIND", default_value = "pocket", value_parser = on_pocket)]
    pub(crate) on: pocket::Profile,

    /// How many events the walk has.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) events: u64,

    /// The seed of the walk.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Draw the memory over the events into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}
