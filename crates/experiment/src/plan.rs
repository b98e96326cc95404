//! An experiment to be carried out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use device::{Abilities, Observation};
use gui::Event;
use model::ScreenIds;
use trace::{Step, Trace};

use crate::names::current_name;
use crate::{Cause, Ended, Place, Purpose, Site, Suspicion, Trial};

/// An experiment to be carried out.
///
/// ```
/// use experiment::{Act, Driver, On, Plan, Purpose, Start};
/// use gui::Event;
///
/// let acts = ["tap #add", "type \"milk\" into #title", "press back"];
/// let acts = acts.map(|words| Act::plain(words.parse::<Event>().expect("as oddity prints them")));
/// let why = Purpose::Technique { id: "drafts".into(), what: "leaving".into() };
/// let plan = Plan::script(why, Start::Fresh, acts);
/// assert_eq!(plan.on, On::Any); // on the first kind of phone that can do it
/// assert!(matches!(plan.driver, Driver::Script(acts) if acts.len() == 3));
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    /// Why.
    pub cause: Cause,
    /// Where.
    pub on: On,
    /// The condition to begin in.
    pub start: Start,
    /// What to do then.
    pub driver: Driver,
    /// What the phone must be able to do.
    pub needs: Abilities,
    /// Which screens to take pictures of, for people.
    pub pictures: Pictures,
    /// After how many acts of a script the phone's condition is kept, for whoever wants to go on from there.
    pub keep: Vec<usize>,
    /// The trial that it is an exhibit of, and which one.
    pub exhibit: Option<(Arc<Trial>, usize)>,
    /// What was done before its start, where the claim is to see that too: so many steps of another exhibit.
    pub after: Option<(Arc<Trace>, usize)>,
    /// Which screens a judge wants pictures of, whatever people want.
    pub pictures_for_judge: ForJudge,
}

/// Which screens of a script a judge wants pictures of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ForJudge {
    /// None.
    #[default]
    Nothing,
    /// All of them.
    All,
    /// Those after so many acts; 0 is where it starts.
    After(Arc<BTreeSet<usize>>),
}

impl ForJudge {
    /// Whether a picture is wanted after so many acts.
    pub fn wants(&self, acts: usize) -> bool {
        match self {
            ForJudge::Nothing => false,
            ForJudge::All => true,
            ForJudge::After(wanted) => wanted.contains(&acts),
        }
    }
}

/// Where an experiment may run. What is to run on each kind of phone is a plan for each of [`World::sites`](crate::World::sites).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum On {
    /// Where its start was reached; a fresh start, on the first kind of phone that can do what it needs.
    #[default]
    Any,
    /// On this kind of phone with this build.
    This(Site),
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
    /// In one word of the technique that planned it; it stands in the step's remarks: `check-rotation`.
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
    /// For what. The same wish is granted once per experiment, except for interesting conditions.
    pub tag: Tag,
    /// Whether it is worth a snapshot that costs seconds, or only one that costs nothing.
    pub dear: bool,
}

/// What a condition is kept for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tag {
    /// To explore on from there.
    Interesting,
    /// For a technique, by its id, with a key of its own.
    Technique(Cow<'static, str>, Box<str>),
    /// To begin again before acts that a companion had done.
    Before(Box<Tag>),
    /// Because a plan says so: after so many acts.
    Act(usize),
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
    pub fn script(purpose: Purpose, start: Start, acts: impl Into<Arc<[Act]>>) -> Plan {
        Plan::new(purpose, start, Driver::Script(acts.into()))
    }

    /// What a driver does from a start, for a reason.
    pub fn new(purpose: Purpose, start: Start, driver: Driver) -> Plan {
        Plan {
            cause: Cause::of(purpose),
            on: On::Any,
            start,
            driver,
            needs: Abilities::NONE,
            pictures: Pictures::None,
            keep: Vec::new(),
            exhibit: None,
            after: None,
            pictures_for_judge: ForJudge::Nothing,
        }
    }

    /// The same for the sake of another experiment.
    #[must_use]
    pub fn because_of(mut self, parent: u64) -> Plan {
        self.cause.parent = Some(parent);
        self
    }

    /// What the claim is to see of its trace, and what judges say to that.
    pub fn judged(
        &self,
        trace: &Arc<Trace>,
        suspicions: &[Suspicion],
        judge: impl FnOnce(&Trace) -> Vec<Suspicion>,
    ) -> (Arc<Trace>, Vec<Suspicion>) {
        let Some((before, steps)) = &self.after else { return (Arc::clone(trace), suspicions.to_vec()) };
        let whole = Arc::new(trace.after(before, *steps));
        let suspicions = judge(&whole);
        (whole, suspicions)
    }

    /// How many events it is known to have; 0 for a walk.
    pub fn events(&self) -> u64 {
        match &self.driver {
            Driver::Script(acts) | Driver::Lenient(acts) => acts.len() as u64,
            Driver::Walk(_) => 0,
        }
    }

    /// Where it runs; the first site where that was left open.
    pub fn site(&self) -> Site {
        match (self.on, &self.start) {
            (On::This(site), _) => site,
            (On::Any, Start::At(place)) => place.site,
            (On::Any, Start::Fresh | Start::Here { .. }) => Site::HOME,
        }
    }
}

impl Tag {
    /// Of a technique, with a key that tells its conditions apart.
    pub fn of(technique: &'static str, key: impl fmt::Display) -> Tag {
        Tag::Technique(technique.into(), key.to_string().into())
    }

    /// Whether it is this technique's.
    pub fn is_of(&self, technique: &str) -> bool {
        matches!(self, Tag::Technique(id, _) if id == technique)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tag::Interesting => f.write_str("interesting"),
            Tag::Technique(id, key) => write!(f, "{id} {key}"),
            Tag::Before(tag) => write!(f, "before {tag}"),
            Tag::Act(acts) => write!(f, "act {acts}"),
        }
    }
}

impl From<&str> for Tag {
    /// As it is written in journals.
    fn from(text: &str) -> Tag {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (first, rest.parse()) {
            ("interesting", _) => Tag::Interesting,
            ("before", _) => Tag::Before(Box::new(Tag::from(rest))),
            ("act", Ok(acts)) => Tag::Act(acts),
            _ => Tag::Technique(current_name(first).to_owned().into(), rest.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back_as_they_were_written() {
        for tag in [
            Tag::Interesting,
            Tag::of("state-loss", "00ff"),
            Tag::Before(Box::new(Tag::of("look-twice", 3))),
            Tag::Act(7),
        ] {
            assert_eq!(Tag::from(tag.to_string().as_str()), tag);
        }
    }
}
