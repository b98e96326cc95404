use campaign::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (listed, faults) = apps::find(&a[1]).unwrap();
    let events: u64 = a[2].parse().unwrap();
    let phones: usize = a[3].parse().unwrap();
    let strategy = explore::Strategy::ALL.into_iter().find(|s| s.name() == a[4]).unwrap();
    let seed: u64 = a[5].parse().unwrap();
    let fleet = device::Fleet::new();
    for _ in 0..phones {
        fleet.add(Box::new(sim::SimPhone::new(&sim::Profile::default(), vec![(listed.install)(faults)], seed)), None);
    }
    let mut s = Settings::new(listed.manifest.package, seed);
    s.budget.events = Some(events);
    let explorer = explore::Explorer::new(explore::Settings { strategy, ..Default::default() });
    let dir = a.get(6).map(std::path::PathBuf::from);
    let mut c = Campaign::new(s, vec![Box::new(explorer)]);
    if let Some(d) = dir { c = c.journal(Journal::create(&d, &trace::RunInfo::default()).unwrap()); }
    let t = Instant::now();
    let end = c.run(&fleet, &mut |_: Told<'_>| {}).unwrap();
    let el = t.elapsed();
    println!("{} events in {:?}: {:.0}/s covered {} of {:?} screens {} kinds {} travels {} kept {} stuck {:?} inside {}", end.tally.health.events, el, end.tally.health.events as f64 / el.as_secs_f64(), end.tally.covered, end.tally.parts, end.tally.screens, end.tally.kinds_of_screens, end.tally.travels, end.tally.kept, end.tally.stuck, end.tally.health.steps_inside);
}
