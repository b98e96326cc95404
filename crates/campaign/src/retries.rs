//! How much trouble a phone may make.

use std::time::Duration;

/// How much trouble a phone may make before it is given up: so many failures in a row, and so much time lost in one experiment.
///
/// There is one count for all that may be tried again on the way of an experiment, from a single call to the whole of it: whoever
/// tries again within something that is tried again spends of the same.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retries {
    most: u32,
    limit: Duration,
    in_a_row: u32,
    begun_again: u32,
    lost: Duration,
}

impl Retries {
    pub(crate) fn new(most: u32, limit: Duration) -> Retries {
        Retries { most, limit, in_a_row: 0, begun_again: 0, lost: Duration::ZERO }
    }

    /// A new experiment begins: what was lost before does not count.
    pub(crate) fn begin(&mut self) {
        *self = Retries::new(self.most, self.limit);
    }

    /// The phone did what it was asked for.
    pub(crate) fn succeed(&mut self) {
        self.in_a_row = 0;
    }

    /// The phone failed, and that took so long. Says whether to try again.
    pub(crate) fn fail(&mut self, took: Duration) -> bool {
        self.in_a_row += 1;
        self.lost += took;
        self.may_go_on()
    }

    /// The experiment has failed, after so long. Says whether to begin it again.
    pub(crate) fn begin_again(&mut self, took: Duration) -> bool {
        self.begun_again += 1;
        self.lost += took;
        self.in_a_row = 0;
        self.begun_again < self.most && self.lost < self.limit
    }

    /// Whether to try again what has failed, with the failures that were counted already.
    pub(crate) fn may_go_on(&self) -> bool {
        self.in_a_row < self.most && self.lost < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn failures_in_a_row_come_to_an_end() {
        let mut retries = Retries::new(3, 100 * SECOND);
        assert!(retries.fail(SECOND) && retries.fail(SECOND));
        retries.succeed();
        assert!(retries.fail(SECOND) && retries.fail(SECOND));
        assert!(!retries.fail(SECOND));
    }

    #[test]
    fn time_lost_adds_up_until_the_next_experiment() {
        let mut retries = Retries::new(100, 10 * SECOND);
        for _ in 0..3 {
            assert!(retries.fail(3 * SECOND));
            retries.succeed();
        }
        assert!(!retries.fail(3 * SECOND), "a phone that only times out holds nobody for long");
        retries.begin();
        assert!(retries.fail(3 * SECOND));
    }

    #[test]
    fn an_experiment_is_begun_again_only_so_often() {
        let mut retries = Retries::new(3, 100 * SECOND);
        assert!(retries.begin_again(SECOND) && retries.begin_again(SECOND));
        assert!(!retries.begin_again(SECOND));
        retries.begin();
        assert!(!retries.begin_again(100 * SECOND), "nor where each time takes too long");
    }
}
