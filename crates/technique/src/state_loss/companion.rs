//! Goes along with walks and looks out for something at stake.

use std::collections::BTreeSet;
use std::sync::Arc;

use experiment::{Act, Companion, Keep, Now, Site, Tag, Wish};
use model::Volatile;

use super::stake::{key, mortal_key, stakes};
use super::{ABOUT, Check, is_dark};

/// Wishes to come back to screens with something new at stake, or, where coming back is dear, makes the checks on the spot.
#[derive(Debug)]
pub(super) struct Lookout {
    pub(super) site: Site,
    pub(super) app: Arc<str>,
    pub(super) volatile: Arc<Volatile>,
    /// The keys of places that were tried or wait for it.
    pub(super) tried: Arc<BTreeSet<u64>>,
    /// The checks to make on the spot; none where the phones keep conditions at no cost.
    pub(super) on_the_spot: Vec<Check>,
    /// The keys of what process death was tried on: it is the dearest of all checks.
    pub(super) died: Arc<BTreeSet<u64>>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let layout = &now.seen.layout;
        if layout.package() != &*self.app || now.step.is_some_and(|step| is_dark(std::slice::from_ref(step)))
        {
            return None;
        }
        let stakes = stakes(layout, now.step, &self.volatile);
        let key = key(self.site, now.screens, &stakes);
        if stakes.is_empty() || self.tried.contains(&key) {
            return None;
        }
        let tag = Tag::of(ABOUT.id, format_args!("{key:016x}"));
        if self.on_the_spot.is_empty() {
            return Some(Wish::Keep(Keep { tag, dear: false }));
        }
        let activity = now.seen.foreground.activity.as_ref().map(ToString::to_string);
        let mortal = mortal_key(self.site, now.screens, activity.as_deref(), &stakes);
        let worthwhile = |check: &&Check| **check != Check::ProcessDeath || !self.died.contains(&mortal);
        let acts: Vec<Act> =
            self.on_the_spot.iter().filter(worthwhile).flat_map(|check| check.acts(layout)).collect();
        (!acts.is_empty()).then_some(Wish::Insert { tag, acts })
    }
}

/// The key of the place for which a wish was granted.
pub(super) fn key_of(tag: &Tag) -> Option<u64> {
    match tag {
        Tag::Technique(id, key) if id == ABOUT.id => u64::from_str_radix(key, 16).ok(),
        _ => None,
    }
}
