//! What the diary keeps on the disk.

use sim::{Exception, Icon, Outcome, Shared};

use crate::day::{Day, MONTHS, WEEKDAYS};

/// All that is kept.
#[derive(Debug, Clone, Default, Hash)]
pub struct Store {
    /// By day, the oldest first; no day has two.
    pub(super) pages: Shared<Vec<Page>>,
    /// The days read lately, the last one first.
    pub(super) recent: Vec<Day>,
    pub(super) settings: Preferences,
    pub(super) exported_ms: Option<u64>,
    /// Whether the entries of a fresh install have been made.
    pub(super) filled: bool,
}

/// What was written on a day.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Page {
    pub(super) day: Day,
    pub(super) text: String,
    pub(super) mood: Mood,
    pub(super) photos: Vec<Photo>,
}

/// A photo, by its number in [`Photo::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Photo(pub(super) usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mood {
    Great,
    Good,
    Fair,
    Sad,
    Awful,
}

/// What people set.
#[derive(Debug, Clone, Hash)]
pub(super) struct Preferences {
    pub(super) pin: Option<String>,
    pub(super) weeks_begin_on_monday: bool,
    pub(super) newest_first: bool,
    pub(super) show_photos: bool,
    pub(super) large_letters: bool,
}

impl Store {
    pub(super) fn page(&self, day: Day) -> Option<&Page> {
        self.place(day).ok().map(|at| &self.pages[at])
    }

    /// Writes a page into the database, whose key is the day.
    #[track_caller]
    pub(super) fn insert(&mut self, page: Page) -> Outcome {
        match self.place(page.day) {
            Ok(_) => Err(Exception::java(
                "android.database.sqlite.SQLiteConstraintException",
                "UNIQUE constraint failed: page.day (code 2067 SQLITE_CONSTRAINT_UNIQUE)",
            )),
            Err(at) => {
                self.pages.insert(at, page);
                Ok(())
            }
        }
    }

    /// Writes a page, in place of the one of its day.
    pub(super) fn put(&mut self, page: Page) {
        match self.place(page.day) {
            Ok(at) => self.pages[at] = page,
            Err(at) => self.pages.insert(at, page),
        }
    }

    /// Takes a page out.
    pub(super) fn remove(&mut self, day: Day) -> Option<Page> {
        self.place(day).ok().map(|at| self.pages.remove(at))
    }

    fn place(&self, day: Day) -> Result<usize, usize> {
        self.pages.binary_search_by_key(&day, |page| page.day)
    }

    /// The entries of a fresh install.
    pub(super) fn fill(&mut self, today: Day) {
        let pages: [(i64, Mood, &[usize], &str); 6] = [
            (0, Mood::Good, &[], "Slept long. Coffee on the balcony, first frost on the roofs."),
            (1, Mood::Great, &[0, 3, 4], "Walked to the lake with Jonas. The heron was there again!"),
            (2, Mood::Fair, &[], "Long day at work, nothing to complain about."),
            (4, Mood::Sad, &[2], "Missed the train and with it Grandma's cake."),
            (7, Mood::Good, &[1], "Found the old bicycle in the cellar. It still rides."),
            (12, Mood::Great, &[5], "Ada's concert. She did not look at the keys once."),
        ];
        for (ago, mood, photos, text) in pages {
            let photos = photos.iter().map(|&number| Photo(number)).collect();
            self.put(Page { day: today.plus(-ago), text: text.to_owned(), mood, photos });
        }
        self.filled = true;
    }
}

impl Photo {
    pub(super) const ALL: [(Icon, &'static str); 6] = [
        (Icon::Sun, "Sunset"),
        (Icon::Home, "Our house"),
        (Icon::Clock, "The station"),
        (Icon::Image, "The lake"),
        (Icon::People, "Friends"),
        (Icon::Star, "The concert"),
    ];

    pub(super) fn icon(self) -> Icon {
        Photo::ALL[self.0 % Photo::ALL.len()].0
    }

    pub(super) fn name(self) -> &'static str {
        Photo::ALL[self.0 % Photo::ALL.len()].1
    }
}

impl Mood {
    pub(super) const ALL: [Mood; 5] = [Mood::Great, Mood::Good, Mood::Fair, Mood::Sad, Mood::Awful];

    pub(super) fn icon(self) -> Icon {
        match self {
            Mood::Great => Icon::Star,
            Mood::Good => Icon::Sun,
            Mood::Fair => Icon::Circle,
            Mood::Sad => Icon::Moon,
            Mood::Awful => Icon::Warning,
        }
    }

    /// From 5 to 1.
    pub(super) fn score(self) -> i64 {
        match self {
            Mood::Great => 5,
            Mood::Good => 4,
            Mood::Fair => 3,
            Mood::Sad => 2,
            Mood::Awful => 1,
        }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            pin: None,
            weeks_begin_on_monday: true,
            newest_first: true,
            show_photos: true,
            large_letters: false,
        }
    }
}

/// `Monday, 16 November 2026`.
pub(super) fn long_date(day: Day) -> String {
    let date = day.date();
    let month = MONTHS[usize::from(date.month) - 1];
    format!("{}, {} {month} {}", WEEKDAYS[day.weekday()], date.day, date.year)
}

/// `1 entry`, `2 entries`.
pub(super) fn entries(count: usize) -> String {
    crate::kit::counted(count, "entry", "entries")
}
