//! Two traces of the same script, step beside step.

use std::collections::BTreeSet;

use ::compare::{By, How, Matching, Spotted, What, spot};
use device::PhoneKind;
use experiment::Context;
use gui::{Digest, Event, Flag, Layout, Node, Selector};
use model::Volatile;
use serde::{Deserialize, Serialize};
use trace::{Moment, Step, Trace};

use super::kinds::Sort;
use super::looks::{Album, Both, DARK, LANGUAGE, Toned, language, odd_ones};
use super::wording::Wording;
use super::{Eye, Renames};
use crate::widget::activity_of;

/// Below this share of widgets with a partner, two screens are not the same screen.
const SAME_SCREEN: f64 = 0.4;
/// So far ahead a step is looked for that the other trace has not.
const AHEAD: usize = 40;

/// A difference between two traces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Difference {
    /// What it is.
    pub(super) sort: Sort,
    /// The widget, or what was done, by a name that does not depend on the app's data.
    pub(super) widget: String,
    /// What about its look, where that has a name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) change: String,
    /// The activity it was seen in.
    pub(super) page: String,
    /// What a person sees.
    pub(super) told: String,
    /// How to find the widget on the reference.
    pub(super) selector: Option<Selector>,
    /// Whether a person could have used it.
    pub(super) actionable: bool,
    /// Whether people cannot use it any more though it is there: hidden, covered, too small.
    #[serde(default)]
    pub(super) hampers: bool,
    /// After how many steps of the test's trace it shows.
    pub(super) shows_after: usize,
    /// Whether nothing else differed before: what differs later may only follow from it.
    pub(super) first: bool,
    /// What else is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) details: Vec<String>,
    /// The pictures of both sides, where they were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pictures: Option<[Digest; 2]>,
}

impl Difference {
    /// What tells it from others of its kind: the same widget and the same change on many screens are one.
    pub(super) fn identity(&self) -> String {
        let widget = if self.widget.starts_with('#') {
            self.widget.clone()
        } else {
            format!("{}:{}", self.page, self.widget)
        };
        if self.change.is_empty() { widget } else { format!("{widget}:{}", self.change) }
    }
}

/// What came of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Compared {
    /// How many screens were compared.
    pub(super) screens: usize,
    /// How many screens are not equal in every attribute, whatever of it is told.
    #[serde(default)]
    pub(super) unequal: usize,
    /// How many steps were done on the reference alone, or on another screen there.
    pub(super) astray: usize,
    /// What is called otherwise on the test.
    #[serde(default)]
    pub(super) renames: Renames,
    /// What differs, each once.
    pub(super) differences: Vec<Difference>,
}

/// How two traces are compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measure {
    /// By which rules widgets are paired.
    #[serde(with = "by_name")]
    pub(super) by: By,
    /// Whether texts are compared.
    pub(super) texts: bool,
    /// What is called otherwise on the test.
    #[serde(default)]
    pub(super) renames: Renames,
    /// The kinds of phones of the reference and the test, where they are known: without them looks are not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) kinds: Option<[PhoneKind; 2]>,
}

/// The rules as files have them.
mod by_name {
    use super::By;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(by: &By, serializer: S) -> Result<S::Ok, S::Error> {
        match by {
            By::Content => "content",
            By::Place { text: true } => "place",
            By::Place { text: false } => "place-without-text",
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<By, D::Error> {
        Ok(match String::deserialize(deserializer)?.as_str() {
            "content" => By::Content,
            name => By::Place { text: name == "place" },
        })
    }
}

/// A trace with what is known where it was recorded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) trace: &'a Trace,
    pub(super) context: Context<'a>,
    pub(super) album: &'a Album<'a>,
}

/// Compares the test with the reference, moment by moment, as long as both did the same and are on the same screen.
///
/// Where a step could be done on one side only, or led elsewhere, the comparison goes on with the next screen that both share.
/// `declared` are the identities of differences that somebody wants, under their sorts; they are passed over.
pub(super) fn compare(
    reference: Side<'_>,
    test: Side<'_>,
    measure: &Measure,
    eye: Option<&Eye>,
    declared: &dyn Fn(&Difference) -> bool,
) -> Compared {
    let how = How {
        by: measure.by,
        texts: measure.texts,
        renamed: measure.renames.map(),
        volatile_there: reference.context.volatile,
        volatile_here: test.context.volatile,
    };
    let mut walk = Walk {
        app: test.context.app,
        how,
        looks: measure.kinds.as_ref().zip(eye),
        albums: [reference.album, test.album],
        toned: Vec::new(),
        wording: Wording::default(),
        declared,
        known: BTreeSet::new(),
        result: Compared::default(),
        in_step: true,
        parted: false,
    };
    walk.moments(reference.trace.start(), test.trace.start(), 0, None);
    let (there, here) = (reference.trace.steps(), test.trace.steps());
    let (mut one, mut other) = (0, 0);
    while one < there.len() && other < here.len() {
        let renamed = |step: &Step| step.event.as_ref().map(|event| measure.renames.event(event));
        if renamed(&there[one]) != here[other].event {
            let (skip_there, skip_here) = ahead(&there[one..], &here[other..], &renamed);
            walk.result.astray += skip_there + skip_here;
            (walk.in_step, walk.parted) = (false, true);
            (one, other) = (one + skip_there, other + skip_here);
            continue;
        }
        if walk.hits_another(&there[one], &here[other]) {
            (walk.in_step, walk.parted) = (false, true);
        }
        if !walk.step(&there[one], &here[other], other + 1) {
            break;
        }
        (one, other) = (one + 1, other + 1);
    }
    walk.tell_odd_ones();
    for forgotten in std::mem::take(&mut walk.wording).forgotten() {
        walk.tell(forgotten);
    }
    walk.result
}

/// How many steps to pass over on each side until both do the same again.
fn ahead(there: &[Step], here: &[Step], renamed: &dyn Fn(&Step) -> Option<Event>) -> (usize, usize) {
    let on_there = there.iter().take(AHEAD).position(|step| renamed(step) == here[0].event);
    let on_here = here.iter().take(AHEAD).position(|step| step.event == renamed(&there[0]));
    match (on_there, on_here) {
        (Some(one), Some(other)) if other < one => (0, other),
        (Some(one), _) => (one, 0),
        (None, Some(other)) => (0, other),
        (None, None) => (1, 1),
    }
}

/// A comparison under way.
struct Walk<'a> {
    app: &'a str,
    how: How<'a>,
    /// The kinds of phones, and who looks at pictures.
    looks: Option<(&'a [PhoneKind; 2], &'a Eye)>,
    albums: [&'a Album<'a>; 2],
    /// The screens whose light can be compared.
    toned: Vec<Toned>,
    /// What is said on phones of different languages.
    wording: Wording,
    declared: &'a dyn Fn(&Difference) -> bool,
    /// What was told of this pair of traces already.
    known: BTreeSet<(Sort, String)>,
    result: Compared,
    in_step: bool,
    /// Whether one side has done or been through something that the other has not: what differs from then on may follow from it.
    parted: bool,
}

impl Walk<'_> {
    /// Whether the same words mean another widget on the test: `the 2nd ImageButton`, where siblings stand in another order, or
    /// the second row of a list that is scrolled to another place on another phone.
    fn hits_another(&self, there: &Step, here: &Step) -> bool {
        let (Some(before), Some(now)) = (&there.before.layout, &here.before.layout) else { return false };
        let target = |step: &Step, layout: &Layout| {
            let found = step.event.as_ref()?.target()?.resolve(layout).ok()?;
            Some(found.node.id())
        };
        let (Some(one), Some(other)) = (target(there, before), target(here, now)) else { return false };
        if before.digest() == now.digest() {
            return false;
        }
        let partner = || {
            let matching = Matching::between_renamed(before, now, self.how.by, self.how.renamed);
            matching.of_reference(one).map(Node::id)
        };
        match self.how.by {
            By::Place { text } => {
                let (there, here) = (before.node(one), now.node(other));
                let scrolls = |node: Node<'_>| node.ancestors().any(|around| around.is(Flag::Scrollable));
                (scrolls(there) || scrolls(here))
                    && (text && self.says_other_words(there, here)
                        || self.is_one_of_others(there, here)
                        || partner() != Some(other))
            }
            By::Content => partner().is_some_and(|partner| partner != other),
        }
    }

    fn says_other_words(&self, there: Node<'_>, here: Node<'_>) -> bool {
        words(there, self.how.volatile_there) != words(here, self.how.volatile_here)
    }

    /// Whether nothing tells a widget from others of its id but its number, and another number of them can be seen on the test: the
    /// first text box on a screen may be the second of the form.
    fn is_one_of_others(&self, there: Node<'_>, here: Node<'_>) -> bool {
        let many = |node: Node<'_>, volatile: &Volatile| {
            let says = words(node, volatile);
            let is_alike = |other: &Node<'_>| {
                other.resource_id() == node.resource_id() && words(*other, volatile) == says
            };
            node.layout().nodes().filter(is_alike).count()
        };
        let (one, other) = (many(there, self.how.volatile_there), many(here, self.how.volatile_here));
        !there.resource_id().is_empty() && one != other && one.max(other) > 1
    }

    /// Compares what a step led to. Says whether to go on.
    fn step(&mut self, there: &Step, here: &Step, shows_after: usize) -> bool {
        match (&there.remarks.crash, &here.remarks.crash) {
            (None, Some(crash)) if self.in_step => {
                self.result.unequal += 1;
                let identity = crash.identity.clone().unwrap_or_else(|| crash.summary.clone());
                let told = format!("the app crashes: {}", crash.summary);
                let details = crash.stack.iter().take(20).cloned().collect();
                self.tell(Difference {
                    details,
                    ..difference(Sort::Crash, identity, &here.before, told, shows_after)
                });
                false
            }
            (None, None) => {
                self.moments(&there.after, &here.after, shows_after, here.event.as_ref());
                true
            }
            _ => false,
        }
    }

    fn moments(&mut self, there: &Moment, here: &Moment, shows_after: usize, event: Option<&Event>) {
        let (Some(before), Some(now)) = (&there.layout, &here.layout) else { return };
        if before.package() != self.app {
            // Nobody says what other apps look like. Whether leaving an app ends it differs between versions of Android.
            self.in_step &= now.package() == before.package();
            self.parted |= !self.in_step || self.how.by != By::Content;
            return;
        }
        if now.package() != self.app || activity_of(there) != activity_of(here) || !self.is_same(before, now)
        {
            if self.in_step {
                self.result.unequal += 1;
                self.elsewhere(there, here, shows_after, event);
            } else {
                self.result.astray += 1;
            }
            self.in_step = false;
            return;
        }
        if self.how.by == By::Content && before.digest() != now.digest() {
            let matching = Matching::between_renamed(before, now, self.how.by, self.how.renamed);
            self.result.renames.learn(&Renames::between(&matching));
        }
        let spotted = spot(before, now, &self.how);
        if !self.in_step && !spotted.is_empty() {
            self.result.astray += 1;
            return;
        }
        self.in_step = true;
        self.result.screens += 1;
        self.result.unequal += usize::from(before.digest() != now.digest());
        let first = self.is_first();
        let pictures = there.screenshot.zip(here.screenshot).map(|(there, here)| [there, here]);
        for one in spotted {
            self.tell(Difference { first, pictures, ..of(one, there, shows_after) });
        }
        self.look([there, here], [before, now], shows_after);
    }

    /// What looks different hangs together with nothing that came before, as long as both did the same.
    fn look(&mut self, [there, here]: [&Moment; 2], layouts: [&Layout; 2], shows_after: usize) {
        let Some((kinds, eye)) = self.looks else { return };
        let pictures = [self.albums[0].picture(there), self.albums[1].picture(here)];
        let both = Both { there, layouts, pictures, kinds };
        for difference in both.differences(eye, &self.how, shows_after) {
            let pictures = there.screenshot.zip(here.screenshot).map(|(there, here)| [there, here]);
            self.tell(Difference { first: !self.parted, pictures, ..difference });
        }
        if language(&kinds[0]) != language(&kinds[1]) {
            let matching = Matching::between_renamed(layouts[0], layouts[1], self.how.by, self.how.renamed);
            let volatile = [self.how.volatile_there, self.how.volatile_here];
            let first = !self.parted;
            self.wording.read(&matching, volatile, shows_after, |node| Difference {
                first,
                ..both.difference(node, LANGUAGE, String::new(), false, Vec::new(), shows_after)
            });
        }
        if let Some(shared) = both.share_polarity() {
            let page = activity_of(there).to_owned();
            self.toned.push(Toned { page, shows_after, shared });
        }
    }

    fn tell_odd_ones(&mut self) {
        let odd: Vec<Toned> = odd_ones(&self.toned).into_iter().cloned().collect();
        for Toned { page, shows_after, shared } in odd {
            let name = page.rsplit(['/', '.']).next().unwrap_or_default().to_owned();
            let told = if shared {
                format!("{name} does not follow the phone's dark mode, and the screens around it do")
            } else {
                format!("{name} follows the phone's dark mode, and the screens around it do not")
            };
            // The screen after it is needed to see that.
            let next = self.toned.iter().find(|toned| toned.shows_after > shows_after && toned.page != page);
            let shows_after = next.map_or(shows_after, |toned| toned.shows_after);
            self.tell(Difference {
                change: DARK.to_owned(),
                first: !self.parted,
                page: page.clone(),
                ..difference(Sort::Look, page, &Moment::default(), told, shows_after)
            });
        }
    }

    /// Whether nothing differed before but looks, and both sides have done the same.
    fn is_first(&self) -> bool {
        self.result.differences.iter().all(|one| one.sort == Sort::Look) && !self.parted
    }

    fn is_same(&self, before: &Layout, now: &Layout) -> bool {
        before.digest() == now.digest()
            || Matching::between_renamed(before, now, self.how.by, self.how.renamed).share() >= SAME_SCREEN
    }

    fn elsewhere(&mut self, there: &Moment, here: &Moment, shows_after: usize, event: Option<&Event>) {
        let done = event.map_or_else(|| "starting the app".to_owned(), Event::wish);
        let target = event.and_then(Event::target).map_or_else(|| done.clone(), ToString::to_string);
        let told = format!("{done} leads to {} instead of {}", named(here, self.app), named(there, self.app));
        self.tell(Difference {
            first: self.is_first(),
            ..difference(Sort::Elsewhere, target, there, told, shows_after)
        });
    }

    fn tell(&mut self, difference: Difference) {
        if (self.declared)(&difference) || !self.known.insert((difference.sort, difference.identity())) {
            return;
        }
        self.result.differences.push(difference);
    }
}

/// All that a widget says, but for what changes by itself.
fn words<'l>(node: Node<'l>, volatile: &Volatile) -> Vec<&'l str> {
    let all = std::iter::once(node).chain(node.descendants()).filter(|node| !volatile.has(*node));
    all.map(Node::text).filter(|text| !text.is_empty()).collect()
}

fn of(spotted: Spotted, page: &Moment, shows_after: usize) -> Difference {
    let sort = match spotted.what {
        What::Missing => Sort::Missing,
        What::Added => Sort::Added,
        What::Text => Sort::Text,
        What::State => Sort::State,
    };
    Difference {
        selector: Some(spotted.selector),
        actionable: spotted.actionable,
        ..difference(sort, spotted.widget, page, spotted.told, shows_after)
    }
}

fn difference(sort: Sort, widget: String, page: &Moment, told: String, shows_after: usize) -> Difference {
    Difference {
        sort,
        widget,
        change: String::new(),
        page: activity_of(page).to_owned(),
        told,
        selector: None,
        actionable: false,
        hampers: false,
        shows_after,
        first: true,
        details: Vec::new(),
        pictures: None,
    }
}

/// What a person calls a screen: its activity, and the first words on it.
fn named(moment: &Moment, app: &str) -> String {
    let Some(layout) = moment.layout.as_ref() else { return "nothing".to_owned() };
    if layout.package() != app {
        return "another app".to_owned();
    }
    let activity = activity_of(moment).rsplit(['/', '.']).next().unwrap_or_default().to_owned();
    match layout.nodes().map(|node| node.text()).find(|text| !text.is_empty()) {
        Some(words) => format!("{activity} ({})", gui::quoted(words)),
        None => activity,
    }
}
