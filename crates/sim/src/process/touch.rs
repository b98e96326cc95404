//! Fingers and keys within an app.

use super::jobs::Job;
use super::runner::Runner;
use super::{Crash, Dispatch, Finger, Reaction};
use crate::App;
use crate::phone::Machine;

impl<A: App> Runner<A> {
    /// What follows from what a window made of a finger or key.
    pub(super) fn react(
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
    pub(super) fn dismiss(&mut self, machine: &mut Machine) -> Result<bool, Crash> {
        let Some(top) = self.top_mut() else { return Ok(false) };
        if top.menu.take().is_some() {
            return Ok(true);
        }
        let Some(dialog) = &top.dialog else { return Ok(false) };
        let cancel = dialog.on_cancel.clone().map(|message| Reaction::Send(message, Dispatch::Back));
        self.react(machine, cancel)?;
        Ok(true)
    }

    pub(super) fn touch_top(&mut self, machine: &mut Machine, finger: Finger) -> Result<(), Crash> {
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
}
