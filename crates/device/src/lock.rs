//! Locks that keep two runs off one phone.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::FleetError;

/// Keeps other runs of this user off a phone while it lives. The system frees it when the process ends, however it ends.
#[derive(Debug)]
pub struct PhoneLock {
    file: File,
}

impl PhoneLock {
    /// Locks a phone in the usual folder.
    pub fn acquire(serial: &str) -> Result<PhoneLock, FleetError> {
        PhoneLock::acquire_in(&lock_folder(), serial)
    }

    /// Locks a phone by a file in `folder`.
    pub fn acquire_in(folder: &Path, serial: &str) -> Result<PhoneLock, FleetError> {
        let failed =
            |why: std::io::Error| FleetError::CannotLock { serial: serial.to_owned(), why: why.to_string() };
        files::make_folders(folder.parent().unwrap_or(folder)).map_err(failed)?;
        files::make_private_folder(folder).map_err(|why| failed(why.into()))?;
        let path = folder.join(file_name(serial));
        let mut file = files::update(&path).map_err(|why| failed(why.into()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.take(64).read_to_string(&mut holder);
                let holder = gui::escaped(holder.trim()).to_string();
                return Err(FleetError::InUse { serial: serial.to_owned(), holder });
            }
            Err(TryLockError::Error(why)) => return Err(failed(why)),
        }
        file.set_len(0).map_err(failed)?;
        file.rewind().map_err(failed)?;
        writeln!(file, "{}", std::process::id()).map_err(failed)?;
        Ok(PhoneLock { file })
    }
}

/// A program that is just being started holds a copy of every open file for a moment, and with it the lock, unless it is
/// given up here.
impl Drop for PhoneLock {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn lock_folder() -> PathBuf {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let in_cache = || named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")));
    if let Some(folder) = named("XDG_RUNTIME_DIR") {
        return folder.join("oddity");
    }
    match in_cache() {
        Some(cache) => cache.join("oddity").join("locks"),
        None => {
            let user = std::env::var("USER").or_else(|_| std::env::var("USERNAME")).unwrap_or_default();
            std::env::temp_dir().join(format!("oddity-{}", file_name(&user)))
        }
    }
}

/// A serial may hold slashes, colons and blanks; those that look alike afterwards are told apart by their hash.
fn file_name(serial: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' };
    let name: String = serial.chars().take(64).map(plain).collect();
    format!("{name}-{:08x}.lock", xxhash_rust::xxh3::xxh3_64(serial.as_bytes()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_in_the_place_of_a_lock_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        std::fs::write(&victim, "mine").unwrap();
        let locks = folder.path().join("locks");
        std::fs::create_dir(&locks).unwrap();
        std::os::unix::fs::symlink(&victim, locks.join(file_name("emulator-5554"))).unwrap();
        let refused = PhoneLock::acquire_in(&locks, "emulator-5554").unwrap_err();
        assert!(refused.to_string().contains("it is a link"), "{refused}");
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    }

    #[test]
    fn two_runs_never_share_a_phone() {
        let folder = tempfile::tempdir().unwrap();
        let first = PhoneLock::acquire_in(folder.path(), "127.0.0.1:5555").unwrap();
        let refused = PhoneLock::acquire_in(folder.path(), "127.0.0.1:5555").unwrap_err();
        let holder = std::process::id().to_string();
        assert_eq!(refused, FleetError::InUse { serial: "127.0.0.1:5555".to_owned(), holder });
        assert!(PhoneLock::acquire_in(folder.path(), "127.0.0.1_5555").is_ok(), "another serial");
        drop(first);
        assert!(PhoneLock::acquire_in(folder.path(), "127.0.0.1:5555").is_ok());
    }
}
