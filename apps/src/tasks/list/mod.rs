//! The tasks in a list: tabs, filters, quick adding, selection.

mod view;

use std::time::Duration;

use sim::{Context, Outcome, item, reached};

use super::change::{complete, delete, tasks, tick, undo};
use super::doing::Doing;
use super::edit::Edit;
use super::lists::Lists;
use super::search::Search;
use super::settings::Settings;
use super::statistics::Statistics;
use super::store::{Id, Priority, Repeat, Sort, Store, Task};
use super::{
    DEAD_QUICK_ADD, DONE_REAPPEAR, DONE_WHILE_HIDDEN, Message as M, PRIORITY_IGNORED, Screen, Tasks,
};
use crate::day::Day;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct List {
    tab: Tab,
    list: Option<Id>,
    /// What is typed into the box at the bottom.
    quick: String,
    /// Set while a task is added, so that a second touch does not add it twice.
    adding: bool,
    doing: Doing,
    selected: Vec<Id>,
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    #[default]
    All,
    Today,
    Week,
}

#[derive(Debug, Clone, Copy, Hash)]
enum Asking {
    Sort,
    Move,
    Delete,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Show(Tab),
    ShowList(Option<Id>),
    Tapped(Id),
    Held(Id),
    Tick(Id),
    /// This is what is being done now.
    Start(Id),
    UndoStart,
    OpenDoing,
    Quick(String),
    QuickAdd,
    Add,
    EndSelection,
    SelectAll,
    DoneSelected,
    DeleteSelected,
    DeleteConfirmed,
    /// All that is done goes.
    ClearDone,
    AskMove,
    MoveTo(Id),
    AskSort,
    SortBy(Sort),
    Cancel,
    /// The editor has deleted its task.
    Deleted,
    Undo,
    Minute,
    OpenSearch,
    OpenLists,
    OpenStatistics,
    OpenSettings,
}

use Message::{
    Add, AskMove, AskSort, Cancel, ClearDone, DeleteConfirmed, DeleteSelected, Deleted, DoneSelected,
    EndSelection, Held, Minute, MoveTo, OpenDoing, OpenLists, OpenSearch, OpenSettings, OpenStatistics,
    Quick, QuickAdd, Show, ShowList, SortBy, Start, Tapped, Tick, Undo, UndoStart,
};

impl List {
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Tasks>) -> Outcome {
        cx.memory.motto = cx.random(view::MOTTOS.len() as u64) as usize;
        cx.stop_timers();
        cx.every(Duration::from_secs(20), M::List(Minute));
        // Lists may have been deleted in their screen, and tasks in the editor.
        self.list = self.list.filter(|&id| cx.store.list(id).is_some());
        self.deselect_hidden(cx);
        self.doing.resumed(cx);
        Ok(())
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Show(tab) => {
                reached!(cx);
                self.tab = tab;
                self.deselect_hidden(cx);
            }
            ShowList(list) => {
                reached!(cx);
                self.list = list;
                self.deselect_hidden(cx);
            }
            Tapped(id) if self.selected.is_empty() => {
                reached!(cx);
                if let Some(task) = cx.store.task(id) {
                    let edit = Edit::of(task);
                    cx.open(Screen::Edit(edit));
                }
            }
            Tapped(id) | Held(id) => self.toggle(cx, id),
            Tick(id) => {
                reached!(cx);
                tick(cx, id);
                cx.memory.numbers = None;
                self.deselect_hidden(cx);
            }
            Start(id) => self.doing.start(cx, id),
            UndoStart => self.doing.undo(cx),
            OpenDoing => self.doing.open(cx),
            Quick(typed) => {
                reached!(cx);
                self.quick = typed;
            }
            QuickAdd => self.quick_add(cx),
            Add => {
                reached!(cx);
                let edit = Edit::new(&cx.store.settings, self.list, self.due_here(cx));
                cx.open(Screen::Edit(edit));
            }
            EndSelection => {
                reached!(cx);
                self.selected.clear();
            }
            Message::SelectAll => {
                reached!(cx);
                let shown = self.shown(cx.store, Day::of_ms(cx.unix_ms()), cx.has(DONE_REAPPEAR));
                self.selected = shown.iter().map(|task| task.id).collect();
            }
            DoneSelected => self.done_selected(cx)?,
            DeleteSelected => {
                reached!(cx);
                self.asking = Some(Asking::Delete);
            }
            DeleteConfirmed => {
                reached!(cx);
                self.asking = None;
                let deleted = delete(cx, &std::mem::take(&mut self.selected));
                offer_undo(cx, deleted);
            }
            Deleted => offer_undo(cx, 1),
            ClearDone => clear_done(cx),
            AskMove => self.asking = Some(Asking::Move),
            MoveTo(list) => self.move_selected(cx, list),
            AskSort => self.asking = Some(Asking::Sort),
            SortBy(sort) => {
                reached!(cx);
                cx.store.settings.sort = sort;
                self.asking = None;
            }
            Cancel => self.asking = None,
            Undo => undo(cx)?,
            // Nothing changes but the clock.
            Minute => {}
            OpenSearch => cx.open(Screen::Search(Search::default())),
            OpenLists => cx.open(Screen::Lists(Lists::default())),
            OpenStatistics => cx.open(Screen::Statistics(Statistics::default())),
            OpenSettings => cx.open(Screen::Settings(Settings)),
        }
        Ok(())
    }

    fn toggle(&mut self, cx: &mut Context<'_, Tasks>, id: Id) {
        if let Some(at) = self.selected.iter().position(|&other| other == id) {
            reached!(cx);
            self.selected.remove(at);
        } else if cx.store.task(id).is_some() {
            reached!(cx);
            self.selected.push(id);
        }
    }

    /// What cannot be seen is not selected.
    fn deselect_hidden(&mut self, cx: &Context<'_, Tasks>) {
        let shown = self.shown(cx.store, Day::of_ms(cx.unix_ms()), cx.has(DONE_REAPPEAR));
        self.selected.retain(|&id| shown.iter().any(|task| task.id == id));
    }

    /// What is added to a tab of due tasks is due.
    fn due_here(&self, cx: &Context<'_, Tasks>) -> Option<Day> {
        (self.tab != Tab::All).then(|| Day::of_ms(cx.unix_ms()))
    }

    fn quick_add(&mut self, cx: &mut Context<'_, Tasks>) {
        if std::mem::replace(&mut self.adding, true) {
            return;
        }
        let title = self.quick.trim().to_owned();
        if title.is_empty() {
            reached!(cx);
            if !cx.has(DEAD_QUICK_ADD) {
                self.adding = false;
            }
            cx.toast("Type what there is to do");
            return;
        }
        reached!(cx);
        let priority = if cx.has(PRIORITY_IGNORED) { Priority::Normal } else { cx.store.settings.priority };
        let task = Task {
            id: cx.store.fresh_id(),
            title,
            notes: String::new(),
            list: self.list.unwrap_or(super::store::INBOX),
            due: self.due_here(cx),
            priority,
            repeat: Repeat::Never,
            done: false,
            follows: None,
        };
        cx.store.put(task);
        cx.memory.numbers = None;
        self.quick.clear();
        self.adding = false;
    }

    fn done_selected(&mut self, cx: &mut Context<'_, Tasks>) -> Outcome {
        reached!(cx);
        if cx.has(DONE_WHILE_HIDDEN) {
            // By row; but a row goes away when its task is done and done ones are hidden.
            let today = Day::of_ms(cx.unix_ms());
            let mistaken = cx.has(DONE_REAPPEAR);
            let shown = self.shown(cx.store, today, mistaken);
            let rows: Vec<usize> =
                (0..shown.len()).filter(|&at| self.selected.contains(&shown[at].id)).collect();
            for at in rows {
                let id = item(&self.shown(cx.store, today, mistaken), at)?.id;
                complete(cx, id);
            }
        } else {
            for &id in &self.selected {
                complete(cx, id);
            }
        }
        cx.memory.numbers = None;
        cx.toast(format!("{} done", tasks(self.selected.len())));
        self.selected.clear();
        Ok(())
    }

    fn move_selected(&mut self, cx: &mut Context<'_, Tasks>, list: Id) {
        reached!(cx);
        for task in cx.store.tasks.iter_mut().filter(|task| self.selected.contains(&task.id)) {
            task.list = list;
        }
        self.selected.clear();
        self.asking = None;
    }

    /// The tasks of the chosen tab and list, in order. With the mistake, what is hidden is asked for all lists only.
    fn shown<'s>(&self, store: &'s Store, today: Day, mistaken: bool) -> Vec<&'s Task> {
        let show_done = store.settings.show_done || mistaken && self.list.is_some();
        let last = match self.tab {
            Tab::All => None,
            Tab::Today => Some(today),
            Tab::Week => Some(today.plus(6)),
        };
        let mut tasks: Vec<&Task> = store
            .tasks
            .iter()
            .filter(|task| last.is_none_or(|last| task.due.is_some_and(|due| due <= last)))
            .filter(|task| self.list.is_none_or(|list| task.list == list))
            .filter(|task| show_done || !task.done)
            .collect();
        store.sort(&mut tasks);
        tasks
    }
}

/// Deletes what is done. Where nothing is, there is nothing to delete and nothing to undo.
fn clear_done(cx: &mut Context<'_, Tasks>) {
    let done: Vec<Id> = cx.store.tasks.iter().filter(|task| task.done).map(|task| task.id).collect();
    if done.is_empty() {
        reached!(cx);
        return cx.toast("Nothing is done yet");
    }
    reached!(cx);
    let deleted = delete(cx, &done);
    offer_undo(cx, deleted);
}

fn offer_undo(cx: &mut Context<'_, Tasks>, deleted: usize) {
    cx.snackbar(format!("{} deleted", tasks(deleted)), Some(("Undo", M::List(Undo))));
}
