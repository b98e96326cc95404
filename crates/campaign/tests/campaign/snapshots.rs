//! Snapshots that stay on the phone.

use std::sync::{Arc, Mutex};

use campaign::{Budget, Campaign, Settings, Told};
use device::{Abilities, Ability, Device, SnapshotId};
use experiment::{Kept, Knowledge, Outcome, Planner, Round, Suspicion};
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
