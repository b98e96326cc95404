//! Apps that did not answer in time, as the activity manager and its vendors' versions print it.

use std::collections::HashMap;

use serde::Serialize;

use super::component::Component;
use super::logcat::{LogEntry, Logcat};

/// "Application not responding".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Anr {
    /// The process that hangs.
    pub process: String,
    /// The activity people were looking at, where the hang is about one.
    pub activity: Option<Component>,
    /// The process id; absent before Android 4.3 and on some vendors' phones.
    pub pid: Option<u32>,
    /// What was not answered, in the phone's words.
    pub reason: String,
    /// The same, sorted.
    pub kind: AnrKind,
    /// When it was noted, as the log prints it.
    pub time: Option<String>,
}

/// What was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnrKind {
    /// A touch or key.
    Input,
    /// There is no window to give a touch or key to.
    NoFocusedWindow,
    /// A broadcast.
    Broadcast,
    /// A service that was asked to start or stop.
    Service,
    /// A content provider.
    Provider,
    /// The process did not come up.
    Startup,
    /// Something newer than this list.
    Other,
}

/// The ANRs of a log, in printed order.
///
/// Vendors change the tag (`ANRManager`), so any writer counts that says both `ANR in` and `Reason:`; only monkey is
/// left out, which repeats what the activity manager said.
pub fn anrs(log: &Logcat<'_>) -> Vec<Anr> {
    let mut found: Vec<Anr> = Vec::new();
    let mut open: HashMap<(Option<u32>, Option<u32>, &str), usize> = HashMap::new();
    for entry in &log.entries {
        if entry.tag == "Monkey" {
            continue;
        }
        if let Some(anr) = started_by(entry) {
            open.insert(entry.writer(), found.len());
            found.push(anr);
        } else if let Some(at) = open.get(&entry.writer())
            && let Some(anr) = found.get_mut(*at)
            && let Some((key, value)) = entry.message.split_once(": ")
        {
            match key {
                "PID" => anr.pid = anr.pid.or_else(|| value.trim().parse().ok()),
                "Reason" if anr.reason.is_empty() => {
                    anr.reason = value.trim().to_owned();
                    anr.kind = AnrKind::of(&anr.reason);
                }
                "Parent" if anr.activity.is_none() => anr.activity = Component::parse(value),
                _ => {}
            }
        }
    }
    found.retain(|anr| !anr.reason.is_empty());
    found
}

impl AnrKind {
    /// Sorts a reason as `am_anr` or the log gives it.
    pub fn of(reason: &str) -> Self {
        let has = |part: &str| reason.contains(part);
        if has("no window has focus") || has("does not have a focused window") {
            Self::NoFocusedWindow
        } else if has("Input dispatching timed out") || has("keyDispatchingTimedOut") {
            Self::Input
        } else if reason.starts_with("Broadcast of") {
            Self::Broadcast
        } else if has("executing service") || has("startForegroundService") || has("startForeground()") {
            Self::Service
        } else if has("ContentProvider") {
            Self::Provider
        } else if has("failed to complete startup") {
            Self::Startup
        } else {
            Self::Other
        }
    }
}

/// `ANR in com.app (com.app/.Main)`, or `ANR in com.app, time=91733`.
fn started_by(entry: &LogEntry<'_>) -> Option<Anr> {
    let rest = entry.message.strip_prefix("ANR in ")?;
    let process = rest.split([' ', ',']).next().filter(|process| !process.is_empty())?;
    Some(Anr {
        process: process.to_owned(),
        activity: rest.split_once('(').and_then(|(_, inside)| Component::first_in(inside)),
        pid: None,
        reason: String::new(),
        kind: AnrKind::Other,
        time: entry.time.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expected: &[&str]) {
        let text: String =
            lines.iter().map(|line| format!("06-15 20:07:01.518   517  530 {line}\n")).collect();
        let seen: Vec<String> = anrs(&Logcat::parse(&text))
            .iter()
            .map(|a| {
                let activity = a.activity.as_ref().map_or("-".to_owned(), Component::to_string);
                format!("{} {activity} {:?} {:?}: {}", a.process, a.pid, a.kind, a.reason)
            })
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn reads_the_activity_managers_words() {
        check(
            &[
                "E ActivityManager: ANR in a.b (a.b/.Main)",
                "E ActivityManager: PID: 82",
                "E ActivityManager: Reason: Input dispatching timed out (Waiting because the touched window)",
                "E ActivityManager: Load: 1 / 2 / 3",
                "W Monkey  : ANR in a.b (a.b/.Main)",
                "W Monkey  : Reason: Input dispatching timed out",
            ],
            &[
                "a.b a.b/.Main Some(82) Input: Input dispatching timed out (Waiting because the touched window)",
            ],
        );
    }

    #[test]
    fn reads_vendors_words() {
        check(
            &["E ANRManager: ANR in a.b, time=917", "E ANRManager: Reason: Broadcast of Intent { act=x }"],
            &["a.b - None Broadcast: Broadcast of Intent { act=x }"],
        );
    }

    #[test]
    fn silent_when_an_app_only_talks_of_anrs() {
        check(
            &["D MyApp   : ANR in progress", "D MyApp   : ANR in ", "E ActivityManager: Reason: none"],
            &[],
        );
    }

    #[test]
    fn sorts_reasons() {
        let cases = [
            (
                "Input dispatching timed out (ActivityRecord{1 a/.B} does not have a focused window)",
                AnrKind::NoFocusedWindow,
            ),
            ("Input dispatching timed out (Waiting because no window has focus)", AnrKind::NoFocusedWindow),
            ("keyDispatchingTimedOut", AnrKind::Input),
            ("executing service a.b/.S", AnrKind::Service),
            (
                "Context.startForegroundService() did not then call Service.startForeground()",
                AnrKind::Service,
            ),
            ("ContentProvider not responding", AnrKind::Provider),
            ("Process ProcessRecord{1} failed to complete startup", AnrKind::Startup),
            ("App requested: bored", AnrKind::Other),
        ];
        for (reason, expected) in cases {
            assert_eq!(AnrKind::of(reason), expected, "{reason}");
        }
    }
}
