//! Going back in time: to whole conditions where CRIU is, elsewhere to what the app had stored.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use device::{Ability, Device as _, DeviceError, SnapshotId};

use crate::image::{HOME, Image};
use crate::phone::{Condition, PocketPhone};
use crate::source::{STORAGE, Source};

/// What was saved of a phone, by number.
#[derive(Default)]
pub(crate) struct Snapshots {
    saved: BTreeMap<SnapshotId, Saved>,
    last: u64,
}

struct Saved {
    condition: Condition,
    image: Arc<Image>,
    extent: Extent,
}

/// How much was saved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All there was, the app's process included.
    WithProcess,
    /// All there was, and the app had no process.
    WithoutProcess,
    /// What the app had stored. Its process went on, and is ended for good when it is gone back to.
    Data,
}

impl PocketPhone {
    pub(crate) fn can_travel(&self) -> bool {
        matches!(self.source, Source::Rooms(_))
    }

    pub(crate) fn save(&mut self) -> Result<SnapshotId, DeviceError> {
        if !self.can_travel() {
            return Err(self.lacks(Ability::Snapshot));
        }
        self.save_so_much(if self.has_process() { Extent::WithProcess } else { Extent::WithoutProcess })
    }

    /// What the app has stored, where no room has it. Between two questions nothing runs that could write to it.
    pub(crate) fn save_data(&mut self) -> Result<SnapshotId, DeviceError> {
        if self.can_travel() { Err(self.lacks(Ability::StoredData)) } else { self.save_so_much(Extent::Data) }
    }

    fn save_so_much(&mut self, extent: Extent) -> Result<SnapshotId, DeviceError> {
        // It has stored something, and nobody has opened the app yet.
        self.forget_met()?;
        let id = SnapshotId(self.snapshots.last + 1);
        let folder = self.folder.path().join("snapshots").join(id.0.to_string());
        let image = match &mut self.process {
            Some(jvm) if extent == Extent::WithProcess => jvm.save_for_a_while(&folder),
            _ => {
                copy_if_there(&self.storage(), &folder.join(HOME)).map(|()| Arc::new(Image::of(folder, None)))
            }
        };
        let image = image.map_err(|error| self.refused("save its condition", &error.to_string()))?;
        self.snapshots.saved.insert(id, Saved { condition: self.condition.clone(), image, extent });
        self.snapshots.last = id.0;
        Ok(id)
    }

    /// Goes back. A snapshot that cannot be taken up is none any more.
    pub(crate) fn go_back(&mut self, id: SnapshotId) -> Result<(), DeviceError> {
        let Some(saved) = self.snapshots.saved.get(&id) else { return Err(self.has_no(id)) };
        let (condition, image, extent) = (saved.condition.clone(), Arc::clone(&saved.image), saved.extent);
        let taken_up = match (&mut self.source, extent) {
            (Source::Rooms(rooms), Extent::WithProcess) => rooms.load(&image).map(Some),
            _ => Ok(None),
        };
        let Ok(process) = taken_up else {
            self.forget_saved(id)?;
            return Err(self.has_no(id));
        };
        let was_there = process.is_some();
        if let Some(before) = std::mem::replace(&mut self.process, process) {
            match before.home() {
                Some(_) => before.end_aside(),
                // It writes to where we are about to put something back.
                None => drop(before),
            }
        }
        let storage = self.storage();
        let put_back = remove_if_there(&storage).and_then(|()| {
            if was_there {
                Ok(())
            } else {
                copy_if_there(&image.path().join(HOME).join(STORAGE), &self.folder.inside())
            }
        });
        put_back.map_err(|error| self.refused("put back what it had stored", &error.to_string()))?;
        self.condition = condition;
        if extent == Extent::Data { self.end() } else { Ok(()) }
    }

    pub(crate) fn forget_saved(&mut self, id: SnapshotId) -> Result<(), DeviceError> {
        self.snapshots.saved.remove(&id).map(drop).ok_or_else(|| self.has_no(id))
    }

    pub(crate) fn size_of_saved(&self, id: SnapshotId) -> Option<u64> {
        self.snapshots.saved.get(&id).map(|saved| saved.image.bytes())
    }

    fn has_no(&self, snapshot: SnapshotId) -> DeviceError {
        DeviceError::NoSuchSnapshot { serial: self.identity.serial.clone(), name: snapshot.0.to_string() }
    }
}

/// With times and rights, as the process left them. It may still be at it, where a library of its own runs on.
fn copy_if_there(from: &Path, into: &Path) -> io::Result<()> {
    files::make_folders(into)?;
    match files::copy_tree(from, into) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        copied => copied,
    }
}

pub(crate) fn remove_if_there(folder: &Path) -> io::Result<()> {
    match files::remove_tree(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
