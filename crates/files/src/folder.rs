//! Folders.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;

use crate::Refused;
use crate::fault::{self, Call};

/// Makes a folder in one of ours, unless it is there: as a folder, and no link that leads elsewhere.
pub fn make_folder(path: &Path) -> Result<(), Refused> {
    match path.symlink_metadata() {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(there) if there.is_symlink() => Err(Refused::NotPlain("a link")),
        _ => {
            fault::ask(path, Call::Make)?;
            Ok(fs::create_dir(path)?)
        }
    }
}

/// Makes a folder that the user names, with those above it.
pub fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Makes a folder for the user alone, unless it is there, theirs and no link: in a place where others write too, somebody may have been
/// there first.
pub fn make_private_folder(path: &Path) -> Result<(), Refused> {
    match fs::DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
        _ => make_folder(path)?,
    }
    if path.symlink_metadata()?.uid() == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let message = format!("{} belongs to another user", path.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, message).into())
}

/// Waits until the disk knows which files a folder holds: else a power cut may take a file that was synced itself.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    fault::ask(path, Call::Other)?;
    match File::open(path).and_then(|folder| folder.sync_all()) {
        // Some file systems do not sync folders, and some folders may be written to but not read.
        Err(error) if is_about_folders(&error) => Ok(()),
        synced => synced,
    }
}

fn is_about_folders(error: &io::Error) -> bool {
    let kinds = [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::PermissionDenied];
    kinds.contains(&error.kind())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_leads_elsewhere_is_none_of_ours() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        make_folder(&at("findings")).unwrap();
        make_folder(&at("findings")).unwrap();
        std::os::unix::fs::symlink(at("findings"), at("link")).unwrap();
        assert!(matches!(make_folder(&at("link")).unwrap_err(), Refused::NotPlain("a link")));
        assert!(make_folder(&at("none/inside")).is_err());
        make_folders(&at("none/inside")).unwrap();
        sync_folder(&at("none")).unwrap();
        sync_folder(Path::new("")).unwrap();
        make_private_folder(&at("locks")).unwrap();
        make_private_folder(&at("locks")).unwrap();
        assert_eq!(at("locks").metadata().unwrap().mode() & 0o777, 0o700);
        assert!(make_private_folder(&at("link")).is_err());
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(at("locks"), Some(1), None).unwrap();
            let foreign = make_private_folder(&at("locks")).unwrap_err().to_string();
            assert!(foreign.ends_with("locks belongs to another user"), "{foreign}");
        }
    }
}
