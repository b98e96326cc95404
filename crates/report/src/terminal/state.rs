//! What a run under way knows of itself.

use experiment::Kind;
use finding::{Finding, Health};

/// What a run under way knows of itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LiveState {
    /// What is done to the app: `hunting` where nobody says otherwise.
    pub doing: &'static str,
    /// The package under test.
    pub app: String,
    /// The seed of all choices.
    pub seed: u64,
    /// Budget, time and events so far, and how well it goes.
    pub health: Health,
    /// How fast it is at present.
    pub events_per_second: f64,
    /// How many parts of the app have run; `None` where the phone cannot tell.
    pub covered: Option<u64>,
    /// How many screens are known.
    pub screens: u64,
    /// How long ago something new was reached, in milliseconds.
    pub new_ms_ago: Option<u64>,
    /// What was proven so far, in the order of finding.
    pub findings: Vec<LiveFinding>,
    /// How often anything of that kind was seen, repetitions included.
    pub sightings: u64,
    /// How long ago the last finding was new, in milliseconds.
    pub finding_ms_ago: Option<u64>,
    /// How many suspicions are being proven.
    pub proving: u64,
    /// How often a walk got no further.
    pub stuck: u64,
    /// How often a walk went back to an earlier place.
    pub travels: u64,
    /// The phones.
    pub phones: Vec<LivePhone>,
}

/// A finding in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveFinding {
    /// Its name in the run.
    pub name: String,
    /// What kind of fault it is.
    pub kind: Kind,
    /// What a person sees.
    pub sentence: String,
}

/// What a phone is doing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LivePhone {
    /// How a person would name it.
    pub name: String,
    /// What it is doing, in a few words: `walking, 40 steps`.
    pub doing: String,
    /// Whether it went away.
    pub lost: bool,
}

impl LiveFinding {
    /// The finding in one line.
    pub fn of(finding: &Finding) -> LiveFinding {
        LiveFinding {
            name: finding.name.clone(),
            kind: finding.suspicion.kind.clone(),
            sentence: finding.suspicion.sentence.clone(),
        }
    }
}

impl LiveState {
    /// How much of the budget is spent, 0 to 1, whichever ends first; `None` without a budget.
    pub fn spent(&self) -> Option<f64> {
        let share = |done: u64, asked: Option<u64>| Some((done as f64 / asked?.max(1) as f64).min(1.0));
        let events = share(self.health.events, self.health.events_asked);
        let time = share(self.health.time_ms, self.health.time_asked_ms);
        match (events, time) {
            (Some(events), Some(time)) => Some(events.max(time)),
            (one, other) => one.or(other),
        }
    }

    /// How many of a hundred replays went as before; `None` before the first.
    pub fn stability_percent(&self) -> Option<u64> {
        let Health { replays, replays_astray, .. } = self.health;
        (replays.saturating_sub(replays_astray) * 100).checked_div(replays)
    }
}
