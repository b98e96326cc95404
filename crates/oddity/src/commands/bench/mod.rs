//! `oddity bench`: oddity measured on the simulated apps, and a pocket phone on any.

mod compared;
mod deviant;
mod lost_effects;
mod pocket;

use bench::{
    DiagnosedFault, Diagnoses, Exploration, Explorations, FaultRow, Hunted, Hunts, Reach, StrategyRow,
    by_fault, by_strategy, is_silent,
};
use serde::Serialize;
use sim::Fault;

use crate::cli::{BenchArgs, BenchCommand, BenchedArgs, BenchedExploreArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::table::Table;

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        BenchCommand::Explore(args) => explore(args, output),
        BenchCommand::Hunt(args) => hunt(args, output),
        BenchCommand::Versions(args) => compared::versions(args, output),
        BenchCommand::Devices(args) => compared::devices(args, output),
        BenchCommand::Looks(args) => compared::looks(args, output),
        BenchCommand::LostEffects(args) => lost_effects::run(args, output),
        BenchCommand::DeviantBehaviour(args) => deviant::run(args, output),
        BenchCommand::Diagnose(args) => diagnose(args, output),
        BenchCommand::Pocket(args) => pocket::run(args, output),
    }
}

fn explore(args: &BenchedExploreArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Explored {
        events: u64,
        seeds: u64,
        strategies: Vec<StrategyRow>,
        runs: Vec<Exploration>,
    }
    let BenchedExploreArgs { benched: args, source } = args;
    let bench = Explorations {
        apps: apps(args),
        seeds: args.seeds,
        events: args.events,
        source: *source,
        jobs: args.jobs.into(),
    };
    let runs = bench.run(progress(output)).map_err(Failure::bad_input)?;
    let strategies = by_strategy(&runs, args.events);
    if matches!(args.format, TableFormat::Json) {
        output.json(&Explored { events: args.events, seeds: args.seeds, strategies, runs })?;
        return Ok(Exit::Clean);
    }
    let mut table =
        Table::new(["strategy", "coverage %", "crash faults", "deep ones", "travels/1000", "apps won"]);
    for row in &strategies {
        table.row([
            row.strategy.to_owned(),
            row.covered_percent.to_string(),
            row.faults.to_string(),
            row.deep.to_string(),
            format!("{:.1}", row.travels_per_thousand),
            row.apps_won.to_string(),
        ]);
    }
    output.print(table)?;
    output.print(format_args!(
        "means over {} seeds with 95 % intervals, {} events per run\n",
        args.seeds, args.events
    ))?;
    Ok(Exit::Clean)
}

fn hunt(args: &BenchedArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Benched {
        events: u64,
        seeds: u64,
        faults: Vec<FaultRow>,
        hunts: Vec<Hunted>,
    }
    let bench = Hunts { apps: apps(args), seeds: args.seeds, events: args.events, jobs: args.jobs.into() };
    let hunts = bench.run(progress(output)).map_err(Failure::bad_input)?;
    let faults = by_fault(&hunts);
    if matches!(args.format, TableFormat::Json) {
        output.json(&Benched { events: args.events, seeds: args.seeds, faults, hunts })?;
        return Ok(Exit::Clean);
    }
    let mut table = Table::new(["app", "fault", "kind", "found", "events", "steps"]);
    for row in &faults {
        table.row([
            row.app.to_owned(),
            row.fault.to_owned(),
            row.kind.clone(),
            format!("{} of {}", row.found, row.hunts),
            row.events.map_or_else(String::new, |events| format!("{events:.0}")),
            row.steps.map_or_else(String::new, |steps| steps.to_string()),
        ]);
    }
    output.print(table)?;
    let all = hunts.iter().filter(|hunt| hunt.faulty).flat_map(|hunt| &hunt.findings);
    let (count, right) =
        all.fold((0, 0), |(count, right), finding| (count + 1, right + usize::from(finding.is_true)));
    output.print(format_args!(
        "{right} of {count} findings are true: they go away with a fault switched off\n"
    ))?;
    let mended = hunts.iter().filter(|hunt| !hunt.faulty);
    let alarms: Vec<String> = mended
        .flat_map(|hunt| {
            hunt.findings
                .iter()
                .map(move |finding| format!("{} seed {}: {}", hunt.app, hunt.seed, finding.sentence))
        })
        .collect();
    output.print(format_args!("{} findings in the mended apps\n", alarms.len()))?;
    for hunt in hunts.iter().filter(|hunt| hunt.faulty) {
        for finding in hunt.findings.iter().filter(|finding| !finding.is_true) {
            output.print(format_args!(
                "  not true: {} seed {}: {}\n",
                hunt.app,
                hunt.seed,
                gui::escaped(&finding.sentence)
            ))?;
        }
    }
    for alarm in alarms {
        output.print(format_args!("  false alarm: {}\n", gui::escaped(&alarm)))?;
    }
    Ok(Exit::Clean)
}

fn diagnose(args: &BenchedArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Diagnosed {
        events: u64,
        seeds: u64,
        faults: Vec<DiagnosedFault>,
    }
    let bench =
        Diagnoses { apps: apps(args), seeds: args.seeds, events: args.events, jobs: args.jobs.into() };
    let faults = bench.run(progress(output)).map_err(Failure::bad_input)?;
    if matches!(args.format, TableFormat::Json) {
        output.json(&Diagnosed { events: args.events, seeds: args.seeds, faults })?;
        return Ok(Exit::Clean);
    }
    let mut table = Table::new([
        "fault",
        "NFA",
        "DFA",
        "strategy",
        "events",
        "pairs",
        "distance",
        "found",
        "first missed",
    ]);
    for fault in &faults {
        for row in &fault.strategies {
            let share = |[covered, total]: [u64; 2]| format!("{covered} of {total}");
            table.row([
                format!("{}+{}", fault.app, fault.fault),
                format!("{}/{}", fault.nfa.0, fault.nfa.1),
                format!("{}/{}", fault.dfa.0, fault.dfa.1),
                row.strategy.to_owned(),
                share(row.best.ec),
                share(row.best.epc),
                format!("{} of {}", row.best.md, fault.steps),
                format!("{} of {}", row.best.crashed, row.best.runs),
                row.missed.as_deref().map(gui::escaped).unwrap_or_default().to_string(),
            ]);
        }
    }
    output.print(table)?;
    for fault in &faults {
        if let Some(problem) = &fault.problem {
            output.print(format_args!("{}+{}: no automaton: {problem}\n", fault.app, fault.fault))?;
        }
    }
    output.print(format_args!("best of {} runs with {} events each\n\n", args.seeds, args.events))?;
    output.print(clues(&faults))?;
    Ok(Exit::Clean)
}

/// In how many of the missed cases simpler methods name the same event as first missed.
fn clues(faults: &[DiagnosedFault]) -> Table<4> {
    let mut table = Table::new(["strategy", "missed", "same by comparison", "same by verification"]);
    for strategy in explore::Strategy::ALL.map(explore::Strategy::name) {
        let rows = faults.iter().flat_map(|fault| &fault.strategies).filter(|row| row.strategy == strategy);
        let sums = rows.fold([0; 3], |[cases, comparison, verification], row| {
            [cases + row.cases, comparison + row.same_by_comparison, verification + row.same_by_verification]
        });
        let [cases, comparison, verification] = sums.map(|sum| sum.to_string());
        table.row([strategy.to_owned(), cases, comparison, verification]);
    }
    table
}

fn apps(args: &BenchedArgs) -> Vec<String> {
    if args.apps.is_empty() {
        apps::all().iter().map(|app| app.manifest.name.to_owned()).collect()
    } else {
        args.apps.clone()
    }
}

/// Says how far it is, now and then.
fn progress(output: &Output) -> impl Fn(usize, usize) + Sync + use<> {
    let quiet = output.is_quiet();
    move |done, all| {
        if !quiet && (done == all || done % (all / 20).max(1) == 0) {
            use std::io::Write;
            let _ = writeln!(anstream::stderr(), "{done} of {all} runs");
        }
    }
}

/// Whether a fault can be seen by a technique's judge.
#[derive(Serialize)]
struct InReach {
    app: &'static str,
    fault: &'static str,
    #[serde(flatten)]
    reach: Reach,
}

/// The same for all silent faults of these apps, or for those that are named.
fn reach_in(apps: &[String], of: fn(&str, Fault) -> Reach) -> Result<Vec<InReach>, Failure> {
    let mut reach = Vec::new();
    for app in apps.iter().filter(|app| !app.ends_with("+none")) {
        let (listed, chosen) = ::apps::find(app).map_err(Failure::bad_input)?;
        let is_whole = app == listed.manifest.name;
        let is_meant = |fault: &&Fault| if is_whole { is_silent(fault) } else { chosen.has(**fault) };
        let faults = listed.manifest.faults.iter().filter(is_meant);
        reach.extend(faults.map(|&fault| InReach {
            app: listed.manifest.name,
            fault: fault.name,
            reach: of(listed.manifest.name, fault),
        }));
    }
    Ok(reach)
}

fn percent(some: usize, all: usize) -> String {
    (some * 100).checked_div(all).map_or_else(String::new, |percent| format!(" ({percent} %)"))
}
