//! The lists: add, rename, delete. The inbox stays.

use sim::{
    Context, Dialog, Element, Icon, Look, Outcome, Page, TextSize, Tone, column, floating_button,
    icon_button, progress, reached, row, text, text_box,
};

use super::store::{INBOX, Id, MAX_NAME, TaskList};
use super::{Message as M, Tasks};

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Lists {
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Hash)]
enum Asking {
    /// A name for a new list, or another one for this.
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

impl Lists {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Add => {
                reached!(cx);
                self.asking = Some(Asking::Name { of: None, typed: String::new(), problem: None });
                cx.focus("name");
            }
            Rename(id) => {
                reached!(cx);
                let typed = cx.store.list(id).map(|list| list.name.clone()).unwrap_or_default();
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
            Delete(INBOX) => {
                reached!(cx);
                cx.toast("The inbox cannot be deleted");
            }
            Delete(id) => {
                reached!(cx);
                self.asking = Some(Asking::Delete(id));
            }
            DeleteConfirmed => self.delete(cx),
            Cancel => self.asking = None,
        }
        Ok(())
    }

    fn name_given(&mut self, cx: &mut Context<'_, Tasks>) {
        let Some(Asking::Name { of, typed, problem }) = &mut self.asking else { return };
        let name = typed.trim().to_owned();
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
        if cx.store.lists.iter().any(|list| list.name == name && Some(list.id) != *of) {
            reached!(cx);
            *problem = Some("There is such a list already");
            return;
        }
        let known = of.and_then(|id| cx.store.lists.iter().position(|list| list.id == id));
        match known {
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
        self.asking = None;
    }

    /// The list goes, its tasks move to the inbox.
    fn delete(&mut self, cx: &mut Context<'_, Tasks>) {
        let Some(Asking::Delete(id)) = self.asking.take() else { return };
        reached!(cx);
        let store = &mut **cx.store;
        store.lists.retain(|list| list.id != id);
        for task in store.tasks.iter_mut().filter(|task| task.list == id) {
            task.list = INBOX;
        }
    }

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        Page::new(look.list("lists", 72, &look.store.lists, |_, list| list_row(look, list)))
            .title("Lists")
            .up(M::Lists(Back))
            .floating(floating_button(Icon::Add, "New list").id("add").on_tap(M::Lists(Add)))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Tasks>) -> Option<Dialog<M>> {
        let (dialog, label, message) = match self.asking.as_ref()? {
            Asking::Name { of, typed, problem } => {
                let name = text_box(typed.clone())
                    .id("name")
                    .hint("Name")
                    .on_edit(|text| M::Lists(Typed(text)))
                    .on_submit(M::Lists(NameGiven));
                let problem = text(problem.unwrap_or_default()).id("problem").color(Tone::Danger);
                let title = if of.is_some() { "Rename list" } else { "New list" };
                (Dialog::new(title).body(column([name, problem])), "OK", NameGiven)
            }
            Asking::Delete(id) => {
                let name = look.store.list(*id).map_or("this list", |list| &list.name);
                let dialog = Dialog::new(format!("Delete {name}?")).message("Its tasks move to the inbox.");
                (dialog, "Delete", DeleteConfirmed)
            }
        };
        let cancel = M::Lists(Cancel);
        Some(dialog.button("Cancel", cancel.clone()).button(label, M::Lists(message)).on_cancel(cancel))
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
    row([words.grow(1), delete.on_tap(M::Lists(Delete(list.id)))])
        .id("list")
        .padding(8)
        .height(72)
        .on_tap(M::Lists(Rename(list.id)))
}
