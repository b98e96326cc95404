//! An installed app, whatever its types.

use std::hash::Hasher;
use std::time::Duration;

use gui::SystemEvent;

use super::runner::Runner;
use super::{Crash, Finger, Stroke};
use crate::look::Window;
use crate::phone::Machine;
use crate::{App, Faults, Manifest, Reached, Shared};

/// An app ready to be put on a phone, with its faults chosen: `install::<Notes>(Faults::NONE)`.
pub struct Installed(pub(crate) Box<dyn Program>);

/// Makes an app ready to be put on a phone.
pub fn install<A: App>(faults: Faults) -> Installed {
    Installed(Box::new(Runner::<A>::new(faults)))
}

impl Installed {
    /// What the app says of itself.
    pub fn manifest(&self) -> &Manifest {
        self.0.manifest()
    }
}

impl Clone for Installed {
    fn clone(&self) -> Self {
        Installed(self.0.boxed_clone())
    }
}

/// An app on the phone: what the phone can do to it without knowing its types.
///
/// Whatever runs the app's code gives back the [`Crash`] that ends it, for the phone to report.
pub(crate) trait Program: Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Program>;
    fn manifest(&self) -> &Manifest;
    /// The Linux user that it runs as.
    fn uid(&self) -> u32;
    fn set_uid(&mut self, uid: u32);
    /// The process, while there is one.
    fn pid(&self) -> Option<u32>;
    /// The topmost activity's class without its package; `None` when no activity is open.
    fn activity(&self) -> Option<&'static str>;
    /// How many activities are open.
    fn depth(&self) -> usize;
    /// Tells the topmost window from others that were or will be there: the activity's number and the window's kind.
    fn window_number(&self) -> (u32, u8);
    /// Until when the main thread is busy.
    fn busy_until(&self) -> Duration;

    /// Opens the app's first screen unless one is open.
    fn open(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// Comes to the front or leaves it; or, told again that it is in front, adapts to a changed phone.
    fn set_front(&mut self, machine: &mut Machine, front: bool) -> Result<(), Crash>;
    /// Draws what changed.
    fn draw(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// Something outside of the app changed that its looks may depend on.
    fn redraw(&mut self);

    /// What a finger does to the topmost window.
    fn touch(&mut self, machine: &mut Machine, finger: Finger) -> Result<(), Crash>;
    /// One stroke of the keyboard.
    fn stroke(&mut self, machine: &mut Machine, stroke: Stroke) -> Result<(), Crash>;
    /// Moves the focus to the next or previous widget.
    fn move_focus(&mut self, machine: &mut Machine, forward: bool);
    /// Taps what has the focus.
    fn tap_focused(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// Opens the overflow menu, if there is one.
    fn open_menu(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// The back key, once the keyboard is down; whether something came of it within the topmost activity.
    fn back(&mut self, machine: &mut Machine) -> Result<bool, Crash>;
    /// Closes the topmost activity as the back key does by default.
    fn close_top(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// Whether a text box has the focus.
    fn is_typing(&self) -> bool;

    /// When the app wants to go on by itself next; with `once`, timers that come again and again do not count.
    fn due(&self, once: bool) -> Option<Due>;
    /// Lets the app go on with what is due first.
    fn fire(&mut self, machine: &mut Machine) -> Result<(), Crash>;
    /// Whether a wheel turns on its screen while there is work behind it.
    fn is_waiting_for_work(&self) -> bool;

    /// Something happened to the phone.
    fn receive(&mut self, machine: &mut Machine, event: &SystemEvent) -> Result<(), Crash>;
    /// The answer to the permission asked for first.
    fn answer(&mut self, machine: &mut Machine, answer: Answer) -> Result<(), Crash>;
    /// Gives or takes a permission; whether that changed anything.
    fn set_permission(&mut self, name: &str, granted: bool) -> bool;
    fn has_permission(&self, name: &str) -> bool;

    /// The process ends; what was saved stays.
    fn end_process(&mut self);
    /// The topmost activity is gone without being asked.
    fn drop_top(&mut self);
    /// All activities are gone without being asked.
    fn drop_task(&mut self);
    /// Back to how the app was installed.
    fn clear_data(&mut self);

    /// Its windows from the lowest to the highest. The last takes the input.
    fn windows(&self) -> Vec<&Window>;
    /// The window that takes the input.
    fn active_window(&self) -> Option<&Window>;
    /// What it stores, holds in memory and remembers on its screens.
    fn hash(&self, hasher: &mut dyn Hasher);
    fn reached(&self) -> &Shared<Reached>;
    fn set_reached(&mut self, reached: Shared<Reached>);
}

/// Something that an app does by itself. Those due at the same instant come in the order asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Due {
    pub(crate) at: Duration,
    pub(crate) number: u64,
}

/// What someone says to an app that asks for a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Granted,
    Denied,
    /// Neither: the app may ask again.
    Dismissed,
}
