//! One JVM, and one question at a time to it.

pub(crate) mod wire; // frames
pub(crate) mod words; // what is said to a JVM and what it answers
pub(crate) mod printed; // what JVMs print

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::Serialize;

use crate::cell::{Cell, Quota, hand_over, let_through};
use crate::image::Image;
use crate::jvm::printed::Printed;
use crate::jvm::wire::Frame;
use crate::jvm::words::{Answer, Request};
use crate::kit::Kit;
use crate::kit::{archive, linked};
use crate::room::{Pipes, Room};

/// A JVM with a framework in it. Ends when it is dropped, and what it has unpacked goes with it.
pub(crate) struct Jvm {
    body: Body,
    questions: Sender<Frame>,
    answers: Receiver<io::Result<Frame>>,
    /// The number of the last question.
    last: u64,
    /// For what it prints and unpacks; in a room, all that it sees.
    folder: PathBuf,
    /// The image that it was last taken up from or saved in.
    ancestor: Option<Arc<Image>>,
    /// Where what it prints is kept, and how much of that an image knew before.
    printed: Printed,
    printed_before: u64,
    /// How much its app may store.
    quota: Box<Quota>,
}

enum Body {
    Plain(Child),
    Housed(Room),
}

/// Why there is no answer. The JVM is of no use afterwards.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unanswered {
    #[error("no answer within {} s", .0.as_secs())]
    InTime(Duration),
    #[error("it ended{0}")]
    Ended(String),
    #[error("its answer makes no sense: {0}")]
    Garbled(String),
}

impl Jvm {
    /// Starts one with the framework of an API level. It comes up by itself, and answers once it has.
    pub(crate) fn start(
        kit: &Kit,
        api: u32,
        folder: &Path,
        printed: Printed,
        cell: Option<&Cell>,
    ) -> io::Result<Jvm> {
        let owner = cell.and_then(Cell::owner);
        std::fs::create_dir_all(folder)?;
        // What it prints lies in it as long as we have it open; nobody else makes files there.
        let printing = File::create(folder.join(PRINTED))?;
        hand_over(folder, owner)?;
        if let Some(parent) = folder.parent() {
            let_through(parent, owner)?;
        }
        let line = command_line(kit, api, folder);
        let line = cell.map_or(Ok(line.clone()), |cell| cell.around(line))?;
        let mut process = Command::new(&line[0])
            .args(&line[1..])
            .current_dir(folder)
            // What an app reads of its environment is none of ours.
            .env_clear()
            .env("TZ", "UTC")
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(printing)
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Jvm::speaking(Body::Plain(process), stdin, stdout, folder, printed)
    }

    /// One that lives in a room, whose folder this is. It may have been taken up from an image.
    pub(crate) fn housed(
        room: Room,
        pipes: Pipes,
        folder: &Path,
        ancestor: Option<Arc<Image>>,
        printed: Printed,
    ) -> io::Result<Jvm> {
        let mut jvm = Jvm::speaking(Body::Housed(room), pipes.input, pipes.output, folder, printed)?;
        jvm.ancestor = ancestor;
        Ok(jvm)
    }

    fn speaking(
        body: Body,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        folder: &Path,
        printed: Printed,
    ) -> io::Result<Jvm> {
        let printed_before = std::fs::metadata(folder.join(PRINTED)).map_or(0, |data| data.len());
        let (questions, asked) = channel();
        let (answered, answers) = channel();
        std::thread::Builder::new()
            .name("pocket phone".to_owned())
            .spawn(move || carry(input, output, &asked, &answered))?;
        let folder = folder.to_owned();
        let quota = Box::new(Quota::new(&folder));
        Ok(Jvm { body, questions, answers, last: 0, folder, ancestor: None, printed, printed_before, quota })
    }

    /// A number that no other process has now.
    pub(crate) fn pid(&self) -> u32 {
        match &self.body {
            Body::Plain(process) => process.id(),
            Body::Housed(room) => room.id(),
        }
    }

    /// The folder of its room, for one that lives in one.
    pub(crate) fn home(&self) -> Option<&Path> {
        match &self.body {
            Body::Plain(_) => None,
            Body::Housed(_) => Some(&self.folder),
        }
    }

    /// Says which image it is that was made of it: what is saved next descends from that.
    pub(crate) fn descend_from(&mut self, image: Option<Arc<Image>>) {
        self.ancestor = image;
    }

    /// Saves its condition and its files into a new folder, without what the image has that it descends from. Only one that
    /// lives in a room can be saved.
    pub(crate) fn save(&mut self, folder: &Path) -> io::Result<()> {
        let parent = self.ancestor.clone();
        self.write(folder, parent.as_deref())
    }

    /// The same, for an image that goes when it is dropped. What is saved next descends from it.
    pub(crate) fn save_for_a_while(&mut self, folder: &Path) -> io::Result<Arc<Image>> {
        let parent = self.ancestor.clone().map(Image::not_too_deep);
        self.write(folder, parent.as_deref())?;
        let image = Arc::new(Image::of(folder.to_owned(), parent));
        self.ancestor = Some(Arc::clone(&image));
        Ok(image)
    }

    fn write(&mut self, folder: &Path, parent: Option<&Image>) -> io::Result<()> {
        match &mut self.body {
            Body::Plain(_) => Err(io::ErrorKind::Unsupported.into()),
            Body::Housed(room) => room.save(folder, parent.map(Image::path)),
        }
    }

    /// Asks and waits for the answer, at most so long.
    pub(crate) fn ask(
        &mut self,
        request: &Request,
        bytes: Vec<u8>,
        patience: Duration,
    ) -> Result<Answer, Unanswered> {
        #[derive(Serialize)]
        struct Numbered<'a> {
            id: u64,
            #[serde(flatten)]
            request: &'a Request,
        }
        self.last += 1;
        let garbled = |error: serde_json::Error| Unanswered::Garbled(error.to_string());
        let header = serde_json::to_vec(&Numbered { id: self.last, request }).map_err(garbled)?;
        // A courier that is gone has left word why.
        let _ = self.questions.send(Frame { header, bytes });
        let frame = match self.answers.recv_timeout(patience) {
            Ok(Ok(frame)) => frame,
            Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(Unanswered::Garbled(error.to_string()));
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return Err(Unanswered::Ended(self.last_words()));
            }
            Err(RecvTimeoutError::Timeout) => return Err(Unanswered::InTime(patience)),
        };
        let mut answer: Answer = serde_json::from_slice(&frame.header).map_err(garbled)?;
        if answer.id != self.last {
            let why = format!("it is for question {}, and {} was asked", answer.id, self.last);
            return Err(Unanswered::Garbled(why));
        }
        answer.bytes = frame.bytes;
        if let Some(why) = self.quota.exceeded() {
            self.end();
            return Err(Unanswered::Ended(why));
        }
        Ok(answer)
    }

    /// Counts what the app stores in a folder outside of its own too.
    pub(crate) fn watch(&mut self, storage: &Path) {
        self.quota.watch(storage);
    }

    /// Ends it. Its folder stays until it is dropped.
    pub(crate) fn end(&mut self) {
        match &mut self.body {
            Body::Plain(process) => {
                let _ = process.kill();
                let _ = process.wait();
                // In a cell that was only who had started it. Whoever has its output open is still there.
                self.questions = channel().0;
                while self.answers.recv_timeout(ENDING).is_ok() {}
            }
            Body::Housed(room) => room.end(),
        }
    }

    /// Ends it while others go on: that takes as long as the system needs to take its memory back.
    pub(crate) fn end_aside(self) {
        // Where no thread can be started, it ends here and now.
        let _ = std::thread::Builder::new().name("end of a JVM".to_owned()).spawn(move || drop(self));
    }

    /// What it said last, where it said something.
    fn last_words(&self) -> String {
        let end = self.end_of_printed().unwrap_or_default();
        match last_cause(&String::from_utf8_lossy(&end)) {
            Some(line) => format!("; its last words: {}", gui::escaped(line)),
            None => String::new(),
        }
    }
}

impl Jvm {
    /// The last part of what it printed, which may be a lot.
    fn end_of_printed(&self) -> io::Result<Vec<u8>> {
        let mut printed = files::open(&self.folder.join(PRINTED))?;
        let from = printed.metadata()?.len().saturating_sub(LAST_BYTES);
        printed.seek(SeekFrom::Start(from))?;
        let mut end = Vec::new();
        printed.take(LAST_BYTES).read_to_end(&mut end)?;
        Ok(end)
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        self.end();
        self.printed.take(&self.folder.join(PRINTED), self.printed_before);
        // What stays takes up room until the phone goes, no more.
        let _ = files::remove_tree(&self.folder);
    }
}

/// So much of what it printed is looked through for a reason.
const LAST_BYTES: u64 = 64 << 10;

/// How long the end of one may take.
const ENDING: Duration = Duration::from_secs(5);

/// The innermost cause of the last stack that was printed, else the last line that says something.
fn last_cause(printed: &str) -> Option<&str> {
    let is_frame = |line: &str| line.starts_with("at ") || line.starts_with("... ");
    let mut lines = printed.lines().map(str::trim).filter(|line| !line.is_empty()).rev();
    let line = lines.find(|line| !is_frame(line))?;
    Some(line.strip_prefix("Caused by: ").unwrap_or(line))
}

/// Carries questions in and answers out, in a thread of its own: pipes know no deadlines.
fn carry(
    mut input: impl Write,
    output: impl Read,
    asked: &Receiver<Frame>,
    answered: &Sender<io::Result<Frame>>,
) {
    let mut output = BufReader::new(output);
    for question in asked {
        let answer = question.write_to(&mut input).and_then(|()| Frame::read_from(&mut output));
        let is_over = answer.is_err();
        if answered.send(answer).is_err() || is_over {
            break;
        }
    }
    drop(input);
    // It is over when nobody can write any more.
    let _ = io::copy(&mut output, &mut io::sink());
}

/// How a JVM is started that comes up with the framework of an API level, with this folder for what it unpacks.
pub(crate) fn command_line(kit: &Kit, api: u32, unpacked: &Path) -> Vec<OsString> {
    let mut line = java_with(kit, unpacked, &linked::frameworks(kit, api));
    line.splice(1..1, archive::flags(kit, api));
    line.extend(["oddity.pocket.boot.Main".into(), api.to_string().into()]);
    line
}

/// All up to the name of the program: Java with our jars, and the frameworks that lie in a folder.
pub(crate) fn java_with(kit: &Kit, unpacked: &Path, frameworks: &Path) -> Vec<OsString> {
    let mut line = vec![kit.java.java.clone().into_os_string()];
    line.extend(FLAGS.map(OsString::from));
    line.extend(
        OPENED
            .iter()
            .flat_map(|package| ["--add-opens".into(), format!("java.base/{package}=ALL-UNNAMED").into()]),
    );
    line.push(property("java.io.tmpdir", unpacked));
    line.push(property("robolectric.dependency.dir", frameworks));
    line.extend(["-cp".into(), kit.class_path()]);
    line
}

/// What a JVM prints.
const PRINTED: &str = "printed.txt";

fn property(name: &str, value: &Path) -> OsString {
    let mut property = OsString::from(format!("-D{name}="));
    property.push(value);
    property
}

/// Quick to start rather than quick in the long run, and small.
const FLAGS: [&str; 19] = [
    "-Xmx400m",
    // Little is touched between two collections, so there is little to save.
    "-Xmn8m",
    // Enough to come up in. Later it has what it needs and a little more, for garbage is saved, too.
    "-Xms128m",
    "-XX:MinHeapFreeRatio=20",
    "-XX:MaxHeapFreeRatio=30",
    // Or a collection of everything would come each time that many classes were loaded, and move all there is.
    "-XX:MetaspaceSize=256m",
    "-Xss2m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    // An app of some size fills the usual 48 MB, and from then on nothing more is compiled.
    "-XX:ReservedCodeCacheSize=160m",
    // What the JVM warns of would stand between two answers.
    "-Xlog:disable",
    "-Xlog:all=warning:stderr",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    // The guard around the app is one.
    "-Djava.security.manager=allow",
    "-Drobolectric.offline=true",
    "-Drobolectric.installFakeMediaProvider=false",
    // Windows stand where their gravity puts them: else all dialogs are in the upper left corner.
    "-Drobolectric.windowManager.useRequestedSize=true",
];

/// The parts of Java that Robolectric reaches into.
const OPENED: [&str; 11] = [
    "java.io",
    "java.lang",
    "java.lang.invoke",
    "java.lang.reflect",
    "java.net",
    "java.nio",
    "java.security",
    "java.text",
    "java.util",
    "java.util.concurrent",
    "sun.security.x509",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_the_innermost_cause() {
        for (printed, words) in [
            ("", None),
            ("a warning\n\n", Some("a warning")),
            (
                "a.B: x\n\tat a.C.d(C.java:1)\nCaused by: a.E: why\n\tat a.F.g(F.java:2)\n\t... 10 more\n",
                Some("a.E: why"),
            ),
            ("\tat a.C.d(C.java:1)\n\t... 10 more\n", None),
        ] {
            assert_eq!(last_cause(printed), words, "{printed}");
        }
    }
}
