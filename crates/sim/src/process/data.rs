//! What an app's code works on.

use std::hash::{Hash, Hasher};

use crate::context::ListWindow;
use crate::phone::Machine;
use crate::{App, Context, Faults, Look, Reached, Shared};

/// What an app's code works on, its screens aside.
pub(crate) struct Data<A: App> {
    pub(crate) store: Shared<A::Store>,
    pub(crate) memory: Shared<A::Memory>,
    pub(crate) reached: Shared<Reached>,
    pub(crate) granted: Vec<&'static str>,
}

impl<A: App> Data<A> {
    /// As freshly installed.
    pub(crate) fn new(reached: Shared<Reached>) -> Data<A> {
        Data { store: Shared::default(), memory: Shared::default(), reached, granted: Vec::new() }
    }

    /// What code sees that may change things.
    pub(crate) fn context<'p>(&'p mut self, machine: &'p mut Machine, faults: Faults) -> Context<'p, A> {
        let unix_ms = machine.unix_ms();
        Context {
            store: &mut self.store,
            memory: &mut self.memory,
            config: &machine.config,
            faults,
            unix_ms,
            granted: &self.granted,
            reached: &mut self.reached,
            noise: &mut machine.noise,
            effects: Vec::new(),
        }
    }

    /// What code sees that draws.
    pub(crate) fn look<'p>(
        &'p self,
        machine: &'p Machine,
        faults: Faults,
        windows: &'p [(&'static str, ListWindow)],
    ) -> Look<'p, A> {
        Look {
            store: &*self.store,
            memory: &*self.memory,
            config: &machine.config,
            faults,
            unix_ms: machine.unix_ms(),
            granted: &self.granted,
            windows,
        }
    }

    pub(crate) fn hash(&self, mut hasher: &mut dyn Hasher) {
        self.store.hash(&mut hasher);
        self.memory.hash(&mut hasher);
    }
}

impl<A: App> Clone for Data<A> {
    fn clone(&self) -> Self {
        Data {
            store: self.store.clone(),
            memory: self.memory.clone(),
            reached: self.reached.clone(),
            granted: self.granted.clone(),
        }
    }
}
