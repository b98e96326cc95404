//! Histories that no walk has had: a way there and back that one walk went, put in front of what another one did.
//!
//! Walks seldom hold what it takes: that somebody looked at the statistics before something changed, or cancelled a backup before the
//! next one. All of that is known from somewhere, so it is put together.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use experiment::{Act, Chance, Ended, Knowledge, Outcome, Plan, Purpose, Round, Start, World};
use gui::Event;
use mining::{LookId, Profile};

use super::super::ABOUT;
use super::super::input::{Input, key_of, look_of};
use super::super::sight::Eyes;
use super::super::story::{Story, Trip, events_of, leads_from};
use super::{Miner, history_of};

/// Of a hundred events of the technique's, at most so many are for this.
const GRAFT: u64 = 20;
/// So many are planned in a round.
const AT_ONCE: usize = 120;
/// Of a page so many ways there and back are known at most.
const TRIPS: usize = 300;
/// An ending begins at most so many events before its last one: a menu was opened, and a dialog.
const ENDING: usize = 3;

/// Ways there and back and endings, by the page they begin on.
#[derive(Debug, Default)]
pub(super) struct Grafts {
    /// Ways there and back, by the keys of their events: where the shortest way leads to one.
    trips: BTreeMap<u64, BTreeMap<Vec<u64>, Known>>,
    /// What was done last, by its key.
    endings: BTreeMap<u64, BTreeMap<u64, Ending>>,
    covered: HashSet<Covered>,
    /// How often an event on a page had its turn.
    times: BTreeMap<(Kind, u64, u64), u32>,
    /// What is under way.
    growing: BTreeMap<u64, Growing>,
    /// Events spent on it.
    events: u64,
}

/// What was done in a way there and back, and the event that came after it.
type Covered = (Kind, u64, u64);

/// What is put in front of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// The same event, before something changed.
    Look,
    /// A way there and back.
    Trip,
}

/// A way there and back in a story.
#[derive(Debug, Clone, Copy)]
struct Known {
    story: usize,
    trip: Trip,
}

/// An event that was done, with the menus and dialogs that were opened for it.
#[derive(Debug, Clone)]
struct Ending {
    story: usize,
    /// The moment on the page.
    from: usize,
    /// Those on its way, the event last.
    events: Vec<Event>,
}

/// A history that is being put together.
#[derive(Debug, Clone, Copy)]
struct Growing {
    /// Where it begins.
    story: usize,
    from: usize,
    /// So many events of it may be left out: they lead back to where it begins.
    extra: usize,
}

/// What is to be done for it.
#[derive(Debug)]
struct Graft {
    growing: Growing,
    events: Vec<Event>,
    covers: Vec<Covered>,
}

impl Grafts {
    /// Takes the ways there and back of a story.
    pub(super) fn learn_trips(&mut self, number: usize, story: &Story) {
        for trip in story.trips() {
            let known = self.trips.entry(story.page(trip.part.0)).or_default();
            let keys = story.done_in(trip.part).to_vec();
            let is_shorter = known.get(&keys).is_none_or(|other| other.trip.part.0 > trip.part.0);
            if is_shorter && (known.len() < TRIPS || known.contains_key(&keys)) {
                known.insert(keys, Known { story: number, trip });
            }
        }
    }

    /// Takes an event that was done at a moment of a story.
    pub(super) fn learn_ending(
        &mut self,
        number: usize,
        story: &Story,
        moment: usize,
        key: u64,
        event: &Event,
    ) {
        let Some(from) = story.page_before(moment).filter(|from| moment - from < ENDING) else { return };
        let known = self.endings.entry(story.page(from)).or_default();
        let is_shorter =
            known.get(&key).is_none_or(|other| (other.events.len(), other.from) > (moment - from + 1, from));
        if is_shorter {
            let mut events = events_of(&story.steps(moment)[from..]);
            events.push(event.clone());
            known.insert(key, Ending { story: number, from, events });
        }
    }

    /// All events that may have their turn, those first that had it least often.
    fn queue(&self, kind: Kind, chance: &mut Chance) -> Vec<(u64, u64)> {
        let mut queue: Vec<(u32, u64, u64, u64)> = Vec::new();
        for (&page, known) in &self.endings {
            for &key in known.keys() {
                let times = self.times.get(&(kind, page, key)).copied().unwrap_or(0);
                queue.push((times, chance.draw(), page, key));
            }
        }
        queue.sort_unstable();
        queue.into_iter().map(|(.., page, key)| (page, key)).collect()
    }

    fn graft(&self, kind: Kind, page: u64, key: u64, stories: &[Story]) -> Option<Graft> {
        match kind {
            Kind::Look => self.before_change(page, key, stories),
            Kind::Trip => self.before_event(page, key, stories),
        }
    }

    /// A way there and back, and then an event.
    fn before_event(&self, page: u64, key: u64, stories: &[Story]) -> Option<Graft> {
        let ending = self.endings.get(&page)?.get(&key)?;
        let plain = self.trips.get(&page)?.iter().filter(|(_, known)| !known.trip.types);
        let (trip, covers) = self.newest(Kind::Trip, key, plain)?;
        let trip = trip.events(stories);
        Some(Graft {
            growing: Growing { story: ending.story, from: ending.from, extra: trip.len() },
            events: [&trip[..], &ending.events].concat(),
            covers,
        })
    }

    /// A way there and back that begins with an event, then one that changes something, then the event again.
    fn before_change(&self, page: u64, key: u64, stories: &[Story]) -> Option<Graft> {
        let ending = self.endings.get(&page)?.get(&key)?;
        let trips = self.trips.get(&page)?;
        // One that changes nothing shows what there is to be seen; where there is none, nothing can be old.
        let is_look = |(keys, known): &(&Vec<u64>, &Known)| {
            known.trip.is_quiet() && known.trip.leaves() && keys.contains(&key)
        };
        let (_, look) = trips.iter().filter(is_look).min_by_key(|(keys, _)| keys.len())?;
        let changing = trips.iter().filter(|(_, known)| known.trip.changes);
        let (change, covers) = self.newest(Kind::Look, key, changing)?;
        let look = look.events(stories);
        Some(Graft {
            growing: Growing { story: change.story, from: change.trip.part.0, extra: look.len() },
            events: [&look[..], &change.events(stories), &ending.events].concat(),
            covers,
        })
    }

    /// The way that holds the most, for its length, of what was never put before an event, with what that is.
    fn newest<'k>(
        &self,
        kind: Kind,
        key: u64,
        ways: impl Iterator<Item = (&'k Vec<u64>, &'k Known)>,
    ) -> Option<(&'k Known, Vec<Covered>)> {
        let new_in = |keys: &[u64]| -> Vec<Covered> {
            let done: BTreeSet<u64> = keys.iter().copied().collect();
            let pairs = done.into_iter().map(|did| (kind, did, key));
            pairs.filter(|pair| !self.covered.contains(pair)).collect()
        };
        let ways = ways.map(|(keys, known)| (keys.len(), known, new_in(keys)));
        // The way to the event costs something, too.
        let worth = |&(events, _, ref new): &(usize, &Known, Vec<Covered>)| {
            (new.len() * 100 / (events + ENDING), std::cmp::Reverse(events))
        };
        let best = ways.filter(|(.., new)| !new.is_empty()).max_by_key(worth);
        best.map(|(_, known, new)| (known, new))
    }
}

impl Known {
    fn events(&self, stories: &[Story]) -> Vec<Event> {
        let (from, to) = self.trip.part;
        events_of(&stories[self.story].steps(to)[from..])
    }
}

impl Miner {
    /// Plans histories, by turns an event that sees what it shows before something changes, and a way there and back before an event.
    pub(super) fn graft(&mut self, world: &World, round: &mut Round) {
        if !matches!(self.settings.profile, Profile::Default | Profile::NoCalibration) {
            return;
        }
        let mut chance = Chance::keyed(world.seed, "deviant-behaviour grafts", self.rounds);
        let mut looks = self.grafts.queue(Kind::Look, &mut chance);
        looks.retain(|&(page, key)| self.may_be_old(page, key));
        let mut queues = [
            (Kind::Look, looks.into_iter()),
            (Kind::Trip, self.grafts.queue(Kind::Trip, &mut chance).into_iter()),
        ];
        for turn in 0..AT_ONCE {
            let all: u64 = self.mined.events.iter().sum();
            if self.grafts.events * 100 > all * GRAFT || !round.is_granted(ABOUT.id) {
                return;
            }
            let (kind, queue) = &mut queues[turn % 2];
            let next = queue.find_map(|(page, key)| {
                let graft = self.grafts.graft(*kind, page, key, &self.stories)?;
                let place = self.stories[graft.growing.story].places.get(&graft.growing.from)?;
                Some(((*kind, page, key), graft, Arc::clone(place)))
            });
            let Some((about, graft, place)) = next else { continue };
            *self.grafts.times.entry(about).or_default() += 1;
            let acts: Vec<Act> = graft.events.into_iter().map(Act::plain).collect();
            let parent = place.reached_in.0;
            let mut plan = Plan::script(Purpose::technique(ABOUT.id, "graft"), Start::At(place), acts);
            let events = plan.events();
            plan.keep = (0..events as usize).collect();
            round.spend(ABOUT.id, events);
            self.mined.events[2] += events;
            self.grafts.events += events;
            self.grafts.covered.extend(graft.covers);
            self.grafts.growing.insert(round.add(plan.because_of(parent)), graft.growing);
        }
    }

    /// Whether what an event leads to from a page may be out of date: another page, not a choice that is offered, and not always the same.
    fn may_be_old(&self, page: u64, key: u64) -> bool {
        let Some(tried) = self.tried.get(&key) else { return false };
        let shown: BTreeSet<u64> = tried.iter().map(|tried| tried.shows).collect();
        shown.len() > 1 && tried.iter().any(|tried| leads_from(page, &tried.step.after))
    }

    /// Whether an experiment put a history together: then it is a story, its last event was tried on it, and is tried without what was
    /// put in front.
    pub(super) fn has_grown(&mut self, id: u64, outcome: &Outcome, known: &Knowledge) -> bool {
        let Some(growing) = self.grafts.growing.remove(&id) else { return false };
        let crashed = outcome.trace.steps().iter().any(|step| step.remarks.crash.is_some());
        if outcome.ended == Ended::Done && outcome.missed.is_none() && !crashed {
            self.take_grown(growing, outcome, known);
        }
        true
    }

    fn take_grown(&mut self, Growing { story, from, extra }: Growing, outcome: &Outcome, known: &Knowledge) {
        let before = &self.stories[story];
        let trace = Arc::new(outcome.trace.after(&before.trace, from));
        let mut places: BTreeMap<usize, _> =
            before.places.range(..=from).map(|(&at, place)| (at, Arc::clone(place))).collect();
        places.extend(outcome.kept.iter().map(|kept| (from + kept.moment, Arc::clone(&kept.place))));
        let Some((moment, last)) = trace.steps().iter().enumerate().next_back() else { return };
        let Some(place) = places.get(&moment).map(Arc::clone) else { return };
        let (Some(event), Some(layout)) = (&last.event, last.before.layout.as_deref()) else { return };
        let look = look_of(&last.before, &known.app, &known.volatile, self.settings.profile.rows());
        let look = self.album.add(look.as_ref());
        if look == LookId::OUTSIDE {
            return;
        }
        let key = key_of(event, layout, last.before.activity.as_deref().unwrap_or_default());
        let wavering = self.wavering.names();
        let eyes = Eyes { app: &known.app, volatile: &known.volatile, wavering: &wavering };
        let story = Story::of(Arc::clone(&trace), places, eyes);
        let input = self.inputs.len();
        self.inputs.push(Input {
            place,
            offers: BTreeMap::from([(key, vec![event.clone()])]),
            history: history_of(&trace.steps()[..moment]),
            sight: story.sights[moment],
            look,
            at: (self.stories.len(), moment),
        });
        // The model does without it: it would grow by what it knows already.
        self.stories.push(story);
        self.offering.entry(key).or_default().push(input);
        self.done.insert((input, key));
        self.combined.extend(self.inputs[input].history.iter().map(|&did| (key, did)));
        self.note((input, key), last, known);
        if let Some(tried) = self.tried.get(&key).and_then(|tried| tried.len().checked_sub(1)) {
            self.pair_with((key, tried), (from, from + extra));
        }
    }
}

#[cfg(test)]
mod tests {
    use model::Volatile;

    use super::*;
    use crate::testing::{APP, place, trace};

    const LIST: &str = "
screen .List
  FrameLayout
    TextView #count \"2 rows\"
    Button #add (clickable)
    Button #total (clickable)";
    const MORE: &str = "
screen .List
  FrameLayout
    TextView #count \"3 rows\"
    Button #add (clickable)
    Button #total (clickable)";
    const ADDING: &str = "
screen .Adding
  FrameLayout
    Button #save (clickable)";
    const TOTAL: &str = "
screen .Total
  FrameLayout
    TextView #sum \"7\"";

    /// What two walks did: one looked at the total, the other added a row.
    fn walks() -> [Story; 2] {
        let looked = format!("{LIST}\ntap #total{TOTAL}\nback{LIST}");
        let added = format!("{LIST}\ntap #add{ADDING}\ntap #save{MORE}");
        [looked, added].map(|text| {
            let trace = trace(&text);
            let places = (0..=trace.steps().len()).map(|at| (at, place(LIST))).collect();
            let none = BTreeSet::new();
            let eyes = Eyes { app: APP, volatile: &Volatile::default(), wavering: &none };
            Story::of(Arc::new(trace), places, eyes)
        })
    }

    /// All that is known of these walks, with the total as what may be done last.
    fn known(stories: &[Story]) -> (Grafts, u64, u64) {
        let mut grafts = Grafts::default();
        for (number, story) in stories.iter().enumerate() {
            grafts.learn_trips(number, story);
        }
        let key = stories[0].done_in((0, 1))[0];
        let total = stories[0].steps(1)[0].event.clone().unwrap();
        grafts.learn_ending(0, &stories[0], 0, key, &total);
        (grafts, stories[0].page(0), key)
    }

    fn wishes(graft: &Graft) -> Vec<String> {
        graft.events.iter().map(Event::wish).collect()
    }

    #[test]
    fn what_shows_data_is_looked_at_before_they_change_and_after() {
        let stories = walks();
        let (mut grafts, page, key) = known(&stories);
        let graft = grafts.graft(Kind::Look, page, key, &stories).unwrap();
        assert_eq!(wishes(&graft), ["tap #total", "press back", "tap #add", "tap #save", "tap #total"]);
        let Growing { story, from, extra } = graft.growing;
        assert_eq!(
            (story, from, extra),
            (1, 0, 2),
            "from where the row can be added; the look may be left out"
        );
        grafts.covered.extend(graft.covers);
        assert!(grafts.graft(Kind::Look, page, key, &stories).is_none(), "once is enough");
    }

    #[test]
    fn a_way_there_and_back_comes_before_an_event_once() {
        let stories = walks();
        let (mut grafts, page, key) = known(&stories);
        let graft = grafts.graft(Kind::Trip, page, key, &stories).unwrap();
        assert_eq!(wishes(&graft).last().unwrap(), "tap #total");
        assert_eq!(graft.growing.extra, 2);
        let first = wishes(&graft);
        grafts.covered.extend(graft.covers);
        let graft = grafts.graft(Kind::Trip, page, key, &stories).unwrap();
        assert_ne!(wishes(&graft), first, "then the other one");
        grafts.covered.extend(graft.covers);
        assert!(grafts.graft(Kind::Trip, page, key, &stories).is_none());
    }
}
