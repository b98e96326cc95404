//! The notes app.

use device::Change;
use sim::Profile;

use crate::person::{Person, check, check_on};

const ROW: &str = r#"row with "Shopping" of #note_list"#;

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("notes");
    assert_eq!(person.texts("title").len(), 6);
    for (entry, activity) in
        [("Folders", "FoldersActivity"), ("Trash", "TrashActivity"), ("Settings", "SettingsActivity")]
    {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.tap_named("Navigate up").activity(), "ListActivity");
    }
    assert_eq!(person.tap("#add").activity(), "EditActivity");
    person.write("#title", "Milk").write("#body", "Two litres").choose("#folder", "Home").tap("#save");
    assert_eq!(person.texts("title")[0], "Milk");
    person.tap_text("Ideas");
    assert_eq!(person.texts("title"), ["Books to read", "Birthday present for Ada"]);
}

#[test]
fn notes_are_searched_sorted_selected_and_moved() {
    let mut person = Person::with("notes");
    person.tap("#sort").tap_text("Title");
    assert_eq!(person.texts("title")[..2], ["Birthday present for Ada", "Books to read"]);
    person.tap("#search").write("#search_box", "the l");
    assert_eq!(person.texts("title"), ["Books to read", "Call the landlord"]);
    person.hold("row 1 of #note_list").tap("row 2 of #note_list").tap("#move").tap_text("Work");
    person.back().tap_text("Work");
    assert_eq!(person.texts("title"), ["Books to read", "Call the landlord", "Team meeting"]);
}

#[test]
fn several_deleted_notes_come_back_together() {
    let mut person = Person::with("notes");
    person.hold(ROW).tap("row 2 of #note_list").tap("#delete").tap_text("Delete");
    assert_eq!(person.texts("title").len(), 4);
    person.menu("Undo deletion");
    assert_eq!(person.texts("title").len(), 6);
}

#[test]
fn folders_have_names_of_their_own() {
    let mut person = Person::with("notes");
    person.menu("Folders").tap("#add").tap_text("OK");
    assert_eq!(person.text("#problem"), "Please type a name");
    person.write("#name", "Work").tap_text("OK");
    assert_eq!(person.text("#problem"), "There is such a folder already");
    person.write("#name", &" and more".repeat(5)).tap_text("OK");
    assert_eq!(person.text("#problem"), "Please choose a shorter name");
    person.tap_text("Cancel").tap("#add").write("#name", "Work 2").tap_text("OK");
    assert_eq!(person.texts("name"), ["Home", "Work", "Ideas", "Work 2"]);
}

#[test]
fn a_backup_needs_a_network_and_ends() {
    let mut person = Person::with("notes");
    person.menu("Settings").tap("#back_up");
    assert!(person.can_use("#cancel_backup"));
    person.wait(std::time::Duration::from_secs(10));
    assert_eq!(person.text("#last_backup"), "Last backup: just now");
    person.go_offline().tap("#back_up");
    assert!(person.can_use("#back_up"));
}

#[test]
fn undo_after_emptying() {
    let steps = |person: &mut Person| {
        person.tap(&format!("#options in {ROW}")).tap_text("Delete");
        person.menu("Trash").menu("Empty trash").tap_text("Delete").back().menu("Undo deletion");
        person.crash()
    };
    let npe =
        "java.lang.NullPointerException: Attempt to read from field 'Note.title' on a null object reference";
    check("notes", "undo-after-emptying", steps, (npe, ""));
}

#[test]
fn gone_folder() {
    let steps = |person: &mut Person| {
        person.tap_text("Work").menu("Folders").tap_named("Delete Work").tap_text("Delete").back();
        person.crash()
    };
    let npe =
        "java.lang.NullPointerException: Attempt to read from field 'Folder.name' on a null object reference";
    check("notes", "gone-folder", steps, (npe, ""));
}

#[test]
fn lost_draft() {
    let steps = |person: &mut Person| {
        person.tap("#add").write("#title", "Milk").write("#body", "Two litres").turn_twice();
        (person.text("#title"), person.text("#body"))
    };
    let title = "Milk".to_owned();
    // An empty text box shows its hint.
    check(
        "notes",
        "lost-draft",
        steps,
        ((title.clone(), "Write something".into()), (title, "Two litres".into())),
    );
}

#[test]
fn wrong_row() {
    let steps = |person: &mut Person| {
        person.tap("#sort").tap_text("Title").tap(&format!("#options in {ROW}")).tap_text("Delete");
        person.sees("Shopping")
    };
    check("notes", "wrong-row", steps, (true, false));
}

#[test]
fn stale_count() {
    let steps = |person: &mut Person| {
        person.tap(&format!("#options in {ROW}")).tap_text("Delete").menu("Trash").tap("#restore").back();
        (person.sees("5 notes"), person.sees("6 notes"))
    };
    check("notes", "stale-count", steps, ((true, false), (false, true)));
}

#[test]
fn theme_resets() {
    let steps = |person: &mut Person| {
        person.menu("Settings").choose("#letters", "Large").choose("#theme", "Dark");
        (person.sees("Normal"), person.sees("Large"))
    };
    check("notes", "theme-resets", steps, ((true, false), (false, true)));
}

#[test]
fn vanished_add() {
    let steps = |person: &mut Person| {
        person.tap("#search").write("#search_box", "milk").back();
        person.can_use("#add")
    };
    check("notes", "vanished-add", steps, (false, true));
}

#[test]
fn dark_on_dark() {
    // Between the brightest and the darkest spot of the first line of a note.
    let contrast = |person: &mut Person| person.contrast("#preview in row 1 of #note_list");
    let steps = |person: &mut Person| {
        let light = contrast(person);
        person.change(&Change::DarkMode { on: true });
        (light > 60, contrast(person) > 60)
    };
    check("notes", "dark-on-dark", steps, ((true, false), (true, true)));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("notes");
    person.tap("#add").write("#title", "Milk").write("#body", "Two litres").choose("#folder", "Work").back();
    for _ in 0..3 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert!(person.sees("Keep your changes?"));
    }
    person.back();
    assert_eq!(person.text("#title"), "Milk");
    assert_eq!(person.text("#body"), "Two litres");
    assert!(person.sees("Work"));
    person.tap("#save").hold(ROW).return_to_ended_process().change(&Change::DarkMode { on: true });
    assert!(person.sees("1 selected"));
}

#[test]
fn restored_homeless() {
    let steps = |person: &mut Person| {
        person.tap(&format!("#options in {ROW}")).tap_text("Delete").menu("Trash").tap("#restore").back();
        person.tap_text("Home").texts("title")
    };
    let home = ["Shopping", "Call the landlord"].map(str::to_owned).to_vec();
    check("notes", "restored-homeless", steps, (home[1..].to_vec(), home));
}

#[test]
fn an_undone_deletion_leaves_the_note_in_its_folder() {
    let mut person = Person::with("notes+restored-homeless");
    person.tap(&format!("#options in {ROW}")).tap_text("Delete").menu("Undo deletion").tap_text("Home");
    assert_eq!(person.texts("title"), ["Shopping", "Call the landlord"]);
}

#[test]
fn dead_backup() {
    let steps = |person: &mut Person| {
        person.menu("Settings").tap_and_go_on("#back_up").tap("#cancel_backup");
        person.tap("#back_up").can_use("#cancel_backup")
    };
    check("notes", "dead-backup", steps, (false, true));
}

#[test]
fn counted_lines() {
    let steps = |person: &mut Person| person.tap_text("Books to read").text("#words");
    check("notes", "counted-lines", steps, ("7 words", "8 words"));
    let steps = |person: &mut Person| person.tap_text("Welcome").text("#words");
    check("notes", "counted-lines", steps, ("12 words", "12 words"));
}

#[test]
fn light_trash() {
    let steps = |person: &mut Person| {
        person.menu("Settings").choose("#theme", "Dark").back();
        let list = person.is_dark("#tip");
        (list, person.menu("Trash").is_dark("#empty"))
    };
    check("notes", "light-trash", steps, ((true, false), (true, true)));
}

#[test]
fn under_bars() {
    let steps = |person: &mut Person| person.bounds_dp("#tip").bottom > 731 - 48;
    check_on(&Profile::android(35), "notes", "under-bars", steps, (true, false));
    check_on(&Profile::android(34), "notes", "under-bars", steps, (false, false));
}

#[test]
fn all_that_is_shown_is_selected_deleted_and_restored() {
    let mut person = Person::with("notes");
    person.tap_text("Home").hold(ROW).menu("Select all");
    assert!(person.sees("2 selected"));
    person.tap("#delete").tap_text("Delete").menu("Trash").menu("Restore all");
    assert!(person.sees("The trash is empty"));
    // With an empty trash there is nothing to restore.
    person.tap_named("More options").tap_text("Restore all").back().back();
    assert_eq!(person.texts("title"), ["Shopping", "Call the landlord"]);
}
