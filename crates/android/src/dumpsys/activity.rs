//! Which activity is in front (`dumpsys activity activities` and its siblings).

use serde::Serialize;

use crate::component::Component;
use crate::text::{between, lines, shortened};

/// The activities of a phone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Activities {
    /// Which part of the service this is, as its first line says: `activities`, `recents`, `starter`.
    pub part: Option<String>,
    /// The activity people see and touch.
    pub resumed: Option<Component>,
    /// All activities that are alive, topmost first, by display.
    pub alive: Vec<Activity>,
    /// The recent tasks, last used first.
    pub recent: Vec<RecentTask>,
    /// Whether the main display sleeps.
    pub sleeping: Option<bool>,
    /// What the phone said instead of an answer: `Bad activity command, …`.
    pub refusal: Option<String>,
}

/// An activity that is alive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// The activity.
    pub component: Component,
    /// The task it is in.
    pub task: Option<u32>,
    /// The display it is on.
    pub display: Option<u32>,
}

/// A task people could go back to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecentTask {
    /// Its number.
    pub id: u32,
    /// What it belongs to, mostly a package.
    pub affinity: Option<String>,
}

impl Activities {
    /// Reads what `dumpsys activity …` prints, or lines cut out of it.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut display = None;
        // How sure the line is that named the resumed activity.
        let mut rank = usize::MAX;
        for line in lines(text) {
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("Display #") {
                display = rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|id| id.parse().ok());
            } else if line.starts_with("ACTIVITY MANAGER ") {
                let part = between(line, "(dumpsys activity ", ")");
                found.part = found.part.take().or(part.map(str::to_owned));
            } else if let Some(rest) = line.strip_prefix("* Hist ") {
                if found.alive.len() < MAX_LISTED {
                    found.alive.extend(activity_record(rest, display));
                }
            } else if let Some(rest) = line.strip_prefix("* Recent #") {
                if found.recent.len() < MAX_LISTED {
                    found.recent.extend(recent_task(rest));
                }
            } else if let Some(sleeping) = line.strip_prefix("isSleeping=") {
                if display.is_none_or(|id| id == 0) {
                    found.sleeping = found.sleeping.or(sleeping.parse().ok());
                }
            } else if let Some((better, record)) = resumed_line(line, display) {
                if better < rank
                    && let Some(activity) = activity_record(record, display)
                {
                    rank = better;
                    found.resumed = Some(activity.component);
                }
            } else if line.starts_with("Bad activity command") || line.starts_with("No services match") {
                found.refusal = Some(line.to_owned());
            }
        }
        found
    }
}

const MAX_LISTED: usize = 4096;

/// How the releases name the activity in front, the surest first.
///
/// `ResumedActivity` at the end is the phone's own summary; the others stand within a display, and that of another
/// display than the main one is not what people see.
fn resumed_line(line: &str, display: Option<u32>) -> Option<(usize, &str)> {
    const KEYS: [&str; 5] = [
        "ResumedActivity: ",
        "topResumedActivity=",
        "mResumedActivity: ",
        "mResumedActivity=",
        "mFocusedActivity: ",
    ];
    let (rank, record) = KEYS.iter().enumerate().find_map(|(at, key)| Some((at, line.strip_prefix(key)?)))?;
    (rank == 0 || display.is_none_or(|id| id == 0)).then_some((rank, record))
}

/// `ActivityRecord{hash [u0] package/.Class t12}`; some builds of Android 13 print `.Class} t12}`.
fn activity_record(text: &str, display: Option<u32>) -> Option<Activity> {
    let (_, inside) = text.split_once("ActivityRecord{")?;
    let inside = shortened(inside, 1024);
    let component = Component::first_in(inside)?;
    let task = inside.split([' ', '}']).find_map(|word| word.strip_prefix('t')?.parse().ok());
    Some(Activity { component, task, display })
}

/// `0: TaskRecord{hash #75 A=com.app U=0 …}`; newer releases print `Task{hash #75 type=standard A=10090:com.app …}`.
fn recent_task(text: &str) -> Option<RecentTask> {
    let (_, inside) = text.split_once('{')?;
    let mut words = inside.split([' ', '}']);
    let id = words.find_map(|word| word.strip_prefix('#')?.parse().ok())?;
    let affinity = words.find_map(|word| word.strip_prefix("A="));
    // The affinity has the user's id in front from Android 11 on.
    let affinity = affinity.map(|a| a.split_once(':').map_or(a, |(_, name)| name).to_owned());
    Some(RecentTask { id, affinity })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, resumed: Option<&str>) {
        let found = Activities::parse(text);
        assert_eq!(found.resumed.map(|c| c.to_string()).as_deref(), resumed, "{text}");
    }

    #[test]
    fn reads_the_activity_in_front_of_all_releases() {
        check("mFocusedActivity: ActivityRecord{c6f u0 a.b/.C t706}", Some("a.b/.C"));
        check("mResumedActivity: ActivityRecord{c6f u0 a.b/x.C t42}", Some("a.b/x.C"));
        check("  topResumedActivity=ActivityRecord{1a7 u0 a.b/.C} t6294}", Some("a.b/.C"));
        check("  ResumedActivity: ActivityRecord{1a7 u0 a.b/.C} t12}", Some("a.b/.C"));
        check("  ResumedActivity: null", None);
        check("", None);
    }

    #[test]
    fn another_display_is_not_in_front() {
        check(
            "Display #4 (activities from top to bottom):\n  topResumedActivity=ActivityRecord{1 u0 x.y/.Z t1}\n\
             Display #0 (activities from top to bottom):\n  topResumedActivity=ActivityRecord{1 u0 a.b/.C t1}\n",
            Some("a.b/.C"),
        );
    }

    #[test]
    fn lists_what_is_alive_and_recent() {
        let found = Activities::parse(
            "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (x):\n    isSleeping=true\n\
             \x20   * Hist  #0: ActivityRecord{1f u0 a.b/.C} t12}\n* Recent #0: TaskRecord{2 #75 A=a.b U=0 sz=1}\n\
             * Recent #1: Task{2 #76 type=standard A=10090:a.c U=0}\n",
        );
        assert_eq!((found.part.as_deref(), found.sleeping), (Some("activities"), Some(true)));
        assert_eq!((found.alive[0].task, found.alive[0].display), (Some(12), Some(0)));
        let recent: Vec<_> = found.recent.iter().map(|t| (t.id, t.affinity.as_deref())).collect();
        assert_eq!(recent, [(75, Some("a.b")), (76, Some("a.c"))]);
    }

    #[test]
    fn keeps_a_refusal() {
        let found = Activities::parse(
            "Unknown command: current\nBad activity command, or no activities match: current\n",
        );
        assert_eq!(found.refusal.as_deref(), Some("Bad activity command, or no activities match: current"));
    }
}
