//! Which layouts can be compared.

use gui::{Layout, Node};

use crate::signs::{behind_drawer, hash, hash_words, is_actionable, open_drawers};

/// The type of a page: layouts of one type are compared, others are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PageType(u64);

/// Width and height of the screen.
pub type Screen = (i32, i32);

impl PageType {
    /// The original's: the activity, whether it fills the screen, whether a drawer is open, and the classes at the first fork with
    /// something to act on. No ids and no titles: two different forms are one type.
    pub fn by_first_fork(layout: &Layout, activity: &str, screen: Screen) -> PageType {
        let fills = layout.roots().next().is_some_and(|root| {
            let bounds = root.bounds();
            (bounds.left, bounds.top, bounds.right, bounds.bottom) == (0, 0, screen.0, screen.1)
        });
        let drawer = open_drawers(layout).next().is_some();
        let mut words = vec![hash(activity), u64::from(fills), u64::from(drawer)];
        if let Some(fork) = first_fork(layout) {
            words.extend(fork.children().map(|child| hash(child.class())));
        }
        PageType(hash_words(&words))
    }

    /// Ours: the activity, and the ids of the frame around what is listed. Forms with other fields are other pages; a list with
    /// other rows is the same.
    pub fn by_ids(layout: &Layout, activity: &str) -> PageType {
        let mut ids: Vec<u64> = layout
            .nodes()
            .filter(|node| !node.short_id().is_empty() && !is_listed(*node))
            .map(|node| hash(node.resource_id()))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids.push(hash(activity));
        PageType(hash_words(&ids))
    }
}

/// The size of the screen: as far as any window of these layouts reaches.
pub fn screen_of<'a>(layouts: impl Iterator<Item = &'a Layout>) -> Screen {
    layouts.flat_map(Layout::roots).fold((0, 0), |(width, height), root| {
        (width.max(root.bounds().right), height.max(root.bounds().bottom))
    })
}

/// Whether it stands in a list, whose rows come and go.
pub fn is_listed(node: Node<'_>) -> bool {
    node.ancestors().any(holds_rows)
}

/// Whether its children are rows.
pub fn holds_rows(node: Node<'_>) -> bool {
    const LISTS: [&str; 5] = ["RecyclerView", "ListView", "GridView", "ListLayout", "LazyColumn"];
    LISTS.iter().any(|list| node.short_class().contains(list))
}

/// From the root down through whatever holds one view only; at a fork where nothing can be acted on, into the first branch that
/// holds something.
fn first_fork(layout: &Layout) -> Option<Node<'_>> {
    let behind = behind_drawer(layout);
    let can_act =
        |node: Node<'_>| is_actionable(node) && node.is(gui::Flag::Visible) && !behind[node.id().0 as usize];
    let mut here = layout.roots().next()?;
    loop {
        let children: Vec<Node<'_>> = here.children().collect();
        let next = match children.as_slice() {
            [] => None,
            [only] => (!is_actionable(here)).then_some(*only),
            fork if fork.iter().any(|&child| can_act(child)) => None,
            fork => fork.iter().copied().find(|child| child.descendants().any(can_act)),
        };
        match next {
            Some(next) => here = next,
            None => return Some(here),
        }
    }
}
