//! Putting a hunt together: the phones, the planners, the run's folder, what is told.

mod target;
mod folder;
mod watch;
mod conclude;
#[cfg(test)]
mod sweep;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use campaign::{Budget, Campaign, CampaignSettings, Setup, Stop};
use experiment::{KindId, Planner, Site};
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
const EVENTS: u64 = 40_000;
/// How long a hunt on other phones lasts when nobody says.
const TIME: Duration = Duration::from_secs(600);
/// Between two events on a phone that people could watch.
const PAUSE: Duration = Duration::from_millis(200);

/// What a command line asks for, on these phones.
pub(crate) fn campaign(args: &HuntArgs, target: &Target) -> Result<Campaign, Failure> {
    let shares = args.techniques.shares.clone();
    let techniques = technique::TechniqueSettings {
        shares: shares.clone(),
        independent_views: args.fuzz.technique(),
        deviant_behaviour: args.mining.technique(),
        kinds: target.kinds.clone(),
        looks: args.looks.looks.then_some(args.looks.looks_profile),
        ..technique::TechniqueSettings::default()
    };
    let mut planners = explorers(&args.explore, &args.control, target)?;
    planners.extend(technique::planners(&techniques));
    let mut settings = settings(&args.budget, &args.control, target)?;
    settings.techniques = technique::all(&techniques);
    settings.shares = shares;
    settings.screenshots = args.report.screenshots.into();
    let prover = Prover::new(prepare::proving(&args.findings), settings.techniques.clone());
    Ok(Campaign::new(settings, planners).proving(prover))
}

/// Walks by the user's wishes: on each kind of phone a planner for each strategy.
pub(crate) fn explorers(
    explore: &cli::Explore,
    control: &Control,
    target: &Target,
) -> Result<Vec<Box<dyn Planner>>, Failure> {
    let seeds = prepare::seeds(control, Some(&target.package))?;
    let dictionary = prepare::dictionary(control)?;
    let mut explorers: Vec<Box<dyn Planner>> = Vec::new();
    for kind in (0..).map(KindId).take(target.kinds.len().max(1)) {
        // The first walks through them; all learn from it.
        let mut seeds = seeds.clone();
        for mut settings in prepare::exploring(explore, control)? {
            if settings.broadcasts.is_empty() {
                settings.broadcasts.clone_from(&target.broadcasts);
            }
            let explorer = Explorer::new(settings).on(Site::on(kind)).with_dictionary(dictionary.clone());
            explorers.push(Box::new(explorer.with_seeds(std::mem::take(&mut seeds))));
        }
    }
    Ok(explorers)
}

/// What holds for every campaign on the target.
pub(crate) fn settings(
    budget: &cli::Budget,
    control: &Control,
    target: &Target,
) -> Result<CampaignSettings, Failure> {
    let mut settings = CampaignSettings::new(target.package.as_str(), budget.seed);
    settings.app_version.clone_from(&target.version);
    settings.at_once = Some(usize::from(target.at_once));
    settings.techniques = technique::all(&technique::TechniqueSettings::default());
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
    keep_secrets(&settings.setup);
    settings.guard = prepare::guard(control);
    settings.patience.limit = control.patience;
    settings.pause = control.pause.unwrap_or(if target.timeless { Duration::ZERO } else { PAUSE });
    Ok(settings)
}

/// From here on no file is written that holds a secret of the set-up.
pub(crate) fn keep_secrets(setup: &Setup) {
    let secrets = setup.scripts.iter().flat_map(script::Script::secrets);
    files::keep_out(secrets.flat_map(|secret| {
        let name = secret.to_string();
        secret.forbidden().into_iter().map(move |bytes| (name.clone(), bytes))
    }));
}

/// What Ctrl-C stops: the campaign that began last.
static RUNNING: Mutex<Option<Stop>> = Mutex::new(None);

/// Ctrl-C once: finish the step and tell. Twice: at once; what was written stays.
pub(crate) fn stop_on_ctrl_c(stop: Stop) -> Result<(), Failure> {
    let running = || RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if running().replace(stop).is_some() {
        return Ok(());
    }
    ctrlc::set_handler(move || {
        let Some(stop) = running().clone() else { return };
        if stop.is_interrupted() {
            std::process::exit(crate::failure::Exit::Interrupted as i32);
        }
        stop.interrupt();
    })
    .map_err(|error| Failure::environment(format_args!("cannot listen for Ctrl-C: {error}")))
}
