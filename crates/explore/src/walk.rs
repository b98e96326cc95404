//! A walk through the app.

use std::collections::VecDeque;
use std::fmt;

use experiment::{Act, Chance, Ended, Keep, Next, Now, Walk, Walker};
use gui::Event;
use model::ScreenIds;

use crate::outside::{may_stay, way_back};
use crate::{EventSource, Here, How, Interesting, Seen, Stuck};

/// What interesting conditions are kept for.
pub(crate) const INTERESTING: &str = "interesting";
/// After so many acts in a row that could not be done, a walk gives up.
const MAX_REFUSALS: u32 = 20;

/// A walk that makes everything it needs when it begins, so that it begins alike every time.
pub(crate) struct Wandering<F> {
    pub(crate) name: String,
    pub(crate) make: F,
}

/// A walk under way.
pub(crate) struct Wanderer {
    pub(crate) source: Box<dyn EventSource>,
    pub(crate) interesting: Box<dyn Interesting>,
    pub(crate) stuck: Box<dyn Stuck>,
    pub(crate) when_stuck: WhenStuck,
    pub(crate) seen: Seen,
    pub(crate) chance: Chance,
    /// How many events it has.
    pub(crate) events: u64,
    pub(crate) begins: Begins,
    /// Packages besides the app's own in which it may stay.
    pub(crate) allowed: Vec<String>,
    pub(crate) at: At,
}

/// Where a walk is.
#[derive(Default)]
pub(crate) struct At {
    screens: Option<ScreenIds>,
    /// Acts that belong to the last one.
    queue: VecDeque<Act>,
    /// How often the app was called back in vain.
    calls: usize,
    refusals: u32,
    crashed: bool,
}

/// How a walk begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begins {
    /// With a fresh start, which is always worth keeping.
    Fresh,
    /// Where it travelled to.
    Travelled,
    /// Where an earlier one ended.
    GoesOn,
}

/// What to do when a walk does not get any further, or the app has crashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhenStuck {
    /// The walk is over: there is a better place.
    End,
    /// The app is started anew.
    Restart,
    /// Nothing.
    GoOn,
}

impl<F: Fn() -> Wanderer + Send + Sync> Walk for Wandering<F> {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new((self.make)())
    }
}

impl<F> fmt::Debug for Wandering<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Begins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Begins::Fresh => "start",
            Begins::Travelled => "travel",
            Begins::GoesOn => "walk",
        })
    }
}

impl Walker for Wanderer {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        let screen = now.screens.travel;
        let Some(step) = now.step else {
            self.at.screens = Some(now.screens);
            self.seen.begin(screen);
            if self.begins != Begins::GoesOn {
                self.stuck.begin(screen);
            }
            return (self.begins == Begins::Fresh).then(keep);
        };
        let interesting = self.interesting.is_interesting(now, &self.seen);
        self.seen.visit(screen);
        match step.event {
            Some(Event::Restart) => self.stuck.begin(screen),
            _ => self.stuck.pass(screen),
        }
        if let Some(from) = self.at.screens.replace(now.screens) {
            self.source.learn(step, from, now.screens);
        }
        self.at.crashed = step.remarks.crash.is_some();
        self.at.refusals = 0;
        interesting.then(keep)
    }

    fn next(&mut self, now: &Now<'_>) -> Next {
        if now.refused.is_some() {
            self.at.queue.clear();
            self.at.refusals += 1;
        }
        if let Some(over) = self.over(now) {
            return Next::Over(over);
        }
        if let Some(act) = self.at.queue.pop_front() {
            return Next::Do(act);
        }
        let crashed = std::mem::take(&mut self.at.crashed);
        if self.when_stuck == WhenStuck::Restart && (crashed || self.stuck.how(&self.seen).is_some()) {
            return Next::Do(Act::plain(Event::Restart));
        }
        self.act(now)
    }
}

impl Wanderer {
    /// Whether and how the walk is over.
    fn over(&self, now: &Now<'_>) -> Option<Ended> {
        let ends = self.when_stuck == WhenStuck::End;
        let stuck = |how: How| Ended::Stuck { how: how.to_string() };
        match () {
            () if self.at.crashed && ends => Some(Ended::Crashed),
            () if self.at.refusals > MAX_REFUSALS => Some(stuck(How::DeadEnd)),
            // A screen that was darkened must be lit again, whoever comes next.
            () if !self.at.queue.is_empty() => None,
            () if now.steps as u64 >= self.events => Some(Ended::Done),
            () if ends => self.stuck.how(&self.seen).map(stuck),
            () => None,
        }
    }

    fn act(&mut self, now: &Now<'_>) -> Next {
        let known = self.seen.known();
        let abilities = known.abilities;
        let layout = &now.seen.layout;
        if !may_stay(layout.package(), &known.app, &self.allowed) {
            let event = way_back(self.at.calls, abilities);
            self.at.calls += 1;
            return Next::Do(Act::plain(event));
        }
        self.at.calls = 0;
        let here = Here { layout, screens: now.screens, abilities };
        let mut acts = VecDeque::from(self.source.draw(&here, &mut self.chance));
        // A screen that offers nothing may change by itself.
        let act = acts.pop_front().unwrap_or(Act::plain(Event::Wait { ms: 1000 }));
        self.at.queue = acts;
        Next::Do(act)
    }
}

fn keep() -> Keep {
    Keep { tag: INTERESTING.to_owned(), dear: true }
}
