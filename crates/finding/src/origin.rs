//! Where a fault was seen first, and the ways that may lead there.

use std::sync::Arc;

use experiment::{Act, Claim, Lineage, Outcome, Place, Site, Suspicion};
use gui::Event;
use model::{Model, ScreenIds};

use crate::sighting::{Script, done};

/// One sighting of a fault in an experiment that was not made to prove it.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) suspicion: Suspicion,
    pub(crate) site: Site,
    /// What it takes to see it again.
    pub(crate) claim: Arc<dyn Claim>,
    /// What had been done from a fresh start before the trace began.
    lineage: Arc<Lineage>,
    /// What was done in the trace until the fault showed.
    acts: Vec<Act>,
    /// The screen before each of them.
    screens: Vec<ScreenIds>,
    /// The last saved condition before all was still well, and how many acts had been done.
    kept: Option<(usize, Arc<Place>)>,
}

/// What to do in a saved condition.
#[derive(Debug)]
pub(crate) struct FromSnapshot {
    pub(crate) place: Arc<Place>,
    /// What had been done before, from a fresh start.
    pub(crate) before: Vec<Act>,
    pub(crate) script: Script,
}

impl Origin {
    /// The sighting in an outcome.
    pub(crate) fn of(suspicion: &Suspicion, claim: Arc<dyn Claim>, outcome: &Outcome) -> Origin {
        let steps = outcome.trace.steps();
        let shows_after = suspicion.shows_after.min(steps.len());
        let well_after = suspicion.well_after.min(shows_after);
        // What was done on purpose belongs to another question: history before all was well, and in the way of this claim
        // after that, for a value is lost by what follows the act that set it.
        let act = |(at, step): (usize, &trace::Step)| match done(step) {
            act if at < well_after => Some((at, Act::plain(act.event))),
            act => (act.purpose.is_none() || claim.is_treatment(&act)).then_some((at, act)),
        };
        let done: Vec<(usize, Act)> = steps[..shows_after].iter().enumerate().filter_map(act).collect();
        let screens = done.iter().map_while(|(at, _)| outcome.screens.get(*at).copied()).collect();
        let acts: Vec<Act> = done.into_iter().map(|(_, act)| act).collect();
        let start = (0, &outcome.start);
        let kept = outcome.kept.iter().map(|keepsake| (keepsake.moment, &keepsake.place));
        let kept = std::iter::once(start)
            .chain(kept)
            .filter(|(moment, place)| *moment <= well_after && place.is_saved())
            .max_by_key(|(moment, _)| *moment);
        Origin {
            suspicion: Suspicion { shows_after: acts.len(), well_after, ..suspicion.clone() },
            site: outcome.site,
            claim,
            lineage: Arc::clone(&outcome.start.lineage),
            acts,
            screens,
            kept: kept.map(|(moment, place)| (moment, Arc::clone(place))),
        }
    }

    /// A fault that these acts are said to show from a clean start. Who says so need not be right.
    pub(crate) fn known(
        mut suspicion: Suspicion,
        site: Site,
        claim: Arc<dyn Claim>,
        acts: Vec<Act>,
    ) -> Origin {
        suspicion.shows_after = suspicion.shows_after.min(acts.len());
        suspicion.well_after = suspicion.well_after.min(suspicion.shows_after);
        Origin { suspicion, site, claim, lineage: Lineage::fresh(), acts, screens: Vec::new(), kept: None }
    }

    /// How many events there were since the fresh start.
    pub(crate) fn len(&self) -> usize {
        self.lineage.len() + self.acts.len()
    }

    /// How many of them there were before the trace began.
    pub(crate) fn before_len(&self) -> usize {
        self.lineage.len()
    }

    /// Shorter ways that may show it too, the shortest first: the known way from the start to a screen near the end, then
    /// the last so many acts.
    pub(crate) fn short_ways(&self, model: &Model) -> Vec<Script> {
        let least = self.suspicion.shows_after - self.suspicion.well_after;
        let tails = std::iter::successors(Some(0), |&more| Some(if more == 0 { 1 } else { more * 2 }))
            .map(|more: usize| least + more)
            .take_while(|&tail| tail < self.acts.len())
            .chain([self.acts.len()]);
        let mut ways: Vec<Script> = tails
            .filter_map(|tail| {
                let at = self.acts.len() - tail;
                let screen = self.screens.get(at).filter(|&&screen| screen != ScreenIds::OUTSIDE)?;
                let path = model.path_from_start(screen.travel)?;
                let path = path.into_iter().map(|event| Act::plain(Event::clone(&event)));
                Some(path.chain(self.acts[at..].iter().cloned()).collect())
            })
            .filter(|way: &Script| way.len() < self.len())
            .collect();
        ways.sort_by_key(|way| way.len());
        ways.dedup();
        ways
    }

    /// All that was done since the fresh start.
    pub(crate) fn whole_way(&self) -> Script {
        self.before().into_iter().chain(self.acts.iter().cloned()).collect()
    }

    /// How to see it from a saved condition, where there is one and all that it takes runs on such a phone.
    pub(crate) fn snapshot(&self) -> Option<FromSnapshot> {
        let (moment, place) = self.kept.as_ref()?;
        let script: Script = self.acts[*moment..].into();
        let at_home = self.claim.exhibits(&script).iter().all(|exhibit| exhibit.site == place.site);
        let mut before = self.before();
        before.extend(self.acts[..*moment].iter().cloned());
        at_home.then(|| FromSnapshot { place: Arc::clone(place), before, script })
    }

    /// Whether it takes more than one script to see it.
    pub(crate) fn compares(&self) -> bool {
        self.claim.exhibits(&self.acts).len() > 1
    }

    fn before(&self) -> Vec<Act> {
        self.lineage.events().into_iter().map(Act::plain).collect()
    }
}
