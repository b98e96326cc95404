//! How long it takes to compare pictures. With `--plain`, milliseconds as `peers.py` reads them.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a bench")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::Criterion;
use device::Picture;
use vision::{Image, colours, cw_ssim};

#[path = "../tests/support/picture.rs"]
mod picture;
use picture::picture;

fn encoded(image: &Image) -> Vec<u8> {
    let rgba = Arc::new(image.bytes().to_vec());
    Picture { width_px: image.width() as u32, height_px: image.height() as u32, rgba }.to_png()
}

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
    let png = match std::env::var_os("ODDITY_PNG") {
        Some(file) => std::fs::read(file).unwrap(),
        None => encoded(&picture((720, 1280, 0))),
    };
    cases.push(("png".to_owned(), Box::new(move || f64::from(Picture::from_png(&png).unwrap().width_px))));
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

/// The median of nine rounds, each long enough to be measured, in time of the processor where the system tells it: others may be
/// at work on the machine.
fn median_ms(work: &dyn Fn() -> f64) -> f64 {
    let once = spent_ms(1, work).max(1e-4);
    let many = ((20.0 / once) as usize).clamp(1, 100_000);
    let mut rounds: Vec<f64> = (0..9).map(|_| spent_ms(many, work) / many as f64).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[4]
}

/// What it takes to do it so many times.
fn spent_ms(many: usize, work: &dyn Fn() -> f64) -> f64 {
    let (processor, clock) = (processor_ms(), Instant::now());
    for _ in 0..many {
        black_box(work());
    }
    let clock = clock.elapsed().as_secs_f64() * 1000.0;
    processor.zip(processor_ms()).map_or(clock, |(before, after)| after - before)
}

/// How long this thread was on a processor, as Linux tells it.
fn processor_ms() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split(' ').next()?.parse::<u64>().ok()? as f64 / 1e6)
}
