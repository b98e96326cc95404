//! A disk that fails on demand, for tests: nothing in the program asks for one.
//!
//! Every call that the other modules make for a file below a folder is counted. From the call that a [`FaultyDisk`] names on, it goes as
//! on a disk that is broken in one place, full, or taken away together with the process.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// How many disks fail just now: who writes in earnest looks at no list.
static FAILING: AtomicUsize = AtomicUsize::new(0);
static DISKS: RwLock<Vec<Arc<Disk>>> = RwLock::new(Vec::new());

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// This one call fails; of what was to be written, nothing is.
    Broken,
    /// This one call fails; of what was to be written, half is.
    Short,
    /// This call and all that would take up room fail, the first after half of it.
    Full,
    /// This call is done by half, and nothing after it at all: the process was killed.
    Killed,
}

/// A folder whose files fail until this is dropped.
#[derive(Debug)]
pub struct FaultyDisk(Arc<Disk>);

#[derive(Debug)]
struct Disk {
    folder: PathBuf,
    at: u64,
    trouble: Trouble,
    asked: AtomicU64,
    struck: AtomicBool,
}

/// What is asked of a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// What needs no room: reading, cutting off, removing, syncing.
    Other,
    /// A new file or folder, or a new name.
    Make,
}

impl FaultyDisk {
    /// From the call with this number on, the first being 1, files below the folder are in trouble.
    pub fn new(folder: &Path, at: u64, trouble: Trouble) -> FaultyDisk {
        let (asked, struck) = (AtomicU64::new(0), AtomicBool::new(false));
        let disk = Arc::new(Disk { folder: folder.to_owned(), at, trouble, asked, struck });
        DISKS.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&disk));
        FAILING.fetch_add(1, Ordering::SeqCst);
        FaultyDisk(disk)
    }

    /// How many calls there were.
    pub fn asked(&self) -> u64 {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// Whether any of them failed.
    pub fn struck(&self) -> bool {
        self.0.struck.load(Ordering::SeqCst)
    }
}

impl Drop for FaultyDisk {
    fn drop(&mut self) {
        FAILING.fetch_sub(1, Ordering::SeqCst);
        DISKS.write().unwrap_or_else(PoisonError::into_inner).retain(|disk| !Arc::ptr_eq(disk, &self.0));
    }
}

/// Whether a call for this file may be made.
pub(crate) fn ask(path: &Path, call: Call) -> io::Result<()> {
    let Some((disk, number)) = disk_of(path) else { return Ok(()) };
    let fails = match disk.trouble {
        Trouble::Broken | Trouble::Short => number == disk.at,
        Trouble::Full => number >= disk.at && call == Call::Make,
        Trouble::Killed => number >= disk.at,
    };
    if fails { Err(disk.error()) } else { Ok(()) }
}

/// How much of so many bytes may be written, where not all of it.
pub(crate) fn ask_to_write(path: &Path, len: usize) -> Option<(usize, io::Error)> {
    let (disk, number) = disk_of(path)?;
    let fails = match disk.trouble {
        Trouble::Broken | Trouble::Short => number == disk.at,
        Trouble::Full | Trouble::Killed => number >= disk.at,
    };
    let first = !disk.struck() && disk.trouble != Trouble::Broken;
    fails.then(|| (if first { len / 2 } else { 0 }, disk.error()))
}

fn disk_of(path: &Path) -> Option<(Arc<Disk>, u64)> {
    if FAILING.load(Ordering::SeqCst) == 0 {
        return None;
    }
    let disks = DISKS.read().unwrap_or_else(PoisonError::into_inner);
    let disk = disks.iter().find(|disk| path.starts_with(&disk.folder))?;
    Some((Arc::clone(disk), disk.asked.fetch_add(1, Ordering::SeqCst) + 1))
}

impl Disk {
    fn struck(&self) -> bool {
        self.struck.load(Ordering::SeqCst)
    }

    fn error(&self) -> io::Error {
        self.struck.store(true, Ordering::SeqCst);
        match self.trouble {
            Trouble::Full => io::ErrorKind::StorageFull.into(),
            _ => io::Error::other("the disk is in trouble, for a test"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{append, read, remove, write_all, write_whole};

    /// What a journal of lines and a file that is replaced look like after trouble at each call.
    fn after(trouble: Trouble, at: u64) -> (bool, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let (journal, page) = (folder.path().join("journal"), folder.path().join("page"));
        fs::write(&page, "old").unwrap();
        let disk = FaultyDisk::new(folder.path(), at, trouble);
        let work = || -> io::Result<()> {
            let mut lines = append(&journal).map_err(io::Error::from)?;
            write_all(&mut lines, &journal, b"one\n")?;
            write_whole(&page, b"new").map_err(io::Error::from)?;
            write_all(&mut lines, &journal, b"two\n")
        };
        let worked = work().is_ok();
        assert!(worked || disk.struck(), "{trouble:?} at {at}");
        let shown = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        (worked, shown(&journal), shown(&page))
    }

    #[test]
    fn whatever_call_fails_a_file_is_whole_and_a_journal_torn_at_most() {
        for trouble in [Trouble::Broken, Trouble::Short, Trouble::Full, Trouble::Killed] {
            let mut worked = 0;
            for at in 1..20 {
                let (well, journal, page) = after(trouble, at);
                assert!("one\ntwo\n".starts_with(&journal), "{trouble:?} at {at}: {journal:?}");
                assert!(["old", "new"].contains(&&*page), "{trouble:?} at {at}: {page:?}");
                worked += usize::from(well);
            }
            assert!((8..19).contains(&worked), "{trouble:?}: {worked} of 19 ended well");
        }
    }

    #[test]
    fn others_are_left_alone_and_trouble_ends() {
        let [folder, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let disk = FaultyDisk::new(folder.path(), 1, Trouble::Killed);
        let (mine, theirs) = (folder.path().join("a"), other.path().join("a"));
        assert!(write_whole(&mine, b"x").is_err() && !mine.exists());
        write_whole(&theirs, b"x").unwrap();
        assert!(disk.asked() > 0 && disk.struck());
        drop(disk);
        write_whole(&mine, b"x").unwrap();
        assert_eq!(read(&mine, 9).unwrap(), b"x");
        remove(&mine).unwrap();
    }
}
