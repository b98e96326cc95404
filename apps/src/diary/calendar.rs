//! A month at a glance.

use sim::{
    Context, Element, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, icon_button, reached, row,
    scroll, text,
};

use super::timeline::open_day;
use super::words::word;
use super::{Diary, Message as M, WRONG_DAY};
use crate::day::{Day, MONTHS, WEEKDAYS};

/// The screen.
#[derive(Debug, Clone, Hash)]
pub(super) struct Calendar {
    /// The first day of the month shown.
    month: Day,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    Previous,
    Next,
    Today,
    /// One of the cells was tapped, counted from the upper left corner.
    Cell(i64),
}

use Message::{Back, Cell, Next, Previous, Today};

impl Calendar {
    pub(super) fn of(day: Day) -> Calendar {
        Calendar { month: day.first_of_month() }
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Previous => {
                reached!(cx);
                self.month = self.month.last_month();
            }
            Next => {
                reached!(cx);
                self.month = self.month.next_month();
            }
            Today => {
                reached!(cx);
                self.month = Day::of_ms(cx.unix_ms()).first_of_month();
            }
            Cell(cell) => {
                reached!(cx);
                let monday = cx.store.settings.weeks_begin_on_monday || cx.has(WRONG_DAY);
                open_day(cx, self.first_cell(monday).plus(cell));
            }
        }
        Ok(())
    }

    /// The day in the upper left corner: the begin of the week in which the month begins.
    fn first_cell(&self, weeks_begin_on_monday: bool) -> Day {
        let before = self.month.weekday() + usize::from(!weeks_begin_on_monday);
        self.month.plus(-(before as i64 % 7))
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Page<M> {
        let date = self.month.date();
        let title = format!("{} {}", MONTHS[usize::from(date.month) - 1], date.year);
        let header = row([
            icon_button(Icon::Back, "Previous month").id("previous").on_tap(M::Calendar(Previous)),
            text(title).id("month").size(TextSize::Title).centered().grow(1),
            icon_button(Icon::ArrowRight, "Next month").id("next").on_tap(M::Calendar(Next)),
        ]);
        let first = self.first_cell(look.store.settings.weeks_begin_on_monday);
        let names = (0..7).map(|at| {
            let name = &WEEKDAYS[first.plus(at).weekday()][..2];
            text(name).size(TextSize::Small).color(Tone::Muted).centered().grow(1)
        });
        let weeks = (0..6).map(|week| row((week * 7..week * 7 + 7).map(|cell| self.cell(look, first, cell))));
        let rows = [header, row(names)].into_iter().chain(weeks);
        Page::new(scroll("calendar", column(rows).padding(8).gap(4)))
            .title(word(look, "Calendar"))
            .up(M::Calendar(Back))
            .action(MenuItem::new("today", "Today", M::Calendar(Today)).icon(Icon::Calendar))
    }

    /// Days to come, and those of other months, cannot be opened.
    fn cell(&self, look: &Look<'_, Diary>, first: Day, cell: i64) -> Element<M> {
        let day = first.plus(cell);
        let date = day.date();
        if date.month != self.month.date().month {
            return text("").grow(1);
        }
        let page = look.store.page(day);
        let open = page.is_some() || day <= Day::of_ms(look.unix_ms());
        let label = match page {
            Some(_) => format!("{} •", date.day),
            None => date.day.to_string(),
        };
        text(label).id("day").height(44).centered().grow(1).enabled(open).on_tap(M::Calendar(Cell(cell)))
    }
}
