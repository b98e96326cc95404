//! The folders: add, rename, delete.

use sim::{
    Context, Element, Icon, Look, Outcome, Page, TextSize, Tone, column, floating_button, icon_button,
    reached, row, text,
};

use super::list::notes;
use super::store::{Folder, Store};
use super::{Message as M, Notes};
use crate::kit::names::{self, Asking, Wish, Words};
use names::Message::{Add, Delete, Rename};

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Folders {
    asking: Asking,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    Name(names::Message),
}

const WORDS: Words = Words {
    new: "New folder",
    rename: "Rename folder",
    taken: "There is such a folder already",
    kept: "Its notes are kept without a folder.",
};

fn here(message: names::Message) -> M {
    M::Folders(Message::Name(message))
}

fn named(store: &Store) -> Vec<(u32, String)> {
    store.folders.iter().map(|folder| (folder.id, folder.name.clone())).collect()
}

impl Folders {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        let message = match message {
            Message::Back => {
                cx.finish();
                return Ok(());
            }
            Message::Name(message) => message,
        };
        match self.asking.update(cx, &WORDS, named, message) {
            Some(Wish::Name { of, name }) => {
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
            }
            // The folder goes, its notes stay, those in the trash too.
            Some(Wish::Delete(id)) => {
                let store = &mut **cx.store;
                store.folders.retain(|folder| folder.id != id);
                let notes = store.notes.iter_mut().chain(store.trash.iter_mut());
                notes.filter(|note| note.folder == Some(id)).for_each(|note| note.folder = None);
            }
            None => {}
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Notes>) -> Page<M> {
        let nothing = text("No folders yet").id("empty").color(Tone::Muted).centered().grow(1);
        let list = look.list("folder_list", 64, &look.store.folders, |_, folder| folder_row(look, folder));
        let name_of = |id| look.store.folder(id).map_or("this folder", |folder| &folder.name).to_owned();
        Page::new(if look.store.folders.is_empty() { nothing } else { list })
            .title("Folders")
            .up(M::Folders(Message::Back))
            .floating(floating_button(Icon::Add, "New folder").id("add").on_tap(here(Add)))
            .dialog(self.asking.dialog(&WORDS, name_of, here))
    }
}

fn folder_row(look: &Look<'_, Notes>, folder: &Folder) -> Element<M> {
    let count = look.store.notes.iter().filter(|note| note.folder == Some(folder.id)).count();
    let words = column([
        text(folder.name.clone()).id("name").size(TextSize::Large).max_lines(1),
        text(notes(count)).id("count").size(TextSize::Small).color(Tone::Muted),
    ]);
    let delete = icon_button(Icon::Delete, format!("Delete {}", folder.name)).id("delete");
    row([words.grow(1), delete.on_tap(here(Delete(folder.id)))])
        .id("folder")
        .padding(12)
        .height(64)
        .on_tap(here(Rename(folder.id)))
}
