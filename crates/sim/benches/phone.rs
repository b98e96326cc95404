//! How fast a simulated phone is: events with the layout after each, and clones.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on fails")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use device::{Device, Input, KeyCode, Motion};
use sim::{Faults, Profile, SimPhone, install};
use testkit::Dice;

use desk::{Desk, PACKAGE};
use walk::{Step, random_event};

#[path = "../tests/phone/desk.rs"]
mod desk;
#[path = "../tests/phone/walk.rs"]
mod walk;

const EVENTS: usize = 1_000;

/// The app just opened, with 200 things in its store.
fn opened() -> SimPhone {
    let mut phone = SimPhone::new(&Profile::default(), vec![install::<Desk>(Faults::NONE)], 7);
    phone.launch(PACKAGE).unwrap();
    phone.act(&Input::key(KeyCode::MENU)).unwrap();
    let menu = phone.observe().unwrap().layout;
    let fill = menu.nodes().find(|node| node.text() == "Fill").unwrap();
    phone.act(&Input::Tap { at: fill.bounds().center().into() }).unwrap();
    settle(&mut phone);
    phone
}

/// A walk, with the phone at its end.
fn recorded() -> (Vec<(Step, Duration)>, SimPhone) {
    let (mut phone, mut dice) = (opened(), Dice(17));
    let mut walk = Vec::new();
    for _ in 0..EVENTS {
        walk.push(random_event(&mut phone, &mut dice));
        settle(&mut phone);
    }
    (walk, phone)
}

/// The same walk on a fresh phone.
fn repeated(walk: &[(Step, Duration)]) -> SimPhone {
    let mut phone = opened();
    for (step, pause) in walk {
        step.perform(&mut phone);
        phone.wait(*pause).unwrap();
        settle(&mut phone);
    }
    phone
}

/// Waits until the screen rests, and looks.
fn settle(phone: &mut SimPhone) {
    for _ in 0..20 {
        let seen = phone.observe().unwrap();
        if black_box(seen).motion == Motion::Still {
            return;
        }
        phone.wait(Duration::from_millis(100)).unwrap();
    }
}

fn phone(criterion: &mut Criterion) {
    let (walk, mut walked) = recorded();
    assert_eq!(repeated(&walk).state_hash(), walked.state_hash(), "the walk goes the same way again");
    let mut group = criterion.benchmark_group("phone");
    group.throughput(Throughput::Elements(walk.len() as u64));
    group.bench_function("event, settle, observe", |bench| bench.iter(|| repeated(&walk)));

    walked.stop(PACKAGE).unwrap();
    walked.launch(PACKAGE).unwrap();
    settle(&mut walked);
    let layout = walked.observe().unwrap().layout;
    let ticked = layout.nodes().find(|node| node.short_id() == "ticked").unwrap();
    let tap = Input::Tap { at: ticked.bounds().center().into() };
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone after 1,000 events", |bench| bench.iter(|| walked.clone()));
    group.bench_function("clone, tap, observe", |bench| {
        bench.iter(|| {
            let mut phone = walked.clone();
            phone.act(&tap).unwrap();
            assert_ne!(phone.observe().unwrap().layout, layout);
            phone
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = phone
}
criterion_main!(benches);
