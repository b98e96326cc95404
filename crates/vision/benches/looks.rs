//! How long it takes to compare pictures. With `--plain`, milliseconds as `peers.py` reads them.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a bench")]

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use vision::{colours, cw_ssim};

#[path = "../tests/support/picture.rs"]
mod picture;
use picture::picture;

/// Everything that is measured, by its name.
fn cases() -> Vec<(String, Box<dyn Fn() -> f64>)> {
    let mut cases: Vec<(String, Box<dyn Fn() -> f64>)> = Vec::new();
    for (name, width, height) in [("full", 720, 1280), ("crop", 160, 96)] {
        let pair = || (picture((width, height, 0)), picture((width, height, 1)));
        let (one, other) = pair();
        cases.push((format!("pyssim-{name}"), Box::new(move || cw_ssim::pyssim(&one, &other))));
        let (one, other) = pair();
        cases.push((format!("wavelet-{name}"), Box::new(move || cw_ssim::wavelet(&one, &other))));
        let (one, other) = pair();
        cases.push((format!("colours-{name}"), Box::new(move || colours::perceived(&one, &other))));
    }
    let bins = |by: usize| -> Vec<f64> { (0..32).map(|at| ((at * by) % 31) as f64 / 465.0).collect() };
    let (one, other) = (bins(7), bins(11));
    let line = move || colours::along_line(black_box(&one), black_box(&other));
    cases.push(("emd-line".to_owned(), Box::new(line)));
    cases
}

fn main() {
    if std::env::args().any(|arg| arg == "--plain") {
        for (name, work) in cases() {
            println!("{name} {}", median_ms(&work));
        }
        return;
    }
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    for (name, work) in cases() {
        criterion.bench_function(&name, |bencher| bencher.iter(&work));
    }
    criterion.final_summary();
}

/// The median of nine rounds, each long enough to be measured.
fn median_ms(work: &dyn Fn() -> f64) -> f64 {
    let begin = Instant::now();
    black_box(work());
    let once = begin.elapsed().as_secs_f64().max(1e-7);
    let many = ((0.02 / once) as usize).clamp(1, 100_000);
    let mut rounds: Vec<f64> = (0..9)
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..many {
                black_box(work());
            }
            begin.elapsed().as_secs_f64() * 1000.0 / many as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[4]
}
