//! The techniques on the simulated apps: the mended ones give no cause for alarm, the planted faults do.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod hunt;

use experiment::Kind;
use hunt::Hunt;

/// Hunts an app and returns what was raised, told.
fn raised(app: &str, seed: u64, events: u64) -> Vec<(Kind, String)> {
    let mut hunt = Hunt::new(app, seed);
    while hunt.events < events {
        hunt.round();
    }
    hunt.raised.into_iter().map(|raised| (raised.kind, raised.sentence)).collect()
}

/// Nothing is raised on a mended app.
fn silent(app: &str) {
    for seed in 0..3 {
        assert_eq!(raised(app, seed, 6_000), [], "{app}, seed {seed}");
    }
}

/// A fault is raised with one of these sentences, and nothing of another kind.
fn raises(app: &str, kind: Kind, sentences: &[&str]) {
    let raised = raised(app, 1, 12_000);
    let expected = |(seen, told): &(Kind, String)| *seen == kind && sentences.contains(&told.as_str());
    assert!(!raised.is_empty() && raised.iter().all(expected), "{app}: {raised:#?}");
}

#[test]
fn explore() {
    let n: u64 = std::env::var("N").map_or(6000, |n| n.parse().unwrap());
    let seeds: u64 = std::env::var("S").map_or(3, |n| n.parse().unwrap());
    for app in std::env::var("APPS").unwrap_or_default().split(',') {
        for seed in 0..seeds {
            let began = std::time::Instant::now();
            let mut hunt = Hunt::new(app, seed);
            while hunt.events < n {
                hunt.round();
            }
            println!(
                "{app} seed {seed}: {} events {} probes {:?} volatile {:?}",
                hunt.events,
                hunt.probes,
                began.elapsed(),
                hunt.volatile.widgets().collect::<Vec<_>>()
            );
            for r in &hunt.raised {
                println!("   RAISED {} | {}", r.fingerprint, r.sentence);
            }
            for (f, n) in &hunt.suspected {
                println!("      suspected {n} {f}");
            }
        }
    }
}
