//! A condition of the app that something led to, known by what each end of the minimal trace does from there.

use experiment::{Act, Ended, Fingerprint, Outcome};

/// What led somewhere, and what is known of the place.
#[derive(Debug)]
pub(crate) struct Situation {
    /// All that was done from a fresh start.
    pub(crate) way: Vec<Act>,
    /// The state it was reached from, and by what; `None` for the fresh start.
    pub(crate) from: Option<(usize, By)>,
    /// What was seen there; `None` until someone went.
    pub(crate) reached: Option<Reached>,
    /// How each end of the minimal trace ended from there, the whole trace first.
    pub(crate) endings: Vec<Option<Ending>>,
}

/// How a situation was reached from a state.
#[derive(Debug, Clone)]
pub(crate) enum By {
    /// By a pivot event.
    Pivot(usize),
    /// By any other.
    Other(Act),
}

/// What going there showed.
#[derive(Debug)]
pub(crate) enum Reached {
    /// The app stood there.
    Stands {
        /// Its activity.
        activity: Option<String>,
        /// What the screen offers.
        offers: Vec<Act>,
    },
    /// The bug showed.
    Bug,
    /// The last step could not be done, or the app ended otherwise.
    Refused,
}

/// How a run of acts ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// The bug showed.
    Bug,
    /// All was done, and the bug did not show.
    Done,
    /// After so many acts the next could not be done, or the app ended otherwise.
    Stopped(usize),
}

impl Situation {
    pub(crate) fn new(way: Vec<Act>, from: Option<(usize, By)>, ends: usize) -> Situation {
        Situation { way, from, reached: None, endings: vec![None; ends] }
    }

    /// Whether all is known that has to be.
    pub(crate) fn is_known(&self) -> bool {
        match &self.reached {
            None => false,
            Some(Reached::Stands { .. }) => self.endings.iter().all(Option::is_some),
            Some(Reached::Bug | Reached::Refused) => true,
        }
    }

    /// How all ends of the minimal trace ended: equal for what counts as one state.
    pub(crate) fn signature(&self) -> Vec<Ending> {
        self.endings.iter().copied().flatten().collect()
    }
}

impl Reached {
    /// What an outcome shows of where it ended.
    pub(crate) fn of(outcome: &Outcome, fingerprint: &Fingerprint) -> Reached {
        if shows(outcome, fingerprint) {
            return Reached::Bug;
        }
        let last = outcome.trace.last();
        match (&outcome.ended, &last.layout) {
            (Ended::Done, Some(layout)) => Reached::Stands {
                activity: last.activity.clone(),
                offers: layout.events().into_iter().map(Act::plain).collect(),
            },
            _ => Reached::Refused,
        }
    }
}

impl Ending {
    /// How the acts behind the first `way` ended.
    pub(crate) fn of(outcome: &Outcome, fingerprint: &Fingerprint, way: usize) -> Ending {
        match &outcome.ended {
            _ if shows(outcome, fingerprint) => Ending::Bug,
            Ended::Done => Ending::Done,
            Ended::NotPerformed { act, .. } => Ending::Stopped(act.saturating_sub(way)),
            _ => Ending::Stopped(outcome.trace.steps().len().saturating_sub(way)),
        }
    }
}

/// Whether a run shows the bug.
pub(crate) fn shows(outcome: &Outcome, fingerprint: &Fingerprint) -> bool {
    outcome.suspicions.iter().any(|seen| seen.fingerprint == *fingerprint)
}
