//! The cell around an app: what of this computer a stranger's program can reach, as the kernel has it.
//!
//! Java's guard makes refusals look like Android's; this is the wall behind it. A JVM is started by a program of ours
//! ([`cell_main`]) which builds a root that holds nothing but what the JVM is made of, gives up all rights, has the kernel
//! refuse calls that no app needs, and only then becomes the JVM.

#[cfg(target_os = "linux")]
mod build;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod enter;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod names;
#[cfg(target_os = "linux")]
mod past_landlock;
mod quota;
#[cfg(target_os = "linux")]
mod rights;

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::app::App;
use crate::kit::Kit;
use crate::kit::java::{self, Java};
use crate::kit::{archive, linked};
use crate::room::INSIDE;
use crate::source::STORAGE;

#[cfg(not(target_os = "linux"))]
pub use elsewhere::cell_main;
#[cfg(target_os = "linux")]
pub use enter::cell_main;
pub(crate) use quota::Quota;

/// The word by which a program of ours is asked to be the way into a cell.
pub const CELL: &str = "__cell";

/// Whom an app runs as where we may choose: nobody else on this computer has that number. All phones share it, since images of JVMs do, and
/// none sees another's files or processes.
const OWN_ID: u32 = 0x6F64_6479;

/// The same where that number is not to be had, as in some containers.
const NOBODY: u32 = 65_534;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
static UNCONFINED: OnceLock<()> = OnceLock::new();
static CONFINE: RwLock<Confine> = RwLock::new(Confine::Strongest);

/// Names the program that is the way into cells, where it is not the one that runs: [`CELL`] as its first word makes it call
/// [`cell_main`].
pub fn set_cell_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// From now on apps may run without a cell where none can be made.
pub fn allow_unconfined() {
    let _ = UNCONFINED.set(());
}

/// What phones get that are opened from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confine {
    /// The strongest layers that hold here.
    Strongest,
    /// These layers even where there are stronger ones, for tests.
    By(Layers),
    /// None at all, for tests.
    Not,
}

/// Chooses what phones get that are opened from now on.
pub fn confine(how: Confine) {
    *CONFINE.write().unwrap_or_else(PoisonError::into_inner) = how;
}

/// What keeps apps in on this computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layers {
    /// A root of its own, a user of its own, no rights, fewer system calls, no network. Takes root.
    OwnUser,
    /// The same, but as the user who started it, within a namespace in which that means nothing.
    Namespace,
    /// The kernel refuses files (Landlock), the network and system calls; processes and the rest are as they are.
    Landlock,
}

impl Layers {
    /// What holds here, tried once; else why nothing does.
    pub fn find() -> Result<Layers, String> {
        static FOUND: OnceLock<Result<Layers, String>> = OnceLock::new();
        FOUND.get_or_init(look).clone()
    }

    /// What it keeps apart, for people.
    pub fn in_words(self) -> &'static str {
        match self {
            Layers::OwnUser => {
                "files (a root of its own), user (one of its own, no capabilities), processes, network (namespaces), system calls (seccomp)"
            }
            Layers::Namespace => {
                "files (a root of its own), rights (user namespace, no capabilities), processes, network (namespaces), system calls (seccomp)"
            }
            Layers::Landlock => {
                "files (Landlock), network and system calls (seccomp); not hidden: which processes there are"
            }
        }
    }
}

/// The walls around one phone's JVMs.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    layers: Layers,
    program: PathBuf,
    /// Where the new root is built: an empty folder.
    root: PathBuf,
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    /// Where a JVM sees what the phone has stored.
    storage: PathBuf,
    network: bool,
}

impl Cell {
    /// Those of a phone with this folder and app, which sees the part `inside`; `None` where there are none and somebody has said that
    /// this will do.
    pub(crate) fn of_phone(
        kit: &Kit,
        app: &App,
        (folder, inside): (&Path, &Path),
        network: bool,
    ) -> io::Result<Option<Cell>> {
        let chosen = *CONFINE.read().unwrap_or_else(PoisonError::into_inner);
        let found = if let Confine::By(layers) = chosen { Ok(layers) } else { Layers::find() };
        let layers = match (found, UNCONFINED.get()) {
            _ if chosen == Confine::Not => return Ok(None),
            (Ok(layers), _) => layers,
            (Err(_), Some(())) => return Ok(None),
            (Err(why), None) => return Err(io::Error::new(io::ErrorKind::PermissionDenied, why)),
        };
        let root = folder.join("root");
        std::fs::create_dir_all(&root)?;
        let read = [
            kit.jars(),
            linked::frameworks(kit, kit.level),
            archive::path(kit, kit.level),
            app.apk.clone(),
            app.classes.clone(),
        ];
        if layers == Layers::OwnUser {
            for path in &read {
                let_read(path)?;
                let parents = path.ancestors().skip(1).take_while(|parent| parent.starts_with(&kit.folder));
                parents.into_iter().try_for_each(let_enter)?;
            }
            keep_to_ourselves(&kit.phones())?;
        }
        let mut read = Vec::from(read);
        read.extend(kit.java.java.ancestors().nth(2).map(Path::to_owned));
        read.extend(home_of(&kit.java));
        Ok(Some(Cell {
            layers,
            program: program()?,
            root,
            read,
            write: vec![inside.to_owned()],
            storage: inside.join(STORAGE),
            network,
        }))
    }

    /// Whom files must belong to that the app writes to, where that is not us.
    pub(crate) fn owner(&self) -> Option<u32> {
        (self.layers == Layers::OwnUser).then(own_id)
    }

    /// The line that starts a JVM in a cell of its own.
    pub(crate) fn around(&self, line: Vec<OsString>) -> io::Result<Vec<OsString>> {
        let mut around: Vec<OsString> = Vec::new();
        if self.layers != Layers::Landlock {
            around.push(java::program("unshare").ok_or(io::ErrorKind::NotFound)?.into());
            let flags =
                ["--pid", "--fork", "--kill-child", "--mount", "--ipc", "--uts", "--propagation", "private"];
            around.extend(flags.map(OsString::from));
            if self.layers == Layers::Namespace {
                around.extend(["--user", "--map-root-user"].map(OsString::from));
            }
            if !self.network {
                around.push("--net".into());
            }
        }
        let how = if self.layers == Layers::Landlock { "landlock" } else { "enter" };
        around.extend(self.words(how));
        around.extend(line);
        Ok(around)
    }

    /// What stands before the keeper of a room: it sees what the app does, and images of JVMs besides, as root.
    ///
    /// Phones and images are seen as one, so that they may share files; nobody but root passes into either.
    pub(crate) fn around_room(&self, criu: &Path, kit: &Kit) -> Vec<OsString> {
        let mut wider = self.clone();
        wider.read.extend([
            std::path::absolute(criu).unwrap_or_else(|_| criu.to_owned()),
            PathBuf::from("/run/criu.kdat"),
        ]);
        wider.write = vec![kit.folder.clone()];
        wider.storage = Path::new(INSIDE).join(STORAGE);
        wider.words("room")
    }

    /// What stands before a JVM that starts in a room.
    pub(crate) fn around_jvm(&self) -> Vec<OsString> {
        let mut words = vec![self.program.clone().into_os_string(), CELL.into(), "confine".into()];
        words.extend(self.rights());
        words.push("--".into());
        words
    }

    fn words(&self, how: &str) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![self.program.clone().into(), CELL.into(), how.into()];
        words.extend(["root".into(), self.root.clone().into_os_string()]);
        let paths = |word: &'static str, paths: &[PathBuf]| {
            let pairs = paths.iter().map(move |path| [OsString::from(word), path.clone().into_os_string()]);
            pairs.flatten().collect::<Vec<_>>()
        };
        words.extend(paths("read", std::slice::from_ref(&self.program)));
        words.extend(paths("read", &self.read));
        words.extend(paths("write", &self.write));
        words.extend(paths("storage", std::slice::from_ref(&self.storage)));
        words.extend(self.rights());
        words.push("--".into());
        words
    }

    pub(crate) fn rights(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        if let Some(owner) = self.owner() {
            words.extend(["user".into(), owner.to_string().into()]);
        }
        if self.network {
            words.extend(["network".into(), "allowed".into()]);
        }
        words
    }
}

/// Has a folder belong to the app's user.
pub(crate) fn hand_over(folder: &Path, owner: Option<u32>) -> io::Result<()> {
    owner.map_or(Ok(()), |owner| std::os::unix::fs::chown(folder, Some(owner), Some(owner)))
}

/// Has nobody else enter a folder.
pub(crate) fn keep_to_ourselves(folder: &Path) -> io::Result<()> {
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
}

/// Has others enter a folder of ours, not list it.
pub(crate) fn let_through(folder: &Path, owner: Option<u32>) -> io::Result<()> {
    owner.map_or(Ok(()), |_| std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o711)))
}

/// Has another user pass through a folder.
fn let_enter(folder: &Path) -> io::Result<()> {
    let mode = folder.metadata()?.mode() & 0o7777;
    if mode & 0o111 == 0o111 {
        return Ok(());
    }
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode | 0o111))
}

/// Has another user read what we have fetched: a file, or a folder of files.
fn let_read(path: &Path) -> io::Result<()> {
    let Ok(about) = path.symlink_metadata() else { return Ok(()) };
    let needs = if about.is_dir() { 0o555 } else { 0o444 };
    if about.mode() & needs != needs {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(about.mode() & 0o7777 | needs))?;
    }
    if about.is_dir() {
        std::fs::read_dir(path)?.try_for_each(|entry| let_read(&entry?.path()))?;
    }
    Ok(())
}

fn program() -> io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(program) => Ok(program.clone()),
        None => std::env::current_exe(),
    }
}

/// Where Java is, links followed.
fn home_of(java: &Java) -> Option<PathBuf> {
    Some(java.java.canonicalize().ok()?.parent()?.parent()?.to_owned())
}

fn own_id() -> u32 {
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_mapped = map.lines().any(|line| {
        let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
        let (first, _, count) = (numbers.next(), numbers.next(), numbers.next());
        first.zip(count).is_some_and(|(first, count)| (first..first + count).contains(&u64::from(OWN_ID)))
    });
    if is_mapped { OWN_ID } else { NOBODY }
}

/// Tries each kind of cell, the strongest first, by looking at a process in it.
fn look() -> Result<Layers, String> {
    if !cfg!(target_os = "linux") {
        return Err(format!("cells are made by Linux's kernel, and this is {}", std::env::consts::OS));
    }
    let tried = if rustix::process::geteuid().is_root() {
        [Layers::OwnUser, Layers::Landlock]
    } else {
        [Layers::Namespace, Layers::Landlock]
    };
    let mut why = Vec::new();
    for layers in tried {
        match try_out(layers) {
            Ok(()) => return Ok(layers),
            Err(error) => why.push(format!("{layers:?}: {error}")),
        }
    }
    Err(format!("nothing on this computer keeps an app in ({})", gui::escaped(&why.join("; "))))
}

/// Has a program tell what it may in such a cell, and what it sees.
fn try_out(layers: Layers) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    // Its parents are to be passed by another user.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
    let root = folder.path().join("root");
    std::fs::create_dir(&root)?;
    let cell = Cell {
        layers,
        program: program()?,
        root,
        read: Vec::new(),
        write: vec![folder.path().to_owned()],
        storage: folder.path().join(STORAGE),
        network: false,
    };
    let line = cell.around(["/bin/cat", "/proc/self/status"].map(OsString::from).to_vec())?;
    let done = Command::new(&line[0]).args(&line[1..]).stdin(Stdio::null()).env_clear().output()?;
    let told = [done.stdout, done.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    let says = |name: &str, value: &str| {
        told.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.trim() == value))
    };
    let holds = says("NoNewPrivs:", "1") && says("Seccomp:", "2") && says("CapEff:", "0000000000000000");
    if holds || layers == Layers::Landlock && says("NoNewPrivs:", "1") && says("Seccomp:", "2") {
        Ok(())
    } else {
        Err(io::Error::other(told.lines().last().unwrap_or("it says nothing").trim().to_owned()))
    }
}
