//! A root of its own.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_remount, unmount,
};

use super::enter::Walls;
use super::names;

/// Programs and their libraries, and what Java and its fonts look at. Those that there are.
const SYSTEM: [&str; 9] = [
    "/usr",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/var/cache/fontconfig",
    "/sys/devices/system/cpu",
];

/// The same for who may reach the network.
const NETWORK: [&str; 5] =
    ["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates"];

/// Folders of the root that are links to `/usr` on most systems of today.
const MERGED: [&str; 5] = ["bin", "sbin", "lib", "lib64", "lib32"];

const DEVICES: [&str; 4] = ["null", "zero", "random", "urandom"];

/// Makes a root that holds what these walls let through and nothing else, and moves into it. Takes a mount and a process
/// namespace of its own.
pub(super) fn move_into_root(walls: &Walls) -> io::Result<()> {
    let root = &walls.root;
    mount("tmpfs", root, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"size=16m,mode=755")?;
    for name in ["proc", "dev", "run", "tmp", "etc"] {
        fs::create_dir(root.join(name))?;
    }
    let mut read: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    for name in MERGED {
        let path = Path::new("/").join(name);
        match fs::read_link(&path) {
            Ok(to) => symlink(to, root.join(name))?,
            Err(_) => read.push(path),
        }
    }
    // Debian's Java has its settings there.
    let settings = fs::read_dir("/etc")?.filter_map(Result::ok).map(|entry| entry.path());
    read.extend(
        settings
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("java"))),
    );
    if walls.network {
        read.extend(NETWORK.iter().map(PathBuf::from));
    }
    read.extend(walls.read.iter().cloned());
    for path in &walls.write {
        show(root, path, Access::Write)?;
    }
    for path in &read {
        // What lies in a folder that may be written to is closed all the same.
        let is_open = walls.write.iter().any(|open| path.starts_with(open));
        show(root, path, if is_open { Access::CloseAgain } else { Access::Read })?;
    }
    for name in DEVICES {
        show(root, &Path::new("/dev").join(name), Access::Write)?;
    }
    names::name(root, &walls.storage)?;
    let id = walls.user.unwrap_or(0);
    fs::write(root.join("etc/passwd"), format!("root:x:{id}:{id}::/root:/bin/false\n"))?;
    fs::write(root.join("etc/group"), format!("root:x:{id}:\n"))?;
    mount(
        "proc",
        root.join("proc"),
        "proc",
        MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC,
        c"",
    )?;
    std::env::set_current_dir(root)?;
    rustix::process::pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")
}

/// Nothing more is put into the root.
pub(super) fn close_root() -> io::Result<()> {
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount_remount("/", flags, c"")?)
}

/// What may be done with what is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// Only reading, in a folder that is shown for writing.
    CloseAgain,
}

/// Puts what stands under a path into the root, under the same path; nothing where there is nothing.
fn show(root: &Path, path: &Path, access: Access) -> io::Result<()> {
    let (Ok(real), Ok(inside)) = (path.canonicalize(), path.strip_prefix("/")) else { return Ok(()) };
    let inside = root.join(inside);
    if access != Access::CloseAgain {
        // Within something that is shown already.
        let is_there = match inside.metadata() {
            Ok(there) if there.is_dir() => fs::read_dir(&inside)?.next().is_some(),
            Ok(there) => there.len() > 0,
            Err(_) => false,
        };
        if is_there {
            return Ok(());
        }
        if let Some(parent) = inside.parent() {
            fs::create_dir_all(parent)?;
        }
        if real.is_dir() {
            fs::create_dir_all(&inside)?;
        } else if !inside.exists() {
            fs::write(&inside, [])?;
        }
    }
    if access == Access::Write {
        // Not what is mounted in it: the new root may be.
        return Ok(mount_bind(&real, &inside)?);
    }
    mount_bind_recursive(&real, &inside)?;
    // What a mount already forbids cannot be taken back by someone with fewer rights.
    let kept = statvfs(&inside)?.f_flag;
    let pairs = [
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    let kept = pairs
        .iter()
        .filter(|(is, _)| kept.contains(*is))
        .fold(MountFlags::empty(), |all, (_, flag)| all | *flag);
    mount_remount(&inside, MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | kept, c"")?;
    Ok(())
}
