//! One fault on its way to being proven.

mod stages;

use std::sync::Arc;

use experiment::{
    Act, Alone, Cause, Claim, Driver, Exhibit, Outcome, Pictures, Plan, Proof, Purpose, Round, Site, Start,
    Suspicion, Techniques,
};

use crate::backwards::Backwards;
use crate::finding::{Confirmation, Exhibited, Finding, Minimised, ReplayedFrom};
use crate::flight::Flight;
use crate::minimise::Minimiser;
use crate::origin::Origin;
use crate::replays::Replays;
use crate::settings::ProofSettings;
use crate::sighting::{Script, Sighting};
use crate::trials::{Answer, Trials};
use stages::Wanted;

pub(crate) use stages::Means;

/// One fault on its way to being proven. All that is known of it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) suspicion: Suspicion,
    /// Where it was seen.
    site: Site,
    /// What it takes to see it again.
    claim: Arc<dyn Claim>,
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
    /// How long a script was of which it was found out from its end what it takes.
    gone_backwards: Option<usize>,
    proven: Option<Proven>,
    minimised: Option<Minimised>,
    /// Why the last replay did not show it, where it could not even be carried out.
    pub(crate) trouble: Option<String>,
}

#[derive(Debug)]
enum Stage {
    /// Nothing was tried yet.
    Waiting(Origin),
    /// Does it show once more where it was seen? Where it takes a comparison, most of what looks wrong does not.
    Glance { origin: Origin, replays: Replays },
    /// Which way shows it from a clean start? `whole`: all that was done, the short ones having failed.
    Ways { origin: Origin, ways: Vec<Script>, whole: bool },
    /// How often does it come back from a clean start?
    Confirming { origin: Origin, replays: Replays },
    /// How often does it come back from its snapshot?
    FromSnapshot { origin: Origin, before: Vec<Act>, replays: Replays },
    /// Which parts of a long script does it take?
    Backwards { minimiser: Box<Minimiser>, look: Look, backwards: Box<Backwards> },
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    /// Where replays take time, only what makes it much shorter: so much of each finding comes before all of any.
    Coarse,
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

/// Cases take turns after so many replays.
const SLICE: u32 = 16;

/// A script that showed it, and how often.
#[derive(Debug)]
struct Proven {
    /// What had been done before the snapshot from which it starts.
    before: Vec<Act>,
    sighting: Arc<Sighting>,
    confirmed: Confirmation,
    exhibits: Vec<Exhibited>,
}

impl Case {
    pub(crate) fn new(origin: Origin, seen_in: u64, seen_after: u64) -> Case {
        Case {
            suspicion: origin.suspicion.clone(),
            site: origin.site,
            claim: Arc::clone(&origin.claim),
            name: None,
            first_seen_in: seen_in,
            first_seen_after: seen_after,
            times_seen: 1,
            stage: Stage::Waiting(origin),
            trials: Trials::default(),
            flight: Vec::new(),
            fallback: None,
            sightings_tried: 1,
            gone_backwards: None,
            proven: None,
            minimised: None,
            trouble: None,
        }
    }

    /// A finding that is tried again: its acts are known, so no way has to be looked for.
    pub(crate) fn again(finding: &Finding, techniques: &Techniques, settings: &ProofSettings) -> Case {
        let claim = techniques.claim(&finding.suspicion, finding.site);
        let origin = Origin::known(finding.suspicion.clone(), finding.site, claim, finding.acts.clone());
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
    pub(crate) fn seen_again(&mut self, settings: &ProofSettings, origin: impl FnOnce() -> Origin) {
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
            Stage::Glance { .. }
            | Stage::Ways { .. }
            | Stage::Confirming { .. }
            | Stage::FromSnapshot { .. }
                if may_try =>
            {
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
        let (on, lost): (Vec<Flight>, Vec<Flight>) =
            std::mem::take(&mut self.flight).into_iter().partition(Flight::waits);
        for lost in lost {
            self.answer(&lost, Answer::Failed);
        }
        self.flight = on;
        self.flight.iter_mut().for_each(|flight| flight.go_on(round));
        if !self.flight.is_empty() {
            return;
        }
        for Wanted { start, script, pictures, keep, bound } in self.wanted(means) {
            let (proof, lenient) = match self.stage {
                Stage::Minimising { .. } | Stage::Backwards { .. } => (Proof::Minimise, true),
                Stage::Ways { .. } => (Proof::Way, true),
                Stage::Glance { .. } => (Proof::Glance, false),
                Stage::Showing { .. } => (Proof::Show, false),
                _ => (Proof::Confirm, false),
            };
            let purpose = Purpose::Prove { proof, kind: self.suspicion.kind.name.clone() };
            let plan = |exhibit: &Exhibit| {
                let acts = Arc::clone(&exhibit.acts);
                let driver = if lenient { Driver::Lenient(acts) } else { Driver::Script(acts) };
                let cause = Cause {
                    purpose: purpose.clone(),
                    parent: Some(self.first_seen_in),
                    role: Some(exhibit.role),
                };
                Plan { cause, keep: keep.clone(), ..Plan::new(purpose.clone(), start.clone(), driver) }
            };
            let claim = if !keep.is_empty() {
                self.first_exhibit_alone()
            } else if lenient {
                self.claim_for_seeking()
            } else {
                Arc::clone(&self.claim)
            };
            let from_clean_start = matches!(start, Start::Fresh) && pictures == Pictures::None;
            let costs = &means.world.of(self.site).costs;
            let mut flight = match Flight::prefix(&claim, &script).filter(|_| from_clean_start && !lenient) {
                Some(prefix) if costs.may_share(prefix) => {
                    let fingerprint = &self.suspicion.fingerprint;
                    Flight::begin_with_first(&claim, (script, prefix), fingerprint.clone(), round, plan)
                }
                _ => Flight::begin(&claim, script, pictures, round, plan),
            };
            flight.bound = bound;
            self.flight.push(flight);
        }
    }

    /// What scripts are sought by: the first exhibit alone if that will do.
    fn claim_for_seeking(&self) -> Arc<dyn Claim> {
        if self.claim.shows_in_first() {
            return self.first_exhibit_alone();
        }
        Arc::clone(&self.claim)
    }

    fn first_exhibit_alone(&self) -> Arc<dyn Claim> {
        Arc::new(Alone { site: self.site, fingerprint: self.suspicion.fingerprint.clone() })
    }

    /// Takes what came of one of its replays. Says whether it was one.
    pub(crate) fn learn(&mut self, outcome: &Outcome) -> bool {
        let Some(at) = self.flight.iter_mut().position(|flight| flight.land(outcome)) else { return false };
        if self.flight[at].is_over() {
            let flight = self.flight.remove(at);
            let (answer, trouble) = flight.answer();
            self.trouble = trouble;
            self.answer(&flight, answer);
        }
        true
    }

    pub(crate) fn standing(&self) -> Standing {
        match self.stage {
            Stage::Waiting(_) => Standing::Waiting,
            Stage::Glance { .. }
            | Stage::Ways { .. }
            | Stage::Confirming { .. }
            | Stage::FromSnapshot { .. } => Standing::Confirming,
            Stage::Backwards { .. } | Stage::Minimising { .. } | Stage::Showing { .. } => {
                Standing::Minimising
            }
            Stage::Shown(_) | Stage::Proven => Standing::Proven,
            Stage::Artefact => Standing::Artefact,
        }
    }

    /// How far making it smaller has come, and in which slice of replays: whoever is behind comes first.
    pub(crate) fn effort(&self) -> (u8, u32) {
        let slices = self.trials.spent / SLICE;
        match self.stage {
            Stage::Minimising { look, .. } | Stage::Showing { look, .. } => (look as u8, slices),
            // It holds what was kept.
            Stage::Backwards { look, .. } => (look as u8, 0),
            _ => (0, 0),
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
            site: self.site,
            acts: Vec::new(),
            confirmed: Confirmation { from: ReplayedFrom::Untried, times: 0, of: 0 },
            minimised: self.minimised,
            first_seen_in: self.first_seen_in,
            first_seen_after: self.first_seen_after,
            times_seen: self.times_seen,
            exhibits: Vec::new(),
        };
        if let Some(proven) = &self.proven {
            let script = proven.sighting.script.iter();
            finding.acts = proven.before.iter().chain(script).cloned().collect();
            finding.suspicion = shifted(&proven.sighting.suspicion, proven.before.len());
            finding.confirmed = proven.confirmed;
            finding.exhibits.clone_from(&proven.exhibits);
            return Some(finding);
        }
        let (Stage::Waiting(origin)
        | Stage::Glance { origin, .. }
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
            Stage::Backwards { backwards, .. } => {
                self.trials.spent += 1;
                match flight.bound {
                    Some(bound) => backwards.learn(bound, answer),
                    None => backwards.keep(flight.kept()),
                }
            }
            Stage::Glance { replays, .. }
            | Stage::Confirming { replays, .. }
            | Stage::FromSnapshot { replays, .. }
            | Stage::Showing { replays, .. } => {
                replays.learn(flight.exhibited(), flight.pictures, answer);
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
