//! Whether two screens show the same.

use gui::{Flag, Node};
use model::{ByItself, Volatile};
use trace::Moment;
use xxhash_rust::xxh3::xxh3_64;

/// Whether a menu or a dialog is in front: it does not begin in the corner of the screen.
pub(super) fn is_apart(moment: &Moment) -> bool {
    let root = moment.layout.as_deref().and_then(|layout| layout.roots().next());
    root.is_some_and(|root| (root.bounds().left, root.bounds().top) != (0, 0))
}

/// Equal for screens that show the same widgets with the same words and ticks, in whatever order: what a person would call the same
/// data. What changes by itself does not count.
pub(super) fn sight_of(moment: &Moment, app: &str, volatile: &Volatile) -> u64 {
    let Some(layout) = moment.layout.as_deref() else { return 0 };
    let ways = volatile.ways_in(layout);
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
    for node in layout.nodes().filter(|&node| node.package() == app && !goes(node)) {
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
