//! What the tasks app keeps on the disk.

use std::cmp::Reverse;

use sim::Shared;

use crate::day::{Day, MONTHS};

/// The number of a task or list; never used twice.
pub(super) type Id = u32;

/// The list that is always there.
pub(super) const INBOX: Id = 1;

/// All that is kept.
#[derive(Debug, Clone, Hash)]
pub struct Store {
    /// In the order in which they were made.
    pub(super) tasks: Shared<Vec<Task>>,
    pub(super) lists: Shared<Vec<TaskList>>,
    pub(super) settings: Preferences,
    /// The tasks that were started, the one being done last.
    pub(super) started: Shared<Vec<Id>>,
    pub(super) synced_ms: Option<u64>,
    last_id: Id,
}

#[derive(Debug, Clone, Hash)]
pub(super) struct Task {
    pub(super) id: Id,
    pub(super) title: String,
    pub(super) notes: String,
    pub(super) list: Id,
    pub(super) due: Option<Day>,
    pub(super) priority: Priority,
    pub(super) repeat: Repeat,
    pub(super) done: bool,
    /// The repeated task that was ticked to make this one.
    pub(super) follows: Option<Id>,
}

#[derive(Debug, Clone, Hash)]
pub(super) struct TaskList {
    pub(super) id: Id,
    pub(super) name: String,
}

/// What people set.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct Preferences {
    pub(super) show_done: bool,
    pub(super) sort: Sort,
    pub(super) priority: Priority,
    pub(super) remind: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Made,
    Due,
    Priority,
    Title,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Priority {
    Low,
    Normal,
    High,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    Never,
    Daily,
    Weekly,
}

impl Store {
    pub(super) fn task(&self, id: Id) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }

    pub(super) fn list(&self, id: Id) -> Option<&TaskList> {
        self.lists.iter().find(|list| list.id == id)
    }

    pub(super) fn fresh_id(&mut self) -> Id {
        self.last_id += 1;
        self.last_id
    }

    /// Puts a task where it belongs, in place of the one with its number. Tasks of lists that are gone come to the inbox.
    pub(super) fn put(&mut self, mut task: Task) {
        if self.list(task.list).is_none() {
            task.list = INBOX;
        }
        self.tasks.retain(|other| other.id != task.id);
        let at = self.tasks.partition_point(|other| other.id < task.id);
        self.tasks.insert(at, task);
    }

    /// Puts tasks into the order chosen in the settings.
    pub(super) fn sort(&self, tasks: &mut [&Task]) {
        match self.settings.sort {
            Sort::Made => {}
            Sort::Due => tasks.sort_by_key(|task| (task.due.is_none(), task.due)),
            Sort::Priority => tasks.sort_by_key(|task| Reverse(task.priority)),
            Sort::Title => tasks.sort_by_cached_key(|task| task.title.to_lowercase()),
        }
    }

    /// Whether the app has never been started.
    pub(super) fn is_fresh(&self) -> bool {
        self.last_id == INBOX
    }

    /// The tasks of a fresh install.
    pub(super) fn fill(&mut self, today: Day) {
        let home = self.fresh_id();
        let work = self.fresh_id();
        self.lists.push(TaskList { id: home, name: "Home".to_owned() });
        self.lists.push(TaskList { id: work, name: "Work".to_owned() });
        let tasks = [
            ("Water the plants", home, Some(0), Priority::Normal, Repeat::Daily),
            ("Pay the electricity bill", home, Some(2), Priority::High, Repeat::Never),
            ("Answer Maria's letter", INBOX, None, Priority::Low, Repeat::Never),
            ("Prepare slides for Monday", work, Some(1), Priority::High, Repeat::Never),
            ("Weekly report", work, Some(4), Priority::Normal, Repeat::Weekly),
            ("Book a dentist's appointment", INBOX, Some(9), Priority::Normal, Repeat::Never),
        ];
        for (title, list, due, priority, repeat) in tasks {
            let id = self.fresh_id();
            let due = due.map(|days| today.plus(days));
            let (title, notes) = (title.to_owned(), String::new());
            self.put(Task { id, title, notes, list, due, priority, repeat, done: false, follows: None });
        }
    }
}

impl Sort {
    pub(super) const ALL: [(Sort, &'static str); 4] = [
        (Sort::Made, "When it was added"),
        (Sort::Due, "Due date"),
        (Sort::Priority, "Priority"),
        (Sort::Title, "Title"),
    ];
}

impl Priority {
    pub(super) const ALL: [(Priority, &'static str); 3] =
        [(Priority::Low, "Low"), (Priority::Normal, "Normal"), (Priority::High, "High")];
}

impl Repeat {
    pub(super) const ALL: [(Repeat, &'static str); 3] =
        [(Repeat::Never, "Once"), (Repeat::Daily, "Every day"), (Repeat::Weekly, "Every week")];

    /// How many days later the next one is due; `None` where there is none.
    pub(super) fn days(self) -> Option<i64> {
        match self {
            Repeat::Never => None,
            Repeat::Daily => Some(1),
            Repeat::Weekly => Some(7),
        }
    }
}

impl Default for Store {
    fn default() -> Self {
        Store {
            tasks: Shared::default(),
            lists: vec![TaskList { id: INBOX, name: "Inbox".to_owned() }].into(),
            settings: Preferences {
                show_done: true,
                sort: Sort::Made,
                priority: Priority::Normal,
                remind: false,
            },
            started: Shared::default(),
            synced_ms: None,
            last_id: INBOX,
        }
    }
}

/// A due date as people say it.
pub(super) fn due_text(due: Day, today: Day) -> String {
    due_text_in(due, today, due.date().year)
}

/// A due date as people say it, in that year.
pub(super) fn due_text_in(due: Day, today: Day, year: i64) -> String {
    match due.0 - today.0 {
        0 => "Today".to_owned(),
        1 => "Tomorrow".to_owned(),
        -1 => "Yesterday".to_owned(),
        _ => {
            let date = due.date();
            format!("{} {} {year}", date.day, MONTHS[usize::from(date.month) - 1])
        }
    }
}
