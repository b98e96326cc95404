//! Permissions: what people said, and what they were asked.

use super::jobs::Job;
use super::program::Answer;
use super::runner::Runner;
use super::{Crash, Dispatch};
use crate::App;
use crate::phone::Machine;

impl<A: App> Runner<A> {
    /// The answer to the permission asked for first.
    pub(super) fn take_answer(&mut self, machine: &mut Machine, answer: Answer) -> Result<(), Crash> {
        let Some(asked) = self.state.asking.pop_front() else { return Ok(()) };
        match answer {
            Answer::Granted => drop(self.permit(asked.name, true)),
            Answer::Denied => self.deny(asked.name),
            Answer::Dismissed => {}
        }
        let message = (asked.answer)(answer == Answer::Granted);
        self.run(machine, [Job::Message { to: asked.from, message, dispatch: Dispatch::Result }])
    }

    /// Gives or takes a permission; whether that changed anything.
    pub(super) fn permit(&mut self, name: &str, granted: bool) -> bool {
        let Some(&name) = self.manifest.permissions.iter().find(|known| **known == name) else {
            return false;
        };
        if self.state.data.granted.contains(&name) == granted {
            return false;
        }
        let state = &mut *self.state;
        state.denied.retain(|(denied, _)| *denied != name);
        if granted {
            state.data.granted.push(name);
        } else {
            state.data.granted.retain(|given| *given != name);
        }
        true
    }

    fn deny(&mut self, name: &'static str) {
        match self.state.denied.iter_mut().find(|(denied, _)| *denied == name) {
            Some((_, times)) => *times += 1,
            None => self.state.denied.push((name, 1)),
        }
    }
}
