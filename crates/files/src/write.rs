//! Writing, whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::fault::{self, Call};
use crate::read::careful;
use crate::{Refused, sync_folder};

/// Writes a file that is there in whole or not at all, also after a power cut. What was there under that name is replaced; a link
/// is replaced too, and what it leads to stays as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Refused> {
    replace(path, bytes, 0o666)
}

/// The same of a file that nobody but the user may read.
pub fn own(path: &Path, bytes: &[u8]) -> Result<(), Refused> {
    replace(path, bytes, 0o600)
}

/// Writes a file that the user names. What they name may be a link of theirs, or a device such as `/dev/stdout`: then that is
/// written to.
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), Refused> {
    match path.metadata() {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            crate::check(bytes)?;
            Ok(OpenOptions::new().write(true).open(path)?.write_all(bytes)?)
        }
        Ok(there) if there.is_file() => write_whole(&path.canonicalize()?, bytes),
        _ => write_whole(path, bytes),
    }
}

/// Under which name a file is written until it is whole.
pub fn part_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    PathBuf::from(name)
}

/// Opens a file in a folder of ours to add to it, and to read it: a new one, or a plain file and no link.
pub fn append(path: &Path) -> Result<File, Refused> {
    fault::ask(path, Call::Make)?;
    careful(OpenOptions::new().read(true).append(true).create(true), path)
}

/// Opens a file in a folder of ours to change it in place: a new one, or a plain file and no link.
pub fn update(path: &Path) -> Result<File, Refused> {
    fault::ask(path, Call::Make)?;
    careful(OpenOptions::new().read(true).write(true).create(true).truncate(false), path)
}

/// Adds to a file of ours that is open, unless the bytes hold a secret.
pub fn write_all(file: &mut File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    crate::check(bytes)?;
    if let Some((some, error)) = fault::ask_to_write(path, bytes.len()) {
        file.write_all(&bytes[..some])?;
        return Err(error);
    }
    file.write_all(bytes)
}

/// Cuts a file of ours off after so many bytes.
pub fn cut(file: &File, path: &Path, len: u64) -> io::Result<()> {
    fault::ask(path, Call::Other)?;
    file.set_len(len)
}

/// Waits until the disk has what was written to a file.
pub fn sync(file: &File, path: &Path) -> io::Result<()> {
    fault::ask(path, Call::Other)?;
    file.sync_data()
}

/// Removes a file of ours.
pub fn remove(path: &Path) -> io::Result<()> {
    fault::ask(path, Call::Other)?;
    fs::remove_file(path)
}

/// Begins a file that is not there yet, to add to it.
pub fn create_new(path: &Path) -> io::Result<File> {
    fault::ask(path, Call::Make)?;
    OpenOptions::new().append(true).create_new(true).open(path)
}

fn replace(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Refused> {
    crate::check(bytes)?;
    let part = part_of(path);
    // Left behind by a writer that was killed, or a link laid by a stranger: neither is written through.
    let _ = remove(&part);
    let make = || {
        fault::ask(&part, Call::Make)?;
        OpenOptions::new().write(true).create_new(true).mode(mode).open(&part)
    };
    let written = make()
        .and_then(|mut file| write_all(&mut file, &part, bytes).and_then(|()| sync(&file, &part)))
        .and_then(|()| fault::ask(path, Call::Make))
        .and_then(|()| fs::rename(&part, path));
    if let Err(error) = written {
        let _ = remove(&part);
        return Err(error.into());
    }
    Ok(sync_folder(path.parent().unwrap_or(Path::new("")))?)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn seen(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn no_link_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), "mine").unwrap();
        for link in ["report", "report.part", "log"] {
            symlink(at("victim"), at(link)).unwrap();
        }
        write_whole(&at("report"), b"theirs").unwrap();
        assert_eq!(append(&at("log")).unwrap_err().to_string(), "it is a link, not a plain file");
        assert_eq!(update(&at("log")).unwrap_err().to_string(), "it is a link, not a plain file");
        assert_eq!(create_new(&at("log")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!((seen(&at("victim")), seen(&at("report"))), ("mine".to_owned(), "theirs".to_owned()));
        assert!(at("report").symlink_metadata().unwrap().is_file());
        assert!(!at("report.part").exists());
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        fs::create_dir(&path).unwrap();
        assert!(write_whole(&path, b"x").is_err());
        assert!(path.is_dir() && !part_of(&path).exists());
        assert!(write_whole(&folder.path().join("none/file"), b"x").is_err());
    }

    #[test]
    fn a_link_of_the_users_own_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("page"), "old").unwrap();
        symlink(at("page"), at("link")).unwrap();
        write_named(&at("link"), b"new").unwrap();
        assert_eq!(seen(&at("page")), "new");
        assert!(at("link").symlink_metadata().unwrap().is_symlink());
        write_named(Path::new("/dev/null"), b"new").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_file_of_ones_own_is_read_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        own(&path, b"x").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
