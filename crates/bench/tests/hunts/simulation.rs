//! Whole hunts with everything going wrong at once, drawn from one seed: phones that fail, disks that break or fill up, processes
//! that are killed, clocks that jump. Whatever is drawn, the run ends as if nothing had been, and its journal is the same byte for
//! byte.
//!
//! `.ci/soak SECONDS` draws for so long. A failing seed is told, and `ODDITY_SOAK_SEED=SEED` repeats it.

use std::fs;
use std::ops::AddAssign;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench::Rig;
use campaign::{CampaignError, Conclusion, Journal, Past, Update};
use device::Fleet;
use experiment::Chance;
use files::{FaultyDisk, Trouble};
use sim::{FaultPlan, Faults, FaultyPhone, PhoneFault};
use tempfile::TempDir;
use trace::RunInfo;

use crate::troubled::Troubled;

/// How many seeds when nobody wants more.
const SEEDS: u64 = 24;
/// How often a run is disturbed at most: then it is left alone to end.
const MOST_TROUBLES: usize = 16;
/// What a disk and a process meet with, each as often as it stands here.
const TROUBLES: [Trouble; 5] =
    [Trouble::Broken, Trouble::Short, Trouble::Full, Trouble::Killed, Trouble::Killed];

/// How many faults of each sort struck.
#[derive(Debug, Default, Clone, Copy)]
struct Struck {
    disk: usize,
    kills: usize,
    phone: usize,
    clock: usize,
}

impl Struck {
    fn all(self) -> usize {
        self.disk + self.kills + self.phone + self.clock
    }
}

impl AddAssign for Struck {
    fn add_assign(&mut self, more: Struck) {
        self.disk += more.disk;
        self.kills += more.kills;
        self.phone += more.phone;
        self.clock += more.clock;
    }
}

#[test]
fn whatever_goes_wrong_a_run_ends_as_if_nothing_had_been() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (mut all, mut seeds) = (Struck::default(), 0);
    let mut simulate = |seed| {
        all += simulate(seed);
        seeds += 1;
    };
    if let Some(seed) = number("ODDITY_SOAK_SEED") {
        simulate(seed);
    } else if let Some(seconds) = number("ODDITY_SOAK") {
        let until = Instant::now() + Duration::from_secs(seconds);
        let first = number("ODDITY_SOAK_FIRST").unwrap_or(1);
        (first..).take_while(|_| Instant::now() < until).for_each(simulate);
    } else {
        (1..=SEEDS).for_each(simulate);
        assert!(all.disk >= 50 && all.kills >= 30 && all.phone >= 300 && all.clock >= 20, "{all:?}");
    }
    println!("{seeds} seeds, {} faults: {all:?}", all.all());
}

/// One hunt undisturbed, and the same hunt with all that the seed draws.
fn simulate(seed: u64) -> Struck {
    let mut chance = Chance::keyed(seed, "simulation", 0);
    let apps = apps::all();
    let app = apps[chance.below(apps.len())];
    let rig = Rig::new(app, Faults::all(app.manifest.faults), seed);
    let events = 100 + chance.below(400) as u64;
    let what = format!("ODDITY_SOAK_SEED={seed} ({}, {events} events)", rig.name());

    let whole = folder_in_memory();
    let disk = FaultyDisk::new(whole.path(), u64::MAX, Trouble::Broken);
    let expected = go_on(&rig, events, whole.path(), &rig.fleet(1)).unwrap();
    let calls = disk.asked() as usize;
    drop(disk);

    let folder = folder_in_memory();
    let (mut struck, mut troubles) = (Struck::default(), 0);
    let ended = loop {
        let trouble = TROUBLES[chance.below(TROUBLES.len())];
        let at = if troubles < MOST_TROUBLES { 1 + chance.below(calls / 3) as u64 } else { u64::MAX };
        struck.clock += usize::from(clock_jumps(folder.path(), &mut chance));
        let phone_faults = Arc::new(AtomicUsize::new(0));
        let fleet = fleet(&rig, &mut chance, &phone_faults);
        let disk = FaultyDisk::new(folder.path(), at, trouble);
        let ended = go_on(&rig, events, folder.path(), &fleet);
        drop(fleet);
        struck.phone += phone_faults.load(Ordering::Relaxed);
        if disk.struck() {
            troubles += 1;
            *(if trouble == Trouble::Killed { &mut struck.kills } else { &mut struck.disk }) += 1;
        }
        match ended {
            Ok(ended) => break ended,
            Err(error) => assert!(disk.struck(), "{what}: nothing was wrong, yet {error}"),
        }
    };
    assert!(ended.finished && ended.error.is_none(), "{what}: {:?}", ended.error);
    let journal = |folder: &Path| fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    let differs = |(line, (a, b)): (usize, (&str, &str))| (a != b).then(|| format!("{line}: {a}\n{b}"));
    let (disturbed, plain) = (journal(folder.path()), journal(whole.path()));
    let first = disturbed.lines().zip(plain.lines()).enumerate().find_map(differs);
    if disturbed != plain {
        let kept = [whole.keep(), folder.keep()];
        panic!("{what}: the journals differ, see {kept:?}, first in line {first:?}");
    }
    assert_eq!(told(&ended), told(&expected), "{what}");

    // What a reader makes of the folder alone is the same, too.
    let past = Past::read(folder.path()).unwrap();
    assert_eq!(past.run().warnings(), &[] as &[String], "{what}");
    let settings = rig.hunting(&explore::ExploreSettings::default(), events).settings().clone();
    let recalled = campaign::recall(&settings, past, Vec::new()).unwrap();
    assert_eq!(told(&recalled), told(&expected), "{what}, read again");
    struck
}

/// All that a run says but how long it took and what went wrong.
fn told(ended: &Conclusion) -> (Vec<String>, u64, String) {
    let findings = ended.findings.iter().map(|finding| serde_json::to_string(finding).unwrap()).collect();
    (findings, ended.tally.health.events, format!("{:?} {:?}", ended.verdict, ended.tally.curve))
}

/// There nothing has to be waited for that is synced.
fn folder_in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Begins the hunt, or goes on with it.
fn go_on(rig: &Rig, events: u64, folder: &Path, fleet: &Fleet) -> Result<Conclusion, CampaignError> {
    let campaign = rig.hunting(&explore::ExploreSettings::default(), events);
    let campaign = if folder.join("run.json").exists() {
        let journal = Journal::open(folder)?;
        let past = Past::read(folder)?;
        campaign.journal(journal).resuming(past)
    } else {
        campaign.journal(Journal::create(folder, &RunInfo::default())?)
    };
    campaign.run(fleet, &mut |_: Update<'_>| {})
}

/// A phone of whose calls some fail, and which owns up to it; or up to three that work, since which of them meets with which fault
/// would be for their threads to decide.
fn fleet(rig: &Rig, chance: &mut Chance, faults: &Arc<AtomicUsize>) -> Fleet {
    let per_thousand = [0, 5, 20][chance.below(3)];
    if per_thousand == 0 {
        return rig.fleet(1 + chance.below(3));
    }
    let kinds = PhoneFault::ALL.iter().copied().filter(|fault| !fault.lets_pass()).collect();
    let phone = FaultyPhone::new(rig.phone(), FaultPlan { seed: chance.draw(), per_thousand, kinds });
    let fleet = Fleet::new();
    fleet.add(Box::new(Troubled { phone, faults: Arc::clone(faults), fails_at_once: false }), None);
    fleet
}

/// The time that a run took may be anything, if the computer's clock is set or its lid is closed.
fn clock_jumps(folder: &Path, chance: &mut Chance) -> bool {
    let clocks = ["0", "18446744073709551615", "-5", "soon", ""];
    let jumps = folder.join("run.json").exists() && chance.per_mille(300);
    if jumps {
        fs::write(folder.join("clock.txt"), clocks[chance.below(clocks.len())]).unwrap();
    }
    jumps
}
