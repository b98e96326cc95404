//! What a run takes.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Measures from its start on.
pub(crate) struct Gauge {
    began: Instant,
    cpu: Duration,
    main: Duration,
}

/// What was taken.
pub(crate) struct Taken {
    /// Events, those to prove included.
    pub(crate) events: u64,
    pub(crate) wall: Duration,
    /// CPU time of all threads,
    pub(crate) cpu: Duration,
    /// and of the one that plans, merges and writes alone.
    pub(crate) main: Duration,
}

impl Gauge {
    pub(crate) fn start() -> Gauge {
        Gauge { began: Instant::now(), cpu: cpu(ClockId::ProcessCPUTime), main: cpu(ClockId::ThreadCPUTime) }
    }

    pub(crate) fn taken(&self, events: u64) -> Taken {
        Taken {
            events,
            wall: self.began.elapsed(),
            cpu: cpu(ClockId::ProcessCPUTime) - self.cpu,
            main: cpu(ClockId::ThreadCPUTime) - self.main,
        }
    }
}

fn cpu(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The memory that the process has at the moment, where the system tells.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The bytes of all files in a folder.
pub(crate) fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_in(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    bytes.sum()
}
