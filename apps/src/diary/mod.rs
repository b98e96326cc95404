//! A diary: an entry a day with moods and photos, a PIN, and an export. Noisy on every screen: a clock with seconds and
//! an advertisement that changes.

mod store;
mod words;
mod lock;
mod banner;
mod timeline;
mod entry;
mod photos;
mod calendar;
mod moods;
mod export;
mod settings;

use std::fmt;
use std::time::Duration;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page};

use crate::day::Day;
use calendar::Calendar;
use entry::Entry;
use export::Export;
use lock::Lock;
use moods::Moods;
use photos::Photos;
use settings::Settings;
use store::Store;
use timeline::Timeline;

sim::faults! {
    UNDO_COLLIDES "undo-collides" DeepCrash "undoing a deletion ends the app when the day has a new entry by then";
    LAST_PHOTO "last-photo" ShallowCrash "removing the last of several photos ends the app";
    READ_ANEW "read-anew" LostInput "what was written is gone after leaving the app and coming back";
    WRONG_DAY "wrong-day" WrongItem "the calendar opens another day than the one tapped when weeks begin on Sunday";
    DEAD_SAVE "dead-save" DeadControl "Save does nothing once someone wanted to leave and stayed";
    ENDLESS_EXPORT "endless-export" Hang "an export after a cancelled one never ends";
    NINE_MOODS "nine-moods" RareData "the average mood is wrong when there are more than nine entries";
    TALL_PHOTO "tall-photo" LookOnly "photos are so high that their buttons lie below the edge of small screens";
    TWICE_LATELY "twice-lately" WrongView "a day that was read twice stands twice among those read lately";
    PIN_RESETS "pin-resets" DeadSetting "removing the PIN puts all other settings back";
    DEAD_ORDER "dead-order" DeadControl "the button for the order does nothing while only days of one mood are shown";
    LOCKED_OUT "locked-out" LookOnly "the buttons of the lock lie below the edge of small screens";
    NO_CALENDAR "no-calendar" DeviceStructure "the bar has no button for the calendar on narrow phones";
    WRONG_PHOTO "wrong-photo" WrongItem "removing a photo removes the one that was opened, not the one leafed to";
}

/// The permission for taking photos.
const CAMERA: &str = "android.permission.CAMERA";

/// The app.
pub struct Diary;

/// What dies with the process.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    unlocked: bool,
    /// The entries deleted last, for undo.
    deleted: Vec<store::Page>,
    advertisement: usize,
    export: export::Work,
}

/// One activity: a place in the diary, with the lock in front of it.
#[derive(Debug, Clone, Hash)]
pub struct Screen {
    place: Place,
    lock: Lock,
}

#[derive(Debug, Clone, Hash)]
enum Place {
    Timeline(Timeline),
    Entry(Entry),
    Photos(Photos),
    Calendar(Calendar),
    Moods(Moods),
    Export(Export),
    Settings(Settings),
}

/// What touches mean, screen by screen.
#[derive(Clone)]
#[expect(missing_docs, reason = "each belongs to the screen of its name")]
pub enum Message {
    Lock(lock::Message),
    Timeline(timeline::Message),
    Entry(entry::Message),
    Photos(photos::Message),
    Calendar(calendar::Message),
    Moods(moods::Message),
    Export(export::Message),
    Settings(settings::Message),
    /// A second has passed.
    Second,
    /// The advertisement was tapped.
    Advertisement,
    /// A piece of an export is done. Comes to whichever screen is on top then.
    Exported {
        run: u32,
    },
}

impl fmt::Debug for Message {
    /// As its screen names it, for stack traces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Lock(message) => message.fmt(f),
            Message::Timeline(message) => message.fmt(f),
            Message::Entry(message) => message.fmt(f),
            Message::Photos(message) => message.fmt(f),
            Message::Calendar(message) => message.fmt(f),
            Message::Moods(message) => message.fmt(f),
            Message::Export(message) => message.fmt(f),
            Message::Settings(message) => message.fmt(f),
            Message::Second => f.write_str("Second"),
            Message::Advertisement => f.write_str("Advertisement"),
            Message::Exported { .. } => f.write_str("Exported"),
        }
    }
}

impl From<Place> for Screen {
    fn from(place: Place) -> Self {
        Screen { place, lock: Lock::default() }
    }
}

impl App for Diary {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "diary",
            package: "org.oddity.diary",
            label: "Diary",
            icon: Icon::Book,
            color: Color::PURPLE,
            version: "1.8.2",
            permissions: &[CAMERA],
            broadcasts: &[],
            activities: &[
                "TimelineActivity",
                "EntryActivity",
                "PhotoActivity",
                "CalendarActivity",
                "MoodsActivity",
                "ExportActivity",
                "SettingsActivity",
            ],
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("lock.rs"),
                include_str!("banner.rs"),
                include_str!("timeline/mod.rs"),
                include_str!("entry.rs"),
                include_str!("photos.rs"),
                include_str!("calendar.rs"),
                include_str!("moods.rs"),
                include_str!("export.rs"),
                include_str!("settings.rs"),
            ],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        if !cx.store.filled {
            let today = Day::of_ms(cx.unix_ms());
            cx.store.fill(today);
        }
        Ok(Place::Timeline(Timeline::default()).into())
    }

    fn activity(screen: &Screen) -> &'static str {
        match screen.place {
            Place::Timeline(_) => "TimelineActivity",
            Place::Entry(_) => "EntryActivity",
            Place::Photos(_) => "PhotoActivity",
            Place::Calendar(_) => "CalendarActivity",
            Place::Moods(_) => "MoodsActivity",
            Place::Export(_) => "ExportActivity",
            Place::Settings(_) => "SettingsActivity",
        }
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        let page = match &screen.place {
            _ if lock::is_locked(look) => screen.lock.view(look),
            Place::Timeline(timeline) => timeline.view(look),
            Place::Entry(entry) => entry.view(look),
            Place::Photos(photos) => photos.view(look)?,
            Place::Calendar(calendar) => calendar.view(look),
            Place::Moods(moods) => moods.view(look),
            Place::Export(export) => export.view(look),
            Place::Settings(settings) => settings.view(look),
        };
        Ok(banner::around(look, page))
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (&mut screen.place, message) {
            (_, Message::Lock(message)) => screen.lock.update(cx, message),
            (Place::Timeline(timeline), Message::Timeline(message)) => timeline.update(cx, message),
            (Place::Entry(entry), Message::Entry(message)) => entry.update(cx, message),
            (Place::Photos(photos), Message::Photos(message)) => photos.update(cx, message),
            (Place::Calendar(calendar), Message::Calendar(message)) => calendar.update(cx, message),
            (Place::Moods(moods), Message::Moods(message)) => moods.update(cx, message),
            (Place::Export(export), Message::Export(message)) => export.update(cx, message),
            (Place::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::Second) => banner::second(cx),
            (_, Message::Advertisement) => banner::tapped(cx),
            (_, Message::Exported { run }) => export::exported(cx, run),
            // A touch that was under way while its screen closed.
            _ => Ok(()),
        }
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        if moment == Lifecycle::Resumed {
            cx.stop_timers();
            cx.every(Duration::from_secs(1), Message::Second);
            match &mut screen.place {
                Place::Timeline(timeline) => timeline.resumed(cx),
                Place::Entry(entry) => entry.resumed(cx),
                _ => {}
            }
        }
        Ok(())
    }
}
