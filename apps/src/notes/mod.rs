//! Notes in folders, with search, sorting, a trash and undo. The demo.

mod store;
mod list;
mod edit;
mod folders;
mod trash;
mod settings;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page, Recreation};

use edit::Edit;
use folders::Folders;
use list::List;
use settings::Settings;
use store::{Id, Store};
use trash::Trash;

sim::faults! {
    UNDO_AFTER_EMPTYING "undo-after-emptying" DeepCrash "undoing a deletion after the trash was emptied ends the app";
    GONE_FOLDER "gone-folder" DeepCrash "going back to the notes of a folder that was just deleted ends the app";
    LOST_DRAFT "lost-draft" LostInput "the text typed into a note is gone after turning the phone";
    WRONG_ROW "wrong-row" WrongItem "deleting a note from a list that is not in its usual order deletes another one";
    STALE_COUNT "stale-count" StaleValue "the number of notes is not updated when one is restored from the trash";
    THEME_RESETS "theme-resets" DeadSetting "choosing light or dark resets the size of letters and all other settings";
    VANISHED_ADD "vanished-add" WrongView "the button for a new note stays away when the search was left with the back key";
    DARK_ON_DARK "dark-on-dark" LookOnly "the beginnings of notes are black on black in dark mode";
    RESTORED_HOMELESS "restored-homeless" LostEffect "a note that is restored from the trash is in no folder any more";
    DEAD_BACKUP "dead-backup" DeadControl "once a backup was cancelled, the button for a backup does nothing";
    LIGHT_TRASH "light-trash" LookOnly "the trash is light though the app is set to dark";
    UNDER_BARS "under-bars" LookOnly "the tip below the notes lies under the navigation bar from Android 15 on";
    COUNTED_LINES "counted-lines" RareData "words on both sides of a line break are counted as one";
}

/// The app.
pub struct Notes;

/// What dies with the process.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    /// The notes deleted lately, together as they were deleted. All of them are in the trash.
    undo: Vec<Vec<Id>>,
    /// How many notes there are; counted anew whenever that changes.
    count: Option<usize>,
    tip: usize,
    backup: settings::Backup,
}

impl Memory {
    /// Deletions of these notes can no longer be undone.
    fn forget_undo(&mut self, gone: impl Fn(Id) -> bool) {
        for ids in &mut self.undo {
            ids.retain(|&id| !gone(id));
        }
        self.undo.retain(|ids| !ids.is_empty());
    }
}

crate::kit::screens! {
    List(List, list::Message) "ListActivity";
    Edit(Edit, edit::Message) "EditActivity";
    Folders(Folders, folders::Message) "FoldersActivity";
    Trash(Trash, trash::Message) "TrashActivity";
    Settings(Settings, settings::Message) "SettingsActivity";
    + /// A piece of a backup is done. Comes to whichever screen is on top then.
    BackedUp { run: u32 };
}

impl App for Notes {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "notes",
            package: "org.oddity.notes",
            label: "Notes",
            icon: Icon::Note,
            color: Color::INDIGO,
            version: "2.3.1",
            permissions: &[],
            broadcasts: &[],
            activities: ACTIVITIES,
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("list/mod.rs"),
                include_str!("edit.rs"),
                include_str!("folders.rs"),
                include_str!("../kit/names.rs"),
                include_str!("trash.rs"),
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
        let theme = look.store.settings.theme.dark();
        let page = match screen {
            Screen::List(list) => list.view(look)?,
            Screen::Edit(edit) => edit.view(look),
            Screen::Folders(folders) => folders.view(look),
            // With the mistake, this activity does not ask for the theme.
            Screen::Trash(trash) if look.has(LIGHT_TRASH) => return Ok(trash.view(look)),
            Screen::Trash(trash) => trash.view(look),
            Screen::Settings(settings) => settings.view(look),
        };
        Ok(page.dark(theme))
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (screen, message) {
            (Screen::List(list), Message::List(message)) => list.update(cx, message),
            (Screen::Edit(edit), Message::Edit(message)) => edit.update(cx, message),
            (Screen::Folders(folders), Message::Folders(message)) => folders.update(cx, message),
            (Screen::Trash(trash), Message::Trash(message)) => trash.update(cx, message),
            (Screen::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::BackedUp { run }) => settings::backed_up(cx, run),
            // A touch that was under way while its screen closed.
            _ => Ok(()),
        }
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, why: Recreation) -> Screen {
        if let Screen::Edit(edit) = &mut screen
            && why == Recreation::Configuration
            && look.has(LOST_DRAFT)
        {
            edit.forget_text(look);
        }
        screen
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        match (screen, moment) {
            (Screen::List(list), Lifecycle::Resumed) => list.resumed(cx),
            _ => Ok(()),
        }
    }
}
