//! The notes in a list: search, sort, select, delete.

mod view;

use sim::{Context, OrThrow, Outcome, reached};

use super::edit::Edit;
use super::folders::Folders;
use super::settings::Settings;
use super::store::{Id, Note, Sort, Store};
use super::trash::Trash;
use super::{Message as M, Notes, Screen, VANISHED_ADD};
use crate::kit::counted;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct List {
    folder: Option<Id>,
    /// What is searched for, while the search is open.
    query: Option<String>,
    add_hidden: bool,
    selected: Vec<Id>,
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Copy, Hash)]
enum Asking {
    Sort,
    Move,
    Delete,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Tapped(Id),
    Held(Id),
    Add,
    Search,
    Query(String),
    CloseSearch,
    Back,
    Folder(Option<Id>),
    AskSort,
    SortBy(Sort),
    Delete(Id),
    /// The editor has deleted its note.
    Deleted,
    Share(Id),
    AskMove,
    MoveTo(Option<Id>),
    SelectAll,
    DeleteSelected,
    DeleteConfirmed,
    Cancel,
    Undo,
    OpenFolders,
    OpenTrash,
    OpenSettings,
}

use Message::{
    Add, AskMove, AskSort, Back, Cancel, CloseSearch, Delete, DeleteConfirmed, DeleteSelected, Deleted, Held,
    MoveTo, OpenFolders, OpenSettings, OpenTrash, Query, Search, SelectAll, Share, SortBy, Tapped, Undo,
};

impl List {
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Notes>) -> Outcome {
        cx.memory.tip = cx.random(view::TIPS.len() as u64) as usize;
        // Notes may have been deleted in the editor.
        self.deselect_hidden(cx);
        Ok(())
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        match message {
            Tapped(id) if self.selected.is_empty() => {
                reached!(cx);
                if let Some(note) = cx.store.note(id) {
                    let edit = Edit::of(note);
                    cx.open(Screen::Edit(edit));
                }
            }
            Tapped(id) | Held(id) => self.toggle(cx, id),
            Add => {
                reached!(cx);
                cx.open(Screen::Edit(Edit::new(self.folder)));
            }
            Search => {
                reached!(cx);
                self.query = Some(String::new());
                self.add_hidden = true;
                cx.focus("search_box");
            }
            Query(query) => {
                reached!(cx);
                self.query = Some(query);
                self.deselect_hidden(cx);
            }
            CloseSearch => {
                reached!(cx);
                self.query = None;
                self.add_hidden = false;
            }
            Back => self.back(cx),
            Message::Folder(folder) => {
                reached!(cx);
                self.folder = folder;
                self.deselect_hidden(cx);
            }
            SortBy(sort) => {
                reached!(cx);
                cx.store.settings.sort = sort;
                self.asking = None;
            }
            Delete(id) => {
                reached!(cx);
                let deleted = delete(cx, vec![id]);
                self.deselect_hidden(cx);
                offer_undo(cx, deleted);
            }
            Deleted => offer_undo(cx, 1),
            Share(id) => {
                reached!(cx);
                if let Some(note) = cx.store.note(id) {
                    let shared = format!("{}\n\n{}", note.title, note.body);
                    cx.share(shared);
                }
            }
            AskSort => self.asking = Some(Asking::Sort),
            AskMove => self.asking = Some(Asking::Move),
            MoveTo(folder) => self.move_selected(cx, folder),
            SelectAll => {
                reached!(cx);
                self.selected = self.shown(cx.store).iter().map(|note| note.id).collect();
            }
            DeleteSelected if cx.store.settings.ask_before_deleting => {
                reached!(cx);
                self.asking = Some(Asking::Delete);
            }
            DeleteSelected | DeleteConfirmed => {
                reached!(cx);
                self.asking = None;
                let deleted = delete(cx, std::mem::take(&mut self.selected));
                offer_undo(cx, deleted);
            }
            Cancel => self.asking = None,
            Undo => undo(cx)?,
            OpenFolders => cx.open(Screen::Folders(Folders::default())),
            OpenTrash => cx.open(Screen::Trash(Trash::default())),
            OpenSettings => cx.open(Screen::Settings(Settings)),
        }
        Ok(())
    }

    /// The notes of the chosen folder that hold what is searched for. A folder that is gone counts as none.
    fn shown<'s>(&self, store: &'s Store) -> Vec<&'s Note> {
        let folder = self.folder.filter(|&id| store.folder(id).is_some());
        store.shown(folder, self.query.as_deref().unwrap_or_default())
    }

    /// What cannot be seen is not selected.
    fn deselect_hidden(&mut self, cx: &Context<'_, Notes>) {
        let shown = self.shown(cx.store);
        self.selected.retain(|&id| shown.iter().any(|note| note.id == id));
    }

    fn toggle(&mut self, cx: &mut Context<'_, Notes>, id: Id) {
        if let Some(at) = self.selected.iter().position(|&other| other == id) {
            reached!(cx);
            self.selected.remove(at);
        } else if cx.store.note(id).is_some() {
            reached!(cx);
            self.selected.push(id);
        }
    }

    /// The back key ends the selection first, then the search.
    fn back(&mut self, cx: &mut Context<'_, Notes>) {
        if !self.selected.is_empty() {
            reached!(cx);
            self.selected.clear();
        } else {
            reached!(cx);
            self.query = None;
            if !cx.has(VANISHED_ADD) {
                self.add_hidden = false;
            }
        }
    }

    fn move_selected(&mut self, cx: &mut Context<'_, Notes>, folder: Option<Id>) {
        reached!(cx);
        let moved = self.selected.len();
        for note in cx.store.notes.iter_mut().filter(|note| self.selected.contains(&note.id)) {
            note.folder = folder;
        }
        self.selected.clear();
        self.asking = None;
        cx.toast(format!("{} moved", notes(moved)));
    }
}

/// Moves notes to the trash; how many of them there were.
pub(super) fn delete(cx: &mut Context<'_, Notes>, mut ids: Vec<Id>) -> usize {
    ids.retain(|&id| cx.store.discard(id));
    let deleted = ids.len();
    if deleted > 0 {
        cx.memory.undo.push(ids);
    }
    cx.memory.count = Some(cx.store.notes.len());
    deleted
}

fn offer_undo(cx: &mut Context<'_, Notes>, deleted: usize) {
    cx.snackbar(format!("{} deleted", notes(deleted)), Some(("Undo", M::List(Undo))));
}

/// Brings back what was deleted last.
fn undo(cx: &mut Context<'_, Notes>) -> Outcome {
    let Some(ids) = cx.memory.undo.pop() else {
        reached!(cx);
        cx.toast("Nothing to undo");
        return Ok(());
    };
    for id in ids {
        reached!(cx);
        let at = cx.store.trash.iter().position(|note| note.id == id).or_null_pointer("Note.title")?;
        let note = cx.store.trash.remove(at);
        cx.store.put(note);
    }
    cx.memory.count = Some(cx.store.notes.len());
    Ok(())
}

pub(super) fn notes(count: usize) -> String {
    counted(count, "note", "notes")
}
