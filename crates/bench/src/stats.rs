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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_narrows_with_agreement() {
        let spread = Mean::of(&[1.0, 5.0, 9.0, 13.0]);
        assert!(spread.low < spread.mean && spread.mean < spread.high, "{spread}");
        assert_eq!(Mean::of(&[4.0; 9]), Mean { mean: 4.0, low: 4.0, high: 4.0 });
        assert_eq!(Mean::of(&[]).mean, 0.0);
    }
}
