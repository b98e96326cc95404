//! Ids that have another name in a new version.

use std::collections::BTreeMap;

use gui::{Event, Layout, Selector};
use serde::{Deserialize, Serialize};

use ::compare::Matching;

/// Ids of widgets, without their package, and what they are called in the new version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Renames(BTreeMap<String, String>);

impl Renames {
    /// What is called otherwise on two screens: partners whose ids differ, each of an id that the other screen does not have.
    pub(super) fn between(matching: &Matching<'_>) -> Renames {
        let has = |layout: &Layout, id: &str| layout.nodes().any(|node| node.short_id() == id);
        let mut found = Renames::default();
        for (there, here) in matching.pairs() {
            let (old, new) = (there.short_id(), here.short_id());
            let differ = old != new && !old.is_empty() && !new.is_empty();
            if differ && !has(matching.test, old) && !has(matching.reference, new) {
                found.add(old, new);
            }
        }
        found
    }

    /// Takes in what was found elsewhere; what was known first counts. Says whether anything is new.
    pub(super) fn learn(&mut self, others: &Renames) -> bool {
        let before = self.0.len();
        for (old, new) in &others.0 {
            self.add(old, new);
        }
        self.0.len() > before
    }

    fn add(&mut self, old: &str, new: &str) {
        if !self.0.values().any(|known| known == new) {
            self.0.entry(old.to_owned()).or_insert_with(|| new.to_owned());
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each old name with the new one.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(old, new)| (old.as_str(), new.as_str()))
    }

    /// From the new names to the old ones.
    pub(super) fn inverse(&self) -> Renames {
        Renames(self.0.iter().map(|(old, new)| (new.clone(), old.clone())).collect())
    }

    /// By old names.
    pub(super) fn map(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    /// The same event by the new names.
    pub(super) fn event(&self, event: &Event) -> Event {
        let mut event = event.clone();
        if self.is_empty() {
            return event;
        }
        match &mut event {
            Event::Tap { target }
            | Event::LongTap { target }
            | Event::DoubleTap { target }
            | Event::Edit { target, .. }
            | Event::Submit { target, .. }
            | Event::Scroll { target, .. }
            | Event::Swipe { target, .. }
            | Event::Pinch { target, .. } => *target = self.selector(target),
            _ => {}
        }
        event
    }

    /// The same selector by the new names.
    fn selector(&self, selector: &Selector) -> Selector {
        self.text(&selector.to_string()).parse().unwrap_or_else(|_| selector.clone())
    }

    /// Replaces ids outside of quotes.
    fn text(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        let mut quoted = false;
        while let Some(c) = rest.chars().next() {
            let (mut taken, is_escape) = (c.len_utf8(), quoted && c == '\\');
            match c {
                '"' => quoted = !quoted,
                '#' if !quoted => {
                    let name = &rest[1..];
                    let end = name
                        .find(|c: char| !(c.is_alphanumeric() || "_-.:/".contains(c)))
                        .unwrap_or(name.len());
                    if let Some(new) = self.0.get(&name[..end]) {
                        out.push('#');
                        out.push_str(new);
                        rest = &name[end..];
                        continue;
                    }
                }
                _ if is_escape => taken += rest[1..].chars().next().map_or(0, char::len_utf8),
                _ => {}
            }
            out.push_str(&rest[..taken]);
            rest = &rest[taken..];
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use ::compare::By;
    use gui::testing::screen;

    use super::*;

    fn renames(pairs: &[(&str, &str)]) -> Renames {
        Renames(pairs.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect())
    }

    #[test]
    fn partners_of_other_names_are_renamed_unless_the_name_is_taken() {
        let check = |one: &str, other: &str, expected: &[(&str, &str)]| {
            let (one, other) = (screen(one), screen(other));
            let found = Renames::between(&Matching::between(&one, &other, By::Content));
            assert_eq!(found, renames(expected));
        };
        check("A\n  B #add \"Add\"", "A\n  B #plus \"Add\"", &[("add", "plus")]);
        check("A\n  B #add \"Add\"", "A\n  B #add \"Add\"", &[]);
        check("A\n  B #a \"x\"\n  C #b \"y\"", "A\n  B #b \"x\"\n  C #a \"y\"", &[]);
    }

    #[test]
    fn ids_are_replaced_outside_of_quotes() {
        let known = renames(&[("add", "plus"), ("list", "rows")]);
        for (text, expected) in [
            ("#add", "#plus"),
            ("row 3 of #list", "row 3 of #rows"),
            ("#address", "#address"),
            ("\"#add\" in #list", "\"#add\" in #rows"),
            ("\"a\\\"#add\"", "\"a\\\"#add\""),
        ] {
            assert_eq!(known.text(text), expected);
        }
    }
}
