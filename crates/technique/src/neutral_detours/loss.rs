//! What is not there any more.

use std::collections::BTreeSet;

use experiment::Kind;
use gui::{Flag, Layout, Selector};
use trace::{Moment, Step};

use super::marks::lost_marks;
use super::typed::lost_texts;
use super::value::values_gone_back;
use crate::Context;
use crate::widget::{Surface, activity_of, is_bar, name_of};

/// Something that a person expects to be still there, and that is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    pub(super) kind: Kind,
    /// The widget's name without the app's data; empty where it is about the whole screen.
    pub(super) name: String,
    pub(super) widget: Option<Selector>,
    /// What a person sees: `the text typed into #note is gone`.
    pub(super) told: String,
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
    if activities.is_some_and(|(then, now)| then != now) || is_another_screen(then, now) {
        return vec![screen_lost(before, after)];
    }
    match (Surface::of(then), Surface::of(now)) {
        (Surface::Page, Surface::Page) | (Surface::Dialog, Surface::Dialog) => {}
        (Surface::Dialog, Surface::Page) => return vec![dialog_lost(then)],
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
    let told = match (before.activity.as_deref(), after.activity.as_deref()) {
        (Some(then), Some(now)) if then != now => {
            format!("{} is shown instead of {}", short(now), short(then))
        }
        _ => "another screen is shown".to_owned(),
    };
    Loss { kind: Kind::ScreenLost, name: String::new(), widget: None, told }
}

fn short(activity: &str) -> &str {
    activity.rsplit(['/', '.']).next().unwrap_or(activity)
}

fn dialog_lost(then: &Layout) -> Loss {
    let title = then.nodes().find(|node| node.short_id() == "alertTitle").map(|title| title.text());
    let title = title.or_else(|| then.nodes().map(|node| node.text()).find(|text| !text.is_empty()));
    let told = match title {
        Some(title) => format!("the dialog {} is gone", gui::quoted(title)),
        None => "the dialog is gone".to_owned(),
    };
    // A dialog's title may name an item, so its buttons and boxes tell it from others.
    let names: BTreeSet<&str> = own_ids(then).collect();
    let name = names.into_iter().collect::<Vec<_>>().join(",");
    Loss { kind: Kind::DialogLost, name, widget: None, told }
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
            losses.push(Loss { kind: Kind::ScrollLost, name: name_of(list), widget: Some(widget), told });
        }
    }
    losses
}

impl Loss {
    /// Equal for the same loss wherever it shows, whatever the detour.
    pub(super) fn identity(&self, before: &Moment) -> String {
        format!("{}:{}", activity_of(before), self.name)
    }
}
