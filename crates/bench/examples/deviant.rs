//! Prints where deep-state differential analysis loses a fault: `cargo run --release --example deviant EVENTS SEED APP+FAULT...`.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let events: u64 = args.next().ok_or("how many events?")?.parse()?;
    let seed: u64 = args.next().ok_or("which seed?")?.parse()?;
    for spec in args {
        let (app, faults) = apps::find(&spec)?;
        for fault in app.manifest.faults.iter().filter(|&&fault| faults.has(fault)) {
            let reach = bench::deviant_reach_of(app.manifest.name, *fault);
            println!("{}+{}: {reach:?}", app.manifest.name, fault.name);
            if events == 0 {
                continue;
            }
            let found =
                bench::deviant_trail(app.manifest.name, *fault, seed, events, mining::Profile::Default);
            let Some(found) = found else { continue };
            println!(
                "  offered on {} inputs, tried {}, manifested {}: {:?}",
                found.inputs, found.tried, found.manifested, found.fates
            );
            for finding in &found.findings {
                println!("  found: {finding}");
            }
            for artefact in &found.artefacts {
                println!("  did not come back: {artefact}");
            }
            if std::env::var_os("TOLD").is_some() {
                for told in &found.told {
                    println!("    looked into: {told}");
                }
            }
        }
    }
    Ok(())
}
