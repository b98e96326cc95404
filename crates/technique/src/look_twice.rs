//! Looking twice, to learn what changes by itself.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use experiment::{
    About, Act, Companion, Keep, Knowledge, Now, Outcome, Place, Plan, Planner, Purpose, Round, Site, Start,
    Suspicion, Tag, Technique, Wish, World,
};
use gui::Event;
use model::ScreenId;

const ABOUT: About = About {
    id: "look-twice",
    sentence: "Lets time pass once on every new screen, to learn what changes by itself.",
    kinds: &[],
    share: Some(5),
    acts: &[PURPOSE],
};

/// What the acts say they are for.
const PURPOSE: &str = "look-twice";
/// A short look finds clocks and counters, a long one what changes with the minute.
const WAITS_MS: [u64; 2] = [2_000, 60_000];

/// Lets time pass once on every screen with other widgets than before, so that whatever changes by itself is known before
/// anybody compares two looks.
///
/// Where going back costs nothing it is done later, from there; else on the spot, where a minute passes without waiting for it. On
/// a phone whose minutes take a minute, controls have to do.
#[derive(Debug, Clone, Copy)]
pub struct LookTwice {
    /// So many places wait at most; the oldest go first.
    pub places: usize,
}

impl Technique for LookTwice {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(SecondLooks::new(self.places)))
    }
}

/// A screen of a site.
type Screen = (Site, ScreenId);

#[derive(Debug)]
struct SecondLooks {
    places: usize,
    seen: Arc<BTreeSet<Screen>>,
    waiting: VecDeque<(Arc<Place>, u64)>,
    /// Whether there is anything left of what it is granted.
    granted: bool,
}

impl SecondLooks {
    fn new(places: usize) -> SecondLooks {
        SecondLooks { places, seen: Arc::default(), waiting: VecDeque::new(), granted: true }
    }

    /// Second looks on the way of a walk need not be taken again.
    fn note_looks(&mut self, outcome: &Outcome) {
        for (step, screens) in outcome.trace.steps().iter().zip(&outcome.screens) {
            if step.remarks.purpose.as_deref() == Some(PURPOSE) {
                Arc::make_mut(&mut self.seen).insert((outcome.site, screens.widgets));
            }
        }
    }
}

impl Planner for SecondLooks {
    fn learn(&mut self, outcome: &Outcome, _world: &World) -> Vec<Suspicion> {
        self.note_looks(outcome);
        for kept in outcome.kept.iter().filter(|kept| kept.tag.is_of(ABOUT.id)) {
            if Arc::make_mut(&mut self.seen).insert((outcome.site, kept.place.screens.widgets)) {
                self.waiting.push_back((Arc::clone(&kept.place), outcome.id));
            }
        }
        while self.waiting.len() > self.places {
            self.waiting.pop_front();
        }
        Vec::new()
    }

    fn plan(&mut self, _world: &World, round: &mut Round) {
        while !self.waiting.is_empty() && round.take(ABOUT.id, WAITS_MS.len() as u64) {
            let Some((place, parent)) = self.waiting.pop_front() else { break };
            let purpose = Purpose::technique(ABOUT.id, "");
            round.add(Plan::script(purpose, Start::At(place), acts()).because_of(parent));
        }
        self.granted = round.exploring && round.is_granted(ABOUT.id);
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let on_the_spot = !known.costs.returns_at_will();
        let allowed = !on_the_spot || known.costs.time_is_free && self.granted;
        let (site, seen) = (known.site, Arc::clone(&self.seen));
        allowed.then(|| Arc::new(Lookout { site, seen, on_the_spot }) as Arc<dyn Companion>)
    }
}

fn acts() -> Vec<Act> {
    WAITS_MS.map(|ms| Act::with_purpose(Event::Wait { ms }, PURPOSE)).to_vec()
}

/// Wishes to come back to each screen that nobody has looked at twice, or to look at it twice at once.
#[derive(Debug)]
struct Lookout {
    site: Site,
    seen: Arc<BTreeSet<Screen>>,
    on_the_spot: bool,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let screen = now.screens.widgets;
        if screen == ScreenId::OUTSIDE || self.seen.contains(&(self.site, screen)) {
            return None;
        }
        let tag = Tag::of(ABOUT.id, screen.0);
        Some(if self.on_the_spot {
            Wish::Insert { tag, acts: acts() }
        } else {
            Wish::Keep(Keep { tag, dear: false })
        })
    }
}

#[cfg(test)]
mod tests {
    use experiment::{Costs, Keepsake};

    use super::*;
    use crate::testing::{knowledge, outcome, place};

    #[test]
    fn each_screen_is_looked_at_twice_once() {
        let mut planner = SecondLooks::new(100);
        let mut walk = outcome(0, &format!("screen Button #save\n{}", "tap #save\n".repeat(100)));
        for screen in ["screen Button #save", "screen Button #save", "screen Button #open"] {
            walk.kept.push(Keepsake { moment: 0, tag: Tag::of(ABOUT.id, "x"), place: place(screen) });
        }
        planner.learn(&walk, &knowledge().into());
        let mut round = Round::new(1, 100, true);
        planner.plan(&knowledge().into(), &mut round);
        assert_eq!((round.len(), round.events_left), (2, 96));
    }

    #[test]
    fn nobody_waits_a_minute_that_takes_a_minute() {
        let planner = SecondLooks::new(100);
        let wish = |costs| {
            let companion = planner.companion(&Knowledge { costs, ..knowledge() })?;
            let walk = outcome(0, "screen Button #save");
            let layout = Arc::clone(walk.trace.start().layout.as_ref().unwrap());
            let seen = crate::testing::observation(layout);
            companion.see(&Now { step: None, steps: 0, seen: &seen, screens: walk.screens[0], refused: None })
        };
        assert!(matches!(wish(Costs::FREE), Some(Wish::Keep(_))));
        assert!(matches!(wish(Costs { time_is_free: true, ..Costs::DEAR }), Some(Wish::Insert { .. })));
        assert_eq!(wish(Costs::DEAR), None);
    }

    #[test]
    fn a_second_look_on_the_way_counts() {
        let mut planner = SecondLooks::new(100);
        let walk = outcome(0, "screen Button #save\nwait 2000 for look-twice");
        planner.learn(&walk, &knowledge().into());
        assert!(planner.seen.contains(&(Site::HOME, walk.screens[0].widgets)));
    }
}
