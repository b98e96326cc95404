//! Snapshots of an emulator, through its console.

use std::collections::BTreeSet;
use std::time::Duration;

use super::commands;
use super::console::Console;
use super::deadline::Deadline;
use super::error::AdbError;
use super::link::{Link, after_a_beginning};
use crate::{DeviceError, SnapshotId};
use android::console::ListedSnapshot;
use android::pm::package_paths;
use android::text::text_of;

/// The snapshots that we took, so that we can throw them away.
#[derive(Debug)]
pub(super) struct Snapshots {
    console: Console,
    taken: BTreeSet<SnapshotId>,
    next: u64,
}

/// The pause between two looks at a phone that has just become another.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);
/// Each takes some two gigabytes of disk.
const MAX_SNAPSHOTS: usize = 16;

impl Snapshots {
    pub(super) fn new(console: Console) -> Snapshots {
        Snapshots { console, taken: BTreeSet::new(), next: 0 }
    }

    /// Saves the emulator's whole condition.
    pub(super) fn save(&mut self, link: &Link) -> Result<SnapshotId, DeviceError> {
        const DOING: &str = "save its condition";
        if self.taken.len() >= MAX_SNAPSHOTS {
            let why = format!("{MAX_SNAPSHOTS} snapshots are there, and each takes gigabytes");
            return Err(link.refused(DOING, why, "throw some away first"));
        }
        let id = SnapshotId(self.next);
        // A number is used once, even if saving fails half way.
        self.next += 1;
        self.taken.insert(id);
        let deadline = Deadline::after(link.deadlines.snapshot);
        match self.console.run(&format!("avd snapshot save {}", name(id)), deadline) {
            Ok(_) => Ok(id),
            Err(error) => {
                // What there is of it, if anything.
                let _ = self.delete(id, deadline);
                Err(link.device_error(error, DOING, true))
            }
        }
    }

    /// Returns to a saved condition, and waits until the phone answers again.
    ///
    /// The console's `OK` only says that it has begun to be another machine: the connection breaks and comes back, and the
    /// shell answers before the services do.
    pub(super) fn load(&mut self, link: &mut Link, id: SnapshotId) -> Result<(), DeviceError> {
        const DOING: &str = "return to a saved condition";
        if !self.taken.contains(&id) {
            return Err(no_such_snapshot(link, id));
        }
        let mut budget = link.budget(link.deadlines.snapshot);
        let loaded = self.console.run(&format!("avd snapshot load {}", name(id)), budget.deadline());
        link.transport.forget();
        loaded.map_err(|error| match error {
            AdbError::Console { why } if why.contains("doesn't exist") => no_such_snapshot(link, id),
            error => link.device_error(error, DOING, true),
        })?;
        // Twice, because the first answer may come through the connection that is about to break.
        let mut answers = 0;
        while answers < 2 {
            let output = link.ask(DOING, &commands::service_answers(), &mut budget);
            let output = output.map_err(|error| after_a_beginning(error, true))?;
            answers += u32::from(!package_paths(&text_of(&output.stdout).text).is_empty());
            budget.pause(BETWEEN_LOOKS);
        }
        Ok(())
    }

    /// Throws a snapshot away.
    pub(super) fn forget(&mut self, link: &Link, id: SnapshotId) -> Result<(), DeviceError> {
        if !self.taken.contains(&id) {
            return Err(no_such_snapshot(link, id));
        }
        let deadline = Deadline::after(link.deadlines.snapshot);
        self.delete(id, deadline).map_err(|error| link.device_error(error, "throw a snapshot away", true))
    }

    /// How much room one takes, as far as the emulator tells.
    pub(super) fn bytes(&mut self, id: SnapshotId, deadline: Deadline) -> Option<u64> {
        let lines = self.console.run("avd snapshot list", deadline).ok()?;
        ListedSnapshot::all(&lines).into_iter().find(|listed| listed.name == name(id))?.bytes()
    }

    /// Throws all of them away, as far as the emulator lets us.
    pub(super) fn forget_all(&mut self, deadline: Deadline) {
        for id in self.taken.clone() {
            let _ = self.delete(id, deadline);
        }
    }

    fn delete(&mut self, id: SnapshotId, deadline: Deadline) -> Result<(), AdbError> {
        self.console.run(&format!("avd snapshot delete {}", name(id)), deadline)?;
        self.taken.remove(&id);
        Ok(())
    }
}

/// Ours by name, and not those of another run.
fn name(id: SnapshotId) -> String {
    format!("oddity-{}-{}", std::process::id(), id.0)
}

fn no_such_snapshot(link: &Link, id: SnapshotId) -> DeviceError {
    DeviceError::NoSuchSnapshot { serial: link.serial.clone(), name: name(id) }
}
