//! The conditions of the app that were kept to come back to.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::{Chance, Kept, Place};
use model::{Model, ScreenId, ScreenIds, Volatile};

use crate::Choose;

/// How often a place may be missed before it is given up.
const MAX_MISSES: u32 = 2;

/// The conditions that were kept, one for each screen.
#[derive(Debug, Default)]
pub struct Pool {
    saved: BTreeMap<ScreenId, Saved>,
}

/// How much may be kept.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// So many conditions.
    pub places: usize,
    /// So much on phones that say how much a snapshot takes.
    pub bytes: u64,
}

/// A condition that was kept.
#[derive(Debug, Clone)]
pub struct Saved {
    /// How to get there.
    pub place: Arc<Place>,
    /// Whether it is the start of the app, which is never given up.
    pub is_start: bool,
    /// How often it was not reached in a row.
    misses: u32,
}

impl Saved {
    /// Whether it was missed too often. Only a start that is lost stays: the app can always be started afresh.
    pub fn is_lost(&self) -> bool {
        self.misses >= MAX_MISSES
    }

    fn bytes(&self) -> u64 {
        self.place.kept.as_ref().map_or(0, Kept::bytes)
    }
}

impl Pool {
    /// Keeps a place. Of two places on one screen one that is saved stays, else the one with the shorter way, unless it is lost.
    pub fn add(&mut self, place: &Arc<Place>, is_start: bool) {
        let new = Saved { place: Arc::clone(place), is_start, misses: 0 };
        let saved = self.saved.entry(place.screens.travel).or_insert_with(|| new.clone());
        let is_start = saved.is_start || is_start;
        let cost = |saved: &Saved| (!saved.place.is_saved(), saved.place.lineage.len());
        if saved.is_lost() || cost(&new) < cost(saved) {
            *saved = new;
        }
        saved.is_start = is_start;
    }

    /// The screens that can be returned to.
    pub fn screens(&self) -> Vec<ScreenId> {
        self.saved.keys().copied().collect()
    }

    /// What was kept of a screen.
    pub fn get(&self, screen: ScreenId) -> Option<&Saved> {
        self.saved.get(&screen)
    }

    /// Names all screens anew by what is now known to change by itself. Else a screen under its former name would look as if nobody
    /// ever went there.
    pub fn rename(&mut self, app: &str, volatile: &Volatile) {
        for (_, saved) in std::mem::take(&mut self.saved) {
            let mut place = saved.place;
            if let Some(layout) = &place.layout {
                let screens = ScreenIds::of(layout, app, volatile);
                if screens != place.screens {
                    place = Arc::new(Place { screens, ..Place::clone(&place) });
                }
            }
            self.add(&place, saved.is_start);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.saved.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.saved.is_empty()
    }

    /// The place was reached.
    pub fn reached(&mut self, screen: ScreenId) {
        if let Some(saved) = self.saved.get_mut(&screen) {
            saved.misses = 0;
        }
    }

    /// The place was not reached. It gets a second chance, but no third.
    pub fn missed(&mut self, screen: ScreenId) {
        let Some(saved) = self.saved.get_mut(&screen) else { return };
        saved.misses += 1;
        if saved.is_lost() && !saved.is_start {
            self.saved.remove(&screen);
        }
    }

    /// Gives up the least promising ones until there is room for the others.
    pub fn shrink(&mut self, room: Room, choose: &dyn Choose, model: &Model, chance: &mut Chance) {
        let mut bytes: u64 = self.saved.values().map(Saved::bytes).sum();
        if self.saved.len() <= room.places && bytes <= room.bytes {
            return;
        }
        let screens = self.screens();
        for at in choose.rank(model, &screens, chance).into_iter().rev() {
            let (many, large) = (self.saved.len() > room.places, bytes > room.bytes);
            let saved = &self.saved[&screens[at]];
            // One that takes no room need not go for want of it.
            if !saved.is_start && (many || large && saved.bytes() > 0) {
                bytes -= saved.bytes();
                self.saved.remove(&screens[at]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, model, place, saved};
    use crate::{ChoiceSettings, Fittest};

    fn pool(screens: &[u128]) -> Pool {
        let mut pool = Pool::default();
        for &screen in screens {
            pool.add(&place(screen, screen as usize), screen == 1);
        }
        pool
    }

    #[test]
    fn the_least_fit_go_first_and_the_start_never() {
        let fittest = Fittest::new(ChoiceSettings { steps: 0, ..ChoiceSettings::default() });
        // The start and 2 were visited again and again, 3 and 4 once.
        let mut steps = vec![(1, 2, true), (2, 3, true), (3, 4, true)];
        steps.extend([(2, 1, false), (1, 2, false)].repeat(30));
        let model = model(&steps);
        let mut chance = Chance::keyed(1, "pool", 0);
        let mut pool = pool(&[1, 2, 3, 4]);
        let room = |places| Room { places, bytes: 0 };
        pool.shrink(room(4), &fittest, &model, &mut chance);
        assert_eq!(pool.len(), 4);
        pool.shrink(room(3), &fittest, &model, &mut chance);
        assert_eq!(pool.screens(), [id(1), id(3), id(4)]);
        pool.shrink(room(1), &fittest, &model, &mut chance);
        assert_eq!(pool.screens(), [id(1)]);
    }

    #[test]
    fn large_ones_go_when_they_take_too_much_room() {
        let fittest = Fittest::new(ChoiceSettings { steps: 0, ..ChoiceSettings::default() });
        let mut chance = Chance::keyed(1, "pool", 0);
        let mut pool = pool(&[1, 2]);
        for number in 3..=5 {
            pool.add(&saved(number, 1), false);
        }
        let model = model(&[(1, 2, true)]);
        pool.shrink(Room { places: 9, bytes: 300 }, &fittest, &model, &mut chance);
        assert_eq!(pool.len(), 5);
        pool.shrink(Room { places: 9, bytes: 150 }, &fittest, &model, &mut chance);
        assert_eq!(pool.len(), 3, "{:?}", pool.screens());
        assert_eq!(pool.screens()[..2], [id(1), id(2)], "those that take none stay");
    }

    #[test]
    fn of_two_places_the_nearer_one_stays() {
        let mut pool = pool(&[5]);
        pool.add(&place(5, 9), false);
        assert_eq!(pool.get(id(5)).unwrap().place.lineage.len(), 5);
        pool.add(&place(5, 2), false);
        assert_eq!(pool.get(id(5)).unwrap().place.lineage.len(), 2);
        pool.add(&saved(5, 9), false);
        pool.add(&place(5, 1), false);
        assert_eq!(
            pool.get(id(5)).unwrap().place.lineage.len(),
            9,
            "one that is saved is nearer than any other"
        );
    }

    #[test]
    fn a_place_that_was_missed_twice_in_a_row_is_given_up() {
        let mut pool = pool(&[1, 2]);
        pool.missed(id(2));
        pool.reached(id(2));
        pool.missed(id(2));
        assert!(pool.get(id(2)).is_some());
        pool.missed(id(2));
        assert!(pool.get(id(2)).is_none());
        for _ in 0..5 {
            pool.missed(id(1));
        }
        assert!(pool.get(id(1)).is_some(), "the start stays");
    }
}
