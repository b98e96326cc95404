//! An app without its types, for the phone.

use std::hash::Hasher;
use std::time::Duration;

use gui::SystemEvent;

use super::jobs::Job;
use super::program::{Answer, Due, Program};
use super::runner::Runner;
use super::{Crash, Dispatch, Finger, Reaction, Stroke};
use crate::look::Window;
use crate::phone::Machine;
use crate::{App, Manifest, Reached, Shared};

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
        self.fire_first(machine)
    }

    fn is_waiting_for_work(&self) -> bool {
        self.turns_a_wheel()
    }

    fn receive(&mut self, machine: &mut Machine, event: &SystemEvent) -> Result<(), Crash> {
        if self.state.pid.is_none() {
            return Ok(());
        }
        self.run(machine, [Job::Received(event.clone())])
    }

    fn answer(&mut self, machine: &mut Machine, answer: Answer) -> Result<(), Crash> {
        self.take_answer(machine, answer)
    }

    fn set_permission(&mut self, name: &str, granted: bool) -> bool {
        self.permit(name, granted)
    }

    fn has_permission(&self, name: &str) -> bool {
        self.state.data.granted.contains(&name)
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
        &self.state.data.reached
    }

    fn set_reached(&mut self, reached: Shared<Reached>) {
        self.state.data.reached = reached;
    }
}
