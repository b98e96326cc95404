//! What Android calls the places in which an app stores things.

use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

/// A name below the root, and the part of the phone's storage that it stands for. Apps are told the first of each; the others they
/// write down by themselves. `Places.java` has the same.
const NAMES: [(&str, &str); 7] = [
    ("data/user/0", "user"),
    ("data/data", "user"),
    ("data/user_de/0", "user_de"),
    ("storage/emulated/0", "sdcard"),
    ("sdcard", "sdcard"),
    ("mnt/sdcard", "sdcard"),
    ("storage/self/primary", "sdcard"),
];

/// Puts them into a root, as links: what a phone stores goes and comes while its JVMs are there. A name that something else has already
/// stays with that.
pub(super) fn name(root: &Path, storage: &Path) -> io::Result<()> {
    for (name, part) in NAMES {
        let name = root.join(name);
        if let Some(parent) = name.parent() {
            std::fs::create_dir_all(parent)?;
        }
        match symlink(storage.join(part), &name) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_into_the_storage_unless_they_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (root, storage) = (folder.path().join("root"), folder.path().join("storage"));
        std::fs::create_dir_all(storage.join("user/a.b")).unwrap();
        std::fs::create_dir_all(storage.join("sdcard")).unwrap();
        std::fs::create_dir_all(root.join("sdcard/ours")).unwrap();
        name(&root, &storage).unwrap();
        assert!(root.join("data/user/0/a.b").is_dir() && root.join("data/data/a.b").is_dir());
        assert!(root.join("storage/emulated/0").is_dir() && root.join("sdcard/ours").is_dir());
        // The storage is cleared while a JVM is there, and made anew.
        std::fs::remove_dir_all(&storage).unwrap();
        assert!(!root.join("data/user/0").exists());
        std::fs::create_dir_all(storage.join("user/c.d")).unwrap();
        assert!(root.join("data/user/0/c.d").is_dir());
    }
}
