//! Which detours are tried, and where.

mod seed;
mod guided;
mod mutant;
mod promising;
mod deeds;
mod choice;
mod echoes;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use effect::{Detour, Pivot, Profile, Transitions, active_along, detours, sampled};
use experiment::{
    Act, Chance, Companion, Context, Ended, Fingerprint, Gallery, Knowledge, Outcome, Plan, Planner, Purpose,
    Round, Seen, Start, Suspicion, World,
};
use gui::{Event, Layout};
use trace::{Moment, Role, Step};

use super::claim::{pair_of, suspicion_of};
use super::kinds::INSERTED;
use super::original::{trace_of, violations};
use super::verdict::{Rule, detour_in};
use super::{ABOUT, FuzzTally, IndependentViews};
use crate::widget::Surface;
use choice::{MUTANTS, digest_of, is_dull};
use deeds::Deeds;
use guided::Guided;
#[cfg(test)]
pub(super) use guided::fitted;
use mutant::{Mutant, Replayed, key_of_all};
use promising::{is_promising, is_taken_back, taken_back, there_and_back};
use seed::{Lookout, Seed, is_gentle, key_of, kin_of, may_be_seed};

/// The most events of a seed.
const SEED: usize = 12;
/// The fewest.
const LEAST: usize = 3;
/// Where phones keep no conditions, a seed has at most so many events from the fresh start on.
const FROM_FRESH: usize = 25;
/// A detour of so many events promises to lead back.
const SHORT: usize = 4;
/// The most detours at one place of a seed.
const DETOURS: usize = 180;
/// Of a hundred events of detours at least so many are for further seeds.
const SEEDS: u64 = 15;
/// Of the detours at one place of a seed so many wait, those that are worth the most.
const WAITING: usize = 48;
/// How much something promises that is known to change a page, done before something else that can be done there,
const CHANGES: usize = 4;
/// and something that only looks.
const LOOKS: usize = 3;
/// So many events of the seed are done after a detour.
const TAIL: usize = 4;
/// So often the same fault is raised, for a shorter way to it.
const SIGHTINGS: u32 = 3;

/// Chooses seeds among what walks did, inserts detours into them, and looks what is missing then.
#[derive(Debug)]
pub struct Fuzzer {
    settings: IndependentViews,
    model: Transitions,
    deeds: Deeds,
    waiting: VecDeque<Seed>,
    /// The seeds that are done once more, by the experiment.
    replayed: BTreeMap<u64, Seed>,
    mutants: Vec<Mutant>,
    /// What is being tried, by the experiment.
    tried: BTreeMap<u64, Mutant>,
    /// What must be done once more: with the act before the detour whose effect it took back, or with the beginning of the detour.
    again: VecDeque<(Mutant, Option<Range<usize>>)>,
    /// Detours whose beginning was done once more after them.
    begun_again: BTreeSet<u64>,
    /// Events that seeds did: the state before, and what was done.
    covered: BTreeSet<(effect::StateId, u64)>,
    /// How often detours were tried with what was done after them.
    combined: BTreeMap<(u64, u64), usize>,
    /// How often a detour led to the page on which it began, and how often not.
    back: BTreeMap<u64, (u32, u32)>,
    /// Seeds that end by looking at what a detour looked at.
    echoes: VecDeque<Seed>,
    /// Detours that looked at something, with what was done before that was looked at again.
    echoed: BTreeSet<(u64, u64)>,
    /// How often detours were sought before an event of a seed: the state, and the event.
    sought: BTreeMap<(effect::StateId, u64), u32>,
    /// Detours that change nothing on their way, or only open and close a menu.
    dull: BTreeSet<u64>,
    /// How many seeds were planned.
    seeds: u64,
    /// Events of detours, of these those that look at something again, and those of seeds.
    spent: (u64, u64, u64),
    raised: BTreeMap<Fingerprint, u32>,
    tally: FuzzTally,
}

impl Fuzzer {
    /// Nothing seen yet.
    pub(super) fn new(settings: IndependentViews) -> Fuzzer {
        Fuzzer {
            model: match settings.profile {
                Profile::Default => Transitions::telling_apart(),
                Profile::Paper | Profile::Genie => Transitions::default(),
            },
            settings,
            deeds: Deeds::default(),
            waiting: VecDeque::new(),
            replayed: BTreeMap::new(),
            mutants: Vec::new(),
            tried: BTreeMap::new(),
            again: VecDeque::new(),
            begun_again: BTreeSet::new(),
            covered: BTreeSet::new(),
            combined: BTreeMap::new(),
            back: BTreeMap::new(),
            echoes: VecDeque::new(),
            echoed: BTreeSet::new(),
            sought: BTreeMap::new(),
            dull: BTreeSet::new(),
            seeds: 0,
            spent: (0, 0, 0),
            raised: BTreeMap::new(),
            tally: FuzzTally::default(),
        }
    }

    /// What was tried so far.
    pub fn tally(&self) -> FuzzTally {
        FuzzTally { errors: self.raised.clone(), ..self.tally.clone() }
    }

    /// Takes up the pieces of a walk that can be done again from where they began.
    fn take_up_seeds(&mut self, outcome: &Outcome, known: &Knowledge) {
        let steps = outcome.trace.steps();
        steps
            .iter()
            .filter(|step| may_be_seed(step, &known.app))
            .for_each(|step| self.model.learn_step(step, true));
        let Fuzzer { deeds, model, .. } = self;
        let page = |moment: &Moment| {
            let layout = moment.layout.as_deref()?;
            Some(model.state_of(layout, moment.activity.as_deref().unwrap_or_default()))
        };
        deeds.learn(steps, &known.volatile, page, |step| may_be_seed(step, &known.app));
        let mut begins: Vec<(usize, Start, Vec<Event>)> = Vec::new();
        if known.costs.returns_at_will() {
            let kept = outcome.kept.iter().filter(|kept| kept.tag.is_of(ABOUT.id));
            begins.extend(kept.map(|kept| (kept.moment, Start::At(Arc::clone(&kept.place)), Vec::new())));
        } else if outcome.start.lineage.len() + LEAST < FROM_FRESH {
            begins.push((0, Start::Fresh, outcome.start.lineage.events()));
        }
        for (moment, start, _) in begins.iter().filter(|_| known.costs.returns_at_will()) {
            let Some(step) = steps.get(*moment).filter(|step| may_be_seed(step, &known.app)) else {
                continue;
            };
            let page = step.before.layout.as_ref().filter(|layout| Surface::of(layout) == Surface::Page);
            if let Some(layout) = page {
                let activity = step.before.activity.as_deref().unwrap_or_default();
                let page = self.model.state_of(layout, activity);
                self.deeds.stand(page, start.clone(), layout, outcome.id);
            }
        }
        for (moment, start, mut events) in begins {
            let most = if events.is_empty() { SEED } else { FROM_FRESH - events.len() };
            let piece = steps[moment.min(steps.len())..].iter().take(most);
            let piece: Vec<&Step> = piece.take_while(|step| may_be_seed(step, &known.app)).collect();
            if piece.len() < LEAST {
                continue;
            }
            let news = piece
                .iter()
                .filter(|step| self.place_of(step).is_some_and(|key| !self.covered.contains(&key)))
                .count();
            events.extend(piece.iter().filter_map(|step| step.event.clone()));
            let parent = outcome.id;
            self.waiting.push_back(Seed {
                start,
                events,
                parent,
                news,
                composed: None,
                echo: None,
                is_single: false,
            });
        }
        while self.waiting.len() > self.settings.places {
            self.waiting.pop_front();
        }
    }

    /// The seed that brings the most events that no other had; the oldest of several.
    fn best_seed(&self) -> Option<usize> {
        (0..self.waiting.len()).rev().max_by_key(|&at| self.waiting[at].news)
    }

    /// Plans a seed: by turns a piece of a walk, and one of what is known to be possible on a page: each thing alone, before which the
    /// others are done by turns, then two by two.
    fn plan_seed(&mut self, world: &World, round: &mut Round) -> bool {
        self.seeds += 1;
        let composes = self.settings.profile == Profile::Default && self.seeds.is_multiple_of(2);
        let mut chance = Chance::keyed(world.seed, "composed-seed", self.seeds);
        let composed =
            if composes { self.deeds.single().or_else(|| self.deeds.compose(&mut chance)) } else { None };
        let seed = composed.or_else(|| self.best_seed().and_then(|at| self.waiting.remove(at)));
        let Some(seed) = seed else { return false };
        let events = seed.events.len() as u64;
        if !round.take(ABOUT.id, events) {
            if seed.composed.is_none() {
                self.waiting.push_back(seed);
            }
            return false;
        }
        self.spent.0 += events;
        self.spent.2 += events;
        self.replay(seed, round);
        true
    }

    fn replay(&mut self, seed: Seed, round: &mut Round) {
        let purpose = Purpose::technique(ABOUT.id, "seed");
        let mut plan = match &seed.composed {
            Some(touched) => {
                let done = seed.events.iter().cloned().zip(touched.iter().cloned()).collect();
                Plan::new(purpose, seed.start.clone(), Guided::seed(done).into())
            }
            None => {
                let acts: Vec<Act> = seed.events.iter().cloned().map(Act::plain).collect();
                Plan::script(purpose, seed.start.clone(), acts)
            }
        };
        if seed.composed.is_none() && matches!(seed.start, Start::At(_)) && seed.echo.is_none() {
            plan.keep = (0..seed.events.len()).collect();
        }
        plan.cause.role = Some(Role::Control);
        let id = round.add(plan.because_of(seed.parent));
        self.replayed.insert(id, seed);
    }

    /// A seed was done once more: what can be inserted into it?
    fn mutate(&mut self, outcome: &Outcome, seed: Seed, world: &World) {
        let steps = outcome.trace.steps();
        let least = if seed.composed.is_some() { 1 } else { LEAST };
        if steps.len() < least
            || outcome.missed.is_some()
            || steps.iter().any(|step| step.remarks.crash.is_some())
        {
            self.tally.bad_seeds += 1;
            return;
        }
        let is_ours = self.settings.profile == Profile::Default;
        let key = |step: &Step| {
            // What did nothing tells nothing.
            let did = !is_ours || digest_of(&step.before) != digest_of(&step.after);
            let key = if is_ours { kin_of(step) } else { key_of(step).map_or(0, |(_, key)| key) };
            if did { key } else { 0 }
        };
        let keys = steps.iter().map(key).collect();
        let kept = outcome.kept.iter().map(|kept| (kept.moment, Arc::clone(&kept.place))).collect();
        let is_whole = steps.len() == seed.events.len();
        let replayed = Arc::new(Replayed {
            id: outcome.id,
            start: seed.start,
            trace: Arc::clone(&outcome.trace),
            places: kept,
            keys,
        });
        if let Some((position, mutant)) = seed.echo.filter(|_| is_whole) {
            let tail = steps.len() - position;
            self.again.push_back((Mutant { seed: replayed, position, tail, ..*mutant }, None));
            return;
        }
        self.tally.seeds += 1;
        let places: Vec<_> = steps.iter().filter_map(|step| self.place_of(step)).collect();
        self.covered.extend(places);
        let along = active_along(&outcome.trace);
        for (position, (step, active)) in steps.iter().zip(&along).enumerate() {
            let of_app = |layout: &&Layout| layout.package() == &*world.app;
            let Some(layout) = step.before.layout.as_deref().filter(of_app) else { continue };
            // What a menu or a dialog is about is not on it, so nobody knows whether it is the same one again.
            let is_page = Surface::of(layout) == Surface::Page;
            let is_pair = seed.is_single && position == 0;
            if is_ours && (!is_page || !is_pair && !self.is_sought_in(step)) {
                continue;
            }
            let pivot = Pivot {
                layout,
                activity: step.before.activity.as_deref().unwrap_or_default(),
                independent: &active.independent,
                next: step.event.as_ref(),
            };
            let mut chance = Chance::keyed(world.seed, ABOUT.id, outcome.id * 64 + position as u64);
            let found = if is_pair { self.others_at(pivot) } else { self.detours_at(pivot, &mut chance) };
            let tail = match self.settings.profile {
                Profile::Default if is_pair => steps.len(),
                Profile::Default => TAIL,
                Profile::Paper | Profile::Genie => usize::MAX / 2,
            };
            let mut mutants: Vec<(usize, Mutant)> = Vec::new();
            for (detour, promise) in found {
                let kin =
                    || detour.events.iter().zip(&detour.touched).map(|(event, on)| on.kin(event)).collect();
                let key = key_of_all(&if is_ours { kin() } else { detour.keys });
                let seed = Arc::clone(&replayed);
                let Detour { events: detour, touched, .. } = detour;
                let mutant = Mutant { tail, seed, position, key, detour, touched, promise, is_pair };
                mutants.push((self.worth(&mutant), mutant));
            }
            mutants.retain(|(worth, _)| *worth > 0);
            if is_ours && !is_pair {
                mutants.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
                mutants.truncate(WAITING);
            }
            self.tally.generated += mutants.len() as u64;
            self.mutants.extend(mutants.into_iter().map(|(_, mutant)| mutant));
        }
    }

    /// The detours of a place by the profile, each with how much it promises to lead back.
    fn detours_at(&self, pivot: Pivot<'_>, chance: &mut Chance) -> Vec<(Detour, usize)> {
        let search = self.settings.profile.search();
        let mut draw = |ways: usize| chance.below(ways);
        let is_ours = self.settings.profile == Profile::Default;
        let here = self.model.state_of(pivot.layout, pivot.activity);
        let mut found: Vec<Detour> = Vec::new();
        if is_ours {
            found.extend(there_and_back(&self.model, pivot));
            found.extend(taken_back(&self.model, &self.deeds, pivot, &mut draw));
            found.extend(self.deeds.of(here).iter().cloned());
            found.extend(sampled(&self.model, pivot, &search, &mut draw));
        }
        found.extend(detours(&self.model, pivot, &search, &mut draw));
        let hints = &self.settings.hints;
        let is_independent = |detour: &Detour| {
            let mut events = detour.events.iter().enumerate();
            !events.any(|(at, event)| hints.is_dependent(event, (at == 0).then_some(pivot.layout)))
        };
        let fits = |detour: &Detour| {
            let first = detour.events.first().and_then(Event::target);
            let alike =
                is_ours && detour.touched.first().is_some_and(|on| on.alike(pivot.layout, &[]).is_some());
            first.is_none_or(|target| alike || target.resolve(pivot.layout).is_ok())
        };
        let mut known = BTreeSet::new();
        found.retain(|detour| {
            let is_promising = is_ours && (is_promising(detour) || self.deeds.has(here, detour));
            let is_new = is_promising && known.insert(detour.keys.clone());
            is_new || !is_ours && detour.events.iter().all(is_gentle)
        });
        found.retain(|detour| fits(detour) && is_independent(detour));
        found.truncate(DETOURS);
        // The shorter a way, the likelier it leads back; one that is known to change something is worth most.
        let does = |detour: &Detour| self.deeds.begin(here, detour) || is_taken_back(detour);
        let promise = |detour: &Detour| {
            1 + usize::from(detour.events.len() <= SHORT) + usize::from(is_ours && does(detour))
        };
        found
            .into_iter()
            .map(|detour| (promise(&detour), detour))
            .map(|(promise, detour)| (detour, promise))
            .collect()
    }

    /// What can be done on a page besides the seed's one thing, each with how much it promises to lead back.
    fn others_at(&self, pivot: Pivot<'_>) -> Vec<(Detour, usize)> {
        let here = self.model.state_of(pivot.layout, pivot.activity);
        let hints = &self.settings.hints;
        let mut known = BTreeSet::new();
        let mut others: Vec<(Detour, usize)> = Vec::new();
        let deeds = self.deeds.of(here).iter().map(|deed| (deed.clone(), CHANGES));
        let looks = self.deeds.looks(here).iter().cloned().chain(there_and_back(&self.model, pivot));
        for (other, promise) in deeds.chain(looks.map(|look| (look, LOOKS))) {
            let is_here = other.touched.first().is_some_and(|on| on.alike(pivot.layout, &[]).is_some());
            let mut events = other.events.iter().enumerate();
            let is_dependent =
                events.any(|(at, event)| hints.is_dependent(event, (at == 0).then_some(pivot.layout)));
            let kin: Vec<u64> =
                other.events.iter().zip(&other.touched).map(|(event, on)| on.kin(event)).collect();
            if is_here && !is_dependent && known.insert(key_of_all(&kin)) {
                others.push((other, promise));
            }
        }
        others
    }

    /// What a mutant lacks.
    fn compare(&mut self, mutant: &Mutant, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if matches!(outcome.ended, Ended::DidNotArrive { .. } | Ended::Interrupted) {
            return Vec::new();
        }
        let is_lost = matches!(&outcome.ended, Ended::Stuck { how } if how == "detour" || how == "elsewhere");
        let detour = detour_in(outcome.trace.steps());
        let Some((first, end)) = detour.filter(|(first, end)| {
            !is_lost && outcome.missed.is_none() && end - first >= mutant.detour.len()
        }) else {
            self.back.entry(mutant.key).or_default().1 += 1;
            return Vec::new();
        };
        self.tally.replayed += 1;
        let found = match self.settings.profile {
            Profile::Default => self.lacks(mutant, outcome, (first, end), world).into_iter().collect(),
            Profile::Paper | Profile::Genie => self.violates(mutant, outcome, (first, end), world),
        };
        self.tally.with_errors += u64::from(!found.is_empty());
        let raised = &mut self.raised;
        let is_news = |suspicion: &Suspicion| {
            let times = raised.entry(suspicion.fingerprint.clone()).or_default();
            *times += 1;
            *times <= SIGHTINGS
        };
        found.into_iter().filter(is_news).collect()
    }

    /// By our judge.
    fn lacks(
        &mut self,
        mutant: &Mutant,
        outcome: &Outcome,
        (first, end): (usize, usize),
        world: &World,
    ) -> Option<Suspicion> {
        let known = world.of(outcome.site);
        let gallery = Gallery::default();
        let context = Context { app: &world.app, volatile: &known.volatile, gallery: &gallery };
        let seen = Seen { trace: &outcome.trace, suspicions: &[], context };
        let seed = mutant.seed.trace.moments().skip(mutant.position).collect();
        let hints = self.settings.hints.clone();
        let mut pair = pair_of(&seen, (first, end), seed, &hints);
        if pair.before.is_empty() {
            pair.before = &mutant.seed.trace.steps()[..mutant.position];
        }
        let is_back = pair.is_back();
        let counted = self.back.entry(mutant.key).or_default();
        if pair.is_on_its_page() {
            counted.0 += 1;
        } else {
            counted.1 += 1;
        }
        self.tally.returned += u64::from(is_back);
        if is_back && is_dull(&outcome.trace.steps()[first..end]) {
            self.dull.insert(mutant.key);
        }
        let mutant = &mutant.as_done(&outcome.trace.steps()[first..end]);
        // What was done before it in the seed counts, though the mutant began behind it.
        let effect = (!is_back).then(|| mutant.effect(&hints)).flatten().filter(|_| pair.effect.is_empty());
        if let Some(acts) = &effect {
            pair.effect = &mutant.seed.trace.steps()[acts.clone()];
        }
        let found = pair.verdict();
        if found.is_none() && self.begun_again.insert(mutant.key) {
            let again = mutant.begun_again(&outcome.trace.steps()[first..end]);
            self.again.extend(again.map(|again| (again, None)));
        }
        if found.is_none() && is_back {
            self.look_again(mutant);
        }
        if found.is_none() && mutant.is_pair {
            let whole = &outcome.trace.steps()[first..];
            let both = mutant.both(whole);
            let mut pair = pair_of(&seen, (first, first + whole.len()), pair.seed, &hints);
            pair.events = Vec::new();
            if pair.verdict().is_some() && self.begun_again.insert(both.key) {
                self.again.push_back((both, None));
            }
        }
        let verdict = found?;
        if let Some(acts) = effect.filter(|_| verdict.rule == Rule::TookBack) {
            self.again.push_back((mutant.clone(), Some(acts)));
            return None;
        }
        let suspicion = suspicion_of(&verdict, &outcome.trace.steps()[first..end], first, Profile::Default);
        Some(match verdict.rule {
            // Its effect stands before the detour.
            Rule::TookBack => Suspicion { well_after: 0, ..suspicion },
            _ => suspicion,
        })
    }

    /// By the original's oracle, on the whole test.
    fn violates(
        &mut self,
        mutant: &Mutant,
        outcome: &Outcome,
        (first, end): (usize, usize),
        world: &World,
    ) -> Vec<Suspicion> {
        let profile = self.settings.profile;
        let steps = outcome.trace.steps();
        let before = mutant.seed.trace.steps()[..mutant.position].iter();
        let whole = trace_of(&mutant.seed.trace, before.chain(&steps[first..]));
        let volatile = &world.of(outcome.site).volatile;
        let verdicts = violations(&mutant.seed.trace, &whole, profile, volatile);
        let told = verdicts.iter().map(|verdict| suspicion_of(verdict, &steps[first..end], first, profile));
        told.collect()
    }
}

impl Planner for Fuzzer {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.is_walk() {
            self.take_up_seeds(outcome, world.of(outcome.site));
        } else if let Some(seed) = self.replayed.remove(&outcome.id) {
            self.mutate(outcome, seed, world);
        } else if let Some(mutant) = self.tried.remove(&outcome.id) {
            return self.compare(&mutant, outcome, world);
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        while let Some((mutant, acts)) = self.again.pop_front() {
            let plan = mutant.plan(acts.as_ref());
            round.spend(ABOUT.id, plan.events());
            self.spent.0 += plan.events();
            self.tally.generated += 1;
            self.tally.executed += 1;
            let id = round.add(plan);
            self.tried.insert(id, mutant);
        }
        while self.spent.2 * 100 <= self.spent.0 * SEEDS && self.plan_seed(world, round) {}
        self.plan_echoes(round);
        self.plan_mutants(round);
        while self.mutants.len() < MUTANTS && self.plan_seed(world, round) {}
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        known
            .costs
            .returns_at_will()
            .then(|| Arc::new(Lookout { app: Arc::clone(&known.app) }) as Arc<dyn Companion>)
    }
}
