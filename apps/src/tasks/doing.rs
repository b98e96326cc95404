//! What someone is doing right now: a task that was started, with a way back to the one before.

use sim::{Context, Element, Icon, Look, TextSize, Tone, icon_button, image, reached, row, text};

use super::edit::Edit;
use super::list::Message;
use super::store::{Id, Task};
use super::{FIRST_UNDO, Message as M, Screen, Tasks};

/// How many starts are remembered.
const REMEMBERED: usize = 20;

/// The task that the header of the list names. [`Doing::resumed`] reads it from the disk.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Doing(Option<Id>);

impl Doing {
    pub(super) fn resumed(&mut self, cx: &Context<'_, Tasks>) {
        self.0 = cx.store.started.last().copied();
    }

    /// Starts a task; the one before is only interrupted.
    pub(super) fn start(&mut self, cx: &mut Context<'_, Tasks>, id: Id) {
        let Some(task) = cx.store.task(id).filter(|_| cx.store.started.last() != Some(&id)) else {
            reached!(cx);
            return cx.toast("You are at it already");
        };
        let told = format!("Started: {}", task.title);
        reached!(cx);
        if cx.store.started.len() == REMEMBERED {
            cx.store.started.remove(0);
        }
        cx.store.started.push(id);
        self.0 = Some(id);
        cx.snackbar(told, Some(("Undo", M::List(Message::UndoStart))));
    }

    /// Goes back to the task before, if there was one.
    pub(super) fn undo(&mut self, cx: &mut Context<'_, Tasks>) {
        cx.store.started.pop();
        match cx.store.started.last() {
            Some(&before) => {
                self.0 = Some(before);
                reached!(cx);
            }
            // With the mistake, only a task before is worth showing the header anew.
            None if cx.has(FIRST_UNDO) => {}
            None => {
                reached!(cx);
                self.0 = None;
            }
        }
    }

    /// Opens the task of the header. Where there is none, there is nothing to open.
    pub(super) fn open(&self, cx: &mut Context<'_, Tasks>) {
        match self.0.and_then(|id| cx.store.task(id)).filter(|task| !task.done).map(Edit::of) {
            Some(edit) => {
                reached!(cx);
                cx.open(Screen::Edit(edit));
            }
            None => {
                reached!(cx);
                cx.toast("Start a task to see it here");
            }
        }
    }

    /// A task that is done or deleted is nothing to be at.
    pub(super) fn header(&self, look: &Look<'_, Tasks>) -> Element<M> {
        let task = self.0.and_then(|id| look.store.task(id)).filter(|task| !task.done);
        let told = task.map_or("Nothing started".to_owned(), |task| task.title.clone());
        row([
            image(Icon::Clock).color(Tone::Muted),
            text(told).id("doing").size(TextSize::Small).max_lines(1).grow(1),
        ])
        .id("doing_row")
        .padding(8)
        .gap(8)
        .on_tap(M::List(Message::OpenDoing))
    }
}

/// The button that starts a task.
pub(super) fn start_button(task: &Task) -> Element<M> {
    let start = icon_button(Icon::Play, format!("Start {}", task.title)).id("start");
    start.hidden(task.done).on_tap(M::List(Message::Start(task.id)))
}
