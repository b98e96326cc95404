//! Running an app's code.

use std::collections::VecDeque;

use gui::SystemEvent;

use super::activity::Activity;
use super::first_word::FirstWord;
use super::runner::Runner;
use super::{Crash, Dispatch};
use crate::look::{Theme, Window};
use crate::phone::{Machine, Named};
use crate::{App, Context, Effect, Exception, Lifecycle, Outcome, Recreation, Shared};

/// An app that keeps itself busy for longer, with screens that open each other for ever, is cut short.
const MAX_JOBS: usize = 256;

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
    /// Makes sure that an activity is made for the process and the phone as they are.
    Prepare(u32),
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
        let mut cx = state.data.context(machine, self.faults);
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
    pub(super) fn push(&mut self, machine: &mut Machine, screen: A::Screen) -> u32 {
        let id = self.next_number() as u32;
        machine.tell_activity(self.manifest.package, A::activity(&screen), id);
        let page = self.page_window(machine);
        self.state.stack.push(Shared::new(Activity::new(id, screen, page, machine.config_number)));
        self.state.stale = true;
        machine.slide();
        id
    }

    fn page_window(&self, machine: &Machine) -> Window {
        let theme = Theme {
            dark: machine.config.dark,
            primary: self.manifest.color,
            renamed: self.faults.are_renamed(),
        };
        Window::new(self.manifest.package, machine.app_frame(), theme, machine.metrics())
    }

    pub(crate) fn next_number(&mut self) -> u64 {
        self.state.last_number += 1;
        self.state.last_number
    }

    /// What Android does next so that exactly the topmost activity is in front, and made for the phone as it is. A busy main
    /// thread hears of it later.
    fn next_lifecycle(&mut self, machine: &mut Machine) -> Option<Job<A>> {
        self.state.late = machine.now < self.state.busy_until;
        if self.state.late {
            return None;
        }
        let top = self.top().filter(|_| self.state.in_front);
        let wanted =
            top.filter(|top| !top.lost && top.config_number == machine.config_number).map(|top| top.id);
        if let Some(of) = self.state.resumed.filter(|&resumed| Some(resumed) != wanted) {
            self.state.resumed = None;
            return Some(Job::Lifecycle { of, moment: Lifecycle::Paused });
        }
        let of = top?.id;
        if self.state.resumed.is_none() {
            self.make_anew(machine, of);
            self.state.resumed = Some(of);
            return Some(Job::Lifecycle { of, moment: Lifecycle::Resumed });
        }
        None
    }

    /// Makes an activity anew if its process ended or the phone changed since it was made.
    fn make_anew(&mut self, machine: &mut Machine, id: u32) {
        let Some(at) = self.state.stack.iter().position(|activity| activity.id == id) else { return };
        let activity = &self.state.stack[at];
        let why = match (activity.lost, activity.config_number == machine.config_number) {
            (true, _) => Recreation::ProcessDeath,
            (false, false) => Recreation::Configuration,
            (false, true) => return,
        };
        self.start_process(machine, A::activity(&self.state.stack[at].screen));
        let state = &mut *self.state;
        let activity = &mut *state.stack[at];
        let look = state.data.look(machine, self.faults, &[]);
        activity.screen = Shared::new(A::recreated(&look, (*activity.screen).clone(), why));
        activity.forget_popups();
        (activity.lost, activity.config_number) = (false, machine.config_number);
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
            Job::Prepare(id) => {
                self.make_anew(machine, id);
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
        let mut cx = state.data.context(machine, self.faults);
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
}
