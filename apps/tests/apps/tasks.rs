//! The tasks app.

use std::time::Duration;

use device::{Device, Input};
use sim::Profile;

use crate::person::{Person, check, check_on};

const TODAY: &str = r#"text "Today" in #tabs"#;

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("tasks");
    for (entry, activity) in
        [("Lists", "ListsActivity"), ("Statistics", "StatisticsActivity"), ("Settings", "SettingsActivity")]
    {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.tap_named("Navigate up").activity(), "ListActivity");
    }
    assert_eq!(person.tap("#search").activity(), "SearchActivity");
    person.write("#query", "bill");
    assert_eq!(person.texts("title"), ["Pay the electricity bill"]);
    assert_eq!(person.tap("row 1 of #found").activity(), "TaskActivity");
    person.back().back();
    person.tap("#add").write("#title", "Call Ada").tap("#due").tap_text("Today").tap("#save").tap(TODAY);
    assert_eq!(person.texts("title"), ["Water the plants", "Call Ada"]);
}

#[test]
fn tabs_lists_and_sorting_choose_what_is_shown() {
    let mut person = Person::with("tasks");
    person.tap(TODAY);
    assert_eq!(person.texts("title"), ["Water the plants"]);
    person.tap_text("This week").choose("#list_choice", "Work");
    assert_eq!(person.texts("title"), ["Prepare slides for Monday", "Weekly report"]);
    person.tap_text("All").choose("#list_choice", "All lists").tap("#sort").tap_text("Title");
    assert_eq!(person.texts("title")[..2], ["Answer Maria's letter", "Book a dentist's appointment"]);
}

#[test]
fn a_deleted_list_leaves_its_tasks_in_the_inbox() {
    let mut person = Person::with("tasks");
    person.choose("#list_choice", "Work").menu("Lists").tap_named("Delete Inbox").tap_named("Delete Work");
    person.tap_text("Delete");
    assert_eq!(person.texts("name"), ["Inbox", "Home"]);
    person.back();
    assert_eq!(person.texts("title").len(), 6);
    person.choose("#list_choice", "Inbox");
    assert_eq!(person.texts("title").len(), 4);
}

#[test]
fn reminders_need_permission() {
    let mut person = Person::with("tasks");
    person.menu("Settings").tap("#remind").tap("#permission_deny_button");
    assert!(!is_checked(&mut person, "#remind"));
    person.tap("#remind").tap("#permission_allow_button");
    assert!(is_checked(&mut person, "#remind"));
}

#[test]
fn syncing_ends_and_can_be_cancelled() {
    let mut person = Person::with("tasks");
    person.menu("Settings").tap("#sync").wait(Duration::from_secs(5));
    assert_eq!(person.text("#synced"), "Synced just now");
    person.go_offline().tap("#sync");
    assert!(person.can_use("#sync"));
}

#[test]
fn done_while_hidden() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap("#show_done").back();
        person.hold("row 2 of #task_list").tap("row 6 of #task_list").tap_named("Done");
        (person.crash(), person.texts("title").len())
    };
    let wrong = "java.lang.IndexOutOfBoundsException: Index: 5, Size: 5".to_owned();
    check("tasks", "done-while-hidden", steps, ((wrong, 0), (String::new(), 4)));
}

#[test]
fn not_a_number() {
    let steps = |person: &mut Person| {
        person.tap("#add").tap("#due").write("#days", "99999999999").tap_text("OK");
        person.crash()
    };
    let wrong = "java.lang.NumberFormatException: For input string: \"99999999999\"";
    check("tasks", "not-a-number", steps, (wrong, ""));
}

#[test]
fn draft_dies() {
    let steps = |person: &mut Person| {
        person.tap("#add").write("#title", "Call Ada").turn_twice().leave_and_return();
        assert_eq!(person.text("#title"), "Call Ada");
        person.return_to_ended_process().text("#title")
    };
    check("tasks", "draft-dies", steps, ("What is to be done?", "Call Ada"));
}

#[test]
fn one_comes_back() {
    let steps = |person: &mut Person| {
        person.hold("row 1 of #task_list").tap("row 2 of #task_list").tap("row 3 of #task_list");
        person.tap("#delete").tap_text("Delete").menu("Undo deletion");
        person.texts("title").len()
    };
    check("tasks", "one-comes-back", steps, (4usize, 6usize));
}

#[test]
fn old_statistics() {
    let steps = |person: &mut Person| {
        person.menu("Statistics").back().tap("#search").write("#query", "bill").tap("#done").back();
        person.menu("Statistics").text("#done")
    };
    check("tasks", "old-statistics", steps, ("0", "1"));
}

#[test]
fn priority_ignored() {
    let steps = |person: &mut Person| {
        person.menu("Settings").choose("#new_priority", "High").back();
        person.tap(TODAY).write("#quick", "Call Ada").tap("#quick_add");
        person.can_use(r#"description "High priority" in row with "Call Ada" of #task_list"#)
    };
    check("tasks", "priority-ignored", steps, (false, true));
}

#[test]
fn twice_repeated() {
    let steps = |person: &mut Person| {
        person.tap_text("This week");
        person.tap("#done in row 1 of #task_list").tap("#done in row 1 of #task_list");
        person.texts("title").iter().filter(|title| *title == "Water the plants").count()
    };
    check("tasks", "twice-repeated", steps, (2usize, 1usize));
}

#[test]
fn no_sort_before_26() {
    let steps = |person: &mut Person| person.can_use("#sort");
    check_on(&Profile::android(25), "tasks", "no-sort-before-26", steps, (false, true));
    check_on(&Profile::android(26), "tasks", "no-sort-before-26", steps, (true, true));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("tasks");
    person.write("#quick", "Call Ada").tap("#add").write("#title", "Bake").tap("#due").write("#days", "12");
    for _ in 0..3 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert_eq!(person.text("#days"), "12");
    }
    person.tap_text("OK").tap("#save");
    assert_eq!(person.text("#quick"), "Call Ada");
    person.tap(TODAY).hold("row 1 of #task_list").return_to_ended_process().turn_twice();
    assert!(person.sees("1 selected"));
    assert_eq!(person.texts("title"), ["Water the plants"]);
}

fn is_checked(person: &mut Person, selector: &str) -> bool {
    let layout = person.layout();
    let selector: gui::Selector = selector.parse().unwrap();
    selector.resolve(&layout).unwrap().node.is(gui::Flag::Checked)
}

#[test]
fn a_dialog_makes_room_for_the_keyboard() {
    let mut person = Person::with("tasks");
    person.tap_text("Pay the electricity bill").tap("#due").tap("#days");
    person.phone.act(&Input::Text { text: "3".to_owned() }).unwrap();
    assert_eq!(person.phone.observe().unwrap().foreground.keyboard, Some(true));
    person.tap_text("OK");
    assert_eq!(person.text("#due"), "8 January 2026");
}

#[test]
fn first_undo() {
    const START: &str = "#start in row 1 of #task_list";
    let steps = |person: &mut Person| {
        assert_eq!(person.text("#doing"), "Nothing started");
        let undone = person.tap(START).tap_text("Undo").text("#doing");
        (undone, person.menu("Statistics").back().text("#doing"))
    };
    let nothing = "Nothing started".to_owned();
    let wrong = ("Water the plants".to_owned(), nothing.clone());
    check("tasks", "first-undo", steps, (wrong, (nothing.clone(), nothing)));
    // The second start is undone rightly with the fault, too.
    let steps = |person: &mut Person| {
        person.tap(START).tap("#start in row 2 of #task_list").tap_text("Undo").text("#doing")
    };
    check("tasks", "first-undo", steps, ("Water the plants", "Water the plants"));
}

#[test]
fn the_header_opens_what_is_being_done() {
    let mut person = Person::with("tasks");
    assert_eq!(person.tap("#doing_row").activity(), "ListActivity");
    person.tap("#start in row 1 of #task_list").tap("#doing_row");
    assert_eq!(person.text("#title"), "Water the plants");
    person.back().tap("#done in row 1 of #task_list");
    assert_eq!(person.text("#doing"), "Nothing started");
}

#[test]
fn uncounted_undo() {
    let steps = |person: &mut Person| {
        person.hold("row 1 of #task_list").tap("#delete").tap_text("Delete");
        person.menu("Statistics").back().menu("Undo deletion").menu("Statistics").text("#all")
    };
    check("tasks", "uncounted-undo", steps, ("5 tasks", "6 tasks"));
}

#[test]
fn done_reappear() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap("#show_done").back().tap("#done in row 2 of #task_list");
        assert_eq!(person.texts("title").len(), 5);
        person.choose("#list_choice", "Home").texts("title").len()
    };
    check("tasks", "done-reappear", steps, (2usize, 1usize));
}

#[test]
fn dead_quick_add() {
    let steps = |person: &mut Person| {
        person.tap(TODAY).tap("#quick_add").write("#quick", "Call Ada").tap("#quick_add").texts("title").len()
    };
    check("tasks", "dead-quick-add", steps, (1usize, 2usize));
    let steps = |person: &mut Person| {
        person
            .tap(TODAY)
            .write("#quick", "Call Ada")
            .tap("#quick_add")
            .write("#quick", "Bake")
            .tap("#quick_add");
        person.texts("title").len()
    };
    check("tasks", "dead-quick-add", steps, (3usize, 3usize));
}

#[test]
fn this_year() {
    let steps = |days| {
        move |person: &mut Person| {
            person.tap("#add").tap("#due").write("#days", days).tap_text("OK").text("#due")
        }
    };
    check("tasks", "this-year", steps("400"), ("9 February 2026", "9 February 2027"));
    check("tasks", "this-year", steps("40"), ("14 February 2026", "14 February 2026"));
}

#[test]
fn label_underneath() {
    let steps = |person: &mut Person| {
        person.menu("Settings");
        person.bounds_dp("#priority_label").right > person.bounds_dp("#new_priority").left
    };
    let large = Profile { font_percent: 200, ..Profile::default() };
    check_on(&large, "tasks", "label-underneath", steps, (true, false));
    check("tasks", "label-underneath", steps, (false, false));
}

#[test]
fn no_mark() {
    let steps = |person: &mut Person| {
        person.can_use(r#"description "High priority" in row with "Pay the electricity bill" of #task_list"#)
    };
    let coarse = Profile { screen_px: (411, 731), density_dpi: 160, ..Profile::default() };
    check_on(&coarse, "tasks", "no-mark", steps, (false, true));
    check("tasks", "no-mark", steps, (true, true));
}

#[test]
fn clearing_what_is_done_depends_on_what_is_done() {
    let mut person = Person::with("tasks");
    person.menu("Clear done tasks");
    assert!(!person.sees("Undo"));
    person.tap("#done in row 2 of #task_list").tap("#done in row 3 of #task_list").menu("Clear done tasks");
    assert_eq!(person.texts("title").len(), 4);
    person.tap_text("Undo");
    assert_eq!(person.texts("title").len(), 6);
    person.choose("#list_choice", "Home").hold("row 1 of #task_list").menu("Select all");
    assert!(person.sees("2 selected"));
}
