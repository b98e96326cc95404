//! The lists: add, rename, delete. The inbox stays.

use sim::{
    Context, Element, Icon, Look, Outcome, Page, TextSize, Tone, column, floating_button, icon_button,
    progress, reached, row, text,
};

use super::store::{INBOX, Store, TaskList};
use super::{Message as M, Tasks};
use crate::kit::names::{self, Asking, Wish, Words};
use names::Message::{Add, Delete, Rename};

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Lists {
    asking: Asking,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    Name(names::Message),
}

const WORDS: Words = Words {
    new: "New list",
    rename: "Rename list",
    taken: "There is such a list already",
    kept: "Its tasks move to the inbox.",
};

fn here(message: names::Message) -> M {
    M::Lists(Message::Name(message))
}

fn named(store: &Store) -> Vec<(u32, String)> {
    store.lists.iter().map(|list| (list.id, list.name.clone())).collect()
}

impl Lists {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Message::Back => cx.finish(),
            Message::Name(Delete(INBOX)) => {
                reached!(cx);
                cx.toast("The inbox cannot be deleted");
            }
            Message::Name(message) => {
                if let Some(wish) = self.asking.update(cx, &WORDS, named, message) {
                    fulfil(cx, wish);
                }
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let name_of = |id| look.store.list(id).map_or("this list", |list| &list.name).to_owned();
        Page::new(look.list("lists", 72, &look.store.lists, |_, list| list_row(look, list)))
            .title("Lists")
            .up(M::Lists(Message::Back))
            .floating(floating_button(Icon::Add, "New list").id("add").on_tap(here(Add)))
            .dialog(self.asking.dialog(&WORDS, name_of, here))
    }
}

fn fulfil(cx: &mut Context<'_, Tasks>, wish: Wish) {
    match wish {
        Wish::Name { of, name } => {
            match of.and_then(|id| cx.store.lists.iter().position(|list| list.id == id)) {
                Some(at) => {
                    reached!(cx);
                    cx.store.lists[at].name = name;
                }
                None => {
                    reached!(cx);
                    let id = cx.store.fresh_id();
                    cx.store.lists.push(TaskList { id, name });
                }
            }
        }
        // The list goes, its tasks move to the inbox.
        Wish::Delete(id) => {
            let store = &mut **cx.store;
            store.lists.retain(|list| list.id != id);
            store.tasks.iter_mut().filter(|task| task.list == id).for_each(|task| task.list = INBOX);
        }
    }
}

fn list_row(look: &Look<'_, Tasks>, list: &TaskList) -> Element<M> {
    let of_list = || look.store.tasks.iter().filter(|task| task.list == list.id);
    let (all, done) = (of_list().count(), of_list().filter(|task| task.done).count());
    let words = column([
        text(list.name.clone()).id("name").size(TextSize::Large).max_lines(1),
        text(format!("{done} of {all} done")).id("count").size(TextSize::Small).color(Tone::Muted),
        progress((done * 100).checked_div(all).unwrap_or(0) as u8).id("share"),
    ]);
    let delete = icon_button(Icon::Delete, format!("Delete {}", list.name)).id("delete");
    row([words.grow(1), delete.on_tap(here(Delete(list.id)))])
        .id("list")
        .padding(8)
        .height(72)
        .on_tap(here(Rename(list.id)))
}
