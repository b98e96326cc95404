//! Crashes of the simulated apps, found by walking about and made as small as can be.

use finding::Settings;

use crate::hunt::Hunt;

#[test]
#[ignore = "a table for people"]
fn table() {
    let specs = std::env::var("SPECS").unwrap_or_else(|_| {
        "notes+undo-after-emptying notes+gone-folder tasks+done-while-hidden tasks+not-a-number diary+undo-collides \
         diary+last-photo contacts+stale-duplicates contacts+share-without-number budget+stale-undo \
         budget+empty-month feeds+gone-next"
            .to_owned()
    });
    for spec in specs.split_whitespace() {
        for seed in 1..=2 {
            let began = std::time::Instant::now();
            let mut hunt = Hunt::new(spec, Settings::default(), seed);
            let findings = hunt.run(20_000);
            println!(
                "{spec} seed {seed}: {} events, {:.1} s, {:?}",
                hunt.events,
                began.elapsed().as_secs_f64(),
                hunt.prover.progress()
            );
            for finding in findings {
                println!("  {} {:?} {:?}", finding.name, finding.confirmed, finding.minimised);
                for act in &finding.acts {
                    println!("    {}", act.event.wish());
                }
            }
        }
    }
}
