//! `oddity bench deviant-behaviour`.

use bench::{DeviantRow, DeviantRun, DeviantTotal, Deviants, by_deviant_fault, deviant_total};
use serde::Serialize;

use super::{apps, progress};
use crate::cli::{BenchedDeviantArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::table::Table;

/// What one profile found.
#[derive(Serialize)]
struct Benched {
    profile: &'static str,
    events: u64,
    seeds: u64,
    total: DeviantTotal,
    faults: Vec<DeviantRow>,
    runs: Vec<DeviantRun>,
}

pub(super) fn run(args: &BenchedDeviantArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for &profile in &args.profiles {
        let benched = &args.benched;
        let bench = Deviants {
            apps: apps(benched),
            seeds: benched.seeds,
            events: benched.events,
            jobs: benched.jobs.into(),
            profile,
        };
        let runs = bench.run(progress(output)).map_err(Failure::bad_input)?;
        all.push(Benched {
            profile: profile.name(),
            events: benched.events,
            seeds: benched.seeds,
            total: deviant_total(&runs),
            faults: by_deviant_fault(&runs),
            runs,
        });
    }
    if matches!(args.benched.format, TableFormat::Json) {
        output.json(&all)?;
        return Ok(Exit::Clean);
    }
    all.iter().try_for_each(|benched| print(benched, output))?;
    Ok(Exit::Clean)
}

fn print(benched: &Benched, output: &mut Output) -> Result<(), Failure> {
    let mut table = Table::new(["app", "fault", "kind", "found", "untrue"]);
    for row in &benched.faults {
        table.row([
            row.app.to_owned(),
            row.fault.to_owned(),
            row.kind.clone(),
            format!("{} of {}", row.found, row.runs),
            row.untrue.to_string(),
        ]);
    }
    output.print(format_args!("profile {}\n", benched.profile))?;
    output.print(table)?;
    let DeviantTotal { found, faults, per_seed, is_true, findings, on_mended, mended, covered_percent } =
        &benched.total;
    output.print(format_args!(
        "{found} of {faults} faults found, {per_seed} a seed; {is_true} of {findings} findings are true; {on_mended} in {mended} runs of mended apps; {covered_percent:.0} % of groups compared\n"
    ))?;
    let with_all = benched.runs.iter().filter(|run| run.faults == "all");
    for run in with_all {
        let right = run.findings.iter().filter(|finding| finding.is_true).count();
        output.print(format_args!(
            "  {}+all seed {}: {right} of {} findings are true\n",
            run.app,
            run.seed,
            run.findings.len()
        ))?;
    }
    let rare: usize = benched.runs.iter().map(|run| run.rare).sum();
    let asked = benched
        .runs
        .iter()
        .fold((0, 0, 0), |sum, run| (sum.0 + run.asked.0, sum.1 + run.asked.1, sum.2 + run.asked.2));
    output.print(format_args!(
        "{rare} rare behaviours as the paper counts them; {} looked into, {} flaky, {} folded as other data\n",
        asked.0, asked.1, asked.2
    ))?;
    for run in benched.runs.iter().filter(|run| run.faults != "all") {
        for finding in run.findings.iter().filter(|finding| !finding.is_true) {
            let fault = if run.faults.is_empty() { "mended" } else { run.faults };
            output.print(format_args!(
                "  not true: {} {fault} seed {}: {}\n",
                run.app,
                run.seed,
                gui::escaped(&finding.sentence)
            ))?;
        }
    }
    Ok(())
}
