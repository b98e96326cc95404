//! A walk through the app.

use std::collections::VecDeque;
use std::fmt;

use experiment::{Act, Begins, Chance, Ended, Keep, Next, Now, Tag, Walk, Walker};
use gui::Event;
use model::ScreenIds;

use crate::outside::{may_stay, way_back};
use crate::{EventSource, Here, How, Interesting, Seen, Stuck};

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
    /// Whether companions may have things done on the way.
    pub(crate) lets_others: bool,
    /// Whether it saves snapshots where that costs time.
    pub(crate) saves: bool,
    /// Packages and activities besides the app's own in which it may stay.
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

impl Walker for Wanderer {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        let screen = now.screens.travel;
        let Some(step) = now.step else {
            self.at.screens = Some(now.screens);
            self.seen.begin(screen);
            if self.begins != Begins::GoesOn {
                self.stuck.begin(screen);
            }
            // A fresh start is had without a snapshot of it.
            return (self.begins == Begins::Fresh).then(|| keep(false));
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
        let app = &self.seen.known().app;
        self.at.crashed = step.remarks.crash.as_ref().is_some_and(|crash| crash.is_of(app));
        self.at.refusals = 0;
        interesting.then(|| keep(self.saves))
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

    fn lets_others(&self) -> bool {
        self.lets_others
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
        if !may_stay(now.seen, &known.app, &self.allowed) {
            let event = way_back(self.at.calls, abilities);
            self.at.calls += 1;
            return Next::Do(Act::plain(event));
        }
        self.at.calls = 0;
        let here = Here { layout, screens: now.screens, abilities };
        let mut acts = VecDeque::from(self.source.draw(&here, &mut self.chance));
        // Where there is no room for all that belongs together, its end does for itself: opening the app, lighting the screen.
        let room = self.events.saturating_sub(now.steps as u64).max(1) as usize;
        acts.drain(..acts.len().saturating_sub(room));
        // A screen that offers nothing may change by itself.
        let act = acts.pop_front().unwrap_or(Act::plain(Event::Wait { ms: 1000 }));
        self.at.queue = acts;
        Next::Do(act)
    }
}

fn keep(dear: bool) -> Keep {
    Keep { tag: Tag::Interesting, dear }
}

#[cfg(test)]
mod tests {
    use experiment::Act;
    use gui::{Key, Layout, SystemEvent};
    use trace::{Crash, CrashKind, Moment, Step};

    use super::*;
    use crate::testing::{APP, button, id, ids, known, model, observation, page, page_of};
    use crate::{NewAndCovering, NoProgress, StuckSettings};

    /// A source that has the same for every screen.
    struct Always(Vec<Event>);

    impl EventSource for Always {
        fn draw(&mut self, _: &Here<'_>, _: &mut Chance) -> Vec<Act> {
            self.0.iter().cloned().map(Act::plain).collect()
        }
    }

    /// What a scripted phone shows after an event.
    #[derive(Clone)]
    struct Shows {
        screen: u128,
        package: &'static str,
        covers: bool,
        crashes: bool,
    }

    fn screen(screen: u128) -> Shows {
        Shows { screen, package: APP, covers: false, crashes: false }
    }

    fn elsewhere() -> Shows {
        Shows { package: "com.android.launcher3", ..screen(0) }
    }

    impl Shows {
        fn layout(&self) -> Layout {
            page_of(self.package, &[button("a")])
        }

        fn step(&self, event: Event) -> Step {
            let mut step = Step::new(Moment::default(), Some(event), Moment::of(self.layout()));
            step.remarks.covered.extend(self.covers.then(|| "part".into()));
            step.remarks.crash = self.crashes.then(crash);
            step
        }
    }

    fn crash() -> Crash {
        Crash {
            kind: CrashKind::Exception,
            summary: String::new(),
            stack: Vec::new(),
            process: Some(APP.to_owned()),
            own_frame: None,
            identity: None,
            paper_identity: None,
        }
    }

    fn tap() -> Event {
        Event::Tap { target: "#a".parse().unwrap() }
    }

    fn wanderer(events: u64, when_stuck: WhenStuck) -> Wanderer {
        Wanderer {
            source: Box::new(Always(vec![tap()])),
            interesting: Box::new(NewAndCovering),
            stuck: Box::new(NoProgress::new(StuckSettings::default())),
            when_stuck,
            seen: Seen::new(known(model(&[])), 0.2),
            chance: Chance::keyed(1, "walk", 0),
            events,
            begins: Begins::Fresh,
            lets_others: true,
            saves: true,
            allowed: Vec::new(),
            at: At::default(),
        }
    }

    /// Walks on a phone that starts on screen 1 and shows what `phone` says after each event, given the steps so far. Tells what
    /// was done, after how many steps something was kept, and how it ended.
    fn walk(mut walker: Wanderer, phone: impl Fn(usize, &Event) -> Shows) -> (Vec<Event>, Vec<usize>, Ended) {
        let (mut done, mut kept) = (Vec::new(), Vec::new());
        let mut shows = screen(1);
        let mut last: Option<Step> = None;
        loop {
            let seen = observation(shows.layout());
            let now = Now {
                step: last.as_ref(),
                steps: done.len(),
                seen: &seen,
                screens: ids(shows.screen),
                refused: None,
            };
            kept.extend(walker.see(&now).map(|_| done.len()));
            match walker.next(&now) {
                Next::Over(ended) => return (done, kept, ended),
                Next::Do(act) => {
                    shows = phone(done.len(), &act.event);
                    last = Some(shows.step(act.event.clone()));
                    done.push(act.event);
                }
            }
        }
    }

    #[test]
    fn a_walk_keeps_its_start_and_what_is_new_and_covers_something() {
        let (done, kept, ended) = walk(wanderer(5, WhenStuck::End), |steps, _| match steps {
            0 => Shows { covers: true, ..screen(1) },
            1 => screen(2),
            2 => Shows { covers: true, ..screen(3) },
            3 => Shows { covers: true, ..screen(2) },
            _ => Shows { covers: true, crashes: true, ..screen(4) },
        });
        assert_eq!((done.len(), kept, ended), (5, vec![0, 3], Ended::Crashed));
    }

    #[test]
    fn a_crash_ends_a_walk_or_restarts_the_app_or_nothing() {
        let crashes_first = |steps: usize, _: &Event| Shows { crashes: steps == 0, ..screen(2) };
        let (done, _, ended) = walk(wanderer(3, WhenStuck::End), crashes_first);
        assert_eq!((done.len(), ended), (1, Ended::Crashed));
        let (done, _, ended) = walk(wanderer(3, WhenStuck::Restart), crashes_first);
        assert_eq!((done, ended), (vec![tap(), Event::Restart, tap()], Ended::Done));
        let (done, _, ended) = walk(wanderer(3, WhenStuck::GoOn), crashes_first);
        assert_eq!((done, ended), (vec![tap(), tap(), tap()], Ended::Done));
    }

    #[test]
    fn a_walk_in_circles_ends_where_there_is_a_better_place() {
        let circles = |steps: usize, _: &Event| screen(2 + steps as u128 % 2);
        let (done, _, ended) = walk(wanderer(100, WhenStuck::End), circles);
        assert_eq!((done.len(), ended), (10, Ended::Stuck { how: "loop".to_owned() }));
        let (done, _, ended) = walk(wanderer(40, WhenStuck::GoOn), circles);
        assert_eq!((done.len(), ended), (40, Ended::Done));
    }

    #[test]
    fn after_a_restart_the_window_starts_anew() {
        let circles = |steps: usize, _: &Event| screen(2 + steps as u128 % 2);
        let (done, _, _) = walk(wanderer(40, WhenStuck::Restart), circles);
        let restarts: Vec<usize> = (0..40).filter(|&at| done[at] == Event::Restart).collect();
        assert_eq!(restarts, [10, 21, 32]);
    }

    #[test]
    fn the_app_is_called_back_without_touching_anything_else() {
        let (done, _, _) = walk(wanderer(9, WhenStuck::End), |steps, _| match steps {
            0..7 => elsewhere(),
            _ => screen(1),
        });
        let [back, home] = [Key::Back, Key::Home].map(|key| Event::Key { key });
        let light = Event::System { event: SystemEvent::Screen { on: true } };
        let calls = [Event::Launch, back, home, Event::Launch, light, Event::Restart, Event::Launch];
        assert_eq!(done, [&[tap()], &calls[..], &[tap()]].concat());
    }

    #[test]
    fn what_belongs_together_is_done_together() {
        let burst = vec![Event::Key { key: Key::Home }, Event::Launch];
        let mut walker = wanderer(3, WhenStuck::End);
        walker.source = Box::new(Always(burst.clone()));
        let (done, _, ended) = walk(walker, |_, event| match event {
            Event::Launch => screen(1),
            _ => elsewhere(),
        });
        // There is room for only half of the second one.
        assert_eq!((done, ended), ([&burst[..], &[Event::Launch]].concat(), Ended::Done));
    }

    #[test]
    fn a_walk_that_can_do_nothing_ends() {
        let mut walker = wanderer(10, WhenStuck::GoOn);
        let seen = observation(page(&[button("a")]));
        let mut now = Now { step: None, steps: 0, seen: &seen, screens: ids(1), refused: None };
        walker.see(&now);
        now.refused = Some("it is blocked");
        let tries = (1..).find(|_| matches!(walker.next(&now), Next::Over(_)));
        assert_eq!(tries, Some(21));
    }

    #[test]
    fn a_walk_that_goes_on_remembers_where_it_was() {
        let mut walker = wanderer(100, WhenStuck::End);
        walker.begins = Begins::GoesOn;
        for screen in [2, 3, 2, 3, 2, 3, 2, 3] {
            walker.stuck.pass(id(screen));
        }
        let (done, kept, ended) = walk(walker, |steps, _| screen(2 + steps as u128 % 2));
        assert_eq!((done.len(), kept, ended), (2, vec![], Ended::Stuck { how: "loop".to_owned() }));
    }
}
