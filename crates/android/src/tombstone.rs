//! Native crashes: tombstone files, and the same lines in a log.

use std::collections::HashMap;

use serde::Serialize;

use super::logcat::Logcat;
use super::native_frame::NativeFrame;
use super::text::{between, lines, shortened, value_of};

/// A process ended by a signal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NativeCrash {
    /// The process, or the path of the program; a lone `Fatal signal` line knows only its last 15 characters.
    pub process: String,
    /// Whether the process name is cut to what the kernel keeps.
    pub process_cut: bool,
    /// The process id; crash collectors that do not know it print 0.
    pub pid: u32,
    /// The thread id.
    pub tid: u32,
    /// The thread that died.
    pub thread: Option<String>,
    /// The signal, such as `SIGSEGV`.
    pub signal: Option<String>,
    /// Its finer meaning, such as `SEGV_MAPERR`.
    pub code: Option<String>,
    /// The address at fault as printed; `None` where there is none.
    pub fault_address: Option<String>,
    /// What the program said before it ended itself.
    pub abort_message: Option<String>,
    /// What the phone thinks it was: `null pointer dereference`.
    pub cause: Option<String>,
    /// Which processor the program was built for.
    pub abi: Option<String>,
    /// The build of the phone.
    pub fingerprint: Option<String>,
    /// When, as printed.
    pub time: Option<String>,
    /// The calls of the thread that died, innermost first.
    pub frames: Vec<NativeFrame>,
}

/// The native crashes of a tombstone file, or of any text that holds some.
///
/// Other threads of a tombstone come after a line of dashes and are left out.
pub fn tombstones(text: &str) -> Vec<NativeCrash> {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.push(line);
    }
    reader.finish()
}

/// The native crashes of a log: tombstones printed with the tag `DEBUG`, and `Fatal signal` lines without one.
pub fn native_crashes(log: &Logcat<'_>) -> Vec<NativeCrash> {
    let mut signals: Vec<NativeCrash> = Vec::new();
    let mut readers: HashMap<(Option<u32>, Option<u32>, &str), Reader> = HashMap::new();
    let mut order = Vec::new();
    for entry in &log.entries {
        match entry.tag {
            "libc" => signals.extend(
                fatal_signal(entry.message)
                    .map(|crash| NativeCrash { time: entry.time.map(str::to_owned), ..crash }),
            ),
            "DEBUG" | "crash_dump32" | "crash_dump64" => {
                let writer = entry.writer();
                let reader = readers.entry(writer).or_insert_with(|| {
                    order.push(writer);
                    Reader::default()
                });
                reader.push(entry.message);
            }
            _ => {}
        }
    }
    let mut found: Vec<NativeCrash> = Vec::new();
    for writer in order {
        found.extend(readers.remove(&writer).map(Reader::finish).unwrap_or_default());
    }
    // A signal line comes before its tombstone and is the same crash.
    let told: std::collections::HashSet<(u32, u32)> =
        found.iter().map(|crash| (crash.pid, crash.tid)).collect();
    found.extend(signals.into_iter().filter(|signal| !told.contains(&(signal.pid, signal.tid))));
    found
}

#[derive(Default)]
struct Reader {
    found: Vec<NativeCrash>,
    /// What came before the line that names the process.
    ahead: NativeCrash,
    in_backtrace: bool,
    in_other_threads: bool,
}

const MAX_FRAMES: usize = 1024;

impl Reader {
    fn push(&mut self, line: &str) {
        let line = line.trim();
        if line.starts_with("*** *** ***") {
            self.in_other_threads = false;
            self.in_backtrace = false;
            self.ahead = NativeCrash::default();
        } else if line.starts_with("--- --- ---") {
            self.in_other_threads = true;
        } else if self.in_other_threads {
        } else if let Some(crash) = process_line(line) {
            let NativeCrash { abi, fingerprint, time, .. } = std::mem::take(&mut self.ahead);
            self.found.push(NativeCrash { abi, fingerprint, time, ..crash });
            self.in_backtrace = false;
        } else if line == "backtrace:" {
            self.in_backtrace = true;
        } else if line.is_empty() || line.ends_with(':') {
            // A blank line or the next heading (`stack:`, `memory near …:`) ends the backtrace.
            self.in_backtrace = false;
        } else if self.in_backtrace && line.starts_with('#') {
            if let (Some(crash), Some(frame)) = (self.found.last_mut(), NativeFrame::parse(line))
                && crash.frames.len() < MAX_FRAMES
            {
                crash.frames.push(frame);
            }
        } else if let Some((key, value)) = line.split_once(": ") {
            let quoted = || Some(value.trim_matches('\'').to_owned());
            match (key, self.found.last_mut()) {
                ("Build fingerprint", _) => self.ahead.fingerprint = quoted(),
                ("ABI", _) => self.ahead.abi = quoted(),
                ("Timestamp", _) => self.ahead.time = quoted(),
                ("Abort message", Some(crash)) => {
                    crash.abort_message = Some(value.trim().trim_matches('\'').to_owned());
                }
                ("Cause", Some(crash)) => crash.cause = crash.cause.take().or_else(quoted),
                _ => {}
            }
        } else if let (true, Some(crash)) = (line.starts_with("signal "), self.found.last_mut()) {
            read_signal(crash, line);
        }
    }

    fn finish(self) -> Vec<NativeCrash> {
        self.found
    }
}

/// `pid: 20, tid: 21, name: Watchdog  >>> com.app:service <<<`; some collectors leave the name out.
fn process_line(line: &str) -> Option<NativeCrash> {
    let (ids, process) = line.strip_prefix("pid: ")?.split_once(">>>")?;
    let process = process.split_once("<<<").map_or(process, |(process, _)| process).trim();
    let (pid, rest) = ids.split_once(',')?;
    let rest = rest.trim_start().strip_prefix("tid: ")?;
    let (tid, name) = rest.split_once(',').unwrap_or((rest, ""));
    let thread = name.trim().strip_prefix("name: ").map(|name| name.trim().to_owned());
    Some(NativeCrash {
        process: shortened(process, 512).to_owned(),
        pid: pid.trim().parse().ok()?,
        tid: tid.trim().parse().ok()?,
        thread,
        ..NativeCrash::default()
    })
}

/// `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`. The names are kept: vendors print wrong numbers.
fn read_signal(crash: &mut NativeCrash, line: &str) {
    crash.signal = between(line, "(", ")").map(str::to_owned);
    crash.code = line.split_once("code ").and_then(|(_, rest)| between(rest, "(", ")")).map(str::to_owned);
    let address = line.split_once("fault addr ").map(|(_, rest)| rest);
    let address = address.and_then(|rest| rest.split([' ', ',']).next());
    crash.fault_address = address.filter(|a| !a.starts_with('-')).map(str::to_owned);
}

/// `Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 12 (init), pid 12 (init)`, or as older phones print it
/// `Fatal signal 11 (SIGSEGV) at 0x00 (code=1), thread 12 (name)`.
fn fatal_signal(message: &str) -> Option<NativeCrash> {
    let rest = message.strip_prefix("Fatal signal ")?;
    let mut crash = NativeCrash { process_cut: true, ..NativeCrash::default() };
    read_signal(&mut crash, rest);
    let named = |word: &str| {
        let (_, rest) = rest.split_once(word)?;
        let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let number = number.trim_end_matches(',').parse().ok()?;
        Some((number, between(rest, "(", ")").unwrap_or("").to_owned()))
    };
    if let Some((tid, thread)) = named(" in tid ").or_else(|| named(", thread ")) {
        (crash.tid, crash.thread) = (tid, Some(thread));
    }
    // Old phones name the thread only; its id is the process's for the main thread.
    let (pid, process) =
        named(", pid ").unwrap_or_else(|| (crash.tid, crash.thread.clone().unwrap_or_default()));
    (crash.pid, crash.process) = (pid, process);
    if crash.code.is_none() {
        crash.code = value_of(rest, "code").map(str::to_owned);
    }
    Some(crash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(crash: &NativeCrash) -> String {
        let dash = |text: &Option<String>| text.clone().unwrap_or("-".to_owned());
        let (thread, signal, code) = (dash(&crash.thread), dash(&crash.signal), dash(&crash.code));
        let (address, abort) = (dash(&crash.fault_address), dash(&crash.abort_message));
        let NativeCrash { process, pid, tid, .. } = crash;
        format!("{process} {pid} {tid} [{thread}] {signal} {code} {address} {abort} {}", crash.frames.len())
    }

    const TOMBSTONE: &str = "*** *** *** *** ***\n\
        Build fingerprint: 'a/b/c'\n\
        ABI: 'arm64'\n\
        pid: 20, tid: 21, name: Watch dog  >>> a.b:service <<<\n\
        uid: 1000\n\
        signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------\n\
        Abort message: 'Check failed: x'\n\
        Cause: null pointer dereference\n\
        \x20   r0 00000000  r1 00000000\n\
        \n\
        backtrace:\n\
        \x20     #00 pc 0004b644  /system/lib/libc.so (tgkill+12)\n\
        \x20     #01 pc 0004b644  /system/lib/libc.so (abort+54)\n\
        \n\
        stack:\n\
        \x20     #00  d2a46608  d2a46628\n\
        --- --- --- --- ---\n\
        pid: 20, tid: 22, name: other  >>> a.b:service <<<\n\
        backtrace:\n\
        \x20     #00 pc 0004b644  /system/lib/libc.so (read+12)\n";

    #[test]
    fn reads_tombstones() {
        let found = tombstones(TOMBSTONE);
        assert_eq!(
            found.iter().map(shown).collect::<Vec<_>>(),
            ["a.b:service 20 21 [Watch dog] SIGABRT SI_TKILL - Check failed: x 2"]
        );
        assert_eq!(found[0].cause.as_deref(), Some("null pointer dereference"));
        assert_eq!(
            (found[0].abi.as_deref(), found[0].fingerprint.as_deref()),
            (Some("arm64"), Some("a/b/c"))
        );
        let bare =
            tombstones("pid: 0, tid: 0 >>> a.b <<<\n\nbacktrace:\n  #00  pc 0x0e  /x/libg.so (f(int))\n");
        assert_eq!(bare.iter().map(shown).collect::<Vec<_>>(), ["a.b 0 0 [-] - - - - 1"]);
    }

    fn check_log(lines: &[&str], expected: &[&str]) {
        let text: String = lines.iter().map(|line| format!("F/{line}\n")).collect();
        let seen: Vec<String> = native_crashes(&Logcat::parse(&text)).iter().map(shown).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_signal_and_its_tombstone_are_one_crash() {
        check_log(
            &[
                "libc    (  20): Fatal signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x14 in tid 21 (T-1), pid 20 (om.app)",
                "DEBUG   (  33): *** *** *** ***",
                "DEBUG   (  33): pid: 20, tid: 21, name: T-1  >>> com.app <<<",
                "DEBUG   (  33): signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x14",
                "DEBUG   (  33): backtrace:",
                "DEBUG   (  33):     #00 pc 0004b644  /system/lib/libc.so (tgkill+12)",
            ],
            &["com.app 20 21 [T-1] SIGSEGV SEGV_ACCERR 0x14 - 1"],
        );
        check_log(
            &[
                "libc    (  20): Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 20 (init), pid 20 (init)",
                "libc    (  20): crash_dump helper failed to exec",
            ],
            &["init 20 20 [init] SIGABRT SI_QUEUE - - 0"],
        );
        check_log(
            &["libc    (  20): Fatal signal 11 (SIGSEGV) at 0x00000000 (code=1), thread 20 (com.app)"],
            &["com.app 20 20 [com.app] SIGSEGV 1 - - 0"],
        );
    }

    #[test]
    fn silent_on_other_texts() {
        assert!(
            tombstones("pid: x, tid: y >>> a <<<\nbacktrace:\n#00 pc 1 /x\nsignal 11 (SIGSEGV)").is_empty()
        );
    }
}
