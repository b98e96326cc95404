//! What is not there any more.

use std::collections::BTreeSet;

use experiment::Context;
use gui::{Flag, Layout, Selector};
use trace::{Moment, Step};

use super::Lost;
use super::marks::lost_marks;
use super::typed::lost_texts;
use super::value::values_gone_back;
use crate::widget::{Surface, activity_of, is_bar, name_of};

/// Something that a person expects to be still there, and that is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    pub(super) lost: Lost,
    /// The widget's name without the app's data, a dialog's own widgets; empty where it is about the whole screen.
    pub(super) name: String,
    pub(super) widget: Option<Selector>,
    /// What a person sees: `the text typed into #note is gone`.
    pub(super) told: String,
    /// What it would only be another sight of.
    pub(super) sight_of: Option<SightOf>,
}

/// The same loss seen in another way. What fills the screen may be a dialog that looks like a page elsewhere, and a dialog goes with
/// its screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SightOf {
    /// The loss of a dialog with these widgets.
    Dialog(String),
    /// The loss of its screen.
    Screen,
}

/// What was on a screen of the app and is missing on the same screen later. The gravest alone where the screen or a dialog is
/// gone. `set` is what a person did last.
///
/// Nothing is said where the two cannot be compared: one of them is not the app's or a popup, the phone is held otherwise, the
/// app asks for a password or something first, or something that loaded before has ended since.
pub(super) fn losses(
    set: Option<&Step>,
    before: &Moment,
    after: &Moment,
    context: &Context<'_>,
) -> Vec<Loss> {
    let (Some(then), Some(now)) = (&before.layout, &after.layout) else { return Vec::new() };
    if then.digest() == now.digest() || !is_comparable(then, now, context.app) {
        return Vec::new();
    }
    let activities = before.activity.as_ref().zip(after.activity.as_ref());
    let is_elsewhere = activities.is_some_and(|(then, now)| then != now);
    match (Surface::of(then), Surface::of(now)) {
        // Whatever it stood on: it is the dialog that a person misses.
        (Surface::Dialog, Surface::Page) => return vec![dialog_lost(then, is_elsewhere)],
        (Surface::Dialog, Surface::Dialog) if is_elsewhere => return vec![dialog_lost(then, true)],
        _ if is_elsewhere || is_another_screen(then, now) => return vec![screen_lost(before, after)],
        (Surface::Page, Surface::Page) | (Surface::Dialog, Surface::Dialog) => {}
        _ => return Vec::new(),
    }
    let mut losses = lost_texts(then, now, context.volatile);
    losses.extend(lost_marks(then, now, context.volatile));
    losses.extend(lost_places(then, now, context));
    if let (true, Some(set)) = (losses.is_empty(), set) {
        // Numbers may follow from what was lost: a sum from ticks.
        losses = values_gone_back(set, then, now, context.volatile);
    }
    losses
}

fn is_comparable(then: &Layout, now: &Layout, app: &str) -> bool {
    let rotation = |layout: &Layout| layout.windows().first().map(|window| window.info.rotation);
    let locked = |layout: &Layout| layout.nodes().any(|node| node.is(Flag::Password));
    let bars = |layout: &Layout| layout.nodes().filter(|&node| is_bar(node)).count();
    then.package() == app
        && now.package() == app
        && rotation(then) == rotation(now)
        && (!locked(now) || locked(then))
        && bars(then) <= bars(now)
        && Surface::of(then) != Surface::Popup
}

/// Whether hardly anything is left of a page with many names: apps show many screens in one activity.
fn is_another_screen(then: &Layout, now: &Layout) -> bool {
    if Surface::of(then) != Surface::Page || Surface::of(now) != Surface::Page {
        return false;
    }
    let ids = |layout| -> BTreeSet<&str> { own_ids(layout).collect() };
    let (then, now) = (ids(then), ids(now));
    then.len() >= 4 && then.intersection(&now).count() * 4 < then.len()
}

/// The ids that an app gave its widgets; those of Android's frame are on every screen.
fn own_ids(layout: &Layout) -> impl Iterator<Item = &str> {
    let ids = layout.nodes().filter(|node| !node.resource_id().starts_with("android:"));
    ids.map(|node| node.short_id())
        .filter(|id| !id.is_empty() && *id != "action_bar_root" && *id != "toolbar")
}

fn screen_lost(before: &Moment, after: &Moment) -> Loss {
    let (told, sight_of) = match (before.activity.as_deref(), after.activity.as_deref()) {
        (Some(then), Some(now)) if then != now => {
            (format!("{} is shown instead of {}", short(now), short(then)), None)
        }
        _ => {
            let names = before.layout.as_deref().map(names_in).filter(|names| !names.is_empty());
            ("another screen is shown".to_owned(), names.map(SightOf::Dialog))
        }
    };
    Loss { lost: Lost::Screen, name: String::new(), widget: None, told, sight_of }
}

fn short(activity: &str) -> &str {
    activity.rsplit(['/', '.']).next().unwrap_or(activity)
}

fn dialog_lost(then: &Layout, with_its_screen: bool) -> Loss {
    let title = then.nodes().find(|node| node.short_id() == "alertTitle").map(|title| title.text());
    let title = title.or_else(|| then.nodes().map(|node| node.text()).find(|text| !text.is_empty()));
    let told = match title {
        Some(title) => format!("the dialog {} is gone", gui::quoted(title)),
        None => "the dialog is gone".to_owned(),
    };
    let sight_of = with_its_screen.then_some(SightOf::Screen);
    Loss { lost: Lost::Dialog, name: names_in(then), widget: None, told, sight_of }
}

/// The widgets that the app gave names, each once: what tells a dialog from others. Its title may name an item.
fn names_in(layout: &Layout) -> String {
    let names: BTreeSet<&str> = own_ids(layout).collect();
    names.into_iter().collect::<Vec<_>>().join(",")
}

/// Lists of which nothing is in view that was.
fn lost_places(then: &Layout, now: &Layout, context: &Context<'_>) -> Vec<Loss> {
    let mut losses = Vec::new();
    for list in then.nodes().filter(|node| node.is(Flag::Scrollable) && !node.short_id().is_empty()) {
        let same = now.nodes().find(|node| node.resource_id() == list.resource_id());
        let Some(same) = same.filter(|same| same.is(Flag::Scrollable)) else { continue };
        let texts = |list: gui::Node<'_>| -> BTreeSet<String> {
            let lasting =
                list.descendants().filter(|&node| !node.is(Flag::Editable) && !context.volatile.has(node));
            lasting.map(|node| node.text().to_owned()).filter(|text| !text.is_empty()).collect()
        };
        let (old, new) = (texts(list), texts(same));
        if old.len() >= 2 && !new.is_empty() && old.is_disjoint(&new) {
            let widget = Selector::of(list);
            let told = format!("{widget} shows other rows than before");
            losses.push(Loss::of_widget(Lost::Scroll, name_of(list), widget, told));
        }
    }
    losses
}

impl Loss {
    /// The loss of what a widget held.
    pub(super) fn of_widget(lost: Lost, name: String, widget: Selector, told: String) -> Loss {
        Loss { lost, name, widget: Some(widget), told, sight_of: None }
    }

    /// Equal for the same loss wherever it shows, whatever the check. A dialog that the app gave names is the same on every screen
    /// that opens it.
    pub(super) fn identity(&self, before: &Moment) -> String {
        match self.lost {
            Lost::Dialog if !self.name.is_empty() => dialog_identity(&self.name),
            _ => format!("{}:{}", activity_of(before), self.name),
        }
    }
}

/// What a dialog with these widgets is known by.
pub(super) fn dialog_identity(names: &str) -> String {
    format!("-:{names}")
}
