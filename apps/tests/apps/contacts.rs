//! The contacts app.

use std::time::Duration;

use device::Change;
use sim::Profile;

use crate::person::{Person, check, check_on, small};

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("contacts");
    assert!(person.sees("10 people"));
    for (entry, activity) in [
        ("Groups", "GroupsActivity"),
        ("Find duplicates", "DuplicatesActivity"),
        ("Import", "ImportActivity"),
        ("Settings", "SettingsActivity"),
    ] {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.tap_named("Navigate up").activity(), "ListActivity");
    }
    assert_eq!(person.tap_text("Anna Wagner").activity(), "DetailActivity");
    assert_eq!(person.tap("#edit").activity(), "EditActivity");
    person.tap_named("Cancel").tap_named("Navigate up").menu("Groups").tap_text("Choir");
    assert_eq!(person.activity(), "GroupActivity");
}

#[test]
fn people_are_added_changed_and_found() {
    let mut person = Person::with("contacts");
    person.tap("#add").tap("#save");
    assert_eq!(person.text("#error"), "Please enter a name.");
    person.write("#first", "Zoe").write("#number", "not a number").tap("#save");
    assert_eq!(person.text("#error"), "A number has up to 20 digits, and signs such as + and -.");
    person.tap("#remove_number").tap("#add_number").write("#number", "555 77").tap_text("Choir").tap("#save");
    person.tap("#search").write("#search_box", "55577");
    assert_eq!(person.texts("name"), ["Zoe"]);
    person.tap_text("Zoe").tap("#edit").write("#last", "Quist").tap("#save");
    assert_eq!(person.text("#full_name"), "Zoe Quist");
    assert_eq!(person.texts("group"), ["Choir"]);
}

#[test]
fn words_with_digits_are_no_numbers() {
    let mut person = Person::with("contacts");
    person.tap("#search").write("#search_box", "a1");
    assert_eq!(person.text("#empty"), "Nobody found for \"a1\"");
}

#[test]
fn duplicates_are_named_as_the_settings_say() {
    let mut person = Person::with("contacts");
    person.menu("Find duplicates").back().menu("Settings").tap("#last_first").back().menu("Find duplicates");
    assert_eq!(person.texts("pair_name"), ["Mendes, Carla"]);
}

#[test]
fn unsaved_changes_are_not_thrown_away_unasked() {
    let mut person = Person::with("contacts");
    person.tap("#add").write("#first", "Zoe").back().tap_text("Keep editing");
    assert_eq!(person.text("#first"), "Zoe");
    person.back().tap_text("Discard");
    assert_eq!(person.activity(), "ListActivity");
    assert!(!person.sees("Zoe"));
}

#[test]
fn deleted_people_come_back_with_their_groups() {
    let mut person = Person::with("contacts");
    person.hold("row 1 of #people").tap("row 2 of #people").tap("#delete_selected").tap_text("Delete");
    assert!(person.sees("8 people"));
    person.menu("Undo delete").return_to_ended_process();
    assert!(person.sees("10 people"));
    person.menu("Groups");
    assert_eq!(person.texts("group_count"), ["3 people", "3 people", "2 people"]);
}

#[test]
fn duplicates_become_one_person_with_all_numbers() {
    let mut person = Person::with("contacts");
    person.menu("Find duplicates");
    assert_eq!(person.texts("pair_name"), ["Carla Mendes"]);
    person.tap("#merge").tap_text("Merge");
    assert!(person.sees("Nobody is here twice."));
    person.back().tap_text("Carla Mendes");
    assert_eq!(person.texts("number"), ["+351 912 555 014", "+351 21 555 0190"]);
    assert_eq!(person.text("#mail"), "c.mendes@example.com");
}

#[test]
fn people_who_only_look_alike_are_kept_apart() {
    let mut person = Person::with("contacts");
    person.menu("Find duplicates").tap("#keep_both").back().menu("Find duplicates").return_to_ended_process();
    assert!(person.sees("Nobody is here twice."));
}

#[test]
fn an_import_needs_permission_and_survives_the_process() {
    let mut person = Person::with("contacts");
    person.menu("Import").tap("#allow").tap("#permission_deny_button");
    assert!(person.text("#why").starts_with("Without access"));
    person.tap("#allow").tap("#permission_allow_button").tap("#pick_all");
    assert_eq!(person.text("#begin"), "Import 5");
    person.tap("#begin").return_to_ended_process().wait(Duration::from_secs(10));
    assert_eq!(person.text("#begin"), "Import 0");
    person.back();
    assert!(person.sees("15 people"));
}

#[test]
fn a_cancelled_import_stops() {
    let mut person = Person::with("contacts");
    person.menu("Import").tap("#allow").tap("#permission_allow_button").tap("#pick_all").tap("#begin");
    person.tap("#cancel_import").wait(Duration::from_secs(10));
    let begin = person.text("#begin");
    person.tap("#pick_all").tap("#begin").wait(Duration::from_secs(10));
    assert_eq!((begin.as_str(), person.text("#begin").as_str()), ("Import 0", "Import 0"));
    person.back();
    assert!(person.sees("15 people"));
}

#[test]
fn wrong_row() {
    let steps = |person: &mut Person| {
        person.menu("Sort by last name").hold(r#"row with "Femi Adeyemi" of #people"#);
        person.tap("#delete_selected").tap_text("Delete");
        person.menu("Sort by first name");
        (person.sees("Femi Adeyemi"), person.sees("Anna Wagner"))
    };
    check("contacts", "wrong-row", steps, ((true, false), (false, true)));
}

#[test]
fn wrong_row_is_right_in_the_usual_order() {
    let mut person = Person::with("contacts+wrong-row");
    person.hold(r#"row with "Femi Adeyemi" of #people"#).tap("#delete_selected").tap_text("Delete");
    assert!(!person.sees("Femi Adeyemi"));
}

#[test]
fn lost_numbers() {
    let steps = |person: &mut Person| {
        person.tap("#add").tap("#add_number").write("1st #number", "555 1").write("2nd #number", "555 2");
        person.turn_twice().texts("number").join(", ")
    };
    check("contacts", "lost-numbers", steps, ("555 1", "555 1, 555 2"));
}

#[test]
fn stale_duplicates() {
    let steps = |person: &mut Person| {
        person
            .menu("Find duplicates")
            .back()
            .tap("2nd text \"Carla Mendes\"")
            .menu("Delete")
            .tap_text("Delete");
        person.menu("Find duplicates");
        if person.can_use("#merge") {
            person.tap("#merge").tap_text("Merge");
        }
        person.crash()
    };
    let npe = "java.lang.NullPointerException: Attempt to read from field 'Contact.phones' on a null object reference";
    check("contacts", "stale-duplicates", steps, (npe, ""));
}

#[test]
fn share_without_number() {
    let steps = |person: &mut Person| {
        person.tap_text("Edda Brandt").menu("Share");
        person.crash()
    };
    check(
        "contacts",
        "share-without-number",
        steps,
        ("java.lang.IndexOutOfBoundsException: Index: 0, Size: 0", ""),
    );
}

#[test]
fn ghost_members() {
    let steps = |person: &mut Person| {
        person.tap_text("Grandma").menu("Delete").tap_text("Delete").menu("Groups");
        person.text("1st #group_count")
    };
    check("contacts", "ghost-members", steps, ("3 people", "2 people"));
}

#[test]
fn line_busy() {
    let steps = |person: &mut Person| {
        person.tap_text("Anna Wagner").tap("1st #call").wait(Duration::from_secs(3)).tap("#hang_up");
        person.tap("2nd #call").can_use("#call_panel")
    };
    check("contacts", "line-busy", steps, (false, true));
}

#[test]
fn hidden_import() {
    let steps = |person: &mut Person| {
        person.tap_named("More options");
        person.sees("Import")
    };
    check_on(&Profile::android(28), "contacts", "hidden-import", steps, (false, true));
    check("contacts", "hidden-import", steps, (true, true));
}

#[test]
fn sort_ignored() {
    let steps = |person: &mut Person| {
        person.menu("Sort by first name").menu("Settings").tap("#by_last").back();
        person.text("1st #name")
    };
    check("contacts", "sort-ignored", steps, ("Anna Wagner", "Femi Adeyemi"));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("contacts");
    person.tap("#add").write("#first", "Zoe").tap_text("Work").back();
    for _ in 0..2 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert!(person.sees("Discard changes?"));
    }
    person.tap_text("Keep editing");
    assert_eq!(person.text("#first"), "Zoe");
    person
        .tap("#save")
        .tap_text("Favourites")
        .hold("row 1 of #people")
        .return_to_ended_process()
        .turn_twice();
    assert!(person.sees("1 selected") && person.sees("Grandma") && !person.sees("Femi Adeyemi"));
}

#[test]
fn edit_unstars() {
    let steps = |person: &mut Person| {
        person.tap_text("Anna Wagner").tap("#edit").write("#note", "Plays the viola").tap("#save").back();
        person.tap(r#"text "Favourites" in #tabs"#).sees("Anna Wagner")
    };
    check("contacts", "edit-unstars", steps, (false, true));
}

#[test]
fn names_ignored() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap("#last_first").back().menu("Groups").tap_text("Choir");
        person.sees("Wagner, Anna")
    };
    check("contacts", "names-ignored", steps, (false, true));
}

#[test]
fn long_number() {
    let steps = |last: &'static str| {
        move |person: &mut Person| {
            for (name, number) in [("Ada", "49171555012345678"), ("Zoe", last)] {
                person.tap("#add").write("#first", name).write("#number", number).tap("#save");
            }
            person.menu("Find duplicates").texts("pair_name").contains(&"Zoe".to_owned())
        }
    };
    check("contacts", "long-number", steps("49171555012345679"), (true, false));
    check("contacts", "long-number", steps("49171555012345678"), (true, true));
    check("contacts", "long-number", steps("49171555112345678"), (false, false));
}

#[test]
fn cut_kinds() {
    // "Mobile" takes 45 dp, what is around it 52.
    let steps = |person: &mut Person| person.tap("#add").bounds_dp("#kind").width() >= 97;
    check_on(&small(), "contacts", "cut-kinds", steps, (false, true));
    check("contacts", "cut-kinds", steps, (true, true));
}

#[test]
fn dark_call() {
    let steps = |person: &mut Person| {
        person.tap_text("Anna Wagner").tap("1st #call");
        let light = person.contrast("#calling") > 60;
        person.change(&Change::DarkMode { on: true });
        (light, person.contrast("#calling") > 60)
    };
    check("contacts", "dark-call", steps, ((true, false), (true, true)));
}
