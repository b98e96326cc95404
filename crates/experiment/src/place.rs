//! Conditions of an app that an experiment can begin in.

use std::sync::{Arc, OnceLock};

use device::{MemorySnapshot, SnapshotId};
use gui::{Event, Layout};
use model::{ScreenId, ScreenIds};
use trace::Step;

use crate::Site;

/// A condition of the app that was reached once, and how to get there again.
#[derive(Debug, Clone)]
pub struct Place {
    /// The kind of phone and the build that it is a condition of. No other phone can be in it.
    pub site: Site,
    /// The experiment that reached it, and after how many of its steps.
    pub reached_in: (u64, usize),
    /// All that was done from a fresh start until then.
    pub lineage: Arc<Lineage>,
    /// What was on screen; an arrival is checked against it.
    pub screens: ScreenIds,
    /// The same in full; ids change when more is known to be volatile.
    pub layout: Option<Arc<Layout>>,
    /// A saved condition of a phone, where there is one.
    pub kept: Option<Kept>,
}

/// Where a condition is saved.
#[derive(Debug, Clone)]
pub enum Kept {
    /// In memory, for every phone of its site. Empty after a run was resumed, until someone goes there again.
    InMemory(Arc<OnceLock<MemorySnapshot>>),
    /// On one phone. It is forgotten there when nobody knows of it any more.
    Snapshot(Arc<OnPhone>),
    /// What the app had stored, on one phone: the app can be opened with it, and is on its way then.
    Data(Arc<OnPhone>),
    /// Nowhere, but this phone is still in it as long as nothing else was done there.
    Standing {
        /// The phone's number in the run.
        phone: usize,
    },
}

impl Place {
    /// Whether its whole condition is saved. A phone that merely happens to stand there will not do so for long.
    pub fn is_saved(&self) -> bool {
        matches!(self.kept, Some(Kept::InMemory(_) | Kept::Snapshot(_)))
    }
}

impl Kept {
    /// How much room it takes on a phone, as far as that is known. Those in memory share almost all they have.
    pub fn bytes(&self) -> u64 {
        match self {
            Kept::Snapshot(on) | Kept::Data(on) => on.bytes.get().copied().unwrap_or(0),
            Kept::InMemory(_) | Kept::Standing { .. } => 0,
        }
    }
}

/// A snapshot on a phone.
pub struct OnPhone {
    /// The phone's number in the run.
    pub phone: usize,
    /// The snapshot's number there.
    pub snapshot: SnapshotId,
    /// How much room it takes there, once the phone was asked and where it says so.
    pub bytes: OnceLock<u64>,
    /// Told when nobody knows of the snapshot any more.
    pub forget: Box<dyn Fn(SnapshotId) + Send + Sync>,
}

impl std::fmt::Debug for OnPhone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "snapshot {} on phone {}", self.snapshot.0, self.phone)
    }
}

impl Drop for OnPhone {
    fn drop(&mut self) {
        (self.forget)(self.snapshot);
    }
}

/// What was done from a fresh start, in pieces that many places share.
#[derive(Debug, Default)]
pub struct Lineage {
    before: Option<Arc<Lineage>>,
    legs: Vec<Leg>,
    len: usize,
}

/// An event on the way from a fresh start to a place, and the screen that it led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// What was done.
    pub event: Event,
    /// Where it led, by the name that the screen had then.
    pub to: ScreenId,
}

impl Leg {
    /// Steps of an experiment, and the screens of all their moments: one more. A step of which nobody knows what was done
    /// is left out.
    pub fn of(steps: &[Step], screens: &[ScreenIds]) -> Vec<Leg> {
        let legs = steps.iter().zip(screens.iter().skip(1));
        legs.filter_map(|(step, to)| Some(Leg { event: step.event.clone()?, to: to.travel })).collect()
    }
}

impl Lineage {
    /// A fresh start.
    pub fn fresh() -> Arc<Lineage> {
        Arc::default()
    }

    /// This, and then those.
    pub fn then(self: &Arc<Lineage>, legs: Vec<Leg>) -> Arc<Lineage> {
        if legs.is_empty() {
            return Arc::clone(self);
        }
        let len = self.len + legs.len();
        Arc::new(Lineage { before: Some(Arc::clone(self)), legs, len })
    }

    /// How many events.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is a fresh start.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All events from the fresh start on.
    pub fn events(&self) -> Vec<Event> {
        self.legs().map(|leg| leg.event.clone()).collect()
    }

    /// The whole way from the fresh start on.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        let pieces = std::iter::successors(Some(self), |piece| piece.before.as_deref());
        let mut pieces: Vec<&[Leg]> = pieces.map(|piece| piece.legs.as_slice()).collect();
        pieces.reverse();
        pieces.into_iter().flatten()
    }
}

impl Drop for Lineage {
    /// One after the other: a long chain of pieces must not fill the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(piece) = next {
            next = Arc::into_inner(piece).and_then(|mut piece| piece.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_lineage_is_told_in_order_and_dropped_without_recursion() {
        let mut lineage = Lineage::fresh();
        for ms in 0..200_000 {
            lineage = lineage.then(vec![Leg { event: Event::Wait { ms }, to: ScreenId::OUTSIDE }]);
        }
        assert_eq!(lineage.len(), 200_000);
        assert!((0..).zip(lineage.events()).all(|(ms, event)| event == Event::Wait { ms }));
    }
}
