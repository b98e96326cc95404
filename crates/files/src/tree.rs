//! Whole folders that strangers have filled: an app of a pocket phone makes what it likes in its own, and may go on while we look.
//!
//! Nothing is reached by a path in them, for a name may stand for a link the moment after it was looked at, and paths may be longer
//! than the kernel takes: everything is opened from the folder that it is in, and no link is followed.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, Timespec, Timestamps, chmod, chownat, fchmod, fchown,
    fstat, futimens, mkdirat, mkfifoat, open, openat, readlinkat, renameat, statat, symlinkat, unlinkat,
    utimensat,
};
use rustix::io::Errno;
use rustix::path::Arg;
use rustix::process::{Gid, Uid, geteuid};

/// No app nests its folders so deep, and each takes two descriptors as long as it is copied.
const DEEPEST: u32 = 200;

/// Copies a folder with all that is in it into another one, under its own name, with times, rights and owners. Of what is neither
/// a file, a folder, a link nor a pipe nothing is copied.
pub fn copy_tree(from: &Path, into: &Path) -> io::Result<()> {
    let name = from.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let from = open(from, FOLDER, Mode::empty())?;
    let into = open(into, FOLDER, Mode::empty())?;
    mkdirat(&into, name, Mode::RWXU)?;
    let into = openat(&into, name, FOLDER, Mode::empty())?;
    copy_into(&from, &into, 0)
}

/// Removes a folder with all that is in it, however deep and whatever rights its folders have. A link in its place goes, and what it
/// leads to stays.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    if !path.symlink_metadata()?.is_dir() {
        return std::fs::remove_file(path);
    }
    let top = opened_for_removal(CWD, path)?;
    let mut lifted = 0;
    loop {
        let folders = emptied(&top)?;
        if folders.is_empty() {
            break;
        }
        for name in folders {
            // What stood in it comes to the top, and is removed the next time round: nothing gets deep.
            let folder = opened_for_removal(top.as_fd(), &*name)?;
            for inner in emptied(&folder)? {
                lift(&folder, &inner, &top, &mut lifted)?;
            }
            drop(folder);
            unlinkat(&top, &*name, AtFlags::REMOVEDIR)?;
        }
    }
    drop(top);
    std::fs::remove_dir(path)
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

fn copy_into(from: &OwnedFd, into: &OwnedFd, depth: u32) -> io::Result<()> {
    if depth > DEEPEST {
        return Err(io::Error::other(format!("it holds folders nested more than {DEEPEST} deep")));
    }
    for entry in Dir::read_from(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_itself_or_parent(name) {
            continue;
        }
        match copy_one(from, into, name, depth) {
            // It went away, or became something else, after the folder was listed.
            Err(error) if is_gone(&error) => {}
            copied => copied?,
        }
    }
    like(into, &fstat(from)?)
}

fn copy_one(from: &OwnedFd, into: &OwnedFd, name: &CStr, depth: u32) -> io::Result<()> {
    let about = statat(from, name, AtFlags::SYMLINK_NOFOLLOW)?;
    match FileType::from_raw_mode(about.st_mode) {
        FileType::Directory => {
            let inner = openat(from, name, FOLDER, Mode::empty())?;
            mkdirat(into, name, Mode::RWXU)?;
            copy_into(&inner, &openat(into, name, FOLDER, Mode::empty())?, depth + 1)
        }
        FileType::RegularFile => {
            let careful = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let inner = openat(from, name, OFlags::RDONLY | careful, Mode::empty())?;
            let about = fstat(&inner)?;
            if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile {
                return Ok(());
            }
            let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | careful;
            let mut copy = File::from(openat(into, name, new, Mode::RUSR | Mode::WUSR)?);
            io::copy(&mut File::from(inner), &mut copy)?;
            like(&OwnedFd::from(copy), &about)
        }
        FileType::Symlink => {
            symlinkat(readlinkat(from, name, Vec::new())?, into, name)?;
            if let Some((uid, gid)) = owners(&about) {
                chownat(into, name, Some(uid), Some(gid), AtFlags::SYMLINK_NOFOLLOW)?;
            }
            Ok(utimensat(into, name, &times(&about), AtFlags::SYMLINK_NOFOLLOW)?)
        }
        FileType::Fifo => Ok(mkfifoat(into, name, Mode::from_raw_mode(about.st_mode))?),
        _ => Ok(()),
    }
}

/// Gives a copy the owner, the rights and the times of what it was made from; nobody becomes another user by running it.
fn like(copy: &OwnedFd, about: &Stat) -> io::Result<()> {
    if let Some((uid, gid)) = owners(about) {
        fchown(copy, Some(uid), Some(gid))?;
    }
    fchmod(copy, Mode::from_raw_mode(about.st_mode) & (Mode::RWXU | Mode::RWXG | Mode::RWXO))?;
    Ok(futimens(copy, &times(about))?)
}

/// Only root gives files away.
fn owners(about: &Stat) -> Option<(Uid, Gid)> {
    geteuid().is_root().then(|| (Uid::from_raw(about.st_uid), Gid::from_raw(about.st_gid)))
}

fn times(about: &Stat) -> Timestamps {
    Timestamps {
        last_access: Timespec { tv_sec: about.st_atime as _, tv_nsec: about.st_atime_nsec as _ },
        last_modification: Timespec { tv_sec: about.st_mtime as _, tv_nsec: about.st_mtime_nsec as _ },
    }
}

/// Removes all from a folder but the folders in it, and names those.
fn emptied(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut folders = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_itself_or_parent(name) {
            continue;
        }
        match unlinkat(folder, name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => folders.push(name.to_owned()),
            Err(Errno::NOENT) => {}
            removed => removed?,
        }
    }
    Ok(folders)
}

/// Moves a folder to the top, under a name that nothing has there.
fn lift(from: &OwnedFd, name: &CStr, top: &OwnedFd, lifted: &mut u64) -> io::Result<()> {
    let mut is_opened = false;
    loop {
        *lifted += 1;
        match renameat(from, name, top, format!("removed-{lifted}")) {
            Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR | Errno::ISDIR) => {}
            // Only who may write to a folder may move it elsewhere.
            Err(Errno::ACCESS) if !is_opened => is_opened = opened_for_removal(from.as_fd(), name).is_ok(),
            moved => return Ok(moved?),
        }
    }
}

/// A folder of ours that somebody may have closed to us.
fn opened_for_removal<P: Arg + Copy>(within: BorrowedFd<'_>, name: P) -> io::Result<OwnedFd> {
    let about = statat(within, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if Mode::from_raw_mode(about.st_mode) & Mode::RWXU != Mode::RWXU {
        // By a handle, for what has this name may change.
        let handle = openat(within, name, FOLDER | OFlags::PATH, Mode::empty())?;
        chmod(format!("/proc/self/fd/{}", handle.as_raw_fd()), Mode::RWXU)?;
    }
    Ok(openat(within, name, FOLDER, Mode::empty())?)
}

fn is_itself_or_parent(name: &CStr) -> bool {
    name == c"." || name == c".."
}

fn is_gone(error: &io::Error) -> bool {
    // The last is what is said of a link that is none any more.
    let gone = [Errno::NOENT, Errno::LOOP, Errno::NOTDIR, Errno::NXIO, Errno::INVAL];
    gone.iter().any(|gone| error.raw_os_error() == Some(gone.raw_os_error()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{RenameFlags, renameat_with};

    use super::*;

    fn nested(top: &Path, depth: u32) {
        let mut folder = open(top, FOLDER, Mode::empty()).unwrap();
        for _ in 0..depth {
            mkdirat(&folder, "a", Mode::RWXU).unwrap();
            folder = openat(&folder, "a", FOLDER, Mode::empty()).unwrap();
        }
    }

    #[test]
    fn a_copy_is_as_the_process_left_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("storage/user/empty")).unwrap();
        fs::create_dir(at("kept")).unwrap();
        fs::write(at("storage/user/diary.db"), "text").unwrap();
        fs::set_permissions(at("storage/user/diary.db"), fs::Permissions::from_mode(0o4640)).unwrap();
        symlink("/etc/hostname", at("storage/user/out")).unwrap();
        mkfifoat(CWD, at("storage/pipe"), Mode::RWXU).unwrap();
        let long_ago = Timespec { tv_sec: 1_000_000_000, tv_nsec: 7 };
        let times = Timestamps { last_access: long_ago, last_modification: long_ago };
        for name in ["storage/user/diary.db", "storage/user/empty", "storage/user"] {
            utimensat(CWD, at(name), &times, AtFlags::empty()).unwrap();
        }
        copy_tree(&at("storage"), &at("kept")).unwrap();
        let copy = |name: &str| at("kept/storage").join(name);
        assert_eq!(fs::read_to_string(copy("user/diary.db")).unwrap(), "text");
        assert_eq!(copy("user/diary.db").metadata().unwrap().mode() & 0o7777, 0o640, "not as another user");
        assert_eq!(fs::read_link(copy("user/out")).unwrap(), Path::new("/etc/hostname"));
        assert!(copy("user/empty").is_dir());
        assert!(!copy("pipe").metadata().unwrap().is_file());
        for name in ["user/diary.db", "user/empty", "user"] {
            let about = copy(name).metadata().unwrap();
            assert_eq!((about.mtime(), about.mtime_nsec()), (1_000_000_000, 7), "{name}");
        }
        assert_eq!(copy_tree(&at("none"), &at("kept")).unwrap_err().kind(), io::ErrorKind::NotFound);
        symlink(at("storage"), at("link")).unwrap();
        assert!(copy_tree(&at("link"), &at("kept")).is_err());
    }

    #[test]
    fn what_becomes_a_link_while_it_is_copied_leads_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("storage/a/b")).unwrap();
        fs::create_dir(at("outside")).unwrap();
        fs::write(at("outside/secret"), "mine").unwrap();
        symlink(at("outside"), at("storage/link")).unwrap();
        let is_over = AtomicBool::new(false);
        let copy_and_look = |number: u32| -> io::Result<bool> {
            let into = at(&format!("kept-{number}"));
            fs::create_dir(&into)?;
            copy_tree(&at("storage"), &into)?;
            // Looked for without following links: one that leads out may be in the copy as such.
            let found = ["a", "link"].iter().any(|name| {
                let inner = into.join("storage").join(name);
                inner.symlink_metadata().is_ok_and(|about| about.is_dir()) && inner.join("secret").exists()
            });
            remove_tree(&into).map(|()| found)
        };
        let copied: io::Result<Vec<bool>> = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let (one, other) = (at("storage/a"), at("storage/link"));
                    let _ = renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE);
                }
            });
            let copied = (0..2_000).map(copy_and_look).collect();
            is_over.store(true, Ordering::Relaxed);
            copied
        });
        assert!(copied.unwrap().iter().all(|found| !found));
        assert_eq!(fs::read_to_string(at("outside/secret")).unwrap(), "mine");
    }

    #[test]
    fn folders_nested_without_end_are_not_copied_and_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["storage", "kept", "also"] {
            fs::create_dir(at(name)).unwrap();
        }
        // More than descriptors, and more than a path can name.
        nested(&at("storage"), 3_000);
        assert!(copy_tree(&at("storage"), &at("kept")).unwrap_err().to_string().contains("nested"));
        fs::write(at("also/file"), "x").unwrap();
        symlink(at("also"), at("storage/link")).unwrap();
        fs::create_dir_all(at("storage/closed/inner/most")).unwrap();
        for closed in ["storage/closed/inner/most", "storage/closed/inner", "storage/closed", "storage"] {
            fs::set_permissions(at(closed), fs::Permissions::from_mode(0o000)).unwrap();
        }
        remove_tree(&at("storage")).unwrap();
        remove_tree(&at("kept")).unwrap();
        assert!(!at("storage").exists() && !at("kept").exists());
        assert_eq!(fs::read_to_string(at("also/file")).unwrap(), "x");
        symlink(at("also"), at("link")).unwrap();
        remove_tree(&at("link")).unwrap();
        assert!(at("also/file").exists() && !at("link").is_symlink());
        assert_eq!(remove_tree(&at("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
