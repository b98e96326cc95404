//! The settings of a hunt. Each group is a section of `oddity.toml`, each flag a key in it of the same name, and each has an
//! environment variable: `--max-depth` is `max-depth` and `ODDITY_MAX_DEPTH`. See [`crate::config`].

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command};
use explore::{By, SourceKind};

use super::values::{
    FailOn, MessageFormat, On, Screenshots, Strategies, by, on, pause, share, source, strategies, time,
};
use super::{Fuzz, Looks, Meant, Mining, Simulated, Techniques};

/// All sections, in the order in which they are printed.
pub(crate) fn all() -> Vec<(&'static str, Command)> {
    fn section<A: Args>(name: &'static str) -> (&'static str, Command) {
        (name, A::augment_args(Command::new(name)))
    }
    // In this section alone it once had another name.
    let compare = Looks::augment_args(Command::new("compare"));
    let compare = compare.mut_arg("looks_profile", |arg| arg.visible_alias("profile"));
    vec![
        section::<App>("app"),
        section::<Budget>("budget"),
        section::<Control>("control"),
        section::<Explore>("explore"),
        section::<Techniques>("techniques"),
        section::<Fuzz>("fuzz"),
        section::<Mining>("mine"),
        ("compare", Meant::augment_args(compare)),
        section::<Findings>("findings"),
        section::<Report>("report"),
        section::<Simulated>("simulated"),
    ]
}

/// The app, and where it runs.
#[derive(Debug, Clone, Args)]
pub(crate) struct App {
    /// An installed package, an `.apk` file to install, or `sim:NAME[+FAULT...]` for an app on a simulated phone.
    #[arg(value_name = "APP")]
    pub(crate) name: Option<String>,

    /// A connected phone to use, by its serial; again for more. Left out: the one of `ANDROID_SERIAL`, else the only one.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Vec<String>,

    /// The kind of phone, with none connected; again for more kinds in one run, the first being the reference. `pocket` for
    /// an `.apk` (a JVM on this computer) or `sim` for a `sim:` app, alone or with any of
    /// `:api=34,size=411x731,density=xhdpi,locale=de,dark,font-scale=130`; a pocket phone also takes `network=allowed`
    /// and `zone=Europe/Berlin`.
    #[arg(long, value_name = "KIND", value_parser = on)]
    pub(crate) on: Vec<On>,

    /// Another build of the same app, tested beside it on pocket or simulated phones: an `.apk`, or `sim:NAME[+FAULT...]`.
    #[arg(long, value_name = "APP")]
    pub(crate) with: Option<String>,

    /// The mapping that R8 or ProGuard wrote for an `.apk` on pocket phones: stacks and coverage then have the names of the source.
    /// Left out: `APP.mapping.txt` or `mapping.txt` beside `APP.apk`, where there is one.
    #[arg(long, value_name = "FILE")]
    pub(crate) mapping: Option<PathBuf>,

    /// Phones that work at one time, over all kinds. The findings do not depend on it.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) phones: u16,
}

/// How much to test.
#[derive(Debug, Args)]
#[command(next_help_heading = "Budget")]
pub(crate) struct Budget {
    /// Test for so long: `90s`, `10m`, `1h 30m`. A hunt without this and `--events` takes 10 minutes, on simulated phones 40,000
    /// events.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,

    /// Test with so many events. Replays that prove findings come on top.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) events: Option<u64>,

    /// The seed of every choice. On simulated phones the same seed and number of events find the same.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What the user wants done and not done.
#[derive(Debug, Args)]
#[command(next_help_heading = "Control")]
pub(crate) struct Control {
    /// A script that signs in, done after every fresh start; see docs/scripts.md. Its `$NAME`s come from the environment
    /// and stay secret.
    #[arg(long, value_name = "FILE")]
    pub(crate) login: Option<PathBuf>,

    /// Scripts done after every fresh start, before the login.
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Vec<PathBuf>,

    /// Scripts to begin exploring with, each once from a fresh start.
    #[arg(long, value_name = "FILE")]
    pub(crate) seeds: Vec<PathBuf>,

    /// Texts to type into text boxes, by kind or by selector; see docs/scripts.md.
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,

    /// Widgets that are never touched; see docs/selectors.md.
    #[arg(long, value_name = "SELECTOR")]
    pub(crate) block: Vec<gui::Selector>,

    /// Other apps' activities in which exploring may go on: `com.browser/.Tab`, or all of a package, `com.browser`. Else it comes
    /// back at once.
    #[arg(long, value_name = "ACTIVITY")]
    pub(crate) allow_activity: Vec<String>,

    /// Permissions to give to the app beforehand, or `all`.
    #[arg(long, value_name = "PERMISSION")]
    pub(crate) grant: Vec<String>,

    /// No system events: no calls, no loss of network.
    #[arg(long)]
    pub(crate) no_system_events: bool,

    /// Wait between two events. Left out: 200 ms, and none on simulated phones.
    #[arg(long, value_name = "TIME", value_parser = pause)]
    pub(crate) pause: Option<Duration>,

    /// Longest wait for the UI to become idle after an event. A shorter one acts while things are under way, as people do;
    /// what is found so is harder to reproduce.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = pause)]
    pub(crate) patience: Duration,
}

/// How to explore.
#[derive(Debug, Args)]
#[command(next_help_heading = "Exploring")]
pub(crate) struct Explore {
    /// Strategies of the walkers, divided by commas; they take one each in turn. `random`, `random+system`, `restart`,
    /// `systematic`, `time-travel`.
    #[arg(long, value_name = "STRATEGY", default_value_t = Strategies(explore::MIX.to_vec()), value_parser = strategies)]
    pub(crate) strategy: Strategies,

    /// Where events come from: what the layout offers, or any pixel and key.
    #[arg(long, default_value = "layout", value_parser = source())]
    pub(crate) source: SourceKind,

    /// Walks that go on side by side. It shapes the run; the number of phones does not.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().walkers, hide_short_help = true)]
    pub(crate) walkers: usize,

    /// Events of a walk before it shares what it saw.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().round_events, hide_short_help = true)]
    pub(crate) round_events: u64,

    /// The same on phones without snapshots, where walks take turns.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().turn_events, hide_short_help = true)]
    pub(crate) turn_events: u64,

    /// Most events from a fresh start before a walk must travel back or start anew. Left out: 1000, and no limit for a single
    /// strategy that does not travel.
    #[arg(long, value_name = "NUMBER", hide_short_help = true)]
    pub(crate) max_depth: Option<usize>,

    /// The same on phones without snapshots: there a finding is reproduced from the fresh start on, event by event.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().max_replay, hide_short_help = true)]
    pub(crate) max_replay: usize,

    /// Most events spent on going back, for each hundred others, on phones without snapshots.
    #[arg(long, value_name = "PERCENT", default_value_t = defaults().return_percent, hide_short_help = true)]
    pub(crate) return_percent: u64,

    /// Most snapshots (app states to go back to) that are kept.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().max_snapshots, hide_short_help = true)]
    pub(crate) max_snapshots: usize,

    /// Most room for snapshots in megabytes, on phones that say how much one takes.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().max_snapshots_mb, hide_short_help = true)]
    pub(crate) max_snapshots_mb: u64,

    /// System events (a call, a lost network) in a thousand events.
    #[arg(long, value_name = "PER_MILLE", default_value_t = defaults().system_events, hide_short_help = true)]
    pub(crate) system_events: u32,

    /// Broadcasts to send as system events, by their action.
    #[arg(long, value_name = "ACTION", hide_short_help = true)]
    pub(crate) broadcast: Vec<String>,

    /// Most events without leaving a screen before a walk is stuck.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().stuck.max_no_progress, hide_short_help = true)]
    pub(crate) stuck_no_progress: u32,

    /// Changes of the screen that are looked at to detect a loop.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().stuck.window, hide_short_help = true)]
    pub(crate) stuck_window: usize,

    /// Share of screens that counts as the most visited ones, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = defaults().stuck.frequent, value_parser = share, hide_short_help = true)]
    pub(crate) stuck_frequent: f64,

    /// Share of familiar screens that makes a loop, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = defaults().stuck.familiar, hide_short_help = true)]
    pub(crate) stuck_familiar: f64,

    /// Count a screen once that repeats and is among the most visited.
    #[arg(long, hide_short_help = true)]
    pub(crate) stuck_count_once: bool,

    /// What of a screen's surroundings counts: all paths from it, or the mean of all screens in reach.
    #[arg(long, default_value = "paths", value_parser = by(), hide_short_help = true)]
    pub(crate) choice_by: By,

    /// Events to look ahead when choosing where to travel.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().choice.steps, hide_short_help = true)]
    pub(crate) choice_steps: usize,

    /// What an interesting screen first reached from a screen adds to its fitness.
    #[arg(long, value_name = "SHARE", default_value_t = defaults().choice.reward, value_parser = share, hide_short_help = true)]
    pub(crate) choice_reward: f64,

    /// What a visit that led to nothing interesting takes from a screen's fitness.
    #[arg(long, value_name = "SHARE", default_value_t = defaults().choice.penalty, value_parser = share, hide_short_help = true)]
    pub(crate) choice_penalty: f64,

    /// How many times fitter an interesting screen is at first.
    #[arg(long, value_name = "NUMBER", default_value_t = defaults().choice.interesting, hide_short_help = true)]
    pub(crate) choice_interesting: f64,
}

fn defaults() -> explore::ExploreSettings {
    explore::ExploreSettings::default()
}

/// How much trouble is taken to prove a finding, and which ones count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(crate) struct Findings {
    /// Replays from a clean start that confirm a finding; it is flaky where some fail.
    #[arg(long, value_name = "NUMBER", default_value_t = finding::ProofSettings::default().replays, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) replays: u32,

    /// Do not look for fewer and simpler steps.
    #[arg(long)]
    pub(crate) no_minimize: bool,

    /// Most replays to spend on minimising one finding.
    #[arg(long, value_name = "NUMBER", default_value_t = finding::ProofSettings::default().minimising_replays, hide_short_help = true)]
    pub(crate) minimizing_replays: u32,

    /// Sightings of one fault that are tried before it is dropped as not reproducible.
    #[arg(long, value_name = "NUMBER", default_value_t = finding::ProofSettings::default().sightings, hide_short_help = true)]
    pub(crate) sightings: u32,

    /// Most faults to look into.
    #[arg(long, value_name = "NUMBER", default_value_t = finding::ProofSettings::default().cases as u32, value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    pub(crate) max_findings: u32,

    /// Which findings make the exit code 1.
    #[arg(long, value_enum, default_value_t = FailOn::Any)]
    pub(crate) fail_on: FailOn,

    /// A `findings.json` of an earlier run: what is in it is reported, and does not fail.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

/// What is told and written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct Report {
    /// The folder of the run; it must be empty or not exist yet. Left out: a new one in `oddity-runs`.
    #[arg(short, long, value_name = "RUN")]
    pub(crate) output: Option<PathBuf>,

    /// Which screens to take pictures of.
    #[arg(long, value_enum, default_value_t = Screenshots::New)]
    pub(crate) screenshots: Screenshots,

    /// How progress is printed.
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub(crate) message_format: MessageFormat,
}
