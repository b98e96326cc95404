//! CPU time of this thread, and what a series of rounds says.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// Time for one pair.
#[derive(Clone, Copy)]
pub(crate) struct PerPair {
    pub(crate) micros: f64,
}

impl PerPair {
    pub(crate) fn faster(self, other: Self) -> Self {
        if self.micros < other.micros { self } else { other }
    }
}

/// Measures for at least `least_micros`; Linux counts in ticks of 4,000.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) least_micros: f64,
}

impl Clock {
    /// Runs `compare` on all pairs, again and again until the time is up.
    pub(crate) fn time(
        self,
        pairs: &[(usize, usize)],
        mut compare: impl FnMut(usize, usize) -> u64,
    ) -> PerPair {
        let mut passes = 0;
        let start = Moment::now();
        loop {
            for &(a, b) in pairs {
                black_box(compare(a, b));
            }
            passes += 1;
            let micros = start.micros_since();
            if micros > self.least_micros {
                return PerPair { micros: micros / (passes * pairs.len()) as f64 };
            }
        }
    }
}

/// One ratio a round.
#[derive(Default)]
pub(crate) struct Series {
    rounds: Vec<(PerPair, PerPair)>,
}

impl Series {
    pub(crate) fn add(&mut self, theirs: PerPair, ours: PerPair) {
        self.rounds.push((theirs, ours));
    }

    /// Of their time, our time and the rounds' ratios.
    pub(crate) fn medians(&self) -> (f64, f64, f64) {
        let median = |value: &dyn Fn(&(PerPair, PerPair)) -> f64| {
            let mut values: Vec<f64> = self.rounds.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        (
            median(&|round| round.0.micros),
            median(&|round| round.1.micros),
            median(&|round| round.0.micros / round.1.micros),
        )
    }
}

struct Moment {
    cpu_nanos: Option<u64>,
    wall: Instant,
}

impl Moment {
    fn now() -> Self {
        Self { cpu_nanos: cpu_nanos(), wall: Instant::now() }
    }

    fn micros_since(&self) -> f64 {
        match (self.cpu_nanos, cpu_nanos()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e3,
            _ => self.wall.elapsed().as_secs_f64() * 1e6,
        }
    }
}

/// CPU time of this thread where the system tells it without a system call of its own: on Linux.
fn cpu_nanos() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}
