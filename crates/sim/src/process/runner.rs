//! An app on the phone with its types: what it is made of.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use super::activity::{Activity, Timer};
use super::data::Data;
use crate::{App, Faults, Manifest, Reached, Shared};

/// An app with its types.
pub(crate) struct Runner<A: App> {
    pub(crate) manifest: Manifest,
    pub(crate) faults: Faults,
    /// The Linux user that the phone gave it.
    pub(crate) uid: u32,
    pub(crate) state: Shared<State<A>>,
}

/// All of an app that a snapshot keeps.
pub(crate) struct State<A: App> {
    pub(crate) data: Data<A>,
    pub(crate) pid: Option<u32>,
    /// The last is the topmost.
    pub(crate) stack: Vec<Shared<Activity<A>>>,
    pub(crate) in_front: bool,
    /// The activity that was told last that it is in front.
    pub(crate) resumed: Option<u32>,
    /// Whether the topmost activity may look otherwise than drawn.
    pub(crate) stale: bool,
    pub(crate) busy_until: Duration,
    /// Whether a busy main thread has not heard yet of what came to the front or left it.
    pub(crate) late: bool,
    pub(crate) work: Vec<Timer<A::Message>>,
    /// How often each permission was denied.
    pub(crate) denied: Vec<(&'static str, u8)>,
    pub(crate) asking: VecDeque<Asked<A>>,
    /// The text box that gets the cursor once it is drawn.
    pub(crate) focus_next: Option<&'static str>,
    /// Counts activities, timers and work.
    pub(crate) last_number: u64,
}

/// A permission that the app waits for.
pub(crate) struct Asked<A: App> {
    pub(crate) from: u32,
    pub(crate) name: &'static str,
    pub(crate) answer: fn(bool) -> A::Message,
}

impl<A: App> Runner<A> {
    pub(super) fn new(faults: Faults) -> Runner<A> {
        let state = Shared::new(State::new(Shared::default()));
        Runner { manifest: A::manifest(), faults, uid: 0, state }
    }

    pub(crate) fn top(&self) -> Option<&Activity<A>> {
        self.state.stack.last().map(|activity| &**activity)
    }

    pub(crate) fn top_mut(&mut self) -> Option<&mut Activity<A>> {
        self.state.stack.last_mut().map(|activity| &mut **activity)
    }

    pub(crate) fn end_process(&mut self) {
        let state = &mut *self.state;
        (state.pid, state.resumed, state.in_front) = (None, None, false);
        state.data.memory = Shared::default();
        state.busy_until = Duration::ZERO;
        state.work.clear();
        state.asking.clear();
        for activity in &mut state.stack {
            activity.lost = true;
            activity.timers.clear();
            (activity.menu, activity.snackbar) = (None, None);
        }
    }

    pub(crate) fn clear_data(&mut self) {
        self.state = Shared::new(State::new(self.state.data.reached.clone()));
    }

    /// What a search may count as one state of the app.
    pub(crate) fn hash_state(&self, mut hasher: &mut dyn Hasher) {
        self.state.data.hash(hasher);
        self.state.pid.is_some().hash(&mut hasher);
        self.state.stack.len().hash(&mut hasher);
        for activity in &self.state.stack {
            activity.screen.hash(&mut hasher);
        }
    }
}

impl<A: App> State<A> {
    /// Freshly installed; what has been reached stays reached.
    fn new(reached: Shared<Reached>) -> State<A> {
        State {
            data: Data::new(reached),
            pid: None,
            stack: Vec::new(),
            in_front: false,
            resumed: None,
            stale: true,
            busy_until: Duration::ZERO,
            late: false,
            work: Vec::new(),
            denied: Vec::new(),
            asking: VecDeque::new(),
            focus_next: None,
            last_number: 0,
        }
    }
}

impl<A: App> Clone for Runner<A> {
    fn clone(&self) -> Self {
        Runner { state: self.state.clone(), ..*self }
    }
}

impl<A: App> Clone for State<A> {
    fn clone(&self) -> Self {
        State {
            data: self.data.clone(),
            stack: self.stack.clone(),
            work: self.work.clone(),
            denied: self.denied.clone(),
            asking: self.asking.clone(),
            ..*self
        }
    }
}

impl<A: App> Clone for Asked<A> {
    fn clone(&self) -> Self {
        Asked { ..*self }
    }
}
