//! All that is different about a screen, widget by widget.

use std::collections::BTreeMap;
use std::fmt;

use gui::{Flag, Layout, Node, NodeId, Selector};
use model::Volatile;

use crate::{By, Matching, unexplained};

/// More differences of one screen than anybody follows; what is beyond them is another screen.
const MOST: usize = 40;

/// How two screens are compared.
#[derive(Debug, Clone, Copy)]
pub struct How<'a> {
    /// By which rules widgets are paired.
    pub by: By,
    /// Whether texts are compared; they are not between languages.
    pub texts: bool,
    /// Ids of the reference, without their package, that are called otherwise on the test.
    pub renamed: &'a BTreeMap<String, String>,
    /// What changes by itself where the reference was seen.
    pub volatile_there: &'a Volatile,
    /// The same where the test was seen.
    pub volatile_here: &'a Volatile,
}

/// What is different about a widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// The reference has it and the test has not.
    Missing,
    /// The test has it and the reference has not.
    Added,
    /// It says something else.
    Text,
    /// It is ticked, chosen, greyed out or not, can be touched or not.
    State,
}

impl What {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            What::Missing => "missing",
            What::Added => "added",
            What::Text => "text",
            What::State => "state",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A difference between two screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spotted {
    /// What it is.
    pub what: What,
    /// The widget, by a name that does not depend on the app's data: `#note`. Rows of a list share it.
    pub widget: String,
    /// How to find it: on the reference, or on the test where only that has it.
    pub selector: Selector,
    /// What a person sees, without saying where: `"Add" (#add) is missing`.
    pub told: String,
    /// Whether a person could have used it: tap it, type into it.
    pub actionable: bool,
}

/// All that is different on the test, in reading order: what is missing, what came, then what says or is something else.
///
/// A frame without words that nobody can touch counts for what is inside of it alone. Of what is missing the outermost widget stands
/// for all it held. What is known to change by itself does not count, nor where the focus is, nor what was typed into a text box that
/// both have, as far as texts are not compared.
pub fn spot(reference: &Layout, test: &Layout, how: &How<'_>) -> Vec<Spotted> {
    if reference.digest() == test.digest() {
        return Vec::new();
    }
    let matching = Matching::between_renamed(reference, test, how.by, how.renamed);
    let mut spotted = Vec::new();
    let elsewhere = scrolled_elsewhere(&matching, how.by);
    let (mut missing, mut added) = unexplained(&matching, how.by != By::Content);
    missing.retain(|&node| !is_within(node, &elsewhere.0));
    added.retain(|&node| !is_within(node, &elsewhere.1));
    spotted.extend(outermost(&missing, how.volatile_there).into_iter().map(|node| of(node, What::Missing)));
    spotted.extend(outermost(&added, how.volatile_here).into_iter().map(|node| of(node, What::Added)));
    for (there, here) in matching.pairs() {
        if how.volatile_there.has(there) || how.volatile_here.has(here) || is_within(there, &elsewhere.0) {
            continue;
        }
        spotted.extend(text_of(there, here).filter(|_| how.texts));
        spotted.extend(state_of(there, here));
    }
    spotted.truncate(MOST);
    spotted
}

/// What scrolls and does not begin with the same words on both sides: on another phone a swipe leads elsewhere, and what stands
/// in one place is another row. Between builds on one phone it does not happen by itself.
fn scrolled_elsewhere(matching: &Matching<'_>, by: By) -> (Vec<NodeId>, Vec<NodeId>) {
    if by == By::Content {
        return (Vec::new(), Vec::new());
    }
    let first =
        |node: Node<'_>| node.descendants().map(|node| node.text().to_owned()).find(|text| !text.is_empty());
    let scrolled =
        matching.pairs().filter(|(there, here)| there.is(Flag::Scrollable) || here.is(Flag::Scrollable));
    scrolled
        .filter(|&(there, here)| first(there) != first(here))
        .map(|(there, here)| (there.id(), here.id()))
        .unzip()
}

fn is_within(node: Node<'_>, scrolls: &[NodeId]) -> bool {
    !scrolls.is_empty() && node.ancestors().any(|around| scrolls.contains(&around.id()))
}

/// A name for a widget that does not depend on the app's data: `#note`, `CheckBox in #list`.
pub fn name_of(node: Node<'_>) -> String {
    if !node.short_id().is_empty() {
        return format!("#{}", node.short_id());
    }
    match node.ancestors().find(|around| !around.short_id().is_empty()) {
        Some(around) => format!("{} in #{}", node.short_class(), around.short_id()),
        None => node.short_class().to_owned(),
    }
}

fn of(node: Node<'_>, what: What) -> Spotted {
    let is = if what == What::Missing { "is missing" } else { "was not there before" };
    spotted(node, what, format!("{} {is}", called(node)))
}

fn spotted(node: Node<'_>, what: What, told: String) -> Spotted {
    let actionable = std::iter::once(node).chain(node.descendants()).any(is_actionable);
    Spotted { what, widget: name_of(node), selector: Selector::of(node), told, actionable }
}

/// The widgets of which none of the others holds any, without those that nobody sees and those that come and go by themselves.
fn outermost<'l>(lost: &[Node<'l>], volatile: &Volatile) -> Vec<Node<'l>> {
    let mut outermost: Vec<Node<'l>> = Vec::new();
    let mut end = NodeId(0);
    for &node in lost {
        let own = NodeId(node.id().0 + node.subtree_size() as u32);
        let inside = || lost.iter().filter(|inner| inner.id() >= node.id() && inner.id() < own);
        if node.id() < end || volatile.has(node) {
            end = end.max(if volatile.has(node) { own } else { end });
            continue;
        }
        if inside().any(|&inner| counts(inner) && !volatile.has(inner)) {
            outermost.push(node);
            end = own;
        }
    }
    outermost
}

/// Whether a person notices it at all.
fn counts(node: Node<'_>) -> bool {
    let says = !node.text().is_empty() || !node.content_desc().is_empty();
    says || is_actionable(node) || node.is_leaf() && node.short_class().contains("Image")
}

/// Whether a person can do something with it: tap it, type into it.
pub fn is_actionable(node: Node<'_>) -> bool {
    [Flag::Clickable, Flag::LongClickable, Flag::Checkable, Flag::Editable].iter().any(|&flag| node.is(flag))
}

fn text_of(there: Node<'_>, here: Node<'_>) -> Option<Spotted> {
    let words = [(there.text(), here.text()), (there.content_desc(), here.content_desc())];
    let (before, now) = words.into_iter().find(|(before, now)| before != now)?;
    let told = match (before.is_empty(), now.is_empty()) {
        (_, true) => format!("{} does not say {} any more", called_without_text(there), gui::quoted(before)),
        (true, _) => {
            format!("{} says {} and said nothing before", called_without_text(there), gui::quoted(now))
        }
        _ => format!(
            "{} says {} instead of {}",
            called_without_text(there),
            gui::quoted(now),
            gui::quoted(before)
        ),
    };
    Some(spotted(there, What::Text, told))
}

/// The flags a person sees or feels, with what it means that one is set and that it is not.
const STATES: [(Flag, &str, &str); 6] = [
    (Flag::Checked, "is ticked", "is not ticked"),
    (Flag::Selected, "is chosen", "is not chosen"),
    (Flag::Enabled, "can be used", "is greyed out"),
    (Flag::Clickable, "reacts to a tap", "does not react to a tap"),
    (Flag::LongClickable, "reacts to a long tap", "does not react to a long tap"),
    (Flag::Editable, "can be typed into", "cannot be typed into"),
];

fn state_of(there: Node<'_>, here: Node<'_>) -> Option<Spotted> {
    let &(flag, set, unset) = STATES.iter().find(|(flag, ..)| there.is(*flag) != here.is(*flag))?;
    let (now, before) = if here.is(flag) { (set, unset) } else { (unset, set) };
    Some(spotted(there, What::State, format!("{} {now}; before, it {before}", called(there))))
}

/// What a person would call it: `"Add" (#add)`, with the first words inside of it where it has none itself.
pub fn called(node: Node<'_>) -> String {
    let words = |node: Node<'_>| {
        let said = if node.text().is_empty() { node.content_desc() } else { node.text() };
        (!said.is_empty()).then(|| gui::quoted(said))
    };
    match std::iter::once(node).chain(node.descendants()).find_map(words) {
        Some(words) => format!("{words} ({})", name_of(node)),
        None => name_of(node),
    }
}

fn called_without_text(node: Node<'_>) -> String {
    name_of(node)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[track_caller]
    fn check(by: By, reference: &str, test: &str, told: &[&str]) {
        let (reference, test) = (screen(reference), screen(test));
        let nothing = Volatile::default();
        let none = BTreeMap::new();
        let how = How { by, texts: true, renamed: &none, volatile_there: &nothing, volatile_here: &nothing };
        let found = spot(&reference, &test, &how);
        assert_eq!(found.iter().map(|spotted| spotted.told.as_str()).collect::<Vec<_>>(), told);
    }

    const PLACE: By = By::Place { text: true };
    const SAVED: &str = "A\n  Button #save \"Save\" (clickable)\n  TextView #count \"2 notes\"";

    #[test]
    fn what_is_missing_and_what_came_is_told() {
        check(PLACE, SAVED, "A\n  TextView #count \"2 notes\"", &["\"Save\" (#save) is missing"]);
        check(PLACE, "A\n  TextView #count \"2 notes\"", SAVED, &["\"Save\" (#save) was not there before"]);
        check(PLACE, SAVED, SAVED, &[]);
        // The row stands for all that it holds, and a frame that nobody sees for nothing.
        let row = "A\n  L #row (clickable)\n    T #a \"milk\"\n    T #b \"2\"";
        check(PLACE, row, "A", &["\"milk\" (#row) is missing"]);
        check(PLACE, "A\n  F\n    G", "A", &[]);
    }

    #[test]
    fn words_and_states_are_compared() {
        check(
            By::Content,
            SAVED,
            &SAVED.replace("2 notes", "3 notes"),
            &["#count says \"3 notes\" instead of \"2 notes\""],
        );
        check(
            By::Content,
            SAVED,
            &SAVED.replace("(clickable)", ""),
            &["\"Save\" (#save) does not react to a tap; before, it reacts to a tap"],
        );
        check(By::Content, SAVED, &SAVED.replace("#count", "#number"), &[]);
    }

    #[test]
    fn texts_are_left_out_between_languages_and_what_changes_by_itself_everywhere() {
        let (reference, test) = (screen(SAVED), screen(&SAVED.replace("2 notes", "2 Notizen")));
        let mut knows = Volatile::default();
        knows.learn(&reference, &test);
        let nothing = Volatile::default();
        let none = BTreeMap::new();
        let silent = How {
            by: PLACE,
            texts: false,
            renamed: &none,
            volatile_there: &nothing,
            volatile_here: &nothing,
        };
        assert_eq!(spot(&reference, &test, &silent), []);
        assert_eq!(spot(&reference, &test, &How { texts: true, volatile_here: &knows, ..silent }), []);
        assert_eq!(spot(&reference, &test, &How { texts: true, ..silent }).len(), 1);
    }
}
