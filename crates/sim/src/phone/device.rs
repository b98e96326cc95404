//! The simulated phone as a [`Device`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use android::component::Component;
use device::{
    Abilities, Change, Coverage, CoverageUnit, Deadlines, Device, DeviceError, Foreground, Identity, Input,
    InstalledApp, LogPage, LogPosition, MemorySnapshot, Motion, Observation, Permission, PhoneKind, Picture,
    SnapshotId,
};
use xxhash_rust::xxh3::Xxh3;

use super::profile::Profile;
use super::state::{Front, Phone};
use crate::process::{Installed, Program};
use crate::{Reached, Shared};

/// More keys than anybody presses at once.
const MAX_STROKES: usize = 10_000;

/// A phone in this process. Time stands still between calls; the same calls on the same seed give the same answers.
///
/// A clone is a phone of its own in the same condition, and costs microseconds. [`Device::snapshot`] keeps clones. What has
/// been covered stays covered when the phone returns to a snapshot; everything else, the log included, goes back.
#[derive(Clone)]
pub struct SimPhone {
    identity: Arc<Identity>,
    kind: Arc<PhoneKind>,
    phone: Phone,
    snapshots: Shared<BTreeMap<SnapshotId, Phone>>,
    last_snapshot: u64,
    coverage: Arc<Coverage>,
}

/// What a simulated phone hands out. Unlike after [`Device::restore`], what was covered goes back too: two phones that take up
/// the same condition are the same phone.
struct Packed {
    phone: Phone,
    coverage: Arc<Coverage>,
}

impl SimPhone {
    /// A phone that shows its launcher. The seed feeds what apps call random.
    pub fn new(profile: &Profile, apps: Vec<Installed>, seed: u64) -> SimPhone {
        let apps: Vec<Box<dyn Program>> = apps.into_iter().map(|app| app.0).collect();
        let total = apps.iter().map(|app| app.manifest().points()).sum();
        let coverage = Coverage { unit: CoverageUnit::Points, total: Some(total), ..Coverage::default() };
        SimPhone {
            identity: Arc::new(profile.identity()),
            kind: Arc::new(profile.kind()),
            phone: Phone::new(profile, apps, seed),
            snapshots: Shared::default(),
            last_snapshot: 0,
            coverage: Arc::new(coverage),
        }
    }

    /// Equal for equal conditions of the apps: what they store, what their processes hold, their screens, and which of them
    /// is in front. Clock, log, windows and timers do not count.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Xxh3::new();
        if let Front::App(app) = self.phone.front {
            std::hash::Hash::hash(&app, &mut hasher);
        }
        for app in &self.phone.apps {
            app.hash(&mut hasher);
        }
        hasher.digest()
    }

    fn app(&self, package: &str) -> Result<usize, DeviceError> {
        self.phone.app_of(package).ok_or_else(|| DeviceError::NoSuchApp {
            serial: self.identity.serial.clone(),
            package: package.to_owned(),
        })
    }

    fn keep(&mut self, phone: Phone) -> SnapshotId {
        self.last_snapshot += 1;
        let id = SnapshotId(self.last_snapshot);
        self.snapshots.insert(id, phone);
        id
    }

    fn no_such(&self, snapshot: SnapshotId) -> DeviceError {
        DeviceError::NoSuchSnapshot { serial: self.identity.serial.clone(), name: snapshot.0.to_string() }
    }
}

impl Device for SimPhone {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn kind(&self) -> PhoneKind {
        (*self.kind).clone()
    }

    fn abilities(&self) -> Abilities {
        Abilities::all()
    }

    fn deadlines(&self) -> Deadlines {
        Deadlines::default()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        Ok(self.phone.machine.now)
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        Ok(self.phone.machine.unix_ms())
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.phone.advance(time);
        Ok(())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let phone = &self.phone;
        Ok(Observation {
            layout: phone.layout(),
            foreground: Foreground {
                activity: Some(phone.foreground()),
                keyboard: Some(phone.machine.keyboard.is_some()),
            },
            motion: if phone.is_moving() { Motion::Moving } else { Motion::Still },
            at: phone.machine.now,
            warnings: Vec::new(),
        })
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        let strokes = match input {
            Input::Key { times, .. } => *times as usize,
            Input::Text { text } => text.chars().count(),
            _ => 0,
        };
        if strokes > MAX_STROKES {
            return Err(DeviceError::Refused {
                serial: self.identity().serial.clone(),
                doing: "send an input",
                why: format!("{strokes} keys at once are more than the {MAX_STROKES} it takes"),
                remedy: "send them in parts",
            });
        }
        self.phone.act(input);
        Ok(())
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        let mut apps: Vec<InstalledApp> = self.phone.apps.iter().map(|app| told(&**app)).collect();
        apps.sort_by(|a, b| a.package.cmp(&b.package));
        Ok(apps)
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        let app = self.app(package)?;
        self.phone.launch(app);
        Ok(())
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        let app = self.app(package)?;
        self.phone.stop(app);
        Ok(())
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        let app = self.app(package)?;
        self.phone.clear_data(app);
        Ok(())
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        Ok(self.phone.machine.log.read(since))
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        if let Change::KillProcess { package } | Change::Permission { package, .. } = change {
            self.app(package)?;
        }
        self.phone.change(change);
        Ok(())
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        Ok(self.phone.picture())
    }

    fn screenshot_of_app(&mut self) -> Result<Option<Picture>, DeviceError> {
        Ok(Some(self.phone.picture_without_messages()))
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        Ok(self.keep(self.phone.clone()))
    }

    fn snapshot_data(&mut self, package: &str) -> Result<SnapshotId, DeviceError> {
        let app = self.app(package)?;
        let mut stopped = self.phone.clone();
        stopped.stop(app);
        Ok(self.keep(stopped))
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        let Some(saved) = self.snapshots.get(&snapshot) else { return Err(self.no_such(snapshot)) };
        let mut restored = saved.clone();
        for (app, before) in restored.apps.iter_mut().zip(&self.phone.apps) {
            app.set_reached(before.reached().clone());
        }
        restored.machine.log.go_on_at(self.phone.machine.log.end());
        self.phone = restored;
        Ok(())
    }

    fn forget(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.snapshots.remove(&snapshot).map(drop).ok_or_else(|| self.no_such(snapshot))
    }

    fn memory_snapshot(&mut self) -> Result<MemorySnapshot, DeviceError> {
        Ok(MemorySnapshot::of(Packed { phone: self.phone.clone(), coverage: Arc::clone(&self.coverage) }))
    }

    fn take_up(&mut self, snapshot: &MemorySnapshot) -> Result<(), DeviceError> {
        let Some(saved) = snapshot.open::<Packed>() else {
            return Err(DeviceError::Refused {
                serial: self.identity.serial.clone(),
                doing: "take up another phone's condition",
                why: "it is not a simulated phone's".to_owned(),
                remedy: "",
            });
        };
        let log = self.phone.machine.log.end();
        self.phone = saved.phone.clone();
        self.coverage = Arc::clone(&saved.coverage);
        self.phone.machine.log.go_on_at(log);
        Ok(())
    }

    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        let reached = || self.phone.apps.iter().map(|app| &**app.reached());
        if reached().map(Reached::len).sum::<usize>() != self.coverage.reached.len() {
            let names =
                reached().flat_map(Reached::iter).map(|(file, line)| point_name(file, line)).collect();
            self.coverage = Arc::new(Coverage { reached: names, ..*self.coverage });
        }
        Ok(Arc::clone(&self.coverage))
    }
}

/// An app as `pm` and `dumpsys package` would tell it.
fn told(app: &dyn Program) -> InstalledApp {
    let manifest = app.manifest();
    let package = manifest.package;
    let component =
        |class: &&str| Component { package: package.to_owned(), class: format!("{package}.{class}") };
    let permission = |name: &&str| Permission { name: (*name).to_owned(), granted: app.has_permission(name) };
    InstalledApp {
        package: package.to_owned(),
        label: manifest.label.to_owned(),
        version: manifest.version.to_owned(),
        version_code: 1,
        launcher: manifest.activities.first().map(component),
        activities: manifest.activities.iter().map(component).collect(),
        permissions: manifest.permissions.iter().map(permission).collect(),
        pid: app.pid(),
    }
}

/// `apps/src/notes/list.rs`, line 120: `notes/list.rs:120`.
fn point_name(file: &str, line: u32) -> Arc<str> {
    let short = file.rsplit_once("src/").map_or(file, |(_, short)| short);
    format!("{short}:{line}").into()
}
