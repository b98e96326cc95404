//! `oddity mine`: what the same action does rarely on alike screens.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ::trace::{RunReader, Trace};
use campaign::Conclusion;
use mining::Profile;
use model::Volatile;
use serde::Serialize;
use technique::{Examined, Mined, Miner, examine};

use super::{hunt, trace};
use crate::cli::{MessageFormat, MineArgs, TableFormat};
use crate::config::Config;
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub(crate) fn run(args: &MineArgs, config: &Config, output: &mut Output) -> Result<Exit, Failure> {
    if !args.judge_only.is_empty() {
        return judge(args, output);
    }
    let (exit, ended) = hunt::run_whole(&args.hunt, config, output)?;
    conclude(exit, &ended, args.hunt.report.message_format, output)
}

/// Says what was compared, also where the run was gone on with.
pub(super) fn conclude(
    exit: Exit,
    ended: &Conclusion,
    format: MessageFormat,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mined = ended.planner::<Miner>().map(Miner::mined).unwrap_or_default();
    if matches!(format, MessageFormat::Human) {
        output.print(in_words(&mined))?;
    }
    let too_little = mined.compared.1 == 0 && matches!(exit, Exit::Clean);
    Ok(if too_little { Exit::Inconclusive } else { exit })
}

/// What was compared.
fn in_words(mined: &Mined) -> String {
    let Mined { generated, calibrated, groups, covered, pairs, compared, asked, flaky, folded, .. } = mined;
    let too_little = if compared.1 == 0 { "too little to compare: " } else { "" };
    format!(
        "{too_little}{generated} inputs and {calibrated} calibrated ones, {groups} groups of alike screens, {covered} of them compared; \
         {pairs} pairs, {} of {} events compared; {asked} rare ones, {flaky} flaky, {folded} with other data\n",
        compared.1, compared.0
    )
}

fn judge(args: &MineArgs, output: &mut Output) -> Result<Exit, Failure> {
    let profile = args.hunt.mining.mining_profile;
    let traces = recorded(&args.judge_only, output)?;
    let mut apps: BTreeMap<&str, usize> = BTreeMap::new();
    for app in traces.iter().map(app_of).filter(|app| !app.is_empty()) {
        *apps.entry(app).or_default() += 1;
    }
    let app = match apps.keys().collect::<Vec<_>>()[..] {
        [app] => (*app).to_owned(),
        [] => return Err(too_little(&Examined::default(), profile, "there is no trace of any app")),
        _ => return Err(of_several(&apps)),
    };
    let examined = examine(&traces, &app, &Volatile::default(), profile);
    if examined.events.1 == 0 {
        return Err(too_little(&examined, profile, "no event was done often enough on alike screens"));
    }
    match args.format {
        TableFormat::Json => output.json(&Told::of(&examined, &app))?,
        TableFormat::Text => print(&examined, output)?,
    }
    Ok(if examined.rare.is_empty() { Exit::Clean } else { Exit::Findings })
}

/// All traces of all runs; what others recorded is read as it is.
fn recorded(runs: &[PathBuf], output: &mut Output) -> Result<Vec<Trace>, Failure> {
    let mut traces = Vec::new();
    for folder in runs {
        if folder.join("run.json").is_file() {
            traces.extend(own(folder, output)?);
            continue;
        }
        let imported = trace::imported(folder, None)?;
        for warning in &imported.warnings {
            output.warn(warning);
        }
        traces.extend(imported.traces);
    }
    Ok(traces)
}

fn own(folder: &Path, output: &mut Output) -> Result<Vec<Trace>, Failure> {
    let run = RunReader::open(folder).map_err(|error| trace::run_failure(&error))?;
    for warning in run.warnings() {
        output.warn(warning);
    }
    let traces = run.traces().map(|id| run.trace(id)).collect::<Result<Vec<_>, _>>();
    traces.map_err(|error| trace::run_failure(&error))
}

/// Runs of several apps have nothing in common; each with how many traces it has.
fn of_several(apps: &BTreeMap<&str, usize>) -> Failure {
    let named: Vec<String> = apps.iter().map(|(app, traces)| format!("{app} ({traces})")).collect();
    let message = format!(
        "too little to compare: these are runs of {} apps: {} (with so many traces each)",
        apps.len(),
        gui::escaped(&named.join(", "))
    );
    Failure::bad_input(message).exit(Exit::Inconclusive).hint("judge the runs of one app at a time")
}

/// The app of a trace; of one that does not say, the package that it begins in.
fn app_of(trace: &Trace) -> &str {
    if trace.header.app.is_empty() {
        return trace.start().layout.as_deref().map_or("", gui::Layout::package);
    }
    &trace.header.app
}

fn too_little(examined: &Examined, profile: Profile, why: &str) -> Failure {
    let message = format!(
        "too little to compare: {why} ({} traces, {} groups of alike screens, {} pairs; {} of {} events have {} pairs)",
        examined.traces,
        examined.groups,
        examined.pairs,
        examined.events.1,
        examined.events.0,
        profile.rarity().pairs
    );
    Failure::bad_input(message).exit(Exit::Inconclusive).hint("record more and longer runs of the same app")
}

/// What was found, for programs.
#[derive(Serialize)]
struct Told<'e> {
    app: &'e str,
    traces: usize,
    states: usize,
    groups: usize,
    pairs: usize,
    events: usize,
    compared: usize,
    rare: Vec<ToldRare<'e>>,
}

#[derive(Serialize)]
struct ToldRare<'e> {
    sentence: &'e str,
    times: usize,
    of: usize,
    /// The trace's number and the step's, from 1 on.
    deviant: [usize; 2],
    usual: [usize; 2],
}

impl<'e> Told<'e> {
    fn of(examined: &'e Examined, app: &'e str) -> Told<'e> {
        let rare = examined.rare.iter().map(|rare| ToldRare {
            sentence: &rare.sentence,
            times: rare.times,
            of: rare.of,
            deviant: [rare.deviant.0 + 1, rare.deviant.1 + 1],
            usual: [rare.usual.0 + 1, rare.usual.1 + 1],
        });
        Told {
            app,
            traces: examined.traces,
            states: examined.states,
            groups: examined.groups,
            pairs: examined.pairs,
            events: examined.events.0,
            compared: examined.events.1,
            rare: rare.collect(),
        }
    }
}

fn print(examined: &Examined, output: &mut Output) -> Result<(), Failure> {
    for rare in &examined.rare {
        output.print(format_args!(
            "{} of {}: {}\n  trace {}, step {}; as usual: trace {}, step {}\n",
            rare.times,
            rare.of,
            gui::escaped(&rare.sentence),
            rare.deviant.0 + 1,
            rare.deviant.1 + 1,
            rare.usual.0 + 1,
            rare.usual.1 + 1
        ))?;
    }
    output.print(format_args!(
        "{} rare behaviours, not confirmed: {} traces, {} states, {} groups of alike screens, {} pairs, {} of {} events compared\n",
        examined.rare.len(),
        examined.traces,
        examined.states,
        examined.groups,
        examined.pairs,
        examined.events.1,
        examined.events.0
    ))
}
