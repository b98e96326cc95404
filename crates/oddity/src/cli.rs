//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::output::Verbosity;

/// Finds the Android bugs that don't crash.
///
/// This version has phones to test on: real ones over adb, and a simulated one that other tools can use too. It reads
/// screens, tells what changed between two of them, and reads recorded runs. Hunting for bugs is not there yet.
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
    /// List the phones that can be used.
    Devices(DevicesArgs),
    /// Say what is missing on this computer or a phone, and how to mend it.
    Doctor(DoctorArgs),
    /// Start a simulated phone that adb can connect to.
    Phone(PhoneArgs),
    /// Print what is on a phone's screen.
    Dump(DumpArgs),
    /// Take a picture of a phone's screen.
    Screenshot(ScreenshotArgs),
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
pub(crate) struct DevicesArgs {
    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The exit code is 4 when no app of yours can be tested here: no phone that works, or no room on the disk.")]
pub(crate) struct DoctorArgs {
    /// Only this phone, by its serial.
    #[arg(long, value_name = "SERIAL", env = "ANDROID_SERIAL")]
    pub(crate) device: Option<String>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TableFormat {
    /// A table for people.
    Text,
    /// The same for programs.
    Json,
}

/// Which app on which phone.
#[derive(Debug, Args)]
pub(crate) struct OnPhoneArgs {
    /// `sim:NAME[+FAULT...]` for a simulated phone fresh from its box, or a package to open first on a connected phone.
    /// Left out: the connected phone as it is.
    pub(crate) app: Option<String>,

    /// The connected phone, by its serial; else the one of `ANDROID_SERIAL`, else the only one.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,

    #[command(flatten)]
    pub(crate) simulated: SimulatedArgs,
}

/// What kind of phone is simulated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Simulated phone")]
pub(crate) struct SimulatedArgs {
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Android's API level, 21 to 36.
    #[arg(long, value_name = "LEVEL", default_value_t = 34, value_parser = clap::value_parser!(u32).range(21..=36))]
    pub(crate) api: u32,

    /// Width and height of the screen in pixels, 240 to 4096 each.
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1080x1920", value_parser = screen_size)]
    pub(crate) size: (u32, u32),

    /// Dots per inch, 72 to 1000; 160 makes a dp a pixel.
    #[arg(long, value_name = "DPI", default_value_t = 420, value_parser = clap::value_parser!(u32).range(72..=1000))]
    pub(crate) density: u32,

    /// The language, as `de-DE`. Apps that do not speak it stay English; diary and budget speak some German.
    #[arg(long, value_name = "TAG", default_value = "en-US", value_parser = language_tag)]
    pub(crate) locale: String,

    /// Dark mode.
    #[arg(long)]
    pub(crate) dark: bool,

    /// The size of letters in percent, 50 to 300.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(50..=300))]
    pub(crate) font_scale: u16,
}

/// Language, script and region: letters and digits between hyphens.
fn language_tag(text: &str) -> Result<String, String> {
    let mut parts = text.split('-');
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    if parts.next().is_some_and(is_language) && parts.all(is_part) {
        Ok(text.to_owned())
    } else {
        Err("write it as de-DE".to_owned())
    }
}

fn screen_size(text: &str) -> Result<(u32, u32), String> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some(size @ (240..=4096, 240..=4096)) => Ok(size),
        Some(_) => Err("each side has 240 to 4096 pixels".to_owned()),
        None => Err("write it as 1080x1920".to_owned()),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity dump sim:notes
  oddity dump com.example.notes --device emulator-5554 --format tree")]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) on: OnPhoneArgs,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = LayoutFormat::Xml)]
    pub(crate) format: LayoutFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity screenshot sim:notes --dark -o notes.png
  oddity screenshot --device emulator-5554 -o - > screen.png")]
pub(crate) struct ScreenshotArgs {
    #[command(flatten)]
    pub(crate) on: OnPhoneArgs,

    /// The PNG file to write; `-` for standard output.
    #[arg(short, long, value_name = "FILE", default_value = "screenshot.png")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints the `adb connect` line and serves until Ctrl-C. The shell is our own: nothing that comes in over adb reaches this \
computer's programs or files.

Examples:
  oddity phone sim:notes
  oddity phone sim:notes+all --record my-run
  oddity phone sim:tasks --as-emulator")]
pub(crate) struct PhoneArgs {
    /// The app on it: `sim:NAME[+FAULT...]`; `oddity devices` lists them.
    pub(crate) app: String,

    /// The address to listen on. Anything but loopback needs `--authorized-keys`.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,

    /// The port for adb, or with `--as-emulator` for the console, adb being on the next; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// A file of public keys (adb's `adbkey.pub`, one a line): only their owners may connect.
    #[arg(long, value_name = "FILE")]
    pub(crate) authorized_keys: Option<PathBuf>,

    /// Appear as an emulator, with a console that saves and loads snapshots (`adb emu avd snapshot save NAME`).
    #[arg(long)]
    pub(crate) as_emulator: bool,

    /// Let whoever is connected save and return: `adb shell oddity save NAME`, `return NAME`, `list`, `drop NAME`.
    #[arg(long)]
    pub(crate) travel: bool,

    /// Whether the phone's clock goes on by itself.
    #[arg(long, value_enum, default_value_t = ClockKind::Virtual)]
    pub(crate) clock: ClockKind,

    /// Let connections from the phone reach ports of this computer (`adb reverse`).
    #[arg(long)]
    pub(crate) allow_host_ports: bool,

    /// Write down what is done to the phone, as a run in this new folder.
    #[arg(long, value_name = "RUN")]
    pub(crate) record: Option<PathBuf>,

    /// Make the phone fail in so many of a thousand calls, in all ways that phones fail.
    #[arg(long, value_name = "PER_MILLE", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) faulty: u16,

    #[command(flatten)]
    pub(crate) simulated: SimulatedArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClockKind {
    /// It advances on input and while settling, so that the same calls give the same screens.
    Virtual,
    /// It also goes on by itself, as fast as this computer's.
    Real,
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
