//! What a mutant lacks that its seed has.

use std::collections::BTreeMap;

use effect::PageType;
use gui::{Event, Flag, Key, Layout, Node, NodeId, Selector};
use model::Volatile;
use serde::{Deserialize, Serialize};
use trace::{Moment, Step};

use super::kinds::{Broken, EFFECT, INSERTED};
use super::sight::{Difference, Fact, Sight, is_listed};
use crate::widget::{Surface, activity_of, shows_choice};

/// Why a difference is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Rule {
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
}

/// A difference, told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) rule: Rule,
    pub(super) broken: Broken,
    /// The page and the widget, whatever the app's data.
    pub(super) page: String,
    pub(super) widget: String,
    pub(super) selector: Option<Selector>,
    /// What is seen, to be followed by after what.
    pub(super) told: String,
    /// After so many steps behind the detour.
    pub(super) steps: usize,
}

/// A detour in a trace: its first step, and the one after its last.
pub(super) fn detour_in(steps: &[Step]) -> Option<(usize, usize)> {
    let is_inserted = |step: &Step| step.remarks.purpose.as_deref() == Some(INSERTED);
    let first = steps.iter().position(is_inserted)?;
    let many = steps[first..].iter().take_while(|step| is_inserted(step)).count();
    Some((first, first + many))
}

/// What is told of a detour and of what came after it, beside the same without it.
///
/// `seed` are the moments from the detour's place on, `mutant` those from its end on; `detour` are the detour's steps and `events`
/// what was done in both afterwards.
pub(super) struct Pair<'a> {
    pub(super) app: &'a str,
    pub(super) volatile: &'a Volatile,
    pub(super) seed: Vec<&'a Moment>,
    pub(super) mutant: Vec<&'a Moment>,
    pub(super) detour: &'a [Step],
    pub(super) events: Vec<&'a Event>,
    /// What was done before the detour to have the effect that it may not take back: the moments around it.
    pub(super) effect: Option<(&'a Moment, &'a Moment)>,
}

impl<'a> Pair<'a> {
    /// The first thing that is wrong, if anything is.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        if self.detour.iter().any(|step| step.remarks.crash.is_some()) {
            return None;
        }
        let (before, after) = (self.sight(self.seed.first()?)?, self.sight(self.mutant.first()?)?);
        let same_page = is_same_page(self.seed.first()?, self.mutant.first()?);
        let left = before.difference(&after);
        if !same_page {
            return None;
        }
        if left.is_none() {
            return self.leaves_pages_as_they_were().then(|| self.afterwards(Rule::Afterwards)).flatten();
        }
        let has_its_rows = !left.missing.iter().any(|(_, id)| is_listed(before.node(*id)))
            && !left.extra.iter().any(|(_, id)| is_listed(after.node(*id)));
        self.left_behind(&before, &after, &left)
            .or_else(|| has_its_rows.then(|| self.afterwards(Rule::Another)).flatten())
    }

    /// Whether the detour led back to a screen that says the same.
    pub(super) fn is_back(&self) -> bool {
        let ends = self.seed.first().zip(self.mutant.first());
        ends.is_some_and(|(seed, mutant)| {
            let both = self.sight(seed).zip(self.sight(mutant));
            is_same_page(seed, mutant)
                && both.is_some_and(|(seed, mutant)| seed.difference(&mutant).is_none())
        })
    }

    /// Whether each page that the detour came by says when it was seen last what it said when it was seen first.
    fn leaves_pages_as_they_were(&self) -> bool {
        let mut first: BTreeMap<_, Sight<'_>> = BTreeMap::new();
        let mut last: BTreeMap<_, Sight<'_>> = BTreeMap::new();
        let begin = self.detour.first().map(|step| &step.before);
        for moment in begin.into_iter().chain(self.detour.iter().map(|step| &step.after)) {
            let (Some(sight), Some(again)) = (self.sight(moment), self.sight(moment)) else { return false };
            let layout = sight.node(NodeId(0)).layout();
            let page = (activity_of(moment).to_owned(), PageType::by_ids(layout, activity_of(moment)));
            first.entry(page.clone()).or_insert(sight);
            last.insert(page, again);
        }
        first.values().zip(last.values()).all(|(first, last)| first.difference(last).is_none())
    }

    fn sight(&self, moment: &'a Moment) -> Option<Sight<'a>> {
        let layout: &'a Layout = moment.layout.as_deref()?;
        (layout.package() == self.app).then(|| Sight::of(layout, self.volatile))
    }

    /// The first step after the detour that led to another screen than in the seed.
    fn afterwards(&self, rule: Rule) -> Option<Verdict> {
        let steps = self.seed.len().min(self.mutant.len());
        for at in 1..steps {
            let (expected, observed) = (self.sight(self.seed[at])?, self.sight(self.mutant[at])?);
            let same_page = is_same_page(self.seed[at], self.mutant[at]);
            let difference = expected.difference(&observed);
            let differs = match rule {
                Rule::Another => differ_in_rows(&expected, &observed, &difference),
                _ => !difference.is_none(),
            };
            if !differs && same_page {
                continue;
            }
            let event = self.events.get(at - 1)?;
            if self.leaves_by_history(at, event) {
                return None;
            }
            let before = (self.sight(self.seed[at - 1])?, self.sight(self.mutant[at - 1])?);
            let scene = Scene { event, before, expected, observed, difference, same_page };
            return scene.verdict(rule, self.seed[at], at);
        }
        None
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

    /// What a detour that should leave nothing behind has left.
    fn left_behind(&self, before: &Sight<'a>, after: &Sight<'a>, left: &Difference) -> Option<Verdict> {
        let page = page_of(self.seed[0]);
        let verdict = |rule, broken, (fact, id): &(Fact, NodeId), told: String| Verdict {
            rule,
            broken,
            page: page.clone(),
            widget: fact.name.clone(),
            selector: Some(Selector::of(before.node(*id))),
            told,
            steps: 0,
        };
        if let Some(gone) = self.took_back(before, after, left) {
            let node = before.node(gone.1);
            let broken = if is_setting(node) { Broken::Setting } else { Broken::Effect };
            return Some(verdict(Rule::TookBack, broken, gone, told_of(gone, after)));
        }
        let ending = self.ending();
        let ticks = left.missing.iter().any(|(_, id)| is_ticked(before.node(*id)));
        if let Some(missing) = left.missing.first().filter(|_| ending == Some(Ending::Undo)) {
            return Some(verdict(Rule::Undone, Broken::Traces, missing, told_of(missing, after)));
        }
        // Of several choices one goes with the other.
        if ending == Some(Ending::Toggle) && !ticks {
            if let Some(missing) = left.missing.first() {
                return Some(verdict(Rule::Undone, Broken::Traces, missing, told_of(missing, after)));
            }
            let (fact, id) = left.extra.first()?;
            return Some(Verdict {
                rule: Rule::Undone,
                broken: Broken::View,
                page,
                widget: fact.name.clone(),
                selector: Some(Selector::of(after.node(*id))),
                told: format!("there is one more {}", words(fact)),
                steps: 0,
            });
        }
        if ending == Some(Ending::Back)
            && left.extra.is_empty()
            && let Some(gone) = left
                .missing
                .iter()
                .find(|(fact, id)| is_control(before.node(*id)) && after.only(&fact.name).is_none())
        {
            let told = format!("{} is gone", words(&gone.0));
            return Some(verdict(Rule::Changed, Broken::View, gone, told));
        }
        // All is as it was but for the title.
        let (title, others) = (before.title()?, left.missing.len() == 1 && left.extra.len() == 1);
        let now = after.title()?;
        let only_title =
            others && left.missing[0] == *title && left.extra[0] == *now && title.0.name == now.0.name;
        (only_title && before.len() >= MANY && self.detour.len() > 1)
            .then(|| verdict(Rule::Changed, Broken::View, title, told_of(title, after)))
    }

    /// Something that was done before the detour, and is as if it had not been done.
    fn took_back<'l>(
        &self,
        before: &Sight<'a>,
        after: &Sight<'a>,
        left: &'l Difference,
    ) -> Option<&'l (Fact, NodeId)> {
        let (then, done) = self.effect?;
        let page = self.seed.first()?;
        let stays = |step: &Step| step.after.activity == page.activity;
        let taps = |step: &Step| matches!(step.event, Some(Event::Tap { .. }));
        if self.detour.len() < 2
            || surface(page) != Some(Surface::Page)
            || !self.detour.iter().all(|step| stays(step) && taps(step))
        {
            return None;
        }
        let (then, done) = (self.sight(then)?, self.sight(done)?);
        let is_back_as_then = |(fact, id): &(Fact, NodeId)| {
            let made = !then.has(fact) && done.has(fact) && before.has(fact);
            let says_as_then = match (then.only(&fact.name), after.only(&fact.name)) {
                (Some((then, _)), Some((now, _))) => then == now,
                (None, None) => true,
                _ => false,
            };
            made && says_as_then && !self.touches(before.node(*id))
        };
        // Where something else is gone as well, the detour did more than to take that back.
        left.missing.iter().all(is_back_as_then).then(|| left.missing.first()).flatten()
    }

    /// Whether the detour acts on a widget, or on one beside it: one of several choices, say.
    fn touches(&self, node: Node<'_>) -> bool {
        let name = crate::widget::name_of(node);
        let around = node.parent().map(crate::widget::name_of);
        self.detour.iter().any(|step| {
            let target = step.event.as_ref().and_then(Event::target);
            let layout = step.before.layout.as_deref();
            let touched = target.zip(layout).and_then(|(target, layout)| target.resolve(layout).ok());
            touched.is_some_and(|touched| {
                let mut parts = std::iter::once(touched.node).chain(touched.node.descendants());
                let beside = touched.node.parent().map(crate::widget::name_of);
                parts.any(|part| crate::widget::name_of(part) == name)
                    || beside.is_some() && beside == around && is_ticked(node)
            })
        })
    }

    /// How the detour promises to take itself back.
    fn ending(&self) -> Option<Ending> {
        let last = self.detour.last()?;
        let pivot = self.detour.first()?.before.layout.as_deref()?;
        let event = last.event.as_ref()?;
        match event {
            Event::Key { key: Key::Back } if self.detour.len() == 2 => Some(Ending::Back),
            Event::Tap { target } => {
                let node = target.resolve(last.before.layout.as_deref()?).ok()?.node;
                let first = self.detour.first()?.event.as_ref();
                if self.detour.len() == 2
                    && first == Some(event)
                    && is_switched_back(target, pivot, self.detour)
                {
                    return Some(Ending::Toggle);
                }
                let is_new = target.resolve(pivot).is_err();
                // A dialog that is cancelled takes back no more than what opened it.
                let most = if says(node, &UNDOES) { 4 } else { 2 };
                let takes_back = says(node, &UNDOES) || says(node, &CANCELS);
                (is_new && (2..=most).contains(&self.detour.len()) && takes_back).then_some(Ending::Undo)
            }
            _ => None,
        }
    }
}

/// Whether there are rows in one that are not in the other.
fn differ_in_rows(expected: &Sight<'_>, observed: &Sight<'_>, difference: &Difference) -> bool {
    let listed = |sight: &Sight<'_>, id: NodeId| is_listed(sight.node(id));
    difference.missing.iter().any(|(_, id)| listed(expected, *id))
        && difference.extra.iter().any(|(_, id)| listed(observed, *id))
}

/// How a detour promises to take itself back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// By a button that says so and came up on the way.
    Undo,
    /// By ticking once more.
    Toggle,
    /// By going back from what was opened.
    Back,
}

/// What a widget said.
type Said = (Fact, NodeId);

/// A screen on which so much stayed the same is the same screen.
const MANY: usize = 6;

/// What an event did in the seed and in the mutant.
struct Scene<'a> {
    event: &'a Event,
    /// In the seed and in the mutant.
    before: (Sight<'a>, Sight<'a>),
    expected: Sight<'a>,
    observed: Sight<'a>,
    difference: Difference,
    same_page: bool,
}

impl Scene<'_> {
    fn verdict(&self, rule: Rule, seen: &Moment, steps: usize) -> Option<Verdict> {
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
        if let Some((meant, hit)) = self.another(&did, &does) {
            let told =
                format!("{} happens to {} instead of {}", self.event.wish(), words(&hit.0), words(&meant.0));
            return Some(verdict(Broken::Another, meant.0.name.clone(), None, told));
        }
        if rule == Rule::Another {
            return None;
        }
        if does.is_none() && !did.is_none() {
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
        // What the event brought about counts for more than what was there before.
        let made = self.difference.missing.iter().find(|(fact, _)| !self.before.0.has(fact));
        let missing = made.or(self.difference.missing.first());
        if let Some(missing) = missing {
            let node = self.expected.node(missing.1);
            let broken = match made {
                Some(_) if is_setting(node) => Broken::Setting,
                Some(_) => Broken::Effect,
                None => Broken::View,
            };
            let told = format!("{}: {}", self.event.wish(), told_of(missing, &self.observed));
            return Some(verdict(broken, missing.0.name.clone(), Some(Selector::of(node)), told));
        }
        if let Some((fact, id)) = self.difference.extra.first() {
            let stays = self.before.1.has(fact);
            let broken = if stays { Broken::Effect } else { Broken::View };
            let still = if stays { "is still there" } else { "is there, too" };
            let told = format!("{}: {} {still}", self.event.wish(), words(fact));
            let selector = Selector::of(self.observed.node(*id));
            return Some(verdict(broken, fact.name.clone(), Some(selector), told));
        }
        let (fact, id) = self.difference.order.as_ref()?;
        let told = format!("{}: {} stands elsewhere", self.event.wish(), words(fact));
        let selector = Selector::of(self.expected.node(*id));
        Some(verdict(Broken::View, fact.name.clone(), Some(selector), told))
    }

    /// Rows of one list: the one that went in the seed, and the other one that went in the mutant while the first stayed.
    fn another<'d>(&self, did: &'d Difference, does: &'d Difference) -> Option<(&'d Said, &'d Said)> {
        let listed = |sight: &Sight<'_>, id: NodeId| is_listed(sight.node(id));
        let meant = did.missing.iter().find(|(fact, id)| {
            !fact.says.is_empty()
                && listed(&self.before.0, *id)
                && self.before.1.has(fact)
                && self.observed.has(fact)
                && !self.expected.has(fact)
        })?;
        let hit = does.missing.iter().find(|(fact, id)| {
            fact.name == meant.0.name
                && listed(&self.before.1, *id)
                && self.before.0.has(fact)
                && self.expected.has(fact)
                && !self.observed.has(fact)
        })?;
        Some((meant, hit))
    }
}

/// Whether both show the same page: the same activity, and both a page, a dialog or a menu.
pub(super) fn is_same_page(one: &Moment, other: &Moment) -> bool {
    one.activity == other.activity && surface(one) == surface(other)
}

fn surface(moment: &Moment) -> Option<Surface> {
    moment.layout.as_deref().map(Surface::of)
}

fn page_of(moment: &Moment) -> String {
    activity_of(moment).to_owned()
}

fn is_setting(node: Node<'_>) -> bool {
    !is_listed(node) && (is_ticked(node) || shows_choice(node))
}

/// Whether it has a tick.
fn is_ticked(node: Node<'_>) -> bool {
    node.is(Flag::Checkable) || node.descendants().any(|inside| inside.is(Flag::Checkable))
}

/// Whether the first of two taps changed a tick and the second changed it back. Of several choices one stays chosen.
fn is_switched_back(target: &Selector, pivot: &Layout, detour: &[Step]) -> bool {
    let tick = |layout: Option<&Layout>| {
        let node = target.resolve(layout?).ok()?.node;
        let mut parts = std::iter::once(node).chain(node.descendants());
        let tick = parts.find(|part| part.is(Flag::Checkable) && !part.short_class().contains("Radio"))?;
        Some(tick.is(Flag::Checked))
    };
    let after = |at: usize| tick(detour.get(at)?.after.layout.as_deref());
    let before = tick(Some(pivot));
    before.is_some() && after(0).is_some_and(|once| Some(once) != before) && after(1) == before
}

/// A button of its own that stands in no list.
fn is_control(node: Node<'_>) -> bool {
    node.is(Flag::Clickable) && !node.short_id().is_empty() && !is_listed(node) && !node.is(Flag::Editable)
}

/// Words of buttons that take back what was done.
const UNDOES: [&str; 3] = ["undo", "restore", "snackbar_action"];
/// Words of buttons that take back what was begun.
const CANCELS: [&str; 3] = ["cancel", "discard", "dismiss"];

/// Whether its text, description or id has one of these words.
fn says(node: Node<'_>, words: &[&str]) -> bool {
    let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
    said.iter().any(|said| words.iter().any(|word| said.contains(word)))
}

/// What it says, or its name.
fn words(fact: &Fact) -> String {
    if fact.says.is_empty() { fact.name.clone() } else { gui::quoted(&fact.says) }
}

/// What became of something that a screen said.
fn told_of((fact, _): &(Fact, NodeId), now: &Sight<'_>) -> String {
    match now.only(&fact.name) {
        Some((other, _)) if other.says != fact.says => {
            format!("{} says {} instead of {}", fact.name, gui::quoted(&other.says), gui::quoted(&fact.says))
        }
        Some(_) if fact.says.is_empty() => format!("{} is otherwise marked", fact.name),
        Some(_) => format!("{} is otherwise marked", words(fact)),
        None => format!("{} is not there", words(fact)),
    }
}

/// Whether an act is what its effect is looked for of.
pub(super) fn is_effect(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(EFFECT)
}
