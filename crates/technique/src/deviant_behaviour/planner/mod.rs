//! Who generates inputs, calibrates them, tries events on them, and asks why something rare happened.

mod asking;
mod clusters;
mod fates;
mod grafts;
mod trials;
mod twins;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use experiment::{
    Driver, Ended, Fingerprint, Knowledge, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, World,
};
use gui::Event;
use mining::{Album, LookId, Model, Path, Profile, mine};
use trace::Step;

use super::calibrate::{Calibration, Map};
use super::generate::{Generation, Tried as Times, is_plain};
use super::input::{Input, key_of, offers_of};
use super::inquiry::Inquiry;
use super::pairs::{Groups, Tried, path_of};
use super::sight::{Eyes, Wavering};
use super::story::{Part, Story};
use super::{ABOUT, DeviantBehaviour};
pub use clusters::{BehaviourTold, BehavioursTold};
pub use fates::{Fate, TriedOn};

/// Of all events of the technique's, so many of a hundred are for generating inputs,
const GENERATE: u64 = 20;
/// and so many for calibrating them.
const CALIBRATE: u64 = 20;
/// So many may go to asking why.
const ASK: u64 = 50;
/// The most experiments of a round for either.
const WALKS: usize = 12;
/// The most events that are tried in a round.
const TRIALS: usize = 500;
/// Of one event so many outcomes are looked into, of each outcome so many inputs,
const OF_EVENT: usize = 16;
const OF_OUTCOME: usize = 3;
/// and more where it happens to another item,
const OF_MISTAKEN: usize = 8;
/// and so many at the same time.
const AT_ONCE: usize = 24;
/// Nothing is asked before an event was tried so often, where that can be.
const ENOUGH: usize = 24;
/// So many are told.
const TOLD: usize = 200;
/// So many of the last events count as the history of an input.
const HISTORY_LENGTH: usize = 10;
/// So many words tell a history at most.
const HISTORY_WORDS: usize = HISTORY_LENGTH + 2;
/// Of one event so many are tried in a round.
const EACH: usize = 8;
/// What was tried is looked through again when it has grown by so many, or by so many of a hundred.
const MORE: usize = 8;
/// A state that so many calibrated inputs missed is given up.
const MISSES: u32 = 3;
/// The model is mined anew when it has grown by so many of a hundred.
const GROWN: usize = 25;

/// Mines a model from what it did itself, tries events on alike screens, and looks for what happens rarely.
#[derive(Debug)]
pub struct Miner {
    settings: DeviantBehaviour,
    album: Album,
    paths: Vec<Path>,
    /// Paths as they were walked, and what was put together of them.
    stories: Vec<Story>,
    /// The story of each path.
    walked: Vec<usize>,
    model: Model,
    groups: Groups,
    map: Arc<Map>,
    /// How often calibration missed a state of the model.
    missed: BTreeMap<u32, u32>,
    inputs: Vec<Input>,
    /// The inputs on which each event can be tried.
    offering: BTreeMap<u64, Vec<usize>>,
    of_look: BTreeMap<LookId, usize>,
    /// Looks that were come to with something done shortly before.
    lived: HashSet<(LookId, u64)>,
    times: Times,
    tried: BTreeMap<u64, Vec<Tried>>,
    done: HashSet<(usize, u64)>,
    /// Events that were tried, with what was done shortly before.
    combined: HashSet<(u64, u64)>,
    /// How often each event had been tried when it was last looked for what is rare.
    looked: BTreeMap<u64, usize>,
    walking: BTreeMap<u64, Option<u32>>,
    trying: BTreeMap<u64, (usize, u64)>,
    /// The most promising first, then the short ones.
    inquiries: BTreeMap<InquiryId, Inquiry>,
    /// What is under way for an inquiry, by the experiment.
    asking: BTreeMap<u64, Asked>,
    /// Tried events to be tried again without a part of their history, the most telling first.
    twins: BTreeMap<twins::Rank, twins::Twin>,
    /// Events with what was done in such a part, and since.
    paired: HashSet<u64>,
    /// Histories that no walk has had.
    grafts: grafts::Grafts,
    /// What says something else each time that somebody comes back.
    wavering: Wavering,
    /// How often what was suspected of them.
    raised: BTreeMap<Fingerprint, u32>,
    /// What was looked into: by the event and the outcome, on which inputs.
    asked: BTreeMap<u64, BTreeMap<u64, Vec<usize>>>,
    /// What became of what was rare, by the event and the place among what was tried with it.
    fates: BTreeMap<(u64, usize), Fate>,
    mined: Mined,
    rounds: u64,
}

/// The rank, the length of its history, and its number.
type InquiryId = (u8, usize, u64);

/// What an experiment is for.
#[derive(Debug)]
enum Asked {
    /// To leave a part of the history out.
    Part(InquiryId, Part),
    /// To do the same without a part of the history that leads back.
    Twin(twins::Twin),
    /// To show what was found from a fresh start.
    Show(Box<Inquiry>),
}

/// What was done and found, for whoever asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mined {
    /// Inputs generated and calibrated.
    pub generated: u64,
    /// Inputs that a random walk through the model made.
    pub calibrated: u64,
    /// Of those, the ones that reached their state.
    pub on_target: u64,
    /// Events spent on generating, calibrating, trying and asking why.
    pub events: [u64; 4],
    /// States of the model.
    pub states: usize,
    /// Groups of alike screens.
    pub groups: usize,
    /// Those on which every event was tried at least as often as it takes to compare.
    pub covered: usize,
    /// Pairs of screens.
    pub pairs: usize,
    /// Events on alike screens, and those that were compared.
    pub compared: (usize, usize),
    /// Groups and events with something rare: what the paper counts as reports.
    pub reports: BTreeSet<(u32, u64)>,
    /// Events that were tried with a part of their history and without it, and those that did something else then.
    pub twins: (u64, u64),
    /// Events spent on that.
    pub twin_events: u64,
    /// Rare ones looked into,
    pub asked: u64,
    /// of which so many did not happen again,
    pub flaky: u64,
    /// and so many had other data, or no part of their history made the difference.
    pub folded: u64,
    /// What was rare, in words, as far as it was looked into.
    pub told: Vec<String>,
}

impl Miner {
    /// Nothing seen yet.
    pub(super) fn new(settings: DeviantBehaviour) -> Miner {
        Miner {
            settings,
            album: Album::default(),
            paths: Vec::new(),
            stories: Vec::new(),
            walked: Vec::new(),
            model: Model::default(),
            groups: Groups::default(),
            map: Arc::default(),
            missed: BTreeMap::new(),
            inputs: Vec::new(),
            offering: BTreeMap::new(),
            of_look: BTreeMap::new(),
            lived: HashSet::new(),
            times: Times::new(),
            tried: BTreeMap::new(),
            done: HashSet::new(),
            combined: HashSet::new(),
            looked: BTreeMap::new(),
            walking: BTreeMap::new(),
            trying: BTreeMap::new(),
            inquiries: BTreeMap::new(),
            asking: BTreeMap::new(),
            twins: BTreeMap::new(),
            paired: HashSet::new(),
            grafts: grafts::Grafts::default(),
            wavering: Wavering::default(),
            raised: BTreeMap::new(),
            asked: BTreeMap::new(),
            fates: BTreeMap::new(),
            mined: Mined::default(),
            rounds: 0,
        }
    }

    /// What was done and found so far.
    pub fn mined(&self) -> Mined {
        let mut mined = self.mined.clone();
        mined.states = self.model.states.len();
        mined.groups = self.groups.len();
        mined.pairs = self.done.len();
        let counts = self.counts();
        let enough = self.settings.profile.rarity().pairs;
        mined.compared = (counts.len(), counts.values().filter(|&&many| many >= enough).count());
        let mut by_group: BTreeMap<u32, bool> = BTreeMap::new();
        for (&(group, _), &many) in &counts {
            *by_group.entry(group).or_insert(false) |= many >= enough;
        }
        mined.covered = by_group.values().filter(|&&covered| covered).count();
        mined
    }

    /// How often each event was tried on each group, those that were never tried among them.
    fn counts(&self) -> BTreeMap<(u32, u64), usize> {
        let mut counts = BTreeMap::new();
        for (at, input) in self.inputs.iter().enumerate() {
            let Some(group) = self.group_of(input) else { continue };
            for &key in input.offers.keys() {
                *counts.entry((group, key)).or_default() += usize::from(self.done.contains(&(at, key)));
            }
        }
        counts
    }

    fn group_of(&self, input: &Input) -> Option<u32> {
        if self.settings.profile == Profile::Odin {
            return self.model.of.get(input.at.0)?.get(input.at.1).copied();
        }
        self.groups.group(input.look)
    }

    /// A walk or a calibrated script was done: it is a path of the model, and its conditions are inputs.
    fn take_in(&mut self, outcome: &Outcome, known: &Knowledge) {
        let steps = outcome.trace.steps();
        let profile = self.settings.profile;
        let start = outcome.trace.start();
        let (path, looks) = path_of(&mut self.album, steps, start, &known.app, &known.volatile, profile);
        let number = self.stories.len();
        for step in steps {
            if let (Some(event), Some(layout)) = (&step.event, step.before.layout.as_deref()) {
                *self.times.entry(key_of(event, layout, "")).or_default() += 1;
            }
        }
        let places = outcome.kept.iter().map(|kept| (kept.moment, Arc::clone(&kept.place))).collect();
        let wavering = self.wavering.names();
        let eyes = Eyes { app: &known.app, volatile: &known.volatile, wavering: &wavering };
        let story = Story::of(Arc::clone(&outcome.trace), places, eyes);
        story.returns(eyes, &mut self.wavering);
        let mut walked = Vec::new();
        let crashed = steps.iter().position(|step| step.remarks.crash.is_some()).unwrap_or(steps.len());
        for kept in &outcome.kept {
            let (at, look) = (kept.moment, looks.get(kept.moment).copied().unwrap_or(LookId::OUTSIDE));
            let many = self.of_look.entry(look).or_default();
            if look == LookId::OUTSIDE
                || at > path.steps.len()
                || at > crashed
                || kept.place.lineage.len() > self.settings.input_length
            {
                continue;
            }
            let history = history_of(&steps[..at]);
            let news = history.iter().filter(|&&done| self.lived.insert((look, done))).count();
            if *many >= self.settings.inputs_per_look && news == 0 {
                continue;
            }
            let Some(moment) = outcome.trace.moments().nth(at) else { continue };
            let wants = |event: &Event| match profile {
                Profile::Odin => is_plain(event),
                _ => is_plain(event) && is_own(event),
            };
            let offers = offers_of(moment, wants);
            *many += 1;
            for &key in offers.keys() {
                self.offering.entry(key).or_default().push(self.inputs.len());
            }
            self.inputs.push(Input {
                place: Arc::clone(&kept.place),
                offers,
                history,
                sight: story.sights[at],
                look,
                at: (number, at),
            });
            if !known.costs.returns_at_will() {
                walked.push((self.inputs.len() - 1, at));
            }
        }
        self.grafts.learn_trips(number, &story);
        self.stories.push(story);
        self.walked.push(number);
        self.paths.push(path);
        // Where going back is dear, what the walk did anyway is all that is tried.
        for (input, at) in walked {
            let Some(step) = steps.get(at).filter(|step| step.remarks.crash.is_none()) else { continue };
            let key = step.event.as_ref().zip(step.before.layout.as_deref()).map(|(event, layout)| {
                key_of(event, layout, step.before.activity.as_deref().unwrap_or_default())
            });
            if let Some(key) = key.filter(|key| self.inputs[input].offers.contains_key(key)) {
                self.done.insert((input, key));
                self.note((input, key), step, known);
            }
        }
    }

    /// Mines the model anew where enough has come since.
    fn mine_if_due(&mut self) {
        let known = self.model.of.len();
        if self.paths.len() * 100 >= known * (100 + GROWN) && self.paths.len() > known {
            self.model = mine(&mut self.album, &self.paths);
            self.groups = Groups::of(&self.model);
            self.missed.clear();
            let event = |path: usize, step: usize| {
                let step = self.stories[self.walked[path]].trace.steps().get(step)?;
                let (event, layout) = (step.event.clone()?, step.before.layout.as_deref()?);
                let activity = step.before.activity.as_deref().unwrap_or_default();
                Some((key_of(&event, layout, activity), event))
            };
            self.map = Arc::new(Map::of(&self.model, &self.album, event));
        }
    }

    fn generate(&mut self, world: &World, round: &mut Round, times: &Arc<Times>) -> bool {
        let events = self.settings.input_length;
        if !round.take(ABOUT.id, events as u64) {
            return false;
        }
        let walk = Generation {
            app: Arc::clone(&world.app),
            seed: world.seed,
            number: self.mined.generated,
            events,
            tried: Arc::clone(times),
        };
        let purpose = Purpose::technique(ABOUT.id, "generate");
        let id = round.add(Plan::new(purpose, Start::Fresh, Driver::Walk(Arc::new(walk))));
        self.walking.insert(id, None);
        self.mined.generated += 1;
        self.mined.events[0] += events as u64;
        true
    }

    /// A random walk through the model to the state that the fewest traces reach.
    fn calibrate(&mut self, world: &World, round: &mut Round) -> bool {
        let events = self.settings.input_length;
        let planned: Vec<u32> = self.walking.values().flatten().copied().collect();
        let of = |state: u32| planned.iter().filter(|&&planned| planned == state).count();
        let tries = |state: &u32| self.missed.get(state).copied().unwrap_or(0) < MISSES;
        let states = (0..self.model.states.len() as u32).filter(tries);
        let Some(target) = states
            .filter(|&state| !self.model.states[state as usize].looks.contains(&LookId::OUTSIDE))
            .min_by_key(|&state| self.model.states[state as usize].reached + of(state))
        else {
            return false;
        };
        if !round.take(ABOUT.id, events as u64) {
            return false;
        }
        let known = world.home();
        let walk = Calibration {
            map: Arc::clone(&self.map),
            target,
            app: Arc::clone(&world.app),
            volatile: Arc::clone(&known.volatile),
            rows: self.settings.profile.rows(),
            seed: world.seed,
            number: self.mined.calibrated,
            events,
        };
        let purpose = Purpose::technique(ABOUT.id, "calibrate");
        let id = round.add(Plan::new(purpose, Start::Fresh, Driver::Walk(Arc::new(walk))));
        self.walking.insert(id, Some(target));
        self.mined.calibrated += 1;
        self.mined.events[1] += events as u64;
        true
    }

    /// A calibrated input was walked: did it come to its state?
    fn was_calibrated(&mut self, target: u32) {
        let Some(state) = self.model.states.get_mut(target as usize) else { return };
        let Some(path) = self.paths.last() else { return };
        let mut looks = std::iter::once(path.start).chain(path.steps.iter().map(|step| step.1));
        if looks.any(|look| state.looks.contains(&look)) {
            self.mined.on_target += 1;
            state.reached += 1;
        } else {
            *self.missed.entry(target).or_default() += 1;
        }
    }
}

impl Planner for Miner {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if !outcome.cause.purpose.is_of(ABOUT.id) {
            return Vec::new();
        }
        let known = world.of(outcome.site);
        if self.has_grown(outcome.id, outcome, known) {
            return Vec::new();
        }
        if let Some(target) = self.walking.remove(&outcome.id) {
            if !matches!(outcome.ended, Ended::DidNotArrive { .. }) {
                self.take_in(outcome, known);
                if let Some(target) = target {
                    self.was_calibrated(target);
                }
            }
        } else if let Some(trial) = self.trying.remove(&outcome.id) {
            self.was_tried(trial, outcome, known);
        } else if let Some(asked) = self.asking.remove(&outcome.id) {
            return self.answer(asked, outcome, world).into_iter().collect();
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        self.rounds += 1;
        self.mine_if_due();
        self.look_for_rare(world.home());
        let at_will = world.home().costs.returns_at_will();
        self.compare_twins(round, at_will);
        self.ask(round, at_will);
        if at_will {
            self.graft(world, round);
        }
        let times = Arc::new(self.times.clone());
        let mut trials = if at_will { self.trials(world.seed) } else { Vec::new() }.into_iter();
        let mut walks = 0;
        loop {
            let [generating, calibrating, trying, _] = self.mined.events;
            let all = (generating + calibrating + trying).max(1);
            let wants_inputs = generating * 100 < GENERATE * all || self.mined.generated < WALKS as u64;
            let wants_calibration = self.settings.profile.calibrates()
                && at_will
                && calibrating * 100 < CALIBRATE * all
                && self.mined.calibrated < self.mined.generated
                && !self.model.states.is_empty();
            let goes_on = if wants_inputs && walks < WALKS {
                walks += 1;
                self.generate(world, round, &times)
            } else if wants_calibration && walks < 2 * WALKS {
                walks += 1;
                self.calibrate(world, round)
            } else if let Some(trial) = trials.next() {
                self.try_on(trial, world, round)
            } else {
                walks += 1;
                walks <= WALKS && self.generate(world, round, &times)
            };
            if !goes_on {
                return;
            }
        }
    }
}

/// What is done to a widget of the page itself: no scrolling, no going back, which leads to wherever one came from, and nothing that
/// depends on where one types.
fn is_own(event: &Event) -> bool {
    let up = |target: &gui::Selector| target.to_string().to_lowercase().contains("navigate up");
    event.target().is_some_and(|target| !up(target))
        && !matches!(event, Event::Scroll { .. } | Event::Submit { .. })
}

/// What was done last: single events, and the last two.
fn history_of(steps: &[Step]) -> Vec<u64> {
    let last = &steps[steps.len().saturating_sub(HISTORY_LENGTH)..];
    let keys = last.iter().filter_map(|step| {
        let (event, layout) = (step.event.as_ref()?, step.before.layout.as_deref()?);
        Some(key_of(event, layout, step.before.activity.as_deref().unwrap_or_default()))
    });
    let mut keys: Vec<u64> = keys.collect();
    // What was done right before says the most.
    let last: Vec<u64> = keys[keys.len().saturating_sub(2)..].to_vec();
    keys.extend(last.last().map(|last| last.rotate_left(1)));
    keys.extend((last.len() == 2).then(|| last[0].rotate_left(2) ^ last[1].rotate_left(1)));
    keys.sort_unstable();
    keys.dedup();
    keys
}
