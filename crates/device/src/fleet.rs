//! The phones that a run may use.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::{Abilities, Device, Identity, PhoneLock};

/// The phones that a run may use. Each is lent to one borrower at a time; borrowers may be threads.
#[derive(Default)]
pub struct Fleet {
    slots: Mutex<Vec<Slot>>,
    changed: Condvar,
}

struct Slot {
    identity: Identity,
    abilities: Abilities,
    /// `None` while it is lent.
    phone: Option<Box<dyn Device>>,
    /// Which build of the app is on it.
    build: u16,
    /// Why it is not lent any more.
    lost: Option<String>,
    /// Held as long as the fleet has the phone; simulated phones need none.
    _lock: Option<PhoneLock>,
}

/// Why there is no phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FleetError {
    /// None of the phones can do what is needed.
    #[error("none of the {phones} phones has {needs}")]
    NoneFits {
        /// How many there are.
        phones: usize,
        /// The abilities asked for.
        needs: String,
    },
    /// All that could do it are gone for good.
    #[error("all phones that could do it are lost: {why}")]
    AllLost {
        /// The last words of each.
        why: String,
    },
    /// All that could do it are lent, and none came back in time.
    #[error("no phone became free within {} s", .0.as_secs())]
    AllBusy(Duration),
    /// Another run uses the phone.
    #[error("{serial} is in use by another run of oddity{}", by(.holder))]
    InUse {
        /// Which phone.
        serial: String,
        /// The process that has it, as far as it said.
        holder: String,
    },
    /// The lock could not be made.
    #[error("cannot lock {serial}: {why}")]
    CannotLock {
        /// Which phone.
        serial: String,
        /// What the system said.
        why: String,
    },
}

impl Fleet {
    /// No phones yet.
    pub fn new() -> Fleet {
        Fleet::default()
    }

    /// Adds a phone with the first build of the app, and the lock that keeps other runs off it.
    pub fn add(&self, phone: Box<dyn Device>, lock: Option<PhoneLock>) {
        self.add_build(phone, lock, 0);
    }

    /// Adds a phone with a build of the app: builds are numbered from 0, in the order in which the user named them.
    pub fn add_build(&self, phone: Box<dyn Device>, lock: Option<PhoneLock>, build: u16) {
        let (identity, abilities) = (phone.identity().clone(), phone.abilities());
        self.slots().push(Slot { identity, abilities, phone: Some(phone), build, lost: None, _lock: lock });
        self.changed.notify_all();
    }

    /// A phone that can do all of `needs`, the first that is free. Waits for one to come back, at most so long.
    pub fn lease(&self, needs: Abilities, patience: Duration) -> Result<Lease<'_>, FleetError> {
        let began = Instant::now();
        let mut slots = self.slots();
        loop {
            let fits = |slot: &&Slot| slot.abilities.include(needs);
            if !slots.iter().any(|slot| fits(&slot)) {
                let names: Vec<&str> = needs.iter().map(crate::Ability::name).collect();
                return Err(FleetError::NoneFits { phones: slots.len(), needs: names.join(", ") });
            }
            if slots.iter().filter(fits).all(|slot| slot.lost.is_some()) {
                let words: Vec<&str> =
                    slots.iter().filter(fits).filter_map(|slot| slot.lost.as_deref()).collect();
                return Err(FleetError::AllLost { why: words.join("; ") });
            }
            let free =
                slots.iter().position(|slot| fits(&slot) && slot.lost.is_none() && slot.phone.is_some());
            if let Some(at) = free
                && let Some(phone) = slots[at].phone.take()
            {
                let build = slots[at].build;
                return Ok(Lease { fleet: self, at, phone: Some(phone), build, lost: None });
            }
            let left = patience.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(FleetError::AllBusy(patience));
            }
            slots = self.changed.wait_timeout(slots, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Each phone, and why it was lost where it was.
    pub fn phones(&self) -> Vec<(Identity, Option<String>)> {
        self.slots().iter().map(|slot| (slot.identity.clone(), slot.lost.clone())).collect()
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Slot>> {
        // A borrower that panicked leaves the list as whole as it was.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A phone that is lent. Dropping it gives it back.
pub struct Lease<'f> {
    fleet: &'f Fleet,
    at: usize,
    phone: Option<Box<dyn Device>>,
    build: u16,
    lost: Option<String>,
}

impl Lease<'_> {
    /// Which build of the app is on the phone.
    pub fn build(&self) -> u16 {
        self.build
    }

    /// Gives the phone up for good: it is gone, and nobody gets it again.
    pub fn lose(mut self, why: impl Into<String>) {
        self.lost = Some(why.into());
    }
}

impl Deref for Lease<'_> {
    type Target = dyn Device;

    fn deref(&self) -> &Self::Target {
        match &self.phone {
            Some(phone) => &**phone,
            None => unreachable!("a lease has its phone until it is dropped"),
        }
    }
}

impl DerefMut for Lease<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match &mut self.phone {
            Some(phone) => &mut **phone,
            None => unreachable!("a lease has its phone until it is dropped"),
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.fleet.slots().get_mut(self.at) {
            slot.phone = self.phone.take();
            slot.lost = self.lost.take();
        }
        self.fleet.changed.notify_all();
    }
}

/// A run that has only just taken the phone has not said yet who it is.
fn by(holder: &str) -> String {
    if holder.is_empty() { String::new() } else { format!(" (process {holder})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;
    use crate::{Ability, Motion};

    fn phone(abilities: &[Ability]) -> Box<dyn Device> {
        let mut phone = Scripted::showing(&[("a", Motion::Still)]);
        phone.abilities = Abilities::of(abilities);
        Box::new(phone)
    }

    #[test]
    fn a_phone_is_lent_once_and_comes_back() {
        let fleet = Fleet::new();
        fleet.add(phone(&[]), None);
        let lent = fleet.lease(Abilities::NONE, Duration::ZERO).unwrap();
        let busy = fleet.lease(Abilities::NONE, Duration::ZERO).err();
        assert_eq!(busy, Some(FleetError::AllBusy(Duration::ZERO)));
        drop(lent);
        assert!(fleet.lease(Abilities::NONE, Duration::ZERO).is_ok());
    }

    #[test]
    fn a_borrower_waits_for_another_thread_to_give_back() {
        let fleet = Fleet::new();
        fleet.add(phone(&[]), None);
        let lent = fleet.lease(Abilities::NONE, Duration::ZERO).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| fleet.lease(Abilities::NONE, Duration::from_secs(60)).is_ok());
            drop(lent);
            assert!(waiting.join().unwrap());
        });
    }

    #[test]
    fn only_a_phone_that_fits_is_lent() {
        let fleet = Fleet::new();
        fleet.add(phone(&[]), None);
        let needs = Abilities::of(&[Ability::Snapshot]);
        let refused = fleet.lease(needs, Duration::ZERO).err().unwrap();
        assert_eq!(refused.to_string(), "none of the 1 phones has snapshots");
        fleet.add(phone(&[Ability::Snapshot]), None);
        assert!(fleet.lease(needs, Duration::ZERO).is_ok());
    }

    #[test]
    fn phones_come_in_their_order_and_with_their_build() {
        let fleet = Fleet::new();
        fleet.add(phone(&[]), None);
        fleet.add_build(phone(&[]), None, 1);
        let first = fleet.lease(Abilities::NONE, Duration::ZERO).unwrap();
        let second = fleet.lease(Abilities::NONE, Duration::ZERO).unwrap();
        assert_eq!((first.build(), second.build()), (0, 1));
        assert_eq!(second.kind().to_string(), "api=34,size=400x800,density=320,locale=en-US");
        drop(second);
        assert_eq!(fleet.lease(Abilities::NONE, Duration::ZERO).unwrap().build(), 1);
    }

    #[test]
    fn a_lost_phone_is_not_lent_again() {
        let fleet = Fleet::new();
        fleet.add(phone(&[]), None);
        fleet.lease(Abilities::NONE, Duration::ZERO).unwrap().lose("unplugged");
        let refused = fleet.lease(Abilities::NONE, Duration::from_secs(60)).err().unwrap();
        assert_eq!(refused.to_string(), "all phones that could do it are lost: unplugged");
    }
}
