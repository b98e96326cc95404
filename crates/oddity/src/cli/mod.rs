//! The command line.

mod hunt;
mod fuzz;
pub(crate) mod sections;
mod techniques;
mod values;
mod compare;
mod findings;
mod phones;
mod pocket;
mod simulated;
mod screens;
mod runs;
mod diagnose;
mod automaton;
mod mine;

use clap::{Args, Parser, Subcommand};

use crate::output::Verbosity;
pub(crate) use automaton::{AutomatonArgs, AutomatonCommand, CheckArgs, DraftArgs};
pub(crate) use compare::{CompareArgs, Looks, Meant};
pub(crate) use diagnose::{DiagnoseArgs, Written};
pub(crate) use findings::{MinimizeArgs, OnFindingArgs, ReplayArgs, ReportArgs, ResumeArgs};
pub(crate) use fuzz::{Fuzz, FuzzArgs};
pub(crate) use hunt::{
    BenchArgs, BenchCommand, BenchedArgs, BenchedDeviantArgs, BenchedDevicesArgs, BenchedExploreArgs,
    BenchedLooksArgs, BenchedLostArgs, BenchedPocketArgs, ExploreArgs, HuntArgs,
};
pub(crate) use mine::{MineArgs, Mining};
pub(crate) use phones::{
    ClockKind, DevicesArgs, DoctorArgs, DumpArgs, OnPhoneArgs, PhoneArgs, ScreenshotArgs, TableFormat,
};
pub(crate) use pocket::{PocketArgs, PocketCommand};
pub(crate) use runs::{Recorder, TraceArgs, TraceCommand};
pub(crate) use screens::{DiffArgs, DiffFormat, LayoutArgs, LayoutFormat};
pub(crate) use sections::{App, Budget, Control, Explore, Findings, Report};
pub(crate) use simulated::{Simulated, SimulatedArgs};
pub(crate) use techniques::{NO_DETOURS, NO_DETOURS_TODAY, Techniques};
pub(crate) use values::{FailOn, MessageFormat, On};

/// Finds the Android bugs that don't crash.
///
/// Give it an app and a phone (real over adb, pocket or simulated): it explores by itself, notices crashes, ANRs, endless
/// loading and state that is lost by a rotation, in the background or by process death, and proves each finding by
/// reproducing it from a clean start.
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

    /// Let the app on a pocket phone run as you where nothing on this computer can keep it in.
    #[arg(long, global = true, hide = true)]
    pub(crate) unconfined: bool,
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
    /// Hunt for bugs: explore, notice what looks wrong, prove it, report it.
    Hunt(HuntArgs),
    /// Fuzz independent views: insert detours into tests, and look which effects are lost then.
    Fuzz(FuzzArgs),
    /// Look for deviant behaviour: what the same action does rarely on alike screens.
    Mine(MineArgs),
    /// Only explore, and count what was reached.
    Explore(ExploreArgs),
    /// Compare phones, or two versions of an app: the same steps on both, and what differs.
    Compare(CompareArgs),
    /// Continue a run that was interrupted.
    Resume(ResumeArgs),
    /// Rebuild the report of a run from its folder.
    Report(ReportArgs),
    /// Reproduce a finding.
    Replay(ReplayArgs),
    /// Look for fewer and simpler steps that reproduce a finding.
    Minimize(MinimizeArgs),
    /// Say why a testing tool missed a known bug.
    Diagnose(DiagnoseArgs),
    /// Draft a bug automaton from a finding, and measure it.
    Automaton(AutomatonArgs),
    /// Measure oddity itself on the simulated apps.
    Bench(BenchArgs),
    /// List the phones that can be used.
    Devices(DevicesArgs),
    /// Check this computer and its phones, and say how to mend what is missing.
    Doctor(DoctorArgs),
    /// Start a simulated or pocket phone that adb can connect to.
    Phone(PhoneArgs),
    /// Install, list or remove pocket phones, which run an APK without a phone or emulator.
    Pocket(PocketArgs),
    /// Print the layout on a phone's screen, as `uiautomator dump` does.
    Dump(DumpArgs),
    /// Take a picture of a phone's screen.
    Screenshot(ScreenshotArgs),
    /// Show a screen dump as a tree.
    Layout(LayoutArgs),
    /// Compare two screens: tree edit distance and what changed.
    Diff(DiffArgs),
    /// Show recorded runs, or import those of other tools.
    Trace(TraceArgs),
    /// Print the settings that a hunt would use, and where each comes from.
    Config(HuntArgs),
    /// Print a completion script for your shell.
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
