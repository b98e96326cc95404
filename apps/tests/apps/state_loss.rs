//! Ways away and back on the mended apps: the screen is as it would be without them, but for noise.

use std::collections::BTreeMap;
use std::time::Duration;

use device::{Change, Device, Input, KeyCode};
use gui::{Flag, Gesture, Key, Node, Offer, Orientation};
use sim::{Profile, SimPhone};
use testkit::Dice;

use crate::person::Person;

/// Longer than any work in the background or a message on the screen takes.
const A_WHILE: Duration = Duration::from_secs(10);
/// Widgets that change whenever a screen comes to the front, or with every second.
const NOISE: [&str; 5] = ["tip", "ad_text", "call_time", "motto", "advertisement_text"];

/// What a person sees of one widget: its text, and whether it is ticked, selected, greyed out.
type Seen = (String, bool, bool, bool);

/// Walks at random, and from every tenth screen goes all ways at once: on one phone nothing happens, on others a check.
fn unmoved_by_state_loss_checks(app: &str) {
    let Person { mut phone, package, .. } = Person::seeded(&Profile::default(), app, 5);
    let mut dice = Dice(5);
    let mut compared = 0;
    for step in 0..1500 {
        take_offer(&mut phone, &mut dice);
        if phone.observe().unwrap().layout.package() != package {
            phone.launch(package).unwrap();
        }
        if step % 10 == 0 {
            phone.wait(A_WHILE).unwrap();
            for check in [turn_twice, leave, end_process] {
                compared += compare(&phone, package, check, &format!("{app}, step {step}"));
            }
        }
    }
    assert!(compared > 1000, "{app}: only {compared} widgets compared");
}

/// Compares what is in view both with and without a check; how many widgets that are.
fn compare(phone: &SimPhone, package: &str, check: fn(&mut SimPhone, &str), about: &str) -> usize {
    let mut away = phone.clone();
    check(&mut away, package);
    away.launch(package).unwrap();
    let [stayed, returned] = [&mut phone.clone(), &mut away].map(|phone| {
        phone.wait(Duration::from_secs(1)).unwrap();
        seen(phone)
    });
    let mut compared = 0;
    for (id, stayed) in &stayed {
        // Menus are closed and pages may scroll on the way: only what is in view both times can be compared.
        if let Some(returned) = returned.get(id).filter(|returned| returned.len() == stayed.len()) {
            assert_eq!(returned, stayed, "{about}, {id}");
            compared += stayed.len();
        }
    }
    for dialog in ["android:id/alertTitle", "android:id/button1"] {
        assert_eq!(returned.contains_key(dialog), stayed.contains_key(dialog), "{about}, dialog");
    }
    compared
}

fn turn_twice(phone: &mut SimPhone, _: &str) {
    for to in [Orientation::Landscape, Orientation::Portrait] {
        phone.change(&Change::Rotate { to }).unwrap();
    }
}

fn leave(phone: &mut SimPhone, _: &str) {
    phone.act(&Input::key(KeyCode::HOME)).unwrap();
}

fn end_process(phone: &mut SimPhone, package: &str) {
    phone.change(&Change::KillProcess { package: package.to_owned() }).unwrap();
}

fn seen(phone: &mut SimPhone) -> BTreeMap<String, Vec<Seen>> {
    let layout = phone.observe().unwrap().layout;
    let mut seen: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
    for node in layout.nodes().filter(means_something) {
        let [checked, selected, enabled] =
            [Flag::Checked, Flag::Selected, Flag::Enabled].map(|flag| node.is(flag));
        let look = (node.text().to_owned(), checked, selected, enabled);
        seen.entry(node.resource_id().to_owned()).or_default().push(look);
    }
    seen
}

/// Whether a widget has a name, and shows neither noise nor the time.
fn means_something(node: &Node<'_>) -> bool {
    let (id, text) = (node.short_id(), node.text());
    let shows_time = [" ago", "just now", "As of"].iter().any(|part| text.contains(part));
    !id.is_empty() && !NOISE.contains(&id) && !shows_time
}

fn take_offer(phone: &mut SimPhone, dice: &mut Dice) {
    let layout = phone.observe().unwrap().layout;
    let offers = layout.offers();
    if offers.is_empty() {
        return;
    }
    match offers[dice.below(offers.len())] {
        Offer::Touch { node, gesture } => {
            let at = layout.node(node).bounds().center().into();
            match gesture {
                Gesture::LongTap => phone.act(&Input::Hold { at, time: Duration::from_millis(800) }).unwrap(),
                _ => phone.act(&Input::Tap { at }).unwrap(),
            }
            if gesture == Gesture::Edit {
                phone.act(&Input::Text { text: "12".to_owned() }).unwrap();
            }
        }
        Offer::Key(Key::Back) => phone.act(&Input::key(KeyCode::BACK)).unwrap(),
        Offer::Key(_) | Offer::Rotate(_) => {}
    }
    phone.wait(Duration::from_millis(500)).unwrap();
}

#[test]
fn notes_are_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("notes");
}

#[test]
fn tasks_are_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("tasks");
}

#[test]
fn the_diary_is_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("diary");
}

#[test]
fn contacts_are_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("contacts");
}

#[test]
fn the_budget_is_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("budget");
}

#[test]
fn feeds_are_unmoved_by_state_loss_checks() {
    unmoved_by_state_loss_checks("feeds");
}

#[test]
#[should_panic(expected = "id/amount")]
fn what_a_detour_loses_is_noticed() {
    unmoved_by_state_loss_checks("budget+lost-amount");
}
