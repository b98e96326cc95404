//! Dump to layout, beside `roxmltree` and Python's `xml.etree` in the same run.
//!
//! `cargo bench -p oddity-gui` (`-- --quick` for a look). Wall time swings on shared machines, so this measures CPU
//! time, lets the competitors take turns, and prints the median of the ratios of each turn.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../tests/support/reference.rs"]
mod reference;

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use gui::flat::Flat;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick" || arg == "--test");
    let (rounds, passes) = if quick { (5, 3) } else { (15, 20) };
    let Some(dumps) = Dumps::recorded() else { return };
    let python = Python::new(&dumps, if quick { 0.2 } else { 1.0 });

    let mut turns: Vec<[f64; 4]> = Vec::new();
    for _ in 0..rounds {
        turns.push([
            dumps.micros(passes, |text| {
                black_box(Flat::scan(text).expect("parses").nodes().len());
            }),
            dumps.micros(passes, |text| {
                black_box(Flat::scan(text).expect("parses").to_layout().expect("fits").len());
            }),
            dumps.micros(passes, |text| {
                let document = roxmltree::Document::parse(text).expect("parses");
                black_box(reference::rows(&document).expect("a dump").len());
            }),
            python.as_ref().map_or(f64::NAN, Python::micros),
        ]);
    }

    let (count, bytes) =
        (dumps.texts.len() as f64, dumps.texts.iter().map(String::len).sum::<usize>() as f64);
    println!("{count} dumps, {:.2} MB; median of {rounds} rounds of {passes} passes, CPU time", bytes / 1e6);
    println!("{:<44}{:>12}{:>10}{:>14}", "", "us a dump", "MB/s", "flat model is");
    let names = [
        "oddity, flat model",
        "oddity, layout (interned, digests)",
        "roxmltree, flat model",
        "xml.etree, flat model",
    ];
    for (at, name) in names.iter().enumerate() {
        let micros = median(turns.iter().map(|turn| turn[at]));
        if micros.is_nan() {
            println!("{name:<44}{:>12}", "no python3");
            continue;
        }
        let ratio = median(turns.iter().map(|turn| turn[at] / turn[0]));
        println!("{name:<44}{:>12.1}{:>10.0}{:>13.1}x", micros / count, bytes / micros, ratio);
    }
}

/// The recorded dumps that every competitor reads alike: UTF-8, with nothing before or after the XML.
struct Dumps {
    texts: Vec<String>,
    files: Vec<PathBuf>,
}

impl Dumps {
    fn recorded() -> Option<Dumps> {
        let folder = testkit::shared_data("android-fixtures/uidump")?;
        let mut dumps = Dumps { texts: Vec::new(), files: Vec::new() };
        for path in testkit::files_in(&folder) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if text.starts_with('<') && text.trim_end().ends_with("</hierarchy>") {
                assert!(
                    Flat::scan(&text).is_ok() && roxmltree::Document::parse(&text).is_ok(),
                    "{}",
                    path.display()
                );
                dumps.texts.push(text);
                dumps.files.push(path);
            }
        }
        Some(dumps)
    }

    /// CPU microseconds of one pass over all dumps.
    fn micros(&self, passes: u32, mut read: impl FnMut(&str)) -> f64 {
        let start = cpu_nanos();
        for _ in 0..passes {
            for text in &self.texts {
                read(black_box(text));
            }
        }
        (cpu_nanos() - start) / 1e3 / f64::from(passes)
    }
}

struct Python<'a> {
    dumps: &'a Dumps,
    seconds: f64,
}

impl<'a> Python<'a> {
    fn new(dumps: &'a Dumps, seconds: f64) -> Option<Python<'a>> {
        Command::new("python3").arg("--version").output().ok().map(|_| Python { dumps, seconds })
    }

    fn micros(&self) -> f64 {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/etree.py");
        let output = Command::new("python3")
            .arg(script)
            .arg(self.seconds.to_string())
            .args(&self.dumps.files)
            .output()
            .expect("python3 started before");
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim()
            .parse()
            .unwrap_or_else(|_| panic!("etree.py: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// CPU time of this thread where the system tells it, else wall time.
fn cpu_nanos() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let from_kernel = fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split_whitespace().next().and_then(|nanos| nanos.parse().ok()));
    from_kernel.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_nanos() as f64)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
