//! How the list looks.

use sim::{
    Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, check_box, column, floating_button,
    icon_button, image, radio, row, tabs as tab_row, text, text_box,
};

use super::{Asking, List, Message, Tab};
use crate::day::{Day, clock};
use crate::kit::item_choice;
use crate::tasks::change::tasks;
use crate::tasks::doing::start_button;
use crate::tasks::store::{Priority, Repeat, Sort, Task, due_text};
use crate::tasks::{DONE_REAPPEAR, Message as M, NO_MARK, NO_SORT_BEFORE_26, Tasks};
use Message::{
    Add, AskMove, AskSort, Cancel, DeleteConfirmed, DeleteSelected, DoneSelected, EndSelection, Held, MoveTo,
    OpenLists, OpenSearch, OpenSettings, OpenStatistics, Quick, QuickAdd, Show, ShowList, SortBy, Tapped,
    Tick, Undo,
};

pub(super) const MOTTOS: [&str; 4] =
    ["One thing at a time.", "Small steps count.", "Done is better than perfect.", "First things first."];

const TABS: [(Tab, &str); 3] = [(Tab::All, "All"), (Tab::Today, "Today"), (Tab::Week, "This week")];

impl List {
    pub(in crate::tasks) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let today = Day::of_ms(look.unix_ms());
        let shown = self.shown(look.store, today, look.has(DONE_REAPPEAR));
        let tab = TABS.iter().position(|(tab, _)| *tab == self.tab).unwrap_or(0);
        let nothing = text("Nothing to do. Enjoy the day!").id("empty").color(Tone::Muted).centered().grow(1);
        let list = look.list("task_list", 64, &shown, |_, task| self.task_row(look, task, today));
        let body = column([
            tab_row(TABS.map(|(tab, label)| (label, M::List(Show(tab)))), tab).id("tabs"),
            row([self.list_choice(look)]).padding(8),
            self.doing.header(look),
            if shown.is_empty() { nothing } else { list },
            text(MOTTOS[look.memory.motto]).id("motto").size(TextSize::Small).color(Tone::Muted).padding(4),
        ]);
        let page = Page::new(body).dialog(self.dialog(look)).bottom(self.quick_row());
        if self.selected.is_empty() {
            let open = shown.iter().filter(|task| !task.done).count();
            let page = page.title("Tasks").subtitle(format!("{} · {}", tasks(open), clock(look.unix_ms())));
            usual_actions(look, page)
                .floating(floating_button(Icon::Add, "New task").id("add").on_tap(M::List(Add)))
        } else {
            self.selection_bar(page)
        }
    }

    fn selection_bar(&self, page: Page<M>) -> Page<M> {
        page.title(format!("{} selected", self.selected.len()))
            .navigation(Icon::Close, "End selection", M::List(EndSelection))
            .on_back(Some(M::List(EndSelection)))
            .action(MenuItem::new("done", "Done", M::List(DoneSelected)).icon(Icon::Check))
            .action(MenuItem::new("move", "Move to list", M::List(AskMove)).icon(Icon::Folder))
            .action(MenuItem::new("delete", "Delete", M::List(DeleteSelected)).icon(Icon::Delete))
            .action(MenuItem::new("select_all", "Select all", M::List(Message::SelectAll)))
    }

    fn list_choice(&self, look: &Look<'_, Tasks>) -> Element<M> {
        let lists = look.store.lists.iter().map(|list| (list.id, list.name.as_str()));
        item_choice(Some("All lists"), lists, self.list, |list| M::List(ShowList(list)))
            .id("list_choice")
            .fill_width()
    }

    fn quick_row(&self) -> Element<M> {
        let typed = text_box(self.quick.clone())
            .id("quick")
            .hint("Add a task")
            .on_edit(|text| M::List(Quick(text)))
            .on_submit(M::List(QuickAdd));
        row([typed.grow(1), icon_button(Icon::Check, "Add task").id("quick_add").on_tap(M::List(QuickAdd))])
            .padding(8)
            .gap(8)
    }

    fn task_row(&self, look: &Look<'_, Tasks>, task: &Task, today: Day) -> Element<M> {
        let overdue = task.due.is_some_and(|due| due < today) && !task.done;
        let due = task.due.map(|due| due_text(due, today)).unwrap_or_default();
        let words = column([
            text(task.title.clone()).id("title").size(TextSize::Large).max_lines(1).struck(task.done),
            text(due)
                .id("due")
                .size(TextSize::Small)
                .color(if overdue { Tone::Danger } else { Tone::Muted })
                .hidden(task.due.is_none()),
        ]);
        // The picture comes in sizes for 240 dots per inch and more.
        let drawn = !look.has(NO_MARK) || look.config.density_dpi >= 240;
        let done = check_box("", task.done).id("done").describe(format!("Done: {}", task.title));
        row([
            done.on_tap(M::List(Tick(task.id))),
            words.grow(1),
            image(Icon::Refresh).describe("Repeated").hidden(task.repeat == Repeat::Never),
            image(Icon::Warning)
                .describe("High priority")
                .color(Tone::Danger)
                .hidden(task.priority != Priority::High || !drawn),
            image(Icon::ArrowDown).describe("Low priority").hidden(task.priority != Priority::Low),
            start_button(task),
        ])
        .id("task")
        .padding(8)
        .gap(8)
        .height(64)
        .selected(self.selected.contains(&task.id))
        .on_tap(M::List(Tapped(task.id)))
        .on_long_tap(M::List(Held(task.id)))
    }

    fn dialog(&self, look: &Look<'_, Tasks>) -> Option<Dialog<M>> {
        let cancel = M::List(Cancel);
        let dialog = match self.asking? {
            Asking::Sort => {
                let chosen = look.store.settings.sort;
                let choice = |(sort, label)| radio(label, sort == chosen).on_tap(M::List(SortBy(sort)));
                Dialog::new("Sort by").body(column(Sort::ALL.map(choice))).button("Cancel", cancel.clone())
            }
            Asking::Move => {
                let lists = look.store.lists.iter();
                let choices =
                    lists.map(|list| radio(list.name.clone(), false).on_tap(M::List(MoveTo(list.id))));
                Dialog::new("Move to").body(column(choices)).button("Cancel", cancel.clone())
            }
            Asking::Delete => Dialog::new("Delete?")
                .message(tasks(self.selected.len()))
                .button("Cancel", cancel.clone())
                .button("Delete", M::List(DeleteConfirmed)),
        };
        Some(dialog.on_cancel(cancel))
    }
}

fn usual_actions(look: &Look<'_, Tasks>, page: Page<M>) -> Page<M> {
    let page = page.action(MenuItem::new("search", "Search", M::List(OpenSearch)).icon(Icon::Search));
    // Android 8 brought tooltips for the buttons of a bar; the button itself needs no Android 8.
    let page = if look.config.api < 26 && look.has(NO_SORT_BEFORE_26) {
        page
    } else {
        page.action(MenuItem::new("sort", "Sort", M::List(AskSort)).icon(Icon::Sort))
    };
    page.action(
        MenuItem::new("undo", "Undo deletion", M::List(Undo)).enabled(!look.memory.deleted.is_empty()),
    )
    .action(MenuItem::new("clear_done", "Clear done tasks", M::List(Message::ClearDone)))
    .action(MenuItem::new("lists", "Lists", M::List(OpenLists)))
    .action(MenuItem::new("statistics", "Statistics", M::List(OpenStatistics)))
    .action(MenuItem::new("settings", "Settings", M::List(OpenSettings)))
}
