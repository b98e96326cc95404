//! What this computer has: room on the disk, a terminal. The one place that knows operating systems.

use std::path::Path;

/// How many bytes a file in `folder` may still grow by; `None` where the system does not tell.
#[cfg(unix)]
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// How many bytes a file in `folder` may still grow by; `None` where the system does not tell.
#[cfg(not(unix))]
pub(crate) fn free_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// The columns and rows of the terminal behind standard error, or those of old where it does not tell.
#[cfg(unix)]
pub(crate) fn terminal_size() -> (usize, usize) {
    match rustix::termios::tcgetwinsize(std::io::stderr()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.into(), size.ws_row.into()),
        _ => (80, 24),
    }
}

/// The columns and rows of the terminal behind standard error, or those of old where it does not tell.
#[cfg(not(unix))]
pub(crate) fn terminal_size() -> (usize, usize) {
    (80, 24)
}
