//! Ways that show planted faults: a seed and a detour written by hand beside each.
//!
//! Written from what a fault does, not from what the technique can see; whether its judge sees it is measured. A line is an event of
//! the seed; `+` stands before those of the detour, `*` before those whose effect the detour may not take back.

/// A way that should show a fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    pub(crate) app: &'static str,
    pub(crate) fault: &'static str,
    pub(crate) script: &'static str,
}

const fn way(app: &'static str, fault: &'static str, script: &'static str) -> Way {
    Way { app, fault, script }
}

/// Faults that are not here need a rotation, another kind of phone, the end of the process or rare data, or show without any detour in
/// all that is done: there is nothing to compare with.
pub(crate) const WAYS: &[Way] = &[
    way(
        "budget",
        "stale-report",
        r##"
+ tap #report
+ press back
tap row with "Cash" of #accounts
tap row with "Bakery" of #entries
type "77" into #amount
tap #save
tap description "Navigate up"
tap #report
"##,
    ),
    way(
        "budget",
        "undo-one",
        r##"
tap row with "Cash" of #accounts
+ long-tap row with "Bakery" of #entries
+ tap row with "Cinema" of #entries
+ tap #delete_selected
+ tap text "Delete"
+ tap #undo
"##,
    ),
    way(
        "contacts",
        "wrong-row",
        r##"
+ tap description "More options"
+ tap text "Sort by last name"
long-tap row with "Deniz Aydin" of #people
tap #delete_selected
tap text "Delete"
"##,
    ),
    way(
        "contacts",
        "line-busy",
        r##"
tap row with "Anna Wagner" of #people
+ tap description "Call +49 30 5550199"
+ tap #hang_up
tap description "Call +49 30 5550199"
"##,
    ),
    way(
        "contacts",
        "sort-ignored",
        r##"
+ tap description "More options"
+ tap text "Sort by first name"
tap description "More options"
tap text "Settings"
tap #by_last
press back
"##,
    ),
    way(
        "contacts",
        "edit-unstars",
        r##"
+ tap row with "Anna Wagner" of #people
+ tap #edit
+ tap #save
+ press back
"##,
    ),
    way(
        "diary",
        "dead-save",
        r##"
tap #write
type "Rain" into #text
+ tap description "Navigate up"
+ tap text "Keep writing"
tap #save
"##,
    ),
    way(
        "diary",
        "wrong-day",
        r##"
+ tap description "More options"
+ tap text "Settings"
+ tap #monday_first
+ press back
tap #calendar
tap #previous
tap #day "12"
"##,
    ),
    way(
        "diary",
        "twice-lately",
        r##"
tap row 1 of #entry_list
press back
+ tap row 1 of #entry_list
+ press back
"##,
    ),
    way(
        "diary",
        "pin-resets",
        r##"
tap description "More options"
tap text "Settings"
* tap #large_letters
+ tap #set_pin
+ type "1234" into #new_pin
+ tap text "OK"
+ tap #remove_pin
"##,
    ),
    way(
        "diary",
        "read-anew",
        r##"
tap #write
type "Rain" into #text
+ tap description "More options"
+ tap text "Share"
+ press back
"##,
    ),
    way(
        "feeds",
        "old-header",
        r##"
+ tap description "More options"
+ tap text "Subscriptions"
+ tap row 1 of #feeds
+ tap #all_feeds
"##,
    ),
    way(
        "feeds",
        "refresh-renames",
        r##"
tap description "More options"
tap text "Subscriptions"
* long-tap row 1 of #feeds
* tap text "Rename"
* type "Mine" into #feed_name
* tap text "Rename"
+ tap #refresh
+ wait 8000 ms
"##,
    ),
    way(
        "feeds",
        "marked-again",
        r##"
tap description "More options"
tap text "Mark all read"
+ tap description "More options"
+ tap text "Mark all read"
tap description "More options"
tap text "Undo marking"
"##,
    ),
    way(
        "notes",
        "wrong-row",
        r##"
+ tap #sort
+ tap text "Title"
tap description "Options for Shopping"
tap text "Delete"
"##,
    ),
    way(
        "notes",
        "stale-count",
        r##"
+ tap description "Options for Shopping"
+ tap text "Delete"
+ tap description "More options"
+ tap text "Trash"
+ tap description "Restore Shopping"
+ press back
"##,
    ),
    way(
        "notes",
        "theme-resets",
        r##"
tap description "More options"
tap text "Settings"
* tap #previews
+ tap #theme
+ tap text "Dark"
"##,
    ),
    way(
        "notes",
        "vanished-add",
        r##"
+ tap #search
+ press back
+ press back
"##,
    ),
    way(
        "notes",
        "restored-homeless",
        r##"
tap text "Home"
+ tap description "Options for Shopping"
+ tap text "Delete"
+ tap description "More options"
+ tap text "Trash"
+ tap description "Restore Shopping"
+ press back
"##,
    ),
    way(
        "notes",
        "dead-backup",
        r##"
tap description "More options"
tap text "Settings"
+ tap #back_up
+ tap #cancel_backup
tap #back_up
"##,
    ),
    way(
        "tasks",
        "one-comes-back",
        r##"
+ long-tap row with "Weekly report" of #task_list
+ tap row with "Answer Maria's letter" of #task_list
+ tap #delete
+ tap text "Delete"
+ tap text "Undo"
"##,
    ),
    way(
        "tasks",
        "old-statistics",
        r##"
+ tap description "More options"
+ tap text "Statistics"
+ press back
tap #search
type "report" into #query
tap #done
tap description "Navigate up"
tap description "More options"
tap text "Statistics"
"##,
    ),
    way(
        "tasks",
        "twice-repeated",
        r##"
+ tap description "Done: Weekly report"
+ tap 1st description "Done: Weekly report"
"##,
    ),
    way(
        "tasks",
        "first-undo",
        r##"
+ tap description "Start Weekly report"
+ tap text "Undo"
tap #doing_row
"##,
    ),
    way(
        "tasks",
        "uncounted-undo",
        r##"
+ long-tap row with "Weekly report" of #task_list
+ tap #delete
+ tap text "Delete"
+ tap description "More options"
+ tap text "Statistics"
+ press back
+ tap description "More options"
+ tap text "Undo deletion"
tap description "More options"
tap text "Statistics"
"##,
    ),
    way(
        "tasks",
        "dead-quick-add",
        r##"
+ tap #quick_add
type "Milk" into #quick
tap #quick_add
"##,
    ),
];
