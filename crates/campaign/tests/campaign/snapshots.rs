//! Snapshots that stay on the phone.

use std::sync::{Arc, Mutex};

use campaign::{Budget, Campaign, Settings, Told};
use device::{Abilities, Ability, Device, SnapshotId};
use experiment::{
    Cause, Driver, Ended, Kept, Knowledge, Next, Now, Outcome, Pictures, Place, Plan, Planner, Round, Start,
    Suspicion, Walk, Walker,
};
use gui::Event;
use sim::SimPhone;

use crate::stroll::{Strollers, fleet};

/// A simulated phone that has snapshots and hands none out, as an emulator does. It says of each that it takes up as many
/// bytes as its number.
struct Emulator {
    phone: SimPhone,
}

impl Device for Emulator {
    device::hand_on!(phone: identity deadlines now unix_ms wait observe act apps launch stop clear_data read_log change
        screenshot coverage snapshot restore forget);

    fn abilities(&self) -> Abilities {
        self.phone.abilities().without(Ability::ShareSnapshots)
    }

    fn snapshot_bytes(&mut self, snapshot: SnapshotId) -> Option<u64> {
        Some(snapshot.0)
    }
}

/// Strolls, and writes down what was kept.
#[derive(Default)]
struct Weighing {
    strollers: Strollers,
    seen: Arc<Mutex<Vec<(u64, u64)>>>,
}

impl Planner for Weighing {
    fn learn(&mut self, outcome: &Outcome, known: &Knowledge) -> Vec<Suspicion> {
        let kept = outcome.kept.iter().filter_map(|keepsake| keepsake.place.kept.as_ref());
        let snapshots = kept.filter_map(|kept| match kept {
            Kept::Snapshot(on) => Some((on.snapshot.0, kept.bytes())),
            _ => None,
        });
        self.seen.lock().unwrap().extend(snapshots);
        self.strollers.learn(outcome, known)
    }

    fn plan(&mut self, known: &Knowledge, round: &mut Round) {
        self.strollers.plan(known, round);
    }
}

#[test]
fn when_an_experiment_is_over_it_is_known_how_much_room_its_snapshots_take() {
    let (fleet, settings) = fleet(1, "notes", |phone| Box::new(Emulator { phone }));
    let settings = Settings { budget: Budget { events: Some(60), time: None }, ..settings };
    let weighing = Weighing::default();
    let seen = Arc::clone(&weighing.seen);
    Campaign::new(settings, vec![Box::new(weighing)]).run(&fleet, &mut |_: Told<'_>| {}).unwrap();
    let seen = seen.lock().unwrap();
    assert!(seen.len() > 3, "{seen:?}");
    assert!(seen.iter().all(|(number, bytes)| number == bytes && *bytes > 0), "{seen:?}");
}

/// A simulated phone that saves what an app has stored, and no processes.
struct Storing {
    phone: SimPhone,
}

impl Device for Storing {
    device::hand_on!(phone: identity deadlines now unix_ms wait observe act apps launch stop clear_data read_log change
        screenshot coverage snapshot_data restore forget);

    fn abilities(&self) -> Abilities {
        let whole = [Ability::ShareSnapshots, Ability::Snapshot];
        whole.into_iter().fold(self.phone.abilities(), Abilities::without)
    }
}

/// Strolls twice, then goes back to everything that was kept and does nothing there.
#[derive(Default)]
struct Returning {
    strollers: Strollers,
    kept: Vec<Arc<Place>>,
    returned: Arc<Mutex<Vec<Outcome>>>,
}

impl Planner for Returning {
    fn learn(&mut self, outcome: &Outcome, known: &Knowledge) -> Vec<Suspicion> {
        if outcome.cause.purpose == "return" {
            self.returned.lock().unwrap().push(outcome.clone());
        } else {
            self.kept.extend(outcome.kept.iter().map(|keepsake| Arc::clone(&keepsake.place)));
        }
        self.strollers.learn(outcome, known)
    }

    fn plan(&mut self, known: &Knowledge, round: &mut Round) {
        self.strollers.plan(known, round);
        for place in self.kept.drain(..) {
            assert!(matches!(place.kept, Some(Kept::Data(_))), "{place:?}");
            let cause = Cause { purpose: "return".to_owned(), parent: None, role: None };
            let (start, driver) = (Start::At(place), Driver::Walk(Arc::new(Pause)));
            round.add(Plan { cause, start, driver, needs: Abilities::NONE, pictures: Pictures::None });
        }
    }
}

#[derive(Debug)]
struct Pause;

impl Walk for Pause {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Pause)
    }
}

impl Walker for Pause {
    fn see(&mut self, _: &Now<'_>) -> Option<experiment::Keep> {
        None
    }

    fn next(&mut self, _: &Now<'_>) -> Next {
        Next::Over(Ended::Done)
    }
}

#[test]
fn a_walk_goes_back_by_opening_the_app_with_what_it_had_stored() {
    let (fleet, settings) = fleet(1, "notes", |phone| Box::new(Storing { phone }));
    let settings = Settings { budget: Budget { events: Some(60), time: None }, ..settings };
    let returning = Returning::default();
    let returned = Arc::clone(&returning.returned);
    Campaign::new(settings, vec![Box::new(returning)]).run(&fleet, &mut |_: Told<'_>| {}).unwrap();
    let returned = returned.lock().unwrap();
    let told = |outcome: &Outcome| {
        let events = outcome.start.lineage.events();
        (outcome.way, events.iter().map(ToString::to_string).collect::<Vec<_>>(), outcome.missed.clone())
    };
    let reopened: Vec<&Outcome> =
        returned.iter().filter(|outcome| outcome.start.lineage.events().contains(&Event::Restart)).collect();
    assert!(!reopened.is_empty(), "{:?}", returned.iter().map(told).collect::<Vec<_>>());
    for outcome in reopened {
        assert_eq!(outcome.missed, None, "{:?}", told(outcome));
        let events = outcome.start.lineage.events();
        let restart = events.iter().rposition(|event| *event == Event::Restart).unwrap();
        assert_eq!(
            outcome.way as usize,
            events.len() - restart,
            "what was stored is not done again: {:?}",
            told(outcome)
        );
    }
}
