//! The folder of a phone in use.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::kit::Kit;

/// Locked while the phone is in use.
const LOCK: &str = "lock";

/// All that a phone stores. It goes when this is dropped; what a program leaves that is killed goes with the next phone.
pub(crate) struct Folder {
    dir: TempDir,
    _lock: File,
}

impl Folder {
    pub(crate) fn new(kit: &Kit) -> io::Result<Folder> {
        let phones = kit.phones();
        fs::create_dir_all(&phones)?;
        sweep(&phones);
        let dir = tempfile::Builder::new().prefix("phone-").tempdir_in(&phones)?;
        // Under its name only when locked, or another program might take the folder for one that was left.
        let unlocked = dir.path().join("unlocked");
        let lock = File::create(&unlocked)?;
        lock.lock()?;
        fs::rename(unlocked, dir.path().join(LOCK))?;
        Ok(Folder { dir, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// Removes the folders that nobody uses. One without a lock is just being made.
fn sweep(phones: &Path) {
    for left in fs::read_dir(phones).into_iter().flatten().filter_map(Result::ok) {
        let lock = File::open(left.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(left.path());
        }
    }
}
