//! What a mutant lacks that its seed has.

mod promises;
mod left_behind;
mod scene;
mod told;

use std::collections::BTreeMap;

use effect::PageType;
use gui::{Event, Layout, NodeId, Selector};
use model::Volatile;
use serde::{Deserialize, Serialize};
use trace::{Moment, Step};

use super::Hints;
use super::kinds::{Broken, EFFECT, INSERTED};
use super::page::{is_same_page, surface};
use super::sight::{Difference, Fact, Sight, is_listed};
use crate::widget::{Surface, activity_of};
use scene::Scene;

/// Why a difference is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rule {
    /// The detour led back to the same screen, and what was done then did something else.
    Afterwards,
    /// The detour changed the order alone, and what was done then was done to something else.
    Another,
    /// The detour takes itself back, and left something behind.
    Undone,
    /// The detour leads back, and part of the screen is another one for good.
    Changed,
    /// The detour took back something that was done before it.
    TookBack,
    /// The detour leads back, and one thing on the screen is another until the app is started anew.
    Stale,
    /// The detour leads back, and what opened something does nothing any more.
    Dead,
    /// The original's: an effect of the seed is not among those of the mutant.
    Contained,
}

/// A difference, told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) rule: Rule,
    pub(crate) broken: Broken,
    /// The page and the widget, whatever the app's data.
    pub(crate) page: String,
    pub(crate) widget: String,
    pub(crate) selector: Option<Selector>,
    /// What is seen, to be followed by after what.
    pub(crate) told: String,
    /// After so many steps behind the detour.
    pub(crate) steps: usize,
}

/// A detour in a trace: its first step, and the one after its last.
pub(crate) fn detour_in(steps: &[Step]) -> Option<(usize, usize)> {
    let is_inserted = |step: &Step| step.remarks.purpose.as_deref() == Some(INSERTED);
    let first = steps.iter().position(is_inserted)?;
    let many = steps[first..].iter().take_while(|step| is_inserted(step)).count();
    Some((first, first + many))
}

/// What is told of a detour and of what came after it, beside the same without it.
///
/// `seed` are the moments from the detour's place on, `mutant` those from its end on; `detour` are the detour's steps and `events`
/// what was done in both afterwards.
pub(crate) struct Pair<'a> {
    pub(crate) app: &'a str,
    pub(crate) volatile: &'a Volatile,
    pub(crate) hints: &'a Hints,
    pub(crate) seed: Vec<&'a Moment>,
    pub(crate) mutant: Vec<&'a Moment>,
    pub(crate) detour: &'a [Step],
    pub(crate) events: Vec<&'a Event>,
    /// What was done before the detour to have the effect that it may not take back.
    pub(crate) effect: &'a [Step],
    /// All that was done before the detour, as far as it is known.
    pub(crate) before: &'a [Step],
}

impl<'a> Pair<'a> {
    /// The first thing that is wrong, if anything is.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.detour.iter().any(|step| step.remarks.crash.is_some()) {
            return None;
        }
        let (before, after) = (self.sight(self.seed.first()?)?, self.sight(self.mutant.first()?)?);
        let same_page = is_same_page(self.seed.first()?, self.mutant.first()?, self.hints);
        let left = before.difference(&after);
        if !same_page || !self.is_same_instance() {
            return None;
        }
        if left.is_none() {
            return if self.leaves_pages_as_they_were() {
                self.afterwards(Rule::Afterwards)
            } else {
                self.afterwards(Rule::Another)
            };
        }
        if self.types_here() {
            return None;
        }
        self.left_behind(&before, &after, &left)
            .or_else(|| self.afterwards(Rule::Another))
            .or_else(|| self.stale(&before, &after, &left))
    }

    /// Whether the detour led to the page on which it began, whatever that says now.
    pub(in crate::independent_views) fn is_on_its_page(&self) -> bool {
        let ends = self.seed.first().zip(self.mutant.first());
        ends.is_some_and(|(seed, mutant)| is_same_page(seed, mutant, self.hints))
    }

    /// Whether the detour led back to a screen that says the same.
    pub(crate) fn is_back(&self) -> bool {
        let ends = self.seed.first().zip(self.mutant.first());
        ends.is_some_and(|(seed, mutant)| {
            let both = self.sight(seed).zip(self.sight(mutant));
            is_same_page(seed, mutant, self.hints)
                && both.is_some_and(|(seed, mutant)| seed.difference(&mutant).is_none())
        })
    }

    /// Whether both screens are of one page on which widgets of this name say the same.
    pub(crate) fn leaves_alone(&self, widget: &str) -> Option<bool> {
        let (seed, mutant) = (self.seed.first()?, self.mutant.first()?);
        let left = self.sight(seed)?.difference(&self.sight(mutant)?);
        let named = left.missing.iter().chain(&left.extra).any(|(fact, _)| fact.name == widget);
        Some(is_same_page(seed, mutant, self.hints) && !named)
    }

    /// Whether each page that the detour came by says when it was seen last what it said when it was seen first.
    pub(crate) fn leaves_pages_as_they_were(&self) -> bool {
        let mut first: BTreeMap<_, Sight<'_>> = BTreeMap::new();
        let mut last: BTreeMap<_, Sight<'_>> = BTreeMap::new();
        let begin = self.detour.first().map(|step| &step.before);
        for moment in begin.into_iter().chain(self.detour.iter().map(|step| &step.after)) {
            let (Some(sight), Some(again)) = (self.sight(moment), self.sight(moment)) else { return false };
            // What a menu offers says what can be done, not what was done.
            if surface(moment) == Some(Surface::Popup) {
                continue;
            }
            let layout = sight.node(NodeId(0)).layout();
            let page = (activity_of(moment).to_owned(), PageType::by_ids(layout, activity_of(moment)));
            first.entry(page.clone()).or_insert(sight);
            last.insert(page, again);
        }
        first.values().zip(last.values()).all(|(first, last)| first.difference(last).is_none())
    }

    pub(super) fn sight(&self, moment: &'a Moment) -> Option<Sight<'a>> {
        let layout: &'a Layout = moment.layout.as_deref()?;
        (layout.package() == self.app).then(|| Sight::of(layout, self.volatile, self.hints))
    }

    /// The first step after the detour that did something else than in the seed.
    ///
    /// Where the detour has changed something (by any rule but the first), other effects are what one may expect: only those
    /// count that this cannot explain.
    fn afterwards(&self, rule: Rule) -> Option<Verdict> {
        if !self.keeps_its_focus() {
            return None;
        }
        let steps = self.seed.len().min(self.mutant.len());
        for at in 1..steps {
            let (expected, observed) = (self.sight(self.seed[at])?, self.sight(self.mutant[at])?);
            let same_page = is_same_page(self.seed[at], self.mutant[at], self.hints);
            let difference = expected.difference(&observed);
            if difference.is_none() && same_page {
                continue;
            }
            let event = self.events.get(at - 1)?;
            if self.leaves_by_history(at, event) {
                return None;
            }
            let page = self.page_before(at);
            let scene = Scene {
                event,
                before: (self.sight(self.seed[at - 1])?, self.sight(self.mutant[at - 1])?),
                page: (self.sight(self.seed[page])?, self.sight(self.mutant[page])?),
                opens: !is_same_page(self.seed[at - 1], self.seed[at], self.hints),
                expected,
                observed,
                difference,
                same_page,
                named: self.named_until(at),
            };
            match scene.verdict(rule, self.seed[at], at) {
                None if rule == Rule::Another && same_page => continue,
                verdict => return verdict,
            }
        }
        None
    }

    /// What the rows said that were touched after the detour, up to a step.
    fn named_until(&self, at: usize) -> Vec<String> {
        let mut named = Vec::new();
        for (moment, event) in self.seed.iter().zip(&self.events).take(at) {
            let found = event
                .target()
                .zip(moment.layout.as_deref())
                .and_then(|(target, layout)| target.resolve(layout).ok().map(|found| found.node));
            named.extend(found.into_iter().flat_map(effect::row_words));
        }
        named
    }

    /// The last moment before a step on the page to which the step led: menus and dialogs were only for it.
    fn page_before(&self, at: usize) -> usize {
        let same = |&earlier: &usize| {
            let both = [&self.seed, &self.mutant];
            both.iter().all(|moments| is_same_page(moments[earlier], moments[at], self.hints))
        };
        (0..at).rev().find(same).unwrap_or(at - 1)
    }

    /// Going back leads to where one came from, and a detour may have changed that: only what was opened after it counts.
    fn leaves_by_history(&self, at: usize, event: &Event) -> bool {
        let (from, here) = (self.seed[0], self.seed[at - 1]);
        let is_back = match event {
            Event::Key { .. } => true,
            Event::Tap { target } => target.to_string().to_lowercase().contains("navigate up"),
            _ => false,
        };
        let opened_since = here.activity != from.activity || surface(here) != surface(from);
        is_back && !opened_since
    }
}

/// What a widget said.
type Said = (Fact, NodeId);

/// Whether an act is what its effect is looked for of.
pub(crate) fn is_effect(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(EFFECT)
}
