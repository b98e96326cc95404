//! What the tests of all crates share: where recorded data lies and how to skip honestly.
//!
//! Recorded data (real dumps, logs, tree pairs) is not part of the repository; it lies in `../shared/data` beside
//! the checkout. A test that needs it asks here and returns early where it is absent, as on a user's machine. CI
//! sets `ODDITY_NO_SKIP=1`, under which a skip is a failure.

mod adb;
mod chromium;
mod dice;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
}

/// The files directly in `folder`, sorted by name, so that a test visits them in the same order everywhere.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
