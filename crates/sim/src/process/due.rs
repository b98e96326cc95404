//! What an app does by itself: timers, work, snackbars.

use std::time::Duration;

use super::activity::Activity;
use super::jobs::Job;
use super::program::Due;
use super::runner::Runner;
use super::{Crash, Dispatch};
use crate::phone::Machine;
use crate::{App, Kind};

impl<A: App> Runner<A> {
    /// What is due first: a timer, work, a snackbar that goes away, or the end of being busy.
    pub(super) fn first_due(&self, once: bool) -> Option<(Due, Source)> {
        let state = &*self.state;
        state.pid?;
        let mut first: Option<(Due, Source)> = None;
        let mut offer = |at: Duration, number, source| {
            let due = Due { at: at.max(state.busy_until), number };
            if first.is_none_or(|(earlier, _)| due < earlier) {
                first = Some((due, source));
            }
        };
        for activity in &state.stack {
            let in_front = state.resumed == Some(activity.id);
            for timer in activity.timers.iter().filter(|timer| timer.every.is_none() || in_front && !once) {
                offer(timer.due, timer.number, Source::Message);
            }
            if let Some(bar) = &activity.snackbar {
                offer(bar.until, 0, Source::Snackbar(activity.id));
            }
        }
        for work in &state.work {
            offer(work.due, work.number, Source::Message);
        }
        let undrawn = state.stale && state.in_front && !state.stack.is_empty();
        if state.busy_until > Duration::ZERO && (state.late || undrawn) {
            offer(state.busy_until, 0, Source::Awakening);
        }
        first
    }

    /// Takes the message out that is due, or, where it repeats, sets its next time.
    fn take_due(&mut self, number: u64) -> Option<Job<A>> {
        let state = &mut *self.state;
        if let Some(at) = state.work.iter().position(|work| work.number == number) {
            let work = state.work.remove(at);
            let is_open = state.stack.iter().any(|activity| activity.id == work.to);
            let to = if is_open { work.to } else { state.stack.last()?.id };
            return Some(Job::Message { to, message: work.message, dispatch: Dispatch::Result });
        }
        for activity in &mut state.stack {
            let Some(at) = activity.timers.iter().position(|timer| timer.number == number) else { continue };
            let dispatch = Dispatch::Timer;
            let timer = &mut activity.timers[at];
            let to = timer.to;
            return Some(match timer.every {
                Some(every) => {
                    timer.due = timer.due.max(state.busy_until) + every;
                    Job::Message { to, message: timer.message.clone(), dispatch }
                }
                None => Job::Message { to, message: activity.timers.remove(at).message, dispatch },
            });
        }
        None
    }

    /// Lets the app go on with what is due first.
    pub(super) fn fire_first(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        let Some((due, source)) = self.first_due(false) else { return Ok(()) };
        match source {
            Source::Message => {
                let job = self.take_due(due.number);
                self.run(machine, job)
            }
            Source::Snackbar(id) => {
                for activity in self.state.stack.iter_mut().filter(|activity| activity.id == id) {
                    activity.snackbar = None;
                }
                self.state.stale = true;
                self.draw_top(machine)
            }
            Source::Awakening => self.run(machine, []),
        }
    }

    /// Whether a wheel turns on its screen while there is work behind it.
    pub(super) fn turns_a_wheel(&self) -> bool {
        let turns = |top: &Activity<A>| {
            let window = &top.active().window;
            let mut nodes = window.tree().nodes.iter().enumerate();
            nodes.any(|(at, node)| node.view.kind == Kind::Spinner && window.visible(at).is_some())
        };
        !self.state.work.is_empty() && self.top().is_some_and(turns)
    }
}

/// Where something due comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// A timer or work.
    Message,
    Snackbar(u32),
    /// The main thread is no longer busy: it hears what it missed, and draws.
    Awakening,
}
