//! Calibration: random walks through the model to a state that few inputs reach.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use experiment::{Act, Chance, Ended, Keep, Next, Now, Tag, Walk, Walker};
use gui::{Event, Key, Layout};
use mining::{Album, Look, Model, Rows};
use model::Volatile;

use super::ABOUT;
use super::generate::{WORDS, is_plain};
use super::input::key_of;

/// What a walk needs of a model: where one is by what a screen looks like, and what leads where.
#[derive(Debug, Default)]
pub(super) struct Map {
    /// The states that have a look, by the look's digest.
    states: HashMap<u128, Vec<u32>>,
    /// From each state, the states that one event leads to, each with events that did so and their keys.
    onward: Vec<BTreeMap<u32, Vec<(u64, Event)>>>,
}

impl Map {
    /// The map of a model; `event` says which event a step of a trace was, and its key.
    pub(super) fn of(
        model: &Model,
        album: &Album,
        event: impl Fn(usize, usize) -> Option<(u64, Event)>,
    ) -> Map {
        let mut states: HashMap<u128, Vec<u32>> = HashMap::new();
        for (digest, look) in album.digests() {
            let has = |state: &u32| model.states[*state as usize].looks.contains(&look);
            states.insert(digest, (0..model.states.len() as u32).filter(has).collect());
        }
        let onward = model.states.iter().map(|state| {
            let ways = state.onward.iter().map(|(&to, edges)| {
                (to, edges.iter().filter_map(|edge| event(edge.trace, edge.step)).collect())
            });
            ways.collect()
        });
        Map { states, onward: onward.collect() }
    }

    /// How many events it takes from each state to one.
    pub(super) fn distances_to(&self, target: u32) -> Vec<usize> {
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); self.onward.len()];
        for (from, ways) in self.onward.iter().enumerate() {
            for &to in ways.keys() {
                back[to as usize].push(from as u32);
            }
        }
        let mut far = vec![usize::MAX; self.onward.len()];
        let Some(first) = far.get_mut(target as usize) else { return far };
        *first = 0;
        let mut pending = VecDeque::from([target]);
        while let Some(state) = pending.pop_front() {
            let next = far[state as usize] + 1;
            for &from in &back[state as usize] {
                if far[from as usize] == usize::MAX {
                    far[from as usize] = next;
                    pending.push_back(from);
                }
            }
        }
        far
    }
}

/// A random walk through the model to a state, beside the phone: where the app does not do what the model says, it goes on from
/// where the app is.
///
/// It strolls at first: all states that one event leads to are equally likely, and so is to stop when standing on the target. Then it
/// heads for the target, by ways that are shorter each time; what led elsewhere than the model says is not tried again.
#[derive(Debug)]
pub(super) struct Calibration {
    pub(super) map: Arc<Map>,
    pub(super) target: u32,
    pub(super) app: Arc<str>,
    pub(super) volatile: Arc<Volatile>,
    pub(super) rows: Rows,
    pub(super) seed: u64,
    pub(super) number: u64,
    pub(super) events: usize,
}

struct Calibrating {
    map: Arc<Map>,
    far: Vec<usize>,
    app: Arc<str>,
    volatile: Arc<Volatile>,
    rows: Rows,
    chance: Chance,
    events: usize,
    /// So many events it lingers on its target: what else can be done there, and what a way there and back changes.
    lingers: usize,
    /// How often it was asked: what cannot be done makes no step.
    asked: usize,
    /// So many events it strolls.
    strolls: usize,
    /// Where the last event led from, and where to by the model.
    expected: Option<(u32, u32)>,
    /// What led elsewhere than the model says.
    failed: BTreeSet<(u32, u32)>,
}

impl Walk for Calibration {
    fn begin(&self) -> Box<dyn Walker> {
        let mut chance = Chance::keyed(self.seed, "deviant-behaviour calibrate", self.number);
        Box::new(Calibrating {
            map: Arc::clone(&self.map),
            far: self.map.distances_to(self.target),
            app: Arc::clone(&self.app),
            volatile: Arc::clone(&self.volatile),
            rows: self.rows,
            strolls: chance.below(self.events / 2),
            lingers: chance.below(self.events / 3),
            chance,
            events: self.events,
            asked: 0,
            expected: None,
            failed: BTreeSet::new(),
        })
    }
}

impl Calibrating {
    /// The state that the app is in: the one the model says, where the screen looks like it; else the one nearest to the target.
    fn state(&mut self, layout: &Layout, activity: &str) -> Option<u32> {
        let expected = self.expected.take();
        let look = Look::of(layout, activity, &self.app, &self.volatile, self.rows)?;
        let known = self.map.states.get(&look.digest().0).filter(|known| !known.is_empty());
        if let Some((from, to)) = expected {
            if known.is_some_and(|known| known.contains(&to)) {
                return Some(to);
            }
            self.failed.insert((from, to));
        }
        known?.iter().copied().min_by_key(|&state| self.far[state as usize])
    }

    /// The states to go on to, the best last: while strolling any, then those nearer to the target.
    fn onward(&mut self, state: u32, strolls: bool) -> Vec<u32> {
        let ways = self.map.onward[state as usize].keys().copied();
        let mut onward: Vec<(bool, u64, u32)> = ways
            .filter(|&to| !self.failed.contains(&(state, to)))
            .map(|to| {
                let nearer = self.far[to as usize] < self.far[state as usize];
                (nearer && !strolls, self.chance.draw(), to)
            })
            .collect();
        onward.sort_unstable();
        onward.into_iter().map(|(_, _, to)| to).collect()
    }

    /// Anything that can be done here.
    fn something_here(&mut self, layout: &Layout) -> Option<Event> {
        let mut events: Vec<Event> = layout.events().into_iter().filter(is_plain).collect();
        events.retain(|event| event.target().is_some());
        let mut event = self.chance.pick(&events)?.clone();
        if let Event::Edit { text, .. } = &mut event {
            text.clone_from(&(*self.chance.pick(&WORDS)?).to_owned());
        }
        Some(event)
    }

    /// An event that leads from a state to another, on this layout: one that did so, or the like of it.
    fn event(&mut self, from: u32, to: u32, layout: &Layout, activity: &str) -> Option<Event> {
        let map = Arc::clone(&self.map);
        let events = map.onward.get(from as usize)?.get(&to)?;
        let can = |event: &Event| event.target().is_none_or(|target| target.resolve(layout).is_ok());
        let exact: Vec<&Event> = events.iter().map(|(_, event)| event).filter(|event| can(event)).collect();
        if let Some(&event) = self.chance.pick(&exact) {
            return Some(event.clone());
        }
        let like = |event: &Event| events.iter().any(|(key, _)| *key == key_of(event, layout, activity));
        let offered: Vec<Event> = layout.events().into_iter().filter(like).collect();
        self.chance.pick(&offered).cloned()
    }
}

impl Walker for Calibrating {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        Some(Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false })
    }

    fn next(&mut self, now: &Now<'_>) -> Next {
        let crashed = now.step.is_some_and(|step| step.remarks.crash.is_some());
        self.asked += 1;
        if now.steps >= self.events || self.asked > 2 * self.events || crashed {
            return Next::Over(Ended::Done);
        }
        let layout = &now.seen.layout;
        let activity = now.seen.foreground.activity.as_ref().map(ToString::to_string).unwrap_or_default();
        let back = Next::Do(Act::plain(Event::Key { key: Key::Back }));
        if layout.package() != &*self.app {
            return Next::Do(Act::plain(Event::Launch));
        }
        let Some(state) = self.state(layout, &activity) else { return back };
        let strolls = now.steps < self.strolls;
        let mut onward = self.onward(state, strolls);
        let is_there = self.far[state as usize] == 0;
        if is_there && (!strolls || self.chance.below(onward.len() + 1) == 0) {
            return match self.something_here(layout) {
                Some(event) if self.lingers > 0 => {
                    (self.lingers, self.strolls) = (self.lingers - 1, 0);
                    Next::Do(Act::plain(event))
                }
                _ => Next::Over(Ended::Done),
            };
        }
        while let Some(to) = onward.pop() {
            if let Some(event) = self.event(state, to, layout, &activity) {
                self.expected = Some((state, to));
                return Next::Do(Act::plain(event));
            }
        }
        back
    }

    fn lets_others(&self) -> bool {
        false
    }
}
