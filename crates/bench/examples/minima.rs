//! Prints the true minimum of each crash of the benchmark's apps: `cargo run --release --example minima [APP+FAULT...]`.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::time::Instant;

use bench::{Limits, minimum_crash};
use device::Device;
use sim::{FaultKind, Profile, SimPhone};

fn main() -> Result<(), Box<dyn Error>> {
    let mut specs: Vec<String> = std::env::args().skip(1).collect();
    if specs.is_empty() {
        specs = crash_faults();
    }
    let states = std::env::var("STATES").ok().and_then(|states| states.parse().ok());
    let limits = Limits { states: states.unwrap_or(Limits::default().states), ..Limits::default() };
    for spec in specs {
        let (app, faults) = apps::find(&spec)?;
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], 1);
        phone.launch(app.manifest.package)?;
        let began = Instant::now();
        let found = minimum_crash(phone, app.manifest.package, limits)?;
        let seconds = began.elapsed().as_secs_f64();
        let minimum = match &found.events {
            Some(events) => events.len().to_string(),
            None => format!(">= {}", found.at_least),
        };
        println!(
            "{spec:34} {minimum:6} {:9} states {:?} {:10} events {seconds:7.1} s",
            found.states, found.levels, found.tried
        );
        for event in found.events.into_iter().flatten() {
            println!("    {}", event.wish());
        }
    }
    Ok(())
}

fn crash_faults() -> Vec<String> {
    let all = apps::all();
    let crashes = all.iter().flat_map(|app| {
        let faults = app.manifest.faults.iter();
        let crashes =
            faults.filter(|fault| matches!(fault.kind, FaultKind::ShallowCrash | FaultKind::DeepCrash));
        crashes.map(move |fault| format!("{}+{fault}", app.manifest.name))
    });
    crashes.collect()
}
