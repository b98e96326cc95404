//! Events tried on inputs, one each.

use std::collections::BTreeMap;

use experiment::{Act, Chance, Knowledge, Outcome, Plan, Purpose, Round, World};
use mining::{Profile, Sources};

use super::super::ABOUT;
use super::super::input::receiver_of;
use super::super::pairs::Tried;
use super::super::sight::sight_of;
use super::{EACH, HISTORY_LENGTH, Miner, TRIALS};

impl Miner {
    /// Events to try on inputs: those with the most in their history that the event was never tried after, and at first as many of each
    /// as it takes to compare.
    pub(super) fn trials(&mut self, seed: u64) -> Vec<(usize, u64)> {
        let mut chance = Chance::keyed(seed, "deviant-behaviour trials", self.rounds);
        let mut open: BTreeMap<(u32, u64), (usize, Vec<usize>)> = BTreeMap::new();
        for (at, input) in self.inputs.iter().enumerate() {
            let Some(group) = self.group_of(input) else { continue };
            for &key in input.offers.keys() {
                let (done, left) = open.entry((group, key)).or_default();
                if self.done.contains(&(at, key)) {
                    *done += 1;
                } else {
                    left.push(at);
                }
            }
        }
        let enough = self.settings.profile.rarity().pairs;
        let by_history = matches!(self.settings.profile, Profile::Default | Profile::NoCalibration);
        let mut trials: Vec<(usize, u64, usize, u64)> = Vec::new();
        for ((_, key), (done, left)) in open {
            if done + left.len() < enough {
                continue;
            }
            let news = |input: usize| {
                let new = |done: &&u64| !self.combined.contains(&(key, **done));
                if by_history { self.inputs[input].history.iter().filter(new).count() } else { 0 }
            };
            let mut left: Vec<(usize, u64, usize)> =
                left.into_iter().map(|input| (usize::MAX - news(input), chance.draw(), input)).collect();
            left.sort_unstable();
            for (at, (news, drawn, input)) in left.into_iter().take(EACH).enumerate() {
                let is_new = news < usize::MAX && by_history;
                if done + at >= self.settings.inputs_per_state && !is_new {
                    break;
                }
                let rank = if is_new {
                    news - (usize::MAX - HISTORY_LENGTH)
                } else {
                    HISTORY_LENGTH + (done + at) / enough
                };
                trials.push((if done + at < enough { 0 } else { rank }, drawn, input, key));
            }
        }
        trials.sort_unstable();
        trials.into_iter().map(|(_, _, input, key)| (input, key)).take(TRIALS).collect()
    }

    pub(super) fn try_on(&mut self, (input, key): (usize, u64), world: &World, round: &mut Round) -> bool {
        let known = &self.inputs[input];
        let mut chance = Chance::keyed(world.seed ^ key, "deviant-behaviour event", input as u64);
        let Some(event) = known.offers.get(&key).and_then(|events| chance.pick(events)) else { return true };
        if !round.take(ABOUT.id, 1) {
            return false;
        }
        let acts = [Act::plain(event.clone())];
        let plan = Plan::script(Purpose::technique(ABOUT.id, "try"), known.start(), acts);
        let id = round.add(plan.because_of(known.place.reached_in.0));
        self.trying.insert(id, (input, key));
        self.done.insert((input, key));
        let history = self.inputs[input].history.iter().map(|&done| (key, done));
        self.combined.extend(history);
        self.mined.events[2] += 1;
        true
    }

    /// What an event did on an input.
    pub(super) fn was_tried(&mut self, (input, key): (usize, u64), outcome: &Outcome, known: &Knowledge) {
        let [step] = outcome.trace.steps() else { return };
        if outcome.missed.is_some() || step.remarks.crash.is_some() {
            return;
        }
        let Some(event) = step.event.clone() else { return };
        let input_of = &self.inputs[input];
        let Some(layout) = step.before.layout.as_deref() else { return };
        let sources = Sources::of(layout, receiver_of(&event, layout), &[]);
        let pair = mining::Pair {
            before: &step.before,
            after: &step.after,
            sources: &sources,
            app: &known.app,
            volatile: &known.volatile,
        };
        let behaviour = mining::Behaviour::of(pair, self.settings.profile.pages());
        let (sight, step) = (input_of.sight, step.clone());
        let shows = sight_of(&step.after, &known.app, &known.volatile);
        self.tried.entry(key).or_default().push(Tried { input, event, behaviour, sight, shows, step });
    }
}
