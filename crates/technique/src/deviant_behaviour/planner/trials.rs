//! Events tried on inputs, one each.

use std::collections::BTreeMap;

use experiment::{Act, Chance, Knowledge, Outcome, Plan, Purpose, Round, World};
use mining::{Profile, Sources};
use trace::Step;

use super::super::ABOUT;
use super::super::input::receiver_of;
use super::super::pairs::Tried;
use super::super::sight::{Eyes, sight_in};
use super::super::verdict::page_behind;
use super::{EACH, HISTORY_WORDS, Miner, TRIALS};

/// So many steps back a menu or a dialog was opened.
const SINCE: usize = 4;

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
            // Too few to compare by number; with and without a part of their history they are compared all the same.
            if done + left.len() < enough && !by_history {
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
                    news - (usize::MAX - HISTORY_WORDS)
                } else {
                    HISTORY_WORDS + (done + at) / enough
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
        self.note((input, key), step, known);
    }

    /// Remembers what an event did on an input.
    pub(super) fn note(&mut self, (input, key): (usize, u64), step: &Step, known: &Knowledge) {
        let Some(event) = step.event.clone() else { return };
        let input_of = &self.inputs[input];
        let Some(layout) = step.before.layout.as_deref() else { return };
        let (path, moment) = input_of.at;
        let recent = Sources::recent(self.stories[path].steps(moment));
        let sources = Sources::of(layout, receiver_of(&event, layout), &recent);
        let mut since = self.stories[path].steps(moment)[moment.saturating_sub(SINCE)..].to_vec();
        since.push(step.clone());
        let pair = mining::Pair {
            before: page_behind(&since).unwrap_or(&step.before),
            after: &step.after,
            sources: &sources,
            app: &known.app,
            volatile: &known.volatile,
        };
        let behaviour = mining::Behaviour::of(pair, self.settings.profile.pages());
        let (sight, step) = (input_of.sight, step.clone());
        let wavering = self.wavering.names();
        let eyes = Eyes { app: &known.app, volatile: &known.volatile, wavering: &wavering };
        let shows = sight_in(&step.after, eyes);
        self.grafts.learn_ending(path, &self.stories[path], moment, key, &event);
        let tried = self.tried.entry(key).or_default();
        tried.push(Tried { input, event, behaviour, sight, shows, step });
        let at = tried.len() - 1;
        self.pair_up(key, at);
    }
}
