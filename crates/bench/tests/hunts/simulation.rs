//! Whole hunts with everything going wrong at once, drawn from one seed: phones that fail, disks that break or fill up, processes that are killed,
//! clocks that jump. Whatever is drawn, the run ends as if nothing had been.
//!
//! `.ci/soak SECONDS` draws for so long. A failing seed is told, and `ODDITY_SOAK_SEED=SEED` repeats it.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bench::Rig;
use campaign::{CampaignError, Conclusion, Journal, Past, Told};
use device::Fleet;
use experiment::Chance;
use files::{FaultyDisk, Trouble};
use sim::{FaultPlan, Faults, FaultyPhone, PhoneFault};
use trace::RunInfo;

/// How many seeds without a wish for more.
const SEEDS: u64 = 12;
/// How often a run is disturbed at most: then it is left alone to end.
const MOST_TROUBLES: usize = 12;

/// What was drawn and struck.
#[derive(Debug, Default)]
struct Drawn {
    seeds: u64,
    disk: usize,
    kills: usize,
    phone: usize,
    clock: usize,
}

impl Drawn {
    fn all(&self) -> usize {
        self.disk + self.kills + self.phone + self.clock
    }
}

#[test]
fn whatever_goes_wrong_a_run_ends_as_if_nothing_had_been() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let mut drawn = Drawn::default();
    if let Some(seed) = number("ODDITY_SOAK_SEED") {
        simulate(seed, &mut drawn);
    } else if let Some(seconds) = number("ODDITY_SOAK") {
        let until = Instant::now() + Duration::from_secs(seconds);
        let first = number("ODDITY_SOAK_FIRST").unwrap_or(1);
        let mut seeds = first..;
        while let Some(seed) = seeds.next().filter(|_| Instant::now() < until) {
            simulate(seed, &mut drawn);
        }
    } else {
        (1..=SEEDS).for_each(|seed| simulate(seed, &mut drawn));
        assert!(drawn.kills >= 5 && drawn.disk >= 10 && drawn.phone >= 50 && drawn.clock >= 3, "{drawn:?}");
    }
    println!("{} faults: {drawn:?}", drawn.all());
}

/// One hunt undisturbed, and the same hunt with all that the seed draws.
fn simulate(seed: u64, drawn: &mut Drawn) {
    let mut chance = Chance::keyed(seed, "simulation", 0);
    let apps = apps::all();
    let app = apps[chance.below(apps.len())];
    let rig = Rig::new(app, Faults::all(app.manifest.faults), seed);
    let events = 150 + chance.below(350) as u64;
    let what = format!("ODDITY_SOAK_SEED={seed} ({}, {events} events)", rig.name());

    let whole = tempfile::tempdir().unwrap();
    let disk = FaultyDisk::new(whole.path(), u64::MAX, Trouble::Broken);
    let expected = go_on(&rig, events, whole.path(), &rig.fleet(1)).unwrap();
    let calls = disk.asked() as usize;
    drop(disk);

    let folder = tempfile::tempdir().unwrap();
    let mut troubles = 0;
    let ended = loop {
        let disk = (troubles < MOST_TROUBLES).then(|| {
            let all = [Trouble::Broken, Trouble::Short, Trouble::Full, Trouble::Killed, Trouble::Killed];
            FaultyDisk::new(folder.path(), 1 + chance.below(calls) as u64, all[chance.below(all.len())])
        });
        let plan = FaultPlan {
            seed: chance.draw(),
            per_thousand: [0, 2, 5][chance.below(3)],
            kinds: PhoneFault::ALL.iter().copied().filter(|fault| !fault.lets_pass()).collect(),
        };
        drawn.clock += usize::from(clock_jumps(folder.path(), &mut chance));
        let fleet = fleet(&rig, 1 + chance.below(3), &plan);
        let ended = go_on(&rig, events, folder.path(), &fleet);
        let struck = disk.as_ref().is_some_and(FaultyDisk::struck);
        if struck {
            troubles += 1;
            let is_kill = format!("{disk:?}").contains("Killed");
            (drawn.kills, drawn.disk) =
                (drawn.kills + usize::from(is_kill), drawn.disk + usize::from(!is_kill));
        }
        match ended {
            Ok(ended) => {
                drawn.phone += ended.tally.health.begun_again as usize;
                assert!(ended.finished && ended.error.is_none(), "{what}: {:?}", ended.error);
                break ended;
            }
            Err(error) => assert!(struck, "{what}: nothing was wrong, yet {error}"),
        }
    };
    drawn.seeds += 1;
    let found = |ended: &Conclusion| -> Vec<String> {
        ended.findings.iter().map(|finding| format!("{finding:?}")).collect()
    };
    assert_eq!(found(&ended), found(&expected), "{what}");
    assert_eq!(ended.tally.health.events, expected.tally.health.events, "{what}");
    assert_eq!(ended.tally.curve, expected.tally.curve, "{what}");
    // What a reader makes of the folder alone is the same, too. Its journal need not be: an experiment that was cut off stands in it, and
    // then again in whole.
    let past = Past::read(folder.path()).unwrap();
    assert_eq!(past.run().warnings(), &[] as &[String], "{what}");
    let settings = rig.hunting(&explore::Settings::default(), events).settings().clone();
    let recalled = campaign::recall(&settings, past, Vec::new()).unwrap();
    assert_eq!(found(&recalled), found(&expected), "{what}, read again");
    assert_eq!(recalled.tally.health.events, expected.tally.health.events, "{what}, read again");
}

/// Begins the hunt, or goes on with it.
fn go_on(rig: &Rig, events: u64, folder: &Path, fleet: &Fleet) -> Result<Conclusion, CampaignError> {
    let campaign = rig.hunting(&explore::Settings::default(), events);
    let campaign = if folder.join("run.json").exists() {
        let journal = Journal::open(folder)?;
        let past = Past::read(folder)?;
        campaign.journal(journal).resuming(past)
    } else {
        campaign.journal(Journal::create(folder, &RunInfo::default())?)
    };
    campaign.run(fleet, &mut |_: Told<'_>| {})
}

fn fleet(rig: &Rig, phones: usize, plan: &FaultPlan) -> Fleet {
    let fleet = Fleet::new();
    for number in 0..phones as u64 {
        let plan = FaultPlan { seed: plan.seed.wrapping_add(number), ..plan.clone() };
        fleet.add(Box::new(FaultyPhone::new(rig.phone(), plan)), None);
    }
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
