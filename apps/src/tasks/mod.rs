//! To-do lists with due dates, priorities, repeated tasks and statistics.

mod store;
mod change;
mod doing;
mod list;
mod edit;
mod search;
mod lists;
mod statistics;
mod settings;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page, Recreation};

use edit::Edit;
use list::List;
use lists::Lists;
use search::Search;
use settings::Settings;
use statistics::{Numbers, Statistics};
use store::{Store, Task};

sim::faults! {
    DONE_WHILE_HIDDEN "done-while-hidden" DeepCrash "ticking several tasks at once ends the app when done tasks are hidden and the last one is among them";
    NOT_A_NUMBER "not-a-number" ShallowCrash "a due date in no number of days ends the app";
    DRAFT_DIES "draft-dies" LostInput "what was typed into a task is gone when the process was ended meanwhile";
    ONE_COMES_BACK "one-comes-back" LostEffect "undo brings back only one of several deleted tasks";
    OLD_STATISTICS "old-statistics" StaleValue "statistics do not know of tasks ticked in the search";
    PRIORITY_IGNORED "priority-ignored" DeadSetting "tasks added quickly do not get the priority chosen in the settings";
    TWICE_REPEATED "twice-repeated" WrongView "a repeated task stands in the list twice when it is ticked and unticked";
    NO_SORT_BEFORE_26 "no-sort-before-26" DeviceStructure "phones before Android 8 have no button for sorting";
    FIRST_UNDO "first-undo" LostEffect "undoing the start of the very first task has no effect on the header until the page is left and entered again";
    UNCOUNTED_UNDO "uncounted-undo" StaleValue "statistics do not count tasks that undo brought back";
    DONE_REAPPEAR "done-reappear" DeadSetting "done tasks that are to be hidden are shown when one list is chosen";
    DEAD_QUICK_ADD "dead-quick-add" DeadControl "once nothing was typed, the button for adding quickly does nothing any more";
    LABEL_UNDERNEATH "label-underneath" LookOnly "with large letters the label of the priority lies under its choice";
    NO_MARK "no-mark" LookOnly "urgent tasks have no mark on phones with few dots per inch";
    THIS_YEAR "this-year" RareData "a due date in another year is shown with this year's number in the task's form";
}

/// The permission for reminders; phones before Android 13 do not ask for it.
const NOTIFY: &str = "android.permission.POST_NOTIFICATIONS";

/// The app.
pub struct Tasks;

/// What dies with the process.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    /// What was deleted last, for undo.
    deleted: Vec<Task>,
    /// Counting everything takes long, so it is done once until something changes.
    numbers: Option<Numbers>,
    motto: usize,
    sync: settings::Sync,
}

crate::kit::screens! {
    List(List, list::Message) "ListActivity";
    Edit(Edit, edit::Message) "TaskActivity";
    Search(Search, search::Message) "SearchActivity";
    Lists(Lists, lists::Message) "ListsActivity";
    Statistics(Statistics, statistics::Message) "StatisticsActivity";
    Settings(Settings, settings::Message) "SettingsActivity";
    + /// The server has answered. Comes to whichever screen is on top then.
    Synced { run: u32 };
}

impl App for Tasks {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "tasks",
            package: "org.oddity.tasks",
            label: "Tasks",
            icon: Icon::Check,
            color: Color::TEAL,
            version: "5.0",
            permissions: &[NOTIFY],
            broadcasts: &[],
            activities: ACTIVITIES,
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("change.rs"),
                include_str!("doing.rs"),
                include_str!("list/mod.rs"),
                include_str!("edit/mod.rs"),
                include_str!("search.rs"),
                include_str!("lists.rs"),
                include_str!("../kit/names.rs"),
                include_str!("statistics.rs"),
                include_str!("settings.rs"),
            ],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        if cx.store.is_fresh() {
            let today = crate::day::Day::of_ms(cx.unix_ms());
            cx.store.fill(today);
        }
        Ok(Screen::List(List::default()))
    }

    fn activity(screen: &Screen) -> &'static str {
        activity_of(screen)
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        Ok(match screen {
            Screen::List(list) => list.view(look),
            Screen::Edit(edit) => edit.view(look),
            Screen::Search(search) => search.view(look),
            Screen::Lists(lists) => lists.view(look),
            Screen::Statistics(statistics) => statistics.view(look),
            Screen::Settings(settings) => settings.view(look),
        })
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (screen, message) {
            (Screen::List(list), Message::List(message)) => list.update(cx, message),
            (Screen::Edit(edit), Message::Edit(message)) => edit.update(cx, message),
            (Screen::Search(search), Message::Search(message)) => search.update(cx, message),
            (Screen::Lists(lists), Message::Lists(message)) => lists.update(cx, message),
            (Screen::Statistics(statistics), Message::Statistics(message)) => statistics.update(cx, message),
            (Screen::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::Synced { run }) => settings::synced(cx, run),
            // A touch that was under way while its screen closed.
            _ => Ok(()),
        }
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, why: Recreation) -> Screen {
        if let Screen::Edit(edit) = &mut screen
            && why == Recreation::ProcessDeath
            && look.has(DRAFT_DIES)
        {
            edit.forget_typed(look);
        }
        screen
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        match (screen, moment) {
            (Screen::List(list), Lifecycle::Resumed) => list.resumed(cx),
            (Screen::Statistics(statistics), Lifecycle::Resumed) => statistics.resumed(cx),
            _ => Ok(()),
        }
    }
}
