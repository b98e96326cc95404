//! Doing what an app's code asks of the phone.

use std::time::Duration;

use super::Dispatch;
use super::activity::{Activity, Snackbar, Timer};
use super::jobs::Job;
use super::runner::{Asked, Runner};
use crate::phone::{Machine, Wish, Writer};
use crate::{App, Effect, Lifecycle};

/// How long a snackbar stays.
const SNACKBAR: Duration = Duration::from_secs(4);
/// Shorter intervals would keep the phone from anything else.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);
/// Android puts an end to larger stacks too, though by running out of memory.
const MAX_ACTIVITIES: usize = 64;

impl<A: App> Runner<A> {
    /// Does what a handler asked for; what follows within the app.
    pub(super) fn apply(&mut self, machine: &mut Machine, from: u32, effect: Effect<A>) -> Vec<Job<A>> {
        let now = machine.now;
        match effect {
            Effect::Open(screen) if self.state.stack.len() < MAX_ACTIVITIES => {
                self.push(machine, screen);
            }
            Effect::Open(_) => {}
            Effect::Finish => return self.closing(from, None),
            Effect::FinishWith(result) => return self.closing(from, Some(result)),
            Effect::Toast(text) => machine.toast(text),
            Effect::Snackbar { text, action } => {
                if let Some(activity) = self.activity_mut(from) {
                    activity.snackbar = Some(Snackbar { text, action, until: now + SNACKBAR });
                }
            }
            Effect::After { time, message } => self.add_timer(from, now + time, None, message),
            Effect::Every { time, message } => {
                let time = time.max(SHORTEST_INTERVAL);
                self.add_timer(from, now + time, Some(time), message);
            }
            Effect::StopTimers => {
                if let Some(activity) = self.activity_mut(from) {
                    activity.timers.clear();
                }
            }
            Effect::Background { time, message } => {
                let number = self.next_number();
                self.state.work.push(Timer { due: now + time, number, every: None, to: from, message });
            }
            Effect::AskPermission { name, answer } => return self.ask(machine, from, name, answer),
            Effect::Share(text) => machine.wishes.push(Wish::Share { package: self.manifest.package, text }),
            Effect::Log { priority, tag, message } => {
                let pid = self.state.pid.unwrap_or_default();
                machine.write(Writer { pid, tid: pid, buffer: "main" }, priority, tag, message);
            }
            Effect::Block(time) => self.state.busy_until = self.state.busy_until.max(now) + time,
            Effect::HideKeyboard => machine.keyboard = None,
            Effect::Focus(id) => self.state.focus_next = Some(id),
        }
        Vec::new()
    }

    /// Pauses the activity if it is in front, takes it away, and hands its result to the one below.
    pub(super) fn closing(&mut self, id: u32, result: Option<A::Message>) -> Vec<Job<A>> {
        let Some(at) = self.state.stack.iter().position(|activity| activity.id == id) else {
            return Vec::new();
        };
        let mut jobs = Vec::new();
        if self.state.resumed == Some(id) {
            self.state.resumed = None;
            jobs.push(Job::Lifecycle { of: id, moment: Lifecycle::Paused });
        }
        jobs.push(Job::Close(id));
        if let (Some(message), Some(below)) = (result, at.checked_sub(1)) {
            let to = self.state.stack[below].id;
            jobs.push(Job::Message { to, message, dispatch: Dispatch::Result });
        }
        jobs
    }

    fn ask(
        &mut self,
        machine: &mut Machine,
        from: u32,
        name: &'static str,
        answer: fn(bool) -> A::Message,
    ) -> Vec<Job<A>> {
        let granted = self.state.data.granted.contains(&name);
        // Who said no twice is not asked again.
        let refused = self.state.denied.iter().any(|&(denied, times)| denied == name && times >= 2);
        if granted || refused {
            return vec![Job::Message { to: from, message: answer(granted), dispatch: Dispatch::Result }];
        }
        self.state.asking.push_back(Asked { from, name, answer });
        machine.wishes.push(Wish::AskPermission { package: self.manifest.package, name });
        Vec::new()
    }

    fn add_timer(&mut self, from: u32, due: Duration, every: Option<Duration>, message: A::Message) {
        let number = self.next_number();
        if let Some(activity) = self.activity_mut(from) {
            activity.timers.push(Timer { due, number, every, to: from, message });
        }
    }

    /// Repeating timers begin anew when their activity comes to the front.
    pub(super) fn rearm(&mut self, id: u32, now: Duration) {
        let Some(activity) = self.activity_mut(id) else { return };
        for timer in &mut activity.timers {
            if let Some(every) = timer.every {
                timer.due = now + every;
            }
        }
    }

    fn activity_mut(&mut self, id: u32) -> Option<&mut Activity<A>> {
        self.state.stack.iter_mut().find(|activity| activity.id == id).map(|activity| &mut **activity)
    }
}
