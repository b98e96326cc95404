//! Where a widget stands, from the root down.

use gui::{Layout, Node};

/// One component of a path: the class, and which of the siblings of that class it is.
pub(crate) type Component<'l> = (&'l str, u32);

/// The path of every widget, from the root down; like an `XPath` with positions.
pub(crate) fn paths(layout: &Layout) -> Vec<Vec<Component<'_>>> {
    let mut paths: Vec<Vec<Component<'_>>> = Vec::with_capacity(layout.len());
    for node in layout.nodes() {
        let mut path = match node.parent() {
            Some(parent) => paths[parent.id().0 as usize].clone(),
            None => Vec::new(),
        };
        path.push((node.class(), place_in_class(node)));
        paths.push(path);
    }
    paths
}

/// In how many components two paths differ; paths of different length differ in more than one.
pub(crate) fn difference(one: &[Component<'_>], other: &[Component<'_>]) -> usize {
    if one.len() != other.len() {
        return usize::MAX;
    }
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// How many siblings of its class stand before it.
fn place_in_class(node: Node<'_>) -> u32 {
    let same = |sibling: &Node<'_>| sibling.class() == node.class();
    let before = |sibling: &Node<'_>| sibling.id() < node.id();
    let many = match node.parent() {
        Some(parent) => parent.children().take_while(before).filter(same).count(),
        None => node.layout().roots().take_while(before).filter(same).count(),
    };
    u32::try_from(many).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[test]
    fn components_count_siblings_of_their_class() {
        let layout = screen("FrameLayout\n  Button\n  TextView\n  Button\n    ImageView");
        let paths = paths(&layout);
        let last: Vec<Component<'_>> = paths[4].clone();
        assert_eq!(last.iter().map(|(_, at)| *at).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(difference(&paths[1], &paths[3]), 1);
        assert_eq!(difference(&paths[1], &paths[4]), usize::MAX);
    }
}
