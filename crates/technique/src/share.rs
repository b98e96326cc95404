//! A planner's share of all events.

use experiment::{Outcome, Round};

/// Counts events, so that a planner's probes stay a small part of all that is done.
///
/// Counted over the whole run rather than per round: a round with few new places saves for one with many.
#[derive(Debug)]
pub(crate) struct Share {
    percent: u64,
    all: u64,
    own: u64,
}

impl Share {
    pub(crate) fn percent(percent: u64) -> Share {
        Share { percent, all: 0, own: 0 }
    }

    /// An experiment was carried out.
    pub(crate) fn learn(&mut self, outcome: &Outcome) {
        self.all += outcome.trace.steps().len() as u64;
    }

    /// Whether there is anything left.
    pub(crate) fn is_left(&self) -> bool {
        self.own * 100 < self.all * self.percent
    }

    /// So many events are performed in any case.
    pub(crate) fn spend(&mut self, events: u64) {
        self.own += events;
    }

    /// Takes so many events from the round's budget, if both the budget and the share allow it. The last probe of a share
    /// may exceed it.
    pub(crate) fn take(&mut self, events: u64, round: &mut Round) -> bool {
        let allowed = round.exploring && events <= round.events_left && self.is_left();
        if allowed {
            self.own += events;
            round.events_left -= events;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_stay_within_their_share_and_the_budget() {
        let mut share = Share { percent: 30, all: 100, own: 0 };
        let mut round = Round::new(0, 50, true);
        assert!(share.take(20, &mut round) && share.take(15, &mut round));
        assert!(!share.take(1, &mut round), "35 of 100 are spent");
        share.all = 1_000;
        assert!(!share.take(16, &mut round), "the round has 15 left");
        assert!(share.take(15, &mut round));
        assert!(!share.take(0, &mut Round::new(0, 50, false)), "nothing new when exploring is over");
    }
}
