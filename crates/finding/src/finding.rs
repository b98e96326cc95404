//! A suspicion that came back.

use std::cmp::Reverse;

use experiment::{Act, Exhibit, Site, Suspicion};
use serde::{Deserialize, Serialize};
use trace::Role;

/// A suspicion that was tried again, with all that is needed to see it once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Finding {
    /// Its name in the run: `crash-1`.
    pub name: String,
    /// What is wrong. Its steps are counted in `acts`.
    #[serde(flatten)]
    pub suspicion: Suspicion,
    /// The kind of phone and the build that it was seen on.
    #[serde(default, skip_serializing_if = "Site::is_home")]
    pub site: Site,
    /// What to do from a clean start.
    pub acts: Vec<Act>,
    /// Whether it came back.
    pub confirmed: Confirmation,
    /// What minimising did; `None` where it was not tried or did not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimised: Option<Minimised>,
    /// The experiment that showed it first.
    pub first_seen_in: u64,
    /// After how many events of the run.
    pub first_seen_after: u64,
    /// How many experiments showed it, those that were to prove it left out.
    pub times_seen: u64,
    /// What was carried out to show it, the acts themselves first; nothing where it was not shown yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exhibits: Vec<Exhibited>,
}

/// An exhibit that was carried out with a picture of every step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhibited {
    /// Its part in the comparison.
    pub role: Role,
    /// What is different about it, in a few words; empty for the only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Where it ran.
    #[serde(default, skip_serializing_if = "Site::is_home")]
    pub site: Site,
    /// What was done.
    pub acts: Vec<Act>,
    /// Which of the finding's acts each of them is, or stands in the place of.
    pub of: Vec<usize>,
    /// The experiment.
    pub experiment: u64,
}

impl Exhibited {
    /// An exhibit that an experiment carried out.
    pub fn new(exhibit: &Exhibit, experiment: u64) -> Exhibited {
        Exhibited {
            role: exhibit.role,
            label: exhibit.label.clone(),
            site: exhibit.site,
            acts: exhibit.acts.to_vec(),
            of: exhibit.of.clone(),
            experiment,
        }
    }
}

/// A finding as files have it. Older versions name one experiment in place of exhibits.
#[derive(Deserialize)]
struct Written {
    name: String,
    #[serde(flatten)]
    suspicion: Suspicion,
    #[serde(default)]
    site: Site,
    acts: Vec<Act>,
    confirmed: Confirmation,
    minimised: Option<Minimised>,
    first_seen_in: u64,
    first_seen_after: u64,
    times_seen: u64,
    #[serde(default)]
    exhibits: Vec<Exhibited>,
    shown_in: Option<u64>,
}

impl From<Written> for Finding {
    fn from(written: Written) -> Finding {
        let Written { name, suspicion, site, acts, confirmed, minimised, mut exhibits, .. } = written;
        if let Some(experiment) = written.shown_in.filter(|_| exhibits.is_empty()) {
            exhibits.push(Exhibited::new(&Exhibit::script(Role::Confirmation, site, &acts), experiment));
        }
        Finding {
            name,
            suspicion,
            site,
            acts,
            confirmed,
            minimised,
            first_seen_in: written.first_seen_in,
            first_seen_after: written.first_seen_after,
            times_seen: written.times_seen,
            exhibits,
        }
    }
}

/// How often a suspicion came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// From where it was tried.
    #[serde(rename = "way")]
    pub from: ReplayedFrom,
    /// So many times it came back,
    pub times: u32,
    /// of so many.
    pub of: u32,
}

/// From where a finding was tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayedFrom {
    /// From a clean start, as anybody can.
    CleanStart,
    /// Only from the snapshot before it.
    SnapshotOnly,
    /// Not at all yet: the budget ended before.
    Untried,
}

/// What minimising did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minimised {
    /// How many acts there were.
    pub from: usize,
    /// How many are left.
    pub to: usize,
    /// How many replays it took.
    pub replays: u32,
    /// Whether leaving out any single act is known to lose it.
    pub one_minimal: bool,
}

impl Finding {
    /// Whether it came back from a clean start or its snapshot at least once.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed.times > 0
    }

    /// The experiment with a picture of every act.
    pub fn shown_in(&self) -> Option<u64> {
        self.exhibits.first().map(|exhibit| exhibit.experiment)
    }

    /// The less the graver: confirmed, every time, by severity and kind, the surer, the shorter, the earlier.
    pub fn rank(&self) -> impl Ord + use<> {
        let Confirmation { times, of, .. } = self.confirmed;
        let kind = &self.suspicion.kind;
        (
            (!self.is_confirmed(), self.is_flaky()),
            (kind.severity, kind.name.to_string()),
            Reverse(times.saturating_mul(1000) / of.max(1)),
            (self.acts.len(), self.first_seen_in),
        )
    }

    /// Whether it came back only sometimes.
    pub fn is_flaky(&self) -> bool {
        self.is_confirmed() && self.confirmed.times < self.confirmed.of
    }
}
