//! What a detour promises about itself: that it takes back what it did, or leads back to where it began.

use gui::{Event, Flag, Key, Node};
use trace::{Moment, Step};

use super::{Difference, Fact, Pair, Said, Sight, is_listed};
use crate::independent_views::page::is_same_page;

/// The most events of a detour that undoes what it did.
const MOST: usize = 8;
/// Words of buttons that take back what was done.
const UNDOES: [&str; 3] = ["undo", "restore", "snackbar_action"];
/// Words of buttons that take back what was begun.
const CANCELS: [&str; 3] = ["cancel", "discard", "dismiss"];
/// Words of buttons that put something back.
const RESETS: [&str; 2] = ["reset", "clear"];

impl<'a> Pair<'a> {
    /// Where the detour takes back what it did: the moments on the page before that was done. It is taken back by a button that cancels
    /// what was opened, or by one that undoes what was done right before it; after that the detour only goes back.
    pub(super) fn undone_since(&self, before: &Sight<'a>) -> Option<Vec<&'a Moment>> {
        let at = (0..self.detour.len()).rev().find(|&at| !self.goes_back(at))?;
        let node = self.touched(at)?;
        if !(1..MOST).contains(&at) || !matches!(self.detour[at].event, Some(Event::Tap { .. })) {
            return None;
        }
        let target = self.detour[at].event.as_ref().and_then(Event::target);
        let stood_on = |moment: &Moment| {
            let layout = moment.layout.as_deref();
            target.zip(layout).is_some_and(|(target, layout)| !target.all(layout).is_empty())
        };
        let pivot = &self.detour[0].before;
        if says(node, &CANCELS) && self.detour.len() == 2 {
            return (!stood_on(pivot)).then(Vec::new);
        }
        if !says(node, &UNDOES) {
            return None;
        }
        let on_page = |moment: &&'a Moment| is_same_page(pivot, moment, self.hints);
        let passed = std::iter::once(pivot).chain(self.detour[..at - 1].iter().map(|step| &step.after));
        let passed: Vec<&'a Moment> = passed.filter(on_page).collect();
        let offered = is_same_page(pivot, &self.detour[at].before, self.hints);
        // One that came with the detour is for what was done right before it; what was chosen since is nobody's to take back.
        let is_new = offered && !passed.iter().any(|moment| stood_on(moment));
        if offered && self.is_for_something_earlier(at, &passed) {
            return None;
        }
        if is_new || stood_on(pivot) && self.brings_back_here(at, &passed) {
            return Some(passed);
        }
        (!offered && self.brings_back(at, node, before)).then(Vec::new)
    }

    /// Whether an undo brings back a row that was gone already before the last thing that was done: it is for something earlier, and what
    /// was done since is nobody's to take back.
    fn is_for_something_earlier(&self, at: usize, passed: &[&'a Moment]) -> bool {
        let Some(&last) = passed.last() else { return false };
        let (first, then) = (self.rows(last), self.rows(&self.detour[at].before));
        self.rows(&self.detour[at].after).iter().any(|row| !then.contains(row) && !first.contains(row))
    }

    /// Whether an undo that is always there is for what the detour did right before it: of the rows that went by that, some are back.
    fn brings_back_here(&self, at: usize, passed: &[&'a Moment]) -> bool {
        let pivot = &self.detour[0].before;
        let (then, now) = (&self.detour[at].before, &self.detour[at].after);
        let here = [then, now].iter().all(|moment| is_same_page(pivot, moment, self.hints));
        let Some(&last) = passed.last() else { return false };
        let (first, then, now) = (self.rows(last), self.rows(then), self.rows(now));
        here && first.iter().any(|row| is_single(row, &first) && !then.contains(row) && now.contains(row))
    }

    /// Whether an undo that stands elsewhere is for what the detour did: it names a row that went.
    fn brings_back(&self, at: usize, undo: Node<'_>, before: &Sight<'a>) -> bool {
        let pivot = &self.detour[0].before;
        let on_page = |moment: &&Moment| is_same_page(pivot, moment, self.hints);
        let Some(then) = self.detour[..at].iter().map(|step| &step.after).rfind(on_page) else {
            return false;
        };
        let Some(then) = self.sight(then) else { return false };
        let (first, left) = (rows_of(before), rows_of(&then));
        let gone = before.difference(&then);
        // What was chosen meanwhile is nobody's to take back.
        let is_of_row = |(fact, id): &Said| {
            let node = before.node(*id);
            fact.says.is_empty()
                || !is_listed(node)
                || effect::row_words(node).iter().any(|word| names(undo, word))
        };
        !is_remarked(&gone)
            && gone.missing.iter().all(is_of_row)
            && first.iter().any(|row| is_single(row, &first) && !left.contains(row) && names(undo, row))
    }

    fn rows(&self, moment: &'a Moment) -> Vec<String> {
        self.sight(moment).map(|sight| rows_of(&sight)).unwrap_or_default()
    }

    /// Whether a step only goes back.
    pub(super) fn goes_back(&self, at: usize) -> bool {
        match &self.detour[at].event {
            Some(Event::Key { key }) => *key == Key::Back,
            Some(Event::Tap { target }) => target.to_string().to_lowercase().contains("navigate up"),
            _ => false,
        }
    }

    /// Whether the page on which the detour begins stays open all the while, as far as one can tell: it is not left by going back,
    /// and where another one was opened, going back leads to it again.
    pub(super) fn keeps_its_page(&self) -> bool {
        let Some(first) = self.detour.first() else { return false };
        let leaves = |at: usize| self.detour[at].after.activity != first.before.activity;
        let returns = (1..self.detour.len()).filter(|&at| leaves(at - 1) && !leaves(at));
        !self.goes_back(0) && returns.into_iter().all(|at| self.goes_back(at))
    }

    /// Whether the page at the end of the detour is the very one on which it began, as far as one can tell. One that was left for
    /// one below it, and opened again, is so where it was opened by the same event right before the detour: else it may be about
    /// something else, or something was done on it, though it looks the same.
    pub(super) fn is_same_instance(&self) -> bool {
        let Some(page) = self.detour.first().map(|step| &step.before.activity) else { return true };
        let enters = |step: &&Step| step.before.activity != *page && step.after.activity == *page;
        let Some(entered) = self.before.iter().rfind(enters) else {
            // Nobody knows how it was opened: it is the same one as long as it stays open.
            return !self.leaves_its_page();
        };
        let below = self.activities_below();
        if !self.detour.iter().any(|step| below.contains(&&step.after.activity)) {
            return true;
        }
        let again = self.detour.iter().rfind(enters);
        let last = self.before.last().is_some_and(|last| std::ptr::eq(last, entered));
        let way = |step: &'a Step| (&step.before.activity, &step.event);
        again.is_none_or(|again| last && way(again) == way(entered))
    }

    /// The activities below the page on which the detour begins, by what was seen: one that is come to again has lost what was
    /// above it.
    fn activities_below(&self) -> Vec<&'a Option<String>> {
        let mut stack: Vec<&Option<String>> =
            self.before.first().map(|step| &step.before.activity).into_iter().collect();
        for now in self.before.iter().map(|step| &step.after.activity) {
            if let Some(at) = stack.iter().position(|below| *below == now) {
                stack.truncate(at);
            }
            stack.push(now);
        }
        stack.pop();
        stack
    }

    /// Whether the detour goes back from the page on which it began to another one, which is then no page above it.
    fn leaves_its_page(&self) -> bool {
        let mut above = 0_i32;
        for (at, step) in self.detour.iter().enumerate() {
            if step.before.activity != step.after.activity {
                above += if self.goes_back(at) { -1 } else { 1 };
            }
            if above < 0 {
                return true;
            }
        }
        false
    }

    /// Whether the detour types something on the page on which it began: that stays, and what depends on it.
    pub(super) fn types_here(&self) -> bool {
        let Some(first) = self.detour.first() else { return false };
        let here = |step: &Step| is_same_page(&first.before, &step.before, self.hints);
        let types = |step: &Step| matches!(step.event, Some(Event::Edit { .. } | Event::Submit { .. }));
        self.detour.iter().any(|step| types(step) && here(step))
    }

    /// Whether the keyboard and the place where one types are as they were, as far as one can tell: going back that changes nothing
    /// has closed the keyboard.
    pub(super) fn keeps_its_focus(&self) -> bool {
        let focused = |moment: &Moment| {
            let layout = moment.layout.as_deref()?;
            let typed_into = |node: &Node<'_>| node.is(Flag::Focused) && node.is(Flag::Editable);
            layout.nodes().find(typed_into).map(crate::widget::name_of)
        };
        let digest = |moment: &Moment| moment.layout.as_ref().map(|layout| layout.digest());
        let closed = |at: usize| {
            self.goes_back(at) && digest(&self.detour[at].before) == digest(&self.detour[at].after)
        };
        // Tapped where one types, the keyboard comes, and covers the end of a list.
        let pivot = self.detour.first().map(|step| &step.before);
        let here =
            |at: usize| pivot.is_some_and(|pivot| is_same_page(pivot, &self.detour[at].before, self.hints));
        let opened = |at: usize| here(at) && self.touched(at).is_some_and(|node| node.is(Flag::Editable));
        let ends = self.seed.first().zip(self.mutant.first());
        ends.is_some_and(|(seed, mutant)| focused(seed) == focused(mutant))
            && !(0..self.detour.len()).any(|at| closed(at) || opened(at))
    }

    /// Whether a button of the detour takes something back, whatever that is.
    pub(super) fn takes_something_back(&self) -> bool {
        let words = [&UNDOES[..], &RESETS[..]].concat();
        (0..self.detour.len()).filter_map(|at| self.touched(at)).any(|node| says(node, &words))
    }

    /// The widget that a step of the detour acts on.
    pub(super) fn touched(&self, at: usize) -> Option<Node<'a>> {
        let step = &self.detour[at];
        let layout = step.before.layout.as_deref()?;
        Some(step.event.as_ref()?.target()?.resolve(layout).ok()?.node)
    }
}

/// Whether something says the same as before and is marked otherwise: chosen, or not any more.
pub(super) fn is_remarked(difference: &Difference) -> bool {
    let says_so = |one: &Fact, other: &Fact| (&one.name, &one.says) == (&other.name, &other.says);
    difference.missing.iter().any(|(one, _)| difference.extra.iter().any(|(other, _)| says_so(one, other)))
}

/// What the rows of a screen say, sorted.
fn rows_of(sight: &Sight<'_>) -> Vec<String> {
    let listed = sight.said().filter(|(says, node)| !says.is_empty() && is_listed(*node));
    let mut rows: Vec<String> = listed.map(|(says, _)| says).collect();
    rows.sort();
    rows
}

fn is_single(row: &String, rows: &[String]) -> bool {
    rows.iter().filter(|other| *other == row).count() == 1
}

/// Whether a widget, or the row of a list it stands in, says this.
fn names(node: Node<'_>, words: &str) -> bool {
    let has = |part: Node<'_>| part.text().contains(words) || part.content_desc().contains(words);
    let row = node.ancestors().take_while(|around| !around.is_list()).last().filter(|_| is_listed(node));
    has(node) || row.is_some_and(|row| row.descendants().any(has))
}

/// Whether its text, description or id has one of these words.
fn says(node: Node<'_>, words: &[&str]) -> bool {
    let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
    said.iter().any(|said| words.iter().any(|word| said.contains(word)))
}
