//! Which classes an app finds on a phone of an API level, written down once.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use dex::TypeList;
use xxhash_rust::xxh3::xxh3_64;

use crate::kit::{Api, Kit, KitError};

/// Jars with what Android has as libraries of its own, beside the framework.
const LIBRARIES: [&str; 2] = ["httpcore-4.0.1.jar", "httpclient-4.0.3.jar"];

/// The list, made first where there is none yet, which takes seconds.
pub(crate) fn read(kit: &Kit) -> Result<TypeList, KitError> {
    let path = path(kit);
    let at_path = |error| KitError::File { path: path.clone(), error };
    if !path.is_file() {
        make(kit)?;
    }
    Ok(TypeList::parse(&fs::read_to_string(&path).map_err(at_path)?))
}

/// Where it is kept. Another Java, or other jars, have another one.
fn path(kit: &Kit) -> PathBuf {
    let jars = kit.jars();
    let jars = jars.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let java = xxh3_64(kit.java.version.as_bytes());
    kit.folder.join("classes").join(format!("{jars}-{}-{java:016x}.types", kit.level))
}

/// Has Java write it. The file appears under its name when it is whole.
pub(crate) fn make(kit: &Kit) -> Result<(), KitError> {
    let api = Api::of(kit.level).ok_or(KitError::NoSuchApi { level: kit.level })?;
    let path = path(kit);
    let at_path = |error| KitError::File { path: path.clone(), error };
    let folder = kit.folder.join("classes");
    fs::create_dir_all(&folder).map_err(at_path)?;
    let work = tempfile::tempdir_in(&folder).map_err(at_path)?;
    let made = work.path().join("types");
    let done = Command::new(&kit.java.java)
        .args(["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(kit.class_path())
        .arg("oddity.pocket.boot.TypeList")
        .arg(&made)
        .arg(api.path(&kit.folder))
        .args(LIBRARIES.map(|name| kit.jars().join(name)))
        .stdin(Stdio::null())
        .output()
        .map_err(at_path)?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let line = said.lines().next().unwrap_or("it did not say why").to_owned();
        return Err(KitError::Trial(format!(
            "Java cannot list the framework's classes: {}",
            gui::escaped(&line)
        )));
    }
    fs::rename(made, &path).map_err(at_path)
}
