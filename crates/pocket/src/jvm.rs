//! One JVM, and one question at a time to it.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::Serialize;

use crate::kit::Kit;
use crate::wire::Frame;
use crate::words::{Answer, Request};

/// A JVM with a framework in it. Ends when it is dropped.
pub(crate) struct Jvm {
    process: Child,
    questions: Sender<Frame>,
    answers: Receiver<io::Result<Frame>>,
    /// The number of the last question.
    last: u64,
    /// What it prints.
    printed: PathBuf,
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
    /// Starts one with the framework of an API level. `folder` is for what it prints and unpacks; it comes up by itself, and
    /// answers once it has.
    pub(crate) fn start(kit: &Kit, api: u32, folder: &Path) -> io::Result<Jvm> {
        std::fs::create_dir_all(folder)?;
        let printed = folder.join("printed.txt");
        let mut process =
            Command::new(&kit.java.java)
                .args(FLAGS)
                .args(OPENED.iter().flat_map(|package| {
                    ["--add-opens".to_owned(), format!("java.base/{package}=ALL-UNNAMED")]
                }))
                .arg(property("java.io.tmpdir", folder))
                .arg(property("robolectric.dependency.dir", &kit.frameworks()))
                .arg("-cp")
                .arg(kit.class_path())
                .arg("oddity.pocket.boot.Main")
                .arg(api.to_string())
                .current_dir(folder)
                // What an app reads of its environment is none of ours.
                .env_clear()
                .env("TZ", "UTC")
                .env("LANG", "C.UTF-8")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(File::create(&printed)?)
                .spawn()?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (questions, asked) = channel();
        let (answered, answers) = channel();
        std::thread::Builder::new()
            .name("pocket phone".to_owned())
            .spawn(move || carry(stdin, stdout, &asked, &answered))?;
        Ok(Jvm { process, questions, answers, last: 0, printed })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
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
        Ok(answer)
    }

    /// The last line that it printed.
    fn last_words(&self) -> String {
        let printed = std::fs::read(&self.printed).unwrap_or_default();
        let end = String::from_utf8_lossy(&printed[printed.len().saturating_sub(2000)..]).into_owned();
        let line = end.lines().rev().find(|line| !line.trim().is_empty() && !line.starts_with("\tat "));
        line.map_or_else(String::new, |line| format!("; its last words: {}", gui::escaped(line.trim())))
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Carries questions in and answers out, in a thread of its own: pipes know no deadlines.
fn carry(
    mut stdin: ChildStdin,
    stdout: ChildStdout,
    asked: &Receiver<Frame>,
    answered: &Sender<io::Result<Frame>>,
) {
    let mut stdout = BufReader::new(stdout);
    for question in asked {
        let answer = question.write_to(&mut stdin).and_then(|()| Frame::read_from(&mut stdout));
        let is_over = answer.is_err();
        if answered.send(answer).is_err() || is_over {
            return;
        }
    }
}

fn property(name: &str, value: &Path) -> std::ffi::OsString {
    let mut property = std::ffi::OsString::from(format!("-D{name}="));
    property.push(value);
    property
}

/// Quick to start rather than quick in the long run, and small.
const FLAGS: [&str; 10] = [
    "-Xmx400m",
    "-Xss2m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    // The guard around the app is one.
    "-Djava.security.manager=allow",
    "-Drobolectric.offline=true",
    "-Drobolectric.installFakeMediaProvider=false",
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
