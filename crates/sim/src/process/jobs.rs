//! Running an app's code, and doing what it asks for.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Write};
use std::time::Duration;

use gui::SystemEvent;

use super::activity::{Activity, Snackbar, Timer};
use super::program::{Asked, Runner};
use super::{Crash, Dispatch};
use crate::look::{Theme, Window};
use crate::phone::{Machine, Named, Wish, Writer};
use crate::{App, Context, Effect, Exception, Lifecycle, Look, Outcome, Recreation, Shared};

/// How long a snackbar stays.
const SNACKBAR: Duration = Duration::from_secs(4);
/// Shorter intervals would keep the phone from anything else.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);
/// An app that keeps itself busy for longer (screens that open each other for ever) waits for the next event.
const MAX_JOBS: usize = 256;
/// Android puts an end to larger stacks too, though by running out of memory.
const MAX_ACTIVITIES: usize = 64;

/// Something to be done within an app.
pub(crate) enum Job<A: App> {
    Message {
        to: u32,
        message: A::Message,
        dispatch: Dispatch,
    },
    Lifecycle {
        of: u32,
        moment: Lifecycle,
    },
    Received(SystemEvent),
    Effect {
        from: u32,
        effect: Effect<A>,
    },
    /// Takes an activity off the stack.
    Close(u32),
}

impl<A: App> Runner<A> {
    /// Does the jobs and all that follows from them, then draws.
    pub(crate) fn run(
        &mut self,
        machine: &mut Machine,
        first: impl IntoIterator<Item = Job<A>>,
    ) -> Result<(), Crash> {
        let mut jobs: VecDeque<Job<A>> = first.into_iter().collect();
        for _ in 0..MAX_JOBS {
            let next = jobs.pop_front();
            let Some(job) = next.or_else(|| self.next_lifecycle(machine)) else { break };
            // What follows from a job comes before what was waiting.
            for follows in self.perform(machine, job)?.into_iter().rev() {
                jobs.push_front(follows);
            }
        }
        self.draw_top(machine)
    }

    /// A process with its first screen, where either is missing.
    pub(crate) fn start(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        if !self.state.stack.is_empty() {
            return Ok(());
        }
        let activity = self.manifest.activities.first().copied().unwrap_or("MainActivity");
        self.start_process(machine, activity);
        let state = &mut *self.state;
        let mut cx = Context {
            store: &mut state.store,
            memory: &mut state.memory,
            config: &machine.config,
            faults: self.faults,
            unix_ms: machine.unix_ms(),
            granted: &state.granted,
            reached: &mut state.reached,
            noise: &mut machine.noise,
            effects: Vec::new(),
        };
        let started = A::start(&mut cx);
        let effects = cx.effects;
        let crash = |exception| self.crash(exception, activity, "onCreate", Dispatch::Create);
        let screen = started.map_err(crash)?;
        let id = self.push(machine, screen);
        let effects = effects.into_iter().map(|effect| Job::Effect { from: id, effect });
        self.run(machine, effects.collect::<Vec<_>>())
    }

    fn start_process(&mut self, machine: &mut Machine, activity: &str) {
        if self.state.pid.is_none() {
            let pid = machine.new_pid();
            self.state.pid = Some(pid);
            let (package, uid) = (self.manifest.package, self.uid);
            machine.tell_start(Named { package, activity, pid, uid });
        }
    }

    /// Puts a screen on the stack.
    fn push(&mut self, machine: &mut Machine, screen: A::Screen) -> u32 {
        let id = self.next_number() as u32;
        let page = self.page_window(machine);
        self.state.stack.push(Shared::new(Activity::new(id, screen, page, machine.config_number)));
        self.state.stale = true;
        machine.slide();
        id
    }

    fn page_window(&self, machine: &Machine) -> Window {
        let theme = Theme { dark: machine.config.dark, primary: self.manifest.color };
        Window::new(self.manifest.package, machine.app_frame(), theme, machine.metrics())
    }

    pub(crate) fn next_number(&mut self) -> u64 {
        self.state.last_number += 1;
        self.state.last_number
    }

    /// What Android does next so that exactly the topmost activity is in front, and made for the phone as it is.
    fn next_lifecycle(&mut self, machine: &mut Machine) -> Option<Job<A>> {
        let top = self.top().filter(|_| self.state.in_front);
        let wanted =
            top.filter(|top| !top.lost && top.config_number == machine.config_number).map(|top| top.id);
        if let Some(of) = self.state.resumed.filter(|&resumed| Some(resumed) != wanted) {
            self.state.resumed = None;
            return Some(Job::Lifecycle { of, moment: Lifecycle::Paused });
        }
        let of = top?.id;
        if self.state.resumed.is_none() {
            self.make_anew(machine);
            self.state.resumed = Some(of);
            return Some(Job::Lifecycle { of, moment: Lifecycle::Resumed });
        }
        None
    }

    /// Makes the topmost activity anew if its process ended or the phone changed since it was made.
    fn make_anew(&mut self, machine: &mut Machine) {
        let Some(top) = self.top() else { return };
        let why = match (top.lost, top.config_number == machine.config_number) {
            (true, _) => Recreation::ProcessDeath,
            (false, false) => Recreation::Configuration,
            (false, true) => return,
        };
        self.start_process(machine, A::activity(&self.state.stack[self.state.stack.len() - 1].screen));
        let (page, metrics) = (self.page_window(machine), machine.metrics());
        let faults = self.faults;
        let state = &mut *self.state;
        let look = Look {
            store: &*state.store,
            memory: &*state.memory,
            config: &machine.config,
            faults,
            unix_ms: machine.unix_ms(),
            granted: &state.granted,
            windows: &[],
        };
        let Some(top) = state.stack.last_mut() else { return };
        let screen = A::recreated(&look, (*top.screen).clone(), why);
        top.screen = Shared::new(screen);
        top.forget_windows(page, &metrics);
        (top.lost, top.config_number) = (false, machine.config_number);
        state.stale = true;
        machine.keyboard = None;
    }

    /// Does one job; what follows from it.
    fn perform(&mut self, machine: &mut Machine, job: Job<A>) -> Result<Vec<Job<A>>, Crash> {
        match job {
            Job::Message { to, message, dispatch } => {
                let method = format!("on{}", FirstWord::of(&message));
                self.call(machine, to, (&method, dispatch), |cx, screen| A::update(cx, screen, message))
            }
            Job::Lifecycle { of, moment } => {
                let how = match moment {
                    Lifecycle::Resumed => ("onResume", Dispatch::Resume),
                    Lifecycle::Paused => ("onPause", Dispatch::Pause),
                };
                if moment == Lifecycle::Resumed {
                    self.rearm(of, machine.now);
                }
                self.call(machine, of, how, |cx, screen| A::lifecycle(cx, screen, moment))
            }
            Job::Received(event) => {
                let Some(to) = self.top().filter(|top| !top.lost).map(|top| top.id) else {
                    return Ok(Vec::new());
                };
                let how = ("onReceive", Dispatch::Broadcast);
                self.call(machine, to, how, |cx, screen| A::received(cx, screen, &event))
            }
            Job::Effect { from, effect } => Ok(self.apply(machine, from, effect)),
            Job::Close(id) => {
                self.state.stack.retain(|activity| activity.id != id);
                self.state.stale = true;
                machine.slide();
                Ok(Vec::new())
            }
        }
    }

    /// Calls into the app on behalf of one of its activities. An activity that is gone by now gets nothing.
    fn call(
        &mut self,
        machine: &mut Machine,
        id: u32,
        (method, dispatch): (&str, Dispatch),
        code: impl FnOnce(&mut Context<'_, A>, &mut A::Screen) -> Outcome,
    ) -> Result<Vec<Job<A>>, Crash> {
        let Some(at) = self.state.stack.iter().position(|activity| activity.id == id) else {
            return Ok(Vec::new());
        };
        let state = &mut *self.state;
        state.stale = true;
        let activity = &mut *state.stack[at];
        let mut cx = Context {
            store: &mut state.store,
            memory: &mut state.memory,
            config: &machine.config,
            faults: self.faults,
            unix_ms: machine.unix_ms(),
            granted: &state.granted,
            reached: &mut state.reached,
            noise: &mut machine.noise,
            effects: Vec::new(),
        };
        let outcome = code(&mut cx, &mut activity.screen);
        let effects = cx.effects;
        let name = A::activity(&activity.screen);
        outcome.map_err(|exception| self.crash(exception, name, method, dispatch))?;
        Ok(effects.into_iter().map(|effect| Job::Effect { from: id, effect }).collect())
    }

    pub(crate) fn crash(
        &self,
        exception: Exception,
        activity: &str,
        method: &str,
        dispatch: Dispatch,
    ) -> Crash {
        let method = format!("{}.{activity}.{method}", self.manifest.package);
        Crash { exception, method, dispatch }
    }

    /// Does what a handler asked for; what follows within the app.
    fn apply(&mut self, machine: &mut Machine, from: u32, effect: Effect<A>) -> Vec<Job<A>> {
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
    pub(crate) fn closing(&mut self, id: u32, result: Option<A::Message>) -> Vec<Job<A>> {
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
        let granted = self.state.granted.contains(&name);
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
    fn rearm(&mut self, id: u32, now: Duration) {
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

/// The name of a message's variant: what `Debug` prints up to the first sign that is not part of a name.
struct FirstWord(String);

impl FirstWord {
    fn of(message: &impl Debug) -> String {
        let mut word = FirstWord(String::with_capacity(16));
        // An error only says that the word has ended.
        let _ = write!(word, "{message:?}");
        word.0
    }
}

impl Write for FirstWord {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        self.0.push_str(&part[..end]);
        if end < part.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_named_by_their_variant() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only printed")]
        enum Message {
            Save,
            Open(u32),
            Rename { name: &'static str },
        }
        for (message, name) in
            [(Message::Save, "Save"), (Message::Open(3), "Open"), (Message::Rename { name: "x" }, "Rename")]
        {
            assert_eq!(FirstWord::of(&message), name);
        }
    }
}
