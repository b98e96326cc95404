//! The same event with a part of the history and without it, side by side.

use experiment::{Act, Ended, Outcome, Plan, Purpose, Round, Start, World};
use mining::Profile;
use xxhash_rust::xxh3::xxh3_64;

use super::super::ABOUT;
use super::super::sight::{Eyes, sight_in};
use super::super::story::{Loop, Part, events_of};
use super::super::verdict::is_about_item;
use super::{Asked, Fate, Miner};

/// Whether the part shows something else, how many events came since, how many it has, and a number.
pub(super) type Rank = (bool, usize, usize, u64);

/// Something tried, to be done again without a part of its history that leads back to the page it began on.
#[derive(Debug, Clone)]
pub(super) struct Twin {
    /// The event's key, and which of what was tried with it.
    about: (u64, usize),
    part: Part,
}

/// Of a hundred events of the technique's, at most so many are for this.
const PAIR: u64 = 25;
/// So many are compared in a round.
const AT_ONCE: usize = 250;
/// So many wait at most.
const WAITING: usize = 20_000;
/// Of one that was tried so many parts are left out.
const PARTS: usize = 4;
/// Of what is suspected so many are handed on to be proven.
const RAISED: u32 = 3;
/// So many shorter parts are left out of one that made a difference.
const SHORTER: usize = 10;

/// What a plan costs: where going back is dear, its start is one, too.
pub(super) fn cost_of(plan: &Plan, returns_at_will: bool) -> u64 {
    let there = match &plan.start {
        Start::At(place) if !returns_at_will => place.lineage.len() as u64,
        _ => 0,
    };
    plan.events() + there
}

impl Miner {
    /// Has an event that was just tried done again without the parts of its history after which it was not yet compared.
    pub(super) fn pair_up(&mut self, key: u64, at: usize) {
        if !matches!(self.settings.profile, Profile::Default | Profile::NoCalibration) {
            return;
        }
        let Some(tried) = self.tried.get(&key).and_then(|tried| tried.get(at)) else { return };
        let (path, moment) = self.inputs[tried.input].at;
        let about_item = is_about_item(&tried.event, &tried.step.before) || tried.behaviour.opens().is_some();
        let loops = self.stories[path].loops(moment);
        let mut taken = 0;
        for found in loops.into_iter().filter(|found| about_item || !found.changes) {
            if taken == PARTS {
                return;
            }
            let Loop { part, changes, done, since } = found;
            let since_or_none = if since.is_empty() { vec![0] } else { since.clone() };
            let mut is_new = false;
            for did in &done {
                for then in &since_or_none {
                    let bytes: Vec<u8> = [key, *did, *then, u64::from(changes)]
                        .iter()
                        .flat_map(|word| word.to_le_bytes())
                        .collect();
                    is_new |= self.paired.insert(xxh3_64(&bytes));
                }
            }
            if is_new {
                taken += 1;
                self.mined.twins.0 += 1;
                let rank = (changes, since.len(), done.len(), self.mined.twins.0);
                self.twins.insert(rank, Twin { about: (key, at), part });
                if self.twins.len() > WAITING {
                    self.twins.pop_last();
                }
            }
        }
    }

    /// Has an event that was just tried done again without this part of its history, before all others: the part was put there for it.
    pub(super) fn pair_with(&mut self, about: (u64, usize), part: Part) {
        self.mined.twins.0 += 1;
        self.twins.insert((false, 0, 0, self.mined.twins.0), Twin { about, part });
    }

    /// Plans as many of them as the round allows.
    pub(super) fn compare_twins(&mut self, round: &mut Round, returns_at_will: bool) {
        for _ in 0..AT_ONCE {
            let [generating, calibrating, trying, asking] = self.mined.events;
            let all = generating + calibrating + trying + asking;
            if self.mined.twin_events * 100 > all * PAIR || !round.is_granted(ABOUT.id) {
                return;
            }
            let Some((_, twin)) = self.twins.pop_first() else { return };
            let Some(plan) = self.without_part(&twin) else { continue };
            let events = cost_of(&plan, returns_at_will);
            round.spend(ABOUT.id, events);
            self.mined.events[3] += events;
            self.mined.twin_events += events;
            self.asking.insert(round.add(plan), Asked::Twin(twin));
        }
    }

    fn without_part(&self, twin: &Twin) -> Option<Plan> {
        let tried = self.tried.get(&twin.about.0)?.get(twin.about.1)?;
        let (path, moment) = self.inputs[tried.input].at;
        let story = &self.stories[path];
        let place = story.places.get(&twin.part.0)?;
        let events = events_of(&story.steps(moment)[twin.part.1..]);
        let acts: Vec<Act> = events.into_iter().chain([tried.event.clone()]).map(Act::plain).collect();
        let plan = Plan::script(Purpose::technique(ABOUT.id, "twin"), Start::At(place.clone()), acts);
        Some(plan.because_of(place.reached_in.0))
    }

    /// What the event did without the part. Where it was something else, it is looked into, and shorter parts are left out, too.
    pub(super) fn was_twin(&mut self, twin: &Twin, outcome: &Outcome, world: &World) {
        let known = world.of(outcome.site);
        let Some(tried) = self.tried.get(&twin.about.0).and_then(|tried| tried.get(twin.about.1)) else {
            return;
        };
        let Some(last) = outcome.trace.steps().last() else { return };
        if outcome.ended != Ended::Done || outcome.missed.is_some() {
            return;
        }
        let wavering = self.wavering.names();
        let eyes = Eyes { app: &known.app, volatile: &known.volatile, wavering: &wavering };
        let shows = sight_in(&last.after, eyes);
        let is_asked = self.fates.get(&twin.about).is_some_and(|&fate| fate >= Fate::Asked);
        if shows == tried.shows || is_asked {
            return;
        }
        self.mined.twins.1 += 1;
        let (path, _) = self.inputs[tried.input].at;
        let shorter = self.stories[path].within(twin.part, SHORTER);
        let Some(id) = self.inquire(twin.about, shorter, 0) else { return };
        let Some(inquiry) = self.inquiries.get_mut(&id) else { return };
        inquiry.was_without(twin.part, outcome, &known.app, &known.volatile);
        let fate = match inquiry.fingerprint() {
            // Nothing that is told: other data.
            None => Fate::Folded,
            Some(known) => {
                let times = self.raised.entry(known.clone()).or_default();
                *times += 1;
                if *times <= RAISED {
                    return;
                }
                Fate::NotAsked
            }
        };
        self.inquiries.remove(&id);
        self.mined.asked -= 1;
        self.came_to(twin.about, fate);
    }
}
