//! `oddity bench versions`, `devices` and `looks`.

use std::collections::BTreeMap;

use bench::{ComparedRow, Comparisons, Labels, Reported};
use experiment::Fingerprint;
use serde::Serialize;
use sim::Profile;
use technique::{Class, rule_of};

use super::{apps, progress};
use crate::cli::{BenchedArgs, BenchedDevicesArgs, BenchedLooksArgs, On, Simulated, TableFormat};
use crate::comparing::{Pairs, kinds_of, read_pairs};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::table::Table;

/// Kinds of phones whose pictures are labelled: in light and in dark mode a reference, then others, one for each characteristic.
const LABELLED: [&[&str]; 2] = [
    &[
        "api=34,size=411x731,density=xhdpi",
        "api=34,size=320x480,density=xhdpi",
        "api=34,size=320x568,density=hdpi",
        "api=34,size=600x960,density=xhdpi",
        "api=34,size=411x731,density=mdpi",
        "api=34,size=411x731,density=xxxhdpi",
        "api=36,size=360x640,density=xhdpi",
    ],
    &[
        "api=34,size=411x731,density=xhdpi,dark",
        "api=28,size=320x568,density=hdpi,dark",
        "api=31,size=360x640,density=xxhdpi,dark",
    ],
];

/// Each mended app with each of its faults as the new version.
pub(super) fn versions(args: &BenchedArgs, output: &mut Output) -> Result<Exit, Failure> {
    let bench = comparisons(args, crate::kinds::simulated(&[], &Simulated::default())?);
    let rows = bench.versions(progress(output)).map_err(Failure::bad_input)?;
    if matches!(args.format, TableFormat::Json) {
        return json(args, &bench, rows, output);
    }
    print_rows(&rows, output)?;
    let held = || faulty(&rows).filter(|row| row.held);
    output.print(format_args!(
        "{} of {} faults whose steps the walks hold are found\n",
        held().filter(|row| row.true_reports() > 0).count(),
        held().count()
    ))?;
    print_false(&rows, output)
}

/// Each app over the matrix of phones.
pub(super) fn devices(args: &BenchedDevicesArgs, output: &mut Output) -> Result<Exit, Failure> {
    let BenchedDevicesArgs { benched: args, pairs } = args;
    let kinds = crate::kinds::simulated(&kinds_of("full", true)?, &Simulated::default())?;
    let mut bench = comparisons(args, kinds);
    if let Some(path) = pairs {
        let Pairs { profile, pairs } = read_pairs(path)?;
        bench = Comparisons { profile, pairs, ..bench };
    }
    let rows = bench.devices(progress(output)).map_err(Failure::bad_input)?;
    if matches!(args.format, TableFormat::Json) {
        return json(args, &bench, rows, output);
    }
    print_rows(&rows, output)?;
    print_classes(&rows, bench.kinds.len(), output)?;
    print_phones(&rows, &bench.kinds, output)?;
    print_false(&rows, output)
}

/// Labelled pairs of pictures.
pub(super) fn looks(args: &BenchedLooksArgs, output: &mut Output) -> Result<Exit, Failure> {
    let BenchedLooksArgs { benched: args, profile, output: path } = args;
    let group = |kinds: &&[&str]| {
        let on: Vec<On> = kinds.iter().map(|words| On::Sim((*words).to_owned())).collect();
        crate::kinds::simulated(&on, &Simulated::default())
    };
    let labels = Labels {
        apps: apps(args),
        seed: 0,
        events: args.events,
        jobs: args.jobs.into(),
        groups: LABELLED.iter().map(group).collect::<Result<_, Failure>>()?,
        profile: *profile,
    };
    let pairs = labels.collect(progress(output)).map_err(Failure::bad_input)?;
    let differ = pairs.iter().filter(|pair| pair.example.differs).count();
    let all = pairs.len();
    crate::input::write(path, Pairs { profile: *profile, pairs }.to_file().as_bytes())?;
    output.print(format_args!(
        "{all} pairs of pictures, of which {differ} differ: {}\n",
        crate::input::shown(path)
    ))?;
    Ok(Exit::Clean)
}

fn comparisons(args: &BenchedArgs, kinds: Vec<Profile>) -> Comparisons {
    Comparisons {
        apps: apps(args),
        seeds: args.seeds,
        events: args.events,
        jobs: args.jobs.into(),
        kinds,
        profile: vision::Profile::default(),
        pairs: Vec::new(),
    }
}

fn json(
    args: &BenchedArgs,
    bench: &Comparisons,
    rows: Vec<ComparedRow>,
    output: &mut Output,
) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Compared {
        events: u64,
        seeds: u64,
        phones: usize,
        comparisons: Vec<ComparedRow>,
    }
    let phones = bench.kinds.len();
    output.json(&Compared { events: args.events, seeds: args.seeds, phones, comparisons: rows })?;
    Ok(Exit::Clean)
}

fn faulty(rows: &[ComparedRow]) -> impl Iterator<Item = &ComparedRow> {
    rows.iter().filter(|row| row.kind.is_some())
}

fn print_rows(rows: &[ComparedRow], output: &mut Output) -> Result<(), Failure> {
    let mut table = Table::new(["app", "other", "kind", "seed", "screens", "true", "false", "first of them"]);
    for row in rows {
        let first = row.found.iter().find(|found| found.is_true).or(row.found.first());
        table.row([
            row.app.to_owned(),
            row.other.clone(),
            row.kind.clone().unwrap_or_default(),
            row.seed.to_string(),
            row.screens.to_string(),
            row.true_reports().to_string(),
            (row.found.len() - row.true_reports()).to_string(),
            first.map(|found| gui::escaped(&found.sentence)).unwrap_or_default(),
        ]);
    }
    output.print(table)?;
    let found = faulty(rows).filter(|row| row.true_reports() > 0).count();
    let told: usize = faulty(rows).map(|row| row.found.len()).sum();
    let right: usize = faulty(rows).map(ComparedRow::true_reports).sum();
    output.print(format_args!("found {found} of {} faults\n", faulty(rows).count()))?;
    output.print(format_args!(
        "{right} of {told} reports are true: they go away with the fault switched off\n"
    ))?;
    print_kinds(rows, output)
}

/// What was told, by kind: first what is told unasked, then what takes `--looks`.
fn print_kinds(rows: &[ComparedRow], output: &mut Output) -> Result<(), Failure> {
    let mut kinds: BTreeMap<(bool, String), [usize; 2]> = BTreeMap::new();
    for told in rows.iter().flat_map(|row| &row.found) {
        let fingerprint = Fingerprint::from(told.fingerprint.clone());
        let kind = told.fingerprint.split(':').next().unwrap_or_default();
        let rule = rule_of(&fingerprint).map(|rule| format!(": {rule}")).unwrap_or_default();
        let looks = if told.asked_for { " (--looks)" } else { "" };
        let counts = kinds.entry((told.asked_for, format!("{kind}{rule}{looks}"))).or_default();
        counts[usize::from(!told.is_true)] += 1;
    }
    let mut table = Table::new(["told", "true", "false"]);
    for ((_, kind), [right, wrong]) in kinds {
        table.row([kind, right.to_string(), wrong.to_string()]);
    }
    output.print("\n")?;
    output.print(table)?;
    let told = || rows.iter().flat_map(|row| &row.found).filter(|told| !told.asked_for);
    let unasked = |row: &&ComparedRow| row.found.iter().any(|told| told.is_true && !told.asked_for);
    output.print(format_args!(
        "without --looks: {} of {} faults found, {} of {} reports true\n",
        faulty(rows).filter(unasked).count(),
        faulty(rows).count(),
        told().filter(|told| told.is_true).count(),
        told().count()
    ))
}

/// The paper's table III: what was told, by class.
fn print_classes(rows: &[ComparedRow], phones: usize, output: &mut Output) -> Result<(), Failure> {
    let mut table =
        Table::new(["app", "phones", "screens", "structural", "functional", "version", "cosmetic", "false"]);
    let mut apps: BTreeMap<&str, Vec<&ComparedRow>> = BTreeMap::new();
    for row in rows {
        apps.entry(row.app).or_default().push(row);
    }
    for (app, rows) in apps {
        let told = || rows.iter().flat_map(|row| &row.found);
        let of = |class: Class| told().filter(|found| found.is_true && found.class == class.name()).count();
        let [structural, functional, version, cosmetic] = Class::ALL.map(|class| of(class).to_string());
        table.row([
            app.to_owned(),
            phones.to_string(),
            rows.iter().map(|row| row.screens).sum::<u64>().to_string(),
            structural,
            functional,
            version,
            cosmetic,
            told().filter(|found| !found.is_true).count().to_string(),
        ]);
    }
    output.print(
        "\ndifferences by class (the paper: 6 structural, 9 functional, 7 version, 74 cosmetic, 16 false)\n",
    )?;
    output.print(table)
}

/// The paper's table V: the phones by how many differences they show.
fn print_phones(rows: &[ComparedRow], kinds: &[Profile], output: &mut Output) -> Result<(), Failure> {
    let shown = |phone: u16| {
        let told = rows.iter().flat_map(|row| &row.found);
        told.filter(|found| found.is_true && found.phones.contains(&phone)).count()
    };
    let mut ranked: Vec<(usize, String)> =
        (0..).zip(kinds).map(|(phone, kind)| (shown(phone), kind.kind().to_string())).collect();
    ranked.sort_by_key(|(shown, _)| std::cmp::Reverse(*shown));
    let mut table = Table::new(["phone", "differences"]);
    for (shown, phone) in ranked {
        table.row([phone, shown.to_string()]);
    }
    output.print("\nphones by the differences they show\n")?;
    output.print(table)
}

fn print_false(rows: &[ComparedRow], output: &mut Output) -> Result<Exit, Failure> {
    let told = |row: &ComparedRow, found: &Reported| {
        format!("{} {} seed {}: {}", row.app, row.other, row.seed, found.sentence)
    };
    let wrong = |row: &ComparedRow| -> Vec<String> {
        row.found.iter().filter(|found| !found.is_true).map(|found| told(row, found)).collect()
    };
    let mended: Vec<String> = rows.iter().filter(|row| row.kind.is_none()).flat_map(wrong).collect();
    output.print(format_args!("\n{} false reports in the mended apps\n", mended.len()))?;
    for report in mended.into_iter().chain(faulty(rows).flat_map(wrong)) {
        output.print(format_args!("  false: {}\n", gui::escaped(&report)))?;
    }
    for row in faulty(rows).filter(|row| row.true_reports() == 0) {
        output.print(format_args!("  missed: {} {} seed {}\n", row.app, row.other, row.seed))?;
    }
    Ok(Exit::Clean)
}
