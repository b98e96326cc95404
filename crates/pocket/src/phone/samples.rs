//! What the time of a phone is spent on, as somebody sees who looks now and then.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use device::DeviceError;

use crate::jvm::words::Request;
use crate::phone::PocketPhone;

/// So often somebody looks.
const EVERY_US: u32 = 1_000;

/// What the app's process was at between two moments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Samples {
    /// How often its main thread was found at what: `app`, `framework`, `linking`, `layout`, `dump`, `picture`, `threads` (the app's
    /// others are waited for), `answer`.
    pub main: BTreeMap<String, u64>,
    /// Beside it the JVM has compiled for so long,
    pub compiling: Duration,
    /// and tidied up for so long.
    pub collecting: Duration,
}

/// What has been counted before samples begin.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    pid: Option<u32>,
    before: Beside,
}

#[derive(Debug, Clone, Copy, Default)]
struct Beside {
    compiling: Duration,
    collecting: Duration,
}

impl PocketPhone {
    /// Begins to look what the app's process is at, which costs a few hundredths of its time.
    pub fn begin_samples(&mut self) -> Result<Sampling, DeviceError> {
        self.ask(&Request::Sample { every_us: EVERY_US }, "begin to look what the app is at")?;
        Ok(Sampling { pid: self.pid(), before: self.beside() })
    }

    /// What was seen; `None` where the app has another process now, which nobody has looked at. Looks no more.
    pub fn end_samples(&mut self, sampling: Sampling) -> Result<Option<Samples>, DeviceError> {
        if self.pid() != sampling.pid {
            return Ok(None);
        }
        let main = self.ask(&Request::Sample { every_us: 0 }, "ask what the app was at")?.sampled;
        let after = self.beside();
        Ok(Some(Samples {
            main,
            compiling: after.compiling.saturating_sub(sampling.before.compiling),
            collecting: after.collecting.saturating_sub(sampling.before.collecting),
        }))
    }

    /// What threads of the JVM's own have used of a processor. Only Linux says.
    fn beside(&self) -> Beside {
        let mut beside = Beside::default();
        for process in self.processes() {
            let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
            for thread in threads.map(|thread| thread.path()) {
                let name = fs::read_to_string(thread.join("comm")).unwrap_or_default();
                let used = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
                beside.add(name.trim_end(), used_by(&used));
            }
        }
        beside
    }
}

impl Beside {
    /// The kernel keeps the first fifteen letters of a name.
    fn add(&mut self, thread: &str, used: Duration) {
        match thread {
            "C1 CompilerThre" | "C2 CompilerThre" => self.compiling += used,
            // It collects garbage by itself where only one does.
            "VM Thread" => self.collecting += used,
            _ => {}
        }
    }
}

/// The time on a processor comes first, in nanoseconds.
fn used_by(schedstat: &str) -> Duration {
    let nanos = schedstat.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_known_by_their_names() {
        let mut beside = Beside::default();
        for (thread, used) in [
            ("C1 CompilerThre", "1500000 20 3\n"),
            ("VM Thread", "700000 1 1\n"),
            ("main", "9 9 9"),
            ("VM Thread", ""),
        ] {
            beside.add(thread, used_by(used));
        }
        assert_eq!(beside.compiling, Duration::from_micros(1_500));
        assert_eq!(beside.collecting, Duration::from_micros(700));
    }
}
