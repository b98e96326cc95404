//! `oddity bench lost-effects`: which planted faults independent view fuzzing finds, by profile.

use bench::{Fuzzed, LostEffects, LostRow, LostTotal, Reach, by_lost_fault, lost_total, reach_of};
use effect::Profile;
use serde::Serialize;

use super::{InReach, apps, percent, progress, reach_in};
use crate::cli::{BenchedLostArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::table::Table;

#[derive(Serialize)]
struct Benched {
    events: u64,
    seeds: u64,
    reach: Vec<InReach>,
    faults: Vec<LostRow>,
    totals: Vec<Total>,
    runs: Vec<Fuzzed>,
}

#[derive(Serialize)]
struct Total {
    profile: &'static str,
    #[serde(flatten)]
    total: LostTotal,
    /// Of the faults in reach so many were found,
    found_in_reach: usize,
    /// of so many.
    in_reach: usize,
}

pub(super) fn run(args: &BenchedLostArgs, output: &mut Output) -> Result<Exit, Failure> {
    let BenchedLostArgs { benched: args, profile } = args;
    let profiles = match profile.as_slice() {
        [] => vec![Profile::Default, Profile::Paper, Profile::Genie],
        some => some.to_vec(),
    };
    let names = apps(args);
    let bench = LostEffects {
        apps: names.clone(),
        profiles: profiles.clone(),
        seeds: args.seeds,
        events: args.events,
        jobs: args.jobs.into(),
    };
    let runs = bench.run(progress(output)).map_err(Failure::bad_input)?;
    let reach = reach_in(&names, reach_of)?;
    let faults = by_lost_fault(&runs);
    let totals: Vec<Total> = profiles.iter().map(|&profile| total(profile, &runs, &faults, &reach)).collect();
    if matches!(args.format, TableFormat::Json) {
        let (events, seeds) = (args.events, args.seeds);
        output.json(&Benched { events, seeds, reach, faults, totals, runs })?;
        return Ok(Exit::Clean);
    }
    output.print(by_fault(&profiles, &faults, &reach))?;
    output.print(format_args!("\n{}", in_total(&totals)))?;
    output.print(format_args!("\n{}", papers_table(&profiles, &runs)))?;
    tell_untrue(&runs, output)?;
    output.print(format_args!(
        "\n{} seeds, {} events per run, one fault switched on at a time; findings are confirmed by replay, \
         and true where they go away with the fault\n",
        args.seeds, args.events
    ))?;
    Ok(Exit::Clean)
}

fn total(profile: Profile, runs: &[Fuzzed], faults: &[LostRow], reach: &[InReach]) -> Total {
    let of_profile: Vec<Fuzzed> = runs.iter().filter(|run| run.profile == profile).cloned().collect();
    let in_reach = || reach.iter().filter(|row| row.reach.is_in_reach());
    let is_found = |row: &&InReach| {
        faults.iter().any(|fault| {
            (fault.profile, fault.app, fault.fault) == (profile, row.app, row.fault) && fault.found > 0
        })
    };
    Total {
        profile: profile.name(),
        total: lost_total(&of_profile),
        found_in_reach: in_reach().filter(is_found).count(),
        in_reach: in_reach().count(),
    }
}

/// A row for each fault: whether it can be seen at all, and in how many runs it was found by each profile.
fn by_fault(profiles: &[Profile], faults: &[LostRow], reach: &[InReach]) -> Table<5> {
    let named = profiles.iter().map(|profile| profile.name()).collect::<Vec<_>>().join(" / ");
    let mut table = Table::new(["app", "fault", "kind", "reach", &named]);
    for row in reach {
        let of_fault = |profile: Profile| {
            faults
                .iter()
                .find(|fault| (fault.profile, fault.app, fault.fault) == (profile, row.app, row.fault))
        };
        let found: Vec<String> = profiles
            .iter()
            .map(|&profile| {
                of_fault(profile).map_or("-".to_owned(), |row| format!("{} of {}", row.found, row.runs))
            })
            .collect();
        let kind = profiles.iter().find_map(|&profile| of_fault(profile)).map(|row| row.kind.clone());
        let reached = match &row.reach {
            Reach::InReach { kind, .. } => kind.clone(),
            Reach::NotSeen { .. } => "not seen".to_owned(),
            Reach::NoWay => "no way".to_owned(),
        };
        let cells =
            [row.app.to_owned(), row.fault.to_owned(), kind.unwrap_or_default(), reached, found.join(" / ")];
        table.row(cells);
    }
    table
}

fn in_total(totals: &[Total]) -> Table<5> {
    let mut table = Table::new(["profile", "faults found", "in reach", "findings true", "on mended apps"]);
    for Total { profile, total, found_in_reach, in_reach } in totals {
        table.row([
            (*profile).to_owned(),
            format!("{} of {}", total.found, total.faults),
            format!("{found_in_reach} of {in_reach}"),
            format!("{} of {}{}", total.is_true, total.findings, percent(total.is_true, total.findings)),
            format!("{} in {} runs", total.on_mended, total.mended),
        ]);
    }
    table
}

/// The rows of the paper's tables: mutants, errors, faults, crashes.
fn papers_table(profiles: &[Profile], runs: &[Fuzzed]) -> Table<9> {
    let mut table = Table::new([
        "profile, switched on",
        "mutants",
        "carried out",
        "replayed",
        "with errors",
        "distinct",
        "once",
        "findings",
        "crashes",
    ]);
    for &profile in profiles {
        for (name, all) in [("one fault or none", false), ("all", true)] {
            let runs = || runs.iter().filter(|run| run.profile == profile && (run.faults == "all") == all);
            let sum = |count: fn(&Fuzzed) -> u64| runs().map(count).sum::<u64>();
            let generated = sum(|run| run.tried.generated);
            let executed = sum(|run| run.tried.executed);
            let counts: [fn(&Fuzzed) -> u64; 6] = [
                |run| run.tried.replayed,
                |run| run.tried.with_errors,
                |run| run.errors.0 as u64,
                |run| run.errors.1 as u64,
                |run| run.findings.len() as u64,
                |run| run.crashes as u64,
            ];
            let [replayed, errors, distinct, once, findings, crashes] =
                counts.map(|count| sum(count).to_string());
            table.row([
                format!("{}, {name}", profile.name()),
                generated.to_string(),
                format!("{executed}{}", percent(executed as usize, generated as usize)),
                replayed,
                errors,
                distinct,
                once,
                findings,
                crashes,
            ]);
        }
    }
    table
}

fn tell_untrue(runs: &[Fuzzed], output: &mut Output) -> Result<(), Failure> {
    for run in runs.iter().filter(|run| run.profile == Profile::Default) {
        for finding in run.findings.iter().filter(|finding| !finding.is_true) {
            let app = if run.faults.is_empty() {
                run.app.to_owned()
            } else {
                format!("{}+{}", run.app, run.faults)
            };
            output.print(format_args!(
                "  not true: {app} seed {}: {}\n",
                run.seed,
                gui::escaped(&finding.sentence)
            ))?;
        }
    }
    Ok(())
}
