//! Widgets that change by themselves.

use std::collections::BTreeSet;

use gui::{Layout, Node};

/// The widgets that were seen to change although nobody did anything: clocks, counters, adverts.
///
/// A widget is known by its resource id, or by its classes up to the root where it has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Volatile {
    widgets: BTreeSet<String>,
}

impl Volatile {
    /// Whether the widget is known to change by itself.
    pub fn has(&self, node: Node<'_>) -> bool {
        !self.widgets.is_empty() && self.widgets.contains(&name(node))
    }

    /// Learns from two looks between which nothing was done. Says whether there was anything new.
    pub fn learn(&mut self, before: &Layout, after: &Layout) -> bool {
        let known = self.widgets.len();
        if before.len() == after.len() {
            for (old, new) in before.nodes().zip(after.nodes()) {
                if name(old) == name(new)
                    && (old.text(), old.content_desc()) != (new.text(), new.content_desc())
                {
                    self.widgets.insert(name(new));
                }
            }
        }
        self.widgets.len() > known
    }

    /// The widgets, by the names under which they are known.
    pub fn widgets(&self) -> impl Iterator<Item = &str> {
        self.widgets.iter().map(String::as_str)
    }
}

fn name(node: Node<'_>) -> String {
    if !node.resource_id().is_empty() {
        return node.resource_id().to_owned();
    }
    let mut classes = node.class().to_owned();
    for above in node.ancestors() {
        classes.push('<');
        classes.push_str(above.class());
    }
    classes
}
