//! The thread that reads the log, and the calls that take from it.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::store::LogStore;
use super::time;
use crate::adb::commands;
use crate::adb::deadline::Deadline;
use crate::adb::error::AdbError;
use crate::adb::transport::Transport;
use crate::{LogLine, LogPage, LogPosition, Sent};
use android::logcat::Logcat;
use android::text::text_of;

/// Reads a phone's log as long as it lives. Reconnects by itself; no line twice, and gaps are counted.
#[derive(Debug)]
pub(in crate::adb) struct LogReader {
    shared: Arc<Shared>,
    dialect: Dialect,
    thread: Option<JoinHandle<()>>,
}

/// What differs between phones.
#[derive(Debug, Clone, Copy)]
pub(in crate::adb) struct Dialect {
    /// Whether it prints years and marks where another buffer goes on (Android 7 and newer).
    pub(in crate::adb) modern: bool,
    /// The year where it does not print it.
    pub(in crate::adb) year: i64,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    store: LogStore,
    /// The socket that the thread waits on.
    socket: Option<TcpStream>,
    /// Whether to wait, because the phone is about to have another past.
    held: bool,
    over: bool,
}

/// The pause before the next try to connect.
const BETWEEN_TRIES: Duration = Duration::from_millis(200);
/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);
/// A log that is silent for so long is asked for anew; the connection may be dead without anybody having said so.
const SILENCE: Duration = Duration::from_secs(600);

impl LogReader {
    /// Begins with the oldest line that the phone still has.
    pub(in crate::adb) fn start(transport: Transport, dialect: Dialect) -> LogReader {
        let shared = Arc::new(Shared::default());
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::spawn(move || read_on(transport, dialect, &for_thread));
        LogReader { shared, dialect, thread: Some(thread) }
    }

    /// What differs between phones, of this one.
    pub(in crate::adb) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Waits until `newest` has come, then gives what has come since. `None` when it did not come in time.
    pub(in crate::adb) fn page(
        &self,
        since: LogPosition,
        newest: Option<&LogLine>,
        deadline: Deadline,
    ) -> Option<LogPage> {
        let mut state = self.shared.lock();
        while newest.is_some_and(|line| !state.store.has(line)) {
            let waited = self.shared.changed.wait_timeout(state, deadline.left()?);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        Some(state.store.page(since))
    }

    /// Reads nothing more until [`go_on_after`](Self::go_on_after): the phone is about to have another past.
    pub(in crate::adb) fn hold(&self) {
        let mut state = self.shared.lock();
        state.held = true;
        state.hang_up();
    }

    pub(in crate::adb) fn is_held(&self) -> bool {
        self.shared.lock().held
    }

    /// Goes on behind the newest line of the phone's other past.
    pub(in crate::adb) fn go_on_after(&self, newest: Option<&LogLine>) {
        let mut state = self.shared.lock();
        state.store.expect_another_past(newest);
        state.held = false;
        self.shared.changed.notify_all();
    }
}

impl Drop for LogReader {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.over = true;
        state.hang_up();
        self.shared.changed.notify_all();
        drop(state);
        if let Some(thread) = self.thread.take() {
            // A panic in there has been printed already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// The state is whole between two lines, so it can be used even after a panic elsewhere.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn hang_up(&mut self) {
        if let Some(socket) = self.socket.take() {
            // It may be closed already, which is what we want.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

fn read_on(mut transport: Transport, dialect: Dialect, shared: &Shared) {
    while !shared.lock().over {
        // Whatever ended it, the next try begins where this one stopped.
        let _ = read_once(&transport, dialect, shared);
        transport.forget();
        let mut state = shared.lock();
        if !state.over {
            let waited = shared.changed.wait_timeout(state, BETWEEN_TRIES);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        while state.held && !state.over {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn read_once(transport: &Transport, dialect: Dialect, shared: &Shared) -> Result<(), AdbError> {
    let moment = if dialect.modern { time::epoch } else { time::without_year };
    let since = shared.lock().store.expect_replay().map(moment);
    let command = if dialect.modern { commands::log } else { commands::log_before_7 };
    let mut stream = transport.stream(&command(since.as_deref()), Deadline::after(CONNECT))?;
    {
        let mut state = shared.lock();
        if state.over || state.held {
            return Ok(());
        }
        state.socket = Some(stream.hold().map_err(|error| lost(&error))?);
    }
    let mut buffer = "main";
    loop {
        let mut batch = Vec::new();
        stream.lines(Deadline::after(SILENCE), |line| batch.extend(read_line(line, dialect, &mut buffer)))?;
        let mut state = shared.lock();
        // What a phone said before it became another is not taken for what it says now.
        if state.socket.is_none() {
            return Ok(());
        }
        for Read { line, hidden } in batch {
            state.store.take(line, hidden);
        }
        shared.changed.notify_all();
    }
}

fn lost(error: &std::io::Error) -> AdbError {
    AdbError::Lost { why: error.to_string(), sent: Sent::Nothing }
}

/// A line, and how many logd says it threw away in its place.
struct Read {
    line: LogLine,
    hidden: u64,
}

/// Reads one line; a line that names a buffer changes `buffer` instead.
fn read_line(line: &[u8], dialect: Dialect, buffer: &mut &'static str) -> Option<Read> {
    let text = text_of(line).text;
    let log = Logcat::parse(&text);
    if let Some(name) = log.buffers.first() {
        *buffer = buffer_named(name);
    }
    let entry = log.entries.first()?;
    let line = LogLine {
        unix_ms: time::unix_ms(entry.time?, dialect.year)?,
        pid: entry.pid?,
        tid: entry.tid.unwrap_or_default(),
        priority: entry.priority,
        // Old phones name a buffer only once, so there the last name says nothing.
        buffer: if dialect.modern { buffer } else { "main" },
        tag: entry.tag.into(),
        message: entry.message.into(),
    };
    Some(Read { line, hidden: entry.hidden_lines().unwrap_or_default() })
}

/// The last line of what logcat printed.
pub(in crate::adb) fn last_line(printed: &[u8], dialect: Dialect) -> Option<LogLine> {
    let mut buffer = "main";
    let lines = printed.split(|byte| *byte == b'\n').rev();
    lines
        .filter_map(|line| read_line(line.trim_ascii_end(), dialect, &mut buffer))
        .map(|read| read.line)
        .next()
}

fn buffer_named(name: &str) -> &'static str {
    let known = ["system", "crash", "events", "radio", "kernel", "security", "stats"];
    known.into_iter().find(|known| *known == name).unwrap_or("main")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_buffers() {
        let mut buffer = "main";
        let dialect = Dialect { modern: true, year: 0 };
        let text = "--------- beginning of system\n\
                    2026-06-15 20:07:01.518 +0000   517   530 I Tag     : one\n\
                    --------- switch to crash\n\
                    2026-06-15 20:07:01.519 +0000   517   530 E AndroidRuntime: two\n\
                    nonsense\n";
        let seen: Vec<String> = text
            .lines()
            .filter_map(|line| read_line(line.as_bytes(), dialect, &mut buffer))
            .map(|read| {
                format!("{} {} {} {}", read.line.unix_ms, read.line.buffer, read.line.tag, read.line.message)
            })
            .collect();
        assert_eq!(seen, ["1781554021518 system Tag one", "1781554021519 crash AndroidRuntime two"]);
        let last = last_line(text.as_bytes(), dialect).unwrap();
        assert_eq!(&*last.message, "two");
        assert_eq!(last_line(b"--------- beginning of main\n", dialect), None);
    }
}
