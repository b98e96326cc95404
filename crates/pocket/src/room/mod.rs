//! A room for a process: namespaces of its own, in which it always has the same number and the same folder. So its condition,
//! saved in one room, can be taken up in another.

pub(crate) mod criu; // saving a process with all it has in memory, and taking it up again
pub(crate) mod socket; // a socket whose other end is the input of a program

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::image::pages;
use crate::room::criu::Criu;
use crate::room::socket::Socket;

/// Where a room's folder is seen from inside.
pub(crate) const INSIDE: &str = "/run/oddity-pocket";

/// The number of the process in every room. It must be free when a condition is taken up, so it is far from the first.
const PID: &str = "10000";

/// How long anything about a room may take. It takes a fraction of a second, and ten on a computer that is very busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long an end may take that was asked for.
const ENDING: Duration = Duration::from_secs(5);

const KEEPER: &str = include_str!("room.sh");

/// A room, its keeper, and at most one process, ever. All of it ends when it is dropped, the folder stays.
pub(crate) struct Room {
    keeper: Child,
    /// The keeper's input, over which CRIU hands pages to us, too.
    orders: Option<Socket>,
    answers: Receiver<String>,
    folder: PathBuf,
    is_ready: bool,
}

/// What stands around all of a room, and whom the process runs as where that is not us.
#[derive(Debug, Clone, Default)]
pub(crate) struct RoomWalls {
    pub(crate) around: Vec<OsString>,
    pub(crate) owner: Option<u32>,
}

/// The process's input and output.
pub(crate) struct Pipes {
    pub(crate) input: File,
    pub(crate) output: File,
}

impl Room {
    /// A room on a folder that is made for it. It gets ready by itself. The program is what [`start`](Self::start) starts.
    pub(crate) fn open(
        criu: &Criu,
        folder: &Path,
        program: &[OsString],
        walls: &RoomWalls,
    ) -> io::Result<Room> {
        fs::create_dir_all(folder)?;
        let (orders, input) = socket::pair()?;
        let mut keeper = Command::new("unshare")
            .args(["--pid", "--fork", "--kill-child", "--mount", "--net", "--mount-proc"])
            .args(["--ipc", "--uts", "--propagation", "private"])
            .args(&walls.around)
            .args(["bash", "-c", KEEPER, "keeper"])
            .arg(folder)
            .args([INSIDE, PID])
            .arg(&criu.program)
            .arg(walls.owner.map(|owner| owner.to_string()).unwrap_or_default())
            .args(program)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(File::create(folder.join(COMPLAINTS))?)
            .spawn()?;
        let said = BufReader::new(keeper.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let (tell, answers) = channel();
        std::thread::Builder::new().name("room".to_owned()).spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(Room { keeper, orders: Some(orders), answers, folder: folder.to_owned(), is_ready: false })
    }

    /// Its number on this computer.
    pub(crate) fn id(&self) -> u32 {
        self.keeper.id()
    }

    /// Starts the process.
    pub(crate) fn start(&mut self) -> io::Result<Pipes> {
        self.people("start", None)
    }

    /// Takes up a condition that was saved in another room, with the files of then.
    pub(crate) fn load(&mut self, image: &Path) -> io::Result<Pipes> {
        self.people("load", Some(image))
    }

    /// Saves the process's condition and its files, without the pages that a parent has; it goes on afterwards. The folder must
    /// be empty.
    pub(crate) fn save(&mut self, image: &Path, parent: Option<&Path>) -> io::Result<()> {
        fs::create_dir_all(image)?;
        self.tell("save", Some(image))?;
        let orders = self.orders.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        let end = Instant::now() + PATIENCE;
        let mut saving = Saving { orders, answers: &self.answers, end, has_ended: false };
        let received = pages::receive(&mut saving, image, parent);
        match received {
            Ok(kept) => {
                let heard = self.hear();
                kept.and(heard)
            }
            // Nobody reads or writes there any more, save us.
            Err(_) if saving.has_ended => {
                saving.forget();
                Err(self.complaint())
            }
            Err(error) => {
                self.orders = None;
                Err(error)
            }
        }
    }

    /// Ends everything in it.
    pub(crate) fn end(&mut self) {
        // A keeper that gets no more orders ends, and its end waits for that of all others in the room.
        self.orders = None;
        let said = std::iter::repeat_with(|| self.answers.recv_timeout(ENDING)).find_map(Result::err);
        if said == Some(RecvTimeoutError::Timeout) {
            let _ = self.keeper.kill();
        }
        let _ = self.keeper.wait();
    }

    fn people(&mut self, order: &str, image: Option<&Path>) -> io::Result<Pipes> {
        self.get_ready()?;
        let ends = |name: &str| {
            let path = self.folder.join(name);
            // Opening an end of a pipe waits for the other, so there is one of each until the process has them.
            let both = OpenOptions::new().read(true).write(true).open(&path)?;
            Ok::<_, io::Error>((both, path))
        };
        let (both_in, input) = ends("in")?;
        let (both_out, output) = ends("out")?;
        let pipes = Pipes { input: OpenOptions::new().write(true).open(input)?, output: File::open(output)? };
        self.order(order, image)?;
        drop((both_in, both_out));
        Ok(pipes)
    }

    fn get_ready(&mut self) -> io::Result<()> {
        if self.is_ready || self.answer()? == "ready" {
            self.is_ready = true;
            Ok(())
        } else {
            Err(self.complaint())
        }
    }

    fn order(&mut self, order: &str, image: Option<&Path>) -> io::Result<()> {
        self.tell(order, image)?;
        self.hear()
    }

    fn tell(&mut self, order: &str, image: Option<&Path>) -> io::Result<()> {
        let mut line = order.as_bytes().to_vec();
        if let Some(image) = image {
            line.push(b' ');
            line.extend_from_slice(image.as_os_str().as_encoded_bytes());
        }
        line.push(b'\n');
        self.orders.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(&line)
    }

    /// How an order ended.
    fn hear(&self) -> io::Result<()> {
        match self.answer()?.as_str() {
            "done" => Ok(()),
            _ => Err(self.complaint()),
        }
    }

    fn answer(&self) -> io::Result<String> {
        self.answers.recv_timeout(PATIENCE).map_err(|_| self.complaint())
    }

    /// What went wrong, in the words of whoever said something.
    fn complaint(&self) -> io::Error {
        let log = fs::read_to_string(self.folder.join("log.txt")).unwrap_or_default();
        let printed = fs::read_to_string(self.folder.join(COMPLAINTS)).unwrap_or_default();
        // The last one only says that it failed; what CRIU says first is no obstacle.
        let error = log.lines().rfind(|line| line.contains("Error") && !line.contains("FAILED"));
        let line = printed.lines().last().or(error);
        io::Error::other(gui::escaped(line.unwrap_or("no word from it in time").trim()).to_string())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.end();
    }
}

/// CRIU as it saves: it has the keeper's input until the keeper says that it has ended.
struct Saving<'a> {
    orders: &'a Socket,
    answers: &'a Receiver<String>,
    end: Instant,
    has_ended: bool,
}

impl Saving<'_> {
    /// Throws away what was sent and not read.
    fn forget(&mut self) {
        let mut rest = [0; 4096];
        while self.orders.read(&mut rest).is_ok_and(|read| read > 0) {}
    }
}

impl Read for Saving<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.orders.read(into) {
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    self.has_ended = self.answers.try_recv().is_ok();
                    if self.has_ended {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    if Instant::now() > self.end {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                read => return read,
            }
        }
    }
}

impl Write for Saving<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.orders.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.orders.flush()
    }
}

/// What the keeper and those it calls complain about.
const COMPLAINTS: &str = "complaints.txt";
