//! Which page a moment shows, and what a developer may say about pages and widgets.

use gui::{Event, Flag, Layout, Node, Selector};
use serde::{Deserialize, Serialize};
use trace::Moment;

use crate::widget::Surface;

/// What a developer knows better: `[fuzz]` in `oddity.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hints {
    /// Widgets whose texts and marks say nothing: a tip, an advertisement.
    pub ignored: Vec<Selector>,
    /// Widgets that are not independent of what tests do: no detour touches them.
    pub dependent: Vec<Selector>,
    /// Widgets that make the screen they are on a page of its own.
    pub pages: Vec<Selector>,
    /// Tabs: what is below them is another page for each.
    pub tabs: Vec<Selector>,
}

impl Hints {
    /// Whether it is one of the widgets that say nothing, or in one.
    pub(super) fn ignores(&self, node: Node<'_>) -> bool {
        is_one_of(&self.ignored, node)
    }

    /// Whether an event touches a widget that is not independent. Without a layout the selectors' own words must be the same.
    pub(super) fn is_dependent(&self, event: &Event, layout: Option<&Layout>) -> bool {
        let Some(target) = event.target() else { return false };
        let node = layout.and_then(|layout| target.resolve(layout).ok()).map(|found| found.node);
        node.map_or_else(
            || self.dependent.iter().any(|hint| hint == target),
            |node| is_one_of(&self.dependent, node),
        )
    }

    /// What tells the pages of one activity apart: which of the widgets are there, and which tabs are chosen.
    fn page(&self, layout: &Layout) -> (Vec<bool>, Vec<String>) {
        let there = self.pages.iter().map(|page| !page.all(layout).is_empty()).collect();
        let chosen = |node: &Node<'_>| node.is(Flag::Selected) || node.is(Flag::Checked);
        let words = |node: Node<'_>| format!("{}{}", node.text(), node.content_desc());
        let tabs = self.tabs.iter().flat_map(|tab| tab.all(layout)).filter(chosen).map(words).collect();
        (there, tabs)
    }
}

fn is_one_of(selectors: &[Selector], node: Node<'_>) -> bool {
    let around = || std::iter::once(node).chain(node.ancestors()).map(Node::id);
    selectors.iter().any(|hint| {
        let named = hint.all(node.layout());
        around().any(|id| named.iter().any(|named| named.id() == id))
    })
}

/// Whether both show the same page: the same activity, both a page, a dialog or a menu, and the same by what the developer says.
pub(super) fn is_same_page(one: &Moment, other: &Moment, hints: &Hints) -> bool {
    let page = |moment: &Moment| moment.layout.as_deref().map(|layout| hints.page(layout));
    one.activity == other.activity && surface(one) == surface(other) && page(one) == page(other)
}

/// What kind of window takes the input.
pub(super) fn surface(moment: &Moment) -> Option<Surface> {
    moment.layout.as_deref().map(Surface::of)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    fn hints(ignored: &str, dependent: &str, page: &str, tab: &str) -> Hints {
        let one = |text: &str| if text.is_empty() { Vec::new() } else { vec![text.parse().unwrap()] };
        Hints { ignored: one(ignored), dependent: one(dependent), pages: one(page), tabs: one(tab) }
    }

    #[test]
    fn what_is_in_an_ignored_or_dependent_widget_is_so_too() {
        let layout = screen("FrameLayout\n  FrameLayout #tip\n    TextView \"Hold a name\"\n  Button #add");
        let hints = hints("#tip", "#add", "", "");
        let ignored: Vec<bool> = layout.nodes().map(|node| hints.ignores(node)).collect();
        assert_eq!(ignored, [false, true, true, false]);
        let tap = |target: &str| Event::Tap { target: target.parse().unwrap() };
        assert!(hints.is_dependent(&tap("#add"), Some(&layout)));
        assert!(hints.is_dependent(&tap("#add"), None));
        assert!(!hints.is_dependent(&tap("#tip"), Some(&layout)));
    }

    #[test]
    fn pages_and_tabs_are_told_apart_where_somebody_says_so() {
        let moment =
            |text: &str| Moment { layout: Some(std::sync::Arc::new(screen(text))), ..Moment::default() };
        let first = moment("FrameLayout\n  TextView #tab \"All\" (selected)\n  TextView #tab \"Few\"");
        let second =
            moment("FrameLayout\n  TextView #tab \"All\"\n  TextView #tab \"Few\" (selected)\n  Button #add");
        assert!(is_same_page(&first, &second, &Hints::default()));
        assert!(!is_same_page(&first, &second, &hints("", "", "#add", "")));
        assert!(!is_same_page(&first, &second, &hints("", "", "", "#tab")));
        assert!(is_same_page(&first, &first, &hints("", "", "#add", "#tab")));
    }
}
