//! What an event did in the seed and in the mutant.

use gui::{Event, Flag, Node, NodeId, Selector};
use trace::Moment;

use super::told::{is_setting, page_of, told_of, words};
use super::{Broken, Difference, Rule, Said, Sight, Verdict, is_listed};

/// What an event did in the seed and in the mutant.
pub(super) struct Scene<'a> {
    pub(super) event: &'a Event,
    /// In the seed and in the mutant.
    pub(super) before: (Sight<'a>, Sight<'a>),
    /// On the page to which it led, before menus and dialogs were opened for it.
    pub(super) page: (Sight<'a>, Sight<'a>),
    /// Whether it led to another page in the seed, or opened a dialog or a menu.
    pub(super) opens: bool,
    pub(super) expected: Sight<'a>,
    pub(super) observed: Sight<'a>,
    pub(super) difference: Difference,
    pub(super) same_page: bool,
    /// What the rows said that were touched up to the event.
    pub(super) named: Vec<String>,
}

impl Scene<'_> {
    pub(super) fn verdict(&self, rule: Rule, seen: &Moment, steps: usize) -> Option<Verdict> {
        let page = page_of(seen);
        let (did, does) =
            (self.before.0.difference(&self.expected), self.before.1.difference(&self.observed));
        let verdict = |broken, widget: String, selector, told| Verdict {
            rule,
            broken,
            page: page.clone(),
            widget,
            selector,
            told,
            steps,
        };
        let on_page = (self.page.0.difference(&self.expected), self.page.1.difference(&self.observed));
        if let Some((meant, hit)) = self.another(&on_page.0, &on_page.1) {
            let told =
                format!("{} happens to {} instead of {}", self.event.wish(), words(&hit.0), words(&meant.0));
            return Some(verdict(Broken::Another, meant.0.name.clone(), None, told));
        }
        if let Some((meant, hit)) = self.other_name() {
            let told =
                format!("{} leads to {} instead of {}", self.event.wish(), words(&hit.0), words(&meant.0));
            return Some(verdict(Broken::Another, meant.0.name.clone(), None, told));
        }
        // What there is to scroll or to submit depends on the keyboard, which nobody sees.
        let acts = matches!(self.event, Event::Tap { .. } | Event::LongTap { .. });
        let dead = does.is_none() && !did.is_none();
        if dead && !acts {
            return None;
        }
        if rule == Rule::Another {
            let (name, told) = self.target().filter(|_| dead && self.opens_something(&did))?;
            let selector = self.event.target().cloned();
            return Some(Verdict { rule: Rule::Dead, ..verdict(Broken::Function, name, selector, told) });
        }
        if dead {
            let named = self.event.target().map_or_else(|| self.event.wish(), |target| target.to_string());
            let target =
                self.event.target().and_then(|t| t.resolve(self.before.1.node(NodeId(0)).layout()).ok());
            let widget = target.map_or(named, |found| crate::widget::name_of(found.node));
            let told = format!("{} does nothing", self.event.wish());
            return Some(verdict(Broken::Function, widget, self.event.target().cloned(), told));
        }
        if !self.same_page {
            let told = format!("{} leads to another screen", self.event.wish());
            return Some(verdict(Broken::View, "screen".to_owned(), None, told));
        }
        // What the event brought about is missing. What it did not is gone by an effect that the detour added.
        if let Some(missing) = self.difference.missing.iter().find(|(fact, _)| !self.before.0.has(fact)) {
            let node = self.expected.node(missing.1);
            let broken = if is_setting(node) { Broken::Setting } else { Broken::Effect };
            let told = format!("{}: {}", self.event.wish(), told_of(missing, &self.observed));
            return Some(verdict(broken, missing.0.name.clone(), Some(Selector::of(node)), told));
        }
        // A detour may add effects: what is there, too, counts only where it should have gone.
        let stays = |(fact, _): &&Said| self.before.1.has(fact);
        if let Some((fact, id)) = self.difference.extra.iter().find(stays) {
            let told = format!("{}: {} is still there", self.event.wish(), words(fact));
            let selector = Selector::of(self.observed.node(*id));
            return Some(verdict(Broken::Effect, fact.name.clone(), Some(selector), told));
        }
        let (fact, id) = self.difference.order.as_ref()?;
        let told = format!("{}: {} stands elsewhere", self.event.wish(), words(fact));
        let selector = Selector::of(self.expected.node(*id));
        Some(verdict(Broken::View, fact.name.clone(), Some(selector), told))
    }

    /// Rows of one list: the one that went in the seed, and the other one that went in the mutant while the first stayed.
    fn another<'d>(&self, did: &'d Difference, does: &'d Difference) -> Option<(&'d Said, &'d Said)> {
        let listed = |sight: &Sight<'_>, id: NodeId| is_listed(sight.node(id));
        if !matches!(self.event, Event::Tap { .. } | Event::LongTap { .. } | Event::Swipe { .. }) {
            return None;
        }
        let meant = did.missing.iter().find(|(fact, id)| {
            self.named.contains(&fact.says)
                && listed(&self.page.0, *id)
                && self.page.1.says(fact)
                && self.observed.says(fact)
                && !self.expected.says(fact)
        })?;
        let hit = does.missing.iter().find(|(fact, id)| {
            fact.name == meant.0.name
                && listed(&self.page.1, *id)
                && self.page.0.says(fact)
                && self.expected.says(fact)
                && !self.observed.says(fact)
        })?;
        Some((meant, hit))
    }

    /// The target's name, where it is there and the same in both, with what is told when it does nothing.
    fn target(&self) -> Option<(String, String)> {
        let (one, other) = (self.touched(&self.before.0)?, self.touched(&self.before.1)?);
        let marks = |node: Node<'_>| -> Vec<bool> {
            let around = node.parent().into_iter().chain([node]).chain(node.descendants());
            around.flat_map(|part| [Flag::Selected, Flag::Checked].map(|flag| part.is(flag))).collect()
        };
        // Of several that are called alike another takes the place of the one that goes, and nobody sees that it did.
        let is_alone = |node: Node<'_>| {
            let called = |node: Node<'_>| (crate::widget::name_of(node), label_of(node));
            node.layout().nodes().filter(|other| called(*other) == called(node)).count() == 1
        };
        let same = label_of(one) == label_of(other)
            && marks(one) == marks(other)
            && other.is(Flag::Enabled)
            && is_alone(other);
        let told = || (crate::widget::name_of(other), format!("{} does nothing", self.event.wish()));
        same.then(told)
    }

    /// Whether it led to another page in the seed, or brought up something to act on; a message at the foot of the page is not meant.
    fn opens_something(&self, did: &Difference) -> bool {
        let acts = |(fact, id): &Said| {
            let node = self.expected.node(*id);
            let is_message = fact.name.contains("snackbar");
            node.is(Flag::Clickable)
                && !is_message
                && !is_listed(node)
                && self.before.0.only(&fact.name).is_none()
        };
        self.opens || did.extra.iter().any(acts)
    }

    /// What the page that it opened is called in the seed, by the name of what was tapped, and what it is called in the mutant by
    /// another one.
    fn other_name(&self) -> Option<(&Said, &Said)> {
        let (one, other) = (self.touched(&self.before.0)?, self.touched(&self.before.1)?);
        let label = label_of(one)
            .filter(|label| self.opens && self.same_page && label_of(other).as_ref() == Some(label))?;
        let meant = self.difference.missing.iter().find(|(fact, _)| says_words(&fact.says, &label))?;
        let hit = self.difference.extra.iter().find(|(fact, _)| fact.name == meant.0.name)?;
        (!says_words(&hit.0.says, &label)).then_some((meant, hit))
    }

    fn touched<'n>(&self, on: &Sight<'n>) -> Option<Node<'n>> {
        let target = self.event.target()?;
        Some(target.resolve(on.node(NodeId(0)).layout()).ok()?.node)
    }
}

/// What a widget is called: the first words of it or in it.
fn label_of(node: Node<'_>) -> Option<String> {
    let said = |part: Node<'_>| {
        [part.text(), part.content_desc()].into_iter().find(|said| !said.is_empty()).map(str::to_owned)
    };
    std::iter::once(node).chain(node.descendants()).find_map(said)
}

/// Whether a text has all words of another.
fn says_words(text: &str, of: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (has, wanted) = (words(text), words(of));
    !wanted.is_empty() && wanted.iter().all(|word| has.contains(word))
}
