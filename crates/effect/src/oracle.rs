//! Whether a mutant still has all effects of its seed, as the original asks.

use std::collections::HashMap;

use diff::{Differ, Labels, Tree};
use gui::{Layout, Node, NodeId};
use model::{ByItself, Volatile};
use serde::Serialize;
use trace::{Moment, Trace};

use crate::alignment::Alignment;
use crate::page::{PageType, screen_of};
use crate::signs::{Signs, short_text};

/// What a view's change is: it changed, came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Op {
    /// It has another label.
    Change,
    /// It came.
    Insert,
    /// It went.
    Delete,
}

/// One difference between two layouts of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ViewEdit {
    /// What happened.
    pub op: Op,
    /// The view in the first layout.
    pub from: Option<u32>,
    /// The view in the second.
    pub to: Option<u32>,
    /// Its class.
    pub class: String,
    /// Its resource id, without the package.
    pub resource_id: String,
    /// Its text in the first layout, where it has one there.
    pub from_text: Option<String>,
    /// Its text in the second.
    pub to_text: Option<String>,
    /// What it is compared by: the subtrees of both, or 0 where there is none.
    #[serde(skip)]
    signs: (u64, u64),
}

/// A pair of layouts that was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// Two moments of the seed.
    pub seed: (usize, usize),
    /// The same moments of the mutant.
    pub mutant: (usize, usize),
    /// How many differences the seed's have,
    pub seed_delta: usize,
    /// and the mutant's.
    pub mutant_delta: usize,
    /// Differences of the seed that the mutant does not have. Any of them is a violation.
    pub unmatched_seed: Vec<ViewEdit>,
    /// Differences of the mutant that are not used up; none where nothing is missing.
    pub unmatched_mutant: Vec<ViewEdit>,
    /// What the violation is told apart by, in words; empty where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub witness: String,
}

/// What the oracle says of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// Where the detour was inserted, and how long it is.
    #[serde(flatten)]
    pub alignment: Alignment,
    /// Pairs of moments of which the later one lies behind the insertion.
    pub aligned_pairs: usize,
    /// Of these, pairs that can be compared in the seed,
    pub comparable_seed: Vec<(usize, usize)>,
    /// and in the mutant, by its own moments.
    pub comparable_mutant: Vec<(usize, usize)>,
    /// Those that can be compared in both.
    pub pairs: Vec<Pair>,
    /// Of a hundred texts at the insertion, so many are not there any more after the detour.
    pub pivot_text_difference: u32,
}

impl Ruling {
    /// The pairs that miss something.
    pub fn violations(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| !pair.unmatched_seed.is_empty())
    }

    /// The different things that are wrong, in words, each with how many pairs show it.
    pub fn witnesses(&self) -> Vec<(&str, usize)> {
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for pair in self.violations() {
            match counted.iter_mut().find(|(witness, _)| *witness == pair.witness) {
                Some((_, times)) => *times += 1,
                None => counted.push((&pair.witness, 1)),
            }
        }
        counted
    }
}

/// Judges mutants of one seed. What the seed itself does is worked out once.
pub struct Oracle<'a> {
    seed: Test<'a>,
    volatile: &'a Volatile,
    labels: Labels,
    differ: Differ,
    /// The differences of the seed's pairs that were asked for.
    known: HashMap<(usize, usize), Vec<ViewEdit>>,
}

impl<'a> Oracle<'a> {
    /// A judge of mutants of this seed. What changes by itself, where that is known, is no effect.
    pub fn new(seed: &'a Trace, volatile: &'a Volatile) -> Oracle<'a> {
        let mut labels = Labels::new();
        let screen = screen_of(seed.moments().filter_map(|moment| moment.layout.as_deref()));
        let seed = Test::of(seed, screen, volatile, &mut labels);
        Oracle { seed, volatile, labels, differ: Differ::new(), known: HashMap::new() }
    }

    /// Whether the mutant has all effects of the seed: for all pairs of moments of which the later one lies behind the insertion, all
    /// four layouts the app's and of one type, whether each difference of the seed's is one of the mutant's.
    pub fn judge(&mut self, mutant: &Trace, alignment: Alignment) -> Ruling {
        let mutant = Test::of(mutant, self.seed.screen, self.volatile, &mut self.labels);
        let mut ruling = Ruling {
            alignment,
            aligned_pairs: 0,
            comparable_seed: Vec::new(),
            comparable_mutant: Vec::new(),
            pairs: Vec::new(),
            pivot_text_difference: pivot_text_difference(&self.seed, &mutant, alignment),
        };
        let moments = self.seed.looks.len().min(mutant.looks.len().saturating_sub(alignment.inserted));
        for j in alignment.position + 1..moments {
            for i in 0..j {
                let (a, b) = (alignment.in_mutant(i), alignment.in_mutant(j));
                ruling.aligned_pairs += 1;
                let in_seed = self.seed.is_comparable(i, j);
                let in_mutant = mutant.is_comparable(a, b);
                if in_seed {
                    ruling.comparable_seed.push((i, j));
                }
                if in_mutant {
                    ruling.comparable_mutant.push((a, b));
                }
                if in_seed && in_mutant && self.seed.page(i) == mutant.page(a) {
                    ruling.pairs.push(self.check((i, j), (a, b), &mutant));
                }
            }
        }
        ruling.pairs.sort_by_key(|pair| pair.seed);
        ruling.comparable_seed.sort_unstable();
        ruling.comparable_mutant.sort_unstable();
        ruling
    }

    fn check(&mut self, (i, j): (usize, usize), (a, b): (usize, usize), mutant: &Test<'_>) -> Pair {
        let (seed, differ) = (&self.seed, &mut self.differ);
        let expected = self.known.entry((i, j)).or_insert_with(|| seed.delta(i, j, differ));
        let observed = mutant.delta(a, b, differ);
        let mut used = vec![false; observed.len()];
        let mut unmatched_seed = Vec::new();
        for edit in &*expected {
            let same = (0..observed.len()).find(|&at| !used[at] && observed[at].signs == edit.signs);
            match same {
                Some(at) => used[at] = true,
                None => unmatched_seed.push(edit.clone()),
            }
        }
        let unmatched_mutant: Vec<ViewEdit> = if unmatched_seed.is_empty() {
            Vec::new()
        } else {
            observed.iter().zip(&used).filter(|(_, used)| !**used).map(|(edit, _)| edit.clone()).collect()
        };
        Pair {
            seed: (i, j),
            mutant: (a, b),
            seed_delta: expected.len(),
            mutant_delta: observed.len(),
            witness: witness(&unmatched_seed, &unmatched_mutant),
            unmatched_seed,
            unmatched_mutant,
        }
    }
}

/// A test with what it takes to compare its layouts.
struct Test<'a> {
    screen: crate::Screen,
    app: &'a str,
    looks: Vec<Option<Look<'a>>>,
}

struct Look<'a> {
    layout: &'a Layout,
    page: PageType,
    tree: Tree,
    signs: Signs,
    /// What changes by itself.
    ignored: Vec<bool>,
}

impl<'a> Test<'a> {
    fn of(trace: &'a Trace, screen: crate::Screen, volatile: &Volatile, labels: &mut Labels) -> Test<'a> {
        let looks = trace.moments().map(|moment| Look::of(moment, screen, volatile, labels)).collect();
        Test { screen, app: &trace.header.app, looks }
    }

    fn page(&self, moment: usize) -> Option<PageType> {
        self.looks.get(moment)?.as_ref().map(|look| look.page)
    }

    /// Whether both moments show the app, on pages of one type.
    fn is_comparable(&self, i: usize, j: usize) -> bool {
        let of =
            |moment: usize| self.looks.get(moment)?.as_ref().filter(|look| look.layout.package() == self.app);
        of(i).zip(of(j)).is_some_and(|(before, after)| before.page == after.page)
    }

    fn delta(&self, i: usize, j: usize, differ: &mut Differ) -> Vec<ViewEdit> {
        let (Some(before), Some(after)) = (&self.looks[i], &self.looks[j]) else { return Vec::new() };
        // Two huge screens with nothing in common are not told to differ; the limits are far beyond any phone.
        let Ok(mapping) = differ.mapping(&before.tree, &after.tree) else { return Vec::new() };
        let mut stayed = (vec![false; before.layout.len()], vec![false; after.layout.len()]);
        let mut edits = Vec::new();
        for &(from, to) in mapping.pairs() {
            (stayed.0[from as usize], stayed.1[to as usize]) = (true, true);
            if before.tree.labels()[from as usize] != after.tree.labels()[to as usize] {
                edits.extend(edit(Op::Change, Some((before, from)), Some((after, to))));
            }
        }
        let gone = (0..).zip(&stayed.0).filter(|(_, stayed)| !**stayed);
        edits.extend(gone.filter_map(|(from, _)| edit(Op::Delete, Some((before, from)), None)));
        let new = (0..).zip(&stayed.1).filter(|(_, stayed)| !**stayed);
        edits.extend(new.filter_map(|(to, _)| edit(Op::Insert, None, Some((after, to)))));
        edits
    }
}

impl<'a> Look<'a> {
    fn of(
        moment: &'a Moment,
        screen: crate::Screen,
        volatile: &Volatile,
        labels: &mut Labels,
    ) -> Option<Look<'a>> {
        let layout = moment.layout.as_deref()?;
        let activity = moment.activity.as_deref().unwrap_or_default();
        let ways = volatile.ways_in(layout);
        let way = |at: usize| ways.get(at).copied().flatten();
        Some(Look {
            layout,
            page: PageType::by_first_fork(layout, activity, screen),
            tree: tree_of(layout, labels),
            signs: Signs::of(layout),
            ignored: (0..layout.len())
                .map(|at| matches!(way(at), Some(ByItself::Goes) | Some(ByItself::Changes)))
                .collect(),
        })
    }
}

/// One difference, unless it is of a view that changes by itself.
fn edit(op: Op, from: Option<(&Look<'_>, u32)>, to: Option<(&Look<'_>, u32)>) -> Option<ViewEdit> {
    let ignored = |side: Option<(&Look<'_>, u32)>| side.is_some_and(|(look, at)| look.ignored[at as usize]);
    if ignored(from) || ignored(to) {
        return None;
    }
    let sign = |side: Option<(&Look<'_>, u32)>| side.map_or(0, |(look, at)| look.signs.whole[at as usize]);
    let text = |side: Option<(&Look<'_>, u32)>| {
        let text = side.map(|(look, at)| look.layout.node(NodeId(at)).text().to_owned());
        text.filter(|text| !text.is_empty())
    };
    let (look, at) = to.or(from)?;
    let node = look.layout.node(NodeId(at));
    Some(ViewEdit {
        op,
        from: from.map(|(_, at)| at),
        to: to.map(|(_, at)| at),
        class: node.short_class().to_owned(),
        resource_id: node.short_id().to_owned(),
        from_text: text(from),
        to_text: text(to),
        signs: (sign(from), sign(to)),
    })
}

/// The layout as the original compares it: a view's label is its class, id, description and text, where that is short.
fn tree_of(layout: &Layout, labels: &mut Labels) -> Tree {
    let mut joined = String::new();
    let nodes = layout.nodes().map(|node| {
        joined.clear();
        for part in [node.class(), node.resource_id(), node.content_desc(), short_text(node)] {
            use std::fmt::Write as _;
            // The length in front keeps the parts apart: braces in a text do no harm here.
            let _ = write!(joined, "{}:{part}", part.len());
        }
        (node.parent().map(|parent| parent.id().0 as usize), labels.intern(&joined))
    });
    Tree::forest(nodes).unwrap_or_else(|error| unreachable!("a layout is a forest: {error}"))
}

/// What a violation is told apart by: the sorted differences of both sides.
fn witness(seed: &[ViewEdit], mutant: &[ViewEdit]) -> String {
    if seed.is_empty() {
        return String::new();
    }
    let side = |edits: &[ViewEdit]| {
        let mut told: Vec<String> = edits.iter().map(told).collect();
        told.sort();
        told.join("; ")
    };
    match side(mutant) {
        mutant if mutant.is_empty() => side(seed),
        mutant => format!("{} | instead: {mutant}", side(seed)),
    }
}

fn told(edit: &ViewEdit) -> String {
    let name = if edit.resource_id.is_empty() { &edit.class } else { &edit.resource_id };
    let text = |text: &Option<String>| text.as_deref().map_or("-".to_owned(), gui::quoted);
    match edit.op {
        Op::Change => format!(
            "{name} {} → {} ({:x} {:x})",
            text(&edit.from_text),
            text(&edit.to_text),
            edit.signs.0,
            edit.signs.1
        ),
        Op::Insert => format!("+{name} {} ({:x})", text(&edit.to_text), edit.signs.1),
        Op::Delete => format!("-{name} {} ({:x})", text(&edit.from_text), edit.signs.0),
    }
}

/// Of a hundred texts before the insertion, how many are not there after the detour.
fn pivot_text_difference(seed: &Test<'_>, mutant: &Test<'_>, alignment: Alignment) -> u32 {
    let texts = |test: &Test<'_>, moment: usize| -> Vec<String> {
        let look = test.looks.get(moment).and_then(Option::as_ref);
        let nodes = look.into_iter().flat_map(|look| look.layout.nodes());
        let mut texts: Vec<String> =
            nodes.map(Node::text).filter(|text| !text.is_empty()).map(str::to_owned).collect();
        texts.sort();
        texts
    };
    let before = texts(seed, alignment.position);
    let mut after = texts(mutant, alignment.position + alignment.inserted);
    let all = before.len();
    let gone = before.iter().filter(|text| match after.iter().position(|other| other == *text) {
        Some(at) => {
            after.swap_remove(at);
            false
        }
        None => true,
    });
    (gone.count() * 100).checked_div(all).unwrap_or(0) as u32
}
