//! What can be done on a page that changes what it says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use effect::{Detour, StateId, Touched};
use experiment::{Chance, Start};
use gui::{Event, Layout};
use model::Volatile;
use trace::{Moment, Step};

use super::mutant::key_of_all;
use super::promising::is_promising;
use super::seed::Seed;
use crate::independent_views::Hints;
use crate::independent_views::sight::Sight;

/// The most events from a page back to it.
const LONGEST: usize = 6;
/// So many are remembered of one page.
const MOST: usize = 48;
/// So often each of them begins a seed.
const USES: u32 = 3;

/// What walks did on each page that led back to it and changed what it says: a row deleted, an order chosen, a box ticked.
#[derive(Debug, Default)]
pub(super) struct Deeds {
    by_page: BTreeMap<StateId, Vec<Detour>>,
    /// What led back to a page and left it as it was: somewhere else it may have done something.
    looks: BTreeMap<StateId, Vec<Detour>>,
    /// Single events that led from a page to another one.
    exits: BTreeMap<StateId, Vec<Detour>>,
    keys: BTreeSet<(StateId, u64)>,
    /// The same of looks and exits.
    others: BTreeSet<(StateId, u64)>,
    /// Where each page can be gone to.
    grounds: BTreeMap<StateId, Ground>,
    /// How often each was part of a seed.
    used: BTreeMap<(StateId, usize), u32>,
    /// What was a seed by itself already.
    alone: BTreeSet<(StateId, u64)>,
}

/// A condition of the app in which it shows a page.
#[derive(Debug)]
struct Ground {
    start: Start,
    layout: Arc<Layout>,
    parent: u64,
}

impl Deeds {
    /// Learns from steps that follow each other; `page` says which page a moment shows.
    pub(super) fn learn(
        &mut self,
        steps: &[Step],
        volatile: &Volatile,
        page: impl Fn(&Moment) -> Option<StateId>,
        counts: impl Fn(&Step) -> bool,
    ) {
        let hints = Hints::default();
        let sight =
            |moment: &Moment| Some(Sight::of(moment.layout.as_deref()?, volatile, &hints).fingerprint());
        let seen: Vec<(Option<StateId>, Option<StateId>)> =
            steps.iter().map(|step| (page(&step.before), page(&step.after))).collect();
        for first in 0..steps.len() {
            let Some(here) = seen[first].0 else { continue };
            let ends = (first..steps.len().min(first + LONGEST))
                .take_while(|&at| counts(&steps[at]))
                .find(|&at| seen[at].1 == Some(here));
            if counts(&steps[first]) && seen[first].1 != Some(here) {
                self.exit(here, &steps[first]);
            }
            let Some(end) = ends else { continue };
            self.remember(here, &steps[first..=end], sight(&steps[first].before) != sight(&steps[end].after));
        }
    }

    /// Remembers where a page can be gone to; the last place of several.
    pub(super) fn stand(&mut self, page: StateId, start: Start, layout: &Arc<Layout>, parent: u64) {
        self.grounds.insert(page, Ground { start, layout: Arc::clone(layout), parent });
    }

    /// A seed that does two of them one after the other, those that were part of the fewest; nothing once all were often enough.
    pub(super) fn compose(&mut self, chance: &mut Chance) -> Option<Seed> {
        let used = |page: StateId, at: usize| self.used.get(&(page, at)).copied().unwrap_or(0);
        let open = self.grounds.iter().flat_map(|(&page, ground)| {
            let deeds = self.of(page).iter().enumerate();
            let here = deeds.filter(move |(_, deed)| {
                deed.touched.first().is_some_and(|on| on.alike(&ground.layout, &[]).is_some())
            });
            here.map(move |(at, _)| (page, at))
        });
        let open: Vec<(StateId, usize)> = open.collect();
        let least = open.iter().map(|&(page, at)| used(page, at)).min().filter(|times| *times < USES)?;
        let fewest: Vec<(StateId, usize)> =
            open.iter().copied().filter(|&(page, at)| used(page, at) == least).collect();
        let &(page, first) = fewest.get(chance.below(fewest.len()))?;
        let others: Vec<usize> =
            open.iter().filter(|(other, at)| *other == page && *at != first).map(|(_, at)| *at).collect();
        let second = others.get(chance.below(others.len().max(1))).copied().unwrap_or(first);
        *self.used.entry((page, first)).or_default() += 1;
        let (ground, deeds) = (self.grounds.get(&page)?, self.of(page));
        let both = [deeds.get(first)?, deeds.get(second)?];
        let events = both.iter().flat_map(|deed| deed.events.iter().cloned()).collect();
        let touched = both.iter().flat_map(|deed| deed.touched.iter().cloned()).collect();
        let (start, parent) = (ground.start.clone(), ground.parent);
        Some(Seed { start, events, parent, news: 0, composed: Some(touched), echo: None, is_single: false })
    }

    /// A seed of one thing alone that was none yet: what changes a page, looks at something and comes back, or leaves the page. What
    /// costs the least comes first.
    pub(super) fn single(&mut self) -> Option<Seed> {
        let mut best: Option<(StateId, &Detour, &Ground)> = None;
        for (&page, ground) in &self.grounds {
            for deed in self.of(page).iter().chain(self.looks(page)).chain(self.exits(page)) {
                let is_new = !self.alone.contains(&(page, key_of_all(&deed.keys)));
                let on = deed.touched.first();
                let is_here = on.is_some_and(|on| on.alike(&ground.layout, &[]).is_some());
                let is_less = best.is_none_or(|(_, best, _)| deed.events.len() < best.events.len());
                if is_new && is_here && is_less {
                    best = Some((page, deed, ground));
                }
            }
        }
        let (page, deed, ground) = best?;
        let (events, touched) = (deed.events.clone(), deed.touched.clone());
        let (start, parent, key) = (ground.start.clone(), ground.parent, key_of_all(&deed.keys));
        self.alone.insert((page, key));
        Some(Seed { start, events, parent, news: 0, composed: Some(touched), echo: None, is_single: true })
    }

    fn remember(&mut self, page: StateId, steps: &[Step], changes: bool) {
        let Some(deed) = done_in(page, steps) else { return };
        let key = key_of_all(&deed.keys);
        let worth = deed.events.len() == 1 || is_promising(&deed);
        let (known, keys) =
            if changes { (&mut self.by_page, &mut self.keys) } else { (&mut self.looks, &mut self.others) };
        let known = known.entry(page).or_default();
        if worth && known.len() < MOST && keys.insert((page, key)) {
            known.push(deed);
        }
    }

    fn exit(&mut self, page: StateId, step: &Step) {
        let taps = matches!(step.event, Some(Event::Tap { .. }));
        let Some(deed) = done_in(page, std::slice::from_ref(step)).filter(|_| taps) else { return };
        let known = self.exits.entry(page).or_default();
        if known.len() < MOST && self.others.insert((page, key_of_all(&deed.keys))) {
            known.push(deed);
        }
    }

    /// What leads back to a page and leaves it as it was.
    pub(super) fn looks(&self, page: StateId) -> &[Detour] {
        self.looks.get(&page).map_or(&[], Vec::as_slice)
    }

    fn exits(&self, page: StateId) -> &[Detour] {
        self.exits.get(&page).map_or(&[], Vec::as_slice)
    }

    /// What is known to change a page.
    pub(super) fn of(&self, page: StateId) -> &[Detour] {
        self.by_page.get(&page).map_or(&[], Vec::as_slice)
    }

    /// Whether a detour is known to change the page, by what its events are.
    pub(super) fn has(&self, page: StateId, detour: &Detour) -> bool {
        self.keys.contains(&(page, key_of_all(&kin_of_all(detour))))
    }

    /// Whether a detour begins with something that is known to change the page.
    pub(super) fn begin(&self, page: StateId, detour: &Detour) -> bool {
        let kin = kin_of_all(detour);
        (1..=kin.len()).any(|many| self.keys.contains(&(page, key_of_all(&kin[..many]))))
    }
}

/// What was done in steps that begin on a page.
fn done_in(page: StateId, steps: &[Step]) -> Option<Detour> {
    let done: Option<Vec<(Event, Touched)>> = steps
        .iter()
        .map(|step| {
            let (event, layout) = (step.event.clone()?, step.before.layout.as_deref()?);
            let touched = Touched::by(&event, layout);
            Some((event, touched))
        })
        .collect();
    let done = done?;
    let keys = done.iter().map(|(event, touched)| touched.kin(event)).collect();
    let (events, touched) = done.into_iter().unzip();
    Some(Detour { events, keys, touched, ends: page })
}

fn kin_of_all(detour: &Detour) -> Vec<u64> {
    detour.events.iter().zip(&detour.touched).map(|(event, on)| on.kin(event)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::trace;

    const EMPTY: &str = "
screen .Main
  FrameLayout
    Button #add \"Add\" (clickable)
    Button #look \"Look\" (clickable)
    TextView #count \"0\"";

    #[test]
    fn what_changes_a_page_and_leads_back_is_a_deed_and_looking_is_none() {
        let one = EMPTY.replace("\"0\"", "\"1\"");
        let menu = "\nscreen .Menu\n  FrameLayout\n    Button #ok \"OK\" (clickable)";
        let walked = trace(&format!(
            "{EMPTY}\ntap #look{menu}\nback{EMPTY}\ntap #look{menu}\ntap #ok{one}\ntap #add{EMPTY}"
        ));
        let mut deeds = Deeds::default();
        let page = |moment: &Moment| {
            let activity = moment.activity.as_deref().unwrap_or_default();
            moment.layout.as_deref().map(|layout| effect::page_state(layout, activity))
        };
        deeds.learn(walked.steps(), &Volatile::default(), page, |_| true);
        let here = page(walked.start()).unwrap();
        let many: Vec<usize> = deeds.of(here).iter().map(|deed| deed.events.len()).collect();
        assert_eq!(many, [2, 1], "look and OK; add");
        let mut chance = Chance::keyed(0, "test", 0);
        assert!(deeds.compose(&mut chance).is_none(), "nobody knows where the page can be gone to");
        assert!(deeds.single().is_none());
        assert_eq!(deeds.looks(here).len(), 1, "look and back");
        deeds.stand(here, Start::Fresh, walked.start().layout.as_ref().unwrap(), 0);
        let seeds: Vec<usize> =
            std::iter::from_fn(|| deeds.compose(&mut chance)).map(|seed| seed.events.len()).collect();
        assert_eq!(seeds, [3; 2 * USES as usize], "each with the other, until all were often enough");
        let alone: Vec<usize> = std::iter::from_fn(|| deeds.single()).map(|seed| seed.events.len()).collect();
        assert_eq!(alone, [1, 1, 2, 2], "add and leaving by look; look and OK, look and back");
    }
}
