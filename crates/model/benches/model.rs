//! How fast screens are named, steps taken in and ways found. CPU time of one core.
//!
//! `cargo bench -p oddity-model` (`-- --quick` for a look).
#![expect(clippy::unwrap_used, reason = "a bench that cannot go on fails")]

#[path = "../../../apps/benches/phones/cpu_time.rs"]
mod cpu_time;

use std::fs;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use gui::{Digest, Event, Layout};
use model::{Model, Overview, ScreenId, ScreenIds, Volatile, Walked};
use testkit::Dice;

use cpu_time::CpuTime;

const SCREENS: u64 = 100_000;

/// Recorded dumps of real phones.
fn recorded() -> Option<Vec<Layout>> {
    let files = testkit::files_in(&testkit::shared_data("android-fixtures")?.join("uidump"));
    let dumps = files.iter().filter_map(|file| fs::read(file).ok());
    Some(dumps.filter_map(|dump| Some(Layout::parse(&dump).ok()?.layout)).collect())
}

fn names(criterion: &mut Criterion<CpuTime>) {
    let Some(layouts) = recorded() else { return };
    let widgets: usize = layouts.iter().map(Layout::len).sum();
    let saved = r#"{"com.example:id/clock":"changes","com.example:id/advert":"goes"}"#;
    let knowing: Volatile = serde_json::from_str(saved).unwrap();
    let mut group = criterion.benchmark_group("names of recorded screens, per widget");
    group.throughput(Throughput::Elements(widgets as u64));
    for (name, volatile) in [("nothing volatile", Volatile::default()), ("two volatile widgets", knowing)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for layout in &layouts {
                    black_box(ScreenIds::of(layout, layout.package(), &volatile));
                }
            });
        });
    }
    group.finish();
}

fn ids(screen: u64) -> ScreenIds {
    let id = |number: u64| ScreenId(Digest(u128::from(number)));
    ScreenIds { travel: id(screen), widgets: id(screen % 300), exact: id(screen) }
}

/// A walk that finds a new screen at every second step and otherwise goes back to a known one.
fn walk() -> Vec<(Event, u64)> {
    let mut dice = Dice(5);
    let mut known = 1;
    let mut walk = Vec::new();
    while known < SCREENS {
        let is_new = dice.below(2) == 0;
        known += u64::from(is_new);
        let to = if is_new { known } else { 1 + dice.below(known as usize) as u64 };
        walk.push((Event::Wait { ms: dice.below(500) as u64 }, to));
    }
    walk
}

fn told(walk: &[(Event, u64)]) -> Model {
    let mut model = Model::new();
    model.begin(ids(1), None, false);
    let mut at = 1;
    for (event, to) in walk {
        let walked = Walked { event: Some(event), to: ids(*to), activity: None, coverage_grew: false };
        model.step(ids(at).travel, walked);
        at = *to;
    }
    model
}

fn graph(criterion: &mut Criterion<CpuTime>) {
    let walk = walk();
    let mut group = criterion.benchmark_group("steps to 100,000 screens");
    group.sample_size(10).throughput(Throughput::Elements(walk.len() as u64));
    group.bench_function("step", |bencher| bencher.iter(|| black_box(told(&walk)).len()));
    group.finish();

    let model = told(&walk);
    let mut dice = Dice(9);
    let mut any = move || ids(1 + dice.below(SCREENS as usize) as u64).travel;
    let mut group = criterion.benchmark_group("100,000 screens");
    group.bench_function("shortest path between any two", |bencher| {
        bencher.iter_batched(
            || (any(), any()),
            |(from, to)| model.shortest_path(from, to),
            BatchSize::SmallInput,
        );
    });
    let mut dice = Dice(9);
    let mut any = move || ids(1 + dice.below(SCREENS as usize) as u64).travel;
    group.bench_function("path from the start", |bencher| {
        bencher.iter_batched(&mut any, |to| model.path_from_start(to), BatchSize::SmallInput);
    });
    group.bench_function("visits of the top 20 %", |bencher| bencher.iter(|| model.visits_of_top(0.2)));
    group.sample_size(10);
    group.bench_function("overview", |bencher| bencher.iter(|| Overview::of(&model, "com.example")));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = names, graph
}
criterion_main!(benches);
