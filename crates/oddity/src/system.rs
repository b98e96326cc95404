//! What this computer has: programs and room on the disk. The one place that knows operating systems.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(10);

/// The first line that `program` prints, on whichever stream; `None` where it is absent or says nothing.
pub(crate) fn first_line_of(program: &Path, args: &[&str]) -> Option<String> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let until = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    };
    let mut said = String::new();
    for stream in [child.stdout.take().map(boxed), child.stderr.take().map(boxed)].into_iter().flatten() {
        let _ = stream.take(4096).read_to_string(&mut said);
    }
    let line = said.lines().find(|line| !line.trim().is_empty())?.trim();
    status.success().then(|| gui::escaped(line).to_string())
}

fn boxed(stream: impl Read + 'static) -> Box<dyn Read> {
    Box::new(stream)
}

/// Where a program lies on the `PATH`.
pub(crate) fn program(names: &[&str]) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .flat_map(|file| [file.with_extension(std::env::consts::EXE_EXTENSION), file])
        .find(|file| file.is_file())
}

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
