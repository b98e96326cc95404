//! How much is done, with bars that grow when the screen opens.

use std::time::Duration;

use sim::{
    Context, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, progress, reached, row, scroll,
    text,
};

use super::change::tasks;
use super::store::{Priority, Store};
use super::{Message as M, Tasks};
use crate::day::Day;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub struct Statistics {
    /// How far the bars have grown.
    grown: u8,
}

/// What is counted.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct Numbers {
    /// What is overdue differs from day to day.
    counted_on: Day,
    all: usize,
    done: usize,
    overdue: usize,
    high: usize,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    Grow,
    Share,
}

use Message::{Back, Grow, Share};

impl Statistics {
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Tasks>) -> Outcome {
        let today = Day::of_ms(cx.unix_ms());
        if cx.memory.numbers.is_none_or(|numbers| numbers.counted_on != today) {
            reached!(cx);
            cx.memory.numbers = Some(Numbers::of(cx.store, today));
        }
        cx.stop_timers();
        cx.every(Duration::from_millis(40), M::Statistics(Grow));
        Ok(())
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Grow if self.grown < 100 => self.grown += 10,
            Grow => {
                reached!(cx);
                cx.stop_timers();
            }
            Share => {
                reached!(cx);
                let numbers = Numbers::of(cx.store, Day::of_ms(cx.unix_ms()));
                cx.share(format!("I have done {} of {}.", numbers.done, tasks(numbers.all)));
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let today = Day::of_ms(look.unix_ms());
        let numbers = look.memory.numbers.filter(|numbers| numbers.counted_on == today);
        let numbers = numbers.unwrap_or_else(|| Numbers::of(look.store, today));
        let bar = |label, id, count: usize| {
            let percent = (count * 100).checked_div(numbers.all).unwrap_or(0) * usize::from(self.grown) / 100;
            column([
                row([text(label).grow(1), text(count.to_string()).id(id).bold()]).fill_width(),
                progress(percent as u8),
            ])
            .gap(4)
        };
        let body = column([
            text(tasks(numbers.all)).id("all").size(TextSize::Display),
            bar("Done", "done", numbers.done),
            bar("Open", "open", numbers.all - numbers.done),
            bar("Overdue", "overdue", numbers.overdue),
            bar("High priority", "high", numbers.high),
            text("Counted over all lists.").size(TextSize::Small).color(Tone::Muted),
        ]);
        Page::new(scroll("statistics", body.padding(16).gap(16)))
            .title("Statistics")
            .up(M::Statistics(Back))
            .action(MenuItem::new("share", "Share", M::Statistics(Share)).icon(Icon::Share))
    }
}

impl Numbers {
    fn of(store: &Store, today: Day) -> Numbers {
        let tasks = || store.tasks.iter();
        Numbers {
            counted_on: today,
            all: tasks().count(),
            done: tasks().filter(|task| task.done).count(),
            overdue: tasks().filter(|task| !task.done && task.due.is_some_and(|due| due < today)).count(),
            high: tasks().filter(|task| task.priority == Priority::High).count(),
        }
    }
}
