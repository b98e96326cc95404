//! Means with their uncertainty.

use experiment::Chance;
use serde::Serialize;

/// How often the sample is drawn anew.
const DRAWS: usize = 10_000;

/// A mean and its 95 % interval, by drawing the sample anew (bootstrap).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// In 95 of 100 such samples the mean is at least this,
    pub low: f64,
    /// and at most this.
    pub high: f64,
}

impl Mean {
    /// The mean of some values; nothing at all for none.
    pub fn of(values: &[f64]) -> Mean {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let mut chance = Chance::keyed(0, "bootstrap", values.len() as u64);
        let mut means: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let drawn: Vec<f64> = values.iter().filter_map(|_| chance.pick(values).copied()).collect();
                mean(&drawn)
            })
            .collect();
        means.sort_by(f64::total_cmp);
        Mean { mean: mean(values), low: means[DRAWS / 40], high: means[DRAWS - DRAWS / 40 - 1] }
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} [{:.2}, {:.2}]", self.mean, self.low, self.high)
    }
}

/// How many of how many, with Wilson's 95 % interval of the share.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// So many
    pub some: usize,
    /// of so many.
    pub all: usize,
    /// The share is at least this,
    pub low: f64,
    /// and at most this.
    pub high: f64,
}

impl Share {
    /// So many of so many; of none, the share may be anything.
    pub fn of(some: usize, all: usize) -> Share {
        const Z: f64 = 1.959_964;
        if all == 0 {
            return Share { some, all, low: 0.0, high: 1.0 };
        }
        let (n, share) = (all as f64, some as f64 / all as f64);
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Share { some, all, low: ((middle - half) / whole).max(0.0), high: ((middle + half) / whole).min(1.0) }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.some, self.all)?;
        if self.all == 0 {
            return Ok(());
        }
        let percent = |share: f64| share * 100.0;
        let share = percent(self.some as f64 / self.all as f64);
        write!(f, " ({share:.0} % [{:.0}, {:.0}])", percent(self.low), percent(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_say_how_sure_they_are() {
        // As Wilson's formula gives it: 3 of 10 is 0.108 to 0.603.
        assert_eq!(Share::of(3, 10).to_string(), "3 of 10 (30 % [11, 60])");
        assert_eq!(Share::of(0, 20).to_string(), "0 of 20 (0 % [0, 16])");
        assert_eq!(Share::of(5, 5).to_string(), "5 of 5 (100 % [57, 100])");
        assert_eq!(Share::of(0, 0).to_string(), "0 of 0");
    }

    #[test]
    fn the_interval_holds_the_mean_and_narrows_with_agreement() {
        let spread = Mean::of(&[1.0, 5.0, 9.0, 13.0]);
        assert!(spread.low < spread.mean && spread.mean < spread.high, "{spread}");
        assert_eq!(Mean::of(&[4.0; 9]), Mean { mean: 4.0, low: 4.0, high: 4.0 });
        assert_eq!(Mean::of(&[]).mean, 0.0);
    }
}
