//! What a person could lose on a screen.

use std::collections::BTreeSet;

use experiment::Site;
use gui::{Event, Flag, Layout, Node};
use model::{ScreenIds, Volatile};
use trace::Step;
use xxhash_rust::xxh3::Xxh3;

use super::Lost;
use super::value::values_set;
use crate::widget::{Surface, name_of, shows_choice};

/// Something that a person would miss: what kind, and which widget it is about.
pub(super) type Stake = (Lost, String);

/// What is at stake on a screen of the app: typed text, ticks, what is selected, an open dialog, a list, and the screen itself.
/// Nothing at all on a popup, which may vanish. What the last step typed or set is worth more than what the app wrote there by
/// itself: the app may have no other copy of it.
pub(super) fn stakes(layout: &Layout, last: Option<&Step>, volatile: &Volatile) -> BTreeSet<Stake> {
    let mut stakes = BTreeSet::new();
    match Surface::of(layout) {
        Surface::Popup => return stakes,
        Surface::Dialog => stakes.insert((Lost::Dialog, String::new())),
        Surface::Page => stakes.insert((Lost::Screen, String::new())),
    };
    for node in layout.nodes() {
        if let Some(lost) = stake_in(node).filter(|_| !volatile.has(node)) {
            stakes.insert((lost, which(node)));
            if lost == Lost::Text && last.and_then(typed) == Some(node.text()) {
                stakes.insert((lost, format!("typed into {}", which(node))));
            }
        }
    }
    let set = last.into_iter().flat_map(|step| values_set(step, volatile));
    stakes.extend(set.map(|(_, value)| (Lost::Value, name_of(value))));
    stakes
}

fn typed(step: &Step) -> Option<&str> {
    match &step.event {
        Some(Event::Edit { text, .. }) => Some(text),
        _ => None,
    }
}

/// The widget's name, and which one of a group it is where that does not depend on the app's data: one tab, one chip.
fn which(node: Node<'_>) -> String {
    let data = node.is(Flag::Editable) || shows_choice(node) || node.ancestors().any(Node::is_list);
    if data { name_of(node) } else { format!("{} {}", name_of(node), node.text()) }
}

/// What could be lost with a widget.
fn stake_in(node: Node<'_>) -> Option<Lost> {
    match () {
        () if holds_text(node) => Some(Lost::Text),
        () if node.is(Flag::Checkable) && node.is(Flag::Checked) => Some(Lost::CheckedState),
        () if node.is(Flag::Selected) || shows_choice(node) && !node.text().is_empty() => {
            Some(Lost::Selection)
        }
        () if node.is(Flag::Scrollable) && node.is_list() => Some(Lost::Scroll),
        () => None,
    }
}

/// Whether it is a text box with something in it that may be seen again. Boxes that are empty may show their hint as text.
pub(super) fn holds_text(node: Node<'_>) -> bool {
    let typed = node.text();
    node.is(Flag::Editable) && !node.is(Flag::Password) && !typed.is_empty() && typed != node.hint()
}

/// A name for a screen of a site with what is at stake on it, for places to be tried once.
pub(super) fn key(site: Site, screens: ScreenIds, stakes: &BTreeSet<Stake>) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&site.kind.0.to_le_bytes());
    hash.update(&site.build.0.to_le_bytes());
    hash.update(&screens.widgets.0.0.to_le_bytes());
    for (lost, name) in stakes {
        hash.update(lost.kind().name.as_bytes());
        hash.update(name.as_bytes());
        hash.update(&[0xff]);
    }
    hash.digest()
}

/// A name for what dies with the process, for it to end once over each: what the app has in memory, wherever in the activity; where
/// that is nothing, the screen itself.
pub(super) fn mortal_key(
    site: Site,
    screens: ScreenIds,
    activity: Option<&str>,
    stakes: &BTreeSet<Stake>,
) -> u64 {
    let in_memory = |(lost, _): &&Stake| !matches!(lost, Lost::Screen | Lost::Scroll);
    let in_memory: BTreeSet<Stake> = stakes.iter().filter(in_memory).cloned().collect();
    match activity.filter(|_| !in_memory.is_empty()) {
        Some(activity) => {
            key(site, ScreenIds::OUTSIDE, &in_memory) ^ xxhash_rust::xxh3::xxh3_64(activity.as_bytes())
        }
        None => key(site, screens, &in_memory),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gui::Selector;
    use gui::testing::screen;
    use trace::{Moment, Remarks};

    use super::*;

    fn check(text: &str, expected: &[(Lost, &str)]) {
        let expected = expected.iter().map(|&(lost, name)| (lost, name.to_owned())).collect();
        assert_eq!(stakes(&screen(text), None, &Volatile::default()), expected);
    }

    #[test]
    fn what_was_just_typed_is_more_than_what_stood_there() {
        let layout = screen("FrameLayout\n  EditText #title \"Shopping\"\n  EditText #note \"milk\"");
        let added = |event: &Event| {
            let moment = Moment { layout: Some(Arc::new(layout.clone())), ..Moment::default() };
            let step = Step {
                before: moment.clone(),
                event: Some(event.clone()),
                after: moment,
                remarks: Remarks::default(),
            };
            let [before, after] = [None, Some(&step)].map(|last| stakes(&layout, last, &Volatile::default()));
            after.difference(&before).map(|(_, name)| name.clone()).collect::<Vec<_>>()
        };
        let target = Selector::of(layout.nodes().last().unwrap());
        assert_eq!(
            added(&Event::Edit { target: target.clone(), text: "milk".to_owned() }),
            ["typed into #note"]
        );
        assert!(
            added(&Event::Edit { target: target.clone(), text: "eggs".to_owned() }).is_empty(),
            "refused"
        );
        assert!(added(&Event::Tap { target }).is_empty());
    }

    #[test]
    fn text_ticks_and_what_is_selected() {
        check(
            r#"
            FrameLayout
              EditText #note "milk"
              EditText #empty
              EditText #amount "Amount" hint "Amount"
              EditText #pin "••••" (password)
              CheckBox #urgent (checkable, checked)
              CheckBox #done (checkable)
              LinearLayout "Today" (selected)
              Spinner #repeat "Monthly"
            "#,
            &[
                (Lost::Text, "#note"),
                (Lost::Screen, ""),
                (Lost::CheckedState, "#urgent "),
                (Lost::Selection, "#repeat"),
                (Lost::Selection, "LinearLayout Today"),
            ],
        );
    }

    #[test]
    fn what_dies_with_the_process_is_what_the_app_has_in_memory() {
        let key = |text: &str, activity: &str| {
            let layout = screen(text);
            let screens = ScreenIds::of(&layout, "com.example", &Volatile::default());
            let stakes = stakes(&layout, None, &Volatile::default());
            mortal_key(Site::HOME, screens, Some(activity), &stakes)
        };
        let typed = "FrameLayout\n  EditText #note \"milk\"";
        let with_button = "FrameLayout\n  Button #more\n  EditText #note \"milk\"";
        assert_eq!(key(typed, ".Main"), key(with_button, ".Main"), "the same text in the same activity");
        assert_ne!(key(typed, ".Main"), key(typed, ".Other"));
        let [page, other] = ["FrameLayout\n  Button #more", "FrameLayout\n  Button #less"];
        assert_eq!(key(page, ".Main"), key(page, ".Other"), "nothing but the screen itself");
        assert_ne!(key(page, ".Main"), key(other, ".Main"));
    }

    #[test]
    fn a_dialog_and_a_list() {
        check("FrameLayout #parentPanel", &[(Lost::Dialog, "")]);
        check("FrameLayout\n  ListView #list (scrollable)", &[(Lost::Screen, ""), (Lost::Scroll, "#list ")]);
    }

    #[test]
    fn nothing_in_a_menu() {
        check("FrameLayout [50,50][90,90]\n  CheckBox #urgent (checkable, checked)", &[]);
    }
}
