//! Steps from one start, each beginning where the one before it ended.

use std::sync::Arc;

use gui::{Event, Layout};
use serde::{Deserialize, Serialize};

use crate::step::{Moment, Remarks, Step};

/// Layout, event, layout, event, ..., layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Where the trace comes from.
    pub header: Header,
    /// Why the trace ended, in a few words; `None` when it was cut short.
    pub end: Option<String>,
    pub(crate) start: Moment,
    pub(crate) steps: Vec<Step>,
}

/// Where a trace comes from and what it belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// The package under test; empty when the recording does not say.
    pub app: String,
    /// Its version name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_version: Option<String>,
    /// The phone, as a person would name it: `Pixel 7, Android 14`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// What recorded it: `oddity 0.1.0`, `DroidBot`.
    pub source: String,
    /// The seed of the run's choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// When it began, in milliseconds since 1970, where the recording says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_unix_ms: Option<u64>,
    /// The kind of phone among those of the run, where it is not the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<u16>,
    /// The build of the app among those of the run, where it is not the one under test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<u16>,
    /// In which condition the app was at the start.
    pub start: Start,
    /// The experiment that it carries out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
}

/// The condition of the app before the first event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Start {
    /// The recording does not say.
    #[default]
    Unknown,
    /// Freshly installed or with its data cleared.
    Fresh,
    /// As an earlier trace had left it.
    AsItWas,
    /// A snapshot of the phone.
    Snapshot {
        /// The snapshot's name.
        name: String,
    },
}

/// The cause of a trace, so that a judge finds the traces to compare from the journal alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its number in the run.
    pub id: u64,
    /// What it is for, in the words of its planner: `independent-views seed 7`.
    pub purpose: String,
    /// The experiment that gave rise to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// Its part in a comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

/// The part that an experiment plays in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// What happens when nothing is changed.
    Control,
    /// What happens when one thing is.
    Treatment,
    /// Whether it happens again.
    Confirmation,
}

impl Trace {
    /// A trace that has only begun.
    pub fn new(header: Header, start: Moment) -> Trace {
        Trace { header, end: None, start, steps: Vec::new() }
    }

    /// Goes on from the last moment: `event` led to `after`.
    pub fn step(&mut self, event: Option<Event>, after: Moment, remarks: Remarks) {
        let before = self.last().clone();
        self.steps.push(Step { before, event, after, remarks });
    }

    /// What happened in so many steps of another trace, and then in this one, which began where those ended.
    #[must_use]
    pub fn after(&self, other: &Trace, steps: usize) -> Trace {
        let mut whole =
            Trace { end: self.end.clone(), ..Trace::new(self.header.clone(), other.start.clone()) };
        whole.steps.extend(other.steps.iter().take(steps).chain(&self.steps).cloned());
        whole
    }

    /// Puts other layouts in the place of those it has, such as equal ones that others share.
    pub fn map_layouts(&mut self, mut instead: impl FnMut(&Arc<Layout>) -> Arc<Layout>) {
        let moments = self.steps.iter_mut().flat_map(|step| [&mut step.before, &mut step.after]);
        for layout in
            std::iter::once(&mut self.start).chain(moments).filter_map(|moment| moment.layout.as_mut())
        {
            *layout = instead(layout);
        }
    }

    /// What the phone showed before the first event.
    pub fn start(&self) -> &Moment {
        &self.start
    }

    /// What the phone showed at the end.
    pub fn last(&self) -> &Moment {
        self.steps.last().map_or(&self.start, |step| &step.after)
    }

    /// The steps; each begins where the one before it ended.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// All moments from the start to the end, one more than there are steps.
    pub fn moments(&self) -> impl Iterator<Item = &Moment> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.after))
    }
}
