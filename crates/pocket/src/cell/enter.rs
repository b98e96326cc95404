//! The way into a cell: a process that puts up walls around itself and then becomes another program.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{BorrowedFd, IntoRawFd as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, path_beneath_rules,
};

use super::build::{close_root, move_into_root};
use super::calls::{self, Sockets};
use super::rights::give_up;

/// What is let through.
#[derive(Debug, Default)]
pub(super) struct Walls {
    pub(super) root: PathBuf,
    pub(super) read: Vec<PathBuf>,
    pub(super) write: Vec<PathBuf>,
    /// What the phone stores, which has names of Android's.
    pub(super) storage: PathBuf,
    pub(super) user: Option<u32>,
    pub(super) network: bool,
}

/// Puts up walls as these words say, and becomes the program that stands behind them. Comes back only with what went wrong.
pub fn cell_main(words: impl IntoIterator<Item = OsString>) -> io::Error {
    match enter(&mut words.into_iter()) {
        Ok(never) => match never {},
        Err(error) => error,
    }
}

fn enter(words: &mut dyn Iterator<Item = OsString>) -> io::Result<std::convert::Infallible> {
    let how = words.next().unwrap_or_default();
    let mut walls = Walls::default();
    loop {
        let word = words.next().ok_or(io::ErrorKind::InvalidInput)?;
        if word == "--" {
            break;
        }
        let value = words.next().ok_or(io::ErrorKind::InvalidInput)?;
        match word.to_str() {
            Some("root") => walls.root = value.into(),
            Some("read") => walls.read.push(value.into()),
            Some("write") => walls.write.push(value.into()),
            Some("storage") => walls.storage = value.into(),
            Some("user") => walls.user = value.to_str().and_then(|id| id.parse().ok()),
            Some("network") => walls.network = value == "allowed",
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        }
    }
    let mut line: Vec<OsString> = words.collect();
    let here = std::env::current_dir();
    match how.to_str() {
        // The keeper of a room keeps its rights: it needs them to save and to take up.
        Some("room") => {
            move_into_root(&walls).map_err(|error| told("make a root of its own", &error))?;
        }
        Some("enter") => {
            move_into_root(&walls).map_err(|error| told("make a root of its own", &error))?;
            close_root().map_err(|error| told("close its root", &error))?;
            // Who was in a folder that is not there any more is in the root.
            let _ = here.and_then(std::env::set_current_dir);
            confine(&walls, &mut line)?;
            // Whoever becomes another user is no longer ended with the one who started them.
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        }
        Some("confine") => confine(&walls, &mut line)?,
        Some("landlock") => {
            speak_elsewhere(&mut line)?;
            close_files(&walls).map_err(|error| told("have Landlock refuse files", &error))?;
            give_up(None).map_err(|error| told("give up its rights", &error))?;
            let sockets = if walls.network { Sockets::OfNetworks } else { Sockets::None };
            calls::refuse(sockets, false).map_err(|error| told("have system calls refused", &error))?;
        }
        _ => return Err(io::ErrorKind::InvalidInput.into()),
    }
    let (program, arguments) = line.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    Err(told("start", &Command::new(program).args(arguments).exec()))
}

fn confine(walls: &Walls, line: &mut Vec<OsString>) -> io::Result<()> {
    speak_elsewhere(line)?;
    give_up(walls.user).map_err(|error| told("give up its rights", &error))?;
    calls::refuse(Sockets::OfNetworks, true).map_err(|error| told("have system calls refused", &error))
}

/// Questions and answers go over descriptors of their own, which the JVM is told: whoever writes to standard output speaks with
/// nobody.
fn speak_elsewhere(line: &mut Vec<OsString>) -> io::Result<()> {
    // They are to outlive us, under their numbers.
    let kept = |stream: BorrowedFd<'_>| {
        let own = rustix::io::fcntl_dupfd_cloexec(stream, 3)?;
        rustix::io::fcntl_setfd(&own, rustix::io::FdFlags::empty())?;
        Ok::<_, io::Error>(own.into_raw_fd())
    };
    let (questions, answers) = (kept(rustix::stdio::stdin())?, kept(rustix::stdio::stdout())?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    if line.iter().any(|word| word == "-cp") {
        line.insert(1, format!("-Doddity.channel={questions},{answers}").into());
    }
    Ok(())
}

/// Where there is no root of its own: what is not named cannot be opened.
fn close_files(walls: &Walls) -> io::Result<()> {
    let abi = ABI::V1;
    let system = [
        "/usr",
        "/bin",
        "/lib",
        "/lib64",
        "/lib32",
        "/etc/alternatives",
        "/etc/fonts",
        "/etc/ld.so.cache",
        "/etc/localtime",
    ];
    let devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];
    let java = std::fs::read_dir("/etc")?.filter_map(Result::ok).map(|entry| entry.path());
    let java =
        java.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("java")));
    let network =
        ["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl"].iter().filter(|_| walls.network);
    let own = ["/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"];
    let read = system
        .iter()
        .chain(own.iter())
        .chain(network)
        .map(PathBuf::from)
        .chain(java)
        .chain(walls.read.iter().cloned());
    let write = walls.write.iter().cloned().chain(devices.iter().map(PathBuf::from));
    // Newer kernels also look at who changes a file's length, and let files be moved between an app's own folders.
    let newer = AccessFs::Refer | AccessFs::Truncate;
    let restricted = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(abi))
        .map(|rules| rules.set_compatibility(CompatLevel::BestEffort))
        .and_then(|rules| rules.handle_access(newer))
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(read, AccessFs::from_read(abi))))
        .and_then(|rules| rules.add_rules(path_beneath_rules(write, AccessFs::from_all(abi) | newer)))
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(io::Error::other)?;
    match restricted.ruleset {
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        RulesetStatus::NotEnforced => Err(io::Error::other("this kernel has no Landlock")),
    }
}

fn told(doing: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the cell cannot {doing}: {error}"))
}
