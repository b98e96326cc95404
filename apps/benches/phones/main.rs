//! How fast simulated phones are with the six apps: events, clones and screenshots. CPU time of one core.
//!
//! `cargo bench -p oddity-apps` (`-- --quick` for a look).
#![expect(clippy::unwrap_used, reason = "a bench that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "a bench says what it measures")]

mod cpu_time;
mod walk;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use device::{Change, Device, Input, KeyCode};
use gui::Selector;
use sim::{Faults, Profile, SimPhone};

use cpu_time::CpuTime;
use walk::{Walk, look};

/// Events per app.
const EVENTS: usize = 1_000;
/// One screen of so many is drawn and placed from nothing.
const EVERY: usize = 50;
const NOTES: usize = 200;

fn phones(criterion: &mut Criterion<CpuTime>) {
    let mut screens = Vec::new();
    let walks: Vec<Walk> = apps::all()
        .iter()
        .map(|app| {
            let mut events = 0;
            Walk::record(app, EVENTS, |phone, layout| {
                events += 1;
                if events % EVERY == 0 && layout.package() == app.manifest.package {
                    screens.push(phone.clone());
                }
            })
        })
        .collect();
    tell_mix(&walks);
    events(criterion, &walks);
    layouts(criterion, &screens);
    clones(criterion);
    pictures(criterion, &mut screens);
}

/// An event, settling, and the layout after it.
fn events(criterion: &mut Criterion<CpuTime>, walks: &[Walk]) {
    let mut group = criterion.benchmark_group("event, settle, observe");
    for (app, walk) in apps::all().iter().zip(walks) {
        assert_eq!(walk.repeat().state_hash(), walk.end.state_hash(), "the walk goes the same way again");
        group.throughput(Throughput::Elements(walk.len() as u64));
        group.bench_function(app.manifest.name, |bench| bench.iter(|| walk.repeat()));
    }
    group.throughput(Throughput::Elements(walks.iter().map(Walk::len).sum::<usize>() as u64));
    group.bench_function("all six", |bench| {
        bench.iter(|| walks.iter().for_each(|walk| drop(black_box(walk.repeat()))));
    });
    group.finish();
}

/// Larger letters: the activity is made anew, and each of its widgets is measured and placed from nothing.
fn layouts(criterion: &mut Criterion<CpuTime>, screens: &[SimPhone]) {
    let larger = Change::FontScale { percent: 110 };
    let widgets: usize = screens.iter().map(|phone| phone.clone().observe().unwrap().layout.len()).sum();
    println!("\n{} screens of {} widgets on average", screens.len(), widgets / screens.len());
    let mut group = criterion.benchmark_group("cold layout");
    group.throughput(Throughput::Elements(screens.len() as u64));
    group.bench_function("screens of all six", |bench| {
        let fresh = || screens.to_vec();
        bench.iter_batched(
            fresh,
            |mut phones| {
                for phone in &mut phones {
                    phone.change(&larger).unwrap();
                    black_box(phone.observe().unwrap());
                }
                phones
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn clones(criterion: &mut Criterion<CpuTime>) {
    let (phone, tap) = notes_of_a_year();
    let before = phone.clone().observe().unwrap().layout;
    let mut group = criterion.benchmark_group("after 1,000 events, 200 notes stored");
    group.bench_function("clone", |bench| bench.iter(|| phone.clone()));
    group.bench_function("clone, tap, observe", |bench| {
        bench.iter(|| {
            let mut phone = phone.clone();
            phone.act(&tap).unwrap();
            assert_ne!(phone.observe().unwrap().layout, before);
            phone
        });
    });
    group.finish();
}

fn pictures(criterion: &mut Criterion<CpuTime>, screens: &mut [SimPhone]) {
    let mut group = criterion.benchmark_group("screenshot of 1080x1920");
    group.throughput(Throughput::Elements(screens.len() as u64));
    group.bench_function("raw", |bench| {
        bench.iter(|| screens.iter_mut().for_each(|phone| drop(black_box(phone.screenshot().unwrap()))));
    });
    group.bench_function("PNG", |bench| {
        bench.iter(|| {
            for phone in screens.iter_mut() {
                black_box(phone.screenshot().unwrap().to_png());
            }
        });
    });
    group.finish();
}

/// The notes app with 200 notes that someone typed, after at least 1,000 events; and a tap that opens one.
fn notes_of_a_year() -> (SimPhone, Input) {
    let (app, _) = apps::find("notes").unwrap();
    let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(Faults::NONE)], 7);
    phone.launch(app.manifest.package).unwrap();
    let mut events = 0;
    let mut act = |phone: &mut SimPhone, input: &Input| {
        phone.act(input).unwrap();
        events += 1;
        look(phone);
    };
    for note in 0..NOTES {
        for target in ["#add", "#title"] {
            let tap = tap_on(&mut phone, target);
            act(&mut phone, &tap);
        }
        act(&mut phone, &Input::Text { text: format!("Note {note}") });
        act(&mut phone, &Input::key(KeyCode::BACK));
        let save = tap_on(&mut phone, "#save");
        act(&mut phone, &save);
    }
    assert!(events >= 1_000 && look(&mut phone).tell().contains("Note 199"));
    let open = tap_on(&mut phone, "row 1 of #note_list");
    (phone, open)
}

fn tap_on(phone: &mut SimPhone, target: &str) -> Input {
    let layout = look(phone);
    let target: Selector = target.parse().unwrap();
    Input::Tap { at: target.resolve(&layout).unwrap().node.bounds().center().into() }
}

fn tell_mix(walks: &[Walk]) {
    let mut mix: BTreeMap<&str, usize> = BTreeMap::new();
    for (kind, times) in walks.iter().flat_map(|walk| &walk.mix) {
        *mix.entry(kind).or_default() += times;
    }
    let told: Vec<String> = mix.iter().map(|(kind, times)| format!("{times} {kind}")).collect();
    println!("{} events on each app: {}\n", EVENTS, told.join(", "));
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime).sample_size(10);
    targets = phones
}
criterion_main!(benches);
