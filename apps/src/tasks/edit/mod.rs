//! One task, to read and change.

mod view;

use sim::{Context, Look, Outcome, reached, whole_number};

use super::change::delete;
use super::list;
use super::store::{INBOX, Id, Preferences, Priority, Repeat, Task};
use super::{Message as M, NOT_A_NUMBER, Tasks};
use crate::day::Day;

/// The screen: what has been typed and chosen so far, whatever is on the disk.
#[derive(Debug, Clone, Hash)]
pub struct Edit {
    /// `None` until it has been saved.
    id: Option<Id>,
    title: String,
    notes: String,
    list: Id,
    due: Option<Day>,
    priority: Priority,
    repeat: Repeat,
    changed: bool,
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Hash)]
enum Asking {
    Due { days: String, problem: Option<&'static str> },
    Keep,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Title(String),
    Notes(String),
    List(Id),
    Priority(Priority),
    Repeat(Repeat),
    AskDue,
    Days(String),
    DueInDays,
    DueIn(Option<i64>),
    Save,
    Back,
    Discard,
    Cancel,
    Delete,
}

use Message::{AskDue, Back, Cancel, Days, Delete, Discard, DueIn, DueInDays, Notes, Save, Title};

impl Edit {
    pub(super) fn new(settings: &Preferences, list: Option<Id>, due: Option<Day>) -> Edit {
        Edit {
            id: None,
            title: String::new(),
            notes: String::new(),
            list: list.unwrap_or(INBOX),
            due,
            priority: settings.priority,
            repeat: Repeat::Never,
            changed: false,
            asking: None,
        }
    }

    pub(super) fn of(task: &Task) -> Edit {
        let Task { id, title, notes, list, due, priority, repeat, .. } = task.clone();
        Edit { id: Some(id), title, notes, list, due, priority, repeat, changed: false, asking: None }
    }

    /// What was typed is not part of the saved state: what is on the disk is shown again.
    pub(super) fn forget_typed(&mut self, look: &Look<'_, Tasks>) {
        let saved = self.id.and_then(|id| look.store.task(id));
        self.title = saved.map(|task| task.title.clone()).unwrap_or_default();
        self.notes = saved.map(|task| task.notes.clone()).unwrap_or_default();
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Title(title) => {
                reached!(cx);
                self.title = title;
                self.changed = true;
            }
            Notes(notes) => {
                reached!(cx);
                self.notes = notes;
                self.changed = true;
            }
            Message::List(list) => {
                reached!(cx);
                self.list = list;
                self.changed = true;
            }
            Message::Priority(priority) => {
                reached!(cx);
                self.priority = priority;
                self.changed = true;
            }
            Message::Repeat(repeat) => {
                reached!(cx);
                self.repeat = repeat;
                self.changed = true;
            }
            AskDue => {
                reached!(cx);
                self.asking = Some(Asking::Due { days: String::new(), problem: None });
            }
            Days(typed) => {
                reached!(cx);
                if let Some(Asking::Due { days, problem }) = &mut self.asking {
                    *days = typed;
                    *problem = None;
                }
            }
            DueInDays => self.due_in_days(cx)?,
            DueIn(days) => {
                reached!(cx);
                self.set_due(cx, days);
            }
            Save => self.save(cx),
            Back if self.changed => {
                reached!(cx);
                self.asking = Some(Asking::Keep);
            }
            Back | Discard => {
                reached!(cx);
                cx.finish();
            }
            Cancel => self.asking = None,
            Delete => match self.id {
                Some(id) => {
                    reached!(cx);
                    delete(cx, &[id]);
                    cx.finish_with(M::List(list::Message::Deleted));
                }
                None => cx.finish(),
            },
        }
        Ok(())
    }

    fn due_in_days(&mut self, cx: &mut Context<'_, Tasks>) -> Outcome {
        let Some(Asking::Due { days, problem }) = &mut self.asking else { return Ok(()) };
        let number = if cx.has(NOT_A_NUMBER) { Some(whole_number(days)?) } else { days.trim().parse().ok() };
        match number.filter(|number| (0..=3650).contains(number)) {
            Some(number) => {
                reached!(cx);
                self.set_due(cx, Some(number));
            }
            None => {
                reached!(cx);
                *problem = Some("Please type a number up to 3650");
            }
        }
        Ok(())
    }

    fn set_due(&mut self, cx: &Context<'_, Tasks>, days: Option<i64>) {
        let today = Day::of_ms(cx.unix_ms());
        self.due = days.map(|days| today.plus(days));
        self.changed = true;
        self.asking = None;
    }

    fn save(&mut self, cx: &mut Context<'_, Tasks>) {
        if self.title.trim().is_empty() {
            reached!(cx);
            self.asking = None;
            cx.toast("A task needs a title");
            return;
        }
        reached!(cx);
        // Another editor of the same task may have deleted it.
        let known = self.id.and_then(|id| cx.store.task(id)).cloned();
        let (done, follows) = known.as_ref().map_or((false, None), |task| (task.done, task.follows));
        let id = known.map_or_else(|| cx.store.fresh_id(), |task| task.id);
        let Edit { title, notes, list, due, priority, repeat, .. } = self.clone();
        cx.store.put(Task { id, title, notes, list, due, priority, repeat, done, follows });
        cx.memory.numbers = None;
        cx.toast("Task saved");
        cx.finish();
    }
}
