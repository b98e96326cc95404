//! The step that is compared, and in which way it does something else.

use std::collections::BTreeSet;

use gui::{Event, Flag, Layout, Node};
use mining::{Behaviour, PageOf, Pair, Side, sources_of};
use model::Volatile;
use trace::{Moment, Step};

use super::kinds::{Deviance, EVENT};
use super::sight::{Eyes, differing, is_apart};
use crate::widget::{name_of, shows_choice};

/// The step that is compared, with what it did.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) event: &'a Event,
    pub(super) before: &'a Moment,
    pub(super) after: &'a Moment,
    pub(super) behaviour: Behaviour,
    /// The page that the event changes.
    page: &'a Moment,
    /// The page under menus and dialogs, or the screen itself.
    under: &'a Moment,
    /// With all that an opened page shows.
    whole: Behaviour,
    /// What the items say that were touched since the page behind menus and dialogs was left.
    items: Vec<String>,
    about: About,
}

/// A text of so many letters tells an item from others.
const SHORTEST: usize = 3;

/// So many widgets of one name are items.
const MANY: usize = 4;

impl<'a> Scene<'a> {
    /// The last of these steps, which are all since the histories parted. Texts are told by these alone: what was touched earlier would
    /// make the difference by itself.
    pub(super) fn last(since: &'a [Step], app: &str, volatile: &Volatile) -> Option<Scene<'a>> {
        let last = since.last()?;
        if last.remarks.crash.is_some() {
            // A crash is another technique's.
            return None;
        }
        let sources = sources_of(since);
        let page = page_behind(since)?;
        let pair = Pair { before: page, after: &last.after, sources: &sources, app, volatile };
        Some(Scene {
            event: last.event.as_ref()?,
            before: &last.before,
            after: &last.after,
            page,
            under: since
                .iter()
                .rev()
                .map(|step| &step.before)
                .find(|before| !is_apart(before))
                .unwrap_or(&last.before),
            behaviour: Behaviour::of(pair, PageOf::Frame),
            whole: Behaviour::of(pair, PageOf::Everything),
            items: since[page_at(since)..].iter().map(item_of).collect(),
            about: About::of(since),
        })
    }

    /// In which way it does something else than usual, as far as the two alone show it. `is_old` says whether the history that only this
    /// one has showed a screen already, and changed nothing.
    pub(super) fn deviates(
        &self,
        usual: &Scene<'_>,
        is_old: impl FnOnce(&Moment) -> bool,
        eyes: Eyes<'_>,
    ) -> Option<Deviance> {
        if !is_same_page(self.before, usual.before) || takes_back(self.event, self.before) {
            return None;
        }
        let is_there = |said: &str| {
            self.page.layout.as_deref().is_some_and(|page| {
                page.nodes().any(|node| has_words(said, node.text()) && is_item(node, page))
            })
        };
        let mut shown = differing(self.before, usual.before, eyes);
        shown.extend(differing(self.under, usual.under, eyes));
        let is_about_same = match self.about {
            About::Row => self.items == usual.items,
            About::Typed => self.items == usual.items && shown.is_empty(),
            About::NoItem => false,
        };
        if is_about_same && usual.behaviour.is_done_to_another(&self.whole, is_there) {
            return Some(Deviance::Target);
        }
        let does = differing(self.before, self.after, eyes);
        let did = differing(usual.before, usual.after, eyes);
        let opened = !is_same_page(usual.before, usual.after);
        let is_dead = is_same_page(self.before, self.after) && does.is_empty();
        if is_dead && (opened || did.iter().any(|name| !name.contains("snackbar"))) {
            // Where other data are shown, an action may well do nothing.
            let is_free = opened
                && self.items == usual.items
                && says_only(&shown, [self.before, usual.before, self.under, usual.under]);
            return (shown.is_empty() || is_free).then_some(Deviance::Nothing);
        }
        let stays = [self.after, usual.after].iter().all(|after| is_of(after, eyes.app));
        let differs = stays
            && shown.is_empty()
            && is_same_page(self.after, usual.after)
            && chosen(self.after, eyes) == chosen(usual.after, eyes)
            && !differing(self.after, usual.after, eyes).is_empty();
        (differs && is_old(self.after)).then_some(Deviance::Stale)
    }

    /// Whether an event that is about no item shows a row that was touched in the history, and nothing of it without: it was chosen there.
    pub(super) fn shows_what_was_chosen(&self, usual: &Scene<'_>, history: &[Step]) -> bool {
        let usually: BTreeSet<&str> = nodes_of(usual.after).map(Node::text).collect();
        let rows: Vec<String> = history.iter().filter(|step| is_row(step)).map(item_of).collect();
        let is_chosen = |text: &str| {
            text.len() >= SHORTEST
                && !usually.contains(text)
                && rows.iter().any(|row| row.lines().any(|line| line == text))
        };
        self.about == About::NoItem && nodes_of(self.after).any(|node| is_chosen(node.text()))
    }

    /// Whether both do the same on screens that show the same.
    pub(super) fn is_as(&self, other: &Scene<'_>, eyes: Eyes<'_>) -> bool {
        shows_as(self.before, other.before, eyes) && self.leads_where(other, eyes)
    }

    /// Whether both lead to screens that show the same.
    pub(super) fn leads_where(&self, other: &Scene<'_>, eyes: Eyes<'_>) -> bool {
        shows_as(self.after, other.after, eyes)
    }
}

/// Whether two screens are of one page and show the same.
pub(super) fn shows_as(one: &Moment, other: &Moment, eyes: Eyes<'_>) -> bool {
    is_same_page(one, other) && differing(one, other, eyes).is_empty()
}

fn is_same_page(one: &Moment, other: &Moment) -> bool {
    one.activity == other.activity && is_apart(one) == is_apart(other)
}

/// Whether what differs between two screens are words alone: nothing that is typed, ticked or tapped, on which an action may depend.
fn says_only(names: &BTreeSet<String>, screens: [&Moment; 4]) -> bool {
    let plain = |node: Node<'_>| {
        let acts = [Flag::Editable, Flag::Checkable, Flag::Clickable].iter().any(|&flag| node.is(flag));
        !acts && node.is(Flag::Enabled)
    };
    screens.into_iter().flat_map(nodes_of).filter(|&node| names.contains(&name_of(node))).all(plain)
}

/// What is chosen on a screen, beside rows: a tab, a filter, words to search for. What it shows follows from that.
fn chosen(moment: &Moment, eyes: Eyes<'_>) -> BTreeSet<String> {
    let is_marked = |node: Node<'_>| {
        let flags = [Flag::Selected, Flag::Checked, Flag::Editable];
        flags.iter().any(|&flag| node.is(flag)) && !effect::is_listed(node)
    };
    let is_choice = |node: &Node<'_>| node.package() == eyes.app && (is_marked(*node) || shows_choice(*node));
    nodes_of(moment).filter(is_choice).map(|node| format!("{}\n{}", name_of(node), words_in(node))).collect()
}

/// The screen that the last of these steps changes: the one before it, or the page behind the menus and dialogs that it closes.
pub(super) fn page_behind(since: &[Step]) -> Option<&Moment> {
    since.get(page_at(since)).map(|step| &step.before)
}

/// Which of these steps was done on that screen.
fn page_at(since: &[Step]) -> usize {
    let at = since.len().saturating_sub(1);
    let Some(last) = since.last().filter(|last| is_apart(&last.before) && !is_apart(&last.after)) else {
        return at;
    };
    let is_page = |step: &Step| !is_apart(&step.before) && step.before.activity == last.after.activity;
    since.iter().rposition(is_page).unwrap_or(at)
}

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// A row that was touched, on the page itself, with the menus and dialogs that were opened since.
    Row,
    /// What was typed on the page.
    Typed,
    /// What else stands beside a list sorts it, or chooses what it shows; and what comes next depends on a list that nobody sees.
    NoItem,
}

impl About {
    /// What the last of these steps is about.
    fn of(since: &[Step]) -> About {
        let Some(last) = since.last() else { return About::NoItem };
        let is_row = |step: &Step| !is_apart(&step.before) && is_row(step);
        let mut here = since.iter().rev().take_while(|step| step.before.activity == last.before.activity);
        if since[page_at(since)..].iter().any(is_row) {
            About::Row
        } else if here.any(|step| matches!(step.event, Some(Event::Edit { .. }))) {
            About::Typed
        } else {
            About::NoItem
        }
    }
}

/// The steps up to the one that says it is compared.
pub(super) fn marked(steps: &[Step]) -> Option<&[Step]> {
    let at = steps.iter().rposition(|step| step.remarks.purpose.as_deref() == Some(EVENT))?;
    Some(&steps[..=at])
}

/// Whether a text has all words of a row's one after the other: a day that is opened says the day's number.
fn has_words(said: &str, of: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (said, of) = (words(said), words(of));
    !of.is_empty() && said.windows(of.len()).any(|part| part == of)
}

fn is_row(step: &Step) -> bool {
    let node = touched(step.event.as_ref(), &step.before);
    node.zip(step.before.layout.as_deref()).is_some_and(|(node, page)| is_item(node, page))
}

/// Whether it stands in a list, or is one of many that are called the same and says which one: a day of a calendar.
fn is_item(node: Node<'_>, page: &Layout) -> bool {
    let is_named = !node.resource_id().is_empty() && !node.text().is_empty();
    let alike = || page.nodes().filter(|other| other.resource_id() == node.resource_id());
    let is_one_of_many =
        || alike().count() >= MANY && alike().filter(|other| other.text() == node.text()).count() == 1;
    effect::is_listed(node) || is_named && is_one_of_many()
}

fn nodes_of(moment: &Moment) -> impl Iterator<Item = Node<'_>> {
    moment.layout.as_deref().into_iter().flat_map(|layout| layout.nodes())
}

fn is_of(moment: &Moment, app: &str) -> bool {
    moment.layout.as_deref().is_some_and(|layout| layout.package() == app)
}

/// What the item says that an event is about: the texts of its row, or its own.
fn item_of(step: &Step) -> String {
    let Some(node) = touched(step.event.as_ref(), &step.before) else { return String::new() };
    let is_row = |node: &Node<'_>| node.parent().is_some_and(effect::holds_rows);
    let row = std::iter::once(node).chain(node.ancestors()).find(is_row).unwrap_or(node);
    words_in(row)
}

/// What a widget and all in it say.
fn words_in(node: Node<'_>) -> String {
    let words =
        std::iter::once(node).chain(node.descendants()).flat_map(|part| [part.text(), part.content_desc()]);
    words.filter(|said| !said.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Whether a step may change what there is room for: it scrolls, or brings up the keyboard or closes it.
pub(super) fn shifts(step: &Step) -> bool {
    let types = touched(step.event.as_ref(), &step.before).is_some_and(|node| node.is(Flag::Editable));
    types || matches!(step.event, Some(Event::Submit { .. } | Event::Scroll { .. }))
}

/// Whether an event takes back what was done last, whatever that is: it depends on the history by nature.
fn takes_back(event: &Event, before: &Moment) -> bool {
    let says = |node: Node<'_>| {
        let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
        said.iter().any(|said| said.contains("undo") || said.contains("snackbar"))
    };
    touched(Some(event), before).is_some_and(|node| std::iter::once(node).chain(node.descendants()).any(says))
}

/// Whether the event is about one item of a list: it stands in a row, comes from a menu or a dialog, or something is chosen.
pub(super) fn is_about_item(event: &Event, before: &Moment) -> bool {
    let Some(layout) = before.layout.as_deref() else { return false };
    let is_chosen = |node: Node<'_>| {
        let marked = node.is(Flag::Selected) || node.is(Flag::Checked);
        marked && effect::is_listed(node)
    };
    is_apart(before)
        || touched(Some(event), before).is_some_and(effect::is_listed)
        || layout.nodes().any(is_chosen)
}

fn touched<'m>(event: Option<&Event>, before: &'m Moment) -> Option<Node<'m>> {
    Some(event?.target()?.resolve(before.layout.as_deref()?).ok()?.node)
}

/// What an event does beside what another one does: in a few words, or what alone it shows then.
pub(super) fn told_beside(scene: &Scene<'_>, other: &Scene<'_>) -> String {
    let (does, others) = (told(&scene.behaviour), told(&other.behaviour));
    if does != others {
        return does;
    }
    let said = |scene: &Scene<'_>| -> Vec<String> {
        let nodes = nodes_of(scene.after);
        nodes.map(|node| node.text().to_owned()).filter(|text| !text.is_empty()).collect()
    };
    let known = said(other);
    match said(scene).into_iter().find(|text| !known.contains(text)) {
        Some(text) => format!("{does}, where it says {}", gui::quoted(&text)),
        None => does,
    }
}

/// What a behaviour does, in a few words: `opens .Edit`, `removes “milk”`.
pub(super) fn told(behaviour: &Behaviour) -> String {
    if behaviour.is_nothing() {
        return "does nothing".to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    if let Some(page) = behaviour.opens() {
        parts.push(match page {
            "outside" => "leaves the app".to_owned(),
            page => format!("leads to {}", page.rsplit('/').next().unwrap_or(page)),
        });
    }
    let related: Vec<(Side, &str)> =
        behaviour.relations().into_iter().map(|(side, id, _)| (side, id)).collect();
    let mut lines: Vec<(Side, &str, &str, bool)> =
        behaviour.lines().filter(|line| line.0 != Side::Page && !line.2.is_empty()).collect();
    lines.sort_by_key(|line| !related.contains(&(line.0, line.1)));
    let page = !parts.is_empty();
    for (side, name, text, _) in lines.into_iter().take(2) {
        let text = gui::quoted(text);
        parts.push(match side {
            Side::Went => format!("removes {text}"),
            Side::Changed => format!("changes {name} to {text}"),
            Side::Came if page => format!("which shows {text}"),
            Side::Came | Side::Page => format!("shows {text}"),
        });
    }
    if parts.is_empty() {
        let first = behaviour.lines().next();
        parts.extend(first.map(|(side, name, ..)| match side {
            Side::Went => format!("removes {name}"),
            Side::Changed | Side::Page => format!("changes {name}"),
            Side::Came => format!("shows {name}"),
        }));
    }
    parts.join(", ")
}
