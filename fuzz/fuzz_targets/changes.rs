//! Any two screens: the script applied to the first gives the second, at the cost of the distance.

#![no_main]

use diff::{Edit, changes_between, distance_between};
use gui::Layout;

libfuzzer_sys::fuzz_target!(|screens: (&str, &str)| {
    let read = |text: &str| {
        Layout::parse_partial(format!("<hierarchy>{text}").as_bytes()).map(|parsed| parsed.layout)
    };
    let (Ok(before), Ok(after)) = (read(screens.0), read(screens.1)) else { return };
    let changes = changes_between(&before, &after).expect("small enough");
    assert_eq!(changes.apply(&before).as_ref(), Ok(&after));
    assert_eq!(changes.edits.iter().map(Edit::cost).sum::<u32>(), changes.distance);
    assert_eq!(distance_between(&before, &after), Ok(changes.distance));
});
