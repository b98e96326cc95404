//! The looks of all traces, each kept once, and what was done on them.

use std::collections::{BTreeSet, HashMap};

use diff::{Label, Tree};
use gui::{Event, Layout};
use xxhash_rust::xxh3::xxh3_64;

use crate::look::Look;
use crate::similar::Pairing;

/// A look's number in an [`Album`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LookId(pub u32);

impl LookId {
    /// The app is not in front.
    pub const OUTSIDE: LookId = LookId(0);
}

/// What was done on a look: a kind of event, and the widget of the look's tree that received it. What was typed does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deed {
    /// Equal for events of one kind.
    pub what: u64,
    /// The widget that received it; `None` for keys and whatever else no widget receives.
    pub receiver: Option<u32>,
}

impl Deed {
    /// What an event is on a layout of this look; `None` where its target is not there.
    pub fn of(event: &Event, layout: &Layout, look: &Look) -> Option<Deed> {
        let what = kind_of(event);
        let Some(target) = event.target() else { return Some(Deed { what, receiver: None }) };
        let node = target.resolve(layout).ok()?.node;
        Some(Deed { what, receiver: Some(look.place(node.id())?) })
    }
}

/// The kind of an event: its words without its target and what is typed.
fn kind_of(event: &Event) -> u64 {
    let wish = event.wish();
    let kind = match event {
        Event::Edit { text, .. } if text.is_empty() => "empty".to_owned(),
        Event::Edit { .. } => "type".to_owned(),
        event => match event.target() {
            Some(target) => wish.replace(&target.to_string(), ""),
            None => wish,
        },
    };
    xxh3_64(kind.as_bytes())
}

/// The looks of all traces, each kept once, what was witnessed on each, and how the widgets of any two correspond as far as somebody
/// asked.
///
/// What is remembered of correspondences stays when more traces come: no two trees are compared twice. It changes no result.
#[derive(Debug, Clone)]
pub struct Album {
    pub(crate) looks: Vec<Kept>,
    numbers: HashMap<u128, LookId>,
    labels: HashMap<u64, Label>,
    pub(crate) pairings: HashMap<(LookId, LookId), Pairing>,
}

/// A look with what was seen to be done on it.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) tree: Tree,
    pub(crate) witnessed: BTreeSet<Deed>,
    /// How often each label occurs.
    pub(crate) has: HashMap<Label, u32>,
}

impl Default for Album {
    fn default() -> Album {
        let outside = Kept { tree: tree_of(Vec::new()), witnessed: BTreeSet::new(), has: HashMap::new() };
        Album {
            looks: vec![outside],
            numbers: HashMap::new(),
            labels: HashMap::new(),
            pairings: HashMap::new(),
        }
    }
}

impl Album {
    /// The number of a look, a new one where it was never seen; [`LookId::OUTSIDE`] for none.
    pub fn add(&mut self, look: Option<&Look>) -> LookId {
        let Some(look) = look else { return LookId::OUTSIDE };
        if let Some(&known) = self.numbers.get(&look.digest().0) {
            return known;
        }
        let id = LookId(self.looks.len() as u32);
        self.numbers.insert(look.digest().0, id);
        let mut nodes = Vec::with_capacity(look.nodes.len());
        let mut has = HashMap::new();
        for node in &look.nodes {
            let new = Label(self.labels.len() as u32);
            let label = *self.labels.entry(node.label).or_insert(new);
            *has.entry(label).or_default() += 1;
            nodes.push((node.parent.map(|parent| parent as usize), label));
        }
        self.looks.push(Kept { tree: tree_of(nodes), witnessed: BTreeSet::new(), has });
        id
    }

    /// The digests of all looks but the one outside, in no particular order, with their numbers.
    pub fn digests(&self) -> impl Iterator<Item = (u128, LookId)> + '_ {
        self.numbers.iter().map(|(&digest, &id)| (digest, id))
    }

    /// Something was done on a look.
    pub fn witness(&mut self, look: LookId, deed: Deed) {
        self.looks[look.0 as usize].witnessed.insert(deed);
    }

    /// What was witnessed on a look.
    pub fn witnessed(&self, look: LookId) -> impl ExactSizeIterator<Item = Deed> + '_ {
        self.looks[look.0 as usize].witnessed.iter().copied()
    }

    /// How many looks there are, the one outside among them.
    pub fn len(&self) -> usize {
        self.looks.len()
    }

    /// Whether there is none but the one outside.
    pub fn is_empty(&self) -> bool {
        self.looks.len() == 1
    }

    /// Forgets how widgets correspond. Mining finds the same without it, more slowly.
    pub fn forget(&mut self) {
        self.pairings.clear();
    }
}

fn tree_of(nodes: Vec<(Option<usize>, Label)>) -> Tree {
    // A look is drawn in pre-order, and no larger than a layout.
    Tree::forest(nodes).unwrap_or_else(|error| unreachable!("a look is a tree: {error}"))
}
