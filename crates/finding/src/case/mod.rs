//! One fault on its way to being proven.

mod stages;

use std::sync::Arc;

use experiment::{Act, Cause, Driver, Ended, Outcome, Pictures, Plan, Round, Suspicion};
use trace::Role;

use crate::finding::{Confirmation, Finding, Minimised, Way};
use crate::minimise::Minimiser;
use crate::origin::Origin;
use crate::replays::Replays;
use crate::settings::Settings;
use crate::sighting::{Script, Sighting};
use crate::trials::{Answer, Trials};
use stages::Wanted;

pub(crate) use stages::Means;

/// The first word of the purpose of every experiment that is to prove something.
pub const PROVE: &str = "prove";

/// One fault on its way to being proven. All that is known of it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) suspicion: Suspicion,
    /// Given when it is confirmed.
    pub(crate) name: Option<String>,
    pub(crate) first_seen_in: u64,
    pub(crate) first_seen_after: u64,
    pub(crate) times_seen: u64,
    stage: Stage,
    trials: Trials,
    /// The replays under way.
    flight: Vec<Flight>,
    /// The shortest sighting that was not tried yet.
    fallback: Option<Origin>,
    sightings_tried: u32,
    proven: Option<Proven>,
    minimised: Option<Minimised>,
    /// Why the last replay did not show it, where it could not even be carried out.
    pub(crate) trouble: Option<String>,
}

#[derive(Debug)]
enum Stage {
    /// Nothing was tried yet.
    Waiting(Origin),
    /// Which way shows it from a clean start? `whole`: all that was done, the short ones having failed.
    Ways { origin: Origin, ways: Vec<Script>, whole: bool },
    /// How often does it come back from a clean start?
    Confirming { origin: Origin, replays: Replays },
    /// How often does it come back from its snapshot?
    FromSnapshot { origin: Origin, before: Vec<Act>, replays: Replays },
    /// With what fewer and simpler acts?
    Minimising { minimiser: Box<Minimiser>, look: Look },
    /// How often with those? One replay has pictures.
    Showing { minimiser: Box<Minimiser>, look: Look, minimised: Minimised, replays: Replays },
    /// All is known that can be by now. When nothing new is explored any more, shorter ways may be known.
    Shown(Box<Minimiser>),
    /// All is known.
    Proven,
    /// It never came back.
    Artefact,
}

/// How often it was tried to make it smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    First,
    /// Once more at the end, with all that exploring has brought to light.
    Last,
}

/// Where a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Waiting,
    Confirming,
    Minimising,
    Proven,
    Artefact,
}

/// A script that showed it, and how often.
#[derive(Debug)]
struct Proven {
    /// What had been done before the snapshot from which it starts.
    before: Vec<Act>,
    sighting: Arc<Sighting>,
    confirmed: Confirmation,
    shown_in: Option<u64>,
}

#[derive(Debug)]
struct Flight {
    experiment: u64,
    script: Script,
    pictures: Pictures,
}

impl Case {
    pub(crate) fn new(origin: Origin, seen_in: u64, seen_after: u64) -> Case {
        Case {
            suspicion: origin.suspicion.clone(),
            name: None,
            first_seen_in: seen_in,
            first_seen_after: seen_after,
            times_seen: 1,
            stage: Stage::Waiting(origin),
            trials: Trials::default(),
            flight: Vec::new(),
            fallback: None,
            sightings_tried: 1,
            proven: None,
            minimised: None,
            trouble: None,
        }
    }

    /// A finding that is tried again: its acts are known, so no way has to be looked for.
    pub(crate) fn again(finding: &Finding, settings: &Settings) -> Case {
        let origin = Origin::known(finding.suspicion.clone(), finding.acts.clone());
        let script = origin.whole_way();
        let mut case = Case::new(origin, finding.first_seen_in, finding.first_seen_after);
        if let Stage::Waiting(origin) = case.stage {
            case.stage = Stage::Confirming { origin, replays: Replays::first(script, settings) };
        }
        case.times_seen = finding.times_seen;
        case.name = Some(finding.name.clone());
        case
    }

    /// It was seen once more. A shorter way replaces one that was not tried yet; one that failed is followed by another.
    pub(crate) fn seen_again(&mut self, settings: &Settings, origin: impl FnOnce() -> Origin) {
        self.times_seen += 1;
        let may_try = self.sightings_tried < settings.sightings;
        match &mut self.stage {
            Stage::Waiting(waiting) => {
                let origin = origin();
                if origin.len() < waiting.len() {
                    *waiting = origin;
                }
            }
            Stage::Artefact if may_try => {
                self.sightings_tried += 1;
                self.stage = Stage::Waiting(origin());
            }
            Stage::Ways { .. } | Stage::Confirming { .. } | Stage::FromSnapshot { .. } if may_try => {
                let origin = origin();
                if self.fallback.as_ref().is_none_or(|fallback| origin.len() < fallback.len()) {
                    self.fallback = Some(origin);
                }
            }
            _ => {}
        }
    }

    /// Adds the replays that it needs next. Whatever was under way and has not come back by now never will.
    pub(crate) fn plan(&mut self, means: Means<'_>, round: &mut Round) {
        for lost in std::mem::take(&mut self.flight) {
            self.answer(&lost, Answer::Failed);
        }
        for Wanted { start, script, pictures } in self.wanted(means) {
            let acts = Arc::clone(&script);
            let (purpose, role, driver) = match self.stage {
                Stage::Minimising { .. } => ("minimise", None, Driver::Lenient(acts)),
                Stage::Ways { .. } => ("confirm", None, Driver::Lenient(acts)),
                Stage::Showing { .. } => ("show", Some(Role::Confirmation), Driver::Script(acts)),
                _ => ("confirm", Some(Role::Confirmation), Driver::Script(acts)),
            };
            let purpose = format!("{PROVE} {purpose} {}", self.suspicion.kind);
            let cause = Cause { purpose, parent: Some(self.first_seen_in), role };
            let experiment =
                round.add(Plan { cause, start, driver, needs: device::Abilities::NONE, pictures });
            self.flight.push(Flight { experiment, script, pictures });
        }
    }

    /// Takes what came of one of its replays. Says whether it was one.
    pub(crate) fn learn(&mut self, outcome: &Outcome) -> bool {
        let Some(at) = self.flight.iter().position(|flight| flight.experiment == outcome.id) else {
            return false;
        };
        let flight = self.flight.remove(at);
        let sighting = Sighting::of(outcome, &self.suspicion.fingerprint);
        self.trouble = match &outcome.ended {
            Ended::NotPerformed { why, .. } | Ended::DidNotArrive { why } | Ended::PhoneFailed { why } => {
                Some(why.clone()).filter(|_| sighting.is_none())
            }
            _ => None,
        };
        let answer = match (sighting, &outcome.ended) {
            (Some(sighting), _) => Answer::Shown(Arc::new(sighting)),
            (None, Ended::PhoneFailed { .. } | Ended::DidNotArrive { .. } | Ended::Interrupted) => {
                Answer::Failed
            }
            (None, _) => Answer::NotShown,
        };
        self.answer(&flight, answer);
        true
    }

    pub(crate) fn standing(&self) -> Standing {
        match self.stage {
            Stage::Waiting(_) => Standing::Waiting,
            Stage::Ways { .. } | Stage::Confirming { .. } | Stage::FromSnapshot { .. } => {
                Standing::Confirming
            }
            Stage::Minimising { .. } | Stage::Showing { .. } => Standing::Minimising,
            Stage::Shown(_) | Stage::Proven => Standing::Proven,
            Stage::Artefact => Standing::Artefact,
        }
    }

    /// Whether it came back at least once.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.proven.is_some()
    }

    /// The finding as far as it is known by now; `None` for an artefact.
    pub(crate) fn finding(&self, name: String) -> Option<Finding> {
        let mut finding = Finding {
            name,
            suspicion: self.suspicion.clone(),
            acts: Vec::new(),
            confirmed: Confirmation { way: Way::Untried, times: 0, of: 0 },
            minimised: self.minimised,
            first_seen_in: self.first_seen_in,
            first_seen_after: self.first_seen_after,
            times_seen: self.times_seen,
            shown_in: None,
        };
        if let Some(proven) = &self.proven {
            let script = proven.sighting.script.iter();
            finding.acts = proven.before.iter().chain(script).cloned().collect();
            finding.suspicion = shifted(&proven.sighting.suspicion, proven.before.len());
            finding.confirmed = proven.confirmed;
            finding.shown_in = proven.shown_in;
            return Some(finding);
        }
        let (Stage::Waiting(origin)
        | Stage::Ways { origin, .. }
        | Stage::Confirming { origin, .. }
        | Stage::FromSnapshot { origin, .. }) = &self.stage
        else {
            return None;
        };
        finding.acts = origin.whole_way().to_vec();
        finding.suspicion = shifted(&origin.suspicion, origin.before_len());
        Some(finding)
    }

    fn answer(&mut self, flight: &Flight, answer: Answer) {
        match &mut self.stage {
            Stage::Ways { .. } | Stage::Minimising { .. } => self.trials.learn(&flight.script, answer),
            Stage::Confirming { replays, .. }
            | Stage::FromSnapshot { replays, .. }
            | Stage::Showing { replays, .. } => {
                replays.learn(flight.experiment, flight.pictures, answer);
            }
            Stage::Waiting(_) | Stage::Shown(_) | Stage::Proven | Stage::Artefact => {}
        }
    }
}

/// The same after so many acts before.
fn shifted(suspicion: &Suspicion, acts: usize) -> Suspicion {
    let (shows_after, well_after) = (suspicion.shows_after + acts, suspicion.well_after + acts);
    Suspicion { shows_after, well_after, ..suspicion.clone() }
}
