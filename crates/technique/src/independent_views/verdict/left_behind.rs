//! What a detour that should leave nothing behind has left.

use gui::{Event, Flag, Node, NodeId, Selector};
use trace::{Moment, Step};

use super::promises::is_remarked;
use super::told::{is_setting, is_ticked, page_of, told_of, words};
use super::{Broken, Difference, Fact, Pair, Rule, Said, Sight, Verdict, is_listed, surface};
use crate::independent_views::page::is_same_page;
use crate::widget::{Surface, acting};

/// A screen on which so much stayed the same is the same screen.
const MANY: usize = 6;

impl<'a> Pair<'a> {
    /// What a detour that should leave nothing behind has left.
    pub(super) fn left_behind(
        &self,
        before: &Sight<'a>,
        after: &Sight<'a>,
        left: &Difference,
    ) -> Option<Verdict> {
        let gone = |rule, broken, said: &Said| self.left(rule, broken, said, before, told_of(said, after));
        if let Some(said) = self.took_back(before, after, left) {
            let broken = if is_setting(before.node(said.1)) { Broken::Setting } else { Broken::Effect };
            return Some(gone(Rule::TookBack, broken, said));
        }
        let listed = |said: &&Said| is_listed(before.node(said.1)) && !said.0.says.is_empty();
        let first = left.missing.iter().find(listed).or(left.missing.first());
        if let Some(said) = self.not_undone(before, after, left) {
            return Some(gone(Rule::Undone, Broken::Traces, said));
        }
        // Of several choices one goes with the other.
        let ticks = left.missing.iter().any(|(_, id)| is_ticked(before.node(*id)));
        if self.is_switched_back() && !ticks {
            if let Some(said) = first {
                return Some(gone(Rule::Undone, Broken::Traces, said));
            }
            let said = left.extra.first()?;
            return Some(self.left(Rule::Undone, Broken::View, said, after, one_more(said)));
        }
        if let Some(said) = self.doubled(before, left) {
            return Some(self.left(Rule::Changed, Broken::View, said, after, one_more(said)));
        }
        None
    }

    /// The only thing that is another after the detour. It is a fault where that goes away when the app is started anew.
    pub(super) fn stale(&self, before: &Sight<'a>, after: &Sight<'a>, left: &Difference) -> Option<Verdict> {
        let (said, there) = alone(before, after, left).filter(|_| self.leads_back(before, left))?;
        let told = match (there, left.missing.is_empty()) {
            (_, true) => format!("{} is still there", words(&said.0)),
            _ if left.extra.is_empty() => format!("{} is gone", words(&said.0)),
            _ => told_of(said, after),
        };
        Some(self.left(Rule::Stale, Broken::View, said, there, told))
    }

    /// Whether the detour ends by going back, or by taking back what it did and nothing else: whoever chose something on the way and
    /// went on from there finds what was chosen.
    fn leads_back(&self, before: &Sight<'a>, left: &Difference) -> bool {
        if self.detour.len() > 1 && self.goes_back(self.detour.len() - 1) {
            return true;
        }
        let Some(passed) = self.undone_since(before) else { return false };
        let stayed = |(fact, _): &Said| {
            passed.iter().filter_map(|moment| self.sight(moment)).all(|sight| sight.has(fact))
        };
        left.missing.iter().all(stayed)
    }

    fn left(&self, rule: Rule, broken: Broken, (fact, id): &Said, on: &Sight<'_>, told: String) -> Verdict {
        Verdict {
            rule,
            broken,
            page: page_of(self.seed[0]),
            widget: fact.name.clone(),
            selector: Some(Selector::of(on.node(*id))),
            told,
            steps: 0,
        }
    }

    /// Something that was there before what was done and undone, and is not there any more.
    ///
    /// Where the page has other icons than before, it is in another mode: a selection has ended, say, which nobody promised to
    /// bring back.
    fn not_undone<'l>(
        &self,
        before: &Sight<'a>,
        after: &Sight<'a>,
        left: &'l Difference,
    ) -> Option<&'l Said> {
        let other_mode = left.missing.iter().any(|(_, id)| is_icon(before.node(*id)))
            || left.extra.iter().any(|(_, id)| is_icon(after.node(*id)));
        // A selection that has ended is shown in other places, too.
        if other_mode || is_remarked(left) {
            return None;
        }
        let passed: Option<Vec<Sight<'a>>> =
            self.undone_since(before)?.into_iter().map(|moment| self.sight(moment)).collect();
        let passed = passed?;
        // Of several that say the same one may have gone before.
        let since = passed.last().map(|last| last.difference(after));
        let went = |said: &Said| {
            since.as_ref().is_none_or(|since| since.missing.iter().any(|(fact, _)| *fact == said.0))
        };
        // Marks alone come and go with a selection, which nobody promised to bring back.
        let listed = |said: &&Said| is_listed(before.node(said.1));
        let stayed = |said: &&Said| {
            let itself = !listed(said) && self.touches(before.node(said.1));
            let passed = passed.iter().all(|sight| sight.has(&said.0));
            !said.0.says.is_empty() && !itself && passed && went(said)
        };
        let missing = || left.missing.iter().filter(stayed);
        missing().find(listed).or_else(|| missing().next())
    }

    /// Something that was done before the detour, and is as if it had not been done.
    fn took_back<'l>(&self, before: &Sight<'a>, after: &Sight<'a>, left: &'l Difference) -> Option<&'l Said> {
        let (first, last) = self.effect.first().zip(self.effect.last())?;
        // What came into view by scrolling is no effect.
        let scrolls = |step: &Step| matches!(step.event, Some(Event::Scroll { .. } | Event::Swipe { .. }));
        if self.effect.iter().any(scrolls) {
            return None;
        }
        let (then, done) = (&first.before, &last.after);
        let page = self.seed.first()?;
        if surface(page) != Some(Surface::Page) || !self.keeps_its_page() || self.takes_something_back() {
            return None;
        }
        let (then, done) = (self.sight(then)?, self.sight(done)?);
        if self.enters_another_mode() {
            return None;
        }
        let is_back_as_then = |(fact, id): &&Said| {
            let made = !then.has(fact) && done.has(fact) && before.has(fact);
            let says_as_then = match (then.only(&fact.name), after.only(&fact.name)) {
                (Some((then, _)), Some((now, _))) => then == now,
                (None, None) => true,
                _ => false,
            };
            let node = before.node(*id);
            let counts = !node.is(Flag::Editable) && (!is_listed(node) || self.is_typed(&fact.says));
            // A button that is called what the widget says now has set it to that.
            let chosen = after.only(&fact.name).is_some_and(|(now, _)| self.is_called(&now.says));
            made && says_as_then && counts && !chosen && !self.touches(before.node(*id))
        };
        // Where something else is another that the detour did not touch, it did more than to take that back.
        let touched = |sight: &Sight<'_>, id: NodeId| self.touches(sight.node(id));
        let missing = || left.missing.iter();
        let explained = missing().all(|said| is_back_as_then(&said) || touched(before, said.1))
            && left.extra.iter().all(|(fact, id)| then.has(fact) || touched(after, *id));
        // What was chosen before the effect the detour has chosen again by itself, and all that hangs on it is back with it.
        let chosen_again = |(fact, id): &Said| {
            let node = after.node(*id);
            !is_listed(node) && then.has(fact) && self.touches_itself(node)
        };
        let chosen = left.extra.iter().any(chosen_again);
        missing()
            .find(is_back_as_then)
            .filter(|_| explained && !chosen && !self.touches_what_had_the_effect())
    }

    /// Whether the detour acts on something that is called so.
    fn is_called(&self, says: &str) -> bool {
        let called = |node: Node<'_>| {
            let mut parts = std::iter::once(node).chain(node.descendants());
            parts.any(|part| part.text() == says || part.content_desc() == says)
        };
        !says.is_empty() && (0..self.detour.len()).filter_map(|at| self.touched(at)).any(called)
    }

    /// Whether the page has other icons on the way, as where a selection begins or ends: that is nobody's to keep.
    fn enters_another_mode(&self) -> bool {
        let Some(pivot) = self.detour.first().map(|step| &step.before) else { return false };
        let icons = |moment: &'a Moment| -> Vec<String> {
            let layout = moment.layout.as_deref();
            let nodes = layout.into_iter().flat_map(gui::Layout::nodes);
            let icons = nodes.filter(|node| is_icon(*node)).map(crate::widget::name_of);
            icons.collect()
        };
        let on_page = |step: &&Step| is_same_page(pivot, &step.after, self.hints);
        self.detour.iter().filter(on_page).any(|step| icons(&step.after) != icons(pivot))
    }

    /// Whether the effect is that this was typed.
    fn is_typed(&self, says: &str) -> bool {
        let types = |step: &Step| matches!(&step.event, Some(Event::Edit { text, .. }) if text == says);
        !says.is_empty() && self.effect.iter().any(types)
    }

    /// Whether the detour acts on what the effect came from, or on something beside it: another choice of several.
    fn touches_what_had_the_effect(&self) -> bool {
        let acted_on = |step: &'a Step| {
            let layout = step.before.layout.as_deref()?;
            Some(step.event.as_ref()?.target()?.resolve(layout).ok()?.node)
        };
        self.effect.iter().filter_map(acted_on).any(|of_effect| {
            let touched = (0..self.detour.len()).filter_map(|at| self.touched(at));
            touched.into_iter().any(|touched| is_same(touched, of_effect) || go_together(touched, of_effect))
        })
    }

    /// Whether the detour acts on a widget, or on one beside it: one of several choices, say.
    fn touches(&self, node: Node<'_>) -> bool {
        (0..self.detour.len()).filter_map(|at| self.touched(at)).any(|touched| {
            let mut parts = std::iter::once(touched).chain(touched.descendants());
            let beside = around(touched).is_some() && around(touched) == around(node);
            parts.any(|part| is_same(part, node)) || beside && is_ticked(node)
        })
    }

    /// Whether the detour acts on a widget that is called like this one and has its name, or has it within itself.
    fn touches_itself(&self, node: Node<'_>) -> bool {
        let same = |part: Node<'_>| is_same(part, node) && part.content_desc() == node.content_desc();
        let says =
            |part: Node<'_>| part.text() == node.text() || !part.resource_id().is_empty() && !is_listed(part);
        (0..self.detour.len()).filter_map(|at| self.touched(at)).map(acting).any(|touched| {
            let mut parts = std::iter::once(touched).chain(touched.descendants());
            parts.any(|part| same(part) && says(part))
        })
    }

    /// Going back and coming again, a screen is read anew where nothing else was promised: something is there twice.
    fn doubled<'l>(&self, before: &Sight<'a>, left: &'l Difference) -> Option<&'l Said> {
        // Done twice, it opens and goes back twice.
        let taps = |at: usize| matches!(self.detour[at].event, Some(Event::Tap { .. }));
        let in_turn = |at: usize| self.goes_back(at) == (at % 2 == 1) && (self.goes_back(at) || taps(at));
        let opens_and_goes_back = (0..self.detour.len()).all(in_turn);
        let returns = matches!(self.detour.len(), 2 | 4) && opens_and_goes_back && left.missing.is_empty();
        let doubled = |(fact, _): &Said| !fact.says.is_empty() && before.has(fact);
        left.extra.first().filter(|_| returns && left.extra.iter().all(doubled))
    }

    /// Whether it is a tap on a tick, and one more on the same that takes it away again.
    fn is_switched_back(&self) -> bool {
        let [first, second] = self.detour else { return false };
        let (Some(Event::Tap { .. }), Some(Event::Tap { target })) = (&first.event, &second.event) else {
            return false;
        };
        let (Some(once), Some(again)) = (self.touched(0), self.touched(1)) else { return false };
        let after = second.after.layout.as_deref().and_then(|layout| target.resolve(layout).ok());
        let said = |node: Node<'_>| format!("{}{}", node.text(), node.content_desc());
        let ticks = [tick_of(once), tick_of(again), after.and_then(|found| tick_of(found.node))];
        crate::widget::name_of(once) == crate::widget::name_of(again)
            && said(once) == said(again)
            && matches!(ticks, [Some(before), Some(between), Some(now)] if before != between && before == now)
    }
}

/// The only thing that is another: one text, one button that is gone, or one text too many; nothing in a list, and no marks.
fn alone<'l, 's>(
    before: &'s Sight<'s>,
    after: &'s Sight<'s>,
    left: &'l Difference,
) -> Option<(&'l Said, &'s Sight<'s>)> {
    if before.len() < MANY || left.order.is_some() {
        return None;
    }
    let stands_alone = |sight: &Sight<'_>, id: NodeId| {
        let node = sight.node(id);
        !is_listed(node) && !node.is(Flag::Editable) && !is_ticked(node)
    };
    match (left.missing.as_slice(), left.extra.as_slice()) {
        ([gone], []) if stands_alone(before, gone.1) => Some((gone, before)),
        ([], [new]) if stands_alone(after, new.1) && !new.0.says.is_empty() => Some((new, after)),
        ([gone], [new]) if gone.0.name == new.0.name && gone.0.says != new.0.says => {
            stands_alone(before, gone.1).then_some((gone, before))
        }
        _ => None,
    }
}

/// Whether two stand beside each other and are of one sort, so that one is chosen instead of the other. Boxes that are ticked one by one
/// have nothing to do with each other, nor has a box with a button.
fn go_together(one: Node<'_>, other: Node<'_>) -> bool {
    let named = around(one).is_some_and(|name| name.starts_with('#'));
    let is_chosen = |node: Node<'_>| {
        let mut parts = std::iter::once(node).chain(node.descendants());
        parts.any(|part| part.is(Flag::Selected))
    };
    let of_choices = one.parent().is_some_and(|parent| parent.children().any(is_chosen));
    let alike = is_choice(one) == is_choice(other) && is_ticked(one) == is_ticked(other);
    let both_ticks = is_ticked(one) && !is_choice(one);
    alike && !both_ticks && (named || of_choices) && around(one).is_some() && around(one) == around(other)
}

/// Whether it is one of several of which one is chosen.
fn is_choice(node: Node<'_>) -> bool {
    let mut parts = std::iter::once(node).chain(node.descendants());
    parts.any(|part| part.short_class().contains("Radio"))
}

fn is_icon(node: Node<'_>) -> bool {
    node.is(Flag::Clickable) && node.text().is_empty() && !is_listed(node)
}

fn is_same(one: Node<'_>, other: Node<'_>) -> bool {
    crate::widget::name_of(one) == crate::widget::name_of(other)
}

fn around(node: Node<'_>) -> Option<String> {
    node.parent().map(crate::widget::name_of)
}

fn one_more((fact, _): &(Fact, NodeId)) -> String {
    format!("there is one more {}", words(fact))
}

/// Whether it is ticked. Of several choices one stays chosen.
fn tick_of(node: Node<'_>) -> Option<bool> {
    let mut parts = std::iter::once(node).chain(node.descendants());
    let tick = parts.find(|part| part.is(Flag::Checkable) && !part.short_class().contains("Radio"))?;
    Some(tick.is(Flag::Checked))
}
