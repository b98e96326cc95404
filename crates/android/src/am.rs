//! The activity manager's answers (`am start -W`, `am broadcast`).

use serde::Serialize;

use super::component::Component;
use super::text::{between, lines};

/// What `am start` printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StartReply {
    /// `ok`, `timeout`; only with `-W`.
    pub status: Option<String>,
    /// The activity that came to the front, which may be another than the one asked for.
    pub activity: Option<Component>,
    /// Whether the process was there already: `COLD`, `WARM`, `HOT`; from Android 10 on.
    pub launch_state: Option<String>,
    /// From the request to the last activity drawn.
    pub total_time_ms: Option<u64>,
    /// The same with the activity manager's own waiting.
    pub wait_time_ms: Option<u64>,
    /// What was not as asked for, but no error: it was in front already, or only brought there.
    pub warning: Option<String>,
    /// Why nothing was started.
    pub error: Option<StartError>,
    /// Whether the answer came to its end.
    pub complete: bool,
}

/// Why an activity was not started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StartError {
    /// There is no such activity (`Error type 3`).
    NoSuchActivity(String),
    /// No activity takes such an intent.
    NothingMatches(String),
    /// The shell may not start it, mostly because it is not exported.
    NotAllowed(String),
    /// Something else.
    Other(String),
}

impl StartReply {
    /// Reads the answer; the exit status is 0 whatever happened, before Android 10.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        for line in lines(text) {
            let line = line.trim();
            let (key, value) = line.split_once(": ").unwrap_or((line, ""));
            match key {
                "Status" => found.status = Some(value.to_owned()),
                "Activity" => found.activity = Component::parse(value),
                "LaunchState" => found.launch_state = Some(value.to_owned()),
                "TotalTime" => found.total_time_ms = value.parse().ok(),
                "WaitTime" => found.wait_time_ms = value.parse().ok(),
                "Complete" => found.complete = true,
                "Warning" => found.warning = found.warning.take().or_else(|| Some(value.to_owned())),
                _ => found.read_error(line),
            }
        }
        found
    }

    /// Whether the activity asked for, or another, is in front now as far as the phone says.
    pub fn started(&self) -> bool {
        self.error.is_none() && self.status.as_deref().is_none_or(|status| status == "ok")
    }

    /// `Error type 3` alone says little; the next line names the activity.
    fn read_error(&mut self, line: &str) {
        let known = matches!(&self.error, Some(error) if !matches!(error, StartError::Other(_)));
        if known {
            return;
        }
        if let Some(text) = line.strip_prefix("Error: ") {
            self.error = Some(if text.starts_with("Activity class") && text.contains("does not exist") {
                StartError::NoSuchActivity(between(text, "{", "}").unwrap_or(text).to_owned())
            } else if text.contains("unable to resolve Intent") || text.contains("No activity found") {
                StartError::NothingMatches(text.to_owned())
            } else {
                StartError::Other(text.to_owned())
            });
        } else if let Some((_, text)) = line.split_once("SecurityException: ") {
            self.error = Some(StartError::NotAllowed(text.to_owned()));
        } else if line.starts_with("Error type ") || line.starts_with("Exception occurred while") {
            self.error = self.error.take().or_else(|| Some(StartError::Other(line.to_owned())));
        }
    }
}

/// The result of `am broadcast`: `Broadcast completed: result=0`. `None` where it was never completed.
pub fn broadcast_result(text: &str) -> Option<i32> {
    lines(text).find_map(|line| {
        let rest = line.trim().strip_prefix("Broadcast completed: result=")?;
        rest.split(',').next()?.trim().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, started: bool, expected: &str) {
        let found = StartReply::parse(text);
        let activity = found.activity.as_ref().map_or("-".to_owned(), Component::to_string);
        let seen = format!("{activity} {:?} {:?} {:?}", found.total_time_ms, found.wait_time_ms, found.error);
        assert_eq!((found.started(), seen.as_str()), (started, expected), "{text}");
    }

    #[test]
    fn reads_what_started() {
        check(
            "Starting: Intent { cmp=a.b/.C }\nStatus: ok\nActivity: a.b/.Login\nThisTime: 3\nTotalTime: 844\nWaitTime: 900\nComplete\n",
            true,
            "a.b/.Login Some(844) Some(900) None",
        );
        check("Starting: Intent { cmp=a.b/.C }\n", true, "- None None None");
        let warm = StartReply::parse(
            "Warning: Activity not started, intent has been delivered to currently running top-most instance.\nStatus: ok\nLaunchState: HOT\nComplete",
        );
        assert!(warm.started() && warm.complete && warm.warning.is_some());
        assert_eq!(warm.launch_state.as_deref(), Some("HOT"));
    }

    #[test]
    fn reads_why_nothing_started() {
        check(
            "Starting: Intent { cmp=a.b/.X }\nError type 3\nError: Activity class {a.b/a.b.X} does not exist.\n",
            false,
            "- None None Some(NoSuchActivity(\"a.b/a.b.X\"))",
        );
        check(
            "Error: Activity not started, unable to resolve Intent { act=x }",
            false,
            "- None None Some(NothingMatches(\"Activity not started, unable to resolve Intent { act=x }\"))",
        );
        check(
            "Exception occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: not exported\n\tat x",
            false,
            "- None None Some(NotAllowed(\"Permission Denial: not exported\"))",
        );
        check("Status: timeout\nActivity: a.b/.C\nComplete", false, "a.b/.C None None None");
        check("Error type 2", false, "- None None Some(Other(\"Error type 2\"))");
    }

    #[test]
    fn reads_broadcasts() {
        assert_eq!(
            broadcast_result("Broadcasting: Intent { act=x }\nBroadcast completed: result=-1, data=\"x\"\n"),
            Some(-1)
        );
        assert_eq!(broadcast_result("Broadcasting: Intent { act=x }\n"), None);
    }
}
