//! `oddity explore`: only walk about, and count.

use campaign::{Campaign, Conclusion, CrashSeen, Journal, Past};
use serde::Serialize;

use crate::cli::{ExploreArgs, TableFormat};
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::hunt::{self, Folder, Live, Target};
use crate::output::Output;
use crate::trust::Asks;

pub(crate) fn run(args: &ExploreArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    let target = Target::open(&args.app, &args.simulated, args.budget.seed)?;
    target.warn(output);
    let mut campaign = campaign(args, &target)?;
    if args.report.output.is_some() {
        let info = Folder::info(&target.package, args.budget.seed);
        let settings = config.clone().with_target(&target);
        let (folder, journal) =
            Folder::create(args.report.output.as_deref(), &target.name, &info, &settings, &[])?;
        target.keep_printed(&folder.path)?;
        Asks::of_run(&args.app, &args.control, None).remember();
        campaign = campaign.journal(journal);
    }
    walk(args, &target, campaign, output)
}

/// Goes on with an exploration that did not end by itself.
pub(crate) fn resume(
    args: &ExploreArgs,
    folder: &Folder,
    journal: Journal,
    past: Past,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let target = Target::open(&args.app, &args.simulated, args.budget.seed)?;
    folder.check_app(&target.package)?;
    target.warn(output);
    let campaign = campaign(args, &target)?.journal(journal).resuming(past);
    walk(args, &target, campaign, output)
}

/// Tells what an exploration has reached, from its journal alone.
pub(crate) fn tell_again(args: &ExploreArgs, past: Past, output: &mut Output) -> Result<Exit, Failure> {
    let target = Target::recalled(&args.app, past.run());
    let settings = hunt::settings(&args.budget, &args.control, &target)?;
    let ended = campaign::recall(&settings, past, Vec::new());
    tell(args, &target, &ended.map_err(|error| hunt::failure_of_run(&error))?, output)
}

fn campaign(args: &ExploreArgs, target: &Target) -> Result<Campaign, Failure> {
    let explorers = hunt::explorers(&args.explore, &args.control, target)?;
    let settings = hunt::settings(&args.budget, &args.control, target)?;
    Ok(Campaign::new(settings, explorers))
}

fn walk(
    args: &ExploreArgs,
    target: &Target,
    campaign: Campaign,
    output: &mut Output,
) -> Result<Exit, Failure> {
    hunt::stop_on_ctrl_c(campaign.stop())?;
    let quiet = output.is_quiet() || matches!(args.format, TableFormat::Json);
    let mut live = Live::new(target, args.budget.seed, args.report.message_format, quiet, None);
    live.started(campaign.settings().budget);
    let ended = campaign.run(&target.fleet, &mut live);
    live.ended();
    tell(args, target, &ended.map_err(|error| hunt::failure_of_run(&error))?, output)
}

fn tell(
    args: &ExploreArgs,
    target: &Target,
    ended: &Conclusion,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let explored = Explored::new(args, target, ended);
    match args.format {
        TableFormat::Json => output.json(&explored)?,
        TableFormat::Text => print(&explored, output)?,
    }
    Ok(match (&ended.lost, ended.interrupted) {
        (_, true) => Exit::Interrupted,
        (Some(_), _) => Exit::Inconclusive,
        _ => Exit::Clean,
    })
}

/// What exploring has reached.
#[derive(Serialize)]
struct Explored<'e> {
    app: &'e str,
    strategy: String,
    seed: u64,
    events: u64,
    time_ms: u64,
    events_per_second: f64,
    /// Code coverage in probes; `total` where the app's size is known.
    covered: usize,
    total: Option<u32>,
    screens: usize,
    travels: u64,
    stuck: &'e std::collections::BTreeMap<String, u64>,
    snapshots: u64,
    /// `[events, covered]`, wherever it grew.
    curve: Vec<(u64, usize)>,
    crashes: &'e [CrashSeen],
}

impl<'e> Explored<'e> {
    fn new(args: &ExploreArgs, target: &'e Target, ended: &'e Conclusion) -> Explored<'e> {
        let tally = &ended.tally;
        let seconds = (tally.health.time_ms as f64 / 1000.0).max(0.001);
        Explored {
            app: &target.name,
            strategy: args.explore.strategy.to_string(),
            seed: args.budget.seed,
            events: tally.health.events,
            time_ms: tally.health.time_ms,
            events_per_second: (tally.health.events as f64 / seconds).round(),
            covered: tally.covered,
            total: tally.parts,
            screens: tally.screens,
            travels: tally.travels,
            stuck: &tally.stuck,
            snapshots: tally.kept,
            curve: tally.curve.iter().map(|&(events, covered, _)| (events, covered)).collect(),
            crashes: &tally.crashes,
        }
    }
}

fn print(explored: &Explored<'_>, output: &mut Output) -> Result<(), Failure> {
    let total = explored.total.map_or_else(String::new, |total| format!(" of {total}"));
    output.print(format_args!(
        "{}: {} events by {}, code coverage {}{total} probes, {} screens, {} travels\n",
        gui::escaped(explored.app),
        explored.events,
        explored.strategy,
        explored.covered,
        explored.screens,
        explored.travels,
    ))?;
    for crash in explored.crashes {
        let times = if crash.times == 1 { "once".to_owned() } else { format!("{} times", crash.times) };
        output.print(format_args!(
            "event {}, seen {times}: {}\n",
            crash.first_event,
            gui::escaped(&crash.sentence)
        ))?;
    }
    Ok(())
}
