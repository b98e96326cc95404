//! How much an app may store.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// More than any phone in use stores, and less than a disk has.
const MOST_BYTES: u64 = 2 << 30;

/// How often it is looked at.
const SELDOM: Duration = Duration::from_secs(1);

/// What a phone's app has written, looked at now and then. The kernel bounds each file; this bounds all of them.
#[derive(Debug)]
pub(crate) struct Quota {
    folders: Vec<PathBuf>,
    most_bytes: u64,
    looked: Instant,
}

impl Quota {
    /// The usual one for what is written below this folder.
    pub(crate) fn new(folder: &Path) -> Quota {
        Quota { folders: vec![folder.to_owned()], most_bytes: MOST_BYTES, looked: Instant::now() }
    }

    /// Counts what is written below another folder too.
    pub(crate) fn watch(&mut self, folder: &Path) {
        if !self.folders.iter().any(|known| folder.starts_with(known)) {
            self.folders.push(folder.to_owned());
        }
    }

    /// What is wrong, if it is time to look and something is.
    pub(crate) fn exceeded(&mut self) -> Option<String> {
        if self.looked.elapsed() < SELDOM {
            return None;
        }
        self.looked = Instant::now();
        let mut left = self.most_bytes;
        let fits = self.folders.iter().all(|folder| take(folder, &mut left));
        let most = self.most_bytes >> 20;
        (!fits)
            .then(|| format!("its app stored more than the {most} MB that a pocket phone has, and was ended"))
    }
}

/// Takes the sizes of all files below a folder from what is left. No link is followed. What goes away meanwhile counts no more.
fn take(folder: &Path, left: &mut u64) -> bool {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(file) = entry.path().symlink_metadata() else { continue };
        let fits = if file.is_dir() {
            take(&entry.path(), left)
        } else {
            left.checked_sub(file.len()).map(|rest| *left = rest).is_some()
        };
        if !fits {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_count_as_one_large_one() {
        let [folder, storage] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let mut quota = Quota { most_bytes: 10 << 20, ..Quota::new(folder.path()) };
        quota.watch(storage.path());
        quota.watch(&folder.path().join("storage"));
        assert_eq!(quota.folders.len(), 2);
        let mut look = || {
            quota.looked = Instant::now().checked_sub(2 * SELDOM).unwrap();
            quota.exceeded()
        };
        fs::create_dir_all(storage.path().join("a/b")).unwrap();
        for number in 0..10 {
            assert_eq!(look(), None, "{number} MB");
            fs::write(storage.path().join("a/b").join(number.to_string()), vec![1; 1 << 20]).unwrap();
        }
        // A link to something large is no large file.
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("link")).unwrap();
        fs::remove_file(folder.path().join("link")).unwrap();
        assert_eq!(look(), None);
        fs::write(folder.path().join("one"), "more").unwrap();
        assert!(look().unwrap().contains("more than the 10 MB"));
        assert_eq!(quota.exceeded(), None, "it was looked at just now");
    }
}
