//! Looking at an app and touching it.

use device::{Change, CoverageUnit, Device, Motion, Observation};
use gui::Orientation;

use crate::common::{APP, TestPhone, act, act_on, activity, launch, look, package, phone, tap, texts};

#[test]
fn an_app_is_opened_touched_turned_left_and_seen_again() {
    let Some(mut phone) = phone(APP) else { return };
    let home = look(&mut phone);
    assert_eq!(texts(&home), ["Departures"], "only its icon is there before it is opened");
    let icon = home.layout.nodes().find(|node| node.text() == "Departures").unwrap().bounds();
    tap(&mut phone, icon.left + 5, icon.top + 5);
    assert_eq!(activity(&look(&mut phone)), "BoardActivity");

    let ticket = act(&mut phone, "tap #open_ticket");
    assert_eq!(activity(&ticket), "TicketActivity");
    assert_eq!(ticket.motion, Motion::Still);
    let typed = act(&mut phone, "type \"Ada Lovelace ☃\" into #passenger");
    assert!(texts(&typed).contains(&"Ada Lovelace ☃".to_owned()), "{:?}", texts(&typed));
    act(&mut phone, "tap #more");

    phone.change(&Change::Rotate { to: Orientation::Landscape }).unwrap();
    let turned = look(&mut phone);
    let root = turned.layout.nodes().next().unwrap().bounds();
    assert!(root.right > root.bottom, "{root:?} is wider than high");
    let picture = phone.screenshot().unwrap();
    assert_eq!((picture.width_px as i32, picture.height_px as i32), (root.right, root.bottom));
    let colours: std::collections::BTreeSet<&[u8]> = picture.rgba.chunks_exact(4).collect();
    assert!(colours.len() > 10, "something is drawn");
    let bar: &[u8] = &[0x7a, 0x2f, 0x5f, 0xff];
    assert!(colours.contains(bar), "the bar has the app's colour, red before blue");
    phone.change(&Change::Rotate { to: Orientation::Portrait }).unwrap();
    let texts_after = texts(&look(&mut phone));
    assert!(texts_after.contains(&"Ada Lovelace ☃".to_owned()), "{texts_after:?}");
    assert!(texts_after.contains(&"2".to_owned()), "two tickets still: {texts_after:?}");

    let home = act(&mut phone, "press home");
    assert_eq!(activity(&home), "Launcher");
    assert_eq!(activity(&launch(&mut phone)), "TicketActivity", "it comes back where it was");
    assert_eq!(activity(&act(&mut phone, "press back")), "BoardActivity");
    assert_eq!(activity(&act(&mut phone, "press back")), "Launcher");
}

#[test]
fn a_popup_stands_in_its_dialog_and_goes_with_it() {
    let Some(mut phone) = phone("pantry") else { return };
    launch(&mut phone);
    act(&mut phone, "tap description \"More options\"");
    act(&mut phone, "tap text \"Shelves\"");
    let asked = act(&mut phone, "tap #add_shelf");
    let field = asked.layout.nodes().find(|node| node.short_id() == "shelf_name").unwrap().bounds();
    assert!(field.left > 20 && field.top > 100, "a dialog in the corner would show nothing: {field}");
    let refused = act(&mut phone, "tap #button1");
    let error = |seen: &Observation| {
        seen.layout.nodes().find(|node| node.text() == "Give it a name").map(|node| node.bounds())
    };
    let shown = error(&refused).unwrap();
    assert!((field.top..=field.bottom + 20).contains(&shown.top), "{shown} is not at {field}");
    phone.change(&Change::Rotate { to: Orientation::Landscape }).unwrap();
    let turned = look(&mut phone);
    assert!(
        turned.layout.nodes().any(|node| node.short_id() == "shelf_name"),
        "the dialog comes back on top"
    );
    act(&mut phone, "press back");
    assert_eq!(error(&act(&mut phone, "press back")), None);
}

#[test]
fn an_app_gets_a_part_of_the_screen_and_the_whole_again() {
    let Some(mut phone) = phone(APP) else { return };
    launch(&mut phone);
    act(&mut phone, "tap #open_ticket");
    act(&mut phone, "type \"Ada\" into #passenger");
    let size = |phone: &mut TestPhone| {
        let seen = look(phone);
        assert!(texts(&seen).contains(&"Ada".to_owned()), "{:?}", texts(&seen));
        let picture = phone.screenshot().unwrap();
        let root = seen.layout.nodes().next().unwrap().bounds();
        assert_eq!((picture.width_px as i32, picture.height_px as i32), (root.right, root.bottom));
        (root.right, root.bottom)
    };
    let whole = size(&mut phone);
    phone.change(&Change::WindowSize { px: Some((400, 350)) }).unwrap();
    assert_eq!(size(&mut phone), (400, 350));
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package }).unwrap();
    launch(&mut phone);
    assert_eq!(size(&mut phone), (400, 350), "in the next process, too");
    phone.change(&Change::Rotate { to: Orientation::Landscape }).unwrap();
    assert_eq!(size(&mut phone), (400, 350), "it fits on the screen either way");
    phone.change(&Change::WindowSize { px: None }).unwrap();
    assert_eq!(size(&mut phone), (whole.1, whole.0));
    phone.change(&Change::Rotate { to: Orientation::Portrait }).unwrap();
    assert_eq!(size(&mut phone), whole);
}

#[test]
fn a_phone_is_tried_out_with_a_sample_app() {
    let Some(phone) = phone(APP) else { return };
    let seen = pocket::try_out(&phone.kit(), 34).unwrap();
    assert_eq!(seen, "the sample app Departures shows 60 widgets on 411 x 731 pixels");
}

#[test]
fn time_stands_still_unless_it_passes() {
    let Some(mut phone) = phone(APP) else { return };
    launch(&mut phone);
    let before = Device::now(&mut *phone).unwrap();
    phone.observe().unwrap();
    assert_eq!(Device::now(&mut *phone).unwrap(), before);
    phone.wait(std::time::Duration::from_secs(10)).unwrap();
    assert_eq!((Device::now(&mut *phone).unwrap() - before).as_millis(), 10_000);
}

/// The app shows a clock, moving things and what it draws by lot: all of it is noise unless the phone answers for it.
#[test]
fn the_same_events_give_the_same_screens_on_another_phone() {
    let events = ["tap #open_news", "press back", "tap #open_ticket", "tap #more", "press back"];
    let story = || {
        let mut phone = phone(APP)?;
        let mut seen = vec![launch(&mut phone).layout];
        seen.extend(events.map(|event| act(&mut phone, event).layout));
        Some(seen)
    };
    let (Some(first), Some(second)) = (story(), story()) else { return };
    for (step, (first, second)) in first.iter().zip(&second).enumerate() {
        assert_eq!(first.to_xml(), second.to_xml(), "after {step} events");
    }
}

#[test]
fn a_picture_changes_nothing() {
    let Some(mut phone) = phone("pantry") else { return };
    let mut other = phone.another();
    let (mut plain, mut pictured) = (launch(&mut phone), launch(&mut other));
    for event in [
        "long-tap description \"More options\"",
        "tap description \"More options\"",
        "tap text \"Shelves\"",
        "tap #add_shelf",
        "type \"Cellar\" into #shelf_name",
        "tap #button1",
    ] {
        other.screenshot().unwrap();
        plain = act_on(&mut phone, &plain, event);
        pictured = act_on(&mut other, &pictured, event);
        assert_eq!(plain.layout.to_xml(), pictured.layout.to_xml(), "after {event}");
        assert_eq!(plain.at, pictured.at, "after {event}");
    }
}

#[test]
fn what_has_run_of_the_app_is_known() {
    let Some(mut phone) = phone(APP) else { return };
    launch(&mut phone);
    let first = phone.coverage().unwrap();
    assert_eq!(first.unit, CoverageUnit::Probes);
    assert!(first.reached.iter().any(|part| part.contains(".BoardActivity#")), "{:?}", first.reached);
    assert!(!first.reached.iter().any(|part| part.contains(".TicketActivity#")), "{:?}", first.reached);
    assert!(first.total.unwrap() as usize > first.reached.len());
    act(&mut phone, "tap #open_ticket");
    let second = phone.coverage().unwrap();
    assert!(second.reached.is_superset(&first.reached));
    assert!(second.reached.iter().any(|part| part.contains(".TicketActivity#")));
    act(&mut phone, "press back");
    act(&mut phone, "tap #open_ticket");
    let package = package(&mut phone);
    phone.stop(&package).unwrap();
    launch(&mut phone);
    assert!(
        phone.coverage().unwrap().reached.is_superset(&second.reached),
        "another process forgets nothing"
    );
}
