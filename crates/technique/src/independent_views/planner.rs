//! Which detours are tried, and where.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use effect::{Detour, Pivot, Transitions, active_along, detours, event_key};
use experiment::{
    Act, Chance, Companion, Context, Ended, Fingerprint, Gallery, Keep, Knowledge, Now, Outcome, Place, Plan,
    Planner, Purpose, Round, Seen, Start, Suspicion, Tag, Wish, World,
};
use gui::{Event, Key, Layout};
use trace::{Moment, Role, Step, Trace};

use super::claim::{pair_of, suspicion_of};
use super::kinds::{EFFECT, INSERTED};
use super::verdict::{Rule, detour_in, is_same_page};
use super::{ABOUT, IndependentViews};

/// The most events of a seed.
const SEED: usize = 12;
/// The fewest.
const LEAST: usize = 3;
/// A walk is kept every so many steps, so that a seed can begin there.
const EVERY: usize = 8;
/// Where phones keep no conditions, a seed has at most so many events from the fresh start on.
const FROM_FRESH: usize = 25;
/// The most mutants of a round.
const MUTANTS: usize = 60;
/// The most detours at one place of a seed.
const DETOURS: usize = 80;
/// The most seeds of a round.
const SEEDS: usize = 4;
/// A detour that so often led elsewhere and never back is not tried again.
const NEVER_BACK: u32 = 3;
/// So often the same fault is raised, for a shorter way to it.
const SIGHTINGS: u32 = 3;

/// Chooses seeds among what walks did, inserts detours into them, and looks what is missing then.
#[derive(Debug)]
pub(super) struct Fuzzer {
    settings: IndependentViews,
    model: Transitions,
    waiting: VecDeque<Seed>,
    /// The seeds that are done once more, by the experiment.
    replayed: BTreeMap<u64, Seed>,
    mutants: Vec<Mutant>,
    /// What is being tried, by the experiment.
    tried: BTreeMap<u64, Mutant>,
    /// What must be done once more with the act before the detour whose effect it took back.
    again: VecDeque<(Mutant, Range<usize>)>,
    /// Events that seeds did: the state before, and what was done.
    covered: BTreeSet<(effect::StateId, u64)>,
    /// Detours with what was done after them.
    combined: BTreeSet<(u64, u64)>,
    /// How often a detour led back, and how often not.
    back: BTreeMap<u64, (u32, u32)>,
    raised: BTreeMap<Fingerprint, u32>,
    seeds: u64,
}

/// A test to insert detours into.
#[derive(Debug, Clone)]
struct Seed {
    start: Start,
    events: Vec<Event>,
    parent: u64,
    news: usize,
}

/// A seed as it was done once more.
#[derive(Debug)]
struct Replayed {
    id: u64,
    start: Start,
    trace: Arc<Trace>,
    /// The condition before each of its events, where it was kept.
    places: BTreeMap<usize, Arc<Place>>,
    keys: Vec<u64>,
}

/// A seed with a detour.
#[derive(Debug, Clone)]
struct Mutant {
    seed: Arc<Replayed>,
    position: usize,
    detour: Vec<Event>,
    key: u64,
}

impl Fuzzer {
    /// Nothing seen yet.
    pub(super) fn new(settings: IndependentViews) -> Fuzzer {
        Fuzzer {
            model: match settings.profile {
                effect::Profile::Default => Transitions::telling_apart(),
                effect::Profile::Paper | effect::Profile::Genie => Transitions::default(),
            },
            settings,
            waiting: VecDeque::new(),
            replayed: BTreeMap::new(),
            mutants: Vec::new(),
            tried: BTreeMap::new(),
            again: VecDeque::new(),
            covered: BTreeSet::new(),
            combined: BTreeSet::new(),
            back: BTreeMap::new(),
            raised: BTreeMap::new(),
            seeds: 0,
        }
    }

    /// Takes up the pieces of a walk that can be done again from where they began.
    fn take_up_seeds(&mut self, outcome: &Outcome, known: &Knowledge) {
        let steps = outcome.trace.steps();
        steps
            .iter()
            .filter(|step| may_be_seed(step, &known.app))
            .for_each(|step| self.model.learn_step(step, true));
        let mut begins: Vec<(usize, Start, Vec<Event>)> = Vec::new();
        if known.costs.returns_at_will() {
            let kept = outcome.kept.iter().filter(|kept| kept.tag.is_of(ABOUT.id));
            begins.extend(kept.map(|kept| (kept.moment, Start::At(Arc::clone(&kept.place)), Vec::new())));
        } else if outcome.start.lineage.len() + LEAST < FROM_FRESH {
            begins.push((0, Start::Fresh, outcome.start.lineage.events()));
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
                .filter(|step| key_of(step).is_some_and(|key| !self.covered.contains(&key)))
                .count();
            events.extend(piece.iter().filter_map(|step| step.event.clone()));
            self.waiting.push_back(Seed { start, events, parent: outcome.id, news });
        }
        while self.waiting.len() > self.settings.places {
            self.waiting.pop_front();
        }
    }

    /// The seed that brings the most events that no other had; the oldest of several.
    fn best_seed(&self) -> Option<usize> {
        (0..self.waiting.len()).rev().max_by_key(|&at| self.waiting[at].news)
    }

    fn plan_seed(&mut self, round: &mut Round) -> bool {
        let Some(at) = self.best_seed() else { return false };
        let events = self.waiting[at].events.len() as u64;
        if !round.take(ABOUT.id, events) {
            return false;
        }
        let Some(seed) = self.waiting.remove(at) else { return false };
        let acts: Vec<Act> = seed.events.iter().cloned().map(Act::plain).collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, "seed"), seed.start.clone(), acts);
        if matches!(seed.start, Start::At(_)) {
            plan.keep = (0..seed.events.len()).collect();
        }
        plan.cause.role = Some(Role::Control);
        let id = round.add(plan.because_of(seed.parent));
        self.replayed.insert(id, seed);
        true
    }

    /// A seed was done once more: what can be inserted into it?
    fn mutate(&mut self, outcome: &Outcome, seed: Seed, world: &World) {
        let steps = outcome.trace.steps();
        if steps.len() < LEAST
            || outcome.missed.is_some()
            || steps.iter().any(|step| step.remarks.crash.is_some())
        {
            return;
        }
        self.seeds += 1;
        self.covered.extend(steps.iter().filter_map(key_of));
        let keys = steps.iter().map(|step| key_of(step).map_or(0, |(_, key)| key)).collect();
        let kept = outcome.kept.iter().map(|kept| (kept.moment, Arc::clone(&kept.place))).collect();
        let replayed = Arc::new(Replayed {
            id: outcome.id,
            start: seed.start,
            trace: Arc::clone(&outcome.trace),
            places: kept,
            keys,
        });
        let along = active_along(&outcome.trace);
        for (position, (step, active)) in steps.iter().zip(&along).enumerate() {
            let Some(layout) = step.before.layout.as_deref().filter(|layout| layout.package() == &*world.app)
            else {
                continue;
            };
            let pivot = Pivot {
                layout,
                activity: step.before.activity.as_deref().unwrap_or_default(),
                independent: &active.independent,
                next: step.event.as_ref(),
            };
            let mut chance =
                Chance::keyed(world.seed, "independent-views", outcome.id * 64 + position as u64);
            let mut found = there_and_back(&self.model, pivot);
            found.extend(detours(&self.model, pivot, &self.settings.profile.search(), &mut |ways| {
                chance.below(ways)
            }));
            found.retain(|detour| match self.settings.profile {
                effect::Profile::Default => is_promising(detour),
                effect::Profile::Paper | effect::Profile::Genie => detour.events.iter().all(is_gentle),
            });
            found.truncate(DETOURS);
            let fits = |detour: &Detour| {
                let first = detour.events.first().and_then(Event::target);
                first.is_none_or(|target| target.resolve(layout).is_ok())
            };
            self.mutants.extend(found.into_iter().filter(fits).map(|detour| Mutant {
                seed: Arc::clone(&replayed),
                position,
                key: hash_of(&detour.keys),
                detour: detour.events,
            }));
        }
    }

    /// What a mutant would try that was never tried: the detour with each of the events after it, and the detour itself.
    fn news(&self, mutant: &Mutant) -> usize {
        let (back, not) = self.back.get(&mutant.key).copied().unwrap_or_default();
        if back == 0 && not >= NEVER_BACK {
            return 0;
        }
        let new = |key: &&u64| !self.combined.contains(&(mutant.key, **key));
        let after = mutant.seed.keys[mutant.position..].iter().filter(new).count();
        // A detour that was never tried may be wrong by itself.
        after + if back + not == 0 { 6 } else { 0 }
    }

    fn plan_mutants(&mut self, round: &mut Round) {
        let mut left = MUTANTS;
        while left > 0 {
            let worth = |mutant: &Mutant| 1000 * self.news(mutant) / (mutant.cost() + 6);
            let best = (0..self.mutants.len()).rev().max_by_key(|&at| worth(&self.mutants[at]));
            let Some(best) = best.filter(|&at| self.news(&self.mutants[at]) > 0) else {
                self.mutants.clear();
                return;
            };
            if !round.take(ABOUT.id, self.mutants[best].cost() as u64) {
                return;
            }
            let mutant = self.mutants.swap_remove(best);
            let after = mutant.seed.keys[mutant.position..].iter();
            self.combined.extend(after.map(|key| (mutant.key, *key)));
            self.back.entry(mutant.key).or_default();
            let id = round.add(mutant.plan(None));
            self.tried.insert(id, mutant);
            left -= 1;
        }
    }

    /// What a mutant lacks.
    fn compare(&mut self, mutant: &Mutant, outcome: &Outcome, world: &World) -> Option<Suspicion> {
        if matches!(outcome.ended, Ended::DidNotArrive { .. } | Ended::Interrupted) {
            return None;
        }
        let known = world.of(outcome.site);
        let gallery = Gallery::default();
        let context = Context { app: &world.app, volatile: &known.volatile, gallery: &gallery };
        let seen = Seen { trace: &outcome.trace, suspicions: &[], context };
        let (first, end) = detour_in(outcome.trace.steps())?;
        if end - first < mutant.detour.len() {
            return None;
        }
        let seed = mutant.seed.trace.moments().skip(mutant.position).collect();
        let mut pair = pair_of(&seen, (first, end), seed);
        let is_back = pair.is_back();
        let counted = self.back.entry(mutant.key).or_default();
        if is_back {
            counted.0 += 1;
        } else {
            counted.1 += 1;
        }
        // What was done before it in the seed counts, though the mutant began behind it.
        let effect = (!is_back).then(|| mutant.effect()).flatten().filter(|_| pair.effect.is_none());
        if let Some(acts) = &effect {
            let steps = &mutant.seed.trace.steps()[acts.clone()];
            pair.effect = steps.first().zip(steps.last()).map(|(first, last)| (&first.before, &last.after));
        }
        let verdict = pair.verdict()?;
        if let Some(acts) = effect.filter(|_| verdict.rule == Rule::TookBack) {
            self.again.push_back((mutant.clone(), acts));
            return None;
        }
        let suspicion = suspicion_of(&verdict, &outcome.trace.steps()[first..end], first);
        let times = self.raised.entry(suspicion.fingerprint.clone()).or_default();
        *times += 1;
        let suspicion = match verdict.rule {
            // Its effect stands before the detour.
            Rule::TookBack => Suspicion { well_after: 0, ..suspicion },
            _ => suspicion,
        };
        (*times <= SIGHTINGS).then_some(suspicion)
    }
}

impl Planner for Fuzzer {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.is_walk() {
            self.take_up_seeds(outcome, world.of(outcome.site));
        } else if let Some(seed) = self.replayed.remove(&outcome.id) {
            self.mutate(outcome, seed, world);
        } else if let Some(mutant) = self.tried.remove(&outcome.id) {
            return self.compare(&mutant, outcome, world).into_iter().collect();
        }
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        while let Some((mutant, acts)) = self.again.pop_front() {
            let plan = mutant.plan(Some(&acts));
            round.spend(ABOUT.id, plan.events());
            let id = round.add(plan);
            self.tried.insert(id, mutant);
        }
        self.plan_mutants(round);
        for _ in 0..SEEDS {
            if self.mutants.len() >= MUTANTS * SEEDS || !self.plan_seed(round) {
                break;
            }
        }
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        known
            .costs
            .returns_at_will()
            .then(|| Arc::new(Lookout { app: Arc::clone(&known.app) }) as Arc<dyn Companion>)
    }
}

impl Mutant {
    /// How many events it takes.
    fn cost(&self) -> usize {
        let steps = self.seed.trace.steps().len();
        let before = if self.seed.places.contains_key(&self.position) { 0 } else { self.position };
        before + self.detour.len() + steps - self.position
    }

    /// The acts of the seed before the detour whose effect may be taken back: the last that changed the page on which the detour
    /// begins, with all that was done on menus and dialogs for it.
    fn effect(&self) -> Option<Range<usize>> {
        let steps = &self.seed.trace.steps()[..self.position];
        let page = &steps.last()?.after;
        let digest = |moment: &Moment| moment.layout.as_ref().map(|layout| layout.digest());
        let mut end = steps.len();
        while end > 0 {
            let first = (0..end).rev().find(|&at| is_same_page(&steps[at].before, page))?;
            if digest(&steps[first].before) != digest(&steps[end - 1].after) {
                return Some(first..end);
            }
            end = first;
        }
        None
    }

    /// The seed with the detour, from the place before it or from the act whose effect is looked for.
    fn plan(&self, effect: Option<&Range<usize>>) -> Plan {
        let from = effect.map_or(self.position, |acts| acts.start);
        let (start, from) = match self.seed.places.get(&from) {
            Some(place) => (Start::At(Arc::clone(place)), from),
            None => (self.seed.start.clone(), 0),
        };
        let steps = self.seed.trace.steps();
        let events = |steps: &[Step]| steps.iter().filter_map(|step| step.event.clone()).collect::<Vec<_>>();
        let before = events(&steps[from..self.position]).into_iter().enumerate().map(|(at, event)| {
            if effect.is_some_and(|acts| acts.contains(&(from + at))) {
                Act::with_purpose(event, EFFECT)
            } else {
                Act::plain(event)
            }
        });
        let detour = self.detour.iter().cloned().map(|event| Act::with_purpose(event, INSERTED));
        let after = if effect.is_some() { Vec::new() } else { events(&steps[self.position..]) };
        let acts: Vec<Act> = before.chain(detour).chain(after.into_iter().map(Act::plain)).collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, "mutant"), start, acts);
        plan.cause.role = Some(Role::Treatment);
        plan.because_of(self.seed.id)
    }
}

/// Whether a step of a walk may be part of a seed: done to the app, by nobody else's wish, without an end of the app.
fn may_be_seed(step: &Step, app: &str) -> bool {
    let in_app =
        |layout: &Option<Arc<Layout>>| layout.as_deref().is_some_and(|layout| layout.package() == app);
    step.event.as_ref().is_some_and(is_gentle)
        && step.remarks.purpose.is_none()
        && step.remarks.crash.is_none()
        && in_app(&step.before.layout)
        && in_app(&step.after.layout)
}

/// Whether it is done to the app alone.
fn is_gentle(event: &Event) -> bool {
    match event {
        Event::Key { key } => *key == Key::Back,
        event => event.target().is_some(),
    }
}

/// Whether a detour may lead back to all that was there: a single event either does nothing or changes something, and what was
/// typed stays unless its screen is left.
fn is_promising(detour: &Detour) -> bool {
    let plain = |event: &Event| match event {
        Event::Tap { .. } | Event::LongTap { .. } | Event::Edit { .. } | Event::Submit { .. } => true,
        Event::Key { key } => *key == Key::Back,
        _ => false,
    };
    let types = |event: &Event| matches!(event, Event::Edit { .. });
    let ends = [detour.events.first(), detour.events.last()];
    detour.events.len() > 1 && detour.events.iter().all(plain) && !ends.into_iter().flatten().any(types)
}

/// The state in which a step was done, and what was done.
fn key_of(step: &Step) -> Option<(effect::StateId, u64)> {
    let (event, layout) = (step.event.as_ref()?, step.before.layout.as_deref()?);
    let activity = step.before.activity.as_deref().unwrap_or_default();
    Some((effect::abstract_state(layout, activity), event_key(event, layout)))
}

/// What is known to lead to another screen, and back from there by the key that leads back from almost everywhere.
fn there_and_back(model: &Transitions, pivot: Pivot<'_>) -> Vec<Detour> {
    let here = effect::abstract_state(pivot.layout, pivot.activity);
    let back = Event::Key { key: Key::Back };
    let onward = model.from(here).filter(|(to, _)| *to != here);
    let detours = onward.map(|(_, edge)| Detour {
        events: vec![edge.event.clone(), back.clone()],
        keys: vec![edge.key, event_key(&back, pivot.layout)],
        ends: here,
    });
    detours.collect()
}

fn hash_of(keys: &[u64]) -> u64 {
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

/// Wishes to come back now and then, so that seeds can begin there.
#[derive(Debug)]
struct Lookout {
    app: Arc<str>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let due = now.steps.is_multiple_of(EVERY) && now.seen.layout.package() == &*self.app;
        due.then(|| Wish::Keep(Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false }))
    }
}
