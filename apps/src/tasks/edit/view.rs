//! How a task's form looks.

use sim::{
    Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, button, column, number_box, radio, row,
    scroll, text, text_area, text_box,
};

use super::{Asking, Edit, Message};
use crate::day::Day;
use crate::kit::{item_choice, labelled, value_choice};
use crate::tasks::store::{INBOX, Priority, Repeat, due_text, due_text_in};
use crate::tasks::{Message as M, THIS_YEAR, Tasks};
use Message::{AskDue, Back, Cancel, Days, Delete, Discard, DueIn, DueInDays, Notes, Save, Title};

impl Edit {
    pub(in crate::tasks) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let today = Day::of_ms(look.unix_ms());
        let due = self.due.map_or("No due date".to_owned(), |due| {
            if look.has(THIS_YEAR) {
                due_text_in(due, today, today.date().year)
            } else {
                due_text(due, today)
            }
        });
        let fields = column([
            text_box(self.title.clone())
                .id("title")
                .hint("What is to be done?")
                .size(TextSize::Title)
                .on_edit(|text| M::Edit(Title(text))),
            text_area(self.notes.clone()).id("notes").hint("Notes").on_edit(|text| M::Edit(Notes(text))),
            labelled("Due", button(due).id("due").on_tap(M::Edit(AskDue))),
            labelled("List", self.list_choice(look)),
            labelled("Repeat", self.repeat_choice()),
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
        let lists = look.store.lists.iter().map(|list| (list.id, list.name.as_str()));
        item_choice(None, lists, Some(self.list), |list| M::Edit(Message::List(list.unwrap_or(INBOX))))
            .id("list")
    }

    fn repeat_choice(&self) -> Element<M> {
        value_choice(Repeat::ALL, self.repeat, |repeat| M::Edit(Message::Repeat(repeat))).id("repeat")
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
