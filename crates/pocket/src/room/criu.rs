//! CRIU, which saves a process with all it has in memory and takes it up again.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::room::{Room, RoomWalls};

/// Older ones fail on the kernels of today.
const OLDEST: u32 = 4;

/// What `ODDITY_CRIU` says where phones are to do without, even if there is one.
const NONE: &str = "none";

/// A CRIU that works here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criu {
    pub(crate) program: PathBuf,
}

impl Criu {
    /// The program that `ODDITY_CRIU` names, else `criu` on the `PATH`; else why there is none, in words: `ODDITY_CRIU=none` is a
    /// reason, too. It is tried once: a process is saved and taken up again.
    pub fn find() -> Result<Criu, String> {
        static FOUND: OnceLock<Result<Criu, String>> = OnceLock::new();
        FOUND.get_or_init(look).clone()
    }
}

fn look() -> Result<Criu, String> {
    if !cfg!(target_os = "linux") {
        return Err("CRIU is for Linux".to_owned());
    }
    let program = std::env::var_os("ODDITY_CRIU").filter(|name| !name.is_empty());
    if program.as_deref() == Some(OsStr::new(NONE)) {
        return Err("ODDITY_CRIU=none says to do without CRIU".to_owned());
    }
    let program = program.map(PathBuf::from).or_else(|| crate::kit::java::program("criu"));
    let program = program.ok_or("there is no `criu` on the PATH")?;
    let version = said(&program, &["--version"])?;
    match major_version(&version) {
        Some(OLDEST..) => {}
        _ => {
            let (program, version) = (program.display(), gui::escaped(version.trim()));
            return Err(format!("{program} says {version}, and only CRIU {OLDEST} or newer will do"));
        }
    }
    let criu = Criu { program };
    said(&criu.program, &["check"]).and_then(|_| try_out(&criu))?;
    Ok(criu)
}

/// Saves a process that does nothing, and takes it up in another room.
fn try_out(criu: &Criu) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("CRIU does not work here: {error}");
    let folder = tempfile::tempdir().map_err(failed)?;
    let image = folder.path().join("image");
    let room = |name: &str| {
        Room::open(criu, &folder.path().join(name), &["sleep".into(), "1000".into()], &RoomWalls::default())
    };
    let mut first = room("first").map_err(failed)?;
    first.start().and_then(|_| first.save(&image, None)).map_err(failed)?;
    drop(first);
    room("second").and_then(|mut second| second.load(&image).map(drop)).map_err(failed)
}

fn said(program: &Path, args: &[&str]) -> Result<String, String> {
    let done = Command::new(program).args(args).stdin(Stdio::null()).output();
    let done = done.map_err(|error| format!("{} does not start: {error}", program.display()))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    let last = errors.lines().last().unwrap_or("it did not say why").trim();
    Err(format!("`criu {}` fails: {}", args.join(" "), gui::escaped(last)))
}

/// The number in `Version: 4.1.1`.
fn major_version(said: &str) -> Option<u32> {
    let (_, version) = said.split_once("Version: ")?;
    version.split('.').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_criu_tells_them() {
        assert_eq!(major_version("Version: 4.1.1\nGitID: v4.1.1\n"), Some(4));
        assert_eq!(major_version("Version: 3.17.1\n"), Some(3));
        assert_eq!(major_version("criu: command not found"), None);
    }
}
