//! One activity: a screen of an app with its windows and timers.

use std::time::Duration;

use super::Surface;
use crate::look::Window;
use crate::{App, Shared, Text};

/// An activity on its app's stack.
pub(crate) struct Activity<A: App> {
    pub(crate) id: u32,
    pub(crate) screen: Shared<A::Screen>,
    pub(crate) page: Surface<A::Message>,
    pub(crate) dialog: Option<Popup<A::Message>>,
    /// A menu, over everything else of the activity.
    pub(crate) menu: Option<Surface<A::Message>>,
    pub(crate) snackbar: Option<Snackbar<A::Message>>,
    pub(crate) on_back: Option<A::Message>,
    pub(crate) timers: Vec<Timer<A::Message>>,
    /// [`Machine::config_number`](crate::phone::Machine) when it was made.
    pub(crate) config_number: u32,
    /// Whether its process has ended since it was last shown.
    pub(crate) lost: bool,
}

/// A dialog, with what dismissing it means.
pub(crate) struct Popup<M> {
    pub(crate) surface: Surface<M>,
    pub(crate) on_cancel: Option<M>,
}

/// A bar at the bottom of an activity, for a while.
#[derive(Clone)]
pub(crate) struct Snackbar<M> {
    pub(crate) text: Text,
    pub(crate) action: Option<(Text, M)>,
    pub(crate) until: Duration,
}

/// A message that comes later. Those due at the same instant come in the order asked.
#[derive(Debug, Clone)]
pub(crate) struct Timer<M> {
    pub(crate) due: Duration,
    pub(crate) number: u64,
    /// For those that come again and again.
    pub(crate) every: Option<Duration>,
    /// The activity it goes to.
    pub(crate) to: u32,
    pub(crate) message: M,
}

impl<A: App> Activity<A> {
    pub(crate) fn new(id: u32, screen: A::Screen, page: Window, config_number: u32) -> Activity<A> {
        Activity {
            id,
            screen: Shared::new(screen),
            page: Surface::new(page),
            dialog: None,
            menu: None,
            snackbar: None,
            on_back: None,
            timers: Vec::new(),
            config_number,
            lost: false,
        }
    }

    /// The window that takes the input.
    pub(crate) fn active(&self) -> &Surface<A::Message> {
        let dialog = self.dialog.as_ref().map(|dialog| &dialog.surface);
        self.menu.as_ref().or(dialog).unwrap_or(&self.page)
    }

    pub(crate) fn active_mut(&mut self) -> &mut Surface<A::Message> {
        let dialog = self.dialog.as_mut().map(|dialog| &mut dialog.surface);
        self.menu.as_mut().or(dialog).unwrap_or(&mut self.page)
    }

    /// Its windows from the lowest to the highest.
    pub(crate) fn windows(&self) -> impl Iterator<Item = &Window> {
        let dialog = self.dialog.iter().map(|dialog| &dialog.surface);
        [&self.page].into_iter().chain(dialog).chain(&self.menu).map(|surface| &surface.window)
    }

    /// Takes away what does not survive being made anew. What is scrolled and focused on the page does.
    pub(crate) fn forget_popups(&mut self) {
        (self.dialog, self.menu, self.snackbar) = (None, None, None);
    }
}

impl<A: App> Clone for Activity<A> {
    fn clone(&self) -> Self {
        Activity {
            id: self.id,
            screen: self.screen.clone(),
            page: self.page.clone(),
            dialog: self.dialog.clone(),
            menu: self.menu.clone(),
            snackbar: self.snackbar.clone(),
            on_back: self.on_back.clone(),
            timers: self.timers.clone(),
            config_number: self.config_number,
            lost: self.lost,
        }
    }
}

impl<M: Clone> Clone for Popup<M> {
    fn clone(&self) -> Self {
        Popup { surface: self.surface.clone(), on_cancel: self.on_cancel.clone() }
    }
}
