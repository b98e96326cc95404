//! Reading and writing what the user names, within limits.

use std::io::{self, Read};
use std::path::Path;

use files::Refused;

use crate::failure::Failure;

/// Reads a file up to a limit: [`read`], or [`read_of_run`] where a stranger may have put it there.
pub(crate) type Reader = fn(&Path, usize) -> Result<Vec<u8>, Failure>;

/// The file's bytes, or standard input's for `-`; never more than `limit`.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let limit = limit as u64;
    let bytes = if path == Path::new("-") { read_input(limit) } else { files::read_named(path, limit) };
    bytes.map_err(|refused| cannot_read(path, &refused))
}

/// The bytes of a file of a run, which may be a stranger's: no links are followed.
pub(crate) fn read_of_run(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    files::read(path, limit as u64).map_err(|refused| cannot_read(path, &refused))
}

/// Writes a file that the user names, whole or not at all. Devices and pipes are written to as they are.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write_named(path, bytes)
        .map_err(|refused| Failure::environment(format_args!("cannot write {}: {refused}", shown(path))))
}

/// The path as it can be printed on one line.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string().escape_debug().to_string()
    }
}

fn read_input(limit: u64) -> Result<Vec<u8>, Refused> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(Refused::TooLarge(limit)) } else { Ok(bytes) }
}

/// Why a file that the user named cannot be read.
pub(crate) fn cannot_read(path: &Path, refused: &Refused) -> Failure {
    match refused {
        Refused::Io(error) => cannot_open(path, error),
        refused => Failure::bad_input(format!("cannot read {}: {refused}", shown(path))),
    }
}

/// The same where the operating system said so.
pub(crate) fn cannot_open(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "we may not read it".to_owned(),
        _ => error.to_string(),
    };
    Failure::bad_input(format!("cannot read {}: {reason}", shown(path)))
}
