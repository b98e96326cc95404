//! Crashes and hangs, as the log tells of them.

use android::logcat::Priority;
use device::LogLine;

/// Something that went wrong in an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    Crash { process: String, pid: u32, stack: Vec<String> },
    NotResponding { process: String, pid: u32, reason: Vec<String> },
    Native,
}

/// The most lines of a stack that are repeated.
const MAX_STACK_LINES: usize = 256;

/// The troubles of a page of the log, in order.
pub(super) fn troubles(lines: &[LogLine]) -> Vec<Trouble> {
    let mut found = Vec::new();
    let mut rest = lines.iter().filter(|line| line.priority >= Priority::Error).peekable();
    while let Some(line) = rest.next() {
        if &*line.tag == "AndroidRuntime" && line.message.starts_with("FATAL EXCEPTION") {
            let mut text: Vec<String> = line.message.lines().skip(1).map(str::to_owned).collect();
            let goes_on = |next: &&LogLine| {
                next.tag == line.tag && next.pid == line.pid && !next.message.starts_with("FATAL EXCEPTION")
            };
            while let Some(next) = rest.next_if(goes_on) {
                text.extend(next.message.lines().map(str::to_owned));
            }
            text.truncate(MAX_STACK_LINES);
            let process = text
                .iter()
                .find_map(|line| line.strip_prefix("Process: ")?.split(',').next())
                .map(str::to_owned);
            text.retain(|line| !line.starts_with("Process: "));
            found.extend(process.map(|process| Trouble::Crash { process, pid: line.pid, stack: text }));
        } else if let Some(hung) = line.message.strip_prefix("ANR in ") {
            let process = hung.split([' ', '\n']).next().unwrap_or(hung).to_owned();
            let mut reason: Vec<String> = line.message.lines().map(str::to_owned).collect();
            while let Some(next) = rest.next_if(|next| next.tag == line.tag) {
                reason.extend(next.message.lines().map(str::to_owned));
            }
            reason.truncate(MAX_STACK_LINES);
            let pid = reason.iter().find_map(|line| line.trim().strip_prefix("PID: ")?.trim().parse().ok());
            found.push(Trouble::NotResponding { process, pid: pid.unwrap_or(0), reason });
        } else if &*line.tag == "libc" && line.message.starts_with("Fatal signal") {
            found.push(Trouble::Native);
        }
    }
    found
}

impl Trouble {
    /// What monkey prints of it.
    pub(super) fn told(&self, fingerprint: &str, unix_ms: u64) -> String {
        match self {
            Trouble::Crash { process, pid, stack } => {
                let long = stack.first().map_or("", String::as_str);
                let short = long.split(':').next().unwrap_or(long);
                let mut text = format!(
                    "// CRASH: {process} (pid {pid})\n// Short Msg: {short}\n// Long Msg: {long}\n// Build Label: {fingerprint}\n\
                     // Build Changelist: 1\n// Build Time: {unix_ms}\n"
                );
                for line in stack {
                    text.push_str(&format!("// {line}\n"));
                }
                text.push_str("// \n");
                text
            }
            Trouble::NotResponding { process, pid, reason } => {
                format!("// NOT RESPONDING: {process} (pid {pid})\n{}\n", reason.join("\n"))
            }
            Trouble::Native => "** New native crash detected.\n".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tag: &str, message: &str) -> LogLine {
        let (tag, message) = (tag.into(), message.into());
        LogLine { unix_ms: 0, pid: 7, tid: 7, priority: Priority::Error, buffer: "main", tag, message }
    }

    #[test]
    fn troubles_are_found_in_a_log_and_nowhere_else() {
        let found = troubles(&[
            line("AndroidRuntime", "FATAL EXCEPTION: main"),
            line("AndroidRuntime", "Process: a.b, PID: 7"),
            line("AndroidRuntime", "x.Y: z"),
            line("AndroidRuntime", "\tat a.b.C.d(C.java:1)"),
            line("ActivityManager", "ANR in c.d (c.d/.E)"),
            line("ActivityManager", "PID: 9"),
            line("libc", "Fatal signal 11 (SIGSEGV)"),
            line("App", "an error like any other"),
        ]);
        let [Trouble::Crash { process, stack, .. }, Trouble::NotResponding { pid: 9, .. }, Trouble::Native] =
            &found[..]
        else {
            panic!("{found:?}")
        };
        assert_eq!((process.as_str(), stack.len()), ("a.b", 2));
    }
}
