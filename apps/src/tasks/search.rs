//! Search in all tasks, with ticks that work here too.

use sim::{
    Context, Element, Icon, Look, Outcome, Page, TextSize, Tone, check_box, column, icon_button, reached,
    row, text, text_box,
};

use super::change::{tasks, tick};
use super::edit::Edit;
use super::store::{Id, Task, due_text};
use super::{Message as M, OLD_STATISTICS, Screen, Tasks};
use crate::day::Day;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Search {
    query: String,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    Query(String),
    Clear,
    Open(Id),
    Tick(Id),
}

use Message::{Back, Clear, Open, Query, Tick};

impl Search {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Query(query) => {
                reached!(cx);
                self.query = query;
            }
            Clear => {
                reached!(cx);
                self.query.clear();
                cx.focus("query");
            }
            Open(id) => {
                reached!(cx);
                if let Some(task) = cx.store.task(id) {
                    let edit = Edit::of(task);
                    cx.open(Screen::Edit(edit));
                }
            }
            Tick(id) => {
                reached!(cx);
                tick(cx, id);
                if !cx.has(OLD_STATISTICS) {
                    cx.memory.numbers = None;
                }
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let query = self.query.trim().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&query);
        let found: Vec<&Task> = look
            .store
            .tasks
            .iter()
            .filter(|task| !query.is_empty() && (holds(&task.title) || holds(&task.notes)))
            .collect();
        let clear = icon_button(Icon::Close, "Clear").id("clear").color(Tone::OnPrimary);
        let clear = clear.on_tap(M::Search(Clear));
        let query_box = text_box(self.query.clone())
            .id("query")
            .hint("Search tasks")
            .on_edit(|text| M::Search(Query(text)));
        let today = Day::of_ms(look.unix_ms());
        let list = look.list("found", 64, &found, |_, task| found_row(look, task, today));
        let summary = match (query.is_empty(), found.len()) {
            (true, _) => "Type to search".to_owned(),
            (false, 0) => "Nothing found".to_owned(),
            (false, count) => format!("{} found", tasks(count)),
        };
        let summary = text(summary).id("summary").color(Tone::Muted).padding(8);
        Page::new(column([summary, list]))
            .up(M::Search(Back))
            .bar_content(row([query_box.grow(1), clear.hidden(self.query.is_empty())]))
    }
}

fn found_row(look: &Look<'_, Tasks>, task: &Task, today: Day) -> Element<M> {
    let list = look.store.list(task.list).map(|list| list.name.clone()).unwrap_or_default();
    let details = match task.due {
        Some(due) => format!("{list} · {}", due_text(due, today)),
        None => list,
    };
    let words = column([
        text(task.title.clone()).id("title").size(TextSize::Large).max_lines(1).struck(task.done),
        text(details).id("details").size(TextSize::Small).color(Tone::Muted).max_lines(1),
    ]);
    let done = check_box("", task.done).id("done").describe(format!("Done: {}", task.title));
    row([done.on_tap(M::Search(Tick(task.id))), words.grow(1)])
        .id("task")
        .padding(8)
        .gap(8)
        .height(64)
        .on_tap(M::Search(Open(task.id)))
}
