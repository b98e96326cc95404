//! Putting a hunt together: the phones, the planners, the run's folder, what is told.

mod target;
mod folder;
mod watch;
mod conclude;

use std::sync::Arc;
use std::time::Duration;

use campaign::{Budget, Campaign, Judge, Screenshots, Settings, Setup, Stop};
use experiment::Planner;
use explore::Explorer;
use finding::Prover;

use crate::cli::{self, Control, HuntArgs};
use crate::failure::Failure;
use crate::prepare;

pub(crate) use conclude::{exit_of, save_findings, saved, told, write_results};
pub(crate) use folder::{Folder, failure_of_run};
pub(crate) use target::Target;
pub(crate) use watch::Live;

/// How many events a hunt on a simulated phone has when nobody says.
const EVENTS: u64 = 20_000;
/// How long a hunt on other phones lasts when nobody says.
const TIME: Duration = Duration::from_secs(600);
/// Between two events on a phone that people could watch.
const PAUSE: Duration = Duration::from_millis(200);

/// What a command line asks for, on these phones.
pub(crate) fn campaign(args: &HuntArgs, target: &Target) -> Result<Campaign, Failure> {
    let techniques = technique::Settings {
        detours: if args.techniques.no_detours { Vec::new() } else { technique::Settings::default().detours },
        ..technique::Settings::default()
    };
    let mut planners = explorers(&args.explore, &args.control, target)?;
    planners.extend(technique::planners(&techniques));
    let mut settings = settings(&args.budget, &args.control, target)?;
    settings.judge = judge(&target.package, &techniques);
    settings.screenshots = match args.report.screenshots {
        cli::Screenshots::New => Screenshots::New,
        cli::Screenshots::Findings => Screenshots::Findings,
        cli::Screenshots::All => Screenshots::All,
        cli::Screenshots::None => Screenshots::None,
    };
    Ok(Campaign::new(settings, planners).proving(Prover::new(prepare::proving(&args.findings))))
}

/// Walks by the user's wishes, a planner for each strategy.
pub(crate) fn explorers(
    explore: &cli::Explore,
    control: &Control,
    target: &Target,
) -> Result<Vec<Box<dyn Planner>>, Failure> {
    let mut seeds: Vec<_> =
        prepare::seeds(control, Some(&target.package))?.iter().map(prepare::acts).collect();
    let dictionary = prepare::dictionary(control)?;
    let mut explorers: Vec<Box<dyn Planner>> = Vec::new();
    for mut settings in prepare::exploring(explore, control)? {
        if settings.broadcasts.is_empty() {
            settings.broadcasts.clone_from(&target.broadcasts);
        }
        let explorer = Explorer::new(settings).with_dictionary(dictionary.clone());
        // The first walks through them; all learn from it.
        explorers.push(Box::new(explorer.with_seeds(std::mem::take(&mut seeds))));
    }
    Ok(explorers)
}

/// What holds for every campaign on the target.
pub(crate) fn settings(
    budget: &cli::Budget,
    control: &Control,
    target: &Target,
) -> Result<Settings, Failure> {
    let mut settings = Settings::new(target.package.as_str(), budget.seed);
    settings.app_version.clone_from(&target.version);
    settings.budget = match (budget.events, budget.time) {
        (None, None) if target.simulated => Budget { events: Some(EVENTS), time: None },
        (None, None) => Budget { events: None, time: Some(TIME) },
        (events, time) => Budget { events, time },
    };
    settings.setup = Setup {
        grants: target.grants(&control.grant)?,
        // Who only tells a run again types no secrets.
        scripts: vec![prepare::setup(control, Some(&target.package), |name| {
            std::env::var(name).ok().or_else(|| target.recalled.then(String::new))
        })?],
    };
    settings.guard = prepare::guard(control);
    settings.patience.limit = control.patience;
    settings.pause = control.pause.unwrap_or(if target.simulated { Duration::ZERO } else { PAUSE });
    Ok(settings)
}

/// All judges.
pub(crate) fn judge(package: &str, techniques: &technique::Settings) -> Judge {
    let (app, settings) = (package.to_owned(), techniques.clone());
    Judge(Arc::new(move |trace, volatile| {
        technique::judge(trace, &technique::Context { app: &app, volatile, settings: &settings })
    }))
}

/// Ctrl-C once: finish the step and tell. Twice: at once; what was written stays.
pub(crate) fn stop_on_ctrl_c(stop: Stop) -> Result<(), Failure> {
    ctrlc::set_handler(move || {
        if stop.is_interrupted() {
            std::process::exit(crate::failure::Exit::Interrupted as i32);
        }
        stop.interrupt();
    })
    .map_err(|error| Failure::environment(format_args!("cannot listen for Ctrl-C: {error}")))
}
