//! Who generates inputs, calibrates them, tries events on them, and asks why something rare happened.

mod asking;
mod trials;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use experiment::{
    Act, Chance, Driver, Ended, Knowledge, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, World,
};
use gui::Event;
use mining::{Album, LookId, Model, Path, Profile, mine, random_walk};
use model::Volatile;
use trace::{Moment, Step};

use super::generate::{Generation, Tried as Times, is_plain};
use super::input::{Input, key_of, offers_of};
use super::inquiry::Inquiry;
use super::pairs::{Groups, Tried, path_of};
use super::sight::{sight_before, sight_of};
use super::{ABOUT, DeviantBehaviour};

/// Of all events of the technique's, so many of a hundred are for generating inputs,
const GENERATE: u64 = 25;
/// and so many for calibrating them.
const CALIBRATE: u64 = 15;
/// So many may go to asking why; less where no usual screen shows the same as the rare one.
const ASK: u64 = 40;
const ASK_UNLIKE: u64 = 15;
/// The most experiments of a round for either.
const WALKS: usize = 12;
/// The most events that are tried in a round.
const TRIALS: usize = 500;
/// Of one event so many outcomes are looked into,
const OF_EVENT: usize = 5;
/// and so many at the same time.
const AT_ONCE: usize = 24;
/// Nothing is asked before an event was tried so often, where that can be.
const ENOUGH: usize = 24;
/// So many are told.
const TOLD: usize = 200;
/// So many of the last events count as the history of an input.
const HISTORY_LENGTH: usize = 10;
/// Of one event so many are tried in a round.
const EACH: usize = 8;
/// The model is mined anew when it has grown by so many of a hundred.
const GROWN: usize = 25;

/// Mines a model from what it did itself, tries events on alike screens, and looks for what happens rarely.
#[derive(Debug)]
pub struct Miner {
    settings: DeviantBehaviour,
    album: Album,
    paths: Vec<Path>,
    /// The events of each path, to do them again.
    events: Vec<Vec<Event>>,
    model: Model,
    groups: Groups,
    inputs: Vec<Input>,
    of_look: BTreeMap<LookId, usize>,
    times: Times,
    tried: BTreeMap<u64, Vec<Tried>>,
    done: BTreeSet<(usize, u64)>,
    /// Events that were tried, with what was done shortly before.
    combined: HashSet<(u64, u64)>,
    dirty: BTreeSet<u64>,
    walking: BTreeMap<u64, Option<u32>>,
    trying: BTreeMap<u64, (usize, u64)>,
    /// Those that look as a usual one does first, then the short ones.
    inquiries: BTreeMap<InquiryId, Inquiry>,
    /// What is under way for an inquiry, by the experiment.
    asking: BTreeMap<u64, (InquiryId, Option<(usize, usize)>)>,
    /// What was looked into, by the event.
    asked: BTreeMap<u64, BTreeSet<u64>>,
    mined: Mined,
    rounds: u64,
}

/// Whether no usual one looks like it, the length of its history, and its number.
type InquiryId = (bool, usize, u64);

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
    /// Groups and events with something rare: what the paper counts as a report.
    pub rare: usize,
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
            events: Vec::new(),
            model: Model::default(),
            groups: Groups::default(),
            inputs: Vec::new(),
            of_look: BTreeMap::new(),
            times: Times::new(),
            tried: BTreeMap::new(),
            done: BTreeSet::new(),
            combined: HashSet::new(),
            dirty: BTreeSet::new(),
            walking: BTreeMap::new(),
            trying: BTreeMap::new(),
            inquiries: BTreeMap::new(),
            asking: BTreeMap::new(),
            asked: BTreeMap::new(),
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
        let number = self.paths.len();
        for step in steps {
            if let (Some(event), Some(layout)) = (&step.event, step.before.layout.as_deref()) {
                *self.times.entry(key_of(event, layout, "")).or_default() += 1;
            }
        }
        let crashed = steps.iter().position(|step| step.remarks.crash.is_some()).unwrap_or(steps.len());
        for kept in &outcome.kept {
            let (at, look) = (kept.moment, looks.get(kept.moment).copied().unwrap_or(LookId::OUTSIDE));
            let many = self.of_look.entry(look).or_default();
            if look == LookId::OUTSIDE
                || at > path.steps.len()
                || at > crashed
                || *many >= self.settings.places
                || kept.place.lineage.len() > self.settings.input_length
            {
                continue;
            }
            let Some(moment) = outcome.trace.moments().nth(at).cloned() else { continue };
            let wants = |event: &Event| match profile {
                Profile::Odin => is_plain(event),
                _ => is_plain(event) && is_own(event),
            };
            let offers = offers_of(&moment, wants);
            *many += 1;
            self.inputs.push(Input {
                place: Arc::clone(&kept.place),
                offers,
                history: history_of(&steps[..at]),
                sight: sight_at(steps, at, &moment, &known.app, &known.volatile),
                look,
                at: (number, at),
            });
        }
        self.events.push(steps[..path.steps.len()].iter().filter_map(|step| step.event.clone()).collect());
        self.paths.push(path);
    }

    /// Mines the model anew where enough has come since.
    fn mine_if_due(&mut self) {
        let known = self.model.of.len();
        if self.paths.len() * 100 >= known * (100 + GROWN) && self.paths.len() > known {
            self.model = mine(&mut self.album, &self.paths);
            self.groups = Groups::of(&self.model);
            self.dirty.extend(self.tried.keys().copied());
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
        let mut chance = Chance::keyed(world.seed, "deviant-behaviour calibrate", self.mined.calibrated);
        let planned: Vec<u32> = self.walking.values().flatten().copied().collect();
        let missed = |state: u32| planned.iter().filter(|&&planned| planned == state).count();
        let states = 0..self.model.states.len() as u32;
        let Some(target) = states
            .filter(|&state| !self.model.states[state as usize].looks.contains(&LookId::OUTSIDE))
            .min_by_key(|&state| self.model.states[state as usize].reached + missed(state))
        else {
            return false;
        };
        let limit = self.settings.input_length;
        let Some(walk) = random_walk(&self.model, target, limit, &mut |ways| chance.below(ways)) else {
            // Reached from another start alone: no way leads there, so that it does not count again.
            self.model.states[target as usize].reached += 1;
            return true;
        };
        let mut acts = Vec::new();
        for (from, to) in walk.iter().zip(&walk[1..]) {
            let edges = self.model.states[*from as usize].onward.get(to);
            let Some(edge) = edges.and_then(|edges| chance.pick(edges)) else { return false };
            let Some(event) = self.events[edge.trace].get(edge.step) else { return false };
            acts.push(Act::plain(event.clone()));
        }
        if !round.take(ABOUT.id, acts.len() as u64) {
            return false;
        }
        self.mined.calibrated += 1;
        self.mined.events[1] += acts.len() as u64;
        let keep = (1..=acts.len()).collect();
        let plan =
            Plan::new(Purpose::technique(ABOUT.id, "calibrate"), Start::Fresh, Driver::Lenient(acts.into()));
        let id = round.add(Plan { keep, ..plan });
        self.walking.insert(id, Some(target));
        true
    }
}

impl Planner for Miner {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        if !outcome.cause.purpose.is_of(ABOUT.id) {
            return Vec::new();
        }
        let known = world.of(outcome.site);
        if let Some(target) = self.walking.remove(&outcome.id) {
            if !matches!(outcome.ended, Ended::DidNotArrive { .. }) {
                self.take_in(outcome, known);
            }
            let last = self.paths.last().and_then(|path| path.steps.last()).map(|step| step.1);
            let state = target.and_then(|target| self.model.states.get(target as usize));
            let hit = state.is_some_and(|state| last.is_some_and(|last| state.looks.contains(&last)));
            self.mined.on_target += u64::from(hit);
            if let (Some(target), true) = (target, hit) {
                self.model.states[target as usize].reached += 1;
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
        self.look_for_rare();
        self.ask(round);
        if !world.home().costs.returns_at_will() && self.inputs.is_empty() && self.mined.generated > 4 {
            return;
        }
        let times = Arc::new(self.times.clone());
        let mut trials = self.trials(world.seed).into_iter();
        let mut walks = 0;
        loop {
            let [generating, calibrating, trying, _] = self.mined.events;
            let all = (generating + calibrating + trying).max(1);
            let wants_inputs = generating * 100 < GENERATE * all || self.mined.generated < WALKS as u64;
            let wants_calibration = self.settings.profile.calibrates()
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

/// What shows at a moment of a trace, with the page behind where a menu or a dialog is in front.
fn sight_at(steps: &[Step], at: usize, moment: &Moment, app: &str, volatile: &Volatile) -> u64 {
    match steps.get(at) {
        Some(_) => sight_before(&steps[..=at], app, volatile),
        None => {
            let next = Step::new(moment.clone(), None, moment.clone());
            let so_far: Vec<Step> = steps.iter().cloned().chain([next]).collect();
            if steps.is_empty() {
                sight_of(moment, app, volatile)
            } else {
                sight_before(&so_far, app, volatile)
            }
        }
    }
}

/// What is done to a widget of the page itself: no scrolling, and no going back, which leads to wherever one came from.
fn is_own(event: &Event) -> bool {
    let up = |target: &gui::Selector| target.to_string().to_lowercase().contains("navigate up");
    event.target().is_some_and(|target| !up(target)) && !matches!(event, Event::Scroll { .. })
}

/// What was done last.
fn history_of(steps: &[Step]) -> Vec<u64> {
    let last = &steps[steps.len().saturating_sub(HISTORY_LENGTH)..];
    let keys = last.iter().filter_map(|step| {
        let (event, layout) = (step.event.as_ref()?, step.before.layout.as_deref()?);
        Some(key_of(event, layout, step.before.activity.as_deref().unwrap_or_default()))
    });
    let keys: BTreeSet<u64> = keys.collect();
    keys.into_iter().collect()
}
