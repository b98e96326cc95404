//! The folder of a phone in use.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::kit::Kit;
use crate::phone::travel::remove_if_there;

/// More phones than a computer has memory for.
const MAX_PHONES: u32 = 1_000;

/// What an app sees of its phone's folder.
const INSIDE: &str = "inside";

/// All that a phone stores. It goes when this is dropped; what a program leaves that is killed goes with the next phone.
///
/// What its app sees of it is a folder within: what we keep beside that (snapshots, what was printed) no app gets at, where it runs as the
/// same user too.
///
/// Its name is the lowest number that is free: an app may show where its files are, and what it shows is to be the same
/// the next time.
pub(crate) struct Folder {
    path: PathBuf,
    // Held as long as the folder is in use.
    _lock: File,
}

impl Folder {
    pub(crate) fn new(kit: &Kit) -> io::Result<Folder> {
        Folder::within(&kit.phones())
    }

    fn within(phones: &Path) -> io::Result<Folder> {
        fs::create_dir_all(phones)?;
        sweep(phones);
        for number in 1..=MAX_PHONES {
            let path = phones.join(number.to_string());
            if let Some(lock) = lock(&path)? {
                remove_if_there(&path)?;
                fs::create_dir(&path)?;
                fs::create_dir(path.join(INSIDE))?;
                return Ok(Folder { path, _lock: lock });
            }
        }
        Err(io::Error::other("too many phones are in use"))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The part of it that its app sees.
    pub(crate) fn inside(&self) -> PathBuf {
        self.path.join(INSIDE)
    }

    /// A folder for JVMs, within that part. Its name never comes again: one that ends late takes its own folder along, not that of the
    /// next phone.
    pub(crate) fn for_jvms(&self) -> io::Result<PathBuf> {
        tempfile::Builder::new().prefix("jvms-").tempdir_in(self.inside()).map(TempDir::keep)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays goes with the next phone.
        let _ = files::remove_tree(&self.path);
    }
}

/// Removes the folders that nobody uses.
fn sweep(phones: &Path) {
    let folders = fs::read_dir(phones).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    for left in folders.filter(|path| path.is_dir()) {
        if let Ok(Some(_lock)) = lock(&left) {
            let _ = files::remove_tree(&left);
        }
    }
}

/// The right to use a folder; `None` while another phone has it.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let lock = File::create(folder.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_has_the_lowest_number_that_is_free_and_nothing_of_who_had_it_before() {
        let phones = tempfile::tempdir().unwrap();
        let name = |folder: &Folder| folder.path().file_name().unwrap().to_owned();
        let first = Folder::within(phones.path()).unwrap();
        let second = Folder::within(phones.path()).unwrap();
        assert_eq!((name(&first), name(&second)), ("1".into(), "2".into()));
        drop(first);
        // As a program leaves it that is killed.
        for left in ["1", "7"] {
            fs::create_dir(phones.path().join(left)).unwrap();
            fs::write(phones.path().join(left).join("diary.db"), "old").unwrap();
        }
        let next = Folder::within(phones.path()).unwrap();
        assert_eq!(name(&next), "1");
        assert_eq!(fs::read_dir(next.inside()).unwrap().count(), 0);
        assert_eq!(fs::read_dir(next.path()).unwrap().count(), 1);
        assert!(!phones.path().join("7").exists(), "what was left is cleared away");
        assert!(second.path().is_dir());
    }
}
