//! The folders: add, rename, delete.

use sim::{
    Context, Dialog, Element, Icon, Look, Outcome, Page, TextSize, Tone, column, floating_button,
    icon_button, reached, row, text, text_box,
};

use super::list::notes;
use super::store::{Folder, Id, MAX_NAME};
use super::{Message as M, Notes};

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Folders {
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Hash)]
enum Asking {
    /// A name for a new folder, or another one for this.
    Name {
        of: Option<Id>,
        typed: String,
        problem: Option<&'static str>,
    },
    Delete(Id),
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    Add,
    Rename(Id),
    Typed(String),
    NameGiven,
    Delete(Id),
    DeleteConfirmed,
    Cancel,
}

use Message::{Add, Back, Cancel, Delete, DeleteConfirmed, NameGiven, Rename, Typed};

impl Folders {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Add => {
                reached!(cx);
                self.asking = Some(Asking::Name { of: None, typed: String::new(), problem: None });
                cx.focus("name");
            }
            Rename(id) => {
                reached!(cx);
                let typed = cx.store.folder(id).map(|folder| folder.name.clone()).unwrap_or_default();
                self.asking = Some(Asking::Name { of: Some(id), typed, problem: None });
                cx.focus("name");
            }
            Typed(name) => {
                reached!(cx);
                if let Some(Asking::Name { typed, problem, .. }) = &mut self.asking {
                    *typed = name;
                    *problem = None;
                }
            }
            NameGiven => self.name_given(cx),
            Delete(id) => {
                reached!(cx);
                self.asking = Some(Asking::Delete(id));
            }
            DeleteConfirmed => self.delete(cx),
            Cancel => self.asking = None,
        }
        Ok(())
    }

    fn name_given(&mut self, cx: &mut Context<'_, Notes>) {
        let Some(Asking::Name { of, typed, problem }) = &mut self.asking else { return };
        let name = typed.trim();
        let taken = cx.store.folders.iter().any(|folder| folder.name == name && Some(folder.id) != *of);
        if name.is_empty() {
            reached!(cx);
            *problem = Some("Please type a name");
            return;
        }
        if name.chars().count() > MAX_NAME {
            reached!(cx);
            *problem = Some("Please choose a shorter name");
            return;
        }
        if taken {
            reached!(cx);
            *problem = Some("There is such a folder already");
            return;
        }
        let name = name.to_owned();
        let known = of.and_then(|id| cx.store.folders.iter().position(|folder| folder.id == id));
        match known {
            Some(at) => {
                reached!(cx);
                cx.store.folders[at].name = name;
            }
            None => {
                reached!(cx);
                let id = cx.store.fresh_id();
                cx.store.folders.push(Folder { id, name });
            }
        }
        self.asking = None;
    }

    /// The folder goes, its notes stay, those in the trash too.
    fn delete(&mut self, cx: &mut Context<'_, Notes>) {
        let Some(Asking::Delete(id)) = self.asking.take() else { return };
        reached!(cx);
        let store = &mut **cx.store;
        store.folders.retain(|folder| folder.id != id);
        for note in
            store.notes.iter_mut().chain(store.trash.iter_mut()).filter(|note| note.folder == Some(id))
        {
            note.folder = None;
        }
    }

    pub(super) fn view(&self, look: &Look<'_, Notes>) -> Page<M> {
        let nothing = text("No folders yet").id("empty").color(Tone::Muted).centered().grow(1);
        let list = look.list("folder_list", 64, &look.store.folders, |_, folder| folder_row(look, folder));
        Page::new(if look.store.folders.is_empty() { nothing } else { list })
            .title("Folders")
            .up(M::Folders(Back))
            .floating(floating_button(Icon::Add, "New folder").id("add").on_tap(M::Folders(Add)))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Notes>) -> Option<Dialog<M>> {
        let (dialog, label, message) = match self.asking.as_ref()? {
            Asking::Name { of, typed, problem } => {
                let name = text_box(typed.clone())
                    .id("name")
                    .hint("Name")
                    .on_edit(|text| M::Folders(Typed(text)))
                    .on_submit(M::Folders(NameGiven));
                let problem = text(problem.unwrap_or_default()).id("problem").color(Tone::Danger);
                let title = if of.is_some() { "Rename folder" } else { "New folder" };
                (Dialog::new(title).body(column([name, problem])), "OK", NameGiven)
            }
            Asking::Delete(id) => {
                let name = look.store.folder(*id).map_or("this folder", |folder| &folder.name);
                let dialog =
                    Dialog::new(format!("Delete {name}?")).message("Its notes are kept without a folder.");
                (dialog, "Delete", DeleteConfirmed)
            }
        };
        let cancel = M::Folders(Cancel);
        Some(dialog.button("Cancel", cancel.clone()).button(label, M::Folders(message)).on_cancel(cancel))
    }
}

fn folder_row(look: &Look<'_, Notes>, folder: &Folder) -> Element<M> {
    let count = look.store.notes.iter().filter(|note| note.folder == Some(folder.id)).count();
    let words = column([
        text(folder.name.clone()).id("name").size(TextSize::Large).max_lines(1),
        text(notes(count)).id("count").size(TextSize::Small).color(Tone::Muted),
    ]);
    let delete = icon_button(Icon::Delete, format!("Delete {}", folder.name)).id("delete");
    row([words.grow(1), delete.on_tap(M::Folders(Delete(folder.id)))])
        .id("folder")
        .padding(12)
        .height(64)
        .on_tap(M::Folders(Rename(folder.id)))
}
