//! One task, to read and change.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, button, column, dropdown,
    number_box, radio, reached, row, scroll, text, text_area, text_box, whole_number,
};

use super::change::delete;
use super::list;
use super::store::{INBOX, Id, Preferences, Priority, Repeat, Task, due_text};
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

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let today = Day::of_ms(look.unix_ms());
        let due = self.due.map_or("No due date".to_owned(), |due| due_text(due, today));
        let fields = column([
            text_box(self.title.clone())
                .id("title")
                .hint("What is to be done?")
                .size(TextSize::Title)
                .on_edit(|text| M::Edit(Title(text))),
            text_area(self.notes.clone()).id("notes").hint("Notes").on_edit(|text| M::Edit(Notes(text))),
            field("Due", button(due).id("due").on_tap(M::Edit(AskDue))),
            field("List", self.list_choice(look)),
            field("Repeat", self.repeat_choice()),
            text("Priority"),
            row(Priority::ALL.map(|(priority, label)| {
                radio(label, priority == self.priority).on_tap(M::Edit(Message::Priority(priority)))
            }))
            .id("priority")
            .wrap()
            .gap(8),
        ]);
        Page::new(scroll("form", fields.padding(16).gap(12)))
            .title(if self.id.is_some() { "Edit task" } else { "New task" })
            .up(M::Edit(Back))
            .action(MenuItem::new("save", "Save", M::Edit(Save)).icon(Icon::Check))
            .action(MenuItem::new("delete", "Delete", M::Edit(Delete)))
            .on_back(Some(M::Edit(Back)))
            .dialog(self.dialog())
    }

    fn list_choice(&self, look: &Look<'_, Tasks>) -> Element<M> {
        let lists = &look.store.lists;
        let ids: Vec<Id> = lists.iter().map(|list| list.id).collect();
        let chosen = ids.iter().position(|&id| id == self.list).unwrap_or(0);
        dropdown(lists.iter().map(|list| list.name.clone()), chosen, move |at| {
            M::Edit(Message::List(ids.get(at).copied().unwrap_or(INBOX)))
        })
        .id("list")
    }

    fn repeat_choice(&self) -> Element<M> {
        let chosen = Repeat::ALL.iter().position(|(repeat, _)| *repeat == self.repeat).unwrap_or(0);
        dropdown(Repeat::ALL.map(|(_, label)| label), chosen, |at| {
            M::Edit(Message::Repeat(Repeat::ALL[at % Repeat::ALL.len()].0))
        })
        .id("repeat")
    }

    fn dialog(&self) -> Option<Dialog<M>> {
        let cancel = M::Edit(Cancel);
        let dialog = match self.asking.as_ref()? {
            Asking::Due { days, problem } => {
                let choice = |label, days| radio(label, false).on_tap(M::Edit(DueIn(days)));
                let typed = number_box(days.clone())
                    .id("days")
                    .hint("In how many days?")
                    .on_edit(|text| M::Edit(Days(text)))
                    .on_submit(M::Edit(DueInDays));
                let choices = [
                    choice("Today", Some(0)),
                    choice("Tomorrow", Some(1)),
                    choice("In a week", Some(7)),
                    choice("No due date", None),
                    typed,
                    text(problem.unwrap_or_default()).id("problem").color(Tone::Danger),
                ];
                Dialog::new("Due date")
                    .body(column(choices))
                    .button("Cancel", cancel.clone())
                    .button("OK", M::Edit(DueInDays))
            }
            Asking::Keep => Dialog::new("Keep your changes?")
                .message("This task has changes that are not saved.")
                .button("Discard", M::Edit(Discard))
                .button("Save", M::Edit(Save)),
        };
        Some(dialog.on_cancel(cancel))
    }
}

fn field(label: &'static str, choice: Element<M>) -> Element<M> {
    row([text(label).grow(1), choice]).fill_width()
}
