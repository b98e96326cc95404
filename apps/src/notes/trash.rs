//! What was deleted: restore it, or let it go for good.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, icon_button,
    reached, row, text,
};

use super::list::notes;
use super::store::{Id, Note};
use super::{Message as M, Notes, RESTORED_HOMELESS, STALE_COUNT, UNDO_AFTER_EMPTYING};
use crate::day::ago;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Trash {
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Copy, Hash)]
enum Asking {
    Empty,
    Purge(Id),
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    Restore(Id),
    RestoreAll,
    Purge(Id),
    Empty,
    Confirmed,
    Cancel,
}

use Message::{Back, Cancel, Confirmed, Empty, Purge, Restore, RestoreAll};

impl Trash {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Restore(id) => restore(cx, id),
            RestoreAll => {
                reached!(cx);
                let ids: Vec<Id> = cx.store.trash.iter().map(|note| note.id).collect();
                ids.into_iter().for_each(|id| restore(cx, id));
            }
            Purge(id) => {
                reached!(cx);
                self.asking = Some(Asking::Purge(id));
            }
            Empty => {
                reached!(cx);
                self.asking = Some(Asking::Empty);
            }
            Confirmed => match self.asking.take() {
                Some(Asking::Empty) => {
                    reached!(cx);
                    let gone = cx.store.trash.len();
                    cx.store.trash.clear();
                    if !cx.has(UNDO_AFTER_EMPTYING) {
                        cx.memory.forget_undo(|_| true);
                    }
                    cx.toast(format!("{} gone for good", notes(gone)));
                }
                Some(Asking::Purge(id)) => {
                    reached!(cx);
                    cx.store.trash.retain(|note| note.id != id);
                    cx.memory.forget_undo(|other| other == id);
                }
                None => {}
            },
            Cancel => self.asking = None,
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Notes>) -> Page<M> {
        let trash = &look.store.trash;
        let nothing = text("The trash is empty").id("empty").color(Tone::Muted).centered().grow(1);
        let list = look.list("trash_list", 64, trash, |_, note| trash_row(look, note));
        Page::new(if trash.is_empty() { nothing } else { list })
            .title("Trash")
            .subtitle(notes(trash.len()))
            .up(M::Trash(Back))
            .action(
                MenuItem::new("restore_all", "Restore all", M::Trash(RestoreAll)).enabled(!trash.is_empty()),
            )
            .action(MenuItem::new("empty_trash", "Empty trash", M::Trash(Empty)).enabled(!trash.is_empty()))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Notes>) -> Option<Dialog<M>> {
        let title = match self.asking? {
            Asking::Empty => "Empty the trash?".to_owned(),
            Asking::Purge(id) => {
                let note = look.store.trash.iter().find(|note| note.id == id);
                format!("Delete {} for good?", note.map_or("this note".to_owned(), Note::name))
            }
        };
        let cancel = M::Trash(Cancel);
        let dialog = Dialog::new(title).message("This cannot be undone.");
        Some(dialog.button("Cancel", cancel.clone()).button("Delete", M::Trash(Confirmed)).on_cancel(cancel))
    }
}

fn restore(cx: &mut Context<'_, Notes>, id: Id) {
    let Some(at) = cx.store.trash.iter().position(|note| note.id == id) else { return };
    reached!(cx);
    let mut note = cx.store.trash.remove(at);
    if cx.has(RESTORED_HOMELESS) {
        // The trash of an older version had no column for the folder.
        note.folder = None;
    }
    cx.toast(format!("{} restored", note.name()));
    cx.store.put(note);
    cx.memory.forget_undo(|other| other == id);
    if !cx.has(STALE_COUNT) {
        cx.memory.count = Some(cx.store.notes.len());
    }
}

fn trash_row(look: &Look<'_, Notes>, note: &Note) -> Element<M> {
    let words = column([
        text(note.name()).id("title").size(TextSize::Large).max_lines(1),
        text(ago(look.unix_ms(), note.changed_ms)).id("changed").size(TextSize::Small).color(Tone::Muted),
    ]);
    let restore = icon_button(Icon::Undo, format!("Restore {}", note.name())).id("restore");
    let purge = icon_button(Icon::Delete, format!("Delete {} for good", note.name())).id("purge");
    row([words.grow(1), restore.on_tap(M::Trash(Restore(note.id))), purge.on_tap(M::Trash(Purge(note.id)))])
        .id("note")
        .padding(12)
        .height(64)
}
