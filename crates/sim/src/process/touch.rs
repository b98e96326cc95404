//! Fingers, keys and time: the ways in which an app is set going.

use std::hash::Hasher;
use std::time::Duration;

use gui::SystemEvent;

use super::activity::Activity;
use super::jobs::Job;
use super::program::{Answer, Due, Program, Runner};
use super::{Crash, Dispatch, Finger, Reaction, Stroke};
use crate::look::Window;
use crate::phone::Machine;
use crate::{App, Kind, Manifest, Reached, Shared};

impl<A: App> Runner<A> {
    /// What follows from what a window made of a finger or key.
    fn react(
        &mut self,
        machine: &mut Machine,
        reactions: impl IntoIterator<Item = Reaction<A::Message>>,
    ) -> Result<(), Crash> {
        let Some(to) = self.top().map(|top| top.id) else { return Ok(()) };
        let mut jobs = Vec::new();
        for reaction in reactions {
            self.state.stale = true;
            match reaction {
                Reaction::Send(message, dispatch) => jobs.push(Job::Message { to, message, dispatch }),
                Reaction::Menu { items, anchor } => self.open_popup(machine, items, anchor),
                Reaction::Type(keyboard) => machine.keyboard = Some(keyboard),
                Reaction::StopTyping => machine.keyboard = None,
                Reaction::Scrolled => {}
            }
        }
        self.run(machine, jobs)
    }

    /// A finger beside a menu or dialog puts it away.
    fn dismiss(&mut self, machine: &mut Machine) -> Result<bool, Crash> {
        let Some(top) = self.top_mut() else { return Ok(false) };
        if top.menu.take().is_some() {
            return Ok(true);
        }
        let Some(dialog) = &top.dialog else { return Ok(false) };
        let cancel = dialog.on_cancel.clone().map(|message| Reaction::Send(message, Dispatch::Back));
        self.react(machine, cancel)?;
        Ok(true)
    }

    fn touch_top(&mut self, machine: &mut Machine, finger: Finger) -> Result<(), Crash> {
        let (Finger::Tap(at) | Finger::Hold(at) | Finger::Drag { from: at, .. }) = finger;
        let Some(top) = self.top_mut() else { return Ok(()) };
        let covered = top.menu.is_some() || top.dialog.is_some();
        if covered && !top.active().window.covers(at) {
            return self.dismiss(machine).map(drop);
        }
        let undoes = top.active().id_at(at) == Some("snackbar_action");
        let mut reactions = top.active_mut().touch(finger);
        if undoes {
            top.snackbar = None;
        }
        let sends = reactions.iter().any(|reaction| matches!(reaction, Reaction::Send(..)));
        if sends && top.menu.take().is_some() {
            for reaction in &mut reactions {
                if let Reaction::Send(_, dispatch) = reaction {
                    *dispatch = Dispatch::Menu;
                }
            }
        }
        self.react(machine, reactions)
    }

    fn deny(&mut self, name: &'static str) {
        match self.state.denied.iter_mut().find(|(denied, _)| *denied == name) {
            Some((_, times)) => *times += 1,
            None => self.state.denied.push((name, 1)),
        }
    }

    /// What is due first: a timer, work, or a snackbar that goes away.
    fn first_due(&self, once: bool) -> Option<(Due, Source)> {
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
        if state.stale && state.in_front && !state.stack.is_empty() && state.busy_until > Duration::ZERO {
            offer(state.busy_until, 0, Source::Drawing);
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
}

/// Where something due comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A timer or work.
    Message,
    Snackbar(u32),
    /// What a busy main thread has not drawn yet.
    Drawing,
}

impl<A: App> Program for Runner<A> {
    fn boxed_clone(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn uid(&self) -> u32 {
        self.uid
    }

    fn set_uid(&mut self, uid: u32) {
        self.uid = uid;
    }

    fn pid(&self) -> Option<u32> {
        self.state.pid
    }

    fn activity(&self) -> Option<&'static str> {
        self.top().map(|top| A::activity(&top.screen))
    }

    fn depth(&self) -> usize {
        self.state.stack.len()
    }

    fn window_number(&self) -> (u32, u8) {
        self.top()
            .map_or((0, 0), |top| (top.id, u8::from(top.dialog.is_some()) + 2 * u8::from(top.menu.is_some())))
    }

    fn busy_until(&self) -> Duration {
        self.state.busy_until
    }

    fn open(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        self.start(machine)
    }

    fn set_front(&mut self, machine: &mut Machine, front: bool) -> Result<(), Crash> {
        self.state.in_front = front;
        self.run(machine, [])
    }

    fn draw(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        self.draw_top(machine)
    }

    fn redraw(&mut self) {
        self.state.stale = true;
    }

    fn touch(&mut self, machine: &mut Machine, finger: Finger) -> Result<(), Crash> {
        self.touch_top(machine, finger)
    }

    fn stroke(&mut self, machine: &mut Machine, stroke: Stroke) -> Result<(), Crash> {
        let reaction = self.top_mut().and_then(|top| top.active_mut().stroke(stroke));
        self.react(machine, reaction)
    }

    fn move_focus(&mut self, machine: &mut Machine, forward: bool) {
        if let Some(top) = self.top_mut() {
            top.active_mut().move_focus(forward);
            machine.keyboard = machine.keyboard.and(top.active().typing());
            self.state.stale = true;
        }
    }

    fn tap_focused(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        let reactions = self.top_mut().map(|top| top.active_mut().tap_focused());
        self.react(machine, reactions.unwrap_or_default())
    }

    fn open_menu(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        let page = self.top_mut().filter(|top| top.menu.is_none() && top.dialog.is_none());
        let reactions = page.map(|top| top.page.open_menu());
        self.react(machine, reactions.unwrap_or_default())
    }

    fn back(&mut self, machine: &mut Machine) -> Result<bool, Crash> {
        if self.dismiss(machine)? {
            return Ok(true);
        }
        let message = self.top().and_then(|top| top.on_back.clone());
        let used = message.is_some();
        self.react(machine, message.map(|message| Reaction::Send(message, Dispatch::Back)))?;
        Ok(used)
    }

    fn close_top(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        let Some(top) = self.top().map(|top| top.id) else { return Ok(()) };
        let jobs = self.closing(top, None);
        self.run(machine, jobs)
    }

    fn is_typing(&self) -> bool {
        self.top().is_some_and(|top| top.active().typing().is_some())
    }

    fn due(&self, once: bool) -> Option<Due> {
        self.first_due(once).map(|(due, _)| due)
    }

    fn fire(&mut self, machine: &mut Machine) -> Result<(), Crash> {
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
            Source::Drawing => self.draw_top(machine),
        }
    }

    fn is_waiting_for_work(&self) -> bool {
        let turns = |top: &Activity<A>| {
            let window = &top.active().window;
            let mut nodes = window.tree().nodes.iter().enumerate();
            nodes.any(|(at, node)| node.view.kind == Kind::Spinner && window.visible(at).is_some())
        };
        !self.state.work.is_empty() && self.top().is_some_and(turns)
    }

    fn receive(&mut self, machine: &mut Machine, event: &SystemEvent) -> Result<(), Crash> {
        if self.state.pid.is_none() {
            return Ok(());
        }
        self.run(machine, [Job::Received(event.clone())])
    }

    fn answer(&mut self, machine: &mut Machine, answer: Answer) -> Result<(), Crash> {
        let Some(asked) = self.state.asking.pop_front() else { return Ok(()) };
        match answer {
            Answer::Granted => drop(self.set_permission(asked.name, true)),
            Answer::Denied => self.deny(asked.name),
            Answer::Dismissed => {}
        }
        let message = (asked.answer)(answer == Answer::Granted);
        self.run(machine, [Job::Message { to: asked.from, message, dispatch: Dispatch::Result }])
    }

    fn set_permission(&mut self, name: &str, granted: bool) -> bool {
        let Some(&name) = self.manifest.permissions.iter().find(|known| **known == name) else {
            return false;
        };
        if self.state.granted.contains(&name) == granted {
            return false;
        }
        let state = &mut *self.state;
        state.denied.retain(|(denied, _)| *denied != name);
        if granted {
            state.granted.push(name);
        } else {
            state.granted.retain(|given| *given != name);
        }
        true
    }

    fn has_permission(&self, name: &str) -> bool {
        self.state.granted.contains(&name)
    }

    fn end_process(&mut self) {
        Runner::end_process(self);
    }

    fn drop_top(&mut self) {
        self.state.stack.pop();
    }

    fn drop_task(&mut self) {
        self.state.stack.clear();
    }

    fn clear_data(&mut self) {
        Runner::clear_data(self);
    }

    fn windows(&self) -> Vec<&Window> {
        self.top().map(|top| top.windows().collect()).unwrap_or_default()
    }

    fn active_window(&self) -> Option<&Window> {
        self.top().map(|top| &top.active().window)
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        self.hash_state(hasher);
    }

    fn reached(&self) -> &Shared<Reached> {
        &self.state.reached
    }

    fn set_reached(&mut self, reached: Shared<Reached>) {
        self.state.reached = reached;
    }
}
