//! A model that is easy to believe.

use std::collections::{BTreeMap, BTreeSet};

use crate::feed::Fed;

/// All that was told, kept as it was told.
#[derive(Debug, Default)]
pub(crate) struct Naive {
    /// How often an event led from one screen to another.
    pub(crate) edges: BTreeMap<(u32, u64, u32), u64>,
    pub(crate) starts: BTreeSet<u32>,
    pub(crate) visits: BTreeMap<u32, u64>,
    pub(crate) restores: BTreeMap<u32, u64>,
    pub(crate) interesting: BTreeSet<u32>,
    pub(crate) interesting_children: BTreeMap<u32, u64>,
}

impl Naive {
    pub(crate) fn of(feed: &[Fed]) -> Naive {
        let mut naive = Naive::default();
        // Before the first beginning, nobody knows where a walk stands.
        let mut at = None;
        for &told in feed {
            match told {
                Fed::Begin { at: start, travelled } => {
                    naive.visits.entry(start).or_default();
                    if travelled {
                        *naive.restores.entry(start).or_default() += 1;
                    } else {
                        naive.starts.insert(start);
                        naive.interesting.insert(start);
                    }
                    at = Some(start);
                }
                Fed::GoOn { at: screen } => {
                    naive.visits.entry(screen).or_default();
                    at = Some(screen);
                }
                Fed::Step { event, to, grew } => {
                    let from = at.or(Some(0)).filter(|from| naive.visits.contains_key(from) || *from == to);
                    let interesting = grew && !naive.visits.contains_key(&to);
                    *naive.visits.entry(to).or_default() += 1;
                    if interesting {
                        naive.interesting.insert(to);
                    }
                    if let Some(from) = from {
                        *naive.interesting_children.entry(from).or_default() += u64::from(interesting);
                        *naive.edges.entry((from, event, to)).or_default() += 1;
                    }
                    at = Some(to);
                }
            }
        }
        naive
    }

    /// The fewest events from any of the screens to each, never through the outside unless it begins there.
    pub(crate) fn distances(&self, from: &BTreeSet<u32>, also_from_outside: bool) -> BTreeMap<u32, usize> {
        let mut distances: BTreeMap<u32, usize> = from.iter().map(|&screen| (screen, 0)).collect();
        loop {
            let known = distances.clone();
            for &(before, _, after) in self.edges.keys() {
                let may_leave = before != 0 || also_from_outside && from.contains(&0);
                if let Some(&distance) = known.get(&before).filter(|_| may_leave) {
                    let shortest = distances.entry(after).or_insert(usize::MAX);
                    *shortest = (*shortest).min(distance + 1);
                }
            }
            if distances == known {
                return distances;
            }
        }
    }
}
