//! What a campaign has seen so far, in numbers.

use std::collections::BTreeSet;
use std::time::Duration;

use experiment::{Ended, Fingerprint, Outcome, Purpose, Severity, Suspicion};
use finding::{Finding, Health, Progress};
use gui::Event;
use model::ScreenId;
use serde::{Deserialize, Serialize};
use trace::Role;

use crate::settings::Budget;
use crate::trouble::Trouble;

/// What a campaign has seen so far.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// How the testing itself goes.
    pub health: Health,
    /// Parts of the app that have run.
    pub covered: usize,
    /// Parts that the app has, where that is known.
    pub parts: Option<u32>,
    /// Screens under the time-travel abstraction.
    pub screens: usize,
    /// Kinds of screens: those that have the same widgets.
    pub kinds_of_screens: usize,
    /// After how many events how many parts had run and how many screens were known: wherever coverage grew, now and then
    /// in between, and at the end.
    pub curve: Vec<(u64, usize, usize)>,
    /// Crashes and hangs, each once, in the order in which they were first seen.
    pub crashes: Vec<CrashSeen>,
    /// Walks that began by travelling to a place reached before.
    pub travels: u64,
    /// Conditions that were kept.
    pub kept: u64,
    /// Walks that got stuck, by how.
    pub stuck: std::collections::BTreeMap<String, u64>,
    /// Findings, and all suspicions that led to them.
    pub findings: usize,
    /// Suspicions raised, each time they were.
    pub suspicions: u64,
    /// How far proving has come.
    pub proving: Progress,
    /// Steps taken, those of experiments that are not over included.
    pub steps_now: u64,
    /// Events of the round under way, which the health of the run does not count yet.
    pub events_in_round: u64,
    /// What the phones are about.
    pub phones: Vec<PhoneState>,
    pub(crate) kinds: BTreeSet<ScreenId>,
}

/// A crash or hang, as far as exploring sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrashSeen {
    /// Which one.
    pub fingerprint: Fingerprint,
    /// In words.
    pub sentence: String,
    /// After how many events it was first seen.
    pub first_event: u64,
    /// How often it was seen.
    pub times: u64,
    /// What led to it the first time, from a fresh start on.
    #[serde(skip)]
    pub events: Vec<Event>,
}

/// What a phone is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhoneState {
    /// As a person would name it.
    pub name: String,
    /// The purpose of its experiment; empty when it waits.
    pub doing: String,
    /// Its last words, if it is gone.
    pub lost: Option<String>,
}

/// What is told while a campaign goes on.
#[derive(Debug)]
pub enum Update<'t> {
    /// Some time has passed.
    Progress(&'t Tally),
    /// A finding is proven.
    Found(&'t Finding),
    /// A phone went away for good.
    Lost {
        /// Its last words.
        why: &'t str,
    },
}

impl Tally {
    /// Nothing seen yet of what was asked for; what is left out, in sentences.
    pub(crate) fn asked(budget: Budget, remarks: Vec<String>) -> Tally {
        let mut tally = Tally::default();
        tally.health.remarks = remarks;
        tally.health.events_asked = budget.events;
        tally.health.time_asked_ms = budget.time.map(|time| time.as_millis() as u64);
        tally
    }

    /// Takes in what came of an experiment.
    pub(crate) fn learn(&mut self, outcome: &Outcome, new_parts: usize, screens: usize) {
        let proving = outcome.cause.purpose.is_proof();
        let health = &mut self.health;
        let steps = outcome.trace.steps().len() as u64;
        let before = health.events;
        *(if proving { &mut health.events_proving } else { &mut health.events }) += steps;
        health.events_returning += outcome.returning;
        health.not_arrived += u64::from(outcome.missed.is_some());
        health.experiments += 1;
        health.steps += steps;
        let inside = outcome.screens.iter().skip(1).filter(|ids| ids.travel != ScreenId::OUTSIDE);
        health.steps_inside += inside.count() as u64;
        if outcome.cause.purpose.is_replay() {
            health.replays += 1;
            // All of it done, and the fault seen where one trace alone shows it: only then it went as before. What is
            // compared shows in no exhibit by itself.
            let is_compared = matches!(outcome.cause.role, Some(Role::Control | Role::Treatment));
            let as_before = outcome.ended == Ended::Done && (is_compared || !outcome.suspicions.is_empty());
            health.replays_astray += u64::from(!as_before);
        }
        if let (Purpose::Seed { number }, Ended::NotPerformed { why, .. }) =
            (&outcome.cause.purpose, &outcome.ended)
        {
            health.remarks.push(format!("Seed {number} was not walked through to its end: {why}."));
        }
        if let Ended::Stuck { how } = &outcome.ended {
            *self.stuck.entry(how.clone()).or_default() += 1;
        }
        self.kept += outcome.kept.len() as u64;
        self.travels += u64::from(outcome.cause.purpose.is_travel());
        self.screens = screens;
        self.covered += new_parts;
        // Between two growths a point now and then, the rarer the longer the run: the curve stays short.
        let last = self.curve.last().map_or(0, |&(events, _, _)| events);
        if new_parts > 0 || self.curve.is_empty() || self.health.events > last + 100 + last / 50 {
            self.note_point();
        }
        for ids in &outcome.screens {
            self.kinds.insert(ids.widgets);
        }
        self.kinds_of_screens = self.kinds.len();
        for suspicion in outcome.suspicions.iter().filter(|s| s.environment.is_none() && !proving) {
            if suspicion.kind.severity == Severity::Critical {
                let first_event = before + suspicion.shows_after as u64;
                self.saw_crash(suspicion, outcome, first_event);
            }
        }
    }

    /// Adds a point to the curve, where it is not there yet.
    pub(crate) fn note_point(&mut self) {
        let point = (self.health.events, self.covered, self.screens);
        if self.curve.last() != Some(&point) {
            self.curve.push(point);
        }
    }

    fn saw_crash(&mut self, suspicion: &Suspicion, outcome: &Outcome, first_event: u64) {
        if let Some(crash) = self.crashes.iter_mut().find(|crash| crash.fingerprint == suspicion.fingerprint)
        {
            crash.times += 1;
            return;
        }
        let steps = outcome.trace.steps().iter().take(suspicion.shows_after);
        let mut events = outcome.start.lineage.events();
        events.extend(steps.filter_map(|step| step.event.clone()));
        self.crashes.push(CrashSeen {
            fingerprint: suspicion.fingerprint.clone(),
            sentence: suspicion.sentence.clone(),
            first_event,
            times: 1,
            events,
        });
    }

    pub(crate) fn trouble(&mut self, trouble: &Trouble) {
        self.health.failed_looks += trouble.failed_looks;
        self.health.log_lines_missing += trouble.log_lines_missing;
        self.health.begun_again += trouble.begun_again;
        self.health.blocked += trouble.blocked;
        self.health.reconnects += trouble.reconnects;
        for what in &trouble.lacking {
            self.health.lacks(what);
        }
    }

    pub(crate) fn elapsed(&mut self, elapsed: Duration) {
        self.health.time_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    }
}
