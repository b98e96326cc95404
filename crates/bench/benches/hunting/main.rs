//! How fast a hunt on simulated phones is, and what it takes in memory and on disk.
//!
//! `cargo bench -p oddity-bench --bench hunting` hunts for a million events; `-- --quick` for 20,000, `-- --events N` for N. Each line
//! of the curve is what a single run has taken so far, its journal included.
#![expect(clippy::unwrap_used, reason = "a bench that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "a bench says what it measures")]

mod gauge;

use std::path::Path;

use bench::Rig;
use campaign::{Campaign, Journal, Update};
use explore::{ExploreSettings, SourceKind, Strategy};
use gauge::{Gauge, Taken, bytes_in, resident_bytes};
use sim::Faults;
use trace::RunInfo;

const EVENTS: u64 = 1_000_000;
const QUICK: u64 = 20_000;
/// Points of the curve.
const POINTS: u64 = 20;
const APP: &str = "notes";

fn main() {
    let events = events_asked();
    let (app, _) = apps::find(APP).unwrap();
    let rig = Rig::new(app, Faults::NONE, 1);
    let short = events.min(EVENTS / 10);
    let random =
        |source| ExploreSettings { strategy: Strategy::Random, source, ..ExploreSettings::default() };

    println!("A hunt of sim:{APP}, one phone, {events} events, with its journal\n");
    println!("{:>9} {:>9} {:>9} {:>9} {:>12}", "events", "CPU s", "MB in RAM", "MB on disk", "bytes/event");
    // First, since whatever ran before would be in its memory.
    let one = run(&rig, rig.hunting(&ExploreSettings::default(), events), 1, Some(events / POINTS));

    println!("\n{:<34} {:>9} {:>9} {:>9} {:>8}", "", "events", "µs CPU", "events/s", "main");
    tell("hunt, one phone", &one);
    let one = run(&rig, rig.hunting(&ExploreSettings::default(), short), 1, None);
    let two = run(&rig, rig.hunting(&ExploreSettings::default(), short), 2, None);
    tell("hunt, one phone, again", &one);
    tell("hunt, two phones", &two);
    tell("explore", &run(&rig, rig.exploring(ExploreSettings::default(), short), 1, None));
    for (name, source) in
        [("random", SourceKind::Layout), ("random, as Android's monkey", SourceKind::Monkey)]
    {
        let name = format!("explore --strategy {name}");
        tell(&name, &run(&rig, rig.exploring(random(source), short), 1, None));
    }
    println!(
        "\nTwo phones did {:.2} times as many events per second of the clock as one; with two free cores, one phone's \
         work halved and nothing done meanwhile by the main thread, it would be {:.2} times.",
        one.wall.as_secs_f64() / two.wall.as_secs_f64(),
        two.cpu.as_secs_f64() / (two.main + (two.cpu - two.main) / 2).as_secs_f64(),
    );
}

/// Runs a campaign with a journal in a folder of its own, and tells what it has taken every so many events.
fn run(rig: &Rig, campaign: Campaign, phones: usize, every: Option<u64>) -> Taken {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &info(rig)).unwrap();
    let gauge = Gauge::start();
    let mut next = every;
    let mut watch = |told: Update<'_>| {
        let Update::Progress(tally) = told else { return };
        let events = tally.health.events;
        if next.is_some_and(|next| events >= next) {
            tell_point(events, &gauge.taken(tally.health.steps), folder.path());
            next = every.map(|every| (events / every + 1) * every);
        }
    };
    let ended = campaign.journal(journal).run(&rig.fleet(phones), &mut watch).unwrap();
    gauge.taken(ended.tally.health.steps)
}

fn tell_point(events: u64, taken: &Taken, folder: &Path) {
    const MB: f64 = 1e6;
    let disk = bytes_in(folder);
    let memory = resident_bytes().map_or("?".to_owned(), |bytes| format!("{:.0}", bytes as f64 / MB));
    println!(
        "{events:>9} {:>9.1} {memory:>9} {:>9.1} {:>12}",
        taken.cpu.as_secs_f64(),
        disk as f64 / MB,
        disk / taken.events.max(1)
    );
}

fn tell(what: &str, taken: &Taken) {
    let per_event = taken.cpu.as_secs_f64() * 1e6 / taken.events as f64;
    let main = 100.0 * taken.main.as_secs_f64() / taken.cpu.as_secs_f64();
    println!("{what:<34} {:>9} {per_event:>9.0} {:>9.0} {main:>6.0} %", taken.events, 1e6 / per_event);
}

fn info(rig: &Rig) -> RunInfo {
    RunInfo {
        app: rig.package().to_owned(),
        made_by: "bench".to_owned(),
        seed: None,
        began_unix_ms: None,
        command: None,
    }
}

fn events_asked() -> u64 {
    let args: Vec<String> = std::env::args().collect();
    let named = args.iter().skip_while(|arg| *arg != "--events").nth(1);
    match named {
        Some(events) => events.parse().unwrap(),
        None if args.iter().any(|arg| arg == "--quick") => QUICK,
        None => EVENTS,
    }
}
