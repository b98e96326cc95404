//! Where the time of the phones went.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Where the time of the phones went, by this computer's clock. It is told to people and decides nothing, so it may differ from
/// run to run. Phones in memory tell none: there it is the computer's own time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spending {
    /// What experiments took, by what they were for: `walks`, `proofs`, or a technique's id.
    pub by_purpose: BTreeMap<String, Spent>,
    /// Phones that had nothing to do, in microseconds.
    pub waiting_us: u64,
}

/// What experiments took, by what the phone did.
pub type Spent = BTreeMap<Activity, Share>;

/// What a phone does for an experiment. What is done on the way to something counts for that: events done again to get somewhere
/// are part of going back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// The app freshly installed, set up and open.
    FreshStart,
    /// Back to where it was before.
    GoingBack,
    /// Saving a condition.
    Saving,
    /// Events, until the screen rests and is read.
    Events,
    /// Pictures.
    Pictures,
    /// All else: judging, writing down.
    Rest,
}

/// How often, and for how long.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// How often.
    pub times: u64,
    /// How long in all, in microseconds.
    pub time_us: u64,
}

impl Spending {
    /// Adds time to what was done for a purpose, and how often that was begun.
    pub fn add(&mut self, purpose: &str, activity: Activity, times: u64, time: Duration) {
        let spent = match self.by_purpose.get_mut(purpose) {
            Some(spent) => spent,
            None => self.by_purpose.entry(purpose.to_owned()).or_default(),
        };
        let share = spent.entry(activity).or_default();
        share.times += times;
        share.time_us += micros(time);
    }

    /// Adds time in which a phone had nothing to do.
    pub fn waited(&mut self, time: Duration) {
        self.waiting_us += micros(time);
    }

    /// Adds what was spent elsewhere.
    pub fn merge(&mut self, other: &Spending) {
        self.waiting_us += other.waiting_us;
        for (purpose, spent) in &other.by_purpose {
            for (&activity, share) in spent {
                self.add(purpose, activity, share.times, Duration::from_micros(share.time_us));
            }
        }
    }

    /// What was spent on an activity, whatever it was for.
    pub fn on(&self, activity: Activity) -> Share {
        let shares = self.by_purpose.values().filter_map(|spent| spent.get(&activity));
        shares.fold(Share::default(), |all, share| Share {
            times: all.times + share.times,
            time_us: all.time_us + share.time_us,
        })
    }

    /// All that the phones worked, and waited, in microseconds.
    pub fn total_us(&self) -> u64 {
        let worked: u64 = self.by_purpose.values().map(total_us).sum();
        worked + self.waiting_us
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.by_purpose.is_empty()
    }
}

/// All that one purpose took.
pub fn total_us(spent: &Spent) -> u64 {
    spent.values().map(|share| share.time_us).sum()
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
