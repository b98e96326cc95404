//! The framework with its calls linked: who answers each of its methods is asked once, when it is installed.
//!
//! Robolectric would ask in every process, when a method is first called. A JVM does without where there is no such framework, only
//! more slowly.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::jvm::java_with;
use crate::kit::{Api, Kit, archive, sum};

/// What is linked of an API level. Other stand-ins, which other jars have, need another one.
pub(crate) fn path(kit: &Kit, api: Api) -> PathBuf {
    folder(kit).join(api.jar())
}

/// Where a JVM finds its framework: linked, else as it was fetched.
pub(crate) fn frameworks(kit: &Kit, level: u32) -> PathBuf {
    match Api::of(level) {
        Some(api) if is_there(kit, api) => folder(kit),
        _ => kit.frameworks(),
    }
}

/// Whether it is there and whole, as far as that is quick to say.
pub(crate) fn is_there(kit: &Kit, api: Api) -> bool {
    let path = path(kit, api);
    path.is_file() && sum::is_kept(&path) && sum::is_untouched(&path)
}

/// Those of all jars for an API level, with what is written down beside them.
pub(crate) fn all(cache: &Path, api: Api) -> Vec<PathBuf> {
    let folders = fs::read_dir(cache.join(LINKED)).into_iter().flatten().filter_map(Result::ok);
    let files = folders.map(|folder| folder.path().join(api.jar()));
    files.flat_map(|file| [sum::beside(&file), file]).collect()
}

const LINKED: &str = "linked";

fn folder(kit: &Kit) -> PathBuf {
    let jars = kit.jars();
    kit.folder.join(LINKED).join(jars.file_name().unwrap_or_default())
}

/// Has a JVM come up, ask, and write the framework anew. The file appears under its name when it is whole.
pub(crate) fn make(kit: &Kit, api: Api) -> io::Result<()> {
    let path = path(kit, api);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let work = tempfile::tempdir_in(folder)?;
    let made = work.path().join("framework.jar");
    let mut line = java_with(kit, work.path(), &kit.frameworks());
    // The last word counts: a phone's heap is too small for it, and what it makes is garbage soon.
    line.extend(["-Xmx800m".into(), "-Xmn100m".into()]);
    line.extend(["oddity.pocket.boot.link.LinkFramework".into(), api.level.to_string().into()]);
    line.extend([api.path(&kit.folder), made.clone()].map(OsString::from));
    archive::run_to_its_end(&line)?;
    fs::rename(made, &path)?;
    sum::keep(&path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::java::Java;

    #[test]
    fn a_linked_framework_is_used_while_it_is_whole() {
        let cache = tempfile::tempdir().unwrap();
        let kit = Kit {
            java: Java { java: "java".into(), major: 17, version: String::new() },
            folder: cache.path().to_owned(),
            level: 34,
            images: cache.path().join("images"),
        };
        let api = Api::of(34).unwrap();
        let linked = path(&kit, api);
        assert_eq!(frameworks(&kit, 34), kit.frameworks(), "there is none yet");
        fs::create_dir_all(linked.parent().unwrap()).unwrap();
        fs::write(&linked, "a framework").unwrap();
        assert_eq!(frameworks(&kit, 34), kit.frameworks(), "nobody knows whether it is whole");
        sum::keep(&linked).unwrap();
        assert_eq!(frameworks(&kit, 34), linked.parent().unwrap());
        assert_eq!(frameworks(&kit, 30), kit.frameworks());
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        fs::write(&linked, "a framewark").unwrap();
        fs::File::options().write(true).open(&linked).unwrap().set_modified(later).unwrap();
        assert_eq!(frameworks(&kit, 34), kit.frameworks(), "somebody wrote to it");
        fs::write(&linked, "a frame").unwrap();
        assert_eq!(frameworks(&kit, 34), kit.frameworks(), "it was cut off");
        assert_eq!(all(cache.path(), api).last(), Some(&linked));
    }
}
