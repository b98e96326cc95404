//! The diary.

use std::time::Duration;

use device::Change;
use sim::Profile;

use crate::person::{Person, check, check_on, small};

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("diary");
    assert_eq!(person.texts("date").len(), 6);
    for (entry, activity) in
        [("Moods", "MoodsActivity"), ("Export", "ExportActivity"), ("Settings", "SettingsActivity")]
    {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.tap_named("Navigate up").activity(), "TimelineActivity");
    }
    assert_eq!(person.tap("#calendar").activity(), "CalendarActivity");
    person.back();
    assert_eq!(person.tap("row 2 of #entry_list").activity(), "EntryActivity");
    assert_eq!(person.tap_named("The lake").activity(), "PhotoActivity");
    assert_eq!(person.text("#position"), "2 of 3");
    person.tap("#remove").tap_text("Remove").back();
    assert!(!person.can_use(r#"description "The lake""#));
    person.tap("#save").tap("#search").write("#search_box", "heron");
    assert_eq!(person.text("#photo_count"), "2");
}

#[test]
fn it_moves_on_every_screen() {
    let mut person = Person::with("diary");
    for entry in ["", "Moods", "Export", "Settings"] {
        if !entry.is_empty() {
            person.menu(entry);
        }
        let before = person.layout();
        person.wait(Duration::from_secs(2));
        assert_ne!(person.layout().digest(), before.digest(), "{entry}");
        if !entry.is_empty() {
            person.back();
        }
    }
}

#[test]
fn the_pin_is_asked_for_by_each_process() {
    let mut person = Person::with("diary");
    person.menu("Settings").tap("#set_pin").write("#new_pin", "12").tap_text("OK");
    assert_eq!(person.text("#problem"), "Four digits, please");
    person.write("#new_pin", "34").tap_text("OK").back().tap("#write").write("#text", " And tea.");
    person.return_to_ended_process().write("#pin", "9").tap("#unlock");
    assert_eq!(person.text("#problem"), "This is not the PIN");
    person.write("#pin", "1234").tap("#unlock");
    assert!(person.text("#text").ends_with(" And tea."));
}

#[test]
fn it_speaks_some_german() {
    let mut person = Person::with("diary");
    person.change(&Change::Locale { tag: "de-DE".to_owned() });
    assert!(person.sees("Tagebuch") && person.sees("Großartig"));
}

#[test]
fn photos_need_permission() {
    let mut person = Person::with("diary");
    person.tap("#write").tap("#add_photo").tap("#permission_deny_button");
    assert_eq!(person.texts("photo").len(), 0);
    person.tap("#add_photo").tap("#permission_allow_button");
    assert_eq!(person.texts("photo").len(), 1);
}

/// Deletes the entry of today and writes a new one.
fn rewrite_today(person: &mut Person) -> &mut Person {
    person.tap("row 1 of #entry_list").menu("Delete").tap_text("Delete");
    person.tap("#write").write("#text", "Rain").tap("#save")
}

#[test]
fn undo_collides() {
    let steps = |person: &mut Person| {
        rewrite_today(person).menu("Undo deletion");
        person.crash().split(':').next().unwrap().to_owned()
    };
    check("diary", "undo-collides", steps, ("android.database.sqlite.SQLiteConstraintException", ""));
}

#[test]
fn a_day_written_anew_keeps_both_texts() {
    let mut person = Person::with("diary");
    rewrite_today(&mut person).menu("Undo deletion").tap("row 1 of #entry_list");
    assert!(person.text("#text").starts_with("Rain\n\nSlept long."));
}

#[test]
fn last_photo() {
    let steps = |person: &mut Person| {
        person.tap("row 2 of #entry_list").tap_named("Friends").tap("#remove").tap_text("Remove");
        person.crash()
    };
    check("diary", "last-photo", steps, ("java.lang.IndexOutOfBoundsException: Index: 2, Size: 2", ""));
}

#[test]
fn read_anew() {
    let steps = |person: &mut Person| {
        person.tap("row 3 of #entry_list").write("#text", " Rain.").leave_and_return();
        person.text("#text").ends_with(" Rain.")
    };
    check("diary", "read-anew", steps, (false, true));
}

#[test]
fn wrong_day() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap("#monday_first").back().tap("#calendar").tap("#previous").tap_text("12");
        person.layout().nodes().any(|node| node.text().contains(" 12 "))
    };
    check("diary", "wrong-day", steps, (false, true));
}

#[test]
fn the_calendar_opens_the_day_tapped() {
    let mut person = Person::with("diary");
    person.tap("#calendar").tap("#previous");
    for day in ["1", "15", "28"] {
        person.tap_text(day);
        let title = format!(" {day} ");
        assert!(person.layout().nodes().any(|node| node.text().contains(&title)), "{day}");
        person.back();
    }
}

#[test]
fn dead_save() {
    let steps = |person: &mut Person| {
        person.tap("#write").write("#text", " Rain.").back().tap_text("Keep writing").tap("#save");
        person.activity()
    };
    check("diary", "dead-save", steps, ("EntryActivity", "TimelineActivity"));
}

#[test]
fn endless_export() {
    let steps = |person: &mut Person| {
        person
            .menu("Export")
            .tap_and_go_on("#start")
            .tap("#cancel")
            .tap("#start")
            .wait(Duration::from_secs(60));
        person.can_use("#working")
    };
    check("diary", "endless-export", steps, (true, false));
}

#[test]
fn nine_moods() {
    let steps = |person: &mut Person| {
        person.tap("#calendar").tap("#previous");
        // Six entries are there; the oldest of all come first.
        for day in ["1", "2", "3", "4"] {
            person.tap_text(day).write("#text", "Rain").tap_text("Awful").tap("#save");
        }
        person.back().menu("Moods").text("#average")
    };
    check("diary", "nine-moods", steps, ("2.5 of 5", "2.7 of 5"));
}

#[test]
fn tall_photo() {
    let steps = |person: &mut Person| {
        person.tap("row 2 of #entry_list").tap_named("Sunset");
        let layout = person.layout();
        let heights = ["name", "next"].map(|id| {
            let found = layout.nodes().find(|node| node.short_id() == id);
            found.map_or(0, |node| node.bounds().height())
        });
        // A button is higher than a line of text, unless it is cut off.
        heights[1] > heights[0]
    };
    let small = Profile { screen_px: (720, 1280), density_dpi: 320, ..Profile::default() };
    check_on(&small, "diary", "tall-photo", steps, (false, true));
    check("diary", "tall-photo", steps, (true, true));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("diary");
    person.tap("#write").write("#text", " Rain.").tap_text("Awful").back();
    for _ in 0..3 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert!(person.sees("Keep what you wrote?"));
    }
    person.tap_text("Keep writing");
    assert!(person.text("#text").ends_with(" Rain."));
    person.tap("#save").hold("row 1 of #entry_list").return_to_ended_process().turn_twice();
    assert!(person.sees("1 selected"));
}

#[test]
fn twice_lately() {
    let steps = |person: &mut Person| {
        person.tap("row 1 of #entry_list").back().tap("row 2 of #entry_list").back();
        person.tap("row 1 of #entry_list").back();
        let layout = person.layout();
        let lately = layout.nodes().find(|node| node.short_id() == "recent").unwrap();
        lately.children().count() - 1
    };
    check("diary", "twice-lately", steps, (3usize, 2usize));
}

#[test]
fn pin_resets() {
    let steps = |person: &mut Person| {
        person
            .menu("Settings")
            .tap("#large_letters")
            .tap("#set_pin")
            .write("#new_pin", "1234")
            .tap_text("OK");
        person.tap("#remove_pin");
        let layout = person.layout();
        let letters = layout.nodes().find(|node| node.short_id() == "large_letters").unwrap();
        letters.is(gui::Flag::Checked)
    };
    check("diary", "pin-resets", steps, (false, true));
}

#[test]
fn dead_order() {
    let steps = |person: &mut Person| {
        person.tap_text("Great");
        let before = person.texts("date");
        person.tap("#order").texts("date") == before
    };
    check("diary", "dead-order", steps, (true, false));
    let steps = |person: &mut Person| {
        let before = person.texts("date");
        person.tap("#order").texts("date") == before
    };
    check("diary", "dead-order", steps, (false, false));
}

#[test]
fn wrong_photo() {
    let steps = |person: &mut Person| {
        person.tap("row 2 of #entry_list").tap("1st #photo").tap("#next").tap("#remove").tap_text("Remove");
        person.tap("#previous").text("#name")
    };
    check("diary", "wrong-photo", steps, ("The lake", "Sunset"));
}

#[test]
fn locked_out() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap("#set_pin").write("#new_pin", "1234").tap_text("OK");
        person.return_to_ended_process().can_use("#fingerprint")
    };
    check_on(&small(), "diary", "locked-out", steps, (false, true));
    check("diary", "locked-out", steps, (true, true));
}

#[test]
fn no_calendar() {
    let steps = |person: &mut Person| person.can_use("#calendar");
    check_on(&small(), "diary", "no-calendar", steps, (false, true));
    check("diary", "no-calendar", steps, (true, true));
}

#[test]
fn all_days_of_a_mood_are_selected() {
    let mut person = Person::with("diary");
    person.tap_text("Great").hold("row 1 of #entry_list").menu("Select all");
    assert!(person.sees("2 selected"));
}
