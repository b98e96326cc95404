//! `oddity bench deviant-behaviour`: which planted faults deep-state differential analysis finds, by profile.

use bench::{
    DeviantRow, DeviantRun, DeviantTotal, Deviants, Reach, Share, by_deviant_fault, deviant_reach_of,
    deviant_total,
};
use mining::Profile;
use serde::Serialize;

use super::{InReach, apps, percent, progress, reach_in};
use crate::cli::{BenchedDeviantArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::table::Table;

#[derive(Serialize)]
struct Benched {
    events: u64,
    seeds: u64,
    reach: Vec<InReach>,
    profiles: Vec<OfProfile>,
}

/// What one profile found.
#[derive(Serialize)]
struct OfProfile {
    profile: &'static str,
    total: DeviantTotal,
    /// Of the faults in reach so many were found.
    found_in_reach: usize,
    faults: Vec<DeviantRow>,
    runs: Vec<DeviantRun>,
}

pub(super) fn run(args: &BenchedDeviantArgs, output: &mut Output) -> Result<Exit, Failure> {
    let BenchedDeviantArgs { benched: args, profile } = args;
    let profiles = if profile.is_empty() { Profile::ALL.to_vec() } else { profile.clone() };
    let names = apps(args);
    let reach = reach_in(&names, deviant_reach_of)?;
    let mut all = Vec::new();
    for profile in profiles {
        let bench = Deviants {
            apps: names.clone(),
            seeds: args.seeds,
            events: args.events,
            jobs: args.jobs.into(),
            profile,
        };
        let runs = bench.run(progress(output)).map_err(Failure::bad_input)?;
        let faults = by_deviant_fault(&runs);
        let is_found = |row: &&InReach| {
            faults.iter().any(|fault| (fault.app, fault.fault) == (row.app, row.fault) && fault.found > 0)
        };
        let found_in_reach = reach.iter().filter(|row| row.reach.is_in_reach()).filter(is_found).count();
        all.push(OfProfile {
            profile: profile.name(),
            total: deviant_total(&runs),
            found_in_reach,
            faults,
            runs,
        });
    }
    if matches!(args.format, TableFormat::Json) {
        output.json(&Benched { events: args.events, seeds: args.seeds, reach, profiles: all })?;
        return Ok(Exit::Clean);
    }
    output.print(by_fault(&all, &reach))?;
    output.print(format_args!("\n{}", in_total(&all, &reach)))?;
    output.print(format_args!("\n{}", on_the_way(&all)))?;
    all.iter().try_for_each(|profile| tell_untrue(profile, output))?;
    output.print(format_args!(
        "\n{} seeds, {} events per run, one fault switched on at a time; findings are confirmed by replay, \
         and true where they go away with the fault\n",
        args.seeds, args.events
    ))?;
    Ok(Exit::Clean)
}

/// A row for each fault: whether it can be seen at all, and in how many runs it was found by each profile.
fn by_fault(all: &[OfProfile], reach: &[InReach]) -> Table<5> {
    let named = all.iter().map(|of| of.profile).collect::<Vec<_>>().join(" / ");
    let mut table = Table::new(["app", "fault", "kind", "reach", &named]);
    for row in reach {
        let rows = || {
            all.iter()
                .map(|of| of.faults.iter().find(|fault| (fault.app, fault.fault) == (row.app, row.fault)))
        };
        let found: Vec<String> = rows()
            .map(|row| row.map_or("-".to_owned(), |row| format!("{} of {}", row.found, row.runs)))
            .collect();
        let reached = match &row.reach {
            Reach::InReach { kind, .. } => kind.clone(),
            Reach::NotSeen { .. } => "not seen".to_owned(),
            Reach::NoWay => "shows every time, or elsewhere".to_owned(),
        };
        let kind = rows().flatten().next().map(|row| row.kind.clone()).unwrap_or_default();
        table.row([row.app.to_owned(), row.fault.to_owned(), kind, reached, found.join(" / ")]);
    }
    table
}

fn in_total(all: &[OfProfile], reach: &[InReach]) -> Table<6> {
    let in_reach = reach.iter().filter(|row| row.reach.is_in_reach()).count();
    let mut table =
        Table::new(["profile", "faults found", "a seed", "in reach", "findings true", "on mended apps"]);
    for OfProfile { profile, total, found_in_reach, .. } in all {
        table.row([
            (*profile).to_owned(),
            format!("{} of {}", total.found, total.faults),
            total.per_seed.to_string(),
            Share::of(*found_in_reach, in_reach).to_string(),
            Share::of(total.is_true, total.findings).to_string(),
            format!("{} in {} runs", total.on_mended, total.mended),
        ]);
    }
    table
}

/// What was done to find it, and what the paper would have reported.
fn on_the_way(all: &[OfProfile]) -> Table<8> {
    let mut table = Table::new([
        "profile",
        "inputs",
        "calibrated",
        "came there",
        "groups compared",
        "pairs",
        "reports as the paper's",
        "looked into, folded, flaky",
    ]);
    for OfProfile { profile, total, runs, .. } in all {
        let sum = |count: fn(&DeviantRun) -> u64| runs.iter().map(count).sum::<u64>();
        let (calibrated, arrived) = (sum(|run| run.calibrated.0), sum(|run| run.calibrated.1));
        table.row([
            (*profile).to_owned(),
            sum(|run| run.inputs).to_string(),
            calibrated.to_string(),
            format!("{arrived}{}", percent(arrived as usize, calibrated as usize)),
            format!("{:.0} %", total.covered_percent),
            sum(|run| run.pairs as u64).to_string(),
            sum(|run| run.reports as u64).to_string(),
            format!("{}, {}, {}", sum(|run| run.asked.0), sum(|run| run.asked.2), sum(|run| run.asked.1)),
        ]);
    }
    table
}

fn tell_untrue(of: &OfProfile, output: &mut Output) -> Result<(), Failure> {
    for run in of.runs.iter().filter(|run| run.faults != "all") {
        for finding in run.findings.iter().filter(|finding| !finding.is_true) {
            let fault = if run.faults.is_empty() { "mended" } else { run.faults };
            output.print(format_args!(
                "  {}, not true: {}, {fault}, seed {}: {}\n",
                of.profile,
                run.app,
                run.seed,
                gui::escaped(&finding.sentence)
            ))?;
        }
    }
    for run in of.runs.iter().filter(|run| run.faults == "all") {
        let right = run.findings.iter().filter(|finding| finding.is_true).count();
        output.print(format_args!(
            "  {}, {}+all, seed {}: {right} of {} findings are true\n",
            of.profile,
            run.app,
            run.seed,
            run.findings.len()
        ))?;
    }
    Ok(())
}
