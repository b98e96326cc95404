//! How fast a log of a million events is read and walked. CPU time of one core.
//!
//! `cargo bench -p oddity-automata` (`-- --quick` for a look).
#![expect(clippy::unwrap_used, reason = "a bench that cannot go on fails")]

#[path = "../../../apps/benches/phones/cpu_time.rs"]
mod cpu_time;

use std::collections::HashMap;
use std::fs;
use std::hint::black_box;
use std::io::{BufRead, Write};

use automata::{Bug, Dfa, Nfa, Options, Window, read_log};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flate2::Compression;
use flate2::write::GzEncoder;
use testkit::Dice;

use cpu_time::CpuTime;

const EVENTS: u64 = 1_000_000;

fn bug() -> Bug {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/automata/three-steps.jff");
    Bug::new(Nfa::from_jff(&fs::read(file).unwrap()).unwrap()).unwrap()
}

/// As instrumented apps write it, with so many lines of others for each event.
fn log(events: u64, noise: u64) -> Vec<u8> {
    let mut dice = Dice(3);
    let mut log = Vec::new();
    for second in 0..events {
        let (minute, hour, day) = (second / 60 % 60, second / 3600 % 24, 1 + second / 86_400);
        let time = format!("06-{day:02} {hour:02}:{minute:02}:{:02}.250", second % 60);
        for _ in 0..noise {
            writeln!(
                log,
                "{time}  2578  2578 W System.err: \tat android.os.Handler.dispatchMessage(Handler.java:102)"
            )
            .unwrap();
        }
        let event = 1 + dice.below(3);
        writeln!(log, "{time}  2578  2578 I Themis  : Event {event}: Opened the drawer.").unwrap();
    }
    log
}

fn window() -> Window {
    Window { from: "2022-06-01-00:00:00".parse().ok(), to: None }
}

fn logs(criterion: &mut Criterion<CpuTime>) {
    let bug = bug();
    let events = log(EVENTS, 0);
    let noisy = log(EVENTS / 10, 9);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&events).unwrap();
    let packed = packed.finish().unwrap();
    // The peer is worth comparing with only if it counts the same.
    let completed = read_log(&events[..], &bug, window(), Options::default()).unwrap().walk.completed();
    assert_eq!(line_by_line(&events, &bug.dfa), completed);

    let mut group = criterion.benchmark_group("log");
    group.sample_size(10);
    let size = |elements, text: &[u8]| Throughput::ElementsAndBytes { elements, bytes: text.len() as u64 };
    group.throughput(size(EVENTS, &events));
    let read = |log: &[u8]| read_log(log, &bug, window(), Options::default()).unwrap().walk.completed();
    group.bench_function("a million events", |bencher| bencher.iter(|| read(black_box(&events))));
    group.bench_function("the same, packed", |bencher| bencher.iter(|| read(black_box(&packed))));
    group.bench_function("the same, line by line in plain Rust", |bencher| {
        bencher.iter(|| line_by_line(black_box(&events), &bug.dfa));
    });
    group.throughput(size(EVENTS, &noisy));
    group.bench_function("a million lines, one in ten an event", |bencher| {
        bencher.iter(|| read(black_box(&noisy)));
    });
    group.finish();
}

/// What one would write first: a `String` for each line, every time parsed, words searched one after the other, a map for counts.
/// Returns how often the bug was reached.
fn line_by_line(log: &[u8], dfa: &Dfa) -> u64 {
    let (mut at, mut completed) = (Dfa::INITIAL, 0);
    let mut counts: HashMap<String, (u64, i64)> = HashMap::new();
    let start = window().from.unwrap();
    for line in log.lines().map(Result::unwrap) {
        if line.starts_with("---") {
            continue;
        }
        let mut words = line.split(' ');
        let (date, time) = (words.next().unwrap(), words.next().unwrap().split('.').next().unwrap());
        let now: automata::Time = format!("{}-{date} {time}", start.year()).parse().unwrap();
        if !line.contains("Themis") {
            continue;
        }
        let lower = line.to_lowercase();
        if lower.contains("crash!") {
            continue;
        }
        let Some(begin) = lower.find("event ") else { continue };
        let id = line[begin + 6..].split(':').next().unwrap().trim();
        let Some(symbol) = dfa.symbol(id) else { continue };
        let count = counts.entry(id.to_owned()).or_insert_with(|| (0, now.since(start)));
        count.0 += 1;
        at = dfa.next(at, symbol).or_else(|| dfa.next(Dfa::INITIAL, symbol)).unwrap_or(Dfa::INITIAL);
        if dfa.is_final(at) {
            completed += 1;
            at = Dfa::INITIAL;
        }
    }
    black_box(counts);
    completed
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = logs
}
criterion_main!(benches);
