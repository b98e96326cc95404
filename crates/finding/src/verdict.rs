//! What a run says in the end, and how far it can be believed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::spending::Spending;

/// What a run says in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As much was tested as was asked for, and nothing was found.
    Clean,
    /// Something was found and came back.
    Findings,
    /// Too little was tested to say anything.
    Inconclusive,
}

/// How well the testing itself went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    /// Events that the user asked for; `None` without such a budget.
    pub events_asked: Option<u64>,
    /// Events performed to explore and to probe.
    pub events: u64,
    /// Events performed to prove findings.
    pub events_proving: u64,
    /// Events that did walks again to compare them, outside of the budget.
    pub events_comparing: u64,
    /// Events done again to get phones without snapshots to where experiments begin.
    pub events_returning: u64,
    /// Time that the user asked for, in milliseconds; `None` without such a budget.
    pub time_asked_ms: Option<u64>,
    /// Time spent, over all resumptions, in milliseconds.
    pub time_ms: u64,
    /// Steps after which the app was in front.
    pub steps_inside: u64,
    /// All steps.
    pub steps: u64,
    /// Experiments carried out.
    pub experiments: u64,
    /// Experiments whose start was not reached.
    pub not_arrived: u64,
    /// Experiments begun again because the phone failed.
    pub begun_again: u64,
    /// Phones that went away and came back.
    pub reconnects: u64,
    /// Screens that could not be read.
    pub failed_looks: u64,
    /// Lines of the log known to be missing.
    pub log_lines_missing: u64,
    /// Replays that went another way than before.
    pub replays_astray: u64,
    /// All replays.
    pub replays: u64,
    /// Events that a `--block` kept from being sent.
    pub blocked: u64,
    /// Phones lost for good, with their last words.
    pub phones_lost: Vec<String>,
    /// Where the time of the phones went, where it cost any.
    #[serde(skip_serializing_if = "Spending::is_empty")]
    pub spending: Spending,
    /// What the app wanted and the phones do not have, with how often that was told. Pocket phones tell it.
    pub lacking: BTreeMap<String, u64>,
    /// What could not be done for want of an ability, and the like, in sentences.
    pub remarks: Vec<String>,
}

/// More kinds of things than anybody reads: what a phone lacks may be told in an app's words.
const MAX_LACKING: usize = 100;

impl Health {
    /// Counts that a phone lacked something.
    pub fn lacks(&mut self, what: &str) {
        if let Some(times) = self.lacking.get_mut(what) {
            *times += 1;
        } else if self.lacking.len() < MAX_LACKING {
            self.lacking.insert(what.to_owned(), 1);
        }
    }

    /// Whether so much was tested that having found nothing means something.
    pub fn is_enough(&self) -> bool {
        let enough = |asked: Option<u64>, done: u64| asked.is_some_and(|asked| done >= asked);
        let unlimited = self.events_asked.is_none() && self.time_asked_ms.is_none();
        let tested =
            unlimited || enough(self.events_asked, self.events) || enough(self.time_asked_ms, self.time_ms);
        tested && self.steps > 0 && self.steps_inside * 2 >= self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(health: &Health, enough: bool) {
        assert_eq!(health.is_enough(), enough, "{health:?}");
    }

    #[test]
    fn having_seen_nothing_means_something_only_after_what_was_asked_for() {
        let tested =
            Health { steps: 100, steps_inside: 90, events: 100, time_ms: 5_000, ..Health::default() };
        check(&tested, true);
        check(&Health { events_asked: Some(100), ..tested.clone() }, true);
        check(&Health { events_asked: Some(101), ..tested.clone() }, false);
        check(&Health { time_asked_ms: Some(5_000), ..tested.clone() }, true);
        check(&Health { time_asked_ms: Some(5_001), ..tested.clone() }, false);
        // Either budget ends a run.
        check(&Health { events_asked: Some(101), time_asked_ms: Some(5_000), ..tested.clone() }, true);
        check(&Health { steps_inside: 49, ..tested }, false);
        check(&Health::default(), false);
    }
}
