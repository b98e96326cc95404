//! What the tests of all crates share: where recorded data lies and how to skip honestly.
//!
//! Recorded data (real dumps, logs, tree pairs) is not part of the repository; it lies in `../shared/data` beside
//! the checkout. A test that needs it asks here and returns early where it is absent, as on a user's machine. CI
//! sets `ODDITY_NO_SKIP=1`, under which a skip is a failure.

mod adb; // a private adb server for tests: the real program, on a port and in a home of its own
mod chromium; // a browser without a window, for pages that people will open
mod dice; // chance that repeats

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

pub use adb::AdbServer;
pub use chromium::{Chromium, Glance, Opened};
pub use dice::Dice;

/// The folder `name` of the recorded data, or `None` after saying "skipped: needs …".
#[track_caller]
pub fn shared_data(name: &str) -> Option<PathBuf> {
    // As cargo says now, not when this was built: a target folder may have moved with its checkout.
    let crate_folder =
        env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let folder = Path::new(&crate_folder).join("../../../shared/data").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skip(&format!("the recorded data shared/data/{name} beside the checkout"));
    None
}

/// Says that the calling test is skipped for want of `what`; fails it when `ODDITY_NO_SKIP` is set.
#[track_caller]
pub fn skip(what: &str) {
    assert!(
        env::var_os("ODDITY_NO_SKIP").is_none(),
        "would be skipped (needs {what}), and ODDITY_NO_SKIP is set"
    );
    // Written past the test runner, which would hide what a passing test prints.
    let _ = writeln!(io::stderr(), "skipped: needs {what}");
    if let Some(file) = env::var_os("ODDITY_SKIPPED") {
        note_skipped(Path::new(&file)).unwrap_or_else(|e| panic!("cannot write {}: {e}", file.display()));
    }
}

/// Adds the calling test to those from which `./test` counts: its program, and its name, which is that of its thread.
fn note_skipped(file: &Path) -> io::Result<()> {
    let program = env::current_exe()?;
    let line = format!("{} {}\n", program.display(), thread::current().name().unwrap_or_default());
    File::options().append(true).create(true).open(file)?.write_all(line.as_bytes())
}

/// The files directly in `folder`, sorted by name, so that a test visits them in the same order everywhere.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
