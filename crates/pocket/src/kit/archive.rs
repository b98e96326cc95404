//! The framework's classes, read and checked once: a file that every JVM maps instead of reading its jars.
//!
//! It makes JVMs come up quicker, and what is mapped and not written to is in no image.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::xxh3_64;

use crate::jvm::command_line;
use crate::kit::Kit;

/// Where the classes of an API level are kept. Another Java, or other jars, have other ones.
pub(crate) fn path(kit: &Kit, api: u32) -> PathBuf {
    let jars = kit.jars();
    let jars = jars.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let java = xxh3_64(kit.java.version.as_bytes());
    folder(&kit.folder).join(format!("{jars}-{api}-{java:016x}.jsa"))
}

/// Those of all Javas and jars for an API level.
pub(crate) fn all(cache: &Path, api: u32) -> Vec<PathBuf> {
    let files = fs::read_dir(folder(cache)).into_iter().flatten().filter_map(Result::ok);
    let level = format!("-{api}-");
    let is_of_level = |file: &fs::DirEntry| file.file_name().to_string_lossy().contains(&level);
    files.filter(is_of_level).map(|file| file.path()).collect()
}

fn folder(cache: &Path) -> PathBuf {
    cache.join("classes")
}

/// How a JVM is told to use them; nothing where there are none.
pub(crate) fn flags(kit: &Kit, api: u32) -> Vec<OsString> {
    let path = path(kit, api);
    if !path.is_file() {
        return Vec::new();
    }
    let mut shared = OsString::from("-XX:SharedArchiveFile=");
    shared.push(path);
    // Elsewhere than where they were made for, each page of them is written to.
    vec!["-XX:+UnlockDiagnosticVMOptions".into(), "-XX:ArchiveRelocationMode=0".into(), shared]
}

/// Has a JVM come up, end, and leave its classes. The file appears under its name when it is whole.
pub(crate) fn make(kit: &Kit, api: u32) -> io::Result<()> {
    let path = path(kit, api);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let work = tempfile::tempdir_in(folder)?;
    let made = work.path().join("classes.jsa");
    let mut line = command_line(kit, api, work.path());
    let mut leave = OsString::from("-XX:ArchiveClassesAtExit=");
    leave.push(&made);
    line.insert(1, leave);
    // It ends when it is told nothing.
    run_to_its_end(&line)?;
    fs::rename(made, path)
}

/// Has Java do what was asked for beforehand, told nothing and heard by nobody.
pub(super) fn run_to_its_end(line: &[OsString]) -> io::Result<()> {
    let done = Command::new(&line[0])
        .args(&line[1..])
        .env_clear()
        .env("TZ", "UTC")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if done.success() { Ok(()) } else { Err(io::Error::other(format!("Java ended with {done}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::java::Java;

    #[test]
    fn classes_are_used_where_they_are_and_by_the_java_that_left_them() {
        let cache = tempfile::tempdir().unwrap();
        let kit = |version: &str| Kit {
            java: Java { java: "java".into(), major: 17, version: version.to_owned() },
            folder: cache.path().to_owned(),
            level: 34,
            images: cache.path().join("images"),
        };
        let made = path(&kit("17.0.15"), 34);
        assert!(flags(&kit("17.0.15"), 34).is_empty());
        fs::create_dir_all(made.parent().unwrap()).unwrap();
        fs::write(&made, "").unwrap();
        assert!(flags(&kit("17.0.15"), 34).iter().any(|flag| flag.to_string_lossy().ends_with(".jsa")));
        assert!(flags(&kit("17.0.15"), 30).is_empty());
        assert!(flags(&kit("17.0.16"), 34).is_empty());
        assert_eq!((all(cache.path(), 34), all(cache.path(), 30)), (vec![made], Vec::new()));
    }
}
