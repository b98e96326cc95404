//! What counts of a screen when screens are called alike.

use std::collections::HashMap;

use effect::holds_rows;
use gui::{Digest, Layout, Node, NodeId};
use model::{ByItself, Front, Volatile};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// Whether the rows of a list count one by one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Rows {
    /// Rows with the same widgets are one: a list of two notes and one of three are alike. Ours.
    #[default]
    ByKind,
    /// Each by itself, as the paper has it.
    Each,
}

/// A screen without its data: the tree of classes and resource ids, under the activity that shows it.
///
/// Texts do not count, but in menus and dialogs, whose entries are told apart by nothing else. What comes and goes by itself does
/// not count, nor do the keyboard and other apps' windows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub(crate) nodes: Vec<Kernel>,
    /// The widget of the tree that each widget of the layout stands for.
    places: Vec<Option<u32>>,
    digest: Digest,
}

/// A widget of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kernel {
    pub(crate) parent: Option<u32>,
    pub(crate) label: u64,
}

impl Look {
    /// The look of a layout; `None` where the app is not in front.
    pub fn of(layout: &Layout, activity: &str, app: &str, volatile: &Volatile, rows: Rows) -> Option<Look> {
        if Front::of(layout, app) == Front::Elsewhere {
            return None;
        }
        let ways = volatile.ways_in(layout);
        let counts =
            |node: Node<'_>| ways.get(node.id().0 as usize).copied().flatten() != Some(ByItself::Goes);
        let front: Vec<Node<'_>> = front_roots(layout, app).collect();
        // What does not begin in the corner of the screen is a menu or a dialog.
        let says = front.first().is_some_and(|root| (root.bounds().left, root.bounds().top) != (0, 0));
        let rows = if says { Rows::Each } else { rows };
        let mut sketch = Sketch {
            nodes: vec![Kernel { parent: None, label: xxh3_64(activity.as_bytes()) }],
            places: vec![None; layout.len()],
            digests: HashMap::new(),
            counts: &counts,
            says,
            rows,
        };
        for root in front {
            sketch.digest(root);
            sketch.draw(root, 0);
        }
        let bytes: Vec<u8> = sketch
            .nodes
            .iter()
            .flat_map(|node| {
                let parent = node.parent.map_or(u64::MAX, u64::from);
                parent.to_le_bytes().into_iter().chain(node.label.to_le_bytes())
            })
            .collect();
        Some(Look { digest: Digest(xxh3_128(&bytes)), nodes: sketch.nodes, places: sketch.places })
    }

    /// Equal for equal looks, on every machine.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The widget of the tree that a widget of the layout stands for; `None` for one that does not count.
    pub fn place(&self, node: NodeId) -> Option<u32> {
        self.places.get(node.0 as usize).copied().flatten()
    }

    /// How many widgets it has, the activity among them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none but the activity.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }
}

/// The roots of the windows that a person acts on: the app's own, the keyboard and the bars left out.
pub(crate) fn front_roots<'l>(layout: &'l Layout, app: &str) -> impl Iterator<Item = Node<'l>> {
    let own = layout.roots().any(|root| root.package() == app);
    layout.roots().filter(move |root| !own || root.package() == app)
}

/// A look while it is drawn.
struct Sketch<'a, 'l> {
    nodes: Vec<Kernel>,
    places: Vec<Option<u32>>,
    digests: HashMap<NodeId, u64>,
    counts: &'a dyn Fn(Node<'l>) -> bool,
    says: bool,
    rows: Rows,
}

impl<'l> Sketch<'_, 'l> {
    fn label(&self, node: Node<'l>) -> u64 {
        let text = if self.says && node.is_leaf() { node.text() } else { "" };
        xxh3_64(format!("{}\n{}\n{text}", node.class(), node.resource_id()).as_bytes())
    }

    /// The digest of a widget with all below it, after all below it.
    fn digest(&mut self, top: Node<'l>) {
        let below: Vec<Node<'l>> = std::iter::once(top).chain(top.descendants()).collect();
        for node in below.into_iter().rev() {
            let mut bytes = self.label(node).to_le_bytes().to_vec();
            for (_, digest) in self.children(node) {
                bytes.extend(digest.to_le_bytes());
            }
            self.digests.insert(node.id(), xxh3_64(&bytes));
        }
    }

    /// The children that count, each kind of row once and in an order that does not depend on the data.
    fn children(&self, node: Node<'l>) -> Vec<(Node<'l>, u64)> {
        let digest = |child: Node<'l>| self.digests.get(&child.id()).copied().unwrap_or_default();
        let mut children: Vec<(Node<'l>, u64)> = node
            .children()
            .filter(|&child| (self.counts)(child))
            .map(|child| (child, digest(child)))
            .collect();
        if self.rows == Rows::ByKind && holds_rows(node) {
            children.sort_by_key(|&(_, digest)| digest);
            children.dedup_by_key(|(_, digest)| *digest);
        }
        children
    }

    fn draw(&mut self, node: Node<'l>, parent: u32) {
        let place = self.nodes.len() as u32;
        self.nodes.push(Kernel { parent: Some(parent), label: self.label(node) });
        self.places[node.id().0 as usize] = Some(place);
        let children = self.children(node);
        for &(child, _) in &children {
            self.draw(child, place);
        }
        if self.rows == Rows::ByKind && holds_rows(node) {
            for child in node.children().filter(|&child| (self.counts)(child)) {
                let like = self.digests.get(&child.id());
                let drawn = children.iter().find(|(_, digest)| Some(digest) == like);
                let place = drawn.and_then(|(drawn, _)| self.places[drawn.id().0 as usize]);
                if let Some(mut place) = place {
                    self.follow(child, &mut place);
                }
            }
        }
    }

    /// Gives the widgets of a row the places of the row like it that was drawn.
    fn follow(&mut self, node: Node<'l>, place: &mut u32) {
        self.places[node.id().0 as usize] = Some(*place);
        *place += 1;
        for (child, _) in self.children(node) {
            self.follow(child, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    fn look(text: &str, rows: Rows) -> Look {
        Look::of(&screen(text), ".Main", "com.example", &Volatile::default(), rows).unwrap()
    }

    const TWO: &str = r#"
        FrameLayout
          RecyclerView #list (scrollable)
            LinearLayout #row (clickable)
              TextView #title "milk"
            LinearLayout #row (clickable)
              TextView #title "bread"
    "#;
    const ONE: &str = r#"
        FrameLayout
          RecyclerView #list (scrollable)
            LinearLayout #row (clickable)
              TextView #title "tea"
    "#;
    const NONE: &str = r#"
        FrameLayout
          RecyclerView #list (scrollable)
    "#;

    #[test]
    fn rows_of_one_kind_are_one_and_an_empty_list_is_another() {
        let digest = |text, rows| look(text, rows).digest();
        assert_eq!(digest(TWO, Rows::ByKind), digest(ONE, Rows::ByKind));
        assert_ne!(digest(TWO, Rows::Each), digest(ONE, Rows::Each));
        assert_ne!(digest(ONE, Rows::ByKind), digest(NONE, Rows::ByKind));
    }

    #[test]
    fn a_widget_of_any_row_stands_for_the_one_that_was_drawn() {
        let look = look(TWO, Rows::ByKind);
        assert_eq!(look.len(), 5, "the activity, the frame, the list, a row, its title");
        assert_eq!(look.place(NodeId(3)), look.place(NodeId(5)));
        assert_ne!(look.place(NodeId(2)), look.place(NodeId(3)));
    }

    #[test]
    fn entries_of_a_menu_are_told_apart_by_their_words() {
        let menu =
            |word: &str| format!("FrameLayout [50,50][90,90]\n  TextView #title \"{word}\" [50,50][90,60]");
        let digest = |word| look(&menu(word), Rows::ByKind).digest();
        assert_ne!(digest("Rename"), digest("Delete"));
    }

    #[test]
    fn another_app_in_front_has_no_look() {
        let other = screen("FrameLayout @com.other");
        assert!(Look::of(&other, "", "com.example", &Volatile::default(), Rows::ByKind).is_none());
    }
}
