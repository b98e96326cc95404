//! How visits are spread over screens.

use std::collections::BTreeMap;

/// How many screens have how many visits. There are far fewer such numbers than screens: their sum is the number of events.
#[derive(Debug, Clone, Default)]
pub(crate) struct Visits {
    screens_with: BTreeMap<u64, usize>,
    screens: usize,
}

impl Visits {
    /// One more screen, not visited yet.
    pub(crate) fn one_new(&mut self) {
        *self.screens_with.entry(0).or_default() += 1;
        self.screens += 1;
    }

    /// A screen has `visits` now, one more than before.
    pub(crate) fn one_more(&mut self, visits: u64) {
        if let Some(screens) = self.screens_with.get_mut(&(visits - 1)) {
            *screens -= 1;
            if *screens == 0 {
                self.screens_with.remove(&(visits - 1));
            }
        }
        *self.screens_with.entry(visits).or_default() += 1;
    }

    /// The least number of visits that at most this share of the screens, rounded up, has or exceeds.
    pub(crate) fn of_top(&self, share: f64) -> u64 {
        let most = (self.screens as f64 * share.clamp(0.0, 1.0)).ceil() as usize;
        let (mut screens, mut least) = (0, u64::MAX);
        for (&visits, &with) in self.screens_with.iter().rev() {
            screens += with;
            if screens > most {
                return visits + 1;
            }
            least = visits;
        }
        least
    }
}

impl FromIterator<u64> for Visits {
    fn from_iter<I: IntoIterator<Item = u64>>(visits: I) -> Visits {
        let mut all = Visits::default();
        for visits in visits {
            *all.screens_with.entry(visits).or_default() += 1;
            all.screens += 1;
        }
        all
    }
}
