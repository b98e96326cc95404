//! Reading what the user names, within limits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// The file's bytes, or standard input's for `-`; never more than `limit`.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let bytes =
        if path == Path::new("-") { read_limited(io::stdin().lock(), limit) } else { read_file(path, limit) };
    let bytes = bytes.map_err(|error| cannot_read(path, &error))?;
    if bytes.len() > limit {
        let message = format!("cannot read {}: it is larger than {} MiB", shown(path), limit >> 20);
        return Err(Failure::bad_input(message));
    }
    Ok(bytes)
}

/// The path as it can be printed on one line.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string().escape_debug().to_string()
    }
}

fn read_file(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    read_limited(file, limit)
}

/// At most one byte more than `limit`, so that the caller can tell.
fn read_limited(reader: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file that the user named cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "we may not read it".to_owned(),
        _ => error.to_string(),
    };
    Failure::bad_input(format!("cannot read {}: {reason}", shown(path)))
}
