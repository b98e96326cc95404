//! Which widgets of two screens are the same.

use std::collections::{BTreeMap, HashMap};

use gui::{Flag, Layout, Node, NodeId};

use crate::by_content;
use crate::path::{Component, difference, paths};

/// How alike two widgets must be to be taken for the same one.
pub const THRESHOLD: f64 = 0.9;

/// More pairs of leftover widgets than are worth comparing.
const MOST_PAIRS: usize = 4_000_000;

/// The properties by which widgets on similar paths are compared, the text left out.
const PROPERTIES: [Flag; 9] = [
    Flag::Checkable,
    Flag::Clickable,
    Flag::Focusable,
    Flag::Scrollable,
    Flag::Checked,
    Flag::Selected,
    Flag::LongClickable,
    Flag::Enabled,
    Flag::Focused,
];

/// By which rules widgets are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// As `DiffDroid` does: by unique ids, by paths, by paths that differ in one component. For one build on two phones.
    Place {
        /// Whether the text counts as a property; it does not between languages.
        text: bool,
    },
    /// By ids, then by what they say, and only then by their place: for two builds, whose ids may be other ones and whose siblings
    /// may stand in another order.
    Content,
}

/// The widgets of two layouts that stand for the same thing, each used once.
///
/// Two widgets are the same with similarity 1 where both have the same id and it is unique on both sides, or where their paths
/// from the root are equal. Where the paths differ in one component, the similarity is the share of equal values among text,
/// checkable, clickable, focusable, scrollable, checked, selected, long-clickable, enabled and focused. Pairs below
/// [`THRESHOLD`] are none. The most similar pairs come first; of equal ones ids before paths, then reading order.
#[derive(Debug, Clone)]
pub struct Matching<'l> {
    /// The layout that is the measure.
    pub reference: &'l Layout,
    /// The layout that is held to it.
    pub test: &'l Layout,
    to_test: Vec<Option<NodeId>>,
    to_reference: Vec<Option<NodeId>>,
}

impl<'l> Matching<'l> {
    /// Pairs the widgets of two layouts.
    pub fn between(reference: &'l Layout, test: &'l Layout, by: By) -> Matching<'l> {
        Matching::between_renamed(reference, test, by, &BTreeMap::new())
    }

    /// The same where some ids of the reference, without their package, are known to be called otherwise on the test.
    pub fn between_renamed(
        reference: &'l Layout,
        test: &'l Layout,
        by: By,
        renamed: &BTreeMap<String, String>,
    ) -> Matching<'l> {
        let mut matching = Matching {
            reference,
            test,
            to_test: vec![None; reference.len()],
            to_reference: vec![None; test.len()],
        };
        matching.by_unique_ids(renamed);
        if by == By::Content {
            by_content::pair(&mut matching);
        }
        let counts_text = !matches!(by, By::Place { text: false });
        matching.by_paths(counts_text);
        matching
    }

    /// The partner of a widget of the reference.
    pub fn of_reference(&self, node: NodeId) -> Option<Node<'l>> {
        self.to_test.get(node.0 as usize).copied().flatten().map(|id| self.test.node(id))
    }

    /// The partner of a widget of the test.
    pub fn of_test(&self, node: NodeId) -> Option<Node<'l>> {
        self.to_reference.get(node.0 as usize).copied().flatten().map(|id| self.reference.node(id))
    }

    /// All pairs, in the reference's reading order.
    pub fn pairs(&self) -> impl Iterator<Item = (Node<'l>, Node<'l>)> + '_ {
        self.reference.nodes().filter_map(|node| Some((node, self.of_reference(node.id())?)))
    }

    /// The share of all widgets that have a partner; 1 for two empty screens.
    pub fn share(&self) -> f64 {
        let all = self.reference.len() + self.test.len();
        if all == 0 { 1.0 } else { 2.0 * self.pairs().count() as f64 / all as f64 }
    }

    /// Whether neither has a partner yet; then they become partners.
    pub(crate) fn join(&mut self, reference: NodeId, test: NodeId) -> bool {
        let (there, here) = (reference.0 as usize, test.0 as usize);
        let free = self.to_test[there].is_none() && self.to_reference[here].is_none();
        if free {
            self.to_test[there] = Some(test);
            self.to_reference[here] = Some(reference);
        }
        free
    }

    fn by_unique_ids(&mut self, renamed: &BTreeMap<String, String>) {
        let unique = unique_ids(self.test);
        for (id, node) in unique_ids(self.reference) {
            let today = id
                .rsplit_once('/')
                .and_then(|(package, name)| renamed.get(name).map(|new| format!("{package}/{new}")));
            let id = today.as_deref().unwrap_or(id);
            if let (Some(node), Some(&Some(other))) = (node, unique.get(id)) {
                self.join(node, other);
            }
        }
    }

    fn by_paths(&mut self, counts_text: bool) {
        let (reference, test) = (paths(self.reference), paths(self.test));
        let mut at: HashMap<&[Component<'_>], NodeId> = HashMap::new();
        for (place, path) in test.iter().enumerate() {
            at.insert(path, NodeId(place as u32));
        }
        for (place, path) in reference.iter().enumerate() {
            if let Some(&other) = at.get(path.as_slice()) {
                self.join(NodeId(place as u32), other);
            }
        }
        let left = |partners: &[Option<NodeId>]| -> Vec<usize> {
            (0..partners.len()).filter(|&place| partners[place].is_none()).collect()
        };
        let (there, here) = (left(&self.to_test), left(&self.to_reference));
        if there.len().saturating_mul(here.len()) > MOST_PAIRS {
            return;
        }
        let mut candidates: Vec<(u32, usize, usize)> = Vec::new();
        for &one in &there {
            for &other in &here {
                if difference(&reference[one], &test[other]) == 1 {
                    let nodes =
                        (self.reference.node(NodeId(one as u32)), self.test.node(NodeId(other as u32)));
                    let equal = equal_properties(nodes.0, nodes.1, counts_text);
                    if f64::from(equal) / 10.0 >= THRESHOLD {
                        candidates.push((10 - equal, one, other));
                    }
                }
            }
        }
        candidates.sort_unstable();
        for (_, one, other) in candidates {
            self.join(NodeId(one as u32), NodeId(other as u32));
        }
    }
}

/// Of ten properties, how many are equal.
fn equal_properties(reference: Node<'_>, test: Node<'_>, counts_text: bool) -> u32 {
    let flags = PROPERTIES.iter().filter(|&&flag| reference.is(flag) == test.is(flag)).count() as u32;
    flags + u32::from(!counts_text || reference.text() == test.text())
}

/// The widgets by their ids; nothing for an id that several have.
fn unique_ids(layout: &Layout) -> HashMap<&str, Option<NodeId>> {
    let mut ids: HashMap<&str, Option<NodeId>> = HashMap::new();
    for node in layout.nodes().filter(|node| !node.resource_id().is_empty()) {
        ids.entry(node.resource_id()).and_modify(|seen| *seen = None).or_insert(Some(node.id()));
    }
    ids
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    /// The partners as places in reading order: `0-0 1-2`.
    #[track_caller]
    fn check(by: By, reference: &str, test: &str, pairs: &str) {
        let (reference, test) = (screen(reference), screen(test));
        let matching = Matching::between(&reference, &test, by);
        let found: Vec<String> =
            matching.pairs().map(|(one, other)| format!("{}-{}", one.id().0, other.id().0)).collect();
        assert_eq!(found.join(" "), pairs);
    }

    const PLACE: By = By::Place { text: true };

    #[test]
    fn unique_ids_count_for_more_than_places() {
        check(PLACE, "A\n  B #x\n  B #y", "A\n  B #y\n  B #x", "0-0 1-2 2-1");
        // Ids that several have say nothing, so places decide.
        check(PLACE, "A\n  B #x\n  B #x", "A\n  B #x\n  B #x", "0-0 1-1 2-2");
    }

    #[test]
    fn paths_may_differ_in_one_component_where_all_else_is_alike() {
        check(PLACE, "A\n  B \"milk\"", "A\n  C \"milk\"", "0-0 1-1");
        check(PLACE, "A\n  B \"milk\"", "A\n  C \"eggs\"", "0-0 1-1");
        check(PLACE, "A\n  B \"milk\"", "A\n  C \"eggs\" (clickable)", "0-0");
        check(By::Place { text: false }, "A\n  B \"milk\"", "A\n  C \"eggs\" (clickable)", "0-0 1-1");
        check(PLACE, "A\n  B\n    C", "A\n  X\n    Y", "0-0 1-1");
    }

    #[test]
    fn each_widget_is_used_once_and_the_most_alike_come_first() {
        check(PLACE, "A\n  B \"one\"\n  B \"two\"", "A\n  C \"two\"\n  C \"one\"", "0-0 1-2 2-1");
    }

    #[test]
    fn builds_are_compared_by_what_widgets_say() {
        check(By::Content, "A\n  B \"one\"\n  B \"two\"", "A\n  B \"two\"\n  B \"one\"", "0-0 1-2 2-1");
        check(PLACE, "A\n  B \"one\"\n  B \"two\"", "A\n  B \"two\"\n  B \"one\"", "0-0 1-1 2-2");
    }
}
