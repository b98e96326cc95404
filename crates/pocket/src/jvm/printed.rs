//! What a phone's JVMs print: kept when they end, in the order of their ends.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More than anybody reads; an app that prints all day must not fill the disk.
const MOST_BYTES: u64 = 16 << 20;

/// The file in which a phone keeps what its JVMs print: one in the phone's own folder, until somebody names a better place.
#[derive(Debug, Clone)]
pub struct Printed {
    file: Arc<Mutex<PathBuf>>,
}

impl Printed {
    pub(crate) fn new(file: PathBuf) -> Printed {
        Printed { file: Arc::new(Mutex::new(file)) }
    }

    /// From now on it is kept in this file, what was printed so far included. There is no file where nothing was printed.
    pub fn keep_in(&self, file: &Path) -> io::Result<()> {
        let mut kept = self.file();
        if let Ok(before) = fs::read(&*kept) {
            append(file, &before)?;
            fs::remove_file(&*kept)?;
        }
        file.clone_into(&mut kept);
        Ok(())
    }

    /// Takes over what a JVM has printed into its own file, from this byte on.
    pub(crate) fn take(&self, printed: &Path, from: u64) {
        // What cannot be kept is no reason to lose the phone.
        let _ = self.try_to_take(printed, from);
    }

    fn try_to_take(&self, printed: &Path, from: u64) -> io::Result<()> {
        // An app may have put a link in its place.
        let mut file = files::open(printed)?;
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes)?;
        append(&self.file(), &bytes)
    }

    fn file(&self) -> MutexGuard<'_, PathBuf> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn append(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = fs::metadata(file).map_or(0, |data| data.len());
    if bytes.is_empty() || there >= MOST_BYTES {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(file)?.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_is_kept_once_and_moves_to_where_it_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let printed = Printed::new(path("phone/printed.txt"));
        fs::write(path("jvm.txt"), "known before\nnew\n").unwrap();
        printed.take(&path("jvm.txt"), 13);
        assert_eq!(fs::read_to_string(path("phone/printed.txt")).unwrap(), "new\n");
        printed.keep_in(&path("run/jvm-1.txt")).unwrap();
        printed.take(&path("jvm.txt"), 13);
        assert_eq!(fs::read_to_string(path("run/jvm-1.txt")).unwrap(), "new\nnew\n");
        assert!(!path("phone/printed.txt").exists());
        // A JVM that has printed nothing leaves no file.
        let quiet = Printed::new(path("quiet.txt"));
        quiet.take(&path("jvm.txt"), 17);
        quiet.take(&path("no such file"), 0);
        quiet.keep_in(&path("run/jvm-2.txt")).unwrap();
        assert!(!path("quiet.txt").exists() && !path("run/jvm-2.txt").exists());
    }
}
