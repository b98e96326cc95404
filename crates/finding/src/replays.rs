//! One script tried so many times, to say how often it shows the fault.

use std::sync::Arc;

use experiment::{Pictures, Start};

use crate::finding::{Confirmation, Exhibited};
use crate::sighting::{Script, Sighting};
use crate::trials::Answer;
use crate::{ProofSettings, ReplayedFrom};

/// One script tried so many times.
#[derive(Debug)]
pub(crate) struct Replays {
    pub(crate) start: Start,
    pub(crate) script: Script,
    goal: u32,
    /// Whether one replay is to have pictures, for people to look at.
    with_pictures: bool,
    times: u32,
    of: u32,
    failures: u32,
    pub(crate) sighting: Option<Arc<Sighting>>,
    /// What showed it with a picture of every step.
    pub(crate) exhibits: Vec<Exhibited>,
}

impl Replays {
    pub(crate) fn new(start: Start, script: Script, goal: u32, with_pictures: bool) -> Replays {
        let (times, of, failures) = (0, 0, 0);
        Replays {
            start,
            script,
            goal: goal.max(1),
            with_pictures,
            times,
            of,
            failures,
            sighting: None,
            exhibits: Vec::new(),
        }
    }

    /// The first ones of a script, from a clean start. Where it is to become smaller, pictures can wait.
    pub(crate) fn first(script: Script, settings: &ProofSettings) -> Replays {
        Replays::new(Start::Fresh, script, settings.replays, !settings.minimise)
    }

    /// The pictures of each replay that is still to be made; none when all is known.
    pub(crate) fn missing(&self) -> Vec<Pictures> {
        if self.failures > self.goal {
            return Vec::new();
        }
        let mut missing = vec![Pictures::None; self.goal.saturating_sub(self.of) as usize];
        let lacks_pictures = self.with_pictures && self.exhibits.is_empty();
        // The one that was to show it may be the one in which it did not come back: then a few more.
        let may_go_on = missing.is_empty() && self.times > 0 && self.of < 2 * self.goal + 10;
        if lacks_pictures && may_go_on {
            missing.push(Pictures::None);
        }
        if let Some(last) = missing.last_mut().filter(|_| lacks_pictures) {
            *last = Pictures::All;
        }
        missing
    }

    pub(crate) fn learn(&mut self, exhibits: Vec<Exhibited>, pictures: Pictures, answer: Answer) {
        match answer {
            Answer::Shown(sighting) => {
                self.times += 1;
                self.of += 1;
                if pictures == Pictures::All || self.exhibits.is_empty() {
                    self.sighting = Some(sighting);
                }
                if pictures == Pictures::All {
                    self.exhibits = exhibits;
                }
            }
            Answer::NotShown => self.of += 1,
            Answer::Failed => self.failures += 1,
        }
    }

    pub(crate) fn confirmation(&self) -> Confirmation {
        let from = match self.start {
            Start::Fresh => ReplayedFrom::CleanStart,
            Start::At(_) | Start::Here { .. } => ReplayedFrom::SnapshotOnly,
        };
        Confirmation { from, times: self.times, of: self.of }
    }
}
