//! What the notes app keeps on the disk.

use std::cmp::Reverse;

use sim::{Shared, TextSize};

use crate::kit::Theme;

/// The number of a note or folder; never used twice.
pub(super) type Id = u32;

/// The most characters of a note's name where it is only mentioned.
pub(super) const MAX_NAME: usize = 40;

/// All that is kept.
#[derive(Debug, Clone, Hash)]
pub struct Store {
    /// The last changed first.
    pub(super) notes: Shared<Vec<Note>>,
    /// The last deleted first.
    pub(super) trash: Shared<Vec<Note>>,
    pub(super) folders: Shared<Vec<Folder>>,
    pub(super) settings: Preferences,
    pub(super) last_backup_ms: Option<u64>,
    last_id: Id,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Note {
    pub(super) id: Id,
    pub(super) title: String,
    pub(super) body: String,
    pub(super) folder: Option<Id>,
    pub(super) changed_ms: u64,
}

#[derive(Debug, Clone, Hash)]
pub(super) struct Folder {
    pub(super) id: Id,
    pub(super) name: String,
}

/// What people set.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct Preferences {
    pub(super) sort: Sort,
    pub(super) theme: Theme,
    pub(super) letters: Letters,
    pub(super) previews: bool,
    pub(super) ask_before_deleting: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Changed,
    Title,
    Longest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letters {
    Small,
    Normal,
    Large,
}

impl Store {
    pub(super) fn note(&self, id: Id) -> Option<&Note> {
        self.notes.iter().find(|note| note.id == id)
    }

    pub(super) fn folder(&self, id: Id) -> Option<&Folder> {
        self.folders.iter().find(|folder| folder.id == id)
    }

    pub(super) fn fresh_id(&mut self) -> Id {
        self.last_id += 1;
        self.last_id
    }

    /// Puts a note where its last change belongs, in place of the one with its number.
    pub(super) fn put(&mut self, note: Note) {
        self.notes.retain(|other| other.id != note.id);
        let at = self.notes.partition_point(|other| other.changed_ms > note.changed_ms);
        self.notes.insert(at, note);
    }

    /// Moves a note to the trash; whether it was there.
    pub(super) fn discard(&mut self, id: Id) -> bool {
        let Some(at) = self.notes.iter().position(|note| note.id == id) else { return false };
        let note = self.notes.remove(at);
        self.trash.insert(0, note);
        true
    }

    /// The notes of a folder that hold the words searched for, in order.
    pub(super) fn shown(&self, folder: Option<Id>, query: &str) -> Vec<&Note> {
        let query = query.trim().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&query);
        let mut notes: Vec<&Note> = self
            .notes
            .iter()
            .filter(|note| folder.is_none() || note.folder == folder)
            .filter(|note| query.is_empty() || holds(&note.title) || holds(&note.body))
            .collect();
        match self.settings.sort {
            Sort::Changed => {}
            Sort::Title => notes.sort_by_cached_key(|note| note.title.to_lowercase()),
            Sort::Longest => notes.sort_by_key(|note| Reverse(note.body.len())),
        }
        notes
    }
}

impl Note {
    /// What it is called in lists and questions: a title however long must leave room for the buttons below it.
    pub(super) fn name(&self) -> String {
        match self.title.char_indices().nth(MAX_NAME) {
            Some((end, _)) => format!("{}…", &self.title[..end]),
            None if self.title.trim().is_empty() => "Untitled".to_owned(),
            None => self.title.clone(),
        }
    }
}

impl Sort {
    pub(super) const ALL: [(Sort, &'static str); 3] =
        [(Sort::Changed, "Last changed"), (Sort::Title, "Title"), (Sort::Longest, "Longest first")];
}

impl Letters {
    pub(super) const ALL: [(Letters, &'static str); 3] =
        [(Letters::Small, "Small"), (Letters::Normal, "Normal"), (Letters::Large, "Large")];

    pub(super) fn size(self) -> TextSize {
        match self {
            Letters::Small => TextSize::Small,
            Letters::Normal => TextSize::Large,
            Letters::Large => TextSize::Title,
        }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            sort: Sort::Changed,
            theme: Theme::Phone,
            letters: Letters::Normal,
            previews: true,
            ask_before_deleting: true,
        }
    }
}

impl Default for Store {
    /// A fresh install has some notes, so that nobody starts before an empty screen.
    fn default() -> Self {
        let folders = [(1, "Home"), (2, "Work"), (3, "Ideas")];
        let folders = folders.map(|(id, name)| Folder { id, name: name.to_owned() });
        let notes = [
            (4, "Shopping", "Milk, eggs, bread, coffee beans", Some(1)),
            (5, "Call the landlord", "The tap in the kitchen drips again. Ask for Tuesday.", Some(1)),
            (6, "Team meeting", "Budget for spring; who takes over the newsletter?", Some(2)),
            (7, "Books to read", "The Left Hand of Darkness\nThe Summer Book", Some(3)),
            (8, "Birthday present for Ada", "Watercolours? A ticket for the boat trip?", Some(3)),
            (9, "Welcome", "Tap + for a new note. Hold a note to select several.", None),
        ];
        let note = |(id, title, body, folder): (Id, &str, &str, _)| Note {
            id,
            title: title.to_owned(),
            body: body.to_owned(),
            folder,
            // A day apart from each other, the first one the last changed: on 4 January 2026.
            changed_ms: 1_767_500_000_000 - u64::from(id - 4) * 86_400_000,
        };
        Store {
            notes: notes.map(note).to_vec().into(),
            trash: Shared::default(),
            folders: folders.to_vec().into(),
            settings: Preferences::default(),
            last_backup_ms: None,
            last_id: 9,
        }
    }
}
