//! Looking twice, to learn what changes by itself.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use device::Ability;
use experiment::{
    Act, Companion, Keep, Knowledge, Now, Outcome, Place, Plan, Planner, Round, Start, Suspicion, Wish,
};
use gui::Event;
use model::ScreenId;

use crate::Settings;
use crate::share::Share;

/// What a wish's tag begins with; the rest is the screen.
const TAG: &str = "look ";
/// What the acts say they are for.
const PURPOSE: &str = "look-twice";
/// A short look finds clocks and counters, a long one what changes with the minute.
const WAITS_MS: [u64; 2] = [2_000, 60_000];

/// Lets time pass once on every screen with other widgets than before, so that whatever changes by itself is known before
/// anybody compares two looks.
///
/// Only on phones that keep conditions at no cost: elsewhere a minute for every screen is too dear, and controls have to do.
#[derive(Debug)]
pub struct LookTwice {
    settings: Settings,
    share: Share,
    seen: Arc<BTreeSet<ScreenId>>,
    waiting: VecDeque<(Arc<Place>, u64)>,
}

impl LookTwice {
    /// Nothing seen yet.
    pub fn new(settings: Settings) -> LookTwice {
        let share = Share::percent(settings.look_twice_percent);
        LookTwice { settings, share, seen: Arc::default(), waiting: VecDeque::new() }
    }
}

impl Planner for LookTwice {
    fn learn(&mut self, outcome: &Outcome, _known: &Knowledge) -> Vec<Suspicion> {
        self.share.learn(outcome);
        for kept in outcome.kept.iter().filter(|kept| kept.tag.starts_with(TAG)) {
            if Arc::make_mut(&mut self.seen).insert(kept.place.screens.widgets) {
                self.waiting.push_back((Arc::clone(&kept.place), outcome.id));
            }
        }
        while self.waiting.len() > self.settings.places {
            self.waiting.pop_front();
        }
        Vec::new()
    }

    fn plan(&mut self, _known: &Knowledge, round: &mut Round) {
        while !self.waiting.is_empty() && self.share.take(WAITS_MS.len() as u64, round) {
            let Some((place, parent)) = self.waiting.pop_front() else { break };
            let acts = WAITS_MS.map(|ms| Act::with_purpose(Event::Wait { ms }, PURPOSE));
            let mut plan = Plan::script(PURPOSE, Start::At(place), acts.to_vec());
            plan.cause.parent = Some(parent);
            round.add(plan);
        }
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let cheap = known.abilities.has(Ability::ShareSnapshots);
        cheap.then(|| Arc::new(Lookout { seen: Arc::clone(&self.seen) }) as Arc<dyn Companion>)
    }
}

/// Wishes to come back to each screen that nobody has looked at twice.
#[derive(Debug)]
struct Lookout {
    seen: Arc<BTreeSet<ScreenId>>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let screen = now.screens.widgets;
        let new = screen != ScreenId::OUTSIDE && !self.seen.contains(&screen);
        new.then(|| Wish::Keep(Keep { tag: format!("{TAG}{}", screen.0), dear: false }))
    }
}

#[cfg(test)]
mod tests {
    use experiment::Keepsake;

    use super::*;
    use crate::testing::{knowledge, outcome, place};

    #[test]
    fn each_screen_is_looked_at_twice_once() {
        let mut planner = LookTwice::new(Settings::default());
        let mut walk = outcome(0, &format!("screen Button #save\n{}", "tap #save\n".repeat(100)));
        for screen in ["screen Button #save", "screen Button #save", "screen Button #open"] {
            walk.kept.push(Keepsake { moment: 0, tag: format!("{TAG}x"), place: place(screen) });
        }
        planner.learn(&walk, &knowledge());
        let mut round = Round::new(1, 100, true);
        planner.plan(&knowledge(), &mut round);
        assert_eq!((round.len(), round.events_left), (2, 96));
    }

    #[test]
    fn nobody_waits_a_minute_where_coming_back_is_dear() {
        let planner = LookTwice::new(Settings::default());
        assert!(planner.companion(&knowledge()).is_some());
        let poor = Knowledge { abilities: device::Abilities::NONE, ..knowledge() };
        assert!(planner.companion(&poor).is_none());
    }
}
