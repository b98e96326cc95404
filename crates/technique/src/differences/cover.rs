//! Which walks are worth doing again on dozens of phones: those that show what no other has shown yet.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use experiment::{Recorded, World};
use gui::{Digest, Layout};
use model::{ScreenId, ScreenIds};
use xxhash_rust::xxh3::xxh3_64;

/// So many different screens with the same kinds of widgets are enough: rows of a list, or one page with other data.
const ENOUGH: usize = 3;

/// A screen by its tree, and by which kinds of widgets it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sight {
    tree: ScreenId,
    widgets: Widgets,
}

/// Which kinds of widgets a screen has, whatever they say.
type Widgets = u64;

/// What is seen at the start of a walk and after each act; nothing where the app is not in front.
type Sights = Vec<Option<Sight>>;

/// What walks have shown so far. A screen whose tree was shown already is not shown again.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// The trees that were shown, by their kinds of widgets.
    shown: HashMap<Widgets, BTreeSet<ScreenId>>,
    /// Screens by their layouts, so that each is looked at once.
    known: HashMap<Digest, Sight>,
    /// Which widgets a tree has.
    widgets: HashMap<ScreenId, Widgets>,
}

/// A walk as far as it is worth doing again.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// How many of its acts: behind the last of them it shows nothing new.
    pub(super) acts: usize,
    /// At the start and after each of those acts, whether something new is shown.
    pub(super) shows: Vec<bool>,
}

impl Cover {
    /// The walk that shows the most, the shortest of equals, by its place; `None` where none shows anything new.
    pub(super) fn best(&mut self, walks: &[&Recorded], world: &World) -> Option<(usize, Worth)> {
        let sights: Vec<Sights> = walks.iter().map(|walk| self.sights(walk, world)).collect();
        self.best_of(&sights)
    }

    /// What a walk shows counts as shown from now on.
    pub(super) fn show(&mut self, walk: &Recorded, worth: &Worth, world: &World) {
        let sights = self.sights(walk, world);
        self.count(&sights, worth);
    }

    fn best_of(&self, walks: &[Sights]) -> Option<(usize, Worth)> {
        let worth = walks.iter().enumerate().map(|(at, sights)| (at, self.worth(sights)));
        let many = |worth: &Worth| worth.shows.iter().filter(|shows| **shows).count();
        let best = worth.max_by_key(|(at, worth)| (many(worth), Reverse((worth.acts, *at))));
        best.filter(|(_, worth)| many(worth) > 0)
    }

    fn count(&mut self, sights: &[Option<Sight>], worth: &Worth) {
        let shown = sights.iter().zip(&worth.shows).filter(|(_, shows)| **shows);
        for sight in shown.filter_map(|(sight, _)| *sight) {
            self.shown.entry(sight.widgets).or_default().insert(sight.tree);
        }
    }

    fn worth(&self, sights: &[Option<Sight>]) -> Worth {
        let mut here: HashMap<Widgets, BTreeSet<ScreenId>> = HashMap::new();
        let mut is_new = |sight: &Sight| {
            let before = self.shown.get(&sight.widgets);
            let own = here.entry(sight.widgets).or_default();
            before.is_none_or(|trees| !trees.contains(&sight.tree))
                && before.map_or(0, BTreeSet::len) + own.len() < ENOUGH
                && own.insert(sight.tree)
        };
        let mut shows: Vec<bool> =
            sights.iter().map(|sight| sight.as_ref().is_some_and(&mut is_new)).collect();
        let acts = shows.iter().rposition(|shows| *shows).unwrap_or(0);
        shows.truncate(acts + 1);
        Worth { acts, shows }
    }

    /// What is seen in a walk from a fresh start.
    fn sights(&mut self, walk: &Recorded, world: &World) -> Sights {
        let home = world.home();
        let mut sight = |layout: &Option<Arc<Layout>>| {
            let layout = layout.as_ref()?;
            let sight = *self.known.entry(layout.digest()).or_insert_with(|| Sight {
                tree: ScreenIds::of(layout, &home.app, &home.volatile).travel,
                widgets: widgets_of(layout),
            });
            self.widgets.insert(sight.tree, sight.widgets);
            (sight.tree != ScreenId::OUTSIDE).then_some(sight)
        };
        let start = sight(&walk.trace.start().layout);
        let steps = walk.trace.steps().iter().filter(|step| step.event.is_some());
        let steps: Sights = steps.map(|step| sight(&step.after.layout)).collect();
        // What was on the way to where the walk began is known by name alone; the walk that was there first has shown it.
        let on_the_way = |tree: ScreenId| {
            let widgets = self.widgets.get(&tree).copied()?;
            (tree != ScreenId::OUTSIDE).then_some(Sight { tree, widgets })
        };
        let first = if walk.lineage.is_empty() { start } else { None };
        std::iter::once(first).chain(walk.lineage.legs().map(|leg| on_the_way(leg.to))).chain(steps).collect()
    }
}

/// The classes and ids of all widgets, each counted once.
fn widgets_of(layout: &Layout) -> Widgets {
    let kinds: BTreeSet<(&str, &str)> =
        layout.nodes().map(|node| (node.class(), node.resource_id())).collect();
    let mut all = Vec::new();
    for (class, id) in kinds {
        all.extend(xxh3_64(class.as_bytes()).to_le_bytes());
        all.extend(xxh3_64(id.as_bytes()).to_le_bytes());
    }
    xxh3_64(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk as letters: a capital for the kinds of widgets, a number for the tree; `-` where the app is not in front.
    fn walk(screens: &str) -> Sights {
        let number = |text: &str| text.bytes().fold(7_u64, |sum, byte| sum * 256 + u64::from(byte));
        let tree = |screen: &str| ScreenId(Digest(number(screen).into()));
        let sight = |screen: &str| Sight { tree: tree(screen), widgets: number(&screen[..1]) };
        screens.split(' ').map(|screen| (screen != "-").then(|| sight(screen))).collect()
    }

    #[track_caller]
    fn check(walks: &[&str], chosen: &[(usize, &[usize])]) {
        let walks: Vec<_> = walks.iter().map(|screens| walk(screens)).collect();
        let mut cover = Cover::default();
        let found: Vec<(usize, Vec<usize>)> = std::iter::from_fn(|| {
            let (at, worth) = cover.best_of(&walks)?;
            cover.count(&walks[at], &worth);
            Some((at, worth))
        })
        .map(|(at, worth)| {
            assert_eq!(worth.shows.len(), worth.acts + 1);
            let shows = worth.shows.iter().enumerate().filter(|(_, shows)| **shows);
            (at, shows.map(|(moment, _)| moment).collect())
        })
        .collect();
        let expected: Vec<(usize, Vec<usize>)> =
            chosen.iter().map(|(at, shows)| (*at, shows.to_vec())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn walks_that_show_nothing_new_are_not_done_again_and_others_end_where_they_show_the_last_of_it() {
        check(&["A1 B1 A1 B1", "A1 B1 C1 B1", "A1"], &[(1, &[0, 1, 2])]);
        check(&["A1 - B1", "A1 - -"], &[(0, &[0, 2])]);
        check(&["-"], &[]);
        check(&[], &[]);
    }

    #[test]
    fn of_alike_screens_some_are_enough() {
        check(&["A1 A2 A3 A4 A5 A6 B1"], &[(0, &[0, 1, 2, 6])]);
        check(&["A1 A2", "A4 A5 A6 B1"], &[(1, &[0, 1, 2, 3])]);
        check(&["A1 A2 B1", "A4 A5"], &[(0, &[0, 1, 2]), (1, &[0])]);
    }
}
