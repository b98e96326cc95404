//! `oddity replay` and `oddity minimize`: a finding seen again, and made smaller.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use campaign::{Campaign, Settings, Told};
use experiment::{Act, Ended, Knowledge, Outcome, Plan, Planner, Round, Start, Suspicion};
use finding::{Finding, Prover, SavedError, SavedFinding};

use crate::cli::{MinimizeArgs, ReplayArgs};
use crate::failure::{Exit, Failure};
use crate::hunt::{self, Target};
use crate::output::{GREEN, Output, RED, YELLOW};

/// Plays a finding's steps from a clean start and says whether it comes back.
pub(crate) fn run(args: &ReplayArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (_, saved) = read(&args.on.finding)?;
    let finding = &saved.finding;
    let steps = args.to_step.unwrap_or(finding.acts.len());
    if steps > finding.acts.len() {
        let message = format!("{} has {} steps, not {steps}", finding.name, finding.acts.len());
        return Err(Failure::bad_input(message));
    }
    let (target, settings) = prepared(&saved, args.on.device.as_deref())?;
    let outcomes: Arc<Mutex<Vec<Outcome>>> = Arc::default();
    let again =
        Again { acts: finding.acts[..steps].to_vec(), times: args.times, outcomes: Arc::clone(&outcomes) };
    let ended = Campaign::new(settings, vec![Box::new(again)])
        .run(&target.fleet, &mut |_: Told<'_>| {})
        .map_err(|error| hunt::failure_of_run(&error))?;
    let outcomes = std::mem::take(&mut *outcomes.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(first) = outcomes.first() {
        output.print(first.trace.tell())?;
    }
    if let Some(error) = &ended.lost {
        return Err(crate::phones::failure(error).exit(Exit::Inconclusive));
    }
    verdict(&saved, &outcomes, steps, output)
}

fn verdict(
    saved: &SavedFinding,
    outcomes: &[Outcome],
    steps: usize,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let finding = &saved.finding;
    if steps < finding.acts.len() {
        output.print(format_args!("stopped after step {steps} of {}\n", finding.acts.len()))?;
        return Ok(Exit::Clean);
    }
    let fingerprint = &finding.suspicion.fingerprint;
    let shows = |outcome: &&Outcome| outcome.suspicions.iter().any(|seen| seen.fingerprint == *fingerprint);
    let times = outcomes.iter().filter(shows).count();
    if times > 0 {
        output.line(RED, format_args!("{} came back, {times} of {} times:", finding.name, outcomes.len()))?;
        output.print(format_args!("{}\n", gui::escaped(&finding.suspicion.sentence)))?;
        return Ok(Exit::Findings);
    }
    let stopped = outcomes.iter().find_map(|outcome| match &outcome.ended {
        Ended::NotPerformed { act, why } => Some(format!("step {} could not be done: {why}", act + 1)),
        Ended::DidNotArrive { why } => Some(why.clone()),
        _ => None,
    });
    match stopped {
        Some(why) => {
            output.line(YELLOW, format_args!("{} was not reached: {}", finding.name, gui::escaped(&why)))?;
            Ok(Exit::Inconclusive)
        }
        None => {
            output.line(
                GREEN,
                format_args!("{} did not come back, {} times tried", finding.name, outcomes.len()),
            )?;
            Ok(Exit::Clean)
        }
    }
}

/// Looks for fewer and simpler steps, and writes them into the finding's file.
pub(crate) fn minimize(args: &MinimizeArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (path, mut saved) = read(&args.on.finding)?;
    let (target, settings) = prepared(&saved, args.on.device.as_deref())?;
    let proving = finding::Settings {
        minimising_replays: args.replays,
        // Who asks for it has the time.
        polishing_replays: Some(args.replays),
        ..finding::Settings::default()
    };
    let campaign = Campaign::new(settings, Vec::new()).proving(Prover::again(&saved.finding, proving));
    hunt::stop_on_ctrl_c(campaign.stop())?;
    let ended =
        campaign.run(&target.fleet, &mut |_: Told<'_>| {}).map_err(|error| hunt::failure_of_run(&error))?;
    if let Some(error) = &ended.lost {
        return Err(crate::phones::failure(error).exit(Exit::Inconclusive));
    }
    let interrupted = ended.interrupted;
    let name = &saved.finding.name;
    let Some(smaller) = ended.findings.into_iter().find(Finding::is_confirmed) else {
        let trouble = ended.artefacts.into_iter().find_map(|(_, why)| why);
        return match trouble {
            _ if interrupted => Ok(Exit::Interrupted),
            Some(why) => {
                output.line(YELLOW, format_args!("{name} was not reached: {}", gui::escaped(&why)))?;
                Ok(Exit::Inconclusive)
            }
            None => {
                output.line(GREEN, format_args!("{name} did not come back: nothing to make smaller"))?;
                Ok(Exit::Clean)
            }
        };
    };
    let before = saved.finding.acts.len();
    // The pictures are those of the run, and show its steps.
    let shown_in = saved.finding.shown_in.filter(|_| smaller.acts == saved.finding.acts);
    saved.finding = Finding { shown_in, ..smaller };
    let folder = path.parent().unwrap_or(Path::new(""));
    saved.write(folder).map_err(|error| failure(&error))?;
    output.print(format_args!(
        "{}: {before} steps before, {} now\n",
        saved.finding.name,
        saved.finding.acts.len()
    ))?;
    for (number, act) in (1..).zip(&saved.finding.acts) {
        output.print(format_args!("{number:3}. {}\n", act.event.wish()))?;
    }
    Ok(if interrupted { Exit::Interrupted } else { Exit::Findings })
}

/// `RUN/NAME`, or the file itself.
pub(crate) fn read(named: &Path) -> Result<(PathBuf, SavedFinding), Failure> {
    let path = match (named.is_file(), named.parent(), named.file_name()) {
        (false, Some(run), Some(name)) => run.join("findings").join(name).with_extension("json"),
        _ => named.to_owned(),
    };
    let saved = SavedFinding::read(&path).map_err(|error| failure(&error))?;
    Ok((path, saved))
}

fn failure(error: &SavedError) -> Failure {
    match error {
        SavedError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            Failure::bad_input(error).hint("name it as the report does: RUN/crash-1")
        }
        SavedError::Io { .. } => Failure::environment(error),
        _ => Failure::bad_input(error),
    }
}

/// The phone and the settings that the finding was seen with.
pub(crate) fn prepared(saved: &SavedFinding, device: Option<&str>) -> Result<(Target, Settings), Failure> {
    let args = crate::config::of_flags(&saved.app, saved.seed, &saved.flags, device)?;
    let target = Target::open(&args.app, &args.simulated, saved.seed)?;
    let mut settings = hunt::settings(&args.budget, &args.control, &target)?;
    settings.budget = campaign::Budget::default();
    settings.judge = hunt::judge(&target.package, &technique::Settings::default());
    if let Some(script) = &saved.setup {
        let environment = |name: &str| std::env::var(name).ok();
        let script = script::Script::parse("the finding's set-up", script.as_bytes(), &environment);
        settings.setup.scripts = vec![script.map_err(Failure::bad_input)?];
    }
    Ok((target, settings))
}

/// Plays the same acts so many times.
struct Again {
    acts: Vec<Act>,
    times: u32,
    outcomes: Arc<Mutex<Vec<Outcome>>>,
}

impl Planner for Again {
    fn learn(&mut self, outcome: &Outcome, _: &Knowledge) -> Vec<Suspicion> {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome.clone());
        Vec::new()
    }

    fn plan(&mut self, _: &Knowledge, round: &mut Round) {
        for _ in 0..std::mem::take(&mut self.times) {
            round.add(Plan::script("replay", Start::Fresh, self.acts.clone()));
        }
    }
}
