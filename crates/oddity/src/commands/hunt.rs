//! `oddity hunt`: the main job. `oddity resume` goes on with it, `oddity report` tells it again.

use std::collections::BTreeSet;
use std::path::Path;

use campaign::{Campaign, Conclusion, Journal, Past, Setup};
use experiment::Fingerprint;

use super::{compare, explore, fuzz, mine};
use crate::cli::{Command, Findings, FuzzArgs, HuntArgs, MessageFormat, MineArgs, ReportArgs, ResumeArgs};
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::hunt::{self, Folder, Live, Target};
use crate::output::Output;
use crate::trust::Asks;

pub(crate) fn run(args: &HuntArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    run_whole(args, config, output).map(|(exit, _)| exit)
}

/// Hunts, and says all that it ended with.
pub(super) fn run_whole(
    args: &HuntArgs,
    config: &Config,
    output: &mut Output,
) -> Result<(Exit, Conclusion), Failure> {
    let known = known_findings(&args.findings)?;
    let target = Target::open(&args.app, &args.simulated, args.budget.seed)?;
    target.warn(output);
    let campaign = hunt::campaign(args, &target)?;
    // From the moment there is a folder, whoever interrupts gets a report.
    hunt::stop_on_ctrl_c(campaign.stop())?;
    let info = Folder::info(&target.package, args.budget.seed);
    let settings = config.clone().with_target(&target);
    let (folder, journal) =
        Folder::create(args.report.output.as_deref(), &target.name, &info, &settings, &[])?;
    target.keep_printed(&folder.path)?;
    asks(args).with_setup(&target.package, &campaign.settings().setup).remember();
    let hunt = Hunt::new(args, &settings, &target, &folder, &known);
    hunt.run(campaign.journal(journal), args.report.message_format, output)
}

/// What a command says of a hunt of its own beyond what all say.
type Conclude = fn(Exit, &Conclusion, MessageFormat, &mut Output) -> Result<Exit, Failure>;

/// Goes on with a run that did not end by itself.
pub(crate) fn resume(args: &ResumeArgs, output: &mut Output) -> Result<Exit, Failure> {
    let folder = Folder { path: args.run.clone() };
    let (command, config) = folder.made_by()?;
    let asked = match &command {
        Command::Hunt(hunting)
        | Command::Fuzz(FuzzArgs { hunt: hunting, .. })
        | Command::Mine(MineArgs { hunt: hunting, .. }) => {
            folder.check_settings(&hunting.app, hunting.budget.seed)?;
            asks(hunting)
        }
        Command::Explore(exploring) => {
            folder.check_settings(&exploring.app, exploring.budget.seed)?;
            Asks::of_run(&exploring.app, &exploring.control, None)
        }
        Command::Compare(comparing) => {
            folder.check_settings(&comparing.app, comparing.budget.seed)?;
            compare::asks(comparing)
        }
        _ => return Err(no_hunt(&folder.path)),
    };
    asked.permit(&folder.shown(), args.trust)?;
    // The journal is mended before it is read.
    let journal = if args.salvage { Journal::salvage(&folder.path) } else { Journal::open(&folder.path) };
    let journal = journal.map_err(|error| damaged(error, &folder.path))?;
    for warning in journal.warnings() {
        output.warn(warning);
    }
    let past = Past::read(&folder.path).map_err(|error| hunt::failure_of_run(&error.into()))?;
    check_version(&past, &folder.path)?;
    let on = |named: &mut Vec<String>| {
        if !args.device.is_empty() {
            named.clone_from(&args.device);
        }
    };
    let conclude: Option<Conclude> = match &command {
        Command::Fuzz(_) => Some(fuzz::conclude),
        Command::Mine(_) => Some(mine::conclude),
        _ => None,
    };
    match command {
        Command::Explore(mut exploring) => {
            on(&mut exploring.app.device);
            exploring.report.message_format = args.message_format;
            explore::resume(&exploring, &folder, journal, past, output)
        }
        Command::Hunt(mut hunting)
        | Command::Fuzz(FuzzArgs { hunt: mut hunting, .. })
        | Command::Mine(MineArgs { hunt: mut hunting, .. }) => {
            on(&mut hunting.app.device);
            let known = known_findings(&hunting.findings)?;
            let target = Target::open(&hunting.app, &hunting.simulated, hunting.budget.seed)?;
            folder.check_app(&target.package)?;
            target.warn(output);
            let campaign = hunt::campaign(&hunting, &target)?.journal(journal).resuming(past);
            hunt::stop_on_ctrl_c(campaign.stop())?;
            let hunt = Hunt::new(&hunting, &config, &target, &folder, &known);
            let (exit, ended) = hunt.run(campaign, args.message_format, output)?;
            conclude.map_or(Ok(exit), |conclude| conclude(exit, &ended, args.message_format, output))
        }
        Command::Compare(mut comparing) => {
            on(&mut comparing.app.device);
            compare::resume(&comparing, (&folder, &config), (journal, past), args.message_format, output)
        }
        _ => Err(no_hunt(&folder.path)),
    }
}

/// Writes the report of a run again, from its folder alone, whichever version of oddity made it.
pub(crate) fn report(args: &ReportArgs, output: &mut Output) -> Result<Exit, Failure> {
    let folder = Folder { path: args.run.clone() };
    let (command, config) = folder.made_by()?;
    let past = past_of(&folder.path)?;
    for warning in past.run().warnings() {
        output.warn(warning);
    }
    match command {
        Command::Explore(exploring) => {
            Asks::of_report(&exploring.control, None).permit(&folder.shown(), args.trust)?;
            explore::tell_again(&exploring, past, output)
        }
        Command::Hunt(hunting)
        | Command::Fuzz(FuzzArgs { hunt: hunting, .. })
        | Command::Mine(MineArgs { hunt: hunting, .. }) => {
            let baseline = hunting.findings.baseline.as_deref();
            Asks::of_report(&hunting.control, baseline).permit(&folder.shown(), args.trust)?;
            let known = known_findings(&hunting.findings)?;
            let target = Target::recalled(&hunting.app, past.run());
            let settings = hunt::settings(&hunting.budget, &hunting.control, &target)?;
            let is_damaged = !past.run().warnings().is_empty();
            let setup = settings.setup.clone();
            let ended = campaign::recall(&settings, past, folder.saved_findings())
                .map_err(|error| hunt::failure_of_run(&error))?;
            let into = Folder { path: args.output.clone().unwrap_or_else(|| args.run.clone()) };
            if is_damaged {
                into.refuse_to_forget(&ended)?;
            }
            let hunt = Hunt { into: &into, ..Hunt::new(&hunting, &config, &target, &folder, &known) };
            hunt.tell(&ended, &setup, MessageFormat::Human, output)
        }
        Command::Compare(comparing) => {
            let baseline = comparing.findings.baseline.as_deref();
            Asks::of_report(&comparing.control, baseline).permit(&folder.shown(), args.trust)?;
            let into = Folder { path: args.output.clone().unwrap_or_else(|| args.run.clone()) };
            compare::tell_again(&comparing, (&folder, &into, &config), past, output)
        }
        _ => Err(no_hunt(&folder.path)),
    }
}

/// What a hunt's settings ask for.
fn asks(args: &HuntArgs) -> Asks {
    Asks::of_run(&args.app, &args.control, args.findings.baseline.as_deref())
}

/// A hunt whose parts are all there.
struct Hunt<'h> {
    args: &'h HuntArgs,
    config: &'h Config,
    target: &'h Target,
    folder: &'h Folder,
    /// Where the results go.
    into: &'h Folder,
    known: &'h BTreeSet<String>,
}

impl<'h> Hunt<'h> {
    /// A hunt whose results go into its own folder.
    fn new(
        args: &'h HuntArgs,
        config: &'h Config,
        target: &'h Target,
        folder: &'h Folder,
        known: &'h BTreeSet<String>,
    ) -> Hunt<'h> {
        Hunt { args, config, target, folder, into: folder, known }
    }

    fn run(
        &self,
        campaign: Campaign,
        format: MessageFormat,
        output: &mut Output,
    ) -> Result<(Exit, Conclusion), Failure> {
        let mut live =
            Live::new(self.target, self.args.budget.seed, format, output.is_quiet(), Some(self.folder));
        live.started(campaign.settings().budget);
        let setup = campaign.settings().setup.clone();
        let ended = campaign.run(&self.target.fleet, &mut live);
        live.ended();
        let ended = ended.map_err(|error| hunt::failure_of_run(&error))?;
        let exit = self.tell(&ended, &setup, format, output)?;
        Ok((exit, ended))
    }

    /// Writes the results, and prints the summary.
    fn tell(
        &self,
        ended: &Conclusion,
        setup: &Setup,
        format: MessageFormat,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let past = past_of(&self.folder.path)?;
        let run = hunt::told(ended, self.folder, &past, self.target, self.config);
        hunt::write_results(&run, ended, self.into, &past, self.target)?;
        let saved = hunt::saved(ended, self.folder, self.target, self.args.budget.seed, setup, self.config);
        hunt::save_findings(saved, self.into)?;
        match format {
            MessageFormat::Json => {
                output.print(format_args!("{}\n", ::report::terminal::message_finished(&run)))?;
            }
            MessageFormat::Human => {
                output.print(::report::terminal::summary(&run))?;
                output.print(format_args!("\nreport: {}/report.html\n", self.into.shown()))?;
            }
        }
        Ok(hunt::exit_of(ended, self.args.findings.fail_on, self.known))
    }
}

/// What a run has to say, as far as it can be read.
fn past_of(folder: &Path) -> Result<Past, Failure> {
    let past = Past::read_what_is_whole(folder).map_err(|error| hunt::failure_of_run(&error.into()))?;
    match past.version() {
        None if past.run().traces().len() > 0 => Err(no_hunt(folder)),
        // Killed before the first experiment: there is nothing to tell, and nothing in the way.
        _ => Ok(past),
    }
}

/// Whether this version plans as the one that made the run: only then it can go on where that one was.
fn check_version(past: &Past, folder: &Path) -> Result<(), Failure> {
    match past.version() {
        Some(_) if past.plans_alike() => Ok(()),
        Some(version) => Err(Failure::bad_input(format_args!(
            "{} was made by oddity {}, and this is {}, which plans otherwise",
            crate::input::shown(folder),
            gui::escaped(version),
            env!("CARGO_PKG_VERSION")
        ))
        .hint(
            "go on with that version, or begin a new run; `oddity report` and `oddity replay` work with any",
        )),
        None if past.run().traces().len() == 0 => Ok(()),
        None => Err(no_hunt(folder)),
    }
}

/// A journal that cannot be gone on with.
fn damaged(error: trace::RunError, folder: &Path) -> Failure {
    let is_damaged = matches!(error, trace::RunError::Damaged { .. });
    let failure = hunt::failure_of_run(&error.into());
    if !is_damaged {
        return failure;
    }
    failure.hint(format_args!(
        "`oddity resume {} --salvage` goes on from the last experiment that is whole",
        crate::input::shown(folder)
    ))
}

fn no_hunt(folder: &Path) -> Failure {
    Failure::bad_input(format_args!("{} holds no hunt", crate::input::shown(folder)))
        .hint("`oddity trace show` tells what is in it")
}

/// The fingerprints of `--baseline`.
pub(super) fn known_findings(args: &Findings) -> Result<BTreeSet<String>, Failure> {
    let Some(path) = &args.baseline else { return Ok(BTreeSet::new()) };
    let bytes = crate::input::read(path, 64 << 20)?;
    let wrong = |why: String| {
        Failure::bad_input(format_args!("{} is no findings.json: {why}", crate::input::shown(path)))
    };
    let value: serde_json::Value =
        serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
    let findings = value["findings"].as_array().ok_or_else(|| wrong("it has no `findings`".to_owned()))?;
    Ok(findings
        .iter()
        .filter_map(|finding| finding["fingerprint"].as_str())
        .map(|text| Fingerprint::from(text).to_string())
        .collect())
}
