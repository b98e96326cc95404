//! What is said to a JVM and what it answers, as `pocket/PROTOCOL.md` has it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::mapping::Mapping;

/// A wish.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Puts an app on the phone and starts its process. The bytes are what the system kept of the task before.
    Start {
        apk: String,
        classes: String,
        storage: String,
        qualifiers: String,
        font_scale: f32,
        on_ms: u64,
        process: u64,
        ahead_ms: u64,
        battery: u8,
        network: bool,
        zone: String,
    },
    /// Answered once the JVM has come up, and has shown a few widgets so many times.
    Ready {
        rounds: u32,
    },
    /// Answered with a dump.
    Observe,
    /// Answered with pixels, with toasts or without.
    Screenshot {
        toasts: bool,
    },
    /// Answered with what the system keeps of the task.
    Save,
    Launch,
    Leave,
    Wait {
        ms: u64,
    },
    Rest {
        ms: u64,
        most_ms: u64,
    },
    Tap {
        x: i32,
        y: i32,
    },
    DoubleTap {
        x: i32,
        y: i32,
    },
    Hold {
        x: i32,
        y: i32,
        ms: u64,
    },
    Swipe {
        x: i32,
        y: i32,
        to_x: i32,
        to_y: i32,
        ms: u64,
    },
    Pinch {
        x: i32,
        y: i32,
        from: u32,
        to: u32,
        ms: u64,
    },
    Key {
        code: u32,
        times: u32,
    },
    Text {
        text: String,
    },
    Change(Changed),
    /// Answered with what the main thread was found at since the last one, which is looked at so often from now on; zero is never.
    Sample {
        every_us: u32,
    },
}

/// As requests count time.
pub(crate) fn as_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What is changed about the phone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum Changed {
    Rotate { upright: bool },
    Qualifiers { to: String },
    FontScale { to: f32 },
    Screen { on: bool },
    Network { on: bool },
    Permission { name: String, granted: bool },
    Window { width_px: Option<u32>, height_px: Option<u32> },
    Battery { percent: u8 },
    Clock { ahead_ms: u64 },
    Broadcast { action: String },
    Intent { action: String },
}

/// The app's part of the screen, in pixels; `None` is all of it.
pub(crate) fn window(px: Option<(u32, u32)>) -> Changed {
    Changed::Window { width_px: px.map(|(width, _)| width), height_px: px.map(|(_, height)| height) }
}

/// An answer. Which fields are there depends on what was asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Answer {
    pub(crate) id: u64,
    /// Why nothing was done.
    pub(crate) error: Option<String>,
    /// How the app's process ended, if it did.
    pub(crate) died: Option<Died>,
    /// What was logged: priority, tag, lines.
    pub(crate) log: Vec<Vec<serde_json::Value>>,
    /// Which parts of the app have run for the first time in this process, by class.
    pub(crate) covered: BTreeMap<String, Vec<u32>>,
    pub(crate) now_ms: Option<u64>,
    /// When an alarm or a job is due next, by the same clock; the end of time where there is none.
    pub(crate) due_ms: Option<u64>,
    pub(crate) moving: bool,
    /// The activity in front, if the app is.
    pub(crate) activity: Option<String>,
    /// The package of that activity: the app's, or that of one of the phone's own screens.
    pub(crate) owner: Option<String>,
    /// The permissions that a person can give and that the app has.
    pub(crate) granted: Option<Vec<String>>,
    pub(crate) keyboard: bool,
    pub(crate) width_px: u32,
    pub(crate) height_px: u32,
    pub(crate) package: String,
    pub(crate) label: String,
    pub(crate) version: String,
    pub(crate) version_code: u64,
    pub(crate) launcher: Option<String>,
    pub(crate) activities: Vec<String>,
    pub(crate) permissions: Vec<String>,
    /// What its manifest listens for.
    pub(crate) broadcasts: Vec<String>,
    /// How often the main thread was found at what.
    pub(crate) sampled: BTreeMap<String, u64>,
    #[serde(skip)]
    pub(crate) bytes: Vec<u8>,
}

/// How a process ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Died {
    pub(crate) thread: String,
    pub(crate) exception: String,
    /// What went wrong first, in a line.
    pub(crate) cause: String,
    /// Where in the app's code that was, as in a stack.
    pub(crate) r#where: String,
    /// What the phone lacks that the app needed; the end is not the app's fault then.
    pub(crate) lacking: Option<String>,
}

impl Died {
    /// Why the process ended, in a line: what went wrong first, where, and what the app made of it.
    pub(crate) fn in_words(&self) -> String {
        let exception = self.exception.lines().next().unwrap_or_default();
        let cause = if self.cause.is_empty() { exception } else { &self.cause };
        let place = if self.r#where.is_empty() { String::new() } else { format!(", in {}", self.r#where) };
        let outer = if cause == exception { String::new() } else { format!(" (thrown on as {exception})") };
        match &self.lacking {
            Some(lacking) => {
                format!("the app ends at once, for this phone lacks {lacking}; wanted{place}{outer}")
            }
            None => format!("the app ends at once: {cause}{place}{outer}"),
        }
    }

    /// The same with the names of the source, where somebody knows them.
    pub(crate) fn named_by(&self, mapping: Option<&Mapping>) -> Died {
        let Some(mapping) = mapping else { return self.clone() };
        Died {
            exception: mapping.retraced_throwable(&self.exception),
            cause: mapping.retraced_throwable(&self.cause),
            r#where: mapping.retraced_frame(&self.r#where),
            ..self.clone()
        }
    }

    /// What a person can do about it.
    pub(crate) fn remedy(&self) -> &'static str {
        match &self.lacking {
            Some(_) => {
                "hunt on a real phone or an emulator; `oddity doctor APP.apk` says what else of the app a pocket phone lacks"
            }
            None => {
                "see whether the app starts on a real phone or on another API level (`--on pocket:api=30`); if it does, \
                 please report this"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_told_by_what_went_wrong_first() {
        let died = |cause: &str, lacking: Option<&str>| Died {
            exception: "java.lang.RuntimeException: Unable to create application a.B\n more".to_owned(),
            cause: cause.to_owned(),
            r#where: "a.B.onCreate(B.kt:7)".to_owned(),
            lacking: lacking.map(str::to_owned),
            ..Died::default()
        };
        for (died, words) in [
            (
                died("java.lang.NoSuchMethodError: x()", None),
                "the app ends at once: java.lang.NoSuchMethodError: x(), in a.B.onCreate(B.kt:7) \
                 (thrown on as java.lang.RuntimeException: Unable to create application a.B)",
            ),
            (
                died("java.lang.UnsatisfiedLinkError: libmap.so", Some("native code: libmap.so")),
                "the app ends at once, for this phone lacks native code: libmap.so; wanted, in a.B.onCreate(B.kt:7) \
                 (thrown on as java.lang.RuntimeException: Unable to create application a.B)",
            ),
            (
                // As an older Java side tells it.
                Died { exception: "System.exit(3)".to_owned(), ..Died::default() },
                "the app ends at once: System.exit(3)",
            ),
        ] {
            assert_eq!(died.in_words(), words);
        }
    }
}
