//! `oddity bench`: oddity measured on the simulated apps, and a pocket phone on any.

mod compared;
mod deviant;
mod lost_effects;

use ::pocket::{Openings, PocketPhone};
use bench::{
    DiagnosedFault, Diagnoses, Exploration, Explorations, FaultRow, Hunted, Hunts, Mean, PhoneFigures, Reach,
    StrategyRow, by_fault, by_strategy, is_silent,
};
use device::DeviceError;
use serde::Serialize;
use sim::Fault;

use crate::cli::{BenchArgs, BenchCommand, BenchedArgs, BenchedExploreArgs, BenchedPocketArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::phones;
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
        BenchCommand::Pocket(args) => pocket(args, output),
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

fn pocket(args: &BenchedPocketArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Benched {
        opened: Openings,
        figures: PhoneFigures,
    }
    if let Some(folder) = args.plot.as_ref().and_then(|path| path.parent())
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        // Not after all that was measured.
        return Err(Failure::bad_input(format!("there is no folder {} for the plot", folder.display())));
    }
    let package = crate::apk::package_of(&args.apk)?;
    let (kit, app) = phones::pocket_app(&args.apk, &args.on)?;
    let criu = args.on.criu().ok();
    let failed = |error: DeviceError| phones::failure(&error);
    let opened = ::pocket::openings(&kit, &app, &args.on, criu.clone()).map_err(failed)?;
    let mut phone = PocketPhone::open(&kit, app, args.on.clone(), criu).map_err(failed)?;
    let figures = bench::measure(&mut phone, &package, args.events, args.seed, PocketPhone::memory_bytes)
        .map_err(failed)?;
    let points: Vec<(u64, f64)> =
        figures.memory.iter().map(|&(events, bytes)| (events, bytes as f64 / 1e6)).collect();
    match args.format {
        TableFormat::Json => output.json(&Benched { opened, figures })?,
        TableFormat::Text => output.print(table_of(&opened, &figures))?,
    }
    if let Some(path) = &args.plot {
        let picture = bench::plot(&points, "events", "memory in MB");
        crate::input::write(path, picture.as_bytes())?;
    }
    Ok(Exit::Clean)
}

/// The figures beside those of the prototype on Activity Diary, and the goals.
fn table_of(opened: &Openings, figures: &PhoneFigures) -> Table<4> {
    let mut table = Table::new(["what", "here", "prototype", "goal"]);
    let mut row = |what: &str, here: String, prototype: &str, goal: &str| {
        table.row([what.to_owned(), here, prototype.to_owned(), goal.to_owned()]);
    };
    let ms = |mean: Mean| format!("{mean} ms");
    let first = |ms: f64| format!("{ms:.0} ms");
    row("first screen on a JVM that comes up", first(opened.cold_ms), "7000-9500 ms", "5000 ms");
    if let Some(images) = &opened.with_images {
        row("the same, making images for later", first(images.first_ms), "", "");
        row("first screen of an unseen app, from an image", first(images.unseen_ms), "", "3000 ms");
        row("first screen of a known app, from an image", first(images.again_ms), "", "400 ms");
    }
    row("fresh start", ms(figures.fresh_start_ms), "7000 ms", "400 ms from an image");
    row("event, rest and dump", format!("{:.1} ms", figures.event_ms), "34-71 ms", "25 ms");
    row(
        "the same among the first 20 of a fresh start",
        format!("{:.1} ms", figures.early_event_ms),
        "",
        "twice that",
    );
    if let Some(drawn) = figures.drawn_event_ms {
        row("the same with a picture", format!("{drawn:.1} ms"), "100-133 ms mdpi", "50 ms mdpi");
    }
    row("dump", ms(figures.look_ms), "5-10 ms", "2 ms");
    row(
        "empty question, coverage told",
        ms(figures.question_ms),
        "0.3-0.8 ms the coverage",
        "0.2 ms the coverage",
    );
    if let Some(picture) = figures.picture_ms {
        row("picture", ms(picture), "20 ms mdpi, 80 ms xhdpi", "10 ms mdpi");
    }
    row("10 s of waiting", ms(figures.long_wait_ms), "190 ms", "50 ms");
    if let Some(travel) = &figures.travel {
        if travel.has_process {
            row("snapshot", ms(travel.save_ms), "250 ms", "150 ms");
            row("going back", ms(travel.restore_ms), "250 ms", "200 ms");
            let early = format!("{:.1} ms", travel.early_event_ms);
            row("an event among the first 20 after that", early, "", "twice that of others");
            if let Some(bytes) = travel.bytes {
                row("a further snapshot", format!("{:.1} MB", bytes.mean / 1e6), "34 MB", "15 MB");
            }
        } else {
            row("the app's data kept", ms(travel.save_ms), "", "");
            row("the app's data put back", ms(travel.restore_ms), "6 ms", "6 ms");
        }
    }
    if let Some((events, bytes)) = figures.memory.last() {
        let most = figures.memory.iter().map(|reading| reading.1).max().unwrap_or_default();
        let (now, most) = (*bytes as f64 / 1e6, most as f64 / 1e6);
        let here = format!("{now:.0} MB after {events} events, at most {most:.0}");
        row("memory", here, "750-1250 MB after 360", "700 MB after 10000");
    }
    row("opened again in the walk", figures.restarts.to_string(), "", "");
    let (failures, last) = &figures.failures;
    let last = last.as_deref().map(|last| format!(": {}", gui::escaped(last))).unwrap_or_default();
    row("failures of the phone", format!("{failures}{last}"), "", "0");
    table
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
