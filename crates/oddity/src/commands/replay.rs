//! `oddity replay` and `oddity minimize`: a finding seen again, and made smaller.

use std::path::{Path, PathBuf};

use campaign::{Campaign, CampaignSettings, Conclusion, Update};
use experiment::{Act, Outcome, Plan, Planner, Purpose, Round, Site, Start, Suspicion, World};
use finding::{Finding, Prover, SavedError, SavedFinding};

use crate::cli::{MinimizeArgs, OnFindingArgs, ReplayArgs};
use crate::failure::{Exit, Failure};
use crate::hunt::{self, Target};
use crate::output::{GREEN, Output, RED, YELLOW};
use crate::trust::{Asks, SaidAnew};

/// Carries out all that it takes to see a finding from a clean start, and says whether it comes back.
pub(crate) fn run(args: &ReplayArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (_, saved) = read(&args.on.finding)?;
    let saved = at_home(saved);
    let all = saved.finding.acts.len();
    match args.to_step {
        Some(steps) if steps > all => {
            Err(Failure::bad_input(format!("{} has {all} steps, not {steps}", saved.finding.name)))
        }
        Some(steps) if steps < all => stop_after(steps, &saved, args, output),
        _ => see_again(&saved, args, output),
    }
}

fn see_again(saved: &SavedFinding, args: &ReplayArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (target, settings) = prepared(saved, &Elsewhere::of(&args.on))?;
    let proving =
        finding::ProofSettings { replays: args.times, minimise: false, ..finding::ProofSettings::default() };
    let techniques = settings.techniques.clone();
    let claim = techniques.claim(&saved.finding.suspicion, saved.finding.site);
    let exhibits = claim.exhibits(&saved.finding.acts);
    let prover = Prover::again(&saved.finding, proving, techniques);
    let campaign = Campaign::new(settings, vec![Box::new(Listener::default())]).proving(prover);
    let ended = carried_out(campaign, &target)?;
    let heard = ended.planner::<Listener>().map(|listener| listener.heard.as_slice()).unwrap_or_default();
    for (exhibit, outcome) in exhibits.iter().zip(heard) {
        if exhibits.len() > 1 {
            output.print(format_args!("{}:\n", gui::escaped(&exhibit.label)))?;
        }
        output.print(outcome.trace.tell())?;
    }
    verdict(saved, &ended, (heard.len() / exhibits.len().max(1)).max(1), output)
}

fn verdict(
    saved: &SavedFinding,
    ended: &Conclusion,
    tried: usize,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let name = &saved.finding.name;
    if let Some(finding) = ended.findings.iter().find(|finding| finding.is_confirmed()) {
        let confirmed = finding.confirmed;
        output.line(
            RED,
            format_args!("{name} is reproduced, {} of {} times:", confirmed.times, confirmed.of),
        )?;
        output.print(format_args!("{}\n", gui::escaped(&saved.finding.suspicion.sentence)))?;
        return Ok(Exit::Findings);
    }
    not_again(name, ended, &format!("{name} is not reproduced, {tried} times tried"), output)
}

/// Tells of a finding that did not come back, and whether that means anything.
fn not_again(name: &str, ended: &Conclusion, told: &str, output: &mut Output) -> Result<Exit, Failure> {
    let trouble = ended.artefacts.iter().find_map(|(_, why)| why.as_deref());
    match trouble {
        _ if ended.interrupted => Ok(Exit::Interrupted),
        Some(why) => {
            output.line(YELLOW, format_args!("{name} was not reached: {}", gui::escaped(why)))?;
            Ok(Exit::Inconclusive)
        }
        None => {
            output.line(GREEN, told)?;
            Ok(Exit::Clean)
        }
    }
}

/// Does the first steps of a finding and leaves the phone there.
fn stop_after(
    steps: usize,
    saved: &SavedFinding,
    args: &ReplayArgs,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let (target, settings) = prepared(saved, &Elsewhere::of(&args.on))?;
    let acts = saved.finding.acts[..steps].to_vec();
    let ended = carried_out(Campaign::new(settings, vec![Box::new(Listener::playing(acts))]), &target)?;
    let heard = ended.planner::<Listener>().and_then(|listener| listener.heard.first());
    if let Some(outcome) = heard {
        output.print(outcome.trace.tell())?;
    }
    output.print(format_args!("stopped after step {steps} of {}\n", saved.finding.acts.len()))?;
    Ok(Exit::Clean)
}

/// Looks for fewer and simpler steps, and writes them into the finding's file.
pub(crate) fn minimize(args: &MinimizeArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (path, mut saved) = read(&args.on.finding)?;
    let (target, settings) = prepared(&saved, &Elsewhere::of(&args.on))?;
    let proving = finding::ProofSettings {
        minimising_replays: args.replays,
        // Who asks for it has the time.
        polishing_replays: Some(args.replays),
        ..finding::ProofSettings::default()
    };
    let techniques = settings.techniques.clone();
    let prover = Prover::again(&saved.finding, proving, techniques);
    let campaign = Campaign::new(settings, Vec::new()).proving(prover);
    hunt::stop_on_ctrl_c(campaign.stop())?;
    let ended = carried_out(campaign, &target)?;
    let name = saved.finding.name.clone();
    let Some(smaller) = ended.findings.iter().find(|finding| finding.is_confirmed()) else {
        let told = format!("{name} is not reproduced: nothing to make smaller");
        return not_again(&name, &ended, &told, output);
    };
    let before = saved.finding.acts.len();
    // The pictures are those of the run, and show its steps.
    let exhibits =
        if smaller.acts == saved.finding.acts { saved.finding.exhibits.clone() } else { Vec::new() };
    saved.finding = Finding { exhibits, ..smaller.clone() };
    let folder = path.parent().unwrap_or(Path::new(""));
    saved.write(folder).map_err(|error| failure(&error))?;
    output.print(format_args!("{name}: {before} steps before, {} now\n", saved.finding.acts.len()))?;
    for (number, act) in (1..).zip(&saved.finding.acts) {
        output.print(format_args!("{number:3}. {}\n", act.event.wish()))?;
    }
    Ok(if ended.interrupted { Exit::Interrupted } else { Exit::Findings })
}

fn carried_out(campaign: Campaign, target: &Target) -> Result<Conclusion, Failure> {
    let ended =
        campaign.run(&target.fleet, &mut |_: Update<'_>| {}).map_err(|error| hunt::failure_of_run(&error))?;
    match &ended.error {
        Some(error) => Err(crate::phones::failure(error).exit(Exit::Inconclusive)),
        None => Ok(ended),
    }
}

/// `RUN/NAME`, or the file itself.
pub(crate) fn read(named: &Path) -> Result<(PathBuf, SavedFinding), Failure> {
    let is_there = named.metadata().is_ok_and(|file| !file.is_dir());
    let (path, saved) = match (is_there, named.parent(), named.file_name()) {
        (false, Some(run), Some(name)) => {
            let path = run.join("findings").join(name).with_extension("json");
            (path.clone(), SavedFinding::read(&path))
        }
        _ => (named.to_owned(), SavedFinding::read_named(named)),
    };
    saved.map(|saved| (path, saved)).map_err(|error| failure(&error))
}

fn failure(error: &SavedError) -> Failure {
    match error {
        SavedError::Io { path, source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            crate::input::cannot_open(path, source).hint("name it as the report does: RUN/crash-1")
        }
        SavedError::Io { doing: "write", .. } => Failure::environment(error),
        _ => Failure::bad_input(error),
    }
}

/// Where a finding is to be seen, where that is not where it was.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere<'a> {
    pub(crate) device: Option<&'a str>,
    pub(crate) app: Option<&'a str>,
    pub(crate) on: Option<&'a str>,
    /// Whether the finding may have all that it asks for.
    pub(crate) trust: bool,
}

impl<'a> Elsewhere<'a> {
    fn of(args: &'a OnFindingArgs) -> Elsewhere<'a> {
        Elsewhere {
            device: args.device.as_deref(),
            app: args.app.as_deref(),
            on: args.on.as_deref(),
            trust: args.trust,
        }
    }
}

/// A finding that was seen on one of several kinds of phones alone, as if there were no others.
fn at_home(mut saved: SavedFinding) -> SavedFinding {
    let site = saved.finding.site;
    let is_alone = saved.finding.exhibits.iter().all(|exhibit| exhibit.site == site);
    if is_alone && !site.is_home() && site.build == Site::HOME.build {
        saved.keep_kind(site.kind);
    }
    saved
}

/// The phone and the settings that the finding was seen with.
pub(crate) fn prepared(
    saved: &SavedFinding,
    elsewhere: &Elsewhere<'_>,
) -> Result<(Target, CampaignSettings), Failure> {
    let compares = saved.finding.exhibits.iter().any(|exhibit| !exhibit.site.is_home());
    if compares && (elsewhere.on.is_some() || elsewhere.device.is_some() || elsewhere.app.is_some()) {
        let message = format!("{} compares several phones or builds", saved.finding.name);
        return Err(Failure::bad_input(message).hint("replay it as it is, without --on, --device and --app"));
    }
    let app = elsewhere.app.unwrap_or(&saved.app);
    // Another build has another mapping, which lies beside it.
    let is_kept = |flag: &&String| elsewhere.app.is_none() || !flag.starts_with(crate::config::MAPPING);
    let flags: Vec<String> = saved.flags.iter().filter(is_kept).cloned().collect();
    let args = crate::config::of_flags(app, saved.seed, &flags, elsewhere.device, elsewhere.on)?;
    let said = SaidAnew { app: elsewhere.app.is_some(), phone: elsewhere.device.or(elsewhere.on).is_some() };
    Asks::of_finding(saved, &args, said).permit(&saved.finding.name, elsewhere.trust)?;
    let target = Target::open(&args.app, &args.simulated, saved.seed)?;
    if target.package != saved.package {
        let message =
            format!("{} is {}, and the finding is of {}", gui::escaped(app), target.package, saved.package);
        return Err(Failure::bad_input(message).hint("name another build of the same app"));
    }
    let mut settings = hunt::settings(&args.budget, &args.control, &target)?;
    settings.budget = campaign::Budget::default();
    if let Some(script) = &saved.setup {
        let environment = |name: &str| std::env::var(name).ok();
        let script = script::Script::parse("the finding's set-up", script.as_bytes(), &environment);
        settings.setup.scripts = vec![script.map_err(Failure::bad_input)?];
        hunt::keep_secrets(&settings.setup);
    }
    Ok((target, settings))
}

/// Hears what came of every experiment, and plays a script where it has one.
#[derive(Default)]
struct Listener {
    script: Option<Vec<Act>>,
    heard: Vec<Outcome>,
}

impl Listener {
    fn playing(acts: Vec<Act>) -> Listener {
        Listener { script: Some(acts), heard: Vec::new() }
    }
}

impl Planner for Listener {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        self.heard.push(outcome.clone());
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        if let Some(acts) = self.script.take() {
            round.add(Plan::script(Purpose::technique("replay", ""), Start::Fresh, acts));
        }
    }
}
