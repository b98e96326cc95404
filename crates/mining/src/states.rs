//! The model: alike screens as states, and what leads from one to another.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::album::{Album, Deed, LookId};
use crate::merge::Merger;
use crate::tree::{Path, PrefixTree};

/// A model mined from traces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// The states; the first is where the first trace begins.
    pub states: Vec<State>,
    /// The states of each trace, from its start on.
    pub of: Vec<Vec<u32>>,
}

/// Screens on which the same events lead to the same states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The looks of its screens.
    pub looks: BTreeSet<LookId>,
    /// The states that can be reached from it by one event, each with the steps that did so: the trace's number and the step's.
    pub onward: BTreeMap<u32, Vec<Edge>>,
    /// How many traces reach it.
    pub reached: usize,
}

/// A step that leads from a state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The trace's number.
    pub trace: usize,
    /// The step's.
    pub step: usize,
}

/// Of the steps that lead from one state to another so many are kept.
const SAMPLES: usize = 12;

/// Mines a model from traces: their prefix tree, whose nodes are merged in the blue-fringe order as `SwiftHand` does.
///
/// A node at the fringe goes into the first state of which all looks are similar to its own, and with it, recursively, all that the
/// same events lead to; where that fails anywhere nothing is merged, and it is tried with the next. What fits nowhere is a state of
/// its own. The result depends on the traces and their order alone, not on what the album remembers.
pub fn mine(album: &mut Album, paths: &[Path]) -> Model {
    for path in paths {
        let mut look = path.start;
        for &(deed, next) in &path.steps {
            album.witness(look, deed);
            look = next;
        }
    }
    let tree = PrefixTree::of(paths);
    if tree.len() == 0 {
        return Model::default();
    }
    let mut merger = Merger::new(album, &tree);
    // The states so far, each with how many of its edges were looked at. Edges are only ever added.
    let mut settled: Vec<(u32, usize)> = Vec::new();
    let roots: BTreeSet<u32> = tree.of.iter().map(|nodes| nodes[0]).collect();
    let mut fringe: VecDeque<u32> = roots.into_iter().collect();
    while let Some(node) = fringe.pop_front().or_else(|| next_edge(&merger, &mut settled)) {
        let state = merger.find(node);
        if merger.is_settled(state) {
            continue;
        }
        let fits = |&(known, _): &(u32, usize)| merger.find(known) == known && merger.merge(known, state);
        if !settled.iter().any(fits) {
            merger.settle(state);
            settled.push((state, 0));
        }
    }
    told(&merger, &tree, paths)
}

/// Where the next edge leads that nobody looked at yet, in the order of the states.
fn next_edge(merger: &Merger<'_>, settled: &mut [(u32, usize)]) -> Option<u32> {
    for (state, looked_at) in settled {
        // What went into another has its edges there.
        if merger.find(*state) != *state {
            continue;
        }
        if let Some(edge) = merger.onward(*state).get(*looked_at) {
            *looked_at += 1;
            return Some(edge.2);
        }
    }
    None
}

/// The states as they ended up, with what every step of every trace says of them.
fn told(merger: &Merger<'_>, tree: &PrefixTree, paths: &[Path]) -> Model {
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut model = Model::default();
    for (trace, nodes) in tree.of.iter().enumerate() {
        let mut states = Vec::with_capacity(nodes.len());
        for &node in nodes {
            let found = merger.find(node);
            let number = *numbers.entry(found).or_insert_with(|| {
                let looks = merger.looks(found).iter().copied().collect();
                model.states.push(State { looks, ..State::default() });
                model.states.len() as u32 - 1
            });
            states.push(number);
        }
        for state in states.iter().collect::<BTreeSet<_>>() {
            model.states[*state as usize].reached += 1;
        }
        for step in 0..paths[trace].steps.len() {
            let samples = model.states[states[step] as usize].onward.entry(states[step + 1]).or_default();
            if samples.len() < SAMPLES {
                samples.push(Edge { trace, step });
            }
        }
        model.of.push(states);
    }
    model
}

impl Model {
    /// The states on whose looks some event is witnessed that the other's looks have no receiver for never become one; this says
    /// whether each deed of a trace leads from each state to one state alone.
    pub fn is_deterministic(&self, album: &mut Album, paths: &[Path]) -> bool {
        type Known = Vec<(LookId, Deed, u32)>;
        let mut leads: BTreeMap<(u32, u64), Known> = BTreeMap::new();
        for (path, states) in paths.iter().zip(&self.of) {
            let mut look = path.start;
            for (at, &(deed, next)) in path.steps.iter().enumerate() {
                let known = leads.entry((states[at], deed.what)).or_default();
                let same =
                    known.iter().find(|&&(on, other, _)| album.counterpart(other, on, look) == Some(deed));
                match same {
                    Some(&(_, _, to)) if to != states[at + 1] => return false,
                    Some(_) => {}
                    None => known.push((look, deed, states[at + 1])),
                }
                look = next;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;
    use model::Volatile;
    use proptest::prelude::*;

    use super::*;
    use crate::look::{Look, Rows};

    /// Pages with so many buttons.
    fn page(name: usize, buttons: usize) -> String {
        let button = |at: usize| format!("\n  Button #b{name}_{at} (clickable)");
        format!("FrameLayout #page{name}{}", (0..buttons).map(button).collect::<String>())
    }

    struct Book {
        album: Album,
        looks: Vec<(gui::Layout, Look, LookId)>,
    }

    impl Book {
        fn new(pages: &[String]) -> Book {
            let mut album = Album::default();
            let add = |text: &String| {
                let layout = screen(text);
                let look = Look::of(&layout, ".A", "com.example", &Volatile::default(), Rows::Each).unwrap();
                let id = album.add(Some(&look));
                (layout, look, id)
            };
            let looks = pages.iter().map(add).collect();
            Book { album, looks }
        }

        fn path(&self, start: usize, steps: &[(&str, usize)]) -> Path {
            let mut here = start;
            let steps = steps.iter().map(|&(event, to)| {
                let (layout, look, _) = &self.looks[here];
                let deed = Deed::of(&event.parse().unwrap(), layout, look).unwrap();
                here = to;
                (deed, self.looks[to].2)
            });
            Path { start: self.looks[start].2, steps: steps.collect() }
        }
    }

    #[test]
    fn a_loop_is_one_state_and_not_a_tree() {
        let mut book = Book::new(&[page(0, 2), page(1, 1)]);
        let once = book.path(0, &[("tap #b0_0", 1), ("tap #b1_0", 0), ("tap #b0_0", 1), ("tap #b1_0", 0)]);
        let model = mine(&mut book.album, &[once]);
        assert_eq!(model.states.len(), 2);
        assert_eq!(model.of, [[0, 1, 0, 1, 0]]);
    }

    #[test]
    fn screens_on_which_the_same_does_something_else_are_not_one() {
        // After the second button was tapped, the first one leads elsewhere.
        let mut book = Book::new(&[page(0, 2), page(1, 1), page(2, 1)]);
        let paths = [
            book.path(0, &[("tap #b0_0", 1), ("tap #b1_0", 1)]),
            book.path(0, &[("tap #b0_1", 0), ("tap #b0_0", 2)]),
        ];
        let model = mine(&mut book.album, &paths);
        assert_ne!(model.of[1][1], model.of[0][0], "alike, but not one state");
        assert!(model.is_deterministic(&mut book.album, &paths));
    }

    #[test]
    fn a_failed_merge_leaves_all_as_it_was() {
        let mut book = Book::new(&[page(0, 2), page(1, 1), page(2, 1)]);
        let paths = [
            book.path(0, &[("tap #b0_1", 0), ("tap #b0_1", 0), ("tap #b0_0", 1), ("tap #b1_0", 1)]),
            book.path(0, &[("press back", 0), ("tap #b0_1", 0), ("tap #b0_1", 0), ("tap #b0_0", 2)]),
        ];
        let _ = mine(&mut book.album, &paths);
        let tree = PrefixTree::of(&paths);
        let mut merger = Merger::new(&mut book.album, &tree);
        let before = merger.condition();
        // The first steps go together; three levels down the first button leads to two pages.
        assert!(!merger.merge(0, tree.of[1][1]));
        assert_eq!(merger.condition(), before);
    }

    #[test]
    fn nothing_makes_no_model() {
        assert_eq!(mine(&mut Album::default(), &[]), Model::default());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The app: the first button leads to the next page, the second stays but for every fifth step, back leads to the first.
        #[test]
        fn what_is_remembered_changes_nothing(walks in prop::collection::vec(prop::collection::vec(0..4usize, 0..14), 1..12)) {
            let pages: Vec<String> = (0..4).flat_map(|name| [page(name, 2), page(name, 3)]).collect();
            let mut book = Book::new(&pages);
            let paths: Vec<Path> = walks.iter().map(|walk| {
                let mut here = 0;
                let steps: Vec<(String, usize)> = walk.iter().enumerate().map(|(at, choice)| {
                    let name = here / 2;
                    let (event, to) = match choice {
                        0 => (format!("tap #b{name}_0"), (here + 2) % 8),
                        1 => (format!("tap #b{name}_1"), if at % 5 == 4 { here ^ 1 } else { here }),
                        2 if here % 2 == 1 => (format!("tap #b{name}_2"), here),
                        _ => ("press back".to_owned(), 0),
                    };
                    here = to;
                    (event, to)
                }).collect();
                book.path(0, &steps.iter().map(|(event, to)| (event.as_str(), *to)).collect::<Vec<_>>())
            }).collect();
            let mut remembering = book.album.clone();
            // More and more traces with what is remembered, and all at once without.
            for some in 1..=paths.len() {
                let known = mine(&mut remembering, &paths[..some]);
                let mut fresh = book.album.clone();
                prop_assert_eq!(known, mine(&mut fresh, &paths[..some]));
            }
            remembering.forget();
            prop_assert_eq!(mine(&mut remembering, &paths), mine(&mut book.album, &paths));
        }
    }
}
