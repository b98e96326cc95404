//! What a phone spends its time on.

use std::time::Instant;

use experiment::{Purpose, Techniques};
use finding::{Activity, Spending};

/// Takes the time of one phone. Each moment counts for one purpose and one activity.
pub(crate) struct Stopwatch {
    since: Instant,
    /// What the experiment is for; `None` between two of them.
    purpose: Option<String>,
    activity: Activity,
    spending: Spending,
}

/// What walks are called.
const WALKS: &str = "walks";
/// What proofs are called.
const PROOFS: &str = "proofs";

impl Stopwatch {
    /// Begins to run; nothing is done yet.
    pub(crate) fn new() -> Stopwatch {
        Stopwatch {
            since: Instant::now(),
            purpose: None,
            activity: Activity::Rest,
            spending: Spending::default(),
        }
    }

    /// From now on it is for this.
    pub(crate) fn begin(&mut self, purpose: &Purpose) {
        self.turn_to(Some(name_of(purpose)), Activity::Rest);
    }

    /// From now on there is nothing to do. Says what was spent since the last time.
    pub(crate) fn end(&mut self) -> Spending {
        self.turn_to(None, Activity::Rest);
        std::mem::take(&mut self.spending)
    }

    /// From now on it is this that is done, unless it belongs to something else. Says whether it is.
    pub(crate) fn enter(&mut self, activity: Activity) -> bool {
        if self.activity != Activity::Rest {
            return false;
        }
        self.turn_to(self.purpose.clone(), activity);
        if let Some(purpose) = &self.purpose {
            self.spending.add(purpose, activity, 1, std::time::Duration::ZERO);
        }
        true
    }

    /// It is done.
    pub(crate) fn leave(&mut self) {
        self.turn_to(self.purpose.clone(), Activity::Rest);
    }

    /// Takes an act on the way of a walk for what it is for. Says what all was for before, where that was something else.
    pub(crate) fn act_for(&mut self, act: Option<&str>, techniques: &Techniques) -> Option<String> {
        let act = act.filter(|_| self.purpose.as_deref() == Some(WALKS))?;
        let of = techniques.iter().find(|technique| technique.about().acts.contains(&act))?;
        let before = self.purpose.clone();
        self.turn_to(Some(of.about().id.to_owned()), self.activity);
        before
    }

    /// It is for this again.
    pub(crate) fn back_to(&mut self, purpose: Option<String>) {
        if purpose.is_some() {
            self.turn_to(purpose, self.activity);
        }
    }

    fn turn_to(&mut self, purpose: Option<String>, activity: Activity) {
        let now = Instant::now();
        let time = now.duration_since(self.since);
        match &self.purpose {
            Some(purpose) => self.spending.add(purpose, self.activity, 0, time),
            None => self.spending.waited(time),
        }
        (self.since, self.purpose, self.activity) = (now, purpose, activity);
    }
}

fn name_of(purpose: &Purpose) -> String {
    match purpose {
        Purpose::Walk { .. } | Purpose::Seed { .. } => WALKS.to_owned(),
        Purpose::Prove { .. } => PROOFS.to_owned(),
        Purpose::Technique { id, .. } => id.clone().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use experiment::Begins;

    use super::*;

    #[test]
    fn what_is_done_on_the_way_to_something_counts_for_that() {
        let mut watch = Stopwatch::new();
        watch.begin(&Purpose::Walk { begins: Begins::Fresh, walker: 1 });
        assert!(watch.enter(Activity::GoingBack));
        assert!(!watch.enter(Activity::Events));
        watch.leave();
        for _ in 0..3 {
            assert!(watch.enter(Activity::Events));
            watch.leave();
        }
        let spent = watch.end();
        assert_eq!((spent.on(Activity::GoingBack).times, spent.on(Activity::Events).times), (1, 3));
        assert_eq!(spent.by_purpose.keys().collect::<Vec<_>>(), [WALKS]);
    }
}
