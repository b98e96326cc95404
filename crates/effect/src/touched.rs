//! What an event is done to, whatever the app's data.

use gui::{Event, Layout, Node};

use crate::page::is_listed;
use crate::signs::{hash, hash_words, is_actionable};
use crate::transitions::kind_of;

/// What an event is done to: enough to find its like on another screen, where the rows are other ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Touched {
    class: String,
    id: String,
    /// Whether it is part of a row of a page.
    listed: bool,
    /// Its words, where it is no row: what a menu offers.
    says: String,
}

impl Touched {
    /// What an event is done to on a layout; nothing for keys.
    pub fn by(event: &Event, layout: &Layout) -> Touched {
        let found = event.target().and_then(|target| target.resolve(layout).ok());
        found.map_or_else(Touched::default, |found| Touched::of(found.node))
    }

    /// A widget.
    pub fn of(node: Node<'_>) -> Touched {
        let listed = is_row(node);
        Touched {
            class: node.class().to_owned(),
            id: node.resource_id().to_owned(),
            listed,
            says: if listed || node.is(gui::Flag::Editable) { String::new() } else { label(node).to_owned() },
        }
    }

    /// Its like on another layout: of several rows the one that names what was named before, else the first.
    pub fn alike<'l>(&self, layout: &'l Layout, named: &[String]) -> Option<Node<'l>> {
        let is_like = |node: &Node<'l>| {
            is_actionable(*node)
                && (node.class(), node.resource_id()) == (self.class.as_str(), self.id.as_str())
                && is_row(*node) == self.listed
                && (self.listed || label(*node) == self.says)
        };
        let likes: Vec<Node<'l>> = layout.nodes().filter(is_like).collect();
        let names = |node: &&Node<'l>| row_words(**node).iter().any(|said| named.contains(said));
        likes.iter().find(names).or(likes.first()).copied()
    }

    /// Equal for events of one type on widgets that are alike.
    pub fn kin(&self, event: &Event) -> u64 {
        let other = match event {
            Event::Scroll { toward, .. } | Event::Swipe { toward, .. } => *toward as u64 + 1,
            event if event.target().is_none() => hash(&event.to_string()),
            _ => 0,
        };
        let listed = u64::from(self.listed);
        hash_words(&[kind_of(event), hash(&self.class), hash(&self.id), hash(&self.says), listed, other])
    }
}

/// What the row of a list says in which a widget stands; nothing where it stands in none.
pub fn row_words(node: Node<'_>) -> Vec<String> {
    if !node.ancestors().any(Node::is_list) {
        return Vec::new();
    }
    let around = node.ancestors().take_while(|around| !around.is_list()).last();
    let row = around.unwrap_or(node);
    let parts = std::iter::once(row).chain(row.descendants());
    parts.map(|part| part.text().to_owned()).filter(|text| !text.is_empty()).collect()
}

/// Whether it is part of a row of a page; what menus and dialogs list are choices.
fn is_row(node: Node<'_>) -> bool {
    let root = node.ancestors().last().unwrap_or(node);
    (root.bounds().left, root.bounds().top) == (0, 0) && is_listed(node)
}

/// What it is called: the first words of it or in it.
fn label<'l>(node: Node<'l>) -> &'l str {
    let said = |part: Node<'l>| [part.text(), part.content_desc()].into_iter().find(|said| !said.is_empty());
    std::iter::once(node).chain(node.descendants()).find_map(said).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    fn list(rows: &[&str]) -> Layout {
        let row = |name: &&str| {
            format!(
                "\n    LinearLayout\n      TextView \"{name}\"\n      Button #more description \"Options for {name}\" (clickable)"
            )
        };
        screen(&format!("FrameLayout\n  ListView #list{}", rows.iter().map(row).collect::<String>()))
    }

    #[test]
    fn a_row_has_its_like_among_other_rows_and_the_named_one_comes_first() {
        let before = list(&["Milk", "Bread"]);
        let more = before.nodes().find(|node| node.short_id() == "more").unwrap();
        let touched = Touched::of(more);
        let after = list(&["Eggs", "Bread"]);
        let found = |named: &[String]| row_words(touched.alike(&after, named).unwrap());
        assert_eq!(found(&[]), ["Eggs"]);
        assert_eq!(found(&["Bread".to_owned()]), ["Bread"]);
    }

    #[test]
    fn what_stands_alone_must_say_the_same_and_kin_do_not_depend_on_data() {
        let one = screen("FrameLayout\n  Button \"Save\" (clickable)");
        let other = screen("FrameLayout\n  Button \"Delete\" (clickable)");
        let save = Touched::of(one.nodes().nth(1).unwrap());
        assert!(save.alike(&one, &[]).is_some());
        assert!(save.alike(&other, &[]).is_none());
        let layout = list(&["Milk", "Bread"]);
        let rows = layout.nodes().filter(|node| node.short_id() == "more");
        let kin: std::collections::BTreeSet<u64> =
            rows.map(|node| Touched::of(node).kin(&Event::Tap { target: gui::Selector::of(node) })).collect();
        assert_eq!(kin.len(), 1);
    }
}
