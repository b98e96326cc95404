//! Hunts on phones that keep no conditions, as any phone over adb.

use bench::Rig;
use campaign::{Campaign, Conclusion, Journal, Past, Update};
use experiment::Costs;
use finding::{Finding, Health};
use trace::RunInfo;

const EVENTS: u64 = 4_000;
const DEMO: &str = "notes+undo-after-emptying+lost-draft";

fn rig(app: &str, seed: u64) -> Rig {
    let (listed, faults) = apps::find(app).unwrap();
    Rig::new(listed, faults, seed)
}

/// A hunt that takes the phone for one on a cable: what it takes by the clock would depend on the computer.
fn hunting(rig: &Rig, events: u64) -> Campaign {
    rig.hunting(&explore::ExploreSettings::default(), events).costing(Costs::DEAR)
}

fn hunt(app: &str, seed: u64) -> Conclusion {
    let rig = rig(app, seed);
    hunting(&rig, EVENTS).run(&rig.plain_fleet(), &mut |_: Update<'_>| {}).unwrap()
}

/// How often, over some seeds, each kind of fault was found; checks what must hold for every one of them.
fn found(app: &str, seeds: u64, kinds: [&str; 2]) -> [usize; 2] {
    let mut times = [0, 0];
    let mut not_minimised = 0;
    for seed in 0..seeds {
        let ended = hunt(app, seed);
        let health = &ended.tally.health;
        assert!(health.not_arrived * 10 <= health.experiments, "seed {seed}: starts are missed: {health:?}");
        assert!(health.events_returning * 2 <= health.events, "seed {seed}: too much again: {health:?}");
        let confirmed = |finding: &Finding| finding.confirmed.times == 3;
        assert!(ended.findings.iter().all(confirmed), "seed {seed}: {:?}", ended.findings);
        not_minimised += ended.findings.iter().filter(|finding| finding.minimised.is_none()).count();
        let is_of = |kind: &str| ended.findings.iter().any(|finding| finding.suspicion.kind.name == kind);
        assert_eq!(
            ended.findings.len(),
            kinds.into_iter().filter(|&kind| is_of(kind)).count(),
            "seed {seed}"
        );
        for (times, kind) in times.iter_mut().zip(kinds) {
            *times += usize::from(is_of(kind));
        }
    }
    // A run may end before the last finding's turn comes.
    assert!(not_minimised as u64 * 10 <= seeds, "{not_minimised} findings of {seeds} runs are not minimised");
    times
}

#[test]
fn the_demos_two_faults_are_found_without_snapshots() {
    // A deep crash takes luck in so few events, so a few seeds tell nothing: over these it is found twice, the lost text always.
    let times = found(DEMO, 20, ["crash", "text-lost"]);
    assert!(times[0] >= 2 && times[1] >= 19, "the crash and the lost text were found {times:?} times of 20");
}

#[test]
fn a_mended_app_stays_silent_without_snapshots() {
    for seed in 0..3 {
        let ended = hunt("notes", seed);
        assert!(ended.findings.is_empty() && ended.artefacts.is_empty(), "seed {seed}: {:?}", ended.findings);
    }
}

#[test]
fn the_folder_tells_how_phones_without_snapshots_came_to_their_starts() {
    let (rig, folder) = (rig(DEMO, 4), tempfile::tempdir().unwrap());
    let hunting = || hunting(&rig, 1_500);
    let journal = Journal::create(folder.path(), &RunInfo::default()).unwrap();
    let ended = hunting().journal(journal).run(&rig.plain_fleet(), &mut |_: Update<'_>| {}).unwrap();
    let past = Past::read(folder.path()).unwrap();
    let told = campaign::recall(hunting().settings(), past, Vec::new()).unwrap();
    let health = |ended: &Conclusion| Health { time_ms: 0, ..ended.tally.health.clone() };
    assert_eq!(health(&told), health(&ended));
    assert!(ended.tally.health.events_returning > 0, "nothing was done again");
    assert_eq!(told.findings, ended.findings);
}
