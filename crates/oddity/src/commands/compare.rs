//! `oddity compare`: the same steps on other phones, or on another version of the app.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use campaign::{Budget, Campaign, Conclusion, Journal, Past};
use experiment::{Planner, Technique, Techniques};
use explore::Explorer;
use finding::Prover;
use technique::{Between, Differences, Eye, LookTwice};

use super::hunt::known_findings;
use crate::cli::{App, CompareArgs, MessageFormat};
use crate::comparing::{self, Expected, Told};
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::hunt::{self, Folder, Live, Target};
use crate::input;
use crate::output::Output;
use crate::prepare;
use crate::trust::Asks;

/// How many events a comparison walks on the reference when nobody says.
const EVENTS: u64 = 1_000;
/// How many events a walk has from a fresh start when nobody says: each is done again everywhere.
const DEPTH: usize = 60;
/// What a run goes on with is as it was when it began, whatever became of the user's files: its own copies, beside its journal.
const EXPECTED: &str = "expected.toml";
const TREE: &str = "tree.json";

pub(crate) fn run(args: &CompareArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    if let Some(pairs) = &args.comparing.train {
        comparing::train(pairs, output)?;
        return Ok(Exit::Clean);
    }
    let meant = &args.meant;
    let files = Files { tree: meant.tree.as_deref(), expect: meant.expect.as_deref(), by: input::read };
    let comparison = Comparison::open(args, &files, output)?;
    let campaign = comparison.campaign()?;
    hunt::stop_on_ctrl_c(campaign.stop())?;
    let target = &comparison.target;
    let info = Folder::info(&target.package, args.budget.seed);
    let settings = config.clone().with_target(target);
    let copies = comparison.copies();
    let beside: Vec<(&str, &str)> = copies.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let named = args.report.output.as_deref();
    let (folder, journal) = Folder::create(named, &target.name, &info, &settings, &beside)?;
    target.keep_printed(&folder.path)?;
    asks(args).with_setup(&target.package, &campaign.settings().setup).remember();
    comparison.finish(campaign.journal(journal), &folder, &settings, args.report.message_format, output)
}

/// Goes on with a comparison that did not end by itself.
pub(super) fn resume(
    args: &CompareArgs,
    (folder, config): (&Folder, &Config),
    (journal, past): (Journal, Past),
    format: MessageFormat,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let copy = |of: &Option<PathBuf>, name: &str| of.as_ref().map(|_| folder.path.join(name));
    let (tree, expect) = (copy(&args.meant.tree, TREE), copy(&args.meant.expect, EXPECTED));
    let files = Files { tree: tree.as_deref(), expect: expect.as_deref(), by: input::read_of_run };
    let comparison = Comparison::open(args, &files, output)?;
    folder.check_app(&comparison.target.package)?;
    let campaign = comparison.campaign()?.journal(journal).resuming(past);
    hunt::stop_on_ctrl_c(campaign.stop())?;
    comparison.finish(campaign, folder, config, format, output)
}

/// What the settings of a comparison ask for.
pub(super) fn asks(args: &CompareArgs) -> Asks {
    let asks = Asks::of_run(&args.app, &args.control, args.findings.baseline.as_deref());
    asks.with_written(args.meant.expect.as_deref().filter(|_| args.meant.accept))
}

/// Writes the report of a comparison again. What it says of phones is taken from `comparison.json`: only the run itself knows it.
pub(super) fn tell_again(
    args: &CompareArgs,
    (folder, into, config): (&Folder, &Folder, &Config),
    past: Past,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let known = known_findings(&args.findings)?;
    let target = Target::recalled(&with_matrix(args)?, past.run());
    let settings = hunt::settings(&args.budget, &args.control, &target)?;
    let ended = campaign::recall(&settings, past, folder.saved_findings())
        .map_err(|error| hunt::failure_of_run(&error))?;
    let past = past_of(folder)?;
    let told = Told::read(&folder.path);
    if told.is_none() {
        output.warn(
            "there is no comparison.json that can be read: the report does not say which phones differ",
        );
    }
    let mut run = hunt::told(&ended, folder, &past, &target, config);
    if let Some(told) = &told {
        told.complete(&mut run);
    }
    hunt::write_results(&run, &ended, into, &past, &target)?;
    match &told {
        Some(told) => comparing::print(told, output)?,
        None => output.print(::report::terminal::summary(&run))?,
    }
    output.print(format_args!("\nreport: {}/report.html\n", into.shown()))?;
    Ok(hunt::exit_of(&ended, args.findings.fail_on, &known))
}

/// The files that a comparison goes by, and who reads them.
struct Files<'f> {
    tree: Option<&'f Path>,
    expect: Option<&'f Path>,
    by: input::Reader,
}

/// A comparison whose parts are all there.
struct Comparison<'c> {
    args: &'c CompareArgs,
    expected: Expected,
    /// The fingerprints of `--baseline`.
    known: BTreeSet<String>,
    eye: Eye,
    target: Target,
}

impl<'c> Comparison<'c> {
    /// By the tree and with the declared differences of these files.
    fn open(
        args: &'c CompareArgs,
        files: &Files<'_>,
        output: &mut Output,
    ) -> Result<Comparison<'c>, Failure> {
        let eye = comparing::eye_of(&args.looks, files.tree, files.by)?;
        let expected = match files.expect {
            Some(path) => Expected::read(path, args.meant.accept, files.by)?,
            None => Expected::default(),
        };
        match &args.meant.expect {
            Some(path) if args.meant.accept => Expected::check_place(path)?,
            None if args.meant.accept => {
                return Err(Failure::bad_input("`--accept` needs a file to write into")
                    .hint("name it with `--expect FILE`; it need not be there yet"));
            }
            _ => {}
        }
        let known = known_findings(&args.findings)?;
        let target = Target::open(&with_matrix(args)?, &args.simulated, args.budget.seed)?;
        if target.kinds.len() < 2 && target.builds.len() < 2 {
            return Err(Failure::bad_input("there is nothing to compare with").hint(
                "name another build with `--with`, or more kinds of phones with `--matrix quick` or `--on` again",
            ));
        }
        target.warn(output);
        Ok(Comparison { args, expected, known, eye, target })
    }

    /// The files that it goes by, as they are now.
    fn copies(&self) -> Vec<(&'static str, String)> {
        let tree = || (TREE, serde_json::to_string_pretty(&*self.eye.tree).unwrap_or_default());
        let tree = self.args.meant.tree.as_ref().map(|_| tree());
        let expected = self.args.meant.expect.as_ref().map(|_| (EXPECTED, self.expected.to_file()));
        tree.into_iter().chain(expected).collect()
    }

    fn campaign(&self) -> Result<Campaign, Failure> {
        campaign(self.args, &self.target, &self.expected, &self.eye)
    }

    /// Carries it out, writes the results and prints them.
    fn finish(
        self,
        campaign: Campaign,
        folder: &Folder,
        settings: &Config,
        format: MessageFormat,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let Comparison { args, expected, known, eye, target } = self;
        let seed = args.budget.seed;
        let mut live = Live::new(&target, seed, format, output.is_quiet(), Some(folder)).doing("comparing");
        live.started(campaign.settings().budget);
        let setup = campaign.settings().setup.clone();
        let ended = campaign.run(&target.fleet, &mut live);
        live.ended();
        let ended = ended.map_err(|error| hunt::failure_of_run(&error))?;
        let past = past_of(folder)?;
        let told = Told::new(&ended, &target, expected.len(), comparing::reads_texts(&eye));
        let mut run = hunt::told(&ended, folder, &past, &target, settings);
        told.complete(&mut run);
        hunt::write_results(&run, &ended, folder, &past, &target)?;
        hunt::save_findings(hunt::saved(&ended, folder, &target, seed, &setup, settings), folder)?;
        folder.write("comparison.json", &serde_json::to_vec_pretty(&told).unwrap_or_default())?;
        match format {
            MessageFormat::Json => {
                output.print(format_args!("{}\n", ::report::terminal::message_finished(&run)))?;
            }
            MessageFormat::Human => {
                comparing::print(&told, output)?;
                output.print(format_args!("\nreport: {}/report.html\n", folder.shown()))?;
            }
        }
        accept(args, &ended, &told, output)?;
        Ok(exit_of(args, &ended, &told, &known))
    }
}

fn past_of(folder: &Folder) -> Result<Past, Failure> {
    Past::read_what_is_whole(&folder.path).map_err(|error| hunt::failure_of_run(&error.into()))
}

/// Walks on the reference, comparisons elsewhere, proofs.
fn campaign(
    args: &CompareArgs,
    target: &Target,
    expected: &Expected,
    eye: &Eye,
) -> Result<Campaign, Failure> {
    let mut settings = hunt::settings(&args.budget, &args.control, target)?;
    if args.budget.events.is_none() && args.budget.time.is_none() {
        settings.budget = Budget { events: Some(EVENTS), time: None };
    }
    let of = |between| Differences {
        expected: Arc::new(expected.fingerprints().cloned().collect()),
        after_walks: settings.budget.time.is_none(),
        eye: Some(eye.clone()),
        ..Differences::new(between, target.kinds.clone())
    };
    let mut techniques: Vec<Arc<dyn Technique>> = vec![Arc::new(LookTwice { places: 512 })];
    if target.builds.len() > 1 {
        techniques.push(Arc::new(of(Between::Versions)));
    }
    if target.kinds.len() > 1 {
        techniques.push(Arc::new(of(Between::Devices)));
    }
    settings.techniques = Techniques::new(techniques);
    // Where time is the budget, comparisons take turns with walks.
    settings.shares =
        settings.techniques.iter().skip(1).map(|one| (one.about().id.to_owned(), 100)).collect();
    settings.screenshots = args.report.screenshots.into();
    let mut planners = explorers(args, target)?;
    planners.extend(settings.techniques.planners());
    let prover = Prover::new(prepare::proving(&args.findings), settings.techniques.clone());
    Ok(Campaign::new(settings, planners).proving(prover))
}

/// Walks on the reference alone, none of them long.
fn explorers(args: &CompareArgs, target: &Target) -> Result<Vec<Box<dyn Planner>>, Failure> {
    let mut seeds = prepare::seeds(&args.control, Some(&target.package))?;
    let dictionary = prepare::dictionary(&args.control)?;
    let mut explorers: Vec<Box<dyn Planner>> = Vec::new();
    for mut settings in prepare::exploring(&args.explore, &args.control)? {
        settings.max_depth = args.explore.max_depth.unwrap_or(DEPTH);
        settings.round_events = settings.round_events.min(settings.max_depth as u64);
        if settings.broadcasts.is_empty() {
            settings.broadcasts.clone_from(&target.broadcasts);
        }
        let explorer = Explorer::new(settings).with_dictionary(dictionary.clone());
        explorers.push(Box::new(explorer.with_seeds(std::mem::take(&mut seeds))));
    }
    Ok(explorers)
}

/// The app with the phones of the matrix.
fn with_matrix(args: &CompareArgs) -> Result<App, Failure> {
    let mut app = args.app.clone();
    let Some(matrix) = &args.comparing.matrix else { return Ok(app) };
    if !app.on.is_empty() || !app.device.is_empty() {
        return Err(Failure::bad_input("`--matrix` excludes `--on` and `--device`")
            .hint("a matrix file names all kinds of phones, one a line"));
    }
    let simulated = app.name.as_deref().is_none_or(|name| name.starts_with("sim:"));
    app.on = comparing::kinds_of(matrix, simulated)?;
    Ok(app)
}

/// Writes what is meant, where the user says that all of it is.
fn accept(args: &CompareArgs, ended: &Conclusion, told: &Told, output: &mut Output) -> Result<(), Failure> {
    let Some(path) = args.meant.expect.as_deref().filter(|_| args.meant.accept) else {
        return Ok(());
    };
    // Whatever was declared while the comparison went on stays.
    let mut expected = Expected::read(path, true, input::read)?;
    let gone: BTreeSet<String> = told.gone_for_people();
    let confirmed = ended.findings.iter().filter(|finding| finding.is_confirmed());
    let (accepted, left) =
        expected.accept(confirmed, |finding| gone.contains(finding.suspicion.fingerprint.as_str()));
    input::write(path, expected.to_file().as_bytes())?;
    let shown = input::shown(path);
    output.print(format_args!("\naccepted {accepted} differences into {shown}"))?;
    if left > 0 {
        output.print(format_args!(
            "; {left} crashes or widgets that are gone are not: declare those by hand"
        ))?;
    }
    output.print(format_args!("\n"))
}

/// 0 where all that differs was declared; what was accepted just now fails once more.
fn exit_of(args: &CompareArgs, ended: &Conclusion, told: &Told, known: &BTreeSet<String>) -> Exit {
    match hunt::exit_of(ended, args.findings.fail_on, known) {
        Exit::Clean if told.screens == 0 => Exit::Inconclusive,
        exit => exit,
    }
}
