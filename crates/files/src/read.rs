//! Reading, up to a limit.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

use rustix::fs::OFlags;

use crate::Refused;
use crate::fault::{self, Call};
use crate::patient::Patient;

/// How long a pipe or a device may say nothing. A phone takes ten seconds to find that its screen never rests.
const PATIENCE: Duration = Duration::from_secs(15);

/// No link is followed in the last place, and whoever opens a pipe does not wait for the other end.
pub(crate) const CAREFUL: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// The bytes of a file in a folder of ours: a plain file, no link.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Refused> {
    limited(open(path)?, limit)
}

/// The same as text.
pub fn text(path: &Path, limit: u64) -> Result<String, Refused> {
    as_text(read(path, limit)?)
}

/// Opens a file in a folder of ours for reading: a plain file, no link.
pub fn open(path: &Path) -> Result<File, Refused> {
    fault::ask(path, Call::Other)?;
    careful(OpenOptions::new().read(true), path)
}

/// The bytes of a file that the user names. Links are theirs to lay; pipes and devices are read as long as something comes.
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, Refused> {
    limited(stream_named(path)?, limit)
}

/// The same piece by piece, for what is too large for memory.
pub fn stream_named(path: &Path) -> Result<Box<dyn Read + Send>, Refused> {
    let there = path.metadata()?;
    if there.is_file() || there.is_dir() {
        return Ok(Box::new(open_named(path)?));
    }
    Ok(Box::new(Patient::open(path, PATIENCE)))
}

/// The same as text.
pub fn text_named(path: &Path, limit: u64) -> Result<String, Refused> {
    as_text(read_named(path, limit)?)
}

/// Opens a file that the user names, where it has to be a plain one: an APK is read in several places.
pub fn open_named(path: &Path) -> Result<File, Refused> {
    check(&path.metadata()?)?;
    let file = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// Opens what is a plain file and no link, both before and after: whoever opens a device may already do something.
pub(crate) fn careful(options: &mut OpenOptions, path: &Path) -> Result<File, Refused> {
    match path.symlink_metadata() {
        Ok(there) => check(&there)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let file = options.custom_flags(CAREFUL.bits() as i32).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(file: &Metadata) -> Result<(), Refused> {
    if file.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    if file.is_file() { Ok(()) } else { Err(Refused::NotPlain(kind_of(file.file_type()))) }
}

fn kind_of(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_symlink() => "a link",
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

fn limited(from: impl Read, limit: u64) -> Result<Vec<u8>, Refused> {
    let mut bytes = Vec::new();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(Refused::TooLarge(limit)) } else { Ok(bytes) }
}

fn as_text(bytes: Vec<u8>) -> Result<String, Refused> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text").into())
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn pipe(path: &Path) {
        rustix::fs::mkfifoat(rustix::fs::CWD, path, 0o600.into()).unwrap();
    }

    #[test]
    fn a_file_of_ours_is_a_plain_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("plain"), "milk").unwrap();
        std::os::unix::fs::symlink(at("plain"), at("link")).unwrap();
        std::os::unix::fs::symlink(at("nowhere"), at("dangling")).unwrap();
        pipe(&at("pipe"));
        let cases = [
            ("plain", "milk"),
            ("link", "it is a link, not a plain file"),
            ("dangling", "it is a link, not a plain file"),
            ("pipe", "it is a pipe, not a plain file"),
        ];
        for (name, expected) in cases {
            let seen = text(&at(name), 4).unwrap_or_else(|refused| refused.to_string());
            assert_eq!(seen, expected, "{name}");
        }
        assert_eq!(read(&at("plain"), 3).unwrap_err().to_string(), "it is larger than 3 bytes");
        assert!(read(&at("nowhere"), 3).unwrap_err().is_missing());
        let folder = read(folder.path(), 3).unwrap_err();
        assert!(matches!(&folder, Refused::Io(e) if e.kind() == io::ErrorKind::IsADirectory), "{folder}");
        let device = read(Path::new("/dev/zero"), 3).unwrap_err();
        assert_eq!(device.to_string(), "it is a device, not a plain file");
    }

    #[test]
    fn what_the_user_names_may_be_a_link_or_a_pipe_that_speaks() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("plain"), "milk").unwrap();
        std::os::unix::fs::symlink(at("plain"), at("link")).unwrap();
        assert_eq!(text_named(&at("link"), 4).unwrap(), "milk");
        assert_eq!(open_named(&at("link")).unwrap().metadata().unwrap().len(), 4);
        pipe(&at("pipe"));
        let writer = thread::spawn({
            let pipe = at("pipe");
            move || std::fs::write(pipe, "bread").unwrap()
        });
        assert_eq!(text_named(&at("pipe"), 5).unwrap(), "bread");
        writer.join().unwrap();
        assert!(matches!(open_named(&at("pipe")).unwrap_err(), Refused::NotPlain("a pipe")));
        let endless = read_named(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert_eq!(endless.to_string(), "it is larger than 1 MiB");
        let silent = limited(Patient::open(&at("pipe"), Duration::ZERO), 5).unwrap_err();
        assert_eq!(silent.to_string(), "nothing came out of it for 0 s");
    }
}
