//! What outcomes teach, whoever planned them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use experiment::{Outcome, Site, Suspicion, Tag, World};
use gui::{Event, Layout};
use model::{ScreenId, Walked};

use crate::tally::Tally;

/// What is known of the app after all outcomes so far, in the order of their numbers: a fold that needs no planner, so that a run
/// can be told from its journal alone.
pub(crate) struct Lore {
    pub(crate) world: World,
    pub(crate) tally: Tally,
    /// The kinds of screens of which there is a picture.
    pub(crate) pictured: Arc<HashSet<(Site, ScreenId)>>,
    /// What looked wrong and is not the app's fault.
    pub(crate) environment: Vec<Suspicion>,
    /// What the first fresh start of each site looked like.
    first_starts: HashMap<Site, Arc<Layout>>,
    /// Whether anybody reads the corpus.
    keeps_corpus: bool,
}

impl Lore {
    pub(crate) fn new(world: World, keeps_corpus: bool) -> Lore {
        Lore {
            world,
            tally: Tally::default(),
            pictured: Arc::default(),
            environment: Vec::new(),
            first_starts: HashMap::new(),
            keeps_corpus,
        }
    }

    /// Takes in what came of an experiment.
    pub(crate) fn learn(&mut self, outcome: &Outcome) {
        let new = self.absorb_coverage(outcome);
        self.absorb_screens(outcome, &new);
        let elsewhere = |part: &Arc<str>| {
            let mut others = self.world.sites().filter(|known| known.site != outcome.site);
            others.any(|known| known.covered.contains(part))
        };
        let new_anywhere = new.iter().filter(|part| !elsewhere(part)).count();
        let screens = self.world.sites().map(|known| known.model.len()).sum();
        self.tally.learn(outcome, new_anywhere, screens);
        for suspicion in outcome.suspicions.iter().filter(|suspicion| suspicion.environment.is_some()) {
            if !self.environment.iter().any(|known| known.fingerprint == suspicion.fingerprint) {
                self.environment.push(suspicion.clone());
            }
        }
        if self.keeps_corpus && !outcome.cause.purpose.is_proof() {
            Arc::make_mut(&mut self.world.corpus).add(outcome);
        }
    }

    fn absorb_coverage(&mut self, outcome: &Outcome) -> BTreeSet<Arc<str>> {
        let known = self.world.of_mut(outcome.site);
        let seen = outcome.trace.steps().iter().flat_map(|step| &step.remarks.covered);
        let new: BTreeSet<Arc<str>> = seen.filter(|part| !known.covered.contains(*part)).cloned().collect();
        if !new.is_empty() {
            Arc::make_mut(&mut known.covered).extend(new.iter().cloned());
        }
        new
    }

    fn absorb_screens(&mut self, outcome: &Outcome, new: &BTreeSet<Arc<str>>) {
        self.absorb_pictures(outcome);
        let is_fresh = outcome.start.lineage.is_empty();
        if let Some(layout) = outcome.trace.start().layout.as_ref().filter(|_| is_fresh) {
            self.learn_from_fresh_start(outcome.site, layout);
        }
        let known = self.world.of_mut(outcome.site);
        let steps = outcome.trace.steps();
        for step in steps.iter().filter(|step| matches!(step.event, Some(Event::Wait { .. }))) {
            if let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout)
                && before.digest() != after.digest()
            {
                Arc::make_mut(&mut known.volatile).learn(before, after);
            }
        }
        if !outcome.cause.purpose.is_walk() {
            return;
        }
        let mut seen: HashSet<&Arc<str>> = HashSet::new();
        let model = Arc::make_mut(&mut known.model);
        let travelled = outcome.cause.purpose.is_travel() && outcome.missed.is_none();
        let activity = outcome.trace.start().activity.as_deref();
        if travelled || is_fresh {
            model.begin(outcome.screens[0], activity, travelled);
        } else {
            model.go_on(outcome.screens[0], activity);
        }
        for (step, ids) in steps.iter().zip(outcome.screens.windows(2)) {
            let mut covered = step.remarks.covered.iter();
            let coverage_grew = covered.any(|part| new.contains(part) && seen.insert(part));
            let activity = step.after.activity.as_deref();
            let walked = Walked { event: step.event.as_ref(), to: ids[1], activity, coverage_grew };
            model.step(ids[0].travel, walked);
        }
        // Who kept it will want to know the way there.
        for kept in outcome.kept.iter().filter(|kept| kept.tag == Tag::Interesting) {
            model.set_kept(kept.place.screens.travel, true);
        }
    }

    fn absorb_pictures(&mut self, outcome: &Outcome) {
        for (moment, ids) in outcome.trace.moments().zip(&outcome.screens) {
            let screen = (outcome.site, ids.widgets);
            if let Some(picture) = moment.screenshot.filter(|_| !self.pictured.contains(&screen)) {
                let known = self.world.of_mut(outcome.site);
                Arc::make_mut(&mut known.model).set_picture(ids.widgets, picture);
                Arc::make_mut(&mut self.pictured).insert(screen);
            }
        }
    }

    /// Every fresh start of a site begins alike. What shows something else than at the first one follows the clock, or chance. Other
    /// kinds of phones and builds look otherwise for good.
    fn learn_from_fresh_start(&mut self, site: Site, layout: &Arc<Layout>) {
        let first = self.first_starts.entry(site).or_insert_with(|| Arc::clone(layout));
        if first.digest() != layout.digest() {
            Arc::make_mut(&mut self.world.of_mut(site).volatile).learn(first, layout);
        }
    }
}
