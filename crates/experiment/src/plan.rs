//! An experiment to be carried out.

use std::fmt;
use std::sync::Arc;

use device::{Abilities, Observation};
use gui::Event;
use model::ScreenIds;
use trace::{Role, Step};

use crate::{Ended, Place};

/// An experiment to be carried out, on any phone that fits.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Why.
    pub cause: Cause,
    /// The condition to begin in.
    pub start: Start,
    /// What to do then.
    pub driver: Driver,
    /// What the phone must be able to do.
    pub needs: Abilities,
    /// Which screens to take pictures of.
    pub pictures: Pictures,
}

/// Why an experiment is carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The planner, and what it wants, in its own words: `neutral-detours rotate`.
    pub purpose: String,
    /// The experiment that gave rise to it.
    pub parent: Option<u64>,
    /// Its part in a comparison.
    pub role: Option<Role>,
}

/// The condition in which an experiment begins.
#[derive(Debug, Clone)]
pub enum Start {
    /// The app freshly installed, set up as the user asked, and opened.
    Fresh,
    /// A place that was reached before.
    At(Arc<Place>),
    /// Wherever the phone is, so that nothing has to be done again; a fresh start where nobody knows how it came there, or where
    /// that took this many events.
    Here {
        /// The most events since the fresh start.
        at_most: usize,
    },
}

/// Decides what is done.
#[derive(Debug, Clone)]
pub enum Driver {
    /// These, one after the other. Ends where one cannot be done.
    Script(Arc<[Act]>),
    /// What can be done of these, one after the other. What cannot be done is left out, and nothing is sent for it.
    Lenient(Arc<[Act]>),
    /// Whatever the walk decides, step by step.
    Walk(Arc<dyn Walk>),
}

/// One thing to do, and why if that matters to a judge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Act {
    /// What is done.
    #[serde(flatten)]
    pub event: Event,
    /// In one word of the technique that planned it; it stands in the step's remarks: `detour-rotate`.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
}

/// A walk that can be begun on any phone, and again on another one where the first failed.
pub trait Walk: fmt::Debug + Send + Sync {
    /// Begins it anew, with the same choices.
    fn begin(&self) -> Box<dyn Walker>;
}

/// A walk under way beside a phone.
pub trait Walker: Send {
    /// Sees what the last act led to, or at first where the walk begins. Says whether the phone's condition should be kept.
    fn see(&mut self, now: &Now<'_>) -> Option<Keep>;

    /// What to do next.
    fn next(&mut self, now: &Now<'_>) -> Next;

    /// Whether companions may have things done on the way. That may undo what the walk has built up.
    fn lets_others(&self) -> bool {
        true
    }
}

/// What a walker knows of the present.
#[derive(Debug)]
pub struct Now<'a> {
    /// The last step; `None` at the start.
    pub step: Option<&'a Step>,
    /// How many steps there were.
    pub steps: usize,
    /// What is on screen.
    pub seen: &'a Observation,
    /// The screen's names.
    pub screens: ScreenIds,
    /// Why the last act was not performed, where it was not. Nothing was sent then, and there is no step for it.
    pub refused: Option<&'a str>,
}

/// What a walker wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// This done.
    Do(Act),
    /// No more.
    Over(Ended),
}

/// A wish to be able to come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keep {
    /// For what, in one word of whoever wants to: `interesting`.
    pub tag: String,
    /// Whether it is worth a snapshot that costs seconds, or only one that costs nothing.
    pub dear: bool,
}

/// Which screens of an experiment to take pictures of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pictures {
    /// None.
    #[default]
    None,
    /// Those that the model has no picture of yet.
    New,
    /// All.
    All,
}

impl Act {
    /// Done for no particular reason.
    pub fn plain(event: Event) -> Act {
        Act { event, purpose: None }
    }

    /// Done for a reason.
    pub fn with_purpose(event: Event, purpose: impl Into<String>) -> Act {
        Act { event, purpose: Some(purpose.into()) }
    }
}

impl Plan {
    /// A script from a start, for a reason.
    pub fn script(purpose: impl Into<String>, start: Start, acts: impl Into<Arc<[Act]>>) -> Plan {
        Plan {
            cause: Cause { purpose: purpose.into(), parent: None, role: None },
            start,
            driver: Driver::Script(acts.into()),
            needs: Abilities::NONE,
            pictures: Pictures::None,
        }
    }
}
