//! Pairs of scripts that show planted faults, beside those that show lost effects: the usual one is the deviant one without its `+`
//! lines.
//!
//! Written from what a fault does, not from what the technique can see; whether its judge sees it is measured.

use crate::lost::ways::{WAYS, Way};

const MORE: &[Way] = &[
    Way {
        app: "feeds",
        fault: "wrong-swipe",
        script: r##"
+ tap row 1 of #articles
+ press back
swipe row 1 of #articles left
"##,
    },
    Way {
        app: "diary",
        fault: "dead-order",
        script: r##"
+ tap text "Good"
tap #order
"##,
    },
    Way {
        app: "diary",
        fault: "twice-lately",
        script: r##"
tap row 1 of #entry_list
press back
+ tap row 1 of #entry_list
+ press back
tap row 1 of #entry_list
press back
"##,
    },
];

/// The way that is written beside a fault.
pub(super) fn way_of(app: &str, fault: &str) -> Option<&'static Way> {
    let is_its = |way: &&Way| (way.app, way.fault) == (app, fault);
    MORE.iter().find(is_its).or_else(|| WAYS.iter().find(is_its))
}
