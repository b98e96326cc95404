//! Whether two screens show the same.

use std::collections::{BTreeMap, BTreeSet};

use gui::{Flag, Node};
use model::{ByItself, Volatile};
use trace::Moment;
use xxhash_rust::xxh3::xxh3_64;

use crate::widget::name_of;

/// Whether a menu or a dialog is in front: it does not begin in the corner of the screen.
pub(super) fn is_apart(moment: &Moment) -> bool {
    let root = moment.layout.as_deref().and_then(|layout| layout.roots().next());
    root.is_some_and(|root| (root.bounds().left, root.bounds().top) != (0, 0))
}

/// Whether two screens show the same: what a person would call the same data.
pub fn shows_the_same(one: &Moment, other: &Moment, app: &str, volatile: &Volatile) -> bool {
    sight_of(one, app, volatile) == sight_of(other, app, volatile)
}

/// What a screen says, by the names of its widgets: what each of them says, in no particular order. What changes by itself does not
/// count, nor do names that waver.
pub(super) fn said_by(moment: &Moment, eyes: Eyes<'_>) -> BTreeMap<String, Vec<u64>> {
    let mut said: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let Some(layout) = moment.layout.as_deref() else { return said };
    let ways = eyes.volatile.ways_in(layout);
    let way = |node: Node<'_>| ways.get(node.id().0 as usize).copied().flatten();
    let goes = |node: Node<'_>| {
        std::iter::once(node).chain(node.ancestors()).any(|node| way(node) == Some(ByItself::Goes))
    };
    for node in layout.nodes().filter(|&node| node.package() == eyes.app && !goes(node)) {
        if eyes.wavers(node) {
            continue;
        }
        let says = if way(node).is_some() { ["", ""] } else { [node.text(), node.content_desc()] };
        let flags = [Flag::Checked, Flag::Enabled, Flag::Selected].map(|flag| node.is(flag));
        let fact = xxh3_64(format!("{}\n{says:?}\n{flags:?}", node.class()).as_bytes());
        said.entry(name_of(node)).or_default().push(fact);
    }
    for facts in said.values_mut() {
        facts.sort_unstable();
    }
    said
}

/// The names of widgets that say something else on another screen, or are there alone.
pub(super) fn differing(one: &Moment, other: &Moment, eyes: Eyes<'_>) -> BTreeSet<String> {
    let (one, other) = (said_by(one, eyes), said_by(other, eyes));
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// Whose screens are looked at, and what does not count on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub(super) app: &'a str,
    pub(super) volatile: &'a Volatile,
    /// Names of widgets that say something else each time that somebody comes back, whatever was done.
    pub(super) wavering: &'a BTreeSet<String>,
}

impl Eyes<'_> {
    /// What people type differs each time too, but what is done with it depends on it.
    fn wavers(self, node: Node<'_>) -> bool {
        !self.wavering.is_empty() && !node.is(Flag::Editable) && self.wavering.contains(&name_of(node))
    }
}

/// Learns which widgets waver: the tip of the day, a greeting drawn by lot.
#[derive(Debug, Clone, Default)]
pub(super) struct Wavering(BTreeMap<u64, Returns>);

/// How often a page was come back to.
#[derive(Debug, Clone, Default)]
struct Returns {
    /// And said the same.
    same: u32,
    /// And nothing but widgets of one name said something else.
    but_for: BTreeMap<String, u32>,
}

/// So often it must have been seen.
const SEEN: u32 = 5;

impl Wavering {
    /// A page was left and come back to: the same but for widgets of these names.
    pub(super) fn came_back(&mut self, page: u64, differing: &BTreeSet<String>) {
        let returns = self.0.entry(page).or_default();
        match differing.first() {
            None => returns.same += 1,
            Some(name) if differing.len() == 1 => *returns.but_for.entry(name.clone()).or_default() += 1,
            Some(_) => {}
        }
    }

    /// The names of those that waver: coming back changed nothing but them more often than nothing at all.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let wavers = |returns: &Returns, times: u32| times >= SEEN && times > returns.same;
        let names = self.0.values().flat_map(|returns| {
            let often = returns.but_for.iter().filter(|(_, times)| wavers(returns, **times));
            often.map(|(name, _)| name.clone())
        });
        names.collect()
    }
}

/// Equal for screens that show the same widgets with the same words and ticks, in whatever order: what a person would call the same
/// data. What changes by itself does not count.
pub(super) fn sight_of(moment: &Moment, app: &str, volatile: &Volatile) -> u64 {
    sight_in(moment, Eyes { app, volatile, wavering: &BTreeSet::new() })
}

/// The same without what wavers.
pub(super) fn sight_in(moment: &Moment, eyes: Eyes<'_>) -> u64 {
    let Some(layout) = moment.layout.as_deref() else { return 0 };
    let ways = eyes.volatile.ways_in(layout);
    let way = |node: Node<'_>| ways.get(node.id().0 as usize).copied().flatten();
    let goes = |node: Node<'_>| {
        std::iter::once(node).chain(node.ancestors()).any(|node| way(node) == Some(ByItself::Goes))
    };
    let fact = |node: Node<'_>| {
        let says = if way(node).is_some() { ["", ""] } else { [node.text(), node.content_desc()] };
        let flags = [Flag::Checked, Flag::Enabled, Flag::Selected].map(|flag| node.is(flag));
        xxh3_64(format!("{}\n{}\n{says:?}\n{flags:?}", node.class(), node.resource_id()).as_bytes())
    };
    // A row counts as a whole: which one is chosen matters.
    let mut facts: Vec<u64> = Vec::new();
    let mut row_ends = 0;
    for node in layout.nodes().filter(|&node| node.package() == eyes.app && !goes(node)) {
        if eyes.wavers(node) {
            continue;
        }
        let is_row = node.parent().is_some_and(effect::holds_rows) && node.id().0 >= row_ends;
        let fact = fact(node);
        match facts.last_mut() {
            Some(row) if node.id().0 < row_ends => *row = row.rotate_left(7) ^ fact,
            _ => facts.push(fact),
        }
        if is_row {
            row_ends = node.id().0 + node.subtree_size() as u32;
        }
    }
    facts.sort_unstable();
    let mut bytes: Vec<u8> = facts.iter().flat_map(|fact| fact.to_le_bytes()).collect();
    bytes.extend(moment.activity.as_deref().unwrap_or_default().as_bytes());
    xxh3_64(&bytes)
}
