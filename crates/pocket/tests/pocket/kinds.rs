//! Kinds of phones: what a phone is like from its first start on.

use device::{Change, Device};
use gui::Layout;

use crate::common::{APP, launch, phone, phone_of_kind};

#[test]
fn a_phone_begins_as_another_can_become() {
    let Some(mut phone) = phone_of_kind("locale=de,dark,font-scale=130", APP) else { return };
    assert_eq!(
        phone.kind().to_string(),
        "api=34,size=411x731,density=160,locale=de,dark=true,font-scale=130"
    );
    let begun = launch(&mut phone).layout;
    drop(phone);
    let Some(mut phone) = self::phone(APP) else { return };
    let usual = launch(&mut phone).layout;
    assert!(first_text_px(&begun) > first_text_px(&usual), "its letters are larger");
    for change in [
        Change::Locale { tag: "de".to_owned() },
        Change::DarkMode { on: true },
        Change::FontScale { percent: 130 },
    ] {
        phone.change(&change).unwrap();
    }
    // Its clock goes on meanwhile, so not all that it shows is the same.
    assert_eq!(first_text_px(&launch(&mut phone).layout), first_text_px(&begun));
    assert_eq!(phone.kind().to_string(), "api=34,size=411x731,density=160,locale=en-US", "as it came to us");
}

#[test]
fn any_density_makes_a_screen() {
    let Some(mut phone) = phone_of_kind("size=360x640,density=420", APP) else { return };
    let seen = launch(&mut phone).layout;
    let picture = phone.screenshot().unwrap();
    assert_eq!((picture.width_px, picture.height_px), (945, 1680));
    assert_eq!(phone.identity().screen_px, (945, 1680));
    let widest = seen.nodes().map(|node| node.bounds().right).max();
    assert_eq!(widest, Some(945));
}

/// How high the first text is, which nothing cuts off.
fn first_text_px(layout: &Layout) -> i32 {
    let first = layout.nodes().find(|node| !node.text().is_empty());
    first.map(|node| node.bounds().bottom - node.bounds().top).unwrap()
}
