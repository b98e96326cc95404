//! People with their numbers, in groups, with favourites, search, import and a hunt for duplicates.

mod store;
mod seed;
mod list;
mod selection;
mod detail;
mod edit;
mod groups;
mod group;
mod duplicates;
mod import;
mod settings;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page, Recreation, reached};

use detail::Detail;
use duplicates::{Duplicates, Pair};
use edit::Edit;
use group::GroupScreen;
use groups::Groups;
use import::Import;
use list::List;
use settings::SettingsScreen;
use store::{Id, Store};

sim::faults! {
    WRONG_ROW "wrong-row" WrongItem "deleting selected people from a list that is searched or sorted by last name deletes others";
    LOST_NUMBERS "lost-numbers" LostInput "of several typed numbers only the first is left when the screen is made anew";
    STALE_DUPLICATES "stale-duplicates" DeepCrash "merging duplicates of which one was deleted since they were found ends the app";
    SHARE_WITHOUT_NUMBER "share-without-number" ShallowCrash "sharing a person who has no number ends the app";
    GHOST_MEMBERS "ghost-members" StaleValue "groups still count people who were deleted";
    LINE_BUSY "line-busy" DeadControl "after hanging up, the call buttons do nothing any more";
    HIDDEN_IMPORT "hidden-import" DeviceStructure "the menu has no import on phones older than Android 10";
    SORT_IGNORED "sort-ignored" DeadSetting "the sort setting does nothing once the list's own menu was used to sort";
    EDIT_UNSTARS "edit-unstars" LostEffect "a favourite is none any more when something else about the person was changed";
    NAMES_IGNORED "names-ignored" DeadSetting "groups write the first name first, whatever the settings say";
    CUT_KINDS "cut-kinds" LookOnly "what a number is for is cut off on small screens";
    DARK_CALL "dark-call" LookOnly "the number being called is black on black in dark mode";
    LONG_NUMBER "long-number" RareData "numbers that differ after their fifteenth digit only are taken for the same";
}

/// The app.
pub struct Contacts;

/// What dies with the process. Nothing that a person would miss.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    /// The duplicates found; `None` until someone looks for them.
    duplicates: Option<Vec<Pair>>,
    /// Whether a call is on the line.
    busy: bool,
    /// The number of the import whose next piece is on its way.
    import_run: Option<u32>,
    import_runs: u32,
    tip: usize,
}

crate::kit::screens! {
    List(List, list::Message) "ListActivity";
    Detail(Detail, detail::Message) "DetailActivity";
    Edit(Box<Edit>, edit::Message) "EditActivity";
    Groups(Groups, groups::Message) "GroupsActivity";
    Group(GroupScreen, group::Message) "GroupActivity";
    Duplicates(Duplicates, duplicates::Message) "DuplicatesActivity";
    Import(Import, import::Message) "ImportActivity";
    Settings(SettingsScreen, settings::Message) "SettingsActivity";
    + /// Brings back who was deleted last. Wherever the bar with the button is shown.
    Undo;
    + /// A person was deleted on the screen that was here before.
    Deleted;
    + /// The next piece of an import is there. Comes to whichever screen is on top then.
    Imported { run: u32 };
    + /// A little time has passed.
    Tick;
}

impl App for Contacts {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "contacts",
            package: "org.oddity.contacts",
            label: "Contacts",
            icon: Icon::Person,
            color: Color::BLUE,
            version: "4.2.0",
            permissions: &[import::READ_CONTACTS],
            broadcasts: &[],
            activities: ACTIVITIES,
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("list.rs"),
                include_str!("selection.rs"),
                include_str!("detail.rs"),
                include_str!("edit.rs"),
                include_str!("groups.rs"),
                include_str!("group.rs"),
                include_str!("duplicates.rs"),
                include_str!("import.rs"),
                include_str!("settings.rs"),
            ],
        }
    }

    fn start(_: &mut Context<'_, Self>) -> Outcome<Screen> {
        Ok(Screen::List(List::default()))
    }

    fn activity(screen: &Screen) -> &'static str {
        activity_of(screen)
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        Ok(match screen {
            Screen::List(list) => list.view(look),
            Screen::Detail(detail) => detail.view(look),
            Screen::Edit(edit) => edit.view(look),
            Screen::Groups(groups) => groups.view(look),
            Screen::Group(group) => group.view(look),
            Screen::Duplicates(duplicates) => duplicates.view(look),
            Screen::Import(import) => import.view(look),
            Screen::Settings(settings) => settings.view(look),
        })
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (screen, message) {
            (Screen::List(list), Message::List(message)) => list.update(cx, message),
            (Screen::Detail(detail), Message::Detail(message)) => detail.update(cx, message)?,
            (Screen::Edit(edit), Message::Edit(message)) => edit.update(cx, message),
            (Screen::Groups(groups), Message::Groups(message)) => groups.update(cx, message),
            (Screen::Group(group), Message::Group(message)) => group.update(cx, message),
            (Screen::Duplicates(duplicates), Message::Duplicates(message)) => {
                duplicates.update(cx, message)?;
            }
            (Screen::Import(import), Message::Import(message)) => import.update(cx, message),
            (Screen::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::Undo) => undo(cx),
            (_, Message::Deleted) => say_deleted(cx, 1),
            (_, Message::Imported { run }) => import::imported(cx, run),
            (_, Message::Tick) => reached!(cx),
            // A touch that was under way while its screen closed.
            _ => {}
        }
        Ok(())
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, _: Recreation) -> Screen {
        if let Screen::Edit(edit) = &mut screen
            && look.has(LOST_NUMBERS)
        {
            edit.draft.phones.truncate(1);
        }
        screen
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        if moment == Lifecycle::Resumed {
            import::go_on(cx);
            match screen {
                Screen::List(list) => list.resumed(cx),
                Screen::Detail(detail) => detail.resumed(cx),
                Screen::Duplicates(_) => duplicates::find(cx),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Takes people out of the list, and keeps them for undo.
fn delete(cx: &mut Context<'_, Contacts>, ids: &[Id]) {
    cx.store.delete(ids);
    if !cx.has(GHOST_MEMBERS) {
        cx.store.leave_groups(ids);
    }
    if !cx.has(STALE_DUPLICATES) {
        duplicates::refresh(cx);
    }
}

fn undo(cx: &mut Context<'_, Contacts>) {
    let restored = cx.store.restore();
    if restored == 0 {
        reached!(cx);
        cx.toast("Nothing to undo");
    } else {
        reached!(cx);
        duplicates::refresh(cx);
        cx.toast(format!("{} restored", people(restored)));
    }
}

fn say_deleted(cx: &mut Context<'_, Contacts>, count: usize) {
    reached!(cx);
    cx.snackbar(format!("{} deleted", people(count)), Some(("Undo", Message::Undo)));
}

/// `1 person`, `2 people`.
fn people(count: usize) -> String {
    crate::kit::counted(count, "person", "people")
}
